"""The history: moves of the cursor, the log lines that report them, and the consent for an undo past a reveal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.events import Noted
from engine.core.history import ConsentNeeded, History, HistoryEntry, SideNote
from engine.core.manual_moves import MoveCards, SetClock, SetTrack, TurnCards
from engine.messages.message import Message
from engine.model.frozen import replace
from engine.model.table import Table
from tests.engine.laid import laid, outcome


def ticking(count: int) -> tuple[History, list[Table], list[HistoryEntry]]:
    """A history in which the clock is set to 1, 2, 3 …"""
    timeline = History(laid())
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

    timeline = History(tables[0], entries, cursor=35, anchors=Anchors({10: tables[10], 20: tables[20], 30: tables[30]}))
    assert timeline.table == tables[35]
    assert timeline.table_at(29) == tables[29]
    assert set(asked) <= {20, 30}
    assert [timeline.table_at(n) for n in range(41)] == tables


def test_anchors_beyond_the_cursor_are_forgotten_with_the_redo() -> None:
    _, tables, entries = ticking(12)
    timeline = History(tables[0], entries, cursor=3, anchors={10: tables[10]})
    for second in range(100, 112):
        made = outcome(timeline.table, SetClock(seat="gm", seconds=second))
        timeline.add(made.entry(), made.table)
    fresh = History(tables[0], timeline.entries)
    assert timeline.table_at(10).clock == fresh.table_at(10).clock == 106


def test_undo_knows_who_learned_something() -> None:
    table = laid({"hand:tom": ("8H", "2C")})
    timeline = History(table)
    for command in (
        SetClock(seat="gm", seconds=5),
        MoveCards(seat="tom", cards=("8H",), target="tray:tom"),
        TurnCards(seat="tom", cards=("8H",), face="up"),
    ):
        made = outcome(timeline.table, command)
        timeline.add(made.entry(), made.table)
    assert timeline.unrevealed_by(2) == {"gm", "eve", "shared"}, "Tom knew the card"
    timeline.go_to(2, consent=True)
    assert timeline.unrevealed_by(0) == frozenset()


def test_the_log_follows_the_cursor_and_obeys_its_reader() -> None:
    timeline = History(laid({"hand:tom": ("8H",)}, {"spy": {"Health": 2}}))
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


def revealing(count: int) -> History:
    """A history in which each step turns up another card of Tom's."""
    timeline = History(laid({"tray:tom": tuple(f"{rank}H" for rank in ("2", "3", "4", "5", "6", "7")[:count])}))
    for card in tuple(timeline.table.zones["tray:tom"].cards):
        made = outcome(timeline.table, TurnCards(seat="gm", cards=(card,), face="up"))
        timeline.add(made.entry(), made.table)
    assert all(entry.learned for entry in timeline.entries)
    return timeline


def go(timeline: History, position: int) -> None:
    timeline.go_to(position, consent=True)


def side_lines(timeline: History) -> list[tuple[str, object]]:
    return [(line.message.key, line.message.params["count"]) for line in timeline.log("gm") if not line.entry]


def test_one_long_undo_is_one_log_line_with_the_current_state() -> None:
    timeline = revealing(6)
    for position in (5, 4, 3):
        go(timeline, position)
    assert side_lines(timeline) == [("log.undone_past_reveal", 3)]
    (line,) = (line for line in timeline.log("gm") if not line.entry)
    assert line.reckoning == tuple(entry.title for entry in timeline.entries[3:])
    go(timeline, 4)
    assert side_lines(timeline) == [("log.undone_past_reveal", 2)], "a step that was redone is not told to be undone"
    go(timeline, 6)
    assert side_lines(timeline) == [("log.redone", 2)]
    assert timeline.log("gm")[-1].entry == 0, "it does not lie between lines that stand"
    go(timeline, 0)
    assert side_lines(timeline) == [("log.undone_past_reveal", 6)]
    assert [step.entry for step in timeline.undone()] == [1, 2, 3, 4, 5, 6]


def test_an_undo_after_something_new_is_another_line_also_after_opening_the_file() -> None:
    timeline = revealing(4)
    go(timeline, 2)
    for card in timeline.table.zones["tray:tom"].cards[2:]:
        made = outcome(timeline.table, TurnCards(seat="gm", cards=(card,), face="up"))
        timeline.add(made.entry(), made.table)
    assert side_lines(timeline) == [("log.undone_past_reveal", 2)]
    go(timeline, 3)
    assert side_lines(timeline) == [("log.undone_past_reveal", 2), ("log.undone_past_reveal", 1)]
    again = History(timeline.table_at(0), timeline.entries, cursor=3, asides=timeline.asides)
    go(again, 2)
    assert side_lines(again) == [("log.undone_past_reveal", 2), ("log.undone_past_reveal", 2)]
    go(again, 4)
    assert side_lines(again) == [("log.undone_past_reveal", 2), ("log.redone", 2)]


