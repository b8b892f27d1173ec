"""Memos: cached results of functions, valid while the parts of the table that a function read are the same.

A function that takes a table runs once on a stand-in, which records every part that it reads: a field of the table or,
if it is to be fine, an entry of a mapping, a field or a cell of a character. Later its result is reused for every table
on which those parts are the same. Nothing is listed by hand, so nothing can be forgotten.

>>> from engine.model.frozen import replace
>>> @memo(fine=True)
... def names(table: Table) -> str:
...     print("reads the names")
...     return " and ".join(actor.name for actor in table.actors.values())
>>> tom, ann = Actor(id="tom", name="Tom", seat="p1"), Actor(id="ann", name="Ann", seat="p2")
>>> table = Table(ruleset="tiny", actors={"tom": tom, "ann": ann})
>>> names(table)
reads the names
'Tom and Ann'
>>> names(replace(table, clock=60, actors={"tom": replace(tom, seat="p2"), "ann": ann}))  # neither was read
'Tom and Ann'
>>> names(replace(table, actors={"tom": replace(tom, name="Tim"), "ann": ann}))
reads the names
'Tim and Ann'
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache, partial, update_wrapper
from inspect import isgeneratorfunction, signature
from typing import Any, Final, ParamSpec, Protocol, TypeVar, cast, overload

from engine.core.memo.calls_inside import call_inside
from engine.core.memo.memo_arguments import is_record, places_of_parts, places_of_records
from engine.core.memo.memo_checking import ALL_MEMOS, MemoFault, checked, checking
from engine.core.recorded_reads import (
    MISSING,
    SEEN,
    STAND_INS,
    OutlineOfTable,
    SeenRecord,
    TrackedActor,
    TrackedMapping,
    TrackedTable,
    close_stand_in,
)
from engine.model.seats import Actor
from engine.model.table import Table

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")
ENTRIES: Final = 2048
"""The maximum number of results of one function of parts of a table."""
OF_WORDS: Final = 512
"""The maximum number of results of one function of plain words and numbers."""


class _Path(tuple[Any, ...]):
    """The way to a part of the arguments of a function: the number of the argument, then fields and keys."""

    __slots__ = ()


class _Recipe(tuple[Any, ...]):
    """The arguments of a call with several parts of tables, each part as its path."""

    __slots__ = ()


class _Constant:
    """A part of a table that is an argument of a call as it is; it equals nothing but itself."""

    __slots__ = ("part",)

    def __init__(self, part: Any) -> None:
        self.part = part

    def __eq__(self, other: object) -> bool:
        return type(other) is _Constant and other.part is self.part

    def __hash__(self) -> int:
        return id(self.part)


def _path_of(seen: Any) -> _Path:
    steps = []
    while seen is not None:
        steps.append(seen._key)
        seen = seen._within
    return _Path(reversed(steps))


def _part_at(path: _Path, parts: tuple[Any, ...]) -> Any:
    part = parts[path[0]]
    for step in path[1:]:
        part = part[step] if type(part) is dict else getattr(part, step)
    return part


class _Entry:
    """A result and all that it depends on.

    Attributes:
        last, first: the last parts that it is known to be right for, and the first of them.
        seen: what was read of each part.
        alone: what was read, if it is of one part and nothing else must be looked at.
        calls: the memos of two parts that were called, with their recipes and results, and their last arguments.
        result: the result.
        arguments: the other arguments; the records among them are known by their ids, so they must be held.
        older: the result before it, for an undo; that one has no older result.
    """

    __slots__ = ("alone", "arguments", "calls", "first", "last", "older", "result", "seen")

    def __init__(
        self,
        last: tuple[Any, ...],
        seen: tuple[Any, ...],
        calls: dict[Any, Any],
        result: Any,
        arguments: tuple[Any, ...],
    ) -> None:
        self.last = last
        self.first = last[0]
        self.seen = seen
        self.alone = seen[0] if len(seen) == 1 and not calls else None
        self.calls = tuple([[*call, found, None] for call, found in calls.items()]) if calls else ()
        self.result = result
        self.arguments = arguments
        self.older: _Entry | None = None

    def still_holds(self, parts: tuple[Any, ...]) -> bool:
        """Say whether the result is right for other parts of tables."""
        for seen, part in zip(self.seen, parts):  # noqa: B905 - this runs dozens of times a command
            if part is not seen._last and not seen.still_holds(part):
                return False
        return not self.calls or self._calls_hold(parts)

    def _calls_hold(self, parts: tuple[Any, ...]) -> bool:
        for call in self.calls:
            memo, recipe, result, last = call
            try:
                arguments = [_ingredient(one, parts) for one in recipe]
                if last is not None and arguments[0] is last[0] and arguments[-1] is last[-1]:
                    continue
                found = memo(*arguments)
            except Exception:  # any: the function runs again, and meets it where it belongs
                return False
            if found is not result and (type(found) is not type(result) or found != result):
                return False
            call[3] = arguments
        return True


def _ingredient(one: Any, parts: tuple[Any, ...]) -> Any:
    kind = type(one)
    if kind is _Path:
        return _part_at(one, parts)
    return one.part if kind is _Constant else one


_NOTHING: Final = object()
"""An object that no memo is called with."""


class _Memo:
    """The results of one function of parts of tables, by its plain arguments.

    Attributes:
        newest: the last call of a function of two parts and nothing else: the parts and the result; set at once, for
            the sake of other threads.
    """

    def __init__(self, function: Callable[..., Any], places: tuple[int, ...], fine: bool) -> None:
        self.function = function
        self.fine = fine
        self.collects = isgeneratorfunction(function)
        self.places = places
        self.entries: dict[Hashable, _Entry] = {}
        self.newest: tuple[Any, Any, Any] = _NOTHING, _NOTHING, None
        ALL_MEMOS.add(self)

    def clear(self) -> None:
        """Forget all results."""
        self.entries.clear()
        self.newest = _NOTHING, _NOTHING, None

    def run(self, arguments: tuple[Any, ...]) -> Any:
        """Return a new result."""
        result = self.function(*arguments)
        return tuple(result) if self.collects else result

    def found(self, entry: _Entry | None, key: Hashable, parts: tuple[Any, ...], others: tuple[Any, ...]) -> Any:
        """Return the result for parts of a table: the last one if it is still right, else a new one.

        Args:
            entry: the last result, if there is one.
            key: its key.
            parts: the first argument, and the last one if there are two parts.
            others: all other arguments.
        """
        if entry is not None:
            alone = entry.alone
            if alone.still_holds(parts[0]) if alone is not None else entry.still_holds(parts):
                if checking:
                    self._check(entry, (parts[0], *others, *parts[1:]))
                entry.last = parts
                entry.first = parts[0]
                return entry.result
        return self.renewed(entry, key, parts, others)

    def renewed(self, entry: _Entry | None, key: Hashable, parts: tuple[Any, ...], others: tuple[Any, ...]) -> Any:
        """Return the same where the last result is not right: the one before it, as after an undo, or a new one."""
        if entry is not None and (older := entry.older) is not None:
            last = older.last
            if last[0] is parts[0] and last[-1] is parts[-1]:
                entry.older, older.older = None, entry
                self.entries[key] = older
                return older.result
        calls: dict[Any, Any] = {}
        first = parts[0]
        kind = type(first)
        shallow = kind is Table and not self.fine
        seen: tuple[Any, ...] = (self._stand_in_for(kind)(first, calls, None, 0),)
        if len(parts) > 1:
            seen = (*seen, TrackedMapping(parts[1], calls, None, 1))
        try:
            result = self.function(seen[0], *others, *seen[1:])
            if self.collects:
                result = tuple(result)
        finally:
            if shallow:
                seen[0].__class__ = SeenRecord
            else:
                close_stand_in(seen[0])
            if len(parts) > 1:
                close_stand_in(seen[1])
        if hasattr(result, "__next__") or type(result) in SEEN:
            raise TypeError(f"{self.function.__qualname__} returns something unfinished, or a part of a table")
        if entry is not None and type(result) is type(entry.result) and result == entry.result:
            result = entry.result  # the same object, so that what depends on it stays right
        if len(self.entries) >= ENTRIES:
            self.entries.clear()
        made = self.entries[key] = _Entry(parts, seen, calls, result, others)
        if entry is not None:
            entry.older, made.older = None, entry
        return result

    def _stand_in_for(self, kind: type) -> Callable[..., Any]:
        if kind is Table:
            return TrackedTable if self.fine else OutlineOfTable
        return TrackedActor if kind is Actor else TrackedMapping

    def _check(self, entry: _Entry, arguments: tuple[Any, ...]) -> None:
        checked[0] += 1
        again = self.run(arguments)
        if again != entry.result:
            raise MemoFault(f"{self.function.__module__}.{self.function.__qualname__}: {entry.result} is now {again}")


def _call_with_parts_inside(made: _Memo, memo: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Return the result of a memo of several parts inside the run of another one."""
    calls = next(one._run for one in arguments if type(one) in STAND_INS)
    recipe: list[Any] = []
    for place, one in enumerate(arguments):
        if type(one) in STAND_INS:
            recipe.append(_path_of(one))
        else:
            recipe.append(_Constant(one) if place in made.places or is_record(type(one)) else one)
    key = (memo, _Recipe(recipe))
    result = calls.get(key, MISSING)
    if result is MISSING:
        try:
            result = memo(*[one._last if type(one) in STAND_INS else one for one in arguments])
        except Exception:  # nothing is remembered of it, so its caller must read what it read
            return made.run(arguments)
        calls[key] = result
    return result


