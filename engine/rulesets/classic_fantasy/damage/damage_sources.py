"""Sources of damage: how the dice of a blow are thrown and become damage; packages above connect theirs (CF-DMG)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.core.draft import Draft
from engine.messages.message import Message
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.dice_throws import throw
from engine.rulesets.classic_fantasy.d100_calculation import D100Step
from engine.rulesets.classic_fantasy.damage import damage_rules
from engine.rulesets.classic_fantasy.damage.damage_procedure import Blow, DamageProcess, HarmSource
from engine.rulesets.classic_fantasy.damage.damage_rules import Damage
from engine.rulesets.classic_fantasy.hooks import Hooks
from engine.rulesets.classic_fantasy.settings import settings_of


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


@dataclass(frozen=True, slots=True)
class DamageSource:
    """A source of damage, with its calculation.

    Attributes:
        damage: the damage of one blow, given by its index, as its dice and corrections are.
        throw: throws the dice of one blow, given by its index; the blows before it have been thrown.
        over: carried out when all blows of the harm are over, if anything follows.
    """

    damage: Callable[[Table, DamageProcess, int], Damage]
    throw: Callable[[Draft, DamageProcess, Sequence[Blow], int], Blow] = throw_each_blow
    over: Callable[[Draft, DamageProcess], None] | None = None


class AsksAboutLuck(Protocol):
    """The check whether the table waits for the Luck of a character after certain dice."""

    def __call__(self, table: Table, actor: str, *, failed: bool) -> bool:
        """Return whether it has a Luck Point, and its player is asked: after a failure, or after other dice."""
        ...


@dataclass(frozen=True, slots=True)
class DamageHooks:
    """Hooks through which damage asks other features.

    Attributes:
        sources: how each source of harm becomes damage.
        can_mitigate: whether luck can lessen the wound of the harm at the front (CF-LUCK-10).
        asks_about_luck: whether the table waits for the Luck of a character after certain dice (CF-LUCK-4).
        has_spent_luck: whether a character has spent a Luck Point on the present Action (CF-LUCK-5).
        ignite: rolls whether harm that is over sets its target on fire; told who spent luck on it (CF-FIRE-10).
    """

    sources: Mapping[HarmSource, DamageSource]
    can_mitigate: Callable[[Table, DamageProcess], bool]
    asks_about_luck: AsksAboutLuck
    has_spent_luck: Callable[[Table, str], bool]
    ignite: Callable[[Draft, DamageProcess, tuple[str, ...]], None]


DAMAGE_HOOKS = Hooks[DamageHooks]("damage")


def source_of(process: DamageProcess) -> DamageSource:
    """Return the damage source of the present harm."""
    return DAMAGE_HOOKS.features.sources[process.harm.source]


def dice_of_blow(process: DamageProcess) -> str:
    """Return the dice of the present harm in writing, of the damage and of the Damage Modifier: `1d8 − 1d2`."""
    dice, modifier = process.harm.dice, process.harm.modifier
    if not dice or modifier in ("", "0"):
        return dice
    return f"{dice} {'−' if modifier.startswith('-') else '+'} {modifier.lstrip('+-')}"


def damage_of(table: Table, process: DamageProcess, index: int) -> Damage:
    """Return the damage of a blow as its numbers are, with its calculation (CF-DMG-5)."""
    blow = process.blows[index]
    if blow.ruled is None:
        return source_of(process).damage(table, process, index)
    calculated = source_of(process).damage(table, process, index) if blow.base is not None else Damage(value=0)
    return calculated.overruled(blow.ruled, D100Step)


def armour_against(blow: Blow) -> int:
    """Return the Armor Points that protect the location of a blow."""
    return damage_rules.armour_points(blow.worn, blow.natural)


def weapon_damage(table: Table, process: DamageProcess, index: int) -> Damage:
    """Return the damage of a weapon, or of anything else that strikes (CF-DMG-1 to CF-DMG-5)."""
    blow = process.blows[index]
    return damage_rules.resolve_hit(
        blow.base or 0,
        dm=blow.modifier,
        magic=blow.magic,
        parry=blow.parry,
        armour=0 if process.harm.ignores_armour else armour_against(blow),
        settings=settings_of(table),
    )


WEAPON = DamageSource(weapon_damage)
