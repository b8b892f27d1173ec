"""Dice that fall, and the Fate Chips that make them better (FI-CORE-21, FI-FATE-8 to FI-FATE-14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

from msgspec import Meta

from engine.dice.pools import throw
from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.names import actor_name, seat_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import fate
from engine.rulesets.future_imperfect.checks import (
    PURPOSES,
    Accept,
    Which,
    decide,
    need_check,
    need_open,
    need_roll,
    need_takes_part,
    need_thrown,
    reckoning_of,
    score_of,
    throw_all,
    with_roll,
)
from engine.rulesets.future_imperfect.counting import become_turn
from engine.rulesets.future_imperfect.leading import leader, note_openly
from engine.rulesets.future_imperfect.lying import thrown_for
from engine.rulesets.future_imperfect.procedures.attack import attack
from engine.rulesets.future_imperfect.procedures.check import HALTED_BY, Check, Roll
from engine.rulesets.future_imperfect.procedures.conflict import Turn, fight, fighter_of
from engine.rulesets.future_imperfect.purse import bags_for, give_back_chip, need_bag
from engine.rulesets.future_imperfect.settings import flag, limit
from engine.rulesets.remembering import Remembered
from engine.table.frozen import replace
from engine.table.table import Table

_OPEN: Final = Remembered[tuple[int, ...]]()
_CHIPS: Final = Remembered[Mapping[str, Refused | None]]()


class ThrowDice(Request):
    """The dice leave the hand, each player's own, and all from the Master's; now only Fate Chips change the roll."""

    RULES = ("FI-CORE-7", "FI-CORE-8", "FI-CORE-9", "FI-CORE-12", "FI-CORE-21")


class SpendChip(Request):
    """A Fate Chip makes a roll better."""

    RULES = ("FI-FATE-8", "FI-FATE-9", "FI-FATE-10", "FI-FATE-11", "FI-FATE-12", "FI-FATE-13", "FI-FATE-18")
    colour: Annotated[str, Meta(description="white, red, blue")]
    roll: Which = 0
    bag: Annotated[str, Meta(description="whose chips; empty for one's own")] = ""


class InvokeImpetus(Request):
    """A Fate Chip and an Impetus turn an unskilled roll into a skilled one; the Master agrees by doing it."""

    RULES = ("FI-CORE-17", "FI-FATE-14")
    colour: Annotated[str, Meta(description="the chip that it costs")]
    impetus: Annotated[str, Meta(description="which Impetus, in words")] = ""
    roll: Which = 0
    bag: Annotated[str, Meta(description="whose chips; empty for those of the one who rolls")] = ""


def to_throw(table: Table, seat: str, found: Check) -> tuple[int, ...]:
    """Return the rolls whose dice a seat has in its hand: its characters', for the Master everybody's."""
    return tuple(
        index
        for index, roll in enumerate(found.rolls)
        if roll.thrown is None and (table.is_gm(seat) or leader(table, roll.actor) == seat)
    )


def verify_throw(table: Table, command: ThrowDice) -> None:
    """Somebody who takes part, once."""
    found = need_open(table)
    need_takes_part(table, command, found)
    if not to_throw(table, command.seat, found):
        raise Refused("dice_have_fallen", "FI-CORE-21")


def throw_dice(draft: Draft, command: ThrowDice) -> None:
    """Throw what is in the hand; once all dice lie and nobody can better them by a chip, the roll stands as a rule."""
    throw_all(draft, to_throw(draft.table, command.seat, need_check(draft.table)))
    if need_check(draft.table).thrown:
        settle_if_nothing_helps(draft)


def open_rolls(table: Table, found: Check) -> tuple[int, ...]:
    """Return the rolls that a chip of somebody here could still change, and that have not been let stand."""
    if not found.thrown:
        return ()
    made_of = (found, table.procedures, table.chips, table.actors, table.seats, table.options)
    return _OPEN.get("", made_of, lambda: _open_rolls(table, found))


def _open_rolls(table: Table, found: Check) -> tuple[int, ...]:
    return tuple(
        index
        for index in range(len(found.rolls))
        if index not in found.stands and _can_be_bettered(table, found, index)
    )


def _can_be_bettered(table: Table, found: Check, index: int) -> bool:
    """Say whether somebody holds a chip that would help a roll; who rolls against it is not waited for to help it."""
    colours = [colour for colour, why in chips_for(table, found, index).items() if why is None]
    own = leader(table, found.rolls[index].actor)
    against = {leader(table, roll.actor) for roll in found.rolls} - {own}
    bags = (bag for bag in bags_for(table, found.rolls[index].actor) if bag not in against)
    held = (table.chips.get(bag, {}) for bag in bags)
    return any(bag.get(colour) for bag in held for colour in colours)


def settle_if_nothing_helps(draft: Draft) -> None:
    """Let a roll stand that no chip of anybody here could change who has not let it stand.

    Where the group wants it, every roll waits until somebody lets it stand, so that the Master can overrule it first;
    some always do, so that others can come between.
    """
    found = need_check(draft.table)
    if PURPOSES[found.purpose].waits or flag(draft.table, "rolls_wait"):
        return
    if not open_rolls(draft.table, found):
        decide(draft)


def lets_stand(table: Table, seat: str, found: Check) -> tuple[int, ...]:
    """Return the rolls that a seat lets stand now: its characters'; the Master then all, where none of those is left.

    Nobody lets another's roll stand who still could better it (FI-CORE-18, FI-FATE-8).
    """
    waiting = open_rolls(table, found)
    own = tuple(index for index in waiting if leader(table, found.rolls[index].actor) == seat)
    return own or (tuple(range(len(found.rolls))) if table.is_gm(seat) or not waiting else ())


def verify_accept(table: Table, command: Accept) -> None:
    """Whoever takes part, once the dice lie, and could still better something; the Master for everybody."""
    found = need_thrown(table)
    need_takes_part(table, command, found)
    if HALTED_BY in found.about and not table.is_gm(command.seat):
        raise Refused("masters_word", "FI-SIMPLE-6")
    if not lets_stand(table, command.seat, found):
        first = found.rolls[open_rolls(table, found)[0]].actor
        raise Refused("others_let_stand", "FI-CORE-18", "FI-FATE-8", actor=actor_name(table, first))


def accept(draft: Draft, command: Accept) -> None:
    """Decide it, once nobody is left who could better it and has not let it stand."""
    found = need_check(draft.table)
    stands = {*found.stands, *lets_stand(draft.table, command.seat, found)}
    found = replace(found, stands=tuple(sorted(stands)))
    draft.become(found)
    if open_rolls(draft.table, found):
        draft.note("lets_it_stand", "FI-CORE-18", seat=seat_name(draft.table, command.seat))
    else:
        decide(draft)


def chips_for(table: Table, found: Check, index: int) -> Mapping[str, Refused | None]:
    """Return for every colour why it may not be spent on a roll now."""
    return _CHIPS.get(str(index), (found, table.procedures, table.options), lambda: _chips_for(table, found, index))


def _chips_for(table: Table, found: Check, index: int) -> Mapping[str, Refused | None]:
    roll = found.rolls[index]
    standing = fate.Standing(
        bust=score_of(table, roll).bust,
        kind=roll.kind,
        spent=_spent(table, roll),
    )
    return fate.may_improve(
        standing,
        blue_per_action=limit(table, "blue_per_action"),
        chips_on_strength_damage=flag(table, "chips_on_strength_damage"),
    )


def _spent(table: Table, roll: Roll) -> Mapping[str, int]:
    """Return how many chips went into the action of a roll: of a turn, of an attack, or of it alone (FI-FATE-10)."""
    turn, found = _turn_for(table, roll), attack(table)
    if turn is not None:
        return turn.spent
    return found.spent if found is not None and found.actor == roll.actor else roll.spent


def _turn_for(table: Table, roll: Roll) -> Turn | None:
    """Return the turn of whoever rolls; None for somebody who acts in none now."""
    now = fight(table)
    turn = now.turns[-1] if now and now.turns else None
    return turn if now is not None and turn is not None and turn.fighter == fighter_of(now, roll.actor) else None


def verify_spend(table: Table, command: SpendChip) -> None:
    """After the throw, a colour that may still help, out of a bag that may."""
    found = need_thrown(table)
    roll = need_roll(found, command.roll)
    bag = command.bag or command.seat
    if bag != command.seat and not table.is_gm(command.seat):
        raise Refused("not_your_chips", "FI-FATE-18")
    need_bag(table, roll.actor, bag, command.colour)
    refused = _chips_for(table, found, command.roll).get(command.colour)  # one that is raised is not kept
    if refused is not None:
        raise refused


def spend(draft: Draft, command: SpendChip) -> None:
    """Throw the chip's die and put the chip back into the pot (FI-FATE-2)."""
    found = need_check(draft.table)
    roll = found.rolls[command.roll]
    assert roll.thrown is not None
    bust = score_of(draft.table, roll).bust
    give_back_chip(draft, command.bag or command.seat, command.colour)
    with thrown_for(draft, roll.actor, "side", sums=True, name=roll.name):
        (die,) = throw(draft, roll.dice.sides, 1, aces=True)
    better = fate.improved(
        roll.thrown, command.colour, die, bust=bust, blue_cancels_bust=flag(draft.table, "blue_cancels_bust")
    )
    spent = {**_spent(draft.table, roll)}
    spent[command.colour] = spent.get(command.colour, 0) + 1
    roll = replace(roll, thrown=better, spent=spent)
    draft.become(with_roll(found, command.roll, roll))
    _count_in_action(draft, roll, spent)
    score = score_of(draft.table, roll)
    note_openly(
        draft,
        roll.actor,
        "chip_spent",
        "FI-FATE-8",
        seat=seat_name(draft.table, command.bag or command.seat),
        colour=command.colour,
        die=die.total,
        total=score.total,
        reckoning=reckoning_of(score),
        seen="chip_spent_seen",
        hides=("die",),
    )
    settle_if_nothing_helps(draft)


