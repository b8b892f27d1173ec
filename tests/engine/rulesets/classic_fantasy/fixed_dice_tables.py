"""Tables of Classic d100 fantasy with fixed dice, for tests of rolls and damage.

Ada is the GM and plays `orc`; Tom plays `bran`, Eve plays `mira`.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.model.frozen import Json
from engine.model.table import Table
from engine.rulesets.classic_fantasy.damage.damage_procedure import DamageProcess, current_damage
from tests.engine.rulesets.classic_fantasy.table import GAME as GAME
from tests.engine.rulesets.classic_fantasy.table import dice as dice
from tests.engine.rulesets.classic_fantasy.table import hp as hp
from tests.engine.rulesets.classic_fantasy.table import laid as table_of
from tests.engine.rulesets.classic_fantasy.table import names as names
from tests.engine.rulesets.classic_fantasy.table import outcome as outcome
from tests.engine.rulesets.classic_fantasy.table import play as play
from tests.engine.rulesets.classic_fantasy.table import refused as refused
from tests.engine.rulesets.classic_fantasy.table import states as states
from tests.engine.rulesets.classic_fantasy.table import with_states as with_states

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
    """Return a table with those who fight here, without luck; `sheets` and `tracks` change theirs."""
    luckless = {actor: {"Luck": 0, **(tracks or {}).get(actor, {})} for actor in WHO}
    return table_of(sheets=sheets, options=options, tracks=luckless, who=WHO, usual=USUAL)


def harm(table: Table) -> DamageProcess:
    """Return the harm under way."""
    found = current_damage(table)
    assert found is not None
    return found
