"""A conflict, its round, and the turns in it (FI-INIT)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from engine.core.memo import projection
from engine.kit.combat.combat_flow import CombatProcedure
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.rulesets.future_imperfect.procedures.attack_procedure import Attack
from engine.rulesets.future_imperfect.procedures.check_procedure import Check

CREW, MASTER = "crew", "master"
SIDES = (CREW, MASTER)


class RoundPhase(StrEnum):
    """The phase of a round."""

    DRAW = "draw"
    COUNT = "count"


class Aim(Frozen):
    """A character's aim: target, weapon, and the number of ranks called since (FI-AIM-4)."""

    target: str
    weapon: str
    counters: int = 0


class Preparation(Frozen):
    """An action that takes several cards (FI-ACT-4, FI-EXT-1 to FI-EXT-6).

    Attributes:
        what: the action, in the player's words.
        need: the number of cards in all, its Speed.
        paid: the number of cards laid aside. Only this count matters; the cards may be shuffled away (FI-ACT-5).
        trigger: the event that sets it off once it is ready; empty for an action that only takes long.
        whole: the cards must follow one another without another action in between.
    """

    what: str
    need: int
    paid: int = 0
    trigger: str = ""
    whole: bool = False


class Fighter(Frozen):
    """A hand of action cards: of one character, or of like extras that share it (FI-INIT-15).

    Attributes:
        side: the side with the Action Deck that it draws from.
        hand: the zone of its cards; the reserve is in `reserve:ID`, cards of an aim or a preparation in `laid:ID`.
        members: the characters; the Reflex of the first one that can act is rolled.
        due: the number of cards that it draws, once known.
        drawn: has drawn this round, or does not draw.
        kept: has chosen the two cards to keep.
        why: the reason why it does not draw this round, a key; empty if it draws.
        reserve_played: only in old files, without effect.
        acted: it has had a turn this round.
        moves: the number of actions of this round with a movement (FI-MOVE-3).
        moved: the metres of those movements (FI-SHOOT-8).
        aim, preparation: the purpose of its cards laid aside.
    """

    side: str
    hand: str
    members: tuple[str, ...]
    due: int | None = None
    drawn: bool = False
    kept: bool = False
    why: str = ""
    reserve_played: bool = False
    acted: bool = False
    moves: int = 0
    moved: int = 0
    aim: Aim | None = None
    preparation: Preparation | None = None


class WeaponUse(Frozen):
    """The use of a weapon in an action: shots or blows so far, hand, and aim (FI-ACT-3, FI-TWO).

    `counters` are those of the aim that it was fired out of, at `target`.
    """

    actor: str
    weapon: str
    hand: str
    times: int = 1
    two_weapons: bool = False
    counters: int = 0
    target: str = ""


class ActiveDefence(Frozen):
    """The active defence of one character against the present turn: total, and whether it went bust (FI-DEFEND)."""

    actor: str
    total: int
    bust: bool = False


class CardTurn(Frozen):
    """The turn of a card.

    Attributes:
        fighter: the id of the hand.
        card: the card, or empty for an action that costs none.
        kind: `card`, `reserve`, `red` (the red joker) or `aim` (a shot out of an aim).
        aim: of a shot out of an aim, that aim: nothing else is done in such a turn (FI-AIM-11).
        raced: the hands that were too slow to fire out of an aim before this one moved (FI-AIM-9).
        moved: the metres moved in it so far.
        running: moved at a run, which costs everything else of this action (FI-MOVE-6).
        carried: it counts among the moves of this round.
        picked_up: metres by picking up the pace; None if that was not done (FI-MOVE-7).
        acted: it has been used for more than moving.
        done: the members that have spent their action on something other than attacks (FI-INIT-15).
        unhurried: a roll was made in it without running; so the character cannot run any more (FI-MOVE-6).
        spent: chips of each colour spent on the rolls of this action (FI-FATE-10).
        used: the weapons used in it.
        defenses: against the attacks of this action (FI-DEFEND-7).
        declared: the interrupted action, an attack or the roll of another action; it continues afterwards if that is
            still possible.
        rolled: the roll of that attack before the interruption: manual changes to it count afterwards.
        ends: it ends by itself once nobody has an action left in it.
    """

    fighter: str
    card: str
    kind: str
    aim: Aim | None = None
    raced: tuple[str, ...] = ()
    moved: int = 0
    running: bool = False
    carried: bool = False
    picked_up: int | None = None
    acted: bool = False
    done: tuple[str, ...] = ()
    unhurried: bool = False
    spent: Mapping[str, int] = {}
    used: tuple[WeaponUse, ...] = ()
    defenses: tuple[ActiveDefence, ...] = ()
    declared: Attack | Check | None = None
    rolled: Check | None = None
    ends: bool = False


class ConditionSnapshot(Frozen):
    """A character's conditions, and its wounds by area, when its card and its foe's came up together.

    They count for its whole action (FI-INIT-12).
    """

    states: tuple[str, ...] = ()
    levels: Mapping[str, int] = {}


class Conflict(Frozen, CombatProcedure, tag_field="procedure", tag="conflict"):
    """A conflict and its present round (FI-INIT).

    Attributes:
        number: the number of the round, from 1.
        phase: draw phase or countdown.
        step: the index of the rank called last, from the Ace on; -1 before the first.
        fighters: by id, which is that of their first member.
        reshuffle: the sides whose decks are shuffled when the round is over (FI-JOKER-6).
        turns: the turns in progress, the present one last; those before it were interrupted.
        together: fighters who act at the same moment as another, until their action is over (FI-INIT-12).
        standing: the state of each of their members at that moment; later changes do not affect that action.
        inside: pairs of characters: the first is inside the reach of the second's longer weapon (FI-CLOSE). In files
            it is called `closed`.
        by_itself: rounds and count go on by themselves as soon as nobody is waited for.
    """

    number: int = 1
    phase: RoundPhase = RoundPhase.DRAW
    step: int = -1
    fighters: Mapping[str, Fighter] = {}
    reshuffle: tuple[str, ...] = ()
    turns: tuple[CardTurn, ...] = ()
    together: tuple[str, ...] = ()
    standing: Mapping[str, ConditionSnapshot] = {}
    inside: tuple[tuple[str, str], ...] = msgspec.field(default=(), name="closed")
    by_itself: bool = False


def current_conflict(table: Table) -> Conflict | None:
    """Return the conflict in progress."""
    for under_way in table.procedures:  # a plain loop, as it runs dozens of times
        if type(under_way) is Conflict:
            return under_way
    return None


conflict_in_progress = projection(current_conflict)
"""The same for memos, which then depend on the conflict, and not on all that is in progress."""


@projection
def in_conflict(table: Table) -> bool:
    """Say whether there is a conflict."""
    return current_conflict(table) is not None


@projection
def inside_reach(table: Table) -> tuple[tuple[str, str], ...] | None:
    """Return the characters inside the reach of others; None without a conflict."""
    conflict = current_conflict(table)
    return conflict.inside if conflict is not None else None


def with_turn(conflict: Conflict, turn: CardTurn) -> Conflict:
    """Return a conflict with its present turn replaced."""
    return replace(conflict, turns=(*conflict.turns[:-1], turn))


def fighter_of(conflict: Conflict, actor: str) -> str:
    """Return the id of the hand that a character acts from, or an empty string."""
    own = conflict.fighters.get(actor)  # a hand of its own: no others are looked through
    if own is not None and actor in own.members:
        return actor
    for name, fighter in conflict.fighters.items():
        if actor in fighter.members:
            return name
    return ""
