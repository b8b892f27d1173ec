"""Trying something, from the first card to the clean-up, and advantages (IM-ACT, IM-ADV)."""

from __future__ import annotations

import pytest

from engine.core.events import Noted
from engine.messages.texts import say
from engine.model.table import Table
from engine.rulesets.imaginality.action_resolution import Cancel, Overrule, Reveal, Settle
from engine.rulesets.imaginality.actions.action_commands import Attempt, Judge, RuleForAction
from engine.rulesets.imaginality.actions.card_play_commands import Draw, Enough, Play, TakeBack
from engine.rulesets.imaginality.actions.gm_card_commands import AllowDraw, GrantCards
from engine.rulesets.imaginality.combat.attack_commands import Respond, Shoot
from engine.rulesets.imaginality.procedures import ActionStage, ExtraCards, current_action, current_fight
from engine.rulesets.imaginality.turns.turn_commands import Declare, StartFight
from tests.engine.rulesets.imaginality.fights import offers
from tests.engine.rulesets.imaginality.table import (
    GAME,
    REVEAL,
    SETTLE,
    cards,
    draw,
    figures,
    laid,
    lay,
    notes,
    outcome,
    play,
    rules_told,
    under_way,
    why,
)

ATTEMPT = Attempt(seat="tom", actor="rex", what="climb the wall")
CANCEL = Cancel(seat="gm")
HANDS = {"hand:tom": "8H 9H 10H", "hand:eve": "7H 6H 5H", "hand:gm": "8D 9D 10D", "deck": "3C 4C 5C"}


def tried(actor_card: str, difficulty: str, attempt: Attempt = ATTEMPT) -> Table:
    """The table when one card of Tom's lies against one of the GM's."""
    table = laid({"hand:tom": f"{actor_card} 2S", "hand:gm": f"{difficulty} 2D"})
    return play(table, attempt, lay("gm", "opposition", difficulty), lay("tom", "actor", actor_card))


@pytest.mark.rule("IM-ACT-1")
def test_an_attempt_is_the_players_own_and_waits_for_the_gm() -> None:
    result = outcome(laid(HANDS), ATTEMPT)
    assert notes(result) == ["attempts"]
    assert under_way(result.table).what == "climb the wall"
    assert why(laid(HANDS), Attempt(seat="eve", actor="rex")) == ("not_your_character", "IM-ACT-1")
    assert why(result.table, Attempt(seat="eve", actor="sal")) == ("action_under_way", "IM-ACT-9")
    names = {offer.name for offer in GAME.offers(result.table, "gm") if offer.denial is None}
    assert {"judge_success", "judge_refused", "play:opposition", "draw:opposition"} <= names


@pytest.mark.rule("IM-ACT-2")
@pytest.mark.parametrize(("command", "difficulty"), [(lay("gm", "opposition", "9D"), 9), (draw("gm", "opposition"), 3)])
def test_the_gm_plays_or_draws_the_difficulty(command: Play | Draw, difficulty: int) -> None:
    table = play(laid(HANDS), ATTEMPT, command, lay("tom", "actor", "8H"))
    assert figures(table, REVEAL)["opposition_total"] == difficulty


@pytest.mark.rule("IM-ACT-2", "IM-VAL-2")
def test_several_cards_of_the_difficulty_are_added() -> None:
    table = play(laid(HANDS), ATTEMPT, GrantCards(seat="gm", side="opposition"), lay("gm", "opposition", "9D"))
    table = play(table, draw("gm", "opposition"), lay("tom", "actor", "8H"))
    assert figures(table, REVEAL)["opposition_total"] == 9 + 3


@pytest.mark.rule("IM-ACT-3", "IM-ACT-12")
def test_a_player_whose_character_is_meant_sets_the_difficulty_from_the_own_hand() -> None:
    table = play(laid(HANDS), Attempt(seat="tom", actor="rex", target="sal"))
    assert why(table, lay("gm", "opposition", "8D")) == ("not_your_side", "IM-HAND-3")
    assert why(table, draw("eve", "opposition")) == ("ask_gm_to_draw", "IM-GM-5")
    table = play(table, lay("eve", "opposition", "7H"), lay("tom", "actor", "8H"))
    assert figures(table, REVEAL)["margin"] == 8 - 7
    assert cards(play(table, REVEAL, SETTLE), "discard") == ["8H", "7H"]


