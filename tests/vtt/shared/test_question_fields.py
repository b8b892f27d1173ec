"""Fields for what a group brings along itself: cards that come to the table, and words of its own."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import Mock

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from engine.core.game_options import complete_options
from engine.model.frozen import replace
from engine.model.seats import SHARED, Role, Seat
from engine.presentation import command_offers
from engine.presentation.offers import QuestionKind
from engine.presentation.offers import question as ask
from engine.rulesets.loader import game_of
from tests.vtt.panels_stage import stage
from vtt.shared.card_choice.card_picker import faces_of
from vtt.shared.questions.card_face_question_field import CardFaceQuestionField
from vtt.shared.questions.question_fields import ChoiceOrTextField, field_for
from vtt.shared.questions.question_form import OfferInput, QuestionForm, fields_read_ahead
from vtt.widgets.look.theme import Theme, ThemeHub


@pytest.fixture
def hub(qapp: QApplication) -> Iterator[ThemeHub]:
    made = ThemeHub(Theme())
    yield made
    faces_of(made).close()


def test_cards_come_as_they_are_typed_or_clicked_each_as_often_as_wanted(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    offers = {offer.name: offer for offer in campaign.viewer_campaign(SHARED).manual_moves().all_offers("guest_0")}
    form = QuestionForm(OfferInput(campaign, SHARED, hub, offers["add_cards:deck"]))
    qtbot.addWidget(form)
    form.resize(600, 400)
    form.show()
    (field,) = form.fields
    assert isinstance(field, CardFaceQuestionField)
    assert not form.submit()
    field.line.insert("8h 8\u2665")
    QTest.keyClicks(field.line, ", zz")
    assert "\u201czz\u201d" in form.reason.text()
    assert not form.submit()
    QTest.keyClick(field.line, Qt.Key.Key_Backspace)
    QTest.keyClick(field.line, Qt.Key.Key_Backspace)
    QTest.mouseClick(field.grid, Qt.MouseButton.LeftButton, pos=field.grid.place_of("KS").center())
    before = set(campaign._history.table.zones["deck"].cards)
    assert form.submit(), form.reason.text()
    came = set(campaign._history.table.zones["deck"].cards) - before
    assert sorted(card.partition("/")[0] for card in came) == ["8H", "8H", "KS"]


@pytest.mark.rule("IM-LM-6")
def test_own_words_count_before_a_choice_until_another_one_is_made(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    question = ask("effect", QuestionKind.CHOICE, ("blinded", "helpless"), optional=True, own_words=True)
    field = field_for(question, campaign, SHARED, hub, "gm", "")
    qtbot.addWidget(field)
    assert isinstance(field, ChoiceOrTextField)
    assert field.value() is None
    told: list[object] = []
    field.changed.connect(lambda: told.append(field.value()))
    QTest.keyClicks(field.line, " tangled up ")
    assert field.value() == "tangled up"
    field.choice._buttons[1].click()
    assert (field.value(), field.line.text()) == ("helpless", "")
    assert told[-1] == "helpless"


@pytest.mark.parametrize("count", [4, 20])
def test_enter_chooses_the_choice_that_is_framed_and_only_then_confirms(
    qtbot: QtBot, hub: ThemeHub, count: int
) -> None:
    campaign = stage()
    offer = next(iter(campaign.viewer_campaign(SHARED).offers("tom")))
    asked = ask("cards", QuestionKind.CHOICE, tuple(f"Skill {n}" for n in range(count)))
    form = QuestionForm(OfferInput(campaign, SHARED, hub, replace(offer, questions=(asked,))))
    qtbot.addWidget(form)
    form.show()
    form.focus_first()
    confirmed: list[object] = []
    form.entered.connect(lambda: confirmed.append(form.fields[0].value()))
    rows = form.fields[0].focusProxy()
    assert rows is not None
    QTest.keyClick(rows, Qt.Key.Key_Return)
    assert (form.fields[0].value(), confirmed) == ("Skill 0", [])
    QTest.keyClick(rows, Qt.Key.Key_Return)
    assert confirmed == ["Skill 0"]


@pytest.mark.parametrize(
    ("least", "most", "optional", "words"),
    [
        (0, 3, False, "(choose up to 3)"),
        (1, 3, True, "(choose up to 3)"),
        (1, 3, False, "(choose 1 to 3)"),
        (2, 2, False, "(choose 2)"),
        (2, None, False, "(choose at least 2)"),
    ],
)
def test_a_question_says_how_many_may_be_chosen(
    qtbot: QtBot, hub: ThemeHub, least: int, most: int | None, optional: bool, words: str
) -> None:
    campaign = stage()
    offer = next(iter(campaign.viewer_campaign(SHARED).offers("tom")))
    asked = ask("cards", QuestionKind.CHOICES, ("a", "b", "c"), least=least, most=most, optional=optional)
    form = QuestionForm(OfferInput(campaign, SHARED, hub, replace(offer, questions=(asked,))))
    qtbot.addWidget(form)
    assert any(shown.text().endswith(f" {words}") for shown in form.findChildren(QLabel))


@pytest.mark.parametrize("ruleset", ["imaginality", "classic_fantasy"])
def test_the_first_offers_read_no_fields_once_they_are_read_ahead(
    ruleset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of(ruleset)
    seats = (Seat(id="gm", name="GM", role=Role.GM), Seat(id="ann", name="Ann"))
    table = game.new_table(seats, complete_options(game.ruleset.options, {}))
    read = Mock(wraps=command_offers._read_shape)
    monkeypatch.setattr(command_offers, "_read_shape", read)
    monkeypatch.setattr(command_offers, "_SHAPES", {})
    game.offers(table, "gm", "shared")
    assert read.called
    for _ in fields_read_ahead(game):
        pass
    assert {call.args[0] for call in read.call_args_list} >= set(game.commands.values())
    read.reset_mock()
    game.offers(replace(table, clock=table.clock + 1), "gm", "shared")
    assert not read.called
