"""Drawing of SVG pictures in a process of its own: `python -m vtt --draw-svg SOURCE TARGET LONGEST`.

Qt draws without letting other threads run, and a few lines of SVG can draw for minutes. A process can be ended.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from vtt.shared.pictures.picture_error import PictureError
from vtt.system.disk_reasons import disk_reason

WORD: Final = "--draw-svg"
"""The first word of the command line of the process."""
LONGEST_SECONDS: Final = 8
_MOST_MEMORY: Final = 2 << 30
_ROOT: Final = Path(__file__).resolve().parents[3]


def drawn_aside(content: bytes, longest: int) -> QImage:
    """Return a checked SVG picture, drawn on white by another process; call it on a worker.

    Args:
        content: the picture.
        longest: the longer side of the image in pixels.

    Raises:
        PictureError: the picture is damaged, or takes too long to draw; or the disk has no room for it.
    """
    try:
        image = _drawn(content, longest)
    except OSError as error:
        raise PictureError("unreadable", reason=disk_reason(error)) from error
    if image.isNull():
        raise PictureError("broken")
    return image


def _drawn(content: bytes, longest: int) -> QImage:
    with TemporaryDirectory(prefix="kitchen-table-", ignore_cleanup_errors=True) as folder:
        source, target = Path(folder) / "picture.svg", Path(folder) / "picture.bmp"
        source.write_bytes(content)
        program = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "vtt"]
        env = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
        if not getattr(sys, "frozen", False):
            env["PYTHONPATH"] = os.pathsep.join(filter(None, (str(_ROOT), os.environ.get("PYTHONPATH"))))
        try:
            subprocess.run(
                [*program, WORD, str(source), str(target), str(longest)],
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=LONGEST_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise PictureError("svg_too_slow") from None
        return QImage(str(target))


def draw(words: Sequence[str]) -> int:
    """Draw one picture in this process; return the exit status."""
    source, target, longest = words
    _bound_memory()
    application = QGuiApplication([])  # the texts in a picture need fonts
    renderer = QSvgRenderer(source)
    size = renderer.defaultSize()
    if not renderer.isValid() or size.isEmpty():
        return 1
    side = QSize(int(longest), int(longest))
    image = QImage(size.scaled(side, Qt.AspectRatioMode.KeepAspectRatio), QImage.Format.Format_RGB32)
    if image.isNull():
        return 1
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    del application
    return 0 if image.save(target) else 1


def _bound_memory() -> None:
    """Bound the memory of this process, where the system can."""
    try:
        resource = importlib.import_module("resource")
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
