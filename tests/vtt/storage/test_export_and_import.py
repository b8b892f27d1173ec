"""Exports and imports: all of it comes back, nothing comes in unasked, and a stranger's zip can do no harm."""

from __future__ import annotations

import contextlib
import json
import random
import shutil
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.events import Noted
from engine.core.manual_moves import LayCondition, SetTrack
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.sheets.editing.new_character_moves import JoinActor
from tests.vtt import save_kit as kit
from vtt.campaign.campaign_records import StoredEncounter, StoredPicture, StoredSheet
from vtt.storage import campaign_errors, export_archive
from vtt.storage.campaign_export import export_campaign
from vtt.storage.campaign_import import ImportPlan, import_campaign, import_characters, preview_import
from vtt.storage.campaign_opening import create_campaign, open_campaign
from vtt.storage.export_archive import EXPORT_VERSION, MOST_MEMBERS

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(200))


@pytest.fixture(scope="module")
def rivertown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a campaign with everything in it, exported while it is open."""
    folder = tmp_path_factory.mktemp("rivertown")
    opened = create_campaign(folder / "Rivertown.ktable", "Rivertown", kit.new_table(), kit.GAME, backups=folder / "b")
    with closing(opened.store), pytest.MonkeyPatch.context() as patch:
        patch.setattr("vtt.storage.campaign_export.CHUNK", 50)
        kit.play(opened, 120)
        opened.store.add_aside(opened.history.add_aside(Noted(message=Message(key="log.looked"))))
        kit.go_to(opened, 90)
        opened.store.keep_picture(StoredPicture(id="face", name="../../face", media_type="image/png", content=PNG))
        kit.add_old_records(opened.store, StoredSheet(id="tom", name="Tom", content={"strength": 4}, picture="face"))
        kit.add_old_records(opened.store, StoredEncounter(id="bridge", name="The bridge"))
        opened.store.keep_setting("sound", 3)
        export_campaign(opened.path, folder / "Rivertown.ktable.zip", games=kit.games)
    return folder


@pytest.fixture
def exported(rivertown: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the export beside its campaign, in a folder of its own."""
    monkeypatch.setattr("vtt.storage.campaign_export.CHUNK", 50)
    shutil.copytree(rivertown, tmp_path, dirs_exist_ok=True)
    return tmp_path / "Rivertown.ktable.zip"


def look(path: Path, **more: Any) -> ImportPlan:
    return preview_import(path, games=kit.games, **more)


def test_an_export_is_imported_as_a_campaign_of_its_own(exported: Path, tmp_path: Path) -> None:
    original = open_campaign(tmp_path / "Rivertown.ktable", games=kit.games, backups=tmp_path / "b")
    with closing(original.store):
        plan = look(exported, folder=tmp_path, here=original.history.table)
        assert (plan.name, plan.ruleset, plan.entries, plan.position) == ("Rivertown", "tiny", 120, 90)
        assert plan.seats[0].name == "Ada"
        assert {actor.name for actor in plan.characters} == {"Knight", "Spy"}
        assert [len(kept) for kept in (plan.extras.sheets, plan.extras.encounters, plan.extras.pictures)] == [1, 1, 1]
        told = [say(message) for message in plan.conflicts]
        assert len(told) == 3
        assert "already have a campaign named “Rivertown”" in told[0]
        made = import_campaign(plan, tmp_path, backups=tmp_path / "b")
        with closing(made.store):
            assert made.path.name == "Rivertown 2.ktable"
            assert made.uid != original.uid
            assert kit.same_history(original.history, made.history)
            assert kit.extras_in(made.store).pictures == kit.extras_in(original.store).pictures
            assert kit.extras_in(made.store).sheets == kit.extras_in(original.store).sheets
            assert kit.extras_in(made.store).encounters == kit.extras_in(original.store).encounters
            assert made.store.settings() == {"sound": 3}
            export_campaign(made.path, tmp_path / "second.zip", games=kit.games)
    with zipfile.ZipFile(exported) as one, zipfile.ZipFile(tmp_path / "second.zip") as two:
        assert one.namelist() == two.namelist()
        assert [n for n in one.namelist() if n != "campaign.json" and one.read(n) != two.read(n)] == []
        assert "journal/0003.json" in one.namelist()


def test_an_export_can_be_stopped_and_overwrites_nothing(exported: Path, tmp_path: Path) -> None:
    before = exported.read_bytes()
    with pytest.raises(campaign_errors.AlreadyThere):
        export_campaign(tmp_path / "Rivertown.ktable", exported, games=kit.games)
    with pytest.raises(campaign_errors.FileTaskCancelled):
        export_campaign(
            tmp_path / "Rivertown.ktable", exported, lambda done, whole: done < 3, games=kit.games, replace=True
        )
    assert exported.read_bytes() == before
    assert not list(tmp_path.glob(".*"))


