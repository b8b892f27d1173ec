"""Cards, tags and their effects in plain words, made from the data alone, so that the text matches the rules (5.12).

A part that is unfinished and cannot be read yet is shown as it is written.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.messages.message import Message
from engine.messages.texts import paragraph, say, texts
from engine.model.frozen import Json
from engine.rulesets.card_the_drawing.cards.card_library import Library
from engine.rulesets.card_the_drawing.cards.card_records import Card, Effect, Number, Tag, split_tag
from engine.rulesets.card_the_drawing.cards.expressions import (
    AttributePath,
    ExpressionScope,
    FunctionCall,
    Membership,
    ValueKind,
    kind_of,
    parse,
)
from engine.sheets.formulas.expression_parser import FormulaError
from engine.sheets.formulas.expression_terms import (
    AND,
    ATOM,
    COMPARISON,
    LOOSEST,
    NOT,
    OPERATIONS,
    OR,
    SIGN,
    SUM,
    Arithmetic,
    BooleanOperation,
    Comparison,
    Conditional,
    Constant,
    Explanation,
    Negation,
    Not,
    Term,
    value_text,
)
from engine.sheets.formulas.formula_functions import NumericFunction

_SHORT = {"n", *(f"user.{name}" for name in ("strength", "stamina", "intelligence", "wisdom", "speed"))}
_COMPARED = {"==": "is", "!=": "is_not", "<": "below", "<=": "at_most", ">": "above", ">=": "at_least"}


def card_text(card: Card, library: Library, *, brief: bool = False) -> str:
    """Return the text that a card has of its own; without one, its sentences."""
    return card.text.strip() or paragraph(map(say, card_sentences(card, library, brief=brief)))


def card_sentences(card: Card, library: Library, *, brief: bool = False) -> tuple[Message, ...]:
    """Return the text of a card, a sentence at a time: its condition, whether it stays in play, its effects, its tags.

    The brief form, for the space on a card, leaves out that an immediate effect happens on resolution.
    """
    return tuple(_of_card(card, library, brief=brief))


def tag_sentences(tag: Tag, number: int | None = None) -> tuple[Message, ...]:
    """Return the text of a tag's effects and properties; without a number it says `n`."""
    return tuple(_of_tag(tag, number))


def effect_sentence(effect: Effect, number: int | None = None, *, brief: bool = False) -> Message:
    """Return one effect as a sentence; `number` is that of the tag that has it."""
    if brief and effect.on == "resolve" and not effect.optional and not effect.if_:
        what = _what(effect, number)
        return _message("effect_brief", what=what[:1].upper() + what[1:])
    params: dict[str, Json] = {"when": _say(f"on.{effect.on}", effect.on), "what": _what(effect, number)}
    key = "effect_may" if effect.optional else "effect"
    if effect.if_ and effect.do != "modify":  # a modifier has its condition in its own sentence
        key, params = f"{key}_if", {**params, "if": expression_text(effect.if_, number)}
    return _message(key, **params)


def expression_text(text: Number, number: int | None = None) -> str:
    """Return an expression in words: `half(user.lost_health)` is “half of Health lost, rounded up”."""
    try:
        return _told(parse(text).node, number).text
    except FormulaError:
        return str(text)


def selector_text(selector: str) -> str:
    """Return the bodies that a selector means, in words: `all_enemies` is “every opponent”."""
    return _say(f"selector.{selector}", selector)


def _of_card(card: Card, library: Library, *, brief: bool) -> Iterator[Message]:
    tags = [(library.tags.get(name), number) for name, number in map(split_tag, card.tags)]
    if card.interrupt_when:
        yield _message("interrupt_when", **{"if": expression_text(card.interrupt_when)})
    if any(tag is not None and tag.persist for tag, _ in tags):
        yield _message("stays_target" if card.attach == "target" else "stays_user")
    if card.permanent:
        yield _message("permanent")
    for effect in card.effects:
        yield effect_sentence(effect, brief=brief)
    for tag, number in tags:
        if tag is not None and not tag.persist:
            for line in _of_tag(tag, number):
                yield _message("by_tag", tag=tag.id if number is None else f"{tag.id} {number}", what=say(line))
    if not card.effects and not any(tag is not None and tag.effects for tag, _ in tags):
        yield _message("nothing")


