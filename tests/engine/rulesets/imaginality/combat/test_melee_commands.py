"""Hand-to-hand combat: blow, response, block, counterattack, and doing nothing."""

from __future__ import annotations

import pytest

from engine.core.commands import Command
from engine.core.manual_moves import EditActor, LayCondition, SetOption
from engine.messages.texts import say
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.offers import Drag
from engine.rulesets.imaginality.action_resolution import Overrule, Reveal
from engine.rulesets.imaginality.actions.card_play_commands import Draw, TakeBack
from engine.rulesets.imaginality.actions.gm_card_commands import GrantCards
from engine.rulesets.imaginality.activity_view import activity_view
from engine.rulesets.imaginality.combat.attack_commands import Respond, Shoot, Strike
from engine.rulesets.imaginality.damage import Inflict
from tests.engine.rulesets.imaginality.fights import (
    REVEAL,
    SETTLE,
    all_figures,
    answers,
    arena,
    blow,
    draws,
    enough,
    fighting,
    lays,
    log,
    offers,
    turn,
)
from tests.engine.rulesets.imaginality.table import GAME, cards, outcome, play, refused, rules_told, under_way, why

STRIKE = Strike(seat="tom", actor="rex", target="sal")
LACKING = {"rex": {"physical": 2, "skills": []}}
"""Somebody made with points who has no skills."""


def due(table: Table) -> tuple[int, int]:
    """Return how many cards attacker and defender may lay."""
    sides = under_way(table).sides
    return sides["actor"].due, sides["opposition"].due


@pytest.mark.rule("IM-HTH-1", "IM-HTH-2")
def test_the_attacker_says_the_blow_and_lays_one_card_face_down() -> None:
    blow_said = Strike(seat="tom", actor="rex", target="sal", weapon="Club", what="a swing at the knee")
    table = play(arena(), blow_said, lays("actor", "9S", "tom"))
    assert "Rex attacks Sal (Club): “a swing at the knee”" in log(arena(), (blow_said,), "eve")
    assert due(table)[0] == 1
    for viewer in ("eve", "gm", SHARED):
        assert GAME.view_for(table, viewer).zones["committed:actor"].cards == ()
        assert GAME.view_for(table, viewer).zones["committed:actor"].count == 1
    assert why(play(arena(), STRIKE), lays("actor", "9S 2S", "tom")) == ("too_many_cards", "IM-ADV-2")


@pytest.mark.rule("IM-HTH-2", "IM-RANGED-1", "IM-GM-2")
@pytest.mark.parametrize("kind", [Strike, Shoot])
def test_the_weapon_on_a_secret_record_shows_only_where_it_is_said(kind: type[Strike | Shoot]) -> None:
    def shown(weapon: str, said: str = "") -> str:
        table = arena(sheets={"orc": {"weapon": weapon}})
        table = play(table, EditActor(seat="gm", actor="orc", secret=True))
        attack = kind(seat="gm", actor="orc", target="sal", weapon=said)
        return f"{log(table, (attack,), 'eve')} {GAME.view_for(play(table, attack), 'eve').under_way}"

    assert shown("Knife") == shown("Club") == shown("")
    assert "Knife" in shown("Club", said="Knife")


@pytest.mark.rule("IM-HTH-2", "IM-GM-2", "IM-GM-5")
def test_the_gm_plays_or_draws_for_an_npc_and_a_player_only_plays() -> None:
    table = play(arena({"deck": "QD"}), Strike(seat="gm", actor="orc", target="sal"), draws("actor"))
    assert cards(table, "drawn:actor") == ["QD"]
    assert under_way(table).stage == "response"
    mine = play(arena(), STRIKE)
    assert why(mine, Draw(seat="tom", side="actor")) == ("ask_gm_to_draw", "IM-GM-5")


