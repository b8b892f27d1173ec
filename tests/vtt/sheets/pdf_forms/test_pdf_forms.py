"""Fillable PDFs as other programs see them, fill them in and send them back; and what strangers send instead."""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import pikepdf
import pytest
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage

from engine.asset_folder import game_folder
from engine.kit.conformance.sheet_filling import SheetFiller
from engine.model.frozen import Json, replace
from engine.model.tracks import Track
from engine.presentation.scripts.script import play_script
from engine.rulesets.loader import game_of
from engine.sheets.catalogue.game_metadata import games_with_sheets
from engine.sheets.catalogue.sheet_library import sheets_of
from engine.sheets.editing.record_changes import applied
from engine.sheets.forms.form_import import FormChanges
from engine.sheets.layout.page_geometry import Rect
from engine.sheets.layout.printable_sheet import row_count
from engine.sheets.model.character_record import Record
from engine.sheets.model.field_paths import parse_path
from engine.sheets.model.field_values import LONGEST
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import SheetDescription
from engine.sheets.printing.imposition import ImposedSide
from tests.engine.sheets.kit import LISTS, OPTIONS, record, sample
from tests.engine.sheets.paper_kit import short_record, trial
from vtt.shared.print_style.print_fonts import PrintFonts
from vtt.sheets.exchange import character_transfer
from vtt.sheets.exchange.character_transfer import read_filled_pdf
from vtt.sheets.pdf_forms import pdf_form_reader
from vtt.sheets.pdf_forms.fillable_pdf import fillable_pages, write_fillable
from vtt.sheets.pdf_forms.pdf_form_fields import OFF, PdfFormField, PdfFormFieldKind
from vtt.sheets.pdf_forms.pdf_form_reader import FormFileError, FormSheet, read_form
from vtt.sheets.print.pdf_writer import write_pdf
from vtt.sheets.print.print_job import (
    CardsPart,
    HalfPagesPart,
    PaperOptions,
    PrintableForm,
    PrintJob,
    SheetPart,
    sides_of,
)
from vtt.sheets.print_room.print_options import parts_of
from vtt.sheets.print_room.printable_items import items_of_view
from vtt.widgets.tasks.task_runner import Progress

pytestmark = pytest.mark.usefixtures("qapp")
SHIPPED = [(game, description) for game in games_with_sheets() for description in sheets_of(game).values()]
IDS = [f"{game}-{description.id}" for game, description in SHIPPED]


def form_of(description: SheetDescription, of: Record | None = None, game: str = "trial") -> PrintableForm:
    return PrintableForm(ruleset=game, description=description, record=of, options={} if of else None)


def job_of(*forms: PrintableForm, **options: Any) -> PrintJob:
    parts = [CardsPart(forms=[form]) if form.description.size else SheetPart(form=form) for form in forms]
    return PrintJob(title="Trial", parts=parts, options=PaperOptions(**options))


def tool(name: str, *words: str) -> str:
    return subprocess.run([name, *words], capture_output=True, check=True, timeout=60).stdout.decode()


def leaves(pdf: pikepdf.Pdf) -> dict[str, Any]:
    """Every field by its whole name, as another library finds it."""

    def walk(node: Any, above: str) -> Iterator[tuple[str, Any]]:
        name = f"{above}.{node.T}" if above else str(node.T)
        kids = [kid for kid in node.get("/Kids", []) if "/T" in kid]
        if kids:
            for kid in kids:
                assert "/FT" not in node, "a folder is no field"
                yield from walk(kid, name)
        else:
            assert "." not in str(node.T)
            yield name, node

    found = [pair for root in pdf.Root.AcroForm.Fields for pair in walk(root, "")]
    assert len({name for name, _ in found}) == len(found), "every name stands there once"
    return dict(found)


def expected(fields: list[PdfFormField]) -> set[str]:
    return {
        name
        for field in fields
        for name in (
            [f"{field.name}.{at + 1}" for at in range(len(field.rects))]
            if field.kind is PdfFormFieldKind.TICKS
            else [field.name]
        )
    }


def back(path: Path, form: PrintableForm) -> FormChanges:
    return read_filled_pdf(path, form).found


