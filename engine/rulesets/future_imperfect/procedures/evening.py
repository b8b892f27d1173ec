"""The evening under everything else: sessions, chips, bounty, and what the last attack left behind."""

from __future__ import annotations

from collections.abc import Mapping

from engine.dice.notation import Dice
from engine.dice.pools import Die
from engine.play.draft import find_procedure
from engine.play.words import Message
from engine.rulesets.future_imperfect.procedures.check import Check
from engine.table.frozen import Frozen
from engine.table.table import Procedure, Table

POT = "pot"
"""The bag of the Fate Chips that nobody holds."""


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


class Charge(Frozen):
    """Something that bursts, and lies where it was thrown or slipped to (FI-THROW-3 to FI-THROW-6, FI-AREA-5).

    Attributes:
        actor, weapon: who threw it, and what it is.
        damage, pn: what it does at its middle, and its penetration.
        target: at whom; empty for a spot on the ground.
        distance: how far it was to have flown, in metres.
        metres, hour: how far off it lies, and where by the clock.
        slipped: that far from the thrower, not from what he aimed at.
    """

    actor: str
    weapon: str
    damage: Dice
    pn: int | None
    target: str
    distance: int
    metres: int = 0
    hour: int = 12
    slipped: bool = False


class Effect(Frozen):
    """Dice that were thrown for an effect, damage or Wind, and that no chip can better (FI-FATE-8).

    Attributes:
        actor: whom it concerns.
        what: what it is, a word.
        sides: of the dice.
        dice: as they fell.
        total: what they come to.
        reasons: why these dice, and what they lead to.
        highest: the highest die counts alone; else all are added up.
    """

    actor: str
    what: str
    sides: int
    dice: tuple[Die, ...]
    total: int
    reasons: tuple[Message, ...] = ()
    highest: bool = False


class Evening(Frozen, Procedure, tag_field="procedure", tag="evening"):
    """What goes on under everything else.

    Attributes:
        session: its number, from 1; 0 before the first (FI-FATE-3).
        running: a session is under way.
        drawn: the seats that have drawn their chips this session; the Master's is one of them (FI-FATE-4, FI-FATE-5).
        arc: the number of the story arc (FI-BOUNTY-4).
        raised: the Aptitudes that each character has raised in this arc.
        carry: bounty that could not be shared out evenly yet (FI-BOUNTY-3).
        missed: what the last attack sent past each of its targets, and may still hit somebody (FI-STRAY-1).
        charges: what was thrown and has not gone off yet, the first one first.
        rolled: the last roll that was decided, while its dice still lie.
        effects: the dice of the last damage or Wind, while they still lie.
    """

    session: int = 0
    running: bool = False
    drawn: tuple[str, ...] = ()
    arc: int = 1
    raised: Mapping[str, tuple[str, ...]] = {}
    carry: int = 0
    missed: tuple[Miss, ...] = ()
    charges: tuple[Charge, ...] = ()
    rolled: Check | None = None
    effects: tuple[Effect, ...] = ()


def evening(table: Table) -> Evening:
    """Return what goes on under everything else."""
    under_way = table.procedures
    if under_way and type(under_way[0]) is Evening:
        return under_way[0]
    return find_procedure(table, Evening) or Evening()
