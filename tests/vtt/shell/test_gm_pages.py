"""The GM's pages on a screen that the players may see: shown after a question, hidden, and back again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QDialog, QFileDialog, QMenu
from pytestqt.qtbot import QtBot

from engine.kit.handouts.handout_records import HANDOUTS
from engine.model.seats import SHARED
from tests.vtt.monitors_kit import LAPTOP, TV, plug_monitors
from tests.vtt.panels_stage import words_in
from tests.vtt.prep_kit import box, make_prepared, settle
from tests.vtt.shell_kit import dialogue_of, open_house, play_at, wake
from vtt.library.library_room import LibraryRoom
from vtt.panels.dice_roller import DiceRoller
from vtt.prep.prep_room import PrepRoom
from vtt.shell.application import Application
from vtt.shell.window.campaign_page import CampaignPage
from vtt.shell.window.viewer_switch import HIDES_SETTING, ViewerSwitch
from vtt.story.log_panel import LogPanel
from vtt.widgets.message_dialog import MessageDialog

SECRET = "The butler did it"
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Application]:
    path = make_prepared(tmp_path, "imaginality")
    with open_house(tmp_path) as made:
        play_at(made, path)
        yield made


def page_of(house: Application) -> CampaignPage:
    assert house.window.page is not None
    return house.window.page


def switch_of(house: Application) -> ViewerSwitch:
    assert house.window.viewer_switch is not None
    return house.window.viewer_switch


def asked(house: Application) -> bool:
    return any(dialog.isVisible() for dialog in house.window.findChildren(MessageDialog))


def is_hidden(house: Application) -> bool:
    """Say whether nothing of the secret is in the window, its title, its names, or its picture's source widgets."""
    assert house.window.windowTitle() == "Drawing"
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    everywhere = [words for window in QApplication.topLevelWidgets() for words in words_in(window)]
    return page_of(house).viewer == SHARED and not any(SECRET in words for words in everywhere)


def write_secret(qtbot: QtBot, house: Application) -> PrepRoom:
    """Begin a handout on the GM's Prep page, and leave it unsaved."""
    house.window.named_actions["room_prep"].trigger()
    dialogue_of(house).choose("show")
    wake(house.window)
    room = page_of(house).show_room("prep")
    assert isinstance(room, PrepRoom)
    room.open_category(HANDOUTS)
    room.make_new()
    settle(qtbot, room)
    line = box(room, "name").control.first_stop()
    line.setFocus()
    QTest.keyClicks(line, SECRET)
    settle(qtbot, room)
    assert any(SECRET in words for words in words_in(house.window))
    return room


@pytest.mark.parametrize("name", ["prep", "library"])
def test_a_page_of_the_gm_opens_after_a_question(house: Application, name: str) -> None:
    actions = house.window.named_actions
    actions[f"room_{name}"].trigger()
    question = dialogue_of(house)
    assert "Players can see this screen" in question.text
    question.choose("")
    assert page_of(house).viewer == SHARED
    assert page_of(house).is_closed
    actions["room_table"].trigger()
    actions[f"room_{name}"].trigger()
    dialogue_of(house).choose("show")
    assert page_of(house).viewer == "ada"
    assert page_of(house).room == name
    assert not page_of(house).is_closed


@pytest.mark.parametrize("name", ["characters", "story", "options"])
def test_what_everybody_may_see_opens_without_a_question(house: Application, name: str) -> None:
    house.window.named_actions[f"room_{name}"].trigger()
    assert not asked(house)


def test_it_is_not_asked_again_this_evening(house: Application) -> None:
    actions = house.window.named_actions
    actions["eyes_gm"].trigger()
    question = dialogue_of(house)
    (again,) = question.findChildren(QCheckBox)
    again.setChecked(True)
    question.choose("show")
    actions["eyes_shared"].trigger()
    actions["room_library"].trigger()
    assert not asked(house)
    assert page_of(house).viewer == "ada"


def test_who_says_no_is_asked_again(house: Application) -> None:
    house.window.named_actions["eyes_gm"].trigger()
    question = dialogue_of(house)
    assert question.minimumSize() == question.size() == question.sizeHint(), "no window manager makes it smaller"
    question.findChildren(QCheckBox)[0].setChecked(True)
    question.choose("")
    house.window.named_actions["eyes_gm"].trigger()
    assert asked(house)


