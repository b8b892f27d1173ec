"""The status page of the clock: what comes next, and what each button would bring (CF-UI-8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from engine.kit.schedule.time_flow import Forecast
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.conditions import Condition
from engine.presentation.status_pages import OfferButton, StatusPageLine
from engine.rulesets.classic_fantasy.character.character_conditions import (
    BLEEDING,
    BREATHLESS,
    BURNING,
    DEADLINE,
    MAIMING,
    party,
    place_of,
)
from engine.rulesets.classic_fantasy.game_calendar import calendar, clock_of, numbers
from engine.rulesets.classic_fantasy.health.fatigue_state import CAUSES
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.status_pages.d100_status_page import D100StatusPage
from engine.rulesets.classic_fantasy.time import time_preview
from engine.rulesets.classic_fantasy.time.time_advance import BUTTONS, length_of
from engine.rulesets.classic_fantasy.time.time_preview import forecast
from engine.sheets.model.condition_names import condition_label

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


class TimePage(D100StatusPage):
    """The page of the clock, for all viewers."""

    KEY = "time"
    SIGN = "clock"
    EMPTY = "nothing"

    def urgent_count(self) -> int:
        """Return the number of urgent conditions."""
        conditions = (c for actor in self.known_characters() for c in self.table.actors[actor].conditions)
        return sum(condition.name in PRESSING for condition in conditions)

    def title(self) -> Message:
        """Return the date."""
        date = calendar(settings_of(self.table)).date(self.table.clock)
        return self.text("date", year=date.year, month=date.month, day=date.day)

    def large(self) -> Message:
        """Return the time."""
        day, time = clock_of(self.table.clock)
        return self.text("now", day=day, time=time)

    def _upcoming(self) -> Forecast:
        return forecast(self.table, length_of(self.table, "month"), viewer=self.viewer)

    def buttons(self) -> Iterator[OfferButton]:
        """Yield the buttons that let time pass, each with what would happen."""
        table, upcoming = self.table, self._upcoming()
        for unit in BUTTONS:
            part = upcoming.within(table.clock + length_of(table, unit))
            yield self.button(f"d100_pass:{unit}", self._pass_text(unit, part), count=1)
            if unit == "hour":
                hours = numbers().sleep_hours
                night = forecast(table, length_of(table, unit, hours), viewer=self.viewer, resting=party(table))
                for safe in (True, False):
                    text = self._pass_text("night" if safe else "night_in_danger", night)
                    yield self.button("d100_sleep", text, hours=hours, safe=safe)
        yield self.button("d100_pass_any", "other")

    def _pass_text(self, unit: str, part: Forecast) -> Message:
        """Return the text of a unit's button: the number of events, and whether dice decide some of them."""
        key = "pass" if part.unknown is None else "pass_dice"
        count = len({(line.at, line.name) for line in part.lines})
        return self.text(key, unit=say(self.text(f"unit.{unit}")), count=count)

    def lines(self) -> Iterator[StatusPageLine]:
        """Yield the events to come; then those that dice may change, as they happen if the dice change nothing."""
        upcoming, counts = self._upcoming(), Counter[tuple[int, str]]()
        for line in upcoming.lines:
            counts[line.at, line.name] += 1
            key = f"{line.at}:{line.name}:{counts[line.at, line.name]}"
            yield self._event(key, line.at, line.name, line.message, *_look(line.kind, line.name, line.message))
        if upcoming.unknown is not None:
            text = self._event_text(upcoming.dice) if upcoming.dice else self.text("too_much")
            yield self._event("dice", upcoming.unknown, upcoming.dice, text, "dice", "warn")
            until = self.table.clock + length_of(self.table, "month")
            later = time_preview.next_scheduled(self.table, upcoming.unknown - 1, until, self.viewer)
            events = [event for event in later if event.name != upcoming.dice]
            if events:
                yield self.line("standing", "standing", head=True)
            for event in events:
                text = self._event_text(event.name)
                look = _look(event.kind, event.name, text)
                yield self._event(f"as:{event.name}", int(event.at), event.name, text, *look)

    def _event(self, key: str, at: int, name: str, text: Message, sign: str, tone: str) -> StatusPageLine:
        day, time = clock_of(at)
        moment = self.cell("moment", tone="dim", day=day, time=time)
        cells = (self.cell(until=at, tone=tone), moment, self.cell(text, sign=sign, tone=tone))
        return self.line(key, *cells, actor=self._actor_of(name))

    def _actor_of(self, name: str) -> str:
        """Return the character of a scheduled event, by its name; empty where it has no single one."""
        return next((part for part in name.split(":")[1:] if part in self.table.actors), "")

    def _event_text(self, name: str) -> Message:
        """Return the text of a scheduled event whose result is open."""
        word, *parts = name.split(":")
        actor = self._actor_of(name)
        condition = self._condition(actor, name)
        what = place_of(condition) if condition is not None else next((part for part in parts if part != actor), "")
        if condition is not None and condition.name in (DEADLINE, MAIMING):
            word = condition.name
        return self.text(
            f"due.{word}",
            actor=actor_name(self.table, actor) if actor else "",
            what=what,
            state=condition_label(condition.name) if condition is not None else "",
            cause=next((part for part in parts if part in CAUSES), "other"),
        )

    def _condition(self, actor: str, name: str) -> Condition | None:
        conditions = self.table.actors[actor].conditions if actor else ()
        return next((found for found in conditions if name.endswith(f":{actor}:{found.id}")), None)


def _look(kind: str, name: str, text: Message) -> tuple[str, str]:
    """Return the sign and the tone of an event."""
    maims = any(f":{state}" in name for state in (MAIMING, DEADLINE))
    return ("skull", "bad") if maims or text.key in DEATHS else SIGNS.get(kind, ("hourglass", ""))
