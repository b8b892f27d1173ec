"""What laying cards somewhere would mean: gestures become offers filled in, or the reason why they cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.play.commands import Command
from engine.play.moves import ArrangeZone, MoveCards
from engine.play.offers import Ask, AskKind, Offer
from engine.play.sight import View
from engine.play.words import say
from engine.table.frozen import Json, replace
from vtt.lens import Lens
from vtt.table.naming import tell
from vtt.table.places import owner_of

CARD_ASKS = (AskKind.CARD, AskKind.CARDS)


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where one card lies, as a command names it: `hand:tom#2`; or a chip of a colour in a bag, from the top."""

    zone: str
    index: int
    colour: str = ""

    def __str__(self) -> str:
        return f"{self.zone}#{self.index}"


@dataclass(frozen=True, slots=True)
class Fit:
    """An offer that takes just these cards.

    Attributes:
        offer: as it was made.
        answers: what the cards answer, by field.
        rest: what must still be asked; optional questions are among it only if a necessary one is.
    """

    offer: Offer
    answers: dict[str, Json]
    rest: tuple[Ask, ...]

    def at_slot(self, slot: int) -> Fit:
        """Return how it takes them where they are laid in a numbered slot; 0 for none."""
        asked = [a.field for a in self.offer.asks if a.spot] if slot else []
        return Fit(self.offer, {**self.answers, **dict.fromkeys(asked, slot)}, self.rest) if asked else self


def name_of(view: View, place: Place) -> str:
    """Return a card by its id where the viewer knows it, else by its place."""
    face = view.zones[place.zone].face(place.index)
    return str(place) if face is None else face


def card_ask(offer: Offer, source: str) -> Ask | None:
    """Return the question of an offer that cards from a zone answer."""
    return next((a for a in offer.asks if a.kind in CARD_ASKS and a.zone in ("", source)), None)


def fit(view: View, offer: Offer, places: Sequence[Place]) -> Fit | None:
    """Return how an offer takes these cards, or None if it takes others or another number."""
    question = card_ask(offer, places[0].zone)
    if question is None:
        # Nothing is asked about cards: the gesture itself is the answer, made with the top card of a pile.
        if any(a.kind in CARD_ASKS for a in offer.asks) or len(places) != 1:
            return None
        return Fit(offer, {}, needed(offer.asks))
    if not takes_number(question, len(places)):
        return None
    cards: list[str] = []
    for place in places:
        known = name_of(view, place)
        if question.choices and known not in question.choices:
            known = str(place)
            if known not in question.choices:
                return None
        cards.append(known)
    value: Json = cards[0] if question.kind is AskKind.CARD else tuple(cards)
    # What must be read first is asked once more, with this answer given.
    unread = question.warns and any(card in question.told for card in cards)
    return Fit(offer, {question.field: value}, needed(tuple(a for a in offer.asks if unread or a is not question)))


def needed(asks: tuple[Ask, ...]) -> tuple[Ask, ...]:
    """Return what must still be asked: optional questions come along only with a necessary one."""
    return asks if any(not a.optional for a in asks) else ()


def takes_number(question: Ask, count: int) -> bool:
    """Say whether a question for cards is answered by so many."""
    if question.kind is AskKind.CARD:
        return count == 1
    return max(1, question.least) <= count and (question.most is None or count <= question.most)


def seats_to_ask(view: View, zone: str, active: str) -> tuple[str, ...]:
    """Return whose offers count for cards of a zone: its owner's, or everybody's, the active seat first."""
    owner = owner_of(view, zone)
    if owner:
        return (owner,)
    return tuple(sorted(view.seats, key=lambda seat: seat != active))


def offers_from(lens: Lens, zone: str, active: str) -> tuple[Offer, ...]:
    """Return every offer with a gesture that begins at a zone, those that are denied too."""
    found = []
    for seat in seats_to_ask(lens.view, zone, active):
        found += [o for o in lens.offers(seat) if o.drag is not None and o.drag.source == zone]
    return tuple(found)


def targets(view: View, offers: Iterable[Offer], places: Sequence[Place]) -> frozenset[str]:
    """Return the zones where these cards may be laid."""
    return frozenset(
        o.drag.target for o in offers if o.drag is not None and o.denial is None and fit(view, o, places) is not None
    )


