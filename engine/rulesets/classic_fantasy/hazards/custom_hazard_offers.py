"""Offers of hazards that the GM makes up and removes (CF-GEN-1)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.table import Table
from engine.presentation.command_offers import Answers, Asks, offer_of
from engine.presentation.offers import Offer
from engine.rulesets.classic_fantasy.dice.difficulty_grades import ladder
from engine.rulesets.classic_fantasy.hazards.custom_hazard_commands import MakeHazard, RemoveHazard, known_hazards


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the hazards that the GM can make up and remove."""
    if not (table.is_gm(seat) and table.is_gm(viewer)):
        return
    names = tuple([hazard.name for hazard in known_hazards(table)])
    rest = (
        "locations",
        "near",
        "armour",
        "cause",
        "recovery",
        "skill",
        "grade",
        "on_success",
        "every",
        "steps",
        "notes",
    )
    for tires, first in ((False, ("damage", "fatigue")), (True, ("fatigue", "damage"))):
        make = MakeHazard(seat=seat, name="?", damage="" if tires else "1d6", fatigue="1" if tires else "")
        asks: dict[str, Answers] = {first[0]: Asks(optional=False), "grade": ladder()}
        name = f"d100_make_hazard_that_{'tires' if tires else 'hurts'}"
        yield offer_of(table, make, name=name, fields=("name", *first, *rest), asks=asks)
    if names:
        yield offer_of(table, RemoveHazard(seat=seat, name=names[0]), name="d100_remove_hazard", asks={"name": names})
