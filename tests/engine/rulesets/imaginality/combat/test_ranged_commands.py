"""Ranged combat: shots, dodges, and cards drawn for those who cannot dodge."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.core.manual_moves import LayCondition, SetList
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.rulesets.imaginality.actions.action_commands import NarrateFumble, RuleForAction
from engine.rulesets.imaginality.actions.card_play_commands import TakeBack
from engine.rulesets.imaginality.actions.gm_card_commands import GrantCards
from engine.rulesets.imaginality.combat.attack_commands import Shoot, Strike
from engine.rulesets.imaginality.damage import Inflict
from engine.rulesets.imaginality.turns.turn_commands import MarkActed
from tests.engine.rulesets.imaginality.fights import (
    REVEAL,
    SETTLE,
    all_figures,
    answers,
    arena,
    draws,
    enough,
    fighting,
    lays,
    shot,
    turn,
)
from tests.engine.rulesets.imaginality.table import GAME, cards, play, refused, under_way, why

SHOOT = Shoot(seat="tom", actor="rex", target="sal")
LACKING: Mapping[str, Any] = {"rex": {"physical": 3, "mental": 2, "skills": []}}
"""Somebody made with points who has no skills."""


def shoot(**more: Any) -> Shoot:
    """Rex shoots at Sal, by the GM's hand where only the GM may say so."""
    gm = {"advantage", "disadvantage", "attribute"} & set(more)
    return Shoot(seat="gm" if gm else "tom", actor="rex", target="sal", **more)


def due(table: Table) -> tuple[int, int]:
    """Return how many cards shooter and target may lay, or draw."""
    sides = under_way(table).sides
    return sides["actor"].due, sides["opposition"].due


@pytest.mark.rule("IM-RANGED-1")
def test_the_shot_lies_face_down_until_the_targets_card_lies_too() -> None:
    table = play(arena(), SHOOT, lays("actor", "9S", "tom"), answers("dodge"))
    assert due(table) == (1, 1)
    assert GAME.view_for(table, SHARED).zones["committed:actor"].cards == ()
    assert refused(table, REVEAL).message.key == "refused.not_all_in"
    assert why(table, TakeBack(seat="tom", side="actor")) == ("attack_stands", "IM-HTH-3", "IM-RANGED-1")
    shown = play(table, lays("opposition", "10H", "eve"), REVEAL)
    assert GAME.view_for(shown, SHARED).zones["committed:actor"].cards == ("9S",)


@pytest.mark.rule("IM-RANGED-1", "IM-GM-2")
def test_the_gm_draws_for_an_npc_that_shoots() -> None:
    table = play(arena({"deck": "QD"}), Shoot(seat="gm", actor="orc", target="sal"), draws("actor"))
    assert cards(table, "drawn:actor") == ["QD"]


@pytest.mark.rule("IM-RANGED-2")
@pytest.mark.parametrize(
    ("said", "metres", "cards_due"),
    [
        ({"close": True}, 3, 2),
        ({"distance_m": 3.0}, 3, 2),
        ({"distance_m": 3.1}, 3, 1),
        ({"distance_m": 3.1}, 5, 2),
        ({}, 3, 1),
    ],
)
def test_at_very_close_range_two_cards_are_laid(said: dict[str, Any], metres: int, cards_due: int) -> None:
    assert due(play(arena(options={"close_range_m": metres}), shoot(**said)))[0] == cards_due


@pytest.mark.rule("IM-RANGED-3", "IM-RANGED-4")
@pytest.mark.parametrize(("dodge", "outcome"), [("10H", "miss"), ("9H", "hit"), ("6H", "hit")])
def test_only_a_higher_dodge_gets_away(dodge: str, outcome: str) -> None:
    assert all_figures(arena(), *shot("9S", "dodge", dodge))["outcome"] == outcome


@pytest.mark.rule("IM-RANGED-5", "IM-TURN-5")
def test_a_dodge_is_the_action_of_the_turn() -> None:
    table = play(fighting(arena({"deck": "2D"})), *shot("9S", "dodge", "10H"), SETTLE)
    assert turn(table).acted == ("rex", "sal")
    assert why(table, Strike(seat="eve", actor="sal", target="rex")) == ("has_acted", "IM-TURN-2")
    second = play(table, Shoot(seat="gm", actor="orc", target="sal"), lays("actor", "2C", "gm"))
    assert under_way(second).response == "drawn"
    assert cards(second, "drawn:opposition") == ["2D"]


