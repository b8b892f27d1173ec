"""The page on which a group makes the game its own: every option, and the group's own lists."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QPoint, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QVBoxLayout, QWidget

from engine.play.commands import Command
from engine.play.moves import SetList, SetOption
from engine.play.moves.words import TEMPLATES
from engine.play.options import OptionSpec
from engine.play.ways import SETTING, Means
from engine.sheets.tailoring import LIST
from engine.table.frozen import Json
from vtt.panels.fuzzy import folded
from vtt.panels.list_table import ListTable, Row
from vtt.panels.naming import word_for
from vtt.panels.option_row import NO_SCENE, OptionRow
from vtt.panels.panel import Panel, gm_seat, text
from vtt.panels.parts import column, empty, row
from vtt.panels.ways_rows import ways_specs
from vtt.session import Session
from vtt.widgets.scroll import PageScroll
from vtt.widgets.text import label
from vtt.widgets.theme import ThemeHub

UNLOCK = "unlock_option"


class OptionsPage(Panel):
    """All options in groups, with their help; a change is one gesture of the GM's and can be taken back."""

    def __init__(self, session: Session, viewer: str, theme_hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(session, viewer, theme_hub, parent)
        self._built = False
        self.rows: dict[str, OptionRow] = {}
        self.ways: dict[str, OptionRow] = {}
        self.tables: dict[str, ListTable] = {}
        self._headings: dict[str, QLabel] = {}
        self._members: dict[str, list[QWidget]] = {}
        self.search = QLineEdit()
        self.search.setPlaceholderText(text("options.search"))
        self.search.setAccessibleName(text("options.search"))
        self.search.setClearButtonEnabled(True)
        self.go_to = QComboBox()
        self.go_to.setAccessibleName(text("options.go_to"))
        self.go_to.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.go_to.setMinimumContentsLength(10)
        self._title = label(text("options.title"), "title")
        self._nothing = label(text("options.none_found"), "muted", wrap=True)
        self._outer = column(self)
        self._head = row()
        self._head.addWidget(self.search, 2)
        self._head.addWidget(self.go_to, 1)
        self._outer.addWidget(self._title)
        self._outer.addLayout(self._head)
        self._body = QWidget()
        self._body_column: QVBoxLayout = column(self._body)
        self._area = PageScroll(self._body)
        self._outer.addWidget(self._area, 1)
        self.setFocusProxy(self.search)
        self.search.textChanged.connect(self._filter)
        self.go_to.activated.connect(self._go)
        self.restyle()

    def refresh(self) -> None:
        """Show what is in force now."""
        if not self.isVisible():
            return  # it is brought up to date when somebody goes there
        view = self.view
        if not self._built or tuple(self.tables) != self._lists():
            self._build()
        gm = gm_seat(view)
        for name, option in self.rows.items():
            value = view.options.get(name, option.spec.default)
            scene: object = view.scene.get(name, NO_SCENE)
            refused = self.session.refusal(SetOption(seat=gm, option=name, value=value))
            option.show_state(value, scene, refused.text if refused is not None else "")
        for name, option in self.ways.items():
            option.show_state(getattr(self.session.ways, name.removeprefix(SETTING)).value, NO_SCENE, "")
        for name, table in self.tables.items():
            table.set_rows(tuple(view.lists[name]))

    def _lists(self) -> tuple[str, ...]:
        """Return the lists that people write on here; templates and changes to sheets have their own dialogs."""
        return tuple(name for name in self.view.lists if name != TEMPLATES and not name.startswith(LIST))

    def restyle(self) -> None:
        """Build the page anew in other lengths."""
        lengths = self.theme.metrics
        self._built = False
        self._outer.setContentsMargins(lengths.pad_l, lengths.pad_m, lengths.pad_s, 0)
        self._outer.setSpacing(lengths.pad_m)
        self._head.setSpacing(lengths.pad_s)
        # It ends where the options below it end, which leave room for the scroll bar.
        self._head.setContentsMargins(0, 0, lengths.pad_m + lengths.scrollbar, 0)
        self._body_column.setContentsMargins(0, 0, lengths.pad_m, lengths.pad_l)
        self._body_column.setSpacing(lengths.pad_s)
        if self.isVisible():
            self.refresh()
        else:
            empty(self._body_column)
            self.rows, self.ways, self.tables, self._headings, self._members = {}, {}, {}, {}, {}

    def showEvent(self, event: QShowEvent) -> None:
        """Build the page when it is first wanted."""
        super().showEvent(event)
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a low window the options are worth more than the title."""
        super().resizeEvent(event)
        self._title.setVisible(self.height() >= self.theme.metrics.control * 10)

    def _build(self) -> None:
        self._built = True
        empty(self._body_column)
        self.rows, self.ways, self.tables, self._headings, self._members = {}, {}, {}, {}, {}
        self._nothing = label(text("options.none_found"), "muted", wrap=True)
        self._body_column.addWidget(self._nothing)
        for name, spec in ways_specs().items():
            if spec.group not in self._headings:
                self._heading(spec.group)
            option = self.ways[name] = OptionRow(name, spec, self.hub)
            option.wanted.connect(self._set_means)
            self._put(spec.group, option)
        groups: dict[str, list[tuple[str, OptionSpec]]] = {}
        for name, spec in self.session.game.ruleset.options.items():
            groups.setdefault(spec.group, []).append((name, spec))
        for group, members in groups.items():
            self._heading(group)
            for name, spec in members:
                option = OptionRow(name, spec, self.hub)
                option.wanted.connect(self._set)
                option.unlock_wanted.connect(self._unlock)
                self.rows[name] = option
                self._put(group, option)
        lists = self._lists()
        if lists:
            heading = text("options.lists")
            self._heading(heading)
            for name in lists:
                table = ListTable(word_for(name, "list"), self.hub, partial(self._write_list, name))
                self.tables[name] = table
                self._put(heading, table)
        self._body_column.addStretch(1)
        self.go_to.clear()
        self.go_to.addItem(text("options.go_to"), "")
        for group in self._headings:
            self.go_to.addItem(group, group)
        self._filter()

    def _heading(self, words: str) -> None:
        made = label(words, "title", wrap=True)
        self._headings[words] = made
        self._members[words] = []
        self._body_column.addWidget(made)

    def _put(self, group: str, widget: QWidget) -> None:
        self._members[group].append(widget)
        self._body_column.addWidget(widget)

    @Slot()
    def _filter(self) -> None:
        wanted = folded(self.search.text()).split()
        anything = False
        for group, members in self._members.items():
            seen = False
            for member in members:
                words = member.words if isinstance(member, OptionRow) else folded(self._words_of_table(member, group))
                fits = all(word in words for word in wanted)
                member.setVisible(fits)
                seen = seen or fits
            self._headings[group].setVisible(seen)
            anything = anything or seen
        self._nothing.setVisible(not anything)

    def _words_of_table(self, member: QWidget, group: str) -> str:
        name = next((n for n, table in self.tables.items() if table is member), "")
        return f"{group} {name} {word_for(name, 'list')}" if name else group

    @Slot(int)
    def _go(self, at: int) -> None:
        heading = self._headings.get(str(self.go_to.itemData(at)))
        if heading is not None:
            self.search.clear()
            top = heading.mapTo(self._body, QPoint()).y()
            self._area.verticalScrollBar().setValue(top)
        self.go_to.setCurrentIndex(0)

    @Slot(str, object, bool)
    def _set(self, name: str, value: Json, scene: bool) -> None:
        option = self.rows[name]
        why = self._do(SetOption(seat=gm_seat(self.view), option=name, value=value, scene=scene))
        option.complain(why)
        if why:
            option.show_again()
            self.refresh()

    @Slot(str, object, bool)
    def _set_means(self, name: str, value: str, scene: bool) -> None:
        """It goes with the campaign and is no part of the story: undo leaves it alone."""
        self.session.set_means(name.removeprefix(SETTING), Means(value))

    @Slot(str)
    def _unlock(self, name: str) -> None:
        kind = self.session.game.commands.get(UNLOCK)
        if kind is not None:
            self.rows[name].complain(self._do(_unlocking(kind, gm_seat(self.view), name)))

    def _write_list(self, name: str, rows: tuple[Row, ...]) -> str:
        return self._do(SetList(seat=gm_seat(self.view), list=name, rows=rows))

    def _do(self, command: Command) -> str:
        """Do it; return why not, or nothing."""
        refused = self.session.refusal(command)
        if refused is not None:
            return f"{refused.text} ({', '.join(refused.rules)})" if refused.rules else refused.text
        self.lens.submit(command, self)
        return ""


def _unlocking(kind: type[Command], seat: str, option: str) -> Command:
    fields: Mapping[str, str] = {"seat": seat, "option": option}
    return kind(**fields)
