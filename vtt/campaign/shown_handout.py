"""A handout, a note or a card while the players see it: what everybody may know of it, and nothing else."""

from __future__ import annotations

from engine.kit.handouts.handout_records import Handout
from engine.kit.notes.note_records import NoteRecord
from engine.model.cards import card_label, face_of
from engine.model.frozen import Frozen
from engine.presentation.card_faces import CardFace


class ShownHandout(Frozen):
    """The part of a handout that the players see. It stays as it was when it was shown, whatever is undone or edited.

    Attributes:
        id: the id of its record.
        title: its title.
        text: its text.
        picture: the id of its picture; empty for none.
        is_note: it is a note, whose text is Markdown; else the text is plain.
        card: what is printed on a playing card, such as `8H`; it is drawn instead of a picture.
        face: the face of a game's own card, which is drawn instead of a picture.
    """

    id: str
    title: str
    text: str = ""
    picture: str = ""
    is_note: bool = False
    card: str = ""
    face: CardFace | None = None


class CardToShow(Frozen):
    """A card on the table that a viewer can show to everybody.

    Attributes:
        zone: its place.
        index: its position there.
        card: the card; it is shown only while it is still there.
        holder: the seat that shows a secret card; empty for a card that everybody sees already.
    """

    zone: str
    index: int
    card: str
    holder: str = ""


class PortraitToShow(Frozen):
    """A portrait that a viewer can show to everybody.

    Attributes:
        picture: the id of the picture.
        name: the name of its character; empty if not everybody knows of the character.
    """

    picture: str
    name: str = ""

    @property
    def is_secret(self) -> bool:
        """Whether not everybody knows of its character."""
        return not self.name


def shown_portrait(portrait: PortraitToShow) -> ShownHandout:
    """Return what the players see of a portrait: the name only of a character that they know."""
    return ShownHandout(id=portrait.picture, title=portrait.name, picture=portrait.picture)


def shown_handout(handout: Handout) -> ShownHandout:
    """Return what the players see of a handout."""
    return ShownHandout(id=handout.id, title=handout.name, text=handout.text, picture=handout.picture)


def shown_note(note: NoteRecord) -> ShownHandout:
    """Return what the players see of a note."""
    return ShownHandout(id=note.id, title=note.name, text=note.text, picture=note.picture, is_note=True)


def shown_card(card: str, face: CardFace | None) -> ShownHandout:
    """Return what the players see of a card: its face and the meaning of its tags, but not the number of its copy.

    >>> shown_card("8H/2", None)
    ShownHandout(id='', title='8♥', text='', picture='', is_note=False, card='8H', face=None)
    """
    if face is None:
        return ShownHandout(id="", title=card_label(card), card=face_of(card))
    meanings = (f"{tag.words}: {tag.meaning}" for tag in face.tags if tag.meaning)
    return ShownHandout(id="", title=face.name, text="\n\n".join(meanings), face=face)
