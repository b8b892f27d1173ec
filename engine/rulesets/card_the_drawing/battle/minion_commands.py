"""Minions that join and leave a mob, and the rows of its sheet that show them (CD-MINION)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import Meta

from engine.core.audience import need_known
from engine.core.command_fields import ActorId
from engine.core.commands import Request, need_gm
from engine.core.draft import Draft
from engine.core.events import SheetEdited, TrackSet
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.card_the_drawing import actor_sheet
from engine.rulesets.card_the_drawing.battle import participants
from engine.rulesets.card_the_drawing.battle.battle_procedures import current_battle
from engine.sheets.editing.record_version import of_present_version

MOST_MINIONS = 99
_NUMBERED = re.compile(r"(.+) (\d+)", re.DOTALL)
ROWS = "minions"


class AddMinions(Request):
    """The GM adds minions at full Health to a mob; its Speed rises from the next Planning phase."""

    RULES = ("CD-MINION-2", "CD-MINION-3")
    actor: ActorId
    count: Annotated[int, Meta(ge=1, le=MOST_MINIONS, description="how many"), Asks("minions", optional=False)] = 1

    def verify(self, table: Table) -> None:
        """Only the GM, for a mob below the maximum size."""
        _need_mob(table, self, self.actor)
        if len(actor_sheet.minions(table.actors[self.actor])) + self.count > MOST_MINIONS:
            raise Refused("drawing_mob_size", "CD-MINION-1", most=MOST_MINIONS)

    def decide(self, draft: Draft) -> None:
        """Add them."""
        add_minions(draft, self.actor, self.count)


class RemoveMinion(Request):
    """The GM takes a minion out of a mob, defeated or not."""

    RULES = ("CD-MINION-2", "CD-MINION-3")
    FAR_REACHING = True
    body: Annotated[str, Meta(description="the minion: `wolves#2`"), Asks("minion")]

    def verify(self, table: Table) -> None:
        """Only the GM, for a mob that has this minion, while no card is being resolved."""
        actor, _ = actor_sheet.track_of(self.body)
        _need_mob(table, self, actor)
        if self.body not in actor_sheet.body_ids(table, actor):
            raise Refused("drawing_no_such_body", "CD-MINION-3", actor=actor_name(table, actor))
        participants.need_no_resolution(table)

    def decide(self, draft: Draft) -> None:
        """Take it out."""
        actor, track = actor_sheet.track_of(self.body)
        audience, name = participants.audience_for(draft.table, actor), actor_sheet.body_name(draft.table, self.body)
        draft.note("drawing_less_minions", "CD-MINION-3", audience=audience, body=name)
        rows = actor_sheet.minion_rows(draft.table.actors[actor])
        number = actor_sheet.body_ids(draft.table, actor).index(self.body)
        if number < len(rows):
            draft.emit(SheetEdited(actor=actor, fields={ROWS: [*rows[:number], *rows[number + 1 :]]}))
        draft.emit(TrackSet(actor=actor, name=track, track=None))


def _need_mob(table: Table, command: Request, actor: str) -> None:
    need_gm(table, command, "CD-MINION-1")
    need_known(table, command.seat, actor, participants.taking_part(table))
    if not actor_sheet.is_mob(table.actors[actor]):
        raise Refused("drawing_no_mob", "CD-MINION-1", actor=actor_name(table, actor))


def add_minions(draft: Draft, actor: str, count: int) -> tuple[str, ...]:
    """Add minions at full Health to a mob and return them; none for any other actor (5.6)."""
    character = draft.table.actors[actor]
    if not actor_sheet.is_mob(character) or count <= 0:
        return ()
    known = actor_sheet.minions(character)
    most = actor_sheet.actor_sheet_of(draft.table, actor).health or 1
    first = max(known, default=0) + 1
    numbers = range(first, first + min(count, MOST_MINIONS - len(known)))
    for number in numbers:
        track = actor_sheet.full_health(most)
        draft.emit(TrackSet(actor=actor, name=actor_sheet.minion_track(number), track=track))
    audience = participants.audience_for(draft.table, actor)
    draft.note("drawing_more_minions", "CD-MINION-3", audience=audience, actor=character.name, count=len(numbers))
    return tuple(actor_sheet.body_id(actor, number) for number in numbers)


# ---- the rows of the sheet -------------------------------------------------------------------------------------------


def apply_sheet_rows(draft: Draft, actor: str) -> None:
    """Set Health and the number of minions to what the sheet's rows say."""
    character = draft.table.actors.get(actor)
    if character is None or not actor_sheet.is_mob(character):
        return
    rows, numbers = actor_sheet.minion_rows(character)[:MOST_MINIONS], list(actor_sheet.minions(character))
    most = actor_sheet.actor_sheet_of(draft.table, actor).health or 1
    while len(numbers) < len(rows):
        numbers.append(max(numbers, default=0) + 1)
    for number, row in zip(numbers, rows, strict=False):
        name = actor_sheet.minion_track(number)
        old = character.tracks.get(name) or actor_sheet.full_health(most)
        health = row.get("health")
        value = health if isinstance(health, int) and not isinstance(health, bool) else old.value
        new = replace(old, value=replace(old, most=most).clamped(value), most=most)
        if character.tracks.get(name) != new:
            draft.emit(TrackSet(actor=actor, name=name, track=new))
    for number in numbers[len(rows) :]:
        draft.emit(TrackSet(actor=actor, name=actor_sheet.minion_track(number), track=None))


