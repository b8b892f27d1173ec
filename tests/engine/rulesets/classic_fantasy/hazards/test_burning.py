"""Heat, flames and hazards on the table (CF-FIRE, CF-GEN-1)."""

from __future__ import annotations

import pytest

from engine.model.frozen import Json
from engine.rulesets.classic_fantasy.attacks.attack_commands import DeclareAttack, Defend
from engine.rulesets.classic_fantasy.checks.check_commands import ThrowDice
from engine.rulesets.classic_fantasy.combat.prone_commands import LieDown
from engine.rulesets.classic_fantasy.damage.damage_commands import (
    AcceptConsequences,
    AcceptDamage,
    FindLocation,
    HarmSomebody,
    ThrowDamage,
)
from engine.rulesets.classic_fantasy.damage.hazard_record import CustomHazard
from engine.rulesets.classic_fantasy.hazards.burning_commands import (
    ControlFire,
    EndExposure,
    ExposeToHeat,
    PutOut,
    SetAlight,
    Smother,
    flames,
)
from engine.rulesets.classic_fantasy.hazards.custom_hazard_commands import EndHazard, LetHazard, SaveHazard
from engine.rulesets.classic_fantasy.time.time_advance import AdvanceTime
from tests.engine.rulesets.classic_fantasy.fixed_dice_tables import (
    GAME,
    dice,
    harm,
    hp,
    laid,
    outcome,
    play,
    refused,
    states,
)

ROUND = AdvanceTime(seat="gm")


@pytest.mark.rule("CF-FIRE-1", "CF-FIRE-2", "CF-FIRE-4", "CF-FIRE-5", "CF-EX-82", "CF-EX-83")
def test_heat_reaches_the_nearest_locations_and_lava_all() -> None:
    asked = ExposeToHeat(seat="gm", actor="bran", intensity=3, locations=("Chest",))
    found = outcome(laid(), asked, dice(d4=[2], d6=[1, 2, 3, 4]))
    assert found.results["locations"] == ["Chest", "Abdomen", "Right Arm"]
    assert len(outcome(laid(), asked, dice(d4=[4])).results["locations"]) == 5  # type: ignore[arg-type]
    lava = play(laid(), ExposeToHeat(seat="gm", actor="bran", intensity=5))
    assert len(harm(lava).blows) == 7
    assert len(flames(lava, "bran")) == 7


@pytest.mark.rule("CF-FIRE-3", "CF-FIRE-6", "CF-FIRE-7", "CF-FIRE-8", "CF-FIRE-14")
def test_an_exposed_location_hurts_each_round_and_catches_fire_in_time() -> None:
    armour: list[Json] = [{"location": "Left leg", "worn": 5, "natural": 1}]
    table = laid(sheets={"bran": {"armour": armour}})
    table = play(
        table, ExposeToHeat(seat="gm", actor="bran", intensity=2, locations=("Left Leg",)), chance=dice(d6=[4], d4=[3])
    )
    table = play(table, AcceptDamage(seat="gm"))
    assert hp(table, "bran", "Left Leg") == 3
    early = play(table, EndExposure(seat="gm", actor="bran"), ROUND, ROUND)
    assert (hp(early, "bran", "Left Leg"), flames(early, "bran")) == (3, ())
    table = play(table, ROUND, AcceptDamage(seat="gm"), chance=dice(d4=[1]))
    assert not flames(table, "bran")
    table = play(table, ROUND, chance=dice(d4=[1]))
    assert [flame.intensity for flame in flames(table, "bran")] == [2]


@pytest.mark.rule("CF-FIRE-8", "CF-AMB-26")
@pytest.mark.parametrize(("ruling", "before", "burning"), [("never", 3, 3), ("until_ignited", 1, 3)])
def test_worn_armour_helps_against_heat_until_it_burns_itself_at_the_most(
    ruling: str, before: int, burning: int
) -> None:
    armour: list[Json] = [{"location": "Chest", "worn": 2, "natural": 1}]
    table = laid(sheets={"bran": {"armour": armour}}, options={"fire_worn_armor": ruling})
    heat = ExposeToHeat(seat="gm", actor="bran", intensity=2, locations=("Chest",), flammable=False)
    cold = outcome(play(table, heat, chance=dice(d4=[4])), AcceptDamage(seat="gm"))
    alight = play(table, SetAlight(seat="gm", actor="bran", locations=("Chest",), intensity=2))
    hot = outcome(play(alight, heat, chance=dice(d4=[4])), AcceptDamage(seat="gm"))
    assert (cold.results["damage"], hot.results["damage"]) == (before, burning)


