"""The menu of a character: every line says which character it is about, and keeps its explanation."""

from __future__ import annotations

from engine.core.chance import SeededChance
from engine.core.history import History
from engine.messages.texts import say
from tests.engine.rulesets.future_imperfect.table import GAME, laid
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.offers.offer_tile import explanation_words
from vtt.table.input.context_menu import actor_menu_offers


def test_a_line_names_who_acts_or_who_is_the_target_and_explains_itself() -> None:
    viewer = OpenCampaign(GAME, History(laid()), SeededChance(1)).viewer_campaign("gm")
    offers = actor_menu_offers(viewer, "frost")
    lines = {say(offer.label) for offer in offers}
    assert {"Roll against a character: Frost", "Roll against a character (target: Frost)"} <= lines
    assert "Make a character fall: Frost" in lines
    listed = {offer.name: offer for offer in viewer.offers("gm")}
    renamed = [offer for offer in offers if offer.explained_as and offer.name in listed]
    assert renamed
    assert all(explanation_words(offer) == explanation_words(listed[offer.name]) != "" for offer in renamed)
