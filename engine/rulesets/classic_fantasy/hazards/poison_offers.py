"""Offers of poisons that the GM makes up, gives, ends and removes (CF-X-37)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.table import Table
from engine.presentation.command_offers import offer_of
from engine.presentation.offers import Offer
from engine.rulesets.classic_fantasy.character.offer_targets import alive, led
from engine.rulesets.classic_fantasy.hazards.poison_commands import (
    COMING,
    POISONED,
    EndPoison,
    MakePoison,
    PoisonSomebody,
    RemovePoison,
    known_poisons,
)


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the poisons that the GM can make up, remove, give and end."""
    if not (table.is_gm(seat) and table.is_gm(viewer)):
        return
    yield offer_of(table, MakePoison(seat=seat, name="?"), name="d100_make_poison")
    brewed = tuple([poison.name for poison in known_poisons(table)])
    actors = alive(table, led(table, seat, viewer))
    if brewed:
        remove = RemovePoison(seat=seat, name=brewed[0])
        yield offer_of(table, remove, name="d100_remove_poison", asks={"name": brewed})
        if actors:
            give, asks = PoisonSomebody(seat=seat, actor=actors[0], name=brewed[0]), {"actor": actors, "name": brewed}
            yield offer_of(table, give, name="d100_poison", asks=asks)
    for actor in actors:
        if table.actors[actor].has_condition(COMING) or table.actors[actor].has_condition(POISONED):
            yield offer_of(table, EndPoison(seat=seat, actor=actor), name=f"d100_end_poison:{actor}")
