"""What can be done with time: let it pass, rest, sleep, go on; each with what will happen (CF-TIME, CF-REST)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from engine.play.leading import leader
from engine.play.offers import Ask, AskKind, Offer, ask, checked, denial, offered
from engine.play.words import Message
from engine.rulesets.classic_fantasy import passing, rest_window, sessions, wandering
from engine.rulesets.classic_fantasy.characters import rows_of
from engine.rulesets.classic_fantasy.exploring import Pace
from engine.rulesets.classic_fantasy.fatigue import Cause
from engine.rulesets.classic_fantasy.foreseeing import Foresight, brought, foresee
from engine.rulesets.classic_fantasy.offering.whom import able, readable_ids
from engine.rulesets.classic_fantasy.passing import BUTTONS, AdvanceTime, Step, length_of
from engine.rulesets.classic_fantasy.procedures.evening import Evening, evening
from engine.rulesets.classic_fantasy.procedures.rest import Rest
from engine.rulesets.classic_fantasy.resting import RestAction
from engine.table.frozen import kept, replace
from engine.table.table import Table

ANY = "d100_pass_any"
MOST_COUNT = 12
"""By so much one unit is moved from its button; more by a larger unit."""
IDLE: RestAction = "dither"
"""What whoever is out of it can do in a rest."""


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield what a seat can do with time."""
    front = table.procedures[-1] if table.procedures else Evening()
    if isinstance(front, Rest):
        yield from _in_rest(table, seat, viewer, front)
    elif isinstance(front, Evening) and table.is_gm(seat):
        yield from _masters(table, seat, viewer)


def worked_out(table: Table, offer: Offer, viewer: str) -> Offer:
    """Return the offer to let any time pass with what each unit will bring; a month is looked at for it (CF-UI-8)."""
    found = foresee(table, length_of(table, "month"), viewer=viewer)
    told = {unit: preview(table, unit, found) for unit in passing.STEPS if length_of(table, unit) <= _far(table)}
    return replace(offer, asks=tuple(replace(one, told=told) if one.field == "unit" else one for one in offer.asks))


def _far(table: Table) -> int:
    return length_of(table, "month")


def preview(table: Table, unit: Step, found: Foresight) -> Message:
    """Return what a unit of time will bring, in one line."""
    return brought(found.within(table.clock + length_of(table, unit)))


