"""An input for a picture: dropped upon, pasted, or chosen from a file. It knows the picture by its id alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QMimeData, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QFont,
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

from engine.messages.message import Message
from engine.messages.texts import say
from vtt.campaign.campaign_records import StoredPicture
from vtt.shared.pictures.picture_crop import CropDialog
from vtt.shared.pictures.picture_error import PictureError
from vtt.shared.pictures.picture_reader import (
    PORTRAIT,
    PictureUse,
    from_image,
    image_of,
    is_light,
    read_bytes,
    read_file,
)
from vtt.shared.pictures.picture_store import WritablePictureStore
from vtt.system.user_folders import pictures
from vtt.widgets.basic_widgets import column, row
from vtt.widgets.icon_button import IconButton
from vtt.widgets.layouts.tile_flow import TileFlow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.plain_text import button_text, short, tip
from vtt.widgets.tasks.task_runner import Progress, TaskRunner

_HIGH: Final = 13
"""Letters that the place of a picture is high."""
COMPACT: Final = 10
"""Letters that the place of a compact picture is wide and high."""
_RAW: Final = ("image/png", "image/jpeg", "image/webp", "image/gif", "image/bmp")


def picture_text(key: str) -> str:
    """Return a sentence about pictures."""
    return say(Message(key=f"sheets.picture.{key}"))


class PictureBox(QWidget):
    """The place of the picture.

    Signals:
        brought: mime data with a picture, or with the file of one.
        wanted: a file is to be chosen.
        unwanted: the picture is to be removed.
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
        self.initials = ""
        """Shown while there is no picture."""
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(4 * hub.theme.metrics.font_body)
        self.setFixedHeight(_HIGH * hub.theme.metrics.font_body)
        self.setAccessibleName(name)
        self.setToolTip(tip(picture_text("how")))

    @property
    def image(self) -> QImage:
        """The picture that is shown; a null image for none."""
        return self._image

    def show_image(self, image: QImage) -> None:
        """Show a picture; a null image shows that there is none."""
        self._image, self._scaled = image, None
        self.setAccessibleDescription(picture_text("none") if image.isNull() else "")
        self.update()

    def set_initials(self, initials: str) -> None:
        """Show initials while there is no picture."""
        if initials != self.initials:
            self.initials = initials
            self.update()

    def set_busy(self, busy: bool) -> None:
        """Show that a picture is on its way."""
        self.busy = busy
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the whole picture, or an empty frame with a hint."""
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
            if self.initials and not self.busy:
                self._draw_initials(painter, room)
                return
            painter.drawText(room, flags, picture_text("coming" if self.busy else "how"))
            return
        inner = frame.adjusted(lengths.pad_xs, lengths.pad_xs, -lengths.pad_xs, -lengths.pad_xs)
        shown = self._fitting(inner)
        wide = shown.deviceIndependentSize()
        at = QPointF(inner.center().x() - wide.width() / 2, inner.center().y() - wide.height() / 2)
        path = QPainterPath()
        path.addRoundedRect(QRectF(at, wide), lengths.radius_s, lengths.radius_s)
        painter.setClipPath(path)
        painter.drawImage(at, shown)

    def _draw_initials(self, painter: QPainter, room: QRect) -> None:
        """Draw the initials as large as they fit, until there is a picture."""
        font = ui_font(max(self._hub.theme.metrics.font_least, room.height() * 5 // 10), weight=QFont.Weight.Bold)
        painter.setFont(font)
        painter.drawText(room, int(Qt.AlignmentFlag.AlignCenter), self.initials)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """An empty place asks for a file."""
        if event.button() == Qt.MouseButton.LeftButton and self._image.isNull() and not self.busy:
            self.wanted.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Paste, choose a file with Enter or Space, remove with Delete."""
        if event.matches(QKeySequence.StandardKey.Paste):
            self.paste()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.wanted.emit()
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.unwanted.emit()
        else:
            super().keyPressEvent(event)

    def paste(self) -> None:
        """Take the content of the clipboard."""
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
        """Take the dropped content."""
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


