"""A character in each of the four games: made at the screen, printed, filled in elsewhere, brought back, and kept."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pikepdf
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from engine.sheets.model.field_paths import parse_path
from engine.sheets.model.filled_sheet import FilledSheet
from tests.journeys.kit import Desk
from tests.journeys.record_hands import box_of, choose_action, dialog, print_room, room_of, type_file, write
from vtt.panels.options_page import OptionsPage
from vtt.shared.option_fields import FlagOption
from vtt.sheets.editor.field_editors import LineEditor
from vtt.sheets.exchange.changes_preview import TAKE, ChangesDialog
from vtt.widgets.message_dialog import MessageDialog

NAME = "Mara Quill"


@dataclass(frozen=True)
class Wrong:
    """Something that is written wrongly: where and what, one after the other; and then what is said beside a field."""

    written: Mapping[str, str]
    beside: str
    words: str


@dataclass(frozen=True)
class Story:
    """What is done with the record of one game.

    Attributes:
        written: what is written where, in this order.
        reckoned: what comes of it by itself.
        wrong: every check of the description, and a bound or two of fields.
        early: the same, where it is only wrong as long as nothing else is written.
        refused: what the game itself does not take, and why; it is said beside the field all the same.
        printed: words that stand on paper.
        filled: what somebody writes into the form elsewhere, and what is then shown.
        options: what the group chooses first.
    """

    written: Mapping[str, str]
    reckoned: Mapping[str, str]
    wrong: tuple[Wrong, ...]
    printed: tuple[str, ...]
    filled: Mapping[str, str]
    early: tuple[Wrong, ...] = ()
    refused: tuple[Wrong, ...] = ()
    options: tuple[str, ...] = ()


STORIES = {
    "imaginality": Story(
        options=("character_creation",),
        written={
            "race": "human",
            "age": "31",
            "quote": "Not in this kitchen.",
            "marks": "A scar from the soup.",
            "mental": "1",
            "physical": "2",
            "social": "1",
            "points": "3",
            "skills": "Climbing",
        },
        reckoned={"physical": "2"},
        early=(
            Wrong({"points": "3"}, "mental", "There are points or skills, but no attributes"),
            Wrong({"mental": "1"}, "physical", "Each attribute starts at 1"),
        ),
        wrong=(
            Wrong({"playing_yourself": ""}, "playing_yourself", "needs no points, skills or attributes"),
            Wrong({"skills": "climbing"}, "skills", "is on the list twice"),
        ),
        refused=(Wrong({"points": "-1"}, "points", "Use a whole number"),),
        printed=(NAME, "human", "Not in this kitchen.", "A scar from the soup.", "Climbing"),
        filled={"quote": "Well, perhaps.", "age": "32"},
    ),
    "future_imperfect": Story(
        written={
            "race": "Ursoid",
            "kind": "H",
            "dexterity": "3d8",
            "strength": "2d10",
            "size": "7",
            "wind_start": "12",
            "wind": "12",
            "bounty": "3",
            "bounty_earned": "5",
            "chips.red": "2",
            "aptitudes[0].name": "Climbing",
            "aptitudes[0].level": "3",
            "body.head": "2",
            "claws": "",
            "hindrances": "Greedy",
        },
        reckoned={"load_light": "50 kg", "rate_climbing": "5 m", "rate": "8 m", "wound_modifier": "−2"},
        wrong=(
            Wrong({"wind": "20"}, "wind", "above the maximum: 20 of 12"),
            Wrong({"bounty": "9"}, "bounty", "is higher than the total earned"),
            Wrong({"gear[0].weight": "130"}, "load", "Heavy load"),
            Wrong({"size": "6"}, "size", "not the default for this race"),
            Wrong({"size": "0"}, "size", "0.125"),
            Wrong({"dexterity": "3d7"}, "dexterity", "d8"),
            Wrong({"aptitudes[0].level": "21"}, "aptitudes", "climbing"),
            Wrong({"aptitudes[1].name": "climbing"}, "aptitudes", "twice with the same concentration"),
        ),
        printed=(NAME, "Ursoid", "3d8", "Climbing", "Greedy"),
        filled={"bounty": "4", "hindrances": "Greedy and loud"},
    ),
    "card_the_drawing": Story(
        written={
            "archetype": "Titan",
            "deck_name": "Fists",
            "adrenaline": "4",
            "health": "31",
            "deck[0].card": "Punch",
            "deck[0].count": "2",
            "deck[1].card": "Kick",
            "deck[1].count": "2",
            "deck[2].card": "Block",
            "deck[2].count": "2",
            "deck[3].card": "Roar",
            "deck[3].count": "1",
            "automatic": "Breathe",
            "description": "Large and quiet.",
        },
        reckoned={"health_most": "35", "lost": "4", "strength": "4", "hand_size": "5", "deck_size": "7"},
        wrong=(
            Wrong({"deck[3].card": "Punch"}, "deck", "in two lines of the deck"),
            Wrong({"deck[0].count": "3"}, "deck", "more copies of this card than Wisdom 2 allows"),
            Wrong({"deck[0].count": "1"}, "deck_size", "fewer cards than a full hand"),
            Wrong({"speed": "0"}, "speed", "1"),
        ),
        refused=(Wrong({"health": "99"}, "health", "Health cannot be 99. The maximum is 35"),),
        printed=(NAME, "Titan", "Fists", "Punch", "Breathe", "Large and quiet."),
        filled={"deck_name": "Fists and feet", "description": "Large and loud."},
    ),
    "classic_fantasy": Story(
        written={
            "species": "Human",
            "class": "Fighter",
            "rank": "2",
            "str": "14",
            "con": "12",
            "siz": "13",
            "dex": "11",
            "int": "15",
            "pow": "10",
            "cha": "9",
            "body.Chest": "8",
            "magic": "10",
            "professional[0].name": "Lore",
            "professional[0].base_of": "INT + INT",
            "professional[0].added": "15",
            "equipment": "Rope",
            "notes": "Afraid of geese.",
        },
        reckoned={
            "damage_modifier": "+1d2",
            "healing_rate": "2",
            "luck_most": "4",
            "initiative_bonus": "13",
            "professional[0].total": "45",
            "body.Chest.most": "8",
        },
        wrong=(
            Wrong({"fatigue_causes[0].levels": "2"}, "fatigue", "do not add up to the marked Fatigue level"),
            Wrong({"luck": "9"}, "luck", "Luck left (9) is above the maximum (4)"),
            Wrong({"action_points_spent": "4"}, "action_points_spent", "spent (4) are above the maximum (3)"),
            Wrong({"magic": "30"}, "magic", "Magic left (30) is above the maximum (10)"),
            Wrong({"str": "100"}, "str", "99"),
            Wrong({"professional[1].name": "lore"}, "professional", "is listed twice"),
        ),
        printed=(NAME, "Fighter", "Lore", "Rope", "Afraid of geese."),
        filled={"class": "Rogue", "notes": "Afraid of swans."},
    ),
}


def sheet_of(desk: Desk) -> FilledSheet:
    """Return the sheet that is shown."""
    sheet = room_of(desk).form.sheet.sheet
    assert sheet is not None
    return sheet


def record(desk: Desk) -> object:
    """Return all that really stands on the table but the story of how it came there."""
    table = desk.truth
    return table.actors, table.chips


def take_back(desk: Desk, position: int, name: str) -> None:
    """Press Ctrl+Z until the history stands where it stood; each time the button says what it is that goes."""
    while desk.page.campaign.position > position:
        button = desk.house.window.named_actions["undo"]
        assert name in button.toolTip(), button.toolTip()
        desk.press("Ctrl+Z")


def break_it(desk: Desk, wrong: Wrong) -> str:
    """Write something wrongly: it stands there, the sentence stands beside it, and Ctrl+Z takes both away."""
    before, position = record(desk), desk.page.campaign.position
    for path, words in wrong.written.items():
        write(desk, path, words)
    box = box_of(desk, wrong.beside)
    said = box.trouble
    assert wrong.words in said, f"{wrong.written}: “{said}”"
    assert desk.page.campaign.position == position + len(wrong.written), "nothing is blocked"
    take_back(desk, position, NAME)
    assert wrong.words not in box.trouble
    assert record(desk) == before
    return said


def sentence(say: str) -> re.Pattern[str]:
    """Return what finds the sentence of a check whatever its numbers are."""
    return re.compile(re.sub(r"\\{\w+\\}", ".*", re.escape(say)))


def choose_option(desk: Desk, name: str) -> None:
    """Switch on an option of the group."""
    desk.go_to("options")
    page = desk.page.findChild(OptionsPage)
    assert isinstance(page, OptionsPage)
    desk.wait(lambda: name in page.rows)
    desk.click(page.search)
    desk.write(page.rows[name].spec.label)
    shown = page.rows[name].findChild(FlagOption)
    assert shown is not None
    desk.click(shown.box, QPoint(10, shown.box.height() // 2))
    assert desk.truth.options[name] is True


@pytest.mark.journey
@pytest.mark.parametrize("game", STORIES)
def test_a_character_is_made_printed_and_brought_back(desk: Desk, tmp_path: Path, game: str) -> None:
    story = STORIES[game]
    desk.open_welcome()
    desk.new_campaign(game, "Ada", "Tom")
    desk.picture(f"sheets-{game}-1-table")
    for option in story.options:
        choose_option(desk, option)
    desk.go_to("characters")
    room = room_of(desk)
    desk.click(room.new)
    desk.answer(name=NAME)
    assert room.form.actor == "mara-quill"
    box_of(desk, "portrait")
    desk.picture(f"sheets-{game}-2-new")

    # Written by mouse and keys, field by field.
    said = [break_it(desk, wrong) for wrong in story.early]
    for path, words in story.written.items():
        write(desk, path, words)
    sheet = sheet_of(desk)
    assert sheet.troubles() == ()
    for path in story.written:
        assert sheet.value(parse_path(path).key) is not None, path
    assert {path: sheet.shown(path) for path in story.reckoned} == story.reckoned
    desk.picture(f"sheets-{game}-3-written")

    # Every check there is can be broken, and nothing comes of it but a sentence.
    said += [break_it(desk, wrong) for wrong in story.wrong]
    for check in sheet.description.checks:
        assert any(sentence(check.say).search(words) for words in said), check.say
    for wrong in story.refused:
        (path, words), position = *wrong.written.items(), desk.page.campaign.position
        box = write(desk, path, words)
        assert wrong.words in box.trouble
        assert isinstance(box.editor, LineEditor)
        assert (box.editor.line.text(), desk.page.campaign.position) == (words, position)
        desk.press("Escape")

    # On paper.
    desk.press("Ctrl+P")
    press = print_room(desk)
    desk.picture(f"sheets-{game}-4-print")
    out = tmp_path / "sheet.pdf"
    desk.click(press.save)
    type_file(desk, out)
    desk.wait(lambda: "is saved" in press.said.text())
    desk.press("Escape")
    desk.wait(lambda: QApplication.activeModalWidget() is None)
    text = subprocess.run(["pdftotext", "-layout", str(out), "-"], capture_output=True, check=True).stdout.decode()
    for words in (*story.printed, *story.reckoned.values()):
        assert words.removesuffix(" kg").removesuffix(" m") in text, words

    # Filled in with somebody else's program, and taken over by one step.
    form = tmp_path / "form.pdf"
    desk.wait(desk.has_keys)
    choose_action(desk, "Save as fillable PDF")
    type_file(desk, form)
    desk.wait(
        lambda: form.is_file() and not room.character_actions.busy
    )  # until then a dialog may say that it takes a moment
    desk.click(dialog(desk, MessageDialog).buttons[""])
    with pikepdf.open(form, allow_overwriting_input=True) as pdf:
        fields = {str(found.T): found for found in pdf.Root.AcroForm.Fields}
        for key, words in story.filled.items():
            fields[key].V = pikepdf.String(words)
        pdf.save(form)
    before, position = record(desk), desk.page.campaign.position
    choose_action(desk, "Import a filled PDF")
    type_file(desk, form)
    preview = dialog(desk, ChangesDialog)
    desk.picture(f"sheets-{game}-5-changes")
    assert {line.change.path: line.after for line in preview.list.table.lines.lines} == story.filled
    desk.click(preview.buttons[TAKE])
    assert {key: sheet_of(desk).shown(key) for key in story.filled} == story.filled
    assert desk.page.campaign.position == position + 1
    take_back(desk, position, NAME)
    assert record(desk) == before

    # And tomorrow it is all there.
    desk.go_to("table")
    desk.picture(f"sheets-{game}-6-table")
    desk.reopen()
    assert record(desk) == before
    desk.go_to("characters")
    room_of(desk).show_actor("mara-quill")
    box_of(desk, "portrait")
    assert {path: sheet_of(desk).shown(path) for path in story.reckoned} == story.reckoned
