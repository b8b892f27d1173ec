"""Each option of the group makes a difference on the table, and not only in the rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.core.chance import Chance
from engine.core.commands import Command
from engine.core.events import Noted
from engine.core.manual_moves import SetLocation
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character import character_conditions
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of
from engine.rulesets.classic_fantasy.character.resource_pools import pool
from engine.rulesets.classic_fantasy.character.session_state import session_state
from engine.rulesets.classic_fantasy.checks.check_commands import AcceptRoll, RollSkill, ThrowDice
from engine.rulesets.classic_fantasy.checks.check_procedure import current_check
from engine.rulesets.classic_fantasy.combat.combat_commands import RollInitiative, StartFight
from engine.rulesets.classic_fantasy.damage import damage_sources
from engine.rulesets.classic_fantasy.damage.damage_commands import (
    AcceptConsequences,
    AcceptDamage,
    ChooseLimbKind,
    FindLocation,
    HarmSomebody,
    ThrowDamage,
)
from engine.rulesets.classic_fantasy.damage.damage_procedure import current_damage
from engine.rulesets.classic_fantasy.game_calendar import ClockUnit
from engine.rulesets.classic_fantasy.hazards.falling_commands import DropObject, FallDown
from engine.rulesets.classic_fantasy.health.ageing_commands import GrowOlder
from engine.rulesets.classic_fantasy.health.asphyxiation_commands import LoseBreath
from engine.rulesets.classic_fantasy.health.fatigue_commands import Weary
from engine.rulesets.classic_fantasy.health.fatigue_state import fatigue_level
from engine.rulesets.classic_fantasy.health.healing_commands import Strain
from engine.rulesets.classic_fantasy.health.rest_commands import BeginRest, ChooseRest, EndRest
from engine.rulesets.classic_fantasy.luck.luck_commands import SpendLuck
from engine.rulesets.classic_fantasy.progression.experience_commands import AwardRolls, Improve, LearnAbility
from engine.rulesets.classic_fantasy.progression.session_commands import EndSession, StartSession
from engine.rulesets.classic_fantasy.time.time_advance import AdvanceTime
from engine.rulesets.classic_fantasy.traps.placed_traps import all_traps
from engine.rulesets.classic_fantasy.traps.trap_commands import BuildTrap, SpringTrap
from engine.rulesets.classic_fantasy.traps.trap_rules import Resistance
from engine.rulesets.classic_fantasy.traps.trap_trigger_commands import ResistTrap, TakeTrap
from engine.rulesets.classic_fantasy.travel.party_travel import Walk
from engine.rulesets.classic_fantasy.treatment.treatment_commands import Tend
from tests.engine.rulesets.classic_fantasy.fixed_dice_tables import GAME, dice, harm, hp, laid, outcome, play
from tests.engine.rulesets.classic_fantasy.table import notes

Options = dict[str, Json]
NOTHING = dice()
BRAN: dict[str, Any] = {"seat": "gm", "actor": "bran"}
DAY = 86400


def table_with(options: Options, *commands: Command, chance: Chance = NOTHING, **sheet: Json) -> Table:
    """Return a table with those choices, and this on Bran's sheet, after some commands."""
    return play(laid(sheets={"bran": sheet}, options=options), *commands, chance=chance)


def target(options: Options, **roll: Any) -> int | None:
    found = table_with(options, RollSkill(**BRAN, skill="Brawn", **roll))
    return GAME.view_for(found, "gm").under_way[-1].sides[0].target


def dotage(options: Options) -> tuple[int, int | None]:
    found = outcome(laid(sheets={"bran": {"age": 400}}, options=options), GrowOlder(**BRAN), dice(d6=[1, 1, 1, 1]))
    rolled = current_check(found.table)
    sides = GAME.view_for(found.table, "gm").under_way[-1].sides if rolled else ()
    return notes(found).count("d100_age_gm"), sides[0].target if sides else None


def bands(options: Options) -> int:
    grown = outcome(laid(sheets={"bran": {"age": 140}}, options=options), GrowOlder(**BRAN, years=120))
    return notes(grown).count("d100_age_rolls")


def breath(options: Options, *, strenuous: bool = False) -> int:
    lost = LoseBreath(**BRAN, prepared=True, strenuous=strenuous)
    found = table_with(options, Weary(**BRAN, cause="disease"), lost)
    return session_state(found).breathless["bran"].seconds