def _of_tag(tag: Tag, number: int | None) -> Iterator[Message]:
    if tag.persist:
        yield _message("persist")
    if tag.play_mode == "interrupt":
        yield _message("interrupt")
    if tag.slots is not None:
        yield _message("slots", slots=expression_text(tag.slots, number))
    for effect in tag.effects:
        yield effect_sentence(effect, number)


def _what(effect: Effect, number: int | None) -> str:
    """Return the action of a primitive in words."""
    if effect.do == "modify":
        return _modified(effect, number)
    params: dict[str, Json] = {
        "target": selector_text(effect.target),
        "from": selector_text(effect.from_),
        "amount": "" if effect.amount is None else expression_text(effect.amount, number),
        "count": "" if effect.count is None else expression_text(effect.count, number),
        "at_least": "" if effect.at_least is None else expression_text(effect.at_least, number),
        "where": expression_text(effect.where, number) if effect.where else "",
    }
    if effect.do == "redirect":
        params |= {"from": _one_of(effect.from_ or "user"), "to": _one_of(effect.to)}
    key = effect.do if effect.attack else f"{effect.do}_no_attack"
    key = f"{key}_random" if effect.mode == "random" else key
    if effect.do == "damage" and effect.attack and not _is_short(effect.amount):
        key = f"{key}_long"
    text = _say(f"do.{key}", effect.do, **params)
    single = "1" in {params["amount"], params["count"], params["at_least"]}
    return _say(f"do.{key}_one", text, **params) if single else text


def _one_of(selector: str) -> str:
    """Return a selector's words for a single one of its bodies."""
    return _say(f"one_of.{selector}", selector_text(selector))


def _is_short(amount: Number | None) -> bool:
    """Return whether an amount can be written before its noun: `4 + Strength`."""
    try:
        read = parse("" if amount is None else amount)
    except FormulaError:
        return True
    return not read.calls and all(path in _SHORT for path in read.paths) and "(" not in str(amount)


def _modified(effect: Effect, number: int | None) -> str:
    by = "" if effect.by is None else str(effect.by) if effect.stat == "tags" else expression_text(effect.by, number)
    key = {("mul", "2"): "double", ("mul", "1/2"): "halve"}.get((effect.op, str(effect.by).replace(" ", "")), effect.op)
    if effect.op in {"add", "post_add"} and by.startswith("−"):
        key, by = f"{effect.op}_less", by.removeprefix("−")
    stat = _say(f"stat.{effect.stat}", effect.stat, scope=_say(f"scope.{effect.scope}", effect.scope))
    text = _say(f"change.{effect.stat}_{key}" if effect.stat == "tags" else f"change.{key}", key, stat=stat, by=by)
    if effect.if_:
        text = _say("provided", text, what=text, **{"if": expression_text(effect.if_, number)})
    if effect.uses is not None:
        key = f"{'one' if effect.uses == 1 else 'some'}{'_gone' if effect.when_spent else ''}"
        text = _say(f"uses.{key}", text, what=text, uses=effect.uses)
    return _say(f"until.{effect.until or 'cleanup'}", text, what=text) if effect.on == "resolve" else text


