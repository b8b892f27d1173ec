"""What is told beside a character's body: wounds, their signs, and what its state does to rolls (CF-UI-1, -3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.play.sight import FigureNotes, Harm, Sign
from engine.play.words import Message
from engine.rulesets.classic_fantasy import bearing_on, fires, states
from engine.rulesets.classic_fantasy.at_table import ACTION_POINTS, Spot, spots
from engine.rulesets.classic_fantasy.characters import maimed_at
from engine.rulesets.classic_fantasy.procedures.evening import evening, injury_of
from engine.rulesets.classic_fantasy.wounds import WoundLevel
from engine.rulesets.remembering import Remembered
from engine.table.seats import Actor
from engine.table.table import Table

GRADES: Final[Mapping[WoundLevel, int]] = {"minor": 1, "serious": 3, "major": 4}
LOST: Final = 5
"""How grave a wound looks; what is gone for good looks worst."""
_ICONS: Final = {
    states.BLEEDING: "drop",
    states.DEADLINE: "skull",
    states.MAIMING: "severed",
    states.BURNING: "flame",
    fires.KINDLING: "flame",
    states.LIMB_LOST: "severed",
    states.USELESS: "useless",
    states.HARDER: "hindered",
    states.STAUNCHED: "bandage",
    states.SCAR: "scar",
}
"""What is drawn for a state of a location, the most urgent first."""
_GRAVE: Final = frozenset({states.BLEEDING, states.DEADLINE, states.MAIMING, states.BURNING})


_NOTES: Final = Remembered[FigureNotes]()


def figure_notes(table: Table, actor: str) -> FigureNotes:
    """Return it for one character: of each location what is worn and what has grown there together."""
    made_of = (table.actors[actor], evening(table), table.options, table.scene)
    return _NOTES.get(actor, made_of, lambda: _figure_notes(table, actor))


def _figure_notes(table: Table, actor: str) -> FigureNotes:
    bearings = (*bearing_on.state(table, actor), *bearing_on.fighting(table, actor))
    found = spots(table, actor)
    armour = {spot.place.name: spot.armour.worn + spot.armour.natural for spot in found}
    signs = _signs(table, actor, found)
    return FigureNotes(
        penalties=tuple(bearing.words for bearing in bearings),
        armour={name: points for name, points in armour.items() if points},
        levels={spot.place.name: harm for spot in found if (harm := _harm(table.actors[actor], spot)) is not None},
        signs={name: told for name, told in signs.items() if told},
        shorts={ACTION_POINTS: Message(key="d100.figure.action_points")},
    )


def _harm(actor: Actor, spot: Spot) -> Harm | None:
    """Return what a location's wound is called (CF-WOUND-1 to CF-WOUND-3); what is lost for good is called so."""
    where = spot.place.name
    if any(states.place_of(held) == where for held in actor.named(states.LIMB_LOST)):
        return Harm(words=Message(key="d100.figure.lost"), grade=LOST)
    if spot.level == "none":
        return None
    return Harm(words=Message(key=f"d100.figure.{spot.level}"), grade=GRADES[spot.level])


def _signs(table: Table, actor: str, found: tuple[Spot, ...]) -> dict[str, tuple[Sign, ...]]:
    """Return the signs of each location, the most urgent first (CF-UI-1)."""
    return {spot.place.name: tuple(_signs_at(table, table.actors[actor], spot.place.name)) for spot in found}


def _signs_at(table: Table, actor: Actor, where: str) -> Iterator[Sign]:
    here = [held for held in actor.conditions if states.place_of(held) == where]
    for name, icon in _ICONS.items():
        held = next((one for one in here if one.name == name), None)
        if held is not None:
            words = Message(key=f"d100.sign.{name}", params={"level": held.level})
            yield Sign(icon=icon, words=words, until=held.until, grave=name in _GRAVE)
    if maimed := maimed_at(actor, where):
        yield Sign(icon="severed", words=Message(key="d100.sign.maimed", params={"points": maimed}))
    injury = injury_of(table, actor.id, where)
    if injury is not None and (injury.treated or injury.stabilised):
        yield Sign(icon="bandage", words=Message(key=f"d100.sign.{'treated' if injury.treated else 'stabilised'}"))
