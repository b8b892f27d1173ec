"""Decks: which are legal (CD-DECK), what is worth a warning, and what can be said of their chances (CD-UI-22)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from engine.play.words import Message
from engine.rulesets.card_the_drawing.library import AUTO, ENVIRONMENT, RULESET, Library
from engine.rulesets.card_the_drawing.records import Archetype, Card, Deck, Foe
from engine.rulesets.card_the_drawing.scene import Acting, Body, Fighter, Scene, Stats, split_tag
from engine.rulesets.card_the_drawing.scopes import Words, whole
from engine.rulesets.card_the_drawing.values import Reckoner
from engine.sheets.record import Record
from engine.sheets.sheet import Sheet
from engine.sheets.shelf import sheets_of, tables_of
from engine.table.frozen import Frozen, Json


class Owner(Frozen):
    """Whoever a deck is for.

    Attributes:
        lists: the lists that may be used (CD-DECK-3, CD-BOSS-2).
        health: at most.
        minions: of a mob, whose Speed they are; 0 for anybody else.
    """

    stats: Stats
    lists: tuple[str, ...]
    health: int = 1
    minions: int = 0


class Flaw(Frozen):
    """What is to be said of a deck: the rule that it breaks, at which card if it is one; a warning forbids nothing."""

    rule: str
    words: Message
    card: str = ""
    warning: bool = False


class Chance(Frozen):
    """A chance as a whole number of cases out of all that are equally likely."""

    of: int
    among: int

    @property
    def exact(self) -> Fraction:
        """As a fraction."""
        return Fraction(self.of, self.among)


@dataclass(frozen=True, slots=True)
class Figures:
    """What can be counted on a deck.

    Attributes:
        size: how many cards it has.
        costs, initiatives: how many cards there are of each, from low to high.
        tags: how many cards bear each tag.
        damages: the damage of each card, by its id, to one unhurt target, by an owner who is unhurt too.
        average: that damage over all cards of the deck.
        opening: the chance to hold each card, by its id, in the first hand.
        exhausted: the round in which the pile is first found empty if nothing is drawn but what must be; None if
            there are no cards.
    """

    size: int
    costs: Mapping[int, int]
    initiatives: Mapping[int, int]
    tags: Mapping[str, int]
    damages: Mapping[str, int]
    average: Fraction
    opening: Mapping[str, Chance]
    exhausted: int | None

    def share(self, tag: str) -> Fraction:
        """Return what part of the deck bears a tag."""
        return Fraction(self.tags.get(tag, 0), self.size) if self.size else Fraction(0)


@cache
def most_health(stamina: int) -> int:
    """Return the most Health that the record sheet reckons from Stamina (CD-STAT-7)."""
    record = Record(sheet={"stamina": stamina})
    found = Sheet(sheets_of(RULESET)["hero"], record, {}, {}, tables_of(RULESET)).value("health_most")
    assert isinstance(found, int)
    return found


def stats_of(one: Archetype | Foe) -> Stats:
    """Return the stats that an archetype gives, or a foe has; the Speed of a mob is its head count (CD-MINION-2)."""
    speed = one.minions if isinstance(one, Foe) and one.minions else one.speed
    return Stats(
        strength=one.strength,
        stamina=one.stamina,
        intelligence=one.intelligence,
        wisdom=one.wisdom,
        speed=1 if speed is None else speed,
    )


def owner_of(one: Archetype | Foe) -> Owner:
    """Return for whom a deck of an archetype, or of a foe, is made."""
    health = most_health(one.stamina) if one.health is None else one.health
    minions = one.minions if isinstance(one, Foe) else 0
    return Owner(stats=stats_of(one), lists=one.lists, health=health, minions=minions)


def flaws_of(
    cards: Mapping[str, int], owner: Owner, library: Library, *, least: int = 1, copies: bool = True
) -> tuple[Flaw, ...]:
    """Return everything that is wrong with a deck, and what its owner is warned of.

    Args:
        cards: how many of each, by id.
        owner: whose deck it is.
        library: what the group plays with.
        least: with how many cards it may enter combat (CD-AMB-7).
        copies: whether the number of copies is limited; that of a mob is only if the group wishes (CD-AMB-36).
    """
    return tuple(_flaws(cards, owner, library, least, copies))


def is_legal(flaws: Sequence[Flaw]) -> bool:
    """Say whether a deck with these flaws may enter combat (CD-DECK-6)."""
    return all(flaw.warning for flaw in flaws)


def figures_of(cards: Mapping[str, int], owner: Owner, library: Library, *, drawn: int = 1) -> Figures:
    """Return the figures of a deck; cards that are not in the library are left out.

    Args:
        cards: how many of each, by id.
        owner: whose deck it is.
        library: what the group plays with.
        drawn: how many cards must be drawn in each round but the first (CD-DRAW-2).
    """
    held = {id_: count for id_, count in cards.items() if count > 0 and id_ in library.cards}
    size = sum(held.values())
    hand = min(size, owner.stats.intelligence)
    known = {id_: library.cards[id_] for id_ in held}
    tags = Counter[str]()
    for id_, card in known.items():
        tags.update(dict.fromkeys((split_tag(tag)[0] for tag in card.tags), held[id_]))
    damages = {id_: damage_of(card, owner) for id_, card in known.items()}
    return Figures(
        size=size,
        costs=_curve({id_: card.cost for id_, card in known.items()}, held),
        initiatives=_curve({id_: card.init for id_, card in known.items()}, held),
        tags=tags,
        damages=damages,
        average=Fraction(sum(damages[id_] * held[id_] for id_ in held), size) if size else Fraction(0),
        opening={id_: chance_to_hold(size, count, hand) for id_, count in held.items()},
        exhausted=2 + (size - hand) // max(1, drawn) if size else None,
    )


def chance_to_hold(size: int, copies: int, drawn: int) -> Chance:
    """Return the chance that at least one of some copies is among so many cards drawn from a shuffled deck."""
    drawn = max(0, min(drawn, size))
    among = math.comb(size, drawn)
    return Chance(of=among - math.comb(max(0, size - copies), drawn), among=among)


def damage_of(card: Card, owner: Owner) -> int:
    """Return what a card does to one unhurt target as it takes effect, when its owner is unhurt and it is all alone."""
    mine = tuple(f"user-{number}" for number in range(max(1, owner.minions)))
    user = Fighter(id="user", name="", side="ours", stats=owner.stats, bodies=mine, is_mob=owner.minions > 0)
    other = Fighter(id="other", name="", side="theirs", stats=owner.stats, bodies=("other",))
    whose = dict.fromkeys(mine, "user") | {"other": "other"}
    bodies = {
        body: Body(id=body, name="", fighter=fighter, health=owner.health, most=owner.health)
        for body, fighter in whose.items()
    }
    scene = Scene(fighters={"user": user, "other": other}, bodies=bodies)
    words = Words(Reckoner(scene), Acting(card=card, owner="user", targets=("other",)), it="other")
    hits = (effect for effect in card.effects if effect.on == "resolve" and effect.do == "damage")
    return sum(max(0, whole(effect.amount, words)) for effect in hits)


def cards_on(rows: Sequence[Mapping[str, Json]], library: Library) -> tuple[Mapping[str, int], tuple[str, ...]]:
    """Return the cards that stand on a sheet, by id, and the names that are no card; without a number it is none."""
    found = Counter[str]()
    unknown: list[str] = []
    for row in rows:
        name, count = str(row.get("card") or ""), row.get("count")
        card = library.card_named(name)
        if card is not None:
            found[card.id] += count if isinstance(count, int) and not isinstance(count, bool) else 0
        elif name.strip():
            unknown.append(name)
    return dict(found), tuple(unknown)


def rows_for(deck: Deck, library: Library) -> tuple[Mapping[str, Json], ...]:
    """Return a deck as the rows of a sheet: names and copies."""
    known = ((library.cards.get(id_), count) for id_, count in deck.cards.items())
    return tuple({"card": card.name, "count": count} for card, count in known if card is not None)


def may_hold(card: Card, owner: Owner) -> bool:
    """Say whether a card is from a list that an owner may use; Environment and automatic cards are in no deck."""
    return not {ENVIRONMENT, AUTO} & {*card.lists} and bool({*card.lists} & {*owner.lists})


def _flaws(cards: Mapping[str, int], owner: Owner, library: Library, least: int, copies: bool) -> Iterator[Flaw]:
    named = Counter[str]()
    for id_, count in cards.items():
        card = library.cards.get(id_)
        if card is None:
            yield _flaw("CD-DECK-3", "unknown", id_, name=id_)
            continue
        named[card.name] += max(0, count)
        if count < 0:
            yield _flaw("CD-DECK-2", "below_nothing", id_, name=card.name)
        if card.disabled:
            yield _flaw("CD-DECK-3", "disabled", id_, name=card.name)
        if not may_hold(card, owner):
            yield _flaw("CD-DECK-3", "wrong_list", id_, name=card.name, lists=list(card.lists))
    wisdom = owner.stats.wisdom
    for id_ in cards:
        name = library.cards[id_].name if id_ in library.cards else ""
        if copies and named.get(name, 0) > wisdom:
            yield _flaw("CD-DECK-2", "copies", id_, name=name, count=named.pop(name), most=wisdom)
    size = sum(max(0, count) for count in cards.values())
    wanted = owner.stats.intelligence + owner.stats.speed
    if size < least:
        yield _flaw("CD-DECK-5", "too_small", "", count=size, least=least)
    elif size < wanted:
        yield _flaw("CD-DECK-5", "small", "", warning=True, count=size, wanted=wanted)


def _flaw(rule: str, key: str, card: str, *, warning: bool = False, **params: Json) -> Flaw:
    return Flaw(rule=rule, words=Message(key=f"drawing.deck.{key}", params=params), card=card, warning=warning)


def _curve(values: Mapping[str, int | None], held: Mapping[str, int]) -> Mapping[int, int]:
    found = Counter[int]()
    for id_, value in values.items():
        if value is not None:
            found[value] += held[id_]
    return dict(sorted(found.items()))
