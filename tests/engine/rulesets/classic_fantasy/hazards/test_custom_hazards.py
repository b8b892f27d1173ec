"""Custom hazards step by step with their recovery, poisons, and the worth of coins."""

from __future__ import annotations

import pytest

from engine.core.chance import ScriptedChance, SeededChance
from engine.core.events import Event, Rolled
from engine.core.redaction import redact
from engine.model.frozen import replace
from engine.rulesets.classic_fantasy.checks.check_commands import ThrowDice
from engine.rulesets.classic_fantasy.damage.damage_commands import (
    AcceptConsequences,
    AcceptDamage,
    FindLocation,
    RuleBlow,
    ThrowDamage,
)
from engine.rulesets.classic_fantasy.damage.damage_procedure import current_damage
from engine.rulesets.classic_fantasy.damage.hazard_record import CustomHazard, OnSuccess
from engine.rulesets.classic_fantasy.hazards.custom_hazard_commands import (
    IN_HAZARD,
    EndHazard,
    LetHazard,
    MakeHazard,
    RemoveHazard,
    SaveHazard,
    known_hazards,
)
from engine.rulesets.classic_fantasy.hazards.poison_commands import (
    COMING,
    POISONED,
    EndPoison,
    MakePoison,
    PoisonSomebody,
    RemovePoison,
    known_poisons,
)
from engine.rulesets.classic_fantasy.health.fatigue_state import fatigue_level
from engine.rulesets.classic_fantasy.time.time_advance import AdvanceTime
from engine.rulesets.classic_fantasy.traps.trap_rules import samples, worth_in_copper
from engine.sheets.catalogue.sheet_library import sheets_of, tables_of
from engine.sheets.model.character_record import Record
from engine.sheets.model.filled_sheet import FilledSheet
from tests.engine.rulesets.classic_fantasy.fixed_dice_tables import (
    GAME,
    dice,
    harm,
    hp,
    laid,
    names,
    outcome,
    play,
    refused,
    states,
)

GAS = MakeHazard(seat="gm", name="Gas: green", fatigue="1", every="minute", recovery="hour", notes="It stings.")
BREW = MakePoison(
    seat="gm",
    name="Viper",
    application="injected",
    potency=70,
    onset=2,
    onset_in="combat_round",
    duration=3,
    duration_in="minute",
    conditions="dim sight",
    antidote="milk of the poppy",
)


@pytest.mark.rule("CF-GEN-1", "CF-UI-11")
def test_the_gm_makes_a_hazard_and_its_fatigue_goes_away_at_its_own_pace() -> None:
    table = play(laid(), GAS)
    (gas,) = known_hazards(table)
    assert (gas.every, gas.recovery, gas.notes) == (60, 3600, "It stings.")
    assert refused(laid(), MakeHazard(seat="gm", name="Breeze")).rules == ("CF-GEN-1",)
    assert refused(laid(), MakeHazard(seat="tom", name="Gas", fatigue="1")).rules == ("CF-GEN-1",)
    assert {"d100_make_hazard_that_hurts", "d100_make_hazard_that_tires", "d100_remove_hazard"} <= names(
        table, "gm"
    ).keys()
    assert "d100_make_hazard_that_hurts" not in names(table, "tom")
    inside = play(table, LetHazard(seat="gm", actor="bran", name=gas.name), AdvanceTime(seat="gm", unit="minute"))
    assert fatigue_level(inside, "bran") == 2
    assert refused(inside, RemoveHazard(seat="gm", name=gas.name)).message.key == "refused.d100_hazard_in_use"
    out = play(inside, EndHazard(seat="gm", actor="bran"))
    seen = []
    for _ in range(4):
        out = play(out, AdvanceTime(seat="gm", unit="minute", count=30))
        seen.append(fatigue_level(out, "bran"))
    assert seen == [2, 1, 1, 0], "a level an hour, without any rest"
    assert known_hazards(play(out, RemoveHazard(seat="gm", name=gas.name))) == ()


@pytest.mark.rule("CF-GEN-1")
def test_recovery_from_a_single_hazard_begins_at_once() -> None:
    table = play(laid(), MakeHazard(seat="gm", name="Shock", fatigue="3", recovery="minute"))
    table = play(table, LetHazard(seat="gm", actor="bran", name="Shock"))
    assert fatigue_level(table, "bran") == 3
    assert fatigue_level(play(table, AdvanceTime(seat="gm", unit="minute", count=2)), "bran") == 1


