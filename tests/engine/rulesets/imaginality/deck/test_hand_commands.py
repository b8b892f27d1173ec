"""Hands: dealing, refilling, who may and when (IM-HAND)."""

from __future__ import annotations

import pytest

from engine.core.commands import Command
from engine.core.manual_moves import JoinSeat, LayCondition, LeaveSeat, RemoveActor, SetOption
from engine.model.frozen import replace
from engine.model.table import Table
from engine.model.zones import hand_of
from engine.rulesets.imaginality.actions.action_commands import Attempt
from engine.rulesets.imaginality.actions.card_play_commands import Draw, Enough, TakeBack
from engine.rulesets.imaginality.combat.attack_commands import Respond, Shoot, Strike
from engine.rulesets.imaginality.damage import Hazard
from engine.rulesets.imaginality.deck.hand_commands import HoldRefill, Refill, StartAdventure
from engine.rulesets.imaginality.procedures import ActionStage, evening
from engine.rulesets.imaginality.turns.turn_commands import EndFight, StartFight
from tests.engine.rulesets.imaginality.table import (
    ATTEMPT,
    ELSEWHERE,
    GAME,
    REVEAL,
    SETTLE,
    cards,
    figures,
    laid,
    lay,
    notes,
    outcome,
    play,
    under_way,
    why,
)

PRESSURE = {"refill_mode": "pressure"}


def counts(table: Table) -> dict[str, int]:
    return {seat: len(cards(table, hand_of(seat))) for seat in table.seats}


def settled(table: Table, played: str = "8H", against: str = "4H") -> Table:
    """The table after Tom's attempt with one card against one of the GM's."""
    return play(table, ATTEMPT, lay("gm", "opposition", against), lay("tom", "actor", played), REVEAL, SETTLE)


def between_adventures(table: Table) -> Table:
    """The table once its adventure is over."""
    return replace(table, procedures=(replace(evening(table), running=False),))


@pytest.mark.rule("IM-HAND-1")
def test_no_refill_brings_a_hand_above_its_size() -> None:
    table = laid({"hand:tom": "8H 2S 3S 4S 5S 6S"})
    table = play(table, Refill(seat="tom", holder="tom"))
    assert counts(table)["tom"] == 7
    assert why(table, Refill(seat="tom", holder="tom")) == ("hand_full", "IM-HAND-1")
    assert why(table, Refill(seat="gm", holder="tom")) == ("hand_full", "IM-HAND-1")


@pytest.mark.rule("IM-HAND-2", "IM-GM-1", "IM-ADVANCE-7")
def test_every_adventure_starts_with_full_hands_for_players_and_gm() -> None:
    first = play(laid(), StartAdventure(seat="gm"))
    assert counts(first) == {"gm": 7, "tom": 7, "eve": 7}
    used = between_adventures(
        settled(play(first, SetOption(seat="gm", option="refill_mode", value="gm_only")), *picked(first))
    )
    assert counts(used) == {"gm": 6, "tom": 6, "eve": 7}
    again = play(used, StartAdventure(seat="gm"))
    assert counts(again) == {"gm": 7, "tom": 7, "eve": 7}
    assert cards(again, "hand:tom")[:6] == cards(used, "hand:tom")
    assert len(cards(again, "discard")) == 2
    anew = play(used, StartAdventure(seat="gm", redeal=True))
    assert counts(anew) == {"gm": 7, "tom": 7, "eve": 7}
    assert cards(anew, "discard") == []
    assert not set(cards(used, "hand:tom")) <= set(cards(anew, "hand:tom"))


@pytest.mark.rule("IM-HAND-2", "IM-DECK-1")
def test_the_first_adventure_deals_from_a_fresh_shuffled_deck() -> None:
    in_order = " ".join(f"{n}S" for n in range(2, 11))
    dealt = play(laid({"deck": in_order, "discard": "2C 3C"}), StartAdventure(seat="gm"))
    assert cards(dealt, "discard") == []
    assert cards(dealt, "hand:gm") != in_order.split()[:7]


