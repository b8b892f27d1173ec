"""The commands of notes: save pages, write a quick note, and roll dice in a page for the GM alone.

>>> from engine.core.chance import ScriptedChance, SeededChance
>>> from engine.messages.texts import say
>>> from engine.model.seats import Role, Seat
>>> table = Table(ruleset="tiny", seats={"gm": Seat(id="gm", name="GM", role=Role.GM)})
>>> draft = Draft(table, SeededChance(1))
>>> QuickNote(seat="gm", text="The smith hides something", stamp="27 Nov, 20:15").decide(draft)
>>> [(row["name"], row["text"]) for row in draft.table.lists["quick_notes"]], draft.events[-1].audience
([('Quick notes', '- **27 Nov, 20:15** The smith hides something')], ('gm',))
>>> draft = Draft(table, ScriptedChance({"d6": [2, 5]}, SeededChance(1)))
>>> RollDiceForGM(seat="gm", dice="2d6+3").decide(draft)
>>> say(draft.events[-1].message), draft.events[-1].audience
('2d6+3: 10', ('gm',))
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Final

from msgspec import Meta

from engine.core.commands import Request, need_gm
from engine.core.dice_notation import parse_dice_to_roll
from engine.core.draft import Draft
from engine.core.events import ListSet
from engine.kit.content_editor.dice_numbers import converted
from engine.kit.content_editor.persistence import MOST_KEPT, Row, first_names, row_of, with_row
from engine.kit.content_editor.save_content import SaveContent
from engine.kit.content_editor.shared_editor_texts import clipped
from engine.kit.notes.note_records import LIBRARY, LISTS, LONGEST_TEXT, NOTES, QUICK_NOTES, NoteRecord
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import Frozen, Json, replace
from engine.model.table import Table

LONGEST_QUICK_NOTE: Final = 1000
LONGEST_STAMP: Final = 100


def note_text(key: str, **params: Json) -> str:
    """Return a text about notes."""
    return say(Message(key=f"notes.{key}", params=params))


class SaveNotes(SaveContent):
    """Save or delete pages of notes. Only the GM reads of it in the log, also of pages that all may read."""

    WORDS = "notes"
    FORMS: ClassVar[Mapping[str, type[Frozen]]] = dict.fromkeys(LISTS, NoteRecord)
    SECRET = frozenset({NOTES, QUICK_NOTES})

    def row_fault(self, table: Table, name: str, row: Row) -> str:
        """Return why a page cannot be saved: one that is not shared would be read by all, or the other way round."""
        fault = super().row_fault(table, name, row)
        if fault:
            return fault
        return "" if converted(row, NoteRecord).list == name else note_text("wrong_list")

    def decide(self, draft: Draft) -> None:
        """Write the lists, and log the titles for the GM. A page that goes to the other list is not deleted."""
        before = draft.before.lists
        for name, rows in self.changed_lists(before):
            draft.emit(ListSet(name=name, rows=rows))
        kept = [clipped(str(row.get("name"))) for rows in self.put.values() for row in rows]
        staying = {row.get("id") for rows in self.put.values() for row in rows}
        gone = [
            clipped(str(row.get("name")))
            for name, ids in self.drop.items()
            for row in before.get(name, ())
            if row.get("id") in ids and row.get("id") not in staying
        ]
        if kept:
            draft.note("notes_kept", audience=(self.seat,), count=len(kept), names=first_names(kept))
        if gone:
            draft.note("notes_dropped", audience=(self.seat,), count=len(gone), names=first_names(gone))


class QuickNote(Request):
    """Write a line on the page of quick notes, which is made if there is none; always for the GM alone."""

    text: Annotated[str, Meta(max_length=LONGEST_QUICK_NOTE, description="the line")]
    stamp: Annotated[str, Meta(max_length=LONGEST_STAMP, description="when that was, in words")] = ""

    def verify(self, table: Table) -> None:
        """Raise Refused unless the GM writes something, and there is room for it."""
        need_gm(table, self)
        if not self.text.strip():
            raise Refused("quick_note_empty")
        if len(self._rows(table)) > MOST_KEPT:
            raise Refused("notes_too_many_records", list=_category(), most=MOST_KEPT)

    def decide(self, draft: Draft) -> None:
        """Write the line."""
        draft.emit(ListSet(name=QUICK_NOTES, rows=self._rows(draft.table)))
        draft.note("quick_note", audience=(self.seat,), text=_one_line(self.text))

    def _rows(self, table: Table) -> tuple[Row, ...]:
        """Return the list of the GM's pages with the line on the last page of quick notes that has room for it.

        A page that was shared takes no more of them.
        """
        when = f"**{_one_line(self.stamp)}** " if self.stamp.strip() else ""
        line = f"- {when}{_one_line(self.text)}"
        pages = LIBRARY.records(table.lists, QUICK_NOTES)
        last = next((note for note in reversed(list(pages.values())) if not note.shared), None)
        if last is not None and len(last.text) + len(line) < LONGEST_TEXT:
            text = f"{last.text.rstrip()}\n{line}" if last.text.strip() else line
            page = replace(last, text=text)
        else:
            page = self._new_page(table, line)
        return with_row(table.lists.get(QUICK_NOTES, ()), row_of(page))

    def _new_page(self, table: Table, line: str) -> NoteRecord:
        taken = {row.get("id") for name in LISTS for row in table.lists.get(name, ())}
        number = next(number for number in range(1, MOST_KEPT * 3) if _quick_id(number) not in taken)
        name = note_text("quick_page") if number == 1 else note_text("quick_page_more", number=number)
        return NoteRecord(id=_quick_id(number), name=name, text=line)


def _quick_id(number: int) -> str:
    return QUICK_NOTES if number == 1 else f"{QUICK_NOTES}_{number}"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _category() -> str:
    return say(Message(key=f"notes.bench.drawer.{NOTES}"))


class RollDiceForGM(Request):
    """Roll dice that only the GM sees, such as those in a note."""

    PROGRAM_DICE = True
    dice: Annotated[str, Meta(max_length=40, description="such as `2d6+3`")]

    def verify(self, table: Table) -> None:
        """Raise Refused unless the GM rolls dice that there are."""
        need_gm(table, self)
        parse_dice_to_roll(self.dice)

    def decide(self, draft: Draft) -> None:
        """Roll, and write the total into the log of the GM."""
        dice = parse_dice_to_roll(self.dice)
        with draft.rolling_for(None, hidden=True):
            faces = tuple(face for term in dice.dice for face in draft.roll(term.sides, abs(term.count)))
        shown: list[Json] = list(faces)
        draft.note(
            "rolled_for_gm",
            audience=(self.seat,),
            reckoning=(Message(key="notes.faces", params={"faces": shown}),),
            dice=self.dice,
            total=dice.total(faces),
        )
