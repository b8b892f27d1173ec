"""The examples of games without code in a real window: hands, offers, own cards, the sheet, and paper."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtCore import QSize
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.game_options import complete_options
from engine.model.frozen import replace
from engine.model.seats import SHARED, Seat
from engine.rulesets.loader import game_of
from engine.sheets.editing.new_character_moves import JoinActor
from tests.engine.rulesets.game_folders import games_folder
from tests.vtt.shell_kit import make_file, open_house, play_at
from vtt.campaign.open_campaign import OpenCampaign
from vtt.sheets.characters.characters_room import CharactersRoom
from vtt.sheets.print_room.printable_items import items_of_view
from vtt.shell.first_window import StartOptions
from vtt.shell.print_command import run
from vtt.table.input.chip_drop_targets import chip_drop_fits

EXAMPLES = Path(__file__).parents[3] / "engine" / "docs" / "examples"
SIZES = [QSize(1280, 720), QSize(1920, 1080)]


@pytest.fixture(autouse=True)
def _examples() -> Iterator[None]:
    with games_folder(EXAMPLES):
        yield


def take(campaign: OpenCampaign, seat: str, name: str, **answers: object) -> None:
    offers = campaign.viewer_campaign(seat).offers(seat)
    offer = next(offer for offer in offers if offer.name == name)
    assert campaign.submit(replace(offer.command, **answers))


@pytest.mark.parametrize(("game", "colour"), [("crazy_eights", "white"), ("homebrew_d20", "blue")])
def test_dropped_chips_answer_how_many(game: str, colour: str) -> None:
    rules = game_of(game)
    table = rules.ruleset.new_table((Seat(id="tom", name="Tom"),), complete_options(rules.ruleset.options, {}))
    held, boxed = table.chips["tom"].get(colour, 0), table.chips["box"][colour]
    offers = [offer for offer in rules.offers(table, "tom") if offer.drag and offer.drag.source == "box"]
    (fit,) = chip_drop_fits(offers, {colour: 3})
    taken = rules.apply(table, replace(fit.offer.command, **fit.answers), SeededChance(1)).table
    assert (taken.chips["tom"][colour], fit.remaining) == (held + 3, ())
    assert chip_drop_fits(offers, {colour: boxed + 1}) == ()
    assert chip_drop_fits(offers, {colour: 1, "mauve": 1}) == ()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width()}")
def test_a_card_game_is_played_in_the_window(qtbot: QtBot, tmp_path: Path, size: QSize) -> None:
    path = make_file(tmp_path, ruleset="crazy_eights")
    with open_house(tmp_path, StartOptions(size=size)) as house:
        campaign, page = play_at(house, path)
        gm, tom, _ = campaign.viewer_campaign(SHARED).view.seats
        dealt = campaign.viewer_campaign(SHARED).view
        assert dealt.zones[f"hand:{tom}"].count == 5, "the cards are dealt when the campaign is made"
        assert dealt.zones[f"hand:{tom}"].cards == (), "the common screen shows only backs"
        take(campaign, gm, "begin_turns")
        page.table_room.offers.choose_seat(tom)
        before = campaign.position
        QTest.qWait(50)
        tiles = page.table_room.offers.tiles
        next(tile for tile in tiles if tile.offer.name == "draw_from:deck").click()
        qtbot.waitUntil(lambda: campaign.position == before + 1)
        assert campaign.viewer_campaign(SHARED).view.zones[f"hand:{tom}"].count == 6
        house.window.named_actions["undo"].trigger()
        page.show_room("story")
        page.show_room("options")
        assert not house.window.grab().isNull()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width()}")
def test_a_homebrew_game_has_its_sheet_and_cards_in_the_window(qtbot: QtBot, tmp_path: Path, size: QSize) -> None:
    path = make_file(tmp_path, ruleset="homebrew_d20")
    with open_house(tmp_path, StartOptions(size=size)) as house:
        campaign, page = play_at(house, path)
        gm, tom, eva = campaign.viewer_campaign(SHARED).view.seats
        assert campaign.submit(JoinActor(seat=gm, id="brannoc", name="Brannoc", leader=tom))
        take(campaign, tom, "draw_from:deck")
        take(campaign, tom, "play_to:scene", cards=(f"hand:{tom}#0",))
        take(campaign, eva, "roll_dice:0")
        assert not house.window.grab().isNull()
        page.show_actor("brannoc")
        room = page.show_room("characters")
        assert isinstance(room, CharactersRoom)
        room.form.sheet.finish()
        assert {"scores", "hit_points", "skills", "story"} <= room.form.sheet.boxes.keys()
        items = items_of_view(campaign.viewer_campaign(SHARED).view, "Thursday")
        assert [deck.count for deck in items.decks] == [13]
        assert items.reference is None
        assert [form.description.id for form in items.blanks] == ["hero"]
        house.window.named_actions["print"].trigger()
        qtbot.waitUntil(lambda: house.print_room_opener.room is not None and house.print_room_opener.room.isVisible())
        room_of_paper = house.print_room_opener.room
        assert room_of_paper is not None
        room_of_paper.reject()


def test_the_examples_are_printed_without_a_window(tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    assert run(["--blank", "homebrew_d20", "--out", str(out)]) == 0
    (sheet,) = PdfReader(out).pages
    words = "".join(sheet.extract_text().split())
    assert [word for word in ("Charactersheet", "Strength", "Armourclass", "Skills") if word not in words] == []
    assert run(["--blank", "homebrew_d20", "--cards", "Deck", "--out", str(out)]) == 0
    words = "".join("".join(page.extract_text().split()) for page in PdfReader(out).pages)
    assert words.count("Suddenstorm") >= 2


def test_a_blank_of_an_installed_game_is_printed_by_a_program_that_has_listed_no_games(tmp_path: Path) -> None:
    documents = tmp_path / "documents"
    shutil.copytree(EXAMPLES / "homebrew_d20", documents / "Kitchen Table" / "Games" / "homebrew_d20")
    out = tmp_path / "blank.pdf"
    command = [sys.executable, "-m", "vtt", "print", "--blank", "homebrew_d20", "--out", str(out)]
    subprocess.run(
        command, check=True, cwd=EXAMPLES.parents[2], env={**os.environ, "XDG_DOCUMENTS_DIR": str(documents)}
    )
    assert len(PdfReader(out).pages) == 1


def test_the_strip_above_the_table_gets_its_height_with_the_first_activity(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_file(tmp_path, ruleset="crazy_eights")
    with open_house(tmp_path, StartOptions(size=SIZES[0])) as house:
        campaign, page = play_at(house, path)
        strip = page.table_room.steps
        assert not strip.isVisible(), "nothing is under way yet"
        take(campaign, next(iter(campaign.viewer_campaign(SHARED).view.seats)), "begin_turns")
        qtbot.waitUntil(lambda: strip.isVisible() and strip.height() >= strip.usual_height())
