"""The form of an effect: the fields of its primitive, and edits that keep them consistent (5.6, CD-UI-23).

An effect has only the fields of its primitive; other values that are written there are shown as unused, so that
nothing is hidden and nothing is lost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.core.memo import memo_of_moment
from engine.kit.content_editor.form_definitions import RecordField
from engine.kit.content_editor.json_record_edits import rows_at, split_path, value_at, with_row_at, with_value_at
from engine.kit.content_editor.record_form_view import C, R, RecordDraft, RecordFormView
from engine.kit.content_editor.view_models import EditorChoice, EditorField, EditorFieldKind, EditorRow, Record
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.rulesets.card_the_drawing.cards.card_library import Library, library_of
from engine.rulesets.card_the_drawing.cards.card_records import (
    CHOOSING,
    FIELD_TRIGGERS,
    OPERATIONS,
    PER_HIT,
    PRIMITIVES,
    Card,
    Effect,
    Tag,
)
from engine.rulesets.card_the_drawing.cards.card_text import effect_sentence
from engine.rulesets.card_the_drawing.cards.effect_validation import EffectSetting, readable_names
from engine.rulesets.card_the_drawing.cards.record_validation import effect_setting_of
from engine.rulesets.card_the_drawing.editor.field_choices import effect_choices, expression_choices, spoken
from engine.rulesets.card_the_drawing.editor.record_fields import EFFECT, SHAPES, fields_of_primitive

_FLAGS = ("surroundings", "stays", "played", "interrupts", "of_tag", "numbered")
_TAG_CHANGED = RecordField("by", EditorFieldKind.CHOICE, own_words=True)
"""The `by` field of a `modify` that changes tags: a tag instead of a number."""


class _EffectInPlace(NamedTuple):
    """An effect as it is read, and what its form depends on besides.

    Attributes:
        flags: the values of its `EffectSetting`, but for the library.
        choosing: the triggers for which an effect before it chooses targets already.
    """

    kind: str
    effect: Effect
    flags: tuple[bool, ...]
    choosing: frozenset[str]


class _EffectForm(RecordFormView[Effect, tuple[EffectSetting, frozenset[str]]]):
    """The form of the effects of cards and tags."""

    forms = SHAPES

    def field_view(self, draft: _Draft, field: RecordField, path: str) -> EditorField | None:
        """Return a field; a changed tag is chosen, not calculated."""
        changes_tags = field.key == "by" and draft.understood.stat == "tags"
        return super().field_view(draft, _TAG_CHANGED if changes_tags else field, path)

    def matters(self, draft: _Draft, path: str) -> bool:
        """Say whether a field is one of the primitive, and fits the others of a `modify`."""
        effect, key = draft.understood, split_path(path)[2]
        if key not in fields_of_primitive(effect.do):
            return False
        match key:
            case "uses":
                return effect.stat in PER_HIT
            case "when_spent":
                return effect.uses is not None and effect.on == "while"
            case "until":
                return effect.on == "resolve"
            case _:
                return True

    def choices(self, draft: _Draft, path: str, value: Json) -> tuple[EditorChoice, ...]:
        """Return the choices of a field, or the expressions that are proposed."""
        effect, key, (setting, choosing) = draft.understood, split_path(path)[2], draft.content
        if EFFECT[key].kind is EditorFieldKind.EXPRESSION and not (key == "by" and effect.stat == "tags"):
            return expression_choices(key, setting.library, readable_names(effect, setting).get(key, frozenset()))
        return effect_choices(key, effect, value, setting, choosing)

    def meaning(self, draft: _Draft, path: str) -> str:
        """Return the meaning of an expression."""
        key = split_path(path)[2]
        is_expression = EFFECT[key].kind is EditorFieldKind.EXPRESSION
        if not is_expression or (key == "by" and draft.understood.stat == "tags"):
            return ""
        return spoken(value_at(draft.record, path))

    def row_line(self, draft: _Draft, key: str, number: int, parts: Sequence[EditorField]) -> str:
        """Return the effect as a sentence."""
        return say(effect_sentence(draft.understood))


_Draft = RecordDraft[Effect, tuple[EffectSetting, frozenset[str]]]
_FORM = _EffectForm()


def effect_row(draft: RecordDraft[R, C], record: Card | Tag, library: Library, number: int) -> EditorRow:
    """Return the form of an effect of a card or a tag that is being edited."""
    effects, path, setting = record.effects, f"effects[{number}]", _setting_of(record, library)
    place = _EffectInPlace(
        kind=draft.kind,
        effect=effects[number],
        flags=tuple(getattr(setting, flag) for flag in _FLAGS),
        choosing=frozenset(effect.on for effect in effects[:number] if effect.target in CHOOSING),
    )
    problems = tuple((at, texts) for at, texts in draft.problems.items() if at.startswith(path))
    row: Mapping[str, Json] = rows_at(draft.record, "effects")[number]  # type: ignore[assignment]
    return _effect_row(library, row, number, place, problems)


@memo_of_moment
def _effect_row(
    library: Library,
    row: Mapping[str, Json],
    number: int,
    place: _EffectInPlace,
    problems: tuple[tuple[str, tuple[str, ...]], ...],
) -> EditorRow:
    """Return the row of an effect; a keystroke changes only one of them."""
    setting = EffectSetting(library=library, **dict(zip(_FLAGS, place.flags, strict=True)))
    record: Record = {"effects": [*({},) * number, row]}
    content = (setting, place.choosing)
    draft = RecordDraft(place.kind, record, place.effect, content, readable=True, problems=dict(problems))
    return _FORM.row_view(draft, "effects", number)


def _setting_of(record: Card | Tag, library: Library) -> EffectSetting:
    """Return the situation of a record's effects."""
    if isinstance(record, Card):
        return effect_setting_of(record, library)
    return EffectSetting(library=library, of_tag=True, numbered=bool(record.param))


