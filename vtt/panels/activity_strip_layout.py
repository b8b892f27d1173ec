"""The strip's line: its parts, and shorter and shorter forms in which it can be written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from vtt.panels.strip_tile import StripTile, TileLook

_SHORTENED: Final = ("cut", "states")
"""Forms of turns with whole names, but long declarations are cut or left out."""
_UNDECLARED: Final = (*_SHORTENED, "first", "due")
"""Forms of turns that have names, but none or not all of their declarations."""


@dataclass(frozen=True, slots=True)
class LineForm:
    """A form of the line: how many words it has for steps and turns.

    Attributes:
        steps: `all`, `left` (without the finished ones), `near` (a number, and the next one only), `now`, `alone` (the
            current one without a number), or its `number`.
        turns: `all` with their declarations, `cut` with the first letters of those, `states` (only declarations of a
            few letters are written), `able` (without those who can do nothing more and declare nothing), `now` with the
            declaration of the current one only, `names`, `told first` (first names with declarations, but as `able`),
            `first` (the same without them), `told signs` (those with a declaration in full, the others by their
            letters), `told` (only those with a declaration or a state), `due` (those who have not acted yet), `now
            signs` (the current one with its declaration, the others by their letters), `signs` and `due signs` (letters
            of all, or of those who are due), `one` (the current one), or `none`.
        named: the tiles whose names are written in full although the form has letters.
        declared: the tiles that say their declarations in full although the form leaves those out or shortens them.
    """

    steps: str
    turns: str
    named: frozenset[QWidget] = frozenset()
    declared: frozenset[QWidget] = frozenset()

    @property
    def has_signs(self) -> bool:
        """Whether it has letters or first names for names."""
        return self.turns.endswith(("signs", "first"))

    @property
    def is_kept(self) -> bool:
        """Whether it is worth being kept at all steps: it says which one is the current one, and the order of turns."""
        return self.steps != "number" and self.turns not in ("one", "none")

    @property
    def has_first_names(self) -> bool:
        """Whether it has first names for all: nobody's name then changes its length from one turn to the next."""
        return self.turns.endswith("first") and not self.named

    def with_whole_names(self, tiles: Iterable[QWidget]) -> LineForm:
        """Return the form with the names of these tiles in full."""
        return replace(self, named=frozenset(tiles))

    def with_name(self, tile: QWidget) -> LineForm:
        """Return the form with the name of one more tile in full, if it has letters instead."""
        return replace(self, named=self.named | {tile}) if self.turns.endswith("signs") else self

    def with_declaration(self, tile: QWidget) -> LineForm:
        """Return the form with the declaration of one more tile, if it has names without them."""
        return replace(self, declared=self.declared | {tile}) if self.turns in _UNDECLARED else self

    def with_current_alone(self, turns: Iterable[StripPart], *, stepped: bool) -> tuple[LineForm, ...]:
        """Return the forms with the current declaration only, the best first; none if it does not shorten those of all.

        Only where no step says what is done, names are shortened for it.
        """
        if self.turns not in _SHORTENED:
            return ()
        current = frozenset(turn.tile for turn in turns if turn.state == "now")
        called_first = () if stepped else (LineForm(self.steps, "first", declared=current),)
        return (LineForm(self.steps, "now"), *called_first)


