"""The Fate Chips that could still improve a roll (FI-FATE-8 to FI-FATE-13)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.memo import memo_of_moment
from engine.kit.control import controller_of
from engine.messages.refusal import Refused
from engine.model.table import Table
from engine.rulesets.future_imperfect.checks.check_scores import score_of
from engine.rulesets.future_imperfect.chips import fate_chip_rules
from engine.rulesets.future_imperfect.chips.chip_ownership import bags_for
from engine.rulesets.future_imperfect.procedures.attack_procedure import current_attack
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, CheckRoll
from engine.rulesets.future_imperfect.procedures.conflict_procedure import CardTurn, current_conflict, fighter_of
from engine.rulesets.future_imperfect.settings import flag, limit


@memo_of_moment
def open_rolls(table: Table, check: Check) -> tuple[int, ...]:
    """Return the rolls that a chip at the table could still change and that are not accepted."""
    if not check.thrown:
        return ()
    return tuple(
        index
        for index in range(len(check.rolls))
        if index not in check.stands and _can_be_improved(table, check, index)
    )


def _can_be_improved(table: Table, check: Check, index: int) -> bool:
    """Say whether a chip could help a roll; the opponent in a contest does not count as a helper."""
    colours = [colour for colour, why in chips_for(table, check, index).items() if why is None]
    controller = controller_of(table, check.rolls[index].actor)
    against = {controller_of(table, roll.actor) for roll in check.rolls} - {controller}
    bags = (bag for bag in bags_for(table, check.rolls[index].actor) if bag not in against)
    stocks = (table.chips.get(bag, {}) for bag in bags)
    return any(bag.get(colour) for bag in stocks for colour in colours)


@memo_of_moment
def chips_for(table: Table, check: Check, index: int) -> Mapping[str, Refused | None]:
    """Return for each colour the refusal to spend it on a roll now; None where it is allowed."""
    return refusals_of_chips(table, check, index)


def refusals_of_chips(table: Table, check: Check, index: int) -> Mapping[str, Refused | None]:
    """Return the same without a memo: a raised refusal keeps the frames that raised it."""
    roll = check.rolls[index]
    standing = fate_chip_rules.RollStatus(
        bust=score_of(table, roll).bust,
        kind=roll.kind,
        spent=chips_spent(table, roll),
    )
    return fate_chip_rules.improvement_refusals(
        standing,
        blue_per_action=limit(table, "blue_per_action"),
        chips_on_strength_damage=flag(table, "chips_on_strength_damage"),
    )


def chips_spent(table: Table, roll: CheckRoll) -> Mapping[str, int]:
    """Return the chips spent in the action of a roll: of its turn, its attack, or the roll alone (FI-FATE-10)."""
    turn, attack = turn_for(table, roll), current_attack(table)
    if turn is not None:
        return turn.spent
    return attack.spent if attack is not None and attack.actor == roll.actor else roll.spent


def turn_for(table: Table, roll: CheckRoll) -> CardTurn | None:
    """Return the turn of the rolling character; None for one that acts in no turn now."""
    conflict = current_conflict(table)
    turn = conflict.turns[-1] if conflict and conflict.turns else None
    return (
        turn if conflict is not None and turn is not None and turn.fighter == fighter_of(conflict, roll.actor) else None
    )
