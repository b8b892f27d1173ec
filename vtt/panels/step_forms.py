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
        steps: `all`, `left` with a number in place of what is done, `near` with the next one alone, just `now`, or its
            `number`.
        turns: `all` with what they have declared, `now` with the present one's alone, `names`, `told`: those alone of
            whom there is something to tell, `due`: those who have not acted yet, `now signs`: the present one by
            name and all others by their letters, `signs` and `due signs`: all, or those who are due, by their letters,
            `one`: who is on, or `none`.
    """

    steps: str
    turns: str


FORMS: Final[tuple[Form, ...]] = (
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
    Form("now", "names"),
    Form("now", "due"),
    Form("now", "now signs"),
    Form("now", "signs"),
    Form("now", "due signs"),
    Form("number", "signs"),
    Form("number", "due signs"),
    Form("near", "one"),
)
"""From the most words to the fewest; the first that fits is taken. Steps go before those whom all wait for."""
LEAST: Final = Form("now", "one")
BRIEF: Final = (*(form for form in FORMS if form.steps in ("now", "number")), LEAST)
"""The forms of the line that the title stands in too."""
BARE: Final = Form("now", "none")
"""The last of these, where even whoever is on has no room."""
DUE: Final = ("now", "waiting", "declared", "ready")
"""The states of those who have not acted yet; the line before the order has the first that is found in it."""
_FEW: Final = ("told", "one", "none", "due", "due signs")


@dataclass(frozen=True, slots=True)
class Part:
    """A tile of the line with what of it may be left out."""

    tile: QWidget
    kind: str
    state: str
    words: ElidedLabel | None = None
    full: str = ""
    name: str = ""
    sign: str = ""
    icon: QWidget | None = None
    """Is left out beside letters alone, which tell of themselves that somebody waits for their turn."""
    near: bool = False
    size: QSize = field(default_factory=QSize)
    members: tuple[Part, ...] = ()
    key: object = None
    """What it shows, so that its tile can be laid down again."""
    sizes: dict[str, QSize] = field(default_factory=dict, compare=False)
    """How large it is with all its words, with its name alone and so on, once that was measured; by these words."""

    def is_in(self, form: Form) -> bool:
        """Say whether it is left standing."""
        match self.kind:
            case "step":
                later = form.steps == "left" or (form.steps == "near" and self.near)
                now = self.state == "now" and form.steps != "number"
                return form.steps == "all" or now or (later and self.state == "later")
            case "chevron":
                kept = (form.steps == "left" and self.state != "done") or (form.steps == "near" and self.near)
                return form.steps == "all" or kept
            case "count":
                return form.steps != "all"
            case "turn":
                return self._acts_in(form) or (form.turns == "told" and self.full != self.name)
            case "divider":  # not alone
                return self._acts_in(form) or (form.turns == "told" and self.near)
            case "group":
                return form.turns not in _FEW or any(member.is_in(form) for member in self.members)
            case _:
                return True

    def _acts_in(self, form: Form) -> bool:
        """Say whether somebody in its state is left standing, whatever there is to tell of them."""
        on = self.state == "now" and form.turns != "none"
        due = self.state in DUE and form.turns in ("due", "due signs")
        return form.turns not in _FEW or on or due

    def is_sign_in(self, form: Form) -> bool:
        """Say whether just the letters of its name are written on it."""
        return form.turns.endswith("signs") and not (form.turns == "now signs" and self.state == "now")

    def words_in(self, form: Form) -> str:
        """Return what is written on it."""
        if self.is_sign_in(form):
            return self.sign
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
        new = [part for part in parts if not part.sizes]
        for part in new:
            part.tile.ensurePolished()
            if part.kind == "turn" and part.words is not None:
                for words in (part.sign, part.name):
                    part.words.set_text(words)
                    if part.icon is not None:
                        part.icon.setHidden(words == part.sign)
                    part.tile.updateGeometry()
                    part.sizes[words] = part.tile.sizeHint()
                part.words.set_text(part.full)
                part.tile.updateGeometry()
            part.sizes[part.full] = part.tile.sizeHint()
        for part in new:
            for member in part.members:
                member.tile.show()
            if part.members:
                part.sizes[part.full] = part.tile.sizeHint()
        for part in parts:
            self._full[part.tile] = part.sizes[part.full]
        self.high = max(size.height() for size in (*self._full.values(), *(part.size for part in parts)))

    def size(self, part: Part, form: Form, room: int) -> QSize:
        """Return the size of a part as a form writes it."""
        if part.kind == "divider":
            return part.size
        if not part.members:
            size = part.sizes.get(part.words_in(form), self._full[part.tile])
            return QSize(min(size.width(), room), size.height())
        every = sum(self._full[m.tile].width() + self._gap for m in part.members)
        there = sum(self.size(m, form, room).width() + self._gap for m in part.members if m.is_in(form))
        frame = self._full[part.tile]
        return QSize(min(frame.width() - every + there, room), frame.height())
