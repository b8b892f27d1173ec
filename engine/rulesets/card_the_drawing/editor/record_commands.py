"""Saving the group's own cards, tags, archetypes, decks, foes and encounters: one gesture, one undo.

A card in a battle is looked up for each calculation, so a change works at once; a card whose record is removed keeps
its place and its name, and does nothing any more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

from engine.kit.content_editor import shared_editor_texts
from engine.kit.content_editor.persistence import ID_FORM, LARGEST, Row, Rows, row_of
from engine.kit.content_editor.save_content import SaveContent
from engine.kit.content_editor.shared_editor_texts import clipped
from engine.kit.content_editor.view_models import Lists
from engine.model.table import Table
from engine.rulesets.card_the_drawing.cards.card_library import FOES, LISTS, SECRET, TAGS, Record, kind_of_list
from engine.rulesets.card_the_drawing.editor.record_fields import SHAPES, editor_text

_TAG_ID = re.compile(r"[^\x00-\x20/#'\"\x7f-\x9f]{1,60}")


class KeepRecords(SaveContent):
    """Save cards, tags, archetypes, decks, foes and encounters of the group's own, or remove them."""

    RULES = ("CD-UI-23", "CD-UI-24", "CD-UI-25")
    WORDS = "drawing"
    FORMS = LISTS
    SECRET = SECRET

    renamed: Annotated[
        Mapping[str, str], Meta(description="new ids of decks by the old ones; who fights with them still does")
    ] = {}

    def category(self, table: Table, name: str) -> str:
        """Return the name of a category; the GM's decks are among the decks."""
        return super().category(table, kind_of_list(name))

    def row_fault(self, table: Table, name: str, row: Row) -> str:
        """Return why a row cannot be saved; its other problems do not matter."""
        return form_fault(name, row)

    def stored_row(self, name: str, row: Row) -> Row:
        """Return a row without default values."""
        record: Record = msgspec.convert(dict(row), LISTS[name])
        return row_of(record)

    def changed_lists(self, lists: Lists) -> Iterator[tuple[str, Rows]]:
        """Yield the lists that change, with the foes that fight with a renamed deck."""
        changed = dict(super().changed_lists(lists))
        if self.renamed:
            before = tuple(lists.get(FOES, ()))
            foes = tuple(self._fighting_with(foe) for foe in changed.get(FOES, before))
            if foes != before:
                changed[FOES] = foes
        yield from changed.items()

    def _fighting_with(self, foe: Row) -> Row:
        deck = foe.get("deck")
        return {**foe, "deck": self.renamed[deck]} if isinstance(deck, str) and deck in self.renamed else foe


def form_fault(name: str, row: Row) -> str:
    """Return why a row of a list cannot be saved, with its place; empty if it can."""
    try:
        record: Record = msgspec.convert(dict(row), LISTS[name])
        size = len(msgspec.json.encode(record))
    except (ValueError, OverflowError, RecursionError, msgspec.MsgspecError):
        return SHAPES.first_misfit(kind_of_list(name), row)
    if name == TAGS and not _TAG_ID.fullmatch(record.id):
        return editor_text("misfit.tag_id", id=clipped(record.id))
    if name != TAGS and not ID_FORM.fullmatch(record.id):
        return shared_editor_texts.editor_text("misfit.id", id=clipped(record.id))
    return shared_editor_texts.editor_text("misfit.large", most=LARGEST // 1000) if size > LARGEST else ""
