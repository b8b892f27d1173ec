"""Turns and Rounds of a combat: actions, reactions, passing, and the end of a Round (CF-X-27, CF-TIME-3, 2.16)."""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Request
from engine.core.draft import Draft
from engine.kit.gm_requests import GmRequest
from engine.kit.schedule.time_flow import PassedTime, TimePurpose
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character import character_conditions
from engine.rulesets.classic_fantasy.character.activity import need_free
from engine.rulesets.classic_fantasy.character.character_audience import CharacterRequest, need_controller
from engine.rulesets.classic_fantasy.character.character_conditions import LAST_ACT, LAST_ACT_DONE
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.combat.combat_procedure import COMBATS, current_combat, need_combat
from engine.rulesets.classic_fantasy.combat.turn_order import (
    end_turn,
    end_turn_of,
    need_action_points,
    need_turn,
    next_turn,
    pay_action_points,
    refill_action_points,
    use_turn_action,
)
from engine.rulesets.classic_fantasy.game_calendar import units
from engine.rulesets.classic_fantasy.health.incapacity import need_able, need_offence
from engine.rulesets.classic_fantasy.time.time_advance import advance

Deed = Literal["move", "ready", "use", "help", "wait", "other"]
DEEDS: Final[tuple[Deed, ...]] = get_args(Deed)
"""The usual actions of a combatant besides attacks and spells; anything else can be said in words."""


class TakeAction(CharacterRequest):
    """A combatant does something in its Turn that no other command does; it costs Action Points."""

    RULES = ("CF-X-27", "CF-FATIGUE-8", "CF-WOUND-5", "CF-X-39")
    what: Annotated[str, Meta(description="what is done, in words"), Asks("deed_in_words", rare=True)] = ""
    points: Annotated[
        int, Meta(ge=0, le=9, description="Action Points that it costs"), Asks("action_points", rare=True)
    ] = 1
    casting: Annotated[bool, Meta(description="a spell is begun"), Asks(rare=True)] = False
    deed: Annotated[
        Literal["", Deed],
        Meta(description="what is done"),
        Asks(choices=DEEDS, optional=False),
    ] = ""
    ends_turn: Annotated[bool, Meta(description="the Turn ends with the action")] = False

    def verify(self, table: Table) -> None:
        """Allow the combatant whose Turn it is, if it can act and has the Action Points."""
        super().verify(table)
        need_free(table)
        need_combat(table)
        need_turn(table, self.actor)
        need_able(table, self.actor)
        need_action_points(table, self.actor, self.points)
        if self.casting:
            need_offence(table, self.actor)

    def decide(self, draft: Draft) -> None:
        """Do it; a last act is the last (CF-BLOOD-4)."""
        use_turn_action(draft, self.actor, self.points, casts=self.casting)
        if self.casting:
            character_conditions.lay(draft, self.actor, character_conditions.CASTING, note=self.what)
        what, points = self.what, self.points
        if self.casting or self.deed in ("", "other"):
            acts = "d100_begins_spell" if self.casting else "d100_acts"
            add_log_line(draft, self.actor, acts, "CF-X-27", what=what, points=points)
        else:
            deed = f"d100-deed-{self.deed}"
            add_log_line(draft, self.actor, "d100_does", "CF-X-27", what=what, points=points, deed=deed)
        end_last_act(draft, self.actor)
        if self.ends_turn:
            end_turn_of(draft, self.actor)


class React(CharacterRequest):
    """A combatant reacts to another's action; that costs an Action Point out of turn."""

    RULES = ("CF-X-27",)
    what: Annotated[str, Meta(description="what is done, in words"), Asks("deed")] = ""
    points: Annotated[int, Meta(ge=0, le=9, description="Action Points that it costs")] = 1

    def verify(self, table: Table) -> None:
        """Allow a combatant that can act and has the Action Points."""
        super().verify(table)
        COMBATS.need_fighter(table, self.actor)
        need_able(table, self.actor)
        need_action_points(table, self.actor, self.points)

    def decide(self, draft: Draft) -> None:
        """Pay for it."""
        pay_action_points(draft, self.actor, self.points)
        add_log_line(draft, self.actor, "d100_reacts", "CF-X-27", what=self.what, points=self.points)


