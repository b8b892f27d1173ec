"""Shots and bursts, and bystanders hit by rounds that missed (FI-SHOOT, FI-AREA, FI-AUTO, FI-AIM, FI-TWO, FI-STRAY)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.draft import Draft
from engine.kit.calculation import CalculationStep, effective_steps, total
from engine.kit.gm_requests import GmRequest
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.odds.odds import Distribution
from engine.presentation.command_offers import Asks
from engine.presentation.offers import QuestionKind
from engine.rulesets.future_imperfect.actions.weapon_use import aim_counters, weapon_of
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.character.equipment import Weapon
from engine.rulesets.future_imperfect.character.traits import with_count
from engine.rulesets.future_imperfect.checks.character_rolls import need_weapon, skill_roll
from engine.rulesets.future_imperfect.combat.attack_commands import (
    RARE,
    AttackPurpose,
    AttackRequest,
    CalledSpotField,
    DistanceField,
    HandField,
    HarnessField,
    PointBlankField,
    SideField,
    SpotPlaceField,
    ThingField,
    TwoWeaponsField,
    WeaponField,
    common_parts,
    need_attack,
)
from engine.rulesets.future_imperfect.combat.hit_commands import continue_attack
from engine.rulesets.future_imperfect.conditions import maimed_limbs
from engine.rulesets.future_imperfect.conditions.character_conditions import condition_costs
from engine.rulesets.future_imperfect.damage.wound_commands import need_no_pending_wounds
from engine.rulesets.future_imperfect.initiative.action_cards import metres_moved, need_free
from engine.rulesets.future_imperfect.procedures.attack_procedure import Attack, AttackHit, AttackKind, AttackTarget
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, CheckResult, CheckRoll
from engine.rulesets.future_imperfect.procedures.participants import dice_purpose, need_known
from engine.rulesets.future_imperfect.procedures.session_procedure import session_state
from engine.rulesets.future_imperfect.rules import miss_rules, ranged_rules
from engine.rulesets.future_imperfect.settings import word

SHOOTING = "shooting"
OneHandedField = Annotated[bool, Meta(description="a rifle fired with one hand"), RARE]
SharesField = Annotated[tuple[int, ...], Meta(max_length=20)]


class RangedRequest(AttackRequest):
    """A command that declares a ranged attack."""

    ABSTRACT = True
    hand: HandField = "main"
    two_weapons: TwoWeaponsField = False
    mounted: Annotated[bool, Meta(description="shoots or throws from a mount"), RARE] = False
    carried: Annotated[bool, Meta(description="rides on something that runs"), RARE] = False
    hidden: Annotated[
        bool, Meta(description="nothing of the target shows, but it is known about where it is"), RARE
    ] = False
    rate: Annotated[
        Annotated[int, Meta(ge=0, le=99_999)] | None,
        Meta(description="relative Rate of the two, metres a round; null goes by how far they moved in it"),
        Asks(rare=True, most=999),
    ] = None
    course: Annotated[
        ranged_rules.RelativeCourse,
        Meta(description="they move in opposite ways, or the same; else the target's own Rate counts"),
        Asks(rare=True, choices=("opposite", "same")),
    ] = "other"
    light: Annotated[str, Meta(description="how light it is there: a name of the group's list"), RARE] = "full"


class Shoot(RangedRequest, kw_only=True):
    """Fire a single shot, or one barrel."""

    RULES = (
        "FI-SHOOT-1",
        "FI-SHOOT-2",
        "FI-SHOOT-4",
        "FI-SHOOT-5",
        "FI-SHOOT-6",
        "FI-SHOOT-7",
        "FI-SHOOT-9",
        "FI-AREA-2",
        "FI-AREA-4",
        "FI-CALL-1",
        "FI-AIM-2",
        "FI-TWO-1",
        "FI-TWO-2",
        "FI-TWO-3",
        "FI-COVER-9",
        "FI-DARK-1",
    )
    target: ActorId
    weapon: WeaponField
    distance: DistanceField = 0
    one_handed: OneHandedField = False
    called: CalledSpotField = ""
    place: SpotPlaceField = ""
    side: SideField = ""
    thing: ThingField = ""
    point_blank: PointBlankField = False
    low: Annotated[bool, Meta(description="a shot at point-blank range that goes low, as under a table"), RARE] = False
    known: Annotated[bool, Meta(description="of a hidden target: its whereabouts are known")] = True
    moving: Annotated[
        bool | None,
        Meta(description="the GM's decision on whether the target is too fast; null decides by its Rate"),
        Asks(kind=QuestionKind.CHOICE, choices=("true", "false"), rare=True),
    ] = None
    carries_light: Annotated[bool, Meta(description="the target does, and the dark does not hide it"), RARE] = False
    front: Annotated[bool, Meta(description="from the front, as far as lying down matters"), RARE] = True
    counters: Annotated[
        int, Meta(ge=0, le=99, description="aim counters, where no cards are counted down"), Asks(rare=True, most=20)
    ] = 0
    harness: HarnessField = False

    def attack(self, table: Table) -> Attack:
        """Return the shot."""
        rate = rate_between(table, self.actor, self.target, self.rate, self.course)
        weapon = need_gun(table, self.actor, self.weapon).name
        return self.declared(table, ShotKind(), self.mark(self.target, rate=rate), weapon=weapon)

    def need_possible(self, table: Table, attack: Attack) -> None:
        """Require a target that is known, and a spot that it has."""
        ranged_rules.need_known_target(hidden=self.hidden, known=self.known)
        need_light(table, self.light)
        super().need_possible(table, attack)

    def begun(self, table: Table, attack: Attack) -> Attack:
        """Return the shot with the counters of the aim."""
        gun = weapon_of(table, attack)
        counters = aim_counters(table, self.actor, gun, self.target, self.counters, free=self.free)
        return attack if counters == attack.counters else replace(attack, counters=counters)


class FireBurst(RangedRequest, kw_only=True):
    """Fire a burst at one target or several."""

    RULES = ("FI-AUTO-1", "FI-AUTO-2", "FI-AUTO-4", "FI-AUTO-5", "FI-SHOOT-2")
    weapon: WeaponField
    targets: Annotated[tuple[str, ...], Meta(min_length=1, max_length=20, description="characters")]
    distances: Annotated[SharesField, Meta(description="metres to each of them; one for all")] = (0,)
    rounds: Annotated[SharesField, Meta(description="how many rounds each gets; none for one target")] = ()
    dice: Annotated[SharesField, Meta(description="how many shooting dice each gets; none for one target")] = ()
    one_handed: OneHandedField = False
    point_blank: PointBlankField = False
    harness: HarnessField = False

    def attack(self, table: Table) -> Attack:
        """Return the burst, with its dice and rounds split over the targets."""
        weapon = need_gun(table, self.actor, self.weapon)
        if not weapon.burst:
            raise Refused("no_bursts", "FI-AUTO-1", weapon=weapon.name)
        count = len(self.targets)
        distances = self.distances * count if len(self.distances) == 1 else self.distances
        rounds = self.rounds or ((weapon.burst,) if count == 1 else ())
        dice = self.dice or ((0,) if count == 1 else ())
        if len(distances) != count:
            raise Refused("distance_each", "FI-SHOOT-2")
        if len(rounds) != count:
            raise Refused("split_rounds", "FI-AUTO-4", rounds=weapon.burst)
        if len(dice) != count:
            raise Refused("split_dice", "FI-AUTO-4", dice=_pool(table, self.actor, weapon))
        marks = []
        for target, metres, fired, share in zip(self.targets, distances, rounds, dice, strict=True):
            rate = rate_between(table, self.actor, target, self.rate, self.course)
            marks.append(self.mark(target, distance=metres, rounds=fired, dice=share, rate=rate))
        if len(set(self.targets)) != count:
            raise Refused("target_twice", "FI-AUTO-4")
        return self.declared(table, BurstKind(), *marks, weapon=weapon.name)

    def uses(self, weapon: Weapon) -> int:
        """Return all uses of the weapon."""
        return weapon.rof

    def need_possible(self, table: Table, attack: Attack) -> None:
        """Require all dice and all rounds."""
        need_light(table, self.light)
        weapon = weapon_of(table, attack)
        pool = _pool(table, self.actor, weapon)
        rounds = [mark.rounds for mark in attack.marks]
        ranged_rules.need_split(self.dice or (pool,), rounds, all_dice=pool, all_rounds=weapon.burst)


# ---- declaring -------------------------------------------------------------------------------------------------------


def need_gun(table: Table, actor: str, name: str) -> Weapon:
    """Return a weapon that shoots. Raises Refused for one that does not."""
    weapon = need_weapon(table, actor, name)
    if weapon.aptitude != SHOOTING:
        raise Refused("not_a_gun", "FI-SHOOT-1", weapon=weapon.name)
    return weapon


def need_light(table: Table, light: str) -> None:
    """Raise Refused for a light that the group's list has not (FI-DARK-3)."""
    known = word(table, "darkness_table")
    if light not in known:
        raise Refused("no_such_light", "FI-DARK-3", light=light[:40], known=list(known))


