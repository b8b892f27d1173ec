"""Moving at the table: walking, running, climbing, picking up the pace, mounts and loads (FI-MOVE, FI-LOAD)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.core.manual_moves import LayCondition
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions.plain_roll_commands import TryRoll
from engine.rulesets.future_imperfect.actions.preparation_commands import AimCard
from engine.rulesets.future_imperfect.checks.check_commands import ThrowDice
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import EndTurn, PlayCard, PlayReserve, ReserveCard
from engine.rulesets.future_imperfect.movement.movement_commands import GoMetres, PickUpPace, rate_of
from engine.rulesets.future_imperfect.movement.movement_rules import MovementMode
from engine.rulesets.future_imperfect.procedures.conflict_procedure import Conflict
from tests.engine.rulesets.future_imperfect.table import (
    GAME,
    conflict,
    counted,
    dealt,
    dice,
    laid,
    outcome,
    play,
    refused,
    rolling,
    running_conflict,
)

PACE = PickUpPace(seat="tom", actor="frost")
END = EndTurn(seat="tom", actor="frost")
ACT = PlayCard(seat="tom", actor="frost")


def go(metres: int, **more: object) -> GoMetres:
    return GoMetres(seat="tom", actor="frost", metres=metres, **more)  # type: ignore[arg-type]


def acting(cards: str = "AS KS", /, **sheet: Json) -> Table:
    """Frost, of Rate 8, acts on her Ace."""
    table = dealt(conflict(laid(sheets={"frost": sheet})), frost=cards)
    return play(counted(table, "A"), ACT)


def left(table: Table, command: GoMetres) -> Json:
    """Return the metres that a character has left, by the refusal of too many."""
    refusal = refused(table, replace(command, metres=999))
    assert refusal.message.key == "refused.gets_no_farther"
    return refusal.message.params["metres"]


@pytest.mark.rule("FI-EX-4", "FI-MOVE-1", "FI-MOVE-2", "FI-MOVE-3", "FI-MOVE-4", "FI-MOVE-6")
def test_half_the_rate_is_walked_and_all_of_it_run_at_a_price() -> None:
    table = acting()
    walked = outcome(table, go(4))
    assert walked.results == {**walked.results, "moved": 4, "running": False}
    ran = play(walked.table, go(4))
    assert running_conflict(ran).turns[-1].running
    assert left(walked.table, go(1)) == 4
    roll = rolling(play(ran, TryRoll(seat="tom", actor="frost", name="reflex", tn=5))).rolls[0]
    assert [part.reason for part in roll.parts] == ["running"]
    second = play(counted(play(ran, END), "K"), ACT)
    assert left(second, go(1)) == 8  # 16 m in a round


@pytest.mark.rule("FI-MOVE-6")
def test_no_running_after_a_roll_without_running() -> None:
    table = acting("AS KS", mount_rate=20)
    roll = TryRoll(seat="tom", actor="frost", name="reflex", tn=5)
    rolled = play(table, roll, ThrowDice(seat="tom"), chance=dice(d8=[8, 7, 2]))
    for too_far in (go(5), PACE):
        assert refused(rolled, too_far).rules == ("FI-MOVE-6",)
        assert refused(rolled, too_far).message.params["metres"] == 4
    walked = play(rolled, go(4))
    assert (running_conflict(walked).turns[-1].running, refused(walked, go(1)).rules) == (False, ("FI-MOVE-6",))
    walks = next(offer for offer in GAME.offers(rolled, "tom") if offer.name == "go_walking:frost")
    assert walks.questions[0].most == 4
    proposed = [o.command for t in (table, rolled) for o in GAME.offers(t, "tom") if o.name == "go_walking:frost"]
    assert proposed == [go(4), go(4)], "as far as without running"
    (rides,) = [o.command for o in GAME.offers(table, "tom") if o.name == "go_riding:frost"]
    assert rides == go(10, going="riding"), "a mount is as far without running"
    ran = play(play(table, go(8)), roll, ThrowDice(seat="tom"), chance=dice(d8=[7, 2]))
    assert GAME.refusal(ran, PACE) is None, "who ran before has paid for it"


@pytest.mark.rule("FI-MOVE-3", "FI-MOVE-5")
def test_a_reserved_card_gives_no_more_metres_than_picking_up_the_pace() -> None:
    table = dealt(conflict(laid()), frost="AS KS 9S")
    table = play(counted(table, "A"), ReserveCard(seat="tom", actor="frost"))
    table = play(counted(table, "K"), PlayReserve(seat="tom", actor="frost"), go(8), END)
    table = play(table, ACT, go(8), END)
    third = play(counted(table, "9"), ACT)
    assert left(third, go(1)) == 0
    picked = outcome(third, PACE, dice(d4=[3]))
    assert picked.results["picked_up"] == 3
    assert left(picked.table, go(1)) == 3


@pytest.mark.rule("FI-EX-4", "FI-MOVE-7", "FI-MOVE-11", "FI-MOVE-12", "FI-CORE-7")
@pytest.mark.parametrize(("race", "metres", "wind"), [("Human", 4, 1), ("Canine", 5, 1), ("Transhuman", 5, 0)])
def test_the_pace_is_picked_up_once_for_wind_and_its_die_never_aces(race: str, metres: int, wind: int) -> None:
    table = acting(race=race)
    before = table.actors["frost"].tracks["Wind"].value
    result = outcome(table, PACE, dice(d4=[4]))
    assert result.results["picked_up"] == metres
    assert before - result.table.actors["frost"].tracks["Wind"].value == wind
    assert left(result.table, go(1)) == 8 + metres
    assert running_conflict(result.table).turns[-1].running
    assert refused(result.table, PACE).message.key == "refused.pace_picked_up"


@pytest.mark.rule("FI-EX-5", "FI-LOAD-1", "FI-LOAD-2")
def test_a_heavy_load_leaves_a_quarter() -> None:
    assert left(acting(load=60), go(1)) == 2


@pytest.mark.rule("FI-MOVE-10", "FI-MOVE-11")
def test_climbing_is_never_run_but_its_pace_can_be_picked_up() -> None:
    table = acting(aptitudes=[{"name": "climbing", "level": 4}])
    climb = GoMetres(seat="tom", actor="frost", metres=3, going="climbing")
    assert left(table, climb) == 3  # 2 + 4 in a round, in two actions
    table = play(table, climb)
    assert not running_conflict(table).turns[-1].running
    picked = play(table, PickUpPace(seat="tom", actor="frost", going="climbing"), chance=dice(d2=[2]))
    assert left(picked, climb) == 2
    assert not running_conflict(picked).turns[-1].running


@pytest.mark.rule("FI-MOVE-8", "FI-MOVE-9")
@pytest.mark.parametrize(("faces", "far"), [((6, 2), 17), ((3, 2), 12)])
def test_a_mount_takes_a_roll_and_pays_itself(faces: tuple[int, ...], far: int) -> None:
    riding: Mapping[str, Json] = {
        "mount_rate": 12,
        "mount_pickup": "1d6",
        "mount_wind": 9,
        "aptitudes": [{"name": "horse riding", "level": 2, "trait": "Dexterity"}],
    }
    table = acting(**riding)
    pace = PickUpPace(seat="tom", actor="frost", going="riding", fatigue=2)
    table = play(table, pace, ThrowDice(seat="tom"), chance=dice(d8=faces, d6=[5]))
    assert left(table, go(1, going="riding")) == far
    assert table.actors["frost"].sheet["mount_wind"] == (7 if far == 17 else 9)
    assert table.actors["frost"].tracks["Wind"].value == acting(**riding).actors["frost"].tracks["Wind"].value
    assert refused(acting(), pace).message.key == "refused.no_mount"


@pytest.mark.rule("FI-MOVE-14", "FI-WIND-5")
def test_a_stunned_character_drags_itself_and_a_winded_one_crawls_if_the_gm_allows_it() -> None:
    stunned = play(acting(), LayCondition(seat="gm", actor="frost", condition="stunned"))
    assert left(stunned, go(1)) == 2
    assert left(play(stunned, go(2)), go(1)) == 0
    winded = play(acting(), LayCondition(seat="gm", actor="frost", condition="winded"))
    assert refused(winded, go(1)).message.key == "refused.out_of_action"
    assert running_conflict(play(winded, GoMetres(seat="gm", actor="frost", metres=1))).turns[-1].moved == 1


@pytest.mark.rule("FI-AIM-7", "FI-CLOSE-5")
def test_moving_breaks_the_aim_and_gets_out_of_reach() -> None:
    rifle: Json = [{"name": "Blast rifle", "hand": "both"}]
    table = dealt(conflict(laid(sheets={"frost": {"weapons": rifle}})), frost="AS KS")
    table = play(counted(table, "A"), AimCard(seat="tom", actor="frost", target="thug", weapon="Blast rifle"))
    table = play(counted(table, "K"), ACT)
    under_way = running_conflict(table)
    closed = replace(under_way, inside=(("thug", "frost"), ("chuk", "guard")))
    table = replace(table, procedures=tuple(closed if isinstance(p, Conflict) else p for p in table.procedures))
    assert running_conflict(play(table, go(1, within_reach=True))).inside == closed.inside
    moved = running_conflict(play(table, go(1)))
    assert (moved.inside, moved.fighters["frost"].aim) == ((("chuk", "guard"),), None)


@pytest.mark.rule("FI-MOVE-13", "FI-MOVE-8")
def test_movement_that_takes_a_roll_takes_the_action() -> None:
    riding: Mapping[str, Json] = {"mount_rate": 12, "mount_pickup": "1d6"}
    table = acting(**riding, aptitudes=[{"name": "horse riding", "level": 2, "trait": "Dexterity"}])
    pace = PickUpPace(seat="tom", actor="frost", going="riding")
    spurred = play(table, pace, ThrowDice(seat="tom"), chance=dice(d8=[6, 2], d6=[5]))
    assert running_conflict(spurred).turns[-1].acted
    again = TryRoll(seat="tom", actor="frost", name="reflex", tn=5, action=True)
    assert refused(spurred, again).message.key == "refused.action_spent"
    assert not running_conflict(play(table, PACE, chance=dice(d4=[3]))).turns[-1].acted, "the own legs take no roll"


@pytest.mark.rule("FI-LOAD-5", "FI-LOAD-6", "FI-LOAD-2")
@pytest.mark.parametrize(("written", "metres"), [("Light", 6), ("heavy", 2), ("None", 8), ("a lot", 2)])
def test_the_gms_load_class_goes_before_the_kilograms(written: str, metres: int) -> None:
    assert left(acting(load=60, load_class=written), go(1)) == metres


DRIVER: Mapping[str, Json] = {
    "mount_rate": 20,
    "mount_pickup": "1d6",
    "aptitudes": [{"name": "driving", "level": 2, "trait": "Dexterity"}],
}


@pytest.mark.rule("FI-MOVE-8", "FI-MOVE-9")
@pytest.mark.parametrize(
    ("mount", "modes", "pays"),
    [
        ({"mount_wind": 16}, {"riding"}, True),
        ({"malfunction": "GM decides"}, {"driving"}, False),
        ({"mount_wind": 16, "malfunction": "GM decides"}, {"riding", "driving"}, True),
        ({}, {"riding", "driving"}, True),
    ],
)
def test_a_vehicle_is_not_ridden_and_nobody_is_asked_for_the_wind_of_one(
    mount: Mapping[str, Json], modes: set[str], pays: bool
) -> None:
    offers = {offer.name: offer for offer in GAME.offers(acting(**DRIVER, **mount), "tom")}
    assert {name.partition(":")[0] for name in offers} & {"go_riding", "go_driving"} == {f"go_{mode}" for mode in modes}
    pace = {question.field: question for question in offers["pick_up_pace:frost"].questions}
    assert {str(choice) for choice in pace["going"].choices} & {"riding", "driving"} == modes
    assert ("fatigue" in pace) == pays


@pytest.mark.rule("FI-MOVE-6", "FI-MOVE-8", "FI-MOVE-9")
@pytest.mark.parametrize("going", ["driving", "riding"])
def test_the_roll_that_picks_up_the_pace_is_the_same_before_and_after_the_metres(going: MovementMode) -> None:
    pace = PickUpPace(seat="tom", actor="frost", going=going)
    first = rolling(play(acting(**DRIVER), pace))
    metres = play(acting(**DRIVER), go(15, going=going))
    assert running_conflict(metres).turns[-1].running
    assert rolling(play(metres, pace)) == first
    other = TryRoll(seat="tom", actor="frost", name="reflex", tn=5)
    assert [part.reason for part in rolling(play(metres, other)).rolls[0].parts] == ["running"], "all else is spoilt"


@pytest.mark.rule("FI-MOVE-9", "FI-RES-4")
def test_an_interruption_does_not_change_the_driving_roll() -> None:
    hands = {"frost": "AS", "thug": "AS/2 KS/2"}
    table = counted(dealt(conflict(laid(sheets={"frost": DRIVER})), **hands), "A")
    table = play(table, ACT, go(15, going="driving"), PickUpPace(seat="tom", actor="frost", going="driving"))
    asked = rolling(table)
    reserve = replace(
        table, zones={**table.zones, "reserve:thug": replace(table.zones["reserve:thug"], cards=("9H/2",))}
    )
    contest = play(reserve, PlayReserve(seat="gm", actor="thug"))
    first = play(contest, ThrowDice(seat="gm"), chance=dice(d8=[1, 7, 1, 3]))
    assert [turn.fighter for turn in running_conflict(first).turns] == ["frost", "thug"]
    assert rolling(play(first, EndTurn(seat="gm", actor="thug"))).rolls == asked.rolls


@pytest.mark.rule("FI-MOVE-3", "FI-MOVE-4", "FI-MOVE-10")
@pytest.mark.parametrize("going", ["climbing", "swimming"])
@pytest.mark.parametrize("level", range(9))
def test_two_moves_of_a_round_climb_and_swim_the_whole_rate(going: MovementMode, level: int) -> None:
    table = acting(aptitudes=[{"name": going, "level": level}])
    rate = rate_of(table, "frost", going).metres
    step = GoMetres(seat="tom", actor="frost", metres=1, going=going)
    far = [left(table, step)]
    assert isinstance(far[0], int)
    if far[0]:
        table = play(table, replace(step, metres=far[0]))
        assert left(table, step) == 0
    second = play(counted(play(table, END), "K"), ACT)
    if far[0]:
        far.append(left(second, step))
    assert far == [rate - rate // 2, rate // 2][: len(far)]


@pytest.mark.rule("FI-MOVE-10")
def test_a_third_move_of_a_round_climbs_no_metre() -> None:
    table = dealt(conflict(laid(sheets={"frost": {"aptitudes": [{"name": "climbing", "level": 3}]}})), frost="AS KS QS")
    climb = GoMetres(seat="tom", actor="frost", metres=2, going="climbing")
    table = play(counted(table, "A"), ACT, climb, END)
    table = play(counted(table, "K"), ACT, climb, END)
    assert left(play(counted(table, "Q"), ACT), climb) == 0
