"""The form of a record as an editor shows it: groups of fields, each with its choices, its problems and its meaning.

A field that has no effect is shown only while it has a value: nothing is hidden, and nothing is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Generic, TypeVar

from engine.kit.content_editor.dice_numbers import Bounds, dice_meaning
from engine.kit.content_editor.form_definitions import RecordField, RecordForms
from engine.kit.content_editor.json_record_edits import rows_at, split_path, value_at
from engine.kit.content_editor.shared_editor_texts import clipped
from engine.kit.content_editor.view_models import (
    EditorChoice,
    EditorField,
    EditorFieldKind,
    EditorRow,
    FieldGroup,
    MarkdownPage,
    Problem,
    Record,
)
from engine.model.frozen import Frozen, Json, replace

R = TypeVar("R", bound=Frozen)
C = TypeVar("C")
_WITH_CHOICES = frozenset({EditorFieldKind.CHOICE, EditorFieldKind.CHOICES, EditorFieldKind.EXPRESSION})


@dataclass(frozen=True, slots=True)
class RecordDraft(Generic[R, C]):
    """A record that is being edited.

    Attributes:
        kind: its kind.
        record: the record as it is written.
        understood: the record as it is read.
        content: the content that it belongs to.
        readable: its form is right, so that `understood` says the same as `record`.
        problems: the texts of its problems by their field: that of `tags[1]` at `tags`.
    """

    kind: str
    record: Record
    understood: R
    content: C
    readable: bool
    problems: Mapping[str, tuple[str, ...]]


def with_written(choices: Iterable[EditorChoice], value: Json) -> tuple[EditorChoice, ...]:
    """Return choices, and behind them each written word that is not among them.

    >>> [choice.label for choice in with_written((EditorChoice(value="a", label="A"),), ["b", "a"])]
    ['A', 'b']
    """
    choices = tuple(choices)
    known = {choice.value for choice in choices}
    words = [value] if isinstance(value, str) else value if isinstance(value, list | tuple) else []
    others = (word for word in dict.fromkeys(map(str, filter(None, words))) if word not in known)
    return (*choices, *(EditorChoice(value=word, label=clipped(word)) for word in others))


class RecordFormView(Generic[R, C]):
    """The forms of a game's records. A game overrides what its fields and rows need beyond their declaration."""

    forms: RecordForms

    # ---- what a game says ----

    def matters(self, draft: RecordDraft[R, C], path: str) -> bool:
        """Say whether a field has any effect with the others as they are; by default as its kind declares."""
        needed = self.forms.kinds[draft.kind].when.get(path, {}) if draft.kind in self.forms.kinds else {}
        return all(self._has_value(draft, key, wanted) for key, wanted in needed.items())

    def _has_value(self, draft: RecordDraft[R, C], key: str, wanted: bool | tuple[str, ...]) -> bool:
        value = getattr(draft.understood, key)
        if isinstance(wanted, bool):
            return (value != self.forms.default_of(draft.kind, key)) is wanted
        return value in wanted

    def choices(self, draft: RecordDraft[R, C], path: str, value: Json) -> Iterable[EditorChoice]:
        """Return the choices of a field, or proposals if it takes other words; by default the words of its type."""
        key, _, rest = split_path(path)
        words = self.forms.words_of(draft.kind, path)
        return with_written((self.forms.word_choice(rest or key, word) for word in words), value)

    def placeholder(self, draft: RecordDraft[R, C], path: str) -> str:
        """Return the value that applies while a field is empty; by default the declared one."""
        return self.forms.usual_of(draft.kind, path)

    def meaning(self, draft: RecordDraft[R, C], path: str) -> str:
        """Return the meaning of the value of a field as text."""
        return ""

    def row_title(self, draft: RecordDraft[R, C], key: str, number: int) -> str:
        """Return the title of a row: “Effect 1”."""
        return self.forms.text(f"row.{key}", number=number + 1)

    def row_line(self, draft: RecordDraft[R, C], key: str, number: int, parts: Sequence[EditorField]) -> str:
        """Return a row as one line of its values."""
        if not isinstance(rows_at(draft.record, key)[number], Mapping):
            return ""
        cells: dict[str, Json] = {part.path.rpartition(".")[2]: _cell(part) for part in parts}
        return clipped(self.forms.text(f"in_row.{key}", **cells))

    # ---- the page ----

    def page(self, draft: RecordDraft[R, C]) -> MarkdownPage | None:
        """Return the texts of a record as a page, each below its label; None if they are all empty."""
        parts: list[str] = []
        for key in self.forms.kinds[draft.kind].page:
            value = getattr(draft.understood, key)
            text = value.strip() if isinstance(value, str) else self._page_list(key, value)
            if text:
                parts.append(f"**{self.forms.label_of(draft.kind, key)}**\n\n{text}")
        return MarkdownPage(text="\n\n".join(parts)) if parts else None

    def _page_list(self, key: str, rows: Iterable[Frozen]) -> str:
        """Return the values of rows as a list, a row with several in bold up to the last one."""
        items: list[str] = []
        for row in rows:
            values = {name: getattr(row, name) for name in self.forms.rows[key].fields}
            words = [self._page_words(key, name, value) for name, value in values.items() if value not in (None, "")]
            lead = f"**{', '.join(words[:-1])}:** " if len(words) > 1 else ""
            items += [f"- {lead}{words[-1]}"] if words else []
        return "\n".join(items)

    def _page_words(self, key: str, name: str, value: object) -> str:
        """Return a value of a row in one line; a number, or dice, needs its label."""
        words = " ".join(str(value).split())
        is_text = isinstance(value, str) and self.forms.rows[key].fields[name].kind is not EditorFieldKind.DICE
        return words if is_text else f"{self.forms.label_of(key, f'{key}[0].{name}')} {words}"

    # ---- the form ----

    def form_groups(self, draft: RecordDraft[R, C]) -> tuple[FieldGroup, ...]:
        """Return the form of a record; a group without fields is left out."""
        groups: list[FieldGroup] = []
        for group, fields in groupby(self.forms.kinds[draft.kind].fields, key=lambda field: field.group):
            parts = tuple(part for field in fields if (part := self.field_view(draft, field, field.key)) is not None)
            if parts:
                groups.append(FieldGroup(id=group, title=self.forms.text(f"group.{group}"), parts=parts))
        return tuple(groups)

    def field_view(self, draft: RecordDraft[R, C], field: RecordField, path: str) -> EditorField | None:
        """Return a field of a form; None if it is left out because it has no effect."""
        value = value_at(draft.record, path)
        matters = self.matters(draft, path)
        if not matters and self._says_nothing(draft.kind, field, path, value):
            return None
        if value is None and field.kind is EditorFieldKind.SWITCH:
            value = field.default
        if value is None and field.always:
            value = self.forms.default_of(draft.kind, path)
        is_dice = field.kind is EditorFieldKind.DICE
        bounds = self.forms.dice_bounds(draft.kind, path) if is_dice else Bounds(field.least, field.most)
        part = EditorField(
            path=path,
            kind=field.kind,
            label=self.forms.label_of(draft.kind, path),
            help=self.forms.help_of(draft.kind, path),
            value=value,
            choices=tuple(self.choices(draft, path, value)) if field.kind in _WITH_CHOICES else (),
            own_words=field.own_words,
            least=bounds.least,
            most=bounds.most,
            longest=field.longest,
            optional=not (field.required or field.always),
            problems=draft.problems.get(path, ()),
            matters=matters,
            spoken=self.meaning(draft, path) or (dice_meaning(value) if is_dice else ""),
            placeholder=self.placeholder(draft, path),
        )
        return self._rows_view(draft, part) if field.kind is EditorFieldKind.ROWS else part

    def _says_nothing(self, kind: str, field: RecordField, path: str, value: Json) -> bool:
        """Say whether a field has no value, or what it has is nothing by default: an empty text, 0, no."""
        if value is None or value == "" or value is field.default:
            return True
        return not value and value == self.forms.default_of(kind, path)

    def _rows_view(self, draft: RecordDraft[R, C], part: EditorField) -> EditorField:
        values, most = rows_at(draft.record, part.path), self.forms.rows[part.path].most
        rows = tuple(self.row_view(draft, part.path, number) for number in range(len(values)))
        adds = self.forms.text(f"add.{part.path}") if len(values) < most else ""
        return replace(part, value=list(values), rows=rows, adds=adds, most=most)

    def row_view(self, draft: RecordDraft[R, C], key: str, number: int) -> EditorRow:
        """Return a nested record of a form."""
        path, form = f"{key}[{number}]", self.forms.rows[key]
        views = (self.field_view(draft, field, f"{path}.{name}") for name, field in form.fields.items())
        parts = tuple(part for part in views if part is not None)
        return EditorRow(
            path=path,
            title=self.row_title(draft, key, number),
            told=self.row_line(draft, key, number, parts),
            parts=parts,
            problems=draft.problems.get(path, ()),
        )


def _cell(part: EditorField) -> str:
    if part.kind is EditorFieldKind.SWITCH:
        return part.label if part.value is True else ""
    if part.value in (None, ""):
        return part.placeholder
    return next((choice.label for choice in part.choices if choice.value == part.value), str(part.value))


def texts_by_field(forms: RecordForms, kind: str, problems: Iterable[Problem]) -> Mapping[str, tuple[str, ...]]:
    """Return the texts of problems by their field: that of `tags[1]` at `tags`."""
    by_field: dict[str, tuple[str, ...]] = {}
    for problem in problems:
        field = forms.part_of(kind, problem.path)
        by_field[field] = (*by_field.get(field, ()), problem.text)
    return by_field
