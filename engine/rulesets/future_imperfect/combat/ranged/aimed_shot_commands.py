"""The shot out of an aim at a target that begins to move (FI-AIM-9 to FI-AIM-11)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.draft import Draft
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions import hazard_conditions
from engine.rulesets.future_imperfect.actions.card_turn import begin_turn
from engine.rulesets.future_imperfect.actions.weapon_use import need_prepared, need_rounds
from engine.rulesets.future_imperfect.checks.character_rolls import need_weapon, trait_roll
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import is_faster, need_out_of_turn
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.initiative.action_cards import (
    clear_laid_aside,
    hand_leader,
    need_conflict,
    need_fighter,
    need_free,
    replace_fighter,
    reserved,
    spend_reserve,
)
from engine.rulesets.future_imperfect.initiative.initiative_countdown import replace_turn
from engine.rulesets.future_imperfect.procedures.check_procedure import CallOffPolicy, Check, CheckPurpose, CheckResult
from engine.rulesets.future_imperfect.procedures.conflict_procedure import Aim, CardTurn, Conflict, fighter_of
from engine.rulesets.future_imperfect.procedures.participants import ParticipantRequest
from engine.rulesets.future_imperfect.settings import word


class ShootFromAim(ParticipantRequest):
    """Shoot at an aimed target that begins to move: before it if Reflex is faster, or after it if still in sight."""

    RULES = ("FI-AIM-9", "FI-AIM-10", "FI-AIM-11")
    track: Annotated[bool, Meta(description="follow the target and fire after it has moved, without a contest")] = False

    def verify(self, table: Table) -> None:
        """Require an able aiming character, a moving target, a card to pay, and a ready weapon (FI-AIM-11)."""
        super().verify(table)
        need_free(table)
        name, fighter = need_fighter(table, self.actor)
        if fighter.aim is None:
            raise Refused("not_aiming", "FI-AIM-9", actor=actor_name(table, self.actor))
        need_out_of_turn(table, self.actor)
        lead = hand_leader(table, fighter)
        character_conditions.need_not_stunned(table, lead)
        hazard_conditions.need_breath(table, lead)
        _need_target_moves(table, name, fighter.aim, track=self.track)
        weapon = need_weapon(table, lead, fighter.aim.weapon)
        need_prepared(table, lead, weapon.cards(harness=True), weapon.name)
        need_rounds(table, lead, weapon, 1)
        if reserved(table, name) is None and word(table, "aim_interrupt_cost") == "needs_reserve":
            raise Refused("nothing_reserved", "FI-AIM-11")

    def decide(self, draft: Draft) -> None:
        """Shoot after the target's move; or open the Reflex contest."""
        _, fighter = need_fighter(draft.table, self.actor)
        aim = fighter.aim
        assert aim is not None
        if self.track:
            _fires(draft, self.actor, aim)
            return
        first = hand_leader(draft.table, fighter)
        rolls = (trait_roll(draft.table, first, "reflex"), trait_roll(draft.table, aim.target, "reflex"))
        CHECKS.open(draft, Check(then=FirstShotPurpose(), rolls=rolls))


def moving_target(conflict: Conflict, aim: Aim) -> CardTurn | None:
    """Return the turn in which the target of an aim acts now and so may move; None if it does not."""
    turn = conflict.turns[-1] if conflict.turns else None
    return turn if turn is not None and turn.fighter == fighter_of(conflict, aim.target) else None


def _need_target_moves(table: Table, name: str, aim: Aim, *, track: bool) -> None:
    """Raise Refused unless the target moves: a tracking shot needs a made move; each move allows one contest."""
    turn = moving_target(need_conflict(table), aim)
    if turn is None or (track and not turn.moved):
        raise Refused("target_stands_still", "FI-AIM-9", "FI-AIM-10", actor=actor_name(table, aim.target))
    if not track and name in turn.raced:
        raise Refused("lost_the_race", "FI-AIM-9", actor=actor_name(table, aim.target))


class FirstShotPurpose(Frozen, CheckPurpose, tag_field="then", tag="aimed_first"):
    """The Reflex contest of an aiming character with its target that begins to move."""

    off = CallOffPolicy.BEGINNER
    called = "first_shot"

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Let the winner shoot before the target moves; a loser keeps the aim while it sees the target (FI-AIM-9)."""
        actor = result.check.rolls[0].actor
        name, fighter = need_fighter(draft.table, actor)
        if is_faster(result) and fighter.aim is not None:
            _fires(draft, actor, fighter.aim, result.check)
            return
        turn = need_conflict(draft.table).turns[-1]
        replace_turn(draft, replace(turn, raced=(*turn.raced, name)))
        draft.note("target_moves_first", "FI-AIM-9", actor=actor_name(draft.table, actor))


def _fires(draft: Draft, actor: str, aim: Aim, contest: Check | None = None) -> None:
    """Pay with the reserved card, else with the aiming card; then begin a turn for that one shot.

    The turn takes the aim over, so the aim is used up whatever happens to the shot (FI-AIM-11).
    """
    name, _ = need_fighter(draft.table, actor)
    card = spend_reserve(draft, name) if reserved(draft.table, name) is not None else ""
    replace_fighter(draft, name, replace(need_conflict(draft.table).fighters[name], aim=None))
    clear_laid_aside(draft, name)
    target = actor_name(draft.table, aim.target)
    draft.note(
        "fires_from_aim",
        "FI-AIM-11",
        actor=actor_name(draft.table, actor),
        target=target,
        counters=aim.counters,
        calls_for=("shoot",),
    )
    spent = contest.rolls[0].spent if contest is not None else {}
    begin_turn(draft, CardTurn(fighter=name, card=card, kind="aim", aim=aim, spent=spent), "")
