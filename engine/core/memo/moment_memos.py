"""Memos that record nothing: results for the very objects of a call, and for each character or row that is the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import update_wrapper
from inspect import isgeneratorfunction, signature
from operator import is_
from typing import Any, Concatenate, Final, ParamSpec, TypeVar, cast, overload

from engine.core.memo.calls_inside import call_inside
from engine.core.memo.memo_arguments import part_declared, places_of_records
from engine.core.memo.memo_checking import ALL_MEMOS, MemoFault, checked, checking
from engine.core.recorded_reads import STAND_INS
from engine.model.seats import Actor

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")
MOMENTS: Final = 8
"""The maximum number of tables or records whose results are kept for one function of the moment.

Few, because a table is freed while a new one is waited for, and that takes longer the older it is.
"""
OF_MOMENT: Final = 64
"""The maximum number of results of one function for the same table or record."""


class _Moment:
    """The results of one function for the very table or record that it was called with.

    Attributes:
        first: the table or record.
        results: by the other arguments, these and the result; an id among the keys is of the same record as long as
            that is held.
    """

    __slots__ = ("first", "results")

    def __init__(self, first: Any) -> None:
        self.first = first
        self.results: dict[Hashable, tuple[tuple[Any, ...], Any]] = {}


class _MemoOfMoment:
    """The last moments of one function.

    Attributes:
        moments: by the id of their table or record, which they hold, the newest last; set at once, for the sake of
            other threads.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        yields = isgeneratorfunction(function)
        self.function = (lambda *arguments: tuple(function(*arguments))) if yields else function
        self.moments: dict[int, _Moment] = {}
        ALL_MEMOS.add(self)

    def clear(self) -> None:
        """Forget all results."""
        self.moments = {}

    def run(self, arguments: tuple[Any, ...]) -> Any:
        """Return a new result."""
        return self.function(*arguments)

    def found(self, first: Any, key: Hashable, others: tuple[Any, ...]) -> Any:
        """Return a new result, and keep it."""
        result = self.function(first, *others)
        moment = self.moments.get(id(first))
        if moment is None or len(moment.results) >= OF_MOMENT:
            moment = _Moment(first)
            kept = {**self.moments, id(first): moment}
            if len(kept) > MOMENTS:
                del kept[next(iter(kept))]
            self.moments = kept
        moment.results[key] = others, result
        return result


@overload
def memo_of_moment(function: Callable[P, Iterator[T]], /) -> Callable[P, tuple[T, ...]]: ...
@overload
def memo_of_moment(function: Callable[P, R], /) -> Callable[P, R]: ...
def memo_of_moment(function: Callable[..., Any], /) -> Any:
    """Cache the results of a function of a table or of records for those very objects, until some others have come.

    Nothing is recorded. It is for what changes with nearly every move, but is asked for several times in between. The
    result of a generator is a tuple.
    """
    made = _MemoOfMoment(function)
    found, run = made.found, made.run
    parameters = tuple(signature(function).parameters.values())
    parts = {place for place, one in enumerate(parameters) if part_declared(one, function) is not None}
    records = places_of_records(function) | parts
    by_id = tuple(place in records for place in range(1, len(parameters)))
    compares_objects = any(by_id)

    def of_moment(first: Any, *others: Any) -> Any:
        key = others
        if compares_objects:
            key = tuple([id(one) if own else one for own, one in zip(by_id, others)])  # noqa: B905 - this runs often
        if type(first) in STAND_INS:
            return call_inside(of_moment, run, first, others, key)
        moment = made.moments.get(id(first))
        if moment is not None:
            known = moment.results.get(key)
            if known is not None:
                return known[1]
        return found(first, key, others)

    def of_moment_and_record(first: Any, record: Any) -> Any:
        key = id(record)
        if type(first) in STAND_INS:
            return call_inside(of_moment_and_record, run, first, (record,), key)
        moment = made.moments.get(id(first))
        if moment is not None:
            known = moment.results.get(key)
            if known is not None:
                return known[1]
        return found(first, key, (record,))

    return update_wrapper(of_moment_and_record if by_id == (True,) else of_moment, function)


def _are_same(some: tuple[Any, ...], others: tuple[Any, ...]) -> bool:
    return len(some) == len(others) and all(map(is_, some, others))


