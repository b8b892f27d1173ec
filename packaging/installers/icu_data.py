"""The data of ICU, cut down to what Qt reads of it: 4 of 32 MB.

Qt sorts text by ICU, for example the files in a file dialog. It has its own data for dates, numbers and time zones, and
converts only Unicode and Latin-1 here. The format is the "common data" of ICU (`ucmndata.h`): a header, a table of
contents with two offsets for each item, the names, and the items, each at a multiple of 16 bytes.
"""

from __future__ import annotations

import re
import struct
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

KEPT = (
    "coll/*",
    "cnvalias.icu",
    "icuver.res",
    "keyTypeData.res",
    "likelySubtags.res",
    "nfkc.nrm",
    "nfkc_cf.nrm",
    "numberingSystems.res",
    "pool.res",
    "res_index.res",
    "root.res",
    "supplementalData.res",
    "ulayout.icu",
    "uts46.nrm",
)
"""The items that stay, below the folder of the version: the order of letters in all languages, and what all need."""
_FORMAT = b"CmnD"
_FORMAT_AT = 12
"""The place of the format's name in the header."""
_STEP = 16
_LIBRARY = re.compile(r"libicudata\.so\.(\d+)")
_ASSEMBLY = """
    .section .rodata
    .balign {step}
    .globl {symbol}
    .type {symbol}, %object
{symbol}:
    .incbin "{data}"
    .size {symbol}, . - {symbol}
    .section .note.GNU-stack, "", %progbits
"""


def is_kept(item: str) -> bool:
    """Return whether an item, such as `icudt73l/coll/sv.res`, stays."""
    path = PurePosixPath(*PurePosixPath(item).parts[1:])
    return any(fnmatchcase(str(path), pattern) and path.parent == PurePosixPath(pattern).parent for pattern in KEPT)


def read_items(library: bytes) -> tuple[bytes, dict[str, bytes]]:
    """Return the header of the data in a library, and its items by name; the last one may have bytes too many.

    Raises:
        ValueError: there is no such data.
    """
    start = library.find(_FORMAT) - _FORMAT_AT
    if start < 0:
        raise ValueError("no data of ICU in this library")
    (header_size,) = struct.unpack_from("<H", library, start)
    contents = start + header_size
    (count,) = struct.unpack_from("<I", library, contents)
    offsets = list(struct.iter_unpack("<II", library[contents + 4 : contents + 4 + 8 * count]))
    ends = [*(data for _, data in offsets[1:]), len(library) - contents]
    items: dict[str, bytes] = {}
    for (name_at, data_at), end in zip(offsets, ends, strict=True):
        name = library[contents + name_at : library.index(b"\0", contents + name_at)].decode("ascii")
        items[name] = library[contents + data_at : contents + end]
    return library[start:contents], items


def packed_items(header: bytes, items: Mapping[str, bytes]) -> bytes:
    """Return data with these items, which ICU searches by name: they are in the order of their names."""
    names = sorted(items)
    table = bytearray(struct.pack("<I", len(names)))
    name_at = 4 + 8 * len(names)
    data_at = _padded(name_at + sum(len(name) + 1 for name in names))
    for name in names:
        table += struct.pack("<II", name_at, data_at)
        name_at += len(name) + 1
        data_at += _padded(len(items[name]))
    table += b"".join(name.encode("ascii") + b"\0" for name in names)
    parts: Iterable[bytes] = (bytes(table), *(items[name] for name in names))
    return header + b"".join(part.ljust(_padded(len(part)), b"\0") for part in parts)


def trim_library(library: Path) -> None:
    """Write a library of ICU data anew with only what is kept. This needs `as` and `ld`, from the binutils.

    Raises:
        ValueError: the file is no such library.
        CalledProcessError: it could not be assembled.
    """
    matched = _LIBRARY.fullmatch(library.name)
    if matched is None:
        raise ValueError(f"no library of ICU data: {library.name}")
    header, items = read_items(library.read_bytes())
    kept = {name: data for name, data in items.items() if is_kept(name)}
    if not kept:
        raise ValueError(f"nothing of {library.name} is known")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "items.dat").write_bytes(packed_items(header, kept))
        words = {"step": _STEP, "symbol": f"icudt{matched[1]}_dat", "data": "items.dat"}
        (Path(folder) / "items.s").write_text(_ASSEMBLY.format(**words), encoding="ascii")
        subprocess.run(["as", "items.s", "-o", "items.o"], check=True, cwd=folder)
        link = ["ld", "-shared", "-z", "relro", "-soname", library.name, "-o", "trimmed.so", "items.o"]
        subprocess.run(link, check=True, cwd=folder)
        library.write_bytes((Path(folder) / "trimmed.so").read_bytes())


def _padded(size: int) -> int:
    return -(-size // _STEP) * _STEP
