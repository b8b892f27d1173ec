"""The entries of the lists that fields of a sheet take names from: the group's own lists, and those of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Final

from engine.model.frozen import Json
from engine.sheets.catalogue.game_metadata import lists_beside
from engine.sheets.catalogue.game_rows import rows_of_game
from engine.sheets.formulas.formula_functions import ListedFunction
from engine.sheets.formulas.formula_scope import FieldName
from engine.sheets.model.compiled_sheet import CompiledSheet
from engine.sheets.model.field_values import Lists, choices_of, is_blank, plain_text
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import ChoiceField, EntriesField, Field, TextField

Entry = Mapping[str, Json]
PickerField = TextField | ChoiceField
_LONGEST_LINE: Final = 60
_LONGEST_VALUE: Final = 14
"""A longer value is not a part of the line."""


LONGEST_NAME: Final = 200
"""The letters that the name of a kept entry can have."""
_LARGEST: Final = 100_000
"""The letters that a kept entry can have in all."""
_MOST_VALUES: Final = 1000
_DEEPEST: Final = 8
_GENERAL: Final = " (…)"


def is_picker(field: Field | None) -> bool:
    """Say whether choosing a name in a field fills in more than the name."""
    return isinstance(field, PickerField) and bool(field.list) and bool(field.fills or field.covers)


def shows_entry(field: Field | None) -> bool:
    """Say whether a picker takes over something of the entry, so that what was filled in can be an entry again.

    The card of a deck, for example, brings nothing but its name: its row is no card.
    """
    is_filled = isinstance(field, PickerField) and any(isinstance(source, str) for source in field.fills.values())
    return is_picker(field) and (is_filled or (isinstance(field, PickerField) and field.covers is not None))


def is_keepable(entry: Entry) -> bool:
    """Say whether an entry has a name, and is small and flat enough to be kept in a list or a library."""
    name = entry.get("name")
    if not isinstance(name, str) or not same_name(name) or len(name) > LONGEST_NAME:
        return False
    letters = values = 0
    waiting: list[tuple[object, int]] = [(entry, 0)]
    while waiting:
        value, depth = waiting.pop()
        parts: tuple[object, ...] = ()
        if isinstance(value, Mapping):
            parts = tuple(value.values())
            letters += sum(len(str(key)) for key in value)
        elif isinstance(value, list | tuple):
            parts = tuple(value)
        letters += len(value) if isinstance(value, str) else 0
        values += len(parts)
        if depth > _DEEPEST or values > _MOST_VALUES or letters > _LARGEST:
            return False
        waiting += [(part, depth + 1) for part in parts]
    return True


def entries_of(ruleset: str, lists: Lists, name: str) -> Iterator[Entry]:
    """Yield the entries of a list: those of the group, then those of the game itself; each name once, in any case."""
    known: set[str] = set()
    for entry in (*lists.get(name, ()), *_entries_of_game(ruleset, name)):
        called = same_name(entry.get("name"))
        if called and called not in known:
            known.add(called)
            yield entry


def _entries_of_game(ruleset: str, name: str) -> tuple[Entry, ...]:
    """Return the entries that the game itself brings; none from a faulty file, which is reported with the game."""
    try:
        return rows_of_game(ruleset, name) if name in lists_beside(ruleset) else ()
    except ValueError:
        return ()


def proposed_names(sheet: FilledSheet, field: PickerField | EntriesField) -> tuple[str, ...]:
    """Return the names that a field proposes: its own choices, those of the group's list, those of the game itself."""
    own = choices_of(field, sheet.lists)
    names = (plain_text(entry["name"]) for entry in entries_of(sheet.ruleset, sheet.lists, field.list))
    return tuple(dict.fromkeys((*own, *names)))


def listed_entry(sheet: FilledSheet, field: PickerField | EntriesField, name: Json) -> Entry | None:
    """Return the entry of a field's list that has a name, in any case; None if there is none.

    `Lore (coast)` is an entry too if the list has `Lore (…)`: the same one with the name that was written.
    """
    wanted = same_name(name)
    if not wanted or not field.list:
        return None
    entries = {same_name(entry["name"]): entry for entry in entries_of(sheet.ruleset, sheet.lists, field.list)}
    if wanted in entries:
        return entries[wanted]
    general = entries.get(f"{wanted.partition('(')[0].strip()}{_GENERAL}") if wanted.endswith(")") else None
    return {**general, "name": plain_text(name).strip()} if general is not None else None


def is_general(name: str) -> bool:
    """Say whether an entry is one for many names, as `Lore (…)` is for `Lore (coast)`."""
    return name.endswith(_GENERAL)


def looked_up_columns(sheet: CompiledSheet, key: str, rows: str) -> dict[str, str]:
    """Return the columns of a list that fields of a sheet look up by the name in a field, by these fields' keys."""
    return {
        place: node.column
        for place, formula in sheet.formulas.items()
        if isinstance(node := formula.node, ListedFunction) and node.rows == rows and node.name == FieldName(key)
    }


def entry_line(
    field: PickerField, entry: Entry, labels: Mapping[str, str], looked_up: Mapping[str, str] | None = None
) -> str:
    """Return what an entry fills in, in one line with the `labels` of the places: `Damage 3d6 · Shots a turn: 2`.

    With `looked_up`, columns by place, the line also has what other fields of the sheet look up of the entry. A line
    that would be too long ends after the last value that is whole: half a number is another number.
    """
    columns = {**field.fills, **(looked_up or {})}
    values = ((labels.get(key, ""), entry.get(of)) for key, of in columns.items() if isinstance(of, str))
    words = ((label, plain_text(value)) for label, value in values if not is_blank(value) and value is not False)
    # “Damage cards 1” would read like the first of some cards.
    named = ((f"{label}:" if " " in label and word.isdigit() else label, word) for label, word in words)
    parts = (f"{label} {word}".strip() for label, word in named if len(word) <= _LONGEST_VALUE)
    lines = accumulate(parts, lambda line, part: f"{line} · {part}")
    return max((line for line in lines if len(line) <= _LONGEST_LINE), key=len, default="")


def same_name(value: Json) -> str:
    """Return a name in the form in which names are compared; empty for what is no name.

    >>> same_name("  Left_ARM ") == same_name("left arm")
    True
    """
    return " ".join(value.replace("_", " ").split()).casefold() if isinstance(value, str) else ""
