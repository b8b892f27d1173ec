"""Games as zips: what is shown before, what is refused, and that a game is in place whole or not at all."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.messages.refusal import Refused
from engine.rulesets import game_archive
from engine.rulesets.game_archive import install_game, read_game_archive, remove_game, tidy_games_folder
from tests.engine.rulesets.game_folders import write_game

LATER = 1e12
Fill = Callable[[zipfile.ZipFile], object]


def zipped(
    folder: Path, root: str = "duel/", more: Fill = lambda _: None, name: str = "duel.zip", **files: str
) -> Path:
    """Return a zip with the game Duel in a folder of the zip, and with what `more` adds."""
    source = write_game(folder / f"source of {name}", **files)
    path = folder / name
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(source.rglob("*")):
            if file.is_file():
                archive.write(file, root + file.relative_to(source).as_posix())
        more(archive)
    return path


def why(path: Path) -> str:
    """Return the key of the refusal of a zip, which is a sentence about this file."""
    with pytest.raises(Refused) as refused:
        read_game_archive(path)
    assert path.name in refused.value.text
    assert "  " not in refused.value.text
    assert not refused.value.text.startswith("refused.")
    return refused.value.message.key.removeprefix("refused.")


def tree(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder with its content, hidden ones too."""
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.mark.parametrize("root", ["duel/", "", "My Duel 2/"])
def test_a_zip_is_shown_and_installed(tmp_path: Path, root: str) -> None:
    path = zipped(tmp_path, root)
    archive = read_game_archive(path)
    assert (archive.file.id, archive.file.name, archive.root) == ("duel", "Duel", root)
    assert [m.path for m in archive.members] == ["duel/__init__.py", "duel/rules.py", "duel/ruleset.py", "game.toml"]
    assert archive.size == sum(file.stat().st_size for file in (tmp_path / "source of duel.zip").rglob("*.*"))
    assert archive.has_code
    games = tmp_path / "games"
    assert install_game(archive, games) == games / "duel"
    assert tree(games / "duel") == tree(tmp_path / "source of duel.zip" / "duel")
    assert [p.name for p in games.iterdir()] == ["duel"]


def test_a_game_of_data_alone_has_no_code(tmp_path: Path) -> None:
    path = tmp_path / "cards.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("game.toml", 'id = "cards"\nname = "Cards"\n')
        archive.writestr("help/rules.md", "# Cards")
    assert not read_game_archive(path).has_code
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("help/odd.PY", "1")
    assert read_game_archive(path).has_code


def test_tests_caches_and_what_file_managers_add_are_left_out(tmp_path: Path) -> None:
    def add(archive: zipfile.ZipFile) -> None:
        for name in (
            *("duel/tests/test_duel.py", "duel/duel/__pycache__/rules.cpython-311.pyc", "duel/.git/config"),
            *("__MACOSX/duel/._game.toml", "duel/.DS_Store", "duel/Thumbs.db", ".hidden"),
        ):
            archive.writestr(name, "x")
        archive.mkdir("duel/pictures")

    archive = read_game_archive(zipped(tmp_path, more=add))
    assert len(archive.members) == 4
    install_game(archive, tmp_path / "games")
    assert len(tree(tmp_path / "games")) == 4


@pytest.mark.parametrize(
    "name",
    [
        *("/etc/passwd", "../outside.toml", "duel/../../outside.toml", "duel/./x.toml", "duel//x.toml", "C:/x.toml"),
        *("duel/x.toml:stream", "duel/con", "duel/Aux.toml", "duel/x. ", "duel/x.", "duel/a\nb", "duel/\u202egnp.py"),
        *("duel/" + "x" * 200, "duel/a?b", "duel\\..\\outside.toml"),
    ],
)
def test_no_name_leads_out_of_the_folder_or_hides_what_it_is(tmp_path: Path, name: str) -> None:
    assert why(zipped(tmp_path, more=lambda archive: archive.writestr(name, "x"))) == "archive_bad_name"


@pytest.mark.parametrize(
    ("name", "key"),
    [
        *(("duel/more.zip", "archive_in_archive"), ("duel/x.TAR.GZ", "archive_in_archive")),
        *(("duel/duel/fast.so", "archive_machine_code"), ("duel/setup.EXE", "archive_machine_code")),
        *(("duel/setup.ps1", "archive_machine_code"), ("duel/Rules.lnk", "archive_machine_code")),
        *(("duel/x.pth", "archive_machine_code"), ("duel/duel/old.pyc", "archive_machine_code")),
        *(("duel/GAME.toml", "archive_twice"), ("duel/duel", "archive_twice")),
        *(("other/game.toml", "archive_no_game"), ("readme.txt", "archive_no_game")),
        ("duel/a/b/c/d/e/f/g/h/i/j.toml", "archive_bad_name"),
    ],
)
def test_what_a_game_must_not_bring(tmp_path: Path, name: str, key: str) -> None:
    assert why(zipped(tmp_path, more=lambda archive: archive.writestr(name, "x"))) == key


