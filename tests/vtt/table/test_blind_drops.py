"""The text about a card that is played unseen does not reveal it, in the games with hands."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.history import History
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.offers import Offer
from engine.rulesets.loader import game_of
from tests.engine.rich import scripts_of
from tests.on_screen import put_up
from vtt.campaign.open_campaign import OpenCampaign
from vtt.panels.offers_bar import OffersBar
from vtt.shared.questions.card_question_field import CardQuestionField
from vtt.shared.questions.question_dialog import QuestionDialog
from vtt.shared.questions.question_form import OfferInput
from vtt.widgets.look.theme import Theme, ThemeHub


@pytest.mark.parametrize("ruleset", ["imaginality", "card_the_drawing"])
def test_a_blind_drop_is_answered_in_the_same_way_whichever_card_it_is(qtbot: QtBot, ruleset: str) -> None:
    played = scripts_of(ruleset)[0]
    table = played.history.table
    differing = 0
    for zone, lying in table.zones.items():
        if not zone.startswith("hand:") or len(lying.cards) < 2:
            continue
        for offer in played.game.offers(table, lying.owners[0]):
            ask = next((ask for ask in offer.questions if ask.kind in ("card", "cards")), None)
            if ask is None or offer.denial is not None:
                continue
            value = f"{zone}#0" if ask.kind == "card" else (f"{zone}#0",)
            command = replace(offer.command, **{ask.field: value})
            worlds = _first_in_turn(table, zone)
            (told,) = {_answer(ruleset, world, command, SHARED) for world in worlds}
            if len({_answer(ruleset, world, command, "") for world in worlds}) > 1:
                differing += 1
                assert told == "refused.unseen_card", command
    if ruleset == "card_the_drawing":
        assert differing, "whoever holds an Interrupt is told that it cannot be planned"


def _first_in_turn(table: Table, zone: str) -> list[Table]:
    """Return the table with each card of a zone in its first place."""
    cards = table.zones[zone].cards
    turned = [(*cards[at:], *cards[:at]) for at in range(len(cards))]
    return [replace(table, zones={**table.zones, zone: replace(table.zones[zone], cards=one)}) for one in turned]


def _answer(ruleset: str, table: Table, command: object, viewer: str) -> str:
    campaign = OpenCampaign(game_of(ruleset), History(table), SeededChance(1))
    refused = campaign.viewer_campaign(viewer).refusal(command) if viewer else campaign.refusal(command)  # type: ignore[arg-type]
    return "" if refused is None else refused.message.key


def test_a_dialog_says_the_reason_while_the_card_is_looked_at_and_not_longer(qtbot: QtBot) -> None:
    """A card that cannot be planned is found out by its holder, who looks, and by nobody else."""
    campaign, offer, zone = _hand_whose_first_card_cannot_be_planned()
    bar = OffersBar(campaign, SHARED, ThemeHub(Theme()))
    qtbot.addWidget(bar)
    put_up(bar)
    bar.take(offer)
    dialog = bar.taker.dialog
    assert dialog is not None
    put_up(dialog)
    field = next(field for field in dialog.form.fields if isinstance(field, CardQuestionField))
    field.picker.choose([f"{zone}#0"])
    dialog.form.submit()
    assert dialog.form.reason.text() == say(Message(key="refused.unseen_card"))
    QTest.mousePress(field.picker.look, Qt.MouseButton.LeftButton)
    dialog.form.submit()
    real = dialog.form.reason.text()
    assert real not in ("", say(Message(key="refused.unseen_card")))
    QTest.mouseRelease(field.picker.look, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(partial(_are_all_down, field))
    assert dialog.form.reason.text() != real, "said while somebody looks"


def test_a_dialog_that_shows_no_card_says_no_reason_of_one(qtbot: QtBot) -> None:
    campaign, offer, zone = _hand_whose_first_card_cannot_be_planned()
    named = replace(offer, command=_with_first(offer, zone), questions=())
    dialog = QuestionDialog(OfferInput(campaign, SHARED, ThemeHub(Theme()), named))
    qtbot.addWidget(dialog)
    put_up(dialog)
    dialog.form.submit()
    assert dialog.form.reason.text() == say(Message(key="refused.unseen_card"))


def test_the_list_of_all_offers_says_no_reason_of_a_card(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign, offer, zone = _hand_whose_first_card_cannot_be_planned()
    named = replace(offer, command=_with_first(offer, zone), questions=())
    monkeypatch.setattr(type(named.command), "is_far_reaching", lambda _: True)
    bar = OffersBar(campaign, SHARED, ThemeHub(Theme()))
    qtbot.addWidget(bar)
    with qtbot.waitSignal(campaign.refused) as refused:
        bar.take(named, found_by_name=True)
    assert refused.args is not None
    assert refused.args[0].message.key == "refused.unseen_card"


def _hand_whose_first_card_cannot_be_planned() -> tuple[OpenCampaign, Offer, str]:
    played = scripts_of("card_the_drawing")[0]
    for zone, lying in played.history.table.zones.items():
        if not zone.startswith("hand:") or len(lying.cards) < 2:
            continue
        for world in _first_in_turn(played.history.table, zone):
            campaign = OpenCampaign(game_of("card_the_drawing"), History(world), SeededChance(1))
            offers = campaign.viewer_campaign(SHARED).offers(lying.owners[0])
            offer = next((offer for offer in offers if offer.name.startswith("plan_cards") and not offer.denial), None)
            if offer is not None and _answer("card_the_drawing", world, _with_first(offer, zone), ""):
                return campaign, offer, zone
    raise AssertionError("no hand has a card that cannot be planned")


def _are_all_down(field: CardQuestionField) -> bool:
    return not any(card.peeked for card in field.picker.cards)


def _with_first(offer: Offer, zone: str) -> Command:
    ask = next(ask for ask in offer.questions if ask.kind in ("card", "cards"))
    return replace(offer.command, **{ask.field: f"{zone}#0" if ask.kind == "card" else (f"{zone}#0",)})
