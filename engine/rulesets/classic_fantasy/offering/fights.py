"""What can be done in a fight: beginning one, initiative, Turns, attacks and defence (CF-UI-9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.play.names import actor_name
from engine.play.newcomers import openly_there
from engine.play.offers import AskKind, Offer, ask, checked, offered
from engine.rulesets.classic_fantasy import (
    at_table,
    attacking,
    bearing_on,
    casting,
    combat,
    prone,
    rounds,
    states,
    turning,
)
from engine.rulesets.classic_fantasy.characters import chart_of_actor, rows_of
from engine.rulesets.classic_fantasy.leading import leader
from engine.rulesets.classic_fantasy.offering.rolls import grade_ask, knows, led, luck_of, others, skills_of, using_ask
from engine.rulesets.classic_fantasy.offering.whom import able, alive, foes_first, told, two_sides, unless_out
from engine.rulesets.classic_fantasy.procedures.attack import Attack
from engine.rulesets.classic_fantasy.procedures.fight import Fight, fight
from engine.rulesets.classic_fantasy.wound_tables import numbers
from engine.table.frozen import kept
from engine.table.table import Table

RISING = ("Brawn", "Athletics")


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield what a seat can do while nothing is being rolled."""
    now, gm, mine = fight(table), table.is_gm(seat), led(table, seat, viewer)
    if now is not None:
        yield from _rounds(table, seat, viewer, now)
    elif gm and len(alive(table, mine)) >= combat.SIDES:
        yield _start(seat, alive(table, mine), two_sides(table, mine))
    for actor in able(table, mine):
        yield from _deeds(table, seat, viewer, actor, now)


def _rounds(table: Table, seat: str, viewer: str, now: Fight) -> Iterator[Offer]:
    gm = table.is_gm(seat)
    hand = combat.to_throw(table, seat, now)
    if hand:
        own = any(leader(table, actor) == seat for actor in hand)
        yield offered("d100_initiative", combat.RollInitiative(seat=seat), main=own)
    if now.turn and (gm or leader(table, now.turn) == seat):
        name, payer = actor_name(table, now.turn), "" if now.acted else leader(table, now.turn)
        yield offered("d100_end_turn", rounds.EndTurn(seat=seat), main=now.acted, at_cost_of=payer, actor=name)
    for actor in unless_out(able, table, viewer, now.fighters):
        if leader(table, actor) == seat or gm:
            bare = rounds.PassRound(seat=seat, actor=actor)
            payer, name = leader(table, actor), actor_name(table, actor)
            offer = offered(f"d100_pass_round:{actor}", bare, at_cost_of=payer, actor=name)
            yield told(table, viewer, actor, offer, rounds.verify_pass)
    if not gm:
        return
    yield checked(
        table, offered("d100_end_round", rounds.EndRound(seat=seat), main=not now.turn), rounds.verify_end_round
    )
    for actor in unless_out(alive, table, viewer, now.fighters):
        name = actor_name(table, actor)
        asks = (ask("initiative", AskKind.NUMBER, field="value", least=-99, most=199),)
        rule = combat.RuleInitiative(seat=seat, actor=actor, value=0)
        yield offered(f"d100_rule_initiative:{actor}", rule, asks=asks, seldom=True, actor=name)
        if now.turn != actor and unless_out(able, table, viewer, (actor,)):
            yield offered(f"d100_give_turn:{actor}", rounds.GiveTurn(seat=seat, actor=actor), seldom=True, actor=name)
    for actor in now.fighters:
        leave = combat.LeaveFight(seat=seat, actor=actor)
        yield offered(f"d100_leave_fight:{actor}", leave, seldom=True, actor=actor_name(table, actor))
    out = alive(table, (actor for actor in led(table, seat, viewer) if actor not in now.fighters))
    if out:
        asks = (ask("fighters", AskKind.CHOICES, out, least=1, most=len(out)),)
        yield offered("d100_join_fight", combat.JoinFight(seat=seat, fighters=openly_there(table, out)[:1]), asks=asks)
    yield offered("d100_end_fight", combat.EndFight(seat=seat), at_cost_of=seat)


