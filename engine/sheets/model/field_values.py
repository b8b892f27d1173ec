"""The values of each kind of field: validation, display, and parsing from text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import assert_never

from engine.core.dice_notation import parse_dice_to_roll
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.sheets.formulas.exact_numbers import (
    LARGEST,
    Exact,
    NotANumber,
    exact,
    format_number,
    json_number,
    read_number,
    round_half_up,
)
from engine.sheets.model.game_words import list_label
from engine.sheets.model.sheet_description import (
    BoxesField,
    ChipsField,
    ChoiceField,
    DiceField,
    EntriesField,
    Field,
    FigureField,
    FlagField,
    LevelField,
    LongTextField,
    NumberField,
    PictureField,
    ReferenceField,
    RowsField,
    TextField,
)

Lists = Mapping[str, Sequence[Mapping[str, Json]]]
LONGEST = 20_000
MOST_ROWS = 500
_AROUND_SIGNS = re.compile(r"\s*([-+d])\s*")
_YES = frozenset({"yes", "y", "true", "on", "1", "x", "✓", "✔", "☒", "☑"})
_NO = frozenset({"no", "n", "false", "off", "0", "☐", "–", "-"})


class UnreadableText(ValueError):
    """A text that a field cannot hold. `text` is the sentence that says why."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


def verify_value(field: Field, value: Json, lists: Lists | None = None, ruleset: str = "") -> str | None:
    """Return the problem with a value, as a sentence, or None. A missing value is never a problem.

    Args:
        field: the field.
        value: the value. Of rows only the shape is checked; each cell is checked by its column.
        lists: the group's lists, for choices that come from them.
        ruleset: the game, whose words name the lists.
    """
    if value is None:
        return None
    match field:
        case TextField() | LongTextField() | PictureField():
            return _verify_text(value)
        case NumberField():
            return _verify_number(field, value)
        case LevelField():
            return _verify_whole(value, field.least, field.most)
        case BoxesField():
            return _verify_whole(value, 0, None)
        case DiceField():
            return _verify_dice(field, value)
        case ChoiceField():
            return _verify_choice(field, value, lists or {}, ruleset)
        case FlagField():
            return None if isinstance(value, bool) else _problem("no_flag")
        case EntriesField():
            return _verify_entries(value)
        case ChipsField():
            return _verify_chips(field, value)
        case FigureField():
            return None if isinstance(value, Mapping) else _problem("no_figure")
        case RowsField():
            return _verify_rows(value)
        case ReferenceField():
            return None
        case _:
            assert_never(field)


def display_text(field: Field, value: Json) -> str:
    """Return a value as text; empty for none. A value that does not fit the field is shown too."""
    if value is None:
        return ""
    match field:
        case NumberField():
            number = exact(value)
            if number is None:
                return plain_text(value)
            unit = f" {field.unit}" if field.unit else ""
            return f"{format_number(number, field.places, signed=field.signed)}{unit}"
        case LevelField():
            number = exact(value)
            if number is None:
                return plain_text(value)
            name = level_name(field, number) if isinstance(number, int) else ""
            return f"{format_number(number)} ({name})" if name else format_number(number)
        case DiceField():
            return plain_text(value).replace("-", "−")
        case ChipsField():
            return ", ".join(f"{c.label} {n}" for c in field.colours if (n := part_of(value, c.key)))
        case FigureField():
            levels = ((area.label, part_of(part_of(value, area.name), "level")) for area in field.areas)
            return ", ".join(f"{label} {plain_text(level)}" for label, level in levels if level is not None)
        case RowsField():
            return "; ".join(display_row(field, row) for row in value) if isinstance(value, list | tuple) else ""
        case PictureField() | ReferenceField():
            return ""
        case ChoiceField():
            return choice_label(field, plain_text(value))
        case _:
            return plain_text(value)


def display_row(field: RowsField, row: object) -> str:
    """Return a row in one line."""
    cells = (display_text(column, part_of(row, column.key)) for column in field.columns)
    return ", ".join(cell for cell in cells if cell)


def parse_value(field: Field, text: str, lists: Lists | None = None, maximum: Exact | None = None) -> Json:
    """Parse text that a player wrote into a field; None if it is empty. Raises UnreadableText.

    Args:
        field: the field.
        text: the text.
        lists: the group's lists, for choices that come from them.
        maximum: the maximum of a number, so that `3/6` can be parsed (`FilledSheet.maximum`).
    """
    text = text.strip()
    if not text:
        return None
    if len(text) > LONGEST:
        raise UnreadableText(_problem("too_long", most=LONGEST))
    match field:
        case TextField() | LongTextField() | PictureField():
            return text
        case NumberField():
            return parse_number(text.removesuffix(field.unit).strip(), whole=field.places == 0, maximum=maximum)
        case LevelField():
            return _read_level(field, text)
        case BoxesField():
            return parse_number(text, maximum=maximum)
        case DiceField():
            return _read_dice(text)
        case ChoiceField():
            names = choices_of(field, lists or {})
            wanted = text.casefold()
            return next((n for n in names if wanted in (n.casefold(), choice_label(field, n).casefold())), text)
        case FlagField():
            if text.casefold() in _YES:
                return True
            if text.casefold() in _NO:
                return False
            raise UnreadableText(_problem("no_flag"))
        case EntriesField():
            parts = text.split("\n") if "\n" in text else text.split(";")
            return [part.strip() for part in parts if part.strip()] or None
        case ChipsField():
            return _read_chips(field, text)
        case FigureField() | RowsField() | ReferenceField():
            raise UnreadableText(_problem("part_by_part"))
        case _:
            assert_never(field)


