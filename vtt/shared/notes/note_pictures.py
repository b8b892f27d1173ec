"""The pictures of notes, read beside the window."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QImage

from vtt.campaign.campaign_records import StoredPicture
from vtt.shared.pictures.picture_reader import LONGEST_SIDE, image_of
from vtt.shared.pictures.picture_store import PictureStore
from vtt.widgets.tasks.task_runner import Progress, TaskRunner

_MOST_HELD: Final = 24


class NotePictures(QObject):
    """Pictures by id; one that is not ready yet is read, and then announced.

    They are read one after the other: several readers at once would leave the window no time.

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
        self._wanted: list[str] = []
        self._awaited = ""
        self._runner = TaskRunner(self)
        self.destroyed.connect(self._runner.close)

    def images(self, ids: Iterable[str]) -> Mapping[str, QImage]:
        """Return those that are ready, and read the others."""
        wanted = tuple(dict.fromkeys(ids))
        self._wanted = [id_ for id_ in wanted if id_ not in self._images]
        self._read_next()
        return {id_: self._images[id_] for id_ in wanted if id_ in self._images}

    def _read_next(self) -> None:
        while self._wanted and not self._awaited:
            id_ = self._wanted.pop(0)
            if id_ in self._images:
                continue
            picture = self._store.picture(id_)
            if picture is None:
                self._images[id_] = QImage()
            else:
                self._awaited = id_
                self._runner.start(partial(_decoded, picture), self._take)

    def _take(self, read: tuple[str, QImage]) -> None:
        id_, image = read
        self._awaited = ""
        while len(self._images) >= _MOST_HELD:
            del self._images[next(iter(self._images))]
        self._images[id_] = image
        self.ready.emit()
        QTimer.singleShot(0, self, self._read_next)  # what is ready is drawn first


def _decoded(picture: StoredPicture, _progress: Progress) -> tuple[str, QImage]:
    return picture.id, image_of(picture, LONGEST_SIDE)
