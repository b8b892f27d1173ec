"""Status pages: the lists that a group would keep on paper: clocks, wounds and healing, rest, training, travel.

A game with `StatusPage`s needs no window of its own for them: the table shows each page in its middle, and
everything that can be done about a line is an ordinary offer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from engine.messages.message import Message
from engine.model.frozen import Frozen, Json
from engine.model.table import Table
from engine.presentation.offers import Offer, Question


class StatusPageTab(Frozen):
    """The tab of a status page that a viewer may open.

    Attributes:
        key: identifies the page.
        label: its name on screen, one or two words.
        sign: the name of an icon.
        count: the number of things on it that need attention; 0 for none.
        now: it is about what happens now, so it opens by itself.
    """

    key: str
    label: Message
    sign: str = ""
    count: int = 0
    now: bool = False


class OfferButton(Frozen):
    """A button for an offer of the acting seat, with some answers already given.

    Attributes:
        offer: the name of the offer.
        answers: the given answers, by field; missing ones are asked as always. With any answer, optional questions are
            skipped; with none, all are asked.
        label: the text on the button; None for the offer's own label.
    """

    offer: str
    answers: Mapping[str, Json] = {}
    label: Message | None = None


class LinkButton(Frozen):
    """A button that follows a link in a text, as a click on the link in a note does; only the GM has it.

    Attributes:
        target: the name or the dice that it leads to.
        label: the text on the button.
    """

    target: str
    label: Message


PageButton = OfferButton | LinkButton


def button_matches(touch: OfferButton, offer: Offer) -> bool:
    """Say whether a button means an offer: its given answers must be possible answers.

    The same offer of two seats may be about different people, and then a button matches only one of them.
    """
    if touch.offer != offer.name:
        return False
    asked = {ask.field: ask for ask in offer.questions}
    return all(_may_be(touch, offer, asked.get(field), field) for field in touch.answers)


def _may_be(touch: OfferButton, offer: Offer, asked: Question | None, field: str) -> bool:
    value = touch.answers[field]
    if asked is None:
        return bool(getattr(offer.command, field, None) == value)
    choices = asked.choices_for(touch.answers.get(asked.by))
    if asked.own_words or not (choices or asked.by):
        return True
    return all(one in choices for one in (value if isinstance(value, list | tuple) else (value,)))


class ProgressBox(Frozen):
    """One box of a row that fills up: `tone` as of a cell, and a `mark` of one or two letters for the reason."""

    filled: bool = False
    tone: str = ""
    mark: str = ""


class StatusPageCell(Frozen):
    """A cell of a line.

    Attributes:
        text: its text.
        more: further texts behind it, shown as one list.
        sign: the name of an icon before the text.
        tone: `good`, `warn`, `bad`, `dim`, `now` or empty; the colour is never the only information.
        details: the explanation on request, such as the calculation of a number.
        boxes: drawn instead of the text; the text remains available as their description.
        until: the clock time to which it counts down, in seconds; None if it does not.
        buttons: the buttons in the cell.
        links: the buttons of links in its text.
        whole: its text is long, and is shown to its end, with its paragraphs; other texts are cut after a few lines.
    """

    text: Message | None = None
    more: tuple[Message, ...] = ()
    sign: str = ""
    tone: str = ""
    details: tuple[Message, ...] = ()
    boxes: tuple[ProgressBox, ...] = ()
    until: int | None = None
    buttons: tuple[OfferButton, ...] = ()
    links: tuple[LinkButton, ...] = ()
    whole: bool = False

    @property
    def texts(self) -> tuple[Message, ...]:
        """All its texts, in order."""
        return self.more if self.text is None else (self.text, *self.more)


class StatusPageLine(Frozen):
    """A line of a status page.

    Attributes:
        key: identifies the line when lines move.
        cells: one for each column.
        actor: the character of the line, if it is about one.
        head: it is the heading of the lines that follow.
        buttons: the buttons at its end.
        rules: the rules behind it.
    """

    key: str
    cells: tuple[StatusPageCell, ...]
    actor: str = ""
    head: bool = False
    buttons: tuple[OfferButton, ...] = ()
    rules: tuple[str, ...] = ()


class StatusPage(Frozen):
    """A status page, as one viewer may read it.

    Attributes:
        key: the key of its tab.
        title: its heading.
        large: the largest text, such as the time; None for none.
        sentences: sentences above the lines.
        columns: the headings of the columns; empty if they are clear without.
        lines: from top to bottom.
        buttons: the buttons below the title.
        empty: the text if there are no lines.
    """

    key: str
    title: Message
    large: Message | None = None
    sentences: tuple[Message, ...] = ()
    columns: tuple[Message, ...] = ()
    lines: tuple[StatusPageLine, ...] = ()
    buttons: tuple[OfferButton, ...] = ()
    empty: Message | None = None


@runtime_checkable
class HasStatusPages(Protocol):
    """A game with status pages."""

    def status_page_tabs(self, table: Table, viewer: str) -> tuple[StatusPageTab, ...]:
        """Return the tabs for a viewer, in order. It must be fast, because it is called after every command."""
        ...

    def status_page(self, table: Table, viewer: str, key: str) -> StatusPage:
        """Return a status page, with only what the viewer may know."""
        ...
