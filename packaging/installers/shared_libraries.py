"""The libraries that a binary file of Linux needs, as its own header names them (`objdump -p`, from the binutils)."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path

_NEEDED = re.compile(r"^\s+NEEDED\s+(\S+)$", re.MULTILINE)
_GLIBC = re.compile(r"\bGLIBC_(\d+)\.(\d+)")
ELF_MAGIC = b"\x7fELF"


@cache
def _headers(binary: Path) -> str:
    return subprocess.run(["objdump", "-p", binary], check=True, capture_output=True, text=True).stdout


def binaries_in(folder: Path) -> tuple[Path, ...]:
    """Return the programs and libraries below a folder, each once."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink())
    return tuple(path for path in files if _begins_with(path, ELF_MAGIC))


def needed_libraries(binary: Path) -> frozenset[str]:
    """Return the names of the libraries that a binary needs itself, without those that they need in turn."""
    return frozenset(_NEEDED.findall(_headers(binary)))


def missing_libraries(folder: Path) -> frozenset[str]:
    """Return the names of the libraries that the binaries below a folder expect outside it."""
    binaries = binaries_in(folder)
    inside = {path.name for path in binaries}
    return frozenset().union(*map(needed_libraries, binaries)) - inside


def least_glibc(binaries: Iterable[Path]) -> tuple[int, int]:
    """Return the version of the C library that the most demanding of some binaries needs: (2, 36)."""
    versions = (found for binary in binaries for found in _GLIBC.findall(_headers(binary)))
    return max(((int(major), int(minor)) for major, minor in versions), default=(2, 0))


def _begins_with(path: Path, magic: bytes) -> bool:
    with path.open("rb") as stream:
        return stream.read(len(magic)) == magic
