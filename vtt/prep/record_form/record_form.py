"""The form of one record, built from its editor view; an edit touches only what it changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QFrame, QWidget

from engine.kit.content_editor.view_models import EditorView, FieldGroup
from vtt.prep.record_form.form_field import FormTools, RecordFieldGroup, RecordFormField
from vtt.prep.record_form.nested_records_control import NestedRecordsControl
from vtt.widgets.basic_widgets import column, prose, set_prose
from vtt.widgets.plain_text import label, short
from vtt.widgets.scroll_areas import PageScroll
from vtt.widgets.tasks.gradual_task import GradualTask

_NAME: Final = "name"


class GroupCard(QFrame):
    """Parts that belong together."""

    def __init__(self, group: FieldGroup, tools: FormTools, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        lengths = tools.hub.theme.metrics
        lay = column(self, gap=lengths.pad_s, margin=lengths.pad_m)
        self._title = label("", "heading", wrap=True, parent=self)
        self._help = prose("", "muted", self)
        self.host = RecordFieldGroup(tools, self)
        for part in (self._title, self._help, self.host):
            lay.addWidget(part)

    def show_group(self, group: FieldGroup, typing: str) -> None:
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

    def __init__(self, tools: FormTools, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tools = tools
        self._cards: dict[str, GroupCard] = {}
        self._kind = ""
        self._editor_view: EditorView | None = None
        self._behind: list[str] = []
        """The groups that do not show yet what they should."""
        self._making: GradualTask | None = None
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

    def show_record(self, editor_view: EditorView, typing: str = "", *, other: bool = False) -> None:
        """Show a record; of an `other` record the first group at once, the rest step by step.

        `typing` is the path at which the user is typing now.
        """
        if editor_view.kind != self._kind:
            self.clear()
            self._kind = editor_view.kind
        elif other:
            self._forget()
        group_ids = [group.id for group in editor_view.groups]
        for old_group in [id_ for id_ in self._cards if id_ not in group_ids]:
            card = self._cards.pop(old_group)
            self._lay.removeWidget(card)
            card.hide()
            card.deleteLater()
        self._editor_view = editor_view
        self._behind = [group.id for group in editor_view.groups]
        for at, group in enumerate(editor_view.groups):
            if at == 0 or (group.id in self._cards and not other):
                self._show_group(at, group, typing)
                self._behind.remove(group.id)
        if self._behind and not (self._making is not None and self._making.under_way):
            self._making = GradualTask(self._make_rest(), self)

    @property
    def is_making(self) -> bool:
        """Whether some fields are still to be made or shown."""
        if self._making is not None and self._making.under_way:
            return True
        return any(isinstance(box.control, NestedRecordsControl) and box.control.is_making for box in self.boxes())

    def _make_rest(self) -> Iterator[None]:
        while self._editor_view is not None and self._behind:
            behind = self._behind.pop(0)
            at = next(at for at, group in enumerate(self._editor_view.groups) if group.id == behind)
            self._show_group(at, self._editor_view.groups[at], "")
            yield

    def _show_group(self, at: int, group: FieldGroup, typing: str) -> None:
        card = self._cards.get(group.id) or self._make(group)
        at = min(at, len(self._cards) - 1)
        if self._lay.indexOf(card) != at:
            self._lay.insertWidget(at, card)
        card.show_group(group, typing)
        for box in card.host.boxes:
            if isinstance(box.control, NestedRecordsControl):
                box.control.begin()
        if card.isHidden():
            card.show()
            for box in card.host.boxes:
                box.control.fit_height(self.area.viewport().height())

    def clear(self) -> None:
        """Show nothing."""
        self._forget()
        self._kind = ""
        self._editor_view = None
        self._behind = []
        if self._making is not None:
            self._making.stop()
        for card in self._cards.values():
            self._lay.removeWidget(card)
            card.hide()
            card.deleteLater()
        self._cards = {}

    def _forget(self) -> None:
        """Discard what is on its way for the record that was shown, such as a picture that is being read."""
        for box in self.boxes():
            box.forget()

    def turn_over(self) -> None:
        """Begin at the head again, with everything folded: another record comes."""
        self.area.verticalScrollBar().setValue(0)
        for box in self.boxes():
            if isinstance(box.control, NestedRecordsControl):
                box.control.fold_all()

    def boxes(self) -> Iterator[RecordFormField]:
        """Return the fields of the top level."""
        for card in self._cards.values():
            yield from card.host.boxes

    def box_at(self, path: str, *, opening: bool = False) -> RecordFormField | None:
        """Return the part at a path, also within a record of a part."""
        for box in self.boxes():
            if box.path == path:
                return box
            if isinstance(box.control, NestedRecordsControl) and path.startswith(f"{box.path}["):
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
        """Go to the name, wherever it is in the form: it is what people type first; without one to the first part."""
        boxes = list(self.boxes())
        first = next((box for box in boxes if box.path == _NAME), boxes[0] if boxes else None)
        if first is not None:
            first.control.first_stop().setFocus()

    def _make(self, group: FieldGroup) -> GroupCard:
        card = self._cards[group.id] = GroupCard(group, self._tools, self)
        card.host.edited.connect(self.edited)
        return card
