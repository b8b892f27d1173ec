"""The prepared encounters of a game for printing: their texts, and their characters as they would come.

An encounter is run on a table of its own, so that its characters have all the numbers that the rules give them: the
table of the group does not change. Dice show their averages, and the numbers that they decide also have their range.

>>> from engine.kit.game_factory import make_game
>>> from engine.kit.manual_game import ManualGame
>>> from engine.model.seats import Role, Seat
>>> wolf = {"id": "wolf", "name": "Wolf", "character": {"id": "w", "name": "Wolf", "seat": "gm"}}
>>> cast = [{"who": "kept_characters/wolf", "count": "1d3"}]
>>> bridge = {"id": "bridge", "name": "Bridge", "loot": "A ring", "cast": cast}
>>> lists = {"encounters": (bridge,), "kept_characters": (wolf,)}
>>> gm = {"gm": Seat(id="gm", name="GM", role=Role.GM)}
>>> game, table = make_game(ManualGame("example")), Table(ruleset="example", seats=gm, lists=lists)
>>> (found,) = printable_encounters(game, table)
>>> printed = encounter_printout(game, table, found)
>>> found.name, [[actor.name for actor in group.actors] for group in printed.groups], printed.has_dice
('Bridge', [['Wolf 1', 'Wolf 2']], True)
>>> printed.groups[0].counts
(1, 3)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final, Protocol, runtime_checkable

from engine.core.commands import Command
from engine.core.fault_isolation import FAULT, isolated
from engine.kit.cast.arrivals import ARRIVALS, Arrival
from engine.kit.encounters.cast import HasOwnEncounters, has_own_encounters
from engine.kit.encounters.encounter_commands import RunEncounter
from engine.kit.encounters.encounter_records import (
    ENCOUNTERS,
    Encounter,
    EncounterNotes,
    TimedEncounter,
    encounters_in,
    notes_without_links,
)
from engine.kit.encounters.encounter_runs import RUNS
from engine.kit.encounters.number_ranges import HighestChance, LowestChance, NumberRange, number_ranges
from engine.kit.encounters.opening_positions import place_names
from engine.kit.handouts.handout_records import handout_in
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import Frozen, Json, replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.game import Game

_NO_LISTS: Final = frozenset({RUNS.name, ARRIVALS.name})


class EncounterSurroundings(Frozen):
    """Something that is in an encounter besides its characters: a trap, a hazard, the weather."""

    name: str
    text: str = ""


class PrintableEncounter(Frozen):
    """A prepared encounter that can be printed.

    Attributes:
        kind: the kind of its record.
        id: the id of its record.
        name: its name.
        notes: its texts.
        run: the command that adds all its characters to a table, without a fight.
        surroundings: what is in it besides characters.
    """

    kind: str
    id: str
    name: str
    notes: EncounterNotes
    run: Command
    surroundings: tuple[EncounterSurroundings, ...] = ()


@runtime_checkable
class PrintsOwnEncounters(HasOwnEncounters, Protocol):
    """A game with encounters of its own kind that can be printed."""

    def printable_encounters(self, table: Table) -> Iterable[PrintableEncounter]:
        """Return the encounters that are prepared on a table, in their order."""
        ...


class AlikeActors(Frozen):
    """Characters of one side whose numbers are the same.

    Attributes:
        side: their side.
        actors: the characters; with dice, those of the averages.
        counts: the lowest and the highest number of them.
        ranges: the numbers of each of them that dice decide.
    """

    side: str
    actors: tuple[Actor, ...]
    counts: tuple[int, int] = (1, 1)
    ranges: tuple[NumberRange, ...] = ()


class EncounterPrintout(Frozen):
    """The content of an encounter on paper.

    Attributes:
        name: its name.
        notes: its texts.
        handouts: the names of its handouts.
        surroundings: what is in it besides characters.
        groups: its characters, those of one side together.
        has_dice: some of their numbers are dice, and are averages here.
        problem: why its characters cannot come, as a sentence; empty if they can.
    """

    name: str
    notes: EncounterNotes
    handouts: tuple[str, ...] = ()
    surroundings: tuple[EncounterSurroundings, ...] = ()
    groups: tuple[AlikeActors, ...] = ()
    has_dice: bool = False
    problem: str = ""


class AverageChance:
    """Chance without luck: dice show their average, and cards keep their order.

    Of dice that are rolled together, half are rounded up and half down. Each roll begins anew, so that characters with
    the same dice have the same numbers.

    >>> chance = AverageChance()
    >>> chance.roll_together(6, 3), chance.roll_together(6, 3), chance.roll(3), chance.has_rolled
    ((4, 3, 4), (4, 3, 4), 2, True)
    """

    def __init__(self) -> None:
        self.has_rolled = False

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the cards in their order."""
        return tuple(cards)

    def roll(self, sides: int) -> int:
        """Return the average of a die, rounded up."""
        self.has_rolled = True
        return sides // 2 + 1

    def roll_together(self, sides: int, count: int) -> tuple[int, ...]:
        """Return faces with the average of dice, rounded up."""
        return tuple(self.roll(sides) - (not sides % 2 and number % 2) for number in range(count))


def printable_kinds(game: Game) -> tuple[str, ...]:
    """Return the kinds of records that are encounters and can be printed."""
    if not has_own_encounters(game.ruleset):
        return (ENCOUNTERS,)
    return game.ruleset.own_encounter_kinds if isinstance(game.ruleset, PrintsOwnEncounters) else ()


