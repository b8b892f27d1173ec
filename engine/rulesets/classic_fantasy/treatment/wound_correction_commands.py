"""The GM's corrections of wounds: maiming, and the care that a wound has had (CF-HEAL-4, CF-HEAL-6)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.audience import need_readable_record
from engine.core.command_fields import ActorId
from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.health.body_state import (
    injury_of,
    need_location,
    set_injury,
)
from engine.rulesets.classic_fantasy.health.natural_healing_schedule import maim, start_wound_histories, treat
from engine.rulesets.classic_fantasy.time.time_advance import need_idle
from engine.rulesets.classic_fantasy.treatment.treatment_commands import (
    need_hurt,
)
from engine.rulesets.classic_fantasy.wounds import healing_tables


class Maim(Request):
    """The GM maims a location: hit points are lost for good."""

    RULES = ("CF-HEAL-6", "CF-HEAL-7", "CF-WOUND-19", "CF-AMB-38")
    FAR_REACHING = True
    actor: ActorId
    location: Annotated[str, Meta(description="which")]
    points: Annotated[int, Meta(ge=1, le=99, description="how many"), Asks("d100_points")] = 1


class SetCare(Request):
    """The GM corrects the care that a wound has had."""

    RULES = ("CF-HEAL-4", "CF-X-30")
    actor: ActorId
    location: Annotated[str, Meta(description="which wound")]
    treated: Annotated[
        bool | None, Meta(description="a Major Wound can heal by nature; null leaves it"), Asks("d100_treated")
    ] = None
    aided: Annotated[bool | None, Meta(description="it has had its First Aid; null leaves it"), Asks("d100_aided")] = (
        None
    )


def verify_maim(table: Table, command: Maim) -> None:
    """Allow only the GM, for a location above the minimum."""
    need_gm(table, command, "CF-HEAL-6")
    need_readable_record(table, command.seat, command.actor)
    need_idle(table, "CF-HEAL-6")
    if need_location(table, command.actor, command.location).most <= healing_tables.numbers().maim_least:
        raise Refused("d100_cannot_maim", "CF-HEAL-6")


def maim_by_hand(draft: Draft, command: Maim) -> None:
    """Maim the location."""
    maim(draft, command.actor, command.location, command.points)


def verify_set_care(table: Table, command: SetCare) -> None:
    """Allow only the GM, for a wound."""
    need_gm(table, command, "CF-HEAL-4")
    need_readable_record(table, command.seat, command.actor)
    need_hurt(table, command.actor, command.location, "CF-HEAL-4")


def set_care(draft: Draft, command: SetCare) -> None:
    """Write the care; healing begins with the treatment."""
    start_wound_histories(draft)
    if command.treated:
        treat(draft, command.actor, command.location)
    injury = injury_of(draft.table, command.actor, command.location)
    assert injury is not None
    treated = injury.treated if command.treated is None else command.treated
    aided = injury.aided if command.aided is None else command.aided
    set_injury(draft, command.actor, command.location, replace(injury, treated=treated, aided=aided))
    add_log_line(
        draft, command.actor, "d100_care_set", "CF-HEAL-4", location=command.location, treated=treated, aided=aided
    )


MOVES = (
    Move(Maim, verify_maim, maim_by_hand),
    Move(SetCare, verify_set_care, set_care),
)
