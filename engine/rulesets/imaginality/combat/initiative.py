"""Initiative: one card for each fighter, highest first, equal ones together (IM-INIT).

`turns.turn_order` keeps the order that results, and advances it.
"""

from __future__ import annotations

from engine.core.draft import Draft
from engine.kit.gm_requests import GmRequest
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.imaginality.actions.action_commands import penalty_counts
from engine.rulesets.imaginality.actions.action_sides import comparison_score, secret_totals, side_of
from engine.rulesets.imaginality.actions.card_play_commands import open_sides
from engine.rulesets.imaginality.character_state import can_act
from engine.rulesets.imaginality.comparison_rules import NO_CARDS, acting_groups
from engine.rulesets.imaginality.procedures import Action, ActionKind, ActionStage
from engine.rulesets.imaginality.turns.turn_order import FIGHTS, need_fight, set_order


class CallInitiative(GmRequest):
    """The GM calls for initiative this turn: a card for each fighter, face down, shown together."""

    RULES = ("IM-INIT-1", "IM-INIT-4", "IM-INIT-5", "IM-INIT-6")
    CITED = ("IM-INIT-4",)

    def verify(self, table: Table) -> None:
        """In a fight, with nothing in progress, before any fighter has acted."""
        super().verify(table)
        fight = FIGHTS.need_between_actions(table)
        if fight.acted:
            raise Refused("initiative_late", "IM-INIT-5")
        if not any(can_act(table, actor) for actor in fight.fighters):
            raise Refused("no_fighters", "IM-INIT-1")

    def decide(self, draft: Draft) -> None:
        """Open a side for each fighter who can act."""
        fight = need_fight(draft.table)
        draft.push_procedure(Action(kind=ActionKind.INITIATIVE, stage=ActionStage.COMMIT))
        draft.note("initiative_called", "IM-INIT-1", turn=fight.turn)
        counts = penalty_counts(draft.table, "initiative")
        able = [actor for actor in fight.fighters if can_act(draft.table, actor)]
        open_sides(draft, [(f"init-{actor}", side_of(draft.table, actor, penalised=counts)) for actor in able])


def resolve_initiative(draft: Draft, action: Action) -> None:
    """Read the values and set the order; a drawn Joker acts last of all (IM-INIT-2, IM-INIT-3, IM-INIT-6)."""
    scores = {side.actor: comparison_score(draft.table, action, key) for key, side in action.sides.items()}
    order = acting_groups(scores)
    known = {a: s.total for a, s in scores.items() if not s.fumble and s is not NO_CARDS}
    fumbled = tuple(key for key, side in action.sides.items() if scores[side.actor].fumble)
    draft.replace_procedure(replace(action, stage=ActionStage.REVEALED, fumbled=fumbled))
    FIGHTS.change(draft, initiative=known)
    set_order(draft, order)
    names = [" + ".join(actor_name(draft.table, a) for a in group) for group in order]
    secret = {action.sides[key].actor for key in secret_totals(draft.table, action)}
    shown = {a: known.get(a) for a in scores if a not in secret}
    draft.record_results(order=[list(group) for group in order], initiative=shown)
    draft.note("initiative_order", "IM-INIT-2", "IM-INIT-3", "IM-INIT-6", order=names, tells=tuple(action.sides))
