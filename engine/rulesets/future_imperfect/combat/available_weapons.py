"""The weapons that a character can attack with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.memo import memo, memo_of_each
from engine.model.frozen import Frozen
from engine.model.seats import Actor
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions.weapon_use import own_uses
from engine.rulesets.future_imperfect.character import character_sheet, equipment
from engine.rulesets.future_imperfect.character.row_reader import folded
from engine.rulesets.future_imperfect.checks.character_rolls import ORDINARY, methods_on_sheet
from engine.rulesets.future_imperfect.combat.attack_commands import HANDS
from engine.rulesets.future_imperfect.conditions import character_conditions, maimed_limbs
from engine.rulesets.future_imperfect.procedures.conflict_procedure import CardTurn
from engine.rulesets.future_imperfect.rules import ranged_rules
from engine.rulesets.future_imperfect.settings import WEAPONS

SHOOTING, FIGHTING = "shooting", "fighting"


class BurstWeapon(Frozen):
    """A weapon that fires bursts: its rounds, and the dice of its roll."""

    weapon: str
    rounds: int
    dice: int


class AvailableWeapons(Frozen):
    """The weapons that a character can attack with.

    Attributes:
        guns, melee, holding, tripping, thrown: names of the weapons on the sheet; for a sheet without any weapons
            those on the group's list.
        bursts: those that fire bursts.
        loads: those that can be loaded again.
        ready: those that can fire a shot or, if they fire bursts, one of those.
        reach: how far things can be thrown, in metres.
        by_name: all of them.
        hands: the usable hands, the main one first (FI-WOUND-5).
    """

    guns: tuple[str, ...] = ()
    melee: tuple[str, ...] = ()
    holding: tuple[str, ...] = ()
    tripping: tuple[str, ...] = ()
    thrown: tuple[str, ...] = ()
    aimed: tuple[str, ...] = ()
    bursts: tuple[BurstWeapon, ...] = ()
    loads: tuple[str, ...] = ()
    ready: frozenset[str] = frozenset()
    reach: int = 0
    by_name: Mapping[str, equipment.Weapon] = {}
    hands: tuple[str, ...] = HANDS


def available_weapons(table: Table, actor: Actor) -> AvailableWeapons:
    """Return the weapons that a character can attack with, without a look at other characters."""
    return _weapons_without(actor, maimed_limbs.lost_hands(table, actor.id), table.lists)


@memo
def weapons_of_all(table: Table) -> Mapping[str, AvailableWeapons]:
    """Return the weapons that each character can attack with."""
    return _armed(table.actors, maimed_limbs.all_lost_hands(table), table.lists)


@memo_of_each
def _armed(
    actor: Actor, lost: Mapping[str, frozenset[equipment.Hand]], lists: character_sheet.GroupLists
) -> AvailableWeapons:
    return _weapons_without(actor, lost.get(actor.id, frozenset()), lists)


@memo
def _weapons_without(
    actor: Actor, lost: frozenset[equipment.Hand], lists: character_sheet.GroupLists
) -> AvailableWeapons:
    known = character_sheet.weapons(actor, lists)
    own = _wielded(known, lost)
    carried = own if known else _wielded(listed(lists), lost)
    thrown = [weapon for weapon in carried if weapon.thrown] + _wielded(character_sheet.explosives(actor, lists), lost)
    strength = character_sheet.trait(actor, "strength") or ORDINARY
    guns = [weapon for weapon in carried if weapon.aptitude == SHOOTING]
    melee = [weapon for weapon in carried if weapon.aptitude == FIGHTING]
    return AvailableWeapons(
        guns=_names(guns),
        melee=_names(melee),
        holding=_names([weapon for weapon in melee if weapon.entangle is not None]),
        tripping=_names([weapon for weapon in melee if weapon.trip]),
        thrown=_names(thrown),
        aimed=_names([weapon for weapon in carried if weapon.aim is not None]),
        bursts=tuple(
            BurstWeapon(
                weapon=weapon.name,
                rounds=weapon.burst,
                dice=methods_on_sheet(actor, SHOOTING, weapon.concentration, lists)[0].dice.count,
            )
            for weapon in own
            if weapon.aptitude == SHOOTING and weapon.burst
        ),
        loads=_names([weapon for weapon in own if weapon.capacity is not None and weapon.loaded != weapon.capacity]),
        ready=frozenset(
            [weapon.name for weapon in guns if weapon.loaded is None or weapon.loaded >= max(1, weapon.burst)]
        ),
        reach=ranged_rules.throw_range(strength.value),
        by_name={weapon.name: weapon for weapon in (*thrown, *carried)},
        hands=tuple([hand for hand in HANDS if hand not in lost]),
    )


def _wielded(weapons: Sequence[equipment.Weapon], lost: frozenset[equipment.Hand]) -> list[equipment.Weapon]:
    return [weapon for weapon in weapons if character_sheet.can_wield(weapon, lost)] if lost else [*weapons]


def has_attacked(table: Table, actor: Actor, turn: CardTurn) -> bool:
    """Return whether a character has attacked in its turn, and has no attack left (FI-ACT-3)."""
    uses = own_uses(turn, actor.id)
    if not uses or any(use.two_weapons for use in uses):
        return False
    used = [(use.times, _weapon_used(table, actor, use.weapon)) for use in uses]
    return not any(weapon is not None and times < weapon.rof for times, weapon in used)


def _weapon_used(table: Table, actor: Actor, name: str) -> equipment.Weapon | None:
    """Return an available weapon by its name."""
    by_name = available_weapons(table, actor).by_name
    return by_name.get(name) or weapon_named(by_name, name)


def is_done(table: Table, actor: Actor, turn: CardTurn) -> bool:
    """Return whether a member of a hand has no action left in its turn (FI-ACT-3)."""
    return (
        actor.id in turn.done
        or has_attacked(table, actor, turn)
        or bool(character_conditions.incapacity(table, actor.id))
    )


def weapon_named(by_name: Mapping[str, equipment.Weapon], name: str) -> equipment.Weapon | None:
    """Return a weapon whose name people write in another way."""
    return next((weapon for other, weapon in by_name.items() if folded(other) == folded(name)), None)


@memo
def listed(lists: character_sheet.GroupLists) -> tuple[equipment.Weapon, ...]:
    """Return the group's list of weapons."""
    return tuple(map(equipment.weapon_from_row, lists.get(WEAPONS, ())))


@memo
def listed_names(lists: character_sheet.GroupLists, aptitude: str) -> tuple[str, ...]:
    """Return the names of the group's weapons of one kind that need no preparation."""
    return _names([weapon for weapon in listed(lists) if weapon.aptitude == aptitude and weapon.speed == 1])


def _names(weapons: Sequence[equipment.Weapon]) -> tuple[str, ...]:
    return tuple(dict.fromkeys([weapon.name for weapon in weapons if weapon.name]))