@pytest.fixture
def read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read a document that several ask for but once: that is the slow half."""
    known: dict[bytes, tuple[FormSheet, ...]] = {}

    def read(path: Path, progress: Progress | None = None) -> tuple[FormSheet, ...]:
        content = path.read_bytes()
        if content not in known:
            known[content] = read_form(path, progress)
        return known[content]

    monkeypatch.setattr(character_transfer, "read_form", read)


@cache
def trial_form() -> bytes:
    """The trial sheet of a character as a fillable PDF; made once."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "form.pdf"
        write_fillable(job_of(form_of(trial(), replace(short_record(), actor="aurelia"))), path)
        return path.read_bytes()


@pytest.mark.parametrize(("game", "description"), SHIPPED, ids=IDS)
def test_another_library_lists_the_fields_and_the_blank_fills_with_all_that_was_written(
    game: str, description: SheetDescription, tmp_path: Path
) -> None:
    blank = form_of(description, game=game)
    path = tmp_path / "blank.pdf"
    pages = fillable_pages(job_of(blank))
    assert write_fillable(job_of(blank), path) == len(pages)
    fields = [field for page in pages for filled in page.forms for field in filled.fields]
    letters = iter(f"word {n}" for n in range(10_000))
    with pikepdf.open(path) as pdf:
        found = leaves(pdf)
        assert set(found) == expected(fields)
        assert [page.get("/Tabs") for page in pdf.pages] == ["/S"] * len(pdf.pages)
        widgets = [widget for page in pdf.pages for widget in page.get("/Annots", pikepdf.Array())]
        assert all("/TU" in widget for widget in widgets)
        wanted = {}
        for field in fields:
            if field.locked or field.kind in (PdfFormFieldKind.TICKS, PdfFormFieldKind.ONE_OF):
                continue
            node = found[field.name]
            assert str(node.TU) == field.label
            if field.kind is PdfFormFieldKind.PICTURE:
                assert (int(node.Ff), int(node.MK.TP)) == (1 << 16, 1), "a button that shows its icon alone"
                assert node.A.JS == "event.target.buttonImportIcon();"
                continue
            if field.kind is PdfFormFieldKind.TICK:
                node.V = node.AS = pikepdf.Name.Yes
                wanted[field.name] = "yes"
                continue
            assert ("/Ch" if field.kind is PdfFormFieldKind.PICK else "/Tx") == node.FT
            assert bool(int(node.Ff) & (1 << 12)) == (field.kind is PdfFormFieldKind.LINES)
            if field.kind is not PdfFormFieldKind.PICK:
                assert int(node.MaxLen) == (
                    24 if field.centred else 400 if field.kind is PdfFormFieldKind.LINE else LONGEST
                )
            text = "7" if field.centred else next(letters)
            if field.kind is PdfFormFieldKind.PICK and not field.free:
                text = str(node.Opt[-1])
            node.V = pikepdf.String(text)
            wanted[field.name] = text
        pdf.Root.AcroForm.NeedAppearances = True
        pdf.save(tmp_path / "filled.pdf")
    for sheet in read_form(tmp_path / "filled.pdf"):
        assert (sheet.ruleset, sheet.sheet, sheet.actor) == (game, description.id, "")
        told = {raw.name: raw.text for raw in sheet.fields}
        assert {name: told[name].lower() for name in wanted} == {name: text.lower() for name, text in wanted.items()}


@pytest.mark.parametrize(("game", "description"), SHIPPED, ids=IDS)
@pytest.mark.usefixtures("read_once")
def test_an_untouched_form_changes_nothing(game: str, description: SheetDescription, tmp_path: Path) -> None:
    of = replace(SheetFiller(30).record(description), actor="somebody", name="Łukasz Ждан, Φοίβη")
    form = form_of(description, of, game)
    path = tmp_path / "filled.pdf"
    write_fillable(job_of(form), path)
    for own in (form, form_of(description, replace(of, actor="somebody else"), game)):
        assert back(path, own) == FormChanges()


def test_fonts_are_embedded_and_values_are_seen(tmp_path: Path) -> None:
    path = tmp_path / "trial.pdf"
    of = replace(short_record(), name="Łukasz Жук")
    write_fillable(job_of(form_of(trial(), of), form_of(sample(), record(strength=4))), path)
    fonts = tool("pdffonts", str(path)).splitlines()[2:]
    assert len(fonts) >= 5
    assert all(re.search(r"\byes (yes|no)\s+(yes|no)\s+\d", line) for line in fonts), fonts
    text = tool("pdftotext", "-layout", str(path), "-")
    for word in ("Łukasz Жук", "Marsh folk", "ferryman", "−1.25", "Rowing", "Crossbow"):
        assert word in text


