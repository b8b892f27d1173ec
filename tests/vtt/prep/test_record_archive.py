"""A zip with records and their pictures: it arrives whole in another campaign, and a stranger's is bounded."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from engine.kit.content_editor.content_file_format import MOST_BYTES as MOST_TEXT
from engine.kit.encounters.encounter_commands import SaveEncounters
from engine.kit.handouts.handout_commands import SaveHandouts
from engine.model.frozen import Json
from tests.vtt.prep_kit import lay_out, make_prepared, prep_room
from tests.vtt.shell_kit import open_house
from vtt.campaign.campaign_records import StoredPicture
from vtt.campaign.open_campaign import OpenCampaign
from vtt.prep import record_archive
from vtt.prep.record_archive import RecordArchiveRefused, read_record_archive, write_record_archive
from vtt.shared.import_preview import ImportPreviewDialog


def stored_picture(content: bytes) -> StoredPicture:
    content = b"\x89PNG\r\n\x1a\n" + content
    return StoredPicture(id=hashlib.sha256(content).hexdigest(), name="", media_type="image/png", content=content)


MAP, FACE, SPARE = (stored_picture(content) for content in (b"map", b"face", b"spare"))


def zip_of(**members: bytes) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return data.getvalue()


def zip_with_two_of_one_name() -> bytes:
    """A zip of which two programs would read different records."""
    return zip_of(**{"records.toml": b"a = 1", "records.tomk": b"a = 2"}).replace(b"tomk", b"toml")


def bring(campaign: OpenCampaign, seat: str) -> None:
    """Give the campaign a handout with a picture, a kept character with a portrait, and a picture that nobody names."""
    for picture in (MAP, FACE, SPARE):
        assert campaign.store_picture(picture)
    character: Mapping[str, Json] = {"id": "ann", "name": "Ann", "seat": seat, "sheet": {"portrait": FACE.id}}
    handout: Mapping[str, Json] = {"id": "map", "name": "Map", "picture": MAP.id}
    kept: Mapping[str, Json] = {"id": "ann", "name": "Ann", "character": character}
    assert campaign.submit(SaveHandouts(seat=seat, put={"handouts": (handout,)}))
    assert campaign.submit(SaveEncounters(seat=seat, put={"kept_characters": (kept,)}))


@pytest.mark.parametrize(
    ("kind", "id_", "picture"), [("handouts", "map", MAP), ("kept_characters", "ann", FACE)], ids=["handout", "person"]
)
def test_records_arrive_in_another_campaign_with_the_pictures_that_they_name(
    qtbot: QtBot, tmp_path: Path, kind: str, id_: str, picture: StoredPicture
) -> None:
    file = tmp_path / "export.zip"
    first, second = make_prepared(tmp_path / "one", "imaginality"), make_prepared(tmp_path / "two", "imaginality")
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, first, gm=True)
        bring(campaign, room.seat)
        lay_out(qtbot, room, kind, id_)
        room.record_actions.files.export_one()
        dialog = room.record_actions.dialog
        assert isinstance(dialog, QFileDialog)
        assert dialog.defaultSuffix() == "zip", "what names a picture goes with it"
        with qtbot.waitSignal(room.said):
            dialog.fileSelected.emit(str(file))
        dialog.reject()
        with zipfile.ZipFile(file, "a") as archive:  # a stranger's file may have pictures that no record names
            archive.writestr(f"pictures/{SPARE.id}.png", SPARE.content)
        house.controller.close()
        campaign, room = prep_room(house, second, gm=True)
        for closed in (True, False):
            room.record_actions.files.read(file)
            qtbot.waitUntil(lambda: isinstance(room.record_actions.dialog, ImportPreviewDialog))
            preview = room.record_actions.dialog
            assert isinstance(preview, ImportPreviewDialog)
            QTest.mouseClick(preview.do, Qt.MouseButton.LeftButton)
            assert campaign.picture(picture.id) is None, "pictures are stored one by one, while the window goes on"
            if closed:
                preview.reject()
            qtbot.waitUntil(lambda gone=preview: not isValid(gone))  # type: ignore[misc]
            stored = campaign.viewer_campaign(room.seat).view.lists.get(kind, ())
            assert bool(stored) is not closed, "nothing comes of a dialog that was closed"
        assert campaign.viewer_campaign(room.seat).view.lists[kind][0]["id"] == id_
        arrived = [campaign.picture(each.id) is not None for each in (MAP, FACE, SPARE)]
        assert arrived == [each is picture for each in (MAP, FACE, SPARE)]


FILE = f"pictures/{MAP.id}.png"


@pytest.mark.parametrize(
    "data",
    [
        lambda: zip_of(**{"records.toml": b"", FILE: FACE.content}),
        lambda: zip_of(**{"records.toml": b"", FILE.replace(".png", ".jpg"): MAP.content}),
        lambda: zip_of(**{"records.toml": b"", "../evil.png": MAP.content}),
        lambda: zip_of(**{FILE: MAP.content}),
        lambda: zip_of(**{"records.toml": b"#" * (MOST_TEXT + 1)}),
        lambda: zip_of(**{"records.toml": b"", **{f"pictures/{n:064x}.png": b"" for n in range(201)}}),
        lambda: write_record_archive("", [MAP])[:-30],
        lambda: b"PK\x03\x04",
        zip_with_two_of_one_name,
    ],
    ids=["other_content", "other_kind", "escaping", "no_records", "long_text", "many", "cut", "head", "twice"],
)
def test_a_zip_that_this_program_does_not_write_is_refused(data: Callable[[], bytes]) -> None:
    with pytest.raises(RecordArchiveRefused):
        read_record_archive(data())


def test_what_is_written_is_read_back_and_too_much_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_record_archive(write_record_archive("a = 1\n", [MAP, FACE])) == (b"a = 1\n", (MAP, FACE))
    monkeypatch.setattr(record_archive, "MOST_PICTURES", 1)
    with pytest.raises(RecordArchiveRefused):
        write_record_archive("", [MAP, FACE])
