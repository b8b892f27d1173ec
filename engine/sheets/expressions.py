"""What the formulas of a sheet read: its fields, columns and tables, and what lies on the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.sheets.terms import Term, Told, Value, spoken
from engine.table.frozen import Json


class Scope(Protocol):
    """Where a formula reads. What it does not know is blank."""

    def field(self, name: str) -> Value:
        """Return a field, or a column of the row that is reckoned."""
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

    def table(self, name: str) -> Json:
        """Return a table of the game by its name, which may have dots."""
        ...

    def listed(self, rows: str, name: str, column: str) -> Value:
        """Return what one of the group's lists says of something, by its name."""
        ...

    def has(self, condition: str) -> bool:
        """Say whether a condition lies on the character."""
        ...

    def written(self, column: str) -> str:
        """Return the formula that stands as text in a field or column."""
        ...

    def label(self, name: str) -> str:
        """Return what `name` or `of.part` is called."""
        ...


Node = Term[Scope]
"""A part of a formula of a sheet."""


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A field, or a column of the same row."""

    name: str

    def value(self, scope: Scope) -> Value:
        """Read it."""
        return scope.field(self.name)

    def told(self, scope: Scope) -> Told:
        """Return its label and what stands there."""
        return Told(f"{scope.label(self.name)} {spoken(scope.field(self.name))}")


@dataclass(frozen=True, slots=True)
class Part(Node):
    """An area of a body, a track, a colour of chips."""

    of: str
    name: str

    def value(self, scope: Scope) -> Value:
        """Read it."""
        return scope.part(self.of, self.name)

    def told(self, scope: Scope) -> Told:
        """Return its label and what stands there."""
        return Told(f"{scope.label(f'{self.of}.{self.name}')} {spoken(scope.part(self.of, self.name))}")
