"""Validates the effects of a card or a tag: the words, their combinations, and what the expressions read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from engine.messages.message import Message
from engine.model.frozen import Json
from engine.rulesets.card_the_drawing.cards.card_library import Library
from engine.rulesets.card_the_drawing.cards.card_records import (
    CHOOSING,
    FIELD_TRIGGERS,
    LIFETIMES,
    MODES,
    OF_EVENT,
    OPERATIONS,
    PER_CARD,
    PER_HIT,
    PRIMITIVES,
    REACTIONS,
    SCOPES,
    TRIGGERS,
    Effect,
    Number,
)
from engine.rulesets.card_the_drawing.cards.expressions import SELECTORS, Expression, ExpressionScope, parse
from engine.sheets.formulas.exact_numbers import Exact
from engine.sheets.formulas.expression_parser import FormulaError
from engine.sheets.formulas.expression_terms import (
    Arithmetic,
    FormulaValueError,
    Term,
    as_number,
)

_EFFECT: Any = Effect
_FIELDS = dict(zip(_EFFECT.__struct_encode_fields__, _EFFECT.__struct_fields__, strict=True))
"""The fields of an effect by their names in a file, in their order."""
_SIGNED = {"by"}
"""The only numbers of an effect that may be below 0."""


@dataclass(frozen=True, slots=True)
class EffectSetting:
    """The situation in which effects happen, as far as it is known when a card is written.

    Attributes:
        surroundings: an Environment card, which nobody plays or bears.
        stays: the card enters the field.
        played: it is played from a hand, so that it takes effect.
        interrupts: it is played in reaction to an event.
        of_tag: these are the effects of a tag, which cards of all sorts may have.
        numbered: and that tag has a number.
    """

    library: Library
    surroundings: bool = False
    stays: bool = True
    played: bool = True
    interrupts: bool = True
    of_tag: bool = False
    numbered: bool = False


def problem_at(key: str, place: str, **params: Json) -> Message:
    """Return a problem with its place."""
    return Message(key=f"drawing.problem.{key}", params={"place": place, **params})


def problems_of_effects(effects: Sequence[Effect], setting: EffectSetting) -> Iterator[Message]:
    """Yield all problems of the effects of a card or a tag."""
    choosing: set[str] = set()
    for index, effect in enumerate(effects):
        at = f"effects[{index}]"
        yield from _words(effect, at, setting)
        yield from _target(effect, at, setting, choosing)
        yield from _expressions(effect, at, setting)
        if effect.do == "modify":
            yield from _modify(effect, at, setting)
        if effect.target in CHOOSING:
            choosing.add(effect.on)


def _given(effect: Effect, key: str) -> bool:
    value = getattr(effect, _FIELDS[key])
    return value is False if key == "attack" else value not in {None, "", False}


def _words(effect: Effect, at: str, setting: EffectSetting) -> Iterator[Message]:
    """Check the trigger, the primitive, and that it has the fields that it needs and no others."""
    primitive = PRIMITIVES.get(effect.do)
    if effect.on not in TRIGGERS:
        yield problem_at("not_known", f"{at}.on", name=effect.on)
    elif primitive is not None and effect.on not in primitive.on:
        yield problem_at("wrong_moment", f"{at}.do", name=effect.do, on=effect.on)
    if primitive is None:
        yield problem_at("not_known", f"{at}.do", name=effect.do)
        return
    for key in (key for key in _FIELDS if key not in ("on", "do", "if")):
        if key in primitive.needs and not _given(effect, key):
            yield problem_at("needed", f"{at}.{key}", name=effect.do)
        elif _given(effect, key) and key not in (*primitive.needs, *primitive.takes):
            yield problem_at("unused", f"{at}.{key}", name=effect.do)
    if effect.on in {"while", *FIELD_TRIGGERS} and not setting.stays:
        yield problem_at("stays_not", f"{at}.on", on=effect.on)
    if effect.on == "resolve" and not setting.played:
        yield problem_at("never_resolves", f"{at}.on")
    if effect.do == "redirect" and not setting.interrupts:
        yield problem_at("redirect", f"{at}.do")
    if effect.mode and effect.mode not in MODES:
        yield problem_at("not_known", f"{at}.mode", name=effect.mode)


def _target(effect: Effect, at: str, setting: EffectSetting, choosing: Set[str]) -> Iterator[Message]:
    """Check the target; `choosing` are the triggers for which an earlier effect has chosen."""
    for key, selector in (("target", effect.target), ("from", effect.from_), ("to", effect.to)):
        if not selector:
            continue
        misfit = selector_misfit(selector, key, effect, setting, choosing)
        if misfit:
            named = {} if misfit in _UNNAMED else {"name": selector}
            yield problem_at(misfit, f"{at}.{key}", **named)


_UNNAMED = frozenset({"same_here", "same", "chosen_twice", "no_bearer"})
"""Problems of selectors that do not depend on which selector it is."""


def selector_misfit(selector: str, key: str, effect: Effect, setting: EffectSetting, choosing: Set[str]) -> str:
    """Return why a selector does not fit into a field of an effect, as the key of the problem; empty if it fits.

    `key` is the field; `choosing` are the triggers for which an effect before it chooses already.
    """
    if selector not in SELECTORS:
        return "not_known"
    if selector == "same" and key != "target":
        return "same_here"
    if selector == "same" and effect.on not in choosing and not setting.of_tag:
        return "same"
    if selector in CHOOSING and (effect.on == "declare" or key == "from"):
        return "not_chosen"
    if selector in CHOOSING and effect.on in choosing and key == "target":
        return "chosen_twice"
    if selector in OF_EVENT and not _tells_event(effect, setting):
        return "no_event"
    if selector == "bearer" and (setting.surroundings or effect.on not in {"while", *FIELD_TRIGGERS}):
        return "no_bearer"
    if setting.surroundings and selector not in {"all", "same", *OF_EVENT} and effect.on != "declare":
        return "nobody"
    return ""


def _tells_event(effect: Effect, setting: EffectSetting) -> bool:
    """Return whether there is an event when an effect happens."""
    return effect.on in REACTIONS or (effect.on == "resolve" and setting.interrupts and not setting.of_tag)


def readable_names(effect: Effect, setting: EffectSetting) -> Mapping[str, Set[str]]:
    """Return which names each expression of an effect may read, by its field."""
    names = set[str]()
    if not setting.surroundings or effect.on == "declare":
        names.add("user")
    if not setting.surroundings and effect.on in {"while", *FIELD_TRIGGERS}:
        names.add("bearer")
    unsettled = effect.do == "modify" and effect.stat not in OPERATIONS
    if _tells_event(effect, setting) or unsettled or (effect.do == "modify" and effect.stat in PER_HIT):
        names.add("event")
    if effect.on == "declare" or unsettled or (effect.do == "modify" and effect.stat in PER_CARD):
        names.add("card")
    if setting.numbered:
        names.add("n")
    candidate = "cond" if effect.do == "remove_condition" else "it"
    struck = {"it"} if effect.do in {"damage", "heal", "lose_health"} else set[str]()
    readable = dict.fromkeys(("if", "count", "at_least", "by"), names)
    return {**readable, "where": names | {candidate}, "amount": names | struck}


def _expressions(effect: Effect, at: str, setting: EffectSetting) -> Iterator[Message]:
    names = readable_names(effect, setting)
    for key, text in (("if", effect.if_), ("where", effect.where)):
        if text:
            yield from problems_of_expression(text, f"{at}.{key}", "truth", names[key], setting)
    numbers = [("amount", effect.amount), ("count", effect.count), ("at_least", effect.at_least)]
    if effect.stat != "tags":
        numbers.append(("by", effect.by))
    for key, value in numbers:
        if value is not None and value != "":
            yield from problems_of_expression(value, f"{at}.{key}", "number", names[key], setting)


def _modify(effect: Effect, at: str, setting: EffectSetting) -> Iterator[Message]:
    """Check the value, operation, scope and duration of a `modify`."""
    for key, value, known in (
        ("stat", effect.stat, tuple(OPERATIONS)),
        ("op", effect.op, OPERATIONS.get(effect.stat, (effect.op,))),
        ("scope", effect.scope, SCOPES),
        ("until", effect.until, LIFETIMES),
        ("when_spent", effect.when_spent, ("discard_self",)),
    ):
        if value and value not in known:
            yield problem_at("not_known", f"{at}.{key}", name=value)
    if setting.surroundings and effect.scope not in {"", "all"}:
        yield problem_at("nobody", f"{at}.scope", name=effect.scope)
    if effect.scope == "bearer" and effect.on == "resolve" and not setting.stays:
        yield problem_at("no_bearer", f"{at}.scope")
    if effect.uses is not None and (effect.uses < 1 or effect.stat not in PER_HIT):
        yield problem_at("uses", f"{at}.uses")
    if effect.when_spent and (effect.uses is None or effect.on != "while"):
        yield problem_at("when_spent", f"{at}.when_spent")
    if effect.until and effect.on != "resolve":
        yield problem_at("until", f"{at}.until")
    if effect.stat == "tags" and effect.by is not None:
        yield from _changed_tag(str(effect.by), effect.op, f"{at}.by", setting.library)


def _changed_tag(name: str, op: str, place: str, library: Library) -> Iterator[Message]:
    tag = library.tags.get(name)
    if tag is None:
        yield problem_at("no_tag", place, name=name)
    elif tag.play_mode or tag.slots is not None or (op == "add" and (tag.param or tag.persist)):
        yield problem_at("fixed_tag", place, name=name)


def problems_of_expression(
    text: Number, place: str, kind: str, names: Set[str], setting: EffectSetting
) -> Iterator[Message]:
    """Yield all problems of an expression: its value is a `number` or a `truth`, and it may read these names."""
    try:
        read = parse(text)
    except FormulaError as error:
        yield problem_at("expression", place, why=error.text)
        return
    if read.kind != kind:
        yield problem_at(f"no_{kind}", place)
    for name in sorted(read.names - names):
        yield problem_at("not_there", place, name=name)
    for what, of in sorted(read.calls):
        if what == "count" and of in OF_EVENT and "event" not in names:
            yield problem_at("no_event", place, name=of)
        elif what == "count" and of in {"same", *CHOOSING}:
            yield problem_at("not_chosen", place, name=of)
        elif what == "count" and of == "bearer" and "bearer" not in names:
            yield problem_at("no_bearer", place)
    tags = {of for what, of in read.calls if what == "played"} | read.literals
    for tag in sorted(tags - set(setting.library.tags)):
        yield problem_at("no_tag", place, name=tag)
    divisors = [term.right for term in _terms(read.node) if isinstance(term, Arithmetic) and term.sign == "/"]
    if any(_worth(divisor) in {None, 0} for divisor in divisors):
        yield problem_at("divisor", place)
    elif read.kind == kind == "number" and not read.names | {name for name, _ in read.calls}:
        yield from _constant(read, place)


def _constant(read: Expression, place: str) -> Iterator[Message]:
    """Check a number that is always the same; only an addend may be below 0."""
    value = _worth(read.node)
    if value is None:
        yield problem_at("no_number", place)
    elif value < 0 and place.rpartition(".")[2] not in _SIGNED:
        yield problem_at("below_nothing", place)


def _terms(part: object) -> Iterator[Term[ExpressionScope]]:
    """Yield a term and all terms in it."""
    match part:
        case Term():
            yield part
            names: tuple[str, ...] = part.__slots__
            for name in names:
                yield from _terms(getattr(part, name))
        case list() | tuple():
            for inner in part:
                yield from _terms(inner)
        case _:
            pass


class _Nothing:
    """A scope without any names."""

    def name(self, name: str) -> object:
        raise LookupError(name)

    def attribute(self, of: object, name: str) -> object:
        raise LookupError(name)

    def call(self, of: object, name: str, text: str) -> int:
        raise LookupError(name)


def _worth(node: Term[ExpressionScope]) -> Exact | None:
    """Return a number that is always the same; None for one that depends on anything, or has no value."""
    try:
        return as_number(node.value(_Nothing()))
    except (LookupError, FormulaValueError):
        return None
