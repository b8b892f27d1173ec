"""The printed faces of cards (CD-CARD-1), the decks to print, and the player's reference (CD-UI-26)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from engine.core.memo import memo_of_values
from engine.kit.content_editor.view_models import RecordOrigin
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.cards import face_of
from engine.model.frozen import Json
from engine.model.seats import Actor
from engine.presentation.card_faces import (
    CardFace,
    FaceDeck,
    FaceNumber,
    FaceTag,
    Lists,
    QuickReference,
    QuickReferenceSection,
)
from engine.rulesets.card_the_drawing.cards.card_library import (
    AUTO,
    CARDS,
    ENVIRONMENT,
    MINIONS,
    UNIVERSAL,
    Library,
    library_of,
    outside_effects,
)
from engine.rulesets.card_the_drawing.cards.card_records import Card, split_tag
from engine.rulesets.card_the_drawing.cards.card_text import card_text
from engine.rulesets.card_the_drawing.settings import option_specs, prices

KINDS = ("attack", "action", "condition", "ritual", "interrupt", "surroundings", "automatic")
PROPOSED = "use_proposed_cards"
EXHAUSTION = "exhaustion_cost"
_FACES = 2048


def library_in(lists: Lists, options: Mapping[str, Json]) -> Library:
    """Return the library of a group with these lists and options."""
    usual = option_specs()[PROPOSED].default
    return library_of(lists, use_proposed=bool(options.get(PROPOSED, usual)))


def face_of_card(card: Card, library: Library) -> CardFace:
    """Return the printed face of a card, for a table, an editor or paper."""
    tags = tuple(_tag(text, library) for text in card.tags)
    return _face(card, tags, card_text(card, library, brief=True), card_kind(card, library), _mark(card, library))


def printed_face(card: str, library: Library) -> CardFace | None:
    """Return the face of a card on a table, for any copy; None for one that is in no list."""
    record = library.cards.get(face_of(card))
    return face_of_card(record, library) if record is not None else None


def card_kind(card: Card, library: Library) -> str:
    """Return the kind of a card by its list, tags and effects (CD-CARD-2)."""
    tags = [tag for name, _ in map(split_tag, card.tags) if (tag := library.tags.get(name)) is not None]
    if ENVIRONMENT in card.lists:
        return "surroundings"
    if AUTO in card.lists:
        return "automatic"
    if any(tag.play_mode == "interrupt" for tag in tags):
        return "interrupt"
    if any(tag.slots is not None for tag in tags):
        return "ritual"
    if any(tag.persist for tag in tags):
        return "condition"
    strikes = any(effect.do == "damage" and effect.attack for effect in card.effects)
    return "attack" if strikes else "action"


@memo_of_values(most=_FACES)
def _face(card: Card, tags: tuple[FaceTag, ...], text: str, kind: str, mark: str) -> CardFace:
    second, meaning = outside_effects().get(card.out, (card.out, ""))
    words = _say(f"kind_{kind}")
    return CardFace(
        key=card.id,
        name=card.name,
        kind=kind,
        kind_words=f"{words} · {card.label}" if card.label else words,
        numbers=tuple(_numbers(card)),
        tags=tags,
        text=text,
        second_title=_say("outside") if second else "",
        second=second,
        second_text=meaning,
        lists=", ".join(card.lists),
        mark=mark,
        disabled=card.disabled,
        notice=_say("notice"),
    )


def _numbers(card: Card) -> Iterator[FaceNumber]:
    for key, value in (("cost", card.cost), ("initiative", card.init)):
        if value is not None:
            yield FaceNumber(key=key, label=_say(key), brief=_say(f"{key}_brief"), value=value)


def _tag(text: str, library: Library) -> FaceTag:
    name, number = split_tag(text)
    tag = library.tags.get(name)
    return FaceTag(name=name, number=number, meaning=tag.text if tag is not None else "")


def _mark(card: Card, library: Library) -> str:
    if card.disabled:
        return _say("disabled")
    origin = library.origin(CARDS, card)
    return "" if origin is RecordOrigin.PRINTED else _say(f"mark_{origin.value}")


# ---- printed together ------------------------------------------------------------------------------------------------


def decks_to_print(library: Library, people: Iterable[Actor], *, foes: bool) -> tuple[FaceDeck, ...]:
    """Return these people's decks, the named decks, and the lists of cards; foes' decks are for the GM alone (CD-GM-1).

    Cards in hands are not among them: those depend on the viewer.
    """
    return tuple(deck for deck in _decks(library, people, foes=foes) if deck.faces)


def _decks(library: Library, people: Iterable[Actor], *, foes: bool) -> Iterator[FaceDeck]:
    for actor in people:
        yield FaceDeck(name=_say("deck_of", name=actor.name), faces=_of_sheet(actor, library), personal=True)
    of_foes = {foe.deck for foe in library.foes.values()}
    for deck in library.decks.values():
        holds_foes = any(MINIONS in library.cards[id_].lists for id_ in deck.cards if id_ in library.cards)
        if foes or not (deck.secret or deck.id in of_foes or holds_foes):
            faces = _copies(deck.cards, library)
            yield FaceDeck(name=_say("named_deck", name=deck.name), faces=faces)
    for name in library.lists():
        if foes or name not in (MINIONS, ENVIRONMENT):
            cards = (card for card in library.cards.values() if name in card.lists and not card.disabled)
            faces = tuple(face_of_card(card, library) for card in cards)
            shown = _say("universal") if name == UNIVERSAL else name
            yield FaceDeck(name=_say("list", name=shown), faces=faces)


def _of_sheet(actor: Actor, library: Library) -> tuple[CardFace, ...]:
    rows = actor.sheet.get("deck")
    counted: Counter[str] = Counter()
    for row in rows if isinstance(rows, (list, tuple)) else ():
        if isinstance(row, Mapping):
            card = library.card_named(str(row.get("card") or ""))
            count = row.get("count", 1)
            if card is not None and isinstance(count, int):
                counted[card.id] += max(0, min(count, 99))
    return _copies(counted, library)


def _copies(cards: Mapping[str, int], library: Library) -> tuple[CardFace, ...]:
    known = ((library.cards[id_], count) for id_, count in cards.items() if id_ in library.cards)
    return tuple(face for card, count in known for face in (face_of_card(card, library),) * count)


# ---- the reference ---------------------------------------------------------------------------------------------------


def reference_of(library: Library, options: Mapping[str, Json]) -> QuickReference:
    """Return the player's reference for battles: phases, prices, order, kinds of cards, tags."""
    paid = prices()
    exhaustion = options.get(EXHAUSTION, option_specs()[EXHAUSTION].default)
    params: dict[str, Json] = {
        "draw": paid.draw,
        "reshuffle": paid.reshuffle,
        "health": paid.health,
        "exhaustion": exhaustion,
    }
    lines = {
        "phases": ("drawing", "planning", "playing", "cleanup"),
        "buy": ("draw", "reshuffle", "card", "exhaustion"),
        "stats": ("strength", "stamina", "intelligence", "wisdom", "speed", "health", "adrenaline"),
        "order": ("low", "tie", "stunned", "windows"),
        "damage": ("rounding", "pipeline", "defeat"),
    }
    parts = [
        QuickReferenceSection(title=_say(f"about_{key}"), lines=tuple(_line(f"{key}_{line}", params) for line in names))
        for key, names in lines.items()
    ]
    kinds = tuple((_say(f"kind_{kind}"), _say(f"kind_{kind}_about")) for kind in KINDS)
    parts.insert(2, QuickReferenceSection(title=_say("about_kinds"), lines=kinds, signs=KINDS))
    named = {f"{tag.id} #" if tag.param else tag.id: tag.text for tag in library.tags.values() if tag.text}
    parts.append(QuickReferenceSection(title=_say("about_tags"), lines=tuple(named.items())))
    return QuickReference(title=_say("reference"), parts=tuple(parts), notice=_say("notice"))


def _line(key: str, params: Mapping[str, Json]) -> tuple[str, str]:
    return _say(f"ref_{key}"), say(Message(key=f"drawing.face.ref_{key}_text", params=params))


def _say(key: str, **params: Json) -> str:
    return say(Message(key=f"drawing.face.{key}", params=params))
