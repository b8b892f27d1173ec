"""What strenuous activity does to those who heal: it slows healing, and opens what First Aid had closed (CF-HEAL-3)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId, need_record
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy import asphyxia, healing
from engine.rulesets.classic_fantasy.at_table import begin_bleeding, mending_of
from engine.rulesets.classic_fantasy.effects import EFFECTS, throw_for
from engine.rulesets.classic_fantasy.leading import note_of
from engine.rulesets.classic_fantasy.mending import hurt_at, know_wounds
from engine.rulesets.classic_fantasy.passing import need_quiet, set_resting
from engine.rulesets.classic_fantasy.procedures.effect import Effect
from engine.rulesets.classic_fantasy.procedures.evening import (
    evening,
    injury_of,
    set_breath,
    set_injury,
)
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.states import STAUNCHED, lift, place_of
from engine.table.frozen import Json, replace
from engine.table.table import Table


class Strain(Request):
    """The GM says that a character has exerted itself while it heals."""

    RULES = ("CF-HEAL-3", "CF-X-31", "CF-REST-1")
    actor: ActorId


class SetStrain(Request):
    """The GM overrules what strain takes from the Healing Rate at a location; 0 for nothing."""

    RULES = ("CF-HEAL-3",)
    actor: ActorId
    location: Annotated[str, Meta(description="which")]
    strain: Annotated[int, Meta(ge=0, le=9, description="how much")] = 0


def strain(draft: Draft, actor: str, lucky: tuple[str, ...] = ()) -> None:
    """Slow the healing of each location once in its period, open what First Aid had closed, and use up breath.

    Args:
        draft: where it is written down.
        actor: who has exerted itself.
        lucky: who has spent a Luck Point on that Action.
    """
    know_wounds(draft)
    fresh = [place for place in hurt_at(draft.table, actor) if not mending_of(draft.table, actor, place).strain]
    if fresh:
        dice, about = healing.numbers().strenuous, {"locations": list[Json](fresh)}
        slows = Effect(
            purpose="strain",
            actor=actor,
            dice=dice,
            word="d100_strain_dice",
            best="least",
            about=about,
            lucky=lucky,
        )
        throw_for(draft, slows)
    for held in draft.table.actors[actor].named(STAUNCHED):
        where = place_of(held)
        lift(draft, actor, STAUNCHED, where)
        begin_bleeding(draft, actor, where, max(1, held.level))
        note_of(draft, actor, "d100_bleeds_again", "CF-X-31", location=where)
    breath = evening(draft.table).breathless.get(actor)
    if breath is not None and not breath.exerted:
        made = asphyxia.over_by(breath.begun, breath.seconds, breath.made, draft.table.clock, settings_of(draft.table))
        set_breath(draft, actor, replace(breath, exerted=True, made=made))


def _slowed(draft: Draft, lying: Effect) -> None:
    """Slow the healing of what still heals there."""
    actor, named = lying.actor, lying.about["locations"]
    places = [place for place in hurt_at(draft.table, actor) if isinstance(named, list | tuple) and place in named]
    for place in places:
        known = injury_of(draft.table, actor, place)
        if known is not None:
            after = healing.exerted(mending_of(draft.table, actor, place), lying.value)
            set_injury(draft, actor, place, replace(known, strain=after.strain))
    note_of(draft, actor, "d100_strained", "CF-HEAL-3", points=lying.value, locations=list(places))


def exert(draft: Draft, actor: str, lucky: tuple[str, ...] = ()) -> None:
    """Let somebody do what is strenuous: it ends a rest, and is no good for wounds (CF-REST-1, CF-FATIGUE-13)."""
    set_resting(draft, (actor,), False)
    strain(draft, actor, lucky)


def verify_strain(table: Table, command: Strain) -> None:
    """The GM, for somebody to whom it makes a difference."""
    need_gm(table, command, "CF-HEAL-3")
    need_record(table, command.seat, command.actor)
    need_quiet(table, "CF-HEAL-3")
    fresh = any(not mending_of(table, command.actor, place).strain for place in hurt_at(table, command.actor))
    breath = evening(table).breathless.get(command.actor)
    if not fresh and not table.actors[command.actor].has(STAUNCHED) and (breath is None or breath.exerted):
        raise Refused("d100_nothing_to_strain", "CF-HEAL-3", actor=actor_name(table, command.actor))


def strain_by_hand(draft: Draft, command: Strain) -> None:
    """Do it."""
    strain(draft, command.actor)


def verify_set_strain(table: Table, command: SetStrain) -> None:
    """The GM, for a location that is hurt."""
    need_gm(table, command, "CF-HEAL-3")
    need_record(table, command.seat, command.actor)
    if command.location not in hurt_at(table, command.actor):
        raise Refused("nothing_to_treat", "CF-HEAL-3")


def set_strain(draft: Draft, command: SetStrain) -> None:
    """Write it down."""
    know_wounds(draft)
    known = injury_of(draft.table, command.actor, command.location)
    if known is not None:
        set_injury(draft, command.actor, command.location, replace(known, strain=command.strain))
    note_of(draft, command.actor, "d100_strain_set", "CF-HEAL-3", location=command.location, points=command.strain)


EFFECTS["strain"] = _slowed
MOVES = (
    Move(Strain, verify_strain, strain_by_hand),
    Move(SetStrain, verify_set_strain, set_strain),
)
