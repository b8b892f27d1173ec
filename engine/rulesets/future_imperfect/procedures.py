"""What can be under way at a table of Future Imperfect."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar

from engine.play.draft import find_procedure
from engine.rulesets.future_imperfect.armour import Layer
from engine.rulesets.future_imperfect.fate import Kind
from engine.rulesets.future_imperfect.harm import Source
from engine.rulesets.future_imperfect.locations import Hit as Landed
from engine.rulesets.future_imperfect.parts import Part
from engine.rulesets.future_imperfect.rolls import Thrown
from engine.rulesets.future_imperfect.traits import Trait
from engine.table.frozen import Frozen, Json
from engine.table.table import Procedure, Table

P = TypeVar("P", bound=Procedure)
CREW, MASTER = "crew", "master"
POT = "pot"
"""The bag of the Fate Chips that nobody holds."""
SIDES = (CREW, MASTER)


class Miss(Frozen):
    """Rounds that went past their target.

    Attributes:
        actor, weapon: whose, and out of what.
        target: whom they missed.
        distance: to it, in metres.
        rounds: how many; a blast of shot counts as one (FI-STRAY-7).
        spread: automatic or area fire (FI-STRAY-5).
    """

    actor: str
    weapon: str
    target: str
    distance: int
    rounds: int
    spread: bool


class Evening(Frozen, Procedure, tag_field="procedure", tag="evening"):
    """What goes on under everything else.

    Attributes:
        session: its number, from 1; 0 before the first (FI-FATE-3).
        running: a session is under way.
        drawn: the seats that have drawn their chips this session; the Master's is one of them (FI-FATE-4, FI-FATE-5).
        arc: the number of the story arc (FI-BOUNTY-4).
        raised: the Aptitudes that each character has raised in this arc.
        carry: bounty that could not be shared out evenly yet (FI-BOUNTY-3).
        missed: the last attack that went past, whose rounds may still hit somebody (FI-STRAY-1).
    """

    session: int = 0
    running: bool = False
    drawn: tuple[str, ...] = ()
    arc: int = 1
    raised: Mapping[str, tuple[str, ...]] = {}
    carry: int = 0
    missed: Miss | None = None


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
        members: the characters; the first one's Reflex is rolled.
        due: how many cards it draws, once that is known.
        drawn: has drawn this round, or does not draw.
        kept: has chosen the two cards to keep.
        why: why it does not draw this round, a word; empty for one that does.
        reserve_played: its reserved card was played this round (FI-RES-7).
        moves: how many actions of this round have carried it anywhere (FI-MOVE-3).
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
    moves: int = 0
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
        moved: metres moved with it so far.
        running: moved at a run, which costs everything else of this action (FI-MOVE-6).
        carried: it counts among the moves of this round.
        picked_up: metres that picking up the pace has brought; None while that was not done (FI-MOVE-7).
        acted: it has been used for more than moving.
        spent: how many chips of each colour went into the rolls of this action (FI-FATE-10).
        used: what has been attacked with.
        defenses: against the attacks of this action (FI-DEFEND-7).
    """

    fighter: str
    card: str
    kind: str
    moved: int = 0
    running: bool = False
    carried: bool = False
    picked_up: int | None = None
    acted: bool = False
    spent: Mapping[str, int] = {}
    used: tuple[Use, ...] = ()
    defenses: tuple[Defense, ...] = ()


class Fight(Frozen, Procedure, tag_field="procedure", tag="conflict"):
    """A conflict and its present round (FI-INIT).

    Attributes:
        number: the round's, from 1.
        phase: cards are drawn, or counted down.
        step: the rank that was called last, as its place from the Ace on; -1 before the first.
        fighters: by id, which is that of their first member.
        reshuffle: the sides whose decks are shuffled when the round is over (FI-JOKER-6).
        turns: the cards that are being acted on, the present one last; those before it were interrupted.
        together: fighters who act at the same moment as another and are felled by nothing that he does (FI-INIT-12).
        closed: pairs (who closed in, on whom) in reach of each other within the longer weapon (FI-CLOSE).
    """

    number: int = 1
    phase: Phase = Phase.DRAW
    step: int = -1
    fighters: Mapping[str, Fighter] = {}
    reshuffle: tuple[str, ...] = ()
    turns: tuple[Turn, ...] = ()
    together: tuple[str, ...] = ()
    closed: tuple[tuple[str, str], ...] = ()


