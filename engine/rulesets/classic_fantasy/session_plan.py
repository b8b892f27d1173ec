"""Sessions of Classic d100 fantasy: Luck Points are refilled at the start, Experience Rolls come at the end."""

from __future__ import annotations

from typing import Final

from engine.kit.sessions.session_plan import RecapLines, SessionPlan, SessionStep

SESSION_PLAN: Final = SessionPlan(
    end=(
        SessionStep(name="d100_experience", offers=("d100_award", "d100_award_anew")),
        SessionStep(name="d100_improvement", offers=("d100_improve", "d100_study", "d100_learn", "d100_end_study")),
    ),
    lines=RecapLines(
        combat_starts=frozenset({"d100_fight_begins"}),
        combat_ends=frozenset({"d100_fight_ends"}),
        rounds=frozenset({"d100_round_begins"}),
        joins=frozenset({"d100_joins_fight"}),
        falls=frozenset({"d100_dies_of_wound", "d100_tired_to_death", "d100_frailty", "d100_last_act_over"}),
        notable=frozenset(
            {
                "d100_effects",
                "d100_trap_springs",
                "d100_trap_disarmed",
                "d100_catches_fire",
                "d100_maimed",
                "d100_maimed_seen",
                "d100_stabilised",
                "d100_casts",
                "d100_read_out",
            }
        ),
        scenes=frozenset({"d100_place"}),
        gains=frozenset(
            {
                "d100_awarded",
                "d100_improved",
                "d100_fumble_taught",
                "d100_learned",
                "d100_rank_taken",
                "d100_ability_learned",
                "d100_memorised",
            }
        ),
        counts={
            "checks": frozenset({"d100_roll_opens", "d100_roll_opens_seen", "d100_contest_opens"}),
            "attacks": frozenset({"d100_attacks"}),
            "luck": frozenset(
                {
                    "d100_luck_reroll",
                    "d100_luck_swap",
                    "d100_luck_force_reroll",
                    "d100_luck_desperate_effort",
                    "d100_luck_mitigate",
                    "d100_luck_mitigate_seen",
                    "d100_luck_last_act",
                }
            ),
        },
    ),
)