def suffocated(options: Options) -> int:
    time = AdvanceTime(seat="gm", unit="second", count=30)
    lost = LoseBreath(**BRAN, strenuous=True)
    return fatigue_level(table_with(options, lost, time, chance=dice(d100=[7] * 9)), "bran")


def fallen(options: Options, *faces: int, places: tuple[int, ...] = (2, 11), **sheet: Json) -> list[tuple[str, int]]:
    table = table_with(options, FallDown(**BRAN, feet=20), FindLocation(seat="gm"), chance=dice(d20=places), **sheet)
    table = play(table, ThrowDamage(seat="gm"), chance=dice(d6=faces))
    now = harm(table)
    return [(blow.location, damage_sources.damage_of(table, now, index).value) for index, blow in enumerate(now.blows)]


def figures(options: Options, command: Command) -> dict[str, Any]:
    return dict(outcome(laid(options=options), command).results)


def struck_by_stone(options: Options) -> int:
    armour: Json = [{"location": "Chest", "worn": 3}]
    stone = DropObject(**BRAN, siz=6, feet=3)
    table = table_with(options, stone, FindLocation(seat="gm"), chance=dice(d20=[11]), armour=armour)
    return hp(play(table, ThrowDamage(seat="gm"), AcceptDamage(seat="gm"), chance=dice(d6=[5])), "bran", "Chest")


def second_ration(options: Options) -> bool:
    eat, rest = ChooseRest(**BRAN, action="eat_ration"), BeginRest(seat="gm", actors=("bran",))
    table = table_with(options, rest, eat, EndRest(seat="gm"), AdvanceTime(seat="gm", unit="day"), rest, rations=2)
    return can(table, eat)


def hurt(options: Options, location: str, damage: int, endurance: int, **more: Any) -> Table:
    """Return the table on which the consequences of a wound are proposed."""
    blow = HarmSomebody(**BRAN, damage=str(damage), locations=(location,), **more)
    table = table_with(options, blow, ThrowDamage(seat="gm"), AcceptDamage(seat="gm"))
    return play(table, ThrowDice(seat="gm"), chance=dice(d100=[endurance], d6=[3]))


def suffered(options: Options, location: str, damage: int, endurance: int) -> Table:
    return play(hurt(options, location, damage, endurance), AcceptConsequences(seat="gm"))


def parried(options: Options) -> int:
    blow = HarmSomebody(**BRAN, damage="5", locations=("Chest",), parry="half")
    return hp(table_with(options, blow, ThrowDamage(seat="gm"), AcceptDamage(seat="gm")), "bran", "Chest")


def wakes(options: Options) -> bool:
    table = suffered(options, "Chest", 8, 90)
    aid = Tend(seat="eve", actor="mira", patient="bran", location="Chest", emergency=True)
    table = play(table, aid, ThrowDice(seat="gm"), chance=dice(d100=[5], d6=[2]))
    return not table.actors["bran"].has_condition(character_conditions.UNCONSCIOUS)


def locked(options: Options) -> int | None:
    """Return when a fighter may attack again; None where that is counted in Turns."""
    fight = StartFight(seat="gm", fighters=("bran", "orc"))
    table = table_with(options, fight, RollInitiative(seat="gm"), chance=dice(d10=[9, 1]))
    blow = HarmSomebody(**BRAN, damage="6", locations=("Left Leg",))
    table = play(table, blow, ThrowDamage(seat="gm"), AcceptDamage(seat="gm"))
    table = play(table, ThrowDice(seat="gm"), AcceptConsequences(seat="gm"), chance=dice(d100=[20], d6=[3]))
    return table.actors["bran"].conditions_named(character_conditions.NO_OFFENCE)[0].until


def fainted(options: Options) -> str:
    return next(line.until for line in harm(hurt(options, "Left Leg", 10, 90)).proposed if line.what == "unconscious")


def bleeds_shattered(options: Options) -> bool:
    table = play(hurt(options, "Left Leg", 10, 20), ChooseLimbKind(seat="gm", limb_kind="shattered"))
    return "bleeds_out" in [line.what for line in harm(table).proposed]


def maimed_at(options: Options) -> int | None:
    healer: Json = [{"name": "Healing", "total": 60}]
    table = laid(sheets={"mira": {"professional": healer}}, options=options)
    table = play(table, SetLocation(**BRAN, location="Chest", level=-7))
    return table.actors["bran"].conditions_named(character_conditions.MAIMING)[0].until


