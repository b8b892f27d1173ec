"""On the table a new, empty character shows no number that nobody has entered; what is said or touched is shown."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from pytestqt.qtbot import QtBot

from engine.play.chance import Seeded
from engine.play.moves import SetLocation, SetTrack
from engine.play.timeline import Timeline
from engine.play.words import say
from engine.rulesets.registry import game_of
from engine.table.frozen import Json
from tests.engine.sheets.test_new_characters import FULL, GAMES, new
from tests.vtt.painted import painted
from tests.vtt.table_hand import Hand
from vtt.session import Session

LARGE = (1900, 1060)


def at_table(qtbot: QtBot, game: str, written: Mapping[str, Json] | None = None, viewer: str = "gm") -> Hand:
    """Return a table at which Mara sits, of whom so much is written."""
    session = Session(game_of(game), Timeline(new(game, **(written or {}))), Seeded(1))
    return Hand(qtbot, session, viewer=viewer, size=LARGE)


def told(hand: Hand) -> list[str]:
    """Return all that is written of a character, and what a screen reader says of it."""
    found = painted(hand.view)[1]
    about = ("numbers", "figure", "pill", "body", "tracks")
    written = [line for name, lines in found.items() if name.startswith(about) and " gm" not in name for line in lines]
    return written + [words for words, _ in hand.view.accessible_items() if "Mara" in words]


@pytest.mark.parametrize("viewer", ["shared", "gm", "tom"])
@pytest.mark.parametrize("game", GAMES)
def test_no_number_comes_from_nowhere(qtbot: QtBot, game: str, viewer: str) -> None:
    words = told(at_table(qtbot, game, viewer=viewer))
    assert any("Mara" in line for line in words)
    unhurt = [re.sub(r"\b0( of |/)\d+", "", line) for line in words]  # no wounds of so many
    assert [line for line in unhurt if re.search(r"[1-9]", line)] == []


@pytest.mark.parametrize("game", FULL)
def test_what_the_sheet_says_is_shown(qtbot: QtBot, game: str) -> None:
    fields, full = FULL[game]
    words = told(at_table(qtbot, game, fields))
    for value in full.values():
        assert any(re.search(rf"\b{value}\b", line) for line in words), (value, words)


@pytest.mark.parametrize("game", FULL)
def test_what_somebody_set_by_hand_is_shown(qtbot: QtBot, game: str) -> None:
    hand = at_table(qtbot, game)
    for name in FULL[game][1]:
        assert hand.session.submit(SetTrack(seat="gm", actor="mara", track=name, value=4))
        assert sum("4" in line for line in told(hand)) >= 1


@pytest.mark.rule("CF-X-20")
def test_a_location_that_was_hit_or_is_known_tells_its_hit_points(qtbot: QtBot) -> None:
    hand = at_table(qtbot, "classic_fantasy")
    assert sum("–" in line for line in told(hand)) >= 7, "each location has a dash where its number will stand"
    assert hand.session.submit(SetLocation(seat="gm", actor="mara", location="Head", level=2))
    assert any("2/5" in line for line in told(hand))
    known = told(at_table(qtbot, "classic_fantasy", {"con": 13, "siz": 13}))
    assert not any("–" in line for line in known)


@pytest.mark.rule("CF-UI-3")
@pytest.mark.parametrize(("written", "pools"), [({}, "–, –"), ({"pow": 13}, "3/3, 13/13")])
def test_the_tracker_of_fatigue_tells_no_pool_that_nobody_entered(written: dict[str, Json], pools: str) -> None:
    table = new("classic_fantasy", **written)
    ledger = game_of("classic_fantasy").ledger(table, "gm", "fatigue")
    assert ledger is not None
    (line,) = (line for line in ledger.lines if line.actor == "mara")
    text = line.cells[-1].text
    assert text is not None
    assert say(text) == pools
