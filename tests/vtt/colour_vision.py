"""Colours as people see them who see fewer colours (the matrices of Machado, Oliveira and Fernandes, 2009)."""

from __future__ import annotations

from enum import Enum

from PySide6.QtGui import QColor

_Row = tuple[float, float, float]


class Sight(Enum):
    """A kind of colour vision: what it makes of linear red, green and blue."""

    USUAL = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    PROTANOPIA = (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    )
    DEUTERANOPIA = (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    )
    TRITANOPIA = (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    )
    NONE = ((0.2126, 0.7152, 0.0722), (0.2126, 0.7152, 0.0722), (0.2126, 0.7152, 0.0722))

    def of(self, colour: str | QColor) -> str:
        """Return a colour as it is seen, as `#rrggbb`."""
        rgb = QColor(colour)
        linear = [_linear(channel) for channel in (rgb.redF(), rgb.greenF(), rgb.blueF())]
        rows: tuple[_Row, ...] = self.value
        shown = [_coded(sum(share * one for share, one in zip(row, linear, strict=True))) for row in rows]
        return QColor.fromRgbF(shown[0], shown[1], shown[2]).name()


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def _coded(channel: float) -> float:
    channel = min(1.0, max(0.0, channel))
    return channel * 12.92 if channel <= 0.0031308 else float(1.055 * channel ** (1 / 2.4) - 0.055)