@pytest.mark.rule("IM-HAND-2", "IM-HAND-6", "IM-DECK-7")
def test_a_new_adventure_holds_nobodys_refills_back_and_owes_none() -> None:
    table = laid({"hand:tom": "8H"}, rest=ELSEWHERE)
    table = play(table, Refill(seat="tom", holder="tom"), HoldRefill(seat="gm", holder="eve"))
    assert (evening(table).short, evening(table).held) == (("tom",), ("eve",))
    dealt = play(laid(), HoldRefill(seat="gm", holder="eve"), StartAdventure(seat="gm"))
    assert (evening(dealt).short, evening(dealt).held) == ((), ())


def picked(table: Table) -> tuple[str, str]:
    """A plain card of Tom's, and one of the GM's."""
    tom, gm = (next(c for c in cards(table, hand) if c[0] != "X") for hand in ("hand:tom", "hand:gm"))
    return tom, gm


@pytest.mark.rule("IM-HAND-3")
def test_a_holder_plays_from_the_own_hand_only() -> None:
    table = play(laid({"hand:tom": "8H", "hand:eve": "9H"}), ATTEMPT)
    assert why(table, lay("tom", "actor", "9H")) == ("not_your_hand", "IM-HAND-3")
    assert why(table, lay("eve", "actor", "9H")) == ("not_your_side", "IM-HAND-3")
    assert why(table, lay("gm", "actor", "8H")) == ("not_your_side", "IM-HAND-3")
    after = play(table, lay("tom", "actor", "8H"))
    assert (cards(after, "hand:tom"), cards(after, "committed:actor")) == ([], ["8H"])


@pytest.mark.rule("IM-HAND-4")
def test_calm_hands_are_full_again_after_an_action_and_whenever_there_is_time() -> None:
    after = settled(laid({"hand:tom": "8H 2S", "hand:gm": "4H", "hand:eve": "5H"}))
    assert counts(after) == {"gm": 7, "tom": 7, "eve": 7}
    thinking = play(laid({"hand:tom": "8H 2S"}), Refill(seat="tom", holder="tom"))
    assert counts(thinking)["tom"] == 7


@pytest.mark.rule("IM-HAND-5")
def test_under_pressure_a_hand_is_filled_only_when_it_is_empty() -> None:
    table = laid({"hand:tom": "8H", "hand:gm": "4H 5H", "hand:eve": "6H"}, options=PRESSURE)
    assert why(table, Refill(seat="eve", holder="eve")) == ("refill_pressure", "IM-HAND-5")
    assert counts(settled(table)) == {"gm": 1, "tom": 7, "eve": 1}
    empty = laid({"hand:tom": "", "hand:eve": "6H"}, options=PRESSURE)
    assert counts(play(empty, Refill(seat="tom", holder="tom"))) == {"gm": 0, "tom": 7, "eve": 1}


@pytest.mark.rule("IM-HAND-6")
def test_the_gm_has_the_last_word_on_every_refill() -> None:
    table = laid({"hand:tom": "8H 2S", "hand:gm": "4H", "hand:eve": "6H"}, options=PRESSURE)
    assert counts(play(table, Refill(seat="gm", holder="eve"))) == {"gm": 1, "tom": 2, "eve": 7}
    assert counts(play(table, Refill(seat="gm", holder="*"))) == {"gm": 7, "tom": 7, "eve": 7}
    assert why(table, Refill(seat="tom", holder="eve")) == ("not_your_hand", "IM-HAND-6")
    assert why(table, Refill(seat="tom", holder="*")) == ("gm_only", "IM-HAND-6")
    assert why(table, HoldRefill(seat="tom", holder="eve")) == ("gm_only", "IM-HAND-6")


