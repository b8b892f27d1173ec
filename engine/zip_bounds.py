"""Bounds of a zip from a stranger, measured before it is opened."""

from __future__ import annotations

import struct
from typing import IO, Final

_END: Final = b"PK\x05\x06"
_END_BYTES: Final = 22
_LARGE: Final = b"PK\x06\x07"
"""The mark before the end of a zip with a second, larger directory, which replaces the first."""
_LARGE_BYTES: Final = 20


def zip_directory(file: IO[bytes]) -> tuple[int, int]:
    """Return how many files a zip says that it has, and the size of its directory in bytes.

    Python makes an object of each line of the directory before anybody can ask how many there are. A second
    directory is for zips larger than any that this program reads.

    Raises:
        ValueError: it is no zip, or one with a second directory.
    """
    file.seek(0, 2)
    file.seek(max(0, file.tell() - (1 << 16) - _END_BYTES - _LARGE_BYTES))
    end = file.read()
    file.seek(0)
    plain = end[-_END_BYTES:]  # Python looks here first, whatever follows in it
    is_plain = plain.startswith(_END) and plain.endswith(b"\0\0")
    end_record_at = len(end) - _END_BYTES if is_plain else end.rfind(_END)
    if end_record_at < 0 or len(end) < end_record_at + _END_BYTES:
        raise ValueError("no end of a zip")
    if end[max(0, end_record_at - _LARGE_BYTES) : end_record_at].startswith(_LARGE):
        raise ValueError("a zip with a second directory")
    count, size = struct.unpack_from("<HI", end, end_record_at + 10)
    return count, size
