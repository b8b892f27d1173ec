from __future__ import annotations

import struct
import zlib
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QIODevice, QMimeData, QPointF, QRect, Qt, QUrl
from PySide6.QtGui import QColor, QColorSpace, QDropEvent, QGuiApplication, QImage, QImageWriter
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.sheets.editing.new_character_moves import JoinActor
from engine.sheets.editing.record_moves import EditSheet
from tests.vtt import save_kit as kit
from tests.vtt.panels_stage import stage
from tests.vtt.sheets.sheet_stage import actor_of, hub, record_shown, room_of
from vtt.campaign.campaign_records import StoredPicture
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.pictures.picture_crop import CropDialog
from vtt.shared.pictures.picture_error import PictureError
from vtt.shared.pictures.picture_reader import LONGEST_SIDE, from_image, image_of, read_bytes, read_file
from vtt.sheets.characters.characters_room import CharactersRoom
from vtt.sheets.editor.portrait_editor import PortraitEditor
from vtt.storage.campaign_export import export_campaign
from vtt.storage.campaign_import import import_campaign, import_characters, preview_import
from vtt.storage.campaign_opening import create_campaign
from vtt.widgets.look.theme import ThemeHub

__all__ = ["hub"]


def image(wide: int, high: int, colour: str = "#804020") -> QImage:
    made = QImage(wide, high, QImage.Format.Format_RGB32)
    made.fill(QColor(colour))
    return made


def encoded(picture: QImage, kind: bytes = b"PNG") -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert QImageWriter(buffer, kind).write(picture)
    return bytes(buffer.data().data())


