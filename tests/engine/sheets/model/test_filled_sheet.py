"""A filled sheet: values, calculations, visible sections and problems; an edit leaves nothing stale."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.frozen import Json, replace
from engine.sheets.catalogue.description_validation import problems_of
from engine.sheets.catalogue.sheet_library import sheets_of, tables_of
from engine.sheets.formulas.expression_terms import Term
from engine.sheets.model.binding import UnwritableField
from engine.sheets.model.character_record import Record
from engine.sheets.model.field_paths import format_path
from engine.sheets.model.filled_sheet import KEPT, FilledSheet
from engine.sheets.model.sheet_description import EntriesField, Field, FlagField, LongTextField, NumberField
from tests.engine.sheets.kit import LISTS, OPTIONS, TABLES, edits, record, sample, sheet
from tests.properties import examples


def places(found: FilledSheet) -> list[str]:
    """Every place of a sheet, with the cells of its rows."""
    paths = [*found.plan.fields, "body.head.most", "body.Left arm", "bag.red", "fate.gold", "@tracks.Honour"]
    for key, columns in found.plan.columns.items():
        rows = found.value(key)
        for number in range(len(rows) if isinstance(rows, list | tuple) else 0):
            paths += [format_path(key, number, column) for column in columns]
    return paths


def looks(found: FilledSheet) -> dict[str, object]:
    """All that a sheet tells."""
    return {
        "values": {
            path: (found.value(path), found.shown(path), found.is_overridden(path), found.is_changed(path))
            for path in places(found)
        },
        "calculations": {path: found.calculation(path) for path in places(found)},
        "sections": found.sections(),
        "troubles": found.troubles(),
        "boxes": found.count(sample().field("wind"), "wind"),  # type: ignore[arg-type]
    }


def test_the_sample_is_sound() -> None:
    assert problems_of(sample(), TABLES, options=OPTIONS, lists=LISTS) == ()


@examples(60)
@given(made=st.lists(edits(), max_size=10), look=st.booleans())
def test_an_edited_sheet_says_what_a_fresh_one_says(made: list[tuple[str, Json]], look: bool) -> None:
    found = sheet()
    for path, value in made:
        if look:
            found.troubles()
        found = found.with_value(path, value)
    assert looks(found) == looks(FilledSheet(sample(), found.record, OPTIONS, LISTS, TABLES))
    few = FilledSheet(sample(), found.record, OPTIONS, LISTS, TABLES, wanted=("load",))
    assert [few.value(path) for path in ("load", *places(few))] == [
        found.value(path) for path in ("load", *places(few))
    ]


def test_all_of_a_circle_is_blank_wherever_its_calculation_begins() -> None:
    skills: list[Json] = [{"name": "Climb", "base": "7", "points": 12}, {"name": "Dance", "base": "climbing"}]
    found = sheet(skills=skills)
    few = FilledSheet(sample(), found.record, OPTIONS, LISTS, TABLES, wanted=("load",))
    for path in ("climbing", "skills[1].total"):
        assert (few.value(path), found.value(path)) == (None, None), path
        assert few.problem(path) == found.problem(path)
    assert found.problem("climbing")
    assert few.value("skills[0].total") == found.value("skills[0].total") == 19


def test_added_and_removed_rows_are_noticed() -> None:
    found = sheet(gear=[{"weight": 2}])
    assert found.value("load") == 2
    more = found.with_value("gear[1]", {"weight": 3})
    assert more.value("load") == 5
    assert more.with_value("gear[0]", None).value("load") == 3


def test_changes_at_the_table_are_noticed() -> None:
    assert (sheet().value("reach"), sheet().with_value("states", ["prone"]).value("reach")) == (2, 1)


def test_options_and_lists_change_what_depends_on_them() -> None:
    found = sheet(magic=True, stamina=4)
    assert found.value("mana") == 8
    assert found.with_record(found.record, options={"rich": False}).value("mana") == 4


def test_a_field_is_calculated_and_explained() -> None:
    found = sheet(stamina=3, strength=11)
    assert found.value("health_most") == 35
    assert found.calculation("health_most").text == "20 + 5 × Stamina 3 = 35"  # type: ignore[union-attr]
    assert found.shown("lost") == "30"
    assert found.value("bonus") == "+1d4"
    assert found.shown("body.head.most") == "3"
    assert found.value("worst") == 1


def test_written_values_override_calculated_ones() -> None:
    found = sheet(stamina=3, health_most=50)
    assert (found.value("health_most"), found.is_overridden("health_most"), found.value("lost")) == (50, True, 45)
    assert found.calculation("health_most").value == 35  # type: ignore[union-attr]
    assert found.is_changed("health_most")
    same = found.with_value("health_most", 35)
    assert (same.is_overridden("health_most"), same.is_changed("health_most")) == (True, False)
    back = found.with_value("health_most", None)
    assert (back.value("health_most"), back.is_overridden("health_most"), back.value("lost")) == (35, False, 30)


def test_each_run_of_the_program_calculates_in_the_same_order() -> None:
    """The order is written into each form, and the same sheet is the same file."""
    show = (
        "from engine.sheets.catalogue.sheet_library import sheets_of\n"
        "from engine.sheets.model.compiled_sheet import compile_sheet\n"
        "print(compile_sheet(sheets_of('classic_fantasy')['hero']).order)"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", show],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
            timeout=120,
        )
        for seed in ("1", "2")
    ]
    assert runs[0].stdout == runs[1].stdout != b""


def test_blanks_make_blanks_and_no_trouble() -> None:
    found = sheet()
    assert found.value("health_most") is None
    assert found.shown("load_word") == ""
    assert found.value("load") == 0
    assert found.troubles() == ()


def test_no_ticks_and_no_chips_are_none_at_all() -> None:
    found = sheet(skills=[{"name": "Climb", "base": "wind + fate.gold + bag.red + chips.blue"}])
    assert found.value("skills[0].total") == 2


def test_rows_are_calculated_row_by_row_and_together() -> None:
    found = sheet(gear=[{"weight": 0.1, "count": 3}, {"weight": 2}], strength=5, stamina=2)
    assert [found.value(f"gear[{n}].all") for n in range(2)] == [0.3, 2]
    assert found.value("load") == 2.3
    assert found.shown("load") == "2.3 kg"
    assert found.value("skills[0].total") == 7
    assert found.with_value("skills[0].points", 4).value("climbing") == 11


def test_people_may_write_formulas_of_their_own_and_break_nothing() -> None:
    found = sheet(strength=5, stamina=2, skills=[{"name": "Climb", "base": "climbing + 1"}])
    assert "Total is calculated from itself." in " ".join(t.text for t in found.troubles())
    wrong = found.with_value("skills[0].base", "strength +")
    assert any(t.path == "skills[0].total" and "not a formula" in t.text for t in wrong.troubles())
    assert wrong.with_value("skills[0].base", "strength * 2").value("climbing") == 10


def test_fixed_rows_still_match_when_the_sheet_gains_some() -> None:
    found = sheet(skills=[{"name": "Swim", "points": 2}, {"name": "Dance", "points": 9}])
    assert [found.value(f"skills[{n}].name") for n in range(3)] == ["Climb", "Swim", "Dance"]
    assert [found.value(f"skills[{n}].points") for n in range(3)] == [None, 2, 9]


def test_a_section_appears_with_its_condition() -> None:
    assert "magic_part" not in [s.key for s in sheet().sections()]
    found = sheet().with_value("magic", True)
    assert "magic_part" in [s.key for s in found.sections()]


def test_unknown_fields_are_kept_and_shown() -> None:
    found = sheet(old_note="scar", creation="draw")
    kept = found.sections()[-1]
    assert kept.key == KEPT
    assert [(f.key, f.label) for f in kept.fields] == [("old_note", "Old note")]
    assert found.shown("old_note") == "scar"
    assert found.with_value("old_note", None).sections()[-1].key != KEPT


@pytest.mark.parametrize(
    ("value", "kind", "words"),
    [
        ("scar", LongTextField, "scar"),
        ("7", LongTextField, "7"),
        (7, NumberField, "7"),
        (2.5, NumberField, "2.5"),
        (True, FlagField, "yes"),
        (["rope", "coins"], EntriesField, "rope; coins"),
        ({"head": 2}, LongTextField, None),
        ([{"name": "Swim"}], LongTextField, None),
    ],
)
def test_unknown_fields_never_have_problems(value: Json, kind: type[Field], words: str | None) -> None:
    found = sheet(old_note=value)
    (field,) = found.sections()[-1].fields
    assert isinstance(field, kind)
    assert found.troubles() == sheet().troubles()
    assert words is None or found.shown("old_note").casefold() == words
    other = sheet(old_note=0.5).with_value("old_note", value)
    assert [type(f) for f in other.sections()[-1].fields] == [kind]


@pytest.mark.parametrize(
    ("fields", "path", "words"),
    [
        ({"strength": 21}, "strength", "from 1 to 20"),
        ({"strength": "many"}, "strength", "a number"),
        ({"strength": 2.5}, "strength", "whole number"),
        ({"size": 0.0001}, "size", "from 0.125 to 40"),
        ({"race": "Elf"}, "race", "choices"),
        ({"magic": True, "spells": "Spark"}, "spells", "list of up to 500 texts"),
        ({"blow": "2d20"}, "blow", "d4, d6, d8"),
        ({"blow": "two"}, "blow", "2d6"),
        ({"grade": 4}, "grade", "from 1 to 3"),
        ({"wind": 3, "stamina": 2}, "wind", "from 0 to 2"),
        ({"fate": {"lead": 2}}, "fate", "lead"),
        ({"gear": [{"count": -1}]}, "gear[0].count", "0 or more"),
        ({"strength": 1, "gear": [{"weight": 4}]}, "load", "A load of 4 kg is more than Strength 1 bears."),
    ],
)
def test_problems_are_shown_and_prevent_nothing(fields: dict[str, Json], path: str, words: str) -> None:
    found = [trouble for trouble in sheet(**fields).troubles() if trouble.path == path]
    assert len(found) == 1
    assert words in found[0].text


def test_a_check_names_its_rules_and_every_place() -> None:
    trouble = sheet(strength=1, gear=[{"weight": 4}]).troubles()[-1]
    assert (trouble.rules, trouble.paths, trouble.warning) == (("TN-2",), ("load", "strength"), False)
    assert sheet(spells=["Spark"]).troubles() == ()  # its section is not there
    odd = sheet(spells=["Spark"], magic=False)
    assert not odd.troubles()


def test_bound_fields_are_written_at_the_table() -> None:
    found = sheet().with_value("health", 9).with_value("bag.red", 3).with_value("body.head", 2)
    found = found.with_value("name", "Thora").with_value("states", ["prone", "stunned"])
    assert found.record.tracks["Health"].value == 9
    assert found.record.chips == {"blue": 2, "red": 3}
    assert found.record.body is not None
    assert found.record.body.locations["head"].level == 2
    assert found.record.name == "Thora"
    assert [(c.name, c.level, c.until) for c in found.record.conditions] == [("prone", 0, None), ("stunned", 2, 40)]
    assert found.record.sheet == record().sheet


@pytest.mark.parametrize("path", ["player", "table", "body.tail", "@tracks.Luck"])
def test_missing_places_cannot_be_written(path: str) -> None:
    assert not sheet().writable(path)
    with pytest.raises(UnwritableField):
        sheet().with_value(path, 1)


def test_a_bodiless_character_has_no_track_and_no_wound() -> None:
    found = FilledSheet(sample(), Record(), OPTIONS, LISTS, TABLES)
    assert not found.writable("health")
    assert found.value("health") is None
    assert found.troubles() == ()


def test_an_edit_recalculates_only_dependent_values(monkeypatch: pytest.MonkeyPatch) -> None:
    found = sheet(strength=5, stamina=2, gear=[{"weight": n} for n in range(1, 30)])
    found.troubles()
    calculated: list[str] = []
    whole = FilledSheet._find

    def noted(self: FilledSheet, name: str, *rest: object) -> object:
        if name not in self._known:
            calculated.append(name)
        return whole(self, name, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(FilledSheet, "_find", noted)
    found.with_value("gear[7].count", 2).troubles()
    assert {name for name in calculated if ":" not in name and name != "sections"} == {
        "gear[7].all",
        "load",
        "load_word",
    }
    assert [name for name in calculated if name.startswith("faults:gear[")] == ["faults:gear[7]"]
    assert "faults:strength" not in calculated
    assert issubclass(type(found.plan.formulas["load"].node), Term)


def test_dependencies_are_known() -> None:
    found = sheet(strength=5, stamina=2, gear=[{"weight": 1}])
    assert "load_word" in found.affected_by("strength")
    for place in ("gear[0].weight", "gear[0].count"):
        assert {"gear[0].all", "load", "load_word"} <= set(found.affected_by(place))
    assert {"health_most", "lost", "skills[0].total", "climbing"} <= set(found.affected_by("stamina"))


def test_numbers_stay_exact() -> None:
    found = sheet(gear=[{"weight": 0.1}] * 10)
    assert found.exact_value("load") == 1
    assert isinstance(found.exact_value("load"), int)
    assert found.with_value("gear[0].weight", 0.05).exact_value("load") == Fraction(19, 20)


def test_many_rows_and_long_chains_stay_within_bounds() -> None:
    found = sheet(gear=[{"weight": 10**11, "count": 10**11}])
    assert found.value("gear[0].all") is None
    assert any("too large" in trouble.text for trouble in found.troubles())


def test_a_sheet_of_a_newer_program_loses_nothing() -> None:
    new = replace(record(strength=4), sheet={"strength": 4, "sheet_version": 9, "later": [1, 2]})
    found = FilledSheet(sample(), new)
    assert found.record.sheet == new.sheet
    assert found.shown("later") == "1; 2"


def test_formulas_of_strangers_in_many_rows_stay_within_limits() -> None:
    hero = sheets_of("classic_fantasy")["hero"]
    wild = "max(" + ", ".join(f"pick(skills.name, 'q{n}', skills.name)" for n in range(8)) + ")"
    rows = [{"name": f"x{n}", "base_of": wild} for n in range(400)]
    sheet = FilledSheet(hero, Record(sheet={"skills": rows}))
    assert not sheet.problem("skills[0].base")
    assert "too many rows" in sheet.problem("skills[399].base")
    told = sheet.calculation("skills[0].base")
    assert told is not None
    assert not told.problem, "one by one they are still told"
    mended = sheet.with_value("skills", rows[:4])
    assert not mended.problem("skills[3].base")


@pytest.mark.rule("CD-DECK-2")
def test_too_many_copies_name_the_cells_of_their_cards() -> None:
    fields: dict[str, Json] = {
        "wisdom": 2,
        "deck": [
            {"card": "Jab", "count": 2},
            {"card": "Hook", "count": 3},
            {"card": "Kick", "count": 9},
            {"card": "Feint"},
        ],
    }
    found = FilledSheet(
        sheets_of("card_the_drawing")["hero"], Record(sheet=fields), {}, {}, tables_of("card_the_drawing")
    )
    [trouble] = [trouble for trouble in found.troubles() if "CD-DECK-6" in trouble.rules]
    assert (trouble.path, trouble.paths) == ("deck[1].count", ("deck[1].count", "deck[2].count"))
    assert "Wisdom 2" in trouble.text
