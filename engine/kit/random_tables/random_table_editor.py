"""The content editor of random tables.

>>> from engine.kit.game_factory import make_game
>>> from engine.kit.manual_game import ManualGame
>>> editor = RandomTableEditor(make_game(ManualGame("tiny")))
>>> table = editor.with_value("random_tables", {"name": "Forest"}, "rows", [{"text": "999d6 wolves"}])
>>> view = editor.editor_view({}, {}, "random_tables", table)
>>> view.can_save, [problem.text for problem in view.problems]
(True, ['“999d6” cannot be rolled. Use up to 100 dice with up to 9999 sides.'])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Final

from engine.core.memo import memo_of_moment
from engine.kit.content_editor.form_definitions import (
    RecordForms,
    RecordKind,
    RowForm,
    by_key,
    choice,
    expression,
    lines,
    rows,
    text,
    whole,
)
from engine.kit.content_editor.json_record_edits import rows_at, split_path
from engine.kit.content_editor.record_editor import RecordEditor
from engine.kit.content_editor.record_form_view import RecordDraft, with_written
from engine.kit.content_editor.shared_editor_texts import clipped
from engine.kit.content_editor.statistics import statistic
from engine.kit.content_editor.view_models import (
    EditorChoice,
    Lists,
    Note,
    NoteKind,
    Options,
    Problem,
    RecordOrigin,
    StatisticBar,
)
from engine.kit.random_tables.random_table_commands import SaveRandomTables
from engine.kit.random_tables.random_table_offers import FOR_ALL, FOR_GM
from engine.kit.random_tables.random_table_records import (
    LONGEST_DICE,
    LONGEST_NAME,
    LONGEST_NOTES,
    LONGEST_TEXT,
    MOST_ROWS,
    MOST_WEIGHT,
    RANDOM_TABLES,
    RandomTable,
    TableRow,
    Tables,
    faults_of,
    table_text,
    tables_in,
)
from engine.model.frozen import Json, replace
from engine.odds.odds import percent

_ROWS: Final = "rows"
_KIND: Final = RecordKind(
    struct=RandomTable,
    fields=(
        text("name", "what", longest=LONGEST_NAME, required=True),
        rows(_ROWS, "results"),
        lines("notes", "gm", longest=LONGEST_NOTES),
    ),
    start={"name": "", "rows": [{"text": "", "weight": 1}]},
    facets=("state",),
    offers=(FOR_GM, FOR_ALL),
    answers="table",
    shows_result=True,
)
_ROW: Final = RowForm(
    fields=by_key(
        text("text", longest=LONGEST_TEXT),
        whole("weight", least=1, most=MOST_WEIGHT),
        choice("table"),
        expression("times", longest=LONGEST_DICE),
    ),
    form=TableRow,
    words="table_row",
    most=MOST_ROWS,
    start={"text": "", "weight": 1},
    usual={"weight": "1", "times": "1"},
)
FORMS: Final = RecordForms("random_table", {RANDOM_TABLES: _KIND}, {_ROWS: _ROW})
_Draft = RecordDraft[RandomTable, Tables]


class RandomTableEditor(RecordEditor[RandomTable, Tables]):
    """The editor of random tables; one that cannot be rolled yet can be saved, with its problems."""

    forms = FORMS
    command = SaveRandomTables
    unmarked = (RecordOrigin.PRINTED, RecordOrigin.OWN)
    any_game = True
    referring = (RANDOM_TABLES,)

    def content(self, lists: Lists, options: Options) -> Tables:
        """Return the tables by id."""
        return tables_in(lists)

    def records(self, content: Tables, kind: str) -> Mapping[str, RandomTable]:
        """Return all tables by id."""
        return content

    def faults(self, content: Tables, kind: str, record: RandomTable) -> Iterator[Problem]:
        """Yield what keeps a table from being rolled; too many rows cannot even be saved."""
        for fault in faults_of(record, content):
            problem = self.problem(kind, fault.path, table_text(f"fault.{fault.key}", **fault.params))
            yield replace(problem, form=True) if fault.key == "too_many_rows" else problem

    def references(self, record: RandomTable) -> Iterator[tuple[str, str]]:
        """Yield the tables that the rows lead to."""
        yield from ((RANDOM_TABLES, row.table) for row in record.rows if row.table and row.table != record.id)

    def details(self, content: Tables, record: RandomTable) -> Iterable[str]:
        """Return the number of rows."""
        return (table_text("rows", count=len(record.rows)),)

    def search_words(self, content: Tables, record: RandomTable) -> Iterable[str]:
        """Return the texts of the rows."""
        return (row.text for row in record.rows)

    def choices(self, draft: _Draft, path: str, value: Json) -> Iterable[EditorChoice]:
        """Return the tables that a row can lead to."""
        _, _, rest = split_path(path)
        if rest != "table":
            return ()
        known = _choices_of(draft.content)
        return known if value in draft.content else with_written(known, value)

    def matters(self, draft: _Draft, path: str) -> bool:
        """The number of rolls matters only for a row that leads to a table."""
        key, row, rest = split_path(path)
        if row is None or rest != "times":
            return True
        written = rows_at(draft.record, key)[row]
        return isinstance(written, Mapping) and bool(written.get("table"))

    def statistics(self, draft: _Draft) -> tuple[Note, ...]:
        """Return the chance of each row."""
        table = draft.understood
        whole_weight = table.weight
        if not draft.readable or len(table.rows) < 2:
            return ()
        bars = (
            StatisticBar(
                label=clipped(row.text) or self._name_of(draft.content, row.table) or str(number),
                told=table_text("chance", percent=percent(Fraction(row.weight, whole_weight))),
                of=row.weight,
                among=whole_weight,
            )
            for number, row in enumerate(table.rows, 1)
        )
        return (statistic(self.forms, "chances", NoteKind.CHANCES, bars),)

    def _name_of(self, tables: Tables, id_: str) -> str:
        found = tables.get(id_)
        return id_ if found is None else clipped(found.name)


@memo_of_moment
def _choices_of(tables: Tables) -> tuple[EditorChoice, ...]:
    return tuple(EditorChoice(value=id_, label=clipped(found.name)) for id_, found in tables.items())
