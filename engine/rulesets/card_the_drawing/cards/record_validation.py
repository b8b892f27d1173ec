"""Validates a card, a tag, a foe or another record; each problem has its place. An editor makes these checks (5.12).

A card without problems can be resolved in every battle: each word is known, each expression reads only values that
exist when it is calculated, and nothing divides by a value that may be 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.kit.content_editor.dice_numbers import dice_range
from engine.kit.encounters.encounter_forms import opening_faults
from engine.messages.message import Message
from engine.model.frozen import Json
from engine.rulesets.card_the_drawing.cards.card_library import AUTO, ENVIRONMENT, Library, Record, outside_effects
from engine.rulesets.card_the_drawing.cards.card_records import (
    ATTACHING,
    CHOOSING,
    LARGEST_PRINTED,
    LONGEST_NAME,
    LONGEST_TEXT,
    MOST_EFFECTS,
    MOST_HEALTH,
    Archetype,
    Card,
    CardDeck,
    Foe,
    PreparedEncounter,
    Tag,
    split_tag,
)
from engine.rulesets.card_the_drawing.cards.effect_validation import (
    EffectSetting,
    problem_at,
    problems_of_effects,
    problems_of_expression,
)

MOST_TAGS, LARGEST_NUMBER = 12, 20
"""The editor's limits for one card."""
ADVISED_ENVIRONMENTS = 2


def record_problems(record: Record, library: Library) -> tuple[Message, ...]:
    """Return all problems of a record, including advice; none of them prevents saving it as a draft.

    The limits of a deck's owner are in `deck_rules`.
    """
    match record:
        case Card():
            return tuple(_of_card(record, library))
        case Tag():
            return tuple(_of_tag(record, library))
        case Archetype():
            return tuple(_of_archetype(record, library))
        case CardDeck():
            return tuple(_of_deck(record, library))
        case Foe():
            return tuple(_of_foe(record, library))
        case PreparedEncounter():
            return tuple(_of_encounter(record, library))


def effect_setting_of(card: Card, library: Library) -> EffectSetting:
    """Return the situation of a card's effects."""
    tags = [library.tags[name] for name, _ in map(split_tag, card.tags) if name in library.tags]
    surroundings = ENVIRONMENT in card.lists
    return EffectSetting(
        library=library,
        surroundings=surroundings,
        stays=surroundings or AUTO in card.lists or any(tag.persist for tag in tags),
        played=not surroundings and AUTO not in card.lists,
        interrupts=any(tag.play_mode == "interrupt" for tag in tags),
    )


def _of_card(card: Card, library: Library) -> Iterator[Message]:
    setting = effect_setting_of(card, library)
    yield from _named(card.id, card.name)
    if len(card.text) > LONGEST_TEXT:
        yield problem_at("text_too_long", "text", most=LONGEST_TEXT)
    if len(card.lists) > 1 and {ENVIRONMENT, AUTO} & {*card.lists}:
        yield problem_at("list_alone", "lists", name=ENVIRONMENT if setting.surroundings else AUTO)
    for place, value in (("cost", card.cost), ("init", card.init)):
        if not setting.played and value is not None:
            yield problem_at("not_played", place)
        elif setting.played and (value is None or not 0 <= value <= LARGEST_PRINTED):
            yield problem_at("printed", place, most=LARGEST_PRINTED)
    if card.out and card.out not in outside_effects():
        yield problem_at("no_outside", "out", name=card.out)
    yield from _tags(card, library)
    if card.interrupt_when and not setting.interrupts:
        yield problem_at("no_interrupt", "interrupt_when")
    if card.interrupt_when:
        yield from problems_of_expression(card.interrupt_when, "interrupt_when", "truth", {"user", "event"}, setting)
    yield from _attaching(card, setting)
    if len(card.effects) > MOST_EFFECTS:
        yield problem_at("too_many", "effects", most=MOST_EFFECTS)
    yield from problems_of_effects(card.effects[:MOST_EFFECTS], setting)


