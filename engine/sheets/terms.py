"""What every expression in a file of data is made of, wherever it reads: numbers, signs, comparisons, exact and told.

A language of expressions (`formulas` of the sheets, `language` of a game) brings its own names and functions.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

from engine.play.words import Message, say
from engine.sheets.numbers import LARGEST, Exact, numeral, tidy
from engine.table.frozen import Json

Value = None | bool | int | Fraction | str
"""What a formula comes to; None is blank. Numbers are exact, and whole ones are ints."""

LOOSEST, OR, AND, NOT, COMPARISON, SUM, PRODUCT, SIGN, ATOM = range(9)
BLANK = "–"

S = TypeVar("S", contravariant=True)


class Unfit(Exception):
    """A formula that comes to nothing with what stands on this sheet. `text` says why."""

    def __init__(self, key: str, **params: Json) -> None:
        super().__init__(key)
        self.text = say(Message(key=f"sheets.unfit.{key}", params=params))


@dataclass(frozen=True, slots=True)
class Told:
    """A part of a formula in words, and how tightly it holds together."""

    text: str
    level: int = ATOM

    def within(self, level: int) -> str:
        """Return it with parentheses if it stands inside something that holds more tightly."""
        return self.text if self.level >= level else f"({self.text})"


class Term(Generic[S]):
    """A part of a formula. `S` is where it reads: a sheet, or a fight."""

    __slots__ = ()

    def value(self, scope: S) -> Value:
        """Return what it comes to. Raises Unfit."""
        raise NotImplementedError

    def told(self, scope: S) -> Told:
        """Return it in words. Raises Unfit."""
        raise NotImplementedError


def spoken(value: Value) -> str:
    """Return a value as it stands in a reckoning."""
    match value:
        case None:
            return BLANK
        case bool():
            return say(Message(key="sheets.yes" if value else "sheets.no"))
        case str():
            return value or BLANK
        case _:
            return numeral(value)


def as_number(value: Value) -> Exact | None:
    """Return a value to reckon with; yes is 1, and no is 0. Raises Unfit for words."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, str):
        raise Unfit("words", text=value[:40])
    return value


def as_truth(value: Value) -> bool | None:
    """Return whether something holds; blank stays blank."""
    return None if value is None else bool(value)


def bounded(value: Exact) -> Exact:
    """Return a number that is neither too large nor too finely split. Raises Unfit."""
    value = tidy(value)
    if not -LARGEST < value < LARGEST or value.denominator >= LARGEST:
        raise Unfit("too_large")
    return value


@dataclass(frozen=True, slots=True)
class Fixed(Term[S]):
    """A number or a text that stands in the formula itself."""

    fixed: Value

    def value(self, scope: S) -> Value:
        """Return it."""
        return self.fixed

    def told(self, scope: S) -> Told:
        """Return it as it is read."""
        return Told(spoken(self.fixed), SIGN if isinstance(self.fixed, int | Fraction) and self.fixed < 0 else ATOM)


@dataclass(frozen=True, slots=True)
class Negative(Term[S]):
    """A minus before a number."""

    inner: Term[S]

    def value(self, scope: S) -> Value:
        """Turn the sign."""
        value = as_number(self.inner.value(scope))
        return None if value is None else -value

    def told(self, scope: S) -> Told:
        """Return it with a minus."""
        return Told(f"−{self.inner.told(scope).within(ATOM)}", SIGN)


@dataclass(frozen=True, slots=True)
class Operation:
    """How two numbers make a third, and how that is written."""

    make: Callable[[Exact, Exact], Exact]
    level: int
    key: str


def _divide(left: Exact, right: Exact) -> Exact:
    return Fraction(left) / right


OPERATIONS: Mapping[str, Operation] = {
    "+": Operation(operator.add, SUM, "plus"),
    "-": Operation(operator.sub, SUM, "minus"),
    "*": Operation(operator.mul, PRODUCT, "times"),
    "/": Operation(_divide, PRODUCT, "by"),
    "//": Operation(operator.floordiv, PRODUCT, "whole_by"),
    "%": Operation(operator.mod, PRODUCT, "rest_by"),
}


