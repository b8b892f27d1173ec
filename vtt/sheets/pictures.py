"""Pictures that people bring: read on a worker thread, never larger than is good, and made small enough to keep.

Whatever comes is decoded and written anew, so that nothing but what is seen goes into the campaign file.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QColorSpace, QImage, QImageReader, QImageWriter

from engine.play.words import Message, say
from engine.table.frozen import Json
from vtt.save.records import PICTURE_KINDS, Picture

LONGEST_SIDE: Final = 1024
"""Pixels of the longer side of a picture that is kept: at 70 mm on paper still 370 dots to the inch."""
MOST_BYTES: Final = 64 << 20
MOST_PIXELS: Final = 64_000_000
"""More than any camera makes; four bytes each are what Qt takes at the most."""
MOST_SIDE: Final = 30_000
_MEMORY: Final = 256
_FORMATS: Final = frozenset({"png", "jpeg", "jpg", "webp", "bmp", "gif"})
_QUALITY: Final = 88
_JPEG_END: Final = 0xD9
_LIGHT: Final = 700_000
"""Bytes that are decoded in some 20 ms."""


class NoPicture(Exception):
    """Something that cannot be taken as a picture; its text is one sentence."""

    def __init__(self, key: str, **params: Json) -> None:
        super().__init__(say(Message(key=f"sheets.picture.{key}", params=params)))


def read_file(path: Path) -> Picture:
    """Read a picture from a file. Raises NoPicture. May be called in any thread."""
    try:
        if not path.is_file():
            raise NoPicture("no_file")
        if path.stat().st_size > MOST_BYTES:
            raise NoPicture("too_many_bytes", most=MOST_BYTES >> 20)
        content = path.read_bytes()
    except OSError as error:
        raise NoPicture("unreadable", reason=error.strerror or str(error)) from error
    return read_bytes(content, path.stem[:80])


def read_bytes(content: bytes, name: str = "") -> Picture:
    """Read a picture from what a file holds. Raises NoPicture."""
    if len(content) > MOST_BYTES:
        raise NoPicture("too_many_bytes", most=MOST_BYTES >> 20)
    if _is_cut_off(content):
        raise NoPicture("broken")
    reader, _buffer = _reader(content)
    kind = bytes(reader.format().data()).decode("ascii", "replace")
    if not reader.canRead() or kind not in _FORMATS:
        raise NoPicture("no_picture")
    size = reader.size()
    if size.isValid() and not _bearable(size):
        raise NoPicture("too_large", wide=size.width(), high=size.height())
    if not size.isValid() and kind != "gif":
        raise NoPicture("broken")
    if reader.supportsAnimation() and reader.imageCount() > 1:
        raise NoPicture("moving")
    if size.isValid():
        _scale(reader, size)
    image = reader.read()
    if image.isNull():
        raise NoPicture("broken")
    return from_image(image, name)


def from_image(image: QImage, name: str = "") -> Picture:
    """Return an image as a picture that can be kept. Raises NoPicture. May be called in any thread."""
    if image.isNull():
        raise NoPicture("no_picture")
    if not _bearable(image.size()):
        raise NoPicture("too_large", wide=image.width(), high=image.height())
    if max(image.width(), image.height()) > LONGEST_SIDE:
        image = image.scaled(
            QSize(LONGEST_SIDE, LONGEST_SIDE),
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
    see_through = image.hasAlphaChannel()
    image = image.convertToFormat(QImage.Format.Format_ARGB32 if see_through else QImage.Format.Format_RGB32)
    if image.colorSpace().isValid():  # what is seen stays as it was; the profile, which may name a device, does not
        image.convertToColorSpace(QColorSpace(QColorSpace.NamedColorSpace.SRgb))
        image.setColorSpace(QColorSpace())
    for key in image.textKeys():
        image.setText(key, "")
    media = "image/png" if see_through else "image/jpeg"
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    # Written anew: what a file said of itself besides, such as where a photograph was taken, stays behind.
    writer = QImageWriter(buffer, PICTURE_KINDS[media][0][1:].encode())
    if not see_through:
        writer.setQuality(_QUALITY)
    if not writer.write(image):
        raise NoPicture("broken")
    content = bytes(buffer.data().data())
    return Picture(id=hashlib.sha256(content).hexdigest(), name=name, media_type=media, content=content)


def image_of(picture: Picture) -> QImage:
    """Return what is seen on a picture of the campaign, not larger than one that is kept; a null image for none.

    It may have come with a file from strangers, so it is looked at as closely as any other.
    """
    if not picture.fits():
        return QImage()
    reader, _buffer = _reader(picture.content)
    size = reader.size()
    if not _bearable(size):
        return QImage()
    _scale(reader, size)
    return reader.read()


def is_light(picture: Picture) -> bool:
    """Say whether a picture can be shown at once; any other is better decoded beside the window."""
    return len(picture.content) <= _LIGHT


def _is_cut_off(content: bytes) -> bool:
    """Say whether a picture has no end. Qt paints one that was cut off as far as it goes, and grey from there."""
    if content.startswith(b"\xff\xd8"):
        return not _jpeg_ends(content)
    if content.startswith(b"\x89PNG"):
        return not 0 <= content.rfind(b"IEND") <= len(content) - 8
    if content.startswith(b"GIF8"):
        return not content.rstrip(b"\0").endswith(b";")
    if content.startswith(b"RIFF"):
        return len(content) < 8 + int.from_bytes(content[4:8], "little")
    return content.startswith(b"BM") and len(content) < int.from_bytes(content[2:6], "little")


def _jpeg_ends(content: bytes) -> bool:
    """Go through the parts of a JPEG to its end: pictures within it, such as small previews, have ends of their own."""
    at = 2
    while (at := content.find(b"\xff", at)) >= 0 and at + 1 < len(content):
        mark = content[at + 1]
        if mark == _JPEG_END:
            return True
        if mark == 0xFF:
            at += 1
        elif mark == 0 or 0xD0 <= mark <= 0xD8 or mark == 0x01:  # no part, but within the picture's data
            at += 2
        else:
            at += 2 + int.from_bytes(content[at + 2 : at + 4])
    return False


def _reader(content: bytes) -> tuple[QImageReader, QBuffer]:
    """Return a reader, and what it reads from, which has to live as long."""
    QImageReader.setAllocationLimit(_MEMORY)
    buffer = QBuffer()
    buffer.setData(QByteArray(content))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setDecideFormatFromContent(True)
    reader.setAutoTransform(True)
    return reader, buffer


def _scale(reader: QImageReader, size: QSize) -> None:
    """Have a large picture come smaller; JPEG is never decoded larger than it is needed."""
    if max(size.width(), size.height()) > LONGEST_SIDE:
        reader.setScaledSize(size.scaled(LONGEST_SIDE, LONGEST_SIDE, Qt.AspectRatioMode.KeepAspectRatio))


def _bearable(size: QSize) -> bool:
    wide, high = size.width(), size.height()
    return 0 < wide <= MOST_SIDE and 0 < high <= MOST_SIDE and wide * high <= MOST_PIXELS