def rate_between(table: Table, actor: str, target: str, ruled: int | None, course: ranged_rules.RelativeCourse) -> int:
    """Return the given relative Rate, else the one by the moves of both in this round (FI-SHOOT-8)."""
    if ruled is not None:
        return ruled
    return ranged_rules.relative_rate(metres_moved(table, actor), metres_moved(table, target), course)


def _pool(table: Table, actor: str, weapon: Weapon) -> int:
    return skill_roll(table, actor, SHOOTING, weapon.concentration).dice.count


# ---- the roll --------------------------------------------------------------------------------------------------------


def _seen(table: Table, mark: AttackTarget) -> tuple[CalculationStep | None, ...]:
    """Return the modifiers by a target's Size, speed and light (FI-SHOOT-5 to FI-SHOOT-9)."""
    target = table.actors.get(mark.actor)
    return (
        ranged_rules.size_part(character_sheet.size(target, table.lists)) if target is not None else None,
        ranged_rules.speed_part(mark.rate, ruled=mark.moving),
        ranged_rules.sight_part(
            mark.distance,
            hidden=mark.hidden,
            light=mark.light,
            carries_light=mark.carries_light,
            darkness_table=word(table, "darkness_table"),
        ),
    )


def far_roll(table: Table, attack: Attack, aptitude: str, *more: CalculationStep | None) -> CheckRoll:
    """Return the roll of a ranged attack with all modifiers besides the distance (FI-SHOOT-5)."""
    weapon, mark = weapon_of(table, attack), attack.marks[attack.index]
    parts = effective_steps(
        *_riding_parts(table, attack, weapon), *common_parts(table, attack), *_seen(table, mark), *more
    )
    return skill_roll(table, attack.actor, aptitude, weapon.concentration, *parts)


