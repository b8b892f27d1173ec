"""How the table is shown at the moment, besides what lies on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.play.sight import FigureNotes, ZoneView
from engine.play.stations import Station
from vtt.table.medallion import Portrait


@dataclass(frozen=True, slots=True)
class Showing:
    """What decides how the table is shown, besides what lies on it.

    Attributes:
        looks: zones that are turned up for the moment, as the one who looks sees them.
        looking: whose they are.
        lit: zones in which the cards in hand may be laid.
        lit_bags: bags in which the chips in hand may be laid.
        active: the seat that the window speaks of.
        opened: the pile that is spread out.
        alone: whether nothing round the table tells what is under way, so that the cloth has to.
        fronts: by seat, whose figure somebody brought to the front in this window.
        notes: what the game tells beside the figures that are shown, by character.
        stations: places as the one who looks may see them, by character: their own, and those of which they know more.
        portraits: the pictures of characters, as far as there are any.
        chosen: the bodies that are chosen for the card in play, before that is done.
    """

    looks: Mapping[str, ZoneView] = field(default_factory=dict)
    looking: str = ""
    lit: frozenset[str] = frozenset()
    lit_bags: frozenset[str] = frozenset()
    active: str = ""
    opened: str = ""
    alone: bool = True
    fronts: Mapping[str, str] = field(default_factory=dict)
    notes: Mapping[str, FigureNotes] = field(default_factory=dict)
    stations: Mapping[str, Station] = field(default_factory=dict)
    portraits: Mapping[str, Portrait] = field(default_factory=dict)
    chosen: tuple[str, ...] = ()
