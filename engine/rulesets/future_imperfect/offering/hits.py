"""What can be done about an attack under way: answering it, each step of a hit, and the Master on all of them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.names import actor_name
from engine.play.offers import AskKind, Drag, Offer, ask, checked, offered
from engine.rulesets.future_imperfect import attacks, damaging, defending, fate, harming, landing, overruling, steering
from engine.rulesets.future_imperfect.bodies import chart_for
from engine.rulesets.future_imperfect.fighters import reserved
from engine.rulesets.future_imperfect.leading import leader, taking_part
from engine.rulesets.future_imperfect.lists import OBSTACLES
from engine.rulesets.future_imperfect.offering.arms import FAR, SIDES, seldom
from engine.rulesets.future_imperfect.procedures.attack import Attack, attack
from engine.rulesets.future_imperfect.procedures.check import check
from engine.rulesets.future_imperfect.procedures.conflict import fight
from engine.rulesets.future_imperfect.procedures.evening import POT
from engine.rulesets.future_imperfect.procedures.harm import Harm, hurting
from engine.rulesets.future_imperfect.steady import charts_of, records_of
from engine.rulesets.remembering import Remembered
from engine.table.frozen import kept
from engine.table.table import Table

Names = tuple[str, ...]
_STEPS = Remembered[tuple[Offer, ...]]()
MOST_WOUNDS = 20
MOST_DAMAGE = 999
MOST_ARMOUR = 20
MOST_WIND = 99
USUAL_RUN = 10
ACTED_OUT = {"dodge": ("cover", "prone", ""), "fighting": ("ground", "")}
"""How an active defense is acted out; the last is not at all (FI-DEFEND-6)."""


def offers(table: Table, seat: str) -> Iterator[Offer]:
    """Yield what a seat can do about the attack or the wounds at the front."""
    harm, under_way = hurting(table), attack(table)
    if harm is not None:
        yield from _harm(table, seat, harm)
    elif under_way is not None:
        yield from _steps(table, seat, under_way)
    if table.is_gm(seat):
        yield from steps_for_master(table, seat)


def reactions(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield what can be done about an attack while its dice are thrown: before they fall the target may answer."""
    now, rolled = attack(table), check(table)
    if now is None or rolled is None:
        return
    if rolled.purpose == "attack" and not rolled.fallen:
        yield from _answers(table, seat, viewer, now)
    if table.is_gm(seat):
        yield from steps_for_master(table, seat)


def _answers(table: Table, seat: str, viewer: str, now: Attack) -> Iterator[Offer]:
    """Yield how those who are attacked can defend themselves, run, or name their cover (FI-DEFEND-1, FI-RES-10)."""
    for actor in now.targets:
        if leader(table, actor) != seat:
            continue
        name = actor_name(table, actor)
        dodges, fights = (_defend(seat, actor, name, by) for by in ("dodge", "fighting"))
        if table.may_read(table.actors[actor], viewer):
            dodges, fights = (checked(table, one, defending.verify_defend) for one in (dodges, fights))
        yield dodges  # what a secret sheet forbids is not said where others look on
        if fights.denial is None:
            yield fights
        conflict = fight(table)
        if conflict is not None and actor in conflict.fighters and reserved(table, actor) is not None:
            yield checked(table, _run(seat, actor, name), defending.verify_run)
    yield from _cover(table, seat, now)
    if leader(table, now.actor) == seat and not table.is_gm(seat):
        yield checked(table, _stop(seat), attacks.verify_stop)


@kept
def _defend(seat: str, actor: str, name: str, by: str) -> Offer:
    ways = ACTED_OUT[by]
    bare = defending.Defend(seat=seat, actor=actor, by=by, how=ways[0])
    asks = (ask("defended", AskKind.CHOICE, ways, field="how", optional=True),)
    return offered(f"defend_{by}:{actor}", bare, asks=asks, actor=name)


@kept
def _run(seat: str, actor: str, name: str) -> Offer:
    asks = (ask("distance", AskKind.NUMBER, least=0, most=FAR), ask("hidden", AskKind.FLAG, optional=True))
    bare = defending.RunAway(seat=seat, actor=actor, distance=USUAL_RUN)
    return offered(f"run_away:{actor}", bare, asks=asks, actor=name)


