"""The numbers with which characters of an encounter begin, in words: `Wind 6, Adrenaline 3`.

>>> opening = opening_tracks("wind 6; Inner fire 12")
>>> opening
{'wind': 6, 'Inner fire': 12}
>>> guard = Actor(id="guard", name="Guard", seat="gm", tracks={"Wind": Track(value=10, most=10)})
>>> {name: (track.value, track.most) for name, track in with_opening_tracks(guard, opening).tracks.items()}
{'Wind': (6, 10), 'Inner fire': (12, None)}
>>> try:
...     opening_tracks("Wind")
... except Refused as refused:
...     print(refused.text)
“Wind” is not a starting value. Write a name and a number, for example “Wind 6”.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.model.tracks import Track
from engine.sheets.editing.new_character_moves import NewActorSetup

_SHOWN: Final = 60
_VALUE: Final = re.compile(r"(.*\S)\s+([-−+]?\d{1,4})", re.DOTALL)


def opening_tracks(text: str) -> Mapping[str, int]:
    """Return the values by the names of their tracks, as typed. Raises Refused for something else."""
    opening: dict[str, int] = {}
    for part in filter(None, (" ".join(part.split()) for part in re.split(r"[,;\n]", text))):
        found = _VALUE.fullmatch(part)
        if found is None:
            raise Refused("encounter_opening", text=part[:_SHOWN])
        opening[found[1]] = int(found[2].replace("−", "-"))
    return opening


def with_opening_tracks(actor: Actor, opening: Mapping[str, int]) -> Actor:
    """Return a character with these values, inside the bounds of its tracks; a track that it lacks is added."""
    tracks = dict(actor.tracks)
    known = {name.casefold(): name for name in tracks}
    for typed, value in opening.items():
        name = known.get(typed.casefold(), typed)
        track = tracks.get(name, Track(value=0, least=None))
        tracks[name] = replace(track, value=track.clamped(value))
    return replace(actor, tracks=tracks) if opening else actor


def with_opening(new_actor: NewActorSetup, opening: Mapping[str, int]) -> NewActorSetup:
    """Return a function that completes a new character as `new_actor` does, and lets it begin with these values."""

    def opened(table: Table, actor: Actor, tracks: Mapping[str, int]) -> Actor:
        return with_opening_tracks(new_actor(table, actor, tracks), opening)

    return opened
