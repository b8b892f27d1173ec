"""What destroys, hides or goes far: found by its name it never comes first by chance, and it always asks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from engine.asset_folder import BUNDLED_GAMES, game_folder
from engine.core.chance import SeededChance
from engine.core.commands import Request
from engine.model.seats import SHARED
from engine.presentation.command_offers import offer_of
from engine.presentation.offers import Offer
from engine.presentation.scripts.script import play_script
from engine.rulesets.loader import game_of, ruleset_ids
from tests.vtt.shell_kit import LIMIT, dialogue_of, open_house
from vtt.campaign.open_campaign import OpenCampaign
from vtt.panels.command_palette import CommandPalette
from vtt.panels.offers_bar import OffersBar
from vtt.shared.lists.fuzzy_match import folded
from vtt.shared.lists.search_list import ListEntry
from vtt.shared.questions.question_dialog import QuestionDialog
from vtt.shell.application import Application
from vtt.shell.window.campaign_page import CampaignPage
from vtt.shell.window.window_actions import WindowActions
from vtt.widgets.action_properties import ASKS
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.message_dialog import MessageDialog

DEMOS = sorted(BUNDLED_GAMES.glob("*/demo.json"))
DESTROYS = re.compile(
    r"\b(remove|delete|restore|hide|quit|new campaign|for good|from the players|gm screen|close the campaign"
    r"|end the \w+|leaves the|as dead|years|days? pass|weeks?|months?|set the clock)\b"
)
"""Words by which somebody who reads a title would expect to be asked."""


@pytest.fixture
def hub(qapp: QApplication) -> ThemeHub:
    return ThemeHub(Theme())


def session_of(path: Path) -> OpenCampaign:
    played = play_script(path.read_bytes(), game_of)
    assert played.stopped is None
    return OpenCampaign(played.game, played.history, SeededChance(1))


def entries(palette: CommandPalette) -> list[ListEntry]:
    found = [palette.search.model.entry(row) for row in range(palette.search.model.rowCount())]
    return [entry for entry in found if entry is not None]


@pytest.fixture(params=DEMOS, ids=lambda path: path.parent.name)
def opened(
    request: pytest.FixtureRequest, qtbot: QtBot, hub: ThemeHub
) -> Iterator[tuple[CommandPalette, OpenCampaign, OffersBar]]:
    campaign = session_of(request.param)
    gm = next(seat.id for seat in campaign.viewer_campaign(SHARED).view.seats.values() if seat.is_gm)
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1280, 720)
    palette = CommandPalette(campaign, gm, hub, window)
    bar = OffersBar(campaign, gm, hub, window)
    palette.offer_chosen.connect(lambda offer: bar.take(offer, found_by_name=True))
    window.show()
    actions = WindowActions(hub, window)
    actions.set_words("undo", "Undo: Pell the wrecker sits down", "Pell the wrecker sits down")
    palette.set_actions(tuple(actions))
    palette.open_over(window)
    yield palette, campaign, bar
    palette.put_away()


def test_no_word_of_something_harmless_finds_what_reaches_far_first(
    opened: tuple[CommandPalette, OpenCampaign, OffersBar],
) -> None:
    palette, _, _ = opened
    model = palette.search.model
    everything = entries(palette)
    assert any(entry.far_reaching for entry in everything)
    harmless = {word for e in everything if not e.far_reaching for word in re.findall(r"\w+", folded(e.title))}
    queries = {word[:length] for word in harmless for length in range(1, len(word) + 1)}
    far_words = {word for e in everything if e.far_reaching for word in re.findall(r"\w+", folded(e.title))}
    for query in sorted(harmless | (queries - far_words)):
        model.set_query(query)
        first = model.entry(0)
        assert first is not None or query not in harmless, query
        assert first is None or not first.far_reaching, (query, first.title)


@pytest.mark.parametrize("query", ["encounter", "encounters", "handout"])
def test_the_common_screen_leads_to_what_only_the_gm_sees(
    opened: tuple[CommandPalette, OpenCampaign, OffersBar], query: str
) -> None:
    palette, _, _ = opened
    palette.set_viewer(SHARED)
    model = palette.search.model
    model.set_query(query)
    found = [entry for row in range(model.rowCount()) if (entry := model.entry(row)) is not None]
    led = [one.payload.objectName() for one in found if isinstance(one.payload, QAction)]
    assert "room_prep" in led


def test_what_the_chosen_seat_can_do_comes_before_the_same_of_others(
    opened: tuple[CommandPalette, OpenCampaign, OffersBar],
) -> None:
    palette, campaign, _ = opened
    for seat in campaign.viewer_campaign(SHARED).view.seats:
        palette.open_over(palette.window(), seat)
        offers = [entry.payload for entry in entries(palette) if isinstance(entry.payload, Offer) and entry.enabled]
        seats = dict[tuple[str, bool], list[str]]()
        for offer in offers:
            seats.setdefault((offer.base_name, offer.primary), []).append(offer.command.seat)
        assert all(found[0] == seat for found in seats.values() if seat in found), seat


def test_what_reads_as_if_it_destroyed_hid_or_went_far_is_marked(
    opened: tuple[CommandPalette, OpenCampaign, OffersBar],
) -> None:
    palette, _, _ = opened
    for entry in entries(palette):
        if DESTROYS.search(entry.title.casefold().replace("'", "’")):
            assert entry.far_reaching, entry.title


def test_everything_that_reaches_far_asks_and_enter_alone_does_nothing(
    qtbot: QtBot, opened: tuple[CommandPalette, OpenCampaign, OffersBar]
) -> None:
    palette, campaign, bar = opened
    begun = campaign.position
    ran: list[str] = []
    far = [entry for entry in entries(palette) if entry.far_reaching and entry.enabled]
    assert far
    for entry in far:
        if isinstance(entry.payload, QAction):
            if entry.payload.property(ASKS):
                continue
            entry.payload.triggered.connect(lambda _=False, what=entry.title: ran.append(what))
        palette.search.chosen.emit(entry.payload)
        if isinstance(entry.payload, Offer) and entry.payload.lazy:
            qtbot.waitUntil(lambda: bar.taker.dialog is not None)
        asking: MessageDialog | QuestionDialog | None = bar.taker.dialog
        if asking is None:
            asking = next(d for d in palette.window().findChildren(MessageDialog) if d.isVisible())
        default = next(b for b in asking.findChildren(QPushButton) if b.isDefault())
        harmless = asking.leave if isinstance(asking, QuestionDialog) else asking.buttons[""]
        assert default is harmless, entry.title
        QTest.keyClick(asking, Qt.Key.Key_Return)
        QTest.keyClick(asking, Qt.Key.Key_Return)
        assert not asking.isVisible(), entry.title
        assert campaign.position == begun, entry.title
        bar.taker.close()
    assert ran == []


def test_the_question_does_it_by_its_own_button(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = session_of(game_folder("imaginality") / "demo.json")
    gm = next(seat.id for seat in campaign.viewer_campaign(SHARED).view.seats.values() if seat.is_gm)
    bar = OffersBar(campaign, gm, hub)
    qtbot.addWidget(bar)
    bar.show()
    hide = next(
        o
        for o in campaign.viewer_campaign(gm).manual_moves().all_offers("guest")
        if o.is_far_reaching and "hide" in o.name
    )
    bar.take(hide, found_by_name=True)
    begun = campaign.position
    next(d for d in bar.findChildren(MessageDialog) if d.isVisible()).choose("do")
    assert campaign.position == begun + 1
    campaign.undo()
    bar.take(hide)
    assert campaign.position == begun + 1, "where it is chosen by its place, it is meant"


def test_nothing_far_reaching_is_asked_that_the_table_refuses_by_now(qtbot: QtBot, hub: ThemeHub) -> None:
    from engine.rulesets.classic_fantasy.combat.combat_commands import EndFight

    campaign = session_of(game_folder("classic_fantasy") / "demo.json")
    gm = next(seat.id for seat in campaign.viewer_campaign(SHARED).view.seats.values() if seat.is_gm)
    bar = OffersBar(campaign, gm, hub)
    qtbot.addWidget(bar)
    bar.show()
    before_dice = offer_of(None, EndFight(seat=gm), name="d100_end_fight")
    with qtbot.waitSignal(campaign.refused):
        bar.take(before_dice, found_by_name=True)
    assert not [d for d in bar.findChildren(MessageDialog) if d.isVisible()]


def test_a_long_time_is_far_and_a_short_one_is_not() -> None:
    from engine.rulesets.classic_fantasy.time.time_advance import AdvanceTime
    from engine.rulesets.future_imperfect.health.rest_commands import AdvanceTime as Minutes

    assert AdvanceTime(seat="gm", unit="month").is_far_reaching()
    assert AdvanceTime(seat="gm", unit="hour", count=24).is_far_reaching()
    assert not AdvanceTime(seat="gm", unit="hour").is_far_reaching()
    assert Minutes(seat="gm", days=1).is_far_reaching()
    assert not Minutes(seat="gm", minutes=10).is_far_reaching()


def test_every_kind_that_removes_ends_or_leaves_for_good_is_marked() -> None:
    for game in ruleset_ids():
        game_of(game)
    waiting, kinds = [Request], set()
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        kinds.add(kind)
    # What is called off before anything happened, or ends something that is small, goes no further than a move.
    small = {
        "EndTurn",
        "EndRound",
        "EndRest",
        "EndSpell",
        "EndExposure",
        "EndHazard",
        "EndPoison",
        "EndCause",
        "EndStudy",
    }
    small |= {"LeaveSmoke", "LeaveWater"}
    for kind in kinds:
        name = kind.__name__
        if kind.__module__.startswith("engine.") and re.match(r"(Remove|End|Leave)[A-Z]", name) and name not in small:
            assert kind.FAR_REACHING, name


def play_demo(house: Application, folder: Path) -> tuple[OpenCampaign, CampaignPage]:
    """Play the demo of Imaginality, and wait until it is laid."""
    laid = QSignalSpy(house.controller.laid)
    house.controller.play_demo("imaginality", folder)
    assert laid.count() or laid.wait(LIMIT)
    campaign, page = house.controller.campaign, house.window.page
    assert campaign is not None
    assert page is not None
    return campaign, page


def test_whatever_the_palette_ran_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        campaign, _ = play_demo(house, tmp_path)

        def palette_now() -> CommandPalette:
            palette = house.window.findChild(CommandPalette)
            assert isinstance(palette, CommandPalette)
            return palette

        def run(query: str) -> None:
            house.window.named_actions["palette"].trigger()
            palette = palette_now()
            QTest.keyClicks(palette.search.field, query)
            QTest.keyClick(palette.search.field, Qt.Key.Key_Return)

        begun, notices = campaign.position, house.window.notices
        run("zoom in")
        assert house.hub.theme.scale > 1
        assert notices.toast.text == "Done: Zoom in"
        run("rule numbers")
        assert notices.toast.text == "Done: Rule numbers (on)"
        run("new deck")
        assert campaign.position == begun, "nothing whose title lacks a word of it is done"
        palette_now().put_away()
        run("hide pell from the players")
        asking = dialogue_of(house)
        QTest.keyClick(asking, Qt.Key.Key_Return)
        assert campaign.position == begun
        run("hide pell from the players")
        dialogue_of(house).choose("do")
        assert campaign.position == begun + 1
        assert "Pell" in notices.toast.text
        run("roll dice")
        assert campaign.position == begun + 1
        house.window.named_actions["zoom_reset"].trigger()


def test_what_was_left_or_chosen_for_another_viewer_is_not_named_later(qtbot: QtBot, tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        campaign, page = play_demo(house, tmp_path)
        table = campaign.viewer_campaign(SHARED).view
        gm = next(seat.id for seat in table.seats.values() if seat.is_gm)
        page.set_viewer(gm)
        viewed = campaign.viewer_campaign(gm)
        offers = [
            offer
            for seat in viewed.view.seats
            for offer in viewed.offers(seat)
            if offer.denial is None and not offer.lazy
        ]
        far = next(o for o in viewed.manual_moves().all_offers("guest") if o.is_far_reaching and "hide" in o.name)
        asking = [*{type(offer.command): offer for offer in offers if offer.questions}.values()][:4]
        told = QSignalSpy(page.announced)

        def leave(offer: Offer) -> None:
            page._take_by_name(offer)
            if offer is far:
                dialogue_of(house).choose("")
            else:
                page.table_room.offers.taker.close()

        for offer in (far, *asking):
            leave(offer)
            assert page._by_name is None
            page._take_by_name(offer)
            page.set_viewer(SHARED)
            assert page._by_name is None
            page.table_room.offers.taker.close()
            page.set_viewer(gm)
        page.show_room("characters")
        page._by_name = asking[0]
        assert page.campaign.submit(far.command)
        assert told.count() == 0, "another command does not announce what was chosen before"
