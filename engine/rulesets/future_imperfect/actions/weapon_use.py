"""Weapons: the one in hand and its reach, that of an attack, and its uses in an action (FI-ACT, FI-CLOSE, FI-TWO)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.draft import Draft
from engine.core.events import SheetEdited
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.character.equipment import ROUNDS, Weapon
from engine.rulesets.future_imperfect.character.row_reader import folded, folded_cell
from engine.rulesets.future_imperfect.checks.character_rolls import need_weapon
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.initiative import initiative_rules
from engine.rulesets.future_imperfect.initiative.action_cards import (
    need_conflict,
    need_fighter,
    use_aim,
    use_preparation,
)
from engine.rulesets.future_imperfect.initiative.initiative_countdown import need_turn
from engine.rulesets.future_imperfect.procedures.attack_procedure import Attack
from engine.rulesets.future_imperfect.procedures.conflict_procedure import (
    CardTurn,
    WeaponUse,
    current_conflict,
    with_turn,
)
from engine.rulesets.future_imperfect.rules import melee_rules
from engine.rulesets.future_imperfect.rules.melee_rules import InsideReach, MeleeStance


def weapon_of(table: Table, attack: Attack) -> Weapon:
    """Return the weapon of an attack: the named one, else the one in hand or the bare hand (FI-MELEE-2)."""
    if attack.weapon:
        return (thrown_weapon if attack.kind.thrown else need_weapon)(table, attack.actor, attack.weapon)
    return character_sheet.guard(table.actors[attack.actor], table.lists).weapon


def thrown_weapon(table: Table, actor: str, name: str) -> Weapon:
    """Return the thing that is thrown: an explosive on the sheet, or any weapon (FI-THROW-1, FI-BOOM)."""
    weapons = (
        weapon
        for weapon in character_sheet.explosives(table.actors[actor], table.lists)
        if folded(weapon.name) == folded(name)
    )
    explosive = next(weapons, None)
    return replace(explosive, thrown=True) if explosive is not None else need_weapon(table, actor, name)


def is_melee(attack: Attack) -> bool:
    """Say whether an attack is hand to hand."""
    return attack.kind.melee


def own_uses(turn: CardTurn, actor: str) -> tuple[WeaponUse, ...]:
    """Return the weapons that a character has used in a turn, which like extras may share (FI-INIT-15)."""
    return tuple([use for use in turn.used if use.actor == actor])


def need_use_left(table: Table, turn: CardTurn, attack: Attack, weapon: Weapon, times: int) -> None:
    """Raise Refused unless the action has room for an attack (FI-ACT-1, FI-ACT-3, FI-TWO-1)."""
    most = 1 if is_melee(attack) else weapon.rof
    for use in own_uses(turn, attack.actor):
        same = use.hand == attack.hand and folded(use.weapon) == folded(weapon.name)
        other_hand = use.hand != attack.hand and use.two_weapons and attack.two_weapons
        if use.times + times > most if same else not other_hand:
            raise Refused("action_spent", "FI-ACT-1", "FI-ACT-3", actor=actor_name(table, attack.actor))
        if use.two_weapons != attack.two_weapons:
            raise Refused("say_two_weapons", "FI-TWO-1", "FI-CORE-9")


def need_prepared(table: Table, actor: str, speed: int, weapon: str) -> None:
    """Raise Refused for a slow weapon that still needs cards laid aside (FI-ACT-4)."""
    plan = need_fighter(table, actor)[1].preparation
    left = initiative_rules.preparation_left(speed, plan.paid if plan else 0)
    if left:
        raise Refused("prepare_first", "FI-ACT-4", weapon=weapon, count=left)


def aim_counters(table: Table, actor: str, weapon: Weapon, target: str, ruled: int, *, free: bool) -> int:
    """Return the aim counters that a shot has: those of the aim, or of an earlier shot of this action (FI-AIM-2).

    Outside a countdown, and for a shot that is `free` of an action, the GM's number counts: `ruled`.
    """
    conflict = current_conflict(table)
    if conflict is None or free:
        return ruled
    turn = conflict.turns[-1] if conflict.turns else None
    aim = (turn.aim if turn else None) or need_fighter(table, actor)[1].aim
    if aim is not None and aim.target == target and folded(aim.weapon) == folded(weapon.name):
        return aim.counters
    uses = own_uses(turn, actor) if turn else ()
    matching = (use for use in uses if use.target == target and folded(use.weapon) == folded(weapon.name))
    return max((use.counters for use in matching), default=0)


def _row(actor: Actor, name: str) -> int | None:
    rows, wanted = actor.sheet.get("weapons"), folded(name)
    among = rows if isinstance(rows, list | tuple) else ()
    for number, row in enumerate(among):
        if isinstance(row, Mapping) and folded_cell(row, "name") == wanted:
            return number
    return None


def is_counted(table: Table, actor: str, weapon: Weapon) -> bool:
    """Say whether rounds are counted: only for weapons on the sheet that hold a number of them."""
    return weapon.loaded is not None and _row(table.actors[actor], weapon.name) is not None


def need_rounds(table: Table, actor: str, weapon: Weapon, count: int) -> None:
    """Raise Refused if a weapon has fewer rounds left than the attack fires."""
    if weapon.loaded is not None and is_counted(table, actor, weapon) and weapon.loaded < count:
        raise Refused("too_few_rounds", "FI-RELOAD-1", weapon=weapon.name, left=weapon.loaded)


def spend_rounds(draft: Draft, actor: str, weapon: Weapon, count: int) -> None:
    """Take rounds out of a weapon, if they are counted."""
    if count and weapon.loaded is not None and is_counted(draft.table, actor, weapon):
        write_rounds(draft, actor, weapon, max(0, weapon.loaded - count))


def write_rounds(draft: Draft, actor: str, weapon: Weapon, left: int) -> None:
    """Write the number of rounds that a weapon holds."""
    character = draft.table.actors[actor]
    number = _row(character, weapon.name)
    rows = character.sheet["weapons"]
    assert number is not None
    assert isinstance(rows, list | tuple)
    row = rows[number]
    assert isinstance(row, Mapping)
    load = f"{left}/{max(left, weapon.capacity or left)}"
    changed = [*rows[:number], {**row, ROUNDS: load}, *rows[number + 1 :]]
    draft.emit(SheetEdited(actor=actor, fields={"weapons": changed}))
    draft.record_results(loaded=left)


def record_weapon_use(draft: Draft, attack: Attack) -> None:
    """Record the use of a weapon once the dice have fallen: rounds, action and aim (FI-ACT-3, FI-AIM-7)."""
    weapon = weapon_of(draft.table, attack)
    rounds = sum(mark.rounds for mark in attack.marks)
    spend_rounds(draft, attack.actor, weapon, rounds if attack.kind.fires else 0)
    conflict = current_conflict(draft.table)
    if attack.free or conflict is None:
        return
    turn = need_turn(draft.table, attack.actor)
    fighter = conflict.fighters[turn.fighter]
    if not turn.used and fighter.preparation is not None:
        use_preparation(draft, turn.fighter, weapon.cards(harness=attack.harness))
    times = weapon.rof if attack.kind.automatic else 1
    use_key = (attack.actor, folded(weapon.name), attack.hand)
    before = [use for use in turn.used if (use.actor, folded(use.weapon), use.hand) == use_key]
    others = tuple(use for use in turn.used if use not in before)
    use = WeaponUse(
        actor=attack.actor,
        weapon=weapon.name,
        hand=attack.hand,
        times=times + sum(earlier_use.times for earlier_use in before),
        two_weapons=attack.two_weapons,
        counters=attack.counters,
        target=attack.marks[0].actor,
    )
    conflict = need_conflict(draft.table)
    draft.replace_procedure(with_turn(conflict, replace(turn, acted=True, used=(*others, use))))
    if fighter.aim is not None:
        use_aim(draft, turn.fighter)


def weapon_in_hand(table: Table, actor: str) -> character_sheet.DefendingWeapon:
    """Return the weapon that a character fights with now."""
    return character_sheet.guard(table.actors[actor], table.lists)


def weapon_of_blow(table: Table, attack: Attack) -> Weapon:
    """Return the weapon that a blow is made with: the one that the attack names, else the one in hand."""
    return (
        need_weapon(table, attack.actor, attack.weapon) if attack.weapon else weapon_in_hand(table, attack.actor).weapon
    )


def is_inside_reach(table: Table, actor: str, opponent: str) -> bool:
    """Return whether a character is inside the reach of an opponent who still has the longer weapon (FI-CLOSE-5)."""
    conflict = current_conflict(table)
    if conflict is None or (actor, opponent) not in conflict.inside:
        return False
    own_weapon = weapon_in_hand(table, actor).weapon
    opposing_weapon = weapon_in_hand(table, opponent).weapon
    return melee_rules.may_close(own_weapon.db, opposing_weapon.db, unarmed=own_weapon.unarmed)


def fighter_inside_reach(table: Table, attack: Attack, target: str) -> InsideReach:
    """Return which fighter of a blow is inside the other's reach (FI-CLOSE-4).

    A defender inside the reach hinders only the weapon in hand: a blow with another weapon has no such defender.
    """
    if is_inside_reach(table, attack.actor, target):
        return "attacker"
    weapon = weapon_in_hand(table, attack.actor).weapon
    uses_weapon_in_hand = folded(weapon_of_blow(table, attack).name) == folded(weapon.name)
    return "defender" if uses_weapon_in_hand and is_inside_reach(table, target, attack.actor) else "nobody"


def adds_strength(table: Table, attack: Attack) -> bool:
    """Return whether a blow adds its attacker's Strength (FI-CLOSE-2)."""
    return melee_rules.adds_strength(fighter_inside_reach(table, attack, attack.hits[0].target))


def melee_stance(table: Table, actor: str, weapon: character_sheet.DefendingWeapon) -> MeleeStance:
    """Return the values of one fighter that the melee rules use."""
    return MeleeStance(
        level=weapon.level,
        db=weapon.weapon.db,
        size=character_sheet.size(table.actors[actor], table.lists),
        unnerved=character_conditions.unnerved_cost(table, actor),
    )


def record_inside_reach(draft: Draft, actor: str, opponent: str, *, inside: bool) -> None:
    """Record whether a character is inside an opponent's reach from now on."""
    conflict = current_conflict(draft.table)
    if conflict is None:
        return
    pair = (actor, opponent)
    other_pairs = tuple(known for known in conflict.inside if known != pair)
    draft.replace_procedure(replace(conflict, inside=(*other_pairs, pair) if inside else other_pairs))
