"""For whom a deck is made, and what is wrong with it for them (CD-DECK)."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from engine.rulesets.card_the_drawing import review
from engine.rulesets.card_the_drawing.building import Flaw, Owner, flaws_of, owner_of
from engine.rulesets.card_the_drawing.library import Library
from engine.rulesets.card_the_drawing.records import Archetype, Deck, Foe
from engine.rulesets.card_the_drawing.settings import option_specs
from engine.rulesets.card_the_drawing.workshop.telling import tell
from engine.table.frozen import Json, replace
from engine.workshop.bench import Options

_O = TypeVar("_O", bound=Archetype | Foe)


class Whose(NamedTuple):
    """For whom a deck is.

    Attributes:
        owner: with what stats and lists.
        name: what they are called; empty where the deck is nobody's, and `owner` is but an example.
        copies: whether Wisdom limits the copies (CD-AMB-36).
        least: with how many cards one may enter combat.
        drawn: how many cards are drawn in each round but the first.
    """

    owner: Owner
    name: str
    copies: bool
    least: int
    drawn: int


def bounded(one: _O) -> _O:
    """Return an archetype or a foe whose numbers are such as can be reckoned with, whatever is being typed."""
    most = review.LARGEST_PRINTED
    stats = {name: max(0, min(getattr(one, name), most)) for name in ("strength", "stamina")}
    stats |= {name: max(1, min(getattr(one, name), most)) for name in ("intelligence", "wisdom")}
    speed = one.speed if one.speed is None else max(1, min(one.speed, most))
    health = one.health if one.health is None else max(1, min(one.health, review.MOST_HEALTH))
    changed = replace(one, **stats, speed=speed, health=health)
    return replace(changed, minions=max(0, min(changed.minions, most))) if isinstance(changed, Foe) else changed


def option(options: Options, name: str) -> Json:
    """Return what the group has chosen, or what holds where it has not."""
    return options.get(name, option_specs()[name].default)


def whose(one: Archetype | Foe, options: Options, name: str = "") -> Whose:
    """Return the same for an archetype or a foe."""
    return whose_owner(owner_of(bounded(one)), options, name or one.name or tell("this_one"))


def whose_owner(owner: Owner, options: Options, name: str) -> Whose:
    """Return the same for whoever has such stats."""
    mob = owner.minions > 0
    least, by_speed = option(options, "min_deck"), option(options, "mob_draw") == "speed"
    return Whose(
        owner=owner,
        name=name,
        copies=not mob or bool(option(options, "mob_copy_limit")),
        least=least if isinstance(least, int) else 1,
        drawn=owner.stats.speed if mob and by_speed else 1,
    )


def maker(deck: Deck, library: Library) -> Archetype | Foe | None:
    """Return for whom a deck is made: for its archetype, or the first foe that fights with it."""
    found = library.archetypes.get(deck.archetype)
    return found or next((foe for foe in library.foes.values() if deck.id and foe.deck == deck.id), None)


def whose_deck(deck: Deck, library: Library, options: Options) -> Whose | None:
    """Return for whom a deck is reckoned; nobody's deck by the first archetype. None where there is none."""
    found = maker(deck, library)
    if found is not None:
        return whose(found, options)
    example = next(iter(library.archetypes.values()), None)
    return None if example is None else whose(example, options)._replace(name="")


def flaws(deck: Deck, library: Library, options: Options) -> tuple[Flaw, ...]:
    """Return what is to be said of a deck; nobody's may hold cards of all lists, as often as one likes."""
    found = whose_deck(deck, library, options)
    if found is None:
        return ()
    owner = found.owner if found.name else _of_all(found.owner, library)
    return flaws_of(deck.cards, owner, library, least=found.least, copies=found.copies and bool(found.name))


def _of_all(owner: Owner, library: Library) -> Owner:
    return Owner(stats=owner.stats, lists=library.lists(), health=owner.health)
