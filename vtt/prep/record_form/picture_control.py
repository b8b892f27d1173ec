"""The control of a field for a picture."""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from engine.kit.content_editor.view_models import EditorField
from vtt.prep.record_form.form_control import FormControl
from vtt.shared.pictures.picture_input import PictureInput
from vtt.shared.pictures.picture_reader import LONGEST_ON_SCREEN, PictureUse
from vtt.shared.pictures.picture_store import WritablePictureStore
from vtt.widgets.basic_widgets import column, prose, set_prose
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.tasks.task_runner import TaskRunner
from vtt.widgets.ui_texts import ui_text

_ON_SCREEN: Final = PictureUse(longest=LONGEST_ON_SCREEN, svg=True)


class PictureControl(FormControl):
    """The place of a picture, and below it what is wrong with a file that cannot be used."""

    def __init__(self, hub: ThemeHub, parent: QWidget, pictures: WritablePictureStore, task_runner: TaskRunner) -> None:
        super().__init__(hub, parent)
        self._pictures = pictures
        self.input = PictureInput(hub, "", self, pictures, task_runner, _ON_SCREEN)
        self.trouble = prose("", "danger", self)
        self.trouble.hide()
        lay = column(self)
        lay.addWidget(self.input)
        lay.addWidget(self.trouble)
        self.first = self.input.place
        self.input.written.connect(self.edited)
        self.input.unreadable.connect(self._say)

    def show_part(self, part: EditorField, typing: str) -> None:
        """Show the picture of the record."""
        self.part = part
        self.input.place.setAccessibleName(part.label)
        self.input.show_picture(part.value)
        is_missing = isinstance(part.value, str) and bool(part.value) and self._pictures.picture(part.value) is None
        if is_missing:
            self._say(ui_text("prep", "picture_missing"))

    def forget(self) -> bool:
        """Discard a picture that is being read, an open question for a file, and what was wrong with a file."""
        self.input.forget()
        return True

    def showEvent(self, event: QShowEvent) -> None:
        """Show the picture again that was forgotten while the form was out of sight."""
        super().showEvent(event)
        if self.part is not None:
            self.show_part(self.part, "")

    def hideEvent(self, event: QHideEvent) -> None:
        """Close an open question for a file, and forget the picture: other people may look at the screen now."""
        super().hideEvent(event)
        self.input.forget()

    def _say(self, sentence: str) -> None:
        set_prose(self.trouble, sentence)
        self.trouble.setVisible(bool(sentence))
