"""The words on paper: as large as fits, down to a limit, then on another page, and nothing lost on the way."""

from __future__ import annotations

import re

import pytest

from engine.kit.conformance.sheet_filling import FixedWidthMeasure, SheetFiller, cells_of, collisions, ink_of, runs_of
from engine.model.body import Body, Location
from engine.model.frozen import Json, replace
from engine.model.tracks import Track
from engine.sheets.catalogue.game_metadata import games_with_sheets
from engine.sheets.catalogue.sheet_library import sheets_of, tables_of
from engine.sheets.layout.page_geometry import A4, LETTER, Paper, Rect
from engine.sheets.model.character_record import Record
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import (
    EntriesField,
    LongTextField,
)
from engine.sheets.printing.blank_sheet import BlankSheet
from engine.sheets.printing.composed_pages import ComposedField, ComposedPage
from engine.sheets.printing.sheet_printing import card_sides, sheet_pages
from engine.sheets.printing.text_fitting import LEAST_SIZE, PrintFace, break_lines, clean_text, fit_text
from tests.engine.sheets.paper_kit import short_record, trial

TYPE = FixedWidthMeasure()
SHEETS = [(game, sheet) for game in games_with_sheets() for sheet in sheets_of(game)]


def printed(record: Record, paper: Paper = A4) -> tuple[ComposedPage, ...]:
    return sheet_pages(FilledSheet(trial(), record), paper, TYPE, game="Trial", name=record.name)


def with_values(**values: Json) -> Record:
    return Record(name="Aurelia", player="Tom", sheet=values)


def words_on(pages: tuple[ComposedPage, ...]) -> str:
    return "\n".join(run.text for page in pages for run in runs_of(page))


def cell(pages: tuple[ComposedPage, ...], path: str) -> ComposedField:
    return next(found for page in pages for _, found in cells_of(page) if found.laid.path == path)


def check_marks(pages: tuple[ComposedPage, ...]) -> set[tuple[int, int]]:
    """See that each sign “continued on page 3” on page 1 is answered by one on page 3; return the pairs."""
    goes, comes = set(), set()
    for number, page in enumerate(pages, 1):
        for run in runs_of(page):
            if found := re.fullmatch(r"(?:continued on page|→) (\d+)", run.text):
                goes.add((number, int(found[1])))
            if found := re.fullmatch(r"continued from page (\d+)", run.text):
                comes.add((int(found[1]), number))
    assert goes == comes
    return goes


@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
@pytest.mark.parametrize("words", [8, 60, 900])
def test_nothing_written_is_lost_clipped_or_printed_over(paper: Paper, words: int) -> None:
    filler = SheetFiller(words)
    pages = printed(filler.record(trial()), paper)
    there = set(re.split(r"\s+", words_on(pages)))
    assert [word for word in filler.written if word not in there] == []
    check_marks(pages)
    for page in pages:
        assert collisions(page, TYPE) == []
        for run in runs_of(page):
            assert paper.inside.holds(ink_of(run, TYPE), 0.3), run.text


@pytest.mark.parametrize(("game", "sheet"), [name for name in SHEETS if sheets_of(name[0])[name[1]].size is None])
def test_nothing_is_lost_on_the_sheets_of_the_games(game: str, sheet: str) -> None:
    description = sheets_of(game)[sheet]
    filler = SheetFiller(240)
    options = {"character_creation": True}
    source = FilledSheet(description, filler.record(description), options, {}, tables_of(game))
    pages = sheet_pages(source, LETTER, TYPE, game=game, name="Aurelia")
    there = set(re.split(r"\s+", words_on(pages)))
    assert [word for word in filler.written if word not in there] == []
    check_marks(pages)
    assert [pair for page in pages for pair in collisions(page, TYPE)] == []


def test_no_value_is_smaller_than_the_limit() -> None:
    pages = printed(SheetFiller(900).record(trial()))
    sizes = [run.size for page in pages for _, found in cells_of(page) for run in found.runs]
    assert min(sizes) == LEAST_SIZE
    assert max(sizes) > 9


