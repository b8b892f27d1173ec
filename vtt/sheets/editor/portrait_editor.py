"""A picture on a record sheet: dropped upon, pasted, or chosen from a file. The record holds its id alone."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from engine.sheets.model import sheet_description
from engine.sheets.model.filled_sheet import FilledSheet
from vtt.shared.pictures.picture_input import PictureInput
from vtt.shared.pictures.picture_store import WritablePictureStore
from vtt.shared.portraits.portrait_medallion import initials_of
from vtt.sheets.editor.field_editors import FieldEditor
from vtt.widgets.basic_widgets import column
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.tasks.task_runner import TaskRunner


class PortraitEditor(FieldEditor):
    """A field for a picture.

    Args:
        field: the field.
        hub: the theme.
        parent: the Qt parent.
        pictures: the store of pictures.
        task_runner: reads pictures; its owner waits for it at the end.
    """

    def __init__(
        self,
        field: sheet_description.PictureField,
        hub: ThemeHub,
        parent: QWidget,
        pictures: WritablePictureStore,
        task_runner: TaskRunner,
    ) -> None:
        super().__init__(field, hub, parent)
        self.input = PictureInput(hub, field.label, self, pictures, task_runner, compact=True)
        column(self).addWidget(self.input)
        self.setFocusProxy(self.input.place)
        self.input.written.connect(lambda picture: self.written.emit(self.path, picture))
        self.input.unreadable.connect(lambda sentence: self.unreadable.emit(self.path, sentence))

    def stops(self) -> tuple[QWidget, ...]:
        """Tab stops at the place and at the buttons."""
        return self.input.stops()

    def show_sheet(self, sheet: FilledSheet) -> None:
        """Show the picture with the id in the field, or the initials if the campaign does not have one."""
        self.input.place.set_initials(initials_of(sheet.record.name))
        self.input.show_picture(sheet.value(self.path))

    def forget(self) -> None:
        """Discard pending pictures, because another character is shown."""
        self.input.forget()
