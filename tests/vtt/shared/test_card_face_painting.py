"""The faces of the cards: each is drawn, shared, and never in the way."""

import sys
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from vtt.shared.card_faces import card_face_cache
from vtt.shared.card_faces.card_face_cache import CardFaceCache, card_width, corner_radius, shadow_margin
from vtt.shared.card_faces.card_face_ids import JokerFace, StandardFace, TextFace, read_face
from vtt.widgets.look.colour_palette import Appearance
from vtt.widgets.look.theme import Theme

RANKS = ["A", *(str(n) for n in range(2, 11)), "J", "Q", "K"]
DECK = [rank + suit for suit in "SHDC" for rank in RANKS] + ["X", "XR", "XB"]


@pytest.fixture
def faces(qapp: QApplication) -> Iterator[CardFaceCache]:
    store = CardFaceCache(Theme())
    yield store
    store.close()


def pixels(pixmap: QPixmap) -> bytes:
    image = pixmap.toImage().convertToFormat(QImage.Format.Format_ARGB32)
    return bytes(image.constBits())


@pytest.mark.parametrize(
    ("card_id", "face"),
    [
        ("10S", StandardFace(rank="10", suit="S")),
        ("8H/2", StandardFace(rank="8", suit="H")),
        ("X", JokerFace()),
        ("X/3", JokerFace()),
        ("XB", JokerFace(colour="B")),
        ("11S", TextFace(title="11S")),
        ("8h", TextFace(title="8h")),
        ("", TextFace(title="")),
        ("a\nb\x00 <b>c</b>", TextFace(title="a b <b>c</b>")),
    ],
)
def test_an_id_is_read_as_a_face(card_id: str, face: object) -> None:
    assert read_face(card_id) == face


@pytest.mark.parametrize("look", list(Appearance))
def test_every_face_is_drawn_and_no_two_look_alike(qapp: QApplication, look: Appearance) -> None:
    faces = CardFaceCache(Theme(look=look, four_colour=True, suit_letters=True))
    seen = {pixels(faces.face(card_id, 132)): card_id for card_id in DECK}
    assert sorted(seen.values()) == sorted(DECK)
    assert pixels(faces.back(132)) not in seen
    faces.close()


def test_the_index_tells_the_card_within_the_left_22_percent(faces: CardFaceCache) -> None:
    strips = set()
    for card_id in DECK:
        image = faces.face(card_id, 220).toImage()
        strips.add(
            bytes(
                image.copy(0, 0, int(image.width() * 0.22), 110)
                .convertToFormat(QImage.Format.Format_ARGB32)
                .constBits()
            )
        )
    assert len(strips) == len(DECK)


