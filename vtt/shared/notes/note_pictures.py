"""The pictures of notes, read beside the window."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from vtt.campaign.campaign_records import StoredPicture
from vtt.shared.pictures.picture_reader import LONGEST_SIDE, image_of
from vtt.shared.pictures.picture_store import PictureStore
from vtt.widgets.tasks.task_runner import TaskRunner

_MOST_HELD: Final = 24


class NotePictures(QObject):
    """Pictures by id; one that is not ready yet is read, and then announced.

    Args:
        store: has the pictures.
        parent: the Qt owner.

    Signals:
        ready: a picture is there.
    """

    ready = Signal()

    def __init__(self, store: PictureStore, parent: QObject) -> None:
        super().__init__(parent)
        self._store = store
        self._images: dict[str, QImage] = {}
        self._awaited: set[str] = set()
        self._runner = TaskRunner(self)
        self.destroyed.connect(self._runner.close)

    def images(self, ids: Iterable[str]) -> Mapping[str, QImage]:
        """Return those that are ready, and read the others."""
        found: dict[str, QImage] = {}
        for id_ in ids:
            image = self._images.get(id_)
            if image is not None:
                found[id_] = image
            elif id_ not in self._awaited:
                self._read(id_)
        return found

    def _read(self, id_: str) -> None:
        picture = self._store.picture(id_)
        if picture is None:
            self._images[id_] = QImage()
            return
        self._awaited.add(id_)
        self._runner.start(lambda _: _decoded(picture), self._take)

    def _take(self, read: tuple[str, QImage]) -> None:
        id_, image = read
        self._awaited.discard(id_)
        while len(self._images) >= _MOST_HELD:
            del self._images[next(iter(self._images))]
        self._images[id_] = image
        self.ready.emit()


def _decoded(picture: StoredPicture) -> tuple[str, QImage]:
    return picture.id, image_of(picture, LONGEST_SIDE)
