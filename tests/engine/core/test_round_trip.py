"""What is on a table is as a file gives it back, also where parts of it were settled before."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from engine.model.frozen import Frozen, Json, after_round_trip, replace
from tests.properties import examples

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=2),
    lambda inner: st.lists(inner, max_size=2).map(tuple) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    max_leaves=4,
)


class WordedStep(Frozen):
    params: Mapping[str, Json] = {}


class SteppedRoll(Frozen):
    steps: tuple[WordedStep, ...] = ()


class FreeNote(Frozen):
    free: Json = None


class SteppedCheck(Frozen):
    notes: tuple[FreeNote, ...] = ()
    rolls: tuple[SteppedRoll, ...] = ()
    earlier: SteppedRoll | None = None
    by_name: Mapping[str, SteppedRoll] = {}
    free: Json = None


STEPS = st.dictionaries(st.text(max_size=2), VALUES, max_size=2).map(lambda params: WordedStep(params=params))
ROLLS = st.lists(STEPS, max_size=2).map(lambda steps: SteppedRoll(steps=tuple(steps)))
NOTES = st.lists(VALUES, max_size=2).map(lambda values: tuple(FreeNote(free=value) for value in values))
CHECKS = st.builds(
    SteppedCheck,
    notes=NOTES,
    rolls=st.lists(ROLLS, max_size=3).map(tuple),
    earlier=st.none() | ROLLS,
    by_name=st.dictionaries(st.text(max_size=2), ROLLS, max_size=1),
    free=VALUES,
)


def _read_back(check: SteppedCheck) -> SteppedCheck:
    return msgspec.json.decode(msgspec.json.encode(check), type=SteppedCheck)


@examples(10)
@given(before=CHECKS, after=CHECKS)
def test_a_record_is_settled_beside_any_earlier_one(before: SteppedCheck, after: SteppedCheck) -> None:
    settled = after_round_trip(before)
    grown = replace(after, rolls=(*settled.rolls, *after.rolls))
    read = after_round_trip(grown, settled)
    assert repr(settled) == repr(_read_back(before))
    assert repr(read) == repr(_read_back(grown))
    assert all(one is known for one, known in zip(read.rolls, settled.rolls, strict=False)), "settled again"
