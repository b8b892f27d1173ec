"""What follows of a wound is laid on a character (CF-WOUND-5 to CF-WOUND-18)."""

from __future__ import annotations

from engine.play.draft import Draft
from engine.rulesets.classic_fantasy import at_table, fatigue, recording, states
from engine.rulesets.classic_fantasy.characters import folded, rows_of
from engine.rulesets.classic_fantasy.clock import units
from engine.rulesets.classic_fantasy.leading import note_of
from engine.rulesets.classic_fantasy.procedures.fight import fight
from engine.rulesets.classic_fantasy.wounds import Consequence
from engine.table.frozen import replace
from engine.table.seats import Actor

STRAPPED = "strapped"
"""The word on a sheet for what a useless arm does not let fall (CF-WOUND-8)."""


def lay_consequence(draft: Draft, actor: str, line: Consequence) -> None:
    """Lay one consequence; its time runs from now."""
    now, where = draft.table.clock, line.location
    match line.what:
        case "scar":
            states.lay(draft, actor, states.SCAR, where)
        case "no_offence" if line.until == "turns" and not _has_turns(draft, actor):
            lasts = line.turns * units().combat_round_seconds
            states.lay(draft, actor, states.NO_OFFENCE, until=now + lasts)
        case "no_offence" if line.until == "turns":
            held = max((one.level for one in draft.table.actors[actor].named(states.NO_OFFENCE)), default=0)
            states.lay(draft, actor, states.NO_OFFENCE, level=max(held, line.turns))
        case "no_offence":
            states.lay(draft, actor, states.NO_OFFENCE, until=now + line.seconds)
        case "harder":
            states.lay(draft, actor, states.HARDER, where)
        case "useless":
            states.lay(draft, actor, states.USELESS, where)
        case "prone":
            states.lay(draft, actor, states.PRONE)
        case "drops":
            drop(draft, actor, where)
        case "unconscious":
            timed = line.until == "time"
            until = now + line.seconds if timed else None
            level = 0 if timed else line.seconds
            states.lay(draft, actor, states.UNCONSCIOUS, where, until=until, level=level, ends=line.until)
        case "incapacitated":
            states.lay(draft, actor, states.INCAPACITATED, where)
        case "exhausted":
            more = fatigue.level_named("Incapacitated") - at_table.fatigue_level(draft.table, actor)
            if more > 0:
                at_table.tire(draft, actor, "other", more)
        case "limb_lost":
            states.lay(draft, actor, states.LIMB_LOST, where, note=f"{where}: {line.limb_kind}")
        case "bleeds_out":
            states.lay(draft, actor, states.DEADLINE, where, until=now + line.seconds)
        case "dead" | "destroyed":
            states.lay(draft, actor, states.DEAD)


def _has_turns(draft: Draft, actor: str) -> bool:
    """Say whether somebody is in a fight; elsewhere nobody counts Turns, and one is as long as a Round (CF-WOUND-5)."""
    now = fight(draft.table)
    return now is not None and actor in now.fighters


def out_of_fight(draft: Draft, actor: str) -> None:
    """Let what was counted in Turns run out in as many Rounds, now that somebody has no Turns any more (CF-WOUND-5)."""
    held_by = draft.table.actors.get(actor)
    for held in held_by.named(states.NO_OFFENCE) if held_by is not None else ():
        if held.until is None:
            until = draft.table.clock + max(1, held.level) * units().combat_round_seconds
            draft.lay_condition(actor, replace(held, level=0, until=until))


def drop(draft: Draft, actor: str, location: str) -> None:
    """Let an arm let go of what it holds, unless that is strapped on (CF-WOUND-8)."""
    row = _held_at(draft.table.actors[actor], location)
    if row is None:
        return
    index, held = row
    if STRAPPED in folded(held):
        note_of(draft, actor, "d100_stays_strapped", "CF-WOUND-8", what=held)
        return
    recording.write_row(draft, actor, "armour", index, held="")
    note_of(draft, actor, "d100_drops", "CF-WOUND-8", what=held)


def _held_at(actor: Actor, location: str) -> tuple[int, str] | None:
    for index, cells in enumerate(rows_of(actor, "armour")):
        held = cells.get("held")
        if folded(str(cells.get("location") or "")) == folded(location) and isinstance(held, str) and held.strip():
            return index, held.strip()
    return None
