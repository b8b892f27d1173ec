"""The status page of fatigue: boxes by cause, penalties, recovery; with luck and magic (CF-UI-3)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from engine.kit.manual_game import starting_character
from engine.messages.message import Message
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
NOTHING_SAID: Final = "–"


def tab(table: Table, viewer: str) -> StatusPageTab | None:
    """Return its tab, with the number of characters that can hardly act any more."""
    people = living_characters(table, viewer)
    if not people:
        return None
    count = sum(fatigue_rules.row_of(fatigue_level(table, actor)).still for actor in people)
    return StatusPageTab(key=KEY, label=Message(key="d100.ledger.fatigue.tab"), sign="moon", count=count)


def status_page(table: Table, viewer: str) -> StatusPage:
    """Return the page: a line for each character."""
    people = living_characters(table, viewer)
    causes = dict.fromkeys(cause.cause for actor in people for cause in fatigue_of(table, actor).causes)
    return StatusPage(
        key=KEY,
        title=Message(key="d100.ledger.fatigue.title"),
        columns=(
            Message(key="d100.ledger.fatigue.column_who"),
            Message(key="d100.ledger.fatigue.column_boxes"),
            Message(key="d100.ledger.fatigue.column_costs"),
            Message(key="d100.ledger.fatigue.column_back"),
            Message(key="d100.ledger.fatigue.column_pools"),
        ),
        lines=(*(_line(table, actor) for actor in people), *_legend(tuple(causes))),
        buttons=(
            OfferButton(offer="d100_weary", label=Message(key="d100.ledger.fatigue.tire_by")),
            OfferButton(offer="d100_effort", label=Message(key="d100.ledger.fatigue.effort")),
            OfferButton(offer="d100_fatigue_magic", label=Message(key="d100.ledger.fatigue.magic")),
        ),
    )


def mark_of(cause: Cause) -> str:
    """Return the letter of a cause in a box."""
    return say(Message(key=f"d100.ledger.fatigue.mark_{cause}"))


def _legend(causes: tuple[Cause, ...]) -> Iterator[StatusPageLine]:
    """Yield a last line with the meaning of the letters."""
    meanings = [
        Message(key="d100.ledger.fatigue.legend", params={"mark": mark_of(cause), "cause": cause}) for cause in causes
    ]
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
    boxes = [ProgressBox(filled=True, tone="good", mark=say(Message(key="d100.ledger.fatigue.fresh")))]
    boxes += [ProgressBox(filled=True, tone=tone, mark=mark) for mark in marks]
    boxes += [ProgressBox() for _ in range(fatigue_rules.dead() - len(marks))]
    boxes[-1:] = [
        boxes[-1]
        if marks[fatigue_rules.dead() - 1 :]
        else ProgressBox(mark=say(Message(key="d100.ledger.fatigue.dead")))
    ]
    details = tuple(
        Message(key="d100.ledger.fatigue.cause", params={"cause": cause.cause, "levels": cause.levels})
        for cause in fatigue.causes
    )
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
        helpless = as_list((name, Message(key="d100.ledger.fatigue.helpless")))
        return StatusPageCell(text=helpless, sign="warning", tone="bad")
    grade = fatigue_rules.grade_at(level)
    points, feet = (
        fatigue_rules.action_points(sheet.action_points, level),
        fatigue_rules.movement(sheet.movement, level),
    )
    penalties = [name]
    if grade is not None:
        penalties.append(Message(key="d100.ledger.fatigue.grade", params={"grade": grade}))
    if row.still:
        penalties.append(Message(key="d100.ledger.fatigue.still"))
    elif total(feet) != sheet.movement:
        penalties.append(Message(key="d100.ledger.fatigue.feet", params={"feet": total(feet), "most": sheet.movement}))
    if row.initiative:
        penalties.append(Message(key="d100.ledger.fatigue.initiative", params={"value": row.initiative}))
    if row.action_points:
        params = {"points": total(points), "most": sheet.action_points}
        penalties.append(Message(key="d100.ledger.fatigue.points", params=params))
    if row.desperate:
        penalties.append(Message(key="d100.ledger.fatigue.desperate"))
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
            label=Message(key="d100.ledger.fatigue.end_cause", params={"cause": cause.cause}),
        )
        for cause in fatigue.causes
        if cause.eased is None and cause.cause != "exertion"
    )
    if falls:
        fall = min(falls, key=lambda level_loss: level_loss.at)
        text = Message(key="d100.ledger.fatigue.falls", params={"cause": fall.cause})
        return StatusPageCell(text=text, sign="hourglass", until=math.ceil(fall.at), buttons=end_buttons)
    period_seconds = fatigue_rules.period(fatigue.level, rate)
    by_rest = any(
        cause.cause == "exertion"
        or (cause.eased is not None and cause.cause not in fatigue_rules.numbers().pace_seconds)
        for cause in fatigue.causes
    )
    if by_rest and fatigue.resting is None and period_seconds is not None:
        key = Message(key="d100.ledger.fatigue.when_resting", params={"seconds": math.ceil(period_seconds)})
        return StatusPageCell(text=key, tone="dim", buttons=end_buttons)
    return StatusPageCell(text=Message(key="d100.ledger.fatigue.stays"), sign="lock", tone="warn", buttons=end_buttons)


def _pools_cell(table: Table, actor: str) -> StatusPageCell:
    """Return the points left and their maximum."""
    sheet = character_sheet_of(table, actor)
    params = {
        "luck": _points(table, actor, LUCK, sheet.luck_most),
        "magic": _points(table, actor, MAGIC, sheet.magic_most),
    }
    return StatusPageCell(text=Message(key="d100.ledger.fatigue.pools", params=params))


def _points(table: Table, actor: str, name: str, most: int | None) -> str:
    points = pool(table, actor, name)
    if most is not None:
        return say(Message(key="d100.ledger.fatigue.of", params={"have": points, "most": most}))
    # Until the record gives the number, the pool has a starting value that means nothing.
    untouched = table.actors[actor].tracks.get(name) == starting_character(RULESET).tracks[name]
    return NOTHING_SAID if untouched else str(points)


def _buttons(actor: str, fatigue: Fatigue) -> Iterator[OfferButton]:
    answers = {"actor": actor}
    label = Message(key="d100.ledger.fatigue.tire")
    yield OfferButton(offer="d100_weary", answers={**answers, "cause": "exertion"}, label=label)
    if fatigue.level:
        yield OfferButton(offer="d100_refresh", answers=answers, label=Message(key="d100.ledger.fatigue.refresh"))
        if fatigue.resting is None:
            yield OfferButton(offer="d100_rest", answers=answers, label=Message(key="d100.ledger.fatigue.rest"))
        else:
            yield OfferButton(offer="d100_rise", answers=answers, label=Message(key="d100.ledger.fatigue.rise"))
