"""The GM's cards, drawing, and the GM's word (IM-GM, IM-DRAW, IM-GEN)."""

from __future__ import annotations

import pytest

from engine.core.chance import SeededChance
from engine.core.events import Noted
from engine.core.game_options import tag_label
from engine.core.manual_moves import SetOption, TurnCards
from engine.model.table import Table
from engine.rulesets.imaginality.action_resolution import Overrule
from engine.rulesets.imaginality.actions.action_commands import Attempt, HouseAction, Judge, RuleForAction
from engine.rulesets.imaginality.actions.card_play_commands import Enough, TakeBack
from engine.rulesets.imaginality.actions.gm_card_commands import AllowDraw, GrantCards, LookAtDraw
from engine.rulesets.imaginality.advancement.advancement_commands import EndAdventure, FinishAwards
from engine.rulesets.imaginality.advancement.award_commands import CloseVote
from engine.rulesets.imaginality.combat.attack_commands import Shoot, Strike
from engine.rulesets.imaginality.combat.initiative import CallInitiative
from engine.rulesets.imaginality.damage import CollapseCheck, Inflict
from engine.rulesets.imaginality.deck.hand_commands import StartAdventure
from engine.rulesets.imaginality.procedures import current_action
from engine.rulesets.imaginality.turns.turn_commands import EndFight, ResolveTurn, StartFight
from tests.engine.rulesets.imaginality.table import (
    ATTEMPT,
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
    refused,
    under_way,
    why,
)


def shown(**zones: str) -> Table:
    """Tom's 8 against the GM's 9, turned over."""
    table = laid({"hand:tom": "8H", "hand:gm": "9D", **zones})
    return play(table, ATTEMPT, lay("gm", "opposition", "9D"), lay("tom", "actor", "8H"), REVEAL)


@pytest.mark.rule("IM-GM-1", "IM-GM-7")
def test_the_gm_plays_every_npc_from_one_hand_and_so_both_sides_of_two_npcs() -> None:
    table = laid({"hand:gm": "8D 9D", "deck": "3C"})
    table = play(table, Attempt(seat="gm", actor="orc", target="elf"))
    assert {side.seat for side in under_way(table).sides.values()} == {"gm"}
    played = play(table, lay("gm", "actor", "8D"), draw("gm", "opposition"))
    assert figures(played, REVEAL)["margin"] == 8 - 3
    assert figures(table, Judge(seat="gm", outcome="failure"))["success"] is False


@pytest.mark.rule("IM-GM-2", "IM-DRAW-1", "IM-DRAW-2")
def test_the_gm_draws_the_top_card_instead_of_playing_and_it_never_enters_the_hand() -> None:
    table = laid({"hand:tom": "8H 9H", "hand:gm": "9D", "deck": "3C 4C"}, options={"refill_mode": "pressure"})
    table = play(table, ATTEMPT, draw("gm", "opposition"))
    assert (cards(table, "drawn:opposition"), cards(table, "hand:gm")) == (["3C"], ["9D"])
    assert cards(table, "deck")[0] == "4C"
    table = play(table, lay("tom", "actor", "8H"), REVEAL, SETTLE)
    assert (cards(table, "discard"), cards(table, "hand:gm")) == (["8H", "3C"], ["9D"])


@pytest.mark.rule("IM-GM-3")
def test_the_gm_mixes_played_and_drawn_cards_and_cannot_reject_a_drawn_one() -> None:
    table = laid({"hand:tom": "8H", "hand:gm": "9D KD", "deck": "3C"})
    table = play(table, ATTEMPT, GrantCards(seat="gm", side="opposition"), draw("gm", "opposition"))
    table = play(table, lay("gm", "opposition", "9D"))
    back = play(table, TakeBack(seat="gm", side="opposition"))
    assert cards(back, "drawn:opposition") == ["3C"]
    assert why(back, lay("gm", "opposition", "9D", "KD")) == ("too_many_cards", "IM-ADV-2")
    assert why(back, TakeBack(seat="gm", side="opposition")) == ("nothing_laid", "IM-GM-3")
    table = play(back, lay("gm", "opposition", "KD"), lay("tom", "actor", "8H"))
    assert figures(table, REVEAL)["opposition_total"] == 3 + 13


