"""The actors in the battle: who takes part, who is not defeated, and whether the battle is over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.core.commands import Request, need_gm
from engine.core.memo import memo_of_last, memo_of_moment
from engine.kit.actor_requests import ActorRequest
from engine.kit.combat.combat_flow import CombatFlow
from engine.kit.log_audiences import Audiences
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.seats import Actor
from engine.model.table import Table
from engine.rulesets.card_the_drawing import actor_sheet
from engine.rulesets.card_the_drawing.battle.battle_procedures import (
    Battle,
    FighterState,
    current_battle,
    current_resolution,
)


class Battles(CombatFlow[Battle]):
    """The course of battles."""

    refusals: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "no_combat": ("drawing_no_battle", "CD-ROUND-1"),
        "combat_runs": ("drawing_battle_runs", "CD-ROUND-1"),
        "name_fighters": ("drawing_name_fighters", "CD-ROUND-2"),
        "in_combat": ("drawing_joined", "CD-ROUND-3"),
        "not_in_combat": ("drawing_not_in_battle", "CD-ROUND-3"),
    }

    def need_free(self, table: Table) -> None:
        """Raise Refused while a card is being resolved."""
        need_no_resolution(table)


BATTLES = Battles(Battle)
need_battle, taking_part = BATTLES.need, BATTLES.fighters
AUDIENCES = Audiences(taking_part)
audience_for, need_controller = AUDIENCES.audience_for, AUDIENCES.need_controller


class FighterRequest(ActorRequest):
    """A command about an actor that its player or the GM may give."""

    ABSTRACT = True
    AUDIENCES = AUDIENCES


def standing_actors(table: Table) -> tuple[str, ...]:
    """Return the actors in the battle that are not defeated, in the order in which they joined."""
    return _standing_among(table.actors, taking_part(table))


@memo_of_moment
def _standing_among(actors: Mapping[str, Actor], names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in names if name in actors and actor_sheet.standing_bodies_of(actors[name]))


def standing_sides(table: Table) -> tuple[str, ...]:
    """Return the sides with an undefeated actor."""
    battle = current_battle(table)
    if battle is None:
        return ()
    return _sides_among(table.actors, battle.fighters)


@memo_of_last
def _sides_among(actors: Mapping[str, Actor], fighters: Mapping[str, FighterState]) -> tuple[str, ...]:
    standing = _standing_among(actors, tuple(fighters))
    return tuple(dict.fromkeys([fighters[actor].side for actor in standing]))


def is_over(table: Table) -> bool:
    """Return whether at most one side is left; `phase_flow.settle` then ends the battle (CD-ROUND-4)."""
    return current_battle(table) is not None and len(standing_sides(table)) <= 1


def need_fighter(table: Table, actor: str) -> FighterState:
    """Return an actor's state of this round. Raises Refused for an actor that takes no part."""
    return need_battle(table).fighters[BATTLES.need_fighter(table, actor)]


def need_standing_fighter(table: Table, actor: str) -> FighterState:
    """Return the same. Raises Refused for an actor that is defeated (CD-DEF-2)."""
    fighter = need_fighter(table, actor)
    if not actor_sheet.standing_bodies(table, actor):
        raise Refused("drawing_fallen", "CD-DEF-2", actor=actor_name(table, actor))
    return fighter


def need_no_resolution(table: Table) -> None:
    """Raise Refused while a card is being resolved."""
    if current_resolution(table) is not None:
        raise Refused("drawing_card_first", "CD-PLAY-3")


def need_gm_in_battle(table: Table, command: Request, rule: str) -> Battle:
    """Return the battle. Raises Refused without one, or for any seat but the GM."""
    need_gm(table, command, rule)
    return need_battle(table)
