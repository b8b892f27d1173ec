"""The group's lists, free dice, and lines for the story."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

from msgspec import Meta

from engine.dice.notation import DiceSum, parse_dice_to_roll
from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.events import (
    ListSet,
    Rolled,
)
from engine.play.names import seat_name
from engine.play.refusal import Refused
from engine.table.frozen import Json
from engine.table.table import Table

TEMPLATES: Final = "templates"
"""The list of characters from which new ones are made; no game brings it, and every game may have it."""


class SetList(Request):
    """Write one of the group's own lists: weapons, armour and the like."""

    list: Annotated[str, Meta(description="the name of the list")]
    rows: Annotated[tuple[Mapping[str, Json], ...], Meta(description="all its rows; each has a `name` of its own")]


class RollDice(Request):
    """Throw dice for whatever the group likes, or write down how real ones fell."""

    dice: Annotated[str, Meta(description="such as `2d6+1`, `1d8+1d2` or `d100`")]
    reason: Annotated[str, Meta(description="what for, in free words")] = ""
    faces: Annotated[
        tuple[int, ...], Meta(description="real dice as they fell, 0 for the highest face; empty throws them here")
    ] = ()


class Say(Request):
    """Write a line into the story, for everybody or as a note to oneself."""

    text: Annotated[str, Meta(description="the line")]
    private: Annotated[bool, Meta(description="only the one who writes it ever reads it")] = False


def verify_list(table: Table, command: SetList) -> None:
    """The lists are the GM's."""
    need_gm(table, command)
    if command.list not in table.lists and command.list != TEMPLATES:
        raise Refused("no_such_list", list=command.list)
    names = [row.get("name") for row in command.rows]
    if not all(isinstance(name, str) and name.strip() for name in names) or len(set(names)) != len(names):
        raise Refused("list_names", list=command.list)


def set_list(draft: Draft, command: SetList, *, secret: bool = False) -> None:
    """Write it. Of a `secret` list only the GM reads that it was written."""
    draft.emit(ListSet(name=command.list, rows=command.rows))
    audience = (command.seat,) if secret else None
    draft.note("list_set", audience=audience, list=command.list, count=len(command.rows))


def verify_roll(table: Table, command: RollDice) -> None:
    """The dice must be readable, and real ones must all have fallen on faces that they have."""
    dice = parse_dice_to_roll(command.dice)
    if command.faces and not dice.fits(_fallen(dice, command.faces)):
        raise Refused("dice_faces", count=len(dice.wanted), sides=max(dice.wanted))


def _fallen(dice: DiceSum, faces: Sequence[int]) -> tuple[int, ...]:
    """Return the faces of real dice; 0 is the highest face."""
    wanted = dice.wanted
    return tuple(face or wanted[at] if at < len(wanted) else face for at, face in enumerate(faces))


def roll_dice(draft: Draft, command: RollDice) -> None:
    """Roll them, or take real ones as they fell, and add them up."""
    parsed = parse_dice_to_roll(command.dice)
    faces: tuple[int, ...] = ()
    told = _fallen(parsed, command.faces)
    for term in parsed.dice:
        count = abs(term.count)
        if told:
            fallen = told[len(faces) : len(faces) + count]
            draft.emit(Rolled(kind=f"d{term.sides}", faces=fallen))
        else:
            fallen = draft.roll(term.sides, count)
        faces += fallen
    total = parsed.total(faces)
    draft.figure(faces=faces, total=total)
    draft.note(
        "rolled",
        seat=seat_name(draft.table, command.seat),
        dice=command.dice,
        faces=faces,
        total=total,
        reason=command.reason,
    )


def verify_say(table: Table, command: Say) -> None:
    """There must be something to say."""
    if not command.text.strip():
        raise Refused("nothing_to_write")


def say_aloud(draft: Draft, command: Say) -> None:
    """Write it down."""
    audience = (command.seat,) if command.private else None
    draft.note("said", audience=audience, seat=seat_name(draft.table, command.seat), text=command.text)


MOVES: tuple[Move[Any], ...] = (
    Move(SetList, verify_list, set_list),
    Move(RollDice, verify_roll, roll_dice),
    Move(Say, verify_say, say_aloud),
)
