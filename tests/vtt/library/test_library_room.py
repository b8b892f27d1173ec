"""The Library room: entries go from a campaign to the library and back, are found, and are the GM's alone."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QLabel, QWidget
from pytestqt.qtbot import QtBot

from engine.kit.every_game.full_content_editor import content_editor_of
from engine.kit.heroes.ready_made_heroes import heroes_of
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.rulesets.loader import BUNDLED, game_of
from engine.sheets.editing.new_character_moves import JoinActor
from tests.vtt.library_kit import item, many, seconds_of
from tests.vtt.prep_kit import box, make_prepared, prep_room, said_in, settle
from tests.vtt.shell_kit import open_house, play_at
from vtt.campaign.library_protocol import CHARACTER, EntryLibrary, LibraryItem, LibraryQuery
from vtt.library import entry_archive
from vtt.library.entry_archive import ArchiveRefused, read_archive, write_archive
from vtt.library.entry_filters import MOST_VALUES
from vtt.library.library_list_entries import LibraryListEntries
from vtt.library.library_room import LibraryRoom
from vtt.prep.prep_room import PrepRoom
from vtt.shared.import_preview import ImportPreviewDialog
from vtt.shared.list_entry_item import list_entry_item
from vtt.sheets.characters.characters_room import CharactersRoom
from vtt.shell import included_content
from vtt.shell.application import Application
from vtt.shell.library_controller import OPEN_LIBRARIES
from vtt.storage.campaign_errors import ViewOnly
from vtt.storage.library.included_library import INCLUDED
from vtt.storage.library.library_opening import create_library, open_library
from vtt.system.user_folders import folders_under
from vtt.widgets.look.theme import Theme
from vtt.widgets.message_dialog import MessageDialog

D100 = "classic_fantasy"
INCLUDED_TITLE = "Included content"


@pytest.fixture
def house(tmp_path: Path, qtbot: QtBot) -> Iterator[Application]:
    with open_house(tmp_path) as opened:
        yield opened


def library_room(qtbot: QtBot, house: Application) -> LibraryRoom:
    """Go to the Library and wait until it is open."""
    assert house.window.page is not None
    house.window.named_actions["room_library"].trigger()
    room = house.window.page.show_room("library")
    assert isinstance(room, LibraryRoom)
    qtbot.waitUntil(lambda: house.window.libraries.chosen is not None or room.is_closed)
    return room


def show_every_game(room: LibraryRoom) -> None:
    """Choose the entries of every game in the filter."""
    room.filters.boxes["game"].setCurrentIndex(0)


def focused() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def current(house: Application) -> EntryLibrary:
    library = house.window.libraries.current
    assert library is not None
    return library


def own_library(house: Application) -> EntryLibrary:
    own = house.window.libraries.own
    assert own is not None
    assert own.library is not None
    return own.library


def names(house: Application) -> list[str]:
    return sorted(entry.name for entry in current(house).entries.values())


def save_foe(qtbot: QtBot, house: Application, room: PrepRoom, name: str) -> str:
    """Make a foe of the group's own in Prep, and save it to the library; return its id."""
    room.open_category("foes")
    room.make_new()
    settle(qtbot, room)
    box(room, "name").control.first_stop().setFocus()
    QTest.keyClicks(focused(), name)
    settle(qtbot, room)
    assert room.save()
    settle(qtbot, room)
    room.record_actions.save_to_library()
    libraries = house.window.libraries
    qtbot.waitUntil(lambda: libraries.saved_to is not None)
    saved_to = libraries.saved_to
    assert saved_to is not None
    saved = saved_to.library
    assert saved is not None
    qtbot.waitUntil(lambda: name in {entry.name for entry in saved.entries.values()})
    assert room.open_record is not None
    return room.open_record.id


def test_a_foe_goes_to_the_library_and_into_another_campaign(qtbot: QtBot, house: Application, tmp_path: Path) -> None:
    _, prep = prep_room(house, make_prepared(tmp_path), gm=True)
    save_foe(qtbot, house, prep, "Marsh troll")
    house.controller.close()
    (tmp_path / "campaigns" / "Drawing.ktable").rename(tmp_path / "campaigns" / "First.ktable")
    campaign, prep = prep_room(house, make_prepared(tmp_path), gm=True)
    assert "foes" not in campaign.viewer_campaign(prep.seat).view.lists
    room = library_room(qtbot, house)
    room.list.field.setText("troll")
    assert [entry.name for entry in room.found] == ["Marsh troll"]
    QTest.mouseClick(room.pane.add, Qt.MouseButton.LeftButton)
    rows = campaign.viewer_campaign(prep.seat).view.lists["foes"]
    assert [row["name"] for row in rows] == ["Marsh troll"]
    assert not room.pane.add.isVisible(), "the campaign has it now"
    campaign.undo()
    assert not campaign.viewer_campaign(prep.seat).view.lists.get("foes")