def _named(id_: str, name: str) -> Iterator[Message]:
    if not id_.strip() or len(id_) > LONGEST_NAME:
        yield problem_at("no_id", "id", most=LONGEST_NAME)
    if not name.strip() or len(name) > LONGEST_NAME:
        yield problem_at("no_name", "name", most=LONGEST_NAME)


def _tags(card: Card, library: Library) -> Iterator[Message]:
    if len(card.tags) > MOST_TAGS:
        yield problem_at("too_many", "tags", most=MOST_TAGS)
    names = []
    for index, text in enumerate(card.tags[:MOST_TAGS]):
        place = f"tags[{index}]"
        if len(text) > LONGEST_NAME:
            yield problem_at("no_tag", place, name=text[:LONGEST_NAME])
            continue
        name, number = split_tag(text)
        names.append(name)
        tag = library.tags.get(name)
        if tag is None:
            yield problem_at("no_tag", place, name=text)
        elif tag.param and not 1 <= (number or 0) <= LARGEST_NUMBER:
            yield problem_at("number_wanted", place, name=name, most=LARGEST_NUMBER)
        elif not tag.param and number is not None:
            yield problem_at("number_unwanted", place, name=name)
    for name in (name for name, count in Counter(names).items() if count > 1):
        yield problem_at("tag_twice", "tags", name=name)
    known = [library.tags[name] for name in names if name in library.tags]
    if any(tag.play_mode == "interrupt" for tag in known) and any(tag.slots is not None for tag in known):
        yield problem_at("interrupt_and_ritual", "tags")


def _attaching(card: Card, setting: EffectSetting) -> Iterator[Message]:
    if card.attach not in ATTACHING:
        yield problem_at("not_known", "attach", name=card.attach)
    if card.attach != "target":
        return
    if not setting.stays or not setting.played:
        yield problem_at("attach_condition", "attach")
    known = (setting.library.tags.get(split_tag(text)[0]) for text in card.tags)
    if any(effect.do == "set_targets" for tag in known if tag is not None for effect in tag.effects):
        yield problem_at("attach_blast", "attach")
    if not any(effect.on == "resolve" and effect.target in CHOOSING for effect in card.effects):
        yield problem_at("attach_target", "attach")


def _of_tag(tag: Tag, library: Library) -> Iterator[Message]:
    if not tag.id.strip() or tag.id != split_tag(tag.id)[0] or len(tag.id) > LONGEST_NAME or "'" in tag.id:
        yield problem_at("tag_name", "id", most=LONGEST_NAME)
    if len(tag.text) > LONGEST_TEXT:
        yield problem_at("text_too_long", "text", most=LONGEST_TEXT)
    if tag.param not in {"", "n"}:
        yield problem_at("tag_number", "param")
    if tag.play_mode not in {"", "interrupt"}:
        yield problem_at("not_known", "play_mode", name=tag.play_mode)
    setting = EffectSetting(library=library, of_tag=True, numbered=bool(tag.param))
    if tag.slots is not None:
        yield from problems_of_expression(tag.slots, "slots", "number", {"n"} if tag.param else set(), setting)
        if tag.play_mode == "interrupt":
            yield problem_at("interrupt_and_ritual", "slots")
    if len(tag.effects) > MOST_EFFECTS:
        yield problem_at("too_many", "effects", most=MOST_EFFECTS)
    yield from problems_of_effects(tag.effects[:MOST_EFFECTS], setting)


def _of_archetype(archetype: Archetype, library: Library) -> Iterator[Message]:
    """Check an archetype (CD-ARCH-6, CD-STAT-9, CD-AUTO-1)."""
    yield from _named(archetype.id, archetype.name)
    yield from _stats(archetype)
    yield from _within("speed", archetype.speed, 1, LARGEST_PRINTED)
    if archetype.health is not None:
        yield from _within("health", archetype.health, 1, MOST_HEALTH)
    yield from _automatic(archetype.automatic, library)


