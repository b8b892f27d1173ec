"""A message: the key of a text and its parameters."""

from __future__ import annotations

from collections.abc import Mapping

from engine.model.frozen import Frozen, Json


class Message(Frozen):
    """The key of a sentence in the language file, with the parameters of the sentence."""

    key: str
    params: Mapping[str, Json] = {}
