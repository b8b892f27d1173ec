"""How a battle begins, and who joins it (CD-ROUND-2, CD-ROUND-3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.events import ZoneSet
from engine.play.leading import need_known
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.options import word_of_tag
from engine.play.refusal import Refused
from engine.play.words import Message, say
from engine.rulesets.card_the_drawing import facts, outside, people, settings, zones
from engine.rulesets.card_the_drawing.drawing import begin_round, gain_and_draw_for
from engine.rulesets.card_the_drawing.library import ENVIRONMENT
from engine.rulesets.card_the_drawing.procedures import Battle, Combatant, Phase, battle, evening
from engine.rulesets.card_the_drawing.reacting import by_itself
from engine.rulesets.card_the_drawing.scene import NOBODY
from engine.table.frozen import Json, replace
from engine.table.table import Table
from engine.table.zones import Zone

Override = Annotated[bool, Meta(description="let in decks that are not legal: the GM says so")]


class StartBattle(Request):
    """The GM begins a battle with its surroundings; everybody shuffles their deck."""

    RULES = ("CD-ROUND-1", "CD-ROUND-2", "CD-ENV-1", "CD-DECK-5", "CD-DECK-6", "CD-AUTO-1")
    fighters: Annotated[tuple[str, ...], Meta(description="the characters, mobs and bosses that take part")]
    sides: Annotated[
        Mapping[str, str], Meta(description="whose side each is on, where it is not `party` or, the GM's, `opposition`")
    ] = {}
    environment: Annotated[tuple[str, ...], Meta(description="Environment cards, by their ids in the library")] = ()
    override: Override = False


class JoinBattle(Request):
    """The GM lets somebody join; the next Drawing phase is their first, or this one while it lasts."""

    RULES = ("CD-ROUND-3",)
    actor: ActorId
    side: Annotated[str, Meta(description="empty for the usual one")] = ""
    override: Override = False


class AddSurroundings(Request):
    """The GM adds an Environment card to a battle that has begun."""

    RULES = ("CD-ENV-1", "CD-ENV-3")
    environment: Annotated[tuple[str, ...], Meta(description="Environment cards, by their ids in the library")]


# ---- who may ---------------------------------------------------------------------------------------------------------


def verify_start(table: Table, command: StartBattle) -> None:
    """The GM; at least two sides that stand, with decks that are legal."""
    need_gm(table, command, "CD-ROUND-1")
    if battle(table) is not None:
        raise Refused("drawing_battle_runs", "CD-ROUND-1")
    if not command.fighters or len(set(command.fighters)) != len(command.fighters):
        raise Refused("drawing_name_fighters", "CD-ROUND-2")
    for actor in command.fighters:
        need_known(table, command.seat, actor, ())
    need_two_sides(table, command.fighters, command.sides)
    for actor in command.fighters if not command.override else ():
        need_legal(table, actor)
    _need_environment(table, command.environment)


def need_two_sides(table: Table, fighters: Iterable[str], sides: Mapping[str, str]) -> None:
    """Raise Refused unless those who can stand are of two sides at the least (CD-ROUND-4)."""
    full = settings.word(table, "health_between_fights") == "full"
    up = [actor for actor in fighters if full or people.standing(table, actor)]
    if len({sides.get(actor) or people.side_of(table, actor) for actor in up}) < 2:
        raise Refused("drawing_two_sides", "CD-ROUND-4")


def need_legal(table: Table, actor: str) -> None:
    """Raise Refused for a deck that may not enter combat (CD-DECK-5, CD-DECK-6)."""
    name = actor_name(table, actor)
    for unknown in people.person_of(table, actor).unknown:
        why = say(Message(key="drawing.deck.unknown", params={"name": unknown}))
        raise Refused("drawing_deck", "CD-DECK-3", actor=name, why=why)
    for flaw in people.flaws(table, actor):
        if not flaw.warning:
            raise Refused("drawing_deck", flaw.rule, "CD-DECK-6", actor=name, why=say(flaw.words))


def _need_environment(table: Table, named: tuple[str, ...]) -> None:
    known = settings.library(table).cards
    for card in named:
        if card not in known or ENVIRONMENT not in known[card].lists or known[card].disabled:
            raise Refused("drawing_no_environment", "CD-ENV-1", card=card[:60])


# ---- beginning -------------------------------------------------------------------------------------------------------


def start(draft: Draft, command: StartBattle) -> None:
    """Begin."""
    begin(draft, command, {})


def begin(draft: Draft, command: StartBattle, adrenaline: Mapping[str, int]) -> None:
    """Lay out the surroundings, let everybody in, and begin the first round.

    Args:
        draft: what is being decided.
        command: who fights, and where.
        adrenaline: what some begin with, though everybody else has none (CD-UI-25).
    """
    outside.put_away(draft)
    draft.become(replace(evening(draft.table), ended="", victor="", fought=()))
    draft.begin(Battle())
    draft.emit(ZoneSet(zone=Zone(id=zones.SURROUNDINGS, passing=True)))
    names = [actor_name(draft.table, actor) for actor in command.fighters]
    draft.note("drawing_starts", "CD-ROUND-2", reckoning=options_told(draft.table), fighters=names)
    lay_surroundings(draft, command.environment)
    for actor in command.fighters:
        let_in(draft, actor, command.sides.get(actor) or people.side_of(draft.table, actor))
        if adrenaline.get(actor):
            facts.set_adrenaline(draft, actor, adrenaline[actor])
    begin_round(draft)


def options_told(table: Table) -> tuple[Message, ...]:
    """Return the options that are not as the catalogue has them (CD-UI-27)."""
    return tuple(
        Message(key="drawing.option", params={"option": spec.label, "value": _value(name, table.option(name))})
        for name, spec in settings.option_specs().items()
        if table.option(name) != spec.default
    )


def _value(name: str, value: Json) -> Json:
    return word_of_tag(name, value) if isinstance(value, str) else value


def lay_surroundings(draft: Draft, named: tuple[str, ...]) -> None:
    """Put Environment cards into play (CD-ENV-1)."""
    library = settings.library(draft.table)
    for card in zones.add_cards(draft, zones.SURROUNDINGS, named):
        _owned_by(draft, NOBODY, (card,))
        facts.to_field(draft, card, NOBODY, permanent=True)
        draft.note("drawing_surroundings", "CD-ENV-1", card=zones.card_of(library, card).name)
        by_itself(draft, card, "enter")


def let_in(draft: Draft, actor: str, side: str) -> None:
    """Set an actor up: the whole deck shuffled, no Adrenaline, automatic cards in play (CD-ROUND-2, CD-AUTO-3)."""
    if settings.word(draft.table, "health_between_fights") == "full":
        for body in people.bodies_of(draft.table, actor):
            facts.set_health(draft, body.id, body.most)
    if not settings.flag(draft.table, "adrenaline_carry"):
        facts.set_adrenaline(draft, actor, 0)
    zones.make_zones(draft, actor, fighting=True)
    now = facts.need_battle(draft.table)
    facts.alter(draft, fighters={**now.fighters, actor: Combatant(side=side)})
    person = people.person_of(draft.table, actor)
    pile = zones.draw_pile(actor)
    _owned_by(draft, actor, zones.add_cards(draft, pile, faces_of(person.deck)))
    draft.shuffle(pile)
    library = settings.library(draft.table)
    for card in zones.add_cards(draft, zones.field_of(actor), person.automatic):
        _owned_by(draft, actor, (card,))
        facts.to_field(draft, card, actor, permanent=True)
        name = zones.card_of(library, card).name
        draft.note("drawing_automatic", "CD-AUTO-1", actor=actor_name(draft.table, actor), card=name)
        by_itself(draft, card, "enter")


def faces_of(deck: Mapping[str, int]) -> tuple[str, ...]:
    """Return the cards of a deck one by one."""
    return tuple(card for card, count in deck.items() for _ in range(count))


def _owned_by(draft: Draft, actor: str, cards: tuple[str, ...]) -> None:
    now = facts.need_battle(draft.table)
    facts.alter(draft, owners={**now.owners, **dict.fromkeys(cards, actor)})


# ---- joining ---------------------------------------------------------------------------------------------------------


def verify_join(table: Table, command: JoinBattle) -> None:
    """The GM, while no card is carried out."""
    now = facts.need_master(table, command, "CD-ROUND-3")
    need_known(table, command.seat, command.actor, ())
    if command.actor in now.fighters:
        raise Refused("drawing_joined", "CD-ROUND-3", actor=actor_name(table, command.actor))
    facts.need_between(table)
    if not command.override:
        need_legal(table, command.actor)


def join(draft: Draft, command: JoinBattle) -> None:
    """Let in; whoever comes while cards are planned or played waits for the next round."""
    actor = command.actor
    let_in(draft, actor, command.side or people.side_of(draft.table, actor))
    draft.note("drawing_joins", "CD-ROUND-3", actor=actor_name(draft.table, actor))
    now = facts.need_battle(draft.table)
    if now.phase is not Phase.DRAWING:
        facts.become(draft, actor, ready=True)
    elif not now.moment and people.standing(draft.table, actor):
        gain_and_draw_for(draft, actor)


def verify_surroundings(table: Table, command: AddSurroundings) -> None:
    """The GM."""
    facts.need_master(table, command, "CD-ENV-1")
    facts.need_between(table)
    if not command.environment:
        raise Refused("drawing_no_environment", "CD-ENV-1", card="")
    _need_environment(table, command.environment)


def add_surroundings(draft: Draft, command: AddSurroundings) -> None:
    """Add them."""
    lay_surroundings(draft, command.environment)


MOVES = (
    Move(StartBattle, verify_start, start),
    Move(JoinBattle, verify_join, join),
    Move(AddSurroundings, verify_surroundings, add_surroundings),
)
