"""The possible uses of luck now: queries on a table, which record nothing (CF-LUCK-4 to CF-LUCK-11)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from engine.core.memo import memo_of_moment
from engine.kit.control import controller_of
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.classic_fantasy.attacks.attack_procedure import Attack
from engine.rulesets.classic_fantasy.character import resource_pools
from engine.rulesets.classic_fantasy.character.character_conditions import LAST_ACT, LAST_ACT_DONE
from engine.rulesets.classic_fantasy.character.log_lines import stored_phrase
from engine.rulesets.classic_fantasy.character.session_state import LuckPrompt, SessionState, session_state
from engine.rulesets.classic_fantasy.checks.check_procedure import Check, EffectRoll, current_check, current_effect_roll
from engine.rulesets.classic_fantasy.checks.check_resolution import CHECKS, check_result, result_of_roll
from engine.rulesets.classic_fantasy.checks.effect_roll_commands import is_best_result
from engine.rulesets.classic_fantasy.combat.combat_procedure import Combat, current_combat
from engine.rulesets.classic_fantasy.damage.damage_pipeline import wound_of_blow
from engine.rulesets.classic_fantasy.damage.damage_procedure import DamageProcess, current_damage
from engine.rulesets.classic_fantasy.dice import success_levels
from engine.rulesets.classic_fantasy.dice.success_levels import ContestResult
from engine.rulesets.classic_fantasy.luck import luck_rules
from engine.rulesets.classic_fantasy.luck.luck_rules import LuckHolder, LuckSituation, LuckUse, PendingRoll
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.time.time_passage_procedure import procedures_above_time
from engine.rulesets.classic_fantasy.traps.placed_traps import TriggeredTrap
from engine.rulesets.classic_fantasy.wounds.wound_rules import Wound

ACTIONS = (Attack, Check, EffectRoll, TriggeredTrap, DamageProcess)
"""The procedures that count as an Action for luck, outside of combat (CF-LUCK-5)."""
_CHANGES_OF_DICE: Final[tuple[LuckUse, ...]] = ("reroll", "swap", "force_reroll")
"""The uses that change the dice of a roll at the front."""
_ANY = 50
"""Any face of a d100, to ask whether luck could change a roll that is not thrown yet."""


# ---- what luck must know --------------------------------------------------------------------------------------------


def luck_holder(table: Table, actor: str) -> LuckHolder:
    """Return which kind of character it is, for the rules of luck (CF-AMB-42)."""
    if not table.is_gm(controller_of(table, actor)):
        return "player"
    return "key" if table.actors[actor].sheet.get("key_character") is True else "other"


def has_spent_luck(table: Table, actor: str) -> bool:
    """Return whether a character has spent a Luck Point on this Action (CF-LUCK-5)."""
    for procedure in reversed(procedures_above_time(table)):
        if isinstance(procedure, (*ACTIONS, Combat)) and actor in procedure.lucky:
            return True
        if isinstance(procedure, (Combat, SessionState)):
            return False
    return False


def luck_situation(table: Table, actor: str) -> LuckSituation:
    """Return all that the rules of luck need to know of a character now."""
    combat, damage = current_combat(table), current_damage(table)
    wound = _fresh_wound(table, actor)
    character = table.actors[actor]
    return LuckSituation(
        points=resource_pools.pool(table, actor, resource_pools.LUCK),
        spent=has_spent_luck(table, actor),
        whose=luck_holder(table, actor),
        roll=pending_roll(table, actor),
        in_fight=combat is not None and actor in combat.fighters,
        action_points=resource_pools.pool(table, actor, resource_pools.ACTION_POINTS),
        wound=wound,
        mitigated=damage is not None and damage.mitigated,
        act_allowed=damage is not None and damage.last_act,
        act_tried=character.has_condition(LAST_ACT) or character.has_condition(LAST_ACT_DONE),
    )


def _fresh_wound(table: Table, actor: str) -> Wound | None:
    """Return the wound that a character has just suffered, before its consequences or while they are proposed."""
    process = current_damage(table)
    if process is None or process.harm.actor != actor or table.procedures[-1] is not process:
        return None
    if process.stage not in ("luck", "consequences"):
        return None
    try:
        return wound_of_blow(table, process)
    except Refused:  # the body was changed in the meantime
        return None


def pending_roll(table: Table, actor: str) -> PendingRoll | None:
    """Return the roll at the front that concerns a character: its own, or an enemy's against it (CF-LUCK-7, -8)."""
    check, effect_roll = current_check(table), current_effect_roll(table)
    if check is not None:
        return _roll_of_check(check, actor)
    if effect_roll is not None:
        sides = luck_rules.D100 if effect_roll.dice == "1d100" else 0
        return PendingRoll(sides=sides, value=effect_roll.value) if effect_roll.actor == actor else None
    combat, process = current_combat(table), current_damage(table)
    if combat is not None and table.procedures[-1] is combat:
        return _initiative_roll(combat, actor)
    return _roll_of_damage(process, actor) if process is not None and table.procedures[-1] is process else None


