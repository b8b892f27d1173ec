"""Hit locations: the chart of a body, the location that a d20 hits, and neighbouring locations (CF-HITLOC)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from engine.core.memo import memo_of_moment
from engine.kit.damage import hit_charts
from engine.kit.damage.hit_charts import HitLocations, location_at, location_named, nearest_names, need_chart
from engine.kit.rules_data import rules_table
from engine.messages.message import Message
from engine.messages.refusal import Refused, needed
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


@memo_of_moment
def _names_of(locations: tuple[HitLocation, ...]) -> tuple[str, ...]:
    return tuple(place.name for place in locations)


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
        return _names_of(self.locations)

    def place(self, name: str) -> HitLocation:
        """Return a location by its name. Raises Refused if the body does not have it (CF-HITLOC-3)."""
        location = location_named(self.locations, name)
        if location is None:
            raise Refused("no_such_hit_location", "CF-HITLOC-3", location=name[:40], known=list(self.names))
        return location

    def hit(self, number: int) -> HitLocation:
        """Return the location that a d20 hits (CF-HITLOC-1, CF-HITLOC-2). Raises Refused for a number without one."""
        return needed(location_at(self.locations, number), "d100_no_location_by_number", "CF-HITLOC-4", number=number)


class HitChartTable(Frozen):
    """All of `hit_locations.toml`."""

    sides: int
    members: Mapping[str, BodyMember]
    charts: Mapping[str, HitChart]


charts = rules_table(RULESET, "hit_locations", HitChartTable)
"""The hit charts, and the numbers that they share."""


def chart_of(name: str) -> HitChart:
    """Return a hit chart. Raises Refused for a name that none has."""
    return need_chart(charts().charts, name, "CF-HITLOC-4")


def chart_from(rows: Sequence[HitLocationRow]) -> HitChart:
    """Return the chart of a creature's own table (CF-HITLOC-4).

    The name of a location gives its body part, and its neighbours are the rows next to it. Raises Refused with the
    first fault of the table.
    """
    for fault in chart_faults(rows):
        raise Refused.saying(fault, "CF-HITLOC-4")
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


_FAULTS = {
    "name": "d100_location_name",
    "backwards": "d100_location_backwards",
    "missing": "d100_no_location_by_number",
    "overlap": "d100_locations_overlap",
    "beyond": "d100_location_beyond",
}


def chart_faults(rows: Sequence[HitLocationRow]) -> tuple[Message, ...]:
    """Return the faults of a table: each number from 1 to 20 must belong to exactly one location (CF-HITLOC-4)."""
    faults = hit_charts.chart_faults(rows, sides=charts().sides)
    return tuple(Message(key=f"refused.{_FAULTS[fault.kind]}", params=fault.params) for fault in faults)


def member_of(name: str, kind: LocationKind) -> BodyMember:
    """Return the body part of a location by the words in its name; an unknown limb counts as a tentacle."""
    folded_name = name.casefold()
    members = [member for word, member in charts().members.items() if word in folded_name]
    fitting = [member for member in members if (member == "head") == (kind == "vital")]
    return fitting[-1] if fitting else "trunk" if kind == "vital" else "tentacle"


def nearest_locations(chart: HitChart, start: Collection[str]) -> tuple[str, ...]:
    """Return all locations from the nearest to those of the start on; the GM may choose others (CF-FIRE-4, -9)."""
    return nearest_names(chart.locations, start)


def struck_locations(
    chart: HitChart, count: int, rolls: Sequence[int], *, settings: Settings = CATALOGUE
) -> HitLocations[HitLocation]:
    """Return the locations that are hit by the d20 results so far (CF-FALL-5, CF-AMB-17).

    They differ, unless the group stacks them. If the body has no more than `count`, all are hit and nothing is thrown.
    """
    stack = settings.fall_duplicates == "stack"
    if not stack and count >= len(chart.locations):
        return HitLocations(places=chart.locations)
    for number in rolls:
        chart.hit(number)
    hits = hit_charts.hit_locations(chart.locations, rolls, count, repeated=stack)
    if hits.unused:
        raise Refused("d100_rolls_left_over", "CF-FALL-5", count=count)
    return hits
