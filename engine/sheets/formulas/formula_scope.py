"""The scope of a sheet's formulas: its fields, columns and tables, and the character's values at the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.model.frozen import Json
from engine.sheets.formulas.expression_terms import Explanation, Term, Value, labelled


class FormulaScope(Protocol):
    """The source of a formula's values. An unknown name is blank."""

    def field(self, name: str) -> Value:
        """Return a field, or a column of the row that is being calculated."""
        ...

    def part(self, of: str, name: str) -> Value:
        """Return an area of a body, a track, a colour of chips."""
        ...

    def column(self, rows: str, column: str) -> Sequence[Value]:
        """Return a column, row by row."""
        ...

    def count(self, name: str) -> int | None:
        """Return how many entries or rows are filled."""
        ...

    def entries(self, name: str) -> Sequence[Value]:
        """Return the texts of a list of entries."""
        ...

    def option(self, name: str) -> Value:
        """Return an option of the group."""
        ...

    def option_in_words(self, name: str) -> tuple[str, str]:
        """Return the label of an option, and its value in words."""
        ...

    def table(self, name: str) -> Json:
        """Return a table of the game by its name, which can have dots."""
        ...

    def listed(self, rows: str, name: str, column: str) -> Value:
        """Return a column of one of the group's lists, by the name of the row."""
        ...

    def has(self, condition: str) -> bool:
        """Say whether the character has a condition."""
        ...

    def written(self, column: str) -> str:
        """Return the formula that is the text of a field or column."""
        ...

    def label(self, name: str) -> str:
        """Return the label of `name` or `of.part`."""
        ...


FormulaNode = Term[FormulaScope]
"""A part of a formula of a sheet."""


@dataclass(frozen=True, slots=True)
class FieldName(FormulaNode):
    """A field, or a column of the same row."""

    shows_value = True
    name: str

    def value(self, scope: FormulaScope) -> Value:
        """Read it."""
        return scope.field(self.name)

    def explain(self, scope: FormulaScope) -> Explanation:
        """Return its label and its value."""
        return labelled(scope.label(self.name), scope.field(self.name))


@dataclass(frozen=True, slots=True)
class PartName(FormulaNode):
    """An area of a body, a track, a colour of chips."""

    shows_value = True
    of: str
    name: str

    def value(self, scope: FormulaScope) -> Value:
        """Read it."""
        return scope.part(self.of, self.name)

    def explain(self, scope: FormulaScope) -> Explanation:
        """Return its label and its value."""
        return labelled(scope.label(f"{self.of}.{self.name}"), scope.part(self.of, self.name))
