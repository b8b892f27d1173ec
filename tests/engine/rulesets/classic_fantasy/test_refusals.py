"""Every refusal that no other test asks for: the table, and the command that is refused there."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from engine.core.commands import Command
from engine.core.manual_moves import RemoveActor
from engine.kit.content_editor.persistence import LARGEST, MOST_KEPT
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.classic_fantasy.attacks.attack_commands import DeclareAttack, Defend
from engine.rulesets.classic_fantasy.character.character_conditions import DEAD, lay
from engine.rulesets.classic_fantasy.checks.check_commands import (
    AcceptRoll,
    CallOff,
    RollContest,
    RollSkill,
    RuleDie,
    ThrowDice,
)
from engine.rulesets.classic_fantasy.checks.effect_roll_commands import RuleEffect
from engine.rulesets.classic_fantasy.combat.combat_commands import (
    EndFight,
    JoinFight,
    LeaveFight,
    RollInitiative,
    StartFight,
)
from engine.rulesets.classic_fantasy.combat.prone_commands import LieDown, StandUp
from engine.rulesets.classic_fantasy.combat.round_commands import EndRound, EndTurn, GiveTurn, PassRound, TakeAction
from engine.rulesets.classic_fantasy.damage.damage_commands import AcceptDamage, HarmSomebody, StrikeLine, ThrowDamage
from engine.rulesets.classic_fantasy.damage.hazard_record import CustomHazard
from engine.rulesets.classic_fantasy.dice.mixed_dice import mixed
from engine.rulesets.classic_fantasy.editor.deployment_commands import BringFoes, GoToPlace, LayPrepared
from engine.rulesets.classic_fantasy.editor.prepared_commands import KeepPrepared
from engine.rulesets.classic_fantasy.hazards.burning_commands import Smother
from engine.rulesets.classic_fantasy.hazards.custom_hazard_commands import HAZARDS, SaveHazard
from engine.rulesets.classic_fantasy.hazards.poison_commands import EndPoison, MakePoison, PoisonSomebody
from engine.rulesets.classic_fantasy.health.ageing_commands import GrowOlder, LoseToAge, RestoreAge
from engine.rulesets.classic_fantasy.health.asphyxiation_commands import BreatheAgain, LoseBreath
from engine.rulesets.classic_fantasy.health.fatigue_commands import FatigueMagic, RollEffort, SetResting, Weary
from engine.rulesets.classic_fantasy.health.healing_commands import Maim, Strain
from engine.rulesets.classic_fantasy.health.rest_commands import BeginRest, ChooseRest, RestOn, SetRest
from engine.rulesets.classic_fantasy.health.spell_concentration import EndSpell
from engine.rulesets.classic_fantasy.luck.luck_commands import SpendLuck
from engine.rulesets.classic_fantasy.progression.experience_commands import AwardRolls, EndStudy, LowerPassion, Study
from engine.rulesets.classic_fantasy.progression.session_commands import EndSession, StartSession
from engine.rulesets.classic_fantasy.time.time_advance import AdvanceTime, StopTime
from engine.rulesets.classic_fantasy.traps.trap_commands import BuildTrap, SpringTrap
from engine.rulesets.classic_fantasy.traps.trap_rules import Resistance
from engine.rulesets.classic_fantasy.traps.trap_trigger_commands import ResistTrap
from engine.rulesets.classic_fantasy.travel.party_travel import Walk
from engine.rulesets.classic_fantasy.treatment.healing_magic_commands import CastHealing
from engine.rulesets.classic_fantasy.treatment.treatment_commands import Tend
from engine.rulesets.classic_fantasy.wounds.hit_locations import HitLocationRow, chart_faults
from tests.engine.rulesets.classic_fantasy.table import LUCKLESS, hurt, laid, play, refused, skilled, with_states

CLERIC = {**skilled(First_Aid=60, Healing=60, Brawn=50, Endurance=60), "passions": [{"name": "Loyalty", "total": 40}]}
SKILLS = dict.fromkeys(LUCKLESS, CLERIC)
BARE = {"ana": {"age": None, "str": None, "con": None}}
LUCK = {actor: {"Luck": 2} for actor in LUCKLESS}


def _table(*commands: Command, luck: bool = False, sheets: Any = SKILLS) -> Table:
    return play(laid(sheets=sheets, tracks=LUCK if luck else LUCKLESS), *commands)


def _with(name: str, actor: str = "ana", **more: Any) -> Table:
    return with_states(_table(), lambda draft: lay(draft, actor, name, **more))


TIRED = Weary(seat="gm", actor="ana", cause="exertion")
AWARD = AwardRolls(seat="gm", rolls=3)
REST = BeginRest(seat="gm", steps=3, actors=("ana", "bor"))
FIGHT = StartFight(seat="gm", fighters=("ana", "orc"))
ROLL = RollSkill(seat="tom", actor="ana", skill="Brawn")
CONTEST = RollContest(seat="tom", actor="ana", skill="Brawn", other="bor", other_skill="Brawn")
TEND = Tend(seat="tom", actor="ana", patient="bor", location="Chest")
CAST = CastHealing(seat="tom", actor="ana", patient="bor", location="Chest", spell="cure_minor", magic=99)
NET = BuildTrap(seat="gm", name="Net", maker=60, damage="1d6", resistance=(Resistance(skill="Brawn"),))
NETTED = SpringTrap(seat="gm", trap="net", victims=("ana", "bor"))
RESISTS = ResistTrap(seat="tom")
TWO_NETTED = (replace(NET, damage="0"), NETTED, RESISTS, ThrowDice(seat="gm"), replace(RESISTS, seat="eve"))
STUDY = Study(seat="tom", actor="ana", skill="Brawn", source="a wrestler")
SPENT = Weary(seat="gm", actor="ana", cause="exertion", levels=8)
MAIM = Maim(seat="gm", actor="ana", location="Chest")
MIRES = tuple({"name": f"Mire {number}", "damage": "1d6"} for number in range(MOST_KEPT + 1))
BLOW = HarmSomebody(seat="gm", actor="ana", damage="8", locations=("Chest",))
WOUNDED = (BLOW, ThrowDamage(seat="gm"), AcceptDamage(seat="gm"), ThrowDice(seat="gm"))
PIT = {"id": "pit", "name": "Pit", "maker": 60, "purposes": ["death"]}

CASES: dict[str, tuple[Callable[[], Table], Command]] = {
    "d100_actor_bound": (lambda: _table(FIGHT), RemoveActor(seat="gm", actor="orc")),
    "d100_breathless_already": (
        lambda: _table(LoseBreath(seat="gm", actor="ana")),
        LoseBreath(seat="gm", actor="ana"),
    ),
    "d100_cannot_go": (lambda: _table(SPENT), Walk(seat="gm", feet=9)),
    "d100_cannot_maim": (lambda: _table(*[MAIM] * 6), MAIM),
    "d100_cannot_rise": (lambda: _table(SPENT), SetResting(seat="gm", actor="ana", rest=False)),
    "d100_casts_nothing": (_table, EndSpell(seat="tom", actor="ana")),
    "d100_dice_have_fallen": (
        lambda: _table(CONTEST, ThrowDice(seat="tom")),
        CallOff(seat="gm"),
    ),
    "d100_effect_range": (
        lambda: _table(LoseToAge(seat="gm", actor="ana"), luck=True),
        RuleEffect(seat="gm", value=7),
    ),
    "d100_effort_skill": (_table, RollEffort(seat="gm", actor="ana", skill="Sing")),
    "d100_fight_already": (lambda: _table(FIGHT), FIGHT),
    "d100_fights_already": (lambda: _table(FIGHT), JoinFight(seat="gm", fighters=("orc",))),
    "d100_has_air": (_table, BreatheAgain(seat="gm", actor="ana")),
    "d100_hazard_fault_name": (_table, SaveHazard(seat="gm", hazard=CustomHazard(name=" ", damage="1d6"))),
    "d100_hazard_fault_time": (_table, SaveHazard(seat="gm", hazard=CustomHazard(name="Mire", damage="1d6", every=-1))),
    "d100_is_dead": (lambda: hurt(_with(DEAD, "bor"), "bor", Chest=3), TEND),
    "d100_known_already": (_table, STUDY),
    "d100_magic_points": (lambda: hurt(_table(), "bor", Chest=3), CAST),
    "d100_no_action_points": (
        lambda: _table(FIGHT, RollInitiative(seat="gm"), GiveTurn(seat="gm", actor="ana")),
        TakeAction(seat="gm", actor="ana", points=3),
    ),
    "d100_no_age": (lambda: _table(sheets=BARE), GrowOlder(seat="gm", actor="ana")),
    "d100_no_characteristics": (lambda: _table(AWARD, sheets=BARE), replace(STUDY, skill="Lore")),
    "d100_no_damage": (_table, DeclareAttack(seat="tom", actor="ana", target="orc", skill="Brawn")),
    "d100_no_drawer": (_table, KeepPrepared(seat="gm", drop={"spoons": ("x",)})),
    "d100_no_fight": (_table, EndFight(seat="gm")),
    "d100_no_initiative": (lambda: _table(FIGHT), EndRound(seat="gm")),
    "d100_no_line": (lambda: _table(*WOUNDED), StrikeLine(seat="gm", line=20)),
    "d100_no_passion": (lambda: _table(AWARD), LowerPassion(seat="gm", actor="ana", skill="Brawn")),
    "d100_no_rest": (_table, RestOn(seat="gm")),
    "d100_no_session": (_table, EndSession(seat="gm")),
    "cast_gone": (_table, BringFoes(seat="gm", foe="nobody")),
    "d100_no_such_place": (_table, GoToPlace(seat="gm", place="nowhere")),
    "d100_no_such_poison": (_table, PoisonSomebody(seat="gm", actor="ana", name="wine")),
    "d100_no_such_roll": (lambda: _table(ROLL), RuleDie(seat="gm", face=5, roll=1)),
    "d100_no_such_way": (lambda: _table(NET, NETTED), ResistTrap(seat="tom", way=3)),
    "d100_no_time_passes": (_table, StopTime(seat="gm")),
    "d100_no_turn": (lambda: _table(FIGHT), EndTurn(seat="gm")),
    "d100_nobody_fights": (_table, StartFight(seat="gm", fighters=())),
    "d100_nobody_rests": (_table, BeginRest(seat="gm", actors=("nobody",))),
    "d100_nobody_there": (lambda: play(laid(who={"orc": "gm"})), AwardRolls(seat="gm", rolls=1)),
    "d100_not_burning": (_table, Smother(seat="tom", actor="ana")),
    "d100_not_in_fight": (lambda: _table(FIGHT), LeaveFight(seat="gm", actor="bor")),
    "d100_not_learned": (_table, RollSkill(seat="tom", actor="ana", skill="Alchemy")),
    "d100_not_now": (_table, Defend(seat="tom", how="none")),
    "d100_not_poisoned": (_table, EndPoison(seat="gm", actor="ana")),
    "d100_not_prone": (_table, StandUp(seat="tom", actor="ana")),
    "cast_not_sound": (
        lambda: replace(_table(), lists={"prepared_traps": ({**PIT, "damage": "9d10"},)}),
        LayPrepared(seat="gm", trap="pit"),
    ),
    "d100_not_tired": (_table, FatigueMagic(seat="gm", actor="ana")),
    "d100_nothing_rolled": (_table, AcceptRoll(seat="gm")),
    "d100_nothing_to_restore": (_table, RestoreAge(seat="gm", actor="ana", characteristic="STR")),
    "d100_nothing_to_strain": (_table, Strain(seat="gm", actor="ana")),
    "d100_only_emergency": (lambda: hurt(_table(FIGHT), "bor", Chest=3), TEND),
    "d100_others_let_stand": (
        lambda: play(_table(CONTEST, ThrowDice(seat="gm"), luck=True), AcceptRoll(seat="tom")),
        AcceptRoll(seat="tom"),
    ),
    "d100_owes_nothing": (_table, GrowOlder(seat="gm", actor="ana", owed=True)),
    "d100_passed_already": (
        lambda: _table(FIGHT, RollInitiative(seat="gm"), PassRound(seat="tom", actor="ana")),
        PassRound(seat="tom", actor="ana"),
    ),
    "d100_poison_name": (_table, MakePoison(seat="gm", name=" ")),
    "d100_prone_already": (lambda: _with("prone"), LieDown(seat="tom", actor="ana")),
    "d100_rest_is_longer": (lambda: _table(REST, RestOn(seat="gm")), SetRest(seat="gm", steps=1)),
    "d100_rests_not": (lambda: _table(REST), ChooseRest(seat="gm", actor="orc", action="dither")),
    "d100_rests_already": (
        lambda: _table(SetResting(seat="tom", actor="ana", rest=True)),
        SetResting(seat="tom", actor="ana", rest=True),
    ),
    "d100_session_runs": (lambda: _table(StartSession(seat="gm")), StartSession(seat="gm")),
    "d100_something_waits": (lambda: _table(ROLL), ROLL),
    "d100_stands_already": (lambda: _table(*TWO_NETTED), RuleDie(seat="gm", face=5)),
    "d100_studies_not": (_table, EndStudy(seat="gm", actor="ana", skill="Alchemy")),
    "d100_too_many_records": (_table, KeepPrepared(seat="gm", put={HAZARDS: MIRES})),
    "d100_trap_fault_name": (_table, replace(NET, name=" ")),
    "d100_trap_fault_purpose": (_table, replace(NET, purposes=())),
    "d100_two_sides": (_table, replace(CONTEST, other="ana")),
    "d100_under_way": (lambda: _table(ROLL), AdvanceTime(seat="gm")),
}


@pytest.mark.parametrize("key", CASES)
def test_a_command_is_refused_for_its_reason(key: str) -> None:
    lay_table, command = CASES[key]
    assert refused(lay_table(), command).message.key == f"refused.{key}"


def test_a_record_that_is_too_large_is_refused_for_that() -> None:
    large = KeepPrepared(seat="gm", put={HAZARDS: ({"name": "Mire", "damage": "1d6", "notes": "x" * LARGEST},)})
    found = refused(_table(), large).message
    too_large = say(Message(key="bench.misfit.large", params={"most": LARGEST // 1000}))
    assert (found.key, found.params["why"]) == ("refused.d100_record_form", too_large)


@pytest.mark.rule("CF-X-27")
def test_who_is_needed_is_called_by_name() -> None:
    assert refused(_table(FIGHT), RemoveActor(seat="gm", actor="orc")).message.params["actor"] == "Orc"


@pytest.mark.rule("CF-XP-2", "CF-X-27", "CF-AGE-10", "CF-TIME-4")
@pytest.mark.parametrize(
    ("table", "command", "why"),
    [
        (lambda: _table(ROLL), AWARD, ("refused.d100_under_way", "CF-XP-2")),
        (lambda: _table(ROLL), LoseToAge(seat="gm", actor="ana"), ("refused.d100_under_way", "CF-AGE-10")),
        (lambda: _table(ROLL), Walk(seat="gm", feet=30), ("refused.d100_under_way", "CF-TIME-4")),
        (_table, DeclareAttack(seat="tom", actor="orc", target="ana"), ("refused.not_your_character", "CF-X-27")),
        (_table, replace(AWARD, seat="tom"), ("refused.gm_only", "CF-XP-2")),
    ],
)
def test_what_any_command_may_be_refused_for_cites_the_rule_of_this_one(
    table: Callable[[], Table], command: Command, why: tuple[str, ...]
) -> None:
    found = refused(table(), command)
    assert (found.message.key, *found.rules) == why


@pytest.mark.rule("CF-LUCK-7", "CF-LUCK-8", "CF-LUCK-9", "CF-LUCK-10")
@pytest.mark.parametrize(
    ("use", "key"),
    [
        ("reroll", "no_roll"),
        ("swap", "no_roll"),
        ("force_reroll", "no_enemy_roll"),
        ("desperate_effort", "no_fight"),
        ("mitigate", "no_major"),
    ],
)
def test_luck_waits_until_it_is_known_where_harm_strikes(use: Any, key: str) -> None:
    table = _table(HarmSomebody(seat="gm", actor="ana", damage="8"), luck=True)
    assert refused(table, SpendLuck(seat="tom", actor="ana", use=use)).message.key == f"refused.d100_luck_{key}"


@pytest.mark.rule("CF-UI-12")
@pytest.mark.parametrize(
    ("kind", "row", "category"),
    [
        ("prepared_traps", {"id": "pit", "name": "Pit", "maker": "best"}, "Traps"),
        ("places", {"id": "hall", "name": "Hall", "foes": [{"foe": 3}]}, "Places"),
        ("foes", {"name": "Hound"}, "Foes"),
        ("hazards", {"name": "Mire", "damage": "1d6", "odd": 1}, "Hazards"),
    ],
)
def test_a_record_that_cannot_be_read_is_refused_in_plain_words(kind: str, row: dict[str, Any], category: str) -> None:
    found = refused(_table(), KeepPrepared(seat="gm", put={kind: (row,)})).message
    assert (found.key, found.params["list"]) == ("refused.d100_record_form", category)
    why = str(found.params["why"])
    assert not re.search(r"`|\$\.|Object|Expected|at most", why), why


@pytest.mark.rule("CF-UI-12")
def test_a_category_that_is_full_is_called_by_its_name() -> None:
    found = refused(_table(), KeepPrepared(seat="gm", put={HAZARDS: MIRES})).message
    assert found.params == {"list": "Hazards", "most": MOST_KEPT}


def test_faces_that_a_die_has_not_are_refused() -> None:
    with pytest.raises(Refused) as refusal:
        mixed("2d6").total([3, 7])
    assert refusal.value.message.key == "refused.d100_faces"


def test_a_location_whose_numbers_go_backwards_is_a_fault() -> None:
    rows = (HitLocationRow(name="Head", first=20, last=1), HitLocationRow(name="Chest", first=1, last=20))
    assert "refused.d100_location_backwards" in {fault.key for fault in chart_faults(rows)}