def parse_number(text: str, *, whole: bool = True, maximum: Exact | None = None) -> Json:
    """Parse a number to its JSON form. Raises UnreadableText with the sentence that says why."""
    try:
        return json_number(read_number(text, whole=whole, maximum=maximum))
    except NotANumber as error:
        raise UnreadableText(_problem(error.key, **error.params)) from error


def choices_of(field: ChoiceField | TextField | EntriesField, lists: Lists) -> tuple[str, ...]:
    """Return the names that a field proposes: its own, then those of the group's list."""
    own = field.choices if isinstance(field, ChoiceField) else ()
    listed = (row.get("name") for row in lists.get(field.list, ())) if field.list else ()
    return tuple(dict.fromkeys((*own, *(name for name in listed if isinstance(name, str)))))


def choice_label(field: Field, name: str) -> str:
    """Return the label of a choice; a name without a label is shown as it is."""
    if isinstance(field, ChoiceField) and field.labels and name in field.choices:
        return field.labels[field.choices.index(name)]
    return name


def level_name(field: LevelField, level: int) -> str:
    """Return the name of a level, or an empty string."""
    place = level - field.least
    return field.names[place] if 0 <= place < len(field.names) else ""


def part_of(value: object, key: str) -> Json:
    """Return a part of a mapping, or None if it is missing, or if the value is no mapping."""
    return (
        value.get(key) if type(value) is dict or isinstance(value, Mapping) else None
    )  # fast path: nearly all are dicts


def is_blank(value: Json) -> bool:
    """Say whether a value is blank: None, no words, or only blank parts."""
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
            return str(value) if number is None else format_number(number)


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


def _verify_number(field: NumberField, value: Json) -> str | None:
    number = exact(value)
    if number is None:
        return _problem("no_number")
    least, most = exact(field.least), exact(field.most)
    if (least is not None and number < least) or (most is not None and number > most):
        return outside(least, most)
    if not -LARGEST < number < LARGEST:
        return _problem("too_large")
    if round_half_up(number, field.places) != number:
        return _problem("places", places=field.places) if field.places else _problem("no_whole")
    return None


def _verify_whole(value: Json, least: int, most: int | None) -> str | None:
    number = exact(value)
    if not isinstance(number, int):
        return _problem("no_whole")
    return None if number >= least and (most is None or number <= most) else outside(least, most)


def outside(least: Exact | None, most: Exact | None) -> str:
    """Return the sentence that names the bounds of a number."""
    low, high = ("" if bound is None else format_number(bound) for bound in (least, most))
    if low and high:
        return _problem("outside", least=low, most=high)
    return _problem("below", least=low) if low else _problem("above", most=high)


def _verify_dice(field: DiceField, value: Json) -> str | None:
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
        raise UnreadableText(_problem("no_dice")) from refused
    return compact


def _verify_choice(field: ChoiceField, value: Json, lists: Lists, ruleset: str) -> str | None:
    if not isinstance(value, str):
        return _problem("no_text")
    if field.other or value in choices_of(field, lists):
        return None if len(value) <= LONGEST else _problem("too_long", most=LONGEST)
    return _problem("no_choice", list=list_label(ruleset, field.list)) if field.list else _problem("no_such_choice")


def _verify_chips(field: ChipsField, value: Json) -> str | None:
    if not isinstance(value, Mapping):
        return _problem("no_chips")
    known = {colour.key for colour in field.colours}
    strange = next((colour for colour in value if colour not in known), None)
    if strange is not None:
        return _problem("no_colour", colour=str(strange)[:40])
    return next((found for n in value.values() if (found := _verify_whole(n, 0, None)) is not None), None)


def _read_level(field: LevelField, text: str) -> Json:
    """Parse `3`, `3/5`, a name, or both as they are shown: `3 (Good)`."""
    for at, name in enumerate(field.names):
        level = field.least + at
        if text.casefold() in (name.casefold(), f"{format_number(level)} ({name})".casefold()):
            return level
    return parse_number(text, maximum=field.most)


def _read_chips(field: ChipsField, text: str) -> Json:
    names = {name.casefold(): c.key for c in field.colours for name in (c.letter, c.key, c.label)}
    found: dict[str, Json] = {}
    for part in text.replace(";", ",").split(","):
        name, _, count = part.strip().rpartition(" ")
        colour = names.get(name.strip().casefold())
        if colour is None:
            raise UnreadableText(_problem("no_colour", colour=part.strip()[:40]))
        found[colour] = parse_number(count)
    return found
