"""Who acts, before whose eyes: what an offer may speak of, told in places where a card is not to be known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from engine.play.leading import leader
from engine.play.names import actor_name
from engine.play.newcomers import readable
from engine.play.offers import Ask, AskKind, Offer, ask
from engine.rulesets.card_the_drawing import facts
from engine.rulesets.card_the_drawing.procedures import Battle, battle
from engine.rulesets.card_the_drawing.zones import place_of
from engine.table.frozen import replace
from engine.table.seats import Actor
from engine.table.table import Table
from engine.table.zones import Zone

MOST_WORDS = 60


@dataclass(frozen=True)
class Eyes:
    """A table as one seat acts on it, before the eyes of one viewer."""

    table: Table
    seat: str
    viewer: str

    @cached_property
    def gm(self) -> bool:
        """Whether the GM acts."""
        return self.table.is_gm(self.seat)

    @cached_property
    def battle(self) -> Battle | None:
        """The battle, if one is fought."""
        return battle(self.table)

    @cached_property
    def there(self) -> tuple[Actor, ...]:
        """Everybody in the story of whom both know all."""
        known = readable(self.table, self.viewer)
        return tuple(actor for actor in known if self.table.may_read(actor, self.seat))

    @cached_property
    def noticed(self) -> tuple[str, ...]:
        """Everybody of whom the viewer knows at least that they are there: those in the battle too."""
        known = tuple(actor.id for actor in self.there)
        return (*known, *(actor for actor in facts.taking_part(self.table) if actor not in known))

    @cached_property
    def own(self) -> tuple[str, ...]:
        """Those of the seat who stand in the battle."""
        return tuple(actor for actor in facts.standing(self.table) if leader(self.table, actor) == self.seat)

    def reads(self, actor: str) -> bool:
        """Say whether the viewer may know the numbers of an actor."""
        found = self.table.actors.get(actor)
        return found is None or self.table.may_read(found, self.viewer)

    def name(self, actor: str) -> str:
        """Return what an actor is called."""
        return actor_name(self.table, actor)

    def told(self, actor: str, offer: Offer) -> Offer:
        """Return an offer as the viewer is told it: why something cannot be done may tell a number."""
        return offer if offer.denial is None or self.reads(actor) else replace(offer, denial=None)

    def opens(self, zone: str) -> bool:
        """Say whether the viewer may know what lies in a zone."""
        found = self.table.zones.get(zone)
        return found is not None and all(found.may_see(card, self.viewer) for card in found.cards)

    def sees(self, zone: Zone, card: str) -> bool:
        """Say whether the viewer may know a card."""
        return zone.may_see(card, self.viewer)


def places_of(table: Table, cards: Iterable[str]) -> tuple[str, ...]:
    """Return the places of cards, those that lie somewhere."""
    return tuple(place for place in (place_of(table, card) for card in cards) if place)


def in_words() -> Ask:
    """Ask for free words."""
    return ask("what", AskKind.TEXT, optional=True, most=MOST_WORDS)


def whom(actors: tuple[str, ...], word: str = "actor") -> tuple[Ask, ...]:
    """Ask for one of several actors; of one there is nothing to ask."""
    return (ask(word, AskKind.CHOICE, actors, field="actor"),) if len(actors) > 1 else ()
