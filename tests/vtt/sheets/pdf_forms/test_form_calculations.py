"""The script in a fillable PDF calculates what the program calculates, whatever somebody writes into the form."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pikepdf
import pytest
from PySide6.QtQml import QJSEngine

from engine.kit.conformance.sheet_filling import SheetFiller
from engine.model.frozen import replace
from engine.sheets.catalogue.game_metadata import games_with_sheets
from engine.sheets.catalogue.sheet_library import sheets_of
from engine.sheets.editing.record_changes import applied
from engine.sheets.forms.form_entries import FormEntry
from engine.sheets.forms.form_export import text_in_form
from engine.sheets.forms.form_import import form_changes
from engine.sheets.model.character_record import Record
from engine.sheets.model.field_values import Lists
from engine.sheets.model.filled_sheet import FilledSheet
from tests.vtt.sheets.pdf_forms.test_pdf_forms import back, form_of, job_of
from vtt.sheets.pdf_forms.fillable_pdf import fillable_pages, write_fillable
from vtt.sheets.pdf_forms.pdf_form_fields import PdfFormField, PdfFormFieldKind
from vtt.sheets.print.print_job import PrintableForm

pytestmark = pytest.mark.usefixtures("qapp")
_VIEWER = """
var fields = {}, order = [];
var viewer = {getField: function (name) { return fields.hasOwnProperty(name) ? fields[name] : null; }};
function fill(name, text, printed) { fields[name] = {name: name, valueAsString: text, defaultValue: printed}; }
function changed() {
    for (var at = 0; at < order.length; at += 1) {
        var field = fields[order[at]], event = {target: field, value: field.valueAsString};
        KT.calculate(event, viewer);
        field.valueAsString = String(event.value);
    }
}
"""


class Viewer:
    """A viewer that runs the script of a document, as Acrobat, Firefox and Okular do."""

    def __init__(self, path: Path) -> None:
        self._engine = QJSEngine()
        self.run(_VIEWER)
        with pikepdf.open(path) as pdf:
            self.order = [_whole_name(field) for field in pdf.Root.AcroForm.CO]
            script = pdf.Root.Names.JavaScript.Names[1].JS.read_bytes().decode("ascii")
            actions = {str(field.AA.C.JS) for field in pdf.Root.AcroForm.CO}
        assert actions == {"KT.calculate(event,this);"}
        self.script = script
        self.run(f"order = {json.dumps(self.order)};")

    def run(self, script: str) -> object:
        """Run a script, and return its value."""
        value: Any = self._engine.evaluate(script)
        assert not value.isError(), value.toString()
        return value.toVariant()

    def show(self, fields: dict[str, str]) -> None:
        """Open the document with these texts in its fields."""
        for name, text in fields.items():
            self.run(f"fill({json.dumps(name)}, {json.dumps(text)}, {json.dumps(text)});")
        self.run(self.script.replace("KT.begin(this);", "KT.begin(viewer);"))

    def write(self, name: str, text: str) -> None:
        """Write into a field; everything is calculated then."""
        self.run(f"fields[{json.dumps(name)}].valueAsString = {json.dumps(text)}; changed();")

    def text(self, name: str) -> str:
        """Return the text of a field."""
        return str(self.run(f"fields[{json.dumps(name)}].valueAsString"))


def _whole_name(field: pikepdf.Object) -> str:
    above = field.get("/Parent")
    return f"{_whole_name(above)}.{field.T}" if above is not None else str(field.T)


def texts_of(field: PdfFormField) -> dict[str, str]:
    if field.kind is PdfFormFieldKind.TICKS:
        return {f"{field.name}.{at + 1}": "Yes" if field.ticked(at) else "Off" for at in range(len(field.rects))}
    if field.kind is PdfFormFieldKind.TICK:
        return {field.name: "Yes" if field.ticked(0) else "Off"}
    return {field.name: field.text or ("Off" if field.kind is PdfFormFieldKind.ONE_OF else "")}


def filled_form(game: str) -> PrintableForm:
    description = next(iter(sheets_of(game).values()))
    record = replace(SheetFiller(3).record(description), actor="a", name="Aurelia")
    return PrintableForm(ruleset=game, description=description, record=record, options={})


@pytest.mark.parametrize("game", [game for game in games_with_sheets() if game != "imaginality"])
def test_a_viewer_with_scripts_calculates_as_the_program_does(game: str, tmp_path: Path) -> None:
    form, path = filled_form(game), tmp_path / "form.pdf"
    write_fillable(job_of(form), path)
    fields = [field for page in fillable_pages(job_of(form)) for part in page.forms for field in part.fields]
    by_name = {field.name: field for field in fields}
    viewer = Viewer(path)
    calculated = [by_name[name] for name in viewer.order]
    assert len(calculated) > {"card_the_drawing": 8, "future_imperfect": 8}.get(game, 60)
    viewer.show({name: text for field in fields for name, text in texts_of(field).items()})
    for field in calculated:
        found = viewer.run(f"try {{ KT.value({json.dumps(field.name)}, viewer) }} catch (error) {{ '' }}")
        assert found == field.text, field.path
    sheet = form.source()
    assert isinstance(sheet, FilledSheet)
    random = Random(game)
    names = {field.path for field in calculated}
    inputs = [
        field
        for field in fields
        if field.path not in names and not field.locked and field.reading in ("whole", "number")
    ]
    written: dict[str, str] = {}
    for field in random.sample(inputs, min(40, len(inputs))):
        written[field.path] = str(random.randint(1, 18))
        viewer.write(field.name, written[field.path])
    entries = [FormEntry(path=path, text=text, printed="") for path, text in written.items()]
    now = sheet.with_record(applied(sheet.description, sheet.record, form_changes(sheet, entries, own=True).changes))
    for field in calculated:
        kind = now.field_at(field.path)
        assert kind is not None
        assert viewer.text(field.name) == text_in_form(now, field.path, kind), field.path


def test_a_number_written_over_a_calculated_one_stays_and_an_emptied_one_is_calculated_again(tmp_path: Path) -> None:
    form, path = filled_form("classic_fantasy"), tmp_path / "form.pdf"
    write_fillable(job_of(form), path)
    fields = [field for page in fillable_pages(job_of(form)) for part in page.forms for field in part.fields]
    viewer = Viewer(path)
    viewer.show({name: text for field in fields for name, text in texts_of(field).items()})
    viewer.write("con", "13")
    assert viewer.text("healing_rate") == "3"
    viewer.write("healing_rate", "9")
    viewer.write("con", "7")
    assert viewer.text("healing_rate") == "9"
    viewer.write("healing_rate", "")
    assert viewer.text("healing_rate") == "2"
    viewer.write("con", "a lot")
    assert viewer.text("healing_rate") == "2", "what is no number changes nothing"


def test_names_and_texts_cannot_leave_their_quotes(tmp_path: Path) -> None:
    harm = "');app.alert(1);//\"</script>\u2028"
    form = filled_form("card_the_drawing")
    lists: Lists = {"archetypes": ({"name": harm, "wisdom": 3, "strength": harm},)}
    assert form.record is not None
    hurt = replace(form.record, name=harm, sheet={**form.record.sheet, "archetype": harm})
    path = tmp_path / "form.pdf"
    hostile = PrintableForm(ruleset=form.ruleset, description=form.description, record=hurt, options={}, lists=lists)
    write_fillable(job_of(hostile), path)
    viewer = Viewer(path)
    viewer.run("var alerts = 0, app = {alert: function () { alerts += 1; }};")
    fields = [field for page in fillable_pages(job_of(hostile)) for part in page.forms for field in part.fields]
    viewer.show({name: text for field in fields for name, text in texts_of(field).items()})
    viewer.write("archetype", harm)
    assert viewer.text("wisdom") == "3", "the name is in the script"
    assert viewer.run("alerts") == 0
    assert back(path, hostile).changes == ()


def test_a_sheet_without_formulas_has_no_script(tmp_path: Path) -> None:
    whole = sheets_of("imaginality")["hero"]
    plain = [
        replace(section, fields=tuple(field for field in section.fields if not getattr(field, "formula", "")))
        for section in whole.sections
    ]
    assert sum(len(section.fields) for section in plain) == sum(len(section.fields) for section in whole.sections) - 1
    description = replace(whole, sections=tuple(plain))
    write_fillable(job_of(form_of(description, Record(name="A"), game="imaginality")), tmp_path / "form.pdf")
    with pikepdf.open(tmp_path / "form.pdf") as pdf:
        assert "/CO" not in pdf.Root.AcroForm
        assert "/JavaScript" not in pdf.Root.get("/Names", {})
