"""Sessions of Imaginality: adventures start and end with their awards, and points are spent in between."""

from __future__ import annotations

from typing import Final

from engine.kit.sessions.session_plan import RecapLines, SessionPlan, SessionStep

SESSION_PLAN: Final = SessionPlan(
    start=(
        SessionStep(name="adventure", offers=("start_adventure",)),
        SessionStep(name="hands", offers=("refill_all", "refill_own", "refill")),
    ),
    end=(
        SessionStep(name="adventure_end", offers=("end_adventure",)),
        SessionStep(
            name="adventure_awards", offers=("give_award", "give_own_award", "vote", "close_vote", "finish_awards")
        ),
        SessionStep(name="points", offers=("raise_attribute", "raise_for", "buy_skill", "buy_equipment")),
    ),
    lines=RecapLines(
        combat_starts=frozenset({"fight_starts", "lm_starts"}),
        combat_ends=frozenset({"fight_ends", "lm_ends"}),
        rounds=frozenset({"turn_resolves", "turn_resolves_without"}),
        joins=frozenset({"joins_fight", "lm_joins"}),
        falls=frozenset({"collapse_unconscious", "collapse_dying"}),
        notable=frozenset({"fumbles", "refreshes", "wounded", "stabilised", "adventure_won", "adventure_failed"}),
        scenes=frozenset({"adventure_starts"}),
        gains=frozenset(
            {"points_awarded", "points_in_story", "entertained", "attribute_raised", "skill_bought", "equipment_bought"}
        ),
        counts={"cards": frozenset({"lays", "lays_open", "draws"})},
    ),
)
