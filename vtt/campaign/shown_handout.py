"""A handout while the players see it: what everybody may know of it, and nothing else."""

from __future__ import annotations

from engine.model.frozen import Frozen


class ShownHandout(Frozen):
    """The part of a handout that the players see. It stays as it was when it was shown, whatever is undone or edited.

    Attributes:
        id: the id of its record.
        title: its title.
        text: its text, plain.
        picture: the id of its picture; empty for none.
    """

    id: str
    title: str
    text: str = ""
    picture: str = ""
