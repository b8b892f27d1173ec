"""Groups of texts whose keys begin alike, such as those of one status page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.messages.message import Message
from engine.model.frozen import Json
from engine.presentation.status_pages import OfferButton, ProgressBox, StatusPageCell


@dataclass(frozen=True, slots=True)
class TextGroup:
    """Makes the messages, cells and buttons of a status page; each is named by the end of its key.

    >>> TEXTS = TextGroup("rest")
    >>> TEXTS("slept", hours=8)
    Message(key='rest.slept', params={'hours': 8})
    >>> TEXTS.button("sleep", "sleep_on", hours=2).answers
    {'hours': 2}
    """

    prefix: str

    def __call__(self, name: str, /, **params: Json) -> Message:
        """Return a message."""
        return Message(key=f"{self.prefix}.{name}", params=params)

    def columns(self, *names: str) -> tuple[Message, ...]:
        """Return the headings of columns; their keys begin with `column_`."""
        return tuple(self(f"column_{name}") for name in names)

    def cell(
        self,
        name: str,
        params: Mapping[str, Json] | None = None,
        *,
        sign: str = "",
        tone: str = "",
        details: tuple[Message, ...] = (),
        boxes: tuple[ProgressBox, ...] = (),
        until: int | None = None,
        buttons: tuple[OfferButton, ...] = (),
    ) -> StatusPageCell:
        """Return a cell with a text; the rest is as in `StatusPageCell`."""
        text = self(name, **(params or {}))
        return StatusPageCell(
            text=text, sign=sign, tone=tone, details=details, boxes=boxes, until=until, buttons=buttons
        )

    def button(self, offer: str, name: str, /, **answers: Json) -> OfferButton:
        """Return a button for an offer, with a text and answers."""
        return OfferButton(offer=offer, answers=answers, label=self(name))
