"""Care, rolls and harm on the slate of Classic d100 fantasy: what a click does, and what is known is not asked."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from engine.play.moves import SetLocation
from engine.rulesets.classic_fantasy.at_table import LUCK, pool
from engine.rulesets.classic_fantasy.harming import AcceptDamage
from engine.rulesets.classic_fantasy.procedures.check import check
from engine.rulesets.classic_fantasy.procedures.wounding import wounding
from engine.rulesets.classic_fantasy.rolling import RollSkill, ThrowDice
from tests.engine.classic_fantasy import fighting
from tests.engine.classic_fantasy.books import CARERS, struck
from tests.engine.classic_fantasy.table import dice, laid, play
from tests.vtt.test_table_slate_d100 import house, now_of
from vtt.panels.ask_fields import ChoiceField, FollowingField


@pytest.mark.rule("CF-UI-13")
def test_care_asks_for_nothing_but_who_treats(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    table = laid(sheets=CARERS)
    for actor, location in (("ana", "Chest"), ("ana", "Left Leg"), ("orc", "Head")):
        table = play(table, SetLocation(seat="gm", actor=actor, location=location, level=2))
    here = house(qtbot, monkeypatch, table)
    here.slate.open("care")
    taker = here.room.offers.taker
    stops = [stop for stop in here.slate.page.stops if "First Aid" in stop.name]
    assert len(stops) == 3
    here.click("First Aid")
    qtbot.waitUntil(lambda: taker.dialog is not None)
    assert taker.dialog is not None
    healer, patient = taker.dialog.findChildren(ChoiceField)[:2]
    wound = taker.dialog.findChild(FollowingField)
    assert isinstance(wound, FollowingField)
    assert (patient.value(), wound.value()) == ("ana", "Left Leg"), "what the line is about is answered, and shown"
    assert healer.ask.choices[0] == "bor", "the best comes first"
    taker.close()
    here.click("+1")
    body = now_of(here).actors["ana"].body
    assert body is not None
    assert body.locations["Left Leg"].level == 3, "healed by hand"


@pytest.mark.rule("CF-UI-4")
def test_luck_is_bought_by_a_click_on_what_it_comes_to(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    table = play(fighting.laid(tracks={"bran": {"Luck": 2}}), RollSkill(seat="tom", actor="bran", skill="Perception"))
    here = house(qtbot, monkeypatch, play(table, ThrowDice(seat="tom"), chance=dice(d100=[75])))
    here.slate.open("roll")
    here.click("Swap 75 → 57")
    assert check(now_of(here)) is None
    assert pool(now_of(here), "bran", LUCK) == 1


@pytest.mark.rule("CF-UI-10")
def test_a_consequence_is_struck_out_by_a_click(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    table = play(struck(6), AcceptDamage(seat="gm"), ThrowDice(seat="gm"), chance=dice(d100=[95], d3=[2]))
    here = house(qtbot, monkeypatch, table)
    assert here.slate.opened == "harm"
    here.click("Strike out")
    now = wounding(now_of(here))
    assert now is not None
    assert now.struck == (0,)
    here.click("Let stand")
    now = wounding(now_of(here))
    assert now is not None
    assert now.struck == ()