def _told(node: Term[ExpressionScope], number: int | None) -> Explanation:
    """Return a node of an expression in words."""
    match node:
        case Constant():
            return Explanation(value_text(node.fixed))
        case AttributePath(names=("n",)) if number is not None:
            return Explanation(str(number))
        case AttributePath():
            return Explanation(_of_path(node), ATOM)
        case FunctionCall(of=of, name=name, text=text):
            what = _say(f"many.{text}", text) if of is None else text
            return Explanation(_say(f"call.{name}", name, what=what, who="" if of is None else _of_path(of)))
        case Negation(inner=inner):
            return Explanation(f"−{_told(inner, number).within(ATOM)}", SIGN)
        case Arithmetic(sign=sign, left=left, right=right):
            how = OPERATIONS[sign]
            parts: dict[str, Json] = {
                "left": _told(left, number).within(how.level),
                "right": _told(right, number).within(how.level + 1),
            }
            return Explanation(say(Message(key=f"sheets.reckoning.{how.key}", params=parts)), how.level)
        case NumericFunction(name=name, args=args):
            what = ", ".join(_told(arg, number).text for arg in args)
            return Explanation(say(Message(key=f"sheets.reckoning.{name}", params={"what": what})), LOOSEST)
        case Conditional(test=test, then=then, otherwise=otherwise):
            each = {key: _told(part, number).text for key, part in (("then", then), ("else", otherwise))}
            return Explanation(_say("either", "", **{**each, "if": _told(test, number).text}), LOOSEST)
        case BooleanOperation(parts=several, all_of=all_of):
            level = AND if all_of else OR
            word = say(Message(key="sheets.reckoning.and" if all_of else "sheets.reckoning.or"))
            return Explanation(f" {word} ".join(_told(part, number).within(level + 1) for part in several), level)
        case _:
            return _condition(node, number, holds=True)


def _condition(node: Term[ExpressionScope], number: int | None, *, holds: bool) -> Explanation:
    """Return a comparison, a membership test, or its opposite in words."""
    match node:
        case Not(inner=AttributePath() | Membership() as inner):
            return _condition(inner, number, holds=not holds)
        case Not(inner=inner):
            return Explanation(_say("not", "", inner=_told(inner, number).text), NOT)
        case AttributePath():
            key = "true" if holds else "false"
            return Explanation(_say(f"{key}.{node.names[-1]}", node.text, who=_whose(node)), COMPARISON)
        case Membership(item=item, group=group, inside=inside):
            key = "among" if inside is holds else "not_among"
            key = f"{key}_{'tags' if group.kind is ValueKind.TAGS else 'targets'}"
            params: dict[str, Json] = {"item": _told(item, number).text, "who": _whose(group)}
            return Explanation(_say(key, "", **params), COMPARISON)
        case Comparison(first=AttributePath(names=("event", "stage")), rest=[("==", Constant(fixed=stage))]):
            return Explanation(_say(f"stage.{stage}", str(stage)), COMPARISON)
        case Comparison(first=FunctionCall() as call, rest=[(">", Constant(fixed=0))]):
            any_played = _say("played_any", "", what=call.text, who="" if call.of is None else _of_path(call.of))
            any_there = _say(f"some.{call.text}", _say("there_is", "", what=selector_text(call.text)))
            return Explanation(any_played if call.name == "played" else any_there, COMPARISON)
        case Comparison(first=left, rest=[(sign, right)]):
            each: dict[str, Json] = {"left": _told(left, number).within(SUM), "right": _told(right, number).within(SUM)}
            return Explanation(_say(f"compared.{_COMPARED[sign]}", "", **each), COMPARISON)
        case _:
            return Explanation("")


def _of_path(path: AttributePath) -> str:
    """Return an attribute path in words: “Strength”, “Health of the target”."""
    if kind_of(path) is ValueKind.TRUTH:
        return _condition(path, None, holds=True).text
    if len(path.names) == 1:
        return _say(f"name.{path.text}", path.text)
    if path.names[0] == "event" and len(path.names) == 2:
        return _say(f"event.{path.names[1]}", path.text)
    what = _say(f"name.{path.names[-1]}", path.names[-1])
    return what if path.names[0] == "user" else _say("of", "", what=what, who=_whose(path))


def _whose(path: AttributePath) -> str:
    """Return the words for the owner of an attribute."""
    return _of_path(AttributePath(path.names[:-1], ValueKind.BEING)) if len(path.names) > 1 else ""


def _say(key: str, otherwise: str, **params: Json) -> str:
    """Return a text of card descriptions; for a missing key the given word itself."""
    return (
        say(Message(key=f"drawing.reading.{key}", params=params)) if f"drawing.reading.{key}" in texts() else otherwise
    )


def _message(key: str, **params: Json) -> Message:
    return Message(key=f"drawing.reading.{key}", params=params)
