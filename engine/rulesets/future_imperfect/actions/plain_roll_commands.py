"""A roll of any Trait or Aptitude: against a number, against another character, or only for its total (FI-CORE)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from engine.core.draft import Draft
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions import action_cost
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.character.row_reader import MAX_NAME_LENGTH
from engine.rulesets.future_imperfect.checks.character_rolls import methods_of, skill_roll, trait_roll
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS, plain_result
from engine.rulesets.future_imperfect.initiative.action_cards import need_free
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, CheckResult, CheckRoll
from engine.rulesets.future_imperfect.procedures.participants import ParticipantRequest, need_known
from engine.rulesets.future_imperfect.rules import roll_rules

ConcentrationField = Annotated[str, Meta(description="its concentration, if it has any", max_length=MAX_NAME_LENGTH)]
KnownAs = Literal["best", "own", "related", "default"]


class TryRoll(ParticipantRequest):
    """Roll any Trait or Aptitude: against a number, against another character, or only for its total."""

    RULES = ("FI-CORE-4", "FI-CORE-6", "FI-CORE-15", "FI-CORE-16", "FI-CORE-18", "FI-CORE-20")
    CITED = ("FI-CORE-9",)
    name: Annotated[str, Meta(description="a Trait or an Aptitude", min_length=1, max_length=MAX_NAME_LENGTH)]
    concentration: ConcentrationField = ""
    known: Annotated[KnownAs, Meta(description="how it is known: the own level, a related one, or by default")] = "best"
    tn: Annotated[Annotated[int, Meta(ge=0, le=99)] | None, Meta(description="the number to reach; null for none")] = (
        None
    )
    target: Annotated[str, Meta(description="against whom; empty for nobody")] = ""
    against: Annotated[
        str, Meta(description="what the other rolls; empty for the same", max_length=MAX_NAME_LENGTH)
    ] = ""
    against_concentration: ConcentrationField = ""
    what: Annotated[str, Meta(description="what is tried, in words")] = ""
    action: Annotated[bool, Meta(description="in a conflict it takes the action of the present card")] = False

    def verify(self, table: Table) -> None:
        """Require the character's controller, and a number or an opponent, not both."""
        super().verify(table)
        need_free(table)
        if self.target:
            need_known(table, self.seat, self.target)
            if self.tn is not None or self.target == self.actor:
                raise Refused("number_or_other", "FI-CORE-18")
        if self.action:
            action_cost.need_action(table, self, self.actor, "FI-ACT-7")
        _rolls(table, self)

    def decide(self, draft: Draft) -> None:
        """Open the roll."""
        rolled = _rolls(draft.table, self)
        parts = (roll_rules.named_tn_step(self.tn),) if self.tn is not None else ()
        then = PlainPurpose(action=self.action)
        check = Check(then=then, what=self.what, rolls=rolled, tn=self.tn, tn_parts=parts)
        CHECKS.open(draft, check)


def roll_of(table: Table, actor: str, name: str, concentration: str = "", known: KnownAs = "best") -> CheckRoll:
    """Return a roll of a Trait, or else of an Aptitude in the given way.

    Raises:
        Refused: neither is on the sheet, or it is not known in that way.
    """
    if not concentration and character_sheet.trait(table.actors[actor], name) is not None:
        return trait_roll(table, actor, character_sheet.name_of(name))
    if known == "best":
        return skill_roll(table, actor, name, concentration)
    way = next((way for way in methods_of(table, actor, name, concentration) if _is_known_as(way, known)), None)
    whole = character_sheet.skill_name(name, concentration)
    if way is None:
        raise Refused("not_known_so", "FI-CORE-16", actor=actor_name(table, actor), name=whole)
    return replace(skill_roll(table, actor, name, concentration, method=way), name=whole)


def _is_known_as(way: roll_rules.RollMethod, known: KnownAs) -> bool:
    if known == "related":
        return way.related
    return way.halved if known == "default" else not way.halved and not way.related


def _rolls(table: Table, command: TryRoll) -> tuple[CheckRoll, ...]:
    first_roll = roll_of(table, command.actor, command.name, command.concentration, command.known)
    if not command.target:
        return (first_roll,)
    name = command.against or command.name
    concentration = command.against_concentration if command.against else command.concentration
    return (first_roll, roll_of(table, command.target, name, concentration))


class PlainPurpose(Frozen, action_cost.ActionPurpose, tag_field="then", tag="plain"):
    """A roll without further effect; by choice it costs an action."""

    action: bool = False

    def pay(self, draft: Draft, check: Check) -> None:
        """Take the action."""
        if self.action:
            super().pay(draft, check)

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Log the result."""
        plain_result(draft, result)