def _deeds(table: Table, seat: str, viewer: str, actor: str, now: Fight | None) -> Iterator[Offer]:
    name, state = actor_name(table, actor), table.actors[actor]
    against = foes_first(table, actor, alive(table, others(table, actor, viewer)))
    fighting = now is not None and actor in now.fighters
    if fighting and now is not None:
        there = unless_out(alive, table, viewer, (one for one in now.fighters if one != actor))
        against = foes_first(table, actor, there)
        yield checked(table, _action(seat, actor, name, min(3, turning.points(table, actor))), rounds.verify_action)
        yield checked(table, _react(seat, actor, name), rounds.verify_react)
        if at_table.pool(table, actor, at_table.LUCK):  # whoever has none would only be told so six times
            yield from luck_of(table, seat, viewer, actor)
    if state.has(states.SPELL_SHAKEN):
        own = leader(table, actor) == seat
        held = offered(f"d100_hold_spell:{actor}", casting.HoldSpell(seat=seat, actor=actor), main=own, actor=name)
        yield checked(table, held, casting.verify_hold)
    if state.has(states.CASTING):
        give_up, payer = casting.EndSpell(seat=seat, actor=actor), leader(table, actor)
        over = offered(f"d100_end_spell:{actor}", give_up, at_cost_of=payer, actor=name)
        yield checked(table, over, casting.verify_end)
    if against:
        yield checked(table, _attack(table, seat, actor, name, against), attacking.verify_declare)
    if state.has(states.PRONE):
        rising = unless_out(_can_rise, table, viewer, (actor, *against))
        foes = rising[1:] if rising[:1] == (actor,) else ()
        yield checked(table, _stand(seat, actor, name, foes), prone.verify_stand)
    else:
        yield checked(
            table,
            offered(f"d100_lie_down:{actor}", prone.LieDown(seat=seat, actor=actor), actor=name),
            prone.verify_lie,
        )


def _can_rise(table: Table, actors: Iterable[str]) -> tuple[str, ...]:
    return tuple(one for one in actors if all(knows(table, one, skill) for skill in RISING))


def armed_with(table: Table, actor: str) -> tuple[str, ...]:
    """Return what somebody can attack with, by the sheet."""
    rows = rows_of(table.actors[actor], "weapons")
    return tuple(dict.fromkeys(str(row["name"]) for row in rows if row.get("name") and attacking.is_armed(row)))


def _attack(table: Table, seat: str, actor: str, name: str, against: tuple[str, ...]) -> Offer:
    weapons = armed_with(table, actor)
    places = tuple(dict.fromkeys(place for one in against for place in chart_of_actor(table, one).names))
    fit = {one: chart_of_actor(table, one).names for one in against}
    skill = attacking.fighting_skill(table, actor, "")
    known = skills_of(table, actor)
    asks = [ask("target", AskKind.CHOICE, against)]
    asks += [ask("weapon", AskKind.CHOICE, weapons)] if weapons else [ask("weapon", AskKind.TEXT, optional=True)]
    if not weapons:
        asks.append(ask("damage_dice", AskKind.CHOICE, ("1d3", "1d6", "1d8"), field="damage", own_words=True))
    if known:
        asks.append(ask("skill", AskKind.CHOICE, known, optional=True, seldom=True))
    asks += [
        grade_ask(),
        *using_ask(bearing_on.hindered(table, actor)),
        ask(
            "aimed_location",
            AskKind.CHOICE,
            places,
            field="location",
            by="target",
            among=fit,
            optional=True,
            seldom=True,
        ),
        ask("magic", AskKind.NUMBER, least=-9, most=99, optional=True, seldom=True),
        ask("kindles", AskKind.CHOICE, ("fire", "electrical"), optional=True, seldom=True),
    ]
    bare = attacking.DeclareAttack(
        seat=seat,
        actor=actor,
        target=against[0],
        weapon=weapons[0] if weapons else "",
        damage="" if weapons else "1d3",
        skill=skill,
    )
    return offered(f"d100_attack:{actor}", bare, asks=tuple(asks), actor=name)