@pytest.mark.rule("IM-RANGED-6")
@pytest.mark.parametrize(("card", "outcome"), [("10D", "miss"), ("9D", "hit"), ("X", "hit")])
@pytest.mark.parametrize("unable", ["unaware", "helpless", "unconscious", "acted"])
def test_for_who_cannot_dodge_one_card_is_drawn(unable: str, card: str, outcome: str) -> None:
    table = fighting(arena({"deck": f"{card} 2D"}))
    if unable == "acted":
        table = play(table, MarkActed(seat="gm", actor="sal"))
    elif unable != "unaware":
        table = play(table, LayCondition(seat="gm", actor="sal", condition=unable))
    table = play(table, shoot(aware=unable != "unaware"))
    assert cards(table, "drawn:opposition") == [], "the shot comes first"
    table = play(table, lays("actor", "9S", "tom"))
    assert cards(table, "drawn:opposition") == [card]
    assert why(table, lays("opposition", "KH", "eve")) == ("pure_draw", "IM-DRAW-3")
    assert all_figures(table, REVEAL)["outcome"] == outcome
    assert ("sal" in turn(table).acted) == (unable == "acted")


@pytest.mark.rule("IM-RANGED-7")
def test_who_will_not_dodge_keeps_the_action_and_a_card_is_drawn() -> None:
    table = play(fighting(arena({"deck": "10D"})), SHOOT, lays("actor", "9S", "tom"), answers("none"))
    assert cards(table, "drawn:opposition") == ["10D"]
    assert "sal" not in turn(table).acted
    assert all_figures(table, REVEAL)["outcome"] == "miss"


@pytest.mark.rule("IM-RANGED-7")
def test_or_by_the_groups_choice_the_shot_just_hits() -> None:
    table = arena({"deck": "10D"}, options={"no_dodge_choice_draws": False})
    table = play(table, SHOOT, lays("actor", "9S", "tom"), answers("none"))
    assert cards(table, "drawn:opposition") == []
    figures = all_figures(table, REVEAL)
    assert (figures["outcome"], figures["opposition_total"]) == ("hit", None)


@pytest.mark.rule("IM-RANGED-8")
@pytest.mark.parametrize(("response", "zone"), [("dodge", "committed:opposition"), ("none", "drawn:opposition")])
def test_cover_brings_a_card_to_the_dodge_or_to_the_draw(response: str, zone: str) -> None:
    table = arena({"deck": "4D 6D", "hand:eve": "4H 6H 2H"})
    table = play(table, shoot(cover=True), lays("actor", "9S", "tom"), answers(response))
    if response == "dodge":
        table = play(table, lays("opposition", "4H 6H", "eve"))
    assert len(cards(table, zone)) == 2
    assert all_figures(table, REVEAL)["opposition_total"] == 10


@pytest.mark.rule("IM-RANGED-9", "IM-SKILL-7")
@pytest.mark.parametrize("aware", [True, False])
def test_without_the_skill_the_target_gets_a_card_dodged_or_drawn(aware: bool) -> None:
    table = play(arena(sheets=LACKING), shoot(skill="Guns", aware=aware), lays("actor", "9S", "tom"))
    assert due(table) == (1, 2)
    if not aware:
        assert len(cards(table, "drawn:opposition")) == 2
    owner = {"rex": {"physical": 3, "skills": ["Guns"]}}
    assert due(play(arena(sheets=owner), shoot(skill="Guns"))) == (1, 1)
    assert due(play(arena(), shoot(skill="Guns"))) == (1, 1), "freeform characters are asked for no skill"


@pytest.mark.rule("IM-RANGED-9", "IM-RANGED-10")
@pytest.mark.parametrize(
    ("weapon", "attribute"),
    [
        ("Machinegun", "physical"),
        ("Machinegun, heavy", "physical"),
        ("Rifle, high-power", "physical"),
        ("Crossbow, heavy", "physical"),
        ("Shotgun", "physical"),
        ("Rifle", "mental"),
        ("Pistol", "mental"),
        ("Pistol, high-power", "mental"),
        ("Submachinegun", "mental"),
        ("Crossbow", "mental"),
        ("Crossbow, light", "mental"),
        ("Bow", "mental"),
        ("Bow, long", "mental"),
        ("a thrown stone", "mental"),
    ],
)
def test_big_guns_go_by_physical_and_the_others_by_mental(weapon: str, attribute: str) -> None:
    options = {"unskilled_attribute_cards": "attribute_level_cards"}
    table = play(arena(sheets=LACKING, options=options), shoot(skill="Guns", weapon=weapon))
    assert under_way(table).attribute == attribute
    assert due(table)[0] == {"physical": 3, "mental": 2}[attribute]


@pytest.mark.rule("IM-RANGED-10", "IM-GEN-1")
def test_the_gm_says_otherwise_for_a_weapon_or_a_single_shot() -> None:
    table = arena(sheets=LACKING)
    once = play(table, shoot(skill="Guns", weapon="Pistol", attribute="physical"))
    assert under_way(once).attribute == "physical"
    by_player = Shoot(seat="tom", actor="rex", target="sal", skill="Guns", attribute="physical")
    assert why(table, by_player) == ("gm_only", "IM-RANGED-10")
    rows = tuple({**row, "size": "big"} if row["name"] == "Pistol" else row for row in table.lists["weapons"])
    listed = play(table, SetList(seat="gm", list="weapons", rows=rows), shoot(skill="Guns", weapon="Pistol"))
    assert under_way(listed).attribute == "physical"