def rename_minions(draft: Draft, actor: str) -> None:
    """Name minions after their mob when it joins or is renamed; minions with names of their own keep them.

    Without this two mobs made from one template would have bodies of the same names.
    """
    character, before = draft.table.actors.get(actor), draft.before.actors.get(actor)
    if character is None or not actor_sheet.is_mob(character) or (before is not None and before.name == character.name):
        return
    rows = actor_sheet.minion_rows(character)
    named = [_NUMBERED.fullmatch(str(row.get("name") or "")) for row in rows]
    stems = {match[1] for match in named if match is not None}
    own_stem = stems.pop() if len(stems) == 1 and None not in named else character.name
    stem = before.name if before is not None else own_stem
    called = [
        {**row, "name": f"{character.name} {match[2]}"} if match is not None and match[1] == stem else row
        for row, match in zip(rows, named, strict=True)
    ]
    _write_rows(draft, actor, called)


def write_minion_rows(draft: Draft, actor: str) -> None:
    """Write each minion's present state into the rows of the sheet."""
    if actor_sheet.is_mob(draft.table.actors[actor]):
        _write_rows(draft, actor, minion_rows_now(draft.table, actor))


def _write_rows(draft: Draft, actor: str, rows: Sequence[Mapping[str, Json]]) -> None:
    character = draft.table.actors[actor]
    if list(rows) != list(actor_sheet.minion_rows(character)):
        fields = of_present_version(draft.table, character.sheet, {ROWS: list(rows)})
        draft.emit(SheetEdited(actor=actor, fields=fields))


def minion_rows_now(table: Table, actor: str) -> Sequence[Mapping[str, Json]]:
    """Return the minions of a mob as rows of its sheet; other columns stay as they are."""
    battle, character = current_battle(table), table.actors[actor]
    fighter = battle.fighters.get(actor) if battle is not None else None
    written = actor_sheet.minion_rows(character)
    rows: list[Mapping[str, Json]] = []
    for place, body in enumerate(actor_sheet.body_ids(table, actor)):
        row: dict[str, Json] = dict(written[place]) if place < len(written) else {}
        row.setdefault("name", actor_sheet.body_name(table, body))
        row["health"] = actor_sheet.health_left(table, body)
        acted, fallen = fighter is not None and body in fighter.acted, not actor_sheet.is_standing(table, body)
        for mark, holds in (("acted", acted), ("fallen", fallen)):
            if holds or row.get(mark):
                row[mark] = holds
        rows.append(row)
    return rows
