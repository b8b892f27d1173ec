"""The content editor of Classic d100 fantasy: traps, hazards, foes and places of the GM (CF-UI-11, CF-UI-12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.kit.content_editor import view_models
from engine.kit.content_editor.dice_numbers import between, dice_range, range_text
from engine.kit.content_editor.json_record_edits import rows_at, split_path
from engine.kit.content_editor.record_definition import ForeignRecord
from engine.kit.content_editor.record_editor import RecordEditor
from engine.kit.content_editor.record_form_view import RecordDraft, with_written
from engine.kit.content_editor.shared_editor_texts import clipped
from engine.kit.content_editor.view_models import EditorChoice, Lists, Note, Options, Problem, RecordOrigin, Trial
from engine.kit.encounters.encounter_forms import handout_choices
from engine.messages.refusal import Refused
from engine.model.frozen import Json
from engine.rulesets.classic_fantasy.character.character_rules import numbers as character_numbers
from engine.rulesets.classic_fantasy.damage.hazard_record import CustomHazard
from engine.rulesets.classic_fantasy.editor import encounter_generator_import, foe_ranges, trap_simulation
from engine.rulesets.classic_fantasy.editor.prepared_commands import KeepPrepared
from engine.rulesets.classic_fantasy.editor.prepared_records import (
    FOES,
    FORMS,
    LIBRARY,
    PLACES,
    TRAPS,
    PreparedFoe,
    PreparedPlace,
    PreparedTrap,
    Record,
    editor_text,
    places_in_order,
    trap_range,
)
from engine.rulesets.classic_fantasy.editor.prepared_summary import damage_range, price_range, statistics_of, summary_of
from engine.rulesets.classic_fantasy.editor.prepared_validation import faults_of
from engine.rulesets.classic_fantasy.hazards.custom_hazard_commands import HAZARDS
from engine.rulesets.classic_fantasy.hazards.custom_hazard_rules import DICE, RESISTANCES, WHERE
from engine.rulesets.classic_fantasy.settings import Settings, settings_from
from engine.rulesets.classic_fantasy.traps import trap_rules
from engine.rulesets.classic_fantasy.wounds.hit_locations import chart_of
from engine.rulesets.classic_fantasy.wounds.wound_rules import numbers as wound_numbers

_REFERENCES = {"trap": TRAPS, "foe": FOES, "hazard": HAZARDS}
"""The fields of the rows of a place that refer to other content, and its kind."""


class PreparedContent(NamedTuple):
    """The group's lists, and its options that matter to prepared content."""

    lists: Lists
    settings: Settings


_Draft = RecordDraft[Record, PreparedContent]


