"""A result is reused while all that its function read is the same, and made anew when any of it has changed."""

from __future__ import annotations

import doctest
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import engine
from engine.core.chance import SeededChance
from engine.core.draft import Draft
from engine.core.events import ClockSet
from engine.core.memo import (
    ENTRIES,
    MemoFault,
    check_memos,
    clear_memos,
    memo,
    memo_checking,
    memo_of_each,
    memo_of_last,
    memo_of_rows,
    memo_of_values,
    part_memos,
    projection,
)
from engine.core.recorded_reads import whole
from engine.model.frozen import Json, replace
from engine.model.seats import Actor, Role, Seat
from engine.model.table import Procedure, Table
from engine.model.tracks import Track
from engine.model.zones import Zone

TOM = Actor(id="tom", name="Tom", seat="p1", sheet={"level": 3, "weapons": ["knife"]}, tracks={"Wind": Track(value=4)})
ANN = Actor(id="ann", name="Ann", seat="p2", secret=True)
TABLE = Table(
    ruleset="tiny",
    options={"fast": True},
    seats={"gm": Seat(id="gm", name="Ada", role=Role.GM), "p1": Seat(id="p1", name="Bea")},
    actors={"tom": TOM, "ann": ANN},
    zones={"deck": Zone(id="deck", cards=("4H",)), "hand:p1": Zone(id="hand:p1")},
    chips={"pot": {"red": 2}},
    lists={"weapons": ({"name": "knife"},)},
)


def changed(**fields: object) -> Table:
    """Return the table with a character changed."""
    return replace(TABLE, actors={**TABLE.actors, "tom": replace(TOM, **fields)})


CHANGES: Mapping[str, Table] = {
    "clock": replace(TABLE, clock=60),
    "procedures": replace(TABLE, procedures=(Procedure(),)),
    "option": replace(TABLE, options={"fast": False}),
    "scene": replace(TABLE, scene={"fast": False}),
    "seat": replace(TABLE, seats={**TABLE.seats, "p1": Seat(id="p1", name="Cleo")}),
    "new seat": replace(TABLE, seats={**TABLE.seats, "p2": Seat(id="p2", name="Dan")}),
    "card": replace(TABLE, zones={**TABLE.zones, "deck": Zone(id="deck", cards=("5H",))}),
    "chips": replace(TABLE, chips={"pot": {"red": 1}}),
    "list": replace(TABLE, lists={"weapons": ()}),
    "new list": replace(TABLE, lists={**TABLE.lists, "armour": ()}),
    "away": replace(TABLE, away=("4H",)),
    "actor gone": replace(TABLE, actors={"tom": TOM}),
    "order": replace(TABLE, actors={"ann": ANN, "tom": TOM}),
    "name": changed(name="Tim"),
    "seat of actor": changed(seat="gm"),
    "secret": changed(secret=True),
    "sheet": changed(sheet={"level": 4, "weapons": ["knife"]}),
    "new cell": changed(sheet={**TOM.sheet, "age": 5}),
    "weapons": changed(sheet={"level": 3, "weapons": ["sword"]}),
    "track": changed(tracks={"Wind": Track(value=3)}),
}

OF_TOM = {"name", "seat of actor", "secret", "sheet", "new cell", "weapons", "track"}
READERS: Mapping[str, tuple[Callable[[Table], object], set[str]]] = {
    "clock": (lambda t: t.clock, {"clock"}),
    "procedures": (lambda t: len(t.procedures), {"procedures"}),
    "one option": (lambda t: t.options["fast"], {"option"}),
    "option of scene": (lambda t: t.option("fast"), {"option", "scene"}),
    "gm": (lambda t: t.gm(), {"seat", "new seat"}),
    "is gm": (lambda t: t.is_gm("p1"), {"seat"}),
    "one zone": (lambda t: t.zones["deck"].cards, {"card"}),
    "where a card lies": (lambda t: t.zone_of("4H"), {"card"}),
    "a bag": (lambda t: t.chips["pot"]["red"], {"chips"}),
    "a list": (lambda t: t.lists.get("weapons"), {"list"}),
    "no list": (lambda t: t.lists.get("armour", ()), {"new list"}),
    "names of lists": (lambda t: [*t.lists], {"new list"}),
    "away": (lambda t: t.away, {"away"}),
    "is there": (lambda t: "ann" in t.actors, {"actor gone"}),
    "count": (lambda t: len(t.actors), {"actor gone", "order"}),
    "name": (lambda t: t.actors["tom"].name, {"name"}),
    "names": (lambda t: [a.name for a in t.actors.values()], {"actor gone", "order", "name"}),
    "keys": (lambda t: list(t.actors.keys()), {"actor gone", "order"}),
    "items": (lambda t: [(k, a.seat) for k, a in t.actors.items()], {"actor gone", "order", "seat of actor"}),
    "readable": (lambda t: t.may_read(t.actors["tom"], "p2"), {"secret"}),
    "one cell": (lambda t: t.actors["tom"].sheet["level"], {"sheet"}),
    "no cell": (lambda t: t.actors["tom"].sheet.get("age"), {"new cell"}),
    "all cells": (lambda t: {**t.actors["tom"].sheet}, {"sheet", "new cell", "weapons"}),
    "one track": (lambda t: t.actors["tom"].tracks["Wind"].value, {"track"}),
    "condition": (lambda t: t.actors["tom"].has_condition("dead"), set()),
    "whole actor": (lambda t: whole(t.actors["tom"]).name, OF_TOM),
    "whole actors": (lambda t: [*whole(t.actors)], {"actor gone", "order", *OF_TOM}),
}


