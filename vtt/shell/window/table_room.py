"""The room in which the game is played: the table, the steps above it, the offers below it, the story beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, QSizeF, Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QFrame, QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from engine.model.frozen import Json
from engine.model.seats import SHARED
from engine.presentation.offers import Offer
from vtt.campaign.campaign_changes import CampaignChange
from vtt.campaign.open_campaign import OpenCampaign
from vtt.campaign.result_hold import ResultHold
from vtt.panels.activity_strip import ActivityStrip, height_at_100
from vtt.panels.offers_bar import OffersBar
from vtt.shared.card_faces.card_face_cache import CardFaceCache
from vtt.shared.lists.search_list import ListEntry
from vtt.shared.table_queries import seats_waited_for
from vtt.shell.window.answer_timeout_clock import AnswerTimeoutClock
from vtt.shell.window.status_page_actions import StatusPageActions
from vtt.shell.window.status_page_input import StatusPageInput
from vtt.story.log_news import LogNews
from vtt.story.log_panel import LogPanel
from vtt.table.game_table_view import GameTableView
from vtt.table.scene.people_pieces import people_pieces
from vtt.table.table_camera import TableCamera
from vtt.widgets.icon_button import IconButton
from vtt.widgets.layouts.beside_piece import NOTICE_FRAME, QUESTION_FRAME, outermost
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.look.ui_metrics import MAX_SCALE, TELEVISION_SCALE, UiMetrics, ui_metrics
from vtt.widgets.plain_text import tip
from vtt.widgets.theme_binding import follow_theme
from vtt.widgets.ui_texts import ui_text
from vtt.widgets.visible_part import visible_boxes

LINE_SHARE = 0.105
"""The share of the height for a line of steps and a line of offers, at a large scale."""
_KEPT_SHARE = 0.05
"""The part of a high window's height that the steps keep at every large scale, so that the table keeps its height."""
SIDE_SHARE = 0.24
"""The share of the width for the story, until the user moves the divider."""


