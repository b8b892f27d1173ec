"""A throw of dice: it ends on the recorded faces, on the felt, with no die in another, and is the same each time."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vtt.moments.dice_motion import DiePose, ThrownDie, throw_dice
from vtt.moments.polyhedra import numbered_die, percentile_dice, solid_of, turned

KINDS = (2, 3, 4, 5, 6, 8, 10, 12, 14, 20, 24, 30)


def shown(thrown: ThrownDie, pose: DiePose) -> str:
    """Return the number that is on top, read from where the corners and faces of the die are."""
    die = thrown.die
    tops = die.solid.corners if die.solid.reads_corner else [face.normal for face in die.solid.faces]
    heights = [turned(pose.orientation, top)[2] for top in tops]
    highest = heights.index(max(heights))
    assert heights[highest] == pytest.approx(1.0), "it lies flat"
    return die.numbers[highest]


@pytest.mark.parametrize("sides", KINDS)
def test_every_face_of_every_die_can_be_thrown(sides: int) -> None:
    for face in range(1, sides + 1):
        throw = throw_dice([numbered_die(sides, face)], 2.0, f"{sides}:{face}")
        assert shown(throw.dice[0], throw.dice[0].pose(1.0)) == str(face)


def test_a_percentile_roll_shows_tens_and_units() -> None:
    for face, words in ((7, ("00", "7")), (34, ("30", "4")), (90, ("90", "0")), (100, ("00", "0"))):
        throw = throw_dice(percentile_dice(face), 3.0, "x")
        assert tuple(shown(die, die.pose(1.0)) for die in throw.dice) == words


@given(
    st.lists(
        st.sampled_from(KINDS).flatmap(lambda k: st.tuples(st.just(k), st.integers(1, k))), min_size=1, max_size=16
    ),
    st.floats(1.0, 5.0),
    st.integers(0, 1 << 30),
)
def test_dice_roll_on_the_felt_and_come_to_rest_apart(rolled: list[tuple[int, int]], ratio: float, seed: int) -> None:
    dice = [numbered_die(*roll) for roll in rolled]
    throw = throw_dice(dice, ratio, str(seed))
    assert throw == throw_dice(dice, ratio, str(seed)), "a record is always shown alike"
    for thrown in throw.dice:
        for time in (0.0, 0.2, 0.55, 0.9, 1.0):
            pose = thrown.pose(time)
            low = min(turned(pose.orientation, corner)[2] for corner in thrown.die.solid.corners) + pose.middle[2]
            assert low >= -1e-6, "nothing is below the felt"
        rest = thrown.pose(1.0)
        assert abs(rest.middle[0]) + 1 <= throw.width / 2 + 0.2
        assert abs(rest.middle[1]) + 1 <= throw.height / 2 + 0.2
        assert thrown.pose(2.0) == rest
    for one, other in combinations(throw.dice, 2):
        assert math.dist(one.pose(1.0).middle[:2], other.pose(1.0).middle[:2]) > 2.0


def test_opposite_faces_of_a_die_add_up() -> None:
    for sides in (6, 8, 10, 12, 20):
        faces, numbers = solid_of(sides).faces, numbered_die(sides, 1).numbers
        assert len(faces) == sides
        for face, opposite in zip(faces, reversed(faces), strict=True):
            assert face.normal == pytest.approx(tuple(-part for part in opposite.normal))
        assert all(int(a) + int(b) == sides + 1 for a, b in zip(numbers, reversed(numbers), strict=True))
