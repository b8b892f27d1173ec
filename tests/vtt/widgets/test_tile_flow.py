from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.core.manual_moves import Say
from engine.messages.message import Message
from engine.presentation.offers import Offer
from vtt.shared.offers import offer_tile
from vtt.shared.offers.offer_tile import OfferTile
from vtt.widgets.layouts import tile_flow
from vtt.widgets.layouts.tile_flow import LineTile, TileFlow
from vtt.widgets.look.theme import Theme, ThemeHub


class _Tile(LineTile):
    def sizeHint(self) -> QSize:
        return QSize(100, 20)


def test_rows_are_laid_once_a_width_and_once_for_all_widths_with_one_row(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = QWidget()
    qtbot.addWidget(place)
    flow = TileFlow(place, spacing=5)
    tiles = [_Tile(place) for _ in range(4)]
    flow.hold(tiles)
    for tile in tiles:
        tile.show()
    divided: list[int] = []

    def counted(sizes: list[QSize], width: int, spacing: int) -> tuple[list[tuple[int, int, int, int]], int]:
        divided.append(width)
        return divide_into_rows(sizes, width, spacing)

    divide_into_rows = tile_flow.divide_into_rows
    monkeypatch.setattr(tile_flow, "divide_into_rows", counted)
    whole = 4 * 100 + 3 * 5
    heights = [flow.heightForWidth(width) for width in (whole, whole + 1, 2000, 250, 300)]
    assert heights == [20, 20, 20, 45, 45]
    for width in (1000, 250):
        flow.setGeometry(QRect(0, 0, width, 45))
    assert [tile.pos().toTuple() for tile in tiles] == [(0, 0), (105, 0), (0, 25), (105, 25)]
    assert divided == [whole, 250, 300]
    tiles[0].hide()
    assert flow.heightForWidth(whole) == 20
    assert divided == [whole, 250, 300, whole - 105]


def test_the_words_of_an_offer_are_measured_once_for_all_sizes(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[str] = []

    def counted(words: str, *font: object) -> int:
        measured.append(words)
        return 7 * len(words)

    monkeypatch.setattr(offer_tile, "whole_width", counted)
    tile = OfferTile(ThemeHub(Theme()), _offer("Attack"))
    qtbot.addWidget(tile)
    sizes = {(tile.sizeHint().width(), tile.line_width(), tile.minimumSizeHint().width()) for _ in range(3)}
    assert measured == ["Attack"]
    ((width, *_),) = sizes
    tile.show_offer(_offer("Attack from behind"))
    assert tile.sizeHint().width() == tile.line_width() == width + 7 * len(" from behind")
    assert measured == ["Attack", "Attack from behind"]


def _offer(words: str) -> Offer:
    return Offer(name="attack", command=Say(seat="gm", text=""), label=Message(key=words))
