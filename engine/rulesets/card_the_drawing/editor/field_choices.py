"""The choices of each field, each with its explanation; in an effect only those that fit the rest of it (5.12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import islice

from engine.core.memo import memo, memo_of_moment
from engine.kit.content_editor.record_form_view import with_written
from engine.kit.content_editor.shared_editor_texts import clipped, upper_first
from engine.kit.content_editor.view_models import EditorChoice
from engine.messages.texts import texts
from engine.model.frozen import Json
from engine.rulesets.card_the_drawing.cards.card_library import AUTO, CARDS, ENVIRONMENT, Library, outside_effects
from engine.rulesets.card_the_drawing.cards.card_records import (
    ATTACHING,
    FIELD_TRIGGERS,
    LIFETIMES,
    MODES,
    OF_EVENT,
    OPERATIONS,
    PRIMITIVES,
    SCOPES,
    TRIGGERS,
    Effect,
)
from engine.rulesets.card_the_drawing.cards.card_text import expression_text
from engine.rulesets.card_the_drawing.cards.effect_validation import EffectSetting, selector_misfit
from engine.rulesets.card_the_drawing.cards.expressions import parse
from engine.rulesets.card_the_drawing.editor.record_fields import editor_text
from engine.sheets.formulas.expression_parser import FormulaError

SELECTOR_ORDER = (
    *("one", "one_enemy", "one_ally", "one_other", "one_any", "same", "user", "bearer", "all_enemies", "all_allies"),
    *("all_others", "all", "attacker", "close_attackers", "targeted_allies", "own_untargeted", "others_not_targeted"),
)
"""The selectors, the most frequent ones first."""
PROPOSED = 8
"""Maximum number of expressions that a field proposes."""
_NUMBERED = (1, 2, 3, 4, 5)
_COMMON: Mapping[str, tuple[str, ...]] = {
    "amount": ("user.wisdom", "half(user.lost_health)"),
    "if": ("user.lost_health > 0", "user.adrenaline >= 3", "user.resolved > 0"),
    "where": ("it.lost_health > 0", "it.injuries > 0", "it.stunned"),
    "interrupt_when": ("event.is_attack and user in event.targets",),
}
"""Expressions that are proposed besides those already on cards."""


@memo
def _word(kind: str, value: str) -> EditorChoice:
    """Return a word of the cards' language; an unknown word is its own label."""
    known = texts()
    keys = (f"drawing.word.{kind}.{value}", f"drawing.reading.{kind}.{value}")
    label = next((upper_first(known[key]) for key in keys if key in known), value)
    return EditorChoice(value=value, label=label, told=known.get(f"drawing.means.{kind}.{value}", ""))


def _words(kind: str, values: Iterable[str], current: Json) -> tuple[EditorChoice, ...]:
    """Return words as choices; the present value is always among them."""
    choices = tuple(_word(kind, value) for value in values)
    if isinstance(current, str) and 0 < len(current) <= 40 and all(way.value != current for way in choices):
        choices = (*choices, _word(kind, current))
    return with_written(choices, current if isinstance(current, str) else None)


def effect_choices(
    key: str, effect: Effect, current: Json, setting: EffectSetting, choosing: frozenset[str]
) -> tuple[EditorChoice, ...]:
    """Return the choices of a field of an effect, as far as it can be read.

    `choosing` are the triggers for which an effect before it chooses targets already.
    """
    if key == "by":
        return _tags(setting.library, plain=True)
    if key in {"target", "from", "to"}:
        fit = (word for word in SELECTOR_ORDER if not selector_misfit(word, key, effect, setting, choosing))
        return _words("selector", fit, current)
    primitive = PRIMITIVES.get(effect.do)
    words: Mapping[str, tuple[str, Iterable[str]]] = {
        "on": ("on", _moments(primitive.on if primitive is not None else TRIGGERS, setting)),
        "do": ("do", PRIMITIVES),
        "stat": ("changed", OPERATIONS),
        "op": ("op", OPERATIONS.get(effect.stat, ())),
        "scope": ("scope", ("all",) if setting.surroundings else SCOPES),
        "until": ("lifetime", LIFETIMES),
        "mode": ("mode", MODES),
        "when_spent": ("when_spent", ("discard_self",)),
    }
    return _words(*words[key], current) if key in words else ()


