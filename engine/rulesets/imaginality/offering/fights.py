"""What can be done about a fight and its turn."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.names import actor_name
from engine.play.offers import AskKind, Offer, ask, checked, offered
from engine.play.refusal import Refused
from engine.rulesets.imaginality import acting_order, initiative, turns
from engine.rulesets.imaginality.people import able, is_dead, leader, living_first
from engine.rulesets.imaginality.procedures import Fight, action, fight, noticed
from engine.rulesets.imaginality.settings import flag
from engine.table.frozen import kept
from engine.table.table import Table

WHAT = ask("what", AskKind.TEXT, optional=True)


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield what a seat can do about the fight."""
    now = fight(table)
    gm = table.is_gm(seat)
    if now is None:
        if gm:
            there = living_first(table, noticed(table, viewer), viewer)
            alive = sum(not is_dead(table, actor, viewer) for actor in there)
            yield _start(seat, there, alive, flag(table, "combat_module"), action(table) is None)
        return
    for actor in now.fighters if action(table) is None else ():
        mine = leader(table, actor) == seat
        may_act = able(table, actor) or actor in now.standing  # felled at this very moment (IM-INIT-7)
        if not (mine or gm) or actor in now.acted or not may_act:
            continue
        name = actor_name(table, actor)
        if gm or not now.resolving:
            main = mine and actor not in now.declared and not now.resolving
            yield checked(table, _declare(seat, actor, name, main), turns.verify_declare)
        if now.resolving:
            yield checked(table, _lapse(seat, actor, name), turns.verify_lapse)
    if gm:
        yield from _gm(table, seat, viewer, now)


@kept
def _start(seat: str, there: tuple[str, ...], alive: int, combat: bool, free: bool) -> Offer:
    """Offer to begin a fight of some that are there, where the group fights and no action is under way."""

    def check() -> None:
        if not combat:
            raise Refused("no_combat_rules", "IM-TURN-1")
        if alive < 2:
            raise Refused("two_fighters", "IM-TURN-1")
        if not free:
            raise Refused("action_under_way", "IM-ACT-9")

    fighters = ask("fighters", AskKind.CHOICES, there, least=2, most=len(there))
    asks = (fighters, ask("length", AskKind.TEXT, optional=True), ask("pressure", AskKind.FLAG, optional=True))
    return offered("start_fight", turns.StartFight(seat=seat, fighters=()), check, asks=asks)


@kept
def _declare(seat: str, actor: str, name: str, main: bool) -> Offer:
    return offered(f"declare:{actor}", turns.Declare(seat=seat, actor=actor), asks=(WHAT,), main=main, actor=name)


@kept
def _lapse(seat: str, actor: str, name: str) -> Offer:
    return offered(f"lapse:{actor}", turns.Lapse(seat=seat, actor=actor), actor=name)


def _gm(table: Table, seat: str, viewer: str, now: Fight) -> Iterator[Offer]:
    standing = [a for a in now.fighters if able(table, a)]
    over = now.resolving and action(table) is None and all(a in now.acted for a in standing)
    if not now.resolving:
        yield checked(table, _resolve(seat), turns.verify_resolve)
    call = now.resolving and not now.order and turns.initiative_each_turn(table)
    yield checked(table, _call(seat, call), initiative.verify_call)
    yield checked(table, _next(seat, now.turn + 1, bool(now.order), over), turns.verify_next)
    yield checked(table, _end(seat), turns.verify_end)
    yield _pick(seat, now.fighters)
    for actor in now.fighters:
        name = actor_name(table, actor)
        yield checked(table, _mark(seat, actor, name, actor not in now.acted), turns.verify_mark)
        yield checked(table, _leave(seat, actor, name), turns.verify_leave)
    for other in noticed(table, viewer):
        if other not in now.fighters and not is_dead(table, other, viewer):
            yield checked(table, _join(seat, other, actor_name(table, other)), turns.verify_join)


@kept
def _resolve(seat: str) -> Offer:
    return offered("resolve_turn", turns.ResolveTurn(seat=seat))


@kept
def _call(seat: str, main: bool) -> Offer:
    return offered("call_initiative", initiative.CallInitiative(seat=seat), main=main)


@kept
def _next(seat: str, turn: int, ordered: bool, main: bool) -> Offer:
    keep = (ask("keep_initiative", AskKind.FLAG, optional=True),) if ordered else ()
    return offered("next_turn", turns.NextTurn(seat=seat), asks=keep, main=main, turn=turn)


@kept
def _end(seat: str) -> Offer:
    return offered("end_fight", turns.EndFight(seat=seat))


@kept
def _pick(seat: str, fighters: tuple[str, ...]) -> Offer:
    def check() -> None:
        if not fighters:
            raise Refused("no_fighters", "IM-TURN-6")

    order = ask("actors", AskKind.CHOICES, fighters, least=1, most=len(fighters))
    return offered("pick_order", acting_order.PickOrder(seat=seat, actors=()), check, asks=(order,))


@kept
def _mark(seat: str, actor: str, name: str, acted: bool) -> Offer:
    mark = turns.MarkActed(seat=seat, actor=actor, acted=acted)
    return offered(f"{'mark' if acted else 'unmark'}_acted:{actor}", mark, actor=name)


@kept
def _leave(seat: str, actor: str, name: str) -> Offer:
    return offered(f"leave_fight:{actor}", turns.LeaveFight(seat=seat, actor=actor), actor=name)


@kept
def _join(seat: str, actor: str, name: str) -> Offer:
    return offered(f"join_fight:{actor}", turns.JoinFight(seat=seat, actor=actor), actor=name)
