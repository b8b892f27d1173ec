"""The head of the form: the open record, whether it is saved, and what can be done with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from engine.kit.content_editor.shared_editor_texts import editor_text
from engine.kit.content_editor.view_models import EditorView
from vtt.widgets.basic_widgets import button, column, prose, row, set_prose, tag
from vtt.widgets.icon_button import IconButton
from vtt.widgets.layouts.tile_flow import TileFlow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import ElidedLabel, button_text, label, tip
from vtt.widgets.theme_binding import set_role
from vtt.widgets.ui_texts import ui_text

_ONE_LINE_EM: Final = 54
"""In this width, in letters, all buttons are in one line."""


@dataclass(frozen=True, slots=True, eq=False)
class HeaderButton:
    """A further button of the header.

    Attributes:
        fill: fills its menu; None for a button without a menu.
        only: the only action, which the button then does without a menu.
        words: the label of that action, or the reason against it.
        can: whether it is possible.
    """

    fill: Callable[[QMenu], object] | None
    only: Callable[[], object] | None = None
    words: str = ""
    can: bool = True


class RecordHeader(QWidget):
    """Name, state and buttons.

    Signals:
        save_wanted, let_go_wanted, undo_wanted, redo_wanted, back_wanted: a button was pressed.
        turned: the other half is wanted, where form and look take turns.
    """

    save_wanted = Signal()
    let_go_wanted = Signal()
    undo_wanted = Signal()
    redo_wanted = Signal()
    back_wanted = Signal()
    turned = Signal()

    def __init__(self, hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hub = hub
        lengths = hub.theme.metrics
        self._lay = column(self, gap=lengths.pad_xs)
        top = row(gap=lengths.pad_s)
        self.back = IconButton(hub, "chevron-left", ui_text("prep", "back"), self)
        self.name = ElidedLabel("", "title", self)
        self.undo = IconButton(hub, "undo", ui_text("prep", "undo"), self)
        self.redo = IconButton(hub, "redo", ui_text("prep", "redo"), self)
        self.turn = button("", parent=self)
        top.addWidget(self.back)
        top.addWidget(self.name, 1)
        top.addWidget(self.undo)
        top.addWidget(self.redo)
        top.addWidget(self.turn)
        self._lay.addLayout(top)
        self._row = QWidget(self)
        self._flow = TileFlow(self._row, spacing=lengths.pad_s)
        self.save = button(ui_text("prep", "save"), "primary", parent=self._row)
        self.let_go = button(ui_text("prep", "let_go"), parent=self._row)
        self.let_go.setToolTip(tip(ui_text("prep", "let_go_help")))
        self.state = label("", "muted", parent=self._row)
        self.state.setMinimumWidth(self._room_of_state())
        self._origin = tag("", self._row)
        self.also: dict[str, QPushButton] = {}
        self._lines: dict[str, HeaderButton] = {}
        self._lay.addWidget(self._row)
        self._draft = prose("", "warning", self)
        self._lay.addWidget(self._draft)
        for pressed, signal in (
            (self.back, self.back_wanted),
            (self.undo, self.undo_wanted),
            (self.redo, self.redo_wanted),
            (self.turn, self.turned),
            (self.save, self.save_wanted),
            (self.let_go, self.let_go_wanted),
        ):
            pressed.clicked.connect(signal)
        self._hold()

    def show_record(
        self, editor_view: EditorView, *, dirty: bool, new: bool, other: bool, can_undo: bool, can_redo: bool
    ) -> None:
        """Show the open record.

        A new one has room for the buttons that come when it is saved: the form below them does not move then.

        Args:
            editor_view: the record.
            dirty: whether it has changes that are not saved.
            new: whether it was never saved.
            other: whether another record was open before.
            can_undo: whether a change can be undone.
            can_redo: whether a change can be redone.
        """
        if other:
            lengths = self._hub.theme.metrics
            takes_two_lines = new and bool(editor_view.kind) and self._row.width() < _ONE_LINE_EM * lengths.font_body
            self._row.setMinimumHeight(2 * lengths.control + lengths.pad_s if takes_two_lines else 0)
        if self.name.text != editor_view.name:
            self.name.set_text(editor_view.name)
        origin = "" if new else editor_text(f"value.{editor_view.origin}")
        self._origin.setText(origin)
        self._origin.setVisible(bool(origin))
        self.undo.setEnabled(can_undo)
        self.redo.setEnabled(can_redo)
        self.save.setEnabled(dirty or (new and bool(editor_view.kind)))
        self.let_go.setEnabled(dirty)
        state = "cannot_save" if not editor_view.can_save else "not_saved" if dirty else "new" if new else "saved"
        words = ui_text("prep", f"state.{state}")
        if self.state.text() != words:
            self.state.setText(words)
            set_role(self.state, {"saved": "ok", "not_saved": "warning", "new": "muted"}.get(state, "danger"))
        draft_text = editor_view.draft if dirty else ""
        set_prose(self._draft, draft_text)
        self._draft.setVisible(bool(draft_text))

    def show_also(self, lines: Mapping[str, HeaderButton]) -> None:
        """Show further buttons."""
        forms = {key: line.only is not None for key, line in lines.items()}
        if list(forms.items()) != [(key, made.menu() is None) for key, made in self.also.items()]:
            former = list(self.also.values())
            focus = self.window().focusWidget()
            focused = next((at for at, old in enumerate(former) if old is focus), None)
            self.also = {key: self._further(key, at_once=at_once) for key, at_once in forms.items()}
            self._hold()
            if focused is not None and self.also:  # “Hide” comes where “Show” was pressed
                list(self.also.values())[min(focused, len(self.also) - 1)].setFocus()
            for old in former:
                old.hide()
                old.deleteLater()
        self._lines = dict(lines)
        for key, line in lines.items():
            self.also[key].setEnabled(line.can)
            self.also[key].setToolTip(tip(line.words))
            self.also[key].setAccessibleDescription(line.words)

    def _further(self, key: str, *, at_once: bool) -> QPushButton:
        further_button = button(ui_text("prep", f"also.{key}"), parent=self._row)
        if at_once:
            further_button.clicked.connect(lambda: self._do_only(key))
        else:
            menu = QMenu(further_button)
            menu.setToolTipsVisible(True)
            menu.aboutToShow.connect(partial(self._fill, menu, key))
            further_button.setMenu(menu)
        further_button.show()
        return further_button

    def _fill(self, menu: QMenu, key: str) -> None:
        menu.clear()
        fill = self._lines[key].fill
        if fill is not None:
            fill(menu)

    def _do_only(self, key: str) -> None:
        only = self._lines[key].only
        if only is not None:
            only()

    def set_turning(self, words: str, *, can_go_back: bool) -> None:
        """Set the label of the button that switches between form and preview; empty where both are visible."""
        self.turn.setText(button_text(words))
        self.turn.setVisible(bool(words))
        self.back.setVisible(can_go_back)

    def _room_of_state(self) -> int:
        """Return the width of the longest usual state: a saved entry that is edited moves nothing beside it."""
        self.state.ensurePolished()
        metrics = self.state.fontMetrics()
        words = [ui_text("prep", f"state.{key}") for key in ("saved", "not_saved", "new")]
        return max(metrics.horizontalAdvance(one) for one in words) + 2  # a label rounds up

    def _hold(self) -> None:
        self._flow.hold([self.save, self.let_go, *self.also.values(), self._origin, self.state])
