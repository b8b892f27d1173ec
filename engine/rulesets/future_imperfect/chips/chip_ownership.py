"""Ownership of Fate Chips: the bags whose chips may be spent for a character (FI-FATE-18)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.commands import Request
from engine.kit.control import controller_of
from engine.messages.display_names import seat_name
from engine.messages.refusal import Refused
from engine.model.table import Table
from engine.rulesets.future_imperfect.chips import fate_chip_rules, fate_pot
from engine.rulesets.future_imperfect.procedures.conflict_procedure import CREW
from engine.rulesets.future_imperfect.procedures.participants import side_of


def bags_for(table: Table, actor: str) -> tuple[str, ...]:
    """Return the bags whose chips may be spent for a character, its controller's first; a bag's name is its seat."""
    own_bag = controller_of(table, actor)
    if side_of(table, actor) != CREW:
        return (own_bag,)
    other_players = (seat.id for seat in table.seats.values() if not seat.is_gm and seat.id != own_bag)
    return (own_bag, *other_players)


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

    Only the GM may name the bag of another seat.

    Args:
        table: the table.
        command: the command that pays.
        actor: the character that the chips help.
        bag: the bag that pays; empty for the bag of the command's seat.
        chips: the number of chips by colour.
    """
    bag = bag or command.seat
    if bag != command.seat and not table.is_gm(command.seat):
        raise Refused("not_your_chips", "FI-FATE-18")
    for colour in chips:
        need_spendable_chip(table, actor, bag, colour)
    fate_pot.need_held(table, bag, chips)
