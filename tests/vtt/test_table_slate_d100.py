"""The pages of a whole game on the slate: its buttons do what they say, and ask only for what is missing."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from engine.play.chance import Seeded
from engine.play.moves import SetLocation
from engine.play.timeline import Timeline
from engine.rulesets.classic_fantasy.procedures.rest import rest
from engine.rulesets.classic_fantasy.rest_window import BeginRest
from engine.table.table import Table
from tests.engine.classic_fantasy.table import GAME, laid, play, skilled
from tests.vtt import test_table_slate
from tests.vtt.panels_stage import words_in
from tests.vtt.test_table_slate import House
from vtt.session import Session


def house(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, table: Table) -> House:
    session = Session(GAME, Timeline(table), Seeded(4))
    monkeypatch.setattr(test_table_slate, "play", lambda *_, **__: session)
    return House(qtbot)


def now_of(here: House) -> Table:
    return here.session._timeline.table


@pytest.mark.rule("CF-UI-5")
def test_everybody_chooses_for_a_quarter_of_an_hour_in_one_click_each(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = play(laid(sheets={"ana": skilled(First_Aid=50)}), BeginRest(seat="gm", steps=3))
    here = house(qtbot, monkeypatch, table)
    assert here.slate.opened == "rest"
    here.click("Pray, study")
    now = rest(now_of(here))
    assert now is not None
    assert {actor: choice.action for actor, choice in now.chosen.items()} == {"ana": "pray_or_study"}
    here.click("Let it pass now")
    assert now_of(here).clock == 900
    assert rest(now_of(here)) is not None
    here.click("End the rest")
    assert rest(now_of(here)) is None
    assert here.slate.opened != "rest"


@pytest.mark.rule("CF-UI-8")
def test_the_clock_goes_by_a_click_and_any_time_is_asked_with_what_it_brings(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = play(laid(), SetLocation(seat="gm", actor="ana", location="Chest", level=4))
    here = house(qtbot, monkeypatch, table)
    here.slate.open("time")
    here.click("Hour")
    assert now_of(here).clock == 3600
    assert "Day 1, 1:00:00" in here.told()
    here.click("Day · 1")
    assert now_of(here).clock == 3600 + 86400
    taker = here.room.offers.taker
    here.click("Other…")
    qtbot.waitUntil(lambda: taker.dialog is not None)
    assert taker.dialog is not None
    told = "\n".join(words_in(taker.dialog))
    taker.close()
    assert now_of(here).clock == 3600 + 86400
    assert "Ana, Chest" in told
