"""Offer to make a blow bleed (CF-X-31)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.messages.display_names import actor_name
from engine.model.table import Table
from engine.presentation.command_offers import offer_of
from engine.presentation.offers import Offer, denial
from engine.rulesets.classic_fantasy.attacks.bleeding_commands import MakeBleed, may_choose, verify_bleed
from engine.rulesets.classic_fantasy.character.character_audience import audience_for, may_follow
from engine.rulesets.classic_fantasy.damage.damage_procedure import DamageProcess


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield that the blow at the front makes its victim bleed, for a seat that may choose that (CF-X-31)."""
    process = table.procedures[-1]
    assert isinstance(process, DamageProcess)
    command = MakeBleed(seat=seat)
    may_know = may_follow(table, viewer, audience_for(table, process.harm.actor))
    if may_know and may_choose(table, seat) and denial(verify_bleed, table, command) is None:
        name, location = actor_name(table, process.harm.actor), process.blow.location
        yield offer_of(table, command, name="d100_make_bleed", actor=name, location=location)
