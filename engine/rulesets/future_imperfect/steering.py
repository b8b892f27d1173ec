"""The Master's word on what a hit does: the armour that it meets, the damage, the Wind that it costs (2.34 ATTACK)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.names import actor_name
from engine.rulesets.future_imperfect.damaging import wound_by
from engine.rulesets.future_imperfect.harming import need_saving
from engine.rulesets.future_imperfect.landing import need_hit, with_hit
from engine.rulesets.future_imperfect.parts import Part
from engine.table.frozen import replace
from engine.table.table import Table


class RuleArmour(Request):
    """The Master says what Armor value the hit at hand meets in all, in place of cover and of what is worn."""

    RULES = ("FI-ARMOR-2", "FI-COVER-3")
    value: Annotated[int, Meta(ge=0, le=99, description="the Armor value; 0 for none")]


class RuleDamage(Request):
    """The Master says how much damage the hit at hand does, behind all armour; no dice are thrown for it."""

    RULES = ("FI-DMG-1",)
    damage: Annotated[int, Meta(ge=0, le=9_999, description="the damage")]


class RuleWind(Request):
    """The Master says how much Wind the wounds on their way cost; no dice are thrown for it."""

    RULES = ("FI-WIND-1",)
    wind: Annotated[int, Meta(ge=0, le=999, description="the Wind")]


def verify_armour(table: Table, command: RuleArmour) -> None:
    """The Master, once it is known where the hit lands."""
    need_gm(table, command, "FI-ARMOR-2")
    need_hit(table)


def rule_armour(draft: Draft, command: RuleArmour) -> None:
    """Write it down; it counts when damage is rolled."""
    now, hit = need_hit(draft.table)
    draft.become(with_hit(now, replace(hit, armour=command.value)))
    draft.note("armour_ruled", "FI-ARMOR-2", actor=actor_name(draft.table, hit.target), value=command.value)
    draft.figure(armour=command.value)


def verify_damage(table: Table, command: RuleDamage) -> None:
    """The Master, once it is known where the hit lands."""
    need_gm(table, command, "FI-DMG-1")
    need_hit(table)


def rule_damage(draft: Draft, command: RuleDamage) -> None:
    """Let it do that."""
    _, hit = need_hit(draft.table)
    draft.note("damage_ruled", "FI-DMG-1", actor=actor_name(draft.table, hit.target), damage=command.damage)
    wound_by(draft, (Part(reason="ruled", value=command.damage),))


def verify_wind(table: Table, command: RuleWind) -> None:
    """The Master, before the wounds are marked."""
    need_gm(table, command, "FI-WIND-1")
    need_saving(table)


def rule_wind(draft: Draft, command: RuleWind) -> None:
    """Write it down; it is lost as the wounds are taken."""
    found = need_saving(draft.table)
    draft.become(replace(found, wind=command.wind, wind_dice=None))
    draft.note("wind_ruled", "FI-WIND-1", actor=actor_name(draft.table, found.actor), wind=command.wind)
    draft.figure(wind_ruled=command.wind)


MOVES = (
    Move(RuleArmour, verify_armour, rule_armour),
    Move(RuleDamage, verify_damage, rule_damage),
    Move(RuleWind, verify_wind, rule_wind),
)
