"""Compact stat blocks and the page of an encounter: six foes on a page, legible, with room to write, nothing lost."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

import pytest

from engine.asset_folder import game_folder
from engine.kit.conformance.sheet_filling import FixedWidthMeasure, SheetFiller, collisions, ink_of, runs_of
from engine.model.body import Body, Location
from engine.model.conditions import Condition
from engine.model.frozen import Json, replace
from engine.presentation.scripts.script import play_script
from engine.rulesets.classic_fantasy.wounds.hit_locations import charts as fantasy_charts
from engine.rulesets.future_imperfect.character.hit_locations import hit_charts, locate_hit
from engine.rulesets.loader import game_of
from engine.sheets.catalogue.game_metadata import games_with_sheets
from engine.sheets.catalogue.sheet_library import description_of, sheets_of, tables_of
from engine.sheets.layout.page_geometry import A4, LETTER, Paper
from engine.sheets.model.character_record import SHEET, Record, record_of_actor
from engine.sheets.model.filled_sheet import ACTOR, FilledSheet
from engine.sheets.model.sheet_description import NumberField, SheetLook
from engine.sheets.printing.composed_pages import ComposedPage
from engine.sheets.printing.printed_encounter import EncounterText, PrintedEncounter, encounter_pages
from engine.sheets.printing.stat_block_content import stat_block_of
from engine.sheets.printing.stat_blocks import StatSubject, alike_together, stat_block_pages
from engine.sheets.printing.text_fitting import LEAST_SIZE, PrintFace
from tests.engine.sheets.paper_kit import short_record, trial

TYPE = FixedWidthMeasure()
WORDS = "Fog drifts over the old bridge, and a lantern swings from a rope that nobody holds. "


@cache
def subjects_of(game: str) -> Sequence[StatSubject]:
    """Return the characters of the demo of a game."""
    table = play_script((game_folder(game) / "demo.json").read_bytes(), game_of).history.table
    made = []
    for actor in table.actors.values():
        record = record_of_actor(actor)
        description = description_of(game, record, table.lists)
        assert description is not None
        sheet = FilledSheet(description, record, table.options, table.lists, tables_of(game))
        made.append(StatSubject(sheet, (actor.name,)))
    return made


def check_pages(pages: Sequence[ComposedPage], paper: Paper) -> None:
    """See that everything is on the paper, legible, apart from each other, and large enough to write in."""
    for page in pages:
        assert collisions(page, TYPE) == []
        for run in (run for box in page.boxes for run in (*box.words, *(r for cell in box.cells for r in cell.runs))):
            assert run.size >= LEAST_SIZE
        for run in runs_of(page):
            assert paper.inside.holds(ink_of(run, TYPE), 0.3), run.text
        for box in page.boxes:
            assert paper.space.holds(box.laid.rect)
            for cell in box.cells:
                assert box.laid.rect.holds(cell.laid.rect)
                if isinstance(cell.laid.field, NumberField):
                    assert cell.laid.value_rect.w >= 8.0
                    assert cell.laid.value_rect.h >= 6.0


def words_on(pages: Sequence[ComposedPage]) -> str:
    return " ".join(run.text for page in pages for run in runs_of(page))


def test_a_sheet_without_a_list_shows_its_brief_fields() -> None:
    sheet = FilledSheet(trial(), short_record())
    subjects = [StatSubject(sheet, (f"Hero {n}",), f"played by Player {n}") for n in range(6)]
    pages = stat_block_pages(subjects, A4, TYPE, game="Trial", title="Foes")
    there = words_on(pages)
    assert all(f"Hero {n}" in there and f"played by Player {n}" in there for n in range(6))
    fields = (f for section in sheet.sections() for f in section.fields if f.brief and not f.bind)
    labels = [f.label for f in fields if sheet.shown(f.key) not in ("", "0")]
    assert labels
    assert [label for label in labels if label not in there] == []
    check_pages(pages, A4)


@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
@pytest.mark.parametrize("game", games_with_sheets())
def test_nothing_of_a_long_stat_block_is_lost(game: str, paper: Paper) -> None:
    """Also of one that is longer than a page: it continues in the next column."""
    for description in sheets_of(game).values():
        if description.subject != ACTOR:
            continue
        filler = SheetFiller(900)
        source = FilledSheet(description, filler.record(description), {}, {}, tables_of(game))
        few, many = (StatSubject(source, tuple(f"Foe {n}" for n in range(count))) for count in (1, 20))
        pages = stat_block_pages([few, many], paper, TYPE, game=game, title="Foes")
        check_pages(pages, paper)
        texts = [source.shown(line.field) for line in description.stat_block if line.field == "notes"]
        there = set(words_on(pages).split())
        assert [word for text in texts for word in text.split() if word not in there] == []


def full_encounter(length: int) -> PrintedEncounter:
    """Return an encounter with texts of so many sentences, and the characters of a demo."""
    lists = (EncounterText(title=title, lines=[("", WORDS)] * 4, ticks=True) for title in ("Triggers", "Checklist"))
    notes = EncounterText(title="GM notes", lines=[("", "\n".join(f"{n}. {WORDS}" for n in range(length)))])
    cast = subjects_of("classic_fantasy")[:3]
    wolves = cast[0]._replace(names=("Wolf 1", "Wolf 2", "Wolf 3"), note="Pack · secret")
    return PrintedEncounter(name="The bridge", read_out=WORDS * 3, texts=[notes, *lists], cast=[wolves, *cast])


@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
def test_nothing_of_a_long_encounter_is_lost(paper: Paper) -> None:
    for length in (2, 120):
        pages = encounter_pages(full_encounter(length), paper, TYPE, game="Trial", look=SheetLook())
        assert len(pages) > length // 60
        check_pages(pages, paper)
        there = words_on(pages)
        assert all(re.search(rf"\b{number}\. Fog", there) for number in range(length))
        assert all(words in there for words in ("The bridge", "Read aloud", "Wolf × 3", "Pack · secret", "Checklist"))
    assert encounter_pages(PrintedEncounter(name=""), paper, TYPE, game="Trial", look=SheetLook())[0].boxes


def test_a_box_that_is_cut_says_on_which_page_it_continues() -> None:
    pages = encounter_pages(full_encounter(120), A4, TYPE, game="Trial", look=SheetLook())
    for number, page in enumerate(pages, 1):
        starts = {box.words[0].text for box in page.boxes if "Continued" in [run.text for run in box.words]}
        ends = {
            box.words[0].text
            for earlier in pages[: number - 1]
            for box in earlier.boxes
            if f"continued on page {number}" in [run.text for run in box.marks]
        }
        on_same_page = {box.words[0].text for box in page.boxes if "Continued" not in [run.text for run in box.words]}
        assert starts <= ends | on_same_page
        assert ends <= starts
    assert "continued on page 2" in words_on(pages[:1])
    assert all(run.text != "continued on page 1" for page in pages for box in page.boxes for run in box.marks)


def test_a_long_name_of_an_encounter_and_many_names_are_not_cut() -> None:
    title = "The night in which the old bridge at the mill of the seven sisters fell to ruin"
    names = tuple(f"{name} Skullsplitter" for name in ("Grak", "Mord", "Ushna", "Thok", "Ugra"))
    gang = subjects_of("classic_fantasy")[0]._replace(names=names)
    for paper in (A4, LETTER):
        encounter = PrintedEncounter(name=title, cast=[gang])
        (page,) = encounter_pages(encounter, paper, TYPE, game="Trial", look=SheetLook())
        check_pages([page], paper)
        assert title in [run.text for run in page.head]
        assert ", ".join(names) in words_on([page])


def test_a_stat_block_has_the_words_and_numbers_of_the_rules() -> None:
    classic = [row.heads for row in stat_block_of(subjects_of("classic_fantasy")[0].source).rows]
    assert ("ArmP", "HP") in classic, "AP are Action Points"
    mage = next(subject for subject in subjects_of("classic_fantasy") if subject.names == ("Sidonie Ash",))
    skills = next(
        text for paragraph in stat_block_of(mage.source).paragraphs for label, text in paragraph if label == "Skills"
    )
    assert skills.replace("\u00a0", " ").startswith("Combat Skill (class) 36 %; Unarmed"), (
        "also if it is none of the best ones"
    )
    assert all(name in skills for name in ("Evade", "Endurance", "Willpower")), "what resists effects"
    arms = next(
        text for paragraph in stat_block_of(mage.source).paragraphs for label, text in paragraph if "1d8" in text
    )
    assert arms.replace("\u00a0", " ") == "Staff 1d8, Size Medium, Reach Long, Armour 4, HP 8"
    there = words_on(stat_block_pages(subjects_of("imaginality"), A4, TYPE, game="Trial", title="Foes"))
    assert "Weapon (damage cards) Club 2" in there, "IM-DMG-1"
    assert "Armour (resistance cards) Leather 0" in there, "IM-DMG-6"
    drawing = [row.label for row in stat_block_of(subjects_of("card_the_drawing")[0].source).rows]
    assert drawing == ["Health", "Adrenaline"]
    sheet: dict[str, Json] = {
        "traits": [{"name": "Spirit", "dice": "2d8"}],
        "aptitudes": [{"name": "guts", "level": 3, "trait": "Spirit"}],
    }
    record = Record(sheet=sheet)
    hero = FilledSheet(sheets_of("future_imperfect")["hero"], record, {}, {}, tables_of("future_imperfect"))
    texts = [pair for paragraph in stat_block_of(hero).paragraphs for pair in paragraph]
    assert ("Other Traits", "Spirit\u00a02d8") in texts, "the dice of guts, with which one resists overawe (FI-PSY-1)"
    assert ("Aptitudes", "guts 3 Spirit") in texts


@pytest.mark.parametrize("write", [str, str.upper, "  {}  ".format])
def test_a_weapon_has_the_columns_of_its_list_however_its_name_is_written(write: Callable[[str], str]) -> None:
    source = next(s.source for s in subjects_of("imaginality") if s.source.value("weapon"))
    assert isinstance(source, FilledSheet)
    weapon = str(source.value("weapon"))
    (entry,) = (row for row in source.lists["weapons"] if row["name"] == weapon)
    written = source.with_record(replace(source.record, sheet={**source.record.sheet, "weapon": write(weapon)}))
    texts = [text for paragraph in stat_block_of(written).paragraphs for _, text in paragraph]
    assert f"{write(weapon).strip()}\u00a0{entry['cards']}" in texts


def test_each_individual_has_a_box_for_each_number_that_changes() -> None:
    wolves = subjects_of("classic_fantasy")[0]._replace(names=("Wolf 1", "Wolf 2", "Wolf 3"))
    (page,) = stat_block_pages([wolves], A4, TYPE, game="Trial", title="Foes")
    (box,) = page.boxes
    boxes = [cell for cell in box.cells if isinstance(cell.laid.field, NumberField)]
    assert len(boxes) == 3 * (7 + len(("AP", "Magic", "Luck", "Conditions", "Fatigue")))


def test_only_those_who_would_read_the_same_share_a_stat_block() -> None:
    """Who has a condition, or is another player's, has an own one; the names are in the order of the firsts."""
    first, *_, other = subjects_of("future_imperfect")
    assert isinstance(first.source, FilledSheet)
    blinded = replace(first.source.record, conditions=(Condition(id="c1", name="Blinded"),))
    alone = StatSubject(first.source.with_record(blinded), ("Raider 3",))
    named = [first._replace(names=(name,)) for name in ("Raider 1", "Raider 2", "Ulf")]
    heroic = first._replace(names=("Raider 4",), note="played by Mia")
    together = alike_together([named[0], other, named[1], alone, heroic, named[2]])
    assert [subject.names for subject in together] == [
        ("Raider 1", "Raider 2", "Ulf"),
        other.names,
        ("Raider 3",),
        ("Raider 4",),
    ]
    assert together[3].note == "played by Mia"


