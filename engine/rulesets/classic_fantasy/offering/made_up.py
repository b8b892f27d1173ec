"""What the GM can make up: hazards and poisons, and what can be done with those that there are (CF-GEN-1, CF-X-37)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from engine.play.names import actor_name
from engine.play.offers import AskKind, Offer, ask, offered
from engine.rulesets.classic_fantasy import perils, poisons
from engine.rulesets.classic_fantasy.fatigue import Cause
from engine.rulesets.classic_fantasy.hazards import ALL, Armour, OnSuccess
from engine.rulesets.classic_fantasy.offering.rolls import grade_ask, led
from engine.rulesets.classic_fantasy.offering.whom import alive
from engine.rulesets.classic_fantasy.passing import Step
from engine.table.frozen import kept
from engine.table.table import Table

PACES: tuple[Step, ...] = ("second", "combat_round", "minute", "rest_action", "hour", "day", "week")
"""From step to step of a hazard, and in what its Fatigue goes away."""
DICE = ("1", "1d2", "1d3", "1d4", "1d6", "1d8", "1d10", "2d6")
WHERE = ("1", "1d2", "1d3", ALL)
RESISTANCES = ("Endurance", "Willpower", "Brawn", "Evade")


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield what the GM can write down, let somebody have, and end."""
    if not (table.is_gm(seat) and table.is_gm(viewer)):
        return
    yield _make_hazard(seat, tires=False)
    yield _make_hazard(seat, tires=True)
    known = tuple(hazard.name for hazard in perils.known_hazards(table))
    if known:
        yield _remove_hazard(seat, known)
    yield _make_poison(seat)
    brewed = tuple(poison.name for poison in poisons.known_poisons(table))
    there = alive(table, led(table, seat, viewer))
    if brewed:
        yield _remove_poison(seat, brewed)
        if there:
            yield _poison(seat, there, brewed)
    for actor in there:
        state = table.actors[actor]
        if state.has(poisons.COMING) or state.has(poisons.POISONED):
            bare = poisons.EndPoison(seat=seat, actor=actor)
            yield offered(f"d100_end_poison:{actor}", bare, actor=actor_name(table, actor))


@kept
def _make_hazard(seat: str, *, tires: bool) -> Offer:
    """Return how a hazard is made up that hurts, or one that tires; each may do the other besides."""
    damage = ask("hazard_damage", AskKind.CHOICE, DICE, field="damage", own_words=True, optional=tires)
    fatigue = ask("hazard_fatigue", AskKind.CHOICE, DICE[:5], field="fatigue", own_words=True, optional=not tires)
    where = ask("hazard_locations", AskKind.CHOICE, WHERE, field="locations", own_words=True, optional=True)
    asks = (
        ask("hazard_name", AskKind.TEXT, field="name", least=1),
        *((fatigue, damage) if tires else (damage, fatigue)),
        where,
        ask("near", AskKind.FLAG, optional=True, seldom=True),
        ask("armour_points", AskKind.CHOICE, get_args(Armour), field="armour", optional=True),
        ask("cause", AskKind.CHOICE, get_args(Cause), optional=True),
        ask("recovery", AskKind.CHOICE, PACES, optional=True),
        ask("hazard_skill", AskKind.CHOICE, RESISTANCES, field="skill", own_words=True, optional=True),
        grade_ask(),
        ask("on_success", AskKind.CHOICE, get_args(OnSuccess), optional=True),
        ask("every", AskKind.CHOICE, PACES, optional=True),
        ask("steps", AskKind.NUMBER, least=0, most=9999, optional=True),
        ask("notes", AskKind.TEXT, optional=True, seldom=True),
    )
    bare = perils.MakeHazard(seat=seat, name="?", damage="" if tires else "1d6", fatigue="1" if tires else "")
    return offered(f"d100_make_hazard_that_{'tires' if tires else 'hurts'}", bare, asks=asks)


@kept
def _remove_hazard(seat: str, names: tuple[str, ...]) -> Offer:
    asks = (ask("hazard", AskKind.CHOICE, names, field="name"),)
    return offered("d100_remove_hazard", perils.RemoveHazard(seat=seat, name=names[0]), asks=asks)


@kept
def _make_poison(seat: str) -> Offer:
    asks = (
        ask("poison_name", AskKind.TEXT, field="name", least=1),
        ask("application", AskKind.CHOICE, get_args(poisons.Application)),
        ask("potency", AskKind.NUMBER, least=0, most=999),
        ask("resistance", AskKind.CHOICE, RESISTANCES, own_words=True),
        ask("onset", AskKind.NUMBER, least=0, most=9999, optional=True),
        ask("onset_in", AskKind.CHOICE, PACES, optional=True),
        ask("duration", AskKind.NUMBER, least=0, most=9999, optional=True),
        ask("duration_in", AskKind.CHOICE, PACES, optional=True),
        ask("poison_does", AskKind.TEXT, field="conditions", optional=True),
        ask("antidote", AskKind.TEXT, optional=True, seldom=True),
    )
    return offered("d100_make_poison", poisons.MakePoison(seat=seat, name="?"), asks=asks)


@kept
def _remove_poison(seat: str, names: tuple[str, ...]) -> Offer:
    asks = (ask("which_poison", AskKind.CHOICE, names, field="name"),)
    return offered("d100_remove_poison", poisons.RemovePoison(seat=seat, name=names[0]), asks=asks)


@kept
def _poison(seat: str, actors: tuple[str, ...], names: tuple[str, ...]) -> Offer:
    asks = (ask("actor", AskKind.CHOICE, actors), ask("which_poison", AskKind.CHOICE, names, field="name"))
    return offered("d100_poison", poisons.PoisonSomebody(seat=seat, actor=actors[0], name=names[0]), asks=asks)
