"""A name that is chosen from a list fills its row: in one gesture, by location, and never over what somebody typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
import pytest

from engine.core.chance import SeededChance
from engine.core.events import Noted
from engine.kit.game_factory import make_game
from engine.kit.manual_game import ManualGame
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.seats import Role, Seat
from engine.rulesets.future_imperfect.settings import first_lists
from engine.rulesets.imaginality.settings import first_lists as im_lists
from engine.sheets.catalogue.description_validation import problems_of
from engine.sheets.catalogue.listed_entries import PickerField, entries_of, entry_line, is_picker, proposed_names
from engine.sheets.catalogue.sheet_library import sheets_of
from engine.sheets.editing.list_entry_moves import MOST_ENTRIES, KeepListEntry
from engine.sheets.editing.list_fill import ListFill, entry_from_row, entry_of_field, fill_from_list
from engine.sheets.editing.record_changes import applied
from engine.sheets.model.character_record import blank_record
from engine.sheets.model.field_values import is_blank, plain_text
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import Field, RowsField, SheetDescription
from tests.engine.rulesets.game_folders import games_folder

EXAMPLES = Path(__file__).parents[4] / "engine" / "docs" / "examples"


def sheet_of(
    game: str, lists: Mapping[str, tuple[Mapping[str, Json], ...]] | None = None, sheet: str = "hero"
) -> FilledSheet:
    return FilledSheet(sheets_of(game)[sheet], blank_record(), {}, lists or {}, {}, game)


def chosen(sheet: FilledSheet, path: str, name: str) -> tuple[FilledSheet, ListFill]:
    """The sheet after a choice, and what was filled in."""
    fill = fill_from_list(sheet, path, name)
    assert fill is not None
    return sheet.with_record(applied(sheet.description, sheet.record, fill.changes)), fill


def rows(sheet: FilledSheet, key: str) -> list[dict[str, Json]]:
    whole = sheet.whole(key)
    assert isinstance(whole, list | tuple)
    return [dict(row) for row in whole if isinstance(row, Mapping)]


@pytest.mark.parametrize(
    ("game", "path", "name", "filled"),
    [
        ("classic_fantasy", "weapons[0].name", "shortsword", {"name": "Shortsword", "damage": "1d6", "hit_points": 8}),
        ("classic_fantasy", "spells[0].name", "Regenerate", {"notes": "Severed limbs grow again"}),
        ("future_imperfect", "weapons[0].name", "laser  PISTOL", {"name": "Laser pistol", "damage": "4d6", "rof": "2"}),
        ("future_imperfect", "gear[0].name", "Rifle", {"weight": 4}),
        ("future_imperfect", "explosives[0].name", "plasma grenade", {"dice": "4d20", "pn": "6"}),
        ("classic_fantasy", "professional[0].name", "track", {"name": "Track", "base_of": "INT + CON"}),
        ("classic_fantasy", "professional[0].name", "Lore (coast)", {"name": "Lore (coast)", "base_of": "INT + INT"}),
        ("classic_fantasy", "abilities[0].name", "Turn undead", {"rank": 1, "uses": 3, "left": 3}),
        ("future_imperfect", "aptitudes[0].name", "dodge", {"trait": "Dexterity"}),
        ("card_the_drawing", "deck[0].card", "Punch", {"card": "Punch", "count": 1}),
    ],
)
def test_a_name_fills_its_whole_row(game: str, path: str, name: str, filled: dict[str, Json]) -> None:
    lists = first_lists() if game == "future_imperfect" else {}
    new, fill = chosen(sheet_of(game, lists), path, name)
    row = rows(new, path.partition("[")[0])[0]
    assert filled.items() <= row.items()
    assert fill.kept == ()


KINDS = {
    "imaginality": {"weapons", "armour", "skills"},
    "future_imperfect": {"weapons", "armour", "gear", "explosives", "vehicles", "races", "aptitudes"},
    "card_the_drawing": {"archetypes", "decks", "cards"},
    "classic_fantasy": {"weapons", "armour", "spells", "gear", "abilities", "professional_skills"},
}
"""The kinds of things with a list, by game; conditions have a list of their own at every character."""

REPLACES = {"chart"}
"""What replaces the value of the entry: a hit chart of one's own instead of that of the race (FI-HITLOC-9)."""


