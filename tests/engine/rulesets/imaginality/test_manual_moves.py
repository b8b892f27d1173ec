"""Moves by hand in the middle of a game: what they undo, what they may not break, and what they must not tell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.core.commands import Command
from engine.core.events import Noted
from engine.core.manual_moves import EditActor, LayCondition, MoveCards, RemoveCards, SetList, TurnCards
from engine.messages.texts import say
from engine.model.table import Table
from engine.presentation.offers import QuestionKind
from engine.presentation.scripts.script import ScriptError
from engine.rulesets.imaginality.action_resolution import Overrule, Settle
from engine.rulesets.imaginality.actions.action_commands import Attempt
from engine.rulesets.imaginality.actions.card_play_commands import Draw, Enough
from engine.rulesets.imaginality.actions.gm_card_commands import AllowDraw, GrantCards
from engine.rulesets.imaginality.character_state import NUMBERS
from engine.rulesets.imaginality.combat.attack_commands import Respond, Strike
from engine.rulesets.imaginality.procedures import ActionStage
from engine.rulesets.imaginality.settings import sheet_bounds
from engine.sheets.editing.new_character_moves import JoinActor
from engine.sheets.editing.record_moves import EditSheet
from tests.engine.rulesets.imaginality.table import (
    ATTEMPT,
    GAME,
    REVEAL,
    cards,
    figures,
    laid,
    lay,
    outcome,
    play,
    refused,
    under_way,
)

HANDS = {"hand:tom": "8C X 10H", "hand:eve": "7H 6H 5H", "hand:gm": "8D 9D 10D", "deck": "3C 4C 5C"}


def complete() -> Table:
    return play(laid(HANDS), ATTEMPT, lay("gm", "opposition", "8D"), lay("tom", "actor", "8C"))


@pytest.mark.parametrize(
    "taken",
    [
        MoveCards(seat="gm", cards=("committed:actor#0",), target="discard"),
        MoveCards(seat="tom", cards=("8C",), target="hand:tom"),
        RemoveCards(seat="gm", cards=("8C",)),
    ],
    ids=["to the discards", "back to the hand", "off the table"],
)
def test_a_side_whose_card_was_taken_away_lays_another(taken: Command) -> None:
    assert GAME.refusal(complete(), REVEAL) is None
    table = play(complete(), taken)
    assert refused(table, REVEAL).rules
    assert figures(table, lay("tom", "actor", "10H"), REVEAL)["actor_total"] == 10


def test_it_may_lay_again_even_if_it_had_said_enough() -> None:
    start = play(laid(HANDS), ATTEMPT, GrantCards(seat="gm", side="actor"), lay("gm", "opposition", "8D"))
    after_enough = play(start, lay("tom", "actor", "8C"), Enough(seat="tom", side="actor"))
    assert under_way(after_enough).sides["actor"].done
    table = play(after_enough, MoveCards(seat="gm", cards=("8C",), target="discard"))
    assert not under_way(table).sides["actor"].done
    assert refused(table, Enough(seat="tom", side="actor")).message.key == "refused.at_least"


def test_a_joker_taken_off_takes_its_standins_along() -> None:
    start = play(laid(HANDS), ATTEMPT, lay("gm", "opposition", "8D"), lay("tom", "actor", "X"))
    assert cards(start, "standins:actor") == ["3C", "4C"]
    table = play(start, MoveCards(seat="tom", cards=("X",), target="hand:tom"))
    assert cards(table, "standins:actor") == []
    assert set(cards(table, "discard")) == {"3C", "4C"}
    assert not under_way(table).sides["actor"].standins
    assert figures(table, lay("tom", "actor", "8C"), REVEAL)["actor_total"] == 8


def test_a_blow_whose_card_is_gone_is_laid_anew_before_it_is_answered() -> None:
    struck = play(laid(HANDS), Strike(seat="tom", actor="rex", target="sal"), lay("tom", "actor", "8C"))
    assert under_way(struck).stage is ActionStage.RESPONSE
    table = play(struck, MoveCards(seat="tom", cards=("8C",), target="discard"))
    assert refused(table, Respond(seat="eve", response="block")).rules
    table = play(table, lay("tom", "actor", "10H"), Respond(seat="eve", response="block"))
    assert figures(table, lay("eve", "opposition", "7H"), REVEAL)["actor_total"] == 10


def test_nobody_finds_out_by_guessing_what_was_drawn_face_down_for_them() -> None:
    start = play(laid(HANDS), ATTEMPT, AllowDraw(seat="gm", side="actor"), Draw(seat="tom", side="actor"))
    assert cards(start, "drawn:actor") == ["3C"]
    right, wrong = (refused(start, TurnCards(seat="tom", cards=(card,), face="down")) for card in ("3C", "4C"))
    assert (right.message, right.rules) == (wrong.message, wrong.rules)
    play(start, TurnCards(seat="tom", cards=("drawn:actor#0",), face="down"))


@pytest.mark.rule("IM-ACT-9", "IM-DECK-3")
def test_a_card_laid_into_the_action_by_hand_is_cleared_up_with_it() -> None:
    by_hand = MoveCards(seat="gm", cards=("9D",), target="committed:opposition")
    table = play(complete(), by_hand, REVEAL, Settle(seat="gm"))
    assert "9D" in cards(table, "discard")
    assert sorted(table.all_cards()) == sorted(laid(HANDS).all_cards())


@pytest.mark.rule("IM-ACT-9", "IM-DECK-9")
def test_a_card_taken_back_by_hand_and_laid_again_came_when_it_came_last() -> None:
    back = MoveCards(seat="gm", cards=("8D",), target="hand:gm")
    table = play(complete(), back, lay("gm", "opposition", "8D"), REVEAL, Settle(seat="gm"))
    assert cards(table, "discard")[:2] == ["8D", "8C"]
    assert sorted(table.all_cards()) == sorted(laid(HANDS).all_cards())


def test_cards_that_were_compared_are_only_moved() -> None:
    shown = play(complete(), REVEAL)
    table = play(shown, MoveCards(seat="gm", cards=("8C",), target="discard"))
    assert under_way(table).sides == under_way(shown).sides


@pytest.mark.rule("IM-GEN-1", "IM-ACT-6")
def test_cards_turned_down_by_hand_lie_open_again_when_the_gm_rules_on_them() -> None:
    down = play(complete(), REVEAL, TurnCards(seat="tom", cards=("8C",), face="down"))
    assert GAME.view_for(down, "eve").zones["committed:actor"].cards != ("8C",)
    ruled = play(down, Overrule(seat="gm", figure="actor", value=12))
    assert GAME.view_for(ruled, "eve").zones["committed:actor"].cards == ("8C",)


@pytest.mark.parametrize(
    "command",
    [
        EditActor(seat="tom", actor="orc", name="Sam"),
        EditSheet(seat="tom", actor="orc", fields={"note": "x"}),
        LayCondition(seat="tom", actor="orc", condition="dead"),
        Attempt(seat="tom", actor="orc"),
        Attempt(seat="tom", actor="rex", target="orc"),
        Attempt(seat="tom", actor="rex", treating="orc"),
        Strike(seat="tom", actor="rex", target="orc"),
    ],
    ids=lambda command: type(command).__name__,
)
def test_who_guesses_at_a_secret_character_hears_what_they_hear_of_nobody(command: Any) -> None:
    table = play(laid(HANDS), EditActor(seat="gm", actor="orc", name="Dragon", secret=True))
    answer = refused(table, command)
    assert answer.message.key == "refused.no_such_actor"
    assert "Dragon" not in answer.text


def test_of_a_secret_character_in_the_open_all_may_speak() -> None:
    table = play(laid(HANDS), EditActor(seat="gm", actor="orc", secret=True))
    table = play(table, Strike(seat="gm", actor="orc", target="rex"))
    assert refused(table, Strike(seat="tom", actor="rex", target="orc")).message.key == "refused.action_under_way"


def _sheet(**fields: Any) -> EditSheet:
    return EditSheet(seat="gm", actor="rex", fields=fields)


@pytest.mark.rule("IM-CHAR-8")
@pytest.mark.parametrize(
    ("command", "field", "takes"),
    [
        (_sheet(physical=1_000_000_000), "Physical", (1, 3)),
        (_sheet(physical=-3), "Physical", (1, 3)),
        (_sheet(social=True), "Social", (1, 3)),
        (_sheet(mental="2"), "Mental", (1, 3)),
        (_sheet(points=-1), "Points not yet spent", (0, 999)),
        (JoinActor(seat="gm", id="ogre", name="Ogre", leader="gm", sheet={"physical": 9}), "Physical", (1, 3)),
        (SetList(seat="gm", list="weapons", rows=({"name": "Doom", "cards": 10**12},)), "Doom, cards", (0, 20)),
        (SetList(seat="gm", list="armour", rows=({"name": "Rag", "cards": -1},)), "Rag, cards", (0, 20)),
        (LayCondition(seat="gm", actor="rex", condition="wound", level=-5), "wound", (0, 999)),
        (LayCondition(seat="gm", actor="rex", condition="wound", level=2**50), "wound", (0, 999)),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_numbers_that_no_game_can_be_played_with_are_refused(
    command: Command, field: str, takes: tuple[int, int]
) -> None:
    answer = refused(laid(HANDS), command)
    assert answer.message.key == "refused.out_of_bounds"
    assert answer.message.params["field"] == field
    assert (answer.message.params["least"], answer.message.params["most"]) == takes
    assert answer.rules


def test_each_number_of_the_record_has_its_bounds_and_the_rules_look_at_each() -> None:
    assert set(sheet_bounds()) == set(NUMBERS)


@pytest.mark.parametrize("tracks", [{"damage": -1}, {"damage": 10_000}])
def test_nobody_comes_with_a_wound_that_cannot_be(tracks: Mapping[str, int]) -> None:
    with pytest.raises(ScriptError, match=r"“damage” cannot be .* from 0 to 999"):
        laid(HANDS, tracks={"rex": tracks})


def test_numbers_within_their_bounds_are_written_and_cleared() -> None:
    table = play(laid(HANDS), _sheet(physical=3, points=0), _sheet(physical=None))
    assert table.actors["rex"].sheet == {"points": 0}


def test_who_writes_numbers_on_the_own_sheet_is_seen_to() -> None:
    table = play(laid(HANDS, sheets={"rex": {"physical": 1, "skills": ["Riding"], "quote": "Ho!"}}))
    edit = EditSheet(
        seat="tom", actor="rex", fields={"physical": 3, "points": 5, "skills": ["Riding", "Law"], "quote": "Hey!"}
    )
    note = next(event for event in outcome(table, edit).events if isinstance(event, Noted))
    assert note.audience is None
    assert [say(line) for line in note.reckoning] == [
        "Physical: was 1, now 3",
        "Points: now 5",
        "Skills: was Riding, now Riding, Law",
    ]


@pytest.mark.rule("IM-WOUND-3")
def test_a_wound_laid_by_hand_asks_for_its_points_and_nothing_else_is_asked_for() -> None:
    known = GAME.conditions(laid(HANDS), "rex", "gm")
    assert {name for name, questions in known.items() if questions} == {"wound"}
    assert {"unconscious", "dying", "dead", "helpless", "blinded"} < set(known)
    (points,) = known["wound"]
    assert (points.field, points.kind, points.least, points.optional) == ("level", QuestionKind.NUMBER, 1, False)
    hurt = play(laid(HANDS), LayCondition(seat="gm", actor="rex", condition="wound", level=points.least))
    assert hurt.actors["rex"].conditions[0].level == 1
