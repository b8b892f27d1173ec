"""The procedures of the game: the evening, a battle in it, card resolutions in that, and interrupt windows.

A battle stores only what the table does not show. Cards are in zones, Health and Adrenaline are tracks of the
characters; `snapshot_of` combines both.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, Literal

from engine.core.draft import find_procedure
from engine.kit.combat.combat_flow import CombatProcedure
from engine.model.frozen import Frozen
from engine.model.table import Procedure, Table
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import (
    NO_EVENT,
    NOBODY,
    LastingEffectState,
    TriggerEvent,
)

MOST_STEPS: Final = 200
"""The maximum number of steps of a round that are shown; a number from a stranger's file may be larger."""


class Phase(StrEnum):
    """The four phases of a round (CD-ROUND-1)."""

    DRAWING = "drawing"
    PLANNING = "planning"
    PLAYING = "playing"
    CLEANUP = "cleanup"


class SlotStatus(StrEnum):
    """The progress of a planned card or an Interrupt."""

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
        last: the step in which it takes effect; beyond the round's steps for a Ritual that keeps charging.
        targets: noted secretly while planning (`opt.targets` = in_planning).
        paid: the cost of a Ritual was paid when it was turned up (`opt.ritual_pay` = on_reveal).
    """

    card: str
    first: int = 0
    last: int = 0
    stand: SlotStatus = SlotStatus.DOWN
    targets: tuple[str, ...] = ()
    paid: bool = False

    @property
    def waits(self) -> bool:
        """Whether it has not had its turn yet."""
        return self.stand in (SlotStatus.DOWN, SlotStatus.CHARGING, SlotStatus.UP)


class FighterState(Frozen):
    """An actor in the battle, with its state of this round (CD-ROUND-5).

    Attributes:
        fresh: its next Drawing phase counts as its first (CD-ROUND-3).
        ready: has finished the present phase: bought all it wants, or locked its plan.
        slots: this round's cards, planned ones in their order, then Interrupts in the order of play.
        dismissed: own Conditions that it takes out of play when the phase ends (CD-PLAN-5).
        stunned: a Stun is pending.
        resolved: how many of its cards took effect this round.
        acted: the bodies of a mob that have played a card this round.
        close_attackers: bodies that made a Close attack on it this round.
        extra_draws: how many draws it bought in this phase.
        interrupts: how many Interrupts it has played this round.
        planned_speed: its Speed when this round was planned; of a mob its heads.
        due: regular draws still to make: the GM has yet to say which minion pays, or the draws may be skipped.
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

    def slot_of(self, card: str) -> Slot | None:
        """Return the slot of a card in this round, if it was planned or played."""
        return next((slot for slot in reversed(self.slots) if slot.card == card), None)


class FieldCardState(Frozen):
    """A Condition in play, an automatic card, or a card of the surroundings (owner and bearer are NOBODY)."""

    card: str
    owner: str = NOBODY
    bearer: str = NOBODY
    entered: int = 0
    used: Mapping[str, int] = {}
    permanent: bool = False


class Reaction(Frozen):
    """A pending trigger of a card in the field (section 5.5).

    Attributes:
        card: this copy of the card.
        owner: the caster; NOBODY for the surroundings.
        bearer: the actor to which it is, or was, attached.
        event: what it reacts to.
    """

    card: str
    on: str
    owner: str = NOBODY
    bearer: str = NOBODY
    event: TriggerEvent = NO_EVENT


class SessionState(Frozen, Procedure, tag_field="procedure", tag="evening"):
    """The scene outside combat, below every other procedure (CD-OUT-3).

    Attributes:
        scene: its number.
        used: which cards' outside effects have been used in this scene, by actor (`once_per_scene`).
        ended: the end of the battle fought in this scene, as a message key; empty before one has ended.
        victor: the name of the side that was left.
        fought: the actors that took part in it to its end; their stations at the table stay as they were.
    """

    scene: int = 1
    used: Mapping[str, tuple[str, ...]] = {}
    ended: str = ""
    victor: str = ""
    fought: tuple[str, ...] = ()


