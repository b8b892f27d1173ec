"""A cache of characters' portraits, made small on a worker thread: painting never decodes or scales one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QObject, QRect, Qt, Signal
from PySide6.QtGui import QImage

from engine.model.frozen import Json
from engine.model.seats import Actor
from engine.presentation.visibility import VisibleTable
from vtt.campaign.campaign_records import StoredPicture
from vtt.shared.pictures.picture_reader import image_of
from vtt.shared.pictures.picture_store import PictureStore
from vtt.shared.portraits.portrait_medallion import PortraitImage
from vtt.widgets.tasks.task_runner import TaskRunner

_SIDE: Final = 160
"""The side of a cached picture in pixels: a medallion at 300 % on a 4K screen is no larger."""
_ABOVE: Final = 0.2
"""The share of the surplus height that is cut at the top: the face is there."""
_ID: Final = 64


class PortraitCache(QObject):
    """Provides the portraits on characters' sheets.

    Args:
        album: the store of pictures.
        parent: the Qt owner.

    Signals:
        arrived: another portrait is ready.
    """

    arrived = Signal()

    def __init__(self, album: PictureStore, parent: QObject) -> None:
        super().__init__(parent)
        self._album = album
        self._known: dict[str, tuple[Mapping[str, Json], object, str]] = {}
        self._small: dict[str, PortraitImage | None] = {}
        self._work = TaskRunner(self)
        parent.destroyed.connect(self._work.close)

    def of(self, view: VisibleTable) -> dict[str, PortraitImage]:
        """Return the portraits of the characters whose sheet this viewer may read, as far as they are ready."""
        portraits: dict[str, PortraitImage] = {}
        for actor in view.actors.values():
            picture = self._id_of(view, actor)
            if picture and picture not in self._small:
                self._fetch(picture)
            small = self._small.get(picture)
            if small is not None:
                portraits[actor.id] = small
        return portraits

    def _id_of(self, view: VisibleTable, actor: Actor) -> str:
        cached = self._known.get(actor.id)
        if cached is None or cached[0] is not actor.sheet or cached[1] is not view.lists:
            cached = self._known[actor.id] = (actor.sheet, view.lists, _named(view, actor))
        return cached[2]

    def _fetch(self, picture: str) -> None:
        self._small[picture] = None
        kept = self._album.picture(picture)
        if kept is not None:
            self._work.start(lambda _: _small(kept), lambda image: self._keep(picture, image))

    def _keep(self, picture: str, image: QImage) -> None:
        if not image.isNull():
            self._small[picture] = PortraitImage(picture, image)
            self.arrived.emit()


def _named(view: VisibleTable, actor: Actor) -> str:
    """Return the id of the portrait on a sheet; an empty string for none."""
    if not any(isinstance(value, str) and len(value) == _ID for value in actor.sheet.values()):
        return ""
    # Few tables have portraits, and these modules take a while to import.
    from engine.sheets.catalogue.sheet_library import description_for
    from engine.sheets.exchange.character_file import picture_keys

    description = description_for(view.ruleset, actor.sheet, view.lists)
    value = next((actor.sheet.get(key) for key in picture_keys(description)), "") if description is not None else ""
    return value if isinstance(value, str) else ""


def _small(picture: StoredPicture) -> QImage:
    """Return a picture cut square and made small; a null image if there is none. Runs on a worker."""
    image = image_of(picture)
    if image.isNull():
        return image
    side = min(image.width(), image.height())
    left, top = (image.width() - side) // 2, int((image.height() - side) * _ABOVE)
    cut = image.copy(QRect(left, top, side, side))
    smooth = Qt.TransformationMode.SmoothTransformation
    return cut.scaled(_SIDE, _SIDE, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
