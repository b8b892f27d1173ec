"""Checks of messages: each has a text, and the text gets every word that it wants."""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from engine.kit.conformance.finding_texts import finding_text
from engine.messages.message import Message
from engine.messages.texts import template_of

_PLAIN = frozenset({str, int, bool, float, type(None)})


def messages_in(value: Any) -> Iterator[Message]:
    """Yield every message inside a value, at any depth: in offers, views, events, log lines, status pages."""
    values = [value]  # a list and no recursion: there is much to look at
    while values:
        one = values.pop()
        if type(one) in _PLAIN:
            continue
        if isinstance(one, Message):
            yield one
        elif isinstance(one, msgspec.Struct):
            values += [getattr(one, name) for name in one.__struct_fields__]
        elif isinstance(one, Mapping):
            values += one.values()
        elif isinstance(one, tuple | list):
            values += one


def text_problems(value: Any) -> Iterator[tuple[str, str]]:
    """Yield for each message inside a value that has no text, or whose text has a gap, the check and a sentence."""
    for message in messages_in(value):
        template = template_of(message.key)
        if template is None:
            yield "texts", finding_text("texts", key=message.key)
        elif absent := sorted(_words_wanted(template) - message.params.keys()):
            yield "parameters", finding_text("parameters", key=message.key, names=absent)


_OPTIONAL = ("given", "some", "changes", "quoted", "plural")
"""Formats that say nothing, or something sensible, about a word that is absent."""


def _words_wanted(template: str) -> frozenset[str]:
    """Return the words without which a text has a gap."""
    fields = string.Formatter().parse(template)
    return frozenset(name for _, name, spec, _ in fields if name and not (spec or "").startswith(_OPTIONAL))
