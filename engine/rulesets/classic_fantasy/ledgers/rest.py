"""A rest, quarter of an hour by quarter of an hour: what everybody does in it (CF-UI-5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

from engine.play.ledgers import Cell, Ledger, LedgerLine, LedgerTab, Touch
from engine.play.offers import denial
from engine.play.words import Message
from engine.rulesets.classic_fantasy import rest_window, resting
from engine.rulesets.classic_fantasy.at_table import fatigue_level
from engine.rulesets.classic_fantasy.characters import rows_of
from engine.rulesets.classic_fantasy.leading import leader
from engine.rulesets.classic_fantasy.ledgers.saying import living, may_read, name_cell
from engine.rulesets.classic_fantasy.mending import hurt_at
from engine.rulesets.classic_fantasy.passing import clock_of
from engine.rulesets.classic_fantasy.procedures.rest import Rest, rest
from engine.rulesets.classic_fantasy.resting import RestAction
from engine.rulesets.classic_fantasy.states import is_dead
from engine.rulesets.classic_fantasy.tiring import level_name
from engine.table.table import Table

KEY: Final = "rest"
MOST_SHOWN: Final = 4
"""So many quarters of an hour are shown at once: Healing takes as many."""
ACTIONS: Final[tuple[RestAction, ...]] = get_args(RestAction)
CARE: Final[tuple[RestAction, ...]] = ("first_aid", "healing")


def tab(table: Table, viewer: str) -> LedgerTab | None:
    """Return its tab while somebody rests; who has not chosen yet is counted."""
    now = rest(table)
    if now is None:
        return None
    waiting = [a for a in _members(table, now, viewer) if a not in now.chosen and not is_dead(table, a)]
    front = bool(table.procedures) and table.procedures[-1] is now
    return LedgerTab(
        key=KEY, label=Message(key="d100.ledger.rest.tab"), sign="moon", count=len(waiting) if front else 0, now=front
    )


def _members(table: Table, now: Rest, viewer: str) -> tuple[str, ...]:
    return tuple(actor for actor in now.members if actor in table.actors and may_read(table, viewer, actor))


def ledger(table: Table, viewer: str) -> Ledger:
    """Return the page."""
    now = rest(table)
    assert now is not None
    shown = _shown(now)
    day, time = clock_of(table.clock)
    return Ledger(
        key=KEY,
        title=Message(key="d100.ledger.rest.title", params={"day": day, "time": time}),
        large=Message(key="d100.ledger.rest.over")
        if now.done >= now.steps
        else Message(key="d100.ledger.rest.large", params={"number": now.done + 1, "steps": now.steps}),
        columns=(
            Message(key="d100.ledger.rest.who"),
            *(Message(key="d100.ledger.rest.step", params={"number": number + 1}) for number in shown),
            Message(key="d100.ledger.rest.state"),
        ),
        lines=tuple(_line(table, viewer, now, actor, shown) for actor in _members(table, now, viewer)),
        touches=tuple(_touches(now)),
        empty=Message(key="d100.ledger.rest.nobody"),
    )


def _shown(now: Rest) -> range:
    """Return which quarters of an hour are shown: the present one, and those just before it."""
    return range(max(0, now.done + 1 - MOST_SHOWN), now.done + 1)


def _touches(now: Rest) -> Iterator[Touch]:
    yield Touch(offer="d100_rest_on", label=Message(key="d100.ledger.rest.on"))
    longer = min(rest_window.MOST_STEPS, max(now.steps, now.done) + 1)
    if longer > now.steps:
        yield Touch(offer="d100_set_rest", answers={"steps": longer}, label=Message(key="d100.ledger.rest.longer"))
    if now.steps - 1 > now.done:
        shorter = Message(key="d100.ledger.rest.shorter")
        yield Touch(offer="d100_set_rest", answers={"steps": now.steps - 1}, label=shorter)
    yield Touch(offer="d100_end_rest", label=Message(key="d100.ledger.rest.end"))


def _line(table: Table, viewer: str, now: Rest, actor: str, shown: range) -> LedgerLine:
    steps = tuple(_step(table, now, actor, number) for number in shown)
    front = table.procedures[-1] is now and not is_dead(table, actor)
    touches = tuple(_choices(table, now, actor, _useful(table, viewer, actor))) if front else ()
    return LedgerLine(
        key=actor,
        cells=(name_cell(table, actor), *steps, _state(table, actor)),
        actor=actor,
        touches=touches,
        rules=("CF-REST-2", "CF-REST-10"),
    )


def _step(table: Table, now: Rest, actor: str, number: int) -> Cell:
    """Return what somebody has done in a quarter of an hour, or does in the present one."""
    if is_dead(table, actor):
        return Cell(sign="skull", text=Message(key="d100.ledger.rest.dead"), tone="bad")
    if number < now.done:
        gone = now.past[number] if number < len(now.past) else {}
        if actor not in gone:
            return Cell(text=Message(key="d100.ledger.rest.by_default"), tone="dim")
        return Cell(text=_word(gone[actor]), sign="check", tone="dim")
    choice = now.chosen.get(actor)
    if choice is None:
        waits = Message(key="d100.ledger.rest.open")
        return Cell(text=waits, sign="hourglass", tone="now", told=tuple(_carried(now, actor)))
    return Cell(text=_word(choice.action), sign="check", tone="good", told=tuple(_carried(now, actor)))


def _word(action: RestAction) -> Message:
    return Message(key=f"d100.ledger.rest.did.{action}")


def _state(table: Table, actor: str) -> Cell:
    """Return what matters of somebody in a rest: what takes more than a step, and what may be done at last."""
    now = rest(table)
    assert now is not None
    told = tuple(_carried(now, actor))
    before = rest_window.resting_of(table, actor, now)
    level = level_name(fatigue_level(table, actor))
    words = Message(
        key="d100.ledger.rest.has",
        params={"level": level, "magic": before.magic, "most": before.magic_most, "rations": before.rations},
    )
    if actor in now.ready:
        return Cell(text=told[0], sign="star", tone="now", told=(words,), touches=tuple(_ready(now, actor)))
    if actor in now.doing:
        action, done = now.doing[actor]
        whole = resting.numbers().actions[action].steps
        going = Message(key="d100.ledger.rest.going", params={"action": action, "done": done, "steps": whole})
        return Cell(text=going, sign="hourglass", tone="now", told=(words,))
    return Cell(text=words, tone="dim")


def _carried(now: Rest, actor: str) -> Iterator[Message]:
    if actor in now.ready:
        yield Message(key="d100.ledger.rest.ready", params={"action": now.ready[actor]})
    if actor in now.doing:
        action, done = now.doing[actor]
        whole = resting.numbers().actions[action].steps
        yield Message(key="d100.ledger.rest.going", params={"action": action, "done": done, "steps": whole})


def _ready(now: Rest, actor: str) -> Iterator[Touch]:
    """Yield how somebody who has spent the time does what it was for."""
    action = now.ready[actor]
    label = Message(key=f"d100.ledger.rest.do.{action}")
    if action in CARE:
        yield Touch(offer=f"d100_tend:{action}", answers={"actor": actor}, label=label)
    elif action == "cast_spells":
        yield Touch(offer="d100_cast", answers={"actor": actor}, label=label)
    else:
        yield Touch(offer=f"d100_prepare_spell:{actor}", label=label)


def _useful(table: Table, viewer: str, actor: str) -> tuple[RestAction, ...]:
    """Return what may be of use to somebody: no care where a viewer knows of nobody hurt, no spells without a book."""
    hurt = any(hurt_at(table, other) for other in living(table, viewer))
    useless = set[RestAction](() if hurt else CARE)
    if not rows_of(table.actors[actor], "spells"):
        useless.add("prepare_spell")
    return tuple(action for action in ACTIONS if action not in useless)


def _choices(table: Table, now: Rest, actor: str, actions: tuple[RestAction, ...]) -> Iterator[Touch]:
    """Yield what somebody can choose for the present quarter of an hour, in one touch each."""
    chosen = now.chosen.get(actor)
    for action in actions:
        wish = rest_window.ChooseRest(seat=leader(table, actor), actor=actor, action=action)
        if (chosen is None or chosen.action != action) and denial(rest_window.verify_choose, table, wish) is None:
            label = Message(key=f"d100.ledger.rest.do.{action}")
            yield Touch(offer=f"d100_choose_rest:{action}", answers={"actor": actor}, label=label)
