"""Lying prone and getting up again (CF-X-33)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from engine.core.draft import Draft
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character import character_conditions
from engine.rulesets.classic_fantasy.character.activity import need_free
from engine.rulesets.classic_fantasy.character.character_audience import CharacterRequest, need_known
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.checks.check_procedure import Check, CheckPurpose, CheckResult, CheckRoll
from engine.rulesets.classic_fantasy.checks.check_resolution import CHECKS, roll_of
from engine.rulesets.classic_fantasy.combat.turn_order import need_action_points, need_turn, use_turn_action
from engine.rulesets.classic_fantasy.health.incapacity import need_able

Getting = Literal["Brawn", "Athletics"]


class StandUp(CharacterRequest):
    """A prone character stands up: as an action, or by a contest against a foe that keeps it down."""

    RULES = ("CF-X-33",)
    foe: Annotated[str, Meta(description="who keeps him down; empty for nobody"), Asks(rare=True)] = ""
    skill: Annotated[Getting, Meta(description="what is rolled against a foe"), Asks(rare=True)] = "Brawn"
    foe_skill: Annotated[Getting, Meta(description="what the foe rolls"), Asks("their_skill", rare=True)] = "Brawn"

    def verify(self, table: Table) -> None:
        """Allow the player of a prone character that can act; in combat only in its own Turn."""
        super().verify(table)
        need_free(table)
        if not table.actors[self.actor].has_condition(character_conditions.PRONE):
            raise Refused("d100_not_prone", "CF-X-33")
        need_able(table, self.actor)
        need_turn(table, self.actor)
        need_action_points(table, self.actor, 1)
        if self.foe:
            need_known(table, self.seat, self.foe)
            self._rolls(table)

    def decide(self, draft: Draft) -> None:
        """Get up, or roll for it."""
        use_turn_action(draft, self.actor)
        if self.foe:
            CHECKS.open(draft, Check(then=StandUpContest(), rolls=self._rolls(draft.table), sort="opposed"))
        else:
            _stand_up(draft, self.actor)

    def _rolls(self, table: Table) -> tuple[CheckRoll, CheckRoll]:
        return roll_of(table, self.actor, self.skill), roll_of(table, self.foe, self.foe_skill)


class LieDown(CharacterRequest):
    """A character drops prone."""

    RULES = ("CF-X-33", "CF-FIRE-15")

    def verify(self, table: Table) -> None:
        """Allow the player of a character that is not prone."""
        super().verify(table)
        need_free(table)
        if table.actors[self.actor].has_condition(character_conditions.PRONE):
            raise Refused("d100_prone_already", "CF-X-33")

    def decide(self, draft: Draft) -> None:
        """Lay the character prone."""
        character_conditions.lay(draft, self.actor, character_conditions.PRONE)
        add_log_line(draft, self.actor, "d100_lies_prone", "CF-X-33")


def _stand_up(draft: Draft, actor: str) -> None:
    character_conditions.lift(draft, actor, character_conditions.PRONE)
    add_log_line(draft, actor, "d100_stands_up", "CF-X-33")


class StandUpContest(Frozen, CheckPurpose, tag_field="then", tag="stand_up"):
    """A contest against a foe that keeps a character down."""

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Get up, or stay down."""
        if result.succeeded:
            _stand_up(draft, result.actor)
        else:
            add_log_line(draft, result.actor, "d100_kept_down", "CF-X-33")
