"""The form of a record: its groups of fields, each with its choices and its problems (CD-UI-23).

An effect has only the fields of its primitive; other values that are written there are shown as unused, so that
nothing is hidden and nothing is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import groupby

from engine.kit.content_editor import view_models
from engine.kit.content_editor.form_definitions import RecordField
from engine.kit.content_editor.json_record_edits import rows_at, value_at
from engine.kit.content_editor.shared_editor_texts import clipped
from engine.kit.content_editor.view_models import (
    EditorChoice,
    EditorField,
    EditorFieldKind,
    EditorRow,
    FieldGroup,
    Options,
    Problem,
)
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.rulesets.card_the_drawing.cards.card_library import CARDS, Library, Record
from engine.rulesets.card_the_drawing.cards.card_records import (
    Archetype,
    Card,
    CardDeck,
    Effect,
    EncounterFoe,
    Foe,
    PreparedEncounter,
    Tag,
)
from engine.rulesets.card_the_drawing.cards.card_text import effect_sentence, expression_text
from engine.rulesets.card_the_drawing.cards.effect_validation import EffectSetting, readable_names
from engine.rulesets.card_the_drawing.cards.effect_vocabulary import CHOOSING, PER_HIT
from engine.rulesets.card_the_drawing.cards.record_validation import MOST_EFFECTS, effect_setting_of
from engine.rulesets.card_the_drawing.decks import deck_rules
from engine.rulesets.card_the_drawing.editor.deck_card_pool import pool, problems_by_card
from engine.rulesets.card_the_drawing.editor.deck_owner import deck_problems_for, deck_user, with_bounded_numbers
from engine.rulesets.card_the_drawing.editor.editor_text import editor_text
from engine.rulesets.card_the_drawing.editor.field_choices import effect_choices, expression_choices, record_choices
from engine.rulesets.card_the_drawing.editor.record_fields import (
    EFFECT,
    FIELDS,
    PLACED,
    SHAPES,
    fields_of_primitive,
    help_of,
    label_of,
)

MOST_PLACED = 20
"""The maximum number of foes in an encounter."""


@dataclass(frozen=True, slots=True)
class RecordDraft:
    """The data of a form: the record as it is written, as it is understood, and all its problems."""

    kind: str
    record: view_models.Record
    understood: Record
    library: Library
    options: Options
    problems: Mapping[str, tuple[str, ...]]


def problems_by_field(kind: str, problems: Sequence[Problem]) -> Mapping[str, tuple[str, ...]]:
    """Return the problems by their field: that of `tags[1]` at `tags`."""
    texts_by_field: dict[str, list[str]] = {}
    for problem in problems:
        texts_by_field.setdefault(SHAPES.part_of(kind, problem.path), []).append(problem.text)
    return {path: tuple(texts) for path, texts in texts_by_field.items()}


def form_groups(sheet: RecordDraft) -> tuple[FieldGroup, ...]:
    """Return the form."""
    groups: list[FieldGroup] = []
    for group, fields in groupby(FIELDS[sheet.kind], key=lambda field: field.group):
        parts = tuple(part for field in fields if (part := _part(sheet, field)) is not None)
        if parts:
            groups.append(FieldGroup(id=group, title=editor_text(f"group.{group}"), parts=parts))
    return tuple(groups)


def _part(sheet: RecordDraft, field: RecordField) -> EditorField | None:
    value = sheet.record.get(field.key)
    matters = _matters(sheet, field.key)
    if not matters and (value is None or value is False or value == ""):
        return None
    plain = _plain(sheet, field, field.key, value, matters=matters)
    match field.kind:
        case EditorFieldKind.ROWS:
            return _rows(sheet, plain)
        case EditorFieldKind.COUNTED:
            return _counted(sheet, plain)
        case EditorFieldKind.CHOICE | EditorFieldKind.CHOICES:
            ways = record_choices(sheet.kind, field.key, sheet.library, value)
            return replace(plain, choices=ways, placeholder=_placeholder(sheet, field.key))
        case EditorFieldKind.EXPRESSION:
            return _expression(sheet, plain, field.key, {"user", "event"} if sheet.kind == CARDS else {"n"})
        case _:
            return replace(plain, placeholder=_placeholder(sheet, field.key))


def _plain(sheet: RecordDraft, field: RecordField, path: str, value: Json, *, matters: bool) -> EditorField:
    """Return the parts that every field has."""
    if field.kind is EditorFieldKind.SWITCH and value is None:
        value = field.default
    return EditorField(
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


def _expression(sheet: RecordDraft, part: EditorField, key: str, names: Set[str]) -> EditorField:
    spoken = expression_text(part.value) if isinstance(part.value, str | int) and part.value != "" else ""
    explanation = "" if spoken == str(part.value) else spoken
    return replace(part, choices=expression_choices(key, sheet.library, names), own_words=True, spoken=explanation)


def _matters(sheet: RecordDraft, key: str) -> bool:
    """Return whether a field has any effect with the rest as it is."""
    match sheet.understood:
        case Card() as card:
            setting = effect_setting_of(card, sheet.library)
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


def _placeholder(sheet: RecordDraft, key: str) -> str:
    """Return the value that applies where nothing is written."""
    match sheet.understood:
        case Archetype() | Foe() as profile if key == "health":
            mob = isinstance(profile, Foe) and profile.minions
            return "1" if mob else str(deck_rules.most_health(with_bounded_numbers(profile).stamina))
        case CardDeck() as deck if key == "archetype" and deck_user(deck, sheet.library) is None:
            return editor_text("nobodys")
        case _:
            return ""


def _counted(sheet: RecordDraft, part: EditorField) -> EditorField:
    deck = sheet.understood
    assert isinstance(deck, CardDeck)
    problems = deck_problems_for(deck, sheet.library, sheet.options)
    size = sum(max(0, count) for count in deck.cards.values())
    return replace(
        part,
        value=part.value if isinstance(part.value, Mapping) else {},
        pool=pool(deck, sheet.library, sheet.options),
        pool_kind=CARDS,
        flaws=problems_by_card(problems),
        problems=(*part.problems, *(say(flaw.words) for flaw in problems if not flaw.card)),
        spoken=editor_text("line.deck", count=size),
    )


# ---- rows ------------------------------------------------------------------------------------------------------------


def _rows(sheet: RecordDraft, part: EditorField) -> EditorField:
    rows = rows_at(sheet.record, part.path)
    made = tuple(_effects(sheet) if part.path == "effects" else _placed(sheet))
    most = MOST_EFFECTS if part.path == "effects" else MOST_PLACED
    adds = editor_text(f"add.{part.path}") if len(rows) < most else ""
    return replace(part, value=list(rows), rows=made, adds=adds, most=most)


def _effects(sheet: RecordDraft) -> Iterator[EditorRow]:
    """Yield the effects of a card or a tag; each knows which ones before it choose targets."""
    record, setting = sheet.understood, _setting(sheet)
    effects = record.effects if isinstance(record, Card | Tag) else ()
    choosing: set[str] = set()
    for number, effect in enumerate(effects):
        yield _effect_row(sheet, effect, number, setting, frozenset(choosing))
        if effect.target in CHOOSING:
            choosing.add(effect.on)


_made: dict[int, tuple[Json, Library, tuple[object, ...], EditorRow]] = {}
"""The last row made at each place, with its sources: a keystroke changes only one of them."""


def _effect_row(
    sheet: RecordDraft, effect: Effect, number: int, setting: EffectSetting, choosing: frozenset[str]
) -> EditorRow:
    path = f"effects[{number}]"
    written = rows_at(sheet.record, "effects")[number]
    wrong = tuple((at, texts) for at, texts in sheet.problems.items() if at.startswith(path))
    flags = (setting.surroundings, setting.stays, setting.played, setting.interrupts, setting.of_tag)
    memo_key = (sheet.kind, flags, choosing, wrong)
    known = _made.get(number)
    if known is not None and known[0] is written and known[1] is sheet.library and known[2] == memo_key:
        return known[3]
    row = EditorRow(
        path=path,
        title=editor_text("row.effects", number=number + 1),
        told=say(effect_sentence(effect)),
        parts=tuple(_effect_parts(sheet, effect, path, setting, choosing)),
        problems=sheet.problems.get(path, ()),
    )
    if number < MOST_EFFECTS:
        _made[number] = (written, sheet.library, memo_key, row)
    return row


def _setting(sheet: RecordDraft) -> EffectSetting:
    match sheet.understood:
        case Card() as card:
            return effect_setting_of(card, sheet.library)
        case Tag() as tag:
            return EffectSetting(library=sheet.library, of_tag=True, numbered=bool(tag.param))
        case _:
            return EffectSetting(library=sheet.library)


def _effect_parts(
    sheet: RecordDraft, effect: Effect, path: str, setting: EffectSetting, choosing: frozenset[str]
) -> Iterator[EditorField]:
    wanted = fields_of_primitive(effect.do)
    for key, field in EFFECT.items():
        at = f"{path}.{key}"
        value = value_at(sheet.record, at)
        matters = key in wanted and _goes(key, effect)
        if not matters and (value is None or value == "" or value is field.default):
            continue
        if key == "by" and effect.stat == "tags":
            field = _TAG_CHANGED
        part = _plain(sheet, field, at, value, matters=matters)
        if field.kind is EditorFieldKind.CHOICE:
            yield replace(part, choices=effect_choices(key, effect, value, setting, choosing))
        elif field.kind is EditorFieldKind.EXPRESSION:
            yield _expression(sheet, part, key, readable_names(effect, setting).get(key, frozenset()))
        else:
            yield part


_TAG_CHANGED = RecordField("by", EditorFieldKind.CHOICE, own_words=True)
"""The `by` field of a `modify` that changes tags: a tag instead of a number."""


def _goes(key: str, effect: Effect) -> bool:
    """Return whether a field of `modify` fits its other values."""
    match key:
        case "uses":
            return effect.stat in PER_HIT
        case "when_spent":
            return effect.uses is not None and effect.on == "while"
        case "until":
            return effect.on == "resolve"
        case _:
            return True


def _placed(sheet: RecordDraft) -> Iterator[EditorRow]:
    encounter = sheet.understood
    for number, placed in enumerate(encounter.foes if isinstance(encounter, PreparedEncounter) else ()):
        path = f"foes[{number}]"
        foe = sheet.library.foes.get(placed.foe)
        usual: Mapping[str, str] = {}
        if foe is not None:
            health = deck_rules.owner_profile_of(with_bounded_numbers(foe)).health
            usual = {"name": clipped(foe.name), "minions": str(foe.minions), "health": str(health), "adrenaline": "0"}
        parts = []
        for key, field in PLACED.items():
            value = value_at(sheet.record, f"{path}.{key}")
            matters = key != "minions" or foe is None or foe.minions > 0
            if not matters and value is None:
                continue
            part = _plain(sheet, field, f"{path}.{key}", value, matters=matters)
            ways: tuple[EditorChoice, ...] = (
                record_choices(sheet.kind, key, sheet.library, value) if key == "foe" else ()
            )
            parts.append(replace(part, choices=ways, placeholder=usual.get(key, "")))
        title = clipped(placed.name or (foe.name if foe is not None else placed.foe))
        title = title or editor_text("row.foes", number=number + 1)
        description = "" if foe is None else _heads(foe, placed)
        yield EditorRow(
            path=path, title=title, told=description, parts=tuple(parts), problems=sheet.problems.get(path, ())
        )


def _heads(foe: Foe, placed: EncounterFoe) -> str:
    """Return how many foes come, and their Health."""
    health = deck_rules.owner_profile_of(with_bounded_numbers(foe)).health if placed.health is None else placed.health
    if not foe.minions:
        return editor_text("line.boss_placed", health=health)
    return editor_text("line.mob", count=foe.minions if placed.minions is None else placed.minions, health=health)
