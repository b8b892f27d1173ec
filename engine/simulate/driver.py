"""A prepared fight, played many times by whoever a game lets play by himself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from engine.play.chance import Chance, Seeded
from engine.play.commands import Command
from engine.play.events import CardsMoved, CardsTurned, Event
from engine.play.game import Game
from engine.simulate.tally import Fight, Tally
from engine.table.cards import face_of
from engine.table.frozen import replace
from engine.table.table import Table
from engine.table.zones import Sight, Zone

MOST_COMMANDS = 4000
"""After so many commands a fight is given up, and counted as undecided."""
MOST_TIMES = 100_000


class Pilot(Protocol):
    """Who plays all sides of a fight by himself, and says what came of it. A game brings one (`registry.pilot_of`)."""

    def is_fought(self, table: Table) -> bool:
        """Say whether a fight is under way."""
        ...

    def next_command(self, table: Table) -> Command | None:
        """Return what somebody does next, of all who are waited for; None if nobody knows how to go on."""
        ...

    def result(self, last: Table, end: Table) -> Fight:
        """Return what came of a fight.

        Args:
            last: the last table on which it was fought.
            end: the table after it, or the same one if it was given up.
        """
        ...


Progress = Callable[[Tally], bool]
"""Is told after each fight how matters stand, and says whether to go on."""


def simulate(
    game: Game,
    table: Table,
    pilot: Pilot,
    times: int,
    seed: int,
    progress: Progress | None = None,
    opening: Command | None = None,
) -> Tally:
    """Play a fight many times, and count what came of it.

    The same table, seed and number give the same tally; if it is stopped early, it is the beginning of that. A fight
    in which chance has no say is played once: all others would be the same.

    Args:
        game: the game.
        table: the table; with an `opening` as it stands before the fight.
        pilot: who plays.
        times: how many fights.
        seed: where chance comes from; each fight has a seed of its own made of this one.
        progress: asked after each fight whether to go on; None never stops.
        opening: what begins the fight, done anew for each; None if it is under way already.

    Raises:
        Refused: the opening is not allowed.
    """
    tally = Tally(seed=seed)
    for number in range(min(times, MOST_TIMES)):
        fight, by_chance = _fight_once(game, table, pilot, f"{seed}:{number}", opening)
        tally = replace(tally, fights=(*tally.fights, fight), certain=not by_chance)
        if (progress is not None and not progress(tally)) or tally.certain:
            break
    return tally


def _fight_once(game: Game, table: Table, pilot: Pilot, seed: str, opening: Command | None) -> tuple[Fight, bool]:
    """Play one fight to its end, or until nobody knows how to go on; say whether chance had a say in it."""
    chance = _Watched(Seeded(seed))
    undealt: tuple[str, ...] = ()
    if opening is None:
        table, undealt = _shuffled(table, chance)
        chance.asked = False
    last, taken = table, False
    command = opening
    for _ in range(MOST_COMMANDS + 1):
        if command is not None:
            outcome = game.apply(table, command, chance)
            taken = taken or any(_takes(event, undealt) for event in outcome.events)
            table = outcome.table
        if not pilot.is_fought(table):
            break
        last = table
        command = pilot.next_command(table)
        if command is None:
            break
    return pilot.result(last, table), chance.asked or taken


class _Watched:
    """Chance that remembers whether it was asked for anything that could have come otherwise."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.asked = False

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        self.asked = self.asked or _differ(cards)
        return self._chance.shuffle(cards)

    def roll(self, sides: int) -> int:
        self.asked = self.asked or sides > 1
        return self._chance.roll(sides)


def _differ(cards: Sequence[str]) -> bool:
    return len({face_of(card) for card in cards}) > 1


def _shuffled(table: Table, chance: Chance) -> tuple[Table, tuple[str, ...]]:
    """Shuffle what nobody has seen yet of a fight under way: it may lie in any order. Return the places, too."""
    zones, undealt = dict(table.zones), list[str]()
    for zone in table.zones.values():
        hidden = _unseen(table, zone)
        if _differ(hidden):
            order = iter(chance.shuffle(hidden))
            cards = tuple(next(order) if card in hidden else card for card in zone.cards)
            zones[zone.id] = replace(zone, cards=cards)
            undealt.append(zone.id)
    return replace(table, zones=zones), tuple(undealt)


def _unseen(table: Table, zone: Zone) -> tuple[str, ...]:
    if zone.sight is not Sight.NOBODY:
        return ()
    return tuple(card for card in zone.cards if not any(zone.may_see(card, seat) for seat in table.seats))


def _takes(event: Event, undealt: tuple[str, ...]) -> bool:
    match event:
        case CardsMoved(source=zone) | CardsTurned(zone=zone):
            return zone in undealt
        case _:
            return False
