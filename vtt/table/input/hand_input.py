"""Input for hands besides moving single cards: their order, several cards in a row, the natural play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QPointF

from engine.model.frozen import Json
from engine.presentation.offers import Offer
from vtt.campaign.viewer_campaign import ViewerCampaign
from vtt.shared.hand_order import HandOrders
from vtt.shared.screen_names import name_of_seat, table_text
from vtt.shared.table_queries import is_held, owner_of_zone, seats_waited_for
from vtt.table.accessibility.focus_targets import FocusTarget, FocusTargetKind
from vtt.table.input.drag import DragController
from vtt.table.input.drop_targets import ItemPlace, merged_answers
from vtt.table.input.natural_play import awaited_choice, may_play_at_once, natural_fits
from vtt.table.layout.zone_placement import shown_faces, shown_hands
from vtt.table.scene.table_scene import TableScene


class HandInputHost(Protocol):
    """The interface of the table that `HandInput` needs."""

    @property
    def active_seat(self) -> str:
        """The active seat of the window."""
        ...

    @property
    def looking_seat(self) -> str:
        """The seat that looks at its hand now."""
        ...

    def viewer_campaign(self) -> ViewerCampaign:
        """The campaign as the current viewer sees it."""
        ...

    def refuse(self, text: str, rules: tuple[str, ...], where: QPointF) -> None:
        """Show why something is refused."""
        ...

    def tell(self, text: str, where: QPointF) -> None:
        """Show a sentence near a place."""
        ...

    def ask(self, offer: Offer, answers: dict[str, Json]) -> None:
        """Ask an offer's remaining questions."""
        ...

    def open_menu(self, offers: Sequence[Offer], answers: dict[str, Json], where: QPointF) -> None:
        """Let the person choose in a menu, also if there is only one offer."""
        ...


