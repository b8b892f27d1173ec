"""Hit locations: hit charts, the modifiers of the location roll, and prone targets (FI-HITLOC, FI-PRONE)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from engine.kit.calculation import CalculationStep, effective_steps, total
from engine.kit.damage.hit_charts import need_chart
from engine.kit.rules_data import rules_table
from engine.messages.refusal import Refused
from engine.model.body import Body, Location
from engine.model.frozen import Frozen
from engine.rulesets.future_imperfect.distance import exact

HUMAN = "human"


class BodySide(StrEnum):
    """One half of a body."""

    LEFT = "left"
    RIGHT = "right"


class HitChartRow(Frozen):
    """A row of a hit chart up to its highest number; it begins after that of the row before.

    The area takes the wounds; a sided location has a left and a right one. A hit adds bonus damage dice (FI-HITLOC-8).
    """

    up_to: int
    location: str
    area: str
    sided: bool = False
    bonus_dice: int = 0


class HitChart(Frozen):
    """A hit chart: the locations of a body by the location roll (T-9, FI-HITLOC-9).

    Attributes:
        areas: the wound areas.
        deadly: areas that kill when they are maimed (FI-WOUND-4).
        core: the area that takes the wounds beyond another area's last level (FI-WOUND-8).
        boxes: how many wound levels each area has (FI-WOUND-1).
        prone: the locations that can be hit from the front on a prone character (T-9c).
        places: the rows.
        hands: which hand belongs to which wound area; a maimed one holds no weapon (FI-WOUND-5).
        legs: the wound areas that carry the body.
        stands_for: the locations here for those of the human chart that this one lacks.
    """

    areas: tuple[str, ...]
    deadly: tuple[str, ...]
    core: str
    boxes: int
    prone: tuple[str, ...]
    places: tuple[HitChartRow, ...]
    hands: Mapping[str, str] = {}
    legs: tuple[str, ...] = ()
    stands_for: Mapping[str, tuple[str, ...]] = {}

    def meant_by(self, location: str) -> tuple[str, ...]:
        """Return the locations of this chart that correspond to one of the human chart."""
        return self.stands_for.get(location, (location,))

    def names_of(self, hit: HitLocation) -> tuple[str, ...]:
        """Return the names of a location in lists of armour and cover, its own name first."""
        places = [hit.place]
        for human, own in self.stands_for.items():
            if hit.location in own:
                places += [other.place for other in every_location(chart_named(HUMAN)) if other.is_at(human, hit.side)]
        return tuple(dict.fromkeys((*places, hit.area)))


class HitLocation(Frozen):
    """The location of a hit.

    Attributes:
        location: its name on the chart.
        area: the wound area, with its side.
        side: left or right, for locations that have two.
        bonus_dice: damage dice more, but not in explosions, falls and fire (FI-HITLOC-8, FI-BOOM-4).
        number: the number on the chart; 0 if it was not rolled.
    """

    location: str
    area: str
    side: BodySide | None = None
    bonus_dice: int = 0
    number: int = 0

    @property
    def place(self) -> str:
        """The part that armour or cover protects: `lower_torso`, and with its side `left_leg`."""
        return self.area if self.side is not None else self.location

    def is_at(self, location: str, side: BodySide | None) -> bool:
        """Say whether it is at a location and, if that has two, on a side."""
        return self.location == location and self.side in (None, side)


class HitLocationModifiers(Frozen):
    """Modifiers of the location roll (T-9b)."""

    fighting: int
    height: int
    point_blank: int


class HitChartTables(Frozen):
    """The file `rules/hit_locations.toml`."""

    sides: int
    modifiers: HitLocationModifiers
    prone_ignored_within: int
    charts: Mapping[str, HitChart]


hit_charts = rules_table("future_imperfect", "hit_locations", HitChartTables)
"""The hit charts and the numbers that they share."""


def chart_named(name: str) -> HitChart:
    """Return a hit chart (FI-HITLOC-9). Raises Refused for a name that no chart has."""
    return need_chart(hit_charts().charts, name, "FI-HITLOC-9")


def unhurt_body(name: str) -> Body:
    """Return an unhurt body by a hit chart: each area with as many levels as it has boxes (FI-WOUND-1)."""
    chart = chart_named(name)
    return Body(chart=name, locations={area: Location(most=chart.boxes) for area in chart.areas})


def location_modifiers(
    *, fighting: bool, height: bool = False, point_blank: bool = False, low: bool = False
) -> tuple[CalculationStep, ...]:
    """Return the modifiers of the location roll besides raises (FI-HITLOC-3, FI-HITLOC-5, FI-HITLOC-6).

    Height counts only for a blow, point-blank range only for a shot, which may go low if the GM allows it.
    """
    modifiers = hit_charts().modifiers
    if fighting:
        return effective_steps(
            CalculationStep(reason="location_fighting", value=modifiers.fighting),
            CalculationStep(reason="location_height", value=modifiers.height) if height else None,
        )
    low_shot = CalculationStep(reason="location_low", value=-modifiers.point_blank)
    high_shot = CalculationStep(reason="location_point_blank", value=modifiers.point_blank)
    return effective_steps((low_shot if low else high_shot) if point_blank else None)


def locate_hit(
    chart: HitChart, natural: int, modifiers: Sequence[CalculationStep] = (), shift: int = 0, *, side_parity: str
) -> HitLocation:
    """Return the location of a roll: modifiers are added, then the number is limited to the chart (FI-HITLOC-1 to 3).

    `natural` is the die as it fell, `shift` the attacker's change by raises (FI-HITLOC-4). `side_parity` reads left or
    right from the `final` number, or from the `natural` one.
    """
    number = max(1, min(hit_charts().sides, natural + total(modifiers) + shift))
    place = next(place for place in chart.places if number <= place.up_to)
    odd = bool((natural if side_parity == "natural" else number) % 2)
    return _location(place, (BodySide.LEFT if odd else BodySide.RIGHT) if place.sided else None, number)


def reachable_locations(
    chart: HitChart, natural: int, modifiers: Sequence[CalculationStep], raises: int, *, side_parity: str
) -> Mapping[int, HitLocation]:
    """Return the locations that the attacker can choose, by shift; 0 is in the middle (FI-HITLOC-4)."""
    return {
        shift: locate_hit(chart, natural, modifiers, shift, side_parity=side_parity)
        for shift in range(-raises, raises + 1)
    }


def called_location(chart: HitChart, location: str, side: BodySide | None = None) -> HitLocation:
    """Return the location of a called shot; no die is rolled for it (FI-CALL-3).

    Raises:
        Refused: the chart has no such location, or it has two sides and none was named.
    """
    place = next((place for place in chart.places if place.location == location), None)
    if place is None:
        locations = [place.location for place in chart.places]
        raise Refused("no_such_hit_location", "FI-CALL-3", location=location[:40], known=locations)
    if place.sided and side is None:
        raise Refused("side_wanted", "FI-CALL-3", location=location)
    return _location(place, side if place.sided else None, 0)


def every_location(chart: HitChart) -> tuple[HitLocation, ...]:
    """Return each location of a chart once, with both sides where it has two."""
    return tuple(
        _location(place, side, 0)
        for place in chart.places
        for side in ((BodySide.LEFT, BodySide.RIGHT) if place.sided else (None,))
    )


def passes_over_prone(chart: HitChart, hit: HitLocation, *, front: bool, distance: float, beside: bool) -> bool:
    """Say whether a hit goes over a prone target (FI-PRONE-1, FI-PRONE-2).

    The attack comes from the `front`, and neither from `beside` the target nor from near it.
    """
    near = beside or exact(distance) <= hit_charts().prone_ignored_within
    return front and not near and hit.location not in chart.prone


def _location(place: HitChartRow, side: BodySide | None, number: int) -> HitLocation:
    area = f"{side}_{place.area}" if side is not None else place.area
    return HitLocation(location=place.location, area=area, side=side, bonus_dice=place.bonus_dice, number=number)
