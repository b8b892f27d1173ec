"""The card of the called rank: acting on it, reserving it, or discarding it (FI-ACT-1, FI-RES)."""

from __future__ import annotations

from engine.core.command_fields import ActorId
from engine.core.commands import Request
from engine.core.draft import Draft
from engine.messages.display_names import actor_name
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions.preparation_commands import spoil_if_whole
from engine.rulesets.future_imperfect.checks.character_rolls import with_current_modifiers
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.combat.attack_commands import begin_attack
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.initiative import action_decks, initiative_rules
from engine.rulesets.future_imperfect.initiative.action_cards import (
    CONFLICTS,
    add_hand_log_line,
    discard_reserve,
    need_conflict,
    need_free,
    need_hand_able_to_act,
    need_hand_not_stunned,
    reserve_zone,
    reserved,
)
from engine.rulesets.future_imperfect.initiative.initiative_countdown import (
    ActionTextField,
    need_called,
    need_card,
    need_turn,
    next_called,
    replace_turn,
)
from engine.rulesets.future_imperfect.procedures.attack_procedure import Attack
from engine.rulesets.future_imperfect.procedures.conflict_procedure import CardTurn
from engine.rulesets.future_imperfect.procedures.participants import need_controller


class PlayCard(Request):
    """Act on the card of the called rank."""

    RULES = ("FI-ACT-1", "FI-ACT-2", "FI-ACT-3", "FI-INIT-11", "FI-RES-5", "FI-RES-7")
    actor: ActorId
    what: ActionTextField = ""

    def verify(self, table: Table) -> None:
        """Require the next called card, an able character, and no other turn; two of one suit may act together."""
        need_card(table, self, self.actor, "FI-ACT-1")
        need_hand_able_to_act(table, self.actor)

    def decide(self, draft: Draft) -> None:
        """Discard the card and begin the turn; a card in reserve is lost by it, the prepared one is not (FI-RES-5)."""
        name, fighter, card = need_called(draft.table, self.actor)
        together = next_called(draft.table)
        action_decks.discard(draft, fighter.side, (card,), fighter.hand)
        if len(together) > 1:
            character_conditions.begin_simultaneous_action(draft, together)
        begin_turn(draft, CardTurn(fighter=name, card=card, kind="card"), self.what)


class EndTurn(Request):
    """End the action of a card."""

    RULES = ("FI-ACT-1",)
    actor: ActorId

    def verify(self, table: Table) -> None:
        """Require the controller of the acting character."""
        need_controller(table, self, self.actor, "FI-ACT-1")
        need_free(table)
        need_turn(table, self.actor)

    def decide(self, draft: Draft) -> None:
        """End the turn. Unnerved characters that acted in it recover their nerves (FI-PSY-5)."""
        finish_turn(draft)


def begin_turn(draft: Draft, turn: CardTurn, what: str) -> None:
    """Begin a turn; a reserved card is lost by it, and so is a plan whose cards must follow one another (FI-RES-5)."""
    fighter = need_conflict(draft.table).fighters[turn.fighter]
    add_hand_log_line(draft, fighter, f"acts_{turn.kind}", "FI-ACT-1", card=turn.card or None, what=what)
    if turn.kind == "card":
        discard_reserve(draft, turn.fighter)
        spoil_if_whole(draft, turn.fighter)
    CONFLICTS.change(draft, turns=(*need_conflict(draft.table).turns, turn))


def finish_turn(draft: Draft) -> None:
    """End the present turn; the one that it interrupted continues."""
    conflict = need_conflict(draft.table)
    turn = conflict.turns[-1]
    fighter = conflict.fighters[turn.fighter]
    fighters = {**conflict.fighters, turn.fighter: replace(fighter, acted=True)}
    CONFLICTS.change(draft, turns=conflict.turns[:-1], fighters=fighters)
    for actor in fighter.members:
        # An effect on nerves during simultaneous actions has not counted for this action yet (FI-INIT-12).
        if actor not in conflict.standing or character_conditions.UNNERVED in conflict.standing[actor].states:
            character_conditions.remove_condition(draft, actor, character_conditions.UNNERVED, "FI-PSY-5")
    character_conditions.end_simultaneous_action(draft, turn.fighter)
    add_hand_log_line(draft, fighter, "turn_ends")
    resume_interrupted(draft)


def resume_interrupted(draft: Draft) -> None:
    """Continue an interrupted action, if its character and its targets still can (FI-RES-4)."""
    turns = need_conflict(draft.table).turns
    interrupted = turns[-1].declared if turns else None
    if interrupted is None:
        return
    earlier = turns[-1].rolled
    replace_turn(draft, replace(turns[-1], declared=None, rolled=None))
    table = draft.table
    if isinstance(interrupted, Attack):
        actor, dazed, others = interrupted.actor, False, interrupted.targets
    else:
        actor, dazed = interrupted.rolls[0].actor, interrupted.then.dazed
        others = tuple(roll.actor for roll in interrupted.rolls)
    incapacitated = [other for other in (actor, *others) if other and character_conditions.incapacity(table, other)]
    if incapacitated or (character_conditions.is_stunned(table, actor) and not dazed):
        key = "attack_lost" if isinstance(interrupted, Attack) else "action_lost"
        draft.note(key, "FI-RES-4", actor=actor_name(table, actor))
    elif isinstance(interrupted, Attack):
        begin_attack(draft, interrupted, earlier=earlier)
    else:
        runs = interrupted.then.runs
        CHECKS.open(
            draft,
            replace(
                interrupted, rolls=tuple(with_current_modifiers(table, roll, runs=runs) for roll in interrupted.rolls)
            ),
        )


class ReserveCard(Request):
    """Place the card of the called rank in reserve instead of acting on it."""

    RULES = ("FI-RES-1", "FI-RES-2", "FI-RES-8", "FI-JOKER-1")
    actor: ActorId

    def verify(self, table: Table) -> None:
        """Require the next called card, a character able to wait, and an empty reserve."""
        name, _, card = need_card(table, self, self.actor, "FI-RES-1")
        need_hand_not_stunned(table, self.actor)
        refused = initiative_rules.may_reserve(card, reserved(table, name))
        if refused is not None:
            raise refused

    def decide(self, draft: Draft) -> None:
        """Lay it face down under the chips."""
        name, fighter, card = need_called(draft.table, self.actor)
        draft.move((card,), fighter.hand, reserve_zone(name))
        add_hand_log_line(draft, fighter, "reserves", "FI-RES-1")
        character_conditions.end_simultaneous_action(draft, name)


class DropCard(Request):
    """Discard the card of the called rank without acting on it."""

    RULES = ("FI-RES-7",)
    actor: ActorId

    def verify(self, table: Table) -> None:
        """Require the next called card, whatever the character's state, so the countdown can continue."""
        need_card(table, self, self.actor, "FI-RES-7")

    def decide(self, draft: Draft) -> None:
        """Discard it."""
        name, fighter, card = need_called(draft.table, self.actor)
        action_decks.discard(draft, fighter.side, (card,), fighter.hand)
        add_hand_log_line(draft, fighter, "drops_card", "FI-RES-7", card=card)
        character_conditions.end_simultaneous_action(draft, name)
