"""What a game writes on a character's record, as its assets describe it."""

from __future__ import annotations

import tomllib
from functools import cache

import msgspec

from engine.play.words import ASSETS


class RecordField(msgspec.Struct, frozen=True, kw_only=True):
    """One field of a record.

    Attributes:
        key: its name on the sheet.
        label: what stands beside it.
        kind: `text`, `long`, `number`, `choice`, `list` or `flag`.
        side: 1 is the front, 2 the back.
        list: the group's list from which its values come.
        choices: for a choice without such a list.
        least, most: bounds of a number.
        help: a sentence on what it is for.
    """

    key: str
    label: str
    kind: str = "text"
    side: int = 1
    list: str = ""
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 9999
    help: str = ""


@cache
def record_fields(ruleset: str) -> tuple[RecordField, ...]:
    """Return the fields of a game's record in their order; none where the game describes none."""
    path = ASSETS / "rulesets" / ruleset / "record.toml"
    if not path.is_file():
        return ()
    raw = tomllib.loads(path.read_text(encoding="utf-8"))
    return msgspec.convert(raw["fields"], tuple[RecordField, ...])
