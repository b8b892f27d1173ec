"""What a group changes about a sheet: kept as data with the campaign, and on paper too.

The changes are rows of `Table.lists["sheet:<id>"]`, oldest first. One that no longer fits, because the game's own sheet
has changed under it, is passed over and does no harm. What the game brings can be hidden, never removed: formulas go on
reading it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from engine.play.words import Message, say
from engine.sheets.description import Box, Field, Key, Page, Section, SheetDescription
from engine.sheets.record import RESERVED
from engine.table.frozen import Frozen, Json, replace

Label = Annotated[str, Meta(min_length=1, max_length=120)]
LIST = "sheet:"
OWN = "own_"
"""How the keys of what a group adds begin, so that the game's own sheet never comes to use them."""
MOST_CHANGES = 500
NEVER = "False"
_SPACE = (190.0, 262.0)
_GAP = 4.0
_A_PAGE = 4
"""How many added sections share a page."""
T = TypeVar("T", Section, Field)


class Tailoring(Frozen, tag_field="op"):
    """One change. It is about a field or, where that is empty, about a section."""

    field: str = ""
    section: str = ""


class Hide(Tailoring, tag="hide"):
    """A field or a section is no longer shown; what is written there stays."""


class Show(Tailoring, tag="show"):
    """A hidden field or section is shown again."""


class Rename(Tailoring, tag="rename", kw_only=True):
    """A field or a section has another label."""

    label: Label


class Move(Tailoring, tag="move"):
    """A field goes to `section` (empty: stays in its own), or a section moves; in front of `before`, or to the end."""

    before: str = ""


class AddField(Tailoring, tag="add_field", kw_only=True):
    """The group's own field comes into a section, in front of `before`, or at the end."""

    added: Field
    before: str = ""


class AddSection(Tailoring, tag="add_section", kw_only=True):
    """The group's own section, empty for a start, in front of `before`, or at the end."""

    key: Key
    title: Label
    before: str = ""


class Remove(Tailoring, tag="remove"):
    """A field or section that the group added goes; what was written there is kept beside the sheet."""


Op = Hide | Show | Rename | Move | AddField | AddSection | Remove
_made: dict[tuple[int, int], tuple[SheetDescription, object, SheetDescription]] = {}
_MOST_MADE = 64


def list_of(sheet: str) -> str:
    """Return the name of the list in which a group's changes to a sheet are kept."""
    return f"{LIST}{sheet}"


def rows_of(ops: Iterable[Op]) -> tuple[Mapping[str, Json], ...]:
    """Return changes as rows of a list."""
    return tuple(msgspec.to_builtins(op) for op in ops)


def ops_of(rows: Iterable[Mapping[str, Json]]) -> tuple[Op, ...]:
    """Return the changes that rows stand for; what is none is passed over, and so is what comes after very many."""
    found: list[Op] = []
    for row in islice(rows, 2 * MOST_CHANGES):
        try:
            found.append(_read(row))
        except msgspec.ValidationError:
            continue
    return tuple(found[:MOST_CHANGES])


def _read(row: object) -> Op:
    kinds: Any = Op
    found: Op = msgspec.convert(row, kinds)
    return found


def wrong_in(ops: Iterable[Op]) -> str | None:
    """Return where changes do not have the right form, with the key and the place, or None."""
    for number, row in enumerate(rows_of(ops)):
        try:
            _read(row)
        except msgspec.ValidationError as error:
            return str(error).replace("`$", f"`$.ops[{number}]") if "`$" in str(error) else f"$.ops[{number}]: {error}"
    return None


def tailored(description: SheetDescription, rows: Sequence[Mapping[str, Json]]) -> SheetDescription:
    """Return a sheet with a group's changes; the same for the same rows, so that it is made ready but once."""
    if not rows:
        return description
    key = (id(description), id(rows))
    known = _made.get(key)
    if known is not None and known[0] is description and known[1] is rows:
        return known[2]
    made = changed(description, ops_of(rows))
    if len(_made) >= _MOST_MADE:
        _made.clear()
    _made[key] = (description, rows, made)
    return made


