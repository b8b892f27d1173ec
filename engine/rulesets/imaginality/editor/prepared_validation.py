"""Validation of prepared content: faults that prevent saving, and warnings, each at its field."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.kit.cast.record_names import name_faults
from engine.kit.content_editor.content_library import Fault, fault_at
from engine.rulesets.imaginality.character_state import ATTRIBUTES
from engine.rulesets.imaginality.editor.prepared_records import (
    PreparedCharacter,
    PreparedDifficulty,
    PreparedSeed,
    Record,
)

_fault_at = partial(fault_at, "im")


def faults_of(record: Record) -> tuple[Fault, ...]:
    """Return the faults of a record, in no particular order."""
    found = [*name_faults(record)]
    match record:
        case PreparedCharacter():
            found += _character_faults(record)
        case PreparedDifficulty(skill=skill, attribute=attribute):
            if skill.strip() and not attribute:
                found.append(_fault_at("attribute", "attribute", "IM-SKILL-6"))
        case PreparedSeed(read_out=read_out):
            if not read_out.strip():
                found.append(_fault_at("read_out", "no_text", warning=True))
    return tuple(found)


def _character_faults(record: PreparedCharacter) -> Iterator[Fault]:
    missing = [name for name in ATTRIBUTES if getattr(record, name) is None]
    if missing and (len(missing) < len(ATTRIBUTES) or record.skills):
        yield _fault_at(missing[0], "attributes", "IM-CHAR-7")
    skills = [skill.strip().casefold() for skill in record.skills]
    if len({*skills}) < len(skills):
        yield _fault_at("skills", "twice", "IM-CHAR-9")
