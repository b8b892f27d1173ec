"""Luck on the dice of effects: which are a character's own, when they wait for it, and what comes of them (CF-LUCK)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from engine.core.chance import Chance
from engine.core.commands import Command
from engine.core.history import HistoryEntry
from engine.core.manual_moves import SetBody
from engine.core.redaction import redact
from engine.messages.texts import say
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.rulesets.classic_fantasy.attacks.attack_commands import DeclareAttack, Defend
from engine.rulesets.classic_fantasy.character.character_conditions import NO_OFFENCE
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of
from engine.rulesets.classic_fantasy.character.resource_pools import LUCK, pool
from engine.rulesets.classic_fantasy.checks.check_commands import AcceptRoll, RuleDie, ThrowDice
from engine.rulesets.classic_fantasy.checks.check_procedure import current_check, current_effect_roll
from engine.rulesets.classic_fantasy.checks.effect_roll_commands import RuleEffect
from engine.rulesets.classic_fantasy.combat.combat_commands import JoinFight, RollInitiative, RuleInitiative, StartFight
from engine.rulesets.classic_fantasy.combat.combat_procedure import current_combat
from engine.rulesets.classic_fantasy.combat.round_commands import EndTurn, TakeAction
from engine.rulesets.classic_fantasy.damage.damage_commands import (
    AcceptConsequences,
    AcceptDamage,
    FindLocation,
    HarmSomebody,
    RuleTurns,
    ThrowDamage,
)
from engine.rulesets.classic_fantasy.damage.damage_procedure import current_damage
from engine.rulesets.classic_fantasy.damage.hazard_record import CustomHazard
from engine.rulesets.classic_fantasy.hazards.burning_commands import flames
from engine.rulesets.classic_fantasy.hazards.custom_hazard_commands import LetHazard, SaveHazard
from engine.rulesets.classic_fantasy.hazards.falling_commands import FallDown
from engine.rulesets.classic_fantasy.health.ageing_commands import LoseToAge, SkipYears
from engine.rulesets.classic_fantasy.health.asphyxiation_commands import LoseBreath
from engine.rulesets.classic_fantasy.health.fatigue_commands import FatigueMagic, RollEffort, Weary
from engine.rulesets.classic_fantasy.health.fatigue_state import fatigue_level
from engine.rulesets.classic_fantasy.health.healing_commands import Strain
from engine.rulesets.classic_fantasy.health.natural_healing_schedule import healing_state_of
from engine.rulesets.classic_fantasy.luck.luck_commands import SpendLuck
from engine.rulesets.classic_fantasy.luck.luck_eligibility import luck_options_of
from engine.rulesets.classic_fantasy.luck.luck_prompts import SetLuckPrompt
from engine.rulesets.classic_fantasy.progression.experience_commands import Improve
from engine.rulesets.classic_fantasy.status_pages.status_page_list import status_page
from engine.rulesets.classic_fantasy.time.time_advance import AdvanceTime
from engine.rulesets.classic_fantasy.time.time_passage_procedure import time_passage
from engine.rulesets.classic_fantasy.treatment.healing_magic_commands import CastHealing
from engine.rulesets.classic_fantasy.treatment.treatment_commands import Tend
from tests.engine.rulesets.classic_fantasy import fixed_dice_tables
from tests.engine.rulesets.classic_fantasy.status_page_reader import SHARED, line, opened, said, taken
from tests.engine.rulesets.classic_fantasy.table import (
    GAME,
    dice,
    hp,
    hurt,
    laid,
    names,
    notes,
    outcome,
    play,
    refused,
    secretly,
    skilled,
    told_again,
)

SHEETS: Mapping[str, Any] = {
    "ana": {**skilled(Endurance=60, First_Aid=60, Willpower=60), "combat": []},
    "orc": {"key_character": True},
}
STANDS = AcceptRoll(seat="tom")
AGAIN = SpendLuck(seat="tom", actor="ana", use="reroll")
COLD = CustomHazard(name="Cold", fatigue="1d3", skill="")


def table_with(luck: int = 2, **more: Any) -> Table:
    """Return a table on which Ana alone has Luck Points."""
    tracks = {"ana": {"Luck": luck, "Magic": 9}, "bor": {"Luck": 0}, "orc": {"Luck": 0}}
    return hurt(laid(sheets=SHEETS, tracks=tracks, **more), "ana", Chest=2)


def without_air(table: Table, chance: Chance) -> Table:
    table = play(table, LoseBreath(seat="gm", actor="ana", strenuous=True))
    return thrown(play(table, AdvanceTime(seat="gm", unit="second", count=19), chance=chance), chance)


def thrown(table: Table, chance: Chance) -> Table:
    """Return the table after the front roll, if there is one, was thrown and accepted, as far as luck asks."""
    for step in (ThrowDice(seat="gm"), STANDS):
        table = play(table, step, chance=chance) if current_check(table) is not None else table
    return table


def in_cold(table: Table, chance: Chance) -> Table:
    return play(
        table, SaveHazard(seat="gm", hazard=COLD), LetHazard(seat="gm", actor="ana", name="Cold"), chance=chance
    )


def tended(table: Table, chance: Chance) -> Table:
    aid = Tend(seat="tom", actor="ana", patient="ana", location="Chest")
    return thrown(play(table, aid), chance)


def enchanted(table: Table, chance: Chance) -> Table:
    spell = CastHealing(seat="tom", actor="ana", patient="ana", location="Chest", spell="cure_minor")
    return play(table, spell, chance=chance)


def refreshed(table: Table, chance: Chance) -> Table:
    table = play(table, Weary(seat="gm", actor="ana", cause="disease", levels=5))
    return play(table, FatigueMagic(seat="tom", actor="ana"), chance=chance)


class Own(Frozen):
    """A die that Ana throws.

    Attributes:
        begin: leads to the die.
        faces: the dice up to there.
        lies: the total of the die.
        does: its visible effect.
        seen: reads that effect.
        instead: the effect if the die is thrown again, and shows a 1.
    """

    begin: Callable[[Table, Chance], Table]
    faces: Mapping[str, list[int]]
    lies: int
    does: int
    seen: Callable[[Table], int]
    instead: int = 1


def tired(table: Table) -> int:
    return fatigue_level(table, "ana")


def healed(table: Table) -> int:
    return hp(table, "ana", "Chest") - 2


OWN: Mapping[str, Own] = {
    "want of air": Own(begin=without_air, faces={"d100": [61], "d6": [6]}, lies=2, does=2, seen=tired),
    "a hazard": Own(begin=in_cold, faces={"d6": [6]}, lies=3, does=3, seen=tired),
    "strain": Own(
        begin=lambda table, chance: play(table, Strain(seat="gm", actor="ana"), chance=chance),
        faces={"d6": [6]},
        lies=3,
        does=3,
        seen=lambda table: healing_state_of(table, "ana", "Chest").strain,
    ),
    "first aid": Own(begin=tended, faces={"d100": [10], "d6": [4]}, lies=2, does=2, seen=healed),
    "a spell": Own(begin=enchanted, faces={"d4": [2]}, lies=3, does=3, seen=healed, instead=2),
    "fatigue magic": Own(
        begin=refreshed, faces={"d6": [4]}, lies=3, does=3, seen=lambda table: 5 - tired(table), instead=2
    ),
}


@pytest.mark.rule("CF-LUCK-4", "CF-LUCK-5", "CF-LUCK-7", "CF-AMB-43", "CF-UI-4")
@pytest.mark.parametrize("name", OWN)
def test_an_effect_die_waits_for_luck_and_then_takes_effect(name: str) -> None:
    own = OWN[name]
    table = own.begin(table_with(), dice(**own.faces))
    lying = current_effect_roll(table)
    assert lying is not None
    assert (lying.value, own.seen(table)) == (own.lies, 0), "before its effects"
    assert "swap" not in {one.use for one in luck_options_of(table, "ana") if one.refused is None}, "no d100"
    assert {"d100_let_stand", "d100_luck_reroll:ana"} <= names(table, "tom").keys()
    assert not {"d100_let_stand", "d100_rule_effect"} & names(table, "eve").keys()
    assert refused(table, AcceptRoll(seat="eve")).rules == ("CF-LUCK-7",)
    assert own.seen(play(table, STANDS)) == own.does
    kind = next(one for one in own.faces if one != "d100")
    other = play(table, AGAIN, chance=dice(**{kind: [1]}))
    assert current_effect_roll(other) is None, "one point an Action: nobody can change it any more"
    assert (own.seen(other), pool(other, "ana", LUCK)) == (own.instead, 1)


@pytest.mark.rule("CF-LUCK-4", "CF-TIME-1")
@pytest.mark.parametrize("name", OWN)
def test_dice_that_luck_cannot_change_fall_at_once(name: str) -> None:
    own = OWN[name]
    table = own.begin(table_with(0), dice(**own.faces))
    assert (current_effect_roll(table), own.seen(table)) == (None, own.does)


@pytest.mark.rule("CF-LUCK-7")
def test_the_best_result_of_dice_waits_for_nobody() -> None:
    assert fatigue_level(in_cold(table_with(), dice(d6=[1])), "ana") == 1
    assert hp(tended(table_with(), dice(d100=[10], d6=[6])), "ana", "Chest") == 5


@pytest.mark.rule("CF-LUCK-7", "CF-HEAL-8")
@pytest.mark.parametrize(
    "care",
    [
        Tend(seat="gm", actor="ana", patient="orc", location="Chest"),
        CastHealing(seat="gm", actor="ana", patient="orc", location="Chest", spell="cure_minor"),
    ],
    ids=["aid", "spell"],
)
@pytest.mark.parametrize("secret", [False, True])
def test_dice_that_heal_all_of_a_wound_wait_for_nobody_unless_that_would_reveal_hit_points(
    care: Command, *, secret: bool
) -> None:
    table = secretly(table_with(), "orc") if secret else table_with()
    for missing in (1, 4):
        chance = dice(d100=[10], d6=[1], d4=[1])
        begun = play(hurt(table, "orc", Chest=hp(table, "orc", "Chest") - missing), care, chance=chance)
        healed = play(begun, ThrowDice(seat="gm"), STANDS, chance=chance) if current_check(begun) else begun
        without_body = play(healed, SetBody(seat="gm", actor="orc", body=None))
        for after in (healed, without_body):
            assert (current_effect_roll(after) is not None) == (secret or missing == 4), missing


@pytest.mark.rule("CF-LUCK-5", "CF-ASPHYX-7")
def test_the_roll_and_what_it_leads_to_are_one_action() -> None:
    table = play(table_with(), LoseBreath(seat="gm", actor="ana", strenuous=True))
    table = play(table, AdvanceTime(seat="gm", unit="second", count=15), ThrowDice(seat="tom"), chance=dice(d100=[90]))
    table = play(table, AGAIN, chance=dice(d100=[80], d6=[6]))
    assert (table.clock, fatigue_level(table, "ana"), pool(table, "ana", LUCK)) == (15, 2, 1)
    table = play(table, AdvanceTime(seat="gm", unit="second", count=5), ThrowDice(seat="tom"), chance=dice(d100=[99]))
    table = play(table, STANDS, chance=dice(d6=[5]))
    assert (table.clock, fatigue_level(table, "ana")) == (20, 2), "another Round's roll is another Action"
    table = play(table, AGAIN, chance=dice(d6=[1]))
    assert fatigue_level(table, "ana") == 3


@pytest.mark.rule("CF-LUCK-5", "CF-GEN-1")
def test_the_roll_against_a_hazard_and_its_levels_are_one_action() -> None:
    table = play(table_with(), SaveHazard(seat="gm", hazard=replace(COLD, skill="Endurance")))
    table = play(table, LetHazard(seat="gm", actor="ana", name="Cold"), ThrowDice(seat="tom"), chance=dice(d100=[90]))
    assert current_effect_roll(play(table, STANDS, chance=dice(d6=[6]))) is not None
    assert tired(play(table, AGAIN, chance=dice(d100=[80], d6=[6]))) == 3


@pytest.mark.rule("CF-LUCK-5", "CF-HEAL-3", "CF-FATIGUE-2")
def test_an_effort_and_its_strain_wait_one_after_the_other() -> None:
    begun = play(table_with(), RollEffort(seat="gm", actor="ana"), chance=dice(d6=[5]))
    begun = play(begun, ThrowDice(seat="tom"), chance=dice(d100=[90]))
    lucky = play(begun, AGAIN, chance=dice(d100=[10]))
    assert (len(lucky.procedures), healing_state_of(lucky, "ana", "Chest").strain) == (1, 3)
    table = play(begun, STANDS)
    assert fatigue_level(table, "ana") == 1
    table = play(table, AGAIN, chance=dice(d6=[1]))
    assert (len(table.procedures), healing_state_of(table, "ana", "Chest").strain) == (1, 1)


@pytest.mark.rule("CF-AGE-3", "CF-AGE-4", "CF-AGE-6", "CF-LUCK-7")
def test_a_loss_to_age_is_two_dice() -> None:
    table = play(table_with(3), LoseToAge(seat="gm", actor="ana"), chance=dice(d6=[1]))
    table = play(table, AGAIN, chance=dice(d6=[5, 4]))
    who = character_sheet_of(table, "ana")
    assert (who.lost, len(table.procedures)) == ({"DEX": 2}, 1), "the one point is spent"
    table = play(table, LoseToAge(seat="gm", actor="ana"), chance=dice(d6=[1]))
    table = play(table, STANDS, chance=dice(d6=[6]))
    table = play(table, AGAIN, chance=dice(d6=[1]))
    assert character_sheet_of(table, "ana").lost == {"DEX": 2, "STR": 1}
    rolls = play(laid(sheets={"ana": {"age": 59}}, tracks={"ana": {"Luck": 1}}), SkipYears(seat="gm", actors=("ana",)))
    rolls = thrown(rolls, dice(d100=[99], d6=[3]))
    rolls = play(play(rolls, STANDS, chance=dice(d6=[6])), STANDS)
    assert character_sheet_of(rolls, "ana").lost == {"CON": 3}
    assert len(rolls.procedures) == 2, "Willpower is still owed"


@pytest.mark.rule("CF-LUCK-5", "CF-LUCK-7", "CF-WOUND-5")
def test_the_turns_of_a_serious_wound_are_thrown_again_while_it_is_only_proposed() -> None:
    blow = HarmSomebody(seat="gm", actor="bran", damage="8", what="club", locations=("Chest",))
    table = play(
        fixed_dice_tables.laid(tracks={"bran": {"Luck": 2}}), blow, ThrowDamage(seat="gm"), AcceptDamage(seat="gm")
    )
    table = play(table, ThrowDice(seat="gm"), chance=dice(d100=[10]))
    table = play(table, AcceptRoll(seat="tom"), chance=dice(d6=[6]))
    found = current_damage(table)
    assert found is not None
    assert (found.stage, found.turns) == ("consequences", 3)
    again = SpendLuck(seat="tom", actor="bran", use="reroll")
    assert refused(play(table, RuleTurns(seat="gm", turns=2)), again).rules == ("CF-LUCK-7",), "no die lies so"
    lucky = play(table, again, chance=dice(d6=[1]))
    assert refused(lucky, again).rules == ("CF-LUCK-5",)
    found = current_damage(lucky)
    assert found is not None
    assert [line.turns for line in found.proposed if line.what == "no_offence"] == [1]
    assert play(lucky, AcceptConsequences(seat="gm")).actors["bran"].has_condition(NO_OFFENCE)


@pytest.mark.rule("CF-LUCK-5", "CF-LUCK-7", "CF-FIRE-10")
@pytest.mark.parametrize(("use", "lit"), [("swap", True), ("reroll", False), ("", False)])
def test_whether_a_blow_sets_alight_can_be_thrown_again_or_swapped(use: str, lit: bool) -> None:
    asked = DeclareAttack(seat="tom", actor="bran", target="orc", weapon="sword", kindles="fire")
    table = play(
        fixed_dice_tables.laid(tracks={"bran": {"Luck": 1}}), asked, ThrowDice(seat="tom"), chance=dice(d100=[30])
    )
    words = [say(offer.label) for offer in GAME.offers(table, "tom") if offer.name == "d100_luck_swap:bran"]
    assert words == ["Bran, Luck: swap digits, 30 → 3, critical"]
    table = play(table, AcceptRoll(seat="tom"), Defend(seat="gm", how="none"))
    table = play(table, FindLocation(seat="tom"), ThrowDamage(seat="tom"), chance=dice(d20=[11], d8=[4]))
    table = play(table, AcceptDamage(seat="gm"), chance=dice(d100=[91]))
    assert current_effect_roll(table) is not None
    assert "d100_luck_swap:bran" in names(table, "tom")
    step: Command = SpendLuck(seat="tom", actor="bran", use=use) if use else AcceptRoll(seat="tom")  # type: ignore[arg-type]
    table = play(table, step, chance=dice(d100=[95]))
    assert (bool(flames(table, "orc")), len(table.procedures)) == (lit, 1), "19 of 20 per cent, 95, or 91"
    spent = play(
        fixed_dice_tables.laid(tracks={"bran": {"Luck": 2}}), asked, ThrowDice(seat="tom"), chance=dice(d100=[90])
    )
    spent = play(
        spent, SpendLuck(seat="tom", actor="bran", use="reroll"), Defend(seat="gm", how="none"), chance=dice(d100=[30])
    )
    spent = play(spent, FindLocation(seat="tom"), ThrowDamage(seat="tom"), chance=dice(d20=[11], d8=[4]))
    spent = play(spent, AcceptDamage(seat="gm"), chance=dice(d100=[91]))
    assert len(spent.procedures) == 1, "the same Action"


@pytest.mark.rule("CF-LUCK-6", "CF-LUCK-7", "CF-XP-9")
def test_luck_does_not_apply_to_others_dice_or_to_learning() -> None:
    fall = play(
        table_with(), FallDown(seat="gm", actor="ana", feet=20), FindLocation(seat="gm"), ThrowDamage(seat="gm")
    )
    assert not any("luck_reroll" in name for name in names(fall, "tom"))
    sheets = {"ana": {**skilled(Perception=40), "experience": 3, "int": 13}}
    table = play(
        laid(sheets=sheets), Improve(seat="tom", actor="ana", skill="Perception"), chance=dice(d100=[90], d4=[2])
    )
    assert len(table.procedures) == 1


@pytest.mark.rule("CF-AMB-42", "CF-LUCK-7")
@pytest.mark.parametrize(("allowed", "waits"), [("key", True), ("off", False)])
def test_luck_of_gm_characters_follows_the_option(allowed: str, waits: bool) -> None:
    table = laid(sheets=SHEETS, options={"luck_npc": allowed}, tracks={"orc": {"Luck": 1}})
    table = play(
        table, SaveHazard(seat="gm", hazard=COLD), LetHazard(seat="gm", actor="orc", name="Cold"), chance=dice(d6=[6])
    )
    assert (current_effect_roll(table) is not None) is waits
    assert waits or fatigue_level(table, "orc") == 3


@pytest.mark.rule("CF-AMB-42", "CF-LUCK-7")
def test_dice_of_a_secret_character_fall_at_once_and_hidden() -> None:
    table = laid(sheets=SHEETS, options={"luck_npc": "all"}, tracks={"orc": {"Luck": 1}})
    table = replace(table, actors={**table.actors, "orc": replace(table.actors["orc"], secret=True)})
    table = play(table, SaveHazard(seat="gm", hazard=COLD))
    done = outcome(table, LetHazard(seat="gm", actor="orc", name="Cold"), dice(d6=[6]))
    assert (current_effect_roll(done.table), fatigue_level(done.table, "orc")) == (None, 3)
    assert "Orc" not in str(redact(table, done.events, "tom"))


@pytest.mark.rule("CF-LUCK-7", "CF-GEN-1")
def test_the_gm_sets_effect_dice_within_their_range() -> None:
    table = in_cold(table_with(), dice(d6=[6]))
    assert refused(table, RuleEffect(seat="tom", value=2)).message.key == "refused.gm_only"
    for value in (0, 4):
        assert refused(table, RuleEffect(seat="gm", value=value)).rules == ("CF-LUCK-7",)
    ruled = play(table, RuleEffect(seat="gm", value=2))
    assert fatigue_level(play(ruled, AcceptRoll(seat="gm")), "ana") == 2
    assert fatigue_level(play(table, RuleEffect(seat="gm", value=1)), "ana") == 1, "nothing is better, so it comes"
    assert refused(play(ruled, STANDS), RuleEffect(seat="gm", value=1)).rules == ("CF-LUCK-7",)


@pytest.mark.rule("CF-LUCK-7", "CF-TIME-1", "CF-UI-4", "CF-UI-8")
def test_time_waits_for_a_die_and_the_page_says_why() -> None:
    table = without_air(table_with(), dice(d100=[61], d6=[6]))
    assert time_passage(table) is not None
    assert table.clock == 15
    assert opened(table, SHARED) == "roll"
    page = status_page(table, SHARED, "roll")
    assert page.large is not None
    assert (say(page.title), say(page.large)) == ("Ana: Fatigue levels from suffocation", "1d2: 2")
    luck = line(page, "luck:ana")
    assert said(luck.cells[1]).startswith("2 of")
    assert [taken(table, "tom", touch) for touch in luck.buttons] == [AGAIN]
    told = GAME.view_for(table, SHARED).under_way[-1]
    assert (say(told.title), told.waiting_for, told.sides[0].total) == (say(page.title), ("tom",), 2)
    assert "d100_stop_time" in names(table, "gm")
    done = outcome(table, AGAIN, dice(d6=[1]))
    assert {"d100_luck_reroll", "d100_effect_lies", "d100_tires"} <= set(notes(done))
    assert done.table.clock == 19, "and goes on by itself"
    assert done.table.actors["ana"].sheet["luck_spent"] == [{"action": say(page.title), "use": "roll again"}]


@pytest.mark.rule("CF-LUCK-5", "CF-AMB-32")
def test_care_in_combat_is_an_action() -> None:
    table = table_with()
    table = play(
        table, StartFight(seat="gm", fighters=("ana", "orc")), RollInitiative(seat="gm"), chance=dice(d10=[9, 1])
    )
    table = enchanted(table, dice(d4=[1]))
    table = play(table, AGAIN, chance=dice(d4=[1]))
    assert hp(table, "ana", "Chest") == 4
    table = enchanted(play(table, EndTurn(seat="tom"), EndTurn(seat="gm")), dice(d4=[1]))
    assert current_effect_roll(table) is not None, "the action of another Turn can have its own point"
    settled = play(table, SetLuckPrompt(seat="tom", actor="ana", luck_prompt="wound"))
    assert (current_effect_roll(settled), hp(settled, "ana", "Chest")) == (None, 6), "nobody is asked any more"


@pytest.mark.rule("CF-LUCK-7", "CF-GEN-1")
def test_a_history_with_luck_replays_the_same() -> None:
    tables = [table_with()]
    entries = list[HistoryEntry]()
    steps: tuple[tuple[Command, Chance], ...] = (
        (LoseBreath(seat="gm", actor="ana", strenuous=True), dice()),
        (AdvanceTime(seat="gm", unit="minute"), dice()),
        (ThrowDice(seat="tom"), dice(d100=[61])),
        (STANDS, dice(d6=[6])),
        (AGAIN, dice(d6=[3])),
        (ThrowDice(seat="tom"), dice(d100=[99])),
        (STANDS, dice(d6=[3])),
        (STANDS, dice()),
    )
    for command, chance in steps:
        done = outcome(tables[-1], command, chance)
        tables.append(done.table)
        entries.append(done.entry())
    assert [fatigue_level(one, "ana") for one in tables[-5:]] == [0, 1, 1, 1, 3]
    told_again(tables, entries)


@pytest.mark.rule("CF-LUCK-5", "CF-LUCK-7", "CF-X-16")
def test_initiative_can_be_thrown_again_until_somebody_acts_by_it() -> None:
    table = fixed_dice_tables.laid(tracks={"bran": {"Luck": 3}})
    table = play(table, StartFight(seat="gm", fighters=("bran", "orc", "mira")))
    table = play(table, RollInitiative(seat="gm"), chance=dice(d10=[2, 9, 5]))
    again = SpendLuck(seat="tom", actor="bran", use="reroll")
    begun = current_combat(table)
    assert begun is not None
    assert (begun.turn, begun.order) == ("orc", ("orc", "mira", "bran"))
    assert "d100_luck_reroll:bran" in names(table, "tom")
    done = outcome(table, again, dice(d10=[10]))
    after = current_combat(done.table)
    assert after is not None
    assert (after.turn, after.had, after.order) == ("bran", ("bran",), ("bran", "orc", "mira"))
    assert done.table.actors["bran"].sheet["luck_spent"] == [{"action": "initiative", "use": "roll again"}]
    assert refused(done.table, again).rules == ("CF-LUCK-5",)
    acted = play(table, TakeAction(seat="gm", actor="orc"))
    for late in (acted, play(acted, EndTurn(seat="gm")), play(table, EndTurn(seat="gm"))):
        assert refused(late, again).rules == ("CF-LUCK-7",), "the order has had its effect"
    assert refused(play(table, RuleInitiative(seat="gm", actor="bran", value=4)), again).rules == ("CF-LUCK-7",)


@pytest.mark.rule("CF-LUCK-7", "CF-X-16")
def test_a_late_fighter_takes_no_turn_away_by_luck() -> None:
    table = play(fixed_dice_tables.laid(tracks={"bran": {"Luck": 3}}), StartFight(seat="gm", fighters=("orc", "mira")))
    table = play(table, RollInitiative(seat="gm"), chance=dice(d10=[9, 5]))
    table = play(
        table, TakeAction(seat="gm", actor="orc"), EndTurn(seat="gm"), JoinFight(seat="gm", fighters=("bran",))
    )
    table = play(table, RollInitiative(seat="tom"), chance=dice(d10=[1]))
    table = play(table, SpendLuck(seat="tom", actor="bran", use="reroll"), chance=dice(d10=[10]))
    after = current_combat(table)
    assert after is not None
    assert (after.turn, after.order) == ("mira", ("bran", "orc", "mira"))


@pytest.mark.rule("CF-HEAL-3", "CF-LUCK-5", "CF-LUCK-7")
@pytest.mark.parametrize("hits", [True, False])
@pytest.mark.parametrize("spends", [True, False])
def test_the_strain_of_an_attack_is_thrown_once_it_is_over(hits: bool, spends: bool) -> None:
    table = hurt(fixed_dice_tables.laid(tracks={"bran": {"Luck": 2}}), "bran", Chest=3)
    table = play(table, DeclareAttack(seat="tom", actor="bran", target="orc", weapon="sword"), ThrowDice(seat="tom"))
    if spends:
        again = SpendLuck(seat="tom", actor="bran", use="reroll")
        table = play(table, again, chance=dice(d100=[30 if hits else 90], d6=[6]))
    else:
        table = play(table, RuleDie(seat="gm", face=30 if hits else 90))
        table = play(table, AcceptRoll(seat="tom"), chance=dice(d6=[6]))
    if hits:
        table = play(table, Defend(seat="gm", how="none"), FindLocation(seat="tom"), chance=dice(d20=[11]))
        table = play(table, ThrowDamage(seat="tom"), chance=dice(d8=[1]))
        table = play(table, AcceptDamage(seat="gm"), chance=dice(d6=[6]))
    assert (current_effect_roll(table) is None) is spends, "the same Action"
    table = table if spends else play(table, AcceptRoll(seat="tom"))
    assert (healing_state_of(table, "bran", "Chest").strain, len(table.procedures)) == (3, 1)
