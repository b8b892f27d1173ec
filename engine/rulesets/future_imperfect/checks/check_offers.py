"""Offers about a roll in progress: throw, spend chips, accept, and the GM's overrides."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.model.table import Table
from engine.presentation.command_offers import offer_of
from engine.presentation.offers import Denial, Drag, Offer, denial
from engine.rulesets.future_imperfect.checks.check_commands import (
    Accept,
    AddModifier,
    CallOff,
    InvokeImpetus,
    RuleTotal,
    SetTarget,
    SpendChip,
    ThrowDice,
)
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.checks.check_scores import chips_for, open_rolls, score_of
from engine.rulesets.future_imperfect.chips import fate_pot
from engine.rulesets.future_imperfect.chips.fate_chip_rules import fate_tables
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, side_name
from engine.rulesets.future_imperfect.procedures.session_procedure import POT

HELPFUL = frozenset(colour.key for colour in fate_tables().colours if colour.check != "none")


def offers(table: Table, seat: str) -> Iterator[Offer]:
    """Yield the offers of a seat for the roll in front."""
    check = CHECKS.need_check(table)
    gm, number = table.is_gm(seat), check.tn or 0
    target = SetTarget(seat=seat, tn=number)
    if check.thrown:
        yield from _chips(table, seat, check)
        if denial(Accept(seat=seat).verify, table) is None:
            waited = {controller_of(table, check.rolls[index].actor) for index in open_rolls(table, check)}
            primary = (not waited or seat in waited) and not check.halted_by
            yield offer_of(None, Accept(seat=seat), name="accept_roll", primary=primary)
        if gm:
            yield offer_of(table, target, tn=number)
            for index in range(len(check.rolls)):
                yield from _gm_offers(table, seat, check, index)
        return
    first, hand = check.rolls[0].actor, CHECKS.in_hand(table, seat, check)
    if hand:
        own = any(controller_of(table, check.rolls[index].actor) == seat for index in hand)
        yield offer_of(None, ThrowDice(seat=seat), primary=own)
    for index in hand:
        bare, name = AddModifier(seat=seat, value=0, roll=index), actor_name(table, check.rolls[index].actor)
        yield offer_of(None, bare, name=f"add_modifier:{index}", actor=name)
    if denial(CallOff(seat=seat).verify, table) is None:
        payer = controller_of(table, first)
        yield offer_of(None, CallOff(seat=seat), at_cost_of=payer, actor=actor_name(table, first))
    if gm:
        yield offer_of(table, target, tn=number)
        total = RuleTotal(seat=seat, total=0)
        yield offer_of(table, total, name="rule_total:0", actor=actor_name(table, first), total=0)


def _chips(table: Table, seat: str, check: Check) -> Iterator[Offer]:
    """Yield a button for each useful colour that the seat holds, denied where rules forbid it (FI-FATE-9 to 13)."""
    for index, roll in enumerate(check.rolls):
        refused = chips_for(table, check, index) if seat in fate_pot.bags_for(table, roll.actor) else {}
        for colour, count in table.chips.get(seat, {}).items():
            if count and colour in refused:
                why, spend = refused[colour], SpendChip(seat=seat, colour=colour, roll=index)
                offer = offer_of(
                    None,
                    spend,
                    name=f"spend_chip:{index}:{colour}",
                    drag=Drag(source=seat, target=POT, colour=colour, side=side_name(index)),
                    at_cost_of=seat,
                    colour=colour,
                    actor=actor_name(table, roll.actor),
                    count=count,
                )
                yield offer.unless(Denial.of(why) if why is not None else None)


def _gm_offers(table: Table, seat: str, check: Check, index: int) -> Iterator[Offer]:
    """Yield the GM's offers about a thrown roll: another total, and an Impetus for an unskilled one."""
    roll = check.rolls[index]
    name, total, payer = actor_name(table, roll.actor), score_of(table, roll).total, controller_of(table, roll.actor)
    rule = RuleTotal(seat=seat, total=total, roll=index)
    yield offer_of(None, rule, name=f"rule_total:{index}", actor=name, total=total)
    colours = tuple(colour for colour, count in table.chips.get(payer, {}).items() if count and colour in HELPFUL)
    if roll.halved and colours:
        bare, asks = InvokeImpetus(seat=seat, colour=colours[0], roll=index), {"colour": colours}
        yield offer_of(None, bare, name=f"invoke_impetus:{index}", asks=asks, at_cost_of=payer, actor=name)
