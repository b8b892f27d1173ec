"""Falls, and objects that fall on a character (CF-FALL, CF-X-32, CF-UI-11)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from engine.core.audience import may_read_numbers
from engine.core.draft import Draft
from engine.kit.gm_requests import GmActorRequest
from engine.messages.message import Message
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.odds.odds import Distribution, Odds, success_chance
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character.activity import need_free
from engine.rulesets.classic_fantasy.character.character_conditions import PRONE, lay
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of
from engine.rulesets.classic_fantasy.character.dice_throws import throw
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line, record_result
from engine.rulesets.classic_fantasy.checks.check_procedure import Check, CheckPurpose, CheckResult
from engine.rulesets.classic_fantasy.checks.check_resolution import CHECKS, roll_of
from engine.rulesets.classic_fantasy.damage.damage_pipeline import deal_harm
from engine.rulesets.classic_fantasy.damage.damage_procedure import AfterHarm, Blow, DamageProcess, Harm
from engine.rulesets.classic_fantasy.damage.damage_rules import Damage
from engine.rulesets.classic_fantasy.damage.damage_sources import DamageSource, armour_against, throw_modifier
from engine.rulesets.classic_fantasy.hazards import falling_rules
from engine.rulesets.classic_fantasy.hazards.falling_rules import FallDice
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.wounds import wound_rules

Feet = Annotated[float, Meta(ge=0, le=1000, description="how far, in feet; no more dice can be thrown than 100")]


class FallDown(GmActorRequest):
    """A character falls."""

    RULES = ("CF-FALL-1", "CF-FALL-2", "CF-FALL-3", "CF-FALL-4", "CF-FALL-5", "CF-FALL-9", "CF-FALL-10", "CF-X-32")
    feet: Annotated[Feet, Asks()]
    acrobatics: Annotated[bool, Meta(description="Acrobatics is rolled, to land deftly"), Asks()] = False

    def verify(self, table: Table) -> None:
        """Allow the GM; with Acrobatics only if the character has learned it."""
        super().verify(table)
        need_free(table)
        if self.acrobatics:
            roll_of(table, self.actor, "Acrobatics")

    def decide(self, draft: Draft) -> None:
        """Roll Acrobatics first if asked for, then apply the fall."""
        if not self.acrobatics:
            apply_fall(draft, self.actor, self.feet, deft=False)
            return
        roll = roll_of(draft.table, self.actor, "Acrobatics")
        CHECKS.open(draft, Check(then=LandingRoll(feet=self.feet), rolls=(roll,)))

    def odds(self, table: Table, viewer: str) -> Odds | None:
        """Return the chances of the damage, for who may read the character; a roll to land deftly has its own."""
        # Imported here: only odds need it.
        from engine.rulesets.classic_fantasy.hazards.fall_odds import fall_distributions

        self.verify(table)
        if self.acrobatics or not may_read_numbers(table, viewer, self.actor):
            return None
        distributions = fall_distributions(table, self.actor, self.feet, deft=Fraction(0))
        if not distributions:
            return None
        modifier = character_sheet_of(table, self.actor).damage_modifier
        fall_dice = falling_rules.fall(self.feet, settings=settings_of(table))
        return Odds(distributions=distributions, explanation=_dice_words(fall_dice, modifier))


class LandingRoll(Frozen, CheckPurpose, tag_field="then", tag="landing"):
    """An Acrobatics roll to land deftly."""

    feet: float

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Apply the fall."""
        apply_fall(draft, result.actor, self.feet, deft=result.succeeded)

    def odds_after(self, table: Table, check: Check, viewer: str) -> tuple[Distribution, ...]:
        """Return the chances of the damage, whether the character lands deftly or not."""
        # Imported here: only odds need it.
        from engine.rulesets.classic_fantasy.hazards.fall_odds import fall_distributions

        deft = success_chance(CHECKS.chances(table, check) or ())
        return fall_distributions(table, check.rolls[0].actor, self.feet, deft=deft)

    def waive(self, draft: Draft, check: Check) -> None:
        """Apply the fall without the roll."""
        apply_fall(draft, check.rolls[0].actor, self.feet, deft=False)


def apply_fall(draft: Draft, actor: str, feet: float, *, deft: bool, after: AfterHarm | None = None) -> bool:
    """Let a character fall a distance, and return whether that does any harm (CF-FALL-1 to CF-FALL-5).

    After a success with Acrobatics it lands deftly (`deft`). `after` is the next step when the harm is over.
    """
    fall_dice = falling_rules.fall(feet, settings=settings_of(draft.table))
    _log_fall(draft, actor, "d100_falls", fall_dice, feet, "CF-FALL-1")
    if not fall_dice.dice:
        return False
    damage_modifier = character_sheet_of(draft.table, actor).damage_modifier
    harm = Harm(
        actor=actor,
        source="fall",
        dice=fall_dice.dice,
        modifier="" if damage_modifier in ("", "0") else damage_modifier,
        locations=str(fall_dice.locations),
        acrobatics=deft,
        after=after,
    )
    deal_harm(draft, harm)
    return True