def _initiative_roll(combat: Combat, actor: str) -> PendingRoll | None:
    """Return the initiative die of a combatant that has not been acted on yet."""
    fighter = combat.fighters.get(actor)
    if fighter is None or fighter.die is None or fighter.ruled is not None or actor not in combat.fresh:
        return None
    return PendingRoll(value=fighter.die, what=stored_phrase("initiative"))


def _roll_of_damage(process: DamageProcess, actor: str) -> PendingRoll | None:
    """Return the Turns of a Serious Wound, a hit location, or damage, of a character's own or against it."""
    harm = process.harm
    if process.stage == "consequences" and process.turns_thrown and harm.actor == actor:
        return PendingRoll(value=process.turns, what=stored_phrase("turns"))
    if process.stage != "damage" or not harm.dice:
        return None
    damage = process.blow.base
    if damage is None:
        return PendingRoll(value=0) if process.found and harm.by == actor else None
    if harm.by == actor:
        return PendingRoll(value=damage, purpose="damage")
    return PendingRoll(value=damage, of="enemy", purpose="damage") if harm.actor == actor and harm.by else None


def _roll_of_check(check: Check, actor: str) -> PendingRoll | None:
    details: dict[str, Any] = {"sides": luck_rules.D100, "hidden": check.secret}
    for index, roll in enumerate(check.rolls):
        if roll.actor == actor and roll.thrown is not None:
            return PendingRoll(value=roll.thrown, purpose="skill" if index else check.luck, **details)
    thrown = check.rolls[0].thrown
    if check.target == actor and thrown is not None and check.luck == "attack":
        return PendingRoll(value=thrown, of="enemy", purpose="attack", **details)
    return None


def luck_options_of(table: Table, actor: str) -> tuple[luck_rules.LuckOption, ...]:
    """Return every use of luck of a character, each with the reason if it is not possible."""
    return luck_rules.luck_options(luck_situation(table, actor), settings=settings_of(table))


def _luck_helps(table: Table, actor: str) -> bool:
    """Return whether a character's luck could still change the dice at the front (CF-LUCK-7, CF-LUCK-8).

    A secret character is treated as if it had a point, so that the wait does not reveal whether it has one.
    """
    settings, points = settings_of(table), resource_pools.pool(table, actor, resource_pools.LUCK)
    moment = LuckSituation(  # what those uses depend on, and no more, as this is asked after every roll
        points=max(1, points) if table.actors[actor].secret else points,
        spent=has_spent_luck(table, actor),
        whose=luck_holder(table, actor),
        roll=pending_roll(table, actor),
    )
    return any(luck_rules.is_possible(use, moment, settings) for use in _CHANGES_OF_DICE)


def may_spend_luck(table: Table, actor: str) -> bool:
    """Return whether a character has a Luck Point to spend on anything (CF-LUCK-4, CF-AMB-42)."""
    has_point = resource_pools.pool(table, actor, resource_pools.LUCK) >= 1
    return has_point and luck_rules.has_luck(luck_holder(table, actor), settings_of(table))


def _may_seem_lucky(table: Table, actor: str) -> bool:
    """Return whether a character has a Luck Point, as everybody may know: a secret one may always have one."""
    return table.actors[actor].secret or may_spend_luck(table, actor)


def luck_prompt_of(table: Table, actor: str) -> LuckPrompt:
    """Return after which dice the player of a character is asked about Luck; nobody sees that of a secret one.

    Outside a combat that is after a failure, unless its player has set something else.
    """
    if table.actors[actor].secret:
        return "always"
    combat = current_combat(table)
    fighter = combat.fighters.get(actor) if combat is not None else None
    return session_state(table).luck_prompts.get(actor, "failure") if fighter is None else fighter.luck_prompt


