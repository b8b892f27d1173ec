"""Contests of will in a conflict (FI-PSY)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Move, Request
from engine.core.draft import Draft
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen
from engine.model.table import Table
from engine.presentation.command_offers import NO_LIMIT, Asks
from engine.rulesets.future_imperfect.actions import action_cost
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.character.row_reader import MAX_NAME_LENGTH, folded
from engine.rulesets.future_imperfect.checks.character_rolls import methods_of, skill_roll
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.procedures.check_procedure import CallOffPolicy, Check, CheckPurpose, CheckResult
from engine.rulesets.future_imperfect.procedures.participants import need_controller, need_known
from engine.rulesets.future_imperfect.social import social_contest_effects, social_contest_rules

AptitudeField = Annotated[str, Meta(description="an Aptitude", max_length=MAX_NAME_LENGTH)]


class ContestWills(Request):
    """Begin a psychological contest: bluff, overawe, ridicule. It takes an action; to resist costs nothing."""

    RULES = ("FI-PSY-1", "FI-PSY-2", "FI-PSY-3", "FI-PSY-4", "FI-PSY-9", "FI-ACT-7")
    actor: ActorId
    target: Annotated[str, Meta(description="who resists; of a group its leader"), Asks()]
    aptitude: Annotated[AptitudeField, Asks(own_words=True)]
    against: Annotated[
        str, Meta(description="with what it is resisted, where the rules do not say"), Asks(own_words=True, rare=True)
    ] = ""
    group: Annotated[
        tuple[str, ...],
        Meta(description="who else is meant and follows the one who resists"),
        Asks(rare=True, most=NO_LIMIT),
    ] = ()


# ---- wills -----------------------------------------------------------------------------------------------------------


def resisting(command: ContestWills) -> str:
    """Return the opposing Aptitude (FI-PSY-1). Raises Refused if neither the rules nor the command name one."""
    opposing = social_contest_rules.opposing_aptitude(character_sheet.name_of(command.aptitude)) or folded(
        command.against
    )
    if not opposing:
        raise Refused("resist_with", "FI-PSY-1", aptitude=command.aptitude)
    return opposing


def verify_wills(table: Table, command: ContestWills) -> None:
    """Require an action, known opponents, and an Aptitude with an opposing one."""
    need_controller(table, command, command.actor, "FI-PSY-3")
    action_cost.need_action(table, command, command.actor, "FI-PSY-3")
    for actor in (command.target, *command.group):
        need_known(table, command.seat, actor)
        if actor == command.actor:
            raise Refused("not_against_oneself", "FI-PSY-2")
    methods_of(table, command.actor, command.aptitude)
    methods_of(table, command.target, resisting(command))


def contest_wills(draft: Draft, command: ContestWills) -> None:
    """Open both rolls; the action is taken when the dice fall."""
    own_roll = skill_roll(draft.table, command.actor, command.aptitude)
    target_roll = skill_roll(draft.table, command.target, resisting(command))
    then = WillsPurpose(losers=tuple(dict.fromkeys((command.target, *command.group))))
    check = Check(then=then, what=folded(command.aptitude), rolls=(own_roll, target_roll))
    CHECKS.open(draft, check)


class WillsPurpose(Frozen, CheckPurpose, tag_field="then", tag="wills"):
    """A contest of wills; the `losers` are tested if the character that began it wins."""

    acts = True
    off = CallOffPolicy.BEGINNER
    losers: tuple[str, ...] = ()

    def pay(self, draft: Draft, check: Check) -> None:
        """Take the action."""
        action_cost.pay_action(draft, check)

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Apply the effect to the tested characters; the resisting side has no effect by winning."""
        first, second = (roll.actor for roll in result.check.rolls)
        losers = [actor for actor in self.losers if actor in draft.table.actors]
        effect = social_contest_rules.contest_effect(result.successes)
        if effect is None or not losers:
            draft.note("resists", "FI-PSY-2", actor=actor_name(draft.table, second))
            draft.record_results(effect="none")
            return
        names = [actor_name(draft.table, actor) for actor in losers]
        draft.note("wills_won", "FI-PSY-4", actor=actor_name(draft.table, first), losers=names, effect=effect)
        draft.record_results(effect=effect)
        social_contest_effects.lose_aims(draft, losers)
        social_contest_effects.apply_contest_effect(draft, losers, effect, first)


MOVES = (Move(ContestWills, verify_wills, contest_wills),)
