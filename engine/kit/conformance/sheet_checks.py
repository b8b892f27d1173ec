"""Checks of record sheets: each description is sound, and each sheet lays out and prints, blank and full."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engine.kit.conformance.finding_texts import finding_text
from engine.kit.conformance.sheet_filling import FixedWidthMeasure, SheetFiller, collisions, runs_of
from engine.messages.refusal import Refused
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.game import Game
from engine.sheets.catalogue.description_validation import problems_of
from engine.sheets.catalogue.sheet_library import sheets_of, tables_of
from engine.sheets.layout.page_geometry import A4
from engine.sheets.layout.printable_sheet import PrintableSheet
from engine.sheets.model.character_record import blank_record
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import SheetDescription
from engine.sheets.printing.blank_sheet import BlankSheet
from engine.sheets.printing.composed_pages import ComposedPage
from engine.sheets.printing.sheet_printing import card_sides, sheet_pages

WORDS: Final = 60
"""The number of words in a long text of a filled sheet; more than fits on most forms."""


def sheet_problems(game: Game) -> Iterator[str]:
    """Yield everything that is wrong with the record sheets of a game; nothing for a game without sheets."""
    id_ = game.ruleset.id
    for name, description in sheets_of(id_).items():
        tables, options = tables_of(id_), game.ruleset.options
        for problem in problems_of(description, tables, options=options):
            yield finding_text("sheet", sheet=name, problem=problem)
        blank = FilledSheet(description, blank_record(), {}, {}, tables)
        for trouble in blank.troubles():
            yield finding_text("new_sheet", sheet=name, problem=trouble.text)
        filler = SheetFiller(WORDS)
        full = FilledSheet(description, filler.record(description), {}, {}, tables)
        _print(BlankSheet(description, None, {}, tables), description)
        pages = _print(full, description)
        if description.size is None:
            printed = {word for page in pages for run in runs_of(page) for word in re.split(r"\s+", run.text)}
            hidden = {field.key for section in description.sections for field in section.fields} - _shown(full)
            lost = [word for word in filler.written if word not in printed]
            if lost and not hidden:
                yield finding_text("sheet_words_lost", sheet=name, words=lost[:5])
            for page in pages:
                for one, other in collisions(page, FixedWidthMeasure()):
                    yield finding_text("sheet_collision", sheet=name, one=one, other=other)


def bound_track_problems(game: Game, table: Table) -> Iterator[str]:
    """Yield a sentence for each field of a sheet that is bound to a track that no character of the game has."""
    nobody = Actor(id="nobody", name="Nobody", seat=next(iter(table.seats)))
    for name, description in sheets_of(game.ruleset.id).items():
        fields = [field for section in description.sections for field in section.fields]
        for field in fields if description.subject == "actor" else ():
            kind, _, track = field.bind.partition(":")
            if kind != "track":
                continue
            try:
                game.new_actor(table, nobody, {track: 1})
            except Refused:
                yield finding_text("sheet_track", sheet=name, field=field.key, track=track)


def _shown(sheet: FilledSheet) -> set[str]:
    return {field.key for section in sheet.sections() for field in section.fields}


def _print(source: PrintableSheet, description: SheetDescription) -> tuple[ComposedPage, ...]:
    measure = FixedWidthMeasure()
    if description.size is not None:
        return card_sides(source, measure)
    return sheet_pages(source, A4, measure, game=description.title, name="Aurelia")
