"""The solids of dice: corners, faces, and which number is printed on which face.

Coordinates: x to the right, y away from the viewer, z up; the corners are at distance 1 from the middle.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]
"""Three rows; `turned` applies them to a vector."""

_GOLDEN: Final = (1 + math.sqrt(5)) / 2
_SHAPES: Final = (4, 6, 8, 10, 12, 20)
_SAME_PLANE: Final = 1e-6


@dataclass(frozen=True, slots=True)
class SolidFace:
    """One face of a solid.

    Attributes:
        corners: the indices of its corners, anticlockwise seen from outside.
        middle: its middle.
        normal: the unit vector that points outwards.
        upward: the unit vector in the face that is the top of its number.
        inner_radius: the distance from its middle to the nearest edge.
    """

    corners: tuple[int, ...]
    middle: Vector
    normal: Vector
    upward: Vector
    inner_radius: float


@dataclass(frozen=True, slots=True)
class Solid:
    """A convex solid.

    Attributes:
        corners: its corners.
        faces: its faces; the one opposite to the first is the last, and so on inwards.
        reads_corner: its result is the number at the corner on top, as with a d4; otherwise on the face on top.
    """

    corners: tuple[Vector, ...]
    faces: tuple[SolidFace, ...]
    reads_corner: bool = False


@dataclass(frozen=True, slots=True)
class NumberedDie:
    """A die with its numbers.

    Attributes:
        solid: its shape.
        numbers: the text of each face, or of each corner if `solid.reads_corner`.
        top: the index of the face, or corner, that is on top at the end.
    """

    solid: Solid
    numbers: tuple[str, ...]
    top: int


def dot(a: Vector, b: Vector) -> float:
    """Return the scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    """Return the vector product."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def unit(a: Vector) -> Vector:
    """Return the vector with length 1."""
    length = math.sqrt(dot(a, a))
    return (a[0] / length, a[1] / length, a[2] / length)


def turned(matrix: Matrix, a: Vector) -> Vector:
    """Return a vector turned by a matrix."""
    return (dot(matrix[0], a), dot(matrix[1], a), dot(matrix[2], a))


def after(second: Matrix, first: Matrix) -> Matrix:
    """Return the matrix that turns as `first` does, and then as `second` does."""
    columns = tuple(zip(*first, strict=True))
    return tuple(tuple(dot(row, column) for column in columns) for row in second)  # type: ignore[return-value]


def rotation(axis: Vector, angle: float) -> Matrix:
    """Return the rotation about a unit vector, in radians (Rodrigues' formula)."""
    x, y, z = axis
    c, s = math.cos(angle), math.sin(angle)
    t = 1 - c
    return (
        (t * x * x + c, t * x * y - s * z, t * x * z + s * y),
        (t * x * y + s * z, t * y * y + c, t * y * z - s * x),
        (t * x * z - s * y, t * y * z + s * x, t * z * z + c),
    )


def resting(die: NumberedDie, turn: float = 0.0) -> Matrix:
    """Return the orientation of a die at rest with its result on top, its number turned from upright by `turn`."""
    solid = die.solid
    if solid.reads_corner:
        up = unit(solid.corners[die.top])
        ahead = solid.corners[(die.top + 1) % len(solid.corners)]  # away from the viewer, who sees a face
    else:
        up, ahead = solid.faces[die.top].normal, solid.faces[die.top].upward
    right = unit(cross(ahead, up))
    return after(rotation((0.0, 0.0, 1.0), turn), (right, cross(up, right), up))


@cache
def solid_of(shape: int) -> Solid:
    """Return a solid by its number of faces: 4, 6, 8, 10, 12 or 20."""
    corners = tuple(unit(corner) if shape != 10 else corner for corner in _corners(shape))
    faces = [_face(corners, face, shape) for face in _hull(corners)]
    first = [face for face in faces if _is_first(face.normal)]
    if shape == 4:
        return Solid(corners, tuple(faces), reads_corner=True)
    opposite = [next(f for f in faces if dot(f.normal, face.normal) < -1 + 1e-3) for face in reversed(first)]
    return Solid(corners, (*first, *opposite))


def numbered_die(sides: int, face: int) -> NumberedDie:
    """Return a die that shows a face. A kind without a solid of its own borrows one, with its own numbers.

    Opposite faces of a usual die add up to `sides` + 1.
    """
    shape = sides if sides in _SHAPES else next((s for s in _SHAPES[1:] if s % sides == 0), _SHAPES[-1])
    solid = solid_of(shape)
    places = len(solid.corners) if solid.reads_corner else len(solid.faces)
    numbers = [place % sides + 1 for place in range(places)]
    if face not in numbers:
        numbers[-1] = face
    return NumberedDie(solid, tuple(map(str, numbers)), numbers.index(face))


def percentile_dice(face: int) -> tuple[NumberedDie, NumberedDie]:
    """Return the two dice of a d100, tens and units; 100 is 00 and 0."""
    tens, units = face % 100 // 10, face % 10
    solid = solid_of(10)
    return (
        NumberedDie(solid, tuple(f"{number}0" for number in range(10)), tens),
        NumberedDie(solid, tuple(map(str, range(10))), units),
    )


def _corners(shape: int) -> list[Vector]:
    match shape:
        case 4:
            return [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]
        case 6:
            return [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
        case 8:
            return [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
        case 10:  # a pentagonal trapezohedron: a zigzag round the middle, and two poles, so that every kite is flat
            step = math.pi / 5
            high = (1 - math.cos(step)) / (1 + math.cos(step))
            zigzag: list[Vector] = [
                (math.cos(step * n), math.sin(step * n), high * (1 if n % 2 else -1)) for n in range(10)
            ]
            return [*zigzag, (0, 0, 1), (0, 0, -1)]
        case 12:
            cube: list[Vector] = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
            a, b = 1 / _GOLDEN, _GOLDEN
            ends: list[Vector] = [p for s in (-a, a) for t in (-b, b) for p in ((0, s, t), (s, t, 0), (t, 0, s))]
            return cube + ends
        case _:
            return [p for s in (-1, 1) for t in (-_GOLDEN, _GOLDEN) for p in ((0, s, t), (s, t, 0), (t, 0, s))]


def _hull(corners: Sequence[Vector]) -> list[tuple[int, ...]]:
    """Return the faces of the convex hull, each as its corners in order."""
    faces: dict[frozenset[int], tuple[int, ...]] = {}
    for i, j, k in combinations(range(len(corners)), 3):
        normal = cross(_between(corners[i], corners[j]), _between(corners[i], corners[k]))
        if dot(normal, normal) < _SAME_PLANE:
            continue
        normal = unit(normal)
        inside, is_above, is_below = [], False, False
        for at, corner in enumerate(corners):
            height = dot(normal, _between(corners[i], corner))
            is_above, is_below = is_above or height > _SAME_PLANE, is_below or height < -_SAME_PLANE
            if is_above and is_below:  # corners on both sides: it cuts the solid
                break
            if abs(height) <= _SAME_PLANE:
                inside.append(at)
        else:
            face = frozenset(inside)
            if face not in faces:
                outward = normal if not is_above else (-normal[0], -normal[1], -normal[2])
                faces[face] = _in_order(corners, face, outward)
    return list(faces.values())


def _in_order(corners: Sequence[Vector], face: frozenset[int], normal: Vector) -> tuple[int, ...]:
    middle = _mean([corners[at] for at in face])
    first = unit(_between(middle, corners[min(face)]))
    second = cross(normal, first)

    def angle(at: int) -> float:
        out = _between(middle, corners[at])
        return math.atan2(dot(out, second), dot(out, first))

    return tuple(sorted(face, key=angle))


def _face(corners: Sequence[Vector], face: tuple[int, ...], shape: int) -> SolidFace:
    middle = _mean([corners[at] for at in face])
    normal = unit(cross(_between(corners[face[0]], corners[face[1]]), _between(corners[face[0]], corners[face[2]])))
    if shape == 10:
        # The widest part of a kite is below its middle. The pole, its sharp corner, is the top of its number.
        pole = next(at for at in face if at >= 10)
        middle = _mean([middle, corners[face[(face.index(pole) + 2) % 4]], middle])
        upward = unit(_between(middle, corners[pole]))
    elif shape == 6:
        upward = unit(_between(corners[face[1]], corners[face[0]]))
    else:
        upward = unit(_between(middle, corners[face[0]]))
    edges = zip(face, (*face[1:], face[0]), strict=True)
    inner = min(_distance(middle, corners[i], corners[j]) for i, j in edges)
    return SolidFace(face, middle, normal, upward, inner)


def _is_first(normal: Vector) -> bool:
    """Say which of two opposite faces comes first."""
    return next(part > 0 for part in (normal[2], normal[1], normal[0]) if abs(part) > 1e-3)


def _between(a: Vector, b: Vector) -> Vector:
    return (b[0] - a[0], b[1] - a[1], b[2] - a[2])


def _mean(points: Sequence[Vector]) -> Vector:
    count = len(points)
    return (sum(p[0] for p in points) / count, sum(p[1] for p in points) / count, sum(p[2] for p in points) / count)


def _distance(point: Vector, a: Vector, b: Vector) -> float:
    """Return the distance of a point from the line through two others."""
    area = cross(_between(a, b), _between(a, point))
    along = _between(a, b)
    return math.sqrt(dot(area, area) / dot(along, along))
