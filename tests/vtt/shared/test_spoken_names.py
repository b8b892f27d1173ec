"""What a screen reader says of each demo: golden files, read by people.

`GOLDEN=write python -m pytest tests/vtt/shared/test_spoken_names.py` writes them anew; then look at them.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.history import History
from engine.model.seats import SHARED
from engine.rulesets.loader import game_of, ruleset_ids
from tests.engine.rich import scripts_of
from tests.vtt.table_hand import Hand
from vtt.campaign.open_campaign import OpenCampaign

GOLDEN = Path(__file__).resolve().parents[2] / "golden"


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_what_a_screen_reader_says_of_a_demo(qtbot: QtBot, ruleset: str) -> None:
    table = scripts_of(ruleset)[0].history.table
    told = []
    for viewer in (SHARED, table.gm()):
        campaign = OpenCampaign(game_of(ruleset), History(table), SeededChance(1))
        hand = Hand(qtbot, campaign, viewer=viewer, size=(1920, 1080))
        told += [f"# as {viewer} sees it", *(f"{stop.kind}: {stop.name}" for stop in hand.view.focus_targets()), ""]
    kept = GOLDEN / ruleset / "spoken_names.txt"
    words = "\n".join(told)
    if os.environ.get("GOLDEN") == "write":
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(words, encoding="utf-8")
    assert words == kept.read_text(encoding="utf-8")


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_no_two_places_are_said_in_the_same_words(qtbot: QtBot, ruleset: str) -> None:
    campaign = OpenCampaign(game_of(ruleset), History(scripts_of(ruleset)[0].history.table), SeededChance(1))
    stops = Hand(qtbot, campaign, viewer=SHARED, size=(1920, 1080)).view.focus_targets()
    said = [stop.name for stop in stops if stop.kind not in ("words", "body")]
    assert sorted(said) == sorted({*said})


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_a_seat_says_how_many_cards_it_holds_its_characters_hands_among_them(qtbot: QtBot, ruleset: str) -> None:
    table = scripts_of(ruleset)[0].history.table
    hand = Hand(
        qtbot, OpenCampaign(game_of(ruleset), History(table), SeededChance(1)), viewer=SHARED, size=(1920, 1080)
    )
    for seat in table.seats.values():
        theirs = {seat.id, *(actor.id for actor in table.actors.values() if actor.seat == seat.id)}
        held = {f"{kind}:{whose}" for kind in ("hand", "cards") for whose in theirs}
        hands = [zone for name, zone in table.zones.items() if name in held]
        (said,) = (stop.name for stop in hand.view.focus_targets() if stop.kind == "seat" and stop.ref == seat.id)
        count = sum(len(zone.cards) for zone in hands)
        assert f"{count} card" in said if hands else "card" not in said
