"""The pot and the bags of Fate Chips: blind draws, returns, colours of a real pot, chips that help others (FI-FATE)."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from functools import cache

from engine.core.commands import Request
from engine.core.draft import Draft
from engine.core.events import ChipsMoved
from engine.kit.control import controller_of
from engine.messages.display_names import seat_name
from engine.messages.refusal import Refused
from engine.model.cards import face_of, new_copies
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.rulesets.future_imperfect.chips import fate_chip_rules
from engine.rulesets.future_imperfect.procedures.conflict_procedure import CREW
from engine.rulesets.future_imperfect.procedures.participants import seen_side_of, side_of
from engine.rulesets.future_imperfect.procedures.session_procedure import POT
from engine.rulesets.future_imperfect.settings import FOLDER

ChipCounts = Mapping[str, int]


def chip_count(chips: ChipCounts) -> int:
    """Return how many chips there are."""
    return sum(chips.values())


def held_by(table: Table, bag: str) -> dict[str, int]:
    """Return the chips of a bag by colour, in the game's order, without colours that it lacks."""
    chips = table.chips.get(bag, {})
    order = [colour.key for colour in fate_chip_rules.fate_tables().colours]
    colours = sorted(chips, key=lambda key: order.index(key) if key in order else len(order))
    return {colour: chips[colour] for colour in colours if chips[colour] > 0}


def chip_words(chips: ChipCounts) -> list[str]:
    """Return chips as words for a sentence."""
    return [f"{n} {colour}" for colour, n in chips.items() if n]


def total_chips(table: Table) -> int:
    """Return how many chips there are in the pot and in all bags together (section 4)."""
    return sum(chip_count(bag) for bag in table.chips.values())


@cache
def starting_chips() -> int:
    """Return how many chips the pot holds before the first session (FI-FATE-1, T-15)."""
    raw = tomllib.loads((FOLDER / "ruleset.toml").read_text(encoding="utf-8"))
    return sum(int(count) for count in raw["table"]["bags"][POT].values())


def draw_blindly(draft: Draft, bag: str, count: int, *rules: str) -> ChipCounts:
    """Draw chips blindly; from an empty pot none are drawn (FI-FATE-4, FI-FATE-20).

    The chips are shuffled, not rolled for: each is named as a copy of its colour (`red/2`), like a card. So the players
    can enter what they drew from a real pot, and no die of eighty-five faces is needed.
    """
    pot = held_by(draft.table, POT)
    chips_in_pot = [chip for colour, number in pot.items() for chip in new_copies((), (colour,), number)]
    drawn = (
        Counter(face_of(chip) for chip in draft.chance.shuffle(chips_in_pot)[:count])
        if chips_in_pot and count
        else Counter()
    )
    draft.learned.update(draft.table.seats, (SHARED,))
    return take_chips(draft, bag, {colour: drawn[colour] for colour in pot if drawn[colour]}, *rules)


def take_chips(draft: Draft, bag: str, chips: ChipCounts, *rules: str) -> ChipCounts:
    """Move chips from the pot to a bag and log it, also if there are none."""
    if chips:
        draft.emit(ChipsMoved(source=POT, target=bag, chips=chips))
    key = "chips_drawn" if chips else "no_chips_drawn"
    draft.note(key, *rules, seat=seat_name(draft.table, bag), chips=chip_words(chips))
    draft.record_results(chips_drawn=chip_count(chips), pot=chip_count(held_by(draft.table, POT)))
    return chips


def give_chip(draft: Draft, bag: str, colour: str) -> None:
    """Move one chip of a colour from the pot to a bag."""
    draft.emit(ChipsMoved(source=POT, target=bag, chips={colour: 1}))


def return_chips(draft: Draft, bag: str, chips: ChipCounts) -> None:
    """Put chips of a bag into the pot (FI-FATE-2)."""
    remaining = {colour: n for colour, n in chips.items() if n}
    if remaining:
        draft.emit(ChipsMoved(source=bag, target=POT, chips=remaining))


def need_held(table: Table, bag: str, chips: ChipCounts) -> None:
    """Raise Refused unless chips are named and the bag holds them."""
    if not chips or any(n < 1 for n in chips.values()):
        raise Refused("how_many_chips", "FI-FATE-8")
    for colour, n in chips.items():
        fate_chip_rules.chip_colour(colour)
        if table.chips.get(bag, {}).get(colour, 0) < n:
            raise Refused("chips_missing", "FI-FATE-8", colour=colour, count=n)


def bags_for(table: Table, actor: str) -> tuple[str, ...]:
    """Return the bags whose chips may be spent for a character, its controller's first; a bag's name is its seat."""
    return _bags_of_side(table, actor, side_of(table, actor))


def _bags_of_side(table: Table, actor: str, side: str) -> tuple[str, ...]:
    own_bag = controller_of(table, actor)
    if side != CREW:
        return (own_bag,)
    other_players = (seat.id for seat in table.seats.values() if not seat.is_gm and seat.id != own_bag)
    return (own_bag, *other_players)


def has_chips_for(table: Table, actor: str) -> bool:
    """Return whether there is a chip that may be spent for a character, as everybody may know.

    The sheet of a secret character may say another side.
    """
    bags = map(table.chips.get, _bags_of_side(table, actor, seen_side_of(table, actor)))
    return any(any(chips.values()) for chips in bags if chips)


def need_spendable_chip(table: Table, actor: str, bag: str, colour: str, *, saves_skin: bool = False) -> None:
    """Raise Refused unless a bag holds a chip of a colour, and its owner may spend it for a character (FI-FATE-18).

    `saves_skin` is true for a chip that cancels wounds: the rules allow such help only to players without chips.
    """
    fate_chip_rules.chip_colour(colour)
    own_bag = controller_of(table, actor)
    if bag not in table.seats:
        raise Refused("no_such_bag", bag=bag[:40])
    refusal = fate_chip_rules.help_refusal(
        own=bag == own_bag,
        in_crew=side_of(table, actor) == CREW and not table.is_gm(bag),
        saves_skin=saves_skin,
        holds=sum(table.chips.get(own_bag, {}).values()),
    )
    if refusal is not None:
        raise refusal
    if table.chips.get(bag, {}).get(colour, 0) < 1:
        raise Refused("no_such_chip", "FI-FATE-8", colour=colour, seat=seat_name(table, bag))


def need_chip_payment(table: Table, command: Request, actor: str, bag: str, chips: Mapping[str, int]) -> None:
    """Raise Refused unless a command may pay with these chips for a character (FI-FATE-18).

    By default the bag of the command's seat pays; only the GM may name the bag of another seat.
    """
    bag = bag or command.seat
    if bag != command.seat and not table.is_gm(command.seat):
        raise Refused("not_your_chips", "FI-FATE-18")
    for colour in chips:
        need_spendable_chip(table, actor, bag, colour)
    need_held(table, bag, chips)
