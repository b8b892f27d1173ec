"""Wounds on their way to a character (2.34 ATTACK 13 to 15)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from engine.play.draft import find_procedure
from engine.rulesets.future_imperfect.harm import Source
from engine.table.frozen import Frozen
from engine.table.table import Procedure, Table


class HarmStage(StrEnum):
    """How far wounds have come on their way: chips may still cancel some, or they are marked and stun is checked."""

    SAVE = "save"
    STUN = "stun"


class Harm(Frozen, Procedure, tag_field="procedure", tag="harm"):
    """Wounds on their way to a character: chips, marks, Wind, the stun check (2.34 ATTACK 13 to 15).

    Attributes:
        actor: who is hurt.
        wounds: levels by area, before chips; an area without a name is found by a roll for each level after chips.
        what: what does it, in words.
        source: what takes the Wind (FI-DEATH-2, FI-WOUND-6).
        wind: Wind lost outright in place of dice (FI-BRAWL-3); None for dice.
        wind_dice: how many dice; None for one a level.
        copied: areas that all take the wounds that are left after chips (FI-FIRE-4).
        distinct: no area is found twice while another is left (FI-FALL-5).
        then: what goes on afterwards, a key of `harming.THEN`.
        chips: the colours spent on it (FI-FATE-15).
        stage: how far it has come.
        tns: the stun checks that are still to be made.
    """

    actor: str
    wounds: Mapping[str, int]
    what: str = ""
    source: Source = "hit"
    wind: int | None = None
    wind_dice: int | None = None
    copied: tuple[str, ...] = ()
    distinct: bool = False
    then: str = ""
    chips: tuple[str, ...] = ()
    stage: HarmStage = HarmStage.SAVE
    tns: tuple[int, ...] = ()


def hurting(table: Table) -> Harm | None:
    """Return the wounds that are on their way."""
    return find_procedure(table, Harm)
