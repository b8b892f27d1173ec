"""A secret character: only the GM learns what happens to it, and what it does on its own."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import SeededChance
from engine.core.commands import Command, kind_of
from engine.core.events import Reckoned, Rolled
from engine.core.history import History
from engine.core.redaction import redact
from engine.kit.bots.offer_answers import RandomAnswers, answered_command
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.activity import needs_answer
from engine.rulesets.classic_fantasy.checks.check_commands import AcceptRoll, RollSkill, ThrowDice
from engine.rulesets.classic_fantasy.checks.check_procedure import Check, EffectRoll
from engine.rulesets.classic_fantasy.damage.damage_commands import HarmSomebody
from engine.rulesets.classic_fantasy.hazards.burning_commands import ExposeToHeat, SetAlight
from engine.rulesets.classic_fantasy.hazards.custom_hazard_commands import LetHazard, MakeHazard
from engine.rulesets.classic_fantasy.hazards.falling_commands import DropObject, FallDown
from engine.rulesets.classic_fantasy.hazards.poison_commands import MakePoison, PoisonSomebody
from engine.rulesets.classic_fantasy.health.asphyxiation_commands import LoseBreath
from engine.rulesets.classic_fantasy.health.fatigue_commands import RollEffort, Weary
from engine.rulesets.classic_fantasy.time.time_advance import AdvanceTime
from engine.rulesets.classic_fantasy.time.time_passage_procedure import time_passage
from engine.rulesets.classic_fantasy.traps.placed_traps import all_traps, write_trap
from engine.rulesets.classic_fantasy.traps.trap_commands import DisarmTrap, LaySample, SpringTrap
from engine.rulesets.classic_fantasy.treatment.treatment_commands import Tend
from tests.engine.rulesets.classic_fantasy.table import GAME, dice, hurt, laid, play, skilled, with_states
from tests.engine.rulesets.classic_fantasy.table import secretly as unseen
from tests.properties import examples

LURKER = "zyx"
CLOCK = Reckoned(figures={"clock": 0})
"""A result that all seats see anyway."""
OTHERS = (SHARED, "tom")
GM: Any = {"seat": "gm", "actor": LURKER}
BEFALLS: dict[str, Command] = {
    "harm": HarmSomebody(**GM, damage="3d6", count="all"),
    "a fall": FallDown(**GM, feet=30),
    "a deft fall": FallDown(**GM, feet=30, acrobatics=True),
    "what falls": DropObject(**GM, siz=20, feet=20, what="beam"),
    "heat": ExposeToHeat(**GM, intensity=2, locations=("Chest",)),
    "fire": SetAlight(**GM, locations=("Chest",), intensity=3),
    "a hazard": LetHazard(**GM, name="Fumes"),
    "poison": PoisonSomebody(**GM, name="Viper"),
    "fatigue": Weary(**GM, cause="other", levels=2),
    "an effort": RollEffort(**GM),
    "no air": LoseBreath(**GM),
    "a trap": SpringTrap(seat="gm", trap="poison_needle", victims=(LURKER,)),
    "a trap's work": DisarmTrap(seat="gm", trap="poison_needle", actor=LURKER),
    "a roll": RollSkill(**GM, skill="Athletics"),
}
FORWARD = {"start_fight", "join_fight", "declare_attack", "roll_contest", "edit_actor"}
"""With these the GM lets a secret character come forward."""


def lair() -> Table:
    """Return a table with a secret character of the GM's, and with a hazard, a poison and a hidden trap."""
    able = skilled(Endurance=50, Acrobatics=40, Perception=60, Mechanisms=5, Evade=40, Athletics=50, First_Aid=50)
    who = {"ana": "tom", "bor": "eve", LURKER: "gm"}
    table = laid(who=who, sheets={LURKER: {**able, "key_character": True}}, options={"luck_npc": "all"})
    table = play(
        table,
        MakeHazard(seat="gm", name="Fumes", damage="2d6", fatigue="1d3", skill="Endurance", every="minute"),
        MakePoison(seat="gm", name="Viper", potency=70),
        LaySample(seat="gm", name="Poison Needle"),
    )
    (needle,) = all_traps(table)
    return unseen(with_states(table, lambda draft: write_trap(draft, replace(needle, state="spotted"))), LURKER)


