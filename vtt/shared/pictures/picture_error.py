"""The error of a file or image that cannot be used as a picture."""

from __future__ import annotations

from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json


class PictureError(Exception):
    """A file or image that cannot be used as a picture; its text is one sentence."""

    def __init__(self, key: str, **params: Json) -> None:
        super().__init__(say(Message(key=f"sheets.picture.{key}", params=params)))
