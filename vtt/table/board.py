"""The table as a picture that keeps itself up to date: what one viewer may see, with looks and motion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, QRectF, QSize, QSizeF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAccessible, QHideEvent, QImage, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QGraphicsView, QWidget

from engine.play.sight import FigureNotes, View
from vtt.lens import Lens
from vtt.session import SHARED, Change, Session
from vtt.table.access import Proxies
from vtt.table.cloth import Cloth, paint_plain
from vtt.table.faces import Faces
from vtt.table.figure import figures_of, foremost, shown_actor
from vtt.table.looking import LOOK_SECONDS, Looker
from vtt.table.marks import Marks
from vtt.table.naming import tell
from vtt.table.portraits import Portraits
from vtt.table.scene import TableScene
from vtt.table.showing import Showing
from vtt.table.slate import Slate, paint_public
from vtt.table.stops import Stop, stops_of
from vtt.widgets.theme import Theme, ThemeHub

FLIP_MS: Final = 120
_LEAST: Final = QSize(320, 200)
_RESIZED: Final = QEvent.Type(QEvent.registerEventType())


class Board(QGraphicsView):
    """Shows the table as one viewer may see it.

    Args:
        session: the game being played.
        viewer: a seat, or `shared` for the common screen.
        hub: theme and icons.
        faces: pictures of cards.
        parent: the Qt parent.
        look_seconds: the longest look at a hidden hand.
        under_strip: a strip above it tells what is under way, so that the cloth need not.

    Signals:
        look_changed: whose hand is turned up now; an empty string for nobody's.
    """

    look_changed = Signal(str)
    stands_alone = True
    """Whether nothing round it says or does anything about what it shows."""

    def __init__(
        self,
        session: Session,
        viewer: str,
        hub: ThemeHub,
        faces: Faces,
        parent: QWidget | None = None,
        *,
        look_seconds: float = LOOK_SECONDS,
        under_strip: bool = False,
    ) -> None:
        super().__init__(parent)
        # Whether the cloth itself has to tell what is under way.
        self._tells = self.stands_alone and not under_strip
        self._session = session
        self._viewer = viewer
        self._hub = hub
        self._faces = faces
        self._cloth = Cloth()
        self._active = ""
        self._lit: frozenset[str] = frozenset()
        self._lit_bags: frozenset[str] = frozenset()
        self._opened = ""
        self._chosen: tuple[str, ...] = ()
        self._fronts: dict[str, tuple[str, str]] = {}
        self._position = session.position
        self._late = True
        self._waits = False
        self._is_resized = False
        self._worn = hub.theme
        self._scene = TableScene(hub, faces, self)
        self.setScene(self._scene)
        self._portraits = Portraits(session, self)
        self._marks = Marks(self._scene, hub)
        self._proxies = Proxies(self.viewport())
        self._looker = Looker(session, self, look_seconds)
        self._scribe = QTimer(self)
        self._scribe.setSingleShot(True)
        self._scribe.timeout.connect(self._describe)
        self.slate = Slate(hub, self, handled=not self.stands_alone)
        self._dress_frame()
        self._show()
        self._looker.changed.connect(self._look_changed)
        session.changed.connect(self._session_changed)
        hub.changed.connect(self._wear)
        faces.changed.connect(self._faces_changed)
        faces.arrived.connect(self._faces_arrived)
        self._portraits.arrived.connect(self._portrait_arrived)
        self._equip()

    def _equip(self) -> None:
        """Make what a table needs besides to be touched; there is nothing on a table that is only looked at."""

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
        self.setAccessibleName(tell("name"))
        self.setAccessibleDescription(tell("hint"))

    @property
    def viewer(self) -> str:
        """Who sees this table."""
        return self._viewer

    def set_viewer(self, viewer: str) -> None:
        """Show the table as somebody else may see it. Nothing of the former view stays."""
        if viewer == self._viewer:
            return
        self._looker.unlook()
        self._let_go()
        self._scene.clear_table()
        self.slate.forget()
        self._viewer = viewer
        self._opened = ""
        self._fronts.clear()
        self._show()

    @property
    def looking(self) -> str:
        """Whose hand is turned up now."""
        return self._looker.seat

    def look(self, seat: str) -> None:
        """Turn a seat's hand up, until `unlook` or anything that must end it."""
        self._looker.look(seat)

    def unlook(self) -> None:
        """Turn the hand down."""
        self._looker.unlook()

    def set_look_seconds(self, seconds: float) -> None:
        """Set the longest look."""
        self._looker.set_seconds(seconds)

    def wait_to_draw(self) -> None:
        """Show the bare table, also once it can be seen, until `draw_gradually` is through or the game goes on."""
        self._waits = True

    def draw_gradually(self) -> Iterator[None]:
        """Draw the table in steps: first the cloth, then the cards."""
        dpr = self.devicePixelRatioF()
        if self._waits:
            yield from self._cloth.prepare(self.viewport().rect(), self._cloth_theme(), dpr)
            self.viewport().update()
        if self._waits:
            yield from self._scene.draw_ahead(dpr)
        if self._waits:
            self._waits = False
            self._show()
            self.viewport().update()

    def grab_public(self) -> QImage:
        """Return a picture of the table as everybody may see it: with no look, and in nobody's private view."""
        size = self.viewport().size().expandedTo(_LEAST)
        dpr = self.devicePixelRatioF()
        # What others than the common screen have drawn is not even looked at.
        like = self._scene if self._viewer == SHARED else None
        scene = TableScene(self._hub, self._faces, like=like)
        lens = self._session.lens(SHARED)
        portraits = self._portraits.of(lens.view)
        showing = Showing(alone=self._tells, notes=self._notes_in(lens, {}), portraits=portraits)
        with self._faces.patiently():
            scene.show_table(lens.said_view, showing, QSizeF(size), dpr)
        image = QImage(size * dpr, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(dpr)
        painter = QPainter(image)
        whole = QRect(QPoint(), size)
        self._cloth.paint(painter, whole, replace(self._hub.theme, scale=scene.plan.scale))
        scene.render(painter, QRectF(whole), QRectF(whole))
        paint_public(painter, self._hub, lens, scene.plan, scene.places, like=self.slate)
        painter.end()
        scene.clear_table()
        return image

    def accessible_items(self) -> list[tuple[str, QRectF]]:
        """Return every stop with its name and where it is: what a screen reader may say, and no more."""
        return [(stop.name, stop.rect) for stop in self.stops()]

    def stops(self) -> tuple[Stop, ...]:
        """Return every stop of the keyboard; none on a table that is not drawn yet."""
        return () if self._late else stops_of(self._scene)

    @property
    def table_scene(self) -> TableScene:
        """The scene, for tests and measurements."""
        return self._scene

    def open_pile(self, zone: str) -> None:
        """Spread a pile so that all its cards are seen, or close it with an empty string."""
        self._opened = zone
        self._scene.motion.finish()
        self._show_otherwise()

    def lens(self) -> Lens:
        """Return the table as it is shown."""
        return self._session.lens(self._viewer)

    def light(self, zones: frozenset[str], bags: frozenset[str] = frozenset()) -> None:
        """Light up these zones and bags of chips and no others."""
        if (zones, bags) != (self._lit, self._lit_bags):
            self._lit, self._lit_bags = zones, bags
            self._show_otherwise()

    def bring_forward(self, actor: str) -> bool:
        """Show the figure of one of a seat's characters, in this window; say whether another was shown till now.

        It stays until somebody else of that seat acts or is hit.
        """
        view = self.lens().said_view
        seat = view.actors[actor].seat if actor in view.actors else ""
        natural, now = foremost(view, seat), shown_actor(view, seat, self._fronts_in(view))
        if natural is None or now is None or now.id == actor or actor not in {a.id for a in figures_of(view, seat)}:
            return False
        self._fronts[seat] = (actor, natural.id)
        self._show_otherwise()
        return True

    def _fronts_in(self, view: View) -> dict[str, str]:
        naturals = {seat: foremost(view, seat) for seat in self._fronts}
        return {
            seat: actor
            for seat, (actor, then) in self._fronts.items()
            if (natural := naturals[seat]) is not None and natural.id == then
        }

    def _notes_in(self, lens: Lens, fronts: Mapping[str, str]) -> dict[str, FigureNotes]:
        """Return what the game tells beside the figures that are shown."""
        view = lens.said_view
        shown = (shown_actor(view, seat, fronts) for seat in view.seats)
        return {
            actor.id: lens.figure_notes(actor.id) for actor in shown if actor is not None and actor.body is not None
        }

    def _showing(self) -> Showing:
        lens = self.lens()
        fronts = self._fronts_in(lens.said_view)
        return Showing(
            looks=self._looker.zones(),
            looking=self._looker.seat,
            lit=self._lit,
            lit_bags=self._lit_bags,
            active=self._active,
            opened=self._opened,
            alone=self._tells,
            fronts=fronts,
            notes=self._notes_in(lens, fronts),
            stations=self._looker.stations(lens.view),
            portraits=self._portraits.of(lens.view),
            chosen=self._chosen,
        )

    def _show(self, change: Change | None = None) -> None:
        lens = self.lens()
        view = lens.said_view
        if self._opened and (self._opened not in view.zones or not view.zones[self._opened].count):
            self._opened = ""
        moved = self._session.position != self._position
        self._position = self._session.position
        forward = change is not None and change.forward and moved
        size = QSizeF(self._size())
        if self._waits or not self.isVisible():
            # Nobody sees it yet; the pictures are drawn when somebody does.
            self._late = True
            self._scene.hold_table(view, self._showing(), size)
            self.slate.rest()
            return
        self._late = False
        self._scene.show_table(
            view, self._showing(), size, self.devicePixelRatioF(), lens.flights() if forward else (), moving=forward
        )
        self.slate.follow(lens, self._scene.plan, self._scene.places, away=bool(self._opened))
        self._marks.follow(self.stops)
        self._scribe.start(0)

    def _show_otherwise(self, flip_ms: int = 0) -> None:
        if self._late:
            self._show()
            return
        self._scene.show_otherwise(self._showing(), flip_ms=self._hub.theme.duration(flip_ms))
        self.slate.follow(self.lens(), self._scene.plan, self._scene.places, away=bool(self._opened))
        self._marks.follow(self.stops)
        self._scribe.start(0)

    @Slot(object)
    def _session_changed(self, change: Change) -> None:
        if self._session.position != self._position:
            self._let_go()
        self._waits = False
        self._looker.turn_began(self.lens().view)
        self._show(change)

    @Slot()
    def _look_changed(self) -> None:
        self._show_otherwise(FLIP_MS)
        self.look_changed.emit(self._looker.seat)

    @Slot(object)
    def _wear(self, theme: Theme) -> None:
        if theme != self._worn:
            self._dress_anew()

    @Slot()
    def _faces_changed(self) -> None:
        self._dress_anew()

    @Slot()
    def _faces_arrived(self) -> None:
        self._scene.dress_late()

    @Slot()
    def _portrait_arrived(self) -> None:
        self._show_otherwise()

    def _dress_anew(self) -> None:
        self._worn = self._hub.theme
        self._scene.dress_anew()
        self._show()
        self.viewport().update()

    @Slot()
    def _describe(self) -> None:
        if QAccessible.isActive():
            self._proxies.follow(self.stops())

    def _let_go(self) -> None:
        """Drop whatever hangs on the pointer; there is nothing on a table that is only looked at."""

    def _settle_down(self) -> None:
        """Lay back whatever hangs on the pointer, for the table is laid out anew; what is picked stays picked."""

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Draw the cloth and the rail."""
        whole, theme = self.viewport().rect(), self._cloth_theme()
        if self._waits and not self._cloth.is_ready(whole, theme, self.devicePixelRatioF()):
            paint_plain(painter, whole, theme)
        else:
            self._cloth.paint(painter, whole, theme)

    def _size(self) -> QSize:
        return self.viewport().size().expandedTo(_LEAST)

    def _cloth_theme(self) -> Theme:
        return replace(self._hub.theme, scale=self._scene.plan.scale)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the table out anew."""
        super().resizeEvent(event)
        self._settle_down()
        if not self._is_resized:
            # A room that arranges its parts gives it a size twice; it is laid out once, before anything is painted.
            self._is_resized = True
            QCoreApplication.postEvent(self, QEvent(_RESIZED), Qt.EventPriority.HighEventPriority.value)

    def customEvent(self, event: QEvent) -> None:
        """Lay the table out in the size that it has now."""
        if event.type() == _RESIZED:
            self._is_resized = False
            self._show()
            self.viewport().update()

    def showEvent(self, event: QShowEvent) -> None:
        """Draw what has changed out of sight."""
        super().showEvent(event)
        if self._late:
            self._show()

    def hideEvent(self, event: QHideEvent) -> None:
        """Turn every hand down before the table goes out of sight."""
        super().hideEvent(event)
        self._looker.unlook()
        self._scene.motion.finish()
