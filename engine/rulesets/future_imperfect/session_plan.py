"""Sessions of Future Imperfect: Fate Chips drawn and stored, bounty awarded and spent (FI-FATE, FI-BOUNTY)."""

from __future__ import annotations

from typing import Final

from engine.kit.sessions.session_plan import RecapLines, SessionPlan, SessionStep

SESSION_PLAN: Final = SessionPlan(
    start=(SessionStep(name="chips", offers=("draw_chips", "tell_chips")),),
    end=(SessionStep(name="bounty_awards", offers=("award_bounty", "award_chip")),),
    after=(
        SessionStep(
            name="bounty",
            offers=("convert_chips", "buy_aptitude", "learn_aptitude", "buy_coordination", "buy_die", "next_arc"),
        ),
    ),
    lines=RecapLines(
        combat_starts=frozenset({"conflict_starts"}),
        combat_ends=frozenset({"conflict_ends"}),
        rounds=frozenset({"round_begins"}),
        joins=frozenset({"joins_conflict"}),
        falls=frozenset({"becomes_unconscious", "becomes_dead"}),
        notable=frozenset(
            {
                "black_joker",
                "acts_red",
                "dice_bust",
                "dice_bust_seen",
                "maimed_deadly",
                "maimed_limb",
                "explodes",
                "stakes_won",
                "stakes_lost",
                "impetus",
                "ends_dead",
            }
        ),
        scenes=frozenset({"arc_begins"}),
        gains=frozenset({"chip_awarded", "bounty_awarded", "chips_converted", "buys_aptitude", "buys_trait"}),
        counts={
            "checks": frozenset({"check_opens", "check_opens_as", "contest_opens", "contest_opens_as"}),
            "cards": frozenset({"acts_card", "acts_reserve", "acts_red", "pays_defense"}),
            "chips": frozenset({"chip_spent", "chip_spent_seen", "skin_saved", "impetus", "wind_by_chips"}),
        },
    ),
)
