"""A group's changes to a sheet, stored with the campaign; they apply on paper too.

The changes are rows of `Table.lists["sheet:<id>"]`, oldest first. A change that no longer fits, because the game's own
sheet has changed since, is skipped without harm. A group can hide what the game provides, but never remove it: formulas
still read it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from engine.messages.invalid_data import invalid_place, invalid_problem
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Frozen, Json, replace
from engine.sheets.model.character_record import RESERVED
from engine.sheets.model.sheet_description import Field, Key, PageBox, Section, SheetDescription, SheetPage

Label = Annotated[str, Meta(min_length=1, max_length=120)]
LIST = "sheet:"
OWN = "own_"
"""The prefix of keys that a group adds, so that the game's own sheet never uses the same key."""
MOST_CHANGES = 500
NEVER = "False"
_SPACE = (190.0, 262.0)
_GAP = 4.0
_A_PAGE = 4
"""The number of added sections on one page."""
T = TypeVar("T", Section, Field)


class SheetChangeBase(Frozen, tag_field="op"):
    """One change of a field or, if `field` is empty, of a section."""

    field: str = ""
    section: str = ""


class HideItem(SheetChangeBase, tag="hide"):
    """A field or a section is hidden; its content stays on the record."""


class ShowItem(SheetChangeBase, tag="show"):
    """A hidden field or section is shown again."""


class RenameItem(SheetChangeBase, tag="rename", kw_only=True):
    """A field or a section has another label."""

    label: Label


class MoveItem(SheetChangeBase, tag="move"):
    """A field moves to `section` (empty: stays in its own), or a section moves; before `before`, or to the end."""

    before: str = ""


class AddField(SheetChangeBase, tag="add_field", kw_only=True):
    """A field of the group's own is added to a section, before `before` or at the end."""

    added: Field
    before: str = ""


class AddSection(SheetChangeBase, tag="add_section", kw_only=True):
    """The group's own section, empty for a start, in front of `before`, or at the end."""

    key: Key
    title: Label
    before: str = ""


class RemoveItem(SheetChangeBase, tag="remove"):
    """A field or section of the group's own is removed; its content stays on the record."""


SheetChange = HideItem | ShowItem | RenameItem | MoveItem | AddField | AddSection | RemoveItem
_made: dict[tuple[int, int], tuple[SheetDescription, object, SheetDescription]] = {}
_MOST_MADE = 64


def changes_list_name(sheet: str) -> str:
    """Return the name of the list that stores a group's changes to a sheet."""
    return f"{LIST}{sheet}"


def rows_from_changes(ops: Iterable[SheetChange]) -> tuple[Mapping[str, Json], ...]:
    """Return changes as rows of a list."""
    return tuple(msgspec.to_builtins(op) for op in ops)


def changes_from_rows(rows: Iterable[Mapping[str, Json]]) -> tuple[SheetChange, ...]:
    """Return the changes that rows describe. Invalid rows are skipped, and so are rows beyond `MOST_CHANGES`."""
    found: list[SheetChange] = []
    for row in islice(rows, 2 * MOST_CHANGES):
        try:
            found.append(_read(row))
        except msgspec.ValidationError:
            continue
    return tuple(found[:MOST_CHANGES])


def _read(row: object) -> SheetChange:
    kinds: Any = SheetChange
    found: SheetChange = msgspec.convert(row, kinds)
    return found


def first_invalid_change(ops: Iterable[SheetChange]) -> str | None:
    """Return the problem of the first invalid change, with the key and the place, or None."""
    for number, row in enumerate(rows_from_changes(ops)):
        try:
            _read(row)
        except msgspec.ValidationError as error:
            place = invalid_place(error)
            return f"ops[{number}]{'.' if place else ''}{place}: {invalid_problem(error)}"
    return None


def customised_sheet(description: SheetDescription, rows: Sequence[Mapping[str, Json]]) -> SheetDescription:
    """Return a sheet with a group's changes; the same object for the same rows, so that it is compiled only once."""
    if not rows:
        return description
    key = (id(description), id(rows))
    known = _made.get(key)
    if known is not None and known[0] is description and known[1] is rows:
        return known[2]
    made = apply_changes(description, changes_from_rows(rows))
    if len(_made) >= _MOST_MADE:
        _made.clear()
    _made[key] = (description, rows, made)
    return made


def apply_changes(description: SheetDescription, ops: Iterable[SheetChange]) -> SheetDescription:
    """Return a sheet with changes applied in order."""
    work = _SheetInProgress(description)
    for op in ops:
        work.do(op)
    return work.done()


def compact_changes(ops: Iterable[SheetChange]) -> tuple[SheetChange, ...]:
    """Return changes without those that a later one overrides: of hiding and showing a field only the last remains."""
    kept: list[SheetChange] = []
    seen: set[tuple[str, str, str]] = set()
    for op in reversed(tuple(ops)):
        kind = "label" if isinstance(op, RenameItem) else "there" if isinstance(op, HideItem | ShowItem) else ""
        about = (kind, op.field, "" if op.field else op.section)
        if not kind or about not in seen:
            kept.append(op)
        if kind:
            seen.add(about)
    return tuple(reversed(kept))


