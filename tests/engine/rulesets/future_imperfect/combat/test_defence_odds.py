"""Odds of an active defence are those of the rules: the dice of both sides are thrown in every way, and counted."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.core.commands import Command
from engine.kit.checks import exploding_dice
from engine.messages.message import Message
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.odds.every_result import every_result
from engine.odds.odds import Odds
from engine.presentation.offers import Offer
from engine.rulesets.future_imperfect.checks import check_chances
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.combat.defence_commands import Defend
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import Shoot
from tests.engine.rulesets.future_imperfect.attack_helpers import THROW, armed
from tests.engine.rulesets.future_imperfect.table import GAME, laid, play

DODGE: dict[str, Json] = {"name": "dodge", "concentration": "", "level": 1, "trait": "dexterity"}
SHOOTING = {"name": "shooting", "concentration": "blast rifle", "level": 2, "trait": "dexterity"}
DEFEND = Defend(seat="gm", actor="thug")


@pytest.fixture(autouse=True)
def _few_aces(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (exploding_dice, check_chances):
        monkeypatch.setattr(module, "MAX_EXPLOSIONS", 1)


def shot() -> Table:
    """Return a shot whose dice have not been thrown."""
    frost = armed("Blast rifle", hands=["right"]) | {"aptitudes": [SHOOTING], "dexterity": "1d4"}
    table = laid(sheets={"frost": frost, "thug": {"aptitudes": [DODGE], "dexterity": "1d6"}})
    return play(table, Shoot(seat="gm", actor="frost", target="thug", weapon="Blast rifle", distance=5))


def odds_of(table: Table, command: Command, viewer: str = "gm") -> Odds | None:
    return GAME.odds(table, Offer(name="any", command=command, label=Message(key="any")), viewer)


def misses(table: Table) -> Fraction:
    """Return the chance that the attack in front misses."""
    results = every_result(lambda chance: GAME.apply(table, THROW, chance).results["hits"], most=1_000)
    return sum((chance for hits, chance in results if not hits), Fraction(0))


def misses_against(defending: Table) -> Fraction:
    """Return the same after a throw for the defence; those that lead to the same number are played on once."""
    chances: dict[object, Fraction] = {}
    tables: dict[object, Table] = {}
    for thrown, chance in every_result(lambda chance: GAME.apply(defending, THROW, chance).table, most=1_000):
        check = CHECKS.need_check(thrown)
        chances[check.tn] = chances.get(check.tn, Fraction(0)) + chance
        tables[check.tn] = thrown
    return sum((chance * misses(tables[tn]) for tn, chance in chances.items()), Fraction(0))


@pytest.mark.rule("FI-DEFEND-4", "FI-DEFEND-7", "FI-CORE-10")
@pytest.mark.parametrize("how", ["cover", ""])
def test_a_defence_says_how_often_the_attack_misses_with_it_and_without(how: str) -> None:
    """A defence that is not acted out has a lower total."""
    table, defend = shot(), replace(DEFEND, how=how)
    defending = play(table, defend)
    odds = odds_of(table, defend)
    assert odds is not None
    assert odds.before == misses(table)
    assert odds.chance == misses_against(defending)
    assert odds.chance >= odds.before
    rolling = odds_of(defending, THROW)
    assert rolling is not None
    assert odds_of(defending, replace(THROW, accepts=True)) is None, "the figure is beside the plain throw"
    assert (rolling.chance, rolling.before) == (odds.chance, None)


@pytest.mark.rule("FI-DEFEND-4")
@pytest.mark.parametrize("secret", ["frost", "thug"])
def test_a_defence_against_who_may_not_be_read_has_no_odds(secret: str) -> None:
    table = shot()
    hidden = replace(table, actors={**table.actors, secret: replace(table.actors[secret], secret=True)})
    assert odds_of(table, DEFEND, "tom") is not None
    assert [odds_of(hidden, DEFEND, viewer) for viewer in ("shared", "print")] == [None] * 2
