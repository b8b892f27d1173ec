"""The plates of the seats whose names are out of sight: at an edge of what is seen, on free cloth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import QMarginsF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QPushButton, QWidget

from engine.presentation.visibility import VisibleTable
from vtt.shared.fitted_text import text_width
from vtt.shared.screen_names import name_of_seat
from vtt.shared.table_queries import seats_waited_for
from vtt.table.layout.edge_places import nearest_place, place_at_edge
from vtt.table.layout.free_places import FreePlaces
from vtt.table.layout.table_plan import SeatCell
from vtt.table.scene.pieces_in_view import PieceInView, pieces_in_view
from vtt.table.scene.table_scene import TableScene
from vtt.table.seats.seat_button import dress_seat_button
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.look.ui_fonts import ui_font

_NAME_WIDTH: Final = 5.5
"""The width of a badge and the start of a name, in letters."""
_CUT_BADGE: Final = 1.0
"""As much may be missing of a badge, in letters, while the name beside it is read: a plate would cover more."""
_CUT_HEIGHT: Final = 0.2
"""Such a share of the height of a name may be missing above or below: its letters are in the middle."""
_GAP: Final = 4.0
"""The distance in pixels between a plate and everything else."""
_MARGINS: Final = QMarginsF(_GAP, _GAP, _GAP, _GAP)


class UnseenSeatPlates:
    """Shows a plate for each seat whose name is not seen.

    Args:
        parent: the widget through which the table is seen.
        hub: the theme.
        show_seat: what a click on the plate of a seat does.
    """

    def __init__(self, parent: QWidget, hub: ThemeHub, show_seat: Callable[[str], None]) -> None:
        self._parent, self._hub, self._show_seat = parent, hub, show_seat
        self._plates: dict[str, QPushButton] = {}
        self._placed_for: tuple[object, ...] = ()

    def place(
        self, scene: TableScene, part: QRectF, acting: str, read: Sequence[QRectF], *, is_for_mouse: bool
    ) -> None:
        """Place the plates.

        Args:
            scene: the table.
            part: what is seen of it.
            acting: the seat that acts.
            read: where pages and questions are, in the widget.
            is_for_mouse: whether a click on a plate does something.
        """
        waited, corner = seats_waited_for(scene.view), part.topLeft()
        # The plan may still be that of another campaign or viewer.
        cells = [cell for cell in scene.plan.cells if cell.seat in scene.view.seats]
        names = {cell.seat: _name_room(scene, cell, waited=cell.seat in waited) for cell in cells}
        hidden = [cell for cell in cells if not part.contains(names[cell.seat])]
        for seat in set(self._plates) - {cell.seat for cell in hidden}:
            plate = self._plates.pop(seat)
            plate.hide()
            plate.deleteLater()
        if not hidden:
            self._placed_for = ()
            return
        pieces = [replace(piece, rect=piece.rect.translated(-corner)) for piece in pieces_in_view(scene, part, acting)]
        room = self._parent.rect().toRectF()
        taken = [cell.in_scene(cell.plate).translated(-corner) for cell in cells if cell not in hidden]
        taken += [rect for rect in read if not rect.isEmpty()]
        places = {cell.seat: cell.in_scene(cell.plate).translated(-corner) for cell in hidden}
        called = [name_of_seat(scene.view, seat) for seat in places]
        state = (places, called, waited, pieces, list(taken), room, self._hub.theme, self._parent.devicePixelRatioF())
        if state != self._placed_for:
            self._placed_for = state
            cloth = _Cloth(room, pieces, taken)
            # First those whose half names can be covered, then those that the table waits for.
            half_seen = {seat for seat, name in places.items() if name.intersects(room)}
            for seat in sorted(places, key=lambda each: (each not in half_seen, each not in waited)):
                plate = self._plates.get(seat) or self._make_plate(seat, is_for_mouse=is_for_mouse)
                self._place_one(plate, scene.view, seat, places[seat], cloth, waited=seat in waited)
        for seat in places:
            plate = self._plates[seat]
            # With no place beside an open page or a question, that is read.
            plate.setVisible(not any(rect.intersects(QRectF(plate.geometry())) for rect in read))
            plate.raise_()

    def _place_one(
        self, plate: QPushButton, view: VisibleTable, seat: str, name: QRectF, cloth: _Cloth, *, waited: bool
    ) -> None:
        def size(brief: bool) -> QSizeF:
            dress_seat_button(plate, view, seat, self._hub, waited=waited, brief=brief)
            plate.adjustSize()
            return plate.size().toSizeF()

        usual = size(False)
        box = cloth.place_for(usual, partial(size, True), seat, name)
        dress_seat_button(plate, view, seat, self._hub, waited=waited, brief=box.width() < usual.width())
        plate.setGeometry(box.toRect())

    def _make_plate(self, seat: str, *, is_for_mouse: bool) -> QPushButton:
        plate = self._plates[seat] = QPushButton(self._parent)
        plate.setProperty("seat", seat)
        plate.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # with the keyboard its cards are reached like all others
        plate.clicked.connect(partial(self._show_seat, seat))
        plate.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, not is_for_mouse)
        return plate


class _Cloth:
    """The cloth that is seen, where plates get their places one after another."""

    def __init__(self, room: QRectF, pieces: list[PieceInView], taken: list[QRectF]) -> None:
        self._room, self._pieces, self._taken = room, pieces, taken
        others = [piece for piece in pieces if not piece.seat]
        self._free = FreePlaces(room, [*(piece.rect for piece in others), *taken])
        self._unread = FreePlaces(room, [*(piece.rect for piece in others if not piece.is_room), *taken])

    def place_for(self, usual: QSizeF, least: Callable[[], QSizeF], seat: str, name: QRectF) -> QRectF:
        """Return a place for a plate, which is taken then.

        It is over what is seen of the name if it can be, which would be left over beside it; else on free cloth; else
        over free places for cards and backs of cards; else at the edge where it covers as little as can be.

        Args:
            usual: the size of the plate.
            least: its size without the name, for where there is no room for that.
            seat: its seat.
            name: where the name of that seat is.
        """
        place = next(self._places(usual, least, seat, name), None) or self._least_covering(least(), seat, name)
        self._taken.append(place)
        self._free.take(place)
        self._unread.take(place)
        return place

    def _places(self, usual: QSizeF, least: Callable[[], QSizeF], seat: str, name: QRectF) -> Iterator[QRectF]:
        names = [piece.rect for piece in self._pieces if piece.seat and piece.seat != seat]
        seen = name.intersected(self._room)
        for places in (self._free, self._unread):
            free = places.without(names)
            for size_of in (lambda: usual, least):
                size = size_of()
                if not seen.isEmpty() and (over := free.around(size, seen)) is not None:
                    yield over
                near = nearest_place(size, name.center(), self._room - _MARGINS)
                if (beside := free.nearest(size + QSizeF(_GAP, _GAP), near)) is not None:
                    yield beside - _MARGINS / 2

    def _least_covering(self, size: QSizeF, seat: str, name: QRectF) -> QRectF:
        others = [piece.rect for piece in self._pieces if not piece.is_title and piece.seat != seat]
        titles = [piece.rect for piece in self._pieces if piece.is_title]
        return place_at_edge(size, name.center(), self._room - _MARGINS, self._taken, others, titles)


def _name_room(scene: TableScene, cell: SeatCell, *, waited: bool) -> QRectF:
    """Return the part of a seat's plate that has most of its badge and its name, or the start of a long one."""
    plate, m = cell.in_scene(cell.plate), scene.plan.lengths
    wide = m.font_body * _NAME_WIDTH
    if not scene.display_state.portraits:
        font = ui_font(m.font_body, weight=QFont.Weight.DemiBold)
        name = text_width(name_of_seat(scene.view, cell.seat), font)
        wide = min(wide, (m.icon + m.pad_s) * (2 + waited) + name)
    name = QRectF(plate.left(), plate.top(), min(plate.width(), wide), plate.height())
    cut = name.height() * _CUT_HEIGHT
    return name.adjusted(min(m.font_body * _CUT_BADGE, name.width() / 2), cut, 0, -cut)
