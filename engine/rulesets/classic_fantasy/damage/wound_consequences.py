"""The consequences of a wound are applied to a character (CF-WOUND-5 to CF-WOUND-18)."""

from __future__ import annotations

from engine.core.draft import Draft
from engine.model.seats import Actor
from engine.rulesets.classic_fantasy.character import character_conditions, record_writes
from engine.rulesets.classic_fantasy.character.character_sheet import folded, rows_of
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.combat.combat_procedure import current_combat
from engine.rulesets.classic_fantasy.game_calendar import units
from engine.rulesets.classic_fantasy.health import fatigue_rules, fatigue_state
from engine.rulesets.classic_fantasy.wounds.wound_rules import Consequence

STRAPPED = "strapped"
"""The word on a sheet for an item that a useless arm does not drop (CF-WOUND-8)."""


def apply_consequence(draft: Draft, actor: str, line: Consequence) -> None:
    """Apply one consequence; its time starts now."""
    clock, location = draft.table.clock, line.location
    match line.what:
        case "scar":
            character_conditions.lay(draft, actor, character_conditions.SCAR, location)
        case "no_offence" if line.until == "turns" and not _has_turns(draft, actor):
            duration = line.turns * units().combat_round_seconds
            character_conditions.lay(draft, actor, character_conditions.NO_OFFENCE, until=clock + duration)
        case "no_offence" if line.until == "turns":
            longest = max(
                (
                    condition.level
                    for condition in draft.table.actors[actor].conditions_named(character_conditions.NO_OFFENCE)
                ),
                default=0,
            )
            character_conditions.lay(draft, actor, character_conditions.NO_OFFENCE, level=max(longest, line.turns))
        case "no_offence":
            character_conditions.lay(draft, actor, character_conditions.NO_OFFENCE, until=clock + line.seconds)
        case "harder":
            character_conditions.lay(draft, actor, character_conditions.HARDER, location)
        case "useless":
            character_conditions.lay(draft, actor, character_conditions.USELESS, location)
        case "prone":
            character_conditions.lay(draft, actor, character_conditions.PRONE)
        case "drops":
            drop_held_item(draft, actor, location)
        case "unconscious":
            timed = line.until == "time"
            until = clock + line.seconds if timed else None
            level = 0 if timed else line.seconds
            character_conditions.lay(
                draft, actor, character_conditions.UNCONSCIOUS, location, until=until, level=level, ends=line.until
            )
        case "incapacitated":
            character_conditions.lay(draft, actor, character_conditions.INCAPACITATED, location)
        case "exhausted":
            more = fatigue_rules.level_named("Incapacitated") - fatigue_state.fatigue_level(draft.table, actor)
            if more > 0:
                fatigue_state.add_fatigue(draft, actor, "other", more)
        case "limb_lost":
            character_conditions.lay(
                draft, actor, character_conditions.LIMB_LOST, location, note=f"{location}: {line.limb_kind}"
            )
        case "bleeds_out":
            character_conditions.lay(draft, actor, character_conditions.DEADLINE, location, until=clock + line.seconds)
        case "dead" | "destroyed":
            character_conditions.lay(draft, actor, character_conditions.DEAD)


def _has_turns(draft: Draft, actor: str) -> bool:
    """Return whether a character is in combat; outside, a Turn is as long as a Round (CF-WOUND-5)."""
    combat = current_combat(draft.table)
    return combat is not None and actor in combat.fighters


def drop_held_item(draft: Draft, actor: str, location: str) -> None:
    """Let an arm drop what it holds, unless that is strapped on (CF-WOUND-8)."""
    row = _held_at(draft.table.actors[actor], location)
    if row is None:
        return
    index, item = row
    if STRAPPED in folded(item):
        add_log_line(draft, actor, "d100_stays_strapped", "CF-WOUND-8", what=item)
        return
    record_writes.write_row(draft, actor, "armour", index, held="")
    add_log_line(draft, actor, "d100_drops", "CF-WOUND-8", what=item)


def _held_at(actor: Actor, location: str) -> tuple[int, str] | None:
    for index, cells in enumerate(rows_of(actor, "armour")):
        item = cells.get("held")
        if folded(str(cells.get("location") or "")) == folded(location) and isinstance(item, str) and item.strip():
            return index, item.strip()
    return None
