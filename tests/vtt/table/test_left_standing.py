"""What is left as it stands, on the table and among the offers, is just what would be put there anew."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from functools import partial
from itertools import islice

import pytest
from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QGraphicsScene, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.history import History
from engine.model.seats import SHARED
from engine.rulesets.loader import game_of
from tests.bench.firefight import battlefield, fight_on
from tests.on_screen import put_up
from vtt.campaign.open_campaign import OpenCampaign
from vtt.panels.activity_strip import ActivityStrip
from vtt.panels.offers_bar import OffersBar
from vtt.panels.strip_tile import StripTile
from vtt.shared.card_faces.card_face_cache import CardFaceCache
from vtt.table.game_table_view import GameTableView
from vtt.table.items import picture_layer
from vtt.table.items.picture_layer import PictureLayer
from vtt.table.scene.table_scene import TableScene
from vtt.widgets.look.theme import Theme, ThemeHub

GESTURES = 45
SETTLED = 18
"""From here on people shoot, and are hit."""


@pytest.fixture
def campaign() -> OpenCampaign:
    game = game_of("future_imperfect")
    return OpenCampaign(game, History(battlefield(game)), SeededChance(7))


def moments(campaign: OpenCampaign) -> Iterator[int]:
    """Play a fight and go back through it; yield now and then."""
    game = campaign.game
    for number, outcome in enumerate(islice(fight_on(game), GESTURES)):
        assert campaign.submit(outcome.command)
        if number >= SETTLED and number % 3 == 0:
            yield number
    for number in range(GESTURES - SETTLED):
        campaign.undo(consent=True)
        if number % 5 == 0:
            yield -number


def picture(scene: TableScene, size: QSizeF) -> QImage:
    image = QImage(size.toSize(), QImage.Format.Format_RGB32)
    image.fill(0x335533)
    painter = QPainter(image)
    scene.render(painter, QRectF(image.rect()), QRectF(image.rect()))
    painter.end()
    return image


def test_a_table_that_was_played_on_looks_like_one_that_is_drawn_anew(
    qtbot: QtBot, qapp: QApplication, campaign: OpenCampaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture_layer, "_AT_ONCE", -1.0)
    hub = ThemeHub(Theme(), qapp)
    faces = CardFaceCache(hub.theme)
    view = GameTableView(campaign, SHARED, hub, faces)
    qtbot.addWidget(view)
    view.resize(1280, 720)
    put_up(view)
    drawn_late = set[bool]()
    for number, _ in enumerate(moments(campaign)):
        played = view.table_scene
        drawn_late.add(played.static_items.is_late)
        played.animator.finish()
        if number % 2:
            view.active_seat = ("gm", "p1", "p2")[number % 3]
        anew = TableScene(hub, faces)
        anew.show_table(played.view, played.display_state, played.plan.size, played.dpr)
        assert picture(played, played.plan.size) == picture(anew, played.plan.size)
        assert played.static_items.regions == anew.static_items.regions
        assert played.static_items.tips == anew.static_items.tips
        anew.clear_table()
    assert drawn_late == {True, False}, "after a gesture the pictures came in pieces, after an undo at once"
    late, drawn = view.table_scene.static_items._late, dict[str, bool]()
    for _ in range(GESTURES):
        campaign.redo()
        if late:
            break
    assert late
    late |= {name: partial(drawn.setdefault, name, True) for name in late}
    view.set_viewer("gm")
    assert (drawn, late) == ({}, {}), "what the former viewer saw is not drawn for the next one"
    faces.close()


def test_a_button_that_stood_for_another_offer_shows_nothing_of_it(
    qtbot: QtBot, qapp: QApplication, campaign: OpenCampaign
) -> None:
    hub = ThemeHub(Theme(), qapp)
    bar = OffersBar(campaign, SHARED, hub)
    qtbot.addWidget(bar)
    bar.resize(1200, 400)
    put_up(bar)
    stood: set[int] = set()
    lent = 0
    for _ in moments(campaign):
        anew = OffersBar(campaign, SHARED, hub)
        qtbot.addWidget(anew)
        anew.resize(1200, 400)
        put_up(anew)
        anew._keys = deepcopy(bar._keys)  # what a key has meant so far belongs to the bar, not to a button
        anew.choose_seat(bar.seat)
        anew.restyle()
        assert [said(tile) for tile in bar.tiles] == [said(tile) for tile in anew.tiles]
        assert [tile.offer for tile in bar.tiles] == [tile.offer for tile in anew.tiles]
        assert seats_of(bar) == seats_of(anew)
        qtbot.waitUntil(partial(same_sizes, bar, anew))
        now = {id(tile) for tile in bar.tiles}
        lent += len(now & stood)
        stood = now
        anew.close()
    assert lent, "buttons are used again"


def test_a_strip_that_was_played_on_stands_as_one_that_is_made_anew(
    qtbot: QtBot, qapp: QApplication, campaign: OpenCampaign
) -> None:
    hub = ThemeHub(Theme(), qapp)
    strip = ActivityStrip(campaign, SHARED, hub)
    qtbot.addWidget(strip)
    strip.resize(1000, strip.usual_height())
    put_up(strip)
    for _ in moments(campaign):
        anew = ActivityStrip(campaign, SHARED, hub)
        qtbot.addWidget(anew)
        anew.resize(strip.size())
        anew.show()
        anew._called_first = strip._called_first  # all that it keeps: names that a step made short stay short
        anew._fit()
        qtbot.waitUntil(partial(alike, strip, anew))
        anew.close()
        assert not any(told_of_turns(strip)), "a tile that waits for another turn tells nothing of the last one"


def same_sizes(bar: OffersBar, other: OffersBar) -> bool:
    return [tile.size() for tile in bar.tiles] == [tile.size() for tile in other.tiles]


def alike(strip: ActivityStrip, other: ActivityStrip) -> bool:
    return standing(strip) == standing(other)


def told_of_turns(strip: ActivityStrip) -> Iterator[str]:
    """Yield what tiles of turns say that are shown no more."""
    spare = [part for parts in strip._spare.values() for part in parts]
    for turn in (one for part in spare for one in (part, *part.members) if one.kind == "turn"):
        assert isinstance(turn.tile, StripTile)
        yield from (turn.tile.text, turn.tile.toolTip(), turn.tile.accessibleName(), turn.full, turn.name, turn.sign)


def standing(strip: ActivityStrip) -> list[tuple[object, ...]]:
    """Return what can be read on the strip, from left to right, and where."""
    shown = [label for label in strip.findChildren(QLabel) if label.isVisible()]
    places = [(label.mapTo(strip, label.rect().topLeft()).toTuple(), label.size().toTuple()) for label in shown]
    words = sorted((*place, label.text(), label.toolTip()) for place, label in zip(places, shown, strict=True))
    tiles = [tile for tile in strip.findChildren(StripTile) if tile.isVisible()]
    corners = [tile.mapTo(strip, tile.rect().topLeft()).toTuple() for tile in tiles]
    return words + sorted(
        (corner, tile.size().toTuple(), tile.text, tile.toolTip(), tile.accessibleName(), tile.objectName())
        for corner, tile in zip(corners, tiles, strict=True)
    )


def said(tile: QPushButton) -> tuple[object, ...]:
    return (
        tile.text(),
        tile.objectName(),
        tile.isEnabled(),
        tile.accessibleName(),
        tile.accessibleDescription(),
        tile.toolTip(),
        tile.property("role"),
    )


def seats_of(bar: OffersBar) -> list[tuple[object, ...]]:
    found = (chip for chip in bar.findChildren(QPushButton) if chip.objectName().startswith("seat_"))
    return [(*said(chip), chip.isChecked(), chip.icon().isNull()) for chip in found]


def test_pictures_that_are_alike_are_painted_once_for_each_look(qapp: QApplication) -> None:
    scene, painted = QGraphicsScene(), list[str]()
    layer, rect = PictureLayer(scene, ThemeHub(Theme())), QRectF(3.5, 2.0, 20.0, 30.0)

    def paint(word: str, painter: QPainter) -> None:
        painted.append(word)
        painter.drawText(rect, word)

    layer.begin(1.0)
    for name, word, where in (("a", "1", rect), ("b", "1", rect), ("c", "2", rect), ("d", "1", rect.translated(1, 0))):
        layer.picture(name, word, where, partial(paint, word), 1.0, alike="slot")
    layer.end()
    assert painted == ["1", "2", "1"]
    a, b, c, _ = (layer._pictures[name].pixmap().toImage() for name in "abcd")
    assert a == b != c
    layer.clear()