def changed(description: SheetDescription, ops: Iterable[Op]) -> SheetDescription:
    """Return a sheet with changes made to it, one after the other."""
    work = _Work(description)
    for op in ops:
        work.do(op)
    return work.done()


def compacted(ops: Iterable[Op]) -> tuple[Op, ...]:
    """Return changes without those that a later one makes void: of a field hidden and shown again only the last."""
    kept: list[Op] = []
    seen: set[tuple[str, str, str]] = set()
    for op in reversed(tuple(ops)):
        kind = "label" if isinstance(op, Rename) else "there" if isinstance(op, Hide | Show) else ""
        about = (kind, op.field, "" if op.field else op.section)
        if not kind or about not in seen:
            kept.append(op)
        if kind:
            seen.add(about)
    return tuple(reversed(kept))


def hidden(description: SheetDescription) -> tuple[frozenset[str], frozenset[str]]:
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


class _Work:
    """A sheet being changed: its sections in their order, each with its fields in theirs."""

    def __init__(self, description: SheetDescription) -> None:
        self._description = description
        self._sections = {section.key: section for section in description.sections}
        self._fields = {section.key: list(section.fields) for section in description.sections}
        self._own_fields: set[str] = set()
        self._own_sections: dict[str, None] = {}
        self._whens = {f.key: f.when for section in description.sections for f in section.fields}
        self._section_whens = {section.key: section.when for section in description.sections}

    def do(self, op: Op) -> None:
        """Make one change, if what it speaks of is there."""
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
        """Return the sheet as it is now."""
        sections = tuple(replace(s, fields=tuple(self._fields[s.key])) for s in self._sections.values())
        own = [key for key in self._sections if key in self._own_sections]
        pages = (*self._description.pages, *_pages(own, self._description.size or _SPACE))
        return replace(self._description, sections=sections, pages=pages)

    def _all_keys(self) -> set[str]:
        fields = {field.key for fields in self._fields.values() for field in fields}
        return {*fields, *self._description.internal, *RESERVED}

    def _change_field(self, op: Op) -> None:
        home = next((key for key, fields in self._fields.items() if any(f.key == op.field for f in fields)), None)
        if home is None:
            return
        fields = self._fields[home]
        at = next(number for number, field in enumerate(fields) if field.key == op.field)
        match op:
            case Hide():
                fields[at] = replace(fields[at], when=NEVER)
            case Show():
                fields[at] = replace(fields[at], when=self._whens[op.field])
            case Rename(label=label):
                fields[at] = replace(fields[at], label=label)
            case Move(section=section, before=before):
                if (section or home) in self._fields and before != op.field:
                    _insert(self._fields[section or home], fields.pop(at), before)
            case Remove():
                if op.field in self._own_fields:
                    del fields[at]
            case _:
                pass

    def _change_section(self, op: Op) -> None:
        section = self._sections[op.section]
        match op:
            case Hide():
                self._sections[op.section] = replace(section, when=NEVER)
            case Show():
                self._sections[op.section] = replace(section, when=self._section_whens[op.section])
            case Rename(label=label):
                self._sections[op.section] = replace(section, title=label)
            case Move(before=before):
                if before != op.section:
                    del self._sections[op.section]
                    self._place(section, before)
            case Remove():
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


def _pages(own: list[str], space: tuple[float, float]) -> tuple[Page, ...]:
    """Return pages with a box for each section that the group added, in their order."""
    title = say(Message(key="sheets.own_page"))
    pages: list[Page] = []
    for first in range(0, len(own), _A_PAGE):
        keys = own[first : first + _A_PAGE]
        height = (space[1] - _GAP * (len(keys) - 1)) / len(keys)
        boxes = tuple(
            Box(section=key, x=0.0, y=number * (height + _GAP), w=space[0], h=height) for number, key in enumerate(keys)
        )
        pages.append(Page(title=title, boxes=boxes))
    return tuple(pages)
