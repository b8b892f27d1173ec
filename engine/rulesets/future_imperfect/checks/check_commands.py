"""Rolls: thrown, modified, improved with chips, accepted, called off, overridden, with offers (FI-CORE, FI-FATE)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Annotated

from msgspec import Meta

from engine.core.commands import Request, need_gm
from engine.core.draft import Draft
from engine.kit.calculation import RULED, CalculationStep, effective_steps, total
from engine.kit.checks.check_commands import AcceptRequest, CallOffRequest, ThrowRequest
from engine.kit.checks.check_offers import CheckOffers
from engine.kit.checks.exploding_dice import Die, roll_exploding_dice
from engine.kit.control import controller_of, controllers_of
from engine.kit.gm_requests import GmRequest
from engine.messages.display_names import actor_name, seat_name
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks, offer_of
from engine.presentation.offers import Denial, Drag, Offer, denial
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS, AsTheyFall
from engine.rulesets.future_imperfect.checks.check_scores import (
    calculation_lines,
    chips_for,
    chips_spent,
    open_rolls,
    refusals_of_chips,
    score_of,
    turn_for,
)
from engine.rulesets.future_imperfect.chips import fate_chip_rules, fate_pot
from engine.rulesets.future_imperfect.chips.fate_chip_rules import fate_tables
from engine.rulesets.future_imperfect.chips.fate_pot import has_chips_for, need_spendable_chip
from engine.rulesets.future_imperfect.initiative.initiative_countdown import replace_turn
from engine.rulesets.future_imperfect.procedures.attack_procedure import current_attack
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, CheckRoll, side_name
from engine.rulesets.future_imperfect.procedures.participants import add_open_log_line, dice_purpose
from engine.rulesets.future_imperfect.procedures.session_procedure import POT
from engine.rulesets.future_imperfect.rules.ranged_rules import OTHER, other_part
from engine.rulesets.future_imperfect.settings import flag

RollIndexField = Annotated[int, Meta(ge=0, le=1, description="which roll: 0 of who began it, 1 of who resists")]


class ThrowDice(ThrowRequest):
    """Throw the dice: each player for their own characters, the GM for all; then only Fate Chips change the roll."""

    RULES = ("FI-CORE-7", "FI-CORE-8", "FI-CORE-9", "FI-CORE-12", "FI-CORE-21")
    FLOW = CHECKS
    accepts: AsTheyFall = False


class Accept(AcceptRequest):
    """Accept a roll; its outcome follows once everyone who could improve it has accepted."""

    RULES = ("FI-CORE-10", "FI-CORE-11", "FI-CORE-18", "FI-CORE-19")
    FLOW = CHECKS


class CallOff(CallOffRequest):
    """Call off a roll before the dice fall."""

    RULES = ("FI-CORE-21",)
    FLOW = CHECKS


Bonus = Annotated[int, Meta(ge=-99, le=99, description="what is added to the total")]


class AddModifier(Request):
    """Add a modifier with its reason to a roll before the dice fall."""

    RULES = ("FI-CORE-9", "FI-SHOOT-11", "FI-SHOOT-12")
    value: Annotated[Bonus, Asks("roll_modifier", least=-20, most=20)]
    why: Annotated[str, Meta(description="what it is for"), Asks()] = ""
    roll: RollIndexField = 0

    def verify(self, table: Table) -> None:
        """Require a seat that takes part, before the throw."""
        CHECKS.need_takes_part(table, self, CHECKS.need_open(table))
        CHECKS.need_unthrown(table, self.roll)

    def decide(self, draft: Draft) -> None:
        """Add it to the steps."""
        roll = CHECKS.need_check(draft.table).rolls[self.roll]
        CHECKS.change_roll(draft, self.roll, parts=(*roll.parts, other_part(self.value, self.why)))
        name = actor_name(draft.table, roll.actor)
        draft.note("modifier", "FI-CORE-9", actor=name, value=self.value, why=self.why)


class SetTarget(GmRequest):
    """Set the target number, as the GM."""

    RULES = ("FI-CORE-20",)
    tn: Annotated[int, Meta(ge=0, le=999, description="what the total must reach"), Asks(most=99)]

    def verify(self, table: Table) -> None:
        """Require the GM, before the throw, and a roll against a number."""
        super().verify(table)
        if CHECKS.need_open(table).tn is None:
            raise Refused("no_target_number", "FI-CORE-18")

    def decide(self, draft: Draft) -> None:
        """Set it, in place of an earlier ruling; a step of 0 stays too, since the number is the GM's from now on."""
        check = CHECKS.need_check(draft.table)
        before = check.tn or 0
        earlier = total(part for part in check.tn_parts if part.reason == RULED)
        calculated = tuple(part for part in check.tn_parts if part.reason != RULED)
        part = CalculationStep(reason=RULED, value=earlier + self.tn - before)
        draft.replace_procedure(replace(check, tn=self.tn, tn_parts=(*calculated, part)))
        draft.note("target_ruled", "FI-CORE-20", tn=self.tn, old=before)


