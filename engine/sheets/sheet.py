"""A filled sheet: what stands where, what is reckoned and how, which parts are there, and what is wrong.

A sheet never changes. One with an edit shares everything with the old one that does not depend on the edit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial

from engine.play.words import Message, say
from engine.sheets.description import (
    Boxes,
    Chips,
    Field,
    Figure,
    Flag,
    Number,
    Rows,
    Section,
    SheetDescription,
)
from engine.sheets.faults import Trouble, faults_in_row, faults_of
from engine.sheets.formulas import Formula, Reckoning, parse, reckon
from engine.sheets.holding import TRACK, part_held, whole_held, writable, written
from engine.sheets.migrating import field_for, unknown, up_to_date
from engine.sheets.numbers import Exact, exact, stored
from engine.sheets.parsing import FormulaError
from engine.sheets.paths import Path, parse_path
from engine.sheets.plan import Plan, plan_of
from engine.sheets.reading import UNKNOWN, Reading, value_in_formulas
from engine.sheets.record import Record
from engine.sheets.staling import changed_places
from engine.sheets.terms import Unfit, Value, spoken
from engine.sheets.values import Lists, is_blank, plain_text, read, shown, shown_row
from engine.table.frozen import Json, replace

KEPT = "kept_from_before"
ACTOR = "actor"
_DEEPEST = 12
_MOST_BOXES = 1000
_MOST_CELLS = 100_000
"""Cells that formulas may look through: a stranger's file could have each of many rows go through all the others."""
_NAMED = re.compile(r"\{([a-z][a-z0-9_]*)\}")


@dataclass(frozen=True, slots=True)
class _Known:
    """Something found out about a sheet, and which places were read for it."""

    found: object
    reads: frozenset[str]
    problem: str = ""