class Roll(Frozen):
    """One character's dice in a check.

    Attributes:
        actor: who rolls.
        name: what is rolled, as the sheet calls it.
        dice: what is thrown.
        halved: a default roll, whose total is halved (FI-CORE-15).
        parts: what is added to the total, each with its reason; all before the dice fall (FI-CORE-9).
        targets: among how many targets the dice of a burst are split (FI-AUTO-4).
        kind: what it is as far as chips are concerned (FI-FATE-19).
        closed: no chip may be spent any more.
        thrown: the dice with all that chips have brought; None before they fall.
        spent: how many chips of each colour.
        ruled: the Master's word on the total.
    """

    actor: str
    name: str
    dice: Trait
    halved: bool = False
    parts: tuple[Part, ...] = ()
    targets: int = 1
    kind: Kind = Kind.CHECK
    closed: bool = False
    thrown: Thrown | None = None
    spent: Mapping[str, int] = {}
    ruled: int | None = None


class Check(Frozen, Procedure, tag_field="procedure", tag="check"):
    """Dice that are being rolled: against a number, or one character's against another's (FI-CORE-18).

    Attributes:
        purpose: what goes on once it is decided, a key of `checks.PURPOSES`.
        what: what is tried, in words.
        about: what the purpose needs to know.
        rolls: one, or two for an opposed roll; the first one's character began it.
        tn: the number to reach; None for an opposed roll.
        tn_parts: what the number is made of.
        stakes: what success and failure bring, said beforehand (FI-SIMPLE-4).
    """

    purpose: str
    what: str = ""
    about: Mapping[str, Json] = {}
    rolls: tuple[Roll, ...] = ()
    tn: int | None = None
    tn_parts: tuple[Part, ...] = ()
    stakes: str = ""

    @property
    def thrown(self) -> bool:
        """Whether the dice have left the hand (FI-CORE-21)."""
        return all(roll.thrown is not None for roll in self.rolls)


class HarmStage(StrEnum):
    """How far wounds have come on their way: chips may still cancel some, or they are marked and stun is checked."""

    SAVE = "save"
    STUN = "stun"


class Harm(Frozen, Procedure, tag_field="procedure", tag="harm"):
    """Wounds on their way to a character: chips, marks, Wind, the stun check (2.34 ATTACK 13 to 15).

    Attributes:
        actor: who is hurt.
        wounds: levels by area, before chips; an area without a name is found by a roll for each level after chips.
        what: what does it, in words.
        source: what takes the Wind (FI-DEATH-2, FI-WOUND-6).
        wind: Wind lost outright in place of dice (FI-BRAWL-3); None for dice.
        wind_dice: how many dice; None for one a level.
        copied: areas that all take the wounds that are left after chips (FI-FIRE-4).
        distinct: no area is found twice while another is left (FI-FALL-5).
        then: what goes on afterwards, a key of `harming.THEN`.
        chips: the colours spent on it (FI-FATE-15).
        stage: how far it has come.
        tns: the stun checks that are still to be made.
    """

    actor: str
    wounds: Mapping[str, int]
    what: str = ""
    source: Source = "hit"
    wind: int | None = None
    wind_dice: int | None = None
    copied: tuple[str, ...] = ()
    distinct: bool = False
    then: str = ""
    chips: tuple[str, ...] = ()
    stage: HarmStage = HarmStage.SAVE
    tns: tuple[int, ...] = ()


class Mark(Frozen):
    """One target of an attack.

    Attributes:
        actor: who; empty for a spot on the ground that something is thrown at.
        distance: in metres.
        rounds: how many are fired at it.
        dice: how many of the shooting dice are; 0 for all (FI-AUTO-4).
        hidden: nothing of it shows, but the attacker knows about where it is (FI-COVER-9).
        moving: the Master's word on whether it moves too fast (FI-SHOOT-8); None leaves that to `rate`.
        rate: the relative Rate (FI-SHOOT-7).
        light: how light it is there; `carries_light` sets that aside (FI-DARK).
        front: it is attacked from the front (FI-PRONE-1).
    """

    actor: str
    distance: int = 0
    rounds: int = 1
    dice: int = 0
    hidden: bool = False
    moving: bool | None = None
    rate: int = 0
    light: str = "full"
    carries_light: bool = False
    front: bool = True


class Hit(Frozen):
    """One hit of an attack that has landed somewhere and whose damage is to be rolled.

    Attributes:
        target: who is hit.
        natural: the d20 as it fell; None for a place that was called or ruled.
        shift: what raises moved it by (FI-HITLOC-4).
        at: where it lands.
        strays: hit by a round that missed somebody else (FI-STRAY).
        damage: the weapon's dice, once they lie and a Strength check that chips may help is still to be made.
        sides: the die that armour left.
    """

    target: str
    natural: int | None = None
    shift: int = 0
    at: Landed | None = None
    strays: bool = False
    damage: tuple[int, ...] = ()
    sides: int = 0


