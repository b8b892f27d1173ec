"""What-ifs: tried beside the campaign, compared, kept or dropped; the campaign is never written to before that."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QWidget

from engine.model.seats import SHARED
from engine.presentation.dice_and_card_source import SourceKind
from engine.presentation.table_comparison import ComparedKind, ComparedNumber
from engine.sheets.editing.new_character_moves import JoinActor
from tests.patience import PatientBot
from tests.vtt.shell_kit import dialogue_of, make_file, open_house, places_of, play_at
from vtt.campaign.campaign_records import WHAT_IF
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.campaign_panel import gm_seat
from vtt.shell.application import Application
from vtt.shell.campaigns.campaign_loading import open_file
from vtt.shell.campaigns.what_if_loading import (
    ComparedStories,
    WhatIf,
    WhatIfTree,
    keep_what_if,
    read_what_ifs,
    start_what_if,
    what_if_folder,
)
from vtt.shell.what_if.what_if_dialog import WhatIfDialog
from vtt.storage.campaign_errors import CampaignError, DiskFull, OpenElsewhere
from vtt.storage.campaign_lock import CampaignLock
from vtt.storage.campaign_opening import read_contents
from vtt.storage.campaign_store import CampaignFileStore
from vtt.storage.database_copies import save_copy
from vtt.storage.travel.story_comparison import read_story
from vtt.system.user_folders import folders_under
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.tasks.task_runner import Progress
from vtt.widgets.ui_texts import ui_text

DELETED = "vtt.shell.campaigns.what_if_loading.delete_what_if"
go_on = Progress(lambda _done, _whole: None)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Application]:
    with open_house(tmp_path) as opened:
        yield opened


def join(campaign: OpenCampaign, name: str) -> None:
    seat = gm_seat(campaign.viewer_campaign(SHARED).view)
    assert campaign.submit(JoinActor(seat=seat, id=name.lower(), name=name, leader=seat, sheet={}))


def actors_in(path: Path) -> set[str]:
    return {actor.name for actor in read_contents(path).history.table.actors.values()}


def as_gm(house: Application) -> None:
    page = house.window.page
    assert page is not None
    page.set_viewer(gm_seat(page.campaign.viewer_campaign(SHARED).view))


def began(house: Application, qtbot: PatientBot, step: int) -> OpenCampaign:
    """Begin a what-if after a step of what is open, and return it once it is there."""
    as_gm(house)
    dialog = house.what_ifs.ask_name(step)
    assert dialog is not None
    dialog.choose("begin")
    qtbot.waitUntil(lambda: house.what_ifs.current is not None and house.controller.campaign is not None)
    campaign = house.controller.campaign
    assert campaign is not None
    return campaign


def listed(house: Application, qtbot: PatientBot) -> WhatIfDialog:
    as_gm(house)
    house.what_ifs.show_list()
    qtbot.waitUntil(lambda: any(dialog.isVisible() for dialog in house.window.findChildren(WhatIfDialog)))
    [dialog] = [dialog for dialog in house.window.findChildren(WhatIfDialog) if dialog.isVisible()]
    return dialog


def test_something_is_tried_compared_and_kept(house: Application, qtbot: PatientBot, tmp_path: Path) -> None:
    path, places = make_file(tmp_path), places_of(house)
    campaign, page = play_at(house, path)
    join(campaign, "Ann")
    step = campaign.position
    join(campaign, "Ben")
    before = actors_in(path)
    assert house.what_ifs.ask_name(step) is None, "only the GM begins one"
    tried = began(house, qtbot, step)
    page = house.window.page  # type: ignore[assignment]
    assert page.what_if is not None
    assert "not what happened" in page.what_if.words.text()
    assert "What if: Another way" in house.window.windowTitle()
    join(tried, "Cleo")
    assert actors_in(path) == before == {"Ann", "Ben"}
    assert [recent.path for recent in house.settings.values.recent] == [str(path)]

    dialog = listed(house, qtbot)
    first = dialog.tree.topLevelItem(0)
    assert first is not None
    line = dialog.tree.visualItemRect(first)
    words = dialog.tree.fontMetrics().height()
    assert line.height() >= words + 2 * house.window._hub.theme.metrics.pad_s, "the lines have room around their words"
    camera, table = page.table_room.camera, page.table_room.table
    qtbot.waitUntil(lambda: table.height() <= camera.height() + 1)  # the strip takes no part of the table away
    dialog.compare()
    qtbot.waitUntil(lambda: dialog.rows.isVisible() or "Nothing" in dialog.said.text())
    assert dialog.tree.topLevelItem(0).childCount() == 1  # type: ignore[union-attr]
    dialog.keep.click()
    dialogue_of(house).choose("keep")
    qtbot.waitUntil(lambda: house.what_ifs.current is None and house.controller.opened is not None)
    assert house.controller.opened is not None
    assert house.controller.opened.path == path
    assert actors_in(path) == {"Ann", "Cleo"}
    tree = read_what_ifs(house.controller.opened.uid, path, places)
    assert [what_if.name for what_if in tree.what_ifs] == ["Before “Another way”"]
    assert actors_in(tree.what_ifs[0].path) == {"Ann", "Ben"}, "what happened before is not lost"

    dialog = listed(house, qtbot)
    dialog.select([tree.what_ifs[0].path])
    dialog.delete.click()
    dialogue_of(house).choose("delete")
    qtbot.waitUntil(lambda: not tree.what_ifs[0].path.exists())


@pytest.mark.parametrize("hidden_by", ["", "nothing seen", "another program", "another campaign"])
def test_the_gm_screen_stays_only_where_it_was_seen(
    house: Application, qtbot: PatientBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hidden_by: str
) -> None:
    state = Qt.ApplicationState
    here = state.ApplicationInactive if hidden_by == "another program" else state.ApplicationActive
    monkeypatch.setattr(QGuiApplication, "applicationState", lambda: here)
    other = make_file(tmp_path / "other")
    play_at(house, make_file(tmp_path))
    as_gm(house)
    switch = house.window.viewer_switch
    assert switch is not None
    if hidden_by == "nothing seen":  # the GM's own monitor: the players see the other one, which is empty now
        monkeypatch.setattr(type(switch.players), "keeps_gm_private", property(lambda _players: True))
    gm = gm_seat(began(house, qtbot, 1).viewer_campaign(SHARED).view)
    monkeypatch.undo()
    if hidden_by == "another campaign":
        house.what_ifs._keep_gm()
        play_at(house, other)
    page = house.window.page
    assert page is not None
    assert page.viewer == (SHARED if hidden_by else gm)


@pytest.mark.parametrize("cards", SourceKind)
def test_a_group_with_real_cards_is_told_to_leave_them(
    house: Application, qtbot: PatientBot, tmp_path: Path, cards: SourceKind
) -> None:
    campaign, told = play_at(house, make_file(tmp_path))[0], ui_text("what_if", "real_cards")
    assert campaign.set_source("cards", cards)
    as_gm(house)
    dialog = house.what_ifs.ask_name(1)
    assert dialog is not None
    said = [one.text() for one in dialog.findChildren(QLabel)]
    dialog.reject()
    tried, page = began(house, qtbot, 1), house.window.page
    assert page is not None
    assert page.what_if is not None
    is_real = cards is not SourceKind.SCREEN
    assert [told in said, told in page.what_if.words.text()] == [is_real] * 2
    assert tried.set_source("cards", SourceKind.SCREEN)
    assert told not in page.what_if.words.text()
    assert told not in page.what_if.accessibleName()


def test_a_what_if_has_other_unseen_cards_and_leaves_its_campaign_alone(tmp_path: Path) -> None:
    path, places = make_file(tmp_path), folders_under(tmp_path)
    before = path.read_bytes()
    opened = start_what_if(path, read_story(path).uid, 1, "What if", places, go_on)
    table, real = opened.history.table, read_contents(path).history.table_at(1)
    opened.store.close()
    assert path.read_bytes() == before
    assert table.zones["deck"].cards != real.zones["deck"].cards, "it would tell which card comes next"
    assert sorted(table.zones["deck"].cards) == sorted(real.zones["deck"].cards)
    hands = [zone for zone in real.zones if zone.startswith("hand:")]
    assert all(table.zones[hand].cards == real.zones[hand].cards for hand in hands)


def test_what_ifs_are_compared_from_where_they_part(house: Application, qtbot: PatientBot, tmp_path: Path) -> None:
    path = make_file(tmp_path)
    join(play_at(house, path)[0], "Ann")
    first = began(house, qtbot, 2)
    join(first, "Ben")
    parting, outer = first.position, house.what_ifs.current
    join(first, "Cleo")
    second = began(house, qtbot, parting)
    qtbot.waitUntil(lambda: house.what_ifs.current != outer)
    second = house.controller.campaign or second
    join(second, "Dora")
    dialog, inner = listed(house, qtbot), house.what_ifs.current
    assert outer is not None
    assert inner is not None
    assert inner.parent == outer.path.name
    dialog.select([outer.path, inner.path])
    dialog.compare()
    qtbot.waitUntil(dialog.rows.isVisible)
    heads = [dialog.rows.horizontalHeaderItem(at) for at in range(dialog.rows.columnCount())]
    assert [head.text() for head in heads if head is not None][1] == f"At step {parting}"
    cells = [dialog.rows.item(at, 0) for at in range(dialog.rows.rowCount())]
    assert {cell.text() for cell in cells if cell is not None} == {"Cleo", "Dora"}


@pytest.mark.parametrize("fails", ["vtt.storage.database_copies.save_copy", "vtt.storage.backups.restore", DELETED])
def test_whatever_fails_while_a_what_if_is_kept_nothing_is_lost(
    fails: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, places = make_file(tmp_path), folders_under(tmp_path)
    uid = read_story(path).uid
    start_what_if(path, uid, 1, "What if", places, go_on).store.close()
    [what_if] = read_what_ifs(uid, path, places).what_ifs
    tried, happened = read_story(what_if.path).marks, read_story(path).marks

    def fail(*_args: object, **_named: object) -> None:
        raise CampaignError(path)

    with monkeypatch.context() as patch:
        patch.setattr(fails, fail)
        with suppress(CampaignError):
            keep_what_if(what_if, uid, places, go_on).store.close()
    if not fails.endswith("delete_what_if"):
        assert [each.name for each in read_what_ifs(uid, path, places).what_ifs] == ["What if"], (
            "no copy is left behind"
        )
    stories = [read_story(each).marks for each in (path, *what_if_folder(uid, places).glob("*.ktable"))]
    assert {tried, happened} <= set(stories)
    assert read_story(path).marks in (tried, happened)


def test_a_full_disk_is_said_of_the_what_if_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, places = make_file(tmp_path), folders_under(tmp_path)
    before, uid = read_story(path).marks, read_story(path).uid

    def full(_source: Path, target: Path, *_more: object) -> None:
        target.parent.mkdir(parents=True)
        target.write_bytes(b"half of it")
        raise DiskFull(target)

    monkeypatch.setattr("vtt.storage.database_copies.save_copy", full)
    with pytest.raises(DiskFull) as raised:
        start_what_if(path, uid, 1, "What if", places, go_on)
    assert "What if.ktable" in raised.value.text
    assert list(what_if_folder(uid, places).iterdir()) == []
    assert read_story(path).marks == before


def test_no_file_is_among_the_what_ifs_that_is_not_listed_whenever_the_program_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, places = make_file(tmp_path), folders_under(tmp_path)
    uid, unlisted = read_story(path).uid, list[set[Path]]()

    def note(call: Callable[..., None]) -> Callable[..., None]:
        def noted(*args: object) -> None:
            listed = {each.path for each in read_what_ifs(uid, path, places).what_ifs}
            unlisted.append(set(what_if_folder(uid, places).glob("*.ktable")) - listed)
            call(*args)

        return noted

    for name in ("keep_setting", "move_cursor", "commit"):
        monkeypatch.setattr(CampaignFileStore, name, note(getattr(CampaignFileStore, name)))
    start_what_if(path, uid, 1, "What if", places, go_on).store.close()
    [what_if] = read_what_ifs(uid, path, places).what_ifs
    keep_what_if(what_if, uid, places, go_on).store.close()
    assert unlisted
    assert not any(unlisted)


def test_a_broken_what_if_is_left_out_of_the_list(tmp_path: Path) -> None:
    path, places = make_file(tmp_path), folders_under(tmp_path)
    uid = read_story(path).uid
    for name in ("One", "Two"):
        start_what_if(path, uid, 1, name, places, go_on).store.close()
    what_if_folder(uid, places).joinpath("One.ktable").write_bytes(b"no campaign")
    what_if_folder(uid, places).joinpath("Three.ktable").write_bytes(path.read_bytes())
    assert [what_if.name for what_if in read_what_ifs(uid, path, places).what_ifs] == ["Two"]


def test_a_campaign_that_is_open_elsewhere_is_not_replaced(tmp_path: Path) -> None:
    path, places = make_file(tmp_path), folders_under(tmp_path)
    uid = read_story(path).uid
    start_what_if(path, uid, 1, "What if", places, go_on).store.close()
    [what_if] = read_what_ifs(uid, path, places).what_ifs
    elsewhere = CampaignLock(path)
    with pytest.raises(OpenElsewhere):
        keep_what_if(what_if, uid, places, go_on)
    elsewhere.release()
    assert read_what_ifs(uid, path, places).what_ifs == (what_if,)


@pytest.mark.parametrize("copied", [False, True])
def test_only_a_file_among_the_what_ifs_is_one(copied: bool, tmp_path: Path) -> None:
    """A campaign keeps the mark of a what-if if the program ends while that is kept; a copy of a what-if has it too."""
    path, places = make_file(tmp_path), folders_under(tmp_path)
    opened = start_what_if(path, read_story(path).uid, 1, "What if", places, go_on)
    opened.store.close()
    outside = path.with_name("copy.ktable") if copied else path
    save_copy(opened.path, outside, replace=not copied)
    campaign = open_file(outside, places)
    assert WHAT_IF not in campaign.store.settings()
    campaign.store.close()
    tried = open_file(opened.path, places)
    assert WHAT_IF in tried.store.settings()
    tried.store.close()


def test_a_copy_of_the_campaign_has_what_ifs_of_its_own(house: Application, qtbot: PatientBot, tmp_path: Path) -> None:
    path, places = make_file(tmp_path), places_of(house)
    uid, copy, moved = read_story(path).uid, tmp_path / "copy.ktable", tmp_path / "moved.ktable"
    save_copy(path, copy)
    opened = start_what_if(path, uid, 1, "What if", places, go_on)
    tried = len(opened.history.entries)
    opened.store.close()
    assert read_what_ifs(uid, copy, places).what_ifs == ()
    path.rename(moved)
    assert [each.campaign for each in read_what_ifs(uid, moved, places).what_ifs] == [path]
    play_at(house, moved)
    dialog = listed(house, qtbot)
    dialog.select([opened.path])
    dialog.keep.click()
    dialogue_of(house).choose("keep")
    qtbot.waitUntil(
        lambda: house.controller.opened is not None and len(house.controller.opened.history.entries) == tried
    )
    assert not path.exists()


def test_of_very_many_what_ifs_the_last_ones_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vtt.shell.campaigns.what_if_loading.MOST_WHAT_IFS", 2)
    path, places = make_file(tmp_path), folders_under(tmp_path)
    uid = read_story(path).uid
    for name in ("One", "Two", "Three"):
        start_what_if(path, uid, 1, name, places, go_on).store.close()
    assert [what_if.name for what_if in read_what_ifs(uid, path, places).what_ifs] == ["Two", "Three"]


def test_names_are_plain_text_in_tooltips(qtbot: PatientBot, tmp_path: Path) -> None:
    path, tags = make_file(tmp_path), "<img src='x'><b>"
    what_if = WhatIf(path=tmp_path / "x.ktable", campaign=path, name=f"{tags}One", start=1, start_title=f"{tags}Two")
    row = ComparedNumber(kind=ComparedKind.CLOCK, owner="", name="", before=0, after=(0, 60))
    contents = read_contents(path)
    view = contents.game.view_for(contents.history.table, SHARED)
    beside = ComparedStories(start=1, stories=("What happened", f"{tags}One"), views=(view,) * 3, rows=(row,))
    parent = QWidget()
    qtbot.addWidget(parent)
    tree = WhatIfTree(campaign=path, moves=1, what_ifs=(what_if,))
    dialog = WhatIfDialog(ThemeHub(Theme()), tree, path, lambda _named, _start: lambda _progress: beside, parent)
    dialog.select([what_if.path])
    dialog.compare()
    qtbot.waitUntil(lambda: dialog.rows.rowCount() == 1)
    root, head = dialog.tree.topLevelItem(0), dialog.rows.horizontalHeaderItem(3)
    line = root.child(0) if root is not None else None
    assert line is not None
    assert head is not None
    for shown in (line.toolTip(0), line.toolTip(1), head.toolTip()):
        assert shown
        assert "<img" not in shown


def test_the_players_read_that_it_is_not_what_happened(house: Application, qtbot: PatientBot, tmp_path: Path) -> None:
    play_at(house, make_file(tmp_path))
    began(house, qtbot, 1)
    switch = house.window.viewer_switch
    assert switch is not None
    switch.toggle_player_window()
    window = switch.player_window
    assert window is not None
    assert window.what_if is not None
    assert "not what happened" in window.what_if.words.text()
    qtbot.waitUntil(lambda: window.steps.y() >= window.what_if.height() > 0)  # type: ignore[union-attr]
