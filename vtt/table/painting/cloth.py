"""The table's surface: cloth with a weave and a soft vignette, and a wooden rail around it."""

import random
from collections.abc import Iterator
from functools import lru_cache

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QImage,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QRadialGradient,
)

from vtt.widgets.look.colour_palette import Appearance
from vtt.widgets.look.theme import Theme

_WEAVE_SIDE = 128
_DARKEST = 15
"""The darkening of the cloth by the darkest thread, of 255; the lightest lightens it as much."""
_GRAIN_LONG, _GRAIN_WIDE = 1024, 96
_MAX_PIXELS = 16_000_000
"""The picture of a larger table is magnified: nothing on cloth and wood is as fine as a pixel there."""
_GRAIN_PRESSED = 8
"""The divisor of the grain's length when it is drawn: along the wood it has no fine detail."""


class Cloth:
    """Paints the table and caches the picture until the size, the screen or the theme changes."""

    def __init__(self) -> None:
        self._key: tuple[int, int, float, Theme] | None = None
        self._pixmap = QPixmap()

    def paint(self, painter: QPainter, rect: QRect, theme: Theme) -> None:
        """Draw the table into `rect`."""
        for _ in self.prepare(rect, theme, painter.device().devicePixelRatioF()):
            pass
        if self._pixmap.devicePixelRatio() == painter.device().devicePixelRatioF():
            painter.drawPixmap(rect.topLeft(), self._pixmap)
        else:
            painter.drawPixmap(rect, self._pixmap)

    def prepare(self, rect: QRect, theme: Theme, dpr: float) -> Iterator[None]:
        """Draw the picture in steps, unless it is there."""
        if self.is_ready(rect, theme, dpr):
            return
        for tile in (_weave, _grain) if theme.look is not Appearance.HIGH_CONTRAST else ():
            tile()
            yield
        pixels = rect.width() * rect.height() * dpr * dpr
        fine = dpr * min(1.0, (_MAX_PIXELS / max(1.0, pixels)) ** 0.5)
        self._pixmap = QPixmap(max(1, round(rect.width() * fine)), max(1, round(rect.height() * fine)))
        self._pixmap.setDevicePixelRatio(fine)
        with_painter = QPainter(self._pixmap)
        paint_cloth(with_painter, QRect(0, 0, rect.width(), rect.height()), theme)
        with_painter.end()
        self._key = (rect.width(), rect.height(), dpr, theme)
        yield

    def is_ready(self, rect: QRect, theme: Theme, dpr: float) -> bool:
        """Return whether `paint` need only copy the picture."""
        return self._key == (rect.width(), rect.height(), dpr, theme)


def cloth_rect(rect: QRect, theme: Theme) -> QRect:
    """Return the part of the table within the rail."""
    rail = theme.metrics.rail_width
    return rect.adjusted(rail, rail, -rail, -rail)


def paint_plain(painter: QPainter, rect: QRect, theme: Theme) -> None:
    """Draw the table in plain colours, which takes no time: nobody should wait for weave and grain."""
    painter.fillRect(rect, theme.colour("rail"))
    painter.fillRect(cloth_rect(rect, theme), theme.colour("cloth"))


