"""Cards that nobody looks at are laid by hand without a word or a light that depends on what they are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF
from pytestqt.qtbot import QtBot

from engine.play.chance import Seeded
from engine.play.script import play_script
from engine.play.timeline import Timeline
from engine.rulesets.registry import game_of
from engine.table.frozen import replace
from engine.table.table import Table
from tests.vtt.table_hand import Hand
from vtt.session import Session
from vtt.table.drops import Place

WORLDS = 4
BLIND = {
    "imaginality": ("hand:jonas", "deck"),
    "future_imperfect": ("hand:mia", "deck:crew"),
    "card_the_drawing": ("hand:leo", "draw:corwin"),
}
"""In each demo with cards: a hand that lies face down, and the pile from which it may have come."""


def worlds(table: Table, hand: str, pile: str) -> Iterator[Table]:
    """Go through tables that look alike to whoever does not look: other cards are held, and those lie in the pile."""
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
    """Return what lights up for each card of a hand, and what is said where it is laid in each zone; `` if it goes."""
    hand = Hand(qtbot, Session(game_of(table.ruleset), Timeline(table), Seeded(1)))
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
            hand.view.gestures.pick([Place(zone, index)])
            lit = frozenset(hand.view.table_scene.showing.lit)
            hand.view.gestures.lay_on(target, QPointF(400, 300), alt=False)
            said = hand.said[-1][0] if hand.said else "".join(asked)
            found[index, target] = (lit, said)
            if hand.session.position:
                assert not said
                hand.session.undo()
    hand.view.close()
    return found


@pytest.mark.rule("CD-UI-5", "CD-PLAN-2")
@pytest.mark.parametrize("demo", BLIND)
def test_nothing_that_lights_up_or_is_said_depends_on_a_card_that_nobody_looks_at(demo: str, qtbot: QtBot) -> None:
    zone, pile = BLIND[demo]
    table = play_script(Path(f"assets/demos/{demo}.json").read_bytes(), game_of).timeline.table
    found = [tried(qtbot, world, zone) for world in worlds(table, zone, pile)]
    for key, answer in found[0].items():
        assert {world[key] for world in found} == {answer}, f"{key}: the same places light up, and the same is said"
    assert any(lit for lit, _ in found[0].values()) is (demo != "future_imperfect"), "it is the right moment"
