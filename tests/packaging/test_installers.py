"""packaging/installers: what the packages contain, and what they tell a system about the program."""

from __future__ import annotations

import hashlib
import io
import os
import plistlib
import re
import shutil
import subprocess
import tarfile
import xml.etree.ElementTree as ElementTree
from configparser import ConfigParser
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QByteArray
from PySide6.QtGui import QImageReader

from installers.debian_package import PROGRAM_FOLDER, debian_package, dependencies, package_files
from installers.desktop_files import DESKTOP_ENTRY, desktop_entry, mime_types, shared_files
from installers.icons import icns, ico
from installers.macos import info_plist
from installers.packed_files import PackedFile, tar_xz
from installers.program_details import CAMPAIGN_TYPE, EXPORT_TYPE, PROGRAM, SUFFIXES, VERSION
from installers.user_archive import archive_folder, user_archive
from installers.windows import SETUP, definitions
from tests.vtt.shell_kit import make_file

MOMENT = 1_700_000_000
MIME = {"m": "http://www.freedesktop.org/standards/shared-mime-info"}

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """A frozen program in small: a shell script, a data file and a link."""
    folder = tmp_path / "dist" / PROGRAM
    (folder / "_internal").mkdir(parents=True)
    (folder / PROGRAM).write_text("#!/bin/sh\necho started with $#: $1\n")
    (folder / PROGRAM).chmod(0o755)
    (folder / "_internal" / "data").write_bytes(b"data")
    (folder / "_internal" / "libdata.so.1.0").write_bytes(b"library")
    (folder / "_internal" / "libdata.so.1.0").chmod(0o755)
    (folder / "_internal" / "link").symlink_to("data")
    return folder


def members(package: bytes) -> dict[str, bytes]:
    """Return the members of an `ar` archive."""
    assert package.startswith(b"!<arch>\n")
    found: dict[str, bytes] = {}
    place = 8
    while place < len(package):
        header = package[place : place + 60]
        assert header.endswith(b"`\n")
        size = int(header[48:58])
        found[header[:16].decode().strip()] = package[place + 60 : place + 60 + size]
        place += 60 + size + size % 2
    return found


class TestDebianPackage:
    def test_it_has_the_program_its_licence_and_its_entry_all_of_root(self, bundle: Path) -> None:
        package = members(debian_package(bundle, MOMENT))
        assert list(package) == ["debian-binary", "control.tar.xz", "data.tar.xz"]
        with tarfile.open(fileobj=io.BytesIO(package["data.tar.xz"])) as data:
            entries = {entry.name.removeprefix("./"): entry for entry in data}
            program = data.extractfile(f"./{PROGRAM_FOLDER}/{PROGRAM}")
            assert program is not None
            assert program.read() == (bundle / PROGRAM).read_bytes()
        assert {(entry.uid, entry.gid, entry.mtime) for entry in entries.values()} == {(0, 0, MOMENT)}
        command = entries[f"usr/bin/{PROGRAM}"]
        assert os.path.normpath(f"usr/bin/{command.linkname}") == f"{PROGRAM_FOLDER}/{PROGRAM}"
        assert entries[f"{PROGRAM_FOLDER}/{PROGRAM}"].mode == 0o755
        assert entries[f"{PROGRAM_FOLDER}/_internal/libdata.so.1.0"].mode == 0o644
        assert {f"usr/share/{DESKTOP_ENTRY}", f"usr/share/doc/{PROGRAM}/copyright"} <= entries.keys()
        # Each folder comes before what is in it.
        seen: set[str] = {"."}
        for name in entries:
            assert str(Path(name).parent) in seen
            seen.add(name)

    def test_its_control_data_are_true(self, bundle: Path) -> None:
        package = members(debian_package(bundle, MOMENT))
        with tarfile.open(fileobj=io.BytesIO(package["control.tar.xz"])) as archive:
            control, sums = (archive.extractfile(f"./{name}").read().decode() for name in ("control", "md5sums"))  # type: ignore[union-attr]
        fields = dict(re.findall(r"^(\S+): (.*)$", control, re.MULTILINE))
        assert (fields["Package"], fields["Version"]) == (PROGRAM, VERSION)
        files = {file.path: file for file in package_files(bundle) if not file.link}
        assert int(fields["Installed-Size"]) == -(-sum(len(file.read()) for file in files.values()) // 1024)
        assert {path: hashlib.md5(file.read()).hexdigest() for path, file in files.items()} == {
            path: digest for digest, path in (line.split("  ") for line in sums.splitlines())
        }
        assert all(line.startswith(" ") for line in control.partition("Description:")[2].splitlines())

    def test_a_library_of_the_system_needs_a_known_package(self) -> None:
        needs = dependencies(
            {"libc.so.6", "libmvec.so.1", "libEGL.so.1", "libcups.so.2", "ld-linux-x86-64.so.2"}, (2, 36)
        )
        assert {"libc6 (>= 2.36)", "libegl1"} <= set(needs)
        assert not any("cups" in need for need in needs), "it prints to PDF without"
        with pytest.raises(ValueError, match=r"libnew\.so\.1"):
            dependencies({"libnew.so.1"}, (2, 36))

    @pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="needs dpkg")
    def test_dpkg_reads_it(self, bundle: Path, tmp_path: Path) -> None:
        path = tmp_path / "x.deb"
        path.write_bytes(debian_package(bundle, MOMENT))
        shown = subprocess.run(["dpkg-deb", "--field", path, "Version"], check=True, capture_output=True, text=True)
        assert shown.stdout.strip() == VERSION
        subprocess.run(["dpkg-deb", "--extract", path, tmp_path / "root"], check=True)
        assert (tmp_path / "root/usr/bin" / PROGRAM).resolve() == tmp_path / "root" / PROGRAM_FOLDER / PROGRAM