def test_a_text_shrinks_before_it_continues_elsewhere() -> None:
    room = cell(printed(with_values()), "notes").laid
    letters = int(room.value_rect.w / TYPE.width("x", PrintFace.VALUE, 9.5)) - 2
    line = ("word " * 40)[:letters].strip()
    sizes = []
    for lines in (room.lines, room.lines + 2, room.lines * 3):
        pages = printed(with_values(notes="\n".join([line] * lines)))
        runs = cell(pages, "notes").runs
        sizes.append(runs[0].size)
        assert (len(runs) == lines) == (len(pages) == 2)
    assert sizes[0] == 9.5 > sizes[1] > sizes[2] == LEAST_SIZE


def test_a_text_continues_where_it_stopped_with_signs_on_both_pages() -> None:
    text = " ".join(f"w{n}" for n in range(6000))
    pages = printed(with_values(background=text))
    assert len(pages) >= 4
    assert check_marks(pages) == {(1, 3), *((n, n + 1) for n in range(3, len(pages)))}
    first = [run.text for run in cell(pages, "background").runs]
    later = [run.text for page in pages[2:] for box in page.boxes for run in box.words if run.face is PrintFace.VALUE]
    assert " ".join(" ".join([*first, *later]).split()) == text
    heads = [run.text for page in pages[2:] for run in runs_of(page) if run.face is PrintFace.HEAD]
    assert heads.count("Background") == len(pages) - 2


def test_a_text_without_a_single_space_is_not_lost_either() -> None:
    text = "".join(f"{n:05}" for n in range(1500))
    pages = printed(with_values(background=text, people="x" * 900))
    flat = re.sub(r"\s", "", "".join(r.text for p in pages for r in runs_of(p) if r.face is PrintFace.VALUE))
    assert "x" * 900 in flat
    first = "".join(run.text for run in cell(pages, "background").runs)
    assert text.startswith(first)
    assert text[len(first) :] in flat


def test_rows_beyond_the_printed_lines_follow_on_another_page_each_once() -> None:
    pages = printed(with_values(gear=[{"item": f"Item{n}", "dice": "2d6", "shots": n % 7} for n in range(120)]))
    found = re.findall(r"\bItem\d+\b", words_on(pages))
    assert found == [f"Item{n}" for n in range(120)]
    assert len(check_marks(pages)) >= 2
    rows = [c for p in pages for _, c in cells_of(p) if c.laid.path == "gear"]
    assert len(rows) == len(pages) - 1
    assert all(len(row.laid.heads) == 5 for row in rows)
    shots = {c.laid.path: c.ticked for p in pages for _, c in cells_of(p) if c.laid.path.endswith(".shots")}
    assert [shots[f"gear[{n}].shots"] for n in range(14)] == [*range(7), *range(7)]


def test_entries_share_lines_before_they_continue_on_another_page() -> None:
    lines = sum(isinstance(s, EntriesField) and s.lines * s.beside for s in (trial().field("things"),))
    few = printed(with_values(things=[f"thing {n}" for n in range(lines)]))
    many = printed(with_values(things=[f"thing {n}" for n in range(lines * 6)]))
    assert len(few) == len(many) == 2
    assert all("·" not in run.text for run in cell(few, "things").runs)
    joined = " ".join(run.text for run in cell(many, "things").runs)
    assert joined.split(" · ") == [f"thing {n}" for n in range(lines * 6)]


