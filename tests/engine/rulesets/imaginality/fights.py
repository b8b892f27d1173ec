"""Helpers for the tests of fights: full hands by suit; blows, shots and hits in one line, with their results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.commands import Command
from engine.core.events import Noted
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.model.table import Table
from engine.rulesets.imaginality.actions.card_play_commands import Draw, Enough, Play
from engine.rulesets.imaginality.combat.attack_commands import Respond, Shoot, Strike
from engine.rulesets.imaginality.damage import Hazard, Inflict
from engine.rulesets.imaginality.procedures import Fight, current_fight
from engine.rulesets.imaginality.turns.turn_commands import Declare, ResolveTurn, StartFight
from tests.engine.rulesets.imaginality.table import GAME, draw, laid, lay, outcome, play
from tests.engine.rulesets.imaginality.table import REVEAL as REVEAL
from tests.engine.rulesets.imaginality.table import SETTLE as SETTLE

SEATS = {"rex": "tom", "sal": "eve", "orc": "gm", "elf": "gm"}
HANDS = {
    "hand:tom": "2S 4S 5S 6S 9S 10S KS",
    "hand:eve": "2H 4H 5H 6H 9H 10H KH",
    "hand:gm": "2C 4C 5C 6C 9C 10C KC",
}


def arena(
    zones: Mapping[str, str] | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    sheets: Mapping[str, Mapping[str, Any]] | None = None,
    tracks: Mapping[str, Mapping[str, int]] | None = None,
) -> Table:
    """Return a table with full hands, so that none is refilled unasked."""
    return laid({**HANDS, **(zones or {})}, options=options, sheets=sheets, tracks=tracks)


def fighting(table: Table, *fighters: str) -> Table:
    """Return the table in a fight whose turn is being resolved; everybody fights if nobody is named."""
    return play(table, StartFight(seat="gm", fighters=fighters or tuple(SEATS)), ResolveTurn(seat="gm"))


def declared(table: Table, **what: str) -> Table:
    """Return the table in a fight in which each has declared, in this order."""
    start = StartFight(seat="gm", fighters=tuple(what))
    return play(
        table,
        start,
        *(Declare(seat=SEATS[actor], actor=actor, what=declaration) for actor, declaration in what.items()),
    )


def lays(side: str, cards: str, seat: str) -> Play:
    """A seat plays cards for a side."""
    return lay(seat, side, *cards.split())


def draws(side: str) -> Draw:
    """The GM draws for a side."""
    return draw("gm", side)


def enough(side: str, seat: str) -> Enough:
    """A seat lays no more for a side."""
    return Enough(seat=seat, side=side)


def answers(response: str, actor: str = "sal") -> Respond:
    """The one attacked answers."""
    return Respond(seat=SEATS[actor], response=response)


def blow(attack: str, response: str, answer: str = "", by: str = "rex", at: str = "sal") -> tuple[Command, ...]:
    """A blow up to its reveal."""
    own = Strike(seat=SEATS[by], actor=by, target=at)
    return (own, lays("actor", attack, SEATS[by]), answers(response, at), *_answer(answer, at), REVEAL)


def shot(attack: str, response: str, answer: str = "", by: str = "rex", at: str = "sal") -> tuple[Command, ...]:
    """A shot up to its reveal."""
    own = Shoot(seat=SEATS[by], actor=by, target=at)
    return (own, lays("actor", attack, SEATS[by]), answers(response, at), *_answer(answer, at), REVEAL)


def _answer(cards: str, at: str) -> tuple[Command, ...]:
    return (lays("opposition", cards, SEATS[at]),) if cards else ()


def hits(weapon: str) -> tuple[Command, ...]:
    """A blow by `rex` at `sal` that goes through, up to its damage."""
    return (*blow("9S", "block", "2H"), Inflict(seat="tom", weapon=weapon))


def shoots_down(weapon: str) -> tuple[Command, ...]:
    """A shot by `rex` at `sal` that goes through, up to its damage."""
    return (*shot("9S", "dodge", "2H"), Inflict(seat="tom", weapon=weapon))


def wounding(card: str, at: str = "sal") -> tuple[Command, ...]:
    """A mishap that deals the value of a GM's card, up to the reveal."""
    hazard = Hazard(seat="gm", target=at, cards=1, what="a fall")
    return (hazard, lays("damage", card, "gm"), enough("resistance", SEATS[at]), REVEAL)


def all_figures(table: Table, *commands: Command) -> Mapping[str, Json]:
    """Return every figure that some commands reckoned; a later one counts."""
    results: dict[str, Json] = {}
    for command in commands:
        result = outcome(table, command)
        results.update(result.results)
        table = result.table
    return results


def log(table: Table, commands: tuple[Command, ...], viewer: str) -> str:
    """Return what a viewer reads of some commands, a line a sentence."""
    lines = []
    for command in commands:
        result = outcome(table, command)
        table = result.table
        lines += [
            say(event.message)
            for event in result.events
            if isinstance(event, Noted) and (event.audience is None or viewer in event.audience)
        ]
    return "\n".join(lines)


def turn(table: Table) -> Fight:
    """Return the fight under way."""
    fight = current_fight(table)
    assert fight is not None, "no fight is under way"
    return fight


def offers(table: Table, seat: str) -> dict[str, bool]:
    """Return what a seat is offered by name, and whether it can be done."""
    return {offer.name: offer.denial is None for offer in GAME.offers(table, seat)}


def states(table: Table, actor: str) -> set[str]:
    """Return what lies on a character, wounds left out: `unconscious`, `dying` …."""
    return {condition.name for condition in table.actors[actor].conditions} - {"wound"}


def wounds(table: Table, actor: str) -> list[int]:
    """Return the points of a character's wounds, each by itself."""
    return [wound.level for wound in table.actors[actor].conditions_named("wound")]
