"""Hit charts: a die finds the location of a hit on a body, and harm spreads to the locations beside it.

>>> class Spot(NamedTuple):
...     name: str
...     first: int
...     last: int
...     beside: tuple[str, ...] = ()
>>> head, legs = Spot("head", 1, 1, ("body",)), Spot("legs", 5, 6, ("body",))
>>> chart = (head, Spot("body", 2, 4, ("head", "legs")), legs)
>>> location_at(chart, 3).name, location_named(chart, "tail")
('body', None)
>>> nearest_names(chart, {"legs"})
('legs', 'body', 'head')
>>> hit = hit_locations(chart, (3, 2, 6), 3)
>>> [spot.name for spot in hit.places], hit.repeats, hit.wanted
(['body', 'legs'], (2,), 1)
>>> [(fault.kind, fault.params["number"]) for fault in chart_faults((head, legs), sides=6)]
[('missing', 2), ('missing', 3), ('missing', 4)]
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar

from engine.messages.refusal import Refused
from engine.model.frozen import Json


class ChartRow(Protocol):
    """A row of a hit chart: a location, and the lowest and highest number of the die that finds it."""

    @property
    def name(self) -> str:
        """The name of the location."""
        ...

    @property
    def first(self) -> int:
        """The lowest number."""
        ...

    @property
    def last(self) -> int:
        """The highest number."""
        ...


class ConnectedRow(ChartRow, Protocol):
    """A row that names the locations beside its own."""

    @property
    def beside(self) -> tuple[str, ...]:
        """The names of those locations."""
        ...


C = TypeVar("C")
R = TypeVar("R", bound=ChartRow)


class ChartFault(NamedTuple):
    """A fault of a hit chart, with its location or number."""

    kind: Literal["name", "backwards", "missing", "overlap", "beyond"]
    params: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class HitLocations(Generic[R]):
    """The locations that dice have found.

    Attributes:
        places: the rows, in the order in which they were found.
        repeats: the dice that count for nothing, since their location was found already.
        wanted: how many dice must still be thrown.
        unused: how many of the dice come after the last location.
    """

    places: tuple[R, ...]
    repeats: tuple[int, ...] = ()
    wanted: int = 0
    unused: int = 0


def need_chart(charts: Mapping[str, C], name: str, *rules: str) -> C:
    """Return a hit chart by its name. Raises Refused, by some rules, for a name that none has."""
    chart = charts.get(name)
    if chart is None:
        raise Refused("no_such_chart", *rules, chart=name[:40], known=list(charts))
    return chart


def location_named(chart: Sequence[R], name: str) -> R | None:
    """Return the row of a location."""
    return next((row for row in chart if row.name == name), None)


def location_at(chart: Sequence[R], number: int) -> R | None:
    """Return the row that a number of the die finds."""
    return next((row for row in chart if row.first <= number <= row.last), None)


def hit_locations(chart: Sequence[R], dice: Sequence[int], count: int, *, repeated: bool = False) -> HitLocations[R]:
    """Return the locations that dice find, up to a number of them; a location is found again only where it may be."""
    places, repeats, unused = list[R](), list[int](), 0
    for number in dice:
        row = location_at(chart, number)
        if len(places) == count or row is None:
            unused += 1
        elif row in places and not repeated:
            repeats.append(number)
        else:
            places.append(row)
    return HitLocations(places=tuple(places), repeats=tuple(repeats), wanted=count - len(places), unused=unused)


def nearest_names(chart: Sequence[ConnectedRow], start: Collection[str]) -> tuple[str, ...]:
    """Return the names of all locations from the nearest on: those of the start, those beside them, and so on.

    Of several equally near the one with the lowest number comes first.
    """
    beside = {row.name: row.beside for row in chart}
    nearest = [name for name in beside if name in start]
    for name in nearest:  # the loop adds to the list it walks
        nearest += [other for other in beside if other in beside[name] and other not in nearest]
    return tuple(dict.fromkeys((*nearest, *beside)))


def chart_faults(chart: Sequence[ChartRow], *, sides: int) -> Iterator[ChartFault]:
    """Yield the faults of a chart: each number of the die must find exactly one location, and each has its own name."""
    names = [row.name for row in chart]
    for name in dict.fromkeys(names):
        if not name.strip() or names.count(name) > 1:
            yield ChartFault("name", {"location": name})
    for row in chart:
        if row.last < row.first:
            yield ChartFault("backwards", {"location": row.name})
    for number in range(1, sides + 1):
        found = [row.name for row in chart if row.first <= number <= row.last]
        if not found:
            yield ChartFault("missing", {"number": number})
        elif len(found) > 1:
            yield ChartFault("overlap", {"number": number, "locations": found})
    for row in chart:
        if row.first < 1 or row.last > sides:
            yield ChartFault("beyond", {"location": row.name, "most": sides})
