"""The screen of a virtual X server: windows of other programs, and monitors that are plugged in and out (RandR 1.5)."""

from __future__ import annotations

import os
import re
import socket
import struct
from collections.abc import Sequence
from types import TracebackType

from PySide6.QtWidgets import QApplication

_CREATE_WINDOW, _MAP_WINDOW, _INTERN_ATOM, _GET_INPUT_FOCUS, _QUERY_EXTENSION = 1, 8, 16, 43, 98
_GET_RESOURCES, _SET_MONITOR, _DELETE_MONITOR = 8, 43, 44


def is_virtual_screen(app: QApplication) -> bool:
    """Say whether the screen is that of a virtual X server, such as Xvfb: a real one is left alone."""
    return app.platformName() == "xcb" and not app.primaryScreen().manufacturer() and len(app.screens()) == 1


class VirtualScreen:
    """A connection to the X server of the tests, to divide its screen into monitors, and to open another window.

    Use it only where `is_virtual_screen`.
    """

    def __init__(self) -> None:
        number = re.search(r":(\d+)", os.environ.get("DISPLAY", ""))
        assert number is not None
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(f"/tmp/.X11-unix/X{number[1]}")
        self._socket.sendall(struct.pack("<BxHHHHxx", 0x6C, 11, 0, 0, 0))
        head = self._read(8)
        setup = self._read(struct.unpack("<BBHHH", head)[4] * 4)
        self._own, vendor = (struct.unpack_from(form, setup, at)[0] for form, at in (("<I", 4), ("<H", 16)))
        self._root = struct.unpack_from("<I", setup, 32 + -(-vendor // 4) * 4 + setup[21] * 8)[0]
        self._randr = self._request(_QUERY_EXTENSION, 0, struct.pack("<HH", 5, 0) + b"RANDR")[9]
        resources = self._request(self._randr, _GET_RESOURCES, struct.pack("<I", self._root))
        controllers, outputs = struct.unpack_from("<HH", resources, 16)
        self._outputs = struct.unpack_from(f"<{outputs}I", resources, 32 + 4 * controllers)
        self._plugged: set[str] = set()

    def __enter__(self) -> VirtualScreen:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for name in tuple(self._plugged):
            self.unplug(name)
        self._socket.close()

    def plug(self, name: str, place: Sequence[int], *, is_main: bool = False) -> None:
        """Let a part of the screen be a monitor; the main one has the output of the server."""
        x, y, width, height = place
        outputs = self._outputs if is_main else ()
        body = struct.pack("<II", self._root, self._atom(name))
        body += struct.pack("<BBHhhHHII", is_main, 0, len(outputs), x, y, width, height, width // 4, height // 4)
        self._request(self._randr, _SET_MONITOR, body + b"".join(struct.pack("<I", o) for o in outputs), answers=False)
        self._plugged.add(name)

    def unplug(self, name: str) -> None:
        """Take a monitor away."""
        body = struct.pack("<II", self._root, self._atom(name))
        self._request(self._randr, _DELETE_MONITOR, body, answers=False)
        self._plugged.discard(name)

    def open_window(self) -> None:
        """Open a small window of another program, which the window manager gives the keyboard; it closes at the end."""
        size = struct.pack("<hhHHHHII", 100, 100, 200, 100, 0, 1, 0, 0)
        self._request(_CREATE_WINDOW, 0, struct.pack("<II", self._own, self._root) + size, answers=False)
        self._request(_MAP_WINDOW, 0, struct.pack("<I", self._own), answers=False)

    def _atom(self, name: str) -> int:
        data = name.encode()
        answer = self._request(_INTERN_ATOM, 0, struct.pack("<HH", len(data), 0) + data)
        return int(struct.unpack_from("<I", answer, 8)[0])

    def _request(self, major: int, minor: int, body: bytes, *, answers: bool = True) -> bytes:
        body += b"\0" * (-len(body) % 4)
        self._socket.sendall(struct.pack("<BBH", major, minor, 1 + len(body) // 4) + body)
        if not answers:  # a question that has an answer follows, so that an error comes to light
            return self._request(_GET_INPUT_FOCUS, 0, b"")
        while True:
            head = self._read(32)
            assert head[0], f"the X server refuses: error {head[1]}"
            if head[0] == 1:
                return head + self._read(struct.unpack_from("<I", head, 4)[0] * 4)

    def _read(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            part = self._socket.recv(count - len(data))
            assert part, "the X server has closed the connection"
            data += part
        return data
