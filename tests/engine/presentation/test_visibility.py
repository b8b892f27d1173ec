"""Visibility of a table, of moving cards, and of events."""

from __future__ import annotations

from itertools import product

import msgspec
import pytest

from engine.core.events import (
    ActorSet,
    CardsAdded,
    CardsMoved,
    CardsRemoved,
    CardsTurned,
    ClockSet,
    Event,
    Noted,
    ProcedureSet,
    SeatSet,
    TrackSet,
    ZoneSet,
    ZoneShuffled,
)
from engine.core.evolve import evolve
from engine.core.redaction import redact
from engine.core.unseen_cards import unknown_cards
from engine.messages.message import Message
from engine.model.frozen import replace
from engine.model.seats import PRINT, SHARED, Role
from engine.model.table import Table
from engine.model.tracks import Track
from engine.model.zones import EVERYONE, Sight, Zone
from engine.presentation.activity_view import ActivityView
from engine.presentation.card_flights import flights
from engine.presentation.visibility import visible_table, visible_zone
from tests.engine.laid import TINY, laid

HAND = {"hand:tom": ("8H", "2C")}


def text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def test_a_hand_is_its_owners_and_a_count_to_everybody_else() -> None:
    table = laid(HAND)
    assert TINY.view_for(table, "tom").zones["hand:tom"].cards == ("8H", "2C")
    for viewer in ("gm", "eve", SHARED, PRINT):
        seen = TINY.view_for(table, viewer)
        assert (seen.zones["hand:tom"].count, seen.zones["hand:tom"].cards) == (2, ())
        assert '"8H"' not in text(seen)


def test_one_card_shown_to_one_viewer_is_an_exception_both_ways() -> None:
    zone = Zone(id="z", cards=("AS", "KS", "QS"), sight=Sight.OWNERS, owners=("tom",), shown={"AS": ("eve",), "KS": ()})
    assert visible_zone(zone, "tom").cards == (None, None, "QS")
    assert visible_zone(zone, "eve").cards == ("AS", None, None)
    assert visible_zone(zone, "gm").cards == ()
    assert visible_zone(zone, "tom").face(2) == "QS"
    assert visible_zone(zone, "gm").face(2) is None


def test_the_viewers_of_a_card_are_those_who_may_see_it() -> None:
    viewers = {"tom", "eve", "gm", SHARED}
    for sight, eyes in product(Sight, (None, (), ("eve",), (EVERYONE,))):
        shown = {} if eyes is None else {"AS": eyes}
        zone = Zone(id="z", cards=("AS", "KS"), sight=sight, owners=("tom", "gone"), shown=shown)
        for card in zone.cards:
            assert zone.viewers_of(card, viewers) == {viewer for viewer in viewers if zone.may_see(card, viewer)}


def test_an_uncounted_zone_says_nothing_to_others() -> None:
    zone = Zone(id="z", cards=("AS",), sight=Sight.OWNERS, owners=("tom",), uncounted=True)
    assert visible_zone(zone, "tom").count == 1
    assert visible_zone(zone, "gm") == visible_zone(replace(zone, cards=()), "gm")


def test_a_secret_character_is_not_there_until_it_is_noticed_and_then_has_but_a_name() -> None:
    table = laid()
    assert TINY.view_for(table, "gm").actors["spy"].tracks
    for viewer in ("tom", SHARED, PRINT):
        assert "spy" not in TINY.view_for(table, viewer).actors
        noticed = visible_table(table, viewer, (ActivityView(title=Message(key="tiny.bout"), actors=("spy",)),)).actors[
            "spy"
        ]
        assert (noticed.name, noticed.tracks, noticed.sheet, noticed.body) == ("Spy", {}, {}, None)


def test_looking_again_sees_what_a_first_look_sees() -> None:
    before = laid(HAND)
    spy = before.actors["spy"]
    events: tuple[Event, ...] = (
        CardsMoved(cards=("8H",), source="hand:tom", target="discard"),
        ActorSet(actor=replace(spy, secret=False)),
        ActorSet(actor=replace(spy, seat="eve")),
        SeatSet(seat=replace(before.seats["tom"], role=Role.GM)),
    )
    unnoticed: tuple[ActivityView, ...] = ()
    noticed = (ActivityView(title=Message(key="tiny.bout"), actors=("spy",)),)
    for event, viewer in product(events, ("tom", "eve", "gm", SHARED)):
        after = evolve(before, event)
        for then, now in product((unnoticed, noticed), repeat=2):
            first = visible_table(before, viewer, then)
            again = visible_table(after, viewer, now, before=(before, first))
            assert again == visible_table(after, viewer, now)
            is_same = type(event) is CardsMoved and then == now
            assert (again.actors is first.actors) >= is_same, "unchanged characters are looked at once"


