"""What can be chosen in each field, each with what it means; in an effect only what goes with the rest of it (5.12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cache
from itertools import islice

from engine.rulesets.card_the_drawing.language import parse
from engine.rulesets.card_the_drawing.library import AUTO, CARDS, ENVIRONMENT, Library, outside
from engine.rulesets.card_the_drawing.reading import words_of
from engine.rulesets.card_the_drawing.records import Effect
from engine.rulesets.card_the_drawing.review_effects import Setting, selector_misfit
from engine.rulesets.card_the_drawing.vocabulary import (
    ATTACHING,
    FIELD_TRIGGERS,
    LIFETIMES,
    MODES,
    OF_EVENT,
    OPERATIONS,
    PRIMITIVES,
    SCOPES,
    TRIGGERS,
)
from engine.rulesets.card_the_drawing.workshop.telling import tell, told_of, word
from engine.rulesets.remembering import Remembered
from engine.sheets.parsing import FormulaError
from engine.table.frozen import Json
from engine.workshop.bench import Way
from engine.workshop.telling import clipped, upper_first

SELECTOR_ORDER = (
    *("one", "one_enemy", "one_ally", "one_other", "one_any", "same", "user", "bearer", "all_enemies", "all_allies"),
    *("all_others", "all", "attacker", "close_attackers", "targeted_allies", "own_untargeted", "others_not_targeted"),
)
"""The selectors, those first that are wanted most."""
PROPOSED = 8
"""How many expressions are proposed in a field."""
_NUMBERED = (1, 2, 3, 4, 5)
_COMMON: Mapping[str, tuple[str, ...]] = {
    "amount": ("user.wisdom", "half(user.lost_health)"),
    "if": ("user.lost_health > 0", "user.adrenaline >= 3", "user.resolved > 0"),
    "where": ("it.lost_health > 0", "it.injuries > 0", "it.stunned"),
    "interrupt_when": ("event.is_attack and user in event.targets",),
}
"""What may be proposed besides what stands on cards already."""
_expressions: Remembered[dict[str, tuple[Way, ...]]] = Remembered()
_ways: Remembered[dict[tuple[str, str], tuple[Way, ...]]] = Remembered()


@cache
def _word(kind: str, value: str) -> Way:
    return Way(value=value, label=word(kind, value), told=told_of(kind, value))


def _words(kind: str, values: Iterable[str], now: Json) -> tuple[Way, ...]:
    """Return words to choose from; what stands there now is among them, whatever it is."""
    found = tuple(_word(kind, value) for value in values)
    if not isinstance(now, str) or not now or any(way.value == now for way in found):
        return found
    return (*found, _word(kind, now) if len(now) <= 40 else Way(value=now, label=clipped(now)))


def in_effect(key: str, effect: Effect, now: Json, setting: Setting, choosing: frozenset[str]) -> tuple[Way, ...]:
    """Return what can be chosen in a field of an effect.

    Args:
        key: the field.
        effect: the effect as far as it can be read.
        now: what stands in the field.
        setting: what the effect can count on.
        choosing: the moments for which an effect before it chooses targets already.
    """
    match key:
        case "on":
            primitive = PRIMITIVES.get(effect.do)
            return _words("on", _moments(primitive.on if primitive is not None else TRIGGERS, setting), now)
        case "do":
            return _words("do", PRIMITIVES, now)
        case "target" | "from" | "to":
            fit = (one for one in SELECTOR_ORDER if not selector_misfit(one, key, effect, setting, choosing))
            return _words("selector", fit, now)
        case "stat":
            return _words("changed", OPERATIONS, now)
        case "op":
            return _words("op", OPERATIONS.get(effect.stat, ()), now)
        case "by":
            return _tags(setting.library, plain=True)
        case "scope":
            return _words("scope", ("all",) if setting.surroundings else SCOPES, now)
        case "until":
            return _words("lifetime", LIFETIMES, now)
        case "mode":
            return _words("mode", MODES, now)
        case "when_spent":
            return _words("when_spent", ("discard_self",), now)
        case _:
            return ()


def _moments(allowed: Sequence[str], setting: Setting) -> Iterable[str]:
    for on in TRIGGERS:
        lasting = on == "while" or on in FIELD_TRIGGERS
        if on in allowed and (setting.stays or not lasting) and (setting.played or on != "resolve"):
            yield on


def in_record(kind: str, key: str, library: Library, now: Json) -> tuple[Way, ...]:
    """Return what can be chosen in a field of a record, or of a foe that is placed."""
    match key:
        case "attach":
            return _words("attach", ATTACHING, now)
        case "play_mode":
            return _words("play_mode", ("interrupt",), now)
        case "param":
            return _words("param", ("n",), now)
    known = _ways.get("", (library,), dict)
    if (kind, key) not in known:
        known[kind, key] = _of_library(kind, key, library)
    found = known[kind, key]
    missing = [
        name for name in ([now] if isinstance(now, str) else now if isinstance(now, list | tuple) else ()) if name
    ]
    have = {way.value for way in found}
    more = (name for name in dict.fromkeys(map(str, missing)) if name not in have)
    return (*found, *(Way(value=name, label=clipped(name)) for name in more))


def _once(names: Sequence[Json]) -> Iterable[str]:
    return dict.fromkeys(name for name in names if isinstance(name, str))


def _of_library(kind: str, key: str, library: Library) -> tuple[Way, ...]:
    match kind, key:
        case (_, "lists"):
            apart = {ENVIRONMENT, AUTO} if kind != CARDS else set[str]()
            return tuple(_word("list", name) for name in library.lists() if name not in apart)
        case (_, "tags"):
            return _tags(library)
        case (_, "out"):
            return tuple(Way(value=id_, label=name, told=told) for id_, (name, told) in outside().items())
        case (_, "automatic"):
            return _cards(library, AUTO)
        case (_, "environment"):
            return _cards(library, ENVIRONMENT)
        case (_, "archetype"):
            return tuple(Way(value=one.id, label=clipped(one.name)) for one in library.archetypes.values())
        case (_, "deck"):
            counted = ((deck, sum(max(0, n) for n in deck.cards.values())) for deck in library.decks.values())
            return tuple(
                Way(value=deck.id, label=clipped(deck.name), told=tell("line.deck", count=size))
                for deck, size in counted
            )
        case (_, "foe"):
            return tuple(Way(value=foe.id, label=clipped(foe.name)) for foe in library.foes.values())
        case _:
            return ()


def _cards(library: Library, list_: str) -> tuple[Way, ...]:
    """Return the cards of a list that is in no deck."""
    found = (card for card in library.cards.values() if list_ in card.lists and not card.disabled)
    return tuple(Way(value=card.id, label=clipped(card.name), told=card.text[:300]) for card in found)


def _tags(library: Library, *, plain: bool = False) -> tuple[Way, ...]:
    """Return the tags, those with a number as often as is usual; `plain` are those that an effect may change."""
    found: list[Way] = []
    for tag in library.tags.values():
        if plain and (tag.play_mode or tag.slots is not None or tag.param or tag.persist):
            continue
        for number in _NUMBERED if tag.param else ("",):
            found.append(
                Way(value=f"{tag.id}{number}", label=f"{clipped(tag.id)} {number}".strip(), told=tag.text[:300])
            )
    return tuple(found)


# ---- expressions -----------------------------------------------------------------------------------------------------


def expressions(key: str, library: Library, names: Set[str]) -> tuple[Way, ...]:
    """Return what is written most often in a field on the cards that there are, of what these names can be read in."""
    known = _expressions.get("", (library,), dict)
    if key not in known:
        counts = Counter([*_written(key, library), *_COMMON.get(key, ())])
        known[key] = tuple(Way(value=text, label=upper_first(words_of(text))) for text, _ in counts.most_common())
    return tuple(islice((way for way in known[key] if _reads(way.value) <= names), PROPOSED))


@cache
def _reads(text: str) -> Set[str]:
    """Return the names that an expression reads; what is none reads what is nowhere."""
    try:
        read = parse(text)
    except FormulaError:
        return frozenset({""})
    asks = any(of in OF_EVENT for _, of in read.calls)
    return read.names | {"event"} if asks else read.names


def _written(key: str, library: Library) -> Iterable[str]:
    for card in library.cards.values():
        if key == "interrupt_when":
            yield from filter(None, (card.interrupt_when,))
            continue
        for effect in card.effects:
            value = getattr(effect, {"if": "if_"}.get(key, key), None)
            if value not in (None, "") and not (key == "by" and effect.stat == "tags"):
                yield str(value)