def test_tab_order_is_page_order(tmp_path: Path) -> None:
    path = tmp_path / "trial.pdf"
    path.write_bytes(trial_form())
    with pikepdf.open(path) as pdf:
        said = [str(a.get("/TU", "")).partition(":")[0] for a in pdf.pages[0].Annots]
    firsts = list(dict.fromkeys(said))
    wanted = ["Name", "Player", "People", "Side", "Veteran", "Strength", "Stamina", "Health", "Rank", "Background"]
    assert [name for name in firsts if name in wanted] == wanted


def test_boxes_dots_and_circles_are_ticked_by_another_library(tmp_path: Path) -> None:
    form = form_of(trial(), replace(short_record(), actor="aurelia"))
    path, out = tmp_path / "form.pdf", tmp_path / "out.pdf"
    path.write_bytes(trial_form())
    with pikepdf.open(path) as pdf:
        found = leaves(pdf)
        for group, state in (("rank", "5"), ("side", "Crew"), ("mood", "Off")):
            found[group].V = pikepdf.Name(f"/{state}")
            for kid in found[group].Kids:
                kid.AS = pikepdf.Name(f"/{state}") if f"/{state}" in kid.AP.N else pikepdf.Name.Off
        for name in ("luck.6", "wounds.head.2", "veteran"):
            new = pikepdf.Name.Off if name == "veteran" else pikepdf.Name.Yes
            found[name].V = found[name].AS = new
        found["hits.Head.armour"].V = pikepdf.String("9")
        found["hits.Head.level"].V = pikepdf.String("1")
        pdf.save(out)
    changes = {change.path: change.after for change in back(out, form).changes}
    assert changes == {
        "rank": 5,
        "side": "Crew",
        "mood": None,
        "luck": 6,
        "wounds.head": 2,
        "veteran": None,
        "hits.Head": 1,
        "hits.Head.armour": 9,
    }


def test_points_are_crossed_off_and_states_ticked_by_another_library(tmp_path: Path) -> None:
    """Boxes that repeat a number: crossed off, they become it; a state alone does not say how many points are left."""
    path, out = tmp_path / "form.pdf", tmp_path / "out.pdf"
    rifle: dict[str, Json] = {"name": "Blast rifle", "properties": "rifle, automatic, magazine"}
    fields: dict[str, Json] = {"wind": 12, "wind_start": 14, "weapons": [rifle]}
    hero = Record(name="Ilse", actor="ilse", sheet=fields, tracks={"Wind": Track(value=12)})
    fighter = Record(name="Bran", actor="bran", sheet={"con": 12, "siz": 12})
    forms = [
        form_of(sheets_of(game)["hero"], of, game)
        for game, of in (("future_imperfect", hero), ("classic_fantasy", fighter))
    ]
    write_fillable(job_of(*forms), path)
    for ticks, typed, wind in ((("1", "2"), None, None), (("1", "2", "3", "5"), None, 10), (("3",), "4", 4)):
        with pikepdf.open(path) as pdf:
            found = leaves(pdf)
            boxes = [name for name in found if name.startswith("s1.wind-marks.")]
            assert len(boxes) == 14
            lines = [bool(found[f"s1.weapons[0].{column}"].Ff & 4096) for column in ("name", "properties")]
            assert lines == [False, True], "a cell that is too narrow for its text has several lines"
            assert [str(found[name].V) for name in boxes] == ["/Yes"] * 2 + ["/Off"] * 12
            for name in boxes:
                state = pikepdf.Name.Yes if name.rpartition(".")[2] in ticks else pikepdf.Name.Off
                found[name].V = found[name].AS = state
            if typed:
                found["s1.wind"].V = pikepdf.String(typed)
            if wind is None:
                found["s2.body.Head-marks.2"].V = found["s2.body.Head-marks.2"].AS = pikepdf.Name.Yes
            pdf.save(out)
        assert {change.path: change.after for change in back(out, forms[0]).changes} == ({"wind": wind} if wind else {})
        other = back(out, forms[1])
        assert (other.changes, [entry.text for entry in other.unread]) == ((), [] if wind else ["M"])


