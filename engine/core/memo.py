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

from collections.abc import Callable, Hashable, ItemsView, Iterator, KeysView, Mapping, ValuesView
from functools import lru_cache, partial, update_wrapper
from inspect import Parameter, isgeneratorfunction, signature
from operator import is_
from typing import Any, Final, ParamSpec, Protocol, TypeVar, cast, get_origin, overload
from weakref import WeakSet

from engine.model.seats import Actor
from engine.model.table import Table

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")
ENTRIES: Final = 512
"""The maximum number of results of one function."""
_MISSING: Final = object()
_SCALARS: Final = frozenset({str, int, float})
_ALL: Final = WeakSet[Any]()
_checking: list[bool] = []


class MemoFault(AssertionError):
    """A reused result that differs from a new one. Raised in checking mode only."""


def check_memos(on: bool) -> None:
    """Switch the checking mode: each result that is reused for another table is also made anew and compared."""
    clear_memos()
    _checking[:] = [True] if on else []


def clear_memos() -> None:
    """Forget all results; everything is calculated again, and nothing else changes."""
    for one in tuple(_ALL):
        one.clear()


def whole(part: T) -> T:
    """Return the real part behind a stand-in, for code that changes a copy of it; the result depends on all of it."""
    return cast(T, part._whole()) if type(part) in _STAND_INS else part  # type: ignore[attr-defined]


# ---- what was read ---------------------------------------------------------------------------------------------------


