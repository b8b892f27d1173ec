"""What dice come to: the highest one, bust, total, successes, and two rolls against each other (FI-CORE)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from engine.dice.pools import Die
from engine.rulesets.future_imperfect.data import tables
from engine.rulesets.future_imperfect.parts import Part, counting
from engine.rulesets.future_imperfect.parts import total as total_of
from engine.rulesets.future_imperfect.traits import Trait, with_count
from engine.table.frozen import Frozen

BustRule = Literal["more_than_half", "half_or_more", "all"]
TraitPlus = Literal["once", "per_die"]
DefaultHalve = Literal["before_modifiers", "after_modifiers"]
OpposedTie = Literal["initiator_loses", "initiator_wins", "reroll"]


class RollTables(Frozen):
    """The target numbers that have names, which are the words `tn-<number>` (T-1)."""

    target_numbers: tuple[int, ...]


def roll_tables() -> RollTables:
    """Return the target numbers that have names."""
    found: RollTables = tables("rolls", RollTables)
    return found


def said_part(tn: int) -> Part:
    """Return a target number that somebody has named, with what it is called if it is called anything (FI-CORE-20)."""
    if tn in roll_tables().target_numbers:
        return Part(reason="said_named", value=tn, params={"name": f"tn-{tn}"})
    return Part(reason="said", value=tn)


# ---- what is thrown --------------------------------------------------------------------------------------------------


class Way(Frozen):
    """One way in which somebody may roll for something.

    Attributes:
        dice: what is thrown.
        halved: a default roll, whose total is halved.
        related: with a related concentration, which costs something.
    """

    dice: Trait
    halved: bool = False
    related: bool = False


def ways_to_roll(trait: Trait, own: int, related: int) -> tuple[Way, ...]:
    """Return how somebody may roll for an Aptitude, the best known way first (FI-CORE-4, FI-CORE-15, FI-CORE-16).

    Args:
        trait: the Trait that the Aptitude belongs to.
        own: the level of the concentration that is needed, 0 without it.
        related: the highest level of a related one, 0 without any.
    """
    if own > 0:
        return (Way(dice=with_count(trait, own)),)
    default = Way(dice=trait, halved=True)
    if related <= 0:
        return (default,)
    return (Way(dice=with_count(trait, related), related=True), default)


class Added(Frozen):
    """A die that a Fate Chip brought: one more of the roll, or one that is added to the die that was highest then.

    `colour` is that of the chip.
    """

    die: Die
    onto_highest: bool = False
    colour: str = ""


class Thrown(Frozen):
    """The dice of a roll with all that chips have brought since.

    Attributes:
        dice: as they were first thrown.
        added: what chips brought, in the order in which they were spent.
        lifted: a chip has lifted the bust (FI-FATE-13).
    """

    dice: tuple[Die, ...]
    added: tuple[Added, ...] = ()
    lifted: bool = False


# ---- what it comes to ------------------------------------------------------------------------------------------------


class Score(Frozen):
    """What a roll comes to before it is held against anything.

    Attributes:
        kept: the highest die, with what belongs to it.
        total: the whole, with all modifiers.
        bust: a failure whatever the total is.
        parts: what the total is made of.
    """

    kept: int
    total: int
    bust: bool
    parts: tuple[Part, ...]


class Outcome(Score):
    """A score held against a target number.

    Attributes:
        tn: the target number.
        successes: 0 for a failure, else one and the raises (FI-CORE-11).
        raises: how many steps the total is above the target number.
    """

    tn: int
    successes: int
    raises: int


class Contest(Frozen):
    """How two rolls against each other came out.

    Attributes:
        winner: who won; None if nobody did.
        successes: those of the winner.
        again: the group rolls a tie again.
    """

    winner: Literal["initiator", "other"] | None
    successes: int = 0
    again: bool = False


def kept_highest(dice: Sequence[Die], plus: int, *, trait_plus: TraitPlus, added: Sequence[Added] = ()) -> int:
    """Return the highest die after Aces, with what chips and the die type add (FI-CORE-3, FI-CORE-8); 0 of no dice.

    `per_die` differs only when a chip adds a die to the highest one: that die brings the plus of the Trait again.
    """
    return _highest(dice, added, plus if trait_plus == "per_die" else 0) + (plus if trait_plus == "once" else 0)


def piles(dice: Sequence[Die], added: Sequence[Added], each: int = 0) -> tuple[tuple[int, ...], ...]:
    """Return which dice count together, as their places among all dice of a roll, those of chips last (FI-FATE-10).

    `each` is what every die brings besides its faces.
    """
    found: list[tuple[int, ...]] = [(place,) for place in range(len(dice))]
    worth = [die.total + each for die in dice]
    for place, more in enumerate(added, len(dice)):
        if more.onto_highest and found:
            best = worth.index(max(worth))
            found[best] = (*found[best], place)
            worth[best] += more.die.total + each
        else:
            found.append((place,))
            worth.append(more.die.total + each)
    return tuple(found)


def best_pile(dice: Sequence[Die], added: Sequence[Added], each: int = 0) -> tuple[int, ...]:
    """Return which dice make the highest together, the first such ones; empty of no dice (FI-CORE-3)."""
    everything = (*dice, *(more.die for more in added))
    return max(
        piles(dice, added, each),
        key=lambda pile: sum(everything[place].total + each for place in pile),
        default=(),
    )


def _highest(dice: Sequence[Die], added: Sequence[Added], each: int) -> int:
    everything = (*dice, *(more.die for more in added))
    return sum(everything[place].total + each for place in best_pile(dice, added, each))


def went_bust(naturals: Sequence[int], bust_rule: BustRule) -> bool:
    """Say whether dice are a bust by the faces that they showed first, before Aces and modifiers (FI-CORE-12)."""
    ones = sum(face == 1 for face in naturals)
    match bust_rule:
        case "more_than_half":
            return 2 * ones > len(naturals)
        case "half_or_more":
            return ones > 0 and 2 * ones >= len(naturals)
        case "all":
            return ones > 0 and ones == len(naturals)


def is_bust(thrown: Thrown, *, bust_rule: BustRule, bust_recheck_on_added_dice: bool) -> bool:
    """Say whether a roll is a bust now (FI-CORE-12, FI-FATE-13).

    It is judged by the dice first thrown, unless the group lets added dice count; what was lifted stays lifted.
    """
    if thrown.lifted:
        return False
    more = [added.die for added in thrown.added] if bust_recheck_on_added_dice else []
    return went_bust([die.natural for die in (*thrown.dice, *more)], bust_rule)


def score(
    thrown: Thrown,
    plus: int,
    modifiers: Sequence[Part],
    *,
    per_die: int = 0,
    halved: bool = False,
    trait_plus: TraitPlus,
    default_halve: DefaultHalve,
    bust_rule: BustRule,
    bust_recheck_on_added_dice: bool,
) -> Score:
    """Reckon what a roll comes to (FI-CORE-3, FI-CORE-8, FI-CORE-9, FI-CORE-14, FI-CORE-15).

    Args:
        thrown: the dice, and those of chips.
        plus: that of the die type.
        modifiers: all that was declared before.
        per_die: what every die is read with, where dice are split over targets; ones stay ones (FI-AUTO-4).
        halved: a default roll.
        trait_plus: whether a die that a chip adds to the highest brings the plus again.
        default_halve: whether the modifiers of a default roll are halved too.
        bust_rule: how many ones are a bust.
        bust_recheck_on_added_dice: whether dice of chips count in that.
    """
    shown = _highest(thrown.dice, thrown.added, 0)
    plain = kept_highest(thrown.dice, plus, trait_plus=trait_plus, added=thrown.added)
    kept = plain + per_die
    parts = (
        Part(reason="kept", value=shown),
        *counting(Part(reason="trait_plus", value=plain - shown), Part(reason="per_die", value=per_die)),
    )
    changed = counting(*modifiers)
    whole = kept + total_of(changed)
    half = counting(*((Part(reason="halved", value=_lost(kept, whole, default_halve)),) if halved else ()))
    ordered = (*half, *changed) if default_halve == "before_modifiers" else (*changed, *half)
    return Score(
        kept=kept,
        total=whole + total_of(half),
        bust=is_bust(thrown, bust_rule=bust_rule, bust_recheck_on_added_dice=bust_recheck_on_added_dice),
        parts=parts + ordered,
    )


def _lost(kept: int, whole: int, default_halve: DefaultHalve) -> int:
    base = kept if default_halve == "before_modifiers" else whole
    return base // 2 - base


# ---- what it is worth ------------------------------------------------------------------------------------------------


def raises(total: int, tn: int, raise_step: int) -> int:
    """Return how many full steps a total is above a target number (FI-CORE-11)."""
    return max(0, total - tn) // raise_step


def successes(total: int, tn: int, raise_step: int) -> int:
    """Return the successes of a total: 0 below the target number, else one and the raises (FI-CORE-10, FI-CORE-11)."""
    return 1 + raises(total, tn, raise_step) if total >= tn else 0


def against(found: Score, tn: int, *, raise_step: int) -> Outcome:
    """Hold a score against a target number; a bust fails whatever its total is (FI-CORE-10 to FI-CORE-12)."""
    won = 0 if found.bust else successes(found.total, tn, raise_step)
    return Outcome(
        kept=found.kept,
        total=found.total,
        bust=found.bust,
        parts=found.parts,
        tn=tn,
        successes=won,
        raises=max(0, won - 1),
    )


def opposed(
    initiator: Score, other: Score, *, raise_step: int, opposed_tie: OpposedTie, opposed_min_tn: int | None
) -> Contest:
    """Hold two rolls against each other (FI-CORE-18, FI-CORE-19).

    Args:
        initiator: the roll of who attacks, interrupts or tests.
        other: the roll of who resists.
        raise_step: points in a raise.
        opposed_tie: what becomes of a tie; a bust is never part of one.
        opposed_min_tn: what a winner must reach besides; None for nothing.
    """
    if initiator.bust and other.bust:
        return Contest(winner=None)
    even = initiator.total == other.total and not initiator.bust and not other.bust
    if even and opposed_tie == "reroll":
        return Contest(winner=None, again=True)
    if even:
        ahead = opposed_tie == "initiator_wins"
    else:
        ahead = other.bust or (not initiator.bust and initiator.total > other.total)
    best, beaten = (initiator, other) if ahead else (other, initiator)
    if opposed_min_tn is not None and best.total < opposed_min_tn:
        return Contest(winner=None)
    tn = beaten.total if opposed_min_tn is None else max(beaten.total, opposed_min_tn)
    # Whoever went bust has lost whatever the dice show: that is a success even if the other's total is lower.
    return Contest(winner="initiator" if ahead else "other", successes=max(1, successes(best.total, tn, raise_step)))