def test_above_the_boxes_is_what_tells_the_names_apart() -> None:
    """What all names begin with is in the title: above a box there is room for a few letters."""
    raiders = ("Rai\u0007der with a scar", "Raider in \u0007red", "Raider by the tall crane", "Raider Unpronounceable")
    subject = subjects_of("future_imperfect")[0]._replace(names=raiders, note="played by Ada Lovelace")
    (page,) = stat_block_pages([subject], A4, TYPE, game="Trial", title="Foes")
    check_pages([page], A4)
    (box,) = page.boxes
    small = [run for run in box.words if run.size == LEAST_SIZE and run.face is PrintFace.STRONG]
    assert "Raider × 4" in [run.text for run in box.words]
    assert not any(run.text.startswith("Raider") for run in small)
    above = sorted((run for run in small if run.y < box.cells[0].laid.rect.y), key=lambda run: (round(run.x), run.y))
    columns = {cell.laid.rect.x: cell.laid.rect for cell in box.cells[:4]}
    read = [" ".join(run.text for run in above if place.x - 1 < run.x < place.right) for place in columns.values()]
    assert read == ["with a scar", "in red", "by the tall crane", "Unpronounc…"]


def subject_with(game: str, sheet: str, chart: str, areas: Sequence[str]) -> StatSubject:
    """Return a character on a sheet with a body of a chart."""
    record = Record(sheet={SHEET: sheet}, body=Body(chart=chart, locations=dict.fromkeys(areas, Location(level=1))))
    description = description_of(game, record, {})
    assert description is not None
    return StatSubject(FilledSheet(description, record, {}, {}, tables_of(game)), ("Ant",))


