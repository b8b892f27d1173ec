"""Medicine: Wind, wounds, bleeding, and waking somebody (FI-HEAL)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta

from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import acting, breath, checks, harm, healing, people, resting, states
from engine.rulesets.future_imperfect.bodies import INJURY, Area, chart_for, injury_of, level_at, lower, minutes_since
from engine.rulesets.future_imperfect.checks import PURPOSES, CallingOff, Decided, Purpose
from engine.rulesets.future_imperfect.clock import MINUTE
from engine.rulesets.future_imperfect.dice_of import level_of, skill_roll
from engine.rulesets.future_imperfect.leading import figure_of, need_known, need_leader, note_of
from engine.rulesets.future_imperfect.parts import Part
from engine.rulesets.future_imperfect.procedures.check import Check
from engine.rulesets.future_imperfect.procedures.conflict import fight
from engine.rulesets.future_imperfect.settings import limit
from engine.table.conditions import Condition
from engine.table.frozen import Json, replace
from engine.table.table import Table

MEDICINE = "medicine"
KINDS: tuple[healing.Medicine, ...] = ("general", "surgery")


class TreatWound(Request):
    """Roll medicine for one wounded area: it gets better by a level, and stops bleeding."""

    RULES = ("FI-HEAL-2", "FI-HEAL-3", "FI-HEAL-4", "FI-HEAL-5", "FI-HEAL-7", "FI-HEAL-8", "FI-BLEED-3")
    actor: ActorId
    patient: ActorId
    area: Area
    medicine: Annotated[Literal["general", "surgery"], Meta(description="general or surgery")] = "general"


class TreatWind(Request):
    """Roll medicine to give somebody all Wind back within some minutes."""

    RULES = ("FI-HEAL-1",)
    actor: ActorId
    patient: ActorId


class WakeUp(Request):
    """Roll medicine to wake somebody unconscious."""

    RULES = ("FI-HEAL-10", "FI-STUN-6")
    actor: ActorId
    patient: ActorId


def treatment_of(table: Table, command: TreatWound) -> healing.Treatment:
    """Return what the roll may do; of an injury whose time nobody knows it is taken for fresh (FI-HEAL-2).

    Raises:
        Refused: it may do nothing.
    """
    injury = injury_of(table.actors[command.patient], command.area)
    return healing.treatment(
        level_at(table, command.patient, command.area),
        deadly=command.area in chart_for(table, command.patient).deadly,
        minutes=minutes_since(table, command.patient, command.area) or 0,
        medicine=command.medicine,
        attempts=injury.level if injury is not None else 0,
        heal_attempts=limit(table, "heal_attempts"),
    )


def _need_patient(table: Table, command: TreatWound | TreatWind | WakeUp, *rules: str) -> None:
    """Whoever leads the healer, who must be able; in a conflict it takes an action."""
    need_leader(table, command, command.actor, *rules)
    need_known(table, command.seat, command.patient)
    acting.need_action(table, command, command.actor, *rules)
    if table.actors[command.patient].has(states.DEAD):
        raise Refused("is_dead", *rules, actor=actor_name(table, command.patient))


def verify_treat(table: Table, command: TreatWound) -> None:
    """A wound, in time, with the right medicine, that was not treated yet."""
    _need_patient(table, command, "FI-HEAL-2")
    treatment_of(table, command)
    skill_roll(table, command.actor, MEDICINE, command.medicine)


def treat(draft: Draft, command: TreatWound) -> None:
    """Open the roll against the level's number."""
    found = treatment_of(draft.table, command)
    about = {"patient": command.patient, "area": command.area, "medicine": command.medicine}
    _open(draft, "treat", command.actor, command.medicine, found.tn, about)


def _open(draft: Draft, purpose: str, actor: str, medicine: str, tn: int, about: Mapping[str, Json]) -> None:
    roll = skill_roll(draft.table, actor, MEDICINE, medicine)
    parts = (Part(reason=purpose, value=tn),)
    started = Check(purpose=purpose, what=purpose, about=about, rolls=(roll,), tn=tn, tn_parts=parts)
    checks.open_check(draft, started)


def _treated(draft: Draft, result: Decided) -> None:
    about = result.check.about
    patient, area = str(about["patient"]), str(about["area"])
    level = level_at(draft.table, patient, area)
    _count_attempt(draft, patient, area)
    if not result.successes or not level:
        note_of(draft, patient, "treatment_fails", "FI-HEAL-4", area=area)
        figure_of(draft, patient, level=level)
        return
    deadly = area in chart_for(draft.table, patient).deadly
    maimed = harm.is_maimed(level)
    lower(draft, patient, area, level if maimed else level - 1)
    if harm.row_of(level).bleeds:
        note_of(draft, patient, "bleeding_stopped", "FI-BLEED-3", area=area)
    if maimed:
        note_of(draft, patient, "maimed_stays_deadly" if deadly else "maimed_stays", "FI-HEAL-7", area=area)


