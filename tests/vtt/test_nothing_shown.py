"""Nothing that a window shows, says or lists depends on what its viewer may not know, in any game.

It begins where `tests/engine/test_nothing_told.py` does, with a rich moment and the same with one hidden thing
changed, and reads the whole window: as the common screen, as a player, and the players' own screen beside it.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication, QDeadlineTimer, QEvent
from PySide6.QtWidgets import QApplication

from engine.play.codec import Codec
from engine.play.game import Game
from engine.play.sight import SHARED
from engine.play.timeline import Timeline
from engine.rulesets.registry import game_of, ruleset_ids
from tests.engine.hidden import hidden_changes, histories
from tests.engine.rich import a_moment_of_play
from tests.engine.worlds import difference
from tests.on_screen import lay_out
from tests.patience import PATIENCE_MS
from tests.properties import examples
from tests.vtt.panels_stage import words_in
from tests.vtt.shell_kit import make_file, open_house, play_at
from vtt.app import App
from vtt.panels.ask import Asking
from vtt.panels.ask_dialog import AskDialog
from vtt.session import Change, Session
from vtt.shell.page import CampaignPage
from vtt.table.board import Board
from vtt.widgets.gradual import Gradual

CHANGES = 3
"""So many tables with something hidden changed are shown beside each moment."""
FORMS = 3
"""So many forms are opened each time."""


class Screens:
    """The windows of one open campaign, in which one history after another is shown as if it were its own."""

    def __init__(self, house: App, session: Session, page: CampaignPage) -> None:
        self.house, self.session, self.page = house, session, page
        for room in page.rooms:
            page.show_room(room)
        assert house.window.eyes is not None
        house.window.eyes.toggle_player_window()

    def shown(self, history: Timeline, viewer: str, room: str, chance: int) -> dict[str, object]:
        """Show a history after a bare table; return all that is in a room for somebody, and on the players' screen.

        Args:
            history: what is shown.
            viewer: who looks.
            room: where.
            chance: which of the forms are opened that ask something.
        """
        window, page, table = self.house.window, self.page, history.table
        self._lay(Timeline(self.session.game.ruleset.lay_table(tuple(table.seats.values()), table.options)))
        page.set_viewer(viewer)
        page.show_room(room)
        self._lay(history)
        page.open_palette(window, tuple(window.named_actions))
        self._settle()
        assert window.eyes is not None
        assert window.eyes.player_window is not None
        assert page._palette is not None
        found = {
            "window": words_in(window),
            "table": said_on(page.table_room.table),
            "players' window": words_in(window.eyes.player_window),
            "players' table": said_on(window.eyes.player_window.table),
            "forms": self._forms(viewer, Random(chance)),
            "undo": (self.session.undo_title, self.session.redo_title),
        }
        page._palette.put_away()
        return found

    def _lay(self, history: Timeline) -> None:
        session = self.session
        session._timeline, session._before, session._last = history, history.table, ()
        session._tell(Change(initiator=None, entry=None, forward=False))

    def _forms(self, viewer: str, random: Random) -> list[list[str]]:
        """Return what stands in the forms of some offers."""
        session, lens, found = self.session, self.session.lens(viewer), list[list[str]]()
        offers = [offer for seat in lens.view.seats for offer in lens.offers(seat) if offer.asks and not offer.later]
        for offer in random.sample(offers, min(FORMS, len(offers))):
            dialog = AskDialog(Asking(session, viewer, self.house.hub, offer, {}), self.house.window, offer)
            lay_out(dialog)
            found.append([offer.name, *words_in(dialog)])
            dialog.close()
            dialog.deleteLater()
        return found

    def _settle(self) -> None:
        """Let everything be made that is made step by step."""
        limit = QDeadlineTimer(PATIENCE_MS)
        QApplication.processEvents()
        while any(work.under_way for work in self.house.window.findChildren(Gradual)):
            assert not limit.hasExpired()
            QApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def said_on(table: Board) -> list[object]:
    """Return the stops of a table in their order, and its tips, each with its place."""
    scene = table.table_scene
    scene.motion.finish()
    stops = [(stop.key, stop.name, stop.names) for stop in table.stops()]
    tips = [(rect.getRect(), words) for rect, words in scene.fittings.tips]
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
    room, chance = random.choice(screens.page.rooms), random.randrange(2**32)
    worlds = list(hidden_changes(game, Codec(game), table, viewer, random, 1))
    random.shuffle(worlds)
    pairs = [(told, Timeline(table), Timeline(other)) for told, other, _ in worlds]
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
