"""Participants: the side of a character, who openly takes part, and who may know about a character."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.memo import memo_of_each, memo_of_moment, projection
from engine.kit.actor_requests import ActorRequest
from engine.kit.control import controller_of
from engine.kit.log_audiences import Audiences
from engine.model.seats import Actor, Seat
from engine.model.table import Procedure, Table
from engine.rulesets.future_imperfect.procedures.attack_procedure import Attack
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, SocialPrice, Stakes
from engine.rulesets.future_imperfect.procedures.conflict_procedure import CREW, MASTER, Conflict
from engine.rulesets.future_imperfect.procedures.session_procedure import SessionState
from engine.rulesets.future_imperfect.procedures.wound_procedure import PendingWounds

PROCEDURES: tuple[type[Procedure], ...] = (SessionState, Conflict, Check, Attack, PendingWounds, Stakes, SocialPrice)
"""Everything that can be in progress at a table."""


def side_of(table: Table, actor: str) -> str:
    """Return the side with a character's Action Deck: as its sheet says, else that of its controller."""
    character = table.actors.get(actor)
    side = str(character.sheet.get("side") or "").casefold() if character else ""
    if side in (CREW, MASTER):
        return side
    return MASTER if table.is_gm(controller_of(table, actor)) else CREW


def seen_side_of(table: Table, actor: str) -> str:
    """Return the side of a character as everybody may know it: that of the controller if the sheet is secret."""
    character = table.actors.get(actor)
    if character is None or not character.secret:
        return side_of(table, actor)
    return MASTER if table.is_gm(controller_of(table, actor)) else CREW


def _seen_side(actor: Actor, seats: Mapping[str, Seat]) -> str:
    return seen_side_of(Table(ruleset="future_imperfect", seats=seats, actors={actor.id: actor}), actor.id)


seen_sides = memo_of_each(_seen_side)
"""Returns the side of each character as everybody may know it, by the records of all characters and the seats."""


@projection
def taking_part(table: Table) -> tuple[str, ...]:
    """Return the characters that openly take part in a procedure: everybody knows that they are there."""
    return _taking_part(table.procedures)


@memo_of_moment
def _taking_part(procedures: tuple[Procedure, ...]) -> tuple[str, ...]:
    actors: dict[str, None] = {}
    for under_way in procedures:
        if type(under_way) is SessionState:  # nobody takes part in it
            continue
        match under_way:
            case Conflict(fighters=fighters):
                actors |= dict.fromkeys([actor for fighter in fighters.values() for actor in fighter.members])
            case Attack(actor=actor, targets=targets):
                actors |= dict.fromkeys((actor, *targets))
            case Check(rolls=rolls, halted_by=interrupter):
                actors |= dict.fromkeys(roll.actor for roll in rolls)
                if interrupter:
                    actors |= {interrupter: None}
            case Stakes(actor=actor, target=target):
                actors |= dict.fromkeys((actor, target))
            case PendingWounds(actor=actor) | SocialPrice(actor=actor):
                actors |= {actor: None}
            case _:
                pass
    return tuple(actors)


AUDIENCES = Audiences(taking_part)
audience_for, need_known, need_controller = AUDIENCES.audience_for, AUDIENCES.need_known, AUDIENCES.need_controller
add_log_line, add_open_log_line = AUDIENCES.add_line, AUDIENCES.add_open_line
record_result, dice_purpose = AUDIENCES.record_result, AUDIENCES.label_dice


class ParticipantRequest(ActorRequest):
    """A command about a character that its player or the GM may give."""

    ABSTRACT = True
    AUDIENCES = AUDIENCES
