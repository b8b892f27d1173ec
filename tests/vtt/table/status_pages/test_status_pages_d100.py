"""The status pages of a whole game: their buttons do what they say, and ask only open questions."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.history import History
from engine.core.manual_moves import SetLocation
from engine.model.table import Table
from engine.presentation.status_pages import OfferButton
from engine.rulesets.classic_fantasy.character.character_conditions import DEADLINE, lay
from engine.rulesets.classic_fantasy.combat.combat_commands import RollInitiative, StartFight
from engine.rulesets.classic_fantasy.health.rest_commands import BeginRest
from engine.rulesets.classic_fantasy.health.rest_procedure import rest
from engine.rulesets.classic_fantasy.treatment.treatment_commands import Tend
from tests.engine.rulesets.classic_fantasy.table import GAME, dice, laid, play, skilled, with_states
from tests.vtt.panels_stage import words_in
from tests.vtt.table.status_pages import test_status_pages
from tests.vtt.table.status_pages.test_status_pages import LARGE, House
from vtt.campaign.open_campaign import OpenCampaign
from vtt.table.status_pages.status_page_frame import LYING


def house(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, table: Table, size: tuple[int, int] = LARGE) -> House:
    campaign = OpenCampaign(GAME, History(table), SeededChance(4))
    monkeypatch.setattr(test_status_pages, "play", lambda *_, **__: campaign)
    return House(qtbot, size)


def now_of(here: House) -> Table:
    return here.campaign._history.table


@pytest.mark.rule("CF-UI-5")
def test_everybody_chooses_for_a_quarter_of_an_hour_in_one_click_each(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = play(laid(sheets={"ana": skilled(First_Aid=50)}), BeginRest(seat="gm", steps=3))
    here = house(qtbot, monkeypatch, table)
    assert here.status_page_panel.opened == "rest"
    here.click("Pray or study")
    now = rest(now_of(here))
    assert now is not None
    assert {actor: choice.action for actor, choice in now.chosen.items()} == {"ana": "pray_or_study"}
    here.click("Advance 15 minutes")
    assert now_of(here).clock == 900
    assert rest(now_of(here)) is not None
    here.click("End the rest")
    assert rest(now_of(here)) is None
    assert here.status_page_panel.opened != "rest"


def sure(qtbot: QtBot, here: House) -> str:
    """Read the question before the clock advances, and confirm it."""
    taker = here.room.offers.taker
    qtbot.waitUntil(lambda: taker.dialog is not None)
    dialog = taker.dialog
    assert dialog is not None
    told = "\n".join(words_in(dialog))
    dialog.do.click()
    return told


@pytest.mark.rule("CF-UI-8", "CF-UI-9")
def test_a_long_time_asks_before_it_passes_for_every_seat_at_the_bar(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = house(qtbot, monkeypatch, laid())
    here.room.offers.choose_seat("tom")
    here.status_page_panel.open("time")
    here.click("Month")
    assert now_of(here).clock == 0, "not by a single click"
    told = sure(qtbot, here)
    assert "Ada" in told, "it is the GM’s, whoever has pressed"
    assert "The clock advances to day 31, 0:00:00. Until then: nothing is scheduled." in told
    assert now_of(here).clock == 30 * 86400


@pytest.mark.rule("CF-UI-9", "CF-REST-6")
def test_what_falls_due_during_first_aid_is_read_before_it_is_done(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = play(
        laid(sheets={"ana": skilled(First_Aid=50)}), SetLocation(seat="gm", actor="ana", location="Chest", level=4)
    )
    table = with_states(table, lambda draft: lay(draft, "bor", DEADLINE, "Head", until=600))
    here = house(qtbot, monkeypatch, table)
    here.room.offers.choose_seat("tom")
    offers = here.room.offers.viewer_campaign.offers("tom")
    tend = next(o for o in offers if isinstance(o.command, Tend) and not o.command.emergency)
    here.room.offers.take(tend, {ask.field: getattr(tend.command, ask.field) for ask in tend.questions})
    assert now_of(here).clock == 0
    assert "Bor dies" in sure(qtbot, here)
    assert now_of(here).clock == 900


@pytest.mark.rule("CF-UI-8")
def test_the_clock_goes_by_a_click_and_any_time_is_asked_with_what_it_brings(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = play(laid(), SetLocation(seat="gm", actor="ana", location="Chest", level=4))
    here = house(qtbot, monkeypatch, table)
    here.status_page_panel.open("time")
    here.click("Round")
    assert now_of(here).clock == 5
    assert "Day 1, 0:00:05" in here.told()
    here.click("Hour")
    sure(qtbot, here)
    here.click("Day · 1 event")
    sure(qtbot, here)
    assert now_of(here).clock == 5 + 3600 + 86400
    taker = here.room.offers.taker
    here.click("Other…")
    qtbot.waitUntil(lambda: taker.dialog is not None)
    assert taker.dialog is not None
    told = "\n".join(words_in(taker.dialog))
    taker.close()
    assert now_of(here).clock == 5 + 3600 + 86400
    assert "Ana, Chest" in told


@pytest.mark.rule("CF-UI-9")
@pytest.mark.parametrize(("size", "is_on_page"), [(LARGE, True), ((1060, 720), False)])
def test_the_bar_has_what_is_in_a_menu_or_below_the_edge_of_a_low_page(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], is_on_page: bool
) -> None:
    fight = (StartFight(seat="gm", fighters=("ana", "bor", "orc")), RollInitiative(seat="gm"))
    here = house(qtbot, monkeypatch, play(laid(), *fight, chance=dice(d10=[9, 5, 1])), size)
    here.room.offers.choose_seat("gm")
    assert here.status_page_panel.mode == LYING
    on_page = [button.page_button for button in here.status_page_panel.buttons_in_view]
    pressed = {button.offer for button in on_page if isinstance(button, OfferButton)}
    shown = {tile.offer.name for tile in here.room.offers.tiles}
    names = {"d100_end_round", "d100_act_together", "d100_end_fight"}
    assert names & shown == names - pressed
    assert (names <= pressed) is is_on_page