class _MemoOfEach:
    """The last results of one function for each character of a table.

    Attributes:
        state: the characters, the other arguments, and the results.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.clear()
        ALL_MEMOS.add(self)

    def clear(self) -> None:
        """Forget all results."""
        self.state: tuple[Mapping[str, Any], tuple[Any, ...], Mapping[str, Any]] = {}, (), {}

    def run(self, actors: Mapping[str, Any], others: tuple[Any, ...]) -> Mapping[str, Any]:
        """Return new results."""
        return {name: self.function(actor, *others) for name, actor in actors.items()}

    def found(self, actors: Mapping[str, Any], others: tuple[Any, ...]) -> Mapping[str, Any]:
        """Return the results for characters: the last ones of those that are the same, and new ones."""
        known_actors, known_others, known = self.state
        if not _are_same(others, known_others):
            results = self.run(actors, others)
        else:
            function, last = self.function, known_actors.get
            changed = [name for name, actor in actors.items() if last(name) is not actor]
            in_order = [*known] == [*actors]
            results = {**known} if in_order else {name: known.get(name) for name in actors}
            for name in changed:  # mostly one or two of them
                results[name] = function(actors[name], *others)
            if in_order and results == known:
                results = known  # the same object, so that what depends on it stays right
            if checking:
                self._check(actors, others, results)
        self.state = actors, others, results
        return results

    def _check(self, actors: Mapping[str, Any], others: tuple[Any, ...], results: Mapping[str, Any]) -> None:
        checked[0] += 1
        again = self.run(actors, others)
        if [*again.items()] != [*results.items()]:
            raise MemoFault(f"{self.function.__module__}.{self.function.__qualname__}: {results} are now {again}")


def memo_of_each(function: Callable[Concatenate[Actor, P], R]) -> Callable[..., Mapping[str, R]]:
    """Make a function of a character one of all characters of a table, which runs only for those that have changed.

    Its other arguments are parts of the table too, compared as objects; when one has changed, it runs for all.
    """
    made = _MemoOfEach(function)
    found, run = made.found, made.run

    def of_each(actors: Mapping[str, Actor], *others: Any) -> Mapping[str, R]:
        if type(actors) in STAND_INS:
            return run(actors, others)
        known, known_others, results = made.state
        if known is actors and _are_same(others, known_others):
            return results
        return found(actors, others)

    return update_wrapper(of_each, function)


class _MemoOfRows:
    """The last results of one function for each row of objects.

    Attributes:
        state: the rows and their results by name, and all these results; set at once, for the sake of other threads.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.clear()
        ALL_MEMOS.add(self)

    def clear(self) -> None:
        """Forget all results."""
        self.state: tuple[Mapping[Any, tuple[Any, ...]], Mapping[Any, Any], tuple[Any, ...]] = {}, {}, ()

    def found(self, rows: Mapping[Any, tuple[Any, ...]]) -> tuple[Any, ...]:
        """Return the results for rows: the last ones of those with the same objects, and new ones."""
        known_rows, known, all_known = self.state
        last, function = known_rows.get, self.function
        results: dict[Any, Any] = {}
        changed = False
        for name, row in rows.items():
            before = last(name)
            if before is not None and all(map(is_, before, row)):
                results[name] = known[name]
                continue
            result = function(*row)
            if before is not None and result == known[name]:
                result = known[name]  # the same object, so that what depends on it stays right
            else:
                changed = True
            results[name] = result
        if checking:
            self._check(rows, results)
        if changed or [*results] != [*known]:
            known, all_known = results, tuple(results.values())
        self.state = rows, known, all_known
        return all_known

    def _check(self, rows: Mapping[Any, tuple[Any, ...]], results: Mapping[Any, Any]) -> None:
        checked[0] += 1
        again = {name: self.function(*row) for name, row in rows.items()}
        if again != results:
            raise MemoFault(f"{self.function.__module__}.{self.function.__qualname__}: {results} are now {again}")


def memo_of_rows(function: Callable[..., R]) -> Callable[[Mapping[Any, tuple[Any, ...]]], tuple[R, ...]]:
    """Make a function of some objects one of rows of them by name, which runs only for the rows that have changed.

    A row has changed if one of its objects is another one than in the last call, even an equal one. Results that are
    equal to the last ones stay the same objects; so does the tuple of all of them.
    """
    found = _MemoOfRows(function).found

    def of_rows(rows: Mapping[Any, tuple[Any, ...]]) -> tuple[R, ...]:
        return found(rows)

    return update_wrapper(of_rows, function)


class _MemoOfLast:
    """The last result of one function.

    Attributes:
        last: the objects that it was called with, and the result; set at once, for the sake of other threads.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.clear()
        ALL_MEMOS.add(self)

    def clear(self) -> None:
        """Forget the result."""
        self.last: tuple[tuple[Any, ...], Any] = (_MemoOfLast,), None  # an object that no function is called with

    def found(self, row: tuple[Any, ...]) -> Any:
        """Return a new result, and keep it; one that is equal to the last one stays that object."""
        result, before = self.function(*row), self.last[1]
        if result == before:
            result = before
        self.last = row, result
        return result


def memo_of_last(function: Callable[P, R]) -> Callable[P, R]:
    """Keep the last result of a function of objects, which are given by position, for these very objects.

    A result that is equal to the last one stays the same object.
    """
    made = _MemoOfLast(function)
    found = made.found

    def of_last(*row: Any) -> Any:
        known, result = made.last
        return result if all(map(is_, known, row)) else found(row)

    return cast(Callable[P, R], update_wrapper(of_last, function))
