"""Tables of Classic d100 fantasy for the tests: Ada is the GM; Tom plays `ana`, Eve plays `bor`; the GM leads `orc`."""

from __future__ import annotations

from collections.abc import Mapping

from engine.play import script as scripts
from engine.play.chance import Seeded
from engine.play.script import ActorLine, Script, SeatLine
from engine.rulesets.registry import game_of
from engine.table.frozen import Json
from engine.table.seats import Role
from engine.table.table import Table
from tests.engine.plays import Plays
from tests.engine.plays import dice as dice

GAME = game_of("classic_fantasy")
PLAYS = Plays(GAME)
outcome, play, refused, notes = PLAYS.outcome, PLAYS.play, PLAYS.refused, PLAYS.notes
WHO = {"ana": "tom", "bor": "eve", "orc": "gm"}
USUAL: Mapping[str, Json] = {
    "species": "Human",
    "rank": 1,
    "age": 30,
    "str": 12,
    "con": 12,
    "siz": 12,
    "dex": 12,
    "int": 13,
    "pow": 12,
    "cha": 12,
    "rations": 3,
}
"""Healing Rate 2; head 5, chest 7, abdomen 6, arms 4, legs 5 hit points (CON + SIZ 24)."""


def laid(
    *,
    sheets: Mapping[str, Mapping[str, Json]] | None = None,
    options: Mapping[str, Json] | None = None,
    tracks: Mapping[str, Mapping[str, int]] | None = None,
    who: Mapping[str, str] = WHO,
) -> Table:
    """Return a table with characters of usual make; `sheets` changes theirs."""
    script = Script(
        ruleset="classic_fantasy",
        seats=(SeatLine(id="gm", name="Ada", role=Role.GM), *(SeatLine(id=s, name=s.title()) for s in ("tom", "eve"))),
        actors=tuple(
            ActorLine(id=actor, seat=seat, name=actor.title(), sheet={**USUAL, **(sheets or {}).get(actor, {})})
            for actor, seat in who.items()
        ),
        options=options or {},
        tracks=tracks or {},
    )
    return scripts.lay(script, GAME, Seeded(1))


def skilled(**values: int) -> Mapping[str, Json]:
    """Return the part of a sheet with these skills: `skilled(Endurance=60, First_Aid=50)`."""
    rows: list[Json] = [{"name": name.replace("_", " "), "total": value} for name, value in values.items()]
    return {"skills": rows}


def hp(table: Table, actor: str, location: str) -> int:
    """Return the hit points of a location."""
    body = table.actors[actor].body
    assert body is not None
    return body.locations[location].level
