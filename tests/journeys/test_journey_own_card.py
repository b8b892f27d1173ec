"""A card that nobody had before: written in the Prep room, tried, put into a deck, dealt, fought with, and printed."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from engine.model.frozen import Json
from engine.rulesets.card_the_drawing import actor_sheet
from engine.rulesets.card_the_drawing.cards.card_library import library_of
from engine.rulesets.card_the_drawing.decks.deck_rules import rows_for
from tests.engine.rulesets.card_the_drawing.table import deck
from tests.journeys.kit import ADA_TOM_EVA, Desk
from tests.journeys.prep_hands import add_row, add_word, also, choose, count_card, open_category, prep_of, said, write
from tests.journeys.record_hands import box_of, print_room
from tests.journeys.record_hands import write as write_record
from tests.journeys.test_journey_battle import card, health, nobody_interrupts
from tests.journeys.test_journey_printing import save_as, tick
from vtt.sheets.editor.field_editors import ChoiceEditor


def told() -> dict[str, object]:
    """Return a table with a hero who owns next to nothing, and three rats."""
    library = library_of()
    mob = {**actor_sheet.sheet_of_foe(library.foes["mob"], library, minions=3), "deck": deck("punch*3")}
    actors: list[Mapping[str, Json]] = [
        {"id": "tia", "seat": "tom", "name": "Tia", "sheet": {"archetype": "Titan", "deck": deck("punch")}},
        {"id": "rats", "seat": "gm", "name": "Rats", "sheet": mob},
    ]
    return {"ruleset": "card_the_drawing", "seats": list(ADA_TOM_EVA), "actors": actors, "seed": 5}


@pytest.mark.journey
@pytest.mark.rule("CD-UI-21", "CD-UI-23", "CD-UI-26", "CD-CORE-4", "CD-DECK-2")
def test_a_card_of_ones_own_from_nothing_to_the_table_and_to_paper(desk: Desk, tmp_path: Path) -> None:
    desk.open_table(told())
    desk.go_to("prep")
    write_the_card(desk)
    put_it_into_a_deck(desk)
    fight_with_it(desk)
    print_it(desk, tmp_path / "moonlight.pdf")
    desk.reopen()
    assert health(desk, 2) == 1
    assert [row["name"] for row in desk.truth.lists["cards"]] == ["Moon Cut"]
    assert [row["cards"] for row in desk.truth.lists["decks"]] == [{"punch": 2, "retreat": 2, own_id(desk): 2}]


def write_the_card(desk: Desk) -> None:
    """Fill in the form: what is wrong is said where it is wrong, and nothing is kept before somebody saves it."""
    room = prep_of(desk)
    desk.click(room.pane.new)
    desk.write("Moon Cut")
    assert room.head.name.text == "Moon Cut"
    initiative = write(desk, "init", "two")
    assert "whole number" in initiative.trouble
    assert room.head.state.text() == "Cannot be saved yet: see the marked fields"
    desk.click(room.head.save)
    assert desk.said() == "Initiative: This must be a whole number from 0 to 99."
    assert "cards" not in desk.truth.lists
    desk.picture("own-1-trouble")
    write(desk, "init", "3")
    assert not initiative.trouble
    write(desk, "cost", "1")
    add_word(desk, "tags", "Close")
    amount = write(desk, "effects[0].amount", "3 + user.")
    assert amount.trouble, "half a formula is wrong, and stays as it was written"
    desk.write("strength")
    assert not amount.trouble
    add_row(desk, "effects")
    choose(desk, "effects[1].do", "Gain Adrenaline")
    choose(desk, "effects[1].target", "The user")
    write(desk, "effects[1].amount", "2")
    reading = room.beside.reading
    assert "3 + Strength damage to one target" in reading
    assert "2 Adrenaline" in reading
    desk.picture("own-2-written")
    desk.click(room.beside.trying.start)
    desk.wait(lambda: room.beside.trying.trial is not None)
    assert "First dummy takes 7 damage from Moon Cut" in said(room.beside.trying)
    desk.picture("own-3-tried")
    assert "cards" not in desk.truth.lists, "a test changes nothing"
    desk.click(room.head.save)
    assert room.head.state.text() == "Saved"
    (kept,) = desk.truth.lists["cards"]
    assert (kept["name"], kept["cost"], kept["init"], kept["tags"]) == ("Moon Cut", 1, 3, ["Close"])


def put_it_into_a_deck(desk: Desk) -> None:
    """Count it into a new deck until there are too many of it, take one out again, and put the deck on Tia's sheet."""
    room = prep_of(desk)
    open_category(desk, "decks")
    desk.click(room.pane.new)
    desk.write("Moonlight")
    choose(desk, "archetype", "Titan")
    assert count_card(desk, "cards", "Punch", 2) == "2/2"
    assert count_card(desk, "cards", "Retreat", 2) == "2/2"
    assert count_card(desk, "cards", "Moon Cut", 3) == "3/2"
    assert "Moon Cut" in said(room.beside.folds["problems"]), "a Titan holds two of a kind"
    desk.picture("own-4-deck")
    assert count_card(desk, "cards", "Moon Cut", -1) == "2/2"
    desk.click(room.head.save)
    assert room.head.state.text() == "Saved"
    also(desk, "deal", "Tia")
    assert desk.said() == "“Moonlight” is now on the sheet of Tia"
    desk.picture("own-5-dealt")
    desk.go_to("characters")
    editor = box_of(desk, "deck_name").editor
    assert isinstance(editor, ChoiceEditor)
    assert editor.combo.currentText() == "Moonlight"
    desk.picture("own-6-sheet")
    own = desk.truth.actors["tia"].sheet["deck"]
    titan = list(rows_for(library_of().decks["titan"], library_of()))
    for name, cards in (("Titan", titan), ("Moonlight", own)):
        write_record(desk, "deck_name", name)
        sheet = desk.truth.actors["tia"].sheet
        assert (sheet["deck_name"], sheet["deck"]) == (name, cards), "what is chosen is on the sheet at once"
        desk.picture(f"own-6-{name}")


