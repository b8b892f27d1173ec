"""Ammunition: rounds are counted on the sheet, and loading takes actions (FI-RELOAD)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.core.events import SheetEdited
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.conditions import Condition
from engine.model.seats import Actor
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions.action_cost import need_action, take_action
from engine.rulesets.future_imperfect.character.equipment import Weapon
from engine.rulesets.future_imperfect.character.row_reader import RowReader, folded
from engine.rulesets.future_imperfect.checks.character_rolls import need_weapon
from engine.rulesets.future_imperfect.rules import ranged_rules

RELOADING = "reloading"
"""The condition of a character that reloads: `note` is the weapon, `level` the number of actions so far."""


class Reload(Request):
    """Spend an action on loading a weapon: a round, half a magazine, a step with powder or a heavy weapon."""

    RULES = ("FI-RELOAD-1", "FI-RELOAD-2", "FI-RELOAD-3", "FI-RELOAD-4", "FI-RELOAD-5", "FI-ACT-7")
    actor: ActorId
    weapon: Annotated[str, Meta(description="a weapon on the sheet")]
    actions: Annotated[
        Annotated[int, Meta(ge=1, le=99)] | None,
        Meta(description="how many it takes in all, if the Master says; null goes by the weapon"),
    ] = None


def _row(actor: Actor, name: str) -> int | None:
    rows = actor.sheet.get("weapons")
    among = rows if isinstance(rows, list | tuple) else ()
    for number, row in enumerate(among):
        if isinstance(row, Mapping) and folded(RowReader(row).text("name")) == folded(name):
            return number
    return None


def is_counted(table: Table, actor: str, weapon: Weapon) -> bool:
    """Say whether rounds are counted: only for weapons on the sheet that hold a number of them."""
    return weapon.loaded is not None and _row(table.actors[actor], weapon.name) is not None


def need_rounds(table: Table, actor: str, weapon: Weapon, count: int) -> None:
    """Raise Refused if a weapon has fewer rounds left than the attack fires."""
    if weapon.loaded is not None and is_counted(table, actor, weapon) and weapon.loaded < count:
        raise Refused("too_few_rounds", "FI-RELOAD-1", weapon=weapon.name, left=weapon.loaded)


def spend_rounds(draft: Draft, actor: str, weapon: Weapon, count: int) -> None:
    """Take rounds out of a weapon, if they are counted."""
    if count and weapon.loaded is not None and is_counted(draft.table, actor, weapon):
        _write(draft, actor, weapon, max(0, weapon.loaded - count))


def _write(draft: Draft, actor: str, weapon: Weapon, left: int) -> None:
    character = draft.table.actors[actor]
    number = _row(character, weapon.name)
    rows = character.sheet["weapons"]
    assert number is not None
    assert isinstance(rows, list | tuple)
    row = rows[number]
    assert isinstance(row, Mapping)
    load = f"{left}/{max(left, weapon.capacity or left)}"
    changed = [*rows[:number], {**row, "ammunition": load}, *rows[number + 1 :]]
    draft.emit(SheetEdited(actor=actor, fields={"weapons": changed}))
    draft.record_results(loaded=left)


def verify_reload(table: Table, command: Reload) -> None:
    """Require the character's controller and an action; only the GM changes the duration (FI-RELOAD-3)."""
    need_action(table, command, command.actor, "FI-RELOAD-1")
    weapon = need_weapon(table, command.actor, command.weapon)
    if not is_counted(table, command.actor, weapon) or weapon.loaded == weapon.capacity:
        raise Refused("nothing_to_load", "FI-RELOAD-1", weapon=weapon.name)
    if command.actions is not None:
        need_gm(table, command, "FI-RELOAD-3")
        if weapon.loading == "black_powder":
            raise Refused("powder_takes_time", "FI-RELOAD-5")


def reload(draft: Draft, command: Reload) -> None:
    """Count the action; with enough of them the weapon is loaded."""
    weapon = need_weapon(draft.table, command.actor, command.weapon)
    character = draft.table.actors[command.actor]
    begun = next(
        (
            condition.level
            for condition in character.conditions_named(RELOADING)
            if folded(condition.note) == folded(weapon.name)
        ),
        0,
    )
    need = command.actions or ranged_rules.reload_actions(weapon.loading, heavy=weapon.reload or 1)
    done = begun + 1
    draft.lift_condition(command.actor, RELOADING)
    take_action(draft, command.actor)
    name = actor_name(draft.table, command.actor)
    if done < need:
        laid = Condition(id=RELOADING, name=RELOADING, level=done, note=weapon.name)
        draft.lay_condition(command.actor, laid)
        draft.note("reloads", "FI-RELOAD-2", actor=name, weapon=weapon.name, done=done, need=need)
        draft.record_results(reloaded=False)
        return
    full = weapon.capacity or 1
    _write(draft, command.actor, weapon, min(full, (weapon.loaded or 0) + 1) if weapon.loading == "round" else full)
    draft.note("reloaded", "FI-RELOAD-1", actor=name, weapon=weapon.name)
    draft.record_results(reloaded=True)


MOVES = (Move(Reload, verify_reload, reload),)
