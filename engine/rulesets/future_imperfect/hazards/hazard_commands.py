"""Falls, fire, dense smoke and deep water (FI-FALL, FI-FIRE, FI-DROWN)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar

from msgspec import Meta

from engine.core.commands import Need
from engine.core.draft import Draft
from engine.kit.calculation import CalculationStep, total
from engine.kit.checks.exploding_dice import roll_exploding_dice
from engine.kit.gm_requests import GmActorRequest
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.conditions import Condition
from engine.model.frozen import Frozen
from engine.model.table import Table
from engine.odds.odds import Distribution
from engine.presentation.command_offers import Asks
from engine.rulesets.future_imperfect.actions import action_cost
from engine.rulesets.future_imperfect.actions.hazard_conditions import (
    BLAZES,
    BURNING,
    CLOTH,
    SMOKE,
    WATER,
    conflict_members,
    current_round,
    enter_hazard,
    hazard_condition,
    hazard_due,
    record_hazard_roll,
    water_tn,
)
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.character.row_reader import folded
from engine.rulesets.future_imperfect.checks.character_rolls import skill_roll, trait_roll
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS, clear_tray, show_effect_openly
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.damage.wind import lose_wind
from engine.rulesets.future_imperfect.damage.wound_commands import ANYWHERE, inflict_wounds
from engine.rulesets.future_imperfect.damage.wound_marks import chart_for, wounds_of
from engine.rulesets.future_imperfect.distance import written
from engine.rulesets.future_imperfect.initiative.action_cards import need_free
from engine.rulesets.future_imperfect.procedures.check_procedure import CallOffPolicy, Check, CheckPurpose, CheckResult
from engine.rulesets.future_imperfect.procedures.participants import (
    ParticipantRequest,
    add_log_line,
    dice_purpose,
    record_result,
)
from engine.rulesets.future_imperfect.procedures.session_procedure import EffectRoll
from engine.rulesets.future_imperfect.procedures.wound_procedure import AfterWounds
from engine.rulesets.future_imperfect.rules import hazard_rules
from engine.rulesets.future_imperfect.rules.hazard_rules import FireSize, LandingGround
from engine.rulesets.future_imperfect.settings import flag

SWIMMING = "swimming"
GROUNDS: tuple[LandingGround, ...] = ("hard", "water", "soft")


def need_hazard(table: Table, command: HazardRequest | BreathRequest) -> None:
    """Raise Refused for a character that is not in the hazard of the command."""
    if command.ELEMENT and hazard_condition(table, command.actor, command.ELEMENT) is None:
        raise Refused("not_in_element", actor=actor_name(table, command.actor), element=command.ELEMENT)


class HazardRequest(GmActorRequest):
    """A command of the GM about a character in a hazard, while nothing else is in progress.

    Attributes:
        ELEMENT: the hazard that the character must be in; empty for one that it comes into.
    """

    ABSTRACT = True
    NEEDS: ClassVar[tuple[Need, ...]] = (need_free, need_hazard)
    ELEMENT: ClassVar[str] = ""


class OutOfHazardRequest(HazardRequest):
    """A command that takes a character out of a hazard; `LINE` is the key of its log line."""

    ABSTRACT = True
    LINE: ClassVar[str]

    def decide(self, draft: Draft) -> None:
        """Remove the condition."""
        draft.lift_condition(self.actor, self.ELEMENT)
        add_log_line(draft, self.actor, self.LINE, *self.RULES)


def levels_by_size(table: Table, actor: str, damage: int) -> int:
    """Return the wound levels of damage by the character's Size (FI-DMG-5)."""
    return wounds_of(damage, character_sheet.size(table.actors[actor], table.lists))


# ---- falls -----------------------------------------------------------------------------------------------------------


class Fall(HazardRequest):
    """Make a character fall. Into water or onto soft ground, it may land well."""

    RULES = ("FI-FALL-1", "FI-FALL-2", "FI-FALL-3", "FI-FALL-4", "FI-FALL-5", "FI-STUN-2")
    metres: Annotated[float, Meta(ge=0, le=99999, description="how far"), Asks(least=1, most=999)]
    ground: Annotated[LandingGround, Meta(description="hard, water or soft"), Asks(choices=GROUNDS, optional=False)] = (
        "hard"
    )

    def decide(self, draft: Draft) -> None:
        """Open a roll for a soft landing if the ground allows one; otherwise apply the damage at once."""
        tn = hazard_rules.landing_tn(self.ground)
        if tn is None or not hazard_rules.fall_dice(self.metres).dice:
            _apply_fall_damage(draft, self.actor, self.metres, self.ground, landed_well=False)
            return
        into_water = self.ground == "water"
        make_roll = skill_roll if into_water else trait_roll
        roll = make_roll(draft.table, self.actor, SWIMMING if into_water else "dexterity")
        then = LandingPurpose(metres=self.metres, ground=self.ground)
        CHECKS.open(draft, Check.against(tn, "landing", roll, then, self.ground))


