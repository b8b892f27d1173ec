"""The panel of status pages on the table: shown to viewers who may read them, and used there."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.core.manual_moves import EditActor, MoveCards, SetClock, SetTrack
from engine.messages.refusal import Refused
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.odds.odds import Odds
from engine.presentation.game import Game
from engine.presentation.offers import Offer
from engine.presentation.status_pages import OfferButton, StatusPageTab
from tests.engine.tiny import Challenge, Deal, Lay, TinyWithBooks, _worth
from tests.on_screen import put_up
from tests.vtt.panels_stage import words_in
from tests.vtt.table.test_chips_and_tracks import play
from tests.vtt.table_hand import CALM, shared_faces
from vtt.campaign.odds_choice import ODDS_SETTING
from vtt.campaign.open_campaign import OpenCampaign
from vtt.player_window.player_window import PlayerWindow
from vtt.player_window.player_window_monitor import PlayerWindowMonitor
from vtt.shared.odds.odds_panel import OddsPanel
from vtt.shared.odds.odds_reading import OddsReading, Ways
from vtt.shell.window.status_page_actions import KEY
from vtt.shell.window.status_page_input import StatusPageInput
from vtt.shell.window.table_room import TableRoom
from vtt.table.status_pages.status_page_elements import StatusPageStop
from vtt.table.status_pages.status_page_frame import LYING, SHEET, TABS
from vtt.table.status_pages.status_page_panel import StatusPagePanel
from vtt.widgets.look.theme import ThemeHub

LARGE, SMALL = (1900, 1500), (760, 480)


class House:
    """A room with a table of the tiny game, which has status pages."""

    def __init__(self, qtbot: QtBot, size: tuple[int, int] = LARGE, viewer: str = SHARED) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self.hub = ThemeHub(CALM, app)
        self.campaign: OpenCampaign = play(TinyWithBooks(), seats=3)
        self.room = TableRoom(self.campaign, viewer, self.hub, shared_faces(CALM))
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
    def status_page_panel(self) -> StatusPagePanel:
        """The panel of status pages."""
        return self.room.table.status_page_panel

    def do(self, command: object) -> None:
        """Do a command."""
        assert self.campaign.submit(command)  # type: ignore[arg-type]

    def stop(self, words: str) -> StatusPageStop:
        """Return the stop on the page with these words."""
        found = [stop for stop in self.status_page_panel.page.stops if words in stop.name]
        assert found, [stop.name for stop in self.status_page_panel.page.stops]
        return found[0]

    def click(self, words: str) -> None:
        """Click something on the page."""
        QTest.mouseClick(
            self.status_page_panel.page, Qt.MouseButton.LeftButton, pos=self.stop(words).rect.center().toPoint()
        )

    def tab(self, key: str) -> QWidget:
        """Return a tab."""
        return next(tab for tab in self.status_page_panel._tab_row.tabs if tab.tab.key == key)

    def click_tab(self, key: str) -> None:
        """Click a tab."""
        QTest.mouseClick(self.tab(key), Qt.MouseButton.LeftButton)

    def told(self) -> str:
        """Every text of the panel: its stops, its tabs, every text and tip of every widget in it."""
        stops = [word for stop in self.status_page_panel.page.stops for word in (stop.name, *stop.details)]
        rows = [repr(element) for row in self.status_page_panel.page.page.rows for element in row.elements]
        return "\n".join((*stops, *rows, *words_in(self.status_page_panel)))


@pytest.fixture
def house(qtbot: QtBot) -> Iterator[House]:
    made = House(qtbot)
    assert made.status_page_panel.mode == LYING
    yield made
    made.room.close()


def test_a_secret_character_is_only_on_the_pages_of_viewers_who_may_know_it(house: House) -> None:
    house.do(EditActor(seat="gm", actor="orc", secret=True))
    assert "Hero p1" in house.told()
    assert "Orc" not in house.told()
    house.room.set_viewer("gm")
    assert "Orc" in house.told()
    QTest.keyClick(house.status_page_panel.page, Qt.Key.Key_End)
    house.room.hide()  # in another room of the window nothing is laid out anew, and yet nothing of it may stay
    house.room.set_viewer(SHARED)
    assert "Orc" not in house.told()
    house.room.show()
    assert "Hero p1" in house.told()
    house.room.hide()
    house.do(EditActor(seat="gm", actor="hero_p1", secret=True))
    assert "Hero p1" not in house.told()


def test_a_button_takes_its_offer_for_a_seat_of_this_screen_that_can(house: House) -> None:
    hand = house.campaign._history.table.zones["hand:p1"].cards
    house.do(MoveCards(seat="gm", cards=hand[:1], target="discard"))
    house.room.offers.choose_seat("p2")  # who deals is the GM all the same
    house.click("Fill all hands")
    assert house.campaign._history.entries[-1].command == Deal(seat="gm")
    house.click("Hero p1: Challenge")  # it still asks whom
    bubble = house.room.table.question_input.bubble
    assert bubble is not None
    assert set(bubble.choices) == {"hero_p2", "orc", "rat"}
    bubble.leave.click()
    assert house.room.table.question_input.bubble is None
    assert not [stop for stop in house.status_page_panel.page.stops if "nothing_like_it" in stop.name]


def test_other_seats_are_asked_only_for_the_offers_of_buttons_and_nobody_again_for_the_same(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, frozenset[str]]] = []
    named_offers = house.campaign.game.named_offers

    def counted(table: Table, seat: str, viewer: str, names: frozenset[str]) -> tuple[Offer, ...]:
        asked.append((seat, names))
        return named_offers(table, seat, viewer, names)

    house.status_page_panel.open("clock")  # which has no buttons
    page_input, nobodys = house.room.findChild(StatusPageInput), OfferButton(offer="nothing_like_it:at all")
    assert page_input is not None
    house.do(SetTrack(seat="gm", actor="hero_p2", track="Health", value=2))
    monkeypatch.setattr(house.campaign.game, "named_offers", counted)
    others = {"gm", "p1", "p2"} - {house.room.offers.seat}
    for buttons in ((nobodys, OfferButton(offer="deal")), (nobodys,)):
        assert page_input.buttons(buttons)[0] is None
        assert {seat for seat, _ in asked} == others
        assert len(asked) == len(others)
        assert {names for _, names in asked} == {frozenset({"nothing_like_it", "deal"})}


def test_what_cannot_be_done_says_why(house: House) -> None:
    refused: list[Refused] = []
    house.campaign.refused.connect(refused.append)
    stop = house.stop("Fill all hands")
    assert stop.button is not None
    why = house.campaign.refusal(Deal(seat="gm"))
    assert why is not None
    assert why.message.key == "refused.hands_full"
    assert stop.button.why == why.text
    assert stop.button.why in stop.name
    assert stop.button.why in house.status_page_panel.page.tooltip_at(stop.rect.center())
    before = house.campaign.position
    house.click("Fill all hands")
    assert house.campaign.position == before
    assert [found.rules for found in refused] == [("TN-1",)]


def test_what_the_table_is_about_opens_by_itself_once_and_a_choice_stays(house: House) -> None:
    status_page_panel = house.status_page_panel
    assert status_page_panel.opened == "people"
    house.click_tab("clock")
    assert status_page_panel.opened == "clock"
    house.do(SetClock(seat="gm", seconds=20))
    assert status_page_panel.opened == "clock"
    house.do(Challenge(seat="p1", actor="hero_p1", target="hero_p2"))
    assert status_page_panel.opened == "bout"
    house.click_tab("people")
    cards = house.campaign._history.table.zones
    house.do(Lay(seat="p1", card=cards["hand:p1"].cards[0]))
    assert status_page_panel.opened == "people"  # it is no news any more
    house.do(Lay(seat="p2", card=cards["hand:p2"].cards[0]))
    assert [tab.key for tab in status_page_panel.tabs] == ["people", "clock"]
    assert status_page_panel.opened == "people"


def test_it_folds_away_and_opens_again_by_mouse_and_by_key(house: House, qtbot: QtBot) -> None:
    status_page_panel, high = house.status_page_panel, house.status_page_panel.height()
    house.click_tab("people")  # the open one's own tab
    assert status_page_panel.mode == TABS
    assert status_page_panel.height() < high / 3
    assert "Hero" not in house.told()
    house.click_tab("clock")
    assert (status_page_panel.mode, status_page_panel.opened) == (LYING, "clock")
    key = next(action for action in house.room.status_page_actions.actions if action.shortcut().toString() == KEY)
    house.room.table.setFocus()
    key.trigger()
    assert status_page_panel.page.hasFocus()
    key.trigger()
    assert status_page_panel.mode == TABS
    assert house.room.table.hasFocus()
    key.trigger()
    assert (status_page_panel.mode, status_page_panel.page.hasFocus()) == (LYING, True)
    words = [action.text() for action in house.room.status_page_actions.actions]
    assert "Open the status page: Health" in words
    next(a for a in house.room.status_page_actions.actions if a.text() == "Open the status page: Health").trigger()
    assert status_page_panel.opened == "people"


def test_keys_walk_through_it_and_give_themselves_back(house: House) -> None:
    status_page_panel, page = house.status_page_panel, house.status_page_panel.page
    status_page_panel.take_focus()
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
    buttons = []
    for _ in range(2):
        QTest.keyClick(page, Qt.Key.Key_Tab)
        assert page.stop is not None
        buttons.append(page.stop.name)
    assert buttons[1] == "Hero p1: Challenge"
    QTest.keyClick(page, Qt.Key.Key_Left)
    assert page.stop is not None
    assert page.stop.name == "Hero p1, Health, 5 of 5"
    QTest.keyClick(page, Qt.Key.Key_I)
    assert status_page_panel._bubble is not None
    assert "5 less 0 hits" in status_page_panel._bubble.text
    assert "TN-6" in words_in(status_page_panel._bubble)
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert house.room.table.hasFocus()


def test_only_what_changed_is_set_anew_and_countdowns_go_by_the_clock_of_the_table(house: House) -> None:
    before = house.status_page_panel.page.page.rows
    house.do(SetTrack(seat="gm", actor="hero_p2", track="Health", value=3))
    after = house.status_page_panel.page.page.rows
    assert [a.key for a, b in zip(after, before, strict=True) if a is not b and a.kind == "line"] == ["hero_p2"]
    assert house.tab("people").accessibleName() == "Health, 1 to do"
    house.do(Challenge(seat="p1", actor="hero_p1", target="hero_p2"))
    zones = house.campaign._history.table.zones
    house.do(Lay(seat="p1", card=max(zones["hand:p1"].cards, key=_worth)))
    house.do(Lay(seat="p2", card=min(zones["hand:p2"].cards, key=_worth)))
    house.status_page_panel.open("people")
    table = house.campaign._history.table
    until = next(c.until for c in table.actors["hero_p2"].conditions if c.until is not None)
    assert "back in 30 s" in house.told() or "back in 20 s" in house.told()
    house.do(SetClock(seat="gm", seconds=until - 5))
    assert "back in 5 s" in house.told()


def test_an_offer_on_the_open_page_has_no_button_in_the_bar(house: House) -> None:
    def tiles() -> set[str]:
        return {tile.offer.name for tile in house.room.offers.tiles}

    assert "challenge:orc" in tiles(), "the first key stays in sight"
    assert "challenge:rat" not in tiles()
    house.click_tab("clock")
    assert "challenge:rat" in tiles()
    house.click_tab("people")
    assert "challenge:rat" not in tiles()
    assert "challenge:rat" in {offer.name for offer in house.room.offers.viewer_campaign.offers("gm")}


def test_a_button_has_the_odds_of_its_offer_until_the_table_changes(
    house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shown() -> list[str]:
        stops = house.status_page_panel.page.stops
        return [stop.name for stop in stops if stop.button is not None and stop.button.shows is not None]

    def odds(_game: Game, _table: object, offer: Offer, _viewer: str) -> Odds | None:
        return Odds(chance=Fraction(1, 4)) if isinstance(offer.command, Deal) else None

    monkeypatch.setattr(Game, "odds", odds)
    house.campaign.store_setting(ODDS_SETTING, "all")
    hand = house.campaign._history.table.zones["hand:p1"].cards
    house.do(MoveCards(seat="gm", cards=hand[:1], target="discard"))
    qtbot.waitUntil(lambda: shown() == ["Fill all hands. Success: 25 %"])
    position = house.campaign.position
    house.click("Fill all hands. Success: 25 %")
    (panel,) = house.room.window().findChildren(OddsPanel)
    assert (panel.figure.words, house.campaign.position) == ("25 %", position), "they are read, and nothing is done"
    place = house.stop("Fill all hands").rect
    house.do(SetClock(seat="gm", seconds=60))
    assert shown() == []
    assert house.stop("Fill all hands").rect == place, "their room stays"
    qtbot.waitUntil(lambda: len(shown()) == 1)
    house.campaign.store_setting(ODDS_SETTING, "off")
    assert shown() == []
    house.click("Fill all hands")
    assert house.campaign._history.entries[-1].command == Deal(seat="gm")


def test_no_odds_are_asked_for_a_button_whose_odds_are_not_shown(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither of a command that can have none, nor of any where a person has chosen to see none."""
    page_input = house.room.findChild(StatusPageInput)
    assert page_input is not None
    (reading,) = page_input.findChildren(OddsReading)
    asked: list[set[str]] = []
    ask = OddsReading.ask

    def noted(one: OddsReading, viewer: str, offers: Mapping[Hashable, Ways], looking: str = "") -> None:
        if one is reading:
            asked.append({offer.base_name for ways in offers.values() for _, offer in ways})
        ask(one, viewer, offers, looking)

    monkeypatch.setattr(OddsReading, "ask", noted)
    monkeypatch.setattr(Game, "may_have_odds", lambda _game, _command: True)
    hand = house.campaign._history.table.zones["hand:p1"].cards
    house.do(MoveCards(seat="gm", cards=hand[:1], target="discard"))
    house.campaign.store_setting(ODDS_SETTING, "all")
    assert "deal" in asked[-1]
    house.campaign.store_setting(ODDS_SETTING, "off")
    assert asked[-1] == set()
    monkeypatch.setattr(Game, "may_have_odds", lambda _game, command: not isinstance(command, Deal))
    asked.clear()
    house.campaign.store_setting(ODDS_SETTING, "all")
    assert "deal" not in {name for names in asked for name in names}


