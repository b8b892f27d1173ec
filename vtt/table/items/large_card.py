"""A card large enough to be read across the room, with the meaning of its tags beside it (CD-UI-19)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from engine.presentation.card_faces import CardFace, FaceTag
from vtt.shared.card_faces.card_face_cache import CardFaceCache, card_width, shadow_margin
from vtt.shared.screen_names import clean_name
from vtt.shared.spoken_names import spoken_card_face, spoken_texts_of_face
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.look.ui_fonts import ui_font

REST_MS: Final = 450
"""Milliseconds that the pointer rests on a card before the card is shown large."""
_HIGH: Final = 600
"""The height at a scale of 1, in pixels, where there is room."""
_SHARE: Final = 0.94
"""The greatest share of the window's height."""
_LETTERS: Final = 22
"""The width of the panel with the tags' meanings, in sizes of its letters."""
_LEAST_FONT: Final = 9
_LONGEST: Final = 400
_WRAP: Final = int(Qt.TextFlag.TextWordWrap)


class LargeCard(QWidget):
    """Shows one card large, beside its place. Mouse events go through it.

    Args:
        hub: the theme.
        faces: the pictures of cards.
        parent: a widget of the window that it floats in.
    """

    def __init__(self, hub: ThemeHub, faces: CardFaceCache, parent: QWidget) -> None:
        super().__init__(parent)
        self._hub = hub
        self._faces = faces
        self._face: CardFace | None = None
        self._card = QRect()
        self._panel = QRect()
        self._lines: tuple[tuple[QRect, QFont, str], ...] = ()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    @property
    def face(self) -> CardFace | None:
        """The face that is shown; None while it is hidden."""
        return self._face

    def show_face(self, face: CardFace, beside: QRectF) -> None:
        """Show a card beside a place in the window, wholly within the window."""
        page = self.parentWidget()
        assert page is not None
        self._face = face
        place = beside.toAlignedRect()
        on_right = page.width() - place.right() >= place.left()
        self._lay_out(page.size(), on_right=on_right)
        # The soft shadow may reach over the edge of the window.
        rim = self._card.y() - 4
        self.move(_beside(self.size(), place, page.rect().adjusted(-rim, -rim, rim, rim), on_right=on_right))
        self.setAccessibleName(spoken_card_face(face))
        self.setAccessibleDescription(" ".join(spoken_texts_of_face(face)))
        self.show()
        self.raise_()
        self.update()
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def clear(self) -> None:
        """Hide, and forget what was shown."""
        if self._face is None:
            return
        self._face, self._lines = None, ()
        self.setAccessibleName("")
        self.setAccessibleDescription("")
        self.hide()

    def _lay_out(self, room: QSize, *, on_right: bool) -> None:
        """Place card and panel; the card is on the side of its place."""
        assert self._face is not None
        theme = self._hub.theme
        high = max(160, min(round(room.height() * _SHARE), round(_HIGH * theme.scale)))
        wide = round(card_width(high))
        if wide > room.width() * 0.6:
            wide = round(room.width() * 0.6)
            high = round(wide / card_width(1))
        margin = shadow_margin(high)
        tags = [tag for tag in self._face.tags if tag.meaning]
        gap = theme.metrics.pad_m
        left = room.width() - wide - 2 * margin - 2 * gap
        across = min(_LETTERS * theme.metrics.font_body, left) if tags else 0
        self._card = QRect(margin, margin, wide, high)
        self._panel, self._lines = QRect(), ()
        has_panel = across >= 8 * theme.metrics.font_small
        if has_panel and not on_right:
            self._card.moveLeft(margin + across + gap)
        if has_panel:
            self._set_panel(tags, QRect(self._card.right() + gap if on_right else margin, margin, across, high))
        right = self._panel.right() if has_panel and on_right else self._card.right()
        self.resize(right + margin, high + 2 * margin)

    def _set_panel(self, tags: Sequence[FaceTag], room: QRect) -> None:
        """Lay out the tags' meanings as large as there is room; those without room are left to the reference."""
        pad = self._hub.theme.metrics.pad_m
        size = self._hub.theme.metrics.font_body
        inner = room.adjusted(pad, pad, -pad, -pad)
        while True:
            lines, bottom = _set_lines(tags, size, inner)
            if bottom <= inner.bottom() or size <= _LEAST_FONT:
                break
            size = max(_LEAST_FONT, size - 1)
        self._lines = tuple(line for line in lines if line[0].bottom() <= inner.bottom())
        self._panel = QRect(room.x(), room.y(), room.width(), min(room.height(), bottom - room.y() + pad))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the card and the meanings of its tags."""
        if self._face is None:
            return
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        theme, dpr, card = self._hub.theme, self.devicePixelRatioF(), self._card
        margin = shadow_margin(card.height())
        painter.drawPixmap(QPointF(card.x() - margin, card.y() - margin), self._faces.shadow(card.height(), dpr))
        painter.drawPixmap(
            QPointF(card.topLeft()), self._faces.face(self._face.key, card.height(), dpr, printed=self._face)
        )
        if self._lines:
            painter.setPen(QPen(theme.colour("inlay"), max(1, theme.metrics.hair)))
            painter.setBrush(theme.colour("plate"))
            painter.drawRoundedRect(QRectF(self._panel), theme.metrics.radius, theme.metrics.radius)
            painter.setPen(theme.colour("on_plate"))
            for rect, font, words in self._lines:
                painter.setFont(font)
                painter.drawText(rect, _WRAP, words)
        painter.end()


def _set_lines(tags: Sequence[FaceTag], size: int, room: QRect) -> tuple[list[tuple[QRect, QFont, str]], int]:
    """Return names and meanings one below the other, each at its place, and where they end."""
    bold, plain = ui_font(round(size * 1.08), weight=QFont.Weight.Bold), ui_font(size)
    made: list[tuple[QRect, QFont, str]] = []
    top = room.y()
    for tag in tags:
        for font, words, after in (
            (bold, clean_name(tag.words), 0),
            (plain, clean_name(tag.meaning, _LONGEST), round(size * 0.7)),
        ):
            found = QFontMetrics(font).boundingRect(QRect(0, 0, room.width(), 1 << 20), _WRAP, words)
            made.append((QRect(room.x(), top, room.width(), found.height()), font, words))
            top += found.height() + after
    return made, top - round(size * 0.7)


def _beside(size: QSize, place: QRect, page: QRect, *, on_right: bool) -> QPoint:
    """Return the position beside a place, on one side of it and within the window."""
    box = QRect(0, 0, size.width(), size.height())
    box.moveTop(place.center().y() - size.height() // 2)
    if on_right:
        box.moveLeft(place.right() + 1)
    else:
        box.moveRight(place.left() - 1)
    box.moveLeft(max(page.left(), min(box.left(), page.right() - size.width())))
    box.moveTop(max(page.top(), min(box.top(), page.bottom() - size.height())))
    return box.topLeft()