def fits(view: View, offers: Iterable[Offer], places: Sequence[Place], target: str) -> tuple[Fit, ...]:
    """Return the offers that these cards take up when they are laid in a zone."""
    found = []
    for offer in offers:
        if offer.drag is not None and offer.drag.target == target and offer.denial is None:
            fitting = fit(view, offer, places)
            if fitting is not None:
                found.append(fitting)
    return tuple(found)


def reason_against(
    lens: Lens, offers: Iterable[Offer], places: Sequence[Place], target: str
) -> tuple[str, tuple[str, ...]]:
    """Return in one sentence why these cards cannot be laid in a zone, and the rules that forbid it."""
    count = len(places)
    pair = [o for o in offers if o.drag is not None and o.drag.target == target]
    for offer in pair:
        if offer.denial is not None:
            return say(offer.denial.message), offer.denial.rules
    for offer in pair:
        question = card_ask(offer, places[0].zone)
        if question is None:
            continue
        # The rule behind the number speaks best for itself, where it does.
        value: Json = tuple(name_of(lens.view, p) for p in places)
        known = all(lens.view.zones[p.zone].face(p.index) is not None for p in places)
        if question.kind is AskKind.CARD and len(places) == 1 and known:
            refused = lens.refusal(filled(offer, {question.field: name_of(lens.view, places[0])}))
            if refused is not None:
                return refused.text, refused.rules
        if question.kind is AskKind.CARDS:
            refused = lens.refusal(filled(offer, {question.field: value}))
            if refused is not None:
                return refused.text, refused.rules
        if not takes_number(question, count):
            return tell("takes_count", count=count, takes=_takes(question)), ()
    return tell("no_move", count=count), ()


def _takes(question: Ask) -> str:
    least = 1 if question.kind is AskKind.CARD else max(1, question.least)
    most = 1 if question.kind is AskKind.CARD else question.most
    if most is None:
        return tell("takes.least", least=least)
    return tell("takes.exact", least=least) if least == most else tell("takes.range", least=least, most=most)


def by_hand(view: View, places: Sequence[Place], target: str, at: int | None) -> MoveCards | None:
    """Return the move by hand that lays cards in a zone; their owner makes it, or the GM where they are nobody's."""
    owners = {owner_of(view, place.zone) for place in places}
    gm = next((seat.id for seat in view.seats.values() if seat.role == "gm"), "")
    owner = owners.pop() if len(owners) == 1 else ""
    seat = owner or gm or next(iter(view.seats), "")
    if not seat:
        return None
    return MoveCards(seat=seat, cards=tuple(name_of(view, p) for p in places), target=target, at=at)


def rearranged(view: View, places: Sequence[Place], at: int) -> ArrangeZone | None:
    """Return the command that puts cards of a hand at another place in it, or None if nothing would change."""
    zone = places[0].zone
    moving = [place.index for place in places]
    rest = [i for i in range(view.zones[zone].count) if i not in moving]
    order = rest[:at] + moving + rest[at:]
    if order == sorted(order):
        return None
    cards = tuple(name_of(view, Place(zone, index)) for index in order)
    return ArrangeZone(seat=owner_of(view, zone), zone=zone, cards=cards)


def taken_up(fittings: Sequence[Fit]) -> dict[str, Json]:
    """Return all that a gesture answers which fits several offers; each takes what it asks for."""
    return {name: value for fitting in fittings for name, value in fitting.answers.items()}


def filled(offer: Offer, answers: dict[str, Json]) -> Command:
    """Return the command of an offer with the answers filled in."""
    command: Any = offer.command
    return replace(command, **answers) if answers else offer.command


def concerning(lens: Lens, zones: Sequence[str], place: Place | None, active: str) -> list[Offer]:
    """Return the offers that have to do with a place or a card in it, those first that can be taken."""
    view = lens.view
    names = {str(place), name_of(view, place)} if place is not None else set()
    seats = dict.fromkeys(seat for zone in zones for seat in seats_to_ask(view, zone, active))
    found: dict[str, Offer] = {}
    for offer in (offer for seat in seats for offer in lens.offers(seat)):
        ends = {offer.drag.source, offer.drag.target} if offer.drag is not None else set()
        for question in offer.asks:
            if question.kind not in CARD_ASKS:
                continue
            if question.zone:
                ends.add(question.zone)
            if names.intersection(question.choices):
                ends.update(zones)
        if ends.intersection(zones):
            found.setdefault(f"{offer.command.seat} {offer.name}", offer)
    return sorted(found.values(), key=lambda offer: offer.denial is not None)
