"""The exact chances of chips that are drawn blindly from the pot (FI-FATE-4, FI-FATE-5)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.commands import Request
from engine.messages.message import Message
from engine.model.table import Table
from engine.odds.card_deals import NoDice, PileDraw, group_chances
from engine.odds.odds import Distribution, Odds, numbers
from engine.odds.table_after import table_after
from engine.rulesets.future_imperfect.chips.fate_pot import chip_count, held_by
from engine.rulesets.future_imperfect.procedures.session_procedure import POT


def odds_of_drawn_chips(table: Table, command: Request) -> Odds | None:
    """Return the chances of how many chips of each colour come; None where none are drawn blindly.

    Everybody sees the pot. The order of drawing does not matter, so bags that draw as many have the same chances.
    """
    chance = NoDice()
    after = table_after(table, command, chance)
    if not chance.shuffled:
        return None
    drawn = (chip_count(held_by(after, bag)) - chip_count(held_by(table, bag)) for bag in table.seats)
    counts = sorted({count for count in drawn if count > 0})
    if not counts:
        return None
    pot = Message(key="odds.chips_in_pot", params={"count": chip_count(held_by(table, POT))})
    return Odds(distributions=tuple(_colours(table, counts)), explanation=(pot,))


def _colours(table: Table, counts: list[int]) -> Iterator[Distribution]:
    pot = held_by(table, POT)
    for count in counts:
        for colour, number in pot.items():
            draw = PileDraw((number,), chip_count(pot), count)
            chances = {some: chance for (some,), chance in group_chances([draw], most=count).items()}
            yield numbers(Message(key="odds.chips_drawn", params={"colour": colour, "count": count}), chances)
