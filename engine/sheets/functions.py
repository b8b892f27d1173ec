"""The functions that a formula may call."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.dice.notation import Dice, parse_dice
from engine.play.refusal import Refused
from engine.play.words import Message, say
from engine.sheets.expressions import Name, Node, Scope
from engine.sheets.numbers import Exact, exact, half_up, numeral
from engine.sheets.terms import ATOM, LOOSEST, S, Term, Told, Unfit, Value, as_number, bounded, spoken
from engine.table.frozen import Json


def _told(name: str, level: int = LOOSEST, **params: Json) -> Told:
    return Told(say(Message(key=f"sheets.reckoning.{name}", params=params)), level)


def _all(nodes: Sequence[Term[S]], scope: S) -> list[Exact] | None:
    """Return numbers, or None if one of them is blank."""
    found = [as_number(node.value(scope)) for node in nodes]
    numbers = [number for number in found if number is not None]
    return numbers if len(numbers) == len(found) else None


@dataclass(frozen=True, slots=True)
class Simple(Term[S]):
    """A function of numbers: `min max abs ceil floor round half dice`."""

    name: str
    args: tuple[Term[S], ...]

    def value(self, scope: S) -> Value:
        """Reckon; one blank argument makes it blank."""
        numbers = _all(self.args, scope)
        return None if numbers is None else SIMPLE[self.name](numbers)

    def told(self, scope: S) -> Told:
        """Return what it is done to, and what is done."""
        parts = ", ".join(arg.told(scope).text for arg in self.args)
        return _told(self.name, what=parts)


def _dice(numbers: list[Exact]) -> Value:
    count, sides, *more = numbers
    plus = more[0] if more else 0
    if not (isinstance(count, int) and isinstance(sides, int) and isinstance(plus, int)):
        raise Unfit("no_dice", text=" ".join(map(str, numbers)))
    if not (1 <= count <= 100 and 2 <= sides <= 9999 and abs(plus) <= 9999):
        raise Unfit("no_dice", text=f"{count}d{sides}")
    return f"{count}d{sides}{plus:+}" if plus else f"{count}d{sides}"


SIMPLE: Mapping[str, Callable[[list[Exact]], Value]] = {
    "min": min,
    "max": max,
    "abs": lambda numbers: max(numbers[0], -numbers[0]),
    "ceil": lambda numbers: math.ceil(numbers[0]),
    "floor": lambda numbers: math.floor(numbers[0]),
    "round": lambda numbers: half_up(numbers[0]),
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
"""How many arguments each function of numbers takes in a formula of a sheet."""


@dataclass(frozen=True, slots=True)
class OverColumn(Node):
    """`sum`, `min` or `max` of a column over all rows; blank cells are passed over."""

    name: str
    rows: str
    column: str

    def value(self, scope: Scope) -> Value:
        """Reckon; the sum of no rows is 0, the least and the most of none are blank."""
        cells = (as_number(cell) for cell in scope.column(self.rows, self.column))
        numbers = [cell for cell in cells if cell is not None]
        if self.name == "sum":
            return bounded(sum(numbers))
        return SIMPLE[self.name](numbers) if numbers else None

    def told(self, scope: Scope) -> Told:
        """Return which column, and what it comes to."""
        label = scope.label(f"{self.rows}.{self.column}")
        return _told(f"{self.name}_of", ATOM, what=label, value=spoken(self.value(scope)))


@dataclass(frozen=True, slots=True)
class Count(Node):
    """How many entries or rows are filled, or in how many rows a column is ticked or filled."""

    name: str
    column: str

    def value(self, scope: Scope) -> Value:
        """Count."""
        if not self.column:
            return scope.count(self.name)
        return sum(cell not in {None, False, ""} for cell in scope.column(self.name, self.column))

    def told(self, scope: Scope) -> Told:
        """Return of what, and how many."""
        label = scope.label(f"{self.name}.{self.column}" if self.column else self.name)
        return _told("count", ATOM, what=label, value=spoken(self.value(scope)))


@dataclass(frozen=True, slots=True)
class Distinct(Node):
    """How many different entries there are, or different rows by one or more columns: `distinct(skills.name)`.

    Big and small letters and spaces at the ends do not matter; what is blank, or blank in the first column, is passed
    over, as `count` does. So `distinct(x) == count(x)` says that nothing stands there twice.
    """

    rows: str
    columns: tuple[str, ...]

    def value(self, scope: Scope) -> Value:
        """Count."""
        if not self.columns:
            return len({_word(entry) for entry in scope.entries(self.rows)} - {""})
        lines = zip(*(scope.column(self.rows, column) for column in self.columns), strict=True)
        return len({tuple(map(_word, line)) for line in lines if line[0] not in {None, False, ""}})

    def told(self, scope: Scope) -> Told:
        """Return of what, and how many."""
        names = [f"{self.rows}.{column}" for column in self.columns] or [self.rows]
        label = ", ".join(map(scope.label, names))
        return _told("distinct", ATOM, what=label, value=spoken(self.value(scope)))


def _word(value: Value) -> str:
    return "" if value in {None, ""} else " ".join(spoken(value).split()).casefold()


@dataclass(frozen=True, slots=True)
class Pick(Node):
    """What stands in one column of the first row that has a word in another: a skill's level, by its name."""

    rows: str
    names: str
    word: Node
    column: str

    def value(self, scope: Scope) -> Value:
        """Look for the row; big and small letters do not matter."""
        word = self.word.value(scope)
        if word is None:
            return None
        wanted = _word(word)
        names = scope.column(self.rows, self.names)
        found = next((n for n, name in enumerate(names) if _word(name) == wanted), None)
        return None if found is None else scope.column(self.rows, self.column)[found]

    def told(self, scope: Scope) -> Told:
        """Return the word and what was found."""
        return Told(f"{spoken(self.word.value(scope))} {spoken(self.value(scope))}")


