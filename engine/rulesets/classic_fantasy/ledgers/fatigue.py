"""The tracks of fatigue: ten boxes by cause, what they cost, what comes back when; luck and magic beside (CF-UI-3)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from engine.play.ledgers import Box, Cell, Ledger, LedgerLine, LedgerTab, Touch
from engine.play.words import Message, say
from engine.rulesets.by_hand import first_person
from engine.rulesets.classic_fantasy import fatigue
from engine.rulesets.classic_fantasy.at_table import LUCK, MAGIC, fatigue_level, fatigue_of, healing_rate, pool
from engine.rulesets.classic_fantasy.characters import person_of
from engine.rulesets.classic_fantasy.data import RULESET
from engine.rulesets.classic_fantasy.fatigue import Cause, Fatigue
from engine.rulesets.classic_fantasy.ledgers.saying import BLANK, heading, listed, living, name_cell, words
from engine.rulesets.classic_fantasy.parts import total
from engine.rulesets.classic_fantasy.tiring import level_name
from engine.table.table import Table

KEY: Final = "fatigue"
NOTHING_SAID: Final = "–"


def tab(table: Table, viewer: str) -> LedgerTab | None:
    """Return its tab, with how many can hardly do anything any more."""
    people = living(table, viewer)
    if not people:
        return None
    count = sum(fatigue.row_of(fatigue_level(table, actor)).still for actor in people)
    return LedgerTab(key=KEY, label=Message(key="d100.ledger.fatigue.tab"), sign="moon", count=count)


def ledger(table: Table, viewer: str) -> Ledger:
    """Return the page: a line for everybody."""
    people = living(table, viewer)
    causes = dict.fromkeys(one.cause for actor in people for one in fatigue_of(table, actor).causes)
    return Ledger(
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
        touches=(
            Touch(offer="d100_weary", label=Message(key="d100.ledger.fatigue.tire_by")),
            Touch(offer="d100_effort", label=Message(key="d100.ledger.fatigue.effort")),
            Touch(offer="d100_fatigue_magic", label=Message(key="d100.ledger.fatigue.magic")),
        ),
    )


def mark_of(cause: Cause) -> str:
    """Return the letter that stands in a box for a cause."""
    return say(Message(key=f"d100.ledger.fatigue.mark_{cause}"))


def _legend(causes: tuple[Cause, ...]) -> Iterator[LedgerLine]:
    """Yield a last line that says what the letters mean."""
    found = [
        Message(key="d100.ledger.fatigue.legend", params={"mark": mark_of(cause), "cause": cause}) for cause in causes
    ]
    if found:
        yield heading("legend", (Cell(text=listed(found), tone="dim"), *(BLANK,) * 4))


def _line(table: Table, actor: str) -> LedgerLine:
    found = fatigue_of(table, actor)
    return LedgerLine(
        key=actor,
        cells=(
            name_cell(table, actor),
            _boxes(found),
            _costs(table, actor, found.level),
            _back(table, actor, found),
            _pools(table, actor),
        ),
        actor=actor,
        touches=tuple(_touches(actor, found)),
        rules=("CF-FATIGUE-1", "CF-FATIGUE-4", "CF-FATIGUE-11"),
    )


def _boxes(found: Fatigue) -> Cell:
    """Return a box for each level from Fresh to Dead; those that are filled bear the mark of their cause."""
    most = fatigue.dead()  # whatever somebody has written down, there are no more boxes
    marks = [mark_of(one.cause) for one in found.causes for _ in range(min(one.levels, most))][:most]
    row = fatigue.row_of(found.level)
    tone = "bad" if row.still or row.helpless else "warn" if found.level else "good"
    boxes = [Box(filled=True, tone="good", mark=say(Message(key="d100.ledger.fatigue.fresh")))]
    boxes += [Box(filled=True, tone=tone, mark=mark) for mark in marks]
    boxes += [Box() for _ in range(fatigue.dead() - len(marks))]
    boxes[-1:] = [boxes[-1] if marks[fatigue.dead() - 1 :] else Box(mark=say(Message(key="d100.ledger.fatigue.dead")))]
    told = tuple(
        Message(key="d100.ledger.fatigue.cause", params={"cause": one.cause, "levels": one.levels})
        for one in found.causes
    )
    return Cell(text=words(level_name(found.level)), tone=tone if found.level else "", boxes=tuple(boxes), told=told)


def _costs(table: Table, actor: str, level: int) -> Cell:
    """Tell what the level takes from rolls, movement, initiative and Action Points (CF-FATIGUE-4 to CF-FATIGUE-9)."""
    row, who, name = fatigue.row_of(level), person_of(table, actor), words(level_name(level))
    if not level:
        return Cell(text=name, tone="dim")
    if row.helpless:
        helpless = listed((name, Message(key="d100.ledger.fatigue.helpless")))
        return Cell(text=helpless, sign="warning", tone="bad")
    grade = fatigue.grade_at(level)
    points, feet = fatigue.action_points(who.action_points, level), fatigue.movement(who.movement, level)
    found = [name]
    if grade is not None:
        found.append(Message(key="d100.ledger.fatigue.grade", params={"grade": grade}))
    if row.still:
        found.append(Message(key="d100.ledger.fatigue.still"))
    elif total(feet) != who.movement:
        found.append(Message(key="d100.ledger.fatigue.feet", params={"feet": total(feet), "most": who.movement}))
    if row.initiative:
        found.append(Message(key="d100.ledger.fatigue.initiative", params={"value": row.initiative}))
    if row.action_points:
        params = {"points": total(points), "most": who.action_points}
        found.append(Message(key="d100.ledger.fatigue.points", params=params))
    if row.desperate:
        found.append(Message(key="d100.ledger.fatigue.desperate"))
    told = (*(part.words for part in feet), *(part.words for part in points))
    sign, tone = ("warning", "bad") if row.still else ("", "warn")
    return Cell(text=listed(found), sign=sign, tone=tone, told=told)


def _back(table: Table, actor: str, found: Fatigue) -> Cell:
    """Tell which level goes away next and when, or what it waits for (CF-FATIGUE-11, CF-FATIGUE-12)."""
    if not found.level:
        return BLANK
    rate = healing_rate(table, actor)
    falls = fatigue.next_falls(found, rate)
    waiting = tuple(
        Touch(
            offer="d100_end_cause",
            answers={"actor": actor, "cause": one.cause},
            label=Message(key="d100.ledger.fatigue.end_cause", params={"cause": one.cause}),
        )
        for one in found.causes
        if one.eased is None and one.cause != "exertion"
    )
    if falls:
        fall = min(falls, key=lambda one: one.at)
        text = Message(key="d100.ledger.fatigue.falls", params={"cause": fall.cause})
        return Cell(text=text, sign="hourglass", until=math.ceil(fall.at), touches=waiting)
    lasts = fatigue.period(found.level, rate)
    by_rest = any(
        one.cause == "exertion" or (one.eased is not None and one.cause not in fatigue.numbers().pace_seconds)
        for one in found.causes
    )
    if by_rest and found.resting is None and lasts is not None:
        key = Message(key="d100.ledger.fatigue.when_resting", params={"seconds": math.ceil(lasts)})
        return Cell(text=key, tone="dim", touches=waiting)
    return Cell(text=Message(key="d100.ledger.fatigue.stays"), sign="lock", tone="warn", touches=waiting)


def _pools(table: Table, actor: str) -> Cell:
    """Tell the points that are left, and how many there are at the most."""
    who = person_of(table, actor)
    params = {"luck": _points(table, actor, LUCK, who.luck_most), "magic": _points(table, actor, MAGIC, who.magic_most)}
    return Cell(text=Message(key="d100.ledger.fatigue.pools", params=params))


def _points(table: Table, actor: str, name: str, most: int | None) -> str:
    have = pool(table, actor, name)
    if most is not None:
        return say(Message(key="d100.ledger.fatigue.of", params={"have": have, "most": most}))
    # Before the record says how much it is, it is what everybody new has: a number from nowhere.
    untouched = table.actors[actor].tracks.get(name) == first_person(RULESET).tracks[name]
    return NOTHING_SAID if untouched else str(have)


def _touches(actor: str, found: Fatigue) -> Iterator[Touch]:
    who = {"actor": actor}
    label = Message(key="d100.ledger.fatigue.tire")
    yield Touch(offer="d100_weary", answers={**who, "cause": "exertion"}, label=label)
    if found.level:
        yield Touch(offer="d100_refresh", answers=who, label=Message(key="d100.ledger.fatigue.refresh"))
        if found.resting is None:
            yield Touch(offer="d100_rest", answers=who, label=Message(key="d100.ledger.fatigue.rest"))
        else:
            yield Touch(offer="d100_rise", answers=who, label=Message(key="d100.ledger.fatigue.rise"))
