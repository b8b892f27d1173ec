"""One part of a form: its label, its control, what it says in words, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QWidget

from engine.table.frozen import Json
from engine.workshop.bench import Facet, Part, PartKind
from vtt.panels.parts import column, prose, set_prose
from vtt.prep.choosing import ChoiceControl, ChoicesControl, SwitchControl
from vtt.prep.controls import Control
from vtt.prep.lines import LineControl, LinesControl
from vtt.prep.parts_layout import PartsLayout
from vtt.prep.tab_order import in_order
from vtt.prep.words import told
from vtt.widgets.gradual import Gradual
from vtt.widgets.text import label, short, tip
from vtt.widgets.theme import ThemeHub

SPANS: Final = {
    PartKind.WHOLE: 3,
    PartKind.SWITCH: 6,
    PartKind.EXPRESSION: 6,
    PartKind.CHOICE: 6,
    PartKind.TEXT: 6,
}
"""How many of twelve columns a kind likes; any other wants the whole row."""
_AT_ONCE: Final = 3
"""So many parts are made at once; the others follow step by step."""
_Key = tuple[str, PartKind, bool]


class Doing(StrEnum):
    """What somebody does to a record."""

    VALUE = "value"
    ADD = "add"
    REMOVE = "remove"
    MOVE = "move"
    DOUBLE = "double"


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit: what is done, at which path, and the value, or for a move the place."""

    doing: Doing
    path: str
    value: Json = None


@dataclass(frozen=True, slots=True)
class Tools:
    """What every part of a form may need.

    Attributes:
        hub: the theme.
        facets: tells by what the entries of a drawer can be filtered.
    """

    hub: ThemeHub
    facets: Callable[[str], Sequence[Facet]]


class PartBox(QWidget):
    """A part.

    Signals:
        edited: an Edit.
    """

    edited = Signal(object)

    def __init__(self, part: Part, tools: Tools, parent: QWidget) -> None:
        super().__init__(parent)
        hub = tools.hub
        self.path = part.path
        self._hub = hub
        self._lay = column(self, gap=hub.theme.metrics.pad_xs)
        self.title: QLabel | None = None
        if part.kind is not PartKind.SWITCH and part.label:
            self.title = label("", "heading" if part.kind is PartKind.ROWS else "muted", wrap=True, parent=self)
            self._lay.addWidget(self.title)
        self.control = _control(part, tools, self)
        self._lay.addWidget(self.control)
        self._said = prose("", "muted", self)
        self._trouble = prose("", "danger", self)
        self._lay.addWidget(self._said)
        self._lay.addWidget(self._trouble)
        self._lay.addStretch(1)
        self._said.hide()
        self._trouble.hide()
        self.part: Part | None = None
        self.control.edited.connect(self._edited)

    def show_part(self, part: Part, typing: str) -> None:
        """Show the part; `typing` is the path at which somebody is writing."""
        if part == self.part:
            return
        before, self.part, self.path = self.part, part, part.path
        self.control.show_part(part, typing)
        if before is None or (before.label, before.matters, before.help) != (part.label, part.matters, part.help):
            words = part.label if part.matters else told("idle", what=part.label)
            if self.title is not None and self.title.text() != words:
                self.title.setText(short(words, 120))
            self.setToolTip(tip(part.help))
            self.control.first_stop().setAccessibleDescription(short(part.help, 300))
        self._say(self._said, part.spoken or _meaning(part))
        problems = "\n".join(part.problems)
        self._say(self._trouble, problems)

    @property
    def trouble(self) -> str:
        """What is said to be wrong here."""
        return self._trouble.text() if not self._trouble.isHidden() else ""

    @property
    def said(self) -> str:
        """What it says in words."""
        return self._said.text() if not self._said.isHidden() else ""

    def _say(self, shown: QLabel, words: str) -> None:
        if words:
            set_prose(shown, words)
        if shown.isHidden() == bool(words):
            shown.setVisible(bool(words))

    def _edited(self, value: object) -> None:
        if isinstance(value, Edit):
            self.edited.emit(value)  # from a part within this one
        else:
            self.edited.emit(Edit(Doing.VALUE, self.path, value))  # type: ignore[arg-type]


