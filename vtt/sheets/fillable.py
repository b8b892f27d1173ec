"""Record sheets to fill in with any PDF viewer: the page as it is painted, with form fields over it.

Slow work: call it in a worker thread.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QPainter, QPdfWriter

from engine.play.words import Message, say
from engine.sheets.bare import Bare
from engine.sheets.composed import SetPage
from engine.sheets.games import game_name
from engine.sheets.geometry import Paper
from engine.sheets.source import Source
from vtt.sheets.form_fields import FORMAT, MARK, VERSION, FormField, fields_on, without_rules
from vtt.sheets.job import (
    Cards,
    FaceCards,
    Form,
    InBrief,
    Part,
    PrintJob,
    ReferencePart,
    Side,
    WholeSheet,
    faces_of,
    on_paper,
    part_sides,
)
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
class FilledForm:
    """The fields of one sheet on one page: what stands before their names, and how far from the page's corner it is."""

    form: Form
    prefix: str
    fields: tuple[FormField, ...]
    offset: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class FilledPage:
    """One page of the document: what is painted, and the sheets whose fields stand on it."""

    side: Side
    forms: tuple[FilledForm, ...] = ()


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
    several = sum(_count(part) for part in job.parts) > 1
    pages: list[FilledPage] = []
    number = 0
    for part in job.parts:
        if progress is not None:
            progress.check()
        if job.options.two_sided and len(pages) % 2:
            pages.append(FilledPage(None))
        prefixes = [f"s{number + at + 1}." if several else "" for at in range(_count(part))]
        number += len(prefixes)
        pages += _pages(part, prefixes, job.options.paper, letters, progress)
    return pages


def _count(part: Part) -> int:
    """Return how many sheets a part has whose fields can be filled in."""
    match part:
        case WholeSheet():
            return 1
        case Cards(forms=forms):
            return len(forms)
        case InBrief() | FaceCards() | ReferencePart():
            return 0


def _pages(
    part: Part, prefixes: Sequence[str], paper: Paper, letters: Letters, progress: Progress | None
) -> Iterator[FilledPage]:
    match part:
        case WholeSheet(form=form, picked=picked):
            source = form.source()
            for side in part_sides(WholeSheet(form=_bare(form), picked=picked), paper, letters):
                assert isinstance(side, SetPage)
                page = without_rules(side)
                fields = tuple(fields_on(page, source, form.lists))
                yield FilledPage(page, (FilledForm(form, prefixes[0], fields),))
        case Cards():
            yield from _cards(part, prefixes, paper, letters, progress)
        case InBrief() | FaceCards() | ReferencePart():
            yield from map(FilledPage, part_sides(part, paper, letters))


def _cards(
    part: Cards, prefixes: Sequence[str], paper: Paper, letters: Letters, progress: Progress | None
) -> Iterator[FilledPage]:
    """Yield cards as they stand on plain paper, each with fields of its own, and their backs behind them."""
    made = []
    owners: dict[int, tuple[Form, str]] = {}
    for form, prefix in zip(part.forms, prefixes, strict=True):
        if progress is not None:
            progress.check()
        faces = [
            (without_rules(front), None if back is None else without_rules(back))
            for front, back in faces_of(_bare(form), letters, plain_backs=part.plain_backs)
        ]
        owners |= {id(face): (form, prefix) for pair in faces for face in pair if face is not None}
        made.append((form, faces))
    for side in on_paper(made, paper):
        found = []
        for place, card in zip(side.grid.places, side.cards, strict=True):
            if isinstance(card, SetPage):
                form, prefix = owners[id(card)]
                fields = tuple(fields_on(card, form.source(), form.lists))
                found.append(FilledForm(form, prefix, fields, (place.x, place.y)))
        yield FilledPage(side, tuple(found))


def _bare(form: Form) -> BareForm:
    return BareForm(
        ruleset=form.ruleset,
        description=form.description,
        record=form.record,
        options=form.options,
        lists=form.lists,
    )


def _paint(job: PrintJob, pages: Sequence[FilledPage], progress: Progress) -> bytes:
    content = QBuffer()
    content.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(content)
    writer.setResolution(RESOLUTION)
    writer.setTitle(job.document_title)
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
    sheets = {filled.prefix: filled.form for page in pages for filled in page.forms}
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
        "/Title": job.document_title,
        "/Subject": "; ".join(subjects)[:400],
        "/Creator": "Kitchen Table",
        MARK: json.dumps({"format": FORMAT, "version": VERSION, "sheets": told}, ensure_ascii=True),
    }
