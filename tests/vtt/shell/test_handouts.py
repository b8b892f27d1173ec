"""Handouts in the window: made in Prep, shown on every screen with one click, and hidden everywhere before that."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QRect, Qt, QUrl
from PySide6.QtGui import QColor, QDropEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QPlainTextEdit
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from engine.kit.handouts.handout_commands import SaveHandouts
from engine.kit.handouts.handout_records import HANDOUTS, handouts_in
from engine.messages.texts import say
from engine.model.seats import SHARED
from engine.rulesets.loader import ruleset_ids
from tests.vtt.panels_stage import words_in
from tests.vtt.prep_kit import box, lay_out, make_prepared, prep_room, settle
from tests.vtt.shell_kit import open_house, play_at
from vtt.campaign.open_campaign import OpenCampaign
from vtt.player_window.player_window import PlayerWindow
from vtt.player_window.player_window_cover import PlayerWindowMode
from vtt.prep.prep_room import PrepRoom
from vtt.prep.record_form.picture_control import PictureControl
from vtt.shared.pictures.picture_reader import LONGEST_ON_SCREEN, PictureUse, from_image, is_light
from vtt.shell.application import Application
from vtt.storage.campaign_opening import open_campaign
from vtt.system.user_folders import pictures

GAMES = ruleset_ids()
TITLE, TEXT, NOTE = "Letter from Hild", "Meet me at the mill.", "It is a trap by the Reeve."
CTRL = Qt.KeyboardModifier.ControlModifier


def picture_file(folder: Path, name: str = "map.png", wide: int = 1200) -> Path:
    image = QImage(wide, wide // 2, QImage.Format.Format_RGB32)
    image.fill(QColor("#7a4b2a"))
    path = folder / name
    assert image.save(str(path))
    return path


def gm_of(campaign: OpenCampaign) -> str:
    return next(seat.id for seat in campaign.viewer_campaign(SHARED).view.seats.values() if seat.is_gm)


def keep(campaign: OpenCampaign, id_: str, title: str = TITLE, note: str = NOTE, text: str = TEXT) -> None:
    row = {"id": id_, "name": title, "text": text, "notes": note}
    assert campaign.submit(SaveHandouts(seat=gm_of(campaign), put={HANDOUTS: (row,)}))


def shown_title(campaign: OpenCampaign) -> str:
    return campaign.handout.title if campaign.handout is not None else ""


def players_of(house: Application) -> PlayerWindow:
    switch = house.window.viewer_switch
    assert switch is not None
    if switch.player_window is None:
        switch.toggle_player_window()
    players = switch.player_window
    assert players is not None
    for _ in players.table.draw_gradually():
        pass
    return players


def everything_for_players(house: Application) -> list[str]:
    """Every word of the shared screen with its palette, in each room, and of the player window."""
    window, page = house.window, house.window.page
    assert page is not None
    page.set_viewer(SHARED)
    found: list[str] = []
    for room in page.rooms:
        page.show_room(room)
        page.open_palette(window, tuple(window.named_actions))
        found += words_in(window)
    return found + words_in(players_of(house))


@pytest.mark.parametrize("game", GAMES)
def test_hidden_handouts_leave_nothing_on_the_players_screens(qtbot: QtBot, tmp_path: Path, game: str) -> None:
    path = make_prepared(tmp_path, game)
    with open_house(tmp_path) as house:
        campaign, _ = play_at(house, path)
        keep(campaign, "letter")
        everything_for_players(house)  # every room is made
        one = everything_for_players(house)
        campaign.undo()
        rows = tuple({"id": f"h{n}", "name": f"Quite another {n}", "notes": "Something else"} for n in range(5))
        assert campaign.submit(SaveHandouts(seat=gm_of(campaign), put={HANDOUTS: rows}))
        assert everything_for_players(house) == one
        drop = {HANDOUTS: tuple(str(row["id"]) for row in rows)}
        assert campaign.submit(SaveHandouts(seat=gm_of(campaign), drop=drop))
        none = everything_for_players(house)
        keep(campaign, "map", "Map")
        assert everything_for_players(house) == none, "not even that there are some"
        assert not any(word in words for words in one for word in (TITLE, TEXT, NOTE))


@pytest.mark.parametrize("game", GAMES)
def test_a_shown_handout_is_everywhere_but_the_gms_note(qtbot: QtBot, tmp_path: Path, game: str) -> None:
    path = make_prepared(tmp_path, game)
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=True)
        keep(campaign, "letter", text=f"<b>{TEXT}</b>")
        players = players_of(house)
        lay_out(qtbot, room, HANDOUTS, "letter")
        room.head.also["show"].click()
        assert players.handout.isVisible()
        assert players.handout.accessibleName() == TITLE
        assert players.handout.accessibleDescription() == f"<b>{TEXT}</b>", "plain, as it is written"
        assert house.window.viewer_switch is not None
        screen = house.window.viewer_switch.handout_screen
        assert screen.isHidden(), "the GM's own screen stays free while the players have theirs"
        seen = words_in(players)
        assert not any(NOTE in words for words in seen)
        lines = [say(line.message) for line in campaign.viewer_campaign("shared").log()]
        assert any(TITLE in line for line in lines)
        assert not any(TEXT in line or NOTE in line for line in lines)
        toast, hide = house.window.notices.toast, room.head.also["hide"]
        assert toast.isVisible()
        assert not toast.rect().intersects(QRect(toast.mapFromGlobal(hide.mapToGlobal(QPoint())), hide.size()))
        # With another note the players' screen is the same, to the pixel.
        before = players.picture()
        keep(campaign, "letter", note="Another note", text=f"<b>{TEXT}</b>")
        room.head.also["hide"].click()
        assert players.handout.isHidden()
        assert campaign.viewer_campaign(room.seat).show_handout("letter")
        assert words_in(players) == seen
        assert players.picture() == before
        # An undo takes the record back, but does not hide what everybody has seen; the log keeps it.
        campaign.undo()
        campaign.undo()
        assert players.handout.isVisible()
        lines = [say(line.message) for line in campaign.viewer_campaign("shared").log()]
        assert sum(TITLE in line for line in lines) == 2
        house.window.named_actions["hide_handout"].trigger()
        assert players.handout.isHidden()
        assert not house.window.named_actions["hide_handout"].isEnabled()
        assert TITLE not in players.handout.accessibleName()


def test_a_player_cannot_show_one(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_prepared(tmp_path)
    with open_house(tmp_path) as house:
        campaign, _ = play_at(house, path)
        keep(campaign, "letter")
        tom = next(s.id for s in campaign.viewer_campaign(SHARED).view.seats.values() if not s.is_gm)
        for viewer in (tom, SHARED):
            assert not campaign.viewer_campaign(viewer).show_handout("letter")
        assert campaign.handout is None


def test_on_one_screen_it_covers_the_page_and_escape_hides_it(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_prepared(tmp_path, "imaginality")
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=True)
        keep(campaign, "letter")
        lay_out(qtbot, room, HANDOUTS, "letter")
        assert house.window.viewer_switch is not None
        screen = house.window.viewer_switch.handout_screen
        line = box(room, "name").control.first_stop()
        line.setFocus()
        QTest.keyClick(line, Qt.Key.Key_Return, CTRL)
        assert screen.isVisible()
        assert screen.size() == house.window.page.size()  # type: ignore[union-attr]
        QTest.keyClick(screen.view, Qt.Key.Key_Escape)
        assert screen.isHidden()
        assert campaign.handout is None
        assert line.hasFocus(), "people go on where they were"
        house.controller.close()
        qtbot.waitUntil(lambda: not isValid(screen))
        house.window.named_actions["look_high_contrast"].trigger()  # nothing that is gone is asked to follow


def test_an_unsaved_handout_is_saved_before_it_is_shown(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_prepared(tmp_path, "future_imperfect")
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=True)
        room.open_category(HANDOUTS)
        room.make_new()
        settle(qtbot, room)
        room.head.also["show"].click()
        assert not shown_title(campaign), "it has no title yet"
        QTest.keyClicks(box(room, "name").control.first_stop(), TITLE)
        room.head.also["show"].click()
        assert shown_title(campaign) == TITLE
        assert [h.name for h in handouts_in(room.lists)] == [TITLE]


def test_hide_hides_also_while_there_are_changes(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_prepared(tmp_path, "future_imperfect")
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=True)
        keep(campaign, "letter")
        players_of(house)
        lay_out(qtbot, room, HANDOUTS, "letter")
        room.head.also["show"].click()
        assert "show" not in room.head.also
        line = box(room, "name").control.first_stop()
        QTest.keyClicks(line, " of May")
        settle(qtbot, room)
        assert {"show", "hide"} <= set(room.head.also)
        room.head.also["hide"].click()
        assert shown_title(campaign) == ""
        assert [h.name for h in handouts_in(room.lists)] == [TITLE], "hiding saves nothing"
        room.record_actions.turn_handout()
        first = shown_title(campaign)
        QTest.keyClicks(line, "!")
        settle(qtbot, room)
        room.head.also["show"].click()
        assert shown_title(campaign) == f"{first}!"
        keep(campaign, "letter", text="Meet me at the bridge.")
        settle(qtbot, room)
        room.record_actions.turn_handout()
        shown = campaign.handout
        assert shown is not None, "what is saved now differs from what is shown"
        assert shown.text == "Meet me at the bridge."
        room.record_actions.turn_handout()
        assert shown_title(campaign) == ""


def test_a_handout_that_was_deleted_can_be_hidden_from_every_other(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_prepared(tmp_path, "future_imperfect")
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=True)
        keep(campaign, "letter")
        players_of(house)
        assert campaign.viewer_campaign(room.seat).show_handout("letter")
        keep(campaign, "map", "Map")
        assert campaign.submit(SaveHandouts(seat=room.seat, drop={HANDOUTS: ("letter",)}))
        lay_out(qtbot, room, HANDOUTS, "map")
        assert {"show", "hide"} <= set(room.head.also)
        room.head.also["hide"].click()
        assert campaign.handout is None
        assert "hide" not in room.head.also


def test_the_palette_shows_one_for_the_gm(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_prepared(tmp_path)
    with open_house(tmp_path) as house:
        campaign, _ = prep_room(house, path, gm=True)
        keep(campaign, "letter")
        page = house.window.page
        assert page is not None
        page.open_palette(house.window, ())
        assert page._palette is not None
        page._palette.search.field.setText("letter hild")
        QTest.keyClick(page._palette.search.field, Qt.Key.Key_Return)
        assert campaign.handout is not None
        assert campaign.handout.title == TITLE


def test_darkness_and_a_frozen_picture_stay(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_prepared(tmp_path)
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=True)
        keep(campaign, "letter")
        players = players_of(house)
        for mode in (PlayerWindowMode.FREEZE, PlayerWindowMode.BLACKOUT):
            players.show_players(mode)
            before = players.picture()
            assert campaign.viewer_campaign(room.seat).show_handout("letter")
            assert players.picture() == before
            assert players.grab().toImage() == players._cover.grab().toImage()
            campaign.hide_handout()
        players.show_players(PlayerWindowMode.FOLLOW)
        without = players.picture()
        assert campaign.viewer_campaign(room.seat).show_handout("letter")
        shown = players.picture()
        players.show_players(PlayerWindowMode.FREEZE)
        campaign.hide_handout()
        assert players.picture() == shown, "frozen with the handout"
        assert shown != without


def drop(control: PictureControl, path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    button, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    control.input.place.dropEvent(QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, button, none))


def picture_control(qtbot: QtBot, room: PrepRoom) -> PictureControl:
    settle(qtbot, room)
    control = box(room, "picture").control
    assert isinstance(control, PictureControl)
    return control


def test_a_picture_is_dropped_stored_shown_zoomed_and_pointed_at(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_prepared(tmp_path, "imaginality")
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=True)
        room.open_category(HANDOUTS)
        room.make_new()
        control = picture_control(qtbot, room)
        QTest.keyClicks(box(room, "name").control.first_stop(), "Map")
        unusable = {
            b"\x89PNG\r\n\x1a\nrubbish": "The picture is damaged.",
            b"\n%PDF-1.7\n": "PDF pages cannot be shown. Save the page as a PNG picture and use that.",
        }
        for content, sentence in unusable.items():
            bad = tmp_path / "bad.png"
            bad.write_bytes(content)
            drop(control, bad)
            assert not control.trouble.isVisible()
            qtbot.waitUntil(control.trouble.isVisible)
            assert control.trouble.text() == sentence
        drop(control, picture_file(tmp_path, wide=5000))
        qtbot.waitUntil(lambda: not control.input.place.image.isNull())
        assert control.trouble.isHidden()
        players = players_of(house)
        players.resize(800, 600)
        room.head.also["show"].click()
        (row,) = handouts_in(room.lists)
        assert len(row.picture) == 64
        qtbot.waitUntil(lambda: players.handouts.has_picture)
        assert players.handouts.picture_size.width() == 3072
        view = players.handout
        whole = view.whole_picture
        assert view.picture_box.contains(whole), "it is fitted"
        middle = view.grab().toImage().pixelColor(view.picture_box.center().toPoint())
        assert abs(middle.red() - 0x7A) < 4
        at = view.picture_box.center().toPoint() + QPoint(60, 20)
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=at)
        assert players.handouts.pointer is not None
        house.window.viewer_switch.see_shared()  # type: ignore[union-attr]
        here = house.window.viewer_switch.handout_screen  # type: ignore[union-attr]
        assert here.isVisible()
        here.larger.click()
        assert players.handouts.zoom > 1
        assert view.whole_picture.width() > whole.width(), "all screens show the same"
        before = QPointF(players.handouts.centre)
        QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=at)
        for step in range(1, 6):
            QTest.mouseMove(view, at - QPoint(20 * step, 0))
        QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=at - QPoint(100, 0))
        assert players.handouts.centre.x() > before.x()
        QTest.keyClick(players, Qt.Key.Key_Escape)
        assert campaign.handout is None
        assert here.isHidden()


def test_the_file_dialog_closes_and_the_picture_is_gone_before_other_eyes(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_prepared(tmp_path, "imaginality")
    with open_house(tmp_path) as house:
        _, room = prep_room(house, path, gm=True)
        room.open_category(HANDOUTS)
        room.make_new()
        control = picture_control(qtbot, room)
        drop(control, picture_file(tmp_path, "the murderer.png"))
        qtbot.waitUntil(lambda: not control.input.place.image.isNull())
        control.input.choose.click()
        (dialog,) = house.window.findChildren(QFileDialog)
        assert Path(dialog.directory().path()) == pictures()
        house.window.viewer_switch.see_shared()  # type: ignore[union-attr]
        assert not any(dialog.isVisible() for dialog in house.window.findChildren(QFileDialog))
        assert control.input.place.image.isNull()
        assert not any("murderer" in words for words in words_in(house.window))


def test_a_picture_that_is_read_for_one_record_never_comes_to_another(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_prepared(tmp_path, "imaginality")
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=True)
        keep(campaign, "letter")
        keep(campaign, "map", "Map")
        lay_out(qtbot, room, HANDOUTS, "letter")
        control = picture_control(qtbot, room)
        control.input.choose.click()
        assert house.window.findChildren(QFileDialog)
        drop(control, picture_file(tmp_path, wide=3000))
        was_busy = control.input.place.busy
        assert was_busy
        lay_out(qtbot, room, HANDOUTS, "map")
        is_busy = control.input.place.busy
        assert not is_busy
        assert not any(dialog.isVisible() for dialog in house.window.findChildren(QFileDialog))
        settle(qtbot, room)
        qtbot.waitUntil(lambda: not room._task_runner.busy)
        QApplication.processEvents()
        assert room.open_record is not None
        assert not room.open_record.record.get("picture")
        bad = tmp_path / "bad.png"
        bad.write_bytes(b"rubbish")
        drop(control, bad)
        qtbot.waitUntil(lambda: not control.trouble.isHidden())
        lay_out(qtbot, room, HANDOUTS, "letter")
        settle(qtbot, room)
        assert control.trouble.isHidden(), "the sentence was about the other record"


def test_the_picture_is_there_again_after_a_look_at_the_table(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_prepared(tmp_path, "imaginality")
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=True)
        keep(campaign, "letter")
        lay_out(qtbot, room, HANDOUTS, "letter")
        control = picture_control(qtbot, room)
        drop(control, picture_file(tmp_path))
        qtbot.waitUntil(lambda: not control.input.place.image.isNull())
        page = house.window.page
        assert page is not None
        page.show_room("table")
        assert control.input.place.image.isNull()
        page.show_room("prep")
        qtbot.waitUntil(lambda: not control.input.place.image.isNull())
        assert control.input.away.isEnabled()


def test_a_covered_page_takes_no_keys(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_prepared(tmp_path, "imaginality")
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=True)
        keep(campaign, "letter")
        lay_out(qtbot, room, HANDOUTS, "letter")
        assert house.window.viewer_switch is not None
        screen = house.window.viewer_switch.handout_screen
        line = box(room, "name").control.first_stop()
        line.setFocus()
        room.head.also["show"].click()
        for key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            QTest.keyClick(screen.view, key)
            assert screen.view.hasFocus()
        line.setFocus()
        assert screen.view.hasFocus(), "the keyboard is taken back"
        QTest.keyClick(house.window.focusWidget(), Qt.Key.Key_Escape)
        assert campaign.handout is None
        assert line.hasFocus()


def test_few_bytes_with_many_pixels_are_decoded_aside() -> None:
    for wide, light in ((900, True), (3000, False)):
        image = QImage(wide, wide, QImage.Format.Format_RGB32)
        image.fill(QColor("#7a4b2a"))
        picture = from_image(image, use=PictureUse(longest=LONGEST_ON_SCREEN))
        assert len(picture.content) < 700_000
        assert is_light(picture) == light


def test_a_picture_with_many_pixels_comes_from_the_worker(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_prepared(tmp_path, "imaginality")
    with open_house(tmp_path) as house:
        _, room = prep_room(house, path, gm=True)
        room.open_category(HANDOUTS)
        room.make_new()
        control = picture_control(qtbot, room)
        drop(control, picture_file(tmp_path, wide=3000))
        qtbot.waitUntil(lambda: not control.input.place.image.isNull())
        assert room.open_record is not None
        stored = str(room.open_record.record["picture"])
        control.input.forget()
        control.input.show_picture(stored)
        assert control.input.place.image.isNull(), "not on the thread of the window"
        qtbot.waitUntil(lambda: not control.input.place.image.isNull())


def test_a_program_that_dies_between_leaves_a_sound_file(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_prepared(tmp_path, "imaginality")
    with open_house(tmp_path) as house:
        _, room = prep_room(house, path, gm=True)
        room.open_category(HANDOUTS)
        room.make_new()
        control = picture_control(qtbot, room)
        drop(control, picture_file(tmp_path))
        qtbot.waitUntil(lambda: not control.input.place.image.isNull())
        assert room.open_record is not None
        picture = str(room.open_record.record["picture"])
        # The picture is in the file, and no record names it. What is on the disk now is what a killed program leaves.
        copy = tmp_path / "killed.ktable"
        for ending in ("", "-wal"):
            part = Path(f"{path}{ending}")
            if part.exists():
                Path(f"{copy}{ending}").write_bytes(part.read_bytes())
    opened = open_campaign(copy, backups=tmp_path / "backups")
    try:
        assert HANDOUTS not in opened.history.table.lists
        assert opened.store.picture(picture) is not None
    finally:
        opened.store.close()


def test_a_picture_that_the_campaign_lacks_is_shown_as_none(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_prepared(tmp_path, "imaginality")
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=True)
        gm = room.seat
        row = {"id": "map", "name": "Map", "picture": "a" * 64}
        assert campaign.submit(SaveHandouts(seat=gm, put={HANDOUTS: (row,)}))
        assert campaign.viewer_campaign(gm).show_handout("map")
        players = players_of(house)
        assert players.handout.isVisible()
        assert not players.handouts.is_loading
        assert not players.grab().isNull()
        lay_out(qtbot, room, HANDOUTS, "map")
        control = box(room, "picture").control
        assert isinstance(control, PictureControl)
        assert "does not have the picture" in control.trouble.text()
        assert not control.trouble.isHidden()


def test_the_text_field_takes_a_line_break(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_prepared(tmp_path, "imaginality")
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=True)
        keep(campaign, "letter")
        lay_out(qtbot, room, HANDOUTS, "letter")
        edit = box(room, "text").control.first_stop()
        assert isinstance(edit, QPlainTextEdit)
        edit.setFocus()
        QTest.keyClick(edit, Qt.Key.Key_Return)
        assert edit.toPlainText().startswith("\n")
        QTest.keyClick(edit, Qt.Key.Key_Return, CTRL)
        assert campaign.handout is not None
        assert campaign.handout.text.startswith("\n")
