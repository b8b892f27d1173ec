"""The board of wounds: who is hurt where, what heals when, what is dangerous, and who cares for it (CF-UI-13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.play.ledgers import Cell, Ledger, LedgerLine, LedgerTab, Touch
from engine.play.offers import denial
from engine.play.words import Message
from engine.rulesets.classic_fantasy import blood, fatigue, healing
from engine.rulesets.classic_fantasy.at_table import Spot, fatigue_of, healing_rate, hurt, mending_of
from engine.rulesets.classic_fantasy.blood import Bleeding
from engine.rulesets.classic_fantasy.clock import seconds_of
from engine.rulesets.classic_fantasy.ledgers.dangers import bleeding_levels, bleeds_to_death_at
from engine.rulesets.classic_fantasy.ledgers.saying import BLANK, heading, listed, living, name_cell, state_words, words
from engine.rulesets.classic_fantasy.parts import total
from engine.rulesets.classic_fantasy.passing import clock_of
from engine.rulesets.classic_fantasy.procedures.evening import Injury, injury_of
from engine.rulesets.classic_fantasy.procedures.fight import fight
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.states import (
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
from engine.rulesets.classic_fantasy.straining import Strain, verify_strain
from engine.rulesets.classic_fantasy.tending import is_off
from engine.rulesets.classic_fantasy.wounds import WoundLevel
from engine.table.conditions import Condition
from engine.table.table import Table

KEY: Final = "care"
DANGERS: Final = (DEADLINE, BLEEDING, MAIMING)
"""What is counted on the tab."""
TOLD_STATES: Final = (UNCONSCIOUS, INCAPACITATED, PRONE)
LOOK: Final[dict[WoundLevel, tuple[str, str]]] = {
    "none": ("", ""),
    "minor": ("minus", ""),
    "serious": ("warning", "warn"),
    "major": ("warning", "bad"),
}
"""The sign and the tone of a wound."""


def tab(table: Table, viewer: str) -> LedgerTab | None:
    """Return its tab, with how many dangers there are; where nobody has a body there is none."""
    people = living(table, viewer)
    if not any(table.actors[actor].body is not None for actor in people):
        return None
    count = sum(held.name in DANGERS for actor in people for held in table.actors[actor].conditions)
    return LedgerTab(key=KEY, label=Message(key="d100.ledger.care.tab"), sign="heart", count=count)


def ledger(table: Table, viewer: str) -> Ledger:
    """Return the page: of each who is hurt a head, a line for each wound and each danger; who is in danger first."""
    people = sorted(living(table, viewer), key=lambda actor: not any(map(table.actors[actor].has, DANGERS)))
    return Ledger(
        key=KEY,
        title=Message(key="d100.ledger.care.title"),
        columns=(
            Message(key="d100.ledger.care.column_where"),
            Message(key="d100.ledger.care.column_hp"),
            Message(key="d100.ledger.care.column_care"),
            Message(key="d100.ledger.care.column_heals"),
            Message(key="d100.ledger.care.column_danger"),
        ),
        lines=tuple(line for actor in people for line in _of(table, actor)),
        empty=Message(key="d100.ledger.care.empty"),
    )


def _of(table: Table, actor: str) -> Iterator[LedgerLine]:
    wounds, dangers = hurt(table, actor), _dangers(table, actor)
    blood_lost = fatigue_of(table, actor).of("blood")
    if not wounds and not dangers and blood_lost is None:
        return
    yield _head(table, actor)
    for spot in wounds:
        place = spot.place.name
        here = dangers.pop(place, [])
        yield _wound(table, actor, spot, here[0] if here else BLANK)
        for number, danger in enumerate(here[1:]):
            yield LedgerLine(key=f"{actor}:{place}:{number}", cells=(BLANK, BLANK, BLANK, BLANK, danger), actor=actor)
    for place, others in dangers.items():
        for number, danger in enumerate(others):
            name = Cell(text=words(place) if place else Message(key="d100.ledger.care.inside"))
            yield LedgerLine(key=f"{actor}:{place}:{number}", cells=(name, BLANK, BLANK, BLANK, danger), actor=actor)
    if blood_lost is not None:
        yield _blood(table, actor, blood_lost)


def _head(table: Table, actor: str) -> LedgerLine:
    state = table.actors[actor]
    rate = Message(key="d100.ledger.care.rate", params={"rate": healing_rate(table, actor)})
    states = [state_words(name) for name in TOLD_STATES if state.has(name)]
    told = Cell(text=listed(states), sign="warning", tone="warn") if states else BLANK
    touches = list[Touch]()
    if denial(verify_strain, table, Strain(seat=table.gm(), actor=actor)) is None:
        label = Message(key="d100.ledger.care.strain")
        touches.append(Touch(offer="d100_strain", answers={"actor": actor}, label=label))
    if state.has(BLEEDING) or state.has(DEADLINE) or any(_unstable(table, actor, spot) for spot in hurt(table, actor)):
        label = Message(key="d100.ledger.care.stabilise")
        touches.append(Touch(offer="d100_stabilise", answers={"actor": actor}, label=label))
    cells = (name_cell(table, actor), Cell(text=rate), told, BLANK, BLANK)
    return heading(actor, cells, actor, tuple(touches))


def _unstable(table: Table, actor: str, spot: Spot) -> bool:
    held = injury_of(table, actor, spot.place.name)
    return spot.level in ("serious", "major") and (held is None or not held.stabilised)


# ---- a wound ---------------------------------------------------------------------------------------------------------


def _wound(table: Table, actor: str, spot: Spot, danger: Cell) -> LedgerLine:
    place = spot.place.name
    held = injury_of(table, actor, place)
    return LedgerLine(
        key=f"{actor}:{place}",
        cells=(
            Cell(text=words(place)),
            _hit_points(actor, spot),
            _care(table, actor, spot, held),
            _heals(table, actor, spot),
            danger,
        ),
        actor=actor,
        touches=tuple(_touches(table, actor, spot, held)),
        rules=("CF-HEAL-1", "CF-HEAL-4", "CF-X-30"),
    )


def _hit_points(actor: str, spot: Spot) -> Cell:
    sign, tone = LOOK[spot.level]
    place = spot.place.name
    return Cell(
        text=Message(key=f"d100.ledger.care.hp_{spot.level}", params={"hp": spot.hp, "most": spot.most}),
        sign=sign,
        tone=tone,
        touches=(
            Touch(
                offer=f"d100_set_hp:{actor}:{place}",
                answers={"level": spot.hp + 1},
                label=Message(key="d100.ledger.care.one_more"),
            ),
        ),
    )


def _care(table: Table, actor: str, spot: Spot, held: Injury | None) -> Cell:
    """Tell what care a wound has had; a Major one that nobody has treated asks for it."""
    place = spot.place.name
    known = held or Injury(injured=table.clock, since=table.clock)
    had = [
        Message(key=f"d100.ledger.care.{word}", params={"points": known.strain})
        for word, so in (
            ("treated", known.treated),
            ("stabilised", known.stabilised),
            ("aided", known.aided),
            ("maimed", known.maimed),
            ("strained", known.strain > 0),
            ("scar", _has(table, actor, SCAR, place)),
            ("useless", _has(table, actor, USELESS, place)),
        )
        if so
    ]
    wanting = spot.level == "major" and not known.treated and not is_off(table, actor, place)
    if wanting:
        had.insert(0, Message(key="d100.ledger.care.untreated"))
    where = {"actor": actor, "location": place}
    touches = list[Touch]()
    if wanting:
        label = Message(key="d100.ledger.care.has_been_treated")
        touches.append(Touch(offer="d100_set_care", answers={**where, "treated": True}, label=label))
    if known.strain:
        label = Message(key="d100.ledger.care.unstrain")
        touches.append(Touch(offer="d100_set_strain", answers={**where, "strain": 0}, label=label))
    if not had:
        return Cell(text=Message(key="d100.ledger.care.nothing"), tone="dim")
    good = known.treated or known.aided or known.stabilised
    sign, tone = ("warning", "warn") if wanting else ("check", "good") if good else ("", "")
    return Cell(text=listed(had), sign=sign, tone=tone, touches=tuple(touches))


def _has(table: Table, actor: str, name: str, place: str) -> bool:
    return any(place_of(held) == place for held in table.actors[actor].named(name))


def _heals(table: Table, actor: str, spot: Spot) -> Cell:
    """Tell how much comes back when, or why nothing does (CF-HEAL-1 to CF-HEAL-4)."""
    if is_off(table, actor, spot.place.name):
        return Cell(text=Message(key="d100.ledger.care.off"), tone="dim")
    mending = mending_of(table, actor, spot.place.name)
    due = healing.next_due(mending, settings=settings_of(table))
    if due is None:
        return Cell(text=Message(key="d100.ledger.care.heals_not"), sign="lock", tone="warn")
    parts = healing.gain(mending, healing_rate(table, actor))
    unit = healing.numbers().unit[mending.level]
    told = (Message(key=f"d100.ledger.care.heals_{unit}"), *(part.words for part in parts))
    text = Message(key="d100.ledger.care.heals", params={"points": total(parts)})
    return Cell(text=text, sign="hourglass", until=due, told=told)


def _touches(table: Table, actor: str, spot: Spot, held: Injury | None) -> Iterator[Touch]:
    """Yield the kinds of care that can do something for a wound before death comes; in a fight there is but one."""
    wound = {"patient": actor, "location": spot.place.name}
    settings = settings_of(table)
    aided, stable = held is not None and held.aided, held is not None and held.stabilised
    treated, left = held is not None and held.treated, _time_left(table, actor)
    fighting = fight(table) is not None
    if left is not None or (fighting and not stable):
        yield Touch(offer="d100_stabilise_by:first_aid", answers=wound, label=Message(key="d100.ledger.care.save"))
    aid_helps = not aided and not (spot.level == "major" and stable)
    if aid_helps and not fighting and (left is None or left > seconds_of("rest_action", settings)):
        yield Touch(offer="d100_tend:first_aid", answers=wound, label=Message(key="d100.ledger.care.first_aid"))
    skill_helps = (spot.level == "major" and not treated) or (spot.level == "serious" and not stable)
    if skill_helps and not fighting and (left is None or left > seconds_of("hour", settings)):
        yield Touch(offer="d100_tend:healing", answers=wound, label=Message(key="d100.ledger.care.healing"))
    yield Touch(offer="d100_cast", answers=wound, label=Message(key="d100.ledger.care.spell"))


def _time_left(table: Table, actor: str) -> int | None:
    """Return for how long somebody will live if nothing is done; None for who is not dying."""
    ends = [held.until for held in table.actors[actor].named(DEADLINE) if held.until is not None]
    at = bleeds_to_death_at(table, actor)
    if at is not None:
        ends.append(at)
    return min(ends) - table.clock if ends else None


# ---- dangers, and blood ----------------------------------------------------------------------------------------------


def _dangers(table: Table, actor: str) -> dict[str, list[Cell]]:
    """Return what is dangerous at each location, the worst first; a danger of no location is inside."""
    found = dict[str, list[Cell]]()
    for name in DANGERS:
        for held in table.actors[actor].named(name):
            found.setdefault(place_of(held), []).append(_danger(table, actor, held))
    return found


def _danger(table: Table, actor: str, held: Condition) -> Cell:
    if held.name == DEADLINE:
        return Cell(text=Message(key="d100.ledger.care.dies"), sign="skull", tone="bad", until=held.until)
    if held.name == MAIMING:
        text = Message(key="d100.ledger.care.will_be_maimed")
        return Cell(text=text, sign="severed", tone="warn", until=held.until)
    levels = max(1, held.level)
    at = bleeds_to_death_at(table, actor)
    told: tuple[Message, ...] = ()
    if at is not None:
        day, time = clock_of(at)
        params = {"day": day, "time": time, "levels": bleeding_levels(table, actor)}
        told = (Message(key="d100.ledger.care.bled_white", params=params),)
    return Cell(
        text=Message(key="d100.ledger.care.bleeds", params={"levels": levels}),
        sign="drop",
        tone="bad",
        until=blood.next_loss(Bleeding(since=0, levels=levels), table.clock),
        told=told,
    )


def _blood(table: Table, actor: str, lost: fatigue.Weariness) -> LedgerLine:
    """Tell when blood comes back, day by day (CF-BLOOD-3)."""
    pace = fatigue.numbers().pace_seconds["blood"]
    text = Message(key="d100.ledger.care.blood", params={"levels": lost.levels})
    bleeds = table.actors[actor].has(BLEEDING)
    over = Touch(
        offer="d100_end_cause",
        answers={"actor": actor, "cause": lost.cause},
        label=Message(key="d100.ledger.care.blood_stops"),
    )
    back = Cell(
        text=Message(key="d100.ledger.care.blood_not_yet") if bleeds else Message(key="d100.ledger.care.blood_stays"),
        sign="lock",
        tone="warn",
        touches=() if bleeds else (over,),
    )
    if lost.eased is not None:
        days = list[Message]()
        for number in range(1, min(lost.levels, fatigue.dead()) + 1):
            day, time = clock_of(lost.eased + number * pace)
            params = {"day": day, "time": time, "levels": lost.levels - number}
            days.append(Message(key="d100.ledger.care.blood_day", params=params))
        back = Cell(
            text=Message(key="d100.ledger.care.blood_back"),
            sign="hourglass",
            until=lost.eased + pace,
            told=tuple(days),
        )
    cells = (Cell(text=Message(key="d100.ledger.care.blood_name")), Cell(text=text), BLANK, back, BLANK)
    return LedgerLine(key=f"{actor}:blood lost", cells=cells, actor=actor, rules=("CF-BLOOD-3",))
