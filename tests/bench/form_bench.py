"""The budgets of a record on the screen: a form opens, the rest of it comes without a jerk, an edit settles."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from statistics import median

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from engine.core.chance import SeededChance
from engine.core.history import History
from engine.kit.game_factory import make_game
from engine.kit.manual_game import ManualGame
from engine.model.seats import Role, Seat
from engine.sheets.editing.new_character_moves import JoinActor
from engine.sheets.editing.record_moves import EditSheet
from vtt.campaign.open_campaign import OpenCampaign
from vtt.sheets.characters.character_form import CharacterForm
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.scroll_areas import PageScroll

LONGEST = ("classic_fantasy", "future_imperfect")
"""The games with the longest sheets."""
_TIMES = 9
_EDITS = 40
_FIELDS = {"classic_fantasy": "str", "future_imperfect": "size"}


def measure() -> list[tuple[str, float, float, str]]:
    """Return each figure: its name, what was measured, the budget, the unit."""
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    hub = ThemeHub(Theme(), app)
    opened: list[float] = []
    turns: list[float] = []
    edits: list[float] = []
    for game in LONGEST:
        campaign = _table(game)
        for _ in range(_TIMES):
            with _form(campaign, hub) as (area, form):
                opened.append(_timed(app, partial(form.show_actor, "mara")))
                while not form.sheet.is_built:
                    turns.append(_timed(app, lambda: None))
        with _form(campaign, hub) as (area, form):
            form.show_actor("mara")
            form.sheet.finish()
            app.processEvents()
            for number in range(_EDITS):
                edits.append(_timed(app, partial(_edit, campaign, game, number)))
            assert area.isVisible()
    return [
        ("a form opens, what is seen first (median)", median(opened) * 1000, 150.0, "ms"),
        ("a form while the rest is built, a turn (95th percentile)", _p95(turns) * 1000, 50.0, "ms"),
        ("an edit settles (95th percentile)", _p95(edits) * 1000, 16.0, "ms"),
    ]


def _p95(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.95)]


def _table(game: str) -> OpenCampaign:
    rules = ManualGame(game)
    table = rules.new_table((Seat(id="gm", name="Ada", role=Role.GM), Seat(id="tom", name="Tom")), {})
    campaign = OpenCampaign(make_game(rules), History(table), SeededChance(1))
    assert campaign.submit(JoinActor(seat="gm", id="mara", name="Mara", leader="tom"))
    return campaign


@contextmanager
def _form(campaign: OpenCampaign, hub: ThemeHub) -> Iterator[tuple[PageScroll, CharacterForm]]:
    form = CharacterForm(campaign, "gm", hub)
    area = PageScroll(form)
    area.resize(1300, 900)
    area.show()
    QCoreApplication.processEvents()
    yield area, form
    area.close()
    area.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _edit(campaign: OpenCampaign, game: str, number: int) -> None:
    assert campaign.submit(EditSheet(seat="gm", actor="mara", fields={_FIELDS[game]: 5 + number % 9}))


def _timed(app: QApplication, act: Callable[[], object]) -> float:
    begun = time.perf_counter()
    act()
    app.processEvents()
    return time.perf_counter() - begun


if __name__ == "__main__":
    for name, value, budget, unit in measure():
        print(f"{name:62} {value:7.2f} {unit} of {budget} {unit}")
