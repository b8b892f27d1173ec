"""Compares a character with an earlier state, another character, or a file; differences can be taken over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.messages.texts import say
from engine.sheets.catalogue.sheet_library import description_for
from engine.sheets.editing.record_changes import FieldChange, compare_records
from engine.sheets.model.character_record import Record, record_of, record_of_actor
from engine.sheets.model.filled_sheet import FilledSheet
from vtt.campaign.viewer_campaign import ViewerCampaign
from vtt.sheets.exchange.changes_preview import TAKE, WIDE, ChangesList, exchange_text, lines_of
from vtt.sheets.print_room.printable_items import readable
from vtt.widgets.basic_widgets import NarrowComboBox, button, column, row
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, MessageDialog
from vtt.widgets.plain_text import button_text, label, short

_LONGEST = 90


@dataclass(frozen=True, slots=True)
class ComparableRecord:
    """A record to compare with: its label, and a function that returns it when it is needed."""

    label: str
    record: Callable[[], Record | None]


def comparable_records(viewer_campaign: ViewerCampaign, actor: str) -> list[ComparableRecord]:
    """Return the records to compare a character with, as far as the viewer may know: earlier states, then others."""
    view = viewer_campaign.view
    lines = {line.entry: say(line.message) for line in reversed(viewer_campaign.log())}
    records = []
    for position in viewer_campaign.positions_before_changes(actor):
        words = lines.get(position + 1)
        title = (
            exchange_text("compare.before", what=words) if words else exchange_text("compare.earlier", count=position)
        )
        records.append(ComparableRecord(short(title, _LONGEST), _at(viewer_campaign, actor, position)))
    wanted = description_for(view.ruleset, view.actors[actor].sheet, view.lists)
    for other in view.actors.values():
        description = description_for(view.ruleset, other.sheet, view.lists) if readable(view, other) else None
        if other.id != actor and description is not None and wanted is not None and description.id == wanted.id:
            records.append(ComparableRecord(short(other.name, _LONGEST), lambda other=other: record_of_actor(other)))  # type: ignore[misc]
    return records


def _at(viewer_campaign: ViewerCampaign, actor: str, position: int) -> Callable[[], Record | None]:
    def record() -> Record | None:
        view = viewer_campaign.view_at(position)
        character = view.actors.get(actor)
        return record_of(view, actor) if character is not None and readable(view, character) else None

    return record


class CompareDialog(MessageDialog):
    """A dialog that shows only differences; the ticked ones are taken over.

    Args:
        hub: the theme.
        sheet: the character at present.
        others: the records to compare with.
        then: called with the accepted changes.
        parent: the window it belongs to.

    Signals:
        file_wanted: a comparison with a file is wanted instead.
    """

    file_wanted = Signal()

    def __init__(
        self,
        hub: ThemeHub,
        sheet: FilledSheet,
        others: Sequence[ComparableRecord],
        then: Callable[[tuple[FieldChange, ...]], object],
        parent: QWidget | None = None,
    ) -> None:
        self._sheet = sheet
        self._others = others
        self._then = then
        lengths = hub.theme.metrics
        content = QWidget()
        lay = column(content, gap=lengths.pad_m)
        line = row(gap=lengths.pad_m)
        line.addWidget(label(exchange_text("compare.with"), "muted", parent=content))
        self.other = NarrowComboBox(20, content)
        self.other.setAccessibleName(exchange_text("compare.with"))
        for comparable in others:
            self.other.addItem(comparable.label)
        line.addWidget(self.other, 1)
        self.file = button(exchange_text("compare.file"), parent=content)
        line.addWidget(self.file)
        lay.addLayout(line)
        self.said = label("", "muted", wrap=True, parent=content)
        lay.addWidget(self.said)
        heads = (exchange_text("place"), exchange_text("compare.now"), exchange_text("compare.there"))
        self.list = ChangesList(hub, heads)
        lay.addWidget(self.list, 1)
        title = exchange_text("compare.title", name=short(sheet.record.name, 60))
        choices = (
            DialogButton(TAKE, exchange_text("compare.take_none"), "primary"),
            DialogButton("", exchange_text("close")),
        )
        super().__init__(
            hub, title, (exchange_text("compare.how"),), choices, parent, icon="people", content=content, wide=WIDE
        )
        self.list.table.lines.ticked.connect(self._count)
        self.other.currentIndexChanged.connect(self.show_other)
        self.chosen.connect(self._answered)
        self.file.clicked.connect(self.file_wanted)
        self.show_other(0)

    def show_other(self, at: int) -> None:
        """Compare with another record."""
        record = self._others[at].record() if 0 <= at < len(self._others) else None
        description = self._sheet.description
        changes = () if record is None else compare_records(description, self._sheet.record, record)
        self.list.table.lines.show_lines(lines_of(description, changes, on=False))
        key = "gone" if record is None else "differs" if changes else "same"
        self.said.setText(exchange_text(f"compare.{key}", count=len(changes)))

    def _count(self, count: int) -> None:
        take = self.buttons[TAKE]
        take.setText(button_text(exchange_text("compare.take" if count else "compare.take_none", count=count)))
        take.setEnabled(count > 0)

    def _answered(self, key: str) -> None:
        if key == TAKE:
            self._then(self.list.table.lines.chosen)
