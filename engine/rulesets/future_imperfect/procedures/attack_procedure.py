"""An attack, from its declaration to the last stun check (section 2.34)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.core.continuation import Continuation, name_of
from engine.core.draft import Draft, find_procedure
from engine.core.memo import projection
from engine.model.frozen import Frozen
from engine.model.table import Procedure, Table
from engine.odds.odds import Distribution
from engine.rulesets.future_imperfect.character.equipment import ArmourLayer
from engine.rulesets.future_imperfect.character.hit_locations import HitLocation
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, CheckResult


class AttackKind(Continuation[CheckResult]):
    """A kind of attack: its roll, and `hit` or `miss` after it. Each is a struct in the module of its feature.

    Attributes:
        fires: it fires rounds, which may miss and hit bystanders (FI-STRAY-1).
        automatic: a burst of automatic fire.
        thrown: the weapon is thrown.
        melee: it is hand to hand.
        acts: it is an action of the attacker.
    """

    __slots__ = ()
    fires: ClassVar[bool] = False
    automatic: ClassVar[bool] = False
    thrown: ClassVar[bool] = False
    melee: ClassVar[bool] = False
    acts: ClassVar[bool] = True

    @property
    def name(self) -> str:
        """The name in files and texts."""
        return name_of(self)

    def check(self, table: Table, attack: Attack) -> Check:
        """Return the roll for the present target."""
        raise NotImplementedError

    def hit(self, draft: Draft, result: CheckResult) -> None:
        """Go on after a success of the roll."""
        raise NotImplementedError

    def miss(self, draft: Draft, result: CheckResult) -> None:
        """Go on after a failure of the roll."""
        raise NotImplementedError

    def odds_after(self, table: Table, attack: Attack, check: Check, viewer: str) -> tuple[Distribution, ...]:
        """Return the chances of what a hit does, by what a viewer may know; by default none."""
        return ()


class AttackTarget(Frozen):
    """One target of an attack.

    Attributes:
        actor: the character; empty for a spot on the ground that something is thrown at.
        distance: in metres.
        rounds: the number of rounds fired at it.
        dice: the number of shooting dice for it; 0 for all (FI-AUTO-4).
        hidden: nothing of it shows, but the attacker knows about where it is (FI-COVER-9).
        moving: the GM's decision whether it moves too fast (FI-SHOOT-8); None goes by `rate`.
        rate: the relative Rate (FI-SHOOT-7).
        light: the light there; irrelevant with `carries_light` (FI-DARK).
        front: it is attacked from the front (FI-PRONE-1).
        missed: the number of rounds that missed it.
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


class AttackHit(Frozen):
    """One hit of an attack with its location, whose damage is still to be rolled.

    Attributes:
        target: the character that is hit.
        natural: the d20 as it fell; None for a called location or one set by the GM.
        shift: the change by raises (FI-HITLOC-4).
        at: the location.
        strays: the round missed another target (FI-STRAY).
        damage: the thrown weapon dice, while a Strength check that chips may help is still open.
        sides: the die left behind armour.
        armour: the total Armor value as set by the GM; None for the real one.
    """

    target: str
    natural: int | None = None
    shift: int = 0
    at: HitLocation | None = None
    strays: bool = False
    damage: tuple[int, ...] = ()
    sides: int = 0
    armour: int | None = None


class Attack(Frozen, Procedure, tag_field="procedure", tag="attack"):
    """A shot, burst, throw or blow, from the declaration to the last stun check (section 2.34).

    Attributes:
        kind: the kind of attack.
        actor: the attacker.
        weapon: its name; empty for bare hands.
        marks: the targets.
        hand: the attacking hand.
        called: the called spot; empty for none. `place` and `side` name one of its locations.
        thing: a thing that is attacked instead of its bearer (FI-CALL-4).
        counters: of the aim (FI-AIM-2).
        two_weapons, one_handed, mounted, carried: circumstances of the attacker (T-6b); carried at a run.
        point_blank, low, height: circumstances that change the location (T-9b).
        lethal: the attacker means to kill (FI-BRAWL-4).
        effects: the intended effects of an entangling weapon: `entangled`, `prone`.
        harness: a slow weapon is worn with one (FI-ACT-2).
        free: costs no action, by decision of the GM.
        cover: the cover of each location, by character (FI-COVER-1).
        index: the index of the present target.
        raises: raises left to shift a location.
        hits: hits whose damage is still to be rolled; the first one is the present hit.
        spent: chips of each colour spent on the attacker's rolls, outside of turns (FI-FATE-10).
    """

    kind: AttackKind
    actor: str
    weapon: str = ""
    marks: tuple[AttackTarget, ...] = ()
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
    cover: Mapping[str, Mapping[str, ArmourLayer]] = {}
    index: int = 0
    raises: int = 0
    hits: tuple[AttackHit, ...] = ()
    spent: Mapping[str, int] = {}

    @property
    def targets(self) -> tuple[str, ...]:
        """The characters that are attacked."""
        if len(self.marks) == 1 and not self.hits:  # no lists are joined
            only = self.marks[0].actor
            return (only,) if only else ()
        actors = [mark.actor for mark in self.marks] + [hit.target for hit in self.hits]
        return tuple([actor for actor in dict.fromkeys(actors) if actor])


@projection
def current_attack(table: Table) -> Attack | None:
    """Return the attack in progress."""
    return find_procedure(table, Attack)


@projection
def is_attack_in_front(table: Table) -> bool:
    """Say whether an attack is in front, with nothing in progress within it."""
    return bool(table.procedures) and type(table.procedures[-1]) is Attack
