"""Record sheets to fill in with any PDF viewer: the page as it is painted, with form fields over it.

Slow work: call it in a worker thread.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QPainter, QPdfWriter

from engine.play.words import Message, say
from engine.sheets.bare import Bare
from engine.sheets.composed import SetPage
from engine.sheets.games import game_name
from engine.sheets.imposing import Imposed
from engine.sheets.source import Source
from vtt.sheets.form_fields import FORMAT, MARK, VERSION, FormField, fields_on, without_rules
from vtt.sheets.job import Cards, Form, InBrief, Part, PrintJob, Side, WholeSheet, sides_of
from vtt.sheets.letters import Letters
from vtt.sheets.page import PagePainter
from vtt.sheets.pdf import RESOLUTION, PrintFailed, keep_pdf, page_layout, paint_side, portraits, unheeded
from vtt.widgets.work import Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class BareForm(Form):
    """A form as it is painted below the fields."""

    @property
    def name(self) -> str:
        """The name stands in its field, and nowhere else."""
        return ""

    def source(self) -> Source:
        """Return the sheet without what can be written on it."""
        return Bare(Form.source(self))


@dataclass(frozen=True, slots=True)
class FilledPage:
    """One page of the document: the fields on it, and the sheet to which they belong."""

    side: Side
    fields: tuple[FormField, ...] = ()
    form: Form | None = None
    prefix: str = ""
    offset: tuple[float, float] = (0.0, 0.0)


def write_fillable(job: PrintJob, path: Path, progress: Progress | None = None) -> int:
    """Write a job as a PDF to fill in, whole or not at all, and return how many pages it has.

    A document with one sheet calls its fields as the sheet does; with several, each sheet's fields come after a sign of
    its own: `s1.strength`, `s2.strength`.

    Raises:
        PrintFailed: the file cannot be written.
        Cancelled: somebody stopped it; there is no file, or still the old one.
    """
    from vtt.sheets.form_writer import add_fields  # the library for it is slow to come

    progress = progress or Progress(unheeded)
    pages = filled_pages(job, progress)
    try:
        painted = _paint(job, pages, progress)
    except OSError as error:
        raise PrintFailed("unwritable", path) from error
    keep_pdf(path, add_fields(painted, job.options, pages, _about(job, pages), progress))
    return len(pages)


def filled_pages(job: PrintJob, progress: Progress | None = None) -> list[FilledPage]:
    """Return the pages of a job with their fields. Raises Cancelled."""
    letters = Letters()
    units = [unit for part in job.parts for unit in _units(part)]
    several = sum(form is not None for _, form in units) > 1
    pages: list[FilledPage] = []
    number = 0
    for part, form in units:
        if progress is not None:
            progress.check()
        if job.options.two_sided and len(pages) % 2:
            pages.append(FilledPage(None))
        sides = sides_of(replace(job, parts=[part]), letters)
        if form is None:
            pages += map(FilledPage, sides)
            continue
        number += 1
        source = form.source()
        prefix = f"s{number}." if several else ""
        pages += (_page(side, form, source, prefix) for side in sides)
    return pages


def _units(part: Part) -> list[tuple[Part, Form | None]]:
    """Take a part to pieces, so that each piece shows one sheet; a page without fields comes with None."""
    match part:
        case WholeSheet(form=form, picked=picked):
            return [(WholeSheet(form=_bare(form), picked=picked), form)]
        case Cards(forms=forms):
            # A card that comes many times over would be the same field many times over.
            several = {id(form): form for form in forms}.values()
            return [(Cards(forms=[_bare(form)]), form) for form in several]
        case InBrief():
            return [(part, None)]


def _bare(form: Form) -> BareForm:
    return BareForm(
        ruleset=form.ruleset,
        description=form.description,
        record=form.record,
        options=form.options,
        lists=form.lists,
    )


def _page(side: Side, form: Form, source: Source, prefix: str) -> FilledPage:
    match side:
        case SetPage():
            page = without_rules(side)
            return FilledPage(page, tuple(fields_on(page, source, form.lists)), form, prefix)
        case Imposed():
            for place, card in zip(side.grid.places, side.cards, strict=True):
                if card is not None:
                    fields = tuple(fields_on(card, source, form.lists))
                    return FilledPage(side, fields, form, prefix, (place.x, place.y))
            return FilledPage(side)
        case None:
            return FilledPage(None)


def _paint(job: PrintJob, pages: Sequence[FilledPage], progress: Progress) -> bytes:
    content = QBuffer()
    content.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(content)
    writer.setResolution(RESOLUTION)
    writer.setTitle(job.title)
    writer.setCreator("Kitchen Table")
    writer.setPageLayout(page_layout(job.options.paper))
    pictures = portraits(job)
    painter = QPainter()
    if not painter.begin(writer):
        raise OSError
    try:
        options = job.options
        hand = PagePainter(
            painter, float(writer.logicalDpiX()), Letters(), pictures, grey=options.grey, saving=options.saving
        )
        for at, page in enumerate(pages):
            if at and not writer.newPage():
                raise OSError
            paint_side(hand, page.side, options.paper)
            progress(at + 1, len(pages) * 2)
            progress.check()
    finally:
        painter.end()
    return bytes(content.data().data())


def _about(job: PrintJob, pages: Sequence[FilledPage]) -> dict[str, str]:
    """Return what the document says of itself: for people, and for whoever reads it back."""
    sheets: dict[str, Form] = {page.prefix: page.form for page in pages if page.form is not None}
    told = [
        {
            "prefix": prefix,
            "ruleset": form.ruleset,
            "sheet": form.description.id,
            "sheet_version": form.description.version,
            "actor": form.record.actor if form.record is not None else "",
            "name": form.name,
        }
        for prefix, form in sheets.items()
    ]
    subjects = dict.fromkeys(
        say(
            Message(
                key="sheets.exchange.subject",
                params={
                    "game": game_name(form.ruleset),
                    "sheet": form.description.title,
                    "version": form.description.version,
                },
            )
        )
        for form in sheets.values()
    )
    return {
        "/Title": job.title,
        "/Subject": "; ".join(subjects)[:400],
        "/Creator": "Kitchen Table",
        MARK: json.dumps({"format": FORMAT, "version": VERSION, "sheets": told}, ensure_ascii=True),
    }
