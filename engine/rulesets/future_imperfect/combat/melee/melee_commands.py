"""Blows, getting inside the reach of a longer weapon, and out again (FI-MELEE, FI-DB, FI-CLOSE, FI-BRAWL)."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.draft import Draft
from engine.kit.calculation import effective_steps, total
from engine.kit.gm_requests import GmActorRequest
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.odds.odds import Distribution
from engine.presentation.command_offers import Asks
from engine.rulesets.future_imperfect.actions.weapon_use import (
    fighter_inside_reach,
    is_inside_reach,
    melee_stance,
    record_inside_reach,
    weapon_in_hand,
    weapon_of_blow,
)
from engine.rulesets.future_imperfect.character.character_sheet import FIGHTING, DefendingWeapon
from engine.rulesets.future_imperfect.character.equipment import Weapon
from engine.rulesets.future_imperfect.checks.character_rolls import need_weapon, skill_roll
from engine.rulesets.future_imperfect.combat.attack_commands import (
    RARE,
    AttackPurpose,
    AttackRequest,
    CalledSpotField,
    HandField,
    SideField,
    SpotPlaceField,
    ThingField,
    TwoWeaponsField,
    common_parts,
    need_attack,
)
from engine.rulesets.future_imperfect.combat.hit_commands import continue_attack
from engine.rulesets.future_imperfect.initiative.action_cards import need_conflict
from engine.rulesets.future_imperfect.procedures.attack_procedure import Attack, AttackHit, AttackKind
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, CheckResult
from engine.rulesets.future_imperfect.procedures.participants import need_known
from engine.rulesets.future_imperfect.rules import melee_rules
from engine.rulesets.future_imperfect.settings import word

# ---- the roll --------------------------------------------------------------------------------------------------------


class MeleeKind(AttackKind):
    """An attack hand to hand; a miss has no effect."""

    __slots__ = ()
    melee = True

    def check(self, table: Table, attack: Attack) -> Check:
        """Return the roll of a blow or a manoeuvre, against the defender's fighting and reach (FI-MELEE-2)."""
        mark, weapon = attack.marks[attack.index], weapon_of_blow(table, attack)
        roll = skill_roll(
            table, attack.actor, FIGHTING, weapon.concentration, *effective_steps(*common_parts(table, attack))
        )
        tn_parts = melee_rules.melee_tn(
            melee_stance(table, attack.actor, DefendingWeapon(weapon=weapon, level=0)),
            melee_stance(table, mark.actor, weapon_in_hand(table, mark.actor)),
            fighter_inside_reach(table, attack, mark.actor),
            db_mode=word(table, "db_mode"),
            unnerved_passive=word(table, "unnerved_passive"),
        )
        return Check(then=AttackPurpose(), rolls=(roll,), tn=total(tn_parts), tn_parts=tn_parts)

    def miss(self, draft: Draft, result: CheckResult) -> None:
        """Continue without a hit."""
        continue_attack(draft)


class BlowKind(Frozen, MeleeKind, tag_field="then", tag="blow"):
    """A blow."""

    def hit(self, draft: Draft, result: CheckResult) -> None:
        """Add one hit."""
        attack = need_attack(draft.table)
        hit = AttackHit(target=attack.marks[attack.index].actor)
        draft.replace_procedure(replace(attack, hits=(hit,), raises=max(0, result.successes - 1)))
        continue_attack(draft)

    def odds_after(self, table: Table, attack: Attack, check: Check, viewer: str) -> tuple[Distribution, ...]:
        """Return the chances of the location and the wounds of a hit."""
        # Imported here: only odds need it.
        from engine.rulesets.future_imperfect.combat.damage_odds import hit_distributions

        return hit_distributions(table, attack, viewer)


class CloseKind(Frozen, MeleeKind, tag_field="then", tag="close"):
    """Getting inside the reach of a longer weapon."""

    def hit(self, draft: Draft, result: CheckResult) -> None:
        """Record it."""
        attack = need_attack(draft.table)
        _set_closed(draft, attack.actor, attack.marks[0].actor, closed=True)
        continue_attack(draft)


class DistanceKind(Frozen, MeleeKind, tag_field="then", tag="distance"):
    """Getting back the distance that a longer weapon needs."""

    def hit(self, draft: Draft, result: CheckResult) -> None:
        """Record it."""
        attack = need_attack(draft.table)
        _set_closed(draft, attack.marks[0].actor, attack.actor, closed=False)
        continue_attack(draft)