@pytest.mark.parametrize("name", READERS)
def test_only_what_was_read_matters(name: str) -> None:
    read, matters = READERS[name]
    runs = Counter[str]()

    def reads(table: Table) -> object:
        runs["made"] += 1
        return repr(read(table))

    kept = memo(fine=True)(reads)
    assert kept(TABLE) == repr(read(TABLE))
    kept(replace(TABLE))
    assert runs.total() == 1
    for change, table in CHANGES.items():
        kept(TABLE)
        runs.clear()
        assert kept(table) == repr(read(table)), change
        assert bool(runs) == (change in matters), change


def test_by_default_a_mapping_is_read_as_a_whole() -> None:
    runs = Counter[str]()

    @memo
    def of_tom(table: Table) -> Actor:
        runs["made"] += 1
        return table.actors["tom"]

    assert of_tom(TABLE) is TOM
    for change, table in CHANGES.items():
        of_tom(TABLE)
        runs.clear()
        assert of_tom(table) is table.actors["tom"]
        assert bool(runs) == (table.actors is not TABLE.actors), change


def test_a_projection_matters_only_by_its_result() -> None:
    runs = Counter[str]()

    @projection
    def innermost(table: Table) -> Procedure | None:
        runs["looked"] += 1
        return table.procedures[-1] if table.procedures else None

    @memo
    def title(table: Table) -> str:
        runs["made"] += 1
        return f"{type(innermost(table)).__name__} {innermost(table) is None}"

    outer, inner = Procedure(), Procedure()
    assert title(TABLE) == "NoneType True"
    assert title(replace(TABLE, procedures=(inner,))) == "Procedure False"
    assert title(replace(TABLE, procedures=(outer, inner))) == "Procedure False"
    assert runs == {"made": 2, "looked": 4}


def test_a_result_depends_on_the_results_that_it_uses() -> None:
    runs = Counter[str]()

    @memo
    def level(actor: Actor) -> int:
        runs["level"] += 1
        return len(str(actor.sheet["level"]))

    @memo(fine=True)
    def widest(table: Table, more: int) -> int:
        runs["widest"] += 1
        return max(level(table.actors["tom"]), level(table.actors["tom"])) + more

    assert widest(TABLE, 1) == 2
    assert runs == {"level": 1, "widest": 1}
    assert widest(CHANGES["sheet"], 1) == 2
    assert runs == {"level": 2, "widest": 1}, "another level with the same result"
    assert widest(changed(sheet={"level": 10}), 1) == 3
    assert runs == {"level": 3, "widest": 2}
    assert widest(replace(TABLE, actors={"tom": replace(TOM, id="tom")}), 1) == 2


def test_an_equal_result_stays_the_same_object() -> None:
    @memo(fine=True)
    def names(table: Table) -> Iterator[str]:
        for actor in table.actors.values():
            yield actor.name.upper()

    first = names(TABLE)
    assert first == ("TOM", "ANN")
    assert names(changed(name="tom")) is first


def test_a_mapping_and_several_parts() -> None:
    runs = Counter[str]()

    @memo
    def carried(actor: Actor, name: str, lists: Mapping[str, tuple[Mapping[str, Json], ...]]) -> str:
        runs[actor.id] += 1
        return f"{actor.sheet.get(name)} {len(lists[name])}"

    @memo(fine=True)
    def all_carried(table: Table) -> list[str]:
        return [carried(actor, "weapons", table.lists) for actor in table.actors.values()]

    assert all_carried(TABLE) == ["['knife'] 1", "None 1"]
    assert all_carried(CHANGES["clock"]) is all_carried(CHANGES["new list"])
    assert runs == {"tom": 1, "ann": 1}
    assert all_carried(CHANGES["weapons"]) == ["['sword'] 1", "None 1"]
    assert runs == {"tom": 2, "ann": 1}
    assert all_carried(CHANGES["list"]) == ["['knife'] 0", "None 0"]


