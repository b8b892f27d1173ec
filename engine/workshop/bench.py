"""What a window needs to let people make and change the things that a game is made of: its cards, decks, foes.

A game that has such things offers a `Workshop`. All of it is pure and plain: records are JSON mappings, `desk` says all
that an editor shows of one, edits make a new record of an old one, and commands write it down as one gesture. Whoever
draws this knows no rule; every text here is already said, and is plain text.

    drawers ──► entries ──► record / blank / duplicate ──► desk ──► with_value … ──► desk ──► … ──► saving ──► submit
                                                            └──► try_out, at any time, before anything is saved

`lists` are the group's own (`View.lists`), `options` those in force (`View.options` with `View.scene` over them).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from engine.play.commands import Command
from engine.play.sight import View
from engine.table.frozen import Json
from engine.workshop.shown import (
    Arrival,
    Arriving,
    Asked,
    Bar,
    Change,
    Desk,
    Drawer,
    Entry,
    Facet,
    FacetValue,
    Group,
    Holder,
    Incoming,
    Line,
    Lists,
    Note,
    NoteKind,
    Options,
    Origin,
    Part,
    PartKind,
    Pick,
    Problem,
    Record,
    Row,
    Trial,
    Unworkable,
    Way,
)

__all__ = [
    "Arrival",
    "Arriving",
    "Asked",
    "Bar",
    "Change",
    "Desk",
    "Drawer",
    "Entry",
    "Facet",
    "FacetValue",
    "Group",
    "HasWorkshop",
    "Holder",
    "Incoming",
    "Line",
    "Lists",
    "Note",
    "NoteKind",
    "Options",
    "Origin",
    "Part",
    "PartKind",
    "Pick",
    "Problem",
    "Record",
    "Row",
    "Trial",
    "Unworkable",
    "Way",
    "Workshop",
]


class Workshop(Protocol):
    """What a game offers to let people make and change what it is made of."""

    @property
    def gm_lists(self) -> frozenset[str]:
        """The lists of the group that only the GM may know."""
        ...

    def for_gm(self, kind: str, record: Record) -> bool:
        """Say whether only the GM may know a record as it is written, saved or not."""
        ...

    def drawers(self) -> tuple[Drawer, ...]:
        """Return the kinds of things that can be made, in the order in which they are shown."""
        ...

    def facets(self, lists: Lists, options: Options, kind: str) -> tuple[Facet, ...]:
        """Return what the entries of a kind can be filtered by; values that nothing has are left out."""
        ...

    def entries(self, lists: Lists, options: Options, kind: str) -> tuple[Entry, ...]:
        """Return all that there are of a kind, in the order in which they are shown."""
        ...

    def record(self, lists: Lists, options: Options, kind: str, id_: str) -> Record | None:
        """Return a record as it is in force; None if there is none."""
        ...

    def blank(self, lists: Lists, options: Options, kind: str) -> Record:
        """Return a new record to begin with; it has no id yet."""
        ...

    def duplicate(self, lists: Lists, options: Options, kind: str, record: Record) -> Record:
        """Return a copy under another name; it has no id yet, and is the group's own."""
        ...

    def desk(self, lists: Lists, options: Options, kind: str, record: Record) -> Desk:
        """Return all that an editor shows of a record. It is made anew after each edit, and never fails."""
        ...

    # -- edits: a new record of an old one; a path that is not there changes nothing

    def with_value(self, kind: str, record: Record, path: str, value: Json) -> Record:
        """Return a record with something else in a field: what was typed, chosen or counted. None clears it.

        A number may be handed in as the text that was typed. What cannot be read is kept as it was written.
        """
        ...

    def with_row(self, kind: str, record: Record, path: str, row: Record | None = None) -> Record:
        """Return a record with one more row at the end of a ROWS part: an empty one, or this."""
        ...

    def without_row(self, kind: str, record: Record, path: str) -> Record:
        """Return a record without a row (`effects[1]`)."""
        ...

    def moved_row(self, kind: str, record: Record, path: str, to: int) -> Record:
        """Return a record with a row (`effects[1]`) at another place among its fellows."""
        ...

    def duplicated_row(self, kind: str, record: Record, path: str) -> Record:
        """Return a record with a row doubled; the copy stands behind it."""
        ...

    # -- commands: each one gesture, and one undo

    def saving(self, seat: str, lists: Lists, options: Options, kind: str, record: Record) -> tuple[str, Command]:
        """Return the id under which a record is saved, and the command. Raises Unworkable while `can_save` is False."""
        ...

    def setting_aside(self, seat: str, lists: Lists, options: Options, kind: str, id_: str, aside: bool) -> Command:
        """Return the command that puts a saved record aside, or takes it up again. Raises Unworkable."""
        ...

    def removing(self, seat: str, lists: Lists, kind: str, id_: str) -> Command:
        """Return the command that takes away what the group has written under an id.

        Of something of its own that deletes it, of something shipped it restores the original. Raises Unworkable if
        the group has written nothing there.
        """
        ...

    # -- trying out

    def try_out(
        self,
        lists: Lists,
        options: Options,
        kind: str,
        record: Record,
        *,
        situation: str = "",
        answers: Sequence[str] = (),
    ) -> Trial:
        """Return what happens when something is used against dummies, by the very rules of the game.

        Args:
            lists: the group's lists.
            options: the options in force.
            kind: what it is.
            record: as it is now, saved or not.
            situation: one of `situations`; the first if it is empty.
            answers: what to say to the choices on the way, in their order, each a value of `Asked.ways`; what is not
                answered, or not so, is answered by the first way there is.
        """
        ...

    def situations(self, lists: Lists, options: Options, kind: str, record: Record) -> tuple[Way, ...]:
        """Return the situations in which something can be tried out; the likeliest first, none where it cannot be."""
        ...

    # -- files

    def exported(self, lists: Lists, options: Options, chosen: Sequence[tuple[str, str]], form: str = "toml") -> str:
        """Return a file with some records, each named by kind and id; the form is `toml` or `json`."""
        ...

    def needed(self, lists: Lists, options: Options, chosen: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
        """Return what of the group's own some records speak of, so that a file with both can be read elsewhere."""
        ...

    def read(self, lists: Lists, options: Options, data: bytes | str) -> Incoming:
        """Return what a file holds. Raises Unworkable for what is no such file, or too much."""
        ...

    def taken_over(self, seat: str, lists: Lists, incoming: Incoming, chosen: Sequence[int]) -> Command:
        """Return the command that takes over records of a file by their `at`. Raises Unworkable if there is nothing."""
        ...

    # -- decks and characters

    def holders(self, view: View) -> tuple[Holder, ...]:
        """Return the characters on whose sheets a deck can be put, as far as a viewer may know them."""
        ...

    def dealing(self, seat: str, view: View, record: Record, actor: str) -> Command:
        """Return the command that writes a deck on a character's sheet, in place of what stands there."""
        ...

    def deck_of(self, view: View, actor: str) -> Record:
        """Return the deck on a character's sheet as a new record, to be looked at, or kept under a name."""
        ...

    def notes_on(self, view: View, actor: str) -> tuple[Note, ...]:
        """Return the statistics of the deck on a character's sheet, reckoned with that character."""
        ...


@runtime_checkable
class HasWorkshop(Protocol):
    """A game that lets people make and change what it is made of."""

    @property
    def workshop(self) -> Workshop:
        """Its workshop."""
        ...
