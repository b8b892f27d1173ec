"""Weapons in hand and positions in a melee: which fighter is inside the other's reach (FI-DB, FI-CLOSE)."""

from __future__ import annotations

from engine.core.draft import Draft
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.character.equipment import Weapon
from engine.rulesets.future_imperfect.character.row_reader import folded
from engine.rulesets.future_imperfect.checks.character_rolls import need_weapon
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.procedures.attack_procedure import Attack
from engine.rulesets.future_imperfect.procedures.conflict_procedure import current_conflict
from engine.rulesets.future_imperfect.rules import melee_rules
from engine.rulesets.future_imperfect.rules.melee_rules import InsideReach, MeleeStance


def weapon_in_hand(table: Table, actor: str) -> character_sheet.DefendingWeapon:
    """Return the weapon that a character fights with now."""
    return character_sheet.guard(table.actors[actor], table.lists)


def weapon_of_blow(table: Table, attack: Attack) -> Weapon:
    """Return the weapon that a blow is made with: the one that the attack names, else the one in hand."""
    return (
        need_weapon(table, attack.actor, attack.weapon) if attack.weapon else weapon_in_hand(table, attack.actor).weapon
    )


def is_inside_reach(table: Table, actor: str, opponent: str) -> bool:
    """Return whether a character is inside the reach of an opponent who still has the longer weapon (FI-CLOSE-5)."""
    conflict = current_conflict(table)
    if conflict is None or (actor, opponent) not in conflict.inside:
        return False
    own_weapon = weapon_in_hand(table, actor).weapon
    opposing_weapon = weapon_in_hand(table, opponent).weapon
    return melee_rules.may_close(own_weapon.db, opposing_weapon.db, unarmed=own_weapon.unarmed)


def fighter_inside_reach(table: Table, attack: Attack, target: str) -> InsideReach:
    """Return which fighter of a blow is inside the other's reach (FI-CLOSE-4).

    A defender inside the reach hinders only the weapon in hand: a blow with another weapon has no such defender.
    """
    if is_inside_reach(table, attack.actor, target):
        return "attacker"
    weapon = weapon_in_hand(table, attack.actor).weapon
    uses_weapon_in_hand = folded(weapon_of_blow(table, attack).name) == folded(weapon.name)
    return "defender" if uses_weapon_in_hand and is_inside_reach(table, target, attack.actor) else "nobody"


def adds_strength(table: Table, attack: Attack) -> bool:
    """Return whether a blow adds its attacker's Strength (FI-CLOSE-2)."""
    return melee_rules.adds_strength(fighter_inside_reach(table, attack, attack.hits[0].target))


def melee_stance(table: Table, actor: str, weapon: character_sheet.DefendingWeapon) -> MeleeStance:
    """Return the values of one fighter that the melee rules use."""
    return MeleeStance(
        level=weapon.level,
        db=weapon.weapon.db,
        size=character_sheet.size(table.actors[actor], table.lists),
        unnerved=character_conditions.unnerved_cost(table, actor),
    )


def record_inside_reach(draft: Draft, actor: str, opponent: str, *, inside: bool) -> None:
    """Record whether a character is inside an opponent's reach from now on."""
    conflict = current_conflict(draft.table)
    if conflict is None:
        return
    pair = (actor, opponent)
    other_pairs = tuple(known for known in conflict.inside if known != pair)
    draft.replace_procedure(replace(conflict, inside=(*other_pairs, pair) if inside else other_pairs))
