"""The plates of the seats whose names are out of sight: at an edge of what is seen, on free cloth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, TypeVar

from PySide6.QtCore import QMarginsF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QPushButton, QWidget

from engine.model.seats import Role
from engine.presentation.visibility import VisibleTable
from vtt.shared.fitted_text import text_width
from vtt.shared.screen_names import name_of_seat
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
_BADGE: Final = 1.24
"""The width of a badge, in icons."""
_CUT_BADGE: Final = 1.0
"""As much may be missing of a badge, in letters, while the name beside it is read: a plate would cover more."""
_CUT_HEIGHT: Final = 0.25
"""Such a share of the height of a name may be missing above or below: its letters are in the middle."""
_GAP: Final = 4.0
"""The distance in pixels between a plate and everything else."""
_MARGINS: Final = QMarginsF(_GAP, _GAP, _GAP, _GAP)

Place = TypeVar("Place", QRectF, QRectF | None)


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
        waited, corner = scene.static_items.waited, part.topLeft()
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
        pieces = pieces_in_view(scene, part, acting)
        room = self._parent.rect().toRectF().translated(corner)
        taken = [cell.in_scene(cell.plate) for cell in cells if cell not in hidden]
        taken += [rect.translated(corner) for rect in read if not rect.isEmpty()]
        places = {cell.seat: cell.in_scene(cell.plate) for cell in hidden}
        called = [name_of_seat(scene.view, seat) for seat in places]
        state = (places, called, waited, pieces, list(taken), room, self._hub.theme, self._parent.devicePixelRatioF())
        if state != self._placed_for:
            self._placed_for = state
            cloth = _Cloth(room, pieces, taken)
            self._place_all(scene.view, places, waited, cloth, is_for_mouse=is_for_mouse)
        for seat in places:
            plate = self._plates[seat]
            # With no place beside an open page or a question, that is read.
            plate.setVisible(not any(rect.intersects(QRectF(plate.geometry())) for rect in read))
            plate.raise_()

    def stack_under(self, cover: QWidget) -> None:
        """Put the plates under another widget beside them, if that is visible."""
        if cover.isVisible():
            for plate in self._plates.values():
                plate.stackUnder(cover)

    def _place_all(
        self,
        view: VisibleTable,
        names: Mapping[str, QRectF],
        waited: frozenset[str],
        cloth: _Cloth,
        *,
        is_for_mouse: bool,
    ) -> None:
        """Place plates first over the half names that they cover, and then those that the table waits for."""

        def size_of(seat: str, *, brief: bool = False) -> QSizeF:
            plate = self._plates[seat]
            dress_seat_button(plate, view, seat, self._hub, waited=seat in waited, brief=brief)
            plate.adjustSize()
            return plate.size().toSizeF()

        for seat in set(names) - set(self._plates):
            self._make_plate(seat, is_for_mouse=is_for_mouse)
        sizes = {seat: size_of(seat) for seat in names}
        boxes = {seat: cloth.over_name(sizes[seat], seat, name) for seat, name in names.items()}
        for seat in sorted(names, key=lambda each: each not in waited):
            box = boxes[seat] or cloth.beside_name(sizes[seat], partial(size_of, seat, brief=True), seat, names[seat])
            dress_seat_button(
                self._plates[seat],
                view,
                seat,
                self._hub,
                waited=seat in waited,
                brief=box.width() < sizes[seat].width(),
            )
            self._plates[seat].setGeometry(box.translated(-cloth.corner).toRect())

    def _make_plate(self, seat: str, *, is_for_mouse: bool) -> None:
        plate = self._plates[seat] = QPushButton(self._parent)
        plate.setProperty("seat", seat)
        plate.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # with the keyboard its cards are reached like all others
        plate.clicked.connect(partial(self._show_seat, seat))
        plate.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, not is_for_mouse)


class _Cloth:
    """The cloth that is seen, where plates get their places one after another.

    All places are places on the table; `corner` is the one in the top left corner of what is seen.
    """

    def __init__(self, room: QRectF, pieces: list[PieceInView], taken: list[QRectF]) -> None:
        self._room, self._pieces, self._taken = room, pieces, taken
        self.corner = room.topLeft()
        others = [piece for piece in pieces if not piece.seat]
        self._free = FreePlaces(room, [*(piece.rect for piece in others), *taken])
        self._unread = FreePlaces(room, [*(piece.rect for piece in others if not piece.is_room), *taken])

    def over_name(self, size: QSizeF, seat: str, name: QRectF) -> QRectF | None:
        """Return the place of a plate over all that is seen of a name, which is taken then; None if that is not free.

        Args:
            size: of the plate.
            seat: its seat.
            name: where the name of that seat is.
        """
        seen = name.intersected(self._room)
        if seen.isEmpty():
            return None
        others = self._other_names(seat)
        around = (places.around(size, seen, others) for places in (self._free, self._unread))
        return self._take(next(filter(None, around), None))

    def beside_name(self, usual: QSizeF, least: Callable[[], QSizeF], seat: str, name: QRectF) -> QRectF:
        """Return the place of a plate as near to a name as can be, which is taken then.

        It is on free cloth, else over free places for cards and backs of cards, both rather beside what is seen of the
        name than over a part of it; else at the edge, where it covers as little as can be.

        Args:
            usual: the size of the plate.
            least: its size without the name, for where there is no room for that.
            seat: its seat.
            name: where the name of that seat is.
        """
        is_seen = name.intersects(self._room)
        for own_name in ((name,), ()) if is_seen else ((),):
            for places in (self._free, self._unread):
                free = places.without([*self._other_names(seat), *own_name])
                for is_usual in (True, False):
                    size = usual if is_usual else least()
                    near = nearest_place(size, name.center(), self._room - _MARGINS)
                    place = free.nearest(size + QSizeF(_GAP, _GAP), near)
                    if place is not None:
                        return self._take(place - _MARGINS / 2)
        return self._take(self._least_covering(least(), seat, name))

    def _other_names(self, seat: str) -> list[QRectF]:
        return [piece.rect for piece in self._pieces if piece.seat and piece.seat != seat]

    def _take(self, place: Place) -> Place:
        if place is not None:
            self._taken.append(place)
            self._free.take(place)
            self._unread.take(place)
        return place

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
        written = text_width(name_of_seat(scene.view, cell.seat), font)
        signs = waited + (scene.view.seats[cell.seat].role is Role.GM)
        badge = m.ring + 2 * m.pad_s + m.icon * _BADGE
        wide = min(wide, badge + signs * (m.icon + m.pad_xs) + written)
    name = QRectF(plate.left(), plate.top(), min(plate.width(), wide), plate.height())
    cut = name.height() * _CUT_HEIGHT
    return name.adjusted(min(m.font_body * _CUT_BADGE, name.width() / 2), cut, 0, -cut)
