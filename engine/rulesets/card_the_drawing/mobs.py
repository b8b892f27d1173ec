"""Minions that come and go, and the rows of a mob's sheet that show them (CD-MINION)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.events import SheetEdited, TrackSet
from engine.play.leading import need_known
from engine.play.moves.fields import ActorId
from engine.play.moves.versions import of_present_version
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.card_the_drawing import facts, people
from engine.rulesets.card_the_drawing.procedures import battle
from engine.table.frozen import Json, replace
from engine.table.table import Table
from engine.table.tracks import Track

MOST = 99
_NUMBERED = re.compile(r"(.+) (\d+)", re.DOTALL)
ROWS = "minions"


class AddMinions(Request):
    """The GM adds minions at full Health to a mob; its Speed rises from the next Planning phase."""

    RULES = ("CD-MINION-2", "CD-MINION-3")
    actor: ActorId
    count: Annotated[int, Meta(ge=1, le=MOST, description="how many")] = 1


class RemoveMinion(Request):
    """The GM takes a minion out of a mob, be it up or fallen."""

    RULES = ("CD-MINION-2", "CD-MINION-3")
    FAR_REACHING = True
    body: Annotated[str, Meta(description="the minion: `wolves#2`")]


def _need_mob(table: Table, command: Request, actor: str) -> None:
    need_gm(table, command, "CD-MINION-1")
    need_known(table, command.seat, actor, facts.taking_part(table))
    if not people.is_mob(table.actors[actor]):
        raise Refused("drawing_no_mob", "CD-MINION-1", actor=actor_name(table, actor))


def verify_add(table: Table, command: AddMinions) -> None:
    """The GM, to a mob that does not grow beyond all bounds."""
    _need_mob(table, command, command.actor)
    if len(people.minions(table.actors[command.actor])) + command.count > MOST:
        raise Refused("drawing_mob_size", "CD-MINION-1", most=MOST)


def add(draft: Draft, command: AddMinions) -> None:
    """Add them."""
    add_minions(draft, command.actor, command.count)


def add_minions(draft: Draft, actor: str, count: int) -> tuple[str, ...]:
    """Let a mob have more minions, at full Health, and return them; nothing for anybody else (5.6)."""
    found = draft.table.actors[actor]
    if not people.is_mob(found) or count <= 0:
        return ()
    known = people.minions(found)
    most = people.person_of(draft.table, actor).health or 1
    first = max(known, default=0) + 1
    numbers = range(first, first + min(count, MOST - len(known)))
    for number in numbers:
        track = Track(value=most, least=people.LEAST_HEALTH, most=most)
        draft.emit(TrackSet(actor=actor, name=people.minion_track(number), track=track))
    audience = facts.told_of(draft.table, actor)
    draft.note("drawing_more_minions", "CD-MINION-3", audience=audience, actor=found.name, count=len(numbers))
    return tuple(people.body_id(actor, number) for number in numbers)


def verify_remove(table: Table, command: RemoveMinion) -> None:
    """The GM, of a mob that has it, while no card is carried out."""
    actor, _ = people.track_of(command.body)
    _need_mob(table, command, actor)
    if command.body not in people.bodies(table, actor):
        raise Refused("drawing_no_such_body", "CD-MINION-3", actor=actor_name(table, actor))
    facts.need_between(table)


def remove(draft: Draft, command: RemoveMinion) -> None:
    """Take it out."""
    actor, track = people.track_of(command.body)
    audience = facts.told_of(draft.table, actor)
    draft.note(
        "drawing_less_minions", "CD-MINION-3", audience=audience, body=people.body_name(draft.table, command.body)
    )
    rows = people.minion_rows(draft.table.actors[actor])
    number = people.bodies(draft.table, actor).index(command.body)
    if number < len(rows):
        draft.emit(SheetEdited(actor=actor, fields={ROWS: [*rows[:number], *rows[number + 1 :]]}))
    draft.emit(TrackSet(actor=actor, name=track, track=None))


# ---- the rows of the sheet -------------------------------------------------------------------------------------------


def follow_sheet(draft: Draft, actor: str) -> None:
    """Let Health, and how many minions there are, be as somebody wrote it on the sheet."""
    found = draft.table.actors.get(actor)
    if found is None or not people.is_mob(found):
        return
    rows, numbers = people.minion_rows(found)[:MOST], list(people.minions(found))
    most = people.person_of(draft.table, actor).health or 1
    while len(numbers) < len(rows):
        numbers.append(max(numbers, default=0) + 1)
    for number, row in zip(numbers, rows, strict=False):
        name = people.minion_track(number)
        old = found.tracks.get(name) or Track(value=most, least=people.LEAST_HEALTH, most=most)
        health = row.get("health")
        value = health if isinstance(health, int) and not isinstance(health, bool) else old.value
        new = replace(old, value=replace(old, most=most).clamped(value), most=most)
        if found.tracks.get(name) != new:
            draft.emit(TrackSet(actor=actor, name=name, track=new))
    for number in numbers[len(rows) :]:
        draft.emit(TrackSet(actor=actor, name=people.minion_track(number), track=None))


def follow_name(draft: Draft, actor: str) -> None:
    """Let minions be called after their mob when it comes or gets another name: whom somebody has named stays so.

    Two mobs that were made from one template would else have bodies of the same names.
    """
    found, before = draft.table.actors.get(actor), draft.before.actors.get(actor)
    if found is None or not people.is_mob(found) or (before is not None and before.name == found.name):
        return
    rows = people.minion_rows(found)
    named = [_NUMBERED.fullmatch(str(row.get("name") or "")) for row in rows]
    stems = {match[1] for match in named if match is not None}
    stem = before.name if before is not None else stems.pop() if len(stems) == 1 and None not in named else found.name
    if stem == found.name:
        return
    called = [
        {**row, "name": f"{found.name} {match[2]}"} if match is not None and match[1] == stem else row
        for row, match in zip(rows, named, strict=True)
    ]
    if called != list(rows):
        fields = of_present_version(draft.table, found.sheet, {ROWS: called})
        draft.emit(SheetEdited(actor=actor, fields=fields))


def show_on_sheet(draft: Draft, actor: str) -> None:
    """Let the rows of the sheet show each minion as it is now."""
    found = draft.table.actors[actor]
    if not people.is_mob(found):
        return
    rows = rows_of(draft.table, actor)
    if list(rows) != list(people.minion_rows(found)):
        fields = of_present_version(draft.table, found.sheet, {ROWS: list(rows)})
        draft.emit(SheetEdited(actor=actor, fields=fields))


def rows_of(table: Table, actor: str) -> Sequence[Mapping[str, Json]]:
    """Return the minions of a mob as rows of its sheet: what else is written there stays."""
    now, found = battle(table), table.actors[actor]
    fighter = now.fighters.get(actor) if now is not None else None
    written = people.minion_rows(found)
    rows: list[Mapping[str, Json]] = []
    for place, body in enumerate(people.bodies(table, actor)):
        track = people.health_track(table, body)
        row: dict[str, Json] = dict(written[place]) if place < len(written) else {}
        row.setdefault("name", people.body_name(table, body))
        row["health"] = track.value if track is not None else 0
        marks = {"acted": fighter is not None and body in fighter.acted, "fallen": not people.stands(table, body)}
        for mark, holds in marks.items():
            if holds or row.get(mark):
                row[mark] = holds
        rows.append(row)
    return rows


MOVES = (
    Move(AddMinions, verify_add, add),
    Move(RemoveMinion, verify_remove, remove),
)
