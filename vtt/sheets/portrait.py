"""A picture on a record sheet: dropped upon, pasted, or chosen from a file. The record holds its id alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

from PySide6.QtCore import QMimeData, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QGuiApplication,
    QImage,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QFileDialog, QPushButton, QSizePolicy, QWidget
from shiboken6 import isValid

from engine.play.words import Message, say
from engine.sheets import description
from engine.sheets.sheet import Sheet
from vtt.panels.fit import TileFlow
from vtt.panels.parts import column
from vtt.save.records import Picture
from vtt.sheets.editors import Editor
from vtt.sheets.pictures import NoPicture, from_image, image_of, is_light, read_bytes, read_file
from vtt.widgets.text import button_text, short, tip
from vtt.widgets.theme import ThemeHub
from vtt.widgets.work import Progress, Workshop

_HIGH: Final = 13
"""Letters that the place of a picture is high."""
_RAW: Final = ("image/png", "image/jpeg", "image/webp", "image/gif", "image/bmp")


def told(key: str) -> str:
    """Return a sentence of this room."""
    return say(Message(key=f"sheets.picture.{key}"))


class Album(Protocol):
    """Where pictures are kept: the session."""

    def keep_picture(self, picture: Picture) -> bool:
        """Keep a picture; return whether that could be done."""
        ...

    def picture(self, picture: str) -> Picture | None:
        """Return a picture by its id."""
        ...


class Portrait(QWidget):
    """The place of the picture.

    Signals:
        brought: mime data that hold a picture, or the file of one.
        wanted: somebody wants to choose a file.
        unwanted: the picture shall go.
    """

    brought = Signal(object)
    wanted = Signal()
    unwanted = Signal()

    def __init__(self, hub: ThemeHub, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._hub = hub
        self._image = QImage()
        self._scaled: tuple[QSize, QImage] | None = None
        self._over = False
        self.busy = False
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(4 * hub.theme.metrics.font_body)
        self.setFixedHeight(_HIGH * hub.theme.metrics.font_body)
        self.setAccessibleName(name)
        self.setToolTip(tip(told("how")))

    @property
    def image(self) -> QImage:
        """What is shown; a null image if nothing is."""
        return self._image

    def show_image(self, image: QImage) -> None:
        """Show a picture, or with a null image that there is none."""
        self._image, self._scaled = image, None
        self.setAccessibleDescription(told("none") if image.isNull() else "")
        self.update()

    def set_busy(self, busy: bool) -> None:
        """Show that a picture is on its way."""
        self.busy = busy
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the picture whole, or an empty frame that says what can be done with it."""
        theme = self._hub.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lengths, colours = theme.metrics, theme.colours
        frame = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        ring = self.hasFocus() or self._over
        pen = QPen(QColor(colours.focus if ring else colours.outline), lengths.ring if ring else lengths.hair)
        if self._image.isNull() and not ring:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(QColor(colours.field))
        painter.drawRoundedRect(frame, lengths.radius, lengths.radius)
        if self._image.isNull() or self.busy:
            painter.setPen(QColor(colours.muted))
            room = self.rect().adjusted(lengths.pad_m, lengths.pad_m, -lengths.pad_m, -lengths.pad_m)
            flags = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
            painter.drawText(room, flags, told("coming" if self.busy else "how"))
            return
        inner = frame.adjusted(lengths.pad_xs, lengths.pad_xs, -lengths.pad_xs, -lengths.pad_xs)
        shown = self._fitting(inner)
        wide = shown.deviceIndependentSize()
        at = QPointF(inner.center().x() - wide.width() / 2, inner.center().y() - wide.height() / 2)
        path = QPainterPath()
        path.addRoundedRect(QRectF(at, wide), lengths.radius_s, lengths.radius_s)
        painter.setClipPath(path)
        painter.drawImage(at, shown)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """An empty place asks for a file."""
        if event.button() == Qt.MouseButton.LeftButton and self._image.isNull() and not self.busy:
            self.wanted.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Paste, choose a file with Enter or Space, take away with Delete."""
        if event.matches(QKeySequence.StandardKey.Paste):
            self.paste()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.wanted.emit()
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.unwanted.emit()
        else:
            super().keyPressEvent(event)

    def paste(self) -> None:
        """Take what lies in the clipboard."""
        self.brought.emit(QGuiApplication.clipboard().mimeData())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Welcome pictures and files."""
        if event.mimeData().hasImage() or event.mimeData().hasUrls():
            event.acceptProposedAction()
            self._over = True
            self.update()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Be as before."""
        super().dragLeaveEvent(event)
        self._over = False
        self.update()

    def dropEvent(self, event: QDropEvent) -> None:
        """Take what was dropped."""
        self._over = False
        self.update()
        event.acceptProposedAction()
        self.brought.emit(event.mimeData())

    def _fitting(self, inner: QRectF) -> QImage:
        ratio = self.devicePixelRatioF()
        size = (inner.size() * ratio).toSize()
        if self._scaled is None or self._scaled[0] != size:
            fitting = self._image.scaled(
                size, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            )
            fitting.setDevicePixelRatio(ratio)
            self._scaled = (size, fitting)
        return self._scaled[1]


class PortraitEditor(Editor):
    """A field for a picture.

    Args:
        field: the field.
        hub: the theme.
        parent: the Qt parent.
        album: where pictures are kept.
        workshop: where they are read; whoever owns it waits for it at the end.
    """

    def __init__(
        self, field: description.Picture, hub: ThemeHub, parent: QWidget, album: Album, workshop: Workshop
    ) -> None:
        super().__init__(field, hub, parent)
        self._album = album
        self._workshop = workshop
        self._id: object = None
        self._turn = 0
        lengths = hub.theme.metrics
        lay = column(self, gap=lengths.pad_s)
        self.place = Portrait(hub, field.label, self)
        lay.addWidget(self.place)
        foot = QWidget(self)
        flow = TileFlow(foot, spacing=lengths.pad_s)
        self.choose = QPushButton(button_text(told("choose")), foot)
        self.paste = QPushButton(button_text(told("paste")), foot)
        self.away = QPushButton(button_text(told("away")), foot)
        for made in (self.choose, self.paste, self.away):
            made.setAutoDefault(False)
            flow.addWidget(made)
        self.away.setEnabled(False)
        lay.addWidget(foot)
        self.setFocusProxy(self.place)
        self.place.brought.connect(self.take)
        self.place.wanted.connect(self._ask)
        self.place.unwanted.connect(self._send_away)
        self.choose.clicked.connect(self._ask)
        self.paste.clicked.connect(self.place.paste)
        self.away.clicked.connect(self._send_away)

    def stops(self) -> tuple[QWidget, ...]:
        """Tab stops at the place and at the buttons."""
        return (self.place, self.choose, self.paste, self.away)

    def show_sheet(self, sheet: Sheet) -> None:
        """Show the picture whose id stands there; one that the campaign does not have is shown as none."""
        value = sheet.value(self.path)
        if value == self._id:
            return
        self._id = value
        self.away.setEnabled(value is not None)
        picture = self._album.picture(value) if isinstance(value, str) else None
        if picture is None or is_light(picture):
            self.place.show_image(QImage() if picture is None else image_of(picture))
            return
        self.place.show_image(QImage())
        self._workshop.start(lambda _: image_of(picture), lambda image: self._show(value, image))

    def _show(self, value: object, image: QImage) -> None:
        if isValid(self) and value == self._id:
            self.place.show_image(image)

    def forget(self) -> None:
        """Another character comes: a picture on its way to the one before is not shown to this one."""
        self._id = None
        self._turn += 1
        self.place.set_busy(False)
        self.place.show_image(QImage())
        self.away.setEnabled(False)
        self.unreadable.emit(self.path, "")

    def take(self, data: QMimeData) -> None:
        """Take a picture out of what was dropped or pasted."""
        urls = [url for url in data.urls() if url.isLocalFile()]
        raw = next((kind for kind in _RAW if data.hasFormat(kind)), None)
        if urls:
            self.take_file(Path(urls[0].toLocalFile()))
        elif raw is not None:
            content = bytes(data.data(raw).data())
            self._work(lambda: read_bytes(content))
        elif data.hasImage():
            image = QImage(data.imageData())
            self._work(lambda: from_image(image))
        else:
            self.unreadable.emit(self.path, str(NoPicture("nothing")))

    def take_file(self, path: Path) -> None:
        """Take a picture from a file."""
        self._work(lambda: read_file(path))

    def _work(self, task: Callable[[], Picture]) -> None:
        """Read a picture beside the window. What another one has overtaken is let go of."""
        self._turn += 1
        turn = self._turn
        self.unreadable.emit(self.path, "")
        self.place.set_busy(True)

        def run(_progress: Progress) -> Picture:
            return task()

        def arrived(picture: Picture) -> None:
            if isValid(self) and turn == self._turn:
                self.place.set_busy(False)
                if self._album.keep_picture(picture):
                    self.written.emit(self.path, picture.id)

        def failed(error: Exception) -> None:
            if isValid(self) and turn == self._turn:
                self.place.set_busy(False)
                self.unreadable.emit(self.path, short(str(error), 200))

        self._workshop.start(run, arrived, failed, lambda: (NoPicture,))

    def _ask(self) -> None:
        dialog = QFileDialog(self.window(), told("choose_title"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([told("files"), told("any_file")])
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda file: self.take_file(Path(file)))
        dialog.open()

    def _send_away(self) -> None:
        if self._id is not None:
            self._turn += 1
            self.place.set_busy(False)
            self.written.emit(self.path, None)