def shown(table: Table, viewer: str) -> dict[str, object]:
    """Return all that a viewer can look at."""
    pages = [(tab, GAME.status_page(table, viewer, tab.key)) for tab in GAME.status_page_tabs(table, viewer)]
    offers = [GAME.offers(table, seat, viewer) for seat in ("gm", "tom")]
    return {"view": GAME.view_for(table, viewer), "pages": pages, "offers": offers}


def do(before: Table, command: Command, random: Random) -> Table:
    """Apply a command of the GM; fail if another seat learns more than that time passes."""
    came = GAME.apply(before, command, SeededChance(random.randrange(10**6)))
    moves = before.clock != came.table.clock or time_passage(before) is not None
    for viewer in OTHERS:
        lines = History(before, (came.entry(),)).log(viewer)
        facts = redact(before, came.events, viewer, GAME.ruleset.secret_lists)  # type: ignore[attr-defined]
        now = shown(came.table, viewer)
        assert LURKER not in repr((lines, facts, now, came.title)).casefold(), (command, lines)
        assert not [line for line in lines if "d100_time_" not in line.message.key], (command, viewer, lines)
        assert not [fact for fact in facts if isinstance(fact, Rolled)], (command, viewer, "no die of it is seen")
        if not moves:
            assert not lines, (command, viewer, lines)
            assert not [fact for fact in facts if fact != CLOCK], (command, viewer, facts)
            assert now["view"] == GAME.view_for(before, viewer), (command, viewer)
    if not moves:
        assert came.results.keys() <= CLOCK.figures.keys(), (command, came.results)
        assert not came.learned - {"gm"}, (command, came.learned)
    return came.table


def go_through(before: Table, command: Command, random: Random) -> Table:
    """Do something, and let the GM answer whatever comes of it, anyhow, until nothing waits."""
    table = do(before, command, random)
    for _ in range(99):
        if not needs_answer(table.procedures[-1]):
            break
        table = do(table, _anything(table, random), random)
    assert not needs_answer(table.procedures[-1]), table.procedures[-1]
    for viewer in OTHERS:
        assert table.clock > before.clock or shown(table, viewer) == shown(before, viewer), (command, viewer)
    return table


def _anything(table: Table, random: Random) -> Command:
    found = [offer for offer in GAME.offers(table, "gm") if offer.denial is None and offer.name != "d100_stop_time"]
    main = [offer for offer in found if offer.primary]
    return answered_command(
        random.choice(main if main and random.random() < 0.7 else found), table, RandomAnswers(random)
    )


@pytest.mark.rule("CF-GEN-1", "CF-UI-11")
@pytest.mark.parametrize("what", BEFALLS)
def test_only_the_gm_learns_what_happens_to_a_secret_character(what: str) -> None:
    random, before = Random(what), lair()
    after = go_through(before, BEFALLS[what], random)
    go_through(after, AdvanceTime(seat="gm", unit="combat_round", count=6), random)


@examples(8)
@given(st.integers(0, 10**6))
def test_only_the_gm_learns_what_a_secret_character_does_alone(seed: int) -> None:
    random, table = Random(seed), lair()
    for _ in range(2):
        alone = [command for command in _of(table, random) if kind_of(command) not in FORWARD]
        if not alone:  # it has died
            break
        table = go_through(table, random.choice(alone), random)


@pytest.mark.rule("CF-HEAL-9", "CF-LUCK-7")
def test_a_visible_carer_does_not_reveal_a_secret_patient() -> None:
    table = hurt(lair(), LURKER, Chest=2)
    table = play(table, Tend(seat="gm", actor="ana", patient=LURKER, location="Chest", how="first_aid"))
    for command, waits in ((ThrowDice(seat="tom"), Check), (AcceptRoll(seat="tom"), EffectRoll)):
        came = GAME.apply(table, command, dice(d100=[1], d6=[1]))
        table = came.table
        assert isinstance(table.procedures[-1], waits), "Tom may still roll again by luck"
        for viewer in OTHERS:
            told = (History(table, (came.entry(),)).log(viewer), shown(table, viewer), came.title)
            assert LURKER not in repr(told).casefold(), (command, viewer)


def _of(table: Table, random: Random) -> list[Command]:
    """Return what the GM can do with the secret character and nobody besides."""
    found = list[Command]()
    for offer in GAME.offers(table, "gm"):
        if offer.denial is None and LURKER in repr(offer):
            command = answered_command(offer, table, RandomAnswers(random))
            said = repr(command)
            fits = LURKER in said and not any(f"'{other}'" in said for other in ("ana", "bor"))
            found += [command] if fits and GAME.refusal(table, command) is None else []
    return found
