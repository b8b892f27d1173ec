"""The group's options: every key of section 6 with its default."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from engine.core.memo import memo
from engine.kit.option_values import GameOptions
from engine.model.frozen import Frozen, Json
from engine.model.table import Table
from engine.rulesets.classic_fantasy.rules_data import RULESET

option_specs = GameOptions(RULESET).specs
"""All options of a group, with their texts; their defaults are those of `Settings`."""


class Settings(Frozen):
    """The options that the rules use; `options.toml` explains each. Defaults are the catalogue's."""

    grades_system: Literal["multiplier", "flat"] = "multiplier"
    grades_herculean: Literal["0.2", "0.1"] = "0.2"
    action_points: Literal["rank", "characteristics"] = "rank"
    characteristics_affect_skills: bool = True
    aging_dotage: Literal["auto_fail", "herculean", "gm"] = "auto_fail"
    aging_retroactive: bool = False
    aging_bands: Literal["all", "last"] = "all"
    asphyx_breath_uses_grade: bool = False
    asphyx_strenuous_prepared: Literal["full", "half"] = "full"
    asphyx_interval_seconds: int = 5
    asphyx_critical: Literal["round", "until_next_exertion"] = "round"
    asphyx_fatigue_penalises: bool = True
    xp_modifier: bool = False
    xp_limit: Literal["award", "session"] = "award"
    xp_fumble_passions: bool = False
    xp_passion_lower: Literal["mirror", "depth"] = "mirror"
    xp_ability_cost: Literal["current_rank", "ability_rank"] = "current_rank"
    fall_mode: Literal["each", "one_roll", "split"] = "each"
    fall_duplicates: Literal["reroll", "stack"] = "reroll"
    fall_beyond_locations: Literal["4", "plus_one"] = "4"
    fall_object_locations: Literal["one", "as_fall"] = "one"
    fall_object_armor: bool = True
    fall_size_reduction: Literal["none", "custom"] = "none"
    fall_dm: Literal["each", "once"] = "each"
    fatigue_interrupt: Literal["lose", "keep"] = "lose"
    rest_ration_day: Literal["sleep", "calendar"] = "sleep"
    fire_worn_armor: Literal["never", "until_ignited"] = "never"
    fire_attack_spread: int = 0
    fire_ignite_check: Literal["once", "per_location"] = "once"
    fire_smother: Literal["all", "one"] = "all"
    damage_parry_half: Literal["up", "down"] = "up"
    wound_no_attack: Literal["plain", "opposed_50"] = "plain"
    wound_location_harder: bool = False
    wound_care_wakes: bool = True
    wound_stabilise_time: Literal["1_turn", "1_round", "1_minute"] = "1_turn"
    wound_major_sets_fatigue: bool = False
    wound_lock_counts: Literal["turns", "rounds"] = "turns"
    wound_major_limb_ko: Literal["minutes", "gm"] = "minutes"
    wound_shattered_deadline: bool = False
    wound_death_again: Literal["later", "earlier"] = "later"
    heal_maim_skill: Literal["carer", "victim"] = "carer"
    heal_strenuous: Literal["period", "until_rested"] = "period"
    luck_mitigate_multi: Literal["one", "each"] = "one"
    luck_npc: Literal["off", "key", "all"] = "key"
    trap_both_fail: Literal["favour_trap", "favour_victim", "reroll"] = "favour_trap"
    trap_maiming_cost: Literal["silver", "gold"] = "gold"
    trap_over_100: Literal["cap", "extend"] = "cap"
    trap_force_follows: Literal["skill", "damage"] = "skill"
    trap_pit: Literal["depth", "fixed"] = "depth"
    exploration_mapped: bool = True
    time_unmapped_minutes: int = 1
    calendar_week_days: int = 7
    calendar_month_days: int = 30
    calendar_year_days: int = 360


CATALOGUE = Settings()
"""The options of the catalogue."""


def settings_of(table: Table) -> Settings:
    """Return the options of a table."""
    return _settings(table.options, table.scene)  # the mappings alone, as everything else changes all the time


@memo
def _settings(options: Mapping[str, Json], scene: Mapping[str, Json]) -> Settings:
    return settings_from({**options, **scene})


def settings_from(options: Mapping[str, Json]) -> Settings:
    """Return the options that a group has set; the others as in the catalogue."""
    form: Any = Settings
    return msgspec.convert({name: options[name] for name in form.__struct_fields__ if name in options}, Settings)
