"""Wounds that get better by themselves (FI-HEAL-6)."""

from __future__ import annotations

from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import checks, harm, healing, people, states
from engine.rulesets.future_imperfect.bodies import MENDING, Area, injury_of, level_at, lower
from engine.rulesets.future_imperfect.checks import PURPOSES, CallingOff, Decided, Purpose
from engine.rulesets.future_imperfect.clock import DAY, MINUTE
from engine.rulesets.future_imperfect.dice_of import trait_roll
from engine.rulesets.future_imperfect.fighters import need_free
from engine.rulesets.future_imperfect.leading import need_leader, note_of
from engine.rulesets.future_imperfect.parts import Part
from engine.rulesets.future_imperfect.procedures.check import Check
from engine.table.conditions import Condition
from engine.table.table import Table


class HealNaturally(Request):
    """Every five days: a Vigor roll by which one wounded area gets better by itself."""

    RULES = ("FI-HEAL-6", "FI-HEAL-7", "FI-HEAL-8")
    actor: ActorId
    area: Area


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
        lower(draft, actor, area, level - 1)
    else:
        note_of(draft, actor, "wound_stays", "FI-HEAL-6", area=area, days=days)


PURPOSES["natural"] = Purpose(_mended, off=CallingOff.BEGINNER, called="natural_healing")


MOVES = (Move(HealNaturally, verify_natural, heal_naturally),)
