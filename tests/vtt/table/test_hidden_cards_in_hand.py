"""Unseen cards are moved by hand without a text or a highlight that depends on their faces."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.history import History
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.scripts.script import play_script
from engine.rulesets.loader import game_of
from tests.vtt.table_hand import Hand
from vtt.campaign.open_campaign import OpenCampaign
from vtt.table.input.drop_targets import ItemPlace

WORLDS = 4
BLIND = {
    "imaginality": ("hand:jonas", "deck"),
    "future_imperfect": ("hand:mia", "deck:crew"),
    "card_the_drawing": ("hand:leo", "draw:corwin"),
}
"""For each demo with cards: a hand that is face down, and the pile that it may come from."""


def worlds(table: Table, hand: str, pile: str) -> Iterator[Table]:
    """Yield tables that look the same without a look: other cards are in the hand, and those are in the pile."""
    held, lying = table.zones[hand].cards, table.zones[pile].cards
    whole = tuple(chain(held, lying))
    for number in range(WORLDS):
        at = number * (len(whole) // WORLDS)
        turned = whole[at:] + whole[:at]
        zones = {
            **table.zones,
            hand: replace(table.zones[hand], cards=turned[: len(held)]),
            pile: replace(table.zones[pile], cards=turned[len(held) :]),
        }
        yield replace(table, zones=zones)


def tried(qtbot: QtBot, table: Table, zone: str) -> dict[tuple[int, str], tuple[frozenset[str], str]]:
    """Return the highlights for each card of a hand, and the text after a drop in each zone; `` if it works."""
    hand = Hand(qtbot, OpenCampaign(game_of(table.ruleset), History(table), SeededChance(1)))
    asked: list[str] = []
    hand.view.ask_offer.connect(lambda offer, _answers: asked.append(f"asks {offer.name}"))
    hand.view.choose_offer.connect(lambda offers, *_: asked.append(" ".join(["asks", *(o.name for o in offers)])))
    found: dict[tuple[int, str], tuple[frozenset[str], str]] = {}
    for index in range(len(table.zones[zone].cards)):
        for target in table.zones:
            if target == zone:
                continue
            hand.said.clear()
            asked.clear()
            hand.view.drag_controller.pick([ItemPlace(zone, index)])
            lit = frozenset(hand.view.table_scene.display_state.lit)
            hand.view.drag_controller.drop_on(target, QPointF(400, 300), alt=False)
            said = hand.said[-1][0] if hand.said else "".join(asked)
            found[index, target] = (lit, said)
            if hand.campaign.position:
                assert not said
                hand.campaign.undo()
    hand.view.close()
    return found


@pytest.mark.rule("CD-UI-5", "CD-PLAN-2")
@pytest.mark.parametrize("demo", BLIND)
def test_nothing_that_lights_up_or_is_said_depends_on_a_card_that_nobody_looks_at(demo: str, qtbot: QtBot) -> None:
    zone, pile = BLIND[demo]
    table = play_script(Path(f"assets/rulesets/{demo}/demo.json").read_bytes(), game_of).history.table
    found = [tried(qtbot, world, zone) for world in worlds(table, zone, pile)]
    for key, answer in found[0].items():
        assert {world[key] for world in found} == {answer}, f"{key}: the same places light up, and the same is said"
    assert any(lit for lit, _ in found[0].values()) is (demo != "future_imperfect"), "it is the right moment"
