"""The opening positions of an encounter: the time on the story's clock, and chips for the GM.

They are the moves that the GM would make by hand: the clock is set, chips come from a common bag of the game or from
the box, never from those of a player. Everybody sees them, as they see every clock and every bag.

>>> seconds_of_day("21:30"), next_moment(90_000, seconds_of_day("21:30")), next_moment(90_000, seconds_of_day("0:30"))
(77400, 163800, 174600)
>>> try:
...     seconds_of_day("half past nine")
... except Refused as refused:
...     print(refused.text)
“half past nine” is not a time of day. Write hours and minutes, for example “21:30”.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from engine.core.draft import Draft
from engine.core.game_options import complete_options
from engine.core.manual_moves.chip_moves import MoveChips, move_chips
from engine.core.manual_moves.clock_moves import SetClock, set_clock
from engine.kit.encounters.encounter_records import LONGEST_NAME, Encounter
from engine.kit.encounters.encounter_runs import EncounterRun
from engine.messages.refusal import Refused
from engine.model.frozen import Json
from engine.model.seats import Role, Seat
from engine.model.table import Table
from engine.presentation.game import Ruleset

OpeningMove = SetClock | MoveChips

_TIME: Final = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?", re.ASCII)
_DAY: Final = 24 * 3600


class ChipSupply(NamedTuple):
    """Where a game has the chips for its GM.

    Attributes:
        source: the common bag that they come from; empty for the box.
        colours: the colours of all chips of the game; none in a game whose GM has no bag.
    """

    source: str
    colours: tuple[str, ...]


def chip_supply(ruleset: Ruleset, options: Mapping[str, Json]) -> ChipSupply:
    """Return where a game has the chips for its GM, as its new table shows."""
    gm = Seat(id="gm", name="", role=Role.GM)
    bags = ruleset.new_table((gm,), complete_options(ruleset.options, options)).chips
    if gm.id not in bags:
        return ChipSupply("", ())
    colours = dict.fromkeys(colour for bag in bags.values() for colour in bag)
    return ChipSupply(next((bag for bag in bags if bag != gm.id), ""), tuple(colours))


def seconds_of_day(text: str) -> int | None:
    """Return a time of day in seconds after midnight; None for no text. Raises Refused for something else."""
    text = text.strip()
    if not text:
        return None
    found = _TIME.fullmatch(text)
    if found is None:
        raise Refused("encounter_clock", text=text[:LONGEST_NAME])
    hours, minutes, seconds = (int(part or 0) for part in found.groups())
    return hours * 3600 + minutes * 60 + seconds


def next_moment(now: int, time: int) -> int:
    """Return the next moment with a time of day, which may be now."""
    return now + (time - now) % _DAY


def opening_clock(table: Table, encounter: Encounter) -> int | None:
    """Return the moment at which an encounter begins; None if it does not say. Raises Refused for a faulty time."""
    time = seconds_of_day(encounter.clock)
    return None if time is None else next_moment(table.clock, time)


def opening_chips(supply: ChipSupply, encounter: Encounter) -> Mapping[str, int]:
    """Return the GM's chips for an encounter by their colours. Raises Refused for a colour without chips."""
    chips: dict[str, int] = {}
    for row in encounter.chips:
        if row.colour not in supply.colours:
            raise Refused("encounter_chips", colour=row.colour[:LONGEST_NAME])
        chips[row.colour] = chips.get(row.colour, 0) + row.count
    return chips


def positions_moves(
    table: Table, seat: str, supply: ChipSupply, clock: int | None, chips: Mapping[str, int]
) -> tuple[OpeningMove, ...]:
    """Return the moves that set the clock and give the GM chips, of each colour as many as there are."""
    held = table.chips.get(supply.source, {})
    there = {colour: min(n, held.get(colour, 0)) if supply.source else n for colour, n in chips.items()}
    given = {colour: n for colour, n in there.items() if n > 0}
    moves: list[OpeningMove] = []
    if clock is not None and clock != table.clock:
        moves.append(SetClock(seat=seat, seconds=clock))
    if given:
        moves.append(MoveChips(seat=seat, source=supply.source, target=table.gm(), chips=given))
    return tuple(moves)


def chips_given(moves: Iterable[OpeningMove]) -> Mapping[str, int]:
    """Return the chips that moves give."""
    return next((move.chips for move in moves if isinstance(move, MoveChips)), {})


def reset_moves(table: Table, seat: str, supply: ChipSupply, run: EncounterRun) -> tuple[OpeningMove, ...]:
    """Return the moves that set the clock back to the beginning, and give the GM again the chips that are spent."""
    left = chips_left(table, run)
    spent = {colour: n - left.get(colour, 0) for colour, n in run.chips.items()}
    return positions_moves(table, seat, supply, run.clock, spent)


def removal_moves(table: Table, seat: str, supply: ChipSupply, run: EncounterRun) -> tuple[OpeningMove, ...]:
    """Return the moves that take back those chips that are not spent; time that has passed stays."""
    left = chips_left(table, run)
    return (MoveChips(seat=seat, source=table.gm(), target=supply.source, chips=left),) if left else ()


def chips_left(table: Table, run: EncounterRun) -> Mapping[str, int]:
    """Return the chips of an encounter that the GM still has; the GM spends them before the others."""
    held = table.chips.get(table.gm(), {})
    left = {colour: min(n, held.get(colour, 0) - run.chips_before.get(colour, 0)) for colour, n in run.chips.items()}
    return {colour: n for colour, n in left.items() if n > 0}


def verify_moves(ruleset: Ruleset, table: Table, moves: Iterable[OpeningMove]) -> None:
    """Raise Refused if the rules of a game do not allow a move now."""
    for move in moves:
        ruleset.verify_manual_move(table, move)


def make_moves(draft: Draft, moves: Iterable[OpeningMove]) -> None:
    """Make the moves; the log tells everybody of them as of those made by hand."""
    for move in moves:
        if isinstance(move, SetClock):
            set_clock(draft, move)
        else:
            move_chips(draft, move)
