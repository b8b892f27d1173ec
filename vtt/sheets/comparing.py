"""One character beside itself at an earlier moment, beside another one, or beside a file; what differs can be taken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from engine.play.words import say
from engine.sheets.changes import Change, compare
from engine.sheets.record import Record, record_of, record_of_actor
from engine.sheets.sheet import Sheet
from engine.sheets.shelf import description_for
from vtt.lens import Lens
from vtt.panels.parts import button, column, row
from vtt.sheets.changes_view import TAKE, WIDE, ChangesList, lines_of, told
from vtt.sheets.stock import readable
from vtt.widgets.dialogue import Choice, Dialogue
from vtt.widgets.text import button_text, label, short
from vtt.widgets.theme import ThemeHub

_LONGEST = 90


@dataclass(frozen=True, slots=True)
class Other:
    """Something to compare with: what it is called, and the record, which is asked for only when it is wanted."""

    label: str
    record: Callable[[], Record | None]


def others_of(lens: Lens, actor: str) -> list[Other]:
    """Return what a character can be compared with, as far as the viewer may know: earlier moments, then others."""
    view = lens.view
    lines = {line.entry: say(line.message) for line in reversed(lens.log())}
    found = []
    for position in lens.moments_of(actor):
        words = lines.get(position + 1)
        title = told("compare.before", what=words) if words else told("compare.earlier", count=position)
        found.append(Other(short(title, _LONGEST), _at(lens, actor, position)))
    wanted = description_for(view.ruleset, view.actors[actor].sheet, view.lists)
    for other in view.actors.values():
        description = description_for(view.ruleset, other.sheet, view.lists) if readable(view, other) else None
        if other.id != actor and description is not None and wanted is not None and description.id == wanted.id:
            found.append(Other(short(other.name, _LONGEST), lambda other=other: record_of_actor(other)))  # type: ignore[misc]
    return found


def _at(lens: Lens, actor: str, position: int) -> Callable[[], Record | None]:
    def record() -> Record | None:
        view = lens.view_at(position)
        found = view.actors.get(actor)
        return record_of(view, actor) if found is not None and readable(view, found) else None

    return record


class CompareDialog(Dialogue):
    """Only what differs; what is ticked is taken over.

    Args:
        hub: the theme.
        sheet: the character as it is now.
        others: what it can be compared with.
        then: gets what is taken over.
        parent: the window it belongs to.

    Signals:
        file_wanted: somebody wants to compare with a file instead.
    """

    file_wanted = Signal()

    def __init__(
        self,
        hub: ThemeHub,
        sheet: Sheet,
        others: Sequence[Other],
        then: Callable[[tuple[Change, ...]], object],
        parent: QWidget | None = None,
    ) -> None:
        self._sheet = sheet
        self._others = others
        self._then = then
        lengths = hub.theme.metrics
        content = QWidget()
        lay = column(content, gap=lengths.pad_m)
        line = row(gap=lengths.pad_m)
        line.addWidget(label(told("compare.with"), "muted", parent=content))
        self.other = QComboBox(content)
        self.other.setAccessibleName(told("compare.with"))
        self.other.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.other.setMinimumContentsLength(20)
        for one in others:
            self.other.addItem(one.label)
        line.addWidget(self.other, 1)
        self.file = button(told("compare.file"), parent=content)
        line.addWidget(self.file)
        lay.addLayout(line)
        self.said = label("", "muted", wrap=True, parent=content)
        lay.addWidget(self.said)
        heads = (told("place"), told("compare.now"), told("compare.there"))
        self.list = ChangesList(hub, heads)
        lay.addWidget(self.list, 1)
        title = told("compare.title", name=short(sheet.record.name, 60))
        choices = (Choice(TAKE, told("compare.take_none"), "primary"), Choice("", told("close")))
        super().__init__(hub, title, (told("compare.how"),), choices, parent, icon="people", content=content, wide=WIDE)
        self.list.table.lines.ticked.connect(self._count)
        self.other.currentIndexChanged.connect(self.show_other)
        self.chosen.connect(self._answered)
        self.file.clicked.connect(self.file_wanted)
        self.show_other(0)

    def show_other(self, at: int) -> None:
        """Compare with another one."""
        record = self._others[at].record() if 0 <= at < len(self._others) else None
        description = self._sheet.description
        changes = () if record is None else compare(description, self._sheet.record, record)
        self.list.table.lines.show_lines(lines_of(description, changes, on=False))
        key = "gone" if record is None else "differs" if changes else "same"
        self.said.setText(told(f"compare.{key}", count=len(changes)))

    def _count(self, count: int) -> None:
        take = self.buttons[TAKE]
        take.setText(button_text(told("compare.take" if count else "compare.take_none", count=count)))
        take.setEnabled(count > 0)

    def _answered(self, key: str) -> None:
        if key == TAKE:
            self._then(self.list.table.lines.chosen)
