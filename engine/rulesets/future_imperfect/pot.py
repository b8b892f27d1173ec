"""The pot of Fate Chips at the table: drawn from blindly, given back to, and told colour by colour (FI-FATE)."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from functools import cache

from engine.play.draft import SHARED, Draft
from engine.play.events import ChipsMoved
from engine.play.names import seat_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import fate
from engine.rulesets.future_imperfect.data import FOLDER
from engine.rulesets.future_imperfect.procedures.evening import POT
from engine.table.cards import face_of, more_cards
from engine.table.table import Table

Chips = Mapping[str, int]


def count_of(chips: Chips) -> int:
    """Return how many chips there are."""
    return sum(chips.values())


def held_by(table: Table, bag: str) -> dict[str, int]:
    """Return the chips of a bag, colour by colour as the game lists them, without those that it has none of."""
    held = table.chips.get(bag, {})
    order = [colour.key for colour in fate.fate_tables().colours]
    colours = sorted(held, key=lambda key: order.index(key) if key in order else len(order))
    return {colour: held[colour] for colour in colours if held[colour] > 0}


def in_words(chips: Chips) -> list[str]:
    """Return chips as a sentence lists them."""
    return [f"{n} {colour}" for colour, n in chips.items() if n]


def in_all(table: Table) -> int:
    """Return how many chips there are in the pot and in all bags together (section 4)."""
    return sum(count_of(bag) for bag in table.chips.values())


@cache
def at_first() -> int:
    """Return how many chips the pot holds before the first session (FI-FATE-1, T-15)."""
    raw = tomllib.loads((FOLDER / "ruleset.toml").read_text(encoding="utf-8"))
    return sum(int(count) for count in raw["table"]["bags"][POT].values())


def draw_blindly(draft: Draft, bag: str, count: int, *rules: str) -> Chips:
    """Draw chips without looking; of an empty pot nothing is drawn (FI-FATE-4, FI-FATE-20).

    The chips are shuffled, not rolled for: each is named as a copy of its colour (`red/2`), as cards are, so that what
    lay on top of a real pot can be told by the same gesture; and no die of eighty-five faces is ever asked for.
    """
    pot = held_by(draft.table, POT)
    lying = [chip for colour, held in pot.items() for chip in more_cards((), (colour,), held)]
    drawn = Counter(face_of(chip) for chip in draft.chance.shuffle(lying)[:count]) if lying and count else Counter()
    draft.learned.update(draft.table.seats, (SHARED,))
    return take(draft, bag, {colour: drawn[colour] for colour in pot if drawn[colour]}, *rules)


def take(draft: Draft, bag: str, chips: Chips, *rules: str) -> Chips:
    """Move chips from the pot to a bag and tell it; none are told as none."""
    if chips:
        draft.emit(ChipsMoved(source=POT, target=bag, chips=chips))
    key = "chips_drawn" if chips else "no_chips_drawn"
    draft.note(key, *rules, seat=seat_name(draft.table, bag), chips=in_words(chips))
    draft.figure(chips_drawn=count_of(chips), pot=count_of(held_by(draft.table, POT)))
    return chips


def hand_over(draft: Draft, bag: str, colour: str) -> None:
    """Move one chip of a colour from the pot to a bag."""
    draft.emit(ChipsMoved(source=POT, target=bag, chips={colour: 1}))


def give_back(draft: Draft, bag: str, chips: Chips) -> None:
    """Put chips of a bag into the pot (FI-FATE-2)."""
    left = {colour: n for colour, n in chips.items() if n}
    if left:
        draft.emit(ChipsMoved(source=bag, target=POT, chips=left))


def need_held(table: Table, bag: str, chips: Chips) -> None:
    """Raise Refused unless chips are named, and a bag holds them."""
    if not chips or any(n < 1 for n in chips.values()):
        raise Refused("how_many_chips", "FI-FATE-8")
    for colour, n in chips.items():
        fate.colour_of(colour)
        if table.chips.get(bag, {}).get(colour, 0) < n:
            raise Refused("chips_missing", "FI-FATE-8", colour=colour, count=n)
