"""The opening positions of an encounter: the time on the story's clock, chips for the GM, and cards.

They are the moves that the GM would make by hand: the clock is set, chips come from a common bag of the game or from
the box, never from those of a player. Cards come from the top of a place that belongs to no player, and nobody chooses
which: so their new place tells nobody what is in a hidden pile or a hand. Everybody sees these moves, as they see every
clock, every bag and every pile.

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
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from engine.core.draft import Draft
from engine.core.game_options import complete_options
from engine.core.manual_moves.card_moves import MoveCards, move_cards
from engine.core.manual_moves.chip_moves import MoveChips, move_chips
from engine.core.manual_moves.clock_moves import SetClock, set_clock
from engine.kit.content_editor.dice_numbers import dice_range
from engine.kit.encounters.encounter_records import LONGEST_NAME, Encounter, OpeningCards, TimedEncounter
from engine.kit.encounters.encounter_runs import RUNS, DealtCards, EncounterRun, need_run
from engine.messages.display_names import zone_name
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.seats import Role, Seat
from engine.model.table import Table
from engine.presentation.game import Ruleset

OpeningMove = SetClock | MoveChips | MoveCards

_TIME: Final = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?", re.ASCII)
_DAY: Final = 24 * 3600
_GM: Final = "gm"


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
    gm = Seat(id=_GM, name="", role=Role.GM)
    bags = ruleset.new_table((gm,), complete_options(ruleset.options, options)).chips
    if gm.id not in bags:
        return ChipSupply("", ())
    colours = dict.fromkeys(colour for bag in bags.values() for colour in bag)
    return ChipSupply(next((bag for bag in bags if bag != gm.id), ""), tuple(colours))


def card_places(ruleset: Ruleset, options: Mapping[str, Json], gm: str = _GM) -> tuple[str, ...]:
    """Return the places of cards on a new table of a game without players, by their ids; none in a game without cards.

    Two GMs with different seats have the same places in the same order.
    """
    seat = Seat(id=gm, name="", role=Role.GM)
    zones = ruleset.new_table((seat,), complete_options(ruleset.options, options)).zones
    return tuple(zones) if len(zones) > 1 and any(zone.cards for zone in zones.values()) else ()


def place_names(ruleset: Ruleset) -> Mapping[str, str]:
    """Return the names of the places of cards on a new table of a game, by their ids for a GM with the seat `gm`."""
    table = ruleset.new_table((Seat(id=_GM, name="GM", role=Role.GM),), complete_options(ruleset.options, {}))
    names = {place: zone_name(table, place) for place in card_places(ruleset, {})}
    return {place: f"{name[:1].upper()}{name[1:]}" for place, name in names.items()}


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


def opening_clock(table: Table, encounter: TimedEncounter) -> int | None:
    """Return the moment at which an encounter begins; None if it does not say. Raises Refused for a faulty time."""
    time = seconds_of_day(encounter.clock)
    return None if time is None else next_moment(table.clock, time)


def opening_chips(supply: ChipSupply, encounter: Encounter) -> Mapping[str, int]:
    """Return the GM's chips for an encounter by their colours, of dice the most that they can show.

    Raises Refused for a colour without chips.
    """
    chips: dict[str, int] = {}
    for row in encounter.chips:
        if row.colour not in supply.colours:
            raise Refused("encounter_chips", colour=row.colour[:LONGEST_NAME])
        chips[row.colour] = chips.get(row.colour, 0) + dice_range(row.count).most
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


def opening_cards(ruleset: Ruleset, table: Table, seat: str, row: OpeningCards) -> MoveCards | None:
    """Return the move of the cards of a row, of dice the most that they can show; None if there are no cards.

    Raises Refused for a place that the table does not have.
    """
    places = dict(
        zip(card_places(ruleset, table.options), card_places(ruleset, table.options, table.gm()), strict=False)
    )
    source, target = (places.get(place, "") for place in (row.source, row.target))
    if source not in table.zones or target not in table.zones:
        raise Refused("encounter_cards", place=(row.target if source in table.zones else row.source)[:LONGEST_NAME])
    cards = table.zones[source].cards[: dice_range(row.count).most] if source != target else ()
    return MoveCards(seat=seat, cards=cards, target=target, at=0) if cards else None


def deal_cards(draft: Draft, moves: Iterable[Callable[[Table], MoveCards | None]], run: str) -> None:
    """Make moves of cards, each on the table as the one before left it, and remember them for a reset."""
    dealt: list[DealtCards] = []
    for move_on in moves:
        move = move_on(draft.table)
        if move is not None:
            source = draft.table.zone_of(move.cards[0]) or ""
            make_moves(draft, [move])
            dealt.append(DealtCards(source=source, target=move.target, count=len(move.cards), filled=0))
    if dealt:
        zones = draft.table.zones
        cards = tuple(replace(each, filled=len(zones[each.target].cards)) for each in dealt)
        RUNS.write(draft, replace(need_run(draft.table, run), cards=cards))


def cards_again(table: Table, seat: str, run: EncounterRun) -> tuple[MoveCards, ...]:
    """Return the moves of the cards that places lack since the beginning, as far as they are there now."""
    rows = zip(run.cards, _missing_cards(table, run.cards), strict=True)
    return tuple([move for dealt, missing in rows if (move := _move_from_top(table, seat, dealt, missing)) is not None])


def deal_again(draft: Draft, seat: str, run: str) -> None:
    """Deal the cards that places lack since the beginning, each row from the top of where its cards came from.

    Cards of the GM's own that are gone do not come back, also not at the next reset.
    """
    cards = need_run(draft.table, run).cards
    owed: dict[str, int] = {}
    for dealt, missing in zip(cards, _missing_cards(draft.table, cards), strict=True):
        move = _move_from_top(draft.table, seat, dealt, missing)
        if move is not None:
            make_moves(draft, [move])
            missing -= len(move.cards)
        owed[dealt.target] = owed.get(dealt.target, 0) + missing
    zones = draft.table.zones
    there = {place: len(zones[place].cards) + missing for place, missing in owed.items() if place in zones}
    after = tuple([replace(dealt, filled=min(dealt.filled, there.get(dealt.target, 0))) for dealt in cards])
    if after != cards:
        RUNS.write(draft, replace(need_run(draft.table, run), cards=after))


def _missing_cards(table: Table, cards: Sequence[DealtCards]) -> tuple[int, ...]:
    """Return how many cards of each row are missing in its place, of those that went on from there too.

    It depends only on the numbers of cards, which everybody sees.
    """
    zones, missing = table.zones, dict[str, int]()
    for dealt in cards:
        missing[dealt.target] = dealt.filled - len(zones[dealt.target].cards) if dealt.target in zones else 0
    rows: list[int] = []
    for dealt in reversed(cards):
        count = max(0, min(dealt.count, missing[dealt.target]))
        missing[dealt.target] -= count
        if dealt.source in missing:
            missing[dealt.source] += count
        rows.append(count)
    return tuple(reversed(rows))


def _move_from_top(table: Table, seat: str, dealt: DealtCards, count: int) -> MoveCards | None:
    cards = table.zones[dealt.source].cards[:count] if dealt.source in table.zones else ()
    return MoveCards(seat=seat, cards=cards, target=dealt.target, at=0) if cards else None


def begin_at_time(draft: Draft, seat: str, encounter: TimedEncounter, run: str) -> None:
    """Set the clock to the time at which an encounter begins, if it says one, and remember it for its reset."""
    clock = opening_clock(draft.table, encounter)
    if clock is not None:
        make_moves(draft, positions_moves(draft.table, seat, ChipSupply("", ()), clock, {}))
        remember_clock(draft, run, clock)


def remember_clock(draft: Draft, run: str, clock: int) -> None:
    """Remember the moment at which a running encounter began, to which its reset sets the clock back."""
    RUNS.write(draft, replace(need_run(draft.table, run), clock=clock))


def verify_moves(ruleset: Ruleset, table: Table, moves: Iterable[OpeningMove]) -> None:
    """Raise Refused if the rules of a game do not allow a move now."""
    for move in moves:
        ruleset.verify_manual_move(table, move)


def make_moves(draft: Draft, moves: Iterable[OpeningMove]) -> None:
    """Make the moves; the log tells everybody of them as of those made by hand."""
    for move in moves:
        match move:
            case SetClock():
                set_clock(draft, move)
            case MoveChips():
                move_chips(draft, move)
            case MoveCards():
                move_cards(draft, move)
