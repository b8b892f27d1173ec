"""Values in the JSON of another program: of any type, any length, with mark-up. None is trusted.

An editor reads the records of such a file with these (`RecordEditor.foreign_records`).

>>> troll = {"name": " Cave <b>troll</b> ", "stats": [{"STR": 24}, {"CON": "12"}, 7]}
>>> one_line(troll["name"]), [(name, whole_number(value)) for name, value in named_values(troll["stats"])]
('Cave troll', [('STR', 24), ('CON', 12)])
>>> [name_of(power) for power in entries(["Fear", {"name": "Fog"}])], entries("no list")
(['Fear', 'Fog'], [])
>>> whole_number(True), whole_number("3d6")
(None, None)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engine.kit.content_editor.declared_forms import LONGEST_NAME, LONGEST_TEXT
from engine.kit.content_editor.json_record_edits import clean

MOST_ENTRIES: Final = 200
"""The maximum number of entries that are looked at in any list."""
_MARKUP: Final = re.compile(r"<[^<>]{0,300}>")
_NUMBER: Final = re.compile(r"[+-]?\d{1,4}")


def entries(value: object) -> list[object]:
    """Return the entries of a list; none for anything else."""
    return value[:MOST_ENTRIES] if isinstance(value, list) else []


def named_values(value: object) -> Iterator[tuple[str, object]]:
    """Yield names with values: from a list of objects with one name each, or from one object."""
    for part in [value] if isinstance(value, dict) else entries(value):
        if isinstance(part, dict):
            for key in [*part][:MOST_ENTRIES]:
                name = one_line(key)
                if name:
                    yield name, part[key]


def plain_text(text: str, longest: int) -> str:
    """Return a text without mark-up and unreadable signs."""
    return clean(_MARKUP.sub(" ", text[: 2 * longest]).replace("***", " "), lines=True).strip()[:longest]


def one_line(value: object) -> str:
    """Return a short text of one line; a number as text; empty for anything else."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)[:LONGEST_NAME]
    return " ".join(plain_text(value, LONGEST_NAME).split()) if isinstance(value, str) else ""


def name_of(value: object) -> str:
    """Return the name of an entry that is an object with a name, a text or a number."""
    if isinstance(value, dict):
        return one_line(value.get("name"))
    return " ".join(plain_text(value, LONGEST_TEXT // 4).split()) if isinstance(value, str) else one_line(value)


def whole_number(value: object) -> int | None:
    """Return a whole number, also one that is a text; None for anything else."""
    if isinstance(value, str):
        return int(value) if _NUMBER.fullmatch(value.strip()) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None
