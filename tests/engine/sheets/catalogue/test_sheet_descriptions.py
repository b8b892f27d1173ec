"""Every sheet that the house brings is sound; and what is wrong with one is found."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.asset_folder import BUNDLED_GAMES
from engine.model.frozen import Json
from engine.rulesets.loader import game_of, ruleset_ids
from engine.sheets.catalogue import description_validation
from engine.sheets.catalogue.description_validation import problems_of
from engine.sheets.catalogue.listed_entries import proposed_names
from engine.sheets.catalogue.sheet_customisation import HideItem, changes_list_name, rows_from_changes
from engine.sheets.catalogue.sheet_library import description_for, need_bounds, sheets_of, tables_of
from engine.sheets.model.character_record import Record, blank_record
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import SheetDescription, TextField
from tests.engine.sheets.kit import LISTS, OPTIONS, TABLES

SHEETS = [(path.parts[-3], path.stem) for path in sorted(BUNDLED_GAMES.glob("*/sheets/*.toml"))]


@pytest.mark.parametrize(("ruleset", "sheet"), SHEETS, ids=map("/".join, SHEETS))
def test_every_description_is_sound(ruleset: str, sheet: str) -> None:
    description = sheets_of(ruleset)[sheet]
    options = game_of(ruleset).ruleset.options if ruleset in ruleset_ids() else None
    assert problems_of(description, tables_of(ruleset), options=options) == ()


@pytest.mark.parametrize(("ruleset", "sheet"), SHEETS, ids=map("/".join, SHEETS))
def test_every_blank_opens_and_nothing_is_wrong_with_it(ruleset: str, sheet: str) -> None:
    found = FilledSheet(sheets_of(ruleset)[sheet], blank_record(), {}, {}, tables_of(ruleset))
    assert found.sections()
    assert found.troubles() == ()


@pytest.mark.parametrize(("part", "most"), [("sections", 100), ("fields", 100), ("start", 1000)])
def test_what_a_description_may_list_is_bounded(part: str, most: int) -> None:
    def description(count: int) -> Mapping[str, Any]:
        text = {"kind": "text", "key": "name", "label": "Name"}
        start = [{"name": "Rope"}] * (count if part == "start" else 1)
        rows = {"kind": "rows", "key": "gear", "label": "Gear", "columns": [text], "start": start}
        fields = [rows] * (count if part == "fields" else 1)
        section = {"key": "all", "title": "All", "fields": fields}
        return {"id": "hero", "title": "Hero", "sections": [section] * (count if part == "sections" else 1)}

    need_bounds(description(most))
    with pytest.raises(ValueError, match=f"“{part}” has {most + 1} parts"):
        need_bounds(description(most + 1))
    assert msgspec.convert(description(most + 1), SheetDescription).title == "Hero", "a sheet in a campaign stays"


@pytest.mark.rule("CF-X-23", "CF-X-14", "CF-X-15", "CF-X-16", "CF-X-17", "CF-X-20")
def test_a_d100_character_has_skills_and_attributes_from_its_characteristics() -> None:
    fields: Mapping[str, Json] = {
        "str": 14,
        "con": 12,
        "siz": 13,
        "dex": 11,
        "int": 15,
        "pow": 10,
        "cha": 9,
        "species": "Human",
        "rank": 2,
    }
    record = Record(name="Ysolde", sheet=fields)
    found = FilledSheet(sheets_of("classic_fantasy")["hero"], record, {}, {}, tables_of("classic_fantasy"))
    rows = found.whole("skills")
    assert isinstance(rows, list | tuple)
    skills = {found.shown(f"skills[{at}].name"): found.value(f"skills[{at}].total") for at in range(len(rows))}
    assert skills["Athletics"] == 25
    assert skills["Customs"] == 70
    assert skills["Willpower"] == 20
    assert None not in skills.values()
    keys = ("damage_modifier", "healing_rate", "initiative_bonus", "luck_most", "action_points", "movement")
    assert [found.value(key) for key in keys] == ["+1d2", 2, 13, 4, 3, 20]
    assert found.value("body.Chest.most") == 8


@pytest.mark.rule("CF-X-13")
def test_action_points_have_a_bonus_and_no_more_are_spent_than_there_are() -> None:
    def hero(**fields: Json) -> FilledSheet:
        record = Record(sheet={"rank": 4, **fields})
        return FilledSheet(sheets_of("classic_fantasy")["hero"], record, {}, {}, tables_of("classic_fantasy"))

    assert hero().value("action_points") == 4
    assert hero(action_points_bonus=1).value("action_points") == 5
    assert hero(action_points_bonus=1, action_points_spent=5).troubles() == ()
    assert "CF-X-13" in {rule for trouble in hero(action_points_spent=5).troubles() for rule in trouble.rules}


@pytest.mark.rule("CF-HITLOC-4")
@pytest.mark.parametrize(
    ("spans", "holds"),
    [
        (((1, 3), (4, 18), (19, 20)), True),
        (((1, 3), (5, 20)), False),
        (((1, 3), (3, 20)), False),
        (((2, 20),), False),
        ((), True),
    ],
)
def test_the_hit_table_of_a_creature_covers_each_number_once(spans: tuple[tuple[int, int], ...], holds: bool) -> None:
    rows: Json = [{"first": first, "last": last, "name": f"Part {last}"} for first, last in spans]
    creature = sheets_of("classic_fantasy")["creature"]
    own, human = "a table of its own", "humanoid"
    for build, sections in ((None, {"body", "locations"}), (own, {"locations"}), (human, {"body"})):
        fields: Mapping[str, Json] = {"locations": rows, **({"build": build} if build else {})}
        found = FilledSheet(creature, Record(sheet=fields))
        assert {section.key for section in found.sections()} & {"body", "locations"} == sections
        assert all(trouble.warning for trouble in found.troubles())
        assert (found.troubles() == ()) is (holds or build == human)


@pytest.mark.rule("FI-LOAD-1", "FI-LOAD-2", "FI-LOAD-3", "FI-LOAD-4", "FI-MOVE-10")
def test_a_hero_of_future_imperfect_is_slowed_by_the_load_for_the_race() -> None:
    fields: Mapping[str, Json] = {
        "dexterity": "3d8",
        "strength": "2d10",
        "race": "Ursoid",
        "gear": [{"name": "anvil", "weight": 119.5}, {"name": "apple", "weight": 0.5}],
        "aptitudes": [{"name": "Climbing", "level": 3}],
    }
    record = Record(name="Mara", sheet=fields)
    found = FilledSheet(sheets_of("future_imperfect")["hero"], record, {}, {}, tables_of("future_imperfect"))
    keys = ("load_light", "load_medium", "load_heavy", "load_class", "rate", "rate_loaded", "rate_climbing")
    assert [found.value(key) for key in keys] == [50, 80, 120, "Heavy", 8, 2, 5]
    climber = found.with_value("aptitudes", [{"name": "climbing", "level": 7}, {"name": "Swimming", "level": 9}])
    assert [climber.value(key) for key in ("rate_climbing", "rate_swimming")] == [8, 8], "nobody is faster than that"


@pytest.mark.rule("FI-CORE-2", "FI-MOVE-1", "FI-LOAD-1")
def test_a_die_beyond_the_twelve_counts_what_is_added_to_it() -> None:
    record = Record(name="Ox", sheet={"dexterity": "3d12+2", "strength": "1d12+6", "race": "Human"})
    sheets, tables = sheets_of("future_imperfect"), tables_of("future_imperfect")
    hero = FilledSheet(sheets["hero"], record, {}, {}, tables)
    assert [hero.value(key) for key in ("rate", "load_light", "load_medium", "load_heavy")] == [14, 54, 108, 180]
    assert FilledSheet(sheets["extra"], record, {}, {}, tables).value("rate") == 14


@pytest.mark.rule("FI-SHOOT-6")
@pytest.mark.parametrize(
    ("race", "size", "odd"),
    [("Ursoid", None, False), ("Ursoid", 7, False), ("Ursoid", 6, True), ("Klackon", 9, False), (None, 6, False)],
)
def test_only_a_written_size_can_be_a_problem(race: str | None, size: int | None, odd: bool) -> None:
    record = Record(sheet={"race": race, "size": size})
    found = FilledSheet(sheets_of("future_imperfect")["hero"], record, {}, {}, tables_of("future_imperfect"))
    assert ("size" in {trouble.path for trouble in found.troubles()}) is odd


@pytest.mark.rule("CD-ARCH-3", "CD-STAT-7", "CD-ADR-2", "CD-DECK-2")
def test_a_shadow_has_what_its_archetype_gives_and_a_deck_within_wisdom() -> None:
    record = Record(name="Nix", sheet={"archetype": "Shadow", "deck": [{"card": "Punch", "count": 3}]})
    found = FilledSheet(sheets_of("card_the_drawing")["hero"], record, {}, {}, tables_of("card_the_drawing"))
    keys = ("strength", "stamina", "speed", "health_most", "adrenaline_gain", "deck_size")
    assert [found.value(key) for key in keys] == [2, 2, 3, 30, 2, 3]
    assert "CD-DECK-2" in {rule for trouble in found.troubles() for rule in trouble.rules}


@pytest.mark.parametrize(
    ("ruleset", "sheet", "rule", "once", "twice"),
    [
        ("imaginality", "hero", "IM-CHAR-9", {"skills": ["Law", "Fencing"]}, {"skills": ["Law", "Fencing", " law"]}),
        ("card_the_drawing", "hero", "CD-DECK-2", {"deck": [{"card": "Punch", "count": 1}]}, {}),
        ("card_the_drawing", "mob", "CD-DECK-2", {"deck": [{"card": "Punch", "count": 1}]}, {}),
        ("card_the_drawing", "boss", "CD-DECK-2", {"deck": [{"card": "Punch", "count": 1}]}, {}),
        ("classic_fantasy", "hero", "CF-X-24", {"professional": [{"name": "Lore (Elves)"}, {"name": "Lore"}]}, {}),
        (
            "future_imperfect",
            "hero",
            "FI-CORE-5",
            {"aptitudes": [{"name": "Fighting", "concentration": "knives"}, {"name": "Fighting"}]},
            {},
        ),
    ],
)
@pytest.mark.rule("IM-CHAR-9", "CD-DECK-2", "CF-X-24", "FI-CORE-5")
def test_unique_entries_are_not_duplicated(
    ruleset: str, sheet: str, rule: str, once: Mapping[str, Any], twice: Mapping[str, Any]
) -> None:
    sheets, tables = sheets_of(ruleset), tables_of(ruleset)
    archetype: Mapping[str, Any] = {"archetype": "Shadow", "wisdom": 4}
    for fields, wanted in ((once, False), (twice or {key: [*rows, rows[0]] for key, rows in once.items()}, True)):
        found = FilledSheet(sheets[sheet], Record(sheet={**archetype, **fields}), {}, {}, tables)
        assert (rule in {rule for trouble in found.troubles() for rule in trouble.rules}) is wanted


def test_a_record_follows_the_sheet_that_it_names_with_the_groups_changes() -> None:
    ruleset = SHEETS[0][0]
    sheets = sheets_of(ruleset)
    names = [name for name, sheet in sheets.items() if sheet.subject == "actor"]
    assert description_for(ruleset, {"sheet": names[-1]}, {}) is sheets[names[-1]]
    assert description_for(ruleset, {"sheet": "gone"}, {}) is description_for(ruleset, {}, {}) is sheets[names[0]]
    hidden = sheets[names[0]].sections[0].key
    rows = {changes_list_name(names[0]): rows_from_changes([HideItem(section=hidden)])}
    found = description_for(ruleset, {}, rows)
    assert found is not None
    assert found.sections[0].when == "False"
    assert description_for("no_such_game", {}, {}) is None
    assert description_for("../imaginality", {}, {}) is None


def broken(*path: str | int, to: Any) -> SheetDescription:
    """Return the sample with one value changed; a path ends in `+` where it adds to a list."""
    raw = tomllib.loads((Path(__file__).parents[1] / "sample.toml").read_text(encoding="utf-8"))
    found: Any = raw
    for step in path[:-1]:
        found = found[step]
    if path[-1] == "+":
        found.append(to)
    else:
        found[path[-1]] = to
    return msgspec.convert(raw, SheetDescription)


def field(**parts: Json) -> Mapping[str, Json]:
    return {"kind": "number", "key": "new", "label": "New", **parts}


FIELDS = ("sections", 1, "fields", "+")
WHO = ("pages", 0, "boxes", 0)


@pytest.mark.parametrize(
    ("path", "to", "words"),
    [
        (FIELDS, field(key="stamina"), "“stamina” appears twice"),
        (FIELDS, field(key="sheet_version"), "sheet_version: every sheet already uses this key"),
        (FIELDS, field(key="creation"), "creation: every sheet already uses this key"),
        (FIELDS, field(formula="stamin + 1"), "new: there is no “stamin”"),
        (FIELDS, field(formula="stamina +"), "new: This is not a formula"),
        (FIELDS, field(formula="gear.wieght"), "there is no “gear.wieght”"),
        (FIELDS, field(formula="body.tail"), "there is no “body.tail”"),
        (FIELDS, field(formula="most.tail"), "there is no “most.tail”"),
        (FIELDS, field(formula="track.Luck"), "there is no “track.Luck”"),
        (FIELDS, field(formula="chips.green"), "there is no “chips.green”"),
        (FIELDS, field(formula="lookup(weapons, race)"), "there is no table “weapons”"),
        (
            FIELDS,
            field(kind="figure", chart="ant", areas=[{"name": "a", "label": "A"}], rolls="hits"),
            "new: there is no table “hits”",
        ),
        (FIELDS, field(formula="step(size, stamina)"), "“size” is not made of pairs"),
        (FIELDS, field(formula="option('poor')"), "there is no option “poor”"),
        (FIELDS, field(formula="listed(swords, race, cost)"), "there is no list “swords”"),
        (FIELDS, field(formula="new + 1"), "calculated from itself"),
        (FIELDS, field(formula="load + skills.base"), "“skills.base” is a whole column"),
        (FIELDS, field(formula="sum(bag.red)"), "there is no “bag.red”"),
        (FIELDS, field(when="nothing"), "new: there is no “nothing”"),
        (FIELDS, field(bind="luck"), "cannot be bound to “luck”"),
        (FIELDS, field(bind="track"), "cannot be bound to “track”"),
        (FIELDS, field(bind="name"), "cannot be bound to “name”"),
        (FIELDS, field(bind="track:Wind", formula="stamina"), "cannot have a formula"),
        (FIELDS, field(least=3, most=2), "the minimum is greater than the maximum"),
        (FIELDS, field(kind="level", least=1, most=3, names=["a"]), "needs 3 names"),
        (FIELDS, field(kind="choice"), "this part is empty"),
        (FIELDS, field(kind="choice", choices=["a", "b"], labels=["A"]), "needs 2 labels"),
        (FIELDS, field(kind="boxes", count="nothing"), "there is no “nothing”"),
        (FIELDS, field(kind="reference", rows=[["a"], ["b", "c"]]), "do not all have the same length"),
        (FIELDS, field(kind="rows", columns=[]), "this part is empty"),
        (("sections", 0, "columns"), [str(n) for n in range(40)], "do not all have the same length"),
        (("sections", 0, "joins"), "nowhere", "there is no “nowhere”"),
        (FIELDS, field(kind="rows", columns=[field(bind="name")]), "cannot have “bind” or “when”"),
        (FIELDS, field(kind="rows", columns=[field()], start=[{"old": 1}]), "new.start[0].old: there is no “old”"),
        (FIELDS, field(kind="rows", columns=[field()], start=[{"new": "x"}]), "must be a number"),
        (FIELDS, field(kind="rows", columns=[field()], bind="conditions"), "“name”, “level” and “note”"),
        (FIELDS, field(kind="rows", columns=[field(formula="other")]), "new.new: there is no “other”"),
        (("sections", 1, "fields", 3, "formula"), "lost + 1", "health_most"),
        (("sections", 2, "when"), "nothing", "magic_part: there is no “nothing”"),
        (("checks", 0, "expect"), "nothing > 1", "checks[0]: there is no “nothing”"),
        (("checks", 0, "say"), "{nothing}", "checks[0]: there is no “nothing”"),
        (("checks", 0, "fields"), ["nothing"], "checks[0]: there is no “nothing”"),
        (("checks", 0, "fields"), [], "checks[0]: this part is empty"),
        ((*WHO, "section"), "nobody", "there is no “nobody”"),
        ((*WHO, "section"), "numbers", "“numbers” appears twice"),
        ((*WHO, "w"), 101, "overlaps the box of “numbers”"),
        ((*WHO, "x"), 120, "goes beyond the page"),
        ((*WHO, "h"), 0, "goes beyond the page"),
        (("migrations", 0, "to"), 7, "from 2 to 3"),
        (("migrations", 0, "renamed"), {"a": "nothing"}, "there is no “nothing”"),
        (("migrations", 1, "noted"), {"a": "stamina"}, "“stamina” cannot have notes"),
    ],
)
def test_problems_of_a_description_are_found(path: tuple[str | int, ...], to: Any, words: str) -> None:
    found = problems_of(broken(*path, to=to), TABLES, options=OPTIONS, lists=LISTS)
    assert words in " ".join(found)


def test_steps_must_rise() -> None:
    tables = {**TABLES, "bonus_of_strength": [[5, 1], [5, 2]]}
    assert any("must increase" in text for text in problems_of(broken("title", to="T"), tables))


def test_names_that_are_not_given_are_not_checked() -> None:
    description = broken(*FIELDS, to=field(formula="lookup(weapons, race) + option('poor')"))
    assert description_validation.problems_of(description) == ()


@pytest.mark.rule("CD-UI-20")
def test_a_row_of_a_deck_proposes_the_games_cards_beside_the_groups_own() -> None:
    ruleset = "card_the_drawing"
    lists = {"cards": ({"id": "own", "name": "Own Card"}, {"id": "punch", "name": "Punch"})}
    sheet = FilledSheet(sheets_of(ruleset)["hero"], blank_record(), {}, lists, tables_of(ruleset), ruleset)
    names = proposed_names(sheet, TextField(key="card", label="Card", list="cards"))
    assert names[:2] == ("Own Card", "Punch")
    assert "Swing Blade" in names
    assert len(set(names)) == len(names)
    guns = FilledSheet(sheet.description, blank_record(), {}, {"weapons": ({"name": "Bow"},)}, {}, "future_imperfect")
    assert proposed_names(guns, TextField(key="weapon", label="Weapon", list="weapons")) == ("Bow",), (
        "what is struck stays away"
    )
