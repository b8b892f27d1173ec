"""Where a hit lands: hit charts, what moves the number on them, and who is hard to hit lying down (FI-HITLOC)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from engine.play.refusal import Refused
from engine.rulesets.future_imperfect.data import tables
from engine.rulesets.future_imperfect.measures import exact
from engine.rulesets.future_imperfect.parts import Part, counting, total
from engine.table.body import Body, Location
from engine.table.frozen import Frozen

HUMAN = "human"


class Side(StrEnum):
    """Which half of a body."""

    LEFT = "left"
    RIGHT = "right"


class Place(Frozen):
    """A row of a hit chart, from where the one before ends.

    Attributes:
        up_to: the highest number that finds it.
        location: what it is called.
        area: the wound area that takes the wounds; of a place with two sides, without its side.
        sided: there is a left and a right one.
        bonus_dice: damage dice that a hit there adds (FI-HITLOC-8).
    """

    up_to: int
    location: str
    area: str
    sided: bool = False
    bonus_dice: int = 0


class Chart(Frozen):
    """A body as a die finds it (T-9, FI-HITLOC-9).

    Attributes:
        areas: the wound areas.
        deadly: those of which one dies when they are maimed (FI-WOUND-4).
        core: the one that takes wounds for which another has no room (FI-WOUND-8).
        boxes: how many wound levels each area has (FI-WOUND-1).
        prone: the locations that can be hit from the front on somebody lying down (T-9c).
        places: the rows.
        hands: which hand belongs to which wound area; a maimed one holds no weapon (FI-WOUND-5).
        legs: the wound areas that carry the body.
        stands_for: for places of the human chart that this one has not, those that are meant here.
    """

    areas: tuple[str, ...]
    deadly: tuple[str, ...]
    core: str
    boxes: int
    prone: tuple[str, ...]
    places: tuple[Place, ...]
    hands: Mapping[str, str] = {}
    legs: tuple[str, ...] = ()
    stands_for: Mapping[str, tuple[str, ...]] = {}

    def meant_by(self, location: str) -> tuple[str, ...]:
        """Return the locations of this chart that a place of the human one means here."""
        return self.stands_for.get(location, (location,))

    def names_of(self, hit: Hit) -> tuple[str, ...]:
        """Return what a place may be called where armour or cover are written down, its own name first."""
        found = [hit.place]
        for human, own in self.stands_for.items():
            if hit.location in own:
                found += [other.place for other in every_hit(chart_of(HUMAN)) if other.is_at(human, hit.side)]
        return tuple(dict.fromkeys((*found, hit.area)))


class Hit(Frozen):
    """Where a hit has landed.

    Attributes:
        location: the place on the chart.
        area: the wound area, with its side.
        side: left or right, of places that have two.
        bonus_dice: damage dice more, but not in explosions, falls and fire (FI-HITLOC-8, FI-BOOM-4).
        number: the number on the chart; 0 for one that was not rolled.
    """

    location: str
    area: str
    side: Side | None = None
    bonus_dice: int = 0
    number: int = 0

    @property
    def place(self) -> str:
        """What can be covered or armoured there: `lower_torso`, and with its side `left_leg`."""
        return self.area if self.side is not None else self.location

    def is_at(self, location: str, side: Side | None) -> bool:
        """Say whether it is at a location and, if that has two, on a side."""
        return self.location == location and self.side in (None, side)


class Modifiers(Frozen):
    """What moves the number (T-9b)."""

    fighting: int
    height: int
    point_blank: int


class Prone(Frozen):
    """How near lying down is no help any more, in metres."""

    ignored_within: int


class Charts(Frozen):
    """All of `charts.toml`."""

    sides: int
    modifiers: Modifiers
    prone: Prone
    charts: Mapping[str, Chart]


def charts() -> Charts:
    """Return the hit charts and what belongs to all of them."""
    found: Charts = tables("charts", Charts)
    return found


def chart_of(name: str) -> Chart:
    """Return a hit chart (FI-HITLOC-9). Raises Refused for a name that no chart has."""
    found = charts().charts.get(name)
    if found is None:
        raise Refused("no_such_chart", "FI-HITLOC-9", chart=name[:40], known=list(charts().charts))
    return found


def body_of(name: str) -> Body:
    """Return an unhurt body by a hit chart: each area with as many levels as it has boxes (FI-WOUND-1)."""
    chart = chart_of(name)
    return Body(chart=name, locations={area: Location(most=chart.boxes) for area in chart.areas})


def location_modifiers(
    *, fighting: bool, height: bool = False, point_blank: bool = False, low: bool = False
) -> tuple[Part, ...]:
    """Return what moves the number besides raises, with reasons (FI-HITLOC-3, FI-HITLOC-5, FI-HITLOC-6).

    Args:
        fighting: the attack is a blow; only then height counts, and only else point-blank range.
        height: the one who strikes stands higher, as a rider does.
        point_blank: the muzzle nearly touches.
        low: such a shot goes low rather than high, by the Master's leave.
    """
    by = charts().modifiers
    if fighting:
        return counting(
            Part(reason="location_fighting", value=by.fighting),
            Part(reason="location_height", value=by.height) if height else None,
        )
    low_shot = Part(reason="location_low", value=-by.point_blank)
    high_shot = Part(reason="location_point_blank", value=by.point_blank)
    return counting((low_shot if low else high_shot) if point_blank else None)


def locate(chart: Chart, natural: int, modifiers: Sequence[Part] = (), shift: int = 0, *, side_parity: str) -> Hit:
    """Return where a roll lands: modifiers are added, then the number is held within the chart (FI-HITLOC-1 to 3).

    Args:
        chart: whose body.
        natural: the die as it fell.
        modifiers: see `location_modifiers`.
        shift: by how much the attacker moves it with raises, up or down (FI-HITLOC-4).
        side_parity: `final` reads left or right from the number as it ends up, `natural` from the die.
    """
    number = max(1, min(charts().sides, natural + total(modifiers) + shift))
    place = next(place for place in chart.places if number <= place.up_to)
    odd = bool((natural if side_parity == "natural" else number) % 2)
    return _hit(place, (Side.LEFT if odd else Side.RIGHT) if place.sided else None, number)


def within_reach(
    chart: Chart, natural: int, modifiers: Sequence[Part], raises: int, *, side_parity: str
) -> Mapping[int, Hit]:
    """Return where the attacker may let a roll land, by how much he shifts it; 0 is in the middle (FI-HITLOC-4)."""
    return {
        shift: locate(chart, natural, modifiers, shift, side_parity=side_parity) for shift in range(-raises, raises + 1)
    }


def called_hit(chart: Chart, location: str, side: Side | None = None) -> Hit:
    """Return the hit of a shot that was called; no die is rolled for it (FI-CALL-3).

    Raises:
        Refused: the chart has no such location, or it has two sides and none was named.
    """
    place = next((place for place in chart.places if place.location == location), None)
    if place is None:
        known = [place.location for place in chart.places]
        raise Refused("no_such_hit_location", "FI-CALL-3", location=location[:40], known=known)
    if place.sided and side is None:
        raise Refused("side_wanted", "FI-CALL-3", location=location)
    return _hit(place, side if place.sided else None, 0)


def every_hit(chart: Chart) -> tuple[Hit, ...]:
    """Return each place of a chart once, with both sides where it has two."""
    return tuple(
        _hit(place, side, 0) for place in chart.places for side in ((Side.LEFT, Side.RIGHT) if place.sided else (None,))
    )


def lying_saves(chart: Chart, hit: Hit, *, front: bool, distance: float, beside: bool) -> bool:
    """Say whether a hit goes over somebody who lies down (FI-PRONE-1, FI-PRONE-2).

    Args:
        chart: of the target.
        hit: where it would land.
        front: the attack comes from the front.
        distance: from the attacker, in metres.
        beside: the attacker stands next to the target.
    """
    near = beside or exact(distance) <= charts().prone.ignored_within
    return front and not near and hit.location not in chart.prone


def _hit(place: Place, side: Side | None, number: int) -> Hit:
    area = f"{side}_{place.area}" if side is not None else place.area
    return Hit(location=place.location, area=area, side=side, bonus_dice=place.bonus_dice, number=number)
