"""Fights: who takes part, and who acts in which order (CF-X-16, CF-X-27, CF-UI-9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy import at_table, people
from engine.rulesets.classic_fantasy.laying import out_of_fight
from engine.rulesets.classic_fantasy.leading import figure_of, leader, need_known, note_of, thrown_for
from engine.rulesets.classic_fantasy.parts import total
from engine.rulesets.classic_fantasy.procedures.fight import Fight, Fighter, fight
from engine.rulesets.classic_fantasy.rolling import need_free
from engine.rulesets.classic_fantasy.turning import (
    initiative,
    most_points,
    need_fight,
    next_turn,
    now,
    order_of,
    refill,
    undecided,
)
from engine.table.frozen import replace
from engine.table.table import Table

Actors = Annotated[tuple[str, ...], Meta(description="characters")]


SIDES: Final = 2
"""Nobody fights alone."""


class StartFight(Request):
    """A fight begins; from now on Combat Rounds are counted."""

    RULES = ("CF-X-16", "CF-X-27", "CF-TIME-3")
    fighters: Actors


class JoinFight(Request):
    """More characters come into the fight; their initiative is still to be thrown."""

    RULES = ("CF-X-16",)
    fighters: Actors


class LeaveFight(Request):
    """Somebody does not fight any more."""

    RULES = ("CF-X-27",)
    FAR_REACHING = True
    actor: ActorId


class RollInitiative(Request):
    """A d10 for each of those who have none yet: a player's own, and all from the GM."""

    RULES = ("CF-X-16", "CF-FATIGUE-6")


class RuleInitiative(Request):
    """The GM overrules somebody's initiative."""

    RULES = ("CF-X-16",)
    actor: ActorId
    value: Annotated[int, Meta(ge=-99, le=199, description="the initiative")]


class EndFight(Request):
    """The fight is over."""

    RULES = ("CF-X-27", "CF-TIME-1")
    FAR_REACHING = True


# ---- who takes part -------------------------------------------------------------------------------------------------


def _need_fighters(table: Table, command: StartFight | JoinFight) -> None:
    need_gm(table, command, "CF-X-27")
    if not command.fighters:
        raise Refused("d100_nobody_fights", "CF-X-27")
    for actor in command.fighters:
        need_known(table, command.seat, actor)


def verify_start(table: Table, command: StartFight) -> None:
    """The GM, while nothing else is under way."""
    _need_fighters(table, command)
    need_free(table)
    if len({*command.fighters}) < SIDES:
        raise Refused("d100_fight_sides", "CF-X-27")
    if fight(table) is not None:
        raise Refused("d100_fight_already", "CF-X-27")


def start(draft: Draft, command: StartFight) -> None:
    """Begin with the first Round; initiative is thrown next."""
    fighters = dict.fromkeys(command.fighters)
    draft.begin(Fight(fighters={actor: Fighter() for actor in fighters}))
    names = [actor_name(draft.table, actor) for actor in fighters]
    draft.note("d100_fight_begins", "CF-X-16", actors=names, calls_for=("roll_initiative",))
    refill(draft)


def verify_join(table: Table, command: JoinFight) -> None:
    """The GM, for those who do not fight yet."""
    _need_fighters(table, command)
    if any(actor in need_fight(table).fighters for actor in command.fighters):
        raise Refused("d100_fights_already", "CF-X-27")


def join(draft: Draft, command: JoinFight) -> None:
    """Let them in."""
    found = now(draft)
    draft.become(replace(found, fighters={**found.fighters, **{actor: Fighter() for actor in command.fighters}}))
    for actor in command.fighters:
        at_table.set_pool(draft, actor, at_table.ACTION_POINTS, most_points(draft.table, actor))
        note_of(draft, actor, "d100_joins_fight", "CF-X-16")


def verify_leave(table: Table, command: LeaveFight) -> None:
    """The GM."""
    need_gm(table, command, "CF-X-27")
    need_free(table)
    if command.actor not in need_fight(table).fighters:
        raise Refused("d100_not_in_fight", "CF-X-27")


def leave(draft: Draft, command: LeaveFight) -> None:
    """Go on without that one; the last one ends the fight."""
    note_of(draft, command.actor, "d100_leaves_fight", "CF-X-27")
    remove(draft, command.actor)


def remove(draft: Draft, actor: str) -> None:
    """Take somebody out of the fight."""
    found = now(draft)
    out_of_fight(draft, actor)
    fighters = {name: fighter for name, fighter in found.fighters.items() if name != actor}
    if not fighters:
        draft.finish(Fight)
        return
    order = tuple(name for name in found.order if name != actor)
    draft.become(replace(found, fighters=fighters, order=order))
    if found.turn == actor:
        next_turn(draft)


