"""Entries that belong to no game, in a campaign of another; and entries that players are shown from the library."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from engine.kit.encounters.encounter_records import KEPT
from engine.kit.every_game.full_content_editor import content_editor_of
from engine.kit.handouts.handout_records import HANDOUTS
from engine.kit.notes.note_records import NOTES
from engine.kit.random_tables.random_table_records import RANDOM_TABLES
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.model.seats import SHARED
from engine.rulesets.loader import BUNDLED, game_of
from engine.sheets.catalogue.sheet_library import sheets_of
from engine.sheets.exchange.character_file import portable_character, write_character
from engine.sheets.model.character_record import Record
from tests.vtt.library.test_library_room import current, library_room
from tests.vtt.library.test_travelling_entries import PNG, picture
from tests.vtt.library_kit import item
from tests.vtt.prep_kit import make_prepared, prep_room
from tests.vtt.shell_kit import open_house
from vtt.campaign.campaign_records import StoredPicture
from vtt.campaign.library_protocol import CHARACTER, LibraryContent, LibraryItem
from vtt.campaign.open_campaign import OpenCampaign
from vtt.library.library_room import LibraryRoom
from vtt.shared.pictures.picture_reader import from_image
from vtt.shell.application import Application

SPARE = picture(PNG + b"spare")
GM_TEXT = "The baron forged it"
ROWS: dict[str, dict[str, Json]] = {
    HANDOUTS: {"id": "map", "name": "Old map", "text": "Here be dragons.", "notes": GM_TEXT, "picture": picture().id},
    NOTES: {"id": "inn", "name": "The inn", "text": "**Ale** and [[rats]]", "picture": picture().id},
    RANDOM_TABLES: {"id": "weather", "name": "Weather", "rows": [{"text": "Rain"}]},
}
KINDS = tuple(ROWS)


@pytest.fixture
def house(tmp_path: Path, qtbot: QtBot) -> Iterator[Application]:
    with open_house(tmp_path) as opened:
        yield opened


def entry_of(kind: str, number: int, game: str = "imaginality") -> LibraryItem:
    """An entry that was saved in a campaign of a game."""
    editor, row = content_editor_of(game_of(game)), ROWS[kind]
    content = editor.export_file({kind: (row,)}, {}, ((kind, str(row["id"])),), "json")
    made = item(str(row["name"]), number, game=game, game_name=game, kind=kind, source=str(row["id"]))
    return replace(
        made, content=LibraryContent(content=content), pictures=(picture(), SPARE) if "picture" in row else ()
    )


def room_with(
    qtbot: QtBot, house: Application, tmp_path: Path, *items: LibraryItem
) -> tuple[OpenCampaign, str, LibraryRoom]:
    campaign, prep = prep_room(house, make_prepared(tmp_path), gm=True)
    room = library_room(qtbot, house)
    qtbot.waitUntil(lambda: house.window.libraries.current is not None)
    current(house).store(items)
    house.window.libraries.changed.emit()
    return campaign, prep.seat, room


@pytest.mark.parametrize("game", BUNDLED)
def test_what_belongs_to_no_game_is_read_in_each_and_the_rest_only_in_its_own(game: str) -> None:
    editor = content_editor_of(game_of(game))
    for number, kind in enumerate(KINDS):
        for other in BUNDLED:
            (record,) = editor.read_file({}, {}, entry_of(kind, number, other).content.content).records
            assert (record.kind, record.id, record.arrival) == (kind, ROWS[kind]["id"], "new")
    assert {each.kind for each in editor.categories() if each.any_game} == set(KINDS)


def test_entries_of_another_game_that_belong_to_none_are_added(
    qtbot: QtBot, house: Application, tmp_path: Path
) -> None:
    items = [entry_of(kind, number) for number, kind in enumerate(KINDS)]
    campaign, seat, room = room_with(qtbot, house, tmp_path, *items)
    assert campaign.viewer_campaign(seat).view.ruleset != "imaginality"
    for each in items:
        room.list.set_current(each.entry.id)
        assert room.pane.add.isEnabled()
        room.pane.add.click()
    lists = campaign.viewer_campaign(seat).view.lists
    assert [lists[kind][0]["name"] for kind in KINDS] == [ROWS[kind]["name"] for kind in KINDS]
    assert campaign.picture(picture().id) == picture()


@pytest.mark.parametrize("kind", [HANDOUTS, NOTES])
def test_players_see_an_entry_that_the_campaign_does_not_have(
    qtbot: QtBot, house: Application, tmp_path: Path, kind: str
) -> None:
    """Shown by one click, hidden by one; the campaign gets the picture, but no record, and no step that is undone."""
    campaign, seat, room = room_with(qtbot, house, tmp_path, entry_of(kind, 1), entry_of(RANDOM_TABLES, 2))
    position, lists = campaign.position, campaign.viewer_campaign(seat).view.lists
    room.list.set_current(item("", 2).entry.id)
    assert room.pane.show_players.isHidden()
    room.list.set_current(item("", 1).entry.id)
    assert room.pane.hide_players.isHidden()
    room.pane.show_players.click()
    shown = campaign.handout
    assert shown is not None
    assert (shown.title, shown.picture, shown.is_note) == (ROWS[kind]["name"], picture().id, kind == NOTES)
    assert GM_TEXT not in repr(shown)
    assert campaign.picture(picture().id) == picture()
    assert campaign.picture(SPARE.id) is None, "only what is shown"
    assert (campaign.position, campaign.viewer_campaign(seat).view.lists) == (position, lists)
    assert str(ROWS[kind]["name"]) in say(list(campaign.viewer_campaign(SHARED).log())[-1].message)
    room.pane.hide_players.click()
    assert campaign.handout is None
    assert room.pane.hide_players.isHidden()


def test_a_card_of_the_library_is_shown_and_a_player_can_show_nothing(
    qtbot: QtBot, house: Application, tmp_path: Path
) -> None:
    editor = content_editor_of(game_of("card_the_drawing"))
    content = editor.export_file({}, {}, (("cards", "punch"),), "json")
    card = item("Punch", 1, game="card_the_drawing", kind="cards", source="punch")
    campaign, _, room = room_with(
        qtbot, house, tmp_path, replace(card, content=LibraryContent(content=content)), entry_of(HANDOUTS, 2)
    )
    room.list.set_current(item("", 1).entry.id)
    room.pane.show_players.click()
    assert campaign.handout is not None
    assert campaign.handout.face is not None
    campaign.hide_handout()
    room.set_viewer(SHARED)
    assert not room.pane.show_players.isVisible()
    failures: list[str] = []
    room.showing.show(entry_of(HANDOUTS, 2), lambda: failures.append("handout"))
    assert failures == ["handout"]
    assert campaign.handout is None


def face() -> StoredPicture:
    image = QImage(40, 60, QImage.Format.Format_RGB32)
    image.fill(QColor("#8fa66a"))
    return from_image(image)


def character_entry(kind: str, number: int, *faces: StoredPicture) -> LibraryItem:
    """A character of another game: its file, or a copy that encounters of a campaign add."""
    made = item("Vell", number, game="future_imperfect", kind=kind)
    if kind == CHARACTER:
        portable = portable_character(
            sheets_of("future_imperfect")["hero"],
            "future_imperfect",
            Record(actor="vell", name="Vell", sheet={}),
            *(picture.content for picture in faces),
        )
        return replace(made, content=LibraryContent(content=write_character(portable).decode()))
    other = min((picture(PNG + bytes([number])) for number in range(99)), key=lambda each: each.id)
    sheet: dict[str, Json] = {"another": other.id, "portrait": faces[0].id} if faces else {}
    row: dict[str, Json] = {"id": "vell", "name": "Vell", "character": {"id": "vell", "name": "Vell", "sheet": sheet}}
    content = content_editor_of(game_of("future_imperfect")).export_file({KEPT: (row,)}, {}, ((KEPT, "vell"),), "json")
    return replace(made, content=LibraryContent(content=content), pictures=(other, *faces) if faces else ())


@pytest.mark.parametrize("kind", [KEPT, CHARACTER])
def test_the_portrait_of_a_character_is_shown_without_its_name(
    qtbot: QtBot, house: Application, tmp_path: Path, kind: str
) -> None:
    campaign, seat, room = room_with(qtbot, house, tmp_path, character_entry(kind, 1, face()), character_entry(kind, 2))
    position, lists = campaign.position, campaign.viewer_campaign(seat).view.lists
    room.list.set_current(item("", 2).entry.id)
    assert room.pane.show_players.isHidden(), "there is no portrait"
    room.list.set_current(item("", 1).entry.id)
    room.pane.show_players.click()
    qtbot.waitUntil(lambda: campaign.handout is not None)
    shown = campaign.handout
    assert shown is not None
    assert (shown.title, shown.text) == ("", "")
    assert campaign.picture(shown.picture) is not None
    assert shown.picture == face().id, "not another picture of the sheet"
    assert (campaign.position, campaign.viewer_campaign(seat).view.lists) == (position, lists)
    assert "Vell" not in repr(list(campaign.viewer_campaign(SHARED).log()))
    campaign.hide_handout()
    room.pane.show_players.click()
    room.set_viewer(SHARED)
    qtbot.wait(50)
    assert campaign.handout is None, "the viewer changed while it was read"


def test_a_damaged_entry_is_not_shown_and_the_room_says_so(
    qtbot: QtBot, house: Application, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer = json.dumps({"format": "kitchen-table-workshop", "version": 9})
    contents = ("", "<b>no</b>", "[" * 50_000, newer)
    bad = [
        replace(entry_of(HANDOUTS, number), content=LibraryContent(content=text))
        for number, text in enumerate(contents)
    ]
    campaign, _, room = room_with(qtbot, house, tmp_path, *bad)
    said: list[str] = []
    monkeypatch.setattr(room, "tell", said.append)
    for each in bad:
        room.list.set_current(each.entry.id)
        room.pane.show_players.click()
        assert campaign.handout is None
    assert [sentence[:30] for sentence in said] == ["This entry cannot be shown. It"] * len(bad)
