"""While dice fly, nothing around the stage tells what they say: neither in the main window nor in the player window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QImage, QMouseEvent
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.manual_moves import Say
from engine.model.seats import SHARED
from tests.bench.evening import filled
from tests.vtt.shell_kit import LIMIT, open_house
from vtt.campaign.odds_choice import ODDS_SETTING, OddsChoice
from vtt.campaign.open_campaign import OpenCampaign
from vtt.moments.moment_length import MomentLength
from vtt.moments.moment_player import MomentPlayer
from vtt.moments.moment_stage import MomentStage
from vtt.player_window.player_window import PlayerWindow
from vtt.shared.odds.odds_reading import SETTLE_MS, OddsReading
from vtt.shared.offers.offer_tile import OfferTile
from vtt.shell.application import Application
from vtt.shell.campaigns import campaign_loading
from vtt.shell.first_window import StartOptions
from vtt.shell.window.campaign_page import CampaignPage
from vtt.story.log_model import words_of
from vtt.table.table_screen import TableScreen

_AROUND = frozenset({"strip", "players' strip", "bar"})
_TABLES = frozenset({"table", "players' table"})
DEMOS = {
    "imaginality": _AROUND,
    "future_imperfect": _AROUND | _TABLES,
    "card_the_drawing": _AROUND,
    "classic_fantasy": _AROUND | _TABLES,
}
"""By game, what tells the results of its throws."""
_TOLD = frozenset({"seat", "actor", "crowd", "element", "region", "body"})
_IN_TRAY = frozenset({"title", "words", "zone", "dice", "slot"})
_GESTURES = 80
_THROWS = 6
_LONG_EVENING, _SEVERAL = 60, 4
"""The most throws until so many gestures with several of them have happened."""


@pytest.fixture(autouse=True)
def _dice_that_fly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let dice fly for as long as it takes."""
    monkeypatch.setattr(MomentPlayer, "time", 0.0)


class Evening:
    """A demo in the window and on the players' screen, in which things are done at random until dice fly."""

    def __init__(self, qtbot: QtBot, house: Application, folder: Path, demo: str) -> None:
        laid = QSignalSpy(house.controller.laid)
        house.controller.show_opened(campaign_loading.start_demo(demo, folder, house.settings.places).keep())
        assert laid.count() or laid.wait(20_000)
        campaign, page, moments = house.controller.campaign, house.window.page, house.window.moments
        assert campaign is not None
        assert page is not None
        assert moments is not None
        self.house = house
        self.campaign: OpenCampaign = campaign
        campaign._chance = SeededChance(1)
        campaign.store_setting(ODDS_SETTING, OddsChoice.OFF.value)  # they come when they come
        self.page: CampaignPage = page
        self.moments: MomentPlayer = moments
        self.moments.set_length(MomentLength.SHORT)
        house.window.named_actions["player_window"].trigger()
        assert house.window.viewer_switch is not None
        players = house.window.viewer_switch.player_window
        assert players is not None
        self.players: PlayerWindow = players
        self.places_before: dict[tuple[object, ...], str] = {}
        self._random = Random(1)
        qtbot.waitUntil(lambda: players.table.is_drawn, timeout=LIMIT)

    def told(self) -> dict[str, object]:
        """Return by part all that is written or spoken around the stage."""
        room = self.page.table_room
        return {
            "strip": _words(room.steps),
            "bar": _words(room.offers),
            "table": _on_table(room.table),
            "players' strip": _words(self.players.steps),
            "players' table": _on_table(self.players.table),
        }

    def places(self) -> dict[tuple[object, ...], str]:
        """Return what the tray's lanes, its outcome, and slots say on both tables, by their place.

        What comes, goes or moves, and the words in the middle, are behind the stage.
        """
        tables = {"own": self.page.table_room.table, "players'": self.players.table}
        hot = [(name, one) for name, table in tables.items() for one in table.table_scene.static_items.regions]
        kept = [(name, one) for name, one in hot if one.kind in _IN_TRAY and one.names != ("stage",)]
        return {(name, one.kind, one.names, one.rect.getRect()): one.text for name, one in kept}

    def last_line(self) -> str:
        """Return the last line that can be read in the log."""
        log = self.page.table_room.log
        lines = [log.model.line(line.row) for line in log.list._lines()]
        return next(words_of(line) for line in reversed(lines) if line is not None)

    def act(self) -> None:
        """Do something that is on offer."""
        for _ in range(40):
            command = self._on_offer()
            if command is not None and self.campaign.submit(command):
                return
        pytest.fail("nothing can be done")

    def throw(self, settle: Callable[[], object] = lambda: None) -> dict[str, object]:
        """Do things, each after `settle`, until dice fly or cards turn. Return what was told before the last."""
        for _ in range(_GESTURES):
            settle()
            before, self.places_before = self.told(), self.places()
            self.act()
            if self.moments.holds_result:
                return before
            QApplication.processEvents()
        pytest.fail("no dice fly")

    def tell_anew(self) -> dict[str, object]:
        """Return all that is told once everything is shown anew, as if nothing had ever been held."""
        room = self.page.table_room
        room.steps._known = self.players.steps._known = None
        for part in (room.steps, self.players.steps, room.offers):
            part.refresh()
        for table in (room.table, self.players.table):
            table._show()
        QApplication.processEvents()
        return self.told()

    def _on_offer(self) -> Command | None:
        views = self.campaign.viewer_campaign(SHARED)
        offers = [offer for seat in views.view.seats for offer in views.offers(seat) if offer.denial is None]
        offers = [one for one in offers if not any(question.part for question in one.questions)]
        main = [one for one in offers if one.primary] if self._random.random() < 0.8 else []
        try:
            return filled(self._random.choice(main or offers), self._random) if offers else None
        except (IndexError, ValueError):  # an answer nobody can give
            return None


