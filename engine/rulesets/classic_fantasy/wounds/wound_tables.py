"""The numbers of damage and wounds (CF-T-WOUND)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from engine.kit.rules_data import rules_table
from engine.model.frozen import Frozen
from engine.rulesets.classic_fantasy.rules_data import RULESET

LimbKind = Literal["severed", "ripped_off", "shattered", "transfixed"]
"""In which way a Major Wound destroys a limb (CF-WOUND-13)."""


class Limbs(Frozen):
    """CF-WOUND-13, CF-AMB-59: the ways, those that take the limb off, those without a deadline."""

    kinds: tuple[LimbKind, ...]
    dismembered: tuple[LimbKind, ...]
    without_deadline: tuple[LimbKind, ...]


class Deadlines(Frozen):
    """CF-WOUND-15, CF-WOUND-18: for each point of Healing Rate."""

    limb_minutes: int
    vital_rounds: int


class Undead(Frozen):
    """CF-X-38: the locations of which one destroys them."""

    destroyed_by: tuple[str, ...]


class WoundTables(Frozen):
    """The file `rules/wounds.toml`."""

    sizes: tuple[str, ...]
    parries: tuple[Literal["all", "half", "none"], ...]
    no_offence: str
    opposed_by: int
    limbs: Limbs
    deadline: Deadlines
    stabilise_seconds: Mapping[str, int]
    undead: Undead


numbers = rules_table(RULESET, "wounds", WoundTables)
"""The numbers of damage and wounds."""
