"""Page layout: no overlaps, nothing outside the margins, nothing left out, in reading order."""

from __future__ import annotations

import itertools

import pytest

from engine.kit.conformance.sheet_filling import SheetFiller
from engine.model.frozen import replace
from engine.sheets.catalogue.game_metadata import games_with_sheets
from engine.sheets.catalogue.sheet_library import sheets_of, tables_of
from engine.sheets.layout.body_outline import outline_of, region_of
from engine.sheets.layout.figure_layout import place_figure
from engine.sheets.layout.layout_boxes import LaidField, LaidPage
from engine.sheets.layout.page_geometry import A4, LETTER, Paper, Rect
from engine.sheets.layout.page_layout import closed_up, lay_out
from engine.sheets.layout.spacing import SHEET_SPACING
from engine.sheets.model.character_record import Record, blank_record
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import (
    FigureArea,
    FigureField,
    LongTextField,
    NumberField,
    PageBox,
    RowsField,
    Section,
    SheetDescription,
    SheetPage,
    TextField,
)
from engine.sheets.printing.blank_sheet import BlankSheet
from engine.sheets.printing.imposition import grid_of, impose
from tests.engine.sheets.paper_kit import short_record, trial

PAPERS = [replace(paper, margin=margin) for paper in (A4, LETTER) for margin in (4.0, 10.0, 22.0)]
GAMES_SHEETS = [(game, sheet) for game in games_with_sheets() for sheet in sheets_of(game)]


def apart(rects: list[Rect]) -> bool:
    return not any(a.overlaps(b) for a, b in itertools.combinations(rects, 2))


def keys_of(pages: tuple[LaidPage, ...]) -> list[str]:
    return [cell.field.key for page in pages for box in page.boxes for cell in box.cells]


@pytest.mark.parametrize("paper", PAPERS, ids=lambda p: f"{p.name}-{p.margin:.0f}")
@pytest.mark.parametrize(
    "record", [blank_record(), short_record(), SheetFiller(300).record(trial())], ids=["", "short", "long"]
)
def test_nothing_overlaps_or_leaves_the_margins(paper: Paper, record: Record) -> None:
    for page in lay_out(FilledSheet(trial(), record), paper):
        assert apart([box.rect for box in page.boxes])
        for box in page.boxes:
            assert paper.space.holds(box.rect)
            assert apart([cell.rect for cell in box.cells] + ([box.title_rect] if box.title_rect else []))
            for cell in box.cells:
                assert box.rect.holds(cell.rect), cell.path
                values = [leaf.value_rect for leaf in cell.leaves()]
                assert apart(values), cell.path
                assert all(cell.rect.holds(value, 0.1) for value in values), cell.path
                for leaf in cell.leaves():
                    assert apart(list(leaf.marks)), leaf.path
                    assert all(cell.rect.holds(mark, 0.1) for mark in leaf.marks), leaf.path


@pytest.mark.parametrize("paper", PAPERS, ids=lambda p: f"{p.name}-{p.margin:.0f}")
def test_every_field_is_there_once_in_the_order_of_the_sheet(paper: Paper) -> None:
    pages = lay_out(FilledSheet(trial(), short_record()), paper)
    described = [field.key for section in trial().sections for field in section.fields]
    if any(page.continued for page in pages):  # with broad margins something goes on on another page
        assert sorted(keys_of(pages)) == sorted(described)
    else:
        assert keys_of(pages) == described
    leaves = [leaf.path for page in pages for leaf in page.leaves()]
    assert len(set(leaves)) == len(leaves)
    assert leaves.index("skills[1].grade") < leaves.index("skills[2].skill") < leaves.index("gear[0].item")


@pytest.mark.parametrize(("game", "sheet"), GAMES_SHEETS, ids=lambda name: name)
@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
def test_every_blank_fits_its_own_pages(game: str, sheet: str, paper: Paper) -> None:
    description = sheets_of(game)[sheet]
    blank = BlankSheet(description, None, {}, tables_of(game))
    pages = lay_out(blank, paper)
    assert [page.continued for page in pages] == [False] * len(description.pages)
    described = {field.key for section in blank.sections() for field in section.fields}
    assert set(keys_of(pages)) == described
    for cell in (cell for page in pages for box in page.boxes for cell in box.cells):
        if isinstance(cell.field, RowsField):
            assert len(cell.parts) >= len(cell.field.start) * len(cell.field.columns), cell.path


