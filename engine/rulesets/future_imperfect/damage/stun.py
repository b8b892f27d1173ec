"""Stun: its target numbers, the checks against it, and their effects on a character (FI-STUN)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from engine.core.commands import Request
from engine.core.draft import Draft
from engine.kit.calculation import CalculationStep
from engine.messages.display_names import actor_name
from engine.model.frozen import Frozen
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions.action_cost import stop_aiming
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.character.wound_levels import wound_level_row, wound_tables
from engine.rulesets.future_imperfect.checks.character_rolls import ORDINARY
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, CheckPurpose, CheckResult, CheckRoll
from engine.rulesets.future_imperfect.procedures.participants import dice_purpose
from engine.rulesets.future_imperfect.settings import flag, word
from engine.rulesets.future_imperfect.time_units import HOUR

StunLevel = Literal["location_after", "wounds_inflicted"]
MultiAreaStun = Literal["highest_once", "each_area"]
StunResult = Literal["passed", "stunned", "unconscious"]


class AreaWound(Frozen):
    """The wounds from one source to one area: the levels inflicted, and the area's new level."""

    inflicted: int
    after: int


def stun_tn(hit: AreaWound, *, stun_level: StunLevel, stun_on_wind_only: bool, wind_lost: bool = True) -> int | None:
    """Return the TN of the stun check after a hit, or None for no check (FI-STUN-1, FI-STUN-2)."""
    if not hit.inflicted:
        return wound_tables().wind_only_tn if wind_lost and stun_on_wind_only else None
    return wound_level_row(hit.after if stun_level == "location_after" else hit.inflicted).tn


def stun_tns(
    hits: Sequence[AreaWound], *, stun_level: StunLevel, stun_on_wind_only: bool, multi_area_stun: MultiAreaStun
) -> tuple[int, ...]:
    """Return the TNs of the checks after an explosion, a fall or fire, which hurt several areas (FI-STUN-2)."""
    asked = (stun_tn(hit, stun_level=stun_level, stun_on_wind_only=stun_on_wind_only) for hit in hits)
    tns = tuple(tn for tn in asked if tn is not None)
    return (max(tns),) if tns and multi_area_stun == "highest_once" else tns


def recovery_tn(levels: Mapping[str, int]) -> int:
    """Return the TN of a recovery: by the worst wound, or that of Wind alone (FI-STUN-5, T-13)."""
    worst = max(levels.values(), default=0)
    return wound_level_row(worst).tn if worst else wound_tables().wind_only_tn


def stun_result(total: int, tn: int, *, bust: bool) -> StunResult:
    """Return the result of a stun or recovery check (FI-STUN-3, FI-STUN-4, FI-STUN-6)."""
    if bust:
        return "unconscious"
    return "passed" if total >= tn else "stunned"


# ---- at the table ----------------------------------------------------------------------------------------------------


def stun_tns_of(table: Table, hits: tuple[AreaWound, ...], *, lost: int) -> tuple[int, ...]:
    """Return the TNs of the stun checks after wounds, or after Wind alone (FI-STUN-1, FI-STUN-2)."""
    level, wind_only = word(table, "stun_level"), flag(table, "stun_on_wind_only")
    if not hits:
        nothing = AreaWound(inflicted=0, after=0)
        tn = stun_tn(nothing, stun_level=level, stun_on_wind_only=wind_only, wind_lost=bool(lost))
        return (tn,) if tn is not None else ()
    return stun_tns(hits, stun_level=level, stun_on_wind_only=wind_only, multi_area_stun=word(table, "multi_area_stun"))


def open_stun_check(
    draft: Draft,
    actor: str,
    tn: int,
    *,
    then: CheckPurpose,
    parts: tuple[CalculationStep, ...] | None = None,
    thrown_by: Request | None = None,
) -> None:
    """Put a Vigor roll against stun in front; wounds count, the new ones too (FI-STUN-1)."""
    wounds = character_conditions.effective_wound_modifier(draft.table, actor)
    dice = character_sheet.trait(draft.table.actors[actor], "vigor") or ORDINARY
    roll = CheckRoll(
        actor=actor, name="vigor", dice=dice, parts=parts if parts is not None else (wounds,) if wounds else ()
    )
    CHECKS.open(draft, Check.against(tn, "stun_tn", roll, then), thrown_by)


def apply_stun_result(draft: Draft, result: CheckResult) -> StunResult:
    """Apply the result of a stun or recovery check to its character, and return it (FI-STUN-3, -4, -6)."""
    assert result.outcome is not None
    actor = result.check.rolls[0].actor
    stun = stun_result(result.outcome.total, result.outcome.tn, bust=result.outcome.bust)
    name = actor_name(draft.table, actor)
    draft.record_results(stun=stun)
    match stun:
        case "unconscious":
            with dice_purpose(draft, actor, "dice_hours"):
                (hours,) = draft.roll(wound_tables().unconscious_sides)
            character_conditions.remove_condition(draft, actor, character_conditions.STUNNED, "FI-STUN-6")
            until = draft.table.clock + hours * HOUR
            character_conditions.add_condition(
                draft, actor, character_conditions.UNCONSCIOUS, "FI-STUN-6", level=hours, until=until
            )
            stop_aiming(draft, actor, "FI-STUN-6")
            draft.note("unconscious_for", "FI-STUN-6", actor=name, hours=hours)
            draft.record_results(hours=hours)
        case "stunned":
            character_conditions.add_condition(draft, actor, character_conditions.STUNNED, "FI-STUN-4")
            stop_aiming(draft, actor, "FI-STUN-4")
        case "passed":
            draft.note("withstands_stun", "FI-STUN-3", actor=name)
    return stun