@dataclass(frozen=True, slots=True)
class Arithmetic(Term[S]):
    """Two numbers and a sign between them."""

    sign: str
    left: Term[S]
    right: Term[S]

    def value(self, scope: S) -> Value:
        """Reckon. Nothing is divided by nothing."""
        left, right = as_number(self.left.value(scope)), as_number(self.right.value(scope))
        if left is None or right is None:
            return None
        if right == 0 and self.sign in {"/", "//", "%"}:
            raise Unfit("by_nothing")
        return bounded(OPERATIONS[self.sign].make(left, right))

    def told(self, scope: S) -> Told:
        """Return both with the sign between them."""
        how = OPERATIONS[self.sign]
        parts: dict[str, Json] = {
            "left": self.left.told(scope).within(how.level),
            "right": self.right.told(scope).within(how.level + 1),
        }
        level = LOOSEST if self.sign in {"//", "%"} else how.level
        return Told(say(Message(key=f"sheets.reckoning.{how.key}", params=parts)), level)


COMPARISONS: Mapping[str, tuple[Callable[[Any, Any], bool], str]] = {
    "==": (operator.eq, "="),
    "!=": (operator.ne, "≠"),
    "<": (operator.lt, "<"),
    "<=": (operator.le, "≤"),
    ">": (operator.gt, ">"),
    ">=": (operator.ge, "≥"),
}


@dataclass(frozen=True, slots=True)
class Comparison(Term[S]):
    """Values compared one after the other: `1 <= level <= 5`."""

    first: Term[S]
    rest: tuple[tuple[str, Term[S]], ...]

    def value(self, scope: S) -> Value:
        """Compare: words only with words, and only for being the same."""
        left, holds = self.first.value(scope), True
        for sign, node in self.rest:
            right = node.value(scope)
            if left is None or right is None:
                return None
            if sign not in {"==", "!="}:
                left, right = as_number(left), as_number(right)
            holds = holds and COMPARISONS[sign][0](left, right)
            left = right
        return holds

    def told(self, scope: S) -> Told:
        """Return what is compared."""
        text = self.first.told(scope).within(SUM)
        for sign, node in self.rest:
            text += f" {COMPARISONS[sign][1]} {node.told(scope).within(SUM)}"
        return Told(text, COMPARISON)


@dataclass(frozen=True, slots=True)
class Both(Term[S]):
    """Several that must all hold (`all_of`), or of which one must."""

    parts: tuple[Term[S], ...]
    all_of: bool

    def value(self, scope: S) -> Value:
        """Decide as soon as one part decides it; a blank part that does not matter is passed over."""
        found = [as_truth(part.value(scope)) for part in self.parts]
        deciding = not self.all_of
        if deciding in found:
            return deciding
        return None if None in found else self.all_of

    def told(self, scope: S) -> Told:
        """Return the parts with the word between them."""
        level = AND if self.all_of else OR
        word = say(Message(key="sheets.reckoning.and" if self.all_of else "sheets.reckoning.or"))
        return Told(f" {word} ".join(part.told(scope).within(level + 1) for part in self.parts), level)


@dataclass(frozen=True, slots=True)
class Not(Term[S]):
    """That something does not hold."""

    inner: Term[S]

    def value(self, scope: S) -> Value:
        """Turn it round."""
        truth = as_truth(self.inner.value(scope))
        return None if truth is None else not truth

    def told(self, scope: S) -> Told:
        """Return it with a `not`."""
        inner = self.inner.told(scope).within(COMPARISON + 1)
        return Told(say(Message(key="sheets.reckoning.not", params={"inner": inner})), NOT)


@dataclass(frozen=True, slots=True)
class Either(Term[S]):
    """`a if test else b`."""

    test: Term[S]
    then: Term[S]
    otherwise: Term[S]

    def value(self, scope: S) -> Value:
        """Take the branch that the test says; a blank test is blank."""
        truth = as_truth(self.test.value(scope))
        return None if truth is None else (self.then if truth else self.otherwise).value(scope)

    def told(self, scope: S) -> Told:
        """Return the branch that was taken, and why."""
        truth = as_truth(self.test.value(scope))
        test = self.test.told(scope).text
        if truth is None:
            return Told(test, LOOSEST)
        params: dict[str, Json] = {"value": (self.then if truth else self.otherwise).told(scope).text, "test": test}
        key = "sheets.reckoning.since" if truth else "sheets.reckoning.since_not"
        return Told(say(Message(key=key, params=params)), LOOSEST)
