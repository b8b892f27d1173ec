"""A handout, drawn as large as its screen allows: title, picture and text; the text of a note is a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt, QTimer, Slot
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QWidget

from vtt.campaign.shown_handout import ShownHandout
from vtt.shared.fitted_text import Align, write_line
from vtt.shared.handouts.handout_display import STEP, HandoutDisplay
from vtt.shared.notes.note_document import NoteDocument, is_quick
from vtt.shared.notes.note_pictures import NotePictures
from vtt.shared.spoken_names import spoken_card_face, spoken_playing_card, spoken_texts_of_face
from vtt.widgets.look.missing_glyphs import drawable
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.look.ui_fonts import title_font, ui_font
from vtt.widgets.theme_binding import follow_theme
from vtt.widgets.ui_texts import ui_text

_GROUND: Final = QColor("#101014")
_PAPER: Final = QColor("#f3ecdb")
_INK: Final = QColor("#221c14")
_TITLE: Final = QColor("#f3ecdb")
_POINTER: Final = QColor("#ffb000")
_TEXT_SHARE: Final = 0.34
"""The share of the screen for a text beside a picture."""
_PAN: Final = 0.1
_MOST_TRIES: Final = 3
"""So many fonts are tried before the smallest one."""
_LONG: Final = 5000
"""From so many letters on, a text is shown in the smallest font."""
_WRAP: Final = int(Align.AlignLeft | Align.AlignTop) | int(Qt.TextFlag.TextWordWrap)


class HandoutView(QWidget):
    """Draws the shown handout; the wheel zooms, a drag moves the picture, a click points for all to see.

    Args:
        display: how it is displayed, the same on every screen.
        hub: the theme.
        parent: the widget that it covers.
    """

    def __init__(self, display: HandoutDisplay, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("handout")
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._display = display
        self._hub = hub
        self._pressed: QPointF | None = None
        self._last = QPointF()
        self._is_dragging = False
        self._fitted: tuple[tuple[object, ...], QFont, float] | None = None
        self._page: NoteDocument | None = None
        """The text of a shown note."""
        self._is_quick = True
        """Whether the text can be laid out in several fonts."""
        self._pictures = NotePictures(display.campaign, self)
        self._pictures.ready.connect(self._take_pictures)
        self._images: Mapping[str, QImage] = {}
        self.foot = 0
        """The height of the controls over the lower edge, in pixels; nothing is drawn there."""
        display.changed.connect(self._handout_changed)
        display.moved.connect(self.update)
        follow_theme(hub, self._theme_changed)
        self._handout_changed()

    def _theme_changed(self, _theme: Theme) -> None:
        self.update()

    # where everything is

    @property
    def title_box(self) -> QRectF:
        """The place of the title."""
        lengths = self._hub.theme.metrics
        high = max(lengths.font_title * 1.6, self.height() * 0.07)
        return QRectF(lengths.pad_l, lengths.pad_s, self.width() - 2 * lengths.pad_l, high)

    @property
    def picture_box(self) -> QRectF:
        """The place in which the picture is seen; empty without one."""
        body = self._body()
        handout = self._display.handout
        if handout is None or not (self._display.has_picture or self._display.is_loading):
            return QRectF()
        if not handout.text.strip():
            return body
        if body.width() >= body.height():
            return QRectF(body.topLeft(), QSizeF(body.width() * (1 - _TEXT_SHARE), body.height()))
        return QRectF(body.topLeft(), QSizeF(body.width(), body.height() * (1 - _TEXT_SHARE)))

    @property
    def text_box(self) -> QRectF:
        """The place of the text; empty without one."""
        body, picture, gap = self._body(), self.picture_box, self._hub.theme.metrics.pad_l
        handout = self._display.handout
        if handout is None or not handout.text.strip():
            return QRectF()
        if picture.isEmpty():
            wide = min(body.width(), max(body.width() * 0.6, body.height() * 1.2))
            return QRectF(body.center().x() - wide / 2, body.top(), wide, body.height())
        if body.width() >= body.height():
            return QRectF(body).adjusted(picture.width() + gap, 0, 0, 0)
        return QRectF(body).adjusted(0, picture.height() + gap, 0, 0)

    @property
    def whole_picture(self) -> QRectF:
        """The rectangle of the whole picture, which may be larger than its place."""
        place, size = self.picture_box, QSizeF(self._display.picture_size)
        if place.isEmpty() or size.isEmpty():
            return QRectF()
        fitted = size.scaled(place.size(), Qt.AspectRatioMode.KeepAspectRatio) * self._display.zoom
        centre = self._display.centre
        left = place.center().x() - fitted.width() * centre.x()
        top = place.center().y() - fitted.height() * centre.y()
        if fitted.width() <= place.width():
            left = place.center().x() - fitted.width() / 2
        if fitted.height() <= place.height():
            top = place.center().y() - fitted.height() / 2
        return QRectF(QPointF(left, top), fitted)

    def place_at(self, point: QPointF) -> QPointF:
        """Return a point as shares of the picture, or of the text where there is no picture."""
        whole = self._pointed_area()
        if whole.isEmpty():
            return QPointF(0.5, 0.5)
        return QPointF((point.x() - whole.left()) / whole.width(), (point.y() - whole.top()) / whole.height())

    def _pointed_area(self) -> QRectF:
        return self.whole_picture if self._display.has_picture else self.text_box

    def _body(self) -> QRectF:
        lengths = self._hub.theme.metrics
        top = self.title_box.bottom() + lengths.pad_s
        inside = QRectF(self.rect()).adjusted(lengths.pad_l, top, -lengths.pad_l, -lengths.pad_l - self.foot)
        return inside if inside.isValid() else QRectF()

    # drawing

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the handout."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), _GROUND)
        handout = self._display.handout
        if handout is not None:
            painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
            box = self.title_box
            font = title_font(int(box.height() * 0.62))
            write_line(painter, box, handout.title, font, _TITLE, Align.AlignHCenter, least=12)
            self._paint_picture(painter)
            self._paint_text(painter, drawable(handout.text))
            self._paint_pointer(painter)
        painter.end()

    def _paint_picture(self, painter: QPainter) -> None:
        place, whole = self.picture_box, self.whole_picture
        if self._display.is_loading:
            painter.setPen(_TITLE)
            painter.setFont(ui_font(self._hub.theme.metrics.font_large))
            painter.drawText(place, int(Align.AlignCenter), ui_text("handouts", "loading"))
        if whole.isEmpty():
            return
        image = self._display.picture(whole.width() * self.devicePixelRatioF())
        seen = whole.intersected(place)
        ratio = image.width() / whole.width()
        source = QRectF((seen.topLeft() - whole.topLeft()) * ratio, seen.size() * ratio)
        painter.drawImage(seen, image, source)

    def _paint_text(self, painter: QPainter, text: str) -> None:
        box = self.text_box
        if box.isEmpty():
            return
        lengths = self._hub.theme.metrics
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_PAPER)
        font, high = self._fitting_font(text, box)
        inside = self._inside(box)
        if self.picture_box.isEmpty() and high < inside.height():
            gap = (inside.height() - high) / 2
            box = box.adjusted(0, gap, 0, -gap)
            inside = self._inside(box)
        painter.drawRoundedRect(box, lengths.radius, lengths.radius)
        painter.save()
        painter.setClipRect(inside)
        painter.setPen(_INK)
        painter.setFont(font)
        if self._page is not None:
            scrolled = QPointF(0, self._scroll_way(high, inside))
            painter.translate(inside.topLeft() - scrolled)
            context = QAbstractTextDocumentLayout.PaintContext()
            context.clip = QRectF(scrolled, inside.size())  # or all of a long page is drawn
            context.palette.setColor(QPalette.ColorRole.Text, _INK)
            self._page.documentLayout().draw(painter, context)
        else:
            painter.drawText(inside.adjusted(0, -self._scroll_way(high, inside), 0, max(0.0, high)), _WRAP, text)
        painter.restore()
        if high > inside.height():
            self._paint_scroll_mark(painter, box, inside.height() / high)

    def _paint_scroll_mark(self, painter: QPainter, box: QRectF, share: float) -> None:
        """Draw at the side of the text which part of it is seen, because the rest does not fit."""
        wide = self._hub.theme.metrics.pad_xs
        way = QRectF(box.right() - 2 * wide, box.top() + wide, wide, box.height() - 2 * wide)
        top = way.top() + way.height() * (1 - share) * self._display.scroll
        mark = QRectF(way.left(), top, wide, way.height() * share)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_INK)
        painter.drawRoundedRect(mark, wide / 2, wide / 2)

    def _inside(self, box: QRectF) -> QRectF:
        gap = self._hub.theme.metrics.pad_l
        return box.adjusted(gap, gap, -gap, -gap)

    def _scroll_way(self, high: float, inside: QRectF) -> float:
        return max(0.0, high - inside.height()) * self._display.scroll

    def _fitting_font(self, text: str, box: QRectF) -> tuple[QFont, float]:
        """Return the largest font in which a text fits into a box, or the smallest readable one; and its height."""
        inside, lengths = self._inside(box), self._hub.theme.metrics
        key = (text, inside.size(), self.height(), lengths.font_body)
        if self._fitted is not None and self._fitted[0] == key:
            return self._fitted[1:]
        least = lengths.font_body
        size = max(least, int(self.height() / (18 if self.picture_box.isEmpty() else 30)))
        if self._page is not None:
            self._page.set_pictures(self._images, max(1.0, inside.width()))
        if len(text) > _LONG or not self._is_quick:
            size = least  # a long text or a large table does not fit anyway, and each try takes time
        tries = 0
        while True:
            font = ui_font(size)
            high = self._height_of(text, font, max(1.0, inside.width()))
            if high <= inside.height() or size <= least:
                self._fitted = (key, font, high)
                return font, high
            tries += 1
            smaller = max(least, int(size * min(0.95, (inside.height() / high) ** 0.5)))
            size = smaller if tries < _MOST_TRIES else least  # pictures do not shrink with the font

    def _height_of(self, text: str, font: QFont, wide: float) -> float:
        """Return the height of a text in a font and a width; a note is laid out for them."""
        if self._page is None:
            room = QRectF(0, 0, wide, 1_000_000)
            return QFontMetricsF(font).boundingRect(room, _WRAP, text).height()
        self._page.set_font(font)
        self._page.setTextWidth(wide)
        return self._page.size().height()

    def _paint_pointer(self, painter: QPainter) -> None:
        pointer, area = self._display.pointer, self._pointed_area()
        if pointer is None or area.isEmpty():
            return
        at = QPointF(area.left() + pointer.x() * area.width(), area.top() + pointer.y() * area.height())
        radius = max(14.0, self.height() * 0.03)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, wide in ((QColor("black"), radius * 0.42), (_POINTER, radius * 0.26)):
            painter.setPen(QPen(colour, wide))
            painter.drawEllipse(at, radius, radius)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_POINTER)
        painter.drawEllipse(at, radius * 0.16, radius * 0.16)

    # mouse and keys

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom the picture at the mouse, or scroll the text."""
        turns = event.angleDelta().y() / 120
        if self.text_box.contains(event.position()) or not self._display.has_picture:
            self._scroll_text(-turns * 0.15)
        else:
            self._display.zoom_by(STEP**turns, self.place_at(event.position()))
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to move the picture, or to point."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = self._last = event.position()
            self._is_dragging = False
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the picture, or the text under the mouse."""
        if self._pressed is None:
            return
        way = event.position() - self._pressed
        if not self._is_dragging and way.manhattanLength() < QApplication.startDragDistance():
            return
        self._is_dragging = True
        step, self._last = event.position() - self._last, event.position()
        if self.text_box.contains(self._pressed):
            self._scroll_text(-step.y() / max(1.0, self.text_box.height()))
        elif not (whole := self.whole_picture).isEmpty():
            self._display.pan_by(QPointF(-step.x() / whole.width(), -step.y() / whole.height()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click points."""
        pressed, self._pressed = self._pressed, None
        if pressed is not None and not self._is_dragging and self._pointed_area().contains(event.position()):
            self._display.point_at(self.place_at(event.position()))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape hides the handout; plus, minus, 0 and the arrows move through the picture or the text."""
        display, key = self._display, event.key()
        arrows = {
            Qt.Key.Key_Left: (-_PAN, 0.0),
            Qt.Key.Key_Right: (_PAN, 0.0),
            Qt.Key.Key_Up: (0.0, -_PAN),
            Qt.Key.Key_Down: (0.0, _PAN),
        }
        if key == Qt.Key.Key_Escape:
            display.hide()
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            display.zoom_by(STEP)
        elif key == Qt.Key.Key_Minus:
            display.zoom_by(1 / STEP)
        elif key == Qt.Key.Key_0:
            display.fit()
        elif key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
            self._scroll_text(0.5 if key == Qt.Key.Key_PageDown else -0.5)
        elif key in arrows:
            across, down = arrows[Qt.Key(key)]
            if display.has_picture and display.zoom > 1:
                display.pan_by(QPointF(across, down) / display.zoom)
            else:
                self._scroll_text(down)
        event.accept()

    def _scroll_text(self, share: float) -> None:
        self._display.scroll_to(self._display.scroll + share)

    @Slot()
    def _take_pictures(self) -> None:
        """Lay the page out anew with the pictures that are ready now, and read the others."""
        before, self._images = self._images, {} if self._page is None else self._pictures.images(self._page.pictures)
        if before.keys() != self._images.keys():
            self._fitted = None
            self.update()

    @Slot()
    def _handout_changed(self) -> None:
        handout = self._display.handout
        self._fitted, self._page, self._images, self._is_quick = None, None, {}, True
        if handout is not None and handout.is_note:
            self._page = NoteDocument(self)
            self._page.setDocumentMargin(0)
            self._is_quick = is_quick(handout.text)
            self._page.show_note(handout.text)  # its links are plain text, whatever they lead to
            QTimer.singleShot(0, self, self._take_pictures)  # the text is drawn first
        self.setAccessibleName(_spoken_title(handout) if handout is not None else "")
        text = "" if handout is None else self._page.toPlainText() if self._page is not None else handout.text
        if handout is not None and handout.face is not None:
            text = " ".join(spoken_texts_of_face(handout.face))
        self.setAccessibleDescription(text)
        self.update()


def _spoken_title(handout: ShownHandout) -> str:
    """Return the title in words: that of a card names its suit or its numbers."""
    if handout.face is not None:
        return spoken_card_face(handout.face)
    named = handout.title or ui_text("handouts", "portrait.unnamed")
    return spoken_playing_card(handout.card) if handout.card else named
