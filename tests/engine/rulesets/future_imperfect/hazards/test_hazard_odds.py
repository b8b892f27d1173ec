"""Odds of falls, explosions and fire are those of the rules: all dice are thrown in every way, and counted."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.core.chance import Chance
from engine.core.commands import Command
from engine.kit.checks import exploding_dice
from engine.messages.message import Message
from engine.model.frozen import replace
from engine.model.table import Table
from engine.odds.every_result import every_result
from engine.odds.odds import Odds
from engine.presentation.offers import Offer
from engine.rulesets.future_imperfect.checks import check_chances
from engine.rulesets.future_imperfect.damage import level_odds
from engine.rulesets.future_imperfect.damage.level_odds import MOST_LEVELS
from engine.rulesets.future_imperfect.hazards.explosion_commands import Explode, Victim
from engine.rulesets.future_imperfect.hazards.hazard_commands import Burn, Fall, SetOnFire, levels_by_size
from tests.engine.rulesets.future_imperfect.attack_helpers import THROW
from tests.engine.rulesets.future_imperfect.table import GAME, laid, play

BLAST = Explode(seat="gm", victims=(Victim(actor="thug", distance=5),), dice="2d6")
FAR = replace(BLAST, victims=(Victim(actor="thug", distance=15),))
BEHIND = replace(BLAST, victims=(Victim(actor="thug", distance=5, cover=1),))
SAFE = replace(BLAST, victims=(Victim(actor="thug", distance=5, cover=9),))
FALL = Fall(seat="gm", actor="thug", metres=12)


@pytest.fixture(autouse=True)
def _few_aces(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (exploding_dice, level_odds, check_chances):
        monkeypatch.setattr(module, "MAX_EXPLOSIONS", 1)


def odds_of(table: Table, command: Command, viewer: str = "gm") -> Odds | None:
    return GAME.odds(table, Offer(name="any", command=command, label=Message(key="any")), viewer)


def chances_of(odds: Odds | None) -> dict[str, Fraction]:
    """Return the chances of the wound levels, which are the last distribution."""
    assert odds is not None
    return {part.outcome.name: part.chance for part in odds.distributions[-1].outcomes}


def played(table: Table, command: Command) -> dict[str, Fraction]:
    chances: dict[str, Fraction] = {}

    def act(chance: Chance) -> str:
        damage: Any = GAME.apply(table, command, chance).results.get("damage", 0)
        dealt = sum(damage) if isinstance(damage, list | tuple) else damage
        return str(min(levels_by_size(table, "thug", dealt), MOST_LEVELS))

    for levels, chance in every_result(act, most=50_000):
        chances[levels] = chances.get(levels, Fraction(0)) + chance
    return chances


@pytest.mark.rule("FI-BOOM-1", "FI-BOOM-4", "FI-BOOM-5", "FI-FALL-1", "FI-FALL-5")
@pytest.mark.parametrize("command", [BLAST, FAR, BEHIND, SAFE, FALL, replace(FALL, metres=4)])
def test_what_is_thrown_at_once_has_the_odds_of_all_dice(command: Command) -> None:
    table = laid()
    assert chances_of(odds_of(table, command)) == played(table, command)


@pytest.mark.rule("FI-FIRE-3", "FI-FIRE-4")
def test_a_fire_has_the_odds_of_all_dice() -> None:
    table = play(laid(), SetOnFire(seat="gm", actor="thug", blaze="small", areas=("head",)))
    assert chances_of(odds_of(table, Burn(seat="gm", actor="thug"))) == played(table, Burn(seat="gm", actor="thug"))
    assert odds_of(laid(), Burn(seat="gm", actor="thug")) is None


@pytest.mark.rule("FI-FALL-3", "FI-FALL-4")
@pytest.mark.parametrize("ground", ["soft", "water"])
def test_a_fall_with_a_roll_has_the_odds_of_the_roll_and_of_what_follows(ground: Any) -> None:
    fall = replace(FALL, metres=6, ground=ground)
    table = laid(sheets={"thug": {"dexterity": "1d6"}})
    odds = odds_of(table, fall)
    assert odds is not None
    assert chances_of(odds) == played(play(table, fall), THROW)


@pytest.mark.rule("FI-BOOM-1")
def test_who_may_not_be_read_leaves_no_odds() -> None:
    table = laid()
    secret = replace(table, actors={**table.actors, "thug": replace(table.actors["thug"], secret=True)})
    for command in (BLAST, FALL):
        assert odds_of(table, command, "tom") is not None
        assert [odds_of(secret, command, viewer) for viewer in ("tom", "shared", "print")] == [None] * 3


def test_more_dice_than_matter_are_no_work() -> None:
    assert chances_of(odds_of(laid(), replace(FALL, metres=9_999))) == {str(MOST_LEVELS): 1}
