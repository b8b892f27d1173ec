"""Falls, and objects that fall on a character (CF-FALL, CF-X-32, CF-UI-11)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.model.frozen import Frozen
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character.activity import need_free
from engine.rulesets.classic_fantasy.character.character_audience import need_controller
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line, record_result
from engine.rulesets.classic_fantasy.checks.check_procedure import Check, CheckPurpose, CheckResult
from engine.rulesets.classic_fantasy.checks.check_resolution import CHECKS, roll_of
from engine.rulesets.classic_fantasy.damage.damage_pipeline import deal_harm
from engine.rulesets.classic_fantasy.damage.damage_procedure import AfterHarm, Harm
from engine.rulesets.classic_fantasy.hazards import falling_rules
from engine.rulesets.classic_fantasy.hazards.falling_rules import FallDice
from engine.rulesets.classic_fantasy.settings import settings_of

Feet = Annotated[float, Meta(ge=0, le=1000, description="how far, in feet; no more dice can be thrown than 100")]


class FallDown(Request):
    """A character falls."""

    RULES = ("CF-FALL-1", "CF-FALL-2", "CF-FALL-3", "CF-FALL-4", "CF-FALL-5", "CF-FALL-9", "CF-FALL-10", "CF-X-32")
    actor: ActorId
    feet: Annotated[Feet, Asks()]
    acrobatics: Annotated[bool, Meta(description="Acrobatics is rolled, to land deftly"), Asks()] = False


class DropObject(Request):
    """An object falls on a character."""

    RULES = ("CF-FALL-6", "CF-FALL-7", "CF-FALL-8")
    actor: ActorId
    siz: Annotated[int, Meta(ge=0, le=180, description="the SIZ of what falls"), Asks()]
    feet: Annotated[Feet, Asks()]
    less_dice: Annotated[int, Meta(ge=0, le=99, description="dice taken off, for it is small"), Asks(rare=True)] = 0
    less_feet: Annotated[
        int, Meta(ge=0, le=9999, description="feet that do not count, for it is small"), Asks(rare=True)
    ] = 0
    what: Annotated[str, Meta(description="what falls, in words"), Asks()] = ""


def verify_fall(table: Table, command: FallDown) -> None:
    """Allow the GM; with Acrobatics only if the character has learned it."""
    need_gm(table, command, "CF-FALL-1")
    need_controller(table, command, command.actor)
    need_free(table)
    if command.acrobatics:
        roll_of(table, command.actor, "Acrobatics")


def fall_down(draft: Draft, command: FallDown) -> None:
    """Roll Acrobatics first if asked for, then apply the fall."""
    if not command.acrobatics:
        apply_fall(draft, command.actor, command.feet, deft=False)
        return
    roll = roll_of(draft.table, command.actor, "Acrobatics")
    CHECKS.open(draft, Check(then=LandingRoll(feet=command.feet), rolls=(roll,)))


def apply_fall(draft: Draft, actor: str, feet: float, *, deft: bool, after: AfterHarm | None = None) -> bool:
    """Let a character fall a distance, and return whether that does any harm (CF-FALL-1 to CF-FALL-5).

    Args:
        draft: the draft to write to.
        actor: who falls.
        feet: the distance.
        deft: the Acrobatics roll has succeeded.
        after: the next step when the harm is over.
    """
    fall_dice = falling_rules.fall(feet, settings=settings_of(draft.table))
    _log_fall(draft, actor, "d100_falls", fall_dice, feet, "CF-FALL-1")
    if not fall_dice.dice:
        return False
    damage_modifier = character_sheet_of(draft.table, actor).damage_modifier
    deal_harm(
        draft,
        Harm(
            actor=actor,
            source="fall",
            dice=fall_dice.dice,
            modifier="" if damage_modifier in ("", "0") else damage_modifier,
            locations=str(fall_dice.locations),
            acrobatics=deft,
            after=after,
        ),
    )
    return True


def _log_fall(
    draft: Draft, actor: str, key: str, fall_dice: FallDice, feet: float, *rules: str, what: str = ""
) -> None:
    calculation = [part.words for part in fall_dice.parts]
    shown_feet = int(feet) if feet == int(feet) else feet
    add_log_line(
        draft,
        actor,
        key,
        *rules,
        reckoning=calculation,
        feet=shown_feet,
        dice=fall_dice.dice,
        what=what,
        many=fall_dice.locations,
    )
    record_result(draft, actor, dice=fall_dice.dice, fall_locations=fall_dice.locations)


class LandingRoll(Frozen, CheckPurpose, tag_field="then", tag="landing"):
    """An Acrobatics roll to land deftly."""

    feet: float

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Apply the fall."""
        apply_fall(draft, result.actor, self.feet, deft=result.succeeded)

    def waive(self, draft: Draft, check: Check) -> None:
        """Apply the fall without the roll."""
        apply_fall(draft, check.rolls[0].actor, self.feet, deft=False)


def verify_object(table: Table, command: DropObject) -> None:
    """Allow the GM."""
    need_gm(table, command, "CF-FALL-6")
    need_controller(table, command, command.actor)
    need_free(table)


def drop_object(draft: Draft, command: DropObject) -> None:
    """Apply the damage of the object (CF-FALL-6 to CF-FALL-8)."""
    fall_dice = falling_rules.falling_object(
        command.siz,
        command.feet,
        less_dice=command.less_dice,
        less_feet=command.less_feet,
        settings=settings_of(draft.table),
    )
    _log_fall(draft, command.actor, "d100_falls_on", fall_dice, command.feet, "CF-FALL-6", what=command.what)
    if fall_dice.dice:
        harm = Harm(
            actor=command.actor,
            source="object",
            what=command.what,
            dice=fall_dice.dice,
            locations=str(fall_dice.locations),
        )
        deal_harm(draft, harm)


MOVES = (Move(FallDown, verify_fall, fall_down), Move(DropObject, verify_object, drop_object))
