"""The GM overrules a figure of an action: a total, the net damage, or the outcome (IM-GEN-1)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.draft import Draft
from engine.kit.gm_requests import GmRequest
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.imaginality.action_resolution import apply_net_damage, resolve_action
from engine.rulesets.imaginality.actions.action_sides import need_action, score, set_side, turn_over
from engine.rulesets.imaginality.damage import HITS, apply_collapse_check
from engine.rulesets.imaginality.procedures import TURNED_OVER, Action, ActionKind, ActionStage

OUTCOMES = {
    ActionKind.CHECK: ("success", "failure"),
    ActionKind.MELEE: ("hit", "counter_hit", "nobody", "miss"),
    ActionKind.RANGED: ("hit", "miss"),
}


class Overrule(GmRequest):
    """Overrule a figure: a side's total, the net damage, or the outcome. The log keeps the computed value."""

    RULES = ("IM-GEN-1",)
    figure: Annotated[str, Meta(description="a side's name, `net`, or `outcome`")]
    value: Annotated[int | str, Meta(description="the number, or the outcome's word")]

    def verify(self, table: Table) -> None:
        """The GM, after the reveal, with a word or number that fits."""
        super().verify(table)
        action = need_action(table)
        if action.stage not in TURNED_OVER:
            raise Refused("overrule_after_reveal", "IM-GEN-1")
        match self.figure:
            case "outcome":
                words = OUTCOMES.get(action.kind, ())
                if action.stage is not ActionStage.REVEALED or self.value not in words:
                    raise Refused("outcome_word", "IM-GEN-1", words=list(words))
            case "net":
                if (
                    action.stage is not ActionStage.HARMED
                    or not isinstance(self.value, int)
                    or not 0 <= self.value <= 999
                ):
                    raise Refused("net_bounds", "IM-GEN-1")
            case key:
                now_open = overruled_totals(action)
                if key not in action.sides or key not in now_open:
                    raise Refused("no_such_side", "IM-GEN-1", side=key[:40], sides=list(now_open))
                if not isinstance(self.value, int) or abs(self.value) > 999:
                    raise Refused("net_bounds", "IM-GEN-1")

    def decide(self, draft: Draft) -> None:
        """Set it and compare again; the log keeps the computed value beside the ruled one."""
        action = need_action(draft.table)
        match self.figure:
            case "outcome":
                computed = action.outcome
                draft.replace_procedure(replace(action, outcome=str(self.value)))
                draft.record_results(
                    outcome=self.value, success=self.value in {"success", "hit"}, hit=self.value in HITS
                )
            case "net":
                computed = str(action.net)
            case key:
                turn_over(draft, action.sides)  # cards may have been turned down by hand meanwhile
                computed = str(score(draft.table, action, key).total)
                set_side(draft, key, replace(action.sides[key], ruled=int(self.value)))
        draft.note(
            "overruled",
            "IM-GEN-1",
            figure=self.figure,
            value=self.value,
            computed=computed,
            tells=(self.figure,),
            calls_for={"outcome": ("inflict",), "net": ("collapse_check",)}.get(self.figure, ()),
        )
        match self.figure:
            case "outcome":
                pass
            case "net":
                draft.record_results(net=self.value)
                apply_net_damage(draft, int(self.value), first=False)
            case "collapse":
                apply_collapse_check(draft)
            case _:
                resolve_action(draft)


def overruled_totals(action: Action) -> tuple[str, ...]:
    """Return the sides whose total the GM can overrule now: after a hit damage, resistance, collapse check."""
    if action.stage is not ActionStage.HARMED:
        return tuple(action.sides)
    return ("damage", "resistance", "collapse") if action.collapsed else ("damage", "resistance")
