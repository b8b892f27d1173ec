"""One character's record as a viewer may read it: all that a sheet is filled with."""

from __future__ import annotations

from collections.abc import Mapping

from engine.messages.display_names import readable_id
from engine.model.body import Body
from engine.model.conditions import Condition
from engine.model.frozen import Frozen, Json
from engine.model.seats import Actor
from engine.model.tracks import Track
from engine.presentation.visibility import VisibleTable

SHEET, SHEET_VERSION = "sheet", "sheet_version"
"""Two keys of a record: the description that it follows (absent: the game's first), and its version (absent: 1)."""
RESERVED = (SHEET, SHEET_VERSION)
DEEPEST = 16
"""The deepest indent of `plain_lines`."""


class Record(Frozen):
    """The values of one sheet.

    Attributes:
        actor: the character's id; empty on a blank.
        name: the character's name.
        player: the name of the character's player.
        sheet: the fields that are filled, by key.
        tracks: the character's tracks at the table.
        body: the body, if the character has one.
        conditions: the character's conditions.
        chips: the chip bag of the player's seat.
    """

    actor: str = ""
    name: str = ""
    player: str = ""
    sheet: Mapping[str, Json] = {}
    tracks: Mapping[str, Track] = {}
    body: Body | None = None
    conditions: tuple[Condition, ...] = ()
    chips: Mapping[str, int] = {}


def blank_record() -> Record:
    """Return a record with nothing on it, for blank forms."""
    return Record()


def record_of(view: VisibleTable, actor: str) -> Record:
    """Return a character's record as a viewer may read it. Raises KeyError for an unknown character."""
    character = view.actors[actor]
    seat = view.seats.get(character.seat)
    return record_of_actor(character, seat.name if seat else "", view.chips.get(character.seat, {}))


def record_of_actor(actor: Actor, player: str = "", chips: Mapping[str, int] | None = None) -> Record:
    """Return the record of a character object."""
    return Record(
        actor=actor.id,
        name=actor.name,
        player=player,
        sheet=actor.sheet,
        tracks=actor.tracks,
        body=actor.body,
        conditions=actor.conditions,
        chips=chips or {},
    )


def plain_lines(values: Mapping[str, Json], indent: str = "") -> list[str]:
    """Return the values of a record as lines of text, for a record without a sheet.

    Examples:
        >>> plain_lines({"sheet": "hero", "strength": 4, "gear": [{"item": "rope", "kg": 3}, "lamp"]})
        ['Strength: 4', 'Gear:', '  Item: rope', '  Kg: 3', '  lamp']
    """
    lines: list[str] = []
    for key, value in values.items():
        if key in RESERVED:
            continue
        name = f"{indent}{readable_id(key)}:"
        match value:
            case _ if len(indent) > DEEPEST:
                lines.append(f"{name} …")
            case Mapping():
                lines += [name, *plain_lines(value, f"{indent}  ")]
            case list() | tuple():
                lines.append(name)
                for part in value:
                    lines += plain_lines(part, f"{indent}  ") if isinstance(part, Mapping) else [f"{indent}  {part}"]
            case _:
                lines.append(f"{name} {value}")
    return lines
