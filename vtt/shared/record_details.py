"""The details of a record as people read them outside its editor: labels with values, in plain text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.kit.content_editor.view_models import EditorField, EditorFieldKind, EditorView
from engine.model.frozen import Json, replace
from vtt.campaign.library_protocol import LibraryDetail
from vtt.widgets.ui_texts import ui_text


def record_details(editor_view: EditorView) -> tuple[LibraryDetail, ...]:
    """Return what people read of a record: its sentences, then each field that is filled in."""
    sentences = (LibraryDetail(label="", value=sentence) for sentence in editor_view.reading)
    fields = (detail for group in editor_view.groups for part in group.parts for detail in _details(part))
    return (*sentences, *fields)


def changed_details(before: EditorView, after: EditorView) -> tuple[str, ...]:
    """Return a line for each detail that differs between two versions of a record."""
    old, new = (_by_label(view) for view in (before, after))
    nothing = ui_text("library", "nothing")
    lines = [
        ui_text("library", "difference", what=label, before=old.get(label, nothing), after=new.get(label, nothing))
        for label in dict.fromkeys((*old, *new))
        if old.get(label) != new.get(label)
    ]
    was, now = (_pictures(view) for view in (before, after))
    other = ui_text("library", "another_picture")
    lines += [
        ui_text("library", "difference", what=label, before=old[label], after=other)
        for label in was
        if now.get(label, was[label]) != was[label]
    ]
    return tuple(lines)


def _pictures(editor_view: EditorView) -> dict[str, str]:
    """Return the ids of pictures by the labels of their fields. People read only whether there is one."""
    parts = (part for group in editor_view.groups for part in group.parts)
    return {part.label: str(part.value) for part in parts if part.kind is EditorFieldKind.PICTURE and part.value}


def _by_label(editor_view: EditorView) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for group in editor_view.groups:
        for detail in (detail for part in group.parts for detail in _details(part)):
            found.setdefault(detail.label, []).append(detail.value)
    return {label: "; ".join(values) for label, values in found.items()}


def _details(part: EditorField) -> Iterator[LibraryDetail]:
    if part.kind is EditorFieldKind.ROWS:
        for each in part.rows:
            cells = [detail for cell in each.parts for detail in _details(cell)]
            value = "; ".join(map(_cell, cells[:1] and [replace(cells[0], label=""), *cells[1:]]))
            yield LibraryDetail(label=each.title, value=value or each.told)
    elif value := _shown(part, part.value):
        yield LibraryDetail(label=part.label, value=value)


def _cell(detail: LibraryDetail) -> str:
    """Return a cell of a row with its label: `Damage: 1d4`, but `60 %`, and the label alone of what is ticked."""
    label, value = detail.label, detail.value
    if not any(map(str.isalnum, label)):
        return f"{value} {label}".strip()
    return label if value == ui_text("library", "yes") else f"{label}: {value}"


def _shown(part: EditorField, value: Json) -> str:
    labels = {choice.value: choice.label for choice in part.choices}
    match value:
        case None | False | "":
            return ""
        case _ if part.kind is EditorFieldKind.PICTURE:
            return ui_text("library", "yes")
        case True:
            return ui_text("library", "yes")
        case Mapping():
            names = {choice.entry.id: choice.entry.name for choice in part.pool}
            return ", ".join(f"{names.get(id_, id_)} × {count}" for id_, count in value.items())
        case list() | tuple():
            return ", ".join(labels.get(str(each), str(each)) for each in value)
        case _:
            return labels.get(str(value), str(value))
