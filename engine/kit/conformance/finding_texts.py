"""The sentences of the conformance suite, from the language file.

>>> finding_text("texts", key="log.deals")
'the message “log.deals” has no text'
"""

from __future__ import annotations

from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json


def finding_text(key: str, /, **params: Json) -> str:
    """Return a finding as a sentence."""
    return say(Message(key=f"conformance.finding.{key}", params=params))
