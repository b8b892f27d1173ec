"""Wounds that heal by themselves at the table, and such as maim because nobody treats them (CF-HEAL-1 to CF-HEAL-7)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from engine.play.draft import Draft
from engine.play.events import LocationSet
from engine.rulesets.classic_fantasy import healing
from engine.rulesets.classic_fantasy.at_table import healing_rate, mending_of, need_spot, set_hp
from engine.rulesets.classic_fantasy.characters import folded, rows_of, skill_of
from engine.rulesets.classic_fantasy.clock import Due, Entry
from engine.rulesets.classic_fantasy.leading import note_of
from engine.rulesets.classic_fantasy.parts import total
from engine.rulesets.classic_fantasy.procedures.evening import Injury, evening, injury_of, set_injury
from engine.rulesets.classic_fantasy.recording import write_row
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.states import LIMB_LOST, MAIMING, condition_id, in_story, lay, lift, place_of
from engine.rulesets.classic_fantasy.ticking import TICKS, Since, Tick
from engine.rulesets.classic_fantasy.wound_tables import numbers
from engine.rulesets.classic_fantasy.wounds import level_of
from engine.rulesets.remembering import Remembered
from engine.table.frozen import Json, replace
from engine.table.table import Table

HEALING = "Healing"


def hurt_at(table: Table, actor: str) -> tuple[str, ...]:
    """Return the locations that are hurt, without a look at anything else."""
    body = table.actors[actor].body
    held = body.locations if body is not None else {}
    return tuple(name for name, one in held.items() if one.most is not None and one.level < one.most)


def know_wounds(draft: Draft) -> None:
    """Count what was hurt by hand as hurt from now on, and Major Wounds that nobody treats as such as may maim."""
    now = draft.table.clock
    for actor in in_story(draft.table):
        for location in hurt_at(draft.table, actor):
            if injury_of(draft.table, actor, location) is None:
                set_injury(draft, actor, location, Injury(injured=now, since=now))
            threaten_maiming(draft, actor, location)


def threaten_maiming(draft: Draft, actor: str, location: str) -> None:
    """Say until when a Major Wound must be treated, or it maims; not of a limb that is off anyway (CF-HEAL-5)."""
    table = draft.table
    spot, known = need_spot(table, actor, location), injury_of(table, actor, location)
    if spot.level != "major" or known is None or known.treated:
        return
    found = table.actors[actor]
    if any(held.id == condition_id(MAIMING, location) for held in found.conditions):
        return
    if known.maimed:
        return
    at = healing.maimed_at(known.injured, _maim_skill(table, actor), known.limb_kind)
    if at is not None:
        lay(draft, actor, MAIMING, location, until=max(at, table.clock + 1))


def _maim_skill(table: Table, actor: str) -> int:
    """Return the Healing that counts: the best among the victim's companions, or the victim's own (CF-AMB-37)."""
    side = table.is_gm(table.actors[actor].seat)
    carers = [
        skill_of(table, other, HEALING)
        for other in in_story(table)
        if other != actor and table.is_gm(table.actors[other].seat) == side and not table.actors[other].secret
    ]
    return healing.maim_skill(carers, skill_of(table, actor, HEALING), settings=settings_of(table))


def maim(draft: Draft, actor: str, location: str, lost: int | None = None) -> None:
    """Let a location be maimed: its hit points unhurt are fewer for good (CF-HEAL-6, CF-AMB-38).

    Args:
        draft: where it is written down.
        actor: who is.
        location: which.
        lost: how many hit points; None for as many as the house proposes.
    """
    table = draft.table
    spot = need_spot(table, actor, location)
    after = healing.maimed(mending_of(table, actor, location), lost)
    gone = spot.most - after.most
    rows = rows_of(table.actors[actor], "wounds")
    wanted = folded(location)
    place = next((n for n, row in enumerate(rows) if folded(str(row.get("location") or "")) == wanted), None)
    before: Json = rows[place].get("maimed") if place is not None else 0
    had = before if isinstance(before, int) else 0
    write_row(draft, actor, "wounds", place, location=location, maimed=had + gone)
    # Where the record does not say how many hit points there are, the body has not followed; no wound is worse by it.
    _set_location(draft, actor, location, after.most, after.hp)
    held = injury_of(draft.table, actor, location)
    if held is not None:
        set_injury(draft, actor, location, replace(held, maimed=True))
    lift(draft, actor, MAIMING, location)
    note_of(draft, actor, "d100_maimed", "CF-HEAL-6", location=location, points=gone, most=after.most)


def _set_location(draft: Draft, actor: str, location: str, most: int, hp: int) -> None:
    body = draft.table.actors[actor].body
    assert body is not None
    new = replace(body.locations[location], most=most, level=hp)
    if new != body.locations[location]:
        draft.emit(LocationSet(actor=actor, name=location, location=new))


def treat(draft: Draft, actor: str, location: str) -> None:
    """Let a Major Wound have been treated: it heals by nature from now on, and maims no more (CF-HEAL-4)."""
    known, now = injury_of(draft.table, actor, location), draft.table.clock
    found = known or Injury(injured=now, since=now)
    if not found.treated:
        set_injury(draft, actor, location, replace(found, treated=True, since=now))
    lift(draft, actor, MAIMING, location)


# ---- the clock -------------------------------------------------------------------------------------------------------


_ENTRIES: Final = Remembered[tuple[Entry, ...]]()
"""What waits for each character: it is asked for after everything that happens to anybody."""


def _entries(table: Table, since: Since) -> Iterator[Entry]:
    injuries = evening(table).injuries
    for actor in in_story(table):
        made_of = (table.actors[actor], injuries.get(actor), table.options, table.scene)
        yield from _ENTRIES.get(actor, made_of, partial(_entries_of, table, actor))


def _entries_of(table: Table, actor: str) -> tuple[Entry, ...]:
    settings, found = settings_of(table), list[Entry]()
    gone = {place_of(held) for held in table.actors[actor].named(LIMB_LOST)}
    for location in hurt_at(table, actor):
        known = injury_of(table, actor, location)
        if known is None or (location in gone and _is_off(known)):
            continue
        entry = healing.entry(mending_of(table, actor, location), f"healing:{actor}:{location}", settings=settings)
        if entry is not None:
            found.append(entry)
    return tuple(found)


def _is_off(known: Injury) -> bool:
    return known.limb_kind in numbers().limbs.dismembered


def _heal(draft: Draft, due: Due) -> None:
    _, actor, location = due.name.split(":", 2)
    settings = settings_of(draft.table)
    mending = mending_of(draft.table, actor, location)
    after, mended = healing.mend(mending, healing_rate(draft.table, actor), settings=settings)
    known = injury_of(draft.table, actor, location)
    assert known is not None
    set_injury(draft, actor, location, replace(known, since=after.since, strain=after.strain))
    set_hp(draft, actor, location, after.hp, at=int(due.at))
    level = level_of(after.hp, mending.most)
    note_of(
        draft,
        actor,
        "d100_heals" if total(mended.parts) else "d100_heals_nothing",
        "CF-HEAL-1",
        "CF-HEAL-2",
        numbers=True,
        location=location,
        points=total(mended.parts),
        hp=after.hp,
        most=mending.most,
        level="unhurt" if level == "none" else level,
        reckoning=[part.words for part in mended.parts],
    )


TICKS.append(Tick("healing", _entries, _heal))
