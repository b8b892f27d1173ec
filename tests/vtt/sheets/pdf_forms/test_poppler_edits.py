"""Fillable sheets in the tools of others: poppler fills them in as evince does, qpdf and pdffonts find no fault."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.sheets.catalogue.game_metadata import games_with_sheets
from engine.sheets.catalogue.sheet_library import sheets_of
from engine.sheets.model.sheet_description import SheetDescription
from tests.vtt.sheets.pdf_forms import poppler_edit
from vtt.sheets.pdf_forms.fillable_pdf import fillable_pages, write_fillable
from vtt.sheets.pdf_forms.pdf_form_fields import PdfFormFieldKind
from vtt.sheets.pdf_forms.pdf_form_reader import read_form
from vtt.sheets.print.print_job import CardsPart, PrintableForm, PrintJob, SheetPart

pytestmark = pytest.mark.usefixtures("qapp")
SHIPPED = [(game, description) for game in games_with_sheets() for description in sheets_of(game).values()]
IDS = [f"{game}-{description.id}" for game, description in SHIPPED]


def run(*words: str | Path, typed: str = "") -> str:
    """Run a tool; one that finds a fault fails the test with what it says."""
    found = subprocess.run(list(map(str, words)), input=typed, capture_output=True, text=True, timeout=60, check=False)
    assert found.returncode == 0, f"{found.stdout}\n{found.stderr}"
    return found.stdout


@pytest.mark.parametrize(("game", "description"), SHIPPED, ids=IDS)
def test_what_poppler_writes_is_read_back(game: str, description: SheetDescription, tmp_path: Path) -> None:
    form = PrintableForm(ruleset=game, description=description)
    part = CardsPart(forms=[form]) if description.size else SheetPart(form=form)
    job = PrintJob(title="Blank", parts=[part])
    blank, filled = tmp_path / "blank.pdf", tmp_path / "filled.pdf"
    write_fillable(job, blank)
    wanted: dict[str, str] = {}
    choices: set[str] = set()
    for number, field in enumerate(f for page in fillable_pages(job) for one in page.forms for f in one.fields):
        match field.kind:
            case PdfFormFieldKind.TICKS:
                wanted |= {f"{field.name}.{at + 1}": "yes" for at in range(len(field.rects))}
            case PdfFormFieldKind.TICK:
                wanted[field.name] = "yes"
            case PdfFormFieldKind.ONE_OF:
                choices.add(field.name)
            case PdfFormFieldKind.PICTURE:
                pass
            case _:
                wanted[field.name] = "7" if field.centred else f"Žofie {number}"
    tool: list[str | Path] = [sys.executable, Path(poppler_edit.__file__), blank, filled]
    written = json.loads(run(*tool, typed=json.dumps(wanted | dict.fromkeys(choices, "yes"))))
    assert set(written) == set(wanted) | choices
    told = {raw.name: raw.text for sheet in read_form(filled) for raw in sheet.fields}
    assert {name: told[name].lower() for name in wanted} == {name: written[name].lower() for name in wanted}
    assert all(told[name] for name in choices)
    for path in (blank, filled):
        assert "No syntax or stream encoding errors" in run("qpdf", "--check", path)
    fonts = run("pdffonts", blank).splitlines()[2:]
    assert fonts
    assert all(line[46:].split()[-5] == "yes" for line in fonts), fonts
