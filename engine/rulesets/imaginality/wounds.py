"""Effects of damage: wounds, how bad they are, and whether the wounded stays on their feet (IM-WOUND)."""

from __future__ import annotations

from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.events import ConditionGone, ConditionSet
from engine.play.moves import new_condition
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.imaginality.contest import collapse
from engine.rulesets.imaginality.data import Severity, numbers
from engine.rulesets.imaginality.laying import (
    draw_pure,
    open_sides,
)
from engine.rulesets.imaginality.people import leader, need_leader
from engine.rulesets.imaginality.procedures import Action, Side, Stage
from engine.rulesets.imaginality.settings import attribute, has_attributes, word
from engine.rulesets.imaginality.sides import (
    accumulated,
    drawn,
    need_action,
    score,
    turn_over,
)
from engine.table.frozen import replace
from engine.table.table import Table


class CollapseCheck(Request):
    """The wounded draws: below the accumulated damage falls unconscious, below this hit is dying."""

    RULES = ("IM-WOUND-6", "IM-WOUND-7", "IM-WOUND-8")


def severity(points: int) -> Severity:
    """Return how bad one wound of so many net points is (IM-WOUND-3)."""
    return max((s for s in numbers().severity if s.least <= points), key=lambda s: s.least)


def lay_wound(draft: Draft, actor: str, points: int, *rules: str) -> str:
    """Write a wound down, each one by itself (IM-WOUND-5); return its id, or nothing for no points."""
    _tell_wound(draft, actor, points, *rules)
    if points <= 0:
        return ""
    condition = new_condition(draft.table.actors[actor], "wound", level=points)
    draft.lay_condition(actor, condition)
    return condition.id


def _tell_wound(draft: Draft, actor: str, points: int, *rules: str) -> None:
    how = severity(max(0, points))
    draft.figure(severity=how.label)
    if points > 0:
        name = actor_name(draft.table, actor)
        draft.note("wounded", *rules, "IM-WOUND-3", actor=name, points=points, label=how.label, guide=how.guide)


def change_wound(draft: Draft, actor: str, wound: str, points: int) -> str:
    """Let a wound have other points after the GM's word; return its id, or nothing if it is gone."""
    old = next((c for c in draft.table.actors[actor].conditions if c.id == wound), None)
    if old is None:
        return lay_wound(draft, actor, points, "IM-GEN-1")
    if points != old.level:
        _tell_wound(draft, actor, points, "IM-GEN-1")
    if points <= 0:
        draft.emit(ConditionGone(actor=actor, id=wound))
        return ""
    draft.emit(ConditionSet(actor=actor, condition=replace(old, level=points)))
    return wound


def check_due(table: Table, act: Action) -> bool:
    """Say whether the collapse check must still be made (IM-WOUND-6): bookkeeping, and something got through."""
    bookkeeping = word(table, "damage_mode") == "bookkeeping"
    return bookkeeping and act.stage is Stage.HARMED and bool(act.net) and not act.collapsed


def verify_collapse(table: Table, command: CollapseCheck) -> None:
    """After each damage with something left of it; the wounded's own leader or the GM draws."""
    act = need_action(table)
    if word(table, "damage_mode") != "bookkeeping":
        raise Refused("freeform_wounds", "IM-WOUND-2")
    if not check_due(table, act):
        raise Refused("no_check_due", "IM-WOUND-6")
    need_leader(table, command, act.wounded, "IM-WOUND-6")
    if "collapse" in act.sides and act.sides["collapse"].missing:
        raise Refused("nothing_to_take", "IM-DECK-7")


def collapse_check(draft: Draft, command: CollapseCheck) -> None:
    """Draw one card, or as many as Physical and add them (IM-WOUND-8); one draw serves both tests (IM-WOUND-7)."""
    act = need_action(draft.table)
    actor = draft.table.actors[act.wounded]
    if "collapse" not in act.sides:
        due = attribute(actor, "physical") if has_attributes(actor) else 1
        side = Side(seat=leader(draft.table, actor.id), actor=actor.id, base=due, pure=True, penalised=False)
        open_sides(draft, (("collapse", side),))
        draw_pure(draft, "collapse", "IM-WOUND-6")
    act = need_action(draft.table)
    if act.sides["collapse"].missing:
        return
    turn_over(draft, ("collapse",))
    draft.become(replace(act, collapsed=True))
    read_check(draft)


def read_check(draft: Draft) -> None:
    """Let the drawn cards take effect: at the check, and anew after each of the GM's words on it (IM-GEN-1).

    What the reading before had laid goes first; where nothing got through after all, there was nothing to check.
    """
    act = need_action(draft.table)
    for condition in draft.table.actors[act.wounded].conditions:
        if condition.id in act.fallen:
            draft.emit(ConditionGone(actor=act.wounded, id=condition.id))
    draft.become(replace(act, fallen=()))
    if not act.net:
        return
    result = score(draft.table, act, "collapse")
    actor = draft.table.actors[act.wounded]
    total, net = accumulated(draft.table, actor.id), act.net
    unconscious, dying = collapse(result, total, net)
    cards = draft.table.zones[drawn("collapse")].cards
    name = actor_name(draft.table, actor.id)
    draft.figure(collapse=result.total, accumulated=total, unconscious=unconscious, dying=dying, joker=result.fumble)
    fallen: list[str] = []
    for state, falls in (("unconscious", unconscious), ("dying", dying)):
        if falls and not actor.has(state):
            laid = new_condition(draft.table.actors[actor.id], state)
            draft.lay_condition(actor.id, laid)
            fallen.append(laid.id)
    draft.become(replace(act, fallen=tuple(fallen)))
    key = "collapse_dying" if dying else "collapse_unconscious" if unconscious else "collapse_stands"
    rules = ("IM-WOUND-9",) if result.fumble else ("IM-WOUND-7",)
    draft.note(
        key,
        *rules,
        actor=name,
        cards=cards,
        total=result.total,
        accumulated=total,
        net=net,
        tells=("collapse",),
    )


MOVES = (Move(CollapseCheck, verify_collapse, collapse_check),)
