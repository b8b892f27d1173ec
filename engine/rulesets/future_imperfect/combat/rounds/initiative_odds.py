"""The exact chances of the draw of action cards: how many, the highest one, Jokers (FI-INIT, FI-JOKER, FI-RES).

Only odds need this module: it loads the dice library. Cards that others hold face down count as cards of the deck:
nobody else knows which of them were kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import NamedTuple

from engine.core.memo import memo_of_values
from engine.messages.message import Message
from engine.model.cards import copy_of, face_of, is_joker, rank_of
from engine.model.table import Table
from engine.model.zones import separate_deck
from engine.odds.card_deals import PileDraw, group_chances, unseen_cards
from engine.odds.odds import Distribution, Odds, Outcome, chance_sums, distribution, named_outcome, numbers
from engine.rulesets.future_imperfect.checks.check_chances import score_chances
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.initiative import action_decks, initiative_rules
from engine.rulesets.future_imperfect.initiative.action_cards import (
    hand_name,
    need_fighter,
    reserve_zone,
    reserved,
)
from engine.rulesets.future_imperfect.procedures.check_procedure import Check
from engine.rulesets.future_imperfect.procedures.conflict_procedure import SIDES
from engine.rulesets.future_imperfect.settings import flag, limit, number

MOST_CARDS = 6
"""The maximum of drawn cards that is listed; more are listed with it."""
NO_CARD = "none"


class ActionPiles(NamedTuple):
    """The cards that a draw may bring, by what its viewer knows.

    Attributes:
        unseen: cards that may be in the deck.
        deck: the number of cards in the deck.
        discards: the cards that are shuffled into a new deck when it is empty (FI-INIT-13).
    """

    unseen: tuple[str, ...]
    deck: int
    discards: tuple[str, ...]


def draw_distributions(table: Table, check: Check, viewer: str) -> tuple[Distribution, ...]:
    """Return the chances of the number of cards, of the highest one that can be kept, and of Jokers."""
    name, fighter = need_fighter(table, check.rolls[0].actor)
    piles = _piles(table, fighter.side, viewer)
    if piles is None:
        return ()
    counts = _card_counts(table, check, piles)
    highest = _highest_chances(table, counts, piles, reserve=reserved(table, name) is not None)
    return (
        numbers(Message(key="odds.cards_drawn"), counts, MOST_CARDS),
        distribution(
            _in_words("odds.highest_card", piles), [(_rank(rank), chance) for rank, chance in highest.items()]
        ),
        *(
            distribution(Message(key=f"odds.{joker}_joker"), _yes_or_no(chance))
            for joker, chance in _joker_chances(counts, piles).items()
        ),
    )


def odds_of_draw_given_up(table: Table, name: str, check: Check, viewer: str) -> Odds | None:
    """Return the chance that the draw of a hand would bring no higher card than the one in reserve (FI-RES-6).

    There are odds only for a viewer who sees the card.

    Args:
        table: the table.
        name: the hand.
        check: the Reflex roll of that draw.
        viewer: the seat that sees the odds.
    """
    card, piles = reserved(table, name), _piles(table, need_fighter(table, check.rolls[0].actor)[1].side, viewer)
    if card is None or piles is None or not table.zones[reserve_zone(name)].may_see(card, viewer):
        return None
    if not CHECKS.may_know_odds(table, check, viewer):
        return None
    counts = _card_counts(table, check, piles)
    highest = _highest_chances(table, counts, piles, reserve=True)
    steps = initiative_rules.steps()
    above = sum((highest.get(rank, Fraction(0)) for rank in steps[: steps.index(rank_of(card))]), Fraction(0))
    return Odds(
        chance=1 - above,
        success=Message(key="odds.no_higher_card"),
        distributions=(
            distribution(
                _in_words("odds.card_given_up", piles), [(_rank(rank), chance) for rank, chance in highest.items()]
            ),
        ),
        assumptions=check.then.odds_assumptions(table, check),
        explanation=CHECKS.odds_explanation(table, check),
    )


def odds_of_extras(table: Table, checks: Mapping[str, Check], viewer: str) -> Odds | None:
    """Return the chances of the highest card of each of some hands that draw one after the other from the same deck.

    As long as the deck lasts, each card of each hand is any unseen one, and the order of drawing does not matter. Hands
    with the same chances share them.

    Args:
        table: the table.
        checks: the Reflex roll of each hand.
        viewer: the seat that sees the odds, which must be able to read all of them.
    """
    if not checks or not all(CHECKS.may_know_odds(table, check, viewer) for check in checks.values()):
        return None
    hands: dict[tuple[tuple[tuple[int, Fraction], ...], bool], list[str]] = {}
    piles = _piles(table, need_fighter(table, next(iter(checks.values())).rolls[0].actor)[1].side, viewer)
    if piles is None:
        return None
    for name, check in checks.items():
        counts = tuple(_card_counts(table, check, piles).items())
        _, fighter = need_fighter(table, check.rolls[0].actor)
        hands.setdefault((counts, reserved(table, name) is not None), []).append(hand_name(table, fighter))
    highest = {alike: _highest_chances(table, dict(alike[0]), piles, reserve=alike[1]) for alike in hands}
    return Odds(
        distributions=tuple(
            distribution(
                Message(key="odds.highest_card_of", params={"hands": names}),
                [(_rank(rank), chance) for rank, chance in highest[alike].items()],
            )
            for alike, names in hands.items()
        ),
        assumptions=(Message(key="odds.equally_likely"), Message(key="odds.deck_lasts")),
        explanation=tuple(line for check in checks.values() for line in CHECKS.odds_explanation(table, check)),
    )


def _in_words(key: str, piles: ActionPiles) -> Message:
    return Message(key=key, params={"unseen": len(piles.unseen), "deck": piles.deck})


def _piles(table: Table, side: str, viewer: str) -> ActionPiles | None:
    """Return the cards of a side; None where the viewer has seen cards of the deck, or not all discards.

    The copy numbers of the cards say which deck they belong to. Where cards were added or mixed there are none, too.
    """
    deck, discards = table.zones[separate_deck(side)], table.zones[action_decks.discard_zone(side)]
    unseen = unseen_cards(table, viewer)
    own = tuple(card for card in unseen if copy_of(card) == SIDES.index(side) + 1)
    known = {*deck.cards} <= {*unseen} and {*discards.cards}.isdisjoint(unseen)
    if not known or len(own) < len(deck.cards) or any(copy_of(card) > len(SIDES) for card in unseen):
        return None
    return ActionPiles(own, len(deck.cards), discards.cards)


def _card_counts(table: Table, check: Check, piles: ActionPiles) -> dict[int, Fraction]:
    """Return the chances of how many cards come; never more than there are (FI-INIT-3, FI-INIT-13)."""
    step, most = number(table, "raise_step"), limit(table, "max_draw")
    cards = piles.deck + len(piles.discards)
    return chance_sums(
        (min(initiative_rules.cards_to_draw(score, raise_step=step, max_draw=most), cards), chance)
        for score, chance in score_chances(table, check.rolls[0])
    )


def _draws(piles: ActionPiles, count: int, ranks: Collection[str]) -> tuple[PileDraw, ...]:
    """Return the draws of so many cards; the groups are black and red Jokers, and the cards of some ranks."""
    first = min(count, piles.deck)
    later = (_draw(piles.discards, count - first, ranks),) if count > first else ()
    return (_draw(piles.unseen, first, ranks), *later)


def _draw(pile: tuple[str, ...], count: int, ranks: Collection[str]) -> PileDraw:
    kinds = _kinds(pile)
    high = sum(kinds[rank] for rank in ranks)
    return PileDraw((kinds[action_decks.BLACK], kinds[action_decks.RED], high), len(pile), count)


@memo_of_values(most=16)
def _kinds(pile: tuple[str, ...]) -> Counter[str]:
    """Return the number of cards of each rank, and of each Joker."""
    return Counter(face_of(card) if is_joker(card) else rank_of(card) for card in pile)


def _highest_chances(
    table: Table, counts: Mapping[int, Fraction], piles: ActionPiles, *, reserve: bool
) -> dict[str, Fraction]:
    """Return the chances of the highest card that can be kept, a red Joker aside, once black Jokers took theirs."""
    takes_red = flag(table, "black_joker_takes_red")
    lower = Fraction(1)
    chances: dict[str, Fraction] = {}
    for index, rank in enumerate(initiative_rules.steps()):
        still = Fraction(0)  # the chance that neither this rank nor a higher one is kept
        for count, share in counts.items():
            still += share * _lower_chances(piles, count, reserve=reserve, takes_red=takes_red)[index]
        chances[rank], lower = lower - still, still
    chances[NO_CARD] = lower
    return chances


@memo_of_values(most=64)
def _lower_chances(piles: ActionPiles, count: int, *, reserve: bool, takes_red: bool) -> tuple[Fraction, ...]:
    """Return for each rank the chance that of so many cards neither it nor a higher one is kept.

    Hands that draw from the same deck differ only in how many cards they draw.
    """
    steps, most = initiative_rules.steps(), _most(piles)
    deals = (group_chances(_draws(piles, count, steps[: index + 1]), most) for index in range(len(steps)))
    return tuple(
        sum(
            (
                chance
                for (black, red, high), chance in deal.items()
                if high <= _taken(black, red, reserve=reserve, takes_red=takes_red)
            ),
            Fraction(0),
        )
        for deal in deals
    )


def _most(piles: ActionPiles) -> int:
    """Return the maximum number of cards of a group that matters: as many as Jokers can take."""
    return max(1, sum(map(is_joker, (*piles.unseen, *piles.discards))))


@memo_of_values(most=64)
def _taken(black: int, red: int, *, reserve: bool, takes_red: bool) -> int:
    """Return how many of the highest drawn ordinary cards black Jokers take, by the rule (FI-JOKER-4, FI-JOKER-7)."""
    ordinary = [f"{rank}S" for rank in initiative_rules.steps()]
    drawn = (*[action_decks.BLACK] * black, *[action_decks.RED] * red, *ordinary)
    draw = initiative_rules.sort_draw(drawn, ordinary[0] if reserve else None, 0, black_joker_takes_red=takes_red)
    return len(ordinary) - len(draw.keepable)


def _joker_chances(counts: Mapping[int, Fraction], piles: ActionPiles) -> dict[str, Fraction]:
    """Return the chances that a red and that a black Joker is drawn."""
    most = _most(piles)
    drawn = {"red": Fraction(0), "black": Fraction(0)}
    for count, share in counts.items():
        for (black, red, _), chance in group_chances(_draws(piles, count, ()), most).items():
            for joker, number_drawn in (("red", red), ("black", black)):
                drawn[joker] += share * chance * bool(number_drawn)
    return drawn


def _rank(rank: str) -> Outcome:
    if rank == NO_CARD:
        return Outcome(name=NO_CARD, label=Message(key="odds.no_card"))
    return named_outcome(rank)


def _yes_or_no(chance: Fraction) -> list[tuple[Outcome, Fraction]]:
    names = (("drawn", chance), ("not_drawn", 1 - chance))
    return [(Outcome(name=name, label=Message(key=f"odds.joker_{name}")), share) for name, share in names]
