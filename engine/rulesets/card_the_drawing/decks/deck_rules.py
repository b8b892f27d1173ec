"""Decks: legal ones (CD-DECK), warnings, statistics of their chances (CD-UI-22), and the one in use (CD-UI-21)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.core.audience import record_readers
from engine.core.draft import Draft
from engine.core.events import SheetEdited
from engine.core.memo import memo_of_values
from engine.kit.content_editor.dice_numbers import dice_range
from engine.messages.message import Message
from engine.model.frozen import Frozen, Json
from engine.rulesets.card_the_drawing import settings
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import (
    BattleSnapshot,
    Combatant,
    EffectContext,
    FighterBody,
    Stats,
)
from engine.rulesets.card_the_drawing.calculation.expression_scope import EffectScope, whole_amount
from engine.rulesets.card_the_drawing.calculation.stat_calculation import BattleCalculator
from engine.rulesets.card_the_drawing.cards.card_library import AUTO, ENVIRONMENT, RULESET, Library
from engine.rulesets.card_the_drawing.cards.card_records import (
    LARGEST_PRINTED,
    Archetype,
    Card,
    CardDeck,
    Foe,
    split_tag,
)
from engine.sheets.catalogue.sheet_library import sheets_of, tables_of
from engine.sheets.editing.record_version import of_present_version
from engine.sheets.model.character_record import Record
from engine.sheets.model.filled_sheet import FilledSheet


class OwnerProfile(Frozen):
    """The owner of a deck, as far as it limits the deck.

    Attributes:
        lists: the lists that may be used (CD-DECK-3, CD-BOSS-2).
        health: the maximum Health.
        minions: of a mob, which are its Speed; 0 for any other owner.
    """

    stats: Stats
    lists: tuple[str, ...]
    health: int = 1
    minions: int = 0


class DeckProblem(Frozen):
    """A problem of a deck: the rule that it breaks, and the card if one does; a warning forbids nothing."""

    rule: str
    words: Message
    card: str = ""
    warning: bool = False


class Probability(Frozen):
    """A probability as a number of cases out of all that are equally likely."""

    of: int
    among: int

    @property
    def exact(self) -> Fraction:
        """The probability as a fraction."""
        return Fraction(self.of, self.among)


@dataclass(frozen=True, slots=True)
class DeckStatistics:
    """The statistics of a deck.

    Attributes:
        size: how many cards it has.
        costs, initiatives: how many cards there are of each, from low to high.
        tags: how many cards have each tag.
        damages: the damage of each card, by its id, to one unhurt target, by an owner who is unhurt too.
        average: that damage over all cards of the deck.
        opening: the probability of each card, by its id, in the first hand.
        exhausted: the round in which the pile is first empty if only the regular draws are made; None if
            there are no cards.
    """

    size: int
    costs: Mapping[int, int]
    initiatives: Mapping[int, int]
    tags: Mapping[str, int]
    damages: Mapping[str, int]
    average: Fraction
    opening: Mapping[str, Probability]
    exhausted: int | None

    def share(self, tag: str) -> Fraction:
        """Return the share of the deck's cards that have a tag."""
        return Fraction(self.tags.get(tag, 0), self.size) if self.size else Fraction(0)


@memo_of_values(most=256)
def most_health(stamina: int) -> int:
    """Return the maximum Health that the record sheet calculates from Stamina (CD-STAT-7)."""
    record = Record(sheet={"stamina": stamina})
    health = FilledSheet(sheets_of(RULESET)["hero"], record, {}, {}, tables_of(RULESET)).value("health_most")
    assert isinstance(health, int)
    return health


def stats_of(profile: Archetype | Foe) -> Stats:
    """Return the stats of an archetype or a foe; the Speed of a mob is its number of minions (CD-MINION-2).

    Dice count as their highest result.
    """
    speed = profile.minions if isinstance(profile, Foe) and profile.minions else profile.speed
    return Stats(
        strength=dice_range(profile.strength).most,
        stamina=dice_range(profile.stamina).most,
        intelligence=dice_range(profile.intelligence).most,
        wisdom=dice_range(profile.wisdom).most,
        speed=1 if speed is None else dice_range(speed).most,
    )


def owner_profile_of(profile: Archetype | Foe) -> OwnerProfile:
    """Return the deck owner for an archetype or a foe."""
    stats = stats_of(profile)
    health = most_health(stats.stamina) if profile.health is None else dice_range(profile.health).most
    minions = dice_range(profile.minions).most if isinstance(profile, Foe) else 0
    return OwnerProfile(stats=stats, lists=profile.lists, health=health, minions=minions)


def deck_problems(
    cards: Mapping[str, int], owner: OwnerProfile, library: Library, *, least: int = 1, copies: bool = True
) -> tuple[DeckProblem, ...]:
    """Return all problems and warnings of a deck; `cards` are how many of each, by id.

    `least` is the minimum number of cards in combat (CD-AMB-7). With `copies` the number of copies is limited; that of
    a mob is only if the group chose so (CD-AMB-36).
    """
    return tuple(_flaws(cards, owner, library, least, copies))