def test_another_player_on_the_form_is_named_with_the_way_to_change_it(tmp_path: Path) -> None:
    form = form_of(trial(), replace(short_record(), actor="aurelia"))
    path, out = tmp_path / "form.pdf", tmp_path / "out.pdf"
    path.write_bytes(trial_form())
    with pikepdf.open(path) as pdf:
        player = leaves(pdf)["player"]
        assert not int(player.Ff) & 1, "people can write on it"
        player.V = pikepdf.String("Eva")
        pdf.save(out)
    found = back(out, form)
    assert found.changes == ()
    assert [(line.text, "who plays it" in line.why) for line in found.unread] == [("Eva", True)]


def _jpeg(colour: str) -> bytes:
    image = QImage(60, 40, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "JPEG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def _icon(pdf: pikepdf.Pdf, content: bytes, levels: int, **more: Any) -> Any:
    """Return a drawing with an image, as viewers put one on a button, inside so many other drawings."""
    part = pdf.make_stream(content, Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Image, Width=60, Height=40, **more)
    for _ in range(levels):
        inside = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Im0=part))
        part = pdf.make_stream(b"/Im0 Do", Subtype=pikepdf.Name.Form, BBox=[0, 0, 60, 40], Resources=inside)
    return part


@pytest.mark.parametrize("place", ["MK", "AP"])
@pytest.mark.parametrize("shape", ["jpeg", "dots", "grey profile", "damaged", "endless", "circle"])
def test_a_picture_chosen_on_the_form_becomes_the_portrait(shape: str, place: str, tmp_path: Path) -> None:
    """The button of a form: viewers leave the picture as its icon, as its appearance, or as both."""
    sheet = sheets_of("imaginality")["hero"]
    form = form_of(sheet, Record(name="Ilse", actor="ilse"), "imaginality")
    path, out = tmp_path / "form.pdf", tmp_path / "out.pdf"
    write_fillable(job_of(form), path)
    assert read_filled_pdf(path, form).picture is None
    with pikepdf.open(path) as pdf:
        button = leaves(pdf)["portrait"]
        eight = {"BitsPerComponent": 8}
        match shape:
            case "jpeg":
                icon = _icon(pdf, _jpeg("teal"), 2, Filter=pikepdf.Name.DCTDecode)
            case "dots":
                icon = _icon(pdf, bytes((0, 128, 128)) * 2400, 1, ColorSpace=pikepdf.Name.DeviceRGB, **eight)
            case "grey profile":
                profile = pdf.make_stream(b"", N=1)
                icon = _icon(pdf, bytes((90,)) * 2400, 1, ColorSpace=[pikepdf.Name.ICCBased, profile], **eight)
            case "damaged":
                icon = _icon(pdf, b"\xff\xd8no picture", 1, Filter=pikepdf.Name.DCTDecode)
            case "endless":
                icon = _icon(pdf, _jpeg("teal"), 9, Filter=pikepdf.Name.DCTDecode)
            case _:
                icon = _icon(pdf, b"", 1)
                icon.Resources.XObject.Im0 = icon
        if place == "MK":
            button.MK.I = icon
        else:
            button.AP.N = icon
        leaves(pdf)["name"].V = pikepdf.String("Ilse the Grey")
        pdf.save(out)
    filled = read_filled_pdf(out, form)
    changes = {change.path: change.after for change in filled.found.changes}
    assert changes.pop("name") == "Ilse the Grey"
    if shape in ("jpeg", "dots", "grey profile"):
        assert filled.picture is not None
        assert changes == {"portrait": filled.picture.id}
        shown = QImage.fromData(filled.picture.content)
        assert (shown.width(), shown.height()) == (60, 40)
        dot = shown.pixelColor(30, 20)
        wanted = (90, 90, 90) if shape == "grey profile" else (0, 128, 128)
        assert max(abs(a - b) for a, b in zip((dot.red(), dot.green(), dot.blue()), wanted, strict=True)) < 6
        assert filled.found.unread == ()
        assert form.record is not None
        later = replace(form.record, sheet={**form.record.sheet, "portrait": filled.picture.id})
        again = read_filled_pdf(out, form_of(sheet, later, "imaginality"))
        assert again.picture is None, "the same picture once more is no change"
        assert "portrait" not in {change.path for change in again.found.changes}
    else:
        assert (filled.picture, changes) == (None, {})
        assert [line.text for line in filled.found.unread] == (["a picture"] if shape == "damaged" else [])


