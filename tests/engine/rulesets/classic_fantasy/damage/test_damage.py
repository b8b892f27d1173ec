"""Harm on the table: the fixed steps, luck before the consequences, Endurance, what follows (CF-DMG, CF-WOUND)."""

from __future__ import annotations

from typing import get_args

import pytest

from engine.core.chance import Chance, SeededChance
from engine.core.commands import Command
from engine.core.draft import Draft
from engine.core.events import Noted, ProcedureSet
from engine.core.manual_moves import SetLocation
from engine.messages.texts import say, texts
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.rulesets.classic_fantasy.attacks.attack_commands import DeclareAttack, Defend
from engine.rulesets.classic_fantasy.character.character_conditions import DEADLINE, NO_OFFENCE, lay, lift
from engine.rulesets.classic_fantasy.checks.check_commands import AcceptRoll, RollSkill, ThrowDice
from engine.rulesets.classic_fantasy.combat.combat_commands import StartFight
from engine.rulesets.classic_fantasy.damage.damage_commands import (
    AcceptConsequences,
    AcceptDamage,
    AllowLastAct,
    ChooseLimbKind,
    ChooseLocations,
    FindLocation,
    HarmSomebody,
    RuleBlow,
    RuleParry,
    StopHarm,
    StrikeLine,
    ThrowDamage,
    WaiveLuck,
)
from engine.rulesets.classic_fantasy.damage.damage_pipeline import strike_locations
from engine.rulesets.classic_fantasy.damage.damage_procedure import DamageProcess
from engine.rulesets.classic_fantasy.damage.damage_sources import dice_of_blow
from engine.rulesets.classic_fantasy.dice.grade_tables import SuccessLevel
from engine.rulesets.classic_fantasy.hazards.custom_hazard_commands import LetHazard, MakeHazard
from engine.rulesets.classic_fantasy.hazards.falling_commands import DropObject, FallDown
from engine.rulesets.classic_fantasy.luck.luck_commands import SpendLuck
from engine.rulesets.classic_fantasy.luck.luck_eligibility import can_mitigate
from engine.rulesets.classic_fantasy.time.time_advance import AdvanceTime
from engine.rulesets.classic_fantasy.wounds.wound_rules import Consequence, ConsequenceKind, LimbKind
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
    with_states,
)
from tests.engine.rulesets.classic_fantasy.table import notes

GM_ACCEPTS = AcceptDamage(seat="gm")


def hit(
    table: Table, location: str, damage: int, *, attack: SuccessLevel | None = None, roll: int = 0, armour: bool = True
) -> Table:
    """Return the table on which so much is about to be taken off one of Bran's locations."""
    asked = HarmSomebody(
        seat="gm",
        actor="bran",
        damage=str(damage),
        what="club",
        locations=(location,),
        attack=attack,
        roll=roll,
        armour=armour,
    )
    return play(table, asked, ThrowDamage(seat="gm"))


def suffered(table: Table, *, endurance: int, chance: Chance | None = None) -> Table:
    """Return the table once the damage is taken off and Endurance is thrown; what follows is only proposed."""
    table = play(table, GM_ACCEPTS)
    return play(table, ThrowDice(seat="gm"), chance=chance or dice(d100=[endurance], d6=[3]))


@pytest.mark.rule("CF-DMG-2", "CF-DMG-3", "CF-DMG-4", "CF-DMG-5", "CF-EX-14", "CF-EX-16", "CF-X-29")
@pytest.mark.parametrize(("base", "left"), [(7, 2), (6, 2)])
def test_the_four_steps_come_in_order_and_each_can_be_changed(base: int, left: int) -> None:
    armour: list[Json] = [{"location": "Chest", "worn": 2, "natural": 1}]
    table = hit(laid(sheets={"bran": {"armour": armour}}), "Chest", 9)
    assert (harm(table).blow.worn, harm(table).blow.natural) == (2, 1)
    for step, value in (("base", base), ("modifier", 2), ("magic", 1)):
        table = play(table, RuleBlow(seat="gm", step=step, value=value))  # type: ignore[arg-type]
    found = outcome(table, RuleParry(seat="gm", parry="half"))
    reasons = [line.key.rpartition(".")[2] for line in found.events[-1].reckoning]  # type: ignore[union-attr]
    assert reasons == ["weapon_damage", "damage_modifier", "magic_damage", "parry_half", "armour"]
    assert outcome(found.table, GM_ACCEPTS).results["damage"] == left
    ruled = play(found.table, RuleBlow(seat="gm", step="damage", value=4), GM_ACCEPTS)
    assert hp(ruled, "bran", "Chest") == 3


