"""Icons by name, in any colour and size."""

from collections import OrderedDict

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QImage, QPainter, QPixmap

from vtt.widgets.look.art_files import ART, svg_renderer

_KEPT = 512
_Key = tuple[str, str, int, int]


class IconCache:
    """Renders icons and caches them. One per application, held by the ThemeHub."""

    def __init__(self) -> None:
        self._pixmaps: OrderedDict[_Key, QPixmap] = OrderedDict()
        self._drawn: dict[tuple[str, int], QPixmap] = {}
        self._icons: dict[tuple[str, str, str, int, str | None], QIcon] = {}

    def pixmap(self, name: str, colour: str, size: int, dpr: float = 1.0) -> QPixmap:
        """Return the icon as a square of `size` logical pixels; a name that does not exist gives the help icon."""
        key = (name, colour, size, round(dpr * 100))
        pixmap = self._pixmaps.get(key)
        if pixmap is None:
            pixmap = self._pixmaps[key] = self._dyed(name, colour, size, dpr)
            if len(self._pixmaps) > _KEPT:
                self._pixmaps.popitem(last=False)
                self._drawn.clear()
        else:
            self._pixmaps.move_to_end(key)
        return pixmap

    def _dyed(self, name: str, colour: str, size: int, dpr: float) -> QPixmap:
        """Return a drawing in a colour. It is read and drawn once; to dye it takes a tenth of that."""
        side = max(1, round(size * dpr))
        drawn = self._drawn.get((name, side))
        if drawn is None:
            drawn = self._drawn[name, side] = _render(name, side)
        pixmap = QPixmap(drawn)
        painter = QPainter(pixmap)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
        painter.fillRect(pixmap.rect(), QColor(colour))
        painter.end()
        pixmap.setDevicePixelRatio(dpr)
        return pixmap

    def icon(self, name: str, colour: str, disabled: str, size: int, *, checked: str | None = None) -> QIcon:
        """Return an icon for a button, sharp on screens of device pixel ratio 1, 1.5, 2 and 3.

        Args:
            name: as in `assets/art/icons`.
            colour: of the enabled icon.
            disabled: of the disabled icon.
            size: side in logical pixels.
            checked: colour while the button is checked; `colour` if it is None.
        """
        key = (name, colour, disabled, size, checked)
        icon = self._icons.get(key)
        if icon is None:
            if len(self._icons) >= _KEPT:
                self._icons.clear()
            icon = self._icons[key] = self._icon(*key)
        return QIcon(icon)

    def _icon(self, name: str, colour: str, disabled: str, size: int, checked: str | None) -> QIcon:
        icon = QIcon()
        for dpr in (1.0, 1.5, 2.0, 3.0):
            icon.addPixmap(self.pixmap(name, colour, size, dpr), QIcon.Mode.Normal)
            icon.addPixmap(self.pixmap(name, disabled, size, dpr), QIcon.Mode.Disabled)
            if checked is not None:
                icon.addPixmap(self.pixmap(name, checked, size, dpr), QIcon.Mode.Normal, QIcon.State.On)
        return icon


def program_icon(side: int) -> QImage:
    """Return the icon of the program itself, which has its own colours, as a square of `side` pixels."""
    return _drawn("program_icon", side)


def _render(name: str, side: int) -> QPixmap:
    if not (ART / "icons" / f"{name}.svg").is_file():
        name = "help"
    return QPixmap.fromImage(_drawn(f"icons/{name}", side))


def _drawn(drawing: str, side: int) -> QImage:
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    svg_renderer(drawing, {"currentColor": "black"}).render(painter, QRectF(0, 0, side, side))
    painter.end()
    return image
