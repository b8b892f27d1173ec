"""Portraits as images, no larger than paper can show."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QColor, QImage, QImageReader, QPainter

from vtt.sheets.print.print_job import PrintJob

_LARGEST_PORTRAIT: Final = 900
"""The longer side of a portrait on paper in dots: some 400 to the inch."""
_MOST_DOTS: Final = 200_000_000


def printed_portraits(job: PrintJob) -> dict[str, QImage]:
    """Return the portraits of a job, no larger than paper can show; invalid pictures are left out."""
    found = {}
    for key, content in job.pictures.items():
        image = read_portrait(content, grey=job.options.grey)
        if image is not None:
            found[key] = image
    return found


def read_portrait(content: bytes, *, grey: bool = False) -> QImage | None:
    """Read a picture as large as paper can show it; None if it is no picture, or far too large."""
    data = QByteArray(content)
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    size = reader.size()
    if size.isValid():
        if size.width() * size.height() > _MOST_DOTS:
            return None
        if max(size.width(), size.height()) > _LARGEST_PORTRAIT:
            reader.setScaledSize(size.scaled(_LARGEST_PORTRAIT, _LARGEST_PORTRAIT, Qt.AspectRatioMode.KeepAspectRatio))
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
