"""What can be done with a thing on the table: what a right click offers there, by rule and by hand."""

from __future__ import annotations

from collections.abc import Sequence

from engine.play.moves import JoinActor, SetClock
from engine.play.offers import Offer
from engine.play.words import Message, say
from engine.table.frozen import replace
from vtt.lens import Lens
from vtt.table.aiming import about_body
from vtt.table.drops import Place, concerning
from vtt.table.naming import clean
from vtt.table.spending import offers_for_chips


def about_seat(lens: Lens, seat: str) -> list[Offer]:
    """Return what concerns a seat."""
    hand = lens.by_hand()
    return [*hand.seat(seat), *hand.newcomer(lens.newcomer)]


def about_actor(lens: Lens, actor: str) -> list[Offer]:
    """Return what concerns a character, filled in with its name: first whether others see it at all."""
    who = lens.view.actors.get(actor)
    if who is None:
        return []
    hand = list(lens.by_hand().actor(actor))
    found = [_of(offer, who.name) for offer in about_body(lens, actor, actor)]
    return [*hand, *found] if who.secret else [*found, *hand]


def _of(offer: Offer, name: str) -> Offer:
    """Return an offer that says of whom it is: the form does not ask for the name any more."""
    words = say(offer.label)
    return (
        offer
        if name in words
        else replace(offer, label=Message(key="table.of", params={"name": clean(name), "what": words}))
    )


def about_table(lens: Lens, seat: str) -> list[Offer]:
    """Return what concerns no single thing: who comes into the story or sits down, and what time it is."""
    found = [o for o in lens.offers(seat) if isinstance(o.command, (JoinActor, SetClock))]
    return [*found, *lens.by_hand().newcomer(lens.newcomer)]


def about_chips(lens: Lens, bag: str, colour: str = "") -> list[Offer]:
    """Return what concerns a bag of chips, or those of one colour in it."""
    found = (o for o in offers_for_chips(lens, bag) if not colour or o.drag is None or o.drag.colour in ("", colour))
    return [*found, *lens.by_hand().chips(bag, colour)]


def about_place(lens: Lens, zones: Sequence[str], place: Place | None, seat: str) -> list[Offer]:
    """Return what the rules offer for a place or the card there, and behind it what can be done by hand."""
    hand = lens.by_hand()
    found = concerning(lens, zones, place, seat)
    if place is not None:
        found += hand.card(place.zone, place.index)
    found += (offer for zone in zones for offer in hand.pile(zone))
    return found