def test_the_hint_of_an_empty_library_is_whole_in_a_small_window(
    qtbot: QtBot, house: Application, tmp_path: Path
) -> None:
    play_at(house, make_prepared(tmp_path, D100))
    assert house.window.viewer_switch is not None
    house.window.viewer_switch.see_gm(asked=False)
    room = library_room(qtbot, house)
    house.window.resize(800, 600)
    house.hub.set_theme(Theme(scale=2.0, reduced_motion=True))
    wanted = room.count.heightForWidth
    qtbot.waitUntil(lambda: room.count.visibleRegion().boundingRect().height() >= wanted(room.count.width()) > 0)


def test_an_update_shows_the_difference_first(qtbot: QtBot, house: Application, tmp_path: Path) -> None:
    campaign, prep = prep_room(house, make_prepared(tmp_path), gm=True)
    id_ = save_foe(qtbot, house, prep, "Marsh troll")
    box(prep, "name").control.first_stop().setFocus()
    QTest.keyClicks(focused(), " king")
    settle(qtbot, prep)
    assert prep.save()
    assert prep.head.also["library"].isVisible()
    room = library_room(qtbot, house)
    assert room.pane.update_copy.isVisible()
    QTest.mouseClick(room.pane.update_copy, Qt.MouseButton.LeftButton)
    dialog = house.window.findChild(ImportPreviewDialog)
    assert dialog is not None
    assert any("Marsh troll king → Marsh troll" in shown.text() for shown in dialog.findChildren(QLabel))
    assert [row["name"] for row in campaign.viewer_campaign(prep.seat).view.lists["foes"]] == ["Marsh troll king"]
    QTest.mouseClick(dialog.do, Qt.MouseButton.LeftButton)
    (row,) = campaign.viewer_campaign(prep.seat).view.lists["foes"]
    assert (row["id"], row["name"]) == (id_, "Marsh troll")


def test_saving_again_asks_whether_to_replace(qtbot: QtBot, house: Application, tmp_path: Path) -> None:
    _, prep = prep_room(house, make_prepared(tmp_path), gm=True)
    save_foe(qtbot, house, prep, "Marsh troll")
    (entry,) = current(house).entries.values()
    current(house).store_entries([replace(entry, tags=("bog",), favourite=True)])
    for key, count in (("", 1), ("replace", 1), ("both", 2)):
        prep.record_actions.save_to_library()
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, MessageDialog)
        QTest.mouseClick(dialog.buttons[key], Qt.MouseButton.LeftButton)
        assert len(current(house).entries) == count
    assert sorted(entry.tags for entry in current(house).entries.values()) == [(), ("bog",)]


def test_a_character_goes_to_the_library_and_comes_back(qtbot: QtBot, house: Application, tmp_path: Path) -> None:
    campaign, _ = play_at(house, make_prepared(tmp_path, D100))
    assert house.window.viewer_switch is not None
    assert house.window.page is not None
    house.window.viewer_switch.see_gm(asked=False)
    page = house.window.page
    gm = page.viewer
    campaign.submit(JoinActor(seat=gm, id="hild", name="Hild", leader=gm))
    characters = page.show_room("characters")
    assert isinstance(characters, CharactersRoom)
    characters.show_actor("hild")
    characters.character_actions.save_to_library()
    qtbot.waitUntil(lambda: house.window.libraries.current is not None and names(house) == ["Hild"])
    room = library_room(qtbot, house)
    qtbot.waitUntil(lambda: room.entry is not None)
    assert room.entry is not None
    assert room.entry.kind == CHARACTER
    assert room.pane.update_copy.isVisible()
    QTest.mouseClick(room.pane.add, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: characters.dialog is not None)
    assert page.room == "characters"
    assert characters.dialog is not None
    characters.dialog.accept()
    library_room(qtbot, house)
    QTest.mouseClick(room.pane.update_copy, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: characters.character_actions.dialog is not None)


