"""Try out the packages of Linux: install, start from the menu, open a campaign by double click, remove.

Each package goes into a folder of its own, with a home of its own: nothing is installed on this machine. `gio` does
what a desktop does: it looks up the menu entry and the program of a file, and starts it. `xdotool` finds the window.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from installers.desktop_files import DESKTOP_ENTRY
from installers.program_details import CAMPAIGN_TYPE, EXPORT_TYPE, PROGRAM, SUFFIXES
from installers.third_party import without_text
from installers.user_archive import archive_folder

PATIENCE = 60
"""Seconds that a step may take on a slow machine."""
TOOLS = (
    "desktop-file-validate",
    "dpkg",
    "fakeroot",
    "gio",
    "update-desktop-database",
    "update-mime-database",
    "xdotool",
)
Environment = Mapping[str, str]


class Fault(Exception):
    """Something that a package does wrong."""


def missing_tools() -> list[str]:
    """Return what this machine lacks for a try."""
    return [name for name in TOOLS if shutil.which(name) is None] + ([] if os.environ.get("DISPLAY") else ["a display"])


def try_archive(archive: Path, folder: Path) -> None:
    """Try out the archive for one user.

    Raises:
        Fault: it does something wrong.
    """
    home = folder / "home"
    home.mkdir()
    (home / "a file of mine").touch()
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="tar")
    data = home / ".local" / "share"
    env = {**os.environ, "HOME": str(home), "PATH": f"{home}/.local/bin:{os.environ['PATH']}"}
    env |= {name: str(home / place) for name, place in OWN_FOLDERS.items()}
    before = files_in(home)
    _run([folder / archive_folder() / "install.sh"], env)
    # The archive may go once it is installed.
    shutil.rmtree(folder / archive_folder())
    program = home / ".local" / "opt" / PROGRAM
    _use(program, data, env, folder)
    _run([program / "uninstall.sh"], env)
    _nothing_left(before, files_in(home))


def try_debian_package(package: Path, folder: Path) -> None:
    """Try out the Debian package, in a system that has nothing but it.

    Raises:
        Fault: it does something wrong.
    """
    root, home = folder / "root", folder / "home"
    for made in (home, root / "var/lib/dpkg/info", root / "var/lib/dpkg/updates"):
        made.mkdir(parents=True)
    (root / "var/lib/dpkg/status").touch()
    share = root / "usr/share"
    path = f"{root}/usr/bin:{os.environ['PATH']}:/usr/sbin:/sbin"
    env = {**os.environ, "HOME": str(home), "PATH": path, "XDG_DATA_DIRS": f"{share}:/usr/share"}
    env |= {name: str(home / place) for name, place in OWN_FOLDERS.items()}
    dpkg = ["dpkg", f"--root={root}", "--force-not-root", "--force-depends"]
    if os.geteuid() != 0:
        dpkg.insert(0, "fakeroot")
    before = files_in(root / "usr")
    _run([*dpkg, "--install", package], env)
    _run([*dpkg, "--verify", PROGRAM], env, silent=True)
    # In a whole system, the triggers of dpkg do this.
    made_by_triggers = _tell_desktop(share, env)
    _use(root / "usr/lib" / PROGRAM, share, env, folder)
    _run([*dpkg, "--purge", PROGRAM], env)
    _nothing_left(before, files_in(root / "usr") - made_by_triggers)


OWN_FOLDERS = {"XDG_CONFIG_HOME": ".config", "XDG_DATA_HOME": ".local/share", "XDG_CACHE_HOME": ".cache"}
KEPT = (f".config/{PROGRAM}", f".local/share/{PROGRAM}", ".cache", "Documents")
"""What belongs to the person and stays: settings, backups, campaigns."""


def files_in(folder: Path) -> set[str]:
    """Return the paths of the files and empty folders below a folder, but of what belongs to the person."""
    ends = (path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir() or not any(path.iterdir()))
    paths = (path.relative_to(folder).as_posix() for path in ends)
    return {path for path in paths if not any(path == kept or path.startswith(f"{kept}/") for kept in KEPT)}


def _use(program: Path, data: Path, env: Environment, folder: Path) -> None:
    """Do what people do with an installed program.

    Args:
        program: the folder of the program.
        data: the folder of shared data.
        env: the environment of the person.
        folder: a folder for campaigns.
    """
    entry = data / DESKTOP_ENTRY
    _run(["desktop-file-validate", entry], env, silent=True)
    unknown = without_text(program / "_internal" / "licences")
    if unknown:
        raise Fault(f"these have no licence text: {', '.join(unknown)}")
    played = folder / "played"
    played.mkdir()
    _run([program / PROGRAM, "--smoke-test", played], {**env, "QT_QPA_PLATFORM": "offscreen"})
    campaign = next(played.rglob(f"*{SUFFIXES[CAMPAIGN_TYPE]}"))
    export = campaign.with_name(f"Other{SUFFIXES[EXPORT_TYPE]}")
    export.write_bytes(b"PK\x05\x06" + bytes(18))
    for file, kind in ((campaign, CAMPAIGN_TYPE), (export, EXPORT_TYPE)):
        found = _run(["gio", "info", "-a", "standard::content-type", file], env)
        if f"standard::content-type: {kind}\n" not in found:
            raise Fault(f"{file.name} is not known as {kind}:\n{found}")
        handler = _run(["gio", "mime", kind], env)
        if f"{PROGRAM}.desktop" not in handler.partition("\n")[0]:
            raise Fault(f"{kind} opens with another program:\n{handler}")
    with _ended_afterwards(program):
        _run(["gio", "launch", entry], env)
        _wait_for_window("Kitchen Table", env)
    with _ended_afterwards(program):
        _run(["gio", "open", campaign], env)
        _wait_for_window(campaign.stem, env)


def _tell_desktop(share: Path, env: Environment) -> set[str]:
    before = files_in(share.parent)
    _run(["update-mime-database", share / "mime"], env)
    _run(["update-desktop-database", share / "applications"], env)
    return files_in(share.parent) - before


def _wait_for_window(title: str, env: Environment) -> None:
    """Wait for a window of the program with a title.

    Raises:
        Fault: there is none in time.
    """
    search = ["xdotool", "search", "--onlyvisible", "--class", PROGRAM]

    def is_there() -> bool:
        windows = subprocess.run(search, env=env, check=False, capture_output=True, text=True).stdout.split()
        names = [["xdotool", "getwindowname", window] for window in windows]
        shown = (subprocess.run(name, env=env, check=False, capture_output=True, text=True).stdout for name in names)
        return any(title in name for name in shown)

    if not _comes_true(is_there):
        raise Fault(f"no window “{title}” within {PATIENCE} seconds")


@contextmanager
def _ended_afterwards(program: Path) -> Iterator[None]:
    """End the program in a folder politely, as a session does at its end."""
    try:
        yield
    finally:
        for process in _processes_of(program):
            os.kill(process, signal.SIGTERM)
        if not _comes_true(lambda: not _processes_of(program)):
            raise Fault("it does not end when it is asked to")


def _processes_of(program: Path) -> list[int]:
    """Return the processes that run the program in a folder."""
    wanted = str((program / PROGRAM).resolve())
    found: list[int] = []
    for link in Path("/proc").glob("[0-9]*/exe"):
        try:
            if str(link.readlink()) == wanted:
                found.append(int(link.parent.name))
        except OSError:
            continue  # it has ended, or is somebody else's
    return found


def _nothing_left(before: set[str], after: set[str]) -> None:
    if before != after:
        raise Fault(f"removed, it leaves {sorted(after - before)} and takes {sorted(before - after)}")


def _comes_true(condition: Callable[[], bool]) -> bool:
    until = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.1)
    return True


def _run(command: list[str | Path], env: Environment, *, silent: bool = False) -> str:
    """Run a command and return what it prints.

    Raises:
        Fault: it fails, or prints something though it should not.
    """
    # Not a pipe: the program that a command starts and leaves behind would hold it open.
    with tempfile.TemporaryFile("w+") as output:
        limit = 3 * PATIENCE
        status = subprocess.call(
            command, env=env, stdin=subprocess.DEVNULL, stdout=output, stderr=output, timeout=limit
        )
        output.seek(0)
        said = output.read()
    if status != 0 or (silent and said.strip()):
        raise Fault(f"{said}\n{' '.join(map(str, command))} ended with status {status}")
    return said