def _count_in_action(draft: Draft, roll: Roll, spent: Mapping[str, int]) -> None:
    turn, found = _turn_for(draft.table, roll), attack(draft.table)
    if turn is not None:
        become_turn(draft, replace(turn, spent=spent))
    elif found is not None and found.actor == roll.actor:
        draft.become(replace(found, spent=spent))


def verify_impetus(table: Table, command: InvokeImpetus) -> None:
    """The Master, for an unskilled roll, with a chip of the one who rolls or of a helper."""
    need_gm(table, command, "FI-FATE-14")
    found = need_check(table)
    roll = need_roll(found, command.roll)
    if not roll.halved:
        raise Refused("skilled_already", "FI-FATE-14")
    need_bag(table, roll.actor, command.bag or leader(table, roll.actor), command.colour)


def invoke_impetus(draft: Draft, command: InvokeImpetus) -> None:
    """Nothing is halved any more."""
    found = need_check(draft.table)
    roll = found.rolls[command.roll]
    bag = command.bag or leader(draft.table, roll.actor)
    give_back_chip(draft, bag, command.colour)
    draft.become(with_roll(found, command.roll, replace(roll, halved=False)))
    name = actor_name(draft.table, roll.actor)
    draft.note("impetus", "FI-FATE-14", "FI-CORE-17", actor=name, colour=command.colour, impetus=command.impetus)


MOVES = (
    Move(Accept, verify_accept, accept),
    Move(ThrowDice, verify_throw, throw_dice),
    Move(SpendChip, verify_spend, spend),
    Move(InvokeImpetus, verify_impetus, invoke_impetus),
)
