"""The expressions of cards and tags: `4 + user.strength`, `user in event.targets` (section 5.3).

They are parsed into a tree by a white list and never run as code. The kind of each node (a number, a truth value, a
fighter, a set of tags) is fixed by the parser, so a parsed expression can only fail by growing too large. The allowed
words are in `NAMES` and `ATTRIBUTES`; anything else is a `FormulaError` with its place.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, Protocol, cast

from engine.core.memo import memo_of_values
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.rulesets.card_the_drawing.cards.card_records import Number
from engine.sheets.formulas.expression_parser import FormulaError, TermReader, read_tree
from engine.sheets.formulas.expression_terms import (
    COMPARISON,
    Arithmetic,
    BooleanOperation,
    Comparison,
    Conditional,
    Constant,
    Explanation,
    Negation,
    Not,
    Term,
    Value,
    value_text,
)
from engine.sheets.formulas.formula_functions import NumericFunction

ExpressionValue = bool | int | Fraction | str
"""The value of an expression; whole numbers are ints."""


class ValueKind(StrEnum):
    """The kind of a node's value."""

    NUMBER = "number"
    TRUTH = "truth"
    TEXT = "text"
    BEING = "being"
    TAGS = "tags"
    BODIES = "bodies"
    CARD = "card"
    EVENT = "event"
    CONDITION = "condition"


NAMES: Mapping[str, ValueKind] = {
    "user": ValueKind.BEING,
    "bearer": ValueKind.BEING,
    "it": ValueKind.BEING,
    "event": ValueKind.EVENT,
    "cond": ValueKind.CONDITION,
    "card": ValueKind.CARD,
    "n": ValueKind.NUMBER,
}
_STATS = ("strength", "stamina", "intelligence", "wisdom", "speed")
_COUNTED = ("health", "max_health", "lost_health", "adrenaline", "minions", "resolved", "injuries", "hand_count")
ATTRIBUTES: Mapping[ValueKind, Mapping[str, ValueKind]] = {
    ValueKind.BEING: dict.fromkeys((*_STATS, *_COUNTED), ValueKind.NUMBER)
    | {"stunned": ValueKind.TRUTH, "side": ValueKind.TEXT},
    ValueKind.EVENT: {
        "stage": ValueKind.TEXT,
        "source": ValueKind.BEING,
        "source_actor": ValueKind.BEING,
        "targets": ValueKind.BODIES,
        "tags": ValueKind.TAGS,
        "is_attack": ValueKind.TRUTH,
        "from_play": ValueKind.TRUTH,
        "card": ValueKind.CARD,
    },
    ValueKind.CONDITION: {
        "tags": ValueKind.TAGS,
        "permanent": ValueKind.TRUTH,
        "owner": ValueKind.BEING,
        "name": ValueKind.TEXT,
    },
    ValueKind.CARD: {"tags": ValueKind.TAGS, "owner": ValueKind.BEING, "name": ValueKind.TEXT},
}
SELECTORS = frozenset(
    {
        *("one", "one_any", "one_other", "one_enemy", "one_ally"),
        *("all", "all_enemies", "all_allies", "all_others", "user", "bearer", "attacker", "same"),
        *("close_attackers", "targeted_allies", "own_untargeted", "others_not_targeted"),
    }
)
"""The selectors of section 5.4."""
FUNCTIONS: Mapping[str, int] = {"half": 1, "ceil": 1, "floor": 1, "min": 2, "max": 2}
"""The functions of numbers, with their number of arguments; besides them there are `iff` and `count`."""


class ExpressionScope(Protocol):
    """The source of the values that an expression reads.

    The scope chooses its own objects for fighters, events, cards and Conditions. They are only handed back to
    `attribute` and `call`, and compared with `==`. Numbers, truth values and texts are plain. `tags` are a container of
    names without numbers, `targets` one that contains bodies and actors.
    """

    def name(self, name: str) -> object:
        """Return the object for one of `NAMES`."""
        ...

    def attribute(self, of: object, name: str) -> object:
        """Return one of the `ATTRIBUTES` of an object that `name` or `attribute` returned."""
        ...

    def call(self, of: object, name: str, text: str) -> int:
        """Return the value of `user.played('Close')`, or with `of` None of `count('close_attackers')`."""
        ...


