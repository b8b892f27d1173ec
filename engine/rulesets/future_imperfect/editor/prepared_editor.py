"""The content editor of Future Imperfect: foes, gangs and dangers of the GM."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engine.kit.cast.cast_summary import individual_sentences
from engine.kit.content_editor.declared_forms import forms_of_game
from engine.kit.content_editor.dice_numbers import dice_range, range_text
from engine.kit.content_editor.json_record_edits import split_path
from engine.kit.content_editor.persistence import names_in
from engine.kit.content_editor.record_editor import RecordEditor
from engine.kit.content_editor.record_form_view import RecordDraft, with_written
from engine.kit.content_editor.shared_editor_texts import clipped, upper_first
from engine.kit.content_editor.view_models import EditorChoice, Lists, Problem
from engine.kit.content_editor.view_models import Record as PlainRecord
from engine.model.frozen import Json
from engine.rulesets.future_imperfect.character.hit_locations import HUMAN, chart_named
from engine.rulesets.future_imperfect.character.traits import ladders
from engine.rulesets.future_imperfect.editor.deployment_commands import SavePrepared
from engine.rulesets.future_imperfect.editor.prepared_records import (
    FOES,
    GANGS,
    LIBRARY,
    STRUCTS,
    TRAITS,
    PreparedDanger,
    PreparedFoe,
    PreparedGang,
    Record,
)
from engine.rulesets.future_imperfect.editor.prepared_sheets import chart_of, listed_weapon, locations_of
from engine.rulesets.future_imperfect.editor.prepared_validation import faults_of
from engine.rulesets.future_imperfect.rules import hazard_rules
from engine.rulesets.future_imperfect.settings import APTITUDES, ARMOUR, RACES, WEAPONS

FORMS: Final = forms_of_game("future_imperfect", "fi", STRUCTS)
editor_text = FORMS.text
_sentence = FORMS.sentence


_LISTS = {"aptitudes": APTITUDES, "weapons": WEAPONS, "armour": ARMOUR}
"""The rows whose names the group's lists propose."""


class PreparedContentEditor(RecordEditor[Record, Lists]):
    """The editor of what a GM prepares; a record with errors could not come to the table, so it cannot be saved."""

    forms = FORMS
    command = SavePrepared
    library = LIBRARY
    strict = True
    referring = (GANGS,)

    # ---- what there is ----

    def faults(self, content: Lists, kind: str, record: Record) -> Iterator[Problem]:
        """Yield the faults of a record."""
        return self.problems_of(kind, faults_of(record, content))

    def references(self, record: Record) -> Iterator[tuple[str, str]]:
        """Yield the foes of a gang."""
        if isinstance(record, PreparedGang):
            yield from ((FOES, row.foe) for row in record.members)

    def sentences(self, content: Lists, record: Record) -> Iterable[str]:
        """Return the effects of a record in plain words."""
        match record:
            case PreparedFoe():
                return _foe_sentences(record, content)
            case PreparedGang():
                return _gang_sentences(record, content)
            case PreparedDanger():
                return (_danger_sentence(record),)

    # ---- entries ----

    def details(self, content: Lists, record: Record) -> Iterator[str]:
        """Yield the most important values of a record."""
        match record:
            case PreparedFoe():
                yield FORMS.word("sort", record.sort)
                yield record.race
                yield ", ".join(weapon.name for weapon in record.weapons)
            case PreparedGang():
                ranges = [dice_range(row.count) for row in record.members]
                least, most = sum(row.least for row in ranges), sum(row.most for row in ranges)
                yield editor_text("line.members" if least == most else "line.members_rolled", least=least, most=most)
            case PreparedDanger():
                yield FORMS.word("sort", record.sort)
                yield from self.summary_of(content, record)

    def new_row(self, kind: str, record: PlainRecord, path: str) -> PlainRecord:
        """Return a new row; a gang's row begins without a foe, because none is there for every group."""
        return {"foe": ""} if path == "members" else super().new_row(kind, record, path)

    # ---- the form ----

    def choices(self, draft: RecordDraft[Record, Lists], path: str, value: Json) -> Iterable[EditorChoice]:
        """Return the choices of a field, with the written words."""
        if self.forms.words_of(draft.kind, path):
            return super().choices(draft, path, value)
        key, row, rest = split_path(path)
        if row is not None and rest == "name":
            names = names_in(draft.content, _LISTS.get(key, ""))
            return with_written((EditorChoice(value=name, label=name) for name in names), value)
        return with_written(_choices_for(rest or key, draft.understood, draft.content), value)

    def placeholder(self, draft: RecordDraft[Record, Lists], path: str) -> str:
        """Return the value that applies while a field is empty; of a weapon, that of the group's list."""
        key, row, rest = split_path(path)
        foe = draft.understood
        if key == "weapons" and row is not None and isinstance(foe, PreparedFoe) and row < len(foe.weapons):
            return str(listed_weapon(foe.weapons[row].name, draft.content).get(rest) or "")
        return super().placeholder(draft, path)


