"""Offers for damage in progress, and the GM's offer to harm a character (CF-UI-10, CF-UI-11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from engine.kit.offers.nameable_characters import OffersOfSeat, led
from engine.messages.display_names import actor_name
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.choice_offers import Choices, choice_offers
from engine.presentation.command_offers import Asks, offer_of
from engine.presentation.offers import Offer
from engine.rulesets.classic_fantasy.character.character_audience import audience_for, may_follow
from engine.rulesets.classic_fantasy.character.character_sheet import hit_chart_of
from engine.rulesets.classic_fantasy.character.offer_targets import alive
from engine.rulesets.classic_fantasy.damage import damage_commands
from engine.rulesets.classic_fantasy.damage.damage_pipeline import needs_no_stop
from engine.rulesets.classic_fantasy.damage.damage_procedure import DamageProcess
from engine.rulesets.classic_fantasy.dice.mixed_dice import mixed
from engine.rulesets.classic_fantasy.wounds.wound_rules import numbers


def damage_offers_in_progress(
    table: Table, seat: str, viewer: str, process: DamageProcess, luck: OffersOfSeat
) -> Iterator[Offer]:
    """Yield the offers of a seat for the harm at the front, stage by stage; those of luck come between them."""
    yield from damage_steps(table, seat, viewer, process, luck)
    if not may_follow(table, viewer, audience_for(table, process.harm.actor)):
        return
    gm, name = table.is_gm(seat), actor_name(table, process.harm.actor)
    names = hit_chart_of(table, process.harm.actor).names
    if process.stage == "where" and (gm or damage_commands.throws_for_harm(table, seat, process.harm)):
        choose = damage_commands.ChooseLocations(seat=seat, locations=())  # none is ticked at first
        yield offer_of(None, choose, name="d100_choose_locations", asks={"locations": names}, actor=name)
    if process.stage == "damage" and (
        gm or (process.harm.won and damage_commands.throws_for_harm(table, seat, process.harm))
    ):
        yield from _choose_locations(table, seat, process, names)
    if process.stage == "damage" and gm:
        yield from _damage_offers(table, seat, viewer, process)
    if process.stage == "consequences" and gm:
        may_read = table.may_read(table.actors[process.harm.actor], viewer)
        yield from _consequence_offers(seat, process if may_read else replace(process, proposed=()), name)
    if gm:
        yield offer_of(None, damage_commands.StopHarm(seat=seat), name="d100_stop_harm", rare=True, actor=name)


def damage_steps(table: Table, seat: str, viewer: str, process: DamageProcess, luck: OffersOfSeat) -> Iterator[Offer]:
    """Yield the offers with which the harm at the front goes on, and those of luck."""
    if not may_follow(table, viewer, audience_for(table, process.harm.actor)):
        return
    gm, name = table.is_gm(seat), actor_name(table, process.harm.actor)
    may_throw = damage_commands.throws_for_harm(table, seat, process.harm)
    match process.stage:
        case "where" if gm or may_throw:
            find, at_once = damage_commands.FindLocation(seat=seat), needs_no_stop(table, process.harm)
            if at_once:
                both = replace(find, damage=True)
                yield offer_of(table, both, name="d100_find_and_damage", primary=may_throw, actor=name)
            primary = may_throw and not at_once
            yield offer_of(table, find, name="d100_find_location", primary=primary, rare=at_once, actor=name)
        case "damage":
            if not process.blow.lies and (gm or may_throw):
                throw = damage_commands.ThrowDamage(seat=seat)
                yield offer_of(table, throw, name="d100_throw_damage", primary=may_throw, actor=name)
            yield from luck(table, seat, viewer)
            if gm:
                accept, location = damage_commands.AcceptDamage(seat=seat, throws=True), process.blow.location
                yield offer_of(table, accept, name="d100_accept_damage", primary=True, location=location)
        case "luck":
            # The last act is offered later, with the consequences.
            yield from (option for option in luck(table, seat, viewer) if "last_act" not in option.name)
            if gm or may_throw or table.actors[process.harm.actor].seat == seat:
                waive = damage_commands.WaiveLuck(seat=seat)
                yield offer_of(table, waive, name="d100_waive_luck", primary=True, actor=name)
        case "consequences":
            yield from luck(table, seat, viewer)
            if gm:
                accepted = damage_commands.AcceptConsequences(seat=seat)
                yield offer_of(None, accepted, name="d100_accept_consequences", primary=True, actor=name)
        case _:
            pass


def _choose_locations(table: Table, seat: str, process: DamageProcess, names: tuple[str, ...]) -> Iterator[Offer]:
    """Yield the choice of other locations for thrown damage; with more hits than locations there is none."""
    if not process.at and len(process.blows) <= len(names):
        count, name = len(process.blows), actor_name(table, process.harm.actor)
        asks = {"locations": Asks("location_hit" if count == 1 else None, choices=names, least=count, most=count)}
        choose = damage_commands.ChooseLocations(seat=seat, locations=())
        yield offer_of(None, choose, name="d100_choose_locations", asks=asks, actor=name)


def _damage_offers(table: Table, seat: str, viewer: str, process: DamageProcess) -> Iterator[Offer]:
    blow = process.blow
    steps: dict[damage_commands.BlowStep, int] = {
        "base": blow.base or 0,
        "modifier": blow.modifier,
        "magic": blow.magic,
        "worn": blow.worn,
        "natural": blow.natural,
        "damage": blow.ruled or 0,
    }
    knows_blow = _knows_blow(table, process, viewer)
    for step, value in steps.items():
        least, most = _dice_bounds(process) if step == "base" and knows_blow else (-99, 999)
        ruling = damage_commands.RuleBlow(seat=seat, step=step, value=max(least, min(most, value)) if knows_blow else 0)
        yield offer_of(None, ruling, name=f"d100_rule_{step}", asks={"value": range(least, most + 1)}, rare=True)
    yield offer_of(None, damage_commands.RuleParry(seat=seat, parry=blow.parry), name="d100_rule_parry", rare=True)


def _dice_bounds(process: DamageProcess) -> tuple[int, int]:
    """Return the least and the highest total of the damage dice; only dice of hazards have known bounds."""
    damage_dice = process.harm.step.damage if process.harm.source == "hazard" and process.harm.step is not None else ""
    if not damage_dice:
        return -99, 999
    dice = mixed(damage_dice)
    return dice.least, dice.most


def _knows_blow(table: Table, process: DamageProcess, viewer: str) -> bool:
    """Say whether a viewer may read of both sides of a blow: else one part of it could be taken from the sum."""
    actors = (table.actors.get(actor) for actor in (process.harm.actor, process.harm.by))
    return all(table.may_read(actor, viewer) for actor in actors if actor is not None)


def _consequence_offers(seat: str, process: DamageProcess, name: str) -> Iterator[Offer]:
    for index, line in enumerate(process.proposed):
        out = index not in process.struck
        strike = damage_commands.StrikeLine(seat=seat, line=index, out=out)
        yield offer_of(None, strike, name=f"d100_strike_line_{'out' if out else 'in'}:{index}", what=say(line.words))
    proposed = {line.what for line in process.proposed}
    if "limb_lost" in proposed:
        kind = damage_commands.ChooseLimbKind(seat=seat, limb_kind=process.limb_kind)
        yield offer_of(None, kind, name="d100_limb_kind", asks={"limb_kind": numbers().limbs.kinds})
    if "no_offence" in proposed:
        turns = damage_commands.RuleTurns(seat=seat, turns=process.turns)
        yield offer_of(None, turns, name="d100_rule_turns", rare=True)
    if not proposed.isdisjoint(("incapacitated", "no_offence", "dead")):
        ruling = damage_commands.RuleEndurance(seat=seat, lost=not process.lost)
        yield offer_of(None, ruling, name=f"d100_endurance_{'won' if process.lost else 'lost'}")
    if "incapacitated" in proposed:
        last = damage_commands.AllowLastAct(seat=seat, allowed=not process.last_act)
        yield offer_of(None, last, name=f"d100_last_act_{'deny' if process.last_act else 'allow'}")


# ---- harm by the GM -------------------------------------------------------------------------------------------------

LocationsByActor = Mapping[str, tuple[str, ...]]
"""Of each character the locations of its body."""


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield that the GM can harm a character."""
    locations = locations_by_actor(table, led(table, seat, viewer) if table.is_gm(seat) else ())
    if locations:
        fields = ("actor", "damage", "what", "locations", "armour", "parry", "magic", "kindles")
        asks: Choices = {"actor": tuple(locations), "locations": asked_locations(locations)}
        first = {"damage": "1d6", "takes_number": True}
        yield from choice_offers(damage_commands.HarmSomebody, seat, asks, first, name="d100_harm", fields=fields)


def locations_by_actor(table: Table, actors: Iterable[str]) -> LocationsByActor:
    """Return the locations of the living characters that have a body, by character."""
    bodies = (actor for actor in alive(table, actors) if table.actors[actor].body is not None)
    return {actor: hit_chart_of(table, actor).names for actor in bodies}


def asked_locations(places: LocationsByActor, least: int = 0) -> Asks:
    """Ask for locations of the chosen character; optional unless there is a minimum."""
    choices, most = tuple(dict.fromkeys(chain(*places.values()))), max(map(len, places.values()))
    return Asks("locations", choices=choices, by="actor", among=places, least=least, most=most, optional=not least)
