"""Reading of pictures from files: on a worker thread, within limits, and small enough for the campaign.

Every picture is decoded and encoded again, so that only what is visible goes into the campaign file.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QColorSpace, QImage, QImageReader, QImageWriter

from vtt.campaign.campaign_records import PICTURE_BYTES, PICTURE_KINDS, StoredPicture
from vtt.shared.pictures.picture_error import PictureError
from vtt.shared.pictures.svg_reader import image_of_svg, is_svg
from vtt.system.disk_reasons import disk_reason

LONGEST_SIDE: Final = 1024
"""The longer side of a stored picture in pixels: at 70 mm on paper still 370 dots to the inch."""
LONGEST_ON_SCREEN: Final = 3072
"""The same of a picture that is shown large: enough to zoom into a map on a 4K screen."""
MOST_BYTES: Final = 64 << 20
MOST_PIXELS: Final = 64_000_000
"""More than any camera makes; with four bytes each, the limit of Qt."""
MOST_SIDE: Final = 30_000
_MEMORY: Final = 256
_FORMATS: Final = frozenset({"png", "jpeg", "jpg", "webp", "bmp", "gif"})
_QUALITY: Final = 88
_PDF_HEAD: Final = 1024
"""So many bytes may be in front of a PDF."""
_JPEG_END: Final = 0xD9
_LIGHT_BYTES: Final = 700_000
_LIGHT_PIXELS: Final = 1_000_000
"""With so many bytes and so many pixels at most, a picture is decoded in some 20 ms. Few bytes can be many pixels."""


@dataclass(frozen=True, slots=True)
class PictureUse:
    """The use of a picture, which decides what is read.

    Attributes:
        longest: the longer side of the stored picture in pixels; a larger picture is made smaller.
        svg: an SVG picture is drawn and stored as pixels; else it is refused.
    """

    longest: int = LONGEST_SIDE
    svg: bool = False


PORTRAIT: Final = PictureUse()


def read_file(path: Path, use: PictureUse = PORTRAIT) -> StoredPicture:
    """Read a picture from a file. Raises PictureError. May be called in any thread."""
    try:
        if not path.is_file():
            raise PictureError("no_file")
        if path.stat().st_size > MOST_BYTES:
            raise PictureError("too_many_bytes", most=MOST_BYTES >> 20)
        content = path.read_bytes()
    except OSError as error:
        raise PictureError("unreadable", reason=disk_reason(error)) from error
    return read_bytes(content, path.stem[:80], use)


def read_bytes(content: bytes, name: str = "", use: PictureUse = PORTRAIT) -> StoredPicture:
    """Read a picture from the contents of a file. Raises PictureError."""
    if len(content) > MOST_BYTES:
        raise PictureError("too_many_bytes", most=MOST_BYTES >> 20)
    if use.svg and is_svg(content):
        return from_image(image_of_svg(content, use.longest), name, use)
    if content[:_PDF_HEAD].lstrip().startswith(b"%PDF-"):
        raise PictureError("pdf")
    if _is_cut_off(content):
        raise PictureError("broken")
    reader, _buffer = _reader(content)
    kind = bytes(reader.format().data()).decode("ascii", "replace")
    if not reader.canRead() or kind not in _FORMATS:
        raise PictureError("no_picture_or_svg" if use.svg else "no_picture")
    size = reader.size()
    if size.isValid() and not _bearable(size):
        raise PictureError("too_large", wide=size.width(), high=size.height())
    if not size.isValid() and kind != "gif":
        raise PictureError("broken")
    if reader.supportsAnimation() and reader.imageCount() > 1:
        raise PictureError("moving")
    if size.isValid():
        _scale(reader, size, use.longest)
    image = reader.read()
    if image.isNull():
        raise PictureError("broken")
    return from_image(image, name, use)


def from_image(image: QImage, name: str = "", use: PictureUse = PORTRAIT) -> StoredPicture:
    """Return an image as a picture for the campaign. Raises PictureError. May be called in any thread."""
    if image.isNull():
        raise PictureError("no_picture")
    if not _bearable(image.size()):
        raise PictureError("too_large", wide=image.width(), high=image.height())
    if max(image.width(), image.height()) > use.longest:
        image = image.scaled(
            QSize(use.longest, use.longest),
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
    see_through = image.hasAlphaChannel()
    image = image.convertToFormat(QImage.Format.Format_ARGB32 if see_through else QImage.Format.Format_RGB32)
    if image.colorSpace().isValid():  # the colours stay; the profile, which may name a device, does not
        image.convertToColorSpace(QColorSpace(QColorSpace.NamedColorSpace.SRgb))
        image.setColorSpace(QColorSpace())
    for key in image.textKeys():
        image.setText(key, "")
    media = "image/png" if see_through else "image/jpeg"
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    # Encoded again: metadata, such as the place of a photograph, is dropped.
    writer = QImageWriter(buffer, PICTURE_KINDS[media][0][1:].encode())
    if not see_through:
        writer.setQuality(_QUALITY)
    if not writer.write(image):
        raise PictureError("broken")
    content = bytes(buffer.data().data())
    if len(content) > PICTURE_BYTES:
        raise PictureError("too_many_bytes", most=PICTURE_BYTES >> 20)
    return StoredPicture(id=hashlib.sha256(content).hexdigest(), name=name, media_type=media, content=content)


def image_of(picture: StoredPicture, longest: int = LONGEST_SIDE) -> QImage:
    """Return the image of a stored picture, not larger than a picture may be; a null image for none.

    It may come with a file from strangers, so it is checked as strictly as any other.
    """
    if not picture.fits():
        return QImage()
    reader, _buffer = _reader(picture.content)
    size = reader.size()
    if not _bearable(size):
        return QImage()
    _scale(reader, size, longest)
    return reader.read()


def is_light(picture: StoredPicture) -> bool:
    """Return whether a picture can be decoded at once; any other must be decoded on a worker.

    Only the head of the picture is read for that.
    """
    if len(picture.content) > _LIGHT_BYTES:
        return False
    reader, _buffer = _reader(picture.content)
    size = reader.size()
    return size.isValid() and size.width() * size.height() <= _LIGHT_PIXELS


def _is_cut_off(content: bytes) -> bool:
    """Return whether a picture has no end. Qt draws the rest of such a picture in grey."""
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
    """Go through the parts of a JPEG to its end: embedded pictures, such as previews, have ends of their own."""
    at = 2
    while (at := content.find(b"\xff", at)) >= 0 and at + 1 < len(content):
        mark = content[at + 1]
        if mark == _JPEG_END:
            return True
        if mark == 0xFF:
            at += 1
        elif mark == 0 or 0xD0 <= mark <= 0xD8 or mark == 0x01:  # no segment, but within the picture's data
            at += 2
        else:
            at += 2 + int.from_bytes(content[at + 2 : at + 4])
    return False


def _reader(content: bytes) -> tuple[QImageReader, QBuffer]:
    """Return a reader, and its buffer, which must live as long."""
    QImageReader.setAllocationLimit(_MEMORY)
    buffer = QBuffer()
    buffer.setData(QByteArray(content))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setDecideFormatFromContent(True)
    reader.setAutoTransform(True)
    return reader, buffer


def _scale(reader: QImageReader, size: QSize, longest: int) -> None:
    """Make the reader return a large picture smaller; a JPEG is never decoded larger than needed."""
    if max(size.width(), size.height()) > longest:
        reader.setScaledSize(size.scaled(longest, longest, Qt.AspectRatioMode.KeepAspectRatio))


def _bearable(size: QSize) -> bool:
    wide, high = size.width(), size.height()
    return 0 < wide <= MOST_SIDE and 0 < high <= MOST_SIDE and wide * high <= MOST_PIXELS
