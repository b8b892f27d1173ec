"""Offers that can be done as they are: all that they ask is answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final, NamedTuple

from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.presentation.offers import Offer, Question, QuestionKind
from engine.presentation.visibility import VisibleTable
from vtt.shared.questions.open_questions import open_questions
from vtt.shared.questions.question_fields import title_of_choice
from vtt.shared.questions.question_form import filled


def is_settled(offer: Offer) -> bool:
    """Return whether an offer can be done as it is. Only then it has odds of its own."""
    return offer.denial is None and not offer.lazy and not open_questions(offer, {})


def settled(offer: Offer, answers: Mapping[str, object]) -> Offer | None:
    """Return an offer with these answers; None while something is open, or if an answer does not fit."""
    if offer.denial is not None or offer.lazy or open_questions(offer, answers):
        return None
    try:
        return replace(offer, command=filled(offer.command, answers), questions=())
    except Refused:
        return None


MOST_WAYS: Final = 8
"""The maximum number of ways to answer what is open for which odds are calculated together."""


class SettledWay(NamedTuple):
    """One way to answer all that an offer asks: the offer that can be done then, and the answers that were added."""

    offer: Offer
    added: tuple[tuple[Question, object], ...]


def settled_ways(offer: Offer, answers: Mapping[str, object]) -> tuple[SettledWay, ...]:
    """Return the ways to answer what an offer still asks besides these answers; none if they are too many.

    An open choice has a way for each choice, a number has the one that the game proposes. Cards and texts have none.
    """
    ways = tuple(islice(_ways(offer, answers, ()), MOST_WAYS + 1))
    known = tuple(way for way in ways if way is not None)
    return known if len(known) == len(ways) <= MOST_WAYS else ()


def way_title(view: VisibleTable, title: str, way: SettledWay) -> str:
    """Return a title with the answers that a way has added."""
    added = (
        title_of_choice(view, question, str(answer))
        if question.kind is QuestionKind.CHOICE
        else f"{say(question.label)}: {answer}"
        for question, answer in way.added
    )
    return " · ".join((title, *added))


def _ways(
    offer: Offer, answers: Mapping[str, object], added: tuple[tuple[Question, object], ...]
) -> Iterator[SettledWay | None]:
    """Yield the ways; None for one that asks for something else than a choice or a number."""
    known = {**answers, **{question.field: answer for question, answer in added}}
    questions = open_questions(offer, known)
    if not questions:
        done = settled(offer, known)
        yield None if done is None else SettledWay(done, added)
        return
    question = next((question for question in questions if not (question.by or question.part)), None)
    possible = () if question is None else _possible_answers(offer, question)
    if question is None or not possible:
        yield None
    else:
        for answer in possible:
            yield from _ways(offer, answers, (*added, (question, answer)))


def _possible_answers(offer: Offer, question: Question) -> tuple[object, ...]:
    if question.kind is QuestionKind.CHOICE and not question.own_words:
        return question.choices
    number = getattr(offer.command, question.field, None)
    if question.kind is not QuestionKind.NUMBER or not isinstance(number, int) or number < question.least:
        return ()
    return (number,) if question.most is None or number <= question.most else ()
