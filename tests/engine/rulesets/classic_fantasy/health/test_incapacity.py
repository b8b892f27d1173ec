"""A dead character is asked nothing more; a dead or incapacitated one gets no impossible offers."""

from __future__ import annotations

import pytest

from engine.core.commands import Command
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.character_conditions import ASLEEP, DEAD, INCAPACITATED, UNCONSCIOUS, lay
from engine.rulesets.classic_fantasy.checks.check_commands import ThrowDice
from engine.rulesets.classic_fantasy.combat.combat_commands import RollInitiative, StartFight
from engine.rulesets.classic_fantasy.damage.damage_commands import (
    AcceptConsequences,
    AcceptDamage,
    HarmSomebody,
    ThrowDamage,
)
from engine.rulesets.classic_fantasy.hazards.burning_commands import ExposeToHeat, SetAlight
from engine.rulesets.classic_fantasy.time.time_advance import AdvanceTime
from engine.rulesets.classic_fantasy.traps.trap_commands import LaySample, RevealTrap, SpringTrap
from tests.engine.rulesets.classic_fantasy.fixed_dice_tables import (
    GAME,
    dice,
    hp,
    laid,
    names,
    outcome,
    play,
    states,
    with_states,
)
from tests.engine.rulesets.classic_fantasy.table import hurt, notes

ACCEPTED = (AcceptDamage(seat="gm"), ThrowDice(seat="tom"), AcceptConsequences(seat="gm"))


FIGHT = (StartFight(seat="gm", fighters=("bran", "mira", "orc")), RollInitiative(seat="gm"))
DOINGS = {
    "d100_contest",
    "d100_attack",
    "d100_act",
    "d100_react",
    "d100_pass_round",
    "d100_give_turn",
    "d100_lie_down",
    "d100_stand_up",
    "d100_disarm_trap",
    "d100_tend",
    "d100_stabilise_by",
    "d100_effort",
}


def bran_is(state: str, table: Table | None = None) -> Table:
    """Return a table on which Bran is dead, or out of it."""
    return with_states(laid() if table is None else table, lambda draft: lay(draft, "bran", state))


def doers(table: Table, seat: str) -> dict[str, set[str]]:
    """Return for each kind of offer by the rules who can do it."""
    found = dict[str, set[str]]()
    for offer in GAME.offers(table, seat):
        kind = offer.name.partition(":")[0]
        asked = next((set(ask.choices) for ask in offer.questions if ask.field == "actor"), None)
        one = getattr(offer.command, "actor", None)
        if kind.startswith("d100_") and isinstance(one, str):
            found[kind] = found.get(kind, set()) | (asked or {one})
    return found


@pytest.mark.rule("CF-WOUND-17", "CF-DMG-6")
def test_damage_to_a_dead_character_is_logged_at_once() -> None:
    struck = HarmSomebody(seat="gm", actor="bran", damage="12", locations=("Left Arm", "Head", "Chest", "Abdomen"))
    table = play(laid(), struck, ThrowDamage(seat="gm"), chance=dice(d100=[90]))
    table = play(table, *ACCEPTED, chance=dice(d100=[90]))
    assert "dead" not in states(table, "bran")
    table = play(table, *ACCEPTED[:2], chance=dice(d100=[90]))
    last = outcome(table, ACCEPTED[-1])
    assert "dead" in states(last.table, "bran")
    assert len(last.table.procedures) == 1, "nobody is asked for the chest and the abdomen"
    assert [hp(last.table, "bran", place) for place in ("Chest", "Abdomen")] == [-5, -6]
    assert notes(last).count("d100_wound_is") == 2


@pytest.mark.rule("CF-WOUND-17", "CF-LUCK-10")
def test_damage_to_the_dead_asks_nothing_not_even_luck() -> None:
    lucky = bran_is(DEAD, laid(tracks={"bran": {"Luck": 2}}))
    found = outcome(lucky, HarmSomebody(seat="gm", actor="bran", damage="2d6+9", count="1d3"), dice(d6=[6, 6, 6]))
    assert len(found.table.procedures) == 1
    assert {"d100_struck", "d100_damage_is", "d100_wound_is"} <= {*notes(found)}


