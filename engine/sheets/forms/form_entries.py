"""The fields of a form that comes back: what is written in each, and what cannot be imported."""

from __future__ import annotations

from engine.model.frozen import Frozen


class FormEntry(Frozen):
    """The content of one field of a form.

    Attributes:
        path: the place on the sheet.
        text: the text; for several tick boxes their number, for a single box `yes` or nothing.
        printed: the text in the form when it was made; None if unknown.
        boxes: the number of tick boxes; 0 for any other field.
        states: the answers to choose from; empty for a field of free text.
    """

    path: str
    text: str
    printed: str | None = None
    boxes: int = 0
    states: tuple[str, ...] = ()


class UnreadEntry(Frozen):
    """An entry of a form that cannot be imported: its label, its text, and the reason."""

    label: str
    text: str
    why: str
