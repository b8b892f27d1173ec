"""Parses the text of an expression into a tree, with Python's own parser and a white list; no code is ever run.

Limits: 400 letters, 20 levels, numbers below 10¹².
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Generic

from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.sheets.formulas.exact_numbers import LARGEST, tidy
from engine.sheets.formulas.expression_terms import (
    Arithmetic,
    BooleanOperation,
    Comparison,
    Constant,
    Negation,
    Not,
    S,
    Term,
)

LONGEST = 400
DEEPEST = 20
_STRANGE = re.compile(r"[^\S ]|\\|[A-Za-z_]['\"]|(?<![\w.])[\d.]+[A-Za-z_]|[^\x20-\x7e]")
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
Signs = Mapping[type[ast.operator] | type[ast.cmpop], str]
SIGNS: Signs = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}


class FormulaError(ValueError):
    """A text that is no valid formula.

    Attributes:
        text: the problem and its place, as a sentence.
        place: the position of the problem, in letters from 0.
    """

    def __init__(self, key: str, place: int, **params: Json) -> None:
        what = say(Message(key=f"sheets.formula.{key}", params=params))
        self.text = say(Message(key="sheets.formula.at", params={"what": what, "place": place + 1}))
        self.place = place
        super().__init__(self.text)


def read_tree(text: str) -> ast.expr:
    """Parse a text with Python's parser. Raises FormulaError for a text that is too long, invalid or empty."""
    if len(text) > LONGEST:
        raise FormulaError("too_long", LONGEST, most=LONGEST)
    if not text.strip():
        raise FormulaError("empty", 0)
    bare = _QUOTED.sub(lambda found: "'" + " " * (len(found[0]) - 2) + "'", text)  # any sign is allowed in texts
    strange = _STRANGE.search(bare) or re.search(r"[^\S ]|\\", text)
    if strange is not None:
        raise FormulaError("sign", strange.start(), sign=text[strange.start() : strange.end()].strip() or "␣")
    try:
        return ast.parse(text.strip(" "), mode="eval").body
    except SyntaxError as error:
        lead = len(text) - len(text.lstrip(" "))
        raise FormulaError("syntax", min(len(text), lead + (error.offset or len(text)) - 1)) from None
    except (ValueError, RecursionError, MemoryError):
        raise FormulaError("too_deep", 0, most=DEEPEST) from None


class TermReader(Generic[S]):
    """Makes terms from the tree of Python's parser, and rejects everything that is not on the white list.

    The parts that all expressions share are read here; a language reads its own names and functions in `special`.
    """

    signs: Signs = SIGNS

    def __init__(self, text: str) -> None:
        self.text = text
        self.offset = len(text) - len(text.lstrip(" "))

    def read(self, tree: ast.expr, level: int) -> Term[S]:
        """Return the term for a part of the expression. Raises FormulaError."""
        if level > DEEPEST:
            raise self.error("too_deep", tree, most=DEEPEST)
        match tree:
            case ast.Constant(value=value):
                return self.fixed(value, tree)
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return Negation(self.read(inner, level + 1))
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                return Not(self.read(inner, level + 1))
            case ast.BinOp(left=left, op=sign, right=right) if type(sign) in self.signs:
                return Arithmetic(self.signs[type(sign)], self.read(left, level + 1), self.read(right, level + 1))
            case ast.BoolOp(op=word, values=parts):
                return BooleanOperation(tuple(self.read(part, level + 1) for part in parts), isinstance(word, ast.And))
            case ast.Compare(left=left, ops=signs, comparators=right) if all(type(s) in self.signs for s in signs):
                rest = tuple(
                    (self.signs[type(sign)], self.read(part, level + 1))
                    for sign, part in zip(signs, right, strict=True)
                )
                return Comparison(self.read(left, level + 1), rest)
            case _:
                return self.special(tree, level)

    def special(self, tree: ast.expr, level: int) -> Term[S]:
        """Return the term for a part that only this language has. Raises FormulaError."""
        raise self.error("not_allowed", tree, part=self.source(tree))

    def fixed(self, value: object, tree: ast.expr) -> Term[S]:
        """Return the term for a literal: a number, a text, a truth value or a blank. Raises FormulaError."""
        match value:
            case None | bool() | str():
                return Constant(value)
            case int() | float() if -LARGEST < value < LARGEST:
                return Constant(tidy(Fraction(repr(value))))
            case int() | float():
                raise self.error("too_large", tree)
            case _:
                raise self.error("not_allowed", tree, part=self.source(tree))

    def need(self, name: str, args: list[ast.expr], tree: ast.expr, least: int, most: int) -> None:
        """Refuse a function that has too few arguments, or too many."""
        if not least <= len(args) <= most:
            key = "arguments" if least < most else "arguments_exactly"
            raise self.error(key, tree, name=name, least=least, most=most)

    def text_of(self, name: str, args: list[ast.expr], tree: ast.expr) -> str:
        """Return the single text argument of a function. Raises FormulaError."""
        match args:
            case [ast.Constant(value=str(text))]:
                return text
            case _:
                raise self.error("text_wanted", tree, name=name)

    def source(self, tree: ast.expr) -> str:
        """Return how a part is written."""
        return self.text[self._place(tree) : self.offset + (tree.end_col_offset or 0)][:40]

    def error(self, key: str, tree: ast.expr, **params: Json) -> FormulaError:
        """Return an error with the place of a part."""
        return FormulaError(key, self._place(tree), **params)

    def _place(self, tree: ast.expr) -> int:
        return self.offset + tree.col_offset