class RuleTotal(GmRequest):
    """Override the total of a roll, as the GM."""

    RULES = ("FI-CORE-9",)
    NEEDS = (lambda table, command: CHECKS.need_roll(CHECKS.need_thrown(table), command.roll),)
    total: Annotated[int, Meta(ge=-999, le=9999, description="what the roll comes to"), Asks(least=-99, most=999)]
    roll: RollIndexField = 0

    def decide(self, draft: Draft) -> None:
        """Set the total; the roll is no bust."""
        roll = CHECKS.need_check(draft.table).rolls[self.roll]
        old = score_of(draft.table, roll).total
        CHECKS.change_roll(draft, self.roll, ruled=self.total)
        draft.note("total_ruled", actor=actor_name(draft.table, roll.actor), total=self.total, old=old)


def with_manual_changes(check: Check, before: Check) -> Check:
    """Return a recalculated roll with the manual changes made to it before it had to wait.

    Added modifiers, a paid Impetus and a target number set by the GM stay. Both have rolls of the same characters.
    """
    rolls = tuple(_with_manual_parts(roll, old) for roll, old in zip(check.rolls, before.rolls, strict=True))
    check = replace(check, rolls=rolls)
    if check.tn is None or before.tn is None or all(part.reason != RULED for part in before.tn_parts):
        return check
    ruled = effective_steps(CalculationStep(reason=RULED, value=before.tn - check.tn))
    return replace(check, tn=before.tn, tn_parts=(*check.tn_parts, *ruled))


def _with_manual_parts(roll: CheckRoll, before: CheckRoll) -> CheckRoll:
    manual = tuple(part for part in before.parts if part.reason == OTHER)
    return replace(roll, parts=(*roll.parts, *manual), halved=roll.halved and before.halved)


class SpendChip(Request):
    """Improve a roll with a Fate Chip."""

    RULES = ("FI-FATE-8", "FI-FATE-9", "FI-FATE-10", "FI-FATE-11", "FI-FATE-12", "FI-FATE-13", "FI-FATE-18")
    colour: Annotated[str, Meta(description="white, red, blue")]
    roll: RollIndexField = 0
    bag: Annotated[str, Meta(description="whose chips; empty for one's own")] = ""

    def verify(self, table: Table) -> None:
        """Require a thrown roll, a colour that helps, and a bag that may help."""
        check = CHECKS.need_thrown(table)
        roll = CHECKS.need_roll(check, self.roll)
        bag = self.bag or self.seat
        if bag != self.seat and not table.is_gm(self.seat):
            raise Refused("not_your_chips", "FI-FATE-18")
        need_spendable_chip(table, roll.actor, bag, self.colour)
        refused = refusals_of_chips(table, check, self.roll).get(self.colour)  # a raised refusal is not memoized
        if refused is not None:
            raise refused

    def possible_checks(self, table: Table) -> Iterator[tuple[Check, Fraction]]:
        """Yield the check with each total of the chip's die, with its chance."""
        # Imported here: only odds need it.
        from engine.rulesets.future_imperfect.checks.check_chances import chances_with_chip

        check = CHECKS.need_check(table)
        roll = check.rolls[self.roll]
        for die, chance in chances_with_chip(roll):
            yield CHECKS.with_roll(check, self.roll, self._improved(table, roll, die)), chance

    def _improved(self, table: Table, roll: CheckRoll, die: Die) -> CheckRoll:
        """Return a roll with the die of the chip, before the chip is counted."""
        assert roll.thrown is not None
        better = fate_chip_rules.with_chip_die(
            roll.thrown,
            self.colour,
            die,
            bust=score_of(table, roll).bust,
            blue_cancels_bust=flag(table, "blue_cancels_bust"),
        )
        return replace(roll, thrown=better)

    def decide(self, draft: Draft) -> None:
        """Throw the chip's die and put the chip back into the pot (FI-FATE-2)."""
        check = CHECKS.need_check(draft.table)
        roll = check.rolls[self.roll]
        fate_pot.return_chips(draft, self.bag or self.seat, {self.colour: 1})
        with dice_purpose(draft, roll.actor, "side", sums=True, name=roll.name):
            (die,) = roll_exploding_dice(draft, roll.dice.sides, 1, aces=True)
        spent = {**chips_spent(draft.table, roll)}
        spent[self.colour] = spent.get(self.colour, 0) + 1
        roll = replace(self._improved(draft.table, roll, die), spent=spent)
        draft.replace_procedure(CHECKS.with_roll(check, self.roll, roll))
        _count_in_action(draft, roll, spent)
        score = score_of(draft.table, roll)
        add_open_log_line(
            draft,
            roll.actor,
            "chip_spent",
            "FI-FATE-8",
            seat=seat_name(draft.table, self.bag or self.seat),
            colour=self.colour,
            die=die.total,
            total=score.total,
            tn=check.tn,
            reckoning=calculation_lines(score),
            seen="chip_spent_seen",
            hides=("die",),
        )
        CHECKS.settle(draft)


