"""Action Points in a combat: how many a character has, gets each Round, and pays (CF-X-13, CF-X-27)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.draft import Draft
from engine.messages.refusal import Refused
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character import resource_pools
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of
from engine.rulesets.classic_fantasy.combat.combat_procedure import COMBATS
from engine.rulesets.classic_fantasy.d100_calculation import total
from engine.rulesets.classic_fantasy.health import fatigue_rules, fatigue_state


def max_action_points(table: Table, actor: str) -> int:
    """Return the Action Points of a character for a Round (CF-X-13, CF-FATIGUE-7)."""
    most = character_sheet_of(table, actor).action_points
    return total(fatigue_rules.action_points(most, fatigue_state.fatigue_level(table, actor)))


def action_points_left(table: Table, actor: str) -> int:
    """Return the Action Points that a character has left."""
    return resource_pools.pool(table, actor, resource_pools.ACTION_POINTS)


def refill_action_points(draft: Draft, actors: Iterable[str]) -> None:
    """Give combatants the Action Points of a Round; those left over are lost (CF-X-27)."""
    for actor in actors:
        resource_pools.set_pool(draft, actor, resource_pools.ACTION_POINTS, max_action_points(draft.table, actor))


def pay_action_points(draft: Draft, actor: str, count: int) -> None:
    """Take Action Points from a character in combat (CF-X-27)."""
    if actor in COMBATS.fighters(draft.table):
        points_left = max(0, action_points_left(draft.table, actor) - count)
        resource_pools.set_pool(draft, actor, resource_pools.ACTION_POINTS, points_left)


def need_action_points(table: Table, actor: str, count: int, *rules: str) -> None:
    """Raise Refused if a character in combat has too few Action Points left."""
    if actor in COMBATS.fighters(table) and action_points_left(table, actor) < count:
        raise Refused("d100_no_action_points", "CF-X-27", *rules)