def test_an_entry_of_another_game_is_shown_and_cannot_be_added(
    qtbot: QtBot, house: Application, tmp_path: Path
) -> None:
    prep_room(house, make_prepared(tmp_path), gm=True)
    room = library_room(qtbot, house)
    current(house).store([item("Grey wolf", 1), item("Odd thing", 2, game="card_the_drawing", kind="unheard_of")])
    house.window.libraries.changed.emit()
    assert [entry.name for entry in room.found] == ["Odd thing"], "what can be added, until another game is chosen"
    show_every_game(room)
    games, kinds = room.filters.boxes["game"], room.filters.boxes["kind"]
    assert [kinds.itemText(at) for at in range(kinds.count())] == ["Every kind", "foe (2)"], "one name is there once"
    kinds.setCurrentIndex(1)
    for game in ("card_the_drawing", "classic_fantasy"):
        games.setCurrentIndex(games.findData(game))
        assert (kinds.currentText(), len(room.found)) == ("foe (1)", 1), "the kind is kept by its name"
    kinds.setCurrentIndex(0)
    show_every_game(room)
    room.list.set_current(item("", 1).entry.id)
    assert "It is called Grey wolf." in said_in(room.pane)
    assert not room.pane.add.isEnabled()
    assert "Classic d100" in room.pane.why_not.text()
    room.list.set_current(item("", 2).entry.id)
    assert not room.pane.add.isEnabled()


def test_content_that_is_no_record_is_refused_with_a_sentence(qtbot: QtBot, house: Application, tmp_path: Path) -> None:
    campaign, _ = prep_room(house, make_prepared(tmp_path), gm=True)
    room = library_room(qtbot, house)
    bad = item("Broken", 1, game="card_the_drawing", kind="foes")
    current(house).store([replace(bad, content=replace(bad.content, content="<b>no</b>"))])
    house.window.libraries.changed.emit()
    position = campaign.position
    room.add_to_campaign()
    assert isinstance(QApplication.activeModalWidget(), MessageDialog)
    assert campaign.position == position


def test_before_other_eyes_nothing_of_the_library_is_there(qtbot: QtBot, house: Application, tmp_path: Path) -> None:
    campaign, prep = prep_room(house, make_prepared(tmp_path), gm=True)
    save_foe(qtbot, house, prep, "Zorbulax")
    room = library_room(qtbot, house)
    current(house).store_entries([replace(*current(house).entries.values(), tags=("zorbtag",), folder="zorbfolder")])
    house.window.libraries.changed.emit()
    room.list.field.setText("zorb")
    assert "Zorbulax" in said_in(room)
    prep.record_actions.save_to_library()
    asked = QApplication.activeModalWidget()
    assert isinstance(asked, MessageDialog)
    QTest.mouseClick(asked.buttons["replace"], Qt.MouseButton.LeftButton)
    prep.record_actions.save_to_library()
    assert house.window.viewer_switch is not None
    house.window.viewer_switch.see_shared()
    qtbot.waitUntil(lambda: room.is_closed)
    qtbot.waitUntil(lambda: not any(dialog.isVisible() for dialog in house.window.findChildren(QDialog)))
    qtbot.waitUntil(lambda: "zorb" not in said_in(room).casefold())
    assert not any("zorb" in notice.text.casefold() for notice in house.window.notices.messages)
    qtbot.waitUntil(lambda: "zorb" not in said_in(house.window).casefold())
    assert room.found == ()
    assert room.closed.isVisible()
    assert not room._splitter.isVisible()
    seen = said_in(room)
    current(house).store([item("Another", 7)])
    house.window.libraries.changed.emit()
    assert said_in(room) == seen
    house.window.named_actions["room_prep"].trigger()
    others = [seat for seat in campaign.viewer_campaign(SHARED).view.seats if seat != prep.seat]
    for viewer in (SHARED, *others):
        prep.set_viewer(viewer)
        assert not prep.visible_records.may_open_library
        assert "library" not in prep.record_actions.buttons()
        saving = next(line for line in prep.record_actions.lines() if line and line.text().startswith("Save to the"))
        assert not saving.isEnabled()


