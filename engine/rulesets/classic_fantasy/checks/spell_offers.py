"""Offers for a spell that is being cast: holding it after a wound, and ending it (CF-X-39)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.model.table import Table
from engine.presentation.offers import Offer, make_offer, with_denial
from engine.rulesets.classic_fantasy.character import character_conditions
from engine.rulesets.classic_fantasy.checks import spell_concentration


def offers_of_actor(table: Table, seat: str, actor: str) -> Iterator[Offer]:
    """Yield what a character that casts a spell can do about it."""
    name, caster, controller = actor_name(table, actor), table.actors[actor], controller_of(table, actor)
    if caster.has_condition(character_conditions.SPELL_SHAKEN):
        hold = spell_concentration.HoldSpell(seat=seat, actor=actor)
        holds = make_offer(f"d100_hold_spell:{actor}", hold, primary=controller == seat, actor=name)
        yield with_denial(table, holds, spell_concentration.verify_hold)
    if caster.has_condition(character_conditions.CASTING):
        end = spell_concentration.EndSpell(seat=seat, actor=actor)
        ends = make_offer(f"d100_end_spell:{actor}", end, at_cost_of=controller, actor=name)
        yield with_denial(table, ends, spell_concentration.verify_end)
