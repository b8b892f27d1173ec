"""Writes by the rules to records, and bodies that follow their records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core.draft import Draft
from engine.core.events import BodySet, LocationSet, SheetEdited
from engine.core.memo import memo
from engine.model.body import Body, Location
from engine.model.frozen import Json, plain_json, replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.character_sheet import (
    Cells,
    armour_on_sheet,
    chart_for,
    chart_name,
    folded,
    maimed_at,
    most_on_sheet,
    rows_of,
)
from engine.rulesets.classic_fantasy.wounds import healing_tables
from engine.sheets.editing.record_version import of_present_version

NOT_OF_BODY: Final = frozenset({"skills", "professional", "passions", "luck_spent"})
"""Fields of a record on which its body does not depend, and which the rules write often."""


def body_for(actor: Actor) -> Body:
    """Return the body that a character's record describes, unhurt where it had none (CF-X-20, CF-HITLOC-2 to -6).

    Damage on the present body stays, and so do the hit points of a location that the record does not mention.
    """
    old_locations = actor.body.locations if actor.body is not None else {}
    locations = {
        place: _fitted_location(known, armour, old_locations.get(place))
        for place, (known, armour) in _locations_on_sheet(actor).items()
    }
    return Body(chart=chart_name(actor), locations=locations)


@memo
def _locations_on_sheet(actor: Actor) -> Mapping[str, tuple[int | None, int | None]]:
    """Return the maximum hit points of each location after maiming, and its armour, where the record has them."""
    chart, least = chart_for(actor), healing_tables.numbers().maim_least
    found: dict[str, tuple[int | None, int | None]] = {}
    for place in chart.names:
        known, armour = most_on_sheet(actor, chart, place), armour_on_sheet(actor, place)
        most = None if known is None else max(least, known - maimed_at(actor, place))
        found[place] = most, None if armour is None else armour.worn + armour.natural
    return found


def _fitted_location(known: int | None, armour: int | None, old: Location | None) -> Location:
    before = Location(level=1, least=None, most=1) if old is None else old
    old_most = before.level if before.most is None else before.most
    most = old_most if known is None else known
    new_armour = before.armour if armour is None else armour
    return replace(before, level=before.level + most - old_most, least=None, most=most, armour=new_armour)


def unsaid_locations(actor: Actor, first: Body | None) -> frozenset[str]:
    """Return the locations that still have starting values while the record cannot give their hit points (CF-X-20)."""
    if actor.body is None:
        return frozenset()
    chart, new = chart_for(actor), first.locations if first is not None else {}
    return frozenset(
        place
        for place, location in actor.body.locations.items()
        if location.level == location.most == (new[place].level if place in new else 1)
        and most_on_sheet(actor, chart, place) is None
    )


def follow_sheet(draft: Draft, actor: str) -> None:
    """Update a body from its record: maximum hit points, armour, a table of its own (CF-AGE-12, CF-X-20)."""
    character = draft.table.actors[actor]
    new = body_for(character)
    before = character.body
    if before is None or (before.chart, before.locations.keys()) != (new.chart, new.locations.keys()):
        draft.emit(BodySet(actor=actor, body=new))
        return
    for name, location in new.locations.items():
        if location != before.locations[name]:
            draft.emit(LocationSet(actor=actor, name=name, location=location))


def write(draft: Draft, actor: str, **fields: Json) -> None:
    """Write fields of a record, with the version of its sheet; then update the body."""
    sheet = draft.table.actors[actor].sheet
    changed = {
        key: plain_json(value) for key, value in fields.items() if plain_json(value) != plain_json(sheet.get(key))
    }
    if changed:
        new_fields = of_present_version(draft.table, sheet, {**changed})
        draft.emit(SheetEdited(actor=actor, fields=new_fields))
        if not NOT_OF_BODY.issuperset(new_fields):
            follow_sheet(draft, actor)


def write_row(draft: Draft, actor: str, field: str, place: int | None, **cells: Json) -> None:
    """Write a row of a table of a record; without a place, the row of the same name or a new one at the end."""
    rows = [dict(row) for row in _rows_to_write(draft.table, actor, field)]
    if place is None and "name" in cells:
        wanted_name = folded(str(cells["name"]))
        place = next(
            (number for number, row in enumerate(rows) if folded(str(row.get("name") or "")) == wanted_name), None
        )
    if place is None or place >= len(rows):
        rows.append({})
        place = len(rows) - 1
    rows[place].update(cells)
    write(draft, actor, **{field: list(rows)})


def _rows_to_write(table: Table, actor: str, field: str) -> tuple[Cells, ...]:
    """Return the rows of a table; for one that was never written, those of a new sheet."""
    # Imported here: a table opens sooner without the sheets.
    from engine.sheets.catalogue.sheet_library import description_for
    from engine.sheets.model.sheet_description import RowsField

    character = table.actors[actor]
    if character.sheet.get(field) is not None:
        return rows_of(character, field)
    description = description_for(table.ruleset, character.sheet, table.lists)
    known = description.field(field) if description is not None else None
    return known.start if isinstance(known, RowsField) else ()


def row_at(table: Table, actor: str, field: str, place: int) -> Cells:
    """Return a row of a table of a record; an empty one if there is none."""
    rows = rows_of(table.actors[actor], field)
    return rows[place] if 0 <= place < len(rows) else {}