@pytest.mark.rule("IM-GM-4", "IM-ACT-4")
def test_the_gm_looks_at_a_drawn_difficulty_and_it_stays_hidden_from_all_others() -> None:
    table = play(laid({"hand:tom": "8H", "deck": "4S"}), ATTEMPT, draw("gm", "opposition"))
    assert GAME.view_for(table, "gm").zones["drawn:opposition"].cards == ()
    looked = outcome(table, LookAtDraw(seat="gm", side="opposition"))
    seen = {
        who: GAME.view_for(looked.table, who).zones["drawn:opposition"].cards for who in ("gm", "tom", "eve", "shared")
    }
    assert seen == {"gm": ("4S",), "tom": (), "eve": (), "shared": ()}
    assert looked.learned == {"gm"}
    assert "cards_were" not in notes(looked, "tom")
    for card, key in (("drawn:opposition#0", "not_your_cards"), ("4S", "no_such_card")):  # nor does a player by hand
        by_hand = TurnCards(seat="tom", cards=(card,), face="up")
        assert refused(looked.table, by_hand).message.key == f"refused.{key}"
    committed = play(looked.table, lay("tom", "actor", "8H"))
    assert GAME.view_for(committed, "tom").zones["drawn:opposition"].cards == ()
    assert GAME.view_for(play(committed, REVEAL), "tom").zones["drawn:opposition"].cards == ("4S",)


@pytest.mark.rule("IM-GM-4")
def test_the_gm_does_not_look_at_what_a_player_drew() -> None:
    table = play(
        laid({"hand:tom": "8H", "deck": "4S"}), ATTEMPT, AllowDraw(seat="gm", side="actor"), draw("tom", "actor")
    )
    assert why(table, LookAtDraw(seat="gm", side="actor")) == ("not_your_side", "IM-GM-4")
    assert why(table, LookAtDraw(seat="tom", side="actor")) == ("gm_only", "IM-GM-4")


@pytest.mark.rule("IM-GM-5", "IM-DRAW-3")
def test_a_player_draws_only_by_the_gms_leave_for_the_case() -> None:
    table = play(laid({"hand:tom": "8H", "deck": "4S"}), ATTEMPT)
    assert why(table, draw("tom", "actor")) == ("ask_gm_to_draw", "IM-GM-5")
    assert why(table, AllowDraw(seat="tom", side="actor")) == ("gm_only", "IM-GM-5")
    granted = play(table, AllowDraw(seat="gm", side="actor"))
    assert cards(play(granted, draw("tom", "actor")), "drawn:actor") == ["4S"]
    revoked = play(granted, AllowDraw(seat="gm", side="actor", allow=False))
    assert why(revoked, draw("tom", "actor")) == ("ask_gm_to_draw", "IM-GM-5")
    over = play(granted, draw("tom", "actor"), draw("gm", "opposition"), REVEAL, SETTLE)
    assert why(play(over, ATTEMPT), draw("tom", "actor")) == ("ask_gm_to_draw", "IM-GM-5")


@pytest.mark.rule("IM-GM-6")
def test_drawing_leaves_the_hand_as_it_is_and_no_refill_follows() -> None:
    table = laid({"hand:tom": "8H 9H", "hand:gm": "9D KD", "deck": "3C"}, options={"refill_mode": "pressure"})
    table = play(table, ATTEMPT, draw("gm", "opposition"), lay("tom", "actor", "8H"), REVEAL, SETTLE)
    assert cards(table, "hand:gm") == ["9D", "KD"]


@pytest.mark.rule("IM-DRAW-1")
def test_a_drawn_card_comes_off_the_top_and_lies_apart() -> None:
    table = play(laid({"hand:tom": "8H", "deck": "3C 4C"}), ATTEMPT, GrantCards(seat="gm", side="opposition"))
    table = play(table, draw("gm", "opposition"), draw("gm", "opposition"))
    assert cards(table, "drawn:opposition") == ["3C", "4C"]
    assert cards(table, "hand:gm") == []
    table = play(table, lay("tom", "actor", "8H"), REVEAL, SETTLE)
    assert cards(table, "discard") == ["8H", "4C", "3C"]


@pytest.mark.rule("IM-GEN-1")
def test_the_gm_overrules_a_total_or_an_outcome_and_the_log_keeps_what_was_computed() -> None:
    table = shown()
    assert under_way(table).outcome == "failure"
    result = outcome(table, Overrule(seat="gm", figure="actor", value=9))
    assert (result.results["actor_total"], result.results["success"]) == (9, True)
    ruled = outcome(table, Overrule(seat="gm", figure="outcome", value="success"))
    assert ruled.results["success"] is True
    params = [e.message.params for e in ruled.events if isinstance(e, Noted) and e.rules == ("IM-GEN-1",)]
    assert [(line["computed"], line["value"]) for line in params] == [("failure", "success")]
    assert why(table, Overrule(seat="tom", figure="actor", value=9)) == ("gm_only", "IM-GEN-1")


