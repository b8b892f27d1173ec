"""The status page of fatigue: boxes by cause, penalties, recovery; with luck and magic (CF-UI-3)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from engine.kit.manual_game import starting_character
from engine.messages.texts import say
from engine.presentation.status_pages import OfferButton, ProgressBox, StatusPageCell, StatusPageLine
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of
from engine.rulesets.classic_fantasy.character.resource_pools import LUCK, MAGIC, pool
from engine.rulesets.classic_fantasy.d100_calculation import total
from engine.rulesets.classic_fantasy.health import fatigue_rules
from engine.rulesets.classic_fantasy.health.body_state import healing_rate
from engine.rulesets.classic_fantasy.health.fatigue_commands import level_name
from engine.rulesets.classic_fantasy.health.fatigue_rules import Fatigue
from engine.rulesets.classic_fantasy.health.fatigue_state import fatigue_level, fatigue_of
from engine.rulesets.classic_fantasy.rules_data import RULESET
from engine.rulesets.classic_fantasy.status_pages.d100_status_page import D100StatusPage

NOTHING_SAID: Final = "–"


class FatiguePage(D100StatusPage):
    """The page of fatigue."""

    KEY = "fatigue"
    SIGN = "moon"
    COLUMNS = ("column_who", "column_boxes", "column_costs", "column_back", "column_pools")
    BUTTONS = (("d100_weary", "tire_by"), ("d100_effort", "effort"), ("d100_fatigue_magic", "magic"))

    def is_open(self) -> bool:
        """Say whether the viewer knows of a living character."""
        return bool(self.living_characters())

    def urgent_count(self) -> int:
        """Return the number of characters that can hardly act any more."""
        levels = (fatigue_level(self.table, actor) for actor in self.living_characters())
        return sum(fatigue_rules.row_of(level).still for level in levels)

    def lines(self) -> Iterator[StatusPageLine]:
        """Yield a line for each character, and a last one with the meaning of the letters."""
        causes = dict[str, None]()
        for actor in self.living_characters():
            fatigue = fatigue_of(self.table, actor)
            causes |= dict.fromkeys(cause.cause for cause in fatigue.causes)
            yield self.line(
                actor,
                self.name(actor),
                self._levels_cell(fatigue),
                self._penalties_cell(actor, fatigue.level),
                self._recovery_cell(actor, fatigue),
                self.cell(
                    "pools",
                    luck=self._points(actor, LUCK, character_sheet_of(self.table, actor).luck_most),
                    magic=self._points(actor, MAGIC, character_sheet_of(self.table, actor).magic_most),
                ),
                actor=actor,
                buttons=self._buttons_of(actor, fatigue),
                rules=("CF-FATIGUE-1", "CF-FATIGUE-4", "CF-FATIGUE-11"),
            )
        if causes:
            meanings = [self.text("legend", mark=self._mark(cause), cause=cause) for cause in causes]
            yield self.line("legend", self.cell(meanings, tone="dim"), head=True)

    def _mark(self, cause: str) -> str:
        """Return the letter of a cause in a box."""
        return say(self.text(f"mark_{cause}"))

    def _levels_cell(self, fatigue: Fatigue) -> StatusPageCell:
        """Return a box for each level from Fresh to Dead; filled ones show the letter of their cause."""
        most = fatigue_rules.dead()  # there are no more boxes, even for a higher number
        marks = [self._mark(cause.cause) for cause in fatigue.causes for _ in range(min(cause.levels, most))][:most]
        row = fatigue_rules.row_of(fatigue.level)
        tone = "bad" if row.still or row.helpless else "warn" if fatigue.level else "good"
        boxes = [ProgressBox(filled=True, tone="good", mark=say(self.text("fresh")))]
        boxes += [ProgressBox(filled=True, tone=tone, mark=mark) for mark in marks]
        boxes += [ProgressBox() for _ in range(most - len(marks))]
        if len(marks) < most:
            boxes[-1] = ProgressBox(mark=say(self.text("dead")))
        return self.cell(
            self.plain(level_name(fatigue.level)),
            tone=tone if fatigue.level else "",
            boxes=boxes,
            details=[self.text("cause", cause=cause.cause, levels=cause.levels) for cause in fatigue.causes],
        )

    def _penalties_cell(self, actor: str, level: int) -> StatusPageCell:
        """Return the penalties: rolls, movement, initiative, Action Points (CF-FATIGUE-4 to CF-FATIGUE-9)."""
        row, sheet = fatigue_rules.row_of(level), character_sheet_of(self.table, actor)
        penalties = [self.plain(level_name(level))]
        if not level:
            return self.cell(*penalties, tone="dim")
        if row.helpless:
            return self.cell([*penalties, self.text("helpless")], sign="warning", tone="bad")
        grade = fatigue_rules.grade_at(level)
        points = fatigue_rules.action_points(sheet.action_points, level)
        feet = fatigue_rules.movement(sheet.movement, level)
        if grade is not None:
            penalties.append(self.text("grade", grade=grade))
        if row.still:
            penalties.append(self.text("still"))
        elif total(feet) != sheet.movement:
            penalties.append(self.text("feet", feet=total(feet), most=sheet.movement))
        if row.initiative:
            penalties.append(self.text("initiative", value=row.initiative))
        if row.action_points:
            penalties.append(self.text("points", points=total(points), most=sheet.action_points))
        if row.desperate:
            penalties.append(self.text("desperate"))
        sign, tone = ("warning", "bad") if row.still else ("", "warn")
        details = [part.words for part in (*feet, *points)]
        return self.cell(penalties, sign=sign, tone=tone, details=details)

    def _recovery_cell(self, actor: str, fatigue: Fatigue) -> StatusPageCell:
        """Return the next level to go away and when, or what it waits for (CF-FATIGUE-11, CF-FATIGUE-12)."""
        if not fatigue.level:
            return self.cell()
        rate = healing_rate(self.table, actor)
        losses = fatigue_rules.next_level_losses(fatigue, rate)
        buttons = [
            self.button("d100_end_cause", self.text("end_cause", cause=cause.cause), actor=actor, cause=cause.cause)
            for cause in fatigue.causes
            if cause.eased is None and cause.cause != "exertion"
        ]
        if losses:
            loss = min(losses, key=lambda level_loss: level_loss.at)
            until = math.ceil(loss.at)
            return self.countdown(self.cell("falls", sign="hourglass", until=until, buttons=buttons, cause=loss.cause))
        period_seconds = fatigue_rules.period(fatigue.level, rate)
        by_rest = any(
            cause.cause == "exertion"
            or (cause.eased is not None and cause.cause not in fatigue_rules.numbers().pace_seconds)
            for cause in fatigue.causes
        )
        if by_rest and fatigue.resting is None and period_seconds is not None:
            return self.cell("when_resting", tone="dim", buttons=buttons, seconds=math.ceil(period_seconds))
        return self.cell("stays", sign="lock", tone="warn", buttons=buttons)

    def _points(self, actor: str, name: str, most: int | None) -> str:
        """Return the points left in a pool and their maximum."""
        points = pool(self.table, actor, name)
        if most is not None:
            return say(self.text("of", have=points, most=most))
        # Until the record gives the number, the pool has a starting value that means nothing.
        track = self.table.actors[actor].tracks.get(name)
        return NOTHING_SAID if track == starting_character(RULESET).tracks[name] else str(points)

    def _buttons_of(self, actor: str, fatigue: Fatigue) -> Iterator[OfferButton]:
        yield self.button("d100_weary", "tire", actor=actor, cause="exertion")
        if fatigue.level:
            yield self.button("d100_refresh", "refresh", actor=actor)
            word = "rest" if fatigue.resting is None else "rise"
            yield self.button(f"d100_{word}", word, actor=actor)
