"""Fear and terror: results of the tests, and the change from draw phase to draw phase (FI-FEAR)."""

from __future__ import annotations

from engine.rulesets.future_imperfect.rules.social_contest_rules import ContestEffect, TerrorState, social_tables


def fear_result(successes: int, *, bust: bool, terror: bool) -> ContestEffect | TerrorState | None:
    """Return the result of a fear or terror test; None for no effect (FI-FEAR-3, FI-FEAR-5, FI-FEAR-6).

    Args:
        successes: of the guts roll.
        bust: it went bust.
        terror: a terror test, on which no chips are spent.
    """
    table = social_tables().fear
    if bust:
        return table.bust_under_terror if terror else table.bust
    return table.by_successes[successes] if successes < len(table.by_successes) else None


def joker_under_terror(*, black_joker: bool, failed_terror: bool, terrified: bool) -> TerrorState | None:
    """Return the change that a draw makes to a character in terror; None for none (FI-JOKER-10, FI-FEAR-6, FI-FEAR-8).

    Args:
        black_joker: the drawn cards contain it.
        failed_terror: this is the first draw since a failed terror test.
        terrified: this is the single card of a terrified character.
    """
    return social_tables().fear.bust_under_terror if black_joker and (failed_terror or terrified) else None


def after_draw_phase(dread: TerrorState) -> TerrorState | None:
    """Return the state of terror after a draw phase, for the next one; None if it is over (FI-FEAR-6, FI-FEAR-8).

    A catatonic character draws nothing and is terrified in the next phase; a terrified one draws one card and runs,
    which ends it.
    """
    fear = social_tables().fear
    return fear.bust if dread == fear.bust_under_terror else None
