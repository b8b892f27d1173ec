"""A conflict, its round, and the turns in it (FI-INIT)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from engine.rulesets.future_imperfect.procedures.attack import Attack
from engine.rulesets.future_imperfect.procedures.check import Check
from engine.table.frozen import Frozen
from engine.table.table import Procedure, Table

CREW, MASTER = "crew", "master"
SIDES = (CREW, MASTER)


class Phase(StrEnum):
    """How far a round has come."""

    DRAW = "draw"
    COUNT = "count"


class Aim(Frozen):
    """A character who aims: at whom, with what, and how many ranks have been called since (FI-AIM-4)."""

    target: str
    weapon: str
    counters: int = 0


class Preparation(Frozen):
    """An action that takes several cards (FI-ACT-4, FI-EXT-1 to FI-EXT-6).

    Attributes:
        what: the action, in the player's words.
        need: how many cards in all, its Speed.
        paid: how many have been laid aside. The count is the truth; the cards may be shuffled away (FI-ACT-5).
        trigger: on what it happens once it is ready; empty for one that simply takes long.
        whole: the cards must follow one another without another action in between.
    """

    what: str
    need: int
    paid: int = 0
    trigger: str = ""
    whole: bool = False


class Fighter(Frozen):
    """Who draws a hand of action cards: one character, or like extras who share it (FI-INIT-15).

    Attributes:
        side: whose Action Deck it draws from.
        hand: the zone in which its cards lie; the reserved one lies in `reserve:ID`, aim and preparation in `laid:ID`.
        members: the characters; the Reflex of the first one that can act is rolled.
        due: how many cards it draws, once that is known.
        drawn: has drawn this round, or does not draw.
        kept: has chosen the two cards to keep.
        why: why it does not draw this round, a word; empty for one that does.
        reserve_played: stands in files of former days; nothing follows from it, for no card is held back any more.
        acted: it has had a turn this round.
        moves: how many actions of this round have carried it anywhere (FI-MOVE-3).
        moved: how many metres they have (FI-SHOOT-8).
        aim, preparation: what its cards have been laid aside for.
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


class Use(Frozen):
    """What somebody used a weapon for in an action: shots or blows, in which hand, with what aim (FI-ACT-3, FI-TWO).

    Attributes:
        actor, weapon, hand: who, what with, and which hand.
        times: how many shots or blows so far.
        two_weapons: with a weapon in each hand.
        counters: of the aim that it was fired out of, at `target`.
    """

    actor: str
    weapon: str
    hand: str
    times: int = 1
    two_weapons: bool = False
    counters: int = 0
    target: str = ""


class Defense(Frozen):
    """The active defense of one character against whoever acts: its total, and whether it went bust (FI-DEFEND)."""

    actor: str
    total: int
    bust: bool = False


class Turn(Frozen):
    """A card that is being acted on.

    Attributes:
        fighter: whose.
        card: the card, or empty for an action that costs none.
        kind: `card`, `reserve`, `red` (the red joker) or `aim` (a shot out of an aim).
        aim: of a shot out of an aim, that aim: nothing else is done in such a turn (FI-AIM-11).
        raced: the hands that were too slow to fire out of an aim before this one moved (FI-AIM-9).
        moved: metres moved with it so far.
        running: moved at a run, which costs everything else of this action (FI-MOVE-6).
        carried: it counts among the moves of this round.
        picked_up: metres that picking up the pace has brought; None while that was not done (FI-MOVE-7).
        acted: it has been used for more than moving.
        done: which of those who share it have spent their action on something else than attacks (FI-INIT-15).
        unhurried: something was rolled for in it as by somebody who does not run; so nobody runs any more (FI-MOVE-6).
        spent: how many chips of each colour went into the rolls of this action (FI-FATE-10).
        used: what has been attacked with.
        defenses: against the attacks of this action (FI-DEFEND-7).
        declared: what somebody interrupts, an attack or the roll of another action; it is taken up again afterwards,
            if that is still possible.
        rolled: the roll of that attack as it stood: what was said of it counts when it is taken up again.
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
    used: tuple[Use, ...] = ()
    defenses: tuple[Defense, ...] = ()
    declared: Attack | Check | None = None
    rolled: Check | None = None


class Standing(Frozen):
    """How somebody was when the card came up that also brings up the foe's: so it acts, whatever he does (FI-INIT-12).

    Attributes:
        states: the names of its conditions.
        levels: its wounds by area.
    """

    states: tuple[str, ...] = ()
    levels: Mapping[str, int] = {}


class Fight(Frozen, Procedure, tag_field="procedure", tag="conflict"):
    """A conflict and its present round (FI-INIT).

    Attributes:
        number: the round's, from 1.
        phase: cards are drawn, or counted down.
        step: the rank that was called last, as its place from the Ace on; -1 before the first.
        fighters: by id, which is that of their first member.
        reshuffle: the sides whose decks are shuffled when the round is over (FI-JOKER-6).
        turns: the cards that are being acted on, the present one last; those before it were interrupted.
        together: fighters who act at the same moment as another, until their action is over (FI-INIT-12).
        standing: how each of their members was at that moment; nothing that happens since tells on that action.
        inside: pairs (who, whom): the first stands inside the reach of the second's longer weapon (FI-CLOSE). Files
            know it as `closed`.
    """

    number: int = 1
    phase: Phase = Phase.DRAW
    step: int = -1
    fighters: Mapping[str, Fighter] = {}
    reshuffle: tuple[str, ...] = ()
    turns: tuple[Turn, ...] = ()
    together: tuple[str, ...] = ()
    standing: Mapping[str, Standing] = {}
    inside: tuple[tuple[str, str], ...] = msgspec.field(default=(), name="closed")


def fight(table: Table) -> Fight | None:
    """Return the conflict under way."""
    for under_way in table.procedures:  # a plain loop, for it is asked for dozens of times; it lies on the evening
        if type(under_way) is Fight:
            return under_way
    return None


def fighter_of(now: Fight, actor: str) -> str:
    """Return the id of the hand of cards that a character acts from, or an empty string."""
    for name, fighter in now.fighters.items():  # a plain loop: it is asked dozens of times a command
        if actor in fighter.members:
            return name
    return ""
