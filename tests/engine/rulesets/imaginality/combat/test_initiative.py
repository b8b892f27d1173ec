"""Initiative: one card each, highest first, equal ones together."""

from __future__ import annotations

import pytest

from engine.core.manual_moves import LayCondition, SetOption
from engine.messages.texts import say
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.rulesets.imaginality.action_resolution import Cancel, Overrule, Reveal
from engine.rulesets.imaginality.actions.action_commands import Attempt
from engine.rulesets.imaginality.activity_view import activity_view
from engine.rulesets.imaginality.combat.attack_commands import Strike
from engine.rulesets.imaginality.combat.initiative import CallInitiative
from engine.rulesets.imaginality.damage import CollapseCheck, Inflict
from engine.rulesets.imaginality.turns.turn_commands import Declare, Lapse, MarkActed, NextTurn, ResolveTurn, StartFight
from engine.rulesets.imaginality.turns.turn_order import PickOrder
from tests.engine.rulesets.imaginality.fights import (
    REVEAL,
    SEATS,
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
    states,
    turn,
)
from tests.engine.rulesets.imaginality.table import GAME, cards, outcome, play, refused, texts_of, under_way, why

CALL = CallInitiative(seat="gm")


def initiative(table: Table, **laid: str) -> Table:
    """Return the table after initiative in which each lays a card, turned over and cleared up."""
    table = play(table, CALL)
    return play(table, *(lays(f"init-{a}", card, SEATS[a]) for a, card in laid.items()), REVEAL, SETTLE)


@pytest.mark.rule("IM-INIT-1", "IM-INIT-4")
def test_one_card_for_each_fighter_the_gms_played_or_drawn_and_only_when_called_for() -> None:
    table = fighting(arena({"deck": "3D"}), "rex", "sal", "orc", "elf")
    assert GAME.refusal(table, Strike(seat="eve", actor="sal", target="rex")) is None
    called = play(table, CALL)
    assert {key: (side.seat, side.due) for key, side in under_way(called).sides.items()} == {
        "init-rex": ("tom", 1),
        "init-sal": ("eve", 1),
        "init-orc": ("gm", 1),
        "init-elf": ("gm", 1),
    }
    labels = [say(offer.label) for offer in GAME.offers(called, "gm")]
    assert len(labels) == len(set(labels)), "the GM sees whose card each button plays"
    drawn = play(called, draws("init-elf"))
    assert cards(drawn, "drawn:init-elf") == ["3D"]
    assert why(table, CallInitiative(seat="tom")) == ("gm_only", "IM-INIT-4")


@pytest.mark.rule("IM-INIT-4", "IM-INIT-5")
def test_a_group_that_wants_initiative_each_turn_begins_no_action_without_it() -> None:
    each = fighting(arena(options={"initiative": True}), "rex", "sal")
    strike = Strike(seat="tom", actor="rex", target="sal")
    assert why(each, strike) == ("initiative_first", "IM-INIT-5")
    assert GAME.refusal(fighting(arena(), "rex", "sal"), strike) is None
    one_turn = SetOption(seat="gm", option="initiative", value=True, scene=True)
    assert why(play(fighting(arena(), "rex", "sal"), one_turn), strike) == ("initiative_first", "IM-INIT-5")
    assert GAME.refusal(initiative(each, rex="9S", sal="2H"), strike) is None


@pytest.mark.rule("IM-INIT-2", "IM-INIT-3")
def test_the_highest_acts_first_and_equal_ones_together() -> None:
    table = initiative(fighting(arena()), rex="9S", sal="10H", orc="9C", elf="2C")
    assert turn(table).order == (("sal",), ("rex", "orc"), ("elf",))
    early = Strike(seat="tom", actor="rex", target="orc")
    assert why(table, early) == ("not_yet", "IM-INIT-2")
    after = play(table, Lapse(seat="eve", actor="sal"))
    for actor in ("rex", "orc"):
        assert GAME.refusal(after, Attempt(seat=SEATS[actor], actor=actor)) is None, actor
    assert why(after, Attempt(seat="gm", actor="elf")) == ("not_yet", "IM-INIT-2")
    half = play(after, Lapse(seat="tom", actor="rex"))
    assert why(half, Attempt(seat="gm", actor="elf")) == ("not_yet", "IM-INIT-2")
    assert GAME.refusal(play(half, Lapse(seat="gm", actor="orc")), Attempt(seat="gm", actor="elf")) is None


@pytest.mark.rule("IM-INIT-1", "IM-WOUND-12")
def test_who_cannot_act_is_asked_for_no_card() -> None:
    table = play(arena(tracks={"sal": {"unconscious": 1}}), StartFight(seat="gm", fighters=("rex", "sal", "orc")))
    assert under_way(play(table, CALL)).sides.keys() == {"init-rex", "init-orc"}


@pytest.mark.rule("IM-TURN-6", "IM-INIT-2")
def test_an_order_that_the_gm_picks_is_no_order_of_values() -> None:
    table = initiative(fighting(arena(), "rex", "sal"), rex="9S", sal="2H")
    picked = turn(play(table, PickOrder(seat="gm", actors=("sal",))))
    assert (picked.order, picked.initiative) == ((("sal",), ("rex",)), {})


