"""The procedure of damage: location, fixed steps, luck, Endurance and consequences (2.16 after_hit)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta

from engine.core.continuation import Continuation
from engine.core.draft import find_procedure, procedure_in_front
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.activity import Activity
from engine.rulesets.classic_fantasy.damage.damage_rules import Parry
from engine.rulesets.classic_fantasy.damage.hazard_record import CustomHazard, HazardStep
from engine.rulesets.classic_fantasy.dice.success_levels import RollResult
from engine.rulesets.classic_fantasy.wounds.wound_rules import Consequence, LimbKind

HarmSource = Literal["weapon", "fall", "object", "heat", "trap", "hazard"]
DamageStage = Literal["where", "damage", "luck", "endurance", "consequences"]
"""The stages: location, damage, a Luck Point to lessen it, the Endurance roll, and the consequences."""


class Blow(Frozen):
    """The damage to one location.

    Attributes:
        base: the total of the damage dice; None before they are thrown.
        modifier: the total of the Damage Modifier.
        magic: the bonus or malus of magic.
        worn, natural: the Armor Points of worn armour and of a hide.
        ruled: the final damage set by the GM.
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
        """Whether its damage is known: the dice are thrown, or the GM has set it."""
        return self.base is not None or self.ruled is not None


class AfterHarm(Continuation["DamageProcess"]):
    """The next step once all of a harm is over; the procedure below is at the front again."""

    __slots__ = ()


class Harm(Frozen):
    """Harm to one character by one event.

    Attributes:
        actor: the victim.
        source: the kind of harm, which determines the calculation.
        what, by: what causes it, in words, and the character that does; empty for none.
        dice, modifier: of the damage, for each location, and of the Damage Modifier; empty for none.
        magic, parry: the bonus or malus of magic (CF-DMG-3), and the part that a parry stops (CF-DMG-4).
        locations: dice for the number of locations.
        start: the location it touches, for harm that affects the nearest ones; empty if dice find them.
        chosen: the chosen locations (CF-HITLOC-3).
        attack: the roll that caused it, which Endurance is rolled against; None for none (CF-WOUND-21).
        won: by how many levels the attack was better than the defence: its Special Effects (CF-X-8).
        acrobatics: a successful Acrobatics roll halves it (CF-FALL-10).
        kindles: how it may set the victim on fire.
        ignited: for heat, the worn armour itself burns (CF-AMB-26).
        given: the totals of the dice by location, if they have been thrown already.
        hazard, step: the hazard that the group has made up, and its step.
        after: the next step when all of it is over; None for nothing.
    """

    actor: str
    source: HarmSource
    what: str = ""
    by: str = ""
    dice: str = ""
    modifier: str = ""
    magic: int = 0
    parry: Parry = "none"
    locations: str = "1"
    start: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    attack: RollResult | None = None
    won: int = 0
    acrobatics: bool = False
    ignores_armour: bool = False
    kindles: Kindling = ""
    ignited: bool = True
    given: Mapping[str, int] = {}
    hazard: CustomHazard | None = None
    step: HazardStep | None = None
    after: AfterHarm | None = None


class DamageProcess(Frozen, Activity, tag_field="procedure", tag="wounding"):
    """Damage in progress, blow by blow.

    Attributes:
        harm, queue: the present harm, and that which follows.
        stage, at: the stage and the index of the present blow.
        hp: the hit points of its location before it.
        worst: the wound levels so far.
        limb_kind: how a limb is destroyed, if it is (CF-WOUND-13).
        turns: the result of the die of a Serious Wound (CF-WOUND-5).
        turns_thrown: it is as it was thrown, so that luck may reroll it (CF-LUCK-7).
        mitigated: luck has changed a Major Wound of this event into a Serious one (CF-LUCK-10, CF-AMB-41).
        lessened: that was the wound of the present blow.
        proposed, struck: the proposed consequences, and the indices of those that the GM has removed.
        waived: the Luck Point that could lessen the present wound is not spent.
        last_act: the GM allows a last act (CF-BLOOD-4).
        lucky: the characters that have spent a Luck Point on this event (CF-LUCK-5).
        found: a die has chosen the location, so that luck may reroll it (CF-LUCK-7).
        bled: the locations for which bleeding has been rolled (CF-X-31).
        accepted: the GM accepts the consequences of the present blow as soon as they are proposed.
    """

    harm: Harm
    queue: tuple[Harm, ...] = ()
    stage: DamageStage = "where"
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
    accepted: bool = False

    @property
    def blow(self) -> Blow:
        """The blow at hand."""
        return self.blows[self.at]

    def bound_actors(self) -> tuple[str, ...]:
        """Return those who are harmed, now or later."""
        return tuple(harm.actor for harm in (self.harm, *self.queue))


def current_damage(table: Table) -> DamageProcess | None:
    """Return the harm under way."""
    return find_procedure(table, DamageProcess)


Kindling = Literal["", "fire", "electrical"]
"""The way in which an attack may set its target on fire (CF-FIRE-10, CF-FIRE-11)."""

ALL = "all"
LocationNames = Annotated[tuple[str, ...], Meta(description="hit locations by their names")]


def need_stage(table: Table, *stages: DamageStage) -> DamageProcess:
    """Return the damage at the front. Raises Refused unless it is at one of these stages."""
    process = procedure_in_front(table, DamageProcess)
    if process is None or process.stage not in stages:
        raise Refused("d100_not_now", "CF-DMG-5")
    return process