def test_marks_show_what_they_can_and_words_the_rest() -> None:
    pages = printed(short_record())
    assert cell(pages, "rank").ticked == 3
    assert cell(pages, "mood").chosen == 1
    assert cell(pages, "fame").chosen == 1
    assert cell(pages, "luck").ticked == 5
    assert len(cell(pages, "luck").laid.marks) == 14
    assert cell(pages, "weary").chosen == 4
    assert cell(pages, "side").chosen == 1
    assert [run.text for run in cell(pages, "side").words][-2:] == ["Crew", "GM"]
    assert cell(pages, "veteran").ticked == 1
    assert cell(pages, "haunted").ticked == 0
    assert cell(pages, "wounds.guts").ticked == 4
    assert cell(pages, "wounds.guts.bleeding").ticked == 1
    assert [run.text for run in cell(pages, "hits.Head").runs] == ["6 / 7"]
    assert [run.text for run in cell(pages, "hits.Head.armour").runs] == ["2"]
    assert [run.text for run in cell(pages, "chips.blue").runs] == ["12"]
    odd = printed(with_values(rank=99, mood=-7, luck=500, side="Neither", weary=33, veteran="perhaps", balance="much"))
    there = words_on(odd)
    for words in ("99", "−7", "500", "Neither", "33", "perhaps", "much"):
        assert re.search(rf"(?m)(^| ){re.escape(words)}$", there), words


@pytest.mark.rule("CF-WOUND-2", "CF-WOUND-3", "CF-WOUND-4", "CF-FATIGUE-1")
def test_page_one_of_a_d100_sheet_has_the_state_of_each_location() -> None:
    description = sheets_of("classic_fantasy")["hero"]
    levels = {"Head": 1, "Chest": 0, "Abdomen": -5, "Left Leg": -6, "Right Leg": -4}
    locations = {name: Location(level=level, most=6 if "Leg" in name else 5) for name, level in levels.items()}
    record = Record(
        name="Aurelia",
        sheet={"con": 10, "siz": 10, "skills": [{"name": "Endurance", "base_of": "CON + CON", "added": 5}]},
        tracks={"Fatigue": Track(value=2)},
        body=Body(chart="humanoid", locations=locations),
    )
    source = FilledSheet(description, record, {}, {}, tables_of("classic_fantasy"))
    pages = sheet_pages(source, A4, TYPE, game="Game", name="Aurelia")
    states = {name: cell(pages[:1], f"body.{name}").chosen for name in levels}
    assert states == {"Head": None, "Chest": 0, "Abdomen": 1, "Left Leg": 1, "Right Leg": 0}
    head = cell(pages[:1], "body.Head").laid
    assert [part.path for part in cell(pages, "body").laid.parts[:3]] == [
        "body.Head",
        "body.Head.most",
        "body.Head.armour",
    ]
    assert all(part.rect.y == head.rect.y for part in cell(pages, "body").laid.parts[:3])
    fatigue = cell(pages[:1], "fatigue")
    assert fatigue.ticked == 2
    assert [run.text for run in fatigue.words if "Hard" in run.text] == ["Hard", "Hard, −5 ft"]
    assert [run.text for run in cell(pages[:1], "endurance").runs] == ["25"], "each Serious and Major Wound asks for it"
    fight = {"str", "action_points", "evade", "magic", "luck", "weapons", "wounds", "conditions"}
    assert fight <= {c.laid.path for _, c in cells_of(pages[0])}


@pytest.mark.rule("FI-WIND-1", "FI-WOUND-1", "FI-BLEED-1")
def test_lost_wind_is_crossed_off_and_each_area_can_bleed() -> None:
    description = sheets_of("future_imperfect")["hero"]

    def wind(left: int, most: int | None) -> tuple[int, int]:
        record = Record(name="Aurelia", sheet={"wind_start": most}, tracks={"Wind": Track(value=left)})
        source = FilledSheet(description, record, {}, {}, tables_of("future_imperfect"))
        found = cell(sheet_pages(source, A4, TYPE, game="Game")[:1], "wind")
        assert [run.text for run in found.words if run.text.isdecimal()][:1] == [str(len(found.laid.marks))]
        return len(found.laid.marks), found.ticked

    assert wind(14, 20) == (20, 6)
    assert wind(-3, 20) == (20, 20)
    assert wind(12, 999) == (30, 18)
    pages = sheet_pages(BlankSheet(description, None, {}, tables_of("future_imperfect")), A4, TYPE, game="Game")
    assert len(cell(pages, "wind").laid.marks) == 30
    assert cell(pages, "wind").ticked == 0
    assert {f"body.{area}.bleeding" for area in ("head", "left_leg")} <= {c.laid.path for _, c in cells_of(pages[0])}
    assert any("Tech Level" in run.text for run in cell(pages[:1], "weapons").words)


