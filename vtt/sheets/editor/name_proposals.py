"""The list of names that a line proposes, each with a short line on what it fills in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, cast

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from engine.sheets.catalogue.listed_entries import (
    Entry,
    PickerField,
    entries_of,
    entry_line,
    is_picker,
    proposed_names,
    same_name,
)
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import EntriesField, Field
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import short, tip

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE: Final = QModelIndex()
_LINES: Final = 12
"""Proposals that are visible at once."""
_GAP: Final = 24
"""Pixels between a name and its line."""
_LONGEST: Final = 60


@dataclass(frozen=True, slots=True)
class Proposal:
    """A name, and what it fills in."""

    name: str
    line: str = ""


class _Proposals(QAbstractListModel):
    """The proposals: the name for the completer, the line beside it for the eye."""

    def __init__(self, proposals: Sequence[Proposal], parent: QObject) -> None:
        super().__init__(parent)
        self._proposals = tuple(proposals)

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of proposals."""
        return 0 if parent.isValid() else len(self._proposals)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the name of a proposal, or its line."""
        proposal = self._proposals[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                return proposal.name
            case Qt.ItemDataRole.UserRole:
                return proposal.line
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{short(proposal.name)}, {proposal.line}" if proposal.line else short(proposal.name)
            case Qt.ItemDataRole.ToolTipRole:
                return tip(f"{proposal.name}\n{proposal.line}") if proposal.line else None
            case _:
                return None


class _ProposalDelegate(QStyledItemDelegate):
    """Draws a name, and its line in a muted colour at the right."""

    def __init__(self, hub: ThemeHub, parent: QObject) -> None:
        super().__init__(parent)
        self._hub = hub

    def initStyleOption(self, option: QStyleOptionViewItem, index: _Index) -> None:
        """Show a long name short."""
        super().initStyleOption(option, index)
        option.text = short(option.text, _LONGEST)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Draw the name, and the line where there is room."""
        super().paint(painter, option, index)
        line = str(index.data(Qt.ItemDataRole.UserRole) or "")
        metrics = option.fontMetrics
        pad = self._hub.theme.metrics.pad_s
        place = option.widget.style().subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, option.widget)
        name = metrics.horizontalAdvance(short(str(index.data()), _LONGEST))
        room = option.rect.adjusted(place.left() - option.rect.left() + name + _GAP, 0, -pad, 0)
        if not line or room.width() < _GAP:
            return
        colours = self._hub.theme.colours
        chosen = option.state & QStyle.StateFlag.State_Selected
        painter.save()
        painter.setPen(QColor(colours.text if chosen else colours.muted))
        cut = metrics.elidedText(line, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight), cut)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Return the room for the name and its line."""
        size = super().sizeHint(option, index)
        line = str(index.data(Qt.ItemDataRole.UserRole) or "")
        beside = option.fontMetrics.horizontalAdvance(line) + _GAP if line else 0
        return QSize(size.width() + beside, size.height())


def proposals_of(
    sheet: FilledSheet, field: PickerField | EntriesField, more: Sequence[Entry] = (), filled: Iterable[Field] = ()
) -> tuple[Proposal, ...]:
    """Return what a field proposes: the names of the campaign, then those of `more` entries, from the library.

    Each has a short line on what it fills in, with the labels of the fields that are `filled`.
    """
    names = proposed_names(sheet, field)
    if isinstance(field, EntriesField) or not is_picker(field):
        return tuple(map(Proposal, names))
    entries = entries_of(sheet.ruleset, sheet.lists, field.list)
    labels = {part.key: part.label for part in filled}
    lines = {same_name(entry["name"]): entry_line(field, entry, labels) for entry in entries}
    known = {"", *map(same_name, names)}
    return (
        *(Proposal(name, lines.get(same_name(name), "")) for name in names),
        *(
            Proposal(str(e["name"]), entry_line(field, e, labels))
            for e in more
            if same_name(e.get("name")) not in known
        ),
    )


def propose(line: QLineEdit, proposals: Sequence[Proposal], hub: ThemeHub) -> None:
    """Propose names while something is written in a line."""
    completer = QCompleter(line)
    completer.setModel(_Proposals(proposals, completer))
    completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    completer.setFilterMode(Qt.MatchFlag.MatchContains)
    completer.setMaxVisibleItems(_LINES)
    popup = completer.popup()
    assert popup is not None
    popup.setItemDelegate(_ProposalDelegate(hub, completer))
    # As wide as it needs to be: the line of a name is often longer than the cell of a table.
    popup.setMinimumWidth(_width_of(line, proposals))
    line.setCompleter(completer)


class ListLine(QLineEdit):
    """The line of a box with a list: a click or Down opens the list while nothing is written, and Enter closes it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        # Whatever is then written, also the name of the list that the box itself finds: an open list takes the wheel.
        self.editingFinished.connect(lambda: close_proposals(self))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the list."""
        if event.key() != Qt.Key.Key_Down or not open_proposals(self):
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Open the list."""
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            open_proposals(self)


def list_opens(box: QComboBox) -> QLineEdit:
    """Let the list of a box open at a click or Down, and narrow down while somebody types; return its line."""
    line = ListLine(box)
    box.setLineEdit(line)
    completer = box.completer()
    assert completer is not None
    completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
    completer.setFilterMode(Qt.MatchFlag.MatchContains)
    completer.setMaxVisibleItems(_LINES)
    return line


def open_proposals(line: QLineEdit) -> bool:
    """Open the whole list of an empty line; say whether there is one."""
    completer = cast("QCompleter | None", line.completer())  # a line without proposals has none
    popup = completer.popup() if completer is not None else None
    if completer is None or popup is None or popup.isVisible() or line.text() or line.isReadOnly():
        return False
    completer.setCompletionPrefix("")
    if not completer.completionCount():
        return False
    completer.complete(QRect(0, 0, max(line.width(), popup.minimumWidth()), line.height()))
    return True


def close_proposals(line: QLineEdit) -> None:
    """Close the list of a line, if it is open: Enter alone leaves it open over what follows."""
    completer = cast("QCompleter | None", line.completer())
    popup = completer.popup() if completer is not None else None
    if popup is not None:
        popup.hide()


def _width_of(line: QLineEdit, proposals: Sequence[Proposal]) -> int:
    metrics = line.fontMetrics()
    longest = max((len(short(one.name, _LONGEST)) + len(one.line) for one in proposals[:500]), default=0)
    screen = line.screen().availableGeometry().width()
    return min(metrics.averageCharWidth() * longest + 3 * _GAP, screen * 3 // 4)
