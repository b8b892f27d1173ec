"""Names on the screen of characters that share one."""

from __future__ import annotations

from engine.model.seats import SHARED, Actor, Role, Seat
from engine.model.table import Table
from engine.presentation.visibility import VisibleTable, visible_table
from vtt.shared.choice_names import choice_title
from vtt.shared.screen_names import told_apart
from vtt.shared.spoken_names import spoken_actor


def _titles(view: VisibleTable) -> dict[str, str]:
    return {actor: choice_title(view, actor, "target") for actor in view.actors}


def test_characters_with_one_name_are_told_apart_and_a_secret_one_shows_in_no_number() -> None:
    actors = {
        "old": Actor(id="old", name="Bandit", seat="gm", archived=True),
        "one": Actor(id="one", name="Bandit", seat="gm"),
        "spy": Actor(id="spy", name="Bandit", seat="gm", secret=True),
        "two": Actor(id="two", name="Bandit", seat="gm"),
        "wolf": Actor(id="wolf", name="Wolf", seat="gm"),
        "pack": Actor(id="pack", name="Wolf", seat="gm", secret=True),
    }
    table = Table(ruleset="tiny", seats={"gm": Seat(id="gm", name="Ada", role=Role.GM)}, actors=actors)
    shared, gm = (visible_table(table, viewer) for viewer in (SHARED, "gm"))
    public = {"old": "Bandit", "one": "Bandit #1", "two": "Bandit #2"}
    assert _titles(shared) == {**public, "wolf": "Wolf"}
    assert _titles(gm) == {**public, "spy": "Bandit #3", "wolf": "Wolf #1", "pack": "Wolf #2"}
    assert told_apart(shared, shared.actors["two"]).name == "Bandit #2"
    assert told_apart(shared, shared.actors["wolf"]) is shared.actors["wolf"]
    assert "Bandit #2" in spoken_actor(shared, shared.actors["two"])
