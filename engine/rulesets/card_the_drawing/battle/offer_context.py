"""The context of offers: the acting seat and the viewer. Cards that the viewer may not know appear as places."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.core.audience import may_read_numbers, readable_actors
from engine.core.commands import Request, place_of
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.model.frozen import replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.model.zones import Zone
from engine.presentation.command_offers import offer_of, unchecked
from engine.presentation.offers import Offer
from engine.rulesets.card_the_drawing.battle import participants
from engine.rulesets.card_the_drawing.battle.battle_procedures import Battle, current_battle


@dataclass(frozen=True)
class OfferContext:
    """A table on which one seat acts, as one viewer may see it."""

    table: Table
    seat: str
    viewer: str

    @cached_property
    def gm(self) -> bool:
        """Whether the acting seat is the GM."""
        return self.table.is_gm(self.seat)

    @cached_property
    def battle(self) -> Battle | None:
        """The battle in progress, if there is one."""
        return current_battle(self.table)

    @cached_property
    def known_actors(self) -> tuple[Actor, ...]:
        """The actors in the story that both the seat and the viewer may read."""
        known = readable_actors(self.table, self.viewer)
        return tuple(actor for actor in known if self.table.may_read(actor, self.seat))

    @cached_property
    def noticed_actors(self) -> tuple[str, ...]:
        """The actors that the viewer knows to be present, including all in the battle."""
        known = tuple(actor.id for actor in self.known_actors)
        return (*known, *(actor for actor in participants.taking_part(self.table) if actor not in known))

    @cached_property
    def own_fighters(self) -> tuple[str, ...]:
        """The undefeated actors of the seat in the battle."""
        return tuple(
            actor for actor in participants.standing_actors(self.table) if controller_of(self.table, actor) == self.seat
        )

    def offer(self, command: Request, **details: Any) -> Offer:
        """Return the offer of a command that is allowed whenever it is offered: it is not checked again.

        Args:
            command: the command.
            details: as for `offer_of`.
        """
        return offer_of(self.table, command, unchecked, **details)

    def may_read(self, actor: str) -> bool:
        """Return whether the viewer may know the numbers of an actor."""
        return may_read_numbers(self.table, self.viewer, actor)

    def name(self, actor: str) -> str:
        """Return the name of an actor."""
        return actor_name(self.table, actor)

    def without_secret_reason(self, actor: str, offer: Offer) -> Offer:
        """Return an offer without a denial that could reveal a number to the viewer."""
        return offer if offer.denial is None or self.may_read(actor) else replace(offer, denial=None)

    def may_see_zone(self, zone: str) -> bool:
        """Return whether the viewer may know the cards of a zone."""
        pile = self.table.zones.get(zone)
        return pile is not None and all(pile.may_see(card, self.viewer) for card in pile.cards)

    def may_see(self, zone: Zone, card: str) -> bool:
        """Return whether the viewer may know a card."""
        return zone.may_see(card, self.viewer)


def places_of(table: Table, cards: Iterable[str]) -> tuple[str, ...]:
    """Return the places of those cards that are in a zone."""
    return tuple(place for place in (place_of(table, card) for card in cards) if place)
