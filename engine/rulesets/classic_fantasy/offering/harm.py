"""What can be done about harm on its way, and how the GM sends some (CF-UI-10, CF-UI-11)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.names import actor_name
from engine.play.offers import Ask, AskKind, Offer, ask, checked, denial, offered
from engine.play.words import say
from engine.rulesets.classic_fantasy import dealing, falls, fires, harming, perils, states
from engine.rulesets.classic_fantasy.bleeding import MakeBleed, may_choose, verify_bleed
from engine.rulesets.classic_fantasy.characters import chart_of_actor
from engine.rulesets.classic_fantasy.dice import mixed
from engine.rulesets.classic_fantasy.leading import may_follow, told_of
from engine.rulesets.classic_fantasy.offering.rolls import knows, led, luck, others
from engine.rulesets.classic_fantasy.offering.whom import able, alive
from engine.rulesets.classic_fantasy.procedures.wounding import Wounding
from engine.rulesets.classic_fantasy.wound_tables import numbers
from engine.table.frozen import kept, replace
from engine.table.seats import Actor
from engine.table.table import Table


def under_way(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield what a seat can do about the harm at the front, stage by stage."""
    now = table.procedures[-1]
    assert isinstance(now, Wounding)
    if not may_follow(table, viewer, told_of(table, now.harm.actor)):
        return
    gm, name = table.is_gm(seat), actor_name(table, now.harm.actor)
    mine = harming.throws(table, seat, now.harm)
    names = chart_of_actor(table, now.harm.actor).names
    if now.stage == "where" and (gm or mine):
        yield checked(table, _find(seat, name, mine), harming.verify_find)
        yield _choose(seat, name, names, 1, len(names))
    if now.stage == "damage":
        if not now.blow.lies and (gm or mine):
            yield checked(table, _throw(seat, name, mine), harming.verify_damage)
        yield from luck(table, seat, viewer)
        if gm:
            yield from _steps(table, seat, viewer, now, names)
    if now.stage == "luck":
        yield from (one for one in luck(table, seat, viewer) if "last_act" not in one.name)  # that is asked for later
        if gm or mine or table.actors[now.harm.actor].seat == seat:
            yield checked(
                table,
                offered("d100_waive_luck", harming.WaiveLuck(seat=seat), main=True, actor=name),
                harming.verify_waive,
            )
    if now.stage == "consequences":
        yield from luck(table, seat, viewer)
        if gm:
            known = table.may_read(table.actors[now.harm.actor], viewer)
            yield from _lines(seat, now if known else replace(now, proposed=()), name)
    if gm:
        yield offered("d100_stop_harm", harming.StopHarm(seat=seat), seldom=True, actor=name)
    yield from _bleeding(table, seat)


def _bleeding(table: Table, seat: str) -> Iterator[Offer]:
    """Yield that a blow shall make its victim bleed, for whoever may choose that (CF-X-31)."""
    bare = MakeBleed(seat=seat)
    if may_choose(table, seat) and denial(verify_bleed, table, bare) is None:
        now = table.procedures[-1]
        assert isinstance(now, Wounding)
        yield offered("d100_make_bleed", bare, actor=actor_name(table, now.harm.actor), location=now.blow.location)


def _steps(table: Table, seat: str, viewer: str, now: Wounding, names: tuple[str, ...]) -> Iterator[Offer]:
    blow = now.blow
    yield checked(table, _accept(seat, blow.location), harming.verify_accept)
    if not now.at and len(now.blows) <= len(names):  # who is struck more often than there are places has no choice
        yield _choose(seat, actor_name(table, now.harm.actor), names, len(now.blows), len(now.blows))
    steps: dict[harming.Step, int] = {
        "base": blow.base or 0,
        "modifier": blow.modifier,
        "magic": blow.magic,
        "worn": blow.worn,
        "natural": blow.natural,
        "damage": blow.ruled or 0,
    }
    known = _knows_blow(table, now, viewer)
    for step, value in steps.items():
        least, most = _bounds(now) if step == "base" and known else (-99, 999)
        yield _rule(seat, step, max(least, min(most, value)) if known else 0, least, most)
    yield offered(
        "d100_rule_parry",
        harming.RuleParry(seat=seat, parry=blow.parry),
        asks=(ask("parry", AskKind.CHOICE, ("all", "half", "none")),),
        seldom=True,
    )


def _bounds(now: Wounding) -> tuple[int, int]:
    """Return between which numbers the dice of a blow can come to anything: those of a hazard say themselves."""
    thrown = now.harm.step.damage if now.harm.source == "hazard" and now.harm.step is not None else ""
    if not thrown:
        return -99, 999
    dice = mixed(thrown)
    return dice.least, dice.most


