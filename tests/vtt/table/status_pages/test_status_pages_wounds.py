"""Care, rolls and wounds on the status pages of Classic d100 fantasy: what a click does; nothing known is asked."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from engine.core.manual_moves import SetLocation
from engine.rulesets.classic_fantasy.character.resource_pools import LUCK, pool
from engine.rulesets.classic_fantasy.checks.check_commands import RollSkill, ThrowDice
from engine.rulesets.classic_fantasy.checks.check_procedure import current_check
from engine.rulesets.classic_fantasy.damage.damage_commands import AcceptDamage
from engine.rulesets.classic_fantasy.damage.damage_procedure import current_damage
from tests.engine.rulesets.classic_fantasy import fixed_dice_tables
from tests.engine.rulesets.classic_fantasy.status_page_reader import CARERS, struck
from tests.engine.rulesets.classic_fantasy.table import dice, laid, play
from tests.vtt.table.status_pages.test_status_pages_d100 import house, now_of
from vtt.shared.questions.question_fields import ChoiceQuestionField, DependentQuestionField


@pytest.mark.rule("CF-UI-13")
def test_care_asks_for_nothing_but_who_treats(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    table = laid(sheets=CARERS)
    for actor, location in (("ana", "Chest"), ("ana", "Left Leg"), ("orc", "Head")):
        table = play(table, SetLocation(seat="gm", actor=actor, location=location, level=2))
    here = house(qtbot, monkeypatch, table)
    here.status_page_panel.open("care")
    taker = here.room.offers.taker
    stops = [stop for stop in here.status_page_panel.page.stops if "First Aid" in stop.name]
    assert len(stops) == 3
    here.click("First Aid")
    asking = here.room.table.question_input
    qtbot.waitUntil(lambda: asking.bubble is not None)
    assert asking.bubble is not None
    assert next(iter(asking.bubble.choices)) == "bor", "the best comes first"
    asking.bubble.more.click()
    assert taker.dialog is not None
    healer, patient = taker.dialog.findChildren(ChoiceQuestionField)[:2]
    wound = taker.dialog.findChild(DependentQuestionField)
    assert isinstance(wound, DependentQuestionField)
    assert (patient.value(), wound.value()) == ("ana", "Left Leg"), "what the line is about is answered, and shown"
    assert healer.ask.choices[0] == "bor", "the best comes first"
    taker.close()
    here.click("+1")
    body = now_of(here).actors["ana"].body
    assert body is not None
    assert body.locations["Left Leg"].level == 3, "healed by hand"


@pytest.mark.rule("CF-UI-4")
def test_luck_is_bought_by_a_click_on_what_it_comes_to(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    table = play(
        fixed_dice_tables.laid(tracks={"bran": {"Luck": 2}}), RollSkill(seat="tom", actor="bran", skill="Perception")
    )
    here = house(qtbot, monkeypatch, play(table, ThrowDice(seat="tom"), chance=dice(d100=[75])))
    here.status_page_panel.open("roll")
    here.click("Swap 75 → 57")
    assert current_check(now_of(here)) is None
    assert pool(now_of(here), "bran", LUCK) == 1


@pytest.mark.rule("CF-UI-10")
def test_a_consequence_is_struck_out_by_a_click(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    table = play(struck(6), AcceptDamage(seat="gm"), ThrowDice(seat="gm"), chance=dice(d100=[95], d3=[2]))
    here = house(qtbot, monkeypatch, table)
    assert here.status_page_panel.opened == "harm"
    here.click("Remove")
    now = current_damage(now_of(here))
    assert now is not None
    assert now.struck == (0,)
    here.click("Restore")
    now = current_damage(now_of(here))
    assert now is not None
    assert now.struck == ()
