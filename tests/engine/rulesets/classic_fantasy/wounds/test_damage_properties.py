"""Properties of bodies, damage, wounds, healing, luck, falls, fires and traps that hold for all numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.kit.schedule.scheduled_events import DueEvent, ScheduledEvent
from engine.model.frozen import Frozen, replace
from engine.rulesets.classic_fantasy.d100_calculation import total
from engine.rulesets.classic_fantasy.damage.damage_rules import Parry, resolve_hit
from engine.rulesets.classic_fantasy.dice.mixed_dice import mixed
from engine.rulesets.classic_fantasy.game_calendar import SCHEDULE
from engine.rulesets.classic_fantasy.hazards import burning_rules
from engine.rulesets.classic_fantasy.hazards.burning_rules import Flame
from engine.rulesets.classic_fantasy.hazards.falling_rules import fall
from engine.rulesets.classic_fantasy.health import natural_healing_rules
from engine.rulesets.classic_fantasy.health.fatigue_rules import dead
from engine.rulesets.classic_fantasy.health.natural_healing_rules import HealingGain, HealingState, exerted, heal
from engine.rulesets.classic_fantasy.luck.luck_rules import USES, LuckSituation, PendingRoll, luck_options, swapped
from engine.rulesets.classic_fantasy.settings import Settings
from engine.rulesets.classic_fantasy.traps import trap_rules
from engine.rulesets.classic_fantasy.treatment.treatment_rules import cast
from engine.rulesets.classic_fantasy.wounds import bleeding_rules
from engine.rulesets.classic_fantasy.wounds.bleeding_rules import Bleeding
from engine.rulesets.classic_fantasy.wounds.hit_locations import HitChart, chart_of, charts, nearest_locations
from engine.rulesets.classic_fantasy.wounds.wound_rules import (
    LEVELS,
    LimbKind,
    Wound,
    after_hit,
    level_of,
    mitigate,
    wound,
)
from tests.engine.rulesets.classic_fantasy.vector_calls import check_words

DAY = 86400
CHARTS = st.sampled_from(sorted(charts().charts)).map(chart_of)
MOST = st.integers(1, 12)
HURT = st.builds(
    lambda chart, number, most, before, damage: wound(chart.hit(number), min(most, before), most, damage),
    CHARTS,
    st.integers(1, 20),
    MOST,
    st.integers(-20, 12),
    st.integers(0, 40),
)


@pytest.mark.rule("CF-HITLOC-1", "CF-HITLOC-2", "CF-HITLOC-4", "CF-FIRE-4")
@given(CHARTS)
def test_a_chart_finds_one_location_for_each_number_and_hangs_together(chart: HitChart) -> None:
    assert [sum(place.first <= n <= place.last for place in chart.locations) for n in range(1, 21)] == [1] * 20
    assert len(set(chart.names)) == len(chart.names)
    for place in chart.locations:
        assert all(place.name in chart.place(other).beside for other in place.beside)
        assert sorted(nearest_locations(chart, (place.name,))) == sorted(chart.names)
        assert nearest_locations(chart, (place.name,))[0] == place.name


@pytest.mark.rule("CF-DMG-1", "CF-DMG-2", "CF-DMG-3", "CF-DMG-4", "CF-DMG-5", "CF-X-10", "CF-X-14")
@example(2, -5, 3, "none", 0).via("weakness before magic")
@example(7, 0, 0, "half", 3).via("a parry before armour")
@example(4, 0, -9, "half", 0).via("magic before a parry")
@given(
    st.integers(0, 30),
    st.integers(-10, 20),
    st.integers(-5, 5),
    st.sampled_from(("all", "half", "none")),
    st.integers(0, 10),
)
def test_damage_goes_through_its_steps_in_their_order(
    base: int, dm: int, magic: int, parry: Parry, armour: int
) -> None:
    found = resolve_hit(base, dm=dm, magic=magic, parry=parry, armour=armour)
    swung = max(0, max(0, base + dm) + magic)
    landed = {"all": 0, "half": math.ceil(swung / 2), "none": swung}[parry]
    assert found.value == total(found.parts) == max(0, landed - armour)
    for part in found.parts:
        check_words(part)


@pytest.mark.rule("CF-WOUND-1", "CF-WOUND-2", "CF-WOUND-3", "CF-DMG-7", "CF-HITLOC-5")
@given(MOST, st.lists(st.integers(0, 9), max_size=8))
def test_wounds_only_get_worse_by_damage_and_two_blows_are_as_deep_as_one(most: int, blows: list[int]) -> None:
    place = chart_of("humanoid").hit(10)
    hp = [most]
    for blow in blows:
        hp.append(wound(place, hp[-1], most, blow).hp)
    levels = [LEVELS.index(level_of(points, most)) for points in hp]
    assert levels == sorted(levels)
    assert hp[-1] == wound(place, most, most, sum(blows)).hp


@pytest.mark.rule("CF-WOUND-5", "CF-WOUND-6", "CF-WOUND-9", "CF-WOUND-12", "CF-WOUND-15", "CF-WOUND-18", "CF-WOUND-19")
@given(
    HURT,
    st.booleans(),
    st.integers(1, 3),
    st.integers(1, 5),
    st.sampled_from(("severed", "ripped_off", "shattered", "transfixed")),
    st.builds(
        Settings,
        wound_location_harder=st.booleans(),
        wound_lock_counts=st.sampled_from(("turns", "rounds")),
        wound_major_limb_ko=st.sampled_from(("minutes", "gm")),
        wound_major_sets_fatigue=st.booleans(),
    ),
)
def test_every_consequence_has_its_words_its_rule_and_its_end(
    hurt: Wound, lost: bool, turns: int, hr: int, limb_kind: LimbKind, settings: Settings
) -> None:
    found = after_hit(hurt, lost=lost, turns=turns, hr=hr, limb_kind=limb_kind, settings=settings)
    for one in found:
        check_words(one)
        assert one.rules
        assert (one.until == "turns") == (one.turns > 0)
        assert one.seconds > 0 or one.until not in ("time", "stabilised")
    assert len({one.what for one in found}) == len(found)


@pytest.mark.rule("CF-HEAL-1", "CF-HEAL-2", "CF-HEAL-3", "CF-HEAL-4", "CF-WOUND-22")
@example(5, 4, 3, False, 0, [3 * DAY], "period").via("the last period gives more than there is room for")
@example(4, -4, 3, True, 1, [200 * DAY], "until_rested").via("from a Major Wound to the top")
@given(
    MOST,
    st.integers(-30, 12),
    st.integers(1, 5),
    st.booleans(),
    st.integers(0, 3),
    st.lists(st.integers(0, 50 * DAY), max_size=6),
    st.sampled_from(("period", "until_rested")),
)
def test_healing_is_the_same_in_one_step_or_in_many_and_never_too_much(
    most: int, hp: int, hr: int, treated: bool, strain: int, steps: list[int], strenuous: str
) -> None:
    settings = Settings(heal_strenuous=strenuous)  # type: ignore[arg-type]
    before = exerted(HealingState(hp=min(hp, most), most=most, treated=treated), strain)
    once, at_once = heal(before, hr, sum(steps), settings=settings)
    now, many, one_by_one = 0, before, list[HealingGain]()
    for step in steps:
        now += step
        many, found = heal(many, hr, now, settings=settings)
        one_by_one += found
    assert (many, tuple(one_by_one)) == (once, at_once)
    course = [before.hp, *(mended.hp for mended in at_once)]
    assert course == sorted(course)
    assert course[-1] <= most
    levels = [level_of(points, most) for points in course]
    crossed = [pair for pair in pairwise(levels) if pair[0] != pair[1]]
    assert len(crossed) == len(set(crossed))
    for mended in at_once:
        for part in mended.parts:
            check_words(part)


@pytest.mark.rule("CF-HEAL-8", "CF-HEAL-9", "CF-X-34")
@given(MOST, st.integers(-30, 12), st.integers(3, 5), st.sampled_from(("cure_minor", "cure_serious", "heal")))
def test_a_healing_spell_always_stabilises_and_never_gives_more_than_there_is_room_for(
    most: int, below: int, die: int, spell: str
) -> None:
    hp = min(below, most - 1)
    care = cast(spell, hp, most, die=die)
    assert care.stabilises
    assert 0 < care.points <= most - hp
    assert care.points == total(care.parts)


class Victim(Frozen):
    """A victim with wounds that heal or bleed, and its Fatigue from bleeding."""

    mending: Mapping[str, HealingState]
    bleeding: Mapping[str, Bleeding]
    fatigue: int = 0

    def entries(self) -> list[ScheduledEvent]:
        found = [natural_healing_rules.entry(one, name) for name, one in self.mending.items()]
        found += [
            bleeding_rules.bleeding_event(one, name) for name, one in self.bleeding.items() if self.fatigue < dead()
        ]
        return [one for one in found if one is not None]

    def after(self, due: DueEvent) -> Victim:
        if due.kind == "healing":
            better, _ = natural_healing_rules.mend(self.mending[due.name], 3)
            return replace(self, mending={**self.mending, due.name: better})
        bleeding = self.bleeding[due.name]
        return replace(
            self,
            bleeding={**self.bleeding, due.name: replace(bleeding, since=int(due.at))},
            fatigue=min(dead(), self.fatigue + bleeding.levels),
        )


@pytest.mark.rule("CF-HEAL-1", "CF-HEAL-2", "CF-BLOOD-1", "CF-BLOOD-2", "CF-TIME-1")
@given(
    st.lists(st.tuples(st.integers(-9, 7), st.integers(0, 99), st.booleans()), max_size=4),
    st.lists(st.tuples(st.integers(0, 99), st.integers(1, 2)), max_size=2),
    st.lists(st.integers(0, 20 * DAY), max_size=5),
)
def test_the_clock_gives_the_same_wounds_in_one_step_or_in_many(
    wounds: list[tuple[int, int, bool]], bleeds: list[tuple[int, int]], steps: list[int]
) -> None:
    before = Victim(
        mending={f"m{i}": HealingState(hp=hp, most=7, since=at, treated=by) for i, (hp, at, by) in enumerate(wounds)},
        bleeding={f"b{i}": Bleeding(since=at, levels=levels) for i, (at, levels) in enumerate(bleeds)},
    )
    once = SCHEDULE.run(before, sum(steps), Victim.entries, Victim.after)
    many, now = before, 0
    for step in steps:
        now += step
        many = SCHEDULE.run(many, now, Victim.entries, Victim.after)
    assert many == once
    assert once.mending == {name: heal(one, 3, now)[0] for name, one in before.mending.items()}


@pytest.mark.rule("CF-LUCK-10", "CF-LUCK-11")
@given(HURT)
def test_luck_makes_a_major_wound_the_worst_serious_one(hurt: Wound) -> None:
    if hurt.level != "major" or level_of(hurt.before, hurt.most) == "major":
        return
    less = mitigate(hurt)
    assert less.level == "serious"
    assert less.damage < hurt.damage
    assert wound(hurt.place, hurt.before, hurt.most, less.damage + 1).level == "major"


@pytest.mark.rule("CF-LUCK-1", "CF-LUCK-4", "CF-LUCK-5", "CF-LUCK-7")
@given(st.integers(1, 100), st.booleans(), st.integers(0, 2), st.sampled_from((6, 20, 100)))
def test_luck_offers_what_is_legal_and_says_why_the_rest_is_not(
    roll: int, spent: bool, points: int, sides: int
) -> None:
    assert swapped(swapped(roll)) == roll
    found = luck_options(
        LuckSituation(points=points, spent=spent, roll=PendingRoll(sides=sides, value=roll, of="own", purpose="skill"))
    )
    assert tuple(one.use for one in found) == USES
    legal = {one.use for one in found if one.refused is None}
    swappable = sides == 100 and swapped(roll) != roll  # a double such as 55 stays what it is
    assert legal == (set() if spent or not points else {"reroll", "swap"} if swappable else {"reroll"})
    for one in found:
        check_words(one.words if one.refused is None else one.refused)
        assert one.rules


@pytest.mark.rule("CF-FALL-1", "CF-FALL-2")
@given(st.integers(0, 4000), st.integers(0, 4000))
def test_a_fall_is_never_worse_from_lower(one: int, other: int) -> None:
    low, high = (fall(tenths / 10) for tenths in sorted((one, other)))
    assert total(low.parts) <= total(high.parts)
    assert low.locations <= high.locations <= 4
    assert (total(high.parts) > 4) == (max(one, other) > 600)


@pytest.mark.rule("CF-FIRE-9")
@given(CHARTS, st.integers(1, 5), st.data())
def test_fire_takes_each_location_once_until_all_burn(chart: HitChart, intensity: int, data: st.DataObject) -> None:
    flames = [Flame(location=data.draw(st.sampled_from(chart.names)), intensity=intensity)]
    while new := burning_rules.spread_to(chart, flames):
        burnt = {flame.location for flame in flames}
        assert set(chart.place(new[0]).beside) & burnt
        assert len(new) <= intensity
        flames += [Flame(location=name, intensity=intensity) for name in new]
    assert sorted(flame.location for flame in flames) == sorted(chart.names)


@pytest.mark.rule("CF-TRAP-11", "CF-TRAP-15", "CF-TRAP-16", "CF-TRAP-23")
@given(st.integers(1, 180), st.sampled_from(("cap", "extend")))
def test_a_maker_can_build_what_the_table_offers_and_more_locations_mean_less_damage(maker: int, over: str) -> None:
    settings = Settings(trap_over_100=over)  # type: ignore[arg-type]
    found = trap_rules.damage_options(maker, settings=settings)
    strength = [mixed(choice.damage).most for choice in found]
    assert strength == sorted(strength, reverse=True)
    for choice in found:
        trap = trap_rules.Trap(name="x", maker=maker, damage=choice.damage, spread=choice.spread)
        assert not trap_rules.faults(trap, settings=settings)
        assert trap_rules.damage_dice_of(trap, settings=settings).locations == choice.locations