@pytest.mark.rule("IM-GEN-1")
def test_a_ruled_total_takes_the_fumble_away() -> None:
    table = play(
        laid({"hand:tom": "8H", "hand:gm": "2D", "deck": "X"}),
        ATTEMPT,
        AllowDraw(seat="gm", side="actor"),
        draw("tom", "actor"),
    )
    table = play(table, lay("gm", "opposition", "2D"), REVEAL)
    assert under_way(table).fumbled == ("actor",)
    assert figures(table, Overrule(seat="gm", figure="actor", value=5))["fumbles"] == []


@pytest.mark.rule("IM-GEN-1")
def test_the_gm_sets_an_option_for_one_action_alone() -> None:
    table = play(laid(), ATTEMPT)
    rule = RuleForAction(seat="gm", option="player_may_draw", value="always")
    assert why(table, RuleForAction(seat="tom", option="player_may_draw", value="always")) == ("gm_only", "IM-GEN-1")
    assert refused(table, RuleForAction(seat="gm", option="damage_mode", value="bookkeeping")).message.key.endswith(
        "scope"
    )
    over = play(table, rule, draw("tom", "actor"), draw("gm", "opposition"), REVEAL, SETTLE)
    assert why(play(over, ATTEMPT), draw("tom", "actor")) == ("ask_gm_to_draw", "IM-GM-5")
    ended = play(table, rule, RuleForAction(seat="gm", option="player_may_draw", value=None))
    assert why(ended, draw("tom", "actor")) == ("ask_gm_to_draw", "IM-GM-5")


@pytest.mark.rule("IM-GEN-2")
def test_in_a_house_action_those_named_play_or_draw_and_the_gm_reads_the_cards() -> None:
    table = laid({"hand:tom": "8H", "hand:eve": "9H", "deck": "3C"})
    improvise = HouseAction(seat="gm", what="who finds the inn first", holders=("tom", "eve", "gm"))
    assert why(table, HouseAction(seat="tom", what="", holders=("tom",))) == ("gm_only", "IM-GEN-2")
    table = play(table, improvise, lay("tom", "house-tom", "8H"), lay("eve", "house-eve", "9H"))
    assert why(table, REVEAL) == ("not_all_in", "IM-ACT-8")
    result = outcome(play(table, draw("gm", "house-gm")), REVEAL)
    assert result.results["totals"] == {"tom": 8, "eve": 9, "gm": 3}
    assert "outcome" not in result.results
    assert cards(play(result.table, SETTLE), "discard") == ["3C", "9H", "8H"]


@pytest.mark.rule("IM-GEN-2", "IM-JOKER-4")
def test_a_joker_drawn_for_a_house_action_is_a_fumble_that_the_log_tells() -> None:
    table = play(laid({"deck": "X"}), HouseAction(seat="gm", what="", holders=("gm",)), draw("gm", "house-gm"))
    assert notes(outcome(table, REVEAL)) == ["house_shown", "fumbles"]


@pytest.mark.rule("IM-GEN-3")
def test_an_adventure_takes_one_deck_with_its_jokers_no_dice_and_no_record_sheet() -> None:
    class Cards(SeededChance):
        def roll(self, sides: int) -> int:
            raise AssertionError(f"somebody threw a d{sides}")

    table, chance = laid(options={"damage_mode": "bookkeeping", "initiative": True}), Cards(3)
    deck = sorted(table.all_cards())
    assert len(deck) == 54
    assert deck.count("X") + deck.count("X/2") == 2
    shot = (Shoot(seat="gm", actor="orc", target="rex", aware=False), draw("gm", "actor"), REVEAL)
    inflict = (Inflict(seat="gm"), draw("gm", "damage"), Enough(seat="tom", side="resistance"), REVEAL)
    for command in (
        StartAdventure(seat="gm"),
        *(Attempt(seat="gm", actor="orc"), draw("gm", "opposition"), draw("gm", "actor"), REVEAL, SETTLE),
        *(StartFight(seat="gm", fighters=("orc", "elf")), ResolveTurn(seat="gm"), CallInitiative(seat="gm")),
        *(draw("gm", "init-orc"), draw("gm", "init-elf"), REVEAL, SETTLE, EndFight(seat="gm")),
        *(*shot, Overrule(seat="gm", figure="outcome", value="hit"), *inflict),
        *(Overrule(seat="gm", figure="net", value=3), CollapseCheck(seat="tom"), SETTLE),
        *(EndAdventure(seat="gm"), CloseVote(seat="gm"), FinishAwards(seat="gm")),
    ):
        table = outcome(table, command, chance).table
    assert sorted(table.all_cards()) == deck
    assert (table.chips, table.clock) == ({}, 0)
    assert not any(actor.sheet or actor.tracks for actor in table.actors.values())


