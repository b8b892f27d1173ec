"""The table as a graphics scene: each card is an item with a finished picture, the rest a few pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from PySide6.QtCore import QObject, QPointF, QRectF, QSizeF
from PySide6.QtWidgets import QGraphicsScene

from engine.presentation.card_flights import CardFlight
from engine.presentation.stations import Station
from engine.presentation.visibility import VisibleTable, VisibleZone
from vtt.shared.card_faces.card_face_cache import CardFaceCache
from vtt.shared.table_queries import kind_of_zone
from vtt.table.display_state import DisplayState
from vtt.table.items.card_item import CardItem, CardPictures
from vtt.table.items.card_layout import CardLayout, SpotsByIndex
from vtt.table.items.card_tracking import ArrivingCard, CardRow, track_cards
from vtt.table.items.chip_items import ChipItems
from vtt.table.items.item_animation import GLIDE_MS, LONGEST_STAGGER_MS, STAGGER_MS, ItemAnimator, ItemFlight
from vtt.table.items.movable_item import MovableItem
from vtt.table.layout.card_spread import CardSpot
from vtt.table.layout.seat_layout import SeatNeeds, seat_needs
from vtt.table.layout.table_layout import lay_out_table
from vtt.table.layout.table_plan import LayoutNeeds, TablePlan
from vtt.table.layout.zone_placement import ZonePlacement, place_zones
from vtt.table.painting.chip_painting import ChipStack
from vtt.table.painting.story_clock import has_story_clock
from vtt.table.scene.chip_bag_items import ChipBagPlace, chip_bag_name, place_chip_bags
from vtt.table.scene.static_items import StaticItems
from vtt.table.seats.character_summary import has_drawable_body, summarised_actors, summary_line_count
from vtt.widgets.layouts.punctual_scene import PunctualScene
from vtt.widgets.look.theme import ThemeHub

Z_FLYING: Final = 700.0
Z_HELD: Final = 900.0


class TableScene(PunctualScene):
    """Shows one view. Scene pixels are widget pixels.

    Args:
        hub: the theme and the icons.
        faces: the pictures of cards.
        parent: the Qt owner.
        like: another scene of the same table; its pictures are used where they are the same.

    Attributes:
        magnification: the size of everything relative to a table at 100 %.
    """

    def __init__(
        self, hub: ThemeHub, faces: CardFaceCache, parent: QObject | None = None, *, like: TableScene | None = None
    ) -> None:
        super().__init__(parent)
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.pictures: CardPictures = like.pictures if like is not None else CardPictures(faces, hub.theme)
        self.animator = ItemAnimator(self)
        self.static_items = StaticItems(self, hub)
        if like is not None:
            self.static_items.borrow(like.static_items)
        self.chips = ChipItems(self, hub.theme)
        self.held_items: set[MovableItem] = set()
        self.magnification = 1.0
        self._hub = hub
        self._view: VisibleTable | None = None
        self._placement: ZonePlacement | None = None
        self._needs = LayoutNeeds()
        self._placed_for: Mapping[str, Station] | None = None
        self._plan: TablePlan | None = None
        self._layout_key: tuple[QSizeF, float, ZonePlacement, LayoutNeeds] | None = None
        self._display_state = DisplayState()
        self._dpr = 1.0
        self._rows: dict[str, CardRow] = {}
        self._card_layout = CardLayout()
        self._spots: dict[str, SpotsByIndex] = {}
        self._bags: tuple[ChipBagPlace, ...] = ()
        self._placed_chips: tuple[object, ...] = ()
        self._chip_spots: list[tuple[ChipStack, CardSpot]] = []
        self._needs_redraw = False

    @property
    def view(self) -> VisibleTable:
        """The view that is shown."""
        assert self._view is not None
        return self._view

    @property
    def placement(self) -> ZonePlacement:
        """The zones at their places."""
        assert self._placement is not None
        return self._placement

    @property
    def plan(self) -> TablePlan:
        """The layout of the table."""
        assert self._plan is not None
        return self._plan

    @property
    def display_state(self) -> DisplayState:
        """The display state."""
        return self._display_state

    @property
    def dpr(self) -> float:
        """The device pixel ratio of the pictures."""
        return self._dpr

    @property
    def is_animated(self) -> bool:
        """True if cards may glide."""
        return not self._hub.theme.reduced_motion

    def cards(self) -> list[CardItem]:
        """Return every visible card."""
        return [item for row in self._rows.values() for item in row if isinstance(item, CardItem)]

    def card(self, zone: str, index: int) -> CardItem | None:
        """Return the item of a card if it is visible."""
        row = self._rows.get(zone, [])
        item = row[index] if 0 <= index < len(row) else None
        return item if isinstance(item, CardItem) else None

    def movable_items(self) -> list[MovableItem]:
        """Return everything that can be picked up: cards and chips."""
        return [*self.cards(), *self.chips.all()]

    def movable_item(self, zone: str, index: int, colour: str = "") -> MovableItem | None:
        """Return the item of a card, or of a chip of that colour in a bag, if it is drawn."""
        return self.chips.item(zone, colour, index) if colour else self.card(zone, index)

    def has(self, zone: str, index: int, colour: str = "") -> bool:
        """Return whether there is such a visible card or such a chip, drawn or not."""
        if colour:
            return 0 <= index < self.view.chips.get(zone, {}).get(colour, 0)
        return self.card(zone, index) is not None

    @property
    def bags(self) -> tuple[ChipBagPlace, ...]:
        """The bags of chips at their places."""
        return self._bags

    def spots_of(self, zone: str) -> SpotsByIndex:
        """Return the spots of a zone's visible cards, by index."""
        return self._spots.get(zone, {})

    def spots_at_rest(self, zone: str) -> SpotsByIndex:
        """Return the spots of a zone's visible cards, by index, as if none of them was raised."""
        lowered = self._card_layout.lowered(zone)
        return self.spots_of(zone) if lowered is None or zone == self._display_state.opened else lowered

    def order_of(self, zone: str) -> tuple[int, ...]:
        """Return the indices of a zone's cards as they are shown: from left to right, or from the top."""
        count = self.view.zones[zone].count
        order = self._display_state.orders.get(zone, ())
        return order if len(order) == count else tuple(range(count))

    def is_playable(self, zone: str, index: int) -> bool:
        """Return whether a card is marked as one that answers a question, or that the seat that looks can play now."""
        return index in self._display_state.marked.get(zone, ())

    def face(self, zone: str, index: int) -> str | None:
        """Return the face that is shown at a place now: known to the viewer, or turned up by a look."""
        face = self.view.zones[zone].face(index)
        look = self._display_state.looks.get(zone)
        if face is None and look is not None and index < look.count == self.view.zones[zone].count:
            return look.face(index)
        return face

    def show_table(
        self,
        view: VisibleTable,
        display_state: DisplayState,
        size: QSizeF,
        dpr: float,
        flights: Iterable[CardFlight] = (),
        *,
        moving: bool = False,
    ) -> None:
        """Show a view. Everything is at its place at once; with `moving`, the items glide there.

        Args:
            view: what the viewer may know.
            display_state: how it is shown.
            size: of the table in pixels.
            dpr: device pixel ratio.
            flights: the moves of the cards.
            moving: whether cards glide.
        """
        self.animator.end_flights()
        self._needs_redraw = self._needs_redraw or dpr != self._dpr
        self._dpr = dpr
        self.prepare_table(view, display_state, size)
        rows = track_cards(self._rows, flights, view.zones, self.face, self._anchor)
        self._spots = self._card_layout.spots(view, self.placement, self.plan, display_state)
        stale = self._needs_redraw
        self._settle(rows, moving=moving and self.is_animated)
        self._place_chips(view)
        calmly = moving and self.is_animated
        self.chips.settle(self._chip_spots, dpr, self.animator, self.held_items, moving=calmly, stale=stale)
        self._draw_static_items(in_pieces=calmly)
        self.animator.draw_in_pieces(self._draw_late if self.static_items.is_late else None)

    def _place_chips(self, view: VisibleTable) -> None:
        """Find the place of every bag and chip, unless it has not changed."""
        placement, plan = self.placement, self.plan
        bags = tuple((bag, chip_bag_name(view, bag), *held.items()) for bag, held in view.chips.items())
        # The plan is another one wherever cards have other places in the middle.
        places = (plan.cells, plan.pots, plan.lengths, placement.bags, placement.pots, placement.beside)
        if self._placed_chips == (bags, places):
            return
        self._placed_chips = bags, places
        self._bags = place_chip_bags(view, placement, plan)
        self._chip_spots = [pair for bag in self._bags for pair in bag.spots()]

    def _draw_static_items(self, *, in_pieces: bool = False) -> None:
        self.static_items.draw(
            self.view,
            self.placement,
            self.plan,
            self._display_state,
            self._bags,
            self._card_layout.boxes,
            self._spots,
            self._dpr,
            in_pieces=in_pieces,
        )

    def show_held(self, display_state: DisplayState) -> None:
        """Show what was held back of the same table."""
        self._display_state = display_state
        self._draw_static_items(in_pieces=self.is_animated)
        self.animator.draw_in_pieces(self._draw_late if self.static_items.is_late else None)

    def _draw_late(self, seconds: float) -> bool:
        self.static_items.draw_late(seconds)
        return self.static_items.is_late

    def prepare_table(self, view: VisibleTable, display_state: DisplayState, size: QSizeF) -> None:
        """Take over what must be shown and lay it out, without drawing."""
        self.place_everything(view, display_state)
        layout_key = (size, self.magnification, self.placement, self._needs)
        if self._plan is None or layout_key != self._layout_key:
            self._layout_key, self._plan = layout_key, lay_out_table(*layout_key)
        self.setSceneRect(QRectF(QPointF(), size))

    def place_everything(self, view: VisibleTable, display_state: DisplayState) -> None:
        """Take over what must be shown, and find out where it belongs and what needs room, without a layout."""
        same = view is self._view and display_state.stations == self._placed_for
        self._placed_for = display_state.stations
        self._view, self._display_state = view, display_state
        if same:
            return
        self._needs_redraw = self.pictures.learn_faces(view) or self._needs_redraw
        self._placement = place_zones(view, display_state.stations)
        self._needs = LayoutNeeds(
            pills=frozenset(a.seat for a in view.actors.values() if not a.archived),
            figures={seat: lines for seat in view.seats if (lines := summary_line_count(view, seat))},
            bodies=frozenset(seat for seat in view.seats if has_drawable_body(view, seat)),
            crowds={seat: count for seat in view.seats if (count := len(summarised_actors(view, seat))) > 1},
            clock=has_story_clock(view),
        )

    @property
    def seats(self) -> tuple[SeatNeeds, ...]:
        """Everything about the seats that needs room."""
        return seat_needs(self.placement, self._needs)

    def draw_ahead(self, dpr: float) -> Iterator[None]:
        """Draw the cards of a table that is not shown yet, one at a time, the largest first."""
        lying = self._card_layout.spots(self.view, self.placement, self.plan, self._display_state)
        cards = [(spot, zone, index) for zone, spots in lying.items() for index, spot in spots.items()]
        for spot, zone, index in sorted(cards, key=lambda card: card[0].height, reverse=True):
            self.pictures.picture(self.face(zone, index), spot.height, spot.angle, dpr)
            yield

    def refresh_display(self, display_state: DisplayState, *, flip_ms: int = 0) -> None:
        """Show the same table in another display state, such as with a hand turned up."""
        before = self._display_state
        anew = (display_state.opened, display_state.stations) != (before.opened, before.stations) or (
            bool(display_state.opened) and display_state.seen != before.seen
        )
        if anew and not flip_ms:
            self._display_state = display_state
            self.show_table(self.view, display_state, self.plan.size, self._dpr)
            return
        if anew:  # during a look it is visible how many slots a card takes
            self.prepare_table(self.view, display_state, self.plan.size)
        former, self._display_state = self._display_state, display_state
        if anew or _hands_in(display_state) != _hands_in(former):
            self._lay_again(turning=bool(flip_ms))
        for item in self.cards():
            self._turn(item, flip_ms)
        self._draw_static_items()

    def _lay_again(self, *, turning: bool) -> None:
        """Lay the cards of the same table at other spots, at once: how a card glides could tell which one it is.

        Args:
            turning: a card that turns up keeps its spot until it shows its face.
        """
        self._spots = self._card_layout.spots(self.view, self.placement, self.plan, self._display_state)
        self.animator.finish()
        for item in self.cards():
            face = self._face_now(item)
            if not turning or item.face is not None or face is None or item in self.held_items:
                # One that turns down is face down at once.
                self._lay_at_spot(item, item.face if item.face == face else None)

    def _lay_at_spot(self, item: CardItem, face: str | None) -> None:
        """Put a card at its present spot with a face, or its back for None; a dragged one stays at the pointer."""
        spot = self._spots.get(item.zone, {}).get(item.index, item.spot)
        playable = self.is_playable(item.zone, item.index)
        chosen = self._display_state.is_chosen(item.zone, item.index)
        if (spot, playable, chosen, face) == (item.spot, item.playable, item.chosen, item.face):
            return
        item.spot, item.playable, item.chosen = spot, playable, chosen
        item.show_face(self._dpr, face)
        if item not in self.held_items:
            item.setPos(item.home)
            item.setZValue(spot.z)

    def redraw_cards(self) -> None:
        """Forget every picture of a card, because the theme has changed."""
        self.animator.finish()
        self.pictures.forget(self._hub.theme)
        self.chips.pictures.forget(self._hub.theme)
        self._needs_redraw = True

    def redraw_sketches(self) -> None:
        """Show the complete cards where there were only sketches."""
        for item in self.cards():
            item.redraw_sketch()

    def clear_table(self) -> None:
        """Stop all animation and remove the items one by one; what is still to be drawn is not drawn any more."""
        self.animator.draw_in_pieces(None)
        self.animator.end_flights()
        for item in self.cards():
            self._remove(item)
        self._rows.clear()
        self.chips.clear(self.animator, self.held_items)
        self.held_items.clear()
        self.static_items.clear()

    def _turn(self, item: CardItem, flip_ms: int) -> None:
        face = self.face(item.zone, item.index)
        if face == item.face:
            return
        if not flip_ms or item in self.held_items:
            item.show_face(self._dpr, face)
            return
        # A card that turns down shows its back at once; one that turns up shows its face in the middle of the turn.
        if face is None:
            item.show_face(self._dpr, None)
        flight = ItemFlight(item, item.pos(), lasts=flip_ms)
        flight.turn_to = lambda: self._turn_over(flight, item)
        self.animator.start([flight])

    def _turn_over(self, flight: ItemFlight, item: CardItem) -> None:
        """Show the other side of a card, at the spot where that side belongs."""
        self._lay_at_spot(item, self._face_now(item))
        flight.start = item.home

    def _face_now(self, item: CardItem) -> str | None:
        """Return the face that may be shown at the moment when a card turns: a look may be over by then."""
        lying = self.view.zones.get(item.zone)
        return self.face(item.zone, item.index) if lying is not None and item.index < lying.count else None

    def _anchor(self, zone: str) -> CardSpot | None:
        spots = self._spots.get(zone)
        if spots:
            return spots[min(spots)]
        place = self.static_items.place_of(zone)
        return CardSpot(place.center().x(), place.center().y(), 40.0) if place is not None else None

    def _settle(self, rows: dict[str, CardRow], *, moving: bool) -> None:
        new_rows: dict[str, CardRow] = {}
        flights: list[ItemFlight] = []
        for zone, row in rows.items():
            spots = self._spots.get(zone, {})
            new_row: CardRow = [None] * len(row)
            for index, item in enumerate(row):
                spot = spots.get(index)
                if spot is not None:
                    new_row[index] = self._place(zone, index, spot, item, flights, moving)
                elif isinstance(item, CardItem):
                    self._remove_card(item, zone, index, flights, moving)
            if zone in self.view.zones:
                new_rows[zone] = new_row
        self._rows = new_rows
        self._needs_redraw = False
        if moving and flights:
            moved = [f for f in flights if f.delay < 0]
            each = min(STAGGER_MS, LONGEST_STAGGER_MS // max(1, len(moved)))
            for number, flight in enumerate(moved):
                flight.delay = number * each
            self.animator.start(flights)

    def _place(
        self,
        zone: str,
        index: int,
        spot: CardSpot,
        item: CardItem | ArrivingCard | None,
        flights: list[ItemFlight],
        moving: bool,
    ) -> CardItem:
        face = self.face(zone, index)
        came = isinstance(item, ArrivingCard)
        if isinstance(item, CardItem):
            card = item
            playable, chosen = self.is_playable(zone, index), self._display_state.is_chosen(zone, index)
            is_settled = card.is_settled_at(zone, index, spot, face, playable=playable, chosen=chosen)
            if is_settled and not self._needs_redraw:
                return card
            start, height, travelled = card.pos(), card.spot.height, card.zone != zone
            shown_face, unmoved = card.face, card.spot == spot
            card.zone, card.index, card.spot = zone, index, spot
        else:
            card = CardItem(self.pictures, zone, index, spot, None)
            self.addItem(card)
            start = QPointF(item.start.x, item.start.y) if isinstance(item, ArrivingCard) else card.home
            height = item.start.height if isinstance(item, ArrivingCard) else spot.height
            shown_face, travelled, unmoved = (None if came else face), came, False
        card.playable = self.is_playable(zone, index)
        card.chosen = self._display_state.is_chosen(zone, index)
        if card in self.held_items:
            card.show_face(self._dpr, face)
            return card
        card.setZValue(spot.z)
        if travelled and card.picked:
            card.picked = False
        if not moving or (start == card.home and shown_face == face):
            card.show_face(self._dpr, face)
            if not unmoved or card.pos() != card.home:
                card.setPos(card.home)
            return card
        turns = shown_face != face
        card.show_face(self._dpr, shown_face if turns and face is not None else face)
        grow = height / spot.height if spot.height and abs(height / spot.height - 1) > 0.06 else 1.0
        flight = ItemFlight(card, start, grow=grow, lasts=GLIDE_MS if travelled else GLIDE_MS * 3 // 4)
        if turns:
            flight.turn_to = lambda: card.show_face(self._dpr, self._face_now(card))
        if travelled:
            flight.delay = -1
            card.setZValue(Z_FLYING + spot.z)
            flight.land = lambda: card.setZValue(card.spot.z)
        flights.append(flight)
        return card

    def _remove_card(self, item: CardItem, zone: str, index: int, flights: list[ItemFlight], moving: bool) -> None:
        """Remove an item; if its card went into a pile, it glides there first."""
        self.held_items.discard(item)
        goal = self._spots.get(zone, {}).get(0)
        if not moving or goal is None or item.zone == zone:
            self._remove(item)
            return
        start = item.pos()
        item.zone, item.index, item.spot, item.picked = zone, index, goal, False
        item.show_face(self._dpr, self.face(zone, index))
        item.setZValue(Z_FLYING - index)
        flights.append(ItemFlight(item, start, delay=-1, land=lambda: self._remove(item)))

    def _remove(self, item: CardItem) -> None:
        self.animator.drop(item)
        if item.scene() is self:
            self.removeItem(item)
        self.held_items.discard(item)


def _hands_in(display_state: DisplayState) -> tuple[object, ...]:
    """Return everything that decides how hands are laid out, besides the table itself."""
    seat = display_state.looking if display_state.enlarged else ""
    seen = display_state.seen if seat else QRectF()
    marks = (display_state.playable, display_state.answering)
    return (seat, seen, frozenset(display_state.looks), display_state.orders, *marks)


def can_open_pile(zone: VisibleZone) -> bool:
    """Return whether a pile can be opened: if at least one of its cards is known."""
    return any(zone.cards) and kind_of_zone(zone.id) != "hand"
