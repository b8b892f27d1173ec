"""Which offers concern one location of a body, and what is answered to each there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.play.offers import Ask, AskKind, Offer
from engine.play.words import say
from engine.table.frozen import Json
from vtt.lens import Lens
from vtt.table.places import seats_to_answer

_CHOICE: Final = (AskKind.CHOICE, AskKind.CHOICES)


@dataclass(frozen=True, slots=True)
class PlacedOffer:
    """An offer with what is answered to it at a location; what else it asks is asked as always.

    One that is somebody else's doing, and need not be about the location, is `aside`.
    """

    offer: Offer
    answers: Mapping[str, Json]
    aside: bool = False

    @property
    def words(self) -> str:
        """What stands on its button: with dots where something must still be said."""
        words = say(self.offer.label)
        missing = any(not a.optional and a.field not in self.answers for a in self.offer.asks)
        return f"{words}…" if missing and not words.endswith("…") else words

    @property
    def reason(self) -> str:
        """Why it cannot be; empty where it can."""
        return say(self.offer.denial.message) if self.offer.denial is not None else ""


def offers_at(lens: Lens, actor: str, location: str) -> tuple[PlacedOffer, ...]:
    """Return what can be done at a location of somebody's body, those first that can be; each but once."""
    view = lens.view
    found = view.actors.get(actor)
    if found is None or found.body is None or location not in found.body.locations:
        return ()
    areas = frozenset(found.body.locations)
    kept: dict[str, PlacedOffer] = {}
    for offer in (offer for seat in seats_to_answer(view, found.seat) for offer in lens.offers(seat)):
        known = kept.get(offer.name)
        if known is None or (known.offer.denial is not None and offer.denial is None):
            answers = _answers(offer, actor, location, areas)
            if answers is not None:
                kept[offer.name] = PlacedOffer(offer, answers, _is_aside(offer, actor, answers))
    return tuple(sorted(kept.values(), key=lambda placed: (placed.offer.denial is not None, placed.aside)))


def _is_aside(offer: Offer, actor: str, answers: Mapping[str, Json]) -> bool:
    asked = {question.field: question for question in offer.asks}
    optional = any(asked[field].optional for field in answers if field in asked)
    return optional and dict(_fields(offer)).get("actor", actor) != actor


def _answers(offer: Offer, actor: str, location: str, areas: frozenset[str]) -> Mapping[str, Json] | None:
    """Return what this character and this location answer to an offer; None where it is not about them."""
    for question in offer.asks:
        if question.kind not in _CHOICE or question.least > 1 or (question.most or 1) < 1:
            continue
        choices = question.among.get(actor, ()) if question.by else question.choices
        if location not in choices or not areas.issuperset(choices):
            continue
        whose = {question.by: actor} if question.by else _whose(offer, actor)
        if whose is not None:
            value: Json = location if question.kind is AskKind.CHOICE else (location,)
            return {**whose, question.field: value}
    said = {value for field, value in _fields(offer) if field not in {question.field for question in offer.asks}}
    return {} if {actor, location} <= said else None


def _fields(offer: Offer) -> Iterator[tuple[str, str]]:
    """Yield the words that stand in an offer's command, field by field, but for who asks."""
    command: Any = offer.command
    for field in command.__struct_fields__:
        value = getattr(command, field)
        if isinstance(value, str) and field != "seat":
            yield field, value


def _whose(offer: Offer, actor: str) -> Mapping[str, Json] | None:
    """Return what the character answers to an offer whose locations do not depend on that."""
    asks: dict[str, Ask] = {question.field: question for question in offer.asks}
    for field, value in _fields(offer):
        question = asks.get(field)
        if question is None and value == actor:
            return {}
        if question is not None and question.kind is AskKind.CHOICE and actor in question.choices:
            return {field: actor}
    return None
