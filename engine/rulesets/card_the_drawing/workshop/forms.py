"""The form of a record: its groups of fields, each with what can be written there and what is wrong with it (CD-UI-23).

An effect only has the fields that its primitive makes something of; whatever else is written there is shown as of no
account, so that nothing is hidden and nothing is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import groupby

from engine.play.words import say
from engine.rulesets.card_the_drawing import building
from engine.rulesets.card_the_drawing.library import CARDS, Library, Record
from engine.rulesets.card_the_drawing.reading import reading_of_effect, words_of
from engine.rulesets.card_the_drawing.records import Archetype, Card, Deck, Effect, Encounter, Foe, Placed, Tag
from engine.rulesets.card_the_drawing.review import MOST_EFFECTS, setting_of
from engine.rulesets.card_the_drawing.review_effects import Setting, readable
from engine.rulesets.card_the_drawing.selectors import CHOOSING
from engine.rulesets.card_the_drawing.vocabulary import PER_HIT
from engine.rulesets.card_the_drawing.workshop.choices import expressions, in_effect, in_record
from engine.rulesets.card_the_drawing.workshop.fields import EFFECT, FIELDS, PLACED, SHAPES, help_of, label_of, takes
from engine.rulesets.card_the_drawing.workshop.owners import bounded, flaws, maker
from engine.rulesets.card_the_drawing.workshop.pooling import flaws_by_card, pool
from engine.rulesets.card_the_drawing.workshop.telling import tell
from engine.table.frozen import Json, replace
from engine.workshop import bench
from engine.workshop.bench import Group, Options, Part, PartKind, Problem, Row, Way
from engine.workshop.editing import rows_at, value_at
from engine.workshop.fields import Field
from engine.workshop.telling import clipped

MOST_PLACED = 20
"""How many foes an encounter may have."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a form is made of: the record as it is written, as it is understood, and all that is wrong with it."""

    kind: str
    record: bench.Record
    understood: Record
    library: Library
    options: Options
    problems: Mapping[str, tuple[str, ...]]


def by_part(kind: str, problems: Sequence[Problem]) -> Mapping[str, tuple[str, ...]]:
    """Return what is wrong by the field at which it stands: that of `tags[1]` at `tags`."""
    found: dict[str, list[str]] = {}
    for problem in problems:
        found.setdefault(SHAPES.part_of(kind, problem.path), []).append(problem.text)
    return {path: tuple(texts) for path, texts in found.items()}


def groups_of(sheet: Sheet) -> tuple[Group, ...]:
    """Return the form."""
    found: list[Group] = []
    for group, fields in groupby(FIELDS[sheet.kind], key=lambda field: field.group):
        parts = tuple(part for field in fields if (part := _part(sheet, field)) is not None)
        if parts:
            found.append(Group(id=group, title=tell(f"group.{group}"), parts=parts))
    return tuple(found)


def _part(sheet: Sheet, field: Field) -> Part | None:
    value = sheet.record.get(field.key)
    matters = _matters(sheet, field.key)
    if not matters and (value is None or value is False or value == ""):
        return None
    plain = _plain(sheet, field, field.key, value, matters=matters)
    match field.kind:
        case PartKind.ROWS:
            return _rows(sheet, plain)
        case PartKind.COUNTED:
            return _counted(sheet, plain)
        case PartKind.CHOICE | PartKind.CHOICES:
            ways = in_record(sheet.kind, field.key, sheet.library, value)
            return replace(plain, choices=ways, placeholder=_placeholder(sheet, field.key))
        case PartKind.EXPRESSION:
            return _expression(sheet, plain, field.key, {"user", "event"} if sheet.kind == CARDS else {"n"})
        case _:
            return replace(plain, placeholder=_placeholder(sheet, field.key))