def test_each_character_is_known_by_itself() -> None:
    runs = Counter[str]()

    @memo_of_each
    def carried(actor: Actor, lists: Mapping[str, tuple[Mapping[str, Json], ...]]) -> str:
        runs[actor.id] += 1
        return f"{actor.sheet.get('weapons')} {len(lists['weapons'])}"

    @memo(fine=True)
    def all_carried(table: Table) -> list[str]:
        return [*carried(table.actors, table.lists).values()]

    assert carried(TABLE.actors, TABLE.lists) == {"tom": "['knife'] 1", "ann": "None 1"}
    assert carried(TABLE.actors, TABLE.lists) is carried(CHANGES["clock"].actors, CHANGES["clock"].lists)
    assert runs == {"tom": 1, "ann": 1}
    for change in ("weapons", "order", "actor gone", "list", "new list", "name"):
        table = CHANGES[change]
        expected = {name: carried.__wrapped__(actor, table.lists) for name, actor in table.actors.items()}  # type: ignore[attr-defined]
        runs.clear()
        found = carried(table.actors, table.lists)
        assert (found, [*found]) == (expected, [*expected]), change
        assert all_carried(table) == [*expected.values()]
    assert [*carried({"ann": ANN, "tom": TOM}, TABLE.lists)] == ["ann", "tom"]
    assert [*carried(TABLE.actors, TABLE.lists)] == ["tom", "ann"], "equal results in another order are others"
    runs.clear()
    carried(CHANGES["weapons"].actors, TABLE.lists)
    assert runs == {"tom": 1}, "only the character that has changed"
    try:
        check_memos(True)
        outside = ["a"]
        impure = memo_of_each(lambda actor: outside[0])
        impure(TABLE.actors)
        outside[0] = "b"
        with pytest.raises(MemoFault):
            impure(CHANGES["weapons"].actors)
    finally:
        check_memos(False)


def test_rows_and_the_last_call_are_known_by_their_objects() -> None:
    runs = list[str]()

    @memo_of_rows
    def named(actor: Actor, words: tuple[str, ...]) -> str:
        runs.append(actor.id)
        return f"{actor.name} {' '.join(words)}"

    @memo_of_last
    def all_named(actors: Mapping[str, Actor], words: tuple[str, ...]) -> list[str]:
        runs.append("all")
        return [actor.name.upper() for actor in actors.values()]

    words, alike = ("a", "b"), tuple("ab")
    first, everybody = named({"tom": (TOM, words), "ann": (ANN, words)}), all_named(TABLE.actors, words)
    assert (first, everybody) == (("Tom a b", "Ann a b"), ["TOM", "ANN"])
    assert named({"tom": (TOM, words), "ann": (ANN, words)}) is first
    assert all_named(TABLE.actors, words) is everybody
    assert runs == ["tom", "ann", "all"]
    assert named({"tom": (replace(TOM, seat="p2"), words), "ann": (ANN, words)}) is first, "an equal result stays"
    assert all_named(TABLE.actors, alike) is everybody
    assert runs[3:] == ["tom", "all"], "an equal object is another one"
    assert named({"ann": (ANN, words), "tom": (TOM, words)}) == ("Ann a b", "Tom a b")
    assert named({"ann": (ANN, words)}) == ("Ann a b",)
    assert named({"tom": (ANN, words)}) == ("Ann a b",)
    assert all_named({"tom": TOM}, words) == ["TOM"]
    try:
        check_memos(True)
        outside = ["a"]
        impure = memo_of_rows(lambda actor: outside[0])
        impure({"tom": (TOM,)})
        outside[0] = "b"
        with pytest.raises(MemoFault):
            impure({"tom": (TOM,)})
    finally:
        check_memos(False)


def test_a_fault_is_not_remembered_but_what_it_read_matters() -> None:
    @memo
    def age(actor: Actor) -> int:
        return int(str(actor.sheet["age"]))

    @memo(fine=True)
    def has_age(table: Table) -> bool:
        try:
            return age(table.actors["tom"]) > 0
        except KeyError:
            return False

    assert not has_age(TABLE)
    assert has_age(CHANGES["new cell"])
    assert not has_age(TABLE)


def test_a_copy_is_changed_only_openly() -> None:
    @memo
    def later(table: Table) -> Table:
        return replace(table, clock=table.clock + 60)

    with pytest.raises(TypeError, match="Struct"):
        later(TABLE)

    @memo
    def later_by_draft(table: Table) -> int:
        draft = Draft(table, SeededChance(1))
        draft.emit(ClockSet(seconds=table.clock + 60))
        return draft.table.clock

    assert later_by_draft(TABLE) == 60
    assert later_by_draft(CHANGES["clock"]) == 120


