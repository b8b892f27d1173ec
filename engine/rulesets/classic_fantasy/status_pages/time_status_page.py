"""The status page of the clock: what comes next, and what each button would bring (CF-UI-8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.kit.schedule.scheduled_events import DueEvent
from engine.kit.schedule.time_flow import Forecast, ForecastLine
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.conditions import Condition
from engine.model.table import Table
from engine.presentation.status_pages import OfferButton, StatusPage, StatusPageCell, StatusPageLine, StatusPageTab
from engine.presentation.text_group import TextGroup
from engine.rulesets.classic_fantasy.character.character_conditions import (
    BLEEDING,
    BREATHLESS,
    BURNING,
    DEADLINE,
    MAIMING,
    place_of,
)
from engine.rulesets.classic_fantasy.character.party import party
from engine.rulesets.classic_fantasy.game_calendar import calendar, clock_of, numbers
from engine.rulesets.classic_fantasy.health.fatigue_state import CAUSES
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.status_pages.status_page_cells import heading, known_characters
from engine.rulesets.classic_fantasy.time import time_preview
from engine.rulesets.classic_fantasy.time.time_advance import BUTTONS, length_of
from engine.rulesets.classic_fantasy.time.time_preview import forecast
from engine.sheets.model.condition_names import condition_label

KEY: Final = "time"
TEXTS: Final = TextGroup("d100.ledger.time")
DEATHS: Final = frozenset({"log.d100_dies_of_wound", "log.d100_tired_to_death", "log.d100_frailty"})
"""Lines of the log about a death."""
PRESSING: Final = (DEADLINE, MAIMING, BLEEDING, BREATHLESS, BURNING)
"""Urgent conditions."""
SIGNS: Final[Mapping[str, tuple[str, str]]] = {
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
"""The sign and tone of each kind of event; all others have `hourglass`."""


def tab(table: Table, viewer: str) -> StatusPageTab | None:
    """Return its tab, for all viewers; it counts urgent conditions."""
    urgent_count = sum(
        condition.name in PRESSING
        for actor in known_characters(table, viewer)
        for condition in table.actors[actor].conditions
    )
    return StatusPageTab(key=KEY, label=TEXTS("tab"), sign="clock", count=urgent_count)


def status_page(table: Table, viewer: str) -> StatusPage:
    """Return the page."""
    upcoming = forecast(table, length_of(table, "month"), viewer=viewer)
    day, time = clock_of(table.clock)
    return StatusPage(
        key=KEY,
        title=_date_message(table),
        large=TEXTS("now", day=day, time=time),
        lines=tuple(_lines(table, viewer, upcoming)),
        buttons=tuple(_buttons(table, viewer, upcoming)),
        empty=TEXTS("nothing"),
    )


def _date_message(table: Table) -> Message:
    date = calendar(settings_of(table)).date(table.clock)
    return TEXTS("date", year=date.year, month=date.month, day=date.day)


def _moment_cell(at: int) -> StatusPageCell:
    day, time = clock_of(at)
    return TEXTS.cell("moment", {"day": day, "time": time}, tone="dim")


# ---- the buttons -----------------------------------------------------------------------------------------------------


def _buttons(table: Table, viewer: str, upcoming: Forecast) -> Iterator[OfferButton]:
    for unit in BUTTONS:
        label = button_text(unit, upcoming.within(table.clock + length_of(table, unit)))
        yield OfferButton(offer=f"d100_pass:{unit}", answers={"count": 1}, label=label)
        if unit == "hour":
            hours, sleepers = numbers().sleep.hours, party(table)
            night_forecast = forecast(table, length_of(table, unit, hours), viewer=viewer, resting=sleepers)
            for safe in (True, False):
                words = button_text("night" if safe else "night_in_danger", night_forecast)
                yield OfferButton(offer="d100_sleep", answers={"hours": hours, "safe": safe}, label=words)
    yield TEXTS.button("d100_pass_any", "other")


def button_text(unit: str, part: Forecast) -> Message:
    """Return the text of a unit's button: the number of events, and whether dice decide some of them."""
    name = say(TEXTS(f"unit.{unit}"))
    return TEXTS(
        "pass" if part.unknown is None else "pass_dice",
        unit=name,
        count=len({(line.at, line.name) for line in part.lines}),
    )


