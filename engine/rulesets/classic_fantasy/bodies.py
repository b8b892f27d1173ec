"""What is a body made of, what does a d20 find on it, and what lies beside what (CF-HITLOC)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Literal

from engine.play.refusal import Refused
from engine.play.words import Message
from engine.rulesets.classic_fantasy.data import tables
from engine.table.frozen import Frozen

Kind = Literal["limb", "vital"]
"""Which consequences a wound there has (CF-T-HITLOC)."""
Member = Literal["leg", "arm", "wing", "tail", "tentacle", "trunk", "head"]
"""What it is for: a useless leg lets its owner fall, a useless arm lets go."""
HUMANOID = "humanoid"


class Row(Frozen):
    """A line of a creature's own table as it stands on its sheet (CF-HITLOC-4)."""

    first: int
    last: int
    name: str
    sort: Kind = "limb"


class Place(Frozen):
    """One location of a chart.

    Attributes:
        name: what it is called, there and on the body.
        first: the lowest number of the die that finds it.
        last: the highest.
        kind: limb or vital.
        member: what it is for.
        hit_points: its column of CF-T-HP; empty where the creature's sheet says what it has.
        beside: the locations next to it.
    """

    name: str
    first: int
    last: int
    kind: Kind
    member: Member
    hit_points: str = ""
    beside: tuple[str, ...] = ()


class Chart(Frozen):
    """A body as the die finds it.

    Attributes:
        locations: from the lowest number on.
        house_made: the catalogue has no such chart; it is ours (CF-HITLOC-4).
    """

    locations: tuple[Place, ...]
    house_made: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """What its locations are called."""
        return tuple(place.name for place in self.locations)

    def place(self, name: str) -> Place:
        """Return a location by its name. Raises Refused for one that this body has not (CF-HITLOC-3)."""
        found = next((place for place in self.locations if place.name == name), None)
        if found is None:
            raise Refused("no_such_hit_location", "CF-HITLOC-3", location=name[:40], known=list(self.names))
        return found

    def hit(self, number: int) -> Place:
        """Return what a d20 finds (CF-HITLOC-1, CF-HITLOC-2). Raises Refused for a number that finds nothing."""
        found = next((place for place in self.locations if place.first <= number <= place.last), None)
        if found is None:
            raise Refused("d100_no_location_by_number", "CF-HITLOC-4", number=number)
        return found


class Charts(Frozen):
    """All of `hit_locations.toml`."""

    sides: int
    members: Mapping[str, Member]
    charts: Mapping[str, Chart]


@cache
def charts() -> Charts:
    """Return the hit charts and what belongs to all of them."""
    found: Charts = tables("hit_locations", Charts)
    return found


def chart_of(name: str) -> Chart:
    """Return a hit chart. Raises Refused for a name that none has."""
    found = charts().charts.get(name)
    if found is None:
        raise Refused("no_such_chart", "CF-HITLOC-4", chart=name[:40], known=list(charts().charts))
    return found


def chart_from(rows: Sequence[Row]) -> Chart:
    """Return the chart of a creature's own table (CF-HITLOC-4).

    What a location is for is read from its name, and each is beside those next to it in the table: nobody has said
    more. Raises Refused with the first fault of the table.
    """
    for fault in faults(rows):
        raise Refused(fault.key.removeprefix("refused."), "CF-HITLOC-4", **fault.params)
    ordered = sorted(rows, key=lambda row: row.first)
    beside = {
        row.name: tuple(other.name for other in (*ordered[max(0, i - 1) : i], *ordered[i + 1 : i + 2]))
        for i, row in enumerate(ordered)
    }
    return Chart(
        locations=tuple(
            Place(
                name=row.name,
                first=row.first,
                last=row.last,
                kind=row.sort,
                member=member_of(row.name, row.sort),
                beside=beside[row.name],
            )
            for row in ordered
        )
    )


def faults(rows: Sequence[Row]) -> tuple[Message, ...]:
    """Return what is wrong with a table: each number from 1 to 20 must find just one location (CF-HITLOC-4)."""
    return tuple(_faults(rows))


def _faults(rows: Sequence[Row]) -> Iterator[Message]:
    names = [row.name for row in rows]
    for name in dict.fromkeys(names):
        if not name.strip() or names.count(name) > 1:
            yield Message(key="refused.d100_location_name", params={"location": name})
    for row in rows:
        if row.last < row.first:
            yield Message(key="refused.d100_location_backwards", params={"location": row.name})
    for number in range(1, charts().sides + 1):
        found = [row.name for row in rows if row.first <= number <= row.last]
        if not found:
            yield Message(key="refused.d100_no_location_by_number", params={"number": number})
        elif len(found) > 1:
            yield Message(key="refused.d100_locations_overlap", params={"number": number, "locations": found})
    for row in rows:
        if row.first < 1 or row.last > charts().sides:
            yield Message(key="refused.d100_location_beyond", params={"location": row.name, "most": charts().sides})


def member_of(name: str, kind: Kind) -> Member:
    """Return what a location is for, by the words in its name; a limb that says nothing is like a tentacle."""
    words = name.casefold()
    known = [member for word, member in charts().members.items() if word in words]
    fitting = [member for member in known if (member == "head") == (kind == "vital")]
    return fitting[-1] if fitting else "trunk" if kind == "vital" else "tentacle"


def nearest(chart: Chart, start: Collection[str]) -> tuple[str, ...]:
    """Return all locations from the nearest on: those of the start, those beside them, and so on (CF-FIRE-4, -9).

    Of several equally near the one with the lowest number comes first; the GM may choose another.
    """
    found = [name for name in chart.names if name in start]
    for name in found:  # it grows while it is walked
        found += [
            place.name
            for place in chart.locations
            if place.name in chart.place(name).beside and place.name not in found
        ]
    return (*found, *(name for name in chart.names if name not in found))
