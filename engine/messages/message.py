"""A message: the key of a text and its parameters."""

from __future__ import annotations

from collections.abc import Mapping

from engine.model.frozen import Frozen, Json


class Message(Frozen):
    """The key of a sentence in the language file, with the parameters of the sentence.

    A key such as `high_card:log.plays` is looked up in the texts of that game first, then in those of the program.
    """

    key: str
    params: Mapping[str, Json] = {}

    @property
    def plain_key(self) -> str:
        """The key without the game that it is looked up in first (`high_card:log.plays`)."""
        return self.key.rpartition(":")[2]
