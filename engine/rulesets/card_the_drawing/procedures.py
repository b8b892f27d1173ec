"""What can be under way: an evening, a battle on it, cards being carried out on that, and a window in front of them.

A battle remembers only what cannot be seen on the table. Cards lie in zones, Health and Adrenaline are numbers of the
characters; `scene_of` puts both together.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal

from engine.play.draft import find_procedure
from engine.rulesets.card_the_drawing.records import Effect
from engine.rulesets.card_the_drawing.scene import NOBODY, NOTHING, Event
from engine.table.frozen import Frozen
from engine.table.table import Procedure, Table


class Phase(StrEnum):
    """The four phases of a round (CD-ROUND-1)."""

    DRAWING = "drawing"
    PLANNING = "planning"
    PLAYING = "playing"
    CLEANUP = "cleanup"


class Stand(StrEnum):
    """How far a planned card or an Interrupt has come."""

    DOWN = "down"
    CHARGING = "charging"
    UP = "up"
    DONE = "done"
    FIZZLED = "fizzled"
    CANCELLED = "cancelled"


class Slot(Frozen):
    """A card that was planned for this round, or played as an Interrupt.

    Attributes:
        card: this copy of the card.
        first: the first step that it takes up; 0 for an Interrupt.
        last: the step in which it takes effect; beyond the round's steps for a Ritual that goes on charging.
        stand: how far it has come.
        targets: noted secretly while planning (`opt.targets` = in_planning).
        paid: the cost of a Ritual was paid when it was turned up (`opt.ritual_pay` = on_reveal).
    """

    card: str
    first: int = 0
    last: int = 0
    stand: Stand = Stand.DOWN
    targets: tuple[str, ...] = ()
    paid: bool = False


class Combatant(Frozen):
    """An actor in the battle, with what it remembers of this round (CD-ROUND-5).

    Attributes:
        side: whose side it is on.
        fresh: its next Drawing phase counts as its first (CD-ROUND-3).
        ready: has finished the present phase: bought all it wants, or locked its plan.
        slots: this round's cards, planned ones in their order, then Interrupts as they came.
        dismissed: own Conditions that it takes out of play when the phase ends (CD-PLAN-5).
        stunned: a Stun is pending.
        resolved: how many of its cards took effect this round.
        acted: the bodies of a mob that have carried out a card this round.
        close_attackers: bodies that made a Close attack on it this round.
        extra_draws: how many draws it bought in this phase.
        interrupts: how many Interrupts it has played this round.
        planned_speed: its Speed when this round was planned; of a mob its heads.
        due: regular draws that it has still to make: the GM has yet to say which minion pays, or they may be skipped.
        passing: passes in every window of this `step` or `round`; empty to be asked.
        briefly: is asked in each window for a moment only, and has passed when that is over.
    """

    side: str
    fresh: bool = True
    ready: bool = False
    slots: tuple[Slot, ...] = ()
    dismissed: tuple[str, ...] = ()
    stunned: bool = False
    resolved: int = 0
    acted: tuple[str, ...] = ()
    close_attackers: tuple[str, ...] = ()
    extra_draws: int = 0
    interrupts: int = 0
    planned_speed: int | None = None
    due: int = 0
    passing: Literal["", "step", "round"] = ""
    briefly: bool = False


class InField(Frozen):
    """A Condition in play, an automatic card, or a card of the surroundings, whose owner and bearer are NOBODY."""

    card: str
    owner: str = NOBODY
    bearer: str = NOBODY
    entered: int = 0
    used: Mapping[str, int] = {}
    permanent: bool = False


class InForce(Frozen):
    """A change that a card made when it took effect, until it ends: the guard of a Distant card is one."""

    id: str
    effect: Effect
    card: str
    owner: str
    bearer: str
    entered: int
    tag: str = ""
    index: int = 0
    number: int = 0
    used: int = 0
    until: str = "cleanup"


class Reaction(Frozen):
    """What a card does by itself, once its turn has come (section 5.5).

    Attributes:
        card: this copy of the card.
        on: the trigger.
        owner: who cast it; NOBODY for the surroundings.
        bearer: to whom it is attached, or was when it left.
        event: what it reacts to.
    """

    card: str
    on: str
    owner: str = NOBODY
    bearer: str = NOBODY
    event: Event = NOTHING


class Evening(Frozen, Procedure, tag_field="procedure", tag="evening"):
    """What lies under everything: the scene outside combat (CD-OUT-3).

    Attributes:
        scene: its number.
        used: which cards' outside effects have been used in this scene, by actor (`once_per_scene`).
        ended: how the battle ended that was fought in this scene, as a key of what is told; empty before one has.
        victor: the side that was left, by its name.
        fought: who took part in it to its end; their places at the table stay as they were.
    """

    scene: int = 1
    used: Mapping[str, tuple[str, ...]] = {}
    ended: str = ""
    victor: str = ""
    fought: tuple[str, ...] = ()


class Battle(Frozen, Procedure, tag_field="procedure", tag="battle"):
    """A battle and its present round.

    Attributes:
        round: counted from 1.
        phase: of the round.
        step: of the Playing phase, from 1; 0 while the start-of-phase effects happen.
        fighters: everybody who takes part, in the order in which they joined.
        owners: whose each card is, for ever (CD-DECK-8); cards of the surroundings are nobody's.
        field: Conditions, automatic cards and surroundings, the oldest first.
        in_force: guards and other changes, the oldest first.
        dealt: cards whose turn has come, in that order; so they are laid down in Cleanup (CD-CLEAN-3).
        moment: the trigger for which cards are doing something now (`playing_start` …), before the phase goes on.
        due: what they are still to do, in that order.
        throws: dice of ties in this step, in order, by fighter.
        entered: how many things have come into play; the next one's place in the order of entry.
    """

    round: int = 1
    phase: Phase = Phase.DRAWING
    step: int = 0
    fighters: Mapping[str, Combatant] = {}
    owners: Mapping[str, str] = {}
    field: tuple[InField, ...] = ()
    in_force: tuple[InForce, ...] = ()
    dealt: tuple[str, ...] = ()
    moment: str = ""
    due: tuple[Reaction, ...] = ()
    throws: tuple[Mapping[str, int], ...] = ()
    entered: int = 0


class Stage(StrEnum):
    """How far a card that is being carried out has come (CD-PLAY-3)."""

    BODY = "body"
    TARGETS = "targets"
    BEFORE = "before"
    EFFECTS = "effects"
    REACTIONS = "reactions"
    AFTER = "after"


class Carrying(Frozen, Procedure, tag_field="procedure", tag="carrying"):
    """A card that is being carried out, or what a card in the field does by itself; the last on the stack is in front.

    Attributes:
        card: this copy of the card.
        actor: who played it.
        why: `plan`, `interrupt`, or `trigger` for what a card in the field does by itself.
        on: that trigger.
        bearer: to whom such a card is attached.
        event: what it reacts to; an Interrupt reacts to what is carried out below it.
        stage: how far it has come.
        body: the acting body, once it is settled.
        targets: once they are known.
        tags: the effective tags with their numbers, once it is paid.
        effect: which effect is next; those of tags come after those of the card.
        agreed: the user wants the optional effect at hand.
        chosen: what was picked for the effect at hand.
        served: at whom the effect at hand has been carried out already.
        due: what cards in the field still do because of this one, in that order.
        dealt: damage was dealt.
        attack: it is an attack.
        undisturbed: the table has said that nobody interrupts after it either.
    """

    card: str
    actor: str
    why: Literal["plan", "interrupt", "trigger"] = "plan"
    on: str = "resolve"
    bearer: str = NOBODY
    event: Event = NOTHING
    stage: Stage = Stage.BODY
    body: str = ""
    targets: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    effect: int = 0
    agreed: bool = False
    chosen: tuple[str, ...] = ()
    served: tuple[str, ...] = ()
    due: tuple[Reaction, ...] = ()
    dealt: bool = False
    attack: bool = False
    undisturbed: bool = False


class Window(Frozen, Procedure, tag_field="procedure", tag="window"):
    """The moment before or after a card is carried out, in which Interrupts may be played (CD-INT-1).

    Everybody who stands is asked alike, whatever is in the hand, so that nobody learns who could (CD-UI-9).

    Attributes:
        stage: `before` or `after` the card below it on the stack.
        passed: who has passed.
        offered: Interrupts that were announced, by actor; the lowest Initiative goes first (CD-INT-5).
        through: the table has answered for the window after the card too, unless an Interrupt comes of this one.
    """

    stage: Literal["before", "after"]
    passed: tuple[str, ...] = ()
    offered: Mapping[str, str] = {}
    through: bool = False


PROCEDURES: tuple[type[Procedure], ...] = (Evening, Battle, Carrying, Window)


def evening(table: Table) -> Evening:
    """Return the evening, which lies under everything."""
    found = find_procedure(table, Evening)
    return found if found is not None else Evening()


def battle(table: Table) -> Battle | None:
    """Return the battle, if one is fought."""
    return find_procedure(table, Battle)


def carrying(table: Table) -> Carrying | None:
    """Return the card that is being carried out, the innermost one."""
    return find_procedure(table, Carrying)


def window(table: Table) -> Window | None:
    """Return the window that is open in front, if there is one."""
    last = table.procedures[-1] if table.procedures else None
    return last if isinstance(last, Window) else None
