"""The meaning of a drop of chips: an offer of the game if one fits, else a manual move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from engine.core.manual_moves import MoveChips
from engine.model.frozen import Json
from engine.presentation.offers import Offer, Question, QuestionKind
from engine.presentation.visibility import VisibleTable
from vtt.campaign.viewer_campaign import ViewerCampaign
from vtt.shared.offers.card_questions import remaining_questions
from vtt.shared.table_queries import owner_of_bag
from vtt.table.input.drop_targets import DropFit, ItemPlace

_WORDS = (QuestionKind.CHOICE, QuestionKind.TEXT)


def chips_by_colour(picked: Iterable[ItemPlace]) -> dict[str, int]:
    """Return how many chips of each colour are picked up."""
    return dict(Counter(place.colour for place in picked))


def chip_offers(viewer_campaign: ViewerCampaign, source: str) -> tuple[Offer, ...]:
    """Return every offer that takes chips from a bag, denied ones too."""
    offers = (offer for seat in viewer_campaign.view.seats for offer in viewer_campaign.offers(seat))
    return tuple(o for o in offers if o.drag is not None and o.drag.source == source)


def offers_into_bag(offers: Iterable[Offer], target: str) -> tuple[Offer, ...]:
    """Return the offers that move chips into a bag."""
    return tuple(o for o in offers if o.drag is not None and o.drag.target == target)


def offers_onto_dice(offers: Iterable[Offer], side: str) -> tuple[Offer, ...]:
    """Return the offers that improve the dice of a side."""
    return tuple(o for o in offers if o.drag is not None and side and o.drag.side == side)


def legal_dice(offers: Iterable[Offer], chips: Mapping[str, int]) -> frozenset[str]:
    """Return the sides that these chips can improve the dice of."""
    return frozenset(
        fit.offer.drag.side for fit in chip_drop_fits(offers, chips) if fit.offer.drag and fit.offer.drag.side
    )


def chip_bag_of_seat(view: VisibleTable, seat: str) -> str:
    """Return the bag that takes chips dropped on a seat's plate; empty for none."""
    return next((bag for bag in view.chips if owner_of_bag(view, bag) == seat), "")


def legal_bags(view: VisibleTable, offers: Sequence[Offer], source: str, chips: Mapping[str, int]) -> frozenset[str]:
    """Return the bags where chips may be dropped: all others, unless a rule of the game forbids it."""
    return frozenset(
        bag
        for bag in view.chips
        if bag != source and (not offers_into_bag(offers, bag) or chip_drop_fits(offers_into_bag(offers, bag), chips))
    )


def chip_drop_fits(offers: Iterable[Offer], chips: Mapping[str, int]) -> tuple[DropFit, ...]:
    """Return the offers that take exactly these chips."""
    fitting = (_fit(offer, chips) for offer in offers if offer.denial is None)
    return tuple(fit for fit in fitting if fit is not None)


def _fit(offer: Offer, chips: Mapping[str, int]) -> DropFit | None:
    """Answer a question for a word with the colour, for a number with the count, and rows with the colours’ counts."""
    if offer.drag is not None and offer.drag.colour and set(chips) != {offer.drag.colour}:
        return None
    total = sum(chips.values())
    answers: dict[str, Json] = {}
    colour = next((a for a in offer.questions if a.kind in _WORDS and set(chips) & set(a.choices)), None)
    rows = {a.part: a for a in offer.questions if a.kind is QuestionKind.NUMBER and a.part}
    number = next((a for a in offer.questions if a.kind is QuestionKind.NUMBER and not a.part), None)
    if colour is not None:
        if len(chips) > 1 or not set(chips) <= set(colour.choices):
            return None
        answers[colour.field] = next(iter(chips))
    if rows:
        if number is not None or not all(name in rows and _within(rows[name], n) for name, n in chips.items()):
            return None
        answers |= {rows[name].field: dict(chips) for name in chips}
    elif number is not None:
        if not _within(number, total):
            return None
        answers[number.field] = total
    elif total != 1:
        return None
    left = tuple(a for a in offer.questions if a not in (colour, number, *rows.values()))
    return DropFit(offer, answers, remaining_questions(left))


def _within(question: Question, number: int) -> bool:
    return question.least <= number and (question.most is None or number <= question.most)


def manual_chip_move(view: VisibleTable, source: str, target: str, picked: Sequence[ItemPlace]) -> MoveChips | None:
    """Return the manual move of chips to another bag; the bag's owner makes it, else the GM."""
    gm = next((seat.id for seat in view.seats.values() if seat.role == "gm"), "")
    seat = owner_of_bag(view, source) or owner_of_bag(view, target) or gm or next(iter(view.seats), "")
    return MoveChips(seat=seat, source=source, target=target, chips=chips_by_colour(picked)) if seat else None
