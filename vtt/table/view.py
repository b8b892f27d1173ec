"""The table as a widget that is touched by mouse and keys, and what they mean to it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QToolTip

from engine.play.offers import Offer
from vtt.table.about import about_actor, about_chips, about_place, about_seat, about_table
from vtt.table.aiming import about_body
from vtt.table.keys import seat_number
from vtt.table.places import aimed
from vtt.table.playing import Playable
from vtt.widgets.text import tip


class TableView(Playable):
    """The table that people play on; it is made like any `Board`."""

    _hovered: tuple[str, ...] = ()

    # Mouse.

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of a card, a chip, an eye or the cloth."""
        self._scene.motion.finish()
        self._marks.show_ring(shown=False)
        self._bubble.hide()
        self._bodies.card.put_away()
        if event.button() == Qt.MouseButton.LeftButton:
            self._pointer.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag what was taken hold of."""
        if not self._pointer.move(event):
            self._hover(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Lay down, or take a press for a click."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pointer.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Do the one thing that a pile is there for now."""
        if event.button() != Qt.MouseButton.LeftButton or not self._pointer.double_click(event.position()):
            self.mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for a menu of all that can be done here."""
        point = QPointF(event.pos())
        if event.reason() == QContextMenuEvent.Reason.Keyboard and self._marks.stop is not None:
            point = self._marks.stop.rect.center()
        place = self._gestures.piece_at(point)
        at = self._scene.fittings.at
        region = at(point, "region") if place is None and not self._opened else ()
        if region:
            self._bodies.show_location(region[0], region[2])
            event.accept()
            return
        body = at(point, "body") if place is None and not self._opened else ()
        zones = (place.zone,) if place is not None else () if body else at(point, "zone")
        actors, seats, bags = (at(point, kind) if not self._opened else () for kind in ("actor", "seat", "bag"))
        offers: list[Offer] = []
        lens = self.lens()
        if body:
            offers = about_body(lens, body[0], body[1])
        elif actors:
            offers = about_actor(lens, actors[0])
        elif seats:
            offers = about_seat(lens, seats[0])
        elif place is not None and place.colour:
            offers = about_chips(lens, place.zone, place.colour)
        elif zones:
            offers = about_place(lens, zones, place, self.active_seat)
        elif bags:
            offers = about_chips(lens, bags[0])
        if not offers and not (self._opened or zones or seats):
            offers = about_table(lens, self._hand())
        if offers:
            self.menu_wanted.emit(offers, self.viewport().mapToGlobal(point.toPoint()))
        event.accept()

    def _hover(self, point: QPointF) -> None:
        at = self._scene.fittings.at
        hand = bool(
            self._gestures.piece_at(point)
            or any(at(point, kind) for kind in ("eye", "setting", "region", "body", "crowd", "clock", "words"))
        )
        shape = Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor
        if self.viewport().cursor().shape() != shape:
            self.viewport().setCursor(shape)
        body = at(point, "body") if not self._opened and not self._gestures.dragging else ()
        if body != self._hovered:
            self._hovered = body
            self._foretell(body)

    def _foretell(self, body: tuple[str, ...]) -> None:
        """Tell at the pointer, before it is done, what the card in play would do to a body."""
        if body and body[0] in aimed(self._scene.view):
            hot = next(h for h in self._scene.fittings.hot if h.kind == "body" and h.names == body)
            told = self._scene.fittings.tip_at(hot.rect.center())
            self._bubble.explain(told.split("\n"), QPointF(hot.rect.center().x(), hot.rect.top()))
        elif not body:
            self._bubble.hide()

    def viewportEvent(self, event: QEvent) -> bool:
        """Show the full text of what is cut short, and a card large on which the pointer rests."""
        # When the table is taken apart nothing of it is there any more but what belongs to its class.
        if self._equipped and self._reader.watch(event):
            return True
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            # What is foretold of a body stands at the pointer already.
            silent = self._opened or (self._hovered and self._hovered[0] in aimed(self._scene.view))
            text = "" if silent else self._scene.fittings.tip_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), tip(text), self.viewport())
            return True
        return super().viewportEvent(event)

    # Keys.

    def event(self, event: QEvent) -> bool:
        """Keep the digits of the seats to the table while it has the focus, and Esc while there is something to end."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            digit = event.key() < Qt.Key.Key_Escape and 0 < seat_number(event) <= len(self._scene.view.seats)
            something = self._gestures.picked or self._opened or self._reader.shown or self.has_chosen
            escape = event.key() == Qt.Key.Key_Escape and something
            if digit or escape:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Answer the keys of the table."""
        if self.held_key(event):
            return
        self._scene.motion.finish()
        if event.key() == Qt.Key.Key_Alt:
            self._gestures.refresh(alt=True)
        if not self._keys.press(event):
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Let go of a key that was held."""
        if event.key() == Qt.Key.Key_Alt:
            self._gestures.refresh()
        if not self.held_key(event):
            event.ignore()

    def held_key(self, event: QKeyEvent) -> bool:
        """Answer a key that means something while it is held: a seat's, or the one that lets a drop go anywhere.

        The window may send keys here that other widgets got.
        """
        free = self._free_key.held
        answered = self._free_key.answer(event)
        if free != self._free_key.held:
            self._gestures.refresh()
        return answered or self._look_keys.answer(event)

    def forget_held_key(self) -> None:
        """End what a held key began: nobody could see it let go."""
        self._forget_free_key()
        if self._look_keys.forget():
            self._looker.unlook()

    def _forget_free_key(self) -> None:
        if self._free_key.held:
            self._free_key.held = False
            self._gestures.refresh()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Turn a hand down when the keys go elsewhere: nobody could see it let go."""
        super().focusOutEvent(event)
        self._look_keys.forget()
        self._forget_free_key()
        self._looker.unlook()
        self._reader.put_away()
        self._marks.show_ring(shown=False)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show where the keyboard stands, if it was the keyboard that came."""
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self._marks.show_ring(shown=True)
            if self._marks.stop is None:
                self._keys.walk(0, 0)

    # What happens round about.

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the table out anew, the curtain with it."""
        super().resizeEvent(event)
        self._reader.put_away()
        self._bodies.card.put_away()
        self._curtain.setGeometry(self.rect())
