"""Heat and flames at the table: exposure, catching fire, burning, spread and smothering (CF-FIRE)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Annotated, Final, Literal

from msgspec import Meta

from engine.core.draft import Draft
from engine.kit.gm_requests import GmActorRequest
from engine.kit.schedule.scheduled_events import DueEvent, ScheduledEvent
from engine.kit.schedule.time_flow import EventSource, Since
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character.activity import need_free
from engine.rulesets.classic_fantasy.character.character_audience import CharacterRequest, need_known
from engine.rulesets.classic_fantasy.character.character_conditions import BURNING, PRONE, in_story, lay, lift, place_of
from engine.rulesets.classic_fantasy.character.character_sheet import folded, hit_chart_of, rows_of
from engine.rulesets.classic_fantasy.character.dice_throws import d100, labelled_dice, throw
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line, record_result, stored_phrase
from engine.rulesets.classic_fantasy.character.record_writes import write_row
from engine.rulesets.classic_fantasy.character.resource_pools import ACTION_POINTS, pool
from engine.rulesets.classic_fantasy.checks.check_procedure import (
    Check,
    CheckPurpose,
    CheckResult,
    EffectPurpose,
    EffectRoll,
)
from engine.rulesets.classic_fantasy.checks.check_resolution import CHECKS, roll_of
from engine.rulesets.classic_fantasy.checks.effect_roll_commands import roll_effect
from engine.rulesets.classic_fantasy.combat.combat_procedure import current_combat
from engine.rulesets.classic_fantasy.combat.turn_order import mark_smothered, pay_action_points, smothered_this_turn
from engine.rulesets.classic_fantasy.damage.damage_pipeline import deal_harm
from engine.rulesets.classic_fantasy.damage.damage_procedure import DamageProcess, Harm, LocationNames
from engine.rulesets.classic_fantasy.damage.damage_rules import Damage
from engine.rulesets.classic_fantasy.damage.damage_sources import DamageSource
from engine.rulesets.classic_fantasy.hazards import burning_rules
from engine.rulesets.classic_fantasy.hazards.burning_rules import FireRow, Flame
from engine.rulesets.classic_fantasy.health import body_state
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.wounds import bleeding_rules

BURNT_OUT: Final = "burnt_out"
"""Condition: the fire at a location went out by itself; removed once nothing burns any more (CF-FIRE-17)."""
IN_HEAT: Final = "in_heat"
"""Condition: heat touches a location; its level is the intensity (CF-FIRE-2)."""
KINDLING: Final = "kindling"
"""Condition: a location will catch fire; its level is the number of Rounds left (CF-FIRE-6)."""
CONTROLLED: Final = "fire_controlled"
"""Condition: the flames do not spread, because they are kept under control (CF-FIRE-9)."""
Intensity = Annotated[int, Meta(ge=1, le=5, description="of the fire, 1 a candle to 5 lava")]


# ---- burning locations ----------------------------------------------------------------------------------------------


def flames(table: Table, actor: str) -> tuple[Flame, ...]:
    """Return the flames on a character, and those that went out by themselves."""
    return tuple(_flames(table, actor))


def _flames(table: Table, actor: str) -> Iterator[Flame]:
    for condition in table.actors[actor].conditions:
        location = place_of(condition)
        if condition.name == BURNING:
            row = _item_row(table, actor, location)
            intensity = burning_rules.nearest_row(condition.level).intensity if condition.level > 0 else 0
            # If nothing is left of the worn item and the GM lets it burn on, the flesh burns: no fuel is counted.
            yield Flame(location=location, intensity=intensity, fuel=None if row is None else row[1] or None)
        elif condition.name == BURNT_OUT:
            yield Flame(location=location, out=True, by_itself=True)


def heat_on(table: Table, actor: str) -> tuple[tuple[str, FireRow], ...]:
    """Return the locations of a character that are in heat, each with the row of its intensity."""
    conditions = table.actors[actor].conditions_named(IN_HEAT)
    return tuple((place_of(condition), burning_rules.nearest_row(condition.level)) for condition in conditions)


def _item_row(table: Table, actor: str, location: str) -> tuple[int, int] | None:
    """Return the row and the hit points of the item worn at a location, if the sheet counts them (CF-FIRE-19)."""
    for index, cells in enumerate(rows_of(table.actors[actor], "armour")):
        points = cells.get("item_hp")
        if folded(str(cells.get("location") or "")) == folded(location) and isinstance(points, int):
            return index, points
    return None


def set_alight(draft: Draft, actor: str, locations: Collection[str], intensity: int) -> None:
    """Set locations on fire (CF-FIRE-7)."""
    for name in locations:
        lay(draft, actor, BURNING, name, level=intensity)
        lift(draft, actor, KINDLING, name)
    if locations:
        add_log_line(draft, actor, "d100_catches_fire", "CF-FIRE-6", "CF-FIRE-7", locations=list(locations))


def _put_out(draft: Draft, actor: str, locations: Collection[str], *, by_itself: bool = False) -> None:
    for name in locations:
        lift(draft, actor, BURNING, name)
        if by_itself:
            lay(draft, actor, BURNT_OUT, name)
    if not draft.table.actors[actor].has_condition(BURNING):
        lift(draft, actor, BURNT_OUT)
        lift(draft, actor, CONTROLLED)


def ignite(draft: Draft, process: DamageProcess, lucky: tuple[str, ...]) -> None:
    """Roll whether an attack sets the locations that it hit alight (CF-FIRE-10, CF-FIRE-11, CF-AMB-28).

    The damage of the attack is over; the characters in `lucky` have spent a Luck Point on it.
    """
    harm, settings = process.harm, settings_of(draft.table)
    if harm.kindles == "":
        return
    rolled = [max(0, (blow.base or 0) + blow.modifier) for blow in process.blows]
    for index in range(burning_rules.checks_wanted(len(process.blows), settings=settings)):
        per_location = settings.fire_ignite_check == "per_location"
        damage = rolled[index] if per_location else max(rolled)
        blows = (process.blows[index],) if per_location else process.blows
        locations = tuple(blow.location for blow in blows)
        by_actor = harm.by in draft.table.actors
        effect_roll = EffectRoll(
            then=Ignition(actor=harm.actor, by=harm.kindles, damage=damage, locations=locations),
            actor=harm.by if by_actor else harm.actor,
            dice="1d100",
            word="d100_ignites",
            params={"what": harm.what},
            lucky=lucky,
        )
        if by_actor:
            roll_effect(draft, effect_roll)
        else:  # no luck changes the dice if no character attacked
            with labelled_dice(draft, effect_roll.actor, effect_roll.word, what=harm.what):
                effect_roll.then.resume(draft, replace(effect_roll, value=d100(draft)))


class Ignition(Frozen, EffectPurpose, tag_field="then", tag="ignites"):
    """The chance that an attack sets locations of its target on fire, by the damage that counts."""

    actor: str
    by: Literal["fire", "electrical"]
    damage: int
    locations: tuple[str, ...]

    def bound_actors(self) -> tuple[str, ...]:
        """Return the target."""
        return (self.actor,)

    def resume(self, draft: Draft, result: EffectRoll) -> None:
        """Set the locations on fire, or not."""
        lit = burning_rules.ignites(self.damage, result.value, self.by)
        chance = burning_rules.ignition_chance(self.damage, self.by)
        rule = "CF-FIRE-10" if self.by == "fire" else "CF-FIRE-11"
        key = "d100_ignites" if lit else "d100_ignites_not"
        add_log_line(draft, self.actor, key, rule, seen=f"{key}_seen", chance=chance, roll=result.value)
        record_result(draft, self.actor, ignites=lit, ignition_chance=chance)
        if lit:
            set_alight(draft, self.actor, self.locations, 0)


# ---- by the GM ------------------------------------------------------------------------------------------------------


def _need_locations(table: Table, command: ExposeToHeat | SetAlight | PutOut) -> None:
    for name in command.locations:
        hit_chart_of(table, command.actor).place(name)


class ExposeToHeat(GmActorRequest):
    """Heat touches a character: it hurts now and each Round, and what can burn may catch fire."""

    RULES = ("CF-FIRE-1", "CF-FIRE-2", "CF-FIRE-3", "CF-FIRE-4", "CF-FIRE-5", "CF-FIRE-6")
    NEEDS = (need_free, _need_locations)
    intensity: Annotated[Intensity, Asks(least=1, most=5)]
    locations: LocationNames = ()
    flammable: Annotated[bool, Meta(description="what is worn there can burn"), Asks()] = True

    def verify(self, table: Table) -> None:
        """Allow the GM; the location must be given, except for heat that is everywhere."""
        super().verify(table)
        if not self.locations and burning_rules.row_of(self.intensity).locations != burning_rules.ALL:
            raise Refused("d100_locations_named", "CF-FIRE-3", count=1)

    def decide(self, draft: Draft) -> None:
        """Find the locations that heat touches and the time until they catch fire; it hurts at once."""
        row, actor = burning_rules.row_of(self.intensity), self.actor
        with labelled_dice(draft, actor, "d100_heat"):
            count = throw(draft, row.locations) if row.locations != burning_rules.ALL else 0
        chart = hit_chart_of(draft.table, actor)
        locations = burning_rules.exposed(chart, self.intensity, self.locations, count)
        if len(self.locations) > count > 0:
            locations = self.locations
        instant = "d" not in row.rounds_to_ignite
        with labelled_dice(draft, actor, "d100_heat"):
            rounds = 0 if instant or not self.flammable else throw(draft, row.rounds_to_ignite)
        for name in locations:
            lay(draft, actor, IN_HEAT, name, level=self.intensity)
            if self.flammable and not instant:
                lay(draft, actor, KINDLING, name, level=rounds)
        add_log_line(draft, actor, "d100_in_heat", "CF-FIRE-2", locations=list(locations), intensity=self.intensity)
        record_result(draft, actor, locations=list(locations), rounds_to_ignite=rounds)
        if self.flammable and instant:
            set_alight(draft, actor, locations, self.intensity)
        _apply_heat(draft, actor)


class EndExposure(GmActorRequest):
    """The heat ends; locations that do not burn yet do not catch fire any more."""

    RULES = ("CF-FIRE-6",)

    def decide(self, draft: Draft) -> None:
        """End the exposure."""
        lift(draft, self.actor, IN_HEAT)
        lift(draft, self.actor, KINDLING)
        add_log_line(draft, self.actor, "d100_out_of_heat", "CF-FIRE-6")


class SetAlight(GmActorRequest):
    """The GM lets locations burn; an intensity of 0 is a fire that an attack has lit."""

    RULES = ("CF-FIRE-7", "CF-FIRE-12")
    NEEDS = (_need_locations,)
    locations: LocationNames
    intensity: Annotated[
        int, Meta(ge=0, le=5, description="of the fire; 0 for one that an attack has lit"), Asks("intensity_or_attack")
    ] = 0

    def decide(self, draft: Draft) -> None:
        """Set the locations alight."""
        set_alight(draft, self.actor, self.locations, self.intensity)


class PutOut(GmActorRequest):
    """The GM puts flames out; all of them if no location is given."""

    RULES = ("CF-FIRE-7", "CF-FIRE-19")
    NEEDS = (_need_locations,)
    locations: LocationNames = ()

    def decide(self, draft: Draft) -> None:
        """Put the flames out."""
        alight = tuple(flame.location for flame in flames(draft.table, self.actor) if not flame.out)
        _put_out(draft, self.actor, self.locations or alight)
        add_log_line(draft, self.actor, "d100_flames_out", "CF-FIRE-7")


class ControlFire(GmActorRequest):
    """The GM decides whether the flames on a character spread."""

    RULES = ("CF-FIRE-9",)
    controlled: Annotated[bool, Meta(description="they do not spread")] = True

    def decide(self, draft: Draft) -> None:
        """Set whether the flames spread."""
        if self.controlled:
            lay(draft, self.actor, CONTROLLED)
        else:
            lift(draft, self.actor, CONTROLLED)
        add_log_line(draft, self.actor, "d100_fire_held" if self.controlled else "d100_fire_free", "CF-FIRE-9")


# ---- round by round -------------------------------------------------------------------------------------------------


def _burning_actors(table: Table) -> tuple[str, ...]:
    known = table.actors
    return tuple(
        [
            actor
            for actor in in_story(table)
            if known[actor].conditions and (known[actor].has_condition(BURNING) or known[actor].has_condition(IN_HEAT))
        ]
    )


def _entries(table: Table, since: Since) -> Iterator[ScheduledEvent]:
    if _burning_actors(table):
        next_time = bleeding_rules.next_loss(bleeding_rules.Bleeding(since=0), int(since("burning:all")))
        if next_time is not None:
            yield ScheduledEvent(name="burning:all", at=next_time, kind="burning")


def _burn_everyone(draft: Draft, due: DueEvent) -> None:
    """Let all flames burn and spread, and all heat hurt (2.16)."""
    for actor in _burning_actors(draft.table):
        _burn(draft, actor)
        _apply_heat(draft, actor)
        _count_kindling(draft, actor)


def _burn(draft: Draft, actor: str) -> None:
    settings, rolls = settings_of(draft.table), dict[str, int]()
    burning_now = [flame for flame in flames(draft.table, actor) if not flame.out]
    for flame in burning_now:
        with labelled_dice(draft, actor, "d100_burns", location=flame.location):
            roll = max(0, throw(draft, burning_rules.burn_dice(flame)))
        natural = body_state.armour_at(draft.table, actor, flame.location).natural
        burn_result = burning_rules.burn(flame, roll, natural=natural, settings=settings)
        row = _item_row(draft.table, actor, flame.location)
        if row is not None and burn_result.flame.fuel is not None:
            write_row(draft, actor, "armour", row[0], item_hp=burn_result.flame.fuel)
        if burn_result.flame.out:
            _put_out(draft, actor, (flame.location,), by_itself=burn_result.flame.by_itself)
            add_log_line(draft, actor, "d100_flame_out", "CF-FIRE-13", "CF-FIRE-19", location=flame.location)
        if roll and body_state.has_location(draft.table, actor, flame.location):
            rolls[flame.location] = roll
    if rolls:
        deal_harm(draft, Harm(actor=actor, source="heat", what=stored_phrase("flames"), given=rolls))
    remaining = flames(draft.table, actor)
    if any(not flame.out for flame in remaining) and not draft.table.actors[actor].has_condition(CONTROLLED):
        spread = burning_rules.spread_to(hit_chart_of(draft.table, actor), remaining, settings=settings)
        hottest = max(flame.intensity for flame in remaining if not flame.out)
        if spread:
            add_log_line(draft, actor, "d100_fire_spreads", "CF-FIRE-9", locations=list(spread))
            set_alight(draft, actor, spread, hottest)


def _apply_heat(draft: Draft, actor: str) -> None:
    """Apply the heat of a Round (CF-FIRE-2)."""
    rolls = dict[str, int]()
    for location, row in heat_on(draft.table, actor):
        if body_state.has_location(draft.table, actor, location):
            with labelled_dice(draft, actor, "d100_burns", location=location):
                rolls[location] = throw(draft, row.damage)
    if rolls:
        deal_harm(draft, Harm(actor=actor, source="heat", what=stored_phrase("heat"), given=rolls, ignited=False))


def _count_kindling(draft: Draft, actor: str) -> None:
    """Count the Rounds until exposed locations catch fire (CF-FIRE-6)."""
    heat = {location: row.intensity for location, row in heat_on(draft.table, actor)}
    for condition in draft.table.actors[actor].conditions_named(KINDLING):
        location, rounds_left = place_of(condition), condition.level - 1
        if rounds_left <= 0 and location in heat:
            set_alight(draft, actor, (location,), heat[location])
        else:
            draft.lay_condition(actor, replace(condition, level=rounds_left))


# ---- smothering -----------------------------------------------------------------------------------------------------


class Smother(CharacterRequest):
    """A prone character tries to smother its flames; in combat that costs an Action Point."""

    RULES = ("CF-FIRE-15", "CF-FIRE-16", "CF-FIRE-17")
    helpers: Annotated[tuple[str, ...], Meta(description="who helps; each pays an Action Point in a fight")] = ()
    location: Annotated[str, Meta(description="which flame, where only one goes out")] = ""

    def verify(self, table: Table) -> None:
        """Allow the player of a burning, prone character; once a Turn, for an Action Point."""
        super().verify(table)
        need_free(table)
        character = table.actors[self.actor]
        if not character.has_condition(BURNING):
            raise Refused("d100_not_burning", "CF-FIRE-15")
        points = pool(table, self.actor, ACTION_POINTS) if current_combat(table) is not None else 1
        tried = smothered_this_turn(table, self.actor)
        burning_rules.check_smother(prone=character.has_condition(PRONE), action_points=points, tried=tried)
        roll_of(table, self.actor, burning_rules.numbers().smother.skill)
        for helper in self.helpers:
            need_known(table, self.seat, helper)
            if helper == self.actor or not can_help(table, helper):
                raise Refused("d100_no_action_points", "CF-FIRE-16")

    def decide(self, draft: Draft) -> None:
        """Roll Athletics (CF-FIRE-15)."""
        actor, table = self.actor, draft.table
        for helper in (actor, *self.helpers):
            pay_action_points(draft, helper, 1)
        mark_smothered(draft, actor)
        bearings = burning_rules.smother_bearings(helped=bool(self.helpers), burning=flames(table, actor))
        roll = roll_of(table, actor, burning_rules.numbers().smother.skill, bearings=bearings)
        CHECKS.open(draft, Check(then=SmotherRoll(location=self.location), rolls=(roll,)))


def can_help(table: Table, actor: str) -> bool:
    """Return whether a character can help to smother flames; in combat that costs an Action Point (CF-FIRE-16)."""
    combat = current_combat(table)
    return combat is None or (actor in combat.fighters and pool(table, actor, ACTION_POINTS) > 0)


class SmotherRoll(Frozen, CheckPurpose, tag_field="then", tag="smother"):
    """The Athletics roll of a character that smothers its flames, at one location if only one goes out."""

    location: str

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Put out the flames that the roll smothers."""
        actor = result.actor
        if not result.succeeded:
            add_log_line(draft, actor, "d100_smother_fails", "CF-FIRE-15")
            return
        flames_before = flames(draft.table, actor)
        flames_after = burning_rules.smothered(flames_before, self.location, settings=settings_of(draft.table))
        locations_out = tuple(
            flame_after.location
            for flame_before, flame_after in zip(flames_before, flames_after, strict=True)
            if flame_after.out and not flame_before.out
        )
        _put_out(draft, actor, locations_out)
        add_log_line(draft, actor, "d100_smothered", "CF-FIRE-15", locations=list(locations_out))


FIRES = EventSource("burning", _entries, _burn_everyone, dice=True)


def _heat_damage(table: Table, process: DamageProcess, index: int) -> Damage:
    blow = process.blows[index]
    alight = {place_of(burning) for burning in table.actors[process.harm.actor].conditions_named(BURNING)}
    ignited = process.harm.ignited or blow.location in alight
    return burning_rules.heat(
        blow.base or 0, natural=blow.natural, worn=blow.worn, ignited=ignited, settings=settings_of(table)
    )


HEAT = DamageSource(_heat_damage)
