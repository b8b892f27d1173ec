"""The expressions of cards and tags: `4 + user.strength`, `user in event.targets` (section 5.3).

They are read into a tree by a white list and never run as code; what each part is (a number, a yes or no, somebody, a
bunch of tags) is settled while reading, so that what was read can only fail to be reckoned by growing too large. The
words that may be said are in `NAMES` and `ATTRIBUTES`; anything else is a `FormulaError`, which tells the place.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Protocol, cast

from engine.play.words import Message, say
from engine.rulesets.card_the_drawing.records import Number
from engine.sheets.functions import Simple
from engine.sheets.parsing import FormulaError, TermReader, read_tree
from engine.sheets.terms import (
    COMPARISON,
    Arithmetic,
    Both,
    Comparison,
    Either,
    Fixed,
    Negative,
    Not,
    Term,
    Told,
    Value,
    spoken,
)
from engine.table.frozen import Json

Outcome = bool | int | Fraction | str
"""What an expression comes to; whole numbers are ints."""


class Kind(StrEnum):
    """What a part of an expression is."""

    NUMBER = "number"
    TRUTH = "truth"
    TEXT = "text"
    BEING = "being"
    TAGS = "tags"
    BODIES = "bodies"
    CARD = "card"
    EVENT = "event"
    CONDITION = "condition"


NAMES: Mapping[str, Kind] = {
    "user": Kind.BEING,
    "bearer": Kind.BEING,
    "it": Kind.BEING,
    "event": Kind.EVENT,
    "cond": Kind.CONDITION,
    "card": Kind.CARD,
    "n": Kind.NUMBER,
}
_STATS = ("strength", "stamina", "intelligence", "wisdom", "speed")
_COUNTED = ("health", "max_health", "lost_health", "adrenaline", "minions", "resolved", "injuries", "hand_count")
ATTRIBUTES: Mapping[Kind, Mapping[str, Kind]] = {
    Kind.BEING: dict.fromkeys((*_STATS, *_COUNTED), Kind.NUMBER) | {"stunned": Kind.TRUTH, "side": Kind.TEXT},
    Kind.EVENT: {
        "stage": Kind.TEXT,
        "source": Kind.BEING,
        "source_actor": Kind.BEING,
        "targets": Kind.BODIES,
        "tags": Kind.TAGS,
        "is_attack": Kind.TRUTH,
        "from_play": Kind.TRUTH,
        "card": Kind.CARD,
    },
    Kind.CONDITION: {"tags": Kind.TAGS, "permanent": Kind.TRUTH, "owner": Kind.BEING, "name": Kind.TEXT},
    Kind.CARD: {"tags": Kind.TAGS, "owner": Kind.BEING, "name": Kind.TEXT},
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
"""The functions of numbers, and how many arguments each takes; besides them there are `iff` and `count`."""


class Scope(Protocol):
    """Where an expression reads.

    What stands for somebody, an event, a card or a Condition is up to the scope: it is only handed back to `attribute`
    and `call`, and compared with `==`. Numbers, yes and no, and texts are plain. `tags` are a container of names
    without numbers, `targets` one that says of a body or an actor whether it is among them.
    """

    def name(self, name: str) -> object:
        """Return what one of `NAMES` stands for here."""
        ...

    def attribute(self, of: object, name: str) -> object:
        """Return one of the `ATTRIBUTES` of what `name` or `attribute` gave."""
        ...

    def call(self, of: object, name: str, text: str) -> int:
        """Return `somebody.played('Close')`, or for `of` None `count('close_attackers')`."""
        ...


@dataclass(frozen=True, slots=True)
class Path(Term[Scope]):
    """A name and what is asked of it: `event.source.strength`."""

    names: tuple[str, ...]
    kind: Kind

    @property
    def text(self) -> str:
        """As it is written."""
        return ".".join(self.names)

    def found(self, scope: Scope) -> object:
        """Return what is there, as the scope has it."""
        found = scope.name(self.names[0])
        for name in self.names[1:]:
            found = scope.attribute(found, name)
        return found

    def value(self, scope: Scope) -> Value:
        """Read it; somebody is only ever compared."""
        return cast(Value, self.found(scope))

    def told(self, scope: Scope) -> Told:
        """Return what it is called, and what it is if that can be said."""
        label = _say(f"name.{self.names[-1]}")
        if self.kind not in {Kind.NUMBER, Kind.TEXT}:
            return Told(label)
        return Told(_say("told.read", name=label, value=spoken(self.value(scope))))


@dataclass(frozen=True, slots=True)
class Call(Term[Scope]):
    """`user.played('Close')`, or without somebody `count('close_attackers')`."""

    of: Path | None
    name: str
    text: str

    def value(self, scope: Scope) -> Value:
        """Count."""
        return scope.call(None if self.of is None else self.of.found(scope), self.name, self.text)

    def told(self, scope: Scope) -> Told:
        """Return what is counted, and how many there are."""
        what = _say(f"many.{self.text}") if self.of is None else self.text
        return Told(_say(f"told.{self.name}", what=what, value=spoken(self.value(scope))))


@dataclass(frozen=True, slots=True)
class Among(Term[Scope]):
    """`'Close' in event.tags`, `user in event.targets`, or with `inside` False that it is not so."""

    item: Term[Scope]
    group: Path
    inside: bool

    def value(self, scope: Scope) -> Value:
        """Look."""
        return (self.item.value(scope) in cast(Container[object], self.group.found(scope))) is self.inside

    def told(self, scope: Scope) -> Told:
        """Return what is looked for, and where."""
        key = "told.among" if self.inside else "told.not_among"
        return Told(_say(key, item=self.item.told(scope).text, group=_say(f"name.{self.group.names[-1]}")), COMPARISON)


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression that was read.

    Attributes:
        text: as it is written.
        kind: what it comes to: a number, a yes or no, or a text.
        paths: the names that it reads with what it asks of them: `user.strength`, `event.tags`, `n`.
        calls: what it counts: `count` or `played`, and of which selector or tag.
        literals: the texts in it that are looked for among tags.
    """

    text: str
    node: Term[Scope]
    kind: Kind
    paths: frozenset[str]
    calls: frozenset[tuple[str, str]]
    literals: frozenset[str]

    @property
    def names(self) -> frozenset[str]:
        """The names that it reads: `user`, `event`."""
        return frozenset(path.partition(".")[0] for path in self.paths)

    def value(self, scope: Scope) -> Outcome:
        """Return what it comes to. Raises Unfit for what is too large, or divided by 0."""
        return cast(Outcome, self.node.value(scope))

    def told(self, scope: Scope) -> str:
        """Return it with the values that it reads: `4 + Strength 2`. Raises Unfit."""
        return self.node.told(scope).text