def _cover(table: Table, seat: str, now: Attack) -> Iterator[Offer]:
    obstacles = tuple(str(row["name"]) for row in table.lists.get(OBSTACLES, ()) if row.get("name"))
    for actor in now.targets:
        if obstacles and (leader(table, actor) == seat or table.is_gm(seat)):
            made = _set_cover(seat, actor, actor_name(table, actor), landing.parts_to_cover(table, actor), obstacles)
            yield checked(table, made, landing.verify_cover)


@kept
def _set_cover(seat: str, actor: str, name: str, places: Names, obstacles: Names) -> Offer:
    asks = (
        ask("obstacle", AskKind.CHOICE, obstacles),
        ask("places", AskKind.CHOICES, places, least=1, most=len(places), optional=True),
        seldom("cover_value", AskKind.NUMBER, field="value", most=MOST_ARMOUR),
    )
    bare = landing.SetCover(seat=seat, target=actor, obstacle=obstacles[0])
    return offered(f"set_cover:{actor}", bare, asks=asks, actor=name)


# ---- a hit, step by step ---------------------------------------------------------------------------------------------


def _steps(table: Table, seat: str, now: Attack) -> Iterator[Offer]:
    mine, gm = leader(table, now.actor) == seat, table.is_gm(seat)
    if now.hits and now.hits[0].at is not None:
        if mine or gm:
            yield _damage(seat, mine or table.is_gm(leader(table, now.actor)))
            if now.raises and now.hits[0].natural is not None:
                yield _shift(seat, now.raises)
        yield from _cover(table, seat, now)


@kept
def _stop(seat: str) -> Offer:
    return offered("stop_attack", attacks.StopAttack(seat=seat))


@kept
def _damage(seat: str, main: bool) -> Offer:
    return offered("roll_damage", damaging.RollDamage(seat=seat), main=main)


@kept
def _shift(seat: str, raises: int) -> Offer:
    asks = (ask("by", AskKind.NUMBER, least=-raises, most=raises),)
    return offered("shift_hit", landing.ShiftHit(seat=seat, by=0), asks=asks, count=raises)


def _harm(table: Table, seat: str, found: Harm) -> Iterator[Offer]:
    name = actor_name(table, found.actor)
    mine = leader(table, found.actor) == seat
    for colour in fate.fate_tables().colours:
        if table.chips.get(seat, {}).get(colour.key) and colour.wounds:
            yield checked(table, _save(seat, name, colour.key, colour.wounds), harming.verify_save)
    if mine or table.is_gm(seat):
        yield _take(seat, name, mine or table.is_gm(leader(table, found.actor)))


@kept
def _save(seat: str, name: str, colour: str, wounds: int) -> Offer:
    bare = harming.SaveSkin(seat=seat, colour=colour)
    drag = Drag(source=seat, target=POT, colour=colour)
    return offered(f"save_skin:{colour}", bare, drag=drag, actor=name, colour=colour, count=wounds)


@kept
def _take(seat: str, name: str, main: bool) -> Offer:
    return offered("take_harm", harming.TakeHarm(seat=seat), main=main, actor=name)


# ---- the Master's hand on every step ---------------------------------------------------------------------------------


def steps_for_master(table: Table, seat: str) -> Iterator[Offer]:
    """Yield how the Master stops, changes and overrules each step; those of another step are denied, with the reason.

    Declared, rolled, where it lands, armour, damage, wounds, Wind: the same offers at each step, in that order.
    """
    now, harm, rolls = attack(table), hurting(table), str(check(table) is None)
    # Dice that fall meanwhile change nothing of it.
    made_of = (now, harm, rolls, records_of(table), table.seats, table.lists, table.options, *taking_part(table))
    yield from _STEPS.get(f"{seat}\n{len(made_of)}", made_of, lambda: tuple(_steps_for_master(table, seat, now, harm)))


