"""The table widget of the main window: mouse, keyboard and focus events."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QMoveEvent,
    QNativeGestureEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip

from engine.presentation.offers import Offer
from vtt.shared.lists.search_list import ListEntry
from vtt.shared.seat_keys import seat_number_of_key
from vtt.shared.table_queries import sides_by_body
from vtt.table.input.body_targeting import body_menu_offers
from vtt.table.input.context_menu import (
    actor_menu_offers,
    chip_menu_offers,
    place_menu_offers,
    seat_menu_offers,
    table_menu_offers,
)
from vtt.table.input.keyboard_input import ORDER_KEY
from vtt.table.input.zoom_gestures import growth_of_pinch, growth_of_wheel
from vtt.table.interactive_table_screen import InteractiveTableScreen
from vtt.widgets.plain_text import tip
from vtt.widgets.visible_part import visible_part


class GameTableView(InteractiveTableScreen):
    """The table that people play on. It is created like any `TableScreen`."""

    _hovered: tuple[str, ...] = ()

    # Mouse.

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Press on a card, a chip, an eye or the cloth."""
        self._scene.animator.finish()
        self._selection_marks.show_ring(shown=False)
        self._bubble.hide()
        self._body_input.card.close_card()
        if event.button() == Qt.MouseButton.LeftButton:
            self._mouse_input.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the pressed card or chip."""
        if not self._mouse_input.move(event):
            self._hover(event.position())
        elif self._drag_controller.dragging:
            self.dragged.emit(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop what is dragged, or treat the press as a click."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._mouse_input.release(event)
            self.drag_ended.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Play the card, or take the one offer that a pile has now; on the free cloth, look closer or go back."""
        if event.button() != Qt.MouseButton.LeftButton:
            self.mousePressEvent(event)
        elif self._mouse_input.is_free_cloth(event.position()):
            self.closer_wanted.emit(event.position())
        elif not self._mouse_input.double_click(event.position()):
            self.mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Look closer at the point under the pointer, or less close."""
        self._card_reader.hide()
        self.zoom_wanted.emit(growth_of_wheel(event), event.position())
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for a menu of everything that can be done here."""
        point = QPointF(event.pos())
        if event.reason() == QContextMenuEvent.Reason.Keyboard and self._selection_marks.focus_target is not None:
            point = self._selection_marks.focus_target.rect.center()
        place = self._drag_controller.item_at(point)
        at = self._scene.static_items.at
        region = at(point, "region") if place is None and not self._opened else ()
        if region:
            self._body_input.show_location(region[0], region[2])
            event.accept()
            return
        body = at(point, "body") if place is None and not self._opened else ()
        zones = (place.zone,) if place is not None else () if body else at(point, "zone")
        covered = self._opened or self._drag_controller.is_in_front(place)
        actors, seats, bags = (at(point, kind) if not covered else () for kind in ("actor", "seat", "bag"))
        offers: list[Offer] = []
        others: list[ListEntry] = []
        viewer_campaign = self.viewer_campaign()
        if body:
            offers = body_menu_offers(viewer_campaign, body[0], body[1])
        elif actors:
            offers = actor_menu_offers(viewer_campaign, actors[0])
            others = self.portrait_entries(actors[0])
        elif seats:
            offers = seat_menu_offers(viewer_campaign, seats[0])
        elif place is not None and place.colour:
            offers = chip_menu_offers(viewer_campaign, place.zone, place.colour)
        elif zones:
            offers = place_menu_offers(viewer_campaign, zones, place, self.active_seat)
            shown = self._card_showing.entry(place)
            others = [shown] if shown is not None else []
        elif bags:
            offers = chip_menu_offers(viewer_campaign, bags[0])
        if not offers and not (self._opened or zones or seats):
            offers = table_menu_offers(viewer_campaign, self._hand())
        if offers or others:
            self.open_menu(offers, {}, point, others)
        event.accept()

    def _hover(self, point: QPointF) -> None:
        at = self._scene.static_items.at
        hand = bool(
            self._drag_controller.item_at(point)
            or self._question_input.has_odds_at(point)
            or any(at(point, kind) for kind in ("eye", "order", "setting", "region", "body", "crowd", "clock", "words"))
        )
        shape = Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor
        if self.viewport().cursor().shape() != shape:
            self.viewport().setCursor(shape)
        body = at(point, "body") if not self._opened and not self._drag_controller.dragging else ()
        if body != self._hovered:
            self._hovered = body
            self._foretell(body)

    def _foretell(self, body: tuple[str, ...]) -> None:
        """Show at the pointer what the card in play would do to a body."""
        if body and body[0] in sides_by_body(self._scene.view):
            region = next(h for h in self._scene.static_items.regions if h.kind == "body" and h.names == body)
            preview = self._scene.static_items.tip_at(region.rect.center())
            self._bubble.explain(preview.split("\n"), QPointF(region.rect.center().x(), region.rect.top()))
        elif not body:
            self._bubble.hide()

    def viewportEvent(self, event: QEvent) -> bool:
        """Show the full text of shortened labels, and a card large while the pointer rests on it."""
        # During destruction only the class's own attributes still exist.
        if self._input_ready and self._card_reader.watch(event):
            return True
        if isinstance(event, QNativeGestureEvent):
            self.zoom_wanted.emit(growth_of_pinch(event), event.position())
            return True
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            # The preview for a body is at the pointer already.
            silent = self._opened or (self._hovered and self._hovered[0] in sides_by_body(self._scene.view))
            text = "" if silent else self._scene.static_items.tip_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), tip(text), self.viewport())
            return True
        return super().viewportEvent(event)

    # Keys.

    def event(self, event: QEvent) -> bool:
        """Keep the seats' digits for the table while it has the focus, and Esc while there is something to end."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            digit = event.key() < Qt.Key.Key_Escape and 0 < seat_number_of_key(event) <= len(self._scene.view.seats)
            something = self._drag_controller.picked or self._opened or self._card_reader.shown or self.has_chosen
            something = something or self._question_input.is_asking
            escape = event.key() == Qt.Key.Key_Escape and something
            if digit or escape:
                event.accept()
                return True
        return super().event(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Let Tab go to the question that the cards on the table answer, and back."""
        bubble = self._question_input.bubble if self._input_ready and self._question_input.asks_about_cards else None
        if bubble is None:
            return super().focusNextPrevChild(forward)
        bubble.focus_first(last=not forward)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Answer the keys of the table."""
        if self.held_key(event):
            return
        self._scene.animator.finish()
        if event.key() == Qt.Key.Key_Alt:
            self._drag_controller.light_drop_targets(alt=True)
        if not self._keyboard_input.press(event):
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Handle the release of a held key."""
        if event.key() == Qt.Key.Key_Alt:
            self._drag_controller.light_drop_targets()
        if not self.held_key(event):
            event.ignore()

    def held_key(self, event: QKeyEvent) -> bool:
        """Handle a key that acts while it is held: a seat's key, or the one that allows a free drop.

        The window may send keys here that other widgets got.
        """
        free = self._free_key.held
        answered = self._free_key.answer(event)
        if free != self._free_key.held:
            self._drag_controller.light_drop_targets()
        return answered or self._hand_peek_keys.answer(event) or self._order_key(event)

    def _order_key(self, event: QKeyEvent) -> bool:
        """Show the hand that is looked at in another order, wherever the focus is. Return whether that was the key."""
        is_pressed = event.type() == QEvent.Type.KeyPress and not event.isAutoRepeat()
        if event.key() != ORDER_KEY or event.modifiers() or not self.looking_seat or not is_pressed:
            return False
        self._keyboard_input.choose_next_order()
        return True

    def forget_held_key(self) -> None:
        """End what a held key began, when its release would go unnoticed."""
        self._forget_free_key()
        if self._hand_peek_keys.forget():
            self._hand_peek.end()

    def _forget_free_key(self) -> None:
        if self._free_key.held:
            self._free_key.held = False
            self._drag_controller.light_drop_targets()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Turn a hand down when the focus leaves, because the release of the key would go unnoticed."""
        super().focusOutEvent(event)
        self._hand_peek_keys.forget()
        self._keyboard_input.forget_held_keys()
        self._forget_free_key()
        self._hand_peek.end()
        self._card_reader.hide()
        self._selection_marks.show_ring(shown=False)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus ring if the focus came by keyboard."""
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self._selection_marks.show_ring(shown=True)
            if self._selection_marks.focus_target is None:
                self._keyboard_input.walk(0, 0)

    # Focus and size.

    def moveEvent(self, event: QMoveEvent) -> None:
        """Keep the curtain over the part that is seen, and everything that is beside a place at that place."""
        super().moveEvent(event)
        self._card_reader.hide()
        self._question_input.follow()
        self._privacy_curtain.setGeometry(visible_part(self))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out the table again, and the curtain with it."""
        super().resizeEvent(event)
        self._card_reader.hide()
        self._body_input.card.close_card()
        self._privacy_curtain.setGeometry(visible_part(self))