def test_overridden_values_are_marked_and_explained() -> None:
    plain, marked = printed(with_values(stamina=3)), printed(with_values(stamina=3, health=44))
    assert [run.text for run in cell(plain, "health").runs] == ["35"]
    assert not cell(plain, "health").overridden
    assert plain[0].legend is None
    assert cell(marked, "health").overridden
    assert marked[0].legend is not None
    assert marked[1].legend is None
    same = printed(with_values(stamina=3, health=35))
    assert not cell(same, "health").overridden, "nothing was changed: a game wrote the number that the sheet calculates"
    assert same[0].legend is None


def test_a_blank_has_labels_and_the_rows_of_a_new_sheet_and_no_values() -> None:
    pages = sheet_pages(BlankSheet(trial()), A4, TYPE, game="Trial")
    values = [run.text for page in pages for _, c in cells_of(page) for run in c.runs]
    assert values == ["Climbing", "Swimming"]
    assert not any(c.ticked or c.chosen is not None or c.overridden for page in pages for _, c in cells_of(page))
    labels = [run.text for page in pages for _, c in cells_of(page) for run in c.words]
    assert {"NAME", "Strength", "Exhausted and slow", "HEAD", "5–10, 15–19", "A new skill"} <= set(labels)
    # How many there will be depends on what is written, so there is a line of them.
    assert len(cell(pages, "luck").laid.marks) == 12


def test_head_and_foot_name_the_character() -> None:
    pages = printed(short_record())
    assert [[run.text for run in page.head] for page in pages] == [
        ["TRIAL", "Trial Sheet", "Aurelia Nachtigall", "Front"],
        ["TRIAL", "Trial Sheet", "Aurelia Nachtigall", "Back"],
    ]
    notice = "Trial notice: this line stands at the foot of every page."
    for number, page in enumerate(pages, 1):
        assert [run.text for run in page.foot] == [
            "Trial · Trial Sheet",
            "Aurelia Nachtigall",
            f"page {number} of 2",
            notice,
        ]


@pytest.mark.parametrize(("game", "sheet"), [name for name in SHEETS if sheets_of(name[0])[name[1]].size is not None])
def test_a_card_fits_or_continues_on_a_second_one(game: str, sheet: str) -> None:
    description = sheets_of(game)[sheet]
    width, height = description.size or (0.0, 0.0)
    for words in (6, 200):
        filler = SheetFiller(words)
        record = filler.record(
            replace(description, sections=BlankSheet(description).sections())
        )  # what is there at all
        sides = card_sides(FilledSheet(description, record, {}, {}, tables_of(game)), TYPE)
        there = set(re.split(r"\s+", words_on(sides)))
        assert [word for word in filler.written if word not in there] == []
        for side in sides:
            assert collisions(side, TYPE) == []
            assert all(Rect(0, 0, width, height).inset(2, 2).holds(ink_of(run, TYPE), 0.3) for run in runs_of(side))


@pytest.mark.rule("CD-UI-28", "CD-CLEAN-2")
def test_a_filled_card_has_no_empty_line() -> None:
    card, tables = sheets_of("card_the_drawing")["card"], tables_of("card_the_drawing")

    def words(**row: Json) -> str:
        sheet = FilledSheet(
            card, Record(name="Pavise", sheet={"name": "Pavise", "text": "Half.", **row}), {}, {}, tables
        )
        (side,) = card_sides(sheet, TYPE)
        return words_on((side,))

    plain = words(tags=["Close"], cost=1, init=2, lists=["Titan"])
    assert "Added card" not in plain
    assert "LABEL" not in plain.upper()
    assert "TAGS" in plain.upper()
    assert "Added card" in words(tags=["Close"], proposed=True)
    assert "Equipment" in words(label="Equipment")
    bare = words(lists=["Auto"]).upper()
    assert [word for word in ("TAGS", "COST", "INITIATIVE") if word in bare] == []
    blank = words_on(card_sides(BlankSheet(card, None, {}, tables), TYPE)).upper()
    assert [word for word in ("TAGS", "COST", "INITIATIVE", "LABEL", "ADDED CARD") if word not in blank] == []


