"""Every comparison of fights: ties, Jokers, and all totals against a slow and obvious reading of section 2.22."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.commands import Command
from engine.rulesets.imaginality import comparison_rules
from engine.rulesets.imaginality.actions.action_commands import Attempt
from engine.rulesets.imaginality.combat.attack_commands import Shoot, Strike
from engine.rulesets.imaginality.combat.initiative import CallInitiative
from engine.rulesets.imaginality.comparison_rules import Score
from engine.rulesets.imaginality.damage import CollapseCheck, Hazard
from tests.engine.rulesets.imaginality.fights import (
    REVEAL,
    all_figures,
    answers,
    arena,
    blow,
    draws,
    enough,
    fighting,
    lays,
    shot,
)
from tests.engine.rulesets.imaginality.table import play

CARDS = st.lists(st.sampled_from(["2", "9", "10", "J", "Q", "K", "A", "X"]), min_size=1, max_size=4)
VALUES = {**{str(n): n for n in range(2, 11)}, "J": 11, "Q": 12, "K": 13, "A": 15, "X": 0}
BOOKKEEPING = {"damage_mode": "bookkeeping"}


def brought(drawn: list[str], penalty: int) -> tuple[int, bool]:
    """Return total and fumble of cards that are all drawn, one by one."""
    total = 0
    fumble = False
    for card in drawn:
        total = total + VALUES[card]
        fumble = fumble or card == "X"
    return total - penalty, fumble


def scored(drawn: list[str], penalty: int) -> Score:
    """Return the same as the engine would have it."""
    total = comparison_rules.total_of(card if card == "X" else f"{card}S" for card in drawn)
    return Score(total=total - penalty, fumble="X" in drawn)


@pytest.mark.rule("IM-HTH-4", "IM-HTH-7", "IM-HTH-15", "IM-RANGED-4", "IM-RANGED-13", "IM-ACT-6", "IM-ACT-10")
@given(mine=CARDS, theirs=CARDS, penalty=st.integers(0, 20), other=st.integers(0, 20))
def test_all_contests_are_read_as_the_catalogue_writes_them(
    mine: list[str], theirs: list[str], penalty: int, other: int
) -> None:
    (att, att_fumble), (dfn, def_fumble) = brought(mine, penalty), brought(theirs, other)
    a, d = scored(mine, penalty), scored(theirs, other)

    if att_fumble:
        check, block, ranged = "failure", "miss", "miss"
    elif def_fumble:
        check, block, ranged = "success", "hit", "hit"
    else:
        check = "success" if att >= dfn else "failure"
        block = "miss" if dfn >= att else "hit"
        ranged = "miss" if dfn > att else "hit"

    if att_fumble and def_fumble:
        counter = "nobody"
    elif att_fumble:
        counter = "counter_hit"
    elif def_fumble:
        counter = "hit"
    elif dfn > att:
        counter = "counter_hit"
    elif att > dfn:
        counter = "hit"
    else:
        counter = "nobody"

    assert comparison_rules.compare_check(a, d) == check
    assert comparison_rules.compare_block(a, d) == block
    assert comparison_rules.compare_shot(a, d) == ranged
    assert comparison_rules.compare_counterattack(a, d) == counter
    assert comparison_rules.compare_helpless_blow(a) == ("miss" if att_fumble else "hit")


@pytest.mark.rule("IM-ADV-5", "IM-ACT-8", "IM-ACT-10")
@given(cards=CARDS, penalty=st.integers(0, 20))
def test_who_laid_no_card_achieves_nothing(cards: list[str], penalty: int) -> None:
    none, some = comparison_rules.NO_CARDS, scored(cards, penalty)
    for other in (none, some):
        assert comparison_rules.compare_check(none, other) == "failure"
        assert comparison_rules.compare_block(none, other) == "miss"
        assert comparison_rules.compare_shot(none, other) == "miss"
        assert comparison_rules.compare_counterattack(none, other) == ("nobody" if other.fails else "counter_hit")
    assert comparison_rules.compare_helpless_blow(none) == "miss"
    fumbled = "X" in cards
    assert comparison_rules.compare_check(some, none) == ("failure" if fumbled else "success")
    assert (
        comparison_rules.compare_block(some, none)
        == comparison_rules.compare_shot(some, none)
        == ("miss" if fumbled else "hit")
    )
    assert comparison_rules.compare_counterattack(some, none) == ("nobody" if fumbled else "hit")


@pytest.mark.rule("IM-DMG-8", "IM-DMG-11", "IM-WOUND-7", "IM-WOUND-9", "IM-WOUND-10")
@given(dealt=CARDS, held=CARDS, check=CARDS, old=st.integers(0, 30), weak=st.integers(0, 30))
def test_damage_and_collapse_are_read_as_the_catalogue_writes_them(
    dealt: list[str], held: list[str], check: list[str], old: int, weak: int
) -> None:
    damage = 0 if "X" in dealt else max(0, brought(dealt, weak)[0])
    resistance = 0 if "X" in held else max(0, brought(held, old)[0])
    net = max(0, damage - resistance)
    assert comparison_rules.net_damage(scored(dealt, weak), scored(held, old)) == net
    value, joker = brought(check, 0)
    expected = (True, True) if joker else (value < old + net, value < net)
    assert comparison_rules.collapse_result(scored(check, 0), old + net, net) == expected
    assert expected[0] or not expected[1], "who is dying is unconscious"


@pytest.mark.rule("IM-INIT-2", "IM-INIT-3", "IM-INIT-6")
@given(st.dictionaries(st.sampled_from("abcdef"), st.tuples(st.integers(-9, 30), st.booleans())))
def test_the_order_is_read_as_the_catalogue_writes_it(values: dict[str, tuple[int, bool]]) -> None:
    order = comparison_rules.acting_groups(
        {actor: Score(total=total, fumble=fumble) for actor, (total, fumble) in values.items()}
    )
    place = {actor: rank for rank, group in enumerate(order) for actor in group}
    assert sorted(place) == sorted(values)
    for holder, (total, fumble) in values.items():
        for other, (against, other_fumble) in values.items():
            before = (not fumble and other_fumble) or (not fumble and not other_fumble and total > against)
            same = (fumble and other_fumble) or (not fumble and not other_fumble and total == against)
            assert (place[holder] < place[other]) == before
            assert (place[holder] == place[other]) == same


def attempt(mine: str, theirs: str) -> tuple[Command, ...]:
    """An attempt of Rex's, both sides laid."""
    return (Attempt(seat="tom", actor="rex"), lays("opposition", theirs, "gm"), lays("actor", mine, "tom"), REVEAL)


