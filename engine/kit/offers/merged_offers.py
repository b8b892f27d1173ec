"""Offers that several characters have alike, merged into one that asks for the character; for traps, for the trap.

>>> from engine.core.command_fields import ActorId
>>> from engine.core.commands import Request
>>> from engine.presentation.offers import make_offer
>>> class Hide(Request):
...     actor: ActorId
>>> offers = [make_offer(f"hide:{actor}", Hide(seat="gm", actor=actor)) for actor in ("ann", "tom")]
>>> offers.append(make_offer("rest", Hide(seat="gm", actor="")))
>>> merged = tuple(merge_offers(offers, {"hide": Message(key="offer.hide_who")}))
>>> [(offer.name, offer.label.key) for offer in merged]
[('hide', 'offer.hide_who'), ('rest', 'offer.rest')]
>>> merged[0].questions[0].field, merged[0].questions[0].choices
('actor', ('ann', 'tom'))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from engine.messages.message import Message
from engine.model.frozen import replace
from engine.presentation.offers import Offer, Question, QuestionKind, question


def _who(actors: tuple[str, ...]) -> Question:
    return question("actor", QuestionKind.CHOICE, actors)


def merge_offers(
    offers: Iterable[Offer], names: Mapping[str, Message], which: Callable[[tuple[str, ...]], Question] = _who
) -> Iterator[Offer]:
    """Yield offers; those of one name for several characters are merged, at the place of the first of them.

    Args:
        offers: the offers; the names of those to merge end with `:` and the character.
        names: the labels of the merged offers, by the name before the colon.
        which: asks for one of the characters, or of what the names end with instead.
    """
    all_offers = tuple(offers)
    offers_by_name = dict[str, list[Offer]]()
    for offer in all_offers:
        offers_by_name.setdefault(offer.base_name, []).append(offer)
    merged = {name: _most_alike(offers_by_name[name]) for name in names if name in offers_by_name}
    first_of = {id(together[0]): name for name, together in merged.items() if len(together) > 1}
    others = {id(offer) for together in merged.values() for offer in together[1:]}
    for offer in all_offers:
        if id(offer) in first_of:
            name = first_of[id(offer)]
            yield _together(name, names[name], merged[name], which)
        elif id(offer) not in others:
            yield offer


def _most_alike(offers: Sequence[Offer]) -> list[Offer]:
    """Return the largest group of offers with the same questions: a character without a weapon has other questions."""
    groups = dict[tuple[tuple[str, QuestionKind], ...], list[Offer]]()
    for offer in offers:
        groups.setdefault(tuple((asked.field, asked.kind) for asked in offer.questions), []).append(offer)
    return max(groups.values(), key=len)


def _together(
    name: str, label: Message, offers: Sequence[Offer], which: Callable[[tuple[str, ...]], Question]
) -> Offer:
    allowed = [offer for offer in offers if offer.denial is None] or offers[:1]
    if len(allowed) == 1:
        return allowed[0]
    ids = tuple(_id(offer) for offer in allowed)
    first = which(ids)
    questions = (first, *(_asked(allowed, first, number) for number in range(len(allowed[0].questions))))
    command = replace(allowed[0].command, **dict.fromkeys(_proposals(allowed), ""))
    return replace(allowed[0], name=name, label=label, command=command, questions=questions)


def _proposals(offers: Sequence[Offer]) -> Iterator[str]:
    """Yield the optional fields whose proposals differ between the characters: in the merged offer they are empty."""
    for asked in offers[0].questions:
        values = {
            getattr(offer.command, asked.field)
            for offer in offers
            if asked.kind is QuestionKind.CHOICE and asked.optional
        }
        if len(values) > 1 and all(isinstance(value, str) for value in values):
            yield asked.field


def _id(offer: Offer) -> str:
    return offer.name.partition(":")[2]


def _asked(offers: Sequence[Offer], which: Question, number: int) -> Question:
    """Return one question for all offers: its choices depend on the character, or on what they depended on before."""
    questions = [offer.questions[number] for offer in offers]
    first = questions[0]
    if all(each_question == first for each_question in questions):
        return first
    all_choices = tuple(dict.fromkeys(choice for each_question in questions for choice in each_question.choices))
    # The detail of a choice may differ between characters: it is shown only after the character is chosen.
    common_details = {
        choice_id: detail
        for choice_id, detail in first.told.items()
        if all(each_question.told.get(choice_id) == detail for each_question in questions)
    }
    first = replace(first, told=common_details)
    if first.by:
        among = {answer: choices for each_question in questions for answer, choices in each_question.among.items()}
        told_for = {answer: detail for each_question in questions for answer, detail in each_question.told_for.items()}
        return replace(first, choices=all_choices, among=among, told_for=told_for)
    questions_by_choice = list(zip(which.choices, questions, strict=True))
    among = {id_: each_question.choices for id_, each_question in questions_by_choice}
    told_for = {
        id_: each_question.told for id_, each_question in questions_by_choice if each_question.told != common_details
    }
    return replace(first, choices=all_choices, by=which.field, among=among, told_for=told_for)
