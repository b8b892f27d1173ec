"""Outside combat: what a card allows in the story, by whichever of three ways the group has chosen (CD-OUT).

Every card has this second use (CD-CORE-4); it simply succeeds, and nothing is rolled (CD-CORE-1, CD-CORE-2).
"""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.leading import need_leader
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.card_the_drawing import facts, people, settings, zones
from engine.rulesets.card_the_drawing import library as shelf
from engine.rulesets.card_the_drawing.procedures import Evening, battle, evening
from engine.rulesets.card_the_drawing.records import Card
from engine.table.cards import face_of
from engine.table.frozen import replace
from engine.table.table import Table

HAND, WHOLE_DECK, ONCE = "hand", "whole_deck", "once_per_scene"


class DrawHand(Request):
    """Draw cards outside combat until the hand is full."""

    RULES = ("CD-OUT-3",)
    actor: ActorId


class UseAbility(Request):
    """Use what a card allows outside combat: it simply succeeds."""

    RULES = ("CD-OUT-1", "CD-OUT-2", "CD-OUT-3")
    actor: ActorId
    card: Annotated[str, Meta(description="a card in hand, where the group plays from a hand")] = ""
    ability: Annotated[str, Meta(description="the id of a card of the deck, where it is not played from a hand")] = ""
    what: Annotated[str, Meta(description="what is done with it, in free words")] = ""


class NewScene(Request):
    """The GM begins a new scene: cards outside combat return to their decks, and everything may be used again."""

    RULES = ("CD-OUT-3",)
    FAR_REACHING = True


def _need_peace(table: Table) -> None:
    if battle(table) is not None:
        raise Refused("drawing_in_battle", "CD-OUT-3")


def _need_own(table: Table, command: DrawHand | UseAbility) -> None:
    _need_peace(table)
    need_leader(table, command, command.actor, "CD-OUT-3", noticed=())


def verify_draw(table: Table, command: DrawHand) -> None:
    """Whoever leads the character, where the group plays from a hand that is not full."""
    _need_own(table, command)
    if settings.word(table, "out_of_combat") != HAND:
        raise Refused("drawing_no_hand", "CD-OUT-3")
    if table.actors[command.actor].secret:  # cards on the table would show everybody that it is there
        raise Refused("drawing_secret_hand", "CD-OUT-3", actor=actor_name(table, command.actor))
    if not people.person_of(table, command.actor).deck:
        raise Refused("drawing_no_deck", "CD-DECK-5", actor=actor_name(table, command.actor))
    if zones.has_cards(table, command.actor) and not _wanting(table, command.actor):
        raise Refused("drawing_hand_full", "CD-OUT-3", actor=actor_name(table, command.actor))


def _wanting(table: Table, actor: str) -> int:
    size = people.person_of(table, actor).stats.intelligence
    return max(0, size - len(zones.hand_cards(table, actor)))


def draw_hand(draft: Draft, command: DrawHand) -> None:
    """Shuffle the deck if that was not done yet, and draw."""
    actor = command.actor
    if not zones.has_cards(draft.table, actor):
        zones.make_zones(draft, actor, fighting=False)
        deck = people.person_of(draft.table, actor).deck
        zones.add_cards(draft, zones.draw_pile(actor), tuple(card for card, n in deck.items() for _ in range(n)))
        draft.shuffle(zones.draw_pile(actor))
    count = _draw(draft, actor, _wanting(draft.table, actor))
    draft.note(
        "drawing_draws",
        "CD-OUT-3",
        audience=facts.told_of(draft.table, actor),
        actor=actor_name(draft.table, actor),
        count=count,
    )


def _draw(draft: Draft, actor: str, count: int) -> int:
    """Draw; an empty pile is shuffled anew, and costs nothing."""
    pile, discards = zones.draw_pile(actor), zones.discard_of(actor)
    drawn = 0
    while drawn < count:
        if not zones.cards_in(draft.table, pile):
            left = zones.cards_in(draft.table, discards)
            if not left:
                break
            draft.move(left, discards, pile, None)
            draft.shuffle(pile)
        draft.move(zones.cards_in(draft.table, pile)[:1], pile, zones.hand_zone(draft.table, actor), None)
        drawn += 1
    return drawn


def verify_use(table: Table, command: UseAbility) -> None:
    """A card that can be used in the way that the group has chosen."""
    _need_own(table, command)
    way = settings.word(table, "out_of_combat")
    if way == HAND:
        hand = zones.hand_zone(table, command.actor) if zones.has_cards(table, command.actor) else ""
        if command.card not in zones.known_cards(table, hand, command.seat):
            raise Refused("drawing_not_in_hand", "CD-OUT-3", actor=actor_name(table, command.actor))
    elif not left_to_use(table, command.actor).get(command.ability):
        raise Refused("drawing_ability", "CD-OUT-3", actor=actor_name(table, command.actor))
    if _card(table, command).out not in shelf.outside():
        raise Refused("drawing_no_ability", "CD-OUT-1", card=_card(table, command).name)


def left_to_use(table: Table, actor: str) -> Counter[str]:
    """Return how often each card of the deck may still be used in this scene where there is no hand, by its id."""
    deck = Counter(people.person_of(table, actor).deck)
    return deck - Counter(evening(table).used.get(actor, ())) if settings.word(table, "out_of_combat") == ONCE else deck


def _card(table: Table, command: UseAbility) -> Card:
    from_hand = settings.word(table, "out_of_combat") == HAND
    return zones.card_of(settings.library(table), command.card if from_hand else command.ability)


def use(draft: Draft, command: UseAbility) -> None:
    """Say what it is; a card of the hand is discarded and another one drawn."""
    actor, card = command.actor, _card(draft.table, command)
    ability, meaning = shelf.outside()[card.out]
    name = actor_name(draft.table, actor)
    draft.note(
        "drawing_uses",
        "CD-OUT-2",
        audience=facts.told_of(draft.table, actor),
        actor=name,
        ability=ability,
        card=card.name,
        meaning=meaning,
        what=command.what,
    )
    way = settings.word(draft.table, "out_of_combat")
    if way == HAND:
        draft.move((command.card,), zones.hand_zone(draft.table, actor), zones.discard_of(actor))
        _draw(draft, actor, min(1, _wanting(draft.table, actor)))
    elif way == ONCE:
        now = evening(draft.table)
        used = (*now.used.get(actor, ()), face_of(command.ability))
        draft.become(replace(now, used={**now.used, actor: used}))


def verify_scene(table: Table, command: NewScene) -> None:
    """The GM, outside combat."""
    need_gm(table, command, "CD-OUT-3")
    _need_peace(table)


def new_scene(draft: Draft, command: NewScene) -> None:
    """Put the cards away."""
    put_away(draft)
    now = evening(draft.table)
    draft.become(Evening(scene=now.scene + 1))
    draft.note("drawing_scene", "CD-OUT-3", scene=now.scene + 1)


def hide_away(draft: Draft, actor: str) -> None:
    """Put the cards of a character away that has become secret."""
    if draft.table.actors[actor].secret and battle(draft.table) is None:
        zones.take_zones(draft, actor)


def put_away(draft: Draft) -> None:
    """Return the cards of the scene to their decks."""
    zones.gather_away(draft)
    for actor in tuple(draft.table.actors):
        zones.take_zones(draft, actor)


MOVES = (
    Move(DrawHand, verify_draw, draw_hand),
    Move(UseAbility, verify_use, use),
    Move(NewScene, verify_scene, new_scene),
)
