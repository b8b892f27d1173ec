"""What stands on cards that are more than a rank and a suit: a game tells it, and screen and paper show the same.

Whoever knows which card it is may read it: what is printed on a card is no secret, only where it lies.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, runtime_checkable

from engine.table.frozen import Frozen, Json
from engine.table.seats import Actor

Lists = Mapping[str, Sequence[Mapping[str, Json]]]
"""The group's own lists, in which a game looks for changed cards."""


class FaceNumber(Frozen):
    """A number in the corner of a card, such as what it costs.

    Attributes:
        key: which one it is, for the shape in which it stands.
        label: what it is called.
        brief: the same where there is next to no room.
        value: the number.
    """

    key: str
    label: str
    brief: str
    value: int


class FaceTag(Frozen):
    """A word on a card that has a meaning of its own, with its number if it has one."""

    name: str
    number: int | None = None
    meaning: str = ""

    @property
    def words(self) -> str:
        """The tag in one go: `Blast 2`."""
        return self.name if self.number is None else f"{self.name} {self.number}"


class CardFace(Frozen):
    """What stands on a card. It is compared by content, so pictures of equal faces are shared.

    Attributes:
        key: the card's id, without the number of the copy.
        name: what it is called.
        kind: what sort of card it is, for its sign: `attack`, `action`, `condition`, `ritual`, `interrupt`,
            `surroundings` or `automatic`.
        kind_words: the same in words.
        numbers: what stands in its corner, the most important first.
        tags: its tags as printed.
        text: what it does.
        second_title: what its second use is for, such as outside combat; empty if it has none.
        second: what that use is called.
        second_text: what that allows.
        lists: where it belongs, in one line.
        mark: whose it is if it does not belong to the game as printed.
        disabled: it is laid aside and not to be played.
        notice: whose work the game is, for paper.
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
    """Cards that are printed together, as often as they are there.

    Attributes:
        name: what it is called.
        faces: its cards.
        personal: it is a character's own.
    """

    name: str
    faces: tuple[CardFace, ...]
    personal: bool = False


class ReferencePart(Frozen):
    """A box of a reference: its title, and lines of a word and what it means. `signs` are kinds of cards to draw."""

    title: str
    lines: tuple[tuple[str, str], ...]
    signs: tuple[str, ...] = ()


class Reference(Frozen):
    """What a player wants beside the cards: a page or two."""

    title: str
    parts: tuple[ReferencePart, ...]
    notice: str = ""


@runtime_checkable
class PrintsFaces(Protocol):
    """A game with cards of its own."""

    def card_face(self, card: str, lists: Lists, options: Mapping[str, Json]) -> CardFace | None:
        """Return what stands on a card; None for one that is not of this game."""
        ...

    def face_decks(
        self, lists: Lists, options: Mapping[str, Json], people: Iterable[Actor], *, foes: bool
    ) -> tuple[FaceDeck, ...]:
        """Return what can be printed together: named decks, those of these people, lists of cards; with `foes` all."""
        ...

    def reference(self, lists: Lists, options: Mapping[str, Json]) -> Reference:
        """Return the player's reference."""
        ...