class Battle(Frozen, CombatProcedure, tag_field="procedure", tag="battle"):
    """A battle and its present round.

    Attributes:
        round: counted from 1.
        step: of the Playing phase, from 1; 0 while the start-of-phase effects happen.
        fighters: all actors that take part, in the order in which they joined.
        owners: the permanent owner of each card (CD-DECK-8); cards of the surroundings have none.
        field: Conditions, automatic cards and surroundings, the oldest first.
        in_force: guards and other changes, the oldest first.
        dealt: cards that have had their turn, in that order; Cleanup discards them in it (CD-CLEAN-3).
        moment: the trigger that cards react to now (`playing_start` …), before the phase continues.
        due: their pending reactions, in that order.
        throws: dice of ties in this step, in order, by fighter.
        entered: how many cards and effects have come into play; the next one's number in the order of entry.
    """

    round: int = 1
    phase: Phase = Phase.DRAWING
    step: int = 0
    fighters: Mapping[str, FighterState] = {}
    owners: Mapping[str, str] = {}
    field: tuple[FieldCardState, ...] = ()
    in_force: tuple[LastingEffectState, ...] = ()
    dealt: tuple[str, ...] = ()
    moment: str = ""
    due: tuple[Reaction, ...] = ()
    throws: tuple[Mapping[str, int], ...] = ()
    entered: int = 0


class ResolutionStage(StrEnum):
    """The progress of a card that is being resolved (CD-PLAY-3)."""

    BODY = "body"
    TARGETS = "targets"
    BEFORE = "before"
    EFFECTS = "effects"
    REACTIONS = "reactions"
    AFTER = "after"


class CardResolution(Frozen, Procedure, tag_field="procedure", tag="carrying"):
    """A card that is being resolved, or a trigger of a card in the field; the last on the stack is in front.

    Attributes:
        card: this copy of the card.
        why: `plan`, `interrupt`, or `trigger` for a card in the field.
        bearer: the actor to which such a card is attached.
        event: what it reacts to; an Interrupt reacts to the resolution below it.
        body: the acting body, once it is chosen.
        tags: the effective tags with their numbers, once it is paid.
        effect: which effect is next; those of tags come after those of the card.
        agreed: the user wants the optional effect at hand.
        chosen: the choice for the effect at hand.
        served: the targets for which the effect at hand is already done.
        due: reactions of cards in the field because of this one, in that order.
        undisturbed: the table has said that nobody interrupts after it either.
    """

    card: str
    actor: str
    why: Literal["plan", "interrupt", "trigger"] = "plan"
    on: str = "resolve"
    bearer: str = NOBODY
    event: TriggerEvent = NO_EVENT
    stage: ResolutionStage = ResolutionStage.BODY
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

    @property
    def is_unpaid(self) -> bool:
        """Whether it has not been paid yet, so that its user and its targets may still change."""
        return self.stage in (ResolutionStage.BODY, ResolutionStage.TARGETS, ResolutionStage.BEFORE)


class InterruptWindow(Frozen, Procedure, tag_field="procedure", tag="window"):
    """The moment before or after a card resolves, in which Interrupts may be played (CD-INT-1).

    All undefeated actors are asked alike, whatever is in the hand, so that nobody learns who could (CD-UI-9).

    Attributes:
        stage: `before` or `after` the card below it on the stack.
        passed: the actors that have passed.
        offered: Interrupts that were announced, by actor; the lowest Initiative goes first (CD-INT-5).
        through: the table has answered for the window after the card too, unless this one leads to an Interrupt.
    """

    stage: Literal["before", "after"]
    passed: tuple[str, ...] = ()
    offered: Mapping[str, str] = {}
    through: bool = False


PROCEDURES: tuple[type[Procedure], ...] = (SessionState, Battle, CardResolution, InterruptWindow)


def evening(table: Table) -> SessionState:
    """Return the evening, the outermost procedure."""
    session = find_procedure(table, SessionState)
    return session if session is not None else SessionState()


def current_battle(table: Table) -> Battle | None:
    """Return the battle in progress; None if there is none."""
    for procedure in table.procedures:  # a plain loop, as it runs two dozen times a command
        if type(procedure) is Battle:
            return procedure
    return None


def current_resolution(table: Table) -> CardResolution | None:
    """Return the card that is being resolved, the innermost one."""
    return find_procedure(table, CardResolution)


def open_window(table: Table) -> InterruptWindow | None:
    """Return the interrupt window in front, if one is open."""
    last = table.procedures[-1] if table.procedures else None
    return last if isinstance(last, InterruptWindow) else None
