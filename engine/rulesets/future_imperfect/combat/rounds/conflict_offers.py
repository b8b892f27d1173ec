"""Offers about a conflict: participants, drawing, keeping, the countdown, and the reserve."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.audience import publicly_present
from engine.kit.control import controller_of
from engine.model.frozen import replace
from engine.model.table import Table
from engine.model.zones import Zone
from engine.presentation.choice_offers import choice_offers
from engine.presentation.command_offers import Asks, offer_of
from engine.presentation.offers import Drag, Offer, denial
from engine.rulesets.future_imperfect.actions import preparation_commands
from engine.rulesets.future_imperfect.actions.preparation_commands import (
    AimCard,
    LoseAim,
    PrepareCard,
    SpoilPreparation,
)
from engine.rulesets.future_imperfect.chips.fate_pot import has_chips_for
from engine.rulesets.future_imperfect.combat.available_weapons import AvailableWeapons, available_weapons
from engine.rulesets.future_imperfect.combat.rounds import card_draw_commands, turn_commands
from engine.rulesets.future_imperfect.combat.rounds.conflict_commands import (
    EndConflict,
    JoinConflict,
    LeaveConflict,
    ShareHand,
    StartConflict,
)
from engine.rulesets.future_imperfect.combat.rounds.round_commands import BeginCount, EndRound
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.initiative import (
    action_cards,
    action_decks,
    initiative_countdown,
    initiative_rules,
)
from engine.rulesets.future_imperfect.offer_context import OfferContext
from engine.rulesets.future_imperfect.procedures.conflict_procedure import (
    MASTER,
    Conflict,
    Fighter,
    RoundPhase,
    current_conflict,
)
from engine.rulesets.future_imperfect.settings import flag

_PLANNED = ("what", "need", "trigger", "whole")
"""The fields of the preparation of anything."""
Hands = tuple[tuple[str, Fighter], ...]
"""Hands of cards by their names."""


def offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the offers of a seat for the conflict."""
    table, seat, conflict = context.table, context.seat, context.conflict
    if conflict is None:
        if context.gm:
            there = context.living_first(context.seen) or context.seen
            asked = {"fighters": Asks(choices=there, most=max(1, len(there)))}
            yield offer_of(table, start_of(table, seat, _fighters(context)), asks=asked)
        return
    called = initiative_countdown.called_cards(table)
    own = _own_hands(context, conflict)
    for name, fighter in own:
        if conflict.phase is RoundPhase.DRAW:
            yield from _draw_offers(context, name, fighter)
            if not fighter.drawn:
                yield _open_roll_offer(context, fighter)
        elif name in called or conflict.turns:
            yield from _countdown_offers(context, conflict, name, fighter, name in called)
        yield from _out_of_turn(context, name, fighter)
    if context.gm:
        yield from _gm_round_offers(context, conflict, bool(called))
    on_hold = conflict.phase is RoundPhase.COUNT and not context.gm
    for name, fighter in own:  # every hidden hand has this offer, and hardly any has the card
        rare = not on_hold or name in called or _is_acting(conflict, name)  # others have little else to choose from
        yield from _red_joker_offers(context, name, fighter, seen=False, rare=rare)
    if context.gm:
        yield from _who_fights(context, conflict)


def round_offers(context: OfferContext, conflict: Conflict) -> Iterator[Offer]:
    """Yield the offers of a seat by which a round goes on: to draw, to act on a called card, to call the next one."""
    called = initiative_countdown.called_cards(context.table)
    for name, fighter in _own_hands(context, conflict):
        if conflict.phase is RoundPhase.DRAW:
            yield from _draw_offers(context, name, fighter)
        elif name in called or conflict.turns:
            yield from _card_offers(context, conflict, name, fighter, name in called)
            if name in called and not _is_acting(conflict, name):
                yield _drop_offer(context, fighter)
        if not conflict.turns:
            yield from _red_joker_offers(context, name, fighter, seen=True)
    if context.gm:
        yield from _gm_round_offers(context, conflict, bool(called))


