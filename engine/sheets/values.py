"""What each kind of field may hold: what is wrong with a value, how it is shown, and how it is read from text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import assert_never

from engine.dice.notation import parse_dice_to_roll
from engine.play.refusal import Refused
from engine.play.words import Message, say
from engine.sheets.description import (
    Boxes,
    Chips,
    Choice,
    Dice,
    Entries,
    Field,
    Figure,
    Flag,
    Level,
    LongText,
    Number,
    Picture,
    Reference,
    Rows,
    Text,
)
from engine.sheets.numbers import LARGEST, Exact, NotANumber, exact, half_up, numeral, read_number, stored
from engine.table.frozen import Json

Lists = Mapping[str, Sequence[Mapping[str, Json]]]
LONGEST = 20_000
MOST_ROWS = 500
_AROUND_SIGNS = re.compile(r"\s*([-+d])\s*")
_YES = frozenset({"yes", "y", "true", "on", "1", "x", "✓", "✔", "☒", "☑"})
_NO = frozenset({"no", "n", "false", "off", "0", "☐", "–", "-"})


class Unreadable(ValueError):
    """A text that cannot stand in a field. `text` is the sentence that says why."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


def verify(field: Field, value: Json, lists: Lists | None = None) -> str | None:
    """Return what is wrong with a value, as a sentence, or None. Nothing at all is never wrong.

    Args:
        field: the field.
        value: what stands there. Of rows only the shape is looked at; each cell is verified by its column.
        lists: the group's lists, for choices that come from them.
    """
    if value is None:
        return None
    match field:
        case Text() | LongText() | Picture():
            return _verify_text(value)
        case Number():
            return _verify_number(field, value)
        case Level():
            return _verify_whole(value, field.least, field.most)
        case Boxes():
            return _verify_whole(value, 0, None)
        case Dice():
            return _verify_dice(field, value)
        case Choice():
            return _verify_choice(field, value, lists or {})
        case Flag():
            return None if isinstance(value, bool) else _problem("no_flag")
        case Entries():
            return _verify_entries(value)
        case Chips():
            return _verify_chips(field, value)
        case Figure():
            return None if isinstance(value, Mapping) else _problem("no_figure")
        case Rows():
            return _verify_rows(value)
        case Reference():
            return None
        case _:
            assert_never(field)


def shown(field: Field, value: Json) -> str:
    """Return a value as it is read on a sheet; empty where nothing stands. What does not fit the field is shown too."""
    if value is None:
        return ""
    match field:
        case Number():
            number = exact(value)
            if number is None:
                return plain_text(value)
            unit = f" {field.unit}" if field.unit else ""
            return f"{numeral(number, field.places, signed=field.signed)}{unit}"
        case Level():
            number = exact(value)
            if number is None:
                return plain_text(value)
            name = level_name(field, number) if isinstance(number, int) else ""
            return f"{numeral(number)} ({name})" if name else numeral(number)
        case Dice():
            return plain_text(value).replace("-", "−")
        case Chips():
            return ", ".join(f"{c.label} {n}" for c in field.colours if (n := part_of(value, c.key)))
        case Figure():
            levels = ((area.label, part_of(part_of(value, area.name), "level")) for area in field.areas)
            return ", ".join(f"{label} {plain_text(level)}" for label, level in levels if level is not None)
        case Rows():
            return "\n".join(shown_row(field, row) for row in value) if isinstance(value, list | tuple) else ""
        case Picture() | Reference():
            return ""
        case _:
            return plain_text(value)


def shown_row(field: Rows, row: object) -> str:
    """Return a row in one line."""
    cells = (shown(column, part_of(row, column.key)) for column in field.columns)
    return ", ".join(cell for cell in cells if cell)


