"""A card tried out before it is saved tells what the rules would do with it (CD-UI-23)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given

from engine.kit.content_editor.content_editor import HasContentEditor
from engine.kit.content_editor.persistence import row_of
from engine.kit.content_editor.tryout_run import TryoutRun
from engine.kit.content_editor.view_models import Record, Trial
from engine.rulesets.card_the_drawing.cards.card_library import CARDS, TAGS, library_of
from engine.rulesets.card_the_drawing.cards.card_records import Card
from engine.rulesets.card_the_drawing.editor import tryout
from tests.engine.rulesets.card_the_drawing import table as tables
from tests.engine.rulesets.card_the_drawing.card_strategies import ANY_CARDS, sound_cards
from tests.properties import examples

assert isinstance(tables.GAME.ruleset, HasContentEditor)
SHOP = tables.GAME.ruleset.content_editor
CARDS_THERE = [entry.id for entry in SHOP.entries({}, {}, CARDS)]


def tried(card: str | Record, situation: str = "", *answers: str, lists: Any = None, **changes: Any) -> Trial:
    record = (SHOP.record({}, {}, CARDS, card) or {}) if isinstance(card, str) else card
    return SHOP.try_out(lists or {}, {}, CARDS, {**record, **changes}, situation=situation, answers=answers)


def lost(trial: Trial) -> dict[str, int]:
    """Return how much Health everybody lost who did."""
    health = (change for change in trial.changes if change.what == "Health" and change.before != change.after)
    return {change.who: change.before - change.after for change in health}


@pytest.mark.rule("CD-UI-23")
@pytest.mark.parametrize("card", CARDS_THERE)
def test_every_card_there_is_can_be_tried_in_every_situation(card: str) -> None:
    record = SHOP.record({}, {}, CARDS, card) or {}
    name = str(record["name"])
    ways = SHOP.situations({}, {}, CARDS, record)
    trials = [tried(card, way.value) for way in ways]
    assert ways
    assert not any(trial.wrong for trial in trials)
    assert any(name in line.text for trial in trials for line in trial.lines)
    assert any(change.before != change.after for trial in trials for change in trial.changes)


@pytest.mark.rule("CD-UI-23", "CD-DMG-1", "CD-TAG-BLAST")
def test_what_is_told_is_what_the_rules_do() -> None:
    assert lost(tried("swing_blade")) == {"First dummy": 8}
    assert lost(tried("swing_blade", "", "second")) == {"Second dummy": 8}
    assert lost(tried("so_fireball")) == {"First dummy": 5, "Second dummy": 5}
    assert lost(tried("so_fireball", "pressed")) == {"First dummy": 5, "Second dummy": 5, "The user": 3 + 3 + 5}
    assert lost(tried("counter_strike")) == {"First dummy": 8, "The user": 3}
    careless = tried("careless_assault")
    assert lost(careless) == {"The user": 12, "First dummy": 6 + 3}
    assert any("× 2 from Careless Assault" in line.reckoning for line in careless.lines)
    assert lost(tried("careless_assault", "", "-")) == {"The user": 12, "First dummy": 3}
    assert any("Simple wound removed" in line.text for line in tried("patch_up").lines)
    assert lost(tried("auto_timber_body"))["The user"] == 2 * 3 + 2 * 6


def test_the_same_card_tells_the_same_story_and_every_way_that_is_offered_can_be_answered() -> None:
    first = tried("so_arc_lightning")
    assert first == tried("so_arc_lightning")
    (asked,) = first.asked
    for way in asked.ways:
        assert tried("so_arc_lightning", "", way.value).asked[0].chosen == way.value
    assert tried("so_arc_lightning", "", "nonsense").asked[0].chosen == asked.ways[0].value


@pytest.mark.rule("CD-UI-23")
def test_what_is_wrong_is_said_in_a_sentence_and_nothing_is_tried() -> None:
    for changes in ({"cost": "x"}, {"init": 1000}, {"effects": [{"on": "resolve", "do": "damage"}]}, {"name": ""}):
        trial = tried("punch", **changes)
        assert trial.wrong, changes
        assert not trial.lines, changes


def test_a_card_that_is_put_aside_or_not_saved_yet_can_be_tried_and_nothing_is_kept_of_it() -> None:
    assert lost(tried("punch", disabled=True, cost=2)) == {"First dummy": 6}
    blank = SHOP.blank({}, {}, CARDS)
    assert lost(tried(blank, name="New")) == {"First dummy": 6}
    cold = {TAGS: ({"id": "Cold", "effects": [{"on": "resolve", "do": "lose_health", "target": "same", "amount": 7}]},)}
    assert lost(tried("punch", lists=cold, tags=["Cold"])) == {"First dummy": 13}


@examples(60)
@given(sound_cards())
def test_no_card_without_a_problem_breaks_a_try_out(card: Card) -> None:
    record = row_of(card)
    for way in SHOP.situations({}, {}, CARDS, record):
        trial = tried(record, way.value)
        assume(not trial.wrong.startswith("This cannot be tried out yet"))
        assert not trial.wrong, trial.wrong
        assert len(trial.lines) <= TryoutRun.MOST_LINES
        assert trial.changes


@examples(60)
@given(ANY_CARDS)
def test_no_card_at_all_breaks_the_battle_of_a_try_out(card: Card) -> None:
    """What is wrong with a card is told before; but even if it were not, the rules would carry on."""
    for way in tryout.situations(card, library_of()):
        trial = tryout.try_card(tables.GAME, card, library_of(), {}, {}, way.value, ())
        assert len(trial.lines) <= TryoutRun.MOST_LINES
