"""The conditions that a game knows, and what must be said of one that somebody lays on a character by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from engine.play.offers import Ask
from engine.table.table import Table


@runtime_checkable
class KnowsConditions(Protocol):
    """A game whose rules read conditions by name."""

    def conditions(self, table: Table, actor: str) -> Mapping[str, tuple[Ask, ...]]:
        """Return the conditions that can be laid on a character by hand, each with its questions.

        A question is about a field of `LayCondition`: `level` or `note`. One that is not optional must be answered,
        for without it the condition means nothing to the rules. A choice of several words is written into `note` with
        commas between them; a choice for `level` is the number itself.
        """
        ...