@pytest.mark.rule("CF-FIRE-2", "CF-FIRE-7", "CF-WOUND-17")
def test_heat_asks_nothing_more_of_a_victim_killed_by_flames() -> None:
    table = play(laid(), SetAlight(seat="gm", actor="bran", locations=("Head",), intensity=5))
    table = play(table, ExposeToHeat(seat="gm", actor="bran", intensity=1, locations=("Left Arm",), flammable=False))
    for _ in range(9):
        if len(table.procedures) == 1:
            break
        table = play(table, AcceptDamage(seat="gm"))
    table = play(table, AdvanceTime(seat="gm"), chance=dice(d6=[6] * 9))
    table = play(table, *ACCEPTED, chance=dice(d100=[90]))
    assert "dead" in states(table, "bran")
    assert len(table.procedures) == 1


@pytest.mark.rule("CF-FATIGUE-9", "CF-WOUND-9", "CF-WOUND-12")
@pytest.mark.parametrize("seat", ["tom", "gm"])
@pytest.mark.parametrize("fights", [(), FIGHT], ids=["calm", "in a fight"])
def test_an_incapacitated_character_gets_no_impossible_offers(seat: str, fights: tuple[Command, ...]) -> None:
    trap = (LaySample(seat="gm", name="Pitfall"), RevealTrap(seat="gm", trap="pitfall"))
    table = play(hurt(laid(tracks={"bran": {"Luck": 2}}), "mira", Chest=2), *trap)
    fit = doers(play(table, *fights), seat)
    assert "bran" in fit["d100_roll"] & fit["d100_lie_down"]
    for state in (DEAD, UNCONSCIOUS, ASLEEP, INCAPACITATED):
        out = doers(play(bran_is(state, table), *fights), seat)
        may_speak = {"d100_contest"} if state == INCAPACITATED else set()
        assert not [kind for kind in DOINGS - may_speak if "bran" in out.get(kind, ())], state
        assert ("bran" in out.get("d100_roll", ())) == (state != DEAD), state
    gone = [one for one in GAME.offers(play(bran_is(DEAD, table), *fights), seat) if one.name.startswith("d100_")]
    asked = {one.name for one in gone for ask in one.questions if "bran" in ask.choices}
    named = {one.name for one in gone if one.name.endswith(":bran")}
    assert asked | named <= {"d100_leave_fight", "d100_leave_fight:bran"}, "nothing at all is left to the dead"


@pytest.mark.rule("CF-WOUND-9", "CF-X-24")
def test_an_unconscious_character_can_only_resist() -> None:
    (roll,) = (one for one in GAME.offers(bran_is(UNCONSCIOUS), "tom") if one.name == "d100_roll:bran")
    assert set(roll.questions[0].choices) == {"Endurance", "Willpower"}
    against = {one.name: one for one in GAME.offers(bran_is(UNCONSCIOUS), "eve")}["d100_contest:mira"]
    theirs = next(ask for ask in against.questions if ask.field == "other_skill")
    assert set(theirs.choices_for("bran")) == {"Endurance", "Willpower"}
    assert len(theirs.choices_for("orc")) > 2


@pytest.mark.rule("CF-TRAP-9", "CF-TRAP-10")
def test_an_unconscious_victim_suffers_the_trap() -> None:
    sprung = (LaySample(seat="gm", name="Pitfall"), SpringTrap(seat="gm", trap="pitfall", victims=("bran",)))
    assert "d100_resist_trap:0" in names(play(laid(), *sprung), "tom")
    offers = {name for name in names(play(bran_is(UNCONSCIOUS), *sprung), "tom") if name.startswith("d100")}
    assert offers == {"d100_take_trap"}