@pytest.mark.parametrize("count", [1, 2, 6])
@pytest.mark.parametrize("game", games_with_sheets())
def test_the_box_for_conditions_is_wide_enough_for_words(game: str, count: int) -> None:
    """Also where hit locations have long labels, where there are few numbers, and for each of several individuals."""
    quadruped = subject_with("classic_fantasy", "creature", "quadruped", fantasy_charts().charts["quadruped"].names)
    for subject in (*subjects_of(game), *((quadruped,) if game == "classic_fantasy" else ())):
        block = stat_block_of(subject.source)
        labels = [row.label for row in block.rows if row.free]
        subject = subject._replace(names=tuple(f"Ant {number}" for number in range(count)))
        (page,) = stat_block_pages([subject], A4, TYPE, game="Trial", title="Foes")
        check_pages([page], A4)
        (box,) = page.boxes
        places = [cell.laid.value_rect for cell in box.cells]
        for label in labels:
            beside = [
                place
                for run in box.words
                if run.text == label
                for place in places
                if place.x > run.x and place.y < run.y < place.bottom
            ]
            mine = [place.w for place in beside if count > 1 or place.x == min(other.x for other in beside)]
            assert len(mine) == count
            assert min(mine) >= 20.0


@pytest.mark.rule("CF-T-HITLOC", "FI-HITLOC-9")
def test_locations_of_other_bodies_have_the_numbers_of_the_die() -> None:
    """Those of the rules; a body that was changed at the table has none."""
    for name, chart in fantasy_charts().charts.items():
        for sheet in ("hero", "creature"):
            labels = [
                row.label
                for row in stat_block_of(subject_with("classic_fantasy", sheet, name, chart.names).source).rows
            ]
            for place in chart.locations:
                numbers = str(place.first) if place.first == place.last else f"{place.first}–{place.last}"
                assert f"{numbers} {place.name}".casefold() in [label.casefold() for label in labels]
    for name, own in hit_charts().charts.items():
        for sheet in ("hero", "extra"):
            labels = [
                row.label for row in stat_block_of(subject_with("future_imperfect", sheet, name, own.areas).source).rows
            ]
            found = {area: set[int]() for area in own.areas}
            for number in range(1, 21):
                found[locate_hit(own, number, side_parity="natural").area].add(number)
            for area, numbers_of in found.items():
                (label,) = (label for label in labels if label.casefold().endswith(area.replace("_", " ")))
                assert numbers_in(label) == numbers_of, label
    odd_ant = subject_with("future_imperfect", "hero", "six_limbed", ["head", "thorax", "tail"])
    assert {"Head", "Thorax", "Tail"} <= {row.label for row in stat_block_of(odd_ant.source).rows}


