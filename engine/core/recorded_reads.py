"""Records of what a function reads of a table: it runs on a stand-in, which notes every part that is read.

`engine.core.memo` makes a stand-in for each part of a table, lets a function run on it, closes it, and asks it later
whether another part still has all that was read.

>>> from engine.model.frozen import replace
>>> tom = Actor(id="tom", name="Tom", seat="p1")
>>> seen = TrackedActor(tom, {}, None, 0)
>>> seen.name
'Tom'
>>> close_stand_in(seen)
>>> seen.still_holds(replace(tom, seat="p2")), seen.still_holds(replace(tom, name="Tim"))
(True, False)
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, KeysView, Mapping, ValuesView
from typing import Any, Final, TypeVar, cast

from engine.model.seats import Actor
from engine.model.table import Table

T = TypeVar("T")
MISSING: Final = object()
"""The value of a key that a mapping does not have."""
_SCALARS: Final = frozenset({str, int, float})


class SeenPart:
    """The record of everything that was read of a part of a table.

    Attributes:
        _last: the last part that is known to have all that was read.
        _run: the calls of memos of two parts in the run that read it.
        _within, _key: the part that it was read from, and its field or key there; of an argument, None and its number.
        _calls: other memos of it with their other arguments and results.
    """

    __slots__ = ("_calls", "_key", "_last", "_run", "_within")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, last: Any, run: Any, within: Any, key: Any) -> None:
        self._last = last
        self._run = run
        self._within = within
        self._key = key
        self._calls: dict[Any, Any] | None = None

    def _calls_hold(self, now: Any, calls: dict[Any, Any]) -> bool:
        """Say whether other memos give the same results for another part."""
        for memo, plain, result in calls.values():
            try:
                found = memo(now, *plain)
            except Exception:  # any: the function runs again, and meets it where it belongs
                return False
            if found is not result and (type(found) is not type(result) or found != result):
                return False
        return True

    def still_holds(self, now: Any) -> bool:
        """Say whether another part has all that was read."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        raise TypeError("a part of a table cannot be compared inside a memo; compare ids, or use whole()")


class SeenRecord(SeenPart):
    """The record of what was read of a table or a character: its attributes are the values."""

    __slots__ = ("__dict__",)

    def still_holds(self, now: Any) -> bool:
        """Say whether another record has all that was read."""
        if now is self._last:
            return True
        for name, value in self.__dict__.items():
            found = getattr(now, name)
            if found is value or (type(value) is SeenMapping and found is value._last):
                continue  # without the call below
            if not _is_same(found, value):
                return False
        if self._calls is not None and not self._calls_hold(now, self._calls):
            return False
        self._last = now
        return True


class SeenMapping(SeenPart):
    """The record of what was read of a mapping: its keys, if they were read, and values by key."""

    __slots__ = ("_keys", "_values")

    def __init__(self, last: Any, run: Any, within: Any, key: Any) -> None:
        self._last = last
        self._run = run
        self._within = within
        self._key = key
        self._calls = None
        self._keys: tuple[Any, ...] | None = None
        self._values: dict[Any, Any] = {}

    def still_holds(self, now: Any) -> bool:
        """Say whether another mapping has all that was read."""
        if now is self._last:
            return True
        if now is MISSING or (self._keys is not None and self._keys != tuple(now)):
            return False
        get = now.get
        for key, value in self._values.items():
            found = get(key, MISSING)
            if found is value or (type(value) is SeenRecord and found is value._last):
                continue  # without the call below
            if not _is_same(found, value):
                return False
        if self._calls is not None and not self._calls_hold(now, self._calls):
            return False
        self._last = now
        return True


def _is_same(found: Any, value: Any) -> bool:
    """Say whether a value is as it was when it was read; words and numbers are often made anew."""
    kind = type(value)
    if kind in _SCALARS:
        return type(found) is kind and bool(found == value)
    return kind in SEEN and found is not MISSING and value.still_holds(found)


# ---- stand-ins -------------------------------------------------------------------------------------------------------


