"""The command that saves handouts; only the GM reads of it.

>>> from engine.core.chance import SeededChance
>>> from engine.core.draft import Draft
>>> from engine.model.seats import Role, Seat
>>> from engine.model.table import Table
>>> table = Table(ruleset="example", seats={"gm": Seat(id="gm", name="GM", role=Role.GM)})
>>> keep = SaveHandouts(seat="gm", put={"handouts": ({"id": "map", "name": "Map"},)})
>>> draft = Draft(table, SeededChance(1))
>>> keep.verify(table), keep.decide(draft), draft.table.lists["handouts"], draft.events[-1].audience
(None, None, ({'id': 'map', 'name': 'Map'},), ('gm',))
"""

from __future__ import annotations

from types import MappingProxyType

from engine.kit.content_editor.save_content import SaveContent
from engine.kit.handouts.handout_records import HANDOUTS, Handout


class SaveHandouts(SaveContent):
    """Save or remove handouts."""

    WORDS = "handout"
    FORMS = MappingProxyType({HANDOUTS: Handout})
    SECRET = frozenset({HANDOUTS})
