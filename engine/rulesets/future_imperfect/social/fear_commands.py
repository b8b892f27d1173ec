"""Fear and terror: the test, its results, and the flight (FI-FEAR)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.draft import Draft
from engine.kit.calculation import CalculationStep
from engine.kit.gm_requests import GmActorRequest
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.future_imperfect.actions.card_turn import begin_turn
from engine.rulesets.future_imperfect.checks.character_rolls import skill_roll
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.combat.rounds.card_draw_commands import GUTS
from engine.rulesets.future_imperfect.combat.rounds.round_commands import prepare_round
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import finish_turn
from engine.rulesets.future_imperfect.conditions import character_conditions, maimed_limbs, terror
from engine.rulesets.future_imperfect.initiative import action_decks
from engine.rulesets.future_imperfect.initiative.action_cards import (
    cards_of,
    need_conflict,
    need_fighter,
    need_free,
    replace_fighter,
)
from engine.rulesets.future_imperfect.initiative.initiative_countdown import called_cards, need_called, need_no_turn
from engine.rulesets.future_imperfect.movement import movement_rules
from engine.rulesets.future_imperfect.movement.movement_commands import need_legs, rate_of, throw_pace_die
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, CheckPurpose, CheckResult
from engine.rulesets.future_imperfect.procedures.conflict_procedure import (
    CardTurn,
    RoundPhase,
    current_conflict,
    fighter_of,
)
from engine.rulesets.future_imperfect.procedures.participants import (
    ParticipantRequest,
    add_log_line,
    record_result,
)
from engine.rulesets.future_imperfect.rules.roll_rules import RollKind
from engine.rulesets.future_imperfect.social import social_contest_commands


class FaceFear(GmActorRequest):
    """Call for a guts check against something frightening or terrible, as the GM."""

    RULES = ("FI-FEAR-1", "FI-FEAR-2", "FI-FEAR-3", "FI-FEAR-5", "FI-FEAR-6", "FI-SIMPLE-8")
    CITED = ("FI-FEAR-2",)
    tn: Annotated[int, Meta(ge=0, le=99, description="how frightening it is"), Asks()]
    terror: Annotated[bool, Meta(description="terror: no chip helps, and a bust freezes"), Asks()] = False
    cause: Annotated[str, Meta(description="what frightens"), Asks("fright_from")] = ""
    more: Annotated[
        int, Meta(ge=0, le=99, description="what the source adds by an action of its own"), Asks("more_fear")
    ] = 0

    def verify(self, table: Table) -> None:
        """Require the GM, and a conscious character."""
        super().verify(table)
        need_free(table)
        for state in (character_conditions.DEAD, character_conditions.UNCONSCIOUS):
            if table.actors[self.actor].has_condition(state):
                raise Refused("out_of_action", "FI-FEAR-2", actor=actor_name(table, self.actor), why=state)
        skill_roll(table, self.actor, GUTS)

    def decide(self, draft: Draft) -> None:
        """Open the roll; a terror test allows no chips (FI-FATE-19)."""
        kind = RollKind.TERROR if self.terror else RollKind.CHECK
        roll = skill_roll(draft.table, self.actor, GUTS, kind=kind)
        parts = [CalculationStep(reason="terror" if self.terror else "fear", value=self.tn)]
        if self.more:
            parts.append(CalculationStep(reason="fear_more", value=self.more))
        check = Check(
            then=FearPurpose(terror=self.terror),
            what=self.cause,
            rolls=(roll,),
            tn=self.tn + self.more,
            tn_parts=tuple(parts),
        )
        CHECKS.open(draft, check)


class Flee(ParticipantRequest):
    """Let a terrified character run from the cause as far as it can, with its single card or a red joker."""

    RULES = ("FI-FEAR-7", "FI-FEAR-8")
    pace: Annotated[bool, Meta(description="and picks up the pace")] = False

    def verify(self, table: Table) -> None:
        """Require the controller of a terrified character, and its called card or a red joker."""
        super().verify(table)
        need_free(table)
        name, fighter = need_fighter(table, self.actor)
        if not terror.must_flee(table, self.actor):
            raise Refused("not_terrified", "FI-FEAR-7", actor=actor_name(table, self.actor))
        character_conditions.need_able_to_act(table, self.actor)
        if self.pace:
            need_legs(table, self.actor, flight_metres(table, self.actor))
        if not action_decks.red_jokers(cards_of(table, fighter)) or name in called_cards(table):
            need_no_turn(table)
            need_called(table, self.actor, flees=True)

    def decide(self, draft: Draft) -> None:
        """Discard the card, run the whole distance, and end the terror."""
        name, fighter = need_fighter(draft.table, self.actor)
        card = called_cards(draft.table).get(name)
        kind = "card" if card is not None else "red"
        card = card or action_decks.red_jokers(cards_of(draft.table, fighter))[0]
        draft.move((card,), fighter.hand, action_decks.discard_zone(fighter.side))
        runs = maimed_limbs.gait(draft.table, self.actor) == "runs"
        begin_turn(
            draft, CardTurn(fighter=name, card=card, kind=kind, running=runs, acted=True, done=fighter.members), ""
        )
        picked = throw_pace_die(draft, self.actor, "walking") if self.pace else 0
        rate = rate_of(draft.table, self.actor, "walking")
        metres = flight_metres(draft.table, self.actor, picked)
        ran = replace(need_conflict(draft.table).fighters[name], moves=fighter.moves + 1, moved=fighter.moved + metres)
        replace_fighter(draft, name, ran)
        add_log_line(
            draft, self.actor, "flees", "FI-FEAR-7", metres=metres, reckoning=[part.words for part in rate.parts]
        )
        draft.record_results(metres=metres)
        character_conditions.remove_condition(draft, self.actor, character_conditions.TERRIFIED, "FI-FEAR-8")
        finish_turn(draft)


# ---- the test --------------------------------------------------------------------------------------------------------


class FearPurpose(Frozen, CheckPurpose, tag_field="then", tag="fear"):
    """A test against fear or `terror`."""

    called = "fear_test"
    terror: bool = False

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Apply the fear that is left."""
        actor, bust = result.check.rolls[0].actor, result.scores[0].bust
        left = terror.fear_result(result.successes, bust=bust, terror=self.terror)
        record_result(draft, actor, fear=left or "none")
        rule = "FI-FEAR-6" if self.terror else "FI-FEAR-3"
        match left:
            case None:
                add_log_line(draft, actor, "fearless", rule)
            case "terrified" | "catatonic":
                terror.terrify(draft, actor, left, "FI-FEAR-5", "FI-FEAR-6")
                _feel_at_once(draft, actor)
            case _:
                add_log_line(draft, actor, "afraid", rule, effect=left)
                social_contest_commands.apply_contest_effect(draft, (actor,), left, "")
        if self.terror and not bust and not result.successes:
            terror.record_failed_terror_test(draft, actor, drawn=_has_drawn(draft.table, actor))


def _has_drawn(table: Table, actor: str) -> bool:
    """Say whether a character's next draw phase is in a later round."""
    conflict = current_conflict(table)
    name = fighter_of(conflict, actor) if conflict is not None else ""
    return conflict is None or not name or conflict.phase is not RoundPhase.DRAW or conflict.fighters[name].drawn


def _feel_at_once(draft: Draft, actor: str) -> None:
    """Apply terror to the present draw phase, if the character has not drawn yet (FI-FEAR-7)."""
    if not _has_drawn(draft.table, actor):
        terror.before_draw(draft, actor)
        prepare_round(draft)


# ---- the run ---------------------------------------------------------------------------------------------------------


def flight_metres(table: Table, actor: str, picked: int = 0) -> int:
    """Return the metres that a terrified character flees: its full running distance, as far as its legs allow."""
    gait = maimed_limbs.gait(table, actor)
    if gait == "drags":
        return movement_rules.dragging()
    moves = need_fighter(table, actor)[1].moves
    rate = rate_of(table, actor, "walking").metres
    return movement_rules.reach(rate, running=gait == "runs", moves_made=moves, picked_up=picked)
