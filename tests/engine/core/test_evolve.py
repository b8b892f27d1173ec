"""Folding facts: what happened can have happened, or it is an error."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import SeededChance
from engine.core.draft import Draft
from engine.core.events import (
    CardsMoved,
    CardsRemoved,
    CardsTurned,
    ChipsMoved,
    Event,
    ListRowsSet,
    LocationSet,
    SeatSet,
    SheetEdited,
    TrackSet,
    ZoneGone,
    ZoneSet,
    ZoneShuffled,
)
from engine.core.evolve import evolve, fold
from engine.model.body import Location
from engine.model.frozen import Json, replace
from engine.model.seats import Seat
from engine.model.tracks import Track
from engine.model.zones import Sight, Zone
from tests.engine.laid import laid


@pytest.mark.parametrize(
    "event",
    [
        CardsMoved(cards=("AS",), source="hand:tom", target="discard"),
        CardsMoved(cards=("8H", "8H"), source="hand:tom", target="discard"),
        CardsRemoved(zone="deck", cards=("8H",)),
        ZoneShuffled(zone="hand:tom", order=("8H", "8H")),
        ZoneShuffled(zone="hand:tom", order=("8H",)),
        ZoneShuffled(zone="hand:tom", order=("8H", "AS")),
        ZoneGone(zone="hand:tom"),
        ChipsMoved(source="tom", target="pot", chips={"blue": 3}),
        ListRowsSet(name="notes", start=1, removed=0, rows=()),
        ListRowsSet(name="notes", start=0, removed=1, rows=()),
        ListRowsSet(name="notes", start=-1, removed=1, rows=()),
    ],
)
def test_what_cannot_have_happened_is_an_error(event: Event) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        evolve(laid({"hand:tom": ("8H", "2C")}), event)


@pytest.mark.parametrize(
    "event",
    [
        CardsMoved(cards=("8H",), source="hand:tom", target="nowhere"),
        ZoneGone(zone="nowhere"),
        TrackSet(actor="nobody", name="Health", track=Track(value=1)),
    ],
)
def test_what_is_not_there_is_an_error(event: Event) -> None:
    with pytest.raises(KeyError):
        evolve(laid({"hand:tom": ("8H", "2C")}), event)


def test_a_location_needs_a_body() -> None:
    table = laid()
    bare = replace(table, actors={"tor": replace(table.actors["tor"], body=None)})
    with pytest.raises(ValueError, match="no body"):
        evolve(bare, LocationSet(actor="tor", name="head", location=Location()))


def test_cards_keep_their_order_and_arrive_at_their_target() -> None:
    table = laid({"hand:tom": ("2C", "3C", "4C"), "discard": ("8H", "9H")})
    for at, order in ((0, "4C 2C 8H 9H"), (1, "8H 4C 2C 9H"), (None, "8H 9H 4C 2C"), (99, "8H 9H 4C 2C")):
        moved = evolve(table, CardsMoved(cards=("4C", "2C"), source="hand:tom", target="discard", at=at))
        assert " ".join(moved.zones["discard"].cards) == order
        assert moved.zones["hand:tom"].cards == ("3C",)


def test_a_card_turned_face_up_is_an_exception_until_it_leaves() -> None:
    table = evolve(laid({"hand:tom": ("2C", "3C")}), CardsTurned(zone="hand:tom", cards=("2C",), shown_to=("*",)))
    assert table.zones["hand:tom"].may_see("2C", "eve")
    assert not table.zones["hand:tom"].may_see("3C", "eve")
    away = evolve(table, CardsMoved(cards=("2C",), source="hand:tom", target="deck"))
    again = evolve(away, CardsMoved(cards=("2C",), source="deck", target="hand:tom"))
    assert not again.zones["hand:tom"].may_see("2C", "eve")
    given_back = evolve(table, CardsTurned(zone="hand:tom", cards=("2C",), shown_to=None))
    assert not given_back.zones["hand:tom"].shown


def test_a_zone_changes_its_sight_and_keeps_its_cards() -> None:
    table = laid({"hand:tom": ("2C",)})
    seen = evolve(table, ZoneSet(zone=Zone(id="hand:tom", sight=Sight.EVERYONE)))
    assert seen.zones["hand:tom"].cards == ("2C",)


def test_the_box_of_chips_has_no_bottom_and_an_empty_colour_vanishes() -> None:
    table = fold(
        laid(),
        (ChipsMoved(source="", target="tom", chips={"red": 9}), ChipsMoved(source="tom", target="", chips={"blue": 2})),
    )
    assert table.chips["tom"] == {"red": 9}


def test_a_new_seat_is_put_where_it_sits() -> None:
    table = evolve(laid(), SeatSet(seat=Seat(id="kit", name="Kit"), before="tom"))
    assert list(table.seats) == ["gm", "kit", "tom", "eve"]
    assert list(evolve(table, SeatSet(seat=Seat(id="tom", name="Thomas"), before="gm")).seats) == list(table.seats)


def test_a_cleared_field_of_a_sheet_is_gone() -> None:
    table = evolve(laid(), SheetEdited(actor="tor", fields={"note": "scar", "age": 3}))
    assert evolve(table, SheetEdited(actor="tor", fields={"note": None})).actors["tor"].sheet == {"age": 3}


def test_the_old_table_is_as_it_was() -> None:
    table = laid({"hand:tom": ("2C",)})
    evolve(table, CardsMoved(cards=("2C",), source="hand:tom", target="discard"))
    assert table == laid({"hand:tom": ("2C",)})


_ROWS = st.lists(st.sampled_from([{"id": name} for name in "abcd"]), max_size=6)


@given(before=_ROWS, after=_ROWS)
def test_a_list_has_its_new_rows_and_no_row_is_recorded_that_stays(
    before: list[dict[str, Json]], after: list[dict[str, Json]]
) -> None:
    draft = Draft(replace(laid(), lists={"notes": tuple(before)}), SeededChance(1))
    draft.set_list("notes", after)
    (event,) = draft.events
    assert draft.table.lists["notes"] == tuple(after) == evolve(draft.before, event).lists["notes"]
    assert isinstance(event, ListRowsSet)
    gone = before[event.start : event.start + event.removed]
    if gone and event.rows:
        assert gone[0] != event.rows[0]
        assert gone[-1] != event.rows[-1]


def test_one_of_many_rows_is_recorded_alone_and_a_list_can_be_new() -> None:
    rows = [{"id": str(number)} for number in range(500)]
    draft = Draft(laid(), SeededChance(1))
    draft.set_list("notes", rows)
    draft.set_list("notes", [*rows[:250], {"id": "other"}, *rows[251:]])
    assert [len(event.rows) for event in draft.events if isinstance(event, ListRowsSet)] == [500, 1]
