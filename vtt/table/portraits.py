"""The pictures of characters, made small on a worker thread and kept: no paint ever decodes or scales one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from PySide6.QtCore import QObject, QRect, Qt, Signal
from PySide6.QtGui import QImage

from engine.play.sight import View
from engine.table.frozen import Json
from engine.table.seats import Actor
from vtt.save.records import Picture
from vtt.table.medallion import Portrait
from vtt.widgets.work import Workshop

_SIDE: Final = 160
"""Pixels of a picture that is kept here: a medallion at 300 % on a screen of four thousand is no larger."""
_ABOVE: Final = 0.2
"""How much of what is too high goes at the top: that is where the face is."""
_ID: Final = 64


class Album(Protocol):
    """Where pictures are kept: the session."""

    def picture(self, picture: str) -> Picture | None:
        """Return a picture by its id."""
        ...


class Portraits(QObject):
    """Finds the picture that stands on a character's sheet.

    Args:
        album: where pictures are kept.
        parent: the Qt owner.

    Signals:
        arrived: a picture is there that was not before.
    """

    arrived = Signal()

    def __init__(self, album: Album, parent: QObject) -> None:
        super().__init__(parent)
        self._album = album
        self._known: dict[str, tuple[Mapping[str, Json], object, str]] = {}
        self._small: dict[str, Portrait | None] = {}
        self._work = Workshop(self)
        parent.destroyed.connect(self._work.close)

    def of(self, view: View) -> dict[str, Portrait]:
        """Return the pictures of those characters whose sheet this viewer may read, as far as they are there yet."""
        found: dict[str, Portrait] = {}
        for actor in view.actors.values():
            picture = self._id_of(view, actor)
            if picture and picture not in self._small:
                self._fetch(picture)
            small = self._small.get(picture)
            if small is not None:
                found[actor.id] = small
        return found

    def _id_of(self, view: View, actor: Actor) -> str:
        known = self._known.get(actor.id)
        if known is None or known[0] is not actor.sheet or known[1] is not view.lists:
            known = self._known[actor.id] = (actor.sheet, view.lists, _named(view, actor))
        return known[2]

    def _fetch(self, picture: str) -> None:
        self._small[picture] = None
        kept = self._album.picture(picture)
        if kept is not None:
            self._work.start(lambda _: _small(kept), lambda image: self._keep(picture, image))

    def _keep(self, picture: str, image: QImage) -> None:
        if not image.isNull():
            self._small[picture] = Portrait(picture, image)
            self.arrived.emit()


def _named(view: View, actor: Actor) -> str:
    """Return the id of the picture that stands on a sheet; an empty string for none."""
    if not any(isinstance(value, str) and len(value) == _ID for value in actor.sheet.values()):
        return ""
    from engine.sheets.portable import picture_keys  # few tables have pictures, and this takes a while to import
    from engine.sheets.shelf import description_for

    description = description_for(view.ruleset, actor.sheet, view.lists)
    value = next((actor.sheet.get(key) for key in picture_keys(description)), "") if description is not None else ""
    return value if isinstance(value, str) else ""


def _small(picture: Picture) -> QImage:
    """Return a picture cut square and made small; a null image if it is none. Runs on a worker."""
    from vtt.sheets.pictures import image_of

    image = image_of(picture)
    if image.isNull():
        return image
    side = min(image.width(), image.height())
    left, top = (image.width() - side) // 2, int((image.height() - side) * _ABOVE)
    cut = image.copy(QRect(left, top, side, side))
    smooth = Qt.TransformationMode.SmoothTransformation
    return cut.scaled(_SIDE, _SIDE, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
