"""One bad piece does not take the table down; and in tests every fault is heard."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.play.containment import FAULT, hear_faults
from engine.play.game import Game
from engine.rulesets.classic_fantasy import fatigue, offering
from engine.rulesets.classic_fantasy.ledgers import hazards
from engine.rulesets.classic_fantasy.offering import fights
from engine.rulesets.classic_fantasy.ruleset import ClassicFantasy
from engine.rulesets.registry import game_of, ruleset_ids
from engine.table.conditions import Condition
from engine.table.frozen import replace
from engine.table.table import Table
from tests.engine.hidden import LEVELS, MOMENTS, NOTES, conditions_of_the_game, shown_to
from tests.engine.rich import a_moment, scripts_of
from tests.properties import examples


@pytest.fixture
def heard() -> Iterator[list[Exception]]:
    """The faults that are contained while a test runs."""
    found: list[Exception] = []
    hear_faults(found.append)
    yield found
    hear_faults(None)


def broken(*_: object) -> tuple[str, ...]:
    """Be at fault."""
    raise ZeroDivisionError


def calm() -> tuple[Game, Table]:
    """A game of its own, so that nothing is remembered from elsewhere, and a table at which nothing is rolled for."""
    table = scripts_of("classic_fantasy")[0].timeline.table
    return Game(ClassicFantasy()), replace(table, procedures=table.procedures[:1], clock=table.clock + 7)


def test_a_fault_in_one_room_of_offers_leaves_all_others(
    heard: list[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, table = calm()
    before = game.offers(table, "gm")
    monkeypatch.setattr(fights, "led", broken)
    monkeypatch.setattr(offering, "_OFFERS", type(offering._OFFERS)())  # nothing is known from before
    after = game.offers(table, "gm")
    assert {type(fault) for fault in heard} == {ZeroDivisionError}
    (faulty,) = (offer for offer in after if offer.name == "fault")
    assert faulty.denial is not None
    assert faulty.denial.message.key == "refused.program_fault"
    names = {offer.name for offer in before}
    lost = names - {offer.name for offer in after}
    assert "d100_start_fight" in lost
    assert len(lost) < len(names) / 2


def test_a_fault_on_one_page_leaves_the_others(heard: list[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    game, table = calm()
    monkeypatch.setattr(hazards, "tab", broken)
    monkeypatch.setattr(hazards, "ledger", broken)
    keys = [tab.key for tab in game.ledger_tabs(table, "gm")]
    assert {"hazards", "time"} <= {*keys}
    page = game.ledger(table, "gm", "hazards")
    assert page is not None
    assert page.said == (FAULT,)
    other = game.ledger(table, "gm", "time")
    assert other is not None
    assert FAULT not in other.said
    assert {type(fault) for fault in heard} == {ZeroDivisionError}


def test_where_nobody_hears_of_faults_they_are_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    game, table = calm()
    monkeypatch.setattr(hazards, "ledger", broken)
    with pytest.raises(ZeroDivisionError):
        game.ledger(table, "gm", "hazards")


def test_a_level_that_somebody_wrote_down_by_mistake_holds_no_page_up() -> None:
    game, table = calm()
    weary = Condition(id="weary", name="fatigue", level=10**9, note="effort")
    table = replace(table, actors={name: replace(actor, conditions=(weary,)) for name, actor in table.actors.items()})
    page = game.ledger(table, "gm", "fatigue")
    assert page is not None
    assert {len(line.cells[1].boxes) for line in page.lines if line.actor} == {fatigue.dead() + 1}


@pytest.mark.parametrize("ruleset", ruleset_ids())
@examples(25)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_any_condition_can_lie_on_anybody(ruleset: str, data: st.DataObject, seed: int) -> None:
    """Whatever stands in a condition, everybody still gets all that there is to see and to do."""
    game, random = game_of(ruleset), Random(seed)
    table = a_moment(ruleset, random)
    if not table.actors:
        return
    actors = dict(table.actors)
    for number in range(data.draw(st.integers(1, 3))):
        actor = data.draw(st.sampled_from(sorted(actors)))
        condition = Condition(
            id=data.draw(st.sampled_from((f"any#{number}", f"in_hazard:{number}", "place:Chest", ""))),
            name=data.draw(st.sampled_from(conditions_of_the_game(game))),
            level=data.draw(st.sampled_from(LEVELS)),
            note=data.draw(st.sampled_from((*NOTES, *sorted(actors)))),
            until=data.draw(st.sampled_from((*MOMENTS, table.clock, table.clock + 60))),
        )
        actors[actor] = replace(actors[actor], conditions=(*actors[actor].conditions, condition))
    table = replace(table, actors=actors)
    for viewer in (table.gm(), data.draw(st.sampled_from(("shared", *sorted(table.seats))))):
        shown_to(game, table, viewer)
