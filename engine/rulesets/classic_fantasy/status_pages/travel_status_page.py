"""The travel status page: pace, distance of a Round, map, light, and perception (CF-UI-15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.model.table import Table
from engine.presentation.status_pages import OfferButton, StatusPage, StatusPageCell, StatusPageLine, StatusPageTab
from engine.presentation.text_group import TextGroup
from engine.rulesets.classic_fantasy.character.party import party
from engine.rulesets.classic_fantasy.character.session_state import SessionState, session_state
from engine.rulesets.classic_fantasy.combat.combat_procedure import current_combat
from engine.rulesets.classic_fantasy.d100_calculation import total
from engine.rulesets.classic_fantasy.dice.difficulty_grades import DifficultyModifier
from engine.rulesets.classic_fantasy.game_calendar import units
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.status_pages.status_page_cells import heading, may_read, name_cell
from engine.rulesets.classic_fantasy.time.time_advance import is_mapped
from engine.rulesets.classic_fantasy.travel import travel_commands, travel_modifiers, travel_rules

KEY: Final = "way"
TEXTS: Final = TextGroup("d100.ledger.way")
_OTHER_PACE: Final = {"exploration": "combat_rounds", "combat_rounds": "exploration"}


def tab(table: Table, viewer: str) -> StatusPageTab | None:
    """Return the tab of the travel page; None in combat."""
    if current_combat(table) is not None:
        return None
    return StatusPageTab(key=KEY, label=TEXTS("tab"), sign="target")


def status_page(table: Table, viewer: str) -> StatusPage:
    """Return the travel page."""
    session = session_state(table)
    round_feet = total(travel_commands.round_feet(table, viewer))
    round_seconds = travel_rules.round_seconds(session.pace, settings_of(table), mapped=is_mapped(table))
    minutes, odd_seconds = divmod(round_seconds, units().minute_seconds)
    unit, count = ("seconds", round_seconds) if odd_seconds else ("minutes", minutes)
    feet_gone = travel_commands.feet_gone(table)
    return StatusPage(
        key=KEY,
        title=TEXTS("title", pace=session.pace),
        large=TEXTS(unit, feet=round_feet, count=count),
        lines=(
            *_begun_round_line(round_feet, feet_gone),
            *_travel_lines(table, session),
            *_member_lines(table, viewer),
        ),
        buttons=tuple(_buttons(session, round_feet)),
    )


def _buttons(session: SessionState, round_feet: int) -> Iterator[OfferButton]:
    """Yield the buttons to go for a Round, to go any distance, and to stay for a Round."""
    if round_feet:
        label = TEXTS("round", feet=round_feet)
        yield OfferButton(offer="d100_walk", answers={"feet": round_feet}, label=label)
    yield TEXTS.button("d100_walk", "walk")
    unit = "exploration_round" if session.pace == "exploration" else "combat_round"
    label = TEXTS("stay", unit=unit)
    yield OfferButton(offer=f"d100_pass:{unit}", answers={"count": 1}, label=label)


def _begun_round_line(round_feet: int, feet_gone: int) -> Iterator[StatusPageLine]:
    """Yield the distance gone of a begun Round, with a button for the rest of it, which costs no more time."""
    if 0 < feet_gone < round_feet:
        feet_left = round_feet - feet_gone
        label = TEXTS("rest_of_round", feet=feet_left)
        button = OfferButton(offer="d100_walk", answers={"feet": feet_left}, label=label)
        gone = TEXTS("gone", feet=feet_gone, of=round_feet)
        yield _line("gone", StatusPageCell(text=gone), button, rules=("CF-TIME-4",))


def _travel_lines(table: Table, session: SessionState) -> Iterator[StatusPageLine]:
    """Yield the lines of pace, map, light, perception of both sides, and time of exploration."""
    pace_button = OfferButton(
        offer="d100_way",
        answers={"pace": _OTHER_PACE[session.pace]},
        label=TEXTS("go_by", pace=_OTHER_PACE[session.pace]),
    )
    pace = TEXTS("pace", pace=session.pace)
    yield _line("pace", StatusPageCell(text=pace), pace_button, rules=("CF-TIME-3", "CF-TIME-4", "CF-TIME-5"))
    mapped = is_mapped(table)
    map_state = TEXTS("mapped" if mapped else "unmapped")
    reason = (TEXTS("shown"),) if session.map_shown else ()
    map_buttons = (
        _switch("map_shown", is_on=session.map_shown),
        *(() if session.map_shown else (_switch("mapping", is_on=mapped),)),
    )
    yield _line("map", StatusPageCell(text=map_state, details=reason), *map_buttons, rules=("CF-TIME-6", "CF-TIME-10"))
    light = TEXTS(f"{'dark' if session.dark else 'bright'}_{'light' if session.light else 'unlit'}")
    light_reveals_party = session.dark and session.light
    yield _line(
        "light",
        StatusPageCell(
            text=light, sign="eye" if light_reveals_party else "", tone="warn" if light_reveals_party else ""
        ),
        _switch("dark", is_on=session.dark),
        _switch("light", is_on=session.light),
        rules=("CF-TIME-8",),
    )
    yield _line("own", _perception(travel_modifiers.own_perception(table)), rules=("CF-TIME-7", "CF-TIME-9"))
    yield _line("enemy", _perception(travel_modifiers.enemy_perception(table)), rules=("CF-TIME-8", "CF-TIME-9"))
    wandered = TEXTS("wandered", time=session.wandered)
    restart_buttons = (TEXTS.button("d100_count_anew", "anew"),) if session.wandered else ()
    yield _line("wandered", StatusPageCell(text=wandered), *restart_buttons, rules=("CF-TIME-4",))


def _line(key: str, cell: StatusPageCell, *buttons: OfferButton, rules: Sequence[str] = ()) -> StatusPageLine:
    """Return a line with its heading, one cell and its buttons."""
    heading_cell = TEXTS.cell(f"line.{key}", tone="dim")
    return StatusPageLine(key=key, cells=(heading_cell, cell), buttons=buttons, rules=tuple(rules))


def _switch(field: str, *, is_on: bool) -> OfferButton:
    """Return a button that switches a field of the command `SetWay` to the other value."""
    label = TEXTS(f"{'no_' if is_on else ''}{field}")
    return OfferButton(offer="d100_way", answers={field: not is_on}, label=label)


def _perception(modifiers: Sequence[DifficultyModifier]) -> StatusPageCell:
    """Return the change of difficulty for one side to notice the other."""
    if not modifiers:
        return TEXTS.cell("no_steps")
    steps = sum(modifier.steps for modifier in modifiers)
    words = TEXTS("steps", steps=steps)
    return StatusPageCell(text=words, tone="warn", details=tuple(modifier.words for modifier in modifiers))


def _member_lines(table: Table, viewer: str) -> Iterator[StatusPageLine]:
    """Yield a heading, and the movement of each party member that the viewer may read; the slowest are marked."""
    members = [actor for actor in party(table) if may_read(table, viewer, actor)]
    steps_by_member = {actor: travel_commands.feet_of(table, actor) for actor in members}
    if members:
        yield heading("who", (TEXTS.cell("who"),))
    slowest = min((total(steps) for steps in steps_by_member.values()), default=0)
    for actor, steps in steps_by_member.items():
        feet = total(steps)
        slows_party = feet == slowest and any(total(other) > slowest for other in steps_by_member.values())
        details = tuple(step.words for step in steps)
        key = "still" if not feet else "slowest" if slows_party else "goes"
        words = TEXTS(key, feet=feet)
        cell = StatusPageCell(text=words, tone="" if key == "goes" else "warn", details=details)
        yield StatusPageLine(
            key=f"who:{actor}", cells=(name_cell(table, actor), cell), actor=actor, rules=("CF-TIME-4",)
        )
