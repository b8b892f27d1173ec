"""The status page of fatigue: boxes by cause, penalties, recovery; with luck and magic (CF-UI-3)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from engine.kit.manual_game import starting_character
from engine.messages.texts import say
from engine.model.table import Table
from engine.presentation.status_pages import (
    OfferButton,
    ProgressBox,
    StatusPage,
    StatusPageCell,
    StatusPageLine,
    StatusPageTab,
)
from engine.presentation.text_group import TextGroup
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of
from engine.rulesets.classic_fantasy.character.resource_pools import LUCK, MAGIC, pool
from engine.rulesets.classic_fantasy.character.session_state import Cause
from engine.rulesets.classic_fantasy.d100_calculation import total
from engine.rulesets.classic_fantasy.health import fatigue_rules
from engine.rulesets.classic_fantasy.health.body_state import healing_rate
from engine.rulesets.classic_fantasy.health.fatigue_commands import level_name
from engine.rulesets.classic_fantasy.health.fatigue_rules import Fatigue
from engine.rulesets.classic_fantasy.health.fatigue_state import fatigue_level, fatigue_of
from engine.rulesets.classic_fantasy.rules_data import RULESET
from engine.rulesets.classic_fantasy.status_pages.status_page_cells import (
    BLANK,
    as_list,
    heading,
    living_characters,
    name_cell,
    plain_text,
)

KEY: Final = "fatigue"
TEXTS: Final = TextGroup("d100.ledger.fatigue")
NOTHING_SAID: Final = "–"


def tab(table: Table, viewer: str) -> StatusPageTab | None:
    """Return its tab, with the number of characters that can hardly act any more."""
    people = living_characters(table, viewer)
    if not people:
        return None
    count = sum(fatigue_rules.row_of(fatigue_level(table, actor)).still for actor in people)
    return StatusPageTab(key=KEY, label=TEXTS("tab"), sign="moon", count=count)


def status_page(table: Table, viewer: str) -> StatusPage:
    """Return the page: a line for each character."""
    people = living_characters(table, viewer)
    causes = dict.fromkeys(cause.cause for actor in people for cause in fatigue_of(table, actor).causes)
    return StatusPage(
        key=KEY,
        title=TEXTS("title"),
        columns=TEXTS.columns("who", "boxes", "costs", "back", "pools"),
        lines=(*(_line(table, actor) for actor in people), *_legend(tuple(causes))),
        buttons=(
            TEXTS.button("d100_weary", "tire_by"),
            TEXTS.button("d100_effort", "effort"),
            TEXTS.button("d100_fatigue_magic", "magic"),
        ),
    )


def mark_of(cause: Cause) -> str:
    """Return the letter of a cause in a box."""
    return say(TEXTS(f"mark_{cause}"))


def _legend(causes: tuple[Cause, ...]) -> Iterator[StatusPageLine]:
    """Yield a last line with the meaning of the letters."""
    meanings = [TEXTS("legend", mark=mark_of(cause), cause=cause) for cause in causes]
    if meanings:
        yield heading("legend", (StatusPageCell(text=as_list(meanings), tone="dim"), *(BLANK,) * 4))


def _line(table: Table, actor: str) -> StatusPageLine:
    fatigue = fatigue_of(table, actor)
    return StatusPageLine(
        key=actor,
        cells=(
            name_cell(table, actor),
            _levels_cell(fatigue),
            _penalties_cell(table, actor, fatigue.level),
            _recovery_cell(table, actor, fatigue),
            _pools_cell(table, actor),
        ),
        actor=actor,
        buttons=tuple(_buttons(actor, fatigue)),
        rules=("CF-FATIGUE-1", "CF-FATIGUE-4", "CF-FATIGUE-11"),
    )


def _levels_cell(fatigue: Fatigue) -> StatusPageCell:
    """Return a box for each level from Fresh to Dead; filled ones show the letter of their cause."""
    most = fatigue_rules.dead()  # there are no more boxes, even for a higher number
    marks = [mark_of(cause.cause) for cause in fatigue.causes for _ in range(min(cause.levels, most))][:most]
    row = fatigue_rules.row_of(fatigue.level)
    tone = "bad" if row.still or row.helpless else "warn" if fatigue.level else "good"
    boxes = [ProgressBox(filled=True, tone="good", mark=say(TEXTS("fresh")))]
    boxes += [ProgressBox(filled=True, tone=tone, mark=mark) for mark in marks]
    boxes += [ProgressBox() for _ in range(fatigue_rules.dead() - len(marks))]
    boxes[-1:] = [boxes[-1] if marks[fatigue_rules.dead() - 1 :] else ProgressBox(mark=say(TEXTS("dead")))]
    details = tuple(TEXTS("cause", cause=cause.cause, levels=cause.levels) for cause in fatigue.causes)
    return StatusPageCell(
        text=plain_text(level_name(fatigue.level)),
        tone=tone if fatigue.level else "",
        boxes=tuple(boxes),
        details=details,
    )


def _penalties_cell(table: Table, actor: str, level: int) -> StatusPageCell:
    """Return the penalties of the level: rolls, movement, initiative, Action Points (CF-FATIGUE-4 to CF-FATIGUE-9)."""
    row, sheet, name = fatigue_rules.row_of(level), character_sheet_of(table, actor), plain_text(level_name(level))
    if not level:
        return StatusPageCell(text=name, tone="dim")
    if row.helpless:
        helpless = as_list((name, TEXTS("helpless")))
        return StatusPageCell(text=helpless, sign="warning", tone="bad")
    grade = fatigue_rules.grade_at(level)
    points, feet = (
        fatigue_rules.action_points(sheet.action_points, level),
        fatigue_rules.movement(sheet.movement, level),
    )
    penalties = [name]
    if grade is not None:
        penalties.append(TEXTS("grade", grade=grade))
    if row.still:
        penalties.append(TEXTS("still"))
    elif total(feet) != sheet.movement:
        penalties.append(TEXTS("feet", feet=total(feet), most=sheet.movement))
    if row.initiative:
        penalties.append(TEXTS("initiative", value=row.initiative))
    if row.action_points:
        params = {"points": total(points), "most": sheet.action_points}
        penalties.append(TEXTS("points", **params))
    if row.desperate:
        penalties.append(TEXTS("desperate"))
    details = (*(part.words for part in feet), *(part.words for part in points))
    sign, tone = ("warning", "bad") if row.still else ("", "warn")
    return StatusPageCell(text=as_list(penalties), sign=sign, tone=tone, details=details)


def _recovery_cell(table: Table, actor: str, fatigue: Fatigue) -> StatusPageCell:
    """Return the next level to go away and when, or what it waits for (CF-FATIGUE-11, CF-FATIGUE-12)."""
    if not fatigue.level:
        return BLANK
    rate = healing_rate(table, actor)
    falls = fatigue_rules.next_level_losses(fatigue, rate)
    end_buttons = tuple(
        OfferButton(
            offer="d100_end_cause",
            answers={"actor": actor, "cause": cause.cause},
            label=TEXTS("end_cause", cause=cause.cause),
        )
        for cause in fatigue.causes
        if cause.eased is None and cause.cause != "exertion"
    )
    if falls:
        fall = min(falls, key=lambda level_loss: level_loss.at)
        text = TEXTS("falls", cause=fall.cause)
        return StatusPageCell(text=text, sign="hourglass", until=math.ceil(fall.at), buttons=end_buttons)
    period_seconds = fatigue_rules.period(fatigue.level, rate)
    by_rest = any(
        cause.cause == "exertion"
        or (cause.eased is not None and cause.cause not in fatigue_rules.numbers().pace_seconds)
        for cause in fatigue.causes
    )
    if by_rest and fatigue.resting is None and period_seconds is not None:
        key = TEXTS("when_resting", seconds=math.ceil(period_seconds))
        return StatusPageCell(text=key, tone="dim", buttons=end_buttons)
    return TEXTS.cell("stays", sign="lock", tone="warn", buttons=end_buttons)


def _pools_cell(table: Table, actor: str) -> StatusPageCell:
    """Return the points left and their maximum."""
    sheet = character_sheet_of(table, actor)
    params = {
        "luck": _points(table, actor, LUCK, sheet.luck_most),
        "magic": _points(table, actor, MAGIC, sheet.magic_most),
    }
    return TEXTS.cell("pools", params)


def _points(table: Table, actor: str, name: str, most: int | None) -> str:
    points = pool(table, actor, name)
    if most is not None:
        return say(TEXTS("of", have=points, most=most))
    # Until the record gives the number, the pool has a starting value that means nothing.
    untouched = table.actors[actor].tracks.get(name) == starting_character(RULESET).tracks[name]
    return NOTHING_SAID if untouched else str(points)


def _buttons(actor: str, fatigue: Fatigue) -> Iterator[OfferButton]:
    answers = {"actor": actor}
    label = TEXTS("tire")
    yield OfferButton(offer="d100_weary", answers={**answers, "cause": "exertion"}, label=label)
    if fatigue.level:
        yield TEXTS.button("d100_refresh", "refresh", **answers)
        if fatigue.resting is None:
            yield TEXTS.button("d100_rest", "rest", **answers)
        else:
            yield TEXTS.button("d100_rise", "rise", **answers)
