"""Pending wounds of a character (2.34 ATTACK 13 to 15)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from engine.core.continuation import Continuation
from engine.core.draft import find_procedure, procedure_in_front
from engine.core.memo import projection
from engine.model.frozen import Frozen
from engine.model.table import Procedure, Table
from engine.rulesets.future_imperfect.character.wound_levels import WoundSource


class WoundStage(StrEnum):
    """The stage of pending wounds: chips may still cancel some, or they are marked and stun is checked."""

    SAVE = "save"
    STUN = "stun"


class AfterWounds(Continuation["PendingWounds"]):
    """The continuation after the wounds of a character are marked and its stun checks are made."""

    __slots__ = ()


class PendingWounds(Frozen, Procedure, tag_field="procedure", tag="harm"):
    """Pending wounds of a character: chips, marks, Wind, the stun check (2.34 ATTACK 13 to 15).

    Attributes:
        actor: the hurt character.
        wounds: levels by area, before chips; for an empty area name a location is rolled for each level after chips.
        what: the cause, a word.
        source: the source of the Wind loss (FI-DEATH-2, FI-WOUND-6).
        wind: Wind lost directly in place of dice (FI-BRAWL-3); None for dice.
        wind_dice: the number of dice; None for one a level.
        copied: areas that each take the wounds left after chips (FI-FIRE-4).
        distinct: no area is rolled twice while another is left (FI-FALL-5).
        then: the continuation afterwards.
        chips: the colours spent on it (FI-FATE-15).
        stage: the present stage.
        tns: the stun checks that are still to be made.
        may_be_dead: not used any more; files of earlier versions may have it. The session has it now.
    """

    actor: str
    wounds: Mapping[str, int]
    what: str = ""
    source: WoundSource = "hit"
    wind: int | None = None
    wind_dice: int | None = None
    copied: tuple[str, ...] = ()
    distinct: bool = False
    then: AfterWounds | None = None
    chips: tuple[str, ...] = ()
    stage: WoundStage = WoundStage.SAVE
    tns: tuple[int, ...] = ()
    may_be_dead: bool = False


@projection
def pending_wounds(table: Table) -> PendingWounds | None:
    """Return the pending wounds."""
    return find_procedure(table, PendingWounds)


@projection
def wounds_in_front(table: Table) -> PendingWounds | None:
    """Return the pending wounds, if they are in front."""
    return procedure_in_front(table, PendingWounds)
