"""The view of an editor of prepared content: its form, its summary and its faults (CF-UI-11, CF-UI-12)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.kit.content_editor import view_models
from engine.kit.content_editor.form_definitions import RecordField
from engine.kit.content_editor.json_record_edits import rows_at, value_at
from engine.kit.content_editor.shared_editor_texts import clipped
from engine.kit.content_editor.view_models import (
    EditorField,
    EditorFieldKind,
    EditorRow,
    EditorView,
    FieldGroup,
    Lists,
    Problem,
    RecordOrigin,
)
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.rulesets.classic_fantasy.character import character_rules
from engine.rulesets.classic_fantasy.d100_calculation import total
from engine.rulesets.classic_fantasy.damage.hazard_record import CustomHazard
from engine.rulesets.classic_fantasy.editor import prepared_library
from engine.rulesets.classic_fantasy.editor.prepared_choices import choices_for, damage_option_text
from engine.rulesets.classic_fantasy.editor.prepared_forms import FIELDS, FORMS, MOST, ROWS, USUAL
from engine.rulesets.classic_fantasy.editor.prepared_messages import editor_text
from engine.rulesets.classic_fantasy.editor.prepared_records import (
    FOES,
    MOST_ROWS,
    TRAPS,
    PreparedFoe,
    PreparedTrap,
    Record,
    id_of,
    trap_of,
)
from engine.rulesets.classic_fantasy.editor.prepared_statistics import notes_of
from engine.rulesets.classic_fantasy.editor.prepared_summary import summary_of
from engine.rulesets.classic_fantasy.editor.prepared_validation import faults_of
from engine.rulesets.classic_fantasy.hazards.custom_hazard_commands import HAZARDS
from engine.rulesets.classic_fantasy.settings import Settings
from engine.rulesets.classic_fantasy.traps import trap_rules

LONGEST_ID = 40
_USES = {TRAPS: "traps", FOES: "foes", HAZARDS: "hazards"}
"""The part of a place, and its field, that refer to records of a kind."""
_CHOSEN = frozenset({EditorFieldKind.CHOICE, EditorFieldKind.CHOICES})


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The data of a form: the record as written, the record as read, and all its faults."""

    kind: str
    record: view_models.Record
    understood: Record
    lists: Lists
    settings: Settings
    problems: Mapping[str, tuple[str, ...]]


def editor_view_of(kind: str, record: view_models.Record, lists: Lists, settings: Settings) -> EditorView:
    """Return the view of a record."""
    prepared, problems = read_record(kind, record, lists, settings)
    id_ = id_of(prepared)
    saved = prepared_library.records(lists, kind).get(id_)
    by_part: dict[str, list[str]] = {}
    for problem in problems:
        by_part.setdefault(FORMS.part_of(kind, problem.path), []).append(problem.text)
    sheet = _Sheet(kind, record, prepared, lists, settings, {path: tuple(texts) for path, texts in by_part.items()})
    misfit = any(problem.form for problem in problems)
    return EditorView(
        kind=kind,
        id=id_ if kind == HAZARDS else _text(record.get("id")),
        name=clipped(prepared.name) or editor_text(f"unnamed.{kind}"),
        origin=RecordOrigin.OWN if saved is None else prepared_library.origin(lists, kind, id_),
        groups=tuple(_groups(sheet)),
        record=None if misfit else prepared_library.row_of(prepared),
        reading=summary_of(prepared, lists, settings),
        problems=FORMS.in_order(kind, problems),
        notes=() if misfit else notes_of(prepared, settings),
        can_save=not misfit,
        changed=saved is None or misfit or prepared != saved,
        exists=saved is not None,
        has_original=prepared_library.shipped_record(kind, id_) is not None,
        used_by=tuple(used_by(lists, kind, id_)) if saved is not None else (),
    )


