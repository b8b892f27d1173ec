"""A card that is aimed with (FI-AIM-4 to FI-AIM-8). The shot out of an aim is in `aimed`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import elements, limbs, people, shooting, states
from engine.rulesets.future_imperfect.cells import folded
from engine.rulesets.future_imperfect.counting import need_called, need_card
from engine.rulesets.future_imperfect.dice_of import need_weapon
from engine.rulesets.future_imperfect.fighters import (
    become_fighter,
    clear_laid,
    laid_of,
    need_fight,
    need_fighter,
    note_of_hand,
)
from engine.rulesets.future_imperfect.gear import Weapon
from engine.rulesets.future_imperfect.leading import need_leader
from engine.rulesets.future_imperfect.parts import counting, total
from engine.rulesets.future_imperfect.procedures.conflict import Aim, Preparation
from engine.rulesets.future_imperfect.settings import word
from engine.table.frozen import replace
from engine.table.table import Table


class AimCard(Request):
    """Lay the card of the called rank aside and aim; a counter comes with each rank that is called from now on."""

    RULES = ("FI-AIM-4", "FI-AIM-8", "FI-AIM-13")
    actor: ActorId
    target: ActorId
    weapon: Annotated[str, Meta(description="a weapon with an Aim value")]


class LoseAim(Request):
    """The aim is given up, or lost: all counters are taken away."""

    RULES = ("FI-AIM-7",)
    actor: ActorId


def bonus_of(table: Table, actor: str, aim: Aim) -> int:
    """Return what an aim adds to the shot as it stands, or takes from it while it is not complete (FI-AIM-2)."""
    weapon = people.weapon(table.actors[actor], aim.weapon, table.lists)
    if weapon is None or weapon.aim is None:
        return 0
    return total(counting(shooting.aim_part(aim.counters, weapon.aim.steps, weapon.aim.unaimed, automatic=False)))


def use_aim(draft: Draft, name: str) -> None:
    """End an aim out of which was fired, if there is one."""
    fighter = need_fight(draft.table).fighters[name]
    if fighter.aim is not None:
        become_fighter(draft, name, replace(fighter, aim=None))
        clear_laid(draft, name)


def lose_aim(draft: Draft, name: str, *rules: str) -> None:
    """Take all counters away, and lay the card off that was aimed with."""
    fighter = need_fight(draft.table).fighters[name]
    if fighter.aim is None:
        return
    use_aim(draft, name)
    note_of_hand(draft, fighter, "aim_lost", *(rules or ("FI-AIM-7",)))


def verify_aim(table: Table, command: AimCard) -> None:
    """Whose card is next, with a weapon that can aim."""
    _, fighter, _ = need_card(table, command, command.actor, "FI-AIM-4")
    states.need_senses(table, command.actor)
    elements.need_breath(table, command.actor)
    weapon = need_weapon(table, command.actor, command.weapon)
    if weapon.aim is None:
        raise Refused("cannot_aim", "FI-AIM-12", weapon=weapon.name)
    limbs.need_hands(table, command.actor, weapon)
    if command.target not in table.actors:
        raise Refused("no_such_actor", actor=command.target)
    if fighter.aim is not None and fighter.aim.target == command.target and fighter.aim.weapon == weapon.name:
        raise Refused("aims_already", "FI-AIM-4", actor=actor_name(table, command.actor))


def aim(draft: Draft, command: AimCard) -> None:
    """Leave the card on the table; an earlier aim is over, a reserved card stays (FI-AIM-8)."""
    name, _, card = need_called(draft.table, command.actor)
    lose_aim(draft, name)
    fighter = need_fight(draft.table).fighters[name]
    draft.move((card,), fighter.hand, laid_of(name))
    weapon = need_weapon(draft.table, command.actor, command.weapon)
    plan = fighter.preparation
    if word(draft.table, "prep_card_aims") != "never":
        plan = _prepared_by(plan, weapon)
    aiming = Aim(target=command.target, weapon=weapon.name)
    become_fighter(draft, name, replace(fighter, aim=aiming, preparation=plan))
    tell_aim(draft, name)
    states.act_alone(draft, name)


def tell_aim(draft: Draft, name: str) -> None:
    """Tell who aims at whom, and what with."""
    fighter = need_fight(draft.table).fighters[name]
    assert fighter.aim is not None
    target = actor_name(draft.table, fighter.aim.target)
    note_of_hand(draft, fighter, "aims", "FI-AIM-4", target=target, weapon=fighter.aim.weapon)


def _prepared_by(plan: Preparation | None, weapon: Weapon) -> Preparation | None:
    """Return what a card prepares that is laid aside to aim a slow weapon: it serves both (FI-AIM-13)."""
    if weapon.speed > 1 and plan is None:
        return Preparation(what=weapon.name, need=weapon.speed, paid=1)
    same = plan is not None and folded(plan.what) == folded(weapon.name) and not plan.trigger
    if plan is not None and same and plan.paid + 1 < plan.need:
        return replace(plan, paid=plan.paid + 1)
    return plan


def verify_lose_aim(table: Table, command: LoseAim) -> None:
    """Whoever leads the one who aims."""
    need_leader(table, command, command.actor, "FI-AIM-7")
    _, fighter = need_fighter(table, command.actor)
    if fighter.aim is None:
        raise Refused("not_aiming", "FI-AIM-7", actor=actor_name(table, command.actor))


def lose_aim_by_hand(draft: Draft, command: LoseAim) -> None:
    """Give it up."""
    lose_aim(draft, need_fighter(draft.table, command.actor)[0])


MOVES = (
    Move(AimCard, verify_aim, aim),
    Move(LoseAim, verify_lose_aim, lose_aim_by_hand),
)