def start_of(table: Table, seat: str, fighters: tuple[str, ...]) -> StartConflict:
    """Return the start of a conflict, whose count goes on by itself if the group wants that."""
    return StartConflict(seat=seat, fighters=fighters, by_itself=flag(table, "count_by_itself"))


def _own_hands(context: OfferContext, conflict: Conflict) -> Hands:
    return tuple(
        (name, fighter)
        for name, fighter in conflict.fighters.items()
        if controller_of(context.table, name) == context.seat and not _is_over(context, conflict, name, fighter)
    )


def _is_over(context: OfferContext, conflict: Conflict, name: str, fighter: Fighter) -> bool:
    """Say whether the leader of a hand is dead, and not acting at this very moment (FI-INIT-12)."""
    if not context.is_over(fighter.members):
        return False
    return name not in conflict.together and all(turn.fighter != name for turn in conflict.turns)


def _fighters(context: OfferContext) -> tuple[str, ...]:
    """Return all able characters of both sides, or the first character if there are none; never secret ones."""
    able = (actor.id for actor in context.there if not character_conditions.incapacity(context.table, actor.id))
    return publicly_present(context.table, able) or (publicly_present(context.table, context.seen) or context.seen)[:1]


def _draw_offers(context: OfferContext, name: str, fighter: Fighter) -> Iterator[Offer]:
    table, seat, actor = context.table, context.seat, fighter.members[0]
    hand = action_cards.hand_name(table, fighter)
    if not fighter.drawn:
        roll = card_draw_commands.RollReflex(seat=seat, actor=actor, at_once=True)
        yield offer_of(table, roll, primary=fighter.side != MASTER, actor=hand)
        yield from _accepted_roll_offer(context, fighter)
        if action_cards.reserved(table, name) is not None:
            yield offer_of(table, card_draw_commands.KeepReserve(seat=seat, actor=actor), actor=hand)
    elif not fighter.kept:
        places, most = keepable(table.zones[fighter.hand], context.viewer), initiative_rules.initiative_tables().kept
        least = min(most, len(places) - 1)  # one of them may be a red joker, which stays besides
        asked = {"cards": Asks(choices=places, zone=fighter.hand, least=least, most=most)}
        keep = card_draw_commands.KeepCards(seat=seat, actor=actor, cards=())
        yield offer_of(None, keep, asks=asked, primary=True, actor=hand, count=most)


def _open_roll_offer(context: OfferContext, fighter: Fighter) -> Offer:
    """Return the offer to open the Reflex roll, so that it can be changed or called off before the dice fall."""
    actor = fighter.members[0]
    roll = card_draw_commands.RollReflex(seat=context.seat, actor=actor)
    hand = action_cards.hand_name(context.table, fighter)
    return offer_of(context.table, roll, name=f"open_reflex_roll:{actor}", rare=True, actor=hand)


def _accepted_roll_offer(context: OfferContext, fighter: Fighter) -> Iterator[Offer]:
    """Yield the offer to roll Reflex and to accept the roll as it falls, if a chip could improve it."""
    table, actor = context.table, fighter.members[0]
    if has_chips_for(table, action_cards.hand_leader(table, fighter)):
        roll = card_draw_commands.RollReflex(seat=context.seat, actor=actor, at_once=True, accepts=True)
        hand = action_cards.hand_name(table, fighter)
        yield offer_of(table, roll, name=f"roll_reflex_and_accept:{actor}", rare=True, actor=hand)


def keepable(zone: Zone, viewer: str) -> tuple[str, ...]:
    """Return the positions of the cards in a hand that may be chosen, without a red joker that the viewer sees."""
    return tuple(
        f"{zone.id}#{place}"
        for place, card in enumerate(zone.cards)
        if not (action_decks.is_red(card) and zone.may_see(card, viewer))
    )