@pytest.mark.rule("CF-DMG-5", "CF-GEN-1")
def test_a_ruling_before_the_dice_waits_and_a_ruled_number_needs_no_dice() -> None:
    acid = MakeHazard(seat="gm", name="Acid", damage="1d4", near=True, armour="none")
    table = play(laid(), acid, LetHazard(seat="gm", actor="bran", name="Acid", start=("Chest",)))
    table = play(table, FindLocation(seat="gm"))
    assert harm(table).blow.location == "Chest"
    for early in (RuleParry(seat="gm", parry="half"), RuleBlow(seat="gm", step="magic", value=2)):
        found = outcome(table, early)
        assert not any(isinstance(event, Noted) for event in found.events)
        assert refused(found.table, GM_ACCEPTS).message.key == "refused.d100_throw_first"
        assert play(found.table, ThrowDamage(seat="gm")).procedures
    (base,) = (offer for offer in GAME.offers(table, "gm") if offer.name == "d100_rule_base")
    assert [(ask.least, ask.most) for ask in base.questions] == [(1, 4)]  # no number is asked for that no die can show
    ruled = outcome(table, RuleBlow(seat="gm", step="damage", value=3))
    assert [note.message.params["damage"] for note in ruled.events if isinstance(note, Noted)] == [3]
    assert hp(play(ruled.table, GM_ACCEPTS), "bran", "Chest") == hp(table, "bran", "Chest") - 3


@pytest.mark.rule("CF-WOUND-1", "CF-WOUND-2", "CF-WOUND-3", "CF-DMG-6", "CF-DMG-7", "CF-EX-11")
@pytest.mark.parametrize(
    ("damage", "left", "level"), [(4, 1, "minor"), (5, 0, "serious"), (9, -4, "serious"), (10, -5, "major")]
)
def test_a_wound_is_as_deep_as_the_hit_points_say(damage: int, left: int, level: str) -> None:
    found = outcome(hit(laid(), "Head", damage), GM_ACCEPTS)
    assert (found.results["hp"], found.results["level"], hp(found.table, "bran", "Head")) == (left, level, left)


@pytest.mark.rule("CF-WOUND-4", "CF-WOUND-5", "CF-WOUND-6", "CF-WOUND-7", "CF-X-7", "CF-EX-20", "CF-EX-22")
@pytest.mark.parametrize(
    ("attack", "roll", "endurance", "useless"),
    [("success", 34, 40, False), ("success", 34, 30, True), ("critical", 5, 52, True), ("critical", 5, 6, False)],
)
def test_endurance_against_the_attack_decides_over_a_limb(
    attack: SuccessLevel, roll: int, endurance: int, useless: bool
) -> None:
    table = suffered(hit(laid(), "Left Leg", 8, attack=attack, roll=roll), endurance=endurance)
    assert hp(table, "bran", "Left Leg") == -3
    table = play(table, AcceptConsequences(seat="gm"))
    found = states(table, "bran")
    assert {"scar", "no_offence"} <= found.keys()
    assert ("useless" in found, "prone" in found) == (useless, useless)
    assert len(table.procedures) == 1
    assert found["no_offence"] == 10, "2 Turns, for a d6 that shows 3 is a d3 of 2 (CF-X-11); 5 seconds each"
    assert "no_offence" not in states(play(table, AdvanceTime(seat="gm", unit="second", count=10)), "bran")


