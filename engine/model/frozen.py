"""The base class of everything that is on a table or written to a file, and helpers for JSON values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from operator import attrgetter, is_
from typing import (
    TYPE_CHECKING,
    Any,
    ParamSpec,
    TypeVar,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

F = TypeVar("F")
_SCALARS = frozenset({str, int, float, bool, type(None)})
P = ParamSpec("P")

if TYPE_CHECKING:
    Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]

    @dataclass_transform(frozen_default=True, kw_only_default=True)
    class Frozen:
        """The class below as a type checker needs it: frozen and keyword-only, in all subclasses."""

        def __init_subclass__(
            cls,
            *,
            tag: bool | str | Callable[[str], str] | None = None,
            tag_field: str | None = None,
            kw_only: bool = True,
        ) -> None: ...

    def replace(value: F, /, **changes: object) -> F:
        """Return a value with some fields changed."""
        ...

else:
    from msgspec.structs import replace as replace

    Json = Any  # msgspec accepts any JSON value here; it does not support recursive types

    class Frozen(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
        """A value that never changes: keyword-only, compared by content, written as JSON without its defaults.

        A record in a file that has a key we do not know is refused rather than half understood.
        """


def plain_json(value: Json) -> Json:
    """Return a value as JSON gives it back: every tuple, at any depth, becomes a list."""
    if isinstance(value, (list, tuple)):
        return list(value) if _SCALARS.issuperset(map(type, value)) else [plain_json(part) for part in value]
    if isinstance(value, dict):
        if _SCALARS.issuperset(map(type, value.values())):
            return dict(value)
        return {key: plain_json(part) for key, part in value.items()}
    return value


def built_from(kind: type[F], source: object, /, **others: object) -> F:
    """Return a value of a kind with the fields of the same names of another value; `others` are given instead."""
    made: Any = kind
    source_kind: Any = type(source)
    names, values = _shared_fields(made, source_kind)
    return cast(F, made(**{**dict(zip(names, values(source), strict=True)), **others}))


@cache
def _shared_fields(kind: Any, other: Any) -> tuple[tuple[str, ...], Callable[[object], tuple[object, ...]]]:
    """Return the fields of the same names of two kinds of struct, and what reads them of a value of the second."""
    names = tuple([name for name in kind.__struct_fields__ if name in other.__struct_fields__])
    if len(names) > 1:
        return names, attrgetter(*names)
    return names, lambda value: tuple([getattr(value, name) for name in names])


def after_round_trip(value: F, settled: F | None = None) -> F:
    """Return a value as it is after a round trip through JSON: where any JSON is allowed, tuples are lists.

    Args:
        value: the value.
        settled: an earlier value that is so already; parts that are the same objects there are not looked at again.
    """
    kind: Any = type(value)
    fields = _any_json(kind)
    if not fields:
        return value
    if type(settled) is not kind:
        settled = None
    changes = {}
    for name, settle in fields:
        held = getattr(value, name)
        before = getattr(settled, name) if settled is not None else None
        if held is before or (not held and type(held) is dict):
            continue
        read = settle(held, before)
        if read is not held and read != held:
            changes[name] = read
    return replace(value, **changes) if changes else value


_Settle = Callable[[Any, Any], Any]
"""Normalises a value, beside an earlier value of the same field that is so already; None if there is none."""


@cache
def _any_json(kind: type) -> tuple[tuple[str, _Settle], ...]:
    """Return the fields of a struct that may hold any JSON, each with the function that normalises it."""
    found = ((name, _settling(hint, (kind,))) for name, hint in get_type_hints(kind).items())
    return tuple((name, settle) for name, settle in found if settle is not None)


def _settling(kind: Any, within: tuple[type, ...]) -> _Settle | None:
    """Return the function that normalises a value of a type; None if the type holds no arbitrary JSON."""
    if kind is Any:
        return _plain
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        parts = () if kind in within else get_type_hints(kind).values()
        return after_round_trip if any(_settling(part, (*within, kind)) for part in parts) else None
    inner = next((settle for part in get_args(kind) if (settle := _settling(part, within)) is not None), None)
    if inner is None or get_origin(kind) is not tuple:
        return _plain if inner is _plain else None if inner is None else _structs
    return partial(_parts, inner)


def _plain(value: Any, settled: Any) -> Any:
    return plain_json(value)


def _structs(value: Any, settled: Any) -> Any:
    """Return a mapping of structs, or an optional struct, as it is after reading."""
    if isinstance(value, Mapping):
        return {key: _structs(part, None) for key, part in value.items()}
    return after_round_trip(value, settled) if isinstance(value, msgspec.Struct) else value


def _parts(settle: _Settle, value: Any, settled: Any) -> Any:
    """Return a tuple with its parts as they are after reading, each beside the earlier one in its place."""
    before = settled if type(settled) is tuple else ()
    known = len(before)
    read = [
        part if place < known and part is before[place] else settle(part, before[place] if place < known else None)
        for place, part in enumerate(value)
    ]
    return value if type(value) is tuple and all(map(is_, read, value)) else tuple(read)


def with_words_replaced(value: F, names: Mapping[str, str]) -> F:
    """Return a value in which each text that is a key of `names` is replaced by its new name, at any depth."""
    return cast(F, _with_names(value, names))


def _with_names(value: Any, names: Mapping[str, str]) -> Any:
    if type(value) is str:
        return names.get(value, value)
    if isinstance(value, (list, tuple)):
        return type(value)(_with_names(part, names) for part in value)
    if isinstance(value, Mapping):
        return {names.get(key, key): _with_names(part, names) for key, part in value.items()}
    if isinstance(value, msgspec.Struct):
        return replace(value, **{name: _with_names(getattr(value, name), names) for name in value.__struct_fields__})
    return value