class TableRoom(QWidget):
    """Table, steps, offers and story of one viewer; complete once the steps of `furnish` are done.

    Signals:
        said: a sentence with the IDs of its rules.
        actor_wanted: the character whose record shall be shown.
        newcomer_wanted: the seat for which a new character shall join.
        gm_screen_wanted: the GM wants the GM's own screen.
        seat_wanted: a person chooses this seat, or holds its hand up; before that is shown.
        undo_to: the position of the history to go back to.
        what_if_from: a position of the history from which the GM wants to try something.
        everything_wanted: the table is no longer to be alone.
        link_wanted: a NoteLink on a status page is to be followed.
    """

    said = Signal(str, object)
    undo_to = Signal(int)
    what_if_from = Signal(int)
    actor_wanted = Signal(str)
    newcomer_wanted = Signal(str)
    gm_screen_wanted = Signal()
    seat_wanted = Signal(str)
    everything_wanted = Signal()
    link_wanted = Signal(object)

    def __init__(
        self, campaign: OpenCampaign, viewer: str, hub: ThemeHub, faces: CardFaceCache, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._campaign, self._viewer, self._hub = campaign, viewer, hub
        self._side_wanted = True
        self._unfolded = False
        self._table_only = False
        self._furnished = False
        self._usual_size: QSize | None = None
        self._result_hold = ResultHold(self)
        # Connected before the table, so that the table knows the window's seats when it gets a gesture.
        campaign.changed.connect(self._follow)
        # From the outside in: whatever gets another parent is measured and styled anew, with all that it holds.
        self._splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self._splitter.setChildrenCollapsible(False)
        self._play, self.side = QWidget(self._splitter), QWidget(self._splitter)
        self._splitter.setStretchFactor(0, 1)
        self._splitter.setStretchFactor(1, 0)
        self.camera = TableCamera(hub, self._play)
        self.table = GameTableView(campaign, viewer, hub, faces, self.camera)
        self.table.wait_to_draw()
        self.camera.hold(self.table)

    def furnish(self) -> Iterator[None]:
        """Put everything round the table, in steps."""
        campaign, viewer, hub = self._campaign, self._viewer, self._hub
        self.steps = ActivityStrip(campaign, viewer, hub, self._play)
        yield
        self.offers = OffersBar(campaign, viewer, hub, self._play)
        self.everything = IconButton(hub, "chevron-down", ui_text("shell", "tip.everything"), self)
        self.everything.setObjectName("show_everything")
        self.everything.setProperty("role", "on_table")
        self.everything.hide()
        self.everything.clicked.connect(self.everything_wanted)
        self.fold = IconButton(hub, "chevron-up", ui_text("shell", "tip.unfold"), self._play)
        yield
        self.log = LogPanel(campaign, viewer, hub, self.side)
        self.news = LogNews(campaign, self.log.model, hub, self.steps, self.camera, self._taken)
        yield
        self._lay_out()
        self._wire()
        self._furnished = True
        follow_theme(hub, self._apply_theme)

    def _lay_out(self) -> None:
        self._left = QVBoxLayout(self._play)
        self._left.setContentsMargins(0, 0, 0, 0)
        self._left.setSpacing(0)
        self._left.addWidget(self.steps)
        self._left.addWidget(self.camera, 1)
        below = QHBoxLayout()
        below.addWidget(self.offers, 1)
        below.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignTop)
        self._left.addLayout(below)
        self._side = QVBoxLayout(self.side)
        self._side.addWidget(self.log, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._splitter)
        self._touch = StatusPageInput(self.table.status_page_panel, self.offers)
        self.status_page_actions = StatusPageActions(self.table.status_page_panel, self)
        self._chain()
        self.steps.set_folded(False)
        self._moved_by_hand = False

    def _wire(self) -> None:
        self._splitter.splitterMoved.connect(self._side_moved)
        self.table.addActions(self.offers.actions())  # their keys work while the bar is folded away too
        self.fold.clicked.connect(self._turn_fold)
        self.table.status_page_panel.left.connect(self._back_to_table)
        self.table.status_page_panel.tabs_changed.connect(self._chain)
        self.table.choose_offer.connect(self._choose)
        self.table.ask_offer.connect(self._ask)
        self.table.menu_wanted.connect(self._menu)
        self.offers.taker.table_asker = self.table.question_input
        self.table.question_input.answered.connect(self.offers.taker.answer)
        self.table.question_input.answered_as_before.connect(self.offers.taker.answer_as_before)
        self.table.question_input.form_wanted.connect(self.offers.taker.ask_in_form)
        self.table.said.connect(self.said)
        self.table.actor_activated.connect(self.actor_wanted)
        self.table.seat_activated.connect(self.seat_wanted)
        self.table.hand_peek.wanted.connect(self.seat_wanted)
        self.offers.seat_clicked.connect(self.seat_wanted)
        self.table.seat_activated.connect(self.offers.choose_seat)
        self.table.look_changed.connect(self._look_changed)
        self.offers.seat_changed.connect(self._seat_chosen)
        self.offers.taken.connect(self._fold_again)
        self.offers.newcomer_wanted.connect(self.newcomer_wanted)
        self.offers.gm_screen_wanted.connect(self.gm_screen_wanted)
        self.table.look_changed.connect(self.news.follow_look)
        self.table.question_input.begun.connect(self.news.make_room)
        self.table.drawn.connect(self.news.make_room)
        self.log.undo_to.connect(self.undo_to)
        self.log.what_if_from.connect(self.what_if_from)
        self.log.search_left.connect(self._back_to_table)
        self._touch.link_wanted.connect(self.link_wanted)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._focus_changed)
        self._timeout_clock = AnswerTimeoutClock(self._campaign, self)
        self._timeout_clock.counted.connect(self._show_left)
        self._show_left()
        self._campaign.changed.connect(self._hold_heights, Qt.ConnectionType.QueuedConnection)

    def hold_results(self, hold: ResultHold) -> None:
        """Keep what tells a result as it is while a hold is on; a curtain and another viewer end it."""
        self._result_hold = hold
        hold.ended.connect(self.offers.follow)  # as with a change, the table knows the window's seat
        for part in (self.table, self.steps, self.offers, self._touch):
            part.hold_results(hold)
        hold.ended.connect(self._show_left)
        hold.ended.connect(self._hold_heights, Qt.ConnectionType.QueuedConnection)
        self.table.curtain_drawn.connect(self._hold_nothing)

    def hold_words(self, hold: bool) -> None:
        """Keep back what is written of a result, until the last dice of a gesture lie; or write it."""
        self.log.list.hold_news(hold)
        self.news.hold_result(hold)

    @Slot()
    def _hold_nothing(self) -> None:
        """Show everything: who is here now has not seen the dice."""
        self._result_hold.end()
        self.hold_words(False)

    @Slot()
    def _show_left(self) -> None:
        """Show beside people how long they have left to answer; not that somebody is asked because of a held result."""
        if not self._result_hold.is_on:
            self.offers.show_left(self._timeout_clock.left)

    def set_viewer(self, viewer: str) -> None:
        """Show what another viewer may know."""
        self._hold_nothing()
        for part in (self.table, self.steps, self.offers, self.log):
            part.set_viewer(viewer)
        self.news.forget()

    def set_monitor(self, monitor: QWidget | None) -> None:
        """Put the thumbnail of the player window below the story, or take it away."""
        old = self._side.itemAt(1)
        if old is not None and (widget := old.widget()) is not None:
            self._side.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        if monitor is not None:
            self._side.addWidget(monitor)

    def show_side(self, wanted: bool) -> None:
        """Show the story beside the table, where there is room for it."""
        self._side_wanted = wanted
        self._arrange()

    def show_table_only(self, only: bool) -> None:
        """Show the table alone, or again the parts around it."""
        if only == self._table_only:
            return
        self._table_only = only
        self.steps.set_folded(only)
        self.offers.setVisible(not only)
        self.everything.setVisible(only)
        self.everything.raise_()
        self._arrange()

    def draw_curtain(self) -> None:
        """Draw the curtain for the seat whose offers are shown, or that has its turn; open a curtain that is drawn."""
        if self.table.curtain_seat:
            self.table.open_curtain()
            return
        seat = self.offers.seat or self.table.active_seat
        if seat:
            self.table.draw_curtain(seat)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give held keys, and Esc during a question, the same meaning anywhere in the room, except where one types."""
        if event.key() == Qt.Key.Key_Escape and self.table.question_input.is_asking:
            self.table.question_input.step_back()
        elif self.table.held_key(event):
            self._bring_keys_to_look()
        else:
            super().keyPressEvent(event)

    def _bring_keys_to_look(self) -> None:
        """Let the arrows and Enter go to the hand that is looked at, and not to the bar where the key was pressed."""
        if self.table.looking_seat and self.offers.isAncestorOf(self.window().focusWidget()):
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Let go of a key that was held."""
        if not self.table.held_key(event):
            super().keyReleaseEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Hold no words for a room that nobody sees; the stage ends the hold of its result."""
        super().hideEvent(event)
        if self._furnished and not self.isVisible():
            self.hold_words(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the larger part of a small window for the table."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        if not self.testAttribute(Qt.WidgetAttribute.WA_Resized):
            return  # no layout has given it a size yet
        lengths = self._hub.theme.metrics
        self.everything.adjustSize()
        self.everything.move(self.width() - self.everything.width() - lengths.pad_s, lengths.pad_s)
        usual = ui_metrics(1.0)
        # Below the large scales the parts around the table have the room of 100 %, whatever the size of their type.
        least = (lengths if self._is_large else usual).control * 7
        fits = self.width() >= least * (2 if self._is_large else 4)
        self.side.setVisible(self._side_wanted and fits and not self._table_only)
        self.news.set_wanted(self.side.isHidden() and not self._table_only)
        self.side.setMinimumWidth(least)
        if self.side.isVisibleTo(self) and not self._moved_by_hand:
            side = max(least, min(int(self.width() * SIDE_SHARE), usual.control * 12))
            self._splitter.setSizes([self.width() - side - self._splitter.handleWidth(), side])
        # With large type on a small screen there is one line of steps and one of offers, and the rest is the table's.
        tight = self.height() < usual.font_body * 22 or self._is_large
        self.steps.set_lines(1 if tight else 2 if self.height() < usual.font_body * 34 else 3)
        self.fold.setVisible(tight and not self._table_only)
        self.offers.set_one_line(self._is_large and not self._unfolded)
        if tight:
            steps = _line_height(lengths)
            if self._is_large:  # the same at every large scale, so that the table keeps its height
                steps = max(steps, min(_line_height(ui_metrics(MAX_SCALE)), round(self.height() * LINE_SHARE)))
            offers = steps + lengths.hair
            if self._unfolded:
                offers = max(offers, self.height() - steps - self.table.minimumHeight())
            self.offers.reserve(None)
            self.offers.setMinimumHeight(0 if self._unfolded else offers)
            self.offers.setMaximumHeight(offers)
        else:
            steps = max(usual.control, lengths.control, min(self.height() // 4, usual.control * 7 // 2))
            given = self.steps.usual_height() - height_at_100()
            height = self._usual_size.height() if self._usual_size is not None else self.height()
            self.offers.reserve(max(usual.control * 2, height // 4), given)
        kept = round(self.height() * _KEPT_SHARE) if self._is_large else 0
        self.steps.setMinimumHeight(min(steps, max(self._height_for_steps(), kept)))
        self.steps.setMaximumHeight(steps)
        self.camera.set_usual_room(self._usual_room())

    def set_usual_size(self, size: QSize) -> None:
        """Say how large this room would be in this window at 100 %."""
        if size != self._usual_size:
            self._usual_size = size
            if self._furnished:
                self._arrange()

    def _usual_room(self) -> QSizeF:
        """Return the room that the table has at 100 %, with everything around it."""
        usual, size = ui_metrics(1.0), self._usual_size or self.size()
        width, height = size.width(), size.height()
        if (self._side_wanted or self._is_large or self._table_only) and width >= usual.control * 28:
            width -= max(usual.control * 7, min(int(width * SIDE_SHARE), usual.control * 12)) + max(4, usual.pad_xs)
        if height < usual.font_body * 22:
            return QSizeF(width, height - 2 * _line_height(usual) - usual.hair)
        return QSizeF(width, height - height_at_100() - self.offers.usual_height(max(usual.control * 2, height // 4)))

    def _taken(self) -> tuple[list[QRectF], list[QRectF]]:
        """Return where the words above the table, its buttons and questions are, and where people have their pieces."""
        parts = [*self._play.findChildren(QAbstractButton), *self._play.findChildren(QFrame, QUESTION_FRAME)]
        parts += self.window().findChildren(QFrame, NOTICE_FRAME)
        must = visible_boxes(parts, self._play)
        must += [rect.translated(self.steps.pos()) for rect in self.steps.written()]
        offset = QPointF(self.camera.pos() + self.table.resting_place)
        should = people_pieces(self.table.table_scene, with_titles=True)
        should += [QRectF(page.geometry()) for page in self.table.pages if page.isVisible()]
        return must, outermost(rect.translated(offset) for rect in should)

    def names_on_table(self, page: QWidget) -> list[QRectF]:
        """Return where characters, name plates and titles can be seen, in the coordinates of a page; none if hidden."""
        if not self.table.isVisible():
            return []
        pieces = people_pieces(self.table.table_scene, with_titles=True, with_hands=False)
        offset, seen = QPointF(self.camera.mapTo(page, QPoint())) - self.table.seen.topLeft(), self.table.seen
        return [(rect & seen).translated(offset) for rect in pieces if rect.intersects(seen)]

    @property
    def _is_large(self) -> bool:
        return self._hub.theme.scale >= TELEVISION_SCALE

    def _height_for_steps(self) -> int:
        """Return the height that a title and a line of steps always have, so that an activity does not move the table.

        It is 0 while nothing is under way, in a game where that can be.
        """
        speaks = bool(self._campaign.viewer_campaign(self._viewer).view.under_way)
        return self.steps.usual_height() if speaks else 0

    @Slot()
    def _hold_heights(self) -> None:
        """Let the strip grow but not shrink again, so that the cards stay where they are from step to step."""
        part = self.steps
        # Its hint knows nothing of lines that break at this width.
        own = (part.height(), part.heightForWidth(part.width())) if part.isVisibleTo(self) else ()
        needed = max(*own, self._height_for_steps(), 0)
        part.setMinimumHeight(min(part.maximumHeight(), max(part.minimumHeight(), needed)))

    @Slot()
    def _chain(self) -> None:
        """Let Tab go from the table to the status pages and on to the offers."""
        self.offers.come_after(self.table.status_page_panel.insert_into_tab_order())

    @Slot()
    def _back_to_table(self) -> None:
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _turn_fold(self) -> None:
        """Show more of what can be done, or more of the table."""
        self._unfolded = not self._unfolded
        self.fold.set_icon("chevron-down" if self._unfolded else "chevron-up")
        words = ui_text("shell", "tip.fold" if self._unfolded else "tip.unfold")
        self.fold.setToolTip(tip(words))
        self.fold.setAccessibleName(words)
        self._arrange()
        self._hold_heights()

    @Slot()
    def _fold_again(self) -> None:
        if self._unfolded:
            self._turn_fold()

    @Slot(QWidget, QWidget)
    def _focus_changed(self, _old: QWidget | None, focused: QWidget | None) -> None:
        if focused is None or not self.isAncestorOf(focused):
            self.table.forget_held_key()  # another widget would get its release

    def _side_moved(self) -> None:
        self._moved_by_hand = True

    def _choose(self, offers: Sequence[Offer], answers: Mapping[str, Json], place: QPoint) -> None:
        self.offers.choose(offers, answers, place)

    def _ask(self, offer: Offer, answers: Mapping[str, Json]) -> None:
        self.offers.take(offer, answers)

    def _menu(
        self, offers: Sequence[Offer], answers: Mapping[str, Json], place: QPoint, others: Sequence[ListEntry]
    ) -> None:
        self.offers.taker.list(offers, answers, place, others)

    @Slot(object)
    def _follow(self, change: CampaignChange) -> None:
        if not self._furnished or self._result_hold.is_on:
            return
        asking = self.table.question_input
        self.offers.follow(change.undone_by)
        if not change.forward and asking.is_asking and asking.seat != self.offers.seat:
            asking.stop_asking()  # after an undo the bar is another seat's

    def _seat_chosen(self, seat: str) -> None:
        self.table.active_seat = seat

    @Slot(str)
    def _look_changed(self, seat: str) -> None:
        """Offer on the common screen what the one who looks can do, and then again what the table waits for.

        Who is still asked after the look has the bar.
        """
        if self.table.viewer != SHARED:
            return
        self.offers.set_looking(seat)
        if seat:
            self.offers.choose_seat(seat)
            self._ask_who_looks(seat)
        elif self.table.question_input.is_asking:
            self.offers.choose_seat(self.table.question_input.seat)
        else:
            self.offers.turn_back()

    def _ask_who_looks(self, seat: str) -> None:
        """Ask who looks at a hand what another one is asked who has not begun to choose, such as the cards of a plan.

        The question would be in front of the hand. A seat with several characters chooses for which one it plans.
        Who only looks, while the table waits for others, is asked nothing; and a look alone does nothing.
        """
        asked, view = self.table.question_input.untouched_offer, self.table.table_scene.view
        if asked is None or asked.command.seat == seat or seat not in seats_waited_for(view):
            return
        alike = self.table.viewer_campaign().named_offers(seat, frozenset({asked.base_name}))
        same = [offer for offer in alike if offer.denial is None and offer.questions]
        if same:
            self.table.question_input.stop_asking()
        if len(same) == 1:
            self.offers.take(same[0])

    def _apply_theme(self, theme: Theme) -> None:
        lengths = theme.metrics
        self._side.setContentsMargins(lengths.pad_s, lengths.pad_s, lengths.pad_s, lengths.pad_s)
        self._side.setSpacing(lengths.pad_s)
        self._splitter.setHandleWidth(max(4, lengths.pad_xs))
        self._moved_by_hand = False
        self._arrange()


def _line_height(lengths: UiMetrics) -> int:
    """Return the height of one line of steps or offers."""
    return lengths.control + 3 * lengths.pad_s
