"""The bot: it plays every seat of a combat by the tactic of its side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from engine.core.commands import Command
from engine.core.dice_notation import parse_dice_sum
from engine.core.memo import memo
from engine.kit.bots.bot import SeatPosition
from engine.kit.bots.tactical_bot import OfferHint, OfferUse
from engine.kit.control import controller_of
from engine.kit.offers.nameable_characters import foes_first
from engine.model.frozen import replace
from engine.model.seats import SHARED, Actor
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.offers import Offer
from engine.rulesets.classic_fantasy.activity_view import seats_awaited
from engine.rulesets.classic_fantasy.attacks.attack_commands import (
    DeclareAttack,
    Defend,
    attack_to_answer,
    is_armed,
    usual_fighting_skill,
    weapon_row,
)
from engine.rulesets.classic_fantasy.attacks.attack_offers import weapons_with_damage
from engine.rulesets.classic_fantasy.attacks.attack_procedure import Attack, current_attack
from engine.rulesets.classic_fantasy.character.character_audience import audience_for, may_follow
from engine.rulesets.classic_fantasy.character.character_conditions import NO_OFFENCE, PRONE
from engine.rulesets.classic_fantasy.character.character_sheet import (
    character_sheet_of,
    folded,
    read_character_sheet,
    rows_of,
)
from engine.rulesets.classic_fantasy.character.session_state import LuckPrompt
from engine.rulesets.classic_fantasy.checks.check_commands import AcceptRoll, ThrowDice
from engine.rulesets.classic_fantasy.checks.check_procedure import Check, audience_for_check, current_check
from engine.rulesets.classic_fantasy.checks.check_resolution import CHECKS, result_of_roll
from engine.rulesets.classic_fantasy.checks.difficulty_modifiers import hindered_locations
from engine.rulesets.classic_fantasy.combat.combat_commands import JoinFight, RollInitiative, awaiting_initiative
from engine.rulesets.classic_fantasy.combat.combat_procedure import COMBATS, Combat, current_combat
from engine.rulesets.classic_fantasy.combat.round_commands import EndRound, EndTurn, PassRound
from engine.rulesets.classic_fantasy.combat.turn_order import action_points_left, max_action_points
from engine.rulesets.classic_fantasy.damage.damage_commands import (
    AcceptConsequences,
    AcceptDamage,
    FindLocation,
    ThrowDamage,
    throws_for_harm,
)
from engine.rulesets.classic_fantasy.damage.damage_pipeline import needs_no_stop
from engine.rulesets.classic_fantasy.damage.damage_procedure import DamageProcess
from engine.rulesets.classic_fantasy.dice import success_levels
from engine.rulesets.classic_fantasy.health.incapacity import incapacitating_state, incapacitating_state_of
from engine.rulesets.classic_fantasy.luck import luck_eligibility, luck_rules
from engine.rulesets.classic_fantasy.luck.luck_prompts import SetLuckPrompt, has_luck_prompt
from engine.rulesets.classic_fantasy.settings import Settings, settings_of
from engine.rulesets.classic_fantasy.wounds.wound_rules import numbers
from engine.simulate.tactical_fights import TacticalFightBot

_STEPS = (
    *(
        "d100_initiative",
        "d100_throw",
        "d100_let_stand",
        "d100_find_and_damage",
        "d100_find_location",
        "d100_throw_damage",
    ),
    *("d100_accept_damage", "d100_waive_luck", "d100_accept_consequences"),
)
PRONE_COST = 20
"""A character evades only if that is better than a parry by more than this: it is prone afterwards (CF-X-33)."""


class CombatBot(TacticalFightBot):
    """Plays both sides of a combat."""

    HINTS: ClassVar[Mapping[str, OfferHint]] = {
        "d100_luck_prompt": OfferHint(OfferUse.PREPARE),
        **{f"d100_luck_{use}": OfferHint(OfferUse.SPEND) for use in ("mitigate", "swap", "reroll", "force_reroll")},
        "d100_parry": OfferHint(OfferUse.DEFEND),
        "d100_evade": OfferHint(OfferUse.DEFEND),
        "d100_no_defence": OfferHint(OfferUse.ENDURE),
        "d100_stand_up": OfferHint(OfferUse.RECOVER),
        "d100_attack": OfferHint(OfferUse.ATTACK),
        **{name: OfferHint(OfferUse.STEP) for name in _STEPS},
        "d100_end_round": OfferHint(OfferUse.STEP, only_primary=True),
        "d100_pass_round": OfferHint(OfferUse.PASS),
        "d100_end_turn": OfferHint(OfferUse.PASS),
    }

    def awaited_seats(self, game: Game, table: Table) -> Iterable[str]:
        """Yield the seats that the combat waits for."""
        return seats_awaited(table, SHARED)

    def only_step(self, position: SeatPosition) -> Command | None:
        """Return a step that needs no list of offers; None where the seat might spend Luck, or has a choice.

        It is when to wait for Luck, initiative, an attack, a step of a roll or a hit, or the end of a Turn or a Round.
        """
        table, seat = position.table, position.seat
        if not table.is_gm(seat) and (setting := self._luck_setting(position)) is not None:
            return setting
        match table.procedures[-1] if table.procedures else None:
            case Check() as check if may_follow(table, seat, audience_for_check(table, check)):
                if CHECKS.unthrown(table, check):
                    return ThrowDice(seat=seat) if CHECKS.in_hand(table, seat, check) else None
                if self._spends_luck(position):
                    return None
                attack = attack_to_answer(table)
                if attack is not None and controller_of(table, attack.target) == seat:
                    return self._defence(position, attack.target)
                return AcceptRoll(seat=seat)
            case DamageProcess() as process if may_follow(table, seat, audience_for(table, process.harm.actor)):
                return None if self._spends_luck(position) else _step_of_harm(table, seat, process)
            case Attack(target=target) as attack if attack.rolled is not None and controller_of(table, target) == seat:
                return self._defence(position, target)
            case Combat(turn="") as combat:
                if awaiting_initiative(table, seat, combat):
                    return RollInitiative(seat=seat)
                return EndRound(seat=seat) if combat.order and table.is_gm(seat) else None
            case Combat(turn=turn) as combat if controller_of(table, turn) == seat:
                if not combat.acted:
                    return self._attack(position, turn, combat)
                return None if awaiting_initiative(table, seat, combat) else EndTurn(seat=seat)
            case _:
                return None

    def _attack(self, position: SeatPosition, actor: str, combat: Combat) -> Command | None:
        """Return the attack of the combatant on Turn; None if it is prone, unarmed, or does something else."""
        table, character = position.table, position.table.actors[actor]
        weapon = _best_weapon(character)
        if not weapon or character.has_condition(PRONE) or incapacitating_state(table, actor):
            return None
        if character.has_condition(NO_OFFENCE):  # it keeps its Action Points for defences
            rolls_first = awaiting_initiative(table, position.seat, combat)
            return None if rolls_first else PassRound(seat=position.seat, actor=actor)
        if not self.is_in_tactic(position, self.HINTS["d100_attack"], actor):
            return None
        among = foes_first(table, actor, combat.fighters) if self.allies else combat.fighters
        target = next(iter(self.opponents(position, actor, among)), None)
        if target is None:
            return None
        skill = _best_skill(table, actor)
        return DeclareAttack(
            seat=position.seat,
            actor=actor,
            target=target,
            weapon=weapon,
            skill=skill,
            throws=True,
            goes_on=True,
            ends_turn=True,
        )

    def _defence(self, position: SeatPosition, actor: str) -> Command | None:
        """Return the defence of the target of an attack; None if a wounded limb or the lack of a weapon may matter."""
        table, seat = position.table, position.seat
        if hindered_locations(table, actor):
            return None
        spent = action_points_left(table, actor) < 1 or bool(incapacitating_state(table, actor))
        if spent or not self.is_in_tactic(position, self.HINTS["d100_parry"], actor):
            return Defend(seat=seat, how="none")
        if not self._parries(table, actor):
            return Defend(seat=seat, how="evade", throws=True)
        weapon = _largest_weapon(table.actors[actor])
        if not weapon:
            return None
        has_choice = len(set(_weapon_names(table.actors[actor]))) > 1  # without one it parries as it is offered
        skill = _best_skill(table, actor) if has_choice else ""
        return Defend(seat=seat, how="parry", weapon=weapon, skill=skill, throws=True)

    def with_acceptance(self, position: SeatPosition, command: Command) -> Command:
        """Return an attack, a defence or a decision of the GM that also accepts what its seat would accept after it."""
        match command:
            case DeclareAttack(actor=actor, target=target):
                return replace(command, accepts=self._accepts(position, actor, target))
            case Defend():
                attack = current_attack(position.table)
                return replace(command, accepts=attack is not None and self._accepts(position, attack.target))
            case AcceptDamage():
                return replace(command, accepts=True)
            case _:
                return command

    def _accepts(self, position: SeatPosition, *actors: str) -> bool:
        """Return whether the seat spends no Luck on what follows an attack or a defence of some fighters."""
        return not any(
            luck_eligibility.may_spend_luck(position.table, actor) and self.may_spend(position, actor)
            for actor in actors
        )

    def _parries(self, table: Table, actor: str) -> bool:
        """Return whether a parry is better than evading."""
        parry, evade = (_skill_value(table, actor, name) for name in (_best_skill(table, actor), "Evade"))
        return parry + PRONE_COST >= evade

    def _luck_setting(self, position: SeatPosition) -> Command | None:
        """Return the setting with which a fighter of the seat is asked about Luck only where it might spend some."""
        table, seat, combat = position.table, position.seat, current_combat(position.table)
        for actor in combat.fighters if combat is not None else ():
            if table.actors[actor].seat == seat:
                wanted = self._luck_prompt(table, actor)
                if luck_eligibility.luck_prompt_of(table, actor) != wanted and has_luck_prompt(table, seat, actor):
                    return SetLuckPrompt(seat=seat, actor=actor, luck_prompt=wanted)
        return None

    def _luck_prompt(self, table: Table, actor: str) -> LuckPrompt:
        """Return after which dice the tactic of a fighter may spend Luck at some time."""
        return "failure" if self.tactic(self.side(table, actor)).spends(0) else "wound"

    def _spends_luck(self, position: SeatPosition) -> bool:
        """Return whether Luck may be spent for a fighter of the seat now."""
        table = position.table
        return any(
            self.may_spend(position, actor) and luck_eligibility.may_spend_luck(table, actor)
            for actor in luck_eligibility.affected_characters(table)
        )

    def fighters(self, table: Table) -> tuple[str, ...]:
        """Return the combatants."""
        return COMBATS.fighters(table)

    def joining(self, game: Game, table: Table, fighter: str, newcomer: str) -> Command:
        """Return the GM's command that adds a newcomer, who is asked about Luck as the fighter is."""
        combat = current_combat(table)
        prompt = combat.fighters[fighter].luck_prompt if combat is not None else "always"
        return JoinFight(seat=table.gm(), fighters=(newcomer,), luck_prompt=prompt)

    def round(self, table: Table) -> int:
        """Return the number of the Round."""
        combat = current_combat(table)
        return combat.number if combat is not None else 0

    def health(self, table: Table, actor: str) -> int:
        """Return the Hit Points in per cent, between all and the worst location; at least 1 while it can act."""
        return _health(table.actors[actor])

    def can_fight(self, table: Table, actor: str) -> bool:
        """Return whether a character can act."""
        return not incapacitating_state(table, actor)

    def danger(self, table: Table, actor: str) -> float:
        """Return the average damage of the best weapon, by the chance to hit."""
        best = max((_damage(table.actors[actor], name) for name in weapons_with_damage(table, actor)), default=0)
        return best * _skill_value(table, actor, _best_skill(table, actor)) / 100

    def subject(self, position: SeatPosition, offer: Offer) -> str:
        """Return the target of an attack that has hit, or the combatant on Turn."""
        attack, combat = current_attack(position.table), current_combat(position.table)
        if attack is not None:
            return attack.target
        return combat.turn if combat is not None else ""

    def is_last_action(self, position: SeatPosition, actor: str) -> bool:
        """Return whether a combatant has one Action Point left of several."""
        table = position.table
        return action_points_left(table, actor) == 1 < max_action_points(table, actor)

    def wants(self, position: SeatPosition, offer: Offer, actor: str) -> bool:
        """Return whether Luck or its setting helps, whether a parry is better than evading, or a pass saves points."""
        table, check = position.table, current_check(position.table)
        match offer.base_name:
            case "d100_luck_prompt":
                asked = luck_eligibility.luck_prompt_of(table, actor)
                return not table.is_gm(position.seat) and asked != self._luck_prompt(table, actor)
            case "d100_parry":
                return self._parries(table, actor)
            case "d100_pass_round":
                combat = current_combat(table)  # who passes keeps the Action Points, for defences
                return combat is not None and combat.turn == actor and not combat.acted
            case "d100_luck_reroll":
                return check is not None and _fails(table, check, actor)
            case "d100_luck_swap":
                return check is not None and _fails(table, check, actor) and not _fails(table, check, actor, swap=True)
            case "d100_luck_force_reroll":
                enemy = check.rolls[0].actor if check is not None else ""
                known = enemy in table.actors and table.may_read(table.actors[enemy], position.seat)
                return check is not None and check.target == actor and known and not _fails(table, check, enemy)
            case _:
                return True

    def chosen_answers(self, position: SeatPosition, offer: Offer, actor: str) -> Mapping[str, object]:
        """Return the best weapon, by its damage for an attack, by its size for a parry; or when to wait for Luck."""
        table = position.table
        match offer.base_name:
            case "d100_attack":
                weapon = _best_weapon(table.actors[actor])
                return {"skill": _best_skill(table, actor), **({"weapon": weapon} if weapon else {})}
            case "d100_parry":
                weapon = _largest_weapon(table.actors[actor])
                return {"skill": _best_skill(table, actor), **({"weapon": weapon} if weapon else {})}
            case "d100_luck_prompt":
                return {"luck_prompt": self._luck_prompt(table, actor)}
            case _:
                return {}


