"""Import of creatures from the JSON of the Mythras Encounter Generator as foes (CF-HITLOC-4, CF-X-14, CF-X-16).

Its rules and these are close relatives. What has no place in a foe's record is put into its notes, and named.
A file is an array of creatures, a single one, or a party with `enemies`. It is from a stranger: no value is trusted.

>>> troll = {"name": "Cave troll", "stats": [{"STR": 24}], "attributes": {"strike_rank": "11(13-2)", "movement": "6m"},
...          "hit_locations": [{"name": "Body", "range": "01-20", "hp": 9, "ap": 3}], "natural_armor": True,
...          "folk_spells": ["Calm"]}
>>> (found,) = foes_in(troll)
>>> [found.record[key] for key in ("name", "str", "initiative_bonus", "movement", "notes")]
['Cave troll', 24, 13, 20, 'Folk Magic: Calm']
>>> found.record["locations"]
[{'first': 1, 'last': 20, 'name': 'Body', 'sort': 'vital', 'most': 9, 'armour': 3}]
>>> found.told
'Only in the notes: Folk Magic.'
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from engine.kit.content_editor.declared_forms import LONGEST_TEXT
from engine.kit.content_editor.record_definition import ForeignRecord
from engine.kit.content_import.foreign_values import (
    MOST_ENTRIES,
    entries,
    name_of,
    named_values,
    one_line,
    plain_text,
    whole_number,
)
from engine.messages.refusal import Refused
from engine.model.frozen import Json
from engine.rulesets.classic_fantasy.dice.mixed_dice import mixed
from engine.rulesets.classic_fantasy.editor.prepared_records import (
    FOES,
    MOST_NUMBER,
    MOST_ROWS,
    editor_text,
)
from engine.rulesets.classic_fantasy.editor.prepared_validation import MOST_DAMAGE
from engine.rulesets.classic_fantasy.wounds.wound_rules import numbers as wound_numbers

_STATS: Final = ("STR", "CON", "SIZ", "DEX", "INT", "POW", "CHA")
_OWN_KEYS: Final = frozenset({"stats", "hit_locations", "combat_styles", "skills", "attributes"})
"""A creature of the generator has at least two of these."""
_IN_NOTES: Final = (
    "folk_spells",
    "theism_spells",
    "sorcery_spells",
    "mysticism_spells",
    "features",
    "cults",
    "spirits",
    "cult_rank",
)
_READ: Final = frozenset({*_OWN_KEYS, *_IN_NOTES, "name", "notes", "natural_armor", "id", "template_name"})
_READ_ATTRIBUTES: Final = ("action_points", "damage_modifier", "movement", "strike_rank")
_COMBAT_SKILL: Final = "Combat Skill"
_METRES_PER_FOOT: Final = 0.3
_LIMB: Final = re.compile(
    r"\b(?:(?:fore|hind|mid|front|rear|back)?(?:leg|arm|wing|limb|claw|foot|hand|paw)s?|feet|tentacles?|tails?|fins?"
    r"|pincers?|head \d)\b",
    re.IGNORECASE,
)
_RANGE: Final = re.compile(r"\s*0*(\d{1,2})\s*(?:[-–]\s*0*(\d{1,2}))?\s*")
_METRES: Final = re.compile(r"\d{1,4}(?:\.\d{1,3})?")
_FEET: Final = re.compile(r"(\d{1,4})\s*(?:'|’|ft|feet)")
_INSIDE: Final = re.compile(r"\(\s*(-?\d{1,3})")
_SIZES: Final = ("S", "M", "L", "H", "E")
"""The sizes of weapons, as the generator abbreviates them; those of the rules begin with the same letters."""


def foes_in(raw: object) -> tuple[ForeignRecord, ...] | None:
    """Return the creatures in a file of the generator; None if it is no such file."""
    if isinstance(raw, dict) and isinstance(raw.get("enemies"), list):
        raw = raw["enemies"]
    creatures = raw if isinstance(raw, list) else [raw]
    if not any(map(_is_creature, creatures)):
        return None
    return tuple(_Creature(found).foreign() for found in creatures if isinstance(found, dict) and _is_creature(found))


def _is_creature(found: object) -> bool:
    return isinstance(found, dict) and "format" not in found and len(_OWN_KEYS & found.keys()) >= 2


class _Creature:
    """A creature of a file on its way to a foe."""

    def __init__(self, source: Mapping[str, object]) -> None:
        self.source = source
        self.record: dict[str, Json] = {}
        self.notes: list[str] = []
        self.noted: dict[str, None] = {}
        self.lost: dict[str, None] = {}

    def foreign(self) -> ForeignRecord:
        """Return the foe, and a sentence on what did not fit."""
        self.record["name"] = one_line(self.source.get("name")) or editor_text("unnamed.foes")
        self._read_stats()
        self._read_attributes()
        self._read_locations()
        skills = list(self._skills())
        self.record["skills"] = self._limited(skills, "skills")
        weapons = list(self._weapons())
        self.record["weapons"] = self._limited(weapons, "combat_styles")
        self._read_notes()
        self.lost.update(dict.fromkeys(one_line(key) for key in [*self.source][:MOST_ENTRIES] if key not in _READ))
        notes = "\n".join(self.notes)
        if len(notes) > LONGEST_TEXT:
            notes = f"{notes[: LONGEST_TEXT - 1]}…"
            self.lost[editor_text("generator.long_notes")] = None
        record = {key: value for key, value in {**self.record, "notes": notes}.items() if value not in ("", [], None)}
        told = []
        if self.noted:
            told.append(editor_text("generator.noted", what=[*self.noted]))
        if self.lost:
            told.append(editor_text("generator.lost", what=[*self.lost][:20]))
        return ForeignRecord(FOES, record, " ".join(told))

    def _word(self, key: str) -> str:
        return editor_text(f"generator.{key}")

    def _note(self, key: str, text: str) -> None:
        self.notes.append(f"{self._word(key)}: {text}")
        self.noted[self._word(key)] = None

    def _limited(self, rows: list[Json], key: str) -> list[Json]:
        if len(rows) > MOST_ROWS:
            self.lost[self._word(key)] = None
        return rows[:MOST_ROWS]

    # ---- numbers ----

    def _read_stats(self) -> None:
        for name, value in named_values(self.source.get("stats")):
            number = whole_number(value)
            if name.upper() in _STATS and number is not None and 0 <= number <= MOST_NUMBER:
                self.record[name.lower()] = number
            else:
                self.lost[name] = None

    def _read_attributes(self) -> None:
        found = self.source.get("attributes")
        attributes = found if isinstance(found, dict) else {}
        points = whole_number(attributes.get("action_points"))
        self._keep("action_points", points, 0, 20)
        self._keep("initiative_bonus", _strike_rank(attributes.get("strike_rank")), -99, 99)
        self._keep("movement", _feet(attributes.get("movement")), 0, MOST_NUMBER)
        dice = _dice(attributes.get("damage_modifier"))
        if dice is None and attributes.get("damage_modifier"):
            self.lost[self._word("damage_modifier")] = None
        self.record["damage_modifier"] = dice or ""
        for key in [*attributes][:MOST_ENTRIES]:
            if key not in _READ_ATTRIBUTES:
                value = one_line(attributes[key])
                if value:
                    name = one_line(key).replace("_", " ").capitalize()
                    self.notes.append(f"{name}: {value}")
                    self.noted[name] = None

    def _keep(self, key: str, number: int | None, least: int, most: int) -> None:
        if number is not None and least <= number <= most:
            self.record[key] = number
        elif number is not None:
            self.lost[self._word(key)] = None

    # ---- body ----

    def _read_locations(self) -> None:
        natural = self.source.get("natural_armor") is True
        rows: list[Json] = []
        armour: list[Json] = []
        for found in entries(self.source.get("hit_locations"))[:20]:
            location = found if isinstance(found, dict) else {}
            numbers, name = _RANGE.fullmatch(str(location.get("range", ""))[:12]), one_line(location.get("name"))
            if numbers is None or not name:
                self.lost[self._word("hit_locations")] = None
                continue
            points, protects = whole_number(location.get("hp")), whole_number(location.get("ap")) or 0
            row: dict[str, Json] = {"first": int(numbers[1]), "last": int(numbers[2] or numbers[1]), "name": name}
            row["sort"] = "limb" if _LIMB.search(name) else "vital"
            if points is not None and 1 <= points <= MOST_NUMBER:
                row["most"] = points
            if points is not None and "most" not in row:
                self.lost[f"{name}: hp {points}"] = None
            if not 0 <= protects <= 99:
                self.lost[f"{name}: ap {protects}"] = None
            if 0 < protects <= 99:
                if natural:
                    row["armour"] = protects
                else:
                    armour.append({"location": name, "worn": protects})
            rows.append(row)
        if rows:
            self.record.update({"build": "own", "locations": rows, "armour": armour})

    # ---- skills and weapons ----

    def _skills(self) -> Iterator[Json]:
        for name, value in named_values(self.source.get("skills")):
            number = whole_number(value)
            if number is not None and 0 <= number <= MOST_NUMBER:
                yield {"name": name, "total": number}
            else:
                self.lost[name] = None
        for place, style in enumerate(self._styles()):
            number, name = whole_number(style.get("value")), one_line(style.get("name"))
            if number is not None and 0 <= number <= MOST_NUMBER:
                yield {"name": name if place and name else _COMBAT_SKILL, "total": number}
            if name and not place:
                self.notes.append(f"{self._word('combat_styles')}: {name}")

    def _styles(self) -> list[Mapping[str, object]]:
        return [style for style in entries(self.source.get("combat_styles")) if isinstance(style, dict)]

    def _weapons(self) -> Iterator[Json]:
        seen: set[str] = set()
        for style in self._styles():
            for found in entries(style.get("weapons")):
                weapon = found if isinstance(found, dict) else {"name": found}
                name = one_line(weapon.get("name"))
                if not name or name in seen:
                    continue
                seen.add(name)
                dice, size = _dice(weapon.get("damage")), _size(weapon.get("size"))
                row = {"name": name, "damage": dice or "", "size": size}
                yield {key: value for key, value in row.items() if value}
                if dice is None and one_line(weapon.get("damage")):
                    self.lost[f"{name}: {one_line(weapon.get('damage'))}"] = None
                more = (f"{key} {one_line(weapon.get(key))}" for key in ("reach", "range", "ap", "hp", "effects"))
                details = ", ".join(text for text in more if text.partition(" ")[2] not in ("", "-"))
                if details:
                    self.notes.append(f"{name}: {details}")
                    self.noted[self._word("weapon_details")] = None

    # ---- notes ----

    def _read_notes(self) -> None:
        for key in _IN_NOTES:
            value = self.source.get(key)
            names = ", ".join(filter(None, map(name_of, entries(value) if isinstance(value, list) else [value])))
            if names and names not in ("0", "None"):
                self._note(key, names)
        own = self.source.get("notes")
        text = plain_text(own, LONGEST_TEXT) if isinstance(own, str) else ""
        if text:
            self.notes.insert(0, text)


# ---- values of a stranger --------------------------------------------------------------------------------------------


def _strike_rank(value: object) -> int | None:
    """Return the initiative bonus before the penalty for armour: 13 of `11(13-2)`."""
    inside = _INSIDE.search(value[:40]) if isinstance(value, str) else None
    return int(inside[1]) if inside is not None else whole_number(value)


def _feet(value: object) -> int | None:
    """Return a movement in feet; a number without a unit is in metres."""
    text = one_line(value)
    feet, metres = _FEET.search(text), _METRES.match(text)
    if feet is not None:
        return int(feet[1])
    return round(float(metres[0]) / _METRES_PER_FOOT) if metres is not None else None


def _dice(value: object) -> str | None:
    """Return dice such as `1d8+1d2`; None for anything else."""
    text = one_line(value).replace(" ", "").casefold()
    try:
        dice = mixed(text)
    except Refused:
        return None
    if dice.most > MOST_DAMAGE:
        return None
    return text if dice.dice else str(dice.plus)


def _size(value: object) -> str:
    letter = one_line(value)[:1].upper()
    sizes = {size[:1]: size for size in wound_numbers().sizes}
    return sizes.get(letter, "") if letter in _SIZES else ""
