"""The main window with a campaign: undo by name, the viewer, the player window, notices."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QCursor, QImage, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QListWidget, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from engine.core.manual_moves import MoveCards, Say, ShuffleZone
from engine.messages.refusal import Refused
from engine.model.seats import SHARED
from engine.rulesets.loader import ruleset_ids
from tests.engine.rich import scripts_of
from tests.vtt.shell_kit import LIMIT, dialogue_of, make_file, open_house, play_at, wake
from vtt.__main__ import ROOMS
from vtt.player_window.player_window_cover import PlayerWindowMode
from vtt.shell.first_window import StartOptions
from vtt.shell.window import notices
from vtt.shell.window.campaign_page import keep_offer_keys
from vtt.shell.window.table_room import TableRoom
from vtt.storage.campaign_opening import create_campaign
from vtt.story.story_room import StoryRoom
from vtt.system.user_folders import folders_under
from vtt.table.table_camera import TableCamera
from vtt.widgets.layouts.beside_piece import TITLE_LINE
from vtt.widgets.look.colour_palette import Appearance
from vtt.widgets.look.theme import PortraitFrame
from vtt.widgets.message_dialog import DialogButton, MessageDialog, ask
from vtt.widgets.plain_text import SHORTEST_READING_MS
from vtt.widgets.undo_aware_line_edit import UndoAwareLineEdit


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return make_file(tmp_path, "Thursday <b>&</b> friends")


def test_the_page_of_a_campaign_is_laid_out_once_in_the_room_that_the_toolbar_leaves(
    qtbot: QtBot, tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes, resized = list[QSize](), TableRoom.resizeEvent

    def note(room: TableRoom, event: QResizeEvent) -> None:
        sizes.append(event.size())
        resized(room, event)

    monkeypatch.setattr(TableRoom, "resizeEvent", note)
    with open_house(tmp_path) as house:
        _, page = play_at(house, path)
        qtbot.wait(50)
        assert sizes == [page.table_room.size()]


def test_undo_is_named_and_past_a_reveal_the_gm_is_asked(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        campaign, _ = play_at(house, path)
        undo, redo = house.window.named_actions["undo"], house.window.named_actions["redo"]
        before = campaign.position
        assert campaign.submit(Say(seat="tom", text="Hello & <i>welcome</i>"))
        assert undo.text().startswith("Undo: ")
        assert undo.isEnabled()
        assert not redo.isEnabled()
        QTest.keyClick(house.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert campaign.position == before
        assert redo.text().startswith("Redo: ")
        QTest.keyClick(
            house.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        )
        assert campaign.position == before + 1

        assert campaign.submit(MoveCards(seat="tom", cards=("hand:tom#0",), target="discard"))
        undo.trigger()
        question = dialogue_of(house)
        assert campaign.position == before + 2, "nothing happens before somebody has said so"
        assert "everybody" in question.text
        camera = house.window.findChildren(TableCamera)[0]
        revealed = camera.mapToGlobal(camera.rect().center())
        assert not question.geometry().contains(revealed), "it is asked beside what it is about"
        question.choose("")
        assert campaign.position == before + 2
        undo.trigger()
        dialogue_of(house).choose("undo")
        assert campaign.position == before + 1


def test_undo_in_an_empty_line_takes_back_moves_and_otherwise_text(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        campaign, _ = play_at(house, path)
        actions = house.window.named_actions
        for room in ("room_table", "room_characters", "room_story", "room_options"):
            actions[room].trigger()
            wake(house.window)
            lines = [line for line in house.window.findChildren(UndoAwareLineEdit) if line.isVisible()]
            assert lines, room
            for line in lines:
                line.setFocus()
                before = campaign.position
                assert campaign.submit(Say(seat="tom", text="Hello"))
                QTest.keyClicks(line, "ab")
                QTest.keyClick(line, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
                assert campaign.position == before + 1, f"{room}: what is written comes first"
                line.clear()
                QTest.keyClick(line, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
                assert campaign.position == before, f"{room}: {line.accessibleName()}"


def test_escape_ends_a_search_of_the_log_and_the_next_keys_are_for_the_table(
    qtbot: QtBot, tmp_path: Path, path: Path
) -> None:
    with open_house(tmp_path) as house:
        campaign, page = play_at(house, path)
        assert campaign.submit(Say(seat="tom", text="Hello"))
        log, table = page.table_room.log, page.table_room.table
        for words in ("nowhere", ""):
            log.search.setFocus()
            qtbot.waitUntil(log.search.hasFocus)
            QTest.keyClicks(log.search, words)
            QTest.keyClick(log.search, Qt.Key.Key_Escape)
            assert not log.search.text()
            assert table.hasFocus()
            qtbot.waitUntil(lambda: log.model.rowCount() > 0)
        house.window.named_actions["room_story"].trigger()
        wake(house.window)
        story = page.show_room("story")
        assert isinstance(story, StoryRoom)
        story.log.search.setFocus()
        QTest.keyClicks(story.log.search, "nowhere")
        QTest.keyClick(story.log.search, Qt.Key.Key_Escape)
        assert not story.log.search.text()
        assert story.log.list.hasFocus()


def test_one_long_undo_past_reveals_is_confirmed_once(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        campaign, _ = play_at(house, path)
        before = campaign.position
        undo = house.window.named_actions["undo"]
        for _ in range(4):
            assert campaign.submit(MoveCards(seat="tom", cards=("hand:tom#0",), target="discard"))
        undo.trigger()
        dialogue_of(house).choose("undo")
        assert campaign.position == before + 3
        undo.trigger()
        undo.trigger()
        assert campaign.position == before + 1
        house.window.named_actions["redo"].trigger()
        undo.trigger()
        assert campaign.position == before + 1
        log = campaign.viewer_campaign(SHARED).log()
        assert [line.message.key for line in log if "undone" in line.message.key] == ["log.undone_past_reveal"]
        assert campaign.submit(MoveCards(seat="tom", cards=("hand:tom#0",), target="discard"))
        undo.trigger()
        assert campaign.position == before + 2, "after something new it is asked again"
        dialogue_of(house).choose("")


def test_undo_of_a_step_that_revealed_nothing_asks_nothing(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        campaign, _ = play_at(house, path)
        before = campaign.position
        assert campaign.submit(ShuffleZone(seat="gm" if "gm" in _seats(house) else "ada", zone="deck"))
        house.window.named_actions["undo"].trigger()
        assert campaign.position == before


def _seats(house: object) -> list[str]:
    campaign = house.controller.campaign  # type: ignore[attr-defined]
    return list(campaign.viewer_campaign(SHARED).view.seats)


def test_the_gms_view_is_confirmed_first_and_ends_with_the_player_window(
    qtbot: QtBot, tmp_path: Path, path: Path
) -> None:
    with open_house(tmp_path) as house:
        _, page = play_at(house, path)
        actions = house.window.named_actions
        actions["eyes_gm"].trigger()
        assert page.viewer == SHARED, "the GM's hand does not come up on a screen that all may see"
        assert actions["eyes_shared"].isChecked()
        dialogue_of(house).choose("window")
        eyes = house.window.viewer_switch
        assert eyes is not None
        assert eyes.player_window is not None
        assert page.viewer == "ada"
        assert eyes.player_window.table.viewer == SHARED
        actions["eyes_shared"].trigger()
        actions["eyes_gm"].trigger()
        question = dialogue_of(house)
        assert "is on the same monitor" in question.text
        question.choose("show")
        assert page.viewer == "ada"
        eyes.player_window.close()
        assert page.viewer == SHARED
        assert not actions["player_window"].isChecked()
        assert not actions["blackout"].isEnabled()


def test_a_screen_that_is_the_gms_already_asks_nothing(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        _, page = play_at(house, path)
        actions = house.window.named_actions
        actions["eyes_gm"].trigger()
        dialogue_of(house).choose("show")
        assert page.viewer == "ada"
        assert house.window.viewer_switch is not None
        assert house.window.viewer_switch.see_gm() is None
        assert not [one for one in house.window.findChildren(MessageDialog) if one.isVisible()]
        assert page.viewer == "ada"
        assert actions["eyes_gm"].isChecked()
        actions["eyes_shared"].trigger()
        assert page.viewer == SHARED


def test_the_players_see_what_the_gm_lets_them_see(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        campaign, _ = play_at(house, path)
        actions = house.window.named_actions
        actions["player_window"].trigger()
        eyes = house.window.viewer_switch
        assert eyes is not None
        window = eyes.player_window
        assert window is not None
        actions["freeze"].trigger()
        frozen = window.grab().toImage()
        assert window.shown is PlayerWindowMode.FREEZE
        assert campaign.submit(MoveCards(seat="tom", cards=("hand:tom#0",), target="discard"))
        assert window.grab().toImage() == frozen
        # The same keys work on the players' screen.
        wake(window)
        QTest.keyClick(window, Qt.Key.Key_F6)
        dark = window.grab().toImage()
        assert dark != frozen
        assert QImage(dark).pixelColor(5, 5).lightness() == 0
        actions["follow"].trigger()
        assert window.grab().toImage() not in (dark, frozen)
        # Any other key is the GM's: a letter brings the keyboard back, Ctrl+K the palette with it.
        for key, modifier in (
            (Qt.Key.Key_X, Qt.KeyboardModifier.NoModifier),
            (Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier),
        ):
            wake(window)
            QTest.keyClick(window, key, modifier)
            qtbot.waitUntil(house.window.isActiveWindow)
        assert isinstance(QApplication.focusWidget(), UndoAwareLineEdit)


def test_no_window_and_no_label_takes_a_name_for_markup(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        play_at(house, path)
        assert house.window.windowTitle() == "Thursday <b>&</b> friends"
        for room in ("characters", "story", "options", "table"):
            house.window.named_actions[f"room_{room}"].trigger()
            for shown in house.window.findChildren(QLabel):
                assert shown.textFormat() is Qt.TextFormat.PlainText or not shown.text(), shown.text()
        for widget in house.window.findChildren(QWidget):
            assert "<b>" not in widget.toolTip(), widget.toolTip()


def test_a_refusal_is_said_once_and_can_be_read_again(
    qtbot: QtBot, tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_house(tmp_path) as house:
        campaign, _ = play_at(house, path)
        campaign.refused.emit(Refused("gm_only", "IM-GM-2"))
        toast = house.window.notices.toast
        assert toast.isVisible()
        assert toast.text == Refused("gm_only").text
        assert not any(part.hasFocus() for part in toast.findChildren(QWidget))
        # It lies over no button of the bar or the rail.
        place = QRect(toast.mapTo(house.window, toast.rect().topLeft()), toast.size())
        for button in house.window.bar.findChildren(QToolButton):
            if button.isVisible():
                assert not place.intersects(QRect(button.mapTo(house.window, button.rect().topLeft()), button.size()))
        QCursor.setPos(house.window.mapToGlobal(house.window.rect().bottomLeft()))  # below the pointer it stays
        qtbot.waitUntil(lambda: not toast.underMouse())
        campaign.log_look("Mia")
        assert toast.isVisible(), "there was no time to read it"
        # A coarse timer may begin with more than its interval.
        monkeypatch.setattr(notices, "_READ", -SHORTEST_READING_MS)
        campaign.log_look("Mia")
        assert not toast.isVisible(), "it makes way for whoever plays on"
        house.window.named_actions["messages"].trigger()
        dialogue_of(house).reject()
        assert [notice.rules for notice in house.window.notices.messages] == [("IM-GM-2",)]


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_notice_covers_no_title(qtbot: QtBot, tmp_path: Path, scale: float) -> None:
    played, path = scripts_of("classic_fantasy")[0], tmp_path / "Thursday.ktable"
    history, backups = played.history, folders_under(tmp_path).backups
    start, entries = history.table_at(0), tuple(history.entries)
    create_campaign(path, "Thursday", start, played.game, entries=entries, backups=backups).store.close()
    with open_house(tmp_path, StartOptions(size=QSize(1280, 720), scale=scale)) as house:
        _, page = play_at(house, path)
        QApplication.processEvents()
        toast = house.window.notices.toast
        titles = [part for part in page.findChildren(QWidget, TITLE_LINE) if part.isVisible()]
        places = [QRect(shown.mapTo(house.window, shown.rect().topLeft()), shown.size()) for shown in titles]
        assert places
        for words in (2, 12, 40, 60):
            house.window.notices.say("notice " * words)
            assert not any(toast.geometry().intersects(place) for place in places), words


def test_the_words_of_the_gm_screen_are_read_there_only(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        _, page = play_at(house, path)
        assert house.window.viewer_switch is not None

        def readable() -> list[str]:
            house.window.named_actions["messages"].trigger()
            (rows,) = dialogue_of(house).findChildren(QListWidget)
            return [rows.item(number).text() for number in range(rows.count())]

        page.announced.emit("The party comes.", ())
        house.window.viewer_switch.see_gm(asked=False)
        page.announced.emit("The assassin waits.", ())
        page.said.emit("The assassin has a knife.", ())
        assert len(readable()) == 3
        dialog = dialogue_of(house)
        toast = house.window.notices.toast
        assert toast.isVisible()
        house.window.viewer_switch.see_shared()
        assert not dialog.isVisible()
        assert not toast.isVisible()
        assert (toast.text, toast.accessibleName()) == ("", "")
        assert readable() == ["The party comes."]
        dialogue_of(house).reject()
        house.window.viewer_switch.see_gm(asked=False)
        assert len(readable()) == 3
        dialogue_of(house).reject()


def test_a_full_disk_is_reported_in_a_banner_and_nothing_is_lost(
    qtbot: QtBot, tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from vtt.storage.campaign_errors import DiskFull

    with open_house(tmp_path) as house:
        campaign, page = play_at(house, path)
        opened = house.controller.opened
        assert opened is not None
        before = campaign.position

        def full(*_args: object) -> None:
            raise DiskFull(path)

        with monkeypatch.context() as patched:
            patched.setattr(opened.store, "commit", full)
            assert not campaign.submit(Say(seat="tom", text="Is this kept?"))
        assert campaign.position == before
        assert page.banner.isVisible()
        assert page.banner.text == str(DiskFull(path))
        assert campaign.submit(Say(seat="tom", text="It is now."))


def test_the_keys_change_size_and_the_choice_is_kept(qtbot: QtBot, tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        QTest.keyClick(house.window, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
        assert house.hub.theme.scale == 1.1
        house.window.named_actions["look_light"].trigger()
        house.window.named_actions["four_colour"].trigger()
        house.window.named_actions["frame_hexagon"].trigger()
        for _ in range(20):
            house.window.named_actions["zoom_in"].trigger()
        assert house.hub.theme.scale == 3.0
        assert not house.window.named_actions["zoom_in"].isEnabled()
    with open_house(tmp_path) as house:
        assert house.hub.theme.look is Appearance.LIGHT
        assert house.hub.theme.scale == 3.0
        assert house.hub.theme.four_colour
        assert house.hub.theme.portrait_frame is PortraitFrame.HEXAGON
        assert house.window.named_actions["frame_hexagon"].isChecked()
        house.window.named_actions["zoom_reset"].trigger()


def test_no_two_actions_of_the_window_want_the_same_key(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        play_at(house, path)
        keys: dict[str, str] = {}
        widgets = [house.window, *house.window.findChildren(QWidget)]
        for action in {action for widget in widgets for action in widget.actions()}:
            if action.shortcutContext() in (Qt.ShortcutContext.WindowShortcut, Qt.ShortcutContext.ApplicationShortcut):
                for sequence in action.shortcuts():
                    key = sequence.toString(QKeySequence.SequenceFormat.PortableText)
                    assert key not in keys, (key, action.objectName(), keys[key])
                    keys[key] = action.objectName()
        assert {"Ctrl+1", "Ctrl+Z", "F11", "F5"} <= set(keys)


def test_the_focus_returns_when_a_dialog_closes(qtbot: QtBot, tmp_path: Path) -> None:
    """Without a window manager nobody gets them of themselves, as under one that does not follow fast enough."""
    with open_house(tmp_path) as house:
        dialog = ask(house.hub, house.window, "So it is", ("Well then.",), (DialogButton("", "Close"),), lambda _: None)
        qtbot.waitUntil(dialog.isActiveWindow)
        dialog.reject()
        assert QApplication.activeWindow() is None
        qtbot.waitUntil(house.window.isActiveWindow)


def test_on_a_mac_option_and_a_digit_type_what_they_always_type(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    room = QWidget()
    qtbot.addWidget(room)
    monkeypatch.setattr("sys.platform", "darwin")
    keep_offer_keys(room)
    assert not room.findChildren(QShortcut)


def test_the_key_of_an_offer_writes_nothing_into_a_field_of_another_room(
    qtbot: QtBot, tmp_path: Path, path: Path
) -> None:
    with open_house(tmp_path) as house:
        _, page = play_at(house, path)
        room = page.show_room("characters")
        field = next(line for line in room.findChildren(QLineEdit) if line.isVisible())
        field.setFocus()
        qtbot.waitUntil(field.hasFocus)
        QTest.keyClick(field, Qt.Key.Key_3, Qt.KeyboardModifier.AltModifier)
        assert field.text() == ""
        QTest.keyClick(field, Qt.Key.Key_3)
        assert field.text() == "3"


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_a_room_that_is_asked_for_is_shown_or_one_sentence_says_that_there_is_none(
    qtbot: QtBot, tmp_path: Path, ruleset: str
) -> None:
    path = make_file(tmp_path, ruleset=ruleset)
    with open_house(tmp_path, StartOptions(size=QSize(1280, 720), room="prep")) as house:
        _, page = play_at(house, path)
        assert page.room == "prep"
        assert not house.window.notices.messages
        for room in ROOMS:
            page.show_room("options")
            house.window.notices.forget()
            house.go_to(room)
            there = room != "welcome"
            assert page.room == (room if there else "table")
            said = [notice.text for notice in house.window.notices.messages]
            name = room.capitalize()
            assert said == ([] if there else [f"This campaign has no room “{name}”. The table is shown instead."])


def test_the_key_that_draws_the_curtain_opens_it_again(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        _, page = play_at(house, path)
        table = page.table_room.table
        QTest.keyClick(house.window, Qt.Key.Key_F9)
        assert table.curtain_seat
        QTest.keyClick(house.window, Qt.Key.Key_F9)
        assert not table.curtain_seat
        QTest.keyClick(house.window, Qt.Key.Key_F9)
        assert table.curtain_seat, "and draws it once more"


@pytest.mark.parametrize(
    ("size", "scale"), [((854, 480), 1.0), ((854, 480), 2.0), ((1280, 720), 2.0), ((640, 400), 1.0)]
)
def test_the_player_window_opens_in_front_and_shows_all_activities(
    qtbot: QtBot, tmp_path: Path, size: tuple[int, int], scale: float
) -> None:
    with open_house(tmp_path, StartOptions(size=QSize(1280, 720), scale=scale)) as house:
        laid = QSignalSpy(house.controller.laid)
        house.controller.play_demo("imaginality", tmp_path)
        assert laid.count() or laid.wait(LIMIT)
        house.window.named_actions["player_window"].trigger()
        assert house.window.viewer_switch is not None
        players = house.window.viewer_switch.player_window
        assert players is not None
        qtbot.waitUntil(players.windowHandle().isExposed)
        assert QApplication.activeWindow() is house.window, "the GM keeps the keys"
        players.resize(*size)
        strip = players.steps
        qtbot.waitUntil(lambda: players.camera.geometry().top() == strip.geometry().bottom() + 1 > 0)

        def titles() -> list[QLabel]:
            found = strip.findChildren(QLabel)
            return [w for w in found if w.isVisible() and "pick the lighthouse lock" in w.text()]

        qtbot.waitUntil(lambda: bool(titles()))
        (title,) = titles()
        assert title.height() >= title.heightForWidth(title.width()), "it is not cut"
        assert title.visibleRegion().boundingRect() == title.rect()
        for window in (house.window, players):
            waits = AskedToLayOut(window)
            QApplication.postEvent(waits, QEvent(QEvent.Type.LayoutRequest))
            QApplication.sendEvent(window, QEvent(QEvent.Type.UpdateRequest))
            assert waits.has_laid_out, "or the first frame shows everything at its old place"


class AskedToLayOut(QWidget):
    """A widget that is asked to lay out what is in it."""

    has_laid_out = False

    def event(self, event: QEvent) -> bool:
        self.has_laid_out |= event.type() == QEvent.Type.LayoutRequest
        return bool(super().event(event))
