"""A sheet that describes no pages gets some: sound, complete, in reading order, and few."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine.asset_folder import BUNDLED_GAMES
from engine.kit.conformance.sheet_filling import FixedWidthMeasure, SheetFiller, collisions
from engine.model.frozen import replace
from engine.sheets.catalogue.description_validation import problems_of
from engine.sheets.catalogue.sheet_library import description_from
from engine.sheets.layout.automatic_layout import with_pages
from engine.sheets.layout.page_geometry import A4, LETTER, Paper
from engine.sheets.layout.page_layout import lay_out
from engine.sheets.model.character_record import blank_record
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import (
    FigureField,
    NumberField,
    RowsField,
    Section,
    SheetDescription,
    TextField,
)
from engine.sheets.printing.blank_sheet import BlankSheet
from engine.sheets.printing.sheet_printing import sheet_pages
from tests.engine.sheets.paper_kit import TRIAL

EXAMPLE = Path(__file__).parents[4] / "engine" / "docs" / "examples" / "homebrew_d20" / "sheets" / "hero.toml"
SHEETS = [TRIAL, EXAMPLE, *sorted(BUNDLED_GAMES.glob("*/sheets/*.toml"))]


def raw_of(path: Path) -> dict[str, Any]:
    """Return a description as its file has it, without its pages and widths."""
    raw = tomllib.loads(path.read_text(encoding="utf-8"))
    raw.pop("pages", None)
    for field in (field for section in raw["sections"] for field in section.get("fields", ())):
        for place in (field, *field.get("columns", ())):
            place.pop("width", None)
    return raw


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
def test_every_sheet_can_do_without_geometry(path: Path, paper: Paper) -> None:
    description = description_from(raw_of(path))
    assert problems_of(description) == ()
    blank = BlankSheet(description)
    pages = lay_out(blank, paper)
    assert [page.continued for page in pages] == [False] * len(description.pages)
    keys = [cell.field.key for page in pages for box in page.boxes for cell in box.cells]
    assert sorted(keys) == sorted(field.key for section in blank.sections() for field in section.fields)
    measure = FixedWidthMeasure()
    for record in (SheetFiller(10).record(description), SheetFiller(200).record(description)):
        for page in sheet_pages(FilledSheet(description, record), paper, measure, game="Game", name="Name"):
            assert description.size or collisions(page, measure) == []


def test_a_sheet_with_pages_stays_as_it_is() -> None:
    raw = tomllib.loads(TRIAL.read_text(encoding="utf-8"))
    described = description_from(raw)
    assert with_pages(described) is described
    assert described.sections[0].fields[0].width == raw["sections"][0]["fields"][0].get("width", 12)


def test_the_homebrew_sheet_fits_one_page() -> None:
    description = description_from(raw_of(EXAMPLE))
    assert len(lay_out(FilledSheet(description, blank_record()), A4)) == 1
    boxes = {box.section: box for box in description.pages[0].boxes}
    assert boxes["who"].w == boxes["attacks"].w == 190
    assert boxes["abilities"].w == boxes["skills"].w == boxes["story"].w == 93


def test_fields_are_as_wide_as_their_kind_needs_unless_the_author_says() -> None:
    sections = (
        Section(
            key="many",
            title="Many",
            fields=(
                *(NumberField(key=f"number_{n}", label="Number") for n in range(6)),
                TextField(key="chosen", label="Chosen", width=12),
                TextField(key="free", label="Free"),
                RowsField(
                    key="rows",
                    label="Rows",
                    columns=(
                        TextField(key="what", label="What"),
                        NumberField(key="count", label="Count", width=7),
                        NumberField(key="rank", label="Rank"),
                    ),
                ),
            ),
        ),
    )
    description = SheetDescription(id="hero", title="T", sections=sections)
    laid = with_pages(description, {"chosen", "rows.count"})
    widths = {field.key: field.width for field in laid.sections[0].fields}
    assert [widths[f"number_{n}"] for n in range(6)] == [2] * 6
    assert widths["chosen"] == 12
    rows = laid.field("rows")
    assert isinstance(rows, RowsField)
    assert [column.width for column in rows.columns] == [12, 7, 4]


def test_a_section_higher_than_a_page_and_one_without_fields() -> None:
    fields = tuple(TextField(key=f"field_{n}", label=f"Field {n}") for n in range(200))
    sections = (Section(key="many", title="Many", fields=fields), Section(key="later", title="Later"))
    description = with_pages(SheetDescription(id="hero", title="T", sections=sections))
    assert [box.section for page in description.pages for box in page.boxes] == ["many", "later"]
    assert problems_of(description) == ()
    pages = lay_out(FilledSheet(description, blank_record()), A4)
    keys = [cell.field.key for page in pages for box in page.boxes for cell in box.cells]
    assert sorted(keys) == sorted(field.key for field in fields)


def test_a_sheet_of_very_many_sections_is_laid_out_soon() -> None:
    fields = tuple(TextField(key=f"field_{n}", label=f"Field {n}") for n in range(400))
    sections = tuple(Section(key=f"part_{field.key}", title=field.label, fields=(field,)) for field in fields)
    description = with_pages(SheetDescription(id="hero", title="T", sections=sections))
    assert 10 < len(description.pages) < 40
    assert problems_of(description) == ()


def test_a_figure_of_the_body_has_the_locations_of_the_game() -> None:
    field = {"kind": "figure", "key": "body", "label": "Body", "bind": "body"}
    raw = {"id": "hero", "title": "T", "sections": [{"key": "body_box", "title": "Body", "fields": [field]}]}
    description = description_from(raw, {"chart": "human", "locations": {"head": {}, "right_arm": {"most": 5}}})
    figure = description.field("body")
    assert isinstance(figure, FigureField)
    assert [(area.name, area.label) for area in figure.areas] == [("head", "Head"), ("right_arm", "Right arm")]
    assert problems_of(description) == ()


def test_a_card_without_geometry_is_laid_out_on_its_own_size() -> None:
    fields = (TextField(key="name", label="Name", bind="name"), TextField(key="text", label="Text"))
    sections = tuple(Section(key=f"part_{field.key}", title=field.label, fields=(field,)) for field in fields)
    card = SheetDescription(id="card", title="Card", sections=sections, subject="cards", size=(63.0, 88.0))
    laid = with_pages(card)
    assert problems_of(laid) == ()
    assert [box.w for box in laid.pages[0].boxes] == [57.0, 57.0]
    assert with_pages(replace(card, sections=())).pages == ()
