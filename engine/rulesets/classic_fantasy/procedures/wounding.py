"""Harm on its way to somebody: location, the fixed steps of damage, luck, Endurance, what follows (2.16 after_hit)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from engine.play.draft import find_procedure
from engine.rulesets.classic_fantasy.damage import Parry
from engine.rulesets.classic_fantasy.grades import Rolled
from engine.rulesets.classic_fantasy.hazards import Hazard
from engine.rulesets.classic_fantasy.hazards import Step as HazardStep
from engine.rulesets.classic_fantasy.procedures.attack import Kindling
from engine.rulesets.classic_fantasy.wound_tables import LimbKind
from engine.rulesets.classic_fantasy.wounds import Consequence
from engine.table.frozen import Frozen
from engine.table.table import Procedure, Table

Source = Literal["weapon", "fall", "object", "heat", "trap", "hazard"]
Stage = Literal["where", "damage", "luck", "endurance", "consequences"]
"""Where it lands, what it comes to, a Luck Point that lessens it, the Endurance roll, and what follows from it."""


class Blow(Frozen):
    """What one location takes.

    Attributes:
        location: which.
        base: what the dice of the damage came to; None before they fall.
        modifier: what those of the Damage Modifier came to.
        magic: what magic adds or takes.
        parry: what a parry stops.
        worn: Armor Points of what is worn there.
        natural: those of a hide.
        ruled: what the GM has ruled that it comes to in the end.
    """

    location: str
    base: int | None = None
    modifier: int = 0
    magic: int = 0
    parry: Parry = "none"
    worn: int = 0
    natural: int = 0
    ruled: int | None = None

    @property
    def lies(self) -> bool:
        """Whether it is known what it comes to: its dice have fallen, or the GM has ruled."""
        return self.base is not None or self.ruled is not None


class Harm(Frozen):
    """Harm to one character by one event.

    Attributes:
        actor: who is harmed.
        source: what kind of harm, which says how it is reckoned.
        what: what does it, in words.
        by: who does it; empty for nobody.
        dice: of the damage, for each location; empty where the numbers are known.
        modifier: dice of the Damage Modifier; empty for none.
        magic: what magic adds or takes (CF-DMG-3).
        parry: what a parry stops (CF-DMG-4).
        locations: dice for how many locations.
        start: where it touches, for what goes to the nearest locations; empty where dice find them.
        chosen: where it lands, if that was chosen beforehand (CF-HITLOC-3).
        attack: the roll that caused it, which Endurance is rolled against; None for none (CF-WOUND-21).
        acrobatics: half is taken off by a deft landing (CF-FALL-10).
        ignores_armour: of a trap.
        kindles: what it may set alight by.
        ignited: of heat, what is worn there burns itself (CF-AMB-26).
        given: what the dice came to, by location, where they have fallen already.
        hazard, step: of a hazard that the group has made.
        after: what goes on when all of it is over, a key of `wounding.THEN`.
    """

    actor: str
    source: Source
    what: str = ""
    by: str = ""
    dice: str = ""
    modifier: str = ""
    magic: int = 0
    parry: Parry = "none"
    locations: str = "1"
    start: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    attack: Rolled | None = None
    acrobatics: bool = False
    ignores_armour: bool = False
    kindles: Kindling = ""
    ignited: bool = True
    given: Mapping[str, int] = {}
    hazard: Hazard | None = None
    step: HazardStep | None = None
    after: str = ""


class Wounding(Frozen, Procedure, tag_field="procedure", tag="wounding"):
    """Harm that is on its way, blow by blow.

    Attributes:
        harm: the present one.
        queue: those that come after it.
        stage: how far the present blow has come.
        blows: what each location takes.
        at: which of them is at hand.
        hp: the hit points of its location before it.
        worst: the levels of the wounds so far, in words of `wounds`.
        limb_kind: how a limb is destroyed, if it is (CF-WOUND-13).
        turns: what the die of a Serious Wound came to (CF-WOUND-5).
        turns_thrown: it lies as it fell, so that luck may throw it again (CF-LUCK-7).
        lost: the Endurance roll was lost.
        mitigated: luck has made a Major Wound of this event a Serious one (CF-LUCK-10, CF-AMB-41).
        lessened: it was that of the present blow.
        proposed: what follows, as it is proposed.
        struck: the lines of it that the GM has struck out.
        waived: a Luck Point that could lessen the present wound is not spent.
        last_act: the GM allows a last act (CF-BLOOD-4).
        lucky: who has spent a Luck Point on this event (CF-LUCK-5).
        found: a die has said where it lands, so that luck may throw it again (CF-LUCK-7).
        bled: the locations where it was asked whether they bleed (CF-X-31).
    """

    harm: Harm
    queue: tuple[Harm, ...] = ()
    stage: Stage = "where"
    blows: tuple[Blow, ...] = ()
    at: int = 0
    hp: int = 0
    worst: tuple[str, ...] = ()
    limb_kind: LimbKind = "severed"
    turns: int = 0
    turns_thrown: bool = False
    lost: bool = False
    mitigated: bool = False
    lessened: bool = False
    proposed: tuple[Consequence, ...] = ()
    struck: tuple[int, ...] = ()
    waived: bool = False
    last_act: bool = False
    lucky: tuple[str, ...] = ()
    found: bool = False
    bled: tuple[str, ...] = ()

    @property
    def blow(self) -> Blow:
        """The blow at hand."""
        return self.blows[self.at]


def wounding(table: Table) -> Wounding | None:
    """Return the harm under way."""
    return find_procedure(table, Wounding)
