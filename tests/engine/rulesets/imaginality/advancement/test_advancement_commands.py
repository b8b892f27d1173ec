"""The end of an adventure: awards, the secret vote, and points that are saved and spent."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.core.events import Noted
from engine.core.history import History
from engine.core.manual_moves import EditActor, LayCondition, LeaveSeat, MoveCards, RemoveActor, SetOption
from engine.core.redaction import redact
from engine.core.rules import AppliedCommand
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.rulesets.imaginality.advancement.advancement_commands import (
    CountGoals,
    EndAdventure,
    FinishAwards,
    GiveAward,
)
from engine.rulesets.imaginality.advancement.award_commands import (
    CloseVote,
    SettleTie,
    ShowOfHands,
    Vote,
    awards_of,
    voters,
)
from engine.rulesets.imaginality.characters.character_creation_commands import BeginCharacter
from engine.rulesets.imaginality.characters.point_spending_commands import AgreeSkill, BuySkill, RaiseAttribute
from engine.rulesets.imaginality.deck.hand_commands import StartAdventure
from engine.rulesets.imaginality.procedures import evening
from engine.rulesets.imaginality.turns.turn_commands import StartFight
from engine.sheets.editing.new_character_moves import JoinActor
from tests.engine.rulesets.imaginality.table import GAME, cards, figures, laid, notes, outcome, play, texts_of, why

NUMBERS: Mapping[str, Any] = {"points": 1, "mental": 1, "physical": 2, "social": 1}


def running(players: int = 2, **options: Any) -> Table:
    """A table in the middle of an adventure; rex has numbers, sal has none."""
    table = laid(options=options, sheets={"rex": NUMBERS}, players=players)
    return play(table, StartAdventure(seat="gm"))


def ended(players: int = 2, success: bool = True, **options: Any) -> Table:
    """A table at which the awards are being given."""
    return play(running(players, **options), EndAdventure(seat="gm", success=success))


def given_to(table: Table, actor: str) -> Mapping[str, int]:
    awards = awards_of(table)
    assert awards is not None
    return awards.given.get(actor, {})


def points_of(table: Table) -> object:
    return table.actors["rex"].sheet["points"]


@pytest.mark.rule("IM-ADVANCE-1")
def test_a_failed_adventure_brings_nothing_unless_the_group_wants_it() -> None:
    failed = ended(success=False)
    assert awards_of(failed) is None
    assert not evening(failed).running
    assert points_of(failed) == 1
    assert given_to(ended(success=False, awards_only_on_success=False), "rex") == {"survival": 1}


@pytest.mark.rule("IM-ADVANCE-1")
def test_an_adventure_ends_only_by_the_gm_and_between_fights() -> None:
    table = running()
    assert why(table, EndAdventure(seat="tom")) == ("gm_only", "IM-ADVANCE-1")
    assert why(laid(), EndAdventure(seat="gm")) == ("no_adventure", "IM-ADVANCE-1")
    fighting = play(table, StartFight(seat="gm", fighters=("rex", "orc")))
    assert why(fighting, EndAdventure(seat="gm")) == ("end_fight_first", "IM-ADVANCE-1")
    assert why(ended(), EndAdventure(seat="gm")) == ("awards_open", "IM-ADVANCE-1")


@pytest.mark.rule("IM-ADVANCE-1")
def test_the_gm_may_add_other_awards() -> None:
    table = ended()
    assert why(table, GiveAward(seat="gm", actor="rex", award="best map")) == ("award_points", "IM-ADVANCE-1")
    assert why(table, GiveAward(seat="tom", actor="rex", award="best map", points=9)) == ("gm_only", "IM-ADVANCE-1")
    table = play(table, GiveAward(seat="gm", actor="rex", award="best map", points=2))
    assert given_to(table, "rex") == {"survival": 1, "best map": 2}


@pytest.mark.rule("IM-ADVANCE-2")
def test_survival_goes_to_each_character_alive() -> None:
    table = play(running(3), LayCondition(seat="gm", actor="sal", condition="dead"))
    table = play(table, LayCondition(seat="gm", actor="ida", condition="dying"))
    table = play(table, EndAdventure(seat="gm"))
    assert [given_to(table, actor) for actor in ("rex", "sal", "ida", "orc")] == [
        {"survival": 1},
        {},
        {"survival": 1},
        {},
    ]
    overruled = outcome(table, GiveAward(seat="gm", actor="rex", award="survival", points=0))
    assert notes(overruled) == ["award_changed"]
    assert texts_of(overruled) == ["Rex: points for survival change from 1 to 0"]
    assert notes(outcome(table, GiveAward(seat="gm", actor="rex", award="survival", points=1))) == ["award_given"]
    assert given_to(overruled.table, "rex") == {}
    off = ended(award_survival=False)
    assert given_to(off, "rex") == {}
    assert why(off, GiveAward(seat="gm", actor="rex", award="survival")) == ("award_off", "IM-ADVANCE-2")


@pytest.mark.rule("IM-ADVANCE-3")
def test_the_gm_judges_roleplaying() -> None:
    table = play(ended(), GiveAward(seat="gm", actor="sal", award="roleplaying"))
    assert given_to(table, "sal")["roleplaying"] == 1
    off = ended(award_roleplaying=False)
    assert why(off, GiveAward(seat="gm", actor="sal", award="roleplaying")) == ("award_off", "IM-ADVANCE-3")


@pytest.mark.rule("IM-ADVANCE-4")
def test_each_goal_brings_every_character_a_point() -> None:
    table = play(ended(), CountGoals(seat="gm", goals=3))
    assert [given_to(table, actor).get("goal") for actor in ("rex", "sal", "orc")] == [3, 3, None]
    fewer = play(table, CountGoals(seat="gm", goals=1))
    assert given_to(fewer, "rex")["goal"] == 1
    assert why(ended(award_goals=False), CountGoals(seat="gm", goals=1)) == ("award_off", "IM-ADVANCE-4")


def vote(table: Table, **votes: str) -> Table:
    return play(table, *(Vote(seat=seat, candidate=candidate) for seat, candidate in votes.items()))


@pytest.mark.rule("IM-ADVANCE-5")
def test_most_votes_get_the_point() -> None:
    table = vote(ended(3), tom="eve", eve="tom", ida="eve")
    result = outcome(table, Vote(seat="gm", candidate="ida"))
    assert result.results["votes"] == {"tom": 1, "eve": 2, "ida": 1}
    assert given_to(result.table, "sal")["entertainment"] == 1
    assert {"gm", "tom", "eve", "ida", SHARED} <= result.learned
    assert why(result.table, Vote(seat="tom", candidate="ida")) == ("no_vote", "IM-ADVANCE-5")


@pytest.mark.rule("IM-ADVANCE-5")
def test_who_votes_and_for_whom() -> None:
    table = ended()
    assert voters(table) == ("gm", "tom", "eve")
    assert why(table, Vote(seat="tom", candidate="tom")) == ("no_self_vote", "IM-ADVANCE-5")
    assert why(table, Vote(seat="tom", candidate="gm")) == ("no_candidate", "IM-ADVANCE-5")
    oneself = vote(ended(self_vote=True), tom="tom")
    assert GAME.view_for(oneself, "tom").under_way[-1].figures["own_vote"] == "tom"
    assert GAME.view_for(oneself, "gm").under_way[-1].figures["own_vote"] == ""
    without = ended(gm_votes=False)
    assert voters(without) == ("tom", "eve")
    assert why(without, Vote(seat="gm", candidate="tom")) == ("has_no_vote", "IM-ADVANCE-5")
    changed = vote(table, tom="eve", eve="tom")
    assert GAME.view_for(changed, SHARED).under_way[-1].waiting_for == ("gm",)


@pytest.mark.rule("IM-ADVANCE-5")
@pytest.mark.parametrize(
    ("how", "winners"), [("all_tied", ["rex", "sal"]), ("none", []), ("gm_decides", []), ("revote", [])]
)
def test_a_tie_goes_as_the_group_has_chosen(how: str, winners: list[str]) -> None:
    table = vote(ended(3, gm_votes=False, entertainment_tie=how), tom="eve", eve="tom", ida="eve")
    assert given_to(table, "sal")["entertainment"] == 1
    tied = vote(ended(2, gm_votes=False, entertainment_tie=how), tom="eve", eve="tom")
    assert [actor for actor in ("rex", "sal") if "entertainment" in given_to(tied, actor)] == winners
    open_tie = how in {"gm_decides", "revote"}
    assert (GAME.refusal(tied, FinishAwards(seat="gm")) is not None) == open_tie
    assert (GAME.refusal(tied, SettleTie(seat="gm", candidate="eve")) is None) == open_tie
    assert (GAME.refusal(tied, Vote(seat="tom", candidate="eve")) is None) == (how == "revote")
    if open_tie:
        assert why(tied, SettleTie(seat="tom", candidate="tom")) == ("gm_only", "IM-ADVANCE-5")
        settled = play(tied, SettleTie(seat="gm", candidate="eve"))
        assert given_to(settled, "sal")["entertainment"] == 1
        nobody = play(tied, SettleTie(seat="gm"))
        assert "entertainment" not in {**given_to(nobody, "rex"), **given_to(nobody, "sal")}


@pytest.mark.rule("IM-ADVANCE-5")
def test_a_new_vote_is_between_the_tied() -> None:
    table = vote(ended(3, entertainment_tie="revote"), gm="tom", tom="eve", eve="tom", ida="eve")
    assert why(table, Vote(seat="gm", candidate="ida")) == ("no_candidate", "IM-ADVANCE-5")
    table = vote(table, gm="eve", tom="eve", eve="tom", ida="eve")
    assert given_to(table, "sal")["entertainment"] == 1


@pytest.mark.rule("IM-ADVANCE-5")
def test_the_gm_closes_a_vote_and_nobodys_vote_is_no_award() -> None:
    table = ended()
    assert why(table, FinishAwards(seat="gm")) == ("vote_first", "IM-ADVANCE-5")
    assert notes(outcome(table, CloseVote(seat="gm"))) == ["nobody_voted"]
    closed = play(vote(table, tom="eve"), CloseVote(seat="gm"))
    assert given_to(closed, "sal")["entertainment"] == 1


@pytest.mark.rule("IM-ADVANCE-5")
def test_an_open_vote_is_written_down_at_once() -> None:
    table = vote(ended(), tom="eve")
    bad = ShowOfHands(seat="gm", votes={"eve": "eve"})
    assert why(table, bad) == ("no_self_vote", "IM-ADVANCE-5")
    assert why(table, ShowOfHands(seat="tom", votes={"tom": "eve"})) == ("gm_only", "IM-ADVANCE-5")
    shown = outcome(table, ShowOfHands(seat="gm", votes={"gm": "tom", "eve": "tom", "tom": "eve"}))
    assert given_to(shown.table, "rex")["entertainment"] == 1


@pytest.mark.rule("IM-ADVANCE-5")
def test_votes_for_somebody_who_has_left_the_story_count_no_more() -> None:
    table = play(vote(ended(3), gm="eve", tom="eve", eve="tom"), RemoveActor(seat="gm", actor="sal"))
    closed = outcome(table, CloseVote(seat="gm"))
    assert closed.results["votes"] == {"tom": 1}
    assert given_to(closed.table, "rex")["entertainment"] == 1


@pytest.mark.rule("IM-ADVANCE-5")
def test_of_a_players_characters_the_living_one_gets_the_entertainers_point() -> None:
    second = JoinActor(seat="tom", id="ros", name="Ros", leader="tom")
    table = play(running(), second, LayCondition(seat="gm", actor="rex", condition="dead"), EndAdventure(seat="gm"))
    table = vote(table, gm="tom", tom="eve", eve="tom")
    assert (given_to(table, "ros"), given_to(table, "rex")) == ({"survival": 1, "entertainment": 1}, {})


@pytest.mark.rule("IM-ADVANCE-2", "IM-ADVANCE-4")
def test_a_character_put_away_took_no_part() -> None:
    table = play(running(), EditActor(seat="gm", actor="sal", archived=True), EndAdventure(seat="gm"))
    table = play(table, CountGoals(seat="gm", goals=1))
    assert (given_to(table, "rex"), given_to(table, "sal")) == ({"survival": 1, "goal": 1}, {})


@pytest.mark.rule("IM-ADVANCE-5")
def test_the_gm_decides_where_the_group_has_it_so() -> None:
    table = ended(entertainment_by="gm")
    assert why(table, Vote(seat="tom", candidate="eve")) == ("no_vote", "IM-ADVANCE-5")
    table = play(table, GiveAward(seat="gm", actor="sal", award="entertainment"))
    assert given_to(table, "sal")["entertainment"] == 1
    assert why(ended(), GiveAward(seat="gm", actor="sal", award="entertainment")) == ("vote_decides", "IM-ADVANCE-5")
    assert why(ended(award_entertainment=False), Vote(seat="tom", candidate="eve")) == ("no_vote", "IM-ADVANCE-5")


@pytest.mark.rule("IM-ADVANCE-5")
def test_a_voter_who_leaves_is_not_waited_for() -> None:
    table = vote(ended(3, gm_votes=False), tom="eve", eve="tom")
    table = play(
        table,
        EditActor(seat="gm", actor="ida", leader="gm"),
        SetOption(seat="gm", option="entertainment_tie", value="all_tied"),
    )
    left = play(table, LeaveSeat(seat="gm", id="ida"))
    assert given_to(left, "rex")["entertainment"] == given_to(left, "sal")["entertainment"] == 1


def seen(before: Table, result: AppliedCommand, viewer: str) -> dict[str, object]:
    """All that a viewer is told of a gesture."""
    return {
        "view": GAME.view_for(result.table, viewer),
        "offers": [GAME.offers(result.table, seat, viewer) for seat in result.table.seats],
        "log": History(before, (result.entry(),)).log(viewer),
        "title": result.title,
        "facts": redact(before, result.events, viewer),
        "figures": result.results,
        "learned": viewer in result.learned,
    }


@pytest.mark.rule("IM-ADVANCE-5")
@given(
    order=st.permutations(("gm", "tom", "eve", "ida", "max")),
    one=st.lists(st.sampled_from(("tom", "eve", "ida", "max")), min_size=5, max_size=5),
    other=st.lists(st.sampled_from(("tom", "eve", "ida", "max")), min_size=5, max_size=5),
    viewer=st.sampled_from(("gm", "tom", "eve", "ida", "max", SHARED, "print")),
)
def test_nobody_learns_a_vote_before_all_are_in(
    order: list[str], one: list[str], other: list[str], viewer: str
) -> None:
    first = second = ended(4, self_vote=True)
    for seat, a, b in list(zip(order, one, other, strict=True))[:-1]:
        if seat == viewer:
            b = a
        mine, theirs = outcome(first, Vote(seat=seat, candidate=a)), outcome(second, Vote(seat=seat, candidate=b))
        assert seen(first, mine, viewer) == seen(second, theirs, viewer)
        first, second = mine.table, theirs.table


@pytest.mark.rule("IM-ADVANCE-5")
@given(st.permutations(("tom", "eve", "ida", "tom")))
def test_nobody_ever_learns_whose_vote_it_was(shuffled: list[str]) -> None:
    """Even when all are in, only the counts are told."""
    assume(shuffled != ["tom", "eve", "ida", "tom"])
    redacted = []
    for votes in (["tom", "eve", "ida", "tom"], shuffled):
        table = ended(3, self_vote=True)
        for seat, candidate in zip(("tom", "eve", "ida"), votes[:3], strict=True):
            table = play(table, Vote(seat=seat, candidate=candidate))
        redacted.append(seen(table, outcome(table, Vote(seat="gm", candidate=votes[3])), SHARED))
    assert redacted[0] == redacted[1]


@pytest.mark.rule("IM-ADVANCE-6")
@pytest.mark.parametrize(
    ("numbers", "secret", "said"), [(NUMBERS, False, True), (NUMBERS, True, False), ({}, False, False)]
)
def test_points_to_spend_are_announced_where_anybody_is_known_to_have_attributes(
    numbers: Mapping[str, Any], secret: bool, said: bool
) -> None:
    table = play(laid(sheets={"rex": numbers}), EditActor(seat="gm", actor="rex", secret=secret))
    done = outcome(play(table, StartAdventure(seat="gm")), EndAdventure(seat="gm", success=False))
    assert ("spending_time" in notes(done)) is said


@pytest.mark.rule("IM-CHAR-12", "IM-ADVANCE-1", "IM-ADVANCE-6")
def test_points_are_written_down_added_to_saved_ones_and_spent_between_adventures() -> None:
    table = running(award_entertainment=False, character_creation=True)
    raising = RaiseAttribute(seat="tom", actor="rex", attribute="mental")
    assert why(table, raising) == ("not_in_adventure", "IM-ADVANCE-6")
    table = play(table, EndAdventure(seat="gm"), CountGoals(seat="gm", goals=3))
    assert why(table, raising) == ("not_in_adventure", "IM-ADVANCE-6")
    done = outcome(table, FinishAwards(seat="gm"))
    assert points_of(done.table) == 1 + 1 + 3
    assert "points" not in done.table.actors["sal"].sheet
    assert done.results["awards"] == {"rex": {"survival": 1, "goal": 3}, "sal": {"survival": 1, "goal": 3}}
    assert "points_in_story" in notes(done)
    assert awards_of(done.table) is None
    spent = play(done.table, raising)
    assert points_of(spent) == 0
    again = play(spent, StartAdventure(seat="gm"))
    assert why(again, BuySkill(seat="gm", actor="rex", skill="Law")) == ("not_in_adventure", "IM-ADVANCE-6")
    ruled = BuySkill(seat="gm", actor="rex", skill="Law", ruled_cost=0)
    assert play(again, ruled).actors["rex"].sheet["skills"] == ["Law"]


@pytest.mark.rule("IM-ADVANCE-1", "IM-CHAR-12")
def test_points_go_onto_any_sheet_that_has_numbers_and_of_none_nothing_is_told() -> None:
    table = laid(options={"award_entertainment": False}, sheets={"rex": {"physical": 2}, "sal": {"physical": 2}})
    table = play(table, StartAdventure(seat="gm"), EndAdventure(seat="gm"))
    done = outcome(play(table, GiveAward(seat="gm", actor="sal", award="survival", points=0)), FinishAwards(seat="gm"))
    assert points_of(done.table) == 1
    assert "points" not in done.table.actors["sal"].sheet
    assert notes(done).count("points_awarded") == 1


@pytest.mark.rule("IM-ADVANCE-6")
def test_a_new_character_is_made_even_in_mid_adventure_until_it_is_finished() -> None:
    table = play(
        running(character_creation=True, award_entertainment=False),
        BeginCharacter(seat="eve", actor="sal"),
        AgreeSkill(seat="gm", skill="Law"),
        BuySkill(seat="eve", actor="sal", skill="Law"),
    )
    assert table.actors["sal"].sheet["points"] == 6
    table = play(table, EndAdventure(seat="gm"), FinishAwards(seat="gm"), StartAdventure(seat="gm"))
    raising = RaiseAttribute(seat="eve", actor="sal", attribute="social")
    assert why(table, raising) == ("not_in_adventure", "IM-ADVANCE-6")


@pytest.mark.rule("IM-ADVANCE-7", "IM-HAND-2")
def test_the_next_adventure_starts_with_full_hands() -> None:
    table = laid({"hand:tom": "8H 2C", "hand:eve": "3C"}, options={"award_entertainment": False})
    table = play(table, StartAdventure(seat="gm"), EndAdventure(seat="gm"), FinishAwards(seat="gm"))
    kept, gone = cards(table, "hand:tom")[:2], cards(table, "hand:tom")[2:]
    short = play(table, MoveCards(seat="tom", cards=tuple(gone), target="discard"))
    again = play(short, StartAdventure(seat="gm"))
    assert [len(cards(again, f"hand:{seat}")) for seat in ("gm", "tom", "eve")] == [7, 7, 7]
    assert cards(again, "hand:tom")[:2] == kept
    assert evening(again).adventure == 2


def test_of_a_secret_character_no_award_is_told() -> None:
    table = play(running(), EditActor(seat="gm", actor="orc", secret=True), EndAdventure(seat="gm"))
    result = outcome(table, GiveAward(seat="gm", actor="orc", award="horns", points=4))
    assert [e for e in result.events if isinstance(e, Noted) and e.audience is None] == []
    for viewer in ("tom", SHARED):
        assert "horns" not in str(GAME.view_for(result.table, viewer))
    done = outcome(play(result.table, CloseVote(seat="gm")), FinishAwards(seat="gm"))
    assert "orc" not in str(done.results)


def test_awards_can_be_finished_whoever_has_gone() -> None:
    table = ended(3)
    deserted = play(table, *(RemoveActor(seat="gm", actor=actor) for actor in ("rex", "sal", "ida")))
    assert GAME.refusal(deserted, FinishAwards(seat="gm")) is None, "there is nobody to vote for"
    for gone in permutations(("rex", "sal", "ida"), 2):
        left = play(table, *(RemoveActor(seat="gm", actor=actor) for actor in gone), CloseVote(seat="gm"))
        assert figures(left, FinishAwards(seat="gm"))["awards"].keys().isdisjoint(gone)  # type: ignore[union-attr]