def _riding_parts(table: Table, attack: Attack, weapon: Weapon) -> tuple[CalculationStep, ...]:
    """Return the modifiers by a mount, by riding at a run, and by a rifle in one hand (FI-SHOOT-5, FI-TWO-3)."""
    one_handed = attack.one_handed or bool(maimed_limbs.lost_hands(table, attack.actor))
    return ranged_rules.attacker_parts(
        ranged_rules.AttackerCircumstances(
            mounted=attack.mounted,
            running=condition_costs().running if attack.carried else 0,
            one_handed_rifle=one_handed and weapon.rifle,
        )
    )


class FiringKind(AttackKind):
    """A shot or a burst."""

    __slots__ = ()
    fires = True

    def check(self, table: Table, attack: Attack) -> Check:
        """Return the roll of a shot, or of the share of a burst for the present target (2.34 ATTACK 3 to 5)."""
        mark, weapon = attack.marks[attack.index], weapon_of(table, attack)
        aim = weapon.aim
        aimed = (
            ranged_rules.aim_part(attack.counters, aim.steps, aim.unaimed, automatic=self.automatic) if aim else None
        )
        roll = far_roll(table, attack, SHOOTING, aimed)
        spread = ranged_rules.area_shooting_part(weapon.ae, mark.distance) if weapon.shotgun and weapon.ae else None
        count = (mark.dice or roll.dice.count) + (spread.value if spread else 0)
        roll = replace(roll, dice=with_count(roll.dice, count), targets=len(attack.marks))
        tn_parts = ranged_rules.range_tn(mark.distance, weapon.increment or mark.distance + 1)
        return Check(then=AttackPurpose(), rolls=(roll,), tn=total(tn_parts), tn_parts=tn_parts)

    def hit(self, draft: Draft, result: CheckResult) -> None:
        """Add the hits: one of a shot; of a burst one a success, up to its rounds (FI-AUTO-2, FI-AUTO-6, FI-AUTO-7)."""
        attack = need_attack(draft.table)
        mark = attack.marks[attack.index]
        hits = ranged_rules.burst_hits(result.successes, mark.rounds) if self.automatic else 1
        raises = ranged_rules.open_raises(
            result.successes,
            rounds=mark.rounds if self.automatic else None,
            burst_raises_shift=word(draft.table, "burst_raises_shift"),
        )
        landing = tuple(AttackHit(target=mark.actor) for _ in range(hits))
        draft.replace_procedure(replace(_with_missed_rounds(attack, mark.rounds - hits), hits=landing, raises=raises))
        draft.record_results(hits=hits)
        continue_attack(draft)

    def miss(self, draft: Draft, result: CheckResult) -> None:
        """Let all rounds miss."""
        attack = need_attack(draft.table)
        draft.replace_procedure(_with_missed_rounds(attack, attack.marks[attack.index].rounds))
        draft.record_results(hits=0)
        continue_attack(draft)

    def odds_after(self, table: Table, attack: Attack, check: Check, viewer: str) -> tuple[Distribution, ...]:
        """Return the chances of the location and the wounds of a hit."""
        # Imported here: only odds need it.
        from engine.rulesets.future_imperfect.combat.damage_odds import hit_distributions

        return hit_distributions(table, attack, viewer)


