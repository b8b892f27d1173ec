"""Dialogs for backups: the check of the open campaign and its backups, and going back to one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from engine.messages.refusal import without_traceback
from vtt.shell.campaigns.campaign_controller import CampaignController
from vtt.shell.window.main_window import MainWindow
from vtt.storage.campaign_errors import CampaignError, FileTaskCancelled
from vtt.system.timestamps import spoken_time
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, MessageDialog
from vtt.widgets.ui_texts import ui_text
from vtt.widgets.wrapping_items import wrap_items

if TYPE_CHECKING:
    from vtt.storage.backups import Backup
    from vtt.storage.full_check import CheckedFile
    from vtt.widgets.tasks.task_runner import Progress


class BackupDialogs(QObject):
    """Connects the actions for the check and for backups with their dialogs; the campaign controller does the work."""

    def __init__(self, window: MainWindow, hub: ThemeHub, controller: CampaignController) -> None:
        super().__init__(window)
        self._window = window
        self._hub = hub
        self._controller = controller
        window.named_actions.on("restore", self.look_for_backups)
        window.named_actions.on("check", self.check)

    def check(self) -> None:
        """Check the campaign file and its backups, and show the result; play continues meanwhile."""
        opened = self._controller.opened
        if opened is None:
            return
        from vtt.storage.backups import good_backups, list_backups
        from vtt.storage.full_check import check_campaign

        def check_all(progress: Progress) -> tuple[CheckedFile | CampaignError, int, tuple[Backup, ...]]:
            result: CheckedFile | CampaignError
            try:
                result = check_campaign(opened.path, progress=progress)
            except FileTaskCancelled:
                raise
            except CampaignError as error:
                result = without_traceback(error)
            return result, len(list_backups(opened.backups)), good_backups(opened.backups)

        self._controller.work(ui_text("shell", "wait.checking"), check_all, lambda results: self._show_check(*results))

    def _show_check(self, result: CheckedFile | CampaignError, count: int, good: tuple[Backup, ...]) -> MessageDialog:
        choices = [DialogButton("", ui_text("shell", "button.close"), "primary")]
        if isinstance(result, CampaignError):
            whole = False
            sentences = [str(result)]
        else:
            whole = True
            sentences = [ui_text("shell", "check.whole", gestures=result.gestures, size=max(1, result.size // 1024))]
            counts = {"pictures": result.pictures, "sheets": result.sheets, "encounters": result.encounters}
            parts = [ui_text("shell", f"check.kept_{kind}", count=count) for kind, count in counts.items() if count]
            if parts:
                sentences.append(ui_text("shell", "check.kept", parts=parts))
        if good:
            newest = spoken_time(good[0].made)
            sentences.append(ui_text("shell", "check.backups", good=len(good), count=count, newest=newest))
            choices.append(DialogButton("restore", ui_text("shell", "action.restore")))
        else:
            sentences.append(ui_text("shell", "check.no_backups", count=count))
        dialogue = MessageDialog(
            self._hub,
            ui_text("shell", "check.title_whole" if whole else "check.title_broken"),
            sentences,
            choices,
            self._window,
            icon="check" if whole else "warning",
            wide=600,
        )
        dialogue.chosen.connect(lambda key: self._show_backups(good) if key == "restore" else None)
        dialogue.open()
        return dialogue

    def look_for_backups(self) -> None:
        """Find the backups that are whole, and offer them."""
        opened = self._controller.opened
        if opened is None:
            return
        from vtt.storage.backups import good_backups

        folder = opened.backups
        self._controller.work(ui_text("shell", "wait.restoring"), lambda _: good_backups(folder), self._show_backups)

    def _show_backups(self, backups: tuple[Backup, ...]) -> MessageDialog | None:
        opened = self._controller.opened
        if opened is None:
            return None
        path = opened.path
        if not backups:
            self._window.notices.say(ui_text("shell", "backups.none"))
            return None
        return choose_backup(
            self._hub,
            self._window,
            backups,
            (ui_text("shell", "backups.asks"),),
            lambda backup: self._controller.restore(backup.path, path),
        )


def choose_backup(
    hub: ThemeHub,
    window: QWidget,
    backups: Sequence[Backup],
    sentences: Sequence[str],
    restore: Callable[[Backup], object],
    *,
    line: Callable[[Backup], str] | None = None,
    look: Callable[[Backup], object] | None = None,
) -> MessageDialog:
    """List backups of a campaign or a library, of which one can be restored, or looked into if there is a way to.

    Args:
        hub: the theme.
        window: the window.
        backups: the backups, the latest state first.
        sentences: what a restore does.
        restore: is called with the chosen backup.
        line: returns the line of a backup in the list.
        look: is called with the backup to look into.
    """
    moments = QListWidget()
    moments.setAccessibleName(ui_text("shell", "backups.title"))
    moments.setMinimumHeight(hub.theme.metrics.control * 5)
    for backup in backups:
        moments.addItem(QListWidgetItem((line or _line)(backup)))
    wrap_items(moments)
    moments.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    moments.setCurrentRow(0)
    content = QWidget()
    column = QVBoxLayout(content)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(moments)
    choices = [
        DialogButton("", ui_text("shell", "button.cancel"), "primary"),
        DialogButton("restore", ui_text("shell", "button.restore"), "danger"),
    ]
    if look is not None:
        choices.insert(1, DialogButton("look", ui_text("shell", "button.look_into")))
    dialogue = MessageDialog(
        hub, ui_text("shell", "backups.title"), sentences, choices, window, icon="clock", content=content, wide=600
    )

    def answer(key: str) -> None:
        backup = backups[moments.currentRow()]
        if key == "restore":
            restore(backup)
        elif key == "look" and look is not None:
            look(backup)

    dialogue.chosen.connect(answer)
    dialogue.open()
    return dialogue


def _line(backup: Backup) -> str:
    kind = "before_restore" if backup.replaced else "moment"
    return ui_text("shell", f"backups.{kind}", when=spoken_time(backup.made), size=max(1, backup.size // 1024))
