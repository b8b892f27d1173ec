"""A grid of all cards of a table, small, to choose a real card by a click."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.model.cards import RANKS, SUIT_SIGNS, SUITS, card_label, is_joker
from vtt.shared.campaign_panel import text
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.plain_text import short


class CardGrid(QWidget):
    """The cards of a table, a row for each suit; those that are not possible are drawn faintly.

    It is one widget, because fifty buttons would make the window slow. By keyboard, a card is typed instead.

    Args:
        hub: the theme.
        faces: all cards, and whether each is possible now.
        names: the names of those that are no playing cards.
        parent: the Qt parent.

    Signals:
        chosen: the face.
    """

    chosen = Signal(str)

    def __init__(
        self,
        hub: ThemeHub,
        faces: Mapping[str, bool],
        names: Mapping[str, str] = MappingProxyType({}),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._names = names
        self._hub = hub
        self._faces = dict(faces)
        self._under = ""
        self._places: tuple[int, dict[str, QRect]] = (0, {})
        self.setAccessibleName(text("telling.grid"))
        self.setMouseTracking(True)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_faces(self, faces: Mapping[str, bool]) -> None:
        """Show which of them are possible."""
        self._faces = dict(faces)
        self._places = (0, {})
        self.update()

    def can_be(self, face: str) -> bool:
        """Return whether a face can be chosen."""
        return self._faces.get(face, False)

    def place_of(self, face: str) -> QRect:
        """Return the rectangle of a card."""
        return self._laid_out(self.width())[face]

    def sizeHint(self) -> QSize:
        """Return the room for a suit in one row."""
        wide = len(RANKS) * (self._cell("").width() + self._gap())
        return QSize(wide, self.heightForWidth(wide))

    def minimumSizeHint(self) -> QSize:
        """Return the room for a few cards; a suit without room in one row takes two."""
        return QSize(self._cell("").width() * 4, self._cell("").height())

    def heightForWidth(self, width: int) -> int:
        """Return the height of all rows."""
        return max((place.bottom() + 1 for place in self._laid_out(width).values()), default=0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw them all."""
        theme = self._hub.theme
        lengths = theme.metrics
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._font())
        for face, place in self._laid_out(self.width()).items():
            on, under = self.can_be(face), face == self._under
            painter.setBrush(theme.colour("paper" if on else "sunken"))
            lit = on and under
            painter.setPen(QPen(theme.colour("accent" if lit else "line"), lengths.ring if lit else lengths.hair))
            painter.drawRoundedRect(QRectF(place).adjusted(1, 1, -1, -1), lengths.radius_s, lengths.radius_s)
            suit = "" if is_joker(face) or face in self._names else face[-1]
            ink = theme.colours.joker if is_joker(face) else theme.colours.suit(suit, theme.four_colour)
            painter.setPen(QPen(ink) if on else QPen(theme.colour("disabled")))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, self._words(face))
        painter.end()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Highlight the card under the pointer."""
        self._point_at(self._at(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        """Highlight no card."""
        super().leaveEvent(event)
        self._point_at("")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a card."""
        face = self._at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and self.can_be(face):
            self.chosen.emit(face)

    def _point_at(self, face: str) -> None:
        if face != self._under:
            self._under = face
            on = self.can_be(face)
            self.setCursor(Qt.CursorShape.PointingHandCursor if on else Qt.CursorShape.ArrowCursor)
            self.update()

    def _at(self, point: QPoint) -> str:
        places = self._laid_out(self.width())
        return next((face for face, place in places.items() if place.contains(point)), "")

    def _font(self) -> QFont:
        return ui_font(self._hub.theme.metrics.font_body, weight=QFont.Weight.Bold)

    def _gap(self) -> int:
        return self._hub.theme.metrics.pad_xs

    def _cell(self, words: str) -> QSize:
        """Return the room for a card: the same for all with a rank and a suit; one with a name takes its width."""
        lengths, metrics = self._hub.theme.metrics, QFontMetrics(self._font())
        wide = metrics.horizontalAdvance(f"10{SUIT_SIGNS['S']}") + lengths.pad_s
        if len(words) > 3:
            wide = metrics.horizontalAdvance(words) + 2 * lengths.pad_m
        return QSize(wide, max(lengths.control * 5 // 6, metrics.height() + lengths.pad_s))

    def _laid_out(self, width: int) -> dict[str, QRect]:
        if self._places[0] != width:
            self._places = (width, self._lay_out(width))
        return self._places[1]

    def _lay_out(self, width: int) -> dict[str, QRect]:
        places: dict[str, QRect] = {}
        gap, top = self._gap(), 0
        plain, high = self._cell(""), self._cell("").height() + self._gap()
        for row in self._rows():
            left = 0
            for face in row:
                words = self._words(face)
                size = self._cell(words) if len(words) > 3 else plain
                if left and left + size.width() > width:
                    left, top = 0, top + high
                places[face] = QRect(QPoint(left, top), size)
                left += size.width() + gap
            top += high
        return places

    def _rows(self) -> list[list[str]]:
        """Return the cards suit by suit, and then those without a suit, by name."""
        rows: dict[str, list[str]] = {}
        for face in sorted(self._faces, key=lambda face: self._names.get(face, "")):
            rows.setdefault(face[-1] if face[:-1] in RANKS and face[-1] in SUITS else "", []).append(face)
        return list(rows.values())

    def _words(self, face: str) -> str:
        return short(self._names.get(face, card_label(face)), 28)
