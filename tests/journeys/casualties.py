"""Tables of Future Imperfect on which people come to harm, as scripts; dice that fall as a journey needs them.

Ada is the Master; Tom plays Frost, Eva plays Chuk; the Master leads a raider, and whoever else a journey names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.core.chance import ScriptedChance, SeededChance
from tests.journeys.kit import ADA_TOM_EVA, Desk

USUAL: Mapping[str, object] = {"reflex": "2d8", "dexterity": "3d8", "strength": "2d6", "vigor": "2d8", "wind_start": 12}
SHOOTING: Mapping[str, object] = {"name": "shooting", "concentration": "blast rifle", "level": 3, "trait": "dexterity"}
GUNNER: Mapping[str, object] = {"aptitudes": [SHOOTING], "weapons": [{"name": "Blast rifle", "hand": "both"}]}
VEST: Mapping[str, object] = {
    "armour": [{"area": place, "name": "Flak vest"} for place in ("upper torso", "vitals", "lower torso")]
}
WHO: Mapping[str, str] = {"frost": "tom", "chuk": "eva", "raider": "gm"}


def scene_of(
    *commands: Mapping[str, object],
    sheets: Mapping[str, Mapping[str, object]] | None = None,
    who: Mapping[str, str] = WHO,
    **more: Any,
) -> dict[str, object]:
    """Return a script for `Desk.open_table`; what is in `more` stands in it as it is."""
    actors = [
        {"id": actor, "seat": seat, "name": actor.title(), "sheet": {**USUAL, **(sheets or {}).get(actor, {})}}
        for actor, seat in who.items()
    ]
    table = {"ruleset": "future_imperfect", "seats": list(ADA_TOM_EVA), "actors": actors, "seed": 1}
    return {**table, **more, "commands": list(commands)}


def dice_fall(desk: Desk, **faces: Iterable[int]) -> None:
    """Let the next dice on the screen fall as written, `d8=[3, 5]`: dice are stacked as decks are, by nobody's hand."""
    desk.page.campaign._chance = ScriptedChance(faces, SeededChance(1))


def level(desk: Desk, actor: str, area: str) -> int:
    """Return how badly an area is really hurt."""
    body = desk.truth.actors[actor].body
    assert body is not None
    return body.locations[area].level


def wind(desk: Desk, actor: str) -> int:
    """Return the Wind that a character really has."""
    return desk.truth.actors[actor].tracks["Wind"].value


def states(desk: Desk, actor: str) -> set[str]:
    """Return the states that a character is really in, but for its injuries."""
    return {found.name for found in desk.truth.actors[actor].conditions} - {"injury", "mending"}
