"""Maimed limbs: hands that cannot hold a weapon, legs that cannot run (FI-WOUND-5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from engine.core.memo import memo, memo_of_each, projection
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.character.equipment import Hand, Weapon
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.procedures.attack_procedure import Attack
from engine.rulesets.future_imperfect.procedures.conflict_procedure import current_conflict

Gait = Literal["runs", "walks", "drags"]
_NO_HANDS: frozenset[Hand] = frozenset()


def lost_hands(table: Table, actor: str) -> frozenset[Hand]:
    """Return the hands that a character cannot use now; one that acts together with its foe still has its own."""
    character = table.actors.get(actor)
    if character is None:
        return _NO_HANDS
    levels = character_conditions.effective_wound_levels(table, actor)
    return character_sheet.lost_hands(character, levels, table.lists) if levels else _NO_HANDS


@projection
def all_lost_hands(table: Table) -> Mapping[str, frozenset[Hand]]:
    """Return the hands that characters cannot use now, by character."""
    lost, conflict = _of_maimed(_lost_hands(table.actors, table.lists)), current_conflict(table)
    acting = {actor: lost_hands(table, actor) for actor in (conflict.standing if conflict is not None else ())}
    if all(hands == lost.get(actor, _NO_HANDS) for actor, hands in acting.items()):
        return lost
    return {actor: hands for actor, hands in {**lost, **acting}.items() if hands}


@memo
def _of_maimed(lost: Mapping[str, frozenset[Hand]]) -> Mapping[str, frozenset[Hand]]:
    return {actor: hands for actor, hands in lost.items() if hands}


@memo_of_each
def _lost_hands(actor: Actor, lists: character_sheet.GroupLists) -> frozenset[Hand]:
    return character_sheet.lost_hands(actor, character_sheet.wound_levels(actor), lists)


def gait(table: Table, actor: str) -> Gait:
    """Return a character's way of moving on foot: no running with a maimed leg, dragging with none left."""
    levels = character_conditions.effective_wound_levels(table, actor)
    legs, lost = character_sheet.legs(table.actors[actor], levels, table.lists)
    return "runs" if not lost else "drags" if lost == legs else "walks"


def with_usable_hand(table: Table, attack: Attack) -> Attack:
    """Return an attack with the other hand, if the attacker has lost the intended one."""
    if attack.actor not in table.actors or attack.two_weapons:
        return attack
    lost = lost_hands(table, attack.actor)
    if attack.hand not in lost or len(lost) > 1:
        return attack
    return replace(attack, hand=Hand.OFF if attack.hand == Hand.MAIN else Hand.MAIN)


def need_hands(table: Table, actor: str, weapon: Weapon, *, two_weapons: bool = False) -> None:
    """Raise Refused for a weapon that needs more hands than a character has left (FI-WOUND-5)."""
    lost = lost_hands(table, actor)
    if not character_sheet.can_wield(weapon, lost) or (two_weapons and lost):
        raise Refused("hand_lost", "FI-WOUND-5", actor=actor_name(table, actor), weapon=weapon.name)