def _steps_for_master(table: Table, seat: str, now: Attack | None, harm: Harm | None) -> Iterator[Offer]:
    if now is not None:
        yield checked(table, _stop(seat), attacks.verify_stop)
        if check(table) is None:
            yield checked(table, _number(seat), overruling.verify_target)
            yield checked(table, _total(seat), overruling.verify_rule_total)
        yield from _rulings(table, seat, now)
    if harm is not None or now is not None:
        yield from _rule_harm(table, seat, now, harm)


def _rulings(table: Table, seat: str, now: Attack) -> Iterator[Offer]:
    target = now.hits[0].target if now.hits else next(iter(now.targets), "")
    if not target:
        return
    others = tuple(actor for actor in taking_part(table) if actor not in (now.actor, target))
    charts = charts_of(table)
    made = _rule_hit(seat, tuple((other, charts[other]) for other in (target, *others)))
    yield checked(table, made, landing.verify_rule_hit)
    yield checked(table, _rule_armour(seat), steering.verify_armour)
    yield checked(table, _rule_damage(seat), steering.verify_damage)
    yield checked(table, _miss(seat), landing.verify_miss)


def _rule_harm(table: Table, seat: str, now: Attack | None, harm: Harm | None) -> Iterator[Offer]:
    hurt = harm.actor if harm is not None else next(iter(now.targets), "") if now is not None else ""
    if not hurt:
        return
    areas = tuple(chart_for(table, hurt).areas)
    name, wounds = actor_name(table, hurt), sum(harm.wounds.values()) if harm is not None else 0
    yield checked(table, _rule_wounds(seat, name, wounds, areas), harming.verify_rule)
    yield checked(table, _rule_wind(seat, name), steering.verify_wind)


@kept
def _number(seat: str) -> Offer:
    return offered("set_number", overruling.SetTarget(seat=seat, tn=0))


@kept
def _total(seat: str) -> Offer:
    return offered("rule_result", overruling.RuleTotal(seat=seat, total=0))


@kept
def _rule_hit(seat: str, charts: tuple[tuple[str, str], ...]) -> Offer:
    """Return how a hit is made to land elsewhere; which places there are depends on who is hit after all."""
    places = [(actor, landing.locations_on(chart)) for actor, chart in charts]
    (_, own), *others = places
    among = {"": own, **dict(others)}
    every = tuple(dict.fromkeys(place for _, found in places for place in found))
    instead = tuple(actor for actor, _ in others)
    asks = (
        *((seldom("hit_instead", AskKind.CHOICE, instead, field="target"),) if instead else ()),
        ask("location", AskKind.CHOICE, every, by="target", among=among, optional=True),
        ask("side", AskKind.CHOICE, SIDES, optional=True),
    )
    return offered("rule_hit", landing.RuleHit(seat=seat, side=SIDES[0]), asks=asks)


@kept
def _miss(seat: str) -> Offer:
    return offered("miss_after_all", landing.MissAfterAll(seat=seat))


@kept
def _rule_armour(seat: str) -> Offer:
    asks = (ask("armour_value", AskKind.NUMBER, field="value", least=0, most=MOST_ARMOUR),)
    return offered("rule_armour", steering.RuleArmour(seat=seat, value=0), asks=asks)


@kept
def _rule_damage(seat: str) -> Offer:
    asks = (ask("damage", AskKind.NUMBER, least=0, most=MOST_DAMAGE),)
    return offered("rule_damage", steering.RuleDamage(seat=seat, damage=0), asks=asks)


@kept
def _rule_wounds(seat: str, name: str, wounds: int, areas: Names) -> Offer:
    asks = (
        ask("wounds", AskKind.NUMBER, least=0, most=MOST_WOUNDS),
        ask("area", AskKind.CHOICE, areas, optional=True),
    )
    return offered("rule_wounds", harming.RuleWounds(seat=seat, wounds=wounds), asks=asks, actor=name)


@kept
def _rule_wind(seat: str, name: str) -> Offer:
    asks = (ask("wind", AskKind.NUMBER, least=0, most=MOST_WIND),)
    return offered("rule_wind", steering.RuleWind(seat=seat, wind=0), asks=asks, actor=name)
