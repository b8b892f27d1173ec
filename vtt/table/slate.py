"""The slate in the middle of the table: what a group would keep on paper, one ledger open, the others as tabs."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QWidget

from engine.play.containment import FAULT, report_fault
from engine.play.ledgers import Ledger, LedgerTab
from vtt.lens import Lens
from vtt.session import SHARED
from vtt.table.bubble import Bubble
from vtt.table.places import Places
from vtt.table.plan import Plan
from vtt.table.slate_frame import LYING, SHEET, TABS, SlateFrame
from vtt.table.slate_pieces import Page
from vtt.table.slate_room import LEAST_WIDE, free_room, is_readable, sheet_room, strip_room, tall_room, within
from vtt.table.slate_setting import Setter
from vtt.table.slate_words import Knob, Knobs, counts_down, no_knobs, touches_of, words_of
from vtt.widgets.metrics import Metrics, metrics
from vtt.widgets.theme import ThemeHub

_SHEET_WIDE: Final = 38
_SHEET_HIGH: Final = 18
"""So many letters have room on a sheet, however large they are wanted."""


class Slate(SlateFrame):
    """Shows the ledgers of a game to one viewer; where the game keeps none, there is no slate.

    Args:
        hub: the theme.
        table: the table on which it lies.
        handled: whether it can be touched; on the players' own screen it is only looked at.

    Signals:
        pressed: a button was pressed: its Knob.
        turned: another ledger lies open, or none, or what stands on it can be touched otherwise.
        tabs_changed: there are other ledgers than before.
        leafed: another ledger is open before everybody's eyes, or they are folded away now.
    """

    pressed = Signal(object)
    turned = Signal()
    tabs_changed = Signal()
    leafed = Signal()

    def __init__(self, hub: ThemeHub, table: QWidget, *, handled: bool) -> None:
        super().__init__(hub, table, handled=handled)
        self._lens: Lens | None = None
        self._hands: Knobs = no_knobs
        self._tabs: tuple[LedgerTab, ...] = ()
        self._now: frozenset[str] = frozenset()
        self._before = ""
        self._stays: frozenset[str] = frozenset()
        self._open = ""
        self._folded = False
        self._leaf = ("", False)
        self._sheet = False
        self._tall = False
        self._away = False
        self._plan: tuple[Plan, Places] | None = None
        self._rooms: dict[str, QRectF] = {}
        self._tall_room = QRectF()
        self._readable = False
        self._ledger: Ledger | None = None
        self._shown: tuple[object, ...] = ()
        self._touched: tuple[Knob, ...] = ()
        self._setter = Setter()
        self._bubble: Bubble | None = None
        self._row.chosen.connect(self._chosen)
        self._row.down_wanted.connect(self.take_keys)
        self._page.pressed.connect(self.pressed)
        self._page.walked.connect(self._walked)
        self._page.asked.connect(self._tell_more)
        self._page.read.connect(self._rise)
        self._larger.clicked.connect(self._turn_larger)
        self._fold.clicked.connect(self._turn_fold)
        app = QApplication.instance()
        if isinstance(app, QApplication) and handled:
            app.focusChanged.connect(self._focus_changed)

    # ---- what it shows -----------------------------------------------------------------------------------------------

    @property
    def tabs(self) -> tuple[LedgerTab, ...]:
        """The ledgers that there are."""
        return self._tabs

    @property
    def opened(self) -> str:
        """The ledger that can be read; empty while its tabs alone lie there."""
        return self._open if self._mode != TABS and self._tabs and not self._away else ""

    @property
    def ledger(self) -> Ledger | None:
        """The open ledger."""
        return self._ledger if self.opened else None

    def serve(self, hands: Knobs) -> None:
        """Let somebody say which buttons there are."""
        self._hands = hands
        self._fill()

    def follow(self, lens: Lens, plan: Plan, places: Places, *, away: bool = False) -> None:
        """Show what is so now, in what room the table leaves; `away` while something else is spread over it."""
        tabs = lens.ledger_tabs()
        if self._lens is not None and lens.viewer != self._lens.viewer:
            self.forget()
        self._lens = lens
        lengths = plan.lengths
        if self._plan is None or self._plan[0] is not plan or self._plan[1] != places:
            self._plan = (plan, places)
            room, letter = free_room(plan, places), lengths.font_body
            self._readable = is_readable(room, letter)
            strip = free_room(plan, places, beside_clock=True) if self._readable else room
            strip = strip if strip.width() >= LEAST_WIDE * letter else strip_room(plan, places)
            self._rooms = {TABS: within(strip, letter), LYING: within(room, letter), SHEET: sheet_room(plan)}
            self._tall_room = tall_room(plan, self._rooms[LYING])
        keys = tuple((tab.key, tab.label) for tab in self._tabs)
        self._tabs, self._away = tabs, away
        self._turn_to_now()
        self._settle()
        if keys != tuple((tab.key, tab.label) for tab in tabs):
            self.tabs_changed.emit()

    def shows(self, lens: Lens, plan: Plan) -> bool:
        """Say whether it is before these eyes, on a table of this size."""
        mine = self._plan is not None and self._plan[0].size == plan.size
        return mine and self.isVisible() and self._lens is not None and self._lens.viewer == lens.viewer

    def refresh(self) -> None:
        """Look anew at what can be touched."""
        if self._lens is not None and self._plan is not None:
            self._fill()

    def open(self, key: str) -> None:
        """Open a ledger and let the keys go to it."""
        if key in {tab.key for tab in self._tabs}:
            self._open, self._folded = key, False
            self._sheet = self._sheet or not self._readable
            self._settle()
            self.take_keys()

    def lie_like(self, other: Slate) -> None:
        """Open what another slate shows to everybody, as far as this one has it; what one viewer reads stays theirs."""
        lens = other._lens
        if lens is None or lens.viewer != SHARED or self._lens is None or self._lens.viewer != SHARED:
            return
        if (other._open, other._folded) != (self._open, self._folded) and other._open in {t.key for t in self._tabs}:
            self._open, self._folded = other._open, other._folded
            self._settle()

    def turn(self) -> None:
        """Open the slate, or fold it away where it is open and has the keys."""
        if not self._tabs:
            return
        if self._mode == TABS:
            self.open(self._open)
        elif not self.has_keys():
            self.take_keys()
        else:
            self._put_away()

    @Slot()
    def take_keys(self) -> None:
        """Let the keyboard stand on the page."""
        if self.opened:
            self._page.setFocus(Qt.FocusReason.OtherFocusReason)
            if self._page.stop is None:
                self._page.stand_at_first()
            self._rise()
        elif self._row.tabs:
            self._row.tabs[0].setFocus(Qt.FocusReason.TabFocusReason)

    def forget(self) -> None:
        """Keep nothing of what another viewer could read; what they had open is not told either."""
        self._lens, self._ledger, self._now, self._touched = None, None, frozenset(), ()
        self._before, self._stays = "", frozenset()
        self._leaf, self._tall = ("", False), False
        self._tabs = ()
        self._row.show_tabs((), "", self._lengths)
        self.hide()
        self.rest()

    def rest(self) -> None:
        """Keep nothing of what stood on the page: while nobody sees it, it is not told what may be known no more."""
        if self._shown or self._page.page.rows:
            self._shown, self._setter = (), Setter()
            self._page.show_page(Page(0, 0, (), ()), self._lengths, "")
            self.keep_heads()
        if self._bubble is not None:
            self._bubble.hide()
            self._bubble.deleteLater()
            self._bubble = None

    def _turn_to_now(self) -> None:
        """Open what the table is about at present, if that is new; a choice of somebody's own stays until then.

        When that is over, what lay open before lies open again.
        """
        now = frozenset(tab.key for tab in self._tabs if tab.now)
        new = next((tab.key for tab in self._tabs if tab.key in now - self._now), "")
        self._now = now
        there = [tab.key for tab in self._tabs]
        if new:
            # What comes and goes with the moment is not what somebody was reading.
            self._before = self._open if self._open in self._stays else self._before
            self._open, self._folded, self._tall = new, False, False
        if self._open not in there:
            before = self._before if self._before in there else (there[0] if there else "")
            self._open = next((tab.key for tab in self._tabs if tab.now), before)
        self._stays = frozenset(tab.key for tab in self._tabs if not tab.now)

    # ---- how it lies there -------------------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Lie where there is room, and show the open ledger."""
        if not self._tabs:
            self._mode, self._ledger = TABS, None
            self.rest()
            self.hide()
            return
        lying = self._readable and not self._folded
        mode = SHEET if self._sheet else LYING if lying else TABS
        changed, m = mode != self._mode, self._lengths_in(mode)
        self._row.show_tabs(self._tabs, self._open if mode != TABS else "", m)
        self.lie(mode, self._rooms[mode], m)
        self._fill()
        if self._tall and mode == LYING:
            self.stand_up(self._tall_room)
        if changed:
            self.turned.emit()
        self.setVisible(not self._away)
        if self._leaf != (self._open, self._folded):
            self._leaf = self._open, self._folded
            self.leafed.emit()

    def _lengths_in(self, mode: str) -> Metrics:
        """Return how large everything is: as on the table; on a sheet as large as the group wants it and it can be."""
        if self._plan is None or mode != SHEET:
            return self._plan[0].lengths if self._plan is not None else self._lengths
        room, letter, theme = self._rooms[SHEET], metrics(1.0).font_body, self._hub.theme
        fits = min(room.width() / (_SHEET_WIDE * letter), room.height() / (_SHEET_HIGH * letter))
        return metrics(max(self._plan[0].scale, min(theme.scale, fits)))

    def _fill(self) -> None:
        """Set the open ledger, unless all is as it was."""
        lens = self._lens
        if lens is None or self._mode == TABS or not self._tabs:
            self._ledger = None
            self.rest()
            return
        ledger = lens.ledger(self._open)
        if ledger is None:
            return
        m, theme = self._lengths, self._hub.theme
        clock = lens.view.clock if counts_down(ledger) else 0
        width, high = self.page_width, self.page_height
        touches = touches_of(ledger)
        knobs = [self._hands(touch) for touch in touches]
        same = self._ledger is not None and self._ledger.key == ledger.key
        self._ledger = ledger
        shown = (ledger, clock, knobs, width, high, m, theme)
        if shown != self._shown:
            self._shown = shown
            found = {id(touch): knob for touch, knob in zip(touches, knobs, strict=True)}
            try:
                page = self._setter.set(ledger, clock, width, m, lambda touch: found[id(touch)], high=high)
            except Exception as fault:  # whatever it is: the other pages can be read
                report_fault(fault)
                faulty = Ledger(key=ledger.key, title=ledger.title, said=(FAULT,))
                page = self._setter.set(faulty, clock, width, m, lambda touch: found[id(touch)], high=high)
            self._page.show_page(page, m, words_of(ledger.title))
            self.keep_heads()
            if self._bubble is not None:
                self._bubble.hide()
        if not same:
            self._page.stand_at(-1)
            self._scroll.verticalScrollBar().setValue(0)
        touched = tuple(knob for knob in knobs if knob is not None)
        if touched != self._touched:
            self._touched = touched
            self.turned.emit()

    @property
    def touched(self) -> tuple[Knob, ...]:
        """The buttons that stand on the open ledger."""
        return self._touched if self.opened else ()

    # ---- what is done with it ----------------------------------------------------------------------------------------

    @Slot(str)
    def _chosen(self, key: str) -> None:
        """Open the ledger of a tab; the tab of the open one folds it away."""
        if key == self._open and self._mode != TABS and self._mode != SHEET:
            self._put_away()
            return
        keys = self._row.hasFocus() or any(tab.hasFocus() for tab in self._row.tabs)
        self._open, self._folded = key, False
        self._sheet = self._sheet or not self._readable
        self._settle()
        if keys:
            next(tab for tab in self._row.tabs if tab.tab.key == key).setFocus(Qt.FocusReason.TabFocusReason)
        elif self._sheet:
            self._page.setFocus(Qt.FocusReason.MouseFocusReason)  # Esc puts it away, wherever the keys were
        self._rise()

    @Slot()
    def _rise(self) -> None:
        """Be as high as a page needs that somebody reads; it takes the keys, and lies down again when they go on."""
        if self._handled and self._mode == LYING and not (self._tall or self.page_fits):
            self._tall = True
            self._settle()
            if not self.has_keys():
                self._page.setFocus(Qt.FocusReason.MouseFocusReason)

    @Slot(QWidget, QWidget)
    def _focus_changed(self, _old: QWidget | None, now: QWidget | None) -> None:
        """Lie down when the keys go elsewhere in this window; menus and questions that stand over it do not count."""
        if self._tall and now is not None and now.window() is self.window() and not self.has_keys():
            self._lie_down()
            self._settle()

    def _lie_down(self) -> None:
        """Be no higher than there is room; at a glance a page is seen from its top."""
        self._tall = False
        self._scroll.verticalScrollBar().setValue(0)

    @Slot()
    def _turn_fold(self) -> None:
        if self._mode == TABS:
            self.open(self._open)
        else:
            self._put_away()

    @Slot()
    def _turn_larger(self) -> None:
        self._sheet = True
        self._settle()
        self._page.setFocus(Qt.FocusReason.MouseFocusReason)  # likewise

    def _put_away(self) -> None:
        """Leave the tabs alone on the cloth; a sheet goes back to where it lay, if it lay anywhere."""
        had = self.has_keys()
        if self._sheet:
            self._sheet = False
        elif self._tall:
            self._lie_down()
        else:
            self._folded = True
        self._settle()
        if had:
            self.left.emit()

    @Slot()
    def _leave(self) -> None:
        """Give the keys back to the table; a sheet, which covers that, goes, and what stands up lies down."""
        if self._sheet or self._tall:
            self._sheet = False
            self._lie_down()
            self._settle()
        super()._leave()

    @Slot(QRectF)
    def _walked(self, rect: QRectF) -> None:
        self.show_place(rect)
        if self._bubble is not None:
            self._bubble.hide()

    @Slot(object, object, QRectF)
    def _tell_more(self, lines: tuple[str, ...], rules: tuple[str, ...], rect: QRectF) -> None:
        if self._bubble is None:
            self._bubble = Bubble(self._hub, self._table)
        place = self._page.mapTo(self._table, QPointF(rect.center().x(), rect.top()))
        self._bubble.explain(lines, place, rules)


def paint_public(painter: QPainter, hub: ThemeHub, lens: Lens, plan: Plan, places: Places, *, like: Slate) -> None:
    """Draw the slate as everybody may read it: as it lies there, or where it lies before others' eyes, one made anew.

    Args:
        painter: what draws the table.
        hub: the theme.
        lens: the common view.
        plan: where everything stands on the picture.
        places: what lies there.
        like: the slate of the window.
    """
    if like.shows(lens, plan):
        like.draw(painter)
        return
    if not lens.ledger_tabs():
        return
    table = QWidget()
    table.resize(plan.size.toSize())
    slate = Slate(hub, table, handled=False)
    slate.follow(lens, plan, places)
    slate.draw(painter)
    table.deleteLater()