@pytest.mark.rule("IM-HAND-6")
def test_a_holder_whose_refills_the_gm_holds_gets_none_until_let_go() -> None:
    table = laid({"hand:tom": "8H 2S", "hand:gm": "4H", "hand:eve": "6H"})
    held_back = play(table, HoldRefill(seat="gm", holder="tom"))
    assert why(held_back, Refill(seat="tom", holder="tom")) == ("refill_held", "IM-HAND-6")
    assert counts(settled(held_back)) == {"gm": 7, "tom": 1, "eve": 7}
    nobody = play(table, HoldRefill(seat="gm", holder="*"))
    assert counts(settled(nobody)) == {"gm": 0, "tom": 1, "eve": 1}
    everyone = play(nobody, HoldRefill(seat="gm", holder="*", hold=False))
    assert counts(settled(everyone)) == {"gm": 7, "tom": 7, "eve": 7}


@pytest.mark.rule("IM-HAND-6")
def test_the_gm_is_offered_every_refill_and_its_denial_and_a_player_only_the_own() -> None:
    table = laid({"hand:tom": "8H", "hand:eve": "6H", "hand:gm": "4H"})
    offered = {offer.name for offer in GAME.offers(table, "gm") if offer.denial is None}
    refills = {"refill_all", "refill:tom", "refill:eve", "refill_own", "hold_all", "hold_refill:tom"}
    assert refills <= offered
    assert {o.name for o in GAME.offers(table, "tom")} & refills == {"refill_own"}
    held_back = play(table, HoldRefill(seat="gm", holder="*"))
    assert "let_all" in {offer.name for offer in GAME.offers(held_back, "gm") if offer.denial is None}
    denied = next(offer.denial for offer in GAME.offers(held_back, "tom") if offer.name == "refill_own")
    assert denied is not None
    assert denied.rules == ("IM-HAND-6",)


@pytest.mark.rule("IM-HAND-4", "IM-HAND-6", "IM-TURN-8")
def test_once_a_combat_is_over_the_gms_next_step_is_to_fill_the_hands() -> None:
    def first_step(table: Table, *commands: Command) -> str:
        (first, *_) = GAME.offers(play(table, *commands), "gm")
        return first.name if first.primary else ""

    fight = (StartFight(seat="gm", fighters=("rex", "orc")), EndFight(seat="gm"))
    running = replace(evening(laid()), adventure=1, running=True)
    short = replace(laid({"hand:tom": "8H 2S"}), procedures=(running,))
    filled = play(short, Refill(seat="gm", holder="*"))
    assert first_step(short, *fight) == "refill_all"
    assert first_step(filled, *fight) != "refill_all"
    assert first_step(short, fight[0]) != "refill_all", "in combat there is no time to think"
    assert first_step(short, ATTEMPT) != "refill_all"
    assert first_step(short, *fight, SetOption(seat="gm", option="refill_mode", value="gm_only")) != "refill_all"
    assert first_step(short, HoldRefill(seat="gm", holder="tom"), *fight) != "refill_all"
    no_cards = replace(short, zones={**short.zones, "deck": replace(short.zones["deck"], cards=())})
    assert first_step(no_cards) != "refill_all", "there is nothing to draw"


@pytest.mark.rule("IM-HAND-6", "IM-HAND-8")
def test_a_held_hand_stays_empty_even_with_cards_still_due() -> None:
    table = laid({"hand:tom": "8H"}, options=PRESSURE)
    table = play(table, HoldRefill(seat="gm", holder="tom"), Attempt(seat="gm", actor="rex", advantage=1))
    assert counts(play(table, lay("tom", "actor", "8H")))["tom"] == 0


@pytest.mark.rule("IM-HAND-7")
def test_a_joker_that_comes_in_a_refill_is_an_ordinary_card_of_the_hand() -> None:
    result = outcome(laid({"hand:tom": "8H 2S 3S 4S 5S 6S", "deck": "X 9C"}), Refill(seat="tom", holder="tom"))
    assert cards(result.table, "hand:tom")[-1] == "X"
    assert (cards(result.table, "deck")[0], cards(result.table, "discard")) == ("9C", [])
    assert "fumbles" not in notes(result)
    assert "got_cards" in notes(result, "tom")
    assert "got_cards" not in notes(result, "gm")


