"""How the party goes: pace, distance, map, light, and who notices whom (CF-UI-15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.play.ledgers import Cell, Ledger, LedgerLine, LedgerTab, Touch
from engine.play.words import Message
from engine.rulesets.classic_fantasy import exploring, wandering
from engine.rulesets.classic_fantasy.clock import units
from engine.rulesets.classic_fantasy.grades import Bearing
from engine.rulesets.classic_fantasy.ledgers.saying import heading, may_read, name_cell
from engine.rulesets.classic_fantasy.parts import total
from engine.rulesets.classic_fantasy.passing import is_mapped
from engine.rulesets.classic_fantasy.procedures.evening import Evening, evening
from engine.rulesets.classic_fantasy.procedures.fight import fight
from engine.rulesets.classic_fantasy.rest_window import party
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.table.table import Table

KEY: Final = "way"
OTHER: Final = {"exploration": "combat_rounds", "combat_rounds": "exploration"}


def tab(table: Table, viewer: str) -> LedgerTab | None:
    """Return its tab; in a fight nobody explores."""
    if fight(table) is not None:
        return None
    return LedgerTab(key=KEY, label=Message(key="d100.ledger.way.tab"), sign="target")


def ledger(table: Table, viewer: str) -> Ledger:
    """Return the page."""
    now = evening(table)
    feet = total(wandering.round_feet(table, viewer))
    seconds = exploring.round_seconds(now.pace, settings_of(table), mapped=is_mapped(table))
    whole, rest = divmod(seconds, units().minute_seconds)
    key, count = ("seconds", seconds) if rest else ("minutes", whole)
    went = wandering.feet_gone(table)
    return Ledger(
        key=KEY,
        title=Message(key="d100.ledger.way.title", params={"pace": now.pace}),
        large=Message(key=f"d100.ledger.way.{key}", params={"feet": feet, "count": count}),
        lines=(*_gone(feet, went), *_ways(table, now), *_people(table, viewer)),
        touches=tuple(_touches(now, feet)),
    )


def _touches(now: Evening, feet: int) -> Iterator[Touch]:
    if feet:
        label = Message(key="d100.ledger.way.round", params={"feet": feet})
        yield Touch(offer="d100_walk", answers={"feet": feet}, label=label)
    yield Touch(offer="d100_walk", label=Message(key="d100.ledger.way.walk"))
    unit = "exploration_round" if now.pace == "exploration" else "combat_round"
    label = Message(key="d100.ledger.way.stay", params={"unit": unit})
    yield Touch(offer=f"d100_pass:{unit}", answers={"count": 1}, label=label)


def _gone(feet: int, went: int) -> Iterator[LedgerLine]:
    """Yield how much of the last Round the party has gone, and how it goes the rest of it, which costs no time."""
    if 0 < went < feet:
        left = feet - went
        label = Message(key="d100.ledger.way.rest_of_round", params={"feet": left})
        touch = Touch(offer="d100_walk", answers={"feet": left}, label=label)
        gone = Message(key="d100.ledger.way.gone", params={"feet": went, "of": feet})
        yield _line("gone", Cell(text=gone), touch, rules=("CF-TIME-4",))


def _ways(table: Table, now: Evening) -> Iterator[LedgerLine]:
    pace = Touch(
        offer="d100_way",
        answers={"pace": OTHER[now.pace]},
        label=Message(key="d100.ledger.way.go_by", params={"pace": OTHER[now.pace]}),
    )
    words = Message(key="d100.ledger.way.pace", params={"pace": now.pace})
    yield _line("pace", Cell(text=words), pace, rules=("CF-TIME-3", "CF-TIME-4", "CF-TIME-5"))
    mapped = is_mapped(table)
    drawn = Message(key="d100.ledger.way.mapped" if mapped else "d100.ledger.way.unmapped")
    why = (Message(key="d100.ledger.way.shown"),) if now.map_shown else ()
    maps = (_switch("map_shown", on=now.map_shown), *(() if now.map_shown else (_switch("mapping", on=mapped),)))
    yield _line("map", Cell(text=drawn, told=why), *maps, rules=("CF-TIME-6", "CF-TIME-10"))
    light = Message(key=f"d100.ledger.way.{'dark' if now.dark else 'bright'}_{'light' if now.light else 'unlit'}")
    gives_away = now.dark and now.light
    yield _line(
        "light",
        Cell(text=light, sign="eye" if gives_away else "", tone="warn" if gives_away else ""),
        _switch("dark", on=now.dark),
        _switch("light", on=now.light),
        rules=("CF-TIME-8",),
    )
    yield _line("own", _perception(wandering.own_perception(table)), rules=("CF-TIME-7", "CF-TIME-9"))
    yield _line("enemy", _perception(wandering.enemy_perception(table)), rules=("CF-TIME-8", "CF-TIME-9"))
    wandered = Message(key="d100.ledger.way.wandered", params={"time": now.wandered})
    anew = (Touch(offer="d100_count_anew", label=Message(key="d100.ledger.way.anew")),) if now.wandered else ()
    yield _line("wandered", Cell(text=wandered), *anew, rules=("CF-TIME-4",))


def _line(key: str, cell: Cell, *touches: Touch, rules: Sequence[str] = ()) -> LedgerLine:
    name = Cell(text=Message(key=f"d100.ledger.way.line.{key}"), tone="dim")
    return LedgerLine(key=key, cells=(name, cell), touches=touches, rules=tuple(rules))


def _switch(field: str, *, on: bool) -> Touch:
    label = Message(key=f"d100.ledger.way.{'no_' if on else ''}{field}")
    return Touch(offer="d100_way", answers={field: not on}, label=label)


def _perception(found: Sequence[Bearing]) -> Cell:
    """Return how hard it is for a side to notice the other."""
    if not found:
        return Cell(text=Message(key="d100.ledger.way.no_steps"))
    steps = sum(one.steps for one in found)
    words = Message(key="d100.ledger.way.steps", params={"steps": steps})
    return Cell(text=words, tone="warn", told=tuple(one.words for one in found))


def _people(table: Table, viewer: str) -> Iterator[LedgerLine]:
    members = [actor for actor in party(table) if may_read(table, viewer, actor)]
    feet = {actor: wandering.feet_of(table, actor) for actor in members}
    if members:
        yield heading("who", (Cell(text=Message(key="d100.ledger.way.who")),))
    slowest = min((total(parts) for parts in feet.values()), default=0)
    for actor, parts in feet.items():
        held_up = total(parts) == slowest and any(total(other) > slowest for other in feet.values())
        told = tuple(part.words for part in parts)
        key = "still" if not total(parts) else "slowest" if held_up else "goes"
        words = Message(key=f"d100.ledger.way.{key}", params={"feet": total(parts)})
        cell = Cell(text=words, tone="" if key == "goes" else "warn", told=told)
        yield LedgerLine(key=f"who:{actor}", cells=(name_cell(table, actor), cell), actor=actor, rules=("CF-TIME-4",))
