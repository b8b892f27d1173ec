"""The history: any moment can be gone to, and what was undone makes way for what is done instead."""

from __future__ import annotations

import pytest

from engine.play.events import Noted
from engine.play.moves import MoveCards, SetClock, SetTrack, TurnCards
from engine.play.timeline import Entry, Timeline
from engine.play.words import Message
from engine.table.table import Table
from tests.engine.laid import laid, outcome


def ticking(count: int) -> tuple[Timeline, list[Table], list[Entry]]:
    """A history in which the clock is set to 1, 2, 3 …"""
    timeline = Timeline(laid())
    tables, entries = [timeline.table], []
    for second in range(1, count + 1):
        made = outcome(timeline.table, SetClock(seat="gm", seconds=second))
        timeline.add(made.entry(), made.table)
        tables.append(made.table)
        entries.append(made.entry())
    return timeline, tables, entries


def test_every_moment_can_be_gone_to_in_any_order() -> None:
    timeline, tables, _ = ticking(9)
    for position in (0, 9, 4, 5, 3, 8, 0):
        assert timeline.go_to(position) is tables[position]
        assert timeline.cursor == position
    for outside in (-1, 10):
        with pytest.raises(IndexError):
            timeline.go_to(outside)


def test_what_is_done_after_an_undo_drops_what_waited_for_redo() -> None:
    timeline = ticking(5)[0]
    timeline.go_to(2)
    assert timeline.redoable() is not None
    other = outcome(timeline.table, SetClock(seat="gm", seconds=77))
    timeline.add(other.entry(), other.table)
    assert timeline.redoable() is None
    assert [timeline.table_at(n).clock for n in range(4)] == [0, 1, 2, 77]
    assert len(timeline.entries) == 3


def test_a_history_from_a_file_opens_at_its_cursor_and_never_asks_for_a_far_anchor() -> None:
    _, tables, entries = ticking(40)
    asked: list[int] = []

    class Anchors(dict[int, Table]):
        def __getitem__(self, position: int) -> Table:
            asked.append(position)
            return super().__getitem__(position)

    timeline = Timeline(
        tables[0], entries, cursor=35, anchors=Anchors({10: tables[10], 20: tables[20], 30: tables[30]})
    )
    assert timeline.table == tables[35]
    assert timeline.table_at(29) == tables[29]
    assert set(asked) <= {20, 30}
    assert [timeline.table_at(n) for n in range(41)] == tables


def test_anchors_beyond_the_cursor_are_forgotten_with_the_redo() -> None:
    _, tables, entries = ticking(12)
    timeline = Timeline(tables[0], entries, cursor=3, anchors={10: tables[10]})
    for second in range(100, 112):
        made = outcome(timeline.table, SetClock(seat="gm", seconds=second))
        timeline.add(made.entry(), made.table)
    fresh = Timeline(tables[0], timeline.entries)
    assert timeline.table_at(10).clock == fresh.table_at(10).clock == 106


def test_undo_knows_who_learned_something() -> None:
    table = laid({"hand:tom": ("8H", "2C")})
    timeline = Timeline(table)
    for command in (
        SetClock(seat="gm", seconds=5),
        MoveCards(seat="tom", cards=("8H",), target="tray:tom"),
        TurnCards(seat="tom", cards=("8H",), face="up"),
    ):
        made = outcome(timeline.table, command)
        timeline.add(made.entry(), made.table)
    assert timeline.learned_since(2) == {"gm", "eve", "shared"}, "Tom knew the card"
    timeline.go_to(2)
    assert timeline.learned_since(0) == frozenset()


