"""The dialog with the tree of what-ifs: open one, compare two side by side, keep or delete one, begin another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QSplitter,
    QTableWidget,
    QTableWidgetItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from engine.presentation.table_comparison import ComparedKind, ComparedNumber
from engine.presentation.visibility import VisibleTable
from vtt.shared.screen_names import name_of_actor, name_of_seat, name_of_zone, number_words, plain_word, word_for
from vtt.shared.story_time import time_figures
from vtt.shell.campaigns.what_if_loading import ComparedStories, WhatIf, WhatIfTree
from vtt.system.timestamps import spoken_stored_time
from vtt.widgets.basic_widgets import button, column, prose, set_prose
from vtt.widgets.large_dialog import LargeDialog
from vtt.widgets.layouts.flow_layout import FlowRow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import short, tip
from vtt.widgets.tasks.task_runner import Progress, TaskRunner
from vtt.widgets.ui_texts import ui_text

MOST_ROWS: Final = 400
_FILE: Final = Qt.ItemDataRole.UserRole

Compare = Callable[[Sequence[tuple[str, Path]], int], Callable[[Progress], ComparedStories]]
"""Returns the work that compares some files after a number of moves that all of them have."""


class WhatIfDialog(LargeDialog):
    """The tree of what happened and what was tried, each under the story in which it was begun.

    Signals:
        open_wanted: a WhatIf, or None for the campaign.
        begin_wanted: a what-if is to be begun at the present step.
        keep_wanted, delete_wanted: a WhatIf.
    """

    open_wanted = Signal(object)
    begin_wanted = Signal()
    keep_wanted = Signal(object)
    delete_wanted = Signal(object)

    def __init__(
        self,
        hub: ThemeHub,
        tree: WhatIfTree,
        current: Path,
        compare: Compare,
        parent: QWidget,
    ) -> None:
        super().__init__(hub, ui_text("what_if", "title"), parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._campaign, self._current, self._compare = tree.campaign, current, compare
        self._by_path = {what_if.path: what_if for what_if in tree.what_ifs}
        self._runner = TaskRunner(self)
        lengths = hub.theme.metrics
        self.tree = QTreeWidget(self)
        self.tree.ensurePolished()  # the heights of its lines are kept from the first one on
        self.tree.setAccessibleName(ui_text("what_if", "tree"))
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.tree.setHeaderLabels(
            [ui_text("what_if", f"column_{name}") for name in ("name", "start", "moves", "changed")]
        )
        self.said = prose("" if tree.what_ifs else ui_text("what_if", "none"), "muted")
        self.rows = QTableWidget()
        self.rows.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.rows.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.rows.setAccessibleName(ui_text("what_if", "compare"))
        self.rows.verticalHeader().hide()
        self.rows.hide()
        self.here = button(ui_text("what_if", "here"), "primary")
        self.open_button = button(ui_text("what_if", "open"))
        self.compare_button = button(ui_text("what_if", "compare"), help_text=ui_text("what_if", "compare_help"))
        self.keep = button(ui_text("what_if", "keep"), help_text=ui_text("what_if", "keep_help"))
        self.delete = button(ui_text("what_if", "delete"))
        close = button(ui_text("what_if", "close"))
        foot = FlowRow(spacing=lengths.pad_s)
        foot.flow.hold([self.here, self.open_button, self.compare_button, self.keep, self.delete, close])
        page = column(self, gap=lengths.pad_m, margin=lengths.pad_l)
        page.addWidget(prose(ui_text("what_if", "help"), "muted"))
        both = QSplitter(Qt.Orientation.Vertical)
        both.setChildrenCollapsible(False)
        both.addWidget(self.tree)
        both.addWidget(self.rows)
        page.addWidget(both, 1)
        page.addWidget(self.said)
        page.addWidget(foot)
        self._fill_tree(tree)
        self.tree.itemSelectionChanged.connect(self._enable_buttons)
        self.tree.itemActivated.connect(self._open)
        self.here.clicked.connect(self._begin)
        self.open_button.clicked.connect(self._open)
        self.compare_button.clicked.connect(self.compare)
        self.keep.clicked.connect(lambda: self._send(self.keep_wanted.emit))
        self.delete.clicked.connect(lambda: self._send(self.delete_wanted.emit))
        close.clicked.connect(self.accept)
        self.destroyed.connect(self._runner.close)
        self.select([current])

    def select(self, paths: Sequence[Path]) -> None:
        """Select the lines of some files."""
        for item in self._items():
            item.setSelected(item.data(0, _FILE) in map(str, paths))
            if item.isSelected():
                self.tree.setCurrentItem(item, 0, self.tree.selectionModel().SelectionFlag.NoUpdate)
        self._enable_buttons()

    @Slot()
    def compare(self) -> None:
        """Compare the selected lines; a single one with what happened."""
        chosen = self._chosen()
        paths = list(dict.fromkeys(path for path in (*chosen, self._campaign) if path in chosen or len(chosen) < 2))
        if len(paths) < 2:
            return
        paths.sort(key=lambda path: path != self._campaign)
        start = min(self._common(path, other) for path in paths for other in paths if path != other)
        set_prose(self.said, ui_text("what_if", "comparing"))
        named = [(self._name(path), path) for path in paths]
        self._runner.start(self._compare(named, start), self._show, self._failed, _errors)

    def _show(self, compared: ComparedStories) -> None:
        heads = ["", ui_text("what_if", "then", step=compared.start), *(short(name, 40) for name in compared.stories)]
        rows = compared.rows[:MOST_ROWS]
        self.rows.setColumnCount(len(heads))
        self.rows.setHorizontalHeaderLabels(heads)
        for at, head in enumerate(heads):
            header = self.rows.horizontalHeaderItem(at)
            if header is not None:
                header.setToolTip(tip(head))
        self.rows.setRowCount(len(rows))
        for at, row in enumerate(rows):
            for place, words in enumerate(_words(compared.views, row)):
                item = QTableWidgetItem(words)
                item.setToolTip(tip(words))
                if place > 1 and row.after[place - 2] != row.before:
                    font = item.font()
                    font.setBold(True)
                    item.setFont(font)
                self.rows.setItem(at, place, item)
        self.rows.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.rows.setVisible(bool(rows))
        more = len(compared.rows) - len(rows)
        said = ui_text("what_if", "compared", step=compared.start) if rows else ui_text("what_if", "compared_same")
        set_prose(self.said, ui_text("what_if", "compared_more", count=more) if more else said)

    def _failed(self, error: Exception) -> None:
        set_prose(self.said, str(error))

    def _fill_tree(self, stories: WhatIfTree) -> None:
        root = self._line(self._campaign, (ui_text("what_if", "happened"), "", str(stories.moves), ""))
        self.tree.addTopLevelItem(root)
        lines = {"": root}
        waiting = list(stories.what_ifs)
        while waiting:
            ready = [each for each in waiting if each.parent in lines] or waiting  # its parent may be deleted
            for each in ready:
                begins = ui_text("what_if", "start_of_campaign")
                if each.start:
                    begins = ui_text("what_if", "step", number=each.start, title=each.start_title)
                line = self._line(each.path, (each.name, begins, str(each.moves), spoken_stored_time(each.changed)))
                lines.get(each.parent, root).addChild(line)
                lines[each.path.name] = line
            waiting = [each for each in waiting if each.path.name not in lines]
        self.tree.expandAll()
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setResizeContentsPrecision(0)  # the lines that are seen are enough; all of very many take too long
        for at, mode in enumerate(("Stretch", "Stretch", "ResizeToContents", "ResizeToContents")):
            header.setSectionResizeMode(at, QHeaderView.ResizeMode[mode])

    def _line(self, path: Path, words: Sequence[str]) -> QTreeWidgetItem:
        shown = [short(word, 120) for word in words]
        if path == self._current:
            shown[0] = ui_text("what_if", "open_now", name=shown[0])
        item = QTreeWidgetItem(shown)
        item.setData(0, _FILE, str(path))
        for at in range(2):  # the columns that a large scale cuts off
            item.setToolTip(at, tip(shown[at]))
        return item

    def _items(self) -> Iterator[QTreeWidgetItem]:
        waiting = [item for at in range(self.tree.topLevelItemCount()) if (item := self.tree.topLevelItem(at))]
        while waiting:
            item = waiting.pop(0)
            yield item
            waiting += [child for at in range(item.childCount()) if (child := item.child(at))]

    def _chosen(self) -> list[Path]:
        return [Path(item.data(0, _FILE)) for item in self._items() if item.isSelected()]

    def _one(self) -> WhatIf | None:
        chosen = self._chosen()
        return self._by_path.get(chosen[0]) if len(chosen) == 1 else None

    def _common(self, one: Path, other: Path) -> int:
        """Return how many moves two stories are known to have in common: up to where their lines leave each other."""
        lines = [dict(self._ancestors(path)) for path in (one, other)]
        return max(min(lines[0][path], lines[1][path]) for path in lines[0] if path in lines[1])

    def _ancestors(self, path: Path) -> Iterator[tuple[Path, int]]:
        """Yield the stories from which a story comes, itself first, each with the number of moves that are its own."""
        end = 1 << 30
        while (what_if := self._by_path.get(path)) is not None:
            yield path, end
            end = min(end, what_if.start)
            path = next((p for p in self._by_path if p.name == what_if.parent), self._campaign)
        yield path, end

    def _name(self, path: Path) -> str:
        what_if = self._by_path.get(path)
        return what_if.name if what_if is not None else ui_text("what_if", "happened")

    @Slot()
    def _enable_buttons(self) -> None:
        chosen, one = self._chosen(), self._one()
        self.open_button.setEnabled(len(chosen) == 1 and chosen[0] != self._current)
        self.compare_button.setEnabled(len(chosen) > 1 or one is not None)
        self.keep.setEnabled(one is not None)
        self.delete.setEnabled(one is not None and one.path != self._current)

    @Slot()
    def _begin(self) -> None:
        self.accept()
        self.begin_wanted.emit()

    @Slot()
    def _open(self) -> None:
        if self.open_button.isEnabled():
            one = self._one()
            self.accept()
            self.open_wanted.emit(one)

    def _send(self, wanted: Callable[[WhatIf], object]) -> None:
        one = self._one()
        if one is not None:
            self.accept()
            wanted(one)


def _words(views: Sequence[VisibleTable], row: ComparedNumber) -> Iterator[str]:
    """Yield the cells of a line: what it is about, its value at the start, and those at the ends."""
    yield _subject(views, row)
    for value in (row.before, *row.after):
        if value is None:
            yield ui_text("what_if", "gone")
        elif row.kind is ComparedKind.CHARACTER:
            yield ui_text("what_if", "there")
        else:
            yield time_figures(value) if row.kind is ComparedKind.CLOCK else number_words(value)


def _subject(views: Sequence[VisibleTable], row: ComparedNumber) -> str:
    owner = row.owner
    view = next((v for v in views if owner in v.actors or owner in v.zones or owner in v.seats), views[0])
    match row.kind:
        case ComparedKind.CLOCK:
            return ui_text("what_if", "clock")
        case ComparedKind.CHARACTER:
            return name_of_actor(view, owner)
        case ComparedKind.CARDS:
            return ui_text("what_if", "who", who=name_of_zone(view, owner), what=ui_text("what_if", "cards"))
        case ComparedKind.CHIPS:
            who = name_of_actor(view, owner) if owner in view.actors else name_of_seat(view, owner)
            return ui_text("what_if", "who", who=plain_word(who), what=word_for(row.name, "chip", ruleset=view.ruleset))
        case _:
            what = word_for(row.name, row.kind.value, ruleset=view.ruleset)
            return ui_text("what_if", "who", who=name_of_actor(view, owner), what=what)


def _errors() -> tuple[type[Exception], ...]:
    from vtt.storage.campaign_errors import CampaignError

    return (CampaignError,)