def test_with_a_second_screen_nothing_is_asked_and_nothing_hides(tmp_path: Path) -> None:
    path = make_prepared(tmp_path, "imaginality")
    with open_house(tmp_path) as house:
        plug_monitors(house, LAPTOP, TV)
        _, page = play_at(house, path)
        actions = house.window.named_actions
        actions["player_window"].trigger()
        actions["room_prep"].trigger()
        assert not asked(house)
        assert page.viewer == "ada"
        for gesture in ("room_prep", "eyes_gm", "table_only"):
            actions[gesture].trigger()
            assert page.viewer == "ada", gesture
        page.table_room.seat_wanted.emit("tom")
        assert page.viewer == "ada"


def by_the_key_of_the_room(house: Application) -> None:
    QTest.keyClick(house.window, Qt.Key.Key_3, CTRL)


def by_the_key_of_the_gm_screen(house: Application) -> None:
    house.window.named_actions["eyes_gm"].trigger()


def by_the_curtain(house: Application) -> None:
    QTest.keyClick(house.window, Qt.Key.Key_F9)
    assert not page_of(house).table_room.table.curtain_seat


def at_table_only(house: Application) -> None:
    QTest.keyClick(house.window, Qt.Key.Key_F12)


def by_a_players_seat(house: Application) -> None:
    page_of(house).show_room("table")
    switcher = page_of(house).table_room.offers._seats
    tom = next(button for button in switcher.buttons if button.objectName() == "seat_tom")
    tom.click()
    assert page_of(house).table_room.offers.seat == "tom"


def by_a_seat_on_the_table(house: Application) -> None:
    page_of(house).show_room("table")
    page_of(house).table_room.table.choose_seat("tom")


def by_a_seat_in_the_palette(house: Application) -> None:
    page_of(house)._show_seat("tom")


def by_a_held_up_hand(house: Application) -> None:
    page_of(house).show_room("table")
    table = page_of(house).table_room.table
    table.hand_peek.begin("tom")
    assert table.looking_seat == "tom", "who holds the key sees the hand, and nothing of the GM's"


def by_the_shared_screen(house: Application) -> None:
    house.window.named_actions["eyes_shared"].trigger()


def by_another_program(house: Application) -> None:
    switch_of(house)._application_changed(Qt.ApplicationState.ApplicationInactive)
    assert page_of(house).viewer == "ada", "a tooltip or a dialog hides nothing"
    switch_of(house)._grace.timeout.emit()


WAYS = (
    by_the_key_of_the_room,
    by_the_key_of_the_gm_screen,
    by_the_curtain,
    at_table_only,
    by_a_players_seat,
    by_a_seat_on_the_table,
    by_a_seat_in_the_palette,
    by_a_held_up_hand,
    by_the_shared_screen,
    by_another_program,
)


