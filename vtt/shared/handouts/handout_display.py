"""The display of the shown handout: its picture, the part of it that is seen, and the place where somebody points.

Every screen follows the one display, so that all people see the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QPointF, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QImage

from vtt.campaign.open_campaign import OpenCampaign
from vtt.campaign.shown_handout import ShownHandout
from vtt.shared.card_faces.card_face_cache import card_image
from vtt.shared.card_faces.card_face_ids import read_face
from vtt.shared.card_faces.card_face_painting import CardFaceStyle
from vtt.shared.pictures.picture_reader import LONGEST_ON_SCREEN, image_of
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.tasks.task_runner import TaskRunner

MOST_ZOOM: Final = 8.0
STEP: Final = 1.25
"""The factor of one step of zoom."""
POINTED_MS: Final = 5000
"""The time that a pointer stays."""
_SMALLEST: Final = 600
_CARD_HIGH: Final = 2048
"""The height of a shown card in pixels, so that it stays sharp when it is zoomed."""
_MIDDLE: Final = QPointF(0.5, 0.5)


class HandoutDisplay(QObject):
    """The display of a campaign's handout. Places are shares of the picture, or of the text where there is no picture.

    Args:
        campaign: the open campaign.
        hub: the theme, in which cards are drawn.
        parent: the Qt owner.

    Signals:
        changed: another handout is shown, or none, or its picture is ready.
        moved: another part of it is seen, or somebody points elsewhere.
    """

    changed = Signal()
    moved = Signal()

    def __init__(self, campaign: OpenCampaign, hub: ThemeHub, parent: QObject) -> None:
        super().__init__(parent)
        self.campaign = campaign
        self._hub = hub
        self._sizes: tuple[QImage, ...] = ()
        self._is_awaited = False
        self._number = 0
        self.zoom = 1.0
        self.centre = QPointF(_MIDDLE)
        self.pointer: QPointF | None = None
        self.scroll = 0.0
        self._work = TaskRunner(self)
        self.destroyed.connect(self._work.close)
        self._pointed = QTimer(self)
        self._pointed.setSingleShot(True)
        self._pointed.setInterval(POINTED_MS)
        self._pointed.timeout.connect(self.stop_pointing)
        campaign.handout_changed.connect(self._follow)
        self._follow()

    @property
    def handout(self) -> ShownHandout | None:
        """The handout that everybody sees; None for none."""
        return self.campaign.handout

    @property
    def has_picture(self) -> bool:
        """Whether the handout has a picture that is ready."""
        return bool(self._sizes)

    @property
    def is_loading(self) -> bool:
        """Whether the picture of the handout is still on its way."""
        return self._is_awaited

    @property
    def picture_size(self) -> QSize:
        """The size of the picture in pixels."""
        return self._sizes[0].size() if self._sizes else QSize()

    def picture(self, wide: float) -> QImage:
        """Return the picture in the smallest ready size that is at least so many pixels wide."""
        return next((image for image in reversed(self._sizes) if image.width() >= wide), self._sizes[0])

    def hide(self) -> None:
        """Hide the handout from everybody."""
        self.campaign.hide_handout()

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        """Show the picture larger or smaller; the place `at` stays where it is."""
        zoom = min(MOST_ZOOM, max(1.0, self.zoom * factor))
        if zoom == self.zoom or not self._sizes:
            return
        if at is not None:
            self.centre = at + (self.centre - at) * (self.zoom / zoom)
        self.zoom = zoom
        self._keep_inside()
        self.moved.emit()

    def pan_by(self, share: QPointF) -> None:
        """Move the seen part by shares of the picture."""
        self.centre += share
        self._keep_inside()
        self.moved.emit()

    def fit(self) -> None:
        """Show the whole picture."""
        self.zoom, self.centre = 1.0, QPointF(_MIDDLE)
        self.moved.emit()

    def scroll_to(self, share: float) -> None:
        """Move a long text to a share of its way, from 0 to 1."""
        self.scroll = min(1.0, max(0.0, share))
        self.moved.emit()

    def point_at(self, place: QPointF) -> None:
        """Point at a place; all screens show it for a while."""
        self.pointer = QPointF(place)
        self._pointed.start()
        self.moved.emit()

    @Slot()
    def stop_pointing(self) -> None:
        """Remove the pointer."""
        self._pointed.stop()
        if self.pointer is not None:
            self.pointer = None
            self.moved.emit()

    def _keep_inside(self) -> None:
        half = 0.5 / self.zoom
        self.centre = QPointF(*(min(1 - half, max(half, at)) for at in (self.centre.x(), self.centre.y())))

    @Slot()
    def _follow(self) -> None:
        self._sizes = ()
        self._number += 1
        self.zoom, self.centre, self.pointer, self.scroll = 1.0, QPointF(_MIDDLE), None, 0.0
        drawn, number = self._drawing(self.campaign.handout), self._number
        self._is_awaited = drawn is not None
        if drawn is not None:
            self._work.start(lambda _: (number, _sizes_of(drawn())), self._take)
        self.changed.emit()

    def _drawing(self, handout: ShownHandout | None) -> Callable[[], QImage] | None:
        """Return a call that makes the picture of a handout; any thread may make it. None for no picture."""
        if handout is not None and (handout.card or handout.face is not None):
            face, style = handout.face or read_face(handout.card), CardFaceStyle.of(self._hub.theme)
            return lambda: card_image(face, _CARD_HIGH, style)
        picture = self.campaign.picture(handout.picture) if handout is not None and handout.picture else None
        return None if picture is None else lambda: image_of(picture, LONGEST_ON_SCREEN)

    def _take(self, ready: tuple[int, tuple[QImage, ...]]) -> None:
        number, sizes = ready
        if number == self._number:
            self._sizes, self._is_awaited = sizes, False
            self.changed.emit()


def _sizes_of(image: QImage) -> tuple[QImage, ...]:
    """Return a picture in its own size and in smaller ones, so that no screen scales down much while it paints."""
    if image.isNull():
        return ()
    opaque = image.convertToFormat(
        QImage.Format.Format_ARGB32_Premultiplied if image.hasAlphaChannel() else QImage.Format.Format_RGB32
    )
    sizes = [opaque]
    while max(sizes[-1].width(), sizes[-1].height()) > _SMALLEST:
        half = sizes[-1].size() * 0.7
        sizes.append(
            sizes[-1].scaled(half, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)
        )
    return tuple(sizes)
