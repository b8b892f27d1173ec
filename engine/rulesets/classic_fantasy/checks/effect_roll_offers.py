"""Offers for the dice of an effect: luck, accepting them, and the GM's correction (CF-UI-4)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.control import controller_of
from engine.model.table import Table
from engine.presentation.command_offers import offer_of
from engine.presentation.offers import Offer, denial
from engine.rulesets.classic_fantasy.character.offer_targets import OffersOfSeat
from engine.rulesets.classic_fantasy.checks.check_commands import AcceptRoll
from engine.rulesets.classic_fantasy.checks.check_resolution import CHECKS
from engine.rulesets.classic_fantasy.checks.effect_roll_commands import RuleEffect
from engine.rulesets.classic_fantasy.checks.effect_roll_procedure import current_effect_roll
from engine.rulesets.classic_fantasy.dice.mixed_dice import mixed


def effect_roll_offers_in_progress(table: Table, seat: str, viewer: str, luck: OffersOfSeat) -> Iterator[Offer]:
    """Yield what a seat can do about the dice of an effect at the front.

    Args:
        table: the table.
        seat: the seat.
        viewer: who reads the offers.
        luck: the offers of luck, which come first.
    """
    effect_roll = current_effect_roll(table)
    assert effect_roll is not None
    yield from luck(table, seat, viewer)
    command = AcceptRoll(seat=seat)
    if denial(CHECKS.verify_accept, table, command) is None:
        own = controller_of(table, effect_roll.actor) == seat
        yield offer_of(table, command, name="d100_let_stand", primary=own)
    if table.is_gm(seat) and table.may_read(table.actors[effect_roll.actor], viewer):
        mixed_dice = mixed(effect_roll.dice)
        possible = {"value": range(mixed_dice.least, mixed_dice.most + 1)}
        rule = RuleEffect(seat=seat, value=effect_roll.value)
        yield offer_of(table, rule, name="d100_rule_effect", asks=possible, rare=True)
