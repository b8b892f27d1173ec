"""Maimed limbs: a hand that holds no weapon, a leg that does not run (FI-WOUND-5)."""

from __future__ import annotations

from typing import Literal

from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import people, states
from engine.rulesets.future_imperfect.gear import Hand, Weapon
from engine.rulesets.future_imperfect.procedures.attack import Attack
from engine.table.frozen import replace
from engine.table.table import Table

Gait = Literal["runs", "walks", "drags"]


def lost_hands(table: Table, actor: str) -> frozenset[Hand]:
    """Return the hands that a character cannot use now; who acts at the same moment as its foe still has its own."""
    return people.lost_hands(table.actors[actor], states.wound_levels(table, actor), table.lists)


def gait(table: Table, actor: str) -> Gait:
    """Return how a character gets on on foot: with a maimed leg it does not run, with none left it drags itself on."""
    levels = states.wound_levels(table, actor)
    legs, lost = people.legs(table.actors[actor], levels, table.lists)
    return "runs" if not lost else "drags" if lost == legs else "walks"


def in_good_hand(table: Table, wanted: Attack) -> Attack:
    """Return an attack as it is made by whoever has lost the hand that was meant: with the other one."""
    if wanted.actor not in table.actors or wanted.two_weapons:
        return wanted
    lost = lost_hands(table, wanted.actor)
    if wanted.hand not in lost or len(lost) > 1:
        return wanted
    return replace(wanted, hand=Hand.OFF if wanted.hand == Hand.MAIN else Hand.MAIN)


def need_hands(table: Table, actor: str, weapon: Weapon, *, two_weapons: bool = False) -> None:
    """Raise Refused for a weapon that takes more hands than a character has left (FI-WOUND-5)."""
    lost = lost_hands(table, actor)
    if not people.can_wield(weapon, lost) or (two_weapons and lost):
        raise Refused("hand_lost", "FI-WOUND-5", actor=actor_name(table, actor), weapon=weapon.name)
