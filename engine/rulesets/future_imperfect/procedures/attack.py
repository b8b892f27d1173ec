"""An attack, from its declaration to the last stun check (section 2.34)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.play.draft import find_procedure
from engine.rulesets.future_imperfect.armour import Layer
from engine.rulesets.future_imperfect.locations import Hit as Landed
from engine.table.frozen import Frozen
from engine.table.table import Procedure, Table


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
        missed: how many of the rounds went past it.
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
    missed: int = 0


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
        armour: the Armor value that it meets in all, by the Master's word; None for what there is.
    """

    target: str
    natural: int | None = None
    shift: int = 0
    at: Landed | None = None
    strays: bool = False
    damage: tuple[int, ...] = ()
    sides: int = 0
    armour: int | None = None


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
        spent: how many chips of each colour went into the attacker's rolls, where no turn counts them (FI-FATE-10).
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
    spent: Mapping[str, int] = {}

    @property
    def targets(self) -> tuple[str, ...]:
        """Who is attacked."""
        found = [mark.actor for mark in self.marks] + [hit.target for hit in self.hits]
        return tuple([actor for actor in dict.fromkeys(found) if actor])


def attack(table: Table) -> Attack | None:
    """Return the attack under way."""
    return find_procedure(table, Attack)
