"""Rolls: the highest die, bust, total, successes, and opposed rolls (FI-CORE)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Literal

from engine.kit.calculation import CalculationStep, effective_steps
from engine.kit.calculation import total as total_of
from engine.kit.checks.contests import Contest, first_lead
from engine.kit.checks.exploding_dice import Die
from engine.kit.rules_data import rules_table
from engine.model.frozen import Frozen
from engine.rulesets.future_imperfect.character.traits import Trait, with_count

BustRule = Literal["more_than_half", "half_or_more", "all"]
TraitPlus = Literal["once", "per_die"]
DefaultHalve = Literal["before_modifiers", "after_modifiers"]
OpposedTie = Literal["initiator_loses", "initiator_wins", "reroll"]


class RollTables(Frozen):
    """The target numbers that have names, which are the words `tn-<number>` (T-1)."""

    target_numbers: tuple[int, ...]


roll_tables = rules_table("future_imperfect", "rolls", RollTables)
"""The target numbers that have names."""


def named_tn_step(tn: int) -> CalculationStep:
    """Return the step for a target number that was named, with its own name if it has one (FI-CORE-20)."""
    if tn in roll_tables().target_numbers:
        return CalculationStep(reason="said_named", value=tn, params={"name": f"tn-{tn}"})
    return CalculationStep(reason="said", value=tn)


# ---- what is thrown --------------------------------------------------------------------------------------------------


class RollMethod(Frozen):
    """One method of rolling for an Aptitude: a default roll is halved, a related concentration has a penalty."""

    dice: Trait
    halved: bool = False
    related: bool = False


def roll_methods(trait: Trait, own: int, related: int) -> tuple[RollMethod, ...]:
    """Return the methods of rolling for an Aptitude, the best first (FI-CORE-4, FI-CORE-15, FI-CORE-16).

    `own` is the level of the needed concentration, `related` the highest level of a related one; 0 without any.
    """
    if own > 0:
        return (RollMethod(dice=with_count(trait, own)),)
    default = RollMethod(dice=trait, halved=True)
    if related <= 0:
        return (default,)
    return (RollMethod(dice=with_count(trait, related), related=True), default)


class AddedDie(Frozen):
    """A die of a Fate Chip: one more die of the roll, or one added to the die that was highest then.

    `colour` is the colour of the chip.
    """

    die: Die
    onto_highest: bool = False
    colour: str = ""


class ThrownDice(Frozen):
    """The dice of a roll, and those of chips in the order of spending.

    `lifted`: a chip has cancelled the bust (FI-FATE-13).
    """

    dice: tuple[Die, ...]
    added: tuple[AddedDie, ...] = ()
    lifted: bool = False


# ---- what it comes to ------------------------------------------------------------------------------------------------


class RollScore(Frozen):
    """The result of a roll before it is compared with anything; a bust fails with any total.

    `kept` is the highest die, with dice added to it; `parts` are the steps of the total.
    """

    kept: int
    total: int
    bust: bool
    parts: tuple[CalculationStep, ...]


class CheckOutcome(RollScore):
    """A score compared with a target number: 0 successes for a failure, else one and the raises (FI-CORE-11)."""

    tn: int
    successes: int
    raises: int


class ContestResult(Contest):
    """The winner of an opposed roll, and its successes; by an option a tie is rolled `again`."""

    SIDES = ("initiator", "other")
    successes: int = 0
    again: bool = False


def kept_highest(dice: Sequence[Die], plus: int, *, trait_plus: TraitPlus, added: Sequence[AddedDie] = ()) -> int:
    """Return the highest die after Aces, with added dice and the plus (FI-CORE-3, FI-CORE-8); 0 without dice.

    `per_die` matters only for a die that a chip adds to the highest one: it adds the plus of the Trait again.
    """
    return _total_of_best_pile(dice, added, plus if trait_plus == "per_die" else 0) + (
        plus if trait_plus == "once" else 0
    )


def piles(dice: Sequence[Die], added: Sequence[AddedDie], each: int = 0) -> tuple[tuple[int, ...], ...]:
    """Return the dice that count together, as indexes among all dice of a roll, those of chips last (FI-FATE-10).

    `each` is the number that every die adds to its faces.
    """
    result: list[tuple[int, ...]] = [(place,) for place in range(len(dice))]
    values = [die.total + each for die in dice]
    for place, more in enumerate(added, len(dice)):
        if more.onto_highest and result:
            best = values.index(max(values))
            result[best] = (*result[best], place)
            values[best] += more.die.total + each
        else:
            result.append((place,))
            values.append(more.die.total + each)
    return tuple(result)


def best_pile(dice: Sequence[Die], added: Sequence[AddedDie], each: int = 0) -> tuple[int, ...]:
    """Return the dice that are highest together, the first such ones; empty without dice (FI-CORE-3)."""
    if not added:  # each die is a pile
        totals = [die.total for die in dice]
        return (totals.index(max(totals)),) if totals else ()
    everything = (*dice, *(more.die for more in added))
    return max(
        piles(dice, added, each), key=lambda pile: sum(everything[place].total + each for place in pile), default=()
    )


def _total_of_best_pile(dice: Sequence[Die], added: Sequence[AddedDie], each: int) -> int:
    if not added:  # each die is a pile
        return max([die.total + each for die in dice], default=0)
    everything = (*dice, *(more.die for more in added))
    return sum(everything[place].total + each for place in best_pile(dice, added, each))


def went_bust(naturals: Sequence[int], bust_rule: BustRule) -> bool:
    """Say whether dice are a bust by their first faces, before Aces and modifiers (FI-CORE-12)."""
    ones = sum(face == 1 for face in naturals)
    match bust_rule:
        case "more_than_half":
            return 2 * ones > len(naturals)
        case "half_or_more":
            return ones > 0 and 2 * ones >= len(naturals)
        case "all":
            return ones > 0 and ones == len(naturals)


def is_bust(thrown: ThrownDice, *, bust_rule: BustRule, bust_recheck_on_added_dice: bool) -> bool:
    """Say whether a roll is a bust now (FI-CORE-12, FI-FATE-13).

    The dice of the first throw count, by an option also added dice; a cancelled bust stays cancelled.
    """
    if thrown.lifted:
        return False
    added_dice = [added.die for added in thrown.added] if bust_recheck_on_added_dice else []
    return went_bust([die.natural for die in (*thrown.dice, *added_dice)], bust_rule)


def score(
    thrown: ThrownDice,
    plus: int,
    modifiers: Sequence[CalculationStep],
    *,
    per_die: int = 0,
    halved: bool = False,
    trait_plus: TraitPlus,
    default_halve: DefaultHalve,
    bust_rule: BustRule,
    bust_recheck_on_added_dice: bool,
) -> RollScore:
    """Calculate the score of a roll (FI-CORE-3, FI-CORE-8, FI-CORE-9, FI-CORE-14, FI-CORE-15).

    A modifier `per_die` is that of a split burst; ones stay ones (FI-AUTO-4). A default roll is halved, by an option
    with its modifiers. By options a die that a chip adds to the highest adds the plus again, and dice of chips count
    for a bust.
    """
    shown = _total_of_best_pile(thrown.dice, thrown.added, 0)
    plain = kept_highest(thrown.dice, plus, trait_plus=trait_plus, added=thrown.added)
    kept = plain + per_die
    parts = (
        CalculationStep(reason="kept", value=shown),
        *effective_steps(
            CalculationStep(reason="trait_plus", value=plain - shown), CalculationStep(reason="per_die", value=per_die)
        ),
    )
    changed = effective_steps(*modifiers)
    whole = kept + total_of(changed)
    half = effective_steps(
        *((CalculationStep(reason="halved", value=_lost_by_halving(kept, whole, default_halve)),) if halved else ())
    )
    ordered = (*half, *changed) if default_halve == "before_modifiers" else (*changed, *half)
    return RollScore(
        kept=kept,
        total=whole + total_of(half),
        bust=is_bust(thrown, bust_rule=bust_rule, bust_recheck_on_added_dice=bust_recheck_on_added_dice),
        parts=parts + ordered,
    )


def _lost_by_halving(kept: int, whole: int, default_halve: DefaultHalve) -> int:
    base = kept if default_halve == "before_modifiers" else whole
    return base // 2 - base


# ---- what it is worth ------------------------------------------------------------------------------------------------


def raises(total: int, tn: int, raise_step: int) -> int:
    """Return the number of full steps of a total above a target number (FI-CORE-11)."""
    return max(0, total - tn) // raise_step


def successes(total: int, tn: int, raise_step: int) -> int:
    """Return the successes of a total: 0 below the target number, else one and the raises (FI-CORE-10, FI-CORE-11)."""
    return 1 + raises(total, tn, raise_step) if total >= tn else 0


def against(rolled: RollScore, tn: int, *, raise_step: int) -> CheckOutcome:
    """Compare a score with a target number; a bust fails with any total (FI-CORE-10 to FI-CORE-12)."""
    won = 0 if rolled.bust else successes(rolled.total, tn, raise_step)
    return CheckOutcome(
        kept=rolled.kept,
        total=rolled.total,
        bust=rolled.bust,
        parts=rolled.parts,
        tn=tn,
        successes=won,
        raises=max(0, won - 1),
    )


def opposed(
    initiator: RollScore, other: RollScore, *, raise_step: int, opposed_tie: OpposedTie, opposed_min_tn: int | None
) -> ContestResult:
    """Compare two rolls (FI-CORE-18, FI-CORE-19).

    The initiator attacks, interrupts or tests. A bust is never part of a tie; a winner has at least `opposed_min_tn`.
    """
    if initiator.bust and other.bust:
        return ContestResult.won_by(None)
    ahead, _ = first_lead({"bust": other.bust - initiator.bust, "total": initiator.total - other.total})
    if ahead is None and opposed_tie == "reroll":
        return ContestResult.won_by(None, again=True)
    if ahead is None:
        ahead = 0 if opposed_tie == "initiator_wins" else 1
    best, beaten = (other, initiator) if ahead else (initiator, other)
    if opposed_min_tn is not None and best.total < opposed_min_tn:
        return ContestResult.won_by(None)
    tn = beaten.total if opposed_min_tn is None else max(beaten.total, opposed_min_tn)
    # A bust loses with any dice: the other side has a success even with a lower total.
    return ContestResult.won_by(ahead, successes=max(1, successes(best.total, tn, raise_step)))


class RollKind(StrEnum):
    """The kind of a roll, for the use of chips."""

    CHECK = "check"
    TERROR = "terror"
    EFFECT = "effect"
    STRENGTH_DAMAGE = "strength_damage"
