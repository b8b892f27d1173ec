"""The records of handouts: rows of a list of the table that only the GM may know.

>>> lists = {"handouts": ({"id": "map", "name": "Old map", "text": "Here be dragons."}, {"id": 7})}
>>> [handout.name for handout in handouts_in(lists)], handout_in(lists, "map").text, handout_in(lists, "gone")
(['Old map'], 'Here be dragons.', None)
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from engine.kit.content_editor.content_library import ContentLibrary
from engine.kit.content_editor.persistence import ID_FORM
from engine.kit.content_editor.view_models import Lists
from engine.model.frozen import Frozen

HANDOUTS: Final = "handouts"
"""The list, and the kind of its records."""
LONGEST_TITLE: Final = 80
LONGEST_TEXT: Final = 8000

_Title = Annotated[str, Meta(max_length=LONGEST_TITLE)]
_Text = Annotated[str, Meta(max_length=LONGEST_TEXT)]


class Handout(Frozen):
    """A handout.

    Attributes:
        name: its title, which everybody may know once it is shown.
        text: what the players read.
        notes: what only the GM reads, ever.
        picture: the id of a picture that the campaign stores; empty for none.
    """

    id: Annotated[str, Meta(pattern=f"^{ID_FORM.pattern}$")]
    name: _Title
    text: _Text = ""
    notes: _Text = ""
    picture: Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")] = ""


LIBRARY: Final = ContentLibrary[Handout]({HANDOUTS: Handout}, lambda _kind: ())
"""The handouts of a group; none are shipped."""


def handouts_in(lists: Lists) -> tuple[Handout, ...]:
    """Return all handouts of a group's lists, in their order; a viewer who may not know them has no such list."""
    return tuple(LIBRARY.records(lists, HANDOUTS).values())


def handout_in(lists: Lists, id_: str) -> Handout | None:
    """Return a handout by its id."""
    return LIBRARY.records(lists, HANDOUTS).get(id_)
