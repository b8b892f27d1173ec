"""What can be done about harm on its way, and how the GM sends some (CF-UI-10, CF-UI-11)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.names import actor_name
from engine.play.offers import Ask, AskKind, Offer, ask, checked, offered
from engine.rulesets.classic_fantasy import dealing, falls, fires, harming, perils, states
from engine.rulesets.classic_fantasy.characters import chart_of_actor
from engine.rulesets.classic_fantasy.offering.rolls import knows, led, luck, others
from engine.rulesets.classic_fantasy.procedures.wounding import Wounding
from engine.rulesets.classic_fantasy.wound_tables import numbers
from engine.table.frozen import kept
from engine.table.table import Table


def under_way(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield what a seat can do about the harm at the front, stage by stage."""
    now = table.procedures[-1]
    assert isinstance(now, Wounding)
    gm, name = table.is_gm(seat), actor_name(table, now.harm.actor)
    mine = harming.throws(table, seat, now.harm)
    names = chart_of_actor(table, now.harm.actor).names
    if now.stage == "where" and (gm or mine):
        yield checked(table, _find(seat, name, mine), harming.verify_find)
        yield _choose(seat, name, names, 1, len(names))
    if now.stage == "damage":
        if now.blow.base is None and (gm or mine):
            yield checked(table, _throw(seat, name, mine), harming.verify_damage)
        yield from luck(table, seat)
        if gm:
            yield from _steps(table, seat, now, names)
    if now.stage == "luck":
        yield from luck(table, seat)
        if gm or mine or table.actors[now.harm.actor].seat == seat:
            yield checked(
                table, offered("d100_waive_luck", harming.WaiveLuck(seat=seat), actor=name), harming.verify_waive
            )
    if now.stage == "consequences":
        yield from luck(table, seat)
        if gm:
            yield from _lines(seat, now, name)
    if gm:
        yield offered("d100_stop_harm", harming.StopHarm(seat=seat), actor=name)


def _steps(table: Table, seat: str, now: Wounding, names: tuple[str, ...]) -> Iterator[Offer]:
    blow = now.blow
    yield checked(table, _accept(seat, blow.location), harming.verify_accept)
    if not now.at:
        yield _choose(seat, actor_name(table, now.harm.actor), names, len(now.blows), len(now.blows))
    steps: dict[harming.Step, int] = {
        "base": blow.base or 0,
        "modifier": blow.modifier,
        "magic": blow.magic,
        "worn": blow.worn,
        "natural": blow.natural,
        "damage": blow.ruled or 0,
    }
    for step, value in steps.items():
        yield _rule(seat, step, max(-99, min(999, value)))
    yield offered(
        "d100_rule_parry",
        harming.RuleParry(seat=seat, parry=blow.parry),
        asks=(ask("parry", AskKind.CHOICE, ("all", "half", "none")),),
    )


def _lines(seat: str, now: Wounding, name: str) -> Iterator[Offer]:
    yield offered("d100_accept_consequences", harming.AcceptConsequences(seat=seat), main=True, actor=name)
    for index, line in enumerate(now.proposed):
        out = index not in now.struck
        yield offered(
            f"d100_strike_line_{'out' if out else 'in'}:{index}",
            harming.StrikeLine(seat=seat, line=index, out=out),
            what=line.what,
            location=line.location,
        )
    if any(line.what == "limb_lost" for line in now.proposed):
        asks = (ask("limb_kind", AskKind.CHOICE, numbers().limbs.kinds),)
        yield offered("d100_limb_kind", harming.ChooseLimbKind(seat=seat, limb_kind=now.limb_kind), asks=asks)
    if any(line.what == "no_offence" for line in now.proposed):
        asks = (ask("turns", AskKind.NUMBER, least=0, most=99),)
        yield offered("d100_rule_turns", harming.RuleTurns(seat=seat, turns=now.turns), asks=asks)
    if any(line.what in ("incapacitated", "no_offence", "dead") for line in now.proposed):
        yield offered(
            f"d100_endurance_{'won' if now.lost else 'lost'}", harming.RuleEndurance(seat=seat, lost=not now.lost)
        )
    if any(line.what == "incapacitated" for line in now.proposed):
        allowed = not now.last_act
        yield offered(
            f"d100_last_act_{'allow' if allowed else 'deny'}", harming.AllowLastAct(seat=seat, allowed=allowed)
        )


@kept
def _find(seat: str, name: str, main: bool) -> Offer:
    return offered("d100_find_location", harming.FindLocation(seat=seat), main=main, actor=name)


@kept
def _choose(seat: str, name: str, places: tuple[str, ...], least: int, most: int) -> Offer:
    asks = (ask("locations", AskKind.CHOICES, places, least=least, most=most),)
    bare = harming.ChooseLocations(seat=seat, locations=places[:least])
    return offered("d100_choose_locations", bare, asks=asks, actor=name)


@kept
def _throw(seat: str, name: str, main: bool) -> Offer:
    return offered("d100_throw_damage", harming.ThrowDamage(seat=seat), main=main, actor=name)


@kept
def _accept(seat: str, location: str) -> Offer:
    return offered("d100_accept_damage", harming.AcceptDamage(seat=seat), main=True, location=location)


@kept
def _rule(seat: str, step: harming.Step, value: int) -> Offer:
    asks = (ask("number", AskKind.NUMBER, field="value", least=-99, most=999),)
    return offered(f"d100_rule_{step}", harming.RuleBlow(seat=seat, step=step, value=value), asks=asks)


