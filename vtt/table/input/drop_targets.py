"""The meaning of a drop of cards: the offers that fit it with their answers, or the reason why none does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.core.manual_moves import ArrangeZone, MoveCards
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.presentation.offers import Offer, Question, QuestionKind
from engine.presentation.visibility import VisibleTable
from vtt.campaign.viewer_campaign import ViewerCampaign
from vtt.shared.offers.card_questions import (
    CARD_QUESTION_KINDS,
    accepted_reference,
    accepts_count,
    card_question,
    card_reference,
    filled_command,
    remaining_questions,
)
from vtt.shared.screen_names import table_text
from vtt.shared.table_queries import owner_of_zone
from vtt.table.accessibility.focus_targets import FocusTarget, FocusTargetKind


@dataclass(frozen=True, slots=True, order=True)
class ItemPlace:
    """The place of one card as a command names it (`hand:tom#2`), or of a chip of a colour in a bag, from the top."""

    zone: str
    index: int
    colour: str = ""

    def __str__(self) -> str:
        return f"{self.zone}#{self.index}"


def card_place_of(target: FocusTarget | None) -> ItemPlace | None:
    """Return the place of the focused card, which may be the top of a pile."""
    if target is None or target.kind not in (FocusTargetKind.CARD, FocusTargetKind.ZONE):
        return None
    return ItemPlace(target.ref, target.index if target.kind is FocusTargetKind.CARD else 0)


@dataclass(frozen=True, slots=True)
class DropFit:
    """An offer that takes exactly these cards.

    Attributes:
        offer: as it was made.
        answers: what the cards answer, by field.
        remaining: the questions still open; optional ones only together with a required one.
    """

    offer: Offer
    answers: dict[str, Json]
    remaining: tuple[Question, ...]

    def at_slot(self, slot: int) -> DropFit:
        """Return the fit for a drop on a numbered slot; 0 for none."""
        asked = [a.field for a in self.offer.questions if a.spot] if slot else []
        return DropFit(self.offer, {**self.answers, **dict.fromkeys(asked, slot)}, self.remaining) if asked else self


def drop_fit(view: VisibleTable, offer: Offer, places: Sequence[ItemPlace]) -> DropFit | None:
    """Return how an offer takes these cards, or None if it takes others or another number."""
    question = card_question(offer, places[0].zone)
    if question is None:
        # No question about cards: the drag itself is the answer, made with the top card of a pile.
        if any(a.kind in CARD_QUESTION_KINDS for a in offer.questions) or len(places) != 1:
            return None
        return DropFit(offer, {}, remaining_questions(offer.questions))
    if not accepts_count(question, len(places)):
        return None
    cards: list[str] = []
    for place in places:
        reference = accepted_reference(question, view, place.zone, place.index)
        if reference is None:
            return None
        cards.append(reference)
    value: Json = cards[0] if question.kind is QuestionKind.CARD else tuple(cards)
    # A card with a warning is asked again, with this answer filled in.
    has_unread_warning = question.warns and any(card in question.told for card in cards)
    return DropFit(
        offer,
        {question.field: value},
        remaining_questions(tuple(a for a in offer.questions if has_unread_warning or a is not question)),
    )


def seats_with_offers(view: VisibleTable, zone: str, active: str) -> tuple[str, ...]:
    """Return the seats with offers for cards of a zone: its owner, else every seat, the active one first."""
    owner = owner_of_zone(view, zone)
    if owner:
        return (owner,)
    return tuple(sorted(view.seats, key=lambda seat: seat != active))


def drag_offers_from(viewer_campaign: ViewerCampaign, zone: str, active: str) -> tuple[Offer, ...]:
    """Return every offer with a drag that starts at a zone, denied ones too."""
    offers = []
    for seat in seats_with_offers(viewer_campaign.view, zone, active):
        offers += [o for o in viewer_campaign.offers(seat) if o.drag is not None and o.drag.source == zone]
    return tuple(offers)


def legal_drop_zones(view: VisibleTable, offers: Iterable[Offer], places: Sequence[ItemPlace]) -> frozenset[str]:
    """Return the zones where these cards may be dropped."""
    return frozenset(
        o.drag.target
        for o in offers
        if o.drag is not None and o.denial is None and drop_fit(view, o, places) is not None
    )


def drop_fits(
    view: VisibleTable, offers: Iterable[Offer], places: Sequence[ItemPlace], target: str
) -> tuple[DropFit, ...]:
    """Return the offers that take these cards on a drop in a zone."""
    fits = []
    for offer in offers:
        if offer.drag is not None and offer.drag.target == target and offer.denial is None:
            fit = drop_fit(view, offer, places)
            if fit is not None:
                fits.append(fit)
    return tuple(fits)


def reason_against(
    viewer_campaign: ViewerCampaign, offers: Iterable[Offer], places: Sequence[ItemPlace], target: str
) -> tuple[str, tuple[str, ...]]:
    """Return one sentence on why these cards cannot be dropped in a zone, and the rules that forbid it."""
    count = len(places)
    offers_to_target = [o for o in offers if o.drag is not None and o.drag.target == target]
    for offer in offers_to_target:
        if offer.denial is not None:
            return say(offer.denial.message), offer.denial.rules
    for offer in offers_to_target:
        question = card_question(offer, places[0].zone)
        if question is None:
            continue
        # The refusal of the rule behind the number is the best text, if there is one.
        references = tuple(card_reference(viewer_campaign.view, p.zone, p.index) for p in places)
        all_known = all(viewer_campaign.view.zones[p.zone].face(p.index) is not None for p in places)
        if question.kind is QuestionKind.CARD and len(places) == 1 and all_known:
            refusal = viewer_campaign.refusal(filled_command(offer, {question.field: references[0]}))
            if refusal is not None:
                return refusal.text, refusal.rules
        if question.kind is QuestionKind.CARDS:
            refusal = viewer_campaign.refusal(filled_command(offer, {question.field: references}))
            if refusal is not None:
                return refusal.text, refusal.rules
        if not accepts_count(question, count):
            return table_text("takes_count", count=count, takes=_takes(question)), ()
    return table_text("no_move", count=count), ()


def _takes(question: Question) -> str:
    least = 1 if question.kind is QuestionKind.CARD else max(1, question.least)
    most = 1 if question.kind is QuestionKind.CARD else question.most
    if most is None:
        return table_text("takes.least", least=least)
    return (
        table_text("takes.exact", least=least) if least == most else table_text("takes.range", least=least, most=most)
    )


def manual_card_move(view: VisibleTable, places: Sequence[ItemPlace], target: str, at: int | None) -> MoveCards | None:
    """Return the manual move of cards to a zone; their owner makes it, or the GM if they have none."""
    owners = {owner_of_zone(view, place.zone) for place in places}
    gm = next((seat.id for seat in view.seats.values() if seat.role == "gm"), "")
    owner = owners.pop() if len(owners) == 1 else ""
    seat = owner or gm or next(iter(view.seats), "")
    if not seat:
        return None
    cards = tuple(card_reference(view, place.zone, place.index) for place in places)
    return MoveCards(seat=seat, cards=cards, target=target, at=at)


def hand_rearrangement(view: VisibleTable, places: Sequence[ItemPlace], at: int) -> ArrangeZone | None:
    """Return the command that moves cards to another place in a hand, or None if nothing would change."""
    zone = places[0].zone
    moving = [place.index for place in places]
    rest = [i for i in range(view.zones[zone].count) if i not in moving]
    order = rest[:at] + moving + rest[at:]
    if order == sorted(order):
        return None
    cards = tuple(card_reference(view, zone, index) for index in order)
    return ArrangeZone(seat=owner_of_zone(view, zone), zone=zone, cards=cards)


def merged_answers(static_items: Sequence[DropFit]) -> dict[str, Json]:
    """Return the answers of all fits of a drop together; each offer takes those that it asks for."""
    return {name: value for fitting in static_items for name, value in fitting.answers.items()}


def offers_concerning(
    viewer_campaign: ViewerCampaign, zones: Sequence[str], place: ItemPlace | None, active: str
) -> list[Offer]:
    """Return the offers about a place or a card in it, allowed ones first."""
    view = viewer_campaign.view
    names = {str(place), card_reference(view, place.zone, place.index)} if place is not None else set()
    seats = dict.fromkeys(seat for zone in zones for seat in seats_with_offers(view, zone, active))
    by_name: dict[str, Offer] = {}
    for offer in (offer for seat in seats for offer in viewer_campaign.offers(seat)):
        zones_involved = {offer.drag.source, offer.drag.target} if offer.drag is not None else set()
        for question in offer.questions:
            if question.kind not in CARD_QUESTION_KINDS:
                continue
            if question.zone:
                zones_involved.add(question.zone)
            if names.intersection(question.choices):
                zones_involved.update(zones)
        if zones_involved.intersection(zones):
            by_name.setdefault(f"{offer.command.seat} {offer.name}", offer)
    return sorted(by_name.values(), key=lambda offer: offer.denial is not None)
