"""One character's record as a viewer may read it: all that a sheet is filled with."""

from __future__ import annotations

from collections.abc import Mapping

from engine.play.sight import View
from engine.table.body import Body
from engine.table.conditions import Condition
from engine.table.frozen import Frozen, Json
from engine.table.seats import Actor
from engine.table.tracks import Track

SHEET, SHEET_VERSION = "sheet", "sheet_version"
"""The keys of a record that say which description it follows (absent: the game's first), and of which version (1)."""
RESERVED = (SHEET, SHEET_VERSION)


class Record(Frozen):
    """What stands on one sheet.

    Attributes:
        actor: the character's id; empty on a blank.
        name: the character's name.
        player: the name of the person who leads the character.
        sheet: the fields that are written, by key.
        tracks: the numbers that stand beside the character on the table.
        body: the body, if the character has one.
        conditions: what lies on the character.
        chips: the bag of the seat that leads the character.
    """

    actor: str = ""
    name: str = ""
    player: str = ""
    sheet: Mapping[str, Json] = {}
    tracks: Mapping[str, Track] = {}
    body: Body | None = None
    conditions: tuple[Condition, ...] = ()
    chips: Mapping[str, int] = {}

    @property
    def sheet_id(self) -> str:
        """Which description it follows; empty for the game's first."""
        found = self.sheet.get(SHEET)
        return found if isinstance(found, str) else ""


def blank_record() -> Record:
    """Return a record with nothing on it, for blank forms."""
    return Record()


def record_of(view: View, actor: str) -> Record:
    """Return a character's record as a viewer may read it. Raises KeyError for one of whom the viewer does not know."""
    found = view.actors[actor]
    seat = view.seats.get(found.seat)
    return record_of_actor(found, seat.name if seat else "", view.chips.get(found.seat, {}))


def record_of_actor(actor: Actor, player: str = "", chips: Mapping[str, int] | None = None) -> Record:
    """Return the record of a character whom one has before one."""
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