def strain_after_a_day(options: Options) -> int:
    table = table_with(options, SetLocation(**BRAN, location="Chest", level=1), Strain(**BRAN), chance=dice(d6=[1]))
    return session_state(play(table, AdvanceTime(seat="gm", unit="day"))).injuries["bran"]["Chest"].strain


def mitigated_twice(options: Options) -> bool:
    breath_of_fire = HarmSomebody(**BRAN, damage="14", locations=("Head", "Chest"))
    table = laid(options=options, tracks={"bran": {"Luck": 3}})
    save, accept = SpendLuck(seat="tom", actor="bran", use="mitigate"), AcceptDamage(seat="gm")
    table = play(table, breath_of_fire, ThrowDamage(seat="gm"), accept, save)
    while current_damage(table) is None or harm(table).stage != "damage":
        table = _goes_on(table)
    table = play(table, accept)
    return harm(table).stage == "luck"


def _goes_on(table: Table) -> Table:
    for command in (ThrowDice(seat="gm"), AcceptRoll(seat="gm"), AcceptConsequences(seat="gm")):
        try:
            return play(table, command, chance=dice(d100=[20], d6=[1]))
        except Refused:
            continue
    raise AssertionError(table.procedures)


def neither_escapes(options: Options) -> tuple[bool, bool]:
    evade = (Resistance(skill="Evade"),)
    net = BuildTrap(seat="gm", name="Net", maker=60, damage="1d6", resistance=evade)
    table = table_with(options, net, SpringTrap(seat="gm", trap="net", victims=("bran",)), ResistTrap(seat="gm"))
    table = play(table, ThrowDice(seat="gm"), chance=dice(d100=[90, 90]))
    return current_damage(table) is not None, current_check(table) is not None


def built(options: Options, **trap: Any) -> Table:
    return table_with(options, BuildTrap(seat="gm", name="Trap", **trap))


def price(options: Options) -> Json:
    maims = BuildTrap(seat="gm", name="Trap", maker=60, purposes=("maiming",))
    found = outcome(laid(options=options), maims)
    return next(event.message.params["coin"] for event in found.events if isinstance(event, Noted))


def pit(options: Options) -> str:
    table = built(options, maker=60, depth=40)
    table = play(table, SpringTrap(seat="gm", trap="trap", victims=("bran",)))
    return harm(table if current_damage(table) else play(table, TakeTrap(seat="gm"))).harm.dice


def walked(options: Options) -> int:
    return table_with(options, Walk(seat="gm", feet=90)).clock


def told_force(options: Options) -> str:
    """Return the force of a trap with spread damage, as shown to the GM."""
    status_page = GAME.status_page(built(options, maker=90, spread=2, damage="1d6"), "gm", "traps")
    assert status_page is not None
    told = " ".join(say(text) for line in status_page.lines for cell in line.cells for text in cell.texts)
    return next(size for size in ("Enormous", "Huge", "Large", "Medium", "Small") if size in told)


def clock_after(options: Options, unit: ClockUnit) -> int:
    return table_with(options, AdvanceTime(seat="gm", unit=unit)).clock


def raised_again(options: Options) -> tuple[bool, bool]:
    """Return whether a skill can be raised again after an award, and in the next session."""
    stealth: Json = [{"name": "Stealth", "total": 50}]
    once = Improve(**BRAN, skill="Stealth")
    table = table_with(
        options, StartSession(seat="gm"), once, AwardRolls(seat="gm", rolls=1), experience=5, skills=stealth
    )
    return can(table, once), can(play(table, EndSession(seat="gm"), StartSession(seat="gm")), once)


def can(table: Table, command: Command) -> bool:
    try:
        play(table, command)
    except Refused:
        return False
    return True


def ability_price(options: Options) -> int:
    learned = table_with(options, LearnAbility(**BRAN, ability="Turn", rank=1), experience=9, rank=3)
    return 9 - character_sheet_of(learned, "bran").experience


