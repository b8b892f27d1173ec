"""The text about a card that is played unseen does not reveal it, in the games with hands."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.history import History
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.rulesets.loader import game_of
from tests.engine.rich import scripts_of
from vtt.campaign.open_campaign import OpenCampaign


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
