"""The session, as the procedure under all others: chips, bounty, and leftovers of the last attack."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.dice_notation import DicePool
from engine.core.draft import Draft, find_procedure
from engine.core.memo import projection
from engine.kit.checks.exploding_dice import Die
from engine.messages.message import Message
from engine.model.frozen import Frozen, replace
from engine.model.table import Procedure, Table
from engine.rulesets.future_imperfect.procedures.check_procedure import Check

POT = "pot"
"""The bag of the Fate Chips that nobody holds."""


class MissedRounds(Frozen):
    """Rounds that missed their target, at a distance in metres; a blast of shot counts as one (FI-STRAY-7).

    `spread`: automatic or area fire (FI-STRAY-5).
    """

    actor: str
    weapon: str
    target: str
    distance: int
    rounds: int
    spread: bool


class ExplosiveCharge(Frozen):
    """An explosive at the place where it landed (FI-THROW-3 to FI-THROW-6, FI-AREA-5).

    Attributes:
        actor, weapon: the thrower and the explosive.
        damage, pn: its damage at the centre, and its penetration.
        target: the target; empty for a spot on the ground.
        distance: the intended distance in metres.
        metres, hour: its drift in metres, and the direction by the clock face.
        slipped: the drift counts from the thrower, not from the target.
    """

    actor: str
    weapon: str
    damage: DicePool
    pn: int | None
    target: str
    distance: int
    metres: int = 0
    hour: int = 12
    slipped: bool = False


class EffectRoll(Frozen):
    """Dice of an effect, damage or Wind, that no chip can improve (FI-FATE-8).

    Attributes:
        actor: the character concerned.
        what: the kind of effect, a key.
        sides: of the dice.
        dice: as they fell.
        total: the total.
        reasons: the calculation.
        highest: only the highest die counts; else all are summed.
    """

    actor: str
    what: str
    sides: int
    dice: tuple[Die, ...]
    total: int
    reasons: tuple[Message, ...] = ()
    highest: bool = False


class SessionState(Frozen, Procedure, tag_field="procedure", tag="evening"):
    """The session under all other procedures.

    Attributes:
        session: the number of the session, from 1; 0 before the first (FI-FATE-3).
        running: a session is in progress.
        drawn: the seats that have drawn their chips this session; the GM's is one of them (FI-FATE-4, FI-FATE-5).
        arc: the number of the story arc (FI-BOUNTY-4).
        raised: the Aptitudes that each character has raised in this arc.
        carry: bounty that could not be shared out evenly yet (FI-BOUNTY-3).
        missed: the rounds of the last attack that missed each target and may still hit bystanders (FI-STRAY-1).
        charges: thrown explosives that have not gone off yet, the first one first.
        rolled: the last decided check, while its dice are on the table.
        effects: the last dice of damage or Wind, while they are on the table.
        may_be_dead: the characters about whose death the GM is asked, until the next attack or the next Turn
            (FI-DEATH-2).
    """

    session: int = 0
    running: bool = False
    drawn: tuple[str, ...] = ()
    arc: int = 1
    raised: Mapping[str, tuple[str, ...]] = {}
    carry: int = 0
    missed: tuple[MissedRounds, ...] = ()
    charges: tuple[ExplosiveCharge, ...] = ()
    rolled: Check | None = None
    effects: tuple[EffectRoll, ...] = ()
    may_be_dead: tuple[str, ...] = ()


@projection
def session_state(table: Table) -> SessionState:
    """Return the session under all other procedures."""
    under_way = table.procedures
    if under_way and type(under_way[0]) is SessionState:
        return under_way[0]
    return find_procedure(table, SessionState) or SessionState()


@projection
def session_books(table: Table) -> SessionState:
    """Return the session without what the last attack and the last roll left on the table."""
    return replace(session_state(table), missed=(), rolled=None, effects=(), may_be_dead=())


def end_death_question(draft: Draft) -> None:
    """Ask about no death any more, as the game has gone on (FI-DEATH-2)."""
    session = draft.procedure(SessionState)
    if session is not None and session.may_be_dead:
        draft.replace_procedure(replace(session, may_be_dead=()))
