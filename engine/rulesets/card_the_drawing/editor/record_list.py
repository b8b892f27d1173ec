"""The entries of each category, a line each, and their filters (CD-UI-21, CD-UI-23)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.kit.content_editor.shared_editor_texts import clipped
from engine.kit.content_editor.view_models import CategoryEntry, Facet, FacetValue, Options, RecordOrigin
from engine.kit.memo import Memo
from engine.messages.message import Message
from engine.messages.texts import say
from engine.rulesets.card_the_drawing import printed_card_faces
from engine.rulesets.card_the_drawing.cards import record_validation
from engine.rulesets.card_the_drawing.cards.card_library import (
    ARCHETYPES,
    CARDS,
    DECKS,
    ENCOUNTERS,
    FOES,
    TAGS,
    UNIVERSAL,
    Library,
    Record,
    outside_effects,
)
from engine.rulesets.card_the_drawing.cards.card_records import (
    Archetype,
    Card,
    CardDeck,
    Foe,
    PreparedEncounter,
    Tag,
    split_tag,
)
from engine.rulesets.card_the_drawing.cards.card_text import card_sentences, tag_sentences
from engine.rulesets.card_the_drawing.decks.deck_rules import is_legal
from engine.rulesets.card_the_drawing.editor.deck_owner import deck_problems_for
from engine.rulesets.card_the_drawing.editor.editor_text import editor_text

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
_entries: Memo[tuple[CategoryEntry, ...]] = Memo()
_cards: Memo[dict[str, CategoryEntry]] = Memo()


def problems(record: Record, library: Library) -> tuple[Message, ...]:
    """Return the problems of a record, including advice; for a deck without those of its owner."""
    return record_validation.record_problems(record, library)


def grave_problem_count(messages: tuple[Message, ...]) -> int:
    """Return how many problems are more than advice."""
    return sum(message.key not in ADVICE for message in messages)


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
    """Return the name of a record; for a tag its id, which is printed on cards."""
    return record.id if isinstance(record, Tag) else record.name


def entries(library: Library, options: Options, kind: str) -> tuple[CategoryEntry, ...]:
    """Return the entries of a category, in the order of the book and then of the group."""
    return _entries.get(kind, (library, *_that_matter(options)), lambda: tuple(_made(library, options, kind)))


def _that_matter(options: Options) -> tuple[object, ...]:
    return (options.get("mob_copy_limit"), options.get("min_deck"))


def _made(library: Library, options: Options, kind: str) -> Iterator[CategoryEntry]:
    for record in records(library, kind).values():
        match record:
            case Card():
                yield card_entry(record, library)
            case CardDeck():
                yield _deck(record, library, options)
            case _:
                yield _entry(kind, record, library, _line(record, library))


def card_entry(card: Card, library: Library) -> CategoryEntry:
    """Return the entry of a card, for its category and for the pool of a deck."""
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
_made_before: dict[tuple[Card, object, int], CategoryEntry] = {}
"""Entries by card, origin and tags: saving one card does not check the others again."""
_tags_seen: list[Mapping[str, Tag]] = []
_tags_of: Memo[int] = Memo()


def _tags_known(library: Library) -> int:
    """Return a number for the present tags, the same for the same tags."""

    def number() -> int:
        if library.tags not in _tags_seen:
            if len(_tags_seen) >= _MOST_TAGS_SEEN:  # the numbers start again, so drop everything made with the old ones
                _tags_seen.clear()
                _made_before.clear()
            _tags_seen.append(library.tags)
        return _tags_seen.index(library.tags)

    return _tags_of.get("", (library,), number)


def _card(card: Card, library: Library) -> CategoryEntry:
    kind = printed_card_faces.card_kind(card, library)
    numbers = editor_text("line.card_numbers", cost=card.cost, init=card.init) if card.cost is not None else ""
    details = (numbers, ", ".join(card.tags), ", ".join(card.lists))
    tags = tuple(dict.fromkeys(split_tag(tag)[0] for tag in card.tags))
    facets = {
        "list": card.lists,
        "tag": tags,
        "kind": (kind,),
        "cost": () if card.cost is None else (str(card.cost),),
        "init": () if card.init is None else (str(card.init),),
    }
    words = (
        *map(say, card_sentences(card, library)),
        card.text,
        outside_effects().get(card.out, ("", ""))[0],
        card.label,
    )
    return _entry(CARDS, card, library, details, facets, " ".join(words), card.disabled)


def _deck(deck: CardDeck, library: Library, options: Options) -> CategoryEntry:
    size = sum(max(0, count) for count in deck.cards.values())
    archetype = library.archetypes.get(deck.archetype)
    details = (editor_text("line.deck", count=size), archetype.name if archetype is not None else "")
    cards = (library.cards[id_].name for id_ in deck.cards if id_ in library.cards)
    facets = {"archetype": (archetype.name,) if archetype is not None else ()}
    problems = deck_problems_for(deck, library, options)
    wrong = 0 if is_legal(problems) else sum(not flaw.warning for flaw in problems)
    return _entry(DECKS, deck, library, details, facets, " ".join(cards), problems_too=wrong)


def _line(record: Record, library: Library) -> tuple[str, ...]:
    match record:
        case Tag():
            return (record.text or " ".join(map(say, tag_sentences(record))),)
        case Archetype():
            stats = editor_text("line.stats", **_stats(record), speed=record.speed)
            return (stats, ", ".join(name for name in record.lists if name != UNIVERSAL))
        case Foe() if record.minions:
            return (
                editor_text("line.mob", count=record.minions, health=record.health),
                editor_text("line.foe", **_stats(record)),
            )
        case Foe():
            return (editor_text("line.boss"), editor_text("line.stats", **_stats(record), speed=record.speed))
        case PreparedEncounter():
            foes = (placed.name or getattr(library.foes.get(placed.foe), "name", placed.foe) for placed in record.foes)
            return (", ".join(foes),)
        case _:
            return ()


def _stats(profile: Archetype | Foe) -> Mapping[str, int]:
    return {
        "strength": profile.strength,
        "stamina": profile.stamina,
        "intelligence": profile.intelligence,
        "wisdom": profile.wisdom,
    }


def _entry(
    kind: str,
    record: Record,
    library: Library,
    details: tuple[str, ...],
    facets: Mapping[str, tuple[str, ...]] | None = None,
    words: str = "",
    disabled: bool = False,
    problems_too: int = 0,
) -> CategoryEntry:
    origin = library.origin(kind, record)
    wrong = grave_problem_count(problems(record, library)) + problems_too
    state = (*(("aside",) if disabled else ()), *(("wrong",) if wrong else ()))
    marks = [editor_text(f"mark.{origin}")] if origin is not RecordOrigin.PRINTED else []
    marks += [editor_text("mark.aside")] if disabled else []
    marks += [editor_text("mark.secret")] if isinstance(record, CardDeck) and record.secret else []
    marks += [editor_text("mark.problems", count=wrong)] if wrong else []
    if isinstance(record, Foe):
        facets = {"kind": ("mob" if record.minions else "boss",)}
    line = " · ".join(filter(None, details))
    name = name_of(record)
    return CategoryEntry(
        id=record.id,
        name=clipped(name) or editor_text(f"unnamed.{kind}"),
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
    """Return the filters of a kind; a facet with only one value is left out."""
    lines = entries(library, options, kind)
    facets = (_facet(facet, lines, library) for facet in FACETS.get(kind, ()))
    return tuple(facet for facet in facets if len(facet.values) > 1)


_ORDER = (*RecordOrigin, "sound", "wrong", "aside", "mob", "boss", *printed_card_faces.KINDS)


def _facet(facet: str, lines: tuple[CategoryEntry, ...], library: Library) -> Facet:
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
            key=(
                "printed",
                "house",
                "changed",
                "own",
                "sound",
                "wrong",
                "aside",
                "mob",
                "boss",
                *printed_card_faces.KINDS,
            ).index
        )
    values = (FacetValue(value=value, label=_value(facet, value), count=counts[value]) for value in order)
    return Facet(id=facet, label=editor_text(f"facet.{facet}"), values=tuple(values))


def _value(facet: str, value: str) -> str:
    return clipped(value) if facet in {"cost", "init", "list", "tag", "archetype"} else editor_text(f"value.{value}")
