"""How fast sheets come to paper: a party of six as one PDF, plain and fillable, for each game that has sheets.

As in the program, garbage is not collected by the thread that writes (`vtt/system/gui_thread_gc.py`).
"""

from __future__ import annotations

import gc
import tempfile
import time
from pathlib import Path

from PySide6.QtWidgets import QApplication

from engine.kit.conformance.sheet_filling import SheetFiller
from engine.sheets.catalogue.game_metadata import game_name, games_with_sheets
from engine.sheets.catalogue.sheet_library import sheets_of
from vtt.sheets.pdf_forms.fillable_pdf import write_fillable
from vtt.sheets.print.pdf_writer import write_pdf
from vtt.sheets.print.print_job import PrintableForm, PrintJob, SheetPart
from vtt.widgets.look.ui_fonts import load_fonts

PARTY = 6
TIMES = 3


def measure() -> list[tuple[str, float, float, str]]:
    """Return each figure: its name, what was measured, the budget, the unit."""
    app = QApplication.instance() or QApplication([])
    load_fonts()
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for game in games_with_sheets():
            description = next(iter(sheets_of(game).values()))
            records = [SheetFiller(40).record(description) for _ in range(PARTY)]
            forms = [
                PrintableForm(ruleset=game, description=description, record=record, options={}) for record in records
            ]
            job = PrintJob(title=game, parts=[SheetPart(form=form) for form in forms])
            for kind, write in (("PDF", write_pdf), ("fillable PDF", write_fillable)):
                times = []
                for _ in range(TIMES):
                    gc.collect()
                    gc.disable()
                    begun = time.process_time()
                    write(job, Path(folder) / f"{game}.pdf")
                    times.append(time.process_time() - begun)
                    gc.enable()
                name = f"a party of six to {kind}, {game_name(game)}, at work"
                found.append((name, sorted(times)[TIMES // 2], 1.0, "s"))
    del app
    return found
