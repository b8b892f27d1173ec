"""The bot's turn: the action of a fighter, found without listing the offers of its seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core.commands import Command
from engine.kit.bots.bot import SeatPosition
from engine.kit.bots.tactical_bot import TacticalBot
from engine.kit.checks.check_commands import throws_at_once
from engine.kit.control import controller_of
from engine.model.seats import Actor
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions.ammunition import Reload
from engine.rulesets.future_imperfect.actions.weapon_use import is_counted, own_uses
from engine.rulesets.future_imperfect.character.equipment import Weapon
from engine.rulesets.future_imperfect.character.row_reader import folded
from engine.rulesets.future_imperfect.combat.attack_commands import HANDS, SIDES
from engine.rulesets.future_imperfect.combat.attack_form_offers import USUAL_SHOT
from engine.rulesets.future_imperfect.combat.available_weapons import (
    AvailableWeapons,
    available_weapons,
    has_attacked,
)
from engine.rulesets.future_imperfect.combat.melee.melee_commands import Strike
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import FireBurst, Shoot
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import EndTurn
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.damage.wound_commands import RecoverFromStun
from engine.rulesets.future_imperfect.procedures.conflict_procedure import (
    Aim,
    CardTurn,
    Conflict,
    Fighter,
    current_conflict,
    fighter_of,
)
from engine.rulesets.future_imperfect.sheet_lookups import keeps_secrets


def average_damage(weapon: Weapon) -> float:
    """Return the average of the dice of a weapon."""
    dice = weapon.damage
    return dice.count * (dice.sides + 1) / 2 if dice is not None else 0


def action_in_turn(bot: TacticalBot, position: SeatPosition, conflict: Conflict) -> Command | None:
    """Return the next action of a fighter in its turn, in the order of the bot's hints, or the end of the turn.

    None where something rare may matter: an aim, a slow weapon, two weapons, a secret character; then the bot looks at
    the offers.
    """
    table, turn = position.table, conflict.turns[-1]
    hand = conflict.fighters[turn.fighter]
    members = [table.actors[member] for member in hand.members]
    stunned = [actor for actor in members if actor.has_condition(character_conditions.STUNNED)]
    ready = [actor for actor in members if not has_attacked(table, actor, turn)]
    is_aimed = turn.kind == "aim" or hand.aim is not None
    if not is_aimed:
        stunned, ready = ([actor for actor in some if actor.id not in turn.done] for some in (stunned, ready))
    if not stunned and not ready:
        return EndTurn(seat=position.seat, actor=hand.members[0])
    if (
        turn.kind == "aim"
        or keeps_secrets(table)
        or any(controller_of(table, actor.id) != position.seat for actor in members)
    ):
        return None
    if stunned:
        throws = throws_at_once(table, position.seat, stunned[0].id)
        return RecoverFromStun(seat=position.seat, actor=stunned[0].id, throws=throws)
    if hand.aim is not None:
        return _aimed_shot(position, turn, hand, ready[0])
    armed = [_Armed(bot, position, conflict, actor) for actor in ready]
    if any(fighter.is_hampered() for fighter in armed):
        return None
    ways = (_Armed.burst, _Armed.shot, _Armed.reload, _Armed.blow)
    return next((command for way in ways for fighter in armed if (command := way(fighter)) is not None), None)


def _aimed_shot(position: SeatPosition, turn: CardTurn, hand: Fighter, actor: Actor) -> Command | None:
    """Return the first shot of a turn out of a completed aim; None without one."""
    aim = aim_of(position.table, actor.id)
    if aim is None or len(hand.members) > 1 or own_uses(turn, actor.id):
        return None
    free = available_weapons(position.table, actor).hands
    return Shoot(
        seat=position.seat,
        actor=actor.id,
        target=aim.target,
        weapon=aim.weapon,
        side=SIDES[0],
        hand=free[0] if len(free) == 1 else HANDS[0],
    )


def aim_of(table: Table, actor: str) -> Aim | None:
    """Return the completed aim of a character."""
    conflict = current_conflict(table)
    name = fighter_of(conflict, actor) if conflict is not None else ""
    aim = conflict.fighters[name].aim if conflict is not None and name else None
    weapon = available_weapons(table, table.actors[actor]).by_name.get(aim.weapon) if aim is not None else None
    return aim if aim and weapon and weapon.aim and aim.counters >= weapon.aim.steps else None


class _Armed:
    """A fighter with its weapons.

    Attributes:
        arms: its weapons.
        prepares: it has laid cards aside for a slow weapon, or for something else (FI-ACT-4).
        used: the weapon that it has used in this turn, and may use again (FI-ACT-3); None before its first attack.
        target: the best target; empty without any.
        hand: the hand that attacks, the main one if it can choose.
    """

    def __init__(self, bot: TacticalBot, position: SeatPosition, conflict: Conflict, actor: Actor) -> None:
        self.table, self.seat, self.actor = position.table, position.seat, actor
        self.arms: AvailableWeapons = available_weapons(position.table, actor)
        self.target = next(iter(bot.opponents(position, actor.id, _foes_first(conflict, actor.id))), "")
        self._uses = own_uses(conflict.turns[-1], actor.id)
        self.prepares = conflict.fighters[conflict.turns[-1].fighter].preparation is not None
        self.used = self._uses[0] if self._uses else None
        free = self.arms.hands[0] if len(self.arms.hands) == 1 else HANDS[0]
        self.hand = self.used.hand if self.used is not None else free

    def is_hampered(self) -> bool:
        """Return whether it needs a closer look at its weapons: a slow one may be ready, or two are used."""
        slow = [weapon for weapon in self.arms.by_name.values() if weapon.speed > 1]
        may_be_ready = bool(slow) and (self.prepares or any(weapon.harness_speed == 1 for weapon in slow))
        return may_be_ready or len(self._uses) > 1 or any(use.two_weapons for use in self._uses)

    def _best_first(self, names: Iterable[str]) -> Sequence[str]:
        own = self.arms.by_name
        ready = [name for name in names if own[name].speed == 1]
        return sorted(ready, key=lambda name: -average_damage(own[name])) if len(ready) > 1 else ready

    def burst(self) -> FireBurst | None:
        """Return a burst with a weapon that no other gun surpasses."""
        arms = self.arms
        if not self.target or not arms.bursts or self.used is not None:
            return None
        best = max((average_damage(arms.by_name[gun]) for gun in arms.guns), default=0)
        for gun in arms.bursts:
            weapon = arms.by_name[gun.weapon]
            if weapon.speed == 1 and average_damage(weapon) >= best and self._has_rounds(weapon, gun.rounds):
                return FireBurst(
                    seat=self.seat,
                    actor=self.actor.id,
                    weapon=gun.weapon,
                    targets=(self.target,),
                    distances=(USUAL_SHOT,),
                    hand=self.hand,
                )
        return None

    def shot(self) -> Shoot | None:
        """Return a shot with the best loaded gun."""
        if not self.target:
            return None
        used = folded(self.used.weapon) if self.used is not None else ""
        for gun in self._best_first(self.arms.guns):
            if used in ("", folded(gun)) and self._has_rounds(self.arms.by_name[gun], 1):
                return Shoot(
                    seat=self.seat,
                    actor=self.actor.id,
                    target=self.target,
                    weapon=gun,
                    side=SIDES[0],
                    hand=self.hand,
                )
        return None

    def reload(self) -> Reload | None:
        """Return the loading of the first gun that is not full."""
        loads = self.arms.loads if self.used is None else ()
        return Reload(seat=self.seat, actor=self.actor.id, weapon=loads[0]) if loads else None

    def blow(self) -> Strike | None:
        """Return a blow with the best weapon, or what is in hand."""
        if not self.target or self.used is not None:
            return None
        weapon = next(iter(self._best_first(self.arms.melee)), "")
        return Strike(
            seat=self.seat, actor=self.actor.id, target=self.target, weapon=weapon, side=SIDES[0], hand=self.hand
        )

    def _has_rounds(self, weapon: Weapon, count: int) -> bool:
        loaded = weapon.loaded
        return loaded is None or loaded >= count or not is_counted(self.table, self.actor.id, weapon)


def _foes_first(conflict: Conflict, actor: str) -> list[str]:
    """Return the other fighters in the order of a character's targets."""
    name = fighter_of(conflict, actor)
    own = conflict.fighters[name].side if name else ""
    foes, friends = list[str](), list[str]()
    for hand in conflict.fighters.values():
        (friends if hand.side == own else foes).extend(hand.members)
    return [member for member in (*foes, *friends) if member != actor]