class Attack(Frozen, Procedure, tag_field="procedure", tag="attack"):
    """A shot, burst, throw or blow, from the declaration to the last stun check (section 2.34).

    Attributes:
        kind: `shot`, `burst`, `throw`, `blow`, `close`, `distance` (to get it back), `entangle`, `stray`.
        actor: who attacks.
        weapon: its name; empty for bare hands.
        marks: who is attacked, and how.
        hand: the hand that does it.
        called: the called spot; empty for none. `place` and `side` say which of its places.
        thing: a thing that is attacked instead of its bearer (FI-CALL-4).
        counters: of the aim (FI-AIM-2).
        two_weapons, one_handed, mounted, carried: what is the matter with the attacker (T-6b); carried at a run.
        point_blank, low, height: what moves the location (T-9b).
        lethal: the attacker means it (FI-BRAWL-4).
        effects: what a thing that entangles shall do: `entangled`, `prone`.
        harness: a slow weapon is worn with one (FI-ACT-2).
        free: costs no action, by the Master's leave.
        cover: what covers which places of whose body (FI-COVER-1).
        index: which mark is being rolled for.
        raises: raises left to shift a location.
        hits: those whose damage is still to be rolled; the first one is at hand.
        missed: rounds that went past.
    """

    kind: str
    actor: str
    weapon: str = ""
    marks: tuple[Mark, ...] = ()
    hand: str = "main"
    called: str = ""
    place: str = ""
    side: str = ""
    thing: str = ""
    counters: int = 0
    two_weapons: bool = False
    one_handed: bool = False
    mounted: bool = False
    carried: bool = False
    point_blank: bool = False
    low: bool = False
    height: bool = False
    lethal: bool = True
    effects: tuple[str, ...] = ()
    harness: bool = False
    free: bool = False
    cover: Mapping[str, Mapping[str, Layer]] = {}
    index: int = 0
    raises: int = 0
    hits: tuple[Hit, ...] = ()
    missed: int = 0

    @property
    def targets(self) -> tuple[str, ...]:
        """Who is attacked."""
        hit = (found.target for found in self.hits)
        return tuple(dict.fromkeys(actor for actor in (*(mark.actor for mark in self.marks), *hit) if actor))


class Stakes(Frozen, Procedure, tag_field="procedure", tag="stakes"):
    """A simple contest that is being talked over; nothing is rolled before both sides agree (FI-SIMPLE-4).

    Attributes:
        actor: who begins it, with `aptitude`.
        target: against whom, whose skill is `against`; the usual one if that is empty.
        success, raises, failure: what each brings.
        by: the seat that has proposed it so.
    """

    actor: str
    target: str
    aptitude: str
    success: str
    failure: str
    by: str
    against: str = ""
    raises: tuple[str, ...] = ()


class Price(Frozen, Procedure, tag_field="procedure", tag="price"):
    """So many chips it costs a character to resist what happens otherwise (FI-SIMPLE-7, FI-SIMPLE-8)."""

    actor: str
    chips: int
    what: str


PROCEDURES: tuple[type[Procedure], ...] = (Evening, Fight, Check, Attack, Harm, Stakes, Price)


def evening(table: Table) -> Evening:
    """Return what goes on under everything else."""
    return find_procedure(table, Evening) or Evening()


def fight(table: Table) -> Fight | None:
    """Return the conflict under way."""
    return find_procedure(table, Fight)


def check(table: Table) -> Check | None:
    """Return the check under way, if it is what is at the front."""
    front = table.procedures[-1] if table.procedures else None
    return front if isinstance(front, Check) else None


def need_front(table: Table, kind: type[P]) -> P:
    """Return what is at the front, which is of this kind; asked only where that is known."""
    front = table.procedures[-1]
    assert isinstance(front, kind)
    return front


def attack(table: Table) -> Attack | None:
    """Return the attack under way."""
    return find_procedure(table, Attack)


def hurting(table: Table) -> Harm | None:
    """Return the wounds that are on their way."""
    return find_procedure(table, Harm)


def fighter_of(now: Fight, actor: str) -> str:
    """Return the id of the hand of cards that a character acts from, or an empty string."""
    return next((name for name, fighter in now.fighters.items() if actor in fighter.members), "")
