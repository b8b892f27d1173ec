"""One field of a form: its label, its control, its calculation and its problems."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QWidget

from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import Field, FlagField
from vtt.sheets.editor.field_editors import FieldEditor, form_text
from vtt.sheets.editor.note_line import NoteLine
from vtt.sheets.editor.rows_editor import RowsEditor
from vtt.widgets.basic_widgets import column, prose, row, set_prose
from vtt.widgets.icon_button import IconButton
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import short, tip
from vtt.widgets.theme_binding import set_role


class FieldBox(QWidget):
    """A field. `hold` adds its control.

    Signals:
        override_removed: the path of a value that goes back to the calculated one.
    """

    override_removed = Signal(str)

    def __init__(self, field: Field, hub: ThemeHub, parent: QWidget, *, titled: bool = True) -> None:
        """Make the box; without `titled` it has no label, because the section has the same name."""
        super().__init__(parent)
        self.field = field
        self.editor: FieldEditor
        self._hub = hub
        self._lay = column(self, gap=hub.theme.metrics.pad_xs)
        self.setObjectName(f"field_{field.key}")
        self.title: NoteLine | None = None
        self.titled = titled
        self._calculated: NoteLine | None = None
        self._back: IconButton | None = None
        self._trouble: QLabel | None = None
        self._known: tuple[tuple[str, bool], ...] = ()

    def hold(self, editor: FieldEditor) -> None:
        """Add the control, which is a child of this widget."""
        self.editor = editor
        field, hub = self.field, self._hub
        rules = ", ".join(field.rules)
        hint = " ".join(part for part in (field.help, f"({rules})" if rules else "") if part)
        if self.titled and not isinstance(field, FlagField):
            head = row(gap=hub.theme.metrics.pad_s)
            self.title = NoteLine(hub, self)
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
    def calculation(self) -> str:
        """The calculation, as it is shown."""
        return self._calculated.text if self._calculated is not None and not self._calculated.isHidden() else ""

    @property
    def back(self) -> IconButton | None:
        """The button that restores the calculated value, while another one overrides it."""
        return self._back if self._back is not None and not self._back.isHidden() else None

    def enter(self) -> None:
        """Go into the control."""
        self.editor.setFocus()

    def show_sheet(self, sheet: FilledSheet, troubles: dict[str, str]) -> None:
        """Show the value, calculation and problems of this field."""
        if isinstance(self.editor, RowsEditor):
            self.editor.show_rows(sheet, troubles)
        else:
            self.editor.show_sheet(sheet)
        calculation = sheet.calculation(self.field.key)
        if calculation is None:
            return
        ruled = sheet.is_overridden(self.field.key)
        words = form_text("ruled_over", value=calculation.text) if ruled else calculation.text
        if not ruled and (words == sheet.shown(self.field.key) or sheet.value(self.field.key) is None):
            words = ""  # a calculation that only repeats the value, or has none, is not shown
        if self._calculated is None:
            if not words:
                return
            self._make_line()
        assert self._calculated is not None
        self._calculated.set_text(words, marked=ruled, hint=f"{form_text('ruled')} {words}" if ruled else None)
        self._calculated.setVisible(bool(words))
        if ruled and self._back is None:
            self._make_back()
        if self._back is not None:
            self._back.setVisible(ruled)

    def complain(self, troubles: Iterable[tuple[str, bool]]) -> None:
        """Show problems, each with whether it is only a warning. They never disappear by themselves."""
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
            QTimer.singleShot(0, self, self._come_into_sight)  # after the layout has made room
        self.editor.setAccessibleDescription(short(" ".join(words for words, _ in known), 300))

    @Slot()
    def _come_into_sight(self) -> None:
        """Scroll so that the problem is visible during editing."""
        area = self.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        if area is not None and self._trouble is not None:
            margin = self._hub.theme.metrics.pad_m
            area.ensureWidgetVisible(self._trouble, margin, margin)

    def _make_line(self) -> None:
        self._line = row(gap=self._hub.theme.metrics.pad_xs)
        self._calculated = NoteLine(self._hub, self)
        self._line.addWidget(self._calculated, 1)
        self._lay.insertLayout(self._lay.indexOf(self.editor) + 1, self._line)

    def _make_back(self) -> None:
        self._back = IconButton(self._hub, "undo", form_text("back_to_reckoned", field=self.field.label), self)
        self._back.clicked.connect(lambda: self.override_removed.emit(self.field.key))
        self._line.addWidget(self._back)
        stops = self.editor.stops()
        if stops:
            QWidget.setTabOrder(stops[-1], self._back)
