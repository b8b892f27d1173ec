"""The values of the library's filters, each with the number of its entries.

They are counted as entries come and go, because to count all of a large library anew takes too long for a click.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engine.model.frozen import replace
from vtt.campaign.library_protocol import FilterValue, LibraryEntry

_NAMED: Final = ("game", "kind")
"""Filters whose values are ids; an entry has the name beside it."""
_MERGED: Final = "kind"
"""The filter whose values are one if they have the same name."""


class FilterValues:
    """The counted values of some entries.

    >>> values = FilterValues()
    >>> wolf = LibraryEntry(id="1", game="g", game_name="G", kind="foes", kind_name="foe", source="wolf", name="Wolf")
    >>> values.add([wolf])
    >>> values.of("kind"), values.of("tag")
    ((FilterValue(value='foes', name='foe', count=1),), ())
    >>> values.of("kind", "another game")
    ()
    >>> values.remove([wolf])
    >>> values.of("kind")
    ()
    """

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str], Counter[str]] = {}
        """By filter and game; the counts of all games have no game."""
        self._names: dict[tuple[str, str], str] = {}

    def add(self, entries: Iterable[LibraryEntry]) -> None:
        """Count entries that come."""
        for entry in entries:
            for field, value in _values(entry):
                for game in {entry.game, ""}:
                    self._counts.setdefault((field, game), Counter())[value] += 1
            for field in _NAMED:
                self._names[field, getattr(entry, field)] = getattr(entry, f"{field}_name")

    def remove(self, entries: Iterable[LibraryEntry]) -> None:
        """Discount entries that go."""
        for entry in entries:
            for field, value in _values(entry):
                for game in {entry.game, ""}:
                    counts = self._counts[field, game]
                    counts[value] -= 1
                    if not counts[value]:
                        del counts[value]

    def of(self, field: str, game: str = "") -> Sequence[FilterValue]:
        """Return the values of a filter by name, of one game if one is given.

        A value that entries name differently has the latest name. Kinds with the same name are one: people choose by
        what they read. Games are not: an entry fits only its own.
        """
        found: dict[str, FilterValue] = {}
        for value, count in sorted(self._counts.get((field, game), Counter[str]()).items()):
            name = self._name(field, value)
            key = name if field == _MERGED else value
            first = found.get(key, FilterValue(value=value, name=name, count=0))
            found[key] = replace(first, count=first.count + count)
        return tuple(sorted(found.values(), key=lambda each: (each.name.casefold(), each.value)))

    def same_name(self, field: str, value: str) -> frozenset[str]:
        """Return the values of a filter with the name of this one, and the value itself."""
        name = self._name(field, value)
        return frozenset(
            {value, *(each for key, each in self._names if key == field and self._name(key, each) == name)}
        )

    def _name(self, field: str, value: str) -> str:
        return self._names.get((field, value)) or value


def _values(entry: LibraryEntry) -> Iterator[tuple[str, str]]:
    for tag in entry.tags:
        yield "tag", tag
    for field in ("game", "kind", "folder"):
        value = getattr(entry, field)
        if value:
            yield field, value
