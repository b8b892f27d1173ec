"""What laying chips somewhere would mean: an offer of the game where it has one for it, else a move by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from engine.play.moves import MoveChips
from engine.play.offers import Ask, AskKind, Offer
from engine.play.sight import View
from engine.table.frozen import Json
from vtt.lens import Lens
from vtt.table.drops import Fit, Place, needed
from vtt.table.places import owner_of_bag

_WORDS = (AskKind.CHOICE, AskKind.TEXT)


def counted(picked: Iterable[Place]) -> dict[str, int]:
    """Return how many chips of each colour are picked up."""
    return dict(Counter(place.colour for place in picked))


def offers_for_chips(lens: Lens, source: str) -> tuple[Offer, ...]:
    """Return every offer that chips from a bag take up, those that are denied too."""
    offers = (offer for seat in lens.view.seats for offer in lens.offers(seat))
    return tuple(o for o in offers if o.drag is not None and o.drag.source == source)


def into(offers: Iterable[Offer], target: str) -> tuple[Offer, ...]:
    """Return those of the offers that end in a bag."""
    return tuple(o for o in offers if o.drag is not None and o.drag.target == target)


def onto(offers: Iterable[Offer], side: str) -> tuple[Offer, ...]:
    """Return those of the offers that better the dice of a side."""
    return tuple(o for o in offers if o.drag is not None and side and o.drag.side == side)


def dice_for_chips(offers: Iterable[Offer], chips: Mapping[str, int]) -> frozenset[str]:
    """Return the sides whose dice these chips better."""
    return frozenset(
        found.offer.drag.side for found in chip_fits(offers, chips) if found.offer.drag and found.offer.drag.side
    )


def bag_before(view: View, seat: str) -> str:
    """Return the bag of a seat: chips that are laid on its plate go there; empty where it has none."""
    return next((bag for bag in view.chips if owner_of_bag(view, bag) == seat), "")


def bags_for_chips(view: View, offers: Sequence[Offer], source: str, chips: Mapping[str, int]) -> frozenset[str]:
    """Return the bags where chips may be laid: all others, unless the game has a rule for it that they break."""
    return frozenset(
        bag for bag in view.chips if bag != source and (not into(offers, bag) or chip_fits(into(offers, bag), chips))
    )


def chip_fits(offers: Iterable[Offer], chips: Mapping[str, int]) -> tuple[Fit, ...]:
    """Return the offers that take just these chips."""
    fitting = (_fit(offer, chips) for offer in offers if offer.denial is None)
    return tuple(found for found in fitting if found is not None)


def _fit(offer: Offer, chips: Mapping[str, int]) -> Fit | None:
    """Let the colour answer a question for a word, and the number one for a number."""
    if offer.drag is not None and offer.drag.colour and set(chips) != {offer.drag.colour}:
        return None
    total = sum(chips.values())
    answers: dict[str, Json] = {}
    colour = next((a for a in offer.asks if a.kind in _WORDS and set(chips) & set(a.choices)), None)
    number = next((a for a in offer.asks if a.kind is AskKind.NUMBER), None)
    if colour is not None:
        if len(chips) > 1 or not set(chips) <= set(colour.choices):
            return None
        answers[colour.field] = next(iter(chips))
    if number is not None:
        if not _within(number, total):
            return None
        answers[number.field] = total
    elif total != 1:
        return None
    return Fit(offer, answers, needed(tuple(a for a in offer.asks if a not in (colour, number))))


def _within(question: Ask, number: int) -> bool:
    return question.least <= number and (question.most is None or number <= question.most)


def moved_by_hand(view: View, source: str, target: str, picked: Sequence[Place]) -> MoveChips | None:
    """Return the move by hand that lays chips in another bag; the bag's owner makes it, else the GM."""
    gm = next((seat.id for seat in view.seats.values() if seat.role == "gm"), "")
    seat = owner_of_bag(view, source) or owner_of_bag(view, target) or gm or next(iter(view.seats), "")
    return MoveChips(seat=seat, source=source, target=target, chips=counted(picked)) if seat else None