def _plain(sheet: Sheet, field: Field, path: str, value: Json, *, matters: bool) -> Part:
    """Return what every field has."""
    if field.kind is PartKind.SWITCH and value is None:
        value = field.default
    return Part(
        path=path,
        kind=field.kind,
        label=label_of(sheet.kind, path),
        help=help_of(sheet.kind, path),
        value=value,
        own_words=field.own_words,
        least=field.least,
        most=field.most,
        longest=field.longest,
        optional=not field.required,
        problems=sheet.problems.get(path, ()),
        matters=matters,
    )


def _expression(sheet: Sheet, part: Part, key: str, names: Set[str]) -> Part:
    spoken = words_of(part.value) if isinstance(part.value, str | int) and part.value != "" else ""
    told = "" if spoken == str(part.value) else spoken
    return replace(part, choices=expressions(key, sheet.library, names), own_words=True, spoken=told)


def _matters(sheet: Sheet, key: str) -> bool:
    """Say whether a field is of any account with the rest as it is."""
    match sheet.understood:
        case Card() as card:
            setting = setting_of(card, sheet.library)
            return {
                "cost": setting.played,
                "init": setting.played,
                "attach": setting.stays and setting.played,
                "permanent": setting.stays,
                "interrupt_when": setting.interrupts,
            }.get(key, True)
        case Foe(minions=minions) if minions:
            return key != "speed"
        case Tag(play_mode=mode) if mode:
            return key != "slots"
        case _:
            return True


def _placeholder(sheet: Sheet, key: str) -> str:
    """Return what holds where nothing is written."""
    match sheet.understood:
        case Archetype() | Foe() as one if key == "health":
            mob = isinstance(one, Foe) and one.minions
            return "1" if mob else str(building.most_health(bounded(one).stamina))
        case Deck() as deck if key == "archetype" and maker(deck, sheet.library) is None:
            return tell("nobodys")
        case _:
            return ""


def _counted(sheet: Sheet, part: Part) -> Part:
    deck = sheet.understood
    assert isinstance(deck, Deck)
    found = flaws(deck, sheet.library, sheet.options)
    size = sum(max(0, count) for count in deck.cards.values())
    return replace(
        part,
        value=part.value if isinstance(part.value, Mapping) else {},
        pool=pool(deck, sheet.library, sheet.options),
        pool_kind=CARDS,
        flaws=flaws_by_card(found),
        problems=(*part.problems, *(say(flaw.words) for flaw in found if not flaw.card)),
        spoken=tell("line.deck", count=size),
    )


# ---- rows ------------------------------------------------------------------------------------------------------------


def _rows(sheet: Sheet, part: Part) -> Part:
    rows = rows_at(sheet.record, part.path)
    made = tuple(_effects(sheet) if part.path == "effects" else _placed(sheet))
    most = MOST_EFFECTS if part.path == "effects" else MOST_PLACED
    adds = tell(f"add.{part.path}") if len(rows) < most else ""
    return replace(part, value=list(rows), rows=made, adds=adds, most=most)


def _effects(sheet: Sheet) -> Iterator[Row]:
    """Go through the effects of a card or a tag; each is told which ones before it choose targets."""
    one, setting = sheet.understood, _setting(sheet)
    effects = one.effects if isinstance(one, Card | Tag) else ()
    choosing: set[str] = set()
    for number, effect in enumerate(effects):
        yield _effect_row(sheet, effect, number, setting, frozenset(choosing))
        if effect.target in CHOOSING:
            choosing.add(effect.on)


_made: dict[int, tuple[Json, Library, tuple[object, ...], Row]] = {}
"""The row last made at each place, with what it was made of: a keystroke changes but one of them."""


