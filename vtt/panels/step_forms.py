"""How much of the strip's line is written out: its parts, and the forms in which they can be written."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from vtt.widgets.text import ElidedLabel


@dataclass(frozen=True, slots=True)
class Form:
    """How much of the line is written out.

    Attributes:
        steps: `all`, `left` with a number in place of what is done, `near` with the next one alone, or just `now`.
        turns: `all` with what they have declared, `now` with the present one's alone, `names`, `told`: those alone of
            whom there is something to tell, or `one`: who is on.
    """

    steps: str
    turns: str


FORMS: Final = (
    Form("all", "all"),
    Form("left", "all"),
    Form("all", "told"),
    Form("left", "told"),
    Form("near", "all"),
    Form("near", "told"),
    Form("all", "now"),
    Form("all", "names"),
    Form("left", "now"),
    Form("left", "names"),
    Form("near", "names"),
    Form("near", "one"),
)
"""From the most words to the fewest; the first that fits is taken."""
LEAST: Final = Form("now", "one")


@dataclass(frozen=True, slots=True)
class Part:
    """A tile of the line with what of it may be left out."""

    tile: QWidget
    kind: str
    state: str
    words: ElidedLabel | None = None
    full: str = ""
    name: str = ""
    near: bool = False
    size: QSize = field(default_factory=QSize)
    members: tuple[Part, ...] = ()
    key: object = None
    """What it shows, so that its tile can be laid down again."""
    sizes: dict[str, QSize] = field(default_factory=dict, compare=False)
    """How large it is with all its words (`full`) and with its name alone (`short`), once that was measured."""

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
            case "divider":  # not alone
                return form.turns not in ("told", "one") or self.state == "now" or (form.turns == "told" and self.near)
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
    """How large each part is with all its words and with fewer, so that forms can be tried on paper.

    A part is measured once: what shows anything else is another part.

    Args:
        parts: all of them.
        gap: between those that share a frame.
    """

    def __init__(self, parts: list[Part], gap: int) -> None:
        self._gap = gap
        self._full: dict[QWidget, QSize] = {}
        self._short: dict[QWidget, QSize] = {}
        new = [part for part in parts if not part.sizes]
        for part in new:
            part.tile.ensurePolished()
            if part.kind == "turn" and part.words is not None:
                part.words.set_text(part.name)
                part.sizes["short"] = part.tile.sizeHint()
                part.words.set_text(part.full)
                part.tile.updateGeometry()
            part.sizes["full"] = part.tile.sizeHint()
        for part in new:
            for member in part.members:
                member.tile.show()
            if part.members:
                part.sizes["full"] = part.tile.sizeHint()
        for part in parts:
            self._full[part.tile] = part.sizes["full"]
            if "short" in part.sizes:
                self._short[part.tile] = part.sizes["short"]
        self.high = max(size.height() for size in self._full.values())

    def size(self, part: Part, form: Form, room: int) -> QSize:
        """Return the size of a part as a form writes it."""
        if part.kind == "divider":
            return part.size
        if not part.members:
            whole = part.words_in(form) == part.full
            size = (self._full if whole else self._short).get(part.tile, self._full[part.tile])
            return QSize(min(size.width(), room), size.height())
        every = sum(self._full[m.tile].width() + self._gap for m in part.members)
        there = sum(self.size(m, form, room).width() + self._gap for m in part.members if m.is_in(form))
        frame = self._full[part.tile]
        return QSize(min(frame.width() - every + there, room), frame.height())