# ---- what comes next -------------------------------------------------------------------------------------------------


def _lines(table: Table, viewer: str, upcoming: Forecast) -> Iterator[StatusPageLine]:
    """Yield the events to come; then those that dice may change."""
    yield from _event_lines(table, upcoming.lines)
    if upcoming.unknown is not None:
        yield _dice_line(table, upcoming, upcoming.unknown)
        yield from _later_event_lines(table, viewer, upcoming, upcoming.unknown)


def _event_lines(table: Table, lines: Sequence[ForecastLine]) -> Iterator[StatusPageLine]:
    counts = dict[tuple[int, str], int]()
    for line in lines:
        number = counts[line.at, line.name] = counts.get((line.at, line.name), 0) + 1
        key = f"{line.at}:{line.name}:{number}"
        yield _line(table, key, line.at, line.name, line.kind, line.message)


def _dice_line(table: Table, upcoming: Forecast, at: int) -> StatusPageLine:
    event = DueEvent(at=at, name=upcoming.dice)
    text = event_text(table, event) if upcoming.dice else TEXTS("too_much")
    return StatusPageLine(
        key="dice",
        cells=(
            StatusPageCell(until=at, tone="warn"),
            _moment_cell(at),
            StatusPageCell(text=text, sign="dice", tone="warn"),
        ),
        actor=actor_of(table, upcoming.dice),
    )


def _later_event_lines(table: Table, viewer: str, upcoming: Forecast, unknown: int) -> Iterator[StatusPageLine]:
    """Yield the events after the first dice, each once, as they will happen if the dice change nothing."""
    until = table.clock + length_of(table, "month")
    events = [
        event for event in time_preview.next_scheduled(table, unknown - 1, until, viewer) if event.name != upcoming.dice
    ]
    if events:
        yield heading("standing", (TEXTS.cell("standing"),))
    for event in events:
        yield _line(table, f"as:{event.name}", int(event.at), event.name, event.kind, event_text(table, event))


def _line(table: Table, key: str, at: int, name: str, kind: str, text: Message) -> StatusPageLine:
    maims = any(f":{state}" in name for state in (MAIMING, DEADLINE))
    sign, tone = ("skull", "bad") if maims or text.key in DEATHS else SIGNS.get(kind, ("hourglass", ""))
    cells = (StatusPageCell(until=at, tone=tone), _moment_cell(at), StatusPageCell(text=text, sign=sign, tone=tone))
    return StatusPageLine(key=key, cells=cells, actor=actor_of(table, name))


def actor_of(table: Table, name: str) -> str:
    """Return the character of a scheduled event, by its name; empty where it has no single one."""
    return next((part for part in name.split(":")[1:] if part in table.actors), "")


def event_text(table: Table, due: DueEvent) -> Message:
    """Return the text of a scheduled event whose result is open."""
    word, *parts = due.name.split(":")
    actor = actor_of(table, due.name)
    condition = _condition(table, actor, due.name)
    subject = place_of(condition) if condition is not None else next((part for part in parts if part != actor), "")
    state = condition_label(condition.name) if condition is not None else ""
    cause = next((part for part in parts if part in CAUSES), "other")
    if condition is not None and condition.name in (DEADLINE, MAIMING):
        word = condition.name
    return TEXTS(f"due.{word}", actor=actor_name(table, actor) if actor else "", what=subject, state=state, cause=cause)


def _condition(table: Table, actor: str, name: str) -> Condition | None:
    if not actor:
        return None
    return next(
        (condition for condition in table.actors[actor].conditions if name.endswith(f":{actor}:{condition.id}")), None
    )