def maybe_red(zone: Zone, viewer: str) -> tuple[str, ...]:
    """Return the positions of the cards in a hand that may be a red joker, as far as the viewer knows."""
    return tuple(
        [
            f"{zone.id}#{place}"
            for place, card in enumerate(zone.cards)
            if action_decks.is_red(card) or not zone.may_see(card, viewer)
        ]
    )


def _countdown_offers(
    context: OfferContext, conflict: Conflict, name: str, fighter: Fighter, called: bool
) -> Iterator[Offer]:
    if not called or _is_acting(conflict, name):
        yield from _card_offers(context, conflict, name, fighter, called)
        return
    table, seat, lead = context.table, context.seat, context.lead(fighter)
    hand = action_cards.hand_name(table, fighter)
    arms = available_weapons(table, table.actors[lead]) if context.reads(lead) else AvailableWeapons()
    prepares = _has_only_unready_guns(fighter, arms)
    for offer in _card_offers(context, conflict, name, fighter, called):
        yield replace(offer, primary=offer.primary and not prepares)
    targets = tuple(other for other in context.foes_first(lead) if other not in fighter.members)
    aims = {"target": targets, "weapon": arms.aimed}
    yield from choice_offers(AimCard, seat, aims, {"actor": lead}, table=table, actor=hand)
    yield from _preparing(context, lead, hand, fighter, arms, targets)
    yield _drop_offer(context, fighter)


def _has_only_unready_guns(fighter: Fighter, arms: AvailableWeapons) -> bool:
    """Say whether every gun of a character still needs cards laid aside: to act now would waste the card (FI-ACT-4)."""
    paid = fighter.preparation.paid if fighter.preparation is not None else 0
    needed = [arms.by_name[gun].cards(harness=True) for gun in arms.guns]
    return bool(needed) and all(initiative_rules.preparation_left(cards, paid) > 0 for cards in needed)


def _drop_offer(context: OfferContext, fighter: Fighter) -> Offer:
    drop = turn_commands.DropCard(seat=context.seat, actor=fighter.members[0])
    return offer_of(context.table, drop, actor=action_cards.hand_name(context.table, fighter))


def _card_offers(
    context: OfferContext, conflict: Conflict, name: str, fighter: Fighter, called: bool
) -> Iterator[Offer]:
    """Yield the offers to end a turn, or to play a called card or to keep it in reserve."""
    table, seat, actor = context.table, context.seat, fighter.members[0]
    hand = action_cards.hand_name(table, fighter)
    if _is_acting(conflict, name):
        yield offer_of(
            None, turn_commands.EndTurn(seat=seat, actor=actor), primary=conflict.turns[-1].acted, actor=hand
        )
    elif called:
        to_discard = Drag(source=fighter.hand, target=action_decks.discard_zone(fighter.side))
        yield offer_of(table, turn_commands.PlayCard(seat=seat, actor=actor), drag=to_discard, primary=True, actor=hand)
        to_reserve = Drag(source=fighter.hand, target=action_cards.reserve_zone(name))
        yield offer_of(table, turn_commands.ReserveCard(seat=seat, actor=actor), drag=to_reserve, actor=hand)


def _is_acting(conflict: Conflict, name: str) -> bool:
    return bool(conflict.turns) and conflict.turns[-1].fighter == name


