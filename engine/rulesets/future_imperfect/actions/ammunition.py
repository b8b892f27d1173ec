"""Ammunition: rounds are counted on the sheet, and loading takes actions (FI-RELOAD)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Request, need_gm
from engine.core.draft import Draft
from engine.messages.refusal import Refused
from engine.model.conditions import Condition
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions.action_cost import need_action, take_action
from engine.rulesets.future_imperfect.actions.card_turn import EndsTurn, begin_whole_turn, table_to_act
from engine.rulesets.future_imperfect.actions.weapon_use import is_counted, write_rounds
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.character.equipment import Weapon
from engine.rulesets.future_imperfect.character.row_reader import folded
from engine.rulesets.future_imperfect.checks.character_rolls import need_weapon
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.procedures.participants import add_log_line, record_result
from engine.rulesets.future_imperfect.rules import ranged_rules

RELOADING = "reloading"
"""The condition of a character that reloads: `note` is the weapon, `level` the number of actions so far."""


class Reload(Request, kw_only=True):
    """Spend an action on loading a weapon: a round, half a magazine, a step with powder or a heavy weapon."""

    RULES = ("FI-RELOAD-1", "FI-RELOAD-2", "FI-RELOAD-3", "FI-RELOAD-4", "FI-RELOAD-5", "FI-ACT-7")
    actor: ActorId
    weapon: Annotated[str, Meta(description="a weapon on the sheet")]
    actions: Annotated[
        Annotated[int, Meta(ge=1, le=99)] | None,
        Meta(description="how many it takes in total, as the GM decides; null for the number of the weapon"),
    ] = None
    ends_turn: EndsTurn = False

    def verify(self, table: Table) -> None:
        """Require the character's controller and an action; only the GM changes the duration (FI-RELOAD-3)."""
        table = table_to_act(table, self)
        need_action(table, self, self.actor, "FI-RELOAD-1")
        weapon = need_weapon(table, self.actor, self.weapon)
        if not is_counted(table, self.actor, weapon) or weapon.loaded == weapon.capacity:
            raise Refused("nothing_to_load", "FI-RELOAD-1", weapon=weapon.name)
        if self.actions is not None:
            need_gm(table, self, "FI-RELOAD-3")
            if weapon.loading == "black_powder":
                raise Refused("powder_takes_time", "FI-RELOAD-5")

    def decide(self, draft: Draft) -> None:
        """Count the action; with enough of them the weapon is loaded."""
        begin_whole_turn(draft, self)
        weapon = need_weapon(draft.table, self.actor, self.weapon)
        character = draft.table.actors[self.actor]
        begun = next(
            (
                condition.level
                for condition in character.conditions_named(RELOADING)
                if folded(condition.note) == folded(weapon.name)
            ),
            0,
        )
        need = self.actions or ranged_rules.reload_actions(weapon.loading, heavy=weapon.reload or 1)
        done = begun + 1
        draft.lift_condition(self.actor, RELOADING)
        take_action(draft, self.actor)
        if done < need:
            laid = Condition(id=RELOADING, name=RELOADING, level=done, note=weapon.name)
            draft.lay_condition(self.actor, laid)
            add_log_line(draft, self.actor, "reloads", "FI-RELOAD-2", weapon=weapon.name, done=done, need=need)
            record_result(draft, self.actor, reloaded=False)
            return
        _load(draft, self.actor, weapon)
        record_result(draft, self.actor, reloaded=True)


def finish_reloading(draft: Draft, actor: str) -> None:
    """Load the weapon that a character is reloading: it has had the time (FI-RELOAD-2), if it can act (FI-STUN-4)."""
    table = draft.table
    is_able = not (character_conditions.incapacity(table, actor) or character_conditions.is_stunned(table, actor))
    for condition in table.actors[actor].conditions_named(RELOADING):
        draft.lift_condition(actor, RELOADING)
        weapon = character_sheet.weapon(table.actors[actor], condition.note, table.lists)
        if is_able and weapon is not None and is_counted(table, actor, weapon):
            _load(draft, actor, weapon)


def _load(draft: Draft, actor: str, weapon: Weapon) -> None:
    full = weapon.capacity or 1
    write_rounds(draft, actor, weapon, min(full, (weapon.loaded or 0) + 1) if weapon.loading == "round" else full)
    add_log_line(draft, actor, "reloaded", "FI-RELOAD-1", weapon=weapon.name)
