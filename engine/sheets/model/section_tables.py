"""Sections whose fields are the cells of one table: those that join another section are further columns of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from engine.model.frozen import replace
from engine.sheets.model.sheet_description import Field, Section


def joined_sections(sections: Sequence[Section]) -> tuple[Section, ...]:
    """Return sections as they are shown on screen: each table once, with its further columns folded.

    A table whose rows are not complete, because a group has removed fields, stays apart.
    """
    tables = {section.key: section for section in sections if section.columns and not section.joins}
    shown: dict[str, Section] = {section.key: section for section in sections}
    for section in sections:
        table = shown.get(section.joins) if section.joins in tables else None
        if table is None:
            continue
        pairs = _rows(table), _rows(section)
        if len(pairs[0]) != len(pairs[1]):
            continue
        del shown[section.key]
        shown[table.key] = replace(
            table,
            columns=(*table.columns, *section.columns),
            folded=(*table.folded, *(field.key for field in section.fields)),
            fields=tuple(chain.from_iterable((*one, *other) for one, other in zip(*pairs, strict=True))),
        )
    return tuple(shown.values())


def _rows(section: Section) -> list[tuple[Field, ...]]:
    """Return the fields row by row; none if the last row is not complete."""
    wide = len(section.columns)
    if not wide or len(section.fields) % wide:
        return []
    return [section.fields[at : at + wide] for at in range(0, len(section.fields), wide)]