def _of_deck(deck: CardDeck, library: Library) -> Iterator[Message]:
    yield from _named(deck.id, deck.name)
    if deck.archetype and deck.archetype not in library.archetypes:
        yield problem_at("no_archetype", "archetype", name=deck.archetype)
    for card, count in deck.cards.items():
        if count > LARGEST_PRINTED:
            yield problem_at("stat", f"cards.{card}", least=0, most=LARGEST_PRINTED)


def _of_foe(foe: Foe, library: Library) -> Iterator[Message]:
    """Check a foe (CD-MINION-6, CD-BOSS-1, CD-STAT-9)."""
    yield from _named(foe.id, foe.name)
    yield from _stats(foe)
    yield from _within("minions", foe.minions, 1 if isinstance(foe.minions, str) else 0, LARGEST_PRINTED)
    if foe.minions == 0 and foe.speed is None:
        yield problem_at("foe_speed", "speed")
    elif foe.speed is not None:
        yield from _within("speed", foe.speed, 1, LARGEST_PRINTED)
    if foe.health is not None:
        yield from _within("health", foe.health, 1, MOST_HEALTH)
    if foe.deck not in library.decks:
        yield problem_at("no_deck", "deck", name=foe.deck)
    yield from _automatic(foe.automatic, library)


def _of_encounter(encounter: PreparedEncounter, library: Library) -> Iterator[Message]:
    """Check an encounter (CD-ENV-3)."""
    yield from _named(encounter.id, encounter.name)
    if len(encounter.text) > LONGEST_TEXT:
        yield problem_at("text_too_long", "text", most=LONGEST_TEXT)
    if not encounter.foes:
        yield problem_at("no_foes", "foes")
    for path, _ in opening_faults(encounter):
        yield problem_at("clock", path)
    for index, placed in enumerate(encounter.foes):
        at = f"foes[{index}]"
        if placed.foe not in library.foes:
            yield problem_at("no_foe", f"{at}.foe", name=placed.foe)
        if placed.minions is not None:
            yield from _within(f"{at}.minions", placed.minions, 1, LARGEST_PRINTED)
        if placed.health is not None:
            yield from _within(f"{at}.health", placed.health, 1, MOST_HEALTH)
        yield from _within(f"{at}.adrenaline", placed.adrenaline, 0, MOST_HEALTH)
    for index, id_ in enumerate(encounter.environment):
        card = library.cards.get(id_)
        if card is None or ENVIRONMENT not in card.lists:
            yield problem_at("no_environment", f"environment[{index}]", name=id_)
    if len(encounter.environment) > ADVISED_ENVIRONMENTS:
        yield problem_at("many_environments", "environment", most=ADVISED_ENVIRONMENTS)


def _stats(profile: Archetype | Foe) -> Iterator[Message]:
    """Check the stats: Strength and Stamina are at least 0, the others at least 1 (CD-STAT-9)."""
    for name, least in (("strength", 0), ("stamina", 0), ("intelligence", 1), ("wisdom", 1)):
        yield from _within(name, getattr(profile, name), least, LARGEST_PRINTED)


def _within(place: str, value: int | str, least: int, most: int) -> Iterator[Message]:
    """Check a number, or the range of dice."""
    found = dice_range(value)
    if not least <= found.least <= found.most <= most:
        yield problem_at("stat", place, least=least, most=most)


def _automatic(cards: Sequence[str], library: Library) -> Iterator[Message]:
    for index, id_ in enumerate(cards):
        card = library.cards.get(id_)
        if card is None or AUTO not in card.lists:
            yield problem_at("no_automatic", f"automatic[{index}]", name=id_)


def problem_place(message: Message) -> Json:
    """Return the place of a problem: `effects[1].amount`."""
    return message.params.get("place", "")
