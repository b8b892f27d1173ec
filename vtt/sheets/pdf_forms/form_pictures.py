"""The picture that somebody chose for a button of a form, as a viewer leaves it in the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage

if TYPE_CHECKING:
    from pypdf.generic import DictionaryObject, PdfObject, StreamObject

_MOST_PARTS: Final = 40
_MOST_LEVELS: Final = 4
_MOST_SIDE: Final = 12_000
_UNKNOWN: Final = 16
_KINDS: Final = {1: QImage.Format.Format_Grayscale8, 3: QImage.Format.Format_RGB888}
"""The formats of dots by the number of their colours."""
_COLOURS: Final = {"/DeviceGray": 1, "/CalGray": 1, "/DeviceRGB": 3, "/CalRGB": 3}


def picture_on(button: DictionaryObject) -> bytes:
    """Return the picture on a button as the content of a JPEG or PNG file; empty if there is none.

    Of a picture in a form that is not known here, it is the beginning of what the file holds, which is no picture.
    """
    icon = _inside(_inside(button, "/MK"), "/I")
    face = _inside(_inside(button, "/AP"), "/N")
    for drawing in (icon, face):
        image = _image_in(drawing, [0], 0)
        if image is not None:
            return _content_of(image)
    return b""


def _inside(above: DictionaryObject, key: str) -> DictionaryObject:
    from pypdf.generic import DictionaryObject

    found = above.get(key)
    target = found.get_object() if found is not None else None
    return target if isinstance(target, DictionaryObject) else DictionaryObject()


def _image_in(drawing: DictionaryObject, count: list[int], level: int) -> StreamObject | None:
    """Return the first image of a drawing; of one inside another drawing no deeper than `_MOST_LEVELS`."""
    from pypdf.generic import DictionaryObject, StreamObject

    parts = _inside(_inside(drawing, "/Resources"), "/XObject")
    for reference in parts.values():
        count[0] += 1
        part = reference.get_object()
        if count[0] > _MOST_PARTS or level > _MOST_LEVELS or not isinstance(part, DictionaryObject):
            return None
        if part.get("/Subtype") == "/Image":
            return part if isinstance(part, StreamObject) else None
        found = _image_in(part, count, level + 1)
        if found is not None:
            return found
    return None


def _content_of(image: StreamObject) -> bytes:
    from pypdf.generic import ArrayObject

    raw = image.get("/Filter")
    filters = raw.get_object() if raw is not None else None
    names = list(filters) if isinstance(filters, ArrayObject) else [filters]
    data = image.get_data()
    if names[-1] == "/DCTDecode":  # that is how a PDF names the content of a JPEG file
        return data
    wide, high, bits = (_whole(image, key) for key in ("/Width", "/Height", "/BitsPerComponent"))
    colours = _colours(image.get("/ColorSpace"))
    known = 0 < wide <= _MOST_SIDE and 0 < high <= _MOST_SIDE and bits == 8 and colours in _KINDS
    if not known or len(data) < wide * high * colours:
        return data[:_UNKNOWN] or b"?"
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImage(data, wide, high, wide * colours, _KINDS[colours]).save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def _whole(image: DictionaryObject, key: str) -> int:
    found = image.get(key)
    number = found.get_object() if found is not None else 0
    return number if isinstance(number, int) else 0


def _colours(space: PdfObject | None) -> int:
    """Return the number of colours of a dot; 0 if they are not plain numbers."""
    from pypdf.generic import ArrayObject, StreamObject

    found = space.get_object() if space is not None else None
    if isinstance(found, ArrayObject) and len(found) > 1:
        profile = found[1].get_object()
        if found[0] == "/ICCBased" and isinstance(profile, StreamObject):
            return _whole(profile, "/N")
        found = found[0]
    return _COLOURS.get(str(found), 0)