def deck_statistics(
    cards: Mapping[str, int], owner: OwnerProfile, library: Library, *, drawn: int = 1
) -> DeckStatistics:
    """Return the statistics of a deck; cards that are not in the library are left out.

    `cards` are how many of each, by id; so many are `drawn` in each round but the first (CD-DRAW-2).
    """
    known_cards = {id_: count for id_, count in cards.items() if count > 0 and id_ in library.cards}
    size = sum(known_cards.values())
    hand = min(size, owner.stats.intelligence)
    known = {id_: library.cards[id_] for id_ in known_cards}
    tags = Counter[str]()
    for id_, card in known.items():
        tags.update(dict.fromkeys((split_tag(tag)[0] for tag in card.tags), known_cards[id_]))
    damages = {id_: damage_when_unhurt(card, owner) for id_, card in known.items()}
    return DeckStatistics(
        size=size,
        costs=_curve({id_: card.cost for id_, card in known.items()}, known_cards),
        initiatives=_curve({id_: card.init for id_, card in known.items()}, known_cards),
        tags=tags,
        damages=damages,
        average=Fraction(sum(damages[id_] * known_cards[id_] for id_ in known_cards), size) if size else Fraction(0),
        opening={id_: opening_hand_probability(size, count, hand) for id_, count in known_cards.items()},
        exhausted=2 + (size - hand) // max(1, drawn) if size else None,
    )


def opening_hand_probability(size: int, copies: int, drawn: int) -> Probability:
    """Return the probability that at least one of some copies is among so many cards of a shuffled deck."""
    drawn = max(0, min(drawn, size))
    among = math.comb(size, drawn)
    return Probability(of=among - math.comb(max(0, size - copies), drawn), among=among)


def damage_when_unhurt(card: Card, owner: OwnerProfile) -> int:
    """Return a card's damage to one unhurt target as it takes effect, with an unhurt owner and no other card."""
    mine = tuple(f"user-{number}" for number in range(max(1, owner.minions)))
    user = Combatant(id="user", name="", side="ours", stats=owner.stats, bodies=mine, is_mob=owner.minions > 0)
    other = Combatant(id="other", name="", side="theirs", stats=owner.stats, bodies=("other",))
    whose = dict.fromkeys(mine, "user") | {"other": "other"}
    bodies = {
        body: FighterBody(id=body, name="", fighter=fighter, health=owner.health, most=owner.health)
        for body, fighter in whose.items()
    }
    snapshot = BattleSnapshot(fighters={"user": user, "other": other}, bodies=bodies)
    scope = EffectScope(
        BattleCalculator(snapshot), EffectContext(card=card, owner="user", targets=("other",)), it="other"
    )
    hits = (effect for effect in card.effects if effect.on == "resolve" and effect.do == "damage")
    return sum(max(0, whole_amount(effect.amount, scope)) for effect in hits)


def cards_on(rows: Sequence[Mapping[str, Json]], library: Library) -> tuple[Mapping[str, int], tuple[str, ...]]:
    """Return the cards on a sheet, by id, and the names that are no card; a row without a number counts as none.

    No card has more copies than a sheet can say, so that no number from a file fills the table.
    """
    copies = Counter[str]()
    unknown: list[str] = []
    for row in rows:
        name, count = str(row.get("card") or ""), row.get("count")
        card = library.card_named(name)
        if card is not None:
            more = count if isinstance(count, int) and not isinstance(count, bool) else 0
            copies[card.id] = min(copies[card.id] + more, LARGEST_PRINTED)
        elif name.strip():
            unknown.append(name)
    return dict(copies), tuple(unknown)


def rows_for(deck: CardDeck, library: Library) -> tuple[Mapping[str, Json], ...]:
    """Return a deck as the rows of a sheet: names and copies."""
    known = ((library.cards.get(id_), count) for id_, count in deck.cards.items())
    return tuple({"card": card.name, "count": count} for card, count in known if card is not None)


def may_hold(card: Card, owner: OwnerProfile) -> bool:
    """Return whether a card is from a list that an owner may use; Environment and automatic cards are in no deck."""
    return not {ENVIRONMENT, AUTO} & {*card.lists} and bool({*card.lists} & {*owner.lists})


def _flaws(
    cards: Mapping[str, int], owner: OwnerProfile, library: Library, least: int, copies: bool
) -> Iterator[DeckProblem]:
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


def _flaw(rule: str, key: str, card: str, *, warning: bool = False, **params: Json) -> DeckProblem:
    return DeckProblem(rule=rule, words=Message(key=f"drawing.deck.{key}", params=params), card=card, warning=warning)


def _curve(values: Mapping[str, int | None], copies: Mapping[str, int]) -> Mapping[int, int]:
    curve = Counter[int]()
    for id_, value in values.items():
        if value is not None:
            curve[value] += copies[id_]
    return dict(sorted(curve.items()))


NAME, CARDS = "deck_name", "deck"


def write_chosen_deck(draft: Draft, actor: str, fields: Mapping[str, Json], *, by_gm: bool) -> None:
    """Write the cards of the chosen deck, unless the cards are among the `fields` that were written just now.

    The GM may choose decks that nobody else knows.
    """
    before, character = draft.before.actors.get(actor), draft.table.actors.get(actor)
    name, library = fields.get(NAME), settings.library(draft.table)
    if character is None or CARDS in fields or not isinstance(name, str):
        return
    deck = library.deck_named(name, secret=by_gm)
    if deck is None or (before is not None and before.sheet.get(NAME) == name):
        return
    rows = list(rows_for(deck, library))
    draft.emit(SheetEdited(actor=actor, fields=of_present_version(draft.table, character.sheet, {CARDS: rows})))
    count = sum(deck.cards.values())
    audience = record_readers(draft.table, character)
    draft.note("drawing_deck_chosen", "CD-UI-21", audience=audience, actor=character.name, deck=deck.name, count=count)
