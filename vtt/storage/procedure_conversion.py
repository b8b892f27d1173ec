"""Conversion of the procedures that older programs stored, as plain JSON: from version 2 of the file to version 3.

In version 2 a procedure named its next step by a word (`purpose`, `then` or `after`) and held the data of that step in
`about`. In version 3 both are one object, whose `then` is the word. Exports and scripts hold the same JSON.
The engine is not asked, because it changes and old files do not. What does not have the expected form stays as it is:
the codec refuses it later, and names the place.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TypeGuard

from engine.model.frozen import Json

Convert = Callable[[Mapping[str, Json]], Mapping[str, Json]]
"""Returns a procedure of one kind in the form of version 3."""


def _is_object(value: Json) -> TypeGuard[Mapping[str, Json]]:
    return isinstance(value, dict)


def with_continuation(
    procedure: Mapping[str, Json], word: str, data: str = "about", *, into: str = "then"
) -> Mapping[str, Json]:
    """Return an object whose continuation is one object: its tag `then`, and its data beside it.

    Args:
        procedure: the object, of version 2.
        word: the field with the word of the continuation; where it is missing or empty, there is none. (Answers of
            scripts write an empty one.)
        data: the field with its data.
        into: the field of the continuation in version 3.
    """
    name, about = procedure.get(word, ""), procedure.get(data, {})
    if not isinstance(name, str) or not _is_object(about) or "then" in about:
        return procedure
    others = {key: value for key, value in procedure.items() if key not in (word, data)}
    if name:
        return {**others, into: {"then": name, **about}}
    return {**others, into: None} if word in procedure else others


def _future_imperfect_check(check: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return a check of Future Imperfect: its data have types with defaults, and an interruption belongs to it."""
    changed = with_continuation(check, "purpose")
    then = changed.get("then")
    if not _is_object(then):
        return changed
    kept = {key: value for key, value in then.items() if value or (key == "defense" and value is not None)}
    halted_by = kept.pop("halted_by", None)
    return {**changed, "then": kept, **({} if halted_by is None else {"halted_by": halted_by})}


def _future_imperfect_attack(attack: Mapping[str, Json]) -> Mapping[str, Json]:
    return with_continuation(attack, "kind", into="kind")


def _future_imperfect_wounds(wounds: Mapping[str, Json]) -> Mapping[str, Json]:
    name = wounds.get("then")
    if not isinstance(name, str):
        return wounds
    return with_continuation({**wounds, "then": "next_hit" if name == "attack" else name}, "then")


def _future_imperfect_conflict(conflict: Mapping[str, Json]) -> Mapping[str, Json]:
    turns = conflict.get("turns")
    if not isinstance(turns, list):
        return conflict
    return {
        **conflict,
        "turns": [_with_inner(turn, "declared", "rolled") if _is_object(turn) else turn for turn in turns],
    }


def _with_inner(holder: Mapping[str, Json], *fields: str) -> Mapping[str, Json]:
    """Return an object with the procedures of Future Imperfect in some of its fields in the form of version 3."""
    inner = {key: converted_procedure("future_imperfect", holder[key]) for key in fields if key in holder}
    return {**holder, **inner}


def _with_purpose(procedure: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return a check, or dice for an effect, of Classic d100 fantasy."""
    return _with_care(procedure, "purpose")


def _passing_time(procedure: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return time that passes in Classic d100 fantasy."""
    return _with_care(procedure, "then")


def _with_care(procedure: Mapping[str, Json], word: str) -> Mapping[str, Json]:
    """Return a procedure with its continuation as one object; the data of care is one object in it."""
    if procedure.get(word) in ("tending", "first_aid") and "about" in procedure:
        procedure = {**procedure, "about": {"care": procedure["about"]}}
    return with_continuation(procedure, word)


def _damage(procedure: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return damage of Classic d100 fantasy: each harm says what follows it."""
    changes: dict[str, Json] = {}
    harm, queue = procedure.get("harm"), procedure.get("queue")
    if _is_object(harm):
        changes["harm"] = with_continuation(harm, "after", into="after")
    if isinstance(queue, list):
        changes["queue"] = [with_continuation(one, "after", into="after") if _is_object(one) else one for one in queue]
    return {**procedure, **changes}


def _session(procedure: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the session of Classic d100 fantasy: emergency care has fields instead of `about`."""
    rescues = procedure.get("rescues")
    if not _is_object(rescues):
        return procedure
    return {**procedure, "rescues": {carer: _emergency_care(care) for carer, care in rescues.items()}}


def _emergency_care(care: Json) -> Json:
    if not _is_object(care) or "about" not in care:
        return care
    return {("care" if key == "about" else key): value for key, value in care.items()}


CONVERTERS: Mapping[str, Mapping[str, Convert]] = {
    "classic_fantasy": {
        "check": _with_purpose,
        "effect": _with_purpose,
        "passing": _passing_time,
        "wounding": _damage,
        "evening": _session,
    },
    "future_imperfect": {
        "check": _future_imperfect_check,
        "attack": _future_imperfect_attack,
        "harm": _future_imperfect_wounds,
        "conflict": _future_imperfect_conflict,
        "evening": lambda session: _with_inner(session, "rolled"),
    },
}
"""For each game, the conversion of each kind of procedure that has changed."""


def converted_procedure(ruleset: str, procedure: Json) -> Json:
    """Return a procedure of a game in the form of version 3."""
    if not _is_object(procedure):
        return procedure
    kind = procedure.get("procedure")
    convert = CONVERTERS.get(ruleset, {}).get(kind) if isinstance(kind, str) else None
    return procedure if convert is None else convert(procedure)


def _with_procedures(ruleset: str, holder: Json) -> Json:
    """Return an object with the procedures in its field `procedures` in the form of version 3."""
    procedures = holder.get("procedures") if _is_object(holder) else None
    if not _is_object(holder) or not isinstance(procedures, list):
        return holder
    return {**holder, "procedures": [converted_procedure(ruleset, procedure) for procedure in procedures]}


def _with_events(ruleset: str, events: Json) -> Json:
    return [_with_procedures(ruleset, event) for event in events] if isinstance(events, list) else events


def converted_table(ruleset: str, text: str) -> str:
    """Return a table, as JSON, in the form of version 3. Raises ValueError and RecursionError."""
    return _rewritten(text, lambda table: _with_procedures(ruleset, table))


def converted_events(ruleset: str, text: str) -> str:
    """Return events, as JSON, in the form of version 3. Raises ValueError and RecursionError."""
    return _rewritten(text, lambda events: _with_events(ruleset, events))


def converted_entry(ruleset: str, text: str) -> str:
    """Return an entry of the history, as JSON, in the form of version 3. Raises ValueError and RecursionError."""

    def with_events(entry: Json) -> Json:
        if not _is_object(entry) or "events" not in entry:
            return entry
        return {**entry, "events": _with_events(ruleset, entry["events"])}

    return _rewritten(text, with_events)


def _rewritten(text: str, convert: Callable[[Json], Json]) -> str:
    """Return JSON with a conversion applied; the very same text where it changes nothing."""
    if '"procedures"' not in text:
        return text
    before = json.loads(text)
    after = convert(before)
    return text if after == before else json.dumps(after, ensure_ascii=False, separators=(",", ":"))
