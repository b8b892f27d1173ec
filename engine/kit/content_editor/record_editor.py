"""The content editor of a game that declares its kinds of records.

`RecordForms` has their fields, `SaveContent` their lists, and a subclass of `RecordEditor` what is special about them:
the members that it may override are in `RecordDefinition` and `RecordFormView`.

>>> from engine.kit.content_editor.content_library import ContentLibrary
>>> from engine.kit.game_factory import make_game
>>> from engine.kit.manual_game import ManualGame
>>> from engine.kit.content_editor.form_definitions import RecordForms, RecordKind, text, whole
>>> class Trap(Frozen):
...     id: str
...     name: str
...     depth: int = 0
>>> class KeepTraps(SaveContent):
...     WORDS, FORMS = "tiny", {"traps": Trap}
>>> fields = (text("name", "what", longest=40, required=True), whole("depth", "what", 0, 99))
>>> class TrapEditor(RecordEditor[Trap, Lists]):
...     forms = RecordForms("tiny", {"traps": RecordKind(struct=Trap, fields=fields, facets=("depth",))})
...     command, strict = KeepTraps, True
...     library = ContentLibrary[Trap]({"traps": Trap}, lambda kind: (Trap(id="pit", name="Pit", depth=3),))
...     def faults(self, content, kind, record):
...         if record.depth > 20:
...             yield self.problem(kind, "depth", "Nobody digs so deep.")

>>> editor = TrapEditor(make_game(ManualGame("tiny")))
>>> copy = editor.duplicate({}, {}, "traps", editor.record({}, {}, "traps", "pit"))
>>> trap = editor.with_value("traps", copy, "depth", "25")
>>> trap
{'name': 'Pit (copy)', 'depth': 25}
>>> view = editor.editor_view({}, {}, "traps", trap)
>>> view.name, view.can_save, [(problem.path, problem.text) for problem in view.problems]
('Pit (copy)', False, [('depth', 'Nobody digs so deep.')])
>>> editor.save_command("gm", {}, {}, "traps", {**trap, "depth": 9})
('pit_copy', KeepTraps(seat='gm', put={'traps': ({'id': 'pit_copy', 'name': 'Pit (copy)', 'depth': 9},)}, drop={}))
>>> own = {"traps": ({"id": "cage", "name": "Cage"},)}
>>> [(entry.id, entry.origin.value) for entry in editor.entries(own, {}, "traps")]
[('pit', 'house'), ('cage', 'own')]
>>> file = editor.read_file({}, {}, editor.export_file(own, {}, [("traps", "pit"), ("traps", "cage")]))
>>> [(record.name, record.arrival.value) for record in file.records]
[('Pit', 'same'), ('Cage', 'new')]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from engine.core.commands import Command
from engine.kit.content_editor.content_file_format import ContentFiles
from engine.kit.content_editor.form_definitions import written
from engine.kit.content_editor.json_record_edits import (
    duplicated_row_at,
    moved_row_at,
    read_value,
    rows_at,
    split_path,
    with_row_at,
    with_value_at,
    without_row_at,
)
from engine.kit.content_editor.persistence import Rows, id_key, id_of, name_key, name_of, row_of
from engine.kit.content_editor.record_exchange import RecordExchange
from engine.kit.content_editor.record_form_view import RecordDraft, texts_by_field
from engine.kit.content_editor.save_content import SaveContent
from engine.kit.content_editor.shared_editor_texts import clipped, editor_text
from engine.kit.content_editor.view_models import (
    Category,
    CategoryEntry,
    EditorChoice,
    EditorFieldKind,
    EditorView,
    EditRefused,
    Facet,
    FacetValue,
    ImportedFile,
    Lists,
    Options,
    Record,
    RecordOrigin,
    Trial,
)
from engine.model.frozen import Frozen, Json
from engine.presentation.game import Game

R = TypeVar("R", bound=Frozen)
C = TypeVar("C")
_LONGEST_LINE, _LONGEST_TEXT = 200, 4000


def _values(value: object) -> tuple[str, ...]:
    """Return the value of a field, or the values in it, as those of a filter; none for nothing."""
    values = value if isinstance(value, tuple) else (value,)
    return tuple(str(each) for each in values if each not in (None, ""))


class RecordEditor(RecordExchange[R, C]):
    """A `ContentEditor`, whose protocol documents its members; `game` plays what is tried out."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.forms = self.forms.of_game(game.ruleset.id)
        self.files = ContentFiles(game.ruleset.id, tuple(self.forms.kinds), any_game=self.any_game)

    # ---- what there is ----

    def categories(self) -> tuple[Category, ...]:
        """Return the categories of content."""
        return tuple(
            Category(
                kind=kind,
                title=self.forms.text(f"drawer.{kind}"),
                one=self.forms.text(f"one.{kind}"),
                lists=self.lists_of(kind),
                help=self.forms.text(f"drawer_help.{kind}"),
                gm_only=kind in self.gm_lists,
                tries=declared.tries,
                offers=declared.offers,
                answers=declared.answers,
                shows_result=declared.shows_result,
                runs=declared.runs,
                any_game=self.any_game,
            )
            for kind, declared in self.forms.kinds.items()
        )

    def facets(self, lists: Lists, options: Options, kind: str) -> tuple[Facet, ...]:
        """Return the filters of a kind, without those that have a single value."""
        content, entries = self.content(lists, options), self.entries(lists, options, kind)
        found: list[Facet] = []
        for facet in self.forms.kinds[kind].facets if kind in self.forms.kinds else ():
            counts = Counter(value for entry in entries for value in entry.facets.get(facet, ()))
            values = tuple(
                FacetValue(value=value, label=self._facet_label(kind, facet, value), count=counts[value])
                for value in self.facet_order(content, facet, list(counts))
            )
            if len(values) > 1:
                found.append(Facet(id=facet, label=self.forms.text(f"facet.{facet}"), values=values))
        return tuple(found)

    def _facet_label(self, kind: str, facet: str, value: str) -> str:
        if facet not in self.forms.kinds[kind].field_facets:
            return self.facet_label(facet, value)
        return self.forms.word(facet, value) if self.forms.words_of(kind, facet) else clipped(value)

    def entries(self, lists: Lists, options: Options, kind: str) -> tuple[CategoryEntry, ...]:
        """Return the entries of a kind."""
        content = self.content(lists, options)
        return tuple(self.entry(content, kind, record) for record in self.records(content, kind).values())

    def entry(self, content: C, kind: str, record: R) -> CategoryEntry:
        """Return the entry of a record in its list."""
        origin, errors = self.origin(content, kind, record), self.error_count(content, kind, record)
        disabled = self.is_disabled(record)
        marks = [self.forms.text(f"mark.{origin}")] if origin not in self.unmarked else []
        marks += self.marks(record)
        marks += [self.forms.text("mark.problems", count=errors)] if errors else []
        states = (*(("aside",) if disabled else ()), *(("wrong",) if errors else ()))
        name, line = self.entry_name(record), " · ".join(filter(None, self.details(content, record)))
        words = " ".join((*self.search_words(content, record), *self.forms.texts_in(kind, record)))
        declared = self.forms.kinds[kind]
        return CategoryEntry(
            id=id_of(record),
            name=clipped(name) or self.forms.text(f"unnamed.{kind}"),
            line=line if len(line) <= _LONGEST_LINE else f"{line[: _LONGEST_LINE - 1]}…",
            origin=origin,
            marks=tuple(marks),
            facets={
                **{facet: _values(getattr(record, facet)) for facet in declared.field_facets},
                **self.facet_values(content, record),
                "origin": (origin.value,),
                "state": states or ("sound",),
            },
            text=f"{name} {line} {words}".casefold()[:_LONGEST_TEXT],
            disabled=disabled,
            problems=errors,
        )

    def record(self, lists: Lists, options: Options, kind: str, id_: str) -> Record | None:
        """Return a record as it is in use."""
        record = self.records(self.content(lists, options), kind).get(id_) if kind in self.forms.kinds else None
        return None if record is None else row_of(record)

    def blank(self, lists: Lists, options: Options, kind: str) -> Record:
        """Return a new record."""
        self.lists_of(kind)
        return self.forms.kinds[kind].start

    def duplicate(self, lists: Lists, options: Options, kind: str, record: Record) -> Record:
        """Return a copy under another name."""
        key = name_key(self.forms.kinds[kind].struct)
        name = record.get(key)
        copied = {key: value for key, value in record.items() if key != "id" and key not in self.not_copied}
        return {**copied, key: self.name_of_copy(kind, name if isinstance(name, str) else "")}

    def name_of_copy(self, kind: str, name: str) -> str:
        """Return the name of a copy."""
        return editor_text("copy", name=name)

    # ---- one record ----

    def editor_view(self, lists: Lists, options: Options, kind: str, record: Record) -> EditorView:
        """Return everything that an editor shows of a record."""
        content = self.content(lists, options)
        understood, problems = self.read(content, kind, record)
        readable = not any(problem.form for problem in problems)
        draft = RecordDraft(kind, record, understood, content, readable, texts_by_field(self.forms, kind, problems))
        id_, typed_id = id_of(understood), record.get(id_key(type(understood)))
        saved = self.records(content, kind).get(id_)
        return EditorView(
            kind=kind,
            id=typed_id if isinstance(typed_id, str) else "",
            name=clipped(name_of(understood)) or self.forms.text(f"unnamed.{kind}"),
            origin=RecordOrigin.OWN if saved is None else self.origin(content, kind, saved),
            groups=self.form_groups(draft),
            record=row_of(understood) if readable else None,
            reading=self.summary(draft),
            problems=self.forms.in_order(kind, (*problems, *self.remarks(draft))),
            notes=self.statistics(draft),
            can_save=readable,
            draft=self.draft_notice(kind, sum(not problem.warning for problem in problems)),
            changed=not readable or understood != saved,
            exists=saved is not None,
            has_original=self.shipped_record(kind, id_) is not None,
            used_by=self.users(content).get((kind, id_), ()) if saved is not None else (),
            footnote=self.forms.text("footnote") if self.prints else "",
            face=self.face(draft),
            page=self.page(draft),
        )

    def need_readable(self, content: C, kind: str, record: Record) -> R:
        """Return a record that can be saved. Raises EditRefused while its form is wrong."""
        understood, problems = self.read(content, kind, record)
        for problem in problems:
            if problem.form:
                raise EditRefused(editor_text("misfit_at", place=problem.place, why=problem.text))
        return understood

    def users(self, content: C) -> Mapping[tuple[str, str], tuple[str, ...]]:
        """Return a phrase for each record that refers to another, by the kind and the id of the other."""
        phrases: dict[tuple[str, str], dict[str, None]] = {}
        for kind in self.referring:
            for record in self.records(content, kind).values():
                phrase = self.forms.text(f"used.{self.files.one[kind]}", name=clipped(name_of(record)))
                for reference in self.references(record):
                    phrases.setdefault(reference, {})[phrase] = None
        return {reference: tuple(found) for reference, found in phrases.items()}

    # ---- edits ----

    def with_value(self, kind: str, record: Record, path: str, value: Json) -> Record:
        """Return a record with another value in a field; None also removes an unknown key."""
        field = self.forms.field_at(kind, path)
        key, row, rest = split_path(path)
        if field is None:
            unknown = value is None and key in record and row is None and not rest
            return with_value_at(record, key, None) if unknown else record
        if row is not None and row >= len(rows_at(record, key)):
            return record
        if field.kind is EditorFieldKind.COUNTED and rest:
            return with_value_at(record, path, read_value(EditorFieldKind.WHOLE, value) or None)
        return with_value_at(record, path, written(field, value))

    def new_row(self, kind: str, record: Record, path: str) -> Record:
        """Return a new row."""
        return self.forms.rows[path].start

    def with_row(self, kind: str, record: Record, path: str, row: Record | None = None) -> Record:
        """Return a record with one more row."""
        if not self.forms.has_rows(kind, path):
            return record
        return with_row_at(record, path, self.new_row(kind, record, path) if row is None else row)

    def without_row(self, kind: str, record: Record, path: str) -> Record:
        """Return a record without a row."""
        return without_row_at(record, path) if self.forms.has_rows(kind, path) else record

    def moved_row(self, kind: str, record: Record, path: str, to: int) -> Record:
        """Return a record with a row at another position."""
        return moved_row_at(record, path, to) if self.forms.has_rows(kind, path) else record

    def duplicated_row(self, kind: str, record: Record, path: str) -> Record:
        """Return a record with a copy of a row behind the row."""
        return duplicated_row_at(record, path) if self.forms.has_rows(kind, path) else record

    # ---- commands ----

    def save_command(self, seat: str, lists: Lists, options: Options, kind: str, record: Record) -> tuple[str, Command]:
        """Return the id of the saved record, and the command."""
        understood = self.need_readable(self.content(lists, options), kind, record)
        return id_of(understood), self.need_change(self.saving(seat, lists, ((kind, understood),)))

    def saving(self, seat: str, lists: Lists, records: Iterable[tuple[str, R]]) -> SaveContent | None:
        """Return the command that saves records of some kinds; None if all are as shipped, which is no change."""
        put: dict[str, Rows] = {}
        drop: dict[str, tuple[str, ...]] = {}
        for kind, record in records:
            home = self.list_of(kind, record) if record != self.shipped_record(kind, id_of(record)) else ""
            if home:
                put[home] = (*put.get(home, ()), row_of(record))
            for name in self._left(self.lists_holding(lists, kind, id_of(record)), home):
                drop[name] = (*drop.get(name, ()), id_of(record))
        return self.command(seat=seat, put=put, drop=drop) if put or drop else None

    @staticmethod
    def _left(holding: tuple[str, ...], home: str) -> tuple[str, ...]:
        """Return the lists that a record leaves when it is saved in its home, or as it is shipped.

        Of two records with one id the one in the last list is meant; the other must not be lost.
        """
        if len(holding) > 1:
            return () if home else holding[-1:]
        return tuple(name for name in holding if name != home)

    def lists_holding(self, lists: Lists, kind: str, id_: str) -> tuple[str, ...]:
        """Return the lists of the group that hold a record."""
        key = id_key(self.forms.kinds[kind].struct)
        return tuple(name for name in self.lists_of(kind) if any(row.get(key) == id_ for row in lists.get(name, ())))

    def need_change(self, command: SaveContent | None) -> SaveContent:
        """Return a command that saves. Raises EditRefused if there is none."""
        if command is None:
            raise EditRefused(self.forms.text("shipped_stays"))
        return command

    def disable_command(self, seat: str, lists: Lists, options: Options, kind: str, id_: str, aside: bool) -> Command:
        """Raise EditRefused: records cannot be disabled."""
        raise EditRefused(self.forms.text("no_aside"))

    def delete_command(self, seat: str, lists: Lists, kind: str, id_: str) -> Command:
        """Return the command that deletes the group's version of a record."""
        self.lists_of(kind)
        holding = self.lists_holding(lists, kind, id_)
        if not holding:
            is_shipped = self.shipped_record(kind, id_) is not None
            raise EditRefused(self.forms.text("shipped_stays" if is_shipped else "nothing_there"))
        return self.command(seat=seat, drop={holding[-1]: (id_,)})

    def import_command(self, seat: str, lists: Lists, incoming: ImportedFile, chosen: Sequence[int]) -> Command:
        """Return the command that imports records of a file, without unchanged and faulty ones."""
        command = self.saving(seat, lists, self.imported_records(incoming, chosen))
        if command is None:
            raise EditRefused(editor_text("file.nothing"))
        return command

    # ---- trying out ----

    def try_out(
        self,
        lists: Lists,
        options: Options,
        kind: str,
        record: Record,
        *,
        situation: str = "",
        answers: Sequence[str] = (),
    ) -> Trial:
        """Return what happens when a record of a kind that can be tried out is used, or which fault prevents it."""
        content = self.content(lists, options)
        understood, problems = self.read(content, kind, record)
        for problem in self.forms.in_order(kind, problems):
            if not problem.warning:
                return Trial(wrong=self.forms.text("wrong", place=problem.place, why=problem.text))
        return self.try_record(understood, content, lists, options, situation, answers)

    def situations(self, lists: Lists, options: Options, kind: str, record: Record) -> tuple[EditorChoice, ...]:
        """Return the situations for a try-out."""
        content = self.content(lists, options)
        understood, _ = self.read(content, kind, record)
        return self.trial_situations(understood, content) if self.forms.kinds[kind].tries else ()
