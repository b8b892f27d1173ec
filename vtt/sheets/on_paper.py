"""One character on paper and back: a PDF to fill in, one that was filled in, and a sheet read off the table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.sheets.entering import ReadBack
from engine.sheets.portable import picture_keys
from engine.sheets.sheet import Sheet
from engine.sheets.shelf import sheet_of
from engine.sheets.values import plain_text
from vtt.sheets.at_hand import AtHand
from vtt.sheets.changes_view import told
from vtt.widgets.text import short
from vtt.widgets.work import Job, Progress

if TYPE_CHECKING:
    from vtt.sheets.exchange import Filled


class OnPaper:
    """Brings the character that a room shows onto paper, and back from it.

    Args:
        at_hand: which character that is.
    """

    def __init__(self, at_hand: AtHand) -> None:
        self.at = at_hand

    def ask_fillable(self) -> None:
        """Ask where the fillable PDF goes."""
        self.at.errands.ask_new_file("fillable", "pdf", self.at.name, self.write_fillable)

    def write_fillable(self, path: Path) -> Job | None:
        """Write the character's sheet as a PDF to fill in."""
        from vtt.sheets.job import PrintJob, WholeSheet
        from vtt.sheets.stock import form_of_actor

        actor, view = self.at.actor, self.at.lens.view
        form = form_of_actor(view, actor) if actor is not None else None
        if form is None or actor is None:
            return None
        pictures = {}
        for key in picture_keys(form.description):
            found = self.at.session.picture(plain_text(actor.sheet.get(key)))
            if found is not None:
                pictures[found.id] = found.content
        job = PrintJob(
            title=f"{actor.name} – {form.description.title}", parts=[WholeSheet(form=form)], pictures=pictures
        )

        def task(progress: Progress) -> int:
            from vtt.sheets.fillable import write_fillable

            return write_fillable(job, path, progress)

        def done(_count: int) -> None:
            self.at.errands.say("fillable_title", told("fillable_done", file=path.name))

        return self.at.errands.work(task, done)

    def ask_filled(self) -> None:
        """Ask which filled PDF is read back."""
        self.at.errands.ask_file("filled", "pdf", self.read_filled)

    def read_filled(self, path: Path) -> Job | None:
        """Read a filled PDF back."""
        from vtt.sheets.exchange import read_filled
        from vtt.sheets.stock import form_of_actor

        actor, view = self.at.actor, self.at.lens.view
        form = form_of_actor(view, actor) if actor is not None else None
        if form is None or actor is None:
            return None

        def done(filled: Filled) -> None:
            sentences = []
            if not filled.told:
                sentences.append(told("form_untold"))
            elif not filled.own:
                sentences.append(told("form_of_other", other=short(filled.name, 60), name=short(actor.name, 60)))
            self.at.preview(actor.id, told("filled_title", name=short(actor.name, 60)), sentences, filled.found)

        return self.at.errands.work(lambda progress: read_filled(path, form, progress), done)

    def read_paper(self) -> Job | None:
        """Read the sheet back from paper."""
        from vtt.sheets.paper_back import PaperBack, Station, stations_of
        from vtt.sheets.stock import form_of_actor

        found, view = self.at.actor, self.at.lens.view
        form = form_of_actor(view, found) if found is not None else None
        if form is None or found is None:
            return None
        actor, title = found.id, told("paper.title", name=short(found.name, 60))

        def task(_progress: Progress) -> tuple[Station, ...]:
            sheet = form.source()
            assert isinstance(sheet, Sheet)
            return stations_of(sheet)

        def show(stations: tuple[Station, ...]) -> None:
            sheet = sheet_of(self.at.lens.view, actor) if actor in self.at.lens.view.actors else None
            if sheet is not None and stations:
                self.at.open(PaperBack(self.at.hub, sheet, stations, done, self.at.room.window()))

        def done(found: ReadBack) -> None:
            self.at.preview(actor, title, (), found)

        return self.at.errands.work(task, show)