def written_in(fields: Sequence[Field]) -> set[str]:
    return {field.key for field in fields if not getattr(field, "formula", "")}


def pickers(sheet: SheetDescription) -> Iterator[tuple[str, PickerField, set[str]]]:
    """Yield each place of a sheet with a list: its path, its field, and the places beside it that people write in."""
    fields = [field for section in sheet.sections for field in section.fields]
    for field in fields:
        if isinstance(field, PickerField) and field.list:
            yield field.key, field, written_in(fields)
        if isinstance(field, RowsField):
            for column in field.columns:
                if isinstance(column, PickerField) and column.list:
                    yield f"{field.key}[0].{column.key}", column, written_in(field.columns)


@pytest.mark.parametrize("game", KINDS)
def test_every_entry_of_every_list_fills_all_that_it_has_a_place_for(game: str) -> None:
    lists = {"imaginality": im_lists, "future_imperfect": first_lists}.get(game, dict)()
    kinds = {
        getattr(part, "list", "")
        for sheet in sheets_of(game).values()
        for section in sheet.sections
        for field in section.fields
        for part in (field, *(field.columns if isinstance(field, RowsField) else ()))
    }
    assert kinds - {""} == KINDS[game]
    for sheet in sheets_of(game).values():
        blank = FilledSheet(sheet, blank_record(), {}, lists, {}, game)
        for path, picker, places in pickers(sheet):
            for entry in entries_of(game, lists, picker.list):
                name = plain_text(entry["name"]).replace("(…)", "(coast)")
                filled = {key: entry[of] for key, of in picker.fills.items() if isinstance(of, str) and of in entry}
                missing = (set(entry) & places) - {"name", *picker.fills, *picker.fills.values()} - REPLACES
                assert not missing, (sheet.id, path, name, "has a place, but is not filled in")
                if not is_picker(picker):
                    continue
                new, fill = chosen(blank, path, name.upper())
                table, part = path.partition("[")[0], path.partition(".")[2]
                written = [row for row in rows(new, table) if row.get(part)] if part else [new.record.sheet]
                assert written, (path, name)
                for row in written:
                    wanted = {key: plain_text(value) for key, value in filled.items() if value and not is_blank(value)}
                    assert {key: plain_text(row.get(key)) for key in wanted} == wanted, (sheet.id, path, name)
                assert fill.kept == ()


def test_a_field_fills_other_fields() -> None:
    new, _ = chosen(sheet_of("future_imperfect"), "mount", "riding horse")
    assert (new.value("mount"), new.value("mount_rate"), new.value("mount_pickup")) == ("Riding horse", 20, "1d12")
    assert entry_of_field(new, "mount") is None, "the list has it"
    fast = new.with_value("mount_rate", 24)
    mine = fast.with_value("mount", "Dun mare")
    for changed, name in ((fast, "Riding horse"), (mine, "Dun mare")):
        kept = entry_of_field(changed, "mount")
        assert kept is not None
        assert (kept[0], kept[1]["name"], kept[1]["rate"]) == ("vehicles", name, 24)
    assert (entry_of_field(new, "wind"), entry_of_field(sheet_of("future_imperfect"), "mount")) == (None, None)
    other, _ = chosen(new, "mount", "Motorcycle")
    assert (other.value("mount_rate"), other.value("mount_wind")) == (60, None), "an engine has no Wind"


def test_typed_values_stay_and_are_named() -> None:
    sheet = sheet_of("future_imperfect", first_lists())
    sheet, _ = chosen(sheet, "weapons[0].name", "Sword")
    sheet = sheet.with_value("weapons[0].damage", "5d10")
    new, fill = chosen(sheet, "weapons[0].name", "Blast pistol")
    row = rows(new, "weapons")[0]
    assert (row["name"], row["damage"], row["range"]) == ("Blast pistol", "5d10", "10")
    assert "db" not in row, "the sword's defence bonus went with the sword"
    [kept] = fill.kept
    assert (kept.path, kept.before, kept.after) == ("weapons[0].damage", "5d10", "3d6")


