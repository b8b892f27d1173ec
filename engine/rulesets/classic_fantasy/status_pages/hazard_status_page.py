"""The status page of hazards in progress, each with its next step: lack of air, flames, heat, others (CF-UI-11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.presentation.status_pages import OfferButton, StatusPage, StatusPageCell, StatusPageLine, StatusPageTab
from engine.presentation.text_group import TextGroup
from engine.rulesets.classic_fantasy.character.character_conditions import BURNING, PRONE, place_of
from engine.rulesets.classic_fantasy.character.session_state import session_state
from engine.rulesets.classic_fantasy.hazards import (
    burning_commands,
    burning_rules,
    custom_hazard_commands,
    poison_commands,
)
from engine.rulesets.classic_fantasy.health import asphyxiation_rules
from engine.rulesets.classic_fantasy.health.asphyxiation_commands import next_roll
from engine.rulesets.classic_fantasy.health.fatigue_state import fatigue_level
from engine.rulesets.classic_fantasy.status_pages.death_warnings import deaths_in_round
from engine.rulesets.classic_fantasy.status_pages.status_page_cells import (
    BLANK,
    button_for,
    living_characters,
    name_cell,
    plain_text,
)
from engine.rulesets.classic_fantasy.wounds import bleeding_rules
from engine.rulesets.classic_fantasy.wounds.bleeding_rules import Bleeding

KEY: Final = "hazards"
TEXTS: Final = TextGroup("d100.ledger.hazards")
BEFALLS: Final = (
    "fall",
    "object",
    "harm",
    "heat",
    "set_alight",
    "lose_breath",
    "hazard",
    "poison",
    "make_hazard",
    "make_poison",
)
"""The offers of hazards that the GM can start, without `d100_`."""
UNDER_WAY: Final = (
    BURNING,
    burning_commands.IN_HEAT,
    burning_commands.KINDLING,
    custom_hazard_commands.IN_HAZARD,
    poison_commands.POISONED,
)


def tab(table: Table, viewer: str) -> StatusPageTab | None:
    """Return its tab with the number of characters in danger; none where no character has a body."""
    people = living_characters(table, viewer)
    if not any(table.actors[actor].body is not None for actor in people):
        return None
    count = sum(_is_in_danger(table, actor) for actor in people)
    return StatusPageTab(key=KEY, label=TEXTS("tab"), sign="flame", count=count)


def _is_in_danger(table: Table, actor: str) -> bool:
    return actor in session_state(table).breathless or any(
        table.actors[actor].has_condition(name) for name in UNDER_WAY
    )


def status_page(table: Table, viewer: str) -> StatusPage:
    """Return the page: characters in danger with their hazards, and the hazards that the GM can start."""
    return StatusPage(
        key=KEY,
        title=TEXTS("title"),
        columns=TEXTS.columns("who", "what", "next", "warning"),
        lines=tuple(
            line for actor in living_characters(table, viewer) for line in _character_lines(table, viewer, actor)
        ),
        buttons=tuple(TEXTS.button(f"d100_{name}", f"do_{name}") for name in BEFALLS),
        empty=TEXTS("empty"),
    )


def _character_lines(table: Table, viewer: str, actor: str) -> Iterator[StatusPageLine]:
    """Yield the hazards of a character; the first line has the name, and the warning comes before all others."""
    lines = [
        *_breath_lines(table, actor),
        *_flame_lines(table, actor),
        *_heat_lines(table, actor),
        *_custom_hazard_lines(table, actor),
    ]
    lines += _poison_lines(table, viewer, actor)
    if lines:
        _, cell, next_cell, note = lines[0].cells
        yield replace(lines[0], cells=(name_cell(table, actor), cell, next_cell, _death_warning(table, actor) or note))
    yield from lines[1:]


def _death_warning(table: Table, actor: str) -> StatusPageCell | None:
    deaths = deaths_in_round(table, actor)
    if not deaths:
        return None
    params = {"what": ", ".join(say(death.what) for death in deaths)}
    return TEXTS.cell("may_die", params, sign="skull", tone="bad")


# ---- what goes on ----------------------------------------------------------------------------------------------------


def _breath_lines(table: Table, actor: str) -> Iterator[StatusPageLine]:
    breath = session_state(table).breathless.get(actor)
    if breath is None:
        return
    roll = next_roll(table, actor)
    seconds_left = max(0, breath.begun + breath.seconds - table.clock)
    text = TEXTS("breath", seconds=seconds_left) if seconds_left else TEXTS("suffocates")
    rolls = TEXTS.cell("spared", tone="dim")
    if roll is not None:
        rolls = TEXTS.cell("endurance", sign="dice", until=int(roll.at))
    worst = {"rounds": asphyxiation_rules.rounds_left(fatigue_level(table, actor))}
    soonest = TEXTS.cell("soonest", worst, tone="dim")
    yield StatusPageLine(
        key=f"{actor}:air",
        cells=(
            BLANK,
            StatusPageCell(text=text, sign="hourglass", tone="warn" if seconds_left else "bad"),
            rolls,
            soonest,
        ),
        actor=actor,
        buttons=(
            TEXTS.button("d100_breathe", "do_breathe", actor=actor),
            TEXTS.button("d100_set_breath", "do_breath", actor=actor),
        ),
        rules=("CF-ASPHYX-1", "CF-ASPHYX-4"),
    )


def _next_round_cell(table: Table, label: Message) -> StatusPageCell:
    return StatusPageCell(text=label, sign="hourglass", until=bleeding_rules.next_loss(Bleeding(since=0), table.clock))


def _flame_lines(table: Table, actor: str) -> Iterator[StatusPageLine]:
    state = table.actors[actor]
    controlled = state.has_condition(burning_commands.CONTROLLED)
    burning_flames = [flame for flame in burning_commands.flames(table, actor) if not flame.out]
    for number, flame in enumerate(burning_flames):
        key = "flame" if flame.intensity else "lit"
        params: dict[str, Json] = {"location": flame.location, "intensity": flame.intensity}
        details: tuple[Message, ...] = ()
        if flame.fuel is not None:
            details = (TEXTS("fuel", points=flame.fuel),)
        burns = TEXTS("burns", dice=burning_rules.burn_dice(flame))
        buttons = list[OfferButton]()
        if not number:
            buttons = _flame_buttons(table, actor, controlled)
        spread_text = TEXTS("held") if controlled else TEXTS("spreads")
        yield StatusPageLine(
            key=f"{actor}:flame:{flame.location}",
            cells=(
                BLANK,
                TEXTS.cell(key, params, sign="flame", tone="bad", details=details),
                _next_round_cell(table, burns),
                BLANK if number else StatusPageCell(text=spread_text, tone="dim" if controlled else "warn"),
            ),
            actor=actor,
            buttons=tuple(buttons),
            rules=("CF-FIRE-8", "CF-FIRE-9", "CF-FIRE-15"),
        )


def _flame_buttons(table: Table, actor: str, controlled: bool) -> list[OfferButton]:
    """Return the buttons against flames: to smother them a character must be prone (CF-FIRE-15)."""
    names = [("put_out", "put_out"), ("fire_free", "free") if controlled else ("fire_held", "hold")]
    if table.actors[actor].has_condition(PRONE):
        names.insert(0, ("smother", "smother"))
    buttons = [TEXTS.button(f"d100_{offer}:{actor}", f"do_{word}") for offer, word in names]
    if not table.actors[actor].has_condition(PRONE):
        lie_down = TEXTS("do_lie_down")
        buttons[:0] = button_for("d100_lie_down", actor, lie_down)
    return buttons


def _heat_lines(table: Table, actor: str) -> Iterator[StatusPageLine]:
    rounds_by_place = {
        place_of(condition): condition.level
        for condition in table.actors[actor].conditions_named(burning_commands.KINDLING)
    }
    for number, (place, row) in enumerate(burning_commands.heat_on(table, actor)):
        params: dict[str, Json] = {"location": place, "intensity": row.intensity}
        rounds = rounds_by_place.get(place)
        kindling_cell = BLANK
        if rounds is not None:
            text = TEXTS("catches", rounds=rounds)
            kindling_cell = StatusPageCell(text=text, sign="hourglass", tone="warn")
        button = TEXTS.button(f"d100_end_exposure:{actor}", "do_leave")
        dice = TEXTS("burns", dice=row.damage)
        yield StatusPageLine(
            key=f"{actor}:heat:{place}",
            cells=(
                BLANK,
                TEXTS.cell("in_heat", params, sign="warning", tone="warn"),
                _next_round_cell(table, dice),
                kindling_cell,
            ),
            actor=actor,
            buttons=() if number else (button,),
            rules=("CF-FIRE-2", "CF-FIRE-6"),
        )


def _custom_hazard_lines(table: Table, actor: str) -> Iterator[StatusPageLine]:
    for condition in table.actors[actor].conditions_named(custom_hazard_commands.IN_HAZARD):
        name = condition.id.partition(":")[2]
        button = TEXTS.button(f"d100_end_hazard:{actor}", "do_leave", name=name)
        params = {"step": condition.level + 1}
        yield StatusPageLine(
            key=f"{actor}:{condition.id}",
            cells=(
                BLANK,
                StatusPageCell(text=plain_text(name), sign="warning", tone="warn"),
                TEXTS.cell("step", params, sign="hourglass", until=condition.until),
                BLANK,
            ),
            actor=actor,
            buttons=(button,),
            rules=("CF-GEN-1",),
        )


def _poison_lines(table: Table, viewer: str, actor: str) -> Iterator[StatusPageLine]:
    """Yield poisons at work; those that have no effect yet are shown to the GM only."""
    for condition in table.actors[actor].conditions:
        is_coming = condition.name == poison_commands.COMING and table.is_gm(viewer)
        if not is_coming and condition.name != poison_commands.POISONED:
            continue
        poison_label = TEXTS("poison_coming" if is_coming else "poison")
        end_cell = TEXTS.cell("poison_stays", tone="dim")
        if condition.until is not None:
            text = TEXTS("poison_sets_in" if is_coming else "poison_over")
            end_cell = StatusPageCell(text=text, sign="hourglass", until=condition.until)
        label = TEXTS("do_end_poison")
        yield StatusPageLine(
            key=f"{actor}:{condition.id}",
            cells=(
                BLANK,
                StatusPageCell(text=poison_label, sign="warning", tone="warn"),
                end_cell,
                StatusPageCell(text=plain_text(condition.note)) if condition.note and not is_coming else BLANK,
            ),
            actor=actor,
            buttons=(OfferButton(offer=f"d100_end_poison:{actor}", label=label),),
            rules=("CF-X-37",),
        )