@pytest.mark.rule("IM-ACT-4", "IM-ACT-8")
def test_nobody_sees_a_laid_card_before_all_have_committed() -> None:
    table = play(laid(HANDS), ATTEMPT, lay("gm", "opposition", "9D"))
    for viewer in ("tom", "eve", "shared"):
        seen = GAME.view_for(table, viewer).zones["committed:opposition"]
        assert (seen.count, seen.cards) == (1, ())
    assert "laid_cards" not in notes(outcome(table, lay("tom", "actor", "8H")), "gm")
    assert why(table, REVEAL) == ("not_all_in", "IM-ACT-8")
    shown = play(table, lay("tom", "actor", "8H"), REVEAL)
    assert GAME.view_for(shown, "eve").zones["committed:opposition"].cards == ("9D",)


@pytest.mark.rule("IM-ACT-8")
def test_cards_may_be_laid_in_any_order_for_nothing_is_seen_of_them() -> None:
    table = play(laid(HANDS), ATTEMPT, lay("tom", "actor", "8H"), lay("gm", "opposition", "9D"))
    assert figures(table, REVEAL)["margin"] == -1


@pytest.mark.rule("IM-ACT-8")
def test_who_is_not_in_blocks_the_reveal_and_the_gm_can_force_it() -> None:
    table = play(laid(HANDS), ATTEMPT, lay("gm", "opposition", "9D"))
    assert why(table, Reveal(seat="tom", force=True)) == ("gm_only", "IM-ACT-8")
    result = outcome(table, Reveal(seat="gm", force=True))
    assert result.results["success"] is False
    assert notes(result)[0] == "forced"


@pytest.mark.rule("IM-ACT-8", "IM-ADV-5", "IM-ACT-6")
def test_a_forced_reveal_without_cards_is_no_success_and_tells_no_margin() -> None:
    result = outcome(play(laid(HANDS), ATTEMPT), Reveal(seat="gm", force=True))
    assert (result.results["outcome"], result.results["success"], result.results["margin"]) == ("failure", False, None)
    assert "Rex fails: – against –" in [say(event.message) for event in result.events if isinstance(event, Noted)]


@pytest.mark.rule("IM-ACT-5")
def test_the_actor_chooses_a_card_of_the_own_hand_and_an_npc_by_play_or_draw() -> None:
    table = play(laid(HANDS), ATTEMPT)
    assert cards(play(table, lay("tom", "actor", "10H")), "committed:actor") == ["10H"]
    npc = play(laid(HANDS), Attempt(seat="gm", actor="orc"))
    assert cards(play(npc, lay("gm", "actor", "9D")), "committed:actor") == ["9D"]
    assert cards(play(npc, draw("gm", "actor")), "drawn:actor") == ["3C"]


@pytest.mark.rule("IM-ACT-6", "IM-ACT-7")
@pytest.mark.parametrize(
    ("mine", "theirs", "success", "margin"),
    [("9H", "8D", True, 1), ("8H", "8D", True, 0), ("AH", "2D", True, 13), ("7H", "8D", False, -1)],
)
def test_equal_or_higher_succeeds_and_the_margin_says_how_well(
    mine: str, theirs: str, success: bool, margin: int
) -> None:
    table = laid({"hand:tom": mine, "hand:gm": theirs})
    figure = figures(play(table, ATTEMPT, lay("gm", "opposition", theirs), lay("tom", "actor", mine)), REVEAL)
    assert (figure["success"], figure["margin"]) == (success, margin)


@pytest.mark.rule("IM-ACT-6", "IM-ACT-7", "IM-ACT-10")
def test_the_log_bears_the_rule_of_the_margin() -> None:
    assert rules_told(outcome(tried("8H", "9D"), REVEAL), "outcome_failure") == [("IM-ACT-6", "IM-ACT-7", "IM-ACT-10")]


@pytest.mark.rule("IM-ACT-9")
def test_the_clean_up_comes_after_the_reveal_and_ends_the_action() -> None:
    table = tried("8H", "9D")
    assert why(table, SETTLE) == ("reveal_first", "IM-ACT-9")
    assert why(play(table, REVEAL), Settle(seat="eve")) == ("not_your_side", "IM-ACT-9")
    after = play(table, REVEAL, Settle(seat="tom"))
    assert current_action(after) is None
    assert cards(after, "discard") == ["8H", "9D"]
    assert not any(zone.startswith(("committed", "drawn", "standins")) for zone in after.zones)
    assert [len(cards(after, f"hand:{seat}")) for seat in after.seats] == [7, 7, 7]


@pytest.mark.rule("IM-ACT-10")
@pytest.mark.parametrize(
    ("deck", "success", "fumbles"),
    [
        ("X AC", False, ["actor"]),
        ("2C X", True, ["opposition"]),
        ("X X/2", False, ["opposition", "actor"]),
        ("9C 8C", True, []),
    ],
)
def test_the_actors_fumble_counts_before_the_oppositions(deck: str, success: bool, fumbles: list[str]) -> None:
    table = play(laid({**HANDS, "deck": deck}), ATTEMPT, AllowDraw(seat="gm", side="actor"), draw("tom", "actor"))
    figure = figures(play(table, draw("gm", "opposition")), REVEAL)
    assert (figure["success"], figure["fumbles"]) == (success, fumbles)


