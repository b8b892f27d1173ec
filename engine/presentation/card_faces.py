"""Card faces: the text of cards that have more than a rank and a suit, the same on screen and on paper.

A viewer who knows the card may read its face: only the place of a card is secret, never its text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, runtime_checkable

from engine.model.frozen import Frozen, Json
from engine.model.seats import Actor

Lists = Mapping[str, Sequence[Mapping[str, Json]]]
"""The group's own lists, which may contain changed cards."""


class FaceNumber(Frozen):
    """A number in the corner of a card, such as its cost.

    Attributes:
        key: identifies the number, and with it the shape around it.
        label: its name.
        brief: its name for narrow places.
        value: the number.
    """

    key: str
    label: str
    brief: str
    value: int


class FaceTag(Frozen):
    """A keyword on a card, with its number if it has one."""

    name: str
    number: int | None = None
    meaning: str = ""

    @property
    def words(self) -> str:
        """The tag as text: `Blast 2`."""
        return self.name if self.number is None else f"{self.name} {self.number}"


class CardFace(Frozen):
    """The face of a card. It is compared by content, so pictures of equal faces are shared.

    Attributes:
        key: the card's id, without the number of the copy.
        name: its name.
        kind: its kind, which selects the icon: `attack`, `action`, `condition`, `ritual`, `interrupt`, `surroundings`
            or `automatic`.
        kind_words: the kind as text.
        numbers: the numbers in the corner, the most important first.
        tags: its tags as printed.
        text: its effect.
        second_title: the purpose of its second use, such as outside combat; empty if it has none.
        second: the name of that use.
        second_text: its effect.
        lists: the card lists that contain it, in one line.
        mark: the source of a card that is not part of the game as printed.
        disabled: it is disabled and cannot be played.
        notice: the credits of the game, for paper.
    """

    key: str
    name: str
    kind: str = "action"
    kind_words: str = ""
    numbers: tuple[FaceNumber, ...] = ()
    tags: tuple[FaceTag, ...] = ()
    text: str = ""
    second_title: str = ""
    second: str = ""
    second_text: str = ""
    lists: str = ""
    mark: str = ""
    disabled: bool = False
    notice: str = ""


class FaceDeck(Frozen):
    """Cards that are printed together, with their number of copies.

    Attributes:
        name: the name of the deck.
        faces: its cards.
        personal: it belongs to one character.
    """

    name: str
    faces: tuple[CardFace, ...]
    personal: bool = False


class QuickReferenceSection(Frozen):
    """A section of a quick reference: a title, and words with their meanings. `signs` are kinds of cards to draw."""

    title: str
    lines: tuple[tuple[str, str], ...]
    signs: tuple[str, ...] = ()


class QuickReference(Frozen):
    """A player's quick reference: one or two pages beside the cards."""

    title: str
    parts: tuple[QuickReferenceSection, ...]
    notice: str = ""


@runtime_checkable
class HasCardFaces(Protocol):
    """A game with cards of its own."""

    def card_face(self, card: str, lists: Lists, options: Mapping[str, Json]) -> CardFace | None:
        """Return the face of a card; None for a card that does not belong to this game."""
        ...


@runtime_checkable
class PrintsCardFaces(HasCardFaces, Protocol):
    """A game whose cards are printed with their faces."""

    def face_decks(
        self, lists: Lists, options: Mapping[str, Json], people: Iterable[Actor], *, foes: bool
    ) -> tuple[FaceDeck, ...]:
        """Return the decks that can be printed: named ones, those of these characters, card lists; with `foes` all."""
        ...

    def reference(self, lists: Lists, options: Mapping[str, Json]) -> QuickReference | None:
        """Return the quick reference for players; None for a game without one."""
        ...
