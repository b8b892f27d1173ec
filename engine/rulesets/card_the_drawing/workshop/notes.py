"""What can be counted on a deck, a card, a foe: plain figures for anybody to draw (CD-UI-22)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from engine.rulesets.card_the_drawing.building import Figures, Owner, damage_of, figures_of, owner_of
from engine.rulesets.card_the_drawing.library import AUTO, ENVIRONMENT, Library, Record
from engine.rulesets.card_the_drawing.records import Archetype, Card, Deck, Encounter, Foe
from engine.rulesets.card_the_drawing.review import LARGEST_PRINTED
from engine.rulesets.card_the_drawing.scopes import CLOSE, DISTANT
from engine.rulesets.card_the_drawing.workshop.owners import Whose, bounded, whose, whose_deck
from engine.rulesets.card_the_drawing.workshop.telling import tell
from engine.workshop.bench import Bar, Note, NoteKind, Options
from engine.workshop.telling import clipped

_INTERRUPT = "Interrupt"


def notes(record: Record, library: Library, options: Options) -> tuple[Note, ...]:
    """Return what is worth knowing of a record."""
    match record:
        case Card():
            return tuple(_of_card(record, library))
        case Deck():
            found = whose_deck(record, library, options)
            return () if found is None else of_deck(record.cards, found, library)
        case Archetype():
            return (_stats(owner_of(bounded(record))),)
        case Foe():
            deck = library.decks.get(record.deck)
            found = whose(record, options)
            return (_stats(found.owner), *(of_deck(deck.cards, found, library) if deck is not None else ()))
        case Encounter():
            return (_encounter(record, library),)
        case _:
            return ()


def of_deck(cards: Mapping[str, int], found: Whose, library: Library) -> tuple[Note, ...]:
    """Return the statistics of a deck in its owner's hands; of an empty one there are none."""
    counted = {id_: min(count, LARGEST_PRINTED) for id_, count in cards.items()}
    figures = figures_of(counted, found.owner, library, drawn=found.drawn)
    return tuple(_of_deck(figures, found, library)) if figures.size else ()


def _of_deck(figures: Figures, found: Whose, library: Library) -> Iterator[Note]:
    named = {id_: clipped(library.cards[id_].name) for id_ in figures.opening}
    whom = tell("note.for", who=found.name) if found.name else tell("note.for_nobody")
    rounds = tell("note.round", round=figures.exhausted)
    yield Note(
        id="sum",
        title=tell("note.sum"),
        kind=NoteKind.FIGURES,
        help=whom,
        rows=(
            Bar(label=tell("note.size"), told=str(figures.size), of=figures.size),
            Bar(label=tell("note.average"), told=decimal(figures.average)),
            Bar(label=tell("note.exhausted"), told=rounds, of=figures.exhausted or 0),
        ),
    )
    yield _curve("costs", figures.costs)
    yield _curve("initiatives", figures.initiatives)
    order = sorted({CLOSE, DISTANT, _INTERRUPT, *figures.tags}, key=lambda tag: (tag not in _FIRST, tag))
    shares = (share(clipped(tag), figures.tags.get(tag, 0), figures.size) for tag in order)
    yield Note(id="shares", title=tell("note.shares"), kind=NoteKind.SHARES, rows=tuple(shares))
    likely = sorted(figures.opening, key=lambda id_: (-figures.opening[id_].exact, named[id_]))
    chances = (_chance(named[id_], figures.opening[id_].exact, id_) for id_ in likely)
    help_ = tell("note.opening_help", count=min(figures.size, found.owner.stats.intelligence))
    yield Note(id="opening", title=tell("note.opening"), kind=NoteKind.CHANCES, rows=tuple(chances), help=help_)
    striking = sorted((id_ for id_, count in figures.damages.items() if count), key=lambda i: -figures.damages[i])
    if striking:
        rows = bars((named[id_], figures.damages[id_], id_) for id_ in striking)
        yield Note(
            id="damages", title=tell("note.damages"), kind=NoteKind.BARS, rows=rows, help=tell("note.damages_help")
        )


_FIRST = (CLOSE, DISTANT, _INTERRUPT)