def test_chosen_characters_are_imported_and_overwrite_none(exported: Path) -> None:
    plan = look(exported)
    knight = next(actor for actor in plan.characters if actor.id == "knight")
    table = kit.new_table()
    changes: tuple[Command, ...] = (
        SetTrack(seat="gm", actor="knight", track="Honour", value=-4),
        LayCondition(seat="gm", actor="knight", condition="blind", level=2, note="sand"),
    )
    for command in changes:
        table = kit.GAME.apply(table, command, SeededChance(0)).table
    arrival = import_characters(plan, table, "gm", ["knight", "spy"])
    after = table
    for command in arrival.commands:
        after = kit.GAME.apply(after, command, SeededChance(0)).table
    assert after.actors["knight"] == table.actors["knight"]
    new = after.actors["knight-2"]
    assert new.name == "Knight 2", "two knights who fight together are told apart"
    assert (new.seat, new.sheet, new.body) == (knight.seat, knight.sheet, knight.body)
    assert new.tracks == knight.tracks
    assert {c.name for c in new.conditions} == {c.name for c in knight.conditions}
    assert after.actors["spy-2"].secret
    assert arrival.left_behind == ()
    fewer = replace(table, seats={seat: person for seat, person in table.seats.items() if seat != knight.seat})
    join = import_characters(plan, fewer, "gm", ["knight"]).commands[0]
    assert isinstance(join, JoinActor)
    assert join.leader == "gm", "nobody has its own seat"
    with pytest.raises(campaign_errors.ImportDoesNotFit, match="no character “bear”"):
        import_characters(plan, table, "gm", ["bear"])
    with pytest.raises(campaign_errors.ImportDoesNotFit):
        import_characters(plan, table, "p1", ["spy"])  # only the GM brings other people's characters


Change = Callable[[dict[str, Any]], object]


def rewritten(path: Path, change: Change) -> Path:
    """An export with something else in it. `change` gets its files: JSON as objects, the rest as bytes."""
    target = path.with_name("changed.zip")
    with zipfile.ZipFile(path) as old:
        files: dict[str, Any] = {n: old.read(n) for n in old.namelist()}
    files = {n: json.loads(data) if n.endswith(".json") else data for n, data in files.items()}
    change(files)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for name, data in files.items():
            new.writestr(name, data if isinstance(data, bytes) else json.dumps(data))
    return target


def _put(where: str, *keys: Any, value: Any) -> Change:
    def change(files: dict[str, Any]) -> None:
        found = files[where]
        for key in keys[:-1]:
            found = found[key]
        found[keys[-1]] = value

    return change


def _swap_two_gestures(files: dict[str, Any]) -> None:
    entries = files["journal/0001.json"]["entries"]
    moves = [n for n, e in enumerate(entries) if e["command"]["kind"] == "move_cards"]
    entries[moves[0]], entries[moves[-1]] = entries[moves[-1]], entries[moves[0]]


_DEEP = b'[{"id":"x","name":"x","content":{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}}]"

BAD = [
    (_put("manifest.json", "version", value=EXPORT_VERSION + 1), "manifest.json", f"version {EXPORT_VERSION + 1}"),
    (_put("manifest.json", "format", value="recipes"), "manifest.json", "not a Kitchen Table export"),
    (_put("manifest.json", "author", value="x"), "manifest.json", "author"),
    (_put("campaign.json", "motto", value="x"), "campaign.json", "motto"),
    (_put("campaign.json", "ruleset", value="chess"), "campaign.json, ruleset", "chess"),
    (_put("campaign.json", "position", value=121), "campaign.json, position", "points to a move that does not exist"),
    (_put("campaign.json", "position", value=-1), "campaign.json, position", "points to a move that does not exist"),
    (_put("campaign.json", "entries", value=5), "campaign.json, entries", "points to a move that does not exist"),
    (_put("table.json", "start", "colour", value="red"), "table.json, start", "colour"),
    (_put("table.json", "start", "zones", "deck", "cards", 0, value=8), "table.json, start", "$.zones[...].cards[0]"),
    (_put("table.json", "start", "options", "hand_size", value=70), "table.json, start.options.hand_size", "hand_size"),
    (_put("table.json", "start", "options", "no_such", value=1), "table.json, start.options.no_such", "no_such"),
    (_put("table.json", "start", "zones", "deck", "id", value="heap"), "table.json, start.zones.deck.id", "name"),
    (_put("table.json", "start", "actors", "spy", "seat", value="ghost"), "table.json, start.actors.spy.seat", "ghost"),
    (_put("table.json", "start", "zones", "deck", "cards", 0, value="3H"), "table.json, start.zones.", "twice"),
    (_put("table.json", "now", "clock", value=77), "table.json, now", "does not match the recorded moves"),
    (_put("journal/0001.json", "entries", 4, "mood", value="x"), "journal/0001.json, entry 5", "mood"),
    (_put("journal/0002.json", "entries", 0, "command", "kind", value="cheat"), "journal/0002.json, entry 1", "cheat"),
    (_swap_two_gestures, "journal, move", "does not follow"),
    (lambda files: files.pop("journal/0002.json"), "campaign.json, entries", "points to a move that does not exist"),
    (lambda files: files.pop("sheets.json"), "sheets.json", "missing"),
    (lambda files: files.pop("manifest.json"), "changed.zip", "list of contents"),
    (
        _put("asides.json", "asides", 0, "after", value=500),
        "asides.json, line 1",
        "points to a move that does not exist",
    ),
    (_put("sheets.json", 0, "picture", value="nose"), "sheets.json, tom.picture", "missing"),
    (_put("pictures.json", 0, "file", value="../../../etc/passwd"), "../../../etc/passwd", "missing"),
    (
        _put("pictures.json", 0, "media_type", value="image/svg+xml"),
        "pictures/0001.png",
        "does not match its file name",
    ),
    (lambda files: files.update({"pictures/0001.png": b"<svg/>"}), "pictures/0001.png", "does not match its file name"),
    (lambda files: files.update({"../../evil.json": {}}), "../../evil.json", "does not belong"),
    (lambda files: files.update({"/etc/cron.d/x": b"x"}), "/etc/cron.d/x", "does not belong"),
    (lambda files: files.update({"C:\\x.json": {}}), "C:", "does not belong"),
    (lambda files: files.update({"sheets.json": _DEEP}), "sheets.json", "ecursion"),
    (lambda files: files.update({"sheets.json": b"\xff\xfe"}), "sheets.json", ""),
    (lambda files: files.update({f"journal/{n:04}.json": {"entries": []} for n in range(3000)}), "zip", "more than"),
]


