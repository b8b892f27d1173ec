"""The numbers of healing: First Aid, natural healing, maiming and healing spells (CF-HEAL)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from engine.kit.rules_data import rules_table
from engine.model.frozen import Frozen
from engine.rulesets.classic_fantasy.rules_data import RULESET
from engine.rulesets.classic_fantasy.wounds.wound_rules import WoundLevel


class HealingSpell(Frozen):
    """The effect of a healing spell (CF-X-34).

    Attributes:
        heals: dice by the level of the wound.
        instead: hit points for a wound of another level.
        fresh: a Major Wound must be recent and whole, or the spell takes days of rest.
        regrows: it restores a severed limb, and does nothing else.
    """

    heals: Mapping[WoundLevel, str] = {}
    instead: int = 0
    fresh: bool = False
    regrows: bool = False


class HealingTables(Frozen):
    """The file `rules/healing.toml`."""

    first_aid: str
    strenuous: str
    maim_skill_per_day: int
    maim_lost: int
    maim_least: int
    unit: Mapping[WoundLevel, Literal["day", "week", "month"]]
    spells: Mapping[str, HealingSpell]


numbers = rules_table(RULESET, "healing", HealingTables)
