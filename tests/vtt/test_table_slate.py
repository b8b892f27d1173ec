"""The slate: what a group would keep on paper, shown on the table to whoever may read it, and touched there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.play.ledgers import LedgerTab
from engine.play.moves import EditActor, MoveCards, SetClock, SetTrack
from engine.play.refusal import Refused
from engine.play.sight import SHARED
from tests.engine.tiny import Challenge, Deal, Lay, TinyWithBooks, _worth
from tests.on_screen import put_up
from tests.vtt.panels_stage import words_in
from tests.vtt.table_hand import CALM, shared_faces
from tests.vtt.test_table_pieces import play
from vtt.player_window.monitor import Monitor
from vtt.player_window.window import PlayerWindow
from vtt.session import Session
from vtt.shell.slate_actions import KEY
from vtt.shell.table_room import TableRoom
from vtt.table.slate import Slate
from vtt.table.slate_frame import LYING, SHEET, TABS
from vtt.table.slate_pieces import Stop
from vtt.widgets.theme import ThemeHub

LARGE, SMALL = (1900, 1500), (760, 480)


class House:
    """A room with a table of the tiny game, whose people keep books."""

    def __init__(self, qtbot: QtBot, size: tuple[int, int] = LARGE, viewer: str = SHARED) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self.hub = ThemeHub(CALM, app)
        self.session: Session = play(TinyWithBooks(), seats=3)
        self.room = TableRoom(self.session, viewer, self.hub, shared_faces(CALM))
        for _ in self.room.furnish():
            pass
        qtbot.addWidget(self.room)
        self.room.resize(*size)
        put_up(self.room)
        self.room.activateWindow()
        for _ in self.room.table.draw_gradually():
            pass
        self.room.table.setFocus()
        qtbot.waitUntil(self.room.table.hasFocus)

    @property
    def slate(self) -> Slate:
        """The slate."""
        return self.room.table.slate

    def do(self, command: object) -> None:
        """Do a command."""
        assert self.session.submit(command)  # type: ignore[arg-type]

    def stop(self, words: str) -> Stop:
        """Return what stands on the page under these words."""
        found = [stop for stop in self.slate.page.stops if words in stop.name]
        assert found, [stop.name for stop in self.slate.page.stops]
        return found[0]

    def click(self, words: str) -> None:
        """Click something on the page."""
        QTest.mouseClick(self.slate.page, Qt.MouseButton.LeftButton, pos=self.stop(words).rect.center().toPoint())

    def tab(self, key: str) -> QWidget:
        """Return a tab."""
        return next(tab for tab in self.slate._row.tabs if tab.tab.key == key)

    def click_tab(self, key: str) -> None:
        """Click a tab."""
        QTest.mouseClick(self.tab(key), Qt.MouseButton.LeftButton)

    def told(self) -> str:
        """Everything that the slate could tell: its stops, its tabs, every text and tip of every widget in it."""
        stops = [word for stop in self.slate.page.stops for word in (stop.name, *stop.told)]
        rows = [repr(piece) for row in self.slate.page.page.rows for piece in row.pieces]
        return "\n".join((*stops, *rows, *words_in(self.slate)))


@pytest.fixture
def house(qtbot: QtBot) -> Iterator[House]:
    made = House(qtbot)
    assert made.slate.mode == LYING
    yield made
    made.room.close()


def test_a_secret_character_stands_on_no_slate_but_that_of_those_who_may_know_them(house: House) -> None:
    house.do(EditActor(seat="gm", actor="orc", secret=True))
    assert "Hero p1" in house.told()
    assert "Orc" not in house.told()
    house.room.set_viewer("gm")
    assert "Orc" in house.told()
    QTest.keyClick(house.slate.page, Qt.Key.Key_End)
    house.room.hide()  # in another room of the window nothing is laid out anew, and yet nothing of it may stay
    house.room.set_viewer(SHARED)
    assert "Orc" not in house.told()
    house.room.show()
    assert "Hero p1" in house.told()
    house.room.hide()
    house.do(EditActor(seat="gm", actor="hero_p1", secret=True))
    assert "Hero p1" not in house.told()


def test_a_touch_does_its_offer_for_whoever_at_this_screen_can(house: House) -> None:
    hand = house.session._timeline.table.zones["hand:p1"].cards
    house.do(MoveCards(seat="gm", cards=hand[:1], target="discard"))
    house.room.offers.choose_seat("p2")  # who deals is the GM all the same
    house.click("Fill all hands")
    assert house.session._timeline.entries[-1].command == Deal(seat="gm")
    house.click("Hero p1: Challenge")  # it still asks whom
    dialog = house.room.offers.taker.dialog
    assert dialog is not None
    dialog.reject()
    assert not [stop for stop in house.slate.page.stops if "nothing_like_it" in stop.name]


def test_what_cannot_be_done_says_why(house: House) -> None:
    refused: list[Refused] = []
    house.session.refused.connect(refused.append)
    stop = house.stop("Fill all hands")
    assert stop.knob is not None
    why = house.session.refusal(Deal(seat="gm"))
    assert why is not None
    assert why.message.key == "refused.hands_full"
    assert stop.knob.why == why.text
    assert stop.knob.why in stop.name
    assert stop.knob.why in house.slate.page.told_at(stop.rect.center())
    before = house.session.position
    house.click("Fill all hands")
    assert house.session.position == before
    assert [found.rules for found in refused] == [("TN-1",)]


def test_what_the_table_is_about_opens_by_itself_once_and_a_choice_stays(house: House) -> None:
    slate = house.slate
    assert slate.opened == "people"
    house.click_tab("clock")
    assert slate.opened == "clock"
    house.do(SetClock(seat="gm", seconds=20))
    assert slate.opened == "clock"
    house.do(Challenge(seat="p1", actor="hero_p1", target="hero_p2"))
    assert slate.opened == "bout"
    house.click_tab("people")
    cards = house.session._timeline.table.zones
    house.do(Lay(seat="p1", card=cards["hand:p1"].cards[0]))
    assert slate.opened == "people"  # it is no news any more
    house.do(Lay(seat="p2", card=cards["hand:p2"].cards[0]))
    assert [tab.key for tab in slate.tabs] == ["people", "clock"]
    assert slate.opened == "people"


def test_it_folds_away_and_opens_again_by_mouse_and_by_key(house: House, qtbot: QtBot) -> None:
    slate, high = house.slate, house.slate.height()
    house.click_tab("people")  # the open one's own tab
    assert slate.mode == TABS
    assert slate.height() < high / 3
    assert "Hero" not in house.told()
    house.click_tab("clock")
    assert (slate.mode, slate.opened) == (LYING, "clock")
    key = next(action for action in house.room.slate_actions.actions if action.shortcut().toString() == KEY)
    house.room.table.setFocus()
    key.trigger()
    assert slate.page.hasFocus()
    key.trigger()
    assert slate.mode == TABS
    assert house.room.table.hasFocus()
    key.trigger()
    assert (slate.mode, slate.page.hasFocus()) == (LYING, True)
    words = [action.text() for action in house.room.slate_actions.actions]
    assert "Open the slate: Health" in words
    next(a for a in house.room.slate_actions.actions if a.text() == "Open the slate: Health").trigger()
    assert slate.opened == "people"


def test_keys_walk_through_it_and_give_themselves_back(house: House) -> None:
    slate, page = house.slate, house.slate.page
    slate.take_keys()
    QTest.keyClick(page, Qt.Key.Key_Home)
    seen = []
    for _ in range(6):
        assert page.stop is not None
        seen.append(page.stop.name)
        QTest.keyClick(page, Qt.Key.Key_Down)
    assert seen[0] == "How everybody is"
    assert any("Hero p1" in name for name in seen)
    assert any("Hero p2" in name for name in seen)
    QTest.keyClick(page, Qt.Key.Key_Home)
    knobs = []
    for _ in range(2):
        QTest.keyClick(page, Qt.Key.Key_Tab)
        assert page.stop is not None
        knobs.append(page.stop.name)
    assert knobs[1] == "Hero p1: Challenge"
    QTest.keyClick(page, Qt.Key.Key_Left)
    assert page.stop is not None
    assert page.stop.name == "Hero p1, Health, 5 of 5"
    QTest.keyClick(page, Qt.Key.Key_I)
    assert slate._bubble is not None
    assert "5 less 0 hits" in slate._bubble.text
    assert "TN-6" in words_in(slate._bubble)
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert house.room.table.hasFocus()


def test_only_what_changed_is_set_anew_and_countdowns_go_by_the_clock_of_the_table(house: House) -> None:
    before = house.slate.page.page.rows
    house.do(SetTrack(seat="gm", actor="hero_p2", track="Health", value=3))
    after = house.slate.page.page.rows
    assert [a.key for a, b in zip(after, before, strict=True) if a is not b and a.kind == "line"] == ["hero_p2"]
    assert house.tab("people").accessibleName() == "Health, 1 to see to"
    house.do(Challenge(seat="p1", actor="hero_p1", target="hero_p2"))
    zones = house.session._timeline.table.zones
    house.do(Lay(seat="p1", card=max(zones["hand:p1"].cards, key=_worth)))
    house.do(Lay(seat="p2", card=min(zones["hand:p2"].cards, key=_worth)))
    house.slate.open("people")
    table = house.session._timeline.table
    until = next(c.until for c in table.actors["hero_p2"].conditions if c.until is not None)
    assert "back in 30 s" in house.told() or "back in 20 s" in house.told()
    house.do(SetClock(seat="gm", seconds=until - 5))
    assert "back in 5 s" in house.told()


def test_what_stands_on_the_slate_needs_no_button_in_the_bar(house: House) -> None:
    def tiles() -> set[str]:
        return {tile.offer.name for tile in house.room.offers.tiles}

    assert "challenge:orc" not in tiles()
    house.click_tab("clock")
    assert "challenge:orc" in tiles()
    house.click_tab("people")
    assert "challenge:orc" not in tiles()
    assert "challenge:orc" in {offer.name for offer in house.room.offers.lens.offers("gm")}


def test_where_there_is_no_room_a_ledger_opens_as_a_sheet_over_the_table(qtbot: QtBot) -> None:
    house = House(qtbot, SMALL)
    slate = house.slate
    assert (slate.mode, slate.opened) == (TABS, "")
    house.click_tab("people")
    assert (slate.mode, slate.opened) == (SHEET, "people")
    assert slate.height() > house.room.table.height() * 0.8
    assert slate.has_keys(), "it covers the table, so Esc puts it away, wherever the keys were"
    QTest.keyClick(slate.page, Qt.Key.Key_Escape)
    assert (slate.mode, slate.opened) == (TABS, "")
    house.room.close()


def test_the_players_read_it_and_touch_nothing(house: House, qtbot: QtBot) -> None:
    house.do(EditActor(seat="gm", actor="orc", secret=True))
    window = PlayerWindow(house.session, house.hub, shared_faces(CALM))
    qtbot.addWidget(window)
    window.resize(1600, 1200)
    put_up(window)
    slate = window.table.slate
    qtbot.waitUntil(lambda: slate.opened == "people")
    names = [stop.name for stop in slate.page.stops]
    assert "Hero p1" in names
    assert not [name for name in names if "Orc" in name]
    assert not [stop for stop in slate.page.stops if stop.knob is not None]
    assert window.childAt(slate.mapTo(window, QPoint(60, 60))) is not slate
    actions = {name: QAction(window) for name in ("follow", "freeze", "blackout")}
    monitor = Monitor(house.session, window, house.hub, actions, house.room)
    qtbot.waitUntil(lambda: not monitor.picture.pixmap().isNull())
    before = monitor.picture.pixmap().toImage()
    house.click_tab("clock")
    slate.lie_like(house.slate)
    qtbot.waitUntil(lambda: monitor.picture.pixmap().toImage() != before)  # the GM sees which page they read
    window.close()


def test_a_game_without_books_has_no_slate(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(_self: object, _table: object, _viewer: str) -> tuple[LedgerTab, ...]:
        return ()

    monkeypatch.setattr(TinyWithBooks, "ledger_tabs", none)
    house = House(qtbot)
    assert not house.slate.isVisible()
    assert house.room.slate_actions.actions == ()
    house.room.close()


def test_tabs_that_come_back_with_another_viewer_lie_side_by_side(house: House) -> None:
    for viewer in ("gm", SHARED, "gm"):
        house.room.set_viewer(viewer)
    places = [tab.geometry() for tab in house.slate._row.tabs]
    assert len(places) > 1
    assert not [one for number, one in enumerate(places) for other in places[:number] if one.intersects(other)]


def test_what_was_read_before_lies_open_again_when_the_moment_is_over(house: House) -> None:
    house.click_tab("clock")
    house.do(Challenge(seat="p1", actor="hero_p1", target="hero_p2"))
    assert house.slate.opened == "bout"
    house.session.undo()
    assert house.slate.opened == "clock"
