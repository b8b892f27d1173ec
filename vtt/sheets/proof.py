"""The proof of a print job: its pages, set part by part on a worker and kept, and painted as pictures there."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from PySide6.QtGui import QImage

from engine.sheets.geometry import Paper
from vtt.sheets.job import (
    Cards,
    FaceCards,
    Form,
    InBrief,
    PaperOptions,
    Part,
    PrintJob,
    ReferencePart,
    Side,
    WholeSheet,
    joined,
    part_sides,
)
from vtt.sheets.letters import Letters
from vtt.sheets.pdf import picture_of, portraits
from vtt.widgets.work import Progress

_KEPT = 400
"""How many parts stay set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """The sides of paper that are set so far; `whole` once these are all."""

    sides: Sequence[Side]
    options: PaperOptions
    whole: bool = False


class Galley:
    """Sets jobs, and keeps what is set: after a change only that is set anew which the change is about.

    One thread uses it at a time.
    """

    def __init__(self) -> None:
        self._set: dict[Hashable, tuple[object, Sequence[Side]]] = {}

    def proof(self, job: PrintJob, progress: Progress, tell: Callable[[Proof], object]) -> Proof:
        """Set a job and return its proof; `tell` gets what there is after each part. Raises Cancelled."""
        letters = Letters()
        options = job.options
        parts: list[Sequence[Side]] = []
        for number, part in enumerate(job.parts, 1):
            progress.check()
            parts.append(self._sides(part, options.paper, letters, progress.check))
            if number < len(job.parts):
                tell(Proof(sides=joined(parts, two_sided=options.two_sided), options=options))
            progress(number, len(job.parts))
        return Proof(sides=joined(parts, two_sided=options.two_sided), options=options, whole=True)

    def _sides(self, part: Part, paper: Paper, letters: Letters, check: Callable[[], object]) -> Sequence[Side]:
        key = _key(part, paper)
        found = self._set.get(key)
        if found is None:
            if len(self._set) >= _KEPT:
                self._set.clear()
            # The part is kept along: while it lives no other form can get the identity that the key tells of.
            found = self._set[key] = (part, part_sides(part, paper, letters, check))
        return found[1]


class Painter:
    """Paints pages of a proof as pictures. One thread uses it at a time."""

    def __init__(self) -> None:
        self._portraits: dict[bool, Mapping[str, QImage]] = {}

    def picture(self, job: PrintJob, side: Side, resolution: float) -> QImage:
        """Return a page of a job as a picture of so many dots to the inch."""
        grey = job.options.grey
        if grey not in self._portraits:
            self._portraits[grey] = portraits(job)
        return picture_of(side, job.options, resolution, Letters(), self._portraits[grey])


def _key(part: Part, paper: Paper) -> Hashable:
    match part:
        case WholeSheet(form=form, picked=picked):
            return ("sheet", id(form), picked, paper)
        case InBrief(forms=forms):
            return ("brief", _ids(forms), paper)
        case Cards(forms=forms, plain_backs=backs):
            return ("cards", _ids(forms), backs, paper)
        case FaceCards(faces=faces, plain_backs=backs):
            return ("faces", tuple(faces), backs, paper)
        case ReferencePart(reference=reference):
            return ("reference", reference, paper)
        case _:
            assert_never(part)


def _ids(forms: Sequence[Form]) -> tuple[int, ...]:
    return tuple(map(id, forms))
