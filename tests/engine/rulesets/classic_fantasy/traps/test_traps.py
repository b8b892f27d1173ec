"""Traps on the table: built, hidden, searched for, disarmed, sprung, resisted, set again (CF-TRAP)."""

from __future__ import annotations

import pytest

from engine.core.events import Noted
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.session_state import Pace
from engine.rulesets.classic_fantasy.checks.check_commands import CallOff, ThrowDice
from engine.rulesets.classic_fantasy.damage.damage_commands import (
    AcceptConsequences,
    AcceptDamage,
    FindLocation,
    ThrowDamage,
)
from engine.rulesets.classic_fantasy.status_pages.status_page_list import status_page
from engine.rulesets.classic_fantasy.traps.placed_traps import all_traps
from engine.rulesets.classic_fantasy.traps.trap_commands import (
    BuildTrap,
    DisarmTrap,
    LaySample,
    RemoveTrap,
    RevealTrap,
    SearchTrap,
    SpringTrap,
    TurnTrap,
)
from engine.rulesets.classic_fantasy.traps.trap_rules import Resistance
from engine.rulesets.classic_fantasy.traps.trap_trigger_commands import EscapeTrap, ResistTrap, TakeTrap
from engine.rulesets.classic_fantasy.travel.party_travel import SetWay
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
)

BLADE = BuildTrap(
    seat="gm",
    name="Blade",
    maker=70,
    purposes=("maiming", "death"),
    resistance=(Resistance(skill="Evade"), Resistance(skill="Brawn", grade="Hard")),
)


def armed() -> Table:
    """Return a table with a hidden blade, and Tom's Bran who could disarm it."""
    skills: list[Json] = [
        {"name": "Evade", "total": 50},
        {"name": "Perception", "total": 64},
        {"name": "Mechanisms", "total": 60},
    ]
    return play(laid(sheets={"bran": {"skills": skills}}), BLADE)


@pytest.mark.rule("CF-TRAP-1", "CF-TRAP-2", "CF-TRAP-3", "CF-TRAP-8", "CF-TRAP-11", "CF-TRAP-15", "CF-EX-94")
def test_a_trap_is_built_within_its_makers_limits_and_lies_hidden() -> None:
    found = outcome(laid(), BLADE)
    (trap,) = all_traps(found.table)
    assert (trap.trap.damage, trap.trap.difficulty, trap.state, trap.known) == ("1d8+1d6", 70, "hidden", ())
    (note,) = (event for event in found.events if isinstance(event, Noted))
    assert (note.audience, note.message.params["price"], note.message.params["coin"]) == (("gm",), 70, "d100-gold")
    too_hard = BuildTrap(seat="gm", name="Axe", maker=10, damage="2d10")
    assert refused(laid(), too_hard).message.key == "refused.d100_trap_fault_damage"
    assert refused(laid(), BuildTrap(seat="gm", name="Axe", builder="bran")).rules == ("CF-TRAP-1",)
    assert "traps" in GAME.ruleset.secret_lists  # type: ignore[attr-defined]


@pytest.mark.rule("CF-TRAP-20", "CF-EX-95", "CF-TRAP-3", "CF-AMB-45")
@pytest.mark.parametrize(("face", "spotted"), [(60, True), (41, False), (5, True), (90, False)])
def test_a_searcher_rolls_against_the_difficulty_and_alone_learns_of_the_trap(face: int, spotted: bool) -> None:
    table = armed()
    before = names(table, "tom", denied=True)
    table = play(table, SearchTrap(seat="gm", actor="bran", trap="blade"))
    assert GAME.view_for(table, "tom").under_way == GAME.view_for(armed(), "tom").under_way
    found = outcome(table, ThrowDice(seat="gm"), dice(d100=[face, 55]))
    (trap,) = all_traps(found.table)
    assert trap.known == (("tom",) if spotted else ())
    assert ("d100_disarm_trap:blade" in names(found.table, "tom", denied=True)) is spotted
    assert "d100_disarm_trap:blade" not in before
    assert "d100_disarm_trap:blade" not in names(found.table, "eve", denied=True)
    assert all("eve" not in (event.audience or ("eve",)) for event in found.events if isinstance(event, Noted))


