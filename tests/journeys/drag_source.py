"""Another program, from which files are dragged: `python drag_source.py FILE` shows a small window with the file.

When it can be dragged, it prints where it is on the screen: the middle of the window, x and y. Then it prints that the
drag has begun, and at last what became of it: the number of the action, 0 if the file was not taken. It stays until it
is ended, because the program that was dropped upon asks it for what was dropped.
"""

from __future__ import annotations

import sys

from PySide6.QtCore import QMimeData, Qt, QTimer, QUrl
from PySide6.QtGui import QDrag, QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel


class FileLabel(QLabel):
    """A window with the name of a file, from which it is dragged."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self._path = path
        self.setWindowFlags(Qt.WindowType.FramelessWindowHint | Qt.WindowType.X11BypassWindowManagerHint)
        self.setGeometry(4, 4, 60, 24)

    def mouseMoveEvent(self, _event: QMouseEvent) -> None:
        """Drag the file until it is dropped somewhere."""
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(self._path)])
        print("begun", flush=True)
        drag = QDrag(self)
        drag.setMimeData(data)
        done = drag.exec(Qt.DropAction.CopyAction)
        print(done.value, flush=True)

    def tell(self) -> None:
        """Print where the window is, once it is there."""
        if not self.windowHandle().isExposed():
            QTimer.singleShot(50, self.tell)
            return
        middle = self.mapToGlobal(self.rect().center())
        print(middle.x(), middle.y(), flush=True)


if __name__ == "__main__":
    app = QApplication(sys.argv[:1])
    label = FileLabel(sys.argv[1])
    label.show()
    QTimer.singleShot(50, label.tell)
    app.exec()