class _Seen:
    """What was read of a part of a table.

    Attributes:
        _last: the last part that is known to have all that was read.
        _within, _key: the part that it was read from, and its field or key there.
    """

    __slots__ = ("_key", "_last", "_within")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, last: Any, within: Any, key: Any) -> None:
        self._last = last
        self._within = within
        self._key = key

    def still_holds(self, now: Any) -> bool:
        """Say whether another part has all that was read."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        raise TypeError("a part of a table cannot be compared inside a memo; compare ids, or use whole()")


class _SeenRecord(_Seen):
    """What was read of a table or a character: its attributes are the values."""

    __slots__ = ("__dict__",)

    def still_holds(self, now: Any) -> bool:
        """Say whether another record has all that was read."""
        if now is self._last:
            return True
        for name, value in self.__dict__.items():
            found = getattr(now, name)
            if found is not value and not _is_same(found, value):
                return False
        self._last = now
        return True


class _SeenMapping(_Seen):
    """What was read of a mapping: its keys, if they were read, and values by key."""

    __slots__ = ("_keys", "_values")

    def __init__(self, last: Any, within: Any, key: Any) -> None:
        self._last = last
        self._within = within
        self._key = key
        self._keys: tuple[Any, ...] | None = None
        self._values: dict[Any, Any] = {}

    def still_holds(self, now: Any) -> bool:
        """Say whether another mapping has all that was read."""
        if now is self._last:
            return True
        if now is _MISSING or (self._keys is not None and self._keys != tuple(now)):
            return False
        get = now.get
        for key, value in self._values.items():
            found = get(key, _MISSING)
            if found is not value and not _is_same(found, value):
                return False
        self._last = now
        return True


def _is_same(found: Any, value: Any) -> bool:
    """Say whether a value is as it was when it was read; words and numbers are often made anew."""
    kind = type(value)
    if kind in _SCALARS:
        return type(found) is kind and bool(found == value)
    return kind in _SEEN and found is not _MISSING and value.still_holds(found)


# ---- stand-ins -------------------------------------------------------------------------------------------------------


class _TrackedRecord(_SeenRecord):
    """A stand-in for a record. It cannot be compared, hashed, changed or written."""

    __slots__ = ()

    def _whole(self) -> Any:
        for name in self._last.__struct_fields__:
            self.__dict__[name] = getattr(self._last, name)
        return self._last


class _TrackedMapping(_SeenMapping):
    """A stand-in for a mapping."""

    __slots__ = ()

    def _read(self, key: Any) -> Any:
        found = self._last.get(key, _MISSING)
        if type(found) is Actor:
            found = _TrackedActor(found, self, key)
        self._values[key] = found
        return found

    def _read_keys(self) -> tuple[Any, ...]:
        keys = self._keys
        if keys is None:
            keys = self._keys = tuple(self._last)
        return keys

    def __getitem__(self, key: Any) -> Any:
        found = self._values[key] if key in self._values else self._read(key)
        if found is _MISSING:
            raise KeyError(key)
        return found

    def get(self, key: Any, default: Any = None) -> Any:
        found = self._values[key] if key in self._values else self._read(key)
        return default if found is _MISSING else found

    def __contains__(self, key: object) -> bool:
        if self._keys is not None:
            return key in self._last
        return (self._values[key] if key in self._values else self._read(key)) is not _MISSING

    def __iter__(self) -> Iterator[Any]:
        return iter(self._read_keys())

    def __len__(self) -> int:
        return len(self._read_keys())

    def keys(self) -> KeysView[Any]:
        self._read_keys()
        return cast(KeysView[Any], self._last.keys())

    def values(self) -> ValuesView[Any]:
        known = self._values
        found = [known[key] if key in known else self._read(key) for key in self._read_keys()]
        return cast(ValuesView[Any], found)

    def items(self) -> ItemsView[Any, Any]:
        known = self._values
        found = [(key, known[key] if key in known else self._read(key)) for key in self._read_keys()]
        return cast(ItemsView[Any, Any], found)

    def _whole(self) -> Any:
        self._read_keys()
        self._values.update(self._last)
        return self._last


Mapping.register(_TrackedMapping)


class _TrackedTable(_TrackedRecord):
    """A stand-in for a table; its fields are added below."""

    __slots__ = ()


class _OutlineOfTable(_TrackedRecord):
    """A stand-in for a table whose mappings are read as a whole; its fields are added below."""

    __slots__ = ()


class _TrackedActor(_TrackedRecord):
    """A stand-in for a character; its fields are added below."""

    __slots__ = ()


class _Field:
    """A field of a stand-in: read once, it is an attribute."""

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, seen: Any, owner: Any) -> Any:
        name = self._name
        found = seen.__dict__[name] = getattr(seen._last, name)
        return found


class _MappingField(_Field):
    """A field that is a mapping."""

    __slots__ = ()

    def __get__(self, seen: Any, owner: Any) -> Any:
        name = self._name
        found = seen.__dict__[name] = _TrackedMapping(getattr(seen._last, name), seen, name)
        return found


def _complete(stand_in: type, record: Any, *mappings: str) -> None:
    """Give a stand-in the fields and the methods of its record."""
    for name in record.__struct_fields__:
        setattr(stand_in, name, _MappingField(name) if name in mappings else _Field(name))
    for name, method in vars(record).items():
        if callable(method) and not name.startswith("__"):
            setattr(stand_in, name, method)


_complete(_TrackedTable, Table, "options", "scene", "seats", "actors", "zones", "chips", "lists")
_complete(_OutlineOfTable, Table)
_complete(_TrackedActor, Actor, "sheet", "tracks")
_CLOSED: Final[Mapping[type, type]] = {
    _TrackedTable: _SeenRecord,
    _OutlineOfTable: _SeenRecord,
    _TrackedActor: _SeenRecord,
    _TrackedMapping: _SeenMapping,
}
_SEEN: Final = frozenset({*_CLOSED, _SeenRecord, _SeenMapping})
_STAND_INS: Final = frozenset(_CLOSED)


def _closed(seen: Any) -> None:
    """Make a stand-in a mere record of what was read: whoever kept it and reads on fails at once."""
    inside = seen._values if type(seen) is _TrackedMapping else seen.__dict__
    for one in inside.values():
        if type(one) in _CLOSED:
            _closed(one)
    seen.__class__ = _CLOSED[type(seen)]


# ---- functions of a table --------------------------------------------------------------------------------------------


class _Call:
    """A call of another memo: its arguments as constants, or as paths to parts of the caller's arguments."""

    __slots__ = ("arguments", "memo", "result")

    def __init__(self, memo: Callable[..., Any], arguments: tuple[Any, ...], result: Any) -> None:
        self.memo = memo
        self.arguments = arguments
        self.result = result

    def still_holds(self, parts: tuple[Any, ...]) -> bool:
        """Say whether the call gives the same result with other arguments of the caller."""
        try:
            now = self.memo(*[_part_at(one, parts) if type(one) is _Path else one for one in self.arguments])
        except Exception:  # any: the caller runs again, and meets it where it belongs
            return False
        return now is self.result or (type(now) is type(self.result) and bool(now == self.result))


