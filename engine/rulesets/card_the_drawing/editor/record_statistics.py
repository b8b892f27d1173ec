"""Statistics of a deck, a card or a foe as plain figures (CD-UI-22)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction

from engine.kit.content_editor.dice_numbers import between, dice_range
from engine.kit.content_editor.shared_editor_texts import clipped
from engine.kit.content_editor.statistics import bars, decimal, figures, statistic
from engine.kit.content_editor.view_models import Note, NoteKind, Options, StatisticBar
from engine.model.frozen import replace
from engine.odds.odds import percent
from engine.rulesets.card_the_drawing.calculation.expression_scope import CLOSE, DISTANT
from engine.rulesets.card_the_drawing.cards.card_library import AUTO, ENVIRONMENT, Library, Record
from engine.rulesets.card_the_drawing.cards.card_records import (
    LARGEST_PRINTED,
    Archetype,
    Card,
    CardDeck,
    Foe,
    PreparedEncounter,
)
from engine.rulesets.card_the_drawing.decks.deck_rules import (
    DeckStatistics,
    damage_when_unhurt,
    deck_statistics,
    owner_profile_of,
)
from engine.rulesets.card_the_drawing.editor.deck_owner import (
    DeckConstraints,
    constraints_for,
    deck_constraints,
    with_bounded_numbers,
)
from engine.rulesets.card_the_drawing.editor.record_fields import SHAPES, editor_text

_FIRST = (CLOSE, DISTANT, "Interrupt")
"""The tags whose shares come first."""


def record_notes(record: Record, library: Library, options: Options) -> tuple[Note, ...]:
    """Return the notes on a record."""
    match record:
        case Card():
            return tuple(_of_card(record, library))
        case CardDeck():
            constraints = deck_constraints(record, library, options)
            return () if constraints is None else deck_notes(record.cards, constraints, library)
        case Archetype():
            return (_stats(record),)
        case Foe():
            deck = library.decks.get(record.deck)
            constraints = constraints_for(record, options)
            return (
                _stats(record),
                *(deck_notes(deck.cards, constraints, library) if deck is not None else ()),
            )
        case PreparedEncounter():
            return (_encounter(record, library),)
        case _:
            return ()


def deck_notes(cards: Mapping[str, int], constraints: DeckConstraints, library: Library) -> tuple[Note, ...]:
    """Return the statistics of a deck with its owner; an empty deck has none."""
    counted = {id_: min(count, LARGEST_PRINTED) for id_, count in cards.items()}
    figures = deck_statistics(counted, constraints.owner, library, drawn=constraints.drawn)
    return tuple(_of_deck(figures, constraints, library)) if figures.size else ()


def _of_deck(of: DeckStatistics, constraints: DeckConstraints, library: Library) -> Iterator[Note]:
    named = {id_: clipped(library.cards[id_].name) for id_ in of.opening}
    owner = ("note.for_lowest" if constraints.lowest else "note.for") if constraints.name else "note.for_nobody"
    whom = editor_text(owner, who=constraints.name)
    size, average, exhausted = (editor_text(f"note.{key}") for key in ("size", "average", "exhausted"))
    rounds = editor_text("note.round", round=of.exhausted)
    rows = (
        StatisticBar(label=size, told=str(of.size), of=of.size),
        StatisticBar(label=average, told=decimal(of.average)),
        StatisticBar(label=exhausted, told=rounds, of=of.exhausted or 0),
    )
    yield statistic(SHAPES, "sum", NoteKind.FIGURES, rows, explanation=whom)
    yield _curve("costs", of.costs)
    yield _curve("initiatives", of.initiatives)
    tags = sorted({*_FIRST, *of.tags}, key=lambda tag: (tag not in _FIRST, tag))
    yield statistic(SHAPES, "shares", NoteKind.SHARES, (_share(tag, of.tags.get(tag, 0), of.size) for tag in tags))
    likely = sorted(of.opening, key=lambda id_: (-of.opening[id_].exact, named[id_]))
    chances = (_chance(named[id_], of.opening[id_].exact, id_) for id_ in likely)
    hand = editor_text("note.opening_help", count=min(of.size, constraints.owner.stats.intelligence))
    yield statistic(SHAPES, "opening", NoteKind.CHANCES, chances, explanation=hand)
    striking = sorted((id_ for id_, count in of.damages.items() if count), key=lambda id_: -of.damages[id_])
    if striking:
        yield _damages("damages", bars((named[id_], of.damages[id_], id_) for id_ in striking))


def _curve(key: str, counts: Mapping[int, int]) -> Note:
    """Return how many cards there are of each number, including the numbers between them."""
    run = range(min(counts), max(counts) + 1) if counts else range(0)
    steps = run if len(run) <= 20 else counts
    return statistic(SHAPES, key, NoteKind.BARS, bars((str(value), counts.get(value, 0), "") for value in steps))


def _damages(title: str, rows: tuple[StatisticBar, ...]) -> Note:
    return statistic(SHAPES, "damages", NoteKind.BARS, rows, title=title, explanation=editor_text("note.damages_help"))


def _share(tag: str, count: int, among: int) -> StatisticBar:
    part = percent(Fraction(count, among)) if among else "0"
    text = editor_text("note.share", percent=part, count=count, among=among)
    return StatisticBar(label=clipped(tag), told=text, of=count, among=among)


def _chance(label: str, chance: Fraction, ref: str) -> StatisticBar:
    of, among = chance.numerator, chance.denominator
    text = editor_text("note.chance", percent=percent(chance), of=of, among=among)
    return StatisticBar(label=label, told=text, of=of, among=among, ref=ref)


def _of_card(card: Card, library: Library) -> Iterator[Note]:
    """Yield the damage of a card for each possible owner."""
    if {ENVIRONMENT, AUTO} & {*card.lists}:
        return
    able = [archetype for archetype in library.archetypes.values() if {*archetype.lists} & {*card.lists}]
    owners = ((clipped(archetype.name), owner_profile_of(with_bounded_numbers(archetype))) for archetype in able)
    damages = [(name, damage_when_unhurt(card, owner), "") for name, owner in owners]
    if any(count for _, count, _ in damages):
        yield _damages("by_archetype", bars(damages))


def _stats(profile: Archetype | Foe) -> Note:
    """Return the numbers that follow from the stats (CD-STAT, CD-MINION-2, CD-MINION-7)."""

    def numbers(*, highest: bool) -> Mapping[str, int]:
        owner = owner_profile_of(with_bounded_numbers(profile, highest=highest))
        stats = owner.stats
        own = {"health": owner.health, "hand": stats.intelligence, "copies": stats.wisdom}
        return {**own, "planned": stats.speed, "adrenaline": stats.stamina}

    return statistic(SHAPES, "stats", NoteKind.FIGURES, _ranges(numbers(highest=False), numbers(highest=True)))


def _ranges(low: Mapping[str, int], high: Mapping[str, int]) -> tuple[StatisticBar, ...]:
    """Return figures with the same names; a range where they depend on dice."""
    shown = [between(low[key], most) for key, most in high.items()]
    bars_of = zip(figures(SHAPES, high.items()), shown, strict=True)
    return tuple(replace(bar, told=words) for bar, words in bars_of)


def _encounter(encounter: PreparedEncounter, library: Library) -> Note:
    """Return the totals of an encounter's foes; a range where they depend on dice."""
    low, high = (_totals(encounter, library, highest=highest) for highest in (False, True))
    return statistic(SHAPES, "sum", NoteKind.FIGURES, _ranges(low, high), title="against")


def _totals(encounter: PreparedEncounter, library: Library, *, highest: bool) -> Mapping[str, int]:
    """Return the totals of an encounter's foes if all dice show their lowest or their highest result."""

    def result(value: int | str) -> int:
        found = dice_range(value)
        return found.most if highest else found.least

    totals = Counter(dict.fromkeys(("heads", "health", "planned", "adrenaline"), 0))
    for placed in encounter.foes:
        foe = library.foes.get(placed.foe)
        if foe is None:
            continue
        owner = owner_profile_of(with_bounded_numbers(foe, highest=highest))
        count = owner.minions if placed.minions is None else result(placed.minions)
        bodies = max(1, count) if owner.minions else 1
        totals["heads"] += bodies
        totals["health"] += bodies * (owner.health if placed.health is None else result(placed.health))
        totals["planned"] += bodies if owner.minions else owner.stats.speed
        totals["adrenaline"] += owner.stats.stamina
    return totals
