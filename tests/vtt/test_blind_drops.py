"""What is said of a card that is laid down blindly tells nothing of which card it is, in the games that have hands."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from engine.play.chance import Seeded
from engine.play.sight import SHARED
from engine.play.timeline import Timeline
from engine.rulesets.registry import game_of
from engine.table.frozen import replace
from engine.table.table import Table
from tests.engine.rich import scripts_of
from vtt.session import Session


@pytest.mark.parametrize("ruleset", ["imaginality", "card_the_drawing"])
def test_a_blind_drop_is_answered_in_the_same_way_whichever_card_it_is(qtbot: QtBot, ruleset: str) -> None:
    played = scripts_of(ruleset)[0]
    table = played.timeline.table
    differing = 0
    for zone, lying in table.zones.items():
        if not zone.startswith("hand:") or len(lying.cards) < 2:
            continue
        for offer in played.game.offers(table, lying.owners[0]):
            ask = next((ask for ask in offer.asks if ask.kind in ("card", "cards")), None)
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
    session = Session(game_of(ruleset), Timeline(table), Seeded(1))
    refused = session.lens(viewer).refusal(command) if viewer else session.refusal(command)  # type: ignore[arg-type]
    return "" if refused is None else refused.message.key
