"""The art files, and SVG drawings in the colours of the theme."""

from collections.abc import Mapping
from functools import lru_cache

from PySide6.QtCore import QByteArray
from PySide6.QtSvg import QSvgRenderer

from engine.asset_folder import ASSETS

ART = ASSETS / "art"
"""The folder `assets/art`, in the checkout and in the frozen program alike."""


@lru_cache(maxsize=256)
def svg_text(name: str) -> str:
    """Return the source of the drawing `assets/art/<name>.svg`.

    Raises:
        FileNotFoundError: there is no such drawing.
    """
    return (ART / f"{name}.svg").read_text(encoding="utf-8")


def svg_renderer(name: str, colours: Mapping[str, str]) -> QSvgRenderer:
    """Return a renderer for a drawing in which each key of `colours` is replaced by its value.

    A drawing of one colour uses `currentColor`; a court card uses the base colours named in `assets/art/README.md`.
    """
    text = svg_text(name)
    for old, new in colours.items():
        text = text.replace(old, new)
    return QSvgRenderer(QByteArray(text.encode()))
