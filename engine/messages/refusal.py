"""Refusals: reasons why a command is not allowed."""

from __future__ import annotations

from typing import TypeVar

from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json

T = TypeVar("T")
E = TypeVar("E", bound=Exception)


class Refused(Exception):
    """A command that the rules or the table do not allow now. Nothing has changed.

    Attributes:
        message: the reason, for the language file.
        rules: the IDs of the rules that forbid it.
    """

    def __init__(self, key: str, *rules: str, **params: Json) -> None:
        self.message = Message(key=f"refused.{key}", params=params)
        self.rules = rules

    @classmethod
    def saying(cls, message: Message, *rules: str) -> Refused:
        """Return a refusal whose reason is a message already.

        >>> Refused.saying(Message(key="high_card:refused.no_cards")).message.key
        'high_card:refused.no_cards'
        """
        refused = cls("", *rules)
        refused.message = message
        return refused

    @property
    def text(self) -> str:
        """The reason as one sentence."""
        return say(self.message)

    def __str__(self) -> str:
        return self.text


def needed(found: T | None, key: str, /, *rules: str, **params: Json) -> T:
    """Return what a command needs. Raises Refused, for this reason, if it is None.

    >>> needed({"Tom": 3}.get("Tom"), "no_such_actor")
    3
    >>> try:
    ...     needed({"Tom": 3}.get("Ann"), "no_such_actor", actor="Ann")
    ... except Refused as refused:
    ...     print(refused.message.key)
    refused.no_such_actor
    """
    if found is None:
        raise Refused(key, *rules, **params)
    return found


def without_traceback(error: E) -> E:
    """Return a caught exception to keep as a value: with its message alone.

    Its traceback and causes would keep the variables of every function on the way alive, and those of their callers.

    >>> try:
    ...     needed(None, "no_such_actor", actor="Ann")
    ... except Refused as refused:
    ...     without_traceback(refused).__traceback__ is None
    True
    """
    error.__traceback__ = error.__cause__ = error.__context__ = None
    return error