def fight_with_it(desk: Desk) -> None:
    """Begin a battle; the card is drawn, planned and played, and does what it says."""
    desk.go_to("table")
    desk.click_offer("Start a battle", seat="Ada")
    desk.answer()
    for seat, name in (("Tom", "Tia"), ("Ada", "Rats")):
        desk.click_offer(f"{name}: finish drawing", seat=seat)
    with desk.hold_key(Qt.Key.Key_2):
        desk.drag_to(card(desk, "hand:tom", own_id(desk)), "slot", "plan:tia", "1")
        desk.picture("own-7-planned")
    desk.click_offer("Tia: lock the plan", seat="Tom")
    desk.click_offer("Rats: lock the plan (no card)", seat="Ada")
    assert "Tia plays Moon Cut" in desk.headline()
    desk.hover_part("body", "rats#2")
    desk.picture("own-8-aim")
    desk.click_part("body", "rats#2")
    nobody_interrupts(desk, 2)
    assert health(desk, 2) == 1
    assert "Mob 2 takes 7 damage from Moon Cut (Health now 1)" in desk.read_log()
    assert "Tia gains 2 Adrenaline" in desk.read_log()
    assert actor_sheet.adrenaline(desk.truth, "tia") == 3 - 1 + 2 + 3, "and three for the round that begins"
    desk.picture("own-9-struck")


def own_id(desk: Desk) -> str:
    """Return the id that the new card was given."""
    (kept,) = desk.truth.lists["cards"]
    return str(kept["id"])


def print_it(desk: Desk, out: Path) -> None:
    """Print the deck, and read it back."""
    desk.press("Ctrl+P")
    room = print_room(desk)
    for other in (room.choices.sheets, room.choices.blanks):
        if other.isChecked():
            desk.click(other, QPoint(10, other.height() // 2))
    if not room.choices.cards.isChecked():
        desk.click(room.choices.cards, QPoint(10, room.choices.cards.height() // 2))
    decks = room.choices.decks
    desk.click(decks.none)
    names = [decks.list.item(row).text() for row in range(decks.list.count())]
    tick(desk, decks.list, next(at for at, name in enumerate(names) if "Moonlight" in name))
    desk.wait(lambda: room.preview.is_whole)
    desk.picture("own-10-print")
    save_as(desk, room, out)
    desk.wait(lambda: "is saved" in room.said.text())
    text = subprocess.run(["pdftotext", "-layout", str(out), "-"], capture_output=True, check=True).stdout.decode()
    assert text.count("Moon Cut") >= 2, "one for each copy"
    assert "Retreat" in text
    assert "Swing Blade" not in text, "nothing of other decks"
    desk.press("Escape")
    desk.wait(lambda: QApplication.activeModalWidget() is None)
