"""The campaign file while it is played: each gesture is in it; what it cannot take is refused and changes nothing."""

from __future__ import annotations

import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import shiboken6

from engine.core.chance import SeededChance
from engine.core.events import Noted
from engine.core.history import SideNote
from engine.core.manual_moves import JoinSeat, RollDice, Say
from engine.messages.message import Message
from tests.vtt import save_kit as kit
from vtt.campaign.campaign_records import StoredPicture
from vtt.campaign.open_campaign import OpenCampaign
from vtt.campaign.store_protocol import CampaignStore
from vtt.storage import campaign_errors
from vtt.storage.campaign_database import PATIENCE
from vtt.storage.campaign_opening import OpenedCampaign, create_campaign, open_campaign
from vtt.storage.campaign_store import CHECKPOINT_EVERY
from vtt.storage.full_check import check_campaign
from vtt.system.atomic_files import companions

PNG = b"\x89PNG\r\n\x1a\n" + bytes(100)


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[OpenedCampaign]:
    made = create_campaign(
        tmp_path / "Rivertown.ktable", "Rivertown", kit.new_table(), kit.GAME, backups=tmp_path / "backups"
    )
    yield made
    made.store.close()


def again(opened: OpenedCampaign, *, view_only: bool = False) -> OpenedCampaign:
    """Close a campaign and open its file once more."""
    opened.store.close()
    return open_campaign(opened.path, games=kit.games, backups=opened.backups.parent, view_only=view_only)


def test_a_campaign_reopens_with_every_gesture_at_its_position(opened: OpenedCampaign) -> None:
    kit.play(opened, 2 * CHECKPOINT_EVERY + 20)
    opened.store.add_aside(opened.history.add_aside(Noted(message=Message(key="log.looked", params={"seat": "Tom"}))))
    kit.go_to(opened, 70)
    with closing(again(opened).store) as store:
        assert isinstance(store.revision, int)
    back = again(opened)
    try:
        assert (back.name, back.history.cursor) == ("Rivertown", 70)
        assert kit.same_history(opened.history, back.history)
        kit.go_to(back, 2 * CHECKPOINT_EVERY + 20)  # what waited for redo still does
        kit.go_to(back, 30)
        kit.play(back, 5, seed=9)  # and is gone when something else is done
    finally:
        third = again(back)
    with closing(third.store):
        assert kit.same_history(back.history, third.history)
        assert len(third.history.entries) == 35
        looked = [aside.after for aside in third.history.asides if aside.note.message.key == "log.looked"]
        assert looked == [30], "no undo takes a look back"
    assert kit.rows(opened.path, "SELECT max(position) FROM checkpoint") == [(0,)]
    check_campaign(opened.path, games=kit.games)


