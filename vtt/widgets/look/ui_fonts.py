"""The two families of type that come with the house."""

import atexit
from functools import cache
from threading import local
from typing import Final

from PySide6.QtGui import QFont, QFontDatabase

from vtt.widgets.look.art_files import ART

UI_FAMILY: Final = "Inter"
TITLE_FAMILY: Final = "Vollkorn"


@cache
def load_fonts() -> None:
    """Make both families known to Qt; calling it again does nothing. Needs a QGuiApplication."""
    families = set(QFontDatabase.families())
    for family in (UI_FAMILY, TITLE_FAMILY):
        if family not in families:
            for path in sorted((ART / "fonts").glob(f"{family}-*.?tf")):
                QFontDatabase.addApplicationFont(str(path))


def ui_font(pixels: int, *, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """Return the face for text that is read, with figures of one width so that counters do not jump.

    It is shared: who wants another one changes a copy.
    """
    return _shared(UI_FAMILY, max(1, pixels), weight)


def title_font(pixels: int, *, weight: QFont.Weight = QFont.Weight.DemiBold) -> QFont:
    """Return the serif for titles and ranks, with lining figures. It is shared, too."""
    return _shared(TITLE_FAMILY, max(1, pixels), weight)


class _SharedFonts(local):
    """The fonts of one thread; what Qt finds out about one is known to all who use it."""

    def __init__(self) -> None:
        self.made: dict[tuple[str, int, QFont.Weight], QFont] = {}

    def changed(self) -> list[tuple[str, int, QFont.Weight]]:
        """Return family, pixels and weight of fonts that somebody has changed; there must be none."""
        return [key for key, font in self.made.items() if font != _make(*key)]


SHARED_FONTS: Final = _SharedFonts()
_MOST: Final = 256


def _shared(family: str, pixels: int, weight: QFont.Weight) -> QFont:
    made = SHARED_FONTS.made
    font = made.get((family, pixels, weight))
    if font is None:
        if len(made) >= _MOST:
            made.clear()
        font = made[family, pixels, weight] = _make(family, pixels, weight)
    return font


def _make(family: str, pixels: int, weight: QFont.Weight) -> QFont:
    font = QFont(family)
    font.setPixelSize(pixels)
    font.setWeight(weight)
    for feature in ("tnum", "lnum") if family == UI_FAMILY else ("lnum",):
        font.setFeature(QFont.Tag(feature), 1)
    return font


atexit.register(SHARED_FONTS.made.clear)  # no font may outlive the application
