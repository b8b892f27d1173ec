"""The cards that may be picked for a deck, and the problems of each card in it (CD-UI-21)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kit.content_editor.view_models import CountedChoice, Options
from engine.kit.memo import Memo
from engine.messages.texts import say
from engine.rulesets.card_the_drawing.cards.card_library import AUTO, ENVIRONMENT, Library
from engine.rulesets.card_the_drawing.cards.card_records import Archetype, Card, CardDeck, Foe
from engine.rulesets.card_the_drawing.decks.deck_rules import DeckProblem, may_hold
from engine.rulesets.card_the_drawing.editor.deck_owner import DeckConstraints, constraints_for, deck_user, option
from engine.rulesets.card_the_drawing.editor.editor_text import editor_text
from engine.rulesets.card_the_drawing.editor.record_list import card_entry

_pools: Memo[tuple[CountedChoice, ...]] = Memo()


def problems_by_card(problems: tuple[DeckProblem, ...]) -> Mapping[str, tuple[str, ...]]:
    """Return the problems of each card."""
    by: dict[str, list[str]] = {}
    for flaw in problems:
        if flaw.card:
            by.setdefault(flaw.card, []).append(say(flaw.words))
    return {card: tuple(lines) for card, lines in by.items()}


def pool(deck: CardDeck, library: Library, options: Options) -> tuple[CountedChoice, ...]:
    """Return the cards that can be picked for a deck; the same object as before while nothing in it has changed."""
    profile = deck_user(deck, library)
    limited = option(options, "mob_copy_limit")
    return _pools.get(
        profile.id if profile else "", (library, profile, limited), lambda: _pool(profile, library, options)
    )


def _pool(profile: Archetype | Foe | None, library: Library, options: Options) -> tuple[CountedChoice, ...]:
    constraints = None if profile is None else constraints_for(profile, options)
    return tuple(
        _pick(card, library, constraints) for card in library.cards.values() if not {ENVIRONMENT, AUTO} & {*card.lists}
    )


def _pick(card: Card, library: Library, constraints: DeckConstraints | None) -> CountedChoice:
    entry = card_entry(card, library)
    if card.disabled:
        return CountedChoice(entry=entry, most=0, why_not=editor_text("pool.aside"))
    if constraints is None:
        return CountedChoice(entry=entry)
    most = constraints.owner.stats.wisdom if constraints.copies else None
    if not may_hold(card, constraints.owner):
        return CountedChoice(
            entry=entry, most=0, why_not=editor_text("pool.wrong_list", who=constraints.name, lists=list(card.lists))
        )
    return CountedChoice(entry=entry, most=most)
