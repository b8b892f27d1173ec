"""One character's record as a viewer may read it: all that a sheet is filled with."""

from __future__ import annotations

from collections.abc import Mapping

from engine.model.body import Body
from engine.model.conditions import Condition
from engine.model.frozen import Frozen, Json
from engine.model.seats import Actor
from engine.model.tracks import Track
from engine.presentation.visibility import VisibleTable

SHEET, SHEET_VERSION = "sheet", "sheet_version"
"""Two keys of a record: the description that it follows (absent: the game's first), and its version (absent: 1)."""
RESERVED = (SHEET, SHEET_VERSION)


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
