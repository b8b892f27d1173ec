"""What ends or strikes at its moment: states that have an end, deaths that come, and blood (CF-WOUND, CF-BLOOD)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.play.draft import Draft
from engine.play.events import ConditionGone
from engine.rulesets.classic_fantasy import blood
from engine.rulesets.classic_fantasy.at_table import has_spot, need_spot, set_hp, stop_bleeding
from engine.rulesets.classic_fantasy.blood import Bleeding
from engine.rulesets.classic_fantasy.clock import Due, Entry, Kind
from engine.rulesets.classic_fantasy.leading import note_of
from engine.rulesets.classic_fantasy.mending import maim
from engine.rulesets.classic_fantasy.procedures.evening import injury_of, set_injury
from engine.rulesets.classic_fantasy.states import (
    BLEEDING,
    DEAD,
    DEADLINE,
    MAIMING,
    SPELL_REST,
    UNCONSCIOUS,
    in_story,
    is_dead,
    lay,
    place_of,
    until_of,
)
from engine.rulesets.classic_fantasy.ticking import TICKS, Since, Tick
from engine.rulesets.classic_fantasy.tiring import tire_and_tell
from engine.sheets.condition_names import called
from engine.table.conditions import Condition
from engine.table.frozen import replace
from engine.table.table import Table


def _entries(table: Table, since: Since) -> Iterator[Entry]:
    for actor in in_story(table):
        for held in table.actors[actor].conditions:
            if held.until is not None and held.name not in ELSEWHERE:
                kind: Kind = "deadline" if held.name == DEADLINE else "condition"
                yield Entry(name=f"until:{actor}:{held.id}", at=held.until, kind=kind)


ELSEWHERE: Final[set[str]] = set()
"""Conditions whose moment another room waits for."""


def _strike(draft: Draft, due: Due) -> None:
    _, actor, found = due.name.split(":", 2)
    held = next(held for held in draft.table.actors[actor].conditions if held.id == found)
    draft.emit(ConditionGone(actor=actor, id=held.id))
    if held.name == DEADLINE:
        die(draft, actor, "d100_dies_of_wound", "CF-WOUND-15", "CF-WOUND-18", location=place_of(held))
    elif held.name in (SPELL_REST, MAIMING) and not has_spot(draft.table, actor, place_of(held)):
        note_of(draft, actor, "d100_state_ends", "CF-TIME-1", state=called(held.name))
    elif held.name == SPELL_REST:
        set_hp(draft, actor, place_of(held), need_spot(draft.table, actor, place_of(held)).hp + held.level)
        note_of(draft, actor, "d100_spell_works", "CF-X-34", location=place_of(held), points=held.level)
    elif held.name == MAIMING:
        maim(draft, actor, place_of(held))
    else:
        note_of(draft, actor, "d100_state_ends", "CF-TIME-1", state=called(held.name))


def die(draft: Draft, actor: str, key: str, *rules: str, location: str = "") -> None:
    """Let somebody be dead."""
    lay(draft, actor, DEAD)
    note_of(draft, actor, key, *rules, location=location)


def stabilise(draft: Draft, actor: str, location: str | None = None, *, by: blood.StoppedBy) -> bool:
    """Call off the death that comes, stop blood, and let the faint of a destroyed limb have its end (CF-HEAL-9).

    Args:
        draft: where it is written down.
        actor: whom it helps.
        location: which wound; None for all of them, as magic does.
        by: what has helped.
    """
    done = False
    for held in draft.table.actors[actor].conditions:
        if location not in (None, place_of(held)):
            continue
        if held.name == DEADLINE:
            draft.emit(ConditionGone(actor=actor, id=held.id))
            note_of(draft, actor, "d100_saved", "CF-HEAL-9", location=place_of(held))
            done = True
        if _waits(held):
            until = draft.table.clock + held.level
            draft.lay_condition(actor, replace(held, level=0, until=until))
            done = True
    if stop_bleeding(draft, actor, location, by=by):
        note_of(draft, actor, "d100_bleeding_stops", "CF-BLOOD-5")
        done = True
    for place in (location,) if location is not None else tuple(_injured(draft.table, actor)):
        known = injury_of(draft.table, actor, place)
        if known is not None and not known.stabilised:
            set_injury(draft, actor, place, replace(known, stabilised=True))
    return done


def _injured(table: Table, actor: str) -> Iterator[str]:
    body = table.actors[actor].body
    yield from body.locations if body is not None else ()


def _waits(held: Condition) -> bool:
    return held.name == UNCONSCIOUS and until_of(held) == "stabilised" and held.until is None and held.level > 0


# ---- blood -----------------------------------------------------------------------------------------------------------


def _bleeding_entries(table: Table, since: Since) -> Iterator[Entry]:
    for actor in in_story(table):
        for held in table.actors[actor].named(BLEEDING):
            name = f"bleeding:{actor}:{held.id}"
            found = blood.entry(Bleeding(since=since(name), levels=max(1, held.level)), name)
            if found is not None:
                yield found


def _bleed(draft: Draft, due: Due) -> None:
    _, actor, found = due.name.split(":", 2)
    held = next(held for held in draft.table.actors[actor].conditions if held.id == found)
    if not is_dead(draft.table, actor):
        tire_and_tell(draft, actor, "blood", max(1, held.level), "CF-BLOOD-1", "CF-X-31")


TICKS.append(Tick("until", _entries, _strike))
TICKS.append(Tick("bleeding", _bleeding_entries, _bleed))
