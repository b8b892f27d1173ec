"""The sheets that a game brings, read from its assets."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import msgspec

from engine.asset_folder import cached_per_game, game_folder, is_game_id
from engine.messages.invalid_data import invalid_data
from engine.model.frozen import Json
from engine.presentation.visibility import VisibleTable
from engine.sheets.catalogue.body_section import fit_to_body
from engine.sheets.catalogue.game_metadata import starting_body
from engine.sheets.catalogue.game_rows import LARGEST, rows_of_game
from engine.sheets.catalogue.sheet_customisation import changes_list_name, customised_sheet
from engine.sheets.model.character_record import SHEET, Record, record_of
from engine.sheets.model.field_values import Lists
from engine.sheets.model.filled_sheet import ACTOR, FilledSheet
from engine.sheets.model.sheet_description import SheetDescription

FIRST = "hero"
"""The sheet of a record that names none."""
MOST: Final = 1000
"""The number of parts that any list of a description's file may have."""
MOST_OF: Final = {
    "sections": 100,
    "fields": 100,
    "columns": 100,
    "areas": 100,
    "colours": 100,
    "pages": 100,
    "stat_block": 100,
    "boxes": 100,
}
"""The smaller number of parts of some lists."""


@cached_per_game
def sheets_of(ruleset: str) -> Mapping[str, SheetDescription]:
    """Return the sheets of a game by their ids, the first one first; empty for a game without sheets.

    Raises:
        ValueError: a description is invalid; the message names the file and the place.
    """
    paths = (game_folder(ruleset) / "sheets").glob("*.toml") if is_game_id(ruleset) else ()
    descriptions: dict[str, SheetDescription] = {}
    for path in sorted(paths):
        try:
            if path.stat().st_size > LARGEST:
                raise ValueError(f"larger than {LARGEST // 1024} kB")
            raw = tomllib.loads(path.read_text(encoding="utf-8"))
            need_bounds(raw)
            description = description_from(raw, starting_body(ruleset))
        except (ValueError, RecursionError) as error:  # also of msgspec and of tomllib
            raise ValueError(f"{ruleset}/sheets/{path.name}: {invalid_data(error)}") from error
        if description.id != path.stem:
            raise ValueError(f"{ruleset}/sheets/{path.name}: the id is {description.id}")
        descriptions[description.id] = description
    return MappingProxyType(
        {key: descriptions[key] for key in sorted(descriptions, key=lambda key: (key != FIRST, key))}
    )


def need_bounds(raw: Any, name: str = "") -> None:
    """Raise ValueError for a description from a file with a list of too many parts, which could stop the program."""
    match raw:
        case dict():
            for key, part in raw.items():
                need_bounds(part, key)
        case list():
            if len(raw) > MOST_OF.get(name, MOST):
                raise ValueError(f"“{name}” has {len(raw)} parts; at most {MOST_OF.get(name, MOST)} are allowed")
            for part in raw:
                need_bounds(part)
        case _:
            pass


def description_from(raw: Mapping[str, Any], body: Mapping[str, Any] | None = None) -> SheetDescription:
    """Return a description that was read from TOML, laid out automatically if it has no pages.

    Args:
        raw: the description; a figure of the character's body may leave its areas to the body.
        body: the body of a new character, with its `chart` and its `locations`.

    Raises:
        msgspec.ValidationError: it is invalid; the message names the place.
    """
    description = msgspec.convert(_with_body(raw, body or {}), SheetDescription)
    if description.pages:
        return description
    from engine.sheets.layout.automatic_layout import with_pages  # the sheets of the program bring their pages

    return with_pages(description, set(_widths_given(raw)))


def _with_body(part: Any, body: Mapping[str, Any]) -> Any:
    """Return a raw description in which each figure of the body has areas."""
    if isinstance(part, list):
        return [_with_body(one, body) for one in part]
    if not isinstance(part, dict):
        return part
    if part.get("kind") == "figure" and part.get("bind") == "body" and not part.get("areas"):
        areas = [{"name": name, "label": name.replace("_", " ").capitalize()} for name in body.get("locations", ())]
        return {"chart": body.get("chart", ""), **part, "areas": areas}
    return {key: _with_body(one, body) if key in ("sections", "fields") else one for key, one in part.items()}


def _widths_given(raw: Mapping[str, Any]) -> Iterator[str]:
    """Yield the fields and columns whose width the author chose."""
    for field in (field for section in raw["sections"] for field in section.get("fields", ())):
        if "width" in field:
            yield field["key"]
        yield from (f"{field['key']}.{column['key']}" for column in field.get("columns", ()) if "width" in column)


@cached_per_game
def tables_of(ruleset: str) -> Mapping[str, Json]:
    """Return the tables that a game's sheets use in formulas: each is a mapping or a list of pairs.

    The rows that the game provides for the subjects in `columns_of` are tables too, by column and by the name of the
    row: `archetypes.strength`.
    """
    path = game_folder(ruleset) / "tables.toml" if is_game_id(ruleset) else None
    if path is None or not path.is_file():
        return MappingProxyType({})
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    for subject in tables.pop("columns_of", ()):
        tables[subject] = _columns(rows_of_game(ruleset, subject))
    return MappingProxyType(tables)


def _columns(rows: Sequence[Mapping[str, Json]]) -> dict[str, dict[str, Json]]:
    columns: dict[str, dict[str, Json]] = {}
    for row in rows:
        for column, value in row.items():
            columns.setdefault(column, {})[str(row.get("name", ""))] = value
    return columns


def description_for(ruleset: str, fields: Mapping[str, Json], lists: Lists) -> SheetDescription | None:
    """Return the sheet that a record follows, with the group's changes.

    A record without a sheet, or with an unknown one, follows the game's first. None if the game has no sheets.
    """
    sheets = sheets_of(ruleset)
    wanted = fields.get(SHEET)
    description = sheets.get(wanted) if isinstance(wanted, str) else None
    if description is None:
        description = next((sheet for sheet in sheets.values() if sheet.subject == ACTOR), None)
    return (
        None if description is None else customised_sheet(description, lists.get(changes_list_name(description.id), ()))
    )


def description_of(ruleset: str, record: Record, lists: Lists) -> SheetDescription | None:
    """Return the description of a record, with the body of its character."""
    description = description_for(ruleset, record.sheet, lists)
    return None if description is None else fit_to_body(description, record.body, tables_of(ruleset))


def sheet_of_actor(view: VisibleTable, actor: str) -> FilledSheet | None:
    """Return a character's sheet as a viewer may read it; None if the game has no sheets. Raises KeyError."""
    record = record_of(view, actor)
    description = description_of(view.ruleset, record, view.lists)
    if description is None:
        return None
    return FilledSheet(
        description, record, {**view.options, **view.scene}, view.lists, tables_of(view.ruleset), view.ruleset
    )
