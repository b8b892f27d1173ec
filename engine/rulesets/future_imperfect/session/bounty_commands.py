"""Bounty: chips converted between scenarios, and awards that the GM shares out (FI-BOUNTY)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.kit.calculation import CalculationStep, effective_steps, total
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.command_offers import NO_LIMIT, Asks
from engine.rulesets.future_imperfect.character import record_writes
from engine.rulesets.future_imperfect.chips import fate_chip_rules, fate_pot
from engine.rulesets.future_imperfect.procedures.participants import need_controller
from engine.rulesets.future_imperfect.procedures.session_procedure import session_state
from engine.rulesets.future_imperfect.session import bounty_rules
from engine.rulesets.future_imperfect.session.session_commands import need_between
from engine.rulesets.future_imperfect.session.wind_help_commands import ChipCountsField


class ConvertChips(Request):
    """Turn chips into bounty for a character, between scenarios; the chips go back into the pot."""

    RULES = ("FI-BOUNTY-1", "FI-FATE-8", "FI-FATE-2")
    actor: ActorId
    chips: ChipCountsField


class AwardBounty(Request):
    """Award bounty, as the GM: equal shares for all player characters; the rest stays for the next award."""

    RULES = ("FI-BOUNTY-2", "FI-BOUNTY-3")
    points: Annotated[int, Meta(ge=0, le=999, description="how much is shared out"), Asks(least=1)]
    actors: Annotated[
        tuple[str, ...],
        Meta(description="who shares; empty for every player character"),
        Asks("shares_bounty", most=NO_LIMIT),
    ] = ()
    why: Annotated[str, Meta(description="what it is for"), Asks()] = ""


def verify_convert(table: Table, command: ConvertChips) -> None:
    """Require the controller of a player character, chips in its bag, and no running session."""
    need_controller(table, command, command.actor, "FI-BOUNTY-1")
    need_between(table, "FI-BOUNTY-1")
    bag = controller_of(table, command.actor)
    if table.is_gm(bag):
        raise Refused("players_only", "FI-BOUNTY-1", actor=actor_name(table, command.actor))
    fate_pot.need_held(table, bag, command.chips)
    for colour in command.chips:
        if not fate_chip_rules.chip_colour(colour).bounty:
            raise Refused("chip_no_use", "FI-FATE-1", colour=colour)


def convert_chips(draft: Draft, command: ConvertChips) -> None:
    """Put the chips back and write the points down."""
    parts = bounty_rules.bounty_of(command.chips)
    fate_pot.return_chips(draft, controller_of(draft.table, command.actor), command.chips)
    points = record_writes.add_points(draft, command.actor, total(parts))
    record_writes.add_log_line(
        draft,
        command.actor,
        "chips_converted",
        "FI-BOUNTY-1",
        chips=fate_pot.chip_words(command.chips),
        points=total(parts),
        left=points,
        reckoning=[part.words for part in parts],
    )


def party(table: Table) -> tuple[str, ...]:
    """Return the player characters; those in the archive take no part (FI-BOUNTY-3)."""
    return tuple(a.id for a in table.actors.values() if not a.archived and not table.is_gm(controller_of(table, a.id)))


def verify_award(table: Table, command: AwardBounty) -> None:
    """Require the GM, and player characters, each once."""
    need_gm(table, command, "FI-BOUNTY-2")
    if len(set(command.actors)) != len(command.actors) or any(actor not in party(table) for actor in command.actors):
        raise Refused("award_to_players", "FI-BOUNTY-3")


def award_bounty(draft: Draft, command: AwardBounty) -> None:
    """Share the award together with the rest of the last one."""
    session = session_state(draft.table)
    whose = command.actors or party(draft.table)
    given = CalculationStep(reason="award", value=command.points)
    shared = bounty_rules.bounty_share(command.points, session.carry, len(whose))
    draft.set_outermost(replace(session, carry=shared.carry))
    draft.note(
        "bounty_awarded",
        "FI-BOUNTY-2",
        "FI-BOUNTY-3",
        points=command.points,
        each=shared.each,
        carry=shared.carry,
        why=command.why,
        reckoning=[
            part.words for part in effective_steps(given, CalculationStep(reason="award_carry", value=session.carry))
        ],
    )
    for actor in whose if shared.each else ():
        record_writes.add_points(draft, actor, shared.each)
    draft.record_results(bounty_each=shared.each, bounty_carry=shared.carry)


MOVES = (
    Move(ConvertChips, verify_convert, convert_chips),
    Move(AwardBounty, verify_award, award_bounty),
)