def test_a_neighbour_takes_the_room_of_a_section_that_is_not_there() -> None:
    places = {"a": Rect(0, 0, 90, 40), "b": Rect(0, 44, 90, 30), "c": Rect(94, 0, 96, 74), "d": Rect(0, 78, 190, 20)}
    assert closed_up(places, {"a", "c", "d"})["a"] == Rect(0, 0, 90, 74)
    assert closed_up(places, {"b", "c", "d"})["b"] == Rect(0, 0, 90, 74)
    # Of two neighbours the higher takes it, wherever it stands.
    low = {"a": Rect(0, 0, 90, 10), "b": Rect(0, 12, 90, 8), "c": Rect(0, 22, 90, 40)}
    assert closed_up(low, {"a", "c"}) == {"a": low["a"], "c": Rect(0, 12, 90, 50)}
    # It also takes the room of two missing ones below each other.
    card = {"a": Rect(0, 0, 55, 12), "b": Rect(0, 12, 55, 8), "c": Rect(0, 20, 55, 8), "d": Rect(0, 28, 55, 21)}
    assert closed_up(card, {"a", "d"}) == {"a": card["a"], "d": Rect(0, 12, 55, 37)}
    # Nobody as wide stands above or below it: the room stays white.
    assert closed_up(places, {"a", "b", "d"}) == {key: places[key] for key in ("a", "b", "d")}


def test_only_the_sections_that_were_picked_are_printed() -> None:
    pages = lay_out(FilledSheet(trial(), short_record()), A4, {"skills", "background"})
    assert keys_of(pages) == ["background", "skills"]


def test_fields_that_do_not_fit_go_to_an_added_page() -> None:
    fields = tuple(TextField(key=f"field_{n}", label=f"Field {n}") for n in range(40))
    sections = (
        Section(key="many", title="Many", fields=fields),
        Section(key="lost", title="No box", fields=(TextField(key="x", label="X"),)),
    )
    page = SheetPage(boxes=(PageBox(section="many", x=0, y=0, w=100, h=60),))
    description = SheetDescription(id="tight", title="Tight", sections=sections, pages=(page,))
    pages = lay_out(FilledSheet(description, Record()), A4)
    assert [p.continued for p in pages] == [False, *[True] * (len(pages) - 1)]
    assert keys_of(pages) == [*(f.key for f in fields), "x"]
    assert [(b.section.key, b.continues) for p in pages[1:] for b in p.boxes] == [
        *[("many", 1)] * (len(pages) - 1),
        ("lost", 0),
    ]
    assert all(A4.space.holds(b.rect) for p in pages for b in p.boxes)


def test_spare_height_goes_to_fields_that_grow() -> None:
    fields = (
        NumberField(key="n", label="N"),
        LongTextField(key="a", label="A"),
        LongTextField(key="b", label="B", grow=1),
    )
    section = Section(key="s", title="S", fields=fields)
    page = SheetPage(boxes=(PageBox(section="s", x=0, y=0, w=190, h=200),))
    description = SheetDescription(id="d", title="D", sections=(section,), pages=(page,))
    number, still, grown = lay_out(FilledSheet(description, Record()), A4)[0].boxes[0].cells
    assert grown.rect.h > 3 * still.rect.h
    assert number.rect.h < 12
    assert grown.lines > 3 * still.lines
    inside = A4.stretched(0, 0, 190, 200)
    assert inside.bottom - grown.rect.bottom < 3


def test_a_table_shrinks_its_rows_before_it_continues_on_another_page() -> None:
    rows = RowsField(key="r", label="R", lines=10, columns=(TextField(key="a", label="A"),))
    section = Section(key="s", title="R", fields=(rows,))
    page = SheetPage(boxes=(PageBox(section="s", x=0, y=0, w=90, h=76),))
    description = SheetDescription(id="d", title="D", sections=(section,), pages=(page,))

    def printed(count: int) -> int:
        sheet = FilledSheet(description, Record(sheet={"r": [{"a": str(n)} for n in range(count)]}))
        return len(lay_out(sheet, A4)[0].boxes[0].cells[0].parts)

    assert printed(0) == printed(10) < 12
    assert printed(13) == 13
    assert printed(40) == 15


