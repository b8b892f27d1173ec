"""Reactions of an attacked character: active defence, or running away (FI-DEFEND, FI-RES-10)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.draft import Draft
from engine.kit.checks.check_commands import AtOnce
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.future_imperfect.actions.action_cost import stop_aiming
from engine.rulesets.future_imperfect.actions.weapon_use import is_melee, weapon_in_hand
from engine.rulesets.future_imperfect.character.character_sheet import FIGHTING
from engine.rulesets.future_imperfect.checks.character_rolls import skill_roll, trait_roll
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.combat.attack_commands import (
    AttackPurpose,
    DistanceField,
    against_defence,
    attack_check,
    need_attack,
    target_of,
)
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.initiative import action_decks, initiative_rules
from engine.rulesets.future_imperfect.initiative.action_cards import (
    cards_of,
    need_fighter,
    reserve_zone,
    reserved,
    spend_reserve,
)
from engine.rulesets.future_imperfect.initiative.initiative_countdown import replace_turn
from engine.rulesets.future_imperfect.procedures.attack_procedure import Attack
from engine.rulesets.future_imperfect.procedures.check_procedure import (
    CallOffPolicy,
    Check,
    CheckPurpose,
    CheckResult,
    current_check,
)
from engine.rulesets.future_imperfect.procedures.conflict_procedure import ActiveDefence, current_conflict, fighter_of
from engine.rulesets.future_imperfect.procedures.participants import ParticipantRequest
from engine.rulesets.future_imperfect.rules import melee_rules
from engine.rulesets.future_imperfect.settings import word

DODGE = "dodge"


class Defend(ParticipantRequest):
    """Defend actively, before the attack is rolled; it costs the highest card."""

    RULES = (
        "FI-DEFEND-1",
        "FI-DEFEND-2",
        "FI-DEFEND-3",
        "FI-DEFEND-4",
        "FI-DEFEND-5",
        "FI-DEFEND-6",
        "FI-DEFEND-7",
        "FI-DEFEND-9",
        "FI-AIM-7",
    )
    by: Annotated[str, Meta(description="dodge, or fighting against a blow", pattern="^(dodge|fighting)$")] = DODGE
    how: Annotated[
        str,
        Meta(
            description="how it is acted out: cover, prone, ground (give ground 1 m); empty for not at all",
            pattern="^(cover|prone|ground|)$",
        ),
    ] = "cover"
    throws: AtOnce = False

    def verify(self, table: Table) -> None:
        """Require the target's controller and a card to pay, once against each attacker's action."""
        super().verify(table)
        attack, rolled = _need_open_roll(table, self.actor)
        if rolled.tn is None:
            raise Refused("contest_is_defense", "FI-ENT-1")
        if self.actor != attack.marks[attack.index].actor:
            raise Refused("not_attacked_now", "FI-DEFEND-1", actor=actor_name(table, self.actor))
        _need_able(table, self.actor)
        if self.by == FIGHTING and not is_melee(attack):
            raise Refused("fighting_against_shot", "FI-DEFEND-3")
        if has_defended(table, rolled, self.actor):
            raise Refused("defends_already", "FI-DEFEND-7", actor=actor_name(table, self.actor))
        conflict = current_conflict(table)
        if conflict is not None and defence_card(table, self.actor) is None:
            raise Refused("no_card_left", "FI-DEFEND-2", actor=actor_name(table, self.actor))

    def decide(self, draft: Draft) -> None:
        """Open the defence roll over the attack."""
        CHECKS.open(draft, _defense_roll(draft.table, self), self if self.throws else None)


class RunAway(ParticipantRequest):
    """Run from an attack with the reserved card, if Reflex beats the attacker's."""

    RULES = ("FI-RES-10", "FI-DEFEND-8", "FI-AIM-7")
    distance: DistanceField
    hidden: Annotated[bool, Meta(description="there is something to hide behind wholly"), Asks()] = False

    def verify(self, table: Table) -> None:
        """Require the target's controller and a card in reserve."""
        super().verify(table)
        _need_open_roll(table, self.actor)
        _need_able(table, self.actor)
        name, _ = need_fighter(table, self.actor)
        if reserved(table, name) is None:
            raise Refused("nothing_reserved", "FI-RES-10")

    def decide(self, draft: Draft) -> None:
        """Open a Reflex roll against the attacker; the card is discarded when the dice fall."""
        attacker = need_attack(draft.table).actor
        rolls = (trait_roll(draft.table, self.actor, "reflex"), trait_roll(draft.table, attacker, "reflex"))
        then = RunPurpose(distance=self.distance, hidden=self.hidden)
        CHECKS.open(draft, Check(then=then, rolls=rolls))


def has_defended(table: Table, rolled: Check, actor: str) -> bool:
    """Return whether a character has defended against this attacker's action already (FI-DEFEND-7)."""
    conflict = current_conflict(table)
    turn = conflict.turns[-1] if conflict and conflict.turns else None
    against_roll = isinstance(rolled.then, AttackPurpose) and rolled.then.defended == actor
    return against_roll or (turn is not None and any(defence.actor == actor for defence in turn.defenses))