def test_texts_are_broken_between_words_and_lose_no_letter() -> None:
    text = "one two three four five\n\nsix seveneightnineteneleven twelve"
    ten = TYPE.width("x" * 10, PrintFace.VALUE, 10)
    lines, rest = break_lines(text, PrintFace.VALUE, 10, ten, 99, TYPE)
    assert [line.strip() for _, line in lines] == [
        "one two",
        "three four",
        "five",
        "",
        "six",
        "seveneight",
        "nineteneleven"[:10],
        "ven twelve",
    ]
    assert rest == ""
    kept, rest = break_lines(text, PrintFace.VALUE, 10, ten, 2, TYPE, keep=ten / 2)
    assert [line for _, line in kept] == ["one two ", "three "]
    assert rest == text.removeprefix("one two three ")


def test_a_word_in_a_cell_gets_smaller_before_it_is_broken() -> None:
    word, cell = "both", Rect(0, 0, TYPE.width("both", PrintFace.VALUE, 7.0), 8)
    block = fit_text(word, PrintFace.VALUE, 9.5, cell, TYPE, tight=True)
    assert [line for _, line in block.lines] == [word]
    assert not block.rest
    block = fit_text(word * 3, PrintFace.VALUE, 9.5, Rect(0, 0, cell.w, 40), TYPE, tight=True)
    assert "".join(line for _, line in block.lines) == word * 3
    assert block.size == 9.5, "a word that fits at no size is broken as large as it can be"


def test_a_long_cell_is_printed_below_its_table_before_a_page_is_added() -> None:
    """One empty row stays to write in; in a full table the text continues on another page as before."""
    long = "rifle, automatic, suppression, and a gift of the old admiral, scratched at the stock"
    weapon: dict[str, Json] = {"name": "Blast MMG", "properties": long}
    description = sheets_of("future_imperfect")["hero"]
    for others, added in ((0, 0), (1, 0), (3, 1)):
        sheet: dict[str, Json] = {"weapons": [weapon, *({"name": f"Sword {n}"} for n in range(others))]}
        source = FilledSheet(description, Record(name="Ilse", sheet=sheet))
        pages = sheet_pages(source, A4, TYPE, game="Trial", name="Ilse")
        assert len(pages) == len(description.pages) + added
        where = pages[-1:] if added else pages[:1]
        told = " ".join(words_on(where).split())
        assert f"Properties: {long}" in told
        assert ("↓" in told) == (not added)
        rows = {cell.laid.path.partition(".")[0] for _, cell in cells_of(pages[0]) if "weapons[" in cell.laid.path}
        assert len(rows) > others + 1 or added
        assert all(collisions(page, TYPE) == [] for page in pages)


def test_letters_that_cannot_be_seen_do_not_disturb() -> None:
    assert clean_text("a\r\nb\x00\x07\tc\u2028d\n\n\n\n\ne  ") == "a\nb c\nd\n\ne"


def test_a_place_that_is_too_small_keeps_what_it_can() -> None:
    block = fit_text("word " * 50, PrintFace.VALUE, 9.5, Rect(0, 0, 30, 9), TYPE)
    assert block.size == LEAST_SIZE
    assert len(block.lines) == 3
    assert "".join(line for _, line in block.lines) + block.rest == "word " * 50


def test_fields_of_much_text_have_lines() -> None:
    for page in printed(with_values()):
        for _, found in cells_of(page):
            if isinstance(found.laid.field, LongTextField | EntriesField):
                assert len(found.ruling) == found.laid.lines * getattr(found.laid.field, "beside", 1)


def test_what_an_older_sheet_had_is_printed_too() -> None:
    pages = printed(with_values(ancient_oath="sworn at the ford"))
    assert [page.continued for page in pages] == [False, False, True]
    assert [run.text for run in pages[2].boxes[0].words] == ["From an older sheet"]
    assert "sworn at the ford" in words_on(pages[2:])
