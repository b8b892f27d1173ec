"""Files with cards, decks and the like: what they would change is shown before anything does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QDialog, QLabel, QPushButton, QWidget

from engine.workshop.bench import Arrival, Arriving, Drawer, Incoming
from vtt.panels.parts import button, column, prose, row
from vtt.prep.words import told
from vtt.widgets.flow import FlowRow
from vtt.widgets.scroll import PageScroll
from vtt.widgets.text import button_text, label, short, tip
from vtt.widgets.theme import ThemeHub

MOST_BYTES: Final = 8 * 1024 * 1024
_MOST_SHOWN: Final = 400
_WIDE_EM: Final = 46
_ROLES: Final = {Arrival.NEW: "ok", Arrival.CHANGES_YOURS: "warning", Arrival.FAULTY: "danger"}


class TooLarge(Exception):
    """The file holds more than anybody writes."""

    def __init__(self) -> None:
        self.text = told("file.too_large")
        super().__init__(self.text)


def read_file(path: Path) -> bytes:
    """Return what is in a file. Raises OSError or TooLarge."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise TooLarge
    return data


class IncomingDialog(QDialog):
    """Shows what a file would change; nothing happens before the button is pressed.

    Args:
        hub: the theme.
        incoming: what is in the file.
        drawers: what its records are called.
        hides: says what may not be shown here; that is counted only, and never taken over here.
        take: takes over those whose numbers it gets; returns whether that was done.
        parent: the window.
    """

    def __init__(
        self,
        hub: ThemeHub,
        incoming: Incoming,
        drawers: Sequence[Drawer],
        hides: Callable[[Arriving], bool],
        take: Callable[[tuple[int, ...]], bool],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setModal(True)
        self.setWindowTitle(told("file.title"))
        self._take = take
        self._hub = hub
        lengths = hub.theme.metrics
        self._lay = column(self, gap=lengths.pad_m, margin=lengths.pad_l)
        self._lay.addWidget(label(told("file.title"), "title", parent=self))
        self._lay.addWidget(prose(incoming.told, parent=self))
        shown = [one for one in incoming.records if not hides(one)]
        hidden = len(incoming.records) - len(shown)
        if hidden:
            self._lay.addWidget(prose(told("file.hidden", count=hidden), "warning", self))
        body = QWidget()
        self._rows = column(body, gap=lengths.pad_xs)
        self.boxes: dict[int, QCheckBox] = {}
        for drawer in drawers:
            mine = [one for one in shown if one.kind == drawer.kind]
            if mine:
                self._rows.addWidget(label(drawer.title, "heading", parent=body))
                self._add_all(mine, body)
        known = {drawer.kind for drawer in drawers}
        self._add_all([one for one in shown if one.kind not in known], body)
        if not shown:
            self._rows.addWidget(prose(told("file.nothing"), "muted", body))
        self._rows.addStretch(1)
        self._lay.addWidget(PageScroll(body, self), 1)
        foot = FlowRow(self, spacing=lengths.pad_m)
        self.do: QPushButton = button("", "primary", parent=foot)
        self.do.setDefault(True)
        self.leave = button(told("file.leave"), parent=foot)
        foot.flow.addWidget(self.do)
        foot.flow.addWidget(self.leave)
        self._foot = foot
        self._lay.addWidget(foot)
        self.do.clicked.connect(self._done)
        self.leave.clicked.connect(self.reject)
        self._count()
        room = self.screen().availableGeometry().size()
        wide = min(_WIDE_EM * lengths.font_body, room.width() - 40)
        self.resize(wide, min(36 * lengths.font_body, room.height() - 60))

    @property
    def chosen(self) -> tuple[int, ...]:
        """Which records are ticked."""
        return tuple(at for at, box in self.boxes.items() if box.isChecked())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter press the button that has the focus."""
        focus = self.focusWidget()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(focus, QPushButton):
            focus.click()
            return
        super().keyPressEvent(event)

    def _add_all(self, those: Sequence[Arriving], body: QWidget) -> None:
        for one in those[:_MOST_SHOWN]:
            self._add(one, body)
        if len(those) > _MOST_SHOWN:
            self._rows.addWidget(prose(told("file.more", count=len(those) - _MOST_SHOWN), "warning", body))

    def _add(self, one: Arriving, body: QWidget) -> None:
        line = row(gap=self._hub.theme.metrics.pad_s)
        name = short(one.name or one.id or told("file.nameless"), 80)
        arrival = told(f"arrival.{one.arrival}")
        if one.record is None:
            line.addWidget(label(name, "danger", wrap=True, parent=body), 1)
        else:
            box = QCheckBox(button_text(name), body)
            box.setAccessibleName(f"{name}: {arrival}")
            box.setChecked(one.arrival is not Arrival.SAME)
            box.setEnabled(one.arrival is not Arrival.SAME)
            box.toggled.connect(self._count)
            self.boxes[one.at] = box
            line.addWidget(box, 1)
        state: QLabel = label(arrival, _ROLES.get(one.arrival, "muted"), parent=body)
        line.addWidget(state)
        self._rows.addLayout(line)
        if one.told and one.told.rstrip(".") != arrival:
            said = prose(one.told, "danger" if one.record is None else "muted", body)
            said.setToolTip(tip(one.told))
            self._rows.addWidget(said)

    def _count(self) -> None:
        count = len(self.chosen)
        self.do.setText(button_text(told("file.take", count=count)))
        self.do.setEnabled(count > 0)
        self._foot.fit()

    def _done(self) -> None:
        if self._take(self.chosen):
            self.accept()
