"""Where the bags of chips have their places: before the seats and in the middle; and what is drawn there."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from engine.play.sight import View
from vtt.table.canvas import Z_CLOTH, Canvas
from vtt.table.chips import Z_COUNT, Stack, count_font, lay_stacks
from vtt.table.fan import Spot
from vtt.table.naming import clean, isolated, name_of_seat, plain_word, tell
from vtt.table.picture import width_of, write_shaded
from vtt.table.pile import count_badge, stitched
from vtt.table.places import HELD_KINDS, Places, kind_of_zone
from vtt.table.plan import Cell, Plan
from vtt.table.showing import Showing
from vtt.widgets.fonts import ui_font
from vtt.widgets.metrics import Metrics
from vtt.widgets.theme import Theme


@dataclass(frozen=True, slots=True)
class BagPlace:
    """One bag: its room in the coordinates of its seat's cell, or of the scene where it is nobody's.

    Attributes:
        bag: its name.
        area: all of it; here chips are laid.
        label: what stands there besides the chips; empty where it is plain whose they are.
        head: where the label stands.
        stacks: the chips.
        cell: the seat's place, None in the middle.
    """

    bag: str
    area: QRectF
    label: str
    head: QRectF
    stacks: tuple[Stack, ...]
    cell: Cell | None = None

    @property
    def in_scene(self) -> QRectF:
        """Where it is on the table."""
        return self.area if self.cell is None else self.cell.in_scene(self.area)

    def spots(self) -> list[tuple[Stack, Spot]]:
        """Return every chip's spot on the table, stack by stack, from the top."""
        found = [(stack, stack.spot(index)) for stack in self.stacks for index in range(stack.discs)]
        if self.cell is None:
            return found
        return [(stack, spot.turned(self.cell.way, self.cell.turn)) for stack, spot in found]


def place_bags(view: View, places: Places, plan: Plan) -> tuple[BagPlace, ...]:
    """Return every bag in its place."""
    found: list[BagPlace] = []
    m = plan.lengths
    for cell in plan.cells:
        bags = places.bags.get(cell.seat, ())
        room = QRectF(cell.beside)
        if any(kind_of_zone(zone) not in HELD_KINDS for zone in places.beside.get(cell.seat, ())):
            room.setTop(room.center().y())
        high = room.height() / max(1, len(bags))
        for i, bag in enumerate(bags):
            area = QRectF(room.left(), room.top() + i * high, room.width(), high)
            found.append(_bag(view, bag, area, m, cell, labelled=len(bags) > 1))
    wide = plan.pots.width() / max(1, len(places.pots))
    for i, bag in enumerate(places.pots):
        area = QRectF(plan.pots.left() + i * wide, plan.pots.top(), wide, plan.pots.height())
        found.append(_bag(view, bag, area, m, None, labelled=True))
    return tuple(found)


def _bag(view: View, bag: str, area: QRectF, m: Metrics, cell: Cell | None, *, labelled: bool) -> BagPlace:
    label = name_of_bag(view, bag) if labelled else ""
    room, head = QRectF(area), QRectF()
    if label:
        high = min(m.font_small * 1.5, area.height() * 0.3)
        head = QRectF(area.left(), area.bottom() - high, area.width(), high)
        room.setBottom(head.top())
    stacks = lay_stacks(bag, view.chips[bag], room, m)
    if stacks:
        # What lies together is framed together.
        wide = max(stacks[-1].cell.right(), *(s.cell.right() for s in stacks)) - stacks[0].cell.left()
        if label:
            wide = max(wide, width_of(label, ui_font(m.font_small)) + m.pad_m)
        wide = min(area.width(), wide + m.pad_m * 2)
        area = QRectF(area.center().x() - wide / 2, area.top(), wide, area.height())
    elif cell is None:
        wide = min(area.width(), max(m.chip * 3.0, width_of(label, ui_font(m.font_small)) + m.pad_m * 2))
        area = QRectF(area.center().x() - wide / 2, area.top(), wide, area.height())
    return BagPlace(bag, area, label, head, stacks, cell)


def name_of_bag(view: View, bag: str) -> str:
    """Return what a bag is called: by its person, its character, or its own name."""
    if bag in view.seats:
        return name_of_seat(view, bag)
    return isolated(clean(view.actors[bag].name)) if bag in view.actors else plain_word(bag)


def stack_words(view: View, stack: Stack) -> str:
    """Return what a screen reader says of a stack."""
    return tell("spoken.stack", name=name_of_bag(view, stack.bag), count=stack.count, colour=clean(stack.colour, 40))


def bag_words(view: View, bag: str) -> str:
    """Return what a screen reader says of a bag: whose it is, and how many chips of each colour."""
    held = view.chips[bag].items()
    chips = ", ".join(f"{count} {clean(colour, 40)}" for colour, count in held if count) or tell("spoken.chips_none")
    return tell("spoken.chips", name=name_of_bag(view, bag), chips=chips)


def put_bags(canvas: Canvas, view: View, bags: tuple[BagPlace, ...], plan: Plan, showing: Showing) -> None:
    """Put the bags on the cloth: where chips may be laid, what they are called, and how many there are."""
    m, theme = plan.lengths, canvas.hub.theme
    for place in bags:
        lit = place.bag in showing.lit_bags
        way = place.cell.way if place.cell is not None else None
        look = (place.label, lit, not place.stacks, m)

        def paint(painter: QPainter, place: BagPlace = place, lit: bool = lit) -> None:
            _paint_bag(painter, place, theme, m, lit=lit)

        canvas.picture(f"bag {place.bag}", look, place.area, paint, Z_CLOTH, way)
        canvas.mark("bag", (place.bag,), place.in_scene, bag_words(view, place.bag))
        for stack in place.stacks:
            font = count_font(stack.radius, m)

            def count(painter: QPainter, stack: Stack = stack, font: QFont = font) -> None:
                count_badge(painter, stack.badge, str(stack.count), font, theme)

            name = f"count {stack.bag} {stack.colour}"
            canvas.picture(name, (stack.count, m), stack.badge.adjusted(-1, -1, 1, 1), count, Z_COUNT, way)


def _paint_bag(painter: QPainter, place: BagPlace, theme: Theme, m: Metrics, *, lit: bool) -> None:
    frame = place.area.adjusted(2, 2, -2, -2)
    if lit:
        stitched(painter, frame, theme, m, float(m.radius), lit=True)
    if not place.stacks:
        side = min(m.chip * 1.5, frame.width() * 0.6)
        ring = QRectF(0, 0, side, side * 0.55)
        ring.moveCenter(frame.center())
        pen = QPen(theme.colour("cloth_line", 0.85), max(1.2, m.hair * 1.3))
        pen.setDashPattern([4.0, 3.0])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(ring)
    if place.label:
        font = ui_font(m.font_small, weight=QFont.Weight.DemiBold)
        write_shaded(
            painter, place.head, place.label, font, theme.colour("on_cloth"), QColor(0, 0, 0, 110), squeeze=0.8
        )
