"""One character on paper and back: a PDF to fill in, one that was filled in, and a sheet read off the table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.sheets.catalogue.sheet_library import sheet_of_actor
from engine.sheets.exchange.character_file import picture_keys
from engine.sheets.forms.form_import import FormChanges
from engine.sheets.model.field_values import plain_text
from engine.sheets.model.filled_sheet import FilledSheet
from vtt.sheets.exchange.changes_preview import exchange_text
from vtt.sheets.exchange.current_character import CurrentCharacter
from vtt.widgets.plain_text import short
from vtt.widgets.tasks.task_runner import Progress, Task

if TYPE_CHECKING:
    from vtt.sheets.exchange.character_transfer import FilledPdf


class CharacterPdf:
    """Puts the current character on paper, and reads it back.

    Args:
        character: the current character.
    """

    def __init__(self, character: CurrentCharacter) -> None:
        self.current = character

    def ask_fillable(self) -> None:
        """Ask for the name of the fillable PDF."""
        self.current.tasks.ask_new_file("fillable", "pdf", self.current.name, self.write_fillable)

    def write_fillable(self, path: Path) -> Task | None:
        """Write the character's sheet as a PDF to fill in."""
        from vtt.sheets.print.print_job import PrintJob, SheetPart
        from vtt.sheets.print_room.printable_items import author_of, form_of_actor

        actor, view = self.current.actor, self.current.viewer_campaign.view
        form = form_of_actor(view, actor) if actor is not None else None
        if form is None or actor is None:
            return None
        pictures = {}
        for key in picture_keys(form.description):
            found = self.current.campaign.picture(plain_text(actor.sheet.get(key)))
            if found is not None:
                pictures[found.id] = found.content
        job = PrintJob(
            title=f"{actor.name} – {form.description.title}",
            parts=[SheetPart(form=form)],
            pictures=pictures,
            author=author_of(view),
        )

        def task(progress: Progress) -> int:
            from vtt.sheets.pdf_forms.fillable_pdf import write_fillable

            return write_fillable(job, path, progress)

        def done(_count: int) -> None:
            self.current.tasks.say("fillable_title", exchange_text("fillable_done", file=path.name))

        return self.current.tasks.work(task, done)

    def ask_filled(self) -> None:
        """Ask for the filled PDF to read."""
        self.current.tasks.ask_file("filled", "pdf", self.read_filled)

    def read_filled(self, path: Path) -> Task | None:
        """Read a filled PDF back."""
        from vtt.sheets.exchange.character_transfer import read_filled_pdf
        from vtt.sheets.print_room.printable_items import form_of_actor

        actor, view = self.current.actor, self.current.viewer_campaign.view
        form = form_of_actor(view, actor) if actor is not None else None
        if form is None or actor is None:
            return None

        def done(filled: FilledPdf) -> None:
            sentences = []
            if not filled.told:
                sentences.append(exchange_text("form_untold"))
            elif not filled.own:
                sentences.append(
                    exchange_text("form_of_other", other=short(filled.name, 60), name=short(actor.name, 60))
                )
            title = exchange_text("filled_title", name=short(actor.name, 60))
            self.current.preview(actor.id, title, sentences, filled.found, filled.picture)

        return self.current.tasks.work(lambda progress: read_filled_pdf(path, form, progress), done)

    def read_paper(self) -> Task | None:
        """Read the sheet back from paper."""
        from vtt.sheets.exchange.paper_entry import PaperBox, PaperEntryDialog, paper_boxes
        from vtt.sheets.print_room.printable_items import form_of_actor

        found, view = self.current.actor, self.current.viewer_campaign.view
        form = form_of_actor(view, found) if found is not None else None
        if form is None or found is None:
            return None
        actor, title = found.id, exchange_text("paper.title", name=short(found.name, 60))

        def task(_progress: Progress) -> tuple[PaperBox, ...]:
            sheet = form.source()
            assert isinstance(sheet, FilledSheet)
            return paper_boxes(sheet)

        def show(stations: tuple[PaperBox, ...]) -> None:
            sheet = (
                sheet_of_actor(self.current.viewer_campaign.view, actor)
                if actor in self.current.viewer_campaign.view.actors
                else None
            )
            if sheet is not None and stations:
                self.current.open(PaperEntryDialog(self.current.hub, sheet, stations, done, self.current.room.window()))

        def done(found: FormChanges) -> None:
            self.current.preview(actor, title, (), found)

        return self.current.tasks.work(task, show)
