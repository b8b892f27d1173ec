"""Effects of a lost contest of will, or of fear: unnerved, distracted, broken (FI-PSY-4 to FI-PSY-10)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.draft import Draft
from engine.kit.control import controller_of
from engine.rulesets.future_imperfect.actions.action_cost import stop_aiming
from engine.rulesets.future_imperfect.chips import fate_pot
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.initiative import action_decks, initiative_rules
from engine.rulesets.future_imperfect.initiative.action_cards import cards_of, discard_reserve, reserved
from engine.rulesets.future_imperfect.procedures.conflict_procedure import current_conflict, fighter_of
from engine.rulesets.future_imperfect.procedures.participants import add_log_line
from engine.rulesets.future_imperfect.rules import social_tables
from engine.rulesets.future_imperfect.settings import word
from engine.rulesets.future_imperfect.social import social_contest_rules

UNNERVED, DISTRACTED, BROKEN = "unnerved", "distracted", "broken"


def apply_contest_effect(draft: Draft, losers: Sequence[str], effect: social_tables.ContestEffect, winner: str) -> None:
    """Apply an effect to the losers of a contest, or of a fear test; one hand of cards pays once.

    Args:
        draft: the draft.
        losers: the characters.
        effect: the effect; the graver ones include the lighter.
        winner: the winner, empty for fear (FI-FEAR-4).
    """
    felt = social_contest_rules.included_effects(effect)
    for actor in losers:
        character_conditions.add_condition(draft, actor, character_conditions.UNNERVED, "FI-PSY-5")
    if DISTRACTED in felt:
        _distract_losers(draft, losers)
    if BROKEN in felt:
        _break(draft, losers[0], winner)


def lose_aims(draft: Draft, losers: Sequence[str]) -> None:
    """End the aims of the losers of a contest (FI-PSY-9)."""
    for actor in losers:
        stop_aiming(draft, actor, "FI-PSY-9", "FI-AIM-7")


def _distract_losers(draft: Draft, losers: Sequence[str]) -> None:
    conflict = current_conflict(draft.table)
    if conflict is None:
        return
    names = dict.fromkeys(name for actor in losers if (name := fighter_of(conflict, actor)))
    for name in names:
        lose_highest(draft, name)


def lose_highest(draft: Draft, name: str) -> str | None:
    """Discard the highest card of a hand, the reserve first; return it, None without cards (FI-PSY-7, FI-PSY-10)."""
    conflict = current_conflict(draft.table)
    assert conflict is not None
    fighter = conflict.fighters[name]
    reserve = reserved(draft.table, name)
    if reserve is not None:
        discard_reserve(draft, name)
        return reserve
    card = initiative_rules.highest(cards_of(draft.table, fighter), counts_red=True)
    if card is None:
        add_log_line(draft, fighter.members[0], "no_card_to_lose", "FI-PSY-10")
        return None
    action_decks.discard(draft, fighter.side, (card,), fighter.hand)
    add_log_line(draft, fighter.members[0], "card_lost", "FI-PSY-7", "FI-JOKER-7", card=card)
    return card


def _break(draft: Draft, loser: str, winner: str) -> None:
    """Draw a chip for a broken character, blindly: for the winner, or for an extra the GM (FI-PSY-8, FI-FEAR-4)."""
    gm = draft.table.gm()
    seat = controller_of(draft.table, winner) if winner else gm
    who = social_contest_rules.chip_of_broken(
        "contest" if winner else "fear",
        winner_is_extra=draft.table.is_gm(seat),
        fear_broken_chip=word(draft.table, "fear_broken_chip"),
    )
    rule = "FI-PSY-8" if winner else "FI-FEAR-4"
    add_log_line(draft, loser, "broken", rule)
    bag = {"winner": seat, "master": gm, None: ""}[who]
    if bag:
        fate_pot.draw_blindly(draft, bag, 1, rule)
