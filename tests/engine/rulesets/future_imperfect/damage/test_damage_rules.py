"""From damage to wounds, Wind, stun and death; and whole hits against a slow version of the same rules."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kit.calculation import CalculationStep, effective_steps, total
from engine.rulesets.future_imperfect.character import wound_levels
from engine.rulesets.future_imperfect.character.equipment import ArmourLayer
from engine.rulesets.future_imperfect.character.hit_locations import HUMAN, chart_named, locate_hit, passes_over_prone
from engine.rulesets.future_imperfect.character.wound_levels import wound_modifier
from engine.rulesets.future_imperfect.damage import damage_rules, stun, wind, wound_marks
from engine.rulesets.future_imperfect.damage.damage_rules import ArmourVerdict, damage_dice, melee_damage, pass_armour
from engine.rulesets.future_imperfect.damage.stun import stun_tn
from engine.rulesets.future_imperfect.damage.wind import StoppedBy, bleeding_parts, wind_dice, wind_state
from engine.rulesets.future_imperfect.damage.wound_marks import WoundOverflow, mark_wounds, nonlethal, wounds_of
from tests.engine.rulesets.future_imperfect.called_functions import check_cases
from tests.engine.rulesets.future_imperfect.vectors import vectors_of

AREAS = ("head", "guts", "right_arm", "left_arm", "right_leg", "left_leg")
BODIES = st.fixed_dictionaries({area: st.integers(0, 5) for area in AREAS})
OVERFLOWS = st.sampled_from(["lost", "to_guts"])
HUMANS = chart_named(HUMAN)


@pytest.mark.parametrize("cases", vectors_of("harm", "harm"))
def test_the_vector_comes_out_as_the_catalogue_says(cases: list[Mapping[str, Any]]) -> None:
    check_cases(cases, damage_rules, stun, wind, wound_marks, wound_levels)


@pytest.mark.rule("FI-DMG-5")
@given(st.integers(0, 500), st.integers(1, 30_000).map(lambda thousandths: thousandths / 1000))
def test_a_wound_level_takes_a_full_size(damage: int, size: float) -> None:
    levels, full = wounds_of(damage, size), Fraction(str(size))
    assert levels * full <= damage < (levels + 1) * full


@pytest.mark.rule("FI-DMG-6", "FI-DMG-8")
@given(st.lists(st.integers(1, 30), max_size=6), st.lists(st.integers(1, 30), max_size=6), st.sampled_from([0, 2, 6]))
def test_strength_never_adds_more_than_the_weapons_damage(weapon: list[int], strength: list[int], plus: int) -> None:
    done = total(melee_damage(weapon, strength, plus, adds_strength=True))
    assert sum(weapon) <= done <= 2 * sum(weapon)
    assert done - sum(weapon) in {sum(weapon), max(strength, default=0) + plus}


@pytest.mark.rule("FI-WOUND-1", "FI-WOUND-8")
@given(BODIES, st.sampled_from(AREAS), st.integers(0, 12), OVERFLOWS)
def test_no_wound_level_comes_from_nowhere_or_goes_unnoticed(
    levels: dict[str, int], area: str, wounds: int, overflow: WoundOverflow
) -> None:
    marked = mark_wounds(HUMANS, levels, area, wounds, overflow=overflow)
    assert sum(marked.levels.values()) + marked.lost == sum(levels.values()) + wounds
    assert all(levels[where] <= level <= 5 for where, level in marked.levels.items())
    changed = {where for where, level in marked.levels.items() if level != levels[where]}
    assert changed <= {area, "guts" if overflow == "to_guts" else area}


@pytest.mark.rule("FI-WOUND-9", "FI-BLEED-2")
@given(BODIES, st.sampled_from(AREAS))
def test_one_more_wound_never_helps(levels: dict[str, int], area: str) -> None:
    worse = mark_wounds(HUMANS, levels, area, 1, overflow="lost").levels
    worst, worn = (total(effective_steps(wound_modifier(wounds))) for wounds in (worse, levels))
    assert -5 <= worst <= worn <= 0
    before, after = (total(bleeding_parts(wound_levels, (), bleed_stack="sum")) for wound_levels in (levels, worse))
    assert before <= after <= 18


@pytest.mark.rule("FI-BRAWL-1")
@given(st.integers(1, 40))
def test_bare_hands_cost_three_wind_a_level_and_half_the_wounds(levels: int) -> None:
    blow = nonlethal(levels, brawl_min_wind=6)
    assert (blow.wind, blow.wounds, blow.wind_dice) == (3 * levels, levels // 2, 0)


# ---- the whole way of a hit, told twice ------------------------------------------------------------------------------

LAYERS = st.lists(st.integers(0, 6), max_size=2)
FACES = st.lists(st.integers(1, 20), min_size=9, max_size=9)


def told_slowly(
    natural: int,
    shift: int,
    prone: bool,
    cover: list[int],
    worn: list[int],
    sides: int,
    pn: int | None,
    dice: int,
    faces: list[int],
    size: int,
    levels: dict[str, int],
    cancelled: int,
) -> dict[str, Any]:
    """Follow section 2.34, steps 9 to 15, line by line with nothing but the tables as they are printed."""
    number = natural + shift
    number = 1 if number < 1 else 20 if number > 20 else number
    if number <= 4:
        where, area, bonus = "legs", ("left_leg" if number % 2 == 1 else "right_leg"), 0
    elif number <= 9:
        where, area, bonus = "lower torso", "guts", 0
    elif number == 10:
        where, area, bonus = "vitals", "guts", 1
    elif number <= 14:
        where, area, bonus = "arms", ("left_arm" if number % 2 == 1 else "right_arm"), 0
    elif number <= 19:
        where, area, bonus = "upper torso", "guts", 0
    else:
        where, area, bonus = "head", "head", 2
    if prone and where not in ("arms", "upper torso", "head"):
        return {"end": "missed"}
    die = ["d4", "d6", "d8", "d10", "d12", "d20"].index(f"d{sides}")
    for av in cover + worn:
        if av == 0:
            continue
        if pn is None:
            steps = av
        elif pn < av:
            return {"end": "deflected"}
        else:
            steps = av
            for _ in range(pn - av):
                steps = steps - 1
            if steps < 1:
                steps = 1
        for _ in range(steps):
            die = die - 1
        if die < 0:
            return {"end": "stopped"}
    damage = 0
    for face in faces[: dice + bonus]:
        damage = damage + face
    wounds = 0
    while damage >= size:
        damage = damage - size
        wounds = wounds + 1
    left = wounds
    for _ in range(cancelled):
        if left > 0:
            left = left - 1
    after = dict(levels)
    for _ in range(left):
        if after[area] < 5:
            after[area] = after[area] + 1
    if wounds == 0:
        wind = 1
    elif left == 0:
        wind = 0
    else:
        wind = left
    stun = None if left == 0 else {1: 5, 2: 7, 3: 9, 4: 11, 5: 13}[after[area]]
    worst = 0
    bleeding = 0
    for level in after.values():
        if level > worst:
            worst = level
        bleeding = bleeding + {0: 0, 1: 0, 2: 0, 3: 1, 4: 2, 5: 3}[level]
    return {
        "end": "through",
        "die": [4, 6, 8, 10, 12, 20][die],
        "wounds": wounds,
        "levels": after,
        "wind": wind,
        "stun": stun,
        "modifier": -worst,
        "bleeding": bleeding,
    }


def by_the_rules(
    natural: int,
    shift: int,
    prone: bool,
    cover: list[int],
    worn: list[int],
    sides: int,
    pn: int | None,
    dice: int,
    faces: list[int],
    size: int,
    levels: dict[str, int],
    cancelled: int,
) -> dict[str, Any]:
    """The same with the functions of the rules."""
    hit = locate_hit(
        HUMANS, natural, (CalculationStep(reason="location_point_blank", value=shift),), side_parity="final"
    )
    if prone and passes_over_prone(HUMANS, hit, front=True, distance=30, beside=False):
        return {"end": "missed"}
    layers = [ArmourLayer(name=f"layer {at}", value=value) for at, value in enumerate(cover + worn)]
    passed = pass_armour(sides, pn, layers, armor_min_step=1, equal_pn_stops=False, armor_layers="sequential")
    stopped: StoppedBy = "" if passed.verdict is ArmourVerdict.THROUGH else "armour"
    if stopped:
        assert not wind_dice(0, cancelled=0, stopped=stopped, wind_on_negated=False)
        return {"end": str(passed.verdict)}
    count = total(damage_dice(dice, area_damage=0, location=hit.location, bonus=hit.bonus_dice))
    wounds = wounds_of(sum(faces[:count]), size)
    left = max(0, wounds - cancelled)
    after = mark_wounds(HUMANS, levels, hit.area, left, overflow="lost").levels
    wounding = stun.AreaWound(inflicted=left, after=after[hit.area])
    return {
        "end": "through",
        "die": passed.sides,
        "wounds": wounds,
        "levels": after,
        "wind": wind_dice(wounds, cancelled=cancelled, stopped=stopped, wind_on_negated=False),
        "stun": stun_tn(wounding, stun_level="location_after", stun_on_wind_only=False),
        "modifier": total(effective_steps(wound_modifier(after))),
        "bleeding": total(bleeding_parts(after, (), bleed_stack="sum")),
    }


@pytest.mark.rule("FI-HITLOC-1", "FI-PRONE-1", "FI-COVER-2", "FI-ARMOR-3", "FI-ARMOR-10", "FI-DMG-4", "FI-WIND-1")
@given(
    natural=st.integers(1, 20),
    shift=st.integers(-4, 8),
    prone=st.booleans(),
    cover=LAYERS,
    worn=LAYERS,
    sides=st.sampled_from([4, 6, 8, 10, 12, 20]),
    pn=st.none() | st.integers(0, 8),
    dice=st.integers(1, 7),
    faces=FACES,
    size=st.integers(1, 12),
    levels=BODIES,
    cancelled=st.integers(0, 6),
)
def test_a_hit_goes_the_way_of_the_printed_rules(**given_hit: Any) -> None:
    assert by_the_rules(**given_hit) == told_slowly(**given_hit)


@pytest.mark.rule("FI-BLEED-1", "FI-DEATH-1")
@given(BODIES, st.integers(1, 30), st.integers(-10, 30))
def test_bleeding_kills_exactly_at_minus_the_starting_wind(levels: dict[str, int], start: int, wind: int) -> None:
    source: Literal["continuing"] = "continuing"
    a_round = total(bleeding_parts(levels, (), bleed_stack="sum"))
    wind = min(wind, start)
    rounds = 0
    while a_round and wind_state(wind - rounds * a_round, start, source) != "dead":
        rounds += 1
    if a_round:
        assert wind - rounds * a_round <= -start
        assert rounds == max(0, -(-(wind + start) // a_round))