class LandingPurpose(Frozen, CheckPurpose, tag_field="then", tag="landing"):
    """The roll for a soft landing: the damage of the fall follows, over so many metres onto that ground."""

    called = "landing"
    ground: LandingGround
    metres: float = 0.0

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Apply the damage."""
        actor, landed_well = result.check.rolls[0].actor, result.successes > 0
        _apply_fall_damage(draft, actor, self.metres, self.ground, landed_well=landed_well)

    def odds_after(self, table: Table, check: Check, viewer: str) -> tuple[Distribution, ...]:
        """Return the chances of the wounds of the fall, whether it lands well or not."""
        # Imported here: only odds need it.
        from engine.rulesets.future_imperfect.hazards.fall_odds import landing_distributions

        return landing_distributions(table, check, self.metres, self.ground)


def _apply_fall_damage(draft: Draft, actor: str, metres: float, ground: LandingGround, *, landed_well: bool) -> None:
    dice = hazard_rules.fall_dice(metres)
    if not dice.dice:
        add_log_line(draft, actor, "falls_unhurt", "FI-FALL-1", "FI-FALL-5", metres=written(metres))
        record_result(draft, actor, damage=0, wounds=0)
        return
    clear_tray(draft)
    with dice_purpose(draft, actor, "dice_fall"):
        thrown = roll_exploding_dice(draft, dice.sides, dice.dice, aces=True)
    parts = hazard_rules.fall_damage([die.total for die in thrown], dice.plus, ground, landed_well=landed_well)
    damage, reasons = total(parts), tuple(part.words for part in parts)
    add_log_line(draft, actor, "falls", "FI-FALL-1", metres=written(metres), damage=damage, reckoning=reasons)
    record_result(draft, actor, damage=damage)
    effect = EffectRoll(actor=actor, what="fall", sides=dice.sides, dice=thrown, total=damage, reasons=reasons)
    show_effect_openly(draft, effect)
    if damage:
        wounds, distinct = levels_by_size(draft.table, actor, damage), flag(draft.table, "fall_distinct_areas")
        inflict_wounds(draft, actor, {ANYWHERE: wounds}, what="fall", distinct=distinct)


# ---- fire ------------------------------------------------------------------------------------------------------------


class SetOnFire(HazardRequest):
    """Set a character on fire, as the GM: a small fire, a larger one, or all of the body."""

    RULES = ("FI-FIRE-3",)
    blaze: Annotated[FireSize, Meta(description="small, larger or engulfed")]
    areas: Annotated[tuple[str, ...], Meta(description="the wound areas that burn; none where all of it does")] = ()

    def verify(self, table: Table) -> None:
        """Require the burning areas unless the whole body burns."""
        super().verify(table)
        known = chart_for(table, self.actor).areas
        strange = [area for area in self.areas if area not in known]
        if strange:
            raise Refused("no_such_area", "FI-FIRE-3", area=strange[0][:40], known=list(known))
        if self.blaze != "engulfed" and not self.areas:
            raise Refused("burns_where", "FI-FIRE-3")

    def decide(self, draft: Draft) -> None:
        """Add the condition; it burns from the next round on."""
        note = "" if self.blaze == "engulfed" else ", ".join(dict.fromkeys(self.areas))
        enter_hazard(draft, self.actor, BURNING, note, BLAZES.index(self.blaze) + 1)
        add_log_line(draft, self.actor, "burns", "FI-FIRE-3", blaze=self.blaze)


class Burn(HazardRequest):
    """Hurt a burning character now; in a conflict this happens at the start of each round."""

    RULES = ("FI-FIRE-3", "FI-FIRE-4", "FI-STUN-2")
    ELEMENT = BURNING

    def decide(self, draft: Draft) -> None:
        """Hurt the character."""
        clear_tray(draft)
        _burn(draft, self.actor)


class PutOutFire(OutOfHazardRequest):
    """Put out the fire of a character."""

    RULES = ("FI-FIRE-3",)
    ELEMENT = BURNING
    LINE = "burns_no_more"


def _burn(draft: Draft, actor: str, then: AfterWounds | None = None) -> None:
    """Roll once for all burning areas; chips reduce the wounds before each area gets them (FI-FIRE-3, FI-FIRE-4)."""
    condition = hazard_condition(draft.table, actor, BURNING)
    assert condition is not None
    blaze = blaze_of(condition)
    sides = hazard_rules.hazard_tables().fire.sides
    with dice_purpose(draft, actor, "dice_fire"):
        thrown = roll_exploding_dice(draft, sides, hazard_rules.fire_dice(blaze), aces=True)
    damage = sum(die.total for die in thrown)
    chart = chart_for(draft.table, actor)
    areas = hazard_rules.fire_areas(chart, blaze, [area.strip() for area in condition.note.split(",")]) or (chart.core,)
    add_log_line(draft, actor, "fire_hurts", "FI-FIRE-3", "FI-FIRE-4", damage=damage, areas=list(areas))
    record_result(draft, actor, damage=damage)
    show_effect_openly(draft, EffectRoll(actor=actor, what="fire", sides=sides, dice=thrown, total=damage))
    wounds = {ANYWHERE: levels_by_size(draft.table, actor, damage)}
    inflict_wounds(draft, actor, wounds, what="fire", source="continuing", copied=areas, then=then)


def blaze_of(condition: Condition) -> FireSize:
    """Return the size of the fire of a burning character."""
    return BLAZES[max(1, min(condition.level, len(BLAZES))) - 1]


def burn_all(draft: Draft, then: AfterWounds) -> None:
    """Hurt all burning characters at the start of a round; the first one's wounds are in front (2.34 ROUND 0).

    After the wounds of each one `then` follows.
    """
    clear_tray(draft)
    for actor in reversed(conflict_members(draft.table)):
        if hazard_condition(draft.table, actor, BURNING) is not None:
            _burn(draft, actor, then)


# ---- smoke and water -------------------------------------------------------------------------------------------------


class EnterSmoke(HazardRequest):
    """Put a character into dense smoke, with or without a wet cloth."""

    RULES = ("FI-FIRE-1",)
    cloth: Annotated[bool, Meta(description="has a wet cloth or the like before the mouth"), Asks()] = False

    def decide(self, draft: Draft) -> None:
        """Add the condition; it counts from the next action on."""
        enter_hazard(draft, self.actor, SMOKE, CLOTH if self.cloth else "")
        add_log_line(draft, self.actor, "in_smoke", "FI-FIRE-1")


class LeaveSmoke(OutOfHazardRequest):
    """Take a character out of the smoke."""

    RULES = ("FI-FIRE-1",)
    ELEMENT = SMOKE
    LINE = "out_of_smoke"


class EnterWater(HazardRequest):
    """Put a character into water over its head."""

    RULES = ("FI-DROWN-1", "FI-DROWN-3")
    water: Annotated[str, Meta(description="calm, creek, river, ocean or storm"), Asks()]

    def verify(self, table: Table) -> None:
        """Require a kind of water that there is."""
        super().verify(table)
        known = hazard_rules.hazard_tables().water
        if self.water not in known:
            raise Refused("no_such_water", "FI-DROWN-1", water=self.water[:40], known=list(known))

    def decide(self, draft: Draft) -> None:
        """Add the condition."""
        enter_hazard(draft, self.actor, WATER, self.water)
        tn = water_tn(draft.table, self.actor) or 0
        add_log_line(draft, self.actor, "in_water", "FI-DROWN-1", "FI-DROWN-3", water=self.water, tn=tn)


class LeaveWater(OutOfHazardRequest):
    """Take a character out of the water."""

    RULES = ("FI-DROWN-1",)
    ELEMENT = WATER
    LINE = "out_of_water"


class BreathRequest(ParticipantRequest):
    """A roll against smoke or water, with the first action of a round; outside a conflict at any time."""

    ABSTRACT = True
    NEEDS = (need_free, need_hazard)
    ELEMENT: ClassVar[str]

    def verify(self, table: Table) -> None:
        """Require the controller of a character in the hazard, and the first action of a round."""
        super().verify(table)
        if not action_cost.in_conflict(table, self.actor):
            return
        character_conditions.need_able_to_act(table, self.actor)
        if hazard_due(table, self.actor) != self.ELEMENT:
            raise Refused("withstood_already", *self.RULES[:1], actor=actor_name(table, self.actor))
        action_cost.need_card(table, self.actor, breath=False)


class BreatheSmoke(BreathRequest):
    """Make the Vigor roll against smoke, with the first action of a round."""

    RULES = ("FI-FIRE-1", "FI-FIRE-2")
    ELEMENT = SMOKE

    def decide(self, draft: Draft) -> None:
        """Open the roll, which takes the action."""
        CHECKS.open(draft, _smoke_check(draft.table, self.actor, action=True))


class Swim(BreathRequest):
    """Make the swimming roll, with the first action of a round."""

    RULES = ("FI-DROWN-1", "FI-DROWN-2", "FI-DROWN-3", "FI-DROWN-4")
    ELEMENT = WATER

    def verify(self, table: Table) -> None:
        """Require water that needs a roll."""
        super().verify(table)
        if water_tn(table, self.actor) is None:
            raise Refused("water_is_calm", "FI-DROWN-3", actor=actor_name(table, self.actor))
        skill_roll(table, self.actor, SWIMMING)

    def decide(self, draft: Draft) -> None:
        """Open the roll, which takes the action."""
        tn = water_tn(draft.table, self.actor)
        assert tn is not None
        roll = skill_roll(draft.table, self.actor, SWIMMING)
        CHECKS.open(draft, Check.against(tn, "water", roll, SwimPurpose(action=True), SWIMMING))


def _smoke_check(table: Table, actor: str, *, action: bool = False) -> Check:
    condition = hazard_condition(table, actor, SMOKE)
    cloth = hazard_rules.smoke_parts(cloth=condition is not None and folded(condition.note) == CLOTH)
    roll = trait_roll(table, actor, "vigor", *cloth)
    return Check.against(hazard_rules.smoke_tn(), "smoke", roll, SmokePurpose(action=action), "smoke")


class BreathPurpose(action_cost.ActionPurpose):
    """A roll against smoke or water; it is an action unless the character is unable to act.

    Attributes:
        element: the hazard.
        rule: the rule of the lost Wind.
    """

    __slots__ = ()
    off = CallOffPolicy.MASTER
    dazed = True
    element: ClassVar[str]
    rule: ClassVar[str]
    if TYPE_CHECKING:
        action: bool

    def pay(self, draft: Draft, check: Check) -> None:
        """Take the action, and record this round's roll. A character unable to act pays nothing."""
        if self.action:
            super().pay(draft, check)
            record_hazard_roll(draft, check.rolls[0].actor, self.element)

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Take Wind by the difference to the target number (FI-DROWN-2, FI-DROWN-4, FI-FIRE-1)."""
        assert result.outcome is not None
        actor, outcome = result.check.rolls[0].actor, result.outcome
        lost = 0 if outcome.successes else hazard_rules.breath_lost(outcome.tn, outcome.total, bust=outcome.bust)
        add_log_line(draft, actor, "breath_kept" if not lost else "breath_short", count=lost)
        record_result(draft, actor, short=lost)
        lose_wind(draft, actor, (CalculationStep(reason="short_by", value=lost),), "continuing", self.rule)


class SmokePurpose(Frozen, BreathPurpose, tag_field="then", tag="smoke"):
    """A Vigor roll against smoke."""

    called = "smoke"
    element = SMOKE
    rule = "FI-FIRE-1"
    action: bool = False


class SwimPurpose(Frozen, BreathPurpose, tag_field="then", tag="swim"):
    """A roll to swim."""

    called = "staying_afloat"
    element = WATER
    rule = "FI-DROWN-2"
    action: bool = False


def suffer_all(draft: Draft) -> None:
    """Apply smoke and water at the end of a round to all without a roll this round (FI-DROWN-4, FI-FIRE-2)."""
    number = current_round(draft.table)
    for actor in conflict_members(draft.table):
        smoke = hazard_condition(draft.table, actor, SMOKE)
        if smoke is not None and smoke.level != number:
            CHECKS.roll_at_once(draft, _smoke_check(draft.table, actor))
        tn, water = water_tn(draft.table, actor), hazard_condition(draft.table, actor, WATER)
        if tn is None or water is None or water.level == number:
            continue
        if character_conditions.incapacity(draft.table, actor):
            lost = hazard_rules.breath_lost(tn, 0, bust=False)
            add_log_line(draft, actor, "sinks", "FI-DROWN-4")
            lose_wind(draft, actor, (CalculationStep(reason="short_by", value=lost),), "continuing", "FI-DROWN-4")
        else:
            add_log_line(draft, actor, "has_not_swum", "FI-DROWN-1")
