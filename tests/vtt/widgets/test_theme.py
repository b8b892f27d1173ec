"""The theme: legible in every look, whole at every scale."""

import re
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QFontDatabase, QImage, QPainter
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QMenu, QPushButton, QStyle, QWidget
from pytestqt.qtbot import QtBot

from tests.on_screen import put_up
from vtt.table.painting.cloth import Cloth, cloth_rect
from vtt.widgets.look.art_files import ART
from vtt.widgets.look.colour_palette import COLOURS, Appearance, Colours, colour_names, contrast
from vtt.widgets.look.theme import Theme, ThemeHub, apply_theme
from vtt.widgets.look.ui_metrics import MAX_SCALE, MIN_SCALE, ui_metrics

READ_ON = {
    "text": ("window", "surface", "raised", "sunken", "field", "progress"),
    "muted": ("window", "surface", "raised", "sunken", "field"),
    "accent_text": ("window", "surface", "raised", "sunken"),
    "danger": ("window", "surface", "raised", "sunken"),
    "ok": ("window", "surface", "raised", "sunken"),
    "warning": ("window", "surface", "raised", "sunken"),
    "on_accent": ("accent", "accent_hover", "accent_down"),
    "on_selection": ("selection",),
    "on_danger": ("danger_fill",),
    "on_cloth": ("cloth", "cloth_shade"),
    "muted_on_cloth": ("cloth", "cloth_shade"),
    "on_rail": ("rail", "rail_light", "rail_dark"),
    "on_plate": ("plate",),
    "ink": ("paper",),
    "suit_black": ("paper",),
    "suit_red": ("paper",),
    "suit_blue": ("paper",),
    "suit_green": ("paper",),
    "joker": ("paper",),
}
SEEN_ON = {
    "focus": ("window", "surface", "raised", "sunken", "field"),
    "outline": ("window", "surface", "raised", "field"),
    "accent": ("window", "surface"),
    "disabled": ("surface", "raised"),
    "focus_on_cloth": ("cloth", "cloth_shade", "rail"),
    "legal": ("cloth", "cloth_shade"),
    "back_line": ("back",),
}


@pytest.mark.parametrize("look", list(Appearance))
def test_text_is_legible_and_signs_are_visible(look: Appearance) -> None:
    colours = COLOURS[look]

    def short_of(least: float, pairs: dict[str, tuple[str, ...]]) -> list[str]:
        return [
            f"{front} on {ground}"
            for front, grounds in pairs.items()
            for ground in grounds
            if contrast(getattr(colours, front), getattr(colours, ground)) < least
        ]

    assert short_of(4.5, READ_ON) == []
    assert short_of(3.0, SEEN_ON) == []
    assert all(re.fullmatch(r"#[0-9a-f]{6}", getattr(colours, name)) for name in colour_names())


def test_high_contrast_reads_at_seven_to_one() -> None:
    c = COLOURS[Appearance.HIGH_CONTRAST]
    assert min(contrast(front, c.surface) for front in (c.text, c.muted, c.danger, c.ok, c.warning)) >= 7


@pytest.mark.parametrize("look", list(Appearance))
def test_the_drawn_controls_have_the_colours_of_their_look(look: Appearance) -> None:
    colours: Colours = COLOURS[look]
    for path in (ART / "controls" / look.value).glob("*.svg"):
        wanted = colours.on_accent if path.stem in {"check", "dash", "dot"} else colours.text
        assert wanted in path.read_text(), path


def test_every_length_grows_with_the_scale_and_the_scale_stays_in_its_range() -> None:
    small, one, large = (ui_metrics(scale) for scale in (MIN_SCALE, 1.0, MAX_SCALE))
    for name in type(one).__dataclass_fields__:
        assert 1 <= getattr(small, name) <= getattr(one, name) < getattr(large, name), name
    assert Theme(scale=99).scale == MAX_SCALE
    assert Theme(scale=0).scale == MIN_SCALE
    assert Theme(scale=float("nan")).scale == 1.0
    assert Theme(reduced_motion=True).duration(200) == 0