def hidden_keys(description: SheetDescription) -> tuple[frozenset[str], frozenset[str]]:
    """Return the keys of the fields and of the sections that a group has hidden."""
    fields = frozenset(f.key for section in description.sections for f in section.fields if f.when == NEVER)
    return fields, frozenset(section.key for section in description.sections if section.when == NEVER)


def free_key(description: SheetDescription, label: str) -> str:
    """Return a key for a field or a section that a group adds under a label: `own_lucky_number`."""
    word = re.sub(r"[^a-z0-9]+", "_", label.casefold()).strip("_")[:30] or "field"
    taken = _taken(description)
    number = 1
    while (found := f"{OWN}{word}" if number == 1 else f"{OWN}{word}_{number}") in taken:
        number += 1
    return found


def _taken(description: SheetDescription) -> set[str]:
    fields = {field.key for section in description.sections for field in section.fields}
    return {*fields, *(section.key for section in description.sections), *description.internal, *RESERVED}


class _SheetInProgress:
    """A sheet being changed: its sections in their order, each with its fields in theirs."""

    def __init__(self, description: SheetDescription) -> None:
        self._description = description
        self._sections = {section.key: section for section in description.sections}
        self._fields = {section.key: list(section.fields) for section in description.sections}
        self._own_fields: set[str] = set()
        self._own_sections: dict[str, None] = {}
        self._whens = {f.key: f.when for section in description.sections for f in section.fields}
        self._section_whens = {section.key: section.when for section in description.sections}

    def do(self, op: SheetChange) -> None:
        """Apply one change, if its field or section exists."""
        match op:
            case AddField(added=field, section=section, before=before):
                if section in self._fields and field.key not in self._all_keys() and not field.bind:
                    _insert(self._fields[section], field, before)
                    self._own_fields.add(field.key)
                    self._whens[field.key] = field.when
            case AddSection(key=key, title=title, before=before):
                if key not in self._sections and key not in self._all_keys():
                    self._place(Section(key=key, title=title), before)
                    self._fields[key] = []
                    self._own_sections[key] = None
                    self._section_whens[key] = ""
            case _ if op.field:
                self._change_field(op)
            case _ if op.section in self._sections:
                self._change_section(op)
            case _:
                pass

    def done(self) -> SheetDescription:
        """Return the sheet with the changes so far."""
        sections = tuple(replace(s, fields=tuple(self._fields[s.key])) for s in self._sections.values())
        own = [key for key in self._sections if key in self._own_sections]
        pages = (*self._description.pages, *_pages(own, self._description.size or _SPACE))
        return replace(self._description, sections=sections, pages=pages)

    def _all_keys(self) -> set[str]:
        fields = {field.key for fields in self._fields.values() for field in fields}
        return {*fields, *self._description.internal, *RESERVED}

    def _change_field(self, op: SheetChange) -> None:
        home = next((key for key, fields in self._fields.items() if any(f.key == op.field for f in fields)), None)
        if home is None:
            return
        fields = self._fields[home]
        at = next(number for number, field in enumerate(fields) if field.key == op.field)
        match op:
            case HideItem():
                fields[at] = replace(fields[at], when=NEVER)
            case ShowItem():
                fields[at] = replace(fields[at], when=self._whens[op.field])
            case RenameItem(label=label):
                fields[at] = replace(fields[at], label=label)
            case MoveItem(section=section, before=before):
                if (section or home) in self._fields and before != op.field:
                    _insert(self._fields[section or home], fields.pop(at), before)
            case RemoveItem():
                if op.field in self._own_fields:
                    del fields[at]
            case _:
                pass

    def _change_section(self, op: SheetChange) -> None:
        section = self._sections[op.section]
        match op:
            case HideItem():
                self._sections[op.section] = replace(section, when=NEVER)
            case ShowItem():
                self._sections[op.section] = replace(section, when=self._section_whens[op.section])
            case RenameItem(label=label):
                self._sections[op.section] = replace(section, title=label)
            case MoveItem(before=before):
                if before != op.section:
                    del self._sections[op.section]
                    self._place(section, before)
            case RemoveItem():
                if op.section in self._own_sections and all(
                    f.key in self._own_fields for f in self._fields[op.section]
                ):
                    del self._sections[op.section], self._own_sections[op.section], self._fields[op.section]
            case _:
                pass

    def _place(self, section: Section, before: str) -> None:
        order = list(self._sections.values())
        _insert(order, section, before)
        self._sections = {found.key: found for found in order}


def _insert(order: list[T], new: T, before: str) -> None:
    at = next((number for number, there in enumerate(order) if there.key == before), len(order))
    order.insert(at, new)


def _pages(own: list[str], space: tuple[float, float]) -> tuple[SheetPage, ...]:
    """Return pages with a box for each section that the group added, in their order."""
    title = say(Message(key="sheets.own_page"))
    pages: list[SheetPage] = []
    for first in range(0, len(own), _A_PAGE):
        keys = own[first : first + _A_PAGE]
        height = (space[1] - _GAP * (len(keys) - 1)) / len(keys)
        boxes = tuple(
            PageBox(section=key, x=0.0, y=number * (height + _GAP), w=space[0], h=height)
            for number, key in enumerate(keys)
        )
        pages.append(SheetPage(title=title, boxes=boxes))
    return tuple(pages)