FORMS: Final[tuple[LineForm, ...]] = (
    LineForm("all", "all"),
    LineForm("left", "all"),
    LineForm("all", "cut"),
    LineForm("left", "cut"),
    LineForm("near", "cut"),
    LineForm("all", "states"),
    LineForm("left", "states"),
    LineForm("near", "states"),
    LineForm("now", "states"),
    LineForm("alone", "states"),
    LineForm("all", "able"),
    LineForm("left", "able"),
    LineForm("near", "able"),
    LineForm("all", "told first"),
    LineForm("left", "told first"),
    LineForm("near", "told first"),
    LineForm("now", "told first"),
    LineForm("alone", "told first"),
    LineForm("all", "first"),
    LineForm("near", "first"),
    LineForm("now", "first"),
    LineForm("all", "told signs"),
    LineForm("left", "told signs"),
    LineForm("near", "told signs"),
    LineForm("all", "told"),
    LineForm("left", "told"),
    LineForm("near", "all"),
    LineForm("near", "told"),
    LineForm("all", "now"),
    LineForm("all", "names"),
    LineForm("left", "now"),
    LineForm("left", "names"),
    LineForm("near", "names"),
    LineForm("now", "names"),
    LineForm("alone", "names"),
    LineForm("now", "due"),
    LineForm("now", "signs"),
    LineForm("now", "due signs"),
    LineForm("number", "signs"),
    LineForm("number", "due signs"),
    LineForm("near", "one"),
)
"""The forms from the most words to the fewest; the strip uses the first that fits. Steps shrink before turns."""
_NAMES_ALONE: Final = FORMS.index(LineForm("all", "names"))
WHOLE_NAMED: Final = frozenset(("all", "cut", "states", "able"))
"""The turns of the forms with whole names that come before those with first names."""
STEPLESS: Final = (*FORMS[:_NAMES_ALONE], LineForm("all", "now signs"), *FORMS[_NAMES_ALONE:])
"""The forms of a line without steps, whose title does not say what the current one does."""
LEAST: Final = LineForm("now", "one")
BRIEF: Final = (*(form for form in FORMS if form.steps in ("now", "alone", "number")), LEAST)
"""The forms of a line that contains the title too."""
BARE: Final = LineForm("now", "none")
"""The shortest form, without even the current turn."""
DUE: Final = ("now", "waiting", "declared", "ready")
"""The states of those who have not acted yet, those who act next first; the line before the order has the first that
is found in it."""
_OVER: Final = ("acted", "idle", "lost", "out")
"""The states of those who can do nothing more."""
_TOO_WIDE: Final = 2**30
_OF_TURNS: Final = ("turn", "divider", "group")
"""The kinds of parts that a form leaves out or shortens for its turns; all others depend on its steps."""
_TOLD: Final = ("told first", "first", "told signs")
_FEW: Final = ("able", "told", "one", "none", "due", "due signs")


