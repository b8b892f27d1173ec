"""The program's icon as PNG, as the ICO of Windows and as the ICNS of macOS: the last two are PNGs in a container."""

from __future__ import annotations

import os
import struct
from functools import cache

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QGuiApplication

from vtt.widgets.look.icons import program_icon

ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
ICNS_TYPES = {128: b"ic07", 256: b"ic08", 512: b"ic09", 1024: b"ic10"}
"""The kinds of entries in an ICNS file that hold a PNG, by its side in pixels."""


@cache
def png(size: int) -> bytes:
    """Return the icon as a PNG of `size` × `size` pixels."""
    if QGuiApplication.instance() is None:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        _keep_alive.append(QGuiApplication([]))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    program_icon(size).save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def ico() -> bytes:
    """Return the icon as an ICO: a header, an entry of 16 bytes for each picture, then the pictures."""
    pictures = {size: png(size) for size in ICO_SIZES}
    entries = b""
    place = 6 + 16 * len(pictures)
    for size, picture in pictures.items():
        side = size % 256  # 0 means 256
        entries += struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(picture), place)
        place += len(picture)
    return struct.pack("<HHH", 0, 1, len(pictures)) + entries + b"".join(pictures.values())


def icns() -> bytes:
    """Return the icon as an ICNS: its length, then each picture after its kind and length."""
    pictures = {kind: png(size) for size, kind in ICNS_TYPES.items()}
    body = b"".join(kind + struct.pack(">I", 8 + len(picture)) + picture for kind, picture in pictures.items())
    return b"icns" + struct.pack(">I", 8 + len(body)) + body


_keep_alive: list[QGuiApplication] = []
