"""Interruption between a roll of stakes and its outcome (FI-SIMPLE-6): nothing else can stop the outcome."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.commands import Request, need_gm
from engine.core.draft import Draft
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.combat.rounds import turn_commands
from engine.rulesets.future_imperfect.conditions import character_conditions, terror
from engine.rulesets.future_imperfect.procedures.check_procedure import CallOffPolicy, Check, CheckPurpose, CheckResult
from engine.rulesets.future_imperfect.procedures.participants import ParticipantRequest, need_known
from engine.rulesets.future_imperfect.social.stakes_commands import StakesPurpose


class CutIn(ParticipantRequest):
    """Let another character try to interrupt the outcome of stakes, by an opposed Reflex roll."""

    RULES = ("FI-SIMPLE-6",)
    against: Annotated[
        str,
        Meta(description="which of the two sides is forestalled; empty for who began it"),
        Asks("forestalled", rare=True),
    ] = ""

    def verify(self, table: Table) -> None:
        """Require the controller of another able character, once, against one of the two sides."""
        super().verify(table)
        need_third(table, self.actor)
        if self.against:
            need_known(table, self.seat, self.against)
            if self.against not in sides(CHECKS.need_check(table)):
                raise Refused("staked_nothing", "FI-SIMPLE-6", actor=actor_name(table, self.against))

    def decide(self, draft: Draft) -> None:
        """Open the Reflex roll of both, while the stakes wait."""
        other = self.against or sides(CHECKS.need_check(draft.table))[0]
        rolls = turn_commands.reflexes(draft.table, self.actor, other)
        CHECKS.open(draft, Check(then=CutInPurpose(), what="interrupt", rolls=rolls))


class StopOutcome(Request):
    """Decide that the outcome of stakes cannot happen after an interruption, as the GM."""

    RULES = ("FI-SIMPLE-6",)
    why: Annotated[str, Meta(description="what keeps it from coming about", min_length=1, max_length=400), Asks()]

    def verify(self, table: Table) -> None:
        """Require the GM, after an interruption."""
        need_gm(table, self, "FI-SIMPLE-6")
        if not CHECKS.need_check(table).halted_by:
            raise Refused("nobody_between", "FI-SIMPLE-6")

    def decide(self, draft: Draft) -> None:
        """End the check without an outcome."""
        check = CHECKS.need_check(draft.table)
        assert isinstance(check.then, StakesPurpose)
        draft.replace_procedure(replace(check, then=replace(check.then, stopped=self.why)))
        CHECKS.finish(draft)


def sides(check: Check) -> tuple[str, ...]:
    """Return the two sides of the stakes, the initiator first."""
    return check.rolls[0].actor, check.then.target if isinstance(check.then, StakesPurpose) else ""


def need_moment(table: Table) -> Check:
    """Return the rolled stakes while nobody has interrupted them. Raises Refused if there are none."""
    check = CHECKS.need_thrown(table)
    if not check.then.waits:
        raise Refused("nothing_staked", "FI-SIMPLE-6")
    if check.halted_by:
        raise Refused("masters_word", "FI-SIMPLE-6")
    return check


def need_third(table: Table, actor: str) -> None:
    """Raise Refused for a character that cannot interrupt: one of the two sides, too slow before, or unable to act."""
    moment = need_moment(table)
    if actor in sides(moment):
        raise Refused("staked_it", "FI-SIMPLE-6", actor=actor_name(table, actor))
    if isinstance(moment.then, StakesPurpose) and actor in moment.then.tried:
        raise Refused("was_too_slow", "FI-SIMPLE-6", actor=actor_name(table, actor))
    character_conditions.need_not_stunned(table, actor)
    terror.need_not_fleeing(table, actor)


class CutInPurpose(Frozen, CheckPurpose, tag_field="then", tag="cut_in"):
    """The Reflex roll against one side of the stakes, which wait below it."""

    off = CallOffPolicy.BEGINNER
    called = "interrupting"

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Leave the outcome to the GM if the interrupting character is faster; else the stakes wait on."""
        actor, check = result.check.rolls[0].actor, CHECKS.need_check(draft.table)
        name, then = actor_name(draft.table, actor), check.then
        if turn_commands.is_faster(result):
            draft.replace_procedure(replace(check, halted_by=actor))
            draft.note("cuts_in", "FI-SIMPLE-6", actor=name, calls_for=("accept", "stop_outcome"))
            return
        assert isinstance(then, StakesPurpose)
        draft.replace_procedure(replace(check, then=replace(then, tried=(*then.tried, actor))))
        draft.note("cuts_in_too_late", "FI-SIMPLE-6", actor=name)
