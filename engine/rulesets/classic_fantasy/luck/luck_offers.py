"""Luck offers."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.control import controller_of
from engine.model.table import Table
from engine.presentation.command_offers import offer_of
from engine.presentation.offers import Denial, Offer
from engine.rulesets.classic_fantasy.character.offer_targets import payer
from engine.rulesets.classic_fantasy.luck import luck_commands, luck_eligibility
from engine.rulesets.classic_fantasy.luck.luck_rules import LuckOption, swapped

# ---- luck -----------------------------------------------------------------------------------------------------------


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the uses of luck of those who take part, the impossible ones with their reason (CF-UI-4)."""
    for actor in luck_eligibility.affected_characters(table):
        if controller_of(table, actor) == seat or table.is_gm(seat):
            yield from offers_of_actor(table, seat, viewer, actor)


def offers_of_actor(table: Table, seat: str, viewer: str, actor: str, *, everything: bool = False) -> Iterator[Offer]:
    """Yield the uses of luck of a character; of those that do not fit the moment at all only if asked for."""
    character = table.actors[actor]
    if not (table.may_read(character, seat) and table.may_read(character, viewer)):
        return
    for option in luck_eligibility.luck_options_of(table, actor):
        if everything or fits_the_moment(option):
            use, paying_seat = option.use, payer(table, seat, actor)
            offer = offer_of(
                table,
                luck_commands.SpendLuck(seat=seat, actor=actor, use=use),
                name=f"d100_luck_{use}:{actor}",
                primary=use == "mitigate" and paying_seat == seat,
                at_cost_of=paying_seat,
                now=swapped(option.shows) if use == "swap" and option.shows is not None else None,
                shows=option.shows,
                what=option.what,
            )
            denial = Denial(message=option.refused, rules=option.rules) if option.refused is not None else None
            yield offer.unless(denial)


def fits_the_moment(option: LuckOption) -> bool:
    """Return whether a use of luck belongs to what is in progress, possible or not."""
    return option.refused is None or option.refused.key not in _UNFIT


_UNFIT = frozenset(
    {
        "refused.d100_luck_no_roll",
        "refused.d100_luck_no_enemy_roll",
        "refused.d100_luck_no_fight",
        "refused.d100_luck_no_major",
        "refused.d100_last_act_unhurt",
        "refused.d100_luck_swap_d100",
        "refused.d100_luck_swap_same",
        "refused.d100_luck_points_left",
    }
)
