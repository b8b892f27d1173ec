"""Other worlds: which characters can have another name in them."""

from __future__ import annotations

import pytest

from engine.kit.conformance.other_worlds import renaming
from engine.model.conditions import Condition
from engine.model.seats import Actor
from engine.model.table import Table

HELD = Actor(id="ann", name="Ann", seat="p1", conditions=(Condition(id="held:spy", name="held"),))


@pytest.mark.parametrize(
    ("actors", "renamed"),
    [
        ((Actor(id="spy", name="Sly", seat="gm"),), {"spy", "Sly"}),
        ((Actor(id="spy", name="Ann", seat="gm"), Actor(id="ann", name="Ann", seat="p1")), {"spy"}),
        ((Actor(id="value", name="procedures", seat="gm"),), set()),  # names of fields
        ((Actor(id="spy", name="Sly", seat="gm"), HELD), set()),  # the id of a condition names it
    ],
)
def test_only_words_of_unknown_characters_alone_change(actors: tuple[Actor, ...], renamed: set[str]) -> None:
    table = Table(ruleset="tiny", actors={actor.id: actor for actor in actors})
    assert set(renaming(table, ("ann",))) == renamed
