"""The owner of a deck in the editor, with the deck's problems and the cards to pick for it (CD-DECK, CD-UI-21)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

from engine.kit.content_editor.dice_numbers import dice_numbers, dice_range
from engine.kit.content_editor.view_models import CategoryEntry, CountedChoice, Options
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.rulesets.card_the_drawing.cards.card_library import Library
from engine.rulesets.card_the_drawing.cards.card_records import (
    LARGEST_PRINTED,
    MOST_HEALTH,
    Archetype,
    Card,
    CardDeck,
    Foe,
)
from engine.rulesets.card_the_drawing.decks.deck_rules import (
    DeckProblem,
    OwnerProfile,
    deck_problems,
    may_hold,
    owner_profile_of,
)
from engine.rulesets.card_the_drawing.editor.record_fields import editor_text
from engine.rulesets.card_the_drawing.settings import option_specs

_O = TypeVar("_O", bound=Archetype | Foe)


class DeckConstraints(NamedTuple):
    """The owner of a deck and the group's options that limit it.

    Attributes:
        owner: its stats and lists.
        name: its name; empty for a deck without an owner, where `owner` is only an example.
        copies: whether Wisdom limits the copies (CD-AMB-36).
        least: the minimum number of cards in combat.
        drawn: how many cards are drawn in each round but the first.
        lowest: whether its stats are the lowest results of dice.
    """

    owner: OwnerProfile
    name: str
    copies: bool
    least: int
    drawn: int
    lowest: bool = False


def with_bounded_numbers(record: _O, *, highest: bool = True) -> _O:
    """Return an archetype or a foe with numbers small enough for calculations, whatever is being typed.

    Dice count as their highest result, or as their lowest.
    """

    def bounded(name: str, least: int, most: int = LARGEST_PRINTED) -> int | None:
        value = getattr(record, name)
        if value is None:
            return None
        results = dice_range(value)
        return max(least, min(results.most if highest else results.least, most))

    numbers = {name: bounded(name, 0) for name in ("strength", "stamina")}
    numbers |= {name: bounded(name, 1) for name in ("intelligence", "wisdom", "speed")}
    numbers["health"] = bounded("health", 1, MOST_HEALTH)
    if isinstance(record, Foe):
        numbers["minions"] = bounded("minions", 1 if isinstance(record.minions, str) else 0)
    return replace(record, **numbers)


def option(options: Options, name: str) -> Json:
    """Return the group's value of an option, or its default."""
    return options.get(name, option_specs()[name].default)


def constraints_for(profile: Archetype | Foe, options: Options) -> DeckConstraints:
    """Return the constraints for an archetype or a foe: those that hold for all results of its dice."""
    owner = owner_profile_of(with_bounded_numbers(profile, highest=False))
    constraints = constraints_for_owner(owner, options, profile.name or editor_text("this_one"))
    return constraints._replace(lowest=next(dice_numbers(profile), None) is not None)


def constraints_for_owner(owner: OwnerProfile, options: Options, name: str) -> DeckConstraints:
    """Return the constraints for an owner."""
    mob = owner.minions > 0
    least, by_speed = option(options, "min_deck"), option(options, "mob_draw") == "speed"
    return DeckConstraints(
        owner=owner,
        name=name,
        copies=not mob or bool(option(options, "mob_copy_limit")),
        least=least if isinstance(least, int) else 1,
        drawn=owner.stats.speed if mob and by_speed else 1,
    )


def deck_user(deck: CardDeck, library: Library) -> Archetype | Foe | None:
    """Return the archetype of a deck, or the first foe that fights with it."""
    archetype = library.archetypes.get(deck.archetype)
    return archetype or next((foe for foe in library.foes.values() if deck.id and foe.deck == deck.id), None)


def deck_constraints(deck: CardDeck, library: Library, options: Options) -> DeckConstraints | None:
    """Return the constraints of a deck; without an owner those of the first archetype. None where there is none."""
    profile = deck_user(deck, library)
    if profile is not None:
        return constraints_for(profile, options)
    example = next(iter(library.archetypes.values()), None)
    return None if example is None else constraints_for(example, options)._replace(name="")


def deck_problems_for(deck: CardDeck, library: Library, options: Options) -> tuple[DeckProblem, ...]:
    """Return the problems of a deck; without an owner it may hold cards of all lists, in any number."""
    constraints = deck_constraints(deck, library, options)
    if constraints is None:
        return ()
    owner = constraints.owner if constraints.name else _of_all(constraints.owner, library)
    return deck_problems(
        deck.cards, owner, library, least=constraints.least, copies=constraints.copies and bool(constraints.name)
    )


def _of_all(owner: OwnerProfile, library: Library) -> OwnerProfile:
    return OwnerProfile(stats=owner.stats, lists=library.lists(), health=owner.health)


# ---- the cards of a deck ---------------------------------------------------------------------------------------------


def problems_by_card(problems: tuple[DeckProblem, ...]) -> Mapping[str, tuple[str, ...]]:
    """Return the problems of each card."""
    by: dict[str, list[str]] = {}
    for flaw in problems:
        if flaw.card:
            by.setdefault(flaw.card, []).append(say(flaw.words))
    return {card: tuple(lines) for card, lines in by.items()}


def pool_choice(card: Card, entry: CategoryEntry, constraints: DeckConstraints | None) -> CountedChoice:
    """Return a card of the pool with the reason against picking it for an owner; it can be picked all the same."""
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
