"""The tracker of a fight: the order of Turns, Action Points, states, and who may die as the Round ends (CF-UI-9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.play.ledgers import Box, Cell, Ledger, LedgerLine, LedgerTab, Touch
from engine.play.names import actor_name
from engine.play.words import Message, say
from engine.rulesets.classic_fantasy import states, turning
from engine.rulesets.classic_fantasy.at_table import LUCK, pool
from engine.rulesets.classic_fantasy.clock import units
from engine.rulesets.classic_fantasy.foreseeing import foresee
from engine.rulesets.classic_fantasy.leading import leader
from engine.rulesets.classic_fantasy.ledgers.dangers import in_a_round
from engine.rulesets.classic_fantasy.ledgers.saying import (
    BLANK,
    by_one,
    heading,
    listed,
    may_read,
    name_cell,
    state_words,
    words,
)
from engine.rulesets.classic_fantasy.lucky import LAST_ACT
from engine.rulesets.classic_fantasy.offering.fights import armed_with
from engine.rulesets.classic_fantasy.parts import total
from engine.rulesets.classic_fantasy.procedures.attack import Attack, attack
from engine.rulesets.classic_fantasy.procedures.fight import Fight, fight
from engine.table.conditions import Condition
from engine.table.table import Table

KEY: Final = "fight"
GRAVE: Final = (states.DEAD, states.UNCONSCIOUS, states.INCAPACITATED, states.ASLEEP)
TOLD_STATES: Final = (
    *GRAVE,
    LAST_ACT,
    states.PRONE,
    "surprised",
    states.NO_OFFENCE,
    states.SPELL_SHAKEN,
    states.CASTING,
    states.BURNING,
    states.BLEEDING,
    states.BREATHLESS,
)
"""The states that matter in a fight, the gravest first; who is surprised the GM says by hand."""


def tab(table: Table, viewer: str) -> LedgerTab | None:
    """Return its tab while there is a fight or an attack, with how many may die before the Round is over."""
    now = fight(table)
    if now is None and attack(table) is None:
        return None
    fighters = now.fighters if now is not None else {}
    count = sum(bool(in_a_round(table, actor)) for actor in fighters if may_read(table, viewer, actor))
    front = isinstance(table.procedures[-1], Fight | Attack)
    return LedgerTab(key=KEY, label=Message(key="d100.ledger.fight.tab"), sign="sword", count=count, now=front)


def ledger(table: Table, viewer: str) -> Ledger:
    """Return the page."""
    now = fight(table)
    return Ledger(
        key=KEY,
        title=Message(key="d100.ledger.fight.round", params={"number": now.number})
        if now is not None
        else Message(key="d100.ledger.fight.title"),
        said=tuple(_said(table, now)),
        columns=(
            Message(key="d100.ledger.fight.column_who"),
            Message(key="d100.ledger.fight.column_initiative"),
            Message(key="d100.ledger.fight.column_points"),
            Message(key="d100.ledger.fight.column_state"),
            Message(key="d100.ledger.fight.column_end"),
        ),
        lines=tuple(_lines(table, viewer, now)),
        touches=tuple(_touches(table, now)),
    )


def _said(table: Table, now: Fight | None) -> Iterator[Message]:
    found = attack(table)
    if found is not None:
        params = {
            "actor": actor_name(table, found.actor),
            "target": actor_name(table, found.target),
            "weapon": found.weapon,
            "level": f"d100-{found.rolled.level}" if found.rolled is not None else "",
        }
        waits = found.rolled is not None and table.procedures[-1] is found
        key = "attack" if found.rolled is None else "attacked" if waits else "attack_came"
        yield Message(key=f"d100.ledger.fight.{key}", params=params)
    if found is None and now is not None and now.turn and now.acted:
        yield Message(key="d100.ledger.fight.acted", params={"actor": actor_name(table, now.turn)})
    if now is not None and now.order and not now.turn:
        yield Message(key="d100.ledger.fight.round_done")


def _touches(table: Table, now: Fight | None) -> Iterator[Touch]:
    found = attack(table)
    if found is not None:
        yield Touch(offer="d100_parry")
        yield Touch(offer="d100_evade", answers={"grade": "Standard"})
        names = ("d100_no_defence", "d100_it_hits", "d100_it_misses", "d100_attack_off")
        yield from (Touch(offer=name) for name in names)
    if now is not None:
        if not now.order:
            yield Touch(offer="d100_initiative")
        if now.turn:
            yield Touch(offer="d100_end_turn")
        yield from (Touch(offer=name) for name in ("d100_end_round", "d100_join_fight", "d100_end_fight"))


# ---- who fights ------------------------------------------------------------------------------------------------------


def _lines(table: Table, viewer: str, now: Fight | None) -> Iterator[LedgerLine]:
    """Yield a line for each, who has the Turn first and then as they follow."""
    if now is None:
        return
    order = now.order or tuple(now.fighters)
    first = order.index(now.turn) if now.turn in order else 0
    for actor in (*order[first:], *order[:first]):
        if actor in now.fighters and actor in table.actors:
            yield _line(table, viewer, now, actor)
    if isinstance(table.procedures[-1], Fight):
        yield from _as_the_round_ends(table, viewer)


def _as_the_round_ends(table: Table, viewer: str) -> Iterator[LedgerLine]:
    """Tell in its order what happens as the Round ends and the next begins, up to where dice decide (2.16)."""
    found = foresee(table, units().combat_round_seconds, viewer=viewer)
    told = [line.message for line in found.lines]
    if found.unknown is not None:
        told.append(Message(key="d100.ledger.fight.dice"))
    if told:
        what = Cell(text=listed(told), told=tuple(told))
        yield heading("end", (Cell(text=Message(key="d100.ledger.fight.end"), sign="hourglass"), what, *(BLANK,) * 3))


def _line(table: Table, viewer: str, now: Fight, actor: str) -> LedgerLine:
    turn = actor == now.turn
    name = name_cell(table, actor, "chevron-right" if turn else "", "now" if turn else "")
    if may_read(table, viewer, actor):
        cells = (
            name,
            _initiative(table, now, actor),
            _points(table, actor),
            _state(table, now, actor),
            _end(table, actor),
        )
        touches = (*_against(table, viewer, now, actor), *_deeds(table, now, actor))
    else:
        hidden = Cell(text=Message(key="d100.ledger.fight.hidden"), sign="eye-off", tone="dim")
        cells = (name, hidden, BLANK, _turn_state(now, actor), BLANK)
        touches = (*_against(table, viewer, now, actor), *_turns(now, actor))
    return LedgerLine(key=actor, cells=cells, actor=actor, touches=touches, rules=("CF-X-16", "CF-X-27"))


def _initiative(table: Table, now: Fight, actor: str) -> Cell:
    parts = turning.initiative(table, actor, now.fighters[actor])
    if not parts:
        text = Message(key="d100.ledger.fight.not_thrown")
        return Cell(text=text, sign="hourglass", tone="now")
    return Cell(text=words(total(parts)), told=tuple(part.words for part in parts))


def _points(table: Table, actor: str) -> Cell:
    """Return a box for each Action Point of a Round; those that are left are filled."""
    have, most = turning.points(table, actor), turning.most_points(table, actor)
    mark = say(Message(key="d100.ledger.fight.point"))
    boxes = tuple(
        Box(filled=number < have, tone="good", mark=mark if number < have else "") for number in range(max(have, most))
    )
    text = Message(key="d100.ledger.fight.points", params={"have": have, "most": most})
    return Cell(text=text, boxes=boxes, tone="" if have else "dim")


def _state(table: Table, now: Fight, actor: str) -> Cell:
    """Tell the states that matter, and how far the Round has come for somebody."""
    state = table.actors[actor]
    held = [state.named(name)[0] for name in TOLD_STATES if state.has(name)]
    found = [_state_words(one) for one in held]
    out = turning.why_out(table, actor)
    if out == "helpless":
        found.insert(0, Message(key="d100.ledger.fight.helpless"))
    until = next((one.until for one in held if one.until is not None), None)
    if not found:
        return _turn_state(now, actor)
    sign, tone = ("skull", "bad") if state.has(states.DEAD) else ("warning", "bad" if out else "warn")
    return Cell(text=listed(found), sign=sign, tone=tone, until=until)


def _state_words(held: Condition) -> Message:
    if held.name == states.NO_OFFENCE and held.until is None:
        return Message(key="d100.ledger.fight.no_offence", params={"turns": max(1, held.level)})
    return state_words(held.name)


def _turn_state(now: Fight, actor: str) -> Cell:
    if actor == now.turn:
        return Cell(text=Message(key="d100.ledger.fight.turn"), sign="chevron-right", tone="now")
    if now.fighters[actor].passed:
        return Cell(text=Message(key="d100.ledger.fight.passed"), tone="dim")
    return Cell(text=Message(key="d100.ledger.fight.had"), tone="dim") if actor in now.had else BLANK


def _end(table: Table, actor: str) -> Cell:
    """Warn of what may kill somebody before the Round is over."""
    found = in_a_round(table, actor)
    if not found:
        return BLANK
    key = "dies" if any(one.certain for one in found) else "may_die"
    params = {"what": ", ".join(say(one.what) for one in found)}
    return Cell(
        text=Message(key=f"d100.ledger.fight.{key}", params=params), sign="skull", tone="bad", until=found[0].at
    )


def _against(table: Table, viewer: str, now: Fight, actor: str) -> Iterator[Touch]:
    """Yield that whoever has the Turn attacks a foe; who has but one weapon is not asked for it."""
    if not now.turn or actor == now.turn or now.acted or table.actors[actor].has(states.DEAD):
        return
    if not may_read(table, viewer, now.turn):
        return
    if table.is_gm(leader(table, actor)) != table.is_gm(leader(table, now.turn)):
        weapons = armed_with(table, now.turn)
        weapon = {"weapon": weapons[0]} if len(weapons) == 1 else {}
        label = Message(key="d100.ledger.fight.do_attack_this", params={"actor": actor_name(table, now.turn)})
        yield Touch(offer=f"d100_attack:{now.turn}", answers={"target": actor, **weapon}, label=label)


def _deeds(table: Table, now: Fight, actor: str) -> Iterator[Touch]:
    """Yield what somebody can do now: on the own Turn what takes it, else what is done out of turn."""
    state = table.actors[actor]
    found = list[tuple[str, str]]()
    if actor == now.turn and not now.acted:
        found += [("attack", "attack"), ("act", "act")]
    if state.has(states.BURNING) and state.has(states.PRONE):
        found.append(("smother", "smother"))
    if state.has(states.PRONE):
        found.append(("stand_up", "stand_up"))
    if actor != now.turn:
        found.append(("react", "react"))
    if not turning.points(table, actor) and pool(table, actor, LUCK):
        found.append(("luck_desperate_effort", "effort"))
    for offer, word in found:
        yield from by_one(f"d100_{offer}", actor, Message(key=f"d100.ledger.fight.do_{word}"))
    yield from _turns(now, actor)


def _turns(now: Fight, actor: str) -> Iterator[Touch]:
    """Yield how somebody comes to a Turn, or lets the Round go by."""
    if actor == now.turn and not now.fighters[actor].passed:
        yield from by_one("d100_pass_round", actor, Message(key="d100.ledger.fight.do_pass"))
    if actor != now.turn and now.order:
        yield from by_one("d100_give_turn", actor, Message(key="d100.ledger.fight.do_give_turn"))