class EndTurn(Request):
    """A Turn is over, and the next one begins."""

    RULES = ("CF-X-27", "CF-WOUND-5", "CF-AMB-35")

    def verify(self, table: Table) -> None:
        """Allow the player whose Turn it is, and the GM."""
        combat = need_combat(table)
        need_free(table)
        if not combat.turn:
            raise Refused("d100_no_turn", "CF-X-27")
        need_controller(table, self, combat.turn)

    def decide(self, draft: Draft) -> None:
        """Go on to the next Turn; a Turn without an action costs an Action Point too, so that each Round ends."""
        combat = need_combat(draft.table)
        if not combat.acted:
            pay_action_points(draft, combat.turn, 1)
        end_turn(draft, combat.turn)
        next_turn(draft)


class PassRound(CharacterRequest):
    """A combatant does nothing more in this Round."""

    RULES = ("CF-X-27",)

    def verify(self, table: Table) -> None:
        """Allow the character's player, at any time."""
        super().verify(table)
        need_free(table)
        if need_combat(table).fighters[COMBATS.need_fighter(table, self.actor)].passed:
            raise Refused("d100_passed_already", "CF-X-27")

    def decide(self, draft: Draft) -> None:
        """End the actions of a character in this Round; it can still react."""
        COMBATS.change_fighter(draft, self.actor, passed=True)
        add_log_line(draft, self.actor, "d100_passes", "CF-X-27")
        if need_combat(draft.table).turn == self.actor:
            end_turn(draft, self.actor)
            next_turn(draft)


class GiveTurn(GmRequest):
    """The GM gives the Turn to a combatant."""

    RULES = ("CF-X-27",)
    NEEDS = (need_free, lambda table, command: COMBATS.need_fighter(table, command.actor))
    actor: ActorId

    def decide(self, draft: Draft) -> None:
        """Give it the Turn."""
        COMBATS.change(draft, turn=self.actor, acted=False, lucky=())
        add_log_line(draft, self.actor, "d100_turn_given", "CF-X-27")


class EndRound(GmRequest):
    """A Round of five seconds ends: scheduled events happen in their order, and Action Points are full again."""

    RULES = ("CF-TIME-3", "CF-X-27", "CF-X-13", "CF-FATIGUE-7")
    CITED = ("CF-X-27",)

    def verify(self, table: Table) -> None:
        """Allow the GM, while nothing needs an answer; combatants that have not acted lose their Action Points."""
        super().verify(table)
        if not COMBATS.need_between_actions(table).order:
            raise Refused("d100_no_initiative", "CF-X-16")

    def decide(self, draft: Draft) -> None:
        """Let the Round's time pass: events of its end and of the next start happen in their order (2.16)."""
        advance(draft, units().combat_round_seconds, NextRound())


class NextRound(Frozen, TimePurpose, tag_field="then", tag="round"):
    """The time of a Round, after which the next one begins."""

    def resume(self, draft: Draft, result: PassedTime) -> None:
        """Begin the next Round, if the combat goes on."""
        combat = current_combat(draft.table)
        if not result.whole or combat is None:
            return
        number = combat.number + 1
        COMBATS.next_round(draft, number=number)
        refill_action_points(draft, combat.fighters)
        draft.note("d100_round_begins", "CF-TIME-3", number=number)
        draft.record_results(round=number, clock=draft.table.clock)
        next_turn(draft)


def end_last_act(draft: Draft, actor: str) -> None:
    """Let a character lose consciousness after its one last act (CF-BLOOD-4)."""
    if character_conditions.lift(draft, actor, LAST_ACT):
        character_conditions.lay(draft, actor, LAST_ACT_DONE)
        character_conditions.lay(draft, actor, character_conditions.UNCONSCIOUS, ends="gm")
        add_log_line(draft, actor, "d100_last_act_over", "CF-BLOOD-4")
