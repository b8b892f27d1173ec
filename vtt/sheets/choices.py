"""The left side of the print room: what is printed, and how."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QVBoxLayout, QWidget

from engine.sheets.games import game_name
from engine.sheets.geometry import LEAST_MARGIN, MOST_MARGIN, PAPERS
from engine.sheets.shelf import ACTOR
from engine.table.frozen import replace
from vtt.sheets.job import Form
from vtt.sheets.order import Habits, Order, Picks, blanks_of, told
from vtt.sheets.stock import Stock
from vtt.sheets.ticks import TickList
from vtt.widgets.dressing import dress
from vtt.widgets.number_box import NumberBox
from vtt.widgets.text import button_text, label
from vtt.widgets.theme import Theme, ThemeHub

_HOW: Final = ("saving", "two_sided", "fillable")


class Choices(QWidget):
    """What is printed, and how.

    Args:
        hub: the theme.
        stocks: the campaign, or each game from which a blank may come.
        habits: what was chosen the last time.
        people: whose sheets are ticked, by id; None is everybody's.
        parent: the Qt parent.

    Signals:
        changed: something else is wanted.
    """

    changed = Signal()

    def __init__(
        self,
        hub: ThemeHub,
        stocks: Sequence[Stock],
        habits: Habits,
        people: tuple[str, ...] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._hub = hub
        self._stocks = stocks
        self._picks = dict(habits.picks)
        self._people = people
        self._is_filling = False
        order = habits.order

        self.game = QComboBox(self)
        self.game.setAccessibleName(told("game"))
        for stock in stocks:
            self.game.addItem(game_name(stock.ruleset), stock.ruleset)
        self.sheets = _tick("sheets", order.sheets, self)
        self.people = TickList(hub, told("people"), self)
        self.brief = _tick("brief", order.brief, self)
        self.blanks = _tick("blanks", order.blanks, self)
        self.forms = TickList(hub, told("forms"), self)
        self.cards = _tick("cards", order.cards, self)
        self.decks = TickList(hub, told("decks"), self)
        self.backs = _tick("backs", order.backs, self)
        self.reference = _tick("reference", order.reference, self)
        self.some = _tick("some", bool(order.some), self)
        self.sections = TickList(hub, told("sections"), self)

        self.paper = QComboBox(self)
        self.paper.setAccessibleName(told("paper"))
        for name in PAPERS:
            self.paper.addItem(told(f"paper_{name}"), name)
        self.paper.setCurrentIndex(max(0, self.paper.findData(order.paper)))
        self.margin = NumberBox(self)
        self.margin.setAccessibleName(told("margin"))
        self.margin.setRange(round(LEAST_MARGIN), round(MOST_MARGIN))
        self.margin.setSuffix(told("millimetres"))
        self.margin.setValue(round(order.margin))
        self.colour = QComboBox(self)
        self.colour.setAccessibleName(told("colour"))
        for name in ("in_colour", "in_grey"):
            self.colour.addItem(told(name), name == "in_grey")
        self.colour.setCurrentIndex(int(order.grey))
        self.how = {name: _tick(name, bool(getattr(order, name)), self) for name in _HOW}

        for box in (self.game, self.paper, self.colour):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(6)
        self._column = QVBoxLayout(self)
        self._rows = QFormLayout()
        self._insets: list[QVBoxLayout] = []
        self._fill_column()
        self._wire()
        self._show_stock()
        # A campaign without characters, of a game without cards, has nothing to choose but the paper.
        stops = (self.sheets, self.game, self.blanks, self.paper)
        self.setFocusProxy(next(one for one in stops if not one.isHidden()))
        dress(hub, self._wear)

    @property
    def stock(self) -> Stock:
        """What is printed from."""
        return self._stocks[max(0, self.game.currentIndex())]

    @property
    def order(self) -> Order:
        """What is wanted now."""
        return Order(
            sheets=self.sheets.isChecked() and bool(self.stock.people),
            people=self.people.ticked,
            brief=self.brief.isChecked() and bool(self.stock.people),
            blanks=self.blanks.isChecked() or self._is_only_blanks,
            cards=self.cards.isChecked() and bool(self.stock.decks),
            backs=self.backs.isChecked(),
            reference=self.reference.isChecked() and self.stock.reference is not None,
            some=self.some.isChecked(),
            picks=self._present_picks(),
            paper=self.paper.currentData(),
            margin=float(self.margin.value()),
            saving=self.how["saving"].isChecked(),
            grey=bool(self.colour.currentData()),
            two_sided=self.how["two_sided"].isChecked(),
            fillable=self.how["fillable"].isChecked(),
        )

    def habits(self, before: Habits) -> Habits:
        """Return what is to be remembered, with what does not concern this stock as it was before."""
        order = self.order
        there = before.order
        if not self.stock.people:
            order = replace(order, sheets=there.sheets, brief=there.brief, blanks=there.blanks)
        if not self.stock.decks:
            order = replace(order, cards=there.cards)
        if self.stock.reference is None:
            order = replace(order, reference=there.reference)
        self._keep_picks(self.stock.ruleset)
        picks = self._picks[self.stock.ruleset]
        theirs = {deck.name for deck in self.stock.decks if deck.personal}
        kept = None if picks.decks is None else tuple(name for name in picks.decks if name not in theirs)
        if theirs and not kept:
            kept = None  # whoever printed only people's own decks is offered the usual one again
        mine = {self.stock.ruleset: replace(picks, decks=kept)}
        return replace(before, order=order, picks={**before.picks, **self._picks, **mine})

    @property
    def _is_only_blanks(self) -> bool:
        """Whether blanks are all that there is, so that nobody need tick them."""
        return not self.stock.people and not self.stock.decks

    @property
    def _has_cards_to_cut(self) -> bool:
        """Whether cards of a deck are wanted, or blank ones."""
        if self.cards.isChecked() and self.stock.decks:
            return True
        forms = blanks_of(self.order, self.stock) if self.order.blanks else ()
        return any(form.description.size is not None for form in forms)

    def _present_picks(self) -> Picks:
        return Picks(forms=self.forms.ticked, decks=self.decks.ticked, left_out=self._left_out())

    def _left_out(self) -> tuple[str, ...]:
        """Return the sections that are not wanted; one that is not on the list now stays as it was."""
        before = self._picks.get(self.stock.ruleset, Picks()).left_out
        on_list = {*self.sections.ticked, *self.sections.unticked}
        return (*self.sections.unticked, *(key for key in before if key not in on_list))

    def _keep_picks(self, ruleset: str) -> None:
        self._picks[ruleset] = self._present_picks()

    def _fill_column(self) -> None:
        column = self._column
        column.addWidget(label(told("what"), "heading", parent=self))
        self._game_row = QFormLayout()
        self._game_row.addRow(label(told("game"), parent=self), self.game)
        column.addLayout(self._game_row)
        self._game_row.setRowVisible(0, len(self._stocks) > 1)
        for head, parts in (
            (self.sheets, (self.people,)),
            (self.brief, ()),
            (self.blanks, (self.forms,)),
            (self.cards, (self.decks,)),
            (self.backs, ()),
            (self.reference, ()),
            (self.some, (self.sections,)),
        ):
            column.addWidget(head)
            inset = QVBoxLayout()
            for part in parts:
                inset.addWidget(part)
            column.addLayout(inset)
            self._insets.append(inset)
        column.addWidget(label(told("how"), "heading", parent=self))
        for words, field in (("paper", self.paper), ("margin", self.margin), ("colour", self.colour)):
            self._rows.addRow(label(told(words), parent=self), field)
        self._rows.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        column.addLayout(self._rows)
        for tick in self.how.values():
            column.addWidget(tick)
        column.addStretch(1)

    def _wire(self) -> None:
        self.game.currentIndexChanged.connect(self._game_chosen)
        for tick in (
            self.sheets,
            self.brief,
            self.blanks,
            self.cards,
            self.backs,
            self.reference,
            self.some,
            *self.how.values(),
        ):
            tick.toggled.connect(self._tell)
        for ticks in (self.people, self.forms, self.decks, self.sections):
            ticks.changed.connect(self._tell)
        for box in (self.paper, self.colour):
            box.currentIndexChanged.connect(self._tell)
        self.margin.valueChanged.connect(self._tell)

    def _game_chosen(self) -> None:
        self._show_stock()
        self._tell()

    def _tell(self) -> None:
        if self._is_filling:
            return
        self._show_parts()
        self._keep_picks(self.stock.ruleset)
        self.changed.emit()

    def _show_stock(self) -> None:
        """Show what this campaign, or this game, has to print."""
        self._is_filling = True
        stock = self.stock
        picks = self._picks.get(stock.ruleset, Picks())
        self.people.show_lines([(f.record.actor, f.name) for f in stock.people if f.record is not None], self._people)
        ticked_forms = {form.description.id for form in blanks_of(Order(picks=picks), stock)}
        self.forms.show_lines([(f.description.id, f.description.title) for f in stock.blanks], ticked_forms)
        decks = stock.decks[:1] if picks.decks is None else stock.decks
        ticked_decks = {deck.name for deck in decks if picks.decks is None or deck.name in picks.decks}
        self.decks.show_lines([(d.name, told("deck", name=d.name, count=d.count)) for d in stock.decks], ticked_decks)
        self.sections.show_lines((), None)
        if not stock.people and stock.decks and not (self.blanks.isChecked() or self.cards.isChecked()):
            self.blanks.setChecked(True)
        self._show_parts()
        self._is_filling = False

    def _show_parts(self) -> None:
        stock = self.stock
        has_people, has_cards = bool(stock.people), bool(stock.decks)
        self.sheets.setVisible(has_people)
        self.brief.setVisible(has_people)
        self.people.setVisible(has_people and self.sheets.isChecked())
        self.blanks.setVisible(bool(stock.blanks) and not self._is_only_blanks)
        self.forms.setVisible(bool(stock.blanks) and (self.blanks.isChecked() or self._is_only_blanks))
        self.cards.setVisible(has_cards)
        self.decks.setVisible(has_cards and self.cards.isChecked())
        self.backs.setVisible(self._has_cards_to_cut)
        self.reference.setVisible(stock.reference is not None)
        self._show_sections()

    def _show_sections(self) -> None:
        """Show the sections of the sheets that are ticked now."""
        left_out = self._left_out() if not self._is_filling else self._picks.get(self.stock.ruleset, Picks()).left_out
        lines = tuple(_sections(self._ticked_forms()))
        known = (*self.sections.ticked, *self.sections.unticked)
        if tuple(key for key, _ in lines) != known:
            if not self._is_filling:
                self._picks[self.stock.ruleset] = replace(
                    self._picks.get(self.stock.ruleset, Picks()), left_out=left_out
                )
            self.sections.show_lines(lines, {key for key, _ in lines if key not in left_out})
        self.some.setVisible(bool(lines))
        self.sections.setVisible(bool(lines) and self.some.isChecked())

    def _ticked_forms(self) -> list[Form]:
        forms: list[Form] = []
        if self.sheets.isChecked():
            people = self.people.ticked
            forms += (f for f in self.stock.people if f.record is not None and f.record.actor in people)
        if self.blanks.isChecked() or self._is_only_blanks:
            forms += (f for f in self.stock.blanks if f.description.id in self.forms.ticked)
        return [form for form in forms if form.description.subject == ACTOR]

    def _wear(self, theme: Theme) -> None:
        lengths = theme.metrics
        self._column.setContentsMargins(lengths.pad_m, lengths.pad_s, lengths.pad_m, lengths.pad_m)
        self._column.setSpacing(lengths.pad_xs)
        for rows in (self._rows, self._game_row):
            rows.setHorizontalSpacing(lengths.pad_m)
            rows.setVerticalSpacing(lengths.pad_s)
        for inset in self._insets:
            inset.setContentsMargins(lengths.pad_l + lengths.pad_s, 0, 0, 0)


def _tick(key: str, is_on: bool, parent: QWidget) -> QCheckBox:
    made = QCheckBox(button_text(told(key)), parent)
    made.setToolTip(told(f"{key}_help"))
    made.setAccessibleDescription(told(f"{key}_help"))
    made.setChecked(is_on)
    return made


def _sections(forms: Iterable[Form]) -> Iterable[tuple[str, str]]:
    """Return the sections of forms, each once."""
    found: dict[str, str] = {}
    for description in {id(form.description): form.description for form in forms}.values():
        for section in description.sections:
            found.setdefault(section.key, section.title)
    return found.items()
