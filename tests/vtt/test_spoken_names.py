"""What a screen reader says of each demo: golden files, read by people.

`GOLDEN=write python -m pytest tests/vtt/test_spoken_names.py` writes them anew; then look at them.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.play.chance import Seeded
from engine.play.sight import SHARED
from engine.play.timeline import Timeline
from engine.rulesets.registry import game_of, ruleset_ids
from tests.engine.rich import scripts_of
from tests.vtt.table_hand import Hand
from vtt.session import Session

GOLDEN = Path(__file__).resolve().parents[1] / "golden"


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_what_a_screen_reader_says_of_a_demo(qtbot: QtBot, ruleset: str) -> None:
    table = scripts_of(ruleset)[0].timeline.table
    told = []
    for viewer in (SHARED, table.gm()):
        session = Session(game_of(ruleset), Timeline(table), Seeded(1))
        hand = Hand(qtbot, session, viewer=viewer, size=(1920, 1080))
        told += [f"# as {viewer} sees it", *(f"{stop.kind}: {stop.name}" for stop in hand.view.stops()), ""]
    kept = GOLDEN / ruleset / "spoken_names.txt"
    words = "\n".join(told)
    if os.environ.get("GOLDEN") == "write":
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(words, encoding="utf-8")
    assert words == kept.read_text(encoding="utf-8")


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_no_two_places_are_said_in_the_same_words(qtbot: QtBot, ruleset: str) -> None:
    session = Session(game_of(ruleset), Timeline(scripts_of(ruleset)[0].timeline.table), Seeded(1))
    stops = Hand(qtbot, session, viewer=SHARED, size=(1920, 1080)).view.stops()
    said = [stop.name for stop in stops if stop.kind not in ("words", "body")]
    assert sorted(said) == sorted({*said})


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_a_seat_says_how_many_cards_it_holds_its_characters_hands_among_them(qtbot: QtBot, ruleset: str) -> None:
    table = scripts_of(ruleset)[0].timeline.table
    hand = Hand(qtbot, Session(game_of(ruleset), Timeline(table), Seeded(1)), viewer=SHARED, size=(1920, 1080))
    for seat in table.seats.values():
        theirs = {seat.id, *(actor.id for actor in table.actors.values() if actor.seat == seat.id)}
        held = {f"{kind}:{whose}" for kind in ("hand", "cards") for whose in theirs}
        hands = [zone for name, zone in table.zones.items() if name in held]
        (said,) = (stop.name for stop in hand.view.stops() if stop.kind == "seat" and stop.ref == seat.id)
        count = sum(len(zone.cards) for zone in hands)
        assert f"{count} card" in said if hands else "card" not in said
