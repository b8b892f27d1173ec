"""The hands of the people at one screen: mouse and keys on the real widgets, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QHoverEvent, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QPushButton,
    QScrollArea,
    QWidget,
)
from pytestqt.qtbot import QtBot

from engine.model.seats import SHARED
from tests.journeys.counted_input import CountedInput
from tests.journeys.screen import Screen, Watcher, breathe
from tests.on_screen import on_screen
from tests.vtt.shell_kit import wake
from vtt.shared.offers.offer_picker import OfferList
from vtt.widgets.message_dialog import MessageDialog

NONE = Qt.KeyboardModifier.NoModifier
CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
LEFT = Qt.MouseButton.LeftButton


class Hands(Screen):
    """The window, with eyes and hands.

    Attributes:
        input: the mouse and the keyboard, which count the gestures.
    """

    def __init__(self, qtbot: QtBot) -> None:
        super().__init__(qtbot)
        self.input = CountedInput()

    # The table by mouse.

    def at(self, thing: str) -> QPoint:
        """Return where on the table to point for a card, a place of a card, or a zone."""
        scene = self.table.table_scene
        zone, index = self._place(thing)
        if index is None:
            place = scene.static_items.place_of(zone)
            assert place is not None, f"{zone} has no place on the table"
            return place.center().toPoint()
        spot = scene.spots_of(zone)[index]
        # The index in the corner: a card in a fan is covered everywhere else.
        return spot.outline().map(QPointF(-spot.width * 0.40, -spot.height * 0.30)).toPoint()

    def _place(self, thing: str) -> tuple[str, int | None]:
        zone, mark, number = thing.rpartition("#")
        if mark:
            return zone, int(number)
        if thing in self.truth.zones:
            on_top = thing in self.table.table_scene.placement.piles and self.truth.zones[thing].cards
            return thing, 0 if on_top else None
        home = self.truth.zone_of(thing)
        assert home is not None, f"{thing} is no card on the table"
        return home, self.cards(home).index(thing)

    def drag(self, things: str | Sequence[str], zone: str, keys: Qt.KeyboardModifier = NONE) -> None:
        """Drag a card, several cards, or the top of a pile to a zone."""
        several = [things] if isinstance(things, str) else list(things)
        if len(several) > 1:
            for thing in several:
                self.click_table(self.at(thing), CTRL)
        target, _ = self._place(zone)
        place = self.table.table_scene.static_items.place_of(target)
        assert place is not None, f"{target} has no place on the table"
        self._carry(several[-1], place.center().toPoint(), keys)

    def drag_to(self, thing: str, kind: str, *names: str) -> None:
        """Drag a card to a part of the table that means something: a `slot` of a row, a `body`."""
        self._carry(thing, self.part(kind, *names))

    def click_part(self, kind: str, *names: str) -> None:
        """Click on a part of the table that means something."""
        self.click_table(self.part(kind, *names))

    def hover_part(self, kind: str, *names: str) -> None:
        """Let the pointer come to rest on it."""
        self.input.move(self.table.viewport(), QPoint(4, 4))
        self.input.move(self.table.viewport(), self.part(kind, *names))
        breathe()

    def part(self, kind: str, *names: str) -> QPoint:
        """Return where to point for a part of the table that means something."""
        hot = self.table.table_scene.static_items.regions
        found = next((h for h in hot if h.kind == kind and h.names[: len(names)] == names), None)
        assert found is not None, f"there is no {kind} {names} on the table"
        return found.rect.center().toPoint()

    def _carry(self, thing: str, end: QPoint, keys: Qt.KeyboardModifier = NONE) -> None:
        start, viewport = self.at(thing), self.table.viewport()
        self.input.drag(viewport, start, end, keys)
        breathe()

    def click_table(self, point: QPoint | None = None, keys: Qt.KeyboardModifier = NONE) -> None:
        """Click on the table: on the bare cloth if no point is given."""
        self.input.click(self.table.viewport(), point or QPoint(4, 4), keys)
        breathe()

    def right_click(self, kind: str, *names: str) -> None:
        """Ask for all that can be done with a part of the table that means something."""
        viewport, point = self.table.viewport(), self.part(kind, *names)
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, viewport.mapToGlobal(point))
        self.input.send(viewport, event)
        breathe()

    def double_click(self, thing: str) -> None:
        """Double-click on a card or a pile."""
        point, viewport = self.at(thing), self.table.viewport()
        self.input.double_click(viewport, point)
        breathe()

    @contextmanager
    def hold_to_look(self, name: str) -> Iterator[None]:
        """Hold the eye of a seat with the mouse; the hand turns down when the block ends."""
        seat = self._seat(name)
        eyes = (
            hot.rect for hot in self.table.table_scene.static_items.regions if hot.kind == "eye" and seat in hot.names
        )
        point = next(eyes).center().toPoint()
        self.input.hold(self.table.viewport(), point)
        breathe()
        try:
            yield
        finally:
            self.input.release(self.table.viewport(), point)
            breathe()

    def look_and_choose(self, name: str, card: str) -> None:
        """Hold the eye of a seat and release the mouse button on one of its cards."""
        seat, view = self._seat(name), self.table.viewport()
        eye = self.part("eye", seat)
        self.input.hold(view, eye)
        self.wait(lambda: self.table.looking_seat == seat)
        point = self.at(card)
        for step in range(1, 4):
            self.input.move(view, eye + (point - eye) * (step / 3))
        self.input.release(view, point)
        breathe()

    @contextmanager
    def hold_key(self, key: Qt.Key) -> Iterator[None]:
        """Hold a key down on whatever has the focus."""
        focus = QApplication.focusWidget() or self.house.window
        self.input.hold_key(focus, key)
        breathe()
        try:
            yield
        finally:
            self.input.release_key(QApplication.focusWidget() or self.house.window, key)
            breathe()

    # Buttons, lists and dialogs.

    def press(self, keys: str) -> None:
        """Press keys as they are written in the help: `Ctrl+Z`, `Return`, `Left`."""
        self.wait(self.has_keys)
        self.input.press(QApplication.focusWidget() or self.house.window, keys)
        breathe()

    def has_keys(self) -> bool:
        """Say whether the keys go to this program, to its dialog if there is one: the window manager gives them."""
        dialog = QApplication.activeModalWidget()
        return dialog.isActiveWindow() if dialog else QApplication.activeWindow() is not None

    def write(self, text: str) -> None:
        """Type into whatever has the focus."""
        self.wait(self.has_keys)
        self.input.write(QApplication.focusWidget() or self.house.window, text)
        breathe()

    def click_seat(self, name: str) -> None:
        """Click a person's button above the offers."""
        chip = self.page.table_room.offers.findChild(QPushButton, f"seat_{self._seat(name)}")
        assert chip is not None
        self.click(chip)

    def click_offer(self, words: str, seat: str = "") -> None:
        """Take the offer with these words: by its button, else from the list under “More”.

        Args:
            words: as they stand on the button, without the dots.
            seat: the person whose offer it is, if the bar may show somebody else's.
        """
        if seat and self.seat_shown() != seat:
            self.click_seat(seat)
        bar = self.page.table_room.offers
        tile = next((t for t in bar.tiles if t.isVisible() and t.accessibleName() == words), None)
        if tile is not None:
            assert not tile.is_denied, f"“{words}” cannot be taken: {tile.accessibleDescription()}"
            self.click(tile)
            return
        more = bar.findChild(QPushButton, "offers_more")
        assert more is not None, f"nothing called “{words}” among {self.offers()}"
        self.click(more)
        self.choose_offer(words)

    def choose_offer(self, words: str) -> None:
        """Take an offer out of the list that is open over the window: search it, then click it."""
        shown = [found for found in self.house.window.findChildren(OfferList) if found.isVisible()]
        assert len(shown) == 1, "no list of offers is open"
        search = shown[0].search
        self.input.write(search.field, "".join(c if c.isascii() else " " for c in words))  # Qt's test types no others
        titles = [str(search.model.index(row, 0).data()).removesuffix("…") for row in range(search.model.rowCount())]
        assert words in titles, titles
        self.click_row(search.list, titles.index(words))

    def click_row(self, view: QAbstractItemView, row: int) -> None:
        """Click a row of a list."""
        index = view.model().index(row, 0)
        rect = view.visualRect(index)
        assert view.viewport().rect().contains(rect.center())
        self.input.click(view.viewport(), rect.center())
        breathe()

    def click(self, widget: QWidget, at: QPoint | None = None) -> None:
        """Click a widget in the middle, after scrolling to it with the wheel where it is out of sight."""
        point = at or widget.rect().center()
        self.scroll_to(widget, point)
        # The window manager may not have given a new dialog its size yet.
        with suppress(self.qtbot.TimeoutError):
            self.qtbot.waitUntil(lambda: self._can_reach(widget, point))
        hit = widget.window().childAt(widget.mapTo(widget.window(), point))
        assert self._can_reach(widget, point), f"something covers {widget}: {hit}"
        self.input.click(widget, point)
        breathe()

    def _can_reach(self, widget: QWidget, point: QPoint) -> bool:
        """Say whether a click at a point of a widget comes to that widget."""
        hit = widget.window().childAt(widget.mapTo(widget.window(), point))
        return hit is widget or (hit is not None and widget.isAncestorOf(hit))

    def scroll_to(self, widget: QWidget, point: QPoint) -> None:
        """Turn the wheel until a point of a widget is in sight."""
        assert widget.isVisible(), widget
        parent = widget.parentWidget()
        while parent is not None and not isinstance(parent, QScrollArea):
            parent = parent.parentWidget()
        if parent is None:
            return
        view = parent.viewport()
        for _ in range(60):
            where = widget.mapTo(view, point)
            if view.rect().contains(where):
                return
            self.wheel(parent, up=where.y() < 0)
        # The window manager may not have given a dialog its size yet; where it has, this is what never comes true.
        self.wait(lambda: view.rect().contains(widget.mapTo(view, point)))

    def wheel(self, area: QAbstractScrollArea, *, up: bool) -> None:
        """Turn the wheel over something by one notch."""
        view = area.viewport()
        where = QPointF(view.rect().center())
        notch = QPoint(0, 120 if up else -120)
        event = QWheelEvent(
            where,
            view.mapToGlobal(where),
            QPoint(),
            notch,
            Qt.MouseButton.NoButton,
            NONE,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        self.input.send(view, event)
        breathe()

    def go_to(self, room: str) -> None:
        """Go to a room of the window by its key: table, characters, prep, story or options."""
        keys = {"table": "Ctrl+1", "characters": "Ctrl+2", "prep": "Ctrl+3", "story": "Ctrl+4", "options": "Ctrl+,"}
        self.press(keys[room])
        assert self.page.room == room

    def hover(self, thing: str) -> None:
        """Let the pointer rest on a card or a place."""
        point = QPointF(self.at(thing))
        view = self.table.viewport()
        event = QHoverEvent(QEvent.Type.HoverMove, point, view.mapToGlobal(point), point)
        QApplication.sendEvent(view, event)
        self.input.move(view, point.toPoint())

    def open_player_window(self) -> Watcher:
        """Open the players' own window and see with the GM's eyes in this one; return what remembers their faces."""
        self.press("F5")
        watcher = Watcher(self.players_board())
        on_screen(self.players_board().window())
        wake(self.house.window)
        self.press("Ctrl+Shift+2")
        question = QApplication.activeModalWidget()
        if isinstance(question, MessageDialog):  # both windows are on the one monitor of the tests
            self.wait(self.has_keys)
            self.click(question.buttons["show"])
            self.wait(self.has_keys)
        assert self.page.viewer != SHARED
        return watcher

    def _seat(self, name: str) -> str:
        return next(seat.id for seat in self.truth.seats.values() if seat.name == name)
