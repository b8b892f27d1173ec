"""Checks that many commands share: a battle, an actor in it, and a seat that may act for that actor."""

from __future__ import annotations

from engine.core.commands import Request, need_gm
from engine.kit import control
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.table import Table
from engine.rulesets.card_the_drawing import actor_sheet
from engine.rulesets.card_the_drawing.battle.battle_procedures import (
    Battle,
    FighterState,
    current_battle,
    current_resolution,
)
from engine.rulesets.card_the_drawing.battle.participants import taking_part


def need_battle(table: Table) -> Battle:
    """Return the battle. Raises Refused if there is none."""
    battle = current_battle(table)
    if battle is None:
        raise Refused("drawing_no_battle", "CD-ROUND-1")
    return battle


def need_fighter(table: Table, actor: str) -> FighterState:
    """Return an actor's state of this round. Raises Refused for an actor that takes no part."""
    fighter = need_battle(table).fighters.get(actor)
    if fighter is None:
        raise Refused("drawing_not_in_battle", "CD-ROUND-3", actor=actor_name(table, actor))
    return fighter


def need_standing_fighter(table: Table, actor: str) -> FighterState:
    """Return the same. Raises Refused for an actor that is defeated (CD-DEF-2)."""
    fighter = need_fighter(table, actor)
    if not actor_sheet.standing_bodies(table, actor):
        raise Refused("drawing_fallen", "CD-DEF-2", actor=actor_name(table, actor))
    return fighter


def need_controller(table: Table, command: Request, actor: str, *rules: str) -> None:
    """Raise Refused unless the seat controls the actor, or is the GM."""
    control.need_controller(table, command, actor, *rules, noticed=taking_part(table))


def need_no_resolution(table: Table) -> None:
    """Raise Refused while a card is being resolved."""
    if current_resolution(table) is not None:
        raise Refused("drawing_card_first", "CD-PLAY-3")


def need_gm_in_battle(table: Table, command: Request, rule: str) -> Battle:
    """Return the battle. Raises Refused without one, or for any seat but the GM."""
    need_gm(table, command, rule)
    return need_battle(table)