_COUNTS = (1, 2, 3)
_TRAIT_NAMES = ("Reflex", "Dexterity", "Strength", "Vigor")


def _choices_for(key: str, record: Record, lists: Lists) -> Iterator[EditorChoice]:
    """Yield the choices of a field of a record, or of a row in it, whose words its struct does not say."""
    match key:
        case "foe":
            for id_, foe in LIBRARY.records(lists, FOES).items():
                yield EditorChoice(value=id_, label=clipped(foe.name))
        case "water":
            yield from (FORMS.word_choice(key, word) for word in hazard_rules.hazard_tables().water)
        case "areas":
            yield from (FORMS.word_choice(key, area) for area in chart_named(HUMAN).areas)
        case _:
            for word in _proposed_words(key, record, lists):
                yield EditorChoice(value=word, label=word)


def _proposed_words(key: str, record: Record, lists: Lists) -> Sequence[str]:
    """Return the proposed words of a field that takes other words too."""
    match key, record:
        case "dice", _:
            return tuple(f"3d{sides}" for sides in ladders().damage_ladder)
        case "damage", _:
            return tuple(f"2d{sides}" for sides in ladders().damage_ladder)
        case "race", _:
            return names_in(lists, RACES)
        case "area", PreparedFoe():
            return tuple(upper_first(place.replace("_", " ")) for place in locations_of(chart_of(record, lists)))
        case "trait", _:
            return _TRAIT_NAMES
        case _ if key in TRAITS:
            return tuple(f"{count}d{sides}" for count in _COUNTS for sides in ladders().trait_ladder)
        case _:
            return ()


def _foe_sentences(record: PreparedFoe, lists: Lists) -> Iterator[str]:
    traits: list[Json] = [f"{FORMS.label_of(FOES, trait)} {getattr(record, trait)}" for trait in TRAITS]
    yield _sentence("traits", traits=traits)
    for weapon in (weapon for weapon in record.weapons if weapon.count != 0):
        listed = listed_weapon(weapon.name, lists)
        damage = weapon.damage or str(listed.get("damage") or "–")
        hand = FORMS.word("hand", weapon.hand).casefold() if weapon.hand else ""
        yield _sentence("weapon", name=clipped(weapon.name), count=weapon.count, damage=damage, hand=hand)
    if record.aptitudes:
        names = (": ".join(filter(None, (row.name, row.concentration))) for row in record.aptitudes)
        levels = zip(names, record.aptitudes, strict=True)
        yield _sentence("aptitudes", aptitudes=[f"{clipped(name)} {row.level}" for name, row in levels])
    if record.armour_value:
        yield _sentence("armour", armour=record.armour_value)
    for piece in record.armour:
        yield _sentence("piece", area=clipped(piece.area), armour=piece.value)
    yield from individual_sentences(FORMS, FOES, record)


def _gang_sentences(record: PreparedGang, lists: Lists) -> Iterator[str]:
    foes = LIBRARY.records(lists, FOES)
    for row in record.members:
        foe = foes.get(row.foe)
        name = row.name or (foe.name if foe is not None else row.foe)
        yield _sentence("member", count=row.count, name=clipped(name))
    yield _sentence("shared_hand" if record.shared_hand else "own_hands")


def _danger_sentence(record: PreparedDanger) -> str:
    tables = hazard_rules.hazard_tables()
    match record.sort:
        case "fall":
            if isinstance(record.metres, str):
                return _sentence("fall_rolled", metres=range_text(record.metres))
            dice = hazard_rules.fall_dice(record.metres)
            ground = FORMS.word("ground", record.ground)
            if not dice.dice:
                return _sentence("fall_unhurt", metres=record.metres)
            numbers = {"dice": dice.dice, "sides": dice.sides, "plus": dice.plus}
            return _sentence("fall", metres=record.metres, ground=ground, **numbers)
        case "fire":
            return _sentence("fire", dice=tables.fire.dice[record.blaze], sides=tables.fire.sides)
        case "smoke":
            return _sentence("smoke", tn=tables.smoke.tn, bonus=tables.smoke.cloth if record.cloth else 0)
        case "water":
            return _sentence("water", tn=tables.water[record.water]) if record.water in tables.water else ""
        case "explosion":
            return _sentence("explosion", dice=record.dice, pn="" if record.pn is None else range_text(record.pn))
        case "fear":
            return _sentence("terror" if record.terror else "fear", tn=range_text(record.tn))
