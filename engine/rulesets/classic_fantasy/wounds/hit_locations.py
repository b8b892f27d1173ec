"""Hit locations: the chart of a body, the location that a d20 hits, and neighbouring locations (CF-HITLOC)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Literal

from engine.kit.rules_data import rules_table
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen
from engine.rulesets.classic_fantasy.rules_data import RULESET
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings

LocationKind = Literal["limb", "vital"]
"""Which consequences a wound there has (CF-T-HITLOC)."""
BodyMember = Literal["leg", "arm", "wing", "tail", "tentacle", "trunk", "head"]
"""The part of the body: a useless leg makes its owner fall, a useless arm drops what it holds."""
HUMANOID = "humanoid"


class HitLocationRow(Frozen):
    """A row of a creature's own hit location table, as on its sheet (CF-HITLOC-4)."""

    first: int
    last: int
    name: str
    sort: LocationKind = "limb"


class HitLocation(Frozen):
    """One location of a chart.

    Attributes:
        first, last: the lowest and the highest number of the die that finds it.
        hit_points: its column of CF-T-HP; empty if the creature's sheet gives its hit points.
        beside: the locations next to it.
    """

    name: str
    first: int
    last: int
    kind: LocationKind
    member: BodyMember
    hit_points: str = ""
    beside: tuple[str, ...] = ()


class HitChart(Frozen):
    """A body as the die finds it.

    Attributes:
        locations: from the lowest number on.
        house_made: the catalogue has no such chart; it is ours (CF-HITLOC-4).
    """

    locations: tuple[HitLocation, ...]
    house_made: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its locations."""
        return tuple(place.name for place in self.locations)

    def place(self, name: str) -> HitLocation:
        """Return a location by its name. Raises Refused if the body does not have it (CF-HITLOC-3)."""
        location = next((place for place in self.locations if place.name == name), None)
        if location is None:
            raise Refused("no_such_hit_location", "CF-HITLOC-3", location=name[:40], known=list(self.names))
        return location

    def hit(self, number: int) -> HitLocation:
        """Return the location that a d20 hits (CF-HITLOC-1, CF-HITLOC-2). Raises Refused for a number without one."""
        location = next((place for place in self.locations if place.first <= number <= place.last), None)
        if location is None:
            raise Refused("d100_no_location_by_number", "CF-HITLOC-4", number=number)
        return location


class HitChartTable(Frozen):
    """All of `hit_locations.toml`."""

    sides: int
    members: Mapping[str, BodyMember]
    charts: Mapping[str, HitChart]


charts = rules_table(RULESET, "hit_locations", HitChartTable)
"""The hit charts, and the numbers that they share."""


def chart_of(name: str) -> HitChart:
    """Return a hit chart. Raises Refused for a name that none has."""
    chart = charts().charts.get(name)
    if chart is None:
        raise Refused("no_such_chart", "CF-HITLOC-4", chart=name[:40], known=list(charts().charts))
    return chart


def chart_from(rows: Sequence[HitLocationRow]) -> HitChart:
    """Return the chart of a creature's own table (CF-HITLOC-4).

    The name of a location gives its body part, and its neighbours are the rows next to it. Raises Refused with the
    first fault of the table.
    """
    for fault in chart_faults(rows):
        raise Refused(fault.key.removeprefix("refused."), "CF-HITLOC-4", **fault.params)
    ordered = sorted(rows, key=lambda row: row.first)
    names = ["", *(row.name for row in ordered), ""]
    locations = [
        HitLocation(
            name=row.name,
            first=row.first,
            last=row.last,
            kind=row.sort,
            member=member_of(row.name, row.sort),
            beside=tuple(filter(None, (before, after))),
        )
        for before, row, after in zip(names, ordered, names[2:], strict=False)
    ]
    return HitChart(locations=tuple(locations))


def chart_faults(rows: Sequence[HitLocationRow]) -> tuple[Message, ...]:
    """Return the faults of a table: each number from 1 to 20 must belong to exactly one location (CF-HITLOC-4)."""
    return tuple(_faults(rows))


def _faults(rows: Sequence[HitLocationRow]) -> Iterator[Message]:
    names = [row.name for row in rows]
    for name in dict.fromkeys(names):
        if not name.strip() or names.count(name) > 1:
            yield Message(key="refused.d100_location_name", params={"location": name})
    for row in rows:
        if row.last < row.first:
            yield Message(key="refused.d100_location_backwards", params={"location": row.name})
    for number in range(1, charts().sides + 1):
        names_hit = [row.name for row in rows if row.first <= number <= row.last]
        if not names_hit:
            yield Message(key="refused.d100_no_location_by_number", params={"number": number})
        elif len(names_hit) > 1:
            yield Message(key="refused.d100_locations_overlap", params={"number": number, "locations": names_hit})
    for row in rows:
        if row.first < 1 or row.last > charts().sides:
            yield Message(key="refused.d100_location_beyond", params={"location": row.name, "most": charts().sides})


def member_of(name: str, kind: LocationKind) -> BodyMember:
    """Return the body part of a location by the words in its name; an unknown limb counts as a tentacle."""
    folded_name = name.casefold()
    members = [member for word, member in charts().members.items() if word in folded_name]
    fitting = [member for member in members if (member == "head") == (kind == "vital")]
    return fitting[-1] if fitting else "trunk" if kind == "vital" else "tentacle"


def nearest_locations(chart: HitChart, start: Collection[str]) -> tuple[str, ...]:
    """Return all locations from the nearest on: those of the start, those beside them, and so on (CF-FIRE-4, -9).

    Of several equally near the one with the lowest number comes first; the GM may choose another.
    """
    locations = [name for name in chart.names if name in start]
    for name in locations:  # the loop adds to the list it walks
        locations += [
            place.name
            for place in chart.locations
            if place.name in chart.place(name).beside and place.name not in locations
        ]
    return (*locations, *(name for name in chart.names if name not in locations))


class StruckLocations(Frozen):
    """Which locations were struck by the dice that have fallen.

    Attributes:
        places: the locations, in the order in which they came; one may come twice where the group stacks.
        repeats: the dice that count for nothing, since their location was struck already.
        wanted: how many dice must still be thrown.
    """

    places: tuple[HitLocation, ...]
    repeats: tuple[int, ...] = ()
    wanted: int = 0


def struck_locations(
    chart: HitChart, count: int, rolls: Sequence[int], *, settings: Settings = CATALOGUE
) -> StruckLocations:
    """Return the locations that are hit by the d20 results so far (CF-FALL-5, CF-AMB-17).

    They differ, unless the group stacks them. If the body has no more than `count`, all are hit and nothing is thrown.
    """
    stack = settings.fall_duplicates == "stack"
    if not stack and count >= len(chart.locations):
        return StruckLocations(places=chart.locations)
    places, repeats = list[HitLocation](), list[int]()
    for number in rolls:
        if len(places) == count:
            raise Refused("d100_rolls_left_over", "CF-FALL-5", count=count)
        place = chart.hit(number)
        if place in places and not stack:
            repeats.append(number)
        else:
            places.append(place)
    return StruckLocations(places=tuple(places), repeats=tuple(repeats), wanted=count - len(places))
