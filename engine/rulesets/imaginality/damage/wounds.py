"""Effects of damage: wounds, their severity, and whether the wounded stays conscious (IM-WOUND)."""

from __future__ import annotations

from engine.core.commands import Request
from engine.core.draft import Draft
from engine.core.events import ConditionGone, ConditionSet
from engine.core.manual_moves import new_condition
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.imaginality.actions.action_sides import (
    accumulated_damage,
    drawn_zone,
    need_action,
    score,
    turn_over,
)
from engine.rulesets.imaginality.actions.card_play_commands import draw_due_cards, open_sides
from engine.rulesets.imaginality.character_state import need_controller
from engine.rulesets.imaginality.comparison_rules import collapse_result
from engine.rulesets.imaginality.procedures import Action, ActionSide, ActionStage
from engine.rulesets.imaginality.rules_data import WoundSeverity, numbers
from engine.rulesets.imaginality.settings import attribute, has_attributes, word


def wound_severity(points: int) -> WoundSeverity:
    """Return the severity of one wound of so many net points (IM-WOUND-3)."""
    return max((s for s in numbers().severity if s.least <= points), key=lambda s: s.least)


def add_wound(draft: Draft, actor: str, points: int, *rules: str) -> str:
    """Add a wound, each one by itself (IM-WOUND-5); return its id, or nothing for no points."""
    _tell_wound(draft, actor, points, *rules)
    if points <= 0:
        return ""
    condition = new_condition(draft.table.actors[actor], "wound", level=points)
    draft.lay_condition(actor, condition)
    return condition.id


def _tell_wound(draft: Draft, actor: str, points: int, *rules: str) -> None:
    how = wound_severity(max(0, points))
    draft.record_results(severity=how.label)
    if points > 0:
        name = actor_name(draft.table, actor)
        draft.note("wounded", *rules, "IM-WOUND-3", actor=name, points=points, label=how.label, guide=how.guide)


def change_wound(draft: Draft, actor: str, wound: str, points: int) -> str:
    """Change a wound's points after the GM's decision; return its id, or nothing if it is gone."""
    old = next((c for c in draft.table.actors[actor].conditions if c.id == wound), None)
    if old is None:
        return add_wound(draft, actor, points, "IM-GEN-1")
    if points != old.level:
        _tell_wound(draft, actor, points, "IM-GEN-1")
    if points <= 0:
        draft.emit(ConditionGone(actor=actor, id=wound))
        return ""
    draft.emit(ConditionSet(actor=actor, condition=replace(old, level=points)))
    return wound


def check_due(table: Table, action: Action) -> bool:
    """Say whether the collapse check must still be made (IM-WOUND-6): bookkeeping, and something got through."""
    bookkeeping = word(table, "damage_mode") == "bookkeeping"
    return bookkeeping and action.stage is ActionStage.HARMED and bool(action.net) and not action.collapsed


class CollapseCheck(Request):
    """Draw for the wounded: below the accumulated damage falls unconscious, below this hit is dying."""

    RULES = ("IM-WOUND-6", "IM-WOUND-7", "IM-WOUND-8")

    def verify(self, table: Table) -> None:
        """Allow the controller of the wounded, or the GM, after damage that got through."""
        action = need_action(table)
        if word(table, "damage_mode") != "bookkeeping":
            raise Refused("freeform_wounds", "IM-WOUND-2")
        if not check_due(table, action):
            raise Refused("no_check_due", "IM-WOUND-6")
        need_controller(table, self, action.wounded, "IM-WOUND-6")
        if "collapse" in action.sides and action.sides["collapse"].missing:
            raise Refused("nothing_to_take", "IM-DECK-7")

    def decide(self, draft: Draft) -> None:
        """Draw one card, or as many as Physical and add them (IM-WOUND-8); one draw serves both tests (IM-WOUND-7)."""
        action = need_action(draft.table)
        actor = draft.table.actors[action.wounded]
        if "collapse" not in action.sides:
            due, seat = (
                attribute(actor, "physical") if has_attributes(actor) else 1,
                controller_of(draft.table, actor.id),
            )
            side = ActionSide(seat=seat, actor=actor.id, base=due, pure=True, penalised=False)
            open_sides(draft, (("collapse", side),))
            draw_due_cards(draft, "collapse", "IM-WOUND-6")
        action = need_action(draft.table)
        if not action.sides["collapse"].missing:
            turn_over(draft, ("collapse",))
            draft.replace_procedure(replace(action, collapsed=True))
            apply_collapse_check(draft)


def apply_collapse_check(draft: Draft) -> None:
    """Apply the drawn cards: at the check, and again after each of the GM's changes to it (IM-GEN-1).

    The conditions of an earlier result are removed first; where no damage got through after all, there is no check.
    """
    action = need_action(draft.table)
    for condition in draft.table.actors[action.wounded].conditions:
        if condition.id in action.fallen:
            draft.emit(ConditionGone(actor=action.wounded, id=condition.id))
    draft.replace_procedure(replace(action, fallen=()))
    if not action.net:
        return
    result = score(draft.table, action, "collapse")
    actor = draft.table.actors[action.wounded]
    total, net = accumulated_damage(draft.table, actor.id), action.net
    unconscious, dying = collapse_result(result, total, net)
    cards = draft.table.zones[drawn_zone("collapse")].cards
    name = actor_name(draft.table, actor.id)
    draft.record_results(
        collapse=result.total, accumulated=total, unconscious=unconscious, dying=dying, joker=result.fumble
    )
    fallen: list[str] = []
    for state, falls in (("unconscious", unconscious), ("dying", dying)):
        if falls and not actor.has_condition(state):
            laid = new_condition(draft.table.actors[actor.id], state)
            draft.lay_condition(actor.id, laid)
            fallen.append(laid.id)
    draft.replace_procedure(replace(action, fallen=tuple(fallen)))
    key = "collapse_dying" if dying else "collapse_unconscious" if unconscious else "collapse_stands"
    rules = ("IM-WOUND-9",) if result.fumble else ("IM-WOUND-7",)
    draft.note(
        key, *rules, actor=name, cards=cards, total=result.total, accumulated=total, net=net, tells=("collapse",)
    )
