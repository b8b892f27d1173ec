"""Decks: what is legal, what is warned of, and the figures, each checked against counting it out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kit.content_editor.persistence import row_of
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.rulesets.card_the_drawing.cards.card_library import CARDS, library_of
from engine.rulesets.card_the_drawing.decks.deck_rules import (
    DeckProblem,
    cards_on,
    damage_when_unhurt,
    deck_problems,
    deck_statistics,
    may_hold,
    opening_hand_probability,
    owner_profile_of,
    rows_for,
)
from tests.properties import examples

LIBRARY = library_of()
TITAN, SHADOW, SORCERER = (LIBRARY.archetypes[id_] for id_ in ("titan", "shadow", "sorcerer"))
ALL_FOR_TITANS = {card.id: 2 for card in LIBRARY.cards.values() if {"Universal", "Titan"} & {*card.lists}}


def is_legal(flaws: Sequence[DeckProblem]) -> bool:
    """Return whether a deck with these problems may enter combat (CD-DECK-6)."""
    return all(flaw.warning for flaw in flaws)


@pytest.mark.parametrize(
    ("archetype", "cards", "rules"),
    [
        ("titan", {"punch": 3}, {"CD-DECK-2"}),
        ("titan", ALL_FOR_TITANS, set()),
        ("titan", {**ALL_FOR_TITANS, "so_spark": 1}, {"CD-DECK-3"}),
        ("sorcerer", {"punch": 3}, set()),
        ("sorcerer", {"punch": 4}, {"CD-DECK-2"}),
        ("titan", {}, {"CD-DECK-5"}),
        ("titan", {"punch": 1}, set()),
        ("titan", {"env_thin_air": 1}, {"CD-DECK-3"}),
        ("titan", {"auto_timber_body": 1}, {"CD-DECK-3"}),
        ("titan", {"no_such_card": 1}, {"CD-DECK-3"}),
    ],
)
@pytest.mark.rule("CD-EX-52", "CD-DECK-1", "CD-DECK-2", "CD-DECK-3", "CD-DECK-5", "CD-ARCH-5")
def test_a_deck_is_legal_or_told_which_rule_it_breaks(
    archetype: str, cards: Mapping[str, int], rules: set[str]
) -> None:
    flaws = deck_problems(cards, owner_profile_of(LIBRARY.archetypes[archetype]), LIBRARY)
    assert {flaw.rule for flaw in flaws if not flaw.warning} == rules
    assert is_legal(flaws) == (len(rules) == 0)
    assert all(say(flaw.words) for flaw in flaws)


@pytest.mark.rule("CD-DECK-5")
@pytest.mark.parametrize(("copies", "warned"), [((2, 2, 2), True), ((2, 2, 2, 1), False)])
def test_a_deck_smaller_than_a_hand_and_a_round_of_plans_is_warned_of(copies: tuple[int, ...], warned: bool) -> None:
    cards = dict(zip(("punch", "retreat", "swing_blade", "polearm"), copies, strict=False))
    flaws = deck_problems(cards, owner_profile_of(TITAN), LIBRARY)
    assert [flaw.rule for flaw in flaws if flaw.warning] == (["CD-DECK-5"] if warned else [])
    assert is_legal(flaws)


@pytest.mark.rule("CD-DECK-2")
def test_copies_are_counted_by_the_name_of_the_card() -> None:
    twin = replace(LIBRARY.cards["punch"], id="mine")
    library = library_of({CARDS: (row_of(twin),)})
    flaws = deck_problems({"punch": 2, "mine": 1}, owner_profile_of(TITAN), library)
    assert [(flaw.rule, flaw.words.params["count"]) for flaw in flaws if not flaw.warning] == [("CD-DECK-2", 3)]


@pytest.mark.rule("CD-DECK-2", "CD-DECK-5")
def test_the_group_sets_the_least_deck_and_lets_mobs_have_any_copies() -> None:
    mob = owner_profile_of(LIBRARY.foes["mob"])
    assert not is_legal(deck_problems({"punch": 9}, mob, LIBRARY))
    assert is_legal(deck_problems({"punch": 9}, mob, LIBRARY, copies=False))
    assert not is_legal(deck_problems({"punch": 1}, owner_profile_of(TITAN), LIBRARY, least=2))


def test_a_card_put_aside_and_copies_below_none_are_no_deck() -> None:
    library = library_of({CARDS: (row_of(replace(LIBRARY.cards["punch"], disabled=True)),)})
    assert not is_legal(deck_problems({"punch": 1}, owner_profile_of(TITAN), library))
    assert not is_legal(deck_problems({"punch": -1, "retreat": 2}, owner_profile_of(TITAN), LIBRARY))


@pytest.mark.rule("CD-BOSS-2", "CD-DECK-3")
def test_a_boss_uses_the_lists_that_it_is_allowed() -> None:
    boss = owner_profile_of(LIBRARY.foes["boss"])
    names = {name for card in LIBRARY.cards.values() if may_hold(card, boss) for name in card.lists}
    assert names == {"Universal", "GM/Minion", "Titan"}


@pytest.mark.parametrize(
    ("archetype", "punch", "rock", "swing"), [("titan", 6, 4, 8), ("shadow", 4, 2, 6), ("sorcerer", 3, 1, 5)]
)
@pytest.mark.rule("CD-EX-2", "CD-STAT-2")
def test_damage_is_reckoned_with_the_owners_stats(archetype: str, punch: int, rock: int, swing: int) -> None:
    owner = owner_profile_of(LIBRARY.archetypes[archetype])
    cards = (LIBRARY.cards[id_] for id_ in ("punch", "thrown_rock", "swing_blade", "retreat", "desperate_blow"))
    assert [damage_when_unhurt(card, owner) for card in cards] == [punch, rock, swing, 0, 0]


@pytest.mark.rule("CD-EX-65")
def test_damage_of_a_mob_counts_its_heads() -> None:
    owner = owner_profile_of(replace(LIBRARY.foes["mob"], minions=4))
    assert damage_when_unhurt(LIBRARY.cards["gm_gang_up"], owner) == 6
    assert damage_when_unhurt(LIBRARY.cards["gm_gang_up"], owner_profile_of(LIBRARY.foes["boss"])) == 5


@pytest.mark.rule("CD-STAT-7", "CD-EX-1")
def test_owners_have_the_health_of_their_sheets() -> None:
    assert [owner_profile_of(archetype).health for archetype in (TITAN, SHADOW, SORCERER)] == [35, 30, 35]


def test_the_figures_of_the_titans_deck() -> None:
    statistics = deck_statistics(LIBRARY.decks["titan"].cards, owner_profile_of(TITAN), LIBRARY)
    assert statistics.size == 18
    assert statistics.costs == {0: 10, 2: 8}
    assert list(statistics.initiatives) == sorted(statistics.initiatives)
    assert sum(statistics.initiatives.values()) == 18
    assert (statistics.share("Close"), statistics.share("Distant"), statistics.share("Interrupt")) == (
        *(Fraction(13, 18), Fraction(1, 18), Fraction(2, 18)),
    )
    hits = 2 * (8 + 8 + 8 + 6 + 8 + 8)
    assert statistics.average == Fraction(hits, 18)
    assert statistics.opening["swing_blade"].exact == 1 - Fraction(16 * 15 * 14 * 13 * 12, 18 * 17 * 16 * 15 * 14)
    assert statistics.exhausted == 15


def test_an_empty_deck_has_figures_too() -> None:
    statistics = deck_statistics({}, owner_profile_of(TITAN), LIBRARY)
    assert (statistics.size, statistics.exhausted) == (0, None)
    assert [statistics.average, statistics.share("Close")] == [Fraction(0), Fraction(0)]


@examples(60)
@given(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))
def test_the_chance_to_hold_a_card_is_the_share_of_hands_that_have_it(others: int, copies: int, drawn: int) -> None:
    size = others + copies
    hands = list(combinations(range(size), min(drawn, size)))
    having = sum(any(card < copies for card in hand) for hand in hands)
    probability = opening_hand_probability(size, copies, drawn)
    assert (probability.of, probability.among) == (having, len(hands))


@examples(60)
@given(st.integers(1, 40), st.integers(1, 8), st.integers(1, 5))
@pytest.mark.rule("CD-DRAW-1", "CD-DRAW-2", "CD-DRAW-7", "CD-DRAW-8", "CD-UI-22")
def test_the_pile_is_found_empty_in_the_round_that_drawing_it_out_gives(size: int, hand: int, drawn: int) -> None:
    owner = owner_profile_of(replace(TITAN, intelligence=hand))
    pile, number = size - min(size, hand), 1
    while True:
        number += 1
        if pile < drawn:
            break
        pile -= drawn
    assert deck_statistics({"punch": size}, owner, LIBRARY, drawn=drawn).exhausted == number


def test_decks_go_to_sheets_and_back() -> None:
    deck = LIBRARY.decks["sorcerer"]
    rows = rows_for(deck, LIBRARY)
    assert rows[0] == {"card": "Spark", "count": 3}
    assert cards_on(rows, LIBRARY) == (dict(deck.cards), ())
    written: tuple[Mapping[str, Json], ...] = (
        {"card": "punch", "count": 1},
        {"card": "Punch", "count": 2},
        {"card": "Pnuch", "count": 1},
        {"count": 3},
    )
    assert cards_on(written, LIBRARY) == ({"punch": 3}, ("Pnuch",))
    assert cards_on(({"card": "Punch"},), LIBRARY) == ({"punch": 0}, ())
    huge: Mapping[str, Json] = {"card": "Punch", "count": 10**9}
    assert cards_on((huge, huge), LIBRARY) == ({"punch": 99}, ())