@pytest.mark.rule("CF-WOUND-11", "CF-X-6")
@pytest.mark.parametrize(("plays_so", "brawn", "fights"), [(True, 32, 40), (False, 48, 60)])
def test_using_a_seriously_hurt_location_is_a_grade_harder(plays_so: bool, brawn: int, fights: int) -> None:
    table = suffered(hit(laid(options={"wound_location_harder": plays_so}), "Right Arm", 4), endurance=20)
    table = play(table, AcceptConsequences(seat="gm"))
    table = with_states(table, lambda draft: lift(draft, "bran", NO_OFFENCE))
    arm, leg, mended = "Right Arm", "Left Leg", SetLocation(seat="gm", actor="bran", location="Right Arm", level=1)

    def rolled_at(*commands: Command, side: int = 0) -> int | None:
        now = play(table, *commands, chance=dice(d100=[30]))
        return GAME.view_for(now, "gm").under_way[-1].sides[side].target

    lifts = RollSkill(seat="tom", actor="bran", skill="Brawn", using=arm)
    strikes = DeclareAttack(seat="tom", actor="bran", target="orc", weapon="sword", using=arm)
    struck = (DeclareAttack(seat="gm", actor="orc", target="bran", weapon="sword"), ThrowDice(seat="gm"))
    assert (rolled_at(lifts), rolled_at(replace(lifts, using=leg)), rolled_at(mended, lifts)) == (brawn, 48, 48)
    assert (rolled_at(strikes), rolled_at(replace(strikes, using=leg)), rolled_at(mended, strikes)) == (fights, 60, 60)
    assert rolled_at(*struck, Defend(seat="tom", how="parry", weapon="shield", using=arm), side=1) == fights
    asked = {one.name: [ask.field for ask in one.questions] for one in GAME.offers(table, "tom")}
    assert {"using" in asked[name] for name in ("d100_roll:bran", "d100_attack:bran")} == {plays_so}


@pytest.mark.rule("CF-WOUND-9", "CF-EX-23", "CF-TIME-1")
def test_a_major_chest_wound_means_unconsciousness_by_the_damage() -> None:
    table = suffered(hit(laid(), "Chest", 8, attack="success", roll=50), endurance=90)
    table = play(table, AcceptConsequences(seat="gm"))
    assert states(table, "bran")["unconscious"] == table.clock + 8 * 60
    refusal = refused(table, DeclareAttack(seat="tom", actor="bran", target="orc", weapon="sword"))
    assert refusal.message.key == "refused.d100_cannot_act"


@pytest.mark.rule("CF-WOUND-12", "CF-WOUND-16", "CF-WOUND-17", "CF-WOUND-18", "CF-EX-25")
def test_a_major_head_kills_at_once_or_in_rounds_by_the_healing_rate() -> None:
    before = hit(laid(), "Head", 10, attack="success", roll=30)
    won = play(suffered(before, endurance=45), AcceptConsequences(seat="gm"))
    assert states(won, "bran")["bleeds_out"] == won.clock + 20
    assert {"unconscious", "incapacitated"} <= states(won, "bran").keys()
    lost = outcome(suffered(before, endurance=80), AcceptConsequences(seat="gm"))
    assert "dead" in states(lost.table, "bran")
    assert notes(lost).count("d100_dies_of_wound") == 1, "it has a line of its own"
    assert "d100_dies_of_wound" not in notes(outcome(suffered(before, endurance=45), AcceptConsequences(seat="gm")))


@pytest.mark.rule("CF-WOUND-13", "CF-WOUND-14", "CF-WOUND-15", "CF-AMB-59")
def test_a_major_limb_is_destroyed_in_a_way_and_bleeds_unless_it_is_shattered() -> None:
    table = suffered(hit(laid(), "Right Arm", 8, attack="success", roll=30), endurance=45)
    told = [line.what for line in harm(table).proposed]
    assert {"incapacitated", "limb_lost", "prone", "bleeds_out"} <= set(told)
    severed = play(table, AcceptConsequences(seat="gm"))
    assert states(severed, "bran")["bleeds_out"] == severed.clock + 5 * 2 * 60
    shattered = play(table, ChooseLimbKind(seat="gm", limb_kind="shattered"), AcceptConsequences(seat="gm"))
    assert "bleeds_out" not in states(shattered, "bran")


