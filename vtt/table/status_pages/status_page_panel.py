"""The status page panel in the middle of the table: one page of the game open, the others as tabs."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QWidget

from engine.core.fault_isolation import FAULT, report_fault
from engine.model.seats import SHARED
from engine.presentation.status_pages import StatusPage, StatusPageTab
from engine.presentation.visibility import VisibleTable
from vtt.campaign.viewer_campaign import ViewerCampaign
from vtt.table.layout.table_plan import TablePlan
from vtt.table.layout.zone_placement import ZonePlacement
from vtt.table.status_pages.status_page_elements import ButtonElement, LaidOutStatusPage
from vtt.table.status_pages.status_page_frame import LYING, SHEET, TABS, StatusPageFrame
from vtt.table.status_pages.status_page_layout import StatusPageLayouter
from vtt.table.status_pages.status_page_placement import (
    LEAST_WIDE,
    free_room,
    idle_hands,
    is_readable,
    sheet_room,
    strip_room,
    tall_room,
    within,
)
from vtt.table.status_pages.status_page_text import (
    PageButtonLookup,
    StatusPageButton,
    buttons_on_page,
    has_countdown,
    message_text,
    no_buttons,
)
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.look.ui_metrics import UiMetrics, ui_metrics
from vtt.widgets.speech_bubble import SpeechBubble

_SHEET_WIDE: Final = 38
_SHEET_HIGH: Final = 18
"""The number of letters that a sheet has room for, however large they are set."""


class StatusPagePanel(StatusPageFrame):
    """Shows the status pages of a game to one viewer; hidden if the game has none.

    Args:
        hub: the theme.
        table: the table that it covers.
        handled: whether it takes input; the players' own screen only shows it.

    Signals:
        pressed: a button was pressed: its StatusPageButton.
        contents_changed: another page is open, or none, or the open one has other buttons.
        tabs_changed: there are other pages than before.
        open_page_changed: another page is open in the common view, or the page was folded or unfolded.
    """

    pressed = Signal(object)
    contents_changed = Signal()
    tabs_changed = Signal()
    open_page_changed = Signal()

    def __init__(self, hub: ThemeHub, table: QWidget, *, handled: bool) -> None:
        super().__init__(hub, table, handled=handled)
        self._viewer_campaign: ViewerCampaign | None = None
        self._followed: VisibleTable | None = None
        self._button_lookup: PageButtonLookup = no_buttons
        self._tabs: tuple[StatusPageTab, ...] = ()
        self._current_keys: frozenset[str] = frozenset()
        self._previous_key = ""
        self._lasting_keys: frozenset[str] = frozenset()
        self._open_key = ""
        self._folded = False
        self._announced_page = ("", False)
        self._is_sheet = False
        self._is_tall = False
        self._is_hidden = False
        self._plan: tuple[TablePlan, ZonePlacement, QRectF, frozenset[str]] | None = None
        self._rooms: dict[str, QRectF] = {}
        self._tall_room = QRectF()
        self._readable = False
        self._status_page: StatusPage | None = None
        self._shown_contents: tuple[object, ...] = ()
        self._buttons: tuple[StatusPageButton, ...] = ()
        self._buttons_in_view: tuple[StatusPageButton, ...] = ()
        self._layouter = StatusPageLayouter()
        self._bubble: SpeechBubble | None = None
        self._tab_row.chosen.connect(self._tab_chosen)
        self._tab_row.down_wanted.connect(self.take_focus)
        self._page.pressed.connect(self.pressed)
        self._page.focus_moved.connect(self._focus_moved)
        self._page.details_wanted.connect(self._show_details)
        self._page.was_read.connect(self._grow)
        self._larger_button.clicked.connect(self._larger_clicked)
        self._fold_button.clicked.connect(self._fold_clicked)
        app = QApplication.instance()
        if isinstance(app, QApplication) and handled:
            app.focusChanged.connect(self._focus_changed)

    # ---- contents ----------------------------------------------------------------------------------------------------

    @property
    def tabs(self) -> tuple[StatusPageTab, ...]:
        """The tabs of all pages."""
        return self._tabs

    @property
    def opened(self) -> str:
        """The key of the visible page; empty while there are only tabs."""
        return self._open_key if self._mode != TABS and self._tabs and not self._is_hidden else ""

    @property
    def status_page(self) -> StatusPage | None:
        """The visible page."""
        return self._status_page if self.opened else None

    def set_button_lookup(self, lookup: PageButtonLookup) -> None:
        """Set the function that returns the buttons of the offers and links of a page."""
        self._button_lookup = lookup
        self._update_page()

    def follow(
        self,
        viewer_campaign: ViewerCampaign,
        plan: TablePlan,
        placement: ZonePlacement,
        seen: QRectF,
        *,
        away: bool = False,
    ) -> None:
        """Show the current state in the room that the seen part of the table leaves.

        Args:
            viewer_campaign: what the viewer may know.
            plan: the layout of the table.
            placement: the zones at their places.
            seen: the part of the table that is seen.
            away: whether a pile is spread over it.
        """
        tabs = viewer_campaign.status_page_tabs()
        if self._viewer_campaign is not None and viewer_campaign.viewer != self._viewer_campaign.viewer:
            self.forget()
        self._viewer_campaign, self._followed = viewer_campaign, viewer_campaign.view
        lengths = plan.lengths
        idle = idle_hands(plan, placement, viewer_campaign.view)
        if self._plan is None or self._plan[0] is not plan or self._plan[1:] != (placement, seen, idle):
            self._plan = (plan, placement, seen, idle)
            room, letter = free_room(plan, placement, seen), lengths.font_body
            self._readable = is_readable(room, letter)
            strip = free_room(plan, placement, seen, beside_clock=True) if self._readable else room
            strip = strip if strip.width() >= LEAST_WIDE * letter else strip_room(plan, placement, seen, idle)
            self._rooms = {TABS: within(strip, letter), LYING: within(room, letter), SHEET: sheet_room(plan, seen)}
            self._tall_room = tall_room(plan, self._rooms[LYING], seen)
        keys = tuple((tab.key, tab.label) for tab in self._tabs)
        self._tabs, self._is_hidden = tabs, away
        self._open_current_page()
        self._update()
        if keys != tuple((tab.key, tab.label) for tab in tabs):
            self.tabs_changed.emit()

    def shows(self, viewer_campaign: ViewerCampaign, plan: TablePlan) -> bool:
        """Return whether it is visible for this viewer, on a table of this size."""
        same_size = self._plan is not None and self._plan[0].size == plan.size
        return (
            same_size
            and self.isVisible()
            and self._viewer_campaign is not None
            and self._viewer_campaign.viewer == viewer_campaign.viewer
        )

    @property
    def is_current(self) -> bool:
        """Whether it has followed the last change; otherwise an update comes with that of the table."""
        return self._viewer_campaign is not None and self._viewer_campaign.view is self._followed

    def refresh(self) -> None:
        """Update the buttons, unless that comes anyway."""
        if self.is_current:
            self._update_page()

    def open(self, key: str) -> None:
        """Open a page and give it the focus."""
        if key in {tab.key for tab in self._tabs}:
            self._open_key, self._folded = key, False
            self._is_sheet = self._is_sheet or not self._readable
            self._update()
            self.take_focus()

    def open_same_page(self, other: StatusPagePanel) -> None:
        """Open the page that another panel shows in the common view, if this one also shows that view."""
        viewer_campaign = other._viewer_campaign
        if (
            viewer_campaign is None
            or viewer_campaign.viewer != SHARED
            or self._viewer_campaign is None
            or self._viewer_campaign.viewer != SHARED
        ):
            return
        if (other._open_key, other._folded) != (self._open_key, self._folded) and other._open_key in {
            t.key for t in self._tabs
        }:
            self._open_key, self._folded = other._open_key, other._folded
            self._update()

    def toggle(self) -> None:
        """Open the page, or fold it if it is open and has the focus."""
        if not self._tabs:
            return
        if self._mode == TABS:
            self.open(self._open_key)
        elif not self.has_keyboard_focus():
            self.take_focus()
        else:
            self._fold_page()

    @Slot()
    def take_focus(self) -> None:
        """Give the page the keyboard focus."""
        if self.opened:
            self._page.setFocus(Qt.FocusReason.OtherFocusReason)
            if self._page.stop is None:
                self._page.focus_first()
            self._grow()
        elif self._tab_row.tabs:
            self._tab_row.tabs[0].setFocus(Qt.FocusReason.TabFocusReason)

    def forget(self) -> None:
        """Forget everything of the previous viewer, also which page was open."""
        self._viewer_campaign = self._followed = self._status_page = None
        self._current_keys, self._buttons, self._buttons_in_view = frozenset(), (), ()
        self._previous_key, self._lasting_keys = "", frozenset()
        self._announced_page, self._is_tall = ("", False), False
        self._tabs = ()
        self._tab_row.show_tabs((), "", self._lengths)
        self.hide()
        self.clear_page()

    def clear_page(self) -> None:
        """Forget the contents of the page, so that a hidden page keeps nothing that may no longer be known."""
        if self._shown_contents or self._page.page.rows:
            self._shown_contents, self._layouter = (), StatusPageLayouter()
            self._page.show_page(LaidOutStatusPage(0, 0, (), ()), self._lengths, "")
            self.update_column_heads()
        if self._bubble is not None:
            self._bubble.hide()
            self._bubble.deleteLater()
            self._bubble = None

    def _open_current_page(self) -> None:
        """Open the page of the current activity when that is new; until then the person's own choice stays open.

        When the activity is over, the page before it opens again.
        """
        current = frozenset(tab.key for tab in self._tabs if tab.now)
        new_key = next((tab.key for tab in self._tabs if tab.key in current - self._current_keys), "")
        self._current_keys = current
        keys = [tab.key for tab in self._tabs]
        if new_key:
            # A page of a passing activity is no page to return to.
            self._previous_key = self._open_key if self._open_key in self._lasting_keys else self._previous_key
            self._open_key, self._folded, self._is_tall = new_key, False, False
        if self._open_key not in keys:
            before = self._previous_key if self._previous_key in keys else (keys[0] if keys else "")
            self._open_key = next((tab.key for tab in self._tabs if tab.now), before)
        self._lasting_keys = frozenset(tab.key for tab in self._tabs if not tab.now)

    # ---- place and mode ----------------------------------------------------------------------------------------------

    def _update(self) -> None:
        """Take the room there is, and show the open page."""
        if not self._tabs:
            self._mode, self._status_page = TABS, None
            self.clear_page()
            self.hide()
            return
        lying = self._readable and not self._folded
        mode = SHEET if self._is_sheet else LYING if lying else TABS
        changed, m = mode != self._mode, self._lengths_in(mode)
        self._tab_row.show_tabs(self._tabs, self._open_key if mode != TABS else "", m)
        grows = self._is_tall and mode == LYING
        self.place_in(mode, self._rooms[mode], m, grows=grows)
        self._update_page()
        if grows:
            self.grow_within(self._tall_room)
        if changed:
            self.contents_changed.emit()
        self.setVisible(not self._is_hidden)
        if self._announced_page != (self._open_key, self._folded):
            self._announced_page = self._open_key, self._folded
            self.open_page_changed.emit()

    def _lengths_in(self, mode: str) -> UiMetrics:
        """Return the lengths of a mode: those of the table; on a sheet the group's own, as far as they fit."""
        if self._plan is None or mode != SHEET:
            return self._plan[0].lengths if self._plan is not None else self._lengths
        room, letter, theme = self._rooms[SHEET], ui_metrics(1.0).font_body, self._hub.theme
        fits = min(room.width() / (_SHEET_WIDE * letter), room.height() / (_SHEET_HIGH * letter))
        plan, _, seen, _ = self._plan
        unzoomed = plan.scale * seen.width() / plan.size.width()
        return ui_metrics(max(unzoomed, min(max(plan.scale, theme.scale), fits)))

    def _update_page(self) -> None:
        """Lay out the open page, unless nothing has changed."""
        viewer_campaign = self._viewer_campaign
        if viewer_campaign is None or self._mode == TABS or not self._tabs:
            self._status_page = None
            self.clear_page()
            return
        status_page = viewer_campaign.status_page(self._open_key)
        if status_page is None:
            return
        m, theme = self._lengths, self._hub.theme
        clock = viewer_campaign.view.clock if has_countdown(status_page) else 0
        width, high = self.page_width, self.page_height
        page_buttons = buttons_on_page(status_page)
        buttons = self._button_lookup(page_buttons)
        same = self._status_page is not None and self._status_page.key == status_page.key
        self._status_page = status_page
        contents = (status_page, clock, buttons, width, high, m, theme)
        if contents != self._shown_contents:
            self._shown_contents = contents
            buttons_by_id = {id(one): button for one, button in zip(page_buttons, buttons, strict=True)}
            try:
                page = self._layouter.lay_out(
                    status_page, clock, width, m, lambda page_button: buttons_by_id[id(page_button)], high=high
                )
            except Exception as fault:  # any fault: the other pages stay readable
                report_fault(fault)
                faulty = StatusPage(key=status_page.key, title=status_page.title, sentences=(FAULT,))
                page = self._layouter.lay_out(
                    faulty, clock, width, m, lambda page_button: buttons_by_id[id(page_button)], high=high
                )
            self._page.show_page(page, m, message_text(status_page.title))
            if not page.is_complete:
                QTimer.singleShot(0, self, self._complete_page)
            self.update_column_heads()
            if self._bubble is not None:
                self._bubble.hide()
        if not same:
            self._page.focus_stop(-1)
            self._scroll.verticalScrollBar().setValue(0)
        touched, in_view = tuple(button for button in buttons if button is not None), self.buttons_in_view
        if touched != self._buttons or in_view != self._buttons_in_view:
            self._buttons, self._buttons_in_view = touched, in_view
            self.contents_changed.emit()

    @Slot()
    def _complete_page(self) -> None:
        """Lay out the long texts that still wait."""
        if not self._page.page.is_complete:
            self._shown_contents = ()
            self._update_page()

    @property
    def buttons(self) -> tuple[StatusPageButton, ...]:
        """The buttons of the visible page."""
        return self._buttons if self.opened else ()

    @property
    def buttons_in_view(self) -> tuple[StatusPageButton, ...]:
        """The buttons that one click reaches before the page is scrolled or grows: none in a menu or below its edge."""
        page, bottom = self._page.page, self.page_height
        rows = (row for row, top in zip(page.rows, page.tops, strict=True) if top + row.height <= bottom)
        buttons = (element.button for row in rows for element in row.elements if isinstance(element, ButtonElement))
        return tuple([button for button in buttons if not button.more]) if self.opened else ()

    # ---- input -------------------------------------------------------------------------------------------------------

    @Slot(str)
    def _tab_chosen(self, key: str) -> None:
        """Open the page of a tab; the tab of the open page folds it."""
        if key == self._open_key and self._mode != TABS and self._mode != SHEET:
            self._fold_page()
            return
        keys = self._tab_row.hasFocus() or any(tab.hasFocus() for tab in self._tab_row.tabs)
        self._open_key, self._folded = key, False
        self._is_sheet = self._is_sheet or not self._readable
        self._update()
        if keys:
            next(tab for tab in self._tab_row.tabs if tab.tab.key == key).setFocus(Qt.FocusReason.TabFocusReason)
        elif self._is_sheet:
            self._page.setFocus(Qt.FocusReason.MouseFocusReason)  # Esc closes it, wherever the focus was
        self._grow()

    @Slot()
    def _grow(self) -> None:
        """Grow as high as a page needs while it is read. It takes the focus, and shrinks when the focus leaves."""
        if self._takes_input and self._mode == LYING and not (self._is_tall or self.page_fits):
            self._is_tall = True
            self._update()
            if not self.has_keyboard_focus():
                self._page.setFocus(Qt.FocusReason.MouseFocusReason)

    @Slot(QWidget, QWidget)
    def _focus_changed(self, _old: QWidget | None, now: QWidget | None) -> None:
        """Shrink when the focus goes elsewhere in this window; menus and dialogs over it do not count."""
        if self._is_tall and now is not None and now.window() is self.window() and not self.has_keyboard_focus():
            self._shrink()
            self._update()

    def _shrink(self) -> None:
        """Shrink to the free room, scrolled to the top."""
        self._is_tall = False
        self._scroll.verticalScrollBar().setValue(0)

    @Slot()
    def _fold_clicked(self) -> None:
        if self._mode == TABS:
            self.open(self._open_key)
        else:
            self._fold_page()

    @Slot()
    def _larger_clicked(self) -> None:
        self._is_sheet = True
        self._update()
        self._page.setFocus(Qt.FocusReason.MouseFocusReason)  # likewise

    def _fold_page(self) -> None:
        """Fold the page; a sheet goes back to where the page was before."""
        had = self.has_keyboard_focus()
        if self._is_sheet:
            self._is_sheet = False
        elif self._is_tall:
            self._shrink()
        else:
            self._folded = True
        self._update()
        if had:
            self.left.emit()

    @Slot()
    def _leave(self) -> None:
        """Give the focus back to the table; a sheet closes, and a page that has grown shrinks."""
        if self._is_sheet or self._is_tall:
            self._is_sheet = False
            self._shrink()
            self._update()
        super()._leave()

    @Slot(QRectF)
    def _focus_moved(self, rect: QRectF) -> None:
        self.show_place(rect)
        if self._bubble is not None:
            self._bubble.hide()

    @Slot(object, object, QRectF)
    def _show_details(self, lines: tuple[str, ...], rules: tuple[str, ...], rect: QRectF) -> None:
        if self._bubble is None:
            self._bubble = SpeechBubble(self._hub, self._table)
        place = self._page.mapTo(self._table, QPointF(rect.center().x(), rect.top()))
        self._bubble.explain(lines, place, rules)


def paint_public_status_pages(
    painter: QPainter,
    hub: ThemeHub,
    viewer_campaign: ViewerCampaign,
    plan: TablePlan,
    placement: ZonePlacement,
    *,
    like: StatusPagePanel,
) -> None:
    """Draw the common view of the panel: the panel itself if it shows that view, else a temporary one.

    Args:
        painter: the painter of the table's picture.
        hub: the theme.
        viewer_campaign: the common view.
        plan: the layout of the table on the picture.
        placement: the zones at their places.
        like: the panel of the window.
    """
    if like.shows(viewer_campaign, plan):
        like.draw(painter)
        return
    if not viewer_campaign.status_page_tabs():
        return
    table = QWidget()
    table.resize(plan.size.toSize())
    status_page_panel = StatusPagePanel(hub, table, handled=False)
    status_page_panel.follow(viewer_campaign, plan, placement, QRectF(QPointF(), plan.size))
    status_page_panel.draw(painter)
    table.deleteLater()