@pytest.mark.parametrize("hide", WAYS)
def test_it_hides_and_comes_back_as_it_was(
    qtbot: QtBot, house: Application, hide: Callable[[Application], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    room = write_secret(qtbot, house)
    if hide is by_another_program:
        monkeypatch.setattr(QGuiApplication, "applicationState", lambda: Qt.ApplicationState.ApplicationInactive)
    hide(house)
    page_of(house).table_room.table.hand_peek.end()
    assert is_hidden(house), hide.__name__
    house.window.named_actions["table_only"].setChecked(False)
    house.window.named_actions["room_prep"].trigger()
    assert room.category.kind == HANDOUTS
    dialogue_of(house).choose("show")
    settle(qtbot, room)
    assert room.open_record is not None
    assert room.open_record.record["name"] == SECRET
    assert room.open_record.dirty, "unsaved words are still there"
    assert box(room, "name").control.first_stop().text() == SECRET  # type: ignore[attr-defined]


def test_a_file_dialog_of_its_own_hides_nothing(
    qtbot: QtBot, house: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_secret(qtbot, house)
    monkeypatch.setattr(QGuiApplication, "applicationState", lambda: Qt.ApplicationState.ApplicationInactive)
    dialog = QFileDialog(house.window)
    dialog.open()
    switch_of(house)._application_changed(Qt.ApplicationState.ApplicationInactive)
    switch_of(house)._grace.timeout.emit()
    assert page_of(house).viewer == "ada"
    dialog.reject()
    dialog.deleteLater()
    switch_of(house)._grace.timeout.emit()
    assert is_hidden(house)


def test_it_comes_back_in_time_and_nothing_hides(qtbot: QtBot, house: Application) -> None:
    write_secret(qtbot, house)
    switch = switch_of(house)
    switch._application_changed(Qt.ApplicationState.ApplicationInactive)
    assert switch._grace.isActive()
    switch._application_changed(Qt.ApplicationState.ApplicationActive)
    assert not switch._grace.isActive()


def test_hiding_in_other_programs_can_be_switched_off(
    qtbot: QtBot, house: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_secret(qtbot, house)
    monkeypatch.setattr(QGuiApplication, "applicationState", lambda: Qt.ApplicationState.ApplicationInactive)
    house.window.named_actions["gm_screen_hides"].trigger()
    assert house.settings.extra(HIDES_SETTING) is False
    switch_of(house)._application_changed(Qt.ApplicationState.ApplicationInactive)
    switch_of(house)._grace.timeout.emit()
    assert page_of(house).viewer == "ada"


def test_no_dialog_stays_over_a_hidden_page(qtbot: QtBot, house: Application) -> None:
    write_secret(qtbot, house)
    dialog = QDialog(house.window)
    dialog.setWindowTitle(SECRET)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
    assert switch_of(house).hide_from_all()
    assert is_hidden(house)


class Asking(QDialog):
    """A dialog that asks before it closes, as one does with changes in it."""

    def reject(self) -> None:
        question = QDialog(self)
        question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        question.open()


def test_a_dialog_that_asks_before_it_closes_is_hidden_until_the_gm_comes_back(house: Application) -> None:
    switch = switch_of(house)
    switch.see_gm(asked=False)
    dialog = Asking(house.window)
    dialog.open()
    assert switch.hide_from_all()
    assert not any(seen.isVisible() for seen in house.window.findChildren(QDialog))
    switch.see_gm(asked=False)
    assert dialog.isVisible(), "what is written in it is not lost"
    dialog.done(0)


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_no_menu_stays_over_a_hidden_page(house: Application) -> None:
    switch = switch_of(house)
    switch.see_gm(asked=False)
    menu = QMenu(house.window)
    menu.addAction(SECRET)
    menu.popup(house.window.geometry().center())
    assert menu.isVisible()
    assert switch.hide_from_all()
    assert not menu.isVisible()


def test_a_panel_that_no_room_knows_has_the_viewer_of_the_window_too(house: Application) -> None:
    switch, page = switch_of(house), page_of(house)
    switch.see_gm(asked=False)
    panel = LogPanel(page.campaign, page.viewer, house.hub, page)
    assert switch.hide_from_all()
    assert panel.viewer == SHARED


def test_searches_of_the_gm_come_back_to_the_gm_alone(qtbot: QtBot, house: Application) -> None:
    write_secret(qtbot, house)
    page = page_of(house)
    library = page.show_room("library")
    assert isinstance(library, LibraryRoom)
    page.table_room.log.search.setText(SECRET)
    library.list.field.setText(SECRET)
    switch = switch_of(house)
    assert switch.hide_from_all()
    assert is_hidden(house)
    switch.see_gm(asked=False)
    assert page.table_room.log.search.text() == SECRET
    assert library.list.field.text() == SECRET


def test_the_reason_of_a_roll_that_is_not_thrown_comes_back_to_the_gm(qtbot: QtBot, house: Application) -> None:
    switch_of(house).see_gm(asked=False)
    house.window.named_actions["dice"].trigger()
    (dice,) = house.window.findChildren(DiceRoller)
    QTest.keyClicks(dice.reason, SECRET)
    assert switch_of(house).hide_from_all()
    assert is_hidden(house)
    assert not dice.isVisible()
    switch_of(house).see_gm(asked=False)
    assert dice.reason.text() == SECRET


def test_a_private_line_comes_back_to_its_writer(qtbot: QtBot, house: Application) -> None:
    switch_of(house).see_gm(asked=False)
    story = page_of(house).show_room("story")
    story.private.setChecked(True)  # type: ignore[attr-defined]
    QTest.keyClicks(story.line, SECRET)  # type: ignore[attr-defined]
    assert switch_of(house).hide_from_all()
    assert is_hidden(house)
    story.line.undo()  # type: ignore[attr-defined]
    assert is_hidden(house), "nor is it there after undo"
    story.line.setText("Hello")  # type: ignore[attr-defined]
    switch_of(house).see_gm(asked=False)
    assert story.line.text() == SECRET  # type: ignore[attr-defined]
    assert story.private.isChecked()  # type: ignore[attr-defined]