def _knows_blow(table: Table, now: Wounding, viewer: str) -> bool:
    """Say whether a viewer may read of both sides of a blow: else one part of it could be taken from the sum."""
    both = (table.actors.get(actor) for actor in (now.harm.actor, now.harm.by))
    return all(table.may_read(actor, viewer) for actor in both if actor is not None)


def _lines(seat: str, now: Wounding, name: str) -> Iterator[Offer]:
    yield offered("d100_accept_consequences", harming.AcceptConsequences(seat=seat), main=True, actor=name)
    for index, line in enumerate(now.proposed):
        out = index not in now.struck
        yield offered(
            f"d100_strike_line_{'out' if out else 'in'}:{index}",
            harming.StrikeLine(seat=seat, line=index, out=out),
            what=say(line.words),
        )
    if any(line.what == "limb_lost" for line in now.proposed):
        asks = (ask("limb_kind", AskKind.CHOICE, numbers().limbs.kinds),)
        yield offered("d100_limb_kind", harming.ChooseLimbKind(seat=seat, limb_kind=now.limb_kind), asks=asks)
    if any(line.what == "no_offence" for line in now.proposed):
        asks = (ask("turns", AskKind.NUMBER, least=0, most=99),)
        yield offered("d100_rule_turns", harming.RuleTurns(seat=seat, turns=now.turns), asks=asks, seldom=True)
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
    bare = harming.ChooseLocations(seat=seat, locations=())  # none is ticked beforehand
    return offered("d100_choose_locations", bare, asks=asks, actor=name)


@kept
def _throw(seat: str, name: str, main: bool) -> Offer:
    return offered("d100_throw_damage", harming.ThrowDamage(seat=seat), main=main, actor=name)


@kept
def _accept(seat: str, location: str) -> Offer:
    return offered("d100_accept_damage", harming.AcceptDamage(seat=seat), main=True, location=location)


@kept
def _rule(seat: str, step: harming.Step, value: int, least: int, most: int) -> Offer:
    asks = (ask("number", AskKind.NUMBER, field="value", least=least, most=most),)
    return offered(f"d100_rule_{step}", harming.RuleBlow(seat=seat, step=step, value=value), asks=asks, seldom=True)


# ---- what hurts -----------------------------------------------------------------------------------------------------

Places = tuple[tuple[str, tuple[str, ...]], ...]
"""Of each character the locations of its body."""


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield what the GM can let befall somebody, and what whoever burns can do."""
    gm, there = table.is_gm(seat), led(table, seat, viewer)
    if gm:
        yield from _befalls(table, seat, there, viewer)
    for actor in there:
        name, state = actor_name(table, actor), table.actors[actor]
        if state.has(states.BURNING) and able(table, (actor,)):
            helpers = tuple(one for one in able(table, others(table, actor, viewer)) if fires.can_help(table, one))
            yield checked(table, _smother(seat, actor, name, helpers), fires.verify_smother)
        if gm and state.body is not None and not state.has(states.DEAD):
            yield from _ends(seat, actor, name, state)


def _befalls(table: Table, seat: str, there: tuple[str, ...], viewer: str) -> Iterator[Offer]:
    """Yield what the GM can let befall somebody who has a body and lives; hazards only before the GM's own eyes."""
    bodies = tuple(one for one in alive(table, there) if table.actors[one].body is not None)
    if not bodies:
        return
    places = tuple((one, chart_of_actor(table, one).names) for one in bodies)
    yield _harm(seat, places)
    yield _fall(seat, bodies, any(knows(table, one, "Acrobatics") for one in bodies))
    yield _object(seat, bodies)
    yield _heat(seat, places)
    yield _alight(seat, places)
    hazards = perils.known_hazards(table) if table.is_gm(viewer) else ()
    fit = tuple(
        (one, names)
        for one in bodies
        if (names := tuple(h.name for h in hazards if not h.skill or knows(table, one, h.skill)))
    )
    if fit:
        yield _hazard(seat, fit, places, any(one.near for one in hazards))


def _ends(seat: str, actor: str, name: str, state: Actor) -> Iterator[Offer]:
    """Yield how the GM lets end what goes on about somebody."""
    if state.has(states.BURNING):
        yield offered(f"d100_put_out:{actor}", fires.PutOut(seat=seat, actor=actor), actor=name)
        held = state.has(fires.CONTROLLED)
        bare = fires.ControlFire(seat=seat, actor=actor, controlled=not held)
        yield offered(f"d100_fire_{'free' if held else 'held'}:{actor}", bare, actor=name)
    if state.has(fires.IN_HEAT):
        yield offered(f"d100_end_exposure:{actor}", fires.EndExposure(seat=seat, actor=actor), actor=name)
    if state.has(perils.IN_HAZARD):
        known = tuple(one.id.partition(":")[2] for one in state.named(perils.IN_HAZARD))
        asks = (ask("hazard", AskKind.CHOICE, known, field="name", optional=True),)
        yield offered(f"d100_end_hazard:{actor}", perils.EndHazard(seat=seat, actor=actor), asks=asks, actor=name)