class InvokeImpetus(Request):
    """Turn an unskilled roll into a skilled one with a Fate Chip and an Impetus; the GM agrees by doing it."""

    RULES = ("FI-CORE-17", "FI-FATE-14")
    colour: Annotated[str, Meta(description="the chip that it costs"), Asks()]
    impetus: Annotated[str, Meta(description="which Impetus, in words"), Asks()] = ""
    roll: RollIndexField = 0
    bag: Annotated[str, Meta(description="whose chips; empty for those of the one who rolls")] = ""

    def verify(self, table: Table) -> None:
        """Require the GM, an unskilled roll, and a chip of the rolling character or of a helper."""
        need_gm(table, self, "FI-FATE-14")
        check = CHECKS.need_check(table)
        roll = CHECKS.need_roll(check, self.roll)
        if not roll.halved:
            raise Refused("skilled_already", "FI-FATE-14")
        need_spendable_chip(table, roll.actor, self.bag or controller_of(table, roll.actor), self.colour)

    def decide(self, draft: Draft) -> None:
        """Count the roll in full: it is not halved."""
        roll = CHECKS.need_check(draft.table).rolls[self.roll]
        bag = self.bag or controller_of(draft.table, roll.actor)
        fate_pot.return_chips(draft, bag, {self.colour: 1})
        CHECKS.change_roll(draft, self.roll, halved=False)
        name = actor_name(draft.table, roll.actor)
        draft.note("impetus", "FI-FATE-14", "FI-CORE-17", actor=name, colour=self.colour, impetus=self.impetus)


def _count_in_action(draft: Draft, roll: CheckRoll, spent: Mapping[str, int]) -> None:
    turn, attack = turn_for(draft.table, roll), current_attack(draft.table)
    if turn is not None:
        replace_turn(draft, replace(turn, spent=spent))
    elif attack is not None and attack.actor == roll.actor:
        draft.replace_procedure(replace(attack, spent=spent))


HELPFUL = frozenset(colour.key for colour in fate_tables().colours if colour.check != "none")


_DICE = CheckOffers(ThrowDice, Accept, CallOff, ("", "accept_roll", ""))


def offers(table: Table, seat: str) -> Iterator[Offer]:
    """Yield the offers of a seat for the roll in front."""
    check = CHECKS.need_check(table)
    gm, number = table.is_gm(seat), check.tn or 0
    target = SetTarget(seat=seat, tn=number)
    if check.thrown:
        yield from _chips(table, seat, check)
        yield from _DICE.accept(table, seat, partial(_seats_awaited, table, check), primary=not check.halted_by)
        if gm:
            yield offer_of(table, target, tn=number)
            for index in range(len(check.rolls)):
                yield from _gm_offers(table, seat, check, index)
        return
    first = actor_name(table, check.rolls[0].actor)
    yield from _throw(table, seat, check)
    for index in CHECKS.in_hand(table, seat, check):
        bare, name = AddModifier(seat=seat, value=0, roll=index), actor_name(table, check.rolls[index].actor)
        yield offer_of(None, bare, name=f"add_modifier:{index}", actor=name)
    yield from _DICE.call_off(table, seat, actor=first)
    if gm:
        yield offer_of(table, target, tn=number)
        total = RuleTotal(seat=seat, total=0)
        why = denial(CHECKS.need_thrown, table)
        yield offer_of(None, total, name="rule_total:0", actor=first, total=0).unless(why)


def _throw(table: Table, seat: str, check: Check) -> Iterator[Offer]:
    """Yield the offer to throw the dice of a seat; where a chip may improve its own, also to accept them at once.

    While another side of an opposed roll has not thrown, nobody can accept.
    """
    yield from _DICE.throw(table, seat)
    hand = CHECKS.in_hand(table, seat, check)
    if len(hand) < len(CHECKS.unthrown(table, check)):
        return
    rolling = [check.rolls[index].actor for index in hand]
    if any(controller_of(table, actor) == seat and has_chips_for(table, actor) for actor in rolling):
        yield offer_of(None, ThrowDice(seat=seat, accepts=True), name="throw_and_accept")


def fight_offers(table: Table, seat: str) -> Iterator[Offer]:
    """Yield those offers that a bot takes: to spend chips, to accept the roll in front, and to throw its dice."""
    check = CHECKS.need_check(table)
    if check.thrown:
        yield from _chips(table, seat, check)
        yield from _DICE.accept(table, seat, partial(_seats_awaited, table, check), primary=not check.halted_by)
    else:
        yield from _throw(table, seat, check)


def _seats_awaited(table: Table, check: Check) -> tuple[str, ...]:
    return controllers_of(table, (check.rolls[index].actor for index in open_rolls(table, check)))


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
