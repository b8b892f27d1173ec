"""The Games place: what is listed, installed, disabled and removed, and campaigns of games that are gone."""

from __future__ import annotations

import json
import sqlite3
import threading
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine import asset_folder
from engine.core import fault_isolation
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.seats import SHARED
from engine.rulesets import loader
from engine.rulesets.game_folder import GameOrigin
from engine.rulesets.game_import import forget_code
from engine.sheets.editing.new_character_moves import JoinActor
from tests.engine.rulesets.game_folders import RULESET, write_game
from tests.vtt.shell_kit import dialogue_of, make_file, open_house, places_of, play_at
from vtt.shared.game_choices import game_cards
from vtt.sheets.characters.characters_room import CharactersRoom
from vtt.shell import print_command
from vtt.shell.application import Application
from vtt.shell.campaigns import campaign_loading, installed_games
from vtt.shell.campaigns.campaign_loading import open_file
from vtt.shell.first_window import StartOptions
from vtt.storage.campaign_database import digest
from vtt.storage.campaign_errors import Damaged
from vtt.story.story_room import StoryRoom
from vtt.system.user_folders import folders_under
from vtt.welcome.game_install_dialog import GameInstallDialog, size_words
from vtt.welcome.games_dialog import GameRow, GamesDialog
from vtt.welcome.new_campaign_dialog import NewCampaignDialog, NewCampaignPlan
from vtt.welcome.people_list import SeatEntry
from vtt.widgets.message_dialog import MessageDialog