@pytest.mark.rule("CF-WOUND-13", "CF-WOUND-20")
def test_the_log_names_the_consequences_but_of_a_hidden_foe_only_their_number() -> None:
    words = {Consequence(what=kind, location="Head").word for kind in get_args(ConsequenceKind)}
    words |= {Consequence(what="limb_lost", location="Head", limb_kind=kind).word for kind in get_args(LimbKind)}
    words -= {"d100-after-limb_lost", "d100-after-drops"}  # it has always a kind; what drops has a line of its own
    assert words <= {key.removeprefix("word.") for key in texts()}
    fight = play(laid(), StartFight(seat="gm", fighters=("mira", "bran")))
    table = suffered(hit(fight, "Right Arm", 8, attack="success", roll=30), endurance=45)
    hidden = replace(table.actors["bran"], secret=True)
    for each, told in (
        (table, "Bran, Right Arm: incapacitated, severed, falls prone, dies unless stabilised"),
        (replace(table, actors={**table.actors, "bran": hidden}), "Bran, Right Arm: 5 consequences"),
    ):
        events = outcome(each, AcceptConsequences(seat="gm")).events
        lines = [event.message for event in events if isinstance(event, Noted)]
        assert [say(line) for line in lines if "d100_follows" in line.key] == [told]


@pytest.mark.rule("CF-WOUND-8")
def test_a_useless_arm_drops_what_is_not_strapped_on() -> None:
    for held, left in (("sword", ""), ("shield (strapped)", "shield (strapped)")):
        table = laid(sheets={"bran": {"armour": [{"location": "Right arm", "held": held}]}})
        table = suffered(hit(table, "Right Arm", 4, attack="critical", roll=6), endurance=40)
        table = play(table, AcceptConsequences(seat="gm"))
        assert table.actors["bran"].sheet["armour"][0]["held"] == left  # type: ignore[index, call-overload]


@pytest.mark.rule("CF-WOUND-20", "CF-UI-10")
def test_the_gm_strikes_out_consequences() -> None:
    table = suffered(hit(laid(), "Left Leg", 8, attack="critical", roll=5), endurance=90)
    line = [one.what for one in harm(table).proposed].index("prone")
    assert refused(table, StrikeLine(seat="tom", line=line)).message.key == "refused.gm_only"
    table = play(table, StrikeLine(seat="gm", line=line), AcceptConsequences(seat="gm"))
    assert "useless" in states(table, "bran")
    assert "prone" not in states(table, "bran")


@pytest.mark.rule("CF-WOUND-20")
@pytest.mark.parametrize(
    ("ruling", "first", "second", "counts"),
    [
        ("later", 100, 200, 200),
        ("later", 200, 100, 200),
        ("earlier", 100, 200, 100),
        ("earlier", 200, 100, 100),
    ],
)
def test_only_one_of_two_moments_of_death_counts(ruling: str, first: int, second: int, counts: int) -> None:
    draft = Draft(laid(options={"wound_death_again": ruling}), SeededChance(1))
    for moment in (first, second):
        lay(draft, "bran", DEADLINE, "Left Leg", until=moment)
    assert states(draft.table, "bran")[DEADLINE] == counts


@pytest.mark.rule("CF-LUCK-10", "CF-EX-28", "CF-EX-104", "CF-WOUND-17")
@pytest.mark.parametrize(("damage", "unhurt"), [(12, 5), (11, 5)])
def test_luck_makes_a_major_wound_serious_before_anything_follows(damage: int, unhurt: int) -> None:
    table = play(hit(laid(tracks={"bran": {"Luck": 1}}), "Head", damage, attack="success", roll=50), GM_ACCEPTS)
    assert harm(table).stage == "luck"
    assert hp(table, "bran", "Head") == unhurt
    table = play(table, SpendLuck(seat="tom", actor="bran", use="mitigate"))
    assert hp(table, "bran", "Head") == -4
    table = play(table, ThrowDice(seat="tom"), chance=dice(d100=[80], d6=[1]))
    table = play(table, AcceptConsequences(seat="gm"))
    assert states(table, "bran")["unconscious"] == table.clock + 9 * 60
    assert "dead" not in states(table, "bran")
    assert table.actors["bran"].tracks["Luck"].value == 0


