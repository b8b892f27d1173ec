"""The clock, what comes next, and what each of its buttons would bring (CF-UI-8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.play.ledgers import Cell, Ledger, LedgerLine, LedgerTab, Touch
from engine.play.names import actor_name
from engine.play.words import Message, say
from engine.rulesets.classic_fantasy import foreseeing
from engine.rulesets.classic_fantasy.at_table import CAUSES
from engine.rulesets.classic_fantasy.clock import Due, Kind, date_of, numbers
from engine.rulesets.classic_fantasy.foreseeing import Foreseen, Foresight, foresee
from engine.rulesets.classic_fantasy.ledgers.saying import heading, known
from engine.rulesets.classic_fantasy.passing import BUTTONS, clock_of, length_of
from engine.rulesets.classic_fantasy.rest_window import party
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.states import (
    BLEEDING,
    BREATHLESS,
    BURNING,
    DEADLINE,
    MAIMING,
    place_of,
)
from engine.sheets.condition_names import called
from engine.table.conditions import Condition
from engine.table.table import Table

KEY: Final = "time"
DEATHS: Final = frozenset({"log.d100_dies_of_wound", "log.d100_tired_to_death", "log.d100_frailty"})
"""Lines of the log that tell of a death."""
PRESSING: Final = (DEADLINE, MAIMING, BLEEDING, BREATHLESS, BURNING)
"""States that will not wait."""
SIGNS: Final[Mapping[Kind, tuple[str, str]]] = {
    "asphyxiation": ("warning", "bad"),
    "deadline": ("skull", "bad"),
    "condition": ("hourglass", ""),
    "bleeding": ("warning", "bad"),
    "burning": ("warning", "bad"),
    "heat": ("warning", "bad"),
    "healing": ("heart", "good"),
    "fatigue": ("hourglass", "good"),
    "study": ("star", ""),
    "birthday": ("flag", ""),
}
"""How each sort of thing looks; all others as `hourglass`."""


def tab(table: Table, viewer: str) -> LedgerTab | None:
    """Return its tab; everybody reads the clock. What presses is counted."""
    pressing = sum(held.name in PRESSING for actor in known(table, viewer) for held in table.actors[actor].conditions)
    return LedgerTab(key=KEY, label=Message(key="d100.ledger.time.tab"), sign="clock", count=pressing)


def ledger(table: Table, viewer: str) -> Ledger:
    """Return the page."""
    found = foresee(table, length_of(table, "month"), viewer=viewer)
    day, time = clock_of(table.clock)
    return Ledger(
        key=KEY,
        title=_date(table),
        large=Message(key="d100.ledger.time.now", params={"day": day, "time": time}),
        lines=tuple(_lines(table, viewer, found)),
        touches=tuple(_touches(table, viewer, found)),
        empty=Message(key="d100.ledger.time.nothing"),
    )


def _date(table: Table) -> Message:
    date = date_of(table.clock, settings_of(table))
    return Message(key="d100.ledger.time.date", params={"year": date.year, "month": date.month, "day": date.day})


def _moment(at: int) -> Cell:
    day, time = clock_of(at)
    return Cell(text=Message(key="d100.ledger.time.moment", params={"day": day, "time": time}), tone="dim")


# ---- the buttons -----------------------------------------------------------------------------------------------------


def _touches(table: Table, viewer: str, found: Foresight) -> Iterator[Touch]:
    for unit in BUTTONS:
        label = brings(unit, found.within(table.clock + length_of(table, unit)))
        yield Touch(offer=f"d100_pass:{unit}", answers={"count": 1}, label=label)
        if unit == "hour":
            hours, sleepers = numbers().sleep.hours, party(table)
            night = foresee(table, length_of(table, unit, hours), viewer=viewer, resting=sleepers)
            for safe in (True, False):
                words = brings("night" if safe else "night_in_danger", night)
                yield Touch(offer="d100_sleep", answers={"hours": hours, "safe": safe}, label=words)
    yield Touch(offer="d100_pass_any", label=Message(key="d100.ledger.time.other"))


def brings(unit: str, part: Foresight) -> Message:
    """Return what stands on the button of a unit: how much will happen, and whether dice decide some of it."""
    name = say(Message(key=f"d100.ledger.time.unit.{unit}"))
    return Message(
        key="d100.ledger.time.pass" if part.unknown is None else "d100.ledger.time.pass_dice",
        params={"unit": name, "count": len({(line.at, line.name) for line in part.lines})},
    )


# ---- what comes next -------------------------------------------------------------------------------------------------


def _lines(table: Table, viewer: str, found: Foresight) -> Iterator[LedgerLine]:
    """Yield what is to come; then what dice may change."""
    yield from _happenings(table, found.lines)
    if found.unknown is not None:
        yield _deciding(table, found, found.unknown)
        yield from _standing(table, viewer, found, found.unknown)


def _happenings(table: Table, lines: Sequence[Foreseen]) -> Iterator[LedgerLine]:
    seen = dict[tuple[int, str], int]()
    for line in lines:
        number = seen[line.at, line.name] = seen.get((line.at, line.name), 0) + 1
        key = f"{line.at}:{line.name}:{number}"
        yield _line(table, key, line.at, line.name, line.kind, line.message)


def _deciding(table: Table, found: Foresight, at: int) -> LedgerLine:
    due = Due(at=at, name=found.dice)
    what = told_due(table, due) if found.dice else Message(key="d100.ledger.time.too_much")
    return LedgerLine(
        key="dice",
        cells=(Cell(until=at, tone="warn"), _moment(at), Cell(text=what, sign="dice", tone="warn")),
        actor=actor_of(table, found.dice),
    )


def _standing(table: Table, viewer: str, found: Foresight, unknown: int) -> Iterator[LedgerLine]:
    """Yield what waits behind the dice, each thing once, as it would come if they changed nothing of it."""
    until = table.clock + length_of(table, "month")
    waits = [due for due in foreseeing.standing(table, unknown - 1, until, viewer) if due.name != found.dice]
    if waits:
        yield heading("standing", (Cell(text=Message(key="d100.ledger.time.standing")),))
    for due in waits:
        yield _line(table, f"as:{due.name}", int(due.at), due.name, due.kind, told_due(table, due))


def _line(table: Table, key: str, at: int, name: str, kind: Kind, what: Message) -> LedgerLine:
    maims = any(f":{state}" in name for state in (MAIMING, DEADLINE))
    sign, tone = ("skull", "bad") if maims or what.key in DEATHS else SIGNS.get(kind, ("hourglass", ""))
    cells = (Cell(until=at, tone=tone), _moment(at), Cell(text=what, sign=sign, tone=tone))
    return LedgerLine(key=key, cells=cells, actor=actor_of(table, name))


def actor_of(table: Table, name: str) -> str:
    """Return whom something that falls due is about, by its name; empty where it is about nobody alone."""
    return next((part for part in name.split(":")[1:] if part in table.actors), "")


def told_due(table: Table, due: Due) -> Message:
    """Return in words what falls due, where nobody knows yet what comes of it."""
    word, *parts = due.name.split(":")
    actor = actor_of(table, due.name)
    held = _condition(table, actor, due.name)
    what = place_of(held) if held is not None else next((part for part in parts if part != actor), "")
    state = called(held.name) if held is not None else ""
    cause = next((part for part in parts if part in CAUSES), "other")
    if held is not None and held.name in (DEADLINE, MAIMING):
        word = held.name
    return Message(
        key=f"d100.ledger.time.due.{word}",
        params={
            "actor": actor_name(table, actor) if actor else "",
            "what": what,
            "state": state,
            "cause": cause,
        },
    )


def _condition(table: Table, actor: str, name: str) -> Condition | None:
    if not actor:
        return None
    return next((held for held in table.actors[actor].conditions if name.endswith(f":{actor}:{held.id}")), None)
