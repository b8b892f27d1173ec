"""Turns: with the called card, which may be kept in reserve, and out of turn (FI-ACT, FI-RES, FI-JOKER-2)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Request
from engine.core.draft import Draft
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions.card_turn import begin_turn, need_playable, play_card
from engine.rulesets.future_imperfect.checks.character_rolls import trait_roll, with_current_modifiers
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.combat.attack_commands import AttackPurpose, begin_attack
from engine.rulesets.future_imperfect.conditions import character_conditions, terror
from engine.rulesets.future_imperfect.initiative import action_decks, initiative_rules
from engine.rulesets.future_imperfect.initiative.action_cards import (
    CONFLICTS,
    add_hand_log_line,
    begin_simultaneous_action,
    cards_of,
    end_simultaneous_action,
    hand_leader,
    hand_name,
    need_conflict,
    need_fighter,
    need_free,
    need_hand_able_to_act,
    need_hand_not_stunned,
    reserve_zone,
    reserved,
    spend_reserve,
)
from engine.rulesets.future_imperfect.initiative.initiative_countdown import (
    ActionTextField,
    need_called,
    need_card,
    need_turn,
    replace_turn,
)
from engine.rulesets.future_imperfect.procedures.attack_procedure import Attack, current_attack
from engine.rulesets.future_imperfect.procedures.check_procedure import (
    CallOffPolicy,
    Check,
    CheckPurpose,
    CheckResult,
    CheckRoll,
    current_check,
)
from engine.rulesets.future_imperfect.procedures.conflict_procedure import (
    CardTurn,
    Conflict,
    current_conflict,
    fighter_of,
)
from engine.rulesets.future_imperfect.procedures.participants import ParticipantRequest


class PlayCard(Request):
    """Act on the card of the called rank; two of one suit may act together."""

    RULES = ("FI-ACT-1", "FI-ACT-2", "FI-ACT-3", "FI-INIT-11", "FI-RES-5", "FI-RES-7")
    NEEDS = (lambda table, command: need_playable(table, command, command.actor),)
    actor: ActorId
    what: ActionTextField = ""

    def decide(self, draft: Draft) -> None:
        """Discard the card and begin the turn."""
        play_card(draft, self.actor, self.what)


class EndTurn(ParticipantRequest):
    """End the action of a card."""

    RULES = ("FI-ACT-1",)
    NEEDS = (need_free, lambda table, command: need_turn(table, command.actor))

    def decide(self, draft: Draft) -> None:
        """End the turn. Unnerved characters that acted in it recover their nerves (FI-PSY-5)."""
        finish_turn(draft)


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
    end_simultaneous_action(draft, turn.fighter)
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
        end_simultaneous_action(draft, name)


class DropCard(Request):
    """Discard the card of the called rank without acting on it, whatever the state of its character."""

    RULES = ("FI-RES-7",)
    NEEDS = (lambda table, command: need_card(table, command, command.actor, "FI-RES-7"),)
    actor: ActorId

    def decide(self, draft: Draft) -> None:
        """Discard it."""
        name, fighter, card = need_called(draft.table, self.actor)
        draft.move((card,), fighter.hand, action_decks.discard_zone(fighter.side))
        add_hand_log_line(draft, fighter, "drops_card", "FI-RES-7", card=card)
        end_simultaneous_action(draft, name)


class PlayReserve(ParticipantRequest):
    """Act out of turn with the reserved card; to interrupt an acting character takes an opposed Reflex roll."""

    RULES = ("FI-RES-3", "FI-RES-4", "FI-RES-7", "FI-RES-10", "FI-EXT-7")
    what: ActionTextField = ""
    on_trigger: Annotated[bool, Meta(description="a prepared action whose trigger is nobody's action")] = False

    def verify(self, table: Table) -> None:
        """Require a reserved card and an able character, in a draw phase or countdown, outside its own turn."""
        super().verify(table)
        name, _ = need_fighter(table, self.actor)
        if reserved(table, name) is None:
            raise Refused("nothing_reserved", "FI-RES-3")
        need_out_of_turn(table, self.actor)

    def decide(self, draft: Draft) -> None:
        """Act with it; to interrupt an action takes a Reflex roll against its character (FI-RES-4)."""
        name, _ = need_fighter(draft.table, self.actor)
        _interrupt(draft, CardTurn(fighter=name, card="", kind="reserve"), self.what, contest=not self.on_trigger)


class PlayRedJoker(ParticipantRequest):
    """Act out of turn with the red joker; it goes first without a roll."""

    RULES = ("FI-JOKER-2", "FI-JOKER-3", "FI-JOKER-8")
    card: Annotated[str, Meta(description="the red joker, by id or by place (`hand:tom#2`)")]
    what: ActionTextField = ""

    def verify(self, table: Table) -> None:
        """Require a red joker and an able character."""
        super().verify(table)
        _, fighter = need_fighter(table, self.actor)
        if self.card not in action_decks.red_jokers(cards_of(table, fighter)):
            raise Refused("no_red_joker", "FI-JOKER-2")
        need_out_of_turn(table, self.actor)

    def decide(self, draft: Draft) -> None:
        """Go first; only against another red joker it takes a roll (FI-JOKER-8)."""
        name, _ = need_fighter(draft.table, self.actor)
        conflict = need_conflict(draft.table)
        other = bool(conflict.turns) and conflict.turns[-1].kind == "red"
        _interrupt(draft, CardTurn(fighter=name, card=self.card, kind="red"), self.what, contest=other)


def declared(table: Table) -> Attack | Check | None:
    """Return the declared action of the present turn, before any of its dice have fallen (FI-RES-4)."""
    attack, rolled, conflict = current_attack(table), current_check(table), current_conflict(table)
    if rolled is None or rolled.fallen or conflict is None or not conflict.turns:
        return None
    if attack is not None:
        waits = table.procedures[-2:] == (attack, rolled) and isinstance(rolled.then, AttackPurpose)
        return attack if waits and not (attack.index or attack.free) and _has_turn(conflict, attack.actor) else None
    return rolled if rolled.then.acts and _has_turn(conflict, rolled.rolls[0].actor) else None


def _has_turn(conflict: Conflict, actor: str) -> bool:
    return fighter_of(conflict, actor) == conflict.turns[-1].fighter


def need_moment(table: Table) -> None:
    """Raise Refused while nobody can interrupt: dice have fallen, or something else is in progress."""
    if declared(table) is None:
        need_free(table)


def need_out_of_turn(table: Table, actor: str) -> None:
    """Raise Refused for a character that cannot act, or acts already."""
    need_moment(table)
    need_hand_able_to_act(table, actor)
    name, fighter = need_fighter(table, actor)
    terror.need_not_fleeing(table, hand_leader(table, fighter))
    if any(turn.fighter == name for turn in need_conflict(table).turns):
        raise Refused("acts_already", "FI-RES-4", actor=hand_name(table, fighter))


def _reveal(draft: Draft, turn: CardTurn) -> CardTurn:
    """Discard the card of a turn, and return the turn with it (FI-RES-3, FI-JOKER-2)."""
    fighter = need_conflict(draft.table).fighters[turn.fighter]
    if turn.kind == "red" and turn.card in cards_of(draft.table, fighter):
        draft.move((turn.card,), fighter.hand, action_decks.discard_zone(fighter.side))
    if turn.kind == "reserve" and reserved(draft.table, turn.fighter) is not None:
        return replace(turn, card=spend_reserve(draft, turn.fighter))
    return turn


def _come_first(draft: Draft, turn: CardTurn, what: str) -> None:
    """Begin a turn before the declared action, which waits; nothing of it has happened yet."""
    action = declared(draft.table)
    if action is not None:
        rolled = current_check(draft.table) if isinstance(action, Attack) else None
        draft.pop_procedure(type(action))
        replace_turn(draft, replace(need_conflict(draft.table).turns[-1], declared=action, rolled=rolled))
    begin_turn(draft, turn, what)


def _interrupt(draft: Draft, turn: CardTurn, what: str, *, contest: bool) -> None:
    """Act at once, or open a roll over the declared action; the card is discarded when the dice fall."""
    conflict = need_conflict(draft.table)
    if not contest or not conflict.turns:
        _come_first(draft, _reveal(draft, turn), what)
        return
    who, other = (
        hand_leader(draft.table, conflict.fighters[each]) for each in (turn.fighter, conflict.turns[-1].fighter)
    )
    rolls = reflexes(draft.table, who, other)
    then = InterruptPurpose(fighter=turn.fighter, card=turn.card, kind=turn.kind, what=what)
    CHECKS.open(draft, Check(then=then, what="interrupt", rolls=rolls))


def reflexes(table: Table, who: str, other: str) -> tuple[CheckRoll, CheckRoll]:
    """Return the opposed roll of the interrupting and the interrupted character (FI-RES-4)."""
    return trait_roll(table, who, "reflex"), trait_roll(table, other, "reflex")


def is_faster(result: CheckResult) -> bool:
    """Say whether the interrupting character comes first."""
    return result.contest is not None and result.contest.is_won


class InterruptPurpose(Frozen, CheckPurpose, tag_field="then", tag="interrupt"):
    """The Reflex roll against the acting character, for a turn out of turn.

    Attributes:
        fighter, card, kind: of that turn, as in `CardTurn`.
        what: the action, in the player's words.
    """

    off = CallOffPolicy.BEGINNER
    called = "interrupting"
    fighter: str = ""
    kind: str = ""
    card: str = ""
    what: str = ""

    def _turn(self, check: Check) -> CardTurn:
        """Return the turn that is rolled for; chips spent on that roll count for its action (FI-FATE-10)."""
        return CardTurn(fighter=self.fighter, card=self.card, kind=self.kind, spent=check.rolls[0].spent)

    def pay(self, draft: Draft, check: Check) -> None:
        """Discard the card."""
        turn = _reveal(draft, self._turn(check))
        draft.replace_procedure(replace(check, then=replace(self, card=turn.card)))

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Let the winner act first, the other afterwards if that is still possible (FI-RES-4)."""
        turn, first = self._turn(result.check), is_faster(result)
        actor = result.check.rolls[0].actor
        tied = turn.kind == "red" and result.scores[0].total == result.scores[1].total
        draft.note("interrupts" if first else "too_slow", "FI-RES-4", actor=actor_name(draft.table, actor))
        if tied:
            conflict = need_conflict(draft.table)
            begin_simultaneous_action(draft, tuple(fighter_of(conflict, roll.actor) for roll in result.check.rolls))
        if first:
            _come_first(draft, turn, self.what)
            return
        begin_turn(draft, turn, self.what)
        *others, interrupted, interrupting = need_conflict(draft.table).turns
        CONFLICTS.change(draft, turns=(*others, interrupting, interrupted))
