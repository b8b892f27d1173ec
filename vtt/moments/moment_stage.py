"""The stage: a tray over the middle of the table, on which the scenes of a moment are shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt, Slot
from PySide6.QtGui import QHideEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPixmap, QRegion, QWindow
from PySide6.QtWidgets import QWidget

from vtt.campaign.result_hold import ResultHold
from vtt.moments.moment_player import MomentPlayer
from vtt.moments.scene_painting import SceneLayout, lay_out_scene, paint_content, paint_panel, paint_words
from vtt.moments.scenes import Scene
from vtt.shared.card_faces.card_face_cache import CardFaceCache
from vtt.widgets.look.theme import ThemeHub

_WIDE: Final = 0.74
_HIGH: Final = 0.8
"""The stage's least share of the table."""
_WIDEST, _HIGHEST = 0.97, 0.95
_MANY_CARDS: Final = 4
"""So many cards or more in one scene of a gesture take all the width for it, to be read from afar."""
_USUAL_LINES: Final = 40
"""A table that is lower than so many lines of text needs a larger share."""


class MomentStage(QWidget):
    """Shows the scenes of a player over a table.

    It is opaque, so that the table below is not painted while something moves here.

    Args:
        player: what is shown, and when.
        room: the part of the table that is seen; the stage covers its middle.
        hub: the theme.
        faces: the pictures of cards.
        is_free: whether nothing private covers the room, such as the curtain.

    Attributes:
        hold: the hold of results in its window while dice or cards move; it ends when the table is hidden.
    """

    def __init__(
        self,
        player: MomentPlayer,
        room: QWidget,
        hub: ThemeHub,
        faces: CardFaceCache,
        is_free: Callable[[], bool] = lambda: True,
    ) -> None:
        super().__init__(room)
        self.hold = ResultHold(self)
        self._covered_parts: list[QWidget] = []
        self._player = player
        self._room = room
        self._hub = hub
        self._faces = faces
        self._is_free = is_free
        self._ground = QPixmap()
        self._at_rest = QPixmap()
        self._drawn_for: object = None
        self._grounds: dict[bool, tuple[object, QPixmap]] = {}
        self._layout: SceneLayout | None = None
        self.setObjectName("moment_stage")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.hide()
        player.add_stage(self)
        player.began.connect(self._begin)
        player.moved.connect(self._move)
        player.ended.connect(self._end)
        faces.arrived.connect(self._arrived)
        room.installEventFilter(self)
        self.destroyed.connect(lambda: player.remove_stage(self))

    # For the player.

    @property
    def can_show(self) -> bool:
        """Whether its table is visible, and nothing private covers it."""
        return self._room.isVisible() and self._is_free()

    def add_covered_part(self, part: QWidget) -> None:
        """Let a click on this part only end the hold: it would meet a button that nobody has seen yet."""
        self._covered_parts.append(part)

    def covers(self, event: QMouseEvent) -> bool:
        """Return whether a mouse event is on it, or on a part of its window that still shows what was before."""
        point = event.globalPosition().toPoint()
        parts = (self, *self._covered_parts) if self.hold.is_on else (self,)
        return any(part.isVisible() and part.rect().contains(part.mapFromGlobal(point)) for part in parts)

    @property
    def own_window(self) -> QWindow | None:
        """The window that it is in; None if that was never shown."""
        return self.window().windowHandle()

    @property
    def layout_shown(self) -> SceneLayout | None:
        """The layout of the scene that is shown; None for none."""
        return self._layout

    # What it shows.

    @Slot()
    def _begin(self) -> None:
        scene = self._player.scene
        if scene is None or not self.can_show:
            return
        if not self.isVisible():
            self._take_place(is_wide=self._player.most_cards >= _MANY_CARDS)
        self._layout, self._at_rest = lay_out_scene(scene, QRectF(self.rect()), self._hub.theme), QPixmap()
        self.setAccessibleName(scene.headline or " ".join(scene.lines))
        self.setAccessibleDescription(" ".join(scene.lines))
        self.show()
        self.raise_()
        self.update()

    @Slot()
    def _move(self) -> None:
        if self._layout is None:
            return
        self.raise_()  # the plates of seats may have come above it
        if self._player.is_moving:
            self.update(self._layout.moving.toAlignedRect().adjusted(-2, -2, 2, 2))
        else:
            self.update()

    @Slot()
    def _end(self) -> None:
        self._layout, self._at_rest = None, QPixmap()
        self.hide()

    @Slot()
    def _arrived(self) -> None:
        if self._layout is not None and self._layout.cards:
            self._at_rest = QPixmap()
            self.update()

    def _take_place(self, *, is_wide: bool) -> None:
        """Take the place over the middle of the table, and draw the tray there, unless it is drawn for this place."""
        room, m = self._room.rect(), self._hub.theme.metrics
        # Of a small table, and for large type, more of it is needed.
        need = m.font_body * _USUAL_LINES / max(1, room.height())
        wide = round(room.width() * (_WIDEST if is_wide else min(_WIDEST, _WIDE * max(1.0, need))))
        high = round(room.height() * min(_HIGHEST, _HIGH * max(1.0, need)))
        self.setGeometry((room.width() - wide) // 2, (room.height() - high) // 2, wide, high)
        key = (self.size(), self.devicePixelRatioF(), self._hub.theme)
        if key != self._drawn_for:
            self._drawn_for = key
            outline = QPainterPath()
            outline.addRoundedRect(QRectF(self.rect()), m.radius_l, m.radius_l)
            self.setMask(QRegion(outline.toFillPolygon().toPolygon()))
        known = self._grounds.get(is_wide)
        if known is None or known[0] != key:
            ground = QPixmap(self.size() * self.devicePixelRatioF())
            ground.setDevicePixelRatio(self.devicePixelRatioF())
            painter = QPainter(ground)
            paint_panel(painter, QRectF(self.rect()), self._hub.theme)
            painter.end()
            known = self._grounds[is_wide] = key, ground
        self._ground = known[1]

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the tray, and the scene as it is now; one at rest is drawn once, and copied while the table changes."""
        scene, layout, time = self._player.scene, self._layout, self._player.time
        picture, is_moving = self._ground, time < 1.0
        if scene is not None and layout is not None and not is_moving:
            picture = self._scene_at_rest(scene, layout)
        painter = QPainter(self)
        dirty, dpr = event.rect(), picture.devicePixelRatio()
        source = QRect(
            round(dirty.x() * dpr), round(dirty.y() * dpr), round(dirty.width() * dpr), round(dirty.height() * dpr)
        )
        painter.drawPixmap(dirty, picture, source)
        if layout is not None and is_moving:
            paint_content(painter, layout, time, self._hub.theme, self._faces, self.devicePixelRatioF())
        painter.end()

    def _scene_at_rest(self, scene: Scene, layout: SceneLayout) -> QPixmap:
        dpr = self.devicePixelRatioF()
        if self._at_rest.isNull() or self._at_rest.devicePixelRatio() != dpr:
            self._at_rest = QPixmap(self.size() * dpr)
            self._at_rest.setDevicePixelRatio(dpr)
            painter = QPainter(self._at_rest)
            painter.drawPixmap(0, 0, self._ground)
            paint_content(painter, layout, 1.0, self._hub.theme, self._faces, dpr)
            paint_words(painter, scene, layout, self._hub.theme)
            painter.end()
        return self._at_rest

    def hideEvent(self, event: QHideEvent) -> None:
        """Stay hidden when the table is hidden, so that no old scene comes back with it."""
        super().hideEvent(event)
        self._layout, self._at_rest = None, QPixmap()
        self.hide()
        if not self._room.isVisible():
            self.hold.end()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """End when the table gets another size."""
        if watched is self._room and event.type() == QEvent.Type.Resize and self._layout is not None:
            self._player.skip()
        return super().eventFilter(watched, event)
