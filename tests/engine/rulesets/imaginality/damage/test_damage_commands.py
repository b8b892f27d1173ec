"""Damage and resistance: how many cards, in which order, and what gets through."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.commands import Command
from engine.core.events import Noted
from engine.core.manual_moves import SetList
from engine.messages.texts import say
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.rulesets.imaginality.action_resolution import Cancel, Overrule, Settle
from engine.rulesets.imaginality.actions.action_commands import RuleForAction
from engine.rulesets.imaginality.actions.gm_card_commands import GrantCards
from engine.rulesets.imaginality.activity_view import activity_view
from engine.rulesets.imaginality.combat.attack_commands import Shoot
from engine.rulesets.imaginality.damage import Hazard, Inflict
from engine.rulesets.imaginality.turns.turn_commands import NextTurn
from engine.sheets.editing.record_moves import EditSheet
from tests.engine.rulesets.imaginality.fights import (
    REVEAL,
    SETTLE,
    all_figures,
    answers,
    arena,
    blow,
    draws,
    enough,
    fighting,
    hits,
    lays,
    log,
    shoots_down,
    shot,
    turn,
    wounding,
    wounds,
)
from tests.engine.rulesets.imaginality.table import GAME, cards, figures, notes, outcome, play, refused, under_way, why

MELEE = {"Unarmed": 1, "Knife": 1, "Club": 2, "Sword": 2, "Axe": 3}
RANGED = {
    "Bow": 1,
    "Bow, long": 2,
    "Crossbow": 2,
    "Crossbow, heavy": 3,
    "Crossbow, light": 1,
    "Machinegun": 2,
    "Machinegun, heavy": 4,
    "Pistol": 1,
    "Pistol, high-power": 2,
    "Rifle": 2,
    "Rifle, high-power": 3,
    "Shotgun": 3,
    "Submachinegun": 2,
}
ARMOUR = {
    "Chain mail": 1,
    "Flak jacket": 1,
    "Full plate": 2,
    "Kevlar vest": 1,
    "Leather": 0,
    "Normal clothing": 0,
    "Plate mail": 1,
}


def damage_due(table: Table) -> int:
    """Return how many damage cards are due."""
    return under_way(table).sides["damage"].due


def resistance_due(*pieces: str, **options: Any) -> int:
    """Return up to how many cards resist for somebody in such armour."""
    table = arena(options=options, sheets={"sal": {"armour": list(pieces)}})
    return under_way(play(table, Hazard(seat="gm", target="sal", cards=1))).sides["resistance"].due


@pytest.mark.rule("IM-DMG-1", "IM-HTH-11")
@pytest.mark.parametrize(("weapon", "count"), MELEE.items())
def test_a_blow_brings_the_weapons_cards(weapon: str, count: int) -> None:
    assert damage_due(play(arena(), *hits(weapon))) == count


@pytest.mark.rule("IM-DMG-1", "IM-DMG-3")
@pytest.mark.parametrize(("weapon", "count"), RANGED.items())
@pytest.mark.parametrize("physical", [None, 3])
def test_a_shot_brings_the_weapons_cards_however_strong_the_shooter(
    weapon: str, count: int, physical: int | None
) -> None:
    table = arena(sheets={} if physical is None else {"rex": {"physical": physical}})
    assert damage_due(play(table, *shoots_down(weapon))) == count


@pytest.mark.rule("IM-DMG-3")
def test_a_thrown_knife_goes_without_the_arm_behind_it() -> None:
    table = arena(sheets={"rex": {"physical": 3, "weapon": "Knife"}})
    assert damage_due(play(table, *shoots_down(""))) == 1


@pytest.mark.rule("IM-DMG-2")
@pytest.mark.parametrize("physical", [1, 2, 3])
@pytest.mark.parametrize(("weapon", "count"), MELEE.items())
def test_in_hand_to_hand_combat_physical_adds_cards(weapon: str, count: int, physical: int) -> None:
    table = arena(sheets={"rex": {"physical": physical}})
    assert damage_due(play(table, *hits(weapon))) == count + physical - 1


@pytest.mark.rule("IM-DMG-1")
def test_the_weapon_on_the_sheet_is_used_and_a_gun_is_no_club() -> None:
    assert damage_due(play(arena(sheets={"rex": {"weapon": "Axe"}}), *hits(""))) == 3
    rifle = arena(sheets={"rex": {"weapon": "Rifle, high-power"}})
    assert damage_due(play(rifle, *shoots_down(""))) == 3
    assert damage_due(play(rifle, *hits(""))) == 1
    assert damage_due(play(rifle, *hits("Rifle, high-power"))) == 3, "unless it is said"


@pytest.mark.rule("IM-DMG-1")
def test_the_gm_sets_any_number_of_damage_cards() -> None:
    hit = play(arena(), *blow("9S", "block", "2H"))
    assert damage_due(play(hit, Inflict(seat="gm", cards=4))) == 4
    assert refused(hit, Inflict(seat="tom", cards=4)).message.key == "refused.gm_only"
    more = play(hit, Inflict(seat="tom"), GrantCards(seat="gm", side="damage", reason="red-hot"))
    assert damage_due(more) == 2
    for side in ("damage", "resistance"):
        fewer = play(hit, Inflict(seat="tom", weapon="Knife"), GrantCards(seat="gm", side=side, count=-1, reason="GM"))
        assert (under_way(fewer).sides[side].due, under_way(fewer).sides[side].done) == (0, True)
    none = play(hit, Inflict(seat="gm", cards=0), enough("resistance", "eve"))
    assert all_figures(none, REVEAL)["net"] == 0
    assert refused(arena(), Inflict(seat="tom")).message.key == "refused.no_action"
    missed = play(arena(), *blow("2S", "block", "9H"))
    assert why(missed, Inflict(seat="tom")) == ("nobody_hit", "IM-DMG-1")


@pytest.mark.rule("IM-DMG-1")
def test_the_group_has_its_own_numbers_for_weapons() -> None:
    override = arena(options={"weapon_cards_override": {"Axe": 5}})
    assert damage_due(play(override, *hits("Axe"))) == 5
    assert damage_due(play(override, *hits("Club"))) == 2
    table = arena()
    rows: tuple[Any, ...] = (*table.lists["weapons"], {"name": "Zweihänder", "cards": 4, "class": "hand_to_hand"})
    assert damage_due(play(table, SetList(seat="gm", list="weapons", rows=rows), *hits("Zweihänder"))) == 4
    once = RuleForAction(seat="gm", option="weapon_cards_override", value={"Axe": 1})
    hit = play(table, *blow("9S", "block", "2H"), once)
    assert damage_due(play(hit, Inflict(seat="tom", weapon="Axe"))) == 1


@pytest.mark.rule("IM-DMG-1", "IM-AMB-38")
def test_falls_and_fire_hurt_by_a_number_of_the_gms() -> None:
    table = play(arena({"deck": "3D"}), Hazard(seat="gm", target="sal", cards=2, what="a fall"))
    table = play(table, lays("damage", "9C", "gm"), draws("damage"), lays("resistance", "5H", "eve"))
    assert all_figures(table, REVEAL)["net"] == 7
    assert refused(arena(), Hazard(seat="tom", target="sal", cards=2)).message.key == "refused.gm_only"


@pytest.mark.rule("IM-ACT-11")
def test_a_mishap_is_cancelled_before_the_reveal_and_not_after() -> None:
    before = arena({"deck": "3D"})
    table = play(before, Hazard(seat="gm", target="sal", cards=2), lays("damage", "9C", "gm"), draws("damage"))
    after = play(table, Cancel(seat="gm"))
    assert sorted(cards(after, "hand:gm")) == sorted(cards(before, "hand:gm"))
    assert cards(after, "discard") == ["3D"]
    assert log(table, (enough("resistance", "eve"),), "tom").splitlines()[0].endswith(" plays no cards for resistance")
    shown = play(table, enough("resistance", "eve"), REVEAL)
    assert why(shown, Cancel(seat="gm")) == ("too_late_to_cancel", "IM-ACT-11")
    hit = play(arena(), *hits("Axe"))
    assert why(hit, Cancel(seat="gm")) == ("too_late_to_cancel", "IM-ACT-11"), "the attack was turned over"


@pytest.mark.rule("IM-WOUND-4", "IM-DMG-8")
@pytest.mark.parametrize(("wound", "shown"), [(3, (1, 3)), (4, (0, 4)), (9, (0, 0))])
def test_a_total_that_stops_at_0_is_shown_without_a_false_subtraction(wound: int, shown: tuple[int, int]) -> None:
    """With 9 points of wounds a 4 is 0: neither 4 − 4 nor 4 − 9 says so."""
    table = arena(options={"damage_mode": "bookkeeping"}, tracks={"sal": {"damage": wound}})
    start = (Hazard(seat="gm", target="sal", cards=1), lays("damage", "10C", "gm"), lays("resistance", "4H", "eve"))
    side = activity_view(play(table, *start, REVEAL), SHARED)[-1].sides[-1]
    assert (side.name, (side.total, side.penalty)) == ("resistance", shown)


@pytest.mark.rule("IM-DMG-4")
def test_one_card_resists_and_is_subtracted() -> None:
    assert resistance_due() == 1
    start = (Hazard(seat="gm", target="sal", cards=1), lays("damage", "10C", "gm"), lays("resistance", "4H", "eve"))
    assert all_figures(arena(), *start, REVEAL)["net"] == 6
    assert why(play(arena(), *start[:2]), lays("resistance", "4H 2H", "eve")) == ("too_many_cards", "IM-ADV-2")


@pytest.mark.rule("IM-DMG-5", "IM-DMG-6")
@pytest.mark.parametrize("physical", [1, 2, 3])
@pytest.mark.parametrize(("armour", "count"), ARMOUR.items())
def test_physical_resists_with_its_level_and_armour_adds_its_cards(armour: str, count: int, physical: int) -> None:
    table = arena(sheets={"sal": {"physical": physical, "armour": armour}})
    side = under_way(play(table, Hazard(seat="gm", target="sal", cards=1))).sides["resistance"]
    assert side.due == physical + count
    assert resistance_due(armour) == 1 + count


@pytest.mark.rule("IM-DMG-7")
def test_the_gm_gives_other_armour_a_number() -> None:
    assert resistance_due("Bark") == 1
    assert resistance_due("Bark", armor_cards_override={"Bark": 2}) == 3
    table = arena(sheets={"sal": {"armour": ["Bark"]}})
    rows: tuple[Any, ...] = (*table.lists["armour"], {"name": "Bark", "cards": 1})
    listed = play(table, SetList(seat="gm", list="armour", rows=rows), Hazard(seat="gm", target="sal", cards=1))
    assert under_way(listed).sides["resistance"].due == 2
    granted = play(table, Hazard(seat="gm", target="sal", cards=1), GrantCards(seat="gm", side="resistance"))
    assert under_way(granted).sides["resistance"].due == 2


@pytest.mark.rule("IM-DMG-8")
@pytest.mark.parametrize(("resistance", "net"), [("4H", 5), ("9H", 0), ("KH", 0)])
def test_as_much_resistance_as_damage_leaves_no_wound(resistance: str, net: int) -> None:
    start = (
        Hazard(seat="gm", target="sal", cards=1),
        lays("damage", "9C", "gm"),
        lays("resistance", resistance, "eve"),
    )
    assert all_figures(arena(), *start, REVEAL)["net"] == net
    assert wounds(play(arena(), *start, REVEAL), "sal") == ([net] if net else [])


@pytest.mark.rule("IM-DMG-9")
def test_damage_is_exact_unless_a_blow_may_be_pulled() -> None:
    def laying(*more: RuleForAction, **options: Any) -> Table:
        return play(arena(options=options), *hits("Axe"), *more, lays("damage", "4S", "tom"))

    stop = enough("damage", "tom")
    assert why(laying(), stop) == ("damage_exact", "IM-DMG-9")
    assert refused(laying(), REVEAL).message.key == "refused.not_all_in"
    assert GAME.refusal(laying(fewer_damage_cards=True), stop) is None
    assert GAME.refusal(laying(RuleForAction(seat="gm", option="fewer_damage_cards", value=True)), stop) is None
    nothing = play(arena(options={"fewer_damage_cards": True}), *hits("Axe"))
    assert why(nothing, stop) == ("at_least", "IM-ADV-5")


@pytest.mark.rule("IM-DMG-9", "IM-TURN-4")
@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_resistance_takes_any_number_up_to_its_own(count: int) -> None:
    table = fighting(arena(sheets={"sal": {"physical": 3}}, tracks={"sal": {"unconscious": 1}}))
    table = play(table, Hazard(seat="gm", target="sal", cards=1), lays("damage", "KC", "gm"))
    hand_cards = ["2H", "4H", "5H"][:count]
    if hand_cards:
        table = play(table, lays("resistance", " ".join(hand_cards), "eve"))
    if count < 3:
        table = play(table, enough("resistance", "eve"))
    assert all_figures(table, REVEAL)["resistance"] == [0, 2, 6, 11][count]
    assert turn(table).acted == ()


@pytest.mark.rule("IM-DMG-10")
def test_damage_and_resistance_are_shown_together() -> None:
    table = play(arena(), *hits("Axe"), lays("damage", "2S 4S 5S", "tom"))
    assert GAME.view_for(table, "eve").zones["committed:damage"].cards == ()
    assert GAME.refusal(table, lays("resistance", "4H", "eve")) is None
    assert [side.total for side in activity_view(table, SHARED)[-1].sides if side.name == "damage"] == [None]
    shown = play(table, lays("resistance", "4H", "eve"), REVEAL)
    assert GAME.view_for(shown, SHARED).zones["committed:damage"].cards == ("2S", "4S", "5S")


@pytest.mark.rule("IM-DMG-10")
def test_or_the_damage_is_shown_before_the_target_chooses() -> None:
    table = play(arena(options={"open_damage_reveal": True}), *hits("Axe"))
    assert why(table, lays("resistance", "4H", "eve")) == ("other_side_first", "IM-ACT-2", "IM-DMG-10")
    dealt = lays("damage", "2S 4S 5S", "tom")
    shown = play(table, dealt)
    assert GAME.view_for(shown, "eve").zones["committed:damage"].cards == ("2S", "4S", "5S")
    assert [side.total for side in activity_view(shown, SHARED)[-1].sides if side.name == "damage"] == [11]
    assert "The damage is revealed: 11" in log(table, (dealt,), "eve")
    assert all_figures(play(shown, lays("resistance", "4H", "eve")), REVEAL)["net"] == 7


@pytest.mark.rule("IM-DMG-10", "IM-ACT-8")
def test_where_cards_are_laid_open_the_damage_comes_first() -> None:
    table = play(arena(options={"face_down_play": False}), *hits("Axe"))
    assert why(table, lays("resistance", "4H", "eve")) == ("other_side_first", "IM-ACT-2", "IM-DMG-10")
    assert GAME.refusal(play(table, lays("damage", "2S 4S 5S", "tom")), lays("resistance", "4H", "eve")) is None


@pytest.mark.rule("IM-DMG-11")
def test_a_joker_played_adds_its_stand_ins_on_either_side() -> None:
    table = arena({"hand:gm": "X 2C", "hand:eve": "X/2 2H", "deck": "KD QD 3D 4D"})
    start = (Hazard(seat="gm", target="sal", cards=1), lays("damage", "X", "gm"), lays("resistance", "X/2", "eve"))
    figures = all_figures(table, *start, REVEAL)
    assert (figures["damage"], figures["resistance"], figures["net"]) == (25, 7, 18)


@pytest.mark.rule("IM-DMG-11", "IM-JOKER-4")
@pytest.mark.parametrize(("deck", "figures"), [("X 9D 3D", (0, 3, 0)), ("9D 8D X", (17, 0, 17))])
def test_a_joker_drawn_brings_its_side_to_nothing(deck: str, figures: tuple[int, int, int]) -> None:
    start = (Hazard(seat="gm", target="orc", cards=2), draws("damage"), draws("damage"), draws("resistance"))
    results = all_figures(arena({"deck": deck}), *start, REVEAL)
    assert (results["damage"], results["resistance"], results["net"]) == figures


@pytest.mark.rule("IM-DMG-12", "IM-HAND-8")
@pytest.mark.parametrize(
    ("mode", "damage", "hand"),
    [("refill_and_continue", 4 + 2 + 3, 5), ("play_short", 4, 0), ("draw_rest", 4 + 2 + 3, 0)],
)
def test_too_few_cards_for_the_damage(mode: str, damage: int, hand: int) -> None:
    options = {"refill_mode": "pressure", "refill_when_empty_mid_action": mode}
    table = arena({"hand:tom": "9S 4S", "deck": "2D 3D 5D 6D 7D 8D 10D"}, options=options)
    table = play(table, *hits("Axe"), lays("damage", "4S", "tom"))
    if mode == "refill_and_continue":
        table = play(table, lays("damage", "2D 3D", "tom"))
    table = play(table, enough("resistance", "eve"))
    assert all_figures(table, REVEAL)["damage"] == damage
    assert len(cards(table, "hand:tom")) == hand


@pytest.mark.rule("IM-DMG-13")
def test_the_best_of_several_armours_counts_or_all_of_them() -> None:
    assert resistance_due("Full plate", "Kevlar vest", "Leather") == 3
    assert resistance_due("Full plate", "Kevlar vest", "Leather", armor_stacks=True) == 4


@pytest.mark.rule("IM-DMG-14", "IM-DECK-9")
def test_all_cards_of_the_action_go_to_the_discard_pile_together() -> None:
    table = play(arena(), *hits("Axe"), lays("damage", "2S 4S 5S", "tom"), lays("resistance", "4H", "eve"), REVEAL)
    assert cards(table, "discard") == []
    assert cards(play(table, SETTLE), "discard") == ["4H", "5S", "4S", "2S", "2H", "9S"]


@pytest.mark.rule("IM-HTH-11", "IM-DMG-14")
def test_a_hit_is_not_cleared_up_before_its_damage_except_by_the_gm() -> None:
    hit = play(fighting(arena()), *shot("9S", "dodge", "2H"))
    assert why(hit, Settle(seat="tom")) == ("damage_first", "IM-DMG-1", "IM-HTH-11")
    assert why(hit, NextTurn(seat="gm")) == ("action_under_way", "IM-ACT-9")
    assert GAME.refusal(hit, SETTLE) is None
    dealing = play(hit, Inflict(seat="tom"))
    assert why(dealing, Settle(seat="tom")) == ("reveal_first", "IM-ACT-9")
    assert wounds(play(dealing, SETTLE), "sal") == []


@pytest.mark.rule("IM-GEN-1", "IM-DMG-8", "IM-WOUND-4")
def test_the_gm_overrules_damage_resistance_and_what_got_through() -> None:
    table = arena(options={"damage_mode": "bookkeeping"}, tracks={"sal": {"damage": 2}})
    table = play(table, Hazard(seat="gm", target="sal", cards=1), lays("damage", "KC", "gm"))
    table = play(table, lays("resistance", "9H", "eve"), REVEAL)
    assert wounds(table, "sal") == [2, 6]
    for figure, value, net in (("damage", 12, 5), ("resistance", 8, 5), ("net", 1, 1), ("net", 0, 0)):
        ruled = Overrule(seat="gm", figure=figure, value=value)
        assert wounds(play(table, ruled), "sal") == ([2, net] if net else [2]), figure
    again = play(table, Overrule(seat="gm", figure="net", value=0), Overrule(seat="gm", figure="net", value=4))
    assert wounds(again, "sal") == [2, 4]
    shown = {side.name: side.total for side in activity_view(table, SHARED)[-1].sides}
    assert shown == {"damage": 13, "resistance": 7}, "the new wound does not weigh on the cards that led to it"


@pytest.mark.rule("IM-DMG-6")
def test_a_list_that_the_group_has_spoilt_stops_nobody() -> None:
    table = arena(sheets={"sal": {"armour": ["Rag"]}})
    rows = ({"name": "Rag", "cards": "many"},)
    odd = play(table, SetList(seat="gm", list="armour", rows=rows), SetList(seat="gm", list="weapons", rows=rows))
    assert under_way(play(odd, Hazard(seat="gm", target="sal", cards=1))).sides["resistance"].due == 1
    assert damage_due(play(odd, *hits("Rag"))) == 1


@pytest.mark.rule("IM-DMG-1", "IM-DMG-6")
def test_the_lists_are_those_of_the_catalogue() -> None:
    lists = arena().lists
    assert {row["name"]: row["cards"] for row in lists["weapons"]} == {**MELEE, **RANGED}
    assert {row["name"]: row["cards"] for row in lists["armour"]} == ARMOUR
    assert {row["name"] for row in lists["weapons"] if row["class"] == "hand_to_hand"} == set(MELEE)


@pytest.mark.rule("IM-RANGED-3", "IM-DMG-4")
def test_armour_put_on_in_mid_campaign_counts_from_then_on() -> None:
    edit = EditSheet(seat="eve", actor="sal", fields={"armour": ["Full plate"]})
    aimed = (Shoot(seat="tom", actor="rex", target="sal"), lays("actor", "9S", "tom"), answers("dodge"))
    table = play(arena(), edit, *aimed, lays("opposition", "2H", "eve"), REVEAL, Inflict(seat="tom"))
    assert under_way(table).sides["resistance"].due == 3


WAIVED = {
    "damage": "GM decision: {} takes no damage from this",
    "collapse": "GM decision: {} makes no collapse check",
}


@pytest.mark.rule("IM-ACT-9", "IM-GEN-1", "IM-DMG-1", "IM-WOUND-6")
@pytest.mark.parametrize(
    ("before", "waived", "who"),
    [
        (blow("9S", "block", "2H"), "damage", "Sal"),
        ((*blow("2S", "counterattack", "9H")[:-1], enough("actor", "tom"), REVEAL), "damage", "Rex"),
        (hits("Axe"), "damage", "Sal"),
        ((*hits("Sword"), lays("damage", "KS 10S", "tom"), enough("resistance", "eve")), "damage", "Sal"),
        (wounding("9C"), "collapse", "Sal"),
        (blow("2S", "block", "9H"), "", ""),
        ((*wounding("2C")[:-2], lays("resistance", "KH", "eve"), *wounding("2C")[-1:]), "", ""),
    ],
    ids=["before it is dealt", "of a counterattack", "unlaid", "not turned over", "the check", "a miss", "no wound"],
)
def test_what_the_gm_settles_away_is_told(before: tuple[Command, ...], waived: str, who: str) -> None:
    table = arena(options={"damage_mode": "bookkeeping", "refill_mode": "gm_only"})
    result = outcome(play(table, *before), SETTLE)
    lines = [say(event.message) for event in result.events if isinstance(event, Noted)]
    waiver_lines = [line for line in lines if line.startswith("GM decision")]
    assert waiver_lines == ([WAIVED[waived].format(who)] if waived else [])
    assert result.results.get("waived", "") == waived


@pytest.mark.rule("IM-WOUND-3", "IM-GEN-1")
def test_how_bad_a_wound_is_stands_among_the_figures() -> None:
    table = arena(options={"refill_mode": "gm_only"})
    assert figures(table, *wounding("9C"))["severity"] == "serious"
    harmed = play(table, *wounding("9C"))
    for net, label in ((0, "none"), (5, "light"), (11, "severe"), (16, "critical")):
        result = outcome(harmed, Overrule(seat="gm", figure="net", value=net))
        assert result.results["severity"] == label
        assert ("wounded" in notes(result)) == (net > 0)
    resisted = (Hazard(seat="gm", target="sal", cards=1), lays("damage", "2C", "gm"), lays("resistance", "KH", "eve"))
    assert figures(table, *resisted, REVEAL)["severity"] == "none"