class _MemoMaker(Protocol):
    @overload
    def __call__(self, function: Callable[P, Iterator[T]], /) -> Callable[P, tuple[T, ...]]: ...
    @overload
    def __call__(self, function: Callable[P, R], /) -> Callable[P, R]: ...


@overload
def memo(function: Callable[P, Iterator[T]], /) -> Callable[P, tuple[T, ...]]: ...
@overload
def memo(function: Callable[P, R], /) -> Callable[P, R]: ...
@overload
def memo(*, fine: bool) -> _MemoMaker: ...
def memo(function: Callable[..., Any] | None = None, /, *, fine: bool = False) -> Any:
    """Cache the results of a function of parts of a table, or of plain words and numbers.

    Arguments that are declared as Table, Actor or a mapping are parts of a table: what the function reads of them is
    recorded, and a result is reused while all of that is the same. There is one, which comes first, or also a mapping,
    which comes last. All other arguments are compared by value, records as objects. The result of a generator is a
    tuple. A function must depend on its arguments alone, and its result is shared: it must not change.

    Args:
        function: the function; all its arguments are given by position.
        fine: record single entries of the mappings of a table, and single fields and cells of its characters, not the
            mappings as a whole. The result must not hold on to a character. Worth it where the function takes long
            and most changes do not matter to it, because recording takes time.
    """
    if function is None:
        return partial(_memo, fine=fine)
    return _memo(function, fine)