@lru_cache(maxsize=4096)
def parse(text: Number) -> Expression:
    """Read an expression; a whole number is one too. Raises FormulaError, which says what is wrong and where."""
    text = str(text)
    _listed_signs(text)
    reader = _Reader(text)
    node = reader.read(read_tree(text), 1)
    kind = kind_of(node)
    if kind not in {Kind.NUMBER, Kind.TRUTH, Kind.TEXT}:
        raise FormulaError("no_outcome", 0)
    return Expression(text, node, kind, frozenset(reader.paths), frozenset(reader.calls), frozenset(reader.literals))


def kind_of(node: Term[Scope]) -> Kind:
    """Return what a part comes to."""
    match node:
        case Fixed(fixed=fixed):
            return Kind.TEXT if isinstance(fixed, str) else Kind.NUMBER
        case Path(kind=kind):
            return kind
        case Comparison() | Both() | Not() | Among():
            return Kind.TRUTH
        case Either(then=then):
            return kind_of(then)
        case _:
            return Kind.NUMBER


_TOKEN = re.compile(r"(?P<text>'[^']*')|(?P<name>[A-Za-z_]\w*)|(?P<number>\d+)|==|!=|<=|>=|[<>+\-*/(),.]", re.ASCII)
_WORDS = frozenset({"and", "or", "not", "in"})


def _listed_signs(text: str) -> None:
    """Refuse what Python spells and section 5.3 does not, before Python reads it: comments, `0x1F`, `1_000`, `"`."""
    place, before, bare = 0, "", True  # `bare`: a value may not follow at once
    while place < min(len(text), 1000):
        if text[place] == " ":
            place, bare = place + 1, True
            continue
        found = _TOKEN.match(text, place)
        if found is None:
            raise FormulaError("sign", place, sign=text[place].strip() or "␣")
        word = found[0]
        valued = found.lastgroup is not None and word not in _WORDS
        follows = before[-1:].isalnum() or before[-1:] in {"_", "'"}
        if found.lastgroup is not None and follows and (not bare or (valued and before not in _WORDS)):
            raise FormulaError("syntax", place)
        if word == ")" and before == ",":
            raise FormulaError("syntax", place)
        place, before, bare = found.end(), word, False


