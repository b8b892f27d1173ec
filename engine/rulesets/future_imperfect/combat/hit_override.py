"""GM overrides on a hit: its armour, its damage, and its Wind (2.34 ATTACK)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.kit.calculation import CalculationStep
from engine.messages.display_names import actor_name
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.future_imperfect.combat.damage_commands import wound_target
from engine.rulesets.future_imperfect.combat.hit_commands import need_hit, with_hit
from engine.rulesets.future_imperfect.damage.wound_commands import need_unmarked_wounds


class RuleArmour(Request):
    """Set the total Armor value against the present hit, in place of cover and armour, as the GM."""

    RULES = ("FI-ARMOR-2", "FI-COVER-3")
    value: Annotated[int, Meta(ge=0, le=99, description="the Armor value; 0 for none"), Asks("armour_value", most=20)]


class RuleDamage(Request):
    """Set the damage of the present hit behind all armour, as the GM; no dice are thrown for it."""

    RULES = ("FI-DMG-1",)
    damage: Annotated[int, Meta(ge=0, le=9_999, description="the damage"), Asks(most=999)]


class RuleWind(Request):
    """Set the Wind that the pending wounds cost, as the GM; no dice are thrown for it."""

    RULES = ("FI-WIND-1",)
    wind: Annotated[int, Meta(ge=0, le=999, description="the Wind"), Asks(most=99)]


def verify_armour(table: Table, command: RuleArmour) -> None:
    """Require the GM, and a known location."""
    need_gm(table, command, "FI-ARMOR-2")
    need_hit(table)


def rule_armour(draft: Draft, command: RuleArmour) -> None:
    """Record it; it counts when damage is rolled."""
    attack, hit = need_hit(draft.table)
    draft.replace_procedure(with_hit(attack, replace(hit, armour=command.value)))
    draft.note("armour_ruled", "FI-ARMOR-2", actor=actor_name(draft.table, hit.target), value=command.value)
    draft.record_results(armour=command.value)


def verify_damage(table: Table, command: RuleDamage) -> None:
    """Require the GM, and a known location."""
    need_gm(table, command, "FI-DMG-1")
    need_hit(table)


def rule_damage(draft: Draft, command: RuleDamage) -> None:
    """Apply the damage."""
    _, hit = need_hit(draft.table)
    draft.note("damage_ruled", "FI-DMG-1", actor=actor_name(draft.table, hit.target), damage=command.damage)
    wound_target(draft, (CalculationStep(reason="ruled", value=command.damage),))


def verify_wind(table: Table, command: RuleWind) -> None:
    """Require the GM, before the wounds are marked."""
    need_gm(table, command, "FI-WIND-1")
    need_unmarked_wounds(table)


def rule_wind(draft: Draft, command: RuleWind) -> None:
    """Record it; the Wind is lost when the wounds are taken."""
    pending = need_unmarked_wounds(draft.table)
    draft.replace_procedure(replace(pending, wind=command.wind, wind_dice=None))
    draft.note("wind_ruled", "FI-WIND-1", actor=actor_name(draft.table, pending.actor), wind=command.wind)
    draft.record_results(wind_ruled=command.wind)


MOVES = (
    Move(RuleArmour, verify_armour, rule_armour),
    Move(RuleDamage, verify_damage, rule_damage),
    Move(RuleWind, verify_wind, rule_wind),
)
