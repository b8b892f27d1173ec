"""The status page of combat: order of Turns, Action Points, conditions, and deaths that threaten (CF-UI-9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.conditions import Condition
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
from engine.rulesets.classic_fantasy.attacks.attack_offers import weapons_with_damage
from engine.rulesets.classic_fantasy.attacks.attack_procedure import Attack, current_attack
from engine.rulesets.classic_fantasy.character import character_conditions
from engine.rulesets.classic_fantasy.character.character_conditions import LAST_ACT
from engine.rulesets.classic_fantasy.character.resource_pools import LUCK, pool
from engine.rulesets.classic_fantasy.combat import action_points, turn_order
from engine.rulesets.classic_fantasy.combat.combat_procedure import Combat, current_combat
from engine.rulesets.classic_fantasy.d100_calculation import total
from engine.rulesets.classic_fantasy.game_calendar import units
from engine.rulesets.classic_fantasy.health import incapacity
from engine.rulesets.classic_fantasy.status_pages.death_warnings import deaths_in_round
from engine.rulesets.classic_fantasy.status_pages.status_page_cells import (
    BLANK,
    as_list,
    button_for,
    heading,
    may_read,
    name_cell,
    plain_text,
    state_words,
)
from engine.rulesets.classic_fantasy.time.time_preview import forecast

KEY: Final = "fight"
TEXTS: Final = TextGroup("d100.ledger.fight")
GRAVE: Final = (
    character_conditions.DEAD,
    character_conditions.UNCONSCIOUS,
    character_conditions.INCAPACITATED,
    character_conditions.ASLEEP,
)
TOLD_STATES: Final = (
    *GRAVE,
    LAST_ACT,
    character_conditions.PRONE,
    "surprised",
    character_conditions.NO_OFFENCE,
    character_conditions.SPELL_SHAKEN,
    character_conditions.CASTING,
    character_conditions.BURNING,
    character_conditions.BLEEDING,
    character_conditions.BREATHLESS,
)
"""The conditions that matter in combat, the worst first; surprise is set by the GM."""


def tab(table: Table, viewer: str) -> StatusPageTab | None:
    """Return its tab during combat or an attack, with the number of characters that may die in this Round."""
    combat = current_combat(table)
    if combat is None and current_attack(table) is None:
        return None
    fighters = combat.fighters if combat is not None else {}
    count = sum(bool(deaths_in_round(table, actor)) for actor in fighters if may_read(table, viewer, actor))
    is_front = isinstance(table.procedures[-1], Combat | Attack)
    return StatusPageTab(key=KEY, label=TEXTS("tab"), sign="sword", count=count, now=is_front)


def status_page(table: Table, viewer: str) -> StatusPage:
    """Return the page."""
    combat = current_combat(table)
    return StatusPage(
        key=KEY,
        title=TEXTS("round", number=combat.number) if combat is not None else TEXTS("title"),
        sentences=tuple(_notes(table, combat)),
        columns=TEXTS.columns("who", "initiative", "points", "state", "end"),
        lines=tuple(_lines(table, viewer, combat)),
        buttons=tuple(_buttons(table, combat)),
    )


def _notes(table: Table, combat: Combat | None) -> Iterator[Message]:
    attack = current_attack(table)
    if attack is not None:
        params = {
            "actor": actor_name(table, attack.actor),
            "target": actor_name(table, attack.target),
            "weapon": attack.weapon,
            "level": f"d100-{attack.rolled.level}" if attack.rolled is not None else "",
        }
        is_waiting = attack.rolled is not None and table.procedures[-1] is attack
        key = "attack" if attack.rolled is None else "attacked" if is_waiting else "attack_came"
        yield TEXTS(key, **params)
    if attack is None and combat is not None and combat.turn and combat.acted:
        yield TEXTS("acted", actor=actor_name(table, combat.turn))
    if combat is not None and combat.order and not combat.turn:
        yield TEXTS("round_done")


def _buttons(table: Table, combat: Combat | None) -> Iterator[OfferButton]:
    attack = current_attack(table)
    if attack is not None:
        yield OfferButton(offer="d100_parry")
        yield OfferButton(offer="d100_evade", answers={"grade": "Standard"})
        names = ("d100_no_defence", "d100_it_hits", "d100_it_misses", "d100_attack_off")
        yield from (OfferButton(offer=name) for name in names)
    if combat is not None:
        if not combat.order:
            yield OfferButton(offer="d100_initiative")
        if combat.turn:
            yield OfferButton(offer="d100_end_turn")
        yield from (OfferButton(offer=name) for name in ("d100_end_round", "d100_join_fight", "d100_end_fight"))


# ---- who fights ------------------------------------------------------------------------------------------------------


def _lines(table: Table, viewer: str, combat: Combat | None) -> Iterator[StatusPageLine]:
    """Yield a line for each fighter: the one with the Turn first, then in order."""
    if combat is None:
        return
    order = combat.order or tuple(combat.fighters)
    first = order.index(combat.turn) if combat.turn in order else 0
    for actor in (*order[first:], *order[:first]):
        if actor in combat.fighters and actor in table.actors:
            yield _line(table, viewer, combat, actor)
    if isinstance(table.procedures[-1], Combat):
        yield from _round_end_lines(table, viewer)


def _round_end_lines(table: Table, viewer: str) -> Iterator[StatusPageLine]:
    """Yield the events at the end of the Round and the start of the next, up to the first dice (2.16)."""
    upcoming = forecast(table, units().combat_round_seconds, viewer=viewer)
    details = [line.message for line in upcoming.lines]
    if upcoming.unknown is not None:
        details.append(TEXTS("dice"))
    if details:
        cell = StatusPageCell(text=as_list(details), details=tuple(details))
        yield heading("end", (TEXTS.cell("end", sign="hourglass"), cell, *(BLANK,) * 3))


def _line(table: Table, viewer: str, combat: Combat, actor: str) -> StatusPageLine:
    turn = actor == combat.turn
    name = name_cell(table, actor, "chevron-right" if turn else "", "now" if turn else "")
    if may_read(table, viewer, actor):
        cells = (
            name,
            _initiative(table, combat, actor),
            _points(table, actor),
            _state(table, combat, actor),
            _round_end_warning(table, actor),
        )
        buttons = (*_attack_buttons(table, viewer, combat, actor), *_action_buttons(table, combat, actor))
    else:
        hidden = TEXTS.cell("hidden", sign="eye-off", tone="dim")
        cells = (name, hidden, BLANK, _turn_state(combat, actor), BLANK)
        buttons = (*_attack_buttons(table, viewer, combat, actor), *_turn_buttons(combat, actor))
    return StatusPageLine(key=actor, cells=cells, actor=actor, buttons=buttons, rules=("CF-X-16", "CF-X-27"))


def _initiative(table: Table, combat: Combat, actor: str) -> StatusPageCell:
    parts = turn_order.initiative_parts(table, actor, combat.fighters[actor])
    if not parts:
        text = TEXTS("not_thrown")
        return StatusPageCell(text=text, sign="hourglass", tone="now")
    return StatusPageCell(text=plain_text(total(parts)), details=tuple(part.words for part in parts))


def _points(table: Table, actor: str) -> StatusPageCell:
    """Return a box for each Action Point of a Round; those left are filled."""
    points, most = action_points.action_points_left(table, actor), action_points.max_action_points(table, actor)
    box = say(TEXTS("point"))
    boxes = tuple(
        ProgressBox(filled=number < points, tone="good", mark=box if number < points else "")
        for number in range(max(points, most))
    )
    text = TEXTS("points", have=points, most=most)
    return StatusPageCell(text=text, boxes=boxes, tone="" if points else "dim")


def _state(table: Table, combat: Combat, actor: str) -> StatusPageCell:
    """Return the conditions that matter, and the state of the fighter in the Round."""
    state = table.actors[actor]
    conditions = [state.conditions_named(name)[0] for name in TOLD_STATES if state.has_condition(name)]
    states = [_state_words(condition) for condition in conditions]
    incapacitated_by = incapacity.incapacitating_state(table, actor)
    if incapacitated_by == "helpless":
        states.insert(0, TEXTS("helpless"))
    until = next((condition.until for condition in conditions if condition.until is not None), None)
    if not states:
        return _turn_state(combat, actor)
    sign, tone = (
        ("skull", "bad")
        if state.has_condition(character_conditions.DEAD)
        else ("warning", "bad" if incapacitated_by else "warn")
    )
    return StatusPageCell(text=as_list(states), sign=sign, tone=tone, until=until)


def _state_words(condition: Condition) -> Message:
    if condition.name == character_conditions.NO_OFFENCE and condition.until is None:
        return TEXTS("no_offence", turns=max(1, condition.level))
    return state_words(condition.name)


def _turn_state(combat: Combat, actor: str) -> StatusPageCell:
    if actor == combat.turn:
        return TEXTS.cell("turn", sign="chevron-right", tone="now")
    if combat.fighters[actor].passed:
        return TEXTS.cell("passed", tone="dim")
    return TEXTS.cell("had", tone="dim") if actor in combat.had else BLANK


def _round_end_warning(table: Table, actor: str) -> StatusPageCell:
    """Return a warning of what may kill a fighter before the end of the Round."""
    threats = deaths_in_round(table, actor)
    if not threats:
        return BLANK
    key = "dies" if any(death.certain for death in threats) else "may_die"
    params = {"what": ", ".join(say(death.what) for death in threats)}
    return TEXTS.cell(key, params, sign="skull", tone="bad", until=threats[0].at)


def _attack_buttons(table: Table, viewer: str, combat: Combat, actor: str) -> Iterator[OfferButton]:
    """Yield a button to attack a foe for the fighter with the Turn; a single weapon is chosen already."""
    if (
        not combat.turn
        or actor == combat.turn
        or combat.acted
        or table.actors[actor].has_condition(character_conditions.DEAD)
    ):
        return
    if not may_read(table, viewer, combat.turn):
        return
    if table.is_gm(controller_of(table, actor)) != table.is_gm(controller_of(table, combat.turn)):
        weapons = weapons_with_damage(table, combat.turn)
        weapon = {"weapon": weapons[0]} if len(weapons) == 1 else {}
        label = TEXTS("do_attack_this", actor=actor_name(table, combat.turn))
        yield OfferButton(offer=f"d100_attack:{combat.turn}", answers={"target": actor, **weapon}, label=label)


def _action_buttons(table: Table, combat: Combat, actor: str) -> Iterator[OfferButton]:
    """Yield buttons for what a fighter can do now: the actions of its own Turn, else those out of turn."""
    state = table.actors[actor]
    choices = list[tuple[str, str]]()
    if actor == combat.turn and not combat.acted:
        choices += [("attack", "attack"), ("act", "act")]
    if state.has_condition(character_conditions.BURNING) and state.has_condition(character_conditions.PRONE):
        choices.append(("smother", "smother"))
    if state.has_condition(character_conditions.PRONE):
        choices.append(("stand_up", "stand_up"))
    if actor != combat.turn:
        choices.append(("react", "react"))
    if not action_points.action_points_left(table, actor) and pool(table, actor, LUCK):
        choices.append(("luck_desperate_effort", "effort"))
    for offer, word in choices:
        yield from button_for(f"d100_{offer}", actor, TEXTS(f"do_{word}"))
    yield from _turn_buttons(combat, actor)


def _turn_buttons(combat: Combat, actor: str) -> Iterator[OfferButton]:
    """Yield buttons to give a fighter a Turn, or to pass the Round."""
    if actor == combat.turn and not combat.fighters[actor].passed:
        yield from button_for("d100_pass_round", actor, TEXTS("do_pass"))
    if actor != combat.turn and combat.order:
        yield from button_for("d100_give_turn", actor, TEXTS("do_give_turn"))
