"""The command that saves and removes records of a group's own lists: one gesture, one undo.

>>> from engine.core.chance import SeededChance
>>> from engine.model.seats import Role, Seat
>>> class Trap(Frozen):
...     id: str
...     name: str
>>> class KeepTraps(SaveContent):
...     WORDS = "tiny"
...     FORMS = {"traps": Trap}
...     SECRET = frozenset({"traps"})
>>> seats = {"gm": Seat(id="gm", name="GM", role=Role.GM), "p1": Seat(id="p1", name="Tom")}
>>> table = Table(ruleset="tiny", seats=seats, lists={"traps": ({"id": "net", "name": "Net"},)})
>>> keep = KeepTraps(seat="gm", put={"traps": ({"id": "pit", "name": "Pit"},)}, drop={"traps": ("net",)})
>>> draft = Draft(table, SeededChance(1))
>>> keep.verify(table), keep.decide(draft), draft.table.lists["traps"]
(None, None, ({'id': 'pit', 'name': 'Pit'},))
>>> try:
...     KeepTraps(seat="gm", put={"traps": ({"id": "pit"},)}).verify(table)
... except Refused as refused:
...     print(refused.message.key, refused.message.params["why"])
refused.tiny_record_form Object missing required field `name`
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from engine.core.commands import Request, need_gm
from engine.core.draft import Draft
from engine.kit.content_editor.dice_numbers import converted
from engine.kit.content_editor.form_definitions import RecordForms
from engine.kit.content_editor.persistence import (
    LARGEST,
    MOST_KEPT,
    Row,
    Rows,
    first_names,
    id_key,
    name_key,
    with_row,
    without_row,
)
from engine.kit.content_editor.shared_editor_texts import clipped, editor_text
from engine.kit.content_editor.view_models import Lists
from engine.messages.game_messages import in_game
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import Frozen
from engine.model.table import Table


class SaveContent(Request):
    """Save records of the group's own, or remove them.

    Attributes:
        WORDS: the beginning of its messages: `refused.<words>_no_drawer`, `_record_form` and `_too_many_records`, and
            `log.<words>_kept` and `_dropped`; and of the names of its categories, `<words>.bench.drawer.<list>`.
        FORMS: the struct of the rows of each list.
        SECRET: the lists that only the GM may know; only the GM reads what is saved there.
        SHAPES: the forms of the records, by which a row that is none is refused with its place.
    """

    ABSTRACT = True
    WORDS: ClassVar[str]
    FORMS: ClassVar[Mapping[str, type[Frozen]]]
    SECRET: ClassVar[frozenset[str]] = frozenset()
    SHAPES: ClassVar[RecordForms | None] = None

    put: Annotated[
        Mapping[str, Rows],
        Meta(description="records by their list; each takes the place of the one with its `id`, or else its `name`"),
    ] = {}
    drop: Annotated[
        Mapping[str, tuple[str, ...]],
        Meta(description="ids by their list: the group's own are deleted, changed ones are as shipped again"),
    ] = {}

    def verify(self, table: Table) -> None:
        """Raise Refused unless the GM saves sound records in lists of the game, and at least one list changes."""
        need_gm(table, self)
        super().verify(table)
        for name in (*self.put, *self.drop):
            if name not in self.FORMS:
                raise Refused(f"{self.WORDS}_no_drawer", list=name[:60])
        for name, rows in self.put.items():
            for number, row in enumerate(rows, 1):
                fault = self.row_fault(table, name, row)
                if fault:
                    category = self.category(table, name)
                    raise Refused(f"{self.WORDS}_record_form", list=category, number=number, why=fault)
        self.verify_removal(table)
        changed = dict(self.changed_lists(table.lists))
        for name, rows in changed.items():
            if len(rows) > MOST_KEPT:
                raise Refused(f"{self.WORDS}_too_many_records", list=self.category(table, name), most=MOST_KEPT)
        if not changed:
            raise Refused("nothing_to_write")

    def decide(self, draft: Draft) -> None:
        """Write the lists, and log the names; only the GM reads those that only the GM may know."""
        for name, rows in self.changed_lists(draft.table.lists):
            draft.set_list(name, rows)
        for secret in (False, True):
            audience = (self.seat,) if secret else None
            put = [(name, row) for name, rows in self.put.items() if (name in self.SECRET) is secret for row in rows]
            kept = [self._called(name, row) for name, row in put]
            dropped = [(name, id_) for name, ids in self.drop.items() if (name in self.SECRET) is secret for id_ in ids]
            gone = [self._called_before(draft.before.lists, name, id_) for name, id_ in dropped]
            if kept:
                draft.note(f"{self.WORDS}_kept", audience=audience, count=len(kept), names=first_names(kept))
            if gone:
                draft.note(f"{self.WORDS}_dropped", audience=audience, count=len(gone), names=first_names(gone))

    def category(self, table: Table, name: str) -> str:
        """Return the name of the category with the records of a list, as the editor shows it."""
        return say(in_game(Message(key=f"{self.WORDS}.bench.drawer.{name}"), table.ruleset))

    def row_fault(self, table: Table, name: str, row: Row) -> str:
        """Return why a row of a list cannot be saved; empty if it can."""
        try:
            size = len(msgspec.json.encode(converted(row, self.FORMS[name])))
        except (ValueError, OverflowError, RecursionError, msgspec.MsgspecError) as error:
            return clipped(str(error)) if self.SHAPES is None else self.SHAPES.first_misfit(name, row)
        return editor_text("misfit.large", most=LARGEST // 1000) if size > LARGEST else ""

    def verify_removal(self, table: Table) -> None:
        """Raise Refused for a record that cannot be removed now."""

    def changed_lists(self, lists: Lists) -> Iterator[tuple[str, Rows]]:
        """Yield the lists that change, each with its rows afterwards."""
        for name in dict.fromkeys((*self.drop, *self.put)):
            key, before = id_key(self.FORMS[name]), tuple(lists.get(name, ()))
            rows = before
            for id_ in self.drop.get(name, ()):
                rows = without_row(rows, id_, key)
            for row in self.put.get(name, ()):
                rows = with_row(rows, self.stored_row(name, row), key)
            if rows != before:
                yield name, rows

    def stored_row(self, name: str, row: Row) -> Row:
        """Return a row as the list holds it."""
        return row

    def _called(self, name: str, row: Row) -> str:
        form = self.FORMS[name]
        return clipped(str(row.get(name_key(form)) or row.get(id_key(form))))

    def _called_before(self, lists: Lists, name: str, id_: str) -> str:
        key = id_key(self.FORMS[name])
        return next((self._called(name, row) for row in lists.get(name, ()) if row.get(key) == id_), clipped(id_))
