"""The values of the library's filters, each with the number of its entries.

They are counted as entries come and go, because to count all of a large library anew takes too long for a click.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from vtt.campaign.library_protocol import FILTERS, FilterValue, LibraryEntry

_NAMED: Final = ("game", "kind")
"""Filters whose values are ids; an entry has the name beside it."""


class FilterValues:
    """The counted values of some entries.

    >>> values = FilterValues()
    >>> wolf = LibraryEntry(id="1", game="g", game_name="G", kind="foes", kind_name="foe", source="wolf", name="Wolf")
    >>> values.add([wolf])
    >>> values.of("kind"), values.of("tag")
    ((FilterValue(value='foes', name='foe', count=1),), ())
    >>> values.remove([wolf])
    >>> values.of("kind")
    ()
    """

    def __init__(self) -> None:
        self._counts: dict[str, Counter[str]] = {field: Counter() for field in FILTERS}
        self._names: dict[tuple[str, str], str] = {}

    def add(self, entries: Iterable[LibraryEntry]) -> None:
        """Count entries that come."""
        for entry in entries:
            for field, value in _values(entry):
                self._counts[field][value] += 1
            for field in _NAMED:
                self._names[field, getattr(entry, field)] = getattr(entry, f"{field}_name")

    def remove(self, entries: Iterable[LibraryEntry]) -> None:
        """Discount entries that go."""
        for entry in entries:
            for field, value in _values(entry):
                self._counts[field][value] -= 1
                if not self._counts[field][value]:
                    del self._counts[field][value]

    def of(self, field: str) -> Sequence[FilterValue]:
        """Return the values of a filter by name; a value that entries name differently has the latest name."""
        values = (
            FilterValue(value=value, name=self._names.get((field, value)) or value, count=count)
            for value, count in self._counts[field].items()
        )
        return tuple(sorted(values, key=lambda each: (each.name.casefold(), each.value)))


def _values(entry: LibraryEntry) -> Iterator[tuple[str, str]]:
    for tag in entry.tags:
        yield "tag", tag
    for field in ("game", "kind", "folder"):
        value = getattr(entry, field)
        if value:
            yield field, value