class _Path(tuple[Any, ...]):
    """The way to a part of the arguments of a function: the number of the argument, then fields and keys."""

    __slots__ = ()


def _path_of(seen: Any) -> _Path:
    steps = []
    while type(seen) is not _Run:
        steps.append(seen._key)
        seen = seen._within
    return _Path(reversed(steps))


def _run_of(seen: Any) -> _Run:
    while type(seen) is not _Run:
        seen = seen._within
    return seen


def _part_at(path: _Path, parts: tuple[Any, ...]) -> Any:
    part = parts[path[0]]
    for step in path[1:]:
        part = part[step] if isinstance(part, dict) else getattr(part, step)
    return part


class _Run:
    """One run of a function on stand-ins, with the other memos that it calls."""

    __slots__ = ("calls", "seen")

    def __init__(self, parts: tuple[Any, ...], fine: bool) -> None:
        self.calls: dict[Hashable, _Call] = {}
        self.seen = tuple([_stand_in_for(part, fine)(part, self, place) for place, part in enumerate(parts)])


def _stand_in_for(part: Any, fine: bool) -> Callable[..., Any]:
    kind = type(part)
    if kind is Table:
        return _TrackedTable if fine else _OutlineOfTable
    return _TrackedActor if kind is Actor else _TrackedMapping


class _Entry:
    """A result and all that it depends on."""

    __slots__ = ("calls", "last", "result", "seen")

    def __init__(self, run: _Run, parts: tuple[Any, ...], result: Any) -> None:
        self.last = parts
        self.seen = run.seen
        self.calls = tuple(run.calls.values())
        self.result = result

    def still_holds(self, parts: tuple[Any, ...]) -> bool:
        """Say whether the result is right for other parts of tables."""
        # Plain loops: this runs dozens of times a command.
        for seen, part in zip(self.seen, parts):  # noqa: B905
            if part is not seen._last and not seen.still_holds(part):
                return False
        for call in self.calls:  # noqa: SIM110 (in their order: a later one may depend on an earlier one)
            if not call.still_holds(parts):
                return False
        return True


