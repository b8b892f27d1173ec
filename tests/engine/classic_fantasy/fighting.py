"""Tables of Classic d100 fantasy with stacked dice, for tests of rolls and harm.

Who sits there: Ada is the GM and leads `orc`; Tom plays `bran`, Eve plays `mira`.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.play import script as scripts
from engine.play.chance import Seeded
from engine.play.script import ActorLine, Script, SeatLine
from engine.rulesets.classic_fantasy.procedures.wounding import Wounding, wounding
from engine.rulesets.registry import game_of
from engine.table.frozen import Json
from engine.table.seats import Role
from engine.table.table import Table
from tests.engine.plays import Plays
from tests.engine.plays import dice as dice

GAME = game_of("classic_fantasy")
PLAYS = Plays(GAME)
outcome, play, refused = PLAYS.outcome, PLAYS.play, PLAYS.refused
WHO = {"bran": "tom", "mira": "eve", "orc": "gm"}
# CON 10 and SIZ 13 make HR 2, a head and legs of 5 and a chest of 7; STR 12 and SIZ 13 have no Damage Modifier.
USUAL: Mapping[str, Json] = {
    "species": "Dwarf",
    "str": 12,
    "con": 10,
    "siz": 13,
    "dex": 12,
    "int": 12,
    "pow": 12,
    "cha": 10,
    "skills": [
        {"name": "Combat Skill (class)", "total": 60},
        {"name": "Endurance", "total": 52},
        {"name": "Perception", "total": 64},
        {"name": "Evade", "total": 50},
        {"name": "Athletics", "total": 48},
        {"name": "Brawn", "total": 48},
    ],
    "weapons": [{"name": "sword", "damage": "1d8", "size": "Medium"}, {"name": "shield", "size": "Large"}],
}


def laid(
    *,
    sheets: Mapping[str, Mapping[str, Json]] | None = None,
    options: Mapping[str, Json] | None = None,
    tracks: Mapping[str, Mapping[str, int]] | None = None,
) -> Table:
    """Return a table with characters of usual make; `sheets` changes theirs."""
    script = Script(
        ruleset="classic_fantasy",
        seats=(SeatLine(id="gm", name="Ada", role=Role.GM), *(SeatLine(id=s, name=s.title()) for s in ("tom", "eve"))),
        actors=tuple(
            ActorLine(id=actor, seat=seat, name=actor.title(), sheet={**USUAL, **(sheets or {}).get(actor, {})})
            for actor, seat in WHO.items()
        ),
        options=options or {},
        tracks={actor: {"Luck": 0, **(tracks or {}).get(actor, {})} for actor in WHO},
    )
    return scripts.lay(script, GAME, Seeded(1))


def harm(table: Table) -> Wounding:
    """Return the harm under way."""
    found = wounding(table)
    assert found is not None
    return found


def hp(table: Table, actor: str, location: str) -> int:
    """Return the hit points of a location."""
    body = table.actors[actor].body
    assert body is not None
    return body.locations[location].level


def states(table: Table, actor: str) -> dict[str, int | None]:
    """Return the states of a character with their ends."""
    return {held.name: held.until for held in table.actors[actor].conditions}


def names(table: Table, seat: str, *, denied: bool = False) -> dict[str, str]:
    """Return the offers of a seat by name, with why they are denied; those that are not denied alone, if not asked."""
    found = GAME.offers(table, seat)
    return {o.name: o.denial.message.key if o.denial else "" for o in found if denied or o.denial is None}