class Sheet:
    """One record on its description.

    Places are paths in the notation of `engine.sheets.paths`. To those who ask, a sheet never changes; but it remembers
    what it has found out, so each thread needs one of its own.

    Attributes:
        description: what the sheet is made of.
        record: what it is filled with, as the present version of the description has it.
        options: the group's choices.
        lists: the group's lists.
        tables: the game's tables.
        ruleset: the game, which may know more names than stand in the group's lists; empty where that does not matter.
    """

    def __init__(
        self,
        description: SheetDescription,
        record: Record,
        options: Mapping[str, Json] | None = None,
        lists: Lists | None = None,
        tables: Mapping[str, Json] | None = None,
        ruleset: str = "",
    ) -> None:
        self.description = description
        self.ruleset = ruleset
        self.plan: Plan = plan_of(description)
        self.record = up_to_date(description, record)
        self.options: Mapping[str, Json] = options or {}
        self.lists: Lists = lists or {}
        self.tables: Mapping[str, Json] = tables or {}
        self._known: dict[str, _Known] = {}
        self._wholes: dict[str, Json] = {}
        self._busy: list[str] = []
        self._circular = False
        self._spent = 0
        self._reckon_all()

    # -- edits ---------------------------------------------------------------------------------------------------------

    def with_record(
        self, record: Record, options: Mapping[str, Json] | None = None, lists: Lists | None = None
    ) -> Sheet:
        """Return the sheet filled anew; only what depends on a difference is reckoned again."""
        new = Sheet.__new__(Sheet)
        new.description, new.plan, new.tables = self.description, self.plan, self.tables
        new.ruleset = self.ruleset
        new.record = up_to_date(self.description, record)
        new.options = self.options if options is None else options
        new.lists = self.lists if lists is None else lists
        new._busy, new._circular, new._spent = [], False, 0
        new._wholes = {}
        stale = changed_places(self, new)
        new._wholes |= {key: whole for key, whole in self._wholes.items() if key not in stale}
        new._known = {} if self._circular else _still_known(self._known, stale)
        new._reckon_all()
        return new

    def with_value(self, path: str, value: Json) -> Sheet:
        """Return the sheet with something written; None clears it, and takes a row or an entry away.

        Raises:
            Unwritable: nothing can be written there.
        """
        return self.with_record(written(self.plan, self.record, parse_path(path), value))

    def writable(self, path: str) -> bool:
        """Say whether something can be written at a place."""
        return writable(self.plan, self.record, parse_path(path))

    # -- values --------------------------------------------------------------------------------------------------------

    def value(self, path: str) -> Json:
        """Return what stands at a place: what is written, else what is reckoned; None is blank."""
        place = parse_path(path)
        raw = self._raw(place)
        formula = self._formula(place)
        if formula is None or not is_blank(raw):
            return None if self._unsaid(place, raw) else raw
        found = self._reckoned(path, place, formula)
        return found if found is None or isinstance(found, bool | str) else stored(found)

    def _unsaid(self, place: Path, raw: Json) -> bool:
        """Say whether a place holds what the table begins with, while the sheet cannot say yet how much it is."""
        field = self.plan.fields.get(place.key)
        if isinstance(field, Number):
            return field.unsaid is not None and raw == field.unsaid and self.value(field.maximum) is None
        if not isinstance(field, Figure) or field.boxes or place.aspect not in ("", "most") or not place.part:
            return False
        full = replace(place, aspect="most")
        formula = self._formula(full)
        return formula is not None and self._raw(full) == raw and self._reckoned(str(full), full, formula) is None

    def shown(self, path: str) -> str:
        """Return what stands at a place as people read it."""
        place = parse_path(path)
        field = self.plan.fields.get(place.key)
        value = self.value(path)
        if isinstance(field, Rows) and place.row is not None and not place.part:
            return shown_row(field, {c.key: self.value(f"{path}.{c.key}") for c in field.columns})
        part = self.field_at(path)
        return plain_text(value) if part is None else shown(part, value)

    def ruled(self, path: str) -> bool:
        """Say whether something was written over what would be reckoned."""
        place = parse_path(path)
        return self._formula(place) is not None and not is_blank(self._raw(place))

    def reckoning(self, path: str) -> Reckoning | None:
        """Return how a place is reckoned, even if something was written over it; None where nothing is."""
        place = parse_path(path)
        formula = self._formula(place)
        if formula is None:
            broken = self.plan.broken.get(_spot(place))
            return None if broken is None else Reckoning(None, broken, broken)
        self._spent = 0  # it is asked for one by one
        return reckon(formula, self._look(place))

    def field_at(self, path: str) -> Field | None:
        """Return the field, or the column of a row, that stands at a place; of a part, one that is like it."""
        place = parse_path(path)
        field = self.plan.fields.get(place.key)
        if not place.part:
            return None if place.row is not None else field
        match field:
            case Rows():
                return self.plan.columns[place.key].get(place.part)
            case Figure(areas=areas):
                label = next((area.label for area in areas if area.name == place.part), place.part)
                return (Flag if place.aspect == "bleeding" else Number)(key="part", label=label)
            case Chips(colours=colours):
                label = next((colour.label for colour in colours if colour.key == place.part), place.part)
                return Number(key="part", label=label, least=0)
            case _:
                return None

    def maximum(self, path: str) -> Exact | None:
        """Return the maximum that belongs to the number at a place; None where the sheet knows of none."""
        held = self.place_of_maximum(path)
        if held:
            return exact(self.value(held))
        place = parse_path(path)
        match self.field_at(path):
            case Boxes() as boxes:
                return self.count(boxes, path)
            case Number(bind=bind) if bind.startswith(TRACK) and bind.removeprefix(TRACK) in self.record.tracks:
                return self.record.tracks[bind.removeprefix(TRACK)].most
            case Number():
                figure = self.plan.fields.get(place.key)
                return figure.boxes or None if isinstance(figure, Figure) and not place.aspect else None
            case _:
                return None

    def place_of_maximum(self, path: str) -> str:
        """Return the place that holds the maximum of the number at another place; empty where there is none."""
        place = parse_path(path)
        whole = self.plan.fields.get(place.key)
        match self.field_at(path):
            case Number(maximum=key) if key and place.row is not None and key in self.plan.columns[place.key]:
                return str(replace(place, part=key))
            case Number(maximum=key) if key:
                return key
            case Number() if isinstance(whole, Figure) and not whole.boxes and not place.aspect:
                return str(replace(place, aspect="most"))
            case _:
                return ""

    def read(self, path: str, text: str, maximum: Exact | None = None) -> Json:
        """Read what somebody wrote at a place; None where it is empty. Raises Unreadable.

        Args:
            path: the place.
            text: what is written.
            maximum: the maximum that belongs to it, where that is not the one on the sheet.
        """
        field = self.field_at(path)
        if field is None:
            return text.strip() or None
        return read(field, text, self.lists, self.maximum(path) if maximum is None else maximum)

    def whole(self, key: str) -> Json:
        """Return all that stands in a field, without reckoning; unwritten rows are those of a new sheet."""
        if key not in self._wholes:
            self._wholes[key] = whole_held(self.plan, self.record, key)
        return self._wholes[key]

    def exactly(self, path: str) -> Value:
        """Return what stands at a place, reckoned where it is, as formulas read it."""
        place = parse_path(path)
        raw = self._raw(place)
        formula = self._formula(place)
        if formula is not None and is_blank(raw):
            return self._reckoned(path, place, formula)
        field = self.plan.fields.get(place.key)
        if isinstance(field, Rows):
            return value_in_formulas(self.plan.columns[place.key].get(place.part), raw)
        return value_in_formulas(field, raw, place.aspect)

    def spend(self, cells: int) -> None:
        """Count so many cells as looked through. Raises Unfit where formulas have looked through too many."""
        if self._spent + cells > _MOST_CELLS:
            raise Unfit("too_much")
        self._spent += cells

    def count(self, field: Boxes, path: str) -> int:
        """Return how many boxes there are to tick at a place."""
        place = parse_path(path)
        formula = self.plan.counts.get(_spot(place)) or _parsed(field.count)
        if formula is None:
            return 0
        found = self._find(f"count:{path}", formula.value, place).found
        return max(0, min(_MOST_BOXES, found)) if isinstance(found, int) else 0

    # -- what is there, and what is wrong ------------------------------------------------------------------------------

    def holds(self, formula: str) -> bool:
        """Say whether a condition holds. None at all does, and one that makes no sense does; a blank one does not."""
        if not formula:
            return True
        known = self._test(formula)
        return known is None or bool(known.problem) or bool(known.found)

    def sections(self) -> tuple[Section, ...]:
        """Return the sections that are there, with the fields that are there; last what is kept from an older sheet."""
        found = self._find("sections", self._sections).found
        return found if isinstance(found, tuple) else ()

    def kept(self) -> Mapping[str, Json]:
        """Return what stands on the record and nothing on the sheet answers to; rows of a list may well have more."""
        return {} if self.description.subject != ACTOR else unknown(self.description, self.record.sheet)

    def troubles(self) -> tuple[Trouble, ...]:
        """Return all that is wrong, in the order of the sheet, and then what the checks say. What is kept never is."""
        there = [field for section in self.sections() if section.key != KEPT for field in section.fields]
        found = [trouble for field in there for trouble in self._faults(field)]
        keys = {field.key for field in there}
        for check in self.description.checks:
            places = tuple(key for key in check.fields if key in keys)
            if places and self._fails(check.expect):
                text = _NAMED.sub(lambda name: self.shown(name[1]) or spoken(None), check.say)
                found.append(Trouble(places[0], text, check.rules, check.warning, places))
        return tuple(found)

    def depends_on(self, path: str) -> tuple[str, ...]:
        """Return the places from which a place is reckoned, those first that are read directly."""
        self.value(path)
        known = self._known.get(path)
        found: dict[str, None] = {}
        waiting = sorted(known.reads) if known else []
        while waiting:
            place = waiting.pop(0)
            if place not in found:
                found[place] = None
                deeper = self._known.get(place)
                waiting += sorted(deeper.reads) if deeper else []
        return tuple(found)

    def affected_by(self, path: str) -> tuple[str, ...]:
        """Return the places that are reckoned from a place, directly or by way of others."""
        stale = {path}
        found = []
        for place, known in self._known.items():  # in the order in which it was found out: what is needed comes first
            if not known.reads.isdisjoint(stale):
                stale.add(place)
                found.append(place)
        return tuple(place for place in found if ":" not in place and place != "sections")

    def problem(self, path: str) -> str:
        """Return why a place could not be reckoned, or an empty string; what is written by hand needs no reckoning."""
        place = parse_path(path)
        formula = self._formula(place)
        if formula is None and not self.plan.broken:
            return ""
        if not is_blank(self._raw(place)):
            return ""
        if formula is None:
            return self.plan.broken.get(_spot(place), "")
        self._reckoned(path, place, formula)
        return self._known[path].problem if path in self._known else ""

    # -- finding out ---------------------------------------------------------------------------------------------------

    def _raw(self, place: Path) -> Json:
        return part_held(self.plan.fields.get(place.key), self.whole(place.key), place)

    def _formula(self, place: Path) -> Formula | None:
        return self.plan.formulas.get(_spot(place))

    def _reckoned(self, path: str, place: Path, formula: Formula) -> Value:
        found = self._find(path, formula.value, place).found
        assert found is None or isinstance(found, bool | int | Fraction | str)
        return found

    def _look(self, place: Path | None = None) -> Reading:
        if place is None or place.row is None:
            return Reading(self)
        return Reading(self, place.key, place.row)

    def _find(self, name: str, find: Callable[[Reading], object], place: Path | None = None) -> _Known:
        """Return what is known under a name, or find it out and note what was read for it."""
        known = self._known.get(name)
        if known is not None:
            return known
        if name in self._busy or len(self._busy) >= _DEEPEST:
            self._circular = True  # what was found out on the way round must not be kept
            raise Unfit("circle", label=self._label(name))
        self._busy.append(name)
        look = self._look(place)
        try:
            found, problem = find(look), ""
        except Unfit as unfit:
            found, problem = None, unfit.text
        finally:
            self._busy.pop()
        known = _Known(found, frozenset(look.reads), problem)
        self._known[name] = known
        return known

    def _reckon_all(self) -> None:
        """Reckon everything, each after what it needs, so that no reckoning has to dig for another."""
        for spot in self.plan.order:
            key, _, column = spot.partition(".")
            if column and key in self.plan.columns:
                rows = self.whole(key)
                for row in range(len(rows) if isinstance(rows, list | tuple) else 0):
                    self.exactly(f"{key}[{row}].{column}")
            else:
                self.exactly(spot)

    def _test(self, formula: str) -> _Known | None:
        parsed = _parsed(formula)
        return None if parsed is None else self._find(f"holds:{formula}", parsed.value)

    def _fails(self, formula: str) -> bool:
        """Say whether a check fails; what cannot be decided does not."""
        known = self._test(formula)
        return known is not None and not known.problem and known.found is not None and not known.found

    def _faults(self, field: Field) -> Iterator[Trouble]:
        yield from self._troubles(f"faults:{field.key}", lambda look: faults_of(self, field, look))
        if isinstance(field, Rows):
            rows = self.whole(field.key)
            for row in range(len(rows) if isinstance(rows, list | tuple) else 0):
                yield from self._troubles(f"faults:{field.key}[{row}]", partial(faults_in_row, self, field, row))

    def _troubles(self, name: str, find: Callable[[Reading], tuple[Trouble, ...]]) -> tuple[Trouble, ...]:
        found = self._find(name, find).found
        return found if isinstance(found, tuple) else ()

    def _sections(self, look: Reading) -> tuple[Section, ...]:
        found = []
        for section in self.description.sections:
            tests = [section.when, *(field.when for field in section.fields)]
            look.reads.update(f"holds:{test}" for test in tests if test)
            if not self.holds(section.when):
                continue
            there = tuple(field for field in section.fields if self.holds(field.when))
            found.append(section if len(there) == len(section.fields) else replace(section, fields=there))
        look.reads.add(UNKNOWN)
        kept = tuple(field_for(key, value) for key, value in self.kept().items())
        if kept:
            title, about = (say(Message(key=f"sheets.{key}")) for key in ("kept", "kept_help"))
            found.append(Section(key=KEPT, title=title, help=about, fields=kept))
        return tuple(found)

    def _label(self, name: str) -> str:
        field = self.field_at(name) if ":" not in name else None
        return name if field is None else field.label


@lru_cache(maxsize=4096)
def _spot(place: Path) -> str:
    """Return a place as the plan names it: without the row."""
    return str(replace(place, row=None)) if place.row is not None else str(place)


def _parsed(formula: str) -> Formula | None:
    try:
        return parse(formula)
    except FormulaError:
        return None


def _still_known(known: Mapping[str, _Known], stale: set[str]) -> dict[str, _Known]:
    """Return what still holds. What was found out stands after what was read for it, so that one pass is enough."""
    left: dict[str, _Known] = {}
    for name, found in known.items():
        if name in stale or not found.reads.isdisjoint(stale):
            stale.add(name)
        else:
            left[name] = found
    return left
