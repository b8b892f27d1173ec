"""The content that every game has, whatever its rules are: its commands and its secret lists.

`full_content_editor` has its editors. A new kind of such content needs a line in each.

>>> sorted(SECRET_LISTS)
['handouts']
"""

from __future__ import annotations

from typing import Any

from engine.core.commands import Move, Request
from engine.kit.handouts.handout_commands import KeepHandouts

COMMANDS: tuple[Move[Any] | type[Request], ...] = (KeepHandouts,)
SECRET_LISTS: frozenset[str] = KeepHandouts.SECRET
"""The lists that only the GM may know."""