def read_record(
    kind: str, record: view_models.Record, lists: Lists, settings: Settings
) -> tuple[Record, tuple[Problem, ...]]:
    """Return a record as far as it can be read, with the id for saving it, and all its faults.

    A record that cannot be placed or brought cannot be saved either: then every fault is marked as one of `form`.
    """
    prepared, misfits = FORMS.parse(kind, record)
    if not isinstance(prepared, CustomHazard) and not prepared.id.strip():
        prepared = replace(prepared, id=id_for(prepared.name, kind, lists))
    unread = {misfit.path for misfit in misfits}  # the value there is not the written one: no other faults
    faults = (fault for fault in faults_of(prepared, lists, settings) if fault.path not in unread)
    problems = tuple(
        Problem(
            path=fault.path,
            text=say(fault.words),
            place=FORMS.place_label(kind, fault.path),
            rule=fault.rule,
            warning=fault.warning,
            form=not fault.warning,
        )
        for fault in faults
    )
    return prepared, (*misfits, *problems)


def id_for(name: str, kind: str, lists: Lists) -> str:
    """Return an id made from a name: short, plain, and not used by a saved or shipped record."""
    command = unicodedata.normalize("NFKD", name[:200]).encode("ascii", "ignore").decode("ascii")
    stem = prepared_library.stem_of(command)[:LONGEST_ID].strip("_") or kind.removesuffix("s")
    records = prepared_library.records(lists, kind)
    new_id, number = stem, 1
    while new_id in records:
        number += 1
        new_id = f"{stem}_{number}"
    return new_id


def used_by(lists: Lists, kind: str, id_: str) -> Iterator[str]:
    """Yield a phrase for each place that refers to a record."""
    part = _USES.get(kind)
    if part is None:
        return
    for place in prepared_library.places(lists):
        rows = prepared_library.row_of(place).get(part)
        key = part.removesuffix("s")
        if any(isinstance(row, Mapping) and row.get(key) == id_ for row in (rows if isinstance(rows, list) else ())):
            yield editor_text("used_by", name=clipped(place.name))


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""


# ---- the form --------------------------------------------------------------------------------------------------------


def _groups(sheet: _Sheet) -> Iterator[FieldGroup]:
    for group, fields in groupby(FIELDS[sheet.kind], key=lambda field: field.group):
        parts = tuple(part for field in fields if (part := _field_view(sheet, field)) is not None)
        if parts:
            yield FieldGroup(id=group, title=editor_text(f"group.{group}"), parts=parts)


def _field_view(sheet: _Sheet, field: RecordField) -> EditorField | None:
    value = sheet.record.get(field.key)
    has_effect = _has_effect(sheet.understood, field.key)
    if not has_effect and not value:
        return None
    field_view = _plain_field(sheet, field, field.key, value, has_effect=has_effect)
    if field.kind is EditorFieldKind.ROWS:
        return _field_with_rows(sheet, field_view)
    return replace(field_view, placeholder=_placeholder(sheet, field.key), spoken=_meaning(sheet, field.key))


def _plain_field(sheet: _Sheet, field: RecordField, path: str, value: Json, *, has_effect: bool = True) -> EditorField:
    if field.kind is EditorFieldKind.SWITCH and value is None:
        value = field.default
    closed = field.kind is EditorFieldKind.CHOICE and not field.own_words
    if closed and value is None:
        value = FORMS.default_of(sheet.kind, path)
    chosen = field.kind in _CHOSEN
    return EditorField(
        path=path,
        kind=field.kind,
        label=FORMS.label_of(sheet.kind, path),
        help=FORMS.help_of(sheet.kind, path),
        value=value,
        choices=choices_for(field.key, sheet.understood, sheet.lists, sheet.settings, value) if chosen else (),
        own_words=field.own_words,
        least=field.least,
        most=field.most,
        longest=field.longest,
        optional=not (field.required or closed),
        problems=sheet.problems.get(path, ()),
        matters=has_effect,
    )