@pytest.mark.rule("IM-GEN-4")
@pytest.mark.parametrize(("verdict", "success"), [("success", True), ("failure", False), ("refused", False)])
def test_the_gm_decides_an_attempt_before_any_card_is_played(verdict: str, success: bool) -> None:
    table = play(laid({"hand:tom": "8H"}), ATTEMPT)
    judge = Judge(seat="gm", outcome=verdict, why="There is no door.")
    assert why(table, Judge(seat="tom", outcome=verdict)) == ("gm_only", "IM-GEN-4")
    result = outcome(table, judge)
    assert (result.results["outcome"], result.results["success"]) == (verdict, success)
    assert current_action(result.table) is None
    assert why(play(table, lay("tom", "actor", "8H")), judge) == ("cards_laid", "IM-GEN-4", "IM-ACT-11")


@pytest.mark.rule("IM-GEN-4", "IM-GM-7", "IM-HTH-11")
@pytest.mark.parametrize("attack", [Strike, Shoot])
def test_an_attack_that_the_gm_lets_through_is_a_hit_and_goes_on_to_its_damage(
    attack: type[Strike] | type[Shoot],
) -> None:
    table = play(laid({"hand:gm": "8D 9D"}), attack(seat="gm", actor="orc", target="elf", weapon="Axe"))
    result = outcome(table, Judge(seat="gm", outcome="success"))
    assert (result.results["outcome"], result.results["hit"]) == ("hit", True)
    shown = GAME.view_for(result.table, "shared").under_way[-1]
    assert [side.total for side in shown.sides] == [None, None], "no card was compared"
    assert under_way(play(result.table, Inflict(seat="gm"))).sides["damage"].due == 3
    assert current_action(play(result.table, SETTLE)) is None
    missed = outcome(table, Judge(seat="gm", outcome="failure"))
    assert (current_action(missed.table), missed.results["hit"]) == (None, False)


@pytest.mark.rule("IM-GEN-4", "IM-GEN-2")
def test_there_is_nothing_to_judge_about_a_house_action() -> None:
    table = play(laid({"hand:tom": "8H"}), HouseAction(seat="gm", what="", holders=("tom",)))
    assert why(table, Judge(seat="gm", outcome="success")) == ("judge_kind", "IM-GEN-4")


@pytest.mark.rule("IM-GEN-5")
def test_the_named_worlds_are_offered_as_tags_and_none_is_built_in() -> None:
    spec = GAME.ruleset.options["setting"]
    assert [tag_label("setting", tag).partition("…")[0] for tag in spec.choices] == [
        "High Fantasy",
        "Orwellian",
        "Punk",
        "Real life",
        "Space Opera",
        "Cross-Genre",
    ]
    assert spec.at_start
    assert laid().options["setting"] == []
    table = play(laid(), SetOption(seat="gm", option="setting", value=["orwellian", "punk", "Steam and dust"]))
    assert table.options["setting"] == ["orwellian", "punk", "Steam and dust"]
    assert laid(options={"setting": ["punk"]}).options["playing_yourself"] is False
    oneself = laid(options={"setting": ["real_life"]})
    assert oneself.options["playing_yourself"] is True, "the players are themselves in it"
    assert laid(options={"setting": ["real_life"], "playing_yourself": False}).options["playing_yourself"] is False


@pytest.mark.rule("IM-GEN-6")
def test_what_is_trivial_happens_without_a_card() -> None:
    table = laid({"hand:tom": "8H"})
    after = play(table, ATTEMPT, Judge(seat="gm", outcome="success"))
    assert {name: zone.cards for name, zone in after.zones.items()} == {n: z.cards for n, z in table.zones.items()}
