"""Outside combat: using a card's ability in the story, in one of three ways that the group has chosen (CD-OUT).

Every card has this second use (CD-CORE-4); it simply succeeds, without any roll (CD-CORE-1, CD-CORE-2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Request
from engine.core.draft import Draft
from engine.kit.card_piles import add_cards, draw_cards, known_cards
from engine.kit.control import controller_of, need_controller
from engine.kit.gm_requests import GmRequest
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.cards import face_of
from engine.model.frozen import replace
from engine.model.table import Table
from engine.odds.odds import Odds
from engine.presentation.command_offers import Asks, offer_of
from engine.presentation.offers import Drag, Offer
from engine.rulesets.card_the_drawing import actor_sheet, settings
from engine.rulesets.card_the_drawing.battle import actor_zones, participants
from engine.rulesets.card_the_drawing.battle.battle_procedures import SessionState, current_battle, evening
from engine.rulesets.card_the_drawing.battle.offer_context import OfferContext
from engine.rulesets.card_the_drawing.cards import card_library
from engine.rulesets.card_the_drawing.cards.card_records import Card

HAND, WHOLE_DECK, ONCE = "hand", "whole_deck", "once_per_scene"
MOST_WORDS = 60


class DrawHand(Request):
    """Draw cards outside combat until the hand is full."""

    RULES = ("CD-OUT-3",)
    actor: ActorId

    def verify(self, table: Table) -> None:
        """The character's controller, where the group plays from a hand, and the hand is not full."""
        _need_own(table, self)
        if settings.word(table, "out_of_combat") != HAND:
            raise Refused("drawing_no_hand", "CD-OUT-3")
        if table.actors[self.actor].secret:  # its cards on the table would reveal it
            raise Refused("drawing_secret_hand", "CD-OUT-3", actor=actor_name(table, self.actor))
        if not actor_sheet.actor_sheet_of(table, self.actor).deck:
            raise Refused("drawing_no_deck", "CD-DECK-5", actor=actor_name(table, self.actor))
        if actor_zones.has_cards(table, self.actor) and not _wanting(table, self.actor):
            raise Refused("drawing_hand_full", "CD-OUT-3", actor=actor_name(table, self.actor))

    def decide(self, draft: Draft) -> None:
        """Shuffle the deck if it is not shuffled yet, and draw."""
        actor = self.actor
        if not actor_zones.has_cards(draft.table, actor):
            actor_zones.make_zones(draft, actor, fighting=False)
            deck = actor_sheet.actor_sheet_of(draft.table, actor).deck
            add_cards(
                draft, actor_zones.draw_pile_zone(actor), tuple(card for card, n in deck.items() for _ in range(n))
            )
            draft.shuffle(actor_zones.draw_pile_zone(actor))
        count = _draw(draft, actor, _wanting(draft.table, actor))
        draft.note(
            "drawing_draws",
            "CD-OUT-3",
            audience=participants.audience_for(draft.table, actor),
            actor=actor_name(draft.table, actor),
            count=count,
        )

    def odds(self, table: Table, viewer: str) -> Odds | None:
        """Return the chances of the abilities of each drawn card."""
        return _odds(table, self, viewer)


class UseAbility(Request):
    """Use a card's ability outside combat: it simply succeeds."""

    RULES = ("CD-OUT-1", "CD-OUT-2", "CD-OUT-3")
    actor: ActorId
    card: Annotated[str, Meta(description="a card in hand, where the group plays from a hand")] = ""
    ability: Annotated[str, Meta(description="the id of a card of the deck, where it is not played from a hand")] = ""
    what: Annotated[str, Meta(description="what is done with it, in free words"), Asks(most=MOST_WORDS)] = ""

    def verify(self, table: Table) -> None:
        """A card that can be used in the way that the group has chosen."""
        _need_own(table, self)
        way = settings.word(table, "out_of_combat")
        if way == HAND:
            hand = actor_zones.hand_zone(table, self.actor) if actor_zones.has_cards(table, self.actor) else ""
            if self.card not in known_cards(table, hand, self.seat):
                raise Refused("drawing_not_in_hand", "CD-OUT-3", actor=actor_name(table, self.actor))
        elif not uses_left(table, self.actor).get(self.ability):
            raise Refused("drawing_ability", "CD-OUT-3", actor=actor_name(table, self.actor))
        if _card(table, self).out not in card_library.outside_effects():
            raise Refused("drawing_no_ability", "CD-OUT-1", card=_card(table, self).name)

    def decide(self, draft: Draft) -> None:
        """Log the use; a card of the hand is discarded and another one drawn."""
        actor, card = self.actor, _card(draft.table, self)
        ability, meaning = card_library.outside_effects()[card.out]
        name = actor_name(draft.table, actor)
        draft.note(
            "drawing_uses",
            "CD-OUT-2",
            audience=participants.audience_for(draft.table, actor),
            actor=name,
            ability=ability,
            card=card.name,
            meaning=meaning,
            what=self.what,
        )
        way = settings.word(draft.table, "out_of_combat")
        if way == HAND:
            draft.move((self.card,), actor_zones.hand_zone(draft.table, actor), actor_zones.discard_zone(actor))
            _draw(draft, actor, min(1, _wanting(draft.table, actor)))
        elif way == ONCE:
            session = evening(draft.table)
            used = (*session.used.get(actor, ()), face_of(self.ability))
            draft.replace_procedure(replace(session, used={**session.used, actor: used}))

    def odds(self, table: Table, viewer: str) -> Odds | None:
        """Return the chances of the ability of the card that is drawn afterwards."""
        return _odds(table, self, viewer)