def defence(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield how a target can answer an attack that hits, and the GM's word on it."""
    now = table.procedures[-1]
    assert isinstance(now, Attack)
    if now.rolled is None:
        return
    name = actor_name(table, now.target)
    if table.is_gm(seat) or leader(table, now.target) == seat:
        own = leader(table, now.target) == seat
        readable = table.may_read(table.actors[now.target], viewer)
        rows = rows_of(table.actors[now.target], "weapons") if readable else ()
        weapons = tuple(dict.fromkeys(str(row["name"]) for row in rows if row.get("name")))
        asks = [ask("weapon", AskKind.CHOICE, weapons)] if weapons else []
        if not weapons:
            asks.append(ask("size", AskKind.CHOICE, numbers().sizes, optional=True))
        hindered = using_ask(bearing_on.hindered(table, now.target) if readable else ())
        asks += [grade_ask(), *hindered]
        parry = attacking.Defend(seat=seat, how="parry", weapon=weapons[0] if weapons else "")
        parries = offered("d100_parry", parry, asks=tuple(asks), main=own, actor=name)
        yield told(table, viewer, now.target, parries, attacking.verify_defend)
        evade = attacking.Defend(seat=seat, how="evade")
        evades = offered("d100_evade", evade, asks=(grade_ask(), *hindered), actor=name)
        yield told(table, viewer, now.target, evades, attacking.verify_defend)
        waive = attacking.Defend(seat=seat, how="none")
        yield offered("d100_no_defence", waive, at_cost_of=leader(table, now.target), actor=name)
    if table.is_gm(seat):
        yield offered("d100_it_hits", attacking.RuleHit(seat=seat, hits=True))
        yield offered("d100_it_misses", attacking.RuleHit(seat=seat, hits=False))
        yield offered("d100_attack_off", attacking.CallAttackOff(seat=seat), at_cost_of=leader(table, now.actor))


@kept
def _start(seat: str, actors: tuple[str, ...], fighters: tuple[str, ...]) -> Offer:
    asks = (ask("fighters", AskKind.CHOICES, actors, least=combat.SIDES, most=len(actors)),)
    return offered("d100_start_fight", combat.StartFight(seat=seat, fighters=fighters), asks=asks)


@kept
def _action(seat: str, actor: str, name: str, most: int) -> Offer:
    asks = (
        ask("deed", AskKind.TEXT, field="what"),
        ask("points", AskKind.NUMBER, least=0, most=most, optional=True),
        ask("casting", AskKind.FLAG, optional=True, seldom=True),
    )
    return offered(f"d100_act:{actor}", rounds.TakeAction(seat=seat, actor=actor), asks=asks, actor=name)


@kept
def _react(seat: str, actor: str, name: str) -> Offer:
    asks = (ask("deed", AskKind.TEXT, field="what"),)
    return offered(f"d100_react:{actor}", rounds.React(seat=seat, actor=actor), asks=asks, actor=name)


@kept
def _stand(seat: str, actor: str, name: str, foes: tuple[str, ...]) -> Offer:
    asks = (
        (
            ask("foe", AskKind.CHOICE, foes, optional=True, seldom=True),
            ask("skill", AskKind.CHOICE, RISING, optional=True, seldom=True),
            ask("their_skill", AskKind.CHOICE, RISING, field="foe_skill", optional=True, seldom=True),
        )
        if foes
        else ()
    )
    return offered(f"d100_stand_up:{actor}", prone.StandUp(seat=seat, actor=actor), asks=asks, actor=name)
