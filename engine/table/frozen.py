"""The one base of everything that lies on a table or is written to a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
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
P = ParamSpec("P")
KEPT = 512
"""How many results of one function are remembered."""

if TYPE_CHECKING:
    Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]

    @dataclass_transform(frozen_default=True, kw_only_default=True)
    class Frozen:
        """What a type checker needs to know of the class below: frozen and keyword-only all the way down."""

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

    Json = Any  # the reader of files takes any JSON value here; it does not follow a type that holds itself

    class Frozen(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
        """A value that never changes: keyword-only, compared by content, written as JSON without its defaults.

        A record in a file that has a key we do not know is refused rather than half understood.
        """


def kept(make: Callable[P, F]) -> Callable[P, F]:
    """Remember what a function makes of the same words and numbers; what never changes need not be made twice.

    All that the result depends on must be among the arguments, and none of them may be as large as a table.
    """
    return cast(Callable[P, F], lru_cache(maxsize=KEPT)(make))


def plain(value: Json) -> Json:
    """Return a value as JSON gives it back: tuples are lists, all the way down."""
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    return value


def as_read(value: F) -> F:
    """Return a value as it is once it was written down and read back: where any JSON may be, tuples are lists."""
    kind: Any = type(value)
    changes = {}
    for name, settle in _any_json(kind):
        held = getattr(value, name)
        read = settle(held)
        if read != held:
            changes[name] = read
    return replace(value, **changes) if changes else value


_Settle = Callable[[Any], Any]


@cache
def _any_json(kind: type) -> tuple[tuple[str, _Settle], ...]:
    """Return the fields of a struct in which any JSON may be, at whatever depth, each with what reads it."""
    found = ((name, _settling(hint, (kind,))) for name, hint in get_type_hints(kind).items())
    return tuple((name, settle) for name, settle in found if settle is not None)


def _settling(kind: Any, within: tuple[type, ...]) -> _Settle | None:
    """Return what reads a value of a type; None where it holds no JSON but what its type says."""
    if kind is Any:
        return plain
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        parts = () if kind in within else get_type_hints(kind).values()
        return as_read if any(_settling(part, (*within, kind)) for part in parts) else None
    inner = next((settle for part in get_args(kind) if (settle := _settling(part, within)) is not None), None)
    if inner is None or get_origin(kind) is not tuple:
        return plain if inner is plain else None if inner is None else _structs
    return lambda value: tuple(inner(part) for part in value)


def _structs(value: Any) -> Any:
    """Return a mapping of structs, or a struct where there may be one, as it is read."""
    if isinstance(value, Mapping):
        return {key: _structs(part) for key, part in value.items()}
    return as_read(value) if isinstance(value, msgspec.Struct) else value


def with_names(value: F, names: Mapping[str, str]) -> F:
    """Return a value that says a word's new name wherever it said the word itself, all the way down."""
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