def _has_effect(record: Record, key: str) -> bool:
    """Say whether a field has any effect with the present values of the others."""
    match record:
        case PreparedTrap(depth=depth):
            return depth is None or key not in ("damage", "spread", "ignores_armour")
        case CustomHazard(damage=damage, fatigue=fatigue, skill=skill, every=every):
            return {
                **dict.fromkeys(("locations", "near", "armour"), bool(damage)),
                **dict.fromkeys(("cause", "recovery"), bool(fatigue)),
                **dict.fromkeys(("grade", "on_success"), bool(skill)),
                "steps": bool(every),
            }.get(key, True)
        case PreparedFoe(build=build):
            return key != "locations" or build == "own"
        case _:
            return True


def _placeholder(sheet: _Sheet, key: str) -> str:
    """Return the value that applies while a field is empty."""
    match sheet.understood, key:
        case PreparedTrap() as trap, "damage":
            try:
                return trap_of(trap, settings=sheet.settings).damage or editor_text("nothing")
            except Refused:
                return ""
        case PreparedTrap(), "maker" | "spread":
            return str(FORMS.default_of(sheet.kind, key))  # a row leaves out default values
        case CustomHazard(), "locations":
            return "1"
        case PreparedFoe() as foe, _:
            return _foe_placeholder(foe, key, sheet.settings)
        case _:
            return ""


def _foe_placeholder(foe: PreparedFoe, key: str, settings: Settings) -> str:
    match key:
        case "damage_modifier" if foe.strength is not None and foe.size is not None:
            return character_rules.damage_modifier(foe.strength, foe.size)
        case "action_points" if None not in (foe.intelligence, foe.dexterity):
            characteristics: character_rules.Characteristics = {"INT": foe.intelligence or 0, "DEX": foe.dexterity or 0}
            return str(total(character_rules.action_points(0, characteristics, settings)))
        case "initiative_bonus" if foe.dexterity is not None and foe.intelligence is not None:
            return str(character_rules.initiative_bonus(foe.dexterity, foe.intelligence))
        case _:
            return ""


def _meaning(sheet: _Sheet, key: str) -> str:
    """Return the meaning of a field's value: a maker's choices, the skill for works of a size (CF-TRAP-15)."""
    match sheet.understood, key:
        case PreparedTrap(depth=None) as trap, "spread":
            return damage_option_text(sheet.settings, trap)
        case PreparedTrap(works=works), "works":
            return editor_text("made_by", skill=trap_rules.numbers().works[works])
        case _:
            return ""


def _field_with_rows(sheet: _Sheet, part: EditorField) -> EditorField:
    values = rows_at(sheet.record, part.path)
    rows = tuple(_row(sheet, part.path, number) for number, _ in enumerate(values))
    most = MOST.get(part.path, MOST_ROWS)
    adds = editor_text(f"add.{part.path}") if len(rows) < most else ""
    return replace(part, value=list(values), rows=rows, adds=adds, most=most)


def _row(sheet: _Sheet, key: str, number: int) -> EditorRow:
    path = f"{key}[{number}]"
    parts = tuple(
        replace(
            _plain_field(sheet, field, f"{path}.{name}", value_at(sheet.record, f"{path}.{name}")),
            placeholder=USUAL.get(f"{key}.{name}", ""),
        )
        for name, field in ROWS[key].fields.items()
    )
    row = rows_at(sheet.record, key)[number]
    text = _row_text(key, parts) if isinstance(row, Mapping) else ""
    title = editor_text(f"row.{key}", number=number + 1)
    return EditorRow(path=path, title=title, told=text, parts=parts, problems=sheet.problems.get(path, ()))


def _row_text(key: str, parts: Sequence[EditorField]) -> str:
    """Return a row as one line of its values."""
    cells = {part.path.rpartition(".")[2]: _value_words(part) for part in parts}
    return clipped(editor_text(f"in_row.{key}", **cells))


def _value_words(part: EditorField) -> str:
    if part.kind is EditorFieldKind.SWITCH:
        return part.label if part.value is True else ""
    if part.value in (None, ""):
        return part.placeholder
    return next((choice.label for choice in part.choices if choice.value == part.value), str(part.value))
