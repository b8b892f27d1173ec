"""A pack of hounds with dice for numbers: prepared, brought, rolled again, and carried through a spreadsheet."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.engine.rulesets.classic_fantasy.editor.test_encounter_generator_import import REEDMAN
from tests.journeys.kit import Desk
from tests.journeys.prep_hands import also, open_category, open_entry, part, prep_of, said, write
from tests.journeys.record_hands import dialog
from tests.journeys.screen import texts_of
from tests.journeys.status_page_hands import begin_dungeon, common_screen, gms_screen
from vtt.prep.record_form.text_controls import LinesControl
from vtt.shared.import_preview import ImportPreviewDialog

HOUNDS = ("Rip", "Tear", "Hound 1")


def write_lines(desk: Desk, path: str, words: str) -> None:
    """Click into a text of several lines and write."""
    control = part(desk, path).control
    assert isinstance(control, LinesControl), control
    desk.click(control.area)
    desk.write(words)


def everything_read(desk: Desk) -> str:
    return "\n".join((*desk.spoken(), *desk.read_log(), *desk.headline(), *desk.offers()))


@pytest.mark.journey
@pytest.mark.rule("CF-X-20")
def test_three_hounds_come_each_with_its_own_numbers_and_one_is_rolled_again(desk: Desk) -> None:
    begin_dungeon(desk)
    gms_screen(desk)
    desk.go_to("prep")
    open_category(desk, "foes")
    open_entry(desk, "Hound")
    write(desk, "con", "3d")
    desk.wait(lambda: "or dice such as 2d6+6" in said(prep_of(desk)))
    desk.picture("rolled-1-no-dice")
    write(desk, "con", "3d6")
    desk.wait(lambda: "3 to 18, average 10.5" in said(prep_of(desk)))
    write(desk, "siz", "2d6+6")
    write_lines(desk, "names", "Rip, Tear")
    desk.wait(lambda: "Names: Rip, Tear" in said(prep_of(desk)))
    desk.picture("rolled-2-prepared")
    also(desk, "table", "Add foes")
    desk.answer(count=3)
    assert desk.page.room == "table"
    brought = {actor.name: actor for actor in desk.truth.actors.values() if actor.name in HOUNDS}
    assert tuple(brought) == HOUNDS, "no real dice are asked for"
    assert len({(actor.sheet["con"], actor.sheet["siz"]) for actor in brought.values()}) > 1
    desk.picture("rolled-3-brought")
    desk.click_offer("Roll Hound again", seat="Ada")
    desk.answer()
    again = {actor.name: actor for actor in desk.truth.actors.values() if actor.name in HOUNDS}
    assert again != brought
    assert "The numbers of Rip were rolled again" in desk.read_log()
    desk.press("Ctrl+Z")
    assert {name: desk.truth.actors[actor.id] for name, actor in brought.items()} == brought
    desk.picture("rolled-4-again")
    common_screen(desk)
    assert not [word for word in (*HOUNDS, "again") if word in everything_read(desk)]


@pytest.mark.journey
@pytest.mark.rule("CF-HITLOC-4")
def test_creatures_of_the_generator_and_a_spreadsheet_are_imported(desk: Desk, tmp_path: Path) -> None:
    begin_dungeon(desk)
    gms_screen(desk)
    desk.go_to("prep")
    open_category(desk, "foes")
    room = prep_of(desk)
    file = tmp_path / "reedmen.json"
    file.write_text(json.dumps([REEDMAN, {**REEDMAN, "name": "Reedman scout 2"}]), "utf-8")
    room.record_actions.files.read(file)
    preview = dialog(desk, ImportPreviewDialog)
    assert any("Left out: Net: see notes, shoe_size." in line for line in texts_of(preview))
    desk.picture("rolled-5-generator")
    desk.click(preview.do)
    open_entry(desk, "Reedman scout 2")
    table = tmp_path / "foes.csv"
    room.record_actions.files.write([("foes", "reedman_scout_1")], table)
    desk.wait(lambda: desk.said() == "The export is saved")
    table.write_text(table.read_text("utf-8").replace("Reedman scout 1", "Reedman chief"), "utf-8")
    room.record_actions.files.read(table)
    preview = dialog(desk, ImportPreviewDialog)
    assert "Changes your entry" in texts_of(preview)
    desk.click(preview.do)
    open_entry(desk, "Reedman chief")
    desk.picture("rolled-6-spreadsheet")
