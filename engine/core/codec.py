"""Tables, commands and events as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from engine.core.commands import Command
from engine.core.continuation import Continuation
from engine.core.events import Event
from engine.core.history import HistoryEntry, SideNote
from engine.core.rules import Rules
from engine.model.frozen import Frozen
from engine.model.table import Procedure, Table


class CodecError(ValueError):
    """JSON that does not have the required form; the message names the place (`$.commands[2].cards`)."""


class Codec:
    """Reads and writes everything of one game. A written value reads back equal."""

    def __init__(self, rules: Rules) -> None:
        self._commands: dict[str, Any] = dict(rules.commands)
        self._procedures = _by_tag(rules.procedures)
        self._continuations = rules.continuations
        self._continuations_of: dict[type, dict[str, Any]] = {}
        self._decoders: dict[Any, msgspec.json.Decoder[Any]] = {}

    def encode(self, value: Frozen | tuple[Event, ...]) -> bytes:
        """Return a value as JSON."""
        return msgspec.json.encode(value)

    def table(self, data: bytes | str) -> Table:
        """Read a table. Raises CodecError."""
        return self._read(Table, data)  # type: ignore[no-any-return]

    def entry(self, data: bytes | str) -> HistoryEntry:
        """Read an entry of the history. Raises CodecError."""
        return self._read(HistoryEntry, data)  # type: ignore[no-any-return]

    def events(self, data: bytes | str) -> tuple[Event, ...]:
        """Read events. Raises CodecError."""
        return self._read(tuple[Event, ...], data)  # type: ignore[no-any-return]

    def aside(self, data: bytes | str) -> SideNote:
        """Read a side note of the history. Raises CodecError."""
        return self._read(SideNote, data)  # type: ignore[no-any-return]

    def command(self, data: bytes | str) -> Command:
        """Read a command. Raises CodecError."""
        return self._read(Command, data)  # type: ignore[no-any-return]

    def _read(self, type_: Any, data: bytes | str) -> Any:
        decoder = self._decoders.get(type_)
        if decoder is None:
            decoder = self._decoders[type_] = msgspec.json.Decoder(type_, dec_hook=self._special)
        try:
            return decoder.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise CodecError(str(error)) from error

    def _special(self, type_: type, data: Any) -> Any:
        types, tag = self._structs_of(type_)
        name = data.get(tag) if isinstance(data, dict) else None
        struct_type = types.get(name) if isinstance(name, str) else None
        if struct_type is None or not issubclass(struct_type, type_):
            raise msgspec.ValidationError(f"no such {tag}: {str(name)[:60]!r}")
        return msgspec.convert(data, struct_type, dec_hook=self._special)

    def _structs_of(self, type_: type) -> tuple[Mapping[str, Any], str]:
        """Return the structs that a field of a type may hold, by name, and the field with that name."""
        if type_ is Procedure:
            return self._procedures, "procedure"
        if not issubclass(type_, Continuation):
            return self._commands, "kind"
        if type_ not in self._continuations_of:  # a name may occur once for each kind of result
            of_type = (continuation for continuation in self._continuations if issubclass(continuation, type_))
            self._continuations_of[type_] = _by_tag(of_type)
        return self._continuations_of[type_], "then"


def _by_tag(structs: Iterable[type]) -> dict[str, Any]:
    """Return structs by the name that they have in files."""
    return {str(cls.__struct_config__.tag): cls for cls in structs}  # type: ignore[attr-defined]
