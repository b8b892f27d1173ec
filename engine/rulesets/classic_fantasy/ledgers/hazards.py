"""Hazards under way, each with its next step: want of air, flames, heat, and what a group has made up (CF-UI-11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.play.ledgers import Cell, Ledger, LedgerLine, LedgerTab, Touch
from engine.play.words import Message, say
from engine.rulesets.classic_fantasy import asphyxia, blood, burning, fires, perils, poisons
from engine.rulesets.classic_fantasy.at_table import fatigue_level
from engine.rulesets.classic_fantasy.blood import Bleeding
from engine.rulesets.classic_fantasy.breathing import next_roll
from engine.rulesets.classic_fantasy.ledgers.dangers import in_a_round
from engine.rulesets.classic_fantasy.ledgers.saying import BLANK, by_one, living, name_cell, words
from engine.rulesets.classic_fantasy.procedures.evening import evening
from engine.rulesets.classic_fantasy.states import BURNING, PRONE, place_of
from engine.table.frozen import Json, replace
from engine.table.table import Table

KEY: Final = "hazards"
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
"""What the GM can let befall somebody, by its offers without `d100_`."""
UNDER_WAY: Final = (BURNING, fires.IN_HEAT, fires.KINDLING, perils.IN_HAZARD, poisons.POISONED)


def tab(table: Table, viewer: str) -> LedgerTab | None:
    """Return its tab with how many are in danger; where nobody has a body there is none."""
    people = living(table, viewer)
    if not any(table.actors[actor].body is not None for actor in people):
        return None
    count = sum(_in_danger(table, actor) for actor in people)
    return LedgerTab(key=KEY, label=Message(key="d100.ledger.hazards.tab"), sign="flame", count=count)


def _in_danger(table: Table, actor: str) -> bool:
    return actor in evening(table).breathless or any(table.actors[actor].has(name) for name in UNDER_WAY)


def ledger(table: Table, viewer: str) -> Ledger:
    """Return the page: those in danger with what goes on about them, and what the GM can let befall somebody."""
    return Ledger(
        key=KEY,
        title=Message(key="d100.ledger.hazards.title"),
        columns=(
            Message(key="d100.ledger.hazards.column_who"),
            Message(key="d100.ledger.hazards.column_what"),
            Message(key="d100.ledger.hazards.column_next"),
            Message(key="d100.ledger.hazards.column_warning"),
        ),
        lines=tuple(line for actor in living(table, viewer) for line in _of(table, viewer, actor)),
        touches=tuple(
            Touch(offer=f"d100_{name}", label=Message(key=f"d100.ledger.hazards.do_{name}")) for name in BEFALLS
        ),
        empty=Message(key="d100.ledger.hazards.empty"),
    )


def _of(table: Table, viewer: str, actor: str) -> Iterator[LedgerLine]:
    """Yield what goes on about somebody; the first line has the name, and the warning before all else."""
    found = [*_air(table, actor), *_flames(table, actor), *_heat(table, actor), *_own(table, actor)]
    found += _poisons(table, viewer, actor)
    if found:
        _, what, then, note = found[0].cells
        yield replace(found[0], cells=(name_cell(table, actor), what, then, _warning(table, actor) or note))
    yield from found[1:]


def _warning(table: Table, actor: str) -> Cell | None:
    deaths = in_a_round(table, actor)
    if not deaths:
        return None
    params = {"what": ", ".join(say(one.what) for one in deaths)}
    return Cell(text=Message(key="d100.ledger.hazards.may_die", params=params), sign="skull", tone="bad")


# ---- what goes on ----------------------------------------------------------------------------------------------------


def _air(table: Table, actor: str) -> Iterator[LedgerLine]:
    found = evening(table).breathless.get(actor)
    if found is None:
        return
    roll = next_roll(table, actor)
    left = max(0, found.begun + found.seconds - table.clock)
    text = (
        Message(key="d100.ledger.hazards.breath", params={"seconds": left})
        if left
        else Message(key="d100.ledger.hazards.suffocates")
    )
    rolls = Cell(text=Message(key="d100.ledger.hazards.spared"), tone="dim")
    if roll is not None:
        rolls = Cell(text=Message(key="d100.ledger.hazards.endurance"), sign="dice", until=int(roll.at))
    worst = {"rounds": asphyxia.rounds_left(fatigue_level(table, actor))}
    soonest = Cell(text=Message(key="d100.ledger.hazards.soonest", params=worst), tone="dim")
    yield LedgerLine(
        key=f"{actor}:air",
        cells=(BLANK, Cell(text=text, sign="hourglass", tone="warn" if left else "bad"), rolls, soonest),
        actor=actor,
        touches=(
            Touch(offer="d100_breathe", answers={"actor": actor}, label=Message(key="d100.ledger.hazards.do_breathe")),
            Touch(
                offer="d100_set_breath", answers={"actor": actor}, label=Message(key="d100.ledger.hazards.do_breath")
            ),
        ),
        rules=("CF-ASPHYX-1", "CF-ASPHYX-4"),
    )


def _next_round(table: Table, words_of_it: Message) -> Cell:
    return Cell(text=words_of_it, sign="hourglass", until=blood.next_loss(Bleeding(since=0), table.clock))


def _flames(table: Table, actor: str) -> Iterator[LedgerLine]:
    state = table.actors[actor]
    held = state.has(fires.CONTROLLED)
    alight = [flame for flame in fires.flames(table, actor) if not flame.out]
    for number, flame in enumerate(alight):
        key = "flame" if flame.intensity else "lit"
        params: dict[str, Json] = {"location": flame.location, "intensity": flame.intensity}
        told: tuple[Message, ...] = ()
        if flame.fuel is not None:
            told = (Message(key="d100.ledger.hazards.fuel", params={"points": flame.fuel}),)
        burns = Message(key="d100.ledger.hazards.burns", params={"dice": burning.burn_dice(flame)})
        touches = list[Touch]()
        if not number:
            touches = _against_flames(table, actor, held)
        spread = Message(key="d100.ledger.hazards.held") if held else Message(key="d100.ledger.hazards.spreads")
        yield LedgerLine(
            key=f"{actor}:flame:{flame.location}",
            cells=(
                BLANK,
                Cell(
                    text=Message(key=f"d100.ledger.hazards.{key}", params=params), sign="flame", tone="bad", told=told
                ),
                _next_round(table, burns),
                BLANK if number else Cell(text=spread, tone="dim" if held else "warn"),
            ),
            actor=actor,
            touches=tuple(touches),
            rules=("CF-FIRE-8", "CF-FIRE-9", "CF-FIRE-15"),
        )


def _against_flames(table: Table, actor: str, held: bool) -> list[Touch]:
    """Return what can be done against flames: who wants to smother them must be prone (CF-FIRE-15)."""
    names = [("put_out", "put_out"), ("fire_free", "free") if held else ("fire_held", "hold")]
    if table.actors[actor].has(PRONE):
        names.insert(0, ("smother", "smother"))
    touches = [
        Touch(offer=f"d100_{offer}:{actor}", label=Message(key=f"d100.ledger.hazards.do_{word}"))
        for offer, word in names
    ]
    if not table.actors[actor].has(PRONE):
        down = Message(key="d100.ledger.hazards.do_lie_down")
        touches[:0] = by_one("d100_lie_down", actor, down)
    return touches


def _heat(table: Table, actor: str) -> Iterator[LedgerLine]:
    kindling = {place_of(one): one.level for one in table.actors[actor].named(fires.KINDLING)}
    for number, (place, row) in enumerate(fires.heat_on(table, actor)):
        params: dict[str, Json] = {"location": place, "intensity": row.intensity}
        rounds = kindling.get(place)
        catches = BLANK
        if rounds is not None:
            text = Message(key="d100.ledger.hazards.catches", params={"rounds": rounds})
            catches = Cell(text=text, sign="hourglass", tone="warn")
        touch = Touch(offer=f"d100_end_exposure:{actor}", label=Message(key="d100.ledger.hazards.do_leave"))
        dice = Message(key="d100.ledger.hazards.burns", params={"dice": row.damage})
        yield LedgerLine(
            key=f"{actor}:heat:{place}",
            cells=(
                BLANK,
                Cell(text=Message(key="d100.ledger.hazards.in_heat", params=params), sign="warning", tone="warn"),
                _next_round(table, dice),
                catches,
            ),
            actor=actor,
            touches=() if number else (touch,),
            rules=("CF-FIRE-2", "CF-FIRE-6"),
        )


def _own(table: Table, actor: str) -> Iterator[LedgerLine]:
    for held in table.actors[actor].named(perils.IN_HAZARD):
        name = held.id.partition(":")[2]
        touch = Touch(
            offer=f"d100_end_hazard:{actor}",
            answers={"name": name},
            label=Message(key="d100.ledger.hazards.do_leave"),
        )
        params = {"step": held.level + 1}
        yield LedgerLine(
            key=f"{actor}:{held.id}",
            cells=(
                BLANK,
                Cell(text=words(name), sign="warning", tone="warn"),
                Cell(text=Message(key="d100.ledger.hazards.step", params=params), sign="hourglass", until=held.until),
                BLANK,
            ),
            actor=actor,
            touches=(touch,),
            rules=("CF-GEN-1",),
        )


def _poisons(table: Table, viewer: str, actor: str) -> Iterator[LedgerLine]:
    """Yield poisons that work; of what has not set in yet only the GM is told."""
    for held in table.actors[actor].conditions:
        coming = held.name == poisons.COMING and table.is_gm(viewer)
        if not coming and held.name != poisons.POISONED:
            continue
        what = Message(key="d100.ledger.hazards.poison_coming" if coming else "d100.ledger.hazards.poison")
        then = Cell(text=Message(key="d100.ledger.hazards.poison_stays"), tone="dim")
        if held.until is not None:
            text = Message(key="d100.ledger.hazards.poison_sets_in" if coming else "d100.ledger.hazards.poison_over")
            then = Cell(text=text, sign="hourglass", until=held.until)
        label = Message(key="d100.ledger.hazards.do_end_poison")
        yield LedgerLine(
            key=f"{actor}:{held.id}",
            cells=(
                BLANK,
                Cell(text=what, sign="warning", tone="warn"),
                then,
                Cell(text=words(held.note)) if held.note and not coming else BLANK,
            ),
            actor=actor,
            touches=(Touch(offer=f"d100_end_poison:{actor}", label=label),),
            rules=("CF-X-37",),
        )