@pytest.mark.rule("IM-ACT-11")
def test_a_cancelled_action_gives_played_cards_back_and_discards_the_drawn_ones_in_their_order() -> None:
    table = play(laid(HANDS), ATTEMPT, GrantCards(seat="gm", side="opposition"))
    table = play(table, draw("gm", "opposition"), draw("gm", "opposition"), lay("tom", "actor", "8H"))
    assert why(table, Cancel(seat="tom")) == ("gm_only", "IM-ACT-11")
    after = play(table, CANCEL)
    assert sorted(cards(after, "hand:tom")) == sorted(HANDS["hand:tom"].split())
    assert cards(after, "discard") == ["4C", "3C"]
    assert cards(after, "deck")[0] == "5C"
    assert why(play(table, REVEAL), CANCEL) == ("too_late_to_cancel", "IM-ACT-11")


@pytest.mark.rule("IM-ACT-11", "IM-GEN-4")
@pytest.mark.parametrize("ending", [CANCEL, Judge(seat="gm", outcome="refused")])
def test_what_is_cancelled_or_refused_costs_no_action_of_the_turn(ending: Cancel | Judge) -> None:
    table = play(laid(HANDS), StartFight(seat="gm", fighters=("rex", "orc")))
    table = play(table, Declare(seat="tom", actor="rex"), Declare(seat="gm", actor="orc"), ATTEMPT)
    marked, given_back = current_fight(table), current_fight(play(table, ending))
    assert marked is not None
    assert given_back is not None
    assert (marked.acted, given_back.acted) == (("rex",), ())
    assert given_back.declared["rex"].state == "waiting"


@pytest.mark.rule("IM-ACT-13")
def test_another_try_is_a_new_action_with_new_cards_and_the_gm_may_refuse_it() -> None:
    failed = play(tried("8H", "9D"), REVEAL, SETTLE)
    again = play(failed, ATTEMPT)
    assert (under_way(again).arrival, under_way(again).stage) == ((), ActionStage.COMMIT)
    assert why(again, lay("tom", "actor", "8H")) == ("not_your_hand", "IM-HAND-3")
    denied = play(again, Judge(seat="gm", outcome="refused"))
    assert current_action(denied) is None
    assert denied.zones == failed.zones


@pytest.mark.rule("IM-ACT-8", "IM-RANGED-1")
def test_an_attack_is_not_taken_back_once_the_target_may_answer_it() -> None:
    table = play(laid(HANDS), Shoot(seat="tom", actor="rex", target="orc"), lay("tom", "actor", "8H"))
    back = TakeBack(seat="tom", side="actor")
    assert why(table, back) == ("side_not_open", "IM-ACT-8")
    assert why(play(table, Respond(seat="gm", response="dodge")), back) == ("attack_stands", "IM-HTH-3", "IM-RANGED-1")
    unaware = Shoot(seat="tom", actor="rex", target="orc", close=True, aware=False)
    half = play(laid(HANDS), unaware, lay("tom", "actor", "8H"))
    assert cards(play(half, back), "committed:actor") == [], "nothing was drawn against it yet"
    assert why(play(half, lay("tom", "actor", "9H")), back) == ("attack_stands", "IM-HTH-3", "IM-RANGED-1")


@pytest.mark.rule("IM-ACT-8")
def test_the_gm_turns_one_action_over_to_open_play_and_what_lies_open_stays() -> None:
    table = play(laid(HANDS), ATTEMPT, lay("gm", "opposition", "9D"))
    opened = outcome(table, RuleForAction(seat="gm", option="face_down_play", value=False))
    assert GAME.view_for(opened.table, "tom").zones["committed:opposition"].cards == ("9D",)
    assert "tom" in opened.learned
    assert why(opened.table, TakeBack(seat="gm", side="opposition")) == ("card_shown", "IM-ACT-8")


@pytest.mark.rule("IM-ADV-1")
def test_only_the_gm_grants_an_advantage() -> None:
    table = play(laid(HANDS), ATTEMPT)
    assert why(table, GrantCards(seat="tom", side="actor")) == ("gm_only", "IM-ADV-1")
    assert why(laid(HANDS), Attempt(seat="tom", actor="rex", advantage=1)) == ("gm_grants", "IM-ADV-1")
    assert why(table, lay("tom", "actor", "8H", "9H")) == ("too_many_cards", "IM-ADV-2")
    granted = play(table, GrantCards(seat="gm", side="actor"), lay("tom", "actor", "8H", "9H"))
    assert len(cards(granted, "committed:actor")) == 2