@pytest.mark.rule("CF-FIRE-8", "CF-FIRE-19")
def test_a_fire_ends_with_what_burns_and_then_flesh_burns_on_if_the_gm_wants() -> None:
    table = laid(sheets={"bran": {"armour": [{"location": "Chest", "item_hp": 5, "worn": 4}]}})
    asked = SetAlight(seat="gm", actor="bran", locations=("Chest",), intensity=2)
    held = ControlFire(seat="gm", actor="bran")
    table = play(table, asked, held, ROUND, AcceptDamage(seat="gm"), chance=dice(d4=[3]))
    assert (flames(table, "bran")[0].fuel, hp(table, "bran", "Chest")) == (2, 4)
    table = play(table, ROUND, AcceptDamage(seat="gm"), chance=dice(d4=[2]))
    assert (flames(table, "bran"), hp(table, "bran", "Chest")) == ((), 2)
    assert table.actors["bran"].sheet["armour"][0]["item_hp"] == 0  # type: ignore[index, call-overload]
    table = play(table, asked, held, ROUND, AcceptDamage(seat="gm"), chance=dice(d4=[1]))
    assert [flame.out for flame in flames(table, "bran")] == [False]


@pytest.mark.rule("CF-FIRE-9", "CF-FIRE-12", "CF-AMB-27")
@pytest.mark.parametrize(("spreads_as", "alight"), [(0, 1), (2, 3)])
def test_fire_from_an_attack_spreads_by_the_option(spreads_as: int, alight: int) -> None:
    table = laid(options={"fire_attack_spread": spreads_as})
    table = play(table, SetAlight(seat="gm", actor="bran", locations=("Chest",)), ROUND, chance=dice(d6=[6]))
    assert [flame.intensity for flame in flames(table, "bran")] == [0] * alight


@pytest.mark.rule("CF-FIRE-15", "CF-AMB-30")
def test_a_success_smothers_one_flame_by_the_option() -> None:
    table = laid(options={"fire_smother": "one"})
    table = play(table, SetAlight(seat="gm", actor="bran", locations=("Chest", "Head"), intensity=1))
    table = play(table, LieDown(seat="tom", actor="bran"), Smother(seat="tom", actor="bran", location="Chest"))
    table = play(table, ThrowDice(seat="tom"), chance=dice(d100=[20]))
    assert [flame.location for flame in flames(table, "bran")] == ["Head"]


@pytest.mark.rule("CF-FIRE-10", "CF-AMB-28")
@pytest.mark.parametrize(("ruling", "lit"), [("once", ["Chest", "Head"]), ("per_location", ["Head"])])
def test_ignition_is_checked_once_or_for_each_location(ruling: str, lit: list[str]) -> None:
    breath = HarmSomebody(seat="gm", actor="bran", damage="1d6", locations=("Chest", "Head"), kindles="fire")
    table = play(laid(options={"fire_ignite_check": ruling}), breath, ThrowDamage(seat="gm"), chance=dice(d6=[2, 4]))
    table = play(table, AcceptDamage(seat="gm"), AcceptDamage(seat="gm"), chance=dice(d100=[20, 20]))
    assert sorted(flame.location for flame in flames(table, "bran")) == lit


@pytest.mark.rule("CF-FIRE-9", "CF-EX-85")
@pytest.mark.parametrize(("intensity", "counts"), [(3, [1, 4, 7]), (1, [1, 2, 3, 4])])
def test_an_uncontrolled_fire_takes_as_many_new_locations_as_it_is_intense(intensity: int, counts: list[int]) -> None:
    table = play(laid(), SetAlight(seat="gm", actor="bran", locations=("Chest",), intensity=intensity))
    seen = [len(flames(table, "bran"))]
    for _ in counts[1:]:
        table = play(table, ROUND, chance=dice(d6=[1] * 7))
        while len(table.procedures) > 1:
            table = play(table, AcceptDamage(seat="gm"))
        seen.append(len(flames(table, "bran")))
    assert seen == counts
    held = play(table, ControlFire(seat="gm", actor="bran"), ROUND, chance=dice(d6=[1] * 7))
    assert len(flames(held, "bran")) == counts[-1]
    assert flames(play(table, PutOut(seat="gm", actor="bran")), "bran") == ()


