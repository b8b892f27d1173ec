"""The record sheet of an individual foe, and what the group's lists say about it."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kit.cast.prepared_cast import sheet_fields
from engine.kit.content_editor.view_models import Lists
from engine.model.frozen import Json
from engine.model.table import Table
from engine.rulesets.future_imperfect.character.equipment import race_from_row
from engine.rulesets.future_imperfect.character.hit_locations import HUMAN, chart_named, every_location, hit_charts
from engine.rulesets.future_imperfect.character.row_reader import folded
from engine.rulesets.future_imperfect.editor.prepared_records import FoeWeapon, PreparedFoe
from engine.rulesets.future_imperfect.settings import RACES, WEAPONS

_KINDS = {"extra": "Extra", "villain": "Hero", "animal": "Animal", "vehicle": "Vehicle"}
"""The kinds of a foe as the sheet writes them."""
_NOT_ON_SHEET = ("note",)
Row = Mapping[str, Json]


def foe_sheet(foe: PreparedFoe, table: Table) -> Mapping[str, Json]:
    """Return the fields of the sheet of a foe whose numbers are rolled, without empty ones (section 4)."""
    weapons = [_weapon(weapon, table.lists) for weapon in foe.weapons if weapon.count != 0]
    fields = {
        **sheet_fields(foe, "id", "name", "names", "sort", "wind", "weapons"),
        "kind": _KINDS[foe.sort],
        "side": "Master",
        "wind_start": foe.wind,
        "armour_value": foe.armour_value or None,
        "weapons": weapons,
    }
    return {key: value for key, value in fields.items() if value not in (None, [])}


def _weapon(weapon: FoeWeapon, lists: Lists) -> Row:
    """Return the row of a weapon: as in the group's list, with what the foe's own says instead."""
    listed = {key: value for key, value in listed_weapon(weapon.name, lists).items() if key not in _NOT_ON_SHEET}
    own = sheet_fields(weapon)
    return {**listed, **own, **({"pn": str(own["pn"])} if "pn" in own else {})}


def listed_weapon(name: str, lists: Lists) -> Row:
    """Return the row of a weapon in the group's list; an empty one if there is none."""
    return next((row for row in lists.get(WEAPONS, ()) if _is_called(row, name)), {})


def chart_of(foe: PreparedFoe, lists: Lists) -> str:
    """Return the hit chart of a foe's race (FI-HITLOC-9)."""
    row = next((row for row in lists.get(RACES, ()) if _is_called(row, foe.race)), {})
    chart = race_from_row(row).chart
    return chart if chart in hit_charts().charts else HUMAN


def locations_of(chart: str) -> tuple[str, ...]:
    """Return the names of the places of a body where armour can be worn."""
    own = chart_named(chart)
    return tuple(dict.fromkeys(name for hit in every_location(own) for name in own.names_of(hit)))


def _is_called(row: Row, name: str) -> bool:
    return bool(name.strip()) and folded(str(row.get("name", ""))) == folded(name)
