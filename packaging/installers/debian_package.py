"""The package for Debian and what descends from it: an `ar` archive of control data and files (`deb(5)`).

Desktops learn of the program by the triggers of dpkg, which watch `/usr/share`; so the package needs no scripts.
"""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterable, Sequence
from pathlib import Path

from installers.desktop_files import shared_files
from installers.packed_files import PackedFile, files_below, tar_xz
from installers.program_details import DESCRIPTION, NAME, PROGRAM, VERSION, licence, summary
from installers.shared_libraries import binaries_in, least_glibc, missing_libraries

ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
C_LIBRARIES = frozenset(
    ("libc.so.6", "libdl.so.2", "libm.so.6", "libmvec.so.1", "libpthread.so.0", "libresolv.so.2", "librt.so.1")
)
"""The libraries in the package of the C library."""
PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libcrypt.so.1": "libcrypt1",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb.so.1": "libxcb1",
}
"""The packages of the libraries that the program expects in the system."""
DATA_PACKAGES = ("fontconfig-config", "libx11-data", "shared-mime-info", "xkb-data")
"""The packages of data that the libraries inside read: fonts, keyboards, kinds of files."""
RECOMMENDED = {"libcups.so.2": "libcups2 | libcups2t64", "libasound.so.2": "libasound2 | libasound2t64"}
"""The packages for printers and for sounds; the library of the sounds looks for its own while it runs."""
PROGRAM_FOLDER = f"usr/lib/{PROGRAM}"
_WIDTH = 78


def package_name() -> str:
    """Return the name of the package's file."""
    return f"{PROGRAM}_{VERSION}_{architecture()}.deb"


def architecture() -> str:
    """Return this machine's kind of processor, as Debian names it."""
    return ARCHITECTURES.get(platform.machine(), platform.machine())


def debian_package(bundle: Path, moment: int) -> bytes:
    """Return the package of the frozen program in a folder.

    Args:
        bundle: the folder that PyInstaller made.
        moment: the time of every file, in seconds since 1970.

    Raises:
        ValueError: the program needs a library whose package is not known.
    """
    files = package_files(bundle)
    needs = dependencies(missing_libraries(bundle), least_glibc(binaries_in(bundle)))
    size = sum(0 if file.link else len(file.read()) for file in files)
    controls = (
        PackedFile("control", control_file(needs, size).encode()),
        PackedFile("md5sums", checksums(files).encode()),
    )
    members = {
        "debian-binary": b"2.0\n",
        "control.tar.xz": tar_xz(controls, moment, "./"),
        "data.tar.xz": tar_xz(files, moment, "./"),
    }
    return ar_archive(members, moment)


def package_files(bundle: Path) -> list[PackedFile]:
    """Return all files of the package."""
    return [
        *(file.below(PROGRAM_FOLDER) for file in files_below(bundle)),
        *(file.below("usr/share") for file in shared_files()),
        PackedFile(f"usr/bin/{PROGRAM}", link=f"../lib/{PROGRAM}/{PROGRAM}", mode=0o777),
        PackedFile(f"usr/share/doc/{PROGRAM}/copyright", copyright_file().encode()),
    ]


def dependencies(libraries: Iterable[str], glibc: tuple[int, int]) -> list[str]:
    """Return the packages that the program needs.

    Args:
        libraries: the names of the libraries that it expects in the system.
        glibc: the version of the C library that it needs.

    Raises:
        ValueError: the package of a library is not known.
    """
    others = {name for name in libraries if not name.startswith("ld-linux")} - C_LIBRARIES - RECOMMENDED.keys()
    unknown = others - PACKAGES.keys()
    if unknown:
        raise ValueError(f"no Debian package is known for {', '.join(sorted(unknown))}")
    packages = {*DATA_PACKAGES, *(PACKAGES[name] for name in others)}
    return sorted([*packages, f"libc6 (>= {glibc[0]}.{glibc[1]})"])


def control_file(needs: Sequence[str], size: int) -> str:
    """Return the control file (Debian Policy 5.3).

    Args:
        needs: the packages that must be installed, too.
        size: the bytes of all files.
    """
    fields = {
        "Package": PROGRAM,
        "Version": VERSION,
        "Architecture": architecture(),
        "Maintainer": f"{NAME} contributors <{PROGRAM}@localhost>",
        "Installed-Size": str(-(-size // 1024)),
        "Depends": ", ".join(needs),
        "Recommends": ", ".join(RECOMMENDED.values()),
        "Section": "games",
        "Priority": "optional",
        "Description": f"{_synopsis()}\n{_folded(DESCRIPTION)}",
    }
    return "".join(f"{name}: {value}\n" for name, value in fields.items())


def checksums(files: Iterable[PackedFile]) -> str:
    """Return the MD5 sums of files, by which `dpkg --verify` finds damage."""
    kept = sorted((file for file in files if not file.link), key=lambda file: file.path)
    return "".join(f"{hashlib.md5(file.read(), usedforsecurity=False).hexdigest()}  {file.path}\n" for file in kept)


def copyright_file() -> str:
    """Return the copyright file."""
    place = f"/{PROGRAM_FOLDER}/_internal/licences"
    return f"{licence()}\nThe software and fonts of other people inside, and their licences, are in {place}.\n"


def ar_archive(members: dict[str, bytes], moment: int) -> bytes:
    """Return an `ar` archive: a header of 60 letters before each member, which begins at an even byte."""
    archive = bytearray(b"!<arch>\n")
    for name, content in members.items():
        archive += f"{name:<16}{moment:<12}{0:<6}{0:<6}{'100644':<8}{len(content):<10}`\n".encode("ascii")
        archive += content + b"\n" * (len(content) % 2)
    return bytes(archive)


def _synopsis() -> str:
    """Return the summary as Debian writes it: without an article and a full stop."""
    return summary().removeprefix("A ").removesuffix(".")


def _folded(text: str) -> str:
    """Return a text in lines that each begin with a space."""
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) >= _WIDTH:
            lines.append("")
        lines[-1] += f" {word}"
    return "\n".join(lines)