def _effect_row(sheet: Sheet, effect: Effect, number: int, setting: Setting, choosing: frozenset[str]) -> Row:
    path = f"effects[{number}]"
    written = rows_at(sheet.record, "effects")[number]
    wrong = tuple((at, texts) for at, texts in sheet.problems.items() if at.startswith(path))
    flags = (setting.surroundings, setting.stays, setting.played, setting.interrupts, setting.of_tag)
    told = (sheet.kind, flags, choosing, wrong)
    known = _made.get(number)
    if known is not None and known[0] is written and known[1] is sheet.library and known[2] == told:
        return known[3]
    row = Row(
        path=path,
        title=tell("row.effects", number=number + 1),
        told=say(reading_of_effect(effect)),
        parts=tuple(_effect_parts(sheet, effect, path, setting, choosing)),
        problems=sheet.problems.get(path, ()),
    )
    if number < MOST_EFFECTS:
        _made[number] = (written, sheet.library, told, row)
    return row


def _setting(sheet: Sheet) -> Setting:
    match sheet.understood:
        case Card() as card:
            return setting_of(card, sheet.library)
        case Tag() as tag:
            return Setting(library=sheet.library, of_tag=True, numbered=bool(tag.param))
        case _:
            return Setting(library=sheet.library)


def _effect_parts(
    sheet: Sheet, effect: Effect, path: str, setting: Setting, choosing: frozenset[str]
) -> Iterator[Part]:
    wanted = takes(effect.do)
    for key, field in EFFECT.items():
        at = f"{path}.{key}"
        value = value_at(sheet.record, at)
        matters = key in wanted and _goes(key, effect)
        if not matters and (value is None or value == "" or value is field.default):
            continue
        if key == "by" and effect.stat == "tags":
            field = _TAG_CHANGED
        part = _plain(sheet, field, at, value, matters=matters)
        if field.kind is PartKind.CHOICE:
            yield replace(part, choices=in_effect(key, effect, value, setting, choosing))
        elif field.kind is PartKind.EXPRESSION:
            yield _expression(sheet, part, key, readable(effect, setting).get(key, frozenset()))
        else:
            yield part


_TAG_CHANGED = Field("by", PartKind.CHOICE, own_words=True)
"""What a change of tags changes is a tag, and no number."""


def _goes(key: str, effect: Effect) -> bool:
    """Say whether a field of `modify` goes with what else stands there."""
    match key:
        case "uses":
            return effect.stat in PER_HIT
        case "when_spent":
            return effect.uses is not None and effect.on == "while"
        case "until":
            return effect.on == "resolve"
        case _:
            return True


def _placed(sheet: Sheet) -> Iterator[Row]:
    encounter = sheet.understood
    for number, placed in enumerate(encounter.foes if isinstance(encounter, Encounter) else ()):
        path = f"foes[{number}]"
        foe = sheet.library.foes.get(placed.foe)
        usual: Mapping[str, str] = {}
        if foe is not None:
            health = building.owner_of(bounded(foe)).health
            usual = {"name": clipped(foe.name), "minions": str(foe.minions), "health": str(health), "adrenaline": "0"}
        parts = []
        for key, field in PLACED.items():
            value = value_at(sheet.record, f"{path}.{key}")
            matters = key != "minions" or foe is None or foe.minions > 0
            if not matters and value is None:
                continue
            part = _plain(sheet, field, f"{path}.{key}", value, matters=matters)
            ways: tuple[Way, ...] = in_record(sheet.kind, key, sheet.library, value) if key == "foe" else ()
            parts.append(replace(part, choices=ways, placeholder=usual.get(key, "")))
        title = clipped(placed.name or (foe.name if foe is not None else placed.foe))
        title = title or tell("row.foes", number=number + 1)
        told = "" if foe is None else _heads(foe, placed)
        yield Row(path=path, title=title, told=told, parts=tuple(parts), problems=sheet.problems.get(path, ()))


def _heads(foe: Foe, placed: Placed) -> str:
    """Return how many come up and how much they bear."""
    health = building.owner_of(bounded(foe)).health if placed.health is None else placed.health
    if not foe.minions:
        return tell("line.boss_placed", health=health)
    return tell("line.mob", count=foe.minions if placed.minions is None else placed.minions, health=health)