class HandInput:
    """Handles the order of hands and the natural play of cards.

    Args:
        host: the table.
        scene: its scene.
        drag: the picked cards.
        orders: the orders of the hands.
    """

    def __init__(self, host: HandInputHost, scene: TableScene, drag: DragController, orders: HandOrders) -> None:
        self._host = host
        self._scene = scene
        self._drag = drag
        self._orders = orders
        self._row_start: ItemPlace | None = None

    def sees(self, zone: str) -> bool:
        """Return whether the screen shows every face of a hand, so that it has an order."""
        scene = self._scene
        return is_held(zone) and None not in shown_faces(scene.view, zone, scene.display_state.looks)

    def choose_next_order(self, seat: str, where: QPointF) -> None:
        """Show the hands of a seat in the next order: as drawn, by suit, by rank, and its own if it has one."""
        scene = self._scene
        hands = shown_hands(scene.view, scene.placement, seat, scene.display_state.looks)
        if not hands:
            self._host.refuse(table_text("not_looked"), (), where)
            return
        words = table_text(f"hand_order.{self._orders.choose_next(hands)}")
        self._host.tell(table_text("hand_order.chosen", name=name_of_seat(scene.view, seat), order=words), where)

    def seat_to_order(self, focused: FocusTarget | None) -> str:
        """Return the seat whose hand the key for the order means: that which looks, else the focused or active one."""
        if self._host.looking_seat:
            return self._host.looking_seat
        if focused is not None and focused.kind is FocusTargetKind.CARD and is_held(focused.ref):
            return owner_of_zone(self._scene.view, focused.ref)
        return self._host.active_seat

    def step_in_order(self, focused: FocusTarget | None, step: int) -> bool:
        """Move the focused card, or all picked ones of its hand, one place to the left (-1) or right (1) in the hand.

        Return whether the focus is on a card of a hand.
        """
        if focused is None or focused.kind is not FocusTargetKind.CARD or not is_held(focused.ref):
            return False
        zone = focused.ref
        if not self.sees(zone):
            self._host.refuse(table_text("not_looked"), (), focused.rect.center())
            return True
        order = list(self._scene.order_of(zone))
        picked = {place.index for place in self._drag.picked if place.zone == zone}
        moving = [index for index in order if index in (picked if focused.index in picked else {focused.index})]
        rest = [index for index in order if index not in moving]
        first = sum(index in rest for index in order[: order.index(moving[0])])
        at = min(max(first + step, 0), len(rest))
        self._arrange(zone, [*rest[:at], *moving, *rest[at:]])
        return True

    def arrange(self, zone: str, moving: Sequence[int], at: int) -> None:
        """Put cards of a hand between the others, at a place counted from the left without them."""
        order = self._scene.order_of(zone)
        rest = [index for index in order if index not in moving]
        self._arrange(zone, [*rest[:at], *(index for index in order if index in moving), *rest[at:]])

    def _arrange(self, zone: str, order: Sequence[int]) -> None:
        faces = shown_faces(self._scene.view, zone, self._scene.display_state.looks)
        self._orders.arrange(zone, [face for index in order if (face := faces[index]) is not None])

    def pick_row(self, start: FocusTarget | None, end: FocusTarget | None) -> None:
        """Pick the cards between two focus targets of one zone, where the first of several such steps began."""
        if start is None or start.kind is not FocusTargetKind.CARD:
            self._row_start = None
            return
        here = ItemPlace(start.ref, start.index)
        if self._row_start is None or self._row_start not in self._drag.picked or here not in self._drag.picked:
            self._row_start = here
        goal = here if end is None or end.kind is not FocusTargetKind.CARD else ItemPlace(end.ref, end.index)
        if goal.zone != self._row_start.zone:
            goal = here
        order = self._scene.order_of(here.zone)
        first, last = sorted((order.index(self._row_start.index), order.index(goal.index)))
        self._drag.pick([ItemPlace(here.zone, index) for index in sorted(order[first : last + 1])])

    def play_awaited(self, place: ItemPlace, where: QPointF) -> bool:
        """Play a card for which the table waits, if that is the one natural thing and harmless. Return whether it was.

        The table waits for the card's owner, who sees it. Where it waits for several cards, this one is the first.
        """
        if self.begin_choice(place):
            return True
        viewer_campaign, owner = self._host.viewer_campaign(), owner_of_zone(self._scene.view, place.zone)
        if owner not in seats_waited_for(viewer_campaign.view):
            return False
        fits = natural_fits(viewer_campaign, [place], owner)
        seen = self._scene.face(place.zone, place.index) is not None
        awaited = len(fits) == 1 and fits[0].offer.primary and not fits[0].remaining
        if not awaited or not may_play_at_once(viewer_campaign.view, fits[0], [place], seen=seen):
            return False
        self._drag.pick([place])
        self._drag.take_up(fits[0], where)
        return True

    def begin_choice(self, *places: ItemPlace) -> bool:
        """Ask for the cards of a hand for which the table waits, with these as the first ones. Return whether it asked.

        A card that is face down is not chosen yet.
        """
        offer = awaited_choice(self._host.viewer_campaign(), places[0].zone)
        if offer is None:
            return False
        self._drag.pick(places)
        self._host.ask(offer, {})
        return True

    def play(self, places: Sequence[ItemPlace], where: QPointF) -> None:
        """Play cards of one zone in the natural way; open a menu if that is not clear, or not harmless."""
        viewer_campaign = self._host.viewer_campaign()
        several = len({place.zone for place in places}) > 1
        fits = () if several else natural_fits(viewer_campaign, places, self._host.active_seat)
        seen = all(self._scene.face(place.zone, place.index) is not None for place in places)
        if not fits and not several and self.begin_choice(*places):
            return
        if not fits:
            self._drag.release_all()
            self._host.refuse(table_text("no_play", count=len(places)), (), where)
        elif len(fits) > 1:
            self._drag.release_all()
            self._host.open_menu([fit.offer for fit in fits], merged_answers(fits), where)
        elif fits[0].remaining:
            self._drag.release_all()
            self._host.ask(fits[0].offer, fits[0].answers)
        elif may_play_at_once(viewer_campaign.view, fits[0], places, seen=seen):
            self._drag.pick(places)
            self._drag.take_up(fits[0], where)
        else:
            self._drag.release_all()
            self._host.open_menu([fits[0].offer], fits[0].answers, where)
