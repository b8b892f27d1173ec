"""What the hand does on the table: picking cards and chips up, carrying them by mouse or key, and laying them down."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtWidgets import QApplication

from engine.play.commands import Command
from engine.play.offers import Offer
from engine.play.words import say
from engine.table.frozen import Json
from vtt.lens import Lens
from vtt.table.drops import (
    Fit,
    Place,
    by_hand,
    filled,
    fits,
    offers_from,
    rearranged,
    reason_against,
    taken_up,
    targets,
)
from vtt.table.motion import Flight
from vtt.table.naming import tell
from vtt.table.piece import Piece
from vtt.table.places import kind_of_zone, spotlight
from vtt.table.scene import Z_HELD, TableScene
from vtt.table.spending import (
    bag_before,
    bags_for_chips,
    chip_fits,
    counted,
    dice_for_chips,
    into,
    moved_by_hand,
    offers_for_chips,
    onto,
)

_EASE_MS: Final = 180


class Stage(Protocol):
    """What the gestures need from the widget."""

    @property
    def active_seat(self) -> str:
        """The seat that the window speaks of."""
        ...

    @property
    def free_hand(self) -> bool:
        """Whether cards are moved by hand, also without holding Alt."""
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

    def light(self, zones: frozenset[str], bags: frozenset[str] = frozenset()) -> None:
        """Light up these zones and bags and no others."""
        ...

    def enter_body(self, names: tuple[str, ...], where: QPointF) -> None:
        """Choose a body for what is asked: the body, and whose it is."""
        ...


class Gestures:
    """The cards or chips that are picked up, and what becomes of them.

    Args:
        stage: the widget.
        scene: the table.

    Attributes:
        picked: the places of what is picked up, in the order of picking: cards, or chips of one bag.
    """

    def __init__(self, stage: Stage, scene: TableScene) -> None:
        self._stage = stage
        self._scene = scene
        self.picked: list[Place] = []
        self._offers: tuple[Offer, ...] = ()
        self._items: list[tuple[Piece, QPointF]] = []

    @property
    def dragging(self) -> bool:
        """Whether anything hangs on the pointer."""
        return bool(self._items)

    @property
    def source(self) -> str:
        """The zone or bag from which all that is picked comes, or an empty string."""
        zones = {place.zone for place in self.picked}
        return zones.pop() if len(zones) == 1 else ""

    @property
    def holds_chips(self) -> bool:
        """Whether chips are picked up, and not cards."""
        return bool(self.picked) and bool(self.picked[0].colour)

    def pick(self, places: Sequence[Place], *, add: bool = False) -> None:
        """Pick cards up; with `add`, those that were picked stay, and picking one again lets it go."""
        if add and not self.holds_chips:
            wanted = [p for p in self.picked if p not in places] + [p for p in places if p not in self.picked]
        else:
            wanted = list(places)
        self._show(wanted)

    def pick_chips(self, stack: Place, *, add: bool = False, whole: bool = False) -> None:
        """Pick up a chip from the top of a stack, or let its chips go again.

        Args:
            stack: any chip of it.
            add: one more, beside what is picked up from this bag.
            whole: all of them.
        """
        held = self._scene.view.chips.get(stack.zone, {}).get(stack.colour, 0)
        mine = [p for p in self.picked if p.colour and p.zone == stack.zone]
        same = sum(p.colour == stack.colour for p in mine)
        number = held if whole else min(held, same + 1) if add else 0 if same else 1
        others = [p for p in mine if p.colour != stack.colour] if add or whole else []
        self._show(others + [Place(stack.zone, index, stack.colour) for index in range(number)])

    def pick_place(self, place: Place, *, add: bool = False, whole: bool = False) -> None:
        """Pick up a card or a chip."""
        if place.colour:
            self.pick_chips(place, add=add, whole=whole)
        else:
            self.pick([place], add=add)

    def let_go(self) -> None:
        """Let everything go; what hangs on the pointer eases back."""
        self._ease_home()
        self._show([])

    def lay_back(self) -> None:
        """Take what hangs on the pointer back to where it was picked up; it stays picked."""
        self._ease_home()
        self._show(list(self.picked))

    def refresh(self, *, alt: bool = False) -> None:
        """Light up the places where what is picked may be laid now."""
        if not self.picked:
            self._stage.light(frozenset())
            return
        source = self.source
        if self.holds_chips:
            offers = () if alt or self._stage.free_hand else offers_for_chips(self._stage.lens(), source)
            chips = counted(self.picked)
            bags = bags_for_chips(self._scene.view, offers, source, chips)
            self._stage.light(dice_for_chips(offers, chips), bags)
            return
        if alt or self._stage.free_hand:
            here = frozenset({source}) if source and len(self.picked) > 0 else frozenset()
            self._stage.light(frozenset(self._scene.view.zones) - here)
            return
        self._offers = offers_from(self._stage.lens(), source, self._stage.active_seat) if source else ()
        self._stage.light(targets(self._scene.view, self._offers, self.picked))

    def _show(self, wanted: list[Place]) -> None:
        known = set(wanted)
        for item in self._scene.pieces():
            item.pick(Place(item.zone, item.index, item.colour) in known)
        self.picked = [p for p in wanted if self._scene.has(p.zone, p.index, p.colour)]
        self.refresh()

    # Dragging.

    def start_drag(self, grip: Place, point: QPointF, *, alt: bool) -> None:
        """Hang what is picked on the pointer, the gripped one under it."""
        if grip not in self.picked:
            self.pick_place(grip)
        found = [self._scene.piece(place.zone, place.index, place.colour) for place in self.picked]
        items = [item for item in found if item is not None]
        held = self._scene.piece(grip.zone, grip.index, grip.colour)
        if held is None:
            return
        at = items.index(held)
        hold = held.pos() - point
        for number, item in enumerate(items):
            self._items.append((item, hold + item.behind(number - at)))
            item.setZValue(Z_HELD + number)
        self._scene.held.update(items)
        self.refresh(alt=alt)
        self.drag(point)

    def drag(self, point: QPointF) -> None:
        """Let what hangs on the pointer follow it."""
        for item, offset in self._items:
            where = point + offset
            item.setPos(round(where.x()), round(where.y()))

    def drop(self, point: QPointF, *, alt: bool) -> None:
        """Lay down what hangs on the pointer, or let it ease back."""
        fittings = self._scene.fittings
        body = fittings.at(point, "body")
        if body and self._in_play():
            self.let_go()
            self._stage.enter_body(body, point)
            return
        if self.holds_chips:
            self.lay_chips_at(point, alt=alt)
            return
        self._lay(fittings.at(self._drop_point(point), "zone") or fittings.at(point, "zone"), point, alt=alt)

    def chips_go_to(self, point: QPointF) -> tuple[str, str]:
        """Return the bag and the dice on which chips at a point are laid: a plate stands for the bag before it."""
        at, view = self._scene.fittings.at, self._scene.view
        bag = next(iter(at(point, "bag")), "") or next((bag_before(view, seat) for seat in at(point, "seat")), "")
        return bag, "" if bag else next(iter(at(point, "dice")), "")

    def lay_chips_at(self, point: QPointF, *, alt: bool) -> None:
        """Lay the picked chips on what is there: a bag, the plate of somebody, or dice that they better."""
        bag, side = self.chips_go_to(self._drop_point(point))
        if not (bag or side):
            bag, side = self.chips_go_to(point)
        self._spend(bag, point, freely=alt or self._stage.free_hand, side=side)

    def _in_play(self) -> bool:
        """Say whether it is the card in play that hangs there: laid on a body, it is aimed."""
        shown = spotlight(self._scene.view)
        return shown is not None and self.picked == [Place(*shown)]

    def _drop_point(self, point: QPointF) -> QPointF:
        """Return the middle of what hangs on the pointer: where a person means to lay it."""
        if not self._items:
            return point
        return self._items[0][0].pos()

    def lay_on(self, zone: str, where: QPointF, *, alt: bool) -> None:
        """Lay what is picked on a zone or a bag, without having dragged it there."""
        lanes = [hot.names for hot in self._scene.fittings.hot if hot.kind == "zone" and zone in hot.names]
        self._lay(lanes[0] if lanes and not self.holds_chips else (zone,), where, alt=alt)

    def _lay(self, zones: tuple[str, ...], point: QPointF, *, alt: bool) -> None:
        picked, source = list(self.picked), self.source
        if self.holds_chips:
            self._spend(zones[0] if zones else "", point, freely=alt or self._stage.free_hand)
            return
        self._offers = offers_from(self._stage.lens(), source, self._stage.active_seat) if source else ()
        legal = targets(self._scene.view, self._offers, picked) if picked else frozenset()
        freely = alt or self._stage.free_hand
        if not picked or not zones:
            self.let_go()
            if picked:
                self._stage.refuse(tell("nowhere"), (), point)
            return
        target = next((zone for zone in zones if zone in legal), zones[0])
        if source and source in zones and target == source and target not in legal:
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
        slot = self._slot_at(target, point)
        found = tuple(fitting.at_slot(slot) for fitting in fits(lens.view, self._offers, picked, target))
        if found:
            self._take_one(found, point)
        else:
            text, rules = reason_against(lens, self._offers, picked, target)
            self.let_go()
            self._stage.refuse(text, rules, point)

    def _slot_at(self, zone: str, point: QPointF) -> int:
        """Return the number of the slot in which a point lies, or what hangs there; 0 for none."""
        at = self._scene.fittings.at
        for where in (self._drop_point(point), point):
            names = at(where, "slot")
            if names and names[0] == zone:
                return int(names[1])
        return 0

    def _spend(self, target: str, point: QPointF, *, freely: bool, side: str = "") -> None:
        """Lay the picked chips in another bag, or on the dice of a side: as the game has it, else by hand."""
        lens, source, chips = self._stage.lens(), self.source, counted(self.picked)
        if side and not freely and (found := onto(offers_for_chips(lens, source), side)):
            self._spend_by(found, chips, point)
            return
        if not target or target == source:
            self.let_go()
            if not target:
                self._stage.refuse(tell("nowhere_chips"), (), point)
            return
        offers = () if freely else into(offers_for_chips(lens, source), target)
        if not offers:
            self._do(moved_by_hand(lens.view, source, target, self.picked), point)
        else:
            self._spend_by(offers, chips, point)

    def _spend_by(self, offers: Sequence[Offer], chips: Mapping[str, int], point: QPointF) -> None:
        """Take up the offer that these chips mean, or say why there is none."""
        if found := chip_fits(offers, chips):
            self._take_one(found, point)
        else:
            denial = next((offer.denial for offer in offers if offer.denial is not None), None)
            self.let_go()
            text = say(denial.message) if denial is not None else tell("no_move_chips")
            self._stage.refuse(text, denial.rules if denial is not None else (), point)

    def _take_one(self, found: Sequence[Fit], point: QPointF) -> None:
        """Take up what a gesture means; where it could mean several things, or more must be known, ask."""
        if len(found) > 1:
            self.let_go()
            self._stage.choose([fitting.offer for fitting in found], taken_up(found), point)
        elif found[0].rest:
            self.let_go()
            self._stage.ask(found[0].offer, found[0].answers)
        else:
            self.take_up(found[0], point)

    def take_up(self, fitting: Fit, where: QPointF) -> None:
        """Do an offer that asks for nothing more."""
        self._do(filled(fitting.offer, fitting.answers), where)

    def _seen(self) -> bool:
        """Say whether this screen shows what is picked."""
        return all(p.colour or self._scene.face(p.zone, p.index) is not None for p in self.picked)

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
        refused = self._stage.lens().refusal(command, seen=self._seen())
        if refused is not None:
            self.let_go()
            self._stage.refuse(refused.text, refused.rules, point)
            return
        # What hangs there is let go in its place, so that it glides on from there.
        items, self._items, self.picked = self._items, [], []
        for item, _ in items:
            self._scene.held.discard(item)
        self._stage.light(frozenset())
        done = self._stage.submit(command)
        for item in self._scene.pieces():
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
            item.dress_again()
            flights.append(Flight(item, start, lasts=_EASE_MS, land=_lie_down(item)))
        if self._scene.moves_calmly:
            self._scene.motion.start(flights)
        else:
            for flight in flights:
                flight.card.setPos(flight.card.home)
                flight.card.setZValue(flight.card.spot.z)

    def piece_at(self, point: QPointF) -> Place | None:
        """Return the topmost card at a point; or for chips, the top of their stack."""
        opened = self._scene.showing.opened
        best: Piece | None = None
        for item in self._scene.cards() if opened else self._scene.pieces():
            if opened and item.zone != opened:
                continue
            if (best is None or item.zValue() > best.zValue()) and item.covers(point):
                best = item
        if best is None:
            return None
        return Place(best.zone, 0 if best.colour else best.index, best.colour)

    def within(self, band: QRectF) -> list[Place]:
        """Return the cards of one zone whose middle lies in a band: of the zone that has the most."""
        found: dict[str, list[Place]] = {}
        for item in self._scene.cards():
            if band.contains(item.middle) and item.zone not in self._scene.places.piles:
                found.setdefault(item.zone, []).append(Place(item.zone, item.index))
        most = max(found, key=lambda zone: len(found[zone]), default="")
        return sorted(found[most]) if most else []


def _lie_down(item: Piece) -> Callable[[], None]:
    return lambda: item.setZValue(item.spot.z)


def far_enough(start: QPointF, now: QPointF) -> bool:
    """Say whether the pointer has gone so far that it is a drag and no longer a click."""
    return (now - start).manhattanLength() >= QApplication.startDragDistance()


def holds_alt(modifiers: Qt.KeyboardModifier) -> bool:
    """Say whether Alt is held."""
    return bool(modifiers & Qt.KeyboardModifier.AltModifier)