def numbers_in(label: str) -> set[int]:
    """Return the numbers that a label names: `11–14 even Right arm` names 12 and 14."""
    spans = re.findall(r"(\d+)(?:–(\d+))?", label)
    named = {number for first, last in spans for number in range(int(first), int(last or first) + 1)}
    parity = 0 if " even " in label else 1 if " odd " in label else None
    return {number for number in named if parity is None or number % 2 == parity}


def test_the_rows_of_a_stat_block_have_what_is_left_the_maximum_and_the_armour() -> None:
    healthy = subjects_of("classic_fantasy")[0].source
    assert isinstance(healthy, FilledSheet)
    body = healthy.record.body
    assert body is not None
    places = {**body.locations, "Chest": replace(body.locations["Chest"], level=3), "Tail": Location(level=2, most=4)}
    hurt = healthy.with_record(replace(healthy.record, body=replace(body, locations=places)))
    block = stat_block_of(hurt)
    rows = {row.label: (row.fixed, row.value) for row in block.rows}
    assert rows["10–12 Chest"] == ("4", "3/8")
    assert rows["19–20 Head"] == ("3", "6")
    assert rows["Tail"] == ("0", "2/4"), "a location that the sheet does not draw is hit too"
    first = healthy.with_record(replace(healthy.record, body=None))
    assert "10–12 Chest" not in [row.label for row in stat_block_of(first).rows]


