"""Hand-to-hand fights with the other card game that a group brings along (IM-LM, `hand_to_hand_system = lunch_money`).

Without a list of cards (`lunch_cards`) the real ones are on the real table, and only the damage is typed in.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.commands import Command, Request, need_gm
from engine.core.draft import Draft
from engine.core.events import CardsAdded, ZoneGone, ZoneSet
from engine.core.manual_moves import AddCards, MoveCards, NameCards
from engine.kit.card_piles import remove_zones
from engine.kit.control import controller_of
from engine.kit.gm_requests import GmRequest
from engine.messages.display_names import actor_name, seat_name
from engine.messages.refusal import Refused
from engine.model.conditions import Condition
from engine.model.frozen import replace
from engine.model.table import Table
from engine.model.zones import Sight, Zone
from engine.presentation.command_offers import Asks
from engine.rulesets.imaginality.actions.action_commands import need_target
from engine.rulesets.imaginality.actions.action_sides import side_of
from engine.rulesets.imaginality.actions.card_play_commands import open_sides
from engine.rulesets.imaginality.character_state import MOST_POINTS, end_procedure, need_controller, need_free
from engine.rulesets.imaginality.damage import add_wound, check_due
from engine.rulesets.imaginality.lunch_money.lunch_money_cards import (
    ANYBODY,
    BLINDED,
    BLINDED_ID,
    LM_DECK,
    LM_DISCARD,
    NEXT_TURN,
    all_lm_cards,
    anybody_blinded,
    card_damage,
    card_label,
    change_other_deck,
    current_other_deck,
    end_blindness,
    is_lm_card,
    is_lm_zone,
    lm_hand,
    lm_hand_zone,
    need_lunch_money,
    next_has_acted,
    next_in_order,
    see_again,
    take_lm_cards,
)
from engine.rulesets.imaginality.procedures import Action, ActionKind, ActionStage, OtherDeck, current_fight
from engine.rulesets.imaginality.settings import numbers, word
from engine.rulesets.imaginality.turns.turn_commands import need_turn, use_action
from engine.rulesets.imaginality.turns.turn_order import advance_order

SeatId = Annotated[str, Meta(description="a seat")]


class StartLunchMoney(GmRequest):
    """The GM begins such a fight: each seat involved or likely to be (the GM for all others) is dealt its cards."""

    RULES = ("IM-LM-1", "IM-LM-2")
    seats: Annotated[tuple[str, ...], Meta(description="the seats involved, or likely to become so"), Asks(least=1)]

    def verify(self, table: Table) -> None:
        """The GM, where the group fights so, once, with seats that exist."""
        super().verify(table)
        if word(table, "hand_to_hand_system") != "lunch_money":
            raise Refused("lm_not_chosen", "IM-LM-1")
        if current_other_deck(table) is not None:
            raise Refused("lm_runs", "IM-LM-1")
        if not self.seats or len(set(self.seats)) != len(self.seats):
            raise Refused("lm_seats", "IM-LM-2")
        for seat in self.seats:
            _need_known_seat(table, seat)

    def decide(self, draft: Draft) -> None:
        """Set up the other deck, and deal (IM-LM-2). With an empty list there are no cards, only damage to enter."""
        draft.push_procedure(OtherDeck(seats=self.seats))
        names = [seat_name(draft.table, seat) for seat in self.seats]
        draft.note("lm_starts", "IM-LM-1", seats=names)
        cards = all_lm_cards(draft.table)
        if not cards:
            draft.note("lm_by_hand", "IM-LM-1")
            return
        draft.emit(ZoneSet(zone=Zone(id=LM_DECK, sight=Sight.NOBODY)))
        draft.emit(ZoneSet(zone=Zone(id=LM_DISCARD)))
        draft.emit(CardsAdded(zone=LM_DECK, cards=cards))
        draft.shuffle(LM_DECK)
        for seat in self.seats:
            _deal(draft, seat)


class JoinLunchMoney(GmRequest):
    """Add a seat that becomes involved later, and deal its cards."""

    RULES = ("IM-LM-2",)
    holder: SeatId

    def verify(self, table: Table) -> None:
        """The GM, for a seat not involved yet."""
        super().verify(table)
        other_deck = need_lunch_money(table)
        _need_known_seat(table, self.holder)
        if self.holder in other_deck.seats:
            raise Refused("lm_involved", "IM-LM-2", seat=seat_name(table, self.holder))

    def decide(self, draft: Draft) -> None:
        """Deal."""
        other_deck = need_lunch_money(draft.table)
        change_other_deck(draft, replace(other_deck, seats=(*other_deck.seats, self.holder)))
        draft.note("lm_joins", "IM-LM-2", seat=seat_name(draft.table, self.holder))
        if LM_DECK in draft.table.zones:
            _deal(draft, self.holder)


class EndLunchMoney(GmRequest):
    """The GM ends it; its cards leave the table."""

    RULES = ("IM-LM-1", "IM-LM-7")
    FAR_REACHING = True
    NEEDS = (lambda table, command: need_lunch_money(table),)

    def decide(self, draft: Draft) -> None:
        """Remove everything of it from the table."""
        end_procedure(draft, need_lunch_money(draft.table))
        draft.note("lm_ends", "IM-LM-1")
        _clear(draft)


class RefillLunchMoney(Request):
    """Fill a hand of the other game up again; what is left in it stays."""

    RULES = ("IM-LM-3",)
    holder: SeatId

    def verify(self, table: Table) -> None:
        """The own hand, or any by the GM, if it is not full."""
        hand = _need_hand(table, self.holder)
        if self.holder != self.seat:
            need_gm(table, self, "IM-LM-3")
        if len(hand.cards) >= numbers().lunch_money_hand:
            raise Refused("lm_hand_full", "IM-LM-3", size=numbers().lunch_money_hand)
        _need_left(table)

    def decide(self, draft: Draft) -> None:
        """Fill the hand; no card is ever exchanged (IM-LM-3)."""
        hand_cards = draft.table.zones[lm_hand(self.holder)].cards
        take_lm_cards(draft, self.holder, numbers().lunch_money_hand - len(hand_cards))


class DrawLunchMoney(Request):
    """Take cards of the other deck, by that game's own rules."""

    RULES = ("IM-LM-3",)
    NEEDS = (lambda table, command: _need_hand(table, command.seat), lambda table, command: _need_left(table))
    count: Annotated[int, Meta(ge=1, le=20, description="how many cards")] = 1

    def decide(self, draft: Draft) -> None:
        """Take."""
        take_lm_cards(draft, self.seat, self.count)


