"""Throwing dice, and the Fate Chips that improve a roll (FI-CORE-21, FI-FATE-8 to FI-FATE-14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

from msgspec import Meta

from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.kit.checks.exploding_dice import roll_exploding_dice
from engine.kit.control import controller_of
from engine.kit.memo import Memo
from engine.messages.display_names import actor_name, seat_name
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.future_imperfect.checks.check_commands import Accept, RollIndexField
from engine.rulesets.future_imperfect.checks.check_resolution import (
    calculation_lines,
    decide,
    need_check,
    need_open,
    need_roll,
    need_takes_part,
    need_thrown,
    score_of,
    throw_all,
    with_roll,
)
from engine.rulesets.future_imperfect.checks.dice_tray import dice_purpose
from engine.rulesets.future_imperfect.chips import fate_chip_rules, fate_pot
from engine.rulesets.future_imperfect.chips.chip_ownership import bags_for, need_spendable_chip
from engine.rulesets.future_imperfect.initiative.initiative_countdown import replace_turn
from engine.rulesets.future_imperfect.procedures.attack_procedure import current_attack
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, CheckRoll
from engine.rulesets.future_imperfect.procedures.conflict_procedure import CardTurn, current_conflict, fighter_of
from engine.rulesets.future_imperfect.procedures.participants import add_open_log_line
from engine.rulesets.future_imperfect.settings import flag, limit

_OPEN: Final = Memo[tuple[int, ...]]()
_CHIPS: Final = Memo[Mapping[str, Refused | None]]()


class ThrowDice(Request):
    """Throw the dice: each player for their own characters, the GM for all; then only Fate Chips change the roll."""

    RULES = ("FI-CORE-7", "FI-CORE-8", "FI-CORE-9", "FI-CORE-12", "FI-CORE-21")


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


def throwable_rolls(table: Table, seat: str, check: Check) -> tuple[int, ...]:
    """Return the rolls whose dice a seat can throw: those of its characters, for the GM all."""
    return tuple(
        index
        for index, roll in enumerate(check.rolls)
        if roll.thrown is None and (table.is_gm(seat) or controller_of(table, roll.actor) == seat)
    )


def verify_throw(table: Table, command: ThrowDice) -> None:
    """Require a seat that takes part and has not thrown."""
    check = need_open(table)
    need_takes_part(table, command, check)
    if not throwable_rolls(table, command.seat, check):
        raise Refused("dice_have_fallen", "FI-CORE-21")


def throw_dice(draft: Draft, command: ThrowDice) -> None:
    """Throw the seat's dice; with all thrown and no chip that could help, the roll is usually accepted."""
    throw_all(draft, throwable_rolls(draft.table, command.seat, need_check(draft.table)))
    if need_check(draft.table).thrown:
        settle_if_nothing_helps(draft)


def open_rolls(table: Table, check: Check) -> tuple[int, ...]:
    """Return the rolls that a chip at the table could still change and that are not accepted."""
    if not check.thrown:
        return ()
    made_of = (check, table.procedures, table.chips, table.actors, table.seats, table.options)
    return _OPEN.get("", made_of, lambda: _open_rolls(table, check))


def _open_rolls(table: Table, check: Check) -> tuple[int, ...]:
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


def settle_if_nothing_helps(draft: Draft) -> None:
    """Accept the rolls that no chip could change, and decide the check if that leaves none open.

    By an option of the group every roll waits to be accepted, so that the GM can override it first; some rolls always
    wait, so that other characters can interrupt.
    """
    check = need_check(draft.table)
    if check.then.waits or flag(draft.table, "rolls_wait"):
        return
    if not open_rolls(draft.table, check):
        decide(draft)


def acceptable_rolls(table: Table, seat: str, check: Check) -> tuple[int, ...]:
    """Return the rolls that a seat accepts now: its characters'; the GM all the rest, once those are done.

    Nobody accepts a roll for another seat that could still improve it (FI-CORE-18, FI-FATE-8).
    """
    waiting = open_rolls(table, check)
    own_rolls = tuple(index for index in waiting if controller_of(table, check.rolls[index].actor) == seat)
    return own_rolls or (tuple(range(len(check.rolls))) if table.is_gm(seat) or not waiting else ())


def verify_accept(table: Table, command: Accept) -> None:
    """Require thrown dice, and a seat that takes part and could still improve a roll; the GM accepts for all."""
    check = need_thrown(table)
    need_takes_part(table, command, check)
    if check.halted_by and not table.is_gm(command.seat):
        raise Refused("masters_word", "FI-SIMPLE-6")
    if not acceptable_rolls(table, command.seat, check):
        first = check.rolls[open_rolls(table, check)[0]].actor
        raise Refused("others_let_stand", "FI-CORE-18", "FI-FATE-8", actor=actor_name(table, first))


def accept(draft: Draft, command: Accept) -> None:
    """Accept the seat's rolls, and decide the check once none is open."""
    check = need_check(draft.table)
    stands = {*check.stands, *acceptable_rolls(draft.table, command.seat, check)}
    check = replace(check, stands=tuple(sorted(stands)))
    draft.replace_procedure(check)
    if open_rolls(draft.table, check):
        draft.note("lets_it_stand", "FI-CORE-18", seat=seat_name(draft.table, command.seat))
    else:
        decide(draft)