def _preparing(
    context: OfferContext, lead: str, who: str, fighter: Fighter, arms: AvailableWeapons, targets: tuple[str, ...]
) -> Iterator[Offer]:
    """Yield laying a card aside: for a preparation in progress, a slow weapon, anything (FI-ACT-4, FI-AIM-13)."""
    table, seat, plan = context.table, context.seat, fighter.preparation
    card, primary = PrepareCard(seat=seat, actor=lead), _has_only_unready_guns(fighter, arms)
    if plan is not None:
        aims = fighter.aim is None and preparation_commands.always_aimed(table, lead, plan.what) is not None
        whom = targets if aims and context.reads(lead) else ()
        fields = ("target",) if whom else ()
        name = f"prepare_on:{lead}"
        yield offer_of(table, card, name=name, fields=fields, asks={"target": whom}, primary=primary, actor=who)
        return
    slow = tuple(name for name, weapon in arms.by_name.items() if weapon.speed > 1)
    aimed = tuple(name for name in slow if preparation_commands.always_aimed(table, lead, name) is not None)
    still = tuple(name for name in slow if name not in aimed)
    for key, weapons, whom in (("prepare_weapon", still, ()), ("prepare_and_aim", aimed, targets)):
        if weapons and (whom or weapons is still):
            asked = {"what": Asks("weapon", choices=weapons, optional=False)} if len(weapons) > 1 else {}
            asked |= {"target": Asks(choices=whom, optional=False)} if whom else {}
            yield offer_of(
                table,
                replace(card, what=weapons[0], target=whom[0] if whom else ""),
                name=f"{key}:{lead}",
                asks=asked,
                fields=tuple(asked),
                primary=primary,
                actor=who,
                weapon=weapons[0] if len(weapons) == 1 else None,
            )
    need = Asks(least=2, most=20, optional=False)
    yield offer_of(table, card, fields=_PLANNED, asks={"need": need}, actor=who)


def _out_of_turn(context: OfferContext, name: str, fighter: Fighter) -> Iterator[Offer]:
    seat, actor, hand = context.seat, fighter.members[0], action_cards.hand_name(context.table, fighter)
    yield from _at_any_moment(context, name, fighter)
    if fighter.aim is not None:
        yield offer_of(None, LoseAim(seat=seat, actor=actor), actor=hand)
    if fighter.preparation is not None:
        yield offer_of(None, SpoilPreparation(seat=seat, actor=actor), name=f"spoil:{actor}", actor=hand)


def interrupters(table: Table, seat: str) -> Hands:
    """Return the hands of a seat that may interrupt a declared action before its dice fall."""
    conflict = current_conflict(table)
    if conflict is None or turn_commands.declared(table) is None:
        return ()
    acts = conflict.turns[-1].fighter
    return tuple([(n, f) for n, f in conflict.fighters.items() if n != acts and controller_of(table, n) == seat])


def interrupts(context: OfferContext, hands: Hands) -> Iterator[Offer]:
    """Yield the interruptions of a declared attack (FI-RES-4)."""
    for name, fighter in hands:
        yield from _at_any_moment(context, name, fighter)


def perhaps_interrupts(context: OfferContext, hands: Hands) -> Iterator[Offer]:
    """Yield interruptions with red jokers that may be in hands hidden from the viewer."""
    for name, fighter in hands:
        yield from _red_joker_offers(context, name, fighter, seen=False)


def _at_any_moment(context: OfferContext, name: str, fighter: Fighter) -> Iterator[Offer]:
    """Yield acting with the reserve, and with a red joker that the viewer sees (FI-RES-3, FI-JOKER-2)."""
    table, actor, plan, conflict = context.table, fighter.members[0], fighter.preparation, context.conflict
    if action_cards.reserved(table, name) is not None:
        # Only an action with a trigger may go without a contest, and a contest needs an acting character.
        waits = plan is not None and bool(plan.trigger) and conflict is not None and bool(conflict.turns)
        yield offer_of(
            table,
            turn_commands.PlayReserve(seat=context.seat, actor=actor),
            fields=("on_trigger",) if waits else (),
            drag=Drag(source=action_cards.reserve_zone(name), target=action_decks.discard_zone(fighter.side)),
            actor=action_cards.hand_name(table, fighter),
        )
    yield from _red_joker_offers(context, name, fighter, seen=True)