def test_tags_folder_and_mark_are_stored_and_filter(qtbot: QtBot, house: Application, tmp_path: Path) -> None:
    prep_room(house, make_prepared(tmp_path), gm=True)
    room = library_room(qtbot, house)
    current(house).store([item("Wolf", 1), item("Bear", 2)])
    house.window.libraries.changed.emit()
    room.list.set_current(item("", 1).entry.id)
    room.pane.tags.setFocus()
    QTest.keyClicks(room.pane.tags, "forest, beast")
    QTest.keyClick(room.pane.tags, Qt.Key.Key_Return)
    QTest.mouseClick(room.pane.favourite, Qt.MouseButton.LeftButton, pos=room.pane.favourite.rect().center() / 4)
    wolf = current(house).entries[item("", 1).entry.id]
    assert (wolf.tags, wolf.favourite) == (("forest", "beast"), True)
    tags = room.filters.boxes["tag"]
    tags.setCurrentIndex(tags.findData("beast"))
    assert [entry.name for entry in room.found] == ["Wolf"]
    tags.setCurrentIndex(0)
    assert [entry.name for entry in room.found] == ["Wolf", "Bear"], "favourites first"


def test_a_box_lists_the_values_with_the_most_entries(qtbot: QtBot, house: Application, tmp_path: Path) -> None:
    prep_room(house, make_prepared(tmp_path), gm=True)
    room = library_room(qtbot, house)
    rare = [item(f"Wolf {at}", at, tags=(f"rare {at:03}",)) for at in range(1, MOST_VALUES + 5)]
    current(house).store([*rare, item("Bear", 900, tags=("usual",)), item("Boar", 901, tags=("usual",))])
    house.window.libraries.changed.emit()
    box = room.filters.boxes["tag"]
    assert box.count() == 1 + MOST_VALUES
    assert box.findData("usual") > 0
    box.setCurrentIndex(box.findData("rare 001"))
    current(house).store([item(f"Owl {at}", 1000 + at, tags=(f"often {at % 400:03}",)) for at in range(800)])
    house.window.libraries.changed.emit()
    assert box.currentData() == "rare 001", "the chosen value stays"
    assert [entry.name for entry in room.found] == ["Wolf 1"]


def test_the_keyboard_searches_walks_enters_and_deletes(qtbot: QtBot, house: Application, tmp_path: Path) -> None:
    prep_room(house, make_prepared(tmp_path), gm=True)
    room = library_room(qtbot, house)
    current(house).store([item("Wolf", 1, game="card_the_drawing"), item("Bear", 2), item("Wolverine", 3)])
    house.window.libraries.changed.emit()
    show_every_game(room)
    room.list.field.setFocus()
    QTest.keyClicks(room.list.field, "wol")
    assert {entry.name for entry in room.found} == {"Wolf", "Wolverine"}
    QTest.keyClick(room.list.field, Qt.Key.Key_Down)
    marked = room.entry
    assert marked is not None
    assert marked == room.found[1]
    QTest.keyClick(room.list.field, Qt.Key.Key_Return)
    assert room.pane.isAncestorOf(focused())
    QTest.keyClick(focused(), Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is room.list.field
    room.list.list.setFocus()
    QTest.keyClick(room.list.list, Qt.Key.Key_Delete)
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, MessageDialog)
    QTest.mouseClick(dialog.buttons["delete"], Qt.MouseButton.LeftButton)
    assert marked.name not in names(house)
    assert len(names(house)) == 2
    # With nothing left, the keys stay in the room and do not go to the menu of the window.
    room.list.list.setFocus()
    current(house).remove(list(current(house).entries))
    house.window.libraries.changed.emit()
    assert QApplication.focusWidget() is room.list.field


def test_a_large_library_never_holds_up_the_window(qtbot: QtBot, house: Application, tmp_path: Path) -> None:
    places = folders_under(tmp_path)
    with closing(create_library(places.library, backups=places.backups).store) as store:
        store.store(many(10_000))
    prep_room(house, make_prepared(tmp_path), gm=True)
    room = library_room(qtbot, house)
    qtbot.waitUntil(lambda: len(room.found) == 10_000)
    room.list.field.setText("a")
    assert room.list.model.rowCount() == 400
    assert "400" in room.count.text()
    room.list.field.setText("")

    def type_words() -> None:
        room.list.field.setText("ab" if room.list.field.text() != "ab" else "a")
        QApplication.processEvents()

    assert seconds_of(type_words) < 0.05
    room.list.field.clear()
    assert seconds_of(house.window.libraries.changed.emit) < 0.05