@dataclass(frozen=True, slots=True)
class Lookup(Node):
    """What a table of the game has at a key."""

    table: str
    key: Node
    otherwise: Node | None

    def value(self, scope: Scope) -> Value:
        """Look it up; what the table does not have is blank, or what is given for that."""
        key = self.key.value(scope)
        if key is None:
            return None
        found = _at(scope.table(self.table), key)
        return self.otherwise.value(scope) if found is None and self.otherwise is not None else found

    def told(self, scope: Scope) -> Told:
        """Return the key and what was found."""
        return _told("lookup", ATOM, value=spoken(self.value(scope)), key=self.key.told(scope).text)


def _at(table: Json, key: Value) -> Value:
    word = key if isinstance(key, str) else _as_key(key)
    match table:
        case Mapping():
            return plain_value(table.get(word))
        case str() | None:
            return None
        case Sequence():
            for pair in table:
                if isinstance(pair, Sequence) and len(pair) == 2 and (plain_value(pair[0]) == key or pair[0] == word):
                    return plain_value(pair[1])
            return None
        case _:
            return None


def _as_key(value: Value) -> str:
    """Return how a number or a yes is written as the key of a table."""
    number = as_number(value)
    if number is None or isinstance(value, bool):
        return str(value).casefold()
    return numeral(number).replace("−", "-")


def plain_value(value: object) -> Value:
    """Return a value of a file as a formula reckons with it; lists and objects are blank."""
    if isinstance(value, bool | str):
        return value
    return exact(value)


@dataclass(frozen=True, slots=True)
class Step(Node):
    """What a table of steps has for a number: the first row whose upper bound is not below it."""

    table: str
    number: Node

    def value(self, scope: Scope) -> Value:
        """Look it up; beyond the last step it is blank."""
        number = as_number(self.number.value(scope))
        table = scope.table(self.table)
        if number is None or isinstance(table, str) or not isinstance(table, Sequence):
            return None
        for pair in table:
            if isinstance(pair, Sequence) and len(pair) == 2 and _reaches(pair[0], number):
                return plain_value(pair[1])
        return None

    def told(self, scope: Scope) -> Told:
        """Return the number and what was found."""
        return _told("lookup", ATOM, value=spoken(self.value(scope)), key=self.number.told(scope).text)