@pytest.mark.rule("CF-GEN-1")
def test_dice_of_a_hazard_are_rolled_for_each_character_and_only_the_gm_can_know_them() -> None:
    spores = CustomHazard(name="Spores", fatigue="1", every="1d20+40", steps="1d4+1", recovery="1d100+3500")
    table = play(laid(), SaveHazard(seat="gm", hazard=spores))
    chance = ScriptedChance({"d20": [1, 20], "d4": [1, 3], "d100": [50, 60]}, then=SeededChance(1))
    start = table.clock
    events: list[Event] = []
    for actor in ("mira", "bran"):
        found = GAME.apply(table, LetHazard(seat="gm", actor=actor, name="Spores"), chance)
        assert not [event for event in found.events if isinstance(event, Rolled)]
        table, events = found.table, [*events, *found.events]
    until = {actor: table.actors[actor].conditions_named("hazard")[0].until for actor in ("mira", "bran")}
    assert until == {"mira": start + 41, "bran": start + 60}
    told = {seat: repr(redact(table, events, seat, GAME.secret_lists)) for seat in ("gm", "tom")}
    assert ["rolled_hazards" in told[seat] for seat in told] == [True, False]
    table = play(table, AdvanceTime(seat="gm", unit="minute", count=10))
    levels = {actor: fatigue_level(table, actor) for actor in ("mira", "bran")}
    assert levels == {"mira": 2, "bran": 4}, "as many steps as were rolled"


ACID = MakeHazard(seat="gm", name="Acid", damage="4", near=True, armour="none", every="combat_round", steps=2)
ROUND = AdvanceTime(seat="gm", unit="combat_round")


@pytest.mark.rule("CF-GEN-1")
def test_of_several_hazards_each_goes_its_own_way_where_it_touches_and_as_long_as_it_lasts() -> None:
    table = play(laid(), GAS, ACID)
    acid = LetHazard(seat="gm", actor="bran", name="Acid", start=("Chest",))
    assert refused(table, replace(acid, start=())).message.key == "refused.d100_locations_named"
    assert refused(table, replace(acid, start=("Tail",))).rules == ("CF-HITLOC-3",)
    assert refused(table, replace(acid, name="Lye")).message.key == "refused.d100_no_such_hazard"
    swept = (FindLocation(seat="gm"), ThrowDamage(seat="gm"), AcceptDamage(seat="gm"))
    table = play(table, LetHazard(seat="gm", actor="bran", name="Gas green"), acid, *swept)
    assert (hp(table, "bran", "Chest"), fatigue_level(table, "bran")) == (3, 1)
    gas_alone = play(table, EndHazard(seat="gm", actor="bran", name="Acid"))
    assert refused(gas_alone, RemoveHazard(seat="gm", name="Gas green")).message.key == "refused.d100_hazard_in_use"
    (remove,) = (offer for offer in GAME.offers(gas_alone, "gm") if offer.name == "d100_remove_hazard")
    assert remove.command == RemoveHazard(seat="gm", name="Acid")
    assert remove.denial is None
    assert [one.name for one in known_hazards(play(gas_alone, RemoveHazard(seat="gm", name="Acid")))] == ["Gas green"]
    assert not play(table, EndHazard(seat="gm", actor="bran")).actors["bran"].has_condition(IN_HAZARD)
    assert refused(laid(), EndHazard(seat="gm", actor="bran")).message.key == "refused.d100_in_no_hazard"
    again = play(table, ROUND, *swept, ThrowDice(seat="gm"), chance=dice(d100=[20], d6=[1]))
    again = play(again, AcceptConsequences(seat="gm"))
    assert hp(again, "bran", "Chest") == -1
    over = play(again, ROUND, ROUND)
    assert (hp(over, "bran", "Chest"), len(over.procedures)) == (-1, 1), "two steps, and no more"


@pytest.mark.rule("CF-GEN-1")
@pytest.mark.parametrize(
    ("on_success", "face", "left", "tired"),
    [
        ("nothing", 20, 7, 0),
        ("half", 20, 5, 1),
        ("damage_only", 20, 3, 0),
        ("half", 3, 7, 0),
        ("half", 80, 3, 1),
    ],
)
def test_a_hazard_spares_those_who_resist_as_it_says(on_success: OnSuccess, face: int, left: int, tired: int) -> None:
    fumes = MakeHazard(
        seat="gm", name="Fumes", damage="4", armour="none", fatigue="1", skill="Endurance", on_success=on_success
    )
    table = play(laid(), fumes, LetHazard(seat="gm", actor="bran", name="Fumes"))
    table = play(table, ThrowDice(seat="gm"), chance=dice(d100=[face]))
    if current_damage(table) is not None:
        table = play(table, FindLocation(seat="gm"), chance=dice(d20=[11]))
        table = play(table, ThrowDamage(seat="gm"), AcceptDamage(seat="gm"))
    assert (hp(table, "bran", "Chest"), fatigue_level(table, "bran"), len(table.procedures)) == (left, tired, 1)
    assert not table.actors["bran"].has_condition(IN_HAZARD), "it happens once"
    unable = replace(fumes, skill="Lore (Vapours)")
    assert refused(play(laid(), unable), LetHazard(seat="gm", actor="bran", name="Fumes")).rules == ("CF-X-24",)


