"""The option value in force: for this action, this scene, this character, or the whole game."""

from __future__ import annotations

from collections.abc import Mapping

from engine.model.frozen import Json
from engine.model.seats import Actor
from engine.model.table import Table
from engine.rulesets.imaginality.procedures import current_action


def flag(table: Table, name: str) -> bool:
    """Return whether a switch is on now."""
    return bool(in_force(table, name))


def number(table: Table, name: str) -> int:
    """Return a number that is in force now."""
    value = in_force(table, name)
    assert isinstance(value, int)
    return value


def word(table: Table, name: str) -> str:
    """Return a choice that is in force now."""
    return str(in_force(table, name))


def numbers_of(table: Table, name: str) -> Mapping[str, int]:
    """Return numbers by name that are in force now."""
    value = in_force(table, name)
    assert isinstance(value, Mapping)
    return {str(key): n for key, n in value.items() if isinstance(n, int)}


def has_attributes(actor: Actor | None) -> bool:
    """Say whether a character was made with the point rules (or was given attributes by the GM)."""
    return actor is not None and isinstance(actor.sheet.get("physical"), int)


def attribute(actor: Actor | None, name: str) -> int:
    """Return an attribute, 1 where there is none."""
    value = actor.sheet.get(name) if actor is not None else None
    return value if isinstance(value, int) else 1


def bookkeeping_skills(table: Table, actor: Actor | None) -> bool:
    """Return whether a character's skills are looked up (IM-SKILL-1): its own mode first, then the group's."""
    own = actor.sheet.get("skill_mode") if actor is not None else None
    mode = str(own) if own in ("auto", "freeform", "bookkeeping") else word(table, "skill_mode")
    return has_attributes(actor) if mode == "auto" else mode == "bookkeeping"


def owns_skill(actor: Actor | None, skill: str) -> bool:
    """Return whether a character has a skill; letter case does not matter."""
    skills = actor.sheet.get("skills") if actor is not None else None
    owned = skills if isinstance(skills, (list, tuple)) else ()
    return skill.strip().casefold() in {str(s).strip().casefold() for s in owned}


def in_force(table: Table, name: str) -> Json:
    """Return the value of an option that is in force now, of any kind."""
    under_way = current_action(table)
    if under_way is not None and name in under_way.options:
        return under_way.options[name]
    return table.option(name)