def test_the_line_of_an_entry_ends_with_a_whole_value() -> None:
    """A cut `Range 100` would be `Range 10`."""
    description = sheets_of("future_imperfect")["hero"]
    weapons = description.field("weapons")
    assert isinstance(weapons, RowsField)
    name = weapons.columns[0]
    assert isinstance(name, PickerField)
    labels = {column.key: column.label for column in weapons.columns}
    entries = {plain_text(entry["name"]): entry for entry in first_lists()["weapons"]}
    lines = {weapon: entry_line(name, entry, labels) for weapon, entry in entries.items()}
    assert any(len(line) > 40 for line in lines.values())
    for weapon, line in lines.items():
        values = {f"{labels[key]} {plain_text(entries[weapon].get(str(of)))}" for key, of in name.fills.items()}
        assert set(line.split(" · ")) <= values, weapon


def test_a_name_that_no_list_has_fills_nothing() -> None:
    sheet = sheet_of("future_imperfect", first_lists())
    assert fill_from_list(sheet, "weapons[0].name", "Grandmother’s axe") is None
    assert fill_from_list(sheet, "weapons[0].name", None) is None
    assert fill_from_list(sheet, "name", "Sword") is None


@pytest.mark.parametrize(
    ("game", "key", "place", "value", "suit", "part", "covered"),
    [
        ("classic_fantasy", "armour", "location", "worn", "Mail shirt", "Iron helmet", 4),
        ("future_imperfect", "armour", "area", "value", "Flak vest", "Helmet", 3),
    ],
)
def test_armour_has_one_row_a_location(
    game: str, key: str, place: str, value: str, suit: str, part: str, covered: int
) -> None:
    """CF-X-29, FI-ARMOR-2."""
    description = sheets_of(game)["hero"]
    column = "item" if game == "classic_fantasy" else "name"
    shouted = {key: [{place: "CHEST" if game == "classic_fantasy" else "upper TORSO"}]}
    record = replace(blank_record(), sheet=shouted)
    sheet = FilledSheet(description, record, {}, first_lists() if game == "future_imperfect" else {}, {}, game)
    count = len(rows(sheet, key))
    dressed, _ = chosen(sheet, f"{key}[0].{column}", suit)
    assert len(rows(dressed, key)) == count, "a location in capitals is the same location"
    assert [bool(row.get(column)) for row in rows(dressed, key)].count(True) == covered
    assert not rows(dressed, key)[0].get(column), "the head, where it was chosen, is not covered"
    helmed, _ = chosen(dressed, f"{key}[0].{column}", part)
    assert rows(helmed, key)[0][column] == part
    assert [bool(row.get(column)) for row in rows(helmed, key)].count(True) == covered + 1
    # The same helmet chosen where the suit is worn goes to the head too, and the suit stays on.
    worn = next(n for n, row in enumerate(rows(dressed, key)) if row.get(column) == suit)
    both, fill = chosen(dressed, f"{key}[{worn}].{column}", part)
    assert (rows(both, key), fill.kept) == (rows(helmed, key), ())
    # Another suit takes the place of the one before, not of the helmet.
    at = next(n for n, row in enumerate(rows(helmed, key)) if row.get(column) == suit)
    heavy = "Plate suit" if game == "classic_fantasy" else "Combat suit"
    armoured, fill = chosen(helmed, f"{key}[{at}].{column}", heavy)
    assert suit not in [row.get(column) for row in rows(armoured, key)]
    assert rows(armoured, key)[0][column] == part
    if game == "classic_fantasy":
        assert [change.path for change in fill.kept] == [f"{key}[0].{column}", f"{key}[0].{value}"]


