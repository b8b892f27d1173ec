"""The status page of a rest: the actions of all characters in each quarter of an hour (CF-UI-5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

from engine.kit.control import controller_of
from engine.messages.message import Message
from engine.model.table import Table
from engine.presentation.offers import denial
from engine.presentation.status_pages import OfferButton, StatusPage, StatusPageCell, StatusPageLine, StatusPageTab
from engine.presentation.text_group import TextGroup
from engine.rulesets.classic_fantasy.character.character_conditions import is_dead
from engine.rulesets.classic_fantasy.character.character_sheet import rows_of
from engine.rulesets.classic_fantasy.game_calendar import clock_of
from engine.rulesets.classic_fantasy.health import rest_commands, rest_rules
from engine.rulesets.classic_fantasy.health.fatigue_commands import level_name
from engine.rulesets.classic_fantasy.health.fatigue_state import fatigue_level
from engine.rulesets.classic_fantasy.health.natural_healing_schedule import wounded_location_names
from engine.rulesets.classic_fantasy.health.rest_procedure import Rest, rest
from engine.rulesets.classic_fantasy.health.rest_rules import RestAction
from engine.rulesets.classic_fantasy.status_pages.status_page_cells import living_characters, may_read, name_cell

KEY: Final = "rest"
TEXTS: Final = TextGroup("d100.ledger.rest")
MOST_SHOWN: Final = 4
"""The maximum number of quarters shown at once: Healing takes that many."""
ACTIONS: Final[tuple[RestAction, ...]] = get_args(RestAction)
CARE: Final[tuple[RestAction, ...]] = ("first_aid", "healing")


def tab(table: Table, viewer: str) -> StatusPageTab | None:
    """Return its tab during a rest, with the number of characters that have not chosen yet."""
    rest_now = rest(table)
    if rest_now is None:
        return None
    undecided = [
        member
        for member in _members(table, rest_now, viewer)
        if member not in rest_now.chosen and not is_dead(table, member)
    ]
    is_front = bool(table.procedures) and table.procedures[-1] is rest_now
    return StatusPageTab(
        key=KEY, label=TEXTS("tab"), sign="moon", count=len(undecided) if is_front else 0, now=is_front
    )


def _members(table: Table, rest_now: Rest, viewer: str) -> tuple[str, ...]:
    return tuple(actor for actor in rest_now.members if actor in table.actors and may_read(table, viewer, actor))


def status_page(table: Table, viewer: str) -> StatusPage:
    """Return the page."""
    rest_now = rest(table)
    assert rest_now is not None
    shown = _quarters_shown(rest_now)
    day, time = clock_of(table.clock)
    return StatusPage(
        key=KEY,
        title=TEXTS("title", day=day, time=time),
        large=TEXTS("over")
        if rest_now.done >= rest_now.steps
        else TEXTS("large", number=rest_now.done + 1, steps=rest_now.steps),
        columns=(TEXTS("who"), *(TEXTS("step", number=number + 1) for number in shown), TEXTS("state")),
        lines=tuple(_line(table, viewer, rest_now, actor, shown) for actor in _members(table, rest_now, viewer)),
        buttons=tuple(_buttons(rest_now)),
        empty=TEXTS("nobody"),
    )


def _quarters_shown(rest_now: Rest) -> range:
    """Return the numbers of the quarters shown: the present one, and those just before it."""
    return range(max(0, rest_now.done + 1 - MOST_SHOWN), rest_now.done + 1)


def _buttons(rest_now: Rest) -> Iterator[OfferButton]:
    yield TEXTS.button("d100_rest_on", "on")
    more_steps = min(rest_commands.MOST_STEPS, max(rest_now.steps, rest_now.done) + 1)
    if more_steps > rest_now.steps:
        yield TEXTS.button("d100_set_rest", "longer", steps=more_steps)
    if rest_now.steps - 1 > rest_now.done:
        shorter_label = TEXTS("shorter")
        yield OfferButton(offer="d100_set_rest", answers={"steps": rest_now.steps - 1}, label=shorter_label)
    yield TEXTS.button("d100_end_rest", "end")


def _line(table: Table, viewer: str, rest_now: Rest, actor: str, shown: range) -> StatusPageLine:
    steps = tuple(_step_cell(table, rest_now, actor, number) for number in shown)
    is_front = table.procedures[-1] is rest_now and not is_dead(table, actor)
    buttons = tuple(_choice_buttons(table, rest_now, actor, _useful_actions(table, viewer, actor))) if is_front else ()
    return StatusPageLine(
        key=actor,
        cells=(name_cell(table, actor), *steps, _state_cell(table, actor)),
        actor=actor,
        buttons=buttons,
        rules=("CF-REST-2", "CF-REST-10"),
    )


def _step_cell(table: Table, rest_now: Rest, actor: str, number: int) -> StatusPageCell:
    """Return the action of a character in a quarter of an hour."""
    if is_dead(table, actor):
        return TEXTS.cell("dead", sign="skull", tone="bad")
    if number < rest_now.done:
        past_actions = rest_now.past[number] if number < len(rest_now.past) else {}
        if actor not in past_actions:
            return TEXTS.cell("by_default", tone="dim")
        return StatusPageCell(text=_action_word(past_actions[actor]), sign="check", tone="dim")
    choice = rest_now.chosen.get(actor)
    if choice is None:
        open_text = TEXTS("open")
        return StatusPageCell(
            text=open_text, sign="hourglass", tone="now", details=tuple(_actions_under_way(rest_now, actor))
        )
    return StatusPageCell(
        text=_action_word(choice.action), sign="check", tone="good", details=tuple(_actions_under_way(rest_now, actor))
    )


def _action_word(action: RestAction) -> Message:
    return TEXTS(f"did.{action}")


def _state_cell(table: Table, actor: str) -> StatusPageCell:
    """Return what matters of a character in a rest: actions of several steps, and actions ready to be carried out."""
    rest_now = rest(table)
    assert rest_now is not None
    details = tuple(_actions_under_way(rest_now, actor))
    before = rest_commands.resting_of(table, actor, rest_now)
    level = level_name(fatigue_level(table, actor))
    words = TEXTS("has", level=level, magic=before.magic, most=before.magic_most, rations=before.rations)
    if actor in rest_now.ready:
        return StatusPageCell(
            text=details[0], sign="star", tone="now", details=(words,), buttons=tuple(_ready_buttons(rest_now, actor))
        )
    if actor in rest_now.doing:
        action, done = rest_now.doing[actor]
        whole = rest_rules.numbers().actions[action].steps
        progress = TEXTS("going", action=action, done=done, steps=whole)
        return StatusPageCell(text=progress, sign="hourglass", tone="now", details=(words,))
    return StatusPageCell(text=words, tone="dim")


def _actions_under_way(rest_now: Rest, actor: str) -> Iterator[Message]:
    if actor in rest_now.ready:
        yield TEXTS("ready", action=rest_now.ready[actor])
    if actor in rest_now.doing:
        action, done = rest_now.doing[actor]
        whole = rest_rules.numbers().actions[action].steps
        yield TEXTS("going", action=action, done=done, steps=whole)


def _ready_buttons(rest_now: Rest, actor: str) -> Iterator[OfferButton]:
    """Yield the buttons to carry out an action after its time is spent."""
    action = rest_now.ready[actor]
    label = TEXTS(f"do.{action}")
    if action in CARE:
        yield OfferButton(offer=f"d100_tend:{action}", answers={"actor": actor}, label=label)
    elif action == "cast_spells":
        yield OfferButton(offer="d100_cast", answers={"actor": actor}, label=label)
    else:
        yield OfferButton(offer=f"d100_prepare_spell:{actor}", label=label)


def _useful_actions(table: Table, viewer: str, actor: str) -> tuple[RestAction, ...]:
    """Return the actions of use to a character: no care if the viewer knows of no wounds, no spells without a book."""
    hurt = any(wounded_location_names(table, other) for other in living_characters(table, viewer))
    useless_actions = set[RestAction](() if hurt else CARE)
    if not rows_of(table.actors[actor], "spells"):
        useless_actions.add("prepare_spell")
    return tuple(action for action in ACTIONS if action not in useless_actions)


def _choice_buttons(table: Table, rest_now: Rest, actor: str, actions: tuple[RestAction, ...]) -> Iterator[OfferButton]:
    """Yield the choices of a character for the present quarter of an hour, a button each."""
    chosen = rest_now.chosen.get(actor)
    for action in actions:
        command = rest_commands.ChooseRest(seat=controller_of(table, actor), actor=actor, action=action)
        if (chosen is None or chosen.action != action) and denial(rest_commands.verify_choose, table, command) is None:
            label = TEXTS(f"do.{action}")
            yield OfferButton(offer=f"d100_choose_rest:{action}", answers={"actor": actor}, label=label)
