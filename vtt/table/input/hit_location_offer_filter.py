"""The offers that concern one location of a body, and the answers that the location gives to each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.messages.texts import say
from engine.model.frozen import Json
from engine.presentation.offers import Offer, QuestionKind
from vtt.campaign.viewer_campaign import ViewerCampaign
from vtt.shared.offers.acting_character import ACTOR_FIELD
from vtt.shared.table_queries import seats_to_answer

_CHOICE: Final = (QuestionKind.CHOICE, QuestionKind.CHOICES)


@dataclass(frozen=True, slots=True)
class LocationOffer:
    """An offer with the answers that a location gives; its other questions are asked as usual.

    An offer is `aside` if another character acts, or if it need not concern the location.
    """

    offer: Offer
    answers: Mapping[str, Json]
    aside: bool = False

    @property
    def words(self) -> str:
        """The text of its button, with dots if a question is open."""
        words = say(self.offer.label)
        missing = any(not a.optional and a.field not in self.answers for a in self.offer.questions)
        return f"{words}…" if missing and not words.endswith("…") else words

    @property
    def reason(self) -> str:
        """Why it is denied; empty if it is allowed."""
        return say(self.offer.denial.message) if self.offer.denial is not None else ""


def location_offers(viewer_campaign: ViewerCampaign, actor: str, location: str) -> tuple[LocationOffer, ...]:
    """Return the offers at a location of a character's body, allowed ones first, each only once."""
    view = viewer_campaign.view
    character = view.actors.get(actor)
    if character is None or character.body is None or location not in character.body.locations:
        return ()
    areas = frozenset(character.body.locations)
    kept: dict[str, LocationOffer] = {}
    for offer in (offer for seat in seats_to_answer(view, character.seat) for offer in viewer_campaign.offers(seat)):
        earlier = kept.get(offer.name)
        if earlier is None or _is_better(offer, earlier.offer):
            answers = _answers(offer, actor, location, areas, frozenset(view.actors))
            if answers is not None:
                kept[offer.name] = LocationOffer(offer, answers, _is_aside(offer, actor, answers))
    return tuple(sorted(kept.values(), key=lambda placed: (placed.offer.denial is not None, placed.aside)))


def _is_better(offer: Offer, earlier: Offer) -> bool:
    """Say whether an offer replaces that of another seat with the same name: by being allowed, or usual."""
    return (offer.denial is not None, offer.rare) < (earlier.denial is not None, earlier.rare)


def _is_aside(offer: Offer, actor: str, answers: Mapping[str, Json]) -> bool:
    asked = {question.field: question for question in offer.questions}
    optional = any(asked[field].optional for field in answers if field in asked)
    return optional and getattr(offer.command, ACTOR_FIELD, actor) != actor


def _answers(
    offer: Offer, actor: str, location: str, areas: frozenset[str], characters: frozenset[str]
) -> Mapping[str, Json] | None:
    """Return what this character and this location answer to an offer; None where it is not about them."""
    for question in offer.questions:
        takes_one = question.kind in _CHOICE and question.least <= 1 <= (question.most or 1)
        if not question.by_location or not takes_one:
            continue
        choices = question.among.get(actor, ()) if question.by else question.choices
        if location not in choices or not areas.issuperset(choices):
            continue
        whose = {question.by: actor} if question.by else _whose(offer, actor, characters)
        if whose is not None:
            value: Json = location if question.kind is QuestionKind.CHOICE else (location,)
            return {**whose, question.field: value}
    is_settled = location in dict(_fields(offer)).values()
    return _whose(offer, actor, characters) if is_settled else None


def _fields(offer: Offer) -> Iterator[tuple[str, str]]:
    """Yield the words in an offer's command that are not asked for, by field, without the acting seat."""
    command: Any = offer.command
    asked = {question.field for question in offer.questions}
    for field in command.__struct_fields__:
        value = getattr(command, field)
        if isinstance(value, str) and field != "seat" and field not in asked:
            yield field, value


def _whose(offer: Offer, actor: str, characters: frozenset[str]) -> Mapping[str, Json] | None:
    """Return the answer by which the location is that of a character; None if it is another's.

    It is of the one who is treated or attacked, and of the one who acts only if the offer is about nobody else.
    """
    given = {field: value for field, value in _fields(offer) if value in characters}
    asked = {ask.field: ask for ask in offer.questions if ask.choices and characters.issuperset(ask.choices)}
    fields = sorted((*given, *asked), key=lambda field: field == ACTOR_FIELD)
    if not fields:
        return None
    question = asked.get(fields[0])
    if question is None:
        return {} if given[fields[0]] == actor else None
    is_answer = question.kind is QuestionKind.CHOICE and actor in question.choices
    return {question.field: actor} if is_answer else None