def asks_about_luck(table: Table, actor: str, *, failed: bool) -> bool:
    """Return whether a character has a Luck Point, and its player is asked after a failure or after other dice."""
    prompt = luck_prompt_of(table, actor)
    return (prompt == "always" or (failed and prompt == "failure")) and may_spend_luck(table, actor)


def can_mitigate(table: Table, process: DamageProcess) -> bool:
    """Return whether luck can lessen the wound of the harm at the front, once luck is asked for it (CF-LUCK-10)."""
    asked_table = replace(table, procedures=(*table.procedures[:-1], replace(process, stage="luck")))
    return any(
        option.use == "mitigate" and option.refused is None
        for option in luck_options_of(asked_table, process.harm.actor)
    )


@memo_of_moment
def luck_awaited(table: Table) -> tuple[str, ...]:
    """Return the characters who are asked whether their luck changes the dice at the front, until they accept them.

    After dice that were thrown at once, nobody waits for luck that could only make it worse: everybody sees that.
    """
    return _able_to_change_dice(table, _is_asked)


def _is_asked(table: Table, actor: str) -> bool:
    """Return whether the player of a character is asked about Luck after the dice at the front."""
    prompt, check = luck_prompt_of(table, actor), current_check(table)
    return prompt == "always" or (prompt == "failure" and (check is None or _fails_for(table, check, actor)))


def _fails_for(table: Table, check: Check, actor: str) -> bool:
    """Return whether a character fails in a check, loses a contest, or is hit by an attack."""
    result = check_result(table, check)
    sides = [side for side, roll in zip(ContestResult.SIDES, check.rolls, strict=False) if roll.actor == actor]
    if not sides:
        return result.succeeded
    side = ContestResult.SIDES.index(sides[-1])
    if not success_levels.succeeds(result.rolls[side].level):
        return True
    if result.contest is None or check.then.deciding_side(table) == side:
        return False
    return result.contest.winner != sides[-1]


def _may_be_asked(table: Table, actor: str) -> bool:
    """Return whether the player of a character may be asked about Luck after dice that are not thrown yet."""
    return luck_prompt_of(table, actor) != "wound"


def _able_to_change_dice(table: Table, asked: Callable[[Table, str], bool]) -> tuple[str, ...]:
    """Return the asked characters whose luck could change the dice at the front, and who have not accepted them."""
    check, effect_roll = current_check(table), current_effect_roll(table)
    if effect_roll is not None:
        actor = effect_roll.actor
        waits = _may_seem_lucky(table, actor) and asked(table, actor) and _luck_helps(table, actor)
        return (actor,) if waits and not is_best_result(table, effect_roll) else ()
    if check is None or check.secret or CHECKS.unthrown(table, check):
        return ()
    actors = dict.fromkeys((*(roll.actor for roll in check.rolls), check.target))
    able = [actor for actor in actors if actor and actor not in check.lets and _may_seem_lucky(table, actor)]
    return tuple(
        [
            actor
            for actor in able
            if asked(table, actor) and _luck_helps(table, actor) and not _has_best_result(table, check, actor)
        ]
    )


def _has_best_result(table: Table, check: Check, actor: str) -> bool:
    """Return whether a roll cannot become better: a critical of one's own, or the failed attack of an enemy."""
    if not check.at_once or len(check.rolls) > 1:  # with two rolls the higher die counts, too
        return False
    level = result_of_roll(table, check, 0).level
    return level == "critical" if check.rolls[0].actor == actor else not success_levels.succeeds(level)


def luck_could_help(table: Table, roll_in_progress: Check | EffectRoll) -> bool:
    """Return whether any luck could change a check or an effect, once its dice are thrown."""
    thrown: Check | EffectRoll = roll_in_progress
    if isinstance(roll_in_progress, Check):
        thrown = replace(
            roll_in_progress, rolls=tuple(replace(roll, thrown=roll.thrown or _ANY) for roll in roll_in_progress.rolls)
        )
    after = replace(table, procedures=(*table.procedures, thrown))
    return bool(_able_to_change_dice(after, _may_be_asked))


def affected_characters(table: Table) -> Iterator[str]:
    """Yield the characters whose luck may matter now: those in the procedure at the front."""
    check, effect_roll, process = current_check(table), current_effect_roll(table), current_damage(table)
    if effect_roll is not None:
        yield effect_roll.actor
    elif check is not None:
        yield from dict.fromkeys(actor for actor in (*(roll.actor for roll in check.rolls), check.target) if actor)
    elif process is not None:
        yield from dict.fromkeys(actor for actor in (process.harm.actor, process.harm.by) if actor)
