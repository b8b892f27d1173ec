"""GM overrides of every step of an attack: always visible, and denied with the reason at other times."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.model.frozen import Json
from engine.model.table import Table
from engine.rulesets.future_imperfect.combat.damage_commands import RuleArmour, RuleDamage, RuleWind
from engine.rulesets.future_imperfect.procedures.check_procedure import current_check
from tests.engine.rulesets.future_imperfect.attack_helpers import armed
from tests.engine.rulesets.future_imperfect.offer_player import Group
from tests.engine.rulesets.future_imperfect.table import GAME, dice, laid, refused

STEPS = (
    "stop_attack",
    "set_target",
    "rule_total:0",
    "rule_hit",
    "rule_armour",
    "rule_damage",
    "miss_after_all",
    "rule_wounds",
    "rule_wind",
)
"""The GM's offers about an attack, in the order of its steps."""
ELSEWHERE = {"set_target": "set_number", "rule_total:0": "rule_result"}
"""The offers in their place outside a roll."""
PISTOL = {"frost": armed("Laser pistol")}
PADDED: Mapping[str, Json] = {"armour": [{"area": "guts", "value": 1}]}


def steered(table: Table) -> dict[str, str]:
    """Return what the GM is offered for each step, and why not."""
    offers = {offer.name: offer for offer in GAME.offers(table, "gm")}
    seen = {step: offers.get(step) or offers[ELSEWHERE.get(step, step)] for step in STEPS}
    return {step: offer.denial.message.key if offer.denial else "" for step, offer in seen.items()}


def shot_at(sheet: Mapping[str, Json] | None = None) -> Group:
    """Return a group after Frost has declared a shot at Chuk, whose player holds a chip; no dice have fallen yet."""
    sheets = {**PISTOL, "chuk": sheet or {}}
    group = Group(laid(sheets=sheets), {}).chips("tom", white=1).chips("eve", white=1)
    return group.does("gm", "free_shot", actor="frost", weapon="Laser pistol", target="chuk", distance=5)


def landed(sheet: Mapping[str, Json] | None = None) -> Group:
    """The shot has hit the guts."""
    group = shot_at(sheet).rolls("tom", total=5)
    return group.does("gm", "rule_hit", location="upper_torso")


@pytest.mark.rule("FI-CORE-9", "FI-CORE-20", "FI-CORE-21", "FI-HITLOC-5", "FI-COVER-1", "FI-DMG-5")
def test_each_step_offers_the_gms_overrides_and_denies_the_others_with_a_reason() -> None:
    group = shot_at()
    declared = steered(group.table)
    assert {step for step, why in declared.items() if not why} == {"stop_attack", "set_target"}
    rolled = steered(group.does("tom", "throw_dice").table)
    assert {step for step, why in rolled.items() if not why} == {"stop_attack", "rule_total:0"}
    group.does("gm", "rule_total:0", total=5).does("tom", "accept_roll")
    placed = steered(group.table)
    assert {step for step, why in placed.items() if not why} == {
        "stop_attack", "rule_hit", "rule_armour", "rule_damage", "miss_after_all",
    }  # fmt: skip
    group.does("gm", "rule_damage", damage=13)
    hurt = steered(group.table)
    assert {step for step, why in hurt.items() if not why} == {"stop_attack", "rule_wounds", "rule_wind"}
    assert all(
        why.startswith("refused.") for stage in (declared, rolled, placed, hurt) for why in stage.values() if why
    )


@pytest.mark.rule("FI-ARMOR-2", "FI-COVER-3")
@pytest.mark.parametrize(("armour", "sides"), [(None, 4), (0, 6), (9, None)])
def test_the_gm_sets_the_armour_of_a_hit(armour: int | None, sides: int | None) -> None:
    group = landed(PADDED)
    if armour is not None:
        group.does("gm", "rule_armour", value=armour)
    command = group.look()["tom roll_damage"].command
    came = GAME.apply(group.table, command, dice(d6=[1, 1, 1, 1], d4=[1, 1, 1, 1])).results
    assert came.get("damage_die") == sides
    assert (came.get("stopped") == "armour") == (sides is None)


@pytest.mark.rule("FI-DMG-1", "FI-DMG-5", "FI-WIND-1")
def test_the_gm_sets_damage_and_wind() -> None:
    group = landed(PADDED).does("gm", "rule_damage", damage=13).does("gm", "rule_wind", wind=1).does("eve", "take_harm")
    chuk = group.table.actors["chuk"]
    assert chuk.body is not None
    assert (chuk.body.locations["guts"].level, chuk.tracks["Wind"].value) == (2, 11), "13 by Size 6, behind all armour"


@pytest.mark.rule("FI-CORE-9")
def test_only_the_gm_overrides() -> None:
    group = landed()
    for command in (RuleArmour(seat="tom", value=1), RuleDamage(seat="tom", damage=1), RuleWind(seat="tom", wind=1)):
        assert refused(group.table, command).message.key == "refused.gm_only"


@pytest.mark.rule("FI-CORE-21")
@pytest.mark.parametrize("waits", [False, True])
def test_a_roll_waits_to_be_accepted_by_an_option(waits: bool) -> None:
    """So the GM can overrule every roll before anything comes of it."""
    group = Group(laid(options={"rolls_wait": waits}), {})
    group.does("tom", "try_roll", name="reflex", tn=5).does("tom", "throw_dice")
    assert (current_check(group.table) is not None) is waits
    if waits:
        group.does("gm", "rule_total:0", total=40)
        assert current_check(group.table) is not None
        group.does("tom", "accept_roll")
        assert current_check(group.table) is None
