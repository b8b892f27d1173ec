"""Refusals: reasons why a command is not allowed."""

from __future__ import annotations

from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json


class Refused(Exception):
    """A command that the rules or the table do not allow now. Nothing has changed.

    Attributes:
        message: the reason, for the language file.
        rules: the IDs of the rules that forbid it.
    """

    def __init__(self, key: str, *rules: str, **params: Json) -> None:
        self.message = Message(key=f"refused.{key}", params=params)
        self.rules = rules

    @property
    def text(self) -> str:
        """The reason as one sentence."""
        return say(self.message)

    def __str__(self) -> str:
        return self.text
