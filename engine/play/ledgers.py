"""What a group would keep on paper beside the table: clocks, wounds and their healing, rests, learning, ways.

A game that tells of `Ledger`s needs no window of its own for them: what stands here is written on a slate in the middle
of the table, and whatever can be done about a line is an offer as everywhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from engine.play.offers import Ask, Offer
from engine.play.words import Message
from engine.table.frozen import Frozen, Json
from engine.table.table import Table


class LedgerTab(Frozen):
    """One ledger among those that a viewer may open.

    Attributes:
        key: what it is called in code.
        label: what it is called at the table, in a word or two.
        sign: the name of an icon.
        count: how many things in it want attention; 0 for none.
        now: it is what the table is about at present, so it is opened by itself.
    """

    key: str
    label: Message
    sign: str = ""
    count: int = 0
    now: bool = False


class Touch(Frozen):
    """Something that can be done here: an offer of the seat that acts, with what is answered already.

    Attributes:
        offer: its name.
        answers: what is answered to its questions, by field; what is missing is asked as always. With any answer what
            may be left open is left open; with none all is asked.
        label: what stands on the button; None for the offer's own words.
    """

    offer: str
    answers: Mapping[str, Json] = {}
    label: Message | None = None


def fits(touch: Touch, offer: Offer) -> bool:
    """Say whether an offer is the one that a touch means: what is answered already is among what may be answered.

    The same offer of two seats may be about different people, and then a touch is but one of theirs.
    """
    if touch.offer != offer.name:
        return False
    asked = {ask.field: ask for ask in offer.asks}
    return all(_may_be(touch, offer, asked.get(field), field) for field in touch.answers)


def _may_be(touch: Touch, offer: Offer, asked: Ask | None, field: str) -> bool:
    value = touch.answers[field]
    if asked is None:
        return bool(getattr(offer.command, field, None) == value)
    choices = asked.choices_for(touch.answers.get(asked.by))
    if asked.own_words or not (choices or asked.by):
        return True
    return all(one in choices for one in (value if isinstance(value, list | tuple) else (value,)))


class Box(Frozen):
    """One box of a row of boxes that fill up: `tone` as of a cell, and a `mark` of a letter or two that tells why."""

    filled: bool = False
    tone: str = ""
    mark: str = ""


class Cell(Frozen):
    """What stands in a column of a line.

    Attributes:
        text: the words.
        sign: the name of an icon before them.
        tone: `good`, `warn`, `bad`, `dim`, `now` or nothing; it is never the only thing that tells.
        told: more on it, where somebody asks: how a number came about.
        boxes: drawn in place of words (they are told all the same).
        until: the moment of the table's clock to which it counts down, in seconds; None if it does not.
        touches: what can be done at this very place.
    """

    text: Message | None = None
    sign: str = ""
    tone: str = ""
    told: tuple[Message, ...] = ()
    boxes: tuple[Box, ...] = ()
    until: int | None = None
    touches: tuple[Touch, ...] = ()


class LedgerLine(Frozen):
    """One line.

    Attributes:
        key: tells it from the others, whatever moves.
        cells: one for each column.
        actor: the character that it is about, if it is about one.
        head: it stands above those that follow, as the name of a group.
        touches: what can be done about it; its buttons stand at its end.
        rules: the rules that it comes from.
    """

    key: str
    cells: tuple[Cell, ...]
    actor: str = ""
    head: bool = False
    touches: tuple[Touch, ...] = ()
    rules: tuple[str, ...] = ()


class Ledger(Frozen):
    """A page of the table's books, as one viewer may read it.

    Attributes:
        key: that of its tab.
        title: what stands above it.
        large: what is written largest, such as the time; None for nothing.
        said: sentences above the lines.
        columns: what stands above each column; empty where that is clear without.
        lines: from top to bottom.
        touches: what can be done about all of it; its buttons stand below the title.
        empty: what is said where there is no line.
    """

    key: str
    title: Message
    large: Message | None = None
    said: tuple[Message, ...] = ()
    columns: tuple[Message, ...] = ()
    lines: tuple[LedgerLine, ...] = ()
    touches: tuple[Touch, ...] = ()
    empty: Message | None = None


@runtime_checkable
class KeepsLedgers(Protocol):
    """A game that keeps books."""

    def ledger_tabs(self, table: Table, viewer: str) -> tuple[LedgerTab, ...]:
        """Return which ledgers there are for a viewer now, in their order; quickly, for it is asked at every turn."""
        ...

    def ledger(self, table: Table, viewer: str, key: str) -> Ledger:
        """Return a ledger, told with no more than the viewer may know."""
        ...
