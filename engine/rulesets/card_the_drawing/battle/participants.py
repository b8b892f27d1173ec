"""The actors in the battle: who takes part, who is not defeated, and whether the battle is over."""

from __future__ import annotations

from engine.core.audience import record_readers
from engine.model.table import Table
from engine.rulesets.card_the_drawing import actor_sheet
from engine.rulesets.card_the_drawing.battle.battle_procedures import current_battle


def taking_part(table: Table) -> tuple[str, ...]:
    """Return the actors in the battle: everybody knows that they are present."""
    battle = current_battle(table)
    return tuple(battle.fighters) if battle is not None else ()


def audience_for(table: Table, actor: str) -> tuple[str, ...] | None:
    """Return who may read about an actor: everybody, or only its readers for a secret one outside the battle."""
    return None if actor in taking_part(table) else record_readers(table, table.actors[actor])


def standing_actors(table: Table) -> tuple[str, ...]:
    """Return the actors in the battle that are not defeated, in the order in which they joined."""
    return tuple(actor for actor in taking_part(table) if actor_sheet.standing_bodies(table, actor))


def standing_sides(table: Table) -> tuple[str, ...]:
    """Return the sides with an undefeated actor."""
    battle = current_battle(table)
    return (
        tuple(dict.fromkeys(battle.fighters[actor].side for actor in standing_actors(table)))
        if battle is not None
        else ()
    )


def is_over(table: Table) -> bool:
    """Return whether at most one side is left; `phase_flow.settle` then ends the battle (CD-ROUND-4)."""
    return current_battle(table) is not None and len(standing_sides(table)) <= 1
