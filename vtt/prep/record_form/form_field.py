"""One part of a form: its label, its control, what it says in words, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QWidget

from engine.kit.content_editor.view_models import EditorField, EditorFieldKind, Facet
from engine.model.frozen import Json
from vtt.prep.record_form.form_control import FormControl
from vtt.prep.record_form.tab_order import in_order
from vtt.shared.pictures.picture_store import WritablePictureStore
from vtt.widgets.basic_widgets import column, prose, set_prose
from vtt.widgets.layouts.twelve_column_layout import TwelveColumnLayout
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import label, short, tip
from vtt.widgets.tasks.gradual_task import GradualTask
from vtt.widgets.tasks.task_runner import TaskRunner
from vtt.widgets.ui_texts import ui_text

SPANS: Final = {
    EditorFieldKind.WHOLE: 3,
    EditorFieldKind.DICE: 3,
    EditorFieldKind.SWITCH: 6,
    EditorFieldKind.EXPRESSION: 6,
    EditorFieldKind.CHOICE: 6,
    EditorFieldKind.TEXT: 6,
}
"""Columns of twelve for each kind of field; other kinds take the whole row."""
_AT_ONCE: Final = 3
"""So many parts are made at once; the others follow step by step."""
_Key = tuple[str, EditorFieldKind, bool]


class EditKind(StrEnum):
    """The kind of an edit."""

    VALUE = "value"
    ADD = "add"
    REMOVE = "remove"
    MOVE = "move"
    DOUBLE = "double"


@dataclass(frozen=True, slots=True)
class FieldEdit:
    """One edit: what is done, at which path, and the value, or for a move the place."""

    doing: EditKind
    path: str
    value: Json = None


@dataclass(frozen=True, slots=True)
class FormTools:
    """Shared needs of the fields of a form.

    Attributes:
        hub: the theme.
        facets: returns the facets by which the entries of a category can be filtered.
        make_control: makes the control of a field; it gets the field, these tools and the parent widget.
        pictures: the store of the pictures that records name.
        task_runner: reads pictures.
    """

    hub: ThemeHub
    facets: Callable[[str], Sequence[Facet]]
    make_control: Callable[[EditorField, FormTools, QWidget], FormControl]
    pictures: WritablePictureStore
    task_runner: TaskRunner


class RecordFormField(QWidget):
    """A part.

    Signals:
        edited: an FieldEdit.
    """

    edited = Signal(object)

    def __init__(self, part: EditorField, tools: FormTools, parent: QWidget) -> None:
        super().__init__(parent)
        hub = tools.hub
        self.path = part.path
        self._hub = hub
        self._lay = column(self, gap=hub.theme.metrics.pad_xs)
        self.title: QLabel | None = None
        if part.kind is not EditorFieldKind.SWITCH and part.label:
            self.title = label("", "heading" if part.kind is EditorFieldKind.ROWS else "muted", wrap=True, parent=self)
            self._lay.addWidget(self.title)
        self.control = tools.make_control(part, tools, self)
        self._lay.addWidget(self.control)
        self._explanation = prose("", "muted", self)
        self._trouble = prose("", "danger", self)
        self._lay.addWidget(self._explanation)
        self._lay.addWidget(self._trouble)
        self._lay.addStretch(1)
        self._explanation.hide()
        self._trouble.hide()
        self.part: EditorField | None = None
        self.control.edited.connect(self._edited)

    def show_part(self, part: EditorField, typing: str) -> None:
        """Show the field; `typing` is the path at which the user is typing."""
        if part == self.part:
            return
        before, self.part, self.path = self.part, part, part.path
        self.control.show_part(part, typing)
        if before is None or (before.label, before.matters, before.help) != (part.label, part.matters, part.help):
            words = part.label if part.matters else ui_text("prep", "idle", what=part.label)
            if self.title is not None and self.title.text() != words:
                self.title.setText(short(words, 120))
            self.setToolTip(tip(part.help))
            self.control.first_stop().setAccessibleDescription(short(part.help, 300))
        self._say(self._explanation, part.spoken or _meaning(part))
        problems = "\n".join(part.problems)
        self._say(self._trouble, problems)

    def forget(self) -> None:
        """Discard what is on its way for the record that was shown: another one comes."""
        if self.control.forget():
            self.part = None

    @property
    def trouble(self) -> str:
        """The problem that is shown."""
        return self._trouble.text() if not self._trouble.isHidden() else ""

    @property
    def said(self) -> str:
        """The explanation that is shown."""
        return self._explanation.text() if not self._explanation.isHidden() else ""

    def _say(self, shown: QLabel, words: str) -> None:
        if words:
            set_prose(shown, words)
        if shown.isHidden() == bool(words):
            shown.setVisible(bool(words))

    def _edited(self, value: object) -> None:
        if isinstance(value, FieldEdit):
            self.edited.emit(value)  # from a part within this one
        else:
            self.edited.emit(FieldEdit(EditKind.VALUE, self.path, value))  # type: ignore[arg-type]


class RecordFieldGroup(QWidget):
    """Parts side by side. Those that stay keep their widgets, and with them focus and what is being written.

    Signals:
        edited: an FieldEdit.
    """

    edited = Signal(object)

    def __init__(self, tools: FormTools, parent: QWidget) -> None:
        super().__init__(parent)
        self._tools = tools
        lengths = tools.hub.theme.metrics
        self._flow = TwelveColumnLayout(self, gap=lengths.pad_m, letter=lengths.font_body)
        self._boxes: dict[_Key, RecordFormField] = {}
        self._wanted: dict[_Key, EditorField] = {}
        self._laid: list[RecordFormField] = []
        self._under = ""
        self._making: GradualTask | None = None

    @property
    def boxes(self) -> tuple[RecordFormField, ...]:
        """The parts, in their order."""
        return tuple(self._boxes.values())

    def show_parts(self, parts: Sequence[EditorField], typing: str, prefix: str = "", *, under: str = "") -> None:
        """Show fields whose paths begin with `prefix`; a field labelled as its heading `under` has no title."""
        self._wanted = {(part.path.removeprefix(prefix), part.kind, part.own_words): part for part in parts}
        self._under = under
        old_keys = [key for key in self._boxes if key not in self._wanted]
        for key in old_keys:
            box = self._boxes.pop(key)
            box.hide()
            box.deleteLater()
        missing = 0
        for key, part in self._wanted.items():
            if key in self._boxes:
                self._show_box(self._boxes[key], part, typing)
            elif missing < _AT_ONCE:
                missing += 1
                self._make(key)
        self._lay_out()
        if len(self._boxes) < len(self._wanted) and not (self._making is not None and self._making.under_way):
            self._making = GradualTask(self._make_rest(), self)

    def finish(self) -> None:
        """Make the fields that are still missing, because the user wants to go there."""
        for _ in self._make_rest():
            pass

    def _make_rest(self) -> Iterator[None]:
        while True:
            key = next((key for key in self._wanted if key not in self._boxes), None)
            if key is None:
                return
            self._make(key)
            self._lay_out()
            yield

    def _lay_out(self) -> None:
        boxes_by_key = {key: self._boxes[key] for key in self._wanted if key in self._boxes}
        self._boxes = boxes_by_key
        boxes = list(boxes_by_key.values())
        if boxes != self._laid:
            self._laid = boxes
            self._flow.hold([(box, SPANS.get(key[1], 12)) for key, box in boxes_by_key.items()])
            in_order(self.stops())
            for box in boxes:
                if box.isHidden():
                    box.show()

    def _show_box(self, box: RecordFormField, part: EditorField, typing: str) -> None:
        box.show_part(part, typing)
        if box.title is not None and part.label == self._under:
            box.title.hide()

    def stops(self) -> list[QWidget]:
        """Return what Tab goes through, in its order."""
        return [stop for box in self._boxes.values() for stop in box.control.stops()]

    def box_at(self, path: str) -> RecordFormField | None:
        """Return the part at a path."""
        return next((box for box in self.boxes if box.path == path), None)

    def _make(self, key: _Key) -> None:
        part = self._wanted[key]
        box = self._boxes[key] = RecordFormField(part, self._tools, self)
        box.hide()
        box.edited.connect(self.edited)
        self._show_box(box, part, "")


def _meaning(part: EditorField) -> str:
    """Return what is chosen means."""
    if part.kind is not EditorFieldKind.CHOICE:
        return ""
    return next((way.told for way in part.choices if way.value == part.value), "")