def damage_of_three(mode: str) -> Table:
    """Under pressure the GM, who does not draw here, owes three damage cards with one in the hand."""
    table = laid(
        {"hand:gm": "9H", "hand:tom": "10D", "deck": "2C 3C 4C 5C 6C 7C 8C 9C 10C"},
        options={**PRESSURE, "refill_when_empty_mid_action": mode, "gm_may_draw": False},
    )
    return play(table, Hazard(seat="gm", target="rex", cards=3), lay("gm", "damage", "9H"))


@pytest.mark.rule("IM-HAND-8", "IM-DMG-12")
def test_a_hand_that_runs_empty_with_cards_still_due_is_refilled_at_once() -> None:
    table = damage_of_three("refill_and_continue")
    assert counts(table)["gm"] == 7
    table = play(table, lay("gm", "damage", "2C", "3C"))
    assert counts(table)["gm"] == 5
    assert under_way(table).sides["damage"].done


@pytest.mark.rule("IM-HAND-8", "IM-DRAW-3")
@pytest.mark.parametrize(
    ("mode", "deck", "total"),
    [("play_short", "2C", 9), ("draw_rest", "4C", 9 + 2 + 3)],
)
def test_or_the_missing_cards_count_nothing_or_are_drawn(mode: str, deck: str, total: int) -> None:
    table = damage_of_three(mode)
    assert counts(table)["gm"] == 0
    assert cards(table, "deck")[0] == deck
    table = play(table, Enough(seat="tom", side="resistance"))
    assert figures(table, REVEAL)["damage"] == total


@pytest.mark.rule("IM-HAND-8", "IM-JOKER-4")
def test_a_joker_among_the_cards_drawn_for_an_empty_hand_fumbles() -> None:
    table = laid(
        {"hand:tom": "", "hand:gm": "2H", "deck": "X"},
        options={**PRESSURE, "refill_when_empty_mid_action": "draw_rest"},
    )
    table = play(table, ATTEMPT, lay("gm", "opposition", "2H"))
    assert figures(table, REVEAL)["fumbles"] == ["actor"]


@pytest.mark.rule("IM-HAND-8")
@pytest.mark.parametrize("mode", ["refill_and_continue", "play_short", "draw_rest"])
def test_an_attack_from_an_empty_hand_goes_on_all_the_same(mode: str) -> None:
    table = laid({"deck": "2C 3C 4C 5C 6C 7C 8C"}, options={**PRESSURE, "refill_when_empty_mid_action": mode})
    table = play(table, Shoot(seat="tom", actor="rex", target="orc"))
    if mode == "refill_and_continue":
        table = play(table, lay("tom", "actor", "2C"))
    assert under_way(table).stage is ActionStage.RESPONSE


@pytest.mark.rule("IM-HAND-8", "IM-HTH-6")
@pytest.mark.parametrize(("response", "hands"), [("block", [0, 7]), ("counterattack", [7, 7])])
def test_who_must_answer_or_add_a_card_with_an_empty_hand_is_refilled(response: str, hands: list[int]) -> None:
    table = laid({"hand:tom": "8H"}, options=PRESSURE)
    table = play(table, Strike(seat="tom", actor="rex", target="sal"), lay("tom", "actor", "8H"))
    assert (counts(table)["tom"], counts(table)["eve"]) == (0, 0)
    answered = play(table, Respond(seat="eve", response=response))
    assert [counts(answered)["tom"], counts(answered)["eve"]] == hands


@pytest.mark.rule("IM-HAND-1")
def test_what_was_laid_does_not_come_back_to_a_hand_that_is_full_again() -> None:
    table = play(laid({"hand:tom": "8H"}, options=PRESSURE), Attempt(seat="gm", actor="rex", advantage=1))
    table = play(table, lay("tom", "actor", "8H"))
    assert counts(table)["tom"] == 7
    assert why(table, TakeBack(seat="tom", side="actor")) == ("hand_full", "IM-HAND-1")