def _memo(function: Callable[..., Any], fine: bool) -> Callable[..., Any]:
    places = places_of_parts(function)
    if not places:
        return _of_words(function)
    made, records = _Memo(function, places, fine), places_of_records(function)
    if len(places) > 1:
        return _of_two_parts(made, records)
    return _of_part_and_records(made, records) if records else _of_one_part(made)


def _of_words(function: Callable[..., Any]) -> Callable[..., Any]:
    def collected(*plain: Any) -> Any:
        return tuple(function(*plain))

    cached = lru_cache(maxsize=OF_WORDS)(collected if isgeneratorfunction(function) else function)
    return cast(Callable[..., Any], update_wrapper(cached, function))


def _of_one_part(made: _Memo) -> Callable[..., Any]:
    """Return the function for one part, which comes first."""
    entries, found, renewed, run = made.entries, made.found, made.renewed, made.run

    def memo_of_part(part: Any, *plain: Any) -> Any:
        kind = type(part)
        if kind in STAND_INS:
            return call_inside(memo_of_part, run, part, plain, plain)
        key = (part.id, *plain) if kind is Actor else plain
        entry = entries.get(key)
        if entry is not None and entry.first is part:
            return entry.result
        return found(entry, key, (part,), plain)

    def memo_of_part_alone(part: Any) -> Any:
        kind = type(part)
        if kind in STAND_INS:
            return call_inside(memo_of_part_alone, run, part, (), ())
        key = part.id if kind is Actor else ""
        entry = entries.get(key)
        if entry is not None:
            if entry.first is part:
                return entry.result
            alone = entry.alone
            if alone is not None and not checking:  # as `found` would, without its call
                if alone.still_holds(part):
                    entry.last, entry.first = (part,), part
                    return entry.result
                return renewed(entry, key, (part,), ())
        return found(entry, key, (part,), ())

    alone = len(signature(made.function).parameters) == 1
    return update_wrapper(memo_of_part_alone if alone else memo_of_part, made.function)


