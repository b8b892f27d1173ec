"""The group's choices: every key of section 6 with its default and its alternatives, in words that people read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from engine.core.game_options import OptionKind, check_option, complete_options
from engine.messages.texts import texts
from engine.model.frozen import Json
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings, option_specs

# Section 6: the default, then what else it may be. A key has `_` where the catalogue has a point.
SECTION_6: Mapping[str, tuple[Json, ...]] = {
    "grades_system": ("multiplier", "flat"),
    "grades_herculean": ("0.2", "0.1"),
    "aging_dotage": ("auto_fail", "herculean", "gm"),
    "aging_retroactive": (False, True),
    "characteristics_affect_skills": (True, False),
    "asphyx_breath_uses_grade": (False, True),
    "asphyx_strenuous_prepared": ("full", "half"),
    "asphyx_interval_seconds": (5, 10),
    "asphyx_critical": ("round", "until_next_exertion"),
    "asphyx_fatigue_penalises": (True, False),
    "xp_limit": ("award", "session"),
    "xp_fumble_passions": (False, True),
    "xp_passion_lower": ("mirror", "depth"),
    "xp_ability_cost": ("current_rank", "ability_rank"),
    "fall_mode": ("each", "one_roll", "split"),
    "fall_duplicates": ("reroll", "stack"),
    "fall_beyond_locations": ("4", "plus_one"),
    "fall_object_locations": ("one", "as_fall"),
    "fall_object_armor": (True, False),
    "fall_size_reduction": ("none", "custom"),
    "fall_dm": ("each", "once"),
    "fatigue_interrupt": ("lose", "keep"),
    "rest_ration_day": ("sleep", "calendar"),
    "fire_worn_armor": ("never", "until_ignited"),
    "fire_attack_spread": (0, 1, 5),
    "fire_ignite_check": ("once", "per_location"),
    "fire_smother": ("all", "one"),
    "wound_no_attack": ("plain", "opposed_50"),
    "wound_stabilise_time": ("1_turn", "1_round", "1_minute"),
    "wound_major_sets_fatigue": (False, True),
    "wound_lock_counts": ("turns", "rounds"),
    "wound_major_limb_ko": ("minutes", "gm"),
    "wound_shattered_deadline": (False, True),
    "heal_maim_skill": ("carer", "victim"),
    "heal_strenuous": ("period", "until_rested"),
    "luck_mitigate_multi": ("one", "each"),
    "luck_npc": ("key", "off", "all"),
    "trap_both_fail": ("favour_trap", "favour_victim", "reroll"),
    "trap_maiming_cost": ("gold", "silver"),
    "trap_over_100": ("cap", "extend"),
    "trap_force_follows": ("skill", "damage"),
    "trap_pit": ("depth", "fixed"),
    "damage_parry_half": ("up", "down"),
    "time_unmapped_minutes": (1, 5),
}


def test_each_choice_of_section_6_has_its_default_and_takes_what_else_it_may_be() -> None:
    specs = option_specs()
    assert specs.keys() >= SECTION_6.keys()
    for name, (default, *others) in SECTION_6.items():
        assert specs[name].default == default, name
        for value in (default, *others):
            check_option(specs, name, value)
        if specs[name].kind == OptionKind.CHOICE:
            assert set(specs[name].choices) == {default, *others}, name


def test_rules_and_page_know_the_same_choices() -> None:
    specs, hints = option_specs(), get_type_hints(Settings)
    assert msgspec.convert(complete_options(specs, {}), Settings) == CATALOGUE
    assert {name: spec.choices for name, spec in specs.items() if spec.choices} == {
        name: get_args(hint) for name, hint in hints.items() if get_args(hint)
    }


@pytest.mark.parametrize("name", option_specs())
def test_each_choice_says_what_it_does_and_which_rules_it_touches(name: str) -> None:
    spec: Any = option_specs()[name]
    assert spec.label
    assert spec.help.endswith(".")
    assert all(re.fullmatch(r"CF-[A-Z]+-\d+", rule) for rule in spec.rules)
    assert spec.rules
    assert all(f"choice.{name}.{choice}" in texts() for choice in spec.choices)