def test_a_damaged_library_can_be_restored_or_started_anew(qtbot: QtBot, house: Application, tmp_path: Path) -> None:
    places = folders_under(tmp_path)
    with closing(create_library(places.library, backups=places.backups).store) as store:
        store.store([item("Wolf", 1)])
    broken = places.library.read_bytes()[:3000]
    places.library.write_bytes(broken)
    prep_room(house, make_prepared(tmp_path), gm=True)
    room = library_room(qtbot, house)
    assert "is missing" in room.chooser.trouble.text()
    assert not room.chooser.restore.isVisible(), "there is no backup"
    assert not room.several.isVisible(), "nothing is chosen"
    QTest.mouseClick(room.chooser.anew, Qt.MouseButton.LeftButton)
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, MessageDialog)
    QTest.mouseClick(dialog.buttons["anew"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: house.window.libraries.current is not None)
    assert names(house) == []
    (aside,) = tmp_path.glob("*set aside*.ktlibrary")
    assert aside.read_bytes() == broken


def test_a_backup_is_made_and_restored_by_a_button(qtbot: QtBot, house: Application, tmp_path: Path) -> None:
    prep_room(house, make_prepared(tmp_path), gm=True)
    room = library_room(qtbot, house)
    path = current(house).path
    qtbot.waitUntil(lambda: len([*(tmp_path / "backups").rglob("*.ktlibrary")]) == 1)
    house.library_controller.close()
    path.write_bytes(path.read_bytes()[:3000])
    house.window.libraries.need()
    qtbot.waitUntil(room.chooser.restore.isVisible)
    assert "can be restored" in room.chooser.trouble.text()
    QTest.mouseClick(room.chooser.restore, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: house.window.libraries.current is not None)
    assert not room.chooser.trouble.isVisible()
    assert not room.chooser.trouble_buttons.isVisible()


def test_the_choice_of_a_library_file_closes_with_the_gm_screen(
    qtbot: QtBot, house: Application, tmp_path: Path
) -> None:
    prep_room(house, make_prepared(tmp_path), gm=True)
    library_room(qtbot, house)
    assert house.window.viewer_switch is not None
    for wanted in (house.window.libraries.open_wanted, house.window.libraries.new_wanted):
        house.window.viewer_switch.see_gm(asked=False)
        wanted.emit()
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QFileDialog)
        house.window.viewer_switch.see_shared()
        assert not dialog.isVisible()


def test_several_libraries_are_open_and_open_again(qtbot: QtBot, house: Application, tmp_path: Path) -> None:
    other = tmp_path / "Club.ktlibrary"
    with closing(create_library(other, backups=tmp_path / "backups").store) as store:
        store.store([item("Wolf", 1)])
    prep_room(house, make_prepared(tmp_path), gm=True)
    room = library_room(qtbot, house)
    house.library_controller.open(other)
    qtbot.waitUntil(lambda: room.chooser.box.currentText() == "Club")
    assert [entry.name for entry in room.found] == ["Wolf"]
    room.chooser.box.setCurrentIndex(0)
    room.chooser.box.activated.emit(0)
    assert room.found == ()
    house.library_controller.close()
    house.window.libraries.need()
    qtbot.waitUntil(lambda: len(house.window.libraries.shown) == 3)
    choice = room.chooser.box
    qtbot.waitUntil(
        lambda: [choice.itemText(at) for at in range(choice.count())] == ["My library", "Club", INCLUDED_TITLE]
    )
    house.window.libraries.choose(other)
    house.library_controller.close_chosen()
    assert [shown.name for shown in house.window.libraries.shown] == ["My library", INCLUDED_TITLE]
    with closing(open_library(other, backups=tmp_path / "backups").store) as store:
        assert not store.view_only


