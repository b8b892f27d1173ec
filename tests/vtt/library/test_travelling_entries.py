"""Entries with their pictures, in one file or many, and several chosen at once."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import tracemalloc
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QTest
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot

from engine.kit.handouts.handout_commands import SaveHandouts
from engine.kit.handouts.handout_records import HANDOUTS
from engine.model.frozen import replace
from tests.vtt.library.test_library_room import (
    answer,
    current,
    included_room,
    library_room,
    own_library,
    show_every_game,
)
from tests.vtt.library_kit import item, many
from tests.vtt.prep_kit import make_prepared, prep_room, settle
from tests.vtt.shell_kit import dialogue_of, open_house
from vtt.campaign.campaign_records import StoredPicture
from vtt.campaign.library_protocol import LibraryContent, LibraryDetail, LibraryItem
from vtt.library import entry_archive
from vtt.library.entry_archive import (
    ArchiveRefused,
    read_archive,
    read_document,
    read_entries,
    write_entries,
    write_entries_of,
)
from vtt.library.library_room import LibraryRoom
from vtt.shell.application import Application
from vtt.storage.backups import back_up
from vtt.storage.campaign_errors import Damaged
from vtt.storage.campaign_opening import backup_folder
from vtt.storage.library.library_opening import create_library, open_library
from vtt.storage.travel.travel_file import write_travel_file

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(200))


def picture(content: bytes = PNG) -> StoredPicture:
    return StoredPicture(id=hashlib.sha256(content).hexdigest(), name="Map", media_type="image/png", content=content)


def pictured(name: str, number: int, *pictures: StoredPicture) -> LibraryItem:
    return replace(item(name, number), pictures=pictures)


@pytest.fixture
def house(tmp_path: Path, qtbot: QtBot) -> Iterator[Application]:
    with open_house(tmp_path) as opened:
        yield opened


def pictures_in(store: object) -> int:
    return int(store._raw.execute("SELECT count(*) FROM library_picture").fetchone()[0])  # type: ignore[attr-defined]


def test_a_picture_is_stored_once_and_goes_with_its_last_entry(tmp_path: Path) -> None:
    path = tmp_path / "My library.ktlibrary"
    with closing(create_library(path, backups=tmp_path / "b").store) as store:
        store.store([pictured("Map", 1, picture()), pictured("Copy", 2, picture(), picture(PNG + b"2"))])
        assert pictures_in(store) == 2
        store.remove([item("", 2).entry.id])
        assert pictures_in(store) == 1
    with closing(open_library(path, backups=tmp_path / "b").store) as store:
        assert store.items([item("", 1).entry.id])[0].pictures == (picture(),)
        store.store_entries([replace(store.entries[item("", 1).entry.id], tags=("x",))])
        assert pictures_in(store) == 1
        store.store([pictured("Map", 1)])
        assert pictures_in(store) == 0


def test_a_picture_that_is_not_itself_is_found(tmp_path: Path) -> None:
    path = tmp_path / "My library.ktlibrary"
    with closing(create_library(path, backups=tmp_path / "b").store) as store:
        store.store([pictured("Map", 1, picture())])
        store._raw.execute("UPDATE library_picture SET content = ?", (PNG + b"evil",))
        with pytest.raises(Damaged, match="a picture"):
            store.items([item("", 1).entry.id])
    with pytest.raises(Damaged):
        back_up(path, backup_folder(path, tmp_path / "b"))


@pytest.mark.parametrize("ending", ["ktentries.zip", "toml", "json"])
def test_entries_come_back_from_one_file(tmp_path: Path, ending: str) -> None:
    items = (pictured("Map \"''' \\ é", 1, picture()), pictured("Copy", 2, picture()), item("Wolf", 3, tags=("a",)))
    path = tmp_path / f"entries.{ending}"
    path.write_bytes(write_entries(items, ending.rpartition(".")[2]))
    assert read_entries(path) == items
    if ending.endswith("zip"):
        with zipfile.ZipFile(path) as archive:
            assert sum(name.startswith("pictures/") for name in archive.namelist()) == 1


def test_entries_without_pictures_are_read_by_older_programs(tmp_path: Path) -> None:
    path = tmp_path / "e.zip"
    path.write_bytes(write_entries([item("Wolf", 1)], "zip"))
    with zipfile.ZipFile(path) as archive:
        assert json.loads(archive.read("library.json"))["version"] == 1
        assert set(json.loads(archive.read("entries/1.json"))) == {"entry", "content"}


def test_a_travel_file_gives_its_entries(tmp_path: Path, house: Application, qtbot: QtBot) -> None:
    campaign, _ = prep_room(house, make_prepared(tmp_path), gm=True)
    assert campaign is not None
    assert house.controller.opened is not None
    packed = write_entries([pictured("Map", 1, picture())], "zip")
    with_entries, without = tmp_path / "a.ktravel", tmp_path / "b.ktravel"
    path = house.controller.opened.path
    write_travel_file(path, with_entries, entries=1, write_entries=lambda file: file.write(packed))
    write_travel_file(path, without)
    assert read_entries(with_entries) == (pictured("Map", 1, picture()),)
    with pytest.raises(ArchiveRefused, match="has no library entries"):
        read_entries(without)


GOOD = json.loads(write_entries([pictured("Map", 1, picture())], "json"))


@pytest.mark.parametrize(
    "change",
    [
        {"format": "other"},
        {"version": 9},
        {"version": True},
        {"entries": GOOD["entries"] * 2},
        {"entries": [{**GOOD["entries"][0], "install": 1}]},
        {"entries": [{**GOOD["entries"][0], "pictures": [{**GOOD["entries"][0]["pictures"][0], "id": "f" * 64}]}]},
    ],
)
def test_a_strangers_document_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ArchiveRefused):
        read_document(json.dumps({**GOOD, **change}).encode())


@pytest.mark.parametrize("data", [b"", b"{" * 100_000, b"a." * 50_000 + b"b = 1", b"\xff\xfe", b"[[" * 9999])
def test_what_is_no_document_is_refused(data: bytes) -> None:
    with pytest.raises(ArchiveRefused):
        read_document(data)


@pytest.mark.parametrize(
    ("ending", "limit"), [("zip", "MOST_BYTES"), ("toml", "LARGEST_DOCUMENT"), ("csv", "LARGEST_DOCUMENT")]
)
def test_no_file_is_written_that_could_not_be_read(monkeypatch: pytest.MonkeyPatch, ending: str, limit: str) -> None:
    monkeypatch.setattr(entry_archive, limit, 100)
    with pytest.raises(ArchiveRefused, match="could not be imported again"):
        write_entries([item("Wolf", 1)], ending)


ROWS = (
    item("=HYPERLINK(1)", 1, tags=("a", "b c"), folder="'-x", favourite=True, line='with "quotes"; and, commas'),
    replace(
        item("Wolf", 2),
        content=LibraryContent(content='{"text": "one\\ntwo,\n;"}', details=(LibraryDetail(label="", value="x\ny"),)),
    ),
    replace(item("Map " + "é" * 150, 3), content=LibraryContent(content="x" * 200_000)),
)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_entries_come_back_from_a_spreadsheet(tmp_path: Path, separator: str) -> None:
    """Also from one that writes another sign between cells, and other ends of lines; a line without an id is new."""
    data = write_entries(ROWS, "csv")
    most = csv.field_size_limit(1_000_000)
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    csv.field_size_limit(most)
    assert not any(cell.startswith(("=", "-")) for row in rows for cell in row)
    text = io.StringIO(newline="")
    added = ["", *rows[2][1:]]
    csv.writer(text, delimiter=separator, lineterminator="\r\n").writerows([*rows, [""] * len(rows[0]), added])
    path = tmp_path / "entries.csv"
    path.write_bytes(text.getvalue().encode("utf-8-sig"))
    *found, new = read_entries(path)
    assert tuple(found) == ROWS
    assert new == replace(ROWS[1], entry=replace(ROWS[1].entry, id=new.entry.id))
    assert new.entry.id not in {each.entry.id for each in ROWS}
    assert csv.field_size_limit() == most, "the limit of others is as it was"


def test_a_csv_file_has_no_pictures_and_says_so() -> None:
    with pytest.raises(ArchiveRefused, match="Export them as a zip"):
        write_entries([item("Wolf", 2), pictured("Map", 1, picture())], "csv")


HEAD = "id,name,game,game_name,kind,kind_name,content,source"


@pytest.mark.parametrize(
    "rows",
    [
        ["1,Wolf,g,G,foes,foe,{},wolf"],
        [f"{1:032x},,g,G,foes,foe,{{}},wolf"],
        [f"{1:032x},Wolf,g,G,foes,foe,{{}},wolf"] * 2,
        [f"{1:032x},Wolf,g,G,foes,foe,{{}},wolf,more"],
        [f'{1:032x},"Wolf'],
        [f"{number:032x},Wolf,g,G,foes,foe,{{}},wolf" for number in range(entry_archive.MOST_ENTRIES + 1)],
        ["x" + "," * 500_000],
    ],
)
def test_a_strangers_table_is_refused(rows: list[str]) -> None:
    with pytest.raises(ArchiveRefused):
        read_document("\n".join([HEAD, *rows]).encode())


@pytest.mark.parametrize("head", [f"{HEAD},name", f"{HEAD},install", "id,name", f"{HEAD},details\n1,2,3,4,5,6,7,8,[1]"])
def test_a_table_with_other_columns_or_details_is_refused(head: str) -> None:
    with pytest.raises(ArchiveRefused):
        read_document(head.encode())


def test_a_table_of_empty_lines_takes_no_memory() -> None:
    data = f"{HEAD}\n".encode() + b"\n" * 2_000_000
    tracemalloc.start()
    try:
        assert read_document(data) == ()
        assert tracemalloc.get_traced_memory()[1] < 10 * len(data)
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("place", ["format", "entries", "strange"])
def test_a_document_is_not_held_as_anything_but_what_it_should_be(place: str) -> None:
    head = "" if place == "format" else '"format": "kitchen-table-library", "version": 2, '
    data = f'{{{head}"{place}": [{"[]," * 500_000}[]]}}'.encode()
    tracemalloc.start()
    try:
        with pytest.raises(ArchiveRefused):
            read_document(data)
        assert tracemalloc.get_traced_memory()[1] < 10 * len(data)
    finally:
        tracemalloc.stop()


def test_a_picture_under_another_name_is_refused() -> None:
    other = replace(picture(), id="f" * 64)
    with pytest.raises(ArchiveRefused):
        read_archive(write_entries([pictured("Map", 1, other)], "zip"))


def test_a_handouts_picture_goes_along_to_another_campaign(qtbot: QtBot, house: Application, tmp_path: Path) -> None:
    campaign, prep = prep_room(house, make_prepared(tmp_path), gm=True)
    assert campaign.store_picture(picture())
    row = {"id": "map", "name": "Old map", "picture": picture().id}
    assert campaign.submit(SaveHandouts(seat=prep.seat, put={HANDOUTS: (row,)}))
    prep.open_category(HANDOUTS)
    prep.open_entry("map")
    settle(qtbot, prep)
    prep.record_actions.save_to_library()
    qtbot.waitUntil(lambda: house.window.libraries.saved_to is not None)
    qtbot.waitUntil(lambda: "Old map" in {entry.name for entry in own_library(house).entries.values()})
    house.controller.close()
    (tmp_path / "campaigns" / "Drawing.ktable").rename(tmp_path / "campaigns" / "First.ktable")
    campaign, prep = prep_room(house, make_prepared(tmp_path), gm=True)
    assert campaign.picture(picture().id) is None
    room = library_room(qtbot, house)
    room.list.field.setText("old map")
    room.pane.add.click()
    assert campaign.viewer_campaign(prep.seat).view.lists[HANDOUTS][0]["picture"] == picture().id
    assert campaign.picture(picture().id) == picture()


def select_all(room: LibraryRoom) -> None:
    room.list.list.selectAll()
    assert room.several.isVisible()
    assert not room.pane.isVisible()


def stored_room(qtbot: QtBot, house: Application, tmp_path: Path, items: list[LibraryItem]) -> LibraryRoom:
    prep_room(house, make_prepared(tmp_path), gm=True)
    room = library_room(qtbot, house)
    qtbot.waitUntil(lambda: house.window.libraries.current is not None)
    current(house).store(items)
    house.window.libraries.changed.emit()
    return room


def test_several_entries_are_tagged_and_deleted(qtbot: QtBot, house: Application, tmp_path: Path) -> None:
    room = stored_room(qtbot, house, tmp_path, [item(f"Wolf {n}", n, tags=("a",)) for n in range(8)])
    select_all(room)
    assert "8 entries" in room.several.title.text()
    room.several.tags.setText("marsh, a")
    room.several.put_tags.click()
    qtbot.waitUntil(lambda: all(e.tags == ("a", "marsh") for e in current(house).entries.values()))
    room.list.field.setText("Wolf 3")
    assert not room.several.isVisible()
    room.list.field.setText("")
    select_all(room)
    room.several.delete.click()
    answer(house, "")
    assert len(current(house).entries) == 8
    select_all(room)
    room.several.delete.click()
    answer(house, "delete")
    qtbot.waitUntil(lambda: not current(house).entries)


def test_an_error_in_one_gesture_with_several_entries_stops_none_that_follow(
    qtbot: QtBot, house: Application, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = stored_room(qtbot, house, tmp_path, [item(f"Wolf {n}", n, tags=("a",)) for n in range(2)])
    select_all(room)
    room.several.tags.setText("marsh")
    with monkeypatch.context() as faulty, capture_exceptions() as caught:
        faulty.setattr(type(current(house)), "store_entries", lambda *_: 1 // 0)
        room.several.put_tags.click()
        qtbot.waitUntil(lambda: bool(caught))
    select_all(room)
    room.several.tags.setText("marsh")
    room.several.put_tags.click()
    qtbot.waitUntil(lambda: all(e.tags == ("a", "marsh") for e in current(house).entries.values()))


def test_several_entries_are_added_and_each_can_be_undone(qtbot: QtBot, house: Application, tmp_path: Path) -> None:
    campaign, prep = prep_room(house, make_prepared(tmp_path), gm=True)
    rows = tuple({"id": f"letter_{n}", "name": f"Letter {n}", "text": "Come."} for n in range(3))
    assert campaign.submit(SaveHandouts(seat=prep.seat, put={HANDOUTS: rows}))
    prep.open_category(HANDOUTS)
    for n in range(3):
        prep.open_entry(f"letter_{n}")
        settle(qtbot, prep)
        prep.record_actions.save_to_library()
        qtbot.waitUntil(lambda: house.window.libraries.saved_to is not None)
        qtbot.waitUntil(lambda: f"Letter {n}" in {e.name for e in own_library(house).entries.values()})  # noqa: B023
    drop = {HANDOUTS: tuple(str(row["id"]) for row in rows)}
    assert campaign.submit(SaveHandouts(seat=prep.seat, drop=drop))
    own_library(house).store([item("Wolf of another game", 9)])
    room = library_room(qtbot, house)
    house.window.libraries.changed.emit()
    show_every_game(room)
    said: list[str] = []
    room.said.connect(lambda sentence, _rules: said.append(sentence))
    select_all(room)
    room.several.add.click()
    qtbot.waitUntil(lambda: bool(said))
    assert said == ["The entries are added to the campaign"]
    assert "1 entry was not added" in dialogue_of(house).text
    assert len(campaign.viewer_campaign(prep.seat).view.lists[HANDOUTS]) == 3
    campaign.undo()
    assert len(campaign.viewer_campaign(prep.seat).view.lists[HANDOUTS]) == 2


def test_included_entries_are_chosen_by_mouse_and_copied(qtbot: QtBot, house: Application, tmp_path: Path) -> None:
    prep_room(house, make_prepared(tmp_path), gm=True)
    room = included_room(qtbot, house)
    view = room.list.list
    clicks = ((0, Qt.KeyboardModifier.NoModifier), (2, Qt.KeyboardModifier.ControlModifier))
    for row, modifier in clicks:
        place = view.visualRect(room.list.model.index(row)).center()
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, modifier, place)
    chosen = {entry.id for entry in room.chosen}
    assert len(chosen) == 2
    assert room.several.copy.isVisible()
    assert not room.several.delete.isVisible()
    QTest.mouseClick(room.several.copy, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: set(own_library(house).entries) == chosen)


def test_nothing_of_several_entries_is_there_before_other_eyes(
    qtbot: QtBot, house: Application, tmp_path: Path
) -> None:
    room = stored_room(qtbot, house, tmp_path, many(20))
    select_all(room)
    room.set_viewer("shared")
    assert room.is_closed
    assert not room.several.isVisible()
    assert room.several.title.text() == room.several.names.text() == ""
    assert room.chosen == ()


def test_a_shift_click_chooses_several(qtbot: QtBot, house: Application, tmp_path: Path) -> None:
    room = stored_room(qtbot, house, tmp_path, [item(f"Wolf {n}", n) for n in range(4)])
    flags = QItemSelectionModel.SelectionFlag.Select
    model = room.list.list.selectionModel()
    for row in (1, 2):
        model.select(room.list.model.index(row), flags)
    assert [entry.name for entry in room.chosen] == ["Wolf 0", "Wolf 1", "Wolf 2"]
    assert "3 entries" in room.several.title.text()


@pytest.mark.parametrize("ending", ["zip", "json"])
def test_a_picture_under_the_name_of_another_is_refused(tmp_path: Path, ending: str) -> None:
    """It would be stored under that name, and the library could be neither exported nor backed up any more."""
    first, second = picture(), replace(picture(PNG + b"evil"), id=picture().id)
    path = tmp_path / f"evil.{ending}"
    path.write_bytes(write_entries([pictured("Map", 1, first), pictured("Copy", 2, second)], "json"))
    if ending == "zip":
        path.write_bytes(write_entries([pictured("Map", 1, first), pictured("Copy", 2, picture(PNG + b"evil"))]))
        with zipfile.ZipFile(path) as old:
            members = {name: old.read(name) for name in old.namelist()}
        form = members["entries/2.json"]
        members["entries/2.json"] = form.replace(picture(PNG + b"evil").id.encode(), first.id.encode(), 1)
        with zipfile.ZipFile(path, "w") as new:
            for name, data in members.items():
                new.writestr(name, data)
        assert json.loads(members["entries/2.json"])["pictures"][0]["id"] == first.id
    with pytest.raises(ArchiveRefused):
        read_entries(path)


def spoilt(name: str) -> bytes:
    """A zip whose only file cannot be unpacked."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, b"{" * 200)
    at = 30 + len(name)
    return data.getvalue()[:at] + b"\xff" * 3 + data.getvalue()[at + 3 :]


@pytest.mark.parametrize("name", ["library.json", "library.ktentries.zip"])
def test_what_cannot_be_unpacked_is_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / "spoilt.zip"
    path.write_bytes(spoilt(name))
    with pytest.raises(ArchiveRefused):
        read_entries(path)


def test_the_list_of_a_zip_is_measured_before_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "many.zip"
    path.write_bytes(write_entries([item("Wolf", 1)]))
    monkeypatch.setattr(entry_archive, "_DIRECTORY_BYTES", 50)
    with pytest.raises(ArchiveRefused, match="more than"):
        read_entries(path)
    monkeypatch.undo()
    data = path.read_bytes()
    path.write_bytes(data[:-22] + b"PK\x06\x07" + bytes(16) + data[-22:])
    with pytest.raises(ArchiveRefused):
        read_entries(path)


def test_what_is_written_is_measured_as_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    long = replace(item("Wolf", 1), content=replace(item("Wolf", 1).content, content="a" * 50_000))
    monkeypatch.setattr(entry_archive, "MOST_BYTES", 40_000)
    with pytest.raises(ArchiveRefused, match="could not be imported again"):
        write_entries([long])
    monkeypatch.undo()
    monkeypatch.setattr(entry_archive, "MOST_ENTRIES", 2)
    for ending in ("zip", "json"):
        with pytest.raises(ArchiveRefused, match="more than 2 entries"):
            write_entries([item("Wolf", n) for n in range(3)], ending)
    own = [picture(PNG + bytes([n])) for n in range(2)]
    both = (pictured("Map", 0, own[0]), pictured("Map", 1, own[1]))
    assert read_archive(write_entries(both)) == both


def test_entries_are_not_all_in_memory_before_they_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(create_library(tmp_path / "My library.ktlibrary", backups=tmp_path / "b").store) as store:
        store.store([pictured("Map", n, picture(), picture(PNG + bytes([n]))) for n in range(60)])
        ids = list(store.entries)
        first, second = store.items(ids[:2])
        assert first.pictures[0] in second.pictures or first.pictures[1] in second.pictures
        shared = {id(p) for item in store.items(ids) for p in item.pictures if p.id == picture().id}
        assert len(shared) == 1, "one picture, however many entries name it"
        asked: list[int] = []
        real = store.items

        def counted(ids: Sequence[str]) -> Sequence[LibraryItem]:
            asked.append(len(ids))
            return real(ids)

        monkeypatch.setattr(store, "items", counted)
        assert read_archive(write_entries_of(store, ids)) == tuple(real(ids))
        assert max(asked) < len(ids)
        asked.clear()
        monkeypatch.setattr(entry_archive, "MOST_BYTES", 500)
        with pytest.raises(ArchiveRefused):
            write_entries_of(store, ids)
        assert sum(asked) < len(ids)
