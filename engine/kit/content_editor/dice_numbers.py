"""Numbers of prepared records that may be dice: `2d6+6` instead of 13.

A struct declares such a number as `Number | Dice`, where the bounds of `Number` hold for the dice too. One that may
have decimals is `Number | Decimal | Dice`, with the bounds of `Decimal`. A form declares it with
`form_definitions.dice_number`. A fixed number is stored as a number, dice are stored as they were typed.

>>> class Pack(Frozen):
...     name: str = ""
...     count: Annotated[int, Meta(ge=1, le=6)] | Dice = 1
...     strength: Annotated[int, Meta(ge=0, le=99)] | Dice | None = None
>>> pack = Pack(name="Grey", count="1d3", strength="2d6+6")
>>> [(number.path, number.text) for number in dice_numbers(pack)]
[('count', '1d3'), ('strength', '2d6+6')]
>>> rolled(pack, lambda number: dice_range(number.text).most)
Pack(name='Grey', count=3, strength=18)
>>> dice_range("2d6+6"), dice_range("2d6+6").average
(DiceRange(least=8, most=18), 13.0)
>>> [number.fault for number in dice_numbers(Pack(count="2d6"))]
['These dice show 2 to 12. The result must be from 1 to 6.']
>>> class Rat(Frozen):
...     size: Annotated[int, Meta(ge=1, le=9)] | Annotated[float, Meta(ge=0.125, le=9)] | Dice = 1
>>> bounds_of_field(Rat, "size")
Bounds(least=0.125, most=9, whole=False)
>>> not_a_number(bounds_of_field(Rat, "size"))
'This must be a number from 0.125 to 9, or dice such as 2d6+6.'
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Final, NamedTuple, TypeVar

import msgspec
from msgspec import Meta, inspect

from engine.core.dice_notation import parse_dice_sum, roll_total
from engine.core.draft import Draft
from engine.kit.content_editor.shared_editor_texts import editor_text
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, Json, replace

R = TypeVar("R", bound=Frozen)

LONGEST_DICE: Final = 40
Dice = Annotated[str, Meta(max_length=LONGEST_DICE, extra={"dice": True})]
"""Dice in the place of a number; in a struct always beside that number: `Number | Dice`."""


class DiceRange(NamedTuple):
    """The lowest and the highest result of dice."""

    least: int
    most: int

    @property
    def average(self) -> float:
        """The result in the long run."""
        return (self.least + self.most) / 2


class Bounds(NamedTuple):
    """The bounds of a number; None without one. `whole` is False for a number that may have decimals."""

    least: float | None
    most: float | None
    whole: bool = True


class DiceNumber(NamedTuple):
    """Dice in a record: their path, the dice, and their bounds."""

    path: str
    text: str
    bounds: Bounds

    @property
    def fault(self) -> str:
        """The reason why these dice cannot be saved, as a sentence; empty if they can."""
        return dice_fault(self.text, self.bounds)


def dice_range(value: int | str) -> DiceRange:
    """Return the range of dice, or of a fixed number. Raises Refused for a text that is not dice."""
    if isinstance(value, int):
        return DiceRange(value, value)
    dice = parse_dice_sum(value)
    return DiceRange(dice.least, dice.most)


def dice_fault(text: str, bounds: Bounds) -> str:
    """Return why a text cannot be the dice of a number with these bounds; empty if it can."""
    least, most, _ = bounds
    try:
        dice = dice_range(text)
    except Refused:
        return not_a_number(bounds)
    if (least is not None and dice.least < least) or (most is not None and dice.most > most):
        params: dict[str, Json] = {"least": least, "most": most, "low": dice.least, "high": dice.most}
        return editor_text("misfit.dice_range", **params)
    return ""


def not_a_number(bounds: Bounds) -> str:
    """Return the sentence for a value that is neither a number nor dice."""
    if bounds.least is None or bounds.most is None:
        return editor_text("misfit.expression")
    return editor_text("misfit.dice" if bounds.whole else "misfit.decimal_dice", least=bounds.least, most=bounds.most)


def range_text(value: int | str) -> str:
    """Return a fixed number, or the range of dice, as text."""
    return between(*dice_range(value))


def between(least: int | str, most: int | str) -> str:
    """Return a range as text; only one of its ends if both are the same."""
    return str(most) if least == most else editor_text("range.between", least=least, most=most)


def dice_meaning(value: Json) -> str:
    """Return the range and the average of dice as text; empty for a fixed number and for anything else."""
    if not isinstance(value, str):
        return ""
    try:
        dice = dice_range(value)
    except Refused:
        return ""
    average = f"{dice.average:g}".replace("-", "−")
    return editor_text("dice_meaning", least=dice.least, most=dice.most, average=average)


def dice_numbers(record: Frozen, path: str = "") -> Iterator[DiceNumber]:
    """Yield the dice of a record and of its rows."""
    for name, key, bounds, has_rows in _fields_of(record):
        value = getattr(record, name)
        if has_rows:
            for number, row in enumerate(value):
                yield from dice_numbers(row, f"{path}{key}[{number}].")
        elif isinstance(value, str):
            yield DiceNumber(f"{path}{key}", value, bounds)


def rolled(record: R, roll: Callable[[DiceNumber], int], path: str = "") -> R:
    """Return a record with a fixed number for all its dice, which are rolled in the order of its fields."""
    changes: dict[str, object] = {}
    for name, key, bounds, has_rows in _fields_of(record):
        value = getattr(record, name)
        if has_rows and value:
            rows = tuple(rolled(row, roll, f"{path}{key}[{number}].") for number, row in enumerate(value))
            changes[name] = rows
        elif isinstance(value, str):
            changes[name] = roll(DiceNumber(f"{path}{key}", value, bounds))
    return replace(record, **changes) if changes else record


def highest_result(number: DiceNumber) -> int:
    """Return the highest result of dice for `rolled`, where nothing is rolled yet."""
    return dice_range(number.text).most


def lowest_result(number: DiceNumber) -> int:
    """Return the lowest result of dice for `rolled`."""
    return dice_range(number.text).least


def roll_secretly(draft: Draft, number: DiceNumber) -> int:
    """Roll the dice of a number for `rolled`; nobody sees them, as only the GM may know the numbers."""
    with draft.rolling_for(None, hidden=True):
        return roll_total(parse_dice_sum(number.text), draft.roll)


def converted(row: Mapping[str, Json], form: type[R]) -> R:
    """Return a row of a list as a record. Raises msgspec.ValidationError for another row, and for impossible dice."""
    record = msgspec.convert(dict(row), form)
    for number in dice_numbers(record):
        if number.fault:
            raise msgspec.ValidationError(number.fault)
    return record


def bounds_of_field(form: type[Frozen], key: str) -> Bounds | None:
    """Return the bounds of a number that may be dice, by its name in files; None for any other field."""
    shape: Any = form
    return next((bounds for _, known, bounds, has_rows in _fields(shape) if known == key and not has_rows), None)


def _fields_of(record: Frozen) -> tuple[tuple[str, str, Bounds, bool], ...]:
    form: Any = type(record)
    return _fields(form)


@cache
def _fields(form: Any) -> tuple[tuple[str, str, Bounds, bool], ...]:
    """Return the fields of a struct that matter here: name in code, name in files, bounds, and whether it has rows."""
    shape = inspect.type_info(form)
    assert isinstance(shape, inspect.StructType)
    found: list[tuple[str, str, Bounds, bool]] = []
    for field in shape.fields:
        kind = field.type.type if isinstance(field.type, inspect.Metadata) else field.type
        if isinstance(kind, inspect.VarTupleType) and isinstance(kind.item_type, inspect.StructType):
            if _fields(kind.item_type.cls):
                found.append((field.name, field.encode_name, Bounds(None, None), True))
        elif isinstance(kind, inspect.UnionType) and any(map(_is_dice, kind.types)):
            found.append((field.name, field.encode_name, _bounds_beside(kind), False))
    return tuple(found)


def _bounds_beside(kind: inspect.UnionType) -> Bounds:
    """Return the bounds of the number beside dice: those of its decimals where it may have these."""
    decimal = next((part for part in kind.types if isinstance(part, inspect.FloatType)), None)
    number = decimal or next(part for part in kind.types if isinstance(part, inspect.IntType))
    least, most = (bound if bound is None or bound % 1 else int(bound) for bound in (number.ge, number.le))
    return Bounds(least, most, whole=decimal is None)


def _is_dice(kind: inspect.Type) -> bool:
    return isinstance(kind, inspect.Metadata) and bool((kind.extra or {}).get("dice"))
