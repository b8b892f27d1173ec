"""What a pill at a seat says of somebody's states."""

from __future__ import annotations

import pytest

from engine.rulesets.classic_fantasy.fires import SetAlight
from tests.engine.classic_fantasy import fighting
from vtt.table.naming import states_of


@pytest.mark.rule("CF-FIRE-7", "CF-UI-1")
def test_fire_at_several_places_is_counted_and_not_added_up() -> None:
    where = ("Chest", "Head", "Left Arm")
    table = fighting.play(fighting.laid(), SetAlight(seat="gm", actor="bran", locations=where, intensity=2))
    assert "On fire, 3 places" in states_of(table.actors["bran"])
    one = fighting.play(fighting.laid(), SetAlight(seat="gm", actor="bran", locations=where[:1], intensity=2))
    assert "On fire 2" in states_of(one.actors["bran"])
