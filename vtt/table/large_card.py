"""A card as large as it can be read from across the room, and beside it what its tags mean (CD-UI-19)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from engine.play.faces import CardFace, FaceTag
from vtt.table.faces import Faces, card_width, shadow_margin
from vtt.table.naming import clean, spoken_face
from vtt.widgets.fonts import ui_font
from vtt.widgets.theme import ThemeHub

REST_MS: Final = 450
"""How long the pointer rests on a card before that is shown large."""
_HIGH: Final = 600
"""How high it is at a scale of 1, in pixels, where there is room."""
_SHARE: Final = 0.94
"""No more of the window's height than this."""
_LETTERS: Final = 22
"""How wide what tags mean is, in sizes of its letters."""
_LEAST_FONT: Final = 9
_LONGEST: Final = 400
_WRAP: Final = int(Qt.TextFlag.TextWordWrap)


class LargeCard(QWidget):
    """Shows one card beside where it lies. The mouse goes through it.

    Args:
        hub: the theme.
        faces: the pictures of cards.
        parent: whose window it floats in.
    """

    def __init__(self, hub: ThemeHub, faces: Faces, parent: QWidget) -> None:
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
        """What it shows; None while it is away."""
        return self._face

    def show_face(self, face: CardFace, beside: QRectF) -> None:
        """Show a card beside a place of the window, and wholly within it."""
        page = self.parentWidget()
        assert page is not None
        self._face = face
        place = beside.toAlignedRect()
        on_right = page.width() - place.right() >= place.left()
        self._lay_out(page.size(), on_right=on_right)
        # The soft shadow may hang over the edge of the window.
        rim = self._card.y() - 4
        self.move(_beside(self.size(), place, page.rect().adjusted(-rim, -rim, rim, rim), on_right=on_right))
        self.setAccessibleName(spoken_face(face))
        self.setAccessibleDescription(" ".join(_told(face)))
        self.show()
        self.raise_()
        self.update()
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def put_away(self) -> None:
        """Go, and keep nothing of what was shown."""
        if self._face is None:
            return
        self._face, self._lines = None, ()
        self.setAccessibleName("")
        self.setAccessibleDescription("")
        self.hide()

    def _lay_out(self, room: QSize, *, on_right: bool) -> None:
        """Place card and panel; the card is the nearer of the two to where it lies."""
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
        """Set what the tags mean as large as there is room; what has none even then is left to the reference."""
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
        """Draw the card and what its tags mean."""
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


def _told(face: CardFace) -> list[str]:
    """Return all that a card says besides its name and numbers, for a screen reader."""
    second = f"{face.second_title}: {face.second}. {face.second_text}" if face.second else ""
    tags = (f"{tag.words}: {tag.meaning}" for tag in face.tags if tag.meaning)
    return [clean(part, 1000) for part in (face.text, second, *tags) if part]


def _set_lines(tags: Sequence[FaceTag], size: int, room: QRect) -> tuple[list[tuple[QRect, QFont, str]], int]:
    """Return names and meanings one below the other, each in its place, and where they end."""
    bold, plain = ui_font(round(size * 1.08), weight=QFont.Weight.Bold), ui_font(size)
    made: list[tuple[QRect, QFont, str]] = []
    top = room.y()
    for tag in tags:
        for font, words, after in (
            (bold, clean(tag.words), 0),
            (plain, clean(tag.meaning, _LONGEST), round(size * 0.7)),
        ):
            found = QFontMetrics(font).boundingRect(QRect(0, 0, room.width(), 1 << 20), _WRAP, words)
            made.append((QRect(room.x(), top, room.width(), found.height()), font, words))
            top += found.height() + after
    return made, top - round(size * 0.7)


def _beside(size: QSize, place: QRect, page: QRect, *, on_right: bool) -> QPoint:
    """Return where it floats: on one side of a place, and never over the edge of the window."""
    box = QRect(0, 0, size.width(), size.height())
    box.moveTop(place.center().y() - size.height() // 2)
    if on_right:
        box.moveLeft(place.right() + 1)
    else:
        box.moveRight(place.left() - 1)
    box.moveLeft(max(page.left(), min(box.left(), page.right() - size.width())))
    box.moveTop(max(page.top(), min(box.top(), page.bottom() - size.height())))
    return box.topLeft()