# ---- what hurts -----------------------------------------------------------------------------------------------------


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield what the GM can let befall somebody, and what whoever burns can do."""
    gm = table.is_gm(seat)
    for actor in led(table, seat, viewer):
        name, state = actor_name(table, actor), table.actors[actor]
        if state.has(states.BURNING):
            helpers = tuple(one for one in others(table, actor, viewer) if fires.can_help(table, one))
            yield checked(table, _smother(seat, actor, name, helpers), fires.verify_smother)
        if not gm or state.body is None or state.has(states.DEAD):
            continue
        places = chart_of_actor(table, actor).names
        yield _harm(seat, actor, name, places)
        yield _fall(seat, actor, name, knows(table, actor, "Acrobatics"))
        yield _object(seat, actor, name)
        yield _heat(seat, actor, name, places)
        yield _alight(seat, actor, name, places)
        if state.has(states.BURNING):
            yield offered(f"d100_put_out:{actor}", fires.PutOut(seat=seat, actor=actor), actor=name)
            held = state.has(fires.CONTROLLED)
            bare = fires.ControlFire(seat=seat, actor=actor, controlled=not held)
            yield offered(f"d100_fire_{'free' if held else 'held'}:{actor}", bare, actor=name)
        if state.has(fires.IN_HEAT):
            yield offered(f"d100_end_exposure:{actor}", fires.EndExposure(seat=seat, actor=actor), actor=name)
        hazards = [one for one in perils.known_hazards(table) if not one.skill or knows(table, actor, one.skill)]
        if hazards:
            near = any(one.near for one in hazards)
            yield _hazard(seat, actor, name, tuple(one.name for one in hazards), places, near)
        if state.has(perils.IN_HAZARD):
            yield offered(f"d100_end_hazard:{actor}", perils.EndHazard(seat=seat, actor=actor), actor=name)


def _places(places: tuple[str, ...], least: int = 0) -> Ask:
    return ask("locations", AskKind.CHOICES, places, least=least, most=len(places), optional=not least)


@kept
def _harm(seat: str, actor: str, name: str, places: tuple[str, ...]) -> Offer:
    asks = (
        ask("damage_dice", AskKind.CHOICE, ("1d4", "1d6", "1d8", "1d10", "2d6"), field="damage", own_words=True),
        ask("what", AskKind.TEXT, optional=True),
        _places(places),
        ask("armour_helps", AskKind.FLAG, field="armour", optional=True),
        ask("parry", AskKind.CHOICE, ("all", "half", "none"), optional=True, seldom=True),
        ask("magic", AskKind.NUMBER, least=-9, most=99, optional=True, seldom=True),
    )
    bare = dealing.HarmSomebody(seat=seat, actor=actor, damage="1d6")
    return offered(f"d100_harm:{actor}", bare, asks=asks, actor=name)


@kept
def _fall(seat: str, actor: str, name: str, deft: bool) -> Offer:
    asks: tuple[Ask, ...] = (ask("feet", AskKind.NUMBER, least=0, most=1000),)
    if deft:
        asks = (*asks, ask("acrobatics", AskKind.FLAG, optional=True))
    return offered(f"d100_fall:{actor}", falls.FallDown(seat=seat, actor=actor, feet=10), asks=asks, actor=name)


@kept
def _object(seat: str, actor: str, name: str) -> Offer:
    asks = (
        ask("siz", AskKind.NUMBER, least=0, most=180),
        ask("feet", AskKind.NUMBER, least=0, most=1000),
        ask("what", AskKind.TEXT, optional=True),
        ask("less_dice", AskKind.NUMBER, least=0, most=99, optional=True, seldom=True),
        ask("less_feet", AskKind.NUMBER, least=0, most=9999, optional=True, seldom=True),
    )
    bare = falls.DropObject(seat=seat, actor=actor, siz=6, feet=10)
    return offered(f"d100_object:{actor}", bare, asks=asks, actor=name)


@kept
def _heat(seat: str, actor: str, name: str, places: tuple[str, ...]) -> Offer:
    asks = (
        ask("intensity", AskKind.NUMBER, least=1, most=5),
        _places(places, 1),
        ask("flammable", AskKind.FLAG, optional=True),
    )
    bare = fires.ExposeToHeat(seat=seat, actor=actor, intensity=2, locations=places[:1])
    return offered(f"d100_heat:{actor}", bare, asks=asks, actor=name)


@kept
def _alight(seat: str, actor: str, name: str, places: tuple[str, ...]) -> Offer:
    asks = (_places(places, 1), ask("intensity", AskKind.NUMBER, least=0, most=5, optional=True))
    bare = fires.SetAlight(seat=seat, actor=actor, locations=places[:1])
    return offered(f"d100_set_alight:{actor}", bare, asks=asks, actor=name)


@kept
def _smother(seat: str, actor: str, name: str, helpers: tuple[str, ...]) -> Offer:
    asks = (ask("helpers", AskKind.CHOICES, helpers, least=0, most=len(helpers), optional=True),) if helpers else ()
    return offered(f"d100_smother:{actor}", fires.Smother(seat=seat, actor=actor), asks=asks, actor=name)


@kept
def _hazard(seat: str, actor: str, name: str, known: tuple[str, ...], places: tuple[str, ...], near: bool) -> Offer:
    asks = (
        ask("hazard", AskKind.CHOICE, known, field="name"),
        ask("locations", AskKind.CHOICES, places, field="start", least=int(near), most=len(places), optional=not near),
    )
    return offered(
        f"d100_hazard:{actor}", perils.LetHazard(seat=seat, actor=actor, name=known[0]), asks=asks, actor=name
    )
