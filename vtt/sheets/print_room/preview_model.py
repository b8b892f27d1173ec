"""The pages of the preview: composed part by part on a worker, cached, and painted as images there."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from PySide6.QtGui import QImage

from engine.sheets.layout.page_geometry import Paper
from vtt.shared.print_style.print_fonts import PrintFonts
from vtt.sheets.print.print_device import image_of_side
from vtt.sheets.print.print_job import (
    CardFacesPart,
    CardsPart,
    EncounterPart,
    GmSummaryPart,
    HalfPagesPart,
    HandoutPart,
    NotesPart,
    PaperOptions,
    PaperSide,
    PrintableForm,
    PrinterCheckPart,
    PrintJob,
    PrintPart,
    ReferenceSheetPart,
    SheetPart,
    join_parts,
    part_sides,
)
from vtt.sheets.print.printed_portraits import printed_portraits
from vtt.widgets.tasks.task_runner import Progress

_KEPT = 400
"""The number of parts that stay composed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewSides:
    """The sides of paper that are composed so far; `whole` once they are complete.

    Attributes:
        sides: the sides.
        starts: for each part the number of its first side, from 0.
        options: the options that they are for.
        whole: nothing is missing.
    """

    sides: Sequence[PaperSide]
    starts: Sequence[int]
    options: PaperOptions
    whole: bool = False


class PreviewComposer:
    """Composes jobs and caches the parts: after a change only the changed parts are composed again.

    One thread uses it at a time.
    """

    def __init__(self) -> None:
        self._set: dict[Hashable, tuple[object, Sequence[PaperSide]]] = {}

    def compose(self, job: PrintJob, progress: Progress, tell: Callable[[PreviewSides], object]) -> PreviewSides:
        """Compose a job and return its sides; `tell` gets the sides so far after each part. Raises TaskCancelled."""
        letters = PrintFonts()
        options = job.options
        parts: list[Sequence[PaperSide]] = []
        starts: list[int] = []
        sides: list[PaperSide] = []
        for number, part in enumerate(job.parts, 1):
            progress.check()
            parts.append(self._sides(part, options.paper, letters, progress.check))
            sides = join_parts(parts, two_sided=options.two_sided)
            starts.append(len(sides) - len(parts[-1]))
            if number < len(job.parts):
                tell(PreviewSides(sides=sides, starts=tuple(starts), options=options))
            progress(number, len(job.parts))
        return PreviewSides(sides=sides, starts=tuple(starts), options=options, whole=True)

    def _sides(
        self, part: PrintPart, paper: Paper, letters: PrintFonts, check: Callable[[], object]
    ) -> Sequence[PaperSide]:
        key = _key(part, paper)
        found = self._set.get(key)
        if found is None:
            if len(self._set) >= _KEPT:
                self._set.clear()
            # The part is cached too: while it exists, no other form can have the id in the key.
            found = self._set[key] = (part, part_sides(part, paper, letters, check))
        return found[1]


class PreviewPainter:
    """Paints pages of a proof as pictures. One thread uses it at a time."""

    def __init__(self) -> None:
        self._portraits: dict[tuple[bool, frozenset[str]], Mapping[str, QImage]] = {}
        """The pictures of the last job, by the options that change them."""

    def picture(self, job: PrintJob, side: PaperSide, resolution: float) -> QImage:
        """Return the image of a page, in dots per inch."""
        key = job.options.grey, job.large_pictures
        if key not in self._portraits:
            self._portraits = {key: printed_portraits(job)}
        return image_of_side(side, job.options, resolution, PrintFonts(), self._portraits[key])


def first_new_part(before: PrintJob, job: PrintJob) -> int | None:
    """Return the number, from 0, of the first part that was added to a job; None if nothing was."""
    if len(job.parts) <= len(before.parts):
        return None
    paper = job.options.paper
    known = {_key(part, paper) for part in before.parts}
    return next((number for number, part in enumerate(job.parts) if _key(part, paper) not in known), None)


def _key(part: PrintPart, paper: Paper) -> Hashable:
    match part:
        case SheetPart(form=form, picked=picked):
            return ("sheet", id(form), picked, paper)
        case HalfPagesPart(sheets=sheets):
            return ("half", tuple((id(sheet.form), sheet.picked) for sheet in sheets), paper)
        case GmSummaryPart(forms=forms):
            return ("brief", _ids(forms), paper)
        case EncounterPart(encounter=encounter):
            return ("encounter", id(encounter), paper)
        case CardsPart(forms=forms, plain_backs=backs):
            return ("cards", _ids(forms), backs, paper)
        case CardFacesPart(faces=faces, plain_backs=backs):
            return ("faces", tuple(faces), backs, paper)
        case ReferenceSheetPart(reference=reference):
            return ("reference", reference, paper)
        case HandoutPart(handout=handout):
            return ("handout", handout, paper)
        case NotesPart(notes=notes):
            return ("notes", notes, paper)
        case PrinterCheckPart():
            return ("printer check", paper)
        case _:
            assert_never(part)


def _ids(forms: Sequence[PrintableForm]) -> tuple[int, ...]:
    return tuple(map(id, forms))
