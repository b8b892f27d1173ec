"""CSV files of every game with records: what is written is read again, and bad files are explained."""

from __future__ import annotations

import csv
import io
import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kit.content_editor import csv_format
from engine.kit.content_editor.content_editor import ContentEditor, HasContentEditor
from engine.kit.content_editor.view_models import EditRefused, ImportStatus
from engine.model.frozen import Json
from engine.rulesets.loader import game_of
from tests.properties import examples

GAMES = ("card_the_drawing", "classic_fantasy")
_FOE = "foe,name,str,skills\n"


def editor(game: str) -> ContentEditor:
    ruleset = game_of(game).ruleset
    assert isinstance(ruleset, HasContentEditor)
    return ruleset.content_editor


@pytest.mark.parametrize("game", GAMES)
def test_each_category_goes_through_a_csv_file_and_is_the_same(game: str) -> None:
    shop = editor(game)
    for category in shop.categories():
        chosen = [(category.kind, entry.id) for entry in shop.entries({}, {}, category.kind)]
        if not chosen:
            continue
        text = shop.export_file({}, {}, chosen, "csv")
        found = shop.read_file({}, {}, text)
        told = [(one.id, one.told) for one in found.records if one.arrival is not ImportStatus.SAME]
        assert told == [], category.kind
        assert len(found.records) == len(chosen)
        for separator in ";\t":
            lines = io.StringIO(newline="")
            csv.writer(lines, delimiter=separator).writerows(csv.reader(io.StringIO(text, newline="")))
            other = shop.read_file({}, {}, b"\xef\xbb\xbf" + lines.getvalue().encode())
            assert {one.arrival for one in other.records} == {ImportStatus.SAME}


TEXTS = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")), max_size=30).map(str.strip)
WORDS = st.one_of(TEXTS, st.sampled_from(["=1+1", "@x", "-1d4", "+1d2", "'-", "a | b", "a\\|b", "a\\nb", "|", "\\"]))
NUMBERS = st.one_of(st.integers(0, 99), st.sampled_from(["2d6+6", "1d3"]))


SKILLS = st.lists(st.tuples(WORDS.filter(bool), NUMBERS), max_size=4)
Foes = list[tuple[str, str, int | str, list[tuple[str, int | str]]]]


@examples(60)
@given(st.lists(st.tuples(WORDS, WORDS, NUMBERS, SKILLS), min_size=1, max_size=4))
def test_texts_numbers_dice_and_rows_survive(made: Foes) -> None:
    shop = editor("classic_fantasy")
    rows: list[dict[str, Json]] = []
    for number, (name, notes, strength, skills) in enumerate(made):
        total: Json = [{"name": skill, **({"total": value} if value else {})} for skill, value in skills]
        row: dict[str, Json] = {
            "id": f"foe_{number}",
            "name": name or "Foe",
            "notes": notes,
            "str": strength,
            "skills": total,
        }
        rows.append({key: value for key, value in row.items() if value not in ("", [])})
    chosen = [("foes", str(row["id"])) for row in rows]
    text = shop.export_file({"foes": rows}, {}, chosen, "csv")
    for one, expected in zip(shop.read_file({}, {}, text).records, rows, strict=True):
        assert one.record == expected, one.told
    for line in csv.reader(io.StringIO(text, newline="")):
        formulas = [c for c in line if re.match(r"[=+\-@\t\r\n＝＋－＠]", c) and not re.fullmatch(r"-?\d+", c)]
        assert formulas == [], "no spreadsheet takes a text for a formula"


def test_a_table_of_a_group_becomes_foes_with_ids_of_their_own() -> None:
    shop = editor("classic_fantasy")
    found = shop.read_file({}, {}, "foe;name;str;key_character;weapons\n;Ogre;3d6+6;YES;Club | 1d8\n;Ogre;12;;\n\n")
    assert [(one.id, one.arrival) for one in found.records] == [("ogre", "new"), ("ogre_2", "new")]
    first, second = (one.record for one in found.records)
    assert first == {
        "id": "ogre",
        "name": "Ogre",
        "str": "3d6+6",
        "key_character": True,
        "weapons": [{"name": "Club", "damage": "1d8"}],
    }
    assert second == {"id": "ogre_2", "name": "Ogre", "str": 12}


def test_a_column_that_is_left_out_keeps_what_was_there() -> None:
    shop = editor("classic_fantasy")
    before = shop.record({}, {}, "foes", "hound")
    assert before is not None
    (one,) = shop.read_file({}, {}, "foe,str,notes\nhound,2d6+3,\n").records
    assert one.arrival is ImportStatus.CHANGES_ORIGINAL
    assert one.record == {**{key: value for key, value in before.items() if key != "notes"}, "str": "2d6+3"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (_FOE.replace("str", "strength"), "unknown column “strength”"),
        ("foe,name,name\n", "appears twice"),
        (_FOE + "a,b,1,,,,\n", "more cells"),
        (_FOE + 'a,"b,1\n', "cannot be read"),
        ("foe," + "name," * 120_000 + "\n", "too many"),
        ("goblin,name\n", ""),
    ],
)
def test_a_bad_table_is_refused_in_one_sentence(text: str, why: str) -> None:
    with pytest.raises(EditRefused) as refused:
        editor("classic_fantasy").read_file({}, {}, text)
    assert why in refused.value.text


def test_a_bad_cell_is_named_in_the_preview() -> None:
    shop = editor("classic_fantasy")
    found = shop.read_file({}, {}, _FOE + "a,A,2d6+999,\nb,B,x,\nc,C,1,Evade | 40 | 3\nd,D,3,Evade | 40\n")
    assert [one.arrival.value for one in found.records] == ["faulty", "faulty", "faulty", "new"]
    assert "STR" in found.records[0].told
    with pytest.raises(EditRefused, match="one category"):
        shop.export_file({}, {}, [("foes", "hound"), ("prepared_traps", "pitfall")], "csv")


@pytest.mark.parametrize("cell", ["=1", "\n=1", "\r=1", "\r\n\n=1", "＝1", "'＝1", "＠x", "'\n=1"])
def test_no_cell_is_a_formula_behind_a_line_break_or_with_a_wide_sign(cell: str) -> None:
    guarded = csv_format.guarded(cell)
    assert guarded == f"'{cell}"
    assert csv_format.unguarded(guarded) == cell


def test_a_line_with_eight_times_as_many_escaped_signs_takes_about_eight_times_as_long() -> None:
    def seconds(count: int) -> float:
        text, took = "a\\|" * count, []
        for _ in range(5):
            start = time.thread_time()
            (part,) = csv_format._parts(text)
            took.append(time.thread_time() - start)
            assert part == "a|" * count
        return min(took)

    assert seconds(160_000) < 24 * seconds(20_000)
    assert csv_format._parts("a|" * 3) == ["a", "a", "a", ""]


def test_reading_stops_at_the_most_records() -> None:
    with pytest.raises(EditRefused, match="too many"):
        editor("classic_fantasy").read_file({}, {}, "foe,name\n" + ",x\n" * 1002 + ",x,x\n")
