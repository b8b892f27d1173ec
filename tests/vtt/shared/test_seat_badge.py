"""The badge of a seat: nobody needs to tell colours apart to know whose it is."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from tests.vtt.colour_vision import Sight
from vtt.shared.seat_badge import SEAT_COLOURS, paint_seat_badge
from vtt.widgets.look.colour_palette import COLOURS, Appearance, contrast

INK = "#ffffff"
SIDES = (25, 50, 75)
"""The sides of the badge on a plate at 100 %, 200 % and 300 %."""


def badge(index: int, side: int, ground: str = "#000000") -> QImage:
    """Return a badge on a ground."""
    image = QImage(side, side, QImage.Format.Format_RGB32)
    image.fill(QColor(ground))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_seat_badge(painter, QRectF(1, 1, side - 2, side - 2), index)
    painter.end()
    return image


def pixels(image: QImage, *, inside: bool) -> list[tuple[int, int]]:
    """Return the pixels within the pattern of a badge, or those of the pattern itself."""
    middle, side = QPointF(image.rect().center()), image.width()
    found = []
    for x in range(side):
        for y in range(side):
            away = (QPointF(x, y) - middle).manhattanLength() / side
            radius = ((x - middle.x()) ** 2 + (y - middle.y()) ** 2) ** 0.5 / side
            if (away < 0.28) if inside else 0.34 < radius < 0.44:
                found.append((x, y))
    return found


def lit(image: QImage, *, inside: bool, sight: Sight) -> list[bool]:
    """Return which of these pixels are bright."""
    cut = 128
    lights = []
    for x, y in pixels(image, inside=inside):
        lights.append(int(sight.of(image.pixelColor(x, y))[3:5], 16) > cut)
    return lights


@pytest.mark.parametrize("sight", Sight)
def test_the_number_is_legible_on_every_badge(sight: Sight) -> None:
    for colour in SEAT_COLOURS:
        assert contrast(sight.of(INK), sight.of(colour)) >= 4.5, colour


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("sight", Sight)
def test_two_badges_differ_in_their_pattern_and_in_their_number(qapp: QApplication, sight: Sight, side: int) -> None:
    badges = [badge(index, side) for index in range(len(SEAT_COLOURS))]
    for inside, least in ((False, 0.15), (True, 0.04)):
        seen = [lit(image, inside=inside, sight=sight) for image in badges]
        for (one, first), (other, second) in combinations(enumerate(seen, 1), 2):
            unlike = sum(a != b for a, b in zip(first, second, strict=True)) / len(first)
            assert unlike >= least, f"{one} and {other}: {unlike:.3f} {inside}"


@pytest.mark.parametrize("look", Appearance)
@pytest.mark.parametrize("sight", Sight)
def test_a_badge_stands_out_from_everything_it_is_on(qapp: QApplication, look: Appearance, sight: Sight) -> None:
    colours = COLOURS[look]
    for ground in (colours.plate, colours.accent, colours.selection, colours.cloth, colours.cloth_shade):
        for index in range(len(SEAT_COLOURS)):
            shown = badge(index, 25, ground)
            rim = [shown.pixelColor(x, 12) for x in range(4)]
            assert max(contrast(sight.of(one), sight.of(ground)) for one in rim) >= 3.0, (ground, index)
