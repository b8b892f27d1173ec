"""The table as a scene: every card an item with a finished picture, all the rest a few pictures that seldom change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from PySide6.QtCore import QObject, QPointF, QRectF, QSizeF
from PySide6.QtWidgets import QGraphicsScene

from engine.play.sight import CardFlight, View, ZoneView
from vtt.table.bags import BagPlace, place_bags
from vtt.table.card import CardItem, CardPictures
from vtt.table.chips import ChipItems
from vtt.table.clock import clock_runs
from vtt.table.faces import Faces
from vtt.table.fan import Spot
from vtt.table.figure import figures_of, has_body, lines_of
from vtt.table.fittings import Fittings
from vtt.table.following import Coming, Row, follow
from vtt.table.layout import lay_out
from vtt.table.lying import Lying, Spots
from vtt.table.motion import GLIDE_MS, LONGEST_STAGGER_MS, STAGGER_MS, Flight, Motion
from vtt.table.piece import Piece
from vtt.table.places import Places, kind_of_zone, order_of_acting, sort_zones
from vtt.table.plan import Needs, Plan
from vtt.table.showing import Showing
from vtt.widgets.theme import ThemeHub

Z_FLYING: Final = 700.0
Z_HELD: Final = 900.0


class TableScene(QGraphicsScene):
    """Shows one view. Scene pixels are widget pixels.

    Args:
        hub: the theme and the icons.
        faces: the pictures of cards.
        parent: the Qt owner.
        like: another scene of the same table, whose pictures are taken where they are the same.
    """

    def __init__(
        self, hub: ThemeHub, faces: Faces, parent: QObject | None = None, *, like: TableScene | None = None
    ) -> None:
        super().__init__(parent)
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.pictures: CardPictures = like.pictures if like is not None else CardPictures(faces, hub.theme)
        self.motion = Motion(self)
        self.fittings = Fittings(self, hub)
        if like is not None:
            self.fittings.borrow(like.fittings)
        self.chips = ChipItems(self, hub.theme)
        self.held: set[Piece] = set()
        self._hub = hub
        self._view: View | None = None
        self._places: Places | None = None
        self._plan: Plan | None = None
        self._laid: tuple[QSizeF, float, Places, Needs] | None = None
        self._showing = Showing()
        self._dpr = 1.0
        self._rows: dict[str, Row] = {}
        self._lying = Lying()
        self._spots: dict[str, Spots] = {}
        self._bags: tuple[BagPlace, ...] = ()
        self._stale = False

    @property
    def view(self) -> View:
        """The view that is shown."""
        assert self._view is not None
        return self._view

    @property
    def places(self) -> Places:
        """Where its zones have their places."""
        assert self._places is not None
        return self._places

    @property
    def plan(self) -> Plan:
        """Where everything stands."""
        assert self._plan is not None
        return self._plan

    @property
    def showing(self) -> Showing:
        """How it is shown."""
        return self._showing

    @property
    def dpr(self) -> float:
        """The device pixel ratio for which pictures are drawn."""
        return self._dpr

    @property
    def moves_calmly(self) -> bool:
        """Whether cards may glide."""
        return not self._hub.theme.reduced_motion

    def cards(self) -> list[CardItem]:
        """Return every card that can be seen."""
        return [item for row in self._rows.values() for item in row if isinstance(item, CardItem)]

    def card(self, zone: str, index: int) -> CardItem | None:
        """Return the item of a card, if that can be seen."""
        row = self._rows.get(zone, [])
        item = row[index] if 0 <= index < len(row) else None
        return item if isinstance(item, CardItem) else None

    def pieces(self) -> list[Piece]:
        """Return everything that can be picked up: cards and chips."""
        return [*self.cards(), *self.chips.all()]

    def piece(self, zone: str, index: int, colour: str = "") -> Piece | None:
        """Return the item of a card, or of a chip of that colour in a bag, if it is drawn."""
        return self.chips.item(zone, colour, index) if colour else self.card(zone, index)

    def has(self, zone: str, index: int, colour: str = "") -> bool:
        """Say whether there is such a card to be seen, or such a chip, drawn or not."""
        if colour:
            return 0 <= index < self.view.chips.get(zone, {}).get(colour, 0)
        return self.card(zone, index) is not None

    @property
    def bags(self) -> tuple[BagPlace, ...]:
        """The bags of chips in their places."""
        return self._bags

    def spots_of(self, zone: str) -> Spots:
        """Return where the visible cards of a zone lie, by their index."""
        return self._spots.get(zone, {})

    def face(self, zone: str, index: int) -> str | None:
        """Return the face that is shown at a place now: what the viewer knows, or what is being looked at."""
        known = self.view.zones[zone].face(index)
        look = self._showing.looks.get(zone)
        if known is None and look is not None and index < look.count == self.view.zones[zone].count:
            return look.face(index)
        return known

    def show_table(
        self,
        view: View,
        showing: Showing,
        size: QSizeF,
        dpr: float,
        flights: Iterable[CardFlight] = (),
        *,
        moving: bool = False,
    ) -> None:
        """Show a view. Everything is in its place at once; with `moving`, what is seen glides there.

        Args:
            view: what the viewer may know.
            showing: how it is shown.
            size: of the table in pixels.
            dpr: device pixel ratio.
            flights: how cards went there.
            moving: whether cards glide.
        """
        self.motion.finish()
        self._stale = self._stale or dpr != self._dpr
        self._dpr = dpr
        self.hold_table(view, showing, size)
        rows = follow(self._rows, flights, view.zones, self.face, self._anchor)
        self._spots = self._lying.spots(view, self.places, self.plan, showing.opened)
        stale = self._stale
        self._settle(rows, moving=moving and self.moves_calmly)
        self._bags = place_bags(view, self.places, self.plan)
        placed = [pair for bag in self._bags for pair in bag.spots()]
        calmly = moving and self.moves_calmly
        self.chips.settle(placed, dpr, self.motion, self.held, moving=calmly, stale=stale)
        self.fittings.draw(view, self.places, self.plan, showing, self._bags, dpr)

    def hold_table(self, view: View, showing: Showing, size: QSizeF) -> None:
        """Know what there is to show and where it stands, without drawing anything."""
        self._view, self._showing = view, showing
        self._stale = self.pictures.know(view) or self._stale
        self._places = sort_zones(view, showing.stations)
        needs = Needs(
            pills=frozenset(a.seat for a in view.actors.values() if not a.archived),
            order=showing.alone and bool(order_of_acting(view)),
            title=showing.alone,
            figures={seat: lines for seat in view.seats if (lines := lines_of(view, seat))},
            bodies=frozenset(seat for seat in view.seats if has_body(view, seat)),
            crowds={seat: count for seat in view.seats if (count := len(figures_of(view, seat))) > 1},
            clock=clock_runs(view),
        )
        laid = (size, self._hub.theme.scale, self._places, needs)
        if self._plan is None or laid != self._laid:
            self._laid, self._plan = laid, lay_out(*laid)
        self.setSceneRect(QRectF(QPointF(), size))

    def draw_ahead(self, dpr: float) -> Iterator[None]:
        """Draw the cards of a table that is only held, one at a time, the largest first: showing it is quick then."""
        lying = self._lying.spots(self.view, self.places, self.plan, self._showing.opened)
        cards = [(spot, zone, index) for zone, spots in lying.items() for index, spot in spots.items()]
        for spot, zone, index in sorted(cards, key=lambda card: card[0].height, reverse=True):
            self.pictures.picture(self.face(zone, index), spot.height, spot.angle, dpr, False)
            yield

    def show_otherwise(self, showing: Showing, *, flip_ms: int = 0) -> None:
        """Show the same table in another way: something is lit, or a hand is turned up or down."""
        anew = (showing.opened, showing.stations) != (self._showing.opened, self._showing.stations)
        if anew and not flip_ms:
            self._showing = showing
            self.show_table(self.view, showing, self.plan.size, self._dpr)
            return
        if anew:  # who looks sees how many slots a card takes
            self.hold_table(self.view, showing, self.plan.size)
            self._spots = self._lying.spots(self.view, self.places, self.plan, showing.opened)
            for item in self.cards():
                spot = self._spots.get(item.zone, {}).get(item.index)
                if spot is not None and spot != item.spot and item not in self.held:
                    item.spot = spot
                    item.dress_again()
                    item.setPos(item.home)
        self._showing = showing
        for item in self.cards():
            self._turn(item, flip_ms)
        self.fittings.draw(self.view, self.places, self.plan, showing, self._bags, self._dpr)

    def dress_anew(self) -> None:
        """Forget every picture of a card: the theme has changed."""
        self.motion.finish()
        self.pictures.forget(self._hub.theme)
        self.chips.pictures.forget(self._hub.theme)
        self._stale = True

    def dress_late(self) -> None:
        """Show the cards that had no more than a sketch till now."""
        for item in self.cards():
            item.dress_late()

    def clear_table(self) -> None:
        """Stop everything and take the items out one by one."""
        self.motion.finish()
        for item in self.cards():
            self._remove(item)
        self._rows.clear()
        self.chips.clear(self.motion, self.held)
        self.held.clear()
        self.fittings.clear()

    def _turn(self, item: CardItem, flip_ms: int) -> None:
        face = self.face(item.zone, item.index)
        if face == item.face:
            return
        if not flip_ms or item in self.held:
            item.dress(self._dpr, face)
            return
        # A card that turns down shows its back from the first moment on; one that turns up, at the middle of the turn.
        if face is None:
            item.dress(self._dpr, None)
        self.motion.start(
            [Flight(item, item.pos(), lasts=flip_ms, turn_to=lambda: item.dress(self._dpr, self._face_now(item)))]
        )

    def _face_now(self, item: CardItem) -> str | None:
        """Return what may be shown at the very moment when a card turns: by then a look may be over."""
        lying = self.view.zones.get(item.zone)
        return self.face(item.zone, item.index) if lying is not None and item.index < lying.count else None

    def _anchor(self, zone: str) -> Spot | None:
        spots = self._spots.get(zone)
        if spots:
            return spots[min(spots)]
        place = self.fittings.place_of(zone)
        return Spot(place.center().x(), place.center().y(), 40.0) if place is not None else None

    def _settle(self, rows: dict[str, Row], *, moving: bool) -> None:
        new_rows: dict[str, Row] = {}
        flights: list[Flight] = []
        for zone, row in rows.items():
            spots = self._spots.get(zone, {})
            new_row: Row = [None] * len(row)
            for index, item in enumerate(row):
                spot = spots.get(index)
                if spot is not None:
                    new_row[index] = self._place(zone, index, spot, item, flights, moving)
                elif isinstance(item, CardItem):
                    self._retire(item, zone, index, flights, moving)
            if zone in self.view.zones:
                new_rows[zone] = new_row
        self._rows = new_rows
        self._stale = False
        if moving and flights:
            moved = [f for f in flights if f.delay < 0]
            each = min(STAGGER_MS, LONGEST_STAGGER_MS // max(1, len(moved)))
            for number, flight in enumerate(moved):
                flight.delay = number * each
            self.motion.start(flights)

    def _place(
        self,
        zone: str,
        index: int,
        spot: Spot,
        item: CardItem | Coming | None,
        flights: list[Flight],
        moving: bool,
    ) -> CardItem:
        face = self.face(zone, index)
        came = isinstance(item, Coming)
        if isinstance(item, CardItem):
            card = item
            if card.rests_at(zone, index, spot, face) and not self._stale:
                return card
            start, height, travelled = card.pos(), card.spot.height, card.zone != zone
            shown, unmoved = card.face, card.spot == spot
            card.zone, card.index, card.spot = zone, index, spot
        else:
            card = CardItem(self.pictures, zone, index, spot, None)
            self.addItem(card)
            start = QPointF(item.start.x, item.start.y) if isinstance(item, Coming) else card.home
            height = item.start.height if isinstance(item, Coming) else spot.height
            shown, travelled, unmoved = (None if came else face), came, False
        if card in self.held:
            card.dress(self._dpr, face)
            return card
        card.setZValue(spot.z)
        if travelled and card.picked:
            card.picked = False
        if not moving or (start == card.home and shown == face):
            card.dress(self._dpr, face)
            if not unmoved or card.pos() != card.home:
                card.setPos(card.home)
            return card
        turns = shown != face
        card.dress(self._dpr, shown if turns and face is not None else face)
        grow = height / spot.height if spot.height and abs(height / spot.height - 1) > 0.06 else 1.0
        flight = Flight(card, start, grow=grow, lasts=GLIDE_MS if travelled else GLIDE_MS * 3 // 4)
        if turns:
            flight.turn_to = lambda: card.dress(self._dpr, self._face_now(card))
        if travelled:
            flight.delay = -1
            card.setZValue(Z_FLYING + spot.z)
            flight.land = lambda: card.setZValue(card.spot.z)
        flights.append(flight)
        return card

    def _retire(self, item: CardItem, zone: str, index: int, flights: list[Flight], moving: bool) -> None:
        """Take an item away; one that went into a pile is seen to get there."""
        self.held.discard(item)
        goal = self._spots.get(zone, {}).get(0)
        if not moving or goal is None or item.zone == zone:
            self._remove(item)
            return
        start = item.pos()
        item.zone, item.index, item.spot, item.picked = zone, index, goal, False
        item.dress(self._dpr, self.face(zone, index))
        item.setZValue(Z_FLYING - index)
        flights.append(Flight(item, start, delay=-1, land=lambda: self._remove(item)))

    def _remove(self, item: CardItem) -> None:
        self.motion.drop(item)
        if item.scene() is self:
            self.removeItem(item)
        self.held.discard(item)


def lies_open(zone: ZoneView) -> bool:
    """Say whether a pile can be opened: when at least one of its cards is known."""
    return any(zone.cards) and kind_of_zone(zone.id) != "hand"