class _Reader(TermReader[Scope]):
    """Reads names, functions and `in`, and sees to it that every part is of the kind that is wanted there."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.paths: set[str] = set()
        self.calls: set[tuple[str, str]] = set()
        self.literals: set[str] = set()

    def read(self, tree: ast.expr, level: int) -> Term[Scope]:
        """Return the term for a part, whose own parts are of the right kinds."""
        if isinstance(tree, ast.Compare) and len(tree.ops) > 1:
            raise self.error("chained", tree)
        node = super().read(tree, level)
        match node, tree:
            case Negative(inner=inner), ast.UnaryOp(operand=at):
                self._want(Kind.NUMBER, inner, at)
            case Not(inner=inner), ast.UnaryOp(operand=at):
                self._want(Kind.TRUTH, inner, at)
            case Arithmetic(left=left, right=right), ast.BinOp(left=at, right=other):
                self._want(Kind.NUMBER, left, at)
                self._want(Kind.NUMBER, right, other)
            case Both(parts=parts), ast.BoolOp(values=places):
                for part, at in zip(parts, places, strict=True):
                    self._want(Kind.TRUTH, part, at)
            case Comparison(first=left, rest=[(sign, right)]), ast.Compare(left=at, comparators=[other]):
                if sign not in {"==", "!="}:
                    self._want(Kind.NUMBER, left, at)
                elif kind_of(left) not in {Kind.NUMBER, Kind.TRUTH, Kind.TEXT, Kind.BEING}:
                    raise self.error("not_compared", at, part=self.source(at))
                self._want(kind_of(left), right, other)
        return node

    def special(self, tree: ast.expr, level: int) -> Term[Scope]:
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
                self._want(Kind.BEING, being, of)
                self.calls.add(("played", self.text_of("played", args, tree)))
                return Call(being, "played", self.text_of("played", args, tree))
            case _:
                return super().special(tree, level)

    def fixed(self, value: object, tree: ast.expr) -> Term[Scope]:
        """Return the term for a whole number or a text."""
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise self.error("not_allowed", tree, part=self.source(tree))
        return super().fixed(value, tree)

    def _path(self, tree: ast.expr) -> Path:
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
        return Path(tuple(names), kind)

    def _names(self, tree: ast.expr) -> list[str]:
        match tree:
            case ast.Name(id=name):
                return [name]
            case ast.Attribute(value=inner, attr=name):
                return [*self._names(inner), name]
            case _:
                raise self.error("not_allowed", tree, part=self.source(tree))

    def _among(
        self, item: Term[Scope], group: Term[Scope], left: ast.expr, right: ast.expr, sign: ast.cmpop
    ) -> Term[Scope]:
        if not isinstance(group, Path) or group.kind not in {Kind.TAGS, Kind.BODIES}:
            raise self.error("no_group", right, part=self.source(right))
        self._want(Kind.TEXT if group.kind is Kind.TAGS else Kind.BEING, item, left)
        if isinstance(item, Fixed):
            self.literals.add(str(item.fixed))
        return Among(item, group, isinstance(sign, ast.In))

    def _function(self, name: str, args: list[ast.expr], tree: ast.expr, level: int) -> Term[Scope]:
        if name == "count":
            selector = self.text_of(name, args, tree)
            if selector not in SELECTORS:
                raise self.error("no_selector", tree, name=selector)
            self.calls.add((name, selector))
            return Call(None, name, selector)
        if name == "iff":
            return self._either(args, tree, level)
        if name not in FUNCTIONS:
            raise self.error("no_function", tree, name=name)
        self.need(name, args, tree, FUNCTIONS[name], FUNCTIONS[name])
        parts = tuple(self.read(arg, level) for arg in args)
        for part, arg in zip(parts, args, strict=True):
            self._want(Kind.NUMBER, part, arg)
        return Simple(name, parts)

    def _either(self, args: list[ast.expr], tree: ast.expr, level: int) -> Term[Scope]:
        self.need("iff", args, tree, 3, 3)
        test, then, otherwise = (self.read(arg, level) for arg in args)
        self._want(Kind.TRUTH, test, args[0])
        if kind_of(then) not in {Kind.NUMBER, Kind.TRUTH, Kind.TEXT}:
            raise self.error("wanted_number", args[1], part=self.source(args[1]))
        self._want(kind_of(then), otherwise, args[2])
        return Either(test, then, otherwise)

    def _want(self, kind: Kind, node: Term[Scope], tree: ast.expr) -> None:
        if kind_of(node) is not kind:
            raise self.error(f"wanted_{kind}", tree, part=self.source(tree))


def _say(key: str, **params: Json) -> str:
    return say(Message(key=f"drawing.reading.{key}", params=params))