def test_a_flight_hides_the_face_from_who_sees_neither_end() -> None:
    table = laid(HAND)
    moved = (CardsMoved(cards=("2C", "8H"), source="hand:tom", target="tray:tom"),)
    seen = flights(table, moved, "tom")
    assert [(f.card, f.source_index, f.target_index) for f in seen] == [("2C", 1, 0), ("8H", 0, 1)]
    assert [f.card for f in flights(table, moved, "eve")] == [None, None]
    shown = (*moved, CardsMoved(cards=("8H",), source="tray:tom", target="discard"))
    assert [f.card for f in flights(table, shown, "eve")] == [None, None, "8H"]


def test_a_flight_forgets_a_face_that_lay_open_before_a_shuffle() -> None:
    table = evolve(laid(HAND), CardsTurned(zone="hand:tom", cards=("8H",), shown_to=("*",)))
    events: list[Event] = [CardsMoved(cards=("8H",), source="hand:tom", target="deck")]
    order = evolve(table, events[0]).zones["deck"].cards
    there: tuple[Event, ...] = (*events, ZoneShuffled(zone="deck", order=tuple(reversed(order))))
    back = CardsMoved(cards=("8H",), source="deck", target="hand:tom")
    away = CardsMoved(cards=("8H",), source="hand:tom", target="tray:tom")
    assert [f.card for f in flights(table, (*there, back, away), "eve")] == ["8H", None, None]


NOTE = Message(key="log.cards_were", params={"cards": ["8H"]})
SECRETS: list[tuple[Event, str | None]] = [
    (CardsMoved(cards=("8H",), source="hand:tom", target="tray:tom"), "?"),
    (CardsRemoved(zone="hand:tom", cards=("8H",)), "?"),
    (CardsAdded(zone="hand:tom", cards=("8H/2",)), "?"),
    (ZoneShuffled(zone="hand:tom", order=("2C", "8H")), "?"),
    (CardsTurned(zone="hand:tom", cards=("8H",), shown_to=("tom",)), "?"),
    (ZoneSet(zone=Zone(id="hand:tom", cards=("8H",), shown={"8H": ("tom",)}, owners=("tom",))), ""),
    (Noted(message=NOTE, audience=("tom",)), None),
    (ProcedureSet(procedures=()), None),
]


@pytest.mark.parametrize(("event", "left"), SECRETS, ids=lambda part: type(part).__name__)
def test_an_event_reveals_no_hidden_card_to_its_viewer(event: Event, left: str | None) -> None:
    for viewer in ("eve", "gm", SHARED):
        told = redact(laid(HAND), (event,), viewer)
        assert "8H" not in text(told)
        assert (left is None) == (told == ())
        assert (left or "") in text(told)
    if left == "?":
        assert redact(laid(HAND), (event,), "tom") == (event,)


def test_a_fact_that_shows_a_card_says_it_to_everybody() -> None:
    events: tuple[Event, ...] = (
        CardsTurned(zone="hand:tom", cards=("8H",), shown_to=("*",)),
        CardsMoved(cards=("2C",), source="hand:tom", target="discard"),
    )
    assert redact(laid(HAND), events, "eve") == events


def test_facts_about_secret_characters_are_for_their_leader_and_the_gm() -> None:
    table = laid()
    hurt: tuple[Event, ...] = (
        TrackSet(actor="spy", name="Health", track=Track(value=1)),
        ActorSet(actor=replace(table.actors["spy"], name="Mole")),
    )
    assert redact(table, hurt, "gm") == hurt
    assert redact(table, hurt, "tom") == ()


def test_the_moment_of_something_hidden_is_as_hidden() -> None:
    hurt, end = TrackSet(actor="spy", name="Health", track=Track(value=1)), ClockSet(seconds=60)
    for moment in (10, 50):
        assert redact(laid(), (ClockSet(seconds=moment), hurt, end), "tom") == (end,)
    seen: tuple[Event, ...] = (ClockSet(seconds=10), Noted(message=NOTE), end)
    assert redact(laid(), seen, "tom") == seen


def test_unknown_cards_are_those_that_may_change_places() -> None:
    table: Table = laid({"hand:tom": ("8H",), "hand:eve": ("2C",), "discard": ("KD",)})
    assert "8H" in unknown_cards(table, "eve")
    assert not {"2C", "KD"} & unknown_cards(table, "eve")
    assert len(unknown_cards(table, SHARED)) == 53