class PlayLunchMoney(Request):
    """Play cards of the own hand there, as an attack, a defence or a counter move; that alone costs no action."""

    RULES = ("IM-LM-3", "IM-LM-4")
    cards: Annotated[tuple[str, ...], Meta(description="cards of that hand, by id or by place"), Asks(least=1)]

    def verify(self, table: Table) -> None:
        """Cards of the own hand there, each once."""
        hand = _need_hand(table, self.seat)
        if not self.cards or len(set(self.cards)) != len(self.cards) or not set(self.cards) <= set(hand.cards):
            raise Refused("lm_own_cards", "IM-LM-3", "IM-LM-7")

    def decide(self, draft: Draft) -> None:
        """Put them where everybody sees them."""
        _lay(draft, self.seat, self.cards)


class LunchMoneyTurn(Request):
    """Conclude one complete turn of the other game: it is the character's action, and its damage is damage here."""

    RULES = ("IM-LM-4", "IM-LM-5", "IM-LM-6")
    actor: Annotated[str, Meta(description="whose turn it was")]
    target: Annotated[str, Meta(description="who was attacked"), Asks()]
    cards: Annotated[
        tuple[str, ...],
        Meta(description="the cards that count, from the leader's hand there or laid already"),
        Asks(),
    ] = ()
    damage: Annotated[
        Annotated[int, Meta(ge=0, le=99)] | None,
        Meta(description="what got through; null is the sum of the cards that count"),
        Asks("points_through", most=MOST_POINTS, optional=False),
    ] = None
    effect: Annotated[str, Meta(description="a special effect: `blinded`, or by the GM any condition"), Asks()] = ""

    def verify(self, table: Table) -> None:
        """The own action of the turn (IM-LM-4), with a damage, and effects by the GM except for the built-in one."""
        other_deck = need_lunch_money(table)
        need_free(table)
        need_controller(table, self, self.actor, "IM-LM-4")
        need_target(table, self.seat, self.actor, self.target)
        seat = controller_of(table, self.actor)
        if seat not in other_deck.seats:
            raise Refused("lm_not_involved", "IM-LM-2", seat=seat_name(table, seat))
        need_turn(table, self.actor)
        lying = {
            card for zone in (lm_hand(seat), LM_DISCARD) if zone in table.zones for card in table.zones[zone].cards
        }
        if len(set(self.cards)) != len(self.cards) or not set(self.cards) <= lying:
            raise Refused("lm_own_cards", "IM-LM-7")
        if self.damage is None and not self.cards:
            raise Refused("lm_say_damage", "IM-LM-5")
        if self.effect not in {"", BLINDED} and not table.is_gm(self.seat):
            raise Refused("lm_effect_by_gm", "IM-LM-6")

    def decide(self, draft: Draft) -> None:
        """Use the action, apply the damage as it is (no weapon, no resistance, no armour), and apply effects."""
        seat = controller_of(draft.table, self.actor)
        hand = draft.table.zones.get(lm_hand(seat))
        from_hand = tuple(card for card in self.cards if hand is not None and card in hand.cards)
        if from_hand:
            _lay(draft, seat, from_hand)
        computed = sum(card_damage(draft.table, card) for card in self.cards)
        points = computed if self.damage is None else self.damage
        use_action(draft, self.actor)
        # As in every fight, all at the table see who takes part and the damage, even of a secret character.
        attack = Action(
            kind=ActionKind.MELEE, stage=ActionStage.HARMED, actor=self.actor, target=self.target, outcome="hit"
        )
        draft.push_procedure(attack)
        name, target = actor_name(draft.table, self.actor), actor_name(draft.table, self.target)
        draft.note("lm_turn", "IM-LM-4", actor=name, target=target)
        key = "lm_damage_ruled" if self.cards and points != computed else "lm_damage"
        draft.note(key, "IM-LM-5", target=target, points=points, computed=computed)
        draft.record_results(damage=points, net=points, computed_damage=computed if self.cards else points)
        wound = add_wound(draft, self.target, points, "IM-LM-5", "IM-WOUND-5")
        if current_fight(draft.table) is None:
            next_has_acted(draft)
        if self.effect:
            _affect(draft, self.actor, self.target, self.effect)
        _hurt(draft, attack, points, wound)