def _moments(allowed: Sequence[str], setting: EffectSetting) -> Iterable[str]:
    for on in TRIGGERS:
        lasting = on == "while" or on in FIELD_TRIGGERS
        if on in allowed and (setting.stays or not lasting) and (setting.played or on != "resolve"):
            yield on


def record_choices(kind: str, key: str, library: Library, current: Json) -> tuple[EditorChoice, ...]:
    """Return the choices of a field of a record, or of a foe in an encounter."""
    match key:
        case "attach":
            return _words("attach", ATTACHING, current)
        case "play_mode":
            return _words("play_mode", ("interrupt",), current)
        case "param":
            return _words("param", ("n",), current)
        case _:
            return with_written(_of_library(library, kind, key), current)


@memo_of_moment
def _of_library(library: Library, kind: str, key: str) -> tuple[EditorChoice, ...]:
    match kind, key:
        case (_, "lists"):
            apart = {ENVIRONMENT, AUTO} if kind != CARDS else set[str]()
            return tuple(_word("list", name) for name in library.lists() if name not in apart)
        case (_, "tags"):
            return _tags(library)
        case (_, "out"):
            effects = outside_effects().items()
            return tuple(EditorChoice(value=id_, label=name, told=told) for id_, (name, told) in effects)
        case (_, "automatic"):
            return _cards(library, AUTO)
        case (_, "environment"):
            return _cards(library, ENVIRONMENT)
        case (_, "archetype"):
            archetypes = library.archetypes.values()
            return tuple(EditorChoice(value=archetype.id, label=clipped(archetype.name)) for archetype in archetypes)
        case (_, "deck"):
            counted = ((deck, sum(max(0, n) for n in deck.cards.values())) for deck in library.decks.values())
            return tuple(
                EditorChoice(value=deck.id, label=clipped(deck.name), told=editor_text("line.deck", count=size))
                for deck, size in counted
            )
        case (_, "foe"):
            return tuple(EditorChoice(value=foe.id, label=clipped(foe.name)) for foe in library.foes.values())
        case _:
            return ()


def _cards(library: Library, list_: str) -> tuple[EditorChoice, ...]:
    """Return the cards of a list that belongs to no deck."""
    cards = (card for card in library.cards.values() if list_ in card.lists and not card.disabled)
    return tuple(EditorChoice(value=card.id, label=clipped(card.name), told=card.text[:300]) for card in cards)


def _tags(library: Library, *, plain: bool = False) -> tuple[EditorChoice, ...]:
    """Return the tags, those with a number in the usual numbers; `plain` are those that an effect may change."""
    return tuple(
        EditorChoice(value=f"{tag.id}{number}", label=f"{clipped(tag.id)} {number}".strip(), told=tag.text[:300])
        for tag in library.tags.values()
        if not (plain and (tag.play_mode or tag.slots is not None or tag.param or tag.persist))
        for number in (_NUMBERED if tag.param else ("",))
    )


# ---- expressions -----------------------------------------------------------------------------------------------------


def expression_choices(key: str, library: Library, names: Set[str]) -> tuple[EditorChoice, ...]:
    """Return the most frequent expressions of a field on all cards, out of those that read only these names."""
    return tuple(islice((way for way in _expressions(library, key) if _reads(way.value) <= names), PROPOSED))


def spoken(value: Json) -> str:
    """Return the meaning of an expression as text; empty for a plain number."""
    meaning = expression_text(value) if isinstance(value, str | int) and value != "" else ""
    return "" if meaning == str(value) else meaning


@memo_of_moment
def _expressions(library: Library, key: str) -> tuple[EditorChoice, ...]:
    counts = Counter([*_written(key, library), *_COMMON.get(key, ())])
    return tuple(EditorChoice(value=text, label=upper_first(expression_text(text))) for text, _ in counts.most_common())


@memo
def _reads(text: str) -> Set[str]:
    """Return the names that an expression reads; an invalid one reads a name that exists nowhere."""
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
