"""One bad piece does not take the table down; and in tests every fault is heard."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import SeededChance
from engine.core.fault_isolation import FAULT, set_fault_handler
from engine.core.manual_moves import Say, SetClock
from engine.core.memo import clear_memos
from engine.kit.conformance.hidden_changes import LEVELS, MOMENTS, NOTES, conditions_of_the_game, shown_to
from engine.kit.game_factory import make_game
from engine.kit.manual_game import ManualGame
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.conditions import Condition
from engine.model.frozen import Json, replace
from engine.model.seats import Role
from engine.model.table import Table
from engine.presentation.body_annotations import BodyAnnotations
from engine.presentation.card_faces import CardFace, Lists
from engine.presentation.game import Game, SharedParts
from engine.presentation.scripts.script import ActorLine, Script, SeatLine, starting_table
from engine.presentation.status_pages import StatusPageTab
from engine.rulesets.classic_fantasy.combat import combat_offers
from engine.rulesets.classic_fantasy.health import fatigue_rules
from engine.rulesets.classic_fantasy.ruleset import ClassicFantasy
from engine.rulesets.classic_fantasy.status_pages.hazard_status_page import HazardPage
from engine.rulesets.loader import game_of, ruleset_ids
from tests.engine.rich import a_moment, scripts_of
from tests.properties import examples


@pytest.fixture
def heard() -> Iterator[list[Exception]]:
    """The faults that are contained while a test runs."""
    found: list[Exception] = []
    set_fault_handler(found.append)
    yield found
    set_fault_handler(None)


def broken(*_: object) -> tuple[str, ...]:
    """Be at fault."""
    raise ZeroDivisionError


def calm() -> tuple[Game, Table]:
    """A game of its own, so that nothing is remembered from elsewhere, and a table at which nothing is rolled for."""
    table = scripts_of("classic_fantasy")[0].history.table
    return make_game(ClassicFantasy()), replace(table, procedures=table.procedures[:1], clock=table.clock + 7)


def test_a_fault_in_one_room_of_offers_leaves_all_others(
    heard: list[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, table = calm()
    before = game.offers(table, "gm")
    monkeypatch.setattr(combat_offers, "led", broken)
    clear_memos()  # nothing is known from before
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
    monkeypatch.setattr(HazardPage, "tab", broken)
    monkeypatch.setattr(HazardPage, "page", broken)
    keys = [tab.key for tab in game.status_page_tabs(table, "gm")]
    assert {"hazards", "time"} <= {*keys}
    page = game.status_page(table, "gm", "hazards")
    assert page is not None
    assert page.sentences == (FAULT,)
    other = game.status_page(table, "gm", "time")
    assert other is not None
    assert FAULT not in other.sentences
    assert {type(fault) for fault in heard} == {ZeroDivisionError}


@pytest.mark.parametrize("wrong", [lambda *_: 1 / 0, lambda *_: None, lambda *_: "ab"])
def test_a_fault_on_a_page_of_every_game_is_said_on_that_page(
    heard: list[Exception], wrong: Callable[..., Any]
) -> None:
    game, table = calm()
    label = Message(key="encounter_pages.title")
    tabs = (StatusPageTab(key="broken", label=label),)
    game._shared = SharedParts(page_tabs=lambda _table, _viewer: tabs, page=wrong)
    page = game.status_page(table, "gm", "broken")
    assert page is not None
    assert (page.title, page.sentences) == (label, (game.fault,))
    other = game.status_page(table, "gm", "time")
    assert other is not None
    assert game.fault not in other.sentences
    assert len(heard) == 1
    assert game.status_page(table, "gm", "gone") is None


def test_where_nobody_hears_of_faults_they_are_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    game, table = calm()
    monkeypatch.setattr(HazardPage, "page", broken)
    with pytest.raises(ZeroDivisionError):
        game.status_page(table, "gm", "hazards")


class Faulty(ManualGame):
    """A game of other people with every fault that its code can have; each member does what `faults` says."""

    id = "faulty"
    faults: Mapping[str, Callable[..., object]] = {}
    __hash__ = None  # type: ignore[assignment]

    def __getattribute__(self, name: str) -> Any:
        faults = object.__getattribute__(self, "faults")
        return faults[name] if name in faults else object.__getattribute__(self, name)

    def card_face(self, card: str, lists: Lists, options: Mapping[str, Json]) -> CardFace | None:
        """Have no cards of its own."""
        return None

    def face_decks(self, lists: Lists, options: Mapping[str, Json], actors: object, *, foes: bool) -> tuple[()]:
        """Have no decks of its own."""
        return ()

    def reference(self, lists: Lists, options: Mapping[str, Json]) -> None:
        """Have no reference card."""


def faulty(**faults: Callable[..., object]) -> tuple[Game, Table]:
    """A game whose members of these names do this instead, with the name that its faults are blamed on."""
    ruleset = Faulty("faulty")
    ruleset.faults = faults
    game = make_game(ruleset, "Faulty Tower")
    seats = (SeatLine(id="gm", role=Role.GM), SeatLine(id="tom"))
    script = Script(ruleset="faulty", seats=seats, actors=(ActorLine(id="hild", seat="tom"),))
    return game, starting_table(script, game, SeededChance(1))


WRONG: tuple[Callable[..., object], ...] = (broken, lambda *_: None, lambda *_: 3, lambda *_: ("?",), lambda *_: "ab")
"""A fault, and results that no member of a game may have."""


@pytest.mark.parametrize("wrong", WRONG)
def test_what_a_game_gives_in_a_wrong_form_is_a_fault_of_that_game(
    heard: list[Exception], wrong: Callable[..., object]
) -> None:
    game, table = faulty(offers=wrong, activity_view=wrong)
    (offer,) = game.offers(table, "tom")
    assert offer.denial is not None
    assert offer.denial.message == game.fault
    assert "Faulty Tower" in say(game.fault)
    assert [activity.title for activity in game.view_for(table, "tom").under_way] == [game.fault]
    assert len(heard) == 2


OPTIONAL: Mapping[str, tuple[Callable[[Game, Table], object], object]] = {
    "answer_timeouts": (lambda game, table: game.answer_timeouts(table), ()),
    "body_annotations": (
        lambda game, table: game.body_annotations(table, "hild", "gm"),
        lambda game: BodyAnnotations(penalties=(game.fault,)),
    ),
    "conditions": (lambda game, table: game.conditions(table, "hild", "gm"), {}),
    "status_page_tabs": (lambda game, table: game.status_page_tabs(table, "gm"), ()),
    "time_preview": (lambda game, table: game.time_preview(table, SetClock(seat="gm", seconds=9)), None),
}
"""The optional members of a game, each with the call that asks it, and what is shown in place of a faulty result."""


@pytest.mark.parametrize("member", OPTIONAL)
@pytest.mark.parametrize("wrong", [broken, lambda *_: 3, lambda *_: "ab"])
def test_an_optional_member_that_gives_a_wrong_form_is_a_fault_of_the_game(
    heard: list[Exception], member: str, wrong: Callable[..., object]
) -> None:
    game, table = faulty(**{member: wrong}, status_page=broken)
    ask, instead = OPTIONAL[member]
    assert ask(game, table) == (instead(game) if callable(instead) else instead)
    assert len(heard) == 1


@pytest.mark.parametrize("wrong", [broken, lambda *_: 3, lambda *_: "ab"])
def test_a_card_whose_face_has_a_fault_is_shown_without_one(
    heard: list[Exception], wrong: Callable[..., object]
) -> None:
    game, _ = faulty(card_face=wrong)
    assert game.card_face("8H", {}, {}) is None
    assert len(heard) == 1


@pytest.mark.parametrize("member", ["after_command", "verify_manual_move"])
def test_a_command_that_meets_a_fault_of_its_game_is_refused_and_changes_nothing(
    heard: list[Exception], member: str
) -> None:
    game, table = faulty(**{member: broken})
    with pytest.raises(Refused) as refused:
        game.apply(table, Say(seat="tom", text="Hello"), SeededChance(1))
    assert refused.value.message == game.fault
    assert refused.value.message.key == "refused.game_fault"
    assert {type(fault) for fault in heard} == {ZeroDivisionError}


def test_a_fault_of_a_game_of_the_program_is_raised_as_a_fault_of_the_program(heard: list[Exception]) -> None:
    game, table = faulty(after_command=broken)
    game.fault = FAULT
    with pytest.raises(ZeroDivisionError):
        game.apply(table, Say(seat="tom", text="Hello"), SeededChance(1))
    assert not heard


def test_a_fault_of_the_offers_of_every_game_leaves_those_of_the_game(heard: list[Exception]) -> None:
    game, table = calm()
    game._shared = SharedParts()
    own = game.offers(table, "gm")
    broken_offers: Any = broken
    game._shared = SharedParts(offers=broken_offers)
    found = game.offers(table, "gm")
    assert (found[:-1], len(own) > 0) == (own, True)
    assert found[-1].denial is not None
    assert len(heard) == 1


def test_a_level_written_by_mistake_stops_no_status_page() -> None:
    game, table = calm()
    weary = Condition(id="weary", name="fatigue", level=10**9, note="effort")
    table = replace(table, actors={name: replace(actor, conditions=(weary,)) for name, actor in table.actors.items()})
    page = game.status_page(table, "gm", "fatigue")
    assert page is not None
    assert {len(line.cells[1].boxes) for line in page.lines if line.actor} == {fatigue_rules.dead() + 1}


@pytest.mark.parametrize("ruleset", ruleset_ids())
@examples(25)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_any_character_can_have_any_condition(ruleset: str, data: st.DataObject, seed: int) -> None:
    """With any condition on any character, all views and offers can still be made."""
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