@pytest.mark.rule("IM-HTH-3")
def test_the_target_answers_before_anything_is_seen() -> None:
    table = play(arena(), STRIKE, lays("actor", "9S", "tom"))
    assert [name for name in offers(table, "eve") if name.startswith("respond")] == [
        "respond_block",
        "respond_block_with",
        "respond_counterattack",
        "respond_nothing",
    ]
    assert activity_view(table, SHARED)[-1].waiting_for == ("eve",)
    assert why(table, lays("opposition", "9H", "eve")) == ("response_first", "IM-HTH-3", "IM-RANGED-3")
    assert refused(table, REVEAL).message.key == "refused.nothing_to_reveal"
    assert why(play(arena(), STRIKE), answers("block")) == ("no_response_due", "IM-HTH-3")
    assert refused(table, Respond(seat="tom", response="block")).message.key == "refused.not_your_character"


@pytest.mark.rule("IM-HTH-4", "IM-HAND-3", "IM-ADV-2", "IM-JOKER-1")
def test_a_block_and_its_card_are_one_gesture() -> None:
    table = play(arena(), STRIKE, lays("actor", "9S", "tom"))
    with_card = Respond(seat="eve", response="block", cards=("9H",))
    both = play(table, with_card)
    assert both == play(table, answers("block"), lays("opposition", "9H", "eve")), "the same as one after the other"
    assert "9H" not in cards(both, "hand:eve")
    offer = next(found for found in GAME.offers(table, "eve") if found.name == "respond_block_with")
    assert (offer.direct, offer.drag) == (True, Drag(source="hand:eve", target="committed:opposition"))
    assert "respond_block_with" not in offers(table, "gm"), "the GM has no card of hers"
    assert why(table, Respond(seat="eve", response="block", cards=("9S",))) == ("not_your_hand", "IM-HAND-3")
    assert why(table, Respond(seat="gm", response="block", cards=("9H",))) == ("not_your_hand", "IM-HAND-3")
    assert why(table, Respond(seat="eve", response="nothing", cards=("9H",))) == ("not_your_hand", "IM-HAND-3")
    two = Respond(seat="eve", response="block", cards=("9H", "2H"))
    assert why(table, two) == ("too_many_cards", "IM-ADV-2")


@pytest.mark.rule("IM-HTH-3")
def test_an_attack_that_was_answered_is_not_taken_back() -> None:
    table = play(arena(), STRIKE, lays("actor", "9S", "tom"), answers("block"))
    assert why(table, TakeBack(seat="tom", side="actor")) == ("attack_stands", "IM-HTH-3", "IM-RANGED-1")
    assert GAME.refusal(play(table, lays("opposition", "9H", "eve")), TakeBack(seat="eve", side="opposition")) is None


@pytest.mark.rule("IM-HTH-4")
@pytest.mark.parametrize(
    ("block", "outcome", "said"), [("10H", "miss", "Blocked"), ("9H", "miss", "Blocked"), ("6H", "hit", "Sal is hit")]
)
def test_a_block_as_high_as_the_blow_wards_it_off(block: str, outcome: str, said: str) -> None:
    assert all_figures(arena(), *blow("9S", "block", block))["outcome"] == outcome
    shown = activity_view(play(arena(), *blow("9S", "block", block)), SHARED)[-1]
    assert shown.outcome is not None
    assert say(shown.outcome) == said


@pytest.mark.rule("IM-HTH-5")
def test_any_number_of_blocks_each_with_its_own_card_and_the_action_is_kept() -> None:
    table = play(fighting(arena()), *blow("9S", "block", "10H"), SETTLE)
    table = play(table, *blow("9C", "block", "9H", by="orc"), SETTLE)
    assert cards(table, "discard")[:4] == ["9H", "9C", "10H", "9S"]
    assert "sal" not in turn(table).acted
    acted = play(table, *blow("4H", "block", "10C", by="sal", at="elf"), SETTLE)
    struck = play(acted, Strike(seat="gm", actor="elf", target="sal"), lays("actor", "2C", "gm"))
    assert GAME.refusal(struck, answers("block")) is None
    assert rules_told(outcome(struck, answers("block")), "responds_block") == [("IM-HTH-4", "IM-HTH-5")]


