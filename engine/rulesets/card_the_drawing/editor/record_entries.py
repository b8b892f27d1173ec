"""The records of Card: the Drawing: their origins, problems and references, and their entries in lists (CD-UI-21)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from engine.core.memo import memo, memo_of_moment
from engine.kit.content_editor import view_models
from engine.kit.content_editor.dice_numbers import range_text
from engine.kit.content_editor.record_editor import RecordEditor
from engine.kit.content_editor.shared_editor_texts import clipped, upper_first
from engine.kit.content_editor.view_models import CategoryEntry, Lists, Options, Problem, RecordOrigin
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.rulesets.card_the_drawing import printed_card_faces
from engine.rulesets.card_the_drawing.cards.card_library import (
    ARCHETYPES,
    CARDS,
    DECKS,
    ENCOUNTERS,
    FOES,
    SECRET,
    TAGS,
    UNIVERSAL,
    Library,
    Record,
    list_of,
    outside_effects,
    shipped_record,
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
from engine.rulesets.card_the_drawing.cards.record_validation import problem_place, record_problems
from engine.rulesets.card_the_drawing.editor.deck_owner import deck_problems_for, option
from engine.rulesets.card_the_drawing.editor.record_commands import KeepRecords, form_fault
from engine.rulesets.card_the_drawing.editor.record_fields import SHAPES, editor_text

ADVICE = frozenset({"drawing.problem.many_environments"})
"""Problems that are only advice."""
_FACET_ORDER = (*RecordOrigin, "sound", "wrong", "aside", "mob", "boss", *printed_card_faces.KINDS)


class CardContent(NamedTuple):
    """The library of a group, its options, and its lists."""

    library: Library
    options: Options
    lists: Lists = MappingProxyType({})


class RecordEntries(RecordEditor[Record, CardContent]):
    """The part of the editor that lists records and says what is wrong with them."""

    forms = SHAPES
    command = KeepRecords
    prints = True
    referring = (CARDS, DECKS, ARCHETYPES, FOES, ENCOUNTERS)
    not_copied = frozenset({"proposed"})

    # ---- what there is ----

    def content(self, lists: Lists, options: Options) -> CardContent:
        """Return the library of a group with its options."""
        return CardContent(printed_card_faces.library_in(lists, options), options, lists)

    def records(self, content: CardContent, kind: str) -> Mapping[str, Record]:
        """Return the records of a kind, in the order of the book and then of the group."""
        found: Mapping[str, Record] = getattr(content.library, kind) if kind in SHAPES.kinds else {}
        return found

    def shipped_record(self, kind: str, id_: str) -> Record | None:
        """Return a record as shipped."""
        return shipped_record(kind, id_)

    def origin(self, content: CardContent, kind: str, record: Record) -> RecordOrigin:
        """Return where a record comes from."""
        return content.library.origin(kind, record)

    def list_of(self, kind: str, record: Record) -> str:
        """Return the list of the group that holds a record: secret decks have their own."""
        return list_of(kind, record)

    def for_gm(self, kind: str, record: view_models.Record) -> bool:
        """Say whether only the GM may know a record."""
        return kind in SECRET or bool(record.get("secret"))

    def references(self, record: Record) -> Iterator[tuple[str, str]]:
        """Yield the records that a record refers to."""
        match record:
            case Card():
                yield from ((TAGS, split_tag(tag)[0]) for tag in record.tags)
            case CardDeck():
                yield from ((CARDS, id_) for id_ in record.cards)
                yield ARCHETYPES, record.archetype
            case Archetype() | Foe():
                yield from ((CARDS, id_) for id_ in record.automatic)
                if isinstance(record, Foe):
                    yield DECKS, record.deck
            case PreparedEncounter():
                yield from ((CARDS, id_) for id_ in record.environment)
                yield from ((FOES, placed.foe) for placed in record.foes)
            case _:
                pass

    def users(self, content: CardContent) -> Mapping[tuple[str, str], tuple[str, ...]]:
        """Return who refers to each record."""
        return _users(content.library, self)

    def dependencies(
        self, lists: Lists, options: Options, chosen: Sequence[tuple[str, str]]
    ) -> tuple[tuple[str, str], ...]:
        """Return the group's own records that some records need, kind by kind."""
        order, needed = list(SHAPES.kinds), super().dependencies(lists, options, chosen)
        return tuple(sorted(needed, key=lambda kind_and_id: (order.index(kind_and_id[0]), kind_and_id[1])))

    # ---- problems ----

    def faults(self, content: CardContent, kind: str, record: Record) -> Iterator[Problem]:
        """Yield the problems of a record, those of a deck without its owner's."""
        for message in record_problems(record, content.library):
            place = str(problem_place(message))
            text = upper_first(say(message).removeprefix(f"{place}:").strip())
            yield self.problem(kind, place, text, warning=message.key in ADVICE)
        if isinstance(record, Card) and record.text.strip():
            for other in (content.library.cards.get(record.id), shipped_record(kind, record.id)):
                if isinstance(other, Card) and other.text == record.text and other.effects != record.effects:
                    yield self.problem(kind, "text", editor_text("stale_text"), warning=True)
                    break

    def error_count(self, content: CardContent, kind: str, record: Record) -> int:
        """Return the number of errors of a record; those of a deck with its owner's."""
        flaws = deck_problems_for(record, content.library, content.options) if isinstance(record, CardDeck) else ()
        return super().error_count(content, kind, record) + sum(not flaw.warning for flaw in flaws)

    def row_fault(self, kind: str, row: view_models.Record) -> str:
        """Return why a record of a file cannot be saved."""
        return form_fault(kind, row)

    # ---- entries ----

    def entries(self, lists: Lists, options: Options, kind: str) -> tuple[CategoryEntry, ...]:
        """Return the entries of a kind; they depend on the options only in what limits decks."""
        content = self.content(lists, options)
        return _entries(content.library, kind, self, option(options, "mob_copy_limit"), option(options, "min_deck"))

    def entry_of(self, content: CardContent, kind: str, record: Record) -> CategoryEntry:
        """Return the entry of a record; that of a card is reused, as long as the card and its tags are the same."""
        if not isinstance(record, Card):
            return self.entry(content, kind, record)
        is_own = (CARDS, record.id) in content.library.own
        return _card_entry(_same_tags(tuple(content.library.tags.values())), (record, is_own), self)

    def details(self, content: CardContent, record: Record) -> tuple[str, ...]:
        """Return the most important values of a record."""
        match record:
            case Card():
                played = record.cost is not None
                numbers = editor_text("line.card_numbers", cost=record.cost, init=record.init) if played else ""
                return (numbers, ", ".join(record.tags), ", ".join(record.lists))
            case Tag():
                return (record.text or " ".join(map(say, tag_sentences(record))),)
            case Archetype():
                lists = ", ".join(name for name in record.lists if name != UNIVERSAL)
                return (editor_text("line.stats", **_stats(record), speed=record.speed), lists)
            case CardDeck():
                archetype = content.library.archetypes.get(record.archetype)
                return (deck_size(record), archetype.name if archetype is not None else "")
            case Foe() if record.minions:
                health = None if record.health is None else range_text(record.health)
                mob = editor_text("line.mob", count=range_text(record.minions), health=health)
                return (mob, editor_text("line.foe", **_stats(record)))
            case Foe():
                speed = None if record.speed is None else range_text(record.speed)
                return (editor_text("line.boss"), editor_text("line.stats", **_stats(record), speed=speed))
            case PreparedEncounter():
                foes = content.library.foes
                names = (placed.name or getattr(foes.get(placed.foe), "name", placed.foe) for placed in record.foes)
                return (", ".join(names),)

    def marks(self, record: Record) -> Iterator[str]:
        """Yield whether a card is disabled, and whether a deck is the GM's."""
        if self.is_disabled(record):
            yield editor_text("mark.aside")
        if isinstance(record, CardDeck) and record.secret:
            yield editor_text("mark.secret")

    def is_disabled(self, record: Record) -> bool:
        """Say whether a record is a disabled card."""
        return isinstance(record, Card) and record.disabled

    def search_words(self, content: CardContent, record: Record) -> tuple[str, ...]:
        """Return what a card does, or the cards of a deck."""
        match record:
            case Card():
                sentences = map(say, card_sentences(record, content.library))
                return (*sentences, record.text, outside_effects().get(record.out, ("", ""))[0], record.label)
            case CardDeck():
                cards = content.library.cards
                return tuple(cards[id_].name for id_ in record.cards if id_ in cards)
            case _:
                return ()

    def facet_values(self, content: CardContent, record: Record) -> Mapping[str, tuple[str, ...]]:
        """Return the values of a card, a deck or a foe for the filters."""
        match record:
            case Card():
                return {
                    "list": record.lists,
                    "tag": tuple(dict.fromkeys(split_tag(tag)[0] for tag in record.tags)),
                    "kind": (printed_card_faces.card_kind(record, content.library),),
                    "cost": () if record.cost is None else (str(record.cost),),
                    "init": () if record.init is None else (str(record.init),),
                }
            case CardDeck():
                archetype = content.library.archetypes.get(record.archetype)
                return {"archetype": (archetype.name,) if archetype is not None else ()}
            case Foe():
                return {"kind": ("mob" if record.minions else "boss",)}
            case _:
                return {}

    def facet_order(self, content: CardContent, facet: str, values: Sequence[str]) -> Sequence[str]:
        """Return the values of a filter in order: numbers by size, lists as everywhere, names by the alphabet."""
        match facet:
            case "cost" | "init":
                return sorted(values, key=int)
            case "list":
                return sorted(values, key=content.library.lists().index)
            case "tag" | "archetype":
                return sorted(values, key=str.casefold)
            case _:
                return sorted(values, key=_FACET_ORDER.index)

    def facet_label(self, facet: str, value: str) -> str:
        """Return the label of a value of a filter; lists and tags are their own."""
        return clipped(value) if facet in {"list", "tag"} else super().facet_label(facet, value)


