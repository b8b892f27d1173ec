"""What is wrong with a card, a tag or a foe, each with its place: the checks that an editor makes (section 5.12).

What has no problems here can be carried out in every fight: each word is known, each expression reads only what is
there when it is reckoned, and nothing divides by what may be 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.play.words import Message
from engine.rulesets.card_the_drawing.library import AUTO, ENVIRONMENT, Library, outside
from engine.rulesets.card_the_drawing.records import Archetype, Card, Deck, Encounter, Foe, Tag
from engine.rulesets.card_the_drawing.review_effects import (
    Setting,
    problem,
    problems_of_effects,
    problems_of_expression,
)
from engine.rulesets.card_the_drawing.scene import split_tag
from engine.rulesets.card_the_drawing.selectors import CHOOSING
from engine.rulesets.card_the_drawing.vocabulary import ATTACHING
from engine.table.frozen import Json

MOST_TAGS, MOST_EFFECTS, LONGEST_NAME, LONGEST_TEXT, LARGEST_PRINTED, LARGEST_NUMBER = 12, 20, 60, 600, 99, 20
"""How much an editor takes on one card."""
MOST_HEALTH = 9999
ADVISED_ENVIRONMENTS = 2


def problems_of(card: Card, library: Library) -> tuple[Message, ...]:
    """Return everything that is wrong with a card; nothing of it stops anybody from saving it as a draft."""
    return tuple(_of_card(card, library))


def problems_of_tag(tag: Tag, library: Library) -> tuple[Message, ...]:
    """Return everything that is wrong with a tag."""
    return tuple(_of_tag(tag, library))


def problems_of_archetype(archetype: Archetype, library: Library) -> tuple[Message, ...]:
    """Return everything that is wrong with an archetype (CD-ARCH-6, CD-STAT-9, CD-AUTO-1)."""
    return tuple(_of_archetype(archetype, library))


def problems_of_deck(deck: Deck, library: Library) -> tuple[Message, ...]:
    """Return what is wrong with a named deck, whoever plays it; what its owner may hold `building` says."""
    return tuple(_of_deck(deck, library))


def problems_of_foe(foe: Foe, library: Library) -> tuple[Message, ...]:
    """Return everything that is wrong with a foe (CD-MINION-6, CD-BOSS-1, CD-STAT-9)."""
    return tuple(_of_foe(foe, library))


def problems_of_encounter(encounter: Encounter, library: Library) -> tuple[Message, ...]:
    """Return everything that is wrong with an encounter, or not advised (CD-ENV-3)."""
    return tuple(_of_encounter(encounter, library))


def setting_of(card: Card, library: Library) -> Setting:
    """Return what the effects of a card can count on."""
    tags = [library.tags[name] for name, _ in map(split_tag, card.tags) if name in library.tags]
    surroundings = ENVIRONMENT in card.lists
    return Setting(
        library=library,
        surroundings=surroundings,
        stays=surroundings or AUTO in card.lists or any(tag.persist for tag in tags),
        played=not surroundings and AUTO not in card.lists,
        interrupts=any(tag.play_mode == "interrupt" for tag in tags),
    )


def _of_card(card: Card, library: Library) -> Iterator[Message]:
    setting = setting_of(card, library)
    yield from _named(card.id, card.name)
    if len(card.text) > LONGEST_TEXT:
        yield problem("text_too_long", "text", most=LONGEST_TEXT)
    if len(card.lists) > 1 and {ENVIRONMENT, AUTO} & {*card.lists}:
        yield problem("list_alone", "lists", name=ENVIRONMENT if setting.surroundings else AUTO)
    for place, value in (("cost", card.cost), ("init", card.init)):
        if setting.played:
            yield from _printed(place, value)
        elif value is not None:
            yield problem("not_played", place)
    if card.out and card.out not in outside():
        yield problem("no_outside", "out", name=card.out)
    yield from _tags(card, library)
    if card.interrupt_when and not setting.interrupts:
        yield problem("no_interrupt", "interrupt_when")
    if card.interrupt_when:
        yield from problems_of_expression(card.interrupt_when, "interrupt_when", "truth", {"user", "event"}, setting)
    yield from _attaching(card, setting)
    if len(card.effects) > MOST_EFFECTS:
        yield problem("too_many", "effects", most=MOST_EFFECTS)
    yield from problems_of_effects(card.effects[:MOST_EFFECTS], setting)


def _named(id_: str, name: str) -> Iterator[Message]:
    if not id_.strip() or len(id_) > LONGEST_NAME:
        yield problem("no_id", "id", most=LONGEST_NAME)
    if not name.strip() or len(name) > LONGEST_NAME:
        yield problem("no_name", "name", most=LONGEST_NAME)


def _printed(place: str, value: int | None) -> Iterator[Message]:
    if value is None or not 0 <= value <= LARGEST_PRINTED:
        yield problem("printed", place, most=LARGEST_PRINTED)


def _tags(card: Card, library: Library) -> Iterator[Message]:
    if len(card.tags) > MOST_TAGS:
        yield problem("too_many", "tags", most=MOST_TAGS)
    names = []
    for index, text in enumerate(card.tags[:MOST_TAGS]):
        place = f"tags[{index}]"
        if len(text) > LONGEST_NAME:
            yield problem("no_tag", place, name=text[:LONGEST_NAME])
            continue
        name, number = split_tag(text)
        names.append(name)
        tag = library.tags.get(name)
        if tag is None:
            yield problem("no_tag", place, name=text)
        elif tag.param and not 1 <= (number or 0) <= LARGEST_NUMBER:
            yield problem("number_wanted", place, name=name, most=LARGEST_NUMBER)
        elif not tag.param and number is not None:
            yield problem("number_unwanted", place, name=name)
    for name in (name for name, count in Counter(names).items() if count > 1):
        yield problem("tag_twice", "tags", name=name)
    known = [library.tags[name] for name in names if name in library.tags]
    if any(tag.play_mode == "interrupt" for tag in known) and any(tag.slots is not None for tag in known):
        yield problem("interrupt_and_ritual", "tags")


def _attaching(card: Card, setting: Setting) -> Iterator[Message]:
    if card.attach not in ATTACHING:
        yield problem("not_known", "attach", name=card.attach)
    if card.attach != "target":
        return
    if not setting.stays or not setting.played:
        yield problem("attach_condition", "attach")
    known = (setting.library.tags.get(split_tag(text)[0]) for text in card.tags)
    if any(effect.do == "set_targets" for tag in known if tag is not None for effect in tag.effects):
        yield problem("attach_blast", "attach")
    if not any(effect.on == "resolve" and effect.target in CHOOSING for effect in card.effects):
        yield problem("attach_target", "attach")


def _of_tag(tag: Tag, library: Library) -> Iterator[Message]:
    if not tag.id.strip() or tag.id != split_tag(tag.id)[0] or len(tag.id) > LONGEST_NAME or "'" in tag.id:
        yield problem("tag_name", "id", most=LONGEST_NAME)
    if len(tag.text) > LONGEST_TEXT:
        yield problem("text_too_long", "text", most=LONGEST_TEXT)
    if tag.param not in {"", "n"}:
        yield problem("tag_number", "param")
    if tag.play_mode not in {"", "interrupt"}:
        yield problem("not_known", "play_mode", name=tag.play_mode)
    setting = Setting(library=library, of_tag=True, numbered=bool(tag.param))
    if tag.slots is not None:
        yield from problems_of_expression(tag.slots, "slots", "number", {"n"} if tag.param else set(), setting)
        if tag.play_mode == "interrupt":
            yield problem("interrupt_and_ritual", "slots")
    if len(tag.effects) > MOST_EFFECTS:
        yield problem("too_many", "effects", most=MOST_EFFECTS)
    yield from problems_of_effects(tag.effects[:MOST_EFFECTS], setting)


def _of_archetype(archetype: Archetype, library: Library) -> Iterator[Message]:
    yield from _named(archetype.id, archetype.name)
    yield from _stats(archetype)
    yield from _within("speed", archetype.speed, 1, LARGEST_PRINTED)
    if archetype.health is not None:
        yield from _within("health", archetype.health, 1, MOST_HEALTH)
    yield from _automatic(archetype.automatic, library)


def _of_deck(deck: Deck, library: Library) -> Iterator[Message]:
    yield from _named(deck.id, deck.name)
    if deck.archetype and deck.archetype not in library.archetypes:
        yield problem("no_archetype", "archetype", name=deck.archetype)
    for card, count in deck.cards.items():
        if count > LARGEST_PRINTED:
            yield problem("stat", f"cards.{card}", least=0, most=LARGEST_PRINTED)


def _of_foe(foe: Foe, library: Library) -> Iterator[Message]:
    yield from _named(foe.id, foe.name)
    yield from _stats(foe)
    yield from _within("minions", foe.minions, 0, LARGEST_PRINTED)
    if foe.minions == 0 and foe.speed is None:
        yield problem("foe_speed", "speed")
    elif foe.speed is not None:
        yield from _within("speed", foe.speed, 1, LARGEST_PRINTED)
    if foe.health is not None:
        yield from _within("health", foe.health, 1, MOST_HEALTH)
    if foe.deck not in library.decks:
        yield problem("no_deck", "deck", name=foe.deck)
    yield from _automatic(foe.automatic, library)


def _of_encounter(encounter: Encounter, library: Library) -> Iterator[Message]:
    yield from _named(encounter.id, encounter.name)
    if len(encounter.text) > LONGEST_TEXT:
        yield problem("text_too_long", "text", most=LONGEST_TEXT)
    if not encounter.foes:
        yield problem("no_foes", "foes")
    for index, placed in enumerate(encounter.foes):
        at = f"foes[{index}]"
        if placed.foe not in library.foes:
            yield problem("no_foe", f"{at}.foe", name=placed.foe)
        if placed.minions is not None:
            yield from _within(f"{at}.minions", placed.minions, 1, LARGEST_PRINTED)
        if placed.health is not None:
            yield from _within(f"{at}.health", placed.health, 1, MOST_HEALTH)
        yield from _within(f"{at}.adrenaline", placed.adrenaline, 0, MOST_HEALTH)
    for index, id_ in enumerate(encounter.environment):
        card = library.cards.get(id_)
        if card is None or ENVIRONMENT not in card.lists:
            yield problem("no_environment", f"environment[{index}]", name=id_)
    if len(encounter.environment) > ADVISED_ENVIRONMENTS:
        yield problem("many_environments", "environment", most=ADVISED_ENVIRONMENTS)


def _stats(one: Archetype | Foe) -> Iterator[Message]:
    """Check the stats that all have: Strength and Stamina are at least 0, the others at least 1 (CD-STAT-9)."""
    yield from _within("strength", one.strength, 0, LARGEST_PRINTED)
    yield from _within("stamina", one.stamina, 0, LARGEST_PRINTED)
    yield from _within("intelligence", one.intelligence, 1, LARGEST_PRINTED)
    yield from _within("wisdom", one.wisdom, 1, LARGEST_PRINTED)


def _within(place: str, value: int, least: int, most: int) -> Iterator[Message]:
    if not least <= value <= most:
        yield problem("stat", place, least=least, most=most)


def _automatic(cards: Sequence[str], library: Library) -> Iterator[Message]:
    for index, id_ in enumerate(cards):
        card = library.cards.get(id_)
        if card is None or AUTO not in card.lists:
            yield problem("no_automatic", f"automatic[{index}]", name=id_)


def place_of(message: Message) -> Json:
    """Return the place that a problem is at: `effects[1].amount`."""
    return message.params.get("place", "")
