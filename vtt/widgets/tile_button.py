"""A large button that says in a picture, a heading and a line what it does."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.plain_text import ElidedLabel, label, short
from vtt.widgets.theme_binding import follow_theme


class TileButton(QAbstractButton):
    """A card to click, with a heading and a line below.

    Args:
        hub: the theme.
        icon: drawn before the heading; none if empty.
        heading: its name in a few words; cut if there is no room.
        line: more about it; wraps.
        parent: the Qt parent.
        wide: its width at scale 1, in pixels.
        accent: it is the natural next step.
    """

    def __init__(
        self,
        hub: ThemeHub,
        icon: str,
        heading: str,
        line: str = "",
        parent: QWidget | None = None,
        *,
        wide: int = 280,
        accent: bool = False,
    ) -> None:
        super().__init__(parent)
        self._hub = hub
        self._wide = wide
        self._least_height = 0
        self._accent = accent
        self._icon = icon
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(short(heading, 200))
        self.setAccessibleDescription(short(line, 300))
        self.column = QVBoxLayout(self)
        self._head = QHBoxLayout()
        self._sign = label()
        self._heading = ElidedLabel(heading, "heading")
        self._line = label(line, "muted", wrap=True)
        if icon:
            self._head.addWidget(self._sign)
        self._head.addWidget(self._heading, 1)
        self.column.addLayout(self._head)
        self.column.addWidget(self._line)
        self.column.addStretch()  # a tile as high as its neighbours begins as high up as they do
        self._line.setVisible(bool(line))  # not before: shown outside of the tile it would be a window of its own
        for part in (self._sign, self._heading, self._line):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        follow_theme(hub, self._apply_theme)

    @property
    def heading(self) -> str:
        """The text of the heading."""
        return self._heading.text

    def sizeHint(self) -> QSize:
        """Return its fixed width and the height that its words need there."""
        width = round(self._wide * self._hub.theme.scale)
        return QSize(width, max(self._least_height, self.words_height()))

    def words_height(self) -> int:
        """Return the height that its words need."""
        width = round(self._wide * self._hub.theme.scale)
        return self.column.heightForWidth(width) if self.column.hasHeightForWidth() else 80

    def set_least_height(self, height: int) -> None:
        """Make it as high as its neighbours."""
        self._least_height = height
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        """Return the least size; in a narrow window it may be narrower."""
        return QSize(80, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the card, lit under the pointer, ringed in focus, framed when it is chosen."""
        theme = self._hub.theme
        colours, lengths = theme.colours, theme.metrics
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        fill = colours.surface
        if self.isDown():
            fill = colours.sunken
        elif self.underMouse() and self.isEnabled():
            fill = colours.raised
        edge, breadth = colours.line, float(lengths.hair)
        if self._accent or self.isChecked() or (self.underMouse() and self.isEnabled()):
            edge = colours.accent
        if self.isChecked():
            breadth = lengths.ring * 1.5
        if self.hasFocus():
            edge, breadth = colours.focus, float(lengths.ring * 1.5)
        inset = breadth / 2
        rect = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        path = QPainterPath()
        path.addRoundedRect(rect, lengths.radius_l, lengths.radius_l)
        painter.fillPath(path, QColor(fill))
        painter.setPen(QPen(QColor(edge), breadth))
        painter.drawPath(path)
        painter.end()

    def _apply_theme(self, theme: Theme) -> None:
        lengths = theme.metrics
        self.column.setContentsMargins(lengths.pad_l, lengths.pad_m, lengths.pad_l, lengths.pad_m)
        self.column.setSpacing(lengths.pad_xs)
        self._head.setSpacing(lengths.pad_m)
        if self._icon:
            role = "accent_text" if self._accent else "text"
            self._sign.setPixmap(self._hub.pixmap(self._icon, lengths.icon_l, role=role, dpr=self.devicePixelRatioF()))
        self.updateGeometry()
        self.update()


class PictureTileButton(TileButton):
    """A tile with a picture above its words; without one it shows an icon on cloth."""

    def __init__(
        self,
        hub: ThemeHub,
        picture: QImage | None,
        heading: str,
        line: str = "",
        parent: QWidget | None = None,
        *,
        wide: int = 280,
    ) -> None:
        self._image = picture
        self._frame = label()
        super().__init__(hub, "", heading, line, parent, wide=wide)
        self._frame.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.column.insertWidget(0, self._frame)

    def set_picture(self, picture: QImage) -> None:
        """Show another picture."""
        self._image = picture
        self._show_picture()

    def _apply_theme(self, theme: Theme) -> None:
        super()._apply_theme(theme)
        lengths = theme.metrics
        self.column.setContentsMargins(lengths.pad_m, lengths.pad_m, lengths.pad_m, lengths.pad_m)
        self._show_picture()

    def _show_picture(self) -> None:
        width = round(self._wide * self._hub.theme.scale) - 2 * self._hub.theme.metrics.pad_m
        self._frame.setPixmap(
            framed_picture(self._image, QSize(width, width * 9 // 16), self._hub, self.devicePixelRatioF())
        )


def framed_picture(image: QImage | None, size: QSize, hub: ThemeHub, dpr: float, icon: str = "deck") -> QPixmap:
    """Return a picture cut to a size with round corners; without one, an icon on cloth."""
    theme = hub.theme
    pixmap = QPixmap(round(size.width() * dpr), round(size.height() * dpr))
    pixmap.setDevicePixelRatio(dpr)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    rect = QRectF(0, 0, size.width(), size.height())
    path = QPainterPath()
    path.addRoundedRect(rect, theme.metrics.radius, theme.metrics.radius)
    painter.setClipPath(path)
    if image is None or image.isNull():
        painter.fillRect(rect, theme.colour("cloth"))
        side = min(size.width(), size.height()) // 3
        sign = hub.pixmap(icon, max(8, side), role="muted_on_cloth", dpr=dpr)
        painter.drawPixmap((size.width() - side) // 2, (size.height() - side) // 2, sign)
    else:
        scaled = image.size().scaled(size, Qt.AspectRatioMode.KeepAspectRatioByExpanding)
        left, top = (size.width() - scaled.width()) / 2, (size.height() - scaled.height()) / 2
        painter.drawImage(QRectF(left, top, scaled.width(), scaled.height()), image)
    painter.end()
    return pixmap
