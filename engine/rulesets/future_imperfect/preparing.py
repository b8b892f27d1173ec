"""Actions that take several cards (FI-ACT-4, FI-EXT)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import elements, initiative, people, states
from engine.rulesets.future_imperfect.aiming import lose_aim, tell_aim
from engine.rulesets.future_imperfect.cells import folded
from engine.rulesets.future_imperfect.counting import What, need_called, need_card
from engine.rulesets.future_imperfect.fighters import (
    become_fighter,
    clear_laid,
    laid_of,
    need_fight,
    need_fighter,
    need_senses,
    note_of_hand,
    reserve_of,
    reserved,
)
from engine.rulesets.future_imperfect.gear import Weapon
from engine.rulesets.future_imperfect.leading import need_known, need_leader
from engine.rulesets.future_imperfect.procedures.conflict import Aim, Preparation
from engine.rulesets.future_imperfect.settings import word
from engine.table.frozen import replace
from engine.table.table import Table

Speed = Annotated[int, Meta(ge=2, le=99, description="how many cards it takes in all")]


class PrepareCard(Request):
    """Lay the card of the called rank aside for an action that takes several: a slow weapon takes its Speed."""

    RULES = ("FI-ACT-4", "FI-ACT-5", "FI-EXT-1", "FI-EXT-2", "FI-EXT-3", "FI-EXT-5", "FI-AIM-7", "FI-AIM-13")
    actor: ActorId
    what: What = ""
    need: Speed = 2
    trigger: Annotated[str, Meta(description="on what it happens once it is ready; empty for as soon as it is")] = ""
    whole: Annotated[bool, Meta(description="its cards must follow one another without another action")] = False
    target: Annotated[
        str, Meta(description="at whom a slow weapon is aimed meanwhile, where the group plays that it always is")
    ] = ""


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
    need_senses(table, command.actor)
    elements.need_breath(table, command.actor)
    last = fighter.preparation is not None and fighter.preparation.paid + 1 >= fighter.preparation.need
    if last and fighter.preparation is not None and not fighter.preparation.trigger:
        raise Refused("prepared_now_act", "FI-ACT-4", actor=actor_name(table, command.actor))
    if last and reserved(table, name) is not None:
        raise Refused("reserve_taken", "FI-RES-2")
    if command.target:
        need_known(table, command.seat, command.target)
    weapon = always_aimed(table, command.actor, command.what)
    if weapon is not None and fighter.preparation is None and not command.target:
        raise Refused("aim_at_whom", "FI-AIM-13", weapon=weapon.name)


def always_aimed(table: Table, actor: str, what: str) -> Weapon | None:
    """Return the slow weapon that is aimed by preparing it, where the group plays it so; else None (FI-AIM-13)."""
    weapon = people.weapon(table.actors[actor], what, table.lists) if what else None
    aims = weapon is not None and weapon.speed > 1 and weapon.aim is not None
    return weapon if aims and word(table, "prep_card_aims") == "always" else None


def prepare(draft: Draft, command: PrepareCard) -> None:
    """Lay the card aside and count it; the one that makes a triggered action complete goes into reserve (FI-EXT-5)."""
    name, fighter, card = need_called(draft.table, command.actor)
    plan = fighter.preparation or _plan(draft.table, command)
    if fighter.aim is not None and folded(fighter.aim.weapon) != folded(plan.what):
        lose_aim(draft, name)
        fighter = need_fight(draft.table).fighters[name]
    plan = replace(plan, paid=plan.paid + 1)
    ready = plan.paid >= plan.need
    draft.move((card,), fighter.hand, reserve_of(name) if ready else laid_of(name))
    become_fighter(draft, name, replace(fighter, preparation=plan))
    key = "prepared" if ready else "prepares"
    note_of_hand(draft, fighter, key, "FI-ACT-4", "FI-EXT-3", what=plan.what, paid=plan.paid, need=plan.need)
    draft.figure(prepared=plan.paid, ready=ready)
    weapon = always_aimed(draft.table, command.actor, plan.what)
    if weapon is not None and fighter.aim is None and command.target and not ready:
        aim = Aim(target=command.target, weapon=weapon.name)
        become_fighter(draft, name, replace(fighter, preparation=plan, aim=aim))
        tell_aim(draft, name)
    states.act_alone(draft, name)


def _plan(table: Table, command: PrepareCard) -> Preparation:
    """Return what is begun; how many cards a slow weapon takes, its entry says (FI-ACT-4)."""
    weapon = people.weapon(table.actors[command.actor], command.what, table.lists) if command.what else None
    need = weapon.speed if weapon is not None and weapon.speed > 1 else command.need
    what = weapon.name if weapon is not None else command.what
    return Preparation(what=what, need=need, trigger=command.trigger, whole=command.whole)


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
    note_of_hand(draft, fighter, "preparation_over", "FI-EXT-2", what=fighter.preparation.what)


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