def _set_closed(draft: Draft, inside: str, outside: str, *, closed: bool) -> None:
    record_inside_reach(draft, inside, outside, inside=closed)
    name, target = actor_name(draft.table, inside), actor_name(draft.table, outside)
    draft.note("closed_in" if closed else "apart_again", "FI-CLOSE-2", "FI-CLOSE-5", actor=name, target=target)


# ---- declaring -------------------------------------------------------------------------------------------------------


def need_melee(table: Table, actor: str, name: str) -> Weapon:
    """Return the weapon of a blow. Raises Refused for one not made for it (FI-MELEE-1)."""
    weapon = need_weapon(table, actor, name) if name else weapon_in_hand(table, actor).weapon
    if weapon.aptitude != FIGHTING:
        raise Refused("not_for_blows", "FI-MELEE-1", weapon=weapon.name)
    return weapon


class MeleeRequest(AttackRequest, kw_only=True):
    """A command that declares a blow or a manoeuvre; `KIND` is which."""

    ABSTRACT = True
    KIND: ClassVar[AttackKind]
    target: ActorId
    weapon: Annotated[str, Meta(description="what with; empty for what is in hand, else the bare hand")] = ""

    def attack(self, table: Table) -> Attack:
        """Return the attack, with a weapon for blows."""
        need_melee(table, self.actor, self.weapon)
        return self.declared(table, self.KIND, self.mark(self.target), weapon=self.weapon)


class Strike(MeleeRequest):
    """Strike a character."""

    RULES = (
        "FI-MELEE-1",
        "FI-MELEE-2",
        "FI-MELEE-3",
        "FI-MELEE-4",
        "FI-MELEE-5",
        "FI-MELEE-6",
        "FI-DB-1",
        "FI-DB-2",
        "FI-DB-3",
        "FI-DB-4",
        "FI-CLOSE-4",
        "FI-BRAWL-4",
        "FI-MART-1",
        "FI-MART-2",
    )
    KIND = BlowKind()
    hand: HandField = "main"
    two_weapons: TwoWeaponsField = False
    called: CalledSpotField = ""
    place: SpotPlaceField = ""
    side: SideField = ""
    thing: ThingField = ""
    height: Annotated[bool, Meta(description="the attacker stands or rides higher"), RARE] = False
    lethal: Annotated[bool, Meta(description="with a heavy club: whether the blow is meant to kill"), RARE] = True


class CloseIn(MeleeRequest):
    """Get inside the reach of a longer weapon, instead of doing damage."""

    RULES = ("FI-CLOSE-1", "FI-CLOSE-2", "FI-CLOSE-5")
    KIND = CloseKind()

    def verify(self, table: Table) -> None:
        """Require a conflict."""
        need_conflict(table)
        super().verify(table)

    def need_possible(self, table: Table, attack: Attack) -> None:
        """Require the shorter weapon or none, and a character that is not inside yet."""
        if is_inside_reach(table, self.actor, self.target):
            raise Refused("already_so", "FI-CLOSE-1")
        weapon = need_melee(table, self.actor, self.weapon)
        if not melee_rules.may_close(weapon.db, weapon_in_hand(table, self.target).weapon.db, unarmed=weapon.unarmed):
            raise Refused("weapon_not_shorter", "FI-CLOSE-5", weapon=weapon.name)


class KeepDistance(MeleeRequest):
    """Get the distance back that a longer weapon needs."""

    RULES = ("FI-CLOSE-3",)
    KIND = DistanceKind()

    def need_possible(self, table: Table, attack: Attack) -> None:
        """Require an opponent inside the character's reach."""
        if not is_inside_reach(table, self.target, self.actor):
            raise Refused("not_closed", "FI-CLOSE-3", actor=actor_name(table, self.target))


class SetClosed(GmActorRequest):
    """Set who is inside whose reach, as the GM, for example after a movement."""

    RULES = ("FI-CLOSE-5",)
    NEEDS = (
        lambda table, command: need_conflict(table),
        lambda table, command: need_known(table, command.seat, command.target),
    )
    target: ActorId
    closed: Annotated[bool, Meta(description="the first is inside the reach of the second"), Asks()] = False

    def decide(self, draft: Draft) -> None:
        """Record it."""
        _set_closed(draft, self.actor, self.target, closed=self.closed)
