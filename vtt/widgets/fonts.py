"""The two families of type that come with the house."""

from functools import cache
from typing import Final

from PySide6.QtGui import QFont, QFontDatabase

from vtt.widgets.art import ART

UI_FAMILY: Final = "Inter"
TITLE_FAMILY: Final = "Vollkorn"


@cache
def load_fonts() -> None:
    """Make both families known to Qt; calling it again does nothing. Needs a QGuiApplication."""
    known = set(QFontDatabase.families())
    for family in (UI_FAMILY, TITLE_FAMILY):
        if family not in known:
            for path in sorted((ART / "fonts").glob(f"{family}-*.?tf")):
                QFontDatabase.addApplicationFont(str(path))


def ui_font(pixels: int, *, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """Return the face for text that is read, with figures of one width so that counters do not jump."""
    font = QFont(UI_FAMILY)
    font.setPixelSize(max(1, pixels))
    font.setWeight(weight)
    font.setFeature(QFont.Tag("tnum"), 1)
    font.setFeature(QFont.Tag("lnum"), 1)
    return font


def title_font(pixels: int, *, weight: QFont.Weight = QFont.Weight.DemiBold) -> QFont:
    """Return the serif for titles and ranks, with lining figures."""
    font = QFont(TITLE_FAMILY)
    font.setPixelSize(max(1, pixels))
    font.setWeight(weight)
    font.setFeature(QFont.Tag("lnum"), 1)
    return font
