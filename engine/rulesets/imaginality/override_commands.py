"""The GM overrules a figure of an action: a total, the net damage, or the outcome (IM-GEN-1)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.imaginality.action_resolution import apply_net_damage, resolve_action
from engine.rulesets.imaginality.actions.action_sides import need_action, score, turn_over
from engine.rulesets.imaginality.damage.damage_commands import HITS
from engine.rulesets.imaginality.damage.wounds import apply_collapse_check
from engine.rulesets.imaginality.procedures import TURNED_OVER, Action, ActionKind, ActionStage

OUTCOMES = {
    ActionKind.CHECK: ("success", "failure"),
    ActionKind.MELEE: ("hit", "counter_hit", "nobody", "miss"),
    ActionKind.RANGED: ("hit", "miss"),
}


class Overrule(Request):
    """Overrule a figure: a side's total, the net damage, or the outcome. The log keeps the computed value."""

    RULES = ("IM-GEN-1",)
    figure: Annotated[str, Meta(description="a side's name, `net`, or `outcome`")]
    value: Annotated[int | str, Meta(description="the number, or the outcome's word")]


def verify_overrule(table: Table, command: Overrule) -> None:
    """The GM, after the reveal, with a word or number that fits."""
    need_gm(table, command, "IM-GEN-1")
    action = need_action(table)
    if action.stage not in TURNED_OVER:
        raise Refused("overrule_after_reveal", "IM-GEN-1")
    match command.figure:
        case "outcome":
            words = OUTCOMES.get(action.kind, ())
            if action.stage is not ActionStage.REVEALED or command.value not in words:
                raise Refused("outcome_word", "IM-GEN-1", words=list(words))
        case "net":
            if (
                action.stage is not ActionStage.HARMED
                or not isinstance(command.value, int)
                or not 0 <= command.value <= 999
            ):
                raise Refused("net_bounds", "IM-GEN-1")
        case key:
            now_open = overruled_totals(action)
            if key not in action.sides or key not in now_open:
                raise Refused("no_such_side", "IM-GEN-1", side=key[:40], sides=list(now_open))
            if not isinstance(command.value, int) or abs(command.value) > 999:
                raise Refused("net_bounds", "IM-GEN-1")


def overruled_totals(action: Action) -> tuple[str, ...]:
    """Return the sides whose total the GM can overrule now: after a hit damage, resistance, collapse check."""
    if action.stage is not ActionStage.HARMED:
        return tuple(action.sides)
    return ("damage", "resistance", "collapse") if action.collapsed else ("damage", "resistance")


def overrule(draft: Draft, command: Overrule) -> None:
    """Set it and compare again; the log keeps the computed value beside the ruled one."""
    action = need_action(draft.table)
    match command.figure:
        case "outcome":
            computed = action.outcome
            draft.replace_procedure(replace(action, outcome=str(command.value)))
            draft.record_results(
                outcome=command.value, success=command.value in {"success", "hit"}, hit=command.value in HITS
            )
        case "net":
            computed = str(action.net)
        case key:
            turn_over(draft, action.sides)  # cards may have been turned down by hand meanwhile
            side = action.sides[key]
            computed = str(score(draft.table, action, key).total)
            ruled = replace(side, ruled=int(command.value))
            draft.replace_procedure(replace(action, sides={**action.sides, key: ruled}))
    draft.note(
        "overruled",
        "IM-GEN-1",
        figure=command.figure,
        value=command.value,
        computed=computed,
        tells=(command.figure,),
        calls_for={"outcome": ("inflict",), "net": ("collapse_check",)}.get(command.figure, ()),
    )
    match command.figure:
        case "outcome":
            pass
        case "net":
            draft.record_results(net=command.value)
            apply_net_damage(draft, int(command.value), first=False)
        case "collapse":
            apply_collapse_check(draft)
        case _:
            resolve_action(draft)


MOVES = (Move(Overrule, verify_overrule, overrule),)
