"""Tables of Classic d100 fantasy with stacked dice, for tests of rolls and harm.

Who sits there: Ada is the GM and leads `orc`; Tom plays `bran`, Eve plays `mira`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.play import script as scripts
from engine.play.chance import Chance, Scripted, Seeded
from engine.play.commands import Command
from engine.play.game import Outcome
from engine.play.refusal import Refused
from engine.play.script import ActorLine, Script, SeatLine
from engine.rulesets.classic_fantasy.procedures.wounding import Wounding, wounding
from engine.rulesets.registry import game_of
from engine.table.frozen import Json
from engine.table.seats import Role
from engine.table.table import Table

GAME = game_of("classic_fantasy")
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


def dice(**faces: Sequence[int]) -> Chance:
    """Return chance whose dice fall as written: `dice(d100=[34, 40])`."""
    return Scripted(faces, Seeded(1))


def outcome(table: Table, command: Command, chance: Chance | None = None) -> Outcome:
    """Return what comes of a command."""
    return GAME.apply(table, command, chance or Seeded(1))


def play(table: Table, *commands: Command, chance: Chance | None = None) -> Table:
    """Return the table after some commands."""
    chance = chance or Seeded(1)
    for command in commands:
        table = outcome(table, command, chance).table
    return table


def refused(table: Table, command: Command) -> Refused:
    """Return why a command is refused; fails if it is not."""
    found = GAME.refusal(table, command)
    assert found is not None, f"{command} was let through"
    return found


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