# ---- initiative -----------------------------------------------------------------------------------------------------


def to_throw(table: Table, seat: str, found: Fight) -> tuple[str, ...]:
    """Return those whose initiative a seat throws: its own characters; the GM everybody's (CF-X-16)."""
    waiting = [actor for actor, one in found.fighters.items() if one.die is None and one.ruled is None]
    return tuple(actor for actor in waiting if table.is_gm(seat) or leader(table, actor) == seat)


def verify_initiative(table: Table, command: RollInitiative) -> None:
    """Whoever has somebody there without initiative."""
    need_free(table)
    if not to_throw(table, command.seat, need_fight(table)):
        raise Refused("d100_dice_have_fallen", "CF-X-16")


def roll_initiative(draft: Draft, command: RollInitiative) -> None:
    """Throw, and when nobody is missing any more give the first Turn."""
    _throw(draft, to_throw(draft.table, command.seat, now(draft)))
    _order(draft)


def throw_again(draft: Draft, actor: str) -> None:
    """Throw somebody's initiative anew by luck; where nobody has acted yet, the Round begins with who is first then."""
    spent, found = now(draft).lucky, now(draft)
    if not found.acted and len(found.had) <= 1:
        draft.become(replace(found, order=(), turn="", had=()))
    _throw(draft, (actor,))
    _order(draft)
    draft.become(replace(now(draft), lucky=spent))


def _throw(draft: Draft, who: Sequence[str]) -> None:
    sides, fighters = people.numbers().initiative.sides, dict(now(draft).fighters)
    for actor in who:
        with thrown_for(draft, actor, "d100_initiative"):
            fighters[actor] = replace(fighters[actor], die=draft.roll(sides)[0], tie=0)
    found = now(draft)
    draft.become(replace(found, fighters=fighters, fresh=tuple(dict.fromkeys((*found.fresh, *who)))))
    for actor in who:
        parts = initiative(draft.table, actor, fighters[actor])
        reckoning = [part.words for part in parts]
        # Of a secret fighter everybody sees when it acts, and not by what number.
        note_of(draft, actor, "d100_initiative_is", "CF-X-16", numbers=True, reckoning=reckoning, value=total(parts))


def _order(draft: Draft) -> None:
    """Put everybody into the order, once all are known; a Round that has not begun begins."""
    found = now(draft)
    if any(one.die is None and one.ruled is None for one in found.fighters.values()):
        return
    undecided(draft)
    found = now(draft)
    order = order_of(draft.table, found)
    draft.become(replace(found, order=order))
    for actor in order:
        figure_of(draft, actor, initiative={**_known(draft), actor: _initiative(draft.table, actor)})
    if not found.turn and not found.had:
        next_turn(draft)


def _known(draft: Draft) -> dict[str, int]:
    held = draft.figures.get("initiative")
    return dict(held) if isinstance(held, dict) else {}


def _initiative(table: Table, actor: str) -> int:
    found = fight(table)
    return total(initiative(table, actor, found.fighters[actor])) if found is not None else 0


def verify_rule(table: Table, command: RuleInitiative) -> None:
    """The GM, for somebody in the fight."""
    need_gm(table, command, "CF-X-16")
    if command.actor not in need_fight(table).fighters:
        raise Refused("d100_not_in_fight", "CF-X-27")


def rule_initiative(draft: Draft, command: RuleInitiative) -> None:
    """It is that; the order follows."""
    found = now(draft)
    changed = replace(found.fighters[command.actor], ruled=command.value)
    draft.become(replace(found, fighters={**found.fighters, command.actor: changed}))
    note_of(draft, command.actor, "d100_initiative_ruled", "CF-X-16", numbers=True, value=command.value)
    _order(draft)


# ---- it is over ----------------------------------------------------------------------------------------------------


def verify_end(table: Table, command: EndFight) -> None:
    """The GM, while nothing waits."""
    need_gm(table, command, "CF-X-27")
    need_free(table)
    need_fight(table)


def end(draft: Draft, command: EndFight) -> None:
    """Count no Rounds any more."""
    draft.note("d100_fight_ends", "CF-X-27", rounds=now(draft).number)
    for actor in now(draft).fighters:
        out_of_fight(draft, actor)
    draft.finish(Fight)


MOVES = (
    Move(StartFight, verify_start, start),
    Move(JoinFight, verify_join, join),
    Move(LeaveFight, verify_leave, leave),
    Move(RollInitiative, verify_initiative, roll_initiative),
    Move(RuleInitiative, verify_rule, rule_initiative),
    Move(EndFight, verify_end, end),
)
