"""The records of notes. A page is in one of three lists: two for the GM alone, and one that everybody may read.

>>> mill, inn = {"id": "n1", "name": "Old mill", "text": "See [[Inn]]."}, {"id": "n2", "name": "Inn", "shared": True}
>>> lists = {"notes": (mill, {"id": 7}), "shared_notes": (inn,)}
>>> [(note.name, note.shared) for note in notes_in(lists)]
[('Inn', True), ('Old mill', False)]
>>> [note.name for note in pages_linked_from(lists, "inn")], note_in(lists, "gone")
(['Old mill'], None)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Annotated, Final

from msgspec import Meta

from engine.core.memo import memo
from engine.kit.content_editor.content_library import ContentLibrary
from engine.kit.content_editor.persistence import ID_FORM
from engine.kit.content_editor.view_models import Lists
from engine.kit.notes.note_links import can_be_linked, linked_names, name_key, readable_text
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Frozen, replace

NOTES: Final = "notes"
"""The list of the pages for the GM alone, and the kind of all pages."""
SHARED_NOTES: Final = "shared_notes"
"""The list of the pages that everybody may read."""
QUICK_NOTES: Final = "quick_notes"
"""The list of the pages of quick notes, for the GM alone: a command stores a whole list, so this one is short."""
QUICK_PAGE: Final = re.compile(rf"{QUICK_NOTES}(?:_\d+)?")
"""The ids of pages of quick notes."""
LONGEST_TITLE: Final = 80
LONGEST_TEXT: Final = 16_000
LONGEST_TAG: Final = 40
MOST_TAGS: Final = 20
_PART: Final = 1500
"""A search looks through a text in parts of so many letters."""
LISTS: Final = (NOTES, QUICK_NOTES, SHARED_NOTES)
_Tag = Annotated[str, Meta(min_length=1, max_length=LONGEST_TAG)]


class NoteRecord(Frozen):
    """A page.

    Attributes:
        name: its title; links name it.
        text: its text in Markdown.
        tags: words by which pages are found.
        shared: everybody may read it.
        picture: the id of a picture above the text; empty for none.
    """

    id: Annotated[str, Meta(pattern=f"^{ID_FORM.pattern}$")]
    name: Annotated[str, Meta(max_length=LONGEST_TITLE)]
    text: Annotated[str, Meta(max_length=LONGEST_TEXT)] = ""
    tags: Annotated[tuple[_Tag, ...], Meta(max_length=MOST_TAGS)] = ()
    shared: bool = False
    picture: Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")] = ""

    @property
    def list(self) -> str:
        """The list that holds it."""
        if self.shared:
            return SHARED_NOTES
        return QUICK_NOTES if QUICK_PAGE.fullmatch(self.id) else NOTES


LIBRARY: Final = ContentLibrary[NoteRecord](dict.fromkeys(LISTS, NoteRecord), lambda _kind: ())


@memo
def _pages(lists: Lists) -> Mapping[str, NoteRecord]:
    pages: dict[str, NoteRecord] = {}
    for name in LISTS:
        shared = name == SHARED_NOTES  # whatever a row written by hand says: the list decides who reads it
        for note in LIBRARY.records(lists, name).values():
            pages[note.id] = note if note.shared is shared else replace(note, shared=shared)
    return MappingProxyType(dict(sorted(pages.items(), key=lambda page: (name_key(page[1].name), page[0]))))


def pages_in(lists: Lists) -> Mapping[str, NoteRecord]:
    """Return the pages in a group's lists by id, in the order of their names.

    A viewer who may not know the pages of the GM has no list of them, so these neither count nor change the order.
    """
    return _pages(lists)


def notes_in(lists: Lists) -> tuple[NoteRecord, ...]:
    """Return the same pages without their ids."""
    return tuple(pages_in(lists).values())


def note_in(lists: Lists, id_: str) -> NoteRecord | None:
    """Return a page by its id."""
    return pages_in(lists).get(id_)


def is_title_twice(lists: Lists, note: NoteRecord) -> bool:
    """Say whether another page has the title of a page."""
    return any(id_ != note.id for id_ in _ids_by_title(lists).get(name_key(note.name), ()))


@memo
def _ids_by_title(lists: Lists) -> Mapping[str, tuple[str, ...]]:
    ids: dict[str, tuple[str, ...]] = {}
    for note in notes_in(lists):
        key = name_key(note.name)
        ids[key] = (*ids.get(key, ()), note.id)
    return MappingProxyType(ids)


@memo
def _linked_names(lists: Lists, name: str) -> Mapping[str, tuple[str, ...]]:
    """Return the names that the pages of one list link to; a quick note changes one short list of three."""
    return MappingProxyType({id_: linked_names(note.text) for id_, note in LIBRARY.records(lists, name).items()})


@memo
def _linking(lists: Lists) -> Mapping[str, tuple[NoteRecord, ...]]:
    linking: dict[str, list[NoteRecord]] = {}
    names = {id_: linked for name in LISTS for id_, linked in _linked_names(lists, name).items()}
    for note in notes_in(lists):
        for name in names[note.id]:
            linking.setdefault(name, []).append(note)
    return MappingProxyType({name: tuple(notes) for name, notes in linking.items()})


def pages_linked_from(lists: Lists, name: str) -> tuple[NoteRecord, ...]:
    """Return the pages with a link to a name."""
    return _linking(lists).get(name_key(name), ())


def text_with_backlinks(note: NoteRecord, linking: Iterable[NoteRecord]) -> str:
    """Return the text of a page with links to the pages that link to it."""
    names = (" ".join(other.name.split()) for other in linking)
    links = ", ".join(f"[[{name}]]" if can_be_linked(name) else name for name in names if name)
    heading = say(Message(key="notes_page.linked_from"))
    return f"{note.text}\n\n---\n\n**{heading}:** {links}" if links else note.text


def search_parts(note: NoteRecord, *, is_gm: bool) -> tuple[str, ...]:
    """Return the tags and the text of a page, in parts that a search looks through whole.

    Readers other than the GM find only what they can read on the page, not what links lead to.
    """
    text = note.text if is_gm else readable_text(note.text)
    return (*note.tags, *(text[at : at + _PART] for at in range(0, len(text), _PART)))
