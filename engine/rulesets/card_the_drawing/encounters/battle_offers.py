"""The GM's offers to begin and end a battle, to change who is in it, and to force it on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.core.audience import publicly_present
from engine.core.memo import memo
from engine.messages.message import Message
from engine.model.table import Table
from engine.presentation.offers import (
    ALL_SEATS,
    Offer,
    Question,
    QuestionKind,
    denial,
    make_offer,
    question,
    with_denial,
)
from engine.rulesets.card_the_drawing import actor_sheet, settings
from engine.rulesets.card_the_drawing.battle import battle_end, participants, phase_flow
from engine.rulesets.card_the_drawing.battle.battle_procedures import current_battle
from engine.rulesets.card_the_drawing.battle.offer_context import OfferContext, actor_question
from engine.rulesets.card_the_drawing.cards.card_library import ENVIRONMENT
from engine.rulesets.card_the_drawing.encounters import battle_start

NamedChoices = tuple[tuple[str, str], ...]
"""The ids and names of choices."""


def offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the offers to begin a battle, or to steer the one in progress."""
    table, seat = context.table, context.seat
    if not context.gm:
        return
    around = available_surroundings(table)
    if context.battle is None:
        there = tuple(actor.id for actor in context.known_actors)
        if len(there) > 1:
            fighters = publicly_present(table, usual_fighters(table, there))
            yield _start(seat, there, fighters, around).unless(denial(battle_start.need_two_sides, table, there, {}))
            sides = {actor: actor_sheet.side_of(table, actor) for actor in there}
            names = {actor: context.name(actor) for actor in there}
            yield _start_sides(seat, there, fighters, around, sides, names)
        return
    if phase_flow.unfinished_actors(table):
        yield with_denial(table, make_offer("force_on", phase_flow.ForceOn(seat=seat), at_cost_of=ALL_SEATS))
    between = denial(participants.need_no_resolution, table)
    outside = tuple(actor for actor in context.noticed_actors if actor not in context.battle.fighters)
    if outside:
        sides_now = tuple(dict.fromkeys((*_sides(table), actor_sheet.PARTY, actor_sheet.OPPOSITION)))
        yield _join(seat, outside, sides_now).unless(between)
    if around:
        yield _more_surroundings(seat, around).unless(between)
    if context.battle.fighters:
        yield _leave(seat, tuple(context.battle.fighters)).unless(between)
    # It ends the battle without a question: keep it away from buttons that are used all the time.
    yield make_offer("end_battle", battle_end.EndBattle(seat=seat), rare=True)


def available_surroundings(table: Table) -> NamedChoices:
    """Return the Environment cards that the group can put into play, with their names (CD-ENV-1)."""
    cards = settings.library(table).cards.values()
    return tuple((card.id, card.name) for card in cards if ENVIRONMENT in card.lists and not card.disabled)


def choice_labels(named: NamedChoices) -> dict[str, Message]:
    """Return the label of each choice."""
    return {id_: Message(key="drawing.named", params={"name": name}) for id_, name in named}


def _around(around: NamedChoices, **more: Any) -> Question:
    ids = tuple(id_ for id_, _ in around)
    return question("environment", QuestionKind.CHOICES, ids, most=len(ids), called=choice_labels(around), **more)


def usual_fighters(table: Table, there: tuple[str, ...]) -> tuple[str, ...]:
    """Return the default fighters: all undefeated actors with a deck."""
    full = settings.word(table, "health_between_fights") == "full"
    return tuple(
        actor
        for actor in there
        if actor_sheet.actor_sheet_of(table, actor).deck and (full or actor_sheet.standing_bodies(table, actor))
    )


def _sides(table: Table) -> tuple[str, ...]:
    battle = current_battle(table)
    return tuple(fighter.side for fighter in battle.fighters.values()) if battle is not None else ()


@memo
def _start(seat: str, there: tuple[str, ...], fighters: tuple[str, ...], around: NamedChoices) -> Offer:
    bare = battle_start.StartBattle(seat=seat, fighters=fighters)
    return make_offer("start_battle", bare, questions=_asks(there, around))


def _asks(there: tuple[str, ...], around: NamedChoices) -> tuple[Question, ...]:
    return (
        question("fighters", QuestionKind.CHOICES, there, least=2, most=len(there)),
        *((_around(around, least=0, optional=True, rare=True),) if around else ()),
        _override(),
    )


def _override() -> Question:
    return question("override", QuestionKind.FLAG, optional=True, rare=True)


def _start_sides(
    seat: str,
    there: tuple[str, ...],
    fighters: tuple[str, ...],
    around: NamedChoices,
    sides: Mapping[str, str],
    names: Mapping[str, str],
) -> Offer:
    """Return the offer of a battle with unusual sides, such as player against player."""
    words = (actor_sheet.PARTY, actor_sheet.OPPOSITION)
    asked = tuple(
        Question(
            field="sides",
            part=actor,
            kind=QuestionKind.CHOICE,
            label=Message(key="ask.side_of", params={"actor": names[actor]}),
            choices=words,
            own_words=True,
            optional=True,
        )
        for actor in there
    )
    bare = battle_start.StartBattle(seat=seat, fighters=fighters, sides=sides)
    return make_offer("start_battle_sides", bare, questions=(*_asks(there, around), *asked))


@memo
def _join(seat: str, outside: tuple[str, ...], sides: tuple[str, ...]) -> Offer:
    asks = (
        *actor_question(outside, "joins"),
        question("side", QuestionKind.CHOICE, sides, optional=True, own_words=True, rare=True),
        _override(),
    )
    bare = battle_start.JoinBattle(seat=seat, actor=outside[0])
    return make_offer("join_battle", bare, questions=asks)


@memo
def _more_surroundings(seat: str, around: NamedChoices) -> Offer:
    asked = _around(around, least=1)
    return make_offer("add_surroundings", battle_start.AddSurroundings(seat=seat, environment=()), questions=(asked,))


@memo
def _leave(seat: str, actors: tuple[str, ...]) -> Offer:
    return make_offer(
        "leave_battle", battle_end.LeaveBattle(seat=seat, actor=actors[0]), questions=actor_question(actors, "leaves")
    )