def _need_open_roll(table: Table, actor: str) -> tuple[Attack, Check]:
    """Return the attack on a character and its roll, whose dice have not fallen yet."""
    attack = need_attack(table)
    rolled = current_check(table)
    if rolled is None or not isinstance(rolled.then, AttackPurpose) or rolled.fallen:
        raise Refused("defend_before", "FI-DEFEND-1")
    if actor not in attack.targets:
        raise Refused("not_attacked", "FI-DEFEND-1", actor=actor_name(table, actor))
    return attack, rolled


def _need_able(table: Table, actor: str) -> None:
    state = melee_rules.no_defense(character_conditions.condition_names(table, actor))
    if state is not None:
        raise Refused("cannot_defend", "FI-DEFEND-9", actor=actor_name(table, actor), why=state)


def defence_card(table: Table, actor: str) -> str | None:
    """Return the card that an active defence costs: the reserved one, else the highest in hand (FI-DEFEND-2)."""
    name, fighter = need_fighter(table, actor)
    return initiative_rules.highest(cards_of(table, fighter), reserved(table, name), counts_red=True)


def _defense_roll(table: Table, command: Defend) -> Check:
    still = melee_rules.defense_parts(acted_out=bool(command.how))
    concentration = weapon_in_hand(table, command.actor).weapon.concentration if command.by == FIGHTING else ""
    roll = skill_roll(table, command.actor, command.by, concentration, *still)
    return Check(then=DefencePurpose(how=command.how), rolls=(roll,))


class DefencePurpose(Frozen, CheckPurpose, tag_field="then", tag="defense"):
    """An active defence, over the roll of the attack; `how` it is acted out, such as `prone`."""

    off = CallOffPolicy.BEGINNER
    called = "active_defense"
    how: str = ""

    def pay(self, draft: Draft, check: Check) -> None:
        """Discard the card, and act the defence out (FI-DEFEND-2, FI-DEFEND-6)."""
        actor = check.rolls[0].actor
        card = defence_card(draft.table, actor) if current_conflict(draft.table) is not None else None
        if card is not None:
            name, fighter = need_fighter(draft.table, actor)
            is_reserved = reserved(draft.table, name) == card
            source = reserve_zone(name) if is_reserved else fighter.hand
            draft.move((card,), source, action_decks.discard_zone(fighter.side))
            draft.note("pays_defense", "FI-DEFEND-2", actor=actor_name(draft.table, actor), card=card)
            stop_aiming(draft, actor)
        if self.how == "prone":
            character_conditions.add_condition(draft, actor, character_conditions.PRONE, "FI-DEFEND-6")

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Apply the defence to the attack; by an option also to the rest of the attacker's action (FI-DEFEND-7)."""
        actor, score = result.check.rolls[0].actor, result.scores[0]
        rolled = current_check(draft.table)
        assert rolled is not None
        assert rolled.tn is not None
        against = against_defence(rolled, score.total, bust=score.bust)
        against = replace(against, then=AttackPurpose(defended=actor, defense=None if score.bust else score.total))
        draft.replace_procedure(against)
        attack = need_attack(draft.table)
        conflict = current_conflict(draft.table)
        turn = conflict.turns[-1] if conflict and conflict.turns else None
        acts = conflict is not None and turn is not None and turn.fighter == fighter_of(conflict, attack.actor)
        if turn is not None and acts and not attack.free and word(draft.table, "active_defense_scope") == "action":
            defence = ActiveDefence(actor=actor, total=score.total, bust=score.bust)
            replace_turn(draft, replace(turn, defenses=(*turn.defenses, defence)))
        name = actor_name(draft.table, actor)
        outcome = "defense_stands" if against.tn != rolled.tn else "defense_changes_nothing"
        draft.note(outcome, "FI-DEFEND-4", "FI-DEFEND-7", actor=name, total=score.total, tn=against.tn)
        draft.record_results(attack_tn=against.tn)


# ---- running ---------------------------------------------------------------------------------------------------------


class RunPurpose(Frozen, CheckPurpose, tag_field="then", tag="run_away"):
    """A target's Reflex roll against the attacker, to be so far off or hidden before the attack."""

    off = CallOffPolicy.BEGINNER
    called = "running_away"
    distance: int = 0
    hidden: bool = False

    def pay(self, draft: Draft, check: Check) -> None:
        """Discard the reserved card."""
        name, _ = need_fighter(draft.table, check.rolls[0].actor)
        if reserved(draft.table, name) is not None:
            spend_reserve(draft, name)
            stop_aiming(draft, check.rolls[0].actor)

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Move the winner farther off or out of sight before the attack; the attack is recalculated (FI-DEFEND-8)."""
        runner = result.check.rolls[0].actor
        name = actor_name(draft.table, runner)
        if not result.successes:
            draft.note("too_slow_to_run", "FI-RES-10", actor=name)
            return
        attack = need_attack(draft.table)
        there = replace(target_of(attack, runner), distance=self.distance, hidden=self.hidden)
        marks = tuple(there if mark.actor == runner else mark for mark in attack.marks)
        attack = replace(attack, marks=marks)
        draft.replace_procedure(attack)
        draft.note("runs_away", "FI-RES-10", "FI-DEFEND-8", actor=name, metres=self.distance)
        if is_melee(attack):
            return
        old = current_check(draft.table)
        assert old is not None
        earlier = replace(old, tn_parts=())  # the set number was for the old distance
        check = attack_check(draft.table, attack, earlier=earlier)
        draft.replace_procedure(check)
        draft.record_results(attack_tn=check.tn)