def _dice_words(fall_dice: FallDice, modifier: str = "") -> tuple[Message, ...]:
    """Return the calculation of the dice of a fall, and the Damage Modifier that is rolled with them, if any."""
    dice = fall_dice.dice if modifier in ("", "0") else f"{fall_dice.dice} + {modifier}"
    return (*(part.words for part in fall_dice.parts), Message(key="odds.rolled_dice", params={"dice": dice}))


def _log_fall(
    draft: Draft, actor: str, key: str, fall_dice: FallDice, feet: float, *rules: str, what: str = ""
) -> None:
    add_log_line(
        draft,
        actor,
        key,
        *rules,
        reckoning=[part.words for part in fall_dice.parts],
        feet=int(feet) if feet == int(feet) else feet,
        dice=fall_dice.dice,
        what=what,
        many=fall_dice.locations if fall_dice.dice else 0,
    )
    record_result(draft, actor, dice=fall_dice.dice, fall_locations=fall_dice.locations)


class DropObject(GmActorRequest):
    """An object falls on a character."""

    RULES = ("CF-FALL-6", "CF-FALL-7", "CF-FALL-8")
    NEEDS = (need_free,)
    siz: Annotated[int, Meta(ge=0, le=180, description="the SIZ of what falls"), Asks()]
    feet: Annotated[Feet, Asks()]
    less_dice: Annotated[int, Meta(ge=0, le=99, description="dice taken off, for it is small"), Asks(rare=True)] = 0
    less_feet: Annotated[
        int, Meta(ge=0, le=9999, description="feet that do not count, for it is small"), Asks(rare=True)
    ] = 0
    what: Annotated[str, Meta(description="what falls, in words"), Asks()] = ""

    def decide(self, draft: Draft) -> None:
        """Apply the damage of the object (CF-FALL-6 to CF-FALL-8)."""
        fall_dice = self._dice(draft.table)
        _log_fall(draft, self.actor, "d100_falls_on", fall_dice, self.feet, "CF-FALL-6", what=self.what)
        if fall_dice.dice:
            deal_harm(draft, self._harm(fall_dice))

    def odds(self, table: Table, viewer: str) -> Odds | None:
        """Return the chances of the location, the damage and the wound, for who may read the character."""
        # Imported here: only odds need it.
        from engine.rulesets.classic_fantasy.damage.damage_odds import harm_distributions

        self.verify(table)
        fall_dice = self._dice(table)
        distributions = harm_distributions(table, self._harm(fall_dice), viewer) if fall_dice.dice else ()
        return Odds(distributions=distributions, explanation=_dice_words(fall_dice)) if distributions else None

    def _dice(self, table: Table) -> FallDice:
        return falling_rules.falling_object(
            self.siz, self.feet, less_dice=self.less_dice, less_feet=self.less_feet, settings=settings_of(table)
        )

    def _harm(self, fall_dice: FallDice) -> Harm:
        locations = str(fall_dice.locations)
        return Harm(actor=self.actor, source="object", what=self.what, dice=fall_dice.dice, locations=locations)


# ---- damage ----------------------------------------------------------------------------------------------------------


def _throw_fall(draft: Draft, process: DamageProcess, blows: Sequence[Blow], index: int) -> Blow:
    """Throw for one location of a fall; where it is thrown once, the others take the first result (CF-AMB-16)."""
    settings, blow = settings_of(draft.table), blows[index]
    if index >= falling_rules.rolls_wanted(len(blows), settings=settings):
        return replace(blow, base=blows[0].base, modifier=blows[0].modifier)
    base = throw(draft, process.harm.dice)
    if index >= falling_rules.modifiers_wanted(len(blows), settings=settings):
        return replace(blow, base=base, modifier=0)
    return replace(blow, base=base, modifier=throw_modifier(draft, process))


def _fall_damage(table: Table, process: DamageProcess, index: int) -> Damage:
    settings, count = settings_of(table), len(process.blows)
    rolls = [blow.base or 0 for blow in process.blows][: falling_rules.rolls_wanted(count, settings=settings)]
    modifiers = [blow.modifier for blow in process.blows][: falling_rules.modifiers_wanted(count, settings=settings)]
    damage = falling_rules.fall_damage(count, rolls, modifiers, acrobatics=process.harm.acrobatics, settings=settings)
    return damage[index]


def _lay_prone_after_fall(draft: Draft, process: DamageProcess) -> None:
    """Lay a character prone after a fall that has hurt it, unless Acrobatics keeps it on its feet (CF-FALL-10)."""
    actor = process.harm.actor
    levels = tuple(level for level in wound_rules.LEVELS if level in process.worst)
    prone = bool(process.blows) and falling_rules.lands_prone(levels, acrobatics=process.harm.acrobatics)
    if prone and not draft.table.actors[actor].has_condition(PRONE):
        lay(draft, actor, PRONE)
        add_log_line(draft, actor, "d100_lies_prone", "CF-FALL-10")


def _object_damage(table: Table, process: DamageProcess, index: int) -> Damage:
    blow = process.blows[index]
    return falling_rules.object_damage(blow.base or 0, armour_against(blow), settings=settings_of(table))


FALL = DamageSource(_fall_damage, throw=_throw_fall, over=_lay_prone_after_fall)
FALLING_OBJECT = DamageSource(_object_damage)
