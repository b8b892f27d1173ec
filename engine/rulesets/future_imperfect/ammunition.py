"""What is loaded: rounds are counted on the sheet, and loading takes actions (FI-RELOAD)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.events import SheetEdited
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import shooting
from engine.rulesets.future_imperfect.acting import need_action, take_action
from engine.rulesets.future_imperfect.cells import Cells, folded
from engine.rulesets.future_imperfect.dice_of import need_weapon
from engine.rulesets.future_imperfect.gear import Weapon
from engine.table.conditions import Condition
from engine.table.seats import Actor
from engine.table.table import Table

RELOADING = "reloading"
"""A condition of who is loading: `note` is the weapon, `level` how many actions went into it."""


class Reload(Request):
    """An action that goes into loading a weapon: a round, half a magazine, a step with powder or a heavy weapon."""

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
        if isinstance(row, Mapping) and folded(Cells(row).text("name")) == folded(name):
            return number
    return None


def is_counted(table: Table, actor: str, weapon: Weapon) -> bool:
    """Say whether rounds are counted: of weapons on the sheet that hold a number of them."""
    return weapon.loaded is not None and _row(table.actors[actor], weapon.name) is not None


def need_rounds(table: Table, actor: str, weapon: Weapon, count: int) -> None:
    """Raise Refused if a weapon has fewer rounds left than are to be fired."""
    if weapon.loaded is not None and is_counted(table, actor, weapon) and weapon.loaded < count:
        raise Refused("too_few_rounds", "FI-RELOAD-1", weapon=weapon.name, left=weapon.loaded)


def spend_rounds(draft: Draft, actor: str, weapon: Weapon, count: int) -> None:
    """Take rounds out of a weapon, if they are counted."""
    if count and weapon.loaded is not None and is_counted(draft.table, actor, weapon):
        _write(draft, actor, weapon, max(0, weapon.loaded - count))


def _write(draft: Draft, actor: str, weapon: Weapon, left: int) -> None:
    found = draft.table.actors[actor]
    number = _row(found, weapon.name)
    rows = found.sheet["weapons"]
    assert number is not None
    assert isinstance(rows, list | tuple)
    row = rows[number]
    assert isinstance(row, Mapping)
    told = f"{left}/{max(left, weapon.capacity or left)}"
    changed = [*rows[:number], {**row, "ammunition": told}, *rows[number + 1 :]]
    draft.emit(SheetEdited(actor=actor, fields={"weapons": changed}))
    draft.figure(loaded=left)


def verify_reload(table: Table, command: Reload) -> None:
    """Whoever leads the character, with an action left; how long it takes only the Master changes (FI-RELOAD-3)."""
    need_action(table, command, command.actor, "FI-RELOAD-1")
    weapon = need_weapon(table, command.actor, command.weapon)
    if not is_counted(table, command.actor, weapon) or weapon.loaded == weapon.capacity:
        raise Refused("nothing_to_load", "FI-RELOAD-1", weapon=weapon.name)
    if command.actions is not None:
        need_gm(table, command, "FI-RELOAD-3")
        if weapon.loading == "black_powder":
            raise Refused("powder_takes_time", "FI-RELOAD-5")


def reload(draft: Draft, command: Reload) -> None:
    """Count the action; when there are enough of them the weapon is loaded."""
    weapon = need_weapon(draft.table, command.actor, command.weapon)
    found = draft.table.actors[command.actor]
    begun = next((one.level for one in found.named(RELOADING) if folded(one.note) == folded(weapon.name)), 0)
    need = command.actions or shooting.reload_actions(weapon.loading, heavy=weapon.reload or 1)
    done = begun + 1
    draft.lift_condition(command.actor, RELOADING)
    take_action(draft, command.actor)
    who = actor_name(draft.table, command.actor)
    if done < need:
        laid = Condition(id=RELOADING, name=RELOADING, level=done, note=weapon.name)
        draft.lay_condition(command.actor, laid)
        draft.note("reloads", "FI-RELOAD-2", actor=who, weapon=weapon.name, done=done, need=need)
        draft.figure(reloaded=False)
        return
    full = weapon.capacity or 1
    _write(draft, command.actor, weapon, min(full, (weapon.loaded or 0) + 1) if weapon.loading == "round" else full)
    draft.note("reloaded", "FI-RELOAD-1", actor=who, weapon=weapon.name)
    draft.figure(reloaded=True)


MOVES = (Move(Reload, verify_reload, reload),)
