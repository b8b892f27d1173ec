"""Checks of messages: each has a text, and the text gets every word that it wants."""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from engine.messages.message import Message
from engine.messages.texts import template_of


def messages_in(value: Any) -> Iterator[Message]:
    """Yield every message inside a value, at any depth: in offers, views, events, log lines, status pages."""
    if isinstance(value, Message):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from messages_in(getattr(value, name))
    elif isinstance(value, tuple | list):
        for part in value:
            yield from messages_in(part)
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from messages_in(part)


def missing_texts(value: Any) -> Iterator[str]:
    """Yield a sentence for each message inside a value that has no text, or whose text wants a word it does not get."""
    for message in messages_in(value):
        template = template_of(message.key)
        if template is None:
            yield f"the message “{message.key}” has no text"
        elif absent := sorted(_words_wanted(template) - message.params.keys()):
            yield f"the text of “{message.key}” wants {', '.join(absent)}, but the message does not say it"


def _words_wanted(template: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in string.Formatter().parse(template) if name)
