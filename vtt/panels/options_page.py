"""The page on which a group makes the game its own: every option, and the group's own lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain

from PySide6.QtCore import QPoint, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.core.commands import Command
from engine.core.game_options import OptionKind, OptionSpec
from engine.core.manual_moves import SetList, SetOption
from engine.core.manual_moves.list_moves import TEMPLATES
from engine.kit.every_game.full_content_editor import content_editor_of
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.presentation.dice_and_card_source import KINDS, SETTING_PREFIX, SourceKind
from engine.sheets.catalogue.sheet_customisation import LIST
from vtt.campaign.odds_choice import ODDS_SETTING, OddsChoice
from vtt.campaign.open_campaign import OpenCampaign
from vtt.panels.group_list_table import GroupListTable, Row
from vtt.panels.option_row import NO_SCENE, OptionRow
from vtt.shared.campaign_panel import CampaignPanel, gm_seat, text
from vtt.shared.lists.fuzzy_match import matches
from vtt.shared.screen_names import word_for
from vtt.widgets.basic_widgets import NarrowComboBox, clear_layout, column, row
from vtt.widgets.icon_button import ClearButton
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import label
from vtt.widgets.scroll_areas import PageScroll
from vtt.widgets.tasks.gradual_task import GradualTask
from vtt.widgets.undo_aware_line_edit import UndoAwareLineEdit

UNLOCK = "unlock_option"
Member = OptionRow | GroupListTable


class OptionsPage(CampaignPanel):
    """All options in groups, with their help; a change is one gesture of the GM's and can be taken back."""

    def __init__(self, campaign: OpenCampaign, viewer: str, theme_hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(campaign, viewer, theme_hub, parent)
        self._content_editor = content_editor_of(campaign.game)
        self._made_of: tuple[str, ...] | None = None
        """The lists that the page was begun with, if it was."""
        self._making: GradualTask | None = None
        self.rows: dict[str, OptionRow] = {}
        self.ways: dict[str, OptionRow] = {}
        self.tables: dict[str, GroupListTable] = {}
        self._sections: dict[str, QWidget] = {}
        self._members: dict[str, list[Member]] = {}
        self.search = UndoAwareLineEdit(text("options.search"))
        ClearButton(theme_hub, self.search)
        self.go_to = NarrowComboBox(10)
        self.go_to.setAccessibleName(text("options.go_to"))
        self._title = label(text("options.title"), "title")
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

    @property
    def is_built(self) -> bool:
        """Whether all options are there; the first ones come at once, the rest step by step."""
        return self._made_of is not None and not (self._making is not None and self._making.under_way)

    def refresh(self) -> None:
        """Show what is in force now."""
        if not self.isVisible():
            return  # it is brought up to date when somebody goes there
        if self._made_of != self._lists():
            self._build()
            return
        for name in self.rows:
            self._show_option(name)
        for name in self.ways:
            self._show_way(name)
        for name in self.tables:
            self._show_table(name)

    def _show_option(self, name: str) -> None:
        view, option = self.view, self.rows[name]
        value = view.options.get(name, option.spec.default)
        refused = self.campaign.refusal(SetOption(seat=gm_seat(view), option=name, value=value))
        option.show_state(value, view.scene.get(name, NO_SCENE), refused.text if refused is not None else "")

    def _show_way(self, name: str) -> None:
        if name == ODDS_SETTING:
            value = self.campaign.odds_choices.group.value
        else:
            value = getattr(self.campaign.sources, name.removeprefix(SETTING_PREFIX)).value
        self.ways[name].show_state(value, NO_SCENE, "")

    def _show_table(self, name: str) -> None:
        self.tables[name].set_rows(tuple(self.view.lists[name]))

    def _lists(self) -> tuple[str, ...]:
        """Return the lists that people write on here; a list with its own dialog or category is written there."""
        categories = self._content_editor.categories()
        in_prep = (name for category in categories for name in category.lists)
        edited_elsewhere = {TEMPLATES, *self.campaign.game.record_lists, *in_prep}
        return tuple(name for name in self.view.lists if name not in edited_elsewhere and not name.startswith(LIST))

    def restyle(self) -> None:
        """Build the page anew in other lengths."""
        lengths = self.theme.metrics
        self._clear()
        self._outer.setContentsMargins(lengths.pad_l, lengths.pad_m, lengths.pad_s, 0)
        self._outer.setSpacing(lengths.pad_m)
        self._head.setSpacing(lengths.pad_s)
        # It ends where the options below it end, which leave room for the scroll bar.
        self._head.setContentsMargins(0, 0, lengths.pad_m + lengths.scrollbar, 0)
        self._body_column.setContentsMargins(0, 0, lengths.pad_m, lengths.pad_l)
        self._body_column.setSpacing(lengths.pad_s)
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """Build the page when it is first wanted."""
        super().showEvent(event)
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a low window the options are worth more than the title."""
        super().resizeEvent(event)
        self._title.setVisible(self.height() >= self.theme.metrics.control * 10)

    def _clear(self) -> None:
        if self._making is not None:
            self._making.stop()
            self._making = None
        self._made_of = None
        clear_layout(self._body_column)
        self.rows, self.ways, self.tables, self._sections, self._members = {}, {}, {}, {}, {}

    def _build(self) -> None:
        """Build what is seen first, and let the rest follow."""
        self._clear()
        self._made_of = self._lists()
        self._nothing = label(text("options.none_found"), "muted", wrap=True, parent=self._body)
        self._nothing.hide()
        self._body_column.addWidget(self._nothing)
        self._body_column.addStretch(1)
        self.go_to.clear()
        self.go_to.addItem(text("options.go_to"), "")
        (first, makers), *rest = self._groups().items()
        for _ in self._section(first, makers):
            pass
        self._making = GradualTask(chain.from_iterable(self._section(group, makers) for group, makers in rest), self)
        self._making.done.connect(self._filter)

    def _groups(self) -> dict[str, list[Callable[[QWidget], Member]]]:
        """Return what makes the members of each group."""
        groups: dict[str, list[Callable[[QWidget], Member]]] = {}
        for name, spec in (source_option_specs() | odds_option_specs()).items():
            groups.setdefault(spec.group, []).append(partial(self._make_way, name, spec))
        for name, spec in self.campaign.game.ruleset.options.items():
            groups.setdefault(spec.group, []).append(partial(self._make_option, name, spec))
        for name in self._lists():
            groups.setdefault(text("options.lists"), []).append(partial(self._make_table, name))
        return groups

    def _section(self, group: str, makers: Iterable[Callable[[QWidget], Member]]) -> Iterator[None]:
        """Make a group in steps. It has a part of the page to itself, so that the others need not be measured anew."""
        section = QWidget(self._body)
        section.hide()  # else it would be laid out anew with every row that comes
        inside = column(section, gap=self.theme.metrics.pad_s)
        inside.addWidget(label(group, "title", wrap=True, parent=section))
        self._body_column.insertWidget(self._body_column.count() - 1, section)
        members: list[Member] = []
        for make in makers:
            members.append(make(section))
            inside.addWidget(members[-1])
            yield
        self._sections[group], self._members[group] = section, members
        self.go_to.addItem(group, group)
        self._filter_section(group)
        yield

    def _make_way(self, name: str, spec: OptionSpec, section: QWidget) -> Member:
        option = self.ways[name] = OptionRow(name, spec, self.hub, self.campaign.game.ruleset.id, section)
        option.wanted.connect(self._set_means)
        self._show_way(name)
        return option

    def _make_option(self, name: str, spec: OptionSpec, section: QWidget) -> Member:
        option = self.rows[name] = OptionRow(name, spec, self.hub, self.campaign.game.ruleset.id, section)
        option.wanted.connect(self._set)
        option.unlock_wanted.connect(self._unlock)
        self._show_option(name)
        return option

    def _make_table(self, name: str, section: QWidget) -> Member:
        game = self.campaign.game
        table = GroupListTable(
            self._list_title(name),
            self.hub,
            partial(self._write_list, name),
            section,
            ruleset=game.ruleset.id,
            template=game.row_templates.get(name),
        )
        self.tables[name] = table
        self._show_table(name)
        return table

    @Slot()
    def _filter(self) -> None:
        matches = [self._filter_section(group) for group in self._sections]
        if self.is_built:
            self._nothing.setVisible(not any(matches))

    def _filter_section(self, group: str) -> bool:
        """Show what is searched for of a group; return whether there is anything."""
        query = self.search.text()
        seen = False
        for member in self._members[group]:
            if isinstance(member, OptionRow):
                fits = member.matches(query)
            else:
                fits = matches(query, self._words_of_table(member, group))
            member.setVisible(fits)
            seen = seen or fits
        self._sections[group].setVisible(seen)
        return seen

    def _words_of_table(self, member: QWidget, group: str) -> str:
        name = next((n for n, table in self.tables.items() if table is member), "")
        return f"{group} {name} {self._list_title(name)}" if name else group

    def _list_title(self, name: str) -> str:
        return word_for(name, "list", ruleset=self.campaign.game.ruleset.id)

    @Slot(int)
    def _go(self, at: int) -> None:
        section = self._sections.get(str(self.go_to.itemData(at)))
        if section is not None:
            self.search.clear()
            top = section.mapTo(self._body, QPoint()).y()
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
        if name == ODDS_SETTING:
            self.campaign.store_setting(name, value)
            self._show_way(name)
        else:
            self.campaign.set_source(name.removeprefix(SETTING_PREFIX), SourceKind(value))

    @Slot(str)
    def _unlock(self, name: str) -> None:
        kind = self.campaign.game.commands.get(UNLOCK)
        if kind is not None:
            self.rows[name].complain(self._do(_unlocking(kind, gm_seat(self.view), name)))

    def _write_list(self, name: str, rows: tuple[Row, ...]) -> str:
        return self._do(SetList(seat=gm_seat(self.view), list=name, rows=rows))

    def _do(self, command: Command) -> str:
        """Do it; return why not, or nothing."""
        refused = self.campaign.refusal(command)
        if refused is not None:
            return self.theme.with_rules(refused.text, refused.rules)
        self.viewer_campaign.submit(command, self)
        return ""


def _unlocking(kind: type[Command], seat: str, option: str) -> Command:
    fields: Mapping[str, str] = {"seat": seat, "option": option}
    return kind(**fields)


def source_option_specs() -> dict[str, OptionSpec]:
    """Return the choices by the names of their settings."""
    return {
        f"{SETTING_PREFIX}{kind}": OptionSpec(
            kind=OptionKind.CHOICE,
            default=SourceKind.SCREEN.value,
            choices=tuple(means.value for means in SourceKind),
            label=say(Message(key=f"{SETTING_PREFIX}{kind}")),
            help=say(Message(key=f"{SETTING_PREFIX}{kind}_help")),
            group=say(Message(key=f"{SETTING_PREFIX}group")),
        )
        for kind in KINDS
    }


def odds_option_specs() -> dict[str, OptionSpec]:
    """Return the group's choice of whose odds are shown, by the name of its setting."""
    return {
        ODDS_SETTING: OptionSpec(
            kind=OptionKind.CHOICE,
            default=OddsChoice.OWN.value,
            choices=tuple(choice.value for choice in OddsChoice),
            label=text("odds.option"),
            help=text("odds.option_help"),
            group=text("odds.option_group"),
        )
    }