@pytest.mark.rule("CF-LUCK-10")
@pytest.mark.parametrize("points", [0, 1])
def test_the_question_whether_luck_can_lessen_a_wound_records_nothing(points: int) -> None:
    table = hit(laid(tracks={"bran": {"Luck": points}}), "Head", 12, attack="success", roll=50)
    draft = Draft(table, SeededChance(1))
    before = tuple(draft.events)
    assert can_mitigate(draft.table, harm(draft.table)) is bool(points)
    assert (tuple(draft.events), draft.table) == (before, table)
    procedures = [one.procedures for one in outcome(table, GM_ACCEPTS).events if isinstance(one, ProcedureSet)]
    stages = [one.stage for step in procedures for one in step if isinstance(one, DamageProcess)]
    assert ("luck" in stages) is bool(points)


@pytest.mark.rule("CF-LUCK-5", "CF-LUCK-8", "CF-EX-31")
def test_one_action_takes_one_luck_point_and_an_enemy_is_made_to_roll_again() -> None:
    table = laid(tracks={"bran": {"Luck": 3}})
    table = play(table, DeclareAttack(seat="gm", actor="orc", target="bran", weapon="sword"))
    table = play(table, ThrowDice(seat="gm"), chance=dice(d100=[30]))
    assert "d100_luck_force_reroll:bran" in names(table, "tom")
    table = play(table, SpendLuck(seat="tom", actor="bran", use="force_reroll"), chance=dice(d100=[50]))
    table = play(table, Defend(seat="tom", how="none"), FindLocation(seat="gm"), chance=dice(d20=[20]))
    table = play(table, ThrowDamage(seat="gm"), RuleBlow(seat="gm", step="damage", value=12), GM_ACCEPTS)
    refusal = refused(table, SpendLuck(seat="tom", actor="bran", use="mitigate"))
    assert refusal.message.key == "refused.d100_luck_spent"
    assert harm(table).stage == "endurance"


@pytest.mark.rule("CF-LUCK-11", "CF-AMB-41", "CF-EX-26", "CF-WOUND-20")
def test_a_location_that_is_hurt_again_rolls_again_and_a_major_one_is_past_luck() -> None:
    table = laid(tracks={"bran": {"Luck": 3}})
    table = play(hit(table, "Abdomen", 7, attack="success", roll=10), GM_ACCEPTS)
    table = play(table, ThrowDice(seat="gm"), chance=dice(d100=[40]))
    table = play(table, AcceptRoll(seat="tom"), AcceptConsequences(seat="gm"), chance=dice(d6=[2]))
    again = play(hit(table, "Abdomen", 2, attack="success", roll=10), GM_ACCEPTS)
    assert harm(again).stage == "endurance"
    worse = play(hit(table, "Abdomen", 8), GM_ACCEPTS, WaiveLuck(seat="tom"))
    worse = play(worse, ThrowDice(seat="gm"), chance=dice(d100=[40]))
    worse = play(worse, AcceptRoll(seat="tom"), AcceptConsequences(seat="gm"))
    assert harm(play(hit(worse, "Abdomen", 1), GM_ACCEPTS)).stage == "endurance"


@pytest.mark.rule("CF-BLOOD-4")
def test_a_last_act_needs_the_gm_a_luck_point_and_a_major_wound() -> None:
    table = laid(tracks={"bran": {"Luck": 2}})
    table = play(hit(table, "Right Arm", 8), GM_ACCEPTS, WaiveLuck(seat="tom"))
    table = play(table, ThrowDice(seat="gm"), chance=dice(d100=[40]))
    table = play(table, AcceptRoll(seat="tom"))
    asked = SpendLuck(seat="tom", actor="bran", use="last_act")
    assert refused(table, asked).message.key == "refused.d100_last_act_not_allowed"
    table = play(table, AllowLastAct(seat="gm"), asked, AcceptConsequences(seat="gm"))
    table = play(table, DeclareAttack(seat="tom", actor="bran", target="orc", weapon="sword"))
    table = play(table, ThrowDice(seat="tom"), chance=dice(d100=[90]))
    table = play(table, AcceptRoll(seat="tom")) if len(table.procedures) > 1 else table
    assert {"unconscious", "last_act_done"} <= states(table, "bran").keys()
    assert "last_act" not in states(table, "bran")


