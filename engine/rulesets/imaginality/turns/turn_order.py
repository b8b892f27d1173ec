"""The order in which fighters act: how it begins, advances, and goes back (IM-TURN-6, IM-INIT-2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from msgspec import Meta

from engine.core.draft import Draft
from engine.kit.combat.combat_flow import CombatFlow
from engine.kit.gm_requests import GmRequest
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.imaginality.character_state import can_act, is_players, need_free
from engine.rulesets.imaginality.procedures import Fight, current_action, current_fight


class Fights(CombatFlow[Fight]):
    """The course of fights."""

    refusals: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "no_combat": ("no_fight", "IM-TURN-1"),
        "combat_runs": ("fight_runs", "IM-TURN-1"),
        "name_fighters": ("two_fighters", "IM-TURN-1"),
        "too_few_fighters": ("two_fighters", "IM-TURN-1"),
        "in_combat": ("already_so", "IM-TURN-1"),
        "not_in_combat": ("not_in_fight", "IM-TURN-1"),
    }
    least = 2
    fighter_fields = ("declared", "acted", "countered", "order", "initiative", "standing")
    round_fields = (*fighter_fields, "resolving", "group")

    def need_free(self, table: Table) -> None:
        """Raise Refused while an action is in progress."""
        need_free(table)


FIGHTS = Fights(Fight)
need_fight = FIGHTS.need


def is_decided(table: Table, fight: Fight) -> bool:
    """Return whether everybody knows that nobody of one side can act any more, and nothing is in progress."""
    if current_action(table) is not None:
        return False
    sides: dict[bool, bool] = {}
    for actor in fight.fighters:
        stands = table.actors[actor].secret or can_act(table, actor)  # the state of a secret one is not known
        side = is_players(table, actor)
        sides[side] = sides.get(side, False) or stands
    return len(sides) == 2 and not all(sides.values())


class PickOrder(GmRequest):
    """The GM picks the order in which declared actions are resolved."""

    RULES = ("IM-TURN-6",)
    actors: Annotated[
        tuple[str, ...], Meta(description="fighters, the first to act first; the others follow"), Asks(least=1)
    ]

    def verify(self, table: Table) -> None:
        """Fighters only, each once."""
        super().verify(table)
        named, fighters = set(self.actors), need_fight(table).fighters
        if not named or len(named) != len(self.actors) or not named <= {*fighters}:
            raise Refused("order_of_fighters", "IM-TURN-6")

    def decide(self, draft: Draft) -> None:
        """Act one by one as picked; those not named follow in the order of declaration."""
        fight = need_fight(draft.table)
        rest = [a for a in (*fight.declared, *fight.fighters) if a not in self.actors]
        FIGHTS.change(draft, initiative={})
        set_order(draft, tuple((a,) for a in dict.fromkeys((*self.actors, *rest))))
        draft.note("order_picked", "IM-TURN-6", order=[actor_name(draft.table, a) for a in self.actors])


def first_to_act(table: Table, fight: Fight) -> str:
    """Return who acts first where there is no initiative; empty for nobody.

    The order of declaration is only a proposal (IM-TURN-6).
    """
    declared_first = (*fight.declared, *fight.fighters)
    return next((a for a in declared_first if a not in fight.acted and can_act(table, a)), "")


def _able(table: Table, order: tuple[tuple[str, ...], ...], group: int) -> tuple[str, ...]:
    """Return the members of a group that can act; none after the last group."""
    return tuple(actor for actor in order[group] if can_act(table, actor)) if group < len(order) else ()


def restore_actions(draft: Draft, actors: tuple[str, ...]) -> None:
    """Restore the actions of a cancelled action's characters (IM-ACT-11); the order goes back if it was past them."""
    fight = current_fight(draft.table)
    if fight is None or not actors:
        return
    group, standing = fight.group, fight.standing
    past = [rank for rank, group_of in enumerate(fight.order[:group]) if any(a in actors for a in group_of)]
    if past:
        group, standing = past[0], _able(draft.table, fight.order, past[0])
    FIGHTS.change(
        draft,
        acted=tuple(a for a in fight.acted if a not in actors),
        declared={a: replace(d, state="waiting") if a in actors else d for a, d in fight.declared.items()},
        countered=tuple(a for a in fight.countered if a not in actors),
        group=group,
        standing=standing,
    )


def advance_order(draft: Draft) -> None:
    """Advance to the next group once the present one has finished (IM-INIT-2, IM-INIT-7).

    While an action is in progress the order does not advance, for the action may yet be cancelled.
    """
    fight = current_fight(draft.table)
    if fight is None or not fight.order or current_action(draft.table) is not None:
        return
    group, standing = fight.group, fight.standing
    while group < len(fight.order) and not any(a in standing and a not in fight.acted for a in fight.order[group]):
        group += 1
        standing = _able(draft.table, fight.order, group)
    FIGHTS.change(draft, group=group, standing=standing)


def set_order(draft: Draft, order: tuple[tuple[str, ...], ...]) -> None:
    """Begin a new order with its first group."""
    FIGHTS.change(draft, order=order, group=0, standing=_able(draft.table, order, 0))
    advance_order(draft)