def test_the_same_files_give_the_same_archive(bundle: Path) -> None:
    first = user_archive(bundle, MOMENT), debian_package(bundle, MOMENT)
    os.utime(bundle / PROGRAM, (1, 1))
    assert (user_archive(bundle, MOMENT), debian_package(bundle, MOMENT)) == first
    files = [PackedFile("b", b"1"), PackedFile("a/c", b"2")]
    assert tar_xz(files, MOMENT) == tar_xz(reversed(files), MOMENT)


class TestDesktop:
    def test_the_menu_entry_leads_to_the_program_its_icon_and_its_files(self) -> None:
        parser = ConfigParser(interpolation=None)
        parser.optionxform = str  # type: ignore[assignment]
        parser.read_string(desktop_entry())
        entry = parser["Desktop Entry"]
        assert entry["Exec"] == f"{PROGRAM} %f"
        paths = {file.path for file in shared_files()}
        assert {f"icons/hicolor/{size}/apps/{entry['Icon']}.png" for size in ("16x16", "48x48", "256x256")} <= paths
        types = {kind.get("type") for kind in ElementTree.fromstring(mime_types()).iterfind("m:mime-type", MIME)}
        assert set(entry["MimeType"].strip(";").split(";")) == types

    @pytest.mark.skipif(shutil.which("desktop-file-validate") is None, reason="needs desktop-file-utils")
    def test_the_menu_entry_is_valid(self, tmp_path: Path) -> None:
        path = tmp_path / f"{PROGRAM}.desktop"
        path.write_text(desktop_entry())
        done = subprocess.run(["desktop-file-validate", path], check=False, capture_output=True, text=True)
        assert (done.returncode, done.stdout + done.stderr) == (0, "")

    def test_a_campaign_is_known_by_its_name_and_by_its_bytes(self, tmp_path: Path) -> None:
        kinds = {kind.get("type"): kind for kind in ElementTree.fromstring(mime_types()).iterfind("m:mime-type", MIME)}
        globs = {kind: element.find("m:glob", MIME).get("pattern") for kind, element in kinds.items()}  # type: ignore[union-attr]
        assert fnmatchcase("Rivertown 2.ktable", str(globs[CAMPAIGN_TYPE]))
        assert fnmatchcase("Rivertown.ktable.zip", str(globs[EXPORT_TYPE]))
        magic, number = kinds[CAMPAIGN_TYPE].findall(".//m:match", MIME)
        content = make_file(tmp_path).read_bytes()
        assert content.startswith(str(magic.get("value")).replace("\\000", "\0").encode())
        place = int(str(number.get("offset")))
        assert int.from_bytes(content[place : place + 4]) == int(str(number.get("value")), 16)


