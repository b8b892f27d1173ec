"""Actions that take several cards (FI-ACT-4, FI-EXT)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import elements, initiative, states
from engine.rulesets.future_imperfect.counting import What, need_called, need_card
from engine.rulesets.future_imperfect.fighters import (
    become_fighter,
    clear_laid,
    laid_of,
    need_fight,
    need_fighter,
    reserve_of,
    reserved,
)
from engine.rulesets.future_imperfect.leading import need_leader
from engine.rulesets.future_imperfect.procedures.conflict import Preparation
from engine.table.frozen import replace
from engine.table.table import Table

Speed = Annotated[int, Meta(ge=2, le=99, description="how many cards it takes in all")]


class PrepareCard(Request):
    """Lay the card of the called rank aside for an action that takes several."""

    RULES = ("FI-ACT-4", "FI-ACT-5", "FI-EXT-1", "FI-EXT-2", "FI-EXT-3", "FI-EXT-5")
    actor: ActorId
    what: What = ""
    need: Speed = 2
    trigger: Annotated[str, Meta(description="on what it happens once it is ready; empty for as soon as it is")] = ""
    whole: Annotated[bool, Meta(description="its cards must follow one another without another action")] = False


class SpoilPreparation(Request):
    """What was being prepared comes to nothing."""

    RULES = ("FI-EXT-2", "FI-EXT-4")
    actor: ActorId


def spoil_if_whole(draft: Draft, name: str) -> None:
    """Spoil what takes several cards in a row, as another action comes between them (FI-EXT-2)."""
    fighter = need_fight(draft.table).fighters[name]
    plan = fighter.preparation
    if plan is not None and plan.whole and plan.paid < plan.need - 1:
        spoil(draft, name)


def verify_prepare(table: Table, command: PrepareCard) -> None:
    """Whose card is next. A new plan while another is under way takes its place."""
    name, fighter, _ = need_card(table, command, command.actor, "FI-ACT-4")
    states.need_able(table, command.actor)
    elements.need_breath(table, command.actor)
    last = fighter.preparation is not None and fighter.preparation.paid + 1 >= fighter.preparation.need
    if last and fighter.preparation is not None and not fighter.preparation.trigger:
        raise Refused("prepared_now_act", "FI-ACT-4", actor=actor_name(table, command.actor))
    if last and reserved(table, name) is not None:
        raise Refused("reserve_taken", "FI-RES-2")


def prepare(draft: Draft, command: PrepareCard) -> None:
    """Lay the card aside and count it; the one that makes a triggered action complete goes into reserve (FI-EXT-5)."""
    name, fighter, card = need_called(draft.table, command.actor)
    plan = fighter.preparation or Preparation(
        what=command.what, need=command.need, trigger=command.trigger, whole=command.whole
    )
    plan = replace(plan, paid=plan.paid + 1)
    ready = plan.paid >= plan.need
    draft.move((card,), fighter.hand, reserve_of(name) if ready else laid_of(name))
    become_fighter(draft, name, replace(fighter, preparation=plan))
    key = "prepared" if ready else "prepares"
    who = actor_name(draft.table, command.actor)
    draft.note(key, "FI-ACT-4", "FI-EXT-3", actor=who, what=plan.what, paid=plan.paid, need=plan.need)
    draft.figure(prepared=plan.paid, ready=ready)


def verify_spoil(table: Table, command: SpoilPreparation) -> None:
    """Whoever leads the one who prepares."""
    need_leader(table, command, command.actor, "FI-EXT-4")
    _, fighter = need_fighter(table, command.actor)
    if fighter.preparation is None:
        raise Refused("nothing_prepared", "FI-EXT-3")


def spoil_by_hand(draft: Draft, command: SpoilPreparation) -> None:
    """Let it come to nothing."""
    spoil(draft, need_fighter(draft.table, command.actor)[0])


def spoil(draft: Draft, name: str) -> None:
    """Lay the cards off that were laid aside."""
    fighter = need_fight(draft.table).fighters[name]
    if fighter.preparation is None:
        return
    become_fighter(draft, name, replace(fighter, preparation=None))
    clear_laid(draft, name)
    who = actor_name(draft.table, fighter.members[0])
    draft.note("preparation_over", "FI-EXT-2", actor=who, what=fighter.preparation.what)


def use_preparation(draft: Draft, name: str, speed: int) -> bool:
    """Say whether a slow action can be done with the present card, and use up what was prepared for it (FI-ACT-4)."""
    fighter = need_fight(draft.table).fighters[name]
    paid = fighter.preparation.paid if fighter.preparation else 0
    if initiative.preparation_left(speed, paid):
        return False
    if fighter.preparation is not None and speed > 1:
        become_fighter(draft, name, replace(fighter, preparation=None))
        clear_laid(draft, name)
    return True


MOVES = (
    Move(PrepareCard, verify_prepare, prepare),
    Move(SpoilPreparation, verify_spoil, spoil_by_hand),
)