def _stats(profile: Archetype | Foe) -> Mapping[str, str]:
    return {name: range_text(getattr(profile, name)) for name in ("strength", "stamina", "intelligence", "wisdom")}


def deck_size(deck: CardDeck) -> str:
    """Return the number of cards of a deck as text."""
    return editor_text("line.deck", count=sum(max(0, count) for count in deck.cards.values()))


# ---- what is found out once for all ----------------------------------------------------------------------------------


@memo_of_moment
def _entries(library: Library, kind: str, editor: RecordEntries, *limits: Json) -> tuple[CategoryEntry, ...]:
    """Return the entries of a kind; `limits` are the options that they depend on."""
    options = dict(zip(("mob_copy_limit", "min_deck"), limits, strict=True))
    content = CardContent(library, options)
    return tuple(editor.entry_of(content, kind, record) for record in editor.records(content, kind).values())


@memo_of_moment
def _users(library: Library, editor: RecordEntries) -> Mapping[tuple[str, str], tuple[str, ...]]:
    return RecordEditor.users(editor, CardContent(library, {}))


@memo
def _card_entry(tags: Mapping[str, Tag], card_and_own: tuple[Card, bool], editor: RecordEntries) -> CategoryEntry:
    """Return the entry of a card, which depends on nothing in the library but the tags that it reads."""
    card, is_own = card_and_own
    own = frozenset({(CARDS, card.id)} if is_own else ())
    library = Library(cards={}, tags=tags, archetypes={}, decks={}, foes={}, encounters={}, own=own)
    return editor.entry(CardContent(library, {}), CARDS, card)


@memo
def _same_tags(tags: tuple[Tag, ...]) -> Mapping[str, Tag]:
    """Return tags by id: the same object for the same tags, also when the library was made anew."""
    return {tag.id: tag for tag in tags}
