"""What the rules say to the answers in a dialog: all of it is read, and its buttons stay, on the smallest screen."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QScreen
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.history import History
from engine.messages.refusal import Refused
from engine.messages.texts import texts
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.presentation.offers import Offer, QuestionKind, question
from engine.rulesets.loader import game_of
from tests.engine.rich import scripts_of
from tests.on_screen import lay_out
from vtt.campaign.open_campaign import OpenCampaign
from vtt.campaign.viewer_campaign import ViewerCampaign
from vtt.shared.card_choice.card_picker import faces_of
from vtt.shared.questions.question_dialog import QuestionDialog
from vtt.shared.questions.question_form import OfferInput
from vtt.widgets.look.theme import Theme, ThemeHub

SCREEN = QRect(0, 0, 1280, 720)
NAME = "Bartholomew Featherstonehaugh of the Long Water"
LONG = tuple(sorted((key for key in texts() if key.startswith("refused.")), key=lambda key: -len(texts()[key])))[:8]


@pytest.fixture(params=[1.0, 2.0])
def hub(request: pytest.FixtureRequest, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[ThemeHub]:
    monkeypatch.setattr(QScreen, "availableGeometry", lambda _screen: SCREEN)
    made = ThemeHub(Theme(scale=request.param, rule_numbers=True), qapp)
    yield made
    faces_of(made).close()


def refusal(key: str) -> Refused:
    """Return a refusal in which every name is as long as people make them."""
    names = re.findall(r"{(\w+)(?::plural)?", texts()[key])
    numbers = set(re.findall(r"{(\w+):plural", texts()[key]))
    return Refused(
        key.removeprefix("refused."), "CD-INT-1", "CD-INT-2", **{n: 12 if n in numbers else NAME for n in names}
    )


def an_interrupt() -> tuple[OpenCampaign, Offer]:
    """Return a moment of Card: the Drawing in which somebody may interrupt, and the offer that asks with what."""
    game, played = game_of("card_the_drawing"), scripts_of("card_the_drawing")[0]
    for at in range(len(played.history.entries)):
        table = played.history.table_at(at)
        for seat in table.seats:
            for offer in game.offers(table, seat, SHARED):
                if offer.name.startswith("interrupt:") and offer.questions and offer.denial is None:
                    return OpenCampaign(game, History(table), SeededChance(1)), offer
    raise AssertionError


def put_up(qtbot: QtBot, hub: ThemeHub, campaign: OpenCampaign, offer: Offer) -> QuestionDialog:
    dialog = QuestionDialog(OfferInput(campaign, SHARED, hub, offer))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(dialog)
    lay_out(dialog)
    qtbot.wait(20)
    return dialog


def is_whole(part: QWidget, dialog: QuestionDialog) -> bool:
    """Say whether all of a part can be seen, with all of its words."""
    shown = part.visibleRegion().boundingRect()
    high = max(part.minimumSizeHint().height(), part.heightForWidth(part.width()))
    place = QRect(part.mapTo(dialog, QPoint()), part.size())
    return dialog.rect().contains(place) and shown == part.rect() and part.height() >= high


@pytest.mark.parametrize("key", LONG)
def test_why_not_is_read_whole_and_the_buttons_stay(
    qtbot: QtBot, hub: ThemeHub, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    campaign, offer = an_interrupt()
    many = tuple(
        question("interrupt", QuestionKind.TEXT, field="card", optional=True, part=str(number), rare=number > 3)
        for number in range(9)
    )
    for asks in (offer.questions, (*offer.questions, *many)):  # few questions, and more of them than the screen holds
        dialog = put_up(qtbot, hub, campaign, replace(offer, questions=asks))
        if len(asks) > 1:
            dialog.form.show_all()
        refused = refusal(key)
        with monkeypatch.context() as patched:
            patched.setattr(ViewerCampaign, "refusal", lambda *_args, refused=refused, **_more: refused)
            patched.setattr(dialog.form, "missing", str)
            dialog.do.click()
            qtbot.wait(20)
        assert dialog.form.reason.text() == f"{refused.text} (CD-INT-1, CD-INT-2)"
        for part in (dialog.form.reason, dialog.do, dialog.leave):
            assert is_whole(part, dialog), (part.geometry(), dialog.geometry())
        assert SCREEN.contains(dialog.geometry())
        dialog.reject()


def test_what_falls_due_is_read_whole_too(qtbot: QtBot, hub: ThemeHub, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign, offer = an_interrupt()
    dialog = put_up(qtbot, hub, campaign, offer)
    words = " ".join([NAME] * 8)
    monkeypatch.setattr(dialog.form, "_falls_due", lambda: words)
    monkeypatch.setattr(dialog.form, "missing", str)
    monkeypatch.setattr(ViewerCampaign, "refusal", lambda *_args, **_more: None)
    dialog.form.check()
    qtbot.wait(20)
    assert dialog.form.time_preview.text() == words
    assert all(is_whole(part, dialog) for part in (dialog.form.time_preview, dialog.do, dialog.leave))
    assert SCREEN.contains(dialog.geometry())
    dialog.reject()


def test_enter_puts_the_focus_where_the_first_answer_is_missing(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign, offer = an_interrupt()
    asks = tuple(question("interrupt", QuestionKind.TEXT, field=field, optional=False) for field in ("card", "actor"))
    dialog = put_up(qtbot, hub, campaign, replace(offer, questions=asks))
    first, second = (field.findChild(QLineEdit) for field in dialog.form.fields)
    assert first is not None
    assert second is not None
    second.setFocus()
    assert second.text()
    first.clear()
    dialog.form.submit()
    assert dialog.focusWidget() is first
    assert dialog.form.reason.text()
    dialog.reject()


def test_questions_that_are_all_rare_are_shown_at_once(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign, offer = an_interrupt()
    rare, usual = (question(name, QuestionKind.TEXT, field="card", rare=name == "why") for name in ("why", "card"))
    for asks, shown in (((rare,), 1), ((rare, usual), 1), ((rare, usual, rare), 1), ((usual, usual), 2)):
        dialog = put_up(qtbot, hub, campaign, replace(offer, questions=asks))
        assert len(dialog.form.fields) == shown
        assert dialog.form.more.isVisible() is (rare in asks and usual in asks)
        dialog.reject()