class TrackedRecord(SeenRecord):
    """A stand-in for a record. It cannot be compared, hashed, changed or written."""

    __slots__ = ()

    def _whole(self) -> Any:
        for name in self._last.__struct_fields__:
            self.__dict__[name] = getattr(self._last, name)
        return self._last


class TrackedMapping(SeenMapping):
    """A stand-in for a mapping."""

    __slots__ = ()

    def _read(self, key: Any) -> Any:
        found = self._last.get(key, MISSING)
        if type(found) is Actor:
            found = TrackedActor(found, self._run, self, key)
        self._values[key] = found
        return found

    def _read_keys(self) -> tuple[Any, ...]:
        keys = self._keys
        if keys is None:
            keys = self._keys = tuple(self._last)
        return keys

    def __getitem__(self, key: Any) -> Any:
        found = self._values[key] if key in self._values else self._read(key)
        if found is MISSING:
            raise KeyError(key)
        return found

    def get(self, key: Any, default: Any = None) -> Any:
        """Return the value of a key."""
        found = self._values[key] if key in self._values else self._read(key)
        return default if found is MISSING else found

    def __contains__(self, key: object) -> bool:
        if self._keys is not None:
            return key in self._last
        return (self._values[key] if key in self._values else self._read(key)) is not MISSING

    def __iter__(self) -> Iterator[Any]:
        return iter(self._read_keys())

    def __len__(self) -> int:
        return len(self._read_keys())

    def keys(self) -> KeysView[Any]:
        """Return all keys."""
        self._read_keys()
        return cast(KeysView[Any], self._last.keys())

    def values(self) -> ValuesView[Any]:
        """Return all values."""
        known = self._values
        found = [known[key] if key in known else self._read(key) for key in self._read_keys()]
        return cast(ValuesView[Any], found)

    def items(self) -> ItemsView[Any, Any]:
        """Return all keys with their values."""
        known = self._values
        found = [(key, known[key] if key in known else self._read(key)) for key in self._read_keys()]
        return cast(ItemsView[Any, Any], found)

    def _whole(self) -> Any:
        self._read_keys()
        self._values.update(self._last)
        return self._last


Mapping.register(TrackedMapping)


class TrackedTable(TrackedRecord):
    """A stand-in for a table; its fields are added below."""

    __slots__ = ()


class OutlineOfTable(TrackedRecord):
    """A stand-in for a table whose mappings are read as a whole; its fields are added below."""

    __slots__ = ()


class TrackedActor(TrackedRecord):
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
        found = seen.__dict__[name] = TrackedMapping(getattr(seen._last, name), seen._run, seen, name)
        return found


def _complete(stand_in: type, record: Any, *mappings: str) -> None:
    """Give a stand-in the fields and the methods of its record."""
    for name in record.__struct_fields__:
        setattr(stand_in, name, _MappingField(name) if name in mappings else _Field(name))
    for name, method in vars(record).items():
        if callable(method) and not name.startswith("__"):
            setattr(stand_in, name, method)


_complete(TrackedTable, Table, "options", "scene", "seats", "actors", "zones", "chips", "lists")
_complete(OutlineOfTable, Table)
_complete(TrackedActor, Actor, "sheet", "tracks")
_CLOSED: Final[Mapping[type, type]] = {
    TrackedTable: SeenRecord,
    OutlineOfTable: SeenRecord,
    TrackedActor: SeenRecord,
    TrackedMapping: SeenMapping,
}
SEEN: Final = frozenset({*_CLOSED, SeenRecord, SeenMapping})
STAND_INS: Final = frozenset(_CLOSED)


def close_stand_in(seen: Any) -> None:
    """Make a stand-in a mere record of what was read: code that kept it and reads on fails at once."""
    inside = seen._values if type(seen) is TrackedMapping else seen.__dict__
    for one in inside.values():
        if type(one) in _CLOSED:
            close_stand_in(one)
    seen._run = seen._within = None
    seen.__class__ = _CLOSED[type(seen)]


def whole(part: T) -> T:
    """Return the real part behind a stand-in, for code that changes a copy of it; the result depends on all of it."""
    return cast(T, part._whole()) if type(part) in STAND_INS else part  # type: ignore[attr-defined]