def test_the_shared_screen_learns_nothing_from_odds_on_the_gms_pages(
    house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither figures that are there or on their way, nor the room that they had."""

    def told() -> list[tuple[str, QRectF]]:
        return [(stop.name, stop.rect) for stop in house.status_page_panel.page.stops]

    def has_odds() -> bool:
        return any("25 %" in name for name, _ in told())

    def odds(_game: Game, _table: object, offer: Offer, viewer: str) -> Odds | None:
        return Odds(chance=Fraction(1, 4)) if viewer == "gm" and isinstance(offer.command, Deal) else None

    monkeypatch.setattr(Game, "odds", odds)
    house.campaign.store_setting(ODDS_SETTING, "all")
    house.do(MoveCards(seat="gm", cards=house.campaign._history.table.zones["hand:p1"].cards[:1], target="discard"))
    page_input = house.room.findChild(StatusPageInput)
    assert page_input is not None
    (reading,) = page_input.findChildren(OddsReading)
    qtbot.waitUntil(lambda: not reading.is_busy)
    before, seen = told(), []
    assert "Fill all hands" in dict(before)
    reading.ready.connect(lambda _figures: seen.append((house.room.offers.viewer, told())))
    for are_there in (False, True):
        house.room.set_viewer("gm")
        reading._start()  # as when the window has settled; its figures come in a later turn of the event loop
        if are_there:
            qtbot.waitUntil(has_odds)
        house.room.set_viewer(SHARED)
        assert told() == before
        qtbot.waitUntil(lambda: not reading.is_busy)
        house.do(SetClock(seat="gm", seconds=60))
        qtbot.waitUntil(lambda: not reading.is_busy)
    on_shared = [page for viewer, page in seen if viewer == SHARED]
    assert on_shared
    assert all(page == before for page in on_shared)


@pytest.mark.parametrize("known_to_all", [None, Fraction(1, 2)])
def test_the_odds_that_the_gm_is_shown_stay_on_the_gm_screen(
    house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, known_to_all: Fraction | None
) -> None:
    """Also those that are on their way when the viewer changes, and the room that was kept for them."""

    def shown() -> list[str]:
        stops = house.status_page_panel.page.stops
        return [stop.name for stop in stops if stop.button is not None and stop.button.shows is not None]

    def odds(_game: Game, _table: object, offer: Offer, viewer: str) -> Odds | None:
        chance = Fraction(1, 4) if viewer == "gm" else known_to_all
        return Odds(chance=chance) if chance is not None and isinstance(offer.command, Deal) else None

    def settle() -> None:
        qtbot.waitUntil(lambda: not any(reading.is_busy for reading in house.room.findChildren(OddsReading)))

    monkeypatch.setattr(Game, "odds", odds)
    house.campaign.store_setting(ODDS_SETTING, "all")
    hand = house.campaign._history.table.zones["hand:p1"].cards
    house.do(MoveCards(seat="gm", cards=hand[:1], target="discard"))
    settle()
    before, place = shown(), house.stop("Fill all hands").rect
    assert before == (["Fill all hands. Success: 50 %"] if known_to_all is not None else [])
    house.room.set_viewer("gm")
    settle()
    assert shown() == ["Fill all hands. Success: 25 %"]
    house.do(SetClock(seat="gm", seconds=60))
    house.room.set_viewer(SHARED)
    seen = shown()
    house.status_page_panel.contents_changed.connect(lambda: seen.extend(shown()))
    settle()
    assert shown() == before
    assert set(seen) <= set(before)
    assert house.stop("Fill all hands").rect == place


def test_without_room_a_page_opens_as_a_sheet_over_the_table(qtbot: QtBot) -> None:
    house = House(qtbot, SMALL)
    status_page_panel = house.status_page_panel
    assert (status_page_panel.mode, status_page_panel.opened) == (TABS, "")
    house.click_tab("people")
    assert (status_page_panel.mode, status_page_panel.opened) == (SHEET, "people")
    assert status_page_panel.height() > house.room.table.height() * 0.8
    assert status_page_panel.has_keyboard_focus(), "it covers the table, so Esc puts it away, wherever the keys were"
    QTest.keyClick(status_page_panel.page, Qt.Key.Key_Escape)
    assert (status_page_panel.mode, status_page_panel.opened) == (TABS, "")
    house.room.close()


def test_the_players_read_it_and_touch_nothing(house: House, qtbot: QtBot) -> None:
    house.do(EditActor(seat="gm", actor="orc", secret=True))
    window = PlayerWindow(house.campaign, house.hub, shared_faces(CALM))
    qtbot.addWidget(window)
    window.resize(1600, 1200)
    put_up(window)
    status_page_panel = window.table.status_page_panel
    qtbot.waitUntil(lambda: status_page_panel.opened == "people")
    names = [stop.name for stop in status_page_panel.page.stops]
    assert "Hero p1" in names
    assert not [name for name in names if "Orc" in name]
    assert not [stop for stop in status_page_panel.page.stops if stop.button is not None]
    assert window.childAt(status_page_panel.mapTo(window, QPoint(60, 60))) is not status_page_panel
    actions = {name: QAction(window) for name in ("follow", "freeze", "blackout")}
    monitor = PlayerWindowMonitor(house.campaign, window, house.hub, actions, house.room)
    monitor.show()
    qtbot.waitUntil(lambda: not monitor.picture.pixmap().isNull())
    before = monitor.picture.pixmap().toImage()
    house.click_tab("clock")
    status_page_panel.open_same_page(house.status_page_panel)
    qtbot.waitUntil(lambda: monitor.picture.pixmap().toImage() != before)  # the GM sees which page they read
    window.close()


def test_a_game_without_status_pages_has_no_panel(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(_self: object, _table: object, _viewer: str) -> tuple[StatusPageTab, ...]:
        return ()

    monkeypatch.setattr(TinyWithBooks, "status_page_tabs", none)
    house = House(qtbot)
    assert not house.status_page_panel.isVisible()
    assert house.room.status_page_actions.actions == ()
    house.room.close()


def test_tabs_that_come_back_with_another_viewer_are_side_by_side(house: House) -> None:
    for viewer in ("gm", SHARED, "gm"):
        house.room.set_viewer(viewer)
    places = [tab.geometry() for tab in house.status_page_panel._tab_row.tabs]
    assert len(places) > 1
    assert not [one for number, one in enumerate(places) for other in places[:number] if one.intersects(other)]


def test_the_page_that_was_read_before_opens_again_after_the_activity(house: House) -> None:
    house.click_tab("clock")
    house.do(Challenge(seat="p1", actor="hero_p1", target="hero_p2"))
    assert house.status_page_panel.opened == "bout"
    house.campaign.undo()
    assert house.status_page_panel.opened == "clock"