def _red_joker_offers(
    context: OfferContext, name: str, fighter: Fighter, *, seen: bool, rare: bool = False
) -> Iterator[Offer]:
    table, actor, zone = context.table, fighter.members[0], context.table.zones[fighter.hand]
    if not fighter.kept or not zone.cards:
        return
    jokers = action_decks.red_jokers(zone.cards)
    sees = bool(jokers) and any(zone.may_see(card, context.viewer) for card in jokers)
    reds = maybe_red(zone, context.viewer) if sees is seen else ()
    if reds:
        yield offer_of(
            None,
            turn_commands.PlayRedJoker(seat=context.seat, actor=actor, card=""),
            name=f"play_red:{actor}",
            rare=rare,
            asks={"card": Asks(choices=reds, zone=zone.id)},
            drag=Drag(source=zone.id, target=action_decks.discard_zone(fighter.side)),
            actor=action_cards.hand_name(table, fighter),
        ).unless(denial(turn_commands.need_out_of_turn, table, actor))


def _gm_round_offers(context: OfferContext, conflict: Conflict, called: bool) -> Iterator[Offer]:
    table, seat = context.table, context.seat
    if conflict.phase is RoundPhase.DRAW:
        yield from _while_drawing(context, conflict)
    else:
        end_round = offer_of(table, EndRound(seat=seat), primary=True)
        goes_on = not called and not conflict.turns and end_round.denial is not None
        call, to_card = (initiative_countdown.CallStep(seat=seat, to_card=to_card) for to_card in (False, True))
        why = denial(call.verify, table)  # of both
        yield offer_of(None, call, primary=goes_on).unless(why)
        yield offer_of(None, to_card, name="call_to_card", primary=goes_on).unless(why)
        yield end_round


def _who_fights(context: OfferContext, conflict: Conflict) -> Iterator[Offer]:
    """Yield joining, leaving and the end of the conflict; rare offers come last."""
    table, seat, fighting = context.table, context.seat, context.fighting
    others = context.living_first(other for other in context.seen if other not in fighting)
    if others:
        yield from choice_offers(JoinConflict, seat, {"actor": Asks("joins", choices=others)})
    members = tuple([actor for fighter in conflict.fighters.values() for actor in fighter.members])
    who = {"actor": Asks("leaves", choices=members)}
    why = denial(action_cards.need_free, table)  # of both
    for leaving in choice_offers(LeaveConflict, seat, who, at_cost_of=seat, rare=True):
        yield leaving.unless(why)
    yield offer_of(None, EndConflict(seat=seat), at_cost_of=seat, rare=True).unless(why)


def _while_drawing(context: OfferContext, conflict: Conflict) -> Iterator[Offer]:
    table, seat = context.table, context.seat
    without_cards = [fighter for fighter in conflict.fighters.values() if not fighter.kept]
    extras = [fighter for fighter in without_cards if fighter.side == MASTER]
    yield offer_of(table, card_draw_commands.RollForExtras(seat=seat), primary=bool(extras))
    yield offer_of(table, BeginCount(seat=seat), primary=not without_cards)
    open_to = [f for f in conflict.fighters.values() if not f.drawn or f.why == character_conditions.SURPRISED]
    may_be = context.living_first(actor for fighter in open_to for actor in fighter.members)
    who = {"actor": Asks("surprised", choices=may_be)}
    yield from choice_offers(card_draw_commands.CheckSurprise, seat, who, table=table)
    shared = tuple(f.members[0] for f in extras if not f.drawn)
    if len(shared) > 1:
        yield offer_of(None, ShareHand(seat=seat, actors=_same_extras(context, shared)), asks={"actors": shared})


def _same_extras(context: OfferContext, actors: tuple[str, ...]) -> tuple[str, ...]:
    """Return the first of several extras with the same record, as far as the viewer knows."""
    records = [(actor, context.table.actors[actor].sheet) for actor in actors if context.reads(actor)]
    for _, record in records:
        same = tuple(actor for actor, other in records if other == record)
        if len(same) > 1:
            return same
    return ()
