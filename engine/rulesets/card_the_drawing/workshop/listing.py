"""What there is in each drawer, a line each, and what it can be filtered by (CD-UI-21, CD-UI-23)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.play.words import Message, say
from engine.rulesets.card_the_drawing import faces, review
from engine.rulesets.card_the_drawing.building import is_legal
from engine.rulesets.card_the_drawing.library import (
    ARCHETYPES,
    CARDS,
    DECKS,
    ENCOUNTERS,
    FOES,
    TAGS,
    UNIVERSAL,
    Library,
    Record,
    outside,
)
from engine.rulesets.card_the_drawing.reading import reading_of, reading_of_tag
from engine.rulesets.card_the_drawing.records import Archetype, Card, Deck, Encounter, Foe, Tag
from engine.rulesets.card_the_drawing.scene import split_tag
from engine.rulesets.card_the_drawing.workshop.owners import flaws
from engine.rulesets.card_the_drawing.workshop.telling import tell
from engine.rulesets.remembering import Remembered
from engine.workshop.bench import Entry, Facet, FacetValue, Options, Origin
from engine.workshop.telling import clipped

ADVICE = frozenset({"drawing.problem.many_environments"})
"""Problems that are only advice."""
FACETS: Mapping[str, tuple[str, ...]] = {
    CARDS: ("list", "tag", "kind", "cost", "init", "origin", "state"),
    TAGS: ("origin",),
    ARCHETYPES: ("origin",),
    DECKS: ("archetype", "origin"),
    FOES: ("kind", "origin"),
    ENCOUNTERS: ("origin",),
}
_entries: Remembered[tuple[Entry, ...]] = Remembered()
_cards: Remembered[dict[str, Entry]] = Remembered()


def problems(record: Record, library: Library) -> tuple[Message, ...]:
    """Return what is wrong with a record, or not advised; of a deck its owner's flaws are told elsewhere."""
    match record:
        case Card():
            return review.problems_of(record, library)
        case Tag():
            return review.problems_of_tag(record, library)
        case Archetype():
            return review.problems_of_archetype(record, library)
        case Foe():
            return review.problems_of_foe(record, library)
        case Encounter():
            return review.problems_of_encounter(record, library)
        case Deck():
            return review.problems_of_deck(record, library)


def grave(found: tuple[Message, ...]) -> int:
    """Return how many problems are more than advice."""
    return sum(message.key not in ADVICE for message in found)


def records(library: Library, kind: str) -> Mapping[str, Record]:
    """Return all records of a kind by their ids."""
    by: Mapping[str, Mapping[str, Record]] = {
        CARDS: library.cards,
        TAGS: library.tags,
        ARCHETYPES: library.archetypes,
        DECKS: library.decks,
        FOES: library.foes,
        ENCOUNTERS: library.encounters,
    }
    return by.get(kind, {})


def name_of(record: Record) -> str:
    """Return what a record is called; a tag by its id, which is what stands on cards."""
    return record.id if isinstance(record, Tag) else record.name


def entries(library: Library, options: Options, kind: str) -> tuple[Entry, ...]:
    """Return what there is in a drawer, in the order of the book and then of the group."""
    return _entries.get(kind, (library, *_that_matter(options)), lambda: tuple(_made(library, options, kind)))


def _that_matter(options: Options) -> tuple[object, ...]:
    return (options.get("mob_copy_limit"), options.get("min_deck"))


def _made(library: Library, options: Options, kind: str) -> Iterator[Entry]:
    for record in records(library, kind).values():
        match record:
            case Card():
                yield card_entry(record, library)
            case Deck():
                yield _deck(record, library, options)
            case _:
                yield _entry(kind, record, library, _line(record, library))


def card_entry(card: Card, library: Library) -> Entry:
    """Return the line of a card, for the drawer and for the pool of a deck."""
    known = _cards.get("", (library,), dict)
    if card.id not in known:
        key = (card, library.origin(CARDS, card), _tags_known(library))
        if key not in _made_before:
            if len(_made_before) >= _MOST_MADE:
                _made_before.clear()
            _made_before[key] = _card(card, library)
        known[card.id] = _made_before[key]
    return known[card.id]


_MOST_MADE, _MOST_TAGS_SEEN = 4096, 64
_made_before: dict[tuple[Card, object, int], Entry] = {}
"""Lines by card, origin and tags: when one card is saved, the others need not be looked over again."""
_tags_seen: list[Mapping[str, Tag]] = []
_tags_of: Remembered[int] = Remembered()


def _tags_known(library: Library) -> int:
    """Return a number for the tags that there are, the same for the same tags."""

    def number() -> int:
        if library.tags not in _tags_seen:
            if len(_tags_seen) >= _MOST_TAGS_SEEN:  # then the numbers begin anew, and nothing may be left of the old
                _tags_seen.clear()
                _made_before.clear()
            _tags_seen.append(library.tags)
        return _tags_seen.index(library.tags)

    return _tags_of.get("", (library,), number)


