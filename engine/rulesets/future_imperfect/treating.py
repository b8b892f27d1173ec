"""Medicine: Wind, wounds, bleeding, and waking somebody; and wounds that close by themselves (FI-HEAL)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta

from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.events import ConditionGone, LocationSet
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import acting, breath, checks, harm, healing, people, states
from engine.rulesets.future_imperfect.checks import PURPOSES, Decided, Purpose
from engine.rulesets.future_imperfect.dice_of import level_of, skill_roll, trait_roll
from engine.rulesets.future_imperfect.harming import INJURY, MINUTE, chart_for, injury_of, minutes_since
from engine.rulesets.future_imperfect.leading import figure_of, need_known, need_leader, note_of
from engine.rulesets.future_imperfect.parts import Part
from engine.rulesets.future_imperfect.procedures import Check
from engine.rulesets.future_imperfect.rounds import need_free
from engine.rulesets.future_imperfect.settings import limit
from engine.table.body import Location
from engine.table.conditions import Condition
from engine.table.frozen import Json, replace
from engine.table.table import Table

MEDICINE = "medicine"
KINDS: tuple[healing.Medicine, ...] = ("general", "surgery")
MENDING = "mending"
"""When an area's next natural healing is due: the condition's `until`; its `note` names the area (FI-HEAL-6)."""
DAY = 24 * 60 * MINUTE
Area = Annotated[str, Meta(description="a wound area, such as `left_arm`", max_length=40)]


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


class HealNaturally(Request):
    """Every five days: a Vigor roll by which one wounded area gets better by itself."""

    RULES = ("FI-HEAL-6", "FI-HEAL-7", "FI-HEAL-8")
    actor: ActorId
    area: Area


# ---- wounds ----------------------------------------------------------------------------------------------------------


def level_at(table: Table, actor: str, area: str) -> int:
    """Return the wound level of an area. Raises Refused for one that the body has not."""
    levels = people.wound_levels(table.actors[actor])
    if area not in levels:
        raise Refused("no_such_area", area=area[:40], known=list(levels))
    return levels[area]


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
    acting.take_action(draft, command.actor)
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
    _lower(draft, patient, area, level if maimed else level - 1)
    if harm.row_of(level).bleeds:
        note_of(draft, patient, "bleeding_stopped", "FI-BLEED-3", area=area)
    if maimed:
        note_of(draft, patient, "maimed_stays_deadly" if deadly else "maimed_stays", "FI-HEAL-7", area=area)


PURPOSES["treat"] = Purpose(_treated)


def _count_attempt(draft: Draft, actor: str, area: str) -> None:
    """Remember that this injury was treated (FI-HEAL-8)."""
    found = injury_of(draft.table.actors[actor], area)
    if found is None:
        until = draft.table.clock + harm.numbers().healing.limit_minutes * MINUTE
        found = Condition(id=f"{INJURY}:{area}", name=INJURY, note=area, until=until)
    draft.lay_condition(actor, replace(found, level=found.level + 1))


def _lower(draft: Draft, actor: str, area: str, level: int) -> None:
    """Set an area to a level at which it bleeds no more; what is whole again needs no clock."""
    body = draft.table.actors[actor].body
    assert body is not None
    old: Location = body.locations[area]
    draft.emit(LocationSet(actor=actor, name=area, location=replace(old, level=level, bleeding=False)))
    figure_of(draft, actor, area=area, level=level)
    if level == old.level:
        return
    if level:
        word = harm.row_of(level).name
        note_of(draft, actor, "wound_better", "FI-HEAL-4", "FI-HEAL-6", area=area, level=word)
        return
    note_of(draft, actor, "wound_healed", "FI-HEAL-4", "FI-HEAL-6", area=area)
    for kind in (INJURY, MENDING):
        for held in draft.table.actors[actor].named(kind):
            if held.note == area:
                draft.emit(ConditionGone(actor=actor, id=held.id))


# ---- Wind, and waking ------------------------------------------------------------------------------------------------


def best_medicine(table: Table, actor: str) -> healing.Medicine:
    """Return the medicine that somebody knows best; any will do for Wind, a default roll too (FI-HEAL-1)."""
    return max(KINDS, key=lambda kind: level_of(table, actor, MEDICINE, kind))


def verify_wind(table: Table, command: TreatWind) -> None:
    """Somebody who lacks Wind, and the minutes for it, which no conflict leaves."""
    _need_patient(table, command, "FI-HEAL-1")
    minutes = harm.numbers().healing.wind_minutes
    if any(acting.in_conflict(table, actor) for actor in (command.actor, command.patient)):
        raise Refused("takes_minutes", "FI-HEAL-1", minutes=minutes)
    if breath.wind_of(table, command.patient) >= people.wind_start(table.actors[command.patient]):
        raise Refused("wind_full", "FI-HEAL-1", actor=actor_name(table, command.patient))
    skill_roll(table, command.actor, MEDICINE, best_medicine(table, command.actor))


def treat_wind(draft: Draft, command: TreatWind) -> None:
    """Open the roll."""
    tn = harm.numbers().healing.wind_tn
    medicine = best_medicine(draft.table, command.actor)
    _open(draft, "treat_wind", command.actor, medicine, tn, {"patient": command.patient})


def _wind_treated(draft: Draft, result: Decided) -> None:
    patient = str(result.check.about["patient"])
    if not result.successes:
        note_of(draft, patient, "wind_not_treated", "FI-HEAL-1")
        return
    note_of(draft, patient, "wind_treated", "FI-HEAL-1", minutes=harm.numbers().healing.wind_minutes)
    missing = people.wind_start(draft.table.actors[patient]) - breath.wind_of(draft.table, patient)
    breath.regain_wind(draft, patient, missing, "FI-HEAL-1")


PURPOSES["treat_wind"] = Purpose(_wind_treated)


def verify_wake(table: Table, command: WakeUp) -> None:
    """Somebody unconscious."""
    _need_patient(table, command, "FI-HEAL-10")
    if not table.actors[command.patient].has(states.UNCONSCIOUS):
        raise Refused("not_unconscious", "FI-HEAL-10", actor=actor_name(table, command.patient))
    skill_roll(table, command.actor, MEDICINE, best_medicine(table, command.actor))


def wake(draft: Draft, command: WakeUp) -> None:
    """Open the roll."""
    acting.take_action(draft, command.actor)
    tn = harm.numbers().healing.wake_tn
    medicine = best_medicine(draft.table, command.actor)
    _open(draft, "wake", command.actor, medicine, tn, {"patient": command.patient})


def _woken(draft: Draft, result: Decided) -> None:
    patient = str(result.check.about["patient"])
    if result.successes:
        states.leave(draft, patient, states.UNCONSCIOUS, "FI-HEAL-10")
    else:
        note_of(draft, patient, "sleeps_on", "FI-HEAL-10")


PURPOSES["wake"] = Purpose(_woken)


# ---- by itself -------------------------------------------------------------------------------------------------------


def due_at(table: Table, actor: str, area: str) -> int | None:
    """Return when an area may get better by itself next; None where nobody knows since when it is hurt (FI-HEAL-6)."""
    found = table.actors[actor]
    next_one = next((held for held in found.named(MENDING) if held.note == area), None)
    if next_one is not None and next_one.until is not None:
        return next_one.until
    injury = injury_of(found, area)
    if injury is None or injury.until is None:
        return None
    rules = harm.numbers().healing
    return injury.until - rules.limit_minutes * MINUTE + rules.natural_days * DAY


def heals_now(table: Table, actor: str) -> tuple[str, ...]:
    """Return the areas for which a natural healing roll is due."""
    levels = people.wound_levels(table.actors[actor])
    return tuple(
        area
        for area, level in levels.items()
        if healing.natural_tn(level) is not None
        and (at := due_at(table, actor, area)) is not None
        and at <= table.clock
    )


def verify_natural(table: Table, command: HealNaturally) -> None:
    """Whoever leads the wounded, when the days have passed; where nobody knows, the Master says when."""
    need_leader(table, command, command.actor, "FI-HEAL-6")
    need_free(table)
    name = actor_name(table, command.actor)
    if table.actors[command.actor].has(states.DEAD):
        raise Refused("is_dead", "FI-HEAL-6", actor=name)
    if healing.natural_tn(level_at(table, command.actor, command.area)) is None:
        raise Refused("heals_not", "FI-HEAL-6", "FI-HEAL-7", area=command.area)
    due = due_at(table, command.actor, command.area)
    if due is None and not table.is_gm(command.seat):
        raise Refused("gm_only", "FI-HEAL-6")
    if due is not None and due > table.clock:
        raise Refused("heals_later", "FI-HEAL-6", days=-(-(due - table.clock) // DAY))


def heal_naturally(draft: Draft, command: HealNaturally) -> None:
    """Open the Vigor roll; the own wounds count."""
    tn = healing.natural_tn(level_at(draft.table, command.actor, command.area))
    assert tn is not None
    roll = trait_roll(draft.table, command.actor, "vigor")
    parts = (Part(reason="natural", value=tn),)
    about = {"area": command.area}
    checks.open_check(
        draft, Check(purpose="natural", what="natural", about=about, rolls=(roll,), tn=tn, tn_parts=parts)
    )


def _mended(draft: Draft, result: Decided) -> None:
    actor, area = result.check.rolls[0].actor, str(result.check.about["area"])
    level = level_at(draft.table, actor, area)
    due = due_at(draft.table, actor, area)
    days = harm.numbers().healing.natural_days
    until = (draft.table.clock if due is None else due) + days * DAY
    draft.lay_condition(actor, Condition(id=f"{MENDING}:{area}", name=MENDING, note=area, until=until))
    if result.successes and level:
        _lower(draft, actor, area, level - 1)
    else:
        note_of(draft, actor, "wound_stays", "FI-HEAL-6", area=area, days=days)


PURPOSES["natural"] = Purpose(_mended)

MOVES = (
    Move(TreatWound, verify_treat, treat),
    Move(TreatWind, verify_wind, treat_wind),
    Move(WakeUp, verify_wake, wake),
    Move(HealNaturally, verify_natural, heal_naturally),
)