def countered(mine: str, theirs: str) -> tuple[Command, ...]:
    """A blow of Rex's that Sal counters, the attacker adding nothing."""
    return (*blow(mine, "counterattack")[:3], enough("actor", "tom"), lays("opposition", theirs, "eve"), REVEAL)


def mishap(damage: str, resistance: str) -> tuple[Command, ...]:
    """A mishap of Sal's, both sides laid."""
    start = (Hazard(seat="gm", target="sal", cards=1), lays("damage", damage, "gm"))
    return (*start, lays("resistance", resistance, "eve") if resistance else enough("resistance", "eve"), REVEAL)


def unaware(card: str) -> tuple[Command, ...]:
    """A shot at somebody who does not see it coming."""
    return (Shoot(seat="tom", actor="rex", target="sal", aware=False), lays("actor", card, "tom"), REVEAL)


def first(mine: str, theirs: str) -> tuple[Command, ...]:
    """Initiative of Rex and Sal."""
    return (CallInitiative(seat="gm"), lays("init-rex", mine, "tom"), lays("init-sal", theirs, "eve"), REVEAL)


TIES: list[Any] = [
    pytest.param(attempt("9S", "9C"), {}, {"outcome": "success", "margin": 0}, "IM-ACT-6", id="action"),
    pytest.param(blow("9S", "block", "9H"), {}, {"outcome": "miss"}, "IM-HTH-4", id="block"),
    pytest.param(countered("9S", "9H"), {}, {"outcome": "nobody"}, "IM-HTH-7", id="counterattack"),
    pytest.param(shot("9S", "dodge", "9H"), {}, {"outcome": "hit"}, "IM-RANGED-4", id="dodge"),
    pytest.param(unaware("9S"), {"deck": "9D"}, {"outcome": "hit"}, "IM-RANGED-6", id="card drawn for a target"),
    pytest.param(mishap("9C", "9H"), {}, {"net": 0}, "IM-DMG-8", id="damage"),
    pytest.param(
        (*mishap("9C", ""), CollapseCheck(seat="eve")),
        {"deck": "9D"},
        {"unconscious": False, "dying": False},
        "IM-WOUND-7",
        id="collapse check",
    ),
    pytest.param(first("9S", "9H"), {}, {"order": [["rex", "sal"]]}, "IM-INIT-3", id="initiative"),
]


