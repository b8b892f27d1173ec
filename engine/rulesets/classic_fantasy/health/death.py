"""Death of a character, and first aid or magic that prevents it (CF-WOUND, CF-HEAL-9)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.draft import Draft
from engine.core.events import ConditionGone
from engine.model.conditions import Condition
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.character_conditions import (
    DEAD,
    DEADLINE,
    UNCONSCIOUS,
    lay,
    place_of,
    until_of,
)
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.character.session_state import injury_of, set_injury
from engine.rulesets.classic_fantasy.health.body_state import stop_bleeding
from engine.rulesets.classic_fantasy.wounds import bleeding_rules


def die(draft: Draft, actor: str, key: str, *rules: str, location: str = "") -> None:
    """Let a character die."""
    lay(draft, actor, DEAD)
    add_log_line(draft, actor, key, *rules, location=location)


def stabilise(draft: Draft, actor: str, location: str | None = None, *, by: bleeding_rules.StoppedBy) -> bool:
    """Prevent death, stop bleeding, and give the unconsciousness of a destroyed limb an end (CF-HEAL-9).

    Args:
        draft: the draft to write to.
        actor: the patient.
        location: the wound; None for all of them, as by magic.
        by: the kind of help.
    """
    stabilised = False
    for condition in draft.table.actors[actor].conditions:
        if location not in (None, place_of(condition)):
            continue
        if condition.name == DEADLINE:
            draft.emit(ConditionGone(actor=actor, id=condition.id))
            add_log_line(draft, actor, "d100_saved", "CF-HEAL-9", location=place_of(condition))
            stabilised = True
        if _ends_when_stabilised(condition):
            until = draft.table.clock + condition.level
            draft.lay_condition(actor, replace(condition, level=0, until=until))
            stabilised = True
    if stop_bleeding(draft, actor, location, by=by):
        add_log_line(draft, actor, "d100_bleeding_stops", "CF-BLOOD-5")
        stabilised = True
    for place in (location,) if location is not None else tuple(_injured_locations(draft.table, actor)):
        injury = injury_of(draft.table, actor, place)
        if injury is not None and not injury.stabilised:
            set_injury(draft, actor, place, replace(injury, stabilised=True))
    return stabilised


def _injured_locations(table: Table, actor: str) -> Iterator[str]:
    body = table.actors[actor].body
    yield from body.locations if body is not None else ()


def _ends_when_stabilised(condition: Condition) -> bool:
    return (
        condition.name == UNCONSCIOUS
        and until_of(condition) == "stabilised"
        and condition.until is None
        and condition.level > 0
    )
