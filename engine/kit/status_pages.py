"""Status pages that say only what differs: tab, title, columns, lines and buttons.

A game makes a subclass of `StatusPageView` for each page, and lists them in `StatusPages`:

>>> from engine.model.seats import Actor, Role, Seat
>>> from engine.model.tracks import Track
>>> class WoundPage(StatusPageView):
...     TEXTS, KEY, SIGN = "pages", "wounds", "heart"
...     COLUMNS = ("who", "left", "care")
...     def is_open(self):
...         return bool(self.known_characters())
...     def lines(self):
...         for actor in self.known_characters():
...             left = self.table.actors[actor].tracks["Health"].value
...             tone = "" if left else "bad"
...             aid = self.button("first_aid", self.text("aid", points=2), actor=actor)
...             yield self.line(actor, self.name(actor), self.cell("points", tone=tone, left=left), buttons=[aid])

>>> seats = {"gm": Seat(id="gm", name="GM", role=Role.GM), "p1": Seat(id="p1", name="Tom")}
>>> health = {"Health": Track(value=3, most=5)}
>>> hero = Actor(id="hero", name="Hild", seat="p1", tracks=health)
>>> spy = Actor(id="spy", name="Spy", seat="gm", secret=True, tracks=health)
>>> table = Table(ruleset="example", seats=seats, actors={"hero": hero, "spy": spy})
>>> pages = StatusPages(WoundPage)
>>> [(tab.key, tab.label.key) for tab in pages.tabs(table, "p1")]
[('wounds', 'pages.wounds.tab')]
>>> [len(pages.page(table, viewer, "wounds").lines) for viewer in ("p1", "gm")]
[1, 2]
>>> [line] = pages.page(table, "p1", "wounds").lines
>>> [[text.params for text in cell.texts] for cell in line.cells]
[[{'words': 'Hild'}], [{'left': 3}], []]
>>> line.buttons[0].offer, line.buttons[0].answers, line.buttons[0].label.key
('first_aid', {'actor': 'hero'}, 'pages.wounds.aid')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import ClassVar, Final

from engine.core.audience import may_read_numbers, readable_actors
from engine.core.fault_isolation import isolated
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.presentation.status_pages import (
    LinkButton,
    OfferButton,
    ProgressBox,
    StatusPage,
    StatusPageCell,
    StatusPageLine,
    StatusPageTab,
)

Words = Message | str | None
"""A message, the end of the key of a text of the page, or nothing."""
CellWords = Words | Sequence[Message]
"""The contents of a cell: words as above, or several messages, which are shown as one list."""
BLANK: Final = StatusPageCell()


class StatusPageView:
    """A status page for one viewer. A subclass says what is on it, and asks here what the viewer may know.

    Attributes:
        TEXTS: the texts of all pages of the game: a page's text `x` is `<TEXTS>.<KEY>.x`, that of its tab `tab`.
            `<TEXTS>.words` shows its parameter `words`.
        KEY: identifies the page.
        SIGN: the name of the icon of its tab.
        COLUMNS: the texts of the headings.
        BUTTONS: the buttons below the title that are always there: the offer, and the text of the button.
        EMPTY: the text if there are no lines; empty for none.
    """

    TEXTS: ClassVar[str]
    KEY: ClassVar[str]
    SIGN: ClassVar[str] = ""
    COLUMNS: ClassVar[tuple[str, ...]] = ()
    BUTTONS: ClassVar[tuple[tuple[str, str], ...]] = ()
    EMPTY: ClassVar[str] = ""

    def __init__(self, table: Table, viewer: str) -> None:
        self.table = table
        self.viewer = viewer

    # ---- what a page says

    def is_open(self) -> bool:
        """Say whether the viewer may open the page now; this and the next two must be fast."""
        return True

    def is_current(self) -> bool:
        """Say whether it is about what happens now, so that it opens by itself."""
        return False

    def urgent_count(self) -> int:
        """Return the number of things on it that need attention."""
        return 0

    def title(self) -> Message:
        """Return the heading of the page."""
        return self.text("title")

    def large(self) -> Message | None:
        """Return the largest text; None for none."""
        return None

    def sentences(self) -> Iterable[Message]:
        """Return the sentences above the lines."""
        return ()

    def columns(self) -> Iterable[Message]:
        """Return the headings of the columns."""
        return [self.text(name) for name in self.COLUMNS]

    def lines(self) -> Iterable[StatusPageLine]:
        """Return the lines; one with fewer cells than there are columns is filled up."""
        return ()

    def buttons(self) -> Iterable[OfferButton]:
        """Return the buttons below the title."""
        return [self.button(offer, label) for offer, label in self.BUTTONS]

    def empty(self) -> Message | None:
        """Return the text if there are no lines."""
        return self.text(self.EMPTY) if self.EMPTY else None

    # ---- what the viewer may know

    def may_read(self, actor: str) -> bool:
        """Say whether the viewer may see the numbers of a character; those of no character are open to all."""
        return may_read_numbers(self.table, self.viewer, actor)

    def known_characters(self) -> tuple[str, ...]:
        """Return the characters in the story that the viewer may know of."""
        return tuple([actor.id for actor in readable_actors(self.table, self.viewer)])

    @property
    def is_gm(self) -> bool:
        """The viewer is the GM."""
        return self.table.is_gm(self.viewer)

    # ---- what a page is made of

    @classmethod
    def text(cls, name: str, /, **params: Json) -> Message:
        """Return a text of the page."""
        return Message(key=f"{cls.TEXTS}.{cls.KEY}.{name}", params=params)

    @classmethod
    def plain(cls, text: object) -> Message:
        """Return a word or a number as a message."""
        is_number = isinstance(text, int) and not isinstance(text, bool)
        words = str(text).replace("-", "−") if is_number else str(text)
        return Message(key=f"{cls.TEXTS}.words", params={"words": words})

    @classmethod
    def cell(
        cls,
        text: CellWords = None,
        *,
        sign: str = "",
        tone: str = "",
        details: Iterable[Message] = (),
        boxes: Iterable[ProgressBox] = (),
        until: int | None = None,
        buttons: Iterable[OfferButton] = (),
        links: Iterable[LinkButton] = (),
        whole: bool = False,
        **params: Json,
    ) -> StatusPageCell:
        """Return a cell as in `StatusPageCell`; `params` are the parameters of its text."""
        if isinstance(text, str):
            text = cls.text(text, **params)
        messages = () if text is None else (text,) if isinstance(text, Message) else tuple(text)
        return StatusPageCell(
            text=messages[0] if messages else None,
            more=messages[1:],
            sign=sign,
            tone=tone,
            details=tuple(details),
            boxes=tuple(boxes),
            until=until,
            buttons=tuple(buttons),
            links=tuple(links),
            whole=whole,
        )

    @classmethod
    def button(cls, offer: str, label: Words = None, /, **answers: Json) -> OfferButton:
        """Return a button for an offer, with some answers; without a label it has the offer's own."""
        return OfferButton(offer=offer, answers=answers, label=cls.text(label) if isinstance(label, str) else label)

    @classmethod
    def line(
        cls,
        key: str,
        *cells: StatusPageCell | Words,
        actor: str = "",
        buttons: Iterable[OfferButton] = (),
        rules: tuple[str, ...] = (),
        head: bool = False,
    ) -> StatusPageLine:
        """Return a line as in `StatusPageLine`; a cell that is only a text is that text, None is a blank cell."""
        return StatusPageLine(
            key=key,
            cells=tuple([cell if isinstance(cell, StatusPageCell) else cls.cell(cell) for cell in cells]),
            actor=actor,
            head=head,
            buttons=tuple(buttons),
            rules=rules,
        )

    def name(self, actor: str) -> Message:
        """Return the name of a character."""
        return self.plain(actor_name(self.table, actor))

    # ---- the page

    @classmethod
    def plain_tab(cls) -> StatusPageTab:
        """Return its tab with nothing but its name."""
        return StatusPageTab(key=cls.KEY, label=cls.text("tab"))

    def tab(self) -> StatusPageTab | None:
        """Return its tab; None while the viewer may not open the page."""
        if not self.is_open():
            return None
        label, count, now = self.text("tab"), self.urgent_count(), self.is_current()
        return StatusPageTab(key=self.KEY, label=label, sign=self.SIGN, count=count, now=now)

    def page(self) -> StatusPage:
        """Return the page; only for a viewer who has its tab."""
        columns = tuple(self.columns())
        return StatusPage(
            key=self.KEY,
            title=self.title(),
            large=self.large(),
            sentences=tuple(self.sentences()),
            columns=columns,
            lines=tuple([_filled_up(line, len(columns)) for line in self.lines()]),
            buttons=tuple(self.buttons()),
            empty=self.empty(),
        )


def _filled_up(line: StatusPageLine, columns: int) -> StatusPageLine:
    missing = columns - len(line.cells)
    return replace(line, cells=line.cells + (BLANK,) * missing) if missing > 0 else line


class StatusPages:
    """The status pages of a game, in the order of their tabs."""

    def __init__(self, *pages: type[StatusPageView]) -> None:
        self.pages: Final = {page.KEY: page for page in pages}

    def tabs(self, table: Table, viewer: str) -> tuple[StatusPageTab, ...]:
        """Return the tabs that a viewer may open now. A faulty page keeps its tab, without a number."""
        pages = self.pages.values()
        found = [isolated(partial(_tab, page, table, viewer), [page.plain_tab()]) for page in pages]
        return tuple([tab for tabs in found for tab in tabs])

    def page(self, table: Table, viewer: str, key: str) -> StatusPage:
        """Return a page that the viewer has a tab for."""
        return self.pages[key](table, viewer).page()


def _tab(page: type[StatusPageView], table: Table, viewer: str) -> list[StatusPageTab]:
    tab = page(table, viewer).tab()
    return [] if tab is None else [tab]
