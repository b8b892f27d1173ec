"""The functions that a formula may call."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.core.dice_notation import DicePool, parse_dice
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.sheets.formulas.exact_numbers import Exact, exact, format_number, round_half_up
from engine.sheets.formulas.expression_terms import (
    ATOM,
    COMPARISON,
    LOOSEST,
    Constant,
    Explanation,
    FormulaValueError,
    S,
    Term,
    Value,
    as_number,
    bounded,
    labelled,
    value_text,
)
from engine.sheets.formulas.formula_scope import FieldName, FormulaNode, FormulaScope


def _explanation(name: str, level: int = LOOSEST, **params: Json) -> Explanation:
    return Explanation(say(Message(key=f"sheets.reckoning.{name}", params=params)), level)


def _numbers(nodes: Sequence[Term[S]], scope: S) -> list[Exact] | None:
    """Return the numbers, or None if one of them is blank."""
    values = [as_number(node.value(scope)) for node in nodes]
    numbers = [number for number in values if number is not None]
    return numbers if len(numbers) == len(values) else None


@dataclass(frozen=True, slots=True)
class NumericFunction(Term[S]):
    """A function of numbers: `min max abs ceil floor round half dice`."""

    name: str
    args: tuple[Term[S], ...]

    def value(self, scope: S) -> Value:
        """Calculate; one blank argument makes it blank."""
        numbers = _numbers(self.args, scope)
        return None if numbers is None else NUMERIC_FUNCTIONS[self.name](numbers)

    def explain(self, scope: S) -> Explanation:
        """Return the function and its arguments; dice as people write them: `2d6+1`, `(Level 3)d6`."""
        if self.name == "dice":
            return self._dice_in_words(scope)
        parts = ", ".join(arg.explain(scope).text for arg in self.args)
        return _explanation(self.name, what=parts)

    def _dice_in_words(self, scope: S) -> Explanation:
        values = [arg.value(scope) for arg in self.args]
        parts = [arg.explain(scope) for arg in self.args]
        if None not in values and [part.text for part in parts] == [value_text(value) for value in values]:
            return Explanation(value_text(self.value(scope)))
        count, sides, *more = [
            part.text if part.text == value_text(value) else f"({part.text})"
            for part, value in zip(parts, values, strict=True)
        ]
        if not more:
            return _explanation("dice", count=count, sides=sides)
        plus = more[0]
        key = "dice_less" if plus.startswith("−") else "dice_more"
        return _explanation(key, count=count, sides=sides, plus=plus.removeprefix("−"))


def _dice(numbers: list[Exact]) -> Value:
    count, sides, *bonus = numbers
    plus = bonus[0] if bonus else 0
    if not (isinstance(count, int) and isinstance(sides, int) and isinstance(plus, int)):
        raise FormulaValueError("no_dice", text=" ".join(map(str, numbers)))
    if not (1 <= count <= 100 and 2 <= sides <= 9999 and abs(plus) <= 9999):
        raise FormulaValueError("no_dice", text=f"{count}d{sides}")
    return f"{count}d{sides}{plus:+}" if plus else f"{count}d{sides}"


NUMERIC_FUNCTIONS: Mapping[str, Callable[[list[Exact]], Value]] = {
    "min": min,
    "max": max,
    "abs": lambda numbers: max(numbers[0], -numbers[0]),
    "ceil": lambda numbers: math.ceil(numbers[0]),
    "floor": lambda numbers: math.floor(numbers[0]),
    "round": lambda numbers: round_half_up(numbers[0]),
    "half": lambda numbers: math.ceil(Fraction(numbers[0]) / 2),
    "dice": _dice,
}
ARGUMENTS: Mapping[str, tuple[int, int]] = {
    "min": (2, 30),
    "max": (2, 30),
    "abs": (1, 1),
    "ceil": (1, 1),
    "floor": (1, 1),
    "round": (1, 1),
    "dice": (2, 3),
}
"""The least and the greatest number of arguments of each numeric function in a formula of a sheet."""


@dataclass(frozen=True, slots=True)
class ColumnFunction(FormulaNode):
    """`sum`, `min` or `max` of a column over all rows; blank cells are passed over."""

    name: str
    rows: str
    column: str

    def value(self, scope: FormulaScope) -> Value:
        """Calculate; the sum of no rows is 0, the least and the most of none are blank."""
        cells = (as_number(cell) for cell in scope.column(self.rows, self.column))
        numbers = [cell for cell in cells if cell is not None]
        if self.name == "sum":
            return bounded(sum(numbers))
        return NUMERIC_FUNCTIONS[self.name](numbers) if numbers else None

    def explain(self, scope: FormulaScope) -> Explanation:
        """Return the column's label and the value."""
        label = scope.label(f"{self.rows}.{self.column}")
        return _explanation(f"{self.name}_of", ATOM, what=label, value=value_text(self.value(scope)))


