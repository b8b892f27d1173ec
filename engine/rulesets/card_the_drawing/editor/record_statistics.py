"""Statistics of a deck, a card or a foe as plain figures (CD-UI-22)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from engine.kit.content_editor.shared_editor_texts import clipped
from engine.kit.content_editor.view_models import Note, NoteKind, Options, StatisticBar
from engine.rulesets.card_the_drawing.calculation.expression_scope import CLOSE, DISTANT
from engine.rulesets.card_the_drawing.cards.card_library import AUTO, ENVIRONMENT, Library, Record
from engine.rulesets.card_the_drawing.cards.card_records import Archetype, Card, CardDeck, Foe, PreparedEncounter
from engine.rulesets.card_the_drawing.cards.record_validation import LARGEST_PRINTED
from engine.rulesets.card_the_drawing.decks.deck_rules import (
    DeckStatistics,
    OwnerProfile,
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
from engine.rulesets.card_the_drawing.editor.record_fields import editor_text

_INTERRUPT = "Interrupt"


def record_notes(record: Record, library: Library, options: Options) -> tuple[Note, ...]:
    """Return the notes on a record."""
    match record:
        case Card():
            return tuple(_of_card(record, library))
        case CardDeck():
            constraints = deck_constraints(record, library, options)
            return () if constraints is None else deck_notes(record.cards, constraints, library)
        case Archetype():
            return (_stats(owner_profile_of(with_bounded_numbers(record))),)
        case Foe():
            deck = library.decks.get(record.deck)
            constraints = constraints_for(record, options)
            return (
                _stats(constraints.owner),
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


def _of_deck(figures: DeckStatistics, constraints: DeckConstraints, library: Library) -> Iterator[Note]:
    named = {id_: clipped(library.cards[id_].name) for id_ in figures.opening}
    whom = editor_text("note.for", who=constraints.name) if constraints.name else editor_text("note.for_nobody")
    rounds = editor_text("note.round", round=figures.exhausted)
    yield Note(
        id="sum",
        title=editor_text("note.sum"),
        kind=NoteKind.FIGURES,
        help=whom,
        rows=(
            StatisticBar(label=editor_text("note.size"), told=str(figures.size), of=figures.size),
            StatisticBar(label=editor_text("note.average"), told=decimal(figures.average)),
            StatisticBar(label=editor_text("note.exhausted"), told=rounds, of=figures.exhausted or 0),
        ),
    )
    yield _curve("costs", figures.costs)
    yield _curve("initiatives", figures.initiatives)
    order = sorted({CLOSE, DISTANT, _INTERRUPT, *figures.tags}, key=lambda tag: (tag not in _FIRST, tag))
    shares = (share(clipped(tag), figures.tags.get(tag, 0), figures.size) for tag in order)
    yield Note(id="shares", title=editor_text("note.shares"), kind=NoteKind.SHARES, rows=tuple(shares))
    likely = sorted(figures.opening, key=lambda id_: (-figures.opening[id_].exact, named[id_]))
    chances = (_chance(named[id_], figures.opening[id_].exact, id_) for id_ in likely)
    help_ = editor_text("note.opening_help", count=min(figures.size, constraints.owner.stats.intelligence))
    yield Note(id="opening", title=editor_text("note.opening"), kind=NoteKind.CHANCES, rows=tuple(chances), help=help_)
    striking = sorted((id_ for id_, count in figures.damages.items() if count), key=lambda i: -figures.damages[i])
    if striking:
        rows = bars((named[id_], figures.damages[id_], id_) for id_ in striking)
        yield Note(
            id="damages",
            title=editor_text("note.damages"),
            kind=NoteKind.BARS,
            rows=rows,
            help=editor_text("note.damages_help"),
        )


_FIRST = (CLOSE, DISTANT, _INTERRUPT)


def _curve(key: str, counts: Mapping[int, int]) -> Note:
    """Return how many cards there are of each number, including the numbers between them."""
    run = range(min(counts), max(counts) + 1) if counts else range(0)
    steps = run if len(run) <= 20 else counts
    rows = bars((str(value), counts.get(value, 0), "") for value in steps)
    return Note(id=key, title=editor_text(f"note.{key}"), kind=NoteKind.BARS, rows=rows)


def bars(counted: Iterable[tuple[str, int, str]]) -> tuple[StatisticBar, ...]:
    """Return bars for comparison, the longest at full width."""
    rows = tuple(counted)
    most = max((count for _, count, _ in rows), default=0)
    return tuple(
        StatisticBar(label=label, told=str(count), of=count, among=most, ref=ref) for label, count, ref in rows
    )


def share(label: str, count: int, among: int) -> StatisticBar:
    """Return a share of a total as a bar."""
    text = editor_text(
        "note.share", percent=percent(Fraction(count, among)) if among else "0", count=count, among=among
    )
    return StatisticBar(label=label, told=text, of=count, among=among)


def _chance(label: str, chance: Fraction, ref: str) -> StatisticBar:
    text = editor_text("note.chance", percent=percent(chance), of=chance.numerator, among=chance.denominator)
    return StatisticBar(label=label, told=text, of=chance.numerator, among=chance.denominator, ref=ref)


def percent(part: Fraction) -> str:
    """Return a share in whole percent; only a certain event is 100, and only an impossible one 0."""
    rounded = (200 * part.numerator + part.denominator) // (2 * part.denominator)
    if 0 < part < 1:
        return "<1" if rounded == 0 else ">99" if rounded == 100 else str(rounded)
    return str(rounded)


def decimal(value: Fraction) -> str:
    """Return a number with one decimal place."""
    tenths = (20 * value.numerator + value.denominator) // (2 * value.denominator)
    return f"{tenths // 10}.{tenths % 10}"


def _of_card(card: Card, library: Library) -> Iterator[Note]:
    """Yield the effect of a card for each possible owner, and the decks that hold it."""
    if {ENVIRONMENT, AUTO} & {*card.lists}:
        return
    able = [archetype for archetype in library.archetypes.values() if {*archetype.lists} & {*card.lists}]
    damages = [
        (clipped(archetype.name), damage_when_unhurt(card, owner_profile_of(with_bounded_numbers(archetype))), "")
        for archetype in able
    ]
    if any(count for _, count, _ in damages):
        yield Note(
            id="damages",
            title=editor_text("note.by_archetype"),
            kind=NoteKind.BARS,
            rows=bars(damages),
            help=editor_text("note.damages_help"),
        )


def _stats(owner: OwnerProfile) -> Note:
    """Return the numbers that follow from the stats (CD-STAT, CD-MINION-2, CD-MINION-7)."""
    each: Sequence[tuple[str, int]] = (
        ("health", owner.health),
        ("hand", owner.stats.intelligence),
        ("copies", owner.stats.wisdom),
        ("planned", owner.stats.speed),
        ("adrenaline", owner.stats.stamina),
    )
    rows = tuple(StatisticBar(label=editor_text(f"note.{key}"), told=str(value), of=value) for key, value in each)
    return Note(id="stats", title=editor_text("note.stats"), kind=NoteKind.FIGURES, rows=rows)


def _encounter(encounter: PreparedEncounter, library: Library) -> Note:
    """Return the totals of an encounter's foes."""
    heads = health = planned = gained = 0
    for placed in encounter.foes:
        foe = library.foes.get(placed.foe)
        if foe is None:
            continue
        foe = with_bounded_numbers(foe)
        owner = owner_profile_of(foe)
        count = foe.minions if placed.minions is None else placed.minions
        bodies = max(1, count) if foe.minions else 1
        heads += bodies
        health += bodies * (owner.health if placed.health is None else placed.health)
        planned += bodies if foe.minions else owner.stats.speed
        gained += owner.stats.stamina
    each = (("heads", heads), ("health", health), ("planned", planned), ("adrenaline", gained))
    rows = tuple(StatisticBar(label=editor_text(f"note.{key}"), told=str(value), of=value) for key, value in each)
    return Note(id="sum", title=editor_text("note.against"), kind=NoteKind.FIGURES, rows=rows)
