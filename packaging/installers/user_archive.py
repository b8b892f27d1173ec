"""The archive for any Linux: one folder with the program, which can be started there or installed for one user."""

from __future__ import annotations

import platform
from pathlib import Path

from installers.desktop_files import shared_files
from installers.packed_files import PackedFile, files_below, tar_xz
from installers.program_details import NAME, PROGRAM, VERSION, licence
from installers.shared_libraries import binaries_in, least_glibc

SCRIPTS = Path(__file__).with_name("scripts")


def archive_folder() -> str:
    """Return the name of the folder in the archive."""
    return f"{PROGRAM}-{VERSION}"


def archive_name() -> str:
    """Return the name of the archive's file."""
    return f"{archive_folder()}-linux-{platform.machine()}.tar.xz"


def user_archive(bundle: Path, moment: int) -> bytes:
    """Return the archive of the frozen program in a folder.

    Args:
        bundle: the folder that PyInstaller made.
        moment: the time of every file, in seconds since 1970.
    """
    files = [
        *files_below(bundle),
        *(file.below("share") for file in shared_files()),
        *(PackedFile(path.name, path, 0o755) for path in sorted(SCRIPTS.glob("*.sh"))),
        PackedFile("LICENSE.txt", licence().encode()),
        PackedFile("README.txt", readme(least_glibc(binaries_in(bundle))).encode()),
    ]
    return tar_xz([file.below(archive_folder()) for file in files], moment)


def readme(glibc: tuple[int, int]) -> str:
    """Return what the folder says about itself.

    Args:
        glibc: the version of the C library that the program needs.
    """
    return f"""{NAME} {VERSION}

To start it here:            ./{PROGRAM}
To install it for yourself:  ./install.sh     (no root needed; it goes to ~/.local and into the menu)
To remove it again:          ~/.local/opt/{PROGRAM}/uninstall.sh     (your campaigns and settings stay)

It needs a Linux desktop (X11 or Wayland) with glibc {glibc[0]}.{glibc[1]} or newer, such as Debian 12 or Ubuntu 24.04.
The licence is in LICENSE.txt. The licences of what other people made are in _internal/licences; the window shows them,
too, under Help, About.
"""