@dataclass(frozen=True, slots=True)
class CountFunction(FormulaNode):
    """The number of filled entries or rows, or of rows in which a column is ticked or filled."""

    name: str
    column: str

    def value(self, scope: FormulaScope) -> Value:
        """Count."""
        if not self.column:
            return scope.count(self.name)
        return sum(cell not in {None, False, ""} for cell in scope.column(self.name, self.column))

    def explain(self, scope: FormulaScope) -> Explanation:
        """Return the label and the number."""
        label = scope.label(f"{self.name}.{self.column}" if self.column else self.name)
        return _explanation("count", ATOM, what=label, value=value_text(self.value(scope)))


@dataclass(frozen=True, slots=True)
class DistinctFunction(FormulaNode):
    """The number of different entries, or of rows that differ in one or more columns: `distinct(skills.name)`.

    Case and spaces at the ends do not matter. Blank entries, and rows blank in the first column, are skipped, as in
    `count`. So `distinct(x) == count(x)` means that there are no duplicates.
    """

    rows: str
    columns: tuple[str, ...]

    def value(self, scope: FormulaScope) -> Value:
        """Count."""
        if not self.columns:
            return len({_word(entry) for entry in scope.entries(self.rows)} - {""})
        lines = zip(*(scope.column(self.rows, column) for column in self.columns), strict=True)
        return len({tuple(map(_word, line)) for line in lines if line[0] not in {None, False, ""}})

    def explain(self, scope: FormulaScope) -> Explanation:
        """Return the labels and the number."""
        names = [f"{self.rows}.{column}" for column in self.columns] or [self.rows]
        label = ", ".join(map(scope.label, names))
        return _explanation("distinct", ATOM, what=label, value=value_text(self.value(scope)))


def _word(value: Value) -> str:
    return "" if value in {None, ""} else " ".join(value_text(value).split()).casefold()


@dataclass(frozen=True, slots=True)
class PickFunction(FormulaNode):
    """The value of a column in the first row with a given word in another column: a skill's level, by its name."""

    shows_value = True
    rows: str
    names: str
    word: FormulaNode
    column: str

    def value(self, scope: FormulaScope) -> Value:
        """Look for the row; big and small letters do not matter."""
        word = self.word.value(scope)
        if word is None:
            return None
        wanted = _word(word)
        names = scope.column(self.rows, self.names)
        row = next((n for n, name in enumerate(names) if _word(name) == wanted), None)
        return None if row is None else scope.column(self.rows, self.column)[row]

    def explain(self, scope: FormulaScope) -> Explanation:
        """Return the word and the value."""
        return labelled(value_text(self.word.value(scope)), self.value(scope))