def test_areas_find_their_place_on_the_body() -> None:
    _, human = outline_of("human")
    names = ["head", "guts", "right_arm", "left_arm", "right_leg", "left_leg"]
    assert [region_of(name, human) for name in names] == ["head", "abdomen", *names[2:]]
    classic = ["Head", "Chest", "Abdomen", "Right Arm", "Left Arm", "Right Leg", "Left Leg"]
    assert [region_of(name, human) for name in classic] == [n.lower().replace(" ", "_") for n in classic]
    assert region_of("Tail", human) == ""
    # One faces the body, so its right arm is on the left.
    assert human.anchors["right_arm"][0] < human.anchors["head"][0] < human.anchors["left_arm"][0]


def test_boxes_of_areas_are_on_their_side_and_point_at_their_region() -> None:
    pages = lay_out(FilledSheet(trial(), short_record()), A4)
    figure = next(cell for box in pages[0].boxes for cell in box.cells if cell.path == "wounds")
    assert figure.drawing is not None
    middle = figure.drawing.middle[0]
    for part in figure.parts:
        if part.leader is None:
            continue
        x, _, there, _ = part.leader
        assert figure.drawing.x <= there <= figure.drawing.right
        assert (x < middle) == (part.rect.right < middle)
        if "right_" in part.path:
            assert part.rect.right < middle
    assert [part.path for part in figure.parts[:4]] == [
        "wounds.head",
        "wounds.head.bleeding",
        "wounds.guts",
        "wounds.guts.bleeding",
    ]


@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
def test_nine_cards_fit_edge_to_edge_with_crop_marks(paper: Paper) -> None:
    grid = grid_of(paper, 63, 88)
    assert (grid.columns, grid.rows) == (3, 3)
    assert apart(list(grid.places))
    assert all(Rect(0, 0, paper.width, paper.height).holds(place) for place in grid.places)
    cards = Rect(grid.places[0].x, grid.places[0].y, 189, 264)
    xs = {x for x, y, x2, y2 in grid.crops if x == x2}
    ys = {y for x, y, x2, y2 in grid.crops if y == y2}
    assert sorted(xs) == pytest.approx([cards.x + 63 * n for n in range(4)])
    assert sorted(ys) == pytest.approx([cards.y + 88 * n for n in range(4)])
    for x, y, x2, y2 in grid.crops:  # a mark inside would be seen on the card
        assert not cards.inset(0.5, 0.5).overlaps(Rect(min(x, x2), min(y, y2), abs(x2 - x) + 0.01, abs(y2 - y) + 0.01))
        assert x >= 0
        assert y >= 0


@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
@pytest.mark.parametrize("count", [1, 9, 14])
def test_backs_are_behind_their_fronts_on_paper_turned_over_its_long_edge(paper: Paper, count: int) -> None:
    fronts = [f"front {n}" for n in range(count)]
    backs = [f"back {n}" for n in range(count)]
    sides = impose(grid_of(paper, 63, 88), fronts, backs)
    found = {}
    for front, back in zip(sides[::2], sides[1::2], strict=True):
        behind = {
            (round(paper.width - place.right, 6), place.y): card
            for place, card in zip(back.grid.places, back.cards, strict=True)
        }
        for place, card in zip(front.grid.places, front.cards, strict=True):
            found[card] = behind[(round(place.x, 6), place.y)]
    assert {f: b for f, b in found.items() if f} == dict(zip(fronts, backs, strict=True))
    assert found.get(None) is None


def test_the_drawing_beside_a_list_of_areas_is_in_the_middle_of_its_rows() -> None:
    """Also in a box that is much higher than the rows."""
    areas = tuple(FigureArea(name=name, label=name) for name in ("Head", "Chest"))
    figure = FigureField(key="body", label="Body", chart="humanoid", listed=True, areas=areas)
    rect = Rect(0.0, 0.0, 90.0, 150.0)
    laid = LaidField(path="body", field=figure, rect=rect, label_rect=None, value_rect=rect)
    placed = place_figure(laid, figure, SHEET_SPACING)
    rows = [part.rect for part in placed.parts if part.path in ("body.Head", "body.Chest")]
    assert placed.drawing is not None
    assert placed.drawing.middle[1] == pytest.approx((placed.heads[0].y + rows[-1].bottom) / 2)