@dataclass(frozen=True, slots=True)
class StripPart:
    """A tile of the line with what of it may be left out."""

    tile: QWidget
    kind: str
    state: str
    words: StripTile | None = None
    """The tile, if words are written on it."""
    full: str = ""
    name: str = ""
    sign: str = ""
    first: str = ""
    """The first name, if nobody else has the same; otherwise the whole name."""
    first_full: str = ""
    """The same with its declaration."""
    cut: str = ""
    """The name with the first letters of a long declaration."""
    brief: str = ""
    """The name with a declaration of a few letters, and without a longer one."""
    near: bool = False
    size: QSize = field(default_factory=QSize)
    members: tuple[StripPart, ...] = ()
    key: object = None
    """Everything that the part shows, so that its tile can be used again."""
    widths: dict[tuple[str, bool], int] = field(default_factory=dict, compare=False)
    """Measured widths by the words, such as all of them or the name alone, and whether the icon is before them."""
    step_widths: dict[str, int] = field(default_factory=dict, compare=False)
    """Measured widths of a step before, while and after it is the current one, by those states."""
    looks: Mapping[str, TileLook] = field(default_factory=dict, compare=False)
    """The looks of the tile of a step before, while and after it is the current one, by those states."""

    @property
    def shape(self) -> tuple[str, int] | None:
        """The parts that can be dressed as each other have the same shape; None if it always looks the same."""
        return (self.kind, len(self.members)) if self.kind in ("step", "turn", "group") else None

    def is_in(self, form: LineForm) -> bool:
        """Say whether it is left standing."""
        match self.kind:
            case "step":
                return self.is_step_in(form, self.state, near=self.near)
            case "chevron":
                return self.is_arrow_in(form, self.state, near=self.near)
            case "count":
                return form.steps not in ("all", "left", "alone")
            case "turn":
                return self._acts_in(form) or (form.turns in ("told", "able") and self.full != self.name)
            case "divider":  # not alone
                return self._acts_in(form) or (form.turns in ("told", "able") and self.near)
            case "group":
                return form.turns not in _FEW or any(member.is_in(form) for member in self.members)
            case _:
                return True

    @staticmethod
    def is_step_in(form: LineForm, state: str, *, near: bool) -> bool:
        """Say whether a step is left standing in a state; `near` is the one after the current one."""
        later = form.steps == "left" or (form.steps == "near" and near)
        is_current = state == "now" and form.steps != "number"
        return form.steps == "all" or is_current or (later and state == "later")

    @staticmethod
    def is_arrow_in(form: LineForm, state: str, *, near: bool) -> bool:
        """Say whether the arrow after a step in a state is left standing; `near` is the one after the current step."""
        return form.steps == "all" or (form.steps == "left" and state != "done") or (form.steps == "near" and near)

    def _acts_in(self, form: LineForm) -> bool:
        """Return whether a form shows the turn because of its state, with or without a declaration."""
        on = self.state == "now" and form.turns != "none"
        due = self.state in DUE and form.turns in ("due", "due signs")
        is_over = self.state in _OVER
        if form.turns in _TOLD and is_over and self.full == self.name:
            return False
        return form.turns not in _FEW or on or due or (form.turns == "able" and not is_over)

    def is_sign_in(self, form: LineForm) -> bool:
        """Say whether just the letters of its name, or its first name, are written on it."""
        if not form.has_signs or self.tile in form.named:
            return False
        if form.turns.endswith("first"):
            return True
        is_told = self.full != self.name and form.turns == "told signs"
        return not is_told and not (self.state == "now" and form.turns in ("told signs", "now signs"))

    def has_icon_in(self, form: LineForm) -> bool:
        """Say whether it has its icon; where names have no room, those who wait for a turn are those without one."""
        return not (self.kind == "turn" and self.state == "waiting" and form.has_signs)

    def words_in(self, form: LineForm) -> str:
        """Return what is written on it."""
        is_declared = self.tile in form.declared
        if self.is_sign_in(form):
            first = self.first_full if is_declared else self.first
            return {"first": first, "told first": self.first_full}.get(form.turns, self.sign)
        if is_declared:
            return self.full
        if form.turns in (*_SHORTENED, "first"):
            return self.cut if form.turns == "cut" else self.brief
        whole = form.turns in ("all", "able", "told", *_TOLD)
        whole = whole or (form.turns in ("now", "now signs") and self.state == "now")
        return self.full if whole else self.name