@dataclass(frozen=True, slots=True)
class LookupFunction(FormulaNode):
    """The value of a key in a table of the game."""

    shows_value = True
    table: str
    key: FormulaNode
    otherwise: FormulaNode | None

    def value(self, scope: FormulaScope) -> Value:
        """Look the key up; a missing key gives a blank, or the value of `otherwise`."""
        key = self.key.value(scope)
        if key is None:
            return None
        value = _at(scope.table(self.table), key)
        return self.otherwise.value(scope) if value is None and self.otherwise is not None else value

    def explain(self, scope: FormulaScope) -> Explanation:
        """Return the value, and the key unless it is always the same: then the value is a number of the rules."""
        value = value_text(self.value(scope))
        if isinstance(self.key, Constant):
            return Explanation(value, ATOM)
        return _explanation("lookup", ATOM, value=value, key=self.key.explain(scope).text)


def _at(table: Json, key: Value) -> Value:
    word = key if isinstance(key, str) else _as_key(key)
    match table:
        case Mapping():
            return formula_value(table.get(word))
        case str() | None:
            return None
        case Sequence():
            for pair in table:
                if isinstance(pair, Sequence) and len(pair) == 2 and (formula_value(pair[0]) == key or pair[0] == word):
                    return formula_value(pair[1])
            return None
        case _:
            return None


def _as_key(value: Value) -> str:
    """Return how a number or a yes is written as the key of a table."""
    number = as_number(value)
    if number is None or isinstance(value, bool):
        return str(value).casefold()
    return format_number(number).replace("−", "-")


def formula_value(value: object) -> Value:
    """Return a value of a file as formulas use it; lists and objects are blank."""
    if isinstance(value, bool | str):
        return value
    return exact(value)


@dataclass(frozen=True, slots=True)
class StepFunction(FormulaNode):
    """The value of a number in a table of steps: that of the first row with an upper bound not below the number."""

    shows_value = True
    table: str
    number: FormulaNode

    def value(self, scope: FormulaScope) -> Value:
        """Look the number up; above the last step the value is blank."""
        number = as_number(self.number.value(scope))
        table = scope.table(self.table)
        if number is None or isinstance(table, str) or not isinstance(table, Sequence):
            return None
        for pair in table:
            if isinstance(pair, Sequence) and len(pair) == 2 and _reaches(pair[0], number):
                return formula_value(pair[1])
        return None

    def explain(self, scope: FormulaScope) -> Explanation:
        """Return the number and the value."""
        return _explanation("lookup", ATOM, value=value_text(self.value(scope)), key=self.number.explain(scope).text)


def _reaches(bound: Json, number: Exact) -> bool:
    """Say whether a bound is not below a number; TOML's `inf` is above all numbers."""
    if isinstance(bound, float) and math.isinf(bound):
        return bound > 0
    limit = exact(bound)
    return limit is not None and limit >= number


@dataclass(frozen=True, slots=True)
class ListedFunction(FormulaNode):
    """The value of one column in a group's list, by the name of the row."""

    shows_value = True
    rows: str
    name: FormulaNode
    column: str
    otherwise: FormulaNode | None

    def value(self, scope: FormulaScope) -> Value:
        """Look it up by its name."""
        name = self.name.value(scope)
        if name is None:
            return None
        value = scope.listed(self.rows, value_text(name), self.column)
        return self.otherwise.value(scope) if value is None and self.otherwise is not None else value

    def explain(self, scope: FormulaScope) -> Explanation:
        """Return the name and the value."""
        return _explanation("lookup", ATOM, value=value_text(self.value(scope)), key=self.name.explain(scope).text)


