"""The odds of aiming on: the chance to hit now, and once the next aim action is complete (FI-AIM-2, FI-AIM-5).

Only odds need this module: it loads the dice library.
"""

from __future__ import annotations

from fractions import Fraction

from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.odds.odds import Odds, percent
from engine.rulesets.future_imperfect.actions.preparation_commands import AimCard
from engine.rulesets.future_imperfect.actions.weapon_use import weapon_of
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.combat.attack_form_offers import USUAL_SHOT
from engine.rulesets.future_imperfect.combat.damage_odds import hit_distributions
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import Shoot
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import ReserveCard
from engine.rulesets.future_imperfect.initiative.action_cards import hand_leader, need_fighter
from engine.rulesets.future_imperfect.procedures.attack_procedure import Attack
from engine.rulesets.future_imperfect.procedures.conflict_procedure import Aim
from engine.rulesets.future_imperfect.rules import ranged_rules


def aim_odds(table: Table, command: AimCard | ReserveCard, viewer: str) -> Odds | None:
    """Return the odds of a shot out of the next aim action, with the chance of a shot now before it.

    A card that is placed in reserve has them while its character aims; None where the viewer may not read the
    character or the target, and where no aim can be better.
    """
    try:
        command.verify(table)
        _, fighter = need_fighter(table, command.actor)
        if isinstance(command, AimCard):
            actor, aim = command.actor, Aim(target=command.target, weapon=command.weapon)
        elif fighter.aim is not None:
            actor, aim = hand_leader(table, fighter), fighter.aim
        else:
            return None
        if not all(table.may_read(table.actors[who], viewer) for who in (actor, aim.target)):
            return None
        shot = Shoot(seat=command.seat, actor=actor, target=aim.target, weapon=aim.weapon, distance=USUAL_SHOT)
        attack = shot.attack(table)
        return _odds(table, attack, aim.counters, viewer)
    except Refused:
        return None


def _odds(table: Table, attack: Attack, counters: int, viewer: str) -> Odds | None:
    aim = weapon_of(table, attack).aim
    if aim is None:
        return None
    most, done = ranged_rules.ranged_tables().most_aims, ranged_rules.aim_actions(counters, aim.steps)
    later = [steps * aim.steps for steps in range(done + 1, most + 1)]
    stages = [(count, _shot(table, attack, count, viewer)) for count in (counters, *later)]
    known = [(count, odds) for count, odds in stages if odds is not None]
    if len(known) < 2:
        return None
    (_, now), (_, following), *_ = known
    words = (
        Message(key="odds.aim_stage", params={"count": count, "percent": percent(odds.chance or Fraction(0))})
        for count, odds in known
    )
    return replace(
        following,
        before=now.chance,
        distributions=(*following.distributions, *hit_distributions(table, attack, viewer)),
        assumptions=(*following.assumptions, Message(key="odds.plain_shot", params={"metres": USUAL_SHOT})),
        explanation=(*words, *following.explanation),
    )


def _shot(table: Table, attack: Attack, counters: int, viewer: str) -> Odds | None:
    aimed = replace(attack, counters=counters)
    return CHECKS.odds(table, aimed.kind.check(table, aimed), viewer)