@pytest.mark.rule("CF-FIRE-12", "CF-FIRE-13", "CF-FIRE-17", "CF-EX-88")
def test_an_attack_fire_burns_little_and_may_go_out_by_itself() -> None:
    table = play(laid(), SetAlight(seat="gm", actor="bran", locations=("Chest", "Head")))
    table = play(table, ROUND, chance=dice(d6=[1, 6]))
    assert [(f.location, f.out) for f in flames(table, "bran")] == [("Head", False), ("Chest", True)]
    assert [(blow.location, blow.base) for blow in harm(table).blows] == [("Head", 2)]


@pytest.mark.rule("CF-FIRE-15", "CF-FIRE-16", "CF-EX-89")
def test_smothering_takes_lying_down_and_helpers_make_it_easier() -> None:
    table = play(laid(), SetAlight(seat="gm", actor="bran", locations=("Chest", "Head"), intensity=1))
    assert refused(table, Smother(seat="tom", actor="bran")).message.key == "refused.d100_smother_prone"
    table = play(table, LieDown(seat="tom", actor="bran"), Smother(seat="tom", actor="bran", helpers=("mira",)))
    assert GAME.view_for(table, "tom").under_way[-1].sides[0].target == 72
    assert flames(play(table, ThrowDice(seat="tom"), chance=dice(d100=[73])), "bran")
    assert flames(play(table, ThrowDice(seat="tom"), chance=dice(d100=[72])), "bran") == ()


@pytest.mark.rule("CF-FIRE-10", "CF-FIRE-11", "CF-EX-86")
@pytest.mark.parametrize(
    ("kind", "face", "lit"),
    [("fire", 35, True), ("fire", 36, False), ("electrical", 7, True), ("electrical", 8, False)],
)
def test_an_attack_kindles_by_the_damage_that_was_rolled(kind: str, face: int, lit: bool) -> None:
    asked = DeclareAttack(seat="gm", actor="orc", target="bran", weapon="sword", kindles=kind)  # type: ignore[arg-type]
    table = play(laid(), asked, ThrowDice(seat="gm"), chance=dice(d100=[30]))
    table = play(table, Defend(seat="tom", how="none"), FindLocation(seat="gm"), chance=dice(d20=[11]))
    table = play(table, ThrowDamage(seat="gm"), chance=dice(d8=[7]))
    table = play(table, AcceptDamage(seat="gm"), chance=dice(d100=[50, face]))
    table = play(table, ThrowDice(seat="gm"), chance=dice(d100=[50])) if len(table.procedures) > 1 else table
    table = play(table, AcceptConsequences(seat="gm"), chance=dice(d100=[face]))
    assert bool(flames(table, "bran")) is lit


@pytest.mark.rule("CF-GEN-1", "CF-UI-11")
def test_a_hazard_of_the_groups_own_goes_on_step_by_step_until_it_is_ended() -> None:
    gas = CustomHazard(name="Gas", every=60, steps=3, fatigue="1", cause="other", skill="Endurance")
    table = play(laid(), SaveHazard(seat="gm", hazard=gas), LetHazard(seat="gm", actor="bran", name="Gas"))
    table = play(table, ThrowDice(seat="tom"), chance=dice(d100=[80]))
    assert table.actors["bran"].tracks["Fatigue"].value == 1
    table = play(table, AdvanceTime(seat="gm", unit="minute"), chance=dice(d100=[30]))
    assert table.actors["bran"].tracks["Fatigue"].value == 1
    assert "hazard" not in states(play(table, EndHazard(seat="gm", actor="bran")), "bran")
    table = play(table, AdvanceTime(seat="gm", unit="minute"), chance=dice(d100=[30]))
    assert "hazard" not in states(table, "bran")
    faulty = SaveHazard(seat="gm", hazard=CustomHazard(name="Nothing"))
    assert refused(laid(), faulty).message.key == "refused.d100_hazard_fault_harmless"
