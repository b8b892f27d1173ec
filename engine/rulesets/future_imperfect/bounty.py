"""Bounty: what chips are worth, how an award is shared, and what every improvement costs (FI-BOUNTY, T-17)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from engine.play.refusal import Refused
from engine.rulesets.future_imperfect.fate import colour_of, fate_tables
from engine.rulesets.future_imperfect.parts import Part, counting
from engine.rulesets.future_imperfect.traits import Trait, stepped, with_count
from engine.table.frozen import Frozen

AptitudeRaiseLimit = Literal["per_aptitude", "one_total"]


class Share(Frozen):
    """What everybody gets of an award, and what stays in the bounty pot."""

    each: int
    carry: int


class Improvement(Frozen):
    """A Trait as it would be, and what that costs."""

    trait: Trait
    cost: Part


def bounty_of(chips: Mapping[str, int]) -> tuple[Part, ...]:
    """Return how many points chips of each colour are worth between scenarios (FI-BOUNTY-1)."""
    return counting(*(Part(reason=f"chip_{key}", value=colour_of(key).bounty * count) for key, count in chips.items()))


def share(award: int, carry: int, players: int) -> Share:
    """Share an award and what was left of the last one equally (FI-BOUNTY-3); without players all of it stays."""
    each = (award + carry) // players if players else 0
    return Share(each=each, carry=award + carry - each * players)


def aptitude_cost(level: int) -> Part:
    """Return what the next level of an Aptitude costs, from 0 too (FI-BOUNTY-4, FI-BOUNTY-8)."""
    return _cost("aptitude", fate_tables().bounty.aptitude, level + 1)


def more_dice(trait: Trait) -> Improvement:
    """Return a Trait with one more die, and its price (FI-BOUNTY-5)."""
    count = trait.count + 1
    return Improvement(
        trait=with_count(trait, count), cost=_cost("coordination", fate_tables().bounty.coordination, count)
    )


def larger_die(trait: Trait) -> Improvement:
    """Return a Trait with its die type one step up, and its price (FI-BOUNTY-6)."""
    larger = stepped(trait, 1) or trait  # upwards the ladder has no end
    return Improvement(trait=larger, cost=_cost("die_type", fate_tables().bounty.die_type, larger.value))


def _cost(what: str, times: int, number: int) -> Part:
    return Part(reason=f"cost_{what}", value=times * number, params={"number": number, "times": times})


def may_raise(*, raised: bool, raised_in_arc: int, aptitude_raise_limit: AptitudeRaiseLimit) -> Refused | None:
    """Return why an Aptitude may not be raised in this story arc; None if it may (FI-BOUNTY-4).

    Args:
        raised: it was raised in this arc already.
        raised_in_arc: how many Aptitudes the character has raised in this arc.
        aptitude_raise_limit: whether each Aptitude may be raised once an arc, or one in all.
    """
    if raised:
        return Refused("aptitude_raised", "FI-BOUNTY-4")
    if aptitude_raise_limit == "one_total" and raised_in_arc > 0:
        return Refused("aptitude_raised_one", "FI-BOUNTY-4")
    return None


def may_pay(points: int, cost: Part) -> Refused | None:
    """Return why something cannot be bought; None if the points are enough (FI-BOUNTY-4 to FI-BOUNTY-6)."""
    if points >= cost.value:
        return None
    return Refused("bounty_short", "FI-BOUNTY-4", "FI-BOUNTY-5", "FI-BOUNTY-6", cost=cost.value, points=points)
