"""What may be picked for a deck, and what is to be said of each card that was (CD-UI-21)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.play.words import say
from engine.rulesets.card_the_drawing.building import Flaw, may_hold
from engine.rulesets.card_the_drawing.library import AUTO, ENVIRONMENT, Library
from engine.rulesets.card_the_drawing.records import Archetype, Card, Deck, Foe
from engine.rulesets.card_the_drawing.workshop.listing import card_entry
from engine.rulesets.card_the_drawing.workshop.owners import Whose, maker, option, whose
from engine.rulesets.card_the_drawing.workshop.telling import tell
from engine.rulesets.remembering import Remembered
from engine.workshop.bench import Options, Pick

_pools: Remembered[tuple[Pick, ...]] = Remembered()


def flaws_by_card(found: tuple[Flaw, ...]) -> Mapping[str, tuple[str, ...]]:
    """Return what is to be said of each card."""
    by: dict[str, list[str]] = {}
    for flaw in found:
        if flaw.card:
            by.setdefault(flaw.card, []).append(say(flaw.words))
    return {card: tuple(lines) for card, lines in by.items()}


def pool(deck: Deck, library: Library, options: Options) -> tuple[Pick, ...]:
    """Return the cards that can be picked for a deck; the very same as before as long as nothing in it has changed."""
    one = maker(deck, library)
    limited = option(options, "mob_copy_limit")
    return _pools.get(one.id if one else "", (library, one, limited), lambda: _pool(one, library, options))


def _pool(one: Archetype | Foe | None, library: Library, options: Options) -> tuple[Pick, ...]:
    found = None if one is None else whose(one, options)
    return tuple(
        _pick(card, library, found) for card in library.cards.values() if not {ENVIRONMENT, AUTO} & {*card.lists}
    )


def _pick(card: Card, library: Library, found: Whose | None) -> Pick:
    entry = card_entry(card, library)
    if card.disabled:
        return Pick(entry=entry, most=0, why_not=tell("pool.aside"))
    if found is None:
        return Pick(entry=entry)
    most = found.owner.stats.wisdom if found.copies else None
    if not may_hold(card, found.owner):
        return Pick(entry=entry, most=0, why_not=tell("pool.wrong_list", who=found.name, lists=list(card.lists)))
    return Pick(entry=entry, most=most)
