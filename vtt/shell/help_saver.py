"""Asks for the file of the help pages, and writes them beside play."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from vtt.shell.campaigns.campaign_controller import CampaignController
from vtt.shell.window.main_window import MainWindow
from vtt.system.user_folders import documents
from vtt.widgets.plain_text import short
from vtt.widgets.ui_texts import ui_text


class HelpSaver(QObject):
    """Connects the help window with the file dialog; the campaign controller does the work."""

    def __init__(self, window: MainWindow, controller: CampaignController) -> None:
        super().__init__(window)
        self._window = window
        self._controller = controller
        window.help_pdf_wanted.connect(self.choose_file)

    def choose_file(self) -> None:
        """Ask for the file, and write the pages to it."""
        dialog = QFileDialog(self._window, ui_text("help", "save_pdf"), str(documents() / ui_text("help", "pdf_name")))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([ui_text("help", "pdf_files")])
        dialog.setDefaultSuffix("pdf")
        self._controller.ask_file(dialog, self.save_to)

    def save_to(self, file: Path) -> None:
        """Write the pages to a file, those of the open game first."""
        from vtt.help.help_pdf import save_help

        opened = self._controller.opened
        game = opened.game.ruleset.id if opened is not None else None
        self._controller.work(
            ui_text("help", "saving"),
            lambda _progress: save_help(file, game),
            lambda _none: self._window.notices.say(ui_text("help", "pdf_saved", name=short(file.name))),
        )
