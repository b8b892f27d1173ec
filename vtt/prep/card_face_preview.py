"""The face of a card while people edit it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, QSize, QTimer
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.presentation.card_faces import CardFace
from vtt.shared.card_faces.ability_card_painting import AbilityCardInks, paint_ability
from vtt.shared.card_faces.card_face_painting import CardFaceStyle
from vtt.shared.spoken_names import spoken_card_face
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.look.ui_metrics import CARD_RATIO
from vtt.widgets.tasks.task_runner import Progress, TaskRunner
from vtt.widgets.ui_texts import ui_text

_PAUSE: Final = 60
"""Milliseconds in which edits are gathered before the card is painted again."""
_HIGH: Final = 24
"""Height in letters."""


class CardFacePreview(QWidget):
    """Shows one face; the picture is made beside the window, and the one before stays until it has come."""

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self._hub = hub
        self._face: CardFace | None = None
        self._picture: QImage | None = None
        self._number = 0
        self._work = TaskRunner(self)
        self.destroyed.connect(self._work.close)
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.setInterval(_PAUSE)
        self._clock.timeout.connect(self._draw)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        hub.changed.connect(self._apply_theme)

    @property
    def face(self) -> CardFace | None:
        """The face that is shown."""
        return self._face

    def show_face(self, face: CardFace | None) -> None:
        """Show another one; None shows nothing."""
        self.setVisible(face is not None)
        if face == self._face:
            return
        is_first = self._face is None
        self._face = face
        self.setAccessibleName(ui_text("prep", "face", what=spoken_card_face(face)) if face is not None else "")
        if face is None:
            self._number += 1
            self._picture = None
        elif is_first:
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
        inks = CardFaceStyle.of(self._hub.theme).inks
        self._number += 1
        number = self._number

        def done(picture: QImage) -> None:
            if number == self._number:
                self._picture = picture
                self.update()

        self._work.start(lambda _progress: _painted(face, size, dpr, inks, _progress), done)

    def _apply_theme(self, _theme: Theme) -> None:
        self.updateGeometry()
        self._draw()


def _painted(face: CardFace, size: QSize, dpr: float, inks: AbilityCardInks, _progress: Progress) -> QImage:
    picture = QImage(size * dpr, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(0)
    painter = QPainter(picture)
    paint_ability(painter, QRectF(0, 0, picture.width(), picture.height()), face, inks)
    painter.end()
    return picture
