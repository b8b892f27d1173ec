"""Tables, commands and events as JSON."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.core.commands import Command
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
        self._procedures = {str(cls.__struct_config__.tag): cls for cls in rules.procedures}  # type: ignore[attr-defined]
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
        types: dict[str, Any]
        types, tag = (
            (self._procedures, "procedure")
            if type_ is Procedure
            else (
                self._commands,
                "kind",
            )
        )
        name = data.get(tag) if isinstance(data, dict) else None
        struct_type = types.get(name) if isinstance(name, str) else None
        if struct_type is None:
            raise msgspec.ValidationError(f"no such {tag}: {str(name)[:60]!r}")
        return msgspec.convert(data, struct_type)