@pytest.mark.skipif(os.name != "posix", reason="the scripts are for a shell")
class TestUserArchive:
    @pytest.fixture
    def home(self, tmp_path: Path) -> Path:
        """A home with a difficult name and somebody's own files."""
        home = tmp_path / "the 100% & home"
        (home / ".local/share/applications").mkdir(parents=True)
        (home / ".local/share/applications/mine.desktop").touch()
        (home / f".local/share/{PROGRAM}/backups").mkdir(parents=True)
        return home

    def install(self, bundle: Path, home: Path, folder: Path) -> Path:
        with tarfile.open(fileobj=io.BytesIO(user_archive(bundle, MOMENT))) as archive:
            archive.extractall(folder, filter="tar")
        self.run(folder / archive_folder() / "install.sh", home)
        return home / ".local/opt" / PROGRAM

    def run(self, script: Path, home: Path) -> str:
        env = {"HOME": str(home), "PATH": "/usr/bin:/bin"}
        return subprocess.run([script], check=True, env=env, capture_output=True, text=True).stdout

    def test_it_installs_for_one_user_and_is_removed_without_a_trace(
        self, bundle: Path, home: Path, tmp_path: Path
    ) -> None:
        before = {*home.rglob("*")}
        program = self.install(bundle, home, tmp_path)
        shutil.rmtree(tmp_path / archive_folder())
        command = subprocess.check_output([home / ".local/bin" / PROGRAM, "a.ktable"], text=True)
        assert command == "started with 1: a.ktable\n"
        entry = (home / ".local/share" / DESKTOP_ENTRY).read_text()
        assert f'\nExec="{program}/{PROGRAM}" %f\n'.replace("100%", "100%%") in entry
        assert (home / ".local/share/icons/hicolor/48x48/apps" / f"{PROGRAM}.png").is_file()
        assert "campaigns and settings are still there" in self.run(program / "uninstall.sh", home)
        assert {*home.rglob("*")} - {home / ".local/share/applications/mimeinfo.cache"} == before

    def test_a_newer_one_replaces_an_older_one(self, bundle: Path, home: Path, tmp_path: Path) -> None:
        program = self.install(bundle, home, tmp_path / "first")
        (bundle / "_internal" / "data").rename(bundle / "_internal" / "newer")
        assert self.install(bundle, home, tmp_path / "second") == program
        assert sorted(path.name for path in (program / "_internal").iterdir()) == ["libdata.so.1.0", "link", "newer"]

    def test_a_command_of_another_origin_is_left_alone(self, bundle: Path, home: Path, tmp_path: Path) -> None:
        other = home / ".local/bin" / PROGRAM
        other.parent.mkdir()
        other.write_text("by pip")
        program = self.install(bundle, home, tmp_path)
        self.run(program / "uninstall.sh", home)
        assert other.read_text() == "by pip"


def test_the_icons_of_windows_and_macos_hold_the_picture() -> None:
    for content, kind, sizes in ((ico(), b"ico", {16, 32, 256}), (icns(), b"icns", {128, 256, 512, 1024})):
        buffer = QBuffer()
        buffer.setData(content)
        reader = QImageReader(buffer, QByteArray(kind))
        pictures = [reader.read() for index in range(reader.imageCount()) if reader.jumpToImage(index)]
        assert sizes <= {picture.width() for picture in pictures}
        assert all(picture.pixelColor(picture.rect().center()).alpha() == 255 for picture in pictures)


def test_the_recipe_of_windows_leaves_no_word_open(tmp_path: Path) -> None:
    words = definitions(tmp_path, tmp_path)
    assert set(re.findall(r"\{#(\w+)\}", SETUP.read_text(encoding="utf-8"))) == words.keys()


def test_the_recipe_of_macos_names_both_kinds_of_files() -> None:
    plist = plistlib.loads(plistlib.dumps(info_plist()))
    declared = {kind["UTTypeIdentifier"]: kind for kind in plist["UTExportedTypeDeclarations"]}
    opened = [name for kind in plist["CFBundleDocumentTypes"] for name in kind["LSItemContentTypes"]]
    assert opened == [*declared]
    endings = [kind["UTTypeTagSpecification"]["public.filename-extension"] for kind in declared.values()]
    assert endings == [[suffix.removeprefix(".")] for suffix in SUFFIXES.values()]
