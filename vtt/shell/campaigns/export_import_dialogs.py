"""Dialogs for export and import: the file, a preview of an import, and then the import."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.seats import SHARED
from vtt.shared.game_choices import game_name
from vtt.shell.campaigns.campaign_controller import CampaignController
from vtt.shell.user_settings import UserSettings
from vtt.shell.window.main_window import MainWindow
from vtt.system.user_folders import EXPORT_SUFFIX, free_path
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, MessageDialog
from vtt.widgets.plain_text import short
from vtt.widgets.ui_texts import ui_text

if TYPE_CHECKING:
    from vtt.storage.campaign_import import ImportPlan

MOST_NAMES = 12


class ExportImportDialogs(QObject):
    """Connects the actions for export and import with their dialogs; the campaign controller does the work."""

    def __init__(
        self, window: MainWindow, hub: ThemeHub, user_settings: UserSettings, controller: CampaignController
    ) -> None:
        super().__init__(window)
        self._window = window
        self._hub = hub
        self._user_settings = user_settings
        self._controller = controller
        window.named_actions.on("export", self.choose_export)
        window.named_actions.on("import", self.choose_import)

    def choose_export(self) -> None:
        """Ask for the file of the export, and write it."""
        opened = self._controller.opened
        if opened is None:
            return
        near = free_path(self._controller.folder_to_save, opened.name, EXPORT_SUFFIX)
        dialog = QFileDialog(self._window, ui_text("shell", "file.export_title"), str(near))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([ui_text("shell", "file.exports")])
        dialog.setDefaultSuffix(EXPORT_SUFFIX.removeprefix("."))
        self._controller.ask_file(dialog, self.export_to)

    def export_to(self, target: Path) -> None:
        """Write the campaign into a zip, while play continues."""
        opened = self._controller.opened
        if opened is None:
            return
        from vtt.storage.campaign_export import export_campaign

        self._controller.work(
            ui_text("shell", "wait.exporting"),
            lambda progress: export_campaign(opened.path, target, progress, replace=True),
            lambda _: self._window.notices.say(ui_text("shell", "said.exported", name=short(target.name))),
        )

    def choose_import(self) -> None:
        """Ask for the export to import."""
        dialog = QFileDialog(
            self._window, ui_text("shell", "file.import_title"), str(self._user_settings.places.campaigns)
        )
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([ui_text("shell", "file.exports"), ui_text("shell", "file.any")])
        self._controller.ask_file(dialog, self.preview_import)

    def preview_import(self, source: Path) -> None:
        """Read an export and show what it would bring. Nothing is imported yet."""
        from vtt.storage.campaign_import import preview_import

        opened = self._controller.opened
        here = opened.history.table if opened is not None else None
        folder = self._user_settings.places.campaigns
        self._controller.work(
            ui_text("shell", "wait.importing"),
            lambda _: preview_import(source, folder=folder, here=here),
            self._show_preview,
        )

    def _show_preview(self, plan: ImportPlan) -> MessageDialog:
        people = [short(seat.name, 30) for seat in plan.seats[:MOST_NAMES]]
        characters = [short(actor.name, 30) for actor in plan.characters[:MOST_NAMES]]
        sentences = [
            ui_text("shell", "import.what", name=short(plan.name), game=game_name(plan.ruleset), count=plan.position),
            ui_text("shell", "import.people", people=people, characters=characters or ["–"]),
            *(
                ui_text("shell", "import.about", button=_button_of(conflict), what=say(conflict))
                for conflict in plan.conflicts
            ),
            ui_text("shell", "import.asks", button=ui_text("shell", "button.import")),
        ]
        choices = [
            DialogButton("new", ui_text("shell", "button.import"), "primary"),
            DialogButton("", ui_text("shell", "button.cancel")),
        ]
        opened = self._controller.opened
        if opened is not None and opened.game.ruleset.id == plan.ruleset and plan.characters:
            choices.insert(1, DialogButton("characters", ui_text("shell", "button.import_characters")))
            sentences.append(
                ui_text("shell", "import.asks_characters", button=ui_text("shell", "button.import_characters"))
            )
        dialogue = MessageDialog(
            self._hub, ui_text("shell", "import.title"), sentences, choices, self._window, icon="chevron-down", wide=600
        )
        dialogue.chosen.connect(lambda key: self._bring(plan, key))
        dialogue.open()
        return dialogue

    def _bring(self, plan: ImportPlan, key: str) -> None:
        if key == "new":
            from vtt.storage.campaign_import import import_campaign

            places = self._user_settings.places
            self._controller.open_in_background(
                ui_text("shell", "wait.importing"),
                lambda _: import_campaign(plan, places.campaigns, backups=places.backups),
            )
        elif key == "characters":
            self._bring_characters(plan)

    def _bring_characters(self, plan: ImportPlan) -> None:
        from vtt.storage.campaign_errors import ImportDoesNotFit
        from vtt.storage.campaign_import import import_characters

        opened, campaign = self._controller.opened, self._controller.campaign
        if opened is None or campaign is None:
            return
        seats = campaign.viewer_campaign(SHARED).view.seats.values()
        gm = next((seat.id for seat in seats if seat.role == "gm"), "")
        try:
            imported = import_characters(plan, opened.history.table, gm, [a.id for a in plan.characters])
        except ImportDoesNotFit as error:
            self._controller.work_failed(error)
            return
        for picture in imported.pictures:
            if campaign.picture(picture.id) is None and not campaign.store_picture(picture):
                return
        for command in imported.commands:
            if not campaign.submit(command):
                return
        names = ", ".join(short(actor.name, 30) for actor in plan.characters[:MOST_NAMES])
        self._window.notices.say(ui_text("shell", "said.imported", name=names))
        for line in imported.left_behind:
            self._window.notices.note(ui_text("shell", "said.left_behind", what=short(line, 120)))


def _button_of(conflict: Message) -> str:
    """Return the label of the button that a sentence about an import refers to."""
    return ui_text(
        "shell", "button.import_characters" if conflict.key == "save.conflict.character" else "button.import"
    )
