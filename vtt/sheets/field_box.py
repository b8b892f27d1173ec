"""One field of a form: its label, its control, how it is reckoned, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QWidget

from engine.sheets.description import Field, Flag
from engine.sheets.sheet import Sheet
from vtt.panels.parts import column, prose, row, set_prose
from vtt.sheets.editors import Editor, told
from vtt.sheets.quiet import QuietLine
from vtt.sheets.rows_editor import RowsEditor
from vtt.widgets.dressing import IconButton, set_role
from vtt.widgets.text import short, tip
from vtt.widgets.theme import ThemeHub


class FieldBox(QWidget):
    """A field. `hold` puts its control in.

    Signals:
        unruled: the path of a value that is to be what is reckoned again.
    """

    unruled = Signal(str)

    def __init__(self, field: Field, hub: ThemeHub, parent: QWidget, *, titled: bool = True) -> None:
        """Make the box; without `titled` the label is left out, for the section is called the same."""
        super().__init__(parent)
        self.field = field
        self.editor: Editor
        self._hub = hub
        self._lay = column(self, gap=hub.theme.metrics.pad_xs)
        self.setObjectName(f"field_{field.key}")
        self.title: QuietLine | None = None
        self.titled = titled
        self._reckoned: QuietLine | None = None
        self._back: IconButton | None = None
        self._trouble: QLabel | None = None
        self._known: tuple[tuple[str, bool], ...] = ()

    def hold(self, editor: Editor) -> None:
        """Take in the control, which is a child of this."""
        self.editor = editor
        field, hub = self.field, self._hub
        rules = ", ".join(field.rules)
        hint = " ".join(part for part in (field.help, f"({rules})" if rules else "") if part)
        if self.titled and not isinstance(field, Flag):
            head = row(gap=hub.theme.metrics.pad_s)
            self.title = QuietLine(hub, self)
            self.title.set_text(field.label, hint=f"{field.label}. {hint}" if hint else field.label)
            self.title.clicked.connect(self.enter)
            head.addWidget(self.title, 1)
            if editor.tools is not None:
                head.addWidget(editor.tools)
            self._lay.addLayout(head)
        self._lay.addWidget(editor)
        self._lay.addStretch(1)
        if hint:
            self.setToolTip(tip(hint))

    @property
    def trouble(self) -> str:
        """All that is said to be wrong."""
        return self._trouble.text() if self._trouble is not None and not self._trouble.isHidden() else ""

    @property
    def reckoned(self) -> str:
        """How it is reckoned, as it is shown."""
        return self._reckoned.text if self._reckoned is not None and not self._reckoned.isHidden() else ""

    @property
    def back(self) -> IconButton | None:
        """The button that goes back to what is reckoned, while something is written over it."""
        return self._back if self._back is not None and not self._back.isHidden() else None

    def enter(self) -> None:
        """Go into the control."""
        self.editor.setFocus()

    def show_sheet(self, sheet: Sheet, troubles: dict[str, str]) -> None:
        """Show what the sheet says of this field."""
        if isinstance(self.editor, RowsEditor):
            self.editor.show_rows(sheet, troubles)
        else:
            self.editor.show_sheet(sheet)
        reckoning = sheet.reckoning(self.field.key)
        if reckoning is None:
            return
        ruled = sheet.ruled(self.field.key)
        words = told("ruled_over", value=reckoning.text) if ruled else reckoning.text
        if not ruled and (words == sheet.shown(self.field.key) or sheet.value(self.field.key) is None):
            words = ""  # a number that comes to itself needs no sum, and what comes to nothing tells nobody anything
        if self._reckoned is None:
            if not words:
                return
            self._make_line()
        assert self._reckoned is not None
        self._reckoned.set_text(words, marked=ruled, hint=f"{told('ruled')} {words}" if ruled else None)
        self._reckoned.setVisible(bool(words))
        if ruled and self._back is None:
            self._make_back()
        if self._back is not None:
            self._back.setVisible(ruled)

    def complain(self, troubles: Iterable[tuple[str, bool]]) -> None:
        """Say what is wrong, each with whether it is but odd. Nothing takes it away."""
        known = tuple(dict.fromkeys(troubles))
        if known == self._known:
            return
        self._known = known
        if self._trouble is None:
            self._trouble = prose("", "danger", parent=self)
            self._lay.insertWidget(self._lay.count() - 1, self._trouble)
        set_role(self._trouble, "warning" if all(odd for _, odd in known) else "danger")
        set_prose(self._trouble, "  ".join(words for words, _ in known))
        self._trouble.setVisible(bool(known))
        if known and self.isAncestorOf(QApplication.focusWidget() or self):
            QTimer.singleShot(0, self, self._come_into_sight)  # once there is room for it
        self.editor.setAccessibleDescription(short(" ".join(words for words, _ in known), 300))

    @Slot()
    def _come_into_sight(self) -> None:
        """Scroll so far that who writes can read what is wrong."""
        area = self.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        if area is not None and self._trouble is not None:
            margin = self._hub.theme.metrics.pad_m
            area.ensureWidgetVisible(self._trouble, margin, margin)

    def _make_line(self) -> None:
        self._line = row(gap=self._hub.theme.metrics.pad_xs)
        self._reckoned = QuietLine(self._hub, self)
        self._line.addWidget(self._reckoned, 1)
        self._lay.insertLayout(self._lay.indexOf(self.editor) + 1, self._line)

    def _make_back(self) -> None:
        self._back = IconButton(self._hub, "undo", told("back_to_reckoned", field=self.field.label), self)
        self._back.clicked.connect(lambda: self.unruled.emit(self.field.key))
        self._line.addWidget(self._back)
        stops = self.editor.stops()
        if stops:
            QWidget.setTabOrder(stops[-1], self._back)
