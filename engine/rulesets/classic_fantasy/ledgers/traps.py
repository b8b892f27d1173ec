"""The list of traps: of each its state, for the GM with all its numbers, for players what they found (CF-UI-12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.play.ledgers import Cell, Ledger, LedgerLine, LedgerTab, Touch
from engine.play.names import actor_name, seat_name
from engine.play.words import Message, say
from engine.rulesets.classic_fantasy import springing, traps
from engine.rulesets.classic_fantasy.leading import may_follow, told_of
from engine.rulesets.classic_fantasy.ledgers.saying import BLANK, heading, listed, words
from engine.rulesets.classic_fantasy.procedures.springing import Springing
from engine.rulesets.classic_fantasy.procedures.springing import springing as going_off
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.springing_at import trap_of
from engine.rulesets.classic_fantasy.trap_list import Laid, is_open, knows, laid_traps
from engine.rulesets.classic_fantasy.traps import State
from engine.table.table import Table

KEY: Final = "traps"
LOOK: Final[dict[State, tuple[str, str]]] = {
    "hidden": ("eye-off", ""),
    "spotted": ("eye", "warn"),
    "armed": ("warning", "warn"),
    "disarmed": ("check", "good"),
    "sprung": ("flag", "dim"),
}
"""The sign and the tone of each state."""


def known_traps(table: Table, viewer: str) -> tuple[Laid, ...]:
    """Return the traps of which a viewer may know."""
    return tuple(one for one in laid_traps(table) if knows(table, viewer, one))


def tab(table: Table, viewer: str) -> LedgerTab | None:
    """Return its tab: for the GM at all times, for others while they know of a trap, or one goes off."""
    springs = _seen_going_off(table, viewer) is not None
    found = known_traps(table, viewer)
    if not (springs or found or table.is_gm(viewer)):
        return None
    front = springs and isinstance(table.procedures[-1], Springing)
    count = sum(one.state in ("spotted", "armed") for one in found)
    return LedgerTab(key=KEY, label=Message(key="d100.ledger.traps.tab"), sign="warning", count=count, now=front)


def ledger(table: Table, viewer: str) -> Ledger:
    """Return the page."""
    gm = table.is_gm(viewer)
    columns = [Message(key="d100.ledger.traps.column_trap"), Message(key="d100.ledger.traps.column_state")]
    if gm:
        columns += [
            Message(key="d100.ledger.traps.column_skill"),
            Message(key="d100.ledger.traps.column_does"),
            Message(key="d100.ledger.traps.column_known"),
        ]
    lines = [
        *_going_off(table, viewer, len(columns)),
        *(_line(table, one, gm=gm) for one in known_traps(table, viewer)),
    ]
    return Ledger(
        key=KEY,
        title=Message(key="d100.ledger.traps.title"),
        columns=tuple(columns),
        lines=tuple(lines),
        touches=(Touch(offer="d100_lay_prepared"), Touch(offer="d100_build_trap")) if gm else (),
        empty=Message(key="d100.ledger.traps.empty"),
    )


def _seen_going_off(table: Table, viewer: str) -> Springing | None:
    """Return the trap that goes off at somebody of whom the viewer may know."""
    now = going_off(table)
    return now if now is not None and may_follow(table, viewer, told_of(table, now.victim)) else None


def _going_off(table: Table, viewer: str, columns: int) -> Iterator[LedgerLine]:
    """Yield a trap that goes off, and the ways out of it (CF-TRAP-9)."""
    now = _seen_going_off(table, viewer)
    if now is None:
        return
    trap = trap_of(table, now)
    params = {"trap": trap.name, "actor": actor_name(table, now.victim)}
    text = Cell(text=Message(key="d100.ledger.traps.goes_off", params=params), sign="warning", tone="bad")
    touches = (Touch(offer="d100_take_trap"), Touch(offer="d100_escape_trap"))
    yield heading("springing", (text, *(BLANK,) * (columns - 1)), now.victim, touches)
    for way, found in enumerate(trap.resistance):
        way_out = {"skill": found.skill, "grade": found.grade, "how": found.how}
        text = Cell(text=Message(key="d100.ledger.traps.way", params=way_out))
        label = Message(key="d100.ledger.traps.resist")
        touch = Touch(offer=f"d100_resist_trap:{way}", label=label)
        yield LedgerLine(
            key=f"way:{way}", cells=(text, *(BLANK,) * (columns - 1)), touches=(touch,), rules=("CF-TRAP-9",)
        )


def _line(table: Table, laid: Laid, *, gm: bool) -> LedgerLine:
    sign, tone = LOOK[laid.state]
    state = Message(key="d100.ledger.traps.state", params={"state": f"trap-{laid.state}"})
    name = Message(key="d100.ledger.traps.name", params={"name": laid.trap.name, "place": laid.place})
    cells = [Cell(text=name), Cell(text=state, sign=sign, tone=tone)]
    if gm:
        cells += _masters_cells(table, laid)
    return LedgerLine(key=laid.id, cells=tuple(cells), touches=tuple(_touches(table, laid)), rules=laid.trap.rules)


def _masters_cells(table: Table, laid: Laid) -> Iterator[Cell]:
    """Yield what the GM alone is told: its Difficulty, what it does and costs, and who has found it."""
    trap, settings = laid.trap, settings_of(table)
    price = traps.price_of(trap, settings=settings).words
    skill = Message(key="d100.ledger.traps.skill", params={"value": trap.difficulty, "skill": trap.skill})
    told = [Message(key="d100.ledger.traps.price", params={"price": say(price)})]
    if trap.trigger:
        told.append(Message(key="d100.ledger.traps.trigger", params={"trigger": trap.trigger}))
    yield Cell(text=skill, told=tuple(told))
    does = traps.harm_of(trap, settings=settings)
    found = list[Message]()
    if trap.depth is not None:
        found.append(Message(key="d100.ledger.traps.pit", params={"feet": trap.depth}))
    elif does.damage:
        params = {"damage": does.damage, "locations": does.locations}
        key = "damage" if does.locations == "1" else "damage_at"
        found.append(Message(key=f"d100.ledger.traps.{key}", params=params))
        found.append(Message(key="d100.ledger.traps.force", params={"size": traps.force_of(trap, settings=settings)}))
    if trap.poison:
        found.append(Message(key="d100.ledger.traps.poison", params={"poison": trap.poison}))
    if trap.auto_reset:
        found.append(Message(key="d100.ledger.traps.auto_reset"))
    effect = (words(trap.effect),) if trap.effect else ()
    yield Cell(text=listed(found) if found else (effect[0] if effect else None), told=effect if found else ())
    seats = [seat_name(table, seat) for seat in laid.known]
    if is_open(table, laid):
        yield Cell(text=Message(key="d100.ledger.traps.known_to_all"), sign="people")
    elif seats:
        yield Cell(text=words(", ".join(seats)), sign="eye")
    else:
        yield Cell(text=Message(key="d100.ledger.traps.known_to_none"), tone="dim")


def _touches(table: Table, laid: Laid) -> Iterator[Touch]:
    may = springing.may(laid.state)
    found = [
        *(("search",) if "spot" in may else ()),
        *(("reveal",) if not is_open(table, laid) else ()),
        *(act for act in ("disarm", "spring", "reset", "hide") if act in may),
        "remove",
    ]
    for word in found:
        yield Touch(offer=f"d100_{word}_trap:{laid.id}", label=Message(key=f"d100.ledger.traps.do_{word}"))