CASES: tuple[tuple[Options, Callable[[Options], object], object, object], ...] = (
    ({"grades_system": "flat"}, lambda o: target(o, grade="Hard"), 32, 28),
    ({"grades_herculean": "0.1"}, lambda o: target(o, grade="Herculean"), 10, 5),
    (
        {"characteristics_affect_skills": False},
        lambda o: character_sheet_of(table_with(o, pow_original=14), "bran").skill("Willpower").value,  # type: ignore[union-attr]
        24,
        28,
    ),
    ({"aging_bands": "last"}, bands, 3, 1),
    ({"asphyx_breath_uses_grade": True}, breath, 52, 35),
    ({"asphyx_strenuous_prepared": "half"}, lambda o: breath(o, strenuous=True), 52, 26),
    ({"asphyx_interval_seconds": 10}, suffocated, 4, 2),
    ({"fall_mode": "one_roll"}, lambda o: [n for _, n in fallen(o, 1, 2, 3, 4)], [3, 7], [3, 3]),
    ({"fall_mode": "split"}, lambda o: [n for _, n in fallen(o, 1, 2, 3, 4)], [3, 7], [2, 1]),
    (
        {"fall_duplicates": "stack"},
        lambda o: [place for place, _ in fallen(o, 1, 2, 3, 4, places=(2, 3, 11))],
        ["Right Leg", "Chest"],
        ["Right Leg", "Right Leg"],
    ),
    (
        {"fall_dm": "once"},
        lambda o: [n for _, n in fallen(o, 3, 4, 1, 2, 2, 6, damage_modifier="+1d2")],
        [8, 6],
        [8, 4],
    ),
    ({"fall_beyond_locations": "plus_one"}, lambda o: figures(o, FallDown(**BRAN, feet=75))["fall_locations"], 4, 5),
    (
        {"fall_object_locations": "as_fall"},
        lambda o: figures(o, DropObject(**BRAN, siz=6, feet=20))["fall_locations"],
        1,
        2,
    ),
    (
        {"fall_size_reduction": "custom"},
        lambda o: figures(o, DropObject(**BRAN, siz=13, feet=20, less_dice=2))["dice"],
        "5d6",
        "3d6",
    ),
    ({"fall_object_armor": False}, struck_by_stone, 5, 2),
    ({"xp_limit": "session"}, raised_again, (True, True), (False, True)),
    ({"xp_ability_cost": "ability_rank"}, ability_price, 3, 1),
    ({"rest_ration_day": "calendar"}, second_ration, False, True),
    ({"damage_parry_half": "down"}, parried, 4, 5),
    ({"wound_no_attack": "opposed_50"}, lambda o: harm(hurt(o, "Left Leg", 6, 40)).lost, False, True),
    ({"wound_care_wakes": False}, wakes, True, False),
    (
        {"wound_major_sets_fatigue": True},
        lambda o: fatigue_level(suffered(o, "Left Leg", 10, 20), "bran"),
        0,
        6,
    ),
    ({"wound_lock_counts": "rounds"}, locked, None, 10),
    ({"wound_major_limb_ko": "gm"}, fainted, "stabilised", "gm"),
    ({"wound_shattered_deadline": True}, bleeds_shattered, False, True),
    ({"heal_maim_skill": "victim"}, maimed_at, 3 * DAY, 1),
    ({"heal_strenuous": "until_rested"}, strain_after_a_day, 0, 1),
    ({"luck_mitigate_multi": "each"}, mitigated_twice, False, True),
    ({"trap_both_fail": "favour_victim"}, neither_escapes, (True, False), (False, False)),
    ({"trap_both_fail": "reroll"}, neither_escapes, (True, False), (False, True)),
    ({"trap_maiming_cost": "silver"}, price, "d100-gold", "d100-silver"),
    ({"trap_over_100": "extend"}, lambda o: all_traps(built(o, maker=105))[0].trap.damage, "2d10", "2d10+1d2"),
    ({"trap_pit": "fixed"}, pit, "3d6", "2d6"),
    (
        {"action_points": "characteristics"},
        lambda o: character_sheet_of(table_with(o, rank=2), "bran").action_points,
        3,
        2,
    ),
    ({"trap_force_follows": "damage"}, told_force, "Enormous", "Huge"),
    ({"calendar_week_days": 10}, lambda o: clock_after(o, "week"), 7 * DAY, 10 * DAY),
    ({"calendar_month_days": 28}, lambda o: clock_after(o, "month"), 30 * DAY, 28 * DAY),
    ({"calendar_year_days": 365}, lambda o: clock_after(o, "year"), 360 * DAY, 365 * DAY),
    ({"exploration_mapped": False}, walked, 600, 120),
    ({"exploration_mapped": False, "time_unmapped_minutes": 3}, walked, 600, 360),
)