@pytest.mark.rule("CF-GEN-1", "CF-X-24")
def test_the_next_step_of_a_hazard_comes_even_if_the_skill_against_it_is_gone_from_the_sheet() -> None:
    table = play(laid(), replace(GAS, skill="Lore (Vapours)"))
    bran = table.actors["bran"]
    learned = {**bran.sheet, "skills": [{"name": "Lore (Vapours)", "total": 50}]}
    inside = replace(table, actors={**table.actors, "bran": replace(bran, sheet=learned)})
    let = LetHazard(seat="gm", actor="bran", name="Gas green")
    inside = play(inside, let, ThrowDice(seat="gm"), chance=dice(d100=[20]))
    assert fatigue_level(inside, "bran") == 0
    forgotten = replace(inside.actors["bran"], sheet=bran.sheet)
    table = replace(inside, actors={**inside.actors, "bran": forgotten})
    table = play(table, AdvanceTime(seat="gm", unit="minute"), chance=dice(d100=[20]))
    assert fatigue_level(table, "bran") == 1


@pytest.mark.rule("CF-X-37", "CF-TRAP-12", "CF-TRAP-19")
def test_a_poison_sets_in_is_withstood_or_works_for_its_time() -> None:
    table = play(laid(), BREW)
    (viper,) = known_poisons(table)
    assert (viper.onset, viper.duration, viper.antidote) == (10, 180, "milk of the poppy")
    assert "Viper" not in str(GAME.view_for(table, "tom")), "the list is the GM's alone"
    assert refused(table, PoisonSomebody(seat="tom", actor="bran", name="Viper")).rules == ("CF-X-37",)
    assert refused(table, PoisonSomebody(seat="gm", actor="bran", name="Asp")).rules == ("CF-X-37",)
    given = play(table, PoisonSomebody(seat="gm", actor="bran", name="Viper"))
    assert states(given, "bran") == {COMING: 10}
    before = play(given, AdvanceTime(seat="gm", unit="second", count=9))
    assert COMING in states(before, "bran")
    lost = play(before, AdvanceTime(seat="gm", unit="second"), chance=dice(d100=[60, 40]))
    assert states(lost, "bran") == {POISONED: 190}, "60 of 70 beats 40 of 52"
    assert lost.actors["bran"].conditions_named(POISONED)[0].note == "dim sight"
    assert not states(play(lost, AdvanceTime(seat="gm", unit="minute", count=3)), "bran")
    assert not states(play(lost, EndPoison(seat="gm", actor="bran")), "bran")
    assert refused(table, EndPoison(seat="gm", actor="bran")).rules == ("CF-X-37",)
    won = play(before, AdvanceTime(seat="gm", unit="second"), chance=dice(d100=[30, 40]))
    assert not states(won, "bran")
    at_once = play(table, MakePoison(seat="gm", name="Asp"), PoisonSomebody(seat="gm", actor="mira", name="Asp"))
    held = play(at_once, ThrowDice(seat="gm"), chance=dice(d100=[10, 90]))
    assert states(held, "mira") == {POISONED: None}, "it works until the GM ends it"
    assert known_poisons(play(table, RemovePoison(seat="gm", name="Viper"))) == ()
    assert any(trap.poison for trap in samples()), "the needle is waiting for one"


@pytest.mark.rule("CF-X-37")
def test_a_poison_roll_waits_where_luck_could_help() -> None:
    table = play(laid(tracks={"bran": {"Luck": 1}}), BREW, PoisonSomebody(seat="gm", actor="bran", name="Viper"))
    waits = outcome(table, AdvanceTime(seat="gm", unit="minute"))
    assert waits.table.clock == 10, "who has luck is asked"


@pytest.mark.rule("CF-X-36", "CF-TRAP-2")
def test_ten_copper_are_a_silver_ten_silver_a_gold_and_five_gold_a_platinum() -> None:
    assert worth_in_copper(10, "copper") == worth_in_copper(1, "silver")
    assert worth_in_copper(10, "silver") == worth_in_copper(1, "gold")
    assert worth_in_copper(5, "gold") == worth_in_copper(1, "platinum") == 500
    description = sheets_of("classic_fantasy")["hero"]
    purse = FilledSheet(
        description, Record(sheet={"cp": 7, "sp": 3, "gp": 2, "pp": 1}), {}, {}, tables_of("classic_fantasy")
    )
    assert purse.value("worth") == 7 + 30 + 200 + 500


@pytest.mark.rule("CF-GEN-1", "CF-DMG-5")
def test_the_gm_rules_what_the_dice_of_a_hazard_show_but_no_more_than_they_have() -> None:
    table = play(laid(), MakeHazard(seat="gm", name="Hail", damage="1d6"))
    table = play(table, LetHazard(seat="gm", actor="bran", name="Hail"), FindLocation(seat="gm"))
    table = play(table, RuleBlow(seat="gm", step="base", value=6))
    assert harm(table).blow.base == 6
    assert refused(table, RuleBlow(seat="gm", step="base", value=7)).message.key == "refused.d100_not_thrown"
    assert harm(play(table, RuleBlow(seat="gm", step="damage", value=9))).blow.ruled == 9