def test_accents_that_are_one_name_on_some_disks(tmp_path: Path) -> None:
    def add(archive: zipfile.ZipFile) -> None:
        archive.writestr("duel/caf\u00e9.md", "x")
        archive.writestr("duel/cafe\u0301.md", "x")

    assert why(zipped(tmp_path, more=add)) == "archive_twice"


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFCHR, stat.S_IFIFO, stat.S_IFSOCK])
def test_links_and_devices(tmp_path: Path, kind: int) -> None:
    info = zipfile.ZipInfo("duel/link")
    info.external_attr = (kind | 0o777) << 16
    assert why(zipped(tmp_path, more=lambda archive: archive.writestr(info, "/etc/passwd"))) == "archive_link"


def test_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = zipped(tmp_path, more=lambda archive: archive.writestr("duel/zeros.md", bytes(900_000)))
    assert path.stat().st_size < 10_000
    monkeypatch.setattr(game_archive, "LARGEST_FILE", 800_000)
    assert why(path) == "archive_file_large"
    monkeypatch.undo()
    monkeypatch.setattr(game_archive, "LARGEST_GAME", 800_000)
    assert why(path) == "archive_too_large"
    monkeypatch.undo()
    monkeypatch.setattr(game_archive, "MOST_FILES", 4)
    assert why(path) == "archive_too_many"
    monkeypatch.setattr(game_archive, "MOST_FILES", 2)
    assert why(path) == "archive_too_many"
    monkeypatch.undo()
    monkeypatch.setattr(game_archive, "_DIRECTORY_BYTES", 100)
    monkeypatch.setattr(zipfile, "ZipFile", lambda _file: pytest.fail("a million names are read"))
    assert why(path) == "archive_too_many"
    monkeypatch.undo()
    read_game_archive(path)


def test_a_zip_that_understates_a_size_writes_no_more_than_it_says(tmp_path: Path) -> None:
    """A bomb: the directory says 10 bytes, the data inflate to many more."""
    path = zipped(tmp_path, more=lambda archive: archive.writestr("duel/zeros.md", bytes(5_000_000)))
    size, small = (5_000_000).to_bytes(4, "little"), (10).to_bytes(4, "little")
    path.write_bytes(path.read_bytes().replace(size, small))
    archive = read_game_archive(path)
    games = tmp_path / "games"
    with pytest.raises(Refused) as refused:
        install_game(archive, games)
    assert refused.value.message.key == "refused.archive_no_zip"
    assert list(games.iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"PK", b"bread and milk" * 50])
