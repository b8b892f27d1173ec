"""Whose Fate Chips may be spent for whom, and where they go (FI-FATE-2, FI-FATE-18)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.play.commands import Request
from engine.play.draft import Draft
from engine.play.events import ChipsMoved
from engine.play.names import seat_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import fate, pot
from engine.rulesets.future_imperfect.leading import leader, side_of
from engine.rulesets.future_imperfect.procedures.conflict import CREW
from engine.rulesets.future_imperfect.procedures.evening import POT
from engine.table.table import Table


def bags_for(table: Table, actor: str) -> tuple[str, ...]:
    """Return the bags whose chips may be spent for a character, the own one first (FI-FATE-18)."""
    own = leader(table, actor)
    if side_of(table, actor) != CREW:
        return (own,)
    crew = (seat.id for seat in table.seats.values() if not seat.is_gm and seat.id != own)
    return (own, *crew)


def need_bag(table: Table, actor: str, bag: str, colour: str, *, saves_skin: bool = False) -> None:
    """Raise Refused unless a bag holds the chip and its owner may spend it for a character (FI-FATE-18)."""
    fate.colour_of(colour)
    own = leader(table, actor)
    if bag not in table.seats:
        raise Refused("no_such_bag", bag=bag[:40])
    refused = fate.may_help(
        own=bag == own,
        in_crew=side_of(table, actor) == CREW and not table.is_gm(bag),
        saves_skin=saves_skin,
        holds=sum(table.chips.get(own, {}).values()),
    )
    if refused is not None:
        raise refused
    if table.chips.get(bag, {}).get(colour, 0) < 1:
        raise Refused("no_such_chip", "FI-FATE-8", colour=colour, seat=seat_name(table, bag))


def need_chips(table: Table, command: Request, actor: str, bag: str, chips: Mapping[str, int]) -> str:
    """Return the bag that pays all of some chips for a character: the named one, or that of who asks (FI-FATE-18).

    Raises:
        Refused: only the Master pays out of another's, and only out of one that may help.
    """
    bag = bag or command.seat
    if bag != command.seat and not table.is_gm(command.seat):
        raise Refused("not_your_chips", "FI-FATE-18")
    for colour in chips:
        need_bag(table, actor, bag, colour)
    pot.need_held(table, bag, chips)
    return bag


def give_back_chip(draft: Draft, bag: str, colour: str) -> None:
    """Put a chip that was spent back into the pot (FI-FATE-2)."""
    draft.emit(ChipsMoved(source=bag, target=POT, chips={colour: 1}))
