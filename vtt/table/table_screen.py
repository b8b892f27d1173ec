"""A table screen: it shows what one viewer may see, and follows the campaign, looks and animations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    QSizeF,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import QAccessible, QHideEvent, QImage, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QGraphicsView, QWidget

from engine.model.seats import SHARED
from engine.presentation.body_annotations import BodyAnnotations
from engine.presentation.visibility import VisibleTable, VisibleZone
from vtt.campaign.campaign_changes import CampaignChange
from vtt.campaign.open_campaign import OpenCampaign
from vtt.campaign.result_hold import ResultHold
from vtt.campaign.viewer_campaign import ViewerCampaign
from vtt.shared.card_faces.card_face_cache import CardFaceCache
from vtt.shared.hand_order import HAND_ORDER, HandOrders
from vtt.shared.hand_peek import HandPeek
from vtt.shared.handouts.portrait_showing import portrait_entry
from vtt.shared.lists.search_list import ListEntry
from vtt.shared.look_times import LOOK_SECONDS
from vtt.shared.portraits.portrait_cache import PortraitCache
from vtt.shared.screen_names import table_text
from vtt.shared.table_queries import is_decided, is_held, seats_waited_for
from vtt.table.accessibility.focus_targets import FocusTarget, all_focus_targets
from vtt.table.accessibility.screen_reader_proxies import ScreenReaderProxies
from vtt.table.display_state import DisplayState
from vtt.table.input.selection_marks import SelectionMarks
from vtt.table.layout.least_size import least_size
from vtt.table.layout.seat_layout import SeatNeeds
from vtt.table.layout.table_scale import scale_that_fits
from vtt.table.layout.zone_placement import shown_faces
from vtt.table.painting.cloth import Cloth, paint_plain
from vtt.table.scene.table_scene import TableScene
from vtt.table.seats.character_summary import needed_actor, shown_actor, summarised_actors
from vtt.table.status_pages.status_page_panel import StatusPagePanel, paint_public_status_pages
from vtt.table.view_aim import ViewAim
from vtt.widgets.look.theme import Theme, ThemeHub

FLIP_MS: Final = 120
_LEAST: Final = QSize(320, 200)
_RESIZED: Final = QEvent.Type(QEvent.registerEventType())
_CHANGE_NOTED: Final = QEvent.Type(QEvent.registerEventType())


class TableScreen(QGraphicsView):
    """Shows the table as one viewer may see it.

    Args:
        campaign: the open campaign.
        viewer: a seat, or `shared` for the common screen.
        hub: theme and icons.
        faces: pictures of cards.
        parent: the Qt parent.
        look_seconds: the longest look at a hidden hand.

    Signals:
        look_changed: the seat that looks at its hand now; an empty string for none.
        seats_changed: the seats need more or less room than before.
        seen_changed: another part of the table is to be seen: a rectangle of the table.
        zoom_wanted: the growth that a person asks for, and the point of the table that keeps its place.
        closer_wanted: a person asks for a closer look at a point of the table, or to go back from it.
        drawn: the table shows something else than before.
        dragged: something is dragged over a point of the table.
        drag_ended: nothing is dragged any more.
    """

    look_changed = Signal(str)
    seats_changed = Signal()
    seen_changed = Signal(QRectF)
    zoom_wanted = Signal(float, QPointF)
    closer_wanted = Signal(QPointF)
    drawn = Signal()
    dragged = Signal(QPointF)
    drag_ended = Signal()
    stands_alone = True
    """True if no widget around it explains the table or acts on it."""

    def __init__(
        self,
        campaign: OpenCampaign,
        viewer: str,
        hub: ThemeHub,
        faces: CardFaceCache,
        parent: QWidget | None = None,
        *,
        look_seconds: float = LOOK_SECONDS,
    ) -> None:
        super().__init__(parent)
        self._campaign = campaign
        self._viewer = viewer
        self._hub = hub
        self._faces = faces
        self._cloth = Cloth()
        self._active = ""
        self._lit_zones: frozenset[str] = frozenset()
        self._lit_bags: frozenset[str] = frozenset()
        self._lit_seats: frozenset[str] = frozenset()
        self._opened = ""
        self._chosen: tuple[str, ...] = ()
        self._fronts: dict[str, tuple[str, str]] = {}
        """By seat the character at the front, and the one that everybody looked at when the table was last drawn."""
        self._room: QSize | None = None
        self._aim = ViewAim()
        self._seen = QRectF()
        self._seats: tuple[SeatNeeds, ...] = ()
        self._position = campaign.position
        self.is_following = False
        """Whether what is over the scene is just following it; `drawn` comes after that."""
        self._is_undrawn = True
        self._waits_to_draw = False
        self.draws_while_hidden = False
        """Whether it is drawn also while it is hidden, because a thumbnail elsewhere shows it."""
        self._is_changed = False
        self._is_painted_early = False
        self._is_resized = False
        self._result_hold = ResultHold(self)
        self._is_behind = False
        """Whether it still shows what was before a result that was held; it comes up to date in this turn."""
        self._shown_theme = hub.theme
        self._scene = TableScene(hub, faces, self)
        self.setScene(self._scene)
        self._scene.animator.changed.connect(self._note_change)
        self._portraits = PortraitCache(campaign, self)
        self._selection_marks = SelectionMarks(self._scene, hub)
        self._proxies = ScreenReaderProxies(self.viewport())
        self._told: tuple[FocusTarget, ...] = ()
        """The targets that a screen reader finds; while a result is held, they are those of before."""
        self._hand_peek = HandPeek(campaign, self, look_seconds)
        self._hand_orders = HandOrders(campaign)
        self._accessibility_timer = QTimer(self)
        self._accessibility_timer.setSingleShot(True)
        self._accessibility_timer.timeout.connect(self._describe)
        self.status_page_panel = StatusPagePanel(hub, self, handled=not self.stands_alone)
        self._dress_frame()
        self._show()
        self._hand_peek.changed.connect(self._look_changed)
        campaign.changed.connect(self._campaign_changed)
        campaign.setting_stored.connect(self._setting_stored)
        hub.changed.connect(self._theme_changed)
        faces.changed.connect(self._faces_changed)
        faces.arrived.connect(self._faces_arrived)
        self._portraits.arrived.connect(self._portrait_arrived)
        self._set_up_input()

    def _set_up_input(self) -> None:
        """Create the input handlers; a table that is only shown has none."""

    def _dress_frame(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.setOptimizationFlags(
            QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing
            | QGraphicsView.OptimizationFlag.DontSavePainterState
        )
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(_LEAST)
        self.setAccessibleName(table_text("name"))
        self.setAccessibleDescription(table_text("hint"))

    @property
    def viewer(self) -> str:
        """The viewer of this table."""
        return self._viewer

    def set_viewer(self, viewer: str) -> None:
        """Show the table to another viewer. Nothing of the former view stays."""
        if viewer == self._viewer:
            return
        self._hand_peek.end()
        self._cancel_input()
        self._scene.clear_table()
        self.status_page_panel.forget()
        self._viewer = viewer
        self._opened = ""
        self._fronts.clear()
        self._show()

    def hold_results(self, hold: ResultHold) -> None:
        """Keep what characters, seats and status pages show while a hold is on, and follow the change when it ends."""
        self._result_hold = hold
        hold.ended.connect(self._show_held)

    @Slot()
    def _show_held(self) -> None:
        self._is_behind = False
        if not self._is_undrawn:
            self._scene.show_held(self._display_state())
            self._follow_scene()

    def least_size(self, room: QSizeF) -> QSizeF:
        """Return the size of the table at 100 % that is seen through a room: as large, or larger if it needs that."""
        return least_size(room, self._seats)

    def letters_at_100(self, size: QSizeF) -> float:
        """Return the size of the letters on a table of some size at 100 %, relative to the usual ones."""
        return scale_that_fits(size, 1.0, len(self._seats))

    def set_frame(self, room: QSize, size: QSize, magnification: float) -> None:
        """Say through which room the table is seen, and how large it is.

        Args:
            room: the size of the part that is seen.
            size: the size of the table.
            magnification: the size of everything on the table relative to a table at 100 %.
        """
        same = magnification == self._scene.magnification
        self._room, self._scene.magnification = room, magnification
        if size != self.size():
            self.resize(size)
        elif not same:
            self._show_soon()
        self._see()

    def hold_view(self, centre: QPointF | None) -> None:
        """Keep a point, as shares of the table's width and height, in the middle; None: the usual part is seen."""
        self._aim.hold(centre)
        self._see()

    def show_seat(self, seat: str) -> None:
        """Show the place of a seat until another one acts."""
        self._aim.show_seat(seat, self.acting_seat)
        self._see()

    def glance_at(self, rect: QRectF) -> None:
        """Show a rectangle of the table, if it is not seen, until another seat acts."""
        if not self.seen.contains(rect):
            self._aim.glance_at(rect, self.seen, QSizeF(self._size()), self.acting_seat)
            self._see()

    def drag_on(self, point: QPointF) -> None:
        """Move what is dragged to a point, because the table has moved under the pointer."""

    @property
    def pages(self) -> tuple[QWidget, ...]:
        """The pages that may be open on the table, visible or not."""
        return (self.status_page_panel,)

    @property
    def is_view_held(self) -> bool:
        """True while a person has chosen what is seen."""
        return self._aim.is_held

    @property
    def is_drawn(self) -> bool:
        """True if the table shows what it should, and not only a bare cloth."""
        return not self._is_undrawn

    @property
    def seen(self) -> QRectF:
        """The part of the table that is seen, or will be when the table has moved there."""
        return self._seen if not self._seen.isEmpty() else QRectF(self.rect())

    @property
    def resting_place(self) -> QPoint:
        """Where the table is in its parent, or will be when it has moved there."""
        return -self.seen.topLeft().toPoint() if self._room is not None else self.pos()

    @property
    def acting_seat(self) -> str:
        """Return the seat that the table waits for, the first of several."""
        view = self._scene.view
        waited = self._scene.static_items.waited if self._result_hold.is_on else seats_waited_for(view)
        return next((seat for seat in view.seats if seat in waited), "")

    def _see(self, *, refreshes: bool = True) -> None:
        """Find the part that is to be seen, and say so if it is another one.

        Args:
            refreshes: what fills that part is laid out again; False if that follows anyway.
        """
        whole, looking = QSizeF(self._size()), self._hand_peek.seat
        room = QSizeF(self._room or self._size())
        acting, plan = self.acting_seat, self._scene.plan
        decided = is_decided(self._scene.view, acting)
        part = self._aim.part(whole, room, plan, looking=looking, acting=acting, decided=decided)
        if part != self._seen:
            self._seen = part
            self.seen_changed.emit(part)
            if refreshes and (self._opened or looking) and not self._is_undrawn:
                self._scene.refresh_display(self._display_state())

    @property
    def looking_seat(self) -> str:
        """The seat that looks at its hand now; empty for none."""
        return self._hand_peek.seat

    def wait_to_draw(self) -> None:
        """Show the bare table, even when visible, until `draw_gradually` is done or the campaign changes."""
        self._waits_to_draw = True

    def draw_gradually(self) -> Iterator[None]:
        """Draw the table in steps: first the cloth, then the cards."""
        dpr = self.devicePixelRatioF()
        if self._waits_to_draw:
            yield from self._cloth.prepare(self.viewport().rect(), self._cloth_theme(), dpr)
            self.viewport().update()
        if self._waits_to_draw:
            yield from self._scene.draw_ahead(dpr)
        if self._waits_to_draw:
            self._waits_to_draw = False
            self._show()
            self.viewport().update()

    def portrait_entries(self, actor: str) -> list[ListEntry]:
        """Return the line of a character's menu that shows its portrait to everybody, if it has one here."""
        campaign = self.viewer_campaign()
        portrait = self._portraits.of(campaign.view).get(actor)
        entry = portrait_entry(self._hub, self, campaign, actor, portrait.id) if portrait is not None else None
        return [entry] if entry is not None else []

    def grab_public(self) -> QImage:
        """Return a picture of the common view, without looks."""
        size = (self._room or self.viewport().size()).expandedTo(_LEAST)
        dpr = self.devicePixelRatioF()
        # Only pictures of the common screen are reused.
        like = self._scene if self._viewer == SHARED else None
        scene = TableScene(self._hub, self._faces, like=like)
        scene.magnification = self._scene.magnification * size.width() / max(1, self._size().width())
        viewer_campaign = self._campaign.viewer_campaign(SHARED)
        portraits = self._portraits.of(viewer_campaign.view)
        display_state = DisplayState(
            orders=self._orders_in(viewer_campaign.entered_view, {}),
            notes=self._notes_in(viewer_campaign, {}),
            portraits=portraits,
            sets_numbers=False,
        )
        with self._faces.patiently():
            scene.show_table(viewer_campaign.entered_view, display_state, QSizeF(size), dpr)
        image = QImage(size * dpr, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(dpr)
        painter = QPainter(image)
        whole = QRect(QPoint(), size)
        self._cloth.paint(painter, whole, replace(self._hub.theme, scale=scene.plan.scale))
        scene.render(painter, QRectF(whole), QRectF(whole))
        paint_public_status_pages(
            painter, self._hub, viewer_campaign, scene.plan, scene.placement, like=self.status_page_panel
        )
        painter.end()
        scene.clear_table()
        return image

    def accessible_items(self) -> list[tuple[str, QRectF]]:
        """Return the texts of all focus targets for a screen reader, with their rectangles."""
        return [(target.name, target.rect) for target in self.focus_targets()]

    def focus_targets(self) -> tuple[FocusTarget, ...]:
        """Return every target of the keyboard focus; none on a table that is not drawn yet."""
        return () if self._is_undrawn else all_focus_targets(self._scene)

    @property
    def table_scene(self) -> TableScene:
        """The scene."""
        return self._scene

    def open_pile(self, zone: str) -> None:
        """Spread a pile so that all its cards are seen, or close it with an empty string."""
        self._opened = zone
        self._scene.animator.finish()
        self._refresh_display()

    def viewer_campaign(self) -> ViewerCampaign:
        """Return the campaign as the viewer sees it."""
        return self._campaign.viewer_campaign(self._viewer)

    def highlight(
        self,
        zones: frozenset[str],
        bags: frozenset[str] = frozenset(),
        seats: frozenset[str] = frozenset(),
    ) -> None:
        """Highlight these zones, bags of chips and seats, and no others."""
        if (zones, bags, seats) != (self._lit_zones, self._lit_bags, self._lit_seats):
            self._lit_zones, self._lit_bags, self._lit_seats = zones, bags, seats
            self._refresh_display()
        elif self._selection_marks.is_ring_shown:  # another card may be raised now
            self._selection_marks.follow(self.focus_targets)

    def bring_forward(self, actor: str) -> bool:
        """Show one of a seat's characters in this window. Return whether another was shown before.

        It stays until a character of that seat acts or is hit anew.
        """
        view = self.viewer_campaign().entered_view
        seat = view.actors[actor].seat if actor in view.actors else ""
        current = shown_actor(view, seat, self._fronts_in(view))
        if current is None or current.id == actor or actor not in {a.id for a in summarised_actors(view, seat)}:
            return False
        self._fronts[seat] = (actor, self._fronts[seat][1])
        self._refresh_display()
        return True

    def _fronts_in(self, view: VisibleTable) -> dict[str, str]:
        """Return by seat the character at the front: whoever acted or was hit last stays there, as people look on."""
        for seat in view.seats:
            needed, (front, before) = needed_actor(view, seat), self._fronts.get(seat, ("", ""))
            now = needed.id if needed is not None else ""
            self._fronts[seat] = (now if now and now != before else front, now)
        return {seat: actor for seat, (actor, _) in self._fronts.items() if actor}

    def _notes_in(self, viewer_campaign: ViewerCampaign, fronts: Mapping[str, str]) -> dict[str, BodyAnnotations]:
        """Return the game's annotations of the bodies that are shown."""
        view = viewer_campaign.entered_view
        shown = (shown_actor(view, seat, fronts) for seat in view.seats)
        return {
            actor.id: viewer_campaign.body_annotations(actor.id)
            for actor in shown
            if actor is not None and actor.body is not None
        }

    def _orders_in(self, view: VisibleTable, looks: Mapping[str, VisibleZone]) -> dict[str, tuple[int, ...]]:
        """Return the orders of the hands whose faces are all shown, if they are not as they are in their zones."""
        orders: dict[str, tuple[int, ...]] = {}
        for zone in filter(is_held, view.zones):
            faces = shown_faces(view, zone, looks)
            order = self._hand_orders.shown(zone, faces, self._scene.pictures.printed)
            if order != tuple(range(len(faces))):
                orders[zone] = order
        return orders

    def _playable(self) -> Mapping[str, frozenset[int]]:
        """Return by zone that is turned up the cards to mark because they can be played now."""
        return self._hand_peek.playable()

    def _display_state(self) -> DisplayState:
        viewer_campaign = self.viewer_campaign()
        fronts = self._fronts_in(viewer_campaign.entered_view)
        looks = self._hand_peek.zones()
        return DisplayState(
            looks=looks,
            looking=self._hand_peek.seat,
            orders=self._orders_in(viewer_campaign.entered_view, looks),
            playable=self._playable(),
            lit=self._lit_zones,
            lit_bags=self._lit_bags,
            lit_seats=self._lit_seats,
            active=self._active,
            opened=self._opened,
            fronts=fronts,
            notes=self._notes_in(viewer_campaign, fronts),
            stations=self._hand_peek.stations(viewer_campaign.view),
            portraits=self._portraits.of(viewer_campaign.view),
            chosen=self._chosen,
            seen=self._seen if self._room is not None and self._room != self._size() else QRectF(),
            sets_numbers=not self.stands_alone,
            holds_result=self._result_hold.is_on,
        )

    def _show(self, change: CampaignChange | None = None) -> None:
        viewer_campaign = self.viewer_campaign()
        view = viewer_campaign.entered_view
        if self._opened and (self._opened not in view.zones or not view.zones[self._opened].count):
            self._opened = ""
        moved = self._campaign.position != self._position
        self._position = self._campaign.position
        forward = change is not None and change.forward and moved
        display_state = self._display_state()
        self._scene.place_everything(view, display_state)
        if self._scene.seats != self._seats:
            self._seats = self._scene.seats
            self.seats_changed.emit()
        self._is_resized = False
        size = QSizeF(self._size())
        if self._waits_to_draw or not (self.isVisible() or self.draws_while_hidden):
            # It is not visible yet; the pictures are drawn when it is.
            self._is_undrawn = True
            self._scene.prepare_table(view, display_state, size)
            self._see()
            self.status_page_panel.clear_page()
            return
        self._is_undrawn = False
        self._scene.show_table(
            view,
            display_state,
            size,
            self.devicePixelRatioF(),
            viewer_campaign.flights() if forward else (),
            moving=forward,
        )
        self._follow_scene()

    def _refresh_display(self, flip_ms: int = 0) -> None:
        if self._is_undrawn:
            self._show()
            return
        self._scene.refresh_display(self._display_state(), flip_ms=self._hub.theme.duration(flip_ms))
        self._follow_scene()

    def _follow_scene(self) -> None:
        """Let everything over the scene follow it; what tells a result waits while that is held."""
        self._note_change()
        self._is_behind = self._result_hold.is_on
        self.is_following = True
        try:
            if not self._is_behind:
                self._see()
                self._place_status_page()
                self._accessibility_timer.start(0)
            self._selection_marks.follow(self.focus_targets)
        finally:
            self.is_following = False
        self.drawn.emit()

    def _place_status_page(self) -> None:
        scene = self._scene
        self.status_page_panel.follow(
            self.viewer_campaign(), scene.plan, scene.placement, self.seen, away=bool(self._opened)
        )

    @Slot(object)
    def _campaign_changed(self, change: CampaignChange) -> None:
        if self._campaign.position != self._position:
            self._cancel_input()
        self._waits_to_draw = False
        self._hand_peek.end_if_others_act(self.viewer_campaign().view)
        self._show(change)

    @Slot(str)
    def _setting_stored(self, name: str) -> None:
        if name == HAND_ORDER:
            self._refresh_display()

    @Slot()
    def _look_changed(self) -> None:
        self._see(refreshes=False)
        self._refresh_display(FLIP_MS)
        if QAccessible.isActive() and not self._hand_peek.seat:  # a result that is held may keep all other names
            self._tell(() if self._result_hold.is_on else self.focus_targets())
        self.look_changed.emit(self._hand_peek.seat)

    @Slot(object)
    def _theme_changed(self, theme: Theme) -> None:
        if theme == self._shown_theme:
            return
        if theme.scale != self._shown_theme.scale:
            self._shown_theme = theme
            self._scene.redraw_cards()
            self._show_soon()
        else:
            self._redraw_all()

    @Slot()
    def _faces_changed(self) -> None:
        self._redraw_all()

    @Slot()
    def _faces_arrived(self) -> None:
        self._scene.redraw_sketches()

    @Slot()
    def _portrait_arrived(self) -> None:
        self._refresh_display()

    def _redraw_all(self) -> None:
        self._shown_theme = self._hub.theme
        self._scene.redraw_cards()
        self._show()
        self.viewport().update()

    @Slot()
    def _describe(self) -> None:
        if QAccessible.isActive() and not self._result_hold.is_on:
            self._tell(self.focus_targets())

    def _tell(self, targets: tuple[FocusTarget, ...]) -> None:
        self._told = targets
        self._proxies.follow(targets)

    def _cancel_input(self) -> None:
        """Cancel what is dragged; a table that is only shown has nothing to cancel."""

    def _lay_back_drag(self) -> None:
        """Put dragged items back before a new layout; picked items stay picked."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint, and remember whether the scene had perhaps not noted where its changed pieces were."""
        if self._is_changed and not self._scene.is_noted:
            self._is_painted_early = True
        super().paintEvent(event)

    @Slot()
    def _note_change(self) -> None:
        """Wait for the scene to note where its changed pieces were.

        It does so in a deferred call, which a window makes before it is painted. Another painting before that call, as
        when a dialog closes over the table, makes it take the new places for the old ones, and the old pictures would
        stay on the cloth.
        """
        if not self._is_changed:
            self._is_changed = True
            QCoreApplication.postEvent(self, QEvent(_CHANGE_NOTED))

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Draw the cloth and the rail."""
        whole, theme = self.viewport().rect(), self._cloth_theme()
        if self._waits_to_draw and not self._cloth.is_ready(whole, theme, self.devicePixelRatioF()):
            paint_plain(painter, whole, theme)
        else:
            self._cloth.paint(painter, whole, theme)

    def _size(self) -> QSize:
        return self.viewport().size().expandedTo(_LEAST)

    def _cloth_theme(self) -> Theme:
        return replace(self._hub.theme, scale=self._scene.plan.scale)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out the table again."""
        super().resizeEvent(event)
        self._lay_back_drag()
        self._show_soon()

    def _show_soon(self) -> None:
        """Lay out the table once before painting: a layout sets the size twice, and a theme's lengths change it too."""
        if not self._is_resized:
            self._is_resized = True
            QCoreApplication.postEvent(self, QEvent(_RESIZED), Qt.EventPriority.HighEventPriority.value)

    def customEvent(self, event: QEvent) -> None:
        """Lay out the table in its present size, or paint where pieces were."""
        if event.type() == _RESIZED and self._is_resized:
            self._show()
            self.viewport().update()
        elif event.type() == _CHANGE_NOTED:
            if self._is_painted_early:
                self.viewport().update()
            self._is_changed = self._is_painted_early = False

    def showEvent(self, event: QShowEvent) -> None:
        """Draw what changed while it was hidden."""
        super().showEvent(event)
        if self._is_undrawn:
            self._show()

    def hideEvent(self, event: QHideEvent) -> None:
        """End every look before the table is hidden."""
        super().hideEvent(event)
        self._hand_peek.end()
        self._scene.animator.finish()
