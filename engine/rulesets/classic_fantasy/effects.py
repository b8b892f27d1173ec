"""Dice that a character throws for an effect: luck may throw them again before it comes (CF-LUCK-7).

Its own are those of what it can do (care, spells, what its blow sets alight), and of how its body and mind bear what
comes over it: levels of Fatigue for want of air or in a hazard, strain, age. The roll that led to them is of the same
Action (CF-LUCK-5). Nothing has to wait for the Turns of a Serious Wound, where an own blow lands and its damage, for
that harm waits anyway (`wounding`), nor for initiative, which has its effect when somebody acts by it (`combat`).

Not its own are the dice of what strikes by itself, which stay as they fall: damage and locations of falls, things,
fires, traps and hazards, and how soon something burns. Nor has anybody a say in what is thrown between those with the
same initiative. Experience and training know no luck at all (CF-LUCK-6).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.play.words import Message, say
from engine.rulesets.classic_fantasy.dice import mixed
from engine.rulesets.classic_fantasy.leading import note_of, thrown_for, told_of
from engine.rulesets.classic_fantasy.procedures.effect import Effect, effect
from engine.rulesets.classic_fantasy.throwing import throw
from engine.table.frozen import replace
from engine.table.table import Table

EFFECTS: Final[dict[str, Callable[[Draft, Effect], None]]] = {}
"""Each room puts in what comes of its dice."""


class RuleEffect(Request):
    """The GM overrules what the dice of an effect have come to."""

    RULES = ("CF-LUCK-7",)
    value: Annotated[int, Meta(ge=-99, le=999, description="what they come to")]


def words_of(table: Table, lying: Effect) -> Message:
    """Return what dice are for, and whose they are."""
    return Message(key=f"glimpse.{lying.word}", params={"actor": actor_name(table, lying.actor), **lying.params})


def is_best(lying: Effect) -> bool:
    """Say whether dice lie as well as they can, so that nobody would throw them again."""
    read = mixed(lying.dice)
    return lying.value == {"least": read.least, "most": read.most}.get(lying.best)


def throw_for(draft: Draft, wanted: Effect, *, secret: bool = False) -> None:
    """Throw for an effect: where luck could change it, it waits for that; else it comes at once.

    Args:
        draft: where it is written down.
        wanted: what is thrown, and what for.
        secret: the GM throws where nobody sees it; so it is of whom nobody knows. Luck has no say in it (CF-AMB-42).
    """
    from engine.rulesets.classic_fantasy.lucky import may_help

    hidden = secret or told_of(draft.table, wanted.actor) is not None
    lying = _thrown(draft, wanted, secret=secret)
    if mixed(lying.dice).dice and not hidden and may_help(draft.table, lying):
        draft.begin(lying)
        _tell(draft, lying)
    else:
        EFFECTS[lying.purpose](draft, lying)


def _thrown(draft: Draft, lying: Effect, *, secret: bool = False) -> Effect:
    with thrown_for(draft, lying.actor, lying.word, sums=False, **lying.params):
        return replace(lying, dice=lying.dice or "0", value=throw(draft, lying.dice, secret=secret))


def _tell(draft: Draft, lying: Effect) -> None:
    what = say(words_of(draft.table, lying))
    note_of(draft, lying.actor, "d100_effect_lies", "CF-LUCK-7", numbers=True, what=what, value=lying.value)


def lie(draft: Draft, lying: Effect) -> None:
    """Let dice lie in another way; where nobody is left who could change that, it comes to it."""
    draft.become(lying)
    _tell(draft, lying)
    settle(draft)


def throw_again(draft: Draft, lying: Effect) -> None:
    """Throw them anew."""
    lie(draft, _thrown(draft, lying))


def settle(draft: Draft) -> None:
    """Let come what nobody can change any more."""
    from engine.rulesets.classic_fantasy.lucky import waited_for

    while effect(draft.table) is not None and not waited_for(draft.table):
        come(draft)


def come(draft: Draft) -> None:
    """Let come of the dice at the front what they show."""
    lying = effect(draft.table)
    assert lying is not None
    draft.finish(Effect)
    EFFECTS[lying.purpose](draft, lying)


def verify_rule(table: Table, command: RuleEffect) -> None:
    """The GM, while they lie; no more than dice of that kind can show."""
    need_gm(table, command, "CF-LUCK-7")
    lying = effect(table)
    if lying is None:
        raise Refused("d100_nothing_rolled", "CF-LUCK-7")
    read = mixed(lying.dice)
    if not read.least <= command.value <= read.most:
        raise Refused("d100_effect_range", "CF-LUCK-7", dice=lying.dice, least=read.least, most=read.most)


def rule(draft: Draft, command: RuleEffect) -> None:
    """They lie so."""
    lying = effect(draft.table)
    assert lying is not None
    lie(draft, replace(lying, value=command.value))


MOVES = (Move(RuleEffect, verify_rule, rule),)
