"""Other worlds: which characters can have another name in them."""

from __future__ import annotations

import pytest

from engine.core.codec import Codec
from engine.kit.bots.offer_answers import WORDS
from engine.kit.conformance.other_worlds import renaming, swapped_table
from engine.model.conditions import Condition
from engine.model.seats import Actor, Seat
from engine.model.table import Table
from tests.engine.laid import TINY

HELD = Actor(id="ann", name="Ann", seat="p1", conditions=(Condition(id="held:spy", name="held"),))


@pytest.mark.parametrize(
    ("actors", "renamed"),
    [
        ((Actor(id="spy", name="Sly", seat="gm"),), {"spy", "Sly"}),
        ((Actor(id="spy", name="Ann", seat="gm"), Actor(id="ann", name="Ann", seat="p1")), {"spy"}),
        ((Actor(id="value", name="procedures", seat="gm"),), set()),  # names of fields
        ((Actor(id="spy", name="Sly", seat="gm"), HELD), {"spy", "Sly"}),  # the id of a condition names it too
        ((Actor(id="p1", name="Sly", seat="gm"),), {"Sly"}),  # the id of a seat
        ((Actor(id="spy", name="Tom", seat="gm"),), {"spy"}),  # the name of a seat
        *(((Actor(id="spy", name=word, seat="gm"),), {"spy"}) for word in WORDS),  # somebody’s skill may have this name
    ],
)
def test_only_words_of_unknown_characters_alone_change(actors: tuple[Actor, ...], renamed: set[str]) -> None:
    seats = {"p1": Seat(id="p1", name="Tom")}
    table = Table(ruleset="tiny", seats=seats, actors={actor.id: actor for actor in actors})
    assert set(renaming(table, ("ann",))) == renamed


def test_ids_inside_longer_words_change_too() -> None:
    table = Table(ruleset="tiny", actors={"spy": Actor(id="spy", name="Sly", seat="gm"), "ann": HELD})
    other = swapped_table(Codec(TINY), table, renaming(table, ("ann",)))
    assert list(other.actors) == ["other spy", "ann"]
    assert [condition.id for condition in other.actors["ann"].conditions] == ["held:other spy"]
