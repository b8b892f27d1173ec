"""What the rules write on records, and how bodies follow what stands there."""

from __future__ import annotations

from engine.play.draft import Draft
from engine.play.events import BodySet, LocationSet, SheetEdited
from engine.play.moves.versions import of_present_version
from engine.rulesets.classic_fantasy import healing
from engine.rulesets.classic_fantasy.bodies import Chart
from engine.rulesets.classic_fantasy.characters import (
    Cells,
    armour_on_sheet,
    chart_for,
    chart_name,
    folded,
    maimed_at,
    most_on_sheet,
    rows_of,
)
from engine.table.body import Body, Location
from engine.table.frozen import Json, plain, replace
from engine.table.seats import Actor
from engine.table.table import Table


def body_for(actor: Actor) -> Body:
    """Return the body that somebody's record describes, unhurt where it had none (CF-X-20, CF-HITLOC-2 to -6).

    What is known of the body before stays: damage, and the hit points of a location on which the record is silent.
    """
    chart, old = chart_for(actor), actor.body.locations if actor.body is not None else {}
    locations = {place: _fitted(actor, chart, place, old.get(place)) for place in chart.names}
    return Body(chart=chart_name(actor), locations=locations)


def _fitted(actor: Actor, chart: Chart, place: str, old: Location | None) -> Location:
    before = Location(level=1, least=None, most=1) if old is None else old
    known = most_on_sheet(actor, chart, place)
    had = before.level if before.most is None else before.most
    most = had if known is None else max(healing.numbers().maim_least, known - maimed_at(actor, place))
    worn = armour_on_sheet(actor, place)
    armour = before.armour if worn is None else worn.worn + worn.natural
    return replace(before, level=before.level + most - had, least=None, most=most, armour=armour)


def unsaid_locations(actor: Actor, first: Body | None) -> frozenset[str]:
    """Return the locations that are as those of everybody new, while the record cannot say what they hold (CF-X-20)."""
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
    """Let a body follow its record: the most of each location, its armour, a table of its own (CF-AGE-12, CF-X-20)."""
    found = draft.table.actors[actor]
    new = body_for(found)
    before = found.body
    if before is None or (before.chart, before.locations.keys()) != (new.chart, new.locations.keys()):
        draft.emit(BodySet(actor=actor, body=new))
        return
    for name, location in new.locations.items():
        if location != before.locations[name]:
            draft.emit(LocationSet(actor=actor, name=name, location=location))


def write(draft: Draft, actor: str, **fields: Json) -> None:
    """Write fields of a record, stamped with the version of its sheet; the body follows."""
    sheet = draft.table.actors[actor].sheet
    changed = {key: plain(value) for key, value in fields.items() if plain(value) != plain(sheet.get(key))}
    if changed:
        stamped = of_present_version(draft.table, sheet, {**changed})
        draft.emit(SheetEdited(actor=actor, fields=stamped))
        follow_sheet(draft, actor)


def write_row(draft: Draft, actor: str, field: str, place: int | None, **cells: Json) -> None:
    """Write into a row of a table of a record; None finds the row of the same name, or adds one at the end."""
    rows = [dict(row) for row in _rows_to_write(draft.table, actor, field)]
    if place is None and "name" in cells:
        wanted = folded(str(cells["name"]))
        place = next((n for n, row in enumerate(rows) if folded(str(row.get("name") or "")) == wanted), None)
    if place is None or place >= len(rows):
        rows.append({})
        place = len(rows) - 1
    rows[place].update(cells)
    write(draft, actor, **{field: list(rows)})


def _rows_to_write(table: Table, actor: str, field: str) -> tuple[Cells, ...]:
    """Return the rows of a table; one that nobody has written yet has those that a new sheet starts with."""
    # A table comes up sooner without all that sheets can do.
    from engine.sheets.description import Rows
    from engine.sheets.shelf import description_for

    found = table.actors[actor]
    if found.sheet.get(field) is not None:
        return rows_of(found, field)
    description = description_for(table.ruleset, found.sheet, table.lists)
    known = description.field(field) if description is not None else None
    return known.start if isinstance(known, Rows) else ()


def row_at(table: Table, actor: str, field: str, place: int) -> Cells:
    """Return a row of a table of a record; an empty one where there is none."""
    rows = rows_of(table.actors[actor], field)
    return rows[place] if 0 <= place < len(rows) else {}
