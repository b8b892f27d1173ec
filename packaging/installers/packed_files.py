"""Files on their way into an archive. The same files give the same archive, byte for byte."""

from __future__ import annotations

import io
import lzma
import tarfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

PRESET = 9 | lzma.PRESET_EXTREME
"""The setting of xz for the smallest archive: `xz -9e`."""


@dataclass(frozen=True, slots=True)
class PackedFile:
    """A file or a link in an archive.

    Attributes:
        path: its path in the archive, without a slash in front.
        content: its bytes, or the file that has them.
        mode: its permissions.
        link: the path that it leads to, if it is a link.
    """

    path: str
    content: bytes | Path = b""
    mode: int = 0o644
    link: str = ""

    def read(self) -> bytes:
        """Return its bytes."""
        return self.content if isinstance(self.content, bytes) else self.content.read_bytes()

    def below(self, folder: str) -> PackedFile:
        """Return the same file in a folder of the archive."""
        return replace(self, path=f"{folder}/{self.path}")


def files_below(folder: Path) -> Iterator[PackedFile]:
    """Give all files and links below a folder. Libraries need no permission to be run, so only programs have it."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            yield PackedFile(name, link=path.readlink().as_posix())
        elif path.is_file():
            is_program = path.stat().st_mode & 0o100 and ".so" not in path.suffixes
            yield PackedFile(name, path, 0o755 if is_program else 0o644)


def tar_xz(files: Iterable[PackedFile], moment: int, prefix: str = "") -> bytes:
    """Return an archive of files with their folders, all of them root's, in the order of their names.

    Args:
        files: the files.
        moment: the time of every entry, in seconds since 1970.
        prefix: is written in front of each path, for example `./`.
    """
    by_path = {file.path: file for file in files}
    folders = {str(parent) for path in by_path for parent in PurePosixPath(path).parents} - {"."}
    packed = io.BytesIO()
    with (
        lzma.open(packed, "wb", preset=PRESET) as stream,
        tarfile.open(fileobj=stream, mode="w", format=tarfile.GNU_FORMAT) as archive,
    ):
        for path in sorted({*by_path, *folders}):
            entry = tarfile.TarInfo(prefix + path)
            entry.mtime = moment
            entry.uname = entry.gname = "root"
            file = by_path.get(path)
            if file is None:
                entry.type, entry.mode = tarfile.DIRTYPE, 0o755
                archive.addfile(entry)
            elif file.link:
                entry.type, entry.mode, entry.linkname = tarfile.SYMTYPE, 0o777, file.link
                archive.addfile(entry)
            else:
                content = file.read()
                entry.size, entry.mode = len(content), file.mode
                archive.addfile(entry, io.BytesIO(content))
    return packed.getvalue()