def _curve(key: str, counts: Mapping[int, int]) -> Note:
    """Return how many cards there are of each number, the numbers between them included."""
    run = range(min(counts), max(counts) + 1) if counts else range(0)
    steps = run if len(run) <= 20 else counts
    rows = bars((str(value), counts.get(value, 0), "") for value in steps)
    return Note(id=key, title=tell(f"note.{key}"), kind=NoteKind.BARS, rows=rows)


def bars(counted: Iterable[tuple[str, int, str]]) -> tuple[Bar, ...]:
    """Return bars to be held against each other, the longest as long as there is room."""
    rows = tuple(counted)
    most = max((count for _, count, _ in rows), default=0)
    return tuple(Bar(label=label, told=str(count), of=count, among=most, ref=ref) for label, count, ref in rows)


def share(label: str, count: int, among: int) -> Bar:
    """Return what part of all something is."""
    told = tell("note.share", percent=percent(Fraction(count, among)) if among else "0", count=count, among=among)
    return Bar(label=label, told=told, of=count, among=among)


def _chance(label: str, chance: Fraction, ref: str) -> Bar:
    told = tell("note.chance", percent=percent(chance), of=chance.numerator, among=chance.denominator)
    return Bar(label=label, told=told, of=chance.numerator, among=chance.denominator, ref=ref)


def percent(part: Fraction) -> str:
    """Return a part in whole percent; only what is certain is 100, and only what never happens 0."""
    rounded = (200 * part.numerator + part.denominator) // (2 * part.denominator)
    if 0 < part < 1:
        return "<1" if rounded == 0 else ">99" if rounded == 100 else str(rounded)
    return str(rounded)


def decimal(value: Fraction) -> str:
    """Return a number with one place behind the point."""
    tenths = (20 * value.numerator + value.denominator) // (2 * value.denominator)
    return f"{tenths // 10}.{tenths % 10}"


def _of_card(card: Card, library: Library) -> Iterator[Note]:
    """Return what a card does in the hands of each who may hold it, and in which decks it is."""
    if {ENVIRONMENT, AUTO} & {*card.lists}:
        return
    able = [one for one in library.archetypes.values() if {*one.lists} & {*card.lists}]
    damages = [(clipped(one.name), damage_of(card, owner_of(bounded(one))), "") for one in able]
    if any(count for _, count, _ in damages):
        yield Note(
            id="damages",
            title=tell("note.by_archetype"),
            kind=NoteKind.BARS,
            rows=bars(damages),
            help=tell("note.damages_help"),
        )


def _stats(owner: Owner) -> Note:
    """Return what the stats come to (CD-STAT, CD-MINION-2, CD-MINION-7)."""
    each: Sequence[tuple[str, int]] = (
        ("health", owner.health),
        ("hand", owner.stats.intelligence),
        ("copies", owner.stats.wisdom),
        ("planned", owner.stats.speed),
        ("adrenaline", owner.stats.stamina),
    )
    rows = tuple(Bar(label=tell(f"note.{key}"), told=str(value), of=value) for key, value in each)
    return Note(id="stats", title=tell("note.stats"), kind=NoteKind.FIGURES, rows=rows)


def _encounter(encounter: Encounter, library: Library) -> Note:
    """Return what comes up against the party, all told."""
    heads = health = planned = gained = 0
    for placed in encounter.foes:
        foe = library.foes.get(placed.foe)
        if foe is None:
            continue
        foe = bounded(foe)
        owner = owner_of(foe)
        count = foe.minions if placed.minions is None else placed.minions
        bodies = max(1, count) if foe.minions else 1
        heads += bodies
        health += bodies * (owner.health if placed.health is None else placed.health)
        planned += bodies if foe.minions else owner.stats.speed
        gained += owner.stats.stamina
    each = (("heads", heads), ("health", health), ("planned", planned), ("adrenaline", gained))
    rows = tuple(Bar(label=tell(f"note.{key}"), told=str(value), of=value) for key, value in each)
    return Note(id="sum", title=tell("note.against"), kind=NoteKind.FIGURES, rows=rows)
