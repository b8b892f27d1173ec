"""The hands of action cards: their cards, the reserve, and cards laid aside; the end of what they act with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.core.commands import Request
from engine.core.draft import Draft
from engine.kit.cards.character_zones import CharacterZone
from engine.kit.combat.combat_flow import CombatFlow
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.model.zones import Sight
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.initiative import initiative_rules
from engine.rulesets.future_imperfect.initiative.action_decks import discard_zone
from engine.rulesets.future_imperfect.procedures.attack_procedure import Attack, current_attack
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, CheckRoll, current_check
from engine.rulesets.future_imperfect.procedures.conflict_procedure import (
    ConditionSnapshot,
    Conflict,
    Fighter,
    current_conflict,
    fighter_of,
)
from engine.rulesets.future_imperfect.procedures.wound_procedure import PendingWounds, pending_wounds

_BUSY = frozenset({Check, Attack, PendingWounds})
"""Procedures that keep everybody from starting anything else."""


reserve_zone = CharacterZone("reserve", sight=Sight.OWNERS, passing=True)
"""The reserved card of a fighter."""
laid_aside_zone = CharacterZone("laid", sight=Sight.OWNERS, passing=True)
"""The cards of a fighter that are laid aside to prepare or to aim."""


def need_free(table: Table, command: Request | None = None) -> None:
    """Raise Refused during a roll or an attack."""
    if _BUSY.isdisjoint(map(type, table.procedures)):
        return
    if current_check(table) is not None:
        raise Refused("roll_first", "FI-CORE-21")
    if current_attack(table) is not None:
        raise Refused("attack_first", "FI-CORE-21")
    if pending_wounds(table) is not None:
        raise Refused("harm_first", "FI-FATE-16")


class Conflicts(CombatFlow[Conflict]):
    """The course of conflicts, in which hands of action cards take part."""

    refusals: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "no_combat": ("no_conflict", "FI-INIT-1"),
        "combat_runs": ("conflict_runs", "FI-INIT-1"),
        "name_fighters": ("name_fighters", "FI-INIT-1"),
        "in_combat": ("already_so", "FI-INIT-2"),
        "not_in_combat": ("not_in_conflict", "FI-INIT-2"),
    }
    fighter_fields = ("together",)
    round_fields = ("phase", "step", "reshuffle", "together", "standing")
    fighter_round_fields = ("due", "drawn", "kept", "why", "acted", "moves", "moved")

    def need_free(self, table: Table) -> None:
        """Raise Refused during a roll or an attack."""
        need_free(table)

    def fighter_of(self, combat: Conflict, actor: str) -> str:
        """Return the hand that a character acts from."""
        return fighter_of(combat, actor)


CONFLICTS = Conflicts(Conflict)
need_conflict, change_fighter = CONFLICTS.need, CONFLICTS.change_fighter


def need_fighter(table: Table, actor: str) -> tuple[str, Fighter]:
    """Return the hand that a character acts from. Raises Refused for one that takes no part."""
    conflict = need_conflict(table)
    name = fighter_of(conflict, actor) or CONFLICTS.need_fighter(table, actor)
    return name, conflict.fighters[name]


def hand_leader(table: Table, fighter: Fighter) -> str:
    """Return the leader of a hand: the first member that can act, preferably freely; else the first of all.

    Like extras with a shared hand are out only when all of them are (FI-INIT-15, FI-INIT-16).
    """
    dazed = afraid = ""
    for actor in fighter.members:  # a plain loop: usually the first one will do, and it runs often
        if actor in table.actors and character_conditions.is_unaffected(table, actor):
            return actor
        if character_conditions.incapacity(table, actor):
            continue
        if character_conditions.TERRIFIED in character_conditions.condition_names(table, actor):
            afraid = afraid or actor
        elif character_conditions.is_stunned(table, actor):
            dazed = dazed or actor
        else:
            return actor
    return dazed or afraid or fighter.members[0]


def need_hand_able_to_act(table: Table, actor: str) -> None:
    """Raise Refused unless a member of the character's hand can act (FI-INIT-15)."""
    character_conditions.need_able_to_act(table, hand_leader(table, need_fighter(table, actor)[1]))


def is_openly_out(table: Table, fighter: Fighter) -> bool:
    """Say whether no member of a hand can act, as everybody may know; never for secret characters."""
    return all(
        character_conditions.incapacity(table, actor) and not table.actors[actor].secret for actor in fighter.members
    )


def need_hand_not_stunned(table: Table, actor: str) -> None:
    """Raise Refused unless a member of the character's hand can keep a reserve or prepare (FI-STUN-4)."""
    character_conditions.need_not_stunned(table, hand_leader(table, need_fighter(table, actor)[1]))


def hand_name(table: Table, fighter: Fighter) -> str:
    """Return the short name of a hand: `Raider +1`."""
    first, *others = fighter.members
    return f"{actor_name(table, first)} +{len(others)}" if others else actor_name(table, first)


def full_hand_name(table: Table, fighter: Fighter) -> str:
    """Return the names of all members of a hand, for the log."""
    return " + ".join(actor_name(table, actor) for actor in fighter.members)


def add_hand_log_line(draft: Draft, fighter: Fighter, key: str, *rules: str, **params: Json) -> None:
    """Write a log line about all members of a hand, in the plural if there are several."""
    if not draft.reports:
        return
    parameters = {"actor": full_hand_name(draft.table, fighter), **params}
    if len(fighter.members) > 1:
        parameters["sharing"] = len(fighter.members)
    draft.note(key, *rules, audience=None, reckoning=(), tells=(), calls_for=(), **parameters)


