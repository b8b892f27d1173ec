"""The form of one record, made of what its desk says; an edit touches only what it changes."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QFrame, QWidget

from engine.workshop.bench import Desk, Group
from vtt.panels.parts import column, prose, set_prose
from vtt.prep.part_box import PartBox, PartsHost, Tools
from vtt.prep.rows import RowsControl
from vtt.widgets.gradual import Gradual
from vtt.widgets.scroll import PageScroll
from vtt.widgets.text import label, short


class GroupCard(QFrame):
    """Parts that belong together."""

    def __init__(self, group: Group, tools: Tools, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        lengths = tools.hub.theme.metrics
        lay = column(self, gap=lengths.pad_s, margin=lengths.pad_m)
        self._title = label("", "heading", wrap=True, parent=self)
        self._help = prose("", "muted", self)
        self.host = PartsHost(tools, self)
        for part in (self._title, self._help, self.host):
            lay.addWidget(part)

    def show_group(self, group: Group, typing: str) -> None:
        """Show the group."""
        if self._title.text() != group.title:
            self._title.setText(short(group.title, 80))
            self._title.setVisible(bool(group.title))
        set_prose(self._help, group.help)
        self._help.setVisible(bool(group.help))
        self.host.show_parts(group.parts, typing, under=group.title)


class RecordForm(QWidget):
    """All groups of a record.

    Signals:
        edited: an Edit.
    """

    edited = Signal(object)

    def __init__(self, tools: Tools, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tools = tools
        self._cards: dict[str, GroupCard] = {}
        self._kind = ""
        self._desk: Desk | None = None
        self._behind: list[str] = []
        """The groups that do not show yet what they should."""
        self._making: Gradual | None = None
        self._lay = column(self, gap=tools.hub.theme.metrics.pad_m)
        self._lay.addStretch(1)
        self.area = PageScroll(self)
        self.area.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let a long list within the form be as high as the form may be."""
        if event.type() is QEvent.Type.Resize:
            for box in self.boxes():
                box.control.fit_height(self.area.viewport().height())
        return super().eventFilter(watched, event)

    def show_desk(self, desk: Desk, typing: str = "", *, other: bool = False) -> None:
        """Show a record: of an `other` one the first group at once, the rest step by step.

        `typing` is the path at which somebody is writing just now.
        """
        if desk.kind != self._kind:
            self.clear()
            self._kind = desk.kind
        wanted = [group.id for group in desk.groups]
        for gone in [id_ for id_ in self._cards if id_ not in wanted]:
            card = self._cards.pop(gone)
            self._lay.removeWidget(card)
            card.hide()
            card.deleteLater()
        self._desk = desk
        self._behind = [group.id for group in desk.groups]
        for at, group in enumerate(desk.groups):
            if at == 0 or (group.id in self._cards and not other):
                self._show_group(at, group, typing)
                self._behind.remove(group.id)
        if self._behind and not (self._making is not None and self._making.under_way):
            self._making = Gradual(self._make_rest(), self)

    @property
    def is_making(self) -> bool:
        """Whether there is something still to be made or shown."""
        if self._making is not None and self._making.under_way:
            return True
        return any(isinstance(box.control, RowsControl) and box.control.is_making for box in self.boxes())

    def _make_rest(self) -> Iterator[None]:
        while self._desk is not None and self._behind:
            behind = self._behind.pop(0)
            at = next(at for at, group in enumerate(self._desk.groups) if group.id == behind)
            self._show_group(at, self._desk.groups[at], "")
            yield

    def _show_group(self, at: int, group: Group, typing: str) -> None:
        card = self._cards.get(group.id) or self._make(group)
        at = min(at, len(self._cards) - 1)
        if self._lay.indexOf(card) != at:
            self._lay.insertWidget(at, card)
        card.show_group(group, typing)
        for box in card.host.boxes:
            if isinstance(box.control, RowsControl):
                box.control.begin()
        if card.isHidden():
            card.show()
            for box in card.host.boxes:
                box.control.fit_height(self.area.viewport().height())

    def clear(self) -> None:
        """Show nothing."""
        self._kind = ""
        self._desk = None
        self._behind = []
        if self._making is not None:
            self._making.stop()
        for card in self._cards.values():
            self._lay.removeWidget(card)
            card.hide()
            card.deleteLater()
        self._cards = {}

    def turn_over(self) -> None:
        """Begin at the head again, with everything folded: another record comes."""
        self.area.verticalScrollBar().setValue(0)
        for box in self.boxes():
            if isinstance(box.control, RowsControl):
                box.control.fold_all()

    def boxes(self) -> Iterator[PartBox]:
        """Return the parts that stand in no other."""
        for card in self._cards.values():
            yield from card.host.boxes

    def box_at(self, path: str, *, opening: bool = False) -> PartBox | None:
        """Return the part at a path, also within a record of a part."""
        for box in self.boxes():
            if box.path == path:
                return box
            if isinstance(box.control, RowsControl) and path.startswith(f"{box.path}["):
                return box.control.box_at(path, opening=opening)
        # What has no part of its own is said where the nearest of its ancestors stands.
        outer = path.rpartition(".")[0]
        return self.box_at(outer, opening=opening) if outer else None

    def go_to(self, path: str) -> None:
        """Bring the part at a path into sight, and go into it."""
        for _ in self._make_rest():
            pass
        for card in self._cards.values():
            card.host.finish()
        box = self.box_at(path, opening=True)
        if box is None:
            return

        def come() -> None:
            lengths = self._tools.hub.theme.metrics
            self.area.ensureWidgetVisible(box, lengths.pad_l, lengths.pad_l)

        box.control.first_stop().setFocus()
        QTimer.singleShot(0, box, come)  # once what was opened for it has its place

    def go_in(self) -> None:
        """Go to the first part."""
        first = next(self.boxes(), None)
        if first is not None:
            first.control.first_stop().setFocus()

    def _make(self, group: Group) -> GroupCard:
        card = self._cards[group.id] = GroupCard(group, self._tools, self)
        card.host.edited.connect(self.edited)
        return card