@pytest.mark.usefixtures("read_once")
def test_each_sheet_of_a_party_is_found_again(tmp_path: Path) -> None:
    first, second = (form_of(trial(), replace(short_record(), actor=a, name=a.title())) for a in ("ann", "ben"))
    stranger = form_of(trial(), replace(short_record(), actor="cleo"))
    path, out = tmp_path / "party.pdf", tmp_path / "out.pdf"
    write_fillable(job_of(first, second, two_sided=True), path)
    with pikepdf.open(path) as pdf:
        leaves(pdf)["s2.people"].V = pikepdf.String("Hill folk")
        pdf.save(out)
    assert back(out, first).changes == ()
    assert [(c.path, c.after) for c in back(out, second).changes] == [("people", "Hill folk")]
    with pytest.raises(FormFileError, match="Ann, Ben"):
        back(out, stranger)


def test_each_half_page_is_found_again(tmp_path: Path) -> None:
    """Two creatures on one paper, and what the first one has too much on the paper after it."""
    description = sheets_of("classic_fantasy")["creature"]
    skills: list[Json] = [{"name": f"Skill {n}", "total": n} for n in range(40)]
    bear, wolf = (
        form_of(description, Record(name=name, actor=name.lower(), sheet={"str": 9, **fields}), "classic_fantasy")
        for name, fields in (("Bear", {"skills": skills}), ("Wolf", {"notes": "Limps."}))
    )
    path, out = tmp_path / "half.pdf", tmp_path / "out.pdf"
    parts = parts_of([bear, wolf], halves=True)
    assert [type(part) for part in parts] == [HalfPagesPart]
    job = PrintJob(title="Trial", parts=parts)
    assert write_fillable(job, path) == 2
    with pikepdf.open(path) as pdf:
        found = leaves(pdf)
        assert {"s1.skills[39].total", "s2.skills[0].total"} <= set(found)
        found["s1.skills[39].total"].V = pikepdf.String("95")
        found["s2.notes"].V = pikepdf.String("Limps no more.")
        pdf.save(out)
    assert [(change.path, change.after) for change in back(out, bear).changes] == [("skills[39].total", 95)]
    assert [(change.path, change.after) for change in back(out, wolf).changes] == [("notes", "Limps no more.")]


def test_the_sample_of_every_kind_goes_through_a_file(tmp_path: Path) -> None:
    of = replace(record(strength=4, stamina=3, gear=[{"what": "Rope", "weight": 0.25}], magic=True), player="Tom")
    form = PrintableForm(ruleset="tiny", description=sample(), record=of, options=OPTIONS, lists=LISTS)
    path = tmp_path / "sample.pdf"
    write_fillable(job_of(form), path)
    later = replace(of, sheet={**of.sheet, "strength": 7})
    found = back(path, PrintableForm(ruleset="tiny", description=sample(), record=later, options=OPTIONS, lists=LISTS))
    assert found.changes == ()
    assert [(c.path, c.before, c.after) for c in found.stale] == [("strength", 7, 4)]


def test_without_a_mark_the_names_of_the_fields_must_do(tmp_path: Path) -> None:
    form = form_of(trial(), replace(short_record(), actor="aurelia"))
    path, out = tmp_path / "form.pdf", tmp_path / "out.pdf"
    path.write_bytes(trial_form())
    with pikepdf.open(path) as pdf:
        del pdf.docinfo["/KitchenTable"]
        leaves(pdf)["people"].V = pikepdf.String("Hill folk")
        pdf.save(out)
    filled = read_filled_pdf(out, form)
    assert not filled.told
    assert [(c.path, c.after) for c in filled.found.changes] == [("people", "Hill folk")]
    sheet = form.source()
    assert isinstance(sheet, FilledSheet)
    new = applied(trial(), sheet.record, filled.found.changes)
    assert new.sheet["people"] == "Hill folk"


# Strangers ---------------------------------------------------------------------------------------------------


def made_form(path: Path) -> pikepdf.Pdf:
    path.write_bytes(trial_form())
    return pikepdf.open(path, allow_overwriting_input=True)