class NewScene(GmRequest):
    """The GM begins a new scene: cards outside combat return to their decks, and everything may be used again."""

    RULES = ("CD-OUT-3",)
    FAR_REACHING = True
    NEEDS = (lambda table, command: _need_peace(table),)

    def decide(self, draft: Draft) -> None:
        """Put the cards away."""
        put_away_cards(draft)
        session = evening(draft.table)
        draft.replace_procedure(SessionState(scene=session.scene + 1))
        draft.note("drawing_scene", "CD-OUT-3", scene=session.scene + 1)


def _odds(table: Table, command: DrawHand | UseAbility, viewer: str) -> Odds | None:
    # Imported here: only odds need it.
    from engine.rulesets.card_the_drawing.draw_odds import odds_outside_combat

    return odds_outside_combat(table, command, command.actor, viewer)


def _need_peace(table: Table) -> None:
    if current_battle(table) is not None:
        raise Refused("drawing_in_battle", "CD-OUT-3")


def _need_own(table: Table, command: DrawHand | UseAbility) -> None:
    _need_peace(table)
    need_controller(table, command, command.actor, "CD-OUT-3", noticed=())


def _wanting(table: Table, actor: str) -> int:
    size = actor_sheet.actor_sheet_of(table, actor).stats.intelligence
    return max(0, size - len(actor_zones.hand_cards(table, actor)))


def _draw(draft: Draft, actor: str, count: int) -> int:
    """Draw; an empty pile is reshuffled without cost."""
    pile, hand = actor_zones.draw_pile_zone(actor), actor_zones.hand_zone(draft.table, actor)
    return len(draw_cards(draft, pile, hand, count, discard=actor_zones.discard_zone(actor)))


def uses_left(table: Table, actor: str) -> Counter[str]:
    """Return how often each card of the deck may still be used in this scene where there is no hand, by its id."""
    deck = Counter(actor_sheet.actor_sheet_of(table, actor).deck)
    return deck - Counter(evening(table).used.get(actor, ())) if settings.word(table, "out_of_combat") == ONCE else deck


def _card(table: Table, command: UseAbility) -> Card:
    from_hand = settings.word(table, "out_of_combat") == HAND
    return actor_zones.card_record_in(settings.library(table), command.card if from_hand else command.ability)


def put_away_secret(draft: Draft, actor: str) -> None:
    """Put away the cards of a character that has become secret."""
    if draft.table.actors[actor].secret and current_battle(draft.table) is None:
        actor_zones.remove_zones(draft, actor)


def put_away_cards(draft: Draft) -> None:
    """Return the cards of the scene to their decks."""
    actor_zones.gather_removed_cards(draft)
    for actor in tuple(draft.table.actors):
        actor_zones.remove_zones(draft, actor)


def offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the offers for the seat's characters in the story (CD-UI-16)."""
    table, seat = context.table, context.seat
    if context.battle is not None:
        return
    if context.gm:
        yield context.offer(NewScene(seat=seat))
    for actor in context.known_actors:
        if controller_of(table, actor.id) != seat or not actor_sheet.actor_sheet_of(table, actor.id).deck:
            continue
        if settings.word(table, "out_of_combat") == HAND:
            yield from _from_hand(context, actor.id)
        else:
            yield from _from_deck(context, actor.id)


def _from_hand(context: OfferContext, actor: str) -> Iterator[Offer]:
    table = context.table
    fallen = not actor_sheet.standing_bodies(table, actor)
    yield offer_of(table, DrawHand(seat=context.seat, actor=actor), rare=fallen)
    if not actor_zones.hand_cards(table, actor):
        return
    hand, library = table.zones[actor_zones.hand_zone(table, actor)], settings.library(table)
    abilities, places = dict[str, Message](), list[str]()
    for number, card in enumerate(hand.cards):
        place, record = f"{hand.id}#{number}", actor_zones.card_record_in(library, card)
        if not context.may_see(hand, card):
            places.append(place)
        elif record.out in card_library.outside_effects():
            places.append(place)
            abilities[place] = _allows(record)
    if places:
        bare = UseAbility(seat=context.seat, actor=actor, card=places[0])
        asks = {"card": Asks("used_card", choices=tuple(places), zone=hand.id, told=abilities, optional=False)}
        drag = Drag(source=hand.id, target=actor_zones.discard_zone(actor))
        yield context.offer(bare, name=f"use_card:{actor}", asks=asks, drag=drag)


def _from_deck(context: OfferContext, actor: str) -> Iterator[Offer]:
    library, outside = settings.library(context.table), card_library.outside_effects()
    records = {card: actor_zones.card_record_in(library, card) for card in uses_left(context.table, actor)}
    abilities = {card: _allows(record) for card, record in records.items() if record.out in outside}
    if abilities:
        bare = UseAbility(seat=context.seat, actor=actor, ability=next(iter(abilities)))
        asks = {"ability": Asks(choices=tuple(abilities), told=abilities, optional=False)}
        yield context.offer(bare, asks=asks)


def _allows(card: Card) -> Message:
    """Return the name of a card's outside effect, and what it allows (CD-OUT-1)."""
    ability, meaning = card_library.outside_effects()[card.out]
    return Message(key="drawing.face.outside_told", params={"ability": ability, "meaning": meaning})