def test_the_log_follows_the_cursor_and_obeys_its_reader() -> None:
    timeline = Timeline(laid({"hand:tom": ("8H",)}, {"spy": {"Health": 2}}))
    for command in (
        MoveCards(seat="tom", cards=("8H",), target="tray:tom"),
        SetTrack(seat="gm", actor="spy", track="Health", value=1),
    ):
        made = outcome(timeline.table, command)
        timeline.add(made.entry(), made.table)
    timeline.add_aside(Noted(message=Message(key="log.looked", params={"seat": "Tom"})))
    keys = {who: [line.message.key for line in timeline.log(who)] for who in ("tom", "gm", "eve", "shared")}
    assert keys == {
        "tom": ["log.moved_by_hand", "log.cards_were", "log.looked"],
        "gm": ["log.moved_by_hand", "log.set_by_hand", "log.looked"],
        "eve": ["log.moved_by_hand", "log.looked"],
        "shared": ["log.moved_by_hand", "log.looked"],
    }
    timeline.go_to(1)
    assert [line.entry for line in timeline.log("tom")] == [1, 1, 0], "that somebody looked cannot be undone"
    timeline.go_to(2)
    assert [line.entry for line in timeline.log("gm", since=1)] == [2, 0]
    timeline.go_to(0)
    made = outcome(timeline.table, SetTrack(seat="gm", actor="spy", track="Health", value=0))
    timeline.add(made.entry(), made.table)
    assert [line.message.key for line in timeline.log("gm")] == ["log.looked", "log.set_by_hand"]


def revealing(count: int) -> Timeline:
    """A history in which each step turns up another card of Tom's."""
    timeline = Timeline(laid({"tray:tom": tuple(f"{rank}H" for rank in ("2", "3", "4", "5", "6", "7")[:count])}))
    for card in tuple(timeline.table.zones["tray:tom"].cards):
        made = outcome(timeline.table, TurnCards(seat="gm", cards=(card,), face="up"))
        timeline.add(made.entry(), made.table)
    assert all(entry.learned for entry in timeline.entries)
    return timeline


def go(timeline: Timeline, position: int) -> None:
    note = timeline.note_of_move(position)
    timeline.go_to(position)
    if note is not None:
        timeline.add_aside(note)


def told(timeline: Timeline) -> list[tuple[str, object]]:
    return [(line.message.key, line.message.params["count"]) for line in timeline.log("gm") if not line.entry]


def test_one_long_undo_is_one_line_and_tells_what_counts_now() -> None:
    timeline = revealing(6)
    for position in (5, 4, 3):
        go(timeline, position)
    assert told(timeline) == [("log.undone_past_reveal", 3)]
    (line,) = (line for line in timeline.log("gm") if not line.entry)
    assert line.reckoning == tuple(entry.title for entry in timeline.entries[3:])
    go(timeline, 4)
    assert told(timeline) == [("log.undone_past_reveal", 2)], "a step that was redone is not told to be undone"
    go(timeline, 6)
    assert told(timeline) == [("log.redone", 2)]
    assert timeline.log("gm")[-1].entry == 0, "it does not lie between lines that stand"
    go(timeline, 0)
    assert told(timeline) == [("log.undone_past_reveal", 6)]
    assert [step.entry for step in timeline.undone()] == [1, 2, 3, 4, 5, 6]


def test_an_undo_after_something_new_is_another_line_also_after_opening_the_file() -> None:
    timeline = revealing(4)
    go(timeline, 2)
    for card in timeline.table.zones["tray:tom"].cards[2:]:
        made = outcome(timeline.table, TurnCards(seat="gm", cards=(card,), face="up"))
        timeline.add(made.entry(), made.table)
    assert told(timeline) == [("log.undone_past_reveal", 2)]
    go(timeline, 3)
    assert told(timeline) == [("log.undone_past_reveal", 2), ("log.undone_past_reveal", 1)]
    again = Timeline(timeline.table_at(0), timeline.entries, cursor=3, asides=timeline.asides)
    go(again, 2)
    assert told(again) == [("log.undone_past_reveal", 2), ("log.undone_past_reveal", 2)]
    go(again, 4)
    assert told(again) == [("log.undone_past_reveal", 2), ("log.redone", 2)]


def test_undo_of_what_nobody_learned_leaves_no_line() -> None:
    timeline = ticking(5)[0]
    go(timeline, 2)
    go(timeline, 5)
    assert told(timeline) == []
