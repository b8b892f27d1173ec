"""The rounds of a conflict: their start, the start of the countdown, and their end (2.34 ROUND)."""

from __future__ import annotations

from engine.core.draft import Draft
from engine.kit.gm_requests import GmRequest
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen
from engine.model.table import Table
from engine.rulesets.future_imperfect.combat.rounds.card_draw_commands import draw_cards
from engine.rulesets.future_imperfect.combat.rounds.shared_hands import share_as_gangs
from engine.rulesets.future_imperfect.conditions import character_conditions, terror
from engine.rulesets.future_imperfect.damage import wind
from engine.rulesets.future_imperfect.hazards import hazard_commands
from engine.rulesets.future_imperfect.initiative import action_decks, initiative_rules
from engine.rulesets.future_imperfect.initiative.action_cards import (
    CONFLICTS,
    cards_of,
    hand_leader,
    hand_name,
    laid_aside_zone,
    need_conflict,
    reserved,
    skip_draw,
)
from engine.rulesets.future_imperfect.initiative.initiative_countdown import need_countdown, ranks_left
from engine.rulesets.future_imperfect.procedures.conflict_procedure import RoundPhase, current_conflict
from engine.rulesets.future_imperfect.procedures.wound_procedure import AfterWounds, PendingWounds
from engine.rulesets.future_imperfect.settings import flag


class BeginCount(GmRequest):
    """Begin the countdown, as the GM. Characters that have not drawn draw no more in this round."""

    RULES = ("FI-INIT-10",)

    def verify(self, table: Table) -> None:
        """Require the GM, and that everybody who has drawn has kept cards."""
        super().verify(table)
        conflict = CONFLICTS.need_between_actions(table)
        if conflict.phase is not RoundPhase.DRAW:
            raise Refused("counting_already", "FI-INIT-10")
        waiting = [fighter for fighter in conflict.fighters.values() if fighter.drawn and not fighter.kept]
        if waiting:
            raise Refused("keep_first", "FI-INIT-7", actor=hand_name(table, waiting[0]))

    def decide(self, draft: Draft) -> None:
        """End the draw phase; the terror of this draw phase moves on."""
        for name, fighter in need_conflict(draft.table).fighters.items():
            if not fighter.drawn:
                skip_draw(draft, name, "late")
            for actor in fighter.members:
                terror.after_draw(draft, actor)
        CONFLICTS.change(draft, phase=RoundPhase.COUNT, step=-1)
        draft.note("count_begins", "FI-INIT-10", number=need_conflict(draft.table).number)


class EndRound(GmRequest):
    """End the round: unused cards are discarded, wounds bleed, marked decks are shuffled."""

    RULES = ("FI-INIT-14", "FI-JOKER-6", "FI-JOKER-8", "FI-JOKER-9", "FI-BLEED-2")

    def verify(self, table: Table) -> None:
        """Require the GM, and that the Twos are called and nobody acts, or that no cards are left."""
        super().verify(table)
        conflict = need_countdown(table)
        if ranks_left(table) and any(
            action_decks.ordinary_cards(cards_of(table, fighter)) for fighter in conflict.fighters.values()
        ):
            raise Refused("count_on", "FI-INIT-10")

    def decide(self, draft: Draft) -> None:
        """Discard, bleed, shuffle, and begin the next round with its draw."""
        for fighter in need_conflict(draft.table).fighters.values():
            draft.move(cards_of(draft.table, fighter), fighter.hand, action_decks.discard_zone(fighter.side))
        for actor in draft.table.actors.values():
            if not actor.archived:
                wind.bleed(draft, actor.id)  # in the conflict or not (FI-BLEED-1)
        hazard_commands.suffer_all(draft)
        for side in need_conflict(draft.table).reshuffle:
            names = [name for name, fighter in need_conflict(draft.table).fighters.items() if fighter.side == side]
            action_decks.gather(draft, side, tuple(laid_aside_zone(name) for name in names))
            draft.note("deck_shuffled", "FI-JOKER-6", "FI-JOKER-9", side=side)
        number = need_conflict(draft.table).number + 1
        CONFLICTS.next_round(draft, number=number)
        draft.note("round_begins", "FI-INIT-1", number=number)
        begin_round(draft)


def begin_round(draft: Draft) -> None:
    """Run the steps before the draw, then mark those who draw no card or a single one (2.34 ROUND 0 and 1)."""
    share_as_gangs(draft)
    hazard_commands.burn_all(draft, PrepareRound())
    for fighter in need_conflict(draft.table).fighters.values():
        for actor in fighter.members:
            terror.before_draw(draft, actor)
    prepare_round(draft)


def prepare_round(draft: Draft) -> None:
    """Mark in a draw phase those who draw no card now, and those who draw a single one (FI-INIT-16, FI-FEAR-7)."""
    for name, fighter in need_conflict(draft.table).fighters.items():
        if fighter.drawn:
            continue
        conditions = character_conditions.condition_names(draft.table, hand_leader(draft.table, fighter))
        ready = fighter.preparation is not None and fighter.preparation.paid >= fighter.preparation.need
        drawing = initiative_rules.draw_allowance(
            conditions,
            keeps_reserve=False,
            prepared=ready and reserved(draft.table, name) is not None,
            prepared_no_draw=flag(draft.table, "prepared_no_draw"),
        )
        if drawing.how == "none":
            skip_draw(draft, name, drawing.why or "")
        elif drawing.how == "single":
            draw_cards(draft, name, initiative_rules.initiative_tables().terrified)


class PrepareRound(Frozen, AfterWounds, tag_field="then", tag="prepare_round"):
    """The round goes on after fire at its start: characters that it incapacitates draw no cards."""

    def resume(self, draft: Draft, result: PendingWounds) -> None:
        """Mark those who draw no card now."""
        conflict = current_conflict(draft.table)
        if conflict is not None and conflict.phase is RoundPhase.DRAW:
            prepare_round(draft)