@pytest.mark.rule("CF-TIME-7", "CF-TIME-9", "CF-TRAP-20")
@pytest.mark.parametrize(("pace", "target"), [("exploration", 64), ("combat_rounds", 43)])
def test_a_party_moving_by_combat_rounds_searches_worse(pace: Pace, target: int) -> None:
    table = play(armed(), SetWay(seat="gm", pace=pace), SearchTrap(seat="gm", actor="bran", trap="blade"))
    assert GAME.view_for(table, "gm").under_way[-1].sides[0].target == target


@pytest.mark.rule("CF-UI-12")
def test_acts_on_several_traps_are_one_offer() -> None:
    one = {offer.name: offer for offer in GAME.offers(armed(), "gm")}
    assert not one["d100_spring_trap:blade"].direct
    assert not one["d100_spring_trap:blade"].questions[0].optional, "what may stay open is not asked on the table"
    assert "d100_spring_trap" not in one
    table = play(armed(), replace(BLADE, name="Pit"), RevealTrap(seat="gm", trap="pit"))
    several = {offer.name: offer for offer in GAME.offers(table, "gm")}
    spring = several["d100_spring_trap"]
    which = spring.questions[0]
    assert (which.field, which.choices) == ("trap", ("blade", "pit"))
    assert say(which.called["pit"]) == "Pit"
    assert all(several[f"d100_spring_trap:{trap}"].direct for trap in which.choices), "the list of traps has them"
    assert not several["d100_reveal_trap:blade"].direct, "of the one that can be shown there is nothing to ask"
    assert isinstance(spring.command, SpringTrap)
    sprung = play(table, replace(spring.command, trap="pit"))
    assert {trap.id: trap.state for trap in all_traps(sprung)} == {"blade": "hidden", "pit": "sprung"}
    known = {offer.name for offer in GAME.offers(table, "tom")}
    assert "d100_disarm_trap:pit" in known
    assert not any("blade" in repr(offer) for offer in GAME.offers(table, "tom")), "nobody has found it"


@pytest.mark.rule("CF-TRAP-21", "CF-TRAP-20")
@pytest.mark.parametrize(("face", "state", "procedures"), [(50, "disarmed", 1), (61, "spotted", 1), (99, "sprung", 2)])
def test_disarming_is_won_lost_or_springs_the_trap(face: int, state: str, procedures: int) -> None:
    asked = DisarmTrap(seat="tom", actor="bran", trap="blade")
    assert refused(armed(), asked).message.key == "refused.d100_no_such_trap"
    table = play(armed(), RevealTrap(seat="gm", trap="blade"), asked)
    table = play(table, ThrowDice(seat="gm"), chance=dice(d100=[face, 40]))
    assert (all_traps(table)[0].state, len(table.procedures)) == (state, procedures)


@pytest.mark.rule("CF-TRAP-5", "CF-TRAP-9", "CF-TRAP-10", "CF-TRAP-16", "CF-TRAP-22", "CF-WOUND-21")
def test_each_victim_resists_what_the_trap_has_rolled_or_takes_the_blow() -> None:
    table = play(armed(), SpringTrap(seat="gm", trap="blade", victims=("bran", "mira")))
    assert all_traps(table)[0].state == "sprung"
    assert refused(table, ResistTrap(seat="eve")).message.key == "refused.not_your_character"
    table = play(table, ResistTrap(seat="tom"), ThrowDice(seat="gm"), chance=dice(d100=[45, 20]))
    assert harm(table).harm.attack is not None
    table = play(table, FindLocation(seat="tom"), ThrowDamage(seat="tom"), chance=dice(d20=[10], d8=[2], d6=[3]))
    table = play(table, AcceptDamage(seat="gm"))
    assert hp(table, "bran", "Chest") == 2
    assert GAME.view_for(table, "eve").under_way[-1].actors == ("mira",)
    away = play(table, ResistTrap(seat="eve"), ThrowDice(seat="eve"), chance=dice(d100=[46]))
    assert len(away.procedures) == 1
    assert len(play(table, EscapeTrap(seat="gm")).procedures) == 1
    caught = play(table, ResistTrap(seat="eve"), ThrowDice(seat="eve"), chance=dice(d100=[90]))
    assert harm(caught).harm.actor == "mira"