def test_content_that_is_listed_when_the_libraries_close_does_not_come_into_the_next_ones(
    qtbot: QtBot, house: Application, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_go_on, ended = Event(), Event()
    listed = iter([True, False])

    def slow_at_first(_check: object) -> tuple[LibraryItem, ...]:
        if next(listed):
            may_go_on.wait()
            ended.set()
        return (item("Wolf", 1),)

    monkeypatch.setattr(included_content, "included_items", slow_at_first)
    prep_room(house, make_prepared(tmp_path), gm=True)
    library_room(qtbot, house)
    house.library_controller.close()
    house.window.libraries.need()
    names = ["My library", INCLUDED_TITLE]
    qtbot.waitUntil(lambda: [shown.name for shown in house.window.libraries.shown] == names)
    may_go_on.set()
    qtbot.waitUntil(lambda: ended.is_set() and not house.task_runner.busy)
    assert [shown.name for shown in house.window.libraries.shown] == names


def test_a_library_that_is_gone_is_left_out_until_it_is_back(qtbot: QtBot, house: Application, tmp_path: Path) -> None:
    other = tmp_path / "Club.ktlibrary"
    create_library(other, backups=tmp_path / "backups").store.close()
    prep_room(house, make_prepared(tmp_path), gm=True)
    room = library_room(qtbot, house)
    house.library_controller.open(other)
    qtbot.waitUntil(lambda: room.chooser.box.currentText() == "Club")
    house.library_controller.close()
    away = other.rename(tmp_path / "Away.ktlibrary")
    house.window.libraries.need()
    qtbot.waitUntil(lambda: [shown.name for shown in house.window.libraries.shown] == ["My library", INCLUDED_TITLE])
    house.library_controller.open(other)
    qtbot.waitUntil(room.chooser.trouble.isVisible)
    assert "Club" in room.chooser.trouble.text()
    house.library_controller.close()
    away.rename(other)
    house.window.libraries.need()
    listed = ["My library", "Club", INCLUDED_TITLE]
    qtbot.waitUntil(lambda: [shown.name for shown in house.window.libraries.shown] == listed)
    house.window.libraries.choose(other)
    house.library_controller.close_chosen()
    assert house.settings.extra(OPEN_LIBRARIES) == []


# Included content ---------------------------------------------------------------------------------------------


def included_room(qtbot: QtBot, house: Application) -> LibraryRoom:
    """Go to the Library, and show the included content."""
    room = library_room(qtbot, house)
    qtbot.waitUntil(lambda: any(shown.path == INCLUDED for shown in house.window.libraries.shown))
    house.window.libraries.choose(INCLUDED)
    assert room.chooser.box.currentText() == INCLUDED_TITLE
    return room


def test_included_content_of_every_game_is_listed_and_cannot_be_changed(
    qtbot: QtBot, house: Application, tmp_path: Path
) -> None:
    prep_room(house, make_prepared(tmp_path), gm=True)
    room = included_room(qtbot, house)
    library = current(house)
    editors = {game: content_editor_of(game_of(game)) for game in BUNDLED}
    there = {
        (game, category.kind, entry.id)
        for game, editor in editors.items()
        for category in editor.categories()
        for entry in editor.entries({}, {}, category.kind)
    }
    there |= {(game, CHARACTER, hero) for game in BUNDLED for hero in heroes_of(game)}
    assert {(entry.game, entry.kind, entry.source) for entry in library.entries.values()} == there
    assert {game for game, _, _ in there} >= {"card_the_drawing", D100}
    foes = library.search(LibraryQuery(game=D100, kind="foes"))
    heroes = library.search(LibraryQuery(game=D100, kind=CHARACTER))
    assert all(library.items([found.id])[0].content.details for found in (foes[0], heroes[0]))
    with pytest.raises(ViewOnly):
        library.remove([foes[0].id])
    room.list.set_current(foes[0].id)
    assert not room.pane.delete.isVisible()
    assert not room.pane.tags.isVisible()
    room.chooser.fill_menu()
    enabled = {action.text(): action.isEnabled() for action in room.chooser.menu.actions() if action.text()}
    can = [enabled[line] for line in ("Close this library", "Import entries…", "Export all listed entries…")]
    assert can == [False, False, True]
    house.library_controller.close_chosen()
    assert current(house) is library
    assert house.settings.extra(OPEN_LIBRARIES) == []


def answer(house: Application, key: str) -> None:
    """Answer the question that is open."""
    next(each for each in house.window.findChildren(MessageDialog) if each.isVisible()).choose(key)


def test_included_content_is_copied_to_the_own_library(qtbot: QtBot, house: Application, tmp_path: Path) -> None:
    prep_room(house, make_prepared(tmp_path), gm=True)
    room = included_room(qtbot, house)
    card = current(house).search(LibraryQuery(game="card_the_drawing", kind="cards"))[0]
    room.list.set_current(card.id)
    own = own_library(house)
    room.pane.copy.click()
    assert list(own.entries) == [card.id]
    own.store_entries([replace(own.entries[card.id], name="Renamed", tags=("mine",))])
    room.pane.copy.click()
    answer(house, "replace")
    assert [(entry.name, entry.tags) for entry in own.entries.values()] == [(card.name, ("mine",))], "one of its id"
    for count in (2, 3):
        room.pane.copy.click()
        answer(house, "both")
        assert len(own.entries) == count
    assert own.entries[card.id].tags == ("mine",), "both stay as they were"


def test_an_entry_that_comes_with_the_campaigns_game_is_there_until_it_is_changed(
    qtbot: QtBot, house: Application, tmp_path: Path
) -> None:
    campaign, prep = prep_room(house, make_prepared(tmp_path), gm=True)
    room = included_room(qtbot, house)
    game = campaign.viewer_campaign(SHARED).view.ruleset
    card = current(house).search(LibraryQuery(game=game, kind="cards"))[0]
    room.list.set_current(card.id)
    assert "comes with the game" in room.pane.why_not.text()
    assert not room.pane.add.isVisible()
    assert not room.pane.update_copy.isVisible()
    content = json.loads(current(house).content(card.id).content)
    changed = json.dumps(content).replace(json.dumps(card.name), json.dumps("Changed by us"))
    (item_,) = current(house).items([card.id])
    room.copies.add_records(replace(item_, content=replace(item_.content, content=changed)))
    dialog = next(each for each in house.window.findChildren(ImportPreviewDialog) if each.isVisible())
    dialog.do.click()
    room.refresh()
    assert prep.content_editor.record(prep.lists, prep.options, "cards", card.source) is not None
    assert room.pane.update_copy.isVisible(), "the original can be had back"
    assert room.pane.why_not.text() == ""


def test_the_shared_screen_shows_no_included_content(qtbot: QtBot, house: Application, tmp_path: Path) -> None:
    prep_room(house, make_prepared(tmp_path), gm=True)
    room = included_room(qtbot, house)
    sentence = room.chooser.remark.text()
    assert sentence in said_in(room)
    assert house.window.viewer_switch is not None
    house.window.viewer_switch.see_shared()
    qtbot.waitUntil(lambda: room.is_closed)
    assert sentence not in said_in(room)
    assert room.found == ()


def test_a_record_is_saved_to_the_own_library_while_included_content_is_shown(
    qtbot: QtBot, house: Application, tmp_path: Path
) -> None:
    _, prep = prep_room(house, make_prepared(tmp_path), gm=True)
    included_room(qtbot, house)
    assert house.window.page is not None
    house.window.page.show_room("prep")
    save_foe(qtbot, house, prep, "Bandit")
    own = own_library(house)
    assert [entry.name for entry in own.entries.values()] == ["Bandit"]


# Files -------------------------------------------------------------------------------------------------------


def test_entries_go_into_a_file_and_come_back_with_a_choice(qtbot: QtBot, house: Application, tmp_path: Path) -> None:
    prep_room(house, make_prepared(tmp_path), gm=True)
    room = library_room(qtbot, house)
    items = [item("Wolf", 1), item("Bear", 2), item("Owl", 3)]
    current(house).store(items)
    house.window.libraries.changed.emit()
    path = tmp_path / "entries.zip"
    room.files.write(room.found, path)
    qtbot.waitUntil(lambda: not room.files.busy)
    assert {each.entry.name for each in read_archive(path.read_bytes())} == {"Wolf", "Bear", "Owl"}
    current(house).remove([items[0].entry.id])
    changed = replace(items[1], content=replace(items[1].content, content='{"other": 1}'))
    current(house).store([changed])
    for both, count in ((True, 4), (False, 4)):
        room.files.read(path)
        qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), ImportPreviewDialog))
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, ImportPreviewDialog)
        assert any(box.accessibleName().startswith("Owl") and not box.isEnabled() for box in dialog.boxes.values())
        for box_ in dialog.findChildren(type(next(iter(dialog.boxes.values())))):
            if box_.text().startswith("Keep your"):
                box_.setChecked(both)
        QTest.mouseClick(dialog.do, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: not room.files.busy)
        assert len(names(house)) == count
    assert current(house).content(items[1].entry.id) == items[1].content, "the second time it was replaced"