class StripMeasures:
    """The widths of all parts in each form, so that forms can be compared without laying them out.

    Each part is measured once; a part with other contents is another part.

    Args:
        parts: all parts of the line.
        gap: pixels between parts that share a frame.
        room: pixels that a part can have.
        spacing: pixels between the parts of the line.

    Attributes:
        keeps_form: a form fits only if it does whichever step is the current one, so that the line keeps its form from
            step to step.
    """

    def __init__(self, parts: list[StripPart], gap: int, room: int, spacing: int) -> None:
        self.keeps_form = True
        self._gap, self._room, self._spacing = gap, room, spacing
        self._taken: dict[tuple[bool, str], int] = {}
        for part in parts:
            if not part.widths:
                self._measure(part)
        self._steps = [part for part in parts if part.kind == "step"]
        self._chevron = next((part.widths[part.full, True] + spacing for part in parts if part.kind == "chevron"), 0)
        self._growths: dict[str, int] = {}

    @staticmethod
    def _measure(part: StripPart) -> None:
        tile, widths = part.words, part.widths
        if part.kind == "divider":
            widths[part.full, True] = part.size.width()
        elif tile is None:
            part.tile.ensurePolished()
            for member in part.members:
                member.tile.show()
            widths[part.full, True] = part.tile.sizeHint().width()
        else:
            if part.kind == "turn":
                bare = (part.sign, part.first, part.first_full, part.name, part.full) if part.state == "waiting" else ()
                for words in bare:
                    widths[words, False] = tile.size_with(words, icon=False).width()
                for words in (part.sign, part.first, part.first_full, part.name, part.cut, part.brief):
                    widths[words, True] = tile.size_with(words).width()
            widths[part.full, True] = tile.size_with(part.full).width()

    def width(self, part: StripPart, form: LineForm) -> int:
        """Return the width of a part as a form writes it; a frame of several turns may be wider than the room."""
        widths = part.widths
        if part.members:
            full_width = sum([member.widths[member.full, True] + self._gap for member in part.members])
            shown = [self.width(member, form) + self._gap for member in part.members if member.is_in(form)]
            return widths[part.full, True] - full_width + sum(shown)
        width = widths.get((part.words_in(form), part.has_icon_in(form))) if part.kind == "turn" else None
        return min(widths[part.full, True] if width is None else width, self._room)

    def fits(self, tiles: Sequence[StripPart], form: LineForm) -> bool:
        """Return whether one row has room for what a form of the list leaves of the line.

        Many forms have the same steps, or the same turns: what those take is summed up once.
        """
        left = self._all_room(form)
        for of_turns, words in ((False, form.steps), (True, form.turns)):
            taken = self._taken.get((of_turns, words))
            if taken is None:
                kept = [part for part in tiles if (part.kind in _OF_TURNS) is of_turns and part.is_in(form)]
                widths = [self.width(part, form) for part in kept]
                is_cut = max(widths, default=0) > self._room  # see `free`
                taken = self._taken[of_turns, words] = _TOO_WIDE if is_cut else sum(widths) + self._spacing * len(kept)
            left -= taken
        return left >= 0

    def _all_room(self, form: LineForm) -> int:
        return self._room + self._spacing - (self._growth(form) if self.keeps_form else 0)

    def free(self, parts: Iterable[StripPart], form: LineForm) -> int:
        """Return the pixels that one row of parts leaves free; below 0 if they do not fit."""
        free = self._all_room(form)
        for part in parts:
            width = self.width(part, form)
            free -= width + self._spacing
            if free < 0 or width > self._room:  # a frame would cut the names of those who act at once
                return -1
        return free

    def _growth(self, form: LineForm) -> int:
        """Return how much wider the steps are at the step at which they are widest than at the current one."""
        if form.steps not in self._growths:
            states = [part.state for part in self._steps]
            current = states.index("now") if "now" in states else None
            widths = [self._steps_width(form, number) for number in range(len(states))]
            self._growths[form.steps] = max(widths) - widths[current] if current is not None else 0
        return self._growths[form.steps]

    def _steps_width(self, form: LineForm, current: int) -> int:
        """Return the width of the steps and of the arrows between them, while one of them is the current one."""
        width, last = 0, len(self._steps) - 1
        for number, part in enumerate(self._steps):
            state = "done" if number < current else "now" if number == current else "later"
            if part.is_step_in(form, state, near=number == current + 1):
                width += self._width_of_step(part, state) + self._spacing
            if number < last and part.is_arrow_in(form, state, near=number == current):
                width += self._chevron
        return width

    @staticmethod
    def _width_of_step(part: StripPart, state: str) -> int:
        if state not in part.step_widths:
            look, tile = part.looks.get(state), part.words
            is_other = look is not None and tile is not None and state != part.state
            part.step_widths[state] = (
                tile.size_with(part.full, look=look).width() if is_other and tile else part.widths[part.full, True]
            )
        return part.step_widths[state]
