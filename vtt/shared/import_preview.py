"""Files with cards, decks and the like: what they would change is shown before anything does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QDialog, QLabel, QPushButton, QWidget

from engine.kit.content_editor.view_models import Category, ImportedFile, ImportedRecord, ImportStatus
from vtt.widgets.basic_widgets import button, column, prose, row
from vtt.widgets.layouts.flow_layout import FlowRow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import button_text, label, short, tip
from vtt.widgets.scroll_areas import PageScroll
from vtt.widgets.ui_texts import ui_text
from vtt.widgets.wrapping_check_box import WrappingCheckBox

MOST_BYTES: Final = 8 * 1024 * 1024
_MOST_SHOWN: Final = 400
_WIDE_EM: Final = 46
_ROLES: Final = {ImportStatus.NEW: "ok", ImportStatus.CHANGES_YOURS: "warning", ImportStatus.FAULTY: "danger"}


class FileTooLarge(Exception):
    """The file holds more than anybody writes."""

    def __init__(self) -> None:
        self.text = ui_text("prep", "file.too_large")
        super().__init__(self.text)


def read_file(path: Path, most: int = MOST_BYTES) -> bytes:
    """Return what is in a file of so many bytes at most. Raises OSError or FileTooLarge."""
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise FileTooLarge
    return data


class ImportPreviewDialog(QDialog):
    """Shows what a file would change; nothing changes before the button is pressed.

    Args:
        hub: the theme.
        incoming: the contents of the file.
        categories: the categories, for the names of the records.
        hides: returns whether a record may not be shown here; such records are only counted and never imported here.
        take: imports the records with these numbers; returns whether it did.
        parent: the window.
        choice: a further choice, shown above the buttons.
        title: the heading; the contents of a file if it is empty.
        takes_rest: records for which there is no room can be imported together, by one box for each category.
    """

    def __init__(
        self,
        hub: ThemeHub,
        incoming: ImportedFile,
        categories: Sequence[Category],
        hides: Callable[[ImportedRecord], bool],
        take: Callable[[tuple[int, ...]], bool],
        parent: QWidget,
        *,
        choice: QWidget | None = None,
        title: str = "",
        takes_rest: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setModal(True)
        title = title or ui_text("prep", "file.title")
        self.setWindowTitle(title)
        self._take = take
        self._takes_rest = takes_rest
        self.rest: dict[QCheckBox, tuple[int, ...]] = {}
        self._hub = hub
        lengths = hub.theme.metrics
        self._lay = column(self, gap=lengths.pad_m, margin=lengths.pad_l)
        self._lay.addWidget(label(title, "title", parent=self))
        self._lay.addWidget(prose(incoming.told, parent=self))
        shown = [imported for imported in incoming.records if not hides(imported)]
        hidden = len(incoming.records) - len(shown)
        if hidden:
            self._lay.addWidget(prose(ui_text("prep", "file.hidden", count=hidden), "warning", self))
        body = QWidget()
        self._rows = column(body, gap=lengths.pad_xs)
        self.boxes: dict[int, QCheckBox] = {}
        for category in categories:
            of_category = [imported for imported in shown if imported.kind == category.kind]
            if of_category:
                self._rows.addWidget(label(category.title, "heading", parent=body))
                self._add_all(of_category, body)
        category_kinds = {category.kind for category in categories}
        self._add_all([imported for imported in shown if imported.kind not in category_kinds], body)
        if not shown:
            self._rows.addWidget(prose(ui_text("prep", "file.nothing"), "muted", body))
        self._rows.addStretch(1)
        self._lay.addWidget(PageScroll(body, self), 1)
        if choice is not None:
            self._lay.addWidget(choice)
        foot = FlowRow(self, spacing=lengths.pad_m)
        self.do: QPushButton = button("", "primary", parent=foot)
        self.do.setDefault(True)
        self.leave = button(ui_text("prep", "file.leave"), parent=foot)
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
        rest = (at for box, records in self.rest.items() if box.isChecked() for at in records)
        return (*(at for at, box in self.boxes.items() if box.isChecked()), *rest)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter press the button that has the focus."""
        focus = self.focusWidget()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(focus, QPushButton):
            focus.click()
            return
        super().keyPressEvent(event)

    def _add_all(self, records: Sequence[ImportedRecord], body: QWidget) -> None:
        for imported in records[:_MOST_SHOWN]:
            self._add(imported, body)
        rest = records[_MOST_SHOWN:]
        if rest and self._takes_rest:
            taken = tuple(r.at for r in rest if r.record is not None and r.arrival is not ImportStatus.SAME)
            box = QCheckBox(button_text(ui_text("prep", "file.rest", count=len(taken))), body)
            box.setChecked(bool(taken))
            box.setEnabled(bool(taken))
            box.toggled.connect(self._count)
            self.rest[box] = taken
            self._rows.addWidget(box)
        elif rest:
            self._rows.addWidget(prose(ui_text("prep", "file.more", count=len(records) - _MOST_SHOWN), "warning", body))

    def _add(self, imported: ImportedRecord, body: QWidget) -> None:
        line = row(gap=self._hub.theme.metrics.pad_s)
        name = short(imported.name or imported.id or ui_text("prep", "file.nameless"), 80)
        arrival = ui_text("prep", f"arrival.{imported.arrival}")
        if imported.record is None:
            line.addWidget(label(name, "danger", wrap=True, parent=body), 1)
        else:
            choice = WrappingCheckBox(body, self._hub.theme.metrics.pad_xs)
            choice.set_words(name)
            choice.box.setAccessibleName(f"{name}: {arrival}")
            choice.box.setChecked(imported.arrival is not ImportStatus.SAME)
            choice.setEnabled(imported.arrival is not ImportStatus.SAME)
            choice.box.toggled.connect(self._count)
            self.boxes[imported.at] = choice.box
            line.addWidget(choice, 1)
        state: QLabel = label(arrival, _ROLES.get(imported.arrival, "muted"), parent=body)
        line.addWidget(state)
        self._rows.addLayout(line)
        if imported.told and imported.told.rstrip(".") != arrival:
            note_label = prose(imported.told, "danger" if imported.record is None else "muted", body)
            note_label.setToolTip(tip(imported.told))
            self._rows.addWidget(note_label)

    def _count(self) -> None:
        count = len(self.chosen)
        self.do.setText(button_text(ui_text("prep", "file.take", count=count)))
        self.do.setEnabled(count > 0)
        self._foot.fit()

    def _done(self) -> None:
        if self._take(self.chosen):
            self.accept()
