"""Stun checks, and where they leave somebody (FI-STUN)."""

from __future__ import annotations

from engine.play.draft import Draft
from engine.play.names import actor_name
from engine.rulesets.future_imperfect import checks, people, states
from engine.rulesets.future_imperfect import harm as reckoning
from engine.rulesets.future_imperfect.acting import stop_aiming
from engine.rulesets.future_imperfect.checks import Decided
from engine.rulesets.future_imperfect.clock import HOUR
from engine.rulesets.future_imperfect.dice_of import ORDINARY
from engine.rulesets.future_imperfect.harm import Wounding
from engine.rulesets.future_imperfect.lying import thrown_for
from engine.rulesets.future_imperfect.parts import Part
from engine.rulesets.future_imperfect.procedures.check import Check, Roll
from engine.rulesets.future_imperfect.settings import flag, word
from engine.table.table import Table


def stun_tns(table: Table, hits: tuple[Wounding, ...], *, lost: int) -> tuple[int, ...]:
    """Return what must be reached in the stun checks that follow wounds, or Wind alone (FI-STUN-1, FI-STUN-2)."""
    level, wind_only = word(table, "stun_level"), flag(table, "stun_on_wind_only")
    if not hits:
        nothing = Wounding(inflicted=0, after=0)
        tn = reckoning.stun_tn(nothing, stun_level=level, stun_on_wind_only=wind_only, wind_lost=bool(lost))
        return (tn,) if tn is not None else ()
    return reckoning.stun_tns(
        hits, stun_level=level, stun_on_wind_only=wind_only, multi_area_stun=word(table, "multi_area_stun")
    )


def open_stun_check(draft: Draft, actor: str, tn: int, *, purpose: str, parts: tuple[Part, ...] | None = None) -> None:
    """Put a Vigor roll against stun to the front; wounds count, the new ones too (FI-STUN-1)."""
    wounds = states.wounds(draft.table, actor)
    dice = people.trait(draft.table.actors[actor], "vigor") or ORDINARY
    roll = Roll(actor=actor, name="vigor", dice=dice, parts=parts if parts is not None else (wounds,) if wounds else ())
    tn_parts = (Part(reason="stun_tn", value=tn),)
    checks.open_check(draft, Check(purpose=purpose, rolls=(roll,), tn=tn, tn_parts=tn_parts))


def stunned_by(draft: Draft, result: Decided) -> reckoning.Checked:
    """Bring a character to where a stun or recovery check leaves it, and say where that is (FI-STUN-3, -4, -6)."""
    assert result.outcome is not None
    actor = result.check.rolls[0].actor
    came = reckoning.stun_result(result.outcome.total, result.outcome.tn, bust=result.outcome.bust)
    name = actor_name(draft.table, actor)
    draft.figure(stun=came)
    match came:
        case "unconscious":
            with thrown_for(draft, actor, "dice_hours"):
                (hours,) = draft.roll(reckoning.numbers().unconscious_sides)
            states.leave(draft, actor, states.STUNNED, "FI-STUN-6")
            until = draft.table.clock + hours * HOUR
            states.enter(draft, actor, states.UNCONSCIOUS, "FI-STUN-6", level=hours, until=until)
            stop_aiming(draft, actor, "FI-STUN-6")
            draft.note("unconscious_for", "FI-STUN-6", actor=name, hours=hours)
            draft.figure(hours=hours)
        case "stunned":
            states.enter(draft, actor, states.STUNNED, "FI-STUN-4")
            stop_aiming(draft, actor, "FI-STUN-4")
        case "passed":
            draft.note("withstands_stun", "FI-STUN-3", actor=name)
    return came
