"""The slate where there is little room: tabs wait under "more", buttons too, heads stand, and the players follow."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from engine.play.ledgers import Cell, Ledger, LedgerLine, LedgerTab, Touch
from engine.play.moves import SetTrack
from engine.play.words import Message
from tests.on_screen import put_up
from tests.vtt.table_hand import CALM, shared_faces
from tests.vtt.test_table_slate import House
from vtt.player_window.window import PlayerWindow
from vtt.table.slate_frame import LYING
from vtt.table.slate_heads import SlateHeads
from vtt.table.slate_page import SlatePage
from vtt.table.slate_pieces import Button, Page
from vtt.table.slate_setting import Setter
from vtt.table.slate_tabs import SlateTabs
from vtt.table.slate_words import Knob
from vtt.widgets.theme import ThemeHub


def said(words: str) -> Message:
    return Message(key="table.sign.left", params={"what": words, "left": "1"})


def hub() -> ThemeHub:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    return ThemeHub(CALM, app)


def ledger(lines: int) -> Ledger:
    return Ledger(
        key="a",
        title=said("Title"),
        large=said("Day 1"),
        columns=(said("Who"), said("What")),
        lines=tuple(
            LedgerLine(key=f"{n}", cells=(Cell(text=said(f"n{n}")), Cell(text=said("m")))) for n in range(lines)
        ),
        touches=tuple(Touch(offer=f"offer{n}") for n in range(12)),
    )


def page(high: float) -> Page:
    return Setter().set(ledger(30), 0, 440, CALM.metrics, lambda t: Knob(t, f"Do {t.offer}", t.offer), high=high)


@pytest.fixture(autouse=True)
def no_popups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QMenu, "popup", lambda menu, where: None)  # there is no screen to pop up on


def test_tabs_without_room_wait_under_more_and_the_open_one_never_does(qtbot: QtBot) -> None:
    row = SlateTabs(hub(), None, handled=True)  # type: ignore[arg-type]
    qtbot.addWidget(row)
    tabs = tuple(LedgerTab(key=f"t{n}", label=said(f"Page {n}"), sign="clock", count=n) for n in range(10))
    row.show_tabs(tabs, "t9", CALM.metrics)
    row.resize(2000, 40)
    row.show()
    row.lay()
    assert all(tab.isVisible() for tab in row.tabs)
    assert not row.more.isVisible()
    row.resize(240, 40)
    row.lay()
    left = [tab.tab.key for tab in row.tabs if not tab.isVisible()]
    assert left
    assert "t9" not in left
    assert max(tab.geometry().right() for tab in row.tabs if tab.isVisible()) < row.more.x() + 1
    assert row.more.geometry().right() <= row.width()
    QTest.mouseClick(row.more, Qt.MouseButton.LeftButton)
    menu = row.findChild(QMenu)
    assert menu is not None
    assert len(menu.actions()) == len(left)
    with qtbot.waitSignal(row.chosen) as heard:
        menu.actions()[0].trigger()
    assert heard.args == [left[0]]
    menu.close()


def test_on_a_low_page_lines_begin_higher_and_every_button_is_still_there(qtbot: QtBot) -> None:
    low, high = page(120), page(2000)
    begins = [next(top for row, top in zip(one.rows, one.tops, strict=True) if row.key == "0") for one in (low, high)]
    assert begins[0] < begins[1] / 2
    shown = [piece.knob for row in low.rows for piece in row.pieces if isinstance(piece, Button)]
    assert {k.touch.offer for knob in shown for k in (knob.more or (knob,))} == {f"offer{n}" for n in range(12)}
    shows = SlatePage(hub())
    qtbot.addWidget(shows)
    shows.resize(440, 400)
    shows.show_page(low, CALM.metrics, "Title")
    shows.show()
    more = next(stop for stop in shows.stops if stop.knob is not None and stop.knob.more)
    QTest.mouseClick(shows, Qt.MouseButton.LeftButton, pos=more.rect.center().toPoint())
    menu = shows.findChild(QMenu)
    assert menu is not None
    with qtbot.waitSignal(shows.pressed) as heard:
        menu.actions()[-1].trigger()
    assert heard.args is not None
    assert heard.args[0].touch.offer == "offer11"
    menu.close()


def test_a_page_that_somebody_reads_is_as_high_as_it_needs_and_lies_down_again(qtbot: QtBot) -> None:
    house = House(qtbot, (1500, 600))
    slate, table = house.slate, house.room.table
    lies = slate.geometry()

    def fits() -> bool:
        return slate.page_fits

    assert slate.mode == LYING
    assert not fits()
    QTest.mouseClick(slate.page, Qt.MouseButton.LeftButton, pos=slate.page.rect().bottomRight() - QPoint(2, 2))
    assert fits(), "whoever clicks beside its buttons reads it"
    assert slate.geometry().contains(lies)
    assert table.rect().contains(slate.geometry())
    house.do(SetTrack(seat="gm", actor="orc", track="Health", value=3))
    assert fits(), "it stands while it is read, whatever happens"
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(4, 4))
    assert slate.geometry() == lies, "it lies down when the keys go elsewhere"
    slate.take_keys()
    assert fits(), "who comes by keyboard reads it too"
    QTest.keyClick(slate.page, Qt.Key.Key_Escape)
    assert slate.geometry() == lies
    assert slate.opened, "it is still there"
    house.room.close()


@pytest.mark.parametrize("scrolled", [0, 300])
def test_the_heads_of_columns_stand_once_they_are_scrolled_away(qtbot: QtBot, scrolled: int) -> None:
    whole = SlatePage(hub())
    qtbot.addWidget(whole)
    whole.show()
    heads = SlateHeads(hub(), whole)
    heads.follow(page(120), scrolled, whole.rect(), CALM.metrics)
    assert heads.isVisible() == bool(scrolled)


def test_the_players_see_the_page_that_the_common_screen_shows(qtbot: QtBot) -> None:
    house = House(qtbot)
    window = PlayerWindow(house.session, house.hub, shared_faces(CALM))
    qtbot.addWidget(window)
    window.resize(1600, 1200)
    put_up(window)
    theirs, ours = window.table.slate, house.slate
    qtbot.waitUntil(lambda: bool(theirs.opened))
    ours.leafed.connect(lambda: theirs.lie_like(ours))
    other = next(tab.key for tab in ours.tabs if tab.key != theirs.opened)
    house.click_tab(other)
    assert theirs.opened == other
    house.room.set_viewer("gm")
    house.click_tab(next(tab.key for tab in ours.tabs if tab.key != other))
    assert theirs.opened == other  # what the GM reads alone is the GM's own business
    window.close()
    house.room.close()
