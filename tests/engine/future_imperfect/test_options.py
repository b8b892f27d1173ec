"""The group's choices: every key of section 6.2 with its default and its alternatives, in words that people read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from engine.play.moves import SetOption
from engine.play.options import OptionKind, check_option, complete
from engine.play.refusal import Refused
from engine.play.words import texts
from engine.rulesets.future_imperfect import conflicts
from engine.rulesets.future_imperfect.data import option_specs
from engine.table.frozen import Json
from engine.table.table import Table
from tests.engine.future_imperfect.table import GAME, conflict, dealt, laid, play

# Section 6.2: the default, then what else it may be; 0 is how a number says none, or no limit.
CATALOGUE: Mapping[str, tuple[Json, ...]] = {
    "raise_step": (5, 1, 4, 6),
    "bust_rule": ("more_than_half", "half_or_more", "all"),
    "bust_recheck_on_added_dice": (False, True),
    "blue_cancels_bust": (True, False),
    "blue_per_action": (1, 0),
    "chips_per_save": (0, 1),
    "chips_on_strength_damage": (False, True),
    "trait_plus": ("once", "per_die"),
    "default_halve": ("before_modifiers", "after_modifiers"),
    "opposed_tie": ("initiator_loses", "initiator_wins", "reroll"),
    "opposed_min_tn": (0, 5),
    "round_seconds": (5, 10),
    "max_draw": (0, 5),
    "initiative_weapon_penalty": ("readied_unaimed", "readied", "none"),
    "black_joker_takes_red": (True, False),
    "prepared_no_draw": (True, False),
    "aim_interrupt_cost": ("reserve_or_aim_card", "needs_reserve"),
    "prep_card_aims": ("if_declared", "always", "never"),
    "unnerved_passive": ("floor0", "subtract4"),
    "fear_broken_chip": ("master", "none"),
    "simple_contest_gap": ("steps", "numeric"),
    "burst_raises_shift": ("surplus_only", "all", "none"),
    "scatter_cap": ("none", "thrown_distance"),
    "db_mode": ("net", "absolute"),
    "entangle_break": ("fragile_only", "any"),
    "active_defense_scope": ("action", "single_roll"),
    "side_parity": ("final", "natural"),
    "armor_min_step": (1, 0),
    "equal_pn_stops": (False, True),
    "armor_layers": ("sequential", "sum"),
    "unarmed_damage": ("strength_check", "coordination_of_step_die"),
    "darkness_table": ({"full": 0, "dim": -2, "dark": -4, "pitch": -4}, {"full": 0, "dim": -1, "fog": -3}),
    "overflow": ("lost", "to_guts"),
    "stun_level": ("location_after", "wounds_inflicted"),
    "stun_on_wind_only": (False, True),
    "multi_area_stun": ("highest_once", "each_area"),
    "wind_on_negated": (False, True),
    "bleed_stack": ("sum", "worst_only"),
    "blast_roll": ("per_target", "shared"),
    "brawl_min_wind": (0, 1),
    "fall_distinct_areas": (False, True),
    "fire_wind": ("once", "per_area"),
    "heal_attempts": (1, 3, 0),
    "aptitude_raise_limit": ("per_aptitude", "one_total"),
}


OWN = {"rolls_wait": False}
"""What this house adds, with its default: none of it changes a rule of the catalogue."""


def test_every_choice_of_the_catalogue_is_there_with_its_default_and_no_other() -> None:
    assert len(CATALOGUE) == 44
    assert complete(option_specs(), {}) == {name: values[0] for name, values in CATALOGUE.items()} | OWN


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_choice_takes_what_the_catalogue_allows_and_nothing_else(name: str) -> None:
    spec, values = option_specs()[name], CATALOGUE[name]
    for value in values:
        check_option(option_specs(), name, value)
    if spec.kind is OptionKind.CHOICE:
        assert spec.choices == values
    for wrong in ("no such word", None, -100, ["once"], {"dim": "dark"}):
        with pytest.raises(Refused):
            check_option(option_specs(), name, wrong)


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_choice_is_told_in_words_and_names_its_rule(name: str) -> None:
    spec, known = option_specs()[name], texts()
    assert spec.rules
    assert all(re.fullmatch(r"FI-[A-Z]+-\d+", rule) for rule in spec.rules)
    assert spec.label
    assert spec.group
    assert spec.help.endswith(".")
    told = [known[f"choice.{name}.{choice}"] for choice in spec.choices]
    assert len(set(told)) == len(told)


def faces(table: Table, viewer: str, zone: str) -> list[str | None]:
    """Return the cards of a zone as a viewer sees them; none where all of them are hidden."""
    return list(GAME.view_for(table, viewer).zones[zone].cards)


@pytest.mark.rule("FI-INIT-10")
def test_hands_are_private_or_open_from_the_moment_that_the_group_says_so() -> None:
    table = dealt(conflict(laid()), frost="AS KS", thug="QS/2")
    hidden: dict[str, list[str | None]] = {zone: faces(table, "eve", zone) for zone in ("hand:tom", "cards:thug")}
    assert hidden == {"hand:tom": [], "cards:thug": []}
    opened = play(table, SetOption(seat="gm", option="hands_private", value=False))
    assert {zone: faces(opened, "eve", zone) for zone in hidden} == {"hand:tom": ["AS", "KS"], "cards:thug": ["QS/2"]}
    closed = play(opened, SetOption(seat="gm", option="hands_private", value=True))
    assert {zone: faces(closed, "eve", zone) for zone in hidden} == hidden
    later = conflict(laid(options={"hands_private": False}))
    assert faces(dealt(later, thug="QS/2"), "eve", "cards:thug") == ["QS/2"]


OPTION = re.compile(r'option\("([a-z_]+)"\)')
READ_BY = re.compile(r'(?:flag|word|number|limit)\(\s*(?:draft\.)?table,\s*"([a-z_]+)"')


@pytest.mark.parametrize("name", [*CATALOGUE, *OWN])
def test_each_choice_is_asked_for_where_the_game_is_played(name: str) -> None:
    """What the rules reckon by it is shown where those are tested; here, that the table hands the choice to them."""
    room = Path(conflicts.__file__).parent
    read = {found for file in room.rglob("*.py") for found in READ_BY.findall(file.read_text(encoding="utf-8"))}
    options = {found for file in room.rglob("*.py") for found in OPTION.findall(file.read_text(encoding="utf-8"))}
    assert name in read | options