def test_an_undo_and_the_line_that_tells_of_it_are_in_the_file_together_or_not_at_all(
    opened: OpenedCampaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit.play(opened, 5)
    campaign = OpenCampaign(kit.GAME, opened.history, SeededChance(1), opened.store)
    assert campaign.submit(RollDice(seat="p1", dice="d6")), "all learn how a die falls"
    before = opened.store.revision
    campaign.go_to(5, consent=True)
    assert opened.store.revision == before + 1, "one transaction"
    assert [aside.after for aside in opened.history.asides] == [5]
    campaign.redo()
    asides = list(opened.history.asides)
    failures: list[str] = []
    campaign.failed.connect(failures.append)
    with monkeypatch.context() as patch:
        patch.setattr("vtt.storage.campaign_store._write_aside", _fails)
        campaign.go_to(5, consent=True)
    assert len(failures) == 1
    assert (campaign.position, list(opened.history.asides)) == (6, asides)
    back = again(opened)
    with closing(back.store):
        assert (back.history.cursor, list(back.history.asides)) == (6, asides)


def _fails(connection: object, aside: SideNote) -> None:
    raise sqlite3.OperationalError("disk I/O error")


def test_a_file_at_rest_is_one_plain_file_of_ours(opened: OpenedCampaign) -> None:
    kit.play(opened, 3)
    assert companions(opened.path), "played in WAL mode"
    opened.store.close()
    assert [p.name for p in opened.path.parent.iterdir()] == ["Rivertown.ktable"]
    header = opened.path.read_bytes()[:100]
    assert header[68:72] == b"KTbl"
    assert int.from_bytes(header[60:64], "big") == 4
    assert header[18:20] == b"\x01\x01", "readable from a read-only disk"


def test_a_session_plays_into_the_store(opened: OpenedCampaign, qapp: object) -> None:
    store: CampaignStore = opened.store
    campaign = OpenCampaign(kit.GAME, opened.history, SeededChance(2), store)
    assert campaign.submit(Say(seat="p1", text="The river rises."))
    campaign.undo(consent=True)
    campaign.close()
    with closing(again(opened).store):
        assert kit.rows(opened.path, "SELECT position, entries FROM campaign") == [(0, 1)]


def test_names_of_ten_thousand_characters_are_kept(tmp_path: Path) -> None:
    name = "\u202e<img src=x>🂡" * 1000
    opened = create_campaign(tmp_path / "long.ktable", name, kit.new_table(), kit.GAME, backups=tmp_path)
    outcome = kit.GAME.apply(opened.history.table, Say(seat="p1", text=name), SeededChance(1))
    opened.store.commit(outcome.entry(), 1, outcome.table)
    back = again(opened)
    with closing(back.store):
        assert back.name == name
        assert back.history.entries[0].command == Say(seat="p1", text=name)


def test_an_unreadable_entry_is_refused_before_it_is_written(opened: OpenedCampaign) -> None:
    kit.play(opened, 2)
    outcome = kit.GAME.apply(opened.history.table, Say(seat="p1", text="half a sign: \ud800"), SeededChance(1))
    with pytest.raises(campaign_errors.NotStorable):
        opened.store.commit(outcome.entry(), 3, outcome.table)
    kit.play(opened, 1)
    with closing(again(opened).store):
        assert len(opened.history.entries) == 3


def test_pictures_and_settings_are_stored(opened: OpenedCampaign) -> None:
    store = opened.store
    portrait = StoredPicture(id="face", name="A face", media_type="image/png", content=PNG)
    store.keep_picture(portrait)
    store.keep_setting("sound", {"volume": 3})
    with pytest.raises(ValueError, match="picture"):
        store.keep_picture(StoredPicture(id="x", name="", media_type="image/png", content=b"<svg>"))
    back = again(opened)
    with closing(back.store):
        assert back.name == "Rivertown"
        assert kit.extras_in(back.store).pictures == (portrait,)
        assert back.store.settings() == {"sound": {"volume": 3}}


def test_a_picture_that_is_no_bytes_is_reported_as_damage(opened: OpenedCampaign) -> None:
    opened.store.keep_picture(StoredPicture(id="face", name="A face", media_type="image/png", content=PNG))
    opened.store.close()
    with closing(sqlite3.connect(opened.path)) as stranger:
        stranger.execute("UPDATE picture SET content = 'hello'")
        stranger.commit()
    back = again(opened)
    with closing(back.store):
        for look in (lambda: back.store.picture("face"), lambda: kit.extras_in(back.store)):
            with pytest.raises(campaign_errors.Damaged):
                look()


def trouble(opened: OpenedCampaign, kind: type[campaign_errors.CampaignError]) -> str:
    """Try every way of writing; each is refused with the same sentence and leaves no trace. Return the sentence."""
    entry, table = kit.some_entry(opened.history.table, random.Random(5))
    before = opened.store.revision
    with pytest.raises(kind) as caught:
        opened.store.commit(entry, opened.history.cursor + 1, table)
    with pytest.raises(kind):
        opened.store.move_cursor(0)
    with pytest.raises(kind):
        opened.store.add_aside(SideNote(after=0, note=Noted(message=Message(key="log.looked"))))
    assert opened.store.revision == before
    assert str(caught.value).count(".") == 4  # three sentences, and the dot in the file's name
    return str(caught.value)


def test_a_full_disk_stores_nothing_and_play_continues_when_there_is_room(opened: OpenedCampaign) -> None:
    kit.play(opened, 10)
    pages = opened.store._raw.execute("PRAGMA page_count").fetchone()[0]
    opened.store._raw.execute(f"PRAGMA max_page_count = {pages}")
    outcome = kit.GAME.apply(opened.history.table, Say(seat="p1", text="x" * 50_000), SeededChance(1))
    with pytest.raises(
        campaign_errors.DiskFull, match=r"is full\. All earlier moves are saved in the file\. Free some space"
    ):
        opened.store.commit(outcome.entry(), 11, outcome.table)
    opened.store._raw.execute("PRAGMA max_page_count = 1000000")
    kit.play(opened, 3)
    with closing(again(opened).store):
        assert len(opened.history.entries) == 13


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="needs limits for a process")
def test_a_disk_that_stops_in_the_middle_of_a_gesture_loses_only_that(opened: OpenedCampaign) -> None:
    kit.play(opened, 5)
    opened.store.close()
    script = """
        import resource, sys
        from pathlib import Path
        from tests.vtt import save_kit as kit
        from vtt.storage.campaign_opening import open_campaign
        from vtt.storage.campaign_errors import CampaignError
        opened = open_campaign(Path(sys.argv[1]), games=kit.games, backups=Path(sys.argv[2]))
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
        try:
            kit.play(opened, 500)
        except CampaignError as error:
            print(type(error).__name__, opened.history.cursor, flush=True)
        opened.store.close()
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script), str(opened.path), str(opened.backups.parent)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path.cwd(),
    )
    kind, kept = done.stdout.split()
    assert kind in {"DiskFailed", "DiskFull"}
    back = again(opened)
    with closing(back.store):
        assert back.history.cursor == int(kept) > 5
    check_campaign(opened.path, games=kit.games)


def test_a_file_that_vanishes_or_is_replaced_is_noticed(opened: OpenedCampaign, tmp_path: Path) -> None:
    kit.play(opened, 2)
    elsewhere = opened.path.rename(tmp_path / "moved.ktable")
    assert "moved, replaced or deleted" in trouble(opened, campaign_errors.Vanished)
    opened.path.write_bytes(b"something else")
    trouble(opened, campaign_errors.Vanished)
    opened.path.unlink()
    elsewhere.rename(opened.path)
    kit.play(opened, 1)


def test_a_file_that_becomes_read_only_stores_nothing(opened: OpenedCampaign) -> None:
    kit.play(opened, 2)
    opened.path.chmod(0o444)
    assert "is read-only" in trouble(opened, campaign_errors.ReadOnly)
    opened.path.chmod(0o644)
    kit.play(opened, 1)


def test_a_lock_of_another_program_is_waited_for_only_a_moment(opened: OpenedCampaign) -> None:
    assert PATIENCE < 0.1, "nobody at the table notices"
    kit.play(opened, 2)
    (milliseconds,) = opened.store._raw.execute("PRAGMA busy_timeout").fetchone()
    assert 0 < milliseconds < 50, "the window stands still meanwhile"
    with closing(sqlite3.connect(opened.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert "Another program" in trouble(opened, campaign_errors.Busy)
        other.execute("ROLLBACK")
        kit.play(opened, 1)
        other.execute("UPDATE campaign SET revision = revision + 1")
    trouble(opened, campaign_errors.ChangedElsewhere)


def test_a_session_tells_the_sentence_and_stays_where_it_is(opened: OpenedCampaign, qapp: object) -> None:
    campaign = OpenCampaign(kit.GAME, opened.history, SeededChance(2), opened.store)
    heard: list[str] = []
    campaign.failed.connect(heard.append)
    opened.path.unlink()
    assert not campaign.submit(JoinSeat(seat="gm", id="eve", name="Eve"))
    campaign.log_look("Tom")
    assert len(heard) == 2
    assert "eve" not in campaign.viewer_campaign("gm").view.seats
    assert campaign.position == 0
    assert not opened.history.asides


def test_a_closed_store_says_so(opened: OpenedCampaign) -> None:
    opened.store.close()
    trouble(opened, campaign_errors.Closed)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_fifty_kills_in_the_middle_of_play_lose_at_most_the_gesture_under_way(opened: OpenedCampaign) -> None:
    """A helper forks a player for each round, so that nothing has to be imported fifty times."""
    opened.store.close()
    cards = sorted(opened.history.table.all_cards())
    choice = random.Random(11)
    helper = subprocess.Popen(
        [sys.executable, "-m", "tests.vtt.save_victim", str(opened.path), str(opened.backups.parent)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path.cwd(),
    )
    assert helper.stdin is not None
    assert helper.stdout is not None
    seen = pictures = 0
    try:
        for kill in range(50):
            helper.stdin.write(f"{kill}\n")
            helper.stdin.flush()
            player = int(helper.stdout.readline())
            told = []
            for _ in range(choice.randint(0, 40)):
                told.append(helper.stdout.readline())
            time.sleep(choice.random() * 0.004)
            os.kill(player, signal.SIGKILL)
            while (line := helper.stdout.readline()) != "over\n":
                told.append(line)
            whole = [line for line in told if line.endswith("\n")]
            back = open_campaign(opened.path, games=kit.games, backups=opened.backups.parent)
            with closing(back.store):
                entries, cursor = len(back.history.entries), back.history.cursor
                if whole:
                    last_entries, last_cursor, mark = whole[-1].split()
                    seen += 1
                    assert (entries, cursor) == (int(last_entries), int(last_cursor)) or (
                        # one more was in the file when the player died, before it could say so
                        kit.one_step((int(last_entries), int(last_cursor)), (entries, cursor))
                    ), (kill, whole[-1], entries, cursor)
                    if (entries, cursor) == (int(last_entries), int(last_cursor)):
                        assert kit.mark_of(back.history.table) == mark
                assert sorted(back.history.table.all_cards()) == cards
                assert kit.whole_pictures(back)
                pictures = max(pictures, len(kit.extras_in(back.store).pictures))
    finally:
        helper.stdin.close()
        helper.wait(timeout=60)
        helper.stdout.close()
    assert seen > 40
    assert pictures == 3
    check_campaign(opened.path, games=kit.games)


def test_a_closed_campaign_does_nothing_that_is_still_sent(opened: OpenedCampaign) -> None:
    """A field that loses its unsent text with its window sends it even after the object is gone; no file has it."""
    campaign = OpenCampaign(kit.GAME, opened.history, SeededChance(1), opened.store)
    assert campaign.submit(Say(seat="p1", text="before"))
    campaign.close()
    shiboken6.delete(campaign)
    picture = kit.some_picture(random.Random(1))
    assert not campaign.submit(Say(seat="p1", text="after"))
    assert not campaign.submit(Say(seat="nobody", text="refused"))
    assert not campaign.store_picture(picture)
    assert not campaign.store_setting("look", "dark")
    campaign.go_to(0, consent=True)
    assert campaign.picture(picture.id) is None
    assert (campaign.position, len(opened.history.entries)) == (1, 1)
    assert kit.rows(opened.path, "SELECT max(position) FROM journal") == [(1,)]
