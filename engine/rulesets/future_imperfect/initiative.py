"""Who acts when: cards drawn, what jokers take of them, and the order of the steps (FI-INIT, FI-JOKER, FI-RES)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Literal

from engine.play.refusal import Refused
from engine.rulesets.future_imperfect.data import tables
from engine.rulesets.future_imperfect.decks import JOKERS
from engine.rulesets.future_imperfect.rolls import Score, against
from engine.table.cards import face_of, is_joker, rank_of
from engine.table.frozen import Frozen, kept

RED, BLACK = JOKERS
TERRIFIED = "terrified"
KEEPS_RESERVE = "keeps_reserve"
PREPARED = "prepared"


class Surprise(Frozen):
    """The target numbers of the guts check against surprise (T-26)."""

    expecting: int
    unexpecting: int
    later: int


class InitiativeTables(Frozen):
    """The numbers of this chapter.

    Attributes:
        steps: the ranks in the order in which they are called.
        suits: the order of suits within a rank.
        tn: what the Reflex roll must meet.
        cards: how many are drawn beside one for each success.
        kept: how many are kept.
        terrified: how many somebody terrified draws.
        no_draw: states in which nobody draws, the gravest first.
        surprise: target numbers.
    """

    steps: tuple[str, ...]
    suits: tuple[str, ...]
    tn: int
    cards: int
    kept: int
    terrified: int
    no_draw: tuple[str, ...]
    surprise: Surprise


def initiative_tables() -> InitiativeTables:
    """Return the numbers of this chapter."""
    found: InitiativeTables = tables("initiative", InitiativeTables)
    return found


# ---- the draw --------------------------------------------------------------------------------------------------------


class Drawing(Frozen):
    """Whether somebody draws in a round.

    Attributes:
        how: after a Reflex roll, a single card without one, or not at all.
        why: what keeps him from the roll; its words are the sentence `no_draw.<why>`.
    """

    how: Literal["roll", "single", "none"]
    why: str | None = None


def drawing(states: Collection[str], *, keeps_reserve: bool, prepared: bool, prepared_no_draw: bool) -> Drawing:
    """Return whether somebody draws, and if not, why (FI-INIT-16, FI-RES-6, FI-EXT-6, FI-FEAR-7).

    Args:
        states: what he is now; `surprised`, `winded`, `terrified` and so on. One who is stunned draws.
        keeps_reserve: he gives up the draw for the card in his reserve.
        prepared: an action is fully prepared and its last card waits in reserve.
        prepared_no_draw: whether that forbids the draw; otherwise the player chooses by `keeps_reserve`.
    """
    grave = next((state for state in initiative_tables().no_draw if state in states), None)
    if grave is not None:
        return Drawing(how="none", why=grave)
    if TERRIFIED in states:
        return Drawing(how="single", why=TERRIFIED)
    if prepared and prepared_no_draw:
        return Drawing(how="none", why=PREPARED)
    return Drawing(how="none", why=KEEPS_RESERVE) if keeps_reserve else Drawing(how="roll")


def cards_to_draw(reflex: Score, *, raise_step: int, max_draw: int | None) -> int:
    """Return how many cards a Reflex roll draws: one and one for each success, none on a bust (FI-INIT-2 to 5).

    Args:
        reflex: the roll with wounds and weapons taken off.
        raise_step: points in a raise.
        max_draw: the most that may be drawn; None for no limit.
    """
    if reflex.bust:
        return 0
    count = initiative_tables().cards + against(reflex, initiative_tables().tn, raise_step=raise_step).successes
    return count if max_draw is None else min(count, max_draw)


def surprise_tn(*, expecting: bool, later: bool) -> int:
    """Return the target number of the guts check against surprise (FI-SURP-1, FI-SURP-3).

    Args:
        expecting: whether some danger is expected.
        later: whether he was surprised in an earlier round and comes to himself now.
    """
    table = initiative_tables().surprise
    if later:
        return table.later
    return table.expecting if expecting else table.unexpecting


# ---- jokers ----------------------------------------------------------------------------------------------------------


class Draw(Frozen):
    """What becomes of drawn cards.

    Attributes:
        lost: those that are discarded at once: black jokers, and what they take.
        keepable: those among which the player chooses, in the order in which they were drawn.
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


