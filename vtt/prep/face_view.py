"""How a card will look, while it is being made."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, QSize, QTimer
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.play.faces import CardFace
from vtt.prep.words import told
from vtt.table.ability_art import FaceInks, paint_ability
from vtt.table.face_art import FaceStyle
from vtt.table.naming import spoken_face
from vtt.widgets.metrics import CARD_RATIO
from vtt.widgets.theme import Theme, ThemeHub
from vtt.widgets.work import Progress, Workshop

_PAUSE: Final = 60
"""Milliseconds in which edits are gathered before the card is painted again."""
_HIGH: Final = 24
"""How high it is, in letters."""


class FaceView(QWidget):
    """Shows one face; the picture is made beside the window, and the one before stays until it has come."""

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self._hub = hub
        self._face: CardFace | None = None
        self._picture: QImage | None = None
        self._number = 0
        self._work = Workshop(self)
        self.destroyed.connect(self._work.close)
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.setInterval(_PAUSE)
        self._clock.timeout.connect(self._draw)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        hub.changed.connect(self._wear)

    @property
    def face(self) -> CardFace | None:
        """What is shown."""
        return self._face

    def show_face(self, face: CardFace | None) -> None:
        """Show another one; None shows nothing."""
        self.setVisible(face is not None)
        if face == self._face:
            return
        fresh = self._face is None
        self._face = face
        self.setAccessibleName(told("face", what=spoken_face(face)) if face is not None else "")
        if face is None:
            self._number += 1
            self._picture = None
        elif fresh:
            self._draw()
        else:
            self._clock.start()

    def sizeHint(self) -> QSize:
        """Return the size of a card that can be read."""
        high = _HIGH * self._hub.theme.metrics.font_body
        return QSize(round(high * CARD_RATIO), high)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the picture that there is."""
        if self._picture is not None:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(QRectF(self.rect()), self._picture)
            painter.end()

    def _draw(self) -> None:
        face, size, dpr = self._face, self.sizeHint(), self.devicePixelRatioF()
        if face is None:
            return
        inks = FaceStyle.of(self._hub.theme).inks
        self._number += 1
        number = self._number

        def done(picture: QImage) -> None:
            if number == self._number:
                self._picture = picture
                self.update()

        self._work.start(lambda _progress: _painted(face, size, dpr, inks, _progress), done)

    def _wear(self, _theme: Theme) -> None:
        self.updateGeometry()
        self._draw()


def _painted(face: CardFace, size: QSize, dpr: float, inks: FaceInks, _progress: Progress) -> QImage:
    picture = QImage(size * dpr, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(0)
    painter = QPainter(picture)
    paint_ability(painter, QRectF(0, 0, picture.width(), picture.height()), face, inks)
    painter.end()
    return picture