def _words(part: QWidget) -> list[str]:
    """Return the visible and the spoken words of a widget."""
    if part.isHidden():
        return []
    words = []
    for widget in (part, *part.findChildren(QWidget)):
        if widget.isVisibleTo(part):
            words += [widget.accessibleName(), widget.accessibleDescription(), widget.toolTip()]
            words += [widget.text()] if isinstance(widget, QLabel) else []
            words += [str(text)] if (text := widget.property("text")) else []
    return [word for word in words if word]


def _on_table(table: TableScreen) -> dict[str, object]:
    items, panel = table.table_scene.static_items, table.status_page_panel
    return {
        "characters": sorted((one.kind, *one.names, one.text) for one in items.regions if one.kind in _TOLD),
        "waited": sorted(items.waited),
        "pages": _words(panel),
        "page": [name for name, _ in panel._page.accessible_items()],
    }


@pytest.mark.parametrize("demo", DEMOS)
def test_nothing_around_the_stage_tells_a_result_before_the_dice_lie(qtbot: QtBot, tmp_path: Path, demo: str) -> None:
    with open_house(tmp_path) as house:
        evening, differ = Evening(qtbot, house, tmp_path, demo), set[str]()
        for _ in range(_THROWS):
            before = evening.throw()
            assert evening.told() == before
            QApplication.processEvents()
            assert evening.told() == before, "also a turn of the event loop later"
            assert "Undo:" not in house.window.named_actions["undo"].toolTip(), "a step is named for its result"
            for place, words in evening.places().items():
                assert words == evening.places_before.get(place, words)
            assert not evening.players.odds._timer.isActive(), "nobody asks for the odds of what follows"
            evening.moments.skip()
            assert "Undo:" in house.window.named_actions["undo"].toolTip()
            QApplication.processEvents()
            after = evening.told()
            differ |= {part for part in after if after[part] != before[part]}
            assert evening.tell_anew() == after, "once they lie, nothing is left of what was before"
        assert differ >= DEMOS[demo]


@pytest.mark.parametrize("demo", ["future_imperfect", "classic_fantasy"])
def test_nothing_tells_a_result_of_later_dice_before_they_lie(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, demo: str
) -> None:
    """Damage is thrown after the attack: a button or a wound would tell it while its dice fly."""
    with open_house(tmp_path) as house:
        evening, several, told = Evening(qtbot, house, tmp_path, demo), 0, 0
        player = evening.moments
        for _ in range(_LONG_EVENING):
            before = evening.throw()
            throws = sum(scene.is_thrown for scene in player._scenes)
            if throws > 1:
                several += 1
                while player.holds_result:
                    assert evening.told() == before, "something has still to lie"
                    monkeypatch.setattr(MomentPlayer, "time", 1.0)
                    player._frame()
                    QApplication.processEvents()
                    if player.holds_result:
                        assert evening.told() == before, "something has still to be shown"
                        monkeypatch.setattr(MomentPlayer, "time", 0.0)
                        player._next()
                assert not any(scene.is_thrown for scene in player._scenes[player._at + 1 :])
                told += evening.told() != before
                monkeypatch.setattr(MomentPlayer, "time", 0.0)
            player.skip()
            if several == _SEVERAL:
                break
        assert several == _SEVERAL
        assert told