@dataclass(frozen=True, slots=True)
class AttributePath(Term[ExpressionScope]):
    """A name with attributes: `event.source.strength`."""

    names: tuple[str, ...]
    kind: ValueKind

    @property
    def text(self) -> str:
        """As it is written."""
        return ".".join(self.names)

    def found(self, scope: ExpressionScope) -> Any:
        """Return the object at the path, as the scope has it."""
        value = scope.name(self.names[0])
        for name in self.names[1:]:
            value = scope.attribute(value, name)
        return value

    def value(self, scope: ExpressionScope) -> Value:
        """Return its value; a fighter has none and is only compared."""
        value: Value = self.found(scope)
        return value

    def explain(self, scope: ExpressionScope) -> Explanation:
        """Return what it is called, and what it is if that can be said."""
        label = _say(f"name.{self.names[-1]}")
        if self.kind not in {ValueKind.NUMBER, ValueKind.TEXT}:
            return Explanation(label)
        return Explanation(_say("told.read", name=label, value=value_text(self.value(scope))))


@dataclass(frozen=True, slots=True)
class FunctionCall(Term[ExpressionScope]):
    """`user.played('Close')`, or without a fighter `count('close_attackers')`."""

    of: AttributePath | None
    name: str
    text: str

    def value(self, scope: ExpressionScope) -> Value:
        """Return the count."""
        return scope.call(None if self.of is None else self.of.found(scope), self.name, self.text)

    def explain(self, scope: ExpressionScope) -> Explanation:
        """Return what is counted, and how many there are."""
        what = _say(f"many.{self.text}") if self.of is None else self.text
        return Explanation(_say(f"told.{self.name}", what=what, value=value_text(self.value(scope))))


@dataclass(frozen=True, slots=True)
class Membership(Term[ExpressionScope]):
    """`'Close' in event.tags`, `user in event.targets`; with `inside` False the opposite."""

    item: Term[ExpressionScope]
    group: AttributePath
    inside: bool

    def value(self, scope: ExpressionScope) -> Value:
        """Return whether it is true."""
        return (self.item.value(scope) in self.group.found(scope)) is self.inside

    def explain(self, scope: ExpressionScope) -> Explanation:
        """Return what is looked for, and where."""
        key = "told.among" if self.inside else "told.not_among"
        return Explanation(
            _say(key, item=self.item.explain(scope).text, group=_say(f"name.{self.group.names[-1]}")), COMPARISON
        )


@dataclass(frozen=True, slots=True)
class Expression:
    """A parsed expression.

    Attributes:
        text: as it is written.
        kind: the kind of its value: a number, a truth value, or a text.
        paths: the names that it reads with their attributes: `user.strength`, `event.tags`, `n`.
        calls: what it counts: `count` or `played`, and of which selector or tag.
        literals: the texts in it that are looked for among tags.
    """

    text: str
    node: Term[ExpressionScope]
    kind: ValueKind
    paths: frozenset[str]
    calls: frozenset[tuple[str, str]]
    literals: frozenset[str]

    @property
    def names(self) -> frozenset[str]:
        """The names that it reads: `user`, `event`."""
        return frozenset(path.partition(".")[0] for path in self.paths)

    def value(self, scope: ExpressionScope) -> ExpressionValue:
        """Return its value. Raises Unfit for a value that is too large, or a division by 0."""
        return cast(ExpressionValue, self.node.value(scope))

    def explain(self, scope: ExpressionScope) -> str:
        """Return it with the values that it reads: `4 + Strength 2`. Raises Unfit."""
        return self.node.explain(scope).text


