"""The status page of damage in progress: location, steps with numbers, wound, luck, consequences (CF-UI-10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Json
from engine.model.table import Table
from engine.presentation.status_pages import OfferButton, StatusPage, StatusPageCell, StatusPageLine, StatusPageTab
from engine.presentation.text_group import TextGroup
from engine.rulesets.classic_fantasy.character.character_audience import audience_for, may_follow
from engine.rulesets.classic_fantasy.d100_calculation import D100Step
from engine.rulesets.classic_fantasy.damage.damage_pipeline import wound_of_blow
from engine.rulesets.classic_fantasy.damage.damage_procedure import Blow, DamageProcess, current_damage
from engine.rulesets.classic_fantasy.damage.damage_sources import damage_of, dice_of_blow
from engine.rulesets.classic_fantasy.status_pages.check_status_page import luck_lines
from engine.rulesets.classic_fantasy.status_pages.status_page_cells import BLANK, heading, may_read, plain_text
from engine.rulesets.classic_fantasy.status_pages.wound_status_page import LOOK
from engine.rulesets.classic_fantasy.wounds.wound_rules import tests_endurance

KEY: Final = "harm"
TEXTS: Final = TextGroup("d100.ledger.harm")
RULED: Final = {
    "weapon_damage": "base",
    "damage_modifier": "modifier",
    "magic_damage": "magic",
    "parry_all": "parry",
    "parry_half": "parry",
    "armour": "worn",
    "natural_armour": "natural",
}
"""The offer by which the GM changes a step, by the step's reason; damage without a weapon counts as base."""
SHORT: Final = frozenset(
    {
        "d100_find_location",
        "d100_choose_locations",
        "d100_throw_damage",
        "d100_waive_luck",
        "d100_make_bleed",
        "d100_stop_harm",
    }
)
"""Consequences with a shorter text here, where the victim is obvious."""
STEPS: Final = ("base", "modifier", "magic", "parry", "worn", "natural")
"""The steps in their fixed order; armour has two (CF-DMG-5)."""


def tab(table: Table, viewer: str) -> StatusPageTab | None:
    """Return its tab while damage is in progress."""
    current = current_damage(table)
    if current is None or not may_follow(table, viewer, audience_for(table, current.harm.actor)):
        return None
    is_front = table.procedures[-1] is current
    return StatusPageTab(key=KEY, label=TEXTS("tab"), sign="drop", now=is_front)


def status_page(table: Table, viewer: str) -> StatusPage:
    """Return the page; of a character that the viewer may not read it says only that there is damage."""
    process = current_damage(table)
    assert process is not None
    params = {"actor": actor_name(table, process.harm.actor), "what": process.harm.what}
    command = StatusPage(key=KEY, title=TEXTS("title", **params))
    if not may_read(table, viewer, process.harm.actor):
        return StatusPage(key=KEY, title=command.title, empty=TEXTS("hidden"))
    return StatusPage(
        key=KEY,
        title=command.title,
        large=_large(table, process),
        sentences=(TEXTS("luck_may"),) if process.stage == "luck" else (),
        columns=TEXTS.columns("step", "value", "left"),
        lines=tuple(_lines(table, viewer, process)),
        buttons=tuple(_buttons(process)),
        empty=TEXTS("nothing_yet", dice=" ".join(dice_of_blow(process))),
    )


def _large(table: Table, process: DamageProcess) -> Message | None:
    if not process.blows or not process.blow.lies or process.stage == "consequences":
        return None
    params: dict[str, Json] = {"location": process.blow.location, "damage": damage_of(table, process, process.at).value}
    return TEXTS("large", **params)


def _buttons(process: DamageProcess) -> Iterator[OfferButton]:
    names = {
        "where": ("d100_find_location", "d100_choose_locations"),
        "damage": ("d100_throw_damage", "d100_accept_damage", "d100_choose_locations"),
        "luck": ("d100_waive_luck",),
        "consequences": (
            "d100_accept_consequences",
            "d100_limb_kind",
            "d100_rule_turns",
            "d100_last_act_allow",
            "d100_last_act_deny",
            *((f"d100_luck_last_act:{process.harm.actor}",) if process.last_act else ()),
        ),
    }.get(process.stage, ())
    for name in (*names, "d100_make_bleed", "d100_stop_harm"):
        yield OfferButton(offer=name, label=TEXTS(f"do_{name}") if name in SHORT else None)


def _lines(table: Table, viewer: str, process: DamageProcess) -> Iterator[StatusPageLine]:
    if process.stage == "consequences":
        yield from _consequence_lines(process)
    if process.stage in ("luck", "consequences"):
        yield from luck_lines(table, viewer, fitting=True)
    for index, blow in enumerate(process.blows):
        yield from _blow_lines(table, process, index, blow)
    if process.stage == "damage":
        yield from luck_lines(table, viewer, fitting=True)
    for index, queued in enumerate(process.queue):
        params = {"actor": actor_name(table, queued.actor), "what": queued.what}
        if may_read(table, viewer, queued.actor):
            cell = TEXTS.cell("later", params, tone="dim")
            yield StatusPageLine(key=f"later:{index}", cells=(cell, BLANK, BLANK), actor=queued.actor)


# ---- a blow ----------------------------------------------------------------------------------------------------------


