"""Acting on the card of the called rank (FI-ACT-1)."""

from __future__ import annotations

from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.rulesets.future_imperfect import decks, states
from engine.rulesets.future_imperfect.attacks import begin_attack
from engine.rulesets.future_imperfect.counting import (
    What,
    become_turn,
    need_called,
    need_card,
    need_turn,
    next_called,
)
from engine.rulesets.future_imperfect.fighters import lay_off_reserve, need_fight, need_free
from engine.rulesets.future_imperfect.leading import need_leader
from engine.rulesets.future_imperfect.preparing import spoil_if_whole
from engine.rulesets.future_imperfect.procedures.conflict import Turn
from engine.table.frozen import replace
from engine.table.table import Table


class PlayCard(Request):
    """Act on the card of the called rank."""

    RULES = ("FI-ACT-1", "FI-ACT-2", "FI-ACT-3", "FI-INIT-11", "FI-RES-5", "FI-RES-7")
    actor: ActorId
    what: What = ""


class EndTurn(Request):
    """The action of a card is over."""

    RULES = ("FI-ACT-1",)
    actor: ActorId


def verify_play(table: Table, command: PlayCard) -> None:
    """Whose card is next, in a state to act, with nobody else acting; two of one suit may act beside each other."""
    need_card(table, command, command.actor, "FI-ACT-1")
    states.need_able(table, command.actor)


def play_card(draft: Draft, command: PlayCard) -> None:
    """Lay the card off and begin the turn; a card in reserve is lost by it, the prepared one is not (FI-RES-5)."""
    name, fighter, card = need_called(draft.table, command.actor)
    together = next_called(draft.table)
    decks.discard(draft, fighter.side, (card,), fighter.hand)
    if len(together) > 1:
        draft.become(replace(need_fight(draft.table), together=together))
    begin_turn(draft, Turn(fighter=name, card=card, kind="card"), command.what)


def begin_turn(draft: Draft, turn: Turn, what: str) -> None:
    """Begin to act; a reserved card is lost by it, and so is a plan whose cards must follow one another (FI-RES-5)."""
    fighter = need_fight(draft.table).fighters[turn.fighter]
    who = actor_name(draft.table, fighter.members[0])
    draft.note(f"acts_{turn.kind}", "FI-ACT-1", actor=who, card=turn.card or None, what=what)
    if turn.kind == "card":
        lay_off_reserve(draft, turn.fighter)
        spoil_if_whole(draft, turn.fighter)
    now = need_fight(draft.table)
    draft.become(replace(now, turns=(*now.turns, turn)))


def verify_end_turn(table: Table, command: EndTurn) -> None:
    """Whoever leads the one who acts."""
    need_leader(table, command, command.actor, "FI-ACT-1")
    need_free(table)
    need_turn(table, command.actor)


def end_turn(draft: Draft, command: EndTurn) -> None:
    """End it. What somebody unnerved did is what the nerves spoiled; they are whole again (FI-PSY-5)."""
    finish_turn(draft)


def finish_turn(draft: Draft) -> None:
    """End the present turn; the one that it interrupted goes on."""
    now = need_fight(draft.table)
    turn = now.turns[-1]
    draft.become(replace(now, turns=now.turns[:-1]))
    for actor in now.fighters[turn.fighter].members:
        states.leave(draft, actor, states.UNNERVED, "FI-PSY-5")
    draft.note("turn_ends", actor=actor_name(draft.table, now.fighters[turn.fighter].members[0]))
    take_up(draft)


def take_up(draft: Draft) -> None:
    """Take up the attack again that was interrupted, if both who attacks and who is attacked still stand (FI-RES-4)."""
    turns = need_fight(draft.table).turns
    held = turns[-1].declared if turns else None
    if held is None:
        return
    become_turn(draft, replace(turns[-1], declared=None))
    table = draft.table
    gone = [actor for actor in (held.actor, *held.targets) if actor and states.why_out(table, actor)]
    if gone or table.actors[held.actor].has(states.STUNNED):
        draft.note("attack_lost", "FI-RES-4", actor=actor_name(table, held.actor))
    else:
        begin_attack(draft, held)


MOVES = (
    Move(PlayCard, verify_play, play_card),
    Move(EndTurn, verify_end_turn, end_turn),
)
