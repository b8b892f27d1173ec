"""The question of an offer that cards answer, and the cards that can be played now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.core.commands import Command
from engine.model.frozen import Json, replace
from engine.presentation.offers import Offer, Question, QuestionKind
from engine.presentation.visibility import VisibleTable
from vtt.campaign.viewer_campaign import ViewerCampaign
from vtt.shared.questions.open_questions import as_asked

CARD_QUESTION_KINDS = (QuestionKind.CARD, QuestionKind.CARDS)


def card_reference(view: VisibleTable, zone: str, index: int) -> str:
    """Return a card's id where the viewer knows it, else its place (`hand:tom#2`)."""
    face = view.zones[zone].face(index)
    return f"{zone}#{index}" if face is None else face


def card_question(offer: Offer, source: str) -> Question | None:
    """Return the question of an offer that cards from a zone answer."""
    return next((a for a in offer.questions if a.kind in CARD_QUESTION_KINDS and a.zone in ("", source)), None)


def accepts_count(question: Question, count: int) -> bool:
    """Return whether a question takes this number of cards."""
    if question.kind is QuestionKind.CARD:
        return count == 1
    return max(1, question.least) <= count and (question.most is None or count <= question.most)


def accepted_reference(question: Question, view: VisibleTable, zone: str, index: int) -> str | None:
    """Return how a card answers a question, by its id or by its place; None if it is not among the choices."""
    reference = card_reference(view, zone, index)
    if not question.choices or reference in question.choices:
        return reference
    place = f"{zone}#{index}"
    return place if place in question.choices else None


def remaining_questions(asks: tuple[Question, ...]) -> tuple[Question, ...]:
    """Return the questions still open; optional ones only together with a required one."""
    return asks if any(not a.optional for a in asks) else ()


def filled_command(offer: Offer, answers: dict[str, Json]) -> Command:
    """Return the command of an offer with the answers filled in."""
    command: Any = offer.command
    return replace(command, **answers) if answers else offer.command


def playable_cards(viewer_campaign: ViewerCampaign, zones: Iterable[str]) -> Mapping[str, frozenset[int]]:
    """Return by zone the indices of the cards that a seat can play now, as far as this seat may know.

    A card can be played if an offer asks for it. Where nothing else is open, the rules are asked as well. An offer that
    goes far, or that is needed so rarely that it is only in the list of all offers, does not count.

    Args:
        viewer_campaign: the campaign as the seat sees it.
        zones: zones with cards that the seat sees.
    """
    view, seat = viewer_campaign.view, viewer_campaign.viewer
    offers = [o for o in viewer_campaign.offers(seat) if o.denial is None and not o.rare and not o.is_far_reaching]
    found: dict[str, frozenset[int]] = {}
    for zone in zones:
        questions = [(offer, question) for offer in offers if (question := question_about(offer, zone)) is not None]
        indices = range(view.zones[zone].count) if questions else ()
        playable = frozenset(i for i in indices if any(_plays(viewer_campaign, o, q, zone, i) for o, q in questions))
        if playable:
            found[zone] = playable
    return found


def question_about(offer: Offer, zone: str) -> Question | None:
    """Return the question of an offer that cards of a zone answer; one about any cards must begin with a drag there."""
    question = card_question(offer, zone)
    is_open = question is not None and not question.zone and not question.choices
    return None if is_open and (offer.drag is None or offer.drag.source != zone) else question


def answering_cards(
    viewer_campaign: ViewerCampaign,
    asked: Offer,
    answers: Mapping[str, object],
    zones: Iterable[str],
    chosen: Sequence[tuple[str, int]] = (),
) -> Mapping[str, frozenset[int]]:
    """Return by zone the indices of the cards that can answer an offer, as far as a viewer may know.

    Where several cards are the answer, it is those that can be added to the chosen ones.

    Args:
        viewer_campaign: the campaign as the viewer sees it.
        asked: the offer, as any screen lists it.
        answers: what is answered already, by field.
        zones: zones with cards that the viewer sees.
        chosen: the places of the cards that are chosen already, as zone and index.
    """
    offer = _as_listed(viewer_campaign, asked)
    if offer is None:
        return dict.fromkeys(zones, frozenset())
    questions = _open_card_questions(offer, answers)
    answering: dict[str, frozenset[int]] = {}
    for zone in zones:
        fitting = [q for q in questions if zone == q.zone or not q.zone or q.choices]
        indices = range(viewer_campaign.view.zones[zone].count)
        answering[zone] = frozenset(
            i for i in indices if any(_plays(viewer_campaign, offer, q, zone, i, answers, chosen) for q in fitting)
        )
    return answering


def is_choice(
    viewer_campaign: ViewerCampaign, asked: Offer, answers: Mapping[str, object], place: tuple[str, int]
) -> bool:
    """Return whether a card is among the choices of an offer, as far as a viewer may know.

    A screen that does not see the cards may ask for all of them in one question, where this viewer has several.

    Args:
        viewer_campaign: the campaign as the viewer sees it.
        asked: the offer, as any screen lists it.
        answers: what is answered already, by field.
        place: the zone and the index of the card.
    """
    offer = _as_listed(viewer_campaign, asked)
    questions = _open_card_questions(offer, answers) if offer is not None else []
    return any(accepted_reference(question, viewer_campaign.view, *place) is not None for question in questions)


def _open_card_questions(offer: Offer, answers: Mapping[str, object]) -> list[Question]:
    """Return the questions about cards that are not answered yet, as they are asked after these answers."""
    questions = [as_asked(offer, q, answers) for q in offer.questions if q.kind in CARD_QUESTION_KINDS]
    return [question for question in questions if question.field not in answers]


def _as_listed(viewer_campaign: ViewerCampaign, asked: Offer) -> Offer | None:
    """Return an offer as a viewer's list has it; None if it is not there, or denied."""
    offers = viewer_campaign.offers(asked.command.seat)
    return next((offer for offer in offers if offer.name == asked.name and offer.denial is None), None)


def _plays(
    viewer_campaign: ViewerCampaign,
    offer: Offer,
    question: Question,
    zone: str,
    index: int,
    answers: Mapping[str, object] | None = None,
    chosen: Sequence[tuple[str, int]] = (),
) -> bool:
    reference = accepted_reference(question, viewer_campaign.view, zone, index)
    if reference is None:
        return False
    known: dict[str, Any] = dict(answers or {})
    others = tuple(asked for asked in offer.questions if asked.field not in (question.field, *known))
    before = [accepted_reference(question, viewer_campaign.view, *place) for place in chosen if place != (zone, index)]
    cards = [card for card in (*before, reference) if card is not None]
    if not accepts_count(question, len(cards)) or remaining_questions(others):
        return True
    answer: Json = reference if question.kind is QuestionKind.CARD else tuple(cards)
    return viewer_campaign.refusal(filled_command(offer, {**known, question.field: answer})) is None