@pytest.mark.rule("CF-UI-17", "CF-AMB-1", "CF-AMB-4", "CF-AMB-16", "CF-AMB-33", "CF-AMB-41", "CF-AMB-45", "CF-AMB-53")
@pytest.mark.parametrize(
    ("options", "observed", "usually", "then"),
    CASES,
    ids=[f"{name}-{case[0][name]}" for case in CASES for name in list(case[0])[-1:]],
)
def test_an_option_makes_its_difference_at_the_table(
    options: Options, observed: Callable[[Options], object], usually: object, then: object
) -> None:
    assert (observed({}), observed(options)) == (usually, then)


@pytest.mark.rule("CF-AGE-10", "CF-AMB-2")
@pytest.mark.parametrize(("ruling", "comes_to"), [("auto_fail", (0, None)), ("herculean", (0, 11)), ("gm", (2, None))])
def test_options_for_rolls_in_dotage(ruling: str, comes_to: tuple[int, int | None]) -> None:
    assert dotage({"aging_dotage": ruling}) == comes_to


@pytest.mark.rule("CF-LUCK-3", "CF-AMB-42")
@pytest.mark.parametrize(
    ("allowed", "key", "points"), [("off", True, 0), ("key", True, 2), ("key", False, 0), ("all", False, 2)]
)
def test_only_gm_characters_that_may_use_luck_are_refilled(allowed: str, key: bool, points: int) -> None:
    table = laid(sheets={"orc": {"key_character": key}}, options={"luck_npc": allowed}, tracks={"orc": {"Luck": 0}})
    assert pool(play(table, StartSession(seat="gm")), "orc", "Luck") == points


@pytest.mark.rule("CF-AMB-3", "CF-AGE-2")
@pytest.mark.parametrize(("retroactive", "rolls"), [(False, 0), (True, 4)])
def test_an_old_new_character_owes_earlier_bands_once_if_the_option_says_so(retroactive: bool, rolls: int) -> None:
    table = laid(sheets={"bran": {"species": "Human", "age": 55}}, options={"aging_retroactive": retroactive})
    status_page = GAME.status_page(table, "gm", "years")
    assert status_page is not None
    (line,) = (one for one in status_page.lines if one.key == "bran")
    assert ("d100_owe" in [touch.offer for touch in line.buttons]) == retroactive
    text = line.cells[2].text
    assert (text is not None and text.key == "d100.ledger.years.rolls") == retroactive
    for _ in range(2):
        grown = outcome(table, GrowOlder(**BRAN))
        assert len([note for note in notes(grown) if note == "d100_age_rolls"]) == rolls / 2
        table = grown.table
        for _ in range(rolls):
            table = play(table, ThrowDice(seat="gm"), chance=dice(d100=[1]))
        assert len(table.procedures) == 1
        rolls = 0


ELSEWHERE = {
    "aging_dotage": "test_settings_at_the_table",
    "aging_retroactive": "test_settings_at_the_table",
    "asphyx_critical": "test_time_advance",
    "asphyx_fatigue_penalises": "test_time_advance",
    "fatigue_interrupt": "test_time_advance",
    "fire_attack_spread": "test_burning",
    "fire_ignite_check": "test_burning",
    "fire_smother": "test_burning",
    "fire_worn_armor": "test_burning",
    "luck_npc": "test_settings_at_the_table",
    "wound_death_again": "test_damage",
    "wound_location_harder": "test_damage",
    "wound_stabilise_time": "test_combat",
    "xp_fumble_passions": "test_checks",
    "xp_modifier": "test_care_rest_and_progression",
    "xp_passion_lower": "test_care_rest_and_progression",
}
"""Choices that are played elsewhere, each with the tests in which it makes its difference."""


@pytest.mark.rule("CF-UI-17")
def test_every_option_has_an_effect() -> None:
    here = {name for options, *_ in CASES for name in options}
    assert here | ELSEWHERE.keys() == {*GAME.ruleset.options}
    for name, tests in ELSEWHERE.items():
        (file,) = Path(__file__).parent.rglob(f"{tests}.py")
        assert f'"{name}"' in file.read_text(encoding="utf-8"), name
