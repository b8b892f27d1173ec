"""The texts of the window from the language file."""

from __future__ import annotations

from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json


def ui_text(group: str, key: str, /, **params: Json) -> str:
    """Return a text of the language file.

    Args:
        group: the group of texts, such as `shell` or `prep`.
        key: the text in the group, such as `button.cancel`.
        params: the parameters of the text.
    """
    return say(Message(key=f"{group}.{key}", params=params))