@pytest.mark.rule("IM-HTH-6", "IM-HTH-16")
def test_a_counterattack_lets_the_attacker_add_one_card_after_it_was_named() -> None:
    table = play(arena(), STRIKE, lays("actor", "5S", "tom"))
    assert why(table, lays("actor", "4S", "tom")) == ("response_first", "IM-HTH-3", "IM-RANGED-3")
    named = play(table, answers("counterattack"))
    assert due(named) == (2, 1)
    assert refused(play(named, lays("opposition", "9H", "eve")), REVEAL).message.key == "refused.not_all_in"
    added = play(named, lays("actor", "4S", "tom"))
    assert cards(added, "committed:actor") == ["5S", "4S"]
    assert why(added, lays("actor", "2S", "tom")) == ("side_complete", "IM-ADV-2")
    alone = all_figures(named, enough("actor", "tom"), lays("opposition", "9H", "eve"), REVEAL)
    assert alone["actor_total"] == 5, "the second card is a right, not a duty"


@pytest.mark.rule("IM-HTH-7")
@pytest.mark.parametrize(("answer", "outcome"), [("10H", "counter_hit"), ("9H", "nobody"), ("6H", "hit")])
def test_the_higher_of_blow_and_counterblow_hits(answer: str, outcome: str) -> None:
    start = (STRIKE, lays("actor", "5S", "tom"), answers("counterattack"), lays("actor", "4S", "tom"))
    assert all_figures(arena(), *start, lays("opposition", answer, "eve"), REVEAL)["outcome"] == outcome


@pytest.mark.rule("IM-HTH-7", "IM-HTH-11")
def test_who_hits_with_a_counterattack_deals_the_damage_of_the_own_weapon() -> None:
    armed = arena(sheets={"sal": {"weapon": "Axe"}, "rex": {"weapon": "Club"}})
    start = (STRIKE, lays("actor", "5S", "tom"), answers("counterattack"), enough("actor", "tom"))
    table = play(armed, *start, lays("opposition", "9H", "eve"), REVEAL)
    assert refused(table, Inflict(seat="tom")).message.key == "refused.not_your_character"
    table = play(table, Inflict(seat="eve"))
    act = under_way(table)
    assert (act.weapon, act.wounded, act.sides["damage"].seat, act.sides["damage"].due) == ("Axe", "rex", "eve", 3)
    assert act.sides["resistance"].seat == "tom"


@pytest.mark.rule("IM-HTH-8", "IM-HTH-9")
def test_a_counterattack_is_the_action_of_the_turn_and_blocks_stay_possible() -> None:
    start = (STRIKE, lays("actor", "5S", "tom"), answers("counterattack"), enough("actor", "tom"))
    table = play(fighting(arena()), *start, lays("opposition", "5H", "eve"), REVEAL, SETTLE)
    assert why(table, Strike(seat="eve", actor="sal", target="rex")) == ("has_acted", "IM-TURN-2")
    again = play(table, Strike(seat="gm", actor="orc", target="sal"), lays("actor", "9C", "gm"))
    assert why(again, answers("counterattack")) == ("has_acted", "IM-HTH-8", "IM-TURN-5")
    assert GAME.refusal(again, answers("block")) is None


@pytest.mark.rule("IM-HTH-9")
def test_a_group_may_bar_blocks_after_a_counterattack() -> None:
    start = (STRIKE, lays("actor", "5S", "tom"), answers("counterattack"), enough("actor", "tom"))
    barred = fighting(arena(options={"block_after_counterattack": False}))
    table = play(barred, *start, lays("opposition", "5H", "eve"), REVEAL, SETTLE)
    again = play(table, Strike(seat="gm", actor="orc", target="sal"), lays("actor", "9C", "gm"))
    assert why(again, answers("block")) == ("countered_before", "IM-HTH-9")
    assert GAME.refusal(again, answers("nothing")) is None
    fresh = play(barred, Strike(seat="gm", actor="orc", target="sal"), lays("actor", "9C", "gm"))
    assert GAME.refusal(fresh, answers("block")) is None


