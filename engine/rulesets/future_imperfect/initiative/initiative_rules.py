"""Initiative: the draw of cards, jokers, and the order of acting (FI-INIT, FI-JOKER, FI-RES)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal

from engine.core.memo import memo
from engine.kit.combat.turn_order import acting_groups
from engine.kit.rules_data import rules_table
from engine.messages.refusal import Refused
from engine.model.cards import face_of, is_joker, rank_of
from engine.model.frozen import Frozen
from engine.rulesets.future_imperfect.initiative.action_decks import JOKERS, red_jokers
from engine.rulesets.future_imperfect.rules.roll_rules import RollScore, against

RED, BLACK = JOKERS
TERRIFIED = "terrified"
KEEPS_RESERVE = "keeps_reserve"
PREPARED = "prepared"


class SurpriseTable(Frozen):
    """The target numbers of the guts check against surprise (T-26)."""

    expecting: int
    unexpecting: int
    later: int


class InitiativeTables(Frozen):
    """The tables of initiative.

    Attributes:
        steps: the ranks in the order in which they are called.
        suits: the order of suits within a rank.
        tn: the target number of the Reflex roll.
        cards: the number of cards drawn besides one for each success.
        kept: how many are kept.
        terrified: the number of cards of a terrified character.
        no_draw: conditions without a draw, the gravest first.
        surprise: target numbers.
    """

    steps: tuple[str, ...]
    suits: tuple[str, ...]
    tn: int
    cards: int
    kept: int
    terrified: int
    no_draw: tuple[str, ...]
    surprise: SurpriseTable


initiative_tables = rules_table("future_imperfect", "initiative", InitiativeTables)
"""The tables of initiative."""


# ---- the draw --------------------------------------------------------------------------------------------------------


class DrawAllowance(Frozen):
    """The permission of a character to draw in a round.

    Attributes:
        how: after a Reflex roll, a single card without one, or not at all.
        why: the reason against the roll; its sentence is `no_draw.<why>`.
    """

    how: Literal["roll", "single", "none"]
    why: str | None = None


def draw_allowance(
    states: Collection[str], *, keeps_reserve: bool, prepared: bool, prepared_no_draw: bool
) -> DrawAllowance:
    """Return whether a character draws, and if not, the reason (FI-INIT-16, FI-RES-6, FI-EXT-6, FI-FEAR-7).

    Args:
        states: the character's conditions, such as `surprised`, `winded`, `terrified`. A stunned character draws.
        keeps_reserve: the character gives up the draw for the card in reserve.
        prepared: an action is fully prepared and its last card waits in reserve.
        prepared_no_draw: whether that forbids the draw; otherwise the player chooses by `keeps_reserve`.
    """
    grave = next((state for state in initiative_tables().no_draw if state in states), None)
    if grave is not None:
        return DrawAllowance(how="none", why=grave)
    if TERRIFIED in states:
        return DrawAllowance(how="single", why=TERRIFIED)
    if prepared and prepared_no_draw:
        return DrawAllowance(how="none", why=PREPARED)
    return DrawAllowance(how="none", why=KEEPS_RESERVE) if keeps_reserve else DrawAllowance(how="roll")


def cards_to_draw(reflex: RollScore, *, raise_step: int, max_draw: int | None) -> int:
    """Return the number of cards of a Reflex roll: one and one for each success, none on a bust (FI-INIT-2 to 5)."""
    if reflex.bust:
        return 0
    count = initiative_tables().cards + against(reflex, initiative_tables().tn, raise_step=raise_step).successes
    return count if max_draw is None else min(count, max_draw)


def surprise_tn(*, expecting: bool, later: bool) -> int:
    """Return the target number of the guts check against surprise, or `later` to recover (FI-SURP-1, FI-SURP-3)."""
    table = initiative_tables().surprise
    if later:
        return table.later
    return table.expecting if expecting else table.unexpecting


# ---- jokers ----------------------------------------------------------------------------------------------------------


class SortedDraw(Frozen):
    """The drawn cards, sorted.

    Attributes:
        lost: cards that are discarded at once: black jokers, and the cards that they take.
        keepable: cards that the player chooses from, in the order of drawing.
        red: red jokers, which may be kept besides.
        lost_reserve: the card in reserve is lost.
        lost_preparation: how many preparation cards are lost.
        reshuffle: the deck is shuffled when the round is over.
    """

    lost: tuple[str, ...]
    keepable: tuple[str, ...]
    red: tuple[str, ...]
    lost_reserve: bool
    lost_preparation: int
    reshuffle: bool


def sort_draw(cards: Sequence[str], reserve: str | None, preparing: int, *, black_joker_takes_red: bool) -> SortedDraw:
    """Sort drawn cards before two of them are kept (FI-INIT-7, FI-JOKER-3 to FI-JOKER-7, FI-EXT-8).

    Args:
        cards: the drawn cards.
        reserve: the card in reserve, which always counts as the highest.
        preparing: the number of cards laid aside for an unfinished action.
        black_joker_takes_red: whether a red joker counts as the highest card.
    """
    black = [card for card in cards if _is_joker(card, BLACK)]
    left = [card for card in cards if card not in black]
    lost, reserve_left, laid = list(black), reserve is not None, preparing
    for _ in black:
        if reserve_left:
            reserve_left = False
            continue
        taken = highest(left, counts_red=black_joker_takes_red)
        if taken is not None:
            left.remove(taken)
            lost.append(taken)
        laid = max(0, laid - 1)
    return SortedDraw(
        lost=tuple(lost),
        keepable=tuple(card for card in left if not is_joker(card)),
        red=tuple(card for card in left if is_joker(card)),
        lost_reserve=reserve_left is not (reserve is not None),
        lost_preparation=preparing - laid,
        reshuffle=bool(black),
    )


def _is_joker(card: str, joker: str) -> bool:
    return face_of(card) == joker


def highest(cards: Iterable[str], reserve: str | None = None, *, counts_red: bool) -> str | None:
    """Return the highest card for effects that take it; None without cards (FI-RES-9, FI-JOKER-7).

    That is the reserved card, then a red joker if it counts, then the rank, and the suit between equals.
    """
    if reserve is not None:
        return reserve
    among = [card for card in cards if not is_joker(card) or (counts_red and _is_joker(card, RED))]
    return min(among, key=lambda card: (not is_joker(card), *(() if is_joker(card) else _turn(card))), default=None)


def need_kept(hand: Collection[str], chosen: Collection[str]) -> None:
    """Raise Refused unless a player may keep these cards of the drawn hand, besides a red joker (FI-INIT-7)."""
    most, red = initiative_tables().kept, red_jokers(hand)
    if len([card for card in chosen if card not in red]) > most:
        raise Refused("keep_too_many", "FI-INIT-7", most=most)
    strange = [card for card in chosen if card not in hand]
    if strange:
        raise Refused("keep_not_drawn", "FI-INIT-7", cards=strange)


# ---- the steps -------------------------------------------------------------------------------------------------------


@memo
def _turn(card: str) -> tuple[int, int]:
    table = initiative_tables()
    return table.steps.index(rank_of(card)), table.suits.index(face_of(card)[-1])


def by_rank(cards: Iterable[str]) -> tuple[str, ...]:
    """Return ordinary cards by rank, the highest first; equal ones stay in order (FI-INIT-10)."""
    return tuple(sorted(cards, key=lambda card: _turn(card)[0]))


def steps() -> tuple[str, ...]:
    """Return the ranks in the order in which they are called (FI-INIT-10, T-22)."""
    return initiative_tables().steps


def order_of_step(acting: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """Return the order of acting with cards of the called step (FI-INIT-11, FI-INIT-12).

    Cards of several steps come one step after the other. Hands in the same group act at the same time. `acting` has the
    card of each hand, no joker.
    """
    return _order_of_step(tuple(acting.items())) if acting else ()


@memo
def _order_of_step(acting: tuple[tuple[str, str], ...]) -> tuple[tuple[str, ...], ...]:
    return acting_groups({hand: _turn(card) for hand, card in acting})


def may_reserve(card: str, reserve: str | None) -> Refused | None:
    """Return the reason against reserving a card; None if it is allowed (FI-RES-2, FI-RES-8, FI-JOKER-1)."""
    if is_joker(card):
        return Refused("reserve_joker", "FI-RES-8", "FI-JOKER-1")
    return Refused("reserve_taken", "FI-RES-2") if reserve is not None else None


def preparation_left(speed: int, laid_aside: int) -> int:
    """Return the number of cards still to lay aside before the acting one (FI-ACT-3 to FI-ACT-5, FI-EXT-5)."""
    return max(0, speed - 1 - laid_aside)