# ---- edits -----------------------------------------------------------------------------------------------------------


def new_effect(kind: str, record: Record) -> Record:
    """Return a new effect that is likely for the rest of the record."""
    number, setting = len(rows_at(record, "effects")), _shipped_setting(kind, record)
    lasting = setting.of_tag or not setting.played
    started = {"on": "while", "do": "modify"} if lasting else {"on": "resolve", "do": "damage"}
    fitted = with_fitting_fields(kind, with_row_at(record, "effects", started), f"effects[{number}]", "do")
    row = rows_at(fitted, "effects")[number]
    assert isinstance(row, Mapping)
    return row


def is_untouched_effect(kind: str, record: Record, number: int) -> bool:
    """Return whether an effect after the first is still as it was when it was added."""
    rows = rows_at(record, "effects")
    return 0 < number < len(rows) and rows[number] == new_effect(kind, {**record, "effects": list(rows[:number])})


def _shipped_setting(kind: str, record: Record) -> EffectSetting:
    """Return the situation of a record's effects, by the shipped tags."""
    understood, _ = SHAPES.parse(kind, record)
    if isinstance(understood, Card):
        return effect_setting_of(understood, library_of())
    return EffectSetting(library=library_of(), of_tag=True)


def with_fitting_fields(kind: str, record: Record, path: str, changed: str) -> Record:
    """Return a record in which an effect has the fields of its primitive, with the needed ones filled in."""
    effect = value_at(record, path)
    if not isinstance(effect, Mapping):
        return record
    do = effect.get("do")
    primitive = PRIMITIVES.get(do) if isinstance(do, str) else None
    if primitive is None or not isinstance(do, str):
        return record
    setting = _shipped_setting(kind, record)
    if changed == "do":
        on = effect.get("on")
        record = with_value_at(record, f"{path}.on", on if on in primitive.on else _moment(primitive.on, setting))
        for key in EFFECT:
            if key not in fields_of_primitive(do):
                record = with_value_at(record, f"{path}.{key}", None)
    if do == "modify":
        record = _change_fitted(record, path, setting, changed)
    for key in primitive.needs:
        if value_at(record, f"{path}.{key}") in (None, ""):
            record = with_value_at(record, f"{path}.{key}", _needed(key, record, path, setting))
    return record


def _moment(moments: tuple[str, ...], setting: EffectSetting) -> str:
    """Return the likeliest of some triggers."""
    played = [on for on in moments if on == "resolve" and setting.played and not (setting.stays and "while" in moments)]
    lasting = [on for on in moments if setting.stays and (on == "while" or on in FIELD_TRIGGERS)]
    return next(iter([*played, *lasting, *moments]))


def _change_fitted(record: Record, path: str, setting: EffectSetting, changed: str) -> Record:
    """Return a record in which the fields of a `modify` fit the value that it changes."""
    stat = value_at(record, f"{path}.stat")
    known = OPERATIONS.get(stat) if isinstance(stat, str) else None
    if known is None:
        return record
    if value_at(record, f"{path}.op") not in known:
        record = with_value_at(record, f"{path}.op", known[0])
    if changed == "stat":
        was = value_at(record, f"{path}.by")
        is_tag = isinstance(was, str) and was in setting.library.tags
        if is_tag is not (stat == "tags"):
            record = with_value_at(record, f"{path}.by", "Close" if stat == "tags" else 1)
    if stat not in PER_HIT:
        record = with_value_at(with_value_at(record, f"{path}.uses", None), f"{path}.when_spent", None)
    on = value_at(record, f"{path}.on")
    if on != "resolve":
        record = with_value_at(record, f"{path}.until", None)
    if on != "while":
        record = with_value_at(record, f"{path}.when_spent", None)
    return record


_LIKELY: Mapping[str, Json] = {
    "from": "close_attackers",
    "to": "others_not_targeted",
    "stat": "damage_taken",
    "op": "add",
}
"""The most likely values of fields that do not depend on the rest."""


def _needed(key: str, record: Record, path: str, setting: EffectSetting) -> Json:
    """Return the most likely value of a field that must not be empty."""
    if key == "target":
        return _target(record, path, setting)
    if key == "scope":
        borne = setting.stays and not setting.of_tag
        return "all" if setting.surroundings else "bearer" if borne else "user"
    return _LIKELY.get(key, 1)


def _target(record: Record, path: str, setting: EffectSetting) -> str:
    """Return the most likely target of an effect: the targets chosen before, or else a selector that fits."""
    effect = _read(value_at(record, path))
    if setting.surroundings:
        return "all"
    if effect.on == "declare":
        return "user"
    _, number, _ = split_path(path)
    before = [_read(row) for row in rows_at(record, "effects")[: number or 0]]
    if any(other.on == effect.on and other.target in CHOOSING for other in before):
        return "same"
    return "same" if setting.of_tag else "one"


def _read(row: Json) -> Effect:
    """Return only the trigger and the target of an effect."""
    fields = row if isinstance(row, Mapping) else {}
    return Effect(on=str(fields.get("on") or ""), do="", target=str(fields.get("target") or ""))
