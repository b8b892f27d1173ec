"""Formulas of record sheets: `20 + 5 * stamina`, `sum(gear.weight)`, `given(aim, 0) if trained else None`.

They are parsed into a tree by a white list and never run as code. A formula is exact and bounded: 400 letters, 20
levels, numbers below 10¹², no powers. A blank operand makes a blank result.

| written | means |
|---|---|
| `stamina`, `True`, `2.5`, `'text'` | a field (in a row, first a column of that row), and literals |
| `body.Right_arm`, `armour.Head`, `track.Wind`, `chips.red` | values at the table; `_` for other signs |
| `fate.red`, `wounds.Head` | a colour of a field of chips, an area of a figure |
| `+ - * / // %`, `< <= == != >= >`, `and or not`, `a if test else b` | as usual |
| `min max abs ceil floor round` | of numbers; `round` rounds a half up |
| `sum(rows.column)`, also `min`, `max` | over all rows; blank cells are skipped |
| `max(wounds.level)` and its like | over all areas of a figure, of any body |
| `count(entries)`, `count(rows)`, `count(rows.column)` | the number that is filled, or ticked |
| `distinct(entries)`, `distinct(rows.column[, rows.other …])` | the number of different ones |
| `lookup(table, key[, otherwise])` | the value of a key in a table of the game |
| `step(table, number)` | of pairs [upper bound, value] the first with a bound not below the number |
| `pick(rows.name, 'Climbing', rows.level)` | the last column, in the first row that has the word in the first |
| `listed(weapons, name, column[, otherwise])` | a column of a group's list, by the name of the row |
| `given(x, otherwise)` | x, or the other value if x is blank |
| `option('name')`, `has('stunned')` | a choice of the group; whether the character has a condition |
| `dice(n, sides[, plus])`, `dice_count(d)`, `dice_sides(d)`, `dice_plus(d)` | dice made, and taken apart |
| `dice_value(d)` | the value of a die as a number: its sides plus the bonus, 14 for 2d12+2 |
| `reckon(column)` | the value of the formula that is the text of that column or field |
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.messages.message import Message
from engine.messages.texts import say
from engine.sheets.formulas.expression_parser import SIGNS, FormulaError, Signs, TermReader, read_tree
from engine.sheets.formulas.expression_terms import Conditional, FormulaValueError, Value, value_text
from engine.sheets.formulas.formula_functions import (
    ARGUMENTS,
    CalculateFunction,
    ColumnFunction,
    CountFunction,
    DiceFunction,
    DistinctFunction,
    GivenFunction,
    HasFunction,
    ListedFunction,
    LookupFunction,
    NumericFunction,
    OptionFunction,
    PickFunction,
    StepFunction,
)
from engine.sheets.formulas.formula_scope import FieldName, FormulaNode, FormulaScope, PartName

_NAME_OR_TEXT = re.compile(r"'[^']*'|\"[^\"]*\"|[A-Za-z_]\w*")
_SIGNS: Signs = {**SIGNS, ast.FloorDiv: "//", ast.Mod: "%"}


@dataclass(frozen=True, slots=True)
class Formula:
    """A parsed formula.

    Attributes:
        text: the formula as written.
        names: the fields that it reads: `stamina`, `gear.weight`, `body.Head`.
        columns: those of `names` that it reads as a column over all rows.
        tables: the tables of the game that it uses.
        steps: those of `tables` that it uses as steps.
        lists: the group's lists that it uses.
        options: the choices of the group that it uses.
        open: it calculates formulas that players write, and can read any field.
    """

    text: str
    node: FormulaNode
    names: frozenset[str]
    columns: frozenset[str]
    tables: frozenset[str]
    steps: frozenset[str]
    lists: frozenset[str]
    options: frozenset[str]
    open: bool = False

    def value(self, scope: FormulaScope) -> Value:
        """Return the value. Raises FormulaValueError."""
        return self.node.value(scope)


@dataclass(frozen=True, slots=True)
class Calculation:
    """The value of a formula and its explanation: `20 + 5 × Stamina 3 = 35`. `problem` says why there is no value."""

    value: Value
    text: str
    problem: str = ""


def calculate(formula: Formula, scope: FormulaScope) -> Calculation:
    """Calculate a formula, with an explanation."""
    try:
        value = formula.node.value(scope)
        told = formula.node.explain(scope).text
        taken = formula.node.taken(scope)[0] if isinstance(formula.node, Conditional) else formula.node
        # One name with its value, such as `Stamina 3`, needs no result beside it.
        is_value = taken.shows_value or taken.explain(scope).text == value_text(value)
    except FormulaValueError as unfit:
        return Calculation(None, unfit.text, unfit.text)
    ends = say(Message(key="sheets.reckoning.result", params={"sum": told, "value": value_text(value)}))
    return Calculation(value, told if is_value else ends)


@lru_cache(maxsize=2048)
def parse(text: str) -> Formula:
    """Parse a formula. Raises FormulaError, which says what is wrong and where."""
    tree = read_tree(text)
    reader = _FormulaReader(text)
    node = reader.read(tree, 1)
    return Formula(
        text=text,
        node=node,
        names=frozenset(reader.names | reader.columns),
        columns=frozenset(reader.columns),
        tables=frozenset(reader.tables),
        steps=frozenset(reader.steps),
        lists=frozenset(reader.lists),
        options=frozenset(reader.options),
        open=reader.open,
    )


def _formula_in_field(text: str) -> FormulaNode:
    """Parse a formula that a player wrote on the sheet. It cannot calculate another such formula.

    Players write abbreviations in capitals (`STR + DEX`); keys have no capitals.

    Raises:
        FormulaValueError: the text is no formula, or it calls `reckon` itself.
    """
    try:
        formula = parse(_NAME_OR_TEXT.sub(_lower_case, text))
    except FormulaError as error:
        raise FormulaValueError("formula", why=error.text) from None
    if formula.open:
        raise FormulaValueError("reckons_again")
    return formula.node


def _lower_case(found: re.Match[str]) -> str:
    return found[0].lower() if found[0].isidentifier() and found[0].isupper() else found[0]


class _FormulaReader(TermReader[FormulaScope]):
    """Parses the names and functions of formulas, and collects what they read."""

    signs = _SIGNS

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.names: set[str] = set()
        self.columns: set[str] = set()
        self.tables: set[str] = set()
        self.steps: set[str] = set()
        self.lists: set[str] = set()
        self.options: set[str] = set()
        self.open = False

    def special(self, tree: ast.expr, level: int) -> FormulaNode:
        """Return the node for a name, a place, a choice or a function."""
        match tree:
            case ast.Name(id=name):
                self.names.add(name)
                return FieldName(name)
            case ast.Attribute(value=ast.Name(id=of), attr=name):
                self.names.add(f"{of}.{name}")
                return PartName(of, name)
            case ast.UnaryOp(op=ast.UAdd(), operand=inner):
                return self.read(inner, level + 1)
            case ast.IfExp(test=test, body=then, orelse=otherwise):
                return Conditional(
                    self.read(test, level + 1), self.read(then, level + 1), self.read(otherwise, level + 1)
                )
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                return self._call(name, args, tree, level + 1)
            case _:
                return super().special(tree, level)

    def _call(self, name: str, args: list[ast.expr], tree: ast.expr, level: int) -> FormulaNode:
        make = _SPECIAL.get(name)
        if make is not None and not (name in ARGUMENTS and len(args) != 1):
            return make(self, args, tree, level)
        if name not in ARGUMENTS:
            raise self.error("no_function", tree, name=name)
        self.need(name, args, tree, *ARGUMENTS[name])
        return NumericFunction(name, tuple(self.read(arg, level) for arg in args))

    def over_column(self, name: str, args: list[ast.expr], tree: ast.expr) -> FormulaNode:
        """`sum(rows.column)`."""
        self.need(name, args, tree, 1, 1)
        match args[0]:
            case ast.Attribute(value=ast.Name(id=rows), attr=column):
                self.columns.add(f"{rows}.{column}")
                return ColumnFunction(name, rows, column)
            case _:
                raise self.error("column_wanted", args[0], name=name)

    def count(self, args: list[ast.expr], tree: ast.expr) -> FormulaNode:
        """`count(entries)`, `count(rows)`, `count(rows.column)`."""
        self.need("count", args, tree, 1, 1)
        match args[0]:
            case ast.Name(id=name):
                self.names.add(name)
                return CountFunction(name, "")
            case ast.Attribute(value=ast.Name(id=rows), attr=column):
                self.columns.add(f"{rows}.{column}")
                return CountFunction(rows, column)
            case _:
                raise self.error("column_wanted", args[0], name="count")

    def distinct(self, args: list[ast.expr], tree: ast.expr) -> FormulaNode:
        """`distinct(entries)`, `distinct(rows.column, rows.other)`."""
        self.need("distinct", args, tree, 1, 4)
        match args:
            case [ast.Name(id=name)]:
                self.names.add(name)
                return DistinctFunction(name, ())
            case _:
                pairs = [self._dotted(arg).split(".") for arg in args]
                rows = pairs[0][0]
                if any(len(pair) != 2 or pair[0] != rows for pair in pairs):
                    raise self.error("column_wanted", args[0], name="distinct")
                self.columns |= {".".join(pair) for pair in pairs}
                return DistinctFunction(rows, tuple(column for _, column in pairs))

    def pick(self, args: list[ast.expr], tree: ast.expr, level: int) -> FormulaNode:
        """`pick(rows.name, 'Climbing', rows.level)`."""
        self.need("pick", args, tree, 3, 3)
        rows, _, names = self._dotted(args[0]).partition(".")
        also, _, column = self._dotted(args[2]).partition(".")
        if rows != also or not names or not column:
            raise self.error("two_columns_wanted", tree)
        self.columns |= {f"{rows}.{names}", f"{rows}.{column}"}
        return PickFunction(rows, names, self.read(args[1], level), column)

    def lookup(self, args: list[ast.expr], tree: ast.expr, level: int) -> FormulaNode:
        """`lookup(table, key[, otherwise])`."""
        self.need("lookup", args, tree, 2, 3)
        table = self._dotted(args[0])
        self.tables.add(table)
        return LookupFunction(table, self.read(args[1], level), self.read(args[2], level) if len(args) == 3 else None)

    def step(self, args: list[ast.expr], tree: ast.expr, level: int) -> FormulaNode:
        """`step(table, number)`."""
        self.need("step", args, tree, 2, 2)
        table = self._dotted(args[0])
        self.tables.add(table)
        self.steps.add(table)
        return StepFunction(table, self.read(args[1], level))

    def listed(self, args: list[ast.expr], tree: ast.expr, level: int) -> FormulaNode:
        """`listed(list, name, column[, otherwise])`."""
        self.need("listed", args, tree, 3, 4)
        rows, column = self._word(args[0]), self._word(args[2])
        self.lists.add(rows)
        otherwise = self.read(args[3], level) if len(args) == 4 else None
        return ListedFunction(rows, self.read(args[1], level), column, otherwise)

    def given(self, args: list[ast.expr], tree: ast.expr, level: int) -> FormulaNode:
        """`given(x, otherwise)`."""
        self.need("given", args, tree, 2, 2)
        return GivenFunction(self.read(args[0], level), self.read(args[1], level))

    def option(self, args: list[ast.expr], tree: ast.expr) -> FormulaNode:
        """`option('name')`."""
        name = self.text_of("option", args, tree)
        self.options.add(name)
        return OptionFunction(name)

    def has(self, args: list[ast.expr], tree: ast.expr) -> FormulaNode:
        """`has('stunned')`."""
        return HasFunction(self.text_of("has", args, tree))

    def of_dice(self, name: str, args: list[ast.expr], tree: ast.expr, level: int) -> FormulaNode:
        """`dice_count(d)` and its like."""
        self.need(name, args, tree, 1, 1)
        return DiceFunction(name, self.read(args[0], level))

    def calculate(self, args: list[ast.expr], tree: ast.expr) -> FormulaNode:
        """`reckon(column)`."""
        self.need("reckon", args, tree, 1, 1)
        column = self._word(args[0])
        self.names.add(column)
        self.open = True
        return CalculateFunction(column, _formula_in_field)

    def _dotted(self, tree: ast.expr) -> str:
        match tree:
            case ast.Attribute(value=inner, attr=name):
                return f"{self._dotted(inner)}.{name}"
            case _:
                return self._word(tree)

    def _word(self, tree: ast.expr) -> str:
        if not isinstance(tree, ast.Name):
            raise self.error("name_wanted", tree)
        return tree.id


_NodeMaker = Callable[[_FormulaReader, list[ast.expr], ast.expr, int], FormulaNode]
_SPECIAL: Mapping[str, _NodeMaker] = {
    "sum": lambda reader, args, tree, _: reader.over_column("sum", args, tree),
    "min": lambda reader, args, tree, _: reader.over_column("min", args, tree),
    "max": lambda reader, args, tree, _: reader.over_column("max", args, tree),
    "count": lambda reader, args, tree, _: reader.count(args, tree),
    "distinct": lambda reader, args, tree, _: reader.distinct(args, tree),
    "pick": _FormulaReader.pick,
    "lookup": _FormulaReader.lookup,
    "step": _FormulaReader.step,
    "listed": _FormulaReader.listed,
    "given": _FormulaReader.given,
    "option": lambda reader, args, tree, _: reader.option(args, tree),
    "has": lambda reader, args, tree, _: reader.has(args, tree),
    "dice_count": lambda reader, args, tree, level: reader.of_dice("dice_count", args, tree, level),
    "dice_sides": lambda reader, args, tree, level: reader.of_dice("dice_sides", args, tree, level),
    "dice_plus": lambda reader, args, tree, level: reader.of_dice("dice_plus", args, tree, level),
    "dice_value": lambda reader, args, tree, level: reader.of_dice("dice_value", args, tree, level),
    "reckon": lambda reader, args, tree, _: reader.calculate(args, tree),
}
