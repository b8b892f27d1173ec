"""Dragging on the table: pick up cards and chips, move them by mouse or keyboard, and drop them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtWidgets import QApplication

from engine.core.commands import Command
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.presentation.offers import Offer
from vtt.campaign.viewer_campaign import ViewerCampaign
from vtt.shared.offers.card_questions import filled_command
from vtt.shared.screen_names import table_text
from vtt.shared.table_queries import is_held, place_of_card_in_play
from vtt.table.input.chip_drop_targets import (
    chip_bag_of_seat,
    chip_drop_fits,
    chip_offers,
    chips_by_colour,
    legal_bags,
    legal_dice,
    manual_chip_move,
    offers_into_bag,
    offers_onto_dice,
)
from vtt.table.input.drop_targets import (
    DropFit,
    ItemPlace,
    drag_offers_from,
    drop_fits,
    hand_rearrangement,
    legal_drop_zones,
    manual_card_move,
    merged_answers,
    reason_against,
)
from vtt.table.input.hand_over import hands_of_receivers
from vtt.table.items.card_layout import Z_ENLARGED
from vtt.table.items.item_animation import ItemFlight
from vtt.table.items.movable_item import MovableItem
from vtt.table.scene.table_scene import Z_HELD, TableScene

_EASE_MS: Final = 180
_OUT_OF_ROW: Final = 0.4
"""A card that is moved away from its row by more than this share of its height is no longer being arranged."""


class DragHost(Protocol):
    """The interface of the table widget that `DragController` needs."""

    @property
    def active_seat(self) -> str:
        """The active seat of the window."""
        ...

    @property
    def free_hand(self) -> bool:
        """True if every drop is a manual move, also without Alt."""
        ...

    def viewer_campaign(self) -> ViewerCampaign:
        """The campaign as the current viewer sees it."""
        ...

    def submit(self, command: Command) -> bool:
        """Submit a command."""
        ...

    def refuse(self, text: str, rules: tuple[str, ...], where: QPointF) -> None:
        """Show why something is refused, near the place of the attempt."""
        ...

    def choose(self, offers: list[Offer], answers: dict[str, Json], where: QPointF) -> None:
        """Let the person choose between offers."""
        ...

    def ask(self, offer: Offer, answers: dict[str, Json]) -> None:
        """Ask an offer's remaining questions."""
        ...

    def highlight(
        self,
        zones: frozenset[str],
        bags: frozenset[str] = frozenset(),
        seats: frozenset[str] = frozenset(),
    ) -> None:
        """Highlight these zones, bags and seats, and no others."""
        ...

    def dragging_changed(self) -> None:
        """Lay out the hands again, because cards are dragged now, or no longer."""
        ...

    def sees_hand(self, zone: str) -> bool:
        """Return whether the screen shows every face of a hand."""
        ...

    def arrange_hand(self, zone: str, moving: Sequence[int], at: int) -> None:
        """Put cards of a hand between the others, at a place counted from the left without them."""
        ...

    def enter_body(self, names: tuple[str, ...], where: QPointF) -> bool:
        """Choose a body for an open question. `names` is the body and its owner."""
        ...


