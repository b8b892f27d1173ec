"""Somebody secret of whom nobody knows: what befalls it, and what it does by itself, is the GM's alone to know."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.play.chance import Seeded
from engine.play.commands import Command, kind_of
from engine.play.events import Reckoned, Rolled
from engine.play.redact import redact
from engine.play.sight import SHARED
from engine.play.timeline import Timeline
from engine.rulesets.classic_fantasy.breathing import LoseBreath
from engine.rulesets.classic_fantasy.dealing import HarmSomebody
from engine.rulesets.classic_fantasy.falls import DropObject, FallDown
from engine.rulesets.classic_fantasy.fires import ExposeToHeat, SetAlight
from engine.rulesets.classic_fantasy.passing import AdvanceTime
from engine.rulesets.classic_fantasy.perils import LetHazard, MakeHazard
from engine.rulesets.classic_fantasy.poisons import MakePoison, PoisonSomebody
from engine.rulesets.classic_fantasy.procedures import QUIET
from engine.rulesets.classic_fantasy.procedures.passing import passing
from engine.rulesets.classic_fantasy.rolling import AcceptRoll, RollSkill, ThrowDice
from engine.rulesets.classic_fantasy.tending import Tend
from engine.rulesets.classic_fantasy.tiring import RollEffort, Weary
from engine.rulesets.classic_fantasy.trap_list import laid_traps, put
from engine.rulesets.classic_fantasy.trapping import DisarmTrap, LaySample, SpringTrap
from engine.table.frozen import replace
from engine.table.table import Table
from tests.engine.answering import AtRandom, filled
from tests.engine.classic_fantasy.table import GAME, dice, hurt, laid, play, skilled, with_states
from tests.engine.classic_fantasy.table import secretly as unseen
from tests.properties import examples

LURKER = "zyx"
CLOCK = Reckoned(figures={"clock": 0})
"""What everybody sees anyway."""
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
    (needle,) = laid_traps(table)
    return unseen(with_states(table, lambda draft: put(draft, replace(needle, state="spotted"))), LURKER)


def shown(table: Table, viewer: str) -> dict[str, object]:
    """Return all that a viewer can look at."""
    pages = [(tab, GAME.ledger(table, viewer, tab.key)) for tab in GAME.ledger_tabs(table, viewer)]
    offers = [GAME.offers(table, seat, viewer) for seat in ("gm", "tom")]
    return {"view": GAME.view_for(table, viewer), "pages": pages, "offers": offers}


def do(before: Table, command: Command, random: Random) -> Table:
    """Do something of the GM's; fail if anybody else is told of whom, or of anything but time that passes."""
    came = GAME.apply(before, command, Seeded(random.randrange(10**6)))
    moves = before.clock != came.table.clock or passing(before) is not None
    for viewer in OTHERS:
        lines = Timeline(before, (came.entry(),)).log(viewer)
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
        assert came.figures.keys() <= CLOCK.figures.keys(), (command, came.figures)
        assert not came.learned - {"gm"}, (command, came.learned)
    return came.table


def go_through(before: Table, command: Command, random: Random) -> Table:
    """Do something, and let the GM answer whatever comes of it, anyhow, until nothing waits."""
    table = do(before, command, random)
    for _ in range(99):
        if isinstance(table.procedures[-1], QUIET):
            break
        table = do(table, _anything(table, random), random)
    assert isinstance(table.procedures[-1], QUIET), table.procedures[-1]
    for viewer in OTHERS:
        assert table.clock > before.clock or shown(table, viewer) == shown(before, viewer), (command, viewer)
    return table


def _anything(table: Table, random: Random) -> Command:
    found = [offer for offer in GAME.offers(table, "gm") if offer.denial is None and offer.name != "d100_stop_time"]
    main = [offer for offer in found if offer.main]
    return filled(random.choice(main if main and random.random() < 0.7 else found), table, AtRandom(random))


@pytest.mark.rule("CF-GEN-1", "CF-UI-11")
@pytest.mark.parametrize("what", BEFALLS)
def test_what_befalls_somebody_unseen_nobody_else_learns(what: str) -> None:
    random, before = Random(what), lair()
    after = go_through(before, BEFALLS[what], random)
    go_through(after, AdvanceTime(seat="gm", unit="combat_round", count=6), random)


@examples(8)
@given(st.integers(0, 10**6))
def test_what_somebody_unseen_does_alone_nobody_else_learns(seed: int) -> None:
    random, table = Random(seed), lair()
    for _ in range(2):
        alone = [command for command in _of(table, random) if kind_of(command) not in FORWARD]
        if not alone:  # it has died
            break
        table = go_through(table, random.choice(alone), random)


@pytest.mark.rule("CF-HEAL-9", "CF-LUCK-7")
def test_a_carer_whom_all_see_does_not_tell_of_an_unseen_patient() -> None:
    table = hurt(lair(), LURKER, Chest=2)
    table = play(table, Tend(seat="gm", actor="ana", patient=LURKER, location="Chest", how="first_aid"))
    for command, lies in ((ThrowDice(seat="tom"), "check"), (AcceptRoll(seat="tom"), "effect")):
        came = GAME.apply(table, command, dice(d100=[1], d6=[1]))
        table = came.table
        assert type(table.procedures[-1]).__name__.casefold() == lies, "Tom may still roll again by luck"
        for viewer in OTHERS:
            told = (Timeline(table, (came.entry(),)).log(viewer), shown(table, viewer), came.title)
            assert LURKER not in repr(told).casefold(), (command, viewer)


def _of(table: Table, random: Random) -> list[Command]:
    """Return what the GM can do with the secret character and nobody besides."""
    found = list[Command]()
    for offer in GAME.offers(table, "gm"):
        if offer.denial is None and LURKER in repr(offer):
            command = filled(offer, table, AtRandom(random))
            said = repr(command)
            fits = LURKER in said and not any(f"'{other}'" in said for other in ("ana", "bor"))
            found += [command] if fits and GAME.refusal(table, command) is None else []
    return found