def _need_known_seat(table: Table, seat: str) -> None:
    if seat not in table.seats:
        raise Refused("no_such_seat", "IM-LM-2", seat=seat[:40])


def _deal(draft: Draft, seat: str) -> None:
    draft.emit(ZoneSet(zone=lm_hand_zone(draft.table, seat)))
    take_lm_cards(draft, seat, numbers().lunch_money_hand)


def _clear(draft: Draft) -> None:
    """Take the other cards off the table; without their order of acting no blindness of theirs stays."""
    away = tuple(card for card in draft.table.away if is_lm_card(card))
    if away and LM_DECK in draft.table.zones:  # cards removed face down earlier are no longer secret
        draft.emit(CardsAdded(zone=LM_DECK, cards=away))
    remove_zones(draft, filter(is_lm_zone, draft.table.zones))
    for actor in tuple(draft.table.actors):
        see_again(draft, actor)


def _need_hand(table: Table, seat: str) -> Zone:
    need_lunch_money(table)
    if LM_DECK not in table.zones:
        raise Refused("lm_no_cards", "IM-LM-1")
    if lm_hand(seat) not in table.zones:
        raise Refused("lm_not_involved", "IM-LM-2", seat=seat_name(table, seat))
    return table.zones[lm_hand(seat)]


def _need_left(table: Table) -> None:
    if not table.zones[LM_DECK].cards and not table.zones[LM_DISCARD].cards:
        raise Refused("lm_none_left", "IM-LM-3")


