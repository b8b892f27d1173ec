"""Nothing that a window shows, says or lists depends on what its viewer may not know, in any game.

It begins where `tests/engine/every_game/test_non_interference.py` does, with a rich moment and the same with one
hidden thing
changed, and reads the whole window: as the common screen, as a player, and the players' own screen beside it.
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication, QDeadlineTimer, QEvent, QPoint, QRect
from PySide6.QtWidgets import QApplication, QWidget

from engine.core.codec import Codec
from engine.core.history import History
from engine.kit.conformance.hidden_changes import hidden_changes, histories
from engine.kit.conformance.other_worlds import difference
from engine.model.seats import SHARED
from engine.presentation.game import Game
from engine.rulesets.loader import game_of, ruleset_ids
from tests.engine.rich import a_moment_of_play
from tests.on_screen import lay_out
from tests.patience import PATIENCE_MS
from tests.properties import examples
from tests.vtt.panels_stage import words_in
from tests.vtt.shell_kit import make_file, open_house, play_at
from vtt.campaign.campaign_changes import CampaignChange
from vtt.campaign.open_campaign import OpenCampaign
from vtt.player_window.player_window import PlayerWindow
from vtt.shared.questions.question_dialog import QuestionDialog
from vtt.shared.questions.question_form import OfferInput
from vtt.shell.application import Application
from vtt.shell.window.campaign_page import CampaignPage
from vtt.shell.window.room_rail import ROOMS
from vtt.table.table_screen import TableScreen
from vtt.widgets.tasks.gradual_task import GradualTask

CHANGES = 3
"""So many tables with something hidden changed are shown beside each moment."""
FORMS = 3
"""So many forms are opened each time."""


class Screens:
    """The windows of one open campaign, in which one history after another is shown as if it were its own."""

    def __init__(self, house: Application, campaign: OpenCampaign, page: CampaignPage) -> None:
        self.house, self.campaign, self.page = house, campaign, page
        house.hub.set_theme(replace(house.hub.theme, reduced_motion=True))  # places are compared at rest
        for room in ROOMS:
            page.show_room(room)
        assert house.window.viewer_switch is not None
        house.window.viewer_switch.toggle_player_window()

    def shown(self, history: History, viewer: str, room: str, chance: int) -> dict[str, object]:
        """Show a history after a bare table; return all that is in a room for somebody, and on the players' screen.

        Args:
            history: what is shown.
            viewer: who looks.
            room: where.
            chance: which of the forms are opened that ask something.
        """
        window, page, table = self.house.window, self.page, history.table
        self._lay(History(self.campaign.game.ruleset.new_table(tuple(table.seats.values()), table.options)))
        page.set_viewer(viewer)
        page.show_room(room)
        self._lay(history)
        switch = window.viewer_switch
        assert switch is not None
        if viewer == SHARED and switch.gm:  # what the GM has looked at leaves no trace when it is hidden
            switch.see_gm(asked=False)
            self._settle()
            assert switch.hide_from_all()
        page.open_palette(window, tuple(window.named_actions))
        self._settle()
        players = switch.player_window
        assert players is not None
        assert page._palette is not None
        found = {
            "window": words_in(window),
            "table": said_on(page.table_room.table),
            "players' window": words_in(players),
            "players' places": places_in(players),
            "players' table": said_on(players.table),
            "players' picture": picture_of(players),
            "forms": self._forms(viewer, Random(chance)),
            "undo": (self.campaign.undo_title, self.campaign.redo_title),
        }
        page._palette.put_away()
        return found

    def _lay(self, history: History) -> None:
        campaign = self.campaign
        campaign._history = campaign._views.history = history
        campaign._views.cursor_moved(history.table, ())
        campaign._report(CampaignChange(initiator=None, entry=None, forward=False))

    def _forms(self, viewer: str, random: Random) -> list[list[str]]:
        """Return what stands in the forms of some offers."""
        campaign, viewer_campaign, found = self.campaign, self.campaign.viewer_campaign(viewer), list[list[str]]()
        offers = [
            offer
            for seat in viewer_campaign.view.seats
            for offer in viewer_campaign.offers(seat)
            if offer.questions and not offer.lazy
        ]
        for offer in random.sample(offers, min(FORMS, len(offers))):
            dialog = QuestionDialog(OfferInput(campaign, viewer, self.house.hub, offer, {}), self.house.window, offer)
            lay_out(dialog)
            found.append([offer.name, *words_in(dialog)])
            dialog.close()
            dialog.deleteLater()
        return found

    def _settle(self) -> None:
        """Let everything be made that is made step by step."""
        limit = QDeadlineTimer(PATIENCE_MS)
        QApplication.processEvents()
        while any(work.under_way for work in self.house.window.findChildren(GradualTask)):
            assert not limit.hasExpired()
            QApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def places_in(root: QWidget) -> list[object]:
    """Return every widget that is seen, in its order, with its place."""
    shown = (widget for widget in root.findChildren(QWidget) if widget.isVisibleTo(root))
    return [(type(widget).__name__, QRect(widget.mapTo(root, QPoint()), widget.size()).getRect()) for widget in shown]


def picture_of(window: PlayerWindow) -> str:
    """Return a fingerprint of what is on the players' screen."""
    window.table.table_scene.animator.finish()
    picture = window.grab().toImage()  # it must outlive its bits
    return sha256(picture.bits()).hexdigest()


def said_on(table: TableScreen) -> list[object]:
    """Return the stops of a table in their order, and its tips, each with its place."""
    scene = table.table_scene
    scene.animator.finish()
    stops = [(stop.key, stop.name, stop.names) for stop in table.focus_targets()]
    tips = [(rect.getRect(), words) for rect, words in scene.static_items.tips]
    return [*stops, *tips, *(item.toolTip() for item in scene.items())]


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_one_hidden_thing_more_or_less_is_in_no_window(qapp: QApplication, tmp_path: Path, ruleset: str) -> None:
    """Names, tips, titles, texts and lists of all rooms, and the stops on the table, are the same and in that order."""
    game = game_of(ruleset)
    with open_house(tmp_path) as house:
        screens = Screens(house, *play_at(house, make_file(tmp_path, ruleset=ruleset)))

        @examples(2)
        @given(seed=st.integers(0, 2**32))
        def shows_the_same(seed: int) -> None:
            _compare(screens, game, Random(seed))

        shows_the_same()


def _compare(screens: Screens, game: Game, random: Random) -> None:
    table, command, luck = a_moment_of_play(game, random)
    viewer = random.choice([SHARED, *(seat for seat in table.seats if not table.is_gm(seat))])
    room, chance = random.choice(ROOMS), random.randrange(2**32)
    worlds = list(hidden_changes(game, Codec(game), table, viewer, random, 1))
    random.shuffle(worlds)
    pairs = [(told, History(table), History(other)) for told, other, _ in worlds]
    if command is not None and random.random() < 0.5:  # with a line of the log, and a step to take back
        done = [(told, histories(game, table, one, command, luck, viewer)) for told, one, swap in worlds if not swap]
        pairs = [(told, *both) for told, both in done if both is not None]
    shown: dict[str, object] = {}
    for told, here, there in pairs[:CHANGES]:
        if not shown:
            screens.shown(here, viewer, room, chance)  # what was on the screens before leaves no trace
            shown = screens.shown(here, viewer, room, chance)
        found = difference(shown, screens.shown(there, viewer, room, chance))
        assert found is None, f"{viewer} can tell in {room} that it is otherwise ({told}): {found}"