@pytest.mark.rule("IM-RANGED-11")
def test_shots_are_not_blocked_or_countered_and_blows_not_dodged() -> None:
    aimed = play(arena(), SHOOT, lays("actor", "9S", "tom"))
    for response in ("block", "counterattack", "nothing"):
        assert why(aimed, answers(response)) == ("response_word", "IM-RANGED-11")
    struck = play(arena(), Strike(seat="tom", actor="rex", target="sal"), lays("actor", "9S", "tom"))
    for response in ("dodge", "none"):
        assert why(struck, answers(response)) == ("response_word", "IM-RANGED-11")


@pytest.mark.rule("IM-RANGED-12", "IM-ADV-6")
@pytest.mark.parametrize("aware", [True, False])
def test_cards_of_all_reasons_add_up(aware: bool) -> None:
    shoot_command = shoot(close=True, cover=True, skill="Guns", advantage=1, disadvantage=1, aware=aware)
    table = play(arena({"deck": "3D 4D 5D 7D"}, sheets=LACKING), shoot_command)
    assert due(table) == (3, 4)
    shown = play(table, lays("actor", "2S 4S 5S", "tom"))
    if aware:
        shown = play(shown, answers("dodge"), lays("opposition", "2H 4H 5H 6H", "eve"))
    figures = all_figures(shown, REVEAL)
    assert (figures["actor_total"], figures["opposition_total"]) == (11, 17 if aware else 19)


@pytest.mark.rule("IM-RANGED-12", "IM-ADV-1")
def test_a_card_granted_while_the_shot_is_laid_is_drawn_with_the_others() -> None:
    table = play(arena({"deck": "4D 6D"}), shoot(aware=False), GrantCards(seat="gm", side="opposition"))
    assert cards(table, "drawn:opposition") == []
    assert cards(play(table, lays("actor", "9S", "tom")), "drawn:opposition") == ["4D", "6D"]


@pytest.mark.rule("IM-RANGED-13", "IM-JOKER-5")
@pytest.mark.parametrize(
    ("deck", "outcome", "fumbles"),
    [("X 4D", "miss", ["actor"]), ("4D X", "hit", ["opposition"]), ("X X/2", "miss", ["actor", "opposition"])],
)
def test_the_shooters_joker_misses_and_the_targets_is_hit(deck: str, outcome: str, fumbles: list[str]) -> None:
    start = (Shoot(seat="gm", actor="orc", target="elf"), draws("actor"), answers("dodge", "elf"), draws("opposition"))
    figures = all_figures(arena({"deck": deck}), *start, REVEAL)
    assert (figures["outcome"], figures["fumbles"]) == (outcome, fumbles)


@pytest.mark.rule("IM-RANGED-13", "IM-JOKER-5")
def test_a_target_that_fumbled_may_be_hit_badly() -> None:
    aimed = (shoot(aware=False, weapon="Pistol"), lays("actor", "9S", "tom"))

    def damage_cards(deck: str, *rules: RuleForAction, bonus: int = 2, cards: int | None = None) -> int:
        table = play(arena({"deck": deck}, options={"badly_hit_bonus_cards": bonus}), *aimed, *rules, REVEAL)
        return under_way(play(table, Inflict(seat="gm", cards=cards))).sides["damage"].due

    once = RuleForAction(seat="gm", option="badly_hit_bonus_cards", value=4)
    assert damage_cards("X") == 3
    assert damage_cards("2D") == 1, "only a fumble is a bad hit"
    assert damage_cards("X", bonus=0) == 1
    assert damage_cards("X", once) == 5
    assert damage_cards("X", cards=2) == 2, "the GM's number is the number"
    hurt = (Inflict(seat="tom"), lays("damage", "2S", "tom"), enough("resistance", "eve"), REVEAL)
    tell = NarrateFumble(seat="gm", text="Right in the knee.")
    assert GAME.refusal(play(arena({"deck": "X"}), *aimed, REVEAL, *hurt), tell) is None, "it is still told after it"


@pytest.mark.rule("IM-RANGED-5", "IM-WOUND-12")
def test_who_is_bound_before_answering_does_not_dodge() -> None:
    table = play(arena(), SHOOT, lays("actor", "9S", "tom"))
    bound = play(table, LayCondition(seat="gm", actor="sal", condition="helpless"))
    assert why(bound, answers("dodge")) == ("cannot_act", "IM-WOUND-12")
    assert GAME.refusal(bound, answers("none")) is None
