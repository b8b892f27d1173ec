"""The procedures of Imaginality: what can be in progress at a table."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from engine.core.draft import find_procedure
from engine.core.memo import projection
from engine.kit.combat.combat_flow import CombatProcedure
from engine.model.frozen import Frozen, Json
from engine.model.table import Procedure, Table


class ActionKind(StrEnum):
    """The kind of an action."""

    CHECK = "check"
    MELEE = "melee"
    RANGED = "ranged"
    HAZARD = "hazard"
    HOUSE = "house"
    INITIATIVE = "initiative"


class ActionStage(StrEnum):
    """The progress of an action."""

    ATTACK = "attack"
    RESPONSE = "response"
    COMMIT = "commit"
    REVEALED = "revealed"
    DAMAGE = "damage"
    HARMED = "harmed"


# Groups of stages: nothing compared yet, cards wait to be turned over, cards are open.
BEFORE_REVEAL = (ActionStage.ATTACK, ActionStage.RESPONSE, ActionStage.COMMIT)
LAID_DOWN = (ActionStage.COMMIT, ActionStage.DAMAGE)
TURNED_OVER = (ActionStage.REVEALED, ActionStage.HARMED)


class ExtraCards(Frozen):
    """Cards beyond the first, and why: `advantage`, `unskilled`, `close`, `cover`, `counterattack`, `gm` …."""

    reason: str
    count: int


class ActionSide(Frozen):
    """One side of a comparison. Its cards are in `committed:KEY`, `drawn:KEY` and `standins:KEY`.

    Attributes:
        seat: the seat from whose hand it plays.
        actor: the character that acts; empty for a mere object.
        base: cards due before extras.
        exact: all cards due must be played (damage); otherwise one is enough (IM-ADV-5, IM-DMG-9).
        least: the minimum number of cards.
        pure: nothing is played: the cards are drawn for it by rule (IM-DRAW-3).
        may_draw: the GM let this player draw (IM-GM-5).
        done: the side is complete.
        standins: for each Joker played for value, the cards in its place (IM-JOKER-1).
        penalised: the wound penalty counts (IM-WOUND-4).
        missing: cards that could not be drawn because deck and discard were empty (IM-DECK-7).
        named: the value that the GM named for such cards.
        ruled: the total set by the GM.
    """

    seat: str
    actor: str = ""
    base: int = 1
    extras: tuple[ExtraCards, ...] = ()
    exact: bool = False
    least: int = 1
    pure: bool = False
    may_draw: bool = False
    done: bool = False
    standins: Mapping[str, tuple[str, ...]] = {}
    penalised: bool = True
    missing: int = 0
    named: int = 0
    ruled: int | None = None

    @property
    def due(self) -> int:
        """The maximum number of its cards."""
        count = self.base
        for extra in self.extras:
            count += extra.count
        return max(0, count)


class Action(Frozen, Procedure, tag_field="procedure", tag="action"):
    """A complex attempt, from the first card to the clean-up (IM-ACT-1 to IM-ACT-9).

    Attributes:
        kind: which procedure of the matrix 2.21.
        stage: its progress.
        what: what is tried, in the players' words.
        actor, target: the characters; either may be empty.
        sides: the sides by key, in the order in which they were opened.
        arrival: the cards in the order in which they came (IM-DECK-9).
        weapon, skill, attribute: what is used.
        aware: the target knows what is coming.
        cover: the target is in cover or hard to hit.
        response: the target's response: `block`, `counterattack`, `nothing`, `dodge`, `drawn`, or `none` (keeps still).
        outcome: how the comparison ended.
        fumbled: the sides that fumbled.
        wounded: the character that was hit, after a hit.
        attacker: the character that deals the damage.
        net: the net damage; `wound` is the condition that it left.
        collapsed: the collapse check is over; `fallen` are its conditions.
        marked: characters who used up their action by this, so that a cancelled action gives it back.
        lost: declared actions that this cancelled (IM-TURN-5).
        treating: the character that a success stabilises (IM-WOUND-11).
        options: options that differ for this action alone.
    """

    kind: ActionKind
    stage: ActionStage
    what: str = ""
    actor: str = ""
    target: str = ""
    sides: Mapping[str, ActionSide] = {}
    arrival: tuple[str, ...] = ()
    weapon: str = ""
    skill: str = ""
    attribute: str = ""
    aware: bool = True
    cover: bool = False
    response: str = ""
    outcome: str = ""
    fumbled: tuple[str, ...] = ()
    wounded: str = ""
    attacker: str = ""
    net: int | None = None
    wound: str = ""
    collapsed: bool = False
    fallen: tuple[str, ...] = ()
    marked: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    treating: str = ""
    options: Mapping[str, Json] = {}


class SessionState(Frozen, Procedure, tag_field="procedure", tag="evening"):
    """The outermost procedure: which adventure it is, and the state that lasts between actions.

    Attributes:
        adventure: its number, from 1; 0 before the first.
        running: an adventure is in progress; points are spent only between adventures (IM-ADVANCE-6).
        short: holders with a refill that lacked cards (IM-DECK-7).
        held: holders that the GM keeps from refilling (IM-HAND-6).
        unlocked: options that the GM unlocked.
    """

    adventure: int = 0
    running: bool = False
    short: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    unlocked: tuple[str, ...] = ()


class Declaration(Frozen):
    """A character's declared action of this turn; `state` is `waiting`, `acted` or `lost`."""

    what: str = ""
    state: str = "waiting"


