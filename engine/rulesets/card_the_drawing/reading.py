"""Cards, tags and their effects in plain words, made from the data alone, so that they say what is carried out (5.12).

What cannot be read yet, for it is still being written, is shown as it is written.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.words import Message, say, texts
from engine.rulesets.card_the_drawing.language import Among, Call, Kind, Path, Scope, kind_of, parse
from engine.rulesets.card_the_drawing.library import Library
from engine.rulesets.card_the_drawing.records import Card, Effect, Number, Tag
from engine.rulesets.card_the_drawing.scene import split_tag
from engine.sheets.functions import Simple
from engine.sheets.parsing import FormulaError
from engine.sheets.terms import (
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
    Both,
    Comparison,
    Either,
    Fixed,
    Negative,
    Not,
    Term,
    Told,
    spoken,
)
from engine.table.frozen import Json

_SHORT = {"n", *(f"user.{name}" for name in ("strength", "stamina", "intelligence", "wisdom", "speed"))}
_COMPARED = {"==": "is", "!=": "is_not", "<": "below", "<=": "at_most", ">": "above", ">=": "at_least"}


def reading_of(card: Card, library: Library, *, brief: bool = False) -> tuple[Message, ...]:
    """Return what a card does, a sentence at a time: what it waits for, where it stays, its effects, its tags.

    In brief, as there is room for on a card, what its own effects do at once does not say that it does it then.
    """
    return tuple(_of_card(card, library, brief=brief))


def reading_of_tag(tag: Tag, number: int | None = None) -> tuple[Message, ...]:
    """Return what a tag does by its effects and properties; without a number it speaks of `n`."""
    return tuple(_of_tag(tag, number))


def reading_of_effect(effect: Effect, number: int | None = None, *, brief: bool = False) -> Message:
    """Return one effect as a sentence; `number` is that of the tag whose effect it is."""
    if brief and effect.on == "resolve" and not effect.optional and not effect.if_:
        what = _what(effect, number)
        return _message("effect_brief", what=what[:1].upper() + what[1:])
    params: dict[str, Json] = {"when": _say(f"on.{effect.on}", effect.on), "what": _what(effect, number)}
    key = "effect_may" if effect.optional else "effect"
    if effect.if_ and effect.do != "modify":  # what a change waits for is asked each time anew, so it is told with it
        key, params = f"{key}_if", {**params, "if": words_of(effect.if_, number)}
    return _message(key, **params)


def words_of(text: Number, number: int | None = None) -> str:
    """Return an expression in words: `half(user.lost_health)` is “half of Health lost, rounded up”."""
    try:
        return _told(parse(text).node, number).text
    except FormulaError:
        return str(text)


def _of_card(card: Card, library: Library, *, brief: bool) -> Iterator[Message]:
    tags = [(library.tags.get(name), number) for name, number in map(split_tag, card.tags)]
    if card.interrupt_when:
        yield _message("interrupt_when", **{"if": words_of(card.interrupt_when)})
    if any(tag is not None and tag.persist for tag, _ in tags):
        yield _message("stays_target" if card.attach == "target" else "stays_user")
    if card.permanent:
        yield _message("permanent")
    for effect in card.effects:
        yield reading_of_effect(effect, brief=brief)
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
        yield _message("slots", slots=words_of(tag.slots, number))
    for effect in tag.effects:
        yield reading_of_effect(effect, number)


def _what(effect: Effect, number: int | None) -> str:
    """Return what a primitive does, in words."""
    if effect.do == "modify":
        return _modified(effect, number)
    params: dict[str, Json] = {
        "target": _say(f"selector.{effect.target}", effect.target),
        "from": _say(f"selector.{effect.from_}", effect.from_),
        "amount": "" if effect.amount is None else words_of(effect.amount, number),
        "count": "" if effect.count is None else words_of(effect.count, number),
        "at_least": "" if effect.at_least is None else words_of(effect.at_least, number),
        "where": words_of(effect.where, number) if effect.where else "",
    }
    if effect.do == "redirect":
        params |= {"from": _one_of(effect.from_ or "user"), "to": _one_of(effect.to)}
    key = effect.do if effect.attack else f"{effect.do}_no_attack"
    key = f"{key}_random" if effect.mode == "random" else key
    if effect.do == "damage" and effect.attack and not _is_short(effect.amount):
        key = f"{key}_long"
    told = _say(f"do.{key}", effect.do, **params)
    single = "1" in {params["amount"], params["count"], params["at_least"]}
    return _say(f"do.{key}_one", told, **params) if single else told


def _one_of(selector: str) -> str:
    """Return one of those whom a selector means."""
    return _say(f"one_of.{selector}", _say(f"selector.{selector}", selector))


def _is_short(amount: Number | None) -> bool:
    """Say whether an amount can stand before what it is an amount of: `4 + Strength`."""
    try:
        read = parse("" if amount is None else amount)
    except FormulaError:
        return True
    return not read.calls and all(path in _SHORT for path in read.paths) and "(" not in str(amount)


def _modified(effect: Effect, number: int | None) -> str:
    by = "" if effect.by is None else str(effect.by) if effect.stat == "tags" else words_of(effect.by, number)
    key = {("mul", "2"): "double", ("mul", "1/2"): "halve"}.get((effect.op, str(effect.by).replace(" ", "")), effect.op)
    if effect.op in {"add", "post_add"} and by.startswith("−"):
        key, by = f"{effect.op}_less", by.removeprefix("−")
    stat = _say(f"stat.{effect.stat}", effect.stat, scope=_say(f"scope.{effect.scope}", effect.scope))
    told = _say(f"change.{effect.stat}_{key}" if effect.stat == "tags" else f"change.{key}", key, stat=stat, by=by)
    if effect.if_:
        told = _say("provided", told, what=told, **{"if": words_of(effect.if_, number)})
    if effect.uses is not None:
        key = f"{'one' if effect.uses == 1 else 'some'}{'_gone' if effect.when_spent else ''}"
        told = _say(f"uses.{key}", told, what=told, uses=effect.uses)
    return _say(f"until.{effect.until or 'cleanup'}", told, what=told) if effect.on == "resolve" else told


def _told(node: Term[Scope], number: int | None) -> Told:
    """Return a part of an expression in words."""
    match node:
        case Fixed():
            return Told(spoken(node.fixed))
        case Path(names=("n",)) if number is not None:
            return Told(str(number))
        case Path():
            return Told(_of_path(node), ATOM)
        case Call(of=of, name=name, text=text):
            what = _say(f"many.{text}", text) if of is None else text
            return Told(_say(f"call.{name}", name, what=what, who="" if of is None else _of_path(of)))
        case Negative(inner=inner):
            return Told(f"−{_told(inner, number).within(ATOM)}", SIGN)
        case Arithmetic(sign=sign, left=left, right=right):
            how = OPERATIONS[sign]
            parts: dict[str, Json] = {
                "left": _told(left, number).within(how.level),
                "right": _told(right, number).within(how.level + 1),
            }
            return Told(say(Message(key=f"sheets.reckoning.{how.key}", params=parts)), how.level)
        case Simple(name=name, args=args):
            what = ", ".join(_told(arg, number).text for arg in args)
            return Told(say(Message(key=f"sheets.reckoning.{name}", params={"what": what})), LOOSEST)
        case Either(test=test, then=then, otherwise=otherwise):
            each = {key: _told(part, number).text for key, part in (("then", then), ("else", otherwise))}
            return Told(_say("either", "", **{**each, "if": _told(test, number).text}), LOOSEST)
        case Both(parts=several, all_of=all_of):
            level = AND if all_of else OR
            word = say(Message(key="sheets.reckoning.and" if all_of else "sheets.reckoning.or"))
            return Told(f" {word} ".join(_told(part, number).within(level + 1) for part in several), level)
        case _:
            return _condition(node, number, holds=True)


def _condition(node: Term[Scope], number: int | None, *, holds: bool) -> Told:
    """Return a comparison, a look among tags or targets, or its opposite in words."""
    match node:
        case Not(inner=Path() | Among() as inner):
            return _condition(inner, number, holds=not holds)
        case Not(inner=inner):
            return Told(_say("not", "", inner=_told(inner, number).text), NOT)
        case Path():
            key = "true" if holds else "false"
            return Told(_say(f"{key}.{node.names[-1]}", node.text, who=_whose(node)), COMPARISON)
        case Among(item=item, group=group, inside=inside):
            key = "among" if inside is holds else "not_among"
            key = f"{key}_{'tags' if group.kind is Kind.TAGS else 'targets'}"
            params: dict[str, Json] = {"item": _told(item, number).text, "who": _whose(group)}
            return Told(_say(key, "", **params), COMPARISON)
        case Comparison(first=Path(names=("event", "stage")), rest=[("==", Fixed(fixed=stage))]):
            return Told(_say(f"stage.{stage}", str(stage)), COMPARISON)
        case Comparison(first=Call() as call, rest=[(">", Fixed(fixed=0))]):
            any_played = _say("played_any", "", what=call.text, who="" if call.of is None else _of_path(call.of))
            any_there = _say(f"some.{call.text}", _say("there_is", "", what=_say(f"selector.{call.text}", call.text)))
            return Told(any_played if call.name == "played" else any_there, COMPARISON)
        case Comparison(first=left, rest=[(sign, right)]):
            each: dict[str, Json] = {"left": _told(left, number).within(SUM), "right": _told(right, number).within(SUM)}
            return Told(_say(f"compared.{_COMPARED[sign]}", "", **each), COMPARISON)
        case _:
            return Told("")


def _of_path(path: Path) -> str:
    """Return what is read, in words: “Strength”, “Health of the target”."""
    if kind_of(path) is Kind.TRUTH:
        return _condition(path, None, holds=True).text
    if len(path.names) == 1:
        return _say(f"name.{path.text}", path.text)
    if path.names[0] == "event" and len(path.names) == 2:
        return _say(f"event.{path.names[1]}", path.text)
    what = _say(f"name.{path.names[-1]}", path.names[-1])
    return what if path.names[0] == "user" else _say("of", "", what=what, who=_whose(path))


def _whose(path: Path) -> str:
    """Return of whom something is read."""
    return _of_path(Path(path.names[:-1], Kind.BEING)) if len(path.names) > 1 else ""


def _say(key: str, otherwise: str, **params: Json) -> str:
    """Return a sentence of readings; for a word that there is none for, that word itself."""
    return (
        say(Message(key=f"drawing.reading.{key}", params=params)) if f"drawing.reading.{key}" in texts() else otherwise
    )


def _message(key: str, **params: Json) -> Message:
    return Message(key=f"drawing.reading.{key}", params=params)
