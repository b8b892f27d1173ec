"""The terms that all expressions in data files share: literals, arithmetic and comparisons, exact and explained.

A language of expressions (`formulas` of the sheets, `language` of a game) adds its own names and functions.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Generic, TypeVar

from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.sheets.formulas.exact_numbers import LARGEST, Exact, format_number, tidy

Value = None | bool | int | Fraction | str
"""The value of a formula; None is blank. Numbers are exact, and whole ones are ints."""

LOOSEST, OR, AND, NOT, COMPARISON, SUM, PRODUCT, SIGN, ATOM = range(9)
BLANK = "–"

S = TypeVar("S", contravariant=True)


class FormulaValueError(Exception):
    """A formula has no value with the present values of the sheet. `text` says why."""

    def __init__(self, key: str, **params: Json) -> None:
        super().__init__(key)
        self.text = say(Message(key=f"sheets.unfit.{key}", params=params))


@dataclass(frozen=True, slots=True)
class Explanation:
    """A part of a formula in words, and how tightly it holds together."""

    text: str
    level: int = ATOM

    def within(self, level: int) -> str:
        """Return the text, in parentheses if the term around it binds more tightly."""
        return self.text if self.level >= level else f"({self.text})"


class Term(Generic[S]):
    """A part of a formula. `S` is its scope: a sheet, or a fight.

    Attributes:
        shows_value: its explanation also says whether it is true: `Trained: no`. That of a comparison does not.
    """

    __slots__ = ()
    shows_value: ClassVar[bool] = False

    def value(self, scope: S) -> Value:
        """Return the value. Raises FormulaValueError."""
        raise NotImplementedError

    def explain(self, scope: S) -> Explanation:
        """Return it in words. Raises FormulaValueError."""
        raise NotImplementedError

    def reason(self, scope: S) -> Explanation:
        """Return the fact that makes it true, or false: `Load 0 < 18` for `load >= 18`. It must not be blank."""
        explanation = self.explain(scope)
        return _negated(explanation) if self.value(scope) is False and not self.shows_value else explanation


def _negated(explanation: Explanation) -> Explanation:
    inner = explanation.within(COMPARISON + 1)
    return Explanation(say(Message(key="sheets.reckoning.not", params={"inner": inner})), NOT)


def labelled(label: str, value: Value) -> Explanation:
    """Return a value with its label: `Load 0`, `Trained: no`."""
    if isinstance(value, bool):
        params: dict[str, Json] = {"label": label, "value": value_text(value)}
        return Explanation(say(Message(key="sheets.reckoning.flag", params=params)), COMPARISON)
    return Explanation(f"{label} {value_text(value)}")


def value_text(value: Value) -> str:
    """Return a value as text in an explanation."""
    match value:
        case None:
            return BLANK
        case bool():
            return say(Message(key="sheets.yes" if value else "sheets.no"))
        case str():
            return value or BLANK
        case _:
            return format_number(value)


def as_number(value: Value) -> Exact | None:
    """Return a value as a number; yes is 1, and no is 0. Raises FormulaValueError for words."""
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, str):
        raise FormulaValueError("words", text=value[:40])
    return value


def as_truth(value: Value) -> bool | None:
    """Return whether something holds; blank stays blank."""
    return None if value is None else bool(value)


def bounded(value: Exact) -> Exact:
    """Return a number that is neither too large nor too finely split. Raises FormulaValueError."""
    if type(value) is int and -LARGEST < value < LARGEST:
        return value
    value = tidy(value)
    if not -LARGEST < value < LARGEST or value.denominator >= LARGEST:
        raise FormulaValueError("too_large")
    return value


@dataclass(frozen=True, slots=True)
class Constant(Term[S]):
    """A literal: a number or a text in the formula itself."""

    shows_value = True
    fixed: Value

    def value(self, scope: S) -> Value:
        """Return it."""
        return self.fixed

    def explain(self, scope: S) -> Explanation:
        """Return the literal as text."""
        return Explanation(
            value_text(self.fixed), SIGN if isinstance(self.fixed, int | Fraction) and self.fixed < 0 else ATOM
        )


@dataclass(frozen=True, slots=True)
class Negation(Term[S]):
    """A minus before a number."""

    inner: Term[S]

    def value(self, scope: S) -> Value:
        """Turn the sign."""
        value = as_number(self.inner.value(scope))
        return None if value is None else -value

    def explain(self, scope: S) -> Explanation:
        """Return it with a minus."""
        return Explanation(f"−{self.inner.explain(scope).within(ATOM)}", SIGN)


@dataclass(frozen=True, slots=True)
class ArithmeticOperation:
    """A binary operation: its function, its precedence, and its message key."""

    make: Callable[[Exact, Exact], Exact]
    level: int
    key: str


def _divide(left: Exact, right: Exact) -> Exact:
    return Fraction(left) / right


OPERATIONS: Mapping[str, ArithmeticOperation] = {
    "+": ArithmeticOperation(operator.add, SUM, "plus"),
    "-": ArithmeticOperation(operator.sub, SUM, "minus"),
    "*": ArithmeticOperation(operator.mul, PRODUCT, "times"),
    "/": ArithmeticOperation(_divide, PRODUCT, "by"),
    "//": ArithmeticOperation(operator.floordiv, PRODUCT, "whole_by"),
    "%": ArithmeticOperation(operator.mod, PRODUCT, "rest_by"),
}


@dataclass(frozen=True, slots=True)
class Arithmetic(Term[S]):
    """Two numbers and a sign between them."""

    sign: str
    left: Term[S]
    right: Term[S]

    def value(self, scope: S) -> Value:
        """Calculate. Division by zero raises FormulaValueError."""
        left, right = as_number(self.left.value(scope)), as_number(self.right.value(scope))
        if left is None or right is None:
            return None
        if right == 0 and self.sign in {"/", "//", "%"}:
            raise FormulaValueError("by_nothing")
        return bounded(OPERATIONS[self.sign].make(left, right))

    def explain(self, scope: S) -> Explanation:
        """Return both with the sign between them."""
        how = OPERATIONS[self.sign]
        parts: dict[str, Json] = {
            "left": self.left.explain(scope).within(how.level),
            "right": self.right.explain(scope).within(how.level + 1),
        }
        level = LOOSEST if self.sign in {"//", "%"} else how.level
        return Explanation(say(Message(key=f"sheets.reckoning.{how.key}", params=parts)), level)


COMPARISONS: Mapping[str, tuple[Callable[[Any, Any], bool], str]] = {
    "==": (operator.eq, "="),
    "!=": (operator.ne, "≠"),
    "<": (operator.lt, "<"),
    "<=": (operator.le, "≤"),
    ">": (operator.gt, ">"),
    ">=": (operator.ge, "≥"),
}
OPPOSITES: Mapping[str, str] = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


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

    def explain(self, scope: S) -> Explanation:
        """Return the comparison as text."""
        text = self.first.explain(scope).within(SUM)
        for sign, node in self.rest:
            text += f" {COMPARISONS[sign][1]} {node.explain(scope).within(SUM)}"
        return Explanation(text, COMPARISON)

    def reason(self, scope: S) -> Explanation:
        """Return the comparison, or the opposite of the first part of it that is false."""
        left = self.first
        for sign, node in self.rest:
            if not Comparison(left, ((sign, node),)).value(scope):
                return Comparison(left, ((OPPOSITES[sign], node),)).explain(scope)
            left = node
        return self.explain(scope)


@dataclass(frozen=True, slots=True)
class BooleanOperation(Term[S]):
    """Terms joined by `and` (`all_of`) or by `or`."""

    parts: tuple[Term[S], ...]
    all_of: bool

    def value(self, scope: S) -> Value:
        """Return what a part decides, if one does; a blank part that does not matter is passed over."""
        found = [as_truth(part.value(scope)) for part in self.parts]
        deciding = not self.all_of
        if deciding in found:
            return deciding
        return None if None in found else self.all_of

    def explain(self, scope: S) -> Explanation:
        """Return the parts with the word between them."""
        level = AND if self.all_of else OR
        word = say(Message(key="sheets.reckoning.and" if self.all_of else "sheets.reckoning.or"))
        return Explanation(f" {word} ".join(part.explain(scope).within(level + 1) for part in self.parts), level)

    def reason(self, scope: S) -> Explanation:
        """Return the first part that decides it, or else all parts, because all of them were needed."""
        deciding = not self.all_of
        part = next((part for part in self.parts if as_truth(part.value(scope)) is deciding), None)
        return part.reason(scope) if part is not None else _all_of([part.reason(scope) for part in self.parts])


def _all_of(reasons: Sequence[Explanation]) -> Explanation:
    word = say(Message(key="sheets.reckoning.and"))
    return reasons[0] if len(reasons) == 1 else Explanation(f" {word} ".join(r.within(AND) for r in reasons), AND)


@dataclass(frozen=True, slots=True)
class Not(Term[S]):
    """That something does not hold."""

    inner: Term[S]

    def value(self, scope: S) -> Value:
        """Turn it round."""
        truth = as_truth(self.inner.value(scope))
        return None if truth is None else not truth

    def explain(self, scope: S) -> Explanation:
        """Return it with a `not`."""
        return _negated(self.inner.explain(scope))

    def reason(self, scope: S) -> Explanation:
        """Return the fact about what is inside."""
        return self.inner.reason(scope)


@dataclass(frozen=True, slots=True)
class Conditional(Term[S]):
    """`a if test else b`."""

    shows_value = True
    test: Term[S]
    then: Term[S]
    otherwise: Term[S]

    def value(self, scope: S) -> Value:
        """Return the branch that the test selects; a blank test gives a blank."""
        truth = as_truth(self.test.value(scope))
        return None if truth is None else (self.then if truth else self.otherwise).value(scope)

    def explain(self, scope: S) -> Explanation:
        """Return the branch that was taken, and why; of conditionals inside each other, all reasons in one."""
        taken, reasons = self.taken(scope)
        if not reasons:
            return Explanation(taken.explain(scope).text, LOOSEST)
        params: dict[str, Json] = {"value": taken.explain(scope).text, "test": _all_of(reasons).text}
        return Explanation(say(Message(key="sheets.reckoning.since", params=params)), LOOSEST)

    def taken(self, scope: S) -> tuple[Term[S], Sequence[Explanation]]:
        """Return the branch that was taken, or a test that is blank, and the reasons that led there."""
        reasons: list[Explanation] = []
        node: Term[S] = self
        while isinstance(node, Conditional):
            truth = as_truth(node.test.value(scope))
            if truth is None:
                return node.test, reasons
            reasons.append(node.test.reason(scope))
            node = node.then if truth else node.otherwise
        return node, reasons