@pytest.mark.rule("IM-HTH-10")
def test_against_doing_nothing_the_card_goes_back_unseen_and_one_is_drawn() -> None:
    table = play(arena({"deck": "2D"}), STRIKE, lays("actor", "KS", "tom"))
    still = play(table, answers("nothing"))
    assert "KS" in cards(still, "hand:tom")
    assert (cards(still, "committed:actor"), cards(still, "drawn:actor")) == ([], ["2D"])
    assert "K♠" not in log(table, (answers("nothing"),), "eve")
    assert all_figures(still, REVEAL)["outcome"] == "hit"
    joker = play(arena({"deck": "X"}), STRIKE, lays("actor", "KS", "tom"), answers("nothing"))
    assert all_figures(joker, REVEAL)["outcome"] == "miss"


@pytest.mark.rule("IM-HTH-10")
def test_a_joker_laid_for_the_blow_goes_back_without_its_stand_ins() -> None:
    table = play(arena({"hand:tom": "X 2S", "deck": "3D 4D 5D"}), STRIKE, lays("actor", "X", "tom"), answers("nothing"))
    assert cards(table, "hand:tom") == ["2S", "X"]
    assert cards(table, "discard") == ["4D", "3D"]
    assert cards(table, "drawn:actor") == ["5D"]


@pytest.mark.rule("IM-HTH-10", "IM-HTH-14")
def test_a_card_that_the_gm_had_drawn_for_the_blow_is_the_one_that_counts() -> None:
    strike = Strike(seat="gm", actor="orc", target="sal", advantage=1)
    table = play(arena({"deck": "2D X 4D"}), strike, draws("actor"), draws("actor"), answers("nothing"))
    assert cards(table, "drawn:actor") == ["2D"], "always exactly one"
    assert cards(table, "discard") == ["X"]
    assert all_figures(table, REVEAL)["outcome"] == "hit"


@pytest.mark.rule("IM-HTH-10", "IM-WOUND-12")
@pytest.mark.parametrize("state", ["unconscious", "dying", "dead", "helpless", ""])
def test_the_helpless_and_the_surprised_do_nothing(state: str) -> None:
    table = arena({"deck": "2D"}, tracks={"sal": {state: 1}} if state else {})
    struck = play(table, Strike(seat="tom", actor="rex", target="sal", aware=bool(state)))
    assert under_way(struck).response == "nothing"
    assert cards(struck, "drawn:actor") == ["2D"]
    assert why(struck, lays("actor", "9S", "tom")) == ("pure_draw", "IM-DRAW-3")
    assert all_figures(struck, REVEAL)["outcome"] == "hit"


@pytest.mark.rule("IM-HTH-10", "IM-HAND-8")
@pytest.mark.parametrize("mode", ["refill_and_continue", "draw_rest"])
def test_an_empty_hand_is_no_matter_where_the_blow_is_drawn(mode: str) -> None:
    options = {"refill_when_empty_mid_action": mode, "advantage_extra_cards": {"actor": 1}}
    table = play(
        arena({"hand:tom": "", "deck": "2D 3D"}, options=options),
        Strike(seat="tom", actor="rex", target="sal", aware=False),
    )
    assert (cards(table, "hand:tom"), cards(table, "drawn:actor")) == ([], ["2D"])


@pytest.mark.rule("IM-WOUND-12", "IM-HTH-3")
@pytest.mark.parametrize("response", ["block", "counterattack"])
def test_who_is_bound_before_answering_neither_blocks_nor_counterattacks(response: str) -> None:
    table = play(arena(), STRIKE, lays("actor", "9S", "tom"))
    bound = play(table, LayCondition(seat="gm", actor="sal", condition="helpless"))
    assert why(bound, answers(response)) == ("cannot_act", "IM-WOUND-12")
    assert GAME.refusal(bound, answers("nothing")) is None