def test_a_part_that_is_kept_fails_when_it_is_read() -> None:
    kept = list[Actor]()

    @memo(fine=True)
    def keeps(table: Table) -> int:
        kept.append(table.actors["tom"])
        return 1

    keeps(TABLE)
    with pytest.raises(AttributeError):
        print(kept[0].name)

    @memo(fine=True)
    def gives_away(table: Table) -> Mapping[str, Actor]:
        return table.actors

    with pytest.raises(TypeError, match="part of a table"):
        gives_away(TABLE)

    @memo(fine=True)
    def compares(table: Table) -> bool:
        return table.actors["tom"] == TOM

    with pytest.raises(TypeError, match="compared"):
        compares(TABLE)


def test_plain_words_are_remembered_by_value() -> None:
    runs = Counter[str]()

    @memo
    def double(word: str, times: int = 2) -> Iterator[str]:
        runs[word] += 1
        yield word * times

    assert double("a") == ("aa",)
    assert double("a") is double("a")
    assert runs == {"a": 1}


def test_values_are_remembered_up_to_a_limit_until_all_memos_are_cleared() -> None:
    runs = Counter[int]()

    @memo_of_values(most=2)
    def doubled(number: int) -> int:
        runs[number] += 1
        return 2 * number

    assert [doubled(number) for number in (1, 2, 1, 3, 2)] == [2, 4, 2, 6, 4]
    assert runs == {1: 1, 2: 2, 3: 1}
    clear_memos()
    doubled(2)
    assert runs[2] == 3


@pytest.mark.parametrize("package", ["kit", "rulesets"])
def test_rules_have_no_caches_of_their_own(package: str) -> None:
    # What is loaded once, or known of a class, is no cache: it cannot be out of date, and there is one of it.
    own = re.compile(r"\blru_cache\b" + (r"|@cache\ndef \w+\((?!\))" if package == "rulesets" else ""))
    files = (Path(engine.__file__).parent / package).rglob("*.py")
    assert [file.name for file in files if own.search(file.read_text(encoding="utf-8"))] == []


def test_memory_is_bounded() -> None:
    runs = Counter[int]()

    @memo
    def numbered(table: Table, number: int) -> int:
        runs[number] += 1
        return table.clock + number

    for number in range(3 * ENTRIES):
        numbered(TABLE, number)
    held = next(one for one in memo_checking.ALL_MEMOS if one.function.__name__ == "numbered")
    assert len(held.entries) <= ENTRIES
    clear_memos()
    assert not held.entries


def test_the_checking_mode_finds_what_depends_on_something_else() -> None:
    outside = ["a"]

    @memo
    def impure(table: Table) -> str:
        return outside[0] + table.ruleset

    try:
        check_memos(True)
        impure(TABLE)
        impure(CHANGES["clock"])
        outside[0] = "b"
        with pytest.raises(MemoFault, match="impure"):
            impure(CHANGES["scene"])
    finally:
        check_memos(False)


def test_several_threads_get_the_right_results() -> None:
    @memo
    def inner(actor: Actor) -> str:
        return f"{actor.name} {actor.seat} {actor.sheet.get('level')} {actor.tracks['Wind'].value}"

    @memo(fine=True)
    def outer(table: Table) -> str:
        return f"{table.clock} {inner(table.actors['tom'])} {sorted(table.actors)}"

    tables = list(CHANGES.values()) * 50
    expected = [outer.__wrapped__(table) for table in tables]  # type: ignore[attr-defined]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(outer, tables)) == expected


def test_the_last_results_stay_right_while_another_thread_replaces_them() -> None:
    others = list[Callable[[], object]]()

    class Named:
        """A result during whose comparison the thread is switched."""

        def __init__(self, name: str) -> None:
            self.name = name

        def __eq__(self, other: object) -> bool:
            if others:
                others.pop()()
            return isinstance(other, Named) and other.name == self.name

        __hash__ = None  # type: ignore[assignment]

    last, each = memo_of_last(lambda actor: Named(actor.name)), memo_of_rows(lambda actor: Named(actor.name))
    last(TOM), each({"tom": (TOM,)})
    moved = replace(TOM, seat="p2")
    others.append(lambda: last(ANN))
    assert last(moved).name == last(moved).name == TOM.name
    others.append(lambda: each({"ann": (ANN,)}))
    assert [one.name for one in each({"tom": (moved,)})] == [TOM.name]


def test_the_example_in_the_module() -> None:
    assert doctest.testmod(part_memos).failed == 0
