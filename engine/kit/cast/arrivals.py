"""Characters that came with an encounter: each can be brought back as it came, so no other one gets its id.

>>> from engine.kit.cast.individuals import free_actor_id
>>> from engine.model.table import Table
>>> free_actor_id(Table(ruleset="tiny", lists={"encounter_arrivals": ({"id": "wolf-1", "run": "ambush"},)}), "wolf")
'wolf-2'
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.kit.table_records import TableRecords
from engine.model.frozen import Frozen, Json


class Arrival(Frozen):
    """A character that came with an encounter.

    Attributes:
        id: the id of the character.
        run: the id of the running encounter.
        side: its group or side, in words.
        character: how it was when it came, in the form of a file.
        opening: the values with which its encounter lets it begin, by the names of their tracks.
    """

    id: str
    run: str
    side: str = ""
    character: Mapping[str, Json] = {}
    opening: Mapping[str, int] = {}


ARRIVALS: Final = TableRecords("encounter_arrivals", Arrival, key="id")