@pytest.mark.rule("IM-HTH-12", "IM-HTH-16")
@pytest.mark.parametrize("response", ["block", "counterattack"])
def test_without_the_skill_physical_stands_in_and_the_target_gets_a_card(response: str) -> None:
    strike = Strike(seat="tom", actor="rex", target="sal", skill="Fencing")
    table = play(arena(sheets=LACKING), strike, lays("actor", "9S", "tom"), answers(response))
    assert due(table) == (1 if response == "block" else 2, 2)
    assert under_way(table).attribute == "physical"
    skilled = {"rex": {"physical": 2, "skills": ["fencing"]}}
    assert due(play(arena(sheets=skilled), strike))[1] == 1
    assert due(play(arena(), strike))[1] == 1, "freeform characters are asked for no skill"


@pytest.mark.rule("IM-HTH-12", "IM-SKILL-5")
def test_the_attributes_level_may_count_as_cards_in_blows_too() -> None:
    options = {"unskilled_attribute_cards": "attribute_level_cards"}
    strike = Strike(seat="tom", actor="rex", target="sal", skill="Fencing")
    assert due(play(arena(sheets=LACKING, options=options), strike)) == (2, 2)
    assert due(play(arena(sheets=LACKING), strike)) == (1, 2)


@pytest.mark.rule("IM-HTH-12", "IM-GM-2")
def test_an_npc_draws_the_extra_card() -> None:
    strike = Strike(seat="tom", actor="rex", target="orc", skill="Fencing")
    table = play(arena({"deck": "5D"}, sheets=LACKING), strike, lays("actor", "9S", "tom"), answers("block", "orc"))
    assert all_figures(table, lays("opposition", "4C", "gm"), draws("opposition"), REVEAL)["opposition_total"] == 9


@pytest.mark.rule("IM-HTH-13")
@pytest.mark.parametrize(("response", "outcome"), [("block", "miss"), ("counterattack", "nobody")])
def test_ties_of_block_and_counterattack_hold_with_skills_too(response: str, outcome: str) -> None:
    skilled = arena(sheets={"rex": {"physical": 1, "skills": ["Fencing"]}})
    strike = Strike(seat="tom", actor="rex", target="sal", skill="Fencing")
    more = (enough("actor", "tom"),) if response == "counterattack" else ()
    start = (strike, lays("actor", "9S", "tom"), answers(response), *more)
    assert all_figures(skilled, *start, lays("opposition", "9H", "eve"), REVEAL)["outcome"] == outcome


@pytest.mark.rule("IM-HTH-14")
def test_against_doing_nothing_no_extra_cards_matter() -> None:
    strike = Strike(seat="gm", actor="rex", target="sal", advantage=2, disadvantage=1, skill="Fencing", aware=False)
    table = play(arena({"deck": "2D 3D"}, sheets=LACKING), strike)
    assert cards(table, "drawn:actor") == ["2D"]
    assert due(table) == (1, 0)
    assert why(table, GrantCards(seat="gm", side="actor")) == ("no_extras_against_nothing", "IM-HTH-14")


@pytest.mark.rule("IM-HTH-14")
def test_the_defenders_lack_of_skill_gives_the_attacker_nothing() -> None:
    strike = Strike(seat="tom", actor="rex", target="sal", skill="Fencing")
    both = {"rex": {"physical": 1, "skills": ["Fencing"]}, "sal": {"physical": 1, "skills": []}}
    assert due(play(arena(sheets=both), strike)) == (1, 1)
    assert due(play(arena(sheets=both), strike, GrantCards(seat="gm", side="actor"))) == (2, 1)


@pytest.mark.rule("IM-HTH-15")
@pytest.mark.parametrize(
    ("deck", "response", "outcome"),
    [
        ("X 4D", "block", "miss"),
        ("4D X", "block", "hit"),
        ("X 4D", "counterattack", "counter_hit"),
        ("4D X", "counterattack", "hit"),
        ("X X/2", "counterattack", "nobody"),
        ("X X/2", "block", "miss"),
    ],
)
def test_whoever_draws_a_joker_spoils_the_own_part(deck: str, response: str, outcome: str) -> None:
    start: tuple[Command, ...] = (
        Strike(seat="gm", actor="orc", target="elf"),
        draws("actor"),
        answers(response, "elf"),
    )
    more = (enough("actor", "gm"),) if response == "counterattack" else ()
    assert all_figures(arena({"deck": deck}), *start, *more, draws("opposition"), REVEAL)["outcome"] == outcome