def _of_part_and_records(made: _Memo, records: frozenset[int]) -> Callable[..., Any]:
    """Return the function for one part, which comes first, and records that are compared as objects."""
    entries, found, run = made.entries, made.found, made.run

    def memo_of_records(part: Any, *plain: Any) -> Any:
        # An id is of the same record as long as the record is held: the results hold on to it.
        key = tuple([id(one) if place in records else one for place, one in enumerate(plain, 1)])
        if type(part) in STAND_INS:
            return call_inside(memo_of_records, run, part, plain, key)
        if type(part) is Actor:
            key = (part.id, *key)
        entry = entries.get(key)
        if entry is not None and entry.first is part:
            return entry.result
        return found(entry, key, (part,), plain)

    def memo_of_one_record(part: Any, record: Any) -> Any:
        kind = type(part)
        if kind in STAND_INS:
            return call_inside(memo_of_one_record, run, part, (record,), (id(record),))
        key = (part.id, id(record)) if kind is Actor else id(record)
        entry = entries.get(key)
        if entry is not None and entry.first is part:
            return entry.result
        return found(entry, key, (part,), (record,))

    alone = len(signature(made.function).parameters) == 2
    return update_wrapper(memo_of_one_record if alone else memo_of_records, made.function)


def _of_two_parts(made: _Memo, records: frozenset[int]) -> Callable[..., Any]:
    """Return the function for two parts: a table or character first, a mapping last."""
    entries, found = made.entries, made.found

    def memo_of_two(*arguments: Any) -> Any:
        first, last = arguments[0], arguments[-1]
        kind = type(first)
        if kind in STAND_INS or type(last) in STAND_INS:
            return _call_with_parts_inside(made, memo_of_two, arguments)
        key = others = arguments[1:-1]
        if records:  # an id is of the same record as long as that is held: the results hold on to it
            key = tuple([id(one) if place in records else one for place, one in enumerate(key, 1)])
        if kind is Actor:
            key = (first.id, *key)
        entry = entries.get(key)
        if entry is not None:
            known = entry.last
            if known[0] is first and known[1] is last:
                return entry.result
        return found(entry, key, (first, last), others)

    def memo_of_two_alone(first: Any, last: Any) -> Any:
        newest = made.newest
        if newest[0] is first and newest[1] is last:  # asked for a dozen times a command, mostly by the same parts
            return newest[2]
        kind = type(first)
        if kind in STAND_INS or type(last) in STAND_INS:
            return _call_with_parts_inside(made, memo_of_two_alone, (first, last))
        key = first.id if kind is Actor else ""
        entry = entries.get(key)
        if entry is not None:
            known = entry.last
            if known[0] is first and known[1] is last:
                made.newest = first, last, entry.result
                return entry.result
        result = found(entry, key, (first, last), ())
        made.newest = first, last, result
        return result

    alone = len(signature(made.function).parameters) == 2
    return update_wrapper(memo_of_two_alone if alone else memo_of_two, made.function)
