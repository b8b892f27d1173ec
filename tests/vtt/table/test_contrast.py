"""What the table says by light and colour is seen in every look, and by people who see fewer colours."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from tests.vtt.colour_vision import Sight
from vtt.moments.dice_motion import throw_dice
from vtt.moments.die_solid_painting import DieColours, paint_die_solid
from vtt.moments.polyhedra import numbered_die
from vtt.moments.scene_painting import paint_panel
from vtt.table.input.selection_marks import paint_selection_band
from vtt.table.painting.pile_painting import paint_stitched_outline
from vtt.table.seats.seat_light_painting import paint_seat_light
from vtt.table.seats.seat_painting import plate_ground
from vtt.widgets.look.colour_palette import Appearance, Colours, contrast
from vtt.widgets.look.theme import Theme

TEXT, SIGN, HIGH = 4.5, 3.0, 7.0
"""The least contrast of text, of signs, and of text in the high-contrast look."""


@pytest.fixture(params=Appearance)
def theme(request: pytest.FixtureRequest) -> Theme:
    return Theme(look=request.param)


@pytest.fixture(params=Sight)
def sight(request: pytest.FixtureRequest) -> Sight:
    sight: Sight = request.param
    return sight


def between(theme: Theme, sight: Sight, one: str, other: str) -> float:
    """Return the contrast between two colours of a theme."""
    colours: Colours = theme.colours
    return contrast(sight.of(getattr(colours, one)), sight.of(getattr(colours, other)))


def on(ground: QColor, size: tuple[int, int]) -> tuple[QImage, QPainter]:
    """Return a picture of one colour, and its painter."""
    image = QImage(*size, QImage.Format.Format_RGB32)
    image.fill(ground)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return image, painter


def greatest(image: QImage, ground: QColor, sight: Sight, rows: range) -> float:
    """Return the greatest contrast with the ground along a column in the middle."""
    x, seen = image.width() // 2, sight.of(ground)
    return max(contrast(sight.of(image.pixelColor(x, y)), seen) for y in rows)


@pytest.mark.parametrize("active", [False, True])
def test_a_plate_says_by_its_brightness_that_the_table_waits_for_its_seat(
    theme: Theme, sight: Sight, active: bool
) -> None:
    waits = plate_ground(theme, waited=True, active=active)
    others = {plate_ground(theme, waited=False, active=active), plate_ground(theme, waited=False, active=False)}
    for other in others:
        assert between(theme, sight, waits, other) >= SIGN, f"{waits} and {other}"
    least = HIGH if theme.look is Appearance.HIGH_CONTRAST else TEXT
    for ground in (waits, *others):
        assert between(theme, sight, f"on_{ground}", ground) >= least, ground
    assert between(theme, sight, "legal", "rail") >= SIGN, "its rim on the rail"
    assert between(theme, sight, "legal", "cloth") >= SIGN, "its rim on the cloth"


def test_the_button_of_a_seat_that_is_not_seen_is_legible(theme: Theme, sight: Sight) -> None:
    for ground in ("plate", "accent"):
        assert between(theme, sight, f"on_{ground}", ground) >= TEXT
    assert between(theme, sight, "accent", "plate") >= SIGN, "a seat that is waited for, and one that is not"


def test_the_light_on_a_hand_is_brighter_than_the_cloth(qapp: QApplication, theme: Theme, sight: Sight) -> None:
    reach = theme.metrics.pad_xl
    for name in ("cloth", "cloth_shade"):
        cloth = theme.colour(name)
        image, painter = on(cloth, (200 + 2 * reach, 120 + 2 * reach))
        paint_seat_light(painter, QRectF(image.rect()), reach, theme, theme.metrics)
        painter.end()
        assert greatest(image, cloth, sight, range(reach + 2)) >= SIGN, name


def test_the_light_of_a_seat_has_no_edge_inside_where_cards_are_lifted_from_it(qapp: QApplication) -> None:
    theme, reach = Theme(), 24
    image, painter = on(QColor("black"), (300, 200))
    paint_seat_light(painter, QRectF(image.rect()), reach, theme, theme.metrics)
    painter.end()
    line = [image.pixelColor(x, 100).red() for x in range(150)]
    assert max(line) > 150
    assert line[-1] == 0
    assert max(abs(one - two) for one, two in pairwise(line)) < 30


@pytest.mark.parametrize("name", ["cloth", "cloth_shade", "paper", "back", "plate"])
def test_the_band_is_seen_on_the_cloth_and_on_cards(qapp: QApplication, theme: Theme, sight: Sight, name: str) -> None:
    ground = theme.colour(name)
    image, painter = on(ground, (60, 60))
    paint_selection_band(painter, QRectF(5, 5, 50, 50), theme)
    painter.end()
    seen = {sight.of(image.pixelColor(x, y)) for x in range(60) for y in range(60)}
    assert max(contrast(one, sight.of(ground)) for one in seen) >= SIGN


def test_words_on_a_place_where_a_drop_is_allowed_are_legible(qapp: QApplication, theme: Theme, sight: Sight) -> None:
    """The card in play says there whom it hits, while somebody holds an Interrupt over it."""
    image, painter = on(theme.colour("cloth"), (200, 80))
    paint_stitched_outline(painter, QRectF(4, 4, 192, 72), theme, theme.metrics, 8.0, lit=True)
    painter.end()
    ground = sight.of(image.pixelColor(100, 40))
    least = HIGH if theme.look is Appearance.HIGH_CONTRAST else TEXT
    for role in ("on_cloth", "muted_on_cloth"):
        assert contrast(sight.of(theme.colour(role)), ground) >= least, role
    assert max(contrast(sight.of(image.pixelColor(100, y)), ground) for y in range(12)) >= SIGN, "its edge is seen"


def test_the_mark_of_a_card_that_can_be_played_is_seen_round_its_face(theme: Theme, sight: Sight) -> None:
    """The card is raised, too; its mark is a bright line in a dark one."""
    assert between(theme, sight, "legal", "cloth") >= SIGN
    dark = QColor.fromRgbF(*(0.41 * getattr(theme.colour("paper"), part)() for part in ("redF", "greenF", "blueF")))
    assert contrast(sight.of(dark), sight.of(theme.colour("paper"))) >= SIGN


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20])
def test_a_die_that_was_thrown_is_legible_on_the_tray(
    qapp: QApplication, theme: Theme, sight: Sight, sides: int
) -> None:
    image, painter = on(QColor("black"), (200, 200))
    paint_panel(painter, QRectF(0, 0, 200, 200), theme)
    felt = image.copy()
    painter.translate(100, 100)
    die = numbered_die(sides, sides)
    thrown = throw_dice([die], 1.0, "seed").dice[0]
    pose = thrown.pose(1.0)
    paint_die_solid(painter, die, pose, 60, DieColours.of(theme), rests=True)
    painter.end()
    changed = [(x, y) for x in range(200) for y in range(200) if image.pixelColor(x, y) != felt.pixelColor(x, y)]
    lights = [contrast(sight.of(image.pixelColor(x, y)), "#000000") for x, y in changed]
    body = sorted(lights)[len(lights) // 2]
    assert body / contrast(sight.of(felt.pixelColor(100, 100)), "#000000") >= SIGN, "the die on the felt"
    assert body / min(lights) >= TEXT, "the number on the die"


def test_the_words_of_a_moment_are_legible(qapp: QApplication, theme: Theme, sight: Sight) -> None:
    image, painter = on(QColor("black"), (300, 200))
    paint_panel(painter, QRectF(0, 0, 300, 200), theme)
    painter.end()
    ink = sight.of(theme.colour("on_cloth"))
    for x, y in ((150, 100), (40, 40), (150, 180)):
        assert contrast(ink, sight.of(image.pixelColor(x, y))) >= TEXT, (x, y)
    assert between(theme, sight, "on_plate", "plate") >= TEXT, "the headline"
    assert between(theme, sight, "plate", "cloth") >= 1.2 or between(theme, sight, "inlay", "cloth") >= SIGN