def _card(card: Card, library: Library) -> Entry:
    kind = faces.kind_of(card, library)
    numbers = tell("line.card_numbers", cost=card.cost, init=card.init) if card.cost is not None else ""
    told = (numbers, ", ".join(card.tags), ", ".join(card.lists))
    tags = tuple(dict.fromkeys(split_tag(tag)[0] for tag in card.tags))
    facets = {
        "list": card.lists,
        "tag": tags,
        "kind": (kind,),
        "cost": () if card.cost is None else (str(card.cost),),
        "init": () if card.init is None else (str(card.init),),
    }
    words = (*map(say, reading_of(card, library)), card.text, outside().get(card.out, ("", ""))[0], card.label)
    return _entry(CARDS, card, library, told, facets, " ".join(words), card.disabled)


def _deck(deck: Deck, library: Library, options: Options) -> Entry:
    size = sum(max(0, count) for count in deck.cards.values())
    archetype = library.archetypes.get(deck.archetype)
    told = (tell("line.deck", count=size), archetype.name if archetype is not None else "")
    cards = (library.cards[id_].name for id_ in deck.cards if id_ in library.cards)
    facets = {"archetype": (archetype.name,) if archetype is not None else ()}
    found = flaws(deck, library, options)
    wrong = 0 if is_legal(found) else sum(not flaw.warning for flaw in found)
    return _entry(DECKS, deck, library, told, facets, " ".join(cards), problems_too=wrong)


def _line(record: Record, library: Library) -> tuple[str, ...]:
    match record:
        case Tag():
            return (record.text or " ".join(map(say, reading_of_tag(record))),)
        case Archetype():
            stats = tell("line.stats", **_stats(record), speed=record.speed)
            return (stats, ", ".join(name for name in record.lists if name != UNIVERSAL))
        case Foe() if record.minions:
            return (tell("line.mob", count=record.minions, health=record.health), tell("line.foe", **_stats(record)))
        case Foe():
            return (tell("line.boss"), tell("line.stats", **_stats(record), speed=record.speed))
        case Encounter():
            foes = (placed.name or getattr(library.foes.get(placed.foe), "name", placed.foe) for placed in record.foes)
            return (", ".join(foes),)
        case _:
            return ()


def _stats(one: Archetype | Foe) -> Mapping[str, int]:
    return {
        "strength": one.strength,
        "stamina": one.stamina,
        "intelligence": one.intelligence,
        "wisdom": one.wisdom,
    }


def _entry(
    kind: str,
    record: Record,
    library: Library,
    told: tuple[str, ...],
    facets: Mapping[str, tuple[str, ...]] | None = None,
    words: str = "",
    disabled: bool = False,
    problems_too: int = 0,
) -> Entry:
    origin = Origin(library.origin(kind, record).value)
    wrong = grave(problems(record, library)) + problems_too
    state = (*(("aside",) if disabled else ()), *(("wrong",) if wrong else ()))
    marks = [tell(f"mark.{origin}")] if origin is not Origin.PRINTED else []
    marks += [tell("mark.aside")] if disabled else []
    marks += [tell("mark.secret")] if isinstance(record, Deck) and record.secret else []
    marks += [tell("mark.problems", count=wrong)] if wrong else []
    if isinstance(record, Foe):
        facets = {"kind": ("mob" if record.minions else "boss",)}
    line = " · ".join(filter(None, told))
    name = name_of(record)
    return Entry(
        id=record.id,
        name=clipped(name) or tell(f"unnamed.{kind}"),
        line=line if len(line) <= 200 else f"{line[:199]}…",
        origin=origin,
        marks=tuple(marks),
        facets={**(facets or {}), "origin": (origin.value,), "state": state or ("sound",)},
        text=f"{name} {line} {words}".casefold()[:4000],
        disabled=disabled,
        problems=wrong,
    )


# ---- filters ---------------------------------------------------------------------------------------------------------


def facets(library: Library, options: Options, kind: str) -> tuple[Facet, ...]:
    """Return what the entries of a kind can be filtered by; of a facet with but one value nothing is gained."""
    lines = entries(library, options, kind)
    found = (_facet(facet, lines, library) for facet in FACETS.get(kind, ()))
    return tuple(facet for facet in found if len(facet.values) > 1)


_ORDER = (*Origin, "sound", "wrong", "aside", "mob", "boss", *faces.KINDS)


def _facet(facet: str, lines: tuple[Entry, ...], library: Library) -> Facet:
    counts = Counter(value for entry in lines for value in entry.facets.get(facet, ()))
    order = list(counts)
    if facet in {"cost", "init"}:
        order.sort(key=int)
    elif facet == "list":
        order.sort(key=library.lists().index)
    elif facet in {"tag", "archetype"}:
        order.sort(key=str.casefold)
    else:
        order.sort(
            key=("printed", "house", "changed", "own", "sound", "wrong", "aside", "mob", "boss", *faces.KINDS).index
        )
    values = (FacetValue(value=value, label=_value(facet, value), count=counts[value]) for value in order)
    return Facet(id=facet, label=tell(f"facet.{facet}"), values=tuple(values))


def _value(facet: str, value: str) -> str:
    return clipped(value) if facet in {"cost", "init", "list", "tag", "archetype"} else tell(f"value.{value}")