def _masters(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    yield _any(seat)
    for unit in BUTTONS:
        yield _unit(seat, unit)
    people = tuple(a for a in rest_window.party(table) if a in readable_ids(table, seat, viewer))
    hours = ask("d100_hours", AskKind.NUMBER, field="hours", least=1, most=rest_window.MOST_HOURS)
    safe = ask("d100_safe", AskKind.FLAG, field="safe", optional=True)
    sleep = offered("d100_sleep", rest_window.Sleep(seat=seat), asks=(hours, safe))
    yield checked(table, sleep, rest_window.verify_sleep)
    quarters = ask("d100_quarters", AskKind.NUMBER, field="steps", least=1, most=rest_window.MOST_STEPS)
    who = ask("d100_who", AskKind.CHOICES, people, field="actors", optional=True)
    begin = offered("d100_begin_rest", rest_window.BeginRest(seat=seat), asks=(quarters, who))
    yield checked(table, begin, rest_window.verify_begin)
    feet = ask("d100_feet", AskKind.NUMBER, field="feet", least=1, most=wandering.MOST_FEET)
    yield checked(table, offered("d100_walk", wandering.Walk(seat=seat, feet=30), asks=(feet,)), wandering.verify_walk)
    yield _way(table, seat)
    yield offered("d100_count_anew", wandering.CountAnew(seat=seat))
    yield from _sessions(table, seat)


@kept
def _any(seat: str) -> Offer:
    asks = (
        ask("d100_unit", AskKind.CHOICE, passing.STEPS, field="unit"),
        ask("d100_count", AskKind.NUMBER, field="count", least=1, most=MOST_COUNT, optional=True),
        _meanwhile(),
    )
    return offered(ANY, AdvanceTime(seat=seat, unit="hour"), asks=asks, later=True)


@kept
def _unit(seat: str, unit: Step) -> Offer:
    count = ask("d100_count", AskKind.NUMBER, field="count", least=1, most=MOST_COUNT, optional=True)
    bare = AdvanceTime(seat=seat, unit=unit)
    return offered(f"d100_pass:{unit}", bare, asks=(count, _meanwhile()), handled=True, unit=unit)


@kept
def _meanwhile() -> Ask:
    return ask("d100_rest_meanwhile", AskKind.FLAG, field="rest", optional=True, seldom=True)


def _way(table: Table, seat: str) -> Offer:
    now = evening(table)
    flags = tuple(
        ask(f"d100_{name}", AskKind.FLAG, field=name, optional=True)
        for name in ("mapping", "map_shown", "dark", "light")
    )
    pace = ask("d100_pace", AskKind.CHOICE, get_args(Pace), field="pace", optional=True)
    bare = wandering.SetWay(
        seat=seat, pace=now.pace, mapping=now.mapping, map_shown=now.map_shown, dark=now.dark, light=now.light
    )
    return offered("d100_way", bare, asks=(pace, *flags))


def _sessions(table: Table, seat: str) -> Iterator[Offer]:
    if evening(table).running:
        yield offered("d100_end_session", sessions.EndSession(seat=seat))
    else:
        yield offered("d100_start_session", sessions.StartSession(seat=seat))
    number = ask("d100_session", AskKind.NUMBER, field="number", most=9999)
    yield offered("d100_set_session", sessions.SetSession(seat=seat, number=evening(table).session), asks=(number,))


def _in_rest(table: Table, seat: str, viewer: str, now: Rest) -> Iterator[Offer]:
    known = readable_ids(table, seat, viewer)
    mine = [a for a in now.members if a in known and (leader(table, a) == seat or table.is_gm(seat))]
    actions: tuple[RestAction, ...] = get_args(RestAction)
    causes = get_args(Cause)
    for action in () if now.used_up else actions:
        who_could = mine if action == IDLE else able(table, mine)
        tries = [rest_window.ChooseRest(seat=seat, actor=actor, action=action) for actor in who_could]
        fit = [one for one in tries if denial(rest_window.verify_choose, table, one) is None]
        for bare in (fit or tries)[:1]:
            asks = (ask("actor", AskKind.CHOICE, tuple(one.actor for one in fit)),) if len(fit) > 1 else ()
            if action == "eat_ration" and table.is_gm(seat):
                asks = (*asks, ask("cause", AskKind.CHOICE, causes, optional=True, seldom=True))
            payer = leader(table, bare.actor)
            found = offered(f"d100_choose_rest:{action}", bare, asks=asks, at_cost_of=payer, action=action)
            yield checked(table, found, rest_window.verify_choose)
    for actor in mine:
        if now.ready.get(actor) == "prepare_spell":
            spells = tuple(str(row.get("name")) for row in rows_of(table.actors[actor], "spells") if row.get("name"))
            bare_spell = rest_window.PrepareSpell(seat=seat, actor=actor, spell=spells[0] if spells else "")
            wants = (
                ask("d100_spell", AskKind.CHOICE, spells, field="spell"),
                ask("d100_memorise", AskKind.FLAG, field="memorise", optional=True),
            )
            found = offered(f"d100_prepare_spell:{actor}", bare_spell, asks=wants, actor=table.actors[actor].name)
            yield checked(table, found, rest_window.verify_prepare)
    if table.is_gm(seat):
        if not now.used_up:
            yield offered("d100_rest_on", rest_window.RestOn(seat=seat), main=True)
        steps = ask("d100_quarters", AskKind.NUMBER, field="steps", least=now.done + 1, most=rest_window.MOST_STEPS)
        if now.done < rest_window.MOST_STEPS:
            yield offered(
                "d100_set_rest", rest_window.SetRest(seat=seat, steps=max(now.steps, now.done + 1)), asks=(steps,)
            )
        yield offered("d100_end_rest", rest_window.EndRest(seat=seat), main=now.used_up)