def test_wounds_of_a_stat_block_are_those_that_there_are_and_the_best_aptitudes_are_chosen() -> None:
    whole = subjects_of("future_imperfect")[0].source
    assert isinstance(whole, FilledSheet)
    body = whole.record.body
    assert body is not None
    hurt = replace(body, locations={**body.locations, "guts": replace(body.locations["guts"], level=2)})
    aptitudes: list[Json] = [{"name": f"art {level}", "level": level} for level in range(1, 15)]
    source = whole.with_record(replace(whole.record, body=hurt)).with_value("aptitudes", aptitudes)
    block = stat_block_of(source)
    rows = {row.label: row.value for row in block.rows}
    assert (rows["5–10, 15–19 Guts"], rows["20 Head"]) == ("2", "")
    texts = {label: text.replace("\u00a0", " ") for paragraph in block.paragraphs for label, text in paragraph}
    assert texts["Aptitudes"] == "; ".join(f"art {level} {level}" for level in range(14, 2, -1))


def test_many_individuals_all_have_their_boxes() -> None:
    names = tuple(f"Wolf {number}" for number in range(1, 31))
    pages = stat_block_pages(
        [subjects_of("classic_fantasy")[0]._replace(names=names)], A4, TYPE, game="Trial", title="Foes"
    )
    boxes = [cell for page in pages for box in page.boxes for cell in box.cells]
    assert len([cell for cell in boxes if isinstance(cell.laid.field, NumberField)]) == len(names) * 12


@pytest.mark.parametrize(
    ("game", "sheet"), [(game, id_) for game in ("classic_fantasy", "future_imperfect") for id_ in sheets_of(game)]
)
def test_a_stat_block_has_a_box_for_the_conditions(game: str, sheet: str) -> None:
    """Also for creatures and extras; in Classic d100 fantasy also for spent Action Points and for Fatigue."""
    record = Record(sheet={"action_points": 3, "fatigue": 2})
    source = FilledSheet(sheets_of(game)[sheet], record, {}, {}, tables_of(game))
    block = stat_block_of(source)
    rows = {row.label: row for row in block.rows}
    assert rows["Conditions"].free
    if game == "classic_fantasy":
        assert (rows["AP"].value, rows["AP"].free) == ("3", False)
        assert rows["Fatigue"].free
        assert not {"AP", "Fatigue"} & {label for paragraph in block.paragraphs for label, _ in paragraph}
