"""The two families of type that come with the house."""

import atexit
from functools import cache, lru_cache
from threading import get_ident
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
    """Return the face for text that is read, with figures of one width so that counters do not jump."""
    return QFont(_made(get_ident(), UI_FAMILY, max(1, pixels), weight, ("tnum", "lnum")))


def title_font(pixels: int, *, weight: QFont.Weight = QFont.Weight.DemiBold) -> QFont:
    """Return the serif for titles and ranks, with lining figures."""
    return QFont(_made(get_ident(), TITLE_FAMILY, max(1, pixels), weight, ("lnum",)))


@lru_cache(maxsize=256)
def _made(thread: int, family: str, pixels: int, weight: QFont.Weight, features: tuple[str, ...]) -> QFont:
    """Return a font of which copies are given out, in one thread: they share what Qt has found out about it."""
    font = QFont(family)
    font.setPixelSize(pixels)
    font.setWeight(weight)
    for feature in features:
        font.setFeature(QFont.Tag(feature), 1)
    return font


atexit.register(_made.cache_clear)  # no font may outlive the application