def paint_cloth(painter: QPainter, rect: QRect, theme: Theme) -> None:
    """Draw the table without a cache; a widget uses `Cloth`."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    inside = QRectF(cloth_rect(rect, theme))
    painter.fillRect(rect, QColor(theme.colours.rail))
    if theme.look is Appearance.HIGH_CONTRAST:
        painter.fillRect(inside, QColor(theme.colours.cloth))
        painter.setPen(QPen(QColor(theme.colours.cloth_line), theme.metrics.ring))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(inside, theme.metrics.radius_l, theme.metrics.radius_l)
    else:
        _paint_wood(painter, QRectF(rect), inside, theme)
        _paint_felt(painter, inside, theme)
    painter.restore()


def _paint_felt(painter: QPainter, inside: QRectF, theme: Theme) -> None:
    c, radius = theme.colours, theme.metrics.radius_l
    shape = QPainterPath()
    shape.addRoundedRect(inside, radius, radius)
    painter.save()
    painter.setClipPath(shape)
    painter.fillRect(inside, QColor(c.cloth))
    glow = QRadialGradient(
        inside.center() - QPointF(0, inside.height() * 0.08), max(inside.width(), inside.height()) * 0.62
    )
    bright = QColor(c.cloth).lighter(118)
    glow.setColorAt(0.0, bright)
    glow.setColorAt(0.55, QColor(c.cloth))
    glow.setColorAt(1.0, QColor(c.cloth_shade))
    # A circle stretched to the table, so that the corners darken and the long sides stay in the light.
    painter.save()
    painter.translate(inside.center())
    stretch = max(0.3, inside.height() / max(1.0, inside.width()))
    painter.scale(1.0, min(1.0, stretch * 1.35))
    painter.translate(-inside.center())
    painter.fillRect(inside.adjusted(-inside.width(), -inside.height() * 3, inside.width(), inside.height() * 3), glow)
    painter.restore()
    painter.setOpacity(0.5)
    painter.fillRect(inside, QBrush(_weave()))
    painter.setOpacity(1.0)
    # The rail's shadow on the cloth.
    painter.setBrush(Qt.BrushStyle.NoBrush)
    depth = max(6, round(theme.metrics.rail_width * 0.75))
    for i in range(depth):
        shade = QColor(0, 0, 0)
        shade.setAlphaF(0.34 * (1 - i / depth) ** 2)
        painter.setPen(QPen(shade, 1.6))
        painter.drawRoundedRect(inside.adjusted(i, i, -i, -i), max(1.0, radius - i * 0.3), max(1.0, radius - i * 0.3))
    painter.restore()


def _paint_wood(painter: QPainter, outer: QRectF, inside: QRectF, theme: Theme) -> None:
    c, width = theme.colours, theme.metrics.rail_width
    tl, tr, br, bl = outer.topLeft(), outer.topRight(), outer.bottomRight(), outer.bottomLeft()
    m = width + theme.metrics.radius_l
    itl, itr = tl + QPointF(m, m), tr + QPointF(-m, m)
    ibr, ibl = br + QPointF(-m, -m), bl + QPointF(m, -m)
    grain = _grain()
    for corners, start, end, upright, light in (
        ([tl, tr, itr, itl], tl, tl + QPointF(0, width), False, 1.0),
        ([bl, br, ibr, ibl], bl, bl - QPointF(0, width), False, 0.80),
        ([tl, bl, ibl, itl], tl, tl + QPointF(width, 0), True, 0.93),
        ([tr, br, ibr, itr], tr, tr - QPointF(width, 0), True, 0.86),
    ):
        painter.save()
        shape = QPainterPath()
        shape.addPolygon(QPolygonF(corners))
        painter.setClipPath(shape)
        shade = QLinearGradient(start, end)
        for at, tone in (
            (0.0, c.rail_dark),
            (0.14, c.rail),
            (0.42, c.rail_light),
            (0.75, c.rail),
            (1.0, c.rail_dark),
        ):
            shade.setColorAt(at, QColor(tone).darker(round(100 / light)))
        painter.fillRect(outer, shade)
        if upright:
            painter.rotate(90)
        painter.setOpacity(0.55)
        painter.fillPath(painter.transform().inverted()[0].map(shape) if upright else shape, QBrush(grain))
        painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    # A thin inlay and the dark lip towards the cloth.
    inlay = QColor(c.inlay)
    inlay.setAlphaF(0.75)
    gap = width * 0.24
    painter.setPen(QPen(inlay, max(1.0, width / 18)))
    painter.drawRoundedRect(
        inside.adjusted(-gap, -gap, gap, gap), theme.metrics.radius_l + gap, theme.metrics.radius_l + gap
    )
    painter.setPen(QPen(QColor(0, 0, 0, 130), max(1.5, width / 12)))
    painter.drawRoundedRect(inside, theme.metrics.radius_l, theme.metrics.radius_l)


@lru_cache(maxsize=1)
def _weave() -> QImage:
    """Return a tile of threads, over and under, lighter and darker, with some fluff; drawn once."""
    chance = random.Random(1729)
    side, under = _WEAVE_SIDE, 255
    warp = [_DARKEST + 9 + chance.randint(-5, 5) for _ in range(side)]
    weft = [_DARKEST - 9 + chance.randint(-5, 5) for _ in range(side)]
    # Whole rows at once: sixteen thousand pixels one by one would delay the first picture.
    above = [bytes(warp[x] if (x // 2 + row) % 2 else under for x in range(side)) for row in (0, 1)]
    rows = (above[y // 2 % 2].replace(bytes([under]), bytes([weft[y]])) for y in range(side))
    fluff = chance.randbytes(side * side).translate(bytes(_DARKEST - 9 + value % 19 for value in range(256)))
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    for pixels in (b"".join(rows), fluff):
        layer = QImage(pixels, side, side, side, QImage.Format.Format_Indexed8)
        layer.setColorTable([_tint(tone).rgba() for tone in range(-_DARKEST, _DARKEST + 1)])
        painter.drawImage(0, 0, layer)
    painter.end()
    return image


@lru_cache(maxsize=1)
def _grain() -> QImage:
    """Return a tile of wood grain that runs from left to right; drawn once."""
    chance = random.Random(88)
    image = QImage(_GRAIN_LONG // _GRAIN_PRESSED, _GRAIN_WIDE, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    long = image.width()
    for _ in range(420):
        y, x = chance.uniform(0, _GRAIN_WIDE), chance.uniform(0, long)
        length, bend = chance.uniform(120, 520) / _GRAIN_PRESSED, chance.uniform(-3, 3)
        dark = chance.random() < 0.7
        colour = QColor(20, 8, 2) if dark else QColor(255, 214, 160)
        colour.setAlphaF(chance.uniform(0.05, 0.30) if dark else chance.uniform(0.03, 0.12))
        painter.setPen(QPen(colour, chance.uniform(0.6, 2.0)))
        # Lines that cross the tile's end continue at its beginning.
        for shift in (0, -long) if x + length > long else (0,):
            path = QPainterPath(QPointF(x + shift, y))
            path.quadTo(x + shift + length / 2, y + bend * 2, x + shift + length, y + bend)
            painter.drawPath(path)
    painter.end()
    return image.scaled(
        _GRAIN_LONG, _GRAIN_WIDE, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    )


def _tint(tone: int) -> QColor:
    """Return a colour that lightens or darkens its ground by about `tone` of 255."""
    return QColor(255, 255, 255, tone) if tone > 0 else QColor(0, 0, 0, -2 * tone)