class PreparedContentEditor(RecordEditor[Record, PreparedContent]):
    """The editor of what a GM prepares; a record with faults could not come to the table, so it cannot be saved."""

    forms = FORMS
    command = KeepPrepared
    library = LIBRARY
    strict = True
    referring = (PLACES,)
    not_copied = frozenset({"rules"})

    # ---- what there is ----

    def content(self, lists: Lists, options: Options) -> PreparedContent:
        """Return the lists with the settings."""
        return PreparedContent(lists, settings_from(options))

    def lists_in(self, content: PreparedContent) -> Lists:
        """Return the group's lists."""
        return content.lists

    def records(self, content: PreparedContent, kind: str) -> Mapping[str, Record]:
        """Return the records of a kind; places in order of their numbers."""
        if kind == PLACES:
            return {place.id: place for place in places_in_order(content.lists)}
        return super().records(content, kind)

    def origin(self, content: PreparedContent, kind: str, record: Record) -> RecordOrigin:
        """Return whether a record is from the book, from the house, changed, or the group's own."""
        origin = super().origin(content, kind, record)
        return RecordOrigin.PRINTED if kind == TRAPS and origin is RecordOrigin.HOUSE else origin

    def faults(self, content: PreparedContent, kind: str, record: Record) -> Iterator[Problem]:
        """Yield the faults of a record."""
        return self.problems_of(kind, faults_of(record, *content))

    def references(self, record: Record) -> Iterator[tuple[str, str]]:
        """Yield what waits in a place."""
        if isinstance(record, PreparedPlace):
            for key, kind in _REFERENCES.items():
                yield from ((kind, getattr(row, key)) for row in getattr(record, f"{key}s"))

    def foreign_records(self, lists: Lists, options: Options, raw: object) -> tuple[ForeignRecord, ...] | None:
        """Return the creatures in a file of the Mythras Encounter Generator."""
        return encounter_generator_import.foes_in(raw)

    def sentences(self, content: PreparedContent, record: Record) -> Iterable[str]:
        """Return the effects of a record in plain words."""
        return summary_of(record, *content)

    def statistics(self, draft: _Draft) -> tuple[Note, ...]:
        """Return the statistics of a trap that can be built."""
        match draft.understood:
            case PreparedTrap() as trap if draft.readable:
                return statistics_of(trap, draft.content.settings)
            case _:
                return ()

    # ---- entries ----

    def entry_name(self, record: Record) -> str:
        """Return the name of a record, with the number of a place."""
        return f"{record.number}. {record.name}" if isinstance(record, PreparedPlace) and record.number else record.name

    def details(self, content: PreparedContent, record: Record) -> Iterator[str]:
        """Yield the most important values of a record."""
        match record:
            case PreparedTrap():
                yield ", ".join(FORMS.word("purposes", purpose) for purpose in record.purposes)
                yield f"{range_text(record.maker)} %"
                try:
                    yield damage_range(record, content.settings)
                    yield price_range(record, content.settings)
                except (Refused, ValueError):
                    return
            case CustomHazard():
                yield record.damage
                if record.fatigue:
                    yield editor_text("line.fatigue", dice=record.fatigue)
                yield record.skill
            case PreparedFoe():
                yield record.species
                yield FORMS.word("build", record.build)
                yield ", ".join(attack.name for attack in record.weapons)
            case PreparedPlace():
                ranges = [dice_range(foe.count) for foe in record.foes]
                least, most = sum(foe.least for foe in ranges), sum(foe.most for foe in ranges)
                counts = {"traps": len(record.traps), "foes": most, "hazards": len(record.hazards)}
                for key, count in {**counts, "fires": len(record.fires)}.items():
                    if key == "foes" and least != most:
                        yield editor_text("line.foes_rolled", least=least, most=most)
                    elif count:
                        yield editor_text(f"line.{key}", count=count)

    # ---- edits ----

    def blank(self, lists: Lists, options: Options, kind: str) -> view_models.Record:
        """Return a new record; a place has the next number."""
        start = super().blank(lists, options, kind)
        if kind != PLACES:
            return start
        return {**start, "number": max((place.number for place in places_in_order(lists)), default=0) + 1}

    def new_row(self, kind: str, record: view_models.Record, path: str) -> view_models.Record:
        """Return a new row: a reference names the first shipped record, a location begins after the last one."""
        referred = _REFERENCES.get(path.removesuffix("s"))
        if referred is not None:
            return {path.removesuffix("s"): next(iter(LIBRARY.shipped(referred)), "")}
        if path == "locations":
            last_numbers = (row.get("last") for row in rows_at(record, path) if isinstance(row, Mapping))
            first = max((number for number in last_numbers if isinstance(number, int)), default=0) + 1
            return {"first": min(first, 20), "last": 20, "name": "", "most": 4}
        return super().new_row(kind, record, path)

    # ---- the form ----

    def choices(self, draft: _Draft, path: str, value: Json) -> Iterable[EditorChoice]:
        """Return the choices of a field, with the written words."""
        handouts = handout_choices(draft.content.lists, path, value)
        if handouts is not None:
            return handouts
        if self.forms.words_of(draft.kind, path):
            return super().choices(draft, path, value)
        key, _, rest = split_path(path)
        return with_written(_choices_for(rest or key, draft.understood, *draft.content), value)

    def placeholder(self, draft: _Draft, path: str) -> str:
        """Return the value that applies while a field is empty."""
        settings = draft.content.settings
        match path, draft.understood:
            case "damage", PreparedTrap() as trap:
                try:
                    least, most = (each.damage for each in trap_range(trap, settings=settings))
                    return between(least or "0", most) if most else editor_text("nothing")
                except Refused:
                    return ""
            case "damage_modifier", PreparedFoe() as foe:
                return foe_ranges.damage_modifier(foe)
            case "action_points", PreparedFoe() as foe:
                return foe_ranges.action_points(foe, settings)
            case "initiative_bonus", PreparedFoe() as foe:
                return foe_ranges.initiative_bonus(foe)
            case _:
                return super().placeholder(draft, path)

    def meaning(self, draft: _Draft, path: str) -> str:
        """Return the meaning of a value: a maker's choices, the skill for works of a size (CF-TRAP-11, CF-TRAP-15)."""
        match path, draft.understood:
            case "spread", PreparedTrap(depth=None, maker=int(maker), spread=int(spread)):
                options = trap_rules.damage_options(max(1, maker), settings=draft.content.settings)
                if spread >= len(options):
                    return ""
                return editor_text("damage_row", damage=options[spread].damage, locations=options[spread].locations)
            case "works", PreparedTrap(works=works):
                return editor_text("made_by", skill=trap_rules.numbers().works[works])
            case _:
                return ""

    # ---- trying out ----

    def trial_situations(self, record: Record, content: PreparedContent) -> tuple[EditorChoice, ...]:
        """Return the situations in which a trap can be tried out."""
        return trap_simulation.situations()

    def try_record(
        self,
        record: Record,
        content: PreparedContent,
        lists: Lists,
        options: Options,
        situation: str,
        answers: Sequence[str],
    ) -> Trial:
        """Return the result of a trap triggered at a dummy."""
        assert isinstance(record, PreparedTrap)
        return trap_simulation.try_trap(self._game, record, lists, options, content.settings, situation, answers)


def _choices_for(key: str, record: Record, lists: Lists, settings: Settings) -> Iterator[EditorChoice]:
    """Yield the choices of a field of a record, or of a row in it, whose words its struct does not say."""
    if key in _REFERENCES:
        for id_, prepared in LIBRARY.records(lists, _REFERENCES[key]).items():
            yield EditorChoice(value=id_, label=clipped(prepared.name))
    else:
        for word in _proposed_words(key, record, settings):
            yield FORMS.word_choice(key, word)


def _proposed_words(key: str, record: Record, settings: Settings) -> Sequence[str]:
    """Return the proposed words of a field that takes other words too."""
    match key, record:
        case "damage", PreparedTrap(maker=maker) if dice_range(maker).least >= 1:
            options = trap_rules.damage_options(dice_range(maker).least, settings=settings)
            return ("0", *(option.damage for option in reversed(options)))
        case "damage" | "fatigue", _:
            return DICE
        case "locations", _:
            return WHERE
        case "damage_modifier", _:
            return ("-1d4", "-1d2", "+1d2", "+1d4", "+1d6")
        case "size", _:
            return wound_numbers().sizes
        case "location", PreparedFoe(build="own", locations=locations):
            return tuple(location.name for location in locations if location.name)
        case "location", PreparedFoe(build=build) if build != "own":
            return chart_of(build).names
        case "skill", _:
            return tuple(dict.fromkeys((*RESISTANCES, "Acrobatics", "Athletics")))
        case "name", PreparedFoe():
            return tuple(character_numbers().skills.standard)
        case _:
            return ()
