"""Offers about a roll in progress: throw, spend chips, accept, and the GM's overrides."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.memo import memo
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.model.table import Table
from engine.presentation.offers import Denial, Drag, Offer, QuestionKind, denial, make_offer, question, with_denial
from engine.rulesets.future_imperfect.checks import check_commands, roll_commands, roll_override
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.checks.check_scores import score_of
from engine.rulesets.future_imperfect.checks.chip_improvements import chips_for, open_rolls
from engine.rulesets.future_imperfect.chips import chip_ownership
from engine.rulesets.future_imperfect.chips.fate_chip_rules import fate_tables
from engine.rulesets.future_imperfect.procedures import need_front
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, side_name
from engine.rulesets.future_imperfect.procedures.session_procedure import POT

HELPFUL = frozenset(colour.key for colour in fate_tables().colours if colour.check != "none")


def offers(table: Table, seat: str) -> Iterator[Offer]:
    """Yield the offers of a seat for the roll in front."""
    attack = need_front(table, Check)
    own_rolls = [index for index, roll in enumerate(attack.rolls) if controller_of(table, roll.actor) == seat]
    gm = table.is_gm(seat)
    if not attack.thrown:
        hand = CHECKS.in_hand(table, seat, attack)
        if hand:
            yield _throw(seat, bool(set(hand) & set(own_rolls)))
        for index in hand:
            yield _modifier(seat, index, actor_name(table, attack.rolls[index].actor))
        if denial(CHECKS.verify_call_off, table, check_commands.CallOff(seat=seat)) is None:
            yield _call_off(seat, actor_name(table, attack.rolls[0].actor), controller_of(table, attack.rolls[0].actor))
        if gm:
            yield with_denial(table, _target(seat, attack.tn or 0), roll_override.verify_target)
            yield with_denial(
                table, _rule(seat, 0, actor_name(table, attack.rolls[0].actor), 0), roll_override.verify_rule_total
            )
        return
    for index in range(len(attack.rolls)):
        yield from _chips(table, seat, attack, index)
    if denial(CHECKS.verify_accept, table, check_commands.Accept(seat=seat)) is None:
        waited = {controller_of(table, attack.rolls[index].actor) for index in open_rolls(table, attack)}
        yield _accept(seat, (not waited or seat in waited) and not attack.halted_by)
    if gm:
        yield with_denial(table, _target(seat, attack.tn or 0), roll_override.verify_target)
        for index, roll in enumerate(attack.rolls):
            yield _rule(seat, index, actor_name(table, roll.actor), score_of(table, roll).total)
            bag = table.chips.get(controller_of(table, roll.actor), {})
            colours = tuple(colour for colour, count in bag.items() if count and colour in HELPFUL)
            if roll.halved and colours:
                yield _impetus_offer(
                    seat, index, actor_name(table, roll.actor), colours, controller_of(table, roll.actor)
                )


def _chips(table: Table, seat: str, check: Check, index: int) -> Iterator[Offer]:
    """Yield a button for each useful colour that the seat holds, denied where rules forbid it (FI-FATE-9 to 13)."""
    roll = check.rolls[index]
    if seat not in chip_ownership.bags_for(table, roll.actor):
        return
    refused = chips_for(table, check, index)
    for colour, count in table.chips.get(seat, {}).items():
        if count and colour in refused:
            why = refused[colour]
            yield _chip(seat, index, colour, actor_name(table, roll.actor), count).unless(
                Denial.of(why) if why is not None else None
            )


@memo
def _throw(seat: str, main: bool) -> Offer:
    return make_offer("throw_dice", check_commands.ThrowDice(seat=seat), primary=main)


@memo
def _modifier(seat: str, index: int, name: str) -> Offer:
    questions = (
        question("value", QuestionKind.NUMBER, least=-20, most=20),
        question("why", QuestionKind.TEXT, optional=True),
    )
    bare = roll_override.AddModifier(seat=seat, value=0, roll=index)
    return make_offer(f"add_modifier:{index}", bare, questions=questions, actor=name)


@memo
def _call_off(seat: str, name: str, payer: str) -> Offer:
    return make_offer("call_off", check_commands.CallOff(seat=seat), at_cost_of=payer, actor=name)


@memo
def _target(seat: str, tn: int) -> Offer:
    return make_offer(
        "set_target",
        roll_override.SetTarget(seat=seat, tn=tn),
        questions=(question("tn", QuestionKind.NUMBER, least=0, most=99),),
        tn=tn,
    )


@memo
def _chip(seat: str, index: int, colour: str, name: str, count: int) -> Offer:
    return make_offer(
        f"spend_chip:{index}:{colour}",
        roll_commands.SpendChip(seat=seat, colour=colour, roll=index),
        drag=Drag(source=seat, target=POT, colour=colour, side=side_name(index)),
        at_cost_of=seat,
        colour=colour,
        actor=name,
        count=count,
    )


@memo
def _accept(seat: str, main: bool) -> Offer:
    return make_offer("accept_roll", check_commands.Accept(seat=seat), primary=main)


@memo
def _rule(seat: str, index: int, name: str, total: int) -> Offer:
    questions = (question("total", QuestionKind.NUMBER, least=-99, most=999),)
    return make_offer(
        f"rule_total:{index}",
        roll_override.RuleTotal(seat=seat, total=total, roll=index),
        questions=questions,
        actor=name,
        total=total,
    )


@memo
def _impetus_offer(seat: str, index: int, name: str, colours: tuple[str, ...], payer: str) -> Offer:
    questions = (
        question("colour", QuestionKind.CHOICE, colours),
        question("impetus", QuestionKind.TEXT, optional=True),
    )
    bare = roll_commands.InvokeImpetus(seat=seat, colour=colours[0], roll=index)
    return make_offer(f"invoke_impetus:{index}", bare, questions=questions, at_cost_of=payer, actor=name)
