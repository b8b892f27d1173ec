"""A handout or a note while the players see it: what everybody may know of it, and nothing else."""

from __future__ import annotations

from engine.kit.handouts.handout_records import Handout
from engine.kit.notes.note_records import NoteRecord
from engine.model.frozen import Frozen


class ShownHandout(Frozen):
    """The part of a handout that the players see. It stays as it was when it was shown, whatever is undone or edited.

    Attributes:
        id: the id of its record.
        title: its title.
        text: its text.
        picture: the id of its picture; empty for none.
        is_note: it is a note, whose text is Markdown; else the text is plain.
    """

    id: str
    title: str
    text: str = ""
    picture: str = ""
    is_note: bool = False


def shown_handout(handout: Handout) -> ShownHandout:
    """Return what the players see of a handout."""
    return ShownHandout(id=handout.id, title=handout.name, text=handout.text, picture=handout.picture)


def shown_note(note: NoteRecord) -> ShownHandout:
    """Return what the players see of a note."""
    return ShownHandout(id=note.id, title=note.name, text=note.text, picture=note.picture, is_note=True)
