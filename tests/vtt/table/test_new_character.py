"""On the table a new, empty character shows no number that nobody has entered; what is said or touched is shown."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.history import History
from engine.core.manual_moves import SetLocation, SetTrack
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.rulesets.loader import game_of
from tests.engine.sheets.model.test_new_characters import FULL, GAMES, new
from tests.vtt.painted import painted
from tests.vtt.table_hand import Hand
from vtt.campaign.open_campaign import OpenCampaign

LARGE = (1900, 1060)


def at_table(qtbot: QtBot, game: str, written: Mapping[str, Json] | None = None, viewer: str = "gm") -> Hand:
    """Return a table with Mara's seat and a character with these values."""
    campaign = OpenCampaign(game_of(game), History(new(game, **(written or {}))), SeededChance(1))
    return Hand(qtbot, campaign, viewer=viewer, size=LARGE)


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
def test_values_set_by_hand_are_shown(qtbot: QtBot, game: str) -> None:
    hand = at_table(qtbot, game)
    for name in FULL[game][1]:
        assert hand.campaign.submit(SetTrack(seat="gm", actor="mara", track=name, value=4))
        assert sum("4" in line for line in told(hand)) >= 1


@pytest.mark.rule("CF-X-20")
def test_a_location_that_was_hit_or_is_known_tells_its_hit_points(qtbot: QtBot) -> None:
    hand = at_table(qtbot, "classic_fantasy")
    assert sum("–" in line for line in told(hand)) >= 7, "each location has a dash where its number will stand"
    assert hand.campaign.submit(SetLocation(seat="gm", actor="mara", location="Head", level=2))
    assert any("2/5" in line for line in told(hand))
    known = told(at_table(qtbot, "classic_fantasy", {"con": 13, "siz": 13}))
    assert not any("–" in line for line in known)


@pytest.mark.rule("CF-UI-3")
@pytest.mark.parametrize(("written", "pools"), [({}, "–, –"), ({"pow": 13}, "3/3, 13/13")])
def test_the_tracker_of_fatigue_tells_no_pool_that_nobody_entered(written: dict[str, Json], pools: str) -> None:
    table = new("classic_fantasy", **written)
    status_page = game_of("classic_fantasy").status_page(table, "gm", "fatigue")
    assert status_page is not None
    (line,) = (line for line in status_page.lines if line.actor == "mara")
    text = line.cells[-1].text
    assert text is not None
    assert say(text) == pools
