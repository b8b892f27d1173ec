"""What is painted on the lists and tiles of the window is what they hold: every word, from the first line on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.presentation.offers import Denial, Offer
from tests.on_screen import put_up
from tests.vtt.painted import written_on
from tests.vtt.panels.test_activity_strip import strip_of
from tests.vtt.panels_stage import Pass, Tiny, Try, fight, roll, say_as, stage
from tests.vtt.prep_kit import box, lay_out, make_prepared, prep_room
from tests.vtt.shell_kit import open_house
from vtt.panels.offers_bar import OffersBar
from vtt.prep.record_form.deck_control import DeckControl
from vtt.shared.lists.search_list import ListEntry, SearchList
from vtt.shared.offers.offer_picker import entries_of
from vtt.story.log_panel import LogPanel
from vtt.widgets.look.theme import Theme, ThemeHub


@pytest.fixture
def hub(qapp: QApplication) -> ThemeHub:
    return ThemeHub(Theme())


def up(qtbot: QtBot, widget: QWidget, width: int, height: int) -> None:
    qtbot.addWidget(widget)
    widget.resize(width, height)
    put_up(widget)


def plain(lines: list[str]) -> str:
    """Return lines as one text without white space, however they were wrapped."""
    return re.sub(r"[\s\u200b\u00ad]+", "", "".join(lines))


def test_each_line_of_the_story_is_painted_with_its_rules_and_its_reckoning(qtbot: QtBot) -> None:
    campaign = stage()
    roll(campaign, 3)
    campaign.submit(Try(seat="tom", cards=("8H",), target="orc"))
    panel = LogPanel(campaign, SHARED, ThemeHub(Theme(rule_numbers=True)))
    up(qtbot, panel, 700, 600)
    lines = panel.model.lines
    assert len(lines) == 4

    def painted() -> str:
        return plain(written_on(panel.list.viewport()))

    shut = plain([words for line in lines for words in (say(line.message), *line.rules)])
    assert painted() == shut
    panel.model.toggle(3)
    assert painted() == shut + plain([say(reckoned) for reckoned in lines[3].reckoning])


def test_each_offer_is_painted_with_its_key_from_one_or_with_its_reason(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    rules = campaign.game.ruleset
    assert isinstance(rules, Tiny)
    why = Denial(message=say_as("Nobody runs from a kitchen table"), rules=("TI-RUN-1",))
    offers = (
        Offer(name="hit", command=Pass(seat="gm"), label=say_as("Strike & shout"), primary=True),
        Offer(name="wait", command=Pass(seat="gm"), label=say_as("Let it go")),
        Offer(name="flee", command=Pass(seat="gm"), label=say_as("Run away"), denial=why),
    )
    rules.offers = lambda *_: offers  # type: ignore[method-assign]
    bar = OffersBar(campaign, SHARED, hub)
    up(qtbot, bar, 1000, 400)
    bar.choose_seat("gm")
    found = {tile.offer.name: plain(sorted(written_on(tile))) for tile in bar.tiles}
    assert found == {
        "hit": plain(sorted(["Strike & shout", "Alt+1"])),
        "wait": plain(sorted(["Let it go", "Alt+2"])),
        "flee": plain(sorted(["Run away", "Nobody runs from a kitchen table"])),
    }


def test_the_list_of_offers_paints_headings_titles_and_details_in_order(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage(many=14)
    viewer_campaign = campaign.viewer_campaign("gm")
    plain_offers = [*viewer_campaign.offers("gm"), *viewer_campaign.offers("tom")]
    groups = [say_as(name) for name in ("Harm", "Time")]
    offers = [replace(offer, group=groups[at % 2]) for at, offer in enumerate(plain_offers)]
    found = SearchList(hub, "Find")
    found.set_entries(entries_of(offers, viewer_campaign.view, Theme()))
    up(qtbot, found, 600, 1400)
    wanted = []
    for row in range(found.model.rowCount()):
        entry = found.model.entry(row)
        wanted += [str(found.model.index(row).data())] if entry is None else [entry.title, entry.detail]
    assert len(wanted) > 30
    assert {"Harm", "Time"} <= set(wanted)
    assert any("kitchen table" in words for words in wanted)
    assert plain(written_on(found.list.viewport())) == plain(wanted)


def test_a_title_has_the_room_of_its_hint_where_that_fits_beside_the_detail(qtbot: QtBot, hub: ThemeHub) -> None:
    found = SearchList(hub, "Find")
    found.set_entries([ListEntry("4. The counting room", 4, detail="3 foes", hint="Your own", icon="deck")])
    up(qtbot, found, 600, 200)
    for wide in range(420, 250, -5):
        found.resize(wide, 200)
        QApplication.processEvents()
        assert {*written_on(found.list.viewport())} == {"4. The counting room", "Your own", "3 foes"}, wide


def test_every_step_and_everybodys_turn_is_painted_in_order(qtbot: QtBot, hub: ThemeHub) -> None:
    strip = strip_of(qtbot, hub, fight(("tom",)), (1800, 300))
    steps = ["Declare", "Cards", "Reveal", "Damage", "Resist"]
    turns = ["Orc", "Tara", "ghost", "Wil: counterattacked"]  # the common screen does not know who the ghost is
    assert written_on(strip)[-9:] == steps + turns


def test_each_card_of_a_pool_is_painted_with_its_number(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_prepared(tmp_path)
    with open_house(tmp_path) as house:
        _, room = prep_room(house, path, gm=False)
        lay_out(qtbot, room, "decks", "titan")
        pool = box(room, "cards").control
        assert isinstance(pool, DeckControl)
        view = pool.view
        view.resize(900, 500)
        lines = pool.model.lines[:4]
        assert len(lines) == 4
        words = written_on(view.viewport())
        at = 0
        for line in lines:
            assert words[at : at + 2] == [line.of, line.pick.entry.name]
            said = line.warning or line.pick.entry.line
            at += 2
            if said:
                cut = words[at].rstrip("…").rstrip()
                assert said.startswith(cut)
                assert len(cut) > 8
                at += 1