def sort_draw(cards: Sequence[str], reserve: str | None, preparing: int, *, black_joker_takes_red: bool) -> Draw:
    """Sort drawn cards before two of them are kept (FI-INIT-7, FI-JOKER-3 to FI-JOKER-7, FI-EXT-8).

    Args:
        cards: as drawn from the deck of one side.
        reserve: the card that is held in reserve, which is always the highest.
        preparing: how many cards are laid aside for an unfinished action.
        black_joker_takes_red: whether a red joker counts as the highest card.
    """
    black = [card for card in cards if _is(card, BLACK)]
    left = [card for card in cards if card not in black]
    lost, held, laid = list(black), reserve is not None, preparing
    for _ in black:
        if held:
            held = False
            continue
        taken = highest(left, counts_red=black_joker_takes_red)
        if taken is not None:
            left.remove(taken)
            lost.append(taken)
        laid = max(0, laid - 1)
    return Draw(
        lost=tuple(lost),
        keepable=tuple(card for card in left if not is_joker(card)),
        red=tuple(card for card in left if is_joker(card)),
        lost_reserve=held is not (reserve is not None),
        lost_preparation=preparing - laid,
        reshuffle=bool(black),
    )


def _is(card: str, joker: str) -> bool:
    return face_of(card) == joker


def highest(cards: Iterable[str], reserve: str | None = None, *, counts_red: bool) -> str | None:
    """Return the highest card for all that takes it; None of none (FI-RES-9, FI-JOKER-7).

    That is the reserved card, then a red joker if it counts, then the rank, and the suit between equals.
    """
    if reserve is not None:
        return reserve
    among = [card for card in cards if not is_joker(card) or (counts_red and _is(card, RED))]
    return min(among, key=lambda card: (not is_joker(card), *(() if is_joker(card) else _turn(card))), default=None)


def need_kept(draw: Draw, chosen: Collection[str]) -> None:
    """Raise Refused unless a player may keep these cards of a draw, beside a red joker (FI-INIT-7)."""
    most = initiative_tables().kept
    if len([card for card in chosen if card not in draw.red]) > most:
        raise Refused("keep_too_many", "FI-INIT-7", most=most)
    strange = [card for card in chosen if card not in (*draw.keepable, *draw.red)]
    if strange:
        raise Refused("keep_not_drawn", "FI-INIT-7", cards=strange)


# ---- the steps -------------------------------------------------------------------------------------------------------


@kept
def _turn(card: str) -> tuple[int, int]:
    table = initiative_tables()
    return table.steps.index(rank_of(card)), table.suits.index(face_of(card)[-1])


def by_rank(cards: Iterable[str]) -> tuple[str, ...]:
    """Return cards that are no jokers, those of the higher ranks first; equal ones as they lie (FI-INIT-10)."""
    return tuple(sorted(cards, key=lambda card: _turn(card)[0]))


def steps() -> tuple[str, ...]:
    """Return the ranks in the order in which they are called (FI-INIT-10, T-22)."""
    return initiative_tables().steps


def order_of_step(acting: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """Return who acts in which order with cards of the step that is called (FI-INIT-11, FI-INIT-12).

    Cards of several steps come one step after the other. Who stands together acts at the same time.

    Args:
        acting: the card of each one who acts, no joker.
    """
    return _order_of_step(tuple(acting.items())) if acting else ()


@kept
def _order_of_step(acting: tuple[tuple[str, str], ...]) -> tuple[tuple[str, ...], ...]:
    ordered = sorted(acting, key=lambda held: _turn(held[1]))
    return tuple(tuple(who for who, _ in group) for _, group in groupby(ordered, key=lambda held: _turn(held[1])))


def may_reserve(card: str, reserve: str | None) -> Refused | None:
    """Return why a card may not be placed in reserve; None if it may (FI-RES-2, FI-RES-8, FI-JOKER-1)."""
    if is_joker(card):
        return Refused("reserve_joker", "FI-RES-8", "FI-JOKER-1")
    return Refused("reserve_taken", "FI-RES-2") if reserve is not None else None


def preparation_left(speed: int, laid_aside: int) -> int:
    """Return how many cards must still be laid aside before the one that acts (FI-ACT-3 to FI-ACT-5, FI-EXT-5).

    Args:
        speed: how many cards the whole action takes.
        laid_aside: those that have been, wherever they are by now.
    """
    return max(0, speed - 1 - laid_aside)
