"""Hooks of damage: the sources of damage, luck, and what sets a target on fire come from packages above."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.core.draft import Draft
from engine.messages.message import Message
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.dice_throws import throw
from engine.rulesets.classic_fantasy.damage.damage_procedure import Blow, DamageProcess, HarmSource
from engine.rulesets.classic_fantasy.damage.damage_rules import Damage
from engine.rulesets.classic_fantasy.hooks import Hooks


def throw_each_blow(draft: Draft, process: DamageProcess, blows: Sequence[Blow], index: int) -> Blow:
    """Throw the damage and the Damage Modifier for one blow."""
    base = throw(draft, process.harm.dice)
    return replace(blows[index], base=base, modifier=throw_modifier(draft, process))


def throw_modifier(draft: Draft, process: DamageProcess) -> int:
    """Throw the dice of the Damage Modifier, under words of their own."""
    about = draft.about
    label = Message(key="glimpse.d100_modifier_at", params=about.params) if about is not None else None
    with draft.rolling_for(label):
        return throw(draft, process.harm.modifier)


def do_nothing(draft: Draft, process: DamageProcess) -> None:
    """Do nothing."""


@dataclass(frozen=True, slots=True)
class DamageSource:
    """A source of damage, with its calculation.

    Attributes:
        damage: the damage of one blow, given by its index, as its dice and corrections are.
        throw: throws the dice of one blow, given by its index; the blows before it have been thrown.
        over: carried out when all blows of the harm are over.
    """

    damage: Callable[[Table, DamageProcess, int], Damage]
    throw: Callable[[Draft, DamageProcess, Sequence[Blow], int], Blow] = throw_each_blow
    over: Callable[[Draft, DamageProcess], None] = do_nothing


@dataclass(frozen=True, slots=True)
class DamageHooks:
    """Hooks through which damage asks other features.

    Attributes:
        sources: how each source of harm becomes damage.
        can_mitigate: whether luck can lessen the wound of the harm at the front (CF-LUCK-10).
        has_spent_luck: whether a character has spent a Luck Point on the present Action (CF-LUCK-5).
        ignite: rolls whether harm that is over sets its target on fire; told who spent luck on it (CF-FIRE-10).
    """

    sources: Mapping[HarmSource, DamageSource]
    can_mitigate: Callable[[Table, DamageProcess], bool]
    has_spent_luck: Callable[[Table, str], bool]
    ignite: Callable[[Draft, DamageProcess, tuple[str, ...]], None]


DAMAGE_HOOKS = Hooks[DamageHooks]("damage")