def refused(path: Path, seconds: float = 20.0) -> str:
    begun = time.thread_time()
    with pytest.raises(FormFileError) as found:
        read_form(path, seconds=seconds)
    assert time.thread_time() - begun < seconds + 10
    return found.value.text


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "not a PDF"),
        (b"PK\x03\x04 no pdf at all", "not a PDF"),
        (b"%PDF-1.7\n", "damaged"),
        (b"%PDF-1.7\n" + b"1 0 obj <<" * 3000, "damaged"),
        (b"%PDF-1.7\ntrailer << /Root 1 0 R >>\n1 0 obj << /AcroForm 1 0 R /Fields [1 0 R] >> endobj", "damaged"),
        (b"%PDF-1.7\n" + b"[" * 200_000, "damaged"),
    ],
)
def test_files_that_are_no_forms_are_refused_in_one_sentence(content: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "stranger.pdf"
    path.write_bytes(content)
    assert words in refused(path)


def test_every_cut_of_a_form_is_read_or_refused(tmp_path: Path) -> None:
    path = tmp_path / "whole.pdf"
    whole = trial_form()
    for cut in range(1, 12):
        path.write_bytes(whole[: len(whole) * cut // 12])
        try:
            assert read_form(path)
        except FormFileError as error:
            sentence = error.text
            assert sentence


def test_a_locked_pdf_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "locked.pdf"
    with made_form(path) as pdf:
        pdf.save(path, encryption=pikepdf.Encryption(owner="secret", user="secret"))
    assert "password" in refused(path)


def test_a_printed_pdf_has_nothing_to_read_back(tmp_path: Path) -> None:
    path = tmp_path / "flat.pdf"
    write_pdf(job_of(form_of(trial(), short_record())), path)
    assert "paper" in refused(path)


def test_scripts_circles_and_endless_texts_do_nothing(tmp_path: Path) -> None:
    path = tmp_path / "wild.pdf"
    with made_form(path) as pdf:
        found = leaves(pdf)
        script = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS=pikepdf.String("app.alert(1); while(1);"))
        pdf.Root.OpenAction = pdf.make_indirect(script)
        found["people"].AA = pikepdf.Dictionary(K=script)
        found["people"].V = pikepdf.String("x" * 100_000)
        found["background"].V = pdf.make_stream(b"a" * 5_000_000)
        wild = pdf.make_indirect(pikepdf.Dictionary(T=pikepdf.String("wild")))
        wild.Kids = pikepdf.Array([wild, pdf.Root.AcroForm.Fields[0]])
        pdf.Root.AcroForm.Fields.append(wild)
        pdf.save(path)
    form = form_of(trial(), replace(short_record(), actor="aurelia"))
    found_back = back(path, form)
    assert found_back.changes == ()
    assert [(one.label, len(one.text)) for one in found_back.unread] == [("People", 400), ("Background", 400)]
    assert all("too long" in one.why for one in found_back.unread)


def test_a_text_of_ten_megabytes_is_refused_in_time(tmp_path: Path) -> None:
    path = tmp_path / "long.pdf"
    with made_form(path) as pdf:
        leaves(pdf)["people"].V = pikepdf.String("x" * 10_000_000)
        pdf.save(path)
    assert "took too long" in refused(path, seconds=0.2)


def test_a_small_file_that_unpacks_to_very_much_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "packed.pdf"
    with made_form(path) as pdf:
        fields = (
            pikepdf.Dictionary(T=pikepdf.String(f"f{n}"), FT=pikepdf.Name.Tx, V=pdf.make_stream(b"a" * 9_000_000))
            for n in range(8)
        )
        pdf.Root.AcroForm.Fields = pikepdf.Array([pdf.make_indirect(one) for one in fields])
        for page in pdf.pages:
            del page["/Annots"]
        pdf.save(path, recompress_flate=True, compress_streams=True)
    assert path.stat().st_size < 4 << 20
    assert "too much text" in refused(path)


def test_more_fields_and_pages_than_any_sheet_has_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert pdf_form_reader.MOST_FIELDS >= 40_000
    assert pdf_form_reader.MOST_PAGES >= 400
    monkeypatch.setattr(pdf_form_reader, "MOST_FIELDS", 20)
    monkeypatch.setattr(pdf_form_reader, "MOST_PAGES", 3)
    path = tmp_path / "many.pdf"
    with made_form(path) as pdf:
        fields = (pikepdf.Dictionary(T=pikepdf.String("f"), FT=pikepdf.Name.Tx) for _ in range(21))
        pdf.Root.AcroForm.Fields = pikepdf.Array(fields)
        for page in pdf.pages:
            del page["/Annots"]
        pdf.save(path)
    assert "too many fields. The maximum is 20." in refused(path)
    with made_form(path) as pdf:
        for _ in range(2):
            pdf.add_blank_page().MediaBox = pikepdf.Array([0, 0, 10**9, 10**9])
        pdf.save(path)
    assert "too many pages. The maximum is 3." in refused(path)


def test_hostile_names_of_fields_are_no_places_and_hostile_words_are_words(tmp_path: Path) -> None:
    path = tmp_path / "hostile.pdf"
    words = "<img src=http://e.x/y>\x00\u202e../../x"
    names = ("../../x", "__class__", "people.__init__", "gear[99999999].item", "a" * 9000, "<b>bold</b>", "\x00", "")
    with made_form(path) as pdf:
        leaves(pdf)["people"].V = pikepdf.String(words)
        for name in names:
            made = pikepdf.Dictionary(T=pikepdf.String(name), FT=pikepdf.Name.Tx, V=pikepdf.String("1"))
            pdf.Root.AcroForm.Fields.append(pdf.make_indirect(made))
        pdf.save(path)
    found = back(path, form_of(trial(), replace(short_record(), actor="aurelia")))
    assert [change.path for change in found.changes] == ["people"]
    people = found.changes[0].after
    assert isinstance(people, str)
    assert people.startswith("<img src=")
    assert all(len(one.label) < 1000 for one in found.unread)


def test_text_beyond_our_font_is_visible(tmp_path: Path) -> None:
    """Letters of other scripts are drawn; viewers need no font of their own for them."""
    path = tmp_path / "other.pdf"
    words = {"name": "שלום עולם", "people": "محمد بن عبد الله", "background": "Two lines\n漢字", "notes": "🐉 Łódź"}
    of = Record(name=words["name"], sheet={key: text for key, text in words.items() if key != "name"})
    write_fillable(job_of(form_of(trial(), of)), path)
    with pikepdf.open(path) as pdf:
        found = leaves(pdf)
        assert {key: str(found[key].V) for key in words} == words
        drawn = {key: len(re.findall(rb" [mlc](?= )", found[key].AP.N.read_bytes())) for key in (*words, "damage")}
        assert "/NeedAppearances" not in pdf.Root.AcroForm
    assert drawn.pop("damage") == 0
    assert min(drawn.values()) > 8, drawn


def test_cards_are_placed_as_on_plain_paper_with_their_backs_behind_them(tmp_path: Path) -> None:
    description = sheets_of("card_the_drawing")["card"]
    named = [Record(sheet={"name": f"Card {n}", "tags": ["Close", "Fire"], "text": "Hit."}) for n in range(11)]
    forms = [
        PrintableForm(ruleset="card_the_drawing", description=description, record=one, options={}) for one in named
    ]
    job = PrintJob(title="Cards", parts=[CardsPart(forms=[*forms, forms[0]], plain_backs=True)])
    plain = sides_of(job, PrintFonts())
    path = tmp_path / "cards.pdf"
    assert write_fillable(job, path) == len(plain) == 4
    with pikepdf.open(path) as pdf:
        found = leaves(pdf)
        assert [str(found[f"s{n + 1}.name"].V) for n in range(12)] == [*(f"Card {n}" for n in range(11)), "Card 0"]
        assert [len(page.get("/Annots", [])) > 0 for page in pdf.pages] == [True, False, True, False]
        height = float(pdf.pages[0].MediaBox[3])
        side = plain[0]
        assert isinstance(side, ImposedSide)
        for number, place in enumerate(side.grid.places):
            left, _, right, top = (float(n) * 25.4 / 72 for n in found[f"s{number + 1}.name"].Rect)
            inner = Rect(left, height * 25.4 / 72 - top, right - left, 1)
            assert place.holds(inner, 0.1)
    assert [isinstance(side, ImposedSide) and sum(c is not None for c in side.cards) for side in plain] == [9, 9, 3, 3]
    assert {raw.text for raw in read_form(path)[0].fields if raw.name == "tags"} == {"Close; Fire"}


@pytest.mark.parametrize("strength", [3, 4, 6])
def test_a_form_that_only_its_owner_may_change_is_read_and_a_locked_one_is_not(
    strength: Literal[3, 4, 6], tmp_path: Path
) -> None:
    """As other programs protect them: RC4, and AES with 128 and 256 bits (`strength` is the revision of the format)."""
    plain, kept, locked = (tmp_path / f"{name}.pdf" for name in ("plain", "kept", "locked"))
    with made_form(plain) as pdf:
        leaves(pdf)["people"].V = pikepdf.String("Aunt Zoë")
        pdf.save(plain)
        for target, user in ((kept, ""), (locked, "other"))[: 2 if strength == 4 else 1]:
            modern = strength > 3
            protected = pikepdf.Encryption(owner="secret", user=user, R=strength, aes=modern, metadata=modern)
            pdf.save(target, encryption=protected)
    assert read_form(kept) == read_form(plain)
    assert next(f.text for f in read_form(kept)[0].fields if f.name == "people") == "Aunt Zoë"
    if strength == 4:
        assert "password" in refused(locked)


def _party(count: int, path: Path) -> int:
    """Write the party as the program writes it: the largest sheet there is. Returns how many fields it has."""
    description = sheets_of("classic_fantasy")["hero"]
    forms = (
        PrintableForm(
            ruleset="classic_fantasy",
            description=description,
            record=Record(actor=f"a{n}", name=f"Hero {n}"),
            options={},
        )
        for n in range(count)
    )
    write_fillable(job_of(*forms), path)
    found = read_form(path)
    assert [(part.actor, part.name) for part in found] == [(f"a{n}", f"Hero {n}") for n in range(count)]
    assert len({len(part.fields) for part in found}) == 1
    return sum(len(part.fields) for part in found)


def test_the_party_that_was_written_is_read_back(tmp_path: Path) -> None:
    assert _party(14, tmp_path / "party.pdf") > 10_000


@pytest.mark.long
def test_a_party_of_forty_is_read_back(tmp_path: Path) -> None:
    assert _party(40, tmp_path / "party.pdf") > 28_000


def test_reading_counts_only_its_own_cpu_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine: the reader waits much longer than it may compute, and still reads."""
    path = tmp_path / "form.pdf"
    path.write_bytes(trial_form())
    read = pdf_form_reader._read

    def slow(content: bytes) -> tuple[FormSheet, ...]:
        time.sleep(2.5)
        return read(content)

    monkeypatch.setattr(pdf_form_reader, "_read", slow)
    assert read_form(path, seconds=2.0)


def test_reading_stops_at_the_cpu_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = pdf_form_reader._read

    def endless(content: bytes) -> Any:
        while True:
            read(content)

    monkeypatch.setattr(pdf_form_reader, "_read", endless)
    path = tmp_path / "form.pdf"
    path.write_bytes(trial_form())
    assert "stopped after 0 seconds" in refused(path, seconds=0.0)


@pytest.mark.usefixtures("read_once")
def test_forms_of_other_games_and_sheets_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "form.pdf"
    write_fillable(job_of(form_of(trial(), short_record(), "classic_fantasy")), path)
    with pytest.raises(FormFileError, match=r"another game \(.*\)"):
        back(path, form_of(trial(), short_record(), "imaginality"))
    with pytest.raises(FormFileError, match="sheet “trial”"):
        back(path, form_of(replace(trial(), id="other", title="Other"), short_record(), "classic_fantasy"))
    newer = form_of(replace(trial(), version=9), short_record(), "classic_fantasy")
    write_fillable(job_of(newer), path)
    with pytest.raises(FormFileError, match="newer version"):
        back(path, form_of(trial(), short_record(), "classic_fantasy"))


@pytest.mark.parametrize(("game", "description"), SHIPPED, ids=IDS)
def test_everything_on_a_blank_can_be_filled_in(game: str, description: SheetDescription) -> None:
    """At the table the player is known; on a blank people write the name."""
    page = fillable_pages(job_of(form_of(description, game=game)))
    locked = [field.name for side in page for form in side.forms for field in form.fields if field.locked]
    assert locked == []


@pytest.mark.parametrize("game", games_with_sheets())
def test_a_row_that_nobody_has_written_is_blank(game: str) -> None:
    """Also where a column is calculated: not each empty row has a number."""
    table = play_script((game_folder(game) / "demo.json").read_bytes(), game_of).history.table
    form = items_of_view(game_of(game).view_for(table, table.gm()), "").people[0]
    pages = fillable_pages(PrintJob(title="Blank rows", parts=[SheetPart(form=form)]))
    rows = {field.key: field for section in form.description.sections for field in section.fields}
    blank = 0
    for filled in (filled for page in pages for filled in page.forms):
        for field in (field for field in filled.fields if field.path):
            place = parse_path(field.path)
            if place.row is not None and place.row >= row_count(filled.source, rows[place.key]):
                blank += 1
                assert field.text in ("", "0", OFF), (field.name, field.text)
    assert blank > 5