@pytest.mark.rule("IM-INIT-5")
def test_declarations_come_first_and_the_gm_may_turn_that_round() -> None:
    before = play(arena(), StartFight(seat="gm", fighters=("rex", "sal")))
    declarations = (Declare(seat="tom", actor="rex", what="hit"), Declare(seat="eve", actor="sal", what="flee"))
    usual, reversed_ = (
        initiative(play(before, *declarations), rex="9S", sal="2H"),
        initiative(before, rex="9S", sal="2H"),
    )
    assert turn(usual).order == turn(play(reversed_, *declarations)).order == (("rex",), ("sal",))
    assert turn(reversed_).declared == {}
    begun = play(usual, Strike(seat="tom", actor="rex", target="sal"), Cancel(seat="gm"))
    assert GAME.refusal(begun, CALL) is None
    late = play(usual, *blow("10S", "block", "4H"), SETTLE)
    assert why(late, CALL) == ("initiative_late", "IM-INIT-5")


@pytest.mark.rule("IM-INIT-5")
def test_the_cards_lie_face_down_until_all_are_in() -> None:
    table = play(fighting(arena(), "rex", "sal"), CALL, lays("init-rex", "9S", "tom"))
    assert GAME.view_for(table, "eve").zones["committed:init-rex"].cards == ()
    assert refused(table, REVEAL).message.key == "refused.not_all_in"
    shown = play(table, lays("init-sal", "2H", "eve"), REVEAL)
    assert GAME.view_for(shown, "eve").zones["committed:init-rex"].cards == ("9S",)


@pytest.mark.rule("IM-INIT-6")
def test_the_cards_are_played_cards_and_are_not_replaced_under_pressure() -> None:
    table = initiative(fighting(arena(), "rex", "sal"), rex="9S", sal="2H")
    assert cards(table, "discard") == ["2H", "9S"]
    assert len(cards(table, "hand:tom")) == 6


@pytest.mark.rule("IM-INIT-6", "IM-JOKER-1")
def test_a_joker_played_is_two_cards_summed() -> None:
    table = fighting(arena({"hand:tom": "X 2S", "deck": "KD QD"}), "rex", "sal")
    play_both = (lays("init-rex", "X", "tom"), lays("init-sal", "KH", "eve"))
    results = all_figures(play(table, CALL), *play_both, REVEAL)
    assert results["initiative"] == {"rex": 25, "sal": 13}
    assert results["order"] == [["rex"], ["sal"]]


@pytest.mark.rule("IM-INIT-6", "IM-JOKER-4")
def test_a_joker_drawn_acts_last_of_all() -> None:
    table = play(fighting(arena({"deck": "X"}), "rex", "sal", "orc"), CALL)
    rest = (lays("init-rex", "2S", "tom"), lays("init-sal", "2H", "eve"))
    results = all_figures(table, draws("init-orc"), *rest, REVEAL)
    assert results["order"] == [["rex", "sal"], ["orc"]]
    assert results["initiative"] == {"rex": 2, "sal": 2, "orc": None}
    shown = activity_view(play(table, draws("init-orc"), *rest, REVEAL), SHARED)[-1]
    assert [side.name for side in shown.sides if side.figures["fumble"]] == ["init-orc"]
    assert "Orc drew a Joker and fumbles" in log(play(table, draws("init-orc"), *rest), (REVEAL,), "tom")


@pytest.mark.rule("IM-INIT-6", "IM-WOUND-4")
@pytest.mark.parametrize(("scope", "order"), [("all_played", [["sal"], ["rex"]]), ("actions_only", [["rex"], ["sal"]])])
def test_wounds_slow_down_unless_only_actions_suffer(scope: str, order: list[list[str]]) -> None:
    options = {"damage_mode": "bookkeeping", "wound_penalty_scope": scope}
    table = play(fighting(arena(options=options, tracks={"rex": {"damage": 5}}), "rex", "sal"), CALL)
    results = all_figures(table, lays("init-rex", "9S", "tom"), lays("init-sal", "5H", "eve"), REVEAL)
    assert results["order"] == order


@pytest.mark.rule("IM-INIT-2", "IM-ACT-8")
def test_a_forced_reveal_lets_those_act_last_who_laid_nothing() -> None:
    options = {"damage_mode": "bookkeeping"}
    table = play(fighting(arena(options=options, tracks={"rex": {"damage": 9}}), "rex", "sal"), CALL)
    results = all_figures(table, lays("init-rex", "2S", "tom"), Reveal(seat="gm", force=True))
    assert results["order"] == [["rex"], ["sal"]]
    assert results["initiative"] == {"rex": -7, "sal": None}


