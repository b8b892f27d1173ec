"""Jokers: for value, to refresh, drawn (IM-JOKER); the rows of the Joker matrix that need no fight."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from engine.core.commands import Command
from engine.core.manual_moves import SetOption
from engine.model.table import Table
from engine.rulesets.imaginality.action_resolution import Cancel
from engine.rulesets.imaginality.actions.action_commands import Attempt, NarrateFumble
from engine.rulesets.imaginality.actions.card_play_commands import TakeBack
from engine.rulesets.imaginality.actions.gm_card_commands import AllowDraw, GrantCards
from engine.rulesets.imaginality.deck.hand_commands import Refill, Refresh, StartAdventure
from engine.rulesets.imaginality.manual_move_limits import UnlockOption
from tests.engine.rulesets.imaginality.table import (
    ATTEMPT,
    ELSEWHERE,
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

AT_SAL = Attempt(seat="tom", actor="rex", target="sal")
SIX = "2S 3S 4S 5S 6S 7S"


def leave(side: str) -> AllowDraw:
    return AllowDraw(seat="gm", side=side)


@dataclass(frozen=True, kw_only=True)
class Row:
    """A row of the matrix: what is done, and what comes of it (the deck is 2C, KC, or a Joker where one is drawn)."""

    name: str
    done: tuple[Command, ...]
    deck: str = "2C KC"
    total: tuple[str, int] | None = None
    success: bool
    fumbles: tuple[str, ...] = ()


EXTRA = (GrantCards(seat="gm", side="actor"), lay("tom", "actor", "8H"))
MATRIX = (
    Row(
        name="difficulty of the GM, played",
        done=(ATTEMPT, lay("gm", "opposition", "X/3"), lay("tom", "actor", "8H")),
        total=("opposition_total", 15),
        success=False,
    ),
    Row(
        name="difficulty of the GM, drawn",
        done=(ATTEMPT, draw("gm", "opposition"), lay("tom", "actor", "2H")),
        deck="X/4",
        success=True,
        fumbles=("opposition",),
    ),
    Row(
        name="difficulty of a player target, played",
        done=(AT_SAL, lay("eve", "opposition", "X/2"), lay("tom", "actor", "8H")),
        total=("opposition_total", 15),
        success=False,
    ),
    Row(
        name="difficulty of a player target, drawn by leave",
        done=(AT_SAL, leave("opposition"), draw("eve", "opposition"), lay("tom", "actor", "2H")),
        deck="X/4",
        success=True,
        fumbles=("opposition",),
    ),
    Row(
        name="the actor's card, played",
        done=(ATTEMPT, lay("gm", "opposition", "9D"), lay("tom", "actor", "X")),
        total=("actor_total", 15),
        success=True,
    ),
    Row(
        name="the actor's card, drawn by leave",
        done=(ATTEMPT, lay("gm", "opposition", "2D"), leave("actor"), draw("tom", "actor")),
        deck="X/4",
        success=False,
        fumbles=("actor",),
    ),
    Row(
        name="an extra card, played",
        done=(ATTEMPT, lay("gm", "opposition", "9D"), *EXTRA, lay("tom", "actor", "X")),
        total=("actor_total", 8 + 15),
        success=True,
    ),
    Row(
        name="an extra card, drawn by leave",
        done=(ATTEMPT, lay("gm", "opposition", "2D"), *EXTRA, leave("actor"), draw("tom", "actor")),
        deck="X/4",
        success=False,
        fumbles=("actor",),
    ),
)


@pytest.mark.parametrize("row", MATRIX, ids=lambda row: row.name)
@pytest.mark.rule("IM-JOKER-0", "IM-JOKER-1", "IM-JOKER-4", "IM-JOKER-13")
def test_the_joker_matrix(row: Row) -> None:
    zones = {"hand:tom": "X 8H 2H", "hand:eve": "X/2 9H", "hand:gm": "X/3 9D 2D", "deck": row.deck}
    results = figures(play(laid(zones, options={"jokers_per_deck": 4}), *row.done), REVEAL)
    assert results["success"] is row.success
    assert results["fumbles"] == list(row.fumbles)
    if row.total:
        assert results[row.total[0]] == row.total[1]


@pytest.mark.parametrize("way", ["refill", "deal", "refresh"])
@pytest.mark.rule("IM-JOKER-0", "IM-HAND-7", "IM-JOKER-7")
def test_a_joker_that_comes_into_a_hand_joins_it_without_effect(way: str) -> None:
    refilled = laid({"hand:tom": SIX, "deck": "X"})
    refreshed = laid({"hand:tom": f"X {SIX}", "deck": "X/2"})
    match way:
        case "refill":
            result = outcome(refilled, Refill(seat="tom", holder="tom"))
            assert cards(result.table, "hand:tom") == [*SIX.split(), "X"]
        case "refresh":
            result = outcome(refreshed, Refresh(seat="tom", joker="X"))
            assert cards(result.table, "hand:tom") == [*SIX.split(), "X/2"]
        case _:
            result = outcome(laid(options={"hand_size": 18}), StartAdventure(seat="gm"))
            assert {"X", "X/2"} <= {
                card for seat in ("gm", "tom", "eve") for card in cards(result.table, f"hand:{seat}")
            }
    assert "fumbles" not in notes(result)
    assert not any(zone.startswith("standins") for zone in result.table.zones)


def joker_played(deck: str = "2C KC 3C 4C", **options: str) -> Table:
    """Tom has laid a Joker for value against 5."""
    table = laid({"hand:tom": "X 8H", "hand:gm": "5H", "deck": deck}, options={"jokers_per_deck": 4, **options})
    return play(table, ATTEMPT, lay("gm", "opposition", "5H"), lay("tom", "actor", "X"))


@pytest.mark.rule("IM-JOKER-1")
def test_a_joker_for_value_is_one_played_card_and_its_two_stand_ins_off_the_deck() -> None:
    table = joker_played()
    assert (cards(table, "committed:actor"), cards(table, "standins:actor")) == (["X"], ["2C", "KC"])
    assert under_way(table).sides["actor"].done
    assert cards(table, "hand:tom") == ["8H"]
    assert figures(table, REVEAL)["actor_total"] == 15
    assert cards(play(table, REVEAL, SETTLE), "discard") == ["KC", "2C", "X", "5H"]


@pytest.mark.rule("IM-JOKER-2")
@pytest.mark.parametrize(
    ("choice", "standins", "total", "fumbles"),
    [
        ("fumble", "X/2 9C", None, ["actor"]),
        ("redraw", "X/2 9C 10C", 19, []),
        ("chain", "X/2 9C 10C X/3 2D 3D", 24, []),
    ],
)
def test_a_joker_among_the_stand_ins(choice: str, standins: str, total: int | None, fumbles: list[str]) -> None:
    table = joker_played(
        "X/2 9C 10C X/3 2D 3D" if choice == "chain" else "X/2 9C 10C 2D", joker_inside_joker_pair=choice
    )
    assert cards(table, "standins:actor") == standins.split()
    results = figures(table, REVEAL)
    assert results["fumbles"] == fumbles
    assert total is None or results["actor_total"] == total
    assert results["success"] is (total is not None)


@pytest.mark.rule("IM-JOKER-2", "IM-DECK-7")
@pytest.mark.parametrize(("choice", "missing"), [("fumble", 1), ("redraw", 2), ("chain", 3)])
def test_where_nothing_but_a_joker_is_left_the_gm_is_asked_for_the_rest(choice: str, missing: int) -> None:
    table = laid(
        {"hand:tom": "X", "hand:gm": "5H", "deck": "X/2"}, rest=ELSEWHERE, options={"joker_inside_joker_pair": choice}
    )
    table = play(table, ATTEMPT, lay("gm", "opposition", "5H"), lay("tom", "actor", "X"))
    assert under_way(table).sides["actor"].missing == missing


@pytest.mark.rule("IM-JOKER-3")
def test_stand_ins_are_taken_at_once_and_others_see_one_face_down_card() -> None:
    table = joker_played()
    assert why(table, TakeBack(seat="tom", side="actor")) == ("standins_taken", "IM-JOKER-3")
    for viewer in ("gm", "eve", "shared"):
        zones = GAME.view_for(table, viewer).zones
        assert (zones["committed:actor"].count, zones["committed:actor"].cards) == (1, ())
        assert (zones["standins:actor"].count, zones["standins:actor"].cards) == (0, ())
        assert "joker_for_value" not in notes(outcome(laid_joker(), lay("tom", "actor", "X")), viewer)
    shown = GAME.view_for(play(table, REVEAL), "eve").zones
    assert (shown["committed:actor"].cards, shown["standins:actor"].cards) == (("X",), ("2C", "KC"))


def laid_joker() -> Table:
    return play(laid({"hand:tom": "X 8H"}), ATTEMPT)


@pytest.mark.rule("IM-JOKER-3")
def test_without_a_joker_a_commitment_can_still_be_changed() -> None:
    table = play(laid({"hand:tom": "8H 9H"}), ATTEMPT, lay("tom", "actor", "8H"), TakeBack(seat="tom", side="actor"))
    assert sorted(cards(table, "hand:tom")) == ["8H", "9H"]
    assert cards(play(table, lay("tom", "actor", "9H")), "committed:actor") == ["9H"]


@pytest.mark.rule("IM-JOKER-4")
def test_a_drawn_joker_makes_the_other_cards_of_its_side_worthless() -> None:
    table = laid({"hand:tom": "AH 3H", "hand:gm": "2H", "deck": "X"})
    table = play(table, Attempt(seat="gm", actor="rex", advantage=1), lay("gm", "opposition", "2H"), leave("actor"))
    result = outcome(play(table, lay("tom", "actor", "AH"), draw("tom", "actor")), REVEAL)
    assert (result.results["success"], result.results["fumbles"]) == (False, ["actor"])
    tell = NarrateFumble(seat="gm", text="The rope breaks, and so does the chair.")
    assert "fumble_told" in notes(outcome(result.table, tell))
    assert why(result.table, NarrateFumble(seat="tom", text="Nothing happened!")) == ("gm_only", "IM-JOKER-4")
    nobody = play(
        laid({"hand:tom": "8H", "hand:gm": "2H"}), ATTEMPT, lay("gm", "opposition", "2H"), lay("tom", "actor", "8H")
    )
    assert why(play(nobody, REVEAL), tell) == ("nobody_fumbled", "IM-JOKER-4")


@pytest.mark.rule("IM-JOKER-5")
def test_the_misfortune_is_the_drawers_and_never_the_opponents() -> None:
    table = laid({"hand:tom": "2H", "deck": "X"})
    result = outcome(play(table, ATTEMPT, draw("gm", "opposition"), lay("tom", "actor", "2H")), REVEAL)
    assert result.results["fumbles"] == ["opposition"]
    assert result.results["success"] is True
    assert result.table.actors == table.actors


@pytest.mark.rule("IM-JOKER-13")
def test_if_both_sides_fumble_the_attempt_fails() -> None:
    table = play(
        laid({"hand:tom": "2H", "deck": "X X/2"}),
        ATTEMPT,
        leave("actor"),
        draw("gm", "opposition"),
        draw("tom", "actor"),
    )
    results = figures(table, REVEAL)
    assert results["fumbles"] == ["opposition", "actor"]
    assert results["success"] is False


@pytest.mark.rule("IM-JOKER-14")
def test_several_jokers_drawn_by_one_side_are_a_single_fumble() -> None:
    table = laid({"hand:tom": "2H", "deck": "X X/2"})
    table = play(table, ATTEMPT, GrantCards(seat="gm", side="opposition"), lay("tom", "actor", "2H"))
    result = outcome(play(table, draw("gm", "opposition"), draw("gm", "opposition")), REVEAL)
    assert result.results["fumbles"] == ["opposition"]
    assert notes(result).count("fumbles") == 1


@pytest.mark.rule("IM-JOKER-6")
@pytest.mark.parametrize("thrown", [(), ("2S",), ("2S", "3S", "4S", "5S", "6S", "7S")])
@pytest.mark.parametrize("seat", ["tom", "gm"])
def test_any_holder_changes_any_number_of_cards_with_a_joker(seat: str, thrown: tuple[str, ...]) -> None:
    table = laid({f"hand:{seat}": f"X {SIX}", "deck": "8D 9D 10D JD QD KD AD"})
    after = play(table, Refresh(seat=seat, joker="X", cards=thrown))
    hand = cards(after, f"hand:{seat}")
    assert len(hand) == 7
    assert hand[: 6 - len(thrown)] == [card for card in SIX.split() if card not in thrown]
    assert hand[6 - len(thrown) :] == cards(table, "deck")[: len(thrown) + 1]
    assert cards(after, "discard") == ["X", *reversed(thrown)]


@pytest.mark.rule("IM-JOKER-6")
def test_only_a_joker_refreshes_and_only_the_own_hand() -> None:
    table = laid({"hand:tom": "X 8H", "hand:eve": "X/2 9H"})
    assert why(table, Refresh(seat="tom", joker="8H")) == ("not_a_joker", "IM-JOKER-6")
    assert why(table, Refresh(seat="tom", joker="X/2")) == ("not_your_hand", "IM-HAND-3")
    assert why(table, Refresh(seat="tom", joker="X", cards=("9H",))) == ("not_your_hand", "IM-HAND-3")
    assert why(table, Refresh(seat="tom", joker="X", cards=("X",))) == ("card_twice", "IM-JOKER-6")


@pytest.mark.rule("IM-JOKER-7", "IM-JOKER-11")
def test_a_refresh_is_free_at_any_moment_and_not_the_card_of_the_action() -> None:
    table = laid(
        {"hand:tom": "X 8H", "hand:eve": "X/2 9H", "deck": "10C JC QC KC AC 2D X/3"}, options={"jokers_per_deck": 4}
    )
    table = play(table, ATTEMPT, Refresh(seat="tom", joker="X", cards=("8H",)))
    assert cards(table, "hand:tom") == ["10C", "JC", "QC", "KC", "AC", "2D", "X/3"]
    assert (cards(table, "committed:actor"), cards(table, "standins:actor")) == ([], [])
    assert under_way(table).sides["actor"].due == 1
    assert not under_way(table).sides["actor"].done
    # Not on turn, after committing, and with a Joker that has just come: all of that is allowed.
    table = play(table, Refresh(seat="eve", joker="X/2"), lay("tom", "actor", "AC"), Refresh(seat="tom", joker="X/3"))
    assert cards(table, "committed:actor") == ["AC"]


@pytest.mark.rule("IM-JOKER-8")
def test_a_refresh_from_the_deck_may_deal_the_cards_just_thrown_away() -> None:
    table = play(
        laid({"hand:tom": "X 8H 9H", "deck": ""}, rest=ELSEWHERE), Refresh(seat="tom", joker="X", cards=("8H", "9H"))
    )
    assert sorted(cards(table, "hand:tom")) == ["8H", "9H", "X"]
    assert cards(table, "discard") == []


@pytest.mark.rule("IM-JOKER-9")
def test_a_refresh_from_the_discards_takes_the_top_ones_before_the_thrown_ones_lie_there() -> None:
    table = laid(
        {"hand:tom": f"X {SIX}", "discard": "QD KD AD", "deck": "9C"}, options={"joker_refill_source": "discard"}
    )
    after = play(table, Refresh(seat="tom", joker="X", cards=("3S",)))
    assert cards(after, "hand:tom") == ["2S", "4S", "5S", "6S", "7S", "QD", "KD"]
    assert cards(after, "discard") == ["X", "3S", "AD"]
    assert cards(after, "deck") == cards(table, "deck")
    # An ordinary refill takes from the deck all the same.
    assert (
        cards(
            play(
                laid({"hand:tom": SIX, "discard": "QD", "deck": "9C"}, options={"joker_refill_source": "discard"}),
                Refill(seat="tom", holder="tom"),
            ),
            "hand:tom",
        )[-1]
        == "9C"
    )


@pytest.mark.rule("IM-JOKER-9")
def test_the_source_of_a_refresh_is_fixed_for_the_game_unless_the_gm_unlocks_it() -> None:
    choose = SetOption(seat="gm", option="joker_refill_source", value="discard")
    assert play(laid(), choose).option("joker_refill_source") == "discard"
    begun = play(laid(), StartAdventure(seat="gm"))
    assert why(begun, choose) == ("option_locked", "IM-JOKER-9")
    unlock = UnlockOption(seat="gm", option="joker_refill_source")
    assert why(begun, UnlockOption(seat="tom", option="joker_refill_source")) == ("gm_only", "IM-JOKER-9")
    assert play(begun, unlock, choose).option("joker_refill_source") == "discard"


@pytest.mark.rule("IM-JOKER-10")
def test_a_discard_pile_that_is_too_small_is_helped_out_by_the_deck_and_then_by_the_thrown_cards() -> None:
    source = {"joker_refill_source": "discard"}
    table = laid({"hand:tom": f"X {SIX}", "discard": "QD", "deck": "9C 10C"}, options=source)
    after = play(table, Refresh(seat="tom", joker="X", cards=("2S", "3S")))
    assert cards(after, "hand:tom") == ["4S", "5S", "6S", "7S", "QD", "9C", "10C"]
    assert cards(after, "discard") == ["X", "3S", "2S"]
    little = laid({"hand:tom": f"X {SIX}", "discard": "QD", "deck": "9C"}, options=source, rest=ELSEWHERE)
    after = play(little, Refresh(seat="tom", joker="X", cards=("2S", "3S")))
    assert cards(after, "hand:tom")[:6] == ["4S", "5S", "6S", "7S", "QD", "9C"]
    assert cards(after, "hand:tom")[6] in {"X", "2S", "3S"}
    assert len(cards(after, "deck")) == 2
    assert cards(after, "discard") == []


@pytest.mark.rule("IM-JOKER-8", "IM-JOKER-9", "IM-JOKER-10")
@pytest.mark.parametrize(
    ("source", "thrown", "rules"),
    [
        ("deck", (), ["IM-JOKER-8"]),
        ("discard", (), ["IM-JOKER-9"]),
        ("discard", ("2S",), ["IM-JOKER-9", "IM-JOKER-10"]),
    ],
)
def test_the_log_says_where_the_cards_of_a_refresh_came_from(
    source: str, thrown: tuple[str, ...], rules: list[str]
) -> None:
    table = laid({"hand:tom": f"X {SIX}", "discard": "QD"}, options={"joker_refill_source": source})
    refreshed = outcome(table, Refresh(seat="tom", joker="X", cards=thrown))
    assert rules_told(refreshed, "refilled") == [(*rules, "IM-HAND-7")]


@pytest.mark.rule("IM-JOKER-12")
def test_a_refresh_under_pressure_fills_a_part_used_hand_to_seven() -> None:
    table = laid({"hand:tom": "X 8H 9H"}, options={"refill_mode": "pressure"})
    hand = cards(play(table, Refresh(seat="tom", joker="X")), "hand:tom")
    assert hand[:2] == ["8H", "9H"]
    assert len(hand) == 7


@pytest.mark.rule("IM-ACT-11", "IM-JOKER-1")
def test_a_cancelled_joker_comes_back_and_its_stand_ins_are_discarded() -> None:
    table = play(joker_played(), Cancel(seat="gm"))
    assert sorted(cards(table, "hand:tom")) == ["8H", "X"]
    assert cards(table, "discard") == ["KC", "2C"]
    assert cards(table, "hand:gm") == ["5H"]
