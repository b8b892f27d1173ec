"""Acting on the card of the called rank (FI-ACT-1)."""

from __future__ import annotations

from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.rulesets.future_imperfect import decks, states
from engine.rulesets.future_imperfect.attacks import begin_attack
from engine.rulesets.future_imperfect.checks import PURPOSES, open_check
from engine.rulesets.future_imperfect.counting import (
    What,
    become_turn,
    need_called,
    need_card,
    need_turn,
    next_called,
)
from engine.rulesets.future_imperfect.dice_of import as_now
from engine.rulesets.future_imperfect.fighters import lay_off_reserve, need_able, need_fight, need_free, note_of_hand
from engine.rulesets.future_imperfect.leading import need_leader
from engine.rulesets.future_imperfect.preparing import spoil_if_whole
from engine.rulesets.future_imperfect.procedures.attack import Attack
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
    need_able(table, command.actor)


def play_card(draft: Draft, command: PlayCard) -> None:
    """Lay the card off and begin the turn; a card in reserve is lost by it, the prepared one is not (FI-RES-5)."""
    name, fighter, card = need_called(draft.table, command.actor)
    together = next_called(draft.table)
    decks.discard(draft, fighter.side, (card,), fighter.hand)
    if len(together) > 1:
        states.act_together(draft, together)
    begin_turn(draft, Turn(fighter=name, card=card, kind="card"), command.what)


def begin_turn(draft: Draft, turn: Turn, what: str) -> None:
    """Begin to act; a reserved card is lost by it, and so is a plan whose cards must follow one another (FI-RES-5)."""
    fighter = need_fight(draft.table).fighters[turn.fighter]
    note_of_hand(draft, fighter, f"acts_{turn.kind}", "FI-ACT-1", card=turn.card or None, what=what)
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
    fighter = now.fighters[turn.fighter]
    held = {**now.fighters, turn.fighter: replace(fighter, acted=True)}
    draft.become(replace(now, turns=now.turns[:-1], fighters=held))
    for actor in fighter.members:
        # What unnerved somebody while he acted at the same moment has spoilt nothing yet (FI-INIT-12).
        if actor not in now.standing or states.UNNERVED in now.standing[actor].states:
            states.leave(draft, actor, states.UNNERVED, "FI-PSY-5")
    states.act_alone(draft, turn.fighter)
    note_of_hand(draft, fighter, "turn_ends")
    take_up(draft)


def take_up(draft: Draft) -> None:
    """Take up what was interrupted again, if both who does it and whom it is done to still stand (FI-RES-4)."""
    turns = need_fight(draft.table).turns
    held = turns[-1].declared if turns else None
    if held is None:
        return
    said = turns[-1].rolled
    become_turn(draft, replace(turns[-1], declared=None, rolled=None))
    table = draft.table
    if isinstance(held, Attack):
        actor, dazed, others = held.actor, False, held.targets
    else:
        actor, dazed = held.rolls[0].actor, PURPOSES[held.purpose].dazed
        others = tuple(roll.actor for roll in held.rolls)
    gone = [other for other in (actor, *others) if other and states.why_out(table, other)]
    if gone or (states.is_stunned(table, actor) and not dazed):
        key = "attack_lost" if isinstance(held, Attack) else "action_lost"
        draft.note(key, "FI-RES-4", actor=actor_name(table, actor))
    elif isinstance(held, Attack):
        begin_attack(draft, held, said=said)
    else:
        runs = PURPOSES[held.purpose].runs
        open_check(draft, replace(held, rolls=tuple(as_now(table, roll, runs=runs) for roll in held.rolls)))


MOVES = (
    Move(PlayCard, verify_play, play_card),
    Move(EndTurn, verify_end_turn, end_turn),
)
