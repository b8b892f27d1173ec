"""Reading of SVG pictures from strangers: checked, then drawn once into pixels, never with anything from outside.

A picture that refers to another file, to a script or to text in another language is refused. So are clones of parts
(`use`), because a few lines of them can draw for hours.
"""

from __future__ import annotations

import re
from typing import Final
from xml.parsers import expat

from PySide6.QtGui import QImage

from vtt.shared.pictures.picture_error import PictureError
from vtt.shared.pictures.svg_drawing import drawn_aside

MOST_SVG_BYTES: Final = 4 << 20
MOST_ELEMENTS: Final = 20_000
_DEEPEST: Final = 100
_REFUSED: Final = frozenset(
    {"use", "image", "script", "foreignobject", "a", "animate", "animatetransform", "animatecolor", "set", "video"}
    | {"audio", "filter", "pattern", "mask", "marker", "symbol", "iframe"}
)
"""The elements that refer to something, move, or multiply what is drawn."""
_REFERENCE: Final = re.compile(r"url\(\s*+['\"]?+\s*+(?!#)|@import|expression\(|javascript:", re.IGNORECASE)
_QUOTE: Final = rb"(?:['\"]|&(?:quot|apos|#39|#34);)?"
_OWN_PART: Final = re.compile(rb"url\(\s*" + _QUOTE + rb"\s*(#[^\s'\")&]+)\s*" + _QUOTE + rb"\s*\)", re.IGNORECASE)
"""A reference to a part of the picture itself, which Qt understands only without quotation marks."""
_START: Final = re.compile(
    rb"^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*\?>\s*)?"
    rb"(?:<!--(?:(?!-->).)*-->\s*|<!DOCTYPE[^>]*>\s*)*<(?:svg:)?svg\b",
    re.DOTALL,
)


def is_svg(content: bytes) -> bool:
    """Return whether the contents of a file look like an SVG picture."""
    return _START.match(content[:4096]) is not None


def image_of_svg(content: bytes, longest: int) -> QImage:
    """Return an SVG picture drawn on white, its longer side as long as is allowed; call it on a worker.

    Raises:
        PictureError: the picture is damaged, too large, too slow, or refers to something.
    """
    if len(content) > MOST_SVG_BYTES:
        raise PictureError("too_many_bytes", most=MOST_SVG_BYTES >> 20)
    _check(content)
    return drawn_aside(_OWN_PART.sub(rb"url(\1)", content), longest)


def _check(content: bytes) -> None:
    """Raise PictureError for a picture that is damaged, too large, or refers to something."""
    depth, count = 0, 0
    names: list[str] = []

    def started(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth, count
        depth, count = depth + 1, count + 1
        if depth > _DEEPEST or count > MOST_ELEMENTS:
            raise PictureError("svg_too_much", most=MOST_ELEMENTS)
        plain_name = name.rpartition(":")[2].casefold()
        names.append(plain_name)
        if plain_name in _REFUSED:
            raise PictureError("svg_refers")
        for key, value in attributes.items():
            plain = key.rpartition(":")[2].casefold()
            refers = plain in ("href", "src") and not value.strip().startswith("#")
            if refers or plain.startswith("on") or _REFERENCE.search(value):
                raise PictureError("svg_refers")

    def ended(_name: str) -> None:
        nonlocal depth
        depth -= 1
        names.pop()

    def read_text(text: str) -> None:
        if names[-1] == "style" and _REFERENCE.search(text):  # what is read in the picture may say anything
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