@pytest.mark.rule("IM-HAND-9")
def test_refills_wait_for_the_actions_cards_and_go_actor_opposition_others() -> None:
    table = laid({"hand:eve": "8H 9H", "hand:tom": "4H 5H", "hand:gm": "2C 3C", "deck": ""}, rest=ELSEWHERE)
    table = play(
        table, Attempt(seat="eve", actor="sal", target="rex"), lay("tom", "opposition", "4H"), lay("eve", "actor", "8H")
    )
    assert why(table, Refill(seat="eve", holder="eve")) == ("refill_waits", "IM-HAND-9")
    result = outcome(play(table, REVEAL), SETTLE)
    # Only the action's own cards are there to be dealt, and the actor gets both of them.
    assert sorted(cards(result.table, "hand:eve")) == ["4H", "8H", "9H"]
    assert notes(result).index("settled") < notes(result).index("reshuffled") < notes(result).index("refilled")
    full = laid({"hand:eve": "8H", "hand:tom": "4H", "hand:gm": "2C", "deck": " ".join(f"{n}S" for n in range(2, 11))})
    full = play(
        full, Attempt(seat="eve", actor="sal", target="rex"), lay("tom", "opposition", "4H"), lay("eve", "actor", "8H")
    )
    after = play(full, REVEAL, SETTLE)
    assert cards(after, "hand:eve") == ["2S", "3S", "4S", "5S", "6S", "7S", "8S"]
    assert cards(after, "hand:tom")[:2] == ["9S", "10S"]
    assert counts(after) == {"gm": 7, "tom": 7, "eve": 7}


@pytest.mark.rule("IM-HAND-10")
def test_who_joins_is_dealt_seven_and_who_leaves_lays_the_hand_on_the_discard_pile() -> None:
    table = play(laid(), StartAdventure(seat="gm"))
    joined = play(table, JoinSeat(seat="gm", id="ida", name="Ida"))
    assert counts(joined)["ida"] == 7
    early = play(laid(), JoinSeat(seat="gm", id="ida", name="Ida"))
    assert counts(early)["ida"] == 0, "nothing was dealt yet"
    hand = cards(joined, "hand:ida")
    gone = play(joined, HoldRefill(seat="gm", holder="ida"), LeaveSeat(seat="gm", id="ida"))
    assert cards(gone, "discard") == hand[::-1]
    assert "hand:ida" not in gone.zones
    assert evening(gone).held == ()


@pytest.mark.rule("IM-HAND-10")
def test_a_characters_death_does_not_touch_the_players_hand() -> None:
    table = play(laid(), StartAdventure(seat="gm"))
    dead = play(table, LayCondition(seat="gm", actor="rex", condition="dead"))
    assert cards(dead, "hand:tom") == cards(table, "hand:tom")
    buried = play(dead, RemoveActor(seat="gm", actor="rex"))
    assert cards(buried, "hand:tom") == cards(table, "hand:tom")


@pytest.mark.rule("IM-HAND-11")
def test_others_see_how_many_cards_a_hand_has_and_no_face() -> None:
    table = laid({"hand:tom": "8H 9H"})
    assert GAME.view_for(table, "tom").zones["hand:tom"].cards == ("8H", "9H")
    for viewer in ("gm", "eve", "shared", "print"):
        seen = GAME.view_for(table, viewer).zones["hand:tom"]
        assert (seen.count, seen.cards) == (2, ())


@pytest.mark.rule("IM-HAND-9", "IM-GM-6")
def test_the_gm_hand_under_pressure_is_filled_when_empty_or_when_the_gm_chooses() -> None:
    table = laid({"hand:tom": "8H 9H", "hand:gm": "4H"}, options=PRESSURE)
    assert counts(settled(table))["gm"] == 7
    chosen = play(laid({"hand:gm": "4H 5H"}, options=PRESSURE), Refill(seat="gm", holder="gm"))
    assert counts(chosen)["gm"] == 7


@pytest.mark.rule("IM-GM-6")
def test_a_drawing_gm_uses_up_no_hand_card_and_causes_no_refill() -> None:
    table = laid({"hand:tom": "8H 9H", "hand:gm": "", "deck": "4S"}, options=PRESSURE)
    table = play(table, ATTEMPT, Draw(seat="gm", side="opposition"))
    assert (counts(table)["gm"], cards(table, "drawn:opposition")) == (0, ["4S"])
