"""A sentence near a point: inside its page, and beside what must be read."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.on_screen import put_up
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.speech_bubble import SpeechBubble

WORDS = "This card is not a Joker. Choose a Joker."


@pytest.mark.parametrize("in_front", [None, QRect(0, 0, 880, 120)])
def test_a_refusal_covers_neither_a_hand_nor_a_title_near_its_point(qtbot: QtBot, in_front: QRect | None) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(880, 420)
    put_up(page)
    bubble = SpeechBubble(ThemeHub(Theme(), app), page)
    hand, title, point = QRectF(300, 180, 260, 100), QRectF(380, 150, 100, 20), QPointF(430, 200)
    bubble.say(WORDS, (), point, in_front)
    usual = bubble.geometry()
    assert QRectF(usual).intersects(hand) or QRectF(usual).intersects(title)
    bubble.say(WORDS, (), point, in_front, [hand, title])
    placed = QRectF(bubble.geometry())
    assert page.rect().contains(bubble.geometry())
    assert not placed.intersects(hand)
    assert not placed.intersects(title)
    assert in_front is None or not bubble.geometry().intersects(in_front)
    assert (placed.center() - point).manhattanLength() < 260, "it is still near"


def test_a_refusal_is_near_its_point_where_all_places_near_it_are_taken(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(880, 420)
    put_up(page)
    bubble = SpeechBubble(ThemeHub(Theme()), page)
    taken = [QRectF(260 + 110 * column, 10 + 100 * row, 100, 90) for column in range(6) for row in range(4)]
    question, point = QRect(260, 130, 300, 160), QPointF(780, 220)
    bubble.say(WORDS, (), point, question, taken)
    placed = bubble.geometry()
    assert page.rect().contains(placed)
    assert not placed.intersects(question), "what is asked is read with it"
    assert placed.left() > 560, "it is said where somebody looks, and not on the free side of the table"
