"""Offers of a fight and its turn."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.audience import publicly_present
from engine.core.memo import memo
from engine.kit.control import controller_of
from engine.messages.refusal import Refused
from engine.model.table import Table
from engine.presentation.command_offers import offer_of
from engine.presentation.offers import Offer
from engine.rulesets.imaginality.character_state import can_act, is_dead, living_first
from engine.rulesets.imaginality.combat.initiative import CallInitiative
from engine.rulesets.imaginality.procedures import Fight, current_action, current_fight, is_acting, noticed
from engine.rulesets.imaginality.settings import flag
from engine.rulesets.imaginality.turns.turn_commands import (
    Declare,
    EndFight,
    JoinFight,
    Lapse,
    LeaveFight,
    MarkActed,
    NextTurn,
    ResolveTurn,
    StartFight,
    uses_initiative_each_turn,
)
from engine.rulesets.imaginality.turns.turn_order import PickOrder, is_decided


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the seat's offers about the fight."""
    fight = current_fight(table)
    if fight is not None:
        yield from round_offers(table, seat, fight)
        if table.is_gm(seat):
            yield from _gm(table, seat, viewer, fight)
    elif table.is_gm(seat):
        yield _start(table, seat, viewer)


def round_offers(table: Table, seat: str, fight: Fight, *, alone: bool = False) -> Iterator[Offer]:
    """Yield the seat's offers by which a turn goes on; `alone` leaves out that the GM passes for others."""
    gm = table.is_gm(seat)
    for actor in fight.fighters if current_action(table) is None else ():
        mine = controller_of(table, actor) == seat
        may_act = can_act(table, actor) or actor in fight.standing  # defeated at this same moment (IM-INIT-7)
        if not (mine or gm) or actor in fight.acted or not may_act:
            continue
        if gm or not fight.resolving:
            main = mine and actor not in fight.declared and not fight.resolving
            yield offer_of(table, Declare(seat=seat, actor=actor), primary=main)
        if fight.resolving and (mine or not alone):
            yield offer_of(table, Lapse(seat=seat, actor=actor))
    if gm:
        yield from _next_steps(table, seat, fight)


@memo
def _start(table: Table, seat: str, viewer: str) -> Offer:
    """Offer to begin a fight among those present, where the group fights and no action is in progress.

    Proposed are the characters that everybody knows: those that can act, if they are at least two.
    """
    there = living_first(table, noticed(table, viewer), viewer)
    # The dead come last.
    dead = len([actor for actor in reversed(there) if table.actors[actor].conditions and is_dead(table, actor, viewer)])
    alive = there[: len(there) - dead]
    known = publicly_present(table, alive)
    able = tuple([actor for actor in known if can_act(table, actor)])
    proposed = able if len(able) > 1 else known

    def check(table: Table, command: StartFight) -> None:
        if not flag(table, "combat_module"):
            raise Refused("no_combat_rules", "IM-TURN-1")
        if len(there) - dead < 2:
            raise Refused("two_fighters", "IM-TURN-1")
        if is_acting(table):
            raise Refused("action_under_way", "IM-ACT-9")

    return offer_of(table, StartFight(seat=seat, fighters=proposed), check, asks={"fighters": there})


def _next_steps(table: Table, seat: str, fight: Fight) -> Iterator[Offer]:
    standing = [a for a in fight.fighters if can_act(table, a)]
    over = fight.resolving and current_action(table) is None and all(a in fight.acted for a in standing)
    over = over and not is_decided(table, fight)
    if not fight.resolving:
        yield offer_of(table, ResolveTurn(seat=seat))
    call = fight.resolving and not fight.order and uses_initiative_each_turn(table)
    yield offer_of(table, CallInitiative(seat=seat), primary=call)
    following = fight.turn + 1
    yield offer_of(table, NextTurn(seat=seat), primary=over, turn=following)
    if fight.order:
        same = NextTurn(seat=seat, keep_initiative=True)
        yield offer_of(table, same, name="next_turn_same_order", turn=following)


def _gm(table: Table, seat: str, viewer: str, fight: Fight) -> Iterator[Offer]:
    yield offer_of(table, EndFight(seat=seat), primary=is_decided(table, fight))
    yield offer_of(table, PickOrder(seat=seat, actors=()), _need_fighters, asks={"actors": fight.fighters})
    for actor in fight.fighters:
        acted = actor not in fight.acted
        mark, name = MarkActed(seat=seat, actor=actor, acted=acted), f"{'mark' if acted else 'unmark'}_acted:{actor}"
        yield offer_of(table, mark, name=name)
        yield offer_of(table, LeaveFight(seat=seat, actor=actor))
    for other in noticed(table, viewer):
        if other not in fight.fighters and not is_dead(table, other, viewer):
            yield offer_of(table, JoinFight(seat=seat, actor=other))


def _need_fighters(table: Table, command: PickOrder) -> None:
    fight = current_fight(table)
    if fight is None or not fight.fighters:
        raise Refused("no_fighters", "IM-TURN-6")