class DragController:
    """The cards or chips that are picked up, and their drag and drop.

    Args:
        host: the widget.
        scene: the table.

    Attributes:
        picked: the places of the picked items, in the order of picking: cards, or chips of one bag.
        uncovers: whether a drag has left its hand and needs the table in sight, so that no hand may be enlarged.
    """

    def __init__(self, host: DragHost, scene: TableScene) -> None:
        self._host = host
        self._scene = scene
        self.picked: list[ItemPlace] = []
        self._offers: tuple[Offer, ...] = ()
        self._dragged: list[tuple[MovableItem, QPointF]] = []
        self.uncovers = False

    @property
    def dragging(self) -> bool:
        """True while anything follows the pointer."""
        return bool(self._dragged)

    @property
    def source(self) -> str:
        """The zone or bag of all picked items, or an empty string if there are several."""
        zones = {place.zone for place in self.picked}
        return zones.pop() if len(zones) == 1 else ""

    @property
    def holds_chips(self) -> bool:
        """True if the picked items are chips, not cards."""
        return bool(self.picked) and bool(self.picked[0].colour)

    def pick(self, places: Sequence[ItemPlace], *, add: bool = False) -> None:
        """Pick up cards. With `add`, earlier picks stay, and picking a card again releases it."""
        if add and not self.holds_chips:
            wanted = [p for p in self.picked if p not in places] + [p for p in places if p not in self.picked]
        else:
            wanted = list(places)
        self._set_picked(wanted)

    def pick_chips(self, stack: ItemPlace, *, add: bool = False, whole: bool = False) -> None:
        """Pick up a chip from the top of a stack, or release its chips.

        Args:
            stack: any chip of it.
            add: one more, beside what is picked up from this bag.
            whole: all of them.
        """
        chips_in_stack = self._scene.view.chips.get(stack.zone, {}).get(stack.colour, 0)
        picked_of_bag = [p for p in self.picked if p.colour and p.zone == stack.zone]
        picked_of_colour = sum(p.colour == stack.colour for p in picked_of_bag)
        wanted_count = (
            chips_in_stack
            if whole
            else min(chips_in_stack, picked_of_colour + 1)
            if add
            else 0
            if picked_of_colour
            else 1
        )
        other_colours = [p for p in picked_of_bag if p.colour != stack.colour] if add or whole else []
        self._set_picked(other_colours + [ItemPlace(stack.zone, index, stack.colour) for index in range(wanted_count)])

    def pick_place(self, place: ItemPlace, *, add: bool = False, whole: bool = False) -> None:
        """Pick up a card or a chip."""
        if place.colour:
            self.pick_chips(place, add=add, whole=whole)
        else:
            self.pick([place], add=add)

    def release_all(self) -> None:
        """Release everything; dragged items glide back."""
        self._glide_back()
        self._set_picked([])

    def cancel_drag(self) -> None:
        """Glide dragged items back to their places; they stay picked."""
        self._glide_back()
        self._set_picked(list(self.picked))

    def light_drop_targets(self, *, alt: bool = False) -> None:
        """Highlight the places where the picked items may be dropped now."""
        if not self.picked:
            self._host.highlight(frozenset())
            return
        source = self.source
        if self.holds_chips:
            offers = () if alt or self._host.free_hand else chip_offers(self._host.viewer_campaign(), source)
            chips = chips_by_colour(self.picked)
            bags = legal_bags(self._scene.view, offers, source, chips)
            self._host.highlight(legal_dice(offers, chips), bags)
            return
        if alt or self._host.free_hand:
            source_zone = frozenset({source}) if source and len(self.picked) > 0 else frozenset()
            self._host.highlight(frozenset(self._scene.view.zones) - source_zone)
            return
        self._offers = drag_offers_from(self._host.viewer_campaign(), source, self._host.active_seat) if source else ()
        zones = legal_drop_zones(self._scene.view, self._offers, self.picked)
        hands = self._scene.placement.hands
        legal = (seat for seat, hand in hands.items() if hand in zones)
        self._host.highlight(zones, seats=frozenset((*self._receiving_hands(), *legal)))

    def _set_picked(self, wanted: list[ItemPlace]) -> None:
        known = set(wanted)
        for item in self._scene.movable_items():
            item.pick(ItemPlace(item.zone, item.index, item.colour) in known)
        self.picked = [p for p in wanted if self._scene.has(p.zone, p.index, p.colour)]
        self.light_drop_targets()

    # Dragging.

    def start_drag(self, grip: ItemPlace, point: QPointF, *, alt: bool) -> None:
        """Attach the picked items to the pointer, the gripped one under it."""
        if grip not in self.picked:
            self.pick_place(grip)
        picked_items = [self._scene.movable_item(place.zone, place.index, place.colour) for place in self.picked]
        items = [item for item in picked_items if item is not None]
        gripped_item = self._scene.movable_item(grip.zone, grip.index, grip.colour)
        if gripped_item is None:
            return
        grip_index = items.index(gripped_item)
        grip_offset = gripped_item.pos() - point
        for number, item in enumerate(items):
            self._dragged.append((item, grip_offset + item.behind(number - grip_index)))
            item.setZValue(Z_HELD + number)
        self._scene.held_items.update(items)
        self.light_drop_targets(alt=alt)
        self.drag(point)

    def drag(self, point: QPointF) -> None:
        """Move the dragged items with the pointer; once they leave an enlarged hand, that hand gives the table free."""
        if self._dragged and not self.uncovers and self._leaves_hand(point):
            self.uncovers = True
            heights = [item.spot.height for item, _ in self._dragged]
            self._host.dragging_changed()
            # Cards that are smaller now are still gripped at the same place of the card.
            sizes = [item.spot.height / height for (item, _), height in zip(self._dragged, heights, strict=True)]
            self._dragged = [(item, offset * size) for (item, offset), size in zip(self._dragged, sizes, strict=True)]
        for item, offset in self._dragged:
            position = point + offset
            item.setPos(round(position.x()), round(position.y()))

    def _leaves_hand(self, point: QPointF) -> bool:
        """Return whether the pointer is outside the hand, or has pulled a card out of its row.

        Cards that are only arranged are moved along the row.
        """
        if self.source not in self._scene.static_items.at(point, "zone"):
            return True
        item, offset = self._dragged[0]
        middle = point + offset - (item.home - item.middle)
        spots = self._scene.spots_of(self.source).values()
        beside = (abs(spot.outline().inverted()[0].map(middle).y()) for spot in spots)
        return min(beside, default=0.0) > item.spot.height * _OUT_OF_ROW

    def drop(self, point: QPointF, *, alt: bool) -> None:
        """Drop the dragged items, or let them glide back."""
        static_items = self._scene.static_items
        body = static_items.at(point, "body")
        if body and self._drags_card_in_play():
            self.release_all()
            self._host.enter_body(body, point)
            return
        if self.holds_chips:
            self.drop_chips_at(point, alt=alt)
            return
        seat = next(iter(static_items.at(point, "seat")), "")
        hand = self._receiving_hands().get(seat)
        zones = static_items.at(self._drop_point(point), "zone") or static_items.at(point, "zone")
        if not zones and (hand_of_plate := self._scene.placement.hands.get(seat)):
            zones = (hand_of_plate,)
        self._drop_cards((hand,) if hand is not None else zones, point, alt=alt, handed=True)

    def _receiving_hands(self) -> Mapping[str, str]:
        """Return by seat the hand that the picked cards go to when they are handed over."""
        return hands_of_receivers(self._scene.view, self._scene.placement, self.picked) if self.picked else {}

    def hand_over(self, seat: str, where: QPointF, *, alt: bool) -> bool:
        """Hand the picked cards to a seat, without a drag. Return whether it has a hand that they can go to."""
        hand = self._receiving_hands().get(seat) or self._scene.placement.hands.get(seat, "")
        if not hand or hand == self.source:
            return False
        self._drop_cards((hand,), where, alt=alt, handed=True)
        return True

    def chip_target_at(self, point: QPointF) -> tuple[str, str]:
        """Return the bag and the dice that chips dropped at a point go to; a plate counts as its seat's bag."""
        region_at, view = self._scene.static_items.at, self._scene.view
        bag = next(iter(region_at(point, "bag")), "") or next(
            (chip_bag_of_seat(view, seat) for seat in region_at(point, "seat")), ""
        )
        return bag, "" if bag else next(iter(region_at(point, "dice")), "")

    def drop_chips_at(self, point: QPointF, *, alt: bool) -> None:
        """Drop the picked chips at a point: on a bag, a seat's plate, or dice that they improve."""
        bag, side = self.chip_target_at(self._drop_point(point))
        if not (bag or side):
            bag, side = self.chip_target_at(point)
        self._drop_chips(bag, point, freely=alt or self._host.free_hand, side=side)

    def _drags_card_in_play(self) -> bool:
        """Return whether the dragged item is the card in play; on a body it chooses a target."""
        card_in_play = place_of_card_in_play(self._scene.view)
        return card_in_play is not None and self.picked == [ItemPlace(*card_in_play)]

    def _drop_point(self, point: QPointF) -> QPointF:
        """Return the middle of the dragged item, which is where the person means to drop it."""
        if not self._dragged:
            return point
        return self._dragged[0][0].pos()

    def drop_on(self, zone: str, where: QPointF, *, alt: bool) -> None:
        """Drop the picked items on a zone or a bag without a drag."""
        zone_groups = [
            region.names
            for region in self._scene.static_items.regions
            if region.kind == "zone" and zone in region.names
        ]
        self._drop_cards(zone_groups[0] if zone_groups and not self.holds_chips else (zone,), where, alt=alt)

    def drop_at(self, point: QPointF, zones: tuple[str, ...], *, alt: bool) -> None:
        """Drop the picked cards at a point without a drag, with the same result as a drag to that point.

        Args:
            point: where they are dropped.
            zones: the zone of a card there, which counts where the ground below it is none.
            alt: any card may go anywhere.
        """
        self._drop_cards(self._scene.static_items.at(point, "zone") or zones, point, alt=alt)

    def _drop_cards(self, zones: tuple[str, ...], point: QPointF, *, alt: bool, handed: bool = False) -> None:
        """Drop the picked cards on one of the zones at a point.

        Args:
            zones: the zones there.
            point: where they are dropped.
            alt: any card may go anywhere.
            handed: a drop on another hand gives the cards to it, unless the game has an offer for that.
        """
        picked, source = list(self.picked), self.source
        if self.holds_chips:
            self._drop_chips(zones[0] if zones else "", point, freely=alt or self._host.free_hand)
            return
        self._offers = drag_offers_from(self._host.viewer_campaign(), source, self._host.active_seat) if source else ()
        legal_zones = legal_drop_zones(self._scene.view, self._offers, picked) if picked else frozenset()
        by_hand = alt or self._host.free_hand
        if not picked or not zones:
            self.release_all()
            if picked:
                self._host.refuse(table_text("nowhere"), (), point)
            return
        target = next((zone for zone in zones if zone in legal_zones), zones[0])
        if source and source in zones and target == source and target not in legal_zones:
            self._rearrange_hand(picked, source, point, freely=by_hand)
        elif by_hand:
            command = manual_card_move(self._scene.view, picked, target, self._index_at(target, picked, point))
            self._submit(command, point)
        elif not source:
            self.release_all()
            self._host.refuse(table_text("several_hands"), (), point)
        elif handed and target in self._receiving_hands().values() and not self._has_offer_into(target):
            self._submit(manual_card_move(self._scene.view, picked, target, None), point)
        else:
            self._take_card_offer(picked, target, point)

    def _has_offer_into(self, target: str) -> bool:
        """Return whether the game has rules for a drag of the picked cards into a zone, allowed now or not."""
        return any(offer.drag is not None and offer.drag.target == target for offer in self._offers)

    def _take_card_offer(self, picked: list[ItemPlace], target: str, point: QPointF) -> None:
        viewer_campaign = self._host.viewer_campaign()
        slot = self._slot_at(target, point)
        fits = tuple(fit.at_slot(slot) for fit in drop_fits(viewer_campaign.view, self._offers, picked, target))
        if fits:
            self._take_one(fits, point)
        else:
            text, rules = reason_against(viewer_campaign, self._offers, picked, target)
            self.release_all()
            self._host.refuse(text, rules, point)

    def _slot_at(self, zone: str, point: QPointF) -> int:
        """Return the number of the slot at a point or at the dragged item; 0 for none."""
        region_at = self._scene.static_items.at
        for place in (self._drop_point(point), point):
            names = region_at(place, "slot")
            if names and names[0] == zone:
                return int(names[1])
        return 0

    def _drop_chips(self, target: str, point: QPointF, *, freely: bool, side: str = "") -> None:
        """Drop the picked chips on another bag or on a side's dice, by an offer of the game or else by hand."""
        viewer_campaign, source, chips = self._host.viewer_campaign(), self.source, chips_by_colour(self.picked)
        if side and not freely and (dice_offers := offers_onto_dice(chip_offers(viewer_campaign, source), side)):
            self._take_chip_offer(dice_offers, chips, point)
            return
        if not target or target == source:
            self.release_all()
            if not target:
                self._host.refuse(table_text("nowhere_chips"), (), point)
            return
        offers = () if freely else offers_into_bag(chip_offers(viewer_campaign, source), target)
        if not offers:
            self._submit(manual_chip_move(viewer_campaign.view, source, target, self.picked), point)
        else:
            self._take_chip_offer(offers, chips, point)

    def _take_chip_offer(self, offers: Sequence[Offer], chips: Mapping[str, int], point: QPointF) -> None:
        """Take the offer that fits these chips, or show why there is none."""
        if fits := chip_drop_fits(offers, chips):
            self._take_one(fits, point)
        else:
            denial = next((offer.denial for offer in offers if offer.denial is not None), None)
            self.release_all()
            text = say(denial.message) if denial is not None else table_text("no_move_chips")
            self._host.refuse(text, denial.rules if denial is not None else (), point)

    def _take_one(self, found: Sequence[DropFit], point: QPointF) -> None:
        """Take the one offer that a drop means; ask if there are several or if questions remain."""
        if len(found) > 1:
            self.release_all()
            self._host.choose([fitting.offer for fitting in found], merged_answers(found), point)
        elif found[0].remaining:
            self.release_all()
            self._host.ask(found[0].offer, found[0].answers)
        else:
            self.take_up(found[0], point)

    def take_up(self, fitting: DropFit, where: QPointF) -> None:
        """Submit an offer that has no open question."""
        self._submit(filled_command(fitting.offer, fitting.answers), where)

    def _picked_are_seen(self) -> bool:
        """Return whether this screen shows the faces of the picked items."""
        return all(p.colour or self._scene.face(p.zone, p.index) is not None for p in self.picked)

    def _rearrange_hand(self, picked: list[ItemPlace], zone: str, point: QPointF, *, freely: bool) -> None:
        if not is_held(zone) or not self._dragged:
            self.release_all()
        elif self._host.sees_hand(zone):
            at = self._index_at(zone, picked, point) or 0
            self._host.arrange_hand(zone, [place.index for place in picked], at)
            self.release_all()
        elif not freely:
            self.release_all()
            self._host.refuse(table_text("not_looked"), (), point)
        else:
            command = hand_rearrangement(self._scene.view, picked, self._index_at(zone, picked, point) or 0)
            if command is None:
                self.release_all()
            else:
                self._submit(command, point)

    def _index_at(self, zone: str, picked: list[ItemPlace], point: QPointF) -> int | None:
        """Return the index in a zone for a drop at a point: in a hand by the nearest card, on a pile the top.

        A card that comes into a hand goes to its end: where else it went would tell of the order of that hand.
        """
        if not is_held(zone):
            return 0 if zone in self._scene.placement.piles else None
        moving = {place.index for place in picked if place.zone == zone}
        if not moving:
            return None
        remaining = [i for i in self._scene.order_of(zone) if i not in moving]
        spots = self._scene.spots_of(zone)
        nearest = (float("inf"), 0)
        for number, index in enumerate(remaining):
            spot = spots.get(index)
            if spot is None:
                continue
            from_middle = spot.outline().inverted()[0].map(self._drop_point(point))
            distance = from_middle.x() ** 2 + from_middle.y() ** 2
            if distance < nearest[0]:
                nearest = (distance, number + (1 if from_middle.x() > 0 else 0))
        return nearest[1]

    def _submit(self, command: Command | None, point: QPointF) -> None:
        if command is None:
            self.release_all()
            return
        refusal = self._host.viewer_campaign().refusal(command, seen=self._picked_are_seen())
        if refusal is not None:
            self.release_all()
            self._host.refuse(refusal.text, refusal.rules, point)
            return
        # The dragged items are released where they are, so that they glide on from there.
        items, self._dragged, self.picked = self._dragged, [], []
        for item, _ in items:
            self._scene.held_items.discard(item)
        self._host.highlight(frozenset())
        self.uncovers = False
        succeeded = self._host.submit(command)
        for item in self._scene.movable_items():
            item.pick(picked=False)
        if not succeeded:
            self._dragged = items
            self._glide_back()

    def _glide_back(self) -> None:
        items, self._dragged = self._dragged, []
        starts = [(item, item.pos()) for item, _ in items]
        self._scene.held_items.difference_update(item for item, _ in items)
        if self.uncovers:
            self.uncovers = False
            self._host.dragging_changed()
        flights = []
        for item, start in starts:
            if item.scene() is not self._scene:
                continue
            item.picked = False
            item.redraw()
            flights.append(ItemFlight(item, start, lasts=_EASE_MS, land=_reset_z_value(item)))
        if self._scene.is_animated:
            self._scene.animator.start(flights)
        else:
            for flight in flights:
                flight.card.setPos(flight.card.home)
                flight.card.setZValue(flight.card.spot.z)

    def item_at(self, point: QPointF) -> ItemPlace | None:
        """Return the topmost card at a point; for chips, the top of the stack."""
        opened = self._scene.display_state.opened
        topmost: MovableItem | None = None
        for item in self._scene.cards() if opened else self._scene.movable_items():
            if opened and item.zone != opened:
                continue
            if (topmost is None or item.zValue() > topmost.zValue()) and item.covers(point):
                topmost = item
        if topmost is None:
            return None
        return ItemPlace(topmost.zone, 0 if topmost.colour else topmost.index, topmost.colour)

    def is_in_front(self, place: ItemPlace | None) -> bool:
        """Return whether a card is above the names and numbers of the seats, as in a hand that is looked at."""
        item = self._scene.card(place.zone, place.index) if place is not None and not place.colour else None
        return item is not None and item.zValue() >= Z_ENLARGED

    def cards_in_band(self, band: QRectF) -> list[ItemPlace]:
        """Return the cards with their middle in a band, from the zone that has the most of them.

        They are in the order of the zone, not of the screen: played cards must not tell of the order of a hand.
        """
        by_zone: dict[str, list[ItemPlace]] = {}
        for item in self._scene.cards():
            if band.contains(item.middle) and item.zone not in self._scene.placement.piles:
                by_zone.setdefault(item.zone, []).append(ItemPlace(item.zone, item.index))
        fullest_zone = max(by_zone, key=lambda zone: len(by_zone[zone]), default="")
        return sorted(by_zone[fullest_zone]) if fullest_zone else []


def _reset_z_value(item: MovableItem) -> Callable[[], None]:
    return lambda: item.setZValue(item.spot.z)


def is_drag_distance(start: QPointF, now: QPointF) -> bool:
    """Return whether the pointer has moved so far that it is a drag and no longer a click."""
    return (now - start).manhattanLength() >= QApplication.startDragDistance()


def is_alt_held(modifiers: Qt.KeyboardModifier) -> bool:
    """Return whether Alt is held."""
    return bool(modifiers & Qt.KeyboardModifier.AltModifier)
