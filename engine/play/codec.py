"""Writing tables, commands and facts down as JSON, and reading them back."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.play.commands import Command
from engine.play.events import Event
from engine.play.game import Game
from engine.play.timeline import Aside, Entry
from engine.table.frozen import Frozen
from engine.table.table import Procedure, Table


class Unreadable(ValueError):
    """Text that is not what it should be; the sentence names the place (`$.commands[2].cards`)."""


class Codec:
    """Reads and writes everything of one game. What it writes, it reads back equal."""

    def __init__(self, game: Game) -> None:
        self._commands: dict[str, Any] = dict(game.commands)
        self._procedures = {str(cls.__struct_config__.tag): cls for cls in game.ruleset.procedures}  # type: ignore[attr-defined]
        self._decoders: dict[Any, msgspec.json.Decoder[Any]] = {}

    def encode(self, value: Frozen | tuple[Event, ...]) -> bytes:
        """Return a value as JSON."""
        return msgspec.json.encode(value)

    def table(self, data: bytes | str) -> Table:
        """Read a table. Raises Unreadable."""
        return self._read(Table, data)  # type: ignore[no-any-return]

    def entry(self, data: bytes | str) -> Entry:
        """Read a line of history. Raises Unreadable."""
        return self._read(Entry, data)  # type: ignore[no-any-return]

    def events(self, data: bytes | str) -> tuple[Event, ...]:
        """Read facts. Raises Unreadable."""
        return self._read(tuple[Event, ...], data)  # type: ignore[no-any-return]

    def aside(self, data: bytes | str) -> Aside:
        """Read a line beside the history. Raises Unreadable."""
        return self._read(Aside, data)  # type: ignore[no-any-return]

    def command(self, data: bytes | str) -> Command:
        """Read a command. Raises Unreadable."""
        return self._read(Command, data)  # type: ignore[no-any-return]

    def _read(self, form: Any, data: bytes | str) -> Any:
        decoder = self._decoders.get(form)
        if decoder is None:
            decoder = self._decoders[form] = msgspec.json.Decoder(form, dec_hook=self._special)
        try:
            return decoder.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Unreadable(str(error)) from error

    def _special(self, form: type, data: Any) -> Any:
        registry: dict[str, Any]
        registry, tag = (
            (self._procedures, "procedure")
            if form is Procedure
            else (
                self._commands,
                "kind",
            )
        )
        name = data.get(tag) if isinstance(data, dict) else None
        found = registry.get(name) if isinstance(name, str) else None
        if found is None:
            raise msgspec.ValidationError(f"no such {tag}: {str(name)[:60]!r}")
        return msgspec.convert(data, found)
