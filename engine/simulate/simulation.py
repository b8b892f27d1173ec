"""Simulation of a prepared fight: a bot plays all sides, many times."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol, runtime_checkable

from engine.core.chance import Chance, SeededChance
from engine.core.commands import Command
from engine.core.events import CardsMoved, CardsTurned, Event
from engine.kit.bots.bot import FirstOfferBot, SeatPosition
from engine.kit.bots.offer_answers import UnanswerableQuestion
from engine.model.cards import face_of
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.model.zones import Sight, Zone
from engine.presentation.game import Game
from engine.simulate.simulation_results import FightResult, SimulationResults

MOST_COMMANDS = 4000
"""After this number of commands a fight is abandoned, and counted as undecided."""
MOST_TIMES = 100_000


class FightBot(FirstOfferBot):
    """A bot that plays all sides of a fight, seat by seat, and reports the result.

    A game derives from it, and returns it as its `bot`. By default each seat takes its first offer.
    """

    def is_fight_running(self, table: Table) -> bool:
        """Say whether a fight is in progress."""
        raise NotImplementedError

    def result(self, last: Table, end: Table) -> FightResult:
        """Return the result of a fight.

        Args:
            last: the last table during the fight.
            end: the table after it, or the same one if the fight was abandoned.
        """
        raise NotImplementedError

    def awaited_seats(self, game: Game, table: Table) -> tuple[str, ...]:
        """Return the seats that a fight waits for; by default those that everybody sees waited for."""
        views = game.view_for(table, SHARED).under_way
        return tuple(dict.fromkeys(seat for view in reversed(views) for seat in view.waiting_for))

    def next_command(self, game: Game, table: Table) -> Command | None:
        """Return the next command of one of the awaited seats; None if none of them can continue."""
        for seat in self.awaited_seats(game, table):
            with suppress(UnanswerableQuestion):  # of an offer that a bot of its own has taken
                command = self.choose(SeatPosition(game, table, seat))
                if command is not None:
                    return command
        return None


@runtime_checkable
class HasBot(Protocol):
    """A game with a bot."""

    def bot(self) -> FightBot:
        """Return the bot."""
        ...


Progress = Callable[[SimulationResults], bool]
"""Called after each fight with the results so far; returns whether to continue."""


def simulate(
    game: Game,
    table: Table,
    bot: FightBot,
    times: int,
    seed: int,
    progress: Progress | None = None,
    opening: Command | None = None,
) -> SimulationResults:
    """Play a fight many times, and count the results.

    The same table, seed and number give the same results; stopped early, it gives the first part of them. A fight
    without chance is played once, because all others would be the same.

    Args:
        game: the game.
        table: the table; with an `opening` the table before the fight.
        bot: the bot.
        times: the number of fights.
        seed: the seed of all chance; each fight derives a seed of its own from it.
        progress: called after each fight, returns whether to continue; None never stops.
        opening: the command that begins the fight, applied for each fight; None if it is in progress already.

    Raises:
        Refused: the opening is not allowed.
    """
    results = SimulationResults(seed=seed)
    for number in range(min(times, MOST_TIMES)):
        fight, by_chance = _fight_once(game, table, bot, f"{seed}:{number}", opening)
        results = replace(results, fights=(*results.fights, fight), certain=not by_chance)
        if (progress is not None and not progress(results)) or results.certain:
            break
    return results


def _fight_once(
    game: Game, table: Table, bot: FightBot, seed: str, opening: Command | None
) -> tuple[FightResult, bool]:
    """Play one fight to its end, or until the bot gives up; return the result, and whether it depended on chance."""
    chance = _RecordedChance(SeededChance(seed))
    shuffled_zones: tuple[str, ...] = ()
    if opening is None:
        table, shuffled_zones = _shuffled(table, chance)
        chance.asked = False
    last, drew_card = table, False
    command = opening
    for _ in range(MOST_COMMANDS + 1):
        if command is not None:
            outcome = game.apply(table, command, chance)
            drew_card = drew_card or any(_draws_from(event, shuffled_zones) for event in outcome.events)
            table = outcome.table
        if not bot.is_fight_running(table):
            break
        last = table
        command = bot.next_command(game, table)
        if command is None:
            break
    return bot.result(last, table), chance.asked or drew_card


class _RecordedChance:
    """Chance that records whether it was asked for something with more than one possible result."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.asked = False

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        self.asked = self.asked or _has_different_faces(cards)
        return self._chance.shuffle(cards)

    def roll(self, sides: int) -> int:
        self.asked = self.asked or sides > 1
        return self._chance.roll(sides)


def _has_different_faces(cards: Sequence[str]) -> bool:
    return len({face_of(card) for card in cards}) > 1


def _shuffled(table: Table, chance: Chance) -> tuple[Table, tuple[str, ...]]:
    """Shuffle the unseen cards of a fight in progress, which may be in any order. Return the shuffled zones, too."""
    zones, shuffled_zones = dict(table.zones), list[str]()
    for zone in table.zones.values():
        hidden = _unseen(table, zone)
        if _has_different_faces(hidden):
            order = iter(chance.shuffle(hidden))
            cards = tuple(next(order) if card in hidden else card for card in zone.cards)
            zones[zone.id] = replace(zone, cards=cards)
            shuffled_zones.append(zone.id)
    return replace(table, zones=zones), tuple(shuffled_zones)


def _unseen(table: Table, zone: Zone) -> tuple[str, ...]:
    if zone.sight is not Sight.NOBODY:
        return ()
    return tuple(card for card in zone.cards if not any(zone.may_see(card, seat) for seat in table.seats))


def _draws_from(event: Event, shuffled_zones: tuple[str, ...]) -> bool:
    match event:
        case CardsMoved(source=zone) | CardsTurned(zone=zone):
            return zone in shuffled_zones
        case _:
            return False