def _whom(actors: tuple[str, ...]) -> Ask:
    return ask("actor", AskKind.CHOICE, actors)


def _places(places: Places, least: int = 0, field: str = "locations") -> Ask:
    every = tuple(dict.fromkeys(name for _, names in places for name in names))
    most = max(len(names) for _, names in places)
    return ask(
        "locations",
        AskKind.CHOICES,
        every,
        field=field,
        by="actor",
        among=dict(places),
        least=least,
        most=most,
        optional=not least,
    )


def _names(places: Places) -> tuple[str, ...]:
    return tuple(name for name, _ in places)


@kept
def _harm(seat: str, places: Places) -> Offer:
    asks = (
        _whom(_names(places)),
        ask("damage_dice", AskKind.CHOICE, ("1d4", "1d6", "1d8", "1d10", "2d6"), field="damage", own_words=True),
        ask("what", AskKind.TEXT, optional=True),
        _places(places),
        ask("armour_helps", AskKind.FLAG, field="armour", optional=True),
        ask("parry", AskKind.CHOICE, ("all", "half", "none"), optional=True, seldom=True),
        ask("magic", AskKind.NUMBER, least=-9, most=99, optional=True, seldom=True),
        ask("kindles", AskKind.CHOICE, ("fire", "electrical"), optional=True, seldom=True),
    )
    return offered("d100_harm", dealing.HarmSomebody(seat=seat, actor=places[0][0], damage="1d6"), asks=asks)


@kept
def _fall(seat: str, actors: tuple[str, ...], deft: bool) -> Offer:
    asks: tuple[Ask, ...] = (_whom(actors), ask("feet", AskKind.NUMBER, least=0, most=1000))
    if deft:
        asks = (*asks, ask("acrobatics", AskKind.FLAG, optional=True))
    return offered("d100_fall", falls.FallDown(seat=seat, actor=actors[0], feet=10), asks=asks)


@kept
def _object(seat: str, actors: tuple[str, ...]) -> Offer:
    asks = (
        _whom(actors),
        ask("siz", AskKind.NUMBER, least=0, most=180),
        ask("feet", AskKind.NUMBER, least=0, most=1000),
        ask("what", AskKind.TEXT, optional=True),
        ask("less_dice", AskKind.NUMBER, least=0, most=99, optional=True, seldom=True),
        ask("less_feet", AskKind.NUMBER, least=0, most=9999, optional=True, seldom=True),
    )
    return offered("d100_object", falls.DropObject(seat=seat, actor=actors[0], siz=6, feet=10), asks=asks)


@kept
def _heat(seat: str, places: Places) -> Offer:
    asks = (
        _whom(_names(places)),
        ask("intensity", AskKind.NUMBER, least=1, most=5),
        _places(places, 1),
        ask("flammable", AskKind.FLAG, optional=True),
    )
    bare = fires.ExposeToHeat(seat=seat, actor=places[0][0], intensity=2, locations=())
    return offered("d100_heat", bare, asks=asks)


@kept
def _alight(seat: str, places: Places) -> Offer:
    asks = (
        _whom(_names(places)),
        _places(places, 1),
        ask("intensity", AskKind.NUMBER, least=0, most=5, optional=True),
    )
    return offered("d100_set_alight", fires.SetAlight(seat=seat, actor=places[0][0], locations=()), asks=asks)


@kept
def _smother(seat: str, actor: str, name: str, helpers: tuple[str, ...]) -> Offer:
    asks = (ask("helpers", AskKind.CHOICES, helpers, least=0, most=len(helpers), optional=True),) if helpers else ()
    return offered(f"d100_smother:{actor}", fires.Smother(seat=seat, actor=actor), asks=asks, actor=name)


@kept
def _hazard(seat: str, fit: Places, places: Places, near: bool) -> Offer:
    every = tuple(dict.fromkeys(name for _, names in fit for name in names))
    asks = (
        _whom(_names(fit)),
        ask("hazard", AskKind.CHOICE, every, field="name", by="actor", among=dict(fit)),
        _places(places, int(near), "start"),
    )
    first, names = fit[0]
    return offered("d100_hazard", perils.LetHazard(seat=seat, actor=first, name=names[0]), asks=asks)
