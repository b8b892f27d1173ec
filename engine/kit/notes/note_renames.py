"""Links in notes follow what they lead to: when a character or an entry of Prep gets another name, so do its links.

>>> from engine.core.chance import SeededChance
>>> from engine.messages.texts import say
>>> from engine.model.seats import Role, Seat
>>> page = {"id": "n1", "name": "Inn", "text": "Show [[map]], then [[Hild]]."}
>>> seats = {"gm": Seat(id="gm", name="GM", role=Role.GM)}
>>> table = Table(ruleset="tiny", seats=seats, lists={"notes": (page,), "handouts": ({"id": "h", "name": "Map"},)})
>>> draft = Draft(table, SeededChance(1))
>>> draft.set_list("handouts", ({"id": "h", "name": "Old map"},))
>>> follow_renames(draft)
>>> draft.table.lists["notes"][0]["text"], say(draft.events[-1].message)
('Show [[Old map]], then [[Hild]].', 'Links to “Map” now say “Old map”: 1 note changed')
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from engine.core.draft import Draft
from engine.kit.content_editor.persistence import row_of, with_row
from engine.kit.content_editor.shared_editor_texts import clipped
from engine.kit.notes.note_links import can_be_linked, name_key, with_renamed_links
from engine.kit.notes.note_records import LISTS, LONGEST_TEXT, notes_in, pages_linked_from
from engine.model.frozen import replace
from engine.model.table import Table


@dataclass(frozen=True, slots=True)
class _Rename:
    """Another name of a thing; `is_public` if everybody may know both names."""

    old: str
    new: str
    is_public: bool


def follow_renames(draft: Draft, no_targets: Collection[str] = ()) -> None:
    """Change the links in notes to whatever a command has given another name, in the same move.

    Links stay as they are if another thing has the old name, or if a link cannot name the new one. Links in a shared
    page follow only what everybody may know, or its readers would learn of the rest. Pages are renamed by their editor.

    Args:
        draft: the command so far.
        no_targets: lists that links do not lead to.
    """
    before, table = draft.before, draft.table
    if (before.lists is table.lists and before.actors is table.actors) or not any(map(table.lists.get, LISTS)):
        return
    for rename in _renames(before, table, no_targets):
        _follow(draft, rename, no_targets)


def _renames(before: Table, table: Table, no_targets: Collection[str]) -> Iterator[_Rename]:
    for id_, actor in table.actors.items() if before.actors is not table.actors else ():
        old = before.actors.get(id_)
        if old is not None and old is not actor and name_key(old.name) != name_key(actor.name):
            yield _Rename(old.name, actor.name, is_public=not (old.secret or actor.secret))
    for name, rows in table.lists.items():
        if name in LISTS or name in no_targets or before.lists.get(name) is rows:
            continue
        names = {row.get("id"): row.get("name") for row in before.lists.get(name, ())}
        for row in rows:
            was, now = names.get(row.get("id")), row.get("name")
            if isinstance(was, str) and isinstance(now, str) and name_key(was) != name_key(now):
                yield _Rename(was, now, is_public=False)


def _follow(draft: Draft, rename: _Rename, no_targets: Collection[str]) -> None:
    lists = draft.table.lists
    if not name_key(rename.old) or not can_be_linked(rename.new):
        return
    linking = pages_linked_from(lists, rename.old)
    if not linking:
        return
    is_taken, is_taken_publicly = (
        name_key(rename.old) in _names(draft.table, no_targets, public=public) for public in (False, True)
    )
    count = 0
    for page in linking:
        text = with_renamed_links(page.text, rename.old, " ".join(rename.new.split()))
        if (page.shared and not rename.is_public) or (is_taken_publicly if page.shared else is_taken):
            continue
        if len(text) <= LONGEST_TEXT:
            draft.set_list(page.list, with_row(draft.table.lists[page.list], row_of(replace(page, text=text))))
            count += 1
    if count:
        audience = (draft.table.gm(),)
        draft.note("links_followed", audience=audience, old=clipped(rename.old), new=clipped(rename.new), count=count)


def _names(table: Table, no_targets: Collection[str], *, public: bool) -> frozenset[str]:
    """Return the names of everything that links can lead to, or only of what everybody may know."""
    names = [note.name for note in notes_in(table.lists) if note.shared or not public]
    names += [actor.name for actor in table.actors.values() if not (public and actor.secret)]
    if not public:
        targets = (rows for name, rows in table.lists.items() if name not in LISTS and name not in no_targets)
        names += [str(row.get("name") or "") for rows in targets for row in rows]
    return frozenset(map(name_key, names))
