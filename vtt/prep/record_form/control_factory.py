"""The control for each kind of field."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from engine.kit.content_editor.view_models import EditorField, EditorFieldKind
from vtt.prep.record_form.choice_controls import ChoiceControl, ChoicesControl, SwitchControl
from vtt.prep.record_form.deck_control import DeckControl
from vtt.prep.record_form.form_control import FormControl
from vtt.prep.record_form.form_field import FormTools
from vtt.prep.record_form.nested_records_control import NestedRecordsControl
from vtt.prep.record_form.picture_control import PictureControl
from vtt.prep.record_form.text_controls import LineControl, LinesControl


def make_control(part: EditorField, tools: FormTools, parent: QWidget) -> FormControl:
    """Return a new control for a field."""
    hub = tools.hub
    match part.kind:
        case EditorFieldKind.TEXT | EditorFieldKind.WHOLE | EditorFieldKind.DICE | EditorFieldKind.EXPRESSION:
            return LineControl(hub, parent, part.kind)
        case EditorFieldKind.LINES:
            return LinesControl(hub, parent)
        case EditorFieldKind.PICTURE:
            return PictureControl(hub, parent, tools.pictures, tools.task_runner)
        case EditorFieldKind.CHOICE:
            return ChoiceControl(hub, parent, own_words=part.own_words)
        case EditorFieldKind.CHOICES:
            return ChoicesControl(hub, parent, part)
        case EditorFieldKind.SWITCH:
            return SwitchControl(hub, parent)
        case EditorFieldKind.COUNTED:
            return DeckControl(hub, parent, tools.facets)
        case EditorFieldKind.ROWS:
            return NestedRecordsControl(tools, parent)