@pytest.mark.rule("IM-GEN-1", "IM-INIT-2")
def test_the_gm_overrules_a_value_and_the_order_follows() -> None:
    table = play(fighting(arena(), "rex", "sal"), CALL, lays("init-rex", "9S", "tom"), lays("init-sal", "5H", "eve"))
    table = play(table, REVEAL, Overrule(seat="gm", figure="init-sal", value=20))
    assert turn(table).order == (("sal",), ("rex",))
    again = outcome(table, Overrule(seat="gm", figure="init-sal", value=3))
    assert texts_of(again)[0] == "The GM changes Sal’s initiative from 20 to 3"


@pytest.mark.rule("IM-INIT-7", "IM-WOUND-12")
def test_who_is_felled_at_the_same_moment_still_acts_and_later_ones_do_not() -> None:
    options = {"damage_mode": "bookkeeping"}
    table = fighting(arena({"deck": "2D"}, options=options), "rex", "sal", "orc")
    table = initiative(table, rex="9S", sal="9H", orc="2C")
    felled = (
        *blow("10S", "block", "2H"),
        Inflict(seat="tom"),
        lays("damage", "KS", "tom"),
        enough("resistance", "eve"),
    )
    same = play(table, *felled, REVEAL, CollapseCheck(seat="eve"), SETTLE)
    assert "unconscious" in states(same, "sal")
    assert {place.actor: place.state for place in activity_view(same, SHARED)[-1].order}["sal"] == "now"
    assert offers(same, "eve")["lapse:sal"]
    back = play(
        same, Strike(seat="eve", actor="sal", target="rex"), lays("actor", "KH", "eve"), answers("block", "rex")
    )
    assert under_way(back).actor == "sal"
    three = fighting(arena({"deck": "2D"}, options=options), "rex", "orc", "sal")
    lapsed = play(initiative(three, rex="9S", orc="9C", sal="4H"), felled[0], Lapse(seat="gm", actor="orc"))
    lapsed = play(lapsed, *felled[1:], REVEAL, CollapseCheck(seat="eve"), SETTLE)
    assert why(lapsed, Attempt(seat="eve", actor="sal")) == ("cannot_act", "IM-WOUND-12"), "her moment had not come"
    other = initiative(fighting(arena({"deck": "2D"}, options=options), "rex", "sal"), rex="9S", sal="4H")
    later = play(other, *felled, REVEAL, CollapseCheck(seat="eve"), SETTLE)
    assert why(later, Attempt(seat="eve", actor="sal")) == ("cannot_act", "IM-WOUND-12")
    assert {place.actor: place.state for place in activity_view(later, SHARED)[-1].order}["sal"] == "out"


@pytest.mark.rule("IM-INIT-7", "IM-TURN-5")
def test_a_member_of_the_group_may_counterattack_instead_until_its_own_action_has_begun() -> None:
    table = initiative(fighting(arena(), "rex", "sal"), rex="9S", sal="9H")
    struck = play(table, Strike(seat="tom", actor="rex", target="sal"), lays("actor", "10S", "tom"))
    assert GAME.refusal(struck, answers("counterattack")) is None
    begun = play(table, *blow("10H", "block", "10S", by="sal", at="rex"), SETTLE)
    back = play(begun, Strike(seat="tom", actor="rex", target="sal"), lays("actor", "KS", "tom"))
    assert why(back, answers("counterattack")) == ("has_acted", "IM-HTH-8", "IM-TURN-5")


@pytest.mark.rule("IM-INIT-4", "IM-TURN-9")
def test_the_order_is_dropped_with_the_turn_unless_the_gm_keeps_it() -> None:
    table = initiative(fighting(arena(), "rex", "sal"), rex="9S", sal="2H")
    table = play(table, MarkActed(seat="gm", actor="rex"), MarkActed(seat="gm", actor="sal"))
    dropped = play(table, NextTurn(seat="gm"), ResolveTurn(seat="gm"))
    assert GAME.refusal(dropped, Attempt(seat="eve", actor="sal")) is None
    by_name = {offer.name: offer for offer in GAME.offers(table, "gm")}
    plain, same = by_name["next_turn"], by_name["next_turn_same_order"]
    assert (plain.primary, plain.questions, same.primary, same.questions) == (True, (), False, ()), "one press each"
    assert (plain.command, same.command) == (NextTurn(seat="gm"), NextTurn(seat="gm", keep_initiative=True))
    kept = play(table, same.command, ResolveTurn(seat="gm"))
    assert why(kept, Attempt(seat="eve", actor="sal")) == ("not_yet", "IM-INIT-2")
    assert turn(kept).initiative == {"rex": 9, "sal": 2}


@pytest.mark.rule("IM-INIT-7", "IM-WOUND-12")
def test_who_lay_there_before_the_group_began_is_not_of_it() -> None:
    table = initiative(fighting(arena(), "rex", "sal"), rex="9S", sal="9H")
    felled = LayCondition(seat="gm", actor="sal", condition="unconscious")
    kept = play(table, felled, NextTurn(seat="gm", keep_initiative=True), ResolveTurn(seat="gm"))
    assert {place.actor: place.state for place in activity_view(kept, SHARED)[-1].order} == {
        "rex": "now",
        "sal": "out",
    }
    assert why(kept, Attempt(seat="eve", actor="sal")) == ("cannot_act", "IM-WOUND-12")