def replace_fighter(draft: Draft, name: str, fighter: Fighter) -> None:
    """Replace a hand in the conflict."""
    CONFLICTS.change(draft, fighters={**need_conflict(draft.table).fighters, name: fighter})


def reserved(table: Table, name: str) -> str | None:
    """Return the card in reserve."""
    zone = table.zones.get(reserve_zone(name))
    return zone.cards[0] if zone is not None and zone.cards else None


def cards_of(table: Table, fighter: Fighter) -> tuple[str, ...]:
    """Return the action cards in a hand."""
    zone = table.zones.get(fighter.hand)
    return zone.cards if zone is not None else ()


def metres_moved(table: Table, actor: str) -> int:
    """Return the metres that a character has moved in this round; 0 outside a conflict (FI-SHOOT-8)."""
    conflict = current_conflict(table)
    name = fighter_of(conflict, actor) if conflict is not None else ""
    return conflict.fighters[name].moved if conflict is not None and name else 0


def skip_draw(draft: Draft, name: str, why: str) -> None:
    """Let a hand draw no cards this round, and log the reason."""
    change_fighter(draft, name, due=0, drawn=True, kept=True, why=why)


def clear_laid_aside(draft: Draft, name: str) -> None:
    """Discard the cards laid aside, once neither an aim nor a preparation needs them."""
    fighter = need_conflict(draft.table).fighters[name]
    if fighter.aim is None and fighter.preparation is None:
        laid = draft.table.zones[laid_aside_zone(name)]
        draft.move(laid.cards, laid.id, discard_zone(fighter.side))


def spend_reserve(draft: Draft, name: str) -> str:
    """Discard the reserved card that is acted with, and return it; the other cards stay (FI-RES-7)."""
    card = reserved(draft.table, name)
    assert card is not None
    draft.move((card,), reserve_zone(name), discard_zone(need_conflict(draft.table).fighters[name].side))
    return card


def discard_reserve(draft: Draft, name: str) -> None:
    """Discard a reserved card; a prepared action that waited with it is lost, too (FI-RES-5)."""
    card = reserved(draft.table, name)
    if card is None:
        return
    fighter = need_conflict(draft.table).fighters[name]
    draft.move((card,), reserve_zone(name), discard_zone(fighter.side))
    add_hand_log_line(draft, fighter, "reserve_lost", "FI-RES-5", card=card)


def use_aim(draft: Draft, name: str) -> None:
    """End an aim after its shot, if there is one."""
    fighter = need_conflict(draft.table).fighters[name]
    if fighter.aim is not None:
        replace_fighter(draft, name, replace(fighter, aim=None))
        clear_laid_aside(draft, name)


def use_preparation(draft: Draft, name: str, speed: int) -> bool:
    """Say whether the present card completes a slow action, and use up its preparation (FI-ACT-4)."""
    fighter = need_conflict(draft.table).fighters[name]
    paid = fighter.preparation.paid if fighter.preparation else 0
    if initiative_rules.preparation_left(speed, paid):
        return False
    if fighter.preparation is not None and speed > 1:
        replace_fighter(draft, name, replace(fighter, preparation=None))
        clear_laid_aside(draft, name)
    return True


def end_action(draft: Draft, actor: str) -> None:
    """End the unnerved condition after an action outside a conflict (FI-PSY-5).

    Within a conflict the end of the turn does this.
    """
    conflict = current_conflict(draft.table)
    if conflict is None or not fighter_of(conflict, actor):
        character_conditions.remove_condition(draft, actor, character_conditions.UNNERVED, "FI-PSY-5")


def begin_simultaneous_action(draft: Draft, hands: tuple[str, ...]) -> None:
    """Begin the actions of several hands at the same moment (FI-INIT-12).

    A snapshot of their members is kept: what one hand does affects the others only after their own action.
    """
    conflict = current_conflict(draft.table)
    assert conflict is not None
    snapshots = {
        actor: ConditionSnapshot(
            states=tuple(sorted(character_conditions.condition_names(draft.table, actor))),
            levels=character_sheet.wound_levels(draft.table.actors[actor]),
        )
        for hand in hands
        for actor in conflict.fighters[hand].members
    }
    draft.replace_procedure(replace(conflict, together=hands, standing=snapshots))


def end_simultaneous_action(draft: Draft, hand: str) -> None:
    """End the action of one hand that acts together with others: its present state counts again (FI-INIT-12)."""
    conflict = current_conflict(draft.table)
    if conflict is None or hand not in conflict.together:
        return
    members = conflict.fighters[hand].members
    draft.replace_procedure(
        replace(
            conflict,
            together=tuple(other_hand for other_hand in conflict.together if other_hand != hand),
            standing={actor: snapshot for actor, snapshot in conflict.standing.items() if actor not in members},
        )
    )


def record_roll(draft: Draft, roll: CheckRoll) -> None:
    """Record that a roll of the turn was made without the running penalty, which rules out running (FI-MOVE-6)."""
    conflict = current_conflict(draft.table)
    turn = conflict.turns[-1] if conflict is not None and conflict.turns else None
    if conflict is None or turn is None or turn.running or turn.fighter != fighter_of(conflict, roll.actor):
        return
    if all(part.reason != character_conditions.RUNNING for part in roll.parts):
        draft.replace_procedure(replace(conflict, turns=(*conflict.turns[:-1], replace(turn, unhurried=True))))