@pytest.mark.parametrize("demo", ["imaginality", "classic_fantasy"])
def test_no_odds_tell_a_result_before_the_dice_lie(qtbot: QtBot, tmp_path: Path, demo: str) -> None:
    with open_house(tmp_path) as house:
        evening, had_odds = Evening(qtbot, house, tmp_path, demo), list[OfferTile]()
        evening.campaign.store_setting(ODDS_SETTING, OddsChoice.ALL.value)

        def settle() -> None:
            readings = house.window.findChildren(OddsReading)
            qtbot.waitUntil(lambda: not any(reading.is_busy for reading in readings), timeout=LIMIT)
            had_odds.extend(tile for tile in evening.page.table_room.offers.tiles if tile.odds_figure is not None)

        for _ in range(_THROWS // 2):
            before = evening.throw(settle)
            qtbot.wait(3 * SETTLE_MS)
            settle()
            assert evening.told() == before
            evening.moments.skip()
            settle()
            after = evening.told()["bar"]
            evening.page.table_room.offers._odds_chosen()
            settle()
            assert evening.told()["bar"] == after, "once they lie, the odds are those of now"
        assert had_odds


def test_dice_that_come_to_rest_end_it(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_house(tmp_path) as house:
        evening = Evening(qtbot, house, tmp_path, "classic_fantasy")
        before = evening.throw()
        assert sum(scene.is_thrown for scene in evening.moments._scenes) == 1, "later dice would hold it, too"
        monkeypatch.setattr(MomentPlayer, "time", 1.0)
        qtbot.waitUntil(lambda: not evening.moments.holds_result, timeout=LIMIT)
        assert evening.moments.scene is not None, "the result is still read"
        QApplication.processEvents()
        after = evening.told()
        assert after != before
        assert evening.tell_anew() == after


@pytest.mark.parametrize("scale", [1.5, 2.0, 3.0])
def test_nothing_covers_a_moment_while_it_is_read(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scale: float
) -> None:
    with open_house(tmp_path, StartOptions(size=QSize(1280, 720), scale=scale)) as house:
        evening = Evening(qtbot, house, tmp_path, "classic_fantasy")
        room, stage = evening.page.table_room, evening.page.findChild(MomentStage)
        assert stage is not None
        for _ in range(_THROWS // 2):
            monkeypatch.setattr(MomentPlayer, "time", 0.0)
            evening.throw()
            monkeypatch.setattr(MomentPlayer, "time", 1.0)
            qtbot.waitUntil(lambda: not evening.moments.holds_result, timeout=LIMIT)
            evening.moments._reading.stop()  # it is read for as long as this takes
            qtbot.waitUntil(lambda: not room.news._arrival.isActive(), timeout=LIMIT)
            place = _on(house.window, stage)
            assert not room.news.isVisible() or not place.intersects(_on(house.window, room.news))
            for part in house.window.findChildren(QPushButton):
                if part.isVisible() and part.property("seat"):
                    shared = place & _on(house.window, part)
                    assert shared.isEmpty() or house.window.childAt(shared.center()) is stage, part
            evening.moments.skip()
            qtbot.waitUntil(room.news.isVisible, timeout=LIMIT)


def _on(window: QWidget, part: QWidget) -> QRect:
    return QRect(part.mapTo(window, QPoint()), part.size())


def _other_viewer(evening: Evening) -> None:
    view = evening.campaign.viewer_campaign(SHARED).view
    evening.page.set_viewer(next(seat.id for seat in view.seats.values() if not seat.is_gm))


def _curtain(evening: Evening) -> None:
    view = evening.campaign.viewer_campaign(SHARED).view
    evening.page.table_room.table.draw_curtain(next(seat.id for seat in view.seats.values() if not seat.is_gm))


def _other_room(evening: Evening) -> None:
    evening.page.show_room("story")
    QApplication.processEvents()
    evening.page.show_room("table")


def _undo(evening: Evening) -> None:
    evening.campaign.undo(consent=True)


def _note(evening: Evening) -> None:
    view = evening.campaign.viewer_campaign(SHARED).view
    assert evening.campaign.submit(Say(seat=next(iter(view.seats)), text="Wait", private=True))


@pytest.mark.parametrize("change", [_other_viewer, _curtain, _other_room, _undo, _note])
def test_nothing_is_held_where_somebody_might_no_longer_see_it(
    qtbot: QtBot, tmp_path: Path, change: Callable[[Evening], None]
) -> None:
    with open_house(tmp_path) as house:
        evening = Evening(qtbot, house, tmp_path, "classic_fantasy")
        evening.throw()
        change(evening)
        QApplication.processEvents()
        hidden = change in (_other_viewer, _curtain, _other_room)  # here alone: the players still see the dice
        told = {p: words for p, words in evening.told().items() if not (hidden and p.startswith("players'"))}
        told_anew = evening.tell_anew()
        assert told == {part: told_anew[part] for part in told}


@pytest.mark.parametrize("change", [_other_viewer, _curtain, _other_room, _undo])
def test_the_log_and_the_bar_do_not_wait_where_somebody_might_no_longer_see_the_dice(
    qtbot: QtBot, tmp_path: Path, change: Callable[[Evening], None]
) -> None:
    with open_house(tmp_path) as house:
        evening = Evening(qtbot, house, tmp_path, "classic_fantasy")
        room, stage = evening.page.table_room, evening.page.findChild(MomentStage)
        evening.throw()
        before = evening.last_line()
        at = QPointF(5, 5)
        place = QPointF(room.offers.mapToGlobal(at))
        click = QMouseEvent(
            QEvent.Type.MouseButtonPress,
            at,
            place,
            Qt.MouseButton.LeftButton,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        assert stage is not None
        assert stage.covers(click), "a click would meet a button that nobody has seen yet"
        change(evening)
        QApplication.processEvents()
        assert not stage.covers(click)
        after = evening.last_line()
        assert after != before
        evening.moments.skip()
        QApplication.processEvents()
        assert evening.last_line() == after


def test_the_bar_goes_to_another_seat_only_once_the_dice_lie(qtbot: QtBot, tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        evening = Evening(qtbot, house, tmp_path, "classic_fantasy")
        bar, seats = evening.page.table_room.offers, evening.campaign.viewer_campaign(SHARED).view.seats
        before = evening.throw()["bar"]
        for seat in seats:  # as at the end of a look, because another one acts
            bar.choose_seat(seat)
            bar.leave_out(frozenset({seat}))
            assert _words(bar) == before
        evening.moments.skip()
        after = _words(bar)
        assert after != before
        assert evening.tell_anew()["bar"] == after


@pytest.mark.parametrize("demo", ["future_imperfect", "classic_fantasy"])
def test_the_active_seat_is_framed_at_once_and_its_plate_tells_nothing(qtbot: QtBot, tmp_path: Path, demo: str) -> None:
    with open_house(tmp_path) as house:
        evening = Evening(qtbot, house, tmp_path, demo)
        table, bar = evening.page.table_room.table, evening.page.table_room.offers
        seats = evening.campaign.viewer_campaign(SHARED).view.seats

        def framed(seat: str) -> dict[str, QImage]:
            bar.choose_seat(seat)
            QApplication.processEvents()
            pictures = table.table_scene.static_items._pictures
            return {one: pictures[f"plate {one}"].pixmap().toImage() for one in seats}

        chosen, pictures, told = "", dict[str, dict[str, QImage]](), dict[str, object]()
        while evening.moments.scene is None:
            chosen = bar.seat
            pictures = {seat: framed(seat) for seat in seats}
            framed(chosen)
            told = evening.told()
            evening.act()
        assert evening.moments.holds_result
        assert {seat: framed(seat) for seat in seats} == pictures, "the frame goes on, and all else is as before"
        framed(chosen)
        assert evening.told() == told
        assert any(pictures[one][one] != pictures[other][one] for one in seats for other in seats)
        evening.moments.skip()
        QApplication.processEvents()
        assert evening.tell_anew() == evening.told(), "nothing is left of what was before"


def test_nobody_has_seconds_left_to_answer_what_nobody_knows_yet(qtbot: QtBot, tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        evening = Evening(qtbot, house, tmp_path, "classic_fantasy")
        clock, bar = evening.page.table_room._timeout_clock, evening.page.table_room.offers
        before, seat = evening.throw()["bar"], next(iter(evening.campaign.viewer_campaign(SHARED).view.seats))
        clock._left = {seat: 97}
        clock.counted.emit(clock.left)
        assert _words(bar) == before
        evening.moments.skip()
        assert any("97" in words for words in _words(bar))


def test_with_reduced_motion_nothing_is_held(qtbot: QtBot, tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        evening = Evening(qtbot, house, tmp_path, "classic_fantasy")
        house.window.named_actions["reduced_motion"].trigger()
        while evening.moments.scene is None or not evening.moments.scene.dice:
            evening.act()
            assert not evening.moments.holds_result
        QApplication.processEvents()
        told = evening.told()
        assert evening.tell_anew() == told