def test_a_game_of_somebody_else_declares_it_by_data() -> None:
    """Its folder has the list and the sheet; a table that is not fixed gets a row for each location, once."""
    columns: list[Json] = [
        {"kind": "text", "key": "place", "label": "Place"},
        {
            "kind": "choice",
            "key": "item",
            "label": "Item",
            "list": "gear",
            "other": True,
            "fills": {"points": "points", "worn": "worn", "uses": 3},
            "covers": {"column": "place", "source": "on"},
        },
        {"kind": "number", "key": "points", "label": "Points"},
        {"kind": "flag", "key": "worn", "label": "Worn"},
        {"kind": "number", "key": "uses", "label": "Uses"},
    ]

    def described(field: Json) -> SheetDescription:
        raw = {
            "id": "hero",
            "title": "Hero",
            "sections": [{"key": "a", "title": "A", "fields": [field]}],
            "pages": [{"boxes": [{"section": "a", "x": 0, "y": 0, "w": 190, "h": 80}]}],
        }
        return msgspec.convert(raw, SheetDescription)

    description = described({"kind": "rows", "key": "gear", "label": "Gear", "columns": columns})
    assert problems_of(description) == ()
    lists: dict[str, tuple[Mapping[str, Json], ...]] = {
        "gear": ({"name": "Coat", "points": 2, "worn": True, "on": "arm, arm, Chest"}, {"name": 3}, {"on": "x"})
    }
    record = replace(blank_record(), sheet={"gear": [{"place": "ARM"}]})
    sheet = FilledSheet(description, record, {}, lists)
    new, _ = chosen(sheet, "gear[1].item", "coat")
    full = {"item": "Coat", "points": 2, "worn": True, "uses": 3}
    assert rows(new, "gear") == [{"place": "ARM", **full}, {"place": "Chest", **full}]
    assert entry_from_row(new, "gear", 0) == (
        "gear",
        {"name": "Coat", "points": 2, "worn": True, "on": "ARM, Chest"},
    )
    wrong = described({"kind": "text", "key": "b", "label": "B", "fills": {"c": "d"}})
    assert len(problems_of(wrong)) == 2, "no list, and no field c"


def test_the_example_of_a_game_without_code_fills_its_attacks() -> None:
    with games_folder(EXAMPLES):
        new, _ = chosen(sheet_of("homebrew_d20"), "attacks[0].weapon", "maul")
    assert rows(new, "attacks") == [{"weapon": "Maul", "damage": "2d6", "notes": "Two hands"}]


def test_an_entry_that_does_not_fit_fills_what_fits() -> None:
    odd = ({"name": "Odd", "damage": "a lot", "tech": "many", "range": None, "rof": "2"},)
    new, _ = chosen(sheet_of("future_imperfect", {"weapons": odd}), "weapons[0].name", "odd")
    assert rows(new, "weapons")[0] == {"name": "Odd", "rof": "2"}


def nested(depth: int) -> Json:
    return [] if not depth else [nested(depth - 1)]


def test_a_row_with_something_else_keeps_its_values_too() -> None:
    sheet = sheet_of("classic_fantasy").with_value("armour[3].item", "Heirloom plate")
    new, fill = chosen(sheet, "armour[4].item", "Mail shirt")
    by_place = {row["location"]: row for row in rows(new, "armour")}
    assert (by_place["Abdomen"]["item"], by_place["Abdomen"]["worn"]) == ("Mail shirt", 5)
    assert by_place["Chest"] == {"location": "Chest", "sort": "vital", "item": "Heirloom plate"}
    assert [(change.path, change.after) for change in fill.kept] == [
        ("armour[3].item", "Mail shirt"),
        ("armour[3].worn", 5),
    ]
    replaced = new.with_record(applied(new.description, new.record, fill.kept))
    assert rows(replaced, "armour")[3] == {"location": "Chest", "sort": "vital", "item": "Mail shirt", "worn": 5}


def test_smaller_armour_leaves_only_the_rows_and_the_values_that_came_with_the_larger_one() -> None:
    lists: dict[str, tuple[Mapping[str, Json], ...]] = {
        "armour": (
            {"name": "Barding", "worn": 3, "covers": "Chest, Abdomen, Left leg, Right leg, Tail"},
            {"name": "Breastplate", "worn": 5, "covers": "Chest"},
        )
    }
    sheet, _ = chosen(sheet_of("classic_fantasy", lists), "armour[3].item", "Barding")
    assert "Tail" not in [row["location"] for row in rows(sheet, "armour")], "its rows are fixed"
    worn = {row["location"]: at for at, row in enumerate(rows(sheet, "armour")) if row.get("item") == "Barding"}
    assert set(worn) == {"Chest", "Abdomen", "Left leg", "Right leg"}
    sheet = sheet.with_value(f"armour[{worn['Left leg']}].item", "Greave")
    sheet = sheet.with_value(f"armour[{worn['Right leg']}].worn", 9)
    new, fill = chosen(sheet, f"armour[{worn['Chest']}].item", "Breastplate")
    by_place = {row["location"]: (row.get("item"), row.get("worn")) for row in rows(new, "armour")}
    assert by_place["Chest"] == ("Breastplate", 5)
    assert by_place["Abdomen"] == (None, None), "what nobody typed goes with the armour that it came with"
    assert by_place["Left leg"] == ("Greave", 3), "a row with another name is not touched"
    assert by_place["Right leg"] == (None, 9), "what somebody typed stays"
    assert fill.kept == ()