@pytest.mark.rule("IM-ADV-1", "IM-DRAW-3")
def test_an_extra_card_is_played_unless_the_side_may_draw() -> None:
    table = play(laid(HANDS), ATTEMPT, GrantCards(seat="gm", side="actor"), lay("tom", "actor", "8H"))
    assert why(table, draw("tom", "actor")) == ("ask_gm_to_draw", "IM-GM-5")


@pytest.mark.rule("IM-GM-5", "IM-DRAW-3")
def test_who_is_drawn_for_by_rule_needs_no_leave() -> None:
    table = play(laid(HANDS), Shoot(seat="gm", actor="orc", target="sal", aware=False))
    assert why(table, AllowDraw(seat="gm", side="opposition")) == ("needs_no_leave", "IM-GM-5")


@pytest.mark.rule("IM-ACT-2", "IM-WOUND-12")
@pytest.mark.parametrize(("state", "seat"), [("", "eve"), ("helpless", "gm"), ("unconscious", "gm")])
def test_for_a_target_that_cannot_answer_the_gm_sets_the_difficulty(state: str, seat: str) -> None:
    table = laid(HANDS, tracks={"sal": {state: 1}} if state else {})
    table = play(table, Attempt(seat="tom", actor="rex", target="sal"))
    assert under_way(table).sides["opposition"].seat == seat


@pytest.mark.rule("IM-ADV-2")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_an_advantage_is_usually_one_card_and_may_be_more(count: int) -> None:
    table = play(laid(HANDS), ATTEMPT, GrantCards(seat="gm", side="opposition", count=count))
    assert under_way(table).sides["opposition"].due == 1 + count
    assert GrantCards(seat="gm", side="actor").count == 1


@pytest.mark.rule("IM-ADV-3")
def test_all_cards_of_a_side_are_one_total() -> None:
    table = play(laid(HANDS), Attempt(seat="gm", actor="rex", advantage=1), lay("gm", "opposition", "10D"))
    figure = figures(table, lay("tom", "actor", "8H", "9H"), REVEAL)
    assert (figure["actor_total"], figure["margin"]) == (17, 7)


@pytest.mark.rule("IM-ADV-4")
@pytest.mark.parametrize("side", ["actor", "opposition"])
def test_both_sides_can_have_an_advantage_and_nobody_loses_the_first_card(side: str) -> None:
    table = play(laid(HANDS), Attempt(seat="gm", actor="rex", advantage=1, disadvantage=1))
    assert {key: action_side.due for key, action_side in under_way(table).sides.items()} == {
        "opposition": 2,
        "actor": 2,
    }
    table = play(table, GrantCards(seat="gm", side=side, count=-1))
    assert why(table, GrantCards(seat="gm", side=side, count=-1)) == ("extra_bounds", "IM-ADV-4", "IM-ADV-5")
    assert under_way(table).sides[side].due == 1


@pytest.mark.rule("IM-ADV-5")
def test_extra_cards_are_a_right_but_one_card_is_always_needed() -> None:
    table = play(laid(HANDS), Attempt(seat="gm", actor="rex", advantage=2), lay("gm", "opposition", "9D"))
    assert why(table, Enough(seat="tom", side="actor")) == ("at_least", "IM-ADV-5")
    table = play(table, lay("tom", "actor", "10H"))
    assert why(table, REVEAL) == ("not_all_in", "IM-ACT-8")
    assert offers(table, "tom")["enough:actor"]
    assert figures(table, Enough(seat="tom", side="actor"), REVEAL)["actor_total"] == 10


@pytest.mark.rule("IM-ADV-6")
def test_extra_cards_of_different_rules_add_up() -> None:
    table = laid(HANDS, sheets={"rex": {"mental": 1, "physical": 1, "social": 1}})
    table = play(table, Attempt(seat="gm", actor="rex", skill="Climbing", attribute="physical", disadvantage=1))
    table = play(table, GrantCards(seat="gm", side="opposition", reason="cover"))
    opposition = under_way(table).sides["opposition"]
    assert opposition.due == 4
    assert set(opposition.extras) == {ExtraCards(reason=r, count=1) for r in ("advantage", "unskilled", "cover")}


@pytest.mark.rule("IM-ACT-7")
def test_the_margin_follows_the_gms_word_on_a_total() -> None:
    table = play(tried("8H", "9D"), REVEAL)
    assert figures(table, Overrule(seat="gm", figure="opposition", value=3))["margin"] == 5