@dataclass(frozen=True, slots=True)
class GivenFunction(FormulaNode):
    """A value, or another one if it is blank."""

    inner: FormulaNode
    otherwise: FormulaNode

    def value(self, scope: FormulaScope) -> Value:
        """Return the first value that is not blank; each is calculated only once, or nesting takes exponential time."""
        value = self.inner.value(scope)
        return self.otherwise.value(scope) if value in {None, ""} else value

    def explain(self, scope: FormulaScope) -> Explanation:
        """Explain the value that was taken; a value that replaces a blank field keeps the field's label."""
        explanation = self.inner.explain(scope)
        if self.inner.value(scope) not in {None, ""}:
            return explanation
        replacement = self.otherwise.explain(scope)
        if not isinstance(self.inner, FieldName):
            return replacement
        label, value = scope.label(self.inner.name), self.otherwise.value(scope)
        if replacement.text == value_text(value):
            return labelled(label, value)
        return Explanation(f"{label} {replacement.text}", explanation.level)

    def reason(self, scope: FormulaScope) -> Explanation:
        """Return the reason of the value that was taken."""
        if self.inner.value(scope) not in {None, ""}:
            return self.inner.reason(scope)
        return self.explain(scope) if isinstance(self.inner, FieldName) else self.otherwise.reason(scope)


@dataclass(frozen=True, slots=True)
class OptionFunction(FormulaNode):
    """A choice of the group."""

    shows_value = True
    name: str

    def value(self, scope: FormulaScope) -> Value:
        """Read it."""
        return scope.option(self.name)

    def explain(self, scope: FormulaScope) -> Explanation:
        """Return its label and its value."""
        label, value = scope.option_in_words(self.name)
        return _explanation("option", COMPARISON, option=label, value=value)


@dataclass(frozen=True, slots=True)
class HasFunction(FormulaNode):
    """Whether the character has a condition."""

    condition: str

    def value(self, scope: FormulaScope) -> Value:
        """Look."""
        return scope.has(self.condition)

    def explain(self, scope: FormulaScope) -> Explanation:
        """Return its name."""
        return Explanation(self.condition)


@dataclass(frozen=True, slots=True)
class DiceFunction(FormulaNode):
    """A part of dice such as 3d8+2: the number of dice, the sides, the bonus, or the value of a die: 10."""

    name: str
    dice: FormulaNode

    def value(self, scope: FormulaScope) -> Value:
        """Parse the dice; a plain number has no dice, only a bonus."""
        value = self.dice.value(scope)
        if value is None or value == "":
            return None
        dice, sign = _read_dice(value)
        match self.name:
            case "dice_count":
                return sign * dice.count
            case "dice_sides":
                return dice.sides
            case "dice_value":
                return dice.sides + dice.plus
            case _:
                return dice.plus

    def explain(self, scope: FormulaScope) -> Explanation:
        """Return the dice."""
        return _explanation(self.name, what=self.dice.explain(scope).text)


def _read_dice(value: Value) -> tuple[DicePool, int]:
    """Return dice and their sign: `-1d4` is one die that is taken away, `+2` no die at all."""
    if isinstance(value, int):
        return DicePool(count=0, sides=0, plus=int(value)), 1
    text = str(value).strip().replace("−", "-")
    sign = -1 if text.startswith("-") else 1
    body = text.lstrip("+-")
    if body.isascii() and body.isdecimal() and len(body) <= 6:
        return DicePool(count=0, sides=0, plus=sign * int(body)), 1
    try:
        return parse_dice(body), sign
    except Refused:
        raise FormulaValueError("no_dice", text=text[:40]) from None


NodeReader = Callable[[str], FormulaNode]


@dataclass(frozen=True, slots=True)
class CalculateFunction(FormulaNode):
    """The value of a formula that is the text of a field or column."""

    column: str
    read: NodeReader

    def value(self, scope: FormulaScope) -> Value:
        """Parse that formula and calculate it; without one the value is blank."""
        text = scope.written(self.column)
        return self.read(text).value(scope) if text.strip() else None

    def explain(self, scope: FormulaScope) -> Explanation:
        """Return that formula in words."""
        text = scope.written(self.column)
        return self.read(text).explain(scope) if text.strip() else Explanation(value_text(None))

    def reason(self, scope: FormulaScope) -> Explanation:
        """Return the reason of that formula."""
        text = scope.written(self.column)
        return self.read(text).reason(scope) if text.strip() else Explanation(value_text(None))
