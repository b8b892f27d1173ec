"""Bags of chips in front of the seats and in the middle: their places and their pictures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from engine.presentation.visibility import VisibleTable
from vtt.shared.fitted_text import text_width, write_shaded_line
from vtt.shared.screen_names import bidi_isolated, clean_name, name_of_seat, plain_word, table_text
from vtt.shared.table_queries import HELD_KINDS, kind_of_zone
from vtt.table.display_state import DisplayState
from vtt.table.items.picture_layer import Z_CLOTH, PictureLayer
from vtt.table.layout.card_spread import CardSpot
from vtt.table.layout.piles_beside_hand import divided
from vtt.table.layout.table_plan import SeatCell, TablePlan
from vtt.table.layout.zone_placement import ZonePlacement
from vtt.table.painting.chip_painting import Z_COUNT, ChipStack, chip_count_font, lay_chip_stacks
from vtt.table.painting.pile_painting import paint_count_badge, paint_stitched_outline
from vtt.widgets.look.theme import Theme
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.look.ui_metrics import UiMetrics


@dataclass(frozen=True, slots=True)
class ChipBagPlace:
    """One bag: its room in the coordinates of its seat's cell, or of the scene if it belongs to no seat.

    Attributes:
        bag: its name.
        area: all of it; chips can be dropped here.
        label: the text beside the chips; empty where the owner is clear.
        head: the room of the label.
        stacks: the chips.
        cell: the seat's cell, None in the middle.
    """

    bag: str
    area: QRectF
    label: str
    head: QRectF
    stacks: tuple[ChipStack, ...]
    cell: SeatCell | None = None

    @property
    def in_scene(self) -> QRectF:
        """The area in scene coordinates."""
        return self.area if self.cell is None else self.cell.in_scene(self.area)

    def spots(self) -> list[tuple[ChipStack, CardSpot]]:
        """Return every chip's spot in the scene, stack by stack, from the top."""
        chip_spots = [(stack, stack.spot(index)) for stack in self.stacks for index in range(stack.discs)]
        if self.cell is None:
            return chip_spots
        return [(stack, spot.turned(self.cell.to_scene, self.cell.turn)) for stack, spot in chip_spots]


def place_chip_bags(view: VisibleTable, placement: ZonePlacement, plan: TablePlan) -> tuple[ChipBagPlace, ...]:
    """Return every bag at its place."""
    placed: list[ChipBagPlace] = []
    m = plan.lengths
    for cell in plan.cells:
        bags = placement.bags.get(cell.seat, ())
        piles = sum(kind_of_zone(zone) not in HELD_KINDS for zone in placement.beside.get(cell.seat, ()))
        _, room = divided(QRectF(cell.beside), m, piles, chips=bool(bags))
        high = room.height() / max(1, len(bags))
        for i, bag in enumerate(bags):
            area = QRectF(room.left(), room.top() + i * high, room.width(), high)
            placed.append(_bag(view, bag, area, m, cell, labelled=len(bags) > 1))
    wide = plan.pots.width() / max(1, len(placement.pots))
    for i, bag in enumerate(placement.pots):
        area = QRectF(plan.pots.left() + i * wide, plan.pots.top(), wide, plan.pots.height())
        placed.append(_bag(view, bag, area, m, None, labelled=True))
    return tuple(placed)


def _bag(
    view: VisibleTable, bag: str, area: QRectF, m: UiMetrics, cell: SeatCell | None, *, labelled: bool
) -> ChipBagPlace:
    label = chip_bag_name(view, bag) if labelled else ""
    room, head = QRectF(area), QRectF()
    if label:
        high = min(m.font_small * 1.5, max(area.height() * 0.3, m.least_line))
        head = QRectF(area.left(), area.bottom() - high, area.width(), high)
        room.setBottom(head.top())
    stacks = lay_chip_stacks(bag, view.chips[bag], room, m)
    if stacks:
        # One frame around everything that belongs together.
        wide = max(stacks[-1].cell.right(), *(s.cell.right() for s in stacks)) - stacks[0].cell.left()
        if label:
            wide = max(wide, text_width(label, ui_font(m.font_small)) + m.pad_m)
        wide = min(area.width(), wide + m.pad_m * 2)
        area = QRectF(area.center().x() - wide / 2, area.top(), wide, area.height())
    elif cell is None:
        wide = min(area.width(), max(m.chip * 3.0, text_width(label, ui_font(m.font_small)) + m.pad_m * 2))
        area = QRectF(area.center().x() - wide / 2, area.top(), wide, area.height())
    return ChipBagPlace(bag, area, label, head, stacks, cell)


def chip_bag_name(view: VisibleTable, bag: str) -> str:
    """Return the name of a bag: its person, its character, or a name of its own."""
    if bag in view.seats:
        return name_of_seat(view, bag)
    return bidi_isolated(clean_name(view.actors[bag].name)) if bag in view.actors else plain_word(bag)


def chip_stack_text(view: VisibleTable, stack: ChipStack) -> str:
    """Return the text of a stack for a screen reader."""
    return table_text(
        "spoken.stack", name=chip_bag_name(view, stack.bag), count=stack.count, colour=clean_name(stack.colour, 40)
    )


def chip_bag_text(view: VisibleTable, bag: str) -> str:
    """Return the text of a bag for a screen reader: its owner, and the number of chips of each colour."""
    counts = view.chips[bag].items()
    chips = ", ".join(f"{count} {clean_name(colour, 40)}" for colour, count in counts if count) or table_text(
        "spoken.chips_none"
    )
    return table_text("spoken.chips", name=chip_bag_name(view, bag), chips=chips)


def put_chip_bags(
    layer: PictureLayer,
    view: VisibleTable,
    bags: tuple[ChipBagPlace, ...],
    plan: TablePlan,
    display_state: DisplayState,
) -> None:
    """Put the bags on the cloth: their outlines, labels and counts; each only if it has changed."""
    m = plan.lengths
    for place in bags:
        lit, text = place.bag in display_state.lit_bags, chip_bag_text(view, place.bag)
        put = partial(_put_bag, layer, place, m, text, lit=lit)
        layer.part(f"bag and chips {place.bag}", (place, m, text, lit), put)


def _put_bag(layer: PictureLayer, place: ChipBagPlace, m: UiMetrics, text: str, *, lit: bool) -> None:
    theme, to_scene = layer.hub.theme, place.cell.to_scene if place.cell is not None else None
    look = (place.label, lit, not place.stacks, m)

    def paint(painter: QPainter) -> None:
        _paint_bag(painter, place, theme, m, lit=lit)

    layer.picture(f"bag {place.bag}", look, place.area, paint, Z_CLOTH, to_scene)
    layer.mark("bag", (place.bag,), place.in_scene, text)
    for stack in place.stacks:
        font = chip_count_font(stack.radius, m)

        def count(painter: QPainter, stack: ChipStack = stack, font: QFont = font) -> None:
            paint_count_badge(painter, stack.badge, str(stack.count), font, theme)

        name = f"count {stack.bag} {stack.colour}"
        layer.picture(name, (stack.count, m), stack.badge.adjusted(-1, -1, 1, 1), count, Z_COUNT, to_scene)


def _paint_bag(painter: QPainter, place: ChipBagPlace, theme: Theme, m: UiMetrics, *, lit: bool) -> None:
    frame = place.area.adjusted(2, 2, -2, -2)
    if lit:
        paint_stitched_outline(painter, frame, theme, m, float(m.radius), lit=True)
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
        write_shaded_line(
            painter, place.head, place.label, font, theme.colour("on_cloth"), QColor(0, 0, 0, 110), least=m.font_least
        )
