"""Clean-up after a round, a conflict, or a character that leaves: no leftovers."""

from __future__ import annotations

import pytest

from engine.core.manual_moves import EditActor, LayCondition, LeaveSeat, MoveChips
from engine.model.frozen import replace
from engine.rulesets.future_imperfect.actions.plain_roll_commands import TryRoll
from engine.rulesets.future_imperfect.actions.preparation_commands import AimCard, PrepareCard
from engine.rulesets.future_imperfect.checks.check_commands import SpendChip, ThrowDice
from engine.rulesets.future_imperfect.combat.defence_commands import Defend
from engine.rulesets.future_imperfect.combat.melee.melee_commands import SetClosed
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import Shoot
from engine.rulesets.future_imperfect.combat.rounds.conflict_commands import EndConflict, LeaveConflict, ShareHand
from engine.rulesets.future_imperfect.combat.rounds.round_commands import EndRound
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import (
    EndTurn,
    PlayCard,
    PlayRedJoker,
    PlayReserve,
    ReserveCard,
)
from engine.rulesets.future_imperfect.movement.movement_commands import GoMetres
from tests.engine.rulesets.future_imperfect.attack_helpers import THROW, acting, armed, goes
from tests.engine.rulesets.future_imperfect.table import (
    GAME,
    cards,
    conflict,
    counted,
    dealt,
    dice,
    laid,
    play,
    refused,
    running_conflict,
)


@pytest.mark.rule("FI-MOVE-3", "FI-SHOOT-8")
def test_a_new_round_has_its_own_metres() -> None:
    table = counted(dealt(conflict(laid()), frost="AS"), "A")
    walk = GoMetres(seat="tom", actor="frost", metres=3)
    table = play(table, PlayCard(seat="tom", actor="frost"), walk, EndTurn(seat="tom", actor="frost"))
    before = running_conflict(table).fighters["frost"]
    assert (before.moves, before.moved) == (1, 3)
    after = running_conflict(play(table, EndRound(seat="gm"))).fighters["frost"]
    assert (after.moves, after.moved) == (0, 0)


@pytest.mark.rule("FI-SURP-2", "FI-INIT-14")
def test_surprise_ends_with_the_conflict() -> None:
    table = play(conflict(laid()), LayCondition(seat="gm", actor="frost", condition="surprised"))
    assert not play(table, EndConflict(seat="gm")).actors["frost"].has_condition("surprised")


@pytest.mark.rule("FI-CLOSE-5")
def test_a_leaving_character_is_inside_nobodys_reach() -> None:
    table = play(conflict(laid()), SetClosed(seat="gm", actor="thug", target="frost", closed=True))
    assert running_conflict(table).inside == (("thug", "frost"),)
    assert running_conflict(play(table, LeaveConflict(seat="gm", actor="thug"))).inside == ()


@pytest.mark.rule("FI-RES-5", "FI-JOKER-3")
def test_the_red_joker_is_an_action_besides_and_costs_no_reserved_card() -> None:
    table = counted(dealt(conflict(laid()), frost="AS XR"), "A")
    table = play(table, ReserveCard(seat="tom", actor="frost"))
    assert cards(play(table, PlayRedJoker(seat="tom", actor="frost", card="XR")), "reserve:frost") == ["AS"]


@pytest.mark.rule("FI-INIT-10", "FI-RES-3", "FI-INIT-14")
def test_a_character_given_to_another_player_takes_its_cards_along() -> None:
    table = counted(dealt(conflict(laid()), frost="AS KS QS", chuk="JS"), "A")
    table = play(table, ReserveCard(seat="tom", actor="frost"), EditActor(seat="tom", actor="frost", leader="eve"))
    hand = running_conflict(table).fighters["frost"].hand
    assert (cards(table, hand), cards(table, "hand:tom"), cards(table, "hand:eve")) == (["KS", "QS"], [], ["JS"])
    assert GAME.refusal(table, LeaveSeat(seat="tom", id="tom")) is None
    seen = {viewer: GAME.view_for(table, viewer).zones[hand].cards for viewer in ("eve", "tom", "gm")}
    assert {viewer: list(faces) for viewer, faces in seen.items()} == {"eve": ["KS", "QS"], "tom": [], "gm": []}
    acts = play(counted(table, "K"), PlayCard(seat="eve", actor="frost"), EndTurn(seat="eve", actor="frost"))
    back = play(acts, EditActor(seat="eve", actor="frost", leader="tom"))
    assert cards(back, running_conflict(back).fighters["frost"].hand) == ["QS"]
    assert list(GAME.view_for(back, "tom").zones[running_conflict(back).fighters["frost"].hand].cards) == ["QS"]
    free = dealt(conflict(laid(), "frost", "thug"), frost="AS")
    free = play(free, EditActor(seat="tom", actor="frost", leader="eve"))
    assert (running_conflict(free).fighters["frost"].hand, cards(free, "hand:eve")) == ("hand:eve", ["AS"])
    stale = dealt(conflict(laid(), "frost", "thug"), frost="AS")  # as files of former days have it
    frost = stale.actors["frost"]
    stale = replace(stale, actors={**stale.actors, "frost": replace(frost, seat="eve")})
    for state in (table, back, free, stale):
        for over in (play(state, LeaveConflict(seat="gm", actor="frost")), play(state, EndConflict(seat="gm"))):
            assert {"hand:tom", "hand:eve"} <= set(over.zones)
            whole = [card for zone in ("deck:crew", "discard:crew", "hand:eve") for card in cards(over, zone)]
            assert len(whole) == 54, "no card is lost"