def png_that_claims(wide: int, high: int) -> bytes:
    """A few bytes that say they were a huge picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", wide, high, 8, 6, 0, 0, 0)
    body = zlib.compress(b"\0" * 1_000_000, 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def moving_gif() -> bytes:
    frame = b"\x21\xf9\x04\x00\x0a\x00\x00\x00\x2c\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02\x44\x01\x00"
    return b"GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00" + frame * 3 + b"\x3b"


def place_of(room: CharactersRoom) -> PortraitEditor:
    editor = room.form.sheet.boxes["portrait"].editor
    assert isinstance(editor, PortraitEditor)
    return editor


def drop(editor: PortraitEditor, data: QMimeData) -> None:
    event = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    editor.input.place.dropEvent(event)


def files(path: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    return data


def test_a_dropped_picture_is_made_small_and_kept_and_undo_takes_it_back(
    qtbot: QtBot, hub: ThemeHub, tmp_path: Path
) -> None:
    campaign = stage()
    room = record_shown(room_of(qtbot, hub, campaign), "tara")
    editor = place_of(room)
    path = tmp_path / "me.jpg"
    path.write_bytes(encoded(image(3000, 1500), b"JPG"))
    drop(editor, files(path))
    qtbot.waitUntil(lambda: campaign.position == 1)
    named = actor_of(campaign, "tara").sheet["portrait"]
    assert isinstance(named, str)
    kept = campaign.picture(named)
    assert kept is not None
    assert kept.fits()
    shown = image_of(kept)
    assert (shown.width(), shown.height()) == (LONGEST_SIDE, LONGEST_SIDE // 2)
    assert not editor.input.place.image.isNull()
    assert len(str(dict(actor_of(campaign, "tara").sheet))) < 200  # the record holds the id alone
    campaign.undo()
    assert editor.input.place.image.isNull()
    campaign.redo()
    assert not editor.input.place.image.isNull()
    room.show_actor("wil")
    assert editor.input.place.image.isNull()
    room.show_actor("tara")
    editor.input.away.click()
    assert actor_of(campaign, "tara").sheet.get("portrait") is None


def test_a_picture_is_pasted(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    room = record_shown(room_of(qtbot, hub, campaign), "tara")
    QGuiApplication.clipboard().setImage(image(40, 30))
    place_of(room).input.paste.click()
    qtbot.waitUntil(lambda: campaign.position == 1)
    QGuiApplication.clipboard().setText("no picture")
    place_of(room).input.paste.click()
    assert room.form.sheet.boxes["portrait"].trouble.startswith("What you pasted or dropped is not a picture")
    QGuiApplication.clipboard().clear()


def test_unsuitable_pictures_are_refused_in_one_sentence(qtbot: QtBot, hub: ThemeHub, tmp_path: Path) -> None:
    campaign = stage()
    room = record_shown(room_of(qtbot, hub, campaign), "tara")
    bad = tmp_path / "bad.png"
    bad.write_bytes(b"\x89PNG\r\n\x1a\nrubbish")
    drop(place_of(room), files(bad))
    box = room.form.sheet.boxes["portrait"]
    qtbot.waitUntil(lambda: bool(box.trouble))
    assert campaign.position == 0
    assert not place_of(room).input.place.busy
    good = tmp_path / "good.png"
    good.write_bytes(encoded(image(20, 20)))
    drop(place_of(room), files(good))
    qtbot.waitUntil(lambda: campaign.position == 1)
    assert box.trouble == ""


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "picture cannot be shown"),
        (b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>", "picture cannot be shown"),
        (encoded(image(300, 200))[:180], "damaged"),
        (png_that_claims(60_000, 60_000), "too large"),
        (png_that_claims(20_000, 20_000), "too large"),
        (png_that_claims(7_000, 7_000), "damaged"),
        (moving_gif(), "animated"),
    ],
)
def test_decompression_bombs_and_junk_are_refused(content: bytes, said: str) -> None:
    with pytest.raises(PictureError, match=said):
        read_bytes(content)


def test_a_missing_file_gets_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PictureError, match="no such file"):
        read_file(tmp_path)
    monkeypatch.setattr("vtt.shared.pictures.picture_reader.MOST_BYTES", 10)
    large = tmp_path / "large.png"
    large.write_bytes(encoded(image(9, 9)))
    with pytest.raises(PictureError, match="larger"):
        read_file(large)


def test_a_heavy_picture_of_a_campaign_is_shown_small_a_moment_later(
    qtbot: QtBot, hub: ThemeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = stage()
    heavy = StoredPicture(id="a" * 64, name="old", media_type="image/png", content=encoded(image(2400, 1200)))
    assert campaign.store_picture(heavy)
    monkeypatch.setattr("vtt.shared.pictures.picture_reader._LIGHT_BYTES", 10)
    room = record_shown(room_of(qtbot, hub, campaign), "tara")
    campaign.submit(EditSheet(seat="gm", actor="tara", fields={"portrait": heavy.id}))
    place = place_of(room).input.place
    assert place.image.isNull()
    qtbot.waitUntil(lambda: place.image.width() == LONGEST_SIDE)
    campaign.submit(EditSheet(seat="gm", actor="tara", fields={"portrait": "b" * 64}))  # one that nobody has
    assert place.image.isNull()


def test_pictures_are_kept_without_metadata() -> None:
    shy = image(20, 20)
    shy.setText("Author", "somebody")
    assert b"somebody" in encoded(shy)
    kept = read_bytes(encoded(shy))
    assert b"somebody" not in kept.content
    assert read_bytes(encoded(shy)).id == kept.id
    profiled = image(20, 20)
    profiled.setColorSpace(QColorSpace(QColorSpace.NamedColorSpace.AdobeRgb))
    assert b"iCCP" in encoded(profiled)
    assert not QImage.fromData(read_bytes(encoded(profiled)).content).colorSpace().isValid()
    clear = QImage(20, 20, QImage.Format.Format_ARGB32)
    clear.fill(QColor(0, 0, 0, 0))
    assert from_image(clear).media_type == "image/png"


def test_pictures_go_with_the_campaign_out_and_in(tmp_path: Path) -> None:
    table = kit.new_table()
    opened = create_campaign(tmp_path / "One.ktable", "One", table, kit.GAME, backups=tmp_path / "b")
    campaign = OpenCampaign(kit.GAME, opened.history, SeededChance(1), opened.store)
    picture = from_image(image(30, 30))
    stray = from_image(image(31, 30))
    assert campaign.store_picture(picture)
    assert campaign.store_picture(stray)
    hero = JoinActor(seat="gm", id="hero", name="Hero", leader="p1", sheet={"portrait": picture.id})
    assert campaign.submit(hero)
    export_campaign(tmp_path / "One.ktable", tmp_path / "one.zip", games=kit.games)
    campaign.close()
    assert campaign.picture("0" * 64) is None
    plan = preview_import(tmp_path / "one.zip", games=kit.games)
    made = import_campaign(plan, tmp_path, name="Two", backups=tmp_path / "b")
    with closing(made.store):
        assert made.store.picture(picture.id) == picture
        assert made.history.table.actors["hero"].sheet["portrait"] == picture.id
    arrival = import_characters(plan, table, "gm", ["hero"])
    assert arrival.pictures == (picture,)
    assert import_characters(plan, table, "gm", ["knight"]).pictures == ()


@pytest.mark.parametrize("kind", [b"JPEG", b"PNG", b"WEBP", b"BMP"])
def test_a_picture_that_was_cut_off_is_refused(kind: bytes) -> None:
    """Qt paints a JPEG as far as it goes, and grey from there: it would take the place of a good one."""
    noise = image(64, 48)
    for at in range(64 * 48):
        noise.setPixelColor(at % 64, at // 64, QColor.fromHsv(at * 7 % 360, 200, at % 256))
    content = encoded(noise, kind)
    whole = read_bytes(content)
    for end in (*range(len(content) // 8, len(content) - 2, max(1, len(content) // 12)), len(content) - 2):
        with pytest.raises(PictureError):
            read_bytes(content[:end])
    assert read_bytes(content + b"\0" * 3).id == whole.id, "what stands behind the end, as some cameras write it"


def test_a_cut_photograph_with_a_whole_preview_in_it_is_refused() -> None:
    """The preview within a photograph has an end of its own."""
    preview = encoded(image(16, 12), b"JPEG")
    photograph = encoded(image(64, 48), b"JPEG")
    part = b"\xff\xe1" + (len(preview) + 2).to_bytes(2) + preview
    content = photograph[:2] + part + photograph[2:]
    assert read_bytes(content).content
    with pytest.raises(PictureError):
        read_bytes(content[:-40])


def test_a_picture_is_cropped_by_dragging_and_undo_has_the_whole_one_again(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    room = record_shown(room_of(qtbot, hub, campaign), "tara")
    editor = place_of(room)
    assert editor.input.place.initials == "T"
    assert editor.input.crop is not None
    assert not editor.input.crop.isEnabled(), "there is nothing to crop"
    picture = image(400, 800, "#804020")
    for x in range(100, 200):
        for y in range(500, 600):
            picture.setPixelColor(x, y, QColor("#00ff00"))
    QGuiApplication.clipboard().setImage(picture)
    editor.input.paste.click()
    qtbot.waitUntil(lambda: editor.input.crop is not None and editor.input.crop.isEnabled())
    QGuiApplication.clipboard().clear()
    editor.input.crop.click()
    dialog = editor.input.findChild(CropDialog) or room.window().findChild(CropDialog)
    assert isinstance(dialog, CropDialog)
    crop = dialog.crop
    assert crop.frame == QRect(0, 80, 400, 400), "first the upper part, where a face is"

    def drag(start: QPointF, end: QPointF) -> None:
        QTest.mousePress(crop, Qt.MouseButton.LeftButton, pos=start.toPoint())
        QTest.mouseMove(crop, end.toPoint())
        QTest.mouseRelease(crop, Qt.MouseButton.LeftButton, pos=end.toPoint())

    frame = crop.place_of_frame()
    drag(frame.bottomRight(), frame.center() - QPointF(frame.width() / 4, frame.width() / 4))
    assert 90 <= crop.frame.width() <= 110
    middle = crop.place_of_frame().center()
    zoom = crop.place_of_image().width() / 400
    drag(middle, crop.place_of_image().topLeft() + QPointF(150, 550) * zoom)
    assert abs(crop.frame.center().x() - 150) < 12
    drag(crop.place_of_frame().center(), QPointF(9000, 9000))
    assert QRect(0, 0, 400, 800).contains(crop.frame), "the frame stays on the picture"
    drag(crop.place_of_frame().center(), crop.place_of_image().topLeft() + QPointF(150, 550) * zoom)
    QTest.keyClick(crop, Qt.Key.Key_Minus)
    position = campaign.position
    dialog.choose("crop")
    qtbot.waitUntil(lambda: campaign.position == position + 1)
    kept = campaign.picture(str(actor_of(campaign, "tara").sheet["portrait"]))
    assert kept is not None
    cut = image_of(kept)
    assert cut.width() == cut.height() < 120
    assert cut.pixelColor(cut.width() // 2, cut.height() // 2).green() > 200
    campaign.undo()
    assert editor.input.place.image.height() == 800
