from __future__ import annotations

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFrame, QLabel
from pytestqt.qtbot import QtBot

from engine.play.sight import SHARED
from engine.table.frozen import replace
from tests.vtt.panels_stage import Tiny, fight, say_as, stage, words_in
from vtt.panels.steps import StepsStrip
from vtt.widgets.theme import Theme, ThemeHub


@pytest.fixture
def hub(qapp: QApplication) -> ThemeHub:
    return ThemeHub(Theme())


def test_the_strip_lights_the_present_step_and_tells_how_each_side_stands(qtbot: QtBot, hub: ThemeHub) -> None:
    session = stage()
    rules = session.game.ruleset
    assert isinstance(rules, Tiny)
    strip = StepsStrip(session, SHARED, hub)
    qtbot.addWidget(strip)
    assert strip.isHidden()
    rules.under_way = fight(("tom",))
    session.looked("x")
    assert not strip.isHidden()
    strip.resize(1000, 300)
    strip.show()
    words = words_in(strip)
    assert "Reveal, now" in words
    assert "Declare, done" in words
    assert "Resist, later" in words
    assert any("Turn 2 of the fight" in w for w in words)
    assert any("waiting for Tom" in w for w in words)
    side = strip.findChild(QFrame, "side_actor")
    assert side is not None
    assert "2 of 2 cards" in side.accessibleName()
    assert "ready" in side.accessibleName()
    total = strip.findChild(QLabel, "total_actor")
    assert total is not None
    assert total.text() == "17"
    assert strip.findChild(QLabel, "total_opposition") is None
    assert any("Wil, has lost the action, counterattacked" in w for w in words)
    rules.under_way = (replace(fight()[1], outcome=say_as("It works by 5"), reckoning=(say_as("17 against 12"),)),)
    session.looked("x")
    assert {"It works by 5", "17 against 12"} <= set(words_in(strip))
    rules.under_way = ()
    session.looked("x")
    assert strip.isHidden()


def test_a_low_strip_scrolls_and_loses_nothing(qtbot: QtBot) -> None:
    session = stage()
    rules = session.game.ruleset
    assert isinstance(rules, Tiny)
    rules.under_way = fight()
    strip = StepsStrip(session, SHARED, ThemeHub(Theme(scale=3.0)))
    qtbot.addWidget(strip)
    strip.resize(1000, 180)
    strip.show()
    assert QTest.qWaitForWindowExposed(strip)
    bar = strip._scroll.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    content = strip._content
    for label in content.findChildren(QLabel):
        place = label.mapTo(content, label.rect().bottomRight())
        assert place.x() <= content.width()
        assert place.y() <= content.height()
