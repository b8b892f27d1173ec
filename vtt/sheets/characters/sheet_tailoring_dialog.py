"""A dialog for customising a sheet: its sections and fields as an editable list, applied as one command."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QSize, Qt, QTimer, Slot
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QComboBox, QLineEdit, QTreeWidget, QTreeWidgetItem, QWidget

from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.sheets.catalogue.sheet_customisation import (
    OWN,
    AddField,
    AddSection,
    HideItem,
    MoveItem,
    RemoveItem,
    RenameItem,
    SheetChange,
    ShowItem,
    apply_changes,
    changes_from_rows,
    changes_list_name,
    compact_changes,
    free_key,
    hidden_keys,
)
from engine.sheets.catalogue.sheet_library import sheets_of
from engine.sheets.editing.sheet_customisation_moves import TailorSheet
from engine.sheets.model.sheet_description import (
    DiceField,
    EntriesField,
    Field,
    FlagField,
    LongTextField,
    NumberField,
    SheetDescription,
    TextField,
)
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.campaign_panel import gm_seat
from vtt.widgets.basic_widgets import button, column, prose, set_prose
from vtt.widgets.large_dialog import SizedDialog
from vtt.widgets.layouts.tile_flow import TileFlow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import label, short, tip
from vtt.widgets.scroll_areas import PageScroll

_KEY: Final = Qt.ItemDataRole.UserRole
_KINDS: Final = ("text", "long", "number", "dice", "flag", "entries")
_LONGEST_LABEL: Final = 120
_WIDE: Final = 47
"""Letters of width."""


def tailoring_text(key: str, **params: Json) -> str:
    """Return a sentence of this dialog."""
    return say(Message(key=f"sheets.tailor.{key}", params=params))


class SheetTailoringDialog(SizedDialog):
    """A dialog for customising the sections and fields of one sheet.

    Args:
        campaign: the open campaign.
        viewer: the viewer; the command is the GM's.
        hub: the theme.
        sheet: the id of the sheet.
        parent: the window it belongs to.
    """

    def __init__(self, campaign: OpenCampaign, viewer: str, hub: ThemeHub, sheet: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._campaign = campaign
        self._viewer = viewer
        self._hub = hub
        view = campaign.viewer_campaign(viewer).view
        self._own = sheets_of(view.ruleset)[sheet]
        self._before = changes_from_rows(view.lists.get(changes_list_name(sheet), ()))
        self.ops: tuple[SheetChange, ...] = self._before
        self._description: SheetDescription = apply_changes(self._own, self.ops)
        self.setModal(True)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        title = tailoring_text("title", sheet=short(self._own.title, 60))
        self.setWindowTitle(title)
        lengths = hub.theme.metrics
        page = QWidget()
        lay = column(page, gap=lengths.pad_s)
        lay.addWidget(label(title, "title", wrap=True, parent=page))
        lay.addWidget(prose(tailoring_text("about"), "muted", parent=page))
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
        self.name.setAccessibleName(tailoring_text("name"))
        self.name.setPlaceholderText(tailoring_text("name"))
        self.name.editingFinished.connect(self.rename)
        self.up = button(tailoring_text("up"), parent=page)
        self.down = button(tailoring_text("down"), parent=page)
        self.remove = button(tailoring_text("remove"), parent=page)
        self.up.clicked.connect(lambda: self.move_by(-1))
        self.down.clicked.connect(lambda: self.move_by(1))
        self.remove.clicked.connect(self.take_away)
        lay.addWidget(_flow(page, lengths.pad_s, self.name, self.up, self.down, self.remove))
        self.kind = QComboBox(page)
        self.kind.setAccessibleName(tailoring_text("kind"))
        for kind in _KINDS:
            self.kind.addItem(tailoring_text(f"kind_{kind}"), kind)
        self.new = QLineEdit(page)
        self.new.setMaxLength(_LONGEST_LABEL)
        self.new.setMinimumWidth(14 * lengths.font_body)
        self.new.setPlaceholderText(tailoring_text("new_name"))
        self.new.setAccessibleName(tailoring_text("new_name"))
        self.new_field = button(tailoring_text("add_field"), parent=page)
        self.new_section = button(tailoring_text("add_section"), parent=page)
        self.new_field.clicked.connect(self.add_field)
        self.new_section.clicked.connect(self.add_section)
        self.new.textChanged.connect(self._mind_new)
        lay.addWidget(_flow(page, lengths.pad_s, self.new, self.kind, self.new_field, self.new_section))
        self.trouble = prose("", "danger", parent=page)
        self.trouble.hide()
        lay.addWidget(self.trouble)
        self.do = button(tailoring_text("do"), "primary")
        self.leave = button(tailoring_text("leave"))
        self.reset = button(tailoring_text("reset"), "quiet", help_text=tailoring_text("reset_help"))
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

    # changes

    @Slot()
    def rename(self) -> None:
        """Rename the selected item."""
        words = " ".join(self.name.text().split())
        field, section = self._current()
        if words and (field or section) and words != self._label(field, section):
            self._add(RenameItem(field=field, section="" if field else section, label=words))

    def move_by(self, step: int) -> None:
        """Move the selected item up or down; a field continues in the section before or after."""
        field, section = self._current()
        if not field:
            keys = [one.key for one in self._description.sections]
            to = keys.index(section) + step if section in keys else -1
            if 0 <= to < len(keys):
                others = [key for key in keys if key != section]
                self._add(MoveItem(section=section, before=others[to] if to < len(others) else ""))
            return
        sections = self._description.sections
        home = next(number for number, one in enumerate(sections) if any(f.key == field for f in one.fields))
        keys = [one.key for one in sections[home].fields]
        to = keys.index(field) + step
        if 0 <= to < len(keys):
            others = [key for key in keys if key != field]
            self._add(MoveItem(field=field, section=sections[home].key, before=others[to] if to < len(others) else ""))
        elif 0 <= home + step < len(sections):
            new = sections[home + step]
            before = new.fields[0].key if step > 0 and new.fields else ""
            self._add(MoveItem(field=field, section=new.key, before=before))

    @Slot()
    def take_away(self) -> None:
        """Remove an item that the group added; its content stays on the record."""
        field, section = self._current()
        if self._is_own(field, section):
            self._add(RemoveItem(field=field, section="" if field else section))

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
        ops = compact_changes(self.ops)
        if ops == self._before:
            self.accept()
            return
        viewer_campaign = self._campaign.viewer_campaign(self._viewer)
        command = TailorSheet(seat=gm_seat(viewer_campaign.view), sheet=self._own.id, ops=ops)
        refused = self._campaign.refusal(command)
        if refused is None and viewer_campaign.submit(command, self):
            self.accept()
            return
        set_prose(self.trouble, refused.text if refused is not None else tailoring_text("not_kept"))
        self.trouble.show()

    # display

    def _add(self, op: SheetChange) -> None:
        self.ops = (*self.ops, op)
        self._again()

    def _again(self) -> None:
        field, section = self._current()
        self._description = apply_changes(self._own, self.ops)
        self._fill()
        self.choose(field=field, section=section)

    def _fill(self) -> None:
        """Show the sheet with the changes; hidden items have no tick."""
        self.tree.blockSignals(True)
        self.tree.clear()
        self._items: dict[tuple[str, str], QTreeWidgetItem] = {}
        fields, sections = hidden_keys(self._description)
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
        item = QTreeWidgetItem([tailoring_text("own", label=short(words, 80)) if own else short(words, 80)])
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
        op = ShowItem(field=field, section=target) if on else HideItem(field=field, section=target)
        # Qt is still changing the item: fill the list again only afterwards.
        QTimer.singleShot(0, self, partial(self._add, op))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave Enter to the field that is being edited."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.new.hasFocus() and self.new_field.isEnabled():
                self.add_field()
            return
        super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Focus the list."""
        super().showEvent(event)
        first = self.tree.topLevelItem(0)
        if first is not None and not any(self._current()):
            self.tree.setCurrentItem(first)
        self.tree.setFocus()

    def sizeHint(self) -> QSize:
        """Return a size with a long list."""
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
            return LongTextField(key=key, label=words, grow=1)
        case "number":
            return NumberField(key=key, label=words, width=6)
        case "dice":
            return DiceField(key=key, label=words, width=6)
        case "flag":
            return FlagField(key=key, label=words, width=6)
        case "entries":
            return EntriesField(key=key, label=words)
        case _:
            return TextField(key=key, label=words, width=6)
