"""The Fate Chips that improve a roll (FI-FATE-8 to FI-FATE-14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.kit.checks.exploding_dice import roll_exploding_dice
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name, seat_name
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.future_imperfect.checks.check_commands import RollIndexField
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.checks.check_scores import calculation_lines, score_of
from engine.rulesets.future_imperfect.checks.chip_improvements import chips_spent, refusals_of_chips, turn_for
from engine.rulesets.future_imperfect.chips import fate_chip_rules, fate_pot
from engine.rulesets.future_imperfect.chips.chip_ownership import need_spendable_chip
from engine.rulesets.future_imperfect.initiative.initiative_countdown import replace_turn
from engine.rulesets.future_imperfect.procedures.attack_procedure import current_attack
from engine.rulesets.future_imperfect.procedures.check_procedure import CheckRoll
from engine.rulesets.future_imperfect.procedures.participants import add_open_log_line, dice_purpose
from engine.rulesets.future_imperfect.settings import flag


class SpendChip(Request):
    """Improve a roll with a Fate Chip."""

    RULES = ("FI-FATE-8", "FI-FATE-9", "FI-FATE-10", "FI-FATE-11", "FI-FATE-12", "FI-FATE-13", "FI-FATE-18")
    colour: Annotated[str, Meta(description="white, red, blue")]
    roll: RollIndexField = 0
    bag: Annotated[str, Meta(description="whose chips; empty for one's own")] = ""


class InvokeImpetus(Request):
    """Turn an unskilled roll into a skilled one with a Fate Chip and an Impetus; the GM agrees by doing it."""

    RULES = ("FI-CORE-17", "FI-FATE-14")
    colour: Annotated[str, Meta(description="the chip that it costs")]
    impetus: Annotated[str, Meta(description="which Impetus, in words")] = ""
    roll: RollIndexField = 0
    bag: Annotated[str, Meta(description="whose chips; empty for those of the one who rolls")] = ""


def verify_spend(table: Table, command: SpendChip) -> None:
    """Require a thrown roll, a colour that helps, and a bag that may help."""
    check = CHECKS.need_thrown(table)
    roll = CHECKS.need_roll(check, command.roll)
    bag = command.bag or command.seat
    if bag != command.seat and not table.is_gm(command.seat):
        raise Refused("not_your_chips", "FI-FATE-18")
    need_spendable_chip(table, roll.actor, bag, command.colour)
    refused = refusals_of_chips(table, check, command.roll).get(command.colour)  # a raised refusal is not memoized
    if refused is not None:
        raise refused


def spend(draft: Draft, command: SpendChip) -> None:
    """Throw the chip's die and put the chip back into the pot (FI-FATE-2)."""
    check = CHECKS.need_check(draft.table)
    roll = check.rolls[command.roll]
    assert roll.thrown is not None
    bust = score_of(draft.table, roll).bust
    fate_pot.return_chips(draft, command.bag or command.seat, {command.colour: 1})
    with dice_purpose(draft, roll.actor, "side", sums=True, name=roll.name):
        (die,) = roll_exploding_dice(draft, roll.dice.sides, 1, aces=True)
    better = fate_chip_rules.with_chip_die(
        roll.thrown, command.colour, die, bust=bust, blue_cancels_bust=flag(draft.table, "blue_cancels_bust")
    )
    spent = {**chips_spent(draft.table, roll)}
    spent[command.colour] = spent.get(command.colour, 0) + 1
    roll = replace(roll, thrown=better, spent=spent)
    draft.replace_procedure(CHECKS.with_roll(check, command.roll, roll))
    _count_in_action(draft, roll, spent)
    score = score_of(draft.table, roll)
    add_open_log_line(
        draft,
        roll.actor,
        "chip_spent",
        "FI-FATE-8",
        seat=seat_name(draft.table, command.bag or command.seat),
        colour=command.colour,
        die=die.total,
        total=score.total,
        reckoning=calculation_lines(score),
        seen="chip_spent_seen",
        hides=("die",),
    )
    CHECKS.settle(draft)


def _count_in_action(draft: Draft, roll: CheckRoll, spent: Mapping[str, int]) -> None:
    turn, attack = turn_for(draft.table, roll), current_attack(draft.table)
    if turn is not None:
        replace_turn(draft, replace(turn, spent=spent))
    elif attack is not None and attack.actor == roll.actor:
        draft.replace_procedure(replace(attack, spent=spent))


def verify_impetus(table: Table, command: InvokeImpetus) -> None:
    """Require the GM, an unskilled roll, and a chip of the rolling character or of a helper."""
    need_gm(table, command, "FI-FATE-14")
    check = CHECKS.need_check(table)
    roll = CHECKS.need_roll(check, command.roll)
    if not roll.halved:
        raise Refused("skilled_already", "FI-FATE-14")
    need_spendable_chip(table, roll.actor, command.bag or controller_of(table, roll.actor), command.colour)


def invoke_impetus(draft: Draft, command: InvokeImpetus) -> None:
    """Count the roll in full: it is not halved."""
    roll = CHECKS.need_check(draft.table).rolls[command.roll]
    bag = command.bag or controller_of(draft.table, roll.actor)
    fate_pot.return_chips(draft, bag, {command.colour: 1})
    CHECKS.change_roll(draft, command.roll, halved=False)
    name = actor_name(draft.table, roll.actor)
    draft.note("impetus", "FI-FATE-14", "FI-CORE-17", actor=name, colour=command.colour, impetus=command.impetus)


MOVES = (
    Move(SpendChip, verify_spend, spend),
    Move(InvokeImpetus, verify_impetus, invoke_impetus),
)
