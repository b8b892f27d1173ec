"""The content editor of notes, which every game has.

>>> from engine.kit.game_factory import make_game
>>> from engine.kit.manual_game import ManualGame
>>> editor = NoteEditor(make_game(ManualGame("example")))
>>> mill = {"id": "n1", "name": "Old mill", "text": "Haunted."}
>>> inn = {"id": "n2", "name": "Inn", "text": "North of the [[old mill]]."}
>>> lists = {"notes": (mill, inn)}
>>> id_, command = editor.save_command("gm", lists, {}, "notes", {**mill, "name": "New mill", "shared": True})
>>> command.put["shared_notes"][0]["name"], command.put["notes"][0]["text"], command.drop
('New mill', 'North of the [[New mill]].', {'notes': ('n1',)})
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.core.commands import Command
from engine.kit.content_editor.form_definitions import RecordForms, RecordKind, choices, lines, picture, switch, text
from engine.kit.content_editor.record_editor import RecordEditor
from engine.kit.content_editor.record_form_view import RecordDraft
from engine.kit.content_editor.shared_editor_texts import clipped
from engine.kit.content_editor.view_models import (
    EditorChoice,
    EditorView,
    EditRefused,
    Lists,
    MarkdownPage,
    Options,
    Problem,
    Record,
    RecordOrigin,
)
from engine.kit.notes.markdown_files import markdown_file
from engine.kit.notes.note_commands import SaveNotes
from engine.kit.notes.note_links import can_be_linked, name_key, readable_text, with_renamed_links
from engine.kit.notes.note_records import (
    LISTS,
    LONGEST_TEXT,
    LONGEST_TITLE,
    NOTES,
    SHARED_NOTES,
    NoteRecord,
    is_title_twice,
    note_in,
    notes_in,
    pages_in,
    pages_linked_from,
    text_with_backlinks,
)
from engine.model.frozen import Json, replace

_FIELDS = (
    text("name", "page", longest=LONGEST_TITLE, required=True),
    switch("shared", "page"),
    lines("text", "page", longest=LONGEST_TEXT),
    choices("tags", "more", own_words=True),
    picture("picture", "more"),
)
_KIND = RecordKind(struct=NoteRecord, fields=_FIELDS, lists=LISTS, facets=("read", "tag"))
_SIGNS = re.compile(r"[#>|]+|-{3,}")
_SIGNS_IN_WORDS = re.compile(r"[*_`\[\]]+")
"""The signs of Markdown that a line in a list leaves out: between words, and around them."""


class NoteEditor(RecordEditor[NoteRecord, Lists]):
    """The editor of notes. Saving a page under another title changes the links of other pages to it as well."""

    forms = RecordForms("notes", {NOTES: _KIND})
    command = SaveNotes
    unmarked = (RecordOrigin.PRINTED, RecordOrigin.OWN)
    any_game = True
    strict = True

    def content(self, lists: Lists, options: Options) -> Lists:
        """Return the lists."""
        return lists

    def records(self, content: Lists, kind: str) -> Mapping[str, NoteRecord]:
        """Return the pages by their ids."""
        return pages_in(content)

    def export_file(self, lists: Lists, options: Options, chosen: Sequence[tuple[str, str]], form: str = "toml") -> str:
        """Return a file with some pages; a Markdown file (`md`) has the text of one."""
        if form != "md":
            return super().export_file(lists, options, chosen, form)
        page = note_in(lists, chosen[0][1]) if len(chosen) == 1 else None
        if page is None:
            raise EditRefused(self.forms.text("one_page"))
        return markdown_file(page)

    def list_of(self, kind: str, record: NoteRecord) -> str:
        """Return the list for the readers of a page."""
        return record.list

    def new_id(self, content: Lists, kind: str, record: NoteRecord) -> str:
        """Return an id that tells nothing: one made from the title would tell of pages with the same title."""
        return f"note_{uuid.uuid4().hex[:16]}"

    def editor_view(self, lists: Lists, options: Options, kind: str, record: Record) -> EditorView:
        """Return everything that an editor shows of a page, with the pages that link to it."""
        view = super().editor_view(lists, options, kind, record)
        understood, _ = self.read(lists, kind, record)
        saved = note_in(lists, view.id)
        linking = () if saved is None else tuple(note for note in pages_linked_from(lists, saved.name) if note != saved)
        page = MarkdownPage(text=text_with_backlinks(understood, linking), picture=understood.picture, whole=True)
        return replace(view, used_by=tuple(clipped(note.name) for note in linking), page=page)

    def save_command(self, seat: str, lists: Lists, options: Options, kind: str, record: Record) -> tuple[str, Command]:
        """Return the id of the saved page, and the command, which changes links to a page with a new title."""
        page = self.need_readable(lists, kind, record)
        saving = ((kind, page), *((kind, other) for other in _relinked(lists, page)))
        return page.id, self.need_change(self.saving(seat, lists, saving))

    def faults(self, content: Lists, kind: str, record: NoteRecord) -> Iterator[Problem]:
        """Yield the fault of a page without a title, and warnings for titles that links cannot name or confuse."""
        if not record.name.strip():
            yield self.problem(kind, "name", self.forms.text("fault.no_title"))
        elif not can_be_linked(record.name):
            yield self.problem(kind, "name", self.forms.text("fault.no_link"), warning=True)
        elif is_title_twice(content, record):
            yield self.problem(kind, "name", self.forms.text("fault.twice"), warning=True)

    def marks(self, record: NoteRecord) -> Iterable[str]:
        """Yield whether all may read it."""
        if record.shared:
            yield self.forms.text("mark.shared")

    def facet_values(self, content: Lists, record: NoteRecord) -> Mapping[str, tuple[str, ...]]:
        """Return who reads a page, and its tags."""
        return {"read": ("shared" if record.shared else "gm",), "tag": record.tags}

    def facet_label(self, facet: str, value: str) -> str:
        """Return a tag as it is, or who reads a page."""
        return clipped(value) if facet == "tag" else super().facet_label(facet, value)

    def facet_order(self, content: Lists, facet: str, values: Sequence[str]) -> Sequence[str]:
        """Return tags in the order of the alphabet."""
        return sorted(values, key=str.casefold)

    def choices(self, draft: RecordDraft[NoteRecord, Lists], path: str, value: Json) -> Iterable[EditorChoice]:
        """Return the tags of all pages."""
        tags = {tag for note in notes_in(draft.content) for tag in note.tags}
        return tuple(EditorChoice(value=tag, label=tag) for tag in sorted(tags, key=str.casefold))

    def summary(self, draft: RecordDraft[NoteRecord, Lists]) -> tuple[str, ...]:
        """Return who can read the page."""
        return (self.forms.text("reading.shared" if draft.understood.shared else "reading.gm"),)

    def details(self, content: Lists, record: NoteRecord) -> Iterator[str]:
        """Yield the tags, and the beginning of the text."""
        yield ", ".join(record.tags)
        words = _SIGNS_IN_WORDS.sub("", readable_text(record.text[:400]))
        yield " ".join(_SIGNS.sub(" ", words).split())


def _relinked(lists: Lists, page: NoteRecord) -> Iterator[NoteRecord]:
    """Yield the other pages whose links to a page must change, because it has another title now.

    Links stay as they are if another page has the old title, or if a link cannot name the new one. Links in a shared
    page depend on shared pages alone, or its readers would learn of others.
    """
    before = note_in(lists, page.id)
    if before is None or name_key(before.name) == name_key(page.name) or not can_be_linked(page.name):
        return
    is_twice = is_title_twice(lists, before)
    is_twice_shared = is_title_twice({SHARED_NOTES: lists.get(SHARED_NOTES, ())}, before)
    for other in pages_linked_from(lists, before.name):
        changed = with_renamed_links(other.text, {name_key(before.name): " ".join(page.name.split())})
        if other.shared and not (before.shared and page.shared):
            continue
        if is_twice_shared if other.shared else is_twice:
            continue
        if other.id != page.id and len(changed) <= LONGEST_TEXT:
            yield replace(other, text=changed)
