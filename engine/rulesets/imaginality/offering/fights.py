"""What can be done about a fight and its turn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.play.names import actor_name
from engine.play.offers import AskKind, Offer, ask, offered
from engine.play.refusal import Refused
from engine.rulesets.imaginality import acting_order, initiative, turns
from engine.rulesets.imaginality.people import able, leader
from engine.rulesets.imaginality.procedures import Fight, action, fight, noticed
from engine.rulesets.imaginality.settings import flag
from engine.table.table import Table


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield what a seat can do about the fight."""
    now = fight(table)
    gm = table.is_gm(seat)
    if now is None:
        if gm:
            yield _start(table, seat, noticed(table, viewer))
        return
    what = ask("what", AskKind.TEXT, optional=True)
    for actor in now.fighters:
        mine = leader(table, actor) == seat
        may_act = able(table, actor) or actor in now.standing  # felled at this very moment (IM-INIT-7)
        if not (mine or gm) or actor in now.acted or not may_act or action(table) is not None:
            continue
        name = actor_name(table, actor)
        if gm or not now.resolving:
            declare = turns.Declare(seat=seat, actor=actor)
            yield offered(
                f"declare:{actor}",
                declare,
                partial(turns.verify_declare, table, declare),
                asks=(what,),
                main=mine and actor not in now.declared and not now.resolving,
                actor=name,
            )
        if now.resolving:
            lapse = turns.Lapse(seat=seat, actor=actor)
            yield offered(f"lapse:{actor}", lapse, partial(turns.verify_lapse, table, lapse), actor=name)
    if gm:
        yield from _gm(table, seat, viewer, now)


def _start(table: Table, seat: str, there: tuple[str, ...]) -> Offer:
    def check() -> None:
        if not flag(table, "combat_module"):
            raise Refused("no_combat_rules", "IM-TURN-1")
        if len(there) < 2:
            raise Refused("two_fighters", "IM-TURN-1")
        if action(table) is not None:
            raise Refused("action_under_way", "IM-ACT-9")

    fighters = ask("fighters", AskKind.CHOICES, there, least=2, most=len(there))
    asks = (fighters, ask("length", AskKind.TEXT, optional=True), ask("pressure", AskKind.FLAG, optional=True))
    return offered("start_fight", turns.StartFight(seat=seat, fighters=()), check, asks=asks)


def _gm(table: Table, seat: str, viewer: str, now: Fight) -> Iterator[Offer]:
    resolve, call = turns.ResolveTurn(seat=seat), initiative.CallInitiative(seat=seat)
    following, end = turns.NextTurn(seat=seat), turns.EndFight(seat=seat)
    standing = [a for a in now.fighters if able(table, a)]
    over = now.resolving and action(table) is None and all(a in now.acted for a in standing)
    if not now.resolving:
        yield offered("resolve_turn", resolve, partial(turns.verify_resolve, table, resolve))
    yield offered(
        "call_initiative",
        call,
        partial(initiative.verify_call, table, call),
        main=now.resolving and not now.order and turns.initiative_each_turn(table),
    )
    keep = ask("keep_initiative", AskKind.FLAG, optional=True)
    yield offered(
        "next_turn",
        following,
        partial(turns.verify_next, table, following),
        asks=(keep,) if now.order else (),
        main=over,
        turn=now.turn + 1,
    )
    yield offered("end_fight", end, partial(turns.verify_end, table, end))
    order = ask("actors", AskKind.CHOICES, now.fighters, least=1, most=len(now.fighters))

    def check_order() -> None:
        if not now.fighters:
            raise Refused("no_fighters", "IM-TURN-6")

    yield offered("pick_order", acting_order.PickOrder(seat=seat, actors=()), check_order, asks=(order,))
    for actor in now.fighters:
        name = actor_name(table, actor)
        mark = turns.MarkActed(seat=seat, actor=actor, acted=actor not in now.acted)
        key = "mark_acted" if mark.acted else "unmark_acted"
        yield offered(f"{key}:{actor}", mark, partial(turns.verify_mark, table, mark), actor=name)
        leave = turns.LeaveFight(seat=seat, actor=actor)
        yield offered(f"leave_fight:{actor}", leave, partial(turns.verify_leave, table, leave), actor=name)
    for other in noticed(table, viewer):
        if other not in now.fighters:
            join = turns.JoinFight(seat=seat, actor=other)
            name = actor_name(table, other)
            yield offered(f"join_fight:{other}", join, partial(turns.verify_join, table, join), actor=name)