@memo_of_values(most=4096)
def parse(text: Number) -> Expression:
    """Parse an expression; a whole number is one too. Raises FormulaError, which says what is wrong and where."""
    text = str(text)
    _listed_signs(text)
    reader = _CardExpressionReader(text)
    node = reader.read(read_tree(text), 1)
    kind = kind_of(node)
    if kind not in {ValueKind.NUMBER, ValueKind.TRUTH, ValueKind.TEXT}:
        raise FormulaError("no_outcome", 0)
    return Expression(text, node, kind, frozenset(reader.paths), frozenset(reader.calls), frozenset(reader.literals))


def kind_of(node: Term[ExpressionScope]) -> ValueKind:
    """Return the kind of a node's value."""
    match node:
        case Constant(fixed=fixed):
            return ValueKind.TEXT if isinstance(fixed, str) else ValueKind.NUMBER
        case AttributePath(kind=kind):
            return kind
        case Comparison() | BooleanOperation() | Not() | Membership():
            return ValueKind.TRUTH
        case Conditional(then=then):
            return kind_of(then)
        case _:
            return ValueKind.NUMBER


_TOKEN = re.compile(r"(?P<text>'[^']*')|(?P<name>[A-Za-z_]\w*)|(?P<number>\d+)|==|!=|<=|>=|[<>+\-*/(),.]", re.ASCII)
_WORDS = frozenset({"and", "or", "not", "in"})


def _listed_signs(text: str) -> None:
    """Refuse signs that Python allows and section 5.3 does not: comments, `0x1F`, `1_000`, `"`."""
    place, before, bare = 0, "", True  # `bare`: a value may not follow at once
    while place < min(len(text), 1000):
        if text[place] == " ":
            place, bare = place + 1, True
            continue
        match = _TOKEN.match(text, place)
        if match is None:
            raise FormulaError("sign", place, sign=text[place].strip() or "␣")
        word = match[0]
        valued = match.lastgroup is not None and word not in _WORDS
        follows = before[-1:].isalnum() or before[-1:] in {"_", "'"}
        if match.lastgroup is not None and follows and (not bare or (valued and before not in _WORDS)):
            raise FormulaError("syntax", place)
        if word == ")" and before == ",":
            raise FormulaError("syntax", place)
        place, before, bare = match.end(), word, False