def printable_encounters(game: Game, table: Table) -> tuple[PrintableEncounter, ...]:
    """Return the encounters that are prepared on a table."""
    if isinstance(game.ruleset, PrintsOwnEncounters):
        return tuple(game.ruleset.printable_encounters(table))
    if has_own_encounters(game.ruleset):
        return ()
    return tuple(
        PrintableEncounter(
            kind=ENCOUNTERS,
            id=id_,
            name=encounter.name,
            notes=encounter,
            run=RunEncounter(seat=table.gm(), encounter=id_),
            surroundings=tuple(_opening(game, encounter)),
        )
        for id_, encounter in encounters_in(game.ruleset.id, table.lists).items()
    )


def opening_time(encounter: TimedEncounter) -> Iterator[EncounterSurroundings]:
    """Yield the time of day at which an encounter begins, if it says one."""
    if encounter.clock.strip():
        yield EncounterSurroundings(name=_word("clock"), text=encounter.clock.strip())


def _opening(game: Game, encounter: Encounter) -> Iterator[EncounterSurroundings]:
    """Yield the time, the chips and the cards with which an encounter begins."""
    yield from opening_time(encounter)
    if encounter.chips:
        chips = ", ".join(_word("chips_given", count=row.count, colour=row.colour) for row in encounter.chips)
        yield EncounterSurroundings(name=_word("chips"), text=chips)
    names = place_names(game.ruleset) if encounter.cards else {}
    for cards in encounter.cards:
        source, target = (names.get(place, place) for place in (cards.source, cards.target))
        moved = _word("cards_moved", count=cards.count, source=source, target=target)
        yield EncounterSurroundings(name=_word("cards"), text=moved)


def _word(key: str, **params: Json) -> str:
    return say(Message(key=f"encounter_pages.encounters.{key}", params=params))


def encounter_printout(game: Game, table: Table, encounter: PrintableEncounter) -> EncounterPrintout:
    """Return the content of an encounter on paper.

    Args:
        game: the game.
        table: the GM's seat, the group's lists, options and scene.
        encounter: one of its `printable_encounters`.
    """
    handouts = (handout_in(table.lists, handout.handout) for handout in encounter.notes.handouts)
    printout = EncounterPrintout(
        name=encounter.name,
        notes=notes_without_links(encounter.notes),
        handouts=tuple(handout.name for handout in handouts if handout is not None),
        surroundings=encounter.surroundings,
    )
    return isolated(
        lambda: _with_characters(printout, game, table, encounter.run), replace(printout, problem=say(FAULT))
    )


def _with_characters(printout: EncounterPrintout, game: Game, table: Table, run: Command) -> EncounterPrintout:
    """Return a printout with the characters that an encounter adds to a table, or with the reason why it cannot."""
    chance, empty = AverageChance(), _empty_table(game, table)
    try:
        after = game.apply(empty, run, chance).table
    except Refused as refused:
        return replace(printout, problem=refused.text)
    groups = tuple(_groups(after))
    if chance.has_rolled:
        with suppress(Refused):  # so many at once may be impossible
            low, high = (game.apply(empty, run, each).table for each in (LowestChance(), HighestChance()))
            groups = tuple(_with_ranges(group, after, low, high) for group in groups)
    return replace(printout, groups=groups, has_dice=chance.has_rolled)


def _with_ranges(group: AlikeActors, after: Table, low: Table, high: Table) -> AlikeActors:
    """Return alike characters with their ranges.

    Args:
        group: the characters.
        after: the table with the average dice, on which they are.
        low: the table with the lowest dice.
        high: the table with the highest dice.
    """
    ids = {actor.id for actor in group.actors}
    kinds = [_kind_of(arrival) for arrival in ARRIVALS.all(after) if arrival.id in ids]
    lows, highs = (
        [table.actors[each.id] for each in ARRIVALS.all(table) if _kind_of(each) in kinds and each.id in table.actors]
        for table in (low, high)
    )
    ranges = number_ranges(high, lows[0], highs[0]) if lows and highs else ()
    least, most = sorted((len(lows), len(highs)))
    return replace(group, counts=(least, most), ranges=ranges)


def _kind_of(arrival: Arrival) -> tuple[str, str, Mapping[str, int]]:
    """Return what the characters of one row have in common: side, id without its number, and opening values."""
    return arrival.side, arrival.id.rstrip("0123456789").rstrip("-_"), arrival.opening


def _empty_table(game: Game, table: Table) -> Table:
    """Return a table with everything that is prepared and nobody there."""
    lists = {name: rows for name, rows in table.lists.items() if name not in _NO_LISTS}
    empty = game.new_table(tuple(seat for seat in table.seats.values() if seat.is_gm), table.options)
    return replace(empty, lists={**empty.lists, **lists}, scene={**empty.scene, **table.scene})


def _groups(table: Table) -> Iterator[AlikeActors]:
    """Yield the characters that came, those of one side together, and those with the same numbers as one."""
    arrivals = [arrival for arrival in ARRIVALS.all(table) if arrival.id in table.actors]
    sides = dict.fromkeys(arrival.side for arrival in arrivals)
    for side in sides:
        alike: list[list[Actor]] = []
        for actor in (table.actors[arrival.id] for arrival in arrivals if arrival.side == side):
            group = next((group for group in alike if _is_like(group[0], actor)), None)
            if group is None:
                alike.append([actor])
            else:
                group.append(actor)
        yield from (AlikeActors(side=side, actors=tuple(group)) for group in alike)


def _is_like(first: Actor, second: Actor) -> bool:
    """Say whether two characters differ in their names alone."""
    return replace(first, id="", name="") == replace(second, id="", name="")