# ---- falls -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-FALL-1", "CF-FALL-3", "CF-FALL-4", "CF-FALL-5", "CF-FALL-9", "CF-EX-8", "CF-WOUND-21")
def test_a_fall_throws_for_each_location_and_no_armour_helps() -> None:
    armour: list[Json] = [{"location": place, "worn": 3} for place in ("Right leg", "Chest")]
    sheets: dict[str, dict[str, Json]] = {"bran": {"armour": armour, "damage_modifier": "+1d2"}}
    table = play(laid(sheets=sheets), FallDown(seat="gm", actor="bran", feet=20))
    table = play(table, FindLocation(seat="tom"), chance=dice(d20=[2, 11]))
    table = play(table, ThrowDamage(seat="tom"), chance=dice(d6=[3, 4, 1, 2, 2, 6]))
    table = play(table, GM_ACCEPTS)
    assert hp(table, "bran", "Right Leg") == -3
    table = play(table, ThrowDice(seat="tom"), chance=dice(d100=[40], d6=[1]))
    table = play(table, AcceptConsequences(seat="gm"), GM_ACCEPTS)
    assert hp(table, "bran", "Chest") == 1
    assert "prone" in states(table, "bran")
    assert "useless" not in states(table, "bran")
    assert len(table.procedures) == 1


@pytest.mark.rule("CF-FALL-9", "CF-HITLOC-3")
@pytest.mark.parametrize(("feet", "named"), [(20, True), (400, False)])
def test_the_gm_names_the_locations_of_a_fall_unless_it_strikes_more_often_than_there_are_any(
    feet: int, named: bool
) -> None:
    options: dict[str, Json] = {"fall_beyond_locations": "plus_one", "fall_duplicates": "stack"}
    table = play(laid(options=options), FallDown(seat="gm", actor="bran", feet=feet), FindLocation(seat="tom"))
    blows = len(harm(table).blows)
    assert (blows <= 7) is named
    assert ("d100_choose_locations" in names(table, "gm")) is named


@pytest.mark.rule("CF-FALL-1", "CF-EX-1", "CF-FALL-10", "CF-X-32")
def test_a_short_fall_does_nothing_and_a_deft_one_half() -> None:
    assert len(play(laid(), FallDown(seat="gm", actor="bran", feet=5)).procedures) == 1
    sheets: dict[str, dict[str, Json]] = {"bran": {"professional": [{"name": "Acrobatics", "total": 50}]}}
    deftly = FallDown(seat="gm", actor="bran", feet=10, acrobatics=True)
    assert refused(laid(), deftly).rules == ("CF-X-24",)

    def lands(rolled: int, abdomen: int) -> Table:
        table = play(laid(sheets=sheets), SetLocation(seat="gm", actor="bran", location="Abdomen", level=abdomen))
        table = play(
            table, deftly, ThrowDice(seat="tom"), FindLocation(seat="tom"), chance=dice(d100=[rolled], d20=[8])
        )
        return play(table, ThrowDamage(seat="tom"), GM_ACCEPTS, chance=dice(d6=[5]))

    assert (hp(lands(20, 6), "bran", "Abdomen"), "prone" in states(lands(20, 6), "bran")) == (3, False)
    assert (hp(lands(80, 6), "bran", "Abdomen"), "prone" in states(lands(80, 6), "bran")) == (1, True)
    badly = play(lands(20, 3), ThrowDice(seat="tom"), AcceptConsequences(seat="gm"), chance=dice(d100=[20], d6=[1]))
    assert (hp(badly, "bran", "Abdomen"), "prone" in states(badly, "bran")) == (0, True), "a Serious Wound"


