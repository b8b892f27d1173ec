"""The status page of wounds: locations, healing, dangers, and care (CF-UI-13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.messages.message import Message
from engine.model.conditions import Condition
from engine.model.table import Table
from engine.presentation.offers import denial
from engine.presentation.status_pages import OfferButton, StatusPage, StatusPageCell, StatusPageLine, StatusPageTab
from engine.presentation.text_group import TextGroup
from engine.rulesets.classic_fantasy.character.character_conditions import (
    BLEEDING,
    DEADLINE,
    INCAPACITATED,
    MAIMING,
    PRONE,
    SCAR,
    UNCONSCIOUS,
    USELESS,
    place_of,
)
from engine.rulesets.classic_fantasy.character.session_state import Injury
from engine.rulesets.classic_fantasy.combat.combat_procedure import current_combat
from engine.rulesets.classic_fantasy.d100_calculation import total
from engine.rulesets.classic_fantasy.game_calendar import clock_of, seconds_of
from engine.rulesets.classic_fantasy.health import fatigue_rules, natural_healing_rules
from engine.rulesets.classic_fantasy.health.body_state import BodyLocation, healing_rate, injury_of, wounded_locations
from engine.rulesets.classic_fantasy.health.fatigue_state import fatigue_of
from engine.rulesets.classic_fantasy.health.natural_healing_schedule import healing_state_of
from engine.rulesets.classic_fantasy.health.strain_commands import Strain, verify_strain
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.status_pages.death_warnings import bleeding_levels, bleeds_to_death_at
from engine.rulesets.classic_fantasy.status_pages.status_page_cells import (
    BLANK,
    as_list,
    heading,
    living_characters,
    name_cell,
    plain_text,
    state_words,
)
from engine.rulesets.classic_fantasy.treatment.healing_magic_commands import is_severed
from engine.rulesets.classic_fantasy.wounds import bleeding_rules, healing_tables
from engine.rulesets.classic_fantasy.wounds.bleeding_rules import Bleeding
from engine.rulesets.classic_fantasy.wounds.wound_rules import WoundLevel

KEY: Final = "care"
TEXTS: Final = TextGroup("d100.ledger.care")
DANGERS: Final = (DEADLINE, BLEEDING, MAIMING)
"""The conditions counted on the tab."""
TOLD_STATES: Final = (UNCONSCIOUS, INCAPACITATED, PRONE)
LOOK: Final[dict[WoundLevel, tuple[str, str]]] = {
    "none": ("", ""),
    "minor": ("minus", ""),
    "serious": ("warning", "warn"),
    "major": ("warning", "bad"),
}
"""The sign and the tone of a wound."""


def tab(table: Table, viewer: str) -> StatusPageTab | None:
    """Return its tab with the number of dangers; none where no character has a body."""
    people = living_characters(table, viewer)
    if not any(table.actors[actor].body is not None for actor in people):
        return None
    count = sum(condition.name in DANGERS for actor in people for condition in table.actors[actor].conditions)
    return StatusPageTab(key=KEY, label=TEXTS("tab"), sign="heart", count=count)


def status_page(table: Table, viewer: str) -> StatusPage:
    """Return the page: a heading for each wounded character, then its wounds and dangers; those in danger first."""
    people = sorted(
        living_characters(table, viewer), key=lambda actor: not any(map(table.actors[actor].has_condition, DANGERS))
    )
    return StatusPage(
        key=KEY,
        title=TEXTS("title"),
        columns=TEXTS.columns("where", "hp", "care", "heals", "danger"),
        lines=tuple(line for actor in people for line in _character_lines(table, actor)),
        empty=TEXTS("empty"),
    )


def _character_lines(table: Table, actor: str) -> Iterator[StatusPageLine]:
    wounds, dangers = wounded_locations(table, actor), _dangers(table, actor)
    blood_lost = fatigue_of(table, actor).of("blood")
    if not wounds and not dangers and blood_lost is None:
        return
    yield _heading_line(table, actor)
    for spot in wounds:
        place = spot.place.name
        dangers_here = dangers.pop(place, [])
        yield _wound_line(table, actor, spot, dangers_here[0] if dangers_here else BLANK)
        for number, danger in enumerate(dangers_here[1:]):
            yield StatusPageLine(
                key=f"{actor}:{place}:{number}", cells=(BLANK, BLANK, BLANK, BLANK, danger), actor=actor
            )
    for place, others in dangers.items():
        for number, danger in enumerate(others):
            name = StatusPageCell(text=plain_text(place) if place else TEXTS("inside"))
            yield StatusPageLine(
                key=f"{actor}:{place}:{number}", cells=(name, BLANK, BLANK, BLANK, danger), actor=actor
            )
    if blood_lost is not None:
        yield _blood_line(table, actor, blood_lost)


def _heading_line(table: Table, actor: str) -> StatusPageLine:
    state = table.actors[actor]
    rate = TEXTS("rate", rate=healing_rate(table, actor))
    states = [state_words(name) for name in TOLD_STATES if state.has_condition(name)]
    cell = StatusPageCell(text=as_list(states), sign="warning", tone="warn") if states else BLANK
    buttons = list[OfferButton]()
    if denial(verify_strain, table, Strain(seat=table.gm(), actor=actor)) is None:
        label = TEXTS("strain")
        buttons.append(OfferButton(offer="d100_strain", answers={"actor": actor}, label=label))
    if (
        state.has_condition(BLEEDING)
        or state.has_condition(DEADLINE)
        or any(_is_unstable(table, actor, spot) for spot in wounded_locations(table, actor))
    ):
        label = TEXTS("stabilise")
        buttons.append(OfferButton(offer="d100_stabilise", answers={"actor": actor}, label=label))
    cells = (name_cell(table, actor), StatusPageCell(text=rate), cell, BLANK, BLANK)
    return heading(actor, cells, actor, tuple(buttons))


def _is_unstable(table: Table, actor: str, spot: BodyLocation) -> bool:
    injury = injury_of(table, actor, spot.place.name)
    return spot.level in ("serious", "major") and (injury is None or not injury.stabilised)


# ---- a wound ---------------------------------------------------------------------------------------------------------


def _wound_line(table: Table, actor: str, spot: BodyLocation, danger: StatusPageCell) -> StatusPageLine:
    place = spot.place.name
    injury = injury_of(table, actor, place)
    return StatusPageLine(
        key=f"{actor}:{place}",
        cells=(
            StatusPageCell(text=plain_text(place)),
            _hit_points_cell(actor, spot),
            _care_cell(table, actor, spot, injury),
            _healing_cell(table, actor, spot),
            danger,
        ),
        actor=actor,
        buttons=tuple(_buttons(table, actor, spot, injury)),
        rules=("CF-HEAL-1", "CF-HEAL-4", "CF-X-30"),
    )


def _hit_points_cell(actor: str, spot: BodyLocation) -> StatusPageCell:
    sign, tone = LOOK[spot.level]
    place = spot.place.name
    return TEXTS.cell(
        f"hp_{spot.level}",
        {"hp": spot.hp, "most": spot.most},
        sign=sign,
        tone=tone,
        buttons=(TEXTS.button(f"d100_set_hp:{actor}:{place}", "one_more", level=spot.hp + 1),),
    )


def _care_cell(table: Table, actor: str, spot: BodyLocation, injury: Injury | None) -> StatusPageCell:
    """Return the care that a wound has had; an untreated Major Wound is marked."""
    place = spot.place.name
    history = injury or Injury(injured=table.clock, since=table.clock)
    care_given = [
        TEXTS(word, points=history.strain)
        for word, applies in (
            ("treated", history.treated),
            ("stabilised", history.stabilised),
            ("aided", history.aided),
            ("maimed", history.maimed),
            ("strained", history.strain > 0),
            ("scar", _has_condition_at(table, actor, SCAR, place)),
            ("useless", _has_condition_at(table, actor, USELESS, place)),
        )
        if applies
    ]
    needs_care = spot.level == "major" and not history.treated and not is_severed(table, actor, place)
    if needs_care:
        care_given.insert(0, TEXTS("untreated"))
    answers = {"actor": actor, "location": place}
    buttons = list[OfferButton]()
    if needs_care:
        label = TEXTS("has_been_treated")
        buttons.append(OfferButton(offer="d100_set_care", answers={**answers, "treated": True}, label=label))
    if history.strain:
        label = TEXTS("unstrain")
        buttons.append(OfferButton(offer="d100_set_strain", answers={**answers, "strain": 0}, label=label))
    if not care_given:
        return TEXTS.cell("nothing", tone="dim")
    is_cared_for = history.treated or history.aided or history.stabilised
    sign, tone = ("warning", "warn") if needs_care else ("check", "good") if is_cared_for else ("", "")
    return StatusPageCell(text=as_list(care_given), sign=sign, tone=tone, buttons=tuple(buttons))


def _has_condition_at(table: Table, actor: str, name: str, place: str) -> bool:
    return any(place_of(condition) == place for condition in table.actors[actor].conditions_named(name))


def _healing_cell(table: Table, actor: str, spot: BodyLocation) -> StatusPageCell:
    """Return the next hit points and their moment, or why there are none (CF-HEAL-1 to CF-HEAL-4)."""
    if is_severed(table, actor, spot.place.name):
        return TEXTS.cell("off", tone="dim")
    mending = healing_state_of(table, actor, spot.place.name)
    next_gain = natural_healing_rules.next_due(mending, settings=settings_of(table))
    if next_gain is None:
        return TEXTS.cell("heals_not", sign="lock", tone="warn")
    parts = natural_healing_rules.gain(mending, healing_rate(table, actor))
    unit = healing_tables.numbers().unit[mending.level]
    details = (TEXTS(f"heals_{unit}"), *(part.words for part in parts))
    text = TEXTS("heals", points=total(parts))
    return StatusPageCell(text=text, sign="hourglass", until=next_gain, details=details)


def _buttons(table: Table, actor: str, spot: BodyLocation, injury: Injury | None) -> Iterator[OfferButton]:
    """Yield buttons for the care that can help before death; in combat only one."""
    wound = {"patient": actor, "location": spot.place.name}
    settings = settings_of(table)
    aided, stable = injury is not None and injury.aided, injury is not None and injury.stabilised
    treated, seconds_left = injury is not None and injury.treated, _time_left(table, actor)
    fighting = current_combat(table) is not None
    if seconds_left is not None or (fighting and not stable):
        yield TEXTS.button("d100_stabilise_by:first_aid", "save", **wound)
    aid_helps = not aided and not (spot.level == "major" and stable)
    if aid_helps and not fighting and (seconds_left is None or seconds_left > seconds_of("rest_action", settings)):
        yield TEXTS.button("d100_tend:first_aid", "first_aid", **wound)
    skill_helps = (spot.level == "major" and not treated) or (spot.level == "serious" and not stable)
    if skill_helps and not fighting and (seconds_left is None or seconds_left > seconds_of("hour", settings)):
        yield TEXTS.button("d100_tend:healing", "healing", **wound)
    yield TEXTS.button("d100_cast", "spell", **wound)


def _time_left(table: Table, actor: str) -> int | None:
    """Return the seconds until a character dies without help; None for one that is not dying."""
    ends = [
        condition.until for condition in table.actors[actor].conditions_named(DEADLINE) if condition.until is not None
    ]
    at = bleeds_to_death_at(table, actor)
    if at is not None:
        ends.append(at)
    return min(ends) - table.clock if ends else None


# ---- dangers, and blood ----------------------------------------------------------------------------------------------


def _dangers(table: Table, actor: str) -> dict[str, list[StatusPageCell]]:
    """Return the dangers of each location, the worst first; one without a location counts as internal."""
    by_location = dict[str, list[StatusPageCell]]()
    for name in DANGERS:
        for condition in table.actors[actor].conditions_named(name):
            by_location.setdefault(place_of(condition), []).append(_danger_cell(table, actor, condition))
    return by_location


def _danger_cell(table: Table, actor: str, condition: Condition) -> StatusPageCell:
    if condition.name == DEADLINE:
        return TEXTS.cell("dies", sign="skull", tone="bad", until=condition.until)
    if condition.name == MAIMING:
        text = TEXTS("will_be_maimed")
        return StatusPageCell(text=text, sign="severed", tone="warn", until=condition.until)
    levels = max(1, condition.level)
    at = bleeds_to_death_at(table, actor)
    details: tuple[Message, ...] = ()
    if at is not None:
        day, time = clock_of(at)
        params = {"day": day, "time": time, "levels": bleeding_levels(table, actor)}
        details = (TEXTS("bled_white", **params),)
    return TEXTS.cell(
        "bleeds",
        {"levels": levels},
        sign="drop",
        tone="bad",
        until=bleeding_rules.next_loss(Bleeding(since=0, levels=levels), table.clock),
        details=details,
    )


def _blood_line(table: Table, actor: str, lost: fatigue_rules.FatigueCause) -> StatusPageLine:
    """Return when levels lost to bleeding come back, day by day (CF-BLOOD-3)."""
    pace = fatigue_rules.numbers().pace_seconds["blood"]
    text = TEXTS("blood", levels=lost.levels)
    bleeds = table.actors[actor].has_condition(BLEEDING)
    end_button = TEXTS.button("d100_end_cause", "blood_stops", actor=actor, cause=lost.cause)
    back_cell = StatusPageCell(
        text=TEXTS("blood_not_yet") if bleeds else TEXTS("blood_stays"),
        sign="lock",
        tone="warn",
        buttons=() if bleeds else (end_button,),
    )
    if lost.eased is not None:
        days = list[Message]()
        for number in range(1, min(lost.levels, fatigue_rules.dead()) + 1):
            day, time = clock_of(lost.eased + number * pace)
            params = {"day": day, "time": time, "levels": lost.levels - number}
            days.append(TEXTS("blood_day", **params))
        back_cell = TEXTS.cell("blood_back", sign="hourglass", until=lost.eased + pace, details=tuple(days))
    cells = (TEXTS.cell("blood_name"), StatusPageCell(text=text), BLANK, back_cell, BLANK)
    return StatusPageLine(key=f"{actor}:blood lost", cells=cells, actor=actor, rules=("CF-BLOOD-3",))