def _lay(draft: Draft, seat: str, cards: tuple[str, ...]) -> None:
    draft.move(cards, lm_hand(seat), LM_DISCARD)
    names = [card_label(draft.table, card) for card in cards]
    draft.note("lm_plays", "IM-LM-4", seat=seat_name(draft.table, seat), cards=names)


def _hurt(draft: Draft, attack: Action, points: int, wound: str) -> None:
    """Open the collapse check of the wound as for any other (IM-WOUND-6): the action ends after it."""
    harmed = replace(attack, wounded=attack.target, attacker=attack.actor, net=points, wound=wound)
    if not check_due(draft.table, harmed):
        draft.pop_procedure(Action)
        advance_order(draft)
        return
    draft.replace_procedure(harmed)
    # Neither side owes cards: the damage is fixed, and nothing resists it (IM-LM-5).
    owes_nothing: dict[str, object] = {"base": 0, "least": 0, "penalised": False, "done": True}
    damage = side_of(draft.table, attack.actor, **owes_nothing, ruled=points)
    open_sides(draft, (("damage", damage), ("resistance", side_of(draft.table, attack.target, **owes_nothing))))


def _affect(draft: Draft, actor: str, target: str, effect: str) -> None:
    """Apply a special effect; blindness ends by itself (IM-LM-6), any other by hand."""
    name = actor_name(draft.table, target)
    if effect != BLINDED:
        draft.lay_condition(target, Condition(id=f"lm-{effect}", name=effect))
        draft.note("lm_effect", "IM-LM-6", target=name, effect=effect)
        return
    until = next_in_order(current_fight(draft.table), actor, draft.table)
    other_deck = need_lunch_money(draft.table)
    change_other_deck(draft, replace(other_deck, blinded={**other_deck.blinded, target: until}))
    draft.lay_condition(target, Condition(id=BLINDED_ID, name=BLINDED))
    name_until = actor_name(draft.table, until) if until not in {NEXT_TURN, ANYBODY} else ""
    key = "lm_blinded_until" if name_until else "lm_blinded"
    draft.note(key, "IM-LM-6", target=name, until=name_until)


def after(draft: Draft, command: Command) -> None:
    """Follow changes elsewhere: turns that end a blindness, seats that left, a fight that is over."""
    other_deck = current_other_deck(draft.table)
    if other_deck is None:
        if LM_DECK in draft.table.zones or anybody_blinded(draft.table.actors):
            _clear(draft)
        return
    if other_deck.blinded:
        end_blindness(draft, other_deck)
    _follow_seats(draft)


def _follow_seats(draft: Draft) -> None:
    """Discard the cards of a seat that left, and keep hands as private as the option says."""
    other_deck = need_lunch_money(draft.table)
    for seat in other_deck.seats:
        zone = draft.table.zones.get(lm_hand(seat))
        if seat not in draft.table.seats:
            if zone is not None:
                draft.move(zone.cards, zone.id, LM_DISCARD)
                draft.emit(ZoneGone(zone=zone.id))
        elif zone is not None and zone.sight is not lm_hand_zone(draft.table, seat).sight:
            draft.emit(ZoneSet(zone=lm_hand_zone(draft.table, seat)))
    change_other_deck(
        draft, replace(other_deck, seats=tuple(seat for seat in other_deck.seats if seat in draft.table.seats))
    )


def verify_by_hand(table: Table, command: Command) -> None:
    """Raise Refused for a move by hand that would mix the cards of the two games (IM-LM-7)."""
    match command:
        case MoveCards(cards=cards, target=zone) | AddCards(faces=cards, zone=zone):
            if any(is_lm_card(card) != is_lm_zone(zone) for card in cards):
                raise Refused("lm_mixed", "IM-LM-7")
        case NameCards(cards=cards, faces=faces):
            if any(is_lm_card(card) != is_lm_card(face) for card, face in zip(cards, faces, strict=True)):
                raise Refused("lm_mixed", "IM-LM-7")
        case _:
            pass