@pytest.mark.parametrize(("change", "place", "said"), BAD, ids=[f"{n}-{bad[1]}" for n, bad in enumerate(BAD)])
def test_an_import_that_does_not_fit_names_the_place(exported: Path, change: Change, place: str, said: str) -> None:
    before = sorted(exported.parent.rglob("*"))
    path = rewritten(exported, change)
    with pytest.raises(campaign_errors.NotImportable) as caught:
        look(path)
    assert place in caught.value.place
    assert said in caught.value.problem
    assert "Nothing was imported" in str(caught.value)
    assert len(str(caught.value)) < 700
    path.unlink()
    assert sorted(exported.parent.rglob("*")) == before


def test_a_zip_that_swells_is_read_no_further_than_its_bound(exported: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = rewritten(exported, lambda files: files.update({"sheets.json": b" " * (export_archive.MOST_JSON_BYTES + 1)}))
    assert bomb.stat().st_size < 1 << 20
    with pytest.raises(campaign_errors.NotImportable, match="larger than 64 MB"):
        look(bomb)
    monkeypatch.setattr(export_archive, "MOST_BYTES", 10_000)
    with pytest.raises(campaign_errors.NotImportable, match="larger than 0 MB"):
        look(exported)


def test_a_zip_with_false_sizes_is_refused(exported: Path) -> None:
    liar = exported.with_name("liar.zip")
    shutil.copyfile(exported, liar)
    with zipfile.ZipFile(liar, "a") as made, pytest.warns(UserWarning, match="Duplicate"):
        made.writestr("table.json", b"{}")
    with pytest.raises(campaign_errors.NotImportable, match="in the export twice"):
        look(liar)
    with zipfile.ZipFile(liar, "w", zipfile.ZIP_BZIP2) as made:
        made.writestr("manifest.json", b"{}")
    with pytest.raises(campaign_errors.NotImportable, match="compressed in a way"):
        look(liar)
    with zipfile.ZipFile(liar, "w") as made:
        for n in range(MOST_MEMBERS + 1):
            made.writestr(f"{n}", b"")
    with pytest.raises(campaign_errors.NotImportable, match="more than 2000 files"):
        look(liar)


def test_any_rubbish_in_place_of_a_zip_gets_a_sentence(exported: Path) -> None:
    whole = exported.read_bytes()
    choice = random.Random(8)
    path = exported.with_name("rubbish.zip")
    refused = 0
    for _ in range(150):
        data = bytearray(whole)
        match choice.randrange(3):
            case 0:
                del data[choice.randrange(len(data)) :]
            case 1:
                for _ in range(choice.randint(1, 30)):
                    data[choice.randrange(len(data))] = choice.randrange(256)
            case _:
                at = choice.randrange(len(data))
                data[at : at + 200] = choice.randbytes(200)
        path.write_bytes(data)
        with contextlib.suppress(campaign_errors.NotImportable):  # the disk is not to blame
            look(path)
            continue
        refused += 1
    assert refused > 130
    path.write_text("no zip at all")
    with pytest.raises(campaign_errors.NotImportable, match="not a Kitchen Table export"):
        look(path)
    with pytest.raises(campaign_errors.NotThere):
        look(path.with_name("nowhere.zip"))


def test_an_imported_copy_has_a_title_of_its_own(exported: Path, tmp_path: Path) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    titles = []
    for _ in range(3):
        copy = import_campaign(look(exported, folder=folder), folder)
        copy.store.close()
        titles.append(copy.name)
    assert len(set(titles)) == 3
    assert all(title.startswith(titles[0]) for title in titles)