@pytest.mark.rule("IM-HTH-15", "IM-JOKER-5")
def test_an_attacker_who_fumbled_may_be_hit_badly_by_the_counterattack() -> None:
    table = play(
        arena({"deck": "X"}, options={"badly_hit_bonus_cards": 2}),
        *(Strike(seat="gm", actor="orc", target="sal"), draws("actor"), answers("counterattack")),
        *(enough("actor", "gm"), lays("opposition", "9H", "eve"), REVEAL),
    )
    assert under_way(play(table, Inflict(seat="eve"))).sides["damage"].due == 1 + 2


@pytest.mark.rule("IM-HTH-15", "IM-JOKER-2")
def test_a_joker_among_the_stand_ins_is_a_fumble_too() -> None:
    table = arena({"hand:eve": "X 2H", "deck": "X/2 KD"})
    assert all_figures(table, *blow("2S", "block", "X"))["outcome"] == "hit"


@pytest.mark.rule("IM-HTH-16", "IM-ADV-6")
def test_cards_of_all_reasons_add_up_on_both_sides() -> None:
    strike = Strike(seat="gm", actor="rex", target="sal", skill="Fencing", advantage=1, disadvantage=2)
    table = play(arena(sheets=LACKING), strike)
    assert due(table) == (2, 4)
    struck = play(table, lays("actor", "9S 2S", "tom"), answers("counterattack"))
    assert due(struck) == (3, 4)
    reasons = {extra.reason: extra.count for extra in under_way(struck).sides["actor"].extras}
    assert reasons == {"advantage": 1, "counterattack": 1}


@pytest.mark.rule("IM-GEN-1")
def test_the_gm_overrules_a_total_and_an_outcome_and_the_log_keeps_what_was_reckoned() -> None:
    table = play(arena(), *blow("9S", "block", "10H"))
    total, outcome = (Overrule(seat="gm", figure=f, value=v) for f, v in (("actor", 11), ("outcome", "nobody")))
    assert all_figures(table, total)["outcome"] == "hit"
    assert "The GM changes Rex’s total from 9 to 11" in log(table, (total,), "eve")
    assert under_way(play(table, outcome)).outcome == "nobody"
    assert "The GM changes the outcome from “a miss” to “nobody is hit”" in log(table, (outcome,), "eve")
    assert refused(table, Overrule(seat="tom", figure="actor", value=11)).message.key == "refused.gm_only"


@pytest.mark.rule("IM-ACT-8")
def test_the_gm_forces_a_reveal_against_somebody_who_does_not_commit() -> None:
    table = play(arena(), STRIKE, lays("actor", "2S", "tom"), answers("block"))
    assert refused(table, Reveal(seat="tom", force=True)).message.key == "refused.gm_only"
    assert all_figures(table, Reveal(seat="gm", force=True))["outcome"] == "hit"


@pytest.mark.rule("IM-HTH-1", "IM-LM-1")
def test_blows_go_by_the_other_card_game_where_the_group_plays_it() -> None:
    other = arena(options={"hand_to_hand_system": "lunch_money"})
    assert why(other, STRIKE) == ("other_system", "IM-LM-1")
    scene = SetOption(seat="gm", option="hand_to_hand_system", value="lunch_money", scene=True)
    assert why(play(arena(), scene), STRIKE) == ("other_system", "IM-LM-1")


@pytest.mark.rule("IM-ACT-8")
def test_open_play_shows_the_blow_at_once() -> None:
    table = play(arena(options={"face_down_play": False}), STRIKE, lays("actor", "9S", "tom"))
    assert GAME.view_for(table, "eve").zones["committed:actor"].cards == ("9S",)
