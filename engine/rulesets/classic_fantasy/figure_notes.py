"""What is told beside a character's body: what its state makes of its rolls, and what protects it (CF-UI-1, -3)."""

from __future__ import annotations

from engine.play.sight import FigureNotes
from engine.rulesets.classic_fantasy import bearing_on
from engine.rulesets.classic_fantasy.at_table import spots
from engine.table.table import Table


def figure_notes(table: Table, actor: str) -> FigureNotes:
    """Return it for one character: of each location what is worn and what has grown there together."""
    bearings = (*bearing_on.state(table, actor), *bearing_on.fighting(table, actor))
    armour = {spot.place.name: spot.armour.worn + spot.armour.natural for spot in spots(table, actor)}
    return FigureNotes(
        penalties=tuple(bearing.words for bearing in bearings),
        armour={name: points for name, points in armour.items() if points},
    )