def packed(members: dict[str, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return data.getvalue()


LIST = b'{"format": "kitchen-table-library", "version": 1}'
GOOD = json.loads(zipfile.ZipFile(io.BytesIO(write_archive([item("Wolf", 1)]))).read("entries/1.json"))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "not an export"),
        (b"PK\x03\x04 and so on", "not an export"),
        (packed({"entries/1.json": b"{}"}), "not an export"),
        (packed({"library.json": b'{"format": "other", "version": 1}'}), "not an export"),
        (packed({"library.json": LIST.replace(b"1}", b"7}")}), "version 7"),
        (packed({"library.json": LIST, "../evil.json": b"{}"}), "does not belong"),
        (packed({"library.json": LIST, "entries/../../evil": b"{}"}), "does not belong"),
        (packed({"library.json": LIST, "entries/1.json": b"[" * 100_000}), "not an export"),
        (packed({"library.json": LIST, "entries/1.json": b"{}"}), "not an export"),
        (packed({"library.json": LIST, "entries/1.json": b" " * (2 << 20)}), "larger than 1 MB"),
        (
            packed({"library.json": LIST, **{f"entries/{n}.json": b" " * (1 << 20) for n in range(5)}}),
            "larger than 4 MB",
        ),
        (packed({"library.json": LIST, **{f"entries/{n}.json": b"" for n in range(101)}}), "more than 100 "),
    ],
    ids=range(12),
)
def test_a_strangers_file_is_bounded(monkeypatch: pytest.MonkeyPatch, data: bytes, sentence: str) -> None:
    for name, most in (("LARGEST_ENTRY", 1 << 20), ("MOST_BYTES", 4 << 20), ("MOST_ENTRIES", 100)):
        monkeypatch.setattr(entry_archive, name, most)
    with pytest.raises(ArchiveRefused) as caught:
        read_archive(data)
    assert sentence in caught.value.text


