"""What can be done about a roll under way: throw, spend chips, accept, and the Master's words."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.names import actor_name
from engine.play.offers import AskKind, Denial, Drag, Offer, ask, checked, denial, offered
from engine.rulesets.future_imperfect import checks, overruling, purse, rolling
from engine.rulesets.future_imperfect.fate import fate_tables
from engine.rulesets.future_imperfect.glimpse_rolls import side_name
from engine.rulesets.future_imperfect.leading import leader
from engine.rulesets.future_imperfect.procedures import need_front
from engine.rulesets.future_imperfect.procedures.check import HALTED_BY, Check
from engine.rulesets.future_imperfect.procedures.evening import POT
from engine.table.frozen import kept
from engine.table.table import Table

HELPFUL = frozenset(colour.key for colour in fate_tables().colours if colour.check != "none")


def offers(table: Table, seat: str) -> Iterator[Offer]:
    """Yield what a seat can do about the roll at the front."""
    found = need_front(table, Check)
    mine = [index for index, roll in enumerate(found.rolls) if leader(table, roll.actor) == seat]
    gm = table.is_gm(seat)
    if not found.thrown:
        hand = rolling.to_throw(table, seat, found)
        if hand:
            yield _throw(seat, bool(set(hand) & set(mine)))
        for index in hand:
            yield _modifier(seat, index, actor_name(table, found.rolls[index].actor))
        if denial(checks.verify_call_off, table, checks.CallOff(seat=seat)) is None:
            yield _call_off(seat, actor_name(table, found.rolls[0].actor), leader(table, found.rolls[0].actor))
        if gm:
            yield checked(table, _target(seat, found.tn or 0), overruling.verify_target)
            yield checked(
                table, _rule(seat, 0, actor_name(table, found.rolls[0].actor), 0), overruling.verify_rule_total
            )
        return
    for index in range(len(found.rolls)):
        yield from _chips(table, seat, found, index)
    if denial(rolling.verify_accept, table, checks.Accept(seat=seat)) is None:
        waited = {leader(table, found.rolls[index].actor) for index in rolling.open_rolls(table, found)}
        yield _accept(seat, (not waited or seat in waited) and HALTED_BY not in found.about)
    if gm:
        yield checked(table, _target(seat, found.tn or 0), overruling.verify_target)
        for index, roll in enumerate(found.rolls):
            yield _rule(seat, index, actor_name(table, roll.actor), checks.score_of(table, roll).total)
            bag = table.chips.get(leader(table, roll.actor), {})
            held = tuple(colour for colour, count in bag.items() if count and colour in HELPFUL)
            if roll.halved and held:
                yield _impetus(seat, index, actor_name(table, roll.actor), held, leader(table, roll.actor))


def _chips(table: Table, seat: str, found: Check, index: int) -> Iterator[Offer]:
    """Yield a button for each colour with a use that the seat holds, denied where rules forbid it (FI-FATE-9 to 13)."""
    roll = found.rolls[index]
    if seat not in purse.bags_for(table, roll.actor):
        return
    refused = rolling.chips_for(table, found, index)
    for colour, count in table.chips.get(seat, {}).items():
        if count and colour in refused:
            why = refused[colour]
            yield _chip(seat, index, colour, actor_name(table, roll.actor), count).unless(
                Denial.of(why) if why is not None else None
            )


@kept
def _throw(seat: str, main: bool) -> Offer:
    return offered("throw_dice", rolling.ThrowDice(seat=seat), main=main)


@kept
def _modifier(seat: str, index: int, name: str) -> Offer:
    asks = (ask("value", AskKind.NUMBER, least=-20, most=20), ask("why", AskKind.TEXT, optional=True))
    bare = overruling.AddModifier(seat=seat, value=0, roll=index)
    return offered(f"add_modifier:{index}", bare, asks=asks, actor=name)


@kept
def _call_off(seat: str, name: str, payer: str) -> Offer:
    return offered("call_off", checks.CallOff(seat=seat), at_cost_of=payer, actor=name)


@kept
def _target(seat: str, tn: int) -> Offer:
    return offered(
        "set_target", overruling.SetTarget(seat=seat, tn=tn), asks=(ask("tn", AskKind.NUMBER, least=0, most=99),), tn=tn
    )


@kept
def _chip(seat: str, index: int, colour: str, name: str, count: int) -> Offer:
    return offered(
        f"spend_chip:{index}:{colour}",
        rolling.SpendChip(seat=seat, colour=colour, roll=index),
        drag=Drag(source=seat, target=POT, colour=colour, side=side_name(index)),
        at_cost_of=seat,
        colour=colour,
        actor=name,
        count=count,
    )


@kept
def _accept(seat: str, main: bool) -> Offer:
    return offered("accept_roll", checks.Accept(seat=seat), main=main)


@kept
def _rule(seat: str, index: int, name: str, total: int) -> Offer:
    asks = (ask("total", AskKind.NUMBER, least=-99, most=999),)
    return offered(
        f"rule_total:{index}",
        overruling.RuleTotal(seat=seat, total=total, roll=index),
        asks=asks,
        actor=name,
        total=total,
    )


@kept
def _impetus(seat: str, index: int, name: str, held: tuple[str, ...], payer: str) -> Offer:
    asks = (
        ask("colour", AskKind.CHOICE, held),
        ask("impetus", AskKind.TEXT, optional=True),
    )
    bare = rolling.InvokeImpetus(seat=seat, colour=held[0], roll=index)
    return offered(f"invoke_impetus:{index}", bare, asks=asks, at_cost_of=payer, actor=name)