@pytest.mark.rule(
    "IM-ACT-6", "IM-HTH-4", "IM-HTH-7", "IM-RANGED-4", "IM-RANGED-6", "IM-DMG-8", "IM-WOUND-7", "IM-INIT-3"
)
@pytest.mark.parametrize(("commands", "zones", "figures", "rule"), TIES)
def test_a_tie_goes_to_whom_the_summary_says(
    commands: tuple[Command, ...], zones: dict[str, str], figures: dict[str, object], rule: str
) -> None:
    table = arena(zones, options=BOOKKEEPING)
    table = fighting(table, "rex", "sal") if rule.startswith("IM-INIT") else table
    results = all_figures(table, *commands)
    assert {name: results[name] for name in figures} == figures


def by_gm(kind: type[Strike] | type[Shoot], response: str, drawer: str) -> tuple[Command, ...]:
    """A blow or shot of the orc's at the elf, one side drawn and the other played."""
    start: tuple[Command, ...] = (kind(seat="gm", actor="orc", target="elf"),)
    start += (draws("actor") if drawer == "actor" else lays("actor", "KC", "gm"), answers(response, "elf"))
    if response == "counterattack":
        start += (enough("actor", "gm"),)
    return (*start, draws("opposition") if drawer == "opposition" else lays("opposition", "2C", "gm"), REVEAL)


def npc_first() -> tuple[Command, ...]:
    """Initiative of Rex, who lays a 2, and the orc, for whom is drawn."""
    return (CallInitiative(seat="gm"), lays("init-rex", "2S", "tom"), draws("init-orc"), REVEAL)


def npc_mishap(drawer: str) -> tuple[Command, ...]:
    """A mishap of the orc's, one side drawn and the other played."""
    start = (
        Hazard(seat="gm", target="orc", cards=1),
        draws("damage") if drawer == "damage" else lays("damage", "9C", "gm"),
    )
    return (*start, draws("resistance") if drawer == "resistance" else lays("resistance", "2C", "gm"), REVEAL)


