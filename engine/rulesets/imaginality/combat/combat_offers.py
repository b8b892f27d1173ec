"""Offers of a fight and its turn."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.control import controller_of
from engine.kit.memo import memoized
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.table import Table
from engine.presentation.offers import Offer, QuestionKind, make_offer, question, with_denial
from engine.rulesets.imaginality.character_state import can_act, is_dead, living_first
from engine.rulesets.imaginality.combat import initiative
from engine.rulesets.imaginality.procedures import Fight, current_action, current_fight, noticed
from engine.rulesets.imaginality.settings import flag
from engine.rulesets.imaginality.turns import turn_commands, turn_order

WHAT = question("what", QuestionKind.TEXT, optional=True)


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the seat's offers about the fight."""
    fight = current_fight(table)
    gm = table.is_gm(seat)
    if fight is None:
        if gm:
            there = living_first(table, noticed(table, viewer), viewer)
            alive = sum(not is_dead(table, actor, viewer) for actor in there)
            yield _start(seat, there, alive, flag(table, "combat_module"), current_action(table) is None)
        return
    for actor in fight.fighters if current_action(table) is None else ():
        mine = controller_of(table, actor) == seat
        may_act = can_act(table, actor) or actor in fight.standing  # defeated at this same moment (IM-INIT-7)
        if not (mine or gm) or actor in fight.acted or not may_act:
            continue
        name = actor_name(table, actor)
        if gm or not fight.resolving:
            main = mine and actor not in fight.declared and not fight.resolving
            yield with_denial(table, _declare(seat, actor, name, main), turn_commands.verify_declare)
        if fight.resolving:
            yield with_denial(table, _lapse(seat, actor, name), turn_commands.verify_lapse)
    if gm:
        yield from _gm(table, seat, viewer, fight)


@memoized
def _start(seat: str, there: tuple[str, ...], alive: int, combat: bool, free: bool) -> Offer:
    """Offer to begin a fight among those present, where the group fights and no action is in progress."""

    def check() -> None:
        if not combat:
            raise Refused("no_combat_rules", "IM-TURN-1")
        if alive < 2:
            raise Refused("two_fighters", "IM-TURN-1")
        if not free:
            raise Refused("action_under_way", "IM-ACT-9")

    fighters = question("fighters", QuestionKind.CHOICES, there, least=2, most=len(there))
    questions = (
        fighters,
        question("length", QuestionKind.TEXT, optional=True),
        question("pressure", QuestionKind.FLAG, optional=True),
    )
    return make_offer("start_fight", turn_commands.StartFight(seat=seat, fighters=()), check, questions=questions)


@memoized
def _declare(seat: str, actor: str, name: str, main: bool) -> Offer:
    return make_offer(
        f"declare:{actor}", turn_commands.Declare(seat=seat, actor=actor), questions=(WHAT,), primary=main, actor=name
    )


@memoized
def _lapse(seat: str, actor: str, name: str) -> Offer:
    return make_offer(f"lapse:{actor}", turn_commands.Lapse(seat=seat, actor=actor), actor=name)


def _gm(table: Table, seat: str, viewer: str, fight: Fight) -> Iterator[Offer]:
    standing = [a for a in fight.fighters if can_act(table, a)]
    over = fight.resolving and current_action(table) is None and all(a in fight.acted for a in standing)
    if not fight.resolving:
        yield with_denial(table, _resolve(seat), turn_commands.verify_resolve)
    call = fight.resolving and not fight.order and turn_commands.uses_initiative_each_turn(table)
    yield with_denial(table, _call(seat, call), initiative.verify_call)
    yield with_denial(table, _next(seat, fight.turn + 1, bool(fight.order), over), turn_commands.verify_next)
    yield with_denial(table, _end(seat), turn_commands.verify_end)
    yield _pick(seat, fight.fighters)
    for actor in fight.fighters:
        name = actor_name(table, actor)
        yield with_denial(table, _mark(seat, actor, name, actor not in fight.acted), turn_commands.verify_mark)
        yield with_denial(table, _leave_fight_offer(seat, actor, name), turn_commands.verify_leave)
    for other in noticed(table, viewer):
        if other not in fight.fighters and not is_dead(table, other, viewer):
            yield with_denial(table, _join(seat, other, actor_name(table, other)), turn_commands.verify_join)


@memoized
def _resolve(seat: str) -> Offer:
    return make_offer("resolve_turn", turn_commands.ResolveTurn(seat=seat))


@memoized
def _call(seat: str, main: bool) -> Offer:
    return make_offer("call_initiative", initiative.CallInitiative(seat=seat), primary=main)


@memoized
def _next(seat: str, turn: int, ordered: bool, main: bool) -> Offer:
    keep = (question("keep_initiative", QuestionKind.FLAG, optional=True),) if ordered else ()
    return make_offer("next_turn", turn_commands.NextTurn(seat=seat), questions=keep, primary=main, turn=turn)


@memoized
def _end(seat: str) -> Offer:
    return make_offer("end_fight", turn_commands.EndFight(seat=seat))


@memoized
def _pick(seat: str, fighters: tuple[str, ...]) -> Offer:
    def check() -> None:
        if not fighters:
            raise Refused("no_fighters", "IM-TURN-6")

    order = question("actors", QuestionKind.CHOICES, fighters, least=1, most=len(fighters))
    return make_offer("pick_order", turn_order.PickOrder(seat=seat, actors=()), check, questions=(order,))


@memoized
def _mark(seat: str, actor: str, name: str, acted: bool) -> Offer:
    mark = turn_commands.MarkActed(seat=seat, actor=actor, acted=acted)
    return make_offer(f"{'mark' if acted else 'unmark'}_acted:{actor}", mark, actor=name)


@memoized
def _leave_fight_offer(seat: str, actor: str, name: str) -> Offer:
    return make_offer(f"leave_fight:{actor}", turn_commands.LeaveFight(seat=seat, actor=actor), actor=name)


@memoized
def _join(seat: str, actor: str, name: str) -> Offer:
    return make_offer(f"join_fight:{actor}", turn_commands.JoinFight(seat=seat, actor=actor), actor=name)