def test_what_is_no_zip(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "duel.zip"
    path.write_bytes(content)
    assert why(path) == "archive_no_zip"
    assert why(tmp_path) == "archive_no_zip"
    assert why(tmp_path / "nowhere.zip") == "archive_no_zip"


def test_damaged_zips_are_told_in_a_sentence(tmp_path: Path) -> None:
    good = zipped(tmp_path).read_bytes()
    path, games = tmp_path / "damaged.zip", tmp_path / "games"
    refused: list[str] = []
    for at in range(0, len(good), 5):
        path.write_bytes(good[:at] + bytes([good[at] ^ 0x55]) + good[at + 1 :])
        try:
            install_game(read_game_archive(path), games)
            remove_game(next(games.iterdir()))
        except Refused as error:
            refused.append(error.text)
        assert not games.exists() or list(games.iterdir()) == []
    assert len(refused) > len(good) / 5 / 3
    assert not [text for text in refused if text.startswith("refused.")]


def test_a_wrong_game_toml_and_none(tmp_path: Path) -> None:
    assert why(zipped(tmp_path, game="id = 3")) == "game_file_wrong"
    assert why(zipped(tmp_path, name="b.zip", game='id = "Duel!"\nname = "Duel"')) == "game_id_wrong"
    empty = tmp_path / "empty.zip"
    zipfile.ZipFile(empty, "w").close()
    assert why(empty) == "archive_no_game"


def test_a_zip_that_changed_after_it_was_shown_is_not_installed(tmp_path: Path) -> None:
    archive = read_game_archive(zipped(tmp_path))
    zipped(tmp_path / "later", rules='NAME = "duel"\nimport os\n').replace(archive.path)
    with pytest.raises(Refused) as refused:
        install_game(archive, tmp_path / "games")
    assert refused.value.message.key == "refused.archive_changed"
    assert list((tmp_path / "games").iterdir()) == []


def test_it_can_be_stopped(tmp_path: Path) -> None:
    archive = read_game_archive(zipped(tmp_path))
    with pytest.raises(Refused, match="Nothing was installed") as refused:
        install_game(archive, tmp_path / "games", progress=lambda done, total: (done, total) < (2, 4))
    assert refused.value.message.key == "refused.archive_stopped"
    assert list((tmp_path / "games").iterdir()) == []


@pytest.mark.parametrize("folder", ["duel", "an older name"])
def test_a_newer_version_replaces_an_older_one_only_if_asked(tmp_path: Path, folder: str) -> None:
    games = tmp_path / "games"
    old = write_game(games, folder=folder)
    before = tree(games)
    archive = read_game_archive(zipped(tmp_path, rules='NAME = "duel"\nNEWER = True\n'))
    if folder == "duel":
        with pytest.raises(Refused) as refused:
            install_game(archive, games)
        assert refused.value.message.key == "refused.archive_in_the_way"
        assert tree(games) == before
    install_game(archive, games, old)
    assert [p.name for p in games.iterdir()] == ["duel"]
    assert b"NEWER" in tree(games)["duel/duel/rules.py"]


@pytest.mark.parametrize("folder", ["duel", "an older name"])
def test_a_failed_replacement_leaves_the_older_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    games = tmp_path / "games"
    old = write_game(games, folder=folder)
    before = tree(games)
    archive = read_game_archive(zipped(tmp_path))
    rename = Path.rename

    def failing(path: Path, target: Path) -> Path:
        if path.name.startswith(".new-"):
            raise OSError(28, "No space left on device")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises(OSError, match="No space"):
        install_game(archive, games, old)
    assert tree(games) == before


KILLED = """
import os, sys
from pathlib import Path
from engine.rulesets.game_archive import install_game, read_game_archive
place, count = Path(sys.argv[1]), int(sys.argv[2])
def on(event, args):
    global count
    if event in ("os.mkdir", "os.rename", "shutil.rmtree", "os.rmdir", "os.remove"):
        count -= 1
        if count < 0:
            os._exit(9)
old = place / "games" / sys.argv[3] if sys.argv[3] else None
archive = read_game_archive(place / "duel.zip")
sys.addaudithook(on)
install_game(archive, place / "games", old)
"""


@pytest.mark.parametrize("folder", ["", "duel", "an older name"])
def test_after_a_kill_at_any_step_the_older_or_the_newer_version_is_there_whole(tmp_path: Path, folder: str) -> None:
    path = zipped(tmp_path, rules='NAME = "duel"\nNEWER = True\n')
    install_game(read_game_archive(path), tmp_path / "good")
    newer = tree(tmp_path / "good")
    steps, outcomes = 0, set()
    while True:
        games = tmp_path / f"{steps}" / "games"
        games.mkdir(parents=True)
        (games.parent / "duel.zip").write_bytes(path.read_bytes())
        older = tree(write_game(games, folder=folder).parent) if folder else {}
        ended = subprocess.run(
            [sys.executable, "-c", KILLED, games.parent, str(steps), folder], check=False, cwd=Path(__file__).parents[3]
        )
        tidy_games_folder(games, LATER)
        assert tree(games) in (older, newer)
        assert not [p.name for p in games.iterdir() if p.name.startswith(".")]
        outcomes.add(tree(games) == newer)
        if ended.returncode == 0:
            break
        assert ended.returncode == 9
        steps += 1
    assert outcomes == {False, True}
    assert steps >= 3


def test_tidying_leaves_what_another_window_is_writing(tmp_path: Path) -> None:
    draft = tmp_path / ".new-0123"
    draft.mkdir()
    write_game(tmp_path)
    tidy_games_folder(tmp_path, draft.stat().st_mtime - 5)
    assert draft.is_dir()
    tidy_games_folder(tmp_path, LATER)
    assert [p.name for p in tmp_path.iterdir()] == ["duel"]
    tidy_games_folder(tmp_path / "nowhere", LATER)


def test_removing_a_game(tmp_path: Path) -> None:
    games = tmp_path / "games"
    remove_game(write_game(games))
    assert list(games.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
def test_of_a_linked_game_only_the_link_is_removed(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    own = write_game(tmp_path / "own")
    link = tmp_path / "games" / "duel"
    link.symlink_to(own)
    remove_game(link)
    assert not link.exists()
    assert (own / "game.toml").is_file()
