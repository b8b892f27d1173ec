"""What a lost contest of will, or fear, does to somebody: unnerved, distracted, broken (FI-PSY-4 to FI-PSY-10)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.play.draft import Draft
from engine.rulesets.future_imperfect import decks, initiative, minds, pot, states
from engine.rulesets.future_imperfect.acting import stop_aiming
from engine.rulesets.future_imperfect.fighters import cards_of, lay_off_reserve, reserved
from engine.rulesets.future_imperfect.leading import leader, note_of
from engine.rulesets.future_imperfect.procedures.conflict import fight, fighter_of
from engine.rulesets.future_imperfect.settings import word

UNNERVED, DISTRACTED, BROKEN = "unnerved", "distracted", "broken"


def befall(draft: Draft, losers: Sequence[str], effect: minds.Effect, winner: str) -> None:
    """Let losers of a contest, or of their nerve, feel what it does; one hand of cards pays once.

    Args:
        draft: what it is written down in.
        losers: who.
        effect: how badly; the graver ones hold the lighter.
        winner: who has won, empty for fear itself (FI-FEAR-4).
    """
    felt = minds.contained(effect)
    for actor in losers:
        states.enter(draft, actor, states.UNNERVED, "FI-PSY-5")
    if DISTRACTED in felt:
        _distract(draft, losers)
    if BROKEN in felt:
        _break(draft, losers[0], winner)


def lose_aims(draft: Draft, losers: Sequence[str]) -> None:
    """Whoever loses a contest aims no longer (FI-PSY-9)."""
    for actor in losers:
        stop_aiming(draft, actor, "FI-PSY-9", "FI-AIM-7")


def _distract(draft: Draft, losers: Sequence[str]) -> None:
    now = fight(draft.table)
    if now is None:
        return
    names = dict.fromkeys(name for actor in losers if (name := fighter_of(now, actor)))
    for name in names:
        lose_highest(draft, name)


def lose_highest(draft: Draft, name: str) -> str | None:
    """Lay off the highest card of a hand, the reserved one first; return it, None of none (FI-PSY-7, FI-PSY-10)."""
    now = fight(draft.table)
    assert now is not None
    fighter = now.fighters[name]
    held = reserved(draft.table, name)
    if held is not None:
        lay_off_reserve(draft, name)
        return held
    card = initiative.highest(cards_of(draft.table, fighter), counts_red=True)
    if card is None:
        note_of(draft, fighter.members[0], "no_card_to_lose", "FI-PSY-10")
        return None
    decks.discard(draft, fighter.side, (card,), fighter.hand)
    note_of(draft, fighter.members[0], "card_lost", "FI-PSY-7", "FI-JOKER-7", card=card)
    return card


def _break(draft: Draft, loser: str, winner: str) -> None:
    """Draw the chip for somebody broken, blindly: the winner does, for an extra the Master (FI-PSY-8, FI-FEAR-4)."""
    gm = draft.table.gm()
    seat = leader(draft.table, winner) if winner else gm
    who = minds.chip_of_broken(
        "contest" if winner else "fear",
        winner_is_extra=draft.table.is_gm(seat),
        fear_broken_chip=word(draft.table, "fear_broken_chip"),
    )
    rule = "FI-PSY-8" if winner else "FI-FEAR-4"
    note_of(draft, loser, "broken", rule)
    bag = {"winner": seat, "master": gm, None: ""}[who]
    if bag:
        pot.draw_blindly(draft, bag, 1, rule)
