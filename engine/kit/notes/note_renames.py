"""Links follow what they lead to: when a character or an entry of Prep gets another name, so do the links to it.

They are in notes, and in the texts of other entries that only the GM may know.

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
('Show [[Old map]], then [[Hild]].', 'Links to “Map” now say “Old map”: 1 text changed')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType

import msgspec

from engine.core.draft import Draft
from engine.core.events import ListRowsSet
from engine.kit.content_editor.dice_numbers import converted
from engine.kit.content_editor.persistence import Row, row_of
from engine.kit.content_editor.shared_editor_texts import clipped
from engine.kit.content_editor.view_models import Lists
from engine.kit.notes.note_links import can_be_linked, linked_names, name_key, with_renamed_links
from engine.kit.notes.note_records import LISTS, LONGEST_TEXT, notes_in, pages_in, pages_linked_from
from engine.model.frozen import Frozen, Json, replace
from engine.model.table import Table


@dataclass(frozen=True, slots=True)
class _Rename:
    """Another name of a thing.

    Attributes:
        old: its name before.
        new: its name now.
        is_public: everybody may know both names.
        is_page: it is a page, whose editor changes the links of other pages.
    """

    old: str
    new: str
    is_public: bool = False
    is_page: bool = False


def follow_renames(
    draft: Draft, no_targets: Collection[str] = (), linking: Mapping[str, type[Frozen]] = MappingProxyType({})
) -> None:
    """Change the links to whatever a command has given another name, in the same move.

    Links stay as they are if another thing has the old name, or if a link cannot name the new one. Links in a shared
    page follow only what everybody may know, or its readers would learn of the rest.

    Each text is read and written once, however many names have changed; one that would be too long stays as it is.

    Args:
        draft: the command so far.
        no_targets: lists that links do not lead to.
        linking: the lists besides those of notes whose texts may have links, with the struct of their rows. Only the GM
            may know them.
    """
    before, table = draft.before, draft.table
    unchanged = before.lists is table.lists and before.actors is table.actors
    if unchanged or not any(map(table.lists.get, (*LISTS, *linking))):
        return
    renames = [rename for rename in _renames(before, table, no_targets) if can_be_linked(rename.new)]
    if not renames:
        return
    followed = _followed(renames, _names(table, no_targets, public=False))
    counts: Counter[_Rename] = Counter()
    changed = _changed_pages(table, renames, followed, no_targets, counts)
    for name, form in linking.items():
        rows = _changed_rows(table.lists.get(name, ()), form, followed, counts)
        if rows:
            changed[name] = rows
    for name, rows in changed.items():
        _write(draft, name, rows)
    for rename, count in counts.items():
        old, new = clipped(rename.old), clipped(rename.new)
        draft.note("links_followed", audience=(table.gm(),), old=old, new=new, count=count)


def _changed_pages(
    table: Table,
    renames: Iterable[_Rename],
    private: Mapping[str, _Rename],
    no_targets: Collection[str],
    counts: Counter[_Rename],
) -> dict[str, dict[str, Row]]:
    """Return the pages whose links change, by their lists and ids, and count them for each rename."""
    renames = [each for each in renames if not each.is_page and pages_linked_from(table.lists, each.old)]
    changed: dict[str, dict[str, Row]] = {}
    if not renames:
        return changed
    private = {key: each for key, each in private.items() if not each.is_page}
    public = _followed((each for each in renames if each.is_public), _names(table, no_targets, public=True))
    for page in {page.id: page for each in renames for page in pages_linked_from(table.lists, each.old)}.values():
        known = public if page.shared else private
        followed = {key: known[key] for key in linked_names(page.text) if key in known}
        text = with_renamed_links(page.text, _new_names(followed))
        if followed and len(text) <= LONGEST_TEXT:
            changed.setdefault(page.list, {})[page.id] = row_of(replace(page, text=text))
            counts.update(followed.values())
    return changed


def _changed_rows(
    rows: Iterable[Row], form: type[Frozen], known: Mapping[str, _Rename], counts: Counter[_Rename]
) -> dict[str, Row]:
    """Return the rows of a list whose links change, by their ids, and count them for each rename."""
    changed: dict[str, Row] = {}
    for row in rows:
        linked = dict.fromkeys(key for text in _texts_with_links(row) for key in linked_names(text))
        followed = {key: known[key] for key in linked if key in known}
        if followed and _id_of(row):
            new = {key: _with_renamed(value, _new_names(followed)) for key, value in row.items()}
            if _fits(new, form):
                changed[_id_of(row)] = new
                counts.update(followed.values())
    return changed


def _texts_with_links(value: object) -> Iterator[str]:
    match value:
        case str():
            if "[[" in value:
                yield value
        case Mapping():
            for one in value.values():
                yield from _texts_with_links(one)
        case list() | tuple():
            for one in value:
                yield from _texts_with_links(one)


def _with_renamed(value: Json, renamed: Mapping[str, str]) -> Json:
    match value:
        case str():
            return with_renamed_links(value, renamed) if "[[" in value else value
        case Mapping():
            return {key: _with_renamed(one, renamed) for key, one in value.items()}
        case list() | tuple():
            return [_with_renamed(one, renamed) for one in value]
        case _:
            return value


def _fits(row: Row, form: type[Frozen]) -> bool:
    try:
        converted(row, form)
    except msgspec.ValidationError:
        return False
    return True


def _new_names(followed: Mapping[str, _Rename]) -> dict[str, str]:
    return {key: " ".join(each.new.split()) for key, each in followed.items()}


def _followed(renames: Iterable[_Rename], taken: Collection[str]) -> dict[str, _Rename]:
    """Return by old name the renames that links follow; of two things that had one name, the first."""
    followed: dict[str, _Rename] = {}
    for rename in renames:
        key = name_key(rename.old)
        if key and key not in taken:
            followed.setdefault(key, rename)
    return followed


def _write(draft: Draft, name: str, changed: Mapping[str, Row]) -> None:
    """Write the changed rows of a list, those that lie together in one piece."""
    start = 0
    for is_changed, group in groupby(draft.table.lists.get(name, ()), lambda row: _id_of(row) in changed):
        rows = tuple(group)
        if is_changed:
            written = tuple(changed[_id_of(row)] for row in rows)
            draft.emit(ListRowsSet(name=name, start=start, removed=len(rows), rows=written))
        start += len(rows)


def _renames(before: Table, table: Table, no_targets: Collection[str]) -> Iterator[_Rename]:
    for id_, actor in table.actors.items() if before.actors is not table.actors else ():
        old = before.actors.get(id_)
        if old is not None and old is not actor and name_key(old.name) != name_key(actor.name):
            yield _Rename(old.name, actor.name, is_public=not (old.secret or actor.secret))
    for name, rows in table.lists.items():
        if name in LISTS or name in no_targets or before.lists.get(name) is rows:
            continue
        names = {_id_of(row): row.get("name") for row in before.lists.get(name, ())}
        for row in rows:
            was, now = names.get(_id_of(row)), row.get("name")
            if isinstance(was, str) and isinstance(now, str) and name_key(was) != name_key(now):
                yield _Rename(was, now)
    yield from _renamed_pages(before.lists, table.lists)


def _renamed_pages(before: Lists, lists: Lists) -> Iterator[_Rename]:
    if all(before.get(name) is lists.get(name) for name in LISTS):
        return
    old = pages_in(before)
    for id_, page in pages_in(lists).items():
        if old.get(id_, page) is not page and name_key(old[id_].name) != name_key(page.name):
            yield _Rename(old[id_].name, page.name, is_page=True)


def _id_of(row: Row) -> str:
    """Return the id of a row; an empty string for a row without a proper one, as a file written by hand may have."""
    id_ = row.get("id")
    return id_ if isinstance(id_, str) else ""


def _names(table: Table, no_targets: Collection[str], *, public: bool) -> frozenset[str]:
    """Return the names of everything that links can lead to, or only of what everybody may know."""
    names = [note.name for note in notes_in(table.lists) if note.shared or not public]
    names += [actor.name for actor in table.actors.values() if not (public and actor.secret)]
    if not public:
        targets = (rows for name, rows in table.lists.items() if name not in LISTS and name not in no_targets)
        names += [str(row.get("name") or "") for rows in targets for row in rows]
    return frozenset(map(name_key, names))
