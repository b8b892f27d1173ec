"""With the fonts of the paper: six to nine foes on a page, and an encounter on one page, in every game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.asset_folder import game_folder
from engine.core.fault_isolation import FAULT, set_fault_handler
from engine.core.game_options import complete_options
from engine.kit.conformance.sheet_filling import collisions, runs_of
from engine.kit.encounters.printable_encounters import (
    AlikeActors,
    PrintableEncounter,
    encounter_printout,
    printable_encounters,
)
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.seats import Actor, Role, Seat
from engine.model.table import Table
from engine.model.tracks import Track
from engine.presentation.game import Game
from engine.presentation.scripts.script import play_script
from engine.rulesets.loader import game_of
from engine.sheets.catalogue.game_metadata import games_with_sheets
from engine.sheets.layout.page_geometry import A4, LETTER, Paper
from engine.sheets.printing.composed_pages import ComposedPage
from engine.sheets.printing.stat_block_content import stat_block_of
from vtt.shared.print_style.print_fonts import PrintFonts
from vtt.sheets.print.encounter_content import subject_of
from vtt.sheets.print.print_job import EncounterPart, GmSummaryPart, part_sides
from vtt.sheets.print_room.printable_items import items_of_view

PAPERS = pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
NOTES: Mapping[str, Any] = {
    "read_out": "Fog drifts over the old bridge. A lantern swings from a rope that nobody holds.",
    "notes": "The bandits want the toll, not blood. If two of them fall, the others flee by boat.",
    "loot": "12 silver, and a rusty key.",
    "checklist": [{"text": "Who carries the lantern?"}],
    "triggers": [{"round": 3, "what": "Two more climb up."}, {"when": "The rope is cut", "what": "The bridge sags."}],
}
CREW = {"id": "bridge", "name": "The toll bridge", **NOTES}
LISTS: Mapping[str, Mapping[str, tuple[Mapping[str, Any], ...]]] = {
    "imaginality": {
        "characters": ({"id": "wrecker", "name": "Wrecker", "weapon": "Club", "armour": ["Leather"]},),
        "encounters": ({**CREW, "cast": [{"who": "characters/wrecker", "count": "1d3", "side": "Wreckers"}]},),
    },
    "future_imperfect": {
        "foes": ({"id": "raider", "name": "Raider", "reflex": "2d6", "vigor": "2d6", "size": 6, "wind": 10},),
        "encounters": ({**CREW, "cast": [{"who": "foes/raider", "count": 4, "side": "Raiders"}]},),
    },
    "card_the_drawing": {},  # it has encounters of its own
    "classic_fantasy": {
        "foes": ({"id": "goblin", "name": "Goblin", "str": "2d6+2", "con": 11, "siz": 8, "dex": 14, "int": 9},),
        "places": ({**CREW, "light": "dark", "foes": [{"foe": "goblin", "count": 3}], "fires": [{"place": "stove"}]},),
    },
}


def prepared(game: str) -> Table:
    """Return a table with an encounter that is prepared."""
    ruleset = game_of(game).ruleset
    table = ruleset.new_table((Seat(id="gm", name="Ada", role=Role.GM),), complete_options(ruleset.options, {}))
    return replace(table, lists={**table.lists, **LISTS[game]})


@PAPERS
@pytest.mark.parametrize("game", games_with_sheets())
def test_six_characters_in_a_fight_are_on_one_page(game: str, paper: Paper) -> None:
    table = play_script((game_folder(game) / "demo.json").read_bytes(), game_of).history.table
    people = items_of_view(game_of(game).view_for(table, table.gm()), "").people
    six = [people[number % len(people)] for number in range(6)]
    assert len(part_sides(GmSummaryPart(forms=six), paper, PrintFonts())) == 1


def encounter_of(game: Game, table: Table) -> PrintableEncounter:
    """Return the encounter of these tests; in Card: the Drawing one that is shipped."""
    found = printable_encounters(game, table)
    return next((encounter for encounter in found if encounter.id == CREW["id"]), found[0])


@PAPERS
@pytest.mark.parametrize("game", games_with_sheets())
def test_an_encounter_is_on_one_page_with_its_characters(game: str, paper: Paper) -> None:
    table, letters = prepared(game), PrintFonts()
    encounter = encounter_of(game_of(game), table)
    (page,) = part_sides(EncounterPart(table=table, encounter=encounter), paper, letters)
    assert isinstance(page, ComposedPage)
    assert collisions(page, letters) == []
    words = " ".join(run.text for run in runs_of(page))
    printout = encounter_printout(game_of(game), table, encounter)
    assert not printout.problem
    assert printout.groups
    bases = {actor.name.rstrip(" 0123456789") for group in printout.groups for actor in group.actors}
    assert [
        name for name in (encounter.name, *bases, *(one.name for one in encounter.surroundings)) if name not in words
    ] == []
    ticks = [cell for box in page.boxes for cell in box.cells if cell.laid.path == "done"]
    assert len(ticks) == len(encounter.notes.checklist) + len(encounter.notes.triggers)


def test_a_foe_on_paper_has_the_numbers_that_the_rules_give_it_and_the_average_of_its_dice() -> None:
    table = prepared("classic_fantasy")
    place = encounter_of(game_of("classic_fantasy"), table)
    printout = encounter_printout(game_of("classic_fantasy"), table, place)
    (goblins,) = printout.groups
    assert [actor.name for actor in goblins.actors] == ["Goblin 1", "Goblin 2", "Goblin 3"]
    assert goblins.actors[0].sheet["str"] == 9, "2d6 + 2"
    assert goblins.actors[0].body is not None
    assert goblins.actors[0].body.locations["Chest"].most == 6, "CON + SIZ = 19"
    assert printout.has_dice
    assert [one.text for one in place.surroundings] == ["", "stove"]


def test_foes_with_the_same_dice_share_a_stat_block() -> None:
    """Also if the average of their dice is not a whole number, and each rolls an odd number of them."""
    table = prepared("future_imperfect")
    raider = {"id": "raider", "name": "Raider", "reflex": "2d6", "vigor": "2d6", "size": 6, "wind": "3d6"}
    table = replace(table, lists={**table.lists, "foes": (raider,)})
    game = game_of("future_imperfect")
    (raiders,) = encounter_printout(game, table, encounter_of(game, table)).groups
    assert [actor.tracks["Wind"].value for actor in raiders.actors] == [11] * 4


def test_an_encounter_in_which_a_game_has_a_fault_is_printed_without_its_characters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, game, faults = prepared("future_imperfect"), game_of("future_imperfect"), list[Exception]()
    encounter = encounter_of(game, table)
    monkeypatch.setattr(type(game), "apply", lambda *_: 1 / 0)
    set_fault_handler(faults.append)
    try:
        printout = encounter_printout(game, table, encounter)
    finally:
        set_fault_handler(None)
    assert (printout.groups, printout.problem) == ((), say(FAULT))
    assert printout.notes.loot
    assert [type(fault) for fault in faults] == [ZeroDivisionError]


def test_an_encounter_whose_foe_is_gone_is_printed_with_the_reason() -> None:
    table = prepared("future_imperfect")
    table = replace(table, lists={**table.lists, "foes": ()})
    encounter = encounter_of(game_of("future_imperfect"), table)
    (page,) = part_sides(EncounterPart(table=table, encounter=encounter), A4, PrintFonts())
    assert isinstance(page, ComposedPage)
    words = " ".join(run.text for run in runs_of(page))
    assert encounter_printout(game_of("future_imperfect"), table, encounter).problem
    assert "Characters" in words
    assert "toll, not blood" in words


def test_a_character_of_a_game_without_sheets_has_its_tracks() -> None:
    wolf = Actor(id="w", name="Wolf", seat="gm", tracks={"Hits": Track(value=4, most=5)})
    wolves = AlikeActors(side="Pack", actors=(wolf, replace(wolf, id="v", name="Fang", secret=True)))
    subject = subject_of(Table(ruleset="no_such_game"), wolves)
    assert (subject.names, subject.note) == (("Wolf", "Fang"), "Pack")
    assert [(row.label, row.value) for row in stat_block_of(subject.source).rows] == [("Hits", "4"), ("Conditions", "")]