def test_a_contest_tells_the_name_of_the_trap_once() -> None:
    table = play(armed(), SpringTrap(seat="gm", trap="blade", victims=("bran",)), ResistTrap(seat="tom"))
    for title in (GAME.view_for(table, "gm").under_way[-1].title, status_page(table, "gm", "roll").title):
        assert say(title) == "Blade against Bran"
    events = outcome(table, CallOff(seat="gm")).events
    said = [say(event.message) for event in events if isinstance(event, Noted)]
    assert "The Blade roll is cancelled" in said, said


@pytest.mark.rule("CF-TRAP-13", "CF-TRAP-17", "CF-TRAP-18", "CF-AMB-49", "CF-AMB-62")
def test_a_pit_hurts_by_its_depth_and_the_sample_as_it_is_printed() -> None:
    pit = BuildTrap(seat="gm", name="Pit", maker=60, works="large", depth=20)
    table = play(laid(), pit, SpringTrap(seat="gm", trap="pit", victims=("bran",)))
    assert (harm(table).harm.source, harm(table).harm.dice, harm(table).harm.locations) == ("fall", "2d6", "2")
    shallow = BuildTrap(seat="gm", name="Pit", maker=60, works="large", depth=5)
    assert len(play(laid(), shallow, SpringTrap(seat="gm", trap="pit", victims=("bran",))).procedures) == 1
    armour: list[Json] = [{"location": "Chest", "worn": 9}]
    table = play(laid(sheets={"bran": {"armour": armour}}), LaySample(seat="gm", name="Pitfall", place="hall"))
    table = play(table, SpringTrap(seat="gm", trap="pitfall", victims=("bran",)), TakeTrap(seat="tom"))
    table = play(table, FindLocation(seat="tom"), ThrowDamage(seat="tom"), chance=dice(d20=[10], d6=[1, 2]))
    assert hp(play(table, AcceptDamage(seat="gm")), "bran", "Chest") == 4


@pytest.mark.rule("CF-TRAP-12", "CF-TRAP-19", "CF-AMB-50")
def test_the_needle_pricks_and_its_poison_is_the_gms() -> None:
    table = play(laid(), LaySample(seat="gm", name="Poison Needle"))
    table = play(table, SpringTrap(seat="gm", trap="poison_needle", victims=("bran",)), ResistTrap(seat="tom"))
    found = outcome(table, ThrowDice(seat="gm"), dice(d100=[50, 60]))
    assert "log.d100_trap_poison" in [event.message.key for event in found.events if isinstance(event, Noted)]
    assert len(found.table.procedures) == 1


@pytest.mark.rule("CF-TRAP-5", "CF-UI-12")
def test_a_sprung_trap_is_reset_by_hand_unless_it_resets_itself() -> None:
    table = play(armed(), SpringTrap(seat="gm", trap="blade"))
    assert refused(table, SpringTrap(seat="gm", trap="blade")).rules == ("CF-TRAP-5",)
    table = play(table, TurnTrap(seat="gm", trap="blade", act="reset"))
    assert all_traps(table)[0].state == "armed"
    table = play(table, TurnTrap(seat="gm", trap="blade", act="hide"))
    assert (all_traps(table)[0].state, all_traps(table)[0].known) == ("hidden", ())
    assert all_traps(play(table, RemoveTrap(seat="gm", trap="blade"))) == ()
    bell = BuildTrap(seat="gm", name="Bell", maker=40, purposes=("alarm",), auto_reset=True)
    rung = play(laid(), bell, SpringTrap(seat="gm", trap="bell"))
    assert (all_traps(rung)[0].state, all_traps(rung)[0].trap.damage) == ("armed", "")


@pytest.mark.rule("CF-TRAP-10", "CF-WOUND-4")
def test_a_traps_own_roll_is_what_endurance_is_rolled_against() -> None:
    table = play(armed(), SpringTrap(seat="gm", trap="blade", victims=("mira",)))
    table = play(table, ResistTrap(seat="eve"), ThrowDice(seat="gm"), chance=dice(d100=[45, 20]))
    table = play(table, FindLocation(seat="eve"), ThrowDamage(seat="eve"), chance=dice(d20=[20], d8=[3], d6=[3]))
    table = play(table, AcceptDamage(seat="gm"))
    table = play(table, ThrowDice(seat="eve"), chance=dice(d100=[44], d6=[1]))
    assert harm(table).lost
    assert len(play(table, AcceptConsequences(seat="gm")).procedures) == 1