PEOPLE_OF_TWO = (SeatEntry("Ada", gm=True), SeatEntry("Tom"))
OURS = ["Imaginality", "Future Imperfect", "Card: the Drawing", "Classic d100 fantasy"]


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Forget the games of a test when it is over."""
    installed = loader._Installed()
    installed.loaded.update(loader._installed.loaded)
    monkeypatch.setattr(loader, "_installed", installed)
    monkeypatch.setattr(asset_folder, "_registered", {})
    monkeypatch.setattr(installed_games, "_added", set())
    yield
    for game in ("duel", "broken"):
        forget_code(game)
    asset_folder._clear_caches()


def zip_of(folder: Path, version: str = "1.0", extra: str = "") -> Path:
    """Return a zip with the game Duel."""
    head = f'id = "duel"\nname = "Duel & co"\nversion = "{version}"\nruleset = "duel.ruleset:Duel"\n'
    source = write_game(folder / f"duel {version}", game=head)
    path = folder / f"duel-{version}.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(source.rglob("*.*")):
            archive.write(file, f"duel/{file.relative_to(source).as_posix()}")
        if extra:
            archive.writestr(extra, "x")
    return path


def listed(qtbot: QtBot, house: Application) -> GamesDialog:
    """Open the Games place and wait for the list."""
    house.window.welcome.games_tile.click()
    dialog = house.window.findChildren(GamesDialog)[-1]
    qtbot.waitUntil(lambda: bool(dialog.rows))
    return dialog


def names(dialog: GamesDialog) -> list[str]:
    return [row.game.name for row in dialog.rows.values()]


def row_of(dialog: GamesDialog, name: str) -> GameRow:
    return next(row for row in dialog.rows.values() if row.game.name == name)


def previewed(qtbot: QtBot, house: Application, dialog: GamesDialog, path: Path) -> GameInstallDialog:
    """Choose a zip, and return what is shown of it."""
    house.games_controller.preview(path)
    qtbot.waitUntil(lambda: any(d.isVisible() for d in dialog.findChildren(GameInstallDialog)))
    return next(d for d in dialog.findChildren(GameInstallDialog) if d.isVisible())


def test_a_zip_is_shown_installed_played_disabled_and_removed(qtbot: QtBot, tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        games = places_of(house).games
        dialog = listed(qtbot, house)
        assert names(dialog) == OURS
        assert [row.buttons for row in dialog.rows.values()] == [{}] * 4
        shown = previewed(qtbot, house, dialog, zip_of(tmp_path))
        assert "has the same rights as you" in shown.code.text()
        assert shown.files.count() == 4
        assert shown.focusWidget() is shown.buttons[""], "Enter installs nothing"
        assert not games.exists()
        shown.buttons[""].click()
        assert not games.exists()

        previewed(qtbot, house, dialog, zip_of(tmp_path / "again")).buttons["install"].click()
        qtbot.waitUntil(lambda: len(dialog.rows) == 5)
        assert names(dialog) == [*OURS, "Duel & co"]
        assert sorted(p.name for p in games.iterdir()) == ["duel"]
        assert row_of(dialog, "Duel & co").state.text() == ""
        qtbot.waitUntil(lambda: not row_of(dialog, "Duel & co").visibleRegion().isEmpty())  # scrolled to

        dialog.accept()
        house.window.welcome.new_tile.click()
        qtbot.waitUntil(lambda: bool(house.window.findChildren(NewCampaignDialog)))
        new = house.window.findChildren(NewCampaignDialog)[-1]
        assert new.games["duel"].heading == "Duel & co"
        new.choose("")

        dialog = listed(qtbot, house)
        row_of(dialog, "Duel & co").buttons["disable"].click()
        qtbot.waitUntil(lambda: "enable" in row_of(dialog, "Duel & co").buttons)
        assert row_of(dialog, "Duel & co").state.text() == "Disabled"
        assert "duel" not in loader.ruleset_ids()
        row_of(dialog, "Duel & co").buttons["enable"].click()
        qtbot.waitUntil(lambda: "disable" in row_of(dialog, "Duel & co").buttons)

        row_of(dialog, "Duel & co").buttons["remove"].click()
        asked = dialogue_of(house)
        assert "you can open them read-only" in asked.text
        asked.buttons["remove"].click()
        qtbot.waitUntil(lambda: names(dialog) == OURS)
        assert [p.name for p in games.iterdir() if p.name != "disabled.txt"] == []


def test_a_newer_version_is_played_at_once(qtbot: QtBot, tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        write_game(places_of(house).games, folder="An old name", rules='NAME = "duel"\nOLD = 1\n')
        dialog = listed(qtbot, house)
        assert row_of(dialog, "Duel").game.usable
        shown = previewed(qtbot, house, dialog, zip_of(tmp_path, "2.0"))
        assert "Replace Duel & co with version 2.0?" in shown.windowTitle()
        shown.buttons["install"].click()
        qtbot.waitUntil(lambda: names(dialog)[-1] == "Duel & co")
        assert sorted(p.name for p in places_of(house).games.iterdir()) == ["duel"]
        rules = __import__("sys").modules["kitchen_table_games.duel.rules"]
        assert not hasattr(rules, "OLD")


def test_a_zip_that_cannot_be_installed_is_told_in_a_sentence(qtbot: QtBot, tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        dialog = listed(qtbot, house)
        ours = tmp_path / "ours.zip"
        with zipfile.ZipFile(ours, "w") as archive:
            archive.writestr("game.toml", 'id = "imaginality"\nname = "Better"\n')
        for path, words in ((zip_of(tmp_path, extra="duel/a.exe"), "a.exe"), (ours, "which comes with the program")):
            house.games_controller.preview(path)
            qtbot.waitUntil(lambda: warning_of(dialog) is not None)
            asked = warning_of(dialog)
            assert asked is not None
            assert words in asked.text
            assert "Nothing was installed" in asked.text
            asked.choose("")
        assert not places_of(house).games.exists()


def warning_of(dialog: GamesDialog) -> MessageDialog | None:
    """Return the message that is shown over the Games place."""
    shown = (d for d in dialog.findChildren(MessageDialog) if d.isVisible() and not isinstance(d, GameInstallDialog))
    return next(shown, None)


def test_a_broken_game_shows_its_sentence_and_hinders_no_other(qtbot: QtBot, tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        write_game(places_of(house).games, "broken", ruleset="raise SystemExit(3)")
        write_game(places_of(house).games)
        dialog = listed(qtbot, house)
        qtbot.waitUntil(lambda: row_of(dialog, "Broken").state.text() != "")
        broken = row_of(dialog, "Broken")
        assert broken.state.text() == "Cannot be played"
        assert "cannot be loaded" in broken.reason
        assert [*broken.buttons] == ["remove"]
        assert row_of(dialog, "Duel").state.text() == ""


def test_a_game_whose_code_does_not_end_can_be_disabled(qtbot: QtBot, tmp_path: Path) -> None:
    go_on = tmp_path / "go on"
    waits = f"import pathlib, time\nwhile not pathlib.Path({str(go_on)!r}).exists():\n    time.sleep(0.01)\n"
    with open_house(tmp_path) as house:
        try:
            write_game(places_of(house).games, "broken", ruleset=waits)
            dialog = listed(qtbot, house)
            row_of(dialog, "Broken").buttons["disable"].click()
            qtbot.waitUntil(lambda: "enable" in row_of(dialog, "Broken").buttons)
        finally:
            go_on.touch()


def test_code_that_never_ends_hinders_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed_games, "IMPORT_SECONDS", 0.1)
    places, go_on = folders_under(tmp_path), tmp_path / "go on"
    waits = f"import pathlib, time\nwhile not pathlib.Path({str(go_on)!r}).exists():\n    time.sleep(0.01)\n"
    write_game(places.games, "broken", ruleset=waits)
    write_game(places.games)
    try:
        listed_games = {game.id: game for game in installed_games.reread_games(places)}
        reason = listed_games["broken"].reason
        assert reason is not None
        assert reason.key == "refused.game_import_endless"
        assert listed_games["duel"].usable
        assert [card.name for card in game_cards()] == [*OURS, "Duel"]
        installed_games.reread_games(places)
        waiting = [thread for thread in threading.enumerate() if thread.name == "import of broken"]
        assert len(waiting) == 1, "while its files stay the same, nobody waits for it again"
    finally:
        go_on.touch()


def test_a_program_that_closes_waits_for_no_game(tmp_path: Path) -> None:
    places, go_on = folders_under(tmp_path), tmp_path / "go on"
    waits = f"import pathlib, time\nwhile not pathlib.Path({str(go_on)!r}).exists():\n    time.sleep(0.01)\n"
    write_game(places.games, "broken", ruleset=waits)
    try:
        installed_games.wait_for_games(False)
        installed_games.reread_games(places)
        assert [game.id for game in loader.games() if game.reason is not None] == ["broken"]
    finally:
        installed_games.wait_for_games(True)
        go_on.touch()


def test_a_game_that_breaks_off_its_import_is_broken(tmp_path: Path) -> None:
    places = folders_under(tmp_path)
    write_game(places.games, "broken", ruleset="raise KeyboardInterrupt\n")
    (broken,) = [game for game in installed_games.reread_games(places) if game.id == "broken"]
    assert broken.reason is not None
    assert broken.reason.key == "refused.game_import_failed"


def test_a_game_that_was_put_into_the_folder_is_there_for_a_new_campaign(qtbot: QtBot, tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        folder = write_game(places_of(house).games)
        house.window.welcome.new_tile.click()
        qtbot.waitUntil(lambda: bool(house.window.findChildren(NewCampaignDialog)))
        dialog = house.window.findChildren(NewCampaignDialog)[-1]
        assert dialog.games["duel"].heading == "Duel"
        dialog.choose("")
        asked = installed_games.list_games(places_of(house))
        assert [game.name for game in asked] == [*OURS, "Duel"]
        head = (folder / "game.toml").read_text(encoding="utf-8").replace("Duel", "Duel at dawn", 1)
        (folder / "game.toml").write_text(head, encoding="utf-8")
        app = QGuiApplication.instance()
        assert isinstance(app, QGuiApplication)
        app.applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)  # somebody comes back to the window
        qtbot.waitUntil(lambda: "Duel at dawn" in [game.name for game in loader.games()])


def test_a_fault_of_a_game_names_the_game_on_the_table(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults: list[Exception] = []
    monkeypatch.setattr(fault_isolation, "_hearers", [faults.append])
    faulty = RULESET + "\n    def activity_view(self, table, viewer):\n        return 3\n"
    with open_house(tmp_path) as house:
        write_game(places_of(house).games, ruleset=faulty)
        installed_games.list_games(places_of(house))
        house.controller.make(NewCampaignPlan("Evening", "duel", PEOPLE_OF_TWO, tmp_path / "evening.ktable"))
        qtbot.waitUntil(lambda: house.controller.campaign is not None)
        campaign = house.controller.campaign
        assert campaign is not None
        (activity,) = campaign.viewer_campaign(SHARED).view.under_way
        assert say(activity.title) == (
            "This does not work because of an error in the game “Duel”. Everything else still works. "
            "A report was saved; it contains no names and no cards."
        )
        assert {type(fault) for fault in faults} == {TypeError}


def test_a_game_whose_first_deal_fails_opens_without_it(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults: list[Exception] = []
    monkeypatch.setattr(fault_isolation, "_hearers", [faults.append])
    places = folders_under(tmp_path)
    head = "from engine.core.commands import Request\nfrom engine.presentation.offers import make_offer\n"
    deal = "class Deal(Request):\n    def decide(self, draft):\n        1 / 0\n"
    offers = "    moves = (Deal,)\n\n    def offers(self, table, seat, viewer):\n"
    offers += '        return (make_offer("deal", Deal(seat=seat), primary=True),)\n'
    write_game(places.games, ruleset=f"{head}{deal}{RULESET}\n{offers}")
    installed_games.list_games(places)
    started = campaign_loading.start_new(
        NewCampaignPlan("Evening", "duel", PEOPLE_OF_TWO, tmp_path / "e.ktable"), places
    )
    assert [type(fault) for fault in faults] == [ZeroDivisionError]
    assert started.history.entries == []


def test_a_table_that_cannot_be_set_up_is_told_in_a_sentence(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults: list[Exception] = []
    monkeypatch.setattr(campaign_loading, "report_fault", faults.append)
    faulty = RULESET + "\n    def new_table(self, seats, options):\n        1 / 0\n"
    places = folders_under(tmp_path)
    write_game(places.games, ruleset=faulty)
    installed_games.reread_games(places)
    assert [card.name for card in game_cards()] == [*OURS, "Duel"]
    with pytest.raises(Refused, match="Duel cannot be set up") as refused:
        make_file(tmp_path, ruleset="duel")
    assert refused.value.message.key == "refused.game_cannot_begin"
    assert [type(fault) for fault in faults] == [ZeroDivisionError]


def test_the_games_folder_is_opened_or_at_least_named(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, answers = list[str](), [True, False]

    def open_url(url: QUrl) -> bool:
        opened.append(url.toLocalFile())
        return answers.pop(0)

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    with open_house(tmp_path) as house:
        dialog, folder = listed(qtbot, house), str(places_of(house).games)
        dialog.folder.click()
        assert opened == [folder]
        assert places_of(house).games.is_dir()
        assert not dialog.findChildren(MessageDialog)
        dialog.folder.click()  # here no program answers
        (said,) = dialog.findChildren(MessageDialog)
        assert folder in said.text


def inside(dialog: QWidget, part: QWidget) -> bool:
    """Say whether a part of a dialog can be seen whole without scrolling."""
    return dialog.rect().contains(QRect(part.mapTo(dialog, QPoint()), part.size()))


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.0), ((1920, 1080), 1.0), ((1280, 720), 2.0)])
def test_every_button_can_be_reached_at_every_size(
    qtbot: QtBot, tmp_path: Path, size: tuple[int, int], scale: float
) -> None:
    with open_house(tmp_path, StartOptions(size=QSize(*size), scale=scale)) as house:
        write_game(places_of(house).games)
        dialog = listed(qtbot, house)
        assert all(inside(dialog, made) for made in (dialog.install, dialog.folder, dialog.leave))
        shown = previewed(qtbot, house, dialog, zip_of(tmp_path))
        assert all(inside(shown, made) for made in shown.buttons.values())


def test_a_campaign_of_a_game_that_was_removed_can_be_looked_at(qtbot: QtBot, tmp_path: Path) -> None:
    game = write_game(tmp_path / "games")
    with open_house(tmp_path) as house:
        installed_games.reread_games(places_of(house))
        path = make_file(tmp_path, "Duels", ruleset="duel")
        before = path.read_bytes()
        loader.set_game_enabled("duel", enabled=False)
        _, page = play_at(house, path)
        assert page.banner.text.endswith(
            "because its game cannot be played: Duel is disabled. Enable it under “Games”."
        )
        house.controller.close_campaign()
        installed_games.remove_game(next(g for g in loader.games() if g.id == "duel"), places_of(house))
        assert not game.exists()
        campaign, page = play_at(house, path)
        assert "The game “Duel” is missing" in page.banner.text
        assert page.banner.isVisibleTo(house.window)
        assert house.controller.opened is not None
        assert house.controller.opened.view_only
        for room in page.rooms:
            page.show_room(room)
        assert "prep" not in page.rooms
        characters, story = page.show_room("characters"), page.show_room("story")
        assert isinstance(characters, CharactersRoom)
        assert isinstance(story, StoryRoom)
        assert not characters.new.isEnabled()
        assert "read-only: you cannot change anything" in characters.new.toolTip()
        assert not story.write.isEnabled()
        seats = campaign.viewer_campaign(SHARED).view.seats
        assert [offer for seat in seats for offer in campaign.viewer_campaign(seat).offers(seat)] == []
        house.controller.close()
        assert path.read_bytes() == before
    write_game(tmp_path / "games")
    loader.set_game_enabled("duel", enabled=True)
    again = open_file(path, places_of(house))
    assert not again.view_only
    again.store.close()


def test_a_campaign_that_another_version_of_a_game_has_written(qtbot: QtBot, tmp_path: Path) -> None:
    write_game(tmp_path / "games")
    with open_house(tmp_path) as house:
        installed_games.reread_games(places_of(house))
        path = make_file(tmp_path, "Duels", ruleset="duel")
        with closing(sqlite3.connect(path, isolation_level=None)) as raw:
            (content,) = raw.execute("SELECT content FROM checkpoint").fetchone()
            content = content.replace('{"ruleset"', '{"procedures":[{"procedure":"tug_of_war","rope":7}],"ruleset"', 1)
            raw.execute("UPDATE checkpoint SET content = ?, digest = ?", (content, digest(content)))
        before = path.read_bytes()
        _, page = play_at(house, path)
        assert "another version of “Duel”. The installed version cannot read" in page.banner.text
        assert house.controller.opened is not None
        (procedure,) = house.controller.opened.history.table.procedures
        assert json.dumps(procedure) == '{"procedure": "tug_of_war", "rope": 7}'
        house.controller.close()
        assert path.read_bytes() == before
        with closing(sqlite3.connect(path, isolation_level=None)) as raw:
            raw.execute("UPDATE checkpoint SET digest = 1")
        with pytest.raises(Damaged):
            open_file(path, places_of(house))


def test_the_gm_reads_the_record_of_a_character_whose_game_is_gone(qtbot: QtBot, tmp_path: Path) -> None:
    write_game(tmp_path / "games")
    with open_house(tmp_path) as house:
        installed_games.reread_games(places_of(house))
        path = make_file(tmp_path, "Duels", ruleset="duel")
        campaign, _ = play_at(house, path)
        assert campaign.submit(JoinActor(seat="ada", id="x", name="Xena", leader="tom", sheet={"grip": 4, "oath": "a"}))
        house.controller.close_campaign()
        installed_games.remove_game(next(g for g in loader.games() if g.id == "duel"), places_of(house))
        _, page = play_at(house, path)
        room = page.show_room("characters")
        assert isinstance(room, CharactersRoom)
        room.show_actor("x")
        assert not room.form.raw_record.isVisible()
        page.set_viewer("tom")
        assert not room.form.raw_record.isVisible()
        page.set_viewer("ada")
        assert room.form.raw_record.isVisible()
        assert "Grip: 4\nOath: a" in room.form.raw_record.text()


@pytest.mark.parametrize(
    ("origin", "key"),
    [
        (GameOrigin.BUNDLED, "refused.archive_of_program"),
        (GameOrigin.DISTRIBUTION, "refused.archive_installed_otherwise"),
    ],
)
def test_a_zip_replaces_no_game_from_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, origin: GameOrigin, key: str
) -> None:
    there = loader.InstalledGame(id="duel", path=tmp_path / "elsewhere", origin=origin)
    monkeypatch.setattr(loader, "games", lambda: (there,))
    with pytest.raises(Refused) as refused:
        installed_games.preview_game(zip_of(tmp_path), folders_under(tmp_path))
    assert refused.value.message.key == key
    assert "duel-1.0.zip" in refused.value.text


def test_sizes_in_words() -> None:
    assert [size_words(n) for n in (1, 999, 1000, 12_345, 999_600, 12_300_000)] == [
        *("1 byte", "999 bytes", "1.0 kB", "12 kB", "1.0 MB", "12 MB")
    ]


def test_the_print_command_knows_the_games_of_other_people(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(print_command, "default_folders", lambda: folders_under(tmp_path))
    write_game(tmp_path / "games")
    print_command.run(["--blank", "duel", "--out", str(tmp_path / "x.pdf")])
    assert "no game" not in capsys.readouterr().err
    assert "duel" in loader.ruleset_ids()


def test_nothing_is_undone_where_nothing_can_be_stored(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_file(tmp_path, "Thursday")
    path.chmod(0o444)
    with open_house(tmp_path) as house:
        house.controller.open(path, view_only=True)
        qtbot.waitUntil(lambda: house.controller.opened is not None)
        assert house.controller.campaign is not None
        assert house.controller.campaign.view_only
        assert not house.window.named_actions["undo"].isEnabled()
