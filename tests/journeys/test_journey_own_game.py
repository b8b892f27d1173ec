"""A game of a friend: installed from a zip, played, removed, its campaign read, and played on when it is back."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import asset_folder
from engine.messages.texts import forget_game_texts
from engine.rulesets import loader
from engine.rulesets.game_import import forget_code
from tests.journeys.kit import ALT, Desk
from tests.journeys.record_hands import dialog, type_file
from vtt.shell.campaigns import installed_games
from vtt.welcome.game_install_dialog import GameInstallDialog
from vtt.welcome.games_dialog import GameRow, GamesDialog
from vtt.widgets.message_dialog import MessageDialog

GAME = {
    "game.toml": """
id = "low_tide"
name = "Low Tide"
pitch = "Everybody draws a card from the sea; the lowest card gets wet feet."
version = "0.3"
authors = ["Maren Holt"]
licence = "CC0"
ruleset = "low_tide.ruleset:LowTide"
""",
    "ruleset.toml": """
[table]
hands = true
decks = [{ zone = "deck", discard = "discard" }]

[actor.tracks.Feet]
value = 2
most = 2
""",
    "texts/en/tide.toml": """
[log]
fished = "{seat} fishes a card out of the sea"
fished_face = "It is {card:cards}"

[offer]
fish = "Fish for a card"
""",
    "low_tide/__init__.py": "",
    "low_tide/ruleset.py": '''
from engine.core.commands import Move, Request, need_seat
from engine.kit.manual_game import ManualGame
from engine.messages.display_names import seat_name
from engine.model.zones import hand_of
from engine.presentation.offers import make_offer


class Fish(Request):
    """Draw a card from the deck into the hand."""


def fish(draft, command):
    card = draft.table.zones["deck"].cards[0]
    draft.move((card,), "deck", hand_of(command.seat))
    draft.note("fished", seat=seat_name(draft.table, command.seat))
    draft.note("fished_face", audience=(command.seat,), card=card)


class LowTide(ManualGame):
    moves = (Move(Fish, need_seat, fish),)

    def __init__(self):
        super().__init__("low_tide")

    def offers(self, table, seat, viewer):
        return (make_offer("fish", Fish(seat=seat)), *super().offers(table, seat, viewer))
''',
}


@pytest.fixture(autouse=True)
def no_other_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    installed = loader._Installed()
    installed.loaded.update(loader._installed.loaded)
    monkeypatch.setattr(loader, "_installed", installed)
    monkeypatch.setattr(asset_folder, "_registered", {})
    monkeypatch.setattr(installed_games, "_added", set())
    yield
    forget_code("low_tide")
    forget_game_texts("low_tide")
    asset_folder._clear_caches()


def zip_of_friend(folder: Path) -> Path:
    path = folder / "low tide.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in GAME.items():
            archive.writestr(f"low_tide/{name}", text)
    return path


def open_games(desk: Desk) -> GamesDialog:
    """Click the Games tile of the first page, and wait for the list."""
    desk.click(desk.house.window.welcome.games_tile)
    games = dialog(desk, GamesDialog)
    desk.wait(lambda: any(row.isVisible() for row in games.rows.values()))
    return games


def row_of(games: GamesDialog, name: str) -> GameRow:
    return next(row for row in games.rows.values() if row.game.name == name)


def install(desk: Desk, path: Path) -> None:
    """Install a zip: choose the file, read what it brings, agree."""
    games = open_games(desk)
    desk.click(games.install)
    type_file(desk, path)
    asked = dialog(desk, GameInstallDialog)
    desk.picture("own-game-1-install")
    assert asked.windowTitle() == "Install Low Tide 0.3?"
    assert "by Maren Holt" in asked.text
    assert "has the same rights as you" in asked.code.text()
    assert asked.files.item(1).text().startswith("low_tide/ruleset.py")
    desk.wait(asked.buttons[""].hasFocus)
    desk.click(asked.buttons["install"])
    desk.wait(lambda: any(row.game.name == "Low Tide" for row in games.rows.values()))
    dialog(desk, GamesDialog)
    desk.picture("own-game-2-games")
    desk.click(games.leave)
    desk.wait(desk.has_keys)


@pytest.mark.journey
def test_a_game_of_a_friend_from_the_zip_to_the_day_it_is_gone_and_back(desk: Desk, tmp_path: Path) -> None:
    path = zip_of_friend(tmp_path)
    desk.open_welcome()
    install(desk, path)
    desk.new_campaign("low_tide", "Ada", "Tom", "Eva")
    desk.click_offer("Fish for a card", seat="Tom")
    card = desk.truth.zones["hand:tom"].cards[0]
    assert desk.read_log()[-1] == "Tom fishes a card out of the sea"
    desk.click_offer("Fish for a card", seat="Eva")
    log = desk.read_log()
    desk.picture("own-game-3-table")
    desk.reopen()
    assert desk.read_log() == log

    desk.press("Ctrl+W")
    games = open_games(desk)
    desk.click(row_of(games, "Low Tide").buttons["remove"])
    dialog(desk, MessageDialog)
    desk.picture("own-game-4-remove")
    desk.choose("Remove")
    desk.wait(lambda: all(row.game.name != "Low Tide" for row in games.rows.values()))
    dialog(desk, GamesDialog)
    desk.click(games.leave)
    desk.wait(desk.has_keys)

    before = desk.path.read_bytes()
    (tile,) = desk.house.window.welcome.recent_tiles
    desk.click(tile)
    desk.arrive()
    assert desk.page.banner.text.startswith("The game “Low Tide” is missing")
    assert desk.read_log() == log, "the story says what it said with the game"
    assert desk.offers() == []
    for seat in ("Ada", "Tom"):
        desk.click_seat(seat)
        assert card not in desk.faces_on_screen()
    with desk.hold_to_look("Tom"):
        assert card not in desk.faces_on_screen(), "nobody looks at a hand without the rules that say who may"
    desk.drag("deck#0", "discard", keys=ALT)
    assert desk.cards("discard") == ()
    assert "is open read-only" in desk.house.window.notices.messages[-1].text
    assert "“Low Tide”" in desk.page.banner.text, "whatever is refused, it says which game is missing"
    desk.picture("own-game-5-missing")
    for room in ("characters", "story", "options"):
        desk.go_to(room)
        desk.picture(f"own-game-6-{room}")
    desk.press("Ctrl+W")
    assert desk.path.read_bytes() == before

    install(desk, path)
    (tile,) = desk.house.window.welcome.recent_tiles
    desk.click(tile)
    desk.arrive()
    assert not desk.page.banner.isVisible()
    assert desk.read_log() == log
    desk.click_offer("Fish for a card", seat="Tom")
    assert len(desk.truth.zones["hand:tom"].cards) == 2