def _blow_lines(table: Table, process: DamageProcess, index: int, blow: Blow) -> Iterator[StatusPageLine]:
    is_current, is_done = index == process.at, index < process.at
    sign, tone = ("check", "dim") if is_done else ("chevron-right", "now") if is_current else ("", "dim")
    state = BLANK
    if is_done and index < len(process.worst):
        state = TEXTS.cell("level", {"level": f"d100-wound-{process.worst[index]}"})
    yield heading(f"blow:{index}", (StatusPageCell(text=plain_text(blow.location), sign=sign, tone=tone), state, BLANK))
    if is_done:
        return
    if not blow.lies:
        text = TEXTS("to_be_thrown", dice=" ".join(dice_of_blow(process)))
        wait_cell = StatusPageCell(text=text, sign="hourglass", tone="now" if is_current else "dim")
        yield StatusPageLine(key=f"dice:{index}", cells=(wait_cell, BLANK, BLANK))
        return
    yield from _step_lines(table, process, index, blow, is_current)
    if is_current:
        yield from _wound_lines(table, process)


def _step_lines(
    table: Table, process: DamageProcess, index: int, blow: Blow, is_current: bool
) -> Iterator[StatusPageLine]:
    """Yield the steps in order, each with the damage left after it; the fixed steps are shown even at 0."""
    damage = damage_of(table, process, index)
    overrule = Message(key="d100.ledger.overrule")
    is_open = is_current and process.stage == "damage"
    steps_shown = dict[str, list[D100Step]]()
    for part in damage.parts:
        steps_shown.setdefault(_step_of(part, steps_shown), []).append(part)
    damage_left = 0
    fixed_steps = STEPS[:4] if process.harm.source == "weapon" else STEPS[:1]
    for step in (*STEPS, "ruled"):
        parts = steps_shown.get(step, [])
        if not parts and step not in fixed_steps and not (step == "worn" and blow.worn + blow.natural):
            continue
        value = sum(part.value for part in parts)
        damage_left += value
        buttons = [OfferButton(offer=f"d100_rule_{step}", label=overrule)] if is_open and step in STEPS else []
        if is_open and step == "worn" and blow.natural and process.harm.source == "weapon":
            label = TEXTS("overrule_natural")
            buttons.append(OfferButton(offer="d100_rule_natural", label=label))
        yield StatusPageLine(
            key=f"{step}:{index}",
            cells=(
                TEXTS.cell(f"step_{step}"),
                StatusPageCell(
                    text=plain_text(value if parts else "–")
                    if step == "base" or not parts
                    else TEXTS("value", value=value),
                    details=tuple(part.words for part in parts),
                    buttons=tuple(buttons),
                    tone="" if parts else "dim",
                ),
                StatusPageCell(text=plain_text(damage_left)),
            ),
            rules=("CF-DMG-5",),
        )
    result_cell = StatusPageCell(
        text=plain_text(damage.value),
        tone="warn" if damage.value else "good",
        details=tuple(part.words for part in damage.parts),
        buttons=(OfferButton(offer="d100_rule_damage", label=overrule),) if is_open else (),
    )
    name = TEXTS.cell("through")
    yield StatusPageLine(key=f"through:{index}", cells=(name, BLANK, result_cell), rules=("CF-DMG-2", "CF-DMG-6"))


def _step_of(part: D100Step, so_far: dict[str, list[D100Step]]) -> str:
    """Return the step that a part of the calculation belongs to; a cap at 0 belongs to the step before it."""
    if part.reason == "not_below_0":
        return next(reversed(so_far), "base")
    if part.reason == "ruled":
        return "ruled"
    return RULED.get(part.reason, "base")


def _wound_lines(table: Table, process: DamageProcess) -> Iterator[StatusPageLine]:
    """Yield the resulting wound of the location, and the Endurance roll that decides about it."""
    try:
        wound = wound_of_blow(table, process)
    except Refused:  # the body was changed meanwhile
        return
    sign, tone = LOOK[wound.level]
    params = {"before": wound.before, "hp": wound.hp, "most": wound.most}
    yield StatusPageLine(
        key="wound",
        cells=(
            TEXTS.cell("wound"),
            TEXTS.cell("hp", params),
            TEXTS.cell("level", {"level": f"d100-wound-{wound.level}"}, sign=sign, tone=tone),
        ),
        actor=process.harm.actor,
        rules=("CF-WOUND-1", "CF-WOUND-2", "CF-WOUND-3"),
    )
    if not tests_endurance(wound):
        return
    decided = process.stage == "consequences"
    word = "lost" if process.lost else "won"
    text = TEXTS(f"endurance_{word}") if decided else TEXTS("endurance_due")
    other = "won" if process.lost else "lost"
    yield StatusPageLine(
        key="endurance",
        cells=(
            TEXTS.cell("endurance"),
            StatusPageCell(
                text=text,
                sign=("warning" if process.lost else "check") if decided else "hourglass",
                tone=("bad" if process.lost else "good") if decided else "dim",
                buttons=(OfferButton(offer=f"d100_endurance_{other}"),) if decided else (),
            ),
            BLANK,
        ),
        actor=process.harm.actor,
        rules=("CF-WOUND-4",),
    )


def _consequence_lines(process: DamageProcess) -> Iterator[StatusPageLine]:
    """Yield the consequences line by line, for the GM to strike out or to accept."""
    yield heading("follows", (TEXTS.cell("follows"), BLANK, BLANK))
    for index, line in enumerate(process.proposed):
        is_struck = index in process.struck
        state = TEXTS.cell("struck", sign="close", tone="dim") if is_struck else TEXTS.cell("stands", sign="check")
        label = TEXTS("let_stand") if is_struck else TEXTS("strike")
        yield StatusPageLine(
            key=f"follows:{index}",
            cells=(StatusPageCell(text=line.words, tone="dim" if is_struck else ""), state, BLANK),
            buttons=(OfferButton(offer=f"d100_strike_line_{'in' if is_struck else 'out'}:{index}", label=label),),
            rules=line.rules,
        )