DRAWN_JOKERS: list[Any] = [
    pytest.param(npc_first(), {"order": [["rex"], ["orc"]]}, id="initiative: last of all"),
    pytest.param(by_gm(Strike, "block", "actor"), {"outcome": "miss"}, id="attack, blocked: misses"),
    pytest.param(
        by_gm(Strike, "counterattack", "actor"), {"outcome": "counter_hit"}, id="attack, countered: counter hits"
    ),
    pytest.param(by_gm(Strike, "block", "opposition"), {"outcome": "hit"}, id="block: attack hits"),
    pytest.param(by_gm(Strike, "counterattack", "opposition"), {"outcome": "hit"}, id="counterattack: attack hits"),
    pytest.param(
        (Strike(seat="tom", actor="rex", target="sal", aware=False), REVEAL),
        {"outcome": "miss"},
        id="attack on somebody who does nothing: misses",
    ),
    pytest.param(by_gm(Shoot, "dodge", "actor"), {"outcome": "miss"}, id="shot: misses"),
    pytest.param(by_gm(Shoot, "dodge", "opposition"), {"outcome": "hit"}, id="dodge: shot hits"),
    pytest.param(unaware("2S"), {"outcome": "hit", "fumbles": ["opposition"]}, id="card for a target: hit"),
    pytest.param(npc_mishap("damage"), {"damage": 0, "net": 0}, id="damage: nothing"),
    pytest.param(npc_mishap("resistance"), {"resistance": 0, "net": 9}, id="resistance: all of it"),
    pytest.param(
        (*mishap("2C", ""), CollapseCheck(seat="eve")), {"unconscious": True, "dying": True}, id="collapse: the worst"
    ),
]


@pytest.mark.rule("IM-JOKER-4", "IM-JOKER-5", "IM-INIT-6", "IM-HTH-15", "IM-RANGED-13", "IM-DMG-11", "IM-WOUND-9")
@pytest.mark.parametrize(("commands", "figures"), DRAWN_JOKERS)
def test_a_drawn_joker_spoils_what_it_was_drawn_for(commands: tuple[Command, ...], figures: dict[str, object]) -> None:
    table = fighting(arena({"deck": "X AD"}, options=BOOKKEEPING), "rex", "orc")
    results = all_figures(table, *commands)
    assert {name: results[name] for name in figures} == figures


PLAYED_JOKERS: list[Any] = [
    pytest.param(first("X", "KH"), "tom", {"initiative": {"rex": 22, "sal": 13}}, id="initiative"),
    pytest.param(blow("X", "block", "KH"), "tom", {"actor_total": 22, "outcome": "hit"}, id="attack"),
    pytest.param(blow("KS", "block", "X"), "eve", {"opposition_total": 22, "outcome": "miss"}, id="block"),
    pytest.param(countered("KS", "X"), "eve", {"opposition_total": 22, "outcome": "counter_hit"}, id="counterattack"),
    pytest.param(shot("X", "dodge", "KH"), "tom", {"actor_total": 22, "outcome": "hit"}, id="shot"),
    pytest.param(shot("KS", "dodge", "X"), "eve", {"opposition_total": 22, "outcome": "miss"}, id="dodge"),
    pytest.param(mishap("X", "KH"), "gm", {"damage": 22, "net": 9}, id="damage"),
    pytest.param(mishap("KC", "X"), "eve", {"resistance": 22, "net": 0}, id="resistance"),
]


@pytest.mark.rule("IM-JOKER-1", "IM-VAL-2", "IM-INIT-6", "IM-DMG-11")
@pytest.mark.parametrize(("commands", "holder", "figures"), PLAYED_JOKERS)
def test_a_played_joker_is_two_cards_summed(
    commands: tuple[Command, ...], holder: str, figures: dict[str, object]
) -> None:
    suit = {"tom": "S", "eve": "H", "gm": "C"}[holder]
    table = fighting(arena({"deck": "KD 9D", f"hand:{holder}": f"X K{suit} 2{suit}"}), "rex", "sal")
    results = all_figures(table, *commands)
    assert {name: results[name] for name in figures} == figures


@pytest.mark.rule("IM-JOKER-1", "IM-ADV-3")
def test_a_joker_as_an_extra_card_adds_to_the_others() -> None:
    table = arena({"deck": "KD 9D", "hand:tom": "X 9S 2S"})
    strike = Strike(seat="gm", actor="rex", target="sal", advantage=1)
    start = (strike, lays("actor", "9S X", "tom"), answers("block"), lays("opposition", "2H", "eve"))
    assert all_figures(table, *start, REVEAL)["actor_total"] == 31
    assert len(play(table, *start).zones["standins:actor"].cards) == 2
