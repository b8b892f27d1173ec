"""Bounty: the value of chips, the shares of an award, and the costs of advancement (FI-BOUNTY, T-17)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from engine.kit.calculation import CalculationStep, effective_steps
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen
from engine.rulesets.future_imperfect.character.traits import Trait, stepped, with_count
from engine.rulesets.future_imperfect.chips.fate_chip_rules import chip_colour, fate_tables

AptitudeRaiseLimit = Literal["per_aptitude", "one_total"]


class BountyShare(Frozen):
    """The share of each character in an award, and the rest that stays."""

    each: int
    carry: int


class Improvement(Frozen):
    """An improved Trait and its cost."""

    trait: Trait
    cost: CalculationStep


def bounty_of(chips: Mapping[str, int]) -> tuple[CalculationStep, ...]:
    """Return the points for chips of each colour between scenarios (FI-BOUNTY-1)."""
    return effective_steps(
        *(CalculationStep(reason=f"chip_{key}", value=chip_colour(key).bounty * count) for key, count in chips.items())
    )


def bounty_share(award: int, carry: int, players: int) -> BountyShare:
    """Share an award and the rest of the last one equally (FI-BOUNTY-3); without players all of it stays."""
    each = (award + carry) // players if players else 0
    return BountyShare(each=each, carry=award + carry - each * players)


def aptitude_cost(level: int) -> CalculationStep:
    """Return the cost of the next level of an Aptitude, also from 0 (FI-BOUNTY-4, FI-BOUNTY-8)."""
    return _cost("aptitude", fate_tables().bounty.aptitude, level + 1)


def more_dice(trait: Trait) -> Improvement:
    """Return a Trait with one more die, and its price (FI-BOUNTY-5)."""
    count = trait.count + 1
    return Improvement(
        trait=with_count(trait, count), cost=_cost("coordination", fate_tables().bounty.coordination, count)
    )


def larger_die(trait: Trait) -> Improvement:
    """Return a Trait with its die type one step up, and its price (FI-BOUNTY-6)."""
    larger = stepped(trait, 1) or trait  # the ladder has no upper end
    return Improvement(trait=larger, cost=_cost("die_type", fate_tables().bounty.die_type, larger.value))


def _cost(what: str, times: int, number: int) -> CalculationStep:
    return CalculationStep(reason=f"cost_{what}", value=times * number, params={"number": number, "times": times})


def may_raise(*, raised: bool, raised_in_arc: int, aptitude_raise_limit: AptitudeRaiseLimit) -> Refused | None:
    """Return the reason against raising an Aptitude in this story arc; None if it is allowed (FI-BOUNTY-4).

    By the option each Aptitude may be raised once an arc, or one in all.
    """
    if raised:
        return Refused("aptitude_raised", "FI-BOUNTY-4")
    if aptitude_raise_limit == "one_total" and raised_in_arc > 0:
        return Refused("aptitude_raised_one", "FI-BOUNTY-4")
    return None


def may_pay(points: int, cost: CalculationStep) -> Refused | None:
    """Return the reason against a purchase; None if the points are enough (FI-BOUNTY-4 to FI-BOUNTY-6)."""
    if points >= cost.value:
        return None
    return Refused("bounty_short", "FI-BOUNTY-4", "FI-BOUNTY-5", "FI-BOUNTY-6", cost=cost.value, points=points)
