"""Reading of SVG pictures from strangers: drawn once into pixels, within limits, and never with anything from outside.

A picture that refers to another file, to a script or to text in another language is refused. So are clones of parts
(`use`), because a few lines of them can draw for hours.
"""

from __future__ import annotations

import re
from typing import Final
from xml.parsers import expat

from PySide6.QtCore import QByteArray, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from vtt.shared.portraits.picture_error import PictureError

MOST_SVG_BYTES: Final = 4 << 20
MOST_ELEMENTS: Final = 20_000
_DEEPEST: Final = 100
_REFUSED: Final = frozenset(
    {"use", "image", "script", "foreignobject", "a", "animate", "animatetransform", "animatecolor", "set", "video"}
    | {"audio", "filter", "pattern", "mask", "marker", "symbol", "iframe"}
)
"""The elements that refer to something, move, or multiply what is drawn."""
_REFERENCE: Final = re.compile(r"url\(\s*['\"]?\s*(?!#)|@import|expression\(|javascript:", re.IGNORECASE)
_START: Final = re.compile(
    rb"^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*\?>\s*)?"
    rb"(?:<!--(?:(?!-->).)*-->\s*|<!DOCTYPE[^>]*>\s*)*<(?:svg:)?svg\b",
    re.DOTALL,
)


def is_svg(content: bytes) -> bool:
    """Return whether the contents of a file look like an SVG picture."""
    return _START.match(content[:4096]) is not None


def image_of_svg(content: bytes, longest: int) -> QImage:
    """Return an SVG picture drawn on white, its longer side as long as is allowed. Raises PictureError."""
    if len(content) > MOST_SVG_BYTES:
        raise PictureError("too_many_bytes", most=MOST_SVG_BYTES >> 20)
    _check(content)
    renderer = QSvgRenderer()
    if not renderer.load(QByteArray(content)):
        raise PictureError("broken")
    size = renderer.defaultSize()
    if size.isEmpty():
        raise PictureError("broken")
    image = QImage(size.scaled(QSize(longest, longest), Qt.AspectRatioMode.KeepAspectRatio), QImage.Format.Format_RGB32)
    if image.isNull():
        raise PictureError("broken")
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    return image


def _check(content: bytes) -> None:
    """Raise PictureError for a picture that is damaged, too large, or refers to something."""
    depth, count = 0, 0

    def started(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth, count
        depth, count = depth + 1, count + 1
        if depth > _DEEPEST or count > MOST_ELEMENTS:
            raise PictureError("svg_too_much", most=MOST_ELEMENTS)
        if name.rpartition(":")[2].casefold() in _REFUSED:
            raise PictureError("svg_refers")
        for key, value in attributes.items():
            plain = key.rpartition(":")[2].casefold()
            refers = plain in ("href", "src") and not value.strip().startswith("#")
            if refers or plain.startswith("on") or _REFERENCE.search(value):
                raise PictureError("svg_refers")

    def ended(_name: str) -> None:
        nonlocal depth
        depth -= 1

    def read_text(text: str) -> None:
        if _REFERENCE.search(text):
            raise PictureError("svg_refers")

    def declared(*_parts: object) -> None:
        raise PictureError("svg_refers")

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = started
    parser.EndElementHandler = ended
    parser.CharacterDataHandler = read_text
    parser.EntityDeclHandler = declared
    parser.ProcessingInstructionHandler = declared
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        raise PictureError("broken") from error
