"""Portraits and other pictures as images, no larger than paper can show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QColor, QImage, QImageIOHandler, QImageReader, QPainter

from vtt.sheets.print.print_job import PrintJob

_LARGEST_PORTRAIT: Final = 900
"""The longer side of a portrait on paper in dots: some 400 to the inch."""
_LARGEST_PICTURE: Final = 2400
"""The same of a picture that can fill a page: some 300 to the inch."""
_NARROWEST: Final = 0.05
_MOST_DOTS: Final = 200_000_000


def printed_portraits(job: PrintJob) -> Mapping[str, QImage]:
    """Return the pictures of a job, no larger than paper can show; invalid pictures are left out."""
    return _PrintedPictures(job)


class _PrintedPictures(Mapping[str, QImage]):
    """The pictures of a job. Portraits are read once; of the pictures that can fill a page only the last one stays."""

    def __init__(self, job: PrintJob) -> None:
        self._grey = job.options.grey
        self._large = {key: job.pictures[key] for key in job.large_pictures if key in job.pictures}
        self._portraits = {
            key: image
            for key, content in job.pictures.items()
            if key not in self._large and (image := read_portrait(content, grey=self._grey)) is not None
        }
        self._last: tuple[str, QImage | None] = ("", None)

    def __getitem__(self, key: str) -> QImage:
        if key not in self._large:
            return self._portraits[key]
        if self._last[0] != key:
            self._last = (key, read_portrait(self._large[key], _LARGEST_PICTURE, grey=self._grey))
        image = self._last[1]
        if image is None:
            raise KeyError(key)
        return image

    def __iter__(self) -> Iterator[str]:
        yield from self._portraits
        yield from self._large

    def __len__(self) -> int:
        return len(self._portraits) + len(self._large)


def picture_ratio(content: bytes) -> float:
    """Return the height of a picture divided by its width; 1 if that cannot be read. Only its header is read.

    A strip counts as no narrower than `_NARROWEST`, so that there is a place to paint it.
    """
    reader, _buffer = _reader(content)
    size = reader.size()
    if size.isEmpty():
        return 1.0
    turned = bool(reader.transformation() & QImageIOHandler.Transformation.TransformationRotate90)
    ratio = size.width() / size.height() if turned else size.height() / size.width()
    return min(1 / _NARROWEST, max(_NARROWEST, ratio))


def _reader(content: bytes) -> tuple[QImageReader, QBuffer]:
    """Return a reader of a picture, and the buffer that it reads from."""
    buffer = QBuffer()
    buffer.setData(QByteArray(content))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    return reader, buffer


def read_portrait(content: bytes, longest: int = _LARGEST_PORTRAIT, *, grey: bool = False) -> QImage | None:
    """Read a picture as large as paper can show it; None if it is no picture, or far too large.

    Args:
        content: the content of its file.
        longest: the maximum length of its longer side in dots.
        grey: without colours.
    """
    reader, _buffer = _reader(content)
    size = reader.size()
    if size.isValid():
        if size.width() * size.height() > _MOST_DOTS:
            return None
        if max(size.width(), size.height()) > longest:
            reader.setScaledSize(size.scaled(longest, longest, Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    if image.isNull():
        return None
    # Transparency would become a mask that some printers cannot handle.
    flat = QImage(image.size(), QImage.Format.Format_RGB32)
    flat.fill(QColor("white"))
    painter = QPainter(flat)
    painter.drawImage(0, 0, image)
    painter.end()
    return flat.convertToFormat(QImage.Format.Format_Grayscale8) if grey else flat