def test_texts_of_a_stranger_are_cut_and_plain() -> None:
    hostile = json.loads(json.dumps(GOOD))
    hostile["entry"]["name"] = "<b>Wolf</b>\u202e" + "x" * 5000
    hostile["content"]["details"] = [{"label": "l" * 999, "value": "v\0" * 3000}] * 1000
    (read,) = read_archive(packed({"library.json": LIST, "entries/1.json": json.dumps(hostile).encode()}))
    assert isinstance(read, LibraryItem)
    assert len(read.entry.name) == 200
    assert "\u202e" not in read.entry.name
    assert len(read.content.details) == 400
    assert all("\0" not in detail.value and len(detail.value) <= 4000 for detail in read.content.details)


def test_a_row_of_a_sheet_goes_to_the_library_and_into_another_campaign(
    qtbot: QtBot, house: Application, tmp_path: Path
) -> None:
    campaign, prep = prep_room(house, make_prepared(tmp_path, D100), gm=True)
    row = list_entry_item(D100, "weapons", {"name": "Moon blade", "damage": "2d8"})
    damaged = replace(
        row, entry=replace(row.entry, id="1" * 32, name="Dust"), content=replace(row.content, content="{")
    )
    elsewhere = replace(row, entry=replace(row.entry, id="2" * 32, name="Ray gun", game="future_imperfect"))
    room = library_room(qtbot, house)
    own_library(house).store([row, damaged, elsewhere])
    assert room.copies.why_not(row.entry) == ""
    assert room.copies.why_not(elsewhere.entry) != ""
    assert not room.copies.add_new(damaged)
    assert not house.window.findChildren(MessageDialog), "one of many asks nothing"
    assert room.copies.add_new(row)
    assert campaign.viewer_campaign(prep.seat).view.lists["weapons"] == ({"name": "Moon blade", "damage": "2d8"},)
    # What would change a row of the group is not added with others, and is shown before it is added alone.
    other = list_entry_item(D100, "weapons", {"name": "moon BLADE", "damage": "3d8", "reach": "Long"})
    assert room.copies.add_new(row), "it is there already"
    assert not room.copies.add_new(other)
    room.copies.add_records(other)
    assert campaign.viewer_campaign(prep.seat).view.lists["weapons"][0]["damage"] == "2d8"
    dialog = next(dialog for dialog in house.window.findChildren(MessageDialog) if dialog.isVisible())
    assert "2d8 → 3d8" in " ".join(words.text() for words in dialog.findChildren(QLabel))
    dialog.chosen.emit("replace")
    dialog.reject()
    assert campaign.viewer_campaign(prep.seat).view.lists["weapons"][0]["damage"] == "3d8"
    entries = LibraryListEntries(house.window.libraries, D100, room)
    assert [entry["name"] for entry in entries.of("weapons")] == ["Moon blade"], "of this game, and whole"
    own_library(house).remove([row.entry.id])
    house.window.libraries.changed.emit()
    assert entries.of("weapons") == ()