def read(field: Field, text: str, lists: Lists | None = None, maximum: Exact | None = None) -> Json:
    """Read what somebody wrote into a field; None where it is empty. Raises Unreadable.

    Args:
        field: the field.
        text: what is written.
        lists: the group's lists, for choices that come from them.
        maximum: the maximum that belongs to a number, so that `3/6` can be read (`Sheet.maximum`).
    """
    text = text.strip()
    if not text:
        return None
    if len(text) > LONGEST:
        raise Unreadable(_problem("too_long", most=LONGEST))
    match field:
        case Text() | LongText() | Picture():
            return text
        case Number():
            return read_as_number(text.removesuffix(field.unit).strip(), whole=field.places == 0, maximum=maximum)
        case Level():
            return _read_level(field, text)
        case Boxes():
            return read_as_number(text, maximum=maximum)
        case Dice():
            return _read_dice(text)
        case Choice():
            names = choices_of(field, lists or {})
            return next((name for name in names if name.casefold() == text.casefold()), text)
        case Flag():
            if text.casefold() in _YES:
                return True
            if text.casefold() in _NO:
                return False
            raise Unreadable(_problem("no_flag"))
        case Entries():
            parts = text.split("\n") if "\n" in text else text.split(";")
            return [part.strip() for part in parts if part.strip()] or None
        case Chips():
            return _read_chips(field, text)
        case Figure() | Rows() | Reference():
            raise Unreadable(_problem("part_by_part"))
        case _:
            assert_never(field)


def read_as_number(text: str, *, whole: bool = True, maximum: Exact | None = None) -> Json:
    """Read a number as it stands in a file. Raises Unreadable with the sentence that says why."""
    try:
        return stored(read_number(text, whole=whole, maximum=maximum))
    except NotANumber as error:
        raise Unreadable(_problem(error.key, **error.params)) from error


def choices_of(field: Choice | Text | Entries, lists: Lists) -> tuple[str, ...]:
    """Return the names that a field proposes: its own, then those of the group's list."""
    own = field.choices if isinstance(field, Choice) else ()
    listed = (row.get("name") for row in lists.get(field.list, ())) if field.list else ()
    return tuple(dict.fromkeys((*own, *(name for name in listed if isinstance(name, str)))))


def level_name(field: Level, level: int) -> str:
    """Return what a level is called, or an empty string."""
    place = level - field.least
    return field.names[place] if 0 <= place < len(field.names) else ""


def part_of(value: object, key: str) -> Json:
    """Return a part of a mapping, or None where it is not there, or where it is no mapping."""
    return value.get(key) if type(value) is dict or isinstance(value, Mapping) else None  # a dict is by far commonest


def is_blank(value: Json) -> bool:
    """Say whether nothing stands there: nothing, no words, or nothing but such."""
    match value:
        case None:
            return True
        case str():
            return not value.strip()
        case list() | tuple():
            return all(is_blank(part) for part in value)
        case Mapping():
            return all(is_blank(part) for part in value.values())
        case _:
            return False


def plain_text(value: object) -> str:
    """Return any value of a record as text."""
    match value:
        case None:
            return ""
        case bool():
            return say(Message(key="sheets.yes" if value else "sheets.no"))
        case str():
            return value
        case Mapping():
            parts = ((str(key), plain_text(part)) for key, part in value.items())
            return ", ".join(f"{key} {text}".rstrip() for key, text in parts)
        case list() | tuple():
            return "; ".join(plain_text(part) for part in value)
        case _:
            number = exact(value)
            return str(value) if number is None else numeral(number)


def _problem(key: str, **params: Json) -> str:
    return say(Message(key=f"sheets.problem.{key}", params=params))


def _verify_text(value: Json) -> str | None:
    if not isinstance(value, str):
        return _problem("no_text")
    return None if len(value) <= LONGEST else _problem("too_long", most=LONGEST)


def _verify_entries(value: Json) -> str | None:
    if not isinstance(value, (list, tuple)) or len(value) > MOST_ROWS:
        return _problem("no_entries", most=MOST_ROWS)
    return next((found for entry in value if (found := _verify_text(entry)) is not None), None)


def _verify_rows(value: Json) -> str | None:
    right = isinstance(value, (list, tuple)) and len(value) <= MOST_ROWS and all(isinstance(r, Mapping) for r in value)
    return None if right else _problem("no_rows", most=MOST_ROWS)