class PictureInput(QWidget):
    """The place of a picture, with the buttons below it.

    Args:
        hub: the theme.
        name: the spoken name of the place.
        parent: the Qt parent.
        pictures: the store of pictures.
        task_runner: reads pictures; its owner waits for it at the end.
        use: what the picture is for.
        compact: a small square place with icons below it, instead of buttons with words; it can be cropped.

    Signals:
        written: the id of a new picture that the store has now; None for no picture.
        unreadable: a sentence on what cannot be read; empty once that is past.
    """

    written = Signal(object)
    unreadable = Signal(str)

    def __init__(
        self,
        hub: ThemeHub,
        name: str,
        parent: QWidget,
        pictures: WritablePictureStore,
        task_runner: TaskRunner,
        use: PictureUse = PORTRAIT,
        *,
        compact: bool = False,
    ) -> None:
        super().__init__(parent)
        self._hub = hub
        self._picture_store = pictures
        self._task_runner = task_runner
        self._use = use
        self._id: object = None
        self._turn = 0
        self._dialog: QFileDialog | None = None
        self._crop_dialog: CropDialog | None = None
        lengths = hub.theme.metrics
        lay = column(self, gap=lengths.pad_s)
        self.place = PictureBox(hub, name, self)
        lay.addWidget(self.place)
        foot = QWidget(self)
        flow = row(foot) if compact else TileFlow(foot, spacing=lengths.pad_s)
        self.choose = self._button("choose", "folder", foot, compact=compact)
        self.paste = self._button("paste", "paste", foot, compact=compact)
        self.crop = self._button("crop", "crop", foot, compact=True) if compact else None
        self.away = self._button("away", "close", foot, compact=compact)
        self._buttons = tuple(filter(None, (self.choose, self.paste, self.crop, self.away)))
        for made in self._buttons:
            flow.addWidget(made)
        self.away.setEnabled(False)
        if compact:
            side = COMPACT * lengths.font_body
            self.place.setFixedSize(side, side)
        if self.crop is not None:
            self.crop.setEnabled(False)
            self.crop.clicked.connect(self.ask_crop)
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
        return (self.place, *self._buttons)

    def show_picture(self, value: object) -> None:
        """Show the picture with an id; one that the store does not have is shown as none."""
        if value == self._id:
            return
        self._turn += 1  # what is still being read was for the picture before
        self.place.set_busy(False)
        self._id = value
        self._close_crop()
        self.away.setEnabled(value is not None)
        picture = self._picture_store.picture(value) if isinstance(value, str) and value else None
        if picture is None or is_light(picture):
            self._show_image(QImage() if picture is None else image_of(picture))
            return
        self._show_image(QImage())
        self._task_runner.start(lambda _: image_of(picture), lambda image: self._show(value, image))

    def _show(self, value: object, image: QImage) -> None:
        if isValid(self) and value == self._id:
            self._show_image(image)

    def _show_image(self, image: QImage) -> None:
        self.place.show_image(image)
        if self.crop is not None:
            self.crop.setEnabled(not image.isNull())

    def forget(self) -> None:
        """Discard pending pictures and an open question for a file, because another record is shown."""
        self._id = None
        self._turn += 1
        self.place.set_busy(False)
        self._show_image(QImage())
        self.away.setEnabled(False)
        self._close_crop()
        dialog, self._dialog = self._dialog, None
        if dialog is not None and isValid(dialog):
            dialog.reject()
        self.unreadable.emit("")

    def take(self, data: QMimeData) -> None:
        """Take a picture from dropped or pasted data."""
        urls = [url for url in data.urls() if url.isLocalFile()]
        raw = next((kind for kind in _RAW if data.hasFormat(kind)), None)
        if urls:
            self.take_file(Path(urls[0].toLocalFile()))
        elif raw is not None:
            content = bytes(data.data(raw).data())
            self._work(lambda: read_bytes(content, use=self._use))
        elif data.hasImage():
            image = QImage(data.imageData())
            self._work(lambda: from_image(image, use=self._use))
        else:
            self.unreadable.emit(str(PictureError("nothing")))

    def take_file(self, path: Path) -> None:
        """Take a picture from a file."""
        self._work(lambda: read_file(path, self._use))

    def _work(self, task: Callable[[], StoredPicture]) -> None:
        """Read a picture in the background. A picture that a later one has overtaken is discarded."""
        self._turn += 1
        turn = self._turn
        self.unreadable.emit("")
        self.place.set_busy(True)

        def run(_progress: Progress) -> StoredPicture:
            return task()

        def arrived(picture: StoredPicture) -> None:
            if isValid(self) and turn == self._turn:
                self.place.set_busy(False)
                if self._picture_store.store_picture(picture):
                    self.written.emit(picture.id)

        def failed(error: Exception) -> None:
            if isValid(self) and turn == self._turn:
                self.place.set_busy(False)
                self.unreadable.emit(short(str(error), 200))

        self._task_runner.start(run, arrived, failed, lambda: (PictureError,))

    def ask_crop(self) -> None:
        """Ask what of the picture stays; the rest of it is cut off."""
        image = self.place.image
        if image.isNull():
            return
        dialog = self._crop_dialog = CropDialog(self._hub, self.window(), image)
        dialog.cropped.connect(self._crop)
        dialog.open()

    def _crop(self, frame: QRect) -> None:
        image = self.place.image
        if not image.isNull() and frame != image.rect():
            self._work(lambda: from_image(image.copy(frame), use=self._use))

    def _close_crop(self) -> None:
        """Close the question, because another picture is shown."""
        dialog, self._crop_dialog = self._crop_dialog, None
        if dialog is not None and isValid(dialog):
            dialog.reject()

    def _button(self, key: str, icon: str, parent: QWidget, *, compact: bool) -> QPushButton | IconButton:
        if compact:
            return IconButton(self._hub, icon, picture_text(key), parent)
        made = QPushButton(button_text(picture_text(key)), parent)
        made.setAutoDefault(False)
        return made

    def _ask(self) -> None:
        # Always the same folder: where one viewer chose a picture is nothing for the next one.
        dialog = self._dialog = QFileDialog(self.window(), picture_text("choose_title"), str(pictures()))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([picture_text("files_or_svg" if self._use.svg else "files"), picture_text("any_file")])
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda file: self.take_file(Path(file)))
        dialog.open()

    def _send_away(self) -> None:
        if self._id is not None:
            self._turn += 1
            self.place.set_busy(False)
            self.written.emit(None)