class Fight(Frozen, CombatProcedure, tag_field="procedure", tag="fight"):
    """A combat and its present turn (IM-TURN-1 to IM-TURN-9).

    Attributes:
        fighters: the characters that take part.
        turn: its number.
        length: the length of a turn, in the GM's words.
        declared: the declaration of each, in the order of declaring.
        acted: the characters that have used up the action of the turn.
        countered: the characters that counterattacked this turn.
        resolving: all have declared, or the GM went on.
        order: groups in the order of acting, once initiative or the GM has made one; equal ones together (IM-INIT-3).
        initiative: the values, by character.
        group: which group of the order acts now.
        standing: the characters able to act when that group began, for what its members do is simultaneous (IM-INIT-7).
        pressure: this fight switched to refilling empty hands only, so its end switches back (IM-TURN-8).
    """

    fighters: tuple[str, ...]
    turn: int = 1
    length: str = ""
    declared: Mapping[str, Declaration] = {}
    acted: tuple[str, ...] = ()
    countered: tuple[str, ...] = ()
    resolving: bool = False
    order: tuple[tuple[str, ...], ...] = ()
    initiative: Mapping[str, int] = {}
    group: int = 0
    standing: tuple[str, ...] = ()
    pressure: bool = False


class PointDraw(Frozen, Procedure, tag_field="procedure", tag="point_draw"):
    """A low card was drawn for points, and the player may draw once more (IM-CHAR-6)."""

    actor: str
    first: int


class Awards(Frozen, Procedure, tag_field="procedure", tag="awards"):
    """The end of an adventure, with its awards and points (IM-ADVANCE-1 to IM-ADVANCE-5)."""

    success: bool
    given: Mapping[str, Mapping[str, int]] = {}
    votes: Mapping[str, str] = {}
    tied: tuple[str, ...] = ()
    voted: bool = False


class OtherDeck(Frozen, Procedure, tag_field="procedure", tag="other_deck"):
    """A fight with the group's own Lunch Money cards; `turn` counts complete turns there (IM-LM-2 to IM-LM-4)."""

    seats: tuple[str, ...]
    blinded: Mapping[str, str] = {}


PROCEDURES: tuple[type[Procedure], ...] = (Action, SessionState, Fight, PointDraw, Awards, OtherDeck)
_NO_RULES: Mapping[str, Json] = {}


@projection
def evening(table: Table) -> SessionState:
    """Return the outermost procedure."""
    return find_procedure(table, SessionState) or SessionState()


@projection
def adventure_runs(table: Table) -> bool:
    """Say whether an adventure is in progress."""
    return evening(table).running


def current_action(table: Table) -> Action | None:
    """Return the action in progress."""
    for procedure in reversed(table.procedures):  # a plain loop, as it is asked for many times a command
        if type(procedure) is Action:
            return procedure
    return None


@projection
def is_acting(table: Table) -> bool:
    """Say whether an action is in progress."""
    return current_action(table) is not None


@projection
def rules_of_action(table: Table) -> Mapping[str, Json]:
    """Return the options that count for the action in progress alone."""
    action = current_action(table)
    return action.options if action is not None else _NO_RULES


def taking_part(procedure: Procedure) -> tuple[str, ...]:
    """Return the characters that openly take part in a procedure."""
    match procedure:
        case Action(actor=actor, target=target, sides=sides):
            return tuple(dict.fromkeys([a for a in (actor, target, *[s.actor for s in sides.values()]) if a]))
        case Fight(fighters=fighters):
            return fighters
        case _:
            return ()


def noticed(table: Table, viewer: str) -> tuple[str, ...]:
    """Return the characters that a viewer knows to be present: all but secret ones that take part in nothing."""
    there = [a for a in table.actors.values() if not a.archived]
    if True not in [a.secret for a in there]:
        return tuple([a.id for a in there])
    seen = openly_taking_part(table)
    return tuple([a.id for a in there if not a.secret or a.id in seen or table.may_read(a, viewer)])


@projection
def openly_taking_part(table: Table) -> tuple[str, ...]:
    """Return the characters that take part in something in progress, so that everybody knows that they are there."""
    return tuple([actor for procedure in table.procedures for actor in taking_part(procedure)])


def current_fight(table: Table) -> Fight | None:
    """Return the fight in progress."""
    return find_procedure(table, Fight)
