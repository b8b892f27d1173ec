"""A fight that one roll decides is won as often as the odds of that roll say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from engine.core.commands import Command
from engine.messages.message import Message
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.offers import Offer
from engine.rulesets.classic_fantasy.attacks.attack_commands import DeclareAttack
from engine.rulesets.classic_fantasy.attacks.attack_procedure import current_attack as current_d100_attack
from engine.rulesets.classic_fantasy.checks.check_commands import ThrowDice as ThrowD100
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import Shoot
from engine.rulesets.future_imperfect.procedures.attack_procedure import current_attack
from engine.simulate.simulation import FightBot, PreparedFight, simulate
from engine.simulate.simulation_results import FightResult, proportion
from tests.engine.rulesets.classic_fantasy import table as d100
from tests.engine.rulesets.future_imperfect import table as future
from tests.engine.rulesets.future_imperfect.attack_helpers import THROW, armed

FIGHTS = 400


@dataclass
class OneRoll(FightBot):
    """A bot that throws the dice of the attack in front; a hit wins."""

    start: Table
    throw: Command
    hits: Callable[[Table], bool]

    def is_fight_running(self, table: Table) -> bool:
        """Say whether the dice are still to be thrown."""
        return table.procedures == self.start.procedures

    def next_command(self, game: Game, table: Table) -> Command | None:
        """Throw them."""
        return self.throw

    def result(self, last: Table, end: Table) -> FightResult:
        """Return who has won."""
        return FightResult(winner="party" if self.hits(end) else "opposition", rounds=1)


def d100_attack() -> tuple[Game, OneRoll]:
    """Return an attack at 37 %, before its roll."""
    table = d100.laid(tracks=d100.LUCKLESS, sheets={"ana": d100.skilled(Unarmed=37)})
    attack = DeclareAttack(seat="tom", actor="ana", target="orc", skill="Unarmed", damage="1d6")
    start = d100.play(table, attack)
    return d100.GAME, OneRoll(start, ThrowD100(seat="tom"), lambda end: current_d100_attack(end) is not None)


def shot() -> tuple[Game, OneRoll]:
    """Return a shot out of an aim that is not complete, with exploding dice."""
    table = future.laid(sheets={"frost": armed("Blast rifle", hands=["right"])})
    start = future.play(table, Shoot(seat="gm", actor="frost", target="thug", weapon="Blast rifle", distance=40))

    def hits(end: Table) -> bool:
        attack = current_attack(end)
        return attack is not None and bool(attack.hits)

    return future.GAME, OneRoll(start, THROW, hits)


@pytest.mark.rule("CF-X-1", "FI-CORE-10")
@pytest.mark.parametrize("attack", [d100_attack, shot])
def test_a_simulated_roll_is_won_as_often_as_its_odds_say(attack: Callable[[], tuple[Game, OneRoll]]) -> None:
    """The interval of the simulation is narrow, and the exact chance is in it."""
    game, bot = attack()
    results = simulate(PreparedFight(game, bot.start, bot, seed=11), FIGHTS)
    odds = game.odds(bot.start, Offer(name="any", command=bot.throw, label=Message(key="any")), "gm")
    assert odds is not None
    assert odds.chance is not None
    won = proportion(sum(fight.winner == "party" for fight in results.fights), results.times)
    assert results.times == FIGHTS
    assert won.low <= 100 * odds.chance <= won.high
    assert won.high - won.low <= 12
    assert 0 < won.count < FIGHTS
