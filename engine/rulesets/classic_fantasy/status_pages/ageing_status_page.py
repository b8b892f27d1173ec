"""The status page of ages, with a preview of years that pass (CF-UI-14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.presentation.status_pages import OfferButton, StatusPageCell, StatusPageLine
from engine.rulesets.classic_fantasy.character.character_conditions import party
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of
from engine.rulesets.classic_fantasy.dice.mixed_dice import mixed
from engine.rulesets.classic_fantasy.game_calendar import clock_of
from engine.rulesets.classic_fantasy.health import ageing_commands, ageing_rules
from engine.rulesets.classic_fantasy.health.ageing_rules import AgeingYear
from engine.rulesets.classic_fantasy.status_pages.d100_status_page import D100StatusPage
from engine.rulesets.classic_fantasy.status_pages.time_status_page import DEATHS
from engine.rulesets.classic_fantasy.time.time_advance import length_of
from engine.rulesets.classic_fantasy.time.time_preview import forecast

SKIPS: Final = (1, 5, 10)
"""The numbers of years that have a column and a button."""


class AgeingPage(D100StatusPage):
    """The page of ages, open once a character has one."""

    KEY = "years"
    SIGN = "hourglass"
    EMPTY = "nobody"

    def is_open(self) -> bool:
        """Say whether a character has an age."""
        return any(self._people())

    def _people(self) -> Iterator[str]:
        people = self.living_characters()
        return (actor for actor in people if character_sheet_of(self.table, actor).age is not None)

    def sentences(self) -> Iterator[Message]:
        """Yield the characters that will die within a year by the present state, of untreated wounds."""
        upcoming = forecast(self.table, length_of(self.table, "year"), viewer=self.viewer)
        for line in upcoming.lines:
            if line.message.key in DEATHS:
                yield self.text("dies", day=clock_of(line.at)[0], actor=line.message.params["actor"])
        if upcoming.unknown is not None:
            yield self.text("unsure", day=clock_of(upcoming.unknown)[0])

    def columns(self) -> Iterator[Message]:
        """Yield the columns: one for each number of years."""
        yield from (self.text("who"), self.text("age"))
        yield from (self.text("after", years=years) for years in SKIPS)

    def buttons(self) -> Iterator[OfferButton]:
        """Yield the buttons to skip years."""
        for years in SKIPS:
            yield self.button("d100_skip_years", self.text("skip", years=years), years=years)
        yield self.button("d100_skip_years", "other")

    def lines(self) -> Iterator[StatusPageLine]:
        """Yield a line for each character with an age."""
        rules = ("CF-AGE-1", "CF-AGE-2", "CF-AGE-9")
        for actor in self._people():
            cells = self._cells(actor)
            yield self.line(actor, self.name(actor), *cells, actor=actor, buttons=self._buttons_of(actor), rules=rules)

    def _cells(self, actor: str) -> Iterator[StatusPageCell]:
        try:
            bounds = ageing_commands.bounds(self.table, actor)
        except Refused as refused:
            yield self._age_cell(actor, ())
            yield self.cell(refused.message, tone="warn")
            return
        yield self._age_cell(actor, bounds)
        counts = actor in party(self.table) or ageing_commands.birthday(self.table, actor) is not None
        still = self.cell("still", tone="dim", details=[self.text("why_still")])
        yield from (self._years_cell(actor, years) if counts else still for years in SKIPS)

    def _buttons_of(self, actor: str) -> Iterator[OfferButton]:
        if self._owed_rolls(actor):
            yield self.button("d100_owe", "owe", actor=actor)
        yield self.button("d100_grow", "grow", actor=actor)
        if any(character_sheet_of(self.table, actor).lost.values()):
            yield self.button("d100_restore", "restore", actor=actor)

    def _owed_rolls(self, actor: str) -> tuple[AgeingYear, ...]:
        """Return the rolls of earlier bands that a character owes, if the group plays with them (CF-AMB-3)."""
        try:
            return ageing_commands.owed(self.table, actor)
        except Refused:
            return ()

    def _age_cell(self, actor: str, bounds: Sequence[int]) -> StatusPageCell:
        """Return age and band, with details: the next band, the birthday, and what was lost to age."""
        sheet = character_sheet_of(self.table, actor)
        age, names = sheet.age or 0, ageing_rules.numbers().bands
        band = ageing_rules.band_at(age, bounds) if bounds else None
        details = list[Message]()
        next_band = 0 if band is None else band + 1
        if next_band < len(bounds):
            begins = bounds[next_band]
            details.append(self.text("next_band", band=names[next_band], at=begins, years=begins - age))
        born = ageing_commands.birthday(self.table, actor)
        if born is not None:
            details.append(self.text("birthday", month=born[0], day=born[1]))
        losses = [f"{points} {name}" for name, points in sheet.lost.items() if points]
        if losses:
            details.append(self.text("lost", lost=list(losses)))
        owed = self._owed_rolls(actor)
        if owed:
            rolls = len(owed) * len(ageing_commands.ROLLS)
            details.append(self.text("owes", rolls=rolls, bands=[toll.name for toll in owed]))
        key, name = ("young", "") if band is None else ("in_band", names[band])
        return self.cell(key, details=details, tone="warn" if owed else "", age=age, band=name)

    def _years_cell(self, actor: str, years: int) -> StatusPageCell:
        """Return the result of a number of years: the bands entered, the grades of the rolls, and possible deaths."""
        tolls = ageing_commands.ageing_years_in(self.table, actor, years)
        if not tolls:
            return self.cell("nothing", tone="dim")
        loss, last = ageing_rules.numbers().loss, tolls[-1]
        body, mind = dict.fromkeys(loss.Endurance), dict.fromkeys(loss.Willpower)
        details = [toll.words for toll in tolls]
        details.append(self.text("loss", amount=loss.amount, body=list(body), mind=list(mind)))
        frail = self._frail_characteristics(actor, len(tolls))
        key, sign, tone = ("may_die", "skull", "bad") if frail else ("rolls", "warning", "warn")
        if frail:
            details.insert(0, self.text("frail", characteristics=list(frail)))
        rolls = len(tolls) * len(ageing_commands.ROLLS)
        return self.cell(key, sign=sign, tone=tone, details=details, rolls=rolls, band=last.name, grade=last.grade)

    def _frail_characteristics(self, actor: str, tolls: int) -> list[str]:
        """Return the characteristics that could fall to 0 if all rolls fail, so that the character dies."""
        characteristics = character_sheet_of(self.table, actor).characteristics
        loss = ageing_rules.numbers().loss
        most = mixed(loss.amount).most * tolls
        at_risk = dict.fromkeys((*loss.Endurance, *loss.Willpower))
        return [name for name in at_risk if name in characteristics and characteristics[name] <= most]
