"""Sessions of Card: the Drawing: a new scene at the start; decks are chosen on the sheets."""

from __future__ import annotations

from typing import Final

from engine.kit.sessions.session_plan import RecapLines, SessionPlan, SessionStep

SESSION_PLAN: Final = SessionPlan(
    start=(SessionStep(name="drawing_scene", offers=("new_scene",)),),
    lines=RecapLines(
        combat_starts=frozenset({"drawing_starts"}),
        combat_ends=frozenset({"drawing_won", "drawing_nobody_won", "drawing_called_off"}),
        rounds=frozenset({"drawing_round"}),
        joins=frozenset({"drawing_joins"}),
        falls=frozenset({"drawing_falls"}),
        notable=frozenset({"drawing_surroundings", "drawing_interrupts", "drawing_uses", "drawing_encounter"}),
        scenes=frozenset({"drawing_scene"}),
        gains=frozenset({"drawing_deck_chosen"}),
        counts={"cards": frozenset({"drawing_turns_up", "drawing_charges", "drawing_interrupts", "drawing_body"})},
    ),
)
