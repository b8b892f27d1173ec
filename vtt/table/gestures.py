"""What the hand does on the table: picking cards up, carrying them by mouse or key, and laying them down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtWidgets import QApplication

from engine.play.commands import Command
from engine.play.offers import Offer
from engine.table.frozen import Json
from vtt.session import Lens
from vtt.table.card import CardItem
from vtt.table.drops import (
    Fit,
    Place,
    by_hand,
    filled,
    fits,
    offers_from,
    rearranged,
    reason_against,
    targets,
)
from vtt.table.motion import Flight
from vtt.table.naming import tell
from vtt.table.places import kind_of_zone
from vtt.table.scene import Z_HELD, TableScene

_EASE_MS: Final = 180


class Stage(Protocol):
    """What the gestures need from the widget."""

    @property
    def active_seat(self) -> str:
        """The seat that the window speaks of."""
        ...

    @property
    def free_hand(self) -> bool:
        """Whether cards are moved by hand without holding Alt."""
        ...

    def lens(self) -> Lens:
        """The table as it is shown."""
        ...

    def submit(self, command: Command) -> bool:
        """Do a command."""
        ...

    def refuse(self, text: str, rules: tuple[str, ...], where: QPointF) -> None:
        """Say why something cannot be done, near where it was tried."""
        ...

    def choose(self, offers: list[Offer], answers: dict[str, Json], where: QPointF) -> None:
        """Let the person choose between offers."""
        ...

    def ask(self, offer: Offer, answers: dict[str, Json]) -> None:
        """Ask what an offer still wants to know."""
        ...

    def light(self, zones: frozenset[str]) -> None:
        """Light up these zones and no others."""
        ...


class Gestures:
    """The cards that are picked up, and what becomes of them.

    Args:
        stage: the widget.
        scene: the table.

    Attributes:
        picked: the places of the cards that are picked up, in the order of picking.
    """

    def __init__(self, stage: Stage, scene: TableScene) -> None:
        self._stage = stage
        self._scene = scene
        self.picked: list[Place] = []
        self._offers: tuple[Offer, ...] = ()
        self._items: list[tuple[CardItem, QPointF]] = []

    @property
    def dragging(self) -> bool:
        """Whether cards hang on the pointer."""
        return bool(self._items)

    @property
    def source(self) -> str:
        """The zone from which all picked cards come, or an empty string."""
        zones = {place.zone for place in self.picked}
        return zones.pop() if len(zones) == 1 else ""

    def pick(self, places: Sequence[Place], *, add: bool = False) -> None:
        """Pick cards up; with `add`, those that were picked stay, and picking one again lets it go."""
        if add:
            wanted = [p for p in self.picked if p not in places] + [p for p in places if p not in self.picked]
        else:
            wanted = list(places)
        self._show(wanted)

    def let_go(self) -> None:
        """Let every card go; those that hang on the pointer ease back."""
        self._ease_home()
        self._show([])

    def refresh(self, *, alt: bool = False) -> None:
        """Light up the places where the picked cards may be laid now."""
        if not self.picked:
            self._stage.light(frozenset())
            return
        source = self.source
        if alt or self._stage.free_hand:
            here = frozenset({source}) if source and len(self.picked) > 0 else frozenset()
            self._stage.light(frozenset(self._scene.view.zones) - here)
            return
        self._offers = offers_from(self._stage.lens(), source, self._stage.active_seat) if source else ()
        self._stage.light(targets(self._scene.view, self._offers, self.picked))

    def _show(self, wanted: list[Place]) -> None:
        known = set(wanted)
        for item in self._scene.cards():
            item.pick(Place(item.zone, item.index) in known)
        self.picked = [p for p in wanted if self._scene.card(p.zone, p.index) is not None]
        self.refresh()

    # Dragging.

    def start_drag(self, grip: Place, point: QPointF, *, alt: bool) -> None:
        """Hang the picked cards on the pointer, the gripped one under it."""
        if grip not in self.picked:
            self.pick([grip])
        found = [self._scene.card(place.zone, place.index) for place in self.picked]
        items = [item for item in found if item is not None]
        held = self._scene.card(grip.zone, grip.index)
        if held is None:
            return
        at = items.index(held)
        hold = held.pos() - point
        for number, item in enumerate(items):
            step = QPointF((number - at) * item.spot.width * 0.28, 0)
            self._items.append((item, hold + step))
            item.setZValue(Z_HELD + number)
        self._scene.held.update(items)
        self.refresh(alt=alt)
        self.drag(point)

    def drag(self, point: QPointF) -> None:
        """Let the cards follow the pointer."""
        for item, offset in self._items:
            where = point + offset
            item.setPos(round(where.x()), round(where.y()))

    def drop(self, point: QPointF, *, alt: bool) -> None:
        """Lay the cards down at a point, or let them ease back."""
        zones = self._scene.fittings.at(self._drop_point(point), "zone") or self._scene.fittings.at(point, "zone")
        self._lay(zones, point, alt=alt)

    def _drop_point(self, point: QPointF) -> QPointF:
        """Return the middle of the cards that hang on the pointer: where a person means to lay them."""
        if not self._items:
            return point
        return self._items[0][0].pos()

    def lay_on(self, zone: str, where: QPointF, *, alt: bool) -> None:
        """Lay the picked cards on a zone, without having dragged them there."""
        lanes = [hot.names for hot in self._scene.fittings.hot if hot.kind == "zone" and zone in hot.names]
        self._lay(lanes[0] if lanes else (zone,), where, alt=alt)

    def _lay(self, zones: tuple[str, ...], point: QPointF, *, alt: bool) -> None:
        picked, source = list(self.picked), self.source
        self._offers = offers_from(self._stage.lens(), source, self._stage.active_seat) if source else ()
        legal = targets(self._scene.view, self._offers, picked) if picked else frozenset()
        freely = alt or self._stage.free_hand
        if not picked or not zones:
            self.let_go()
            if picked:
                self._stage.refuse(tell("nowhere"), (), point)
            return
        target = next((zone for zone in zones if zone in legal), zones[0])
        if source and source in zones and target == source:
            self._arrange(picked, source, point, freely=freely)
        elif freely:
            command = by_hand(self._scene.view, picked, target, self._at(target, picked, point))
            self._do(command, point)
        elif not source:
            self.let_go()
            self._stage.refuse(tell("several_hands"), (), point)
        else:
            self._offer(picked, target, point)

    def _offer(self, picked: list[Place], target: str, point: QPointF) -> None:
        lens = self._stage.lens()
        found = fits(lens.view, self._offers, picked, target)
        if not found:
            text, rules = reason_against(lens, self._offers, picked, target)
            self.let_go()
            self._stage.refuse(text, rules, point)
        elif len(found) > 1:
            answers = {name: value for fitting in found for name, value in fitting.answers.items()}
            self.let_go()
            self._stage.choose([fitting.offer for fitting in found], answers, point)
        elif found[0].rest:
            self.let_go()
            self._stage.ask(found[0].offer, found[0].answers)
        else:
            self.take_up(found[0], point)

    def take_up(self, fitting: Fit, where: QPointF) -> None:
        """Do an offer that asks for nothing more."""
        self._do(filled(fitting.offer, fitting.answers), where)

    def _arrange(self, picked: list[Place], zone: str, point: QPointF, *, freely: bool) -> None:
        seen = self._scene.face(zone, picked[0].index) is not None
        if kind_of_zone(zone) != "hand" or not self._items:
            self.let_go()
        elif not seen and not freely:
            self.let_go()
            self._stage.refuse(tell("not_looked"), (), point)
        else:
            command = rearranged(self._scene.view, picked, self._at(zone, picked, point) or 0)
            if command is None:
                self.let_go()
            else:
                self._do(command, point)

    def _at(self, zone: str, picked: list[Place], point: QPointF) -> int | None:
        """Return the place in a zone before which a point lies: for hands by the nearest card, on piles the top."""
        view = self._scene.view
        if kind_of_zone(zone) != "hand":
            return 0 if zone in self._scene.places.piles else None
        moving = {place.index for place in picked if place.zone == zone}
        rest = [i for i in range(view.zones[zone].count) if i not in moving]
        spots = self._scene.spots_of(zone)
        best = (float("inf"), 0)
        for number, index in enumerate(rest):
            spot = spots.get(index)
            if spot is None:
                continue
            way = spot.outline().inverted()[0].map(self._drop_point(point))
            distance = way.x() ** 2 + way.y() ** 2
            if distance < best[0]:
                best = (distance, number + (1 if way.x() > 0 else 0))
        return best[1]

    def _do(self, command: Command | None, point: QPointF) -> None:
        if command is None:
            self.let_go()
            return
        refused = self._stage.lens().session.refusal(command)
        if refused is not None:
            self.let_go()
            self._stage.refuse(refused.text, refused.rules, point)
            return
        # The cards are let go where they hang, so that they glide on from there.
        items, self._items, self.picked = self._items, [], []
        for item, _ in items:
            self._scene.held.discard(item)
        self._stage.light(frozenset())
        done = self._stage.submit(command)
        for item in self._scene.cards():
            item.pick(picked=False)
        if not done:
            self._items = items
            self._ease_home()

    def _ease_home(self) -> None:
        items, self._items = self._items, []
        flights = []
        for item, _ in items:
            self._scene.held.discard(item)
            if item.scene() is not self._scene:
                continue
            start = item.pos()
            item.picked = False
            item.dress(self._scene.dpr, item.face)
            flights.append(Flight(item, start, lasts=_EASE_MS, land=_lie_down(item)))
        if self._scene.moves_calmly:
            self._scene.motion.start(flights)
        else:
            for flight in flights:
                flight.card.setPos(flight.card.home)
                flight.card.setZValue(flight.card.spot.z)

    def card_at(self, point: QPointF) -> Place | None:
        """Return the topmost card at a point."""
        best: CardItem | None = None
        for item in self._scene.cards():
            if self._scene.showing.opened and item.zone != self._scene.showing.opened:
                continue
            if (best is None or item.zValue() > best.zValue()) and (
                item.spot.holds(point) or (item.picked and item.spot.holds(point - (item.home - _middle(item))))
            ):
                best = item
        return Place(best.zone, best.index) if best is not None else None

    def within(self, band: QRectF) -> list[Place]:
        """Return the cards of one zone whose middle lies in a band: of the zone that has the most."""
        found: dict[str, list[Place]] = {}
        for item in self._scene.cards():
            if band.contains(_middle(item)) and item.zone not in self._scene.places.piles:
                found.setdefault(item.zone, []).append(Place(item.zone, item.index))
        most = max(found, key=lambda zone: len(found[zone]), default="")
        return sorted(found[most]) if most else []


def _middle(item: CardItem) -> QPointF:
    return QPointF(item.spot.x, item.spot.y)


def _lie_down(item: CardItem) -> Callable[[], None]:
    return lambda: item.setZValue(item.spot.z)


def far_enough(start: QPointF, now: QPointF) -> bool:
    """Say whether the pointer has gone so far that it is a drag and no longer a click."""
    return (now - start).manhattanLength() >= QApplication.startDragDistance()


def holds_alt(modifiers: Qt.KeyboardModifier) -> bool:
    """Say whether Alt is held."""
    return bool(modifiers & Qt.KeyboardModifier.AltModifier)