def test_a_row_that_is_kept_again_keeps_what_only_its_entry_has() -> None:
    entry = {"name": "Claw", "damage": "1d6", "lore": "Of the ice bear"}
    sheet, _ = chosen(sheet_of("classic_fantasy", {"weapons": (entry,)}), "weapons[0].name", "claw")
    kept = entry_from_row(sheet.with_value("weapons[0].damage", "1d8"), "weapons", 0)
    assert kept == ("weapons", {**entry, "damage": "1d8"})


def test_a_line_of_a_deck_is_no_card_to_keep() -> None:
    sheet = sheet_of("card_the_drawing").with_value("deck[0].card", "My own")
    assert entry_from_row(sheet, "deck", 0) is None
    rules = ManualGame("card_the_drawing")
    table = rules.new_table((Seat(id="gm", name="Ada", role=Role.GM),), {})
    with pytest.raises(Refused) as refused:
        make_game(rules).apply(table, KeepListEntry(seat="gm", list="cards", entry={"name": "x"}), SeededChance(1))
    assert refused.value.message.key == "refused.no_such_list"


def test_only_the_gm_reads_in_the_log_what_was_kept() -> None:
    rules = ManualGame("classic_fantasy")
    game = make_game(rules)
    table = rules.new_table((Seat(id="gm", name="Ada", role=Role.GM), Seat(id="tom", name="Tom")), {})
    keep = KeepListEntry(seat="gm", list="weapons", entry={"name": "Vampire’s fang"})
    done = game.apply(table, keep, SeededChance(1))
    again = game.apply(done.table, replace(keep, entry={"name": "vampire’s fang", "damage": "1d4"}), SeededChance(1))
    for outcome, key in ((done, "list_entry_kept"), (again, "list_entry_replaced")):
        [line] = [event for event in outcome.events if isinstance(event, Noted)]
        assert (line.message.key.rpartition(".")[2], line.audience) == (key, ("gm",))


def test_rows_are_kept_in_the_list_of_the_group() -> None:
    rules = ManualGame("classic_fantasy")
    game = make_game(rules)
    seats = (Seat(id="gm", name="Ada", role=Role.GM), Seat(id="tom", name="Tom"))
    table = rules.new_table(seats, {})
    sheet = sheet_of("classic_fantasy").with_value("weapons[0].name", "Claw").with_value("weapons[0].damage", "1d8")
    kept = entry_from_row(sheet, "weapons", 0)
    assert kept == ("weapons", {"name": "Claw", "damage": "1d8"})
    keep = KeepListEntry(seat="gm", list=kept[0], entry=kept[1])
    done = game.apply(table, keep, SeededChance(1))
    again = game.apply(done.table, replace(keep, entry={"name": "CLAW", "damage": "1d10"}), SeededChance(1))
    assert again.table.lists["weapons"] == ({"name": "CLAW", "damage": "1d10"},), "one entry a name"
    later = sheet_of("classic_fantasy", again.table.lists)
    picker = later.field_at("weapons[0].name")
    assert picker is not None
    assert {"CLAW", "Dagger"} <= set(proposed_names(later, picker))  # type: ignore[arg-type]
    full = replace(table, lists={"weapons": tuple({"name": str(n)} for n in range(MOST_ENTRIES))})
    for where, command, key in (
        (table, replace(keep, seat="tom"), "refused.gm_only"),
        (table, replace(keep, list="traps"), "refused.no_such_list"),
        (table, replace(keep, entry={"name": " "}), "refused.list_names"),
        (table, replace(keep, entry={"name": "N" * 10_000}), "refused.list_entry_large"),
        (table, replace(keep, entry={"name": "N", "damage": "d" * 1_000_000}), "refused.list_entry_large"),
        (table, replace(keep, entry={"name": "N", "damage": nested(40)}), "refused.list_entry_large"),
        (full, keep, "refused.list_full"),
    ):
        with pytest.raises(Refused) as refused:
            game.apply(where, command, SeededChance(1))
        assert refused.value.message.key == key
