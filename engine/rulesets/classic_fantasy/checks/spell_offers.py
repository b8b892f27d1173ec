"""Offers for a spell that is being cast: holding it after a wound, and ending it (CF-X-39)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.control import controller_of
from engine.model.table import Table
from engine.presentation.command_offers import offer_of
from engine.presentation.offers import Offer
from engine.rulesets.classic_fantasy.character import character_conditions
from engine.rulesets.classic_fantasy.checks.spell_concentration import EndSpell, HoldSpell, verify_end, verify_hold


def offers_of_actor(table: Table, seat: str, actor: str) -> Iterator[Offer]:
    """Yield what a character that casts a spell can do about it."""
    caster, controller = table.actors[actor], controller_of(table, actor)
    if caster.has_condition(character_conditions.SPELL_SHAKEN):
        hold, main = HoldSpell(seat=seat, actor=actor), controller == seat
        yield offer_of(table, hold, verify_hold, name=f"d100_hold_spell:{actor}", primary=main)
    if caster.has_condition(character_conditions.CASTING):
        end = EndSpell(seat=seat, actor=actor)
        yield offer_of(table, end, verify_end, name=f"d100_end_spell:{actor}", at_cost_of=controller)