@pytest.mark.parametrize("dpr", [1.0, 1.5, 2.0])
def test_a_face_has_the_shape_of_a_card_and_clear_corners(faces: CardFaceCache, dpr: float) -> None:
    picture = faces.face("KH", 220, dpr)
    assert picture.devicePixelRatio() == dpr
    assert picture.height() == round(220 * dpr)
    assert abs(picture.width() - card_width(220) * dpr) <= dpr
    image = picture.toImage()
    assert image.pixelColor(0, 0).alpha() == 0
    assert image.pixelColor(image.width() // 2, image.height() // 2).alpha() == 255
    shadow = faces.shadow(220, dpr).toImage()
    assert shadow.height() == round((220 + 2 * shadow_margin(220)) * dpr)
    assert shadow.pixelColor(0, 0).alpha() == 0


def test_pictures_are_shared_between_copies_and_calls(faces: CardFaceCache) -> None:
    first = faces.face("8H", 168, 2.0)
    assert faces.face("8H/2", 168, 2.0).cacheKey() == first.cacheKey()
    assert faces.face("8H", 168, 1.0).cacheKey() != first.cacheKey()
    assert faces.back(168).cacheKey() == faces.back(168).cacheKey()
    assert faces.shadow(168).cacheKey() == faces.shadow(168).cacheKey()


@pytest.mark.parametrize("dpr", [1.0, 1.33])
@pytest.mark.parametrize("height", [8, 31, 109, 240])
def test_a_shadow_with_drawn_out_edges_is_just_like_one_that_is_drawn_whole(
    faces: CardFaceCache, height: int, dpr: float
) -> None:
    shadow = faces.shadow(height, dpr).toImage()
    whole = QImage(shadow.size(), QImage.Format.Format_ARGB32_Premultiplied)
    whole.fill(Qt.GlobalColor.transparent)
    painter = QPainter(whole)
    margin, corner = shadow_margin(height) * dpr, corner_radius(height) * dpr
    card_face_cache._paint_rings(painter, QRectF(whole.rect()), margin, corner)
    painter.end()
    assert shadow.convertToFormat(whole.format()) == whole


def test_a_large_back_is_enlarged_until_a_worker_has_drawn_its_lattice(qtbot: QtBot, faces: CardFaceCache) -> None:
    with qtbot.waitSignal(faces.arrived):
        enlarged = faces.sketched_back(420)
    assert enlarged.size() == faces.back(420).size()
    assert faces.sketched_back(420).cacheKey() == faces.back(420).cacheKey() != enlarged.cacheKey()
    with faces.patiently():
        assert faces.sketched_back(421).cacheKey() == faces.back(421).cacheKey()
    assert faces.sketched_back(100).cacheKey() == faces.back(100).cacheKey()


def test_the_store_stays_within_its_budget_and_forgets_the_oldest(qapp: QApplication) -> None:
    faces = CardFaceCache(Theme(), budget=600_000)
    first = faces.face("AS", 168).cacheKey()
    for card_id in DECK:
        faces.face(card_id, 168)
        assert faces.size_in_bytes <= 600_000
    assert faces.face("AS", 168).cacheKey() != first
    faces.close()


def test_only_a_theme_that_changes_the_cards_redraws_them(faces: CardFaceCache, qtbot: QtBot) -> None:
    plain = faces.face("7D", 168)
    with qtbot.assertNotEmitted(faces.changed):
        faces.set_theme(Theme(scale=2.0, reduced_motion=True))
    assert faces.face("7D", 168).cacheKey() == plain.cacheKey()
    with qtbot.waitSignal(faces.changed):
        faces.set_theme(Theme(four_colour=True))
    assert pixels(faces.face("7D", 168)) != pixels(plain)


def test_faces_prepared_on_the_worker_are_the_same_as_those_drawn_at_once(faces: CardFaceCache, qtbot: QtBot) -> None:
    with qtbot.waitSignal(faces.prepared) as told:
        ticket = faces.prepare([*DECK, "X/2", "Fate"], 132, 2.0)
    assert told.args == [ticket]
    ready = faces.face("QS", 132, 2.0)
    again = CardFaceCache(Theme())
    assert pixels(ready) == pixels(again.face("QS", 132, 2.0))
    again.close()
    with qtbot.waitSignal(faces.prepared) as told:
        ticket = faces.prepare(["QS"], 132, 2.0)
    assert told.args == [ticket]
    assert faces.face("QS", 132, 2.0).cacheKey() == ready.cacheKey()


def test_closing_while_faces_are_drawn_is_safe(qapp: QApplication, qtbot: QtBot) -> None:
    faces = CardFaceCache(Theme())
    drawn: list[object] = []
    faces._drawn.connect(lambda key, _image: drawn.append(key))
    with qtbot.assertNotEmitted(faces.prepared):
        faces.prepare(DECK, 400, 2.0)
        faces.close()
        assert faces._pool.activeThreadCount() == 0, "nobody draws any more"
        QApplication.processEvents()
    assert len(drawn) < len(DECK), "what was not begun is not drawn"
    assert not faces.face("AS", 40).isNull(), "and what is still asked for is drawn at once"


@pytest.mark.parametrize(
    "card_id", ["", "x" * 10_000, "8H/" + "9" * 10_000, "\u202e\u05e9\u05dc\u05d5\u05dd", "🂡🂢", "a b " * 3_000]
)
@pytest.mark.parametrize("height", [-5, 0, 8, 168])
def test_no_id_is_too_odd(faces: CardFaceCache, card_id: str, height: int) -> None:
    assert not faces.face(card_id, height).isNull()
    assert not faces.face("??", height, title=card_id).isNull()


@pytest.mark.parametrize("look", list(Appearance))
@pytest.mark.parametrize("height", [132, 220, 401])
def test_the_back_is_the_same_upside_down(qapp: QApplication, look: Appearance, height: int) -> None:
    faces = CardFaceCache(Theme(look=look))
    image = faces.back(height).toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    turned = image.flipped(Qt.Orientation.Horizontal | Qt.Orientation.Vertical)
    off = [
        abs(image.pixelColor(x, y).red() - turned.pixelColor(x, y).red())
        for x in range(image.width())
        for y in range(image.height() // 2 + 1)
    ]
    assert max(off) <= 24, "anti-aliasing may differ by a shade, the drawing may not"
    assert sum(off) / len(off) < 1.0
    faces.close()


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal there")
def test_a_thousand_paints_lose_no_reference_to_none(faces: CardFaceCache, qtbot: QtBot) -> None:
    class Painted(QWidget):
        def paintEvent(self, event: QPaintEvent) -> None:
            painter = QPainter(self)
            painter.drawPixmap(0, 0, faces.shadow(60))
            painter.drawPixmap(0, 0, faces.face("QH", 60))
            painter.end()

    widget = Painted()
    qtbot.addWidget(widget)
    widget.resize(80, 80)
    target = QPixmap(80, 80)
    widget.render(target)
    before = sys.getrefcount(None)
    for _ in range(1000):
        widget.render(target)
    assert abs(sys.getrefcount(None) - before) < 200