class PartsHost(QWidget):
    """Parts side by side. Those that stay keep their widgets, and with them focus and what is being written.

    Signals:
        edited: an Edit.
    """

    edited = Signal(object)

    def __init__(self, tools: Tools, parent: QWidget) -> None:
        super().__init__(parent)
        self._tools = tools
        lengths = tools.hub.theme.metrics
        self._flow = PartsLayout(self, gap=lengths.pad_m, letter=lengths.font_body)
        self._boxes: dict[_Key, PartBox] = {}
        self._wanted: dict[_Key, Part] = {}
        self._laid: list[PartBox] = []
        self._under = ""
        self._making: Gradual | None = None

    @property
    def boxes(self) -> tuple[PartBox, ...]:
        """The parts, in their order."""
        return tuple(self._boxes.values())

    def show_parts(self, parts: Sequence[Part], typing: str, prefix: str = "", *, under: str = "") -> None:
        """Show these parts, of which `prefix` begins every path; one called as what it stands under is not titled."""
        self._wanted = {(part.path.removeprefix(prefix), part.kind, part.own_words): part for part in parts}
        self._under = under
        gone = [key for key in self._boxes if key not in self._wanted]
        for key in gone:
            box = self._boxes.pop(key)
            box.hide()
            box.deleteLater()
        missing = 0
        for key, part in self._wanted.items():
            if key in self._boxes:
                self._show_box(self._boxes[key], part, typing)
            elif missing < _AT_ONCE:
                missing += 1
                self._make(key)
        self._lay_out()
        if len(self._boxes) < len(self._wanted) and not (self._making is not None and self._making.under_way):
            self._making = Gradual(self._make_rest(), self)

    def finish(self) -> None:
        """Make what is not there yet: somebody wants to go there."""
        for _ in self._make_rest():
            pass

    def _make_rest(self) -> Iterator[None]:
        while True:
            key = next((key for key in self._wanted if key not in self._boxes), None)
            if key is None:
                return
            self._make(key)
            self._lay_out()
            yield

    def _lay_out(self) -> None:
        held = {key: self._boxes[key] for key in self._wanted if key in self._boxes}
        self._boxes = held
        boxes = list(held.values())
        if boxes != self._laid:
            self._laid = boxes
            self._flow.hold([(box, SPANS.get(key[1], 12)) for key, box in held.items()])
            in_order(self.stops())
            for box in boxes:
                if box.isHidden():
                    box.show()

    def _show_box(self, box: PartBox, part: Part, typing: str) -> None:
        box.show_part(part, typing)
        if box.title is not None and part.label == self._under:
            box.title.hide()

    def stops(self) -> list[QWidget]:
        """Return what Tab goes through, in its order."""
        return [stop for box in self._boxes.values() for stop in box.control.stops()]

    def box_at(self, path: str) -> PartBox | None:
        """Return the part at a path."""
        return next((box for box in self.boxes if box.path == path), None)

    def _make(self, key: _Key) -> None:
        part = self._wanted[key]
        box = self._boxes[key] = PartBox(part, self._tools, self)
        box.hide()
        box.edited.connect(self.edited)
        self._show_box(box, part, "")


def _meaning(part: Part) -> str:
    """Return what is chosen means."""
    if part.kind is not PartKind.CHOICE:
        return ""
    return next((way.told for way in part.choices if way.value == part.value), "")


def _control(part: Part, tools: Tools, parent: QWidget) -> Control:
    hub = tools.hub
    match part.kind:
        case PartKind.TEXT | PartKind.WHOLE | PartKind.EXPRESSION:
            return LineControl(hub, parent, part.kind)
        case PartKind.LINES:
            return LinesControl(hub, parent)
        case PartKind.CHOICE:
            return ChoiceControl(hub, parent, own_words=part.own_words)
        case PartKind.CHOICES:
            return ChoicesControl(hub, parent, part)
        case PartKind.SWITCH:
            return SwitchControl(hub, parent)
        case PartKind.COUNTED:
            from vtt.prep.counted import CountedControl

            return CountedControl(hub, parent, tools.facets)
        case PartKind.ROWS:
            from vtt.prep.rows import RowsControl

            return RowsControl(tools, parent)
