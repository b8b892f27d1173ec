"""Reading what a missing game wrote: its commands and procedures are kept as they are in the file."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.core.codec import Codec
from engine.core.commands import Command
from engine.model.table import Procedure


class PreservedCommand(dict[str, Any], Command):
    """A command of a game that is not here: its JSON. Nobody can apply it."""

    def __init__(self, content: dict[str, Any]) -> None:
        super().__init__(content)
        self.seat = str(content.get("seat", ""))


class PreservedProcedure(dict[str, Any], Procedure):
    """Something in progress in a game that is not here, with its continuations: its JSON."""


class PreservingCodec(Codec):
    """A codec that needs no game: commands and procedures stay JSON, and are written back byte for byte equal.

    What all games share (events, characters, cards, the log) is read and checked as ever.
    """

    def __init__(self) -> None:
        self._decoders: dict[Any, msgspec.json.Decoder[Any]] = {}

    def _special(self, type_: type, data: Any) -> Any:
        if isinstance(data, dict):
            if type_ is Command and isinstance(data.get("kind"), str):
                return PreservedCommand(data)
            if type_ is Procedure and isinstance(data.get("procedure"), str):
                return PreservedProcedure(data)
        raise msgspec.ValidationError(f"no such {type_.__name__.lower()}")
