"""The actions of links in a note: open its target, roll, show, choose among several, or write a missing note."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QMenu

from engine.core.commands import Command
from engine.core.manual_moves import RollDice
from engine.kit.notes.note_commands import RollDiceForGM
from engine.kit.notes.note_links import NoteLink
from engine.kit.random_tables.random_table_commands import RollRandomTable
from engine.messages.texts import say
from vtt.shared.campaign_panel import CampaignPanel, gm_seat
from vtt.shared.notes.note_targets import NoteTarget, NoteTargets
from vtt.widgets.plain_text import button_text, short
from vtt.widgets.ui_texts import ui_text


class NoteLinkActions(QObject):
    """The actions of links in the notes that a panel shows.

    Args:
        panel: the panel, for its viewer.
        targets: returns what links can lead to now.

    Signals:
        target_wanted: a NoteTarget is to be opened.
        note_wanted: a note with this title is to be written.
        said: a sentence with the IDs of its rules.
    """

    target_wanted = Signal(object)
    note_wanted = Signal(str)
    said = Signal(str, object)

    def __init__(self, panel: CampaignPanel, targets: Callable[[], NoteTargets]) -> None:
        super().__init__(panel)
        self._panel = panel
        self._targets = targets
        self.menu: QMenu | None = None

    def follow(self, link: NoteLink) -> None:
        """Do what a link is for; with more than one possibility ask in a menu."""
        targets = self._targets()
        found = targets.find(link.target)
        choices: list[tuple[str, Callable[[], object]]] = []
        if link.is_dice:
            choices = self._dice(link.target) if targets.is_gm else []
        elif not found and targets.is_gm:
            name = short(link.target, 60)
            choices = [(ui_text("notes_page", "menu.make", name=name), partial(self.note_wanted.emit, link.target))]
        elif len(found) == 1 and not (found[0].can_roll or found[0].can_show):
            self.target_wanted.emit(found[0])
        elif len(found) == 1:
            words = ui_text("notes_page", "menu.open", name=short(found[0].name, 60))
            first = self._table(found[0]) if found[0].can_roll else self._handout(found[0])
            choices = [*first, (words, partial(self.target_wanted.emit, found[0]))]
        else:
            for target in found:
                choices += self._handout(target) if target.can_show else []
                words = ui_text("notes_page", "menu.one", name=short(target.name, 60), what=target.word)
                choices.append((words, partial(self.target_wanted.emit, target)))
        if choices:
            self._ask(choices)

    def leave(self) -> None:
        """Close the menu, because the viewer changes."""
        if self.menu is not None:
            self.menu.close()

    def _dice(self, dice: str) -> list[tuple[str, Callable[[], object]]]:
        seat = gm_seat(self._panel.view)
        return [
            (ui_text("notes_page", "menu.for_gm"), partial(self._roll, RollDiceForGM(seat=seat, dice=dice))),
            (ui_text("notes_page", "menu.for_all"), partial(self._roll, RollDice(seat=seat, dice=dice))),
        ]

    def _table(self, table: NoteTarget) -> list[tuple[str, Callable[[], object]]]:
        seat = gm_seat(self._panel.view)
        return [
            (
                ui_text("notes_page", f"menu.{key}"),
                partial(self._roll, RollRandomTable(seat=seat, table=table.id, to_all=all_)),
            )
            for key, all_ in (("for_gm", False), ("for_all", True))
        ]

    def _handout(self, handout: NoteTarget) -> list[tuple[str, Callable[[], object]]]:
        show = partial(self._panel.viewer_campaign.show_handout, handout.id)
        return [(ui_text("notes_page", "menu.show", name=short(handout.name, 60)), show)]

    def _roll(self, command: Command) -> None:
        """Roll, and say what came; real dice are asked for first, and then the log says it."""
        campaign = self._panel.viewer_campaign
        before = len(campaign.log())
        if campaign.submit(command, self._panel):
            lines = campaign.log()
            if len(lines) > before:
                self.said.emit(say(lines[-1].message), ())

    def _ask(self, choices: list[tuple[str, Callable[[], object]]]) -> None:
        self.leave()
        self.menu = QMenu(self._panel)
        for words, do in choices:
            self.menu.addAction(button_text(words)).triggered.connect(lambda _=False, do=do: do())
        self.menu.popup(QCursor.pos() + QPoint(2, 2))
