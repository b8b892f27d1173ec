"""Links in the texts of encounters, places and adventures: a page for the GM, plain words for everybody else."""

from __future__ import annotations

import pytest

from engine.core.manual_moves import EditActor
from engine.kit.encounters.cast import has_own_encounters
from engine.kit.encounters.encounter_records import ENCOUNTERS, LONGEST_TEXT
from engine.kit.encounters.encounter_runs import RUNS
from engine.kit.encounters.printable_encounters import encounter_printout, printable_encounters, printable_kinds
from engine.kit.every_game.full_content_editor import content_editor_of
from engine.kit.handouts.handout_commands import SaveHandouts
from engine.kit.handouts.handout_records import HANDOUTS
from engine.kit.notes.note_commands import SaveNotes
from engine.kit.notes.note_records import NOTES
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.model.seats import PRINT, SHARED, Actor
from engine.model.table import Table
from engine.presentation.game import Game
from tests.engine.kit.test_notes import bare_table, do, game

__all__ = ["game"]
SECRET = "Count Orlok"
TEXTS: dict[str, Json] = {
    "read_out": f"[[{SECRET}|A stranger]] waits.",
    "notes": f"He owns the [[Old mill]]: [[2d6+3]] guards. See [[{SECRET.lower()}]] and [[{SECRET}|him]].",
    "triggers": [{"when": "dawn", "what": f"[[{SECRET}]] leaves"}],
    "checklist": [{"text": f"Name [[{SECRET}|nobody]]"}],
    "handouts": [{"handout": "map"}],
}


def kind_of(game: Game) -> str:
    """Return the kind of the encounters of a game; Imaginality and Future Imperfect have those of the kit."""
    return printable_kinds(game)[0] if has_own_encounters(game.ruleset) else ENCOUNTERS


def prepared(game: Game, **texts: Json) -> Table:
    """Return a table with a shipped encounter that has these texts, and with a secret character and a note."""
    bare = bare_table(game)
    count = game.new_actor(bare, Actor(id="orlok", name=SECRET, seat="gm", secret=True), {})
    note: dict[str, Json] = {"id": "n1", "name": "Old mill"}
    table = do(game, replace(bare, actors={"orlok": count}), SaveNotes(seat="gm", put={NOTES: (note,)})).table
    table = do(game, table, SaveHandouts(seat="gm", put={HANDOUTS: ({"id": "map", "name": "Map"},)})).table
    kind, editor = kind_of(game), content_editor_of(game)
    shipped = editor.record(table.lists, table.options, kind, printable_encounters(game, table)[0].id)
    assert shipped is not None
    record = {**shipped, **TEXTS, **texts}
    return do(game, table, editor.save_command("gm", table.lists, table.options, kind, record)[1]).table


def own(game: Game, table: Table) -> dict[str, Json]:
    """Return the row of the encounter."""
    (row,) = table.lists[kind_of(game)]
    return dict(row)


def test_only_the_words_of_links_leave_the_page_of_the_gm(game: Game) -> None:
    table = prepared(game)
    kind, row, editor = kind_of(game), own(game, table), content_editor_of(game)
    page = editor.editor_view(table.lists, table.options, kind, row).page
    assert page is not None
    assert all(words in page.text for words in (f"[[{SECRET}|A stranger]]", "[[2d6+3]]", f"**dawn:** [[{SECRET}]]"))
    (encounter,) = (each for each in printable_encounters(game, table) if each.id == row["id"])
    printout = encounter_printout(game, table, encounter)
    assert "A stranger waits." in printout.notes.read_out
    assert "[[" not in repr(printout.notes)
    ran = do(game, table, encounter.run)
    plain = do(game, prepared(game, read_out="A stranger waits."), encounter.run)
    for viewer in ("tom", SHARED, PRINT):
        told = game.view_for(ran.table, viewer)
        assert SECRET not in repr(told)
        assert told == game.view_for(plain.table, viewer)
    read = [say(event.message) for event in ran.events if hasattr(event, "message")]
    assert "A stranger waits." in " ".join(read)
    assert not any("[[" in line for line in read)


@pytest.mark.parametrize("round_", [3, "1d4+1"])
def test_the_page_says_that_a_number_is_a_round_also_if_it_is_dice(game: Game, round_: Json) -> None:
    table = prepared(game, triggers=[{"round": round_, "what": "It rains"}])
    page = content_editor_of(game).editor_view(table.lists, table.options, kind_of(game), own(game, table)).page
    assert page is not None
    assert f"- **Round {round_}:** It rains" in page.text


def test_the_page_of_what_runs_has_a_button_for_each_link(game: Game) -> None:
    table = prepared(game)
    (encounter,) = (each for each in printable_encounters(game, table) if each.id == own(game, table)["id"])
    ran = do(game, table, encounter.run).table
    page = game.status_page(ran, "gm", "encounters")
    assert page is not None
    cells = {line.key.partition(":")[2]: line.cells for line in page.lines}
    links = {key: [b for cell in line for b in cell.links] for key, line in cells.items()}
    assert [link.target for link in links["notes"]] == ["Old mill", "2d6+3", SECRET], "each target once"
    assert [link.target for link in links["handout:0"]] == ["Map"]
    assert [say(link.label) for link in links["notes"]][1] == "Roll 2d6+3"
    assert [link.target for link in links["trigger:0"]] == [link.target for link in links["line:0"]] == [SECRET]
    assert not any("[[" in say(text) for line in cells.values() for cell in line for text in cell.texts)


def test_of_very_many_links_in_one_text_the_first_have_a_button(game: Game) -> None:
    table = prepared(game, notes=" ".join(f"[[Page {number}]]" for number in range(40)))
    (encounter,) = (each for each in printable_encounters(game, table) if each.id == own(game, table)["id"])
    page = game.status_page(do(game, table, encounter.run).table, "gm", "encounters")
    assert page is not None
    (line,) = (line for line in page.lines if line.key.endswith(":notes"))
    assert [link.target for cell in line.cells for link in cell.links] == [f"Page {number}" for number in range(12)]


@pytest.mark.parametrize("renamed", ["character", "page"])
def test_they_follow_what_gets_another_name(game: Game, renamed: str) -> None:
    table = prepared(game)
    (encounter,) = (each for each in printable_encounters(game, table) if each.id == own(game, table)["id"])
    table = do(game, table, encounter.run).table
    if renamed == "page":
        old, new = "Old mill", "New mill"
        page: dict[str, Json] = {"id": "n1", "name": new}
        outcome = do(game, table, SaveNotes(seat="gm", put={NOTES: (page,)}))
    else:
        old, new = SECRET, "Nosferatu"
        outcome = do(game, table, EditActor(seat="gm", actor="orlok", name=new))
    for row in (own(game, outcome.table), *outcome.table.lists[RUNS.name]):
        assert f"[[{new}" in repr(row)
        assert f"[[{old.casefold()}" not in repr(row).casefold()
    for viewer in ("tom", SHARED, PRINT):
        assert game.view_for(outcome.table, viewer) == game.view_for(table, viewer)


def test_a_text_that_would_be_too_long_keeps_its_link_and_its_encounter(game: Game) -> None:
    link = f"[[{SECRET}]]"
    table = prepared(game, notes=link + "x" * (LONGEST_TEXT - len(link)))
    after = do(game, table, EditActor(seat="gm", actor="orlok", name="The Count of the Castle")).table
    assert own(game, after) == own(game, table)