def _step_of_harm(table: Table, seat: str, process: DamageProcess) -> Command | None:
    """Return the command with which harm goes on, if the seat is the one that throws or the GM."""
    gm = table.is_gm(seat)
    may_throw = gm or throws_for_harm(table, seat, process.harm)
    match process.stage:
        case "where" if may_throw:
            return FindLocation(seat=seat, damage=needs_no_stop(table, process.harm))
        case "damage" if may_throw and not process.blow.lies:
            return ThrowDamage(seat=seat)
        case "damage" if gm:
            return AcceptDamage(seat=seat, throws=True)
        case "consequences" if gm:
            return AcceptConsequences(seat=seat)
        case _:
            return None


@memo
def _health(character: Actor) -> int:
    if incapacitating_state_of(character):
        return 0
    locations = character.body.locations.values() if character.body is not None else ()
    shares = [100 * max(0, location.level) // location.most for location in locations if location.most]
    return max(1, (sum(shares) // len(shares) + min(shares)) // 2) if shares else 100


def _skill_value(table: Table, actor: str, name: str) -> int:
    skill = character_sheet_of(table, actor).skill(name)
    return skill.value if skill is not None else 0


def _best_skill(table: Table, actor: str) -> str:
    """Return the best skill in combat of a character, which is not always that of its class."""
    return _best_skill_on(table.actors[actor], settings_of(table))


@memo
def _best_skill_on(character: Actor, settings: Settings) -> str:
    sheet = read_character_sheet(character, settings)
    fights = [skill for skill in sheet.skills if "combat" in folded(skill.name)]
    return max(fights, key=lambda skill: skill.value).name if fights else usual_fighting_skill(sheet)


@memo
def _best_weapon(character: Actor) -> str:
    """Return the weapon with the most damage; empty for a character without a weapon."""
    rows = [row for row in rows_of(character, "weapons") if row.get("name") and is_armed(row)]
    return max((str(row["name"]) for row in rows), key=lambda name: _damage(character, name), default="")


@memo
def _weapon_names(character: Actor) -> tuple[str, ...]:
    return tuple(str(row["name"]) for row in rows_of(character, "weapons") if row.get("name"))


@memo
def _largest_weapon(character: Actor) -> str:
    """Return the largest weapon; empty for a character without a weapon."""
    sizes = {str(row.get("name")): _size(row) for row in rows_of(character, "weapons")}
    return max(sizes, key=sizes.__getitem__, default="")


def _damage(character: Actor, weapon: str) -> float:
    dice = parse_dice_sum(str(weapon_row(character, weapon).get("damage")))
    return (dice.least + dice.most) / 2


def _size(row: Mapping[str, object]) -> int:
    sizes, size = numbers().sizes, str(row.get("size") or "")
    return sizes.index(size) if size in sizes else -1


def _fails(table: Table, check: Check, actor: str, *, swap: bool = False) -> bool:
    """Return whether the roll of a character in a check fails; with `swap` after its digits have changed places."""
    for index, roll in enumerate(check.rolls):
        if roll.actor == actor and roll.thrown is not None:
            if swap:
                changed = replace(roll, thrown=luck_rules.swapped(roll.thrown))
                check = replace(check, rolls=(*check.rolls[:index], changed, *check.rolls[index + 1 :]))
            return not success_levels.succeeds(result_of_roll(table, check, index).level)
    return False