@pytest.mark.rule("CF-HITLOC-1", "CF-FALL-1", "CF-FALL-6")
def test_where_nothing_is_hit_the_log_says_so_and_names_no_locations() -> None:
    draft = Draft(play(laid(), FallDown(seat="gm", actor="bran", feet=20)), SeededChance(1))
    strike_locations(draft, ())
    assert "log.d100_struck_nowhere" in [event.message.key for event in draft.events if isinstance(event, Noted)]
    for move in (
        FallDown(seat="gm", actor="bran", feet=5),
        DropObject(seat="gm", actor="bran", siz=1, feet=3, less_dice=9, what="pebble"),
    ):
        found = outcome(laid(options={"fall_size_reduction": "custom"}), move)
        line = next(event.message for event in found.events if isinstance(event, Noted))
        assert (line.params["dice"], line.params["many"]) == ("", 0)


@pytest.mark.rule("CF-FALL-6", "CF-FALL-8", "CF-EX-10")
@pytest.mark.parametrize(("siz", "feet", "thrown"), [(6, 10, "2d6"), (7, 10, "3d6"), (13, 20, "5d6"), (30, 3, "5d6")])
def test_damage_of_a_falling_object_depends_on_siz_and_height(siz: int, feet: int, thrown: str) -> None:
    found = outcome(laid(), DropObject(seat="gm", actor="bran", siz=siz, feet=feet))
    assert found.results["dice"] == thrown
    assert harm(found.table).harm.locations == "1"


@pytest.mark.rule("CF-HITLOC-1", "CF-HITLOC-2", "CF-HITLOC-3", "CF-HITLOC-5", "CF-EX-19")
def test_the_d20_finds_the_location_or_it_is_chosen_or_there_are_several() -> None:
    asked = HarmSomebody(seat="gm", actor="bran", damage="1d6", count="3")
    table = play(laid(), asked)
    thrown = play(table, FindLocation(seat="gm"), chance=dice(d20=[19, 20, 1, 10]))
    assert [blow.location for blow in harm(thrown).blows] == ["Head", "Right Leg", "Chest"]
    chosen = play(table, ChooseLocations(seat="gm", locations=("Head", "Left Arm")))
    assert [blow.location for blow in harm(chosen).blows] == ["Head", "Left Arm"]
    assert refused(table, ChooseLocations(seat="gm", locations=("Tail",))).rules == ("CF-HITLOC-3",)
    assert len(play(chosen, StopHarm(seat="gm")).procedures) == 1


@pytest.mark.rule("CF-DMG-1", "CF-GEN-1")
def test_dice_of_several_kinds_can_be_asked_for_as_damage() -> None:
    asked = HarmSomebody(seat="gm", actor="bran", damage="1d8+1d2", locations=("Chest",), modifier="-1d4", armour=False)
    assert dice_of_blow(harm(play(laid(), asked))) == "1d8+1d2 − 1d4"
    thrown = play(laid(), asked, ThrowDamage(seat="gm"), chance=dice(d8=[7], d6=[4], d4=[3]))  # a d2 is read off a d6
    (blow,) = harm(thrown).blows
    assert (blow.base, blow.modifier) == (7 + 2, -3)
    assert refused(laid(), HarmSomebody(seat="gm", actor="bran", damage="1d8+1d")).message.key == "refused.dice_form"


@pytest.mark.rule("CF-DMG-1", "CF-GEN-1")
@pytest.mark.parametrize(
    ("damage", "locations", "is_known"), [("5", ("Chest",), True), ("1d6", ("Chest",), False), ("5", (), False)]
)
def test_a_number_that_the_gm_deals_waits_for_no_dice(damage: str, locations: tuple[str, ...], is_known: bool) -> None:
    offer = next(offer for offer in GAME.offers(laid(), "gm") if offer.name == "d100_harm")
    dealt = play(laid(), replace(offer.command, actor="bran", damage=damage, locations=locations))
    process = harm(dealt)
    assert process.stage == ("damage" if locations else "where")
    assert bool(process.blows and process.blow.lies) == is_known
    assert ("d100_throw_damage" in names(dealt, "tom")) == (bool(locations) and not is_known)