def _reaches(bound: Json, number: Exact) -> bool:
    """Say whether a bound is a number's or above; TOML's `inf` is above all."""
    if isinstance(bound, float) and math.isinf(bound):
        return bound > 0
    limit = exact(bound)
    return limit is not None and limit >= number


@dataclass(frozen=True, slots=True)
class Listed(Node):
    """What one of the group's lists says of something in one of its columns."""

    rows: str
    name: Node
    column: str
    otherwise: Node | None

    def value(self, scope: Scope) -> Value:
        """Look it up by its name."""
        name = self.name.value(scope)
        if name is None:
            return None
        found = scope.listed(self.rows, spoken(name), self.column)
        return self.otherwise.value(scope) if found is None and self.otherwise is not None else found

    def told(self, scope: Scope) -> Told:
        """Return the name and what was found."""
        return _told("lookup", ATOM, value=spoken(self.value(scope)), key=self.name.told(scope).text)


@dataclass(frozen=True, slots=True)
class Given(Node):
    """A value, or another one where it is blank."""

    inner: Node
    otherwise: Node

    def value(self, scope: Scope) -> Value:
        """Take the first that is not blank; each is reckoned but once, or nested ones would take for ever."""
        found = self.inner.value(scope)
        return self.otherwise.value(scope) if found in {None, ""} else found

    def told(self, scope: Scope) -> Told:
        """Return the one that was taken; what stands in for a field bears its name."""
        told = self.inner.told(scope)
        if self.inner.value(scope) not in {None, ""}:
            return told
        instead = self.otherwise.told(scope)
        named = told.text.endswith(f" {spoken(None)}") and isinstance(self.inner, Name)
        return Told(f"{told.text.removesuffix(spoken(None))}{instead.text}", told.level) if named else instead


@dataclass(frozen=True, slots=True)
class Option(Node):
    """A choice of the group."""

    name: str

    def value(self, scope: Scope) -> Value:
        """Read it."""
        return scope.option(self.name)

    def told(self, scope: Scope) -> Told:
        """Return it by name."""
        return _told("option", ATOM, option=self.name, value=spoken(scope.option(self.name)))


@dataclass(frozen=True, slots=True)
class Has(Node):
    """Whether a condition lies on the character."""

    condition: str

    def value(self, scope: Scope) -> Value:
        """Look."""
        return scope.has(self.condition)

    def told(self, scope: Scope) -> Told:
        """Return its name."""
        return Told(self.condition)


@dataclass(frozen=True, slots=True)
class OfDice(Node):
    """A part of dice such as 3d8+2: how many, how many sides, what is added, or what a die counts: 10."""

    name: str
    dice: Node

    def value(self, scope: Scope) -> Value:
        """Read the dice; a plain number is no dice, and all of it is added."""
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

    def told(self, scope: Scope) -> Told:
        """Return which dice."""
        return _told(self.name, what=self.dice.told(scope).text)


def _read_dice(value: Value) -> tuple[Dice, int]:
    """Return dice and their sign: `-1d4` is one die that is taken away, `+2` no die at all."""
    if isinstance(value, int):
        return Dice(count=0, sides=0, plus=int(value)), 1
    text = str(value).strip().replace("−", "-")
    sign = -1 if text.startswith("-") else 1
    body = text.lstrip("+-")
    if body.isascii() and body.isdecimal() and len(body) <= 6:
        return Dice(count=0, sides=0, plus=sign * int(body)), 1
    try:
        return parse_dice(body), sign
    except Refused:
        raise Unfit("no_dice", text=text[:40]) from None


Inner = Callable[[str], Node]


@dataclass(frozen=True, slots=True)
class Reckon(Node):
    """What the formula comes to that stands as text in a field or column."""

    column: str
    read: Inner

    def value(self, scope: Scope) -> Value:
        """Read the formula and reckon it; without one it is blank."""
        text = scope.written(self.column)
        return self.read(text).value(scope) if text.strip() else None

    def told(self, scope: Scope) -> Told:
        """Return that formula in words."""
        text = scope.written(self.column)
        return self.read(text).told(scope) if text.strip() else Told(spoken(None))