class _Memo:
    """The results of one function of parts of tables, by its plain arguments."""

    def __init__(self, function: Callable[..., Any], places: tuple[int, ...], fine: bool) -> None:
        self.function = function
        self.fine = fine
        self.collects = isgeneratorfunction(function)
        self.places = places
        self.entries: dict[Hashable, _Entry] = {}
        _ALL.add(self)

    def clear(self) -> None:
        """Forget all results."""
        self.entries.clear()

    def run(self, arguments: tuple[Any, ...]) -> Any:
        """Return a new result."""
        result = self.function(*arguments)
        return tuple(result) if self.collects else result

    def found(self, key: Hashable, parts: tuple[Any, ...], arguments: tuple[Any, ...]) -> Any:
        """Return the result for parts of a table: the last one if it is still right, else a new one."""
        entry = self.entries.get(key)
        if entry is not None and entry.still_holds(parts):
            if _checking:
                self._check(entry, arguments)
            entry.last = parts
            return entry.result
        run = _Run(parts, self.fine)
        given = list(arguments)
        for place, stand_in in zip(self.places, run.seen, strict=True):
            given[place] = stand_in
        try:
            result = self.run(tuple(given))
        finally:
            for stand_in in run.seen:
                _closed(stand_in)
        if hasattr(result, "__next__") or type(result) in _SEEN:
            raise TypeError(f"{self.function.__qualname__} returns something unfinished, or a part of a table")
        if entry is not None and type(result) is type(entry.result) and result == entry.result:
            result = entry.result  # the same object, so that what depends on it stays right
        if len(self.entries) >= ENTRIES:
            self.entries.clear()
        self.entries[key] = _Entry(run, parts, result)
        return result

    def _check(self, entry: _Entry, arguments: tuple[Any, ...]) -> None:
        again = self.run(arguments)
        if again != entry.result:
            raise MemoFault(f"{self.function.__module__}.{self.function.__qualname__}: {entry.result} is now {again}")

    def inside(self, memo: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Return the result inside the run of another memo, which then depends on it."""
        run = next(_run_of(one) for one in arguments if type(one) in _STAND_INS)
        paths = tuple([_path_of(one) if type(one) in _STAND_INS else one for one in arguments])
        key = (self, *[id(one) if n in self.places and type(one) is not _Path else one for n, one in enumerate(paths)])
        known = run.calls.get(key)
        if known is not None:
            return known.result
        try:
            result = memo(*[one._last if type(one) in _STAND_INS else one for one in arguments])
        except Exception:  # nothing is remembered of it, so its caller must read what it read
            return self.run(arguments)
        run.calls[key] = _Call(memo, paths, result)
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
    recorded, and a result is reused while all of that is the same. All other arguments are compared by value. The
    result of a generator is a tuple. A function must depend on its arguments alone, and its result is shared: it must
    not change.

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
    places = _places_of_parts(function)
    if not places:
        return _of_words(function)
    made = _Memo(function, places, fine)
    return _of_one_part(made) if places == (0,) else _of_parts(made)


def projection(function: Callable[P, R]) -> Callable[P, R]:
    """Make the result of a quick function of a table something that memos can depend on.

    It is not cached: a memo that calls it runs it again to see whether its own result is still right. So a memo may
    depend on the attack in progress, and not on everything that is in progress.
    """
    called: Callable[..., R] = function
    inside = _Memo(called, (0,), fine=False).inside

    def project(part: Any, *plain: Any) -> R:
        return cast(R, inside(called, (part, *plain))) if type(part) in _STAND_INS else called(part, *plain)

    return cast(Callable[P, R], update_wrapper(project, function))


def _of_words(function: Callable[..., Any]) -> Callable[..., Any]:
    def collected(*plain: Any) -> Any:
        return tuple(function(*plain))

    cached = lru_cache(maxsize=ENTRIES)(collected if isgeneratorfunction(function) else function)
    return cast(Callable[..., Any], update_wrapper(cached, function))


def _of_one_part(made: _Memo) -> Callable[..., Any]:
    """Return the function for one part, which comes first: by far the most common case."""
    entries, found, inside = made.entries, made.found, made.inside

    def memo_of_part(part: Any, *plain: Any) -> Any:
        kind = type(part)
        if kind in _STAND_INS:
            return inside(memo_of_part, (part, *plain))
        key = (part.id, *plain) if kind is Actor else plain
        entry = entries.get(key)
        if entry is not None and entry.last[0] is part:
            return entry.result
        return found(key, (part,), (part, *plain))

    return update_wrapper(memo_of_part, made.function)


def _of_parts(made: _Memo) -> Callable[..., Any]:
    places, entries, found, inside = made.places, made.entries, made.found, made.inside

    def memo_of_parts(*arguments: Any) -> Any:
        parts = tuple([arguments[place] for place in places])
        for part in parts:
            if type(part) in _STAND_INS:
                return inside(memo_of_parts, arguments)
        names = [part.id if type(part) is Actor else None for part in parts]
        key = (*names, *[one for place, one in enumerate(arguments) if place not in places])
        entry = entries.get(key)
        if entry is not None and all(map(is_, entry.last, parts)):
            return entry.result
        return found(key, parts, arguments)

    return update_wrapper(memo_of_parts, made.function)


def _places_of_parts(function: Callable[..., Any]) -> tuple[int, ...]:
    """Return the positions of the arguments that are parts of a table."""
    arguments = signature(function).parameters.values()
    return tuple(place for place, argument in enumerate(arguments) if _is_part(argument, function))


def _is_part(argument: Parameter, function: Any) -> bool:
    declared = argument.annotation
    if isinstance(declared, str):
        if declared.startswith("Mapping["):
            return True
        declared = function.__globals__.get(declared)
    return declared in (Table, Actor) or get_origin(declared) is Mapping