def _verify_number(field: Number, value: Json) -> str | None:
    number = exact(value)
    if number is None:
        return _problem("no_number")
    least, most = exact(field.least), exact(field.most)
    if (least is not None and number < least) or (most is not None and number > most):
        return outside(least, most)
    if not -LARGEST < number < LARGEST:
        return _problem("too_large")
    if half_up(number, field.places) != number:
        return _problem("places", places=field.places) if field.places else _problem("no_whole")
    return None


def _verify_whole(value: Json, least: int, most: int | None) -> str | None:
    number = exact(value)
    if not isinstance(number, int):
        return _problem("no_whole")
    return None if number >= least and (most is None or number <= most) else outside(least, most)


def outside(least: Exact | None, most: Exact | None) -> str:
    """Return the sentence that says within which bounds a number should be."""
    low, high = ("" if bound is None else numeral(bound) for bound in (least, most))
    if low and high:
        return _problem("outside", least=low, most=high)
    return _problem("below", least=low) if low else _problem("above", most=high)


def _verify_dice(field: Dice, value: Json) -> str | None:
    if not isinstance(value, str):
        return None if field.signed and isinstance(value, int) and not isinstance(value, bool) else _problem("no_dice")
    body = value.strip().removeprefix("+").removeprefix("-") if field.signed else value
    if field.signed and body.isascii() and body.isdecimal() and len(body) <= 6:
        return None
    try:
        dice = parse_dice_to_roll(body).dice
    except Refused:
        return _problem("no_dice")
    if body.lstrip().startswith(("+", "-")):
        return _problem("no_dice")
    if len(dice) > 1 and not field.mixed:
        return _problem("one_kind")
    if sum(abs(term.count) for term in dice) < field.least:
        return _problem("few_dice", least=field.least)
    if field.sides and any(term.sides not in field.sides for term in dice):
        return _problem("dice_sides", sides=[f"d{sides}" for sides in field.sides])
    return None


def _read_dice(text: str) -> Json:
    compact = _AROUND_SIGNS.sub(r"\1", text.replace("−", "-").replace("D", "d"))
    sign = compact[0] if compact[0] in "+-" else ""
    body = compact.removeprefix(sign)
    if body.isascii() and body.isdecimal() and len(body) <= 6:
        return f"{sign}{int(body)}"
    try:
        parse_dice_to_roll(body)
    except Refused as refused:
        raise Unreadable(_problem("no_dice")) from refused
    return compact


def _verify_choice(field: Choice, value: Json, lists: Lists) -> str | None:
    if not isinstance(value, str):
        return _problem("no_text")
    if field.other or value in choices_of(field, lists):
        return None if len(value) <= LONGEST else _problem("too_long", most=LONGEST)
    return _problem("no_choice", list=field.list) if field.list else _problem("no_such_choice")


def _verify_chips(field: Chips, value: Json) -> str | None:
    if not isinstance(value, Mapping):
        return _problem("no_chips")
    known = {colour.key for colour in field.colours}
    strange = next((colour for colour in value if colour not in known), None)
    if strange is not None:
        return _problem("no_colour", colour=str(strange)[:40])
    return next((found for n in value.values() if (found := _verify_whole(n, 0, None)) is not None), None)


def _read_level(field: Level, text: str) -> Json:
    """Read `3`, `3/5`, a name, or both as they are shown: `3 (Good)`."""
    for at, name in enumerate(field.names):
        level = field.least + at
        if text.casefold() in (name.casefold(), f"{numeral(level)} ({name})".casefold()):
            return level
    return read_as_number(text, maximum=field.most)


def _read_chips(field: Chips, text: str) -> Json:
    names = {name.casefold(): c.key for c in field.colours for name in (c.letter, c.key, c.label)}
    found: dict[str, Json] = {}
    for part in text.replace(";", ",").split(","):
        name, _, count = part.strip().rpartition(" ")
        colour = names.get(name.strip().casefold())
        if colour is None:
            raise Unreadable(_problem("no_colour", colour=part.strip()[:40]))
        found[colour] = read_as_number(count)
    return found