class ShotKind(Frozen, FiringKind, tag_field="then", tag="shot"):
    """A single shot."""


class BurstKind(Frozen, FiringKind, tag_field="then", tag="burst"):
    """A burst of automatic fire."""

    automatic = True

    def odds_after(self, table: Table, attack: Attack, check: Check, viewer: str) -> tuple[Distribution, ...]:
        """Return the chances of the number of hits and of all their wounds, and those of each hit."""
        # Imported here: only odds need it.
        from engine.rulesets.future_imperfect.combat.damage_odds import burst_distributions

        together = burst_distributions(table, attack, check, viewer)
        return (*together, *super().odds_after(table, attack, check, viewer))


def _with_missed_rounds(attack: Attack, rounds: int) -> Attack:
    """Return an attack with so many rounds that missed the present target; they may hit bystanders (FI-STRAY)."""
    missed = replace(attack.marks[attack.index], missed=rounds)
    return replace(attack, marks=(*attack.marks[: attack.index], missed, *attack.marks[attack.index + 1 :]))


# ---- bystanders ------------------------------------------------------------------------------------------------------


class CheckStrays(GmRequest):
    """Check whether missed rounds hit bystanders; those past each target of a split burst, one after the other."""

    RULES = ("FI-STRAY-1", "FI-STRAY-3", "FI-STRAY-4", "FI-STRAY-5", "FI-STRAY-6", "FI-STRAY-7", "FI-AUTO-7")
    bystanders: Annotated[
        tuple[str, ...],
        Meta(min_length=1, max_length=50, description="who stands near the path, the nearest to the shooter first"),
        Asks(ordered=True),
    ]

    def verify(self, table: Table) -> None:
        """Require the GM, after a miss; neither the shooter nor the target is a bystander."""
        super().verify(table)
        need_free(table)
        need_no_pending_wounds(table)
        missed = next(iter(session_state(table).missed), None)
        if missed is None or missed.actor not in table.actors:
            raise Refused("nothing_missed", "FI-STRAY-1")
        for actor in self.bystanders:
            need_known(table, self.seat, actor)
            if actor in (missed.actor, missed.target):
                raise Refused("no_bystander", "FI-STRAY-3", actor=actor_name(table, actor))
        if len(set(self.bystanders)) != len(self.bystanders):
            raise Refused("target_twice", "FI-STRAY-4")

    def decide(self, draft: Draft) -> None:
        """Test the bystanders for each round, in order, until it hits one of them (FI-STRAY-4, FI-STRAY-5)."""
        session = session_state(draft.table)
        missed, *others = session.missed
        draft.replace_procedure(replace(session, missed=tuple(others)))
        victims = tuple(
            victim
            for _ in range(missed.rounds)
            if (victim := _round(draft, self.bystanders, spread=missed.spread)) is not None
        )
        draft.record_results(strays=list(victims))
        if not victims:
            draft.note("no_strays", "FI-STRAY-4")
            return
        marks = tuple(AttackTarget(actor=victim, distance=missed.distance) for victim in dict.fromkeys(victims))
        hits = tuple(AttackHit(target=victim, strays=True) for victim in victims)
        draft.push_procedure(
            Attack(kind=StrayKind(), actor=missed.actor, weapon=missed.weapon, marks=marks, index=len(marks), hits=hits)
        )
        continue_attack(draft)


class StrayKind(Frozen, AttackKind, tag_field="then", tag="stray"):
    """Rounds that missed another target; they have no roll of their own (FI-STRAY)."""

    acts = False


def _round(draft: Draft, order: tuple[str, ...], *, spread: bool) -> str | None:
    faces: list[int] = []
    for actor in order:
        with dice_purpose(draft, actor, "dice_stray"):
            faces += draft.roll(ranged_rules.ranged_tables().stray.sides)
        if miss_rules.stray_victim(order, faces, spread=spread) is not None:
            draft.note("stray_hits", "FI-STRAY-3", actor=actor_name(draft.table, actor), dice=faces)
            return actor
    return None