class _CardExpressionReader(TermReader[ExpressionScope]):
    """Reads names, functions and `in`, and checks that every node has the kind that is wanted there."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.paths: set[str] = set()
        self.calls: set[tuple[str, str]] = set()
        self.literals: set[str] = set()

    def read(self, tree: ast.expr, level: int) -> Term[ExpressionScope]:
        """Return the term for a node, whose children have the right kinds."""
        if isinstance(tree, ast.Compare) and len(tree.ops) > 1:
            raise self.error("chained", tree)
        node = super().read(tree, level)
        match node, tree:
            case Negation(inner=inner), ast.UnaryOp(operand=at):
                self._want(ValueKind.NUMBER, inner, at)
            case Not(inner=inner), ast.UnaryOp(operand=at):
                self._want(ValueKind.TRUTH, inner, at)
            case Arithmetic(left=left, right=right), ast.BinOp(left=at, right=other):
                self._want(ValueKind.NUMBER, left, at)
                self._want(ValueKind.NUMBER, right, other)
            case BooleanOperation(parts=parts), ast.BoolOp(values=places):
                for part, at in zip(parts, places, strict=True):
                    self._want(ValueKind.TRUTH, part, at)
            case Comparison(first=left, rest=[(sign, right)]), ast.Compare(left=at, comparators=[other]):
                if sign not in {"==", "!="}:
                    self._want(ValueKind.NUMBER, left, at)
                elif kind_of(left) not in {ValueKind.NUMBER, ValueKind.TRUTH, ValueKind.TEXT, ValueKind.BEING}:
                    raise self.error("not_compared", at, part=self.source(at))
                self._want(kind_of(left), right, other)
        return node

    def special(self, tree: ast.expr, level: int) -> Term[ExpressionScope]:
        """Return the term for a name, `in`, or a function."""
        match tree:
            case ast.Name() | ast.Attribute():
                return self._path(tree)
            case ast.Compare(left=left, ops=[ast.In() | ast.NotIn() as sign], comparators=[right]):
                return self._among(self.read(left, level + 1), self.read(right, level + 1), left, right, sign)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                return self._function(name, args, tree, level + 1)
            case ast.Call(func=ast.Attribute(value=of, attr="played"), args=args, keywords=[]):
                being = self._path(of)
                self._want(ValueKind.BEING, being, of)
                self.calls.add(("played", self.text_of("played", args, tree)))
                return FunctionCall(being, "played", self.text_of("played", args, tree))
            case _:
                return super().special(tree, level)

    def fixed(self, value: object, tree: ast.expr) -> Term[ExpressionScope]:
        """Return the term for a whole number or a text."""
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise self.error("not_allowed", tree, part=self.source(tree))
        return super().fixed(value, tree)

    def _path(self, tree: ast.expr) -> AttributePath:
        names = self._names(tree)
        kind = NAMES.get(names[0])
        if kind is None:
            raise self.error("no_name", tree, name=names[0])
        for name in names[1:]:
            known = ATTRIBUTES.get(kind, {})
            if name not in known:
                raise self.error("no_attribute", tree, name=name, part=self.source(tree))
            kind = known[name]
        self.paths.add(".".join(names))
        return AttributePath(tuple(names), kind)

    def _names(self, tree: ast.expr) -> list[str]:
        match tree:
            case ast.Name(id=name):
                return [name]
            case ast.Attribute(value=inner, attr=name):
                return [*self._names(inner), name]
            case _:
                raise self.error("not_allowed", tree, part=self.source(tree))

    def _among(
        self,
        item: Term[ExpressionScope],
        group: Term[ExpressionScope],
        left: ast.expr,
        right: ast.expr,
        sign: ast.cmpop,
    ) -> Term[ExpressionScope]:
        if not isinstance(group, AttributePath) or group.kind not in {ValueKind.TAGS, ValueKind.BODIES}:
            raise self.error("no_group", right, part=self.source(right))
        self._want(ValueKind.TEXT if group.kind is ValueKind.TAGS else ValueKind.BEING, item, left)
        if isinstance(item, Constant):
            self.literals.add(str(item.fixed))
        return Membership(item, group, isinstance(sign, ast.In))

    def _function(self, name: str, args: list[ast.expr], tree: ast.expr, level: int) -> Term[ExpressionScope]:
        if name == "count":
            selector = self.text_of(name, args, tree)
            if selector not in SELECTORS:
                raise self.error("no_selector", tree, name=selector)
            self.calls.add((name, selector))
            return FunctionCall(None, name, selector)
        if name == "iff":
            return self._either(args, tree, level)
        if name not in FUNCTIONS:
            raise self.error("no_function", tree, name=name)
        self.need(name, args, tree, FUNCTIONS[name], FUNCTIONS[name])
        parts = tuple(self.read(arg, level) for arg in args)
        for part, arg in zip(parts, args, strict=True):
            self._want(ValueKind.NUMBER, part, arg)
        return NumericFunction(name, parts)

    def _either(self, args: list[ast.expr], tree: ast.expr, level: int) -> Term[ExpressionScope]:
        self.need("iff", args, tree, 3, 3)
        test, then, otherwise = (self.read(arg, level) for arg in args)
        self._want(ValueKind.TRUTH, test, args[0])
        if kind_of(then) not in {ValueKind.NUMBER, ValueKind.TRUTH, ValueKind.TEXT}:
            raise self.error("wanted_number", args[1], part=self.source(args[1]))
        self._want(kind_of(then), otherwise, args[2])
        return Conditional(test, then, otherwise)

    def _want(self, kind: ValueKind, node: Term[ExpressionScope], tree: ast.expr) -> None:
        if kind_of(node) is not kind:
            raise self.error(f"wanted_{kind}", tree, part=self.source(tree))


def _say(key: str, **params: Json) -> str:
    return say(Message(key=f"drawing.reading.{key}", params=params))
