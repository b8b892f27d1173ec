"""How much of the strip's line is written out: its parts, and the forms in which they can be written."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QLabel, QWidget


@dataclass(frozen=True, slots=True)
class Form:
    """How much of the line is written out.

    Attributes:
        steps: `all`, `left` with a number in place of what is done, `near` with the next one alone, or just `now`.
        turns: `all` with what they have declared, `now` with the present one's alone, `names`, `told`: those alone of
            whom there is something to tell, or `one`: who is on.
        lines: how many lines it may take.
    """

    steps: str
    turns: str
    lines: int


FORMS: Final = (
    Form("all", "all", 1),
    Form("all", "now", 1),
    Form("all", "names", 1),
    Form("left", "now", 1),
    Form("left", "names", 1),
    Form("all", "told", 1),
    Form("left", "told", 1),
    Form("near", "told", 1),
    Form("all", "now", 2),
    Form("all", "names", 2),
    Form("left", "names", 2),
    Form("near", "names", 2),
    Form("now", "names", 2),
    Form("near", "one", 1),
)
"""From the most words to the fewest; the first that fits is taken."""
LEAST: Final = Form("now", "one", 1)
WHOLE_LINE: Final = 9999


@dataclass(frozen=True, slots=True)
class Part:
    """A tile of the line with what of it may be left out."""

    tile: QWidget
    kind: str
    state: str
    words: QLabel | None = None
    full: str = ""
    name: str = ""
    near: bool = False
    size: QSize = field(default_factory=QSize)
    members: tuple[Part, ...] = ()
    key: object = None
    """What it shows, so that its tile can be laid down again."""

    def is_in(self, form: Form) -> bool:
        """Say whether it is left standing."""
        match self.kind:
            case "step":
                later = form.steps == "left" or (form.steps == "near" and self.near)
                return form.steps == "all" or self.state == "now" or (later and self.state == "later")
            case "chevron":
                kept = (form.steps == "left" and self.state != "done") or (form.steps == "near" and self.near)
                return form.steps == "all" or kept
            case "count":
                return form.steps != "all"
            case "turn":
                return form.turns not in ("told", "one") or self.state == "now" or self._told(form)
            case "group":
                return form.turns not in ("told", "one") or any(member.is_in(form) for member in self.members)
            case _:
                return True

    def _told(self, form: Form) -> bool:
        return form.turns == "told" and self.full != self.name

    def words_in(self, form: Form) -> str:
        """Return what is written on it."""
        whole = form.turns in ("all", "told") or (form.turns == "now" and self.state == "now")
        return self.full if whole else self.name


class Measures:
    """How large each part is with all its words and with fewer; measured once, so that forms can be tried on paper.

    Args:
        parts: all of them.
        gap: between those that share a frame.
    """

    def __init__(self, parts: list[Part], gap: int) -> None:
        self._gap = gap
        self._full: dict[QWidget, QSize] = {}
        self._short: dict[QWidget, QSize] = {}
        for part in parts:
            if part.kind == "turn" and part.words is not None:
                part.words.setText(part.name)
                self._short[part.tile] = part.tile.sizeHint()
                part.words.setText(part.full)
                part.tile.updateGeometry()
            self._full[part.tile] = part.tile.sizeHint()
        for part in parts:
            for member in part.members:
                member.tile.show()
            if part.members:
                self._full[part.tile] = part.tile.sizeHint()
        self.high = max(size.height() for size in self._full.values())

    def size(self, part: Part, form: Form, room: int) -> QSize:
        """Return the size of a part as a form writes it."""
        if part.kind == "divider":
            return part.size if form.lines == 1 else QSize(room, 0)
        if not part.members:
            whole = part.words_in(form) == part.full
            size = (self._full if whole else self._short).get(part.tile, self._full[part.tile])
            return QSize(min(size.width(), room), size.height())
        every = sum(self._full[m.tile].width() + self._gap for m in part.members)
        there = sum(self.size(m, form, room).width() + self._gap for m in part.members if m.is_in(form))
        frame = self._full[part.tile]
        return QSize(min(frame.width() - every + there, room), frame.height())
