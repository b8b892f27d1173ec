"""The questions of a dialog: only those that matter under the group's options, and nothing about hidden cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from engine.core.manual_moves import TurnCards
from engine.kit.bots.bot import SeatPosition
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.offers import Denial, Offer, QuestionKind
from engine.rulesets.imaginality.actions.card_play_commands import Enough, Play
from engine.rulesets.imaginality.advancement.advancement_commands import EndAdventure
from engine.rulesets.imaginality.advancement.award_commands import CloseVote, ShowOfHands
from engine.rulesets.imaginality.bot import FightsBot
from engine.rulesets.imaginality.combat.attack_commands import Strike
from engine.rulesets.imaginality.deck.hand_commands import Refresh, StartAdventure
from tests.engine.rulesets.imaginality.fights import arena, wounding
from tests.engine.rulesets.imaginality.table import GAME, cards, figures, laid, play, why

STRIKE = Strike(seat="tom", actor="rex", target="sal")
NO_JOKER = Message(key="refused.no_joker_in_hand")
POINTS: Mapping[str, Json] = {"mental": 2, "physical": 3, "social": 1, "skills": ["Climbing"]}


def offer(table: Table, seat: str, name: str, viewer: str = "") -> Offer:
    return next(offer for offer in GAME.offers(table, seat, viewer or seat) if offer.name == name)


def asked(table: Table, seat: str, name: str) -> set[str]:
    return {ask.field for ask in offer(table, seat, name).questions}


@pytest.mark.rule("IM-SKILL-1", "IM-SKILL-2")
@pytest.mark.parametrize("name", ["attempt", "strike", "shoot"])
def test_of_skills_nothing_is_asked_where_they_are_not_looked_up(name: str) -> None:
    assert asked(arena(), "tom", f"{name}:rex").isdisjoint({"skill", "attribute"})
    assert "skill" in asked(arena(sheets={"rex": POINTS}), "tom", f"{name}:rex")
    assert "skill" in asked(arena(options={"skill_mode": "bookkeeping"}), "tom", f"{name}:rex")
    freeform = arena(options={"skill_mode": "freeform"}, sheets={"rex": POINTS})
    assert "skill" not in asked(freeform, "tom", f"{name}:rex")


def test_no_target_is_proposed_where_there_are_several() -> None:
    for name in ("strike", "shoot"):
        offered = offer(arena(), "tom", f"{name}:rex")
        assert getattr(offered.command, "target", None) == ""
        assert not next(ask for ask in offered.questions if ask.field == "target").optional


@pytest.mark.rule("IM-DMG-3", "IM-RANGED-12")
@pytest.mark.parametrize(
    ("weapon", "words"), [("Club", "throw the Club"), ("Rifle", "shoot"), ("", "shoot"), ("Harpoon", "shoot")]
)
def test_a_shot_with_a_club_in_hand_is_offered_as_the_throw_that_it_is(weapon: str, words: str) -> None:
    table = arena(sheets={"rex": {"weapon": weapon}})
    for viewer in ("tom", SHARED):
        assert say(offer(table, "tom", "shoot:rex", viewer).label) == f"Rex: {words}"


@pytest.mark.rule("IM-JOKER-6", "IM-HAND-11")
def test_a_joker_to_refresh_is_found_among_the_cards_that_are_thrown_away() -> None:
    table = laid({"hand:tom": "3S X 5S 7S 8S 9S 10S"})
    assert figures(table, Refresh(seat="tom", cards=("3S", "X"))) == {"thrown_away": 1, "taken": 2, "hand": 7}
    assert cards(play(table, Refresh(seat="tom", cards=("3S", "X"))), "discard") == ["X", "3S"]
    assert why(table, Refresh(seat="tom", cards=("3S",))) == ("not_a_joker", "IM-JOKER-6")
    assert why(table, Refresh(seat="tom")) == ("not_a_joker", "IM-JOKER-6")
    own, shared = offer(table, "tom", "refresh"), offer(table, "tom", "refresh", SHARED)
    assert [ask.choices for ask in own.questions if ask.field == "joker"] == [("hand:tom#1",)]
    joker, thrown = shared.questions
    assert joker.optional
    assert joker.choices == thrown.choices, "one look at the hand answers both"


@pytest.mark.rule("IM-JOKER-6", "IM-HAND-3")
@pytest.mark.parametrize(
    ("option", "down", "played"), [({}, (1,), 4), ({"joker_as_value": False}, (1,), 4), ({}, range(7), 3)]
)
def test_nothing_depends_on_cards_that_are_face_down_for_their_holder(
    option: Mapping[str, Json], down: Iterable[int], played: int
) -> None:
    turned = TurnCards(seat="gm", cards=tuple(f"hand:tom#{place}" for place in down), face="down")
    hands = [f"3S {card} 5S KS 8S 9S QS" for card in ("X", "7S")]
    tables = [play(arena({"hand:tom": hand}, options=option), turned, STRIKE) for hand in hands]
    assert [offer(table, "tom", "refresh").denial for table in tables] == [
        Denial(message=NO_JOKER, rules=("IM-JOKER-6",))
    ] * 2
    for listed in (GAME.offers, GAME.fight_offers):
        assert listed(tables[0], "tom") == listed(tables[1], "tom")
    chosen = [FightsBot().choose(SeatPosition(GAME, table, "tom")) for table in tables]
    assert chosen == [Play(seat="tom", side="actor", cards=(f"hand:tom#{played}",))] * 2


@pytest.mark.rule("IM-DMG-9")
def test_who_has_no_cards_plays_none_by_the_same_offer_in_both_lists() -> None:
    table = play(arena({"hand:gm": "9C 2C"}), *wounding("9C")[:2])
    table = replace(table, zones={**table.zones, "hand:eve": replace(table.zones["hand:eve"], cards=())})
    named = [{one.name: one for one in listed(table, "eve")} for listed in (GAME.offers, GAME.fight_offers)]
    assert [one["play_none:resistance"].command for one in named] == [Enough(seat="eve", side="resistance")] * 2
    assert FightsBot().choose(SeatPosition(GAME, table, "eve")) == Enough(seat="eve", side="resistance")


@pytest.mark.rule("IM-ADVANCE-5")
def test_a_show_of_hands_asks_of_each_who_votes_for_whom() -> None:
    done = play(laid(players=3), StartAdventure(seat="gm"), EndAdventure(seat="gm", success=True))
    hands = offer(done, "gm", "show_of_hands")
    assert {ask.part: ask.choices for ask in hands.questions} == {
        "gm": ("tom", "eve", "ida"),
        "tom": ("eve", "ida"),
        "eve": ("tom", "ida"),
        "ida": ("tom", "eve"),
    }
    assert why(done, hands.command) == ("no_hands", "IM-ADVANCE-5")
    counted = play(done, replace(hands.command, votes={"gm": "tom", "eve": "tom"}))
    assert not any(offer.name in {"show_of_hands", "vote"} for offer in GAME.offers(counted, "gm"))
    assert not any(
        isinstance(offer.command, ShowOfHands) for offer in GAME.offers(play(done, CloseVote(seat="gm")), "gm")
    )


@pytest.mark.rule("IM-CHAR-1")
def test_the_gm_can_give_one_character_points_in_a_group_that_has_none() -> None:
    begin = offer(laid(), "gm", "begin_exception")
    table = play(laid(), replace(begin.command, actor="sal"))
    assert table.actors["sal"].sheet["points"] == 8
    allowed = laid(options={"character_creation": True})
    assert not any(offer.name == "begin_exception" for offer in GAME.offers(allowed, "gm"))
    assert not any(offer.name == "begin_exception" for offer in GAME.offers(laid(), "tom"))


def test_a_private_note_is_on_offer_for_everybody_and_asked_in_secret() -> None:
    for seat in ("gm", "tom"):
        note = offer(laid(), seat, "private_note")
        (text,) = note.questions
        assert (text.kind, text.secret) == (QuestionKind.TEXT, True)
        result = GAME.apply(laid(), replace(note.command, text="the lantern is a trap"), None)  # type: ignore[arg-type]
        assert [event.audience for event in result.events] == [(seat,)]  # type: ignore[union-attr]