def chips_for(table: Table, check: Check, index: int) -> Mapping[str, Refused | None]:
    """Return for each colour the refusal to spend it on a roll now; None where it is allowed."""
    return _CHIPS.get(str(index), (check, table.procedures, table.options), lambda: _chips_for(table, check, index))


def _chips_for(table: Table, check: Check, index: int) -> Mapping[str, Refused | None]:
    roll = check.rolls[index]
    standing = fate_chip_rules.RollStatus(
        bust=score_of(table, roll).bust,
        kind=roll.kind,
        spent=_chips_spent(table, roll),
    )
    return fate_chip_rules.improvement_refusals(
        standing,
        blue_per_action=limit(table, "blue_per_action"),
        chips_on_strength_damage=flag(table, "chips_on_strength_damage"),
    )


def _chips_spent(table: Table, roll: CheckRoll) -> Mapping[str, int]:
    """Return the chips spent in the action of a roll: of its turn, its attack, or the roll alone (FI-FATE-10)."""
    turn, attack = _turn_for(table, roll), current_attack(table)
    if turn is not None:
        return turn.spent
    return attack.spent if attack is not None and attack.actor == roll.actor else roll.spent


def _turn_for(table: Table, roll: CheckRoll) -> CardTurn | None:
    """Return the turn of the rolling character; None for one that acts in no turn now."""
    conflict = current_conflict(table)
    turn = conflict.turns[-1] if conflict and conflict.turns else None
    return (
        turn if conflict is not None and turn is not None and turn.fighter == fighter_of(conflict, roll.actor) else None
    )


def verify_spend(table: Table, command: SpendChip) -> None:
    """Require a thrown roll, a colour that helps, and a bag that may help."""
    check = need_thrown(table)
    roll = need_roll(check, command.roll)
    bag = command.bag or command.seat
    if bag != command.seat and not table.is_gm(command.seat):
        raise Refused("not_your_chips", "FI-FATE-18")
    need_spendable_chip(table, roll.actor, bag, command.colour)
    refused = _chips_for(table, check, command.roll).get(command.colour)  # a raised refusal is not memoized
    if refused is not None:
        raise refused


def spend(draft: Draft, command: SpendChip) -> None:
    """Throw the chip's die and put the chip back into the pot (FI-FATE-2)."""
    check = need_check(draft.table)
    roll = check.rolls[command.roll]
    assert roll.thrown is not None
    bust = score_of(draft.table, roll).bust
    fate_pot.return_chips(draft, command.bag or command.seat, {command.colour: 1})
    with dice_purpose(draft, roll.actor, "side", sums=True, name=roll.name):
        (die,) = roll_exploding_dice(draft, roll.dice.sides, 1, aces=True)
    better = fate_chip_rules.with_chip_die(
        roll.thrown, command.colour, die, bust=bust, blue_cancels_bust=flag(draft.table, "blue_cancels_bust")
    )
    spent = {**_chips_spent(draft.table, roll)}
    spent[command.colour] = spent.get(command.colour, 0) + 1
    roll = replace(roll, thrown=better, spent=spent)
    draft.replace_procedure(with_roll(check, command.roll, roll))
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
    settle_if_nothing_helps(draft)


def _count_in_action(draft: Draft, roll: CheckRoll, spent: Mapping[str, int]) -> None:
    turn, attack = _turn_for(draft.table, roll), current_attack(draft.table)
    if turn is not None:
        replace_turn(draft, replace(turn, spent=spent))
    elif attack is not None and attack.actor == roll.actor:
        draft.replace_procedure(replace(attack, spent=spent))


def verify_impetus(table: Table, command: InvokeImpetus) -> None:
    """Require the GM, an unskilled roll, and a chip of the rolling character or of a helper."""
    need_gm(table, command, "FI-FATE-14")
    check = need_check(table)
    roll = need_roll(check, command.roll)
    if not roll.halved:
        raise Refused("skilled_already", "FI-FATE-14")
    need_spendable_chip(table, roll.actor, command.bag or controller_of(table, roll.actor), command.colour)


def invoke_impetus(draft: Draft, command: InvokeImpetus) -> None:
    """Count the roll in full: it is not halved."""
    check = need_check(draft.table)
    roll = check.rolls[command.roll]
    bag = command.bag or controller_of(draft.table, roll.actor)
    fate_pot.return_chips(draft, bag, {command.colour: 1})
    draft.replace_procedure(with_roll(check, command.roll, replace(roll, halved=False)))
    name = actor_name(draft.table, roll.actor)
    draft.note("impetus", "FI-FATE-14", "FI-CORE-17", actor=name, colour=command.colour, impetus=command.impetus)


MOVES = (
    Move(Accept, verify_accept, accept),
    Move(ThrowDice, verify_throw, throw_dice),
    Move(SpendChip, verify_spend, spend),
    Move(InvokeImpetus, verify_impetus, invoke_impetus),
)