PURPOSES["treat"] = Purpose(_treated, acts=True, off=CallingOff.BEGINNER, pays=acting.pay_action, called="treating")


def _count_attempt(draft: Draft, actor: str, area: str) -> None:
    """Remember that this injury was treated (FI-HEAL-8)."""
    found = injury_of(draft.table.actors[actor], area)
    if found is None:
        until = draft.table.clock + harm.numbers().healing.limit_minutes * MINUTE
        found = Condition(id=f"{INJURY}:{area}", name=INJURY, note=area, until=until)
    draft.lay_condition(actor, replace(found, level=found.level + 1))


def best_medicine(table: Table, actor: str) -> healing.Medicine:
    """Return the medicine that somebody knows best; any will do for Wind, a default roll too (FI-HEAL-1)."""
    return max(KINDS, key=lambda kind: level_of(table, actor, MEDICINE, kind))


def verify_wind(table: Table, command: TreatWind) -> None:
    """Somebody who lacks Wind, and the minutes for it, which no conflict leaves.

    Whoever bleeds would hardly live through them; that risk only the Master takes.
    """
    _need_patient(table, command, "FI-HEAL-1")
    minutes = harm.numbers().healing.wind_minutes
    if fight(table) is not None:
        raise Refused("takes_minutes", "FI-HEAL-1", minutes=minutes)
    if breath.wind_of(table, command.patient) >= people.wind_start(table.actors[command.patient]):
        raise Refused("wind_full", "FI-HEAL-1", actor=actor_name(table, command.patient))
    if breath.bleeding(table, command.patient) and not table.is_gm(command.seat):
        raise Refused("bleeding_first", "FI-HEAL-1", "FI-BLEED-2", actor=actor_name(table, command.patient))
    skill_roll(table, command.actor, MEDICINE, best_medicine(table, command.actor))


def treat_wind(draft: Draft, command: TreatWind) -> None:
    """Open the roll."""
    tn = harm.numbers().healing.wind_tn
    medicine = best_medicine(draft.table, command.actor)
    _open(draft, "treat_wind", command.actor, medicine, tn, {"patient": command.patient})


def _wind_treated(draft: Draft, result: Decided) -> None:
    """The minutes pass for everybody; whoever has lived through them breathes freely, or only as rest lets it."""
    patient, minutes = str(result.check.about["patient"]), harm.numbers().healing.wind_minutes
    resting.pass_time(draft, minutes)
    if draft.table.actors[patient].has(states.DEAD):
        return
    if not result.successes:
        note_of(draft, patient, "wind_not_treated", "FI-HEAL-1")
        return
    note_of(draft, patient, "wind_treated", "FI-HEAL-1", minutes=minutes)
    missing = people.wind_start(draft.table.actors[patient]) - breath.wind_of(draft.table, patient)
    breath.regain_wind(draft, patient, missing, "FI-HEAL-1")


PURPOSES["treat_wind"] = Purpose(_wind_treated, acts=True, off=CallingOff.BEGINNER, called="treating_wind")


def verify_wake(table: Table, command: WakeUp) -> None:
    """Somebody unconscious."""
    _need_patient(table, command, "FI-HEAL-10")
    if not table.actors[command.patient].has(states.UNCONSCIOUS):
        raise Refused("not_unconscious", "FI-HEAL-10", actor=actor_name(table, command.patient))
    skill_roll(table, command.actor, MEDICINE, best_medicine(table, command.actor))


def wake(draft: Draft, command: WakeUp) -> None:
    """Open the roll."""
    tn = harm.numbers().healing.wake_tn
    medicine = best_medicine(draft.table, command.actor)
    _open(draft, "wake", command.actor, medicine, tn, {"patient": command.patient})


def _woken(draft: Draft, result: Decided) -> None:
    patient = str(result.check.about["patient"])
    if result.successes:
        states.leave(draft, patient, states.UNCONSCIOUS, "FI-HEAL-10")
    else:
        note_of(draft, patient, "sleeps_on", "FI-HEAL-10")


PURPOSES["wake"] = Purpose(_woken, acts=True, off=CallingOff.BEGINNER, pays=acting.pay_action, called="waking")


MOVES = (
    Move(TreatWound, verify_treat, treat),
    Move(TreatWind, verify_wind, treat_wind),
    Move(WakeUp, verify_wake, wake),
)
