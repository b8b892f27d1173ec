"""Strenuous activity while wounds heal: it slows healing, and reopens what First Aid has closed (CF-HEAL-3)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.audience import need_readable_record
from engine.core.command_fields import ActorId
from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
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
from engine.rulesets.classic_fantasy.health.body_state import begin_bleeding, injury_of, set_injury
from engine.rulesets.classic_fantasy.health.natural_healing_schedule import (
    healing_state_of,
    start_wound_histories,
    wounded_location_names,
)
from engine.rulesets.classic_fantasy.health.rest_commands import set_resting
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.time.time_advance import need_idle
from engine.rulesets.classic_fantasy.wounds import healing_tables


class Strain(Request):
    """The GM declares that a character has exerted itself while it heals."""

    RULES = ("CF-HEAL-3", "CF-X-31", "CF-REST-1")
    actor: ActorId


class SetStrain(Request):
    """The GM sets what strain subtracts from the Healing Rate at a location; 0 for nothing."""

    RULES = ("CF-HEAL-3",)
    actor: ActorId
    location: Annotated[str, Meta(description="which")]
    strain: Annotated[int, Meta(ge=0, le=9, description="how much"), Asks("d100_strain_points", optional=False)] = 0


def strain(draft: Draft, actor: str, lucky: tuple[str, ...] = ()) -> None:
    """Slow the healing of each location once in its period, reopen what First Aid has closed, and use up breath.

    Args:
        draft: the draft to write to.
        actor: the character that has exerted itself.
        lucky: the characters that have spent a Luck Point on that Action.
    """
    start_wound_histories(draft)
    unstrained = [
        place
        for place in wounded_location_names(draft.table, actor)
        if not healing_state_of(draft.table, actor, place).strain
    ]
    if unstrained:
        effect = EffectRoll(
            then=SlowHealing(locations=tuple(unstrained)),
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
        add_log_line(draft, actor, "d100_strained", "CF-HEAL-3", points=result.value, locations=list(places))


def exert(draft: Draft, actor: str, lucky: tuple[str, ...] = ()) -> None:
    """Let a character do strenuous activity: it ends a rest, and strains wounds (CF-REST-1, CF-FATIGUE-13)."""
    set_resting(draft, (actor,), False)
    strain(draft, actor, lucky)


def verify_strain(table: Table, command: Strain) -> None:
    """Allow only the GM, for a character that strain affects."""
    need_gm(table, command, "CF-HEAL-3")
    need_readable_record(table, command.seat, command.actor)
    need_idle(table, "CF-HEAL-3")
    has_unstrained = any(
        not healing_state_of(table, command.actor, place).strain
        for place in wounded_location_names(table, command.actor)
    )
    breath = session_state(table).breathless.get(command.actor)
    if (
        not has_unstrained
        and not table.actors[command.actor].has_condition(STAUNCHED)
        and (breath is None or breath.exerted)
    ):
        raise Refused("d100_nothing_to_strain", "CF-HEAL-3", actor=actor_name(table, command.actor))


def strain_by_hand(draft: Draft, command: Strain) -> None:
    """Apply the strain."""
    strain(draft, command.actor)


def verify_set_strain(table: Table, command: SetStrain) -> None:
    """Allow only the GM, for a wounded location."""
    need_gm(table, command, "CF-HEAL-3")
    need_readable_record(table, command.seat, command.actor)
    if command.location not in wounded_location_names(table, command.actor):
        raise Refused("nothing_to_treat", "CF-HEAL-3")


def set_strain(draft: Draft, command: SetStrain) -> None:
    """Set the strain of the location."""
    start_wound_histories(draft)
    injury = injury_of(draft.table, command.actor, command.location)
    if injury is not None:
        set_injury(draft, command.actor, command.location, replace(injury, strain=command.strain))
    add_log_line(draft, command.actor, "d100_strain_set", "CF-HEAL-3", location=command.location, points=command.strain)


MOVES = (
    Move(Strain, verify_strain, strain_by_hand),
    Move(SetStrain, verify_set_strain, set_strain),
)
