"""Wounds that heal: strenuous activity, and the GM's corrections of strain, maiming and care (CF-HEAL)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.draft import Draft
from engine.kit.gm_requests import GmActorRequest
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character.character_conditions import STAUNCHED, lift, place_of
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.character.session_state import session_state, set_breath
from engine.rulesets.classic_fantasy.checks.check_procedure import EffectPurpose, EffectRoll
from engine.rulesets.classic_fantasy.checks.effect_roll_commands import roll_effect
from engine.rulesets.classic_fantasy.health import asphyxiation_rules, natural_healing_rules
from engine.rulesets.classic_fantasy.health.body_state import (
    begin_bleeding,
    injury_of,
    need_location,
    need_wound,
    set_injury,
)
from engine.rulesets.classic_fantasy.health.natural_healing_schedule import (
    healing_state_of,
    maim,
    start_wound_histories,
    treat,
    wounded_location_names,
)
from engine.rulesets.classic_fantasy.health.rest_commands import set_resting
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.time.time_advance import need_idle
from engine.rulesets.classic_fantasy.wounds import healing_tables

# ---- strenuous activity ----------------------------------------------------------------------------------------------


def _unstrained_locations(table: Table, actor: str) -> tuple[str, ...]:
    known = session_state(table).injuries.get(actor, {})
    places = wounded_location_names(table, actor)
    return tuple([place for place in places if place not in known or not known[place].strain])


def strain(draft: Draft, actor: str, lucky: tuple[str, ...] = ()) -> None:
    """Slow the healing of each location once in its period, reopen what First Aid has closed, and use up breath.

    `lucky` are the characters that have spent a Luck Point on the Action of that exertion.
    """
    start_wound_histories(draft)
    unstrained = _unstrained_locations(draft.table, actor)
    if unstrained:
        effect = EffectRoll(
            then=SlowHealing(locations=unstrained),
            actor=actor,
            dice=healing_tables.numbers().strenuous,
            word="d100_strain_dice",
            best="least",
            lucky=lucky,
        )
        roll_effect(draft, effect)
    for condition in draft.table.actors[actor].conditions_named(STAUNCHED):
        wound_place = place_of(condition)
        lift(draft, actor, STAUNCHED, wound_place)
        begin_bleeding(draft, actor, wound_place, max(1, condition.level))
        add_log_line(draft, actor, "d100_bleeds_again", "CF-X-31", location=wound_place)
    breath = session_state(draft.table).breathless.get(actor)
    if breath is not None and not breath.exerted:
        rolls_made = asphyxiation_rules.over_by(
            breath.begun, breath.seconds, breath.made, draft.table.clock, settings_of(draft.table)
        )
        set_breath(draft, actor, replace(breath, exerted=True, made=rolls_made))


class SlowHealing(Frozen, EffectPurpose, tag_field="then", tag="strain"):
    """The strain of an effort on wounded locations."""

    locations: tuple[str, ...]

    def resume(self, draft: Draft, result: EffectRoll) -> None:
        """Slow the healing of the locations that still heal."""
        actor = result.actor
        places = [place for place in wounded_location_names(draft.table, actor) if place in self.locations]
        for place in places:
            injury = injury_of(draft.table, actor, place)
            if injury is not None:
                after = natural_healing_rules.exerted(healing_state_of(draft.table, actor, place), result.value)
                set_injury(draft, actor, place, replace(injury, strain=after.strain))
        points, locations = result.value, list(places)
        add_log_line(draft, actor, "d100_strained", "CF-HEAL-3", numbers=True, points=points, locations=locations)


def exert(draft: Draft, actor: str, lucky: tuple[str, ...] = ()) -> None:
    """Let a character do strenuous activity: it ends a rest, and strains wounds (CF-REST-1, CF-FATIGUE-13)."""
    set_resting(draft, (actor,), False)
    strain(draft, actor, lucky)


class Strain(GmActorRequest):
    """The GM declares that a character has exerted itself while it heals."""

    RULES = ("CF-HEAL-3", "CF-X-31", "CF-REST-1")

    def verify(self, table: Table) -> None:
        """Allow only the GM, for a character that strain affects."""
        super().verify(table)
        need_idle(table, self)
        breath = session_state(table).breathless.get(self.actor)
        affected = _unstrained_locations(table, self.actor) or table.actors[self.actor].has_condition(STAUNCHED)
        if not affected and (breath is None or breath.exerted):
            raise Refused("d100_nothing_to_strain", "CF-HEAL-3", actor=actor_name(table, self.actor))

    def decide(self, draft: Draft) -> None:
        """Apply the strain."""
        strain(draft, self.actor)


# ---- corrections -----------------------------------------------------------------------------------------------------


class SetStrain(GmActorRequest):
    """The GM sets what strain subtracts from the Healing Rate at a location; 0 for nothing."""

    RULES = ("CF-HEAL-3",)
    location: Annotated[str, Meta(description="which")]
    strain: Annotated[int, Meta(ge=0, le=9, description="how much"), Asks("d100_strain_points", optional=False)] = 0

    def verify(self, table: Table) -> None:
        """Allow only the GM, for a wounded location."""
        super().verify(table)
        if self.location not in wounded_location_names(table, self.actor):
            raise Refused("nothing_to_treat", "CF-HEAL-3")

    def decide(self, draft: Draft) -> None:
        """Set the strain of the location."""
        start_wound_histories(draft)
        injury = injury_of(draft.table, self.actor, self.location)
        if injury is not None:
            set_injury(draft, self.actor, self.location, replace(injury, strain=self.strain))
        key = "d100_strain_set" if self.strain else "d100_strain_removed"
        add_log_line(draft, self.actor, key, "CF-HEAL-3", location=self.location, points=self.strain)


class Maim(GmActorRequest):
    """The GM maims a location: hit points are lost for good."""

    RULES = ("CF-HEAL-6", "CF-HEAL-7", "CF-WOUND-19", "CF-AMB-38")
    FAR_REACHING = True
    location: Annotated[str, Meta(description="which")]
    points: Annotated[int, Meta(ge=1, le=99, description="how many"), Asks("d100_points")] = 1

    def verify(self, table: Table) -> None:
        """Allow only the GM, for a location above the minimum."""
        super().verify(table)
        need_idle(table, self)
        if need_location(table, self.actor, self.location).most <= healing_tables.numbers().maim_least:
            raise Refused("d100_cannot_maim", "CF-HEAL-6")

    def decide(self, draft: Draft) -> None:
        """Maim the location."""
        maim(draft, self.actor, self.location, self.points)


class SetCare(GmActorRequest):
    """The GM corrects the care that a wound has had."""

    RULES = ("CF-HEAL-4", "CF-X-30")
    NEEDS = (lambda table, command: need_wound(table, command.actor, command.location, "CF-HEAL-4"),)
    location: Annotated[str, Meta(description="which wound")]
    treated: Annotated[
        bool | None, Meta(description="a Major Wound can heal by nature; null leaves it"), Asks("d100_treated")
    ] = None
    aided: Annotated[bool | None, Meta(description="it has had its First Aid; null leaves it"), Asks("d100_aided")] = (
        None
    )

    def decide(self, draft: Draft) -> None:
        """Write the care; healing begins with the treatment."""
        actor, location = self.actor, self.location
        start_wound_histories(draft)
        if self.treated:
            treat(draft, actor, location)
        injury = injury_of(draft.table, actor, location)
        assert injury is not None
        treated = injury.treated if self.treated is None else self.treated
        aided = injury.aided if self.aided is None else self.aided
        set_injury(draft, actor, location, replace(injury, treated=treated, aided=aided))
        add_log_line(draft, actor, "d100_care_set", "CF-HEAL-4", location=location, treated=treated, aided=aided)
