"""What can be under way at a table of Imaginality."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from engine.play.draft import find_procedure
from engine.table.frozen import Frozen, Json
from engine.table.table import Procedure, Table


class Kind(StrEnum):
    """What an action is."""

    CHECK = "check"
    MELEE = "melee"
    RANGED = "ranged"
    HAZARD = "hazard"
    HOUSE = "house"
    INITIATIVE = "initiative"


class Stage(StrEnum):
    """How far an action has come."""

    ATTACK = "attack"
    RESPONSE = "response"
    COMMIT = "commit"
    REVEALED = "revealed"
    DAMAGE = "damage"
    HARMED = "harmed"


# Stages by what they have in common: nothing is compared yet, cards wait to be turned over, cards lie open.
BEFORE_REVEAL = (Stage.ATTACK, Stage.RESPONSE, Stage.COMMIT)
LAID_DOWN = (Stage.COMMIT, Stage.DAMAGE)
TURNED_OVER = (Stage.REVEALED, Stage.HARMED)


class Extra(Frozen):
    """Cards beyond the first, and what for: `advantage`, `unskilled`, `close`, `cover`, `counterattack`, `gm` …."""

    reason: str
    count: int


class Side(Frozen):
    """One side of a comparison. Its cards lie in `committed:KEY`, `drawn:KEY` and `standins:KEY`.

    Attributes:
        seat: whose hand it plays from.
        actor: the character that acts; empty for a mere object.
        base: cards due before extras.
        exact: all cards due must be laid (damage); otherwise one is enough (IM-ADV-5, IM-DMG-9).
        least: how many must be laid at the least.
        pure: nothing is played: the cards are drawn for it by rule (IM-DRAW-3).
        may_draw: the GM let this player draw (IM-GM-5).
        done: wants to lay no more.
        standins: for each Joker played for value, the cards in its place (IM-JOKER-1).
        penalised: the wound penalty counts (IM-WOUND-4).
        missing: cards that could not be drawn because deck and discard were empty (IM-DECK-7).
        named: the value that the GM named for such cards.
        ruled: the GM's word on the total.
    """

    seat: str
    actor: str = ""
    base: int = 1
    extras: tuple[Extra, ...] = ()
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
        """How many cards it may lay."""
        count = self.base
        for extra in self.extras:
            count += extra.count
        return max(0, count)


class Action(Frozen, Procedure, tag_field="procedure", tag="action"):
    """Something complex that is tried, from the first card to the clean-up (IM-ACT-1 to IM-ACT-9).

    Attributes:
        kind: which procedure of the matrix 2.21.
        stage: how far it has come.
        what: what is tried, in the players' words.
        actor, target: the characters; either may be empty.
        sides: the sides by key, in the order in which they were opened.
        arrival: the cards in the order in which they came (IM-DECK-9).
        weapon, skill, attribute: what is used.
        aware: the target knows what is coming.
        cover: the target is in cover or hard to hit.
        response: what the target does: `block`, `counterattack`, `nothing`, `dodge`, `drawn`, or `none` (stands still).
        outcome: how the comparison ended.
        fumbled: the sides that fumbled.
        wounded: who was hit, once somebody was.
        attacker: who deals the damage.
        net: what got through; `wound` is the condition that it left.
        collapsed: the collapse check is over; `fallen` are the conditions that it laid.
        marked: characters who used up their action by this, so that a cancelled action gives it back.
        lost: declared actions that this cancelled (IM-TURN-5).
        treating: the character whom a success stabilises (IM-WOUND-11).
        options: options that differ for this action alone.
    """

    kind: Kind
    stage: Stage
    what: str = ""
    actor: str = ""
    target: str = ""
    sides: Mapping[str, Side] = {}
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


class Evening(Frozen, Procedure, tag_field="procedure", tag="evening"):
    """What goes on under everything else: which adventure it is, and what is remembered between actions.

    Attributes:
        adventure: its number, from 1; 0 before the first.
        running: an adventure is under way; points are spent only between adventures (IM-ADVANCE-6).
        short: holders whose refill stopped short (IM-DECK-7).
        held: holders whom the GM keeps from refilling (IM-HAND-6).
        unlocked: options that the GM unlocked.
    """

    adventure: int = 0
    running: bool = False
    short: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    unlocked: tuple[str, ...] = ()


class Declaration(Frozen):
    """What a character means to do this turn; `state` is `waiting`, `acted` or `lost`."""

    what: str = ""
    state: str = "waiting"


class Fight(Frozen, Procedure, tag_field="procedure", tag="fight"):
    """A combat and its present turn (IM-TURN-1 to IM-TURN-9).

    Attributes:
        fighters: who takes part.
        turn: its number.
        length: how long a turn is, in the GM's words.
        declared: what each has declared, in the order of declaring.
        acted: who has used up the action of the turn.
        countered: who counterattacked this turn.
        resolving: all have declared, or the GM went on.
        order: groups in the order of acting, once initiative or the GM has made one; equal ones together (IM-INIT-3).
        initiative: the values, by character.
        group: which group of the order acts now.
        standing: who stood when that group began, for what its members do is simultaneous (IM-INIT-7).
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
    """The end of an adventure: who gets which points (IM-ADVANCE-1 to IM-ADVANCE-5)."""

    success: bool
    given: Mapping[str, Mapping[str, int]] = {}
    votes: Mapping[str, str] = {}
    tied: tuple[str, ...] = ()
    voted: bool = False


class OtherDeck(Frozen, Procedure, tag_field="procedure", tag="other_deck"):
    """A fight by the group's own Lunch Money cards; `turn` counts complete turns there (IM-LM-2 to IM-LM-4)."""

    seats: tuple[str, ...]
    blinded: Mapping[str, str] = {}


PROCEDURES: tuple[type[Procedure], ...] = (Action, Evening, Fight, PointDraw, Awards, OtherDeck)


def evening(table: Table) -> Evening:
    """Return what goes on under everything else."""
    for procedure in table.procedures:
        if type(procedure) is Evening:
            return procedure
    return Evening()


def action(table: Table) -> Action | None:
    """Return the action under way."""
    for procedure in reversed(table.procedures):
        if type(procedure) is Action:
            return procedure
    return None


def taking_part(procedure: Procedure) -> tuple[str, ...]:
    """Return the characters that openly take part in something under way."""
    match procedure:
        case Action(actor=actor, target=target, sides=sides):
            return tuple(dict.fromkeys([a for a in (actor, target, *[s.actor for s in sides.values()]) if a]))
        case Fight(fighters=fighters):
            return fighters
        case _:
            return ()


def noticed(table: Table, viewer: str) -> tuple[str, ...]:
    """Return the characters that a viewer knows to be there: all but secret ones that take part in nothing."""
    present = [a for a in table.actors.values() if not a.archived]
    return tuple([a.id for a in present if not a.secret or table.may_read(a, viewer) or _shows_itself(table, a.id)])


def _shows_itself(table: Table, actor: str) -> bool:
    return any(actor in taking_part(procedure) for procedure in table.procedures)


def fight(table: Table) -> Fight | None:
    """Return the fight under way."""
    return find_procedure(table, Fight)
