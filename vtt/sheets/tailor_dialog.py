"""Changing a sheet to a group's liking: what it is made of as a live list, and at the end one gesture."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QSize, Qt, QTimer, Slot
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QComboBox, QDialog, QLineEdit, QTreeWidget, QTreeWidgetItem, QWidget

from engine.play.moves import TailorSheet
from engine.play.words import Message, say
from engine.sheets.description import Dice, Entries, Field, Flag, LongText, Number, SheetDescription, Text
from engine.sheets.shelf import sheets_of
from engine.sheets.tailoring import (
    OWN,
    AddField,
    AddSection,
    Hide,
    Move,
    Op,
    Remove,
    Rename,
    Show,
    changed,
    compacted,
    free_key,
    hidden,
    list_of,
    ops_of,
)
from engine.table.frozen import Json
from vtt.panels.fit import TileFlow
from vtt.panels.panel import gm_seat
from vtt.panels.parts import button, column, prose, set_prose
from vtt.session import Session
from vtt.widgets.scroll import PageScroll
from vtt.widgets.text import label, short, tip
from vtt.widgets.theme import ThemeHub

_KEY: Final = Qt.ItemDataRole.UserRole
_KINDS: Final = ("text", "long", "number", "dice", "flag", "entries")
_LONGEST_LABEL: Final = 120
_WIDE: Final = 47
"""Letters of width."""


def told(key: str, **params: Json) -> str:
    """Return a sentence of this dialog."""
    return say(Message(key=f"sheets.tailor.{key}", params=params))


class TailorDialog(QDialog):
    """The sections and fields of one sheet.

    Args:
        session: the game.
        viewer: whose eyes; the gesture is the GM's.
        hub: the theme.
        sheet: the id of the sheet.
        parent: the window it belongs to.
    """

    def __init__(self, session: Session, viewer: str, hub: ThemeHub, sheet: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._session = session
        self._viewer = viewer
        self._hub = hub
        view = session.lens(viewer).view
        self._own = sheets_of(view.ruleset)[sheet]
        self._before = ops_of(view.lists.get(list_of(sheet), ()))
        self.ops: tuple[Op, ...] = self._before
        self._description: SheetDescription = changed(self._own, self.ops)
        self.setModal(True)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        title = told("title", sheet=short(self._own.title, 60))
        self.setWindowTitle(title)
        lengths = hub.theme.metrics
        page = QWidget()
        lay = column(page, gap=lengths.pad_s)
        lay.addWidget(label(title, "title", wrap=True, parent=page))
        lay.addWidget(prose(told("about"), "muted", parent=page))
        self.tree = QTreeWidget(page)
        self.tree.setHeaderHidden(True)
        self.tree.setAccessibleName(title)
        self.tree.setMinimumHeight(14 * lengths.font_body)
        self.tree.currentItemChanged.connect(self._chosen)
        self.tree.itemChanged.connect(self._checked)
        lay.addWidget(self.tree, 1)
        self.name = QLineEdit(page)
        self.name.setMaxLength(_LONGEST_LABEL)
        self.name.setMinimumWidth(14 * lengths.font_body)
        self.name.setAccessibleName(told("name"))
        self.name.setPlaceholderText(told("name"))
        self.name.editingFinished.connect(self.rename)
        self.up = button(told("up"), parent=page)
        self.down = button(told("down"), parent=page)
        self.remove = button(told("remove"), parent=page)
        self.up.clicked.connect(lambda: self.move_by(-1))
        self.down.clicked.connect(lambda: self.move_by(1))
        self.remove.clicked.connect(self.take_away)
        lay.addWidget(_flow(page, lengths.pad_s, self.name, self.up, self.down, self.remove))
        self.kind = QComboBox(page)
        self.kind.setAccessibleName(told("kind"))
        for kind in _KINDS:
            self.kind.addItem(told(f"kind_{kind}"), kind)
        self.new = QLineEdit(page)
        self.new.setMaxLength(_LONGEST_LABEL)
        self.new.setMinimumWidth(14 * lengths.font_body)
        self.new.setPlaceholderText(told("new_name"))
        self.new.setAccessibleName(told("new_name"))
        self.new_field = button(told("add_field"), parent=page)
        self.new_section = button(told("add_section"), parent=page)
        self.new_field.clicked.connect(self.add_field)
        self.new_section.clicked.connect(self.add_section)
        self.new.textChanged.connect(self._mind_new)
        lay.addWidget(_flow(page, lengths.pad_s, self.new, self.kind, self.new_field, self.new_section))
        self.trouble = prose("", "danger", parent=page)
        self.trouble.hide()
        lay.addWidget(self.trouble)
        self.do = button(told("do"), "primary")
        self.leave = button(told("leave"))
        self.reset = button(told("reset"), "quiet", help_text=told("reset_help"))
        self.do.clicked.connect(self.apply)
        self.leave.clicked.connect(self.reject)
        self.reset.clicked.connect(self.give_back)
        outer = column(self, gap=lengths.pad_m, margin=lengths.pad_l)
        outer.addWidget(PageScroll(page), 1)
        foot = QWidget(self)
        outer.addWidget(_flow(foot, lengths.pad_s, self.do, self.leave, self.reset, holder=foot))
        self._fill()

    @property
    def description(self) -> SheetDescription:
        """The sheet as it would be."""
        return self._description

    def choose(self, field: str = "", section: str = "") -> None:
        """Choose a field or a section."""
        item = self._items.get((field, "" if field else section))
        if item is not None:
            self.tree.setCurrentItem(item)

    # what is done

    @Slot()
    def rename(self) -> None:
        """Give what is chosen another label."""
        words = " ".join(self.name.text().split())
        field, section = self._current()
        if words and (field or section) and words != self._label(field, section):
            self._add(Rename(field=field, section="" if field else section, label=words))

    def move_by(self, step: int) -> None:
        """Move what is chosen up or down; a field goes on into the section before or behind."""
        field, section = self._current()
        if not field:
            keys = [one.key for one in self._description.sections]
            to = keys.index(section) + step if section in keys else -1
            if 0 <= to < len(keys):
                others = [key for key in keys if key != section]
                self._add(Move(section=section, before=others[to] if to < len(others) else ""))
            return
        sections = self._description.sections
        home = next(number for number, one in enumerate(sections) if any(f.key == field for f in one.fields))
        keys = [one.key for one in sections[home].fields]
        to = keys.index(field) + step
        if 0 <= to < len(keys):
            others = [key for key in keys if key != field]
            self._add(Move(field=field, section=sections[home].key, before=others[to] if to < len(others) else ""))
        elif 0 <= home + step < len(sections):
            new = sections[home + step]
            before = new.fields[0].key if step > 0 and new.fields else ""
            self._add(Move(field=field, section=new.key, before=before))

    @Slot()
    def take_away(self) -> None:
        """Take away what the group added; what was written there is kept beside the sheet."""
        field, section = self._current()
        if self._is_own(field, section):
            self._add(Remove(field=field, section="" if field else section))

    @Slot()
    def add_field(self) -> None:
        """Add a field to the section that is chosen, behind the field that is chosen."""
        words = " ".join(self.new.text().split())
        field, section = self._current()
        if not words or not section:
            return
        made = _field(str(self.kind.currentData()), free_key(self._description, words), words)
        keys = next(([f.key for f in one.fields] for one in self._description.sections if one.key == section), [])
        at = keys.index(field) + 1 if field in keys else len(keys)
        self._add(AddField(section=section, added=made, before=keys[at] if at < len(keys) else ""))
        self.new.clear()
        self.choose(field=made.key)

    @Slot()
    def add_section(self) -> None:
        """Add a section behind the one that is chosen."""
        words = " ".join(self.new.text().split())
        if not words:
            return
        key = free_key(self._description, words)
        keys = [one.key for one in self._description.sections]
        _, section = self._current()
        at = keys.index(section) + 1 if section in keys else len(keys)
        self._add(AddSection(key=key, title=words, before=keys[at] if at < len(keys) else ""))
        self.new.clear()
        self.choose(section=key)

    @Slot()
    def give_back(self) -> None:
        """Go back to the game's own sheet."""
        self.ops = ()
        self._again()

    @Slot()
    def apply(self) -> None:
        """Do all of it as one gesture."""
        ops = compacted(self.ops)
        if ops == self._before:
            self.accept()
            return
        lens = self._session.lens(self._viewer)
        command = TailorSheet(seat=gm_seat(lens.view), sheet=self._own.id, ops=ops)
        refused = self._session.refusal(command)
        if refused is None and lens.submit(command, self):
            self.accept()
            return
        set_prose(self.trouble, refused.text if refused is not None else told("not_kept"))
        self.trouble.show()

    # how

    def _add(self, op: Op) -> None:
        self.ops = (*self.ops, op)
        self._again()

    def _again(self) -> None:
        field, section = self._current()
        self._description = changed(self._own, self.ops)
        self._fill()
        self.choose(field=field, section=section)

    def _fill(self) -> None:
        """Show the sheet as it would be; what is hidden has no tick."""
        self.tree.blockSignals(True)
        self.tree.clear()
        self._items: dict[tuple[str, str], QTreeWidgetItem] = {}
        fields, sections = hidden(self._description)
        for section in self._description.sections:
            top = self._item(section.title, "", section.key, on=section.key not in sections)
            self.tree.addTopLevelItem(top)
            for field in section.fields:
                top.addChild(self._item(field.label, field.key, section.key, on=field.key not in fields))
            top.setExpanded(True)
        self.tree.blockSignals(False)
        self._chosen()

    def _item(self, words: str, field: str, section: str, *, on: bool) -> QTreeWidgetItem:
        own = self._is_own(field, section)
        item = QTreeWidgetItem([told("own", label=short(words, 80)) if own else short(words, 80)])
        item.setToolTip(0, tip(words))
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(0, Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
        item.setData(0, _KEY, (field, section))
        if not field:
            font = item.font(0)
            font.setBold(True)
            item.setFont(0, font)
        self._items[field, "" if field else section] = item
        return item

    def _current(self) -> tuple[str, str]:
        item = self.tree.currentItem()
        found = item.data(0, _KEY) if item is not None else None
        return (str(found[0]), str(found[1])) if found else ("", "")

    def _label(self, field: str, section: str) -> str:
        if field:
            found = self._description.field(field)
            return found.label if found is not None else ""
        return next((one.title for one in self._description.sections if one.key == section), "")

    def _is_own(self, field: str, section: str) -> bool:
        return (field or section).startswith(OWN)

    @Slot()
    def _chosen(self, *_args: object) -> None:
        field, section = self._current()
        there = bool(field or section)
        self.name.setText(self._label(field, section))
        for control in (self.name, self.up, self.down):
            control.setEnabled(there)
        self.remove.setEnabled(there and self._is_own(field, section))
        self._mind_new()

    @Slot()
    def _mind_new(self, *_args: object) -> None:
        words = bool(self.new.text().strip())
        self.new_field.setEnabled(words and bool(self._current()[1]))
        self.new_section.setEnabled(words)

    @Slot(QTreeWidgetItem, int)
    def _checked(self, item: QTreeWidgetItem, _column: int) -> None:
        field, section = item.data(0, _KEY)
        on = item.checkState(0) is Qt.CheckState.Checked
        self.tree.setCurrentItem(item)
        target = "" if field else section
        op = Show(field=field, section=target) if on else Hide(field=field, section=target)
        # The item is still being written to: the list may be filled anew only when that is over.
        QTimer.singleShot(0, self, partial(self._add, op))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter belongs to the field in which somebody writes."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.new.hasFocus() and self.new_field.isEnabled():
                self.add_field()
            return
        super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Come up with the list in focus."""
        super().showEvent(event)
        self.resize(self.sizeHint())
        first = self.tree.topLevelItem(0)
        if first is not None and not any(self._current()):
            self.tree.setCurrentItem(first)
        self.tree.setFocus()

    def sizeHint(self) -> QSize:
        """Return a size in which the list is long."""
        room = self.screen().availableGeometry().size()
        letters = self._hub.theme.metrics.font_body
        return QSize(min(_WIDE * letters, room.width() - 40), min(48 * letters, room.height() - 60))


def _flow(parent: QWidget, gap: int, *widgets: QWidget, holder: QWidget | None = None) -> QWidget:
    made = holder or QWidget(parent)
    flow = TileFlow(made, spacing=gap)
    for widget in widgets:
        flow.addWidget(widget)
    return made


def _field(kind: str, key: str, words: str) -> Field:
    """Return a field that a group adds: half as wide as its section if it is short."""
    match kind:
        case "long":
            return LongText(key=key, label=words, grow=1)
        case "number":
            return Number(key=key, label=words, width=6)
        case "dice":
            return Dice(key=key, label=words, width=6)
        case "flag":
            return Flag(key=key, label=words, width=6)
        case "entries":
            return Entries(key=key, label=words)
        case _:
            return Text(key=key, label=words, width=6)
