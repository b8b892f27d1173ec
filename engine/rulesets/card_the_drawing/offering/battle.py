"""How a battle begins and ends, who is in it, and how it is forced on: the GM's offers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.play.newcomers import openly_there
from engine.play.offers import ALL_SEATS, Ask, AskKind, Offer, ask, checked, denial, offered
from engine.play.words import Message
from engine.rulesets.card_the_drawing import ending, facts, flow, people, settings, starting
from engine.rulesets.card_the_drawing.library import ENVIRONMENT
from engine.rulesets.card_the_drawing.offering.eyes import Eyes, whom
from engine.rulesets.card_the_drawing.procedures import battle
from engine.table.frozen import kept
from engine.table.table import Table

Named = tuple[tuple[str, str], ...]
"""What is chosen among: the id and the name of each."""


def offers(eyes: Eyes) -> Iterator[Offer]:
    """Yield how a battle begins, or how the one that is fought goes on."""
    table, seat = eyes.table, eyes.seat
    if not eyes.gm:
        return
    around = surroundings(table)
    if eyes.battle is None:
        there = tuple(actor.id for actor in eyes.there)
        if len(there) > 1:
            fighters = openly_there(table, usual_fighters(table, there))
            yield _start(seat, there, fighters, around).unless(denial(starting.need_two_sides, table, there, {}))
            sides = {actor: people.side_of(table, actor) for actor in there}
            names = {actor: eyes.name(actor) for actor in there}
            yield _start_sides(seat, there, fighters, around, sides, names)
        return
    if flow.waited_for(table):
        yield checked(table, offered("force_on", flow.ForceOn(seat=seat), at_cost_of=ALL_SEATS), flow.verify_force)
    between = denial(facts.need_between, table)
    outside = tuple(actor for actor in eyes.noticed if actor not in eyes.battle.fighters)
    if outside:
        sides_now = tuple(dict.fromkeys((*_sides(table), people.PARTY, people.OPPOSITION)))
        yield _join(seat, outside, sides_now).unless(between)
    if around:
        yield _more_surroundings(seat, around).unless(between)
    if eyes.battle.fighters:
        yield _leave(seat, tuple(eyes.battle.fighters)).unless(between)
    # It asks nothing and ends everything: no neighbour for what is pressed all the time.
    yield offered("end_battle", ending.EndBattle(seat=seat), seldom=True)


def surroundings(table: Table) -> Named:
    """Return the Environment cards that the group may lay out, with their names (CD-ENV-1)."""
    cards = settings.library(table).cards.values()
    return tuple((card.id, card.name) for card in cards if ENVIRONMENT in card.lists and not card.disabled)


def called_by(named: Named) -> dict[str, Message]:
    """Return what each of them is called."""
    return {id_: Message(key="drawing.named", params={"name": name}) for id_, name in named}


def _around(around: Named, **more: Any) -> Ask:
    ids = tuple(id_ for id_, _ in around)
    return ask("environment", AskKind.CHOICES, ids, most=len(ids), called=called_by(around), **more)


def usual_fighters(table: Table, there: tuple[str, ...]) -> tuple[str, ...]:
    """Return those who would fight as a rule: whoever has a deck, and stands."""
    full = settings.word(table, "health_between_fights") == "full"
    return tuple(
        actor for actor in there if people.person_of(table, actor).deck and (full or people.standing(table, actor))
    )


def _sides(table: Table) -> tuple[str, ...]:
    now = battle(table)
    return tuple(fighter.side for fighter in now.fighters.values()) if now is not None else ()


@kept
def _start(seat: str, there: tuple[str, ...], fighters: tuple[str, ...], around: Named) -> Offer:
    bare = starting.StartBattle(seat=seat, fighters=fighters)
    return offered("start_battle", bare, asks=_asks(there, around))


def _asks(there: tuple[str, ...], around: Named) -> tuple[Ask, ...]:
    return (
        ask("fighters", AskKind.CHOICES, there, least=2, most=len(there)),
        *((_around(around, least=0, optional=True, seldom=True),) if around else ()),
        _override(),
    )


def _override() -> Ask:
    return ask("override", AskKind.FLAG, optional=True, seldom=True)


def _start_sides(
    seat: str,
    there: tuple[str, ...],
    fighters: tuple[str, ...],
    around: Named,
    sides: Mapping[str, str],
    names: Mapping[str, str],
) -> Offer:
    """Return how a battle of other sides than usual begins, such as one of player against player."""
    words = (people.PARTY, people.OPPOSITION)
    asked = tuple(
        Ask(
            field="sides",
            part=actor,
            kind=AskKind.CHOICE,
            label=Message(key="ask.side_of", params={"actor": names[actor]}),
            choices=words,
            own_words=True,
            optional=True,
        )
        for actor in there
    )
    bare = starting.StartBattle(seat=seat, fighters=fighters, sides=sides)
    return offered("start_battle_sides", bare, asks=(*_asks(there, around), *asked))


@kept
def _join(seat: str, outside: tuple[str, ...], sides: tuple[str, ...]) -> Offer:
    asks = (
        *whom(outside, "joins"),
        ask("side", AskKind.CHOICE, sides, optional=True, own_words=True, seldom=True),
        _override(),
    )
    bare = starting.JoinBattle(seat=seat, actor=outside[0])
    return offered("join_battle", bare, asks=asks)


@kept
def _more_surroundings(seat: str, around: Named) -> Offer:
    asked = _around(around, least=1)
    return offered("add_surroundings", starting.AddSurroundings(seat=seat, environment=()), asks=(asked,))


@kept
def _leave(seat: str, actors: tuple[str, ...]) -> Offer:
    return offered("leave_battle", ending.LeaveBattle(seat=seat, actor=actors[0]), asks=whom(actors, "leaves"))
