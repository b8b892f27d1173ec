"""The targets of links in a note, for one viewer: pages, characters, and the entries of Prep."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from engine.kit.content_editor.view_models import Category
from engine.kit.handouts.handout_records import HANDOUTS
from engine.kit.notes.note_links import NoteLink, name_key
from engine.kit.notes.note_records import NOTES, notes_in
from engine.kit.random_tables.random_table_records import RANDOM_TABLES
from engine.presentation.visibility import VisibleTable
from vtt.shared.notes.note_document import LinkLook
from vtt.widgets.ui_texts import ui_text

CHARACTERS: Final = "characters"
"""The kind of a target that is a character; any other is the kind of a category of Prep."""


@dataclass(frozen=True, slots=True)
class NoteTarget:
    """A thing that a link can lead to.

    Attributes:
        kind: `CHARACTERS`, or the kind of a category of Prep.
        id: its id.
        name: its name.
        word: the word for such things: “note”, “encounter”.
        can_roll: it is a random table of the kit.
        can_show: it is a handout of the kit.
    """

    kind: str
    id: str
    name: str
    word: str
    can_roll: bool = False
    can_show: bool = False


class NoteTargets:
    """The things that links can lead to, as far as a viewer may know them: nothing else is looked at.

    Args:
        view: the table as the viewer may know it.
        categories: the categories of Prep.
        shipped: what comes with the game; what the group has changed of it counts once. Only the GM may know it.
    """

    def __init__(self, view: VisibleTable, categories: Iterable[Category], shipped: Iterable[NoteTarget] = ()) -> None:
        seat = view.seats.get(view.viewer)
        self.is_gm = seat is not None and seat.is_gm
        self._by_name: dict[str, list[NoteTarget]] = {}
        own = tuple(self._targets(view, categories))
        known = {(target.kind, target.id) for target in own}
        others = (target for target in shipped if (target.kind, target.id) not in known) if self.is_gm else ()
        for target in (*own, *others):
            self._by_name.setdefault(name_key(target.name), []).append(target)

    def _targets(self, view: VisibleTable, categories: Iterable[Category]) -> Iterator[NoteTarget]:
        for note in notes_in(view.lists):
            yield NoteTarget(NOTES, note.id, note.name, ui_text("notes_page", "note"))
        for actor in view.actors.values():
            yield NoteTarget(CHARACTERS, actor.id, actor.name, ui_text("notes_page", "character"))
        if not self.is_gm:
            return
        for category in categories:
            if category.kind == NOTES and category.in_every_game:
                continue
            can_roll = category.kind == RANDOM_TABLES and category.in_every_game
            can_show = category.kind == HANDOUTS and category.in_every_game
            for name in category.lists:
                for row in view.lists.get(name, ()):
                    called, known = row.get("name") or row.get("id"), row.get("id") or row.get("name")
                    if isinstance(called, str) and isinstance(known, str):
                        yield NoteTarget(category.kind, known, called, category.one, can_roll, can_show)

    def find(self, name: str) -> tuple[NoteTarget, ...]:
        """Return the things with a name."""
        return tuple(self._by_name.get(name_key(name), ()))

    def look(self, link: NoteLink) -> LinkLook | None:
        """Return the look of a link. For a player it is plain text whether its target is secret or missing."""
        if link.is_dice:
            return LinkLook(ui_text("notes_page", "tip.dice", dice=link.target)) if self.is_gm else None
        targets = self.find(link.target)
        if not targets:
            tip = ui_text("notes_page", "tip.broken", name=link.target)
            return LinkLook(tip, broken=True) if self.is_gm else None
        if len(targets) > 1:
            return LinkLook(ui_text("notes_page", "tip.several", name=link.target, count=len(targets)))
        return LinkLook(ui_text("notes_page", "tip.one", what=targets[0].word, name=targets[0].name))