def test_undo_of_what_nobody_learned_leaves_no_line() -> None:
    timeline = ticking(5)[0]
    go(timeline, 2)
    go(timeline, 5)
    assert side_lines(timeline) == []


def add_step(timeline: History, *, reveals: bool) -> None:
    """Add a gesture that sets the clock; say that it showed everybody a card where it `reveals`."""
    made = outcome(timeline.table, SetClock(seat="gm", seconds=timeline.table.clock + 1))
    entry = made.entry()
    timeline.add(replace(entry, learned=("eve", "shared")) if reveals else entry, made.table)


def test_an_undo_past_a_reveal_is_refused_without_consent() -> None:
    timeline, kept = revealing(3), list[SideNote | None]()
    before = timeline.table
    with pytest.raises(ConsentNeeded) as refusal:
        timeline.go_to(1, keep=kept.append)
    assert (refusal.value.position, refusal.value.viewers) == (1, timeline.unrevealed_by(1))
    assert (timeline.cursor, timeline.table, timeline.asides, kept) == (3, before, [], [])


def test_what_stores_the_move_gets_its_log_line_before_anything_changes() -> None:
    timeline = revealing(3)

    def fail(_note: SideNote | None) -> None:
        raise OSError("no room")

    with pytest.raises(OSError, match="no room"):
        timeline.go_to(1, consent=True, keep=fail)
    assert (timeline.cursor, timeline.asides, timeline.needs_consent(1)) == (3, [], True)
    kept: list[SideNote | None] = []
    timeline.go_to(1, consent=True, keep=kept.append)
    assert kept == timeline.asides
    assert [note.after for note in timeline.asides] == [1]


def test_consent_holds_for_one_long_undo_and_ends_with_the_next_gesture() -> None:
    timeline = revealing(4)
    timeline.go_to(3, consent=True)
    timeline.go_to(1)
    add_step(timeline, reveals=True)
    with pytest.raises(ConsentNeeded):
        timeline.go_to(1)


def test_consent_that_was_not_needed_holds_for_nothing() -> None:
    timeline = History(laid())
    add_step(timeline, reveals=True)
    add_step(timeline, reveals=False)
    timeline.go_to(1, consent=True)
    with pytest.raises(ConsentNeeded):
        timeline.go_to(0)


moves = st.lists(
    st.one_of(st.tuples(st.just("do"), st.booleans()), st.tuples(st.just("go"), st.integers(0, 12), st.booleans())),
    max_size=25,
)


@given(moves)
def test_no_sequence_of_moves_undoes_a_reveal_without_consent(
    steps: list[tuple[str, bool] | tuple[str, int, bool]],
) -> None:
    """A reference model with its own list of reveals agrees after every step; the log reports each such undo."""
    timeline = History(laid())
    reveals: list[bool] = []
    agreed = False
    for step in steps:
        if len(step) == 2:
            del reveals[timeline.cursor :]
            reveals.append(bool(step[1]))
            agreed = False
            add_step(timeline, reveals=bool(step[1]))
            continue
        position, consent, cursor = min(step[1], len(timeline.entries)), step[2], timeline.cursor
        past_reveal = any(reveals[position:cursor])
        assert bool(timeline.unrevealed_by(position)) == past_reveal
        assert timeline.needs_consent(position) == (past_reveal and not agreed)
        lines = len(timeline.asides)
        if past_reveal and not agreed and not consent:
            with pytest.raises(ConsentNeeded):
                timeline.go_to(position)
            assert (timeline.cursor, len(timeline.asides)) == (cursor, lines)
            continue
        timeline.go_to(position, consent=consent)
        assert timeline.cursor == position
        agreed = agreed or past_reveal
        if past_reveal:
            assert timeline.asides[-1].note.message.key == "log.undone_past_reveal"
            assert len(timeline.asides) == lines + 1


def test_who_reads_a_line_in_full_does_not_read_it_without_its_numbers_too() -> None:
    made = outcome(laid(), SetClock(seat="gm", seconds=1))
    turn = Message(key="log.turn_seen", params={"actor": "Spy"})
    whole = Noted(message=Message(key="log.turn", params={"actor": "Spy", "points": 2}), audience=("gm",))
    others = (replace(turn, params={"actor": "Ann"}), replace(turn, key="log.hit_seen"))
    timeline = History(laid())
    for said in (turn, *others):
        timeline.add(replace(made.entry(), events=(Noted(message=said), whole)), made.table)
    keys = {who: [line.message.key for line in timeline.log(who)] for who in ("gm", "tom")}
    assert keys["gm"] == ["log.turn", "log.turn_seen", "log.turn", "log.hit_seen", "log.turn"]
    assert keys["tom"] == ["log.turn_seen", "log.turn_seen", "log.hit_seen"]
