"""Free rolls of dice, thrown here or typed in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import Meta

from engine.core.commands import Move, Request
from engine.core.dice_notation import DiceSum, parse_dice_to_roll
from engine.core.draft import Draft
from engine.core.events import Rolled
from engine.messages.display_names import seat_name
from engine.messages.refusal import Refused
from engine.model.table import Table


class RollDice(Request):
    """Roll dice for any purpose, or enter the faces of real ones."""

    dice: Annotated[str, Meta(description="such as `2d6+1`, `1d8+1d2` or `d100`")]
    reason: Annotated[str, Meta(description="what for, in free words")] = ""
    faces: Annotated[
        tuple[int, ...], Meta(description="real dice as they fell, 0 for the highest face; empty throws them here")
    ] = ()


def verify_roll_dice(table: Table, command: RollDice) -> None:
    """The dice must be readable, and every face of real dice must be possible."""
    dice = parse_dice_to_roll(command.dice)
    if command.faces and not dice.accepts(_entered_faces(dice, command.faces)):
        raise Refused("dice_faces", count=len(dice.dice_sides), sides=max(dice.dice_sides))


def _entered_faces(dice: DiceSum, faces: Sequence[int]) -> tuple[int, ...]:
    """Return the faces of real dice; 0 is the highest face."""
    wanted = dice.dice_sides
    return tuple(face or wanted[at] if at < len(wanted) else face for at, face in enumerate(faces))


def roll_dice(draft: Draft, command: RollDice) -> None:
    """Roll them, or take the faces of real ones, and add them up."""
    dice = parse_dice_to_roll(command.dice)
    faces: tuple[int, ...] = ()
    entered = _entered_faces(dice, command.faces)
    for term in dice.dice:
        count = abs(term.count)
        if entered:
            faces_of_term = entered[len(faces) : len(faces) + count]
            draft.emit(Rolled(kind=f"d{term.sides}", faces=faces_of_term))
        else:
            faces_of_term = draft.roll(term.sides, count)
        faces += faces_of_term
    total = dice.total(faces)
    draft.record_results(faces=faces, total=total)
    draft.note(
        "rolled_one" if faces == (total,) else "rolled",
        seat=seat_name(draft.table, command.seat),
        dice=command.dice,
        faces=faces,
        total=total,
        reason=command.reason,
    )


MOVES: tuple[Move[Any], ...] = (Move(RollDice, verify_roll_dice, roll_dice),)
