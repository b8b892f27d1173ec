"""From the first page to a dealt table, and back to where the last evening stopped."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from engine.core.manual_moves import Say
from engine.model.seats import SHARED, Role
from tests.on_screen import on_screen
from tests.vtt.shell_kit import PEOPLE, dialogue_of, make_file, open_house, places_of, play_at
from vtt.shared.game_choices import game_name
from vtt.shared.option_fields import TagsOption
from vtt.shell.application import Application
from vtt.shell.campaigns.campaign_loading import demos, open_file
from vtt.shell.first_window import StartOptions
from vtt.system.user_folders import folders_under
from vtt.welcome.new_campaign_dialog import NewCampaignDialog
from vtt.welcome.people_list import SeatEntry, problem_of, seats_of
from vtt.welcome.welcome_page import relative_day
from vtt.widgets.message_dialog import MessageDialog


def wait_for_table(qtbot: QtBot, house: Application) -> None:
    qtbot.waitUntil(lambda: house.controller.opened is not None)


def click(house: Application, widget: object) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)  # type: ignore[call-overload]


def planned(qtbot: QtBot, house: Application) -> NewCampaignDialog:
    """Ask for a new campaign, and return the dialog once it is there."""
    house.controller.plan_new()
    qtbot.waitUntil(lambda: bool(house.window.findChildren(NewCampaignDialog)))
    dialog = house.window.findChildren(NewCampaignDialog)[-1]
    on_screen(dialog)
    return dialog


def test_two_clicks_from_the_start_to_a_dealt_table_that_is_in_its_file(qtbot: QtBot, tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        click(house, house.window.welcome.new_tile)
        qtbot.waitUntil(lambda: bool(house.window.findChildren(NewCampaignDialog)))
        dialog = dialogue_of(house)
        click(house, dialog.buttons["create"])
        wait_for_table(qtbot, house)
        campaign = house.controller.campaign
        assert campaign is not None
        view = campaign.viewer_campaign(SHARED).view
        assert [zone.count for name, zone in view.zones.items() if name.startswith("hand:")] == [7, 7, 7, 7]
        opened = house.controller.opened
        assert opened is not None
        path = opened.path
        house.controller.close()
        again = open_file(path, places_of(house))
        assert again.history.table == opened.history.table
        again.store.close()


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
@pytest.mark.parametrize("name", demos(folders_under(Path("nowhere"))))
def test_two_clicks_play_a_demo_live(qtbot: QtBot, tmp_path: Path, name: str) -> None:
    with open_house(tmp_path) as house:
        click(house, house.window.welcome.demo_tile)
        menu = house.window.welcome.demo_menu
        qtbot.waitUntil(menu.isVisible)
        action = next(action for action in menu.actions() if action.text() == game_name(name))
        QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())
        qtbot.waitUntil(lambda: house.window.page is not None)
        campaign = house.controller.campaign
        assert campaign is not None
        before = campaign.position
        # The file may still be on its way; the gesture waits for it and is kept.
        assert campaign.submit(Say(seat=next(iter(campaign.viewer_campaign(SHARED).view.seats)), text="Here we are."))
        wait_for_table(qtbot, house)
        opened = house.controller.opened
        assert opened is not None
        assert opened.path.parent == places_of(house).campaigns
        house.controller.close()
        again = open_file(opened.path, places_of(house))
        assert again.history.cursor == before + 1
        again.store.close()


def test_a_campaign_is_found_again_with_a_picture_of_where_it_stopped(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_file(tmp_path, "Thursday")
    with open_house(tmp_path) as house:
        play_at(house, path)
        house.controller.close()
        (tile,) = house.window.welcome.recent_tiles
        assert tile.heading == "Thursday"
        assert tile.hasFocus()
        recent = house.settings.values.recent[0]
        qtbot.waitUntil(Path(recent.picture).is_file)
    with open_house(tmp_path) as house:
        QTest.keyClick(house.window.welcome.recent_tiles[0], Qt.Key.Key_Space)
        wait_for_table(qtbot, house)
        assert house.window.windowTitle() == "Thursday"


def test_a_missing_file_is_reported_and_can_be_removed_from_the_list(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_file(tmp_path)
    with open_house(tmp_path) as house:
        play_at(house, path)
        house.controller.close()
        path.unlink()
        house.controller.recents.show()
        (tile,) = house.window.welcome.recent_tiles
        assert "file is missing" in tile.accessibleDescription()
        click(house, tile)
        qtbot.waitUntil(lambda: any(d.isVisible() for d in house.window.findChildren(MessageDialog)))
        dialogue_of(house).choose("forget")
        assert house.window.welcome.recent_tiles == []
        assert house.settings.values.recent == ()


def test_the_arrow_keys_walk_the_tiles(qtbot: QtBot, tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        welcome = house.window.welcome
        assert welcome.new_tile.hasFocus()
        QTest.keyClick(welcome.new_tile, Qt.Key.Key_Right)
        assert welcome.demo_tile.hasFocus()
        QTest.keyClick(welcome.demo_tile, Qt.Key.Key_Left)
        assert welcome.new_tile.hasFocus()


def test_people_are_added_moved_and_taken_away_by_keyboard(qtbot: QtBot, tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        dialog = planned(qtbot, house)
        people = dialog.people
        _walk_the_people(dialog)
        for row, name in zip(people.rows, ("Ada", "Tom", "Eva", "Kim"), strict=True):
            row.name.selectAll()
            QTest.keyClicks(row.name, name)
        QTest.keyClick(people.rows[3].name, Qt.Key.Key_Return)
        assert [p.name for p in people.people] == ["Ada", "Tom", "Eva", "Kim"], "an empty row is nobody"
        assert dialog.buttons["create"].isEnabled()
        QTest.keyClicks(people.rows[4].name, "Zoe")
        QApplication.processEvents()  # the new row is seen
        _walk_the_people(dialog)
        QTest.keyClick(people.rows[4].name, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
        assert [p.name for p in people.people] == ["Ada", "Tom", "Eva", "Zoe", "Kim"]
        people.rows[1].off.click()
        assert [p.name for p in people.people] == ["Ada", "Eva", "Zoe", "Kim"]
        people.rows[0].off.click()
        assert people.people[0] == SeatEntry("Eva", gm=True), "a table is never left without a GM"
        rows = people.layout()
        content = people.parentWidget()
        assert rows is not None
        assert content is not None
        form = content.layout()
        assert form is not None
        QApplication.processEvents()
        form.setGeometry(QRect(0, 0, 700, 2000))  # the dialog keeps its height
        assert people.height() == rows.sizeHint().height(), "the rows stay together"
        _check_refusals(dialog)
        dialog.reject()


def _walk_the_people(dialog: NewCampaignDialog) -> None:
    """Tab goes from the name of the campaign through all rows to the button below them."""
    people, walked = dialog.people, list[QWidget]([dialog.name])
    dialog.name.setFocus()
    while walked[-1] is not people.add_button and len(walked) < 40:
        QTest.keyClick(walked[-1], Qt.Key.Key_Tab)
        walked.append(dialog.focusWidget())
    assert walked[1] is people.rows[0].name
    assert [row.name for row in people.rows] == [part for part in walked[1:] if isinstance(part, QLineEdit)]
    assert sum(row.isAncestorOf(part) for row in people.rows for part in walked) == len(walked) - 2


@pytest.mark.rule("IM-GEN-5")
def test_a_campaign_takes_its_setting_along(qtbot: QtBot, tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        dialog = planned(qtbot, house)
        setting = dialog.options["imaginality"]["setting"]
        assert isinstance(setting, TagsOption)
        assert [chip.accessibleName() for chip in setting.tag_buttons.values()][:3] == [
            "High Fantasy",
            "Orwellian",
            "Punk",
        ]
        click(house, setting.tag_buttons["real_life"])
        QTest.keyClicks(setting.new.line, "Fens & fog")
        QTest.keyClick(setting.new.line, Qt.Key.Key_Return)
        assert dialog.isVisible(), "Enter adds the word and deals nothing yet"
        click(house, dialog.buttons["create"])
        wait_for_table(qtbot, house)
        opened = house.controller.opened
        assert opened is not None
        house.controller.close()
        again = open_file(opened.path, places_of(house))
        assert again.history.table.options["setting"] == ["real_life", "Fens & fog"]
        assert again.history.table.options["playing_yourself"] is True
        again.store.close()


def _check_refusals(dialog: NewCampaignDialog) -> None:
    dialog.people.rows[1].name.setText("eva")
    assert "eva" in dialog.problem.text().casefold()
    assert not dialog.buttons["create"].isEnabled()
    dialog.people.rows[1].name.setText("Zoë")
    assert dialog.buttons["create"].isEnabled()
    dialog.name.clear()
    assert not dialog.buttons["create"].isEnabled()
    dialog.name.setText("A new one")


@pytest.mark.parametrize(
    ("names", "ids"),
    [
        (["Ada", "Tom"], ["ada", "tom"]),
        (["Tom", "tom!", "Tom"], ["tom", "tom-2", "tom-3"]),
        (["Zoë Ångström", "愛", "shared", "<b>"], ["zoe-angstrom", "seat", "shared-2", "b"]),
        (["x" * 10_000, "Print"], ["x" * 24, "print-2"]),
    ],
)
def test_seats_get_plain_ids_whatever_the_names(names: list[str], ids: list[str]) -> None:
    seats = seats_of(SeatEntry(name, gm=at == 0) for at, name in enumerate(names))
    assert [seat.id for seat in seats] == ids
    assert [seat.name for seat in seats] == names
    assert next(seat.role for seat in seats) is Role.GM


def test_a_problem_with_the_list_of_people_is_shown() -> None:
    assert problem_of(PEOPLE) == ""
    assert problem_of([SeatEntry("Ada", gm=True)])
    assert problem_of([SeatEntry("Ada"), SeatEntry("Tom")])
    assert problem_of([SeatEntry("Ada", gm=True), SeatEntry("")])


def test_days_are_said_as_people_say_them() -> None:
    from datetime import date

    today = date(2026, 11, 21)
    assert relative_day("2026-11-21T10:00:00+00:00", today) == "today"
    assert relative_day("2026-11-20T10:00:00+00:00", today) == "yesterday"
    assert relative_day("2026-11-01T10:00:00+00:00", today) == "20 days ago"
    assert relative_day("2025-03-03T10:00:00+00:00", today) == "3 March 2025"
    for broken in ("not a day", "0001-01-01T00:00:00+23:00"):  # a file of anybody
        assert relative_day(broken, today) == ""


@pytest.mark.parametrize("scale", [0.75, 3.0])
def test_every_tile_can_be_reached_at_any_size(qtbot: QtBot, tmp_path: Path, scale: float) -> None:
    with open_house(tmp_path, StartOptions(size=QSize(1280, 720), scale=scale)) as house:
        welcome = house.window.welcome
        for tile in (welcome.new_tile, welcome.demo_tile, welcome.open_tile):
            tile.setFocus()
            QTest.keyClick(tile, Qt.Key.Key_Left)
            QTest.keyClick(house.window.focusWidget(), Qt.Key.Key_Right)
            shown = tile.visibleRegion().boundingRect()
            assert shown.height() >= tile.height() * 0.9 or tile is welcome.new_tile
            assert shown.width() == tile.width()
