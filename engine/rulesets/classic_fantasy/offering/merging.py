"""What several characters can do alike, as one offer that asks who; and so of traps, as one that asks which."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from engine.play.offers import Ask, AskKind, Offer, ask
from engine.play.words import Message
from engine.table.frozen import replace


def _who(actors: tuple[str, ...]) -> Ask:
    return ask("actor", AskKind.CHOICE, actors)


def as_one(
    offers: Iterable[Offer], names: Mapping[str, Message], which: Callable[[tuple[str, ...]], Ask] = _who
) -> Iterator[Offer]:
    """Yield offers, those of one name for several characters as one, where the first of them stood.

    Args:
        offers: as they are; their names end with `:` and the character.
        names: which are taken together, by the name before the colon; and what they are called together.
        which: asks for one of the characters, or of what the names end with instead.
    """
    found = tuple(offers)
    alike = dict[str, list[Offer]]()
    for offer in found:
        alike.setdefault(offer.name.partition(":")[0], []).append(offer)
    merged = {name: _most_alike(alike[name]) for name in names if name in alike}
    for offer in found:
        name = offer.name.partition(":")[0]
        together = merged.get(name, [])
        if len(together) < 2 or offer not in together:
            yield offer
        elif offer is together[0]:
            yield _together(name, names[name], together, which)


def _most_alike(offers: Sequence[Offer]) -> list[Offer]:
    """Return the most of them that ask the same questions: whoever has no weapon is asked for other things."""
    groups = dict[tuple[tuple[str, AskKind], ...], list[Offer]]()
    for offer in offers:
        groups.setdefault(tuple((one.field, one.kind) for one in offer.asks), []).append(offer)
    return max(groups.values(), key=len)


def _together(name: str, label: Message, offers: Sequence[Offer], which: Callable[[tuple[str, ...]], Ask]) -> Offer:
    able = [offer for offer in offers if offer.denial is None] or offers[:1]
    if len(able) == 1:
        return able[0]
    ids = tuple(_id(offer) for offer in able)
    first = which(ids)
    asks = (first, *(_asked(able, first, number) for number in range(len(able[0].asks))))
    command = replace(able[0].command, **dict.fromkeys(_proposals(able), ""))
    return replace(able[0], name=name, label=label, command=command, asks=asks)


def _proposals(offers: Sequence[Offer]) -> Iterator[str]:
    """Yield what may be left open and is proposed to each otherwise: for whoever it will be it is left open."""
    for one in offers[0].asks:
        values = {getattr(offer.command, one.field) for offer in offers if one.kind is AskKind.CHOICE and one.optional}
        if len(values) > 1 and all(isinstance(value, str) for value in values):
            yield one.field


def _id(offer: Offer) -> str:
    return offer.name.partition(":")[2]


def _asked(offers: Sequence[Offer], which: Ask, number: int) -> Ask:
    """Return one question for all of them: what may be chosen hangs on which it is, or on what it hung on before."""
    asks = [offer.asks[number] for offer in offers]
    first = asks[0]
    if all(one == first for one in asks):
        return first
    every = tuple(dict.fromkeys(choice for one in asks for choice in one.choices))
    # What a choice comes to for one of them is not told of the others, but once it is said which it is.
    alike = {what: told for what, told in first.told.items() if all(one.told.get(what) == told for one in asks)}
    first = replace(first, told=alike)
    if first.by:
        among = {answer: found for one in asks for answer, found in one.among.items()}
        told_for = {answer: told for one in asks for answer, told in one.told_for.items()}
        return replace(first, choices=every, among=among, told_for=told_for)
    each = list(zip(which.choices, asks, strict=True))
    among = {id_: one.choices for id_, one in each}
    told_for = {id_: one.told for id_, one in each if one.told != alike}
    return replace(first, choices=every, by=which.field, among=among, told_for=told_for)