@pytest.mark.parametrize("look", list(Appearance))
@pytest.mark.parametrize("scale", [MIN_SCALE, 1.0, MAX_SCALE])
def test_the_style_sheet_is_understood_by_qt(
    qapp: QApplication, qtbot: QtBot, look: Appearance, scale: float, capfd: pytest.CaptureFixture[str]
) -> None:
    theme = Theme(look=look, scale=scale)
    apply_theme(qapp, theme)
    assert "$" not in qapp.styleSheet()
    for path in re.findall(r'url\("(.+?)"\)', qapp.styleSheet()):
        assert (ART / path).is_file(), path
    assert {"Inter", "Vollkorn"} <= set(QFontDatabase.families())
    window = QWidget()
    qtbot.addWidget(window)
    button, edit = QPushButton("Play a card", window), QLineEdit(window)
    assert not window.grab().isNull()
    assert button.sizeHint().height() >= theme.metrics.control
    assert abs(edit.sizeHint().height() - button.sizeHint().height()) <= 2
    assert "Could not parse" not in capfd.readouterr().err


@pytest.mark.parametrize("scale", [MIN_SCALE, 1.0, MAX_SCALE])
def test_the_icons_of_a_menu_grow_with_its_words(qapp: QApplication, qtbot: QtBot, scale: float) -> None:
    theme = Theme(scale=scale)
    apply_theme(qapp, theme)
    menu = QMenu()
    qtbot.addWidget(menu)
    menu.ensurePolished()
    assert menu.style().pixelMetric(QStyle.PixelMetric.PM_SmallIconSize, None, menu) == theme.metrics.icon_s


def test_every_icon_is_drawn_in_the_colour_asked_for(qapp: QApplication) -> None:
    hub = ThemeHub(Theme(look=Appearance.LIGHT))
    for name in sorted(path.stem for path in (ART / "icons").glob("*.svg")):
        ElementTree.parse(ART / "icons" / f"{name}.svg")
        image = hub.icons.pixmap(name, "#12ab34", 20, 2.0).toImage()
        assert image.size() == QSize(40, 40)
        solid = [image.pixelColor(x, y) for x in range(40) for y in range(40) if image.pixelColor(x, y).alpha() > 250]
        assert solid, name
        assert all(abs(c.red() - 0x12) < 4 and abs(c.green() - 0xAB) < 4 for c in solid), name
    assert hub.pixmap("eye", 20).cacheKey() == hub.pixmap("eye", 20).cacheKey()
    assert hub.icon("eye").cacheKey() == hub.icon("eye").cacheKey() != hub.icon("eye", role="muted").cacheKey()
    assert not hub.pixmap("no-such-icon", 20).isNull()


def test_the_hub_tells_of_a_change_once_and_of_no_change_never(qapp: QApplication, qtbot: QtBot) -> None:
    hub = ThemeHub(Theme(), qapp)
    with qtbot.waitSignal(hub.changed) as told:
        hub.set_theme(Theme(look=Appearance.LIGHT, scale=2))
    assert told.args == [Theme(look=Appearance.LIGHT, scale=2)]
    assert qapp.font().pixelSize() == ui_metrics(2).font_body
    with qtbot.assertNotEmitted(hub.changed):
        hub.set_theme(Theme(look=Appearance.LIGHT, scale=2))


@pytest.mark.parametrize("look", list(Appearance))
@pytest.mark.parametrize("size", [QSize(1, 1), QSize(640, 360), QSize(300, 900)])
def test_the_cloth_covers_any_table_and_is_painted_once(qapp: QApplication, look: Appearance, size: QSize) -> None:
    theme, cloth = Theme(look=look), Cloth()
    image = QImage(size, QImage.Format.Format_ARGB32)
    rect = QRect(0, 0, size.width(), size.height())

    def paint() -> QImage:
        image.fill(0)
        painter = QPainter(image)
        cloth.paint(painter, rect, theme)
        painter.end()
        return image.copy()

    first = paint()
    assert first == paint()
    assert all(first.pixelColor(x, 0).alpha() == 255 for x in range(size.width()))
    if size.width() > 100:
        middle = first.pixelColor(cloth_rect(rect, theme).center()).name()
        assert contrast(COLOURS[look].on_cloth, middle) >= 4.5
        assert contrast(COLOURS[look].muted_on_cloth, middle) >= 4.5


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_a_short_choice_unfolds_without_scrolling(qtbot: QtBot, qapp: QApplication) -> None:
    apply_theme(qapp, Theme())
    box = QComboBox()
    qtbot.addWidget(box)
    box.addItems(["On the screen", "Real", "Both"])
    put_up(box)
    box.showPopup()
    qtbot.waitUntil(lambda: box.view().isVisible())
    assert box.view().verticalScrollBar().maximum() == 0
    last = box.view().visualRect(box.model().index(2, 0))
    assert box.view().viewport().rect().contains(last)
    box.hidePopup()