@pytest.mark.rule("FI-JOKER-8", "FI-INIT-12")
def test_a_tie_is_lost_by_the_interrupting_character() -> None:
    table = play(counted(dealt(conflict(laid()), frost="AS", thug="KS/2"), "A"), ReserveCard(seat="tom", actor="frost"))
    table = play(counted(table, "K"), PlayCard(seat="gm", actor="thug"), PlayReserve(seat="tom", actor="frost"))
    even = running_conflict(play(table, ThrowDice(seat="gm"), chance=dice(d8=[5, 2, 5, 3])))
    assert ([turn.fighter for turn in even.turns], even.together) == (["frost", "thug"], ()), "only red jokers are even"


@pytest.mark.rule("FI-EXT-2", "FI-ACT-4")
def test_the_action_that_cards_in_a_row_were_laid_aside_for_does_not_spoil_them() -> None:
    table = counted(dealt(conflict(laid()), frost="AS KS"), "A")
    for need, stays in ((2, True), (3, False)):
        plan = PrepareCard(seat="tom", actor="frost", what="a shelter", need=need, whole=True)
        acts = play(counted(play(table, plan), "K"), PlayCard(seat="tom", actor="frost"))
        assert (running_conflict(acts).fighters["frost"].preparation is not None) is stays


@pytest.mark.rule("FI-CLOSE-5", "FI-INIT-15")
def test_members_of_a_shared_hand_move_together_and_leave_alone() -> None:
    table = play(conflict(laid()), ShareHand(seat="gm", actors=("thug", "guard")))
    for inside in ("thug", "guard"):
        table = play(table, SetClosed(seat="gm", actor=inside, target="frost", closed=True))
    for gone, stays in (("guard", "thug"), ("thug", "guard")):
        assert running_conflict(play(table, LeaveConflict(seat="gm", actor=gone))).inside == ((stays, "frost"),)
        acts = play(counted(dealt(table, thug="AS/2"), "A"), PlayCard(seat="gm", actor="thug"))
        assert running_conflict(play(acts, GoMetres(seat="gm", actor=gone, metres=3))).inside == ()


@pytest.mark.rule("FI-AIM-4", "FI-AIM-7")
def test_another_weapon_aims_anew_at_the_same_target() -> None:
    table = laid(sheets={"frost": armed("Blast rifle", "Blast pistol", hands=["right", "left"])})
    table = counted(dealt(conflict(table), frost="AS KS QS"), "A")
    rifle = AimCard(seat="tom", actor="frost", target="thug", weapon="Blast rifle")
    table = counted(play(table, rifle), "K")
    assert refused(table, rifle).message.key == "refused.aims_already"
    aim = running_conflict(play(table, replace(rifle, weapon="Blast pistol"))).fighters["frost"].aim
    assert aim is not None
    assert (aim.weapon, aim.counters) == ("Blast pistol", 0)


@pytest.mark.rule("FI-FATE-18")
def test_the_gms_chips_do_not_help_the_crew() -> None:
    table = laid(chips={"gm": {"white": 1}, "eve": {"white": 1}})
    table = play(table, TryRoll(seat="tom", actor="frost", name="reflex", tn=5), ThrowDice(seat="gm"))
    helps = SpendChip(seat="gm", colour="white", bag="gm")
    assert refused(table, helps).message.key == "refused.chip_not_crew"
    assert GAME.refusal(table, replace(helps, seat="eve", bag="eve")) is None


@pytest.mark.rule("FI-DEFEND-7")
def test_a_defence_against_a_free_attack_counts_only_once() -> None:
    table = acting({"frost": armed("Laser pistol"), "thug": armed()}, {"frost": "AS", "thug": "KS/2"}, "frost")
    shot = Shoot(seat="gm", actor="frost", target="thug", weapon="Laser pistol", distance=20)
    dodge = Defend(seat="gm", actor="thug", by="dodge")
    thrown = goes(table, replace(shot, free=True), dodge, THROW, THROW, d8=[7, 7, 2, 3])
    assert thrown.figures["attack_tn"] > 6
    assert goes(thrown, shot).check.tn == 6


@pytest.mark.rule("FI-FATE-1", "FI-FATE-8")
def test_a_chip_of_a_colour_without_a_use_is_not_offered_for_a_roll() -> None:
    table = laid(chips={"tom": {"white": 1}})
    table = play(table, MoveChips(seat="gm", source="", target="tom", chips={"mauve": 2}))
    table = play(table, TryRoll(seat="tom", actor="frost", name="reflex", tn=5), ThrowDice(seat="tom"))
    offered = [offer.command for offer in GAME.offers(table, "tom") if isinstance(offer.command, SpendChip)]
    assert [command.colour for command in offered] == ["white"]
