"""Dense smoke and deep water at the table: a roll with the first action of each round (FI-FIRE-1, FI-DROWN)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

from msgspec import Meta

from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import acting, checks, elements, hazards, rounds, states
from engine.rulesets.future_imperfect.breath import lose_wind
from engine.rulesets.future_imperfect.cells import folded
from engine.rulesets.future_imperfect.checks import PURPOSES, Decided, Purpose
from engine.rulesets.future_imperfect.dice_of import skill_roll, trait_roll
from engine.rulesets.future_imperfect.fighters import need_free
from engine.rulesets.future_imperfect.leading import figure_of, need_leader, note_of
from engine.rulesets.future_imperfect.parts import Part
from engine.rulesets.future_imperfect.procedures.check import Check
from engine.table.frozen import Json, replace
from engine.table.table import Table

SWIMMING = "swimming"
ACTION: Final[Mapping[str, Json]] = {"action": True}
"""Of a roll that is the first action of a round, and not what befalls somebody who could do nothing."""


class EnterSmoke(elements.Befalls):
    """A character is in dense smoke, with or without a wet cloth."""

    RULES = ("FI-FIRE-1",)
    cloth: Annotated[bool, Meta(description="has a wet cloth or the like before the mouth")] = False


class LeaveSmoke(Request):
    """A character is out of the smoke."""

    RULES = ("FI-FIRE-1",)
    actor: ActorId


class BreatheSmoke(Request):
    """The Vigor roll against smoke, with the first action of each round."""

    RULES = ("FI-FIRE-1", "FI-FIRE-2")
    actor: ActorId


class EnterWater(Request):
    """A character is in water over its head."""

    RULES = ("FI-DROWN-1", "FI-DROWN-3")
    actor: ActorId
    water: Annotated[str, Meta(description="calm, creek, river, ocean or storm")]


class LeaveWater(Request):
    """A character is out of the water."""

    RULES = ("FI-DROWN-1",)
    actor: ActorId


class Swim(Request):
    """The swimming roll, with the first action of each round."""

    RULES = ("FI-DROWN-1", "FI-DROWN-2", "FI-DROWN-3", "FI-DROWN-4")
    actor: ActorId


# ---- smoke -----------------------------------------------------------------------------------------------------------


def enter_smoke(draft: Draft, command: EnterSmoke) -> None:
    """Let the smoke bite from the next action on."""
    elements.put_into(draft, command.actor, elements.SMOKE, elements.CLOTH if command.cloth else "")
    note_of(draft, command.actor, "in_smoke", "FI-FIRE-1")


def verify_leave_smoke(table: Table, command: LeaveSmoke) -> None:
    """The Master, for somebody in smoke."""
    elements.need_master_within(table, command, command.actor, elements.SMOKE)


def leave_smoke(draft: Draft, command: LeaveSmoke) -> None:
    """Breathe."""
    elements.take_out(draft, command.actor, elements.SMOKE)
    note_of(draft, command.actor, "out_of_smoke", "FI-FIRE-1")


def verify_element(table: Table, command: BreatheSmoke | Swim, element: str) -> None:
    """Whoever leads somebody who is in it, with the first action of a round, and once in it."""
    need_leader(table, command, command.actor, *command.RULES[:1])
    need_free(table)
    elements.need_in(table, command.actor, element)
    if not acting.in_conflict(table, command.actor):
        return
    states.need_able(table, command.actor)
    if elements.due(table, command.actor) != element:
        raise Refused("withstood_already", *command.RULES[:1], actor=actor_name(table, command.actor))
    acting.need_card(table, command.actor, breath=False)


def verify_breathe(table: Table, command: BreatheSmoke) -> None:
    """Whoever leads somebody in smoke."""
    verify_element(table, command, elements.SMOKE)


def breathe(draft: Draft, command: BreatheSmoke) -> None:
    """Roll; that takes the action."""
    checks.open_check(draft, replace(_smoke_check(draft.table, command.actor), about=ACTION))


def _smoke_check(table: Table, actor: str) -> Check:
    found = elements.held_by(table, actor, elements.SMOKE)
    cloth = hazards.smoke_parts(cloth=found is not None and folded(found.note) == elements.CLOTH)
    tn = hazards.smoke_tn()
    roll = trait_roll(table, actor, "vigor", *cloth)
    return Check(purpose="smoke", what="smoke", rolls=(roll,), tn=tn, tn_parts=(Part(reason="smoke", value=tn),))


def _breath_decided(draft: Draft, result: Decided) -> None:
    """What the roll fell short by goes in Wind (FI-DROWN-2, FI-DROWN-4, FI-FIRE-1)."""
    assert result.outcome is not None
    actor, outcome = result.check.rolls[0].actor, result.outcome
    lost = 0 if outcome.successes else hazards.breath_lost(outcome.tn, outcome.total, bust=outcome.bust)
    note_of(draft, actor, "breath_kept" if not lost else "breath_short", count=lost)
    figure_of(draft, actor, short=lost)
    rule = "FI-DROWN-2" if result.check.purpose == "swim" else "FI-FIRE-1"
    lose_wind(draft, actor, (Part(reason="short_by", value=lost),), "continuing", rule)


def _pay_breath(draft: Draft, found: Check) -> None:
    """Take the action; for this round it is withstood, well or badly. Who could not act at all has none to pay."""
    if found.about == ACTION:
        acting.pay_action(draft, found)
        element = elements.WATER if found.purpose == "swim" else elements.SMOKE
        elements.withstood(draft, found.rolls[0].actor, element)


PURPOSES["smoke"] = Purpose(_breath_decided, acts=True, pays=_pay_breath, dazed=True, called="smoke")
PURPOSES["swim"] = Purpose(_breath_decided, acts=True, pays=_pay_breath, dazed=True)


# ---- water -----------------------------------------------------------------------------------------------------------


def verify_enter_water(table: Table, command: EnterWater) -> None:
    """The Master."""
    elements.need_master_over(table, command, command.actor)
    if command.water not in hazards.numbers().water:
        raise Refused("no_such_water", "FI-DROWN-1", water=command.water[:40], known=list(hazards.numbers().water))


def enter_water(draft: Draft, command: EnterWater) -> None:
    """Let it swim for its life."""
    elements.put_into(draft, command.actor, elements.WATER, command.water)
    tn = elements.water_tn(draft.table, command.actor)
    note_of(draft, command.actor, "in_water", "FI-DROWN-1", "FI-DROWN-3", water=command.water, tn=tn or 0)


def verify_leave_water(table: Table, command: LeaveWater) -> None:
    """The Master, for somebody in the water."""
    elements.need_master_within(table, command, command.actor, elements.WATER)


def leave_water(draft: Draft, command: LeaveWater) -> None:
    """Stand on firm ground."""
    elements.take_out(draft, command.actor, elements.WATER)
    note_of(draft, command.actor, "out_of_water", "FI-DROWN-1")


def verify_swim(table: Table, command: Swim) -> None:
    """Whoever leads somebody in water that asks for it."""
    verify_element(table, command, elements.WATER)
    if elements.water_tn(table, command.actor) is None:
        raise Refused("water_is_calm", "FI-DROWN-3", actor=actor_name(table, command.actor))
    skill_roll(table, command.actor, SWIMMING)


def swim(draft: Draft, command: Swim) -> None:
    """Roll; that takes the action."""
    tn = elements.water_tn(draft.table, command.actor)
    assert tn is not None
    roll = skill_roll(draft.table, command.actor, SWIMMING)
    parts = (Part(reason="water", value=tn),)
    checks.open_check(draft, Check(purpose="swim", what=SWIMMING, about=ACTION, rolls=(roll,), tn=tn, tn_parts=parts))


# ---- the end of a round ----------------------------------------------------------------------------------------------


def suffer_all(draft: Draft) -> None:
    """At the end of a round smoke bites who has not rolled, and who can do nothing sinks (FI-DROWN-4, FI-FIRE-2)."""
    for actor in elements.fighting(draft.table):
        smoke = elements.held_by(draft.table, actor, elements.SMOKE)
        if smoke is not None and smoke.level != elements.round_now(draft.table):
            draft.begin(_smoke_check(draft.table, actor))
            checks.throw_all(draft)
            checks.decide(draft)
        tn = elements.water_tn(draft.table, actor)
        water = elements.held_by(draft.table, actor, elements.WATER)
        unswum = tn is not None and water is not None and water.level != elements.round_now(draft.table)
        if unswum and tn is not None and states.why_out(draft.table, actor):
            lost = hazards.breath_lost(tn, 0, bust=False)
            note_of(draft, actor, "sinks", "FI-DROWN-4")
            lose_wind(draft, actor, (Part(reason="short_by", value=lost),), "continuing", "FI-DROWN-4")
        elif unswum:
            note_of(draft, actor, "has_not_swum", "FI-DROWN-1")


rounds.ROUND_ENDS.append(suffer_all)

MOVES = (
    Move(EnterSmoke, elements.verify_over, enter_smoke),
    Move(LeaveSmoke, verify_leave_smoke, leave_smoke),
    Move(BreatheSmoke, verify_breathe, breathe),
    Move(EnterWater, verify_enter_water, enter_water),
    Move(LeaveWater, verify_leave_water, leave_water),
    Move(Swim, verify_swim, swim),
)
