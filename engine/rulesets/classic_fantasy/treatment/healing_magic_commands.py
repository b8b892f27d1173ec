"""Healing magic: spells for wounds, and wounds that magic stabilises (CF-HEAL-8 to CF-HEAL-10, CF-X-34)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.audience import may_read_numbers
from engine.core.draft import Draft
from engine.kit.gm_requests import GmActorRequest
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.odds.odds import Odds, chance_sums, numbers
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character.character_audience import CharacterRequest, need_known
from engine.rulesets.classic_fantasy.character.character_conditions import (
    LIMB_LOST,
    is_dead,
    need_spell_held,
    place_of,
)
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.character.resource_pools import MAGIC, pool, set_pool
from engine.rulesets.classic_fantasy.checks.check_procedure import EffectPurpose, EffectRoll
from engine.rulesets.classic_fantasy.combat.round_commands import end_last_act
from engine.rulesets.classic_fantasy.combat.turn_order import use_turn_action
from engine.rulesets.classic_fantasy.dice.mixed_dice import mixed
from engine.rulesets.classic_fantasy.health.body_state import healing_rate, injury_of, need_location, stabilise
from engine.rulesets.classic_fantasy.health.incapacity import need_offence
from engine.rulesets.classic_fantasy.health.natural_healing_schedule import start_wound_histories
from engine.rulesets.classic_fantasy.health.rest_procedure import rest
from engine.rulesets.classic_fantasy.treatment import treatment_rules
from engine.rulesets.classic_fantasy.treatment.treatment_commands import (
    apply_care,
    heals_all,
    need_action,
    need_nothing_pending,
    need_ready,
    throw_care,
)
from engine.rulesets.classic_fantasy.wounds.wound_rules import numbers as wound_numbers

MOST_MAGIC = 99


def is_severed(table: Table, actor: str, location: str) -> bool:
    """Say whether a limb is off (CF-WOUND-13)."""
    injury = injury_of(table, actor, location)
    severed = any(place_of(condition) == location for condition in table.actors[actor].conditions_named(LIMB_LOST))
    return severed and (injury is None or injury.limb_kind in (None, *wound_numbers().limbs.dismembered))


class CastHealing(CharacterRequest):
    """A healing spell works on a wound; it stabilises all wounds of the patient, and treats what it can."""

    RULES = (
        "CF-HEAL-8",
        "CF-HEAL-9",
        "CF-HEAL-10",
        "CF-X-34",
        "CF-REST-8",
        "CF-HEAL-4",
        "CF-WOUND-5",
        "CF-X-27",
        "CF-X-39",
    )
    patient: Annotated[str, Meta(description="for whom")]
    location: Annotated[str, Meta(description="which wound")]
    spell: Annotated[
        str, Meta(description="cure_minor, cure_serious, cure_major, heal or regenerate"), Asks("d100_spell")
    ]
    magic: Annotated[int, Meta(ge=0, le=MOST_MAGIC, description="Magic Points that it costs"), Asks("d100_magic")] = 1
    intensity: Annotated[int, Meta(ge=0, le=MOST_MAGIC, description="of the spell"), Asks("d100_intensity")] = 1

    def verify(self, table: Table) -> None:
        """Allow the player of a caster that can begin a spell (CF-WOUND-5) and has the Magic Points, for a wound."""
        super().verify(table)
        need_known(table, self.seat, self.patient)
        need_nothing_pending(table, "CF-HEAL-8")
        if is_dead(table, self.patient):
            raise Refused("d100_is_dead", "CF-HEAL-8", actor=actor_name(table, self.patient))
        need_action(table, self.actor)
        need_offence(table, self.actor)
        need_spell_held(table, self.actor)
        spot = need_location(table, self.patient, self.location)
        need_ready(table, self.actor, "cast_spells", "CF-REST-8")
        treatment_rules.spell_dice(self.spell, spot.hp, spot.most)
        if spot.level == "none" and not is_severed(table, self.patient, self.location):
            raise Refused("nothing_to_treat", "CF-HEAL-8")
        magic_points = pool(table, self.actor, MAGIC)
        if magic_points < self.magic:
            raise Refused("d100_magic_points", "CF-REST-8", cost=self.magic, have=magic_points)

    def decide(self, draft: Draft) -> None:
        """Pay, throw, and apply the spell; it takes a step in a rest and a moment elsewhere."""
        start_wound_histories(draft)
        patient, location, table = self.patient, self.location, draft.table
        use_turn_action(draft, self.actor, casts=True)
        rest_now = rest(draft.table)
        if rest_now is not None and self.actor not in rest_now.cast:
            draft.replace_procedure(replace(rest_now, cast=(*rest_now.cast, self.actor)))
        set_pool(draft, self.actor, MAGIC, pool(table, self.actor, MAGIC) - self.magic)
        add_log_line(draft, self.actor, "d100_casts", "CF-HEAL-8", spell=self.spell, points=self.magic)
        spot = need_location(table, patient, location)
        dice = treatment_rules.spell_dice(self.spell, spot.hp, spot.most)
        end_last_act(draft, self.actor)
        then = SpellDice(patient=patient, location=location, spell=self.spell, intensity=self.intensity)
        throw_care(draft, then, patient, location, dice, self.actor)

    def odds(self, table: Table, viewer: str) -> Odds | None:
        """Return the chances of the hit points that dice restore, for who may read the patient."""
        # Imported here: only odds need it.
        from engine.odds.dice_odds import total_chances

        self.verify(table)
        spot = need_location(table, self.patient, self.location)
        dice = treatment_rules.spell_dice(self.spell, spot.hp, spot.most)
        if not dice or not may_read_numbers(table, viewer, self.patient):
            return None
        then = SpellDice(patient=self.patient, location=self.location, spell=self.spell, intensity=self.intensity)
        chances = total_chances(mixed(dice))
        points = chance_sums((then.care(table, die).points, chance) for die, chance in chances.items())
        explanation = (Message(key="odds.rolled_dice", params={"dice": dice}),)
        return Odds(distributions=(numbers(Message(key="d100.odds_healed"), points),), explanation=explanation)


class SpellDice(Frozen, EffectPurpose, tag_field="then", tag="spell"):
    """The dice for the hit points that a spell restores."""

    patient: str
    location: str
    spell: str
    intensity: int

    def bound_actors(self) -> tuple[str, ...]:
        """Return the patient."""
        return (self.patient,)

    def resume(self, draft: Draft, result: EffectRoll) -> None:
        """Apply the spell to the wound as it is now."""
        table, patient, location = draft.table, self.patient, self.location
        if need_location(table, patient, location).level == "none" and not is_severed(table, patient, location):
            return
        apply_care(draft, patient, location, self.care(table, result.value), by="magic", later=result.value)

    def is_enough(self, table: Table, total: int) -> bool:
        """Return whether they heal the whole wound."""
        return heals_all(table, self.patient, self.location, lambda: self.care(table, total))

    def care(self, table: Table, die: int) -> treatment_rules.Care:
        """Return the effect on the wound as it is now, with a total of the dice (CF-HEAL-8)."""
        spot, injury = need_location(table, self.patient, self.location), injury_of(table, self.patient, self.location)
        return treatment_rules.cast(
            self.spell,
            spot.hp,
            spot.most,
            die=die,
            hr=healing_rate(table, self.patient),
            dismembered=is_severed(table, self.patient, self.location),
            age_seconds=table.clock - injury.injured if injury is not None else 0,
            intensity=self.intensity,
        )


class MagicStabilises(GmActorRequest):
    """The GM declares that healing magic has stabilised all wounds of a character."""

    RULES = ("CF-HEAL-9", "CF-BLOOD-5")

    def decide(self, draft: Draft) -> None:
        """Prevent death and stop bleeding, but not lack of air or poison (CF-HEAL-10)."""
        start_wound_histories(draft)
        if not stabilise(draft, self.actor, None, by="magic"):
            add_log_line(draft, self.actor, "d100_stable", "CF-HEAL-9")
